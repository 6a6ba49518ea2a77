/* Mulle: sets of values and lists of piles in machine words, of which the greedy player and the random
 * play-out are made. Freestanding, C11 and C++17. */
#ifndef TAPETE_MULLE_WORDS_H
#define TAPETE_MULLE_WORDS_H

#include "games/mulle/moves.h"

/* ---- four bits for each value 1 .. 16, value 1 lowest ---- */

/* A set of values has the lowest bit of each, a count all four. The types of a table value are the four bits
 * of that value. */
#define MULLE_LOWEST 0x1111111111111111ull
#define MULLE_EVEN_NIBBLES 0x0f0f0f0f0f0f0f0full

TP_INLINE uint64_t mulle_nibble(uint32_t value) { return 1ull << ((4 * (value - 1)) & 63); }
TP_INLINE bool mulle_has(uint64_t set, uint32_t value) { return (set & mulle_nibble(value)) != 0; }

/* Values of at least one, and of at least two. */
TP_INLINE uint64_t mulle_some(uint64_t counts) {
    counts |= counts >> 2;
    return (counts | counts >> 1) & MULLE_LOWEST;
}
TP_INLINE uint64_t mulle_several(uint64_t counts) {
    return (counts >> 1 | counts >> 2 | counts >> 3) & MULLE_LOWEST;
}

/* How many types of each table value are in a set of them. */
TP_INLINE uint64_t mulle_count_types(uint64_t types) {
    types -= (types >> 1) & 0x5555555555555555ull;
    return (types & 0x3333333333333333ull) + ((types >> 2) & 0x3333333333333333ull);
}

/* The sum of all counts, at most 255. */
TP_INLINE uint32_t mulle_sum_counts(uint64_t counts) {
    return tp_lanes_total((counts & MULLE_EVEN_NIBBLES) + ((counts >> 4) & MULLE_EVEN_NIBBLES));
}

/* From value v to bit v, and back. */
TP_INLINE uint32_t mulle_gather_values(uint64_t set) {
#if defined(__BMI2__)
    return (uint32_t)__builtin_ia32_pext_di(set, MULLE_LOWEST) << 1;
#else
    set = (set | set >> 3) & 0x0303030303030303ull;
    set = (set | set >> 6) & 0x000f000f000f000full;
    set = (set | set >> 12) & 0x000000ff000000ffull;
    return (uint32_t)(set | set >> 24) << 1 & 0x1fffe;
#endif
}
TP_INLINE uint64_t mulle_spread_values(uint32_t values) {
#if defined(__BMI2__)
    return __builtin_ia32_pdep_di(values >> 1, MULLE_LOWEST);
#else
    uint64_t set = (values >> 1) & 0xffff;
    set = (set | set << 24) & 0x000000ff000000ffull;
    set = (set | set << 12) & 0x000f000f000f000full;
    set = (set | set << 6) & 0x0303030303030303ull;
    return (set | set << 3) & MULLE_LOWEST;
#endif
}

/* Value v of the lower eight becomes value 2v - 1. */
TP_INLINE uint64_t mulle_spread_nibbles(uint64_t set) {
#if defined(__BMI2__)
    return __builtin_ia32_pdep_di(set, MULLE_EVEN_NIBBLES);
#else
    set &= 0xffffffffu;
    set = (set | set << 16) & 0x0000ffff0000ffffull;
    set = (set | set << 8) & 0x00ff00ff00ff00ffull;
    return (set | set << 4) & MULLE_EVEN_NIBBLES;
#endif
}

/* Value v becomes value 17 - v. */
TP_INLINE uint64_t mulle_mirror(uint64_t set) {
    set = ((set >> 4) & MULLE_EVEN_NIBBLES) | (set & MULLE_EVEN_NIBBLES) << 4;
#if defined(__GNUC__)
    return __builtin_bswap64(set);
#else
    set = ((set >> 8) & 0x00ff00ff00ff00ffull) | (set & 0x00ff00ff00ff00ffull) << 8;
    set = ((set >> 16) & 0x0000ffff0000ffffull) | (set & 0x0000ffff0000ffffull) << 16;
    return set >> 32 | set << 32;
#endif
}

/* The types whose table value is in a set, and those whose hand value is. */
TP_INLINE uint64_t mulle_types_of(uint64_t values) { return (values & MULLE_ALL_TYPES) * 15; }

TP_INLINE uint64_t mulle_types_for(uint64_t hand_values) {
    uint64_t special = ((hand_values >> 52) & 1) * 15 | ((hand_values >> 56) & 1) << MULLE_SP2 |
                       (hand_values >> 60) << MULLE_RU10;
    return (mulle_types_of(hand_values) & ~MULLE_SPECIAL_TYPES) | special;
}

/* The hand values of some types. */
TP_INLINE uint64_t mulle_values_for(uint64_t types) {
    uint64_t special = (uint64_t)((types & 15) != 0) << 52 | ((types >> MULLE_SP2) & 1) << 56 |
                       ((types >> MULLE_RU10) & 1) << 60;
    return mulle_some(types & MULLE_ALL_TYPES & ~MULLE_SPECIAL_TYPES) | special;
}

/* The table values of cards that change an open build up, and those that change it down, to one of some
 * values. */
TP_INLINE uint64_t mulle_changes_up(uint64_t to, uint32_t value) { return to >> (4 * (value - 1)) >> 4; }
TP_INLINE uint64_t mulle_changes_down(uint64_t to, uint32_t value) {
    return to << (4 * (value - 1)) << 4 | mulle_mirror(to) >> (4 * (17 - value));
}

/* The hand values of a hand of at most eight, as nibbles: always eight steps, since a loop of another length
 * each time would be guessed wrong. */
TP_INLINE uint64_t mulle_hand_nibbles(const mulle_state *state, uint32_t seat) {
    uint64_t nibbles = 0, hand = state->hand[seat];
    uint32_t count = state->table.hand_count[seat];
    for (uint32_t i = 0; i < MULLE_HAND; i++)
        nibbles += (uint64_t)(i < count) << (4 * (mulle_hand_value((uint32_t)(hand >> (8 * i)) & 0xff) - 1));
    return nibbles;
}

/* ---- eight piles in the bytes of a word ---- */

/* Their values; 31 for a byte of ones, which is no pile. */
TP_INLINE uint64_t mulle_values_of(uint64_t piles) {
    uint64_t builds = ((piles >> 7) & TP_LANES_ONE) * 0xff;
    uint64_t loose = ((piles >> 2) & MULLE_EVEN_NIBBLES) + TP_LANES_ONE;
    return (piles & builds & (MULLE_VALUE * TP_LANES_ONE)) | (loose & ~builds);
}

/* Marks are the top bits of bytes. */
/* The bytes that are zero. */
TP_INLINE uint64_t mulle_zero_bytes(uint64_t word) {
    return ~(((word & ~TP_LANES_TOP) + ~TP_LANES_TOP) | word) & TP_LANES_TOP;
}

/* The values below one. */
TP_INLINE uint64_t mulle_mark_smaller(uint64_t values, uint32_t than) {
    return ~((values | TP_LANES_TOP) - than * TP_LANES_ONE) & TP_LANES_TOP;
}

/* Of some piles with values below a target those that may be in a group, since piles of `any` sum add up to
 * what they lack: worth looking for if there are many. */
enum { MULLE_MANY_PILES = 5 };

TP_INLINE uint64_t mulle_mark_useful(uint64_t values, uint64_t smaller, uint32_t any, uint32_t target) {
    uint64_t useful = 0;
    for (uint32_t i = 0; i < 64; i += 8)
        useful |= (uint64_t)((any >> ((target - (uint32_t)(values >> i)) & 31)) & 1) << (i + 7);
    return useful & smaller;
}

/* Marks as bits, and back. */
TP_INLINE uint32_t mulle_marks_to_bits(uint64_t marks) {
    return (uint32_t)((marks >> 7) * 0x0102040810204080ull >> 56);
}
TP_INLINE uint64_t mulle_bits_to_marks(uint32_t bits) {
    return (((bits & 0xff) * TP_LANES_ONE & 0x8040201008040201ull) + ~TP_LANES_TOP) & TP_LANES_TOP;
}

/* The bytes of a word that are not marked, moved together. */
TP_INLINE uint64_t mulle_close_up(uint64_t word, uint64_t marks) {
    uint64_t kept = ~((marks >> 7) * 0xff);
#if defined(__BMI2__)
    return __builtin_ia32_pext_di(word, kept);
#else
    uint64_t closed = 0;
    uint32_t at = 0;
    for (uint32_t i = 0; i < 64; i += 8) {
        closed |= (word >> i & kept >> i & 0xff) << (at & 63);
        at += (uint32_t)(kept >> i) & 8;
    }
    return closed;
#endif
}

/* The bits that are set in `among`, one for each bit of `set`, which is over them. */
TP_INLINE uint32_t mulle_among(uint32_t set, uint32_t among) {
#if defined(__BMI2__)
    return (uint32_t)__builtin_ia32_pdep_di(set, among);
#else
    uint32_t found = 0;
    for (; among != 0; among &= among - 1, set >>= 1) found |= among & (0u - among) & (0u - (set & 1));
    return found;
#endif
}

#endif
