/* What agents that search share: a clock for their budgets, seeds for their batches and threads, opinions,
 * and worlds. */
#ifndef TAPETE_THINKING_H
#define TAPETE_THINKING_H

#include "tapete/agent.h"

#include <math.h>
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

/* The results of the games of one move. */
typedef struct think_tally {
    uint64_t games;
    double total, squares;
} think_tally;

static inline void think_add(think_tally *tally, double result) {
    tally->games++;
    tally->total += result;
    tally->squares += result * result;
}

static inline void think_gather(think_tally *into, const think_tally *from) {
    into->games += from->games;
    into->total += from->total;
    into->squares += from->squares;
}

/* The value of a move from these results. A few games that all ended alike do not make it certain: the
 * error is at least the change that one more game with the other result would make. */
static inline tp_opinion think_opinion(tp_move move, const think_tally *tally) {
    tp_opinion opinion = {.move = move, .error = 1, .games = tally->games};
    double games = (double)tally->games;
    if (tally->games == 0) return opinion;
    opinion.value = tally->total / games;
    double variance = tally->squares / games - opinion.value * opinion.value;
    if (tally->games > 1) opinion.error = sqrt((variance > 0 ? variance : 0) / (games - 1));
    if (opinion.error < 1 / (games + 2)) opinion.error = 1 / (games + 2);
    return opinion;
}

enum { THINK_MOST_WORLDS = 1000 }; /* tried for one in which a move was possible */

/* A world that fits the view of a seat, and the legal moves in it. With `seen`, a move as that seat saw
 * it: a world in which it was possible, and only the moves that look like it: one if it was public,
 * several if part of it was private. Returns how many moves there are; 0: no such world was found. */
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
