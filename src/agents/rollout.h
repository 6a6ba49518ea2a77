/* Roll-outs: how a search plays a world on beyond its tree, and what it says the end is worth to each seat.
 *
 * Every game has one: uniformly random play to the end. A game whose random play says little about real play
 * has another one of its own (games/GAME/rollout.c). */
#ifndef TAPETE_ROLLOUT_H
#define TAPETE_ROLLOUT_H

#include "tapete/game.h"

typedef struct rollout {
    const char *player; /* the agent whose play it is, or nearly */
    /* Whether what was to be decided at `start`, a world of that moment, is decided in this state: a
     * simulation goes no further. NULL: when the game is over. Of `start` only what everybody knows is looked
     * at. */
    bool (*is_over)(const void *start, const void *state);
    /* Play on until then. Values are in [0, 1], a sure win being 1: what a search is to strive for. `shares`,
     * which may be NULL, are what the end is worth as the result of the whole match: they differ where a
     * roll-out stops before that, or where a margin counts too. */
    void (*run)(const tp_game *game, const void *start, void *state, tp_chance *chance, int seats,
                double *values, double *shares);
} rollout;

/* The words of an option that chooses: "usual", "random". */
extern const char *const rollout_words[];
const rollout *rollout_find(const tp_game *game, const char *word);

/* What the returns of a finished game are worth to each seat: 1 for the only winner, 1/k for one of k, 0 for
 * a loss. */
void rollout_values(const float *returns, int seats, double *values);

/* The same for a state in which the game is over. */
void rollout_value_of_end(const tp_game *game, const void *state, int seats, double *values);
/* Shares of a roll-out that strives for the result itself: they are its values. `shares` may be NULL. */
void rollout_share(const double *values, int seats, double *shares);

#endif
