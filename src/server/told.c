#include "server/told.h"

#include <stdlib.h>

typedef struct teller {
    const tp_game *game;
    told *told;
    int ply; /* the one at hand; less than the first: none yet */
    bool has_text;
    event_out data;
} teller;

static void end_ply(teller *teller) {
    told *told = teller->told;
    if (teller->ply < told->first) return;
    told_ply *ply = &told->plies[teller->ply - told->first];
    json_out_bytes(&told->texts, "", 1);
    event_out_end(&teller->data);
    ply->data_size = told->data.size - ply->data;
}

static void begin_ply(teller *teller) {
    told *told = teller->told;
    end_ply(teller);
    teller->ply++;
    teller->has_text = false;
    told->data.needs_comma = false;
    teller->data = event_out_begin(&told->data, teller->game);
    told->plies[teller->ply - told->first] = (told_ply){.text = told->texts.size, .data = told->data.size};
}

static void tell_event(void *context, int ply, const void *view_before, const tp_event *seen,
                       const void *view_after) {
    teller *teller = context;
    json_out *texts = &teller->told->texts;
    char text[TP_TEXT_SIZE];
    text[0] = '\0';
    while (teller->ply < ply) begin_ply(teller);
    teller->game->tell(view_before, seen, view_after, text, sizeof text);
    size_t length = strlen(text);
    while (length > 0 && text[length - 1] == '\n') length--;
    if (length > 0) {
        if (teller->has_text) json_out_bytes(texts, "\n", 1);
        json_out_bytes(texts, text, length);
        teller->has_text = true;
    }
    event_out_add(&teller->data, view_before, seen, view_after);
}

static bool make_room(told *told, size_t count) {
    if (count <= told->room) return true;
    told_ply *plies = realloc(told->plies, count * sizeof *plies);
    if (plies == NULL) return false;
    told->plies = plies;
    told->room = count;
    return true;
}

bool told_make(told *told, const tp_match *match, int first, int last, int viewer) {
    told_forget(told);
    if (first > last || !make_room(told, (size_t)(last - first) + 1)) return false;
    told->first = first;
    told->last = last;
    teller teller = {.game = tp_match_game(match), .told = told, .ply = first - 1};
    bool good = tp_match_each_seen(match, first, last, viewer, tell_event, &teller);
    while (good && teller.ply < last) begin_ply(&teller); /* those without any event */
    if (good) end_ply(&teller);
    good = good && !told->texts.failed && !told->data.failed;
    if (!good) told_forget(told);
    return good;
}

void told_forget(told *told) {
    json_out_begin(&told->texts);
    json_out_begin(&told->data);
    told->first = 0;
    told->last = -1;
}

void told_free(told *told) {
    json_out_free(&told->texts);
    json_out_free(&told->data);
    free(told->plies);
    *told = (struct told){.last = -1};
}

static const told_ply *find(const told *told, int ply) {
    return ply >= told->first && ply <= told->last ? &told->plies[ply - told->first] : NULL;
}

const char *told_text(const told *told, int ply) {
    const told_ply *found = find(told, ply);
    return found != NULL ? told->texts.text + found->text : "";
}

const char *told_data(const told *told, int ply, size_t *size) {
    const told_ply *found = find(told, ply);
    *size = found != NULL ? found->data_size : 0;
    return *size > 0 ? told->data.text + found->data : "";
}
