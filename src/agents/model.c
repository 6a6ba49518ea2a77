/* The model of each game, and the moves that a seat has seen. */
#include "agents/model.h"
#include "agents/play.h"

#include <stdlib.h>
#include <string.h>

static const model none = {.exploration = .5};

const model *model_find(const tp_game *game) {
    const model *own = game_play_of(game)->model;
    return own != NULL ? own : &none;
}

bool model_notes_make(model_notes *notes, const tp_game *game) {
    notes->count = 0;
    notes->view_size = game->view_size;
    notes->views = calloc(MODEL_MOST_NOTES, game->view_size);
    return notes->views != NULL;
}

void model_notes_free(model_notes *notes) { free(notes->views); }

/* If there are too many, the older half goes: models look back from the last one. */
static void make_room(model_notes *notes) {
    size_t gone = MODEL_MOST_NOTES / 2, kept = MODEL_MOST_NOTES - gone;
    if (notes->count < MODEL_MOST_NOTES) return;
    memmove(notes->seats, notes->seats + gone, kept * sizeof *notes->seats);
    memmove(notes->moves, notes->moves + gone, kept * sizeof *notes->moves);
    memmove(notes->views, notes->views + gone * notes->view_size, kept * notes->view_size);
    notes->count = (int)kept;
}

void model_note(const model *model, model_notes *notes, const void *before, const tp_event *seen,
                const void *after) {
    if (model->likelihood == NULL) return;
    if (before == NULL || model->is_past(before, after)) {
        notes->count = 0;
    } else if (seen->type == TP_EVENT_MOVE) {
        make_room(notes);
        memcpy(notes->views + (size_t)notes->count * notes->view_size, before, notes->view_size);
        notes->seats[notes->count] = seen->seat;
        notes->moves[notes->count++] = seen->move;
    }
}
