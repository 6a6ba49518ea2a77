/* Mulle: the greedy player of the rulebook (§12.1), and what it shares with the learning one. Freestanding, C11 and C++17. */
#ifndef TAPETE_MULLE_GREEDY_H
#define TAPETE_MULLE_GREEDY_H

#include "games/mulle/moves.h"

/* The first legal build of a card in the order of the table, up before down; TP_NO_MOVE where there is none. */
TP_INLINE tp_move mulle_first_build(const mulle_state *state, const mulle_scan *scan, uint32_t seat,
                                    uint32_t card) {
    if (mulle_is_reserved(scan, card)) return TP_NO_MOVE;
    for (uint32_t i = 0; i < state->table.pile_count; i++) {
        uint32_t values = mulle_build_values(scan, seat, card, state->piles[i]);
        if (values == 0) continue;
        /* up is the larger of the two */
        while ((values & (values - 1)) != 0) values &= values - 1;
        return mulle_build_move(card, i, tp_lowest_bit(values));
    }
    return TP_NO_MOVE;
}

/* Throw a card that is not reserved; where that is the same as trotta it is called so (§8). */
TP_INLINE tp_move mulle_throw_move(const mulle_scan *scan, uint32_t card) {
    return mulle_move(card, MULLE_OTHER, mulle_discard_is_trotta(scan, card) ? MULLE_TROTTA : MULLE_DISCARD);
}

/* The capture with the most mulles, then the most cards, first in hand order; else the first build, in hand order, then in the
 * order of the table; else the first card in hand order that is not reserved is thrown. */
TP_INLINE tp_move mulle_greedy_move(const mulle_state *state) {
    uint32_t seat = state->table.current, count = state->table.hand_count[seat];
    mulle_scan scan;
    mulle_scan_table(state, seat, &scan);
    mulle_scan_hand(state, seat, &scan);
    tp_move best = TP_NO_MOVE;
    mulle_worth most = {0, 0};
    for (uint32_t i = 0; i < count; i++) {
        uint32_t card = mulle_hand_card(state, seat, i);
        mulle_captures captures;
        mulle_worth worth;
        mulle_find_captures(state, &scan, card, &captures);
        if (captures.count == 0) continue;
        uint32_t set = mulle_preferred(state, &captures, card, &worth);
        if (best != TP_NO_MOVE && !mulle_better(worth, most)) continue;
        most = worth;
        best = mulle_capture_move(&captures, card, set);
    }
    for (uint32_t i = 0; i < count && best == TP_NO_MOVE; i++)
        best = mulle_first_build(state, &scan, seat, mulle_hand_card(state, seat, i));
    for (uint32_t i = 0; i < count && best == TP_NO_MOVE; i++) {
        uint32_t card = mulle_hand_card(state, seat, i);
        if (!mulle_is_reserved(&scan, card)) best = mulle_throw_move(&scan, card);
    }
    return best;
}

#endif
