/* Small sets and multisets in machine words. Freestanding.
 *
 * "Lanes" are eight byte-wide counters in one 64-bit word: lane t holds how many cards of type t there are. A
 * deck of up to eight card types with at most 127 cards in all fits one word, and a random card is found
 * without a branch. */
#ifndef TAPETE_BITS_H
#define TAPETE_BITS_H

#include "tapete/base.h"

TP_INLINE uint32_t tp_count_bits(uint64_t set) {
#if defined(__GNUC__) && (defined(__POPCNT__) || !defined(__x86_64__))
    return (uint32_t)__builtin_popcountll(set);
#else
    set -= (set >> 1) & 0x5555555555555555ull;
    set = (set & 0x3333333333333333ull) + ((set >> 2) & 0x3333333333333333ull);
    set = (set + (set >> 4)) & 0x0f0f0f0f0f0f0f0full;
    return (uint32_t)((set * 0x0101010101010101ull) >> 56);
#endif
}

/* The position of the lowest set bit; the set is not empty. */
TP_INLINE uint32_t tp_lowest_bit(uint64_t set) {
    tp_assert(set != 0);
#if defined(__GNUC__)
    return (uint32_t)__builtin_ctzll(set);
#else
    uint32_t position = 0;
    for (; (set & 1) == 0; set >>= 1) position++;
    return position;
#endif
}

/* The high word of a 64 x 64 bit product: turns a uniform 64-bit number into a uniform number below n. */
TP_INLINE uint64_t tp_multiply_high(uint64_t a, uint64_t b) {
#if defined(__SIZEOF_INT128__)
    __extension__ typedef unsigned __int128 wide;
    return (uint64_t)(((wide)a * b) >> 64);
#else
    uint64_t a_low = (uint32_t)a, a_high = a >> 32, b_low = (uint32_t)b, b_high = b >> 32;
    uint64_t low = a_low * b_low, middle = a_high * b_low + (low >> 32);
    uint64_t middle_low = (uint32_t)middle + a_low * b_high;
    return a_high * b_high + (middle >> 32) + (middle_low >> 32);
#endif
}

#define TP_LANES_ONE 0x0101010101010101ull
#define TP_LANES_TOP 0x8080808080808080ull

TP_INLINE uint64_t tp_lane(uint32_t lane) { return 1ull << (8 * lane); }

TP_INLINE uint32_t tp_lane_get(uint64_t lanes, uint32_t lane) {
    return (uint32_t)(lanes >> (8 * lane)) & 0xff;
}

/* The sum of all lanes; at most 255. */
TP_INLINE uint32_t tp_lanes_total(uint64_t lanes) { return (uint32_t)((lanes * TP_LANES_ONE) >> 56); }

/* The lane in which card number `rank` lies when the cards are laid out lane after lane; rank < total <= 127.
 * The multiplication makes running totals, the subtraction compares all eight with the rank at once. */
TP_INLINE uint32_t tp_lanes_select(uint64_t lanes, uint32_t rank) {
    tp_assert(rank < tp_lanes_total(lanes));
    uint64_t running_totals = lanes * TP_LANES_ONE;
    uint64_t rank_at_least_total = ((rank * TP_LANES_ONE) | TP_LANES_TOP) - running_totals;
    return (uint32_t)((((rank_at_least_total & TP_LANES_TOP) >> 7) * TP_LANES_ONE) >> 56);
}

/* The position of the set bit that has `rank` set bits below it; rank < number of bits. Without PDEP: find
 * the byte by its lane, then the bit in the byte. */
TP_INLINE uint32_t tp_select_bit(uint64_t set, uint32_t rank) {
    tp_assert(rank < tp_count_bits(set));
#if defined(__BMI2__)
    return tp_lowest_bit(__builtin_ia32_pdep_di(1ull << rank, set));
#else
    uint64_t counts = set - ((set >> 1) & 0x5555555555555555ull);
    counts = (counts & 0x3333333333333333ull) + ((counts >> 2) & 0x3333333333333333ull);
    counts = (counts + (counts >> 4)) & 0x0f0f0f0f0f0f0f0full;
    uint32_t lane = tp_lanes_select(counts, rank) & 7;
    uint32_t below = (uint32_t)(((counts * TP_LANES_ONE) << 8) >> (8 * lane)) & 0xff;
    uint32_t bits = (uint32_t)(set >> (8 * lane)) & 0xff;
    for (rank -= below; rank != 0; rank--) bits &= bits - 1;
    return 8 * lane + tp_lowest_bit(bits);
#endif
}

#endif
