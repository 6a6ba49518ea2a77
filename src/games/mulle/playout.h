/* Mulle: uniformly random moves to the end of the session, as fast as they go.
 *
 * The same moves as moves.h lists, but counted and not listed: what all cards of a hand have in common is worked out once as sets
 * of values, the moves of a card are then a few bits of these sets, and only the move that is drawn is looked for. The
 * number of groups of piles is counted for all sums at once; sums are packed only where two groups or more exist. What is
 * implied about hands is not kept. A test compares the moves with those of moves.h, one by one. Freestanding, C11 and
 * C++17. What was tried is in docs/performance.md. */
#ifndef TAPETE_MULLE_PLAYOUT_H
#define TAPETE_MULLE_PLAYOUT_H

#include "games/mulle/quick.h"

/* How many moves a card has, kind by kind. */
typedef struct mulle_tally {
    uint32_t captures, builds, trotta, discard;
} mulle_tally;

/* How many tied sets a card can capture where several groups add up: on a small table without listing them. */
TP_FUNCTION uint32_t mulle_quick_tied(const mulle_state *state, uint32_t target) {
    uint8_t values[MULLE_PACK_PILES + MULLE_PACK_PADDING];
    uint32_t piles = 0, sets[MULLE_PACK_SETS];
    for (uint32_t i = 0; i < state->table.pile_count; i++) { /* at most as many as can be packed */
        uint32_t value = mulle_pile_value(state->piles[i]);
        values[piles] = (uint8_t)value;
        piles += value < target;
    }
    if (TP_UNLIKELY(piles > MULLE_SWIFT_PILES)) return mulle_pack_slowly(values, piles, target, sets);
    mulle_family family = mulle_swift_unions(values, piles, target);
    uint32_t count = tp_count_bits(family.low) + tp_count_bits(family.high);
    return count < MULLE_PACK_SETS ? count : (uint32_t)MULLE_PACK_SETS;
}

/* How many loose cards there are beyond the second of each value from which one of these values can be built. */
MULLE_RARELY uint32_t mulle_quick_more_builds(const mulle_state *state, uint32_t added, uint32_t values) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < state->table.pile_count; i++) {
        uint32_t pile = state->piles[i];
        count += !mulle_is_build(pile) && ((values >> (mulle_table_value(pile) + added)) & 1) != 0;
    }
    return count - 2 * tp_count_bits(values);
}

TP_INLINE uint32_t mulle_quick_count(const mulle_state *state, const mulle_quick *quick, uint32_t seat,
                                     uint32_t card, mulle_tally *tally) {
    uint32_t value = mulle_table_value(card), hand_value = mulle_hand_value(card);
    uint32_t own = (quick->own >> value) & 1, gathers = (quick->gathers >> value) & 1;
    tally->captures = (quick->can_capture >> hand_value) & 1;
    if (TP_UNLIKELY(((quick->many_groups >> hand_value) & 1) != 0 && ((quick->loose_types >> card) & 1) == 0))
        tally->captures = mulle_quick_tied(state, hand_value);
    tally->trotta = own | gathers;
    tally->discard = 1 ^ (own & ~gathers);
    uint32_t reservations = mulle_quick_reservations(quick, hand_value),
             values = reservations & ~quick->others;
    tally->builds =
        tp_count_bits((quick->loose << value) & values) + tp_count_bits((quick->twice << value) & values);
    if (TP_UNLIKELY(((quick->thrice << value) & values) != 0))
        tally->builds += mulle_quick_more_builds(state, value, (quick->thrice << value) & values);
    for (uint32_t opens = quick->opens; opens != 0; opens &= opens - 1) {
        uint32_t pile = state->piles[tp_lowest_bit(opens)];
        tally->builds += tp_count_bits(mulle_quick_rebuilds(quick, seat, value, reservations, pile));
    }
    /* reserved: no build, no discard, and trotta only into the build that it is reserved for */
    uint32_t free = (uint32_t)mulle_quick_reserved(quick, hand_value) - 1u;
    tally->builds &= free;
    tally->discard &= free;
    tally->trotta = (tally->trotta & free) | ((uint32_t)(hand_value == value) & ~free);
    return tally->captures + tally->builds + tally->trotta + tally->discard;
}

/* Move number `rank` of a card, in the order of the tally: captures, builds, trotta, discard. */
TP_INLINE tp_move mulle_quick_move(const mulle_state *state, const mulle_quick *quick, uint32_t seat,
                                   uint32_t card, const mulle_tally *tally, uint32_t rank) {
    if (rank < tally->captures) {
        mulle_captures captures;
        mulle_scan scan;
        scan.loose_types = quick->loose_types;
        scan.own = quick->own;
        scan.others = quick->others;
        scan.reach = ~0u;
        mulle_find_captures(state, &scan, card, &captures);
        return mulle_capture_move(&captures, card, rank);
    }
    rank -= tally->captures;
    if (rank < tally->builds) {
        uint32_t added = mulle_table_value(card), values, i;
        uint32_t reservations = mulle_quick_reservations(quick, mulle_hand_value(card));
        for (i = 0;; i++) {
            uint32_t pile = state->piles[i];
            if (!mulle_is_build(pile)) {
                values = 1u << (mulle_table_value(pile) + added) & reservations & ~quick->others;
            } else {
                values =
                    mulle_is_locked(pile) ? 0 : mulle_quick_rebuilds(quick, seat, added, reservations, pile);
            }
            uint32_t count = tp_count_bits(values);
            if (rank < count) break;
            rank -= count;
        }
        return mulle_build_move(card, i, tp_select_bit(values, rank));
    }
    rank -= tally->builds;
    return mulle_move(card, MULLE_OTHER, rank < tally->trotta ? MULLE_TROTTA : MULLE_DISCARD);
}

/* A uniformly random legal move of a table with few piles and a hand as it is dealt. */
TP_INLINE tp_move mulle_quick_random(const mulle_state *state, uint64_t hand_nibbles, tp_rng *rng,
                                     mulle_quick *quick) {
    uint32_t seat = state->table.current, total = 0, cards = state->table.hand_count[seat], at = 0;
    uint32_t ends[MULLE_HAND];
    uint64_t seen = 0, hand = state->hand[seat];
    mulle_tally tally;
    mulle_quick_scan(state, seat, quick);
    mulle_quick_scan_hand(hand_nibbles, quick);
    for (uint32_t i = 0; i < cards; i++) {
        uint32_t card = (uint32_t)(hand >> (8 * i)) & 0xff;
        if (TP_LIKELY(((seen >> card) & 1) == 0)) /* two copies are one action */
            total += mulle_quick_count(state, quick, seat, card, &tally);
        seen |= 1ull << card;
        ends[i] = total;
    }
    for (uint32_t i = cards; i < MULLE_HAND; i++) ends[i] = total;
    uint32_t rank = tp_rng_below(rng, total);
    for (uint32_t i = 0; i < MULLE_HAND; i++) at += rank >= ends[i]; /* without a branch for each card */
    rank -= at == 0 ? 0 : ends[at - 1];
    uint32_t card = (uint32_t)(hand >> (8 * at)) & 0xff;
    mulle_quick_count(state, quick, seat, card, &tally); /* cheaper than to keep all of them */
    return mulle_quick_move(state, quick, seat, card, &tally, rank);
}

/* The same for any table and hand. */
MULLE_RARELY tp_move mulle_slow_random(const mulle_state *state, tp_rng *rng, mulle_quick *quick) {
    tp_move moves[MULLE_MAX_MOVES];
    moves[0] = TP_NO_MOVE; /* nobody is ever stuck (§4); the analysers cannot know */
    uint32_t count = mulle_list_moves(state, moves);
    quick->own = quick->sums = ~0u; /* not looked at */
    return moves[tp_rng_below(rng, count)];
}

TP_INLINE tp_move mulle_random_move(const mulle_state *state, tp_rng *rng) {
    mulle_quick quick;
    if (TP_UNLIKELY(!mulle_is_quick(&state->table))) return mulle_slow_random(state, rng, &quick);
    return mulle_quick_random(state, mulle_hand_nibbles(state, state->table.current), rng, &quick);
}

/* Play to the end; returns the number of decisions. Afterwards only returns and scores are defined. */
TP_FUNCTION int mulle_playout(mulle_state *state, tp_chance *chance) {
    tp_chance fast = {NULL, chance->rng};
    mulle_quick quick;
    uint64_t nibbles[MULLE_SEATS] = {0, 0}; /* of both hands, kept while they are played */
    uint32_t deal = 0;
    int decisions = 0;
    for (; state->table.over == 0; decisions++) {
        uint32_t seat = state->table.current, now = state->table.omgang * 8u + state->table.rond;
        tp_move move;
        if (deal != now) {
            deal = now;
            for (uint32_t i = 0; i < MULLE_SEATS; i++) nibbles[i] = mulle_hand_nibbles(state, i);
        }
        if (TP_LIKELY(mulle_is_quick(&state->table))) {
            move = mulle_quick_random(state, nibbles[seat], &fast.rng, &quick);
        } else {
            move = mulle_slow_random(state, &fast.rng, &quick);
        }
        uint32_t card = mulle_move_card(move), kind = mulle_move_kind(move);
        nibbles[seat] -= mulle_nibble(mulle_hand_value(card));
        mulle_hand_remove(state, seat, card);
        if (TP_UNLIKELY(state->table.hand_count[seat] == MULLE_HAND))
            nibbles[seat] = mulle_hand_nibbles(state, seat);
        if (kind == MULLE_BUILDING) {
            mulle_do_build(state, seat, card, mulle_move_pile(move), mulle_move_value(move),
                           ((quick.sums >> mulle_move_value(move)) & 1) != 0);
        } else if (kind != MULLE_OTHER) {
            mulle_do_capture(state, seat, card, mulle_move_piles(state, move));
        } else if (mulle_move_payload(move) == MULLE_TROTTA) {
            mulle_do_trotta(state, seat, card);
        } else if (((quick.own >> mulle_table_value(card)) & 1) != 0) {
            mulle_do_discard(state, seat, card);
        } else {
            mulle_put_loose(state, card);
        }
        mulle_end_turn(state, &fast);
    }
    chance->rng = fast.rng;
    return decisions;
}

#endif
