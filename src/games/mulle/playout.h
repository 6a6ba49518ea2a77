/* Mulle: uniformly random moves to the end of the session. Freestanding, C11 and C++17. */
#ifndef TAPETE_MULLE_PLAYOUT_H
#define TAPETE_MULLE_PLAYOUT_H

#include "games/mulle/moves.h"

/* Play to the end; returns the number of decisions. Afterwards only returns and scores are defined. */
TP_FUNCTION int mulle_playout(mulle_state *state, tp_chance *chance) {
    tp_chance fast = {NULL, chance->rng};
    tp_move moves[MULLE_MAX_MOVES];
    int decisions = 0;
    while (state->table.over == 0) {
        uint32_t count = mulle_list_moves(state, moves);
        mulle_apply(state, moves[tp_rng_below(&fast.rng, count)], &fast);
        decisions++;
    }
    chance->rng = fast.rng;
    return decisions;
}

#endif
