/* Mulle: the greedy player of the rulebook (§12.1), and what it shares with the learning one. Freestanding, C11 and C++17. */
#ifndef TAPETE_MULLE_GREEDY_H
#define TAPETE_MULLE_GREEDY_H

#include "games/mulle/quick.h"

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
MULLE_RARELY tp_move mulle_greedy_slowly(const mulle_state *state) {
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

/* ---- the same on a small table ---- */

/* The capture of all piles of a card's value, or all builds where it is special: there is no sum to choose from. */
TP_INLINE uint32_t mulle_quick_direct(const mulle_state *state, uint32_t card, mulle_worth *worth) {
    uint32_t target = mulle_hand_value(card), set = 0, build = 0;
    mulle_haul haul = {{0, 0}, {0, 0}};
    for (uint32_t i = 0; i < state->table.pile_count; i++) {
        uint32_t pile = state->piles[i], is_build = pile >> 7;
        if (mulle_pile_value(pile) == target) {
            set |= 1u << i;
            if (is_build != 0) {
                mulle_add(&haul.from_builds, mulle_build_cards(&state->table, build));
            } else {
                mulle_add(&haul.cards, mulle_card(pile));
            }
        }
        build += is_build;
    }
    mulle_add(&haul.cards, haul.from_builds);
    worth->mulles = tp_count_bits(mulle_pairs(&haul, card));
    worth->cards = mulle_count(haul.cards);
    return set;
}

/* The preferred capture of a card that has one, as a set of piles. */
TP_INLINE uint32_t mulle_quick_preferred(const mulle_state *state, const mulle_quick *quick, uint32_t card,
                                         mulle_worth *worth) {
    uint32_t target = mulle_hand_value(card);
    bool identical = target < MULLE_SPECIAL && ((quick->loose_types >> card) & 1) != 0;
    if (TP_UNLIKELY(((quick->groups >> target) & 1) != 0 && !identical)) {
        mulle_captures captures;
        captures.by_sums = true;
        captures.sums.sets[0] = 0; /* there is one; the compiler cannot know */
        mulle_find_sums(state, target, false, &captures.sums);
        captures.count = captures.sums.count;
        uint32_t best = mulle_preferred(state, &captures, card, worth);
        return (uint32_t)mulle_whole_set(&captures.sums, captures.sums.sets[best]).low;
    }
    if (!identical) return mulle_quick_direct(state, card, worth);
    uint32_t at = 0;
    while (state->piles[at] != card) at++;
    worth->mulles = worth->cards = 1;
    return 1u << at;
}

/* The first build of a card, as above. */
TP_INLINE tp_move mulle_quick_first_build(const mulle_state *state, const mulle_quick *quick, uint32_t seat,
                                          uint32_t card) {
    uint32_t added = mulle_table_value(card), hand_value = mulle_hand_value(card);
    uint32_t reservations = mulle_quick_reservations(quick, hand_value);
    bool none = ((quick->loose << added) & reservations & ~quick->others) == 0 && quick->opens == 0;
    if (none || mulle_quick_reserved(quick, hand_value)) return TP_NO_MOVE;
    for (uint32_t i = 0; i < state->table.pile_count; i++) {
        uint32_t pile = state->piles[i], values = 0;
        if (!mulle_is_build(pile)) {
            values = 1u << (mulle_table_value(pile) + added) & reservations & ~quick->others;
        } else if (!mulle_is_locked(pile)) {
            values = mulle_quick_rebuilds(quick, seat, added, reservations, pile);
        }
        if (values == 0) continue;
        while ((values & (values - 1)) != 0) values &= values - 1; /* up is the larger of the two */
        return mulle_build_move(card, i, tp_lowest_bit(values));
    }
    return TP_NO_MOVE;
}

TP_INLINE tp_move mulle_greedy_move(const mulle_state *state) {
    if (TP_UNLIKELY(!mulle_is_quick(&state->table))) return mulle_greedy_slowly(state);
    uint32_t seat = state->table.current, count = state->table.hand_count[seat];
    uint64_t hand = state->hand[seat];
    mulle_quick quick;
    mulle_quick_scan(state, seat, &quick);
    tp_move best = TP_NO_MOVE;
    uint32_t places = mulle_hand_places(state, seat, quick.can_capture);
    if (places != 0) {
        mulle_worth most = {0, 0};
        for (; places != 0; places &= places - 1) {
            uint32_t card = (uint32_t)(hand >> (8 * tp_lowest_bit(places))) & 0xff;
            mulle_worth worth;
            uint32_t set = mulle_quick_preferred(state, &quick, card, &worth);
            if (best != TP_NO_MOVE && !mulle_better(worth, most)) continue;
            most = worth;
            best = mulle_move(card, MULLE_CAPTURE, set);
        }
        return best;
    }
    mulle_quick_scan_hand(mulle_hand_nibbles(state, seat), &quick);
    for (uint32_t i = 0; i < count && best == TP_NO_MOVE; i++)
        best = mulle_quick_first_build(state, &quick, seat, (uint32_t)(hand >> (8 * i)) & 0xff);
    for (uint32_t i = 0; i < count && best == TP_NO_MOVE; i++) {
        uint32_t card = (uint32_t)(hand >> (8 * i)) & 0xff, value = mulle_table_value(card);
        if (mulle_quick_reserved(&quick, mulle_hand_value(card))) continue;
        bool feeds = ((quick.own >> value) & 1) != 0 && ((quick.gathers >> value) & 1) == 0;
        best = mulle_move(card, MULLE_OTHER, feeds ? MULLE_TROTTA : MULLE_DISCARD);
    }
    return best;
}

#endif
