/* Opponent models: what a simple player of a game does, for the worlds (determinizations) that a search
 * samples.
 *
 * A search asks a model for four things: a move for a seat in a world; which moves are worth considering
 * (pruning); the kind of hand that a seat decides with; and the likelihood of the observed moves in a world,
 * from what its own seat has seen. It works on views, and on worlds sampled from them. A game without a model
 * has uniform worlds and random roll-outs. */
#ifndef TAPETE_MODEL_H
#define TAPETE_MODEL_H

#include "tapete/game.h"

enum { MODEL_MOST_NOTES = 96 };

/* The moves that a seat has seen since the present cards were dealt, its own included. */
typedef struct model_notes {
    int viewer;
    int count;
    size_t view_size;
    int seats[MODEL_MOST_NOTES];
    tp_move moves[MODEL_MOST_NOTES]; /* as the viewer saw them */
    unsigned char *views;            /* the views of the viewer in which they were made */
} model_notes;

static inline const void *model_view(const model_notes *notes, int note) {
    return notes->views + (size_t)note * notes->view_size;
}

/* How somebody plays who does not only want to win. */
typedef enum manner { MANNER_PLAIN, MANNER_BOLD, MANNER_CAUTIOUS, MANNER_TRICKY } manner;

typedef struct model {
    /* The move of the seat to act in this world, chosen from that seat's view. */
    tp_move (*move)(const tp_game *game, const void *world, tp_rng *rng);
    /* Move those of these legal moves that are worth considering to the front; returns how many, at least
     * one. NULL: all are. */
    int (*narrow)(const void *world, tp_move *moves, int count);
    /* How likely the seat to act makes each of these legal moves, from its own view. NULL: unknown. */
    void (*probs)(const void *view, const tp_move *moves, int count, double *out);
    /* How much sense each of them makes to that player, from 0 to 1: what it would do or might as well have
     * done. For games with `probs`. */
    void (*sense)(const void *view, const tp_move *moves, int count, double *out);
    /* How much likelier somebody of this manner, who is not plain, makes each of them: logarithms. NULL:
     * nobody has manners in this game. */
    void (*tilt)(const void *view, const tp_move *moves, int count, manner manner, double *out);
    /* The kind of cards that the seat to act holds in this world, as far as it matters for the decision: a
     * small number. NULL: it does not matter. */
    uint64_t (*kind)(const void *world);
    /* Whether the ply between these two views dealt new cards, so that the moves noted so far say nothing
     * about the present ones. */
    bool (*is_past)(const void *before, const void *after);
    /* The likelihood of the noted moves in this world, which fits the viewer's present view: any positive
     * number in proportion to it. `room` has room for a view. */
    double (*likelihood)(const tp_game *game, const model_notes *notes, const void *world, void *room);
    /* The defaults of the search's options in this game; docs/strength.md has the measurements. */
    double exploration, others;
    /* How near to its prior a search stays that mixes its moves, without and with a network; 0: it does not
     * mix. */
    double mix, mix_with_network;
    /* The default of a search with a network (net_search.h): how large a difference in value counts as much
     * as one in the network's logits; 0: as usual. */
    double trust;
    bool weighs;
} model;

/* The model of a game; an empty one if it has none. */
const model *model_find(const tp_game *game);

/* ---- what a seat has seen ---- */

/* False: no memory. */
bool model_notes_make(model_notes *notes, const tp_game *game);
void model_notes_free(model_notes *notes);
void model_note(const model *model, model_notes *notes, const void *before, const tp_event *seen,
                const void *after);

#endif
