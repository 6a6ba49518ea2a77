/* Mulle: what the greedy player needs to know of a table, worked out for all cards of a hand at once.
 *
 * Sets of values are words with a bit for each value. For all sums at once it is found out whether piles add up to it, and most
 * questions about a card become a few bits of such sets. Freestanding, C11 and C++17. */
#ifndef TAPETE_MULLE_QUICK_H
#define TAPETE_MULLE_QUICK_H

#include "games/mulle/moves.h"

/* ---- four bits for each value 1 .. 16, value 1 lowest ---- */

TP_INLINE uint64_t mulle_nibble(uint32_t value) { return 1ull << ((4 * (value - 1)) & 63); }

/* The values whose nibble has its lowest bit. */
TP_INLINE uint32_t mulle_values_with(uint64_t nibbles) {
    const uint64_t lowest = 0x1111111111111111ull;
#if defined(__BMI2__)
    return (uint32_t)__builtin_ia32_pext_di(nibbles, lowest) << 1;
#else
    uint32_t values = 0;
    for (nibbles &= lowest; nibbles != 0; nibbles &= nibbles - 1)
        values |= 2u << (tp_lowest_bit(nibbles) >> 2);
    return values;
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

/* With more piles a pile past the 24th may be taken, which needs more room in a move. */
enum { MULLE_QUICK_PILES = MULLE_PACK_PILES };

/* Sets of values, bit v for value v, but for the first and the last. */
typedef struct mulle_quick {
    uint64_t loose_types;
    uint32_t can_capture;  /* hand values that capture something */
    uint32_t groups;       /* hand values for which a group of smaller piles adds up */
    uint32_t loose;        /* values of loose cards */
    uint32_t gathers;      /* table values that trotta would find something for (§7) */
    uint32_t own, others;  /* builds */
    uint32_t held, single; /* hand values of the hand, and those of which it has one card */
    uint32_t opens;        /* open builds, bit i for pile i */
} mulle_quick;

/* The hand values of a hand of at most eight, as nibbles: always eight steps, since a loop of another length each time would be
 * guessed wrong. */
TP_INLINE uint64_t mulle_hand_nibbles(const mulle_state *state, uint32_t seat) {
    uint64_t nibbles = 0, hand = state->hand[seat];
    uint32_t count = state->table.hand_count[seat];
    for (uint32_t i = 0; i < MULLE_HAND; i++)
        nibbles += (uint64_t)(i < count) << (4 * (mulle_hand_value((uint32_t)(hand >> (8 * i)) & 0xff) - 1));
    return nibbles;
}

/* The places in a hand of at most eight whose cards have a hand value of this set: bit i for card i. */
TP_INLINE uint32_t mulle_hand_places(const mulle_state *state, uint32_t seat, uint32_t values) {
    uint64_t hand = state->hand[seat];
    uint32_t places = 0;
    for (uint32_t i = 0; i < MULLE_HAND; i++)
        places |= ((values >> mulle_hand_value((uint32_t)(hand >> (8 * i)) & 0xff)) & 1) << i;
    return places & ((1u << state->table.hand_count[seat]) - 1);
}

TP_INLINE void mulle_quick_scan(const mulle_state *state, uint32_t seat, mulle_quick *quick) {
    const uint32_t usual = (1u << MULLE_SPECIAL) - 1;
    uint64_t types = 0;
    uint32_t builds = 0, loose = 0, pairs = 0;
    uint32_t any = 0, groups = 0; /* sums of one pile or more, and of two or more */
    for (uint32_t i = 0; i < state->table.pile_count; i++) {
        uint32_t pile = state->piles[i], is_build = pile >> 7, value = mulle_pile_value(pile),
                 bit = 1u << value;
        uint32_t loose_bit = bit & (is_build - 1u);
        builds |= is_build << i;
        types |= (uint64_t)(is_build ^ 1u) << (pile & 63);
        pairs |= (loose << value) & (is_build - 1u);
        loose |= loose_bit;
        groups |= any << value;
        any |= any << value | bit;
    }
    uint32_t own = 0, others = 0, two_card_others = 0, opens = 0, number = 0;
    for (; builds != 0; builds &= builds - 1, number++) {
        uint32_t at = tp_lowest_bit(builds), pile = state->piles[at], bit = 1u << (pile & MULLE_VALUE);
        uint32_t mine = bit & ((mulle_owner(pile) ^ seat) - 1u);
        uint32_t two_cards = mulle_count(mulle_build_cards(&state->table, number)) == 2 ? bit : 0;
        opens |= (uint32_t)!mulle_is_locked(pile) << at;
        own |= mine;
        others |= bit & ~mine;
        two_card_others |= two_cards & ~mine;
    }
    quick->loose_types = types;
    quick->can_capture = (any & usual) | ((own | others) & ~usual);
    quick->groups = groups & usual;
    quick->loose = loose;
    quick->gathers = loose | pairs | two_card_others;
    quick->own = own;
    quick->others = others;
    quick->opens = opens;
}

TP_INLINE void mulle_quick_scan_hand(uint64_t hand_nibbles, mulle_quick *quick) {
    quick->held = mulle_values_held(hand_nibbles);
    quick->single = quick->held & ~mulle_values_held_twice(hand_nibbles);
}

/* Hand values for which a card is left once one of this hand value has been played. */
TP_INLINE uint32_t mulle_quick_reservations(const mulle_quick *quick, uint32_t hand_value) {
    return quick->held & ~(1u << hand_value & quick->single);
}

TP_INLINE bool mulle_quick_reserved(const mulle_quick *quick, uint32_t hand_value) {
    return ((quick->own & quick->single) >> hand_value & 1) != 0;
}

/* The values to which a card of this table value can be built on an open build. */
TP_INLINE uint32_t mulle_quick_rebuilds(const mulle_quick *quick, uint32_t seat, uint32_t added,
                                        uint32_t reservations, uint32_t pile) {
    uint32_t value = pile & MULLE_VALUE, down = value > added ? value - added : added - value;
    uint32_t itself = (mulle_owner(pile) ^ seat) << value; /* the opponent's pile itself does not count */
    return (1u << (value + added) | 1u << down) & reservations & ~(quick->others & ~itself);
}

TP_INLINE bool mulle_is_quick(const mulle_table *table) {
    return table->pile_count <= MULLE_QUICK_PILES && table->hand_count[table->current] <= MULLE_HAND;
}

#endif
