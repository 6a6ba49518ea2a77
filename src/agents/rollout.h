/* Roll-outs: how a search plays a world on beyond its tree, and what it says the end is worth to each seat.
 *
 * Every game has one: uniformly random play to the end. A game whose random play says little about real play has another one of its own here. */
#ifndef TAPETE_ROLLOUT_H
#define TAPETE_ROLLOUT_H

#include "games/mulle/rules.h"
#include "games/mus/state.h"
#include "tapete/game.h"

typedef struct rollout {
    const char *game;   /* the one that it is for; NULL: any */
    const char *player; /* the agent whose play it is, or nearly */
    /* Whether what was to be decided at `start`, a world of that moment, is decided in this state: a simulation goes no further. NULL: when the game
     * is over. Of `start` only what everybody knows is looked at. */
    bool (*is_over)(const void *start, const void *state);
    /* Play on until then. Values are in [0, 1], a sure win being 1: what a search is to strive for. `shares`, which may be NULL, are what the end is worth
     * as the result of the whole match: they differ where a roll-out stops before that, or where a margin counts too. */
    void (*run)(const tp_game *game, const void *start, void *state, tp_chance *chance, int seats,
                double *values, double *shares);
} rollout;

/* The words of an option that chooses: "usual", "random". */
extern const char *const rollout_words[];
const rollout *rollout_find(const tp_game *game, const char *word);

/* What the returns of a finished game are worth to each seat: 1 for the only winner, 1/k for one of k, 0 for a loss. */
void rollout_values(const float *returns, int seats, double *values);

/* Simple players for imagined worlds: what `mus-bot` with its usual parameters does with this hand (mus_bot.c), what
 * `bruno-low` does, at random more often (bruno_low.c), and `mulle-greedy` in the build of this game (mulle_greedy.c). */
tp_move mus_bot_move(const mus_table *table, const uint8_t own[MUS_HAND], tp_rng *rng);
/* Whether it would cut with this hand, and how much it would like to bet in the lance at hand, from 0 to 1. */
bool mus_bot_cuts(const mus_rules *rules, const uint8_t own[MUS_HAND]);
double mus_bot_urge(const mus_table *table, const uint8_t own[MUS_HAND]);
tp_move bruno_low_move(const tp_game *game, const void *state, tp_rng *rng);
/* What it prefers of some legal moves, which are a set: bit m is move m. */
tp_move bruno_low_preferred(uint64_t plays);
typedef tp_move mulle_greedy_player(const mulle_state *known);
mulle_greedy_player *mulle_greedy_of(const tp_game *game);

#endif
