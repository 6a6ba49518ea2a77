/* Chance: where cards, dice and every other accident come from.
 *
 * Rules never own a random number generator. They draw from a tp_chance that the caller hands in, and say
 * with every draw its kind, whose it is and who sees it. The handle stands for one of
 *
 *   the generator   xoshiro256**, inlined into the rules: for play-outs and searches (source == NULL)
 *   a dealer        a keyed function of (kind, shuffle, index): for real games, can be checked afterwards
 *   a script        outcomes given in words, then something else: for replays, tests and real tables
 *
 * The last two implement tp_chance_source. A source cannot refuse a draw: if it cannot deliver the wanted
 * outcome (a script asks for a fifth Sylop) it notes that, returns any possible outcome, and its owner
 * throws the resulting state away.
 *
 * Freestanding, C11 and C++17. */
#ifndef TAPETE_CHANCE_H
#define TAPETE_CHANCE_H

#include "tapete/bits.h"

/* ---- the generator ---- */

/* xoshiro256** by David Blackman and Sebastiano Vigna: the state is never all zero. */
typedef struct tp_rng {
    uint64_t s[4];
} tp_rng;

/* Fill the generator from any 64-bit seed, by splitmix64. Different seeds give unrelated sequences. */
TP_INLINE void tp_rng_seed(tp_rng *rng, uint64_t seed) {
    for (int i = 0; i < 4; i++) {
        seed += 0x9e3779b97f4a7c15ull;
        uint64_t z = seed;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
        rng->s[i] = z ^ (z >> 31);
    }
}

TP_INLINE uint64_t tp_rng_next(tp_rng *rng) {
    uint64_t *s = rng->s;
    uint64_t scrambled = s[1] * 5;
    uint64_t result = ((scrambled << 7) | (scrambled >> 57)) * 9;
    uint64_t shifted = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = (s[3] << 45) | (s[3] >> 19);
    return result;
}

/* Uniform in 0 .. n-1, n > 0. A multiplication instead of a division; the bias is below n / 2^64. */
TP_INLINE uint32_t tp_rng_below(tp_rng *rng, uint32_t n) {
    return (uint32_t)tp_multiply_high(tp_rng_next(rng), n);
}

/* In [0, 1), with 53 bits. */
TP_INLINE double tp_rng_fraction(tp_rng *rng) { return (double)(tp_rng_next(rng) >> 11) * 0x1p-53; }

/* Several small numbers from one draw: `fraction` is a uniform 64-bit number read as a fraction of one. Its
 * product with n has a whole part, the result, and a fraction that is uniform again. Each call uses up
 * log2(n) of the 64 bits; as long as no more than 32 are used the bias stays below 2^-32. */
TP_INLINE uint32_t tp_fraction_below(uint64_t *fraction, uint32_t n) {
    uint64_t whole = tp_multiply_high(*fraction, n);
    *fraction *= n;
    return (uint32_t)whole;
}

/* ---- the handle that rules draw from ---- */

typedef struct tp_chance tp_chance;

/* What is drawn. Known when the rules are compiled, or nearly so: with the generator all of it is optimised
 * away. */
typedef struct tp_draw {
    uint32_t kind;     /* index into the game's kinds */
    int32_t seat;      /* whose hand it goes to, or TP_TABLE */
    uint32_t audience; /* who sees the outcome: TP_ONLY(seat), TP_EVERYBODY, TP_NOBODY or any set of seats.
                        * Spectators see what everybody sees. */
} tp_draw;

/* C11 and C++17 alike have no shorter way to write one. */
TP_INLINE tp_draw tp_draw_of(uint32_t kind, int32_t seat, uint32_t audience) {
    tp_draw draw;
    draw.kind = kind;
    draw.seat = seat;
    draw.audience = audience;
    return draw;
}

typedef struct tp_chance_source {
    /* Choose one of `count` outcomes; outcome i has probability weights[i] / sum of weights, which is not 0.
     */
    uint32_t (*pick)(tp_chance *chance, const tp_draw *draw, const uint8_t *weights, uint32_t count);
    /* The pile of this kind has been shuffled: its draws are counted from 0 again. */
    void (*shuffle)(tp_chance *chance, uint32_t kind);
} tp_chance_source;

/* A source is a struct whose first member is a tp_chance. */
struct tp_chance {
    const tp_chance_source *source; /* NULL: the generator */
    tp_rng rng;                     /* the generator, if there is no source */
};

TP_INLINE void tp_chance_from_seed(tp_chance *chance, uint64_t seed) {
    chance->source = NULL;
    tp_rng_seed(&chance->rng, seed);
}

enum { TP_MAX_OUTCOMES = 64 };

TP_INLINE void tp_shuffle(tp_chance *chance, uint32_t kind) {
    if (TP_UNLIKELY(chance->source != NULL)) chance->source->shuffle(chance, kind);
}

/* One of n equally likely outcomes, 1 <= n <= TP_MAX_OUTCOMES. */
TP_INLINE uint32_t tp_pick_below(tp_chance *chance, tp_draw draw, uint32_t n) {
    if (TP_LIKELY(chance->source == NULL)) return tp_rng_below(&chance->rng, n);
    uint8_t weights[TP_MAX_OUTCOMES];
    for (uint32_t i = 0; i < n; i++) weights[i] = 1;
    return chance->source->pick(chance, &draw, weights, n);
}

/* One member of a set that is not empty; every member is equally likely. */
TP_INLINE uint32_t tp_pick_bit(tp_chance *chance, tp_draw draw, uint64_t set) {
    if (TP_LIKELY(chance->source == NULL)) {
        return tp_select_bit(set, tp_rng_below(&chance->rng, tp_count_bits(set)));
    }
    uint8_t weights[TP_MAX_OUTCOMES];
    for (uint32_t i = 0; i < TP_MAX_OUTCOMES; i++) weights[i] = (uint8_t)((set >> i) & 1);
    return chance->source->pick(chance, &draw, weights, TP_MAX_OUTCOMES);
}

/* One card of a pile with at most two of each type: the types of which there is at least one, and those of
 * which there are both (a subset). Returns its type; every card is equally likely. */
TP_INLINE uint32_t tp_pick_twofold(tp_chance *chance, tp_draw draw, uint64_t one, uint64_t both) {
    if (TP_LIKELY(chance->source == NULL)) {
        uint32_t types = tp_count_bits(one), rank = tp_rng_below(&chance->rng, types + tp_count_bits(both));
        return rank < types ? tp_select_bit(one, rank) : tp_select_bit(both, rank - types);
    }
    uint8_t weights[TP_MAX_OUTCOMES];
    for (uint32_t i = 0; i < TP_MAX_OUTCOMES; i++)
        weights[i] = (uint8_t)(((one >> i) & 1) + ((both >> i) & 1));
    return chance->source->pick(chance, &draw, weights, TP_MAX_OUTCOMES);
}

/* One card of a pile of eight types (bits.h): the type that it has. */
TP_INLINE uint32_t tp_pick_lane(tp_chance *chance, tp_draw draw, uint64_t lanes) {
    if (TP_LIKELY(chance->source == NULL)) {
        return tp_lanes_select(lanes, tp_rng_below(&chance->rng, tp_lanes_total(lanes)));
    }
    uint8_t weights[8];
    for (uint32_t i = 0; i < 8; i++) weights[i] = (uint8_t)tp_lane_get(lanes, i);
    return chance->source->pick(chance, &draw, weights, 8);
}

#endif
