/* What agents that search share: a clock for their budgets, seeds for their batches and threads, and worlds. */
#ifndef TAPETE_THINKING_H
#define TAPETE_THINKING_H

#include "tapete/game.h"

#include <time.h>

static inline int64_t think_now_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/* A seed that is unrelated for every pair of arguments. */
static inline uint64_t think_mix(uint64_t a, uint64_t b) {
    tp_rng rng;
    tp_rng_seed(&rng, a);
    tp_rng_seed(&rng, tp_rng_next(&rng) ^ b);
    return tp_rng_next(&rng);
}

enum { THINK_MOST_WORLDS = 1000 }; /* tried for one in which a move was possible */

/* A world behind the view of a seat, and what is legal in it. With `seen`, a move as that seat saw it: a world in which it was possible, and only
 * the moves that look so, one where everybody sees it and several where it is private to whoever makes it. Returns how many moves
 * there are; 0: no such world was found. */
static inline int think_world(const tp_game *game, const void *view, const void *scratch, int seat,
                              const tp_event *seen, void *state, tp_move *moves, tp_chance *chance) {
    for (int world = 0; world < THINK_MOST_WORLDS; world++) {
        game->imagine(view, scratch, state, chance);
        int legal = game->legal(state, moves), kept = 0;
        if (seen == NULL) return legal;
        for (int i = 0; i < legal; i++) {
            tp_event event = {.type = TP_EVENT_MOVE, .seat = seen->seat, .move = moves[i]}, look;
            game->seen(state, &event, seat, &look);
            if (look.move == seen->move) moves[kept++] = moves[i];
        }
        if (kept > 0) return kept;
    }
    return 0;
}

#endif
