/* Mulle: uniformly random moves to the end of the session, as fast as they go.
 *
 * The same moves as moves.h lists, but counted and not listed: what all cards of a hand have in common is worked out once as sets
 * of values, the moves of a card are then a few bits of these sets, and only the move that is drawn is looked for. The
 * number of groups of piles is counted for all sums at once; sums are packed only where two groups or more exist. What is
 * implied about hands is not kept. A test compares the moves with those of moves.h, one by one. Freestanding, C11 and
 * C++17. What was tried is in docs/performance.md. */
#ifndef TAPETE_MULLE_PLAYOUT_H
#define TAPETE_MULLE_PLAYOUT_H

#include "games/mulle/moves.h"

/* ---- sixteen bytes as one number: byte s is how many subsets of the piles have the sum s ---- */

/* With ten piles no sum has more than 10! / (5! 5!) = 252 subsets. */
enum { MULLE_QUICK_PILES = 10 };

#if defined(__SIZEOF_INT128__)
__extension__ typedef unsigned __int128 mulle_bytes;
TP_INLINE mulle_bytes mulle_one_byte(uint32_t at) { return (mulle_bytes)1 << (8 * at); }
TP_INLINE mulle_bytes mulle_add_bytes(mulle_bytes a, mulle_bytes b) { return a + b; }
TP_INLINE mulle_bytes mulle_take_bytes(mulle_bytes a, mulle_bytes b) { return a - b; }
TP_INLINE mulle_bytes mulle_shift_bytes(mulle_bytes a, uint32_t by) { return a << (8 * by); }
TP_INLINE uint64_t mulle_low_bytes(mulle_bytes a) { return (uint64_t)a; }
TP_INLINE uint64_t mulle_high_bytes(mulle_bytes a) { return (uint64_t)(a >> 64); }
#else
typedef struct mulle_bytes {
    uint64_t low, high;
} mulle_bytes;
TP_INLINE mulle_bytes mulle_shift_bytes(mulle_bytes a, uint32_t by) {
    mulle_bytes out = a;
    if (by >= 8) {
        out.high = a.low << (8 * (by - 8));
        out.low = 0;
    } else if (by > 0) {
        out.high = a.high << (8 * by) | a.low >> (64 - 8 * by);
        out.low = a.low << (8 * by);
    }
    return out;
}
TP_INLINE mulle_bytes mulle_one_byte(uint32_t at) {
    mulle_bytes one = {1, 0};
    return mulle_shift_bytes(one, at);
}
TP_INLINE mulle_bytes mulle_add_bytes(mulle_bytes a,
                                      mulle_bytes b) { /* no byte overflows, so nothing is carried */
    a.low += b.low;
    a.high += b.high;
    return a;
}
TP_INLINE mulle_bytes mulle_take_bytes(mulle_bytes a, mulle_bytes b) {
    a.low -= b.low;
    a.high -= b.high;
    return a;
}
TP_INLINE uint64_t mulle_low_bytes(mulle_bytes a) { return a.low; }
TP_INLINE uint64_t mulle_high_bytes(mulle_bytes a) { return a.high; }
#endif

/* Bit i for byte i: is it above `most`? All bytes are below 256 - most, which is 1 at the most here. */
TP_INLINE uint32_t mulle_bytes_above(uint64_t bytes, uint32_t most) {
    uint64_t rest = most == 0 ? bytes : bytes & 0xfefefefefefefefeull;
    uint64_t top = (((rest & ~TP_LANES_TOP) + ~TP_LANES_TOP) | rest) & TP_LANES_TOP;
    return (uint32_t)(((top >> 7) * 0x0102040810204080ull) >> 56);
}

/* ---- four bits for each value 1 .. 16, value 1 lowest ---- */

TP_INLINE uint64_t mulle_nibble(uint32_t value) { return 1ull << (4 * (value - 1)); }

TP_INLINE uint32_t mulle_nibbles_total(uint64_t nibbles) {
    const uint64_t low = 0x0f0f0f0f0f0f0f0full;
    return (uint32_t)((((nibbles & low) + ((nibbles >> 4) & low)) * TP_LANES_ONE) >> 56);
}

/* A set of values from the nibbles with one of these bits, and all bits of the nibbles of a set. */
TP_INLINE uint32_t mulle_values_with(uint64_t nibbles) {
    const uint64_t lowest = 0x1111111111111111ull;
    nibbles |= nibbles >> 2;
    nibbles |= nibbles >> 1;
#if defined(__BMI2__)
    return (uint32_t)__builtin_ia32_pext_di(nibbles, lowest) << 1;
#else
    uint32_t values = 0;
    for (nibbles &= lowest; nibbles != 0; nibbles &= nibbles - 1)
        values |= 2u << (tp_lowest_bit(nibbles) >> 2);
    return values;
#endif
}

TP_INLINE uint64_t mulle_nibbles_of(uint32_t values) {
#if defined(__BMI2__)
    return 15 * __builtin_ia32_pdep_di(values >> 1, 0x1111111111111111ull);
#else
    uint64_t nibbles = 0;
    for (values >>= 1; values != 0; values &= values - 1) nibbles |= 15ull << (4 * tp_lowest_bit(values));
    return nibbles;
#endif
}

/* Nibbles of at least one, and of at least two. Only bits that count stay in their own nibble. */
TP_INLINE uint32_t mulle_values_held(uint64_t nibbles) {
    return mulle_values_with((nibbles | nibbles >> 1 | nibbles >> 2 | nibbles >> 3) & 0x1111111111111111ull);
}

TP_INLINE uint32_t mulle_values_held_twice(uint64_t nibbles) {
    return mulle_values_with((nibbles >> 1 | nibbles >> 2 | nibbles >> 3) & 0x1111111111111111ull);
}

/* ---- a decision ---- */

/* Sets of values, bit v for value v, but for the first and the last two. */
typedef struct mulle_quick {
    uint64_t loose_counts; /* nibbles */
    uint64_t loose_types;
    uint32_t can_capture;      /* hand values that capture something */
    uint32_t many_groups;      /* hand values for which two groups or more add up */
    uint32_t loose, twice;     /* values of loose cards, and of at least two */
    uint32_t mirrored;         /* bit 16 - v for each loose value v */
    uint32_t two_card_others;  /* the opponent's builds of two cards */
    uint32_t own, others;      /* builds */
    uint32_t held, held_twice; /* hand values of the hand */
    uint32_t opens;            /* open builds, bit i for pile i */
} mulle_quick;

typedef struct mulle_tally {
    uint32_t captures, builds, trotta, discard;
} mulle_tally;

TP_INLINE void mulle_quick_scan(const mulle_state *state, uint32_t seat, uint64_t hand_values,
                                mulle_quick *quick) {
    uint64_t loose = 0, types = 0;
    uint32_t builds = 0, mirrored = 0;
    mulle_bytes ways = mulle_one_byte(0), direct = mulle_one_byte(0);
    for (uint32_t i = 0; i < state->table.pile_count; i++) {
        uint32_t pile = state->piles[i], is_build = pile >> 7, value = mulle_pile_value(pile);
        uint64_t is_loose = is_build ^ 1u;
        builds |= is_build << i;
        loose += is_loose << (4 * ((value - 1) & 15));
        types |= is_loose << (pile & 63);
        mirrored |= (uint32_t)is_loose << (16 - value);
        if (value > 15) continue; /* a build of 16, which no sum can use */
        ways = mulle_add_bytes(ways, mulle_shift_bytes(ways, value));
        direct = mulle_add_bytes(direct, mulle_one_byte(value));
    }
    mulle_bytes groups = mulle_take_bytes(ways, direct);
    uint32_t own = 0, others = 0, two_card_others = 0, opens = 0, number = 0;
    for (; builds != 0; builds &= builds - 1, number++) {
        uint32_t at = tp_lowest_bit(builds), pile = state->piles[at], bit = 1u << (pile & MULLE_VALUE);
        uint32_t mine = mulle_owner(pile) == seat ? bit : 0, two_cards = 0;
        opens |= (uint32_t)!mulle_is_locked(pile) << at;
        own |= mine;
        others |= bit & ~mine;
        two_cards = mulle_count(mulle_build_cards(&state->table, number)) == 2 ? bit : 0;
        two_card_others |= two_cards & ~mine;
    }
    quick->loose_counts = loose;
    quick->loose_types = types;
    quick->can_capture =
        ((mulle_bytes_above(mulle_low_bytes(ways), 0) | mulle_bytes_above(mulle_high_bytes(ways), 0) << 8) &
         ((1u << MULLE_SPECIAL) - 1)) |
        ((own | others) & ~((1u << MULLE_SPECIAL) - 1));
    quick->many_groups = (mulle_bytes_above(mulle_low_bytes(groups), 1) |
                          mulle_bytes_above(mulle_high_bytes(groups), 1) << 8) &
                         ((1u << MULLE_SPECIAL) - 1);
    quick->loose = mulle_values_held(loose);
    quick->twice = mulle_values_held_twice(loose);
    quick->mirrored = mirrored;
    quick->two_card_others = two_card_others;
    quick->own = own;
    quick->others = others;
    quick->held = mulle_values_held(hand_values);
    quick->held_twice = mulle_values_held_twice(hand_values);
    quick->opens = opens;
}

TP_INLINE uint32_t mulle_quick_reservations(const mulle_quick *quick, uint32_t hand_value) {
    return quick->held & ~(1u << hand_value & ~quick->held_twice);
}

/* The values to which a card of this table value can be built on an open build. */
TP_INLINE uint32_t mulle_quick_rebuilds(const mulle_quick *quick, uint32_t seat, uint32_t added,
                                        uint32_t reservations, uint32_t pile) {
    uint32_t value = pile & MULLE_VALUE, down = value > added ? value - added : added - value;
    uint32_t itself = mulle_owner(pile) != seat ? 1u << value : 0; /* the pile itself does not count */
    return (1u << (value + added) | 1u << down) & reservations & ~(quick->others & ~itself);
}

/* How many tied sets a card can capture where several groups add up. */
MULLE_RARELY uint32_t mulle_quick_tied(const mulle_state *state, uint32_t target) {
    mulle_sums sums;
    mulle_find_sums(state, target, false, &sums);
    return sums.count;
}

TP_INLINE uint32_t mulle_quick_count(const mulle_state *state, const mulle_quick *quick, uint32_t seat,
                                     uint32_t card, mulle_tally *tally) {
    uint32_t value = mulle_table_value(card), hand_value = mulle_hand_value(card);
    uint32_t own = (quick->own >> value) & 1;
    uint32_t half = (~value & 1) << (value >> 1); /* a pair of equal cards needs two of them */
    uint32_t pairs = quick->loose & (quick->mirrored >> (16 - value)) & (~half | quick->twice);
    uint32_t gathers = ((quick->loose | quick->two_card_others) >> value & 1) | (pairs != 0);
    tally->captures = (quick->can_capture >> hand_value) & 1;
    if (TP_UNLIKELY(((quick->many_groups >> hand_value) & 1) != 0 && ((quick->loose_types >> card) & 1) == 0))
        tally->captures = mulle_quick_tied(state, hand_value);
    tally->trotta = own | gathers;
    tally->discard = 1 ^ (own & ~gathers);
    uint32_t reservations = mulle_quick_reservations(quick, hand_value);
    uint32_t values = (quick->loose << value) & reservations & ~quick->others;
    tally->builds =
        mulle_nibbles_total((quick->loose_counts << (4 * value)) & mulle_nibbles_of(values & 0x1ffff));
    for (uint32_t opens = quick->opens; opens != 0; opens &= opens - 1) {
        uint32_t pile = state->piles[tp_lowest_bit(opens)];
        tally->builds += tp_count_bits(mulle_quick_rebuilds(quick, seat, value, reservations, pile));
    }
    if (TP_UNLIKELY(((quick->own & quick->held & ~quick->held_twice) >> hand_value & 1) !=
                    0)) { /* reserved */
        tally->builds = tally->discard = 0;
        tally->trotta = hand_value == value;
    }
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

/* The hand values of a hand, as nibbles. */
TP_INLINE uint64_t mulle_hand_nibbles(const mulle_state *state, uint32_t seat) {
    uint64_t nibbles = 0;
    for (uint32_t i = 0; i < state->table.hand_count[seat]; i++)
        nibbles += mulle_nibble(mulle_hand_value(mulle_hand_card(state, seat, i)));
    return nibbles;
}

/* A uniformly random legal move of a table with few piles and a hand as it is dealt. */
TP_INLINE tp_move mulle_quick_random(const mulle_state *state, tp_rng *rng, mulle_quick *quick) {
    uint32_t seat = state->table.current, total = 0, cards = state->table.hand_count[seat], at = 0;
    uint32_t counts[MULLE_HAND];
    uint64_t seen = 0, hand = state->hand[seat];
    mulle_tally tallies[MULLE_HAND];
    mulle_quick_scan(state, seat, mulle_hand_nibbles(state, seat), quick);
    for (uint32_t i = 0; i < cards; i++) {
        uint32_t card = (uint32_t)(hand >> (8 * i)) & 0xff;
        counts[i] = 0;
        if (TP_UNLIKELY(((seen >> card) & 1) != 0)) continue; /* two copies are one action */
        seen |= 1ull << card;
        counts[i] = mulle_quick_count(state, quick, seat, card, &tallies[i]);
        total += counts[i];
    }
    uint32_t rank = tp_rng_below(rng, total);
    for (; rank >= counts[at]; at++) rank -= counts[at];
    return mulle_quick_move(state, quick, seat, (uint32_t)(hand >> (8 * at)) & 0xff, &tallies[at], rank);
}

/* The same for any table and hand. */
MULLE_RARELY tp_move mulle_slow_random(const mulle_state *state, tp_rng *rng, mulle_quick *quick) {
    tp_move moves[MULLE_MAX_MOVES];
    uint32_t count = mulle_list_moves(state, moves);
    quick->own = ~0u; /* not looked at */
    return moves[tp_rng_below(rng, count)];
}

TP_INLINE tp_move mulle_random_move(const mulle_state *state, tp_rng *rng, mulle_quick *quick) {
    const mulle_table *table = &state->table;
    bool few = table->pile_count <= MULLE_QUICK_PILES && table->hand_count[table->current] <= MULLE_HAND;
    return TP_LIKELY(few) ? mulle_quick_random(state, rng, quick) : mulle_slow_random(state, rng, quick);
}

/* Play to the end; returns the number of decisions. Afterwards only returns and scores are defined. */
TP_FUNCTION int mulle_playout(mulle_state *state, tp_chance *chance) {
    tp_chance fast = {NULL, chance->rng};
    mulle_quick quick;
    int decisions = 0;
    for (; state->table.over == 0; decisions++) {
        tp_move move = mulle_random_move(state, &fast.rng, &quick);
        uint32_t seat = state->table.current, card = mulle_move_card(move), kind = mulle_move_kind(move);
        mulle_hand_remove(state, seat, card);
        if (kind == MULLE_BUILDING) {
            mulle_do_build(state, seat, card, mulle_move_pile(move), mulle_move_value(move));
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
