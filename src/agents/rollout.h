/* Roll-outs: how a search plays a world to its end below the tree, and the value of that end for each
 * seat.
 *
 * Every game has one: uniformly random play to the end. A game whose random play says little about real
 * play has one of its own (games/GAME/rollout.c). */
#ifndef TAPETE_ROLLOUT_H
#define TAPETE_ROLLOUT_H

#include "tapete/game.h"

typedef struct rollout {
    const char *player; /* the agent that plays (almost) like this */
    /* Whether a simulation that began in world `start` stops in this state, because the round is decided.
     * NULL: at the end of the game. Reads only the public part of `start`. */
    bool (*is_over)(const void *start, const void *state);
    /* Play on until then. Values are in [0, 1], 1 for a sure win: the search maximises them. `shares`,
     * which may be NULL, are the expected shares of the whole match: they differ if a roll-out stops
     * earlier, or if the margin counts too. */
    void (*run)(const tp_game *game, const void *start, void *state, tp_chance *chance, int seats,
                double *values, double *shares);
} rollout;

/* The words of an option that chooses: "usual", "random". */
extern const char *const rollout_words[];
const rollout *rollout_find(const tp_game *game, const char *word);

/* The share of a finished game for each seat, from its returns: 1 for the only winner, 1/k for one of k, 0
 * for a loss. */
void rollout_values(const float *returns, int seats, double *values);

/* The same for a state in which the game is over. */
void rollout_value_of_end(const tp_game *game, const void *state, int seats, double *values);
/* Shares of a roll-out whose values are the result itself: a copy. `shares` may be NULL. */
void rollout_share(const double *values, int seats, double *shares);

#endif
