/* Mulle: uniformly random moves to the end of the session, as fast as they go.
 *
 * The same moves as moves.h lists, counted card by card instead of listed, and only the one that is drawn is looked for. Nearly
 * all tables are small: on these the number of groups that add up to each value is counted for all values at once, and no
 * packing is needed where there is one group at most. A test compares the moves with those of moves.h, one by one.
 * Freestanding, C11 and C++17. What was tried is in docs/performance.md. */
#ifndef TAPETE_MULLE_PLAYOUT_H
#define TAPETE_MULLE_PLAYOUT_H

#include "games/mulle/moves.h"

/* Subsets of piles by their sum, a byte for each sum 0 .. 15. With ten piles no sum has more than 10! / 5! 5! = 252. */
enum { MULLE_QUICK_PILES = 10 };

#if defined(__SIZEOF_INT128__)
__extension__ typedef unsigned __int128 mulle_ways;
TP_INLINE mulle_ways mulle_no_ways(void) { return 1; }
TP_INLINE void mulle_more_ways(mulle_ways *ways, uint32_t value) { *ways += *ways << (8 * value); }
TP_INLINE uint32_t mulle_ways_to(mulle_ways ways, uint32_t sum) {
    return (uint32_t)(ways >> (8 * sum)) & 0xff;
}
#else
typedef struct mulle_ways {
    uint8_t to[16];
} mulle_ways;
TP_INLINE mulle_ways mulle_no_ways(void) {
    mulle_ways ways = {{1}};
    return ways;
}
TP_INLINE void mulle_more_ways(mulle_ways *ways, uint32_t value) {
    for (uint32_t sum = 15; sum >= value; sum--)
        ways->to[sum] = (uint8_t)(ways->to[sum] + ways->to[sum - value]);
}
TP_INLINE uint32_t mulle_ways_to(mulle_ways ways, uint32_t sum) { return ways.to[sum]; }
#endif

/* What a decision needs to know of table and hand. Sets of values: bit v is value v. */
typedef struct mulle_quick {
    mulle_scan scan; /* all of it but `reach` */
    mulle_ways ways; /* to pick piles with a sum */
    uint64_t piles;  /* by value, four bits each: loose cards and builds */
    uint32_t opens;  /* the open builds, bit i for pile i */
} mulle_quick;

/* How many moves a card has, kind by kind. */
typedef struct mulle_tally {
    uint8_t card;
    uint8_t captures;
    uint16_t builds;
    uint8_t trotta, discard;
} mulle_tally;

TP_INLINE void mulle_quick_scan(const mulle_state *state, uint32_t seat, mulle_quick *quick) {
    mulle_scan *scan = &quick->scan;
    uint64_t piles = 0, loose = 0, types = 0;
    uint32_t mirrored = 0, builds = 0, present = 0, twice = 0;
    mulle_ways ways = mulle_no_ways();
    for (uint32_t i = 0; i < state->table.pile_count; i++) {
        uint32_t pile = state->piles[i], is_build = pile >> 7, value = mulle_pile_value(pile),
                 bit = 1u << value;
        uint64_t one = 1ull << (4 * (value & 15));
        builds |= is_build << i;
        piles += one;
        if (value < 14) mulle_more_ways(&ways, value);
        if (is_build != 0) continue;
        types |= 1ull << pile;
        loose += one;
        twice |= present & bit;
        present |= bit;
        mirrored |= 0x10000u >> value;
    }
    scan->loose_counts = loose;
    scan->loose_types = types;
    scan->loose = present;
    scan->twice = twice;
    scan->mirrored = mirrored;
    quick->piles = piles;
    quick->ways = ways;
    uint32_t own = 0, others = 0, two_card_others = 0, opens = 0, number = 0;
    for (; builds != 0; builds &= builds - 1, number++) {
        uint32_t at = tp_lowest_bit(builds), pile = state->piles[at], bit = 1u << (pile & MULLE_VALUE);
        opens |= (uint32_t)!mulle_is_locked(pile) << at;
        if (mulle_owner(pile) == seat) {
            own |= bit;
        } else {
            others |= bit;
            if (mulle_count(mulle_build_cards(&state->table, number)) == 2) two_card_others |= bit;
        }
    }
    scan->own = own;
    scan->others = others;
    scan->two_card_others = two_card_others;
    quick->opens = opens;
}

TP_INLINE uint32_t mulle_quick_captures(const mulle_state *state, const mulle_quick *quick, uint32_t card) {
    uint32_t target = mulle_hand_value(card);
    if (target >= MULLE_SPECIAL) return ((quick->scan.own | quick->scan.others) >> target) & 1;
    if (((quick->scan.loose_types >> card) & 1) != 0) return 1;
    uint32_t ways = mulle_ways_to(quick->ways, target), direct = mulle_count_of(quick->piles, target);
    if (ways - direct <= 1) return ways != 0;
    mulle_sums sums;
    mulle_find_sums(state, target, false, &sums);
    return sums.count;
}

TP_INLINE uint32_t mulle_quick_loose_builds(const mulle_quick *quick, uint32_t card) {
    const mulle_scan *scan = &quick->scan;
    return (scan->loose << mulle_table_value(card)) & mulle_reservations(scan, card) & ~scan->others;
}

TP_INLINE void mulle_quick_count(const mulle_state *state, const mulle_quick *quick, uint32_t seat,
                                 uint32_t card, mulle_tally *tally) {
    const mulle_scan *scan = &quick->scan;
    uint32_t value = mulle_table_value(card), own = (scan->own >> value) & 1;
    uint32_t gathers = mulle_trotta_gathers(scan, value), builds = 0;
    tally->card = (uint8_t)card;
    tally->captures = (uint8_t)mulle_quick_captures(state, quick, card);
    if (TP_UNLIKELY(mulle_is_reserved(scan, card))) {
        tally->builds = tally->discard = 0;
        tally->trotta = mulle_hand_value(card) == value;
        return;
    }
    for (uint32_t values = mulle_quick_loose_builds(quick, card); values != 0; values &= values - 1)
        builds += mulle_count_of(scan->loose_counts, tp_lowest_bit(values) - value);
    for (uint32_t opens = quick->opens; opens != 0; opens &= opens - 1)
        builds += tp_count_bits(mulle_build_values(scan, seat, card, state->piles[tp_lowest_bit(opens)]));
    tally->builds = (uint16_t)builds;
    tally->trotta = (uint8_t)(own | gathers);
    tally->discard = (uint8_t)(1 ^ (own & ~gathers));
}

/* Move number `rank` of a card, in the order of the tally: captures, builds, trotta, discard. */
TP_INLINE tp_move mulle_quick_move(const mulle_state *state, const mulle_quick *quick, uint32_t seat,
                                   const mulle_tally *tally, uint32_t rank) {
    const mulle_scan *scan = &quick->scan;
    uint32_t card = tally->card;
    if (rank < tally->captures) {
        mulle_captures captures;
        mulle_scan reaching = *scan;
        reaching.reach = ~0u;
        mulle_find_captures(state, &reaching, card, &captures);
        return mulle_capture_move(&captures, card, rank);
    }
    rank -= tally->captures;
    if (rank < tally->builds) {
        for (uint32_t i = 0;; i++) {
            uint32_t values = mulle_build_values(scan, seat, card, state->piles[i]);
            for (; values != 0; values &= values - 1) {
                if (rank-- == 0) return mulle_build_move(card, i, tp_lowest_bit(values));
            }
        }
    }
    rank -= tally->builds;
    return mulle_move(card, MULLE_OTHER, rank < tally->trotta ? MULLE_TROTTA : MULLE_DISCARD);
}

/* A uniformly random legal move of a table with few piles and a hand as it is dealt. */
TP_INLINE tp_move mulle_quick_random(const mulle_state *state, tp_rng *rng) {
    uint32_t seat = state->table.current, total = 0, cards = 0;
    uint64_t seen = 0;
    mulle_quick quick;
    mulle_tally tallies[MULLE_HAND];
    mulle_quick_scan(state, seat, &quick);
    mulle_scan_hand(state, seat, &quick.scan);
    for (uint32_t i = 0; i < state->table.hand_count[seat]; i++) {
        uint32_t card = mulle_hand_card(state, seat, i);
        if (((seen >> card) & 1) != 0) continue; /* two copies are one action */
        seen |= 1ull << card;
        mulle_tally *tally = &tallies[cards++];
        mulle_quick_count(state, &quick, seat, card, tally);
        total += tally->captures + (uint32_t)tally->builds + tally->trotta + tally->discard;
    }
    uint32_t rank = tp_rng_below(rng, total);
    for (const mulle_tally *tally = tallies;; tally++) {
        uint32_t count = tally->captures + (uint32_t)tally->builds + tally->trotta + tally->discard;
        if (rank < count) return mulle_quick_move(state, &quick, seat, tally, rank);
        rank -= count;
    }
}

/* The same for any table and hand. */
MULLE_RARELY tp_move mulle_slow_random(const mulle_state *state, tp_rng *rng) {
    tp_move moves[MULLE_MAX_MOVES];
    uint32_t count = mulle_list_moves(state, moves);
    return moves[tp_rng_below(rng, count)];
}

TP_INLINE tp_move mulle_random_move(const mulle_state *state, tp_rng *rng) {
    const mulle_table *table = &state->table;
    bool quick = table->pile_count <= MULLE_QUICK_PILES && table->hand_count[table->current] <= MULLE_HAND;
    return TP_LIKELY(quick) ? mulle_quick_random(state, rng) : mulle_slow_random(state, rng);
}

/* Play to the end; returns the number of decisions. Afterwards only returns and scores are defined. */
TP_FUNCTION int mulle_playout(mulle_state *state, tp_chance *chance) {
    tp_chance fast = {NULL, chance->rng};
    int decisions = 0;
    for (; state->table.over == 0; decisions++)
        mulle_apply(state, mulle_random_move(state, &fast.rng), &fast);
    chance->rng = fast.rng;
    return decisions;
}

#endif
