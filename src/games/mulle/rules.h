/* Mulle: the rules.
 *
 * From docs/rules/exact/mulle.md, which is cited here by section (§) and decision (R). Freestanding, in the
 * subset that is both C11 and C++17: no libc, no allocation, no mutable globals. The packing of sums is in
 * pack.h, what can be played in moves.h, the random play-out in playout.h; words are in notation.c.
 *
 * What is public and what is not is a matter of types: `mulle_table` holds everything that lies open or can
 * be worked out from open events (§3, Information), and only `mulle_state` adds hands and stock.
 *
 * Cards are types 0 .. 51 of which there are two each, so a multiset of cards is two words: the types of
 * which there is at least one, and those of which there are both. The order of the cards inside a pile is no
 * part of the rules and is not kept. */
#ifndef TAPETE_MULLE_RULES_H
#define TAPETE_MULLE_RULES_H

#include "games/mulle/pack.h"
#include "tapete/chance.h"

/* ---- cards and values (§1) ---- */

enum {
    MULLE_SEATS = 2,
    MULLE_SUITS = 4, /* KL, SP, HJ, RU */
    MULLE_RANKS = 13,
    MULLE_TYPES = MULLE_SUITS * MULLE_RANKS, /* type = (table value - 1) x 4 + suit */
    MULLE_CARDS = 2 * MULLE_TYPES,
    MULLE_NO_CARD = MULLE_TYPES,

    MULLE_SPADES = 1,
    MULLE_SP2 = 4 + MULLE_SPADES,
    MULLE_RU10 = 4 * 9 + 3,

    MULLE_RONDER = 6,
    MULLE_HAND = 8,        /* dealt to each seat in a rond */
    MULLE_TABLE_CARDS = 8, /* dealt to the table in an omgång */
    MULLE_SPECIAL = 14,    /* hand values from here on take builds only */
    MULLE_MOST_VALUE = 16, /* of a build */
    MULLE_MAX_BUILDS = 32, /* 16 values, 2 owners */
    MULLE_MAX_PILES = MULLE_CARDS,
    MULLE_MAX_OMGANGAR = 99,
    MULLE_INTAKE_LIMIT = 20 /* the bonus begins above it */
};

#define MULLE_ALL_TYPES ((1ull << MULLE_TYPES) - 1)
#define MULLE_SPECIAL_TYPES (0xfull | 1ull << MULLE_SP2 | 1ull << MULLE_RU10)
#define MULLE_SPADE_TYPES (0x2222222222222ull)
#define MULLE_TYPES_OF_VALUE(value) (0xfull << (4 * ((value)-1)))

TP_INLINE uint32_t mulle_table_value(uint32_t card) { return (card >> 2) + 1; }

TP_INLINE bool mulle_is_special(uint32_t card) { return ((MULLE_SPECIAL_TYPES >> card) & 1) != 0; }

TP_INLINE uint32_t mulle_hand_value(uint32_t card) {
    static const uint8_t values[64] = {14, 14, 14, 14, 2,  15, 2,  2,  3,  3,  3,  3,  4,  4,  4,  4, 5, 5,
                                       5,  5,  6,  6,  6,  6,  7,  7,  7,  7,  8,  8,  8,  8,  9,  9, 9, 9,
                                       10, 10, 10, 16, 11, 11, 11, 11, 12, 12, 12, 12, 13, 13, 13, 13};
    return values[card & 63];
}

TP_INLINE uint32_t mulle_mulle_value(uint32_t card) {
    return card < MULLE_SUITS ? 14 : mulle_table_value(card);
}

/* A multiset of cards; `both` is a subset of `one`. */
typedef struct mulle_cards {
    uint64_t one, both;
} mulle_cards;

TP_INLINE mulle_cards mulle_card(uint32_t card) {
    mulle_cards cards;
    cards.one = 1ull << card;
    cards.both = 0;
    return cards;
}

TP_INLINE void mulle_add(mulle_cards *to, mulle_cards cards) {
    to->both |= cards.both | (to->one & cards.one);
    to->one |= cards.one;
}

/* What is left without these, which are all there. */
TP_INLINE mulle_cards mulle_without(mulle_cards from, mulle_cards cards) {
    mulle_cards rest;
    rest.one = (from.one & ~cards.one) | (from.both & ~cards.both);
    rest.both = from.both & ~cards.one;
    return rest;
}

TP_INLINE uint32_t mulle_count(mulle_cards cards) {
    return tp_count_bits(cards.one) + tp_count_bits(cards.both);
}

TP_INLINE uint32_t mulle_copies(mulle_cards cards, uint32_t card) {
    return (uint32_t)((cards.one >> card) & 1) + (uint32_t)((cards.both >> card) & 1);
}

/* Intake (§1): SPA 3; SP2, RU10 2; other aces and spades 1. */
TP_INLINE uint32_t mulle_intake(mulle_cards cards) {
    const uint64_t points = MULLE_SPADE_TYPES | 0xfull | 1ull << MULLE_RU10;
    const uint64_t second = 1ull << MULLE_SPADES | 1ull << MULLE_SP2 | 1ull << MULLE_RU10;
    const uint64_t third = 1ull << MULLE_SPADES;
    return tp_count_bits(cards.one & points) + tp_count_bits(cards.both & points) +
           tp_count_bits(cards.one & second) + tp_count_bits(cards.both & second) +
           tp_count_bits(cards.one & third) + tp_count_bits(cards.both & third);
}

/* ---- state (§3) ---- */

/* A pile on the table: a loose card is its type, a build a byte with value, owner and lock. */
enum { MULLE_BUILD = 0x80, MULLE_LOCKED = 0x40, MULLE_OWNER_B = 0x20, MULLE_VALUE = 0x1f };

TP_INLINE bool mulle_is_build(uint32_t pile) { return (pile & MULLE_BUILD) != 0; }
TP_INLINE bool mulle_is_locked(uint32_t pile) { return (pile & MULLE_LOCKED) != 0; }
TP_INLINE uint32_t mulle_owner(uint32_t pile) { return (pile & MULLE_OWNER_B) != 0; }

/* Without a branch, which would be guessed wrong every third time: all ones where it is a build. */
TP_INLINE uint32_t mulle_pile_value(uint32_t pile) {
    uint32_t build = 0u - (pile >> 7);
    return (pile & MULLE_VALUE & build) | (mulle_table_value(pile) & ~build);
}

TP_INLINE uint32_t mulle_build_byte(uint32_t value, uint32_t owner, bool locked) {
    return MULLE_BUILD | value | (owner != 0 ? (uint32_t)MULLE_OWNER_B : 0u) |
           (locked ? (uint32_t)MULLE_LOCKED : 0u);
}

/* Everything that everybody knows, except the piles. */
typedef struct mulle_table {
    uint64_t builds[MULLE_MAX_BUILDS]; /* the types in each build, in the order of the table */
    uint64_t build_both;               /* types of which both cards lie in the same build */
    mulle_cards captured[MULLE_SEATS];
    uint64_t mulles[MULLE_SEATS];  /* types that were a mulle */
    uint32_t implied[MULLE_SEATS]; /* bit v: the seat surely holds a card of hand value v */
    uint16_t session[MULLE_SEATS]; /* totals of the finished omgångar */
    uint8_t tabbe[MULLE_SEATS];
    uint8_t hand_count[MULLE_SEATS];
    uint8_t pile_count;
    uint8_t build_count;
    uint8_t current;
    uint8_t starter; /* of this omgång */
    uint8_t rond;    /* 1..6 */
    uint8_t omgang;  /* from 1 */
    uint8_t omgangar;
    uint8_t over;
    uint8_t unused[8]; /* zero: the size is a multiple of eight without padding */
} mulle_table;

/* Hands and piles are lists of bytes. A hand has its first eight cards in one word, card i in byte i counted
 * from the low end.
 *
 * `piles` begins with the piles. Its end holds what only positions from outside have: a stock whose order is
 * given, then the cards past the eighth of hand A, then those of hand B. Both ends cannot meet, since each
 * byte stands for a card of its own. All other bytes are zero. */
typedef struct mulle_state {
    mulle_table table;
    uint64_t hand[MULLE_SEATS];
    uint8_t piles[MULLE_MAX_PILES];
    uint8_t stock_count; /* cards whose order is given; the others are drawn when they are dealt */
    uint8_t unused[7];   /* zero */
} mulle_state;

/* ---- hands ---- */

TP_INLINE uint32_t mulle_extra(const mulle_table *table, uint32_t seat) {
    return table->hand_count[seat] > MULLE_HAND ? table->hand_count[seat] - (uint32_t)MULLE_HAND : 0;
}

/* Where the cards past the eighth of a hand begin in `piles`. */
TP_INLINE uint32_t mulle_extra_start(const mulle_table *table, uint32_t seat) {
    return MULLE_MAX_PILES - mulle_extra(table, 1) - (seat == 0 ? mulle_extra(table, 0) : 0);
}

TP_INLINE uint32_t mulle_hand_card(const mulle_state *state, uint32_t seat, uint32_t index) {
    if (TP_LIKELY(index < MULLE_HAND)) return (uint32_t)(state->hand[seat] >> (8 * index)) & 0xff;
    return state->piles[mulle_extra_start(&state->table, seat) + index - MULLE_HAND];
}

TP_INLINE mulle_cards mulle_hand_cards(const mulle_state *state, uint32_t seat) {
    mulle_cards cards = {0, 0};
    for (uint32_t i = 0; i < state->table.hand_count[seat]; i++)
        mulle_add(&cards, mulle_card(mulle_hand_card(state, seat, i)));
    return cards;
}

/* Take a byte out of the end of `piles`; what lies before it moves up. */
TP_FUNCTION uint32_t mulle_tail_take(mulle_state *state, uint32_t at) {
    uint32_t start = mulle_extra_start(&state->table, 0) - state->stock_count, byte = state->piles[at];
    for (; at > start; at--) state->piles[at] = state->piles[at - 1];
    state->piles[start] = 0;
    return byte;
}

/* Play a card out of a hand: the gap closes. The card is there. */
TP_INLINE void mulle_hand_remove(mulle_state *state, uint32_t seat, uint32_t card) {
    uint32_t count = state->table.hand_count[seat];
    uint64_t hand = state->hand[seat], differ = hand ^ (card * TP_LANES_ONE), next = 0;
    /* the lowest bit marks the first of the eight bytes that is the card; bytes beyond the hand are zero and
     * come later */
    uint64_t same = (differ - TP_LANES_ONE) & ~differ & TP_LANES_TOP;
    tp_assert(same == 0 ? count > MULLE_HAND : tp_lowest_bit(same) / 8 < count);
    if (TP_UNLIKELY(same == 0)) { /* past the eighth */
        uint32_t at = mulle_extra_start(&state->table, seat);
        while (state->piles[at] != card) at++;
        mulle_tail_take(state, at);
    } else {
        uint64_t below = ((same & (0 - same)) >> 7) - 1;
        if (TP_UNLIKELY(count > MULLE_HAND))
            next = mulle_tail_take(state, mulle_extra_start(&state->table, seat));
        state->hand[seat] = (hand & below) | ((hand >> 8) & ~below) | next << 56;
    }
    state->table.hand_count[seat] = (uint8_t)(count - 1);
}

/* ---- piles ---- */

/* A set of piles by index. */
typedef struct mulle_piles {
    uint64_t low, high;
} mulle_piles;

TP_INLINE bool mulle_holds(mulle_piles set, uint32_t index) {
    return (((index < 64 ? set.low : set.high) >> (index & 63)) & 1) != 0;
}

TP_INLINE void mulle_set_pile(mulle_piles *set, uint32_t index) {
    if (index < 64) {
        set->low |= 1ull << index;
    } else {
        set->high |= 1ull << (index - 64);
    }
}

TP_INLINE mulle_cards mulle_build_cards(const mulle_table *table, uint32_t build) {
    mulle_cards cards;
    cards.one = table->builds[build];
    cards.both = table->builds[build] & table->build_both;
    return cards;
}

/* The cards of some piles: all of them, and those that lie in builds. */
typedef struct mulle_haul {
    mulle_cards cards, from_builds;
} mulle_haul;

TP_INLINE mulle_haul mulle_look_at(const mulle_state *state, mulle_piles set) {
    mulle_haul haul = {{0, 0}, {0, 0}};
    uint32_t build = 0;
    for (uint32_t i = 0; i < state->table.pile_count; i++) {
        uint32_t pile = state->piles[i];
        if (mulle_holds(set, i)) {
            if (mulle_is_build(pile)) {
                mulle_add(&haul.from_builds, mulle_build_cards(&state->table, build));
            } else {
                mulle_add(&haul.cards, mulle_card(pile));
            }
        }
        build += mulle_is_build(pile);
    }
    mulle_add(&haul.cards, haul.from_builds);
    return haul;
}

/* Take these piles off the table; the others close up. Without branches: whether a pile is taken and whether
 * it is a build are masks. */
TP_INLINE mulle_haul mulle_take(mulle_state *state, mulle_piles set) {
    mulle_table *table = &state->table;
    mulle_haul haul = {{0, 0}, {0, 0}};
    uint32_t count = table->pile_count, builds = table->build_count, kept = 0, build = 0, kept_builds = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t pile = state->piles[i], is_build = pile >> 7, taken = mulle_holds(set, i);
        uint64_t cards = table->builds[build & (MULLE_MAX_BUILDS - 1)],
                 from_build = 0ull - (is_build & taken);
        mulle_cards loose = {(uint64_t)(~is_build & taken) << (pile & 63), 0};
        mulle_cards built = {cards & from_build, cards & table->build_both & from_build};
        mulle_add(&haul.cards, loose);
        mulle_add(&haul.from_builds, built);
        state->piles[kept] = (uint8_t)pile;
        table->builds[kept_builds & (MULLE_MAX_BUILDS - 1)] =
            is_build != 0 ? cards : table->builds[kept_builds & (MULLE_MAX_BUILDS - 1)];
        kept += taken ^ 1u;
        kept_builds += is_build & (taken ^ 1u);
        build += is_build;
    }
    for (uint32_t i = kept; i < count; i++) state->piles[i] = 0;
    for (uint32_t i = kept_builds; i < builds; i++) table->builds[i] = 0;
    table->build_both &= ~haul.from_builds.one;
    table->pile_count = (uint8_t)kept;
    table->build_count = (uint8_t)kept_builds;
    mulle_add(&haul.cards, haul.from_builds);
    return haul;
}

/* Eight bytes as a word, the first lowest. Compilers make one instruction of it. */
TP_INLINE uint64_t mulle_load_eight(const uint8_t *bytes) {
    return (uint64_t)bytes[0] | (uint64_t)bytes[1] << 8 | (uint64_t)bytes[2] << 16 |
           (uint64_t)bytes[3] << 24 | (uint64_t)bytes[4] << 32 | (uint64_t)bytes[5] << 40 |
           (uint64_t)bytes[6] << 48 | (uint64_t)bytes[7] << 56;
}
TP_INLINE void mulle_store_eight(uint8_t *bytes, uint64_t word) {
    bytes[0] = (uint8_t)word;
    bytes[1] = (uint8_t)(word >> 8);
    bytes[2] = (uint8_t)(word >> 16);
    bytes[3] = (uint8_t)(word >> 24);
    bytes[4] = (uint8_t)(word >> 32);
    bytes[5] = (uint8_t)(word >> 40);
    bytes[6] = (uint8_t)(word >> 48);
    bytes[7] = (uint8_t)(word >> 56);
}

/* The same for one pile. */
TP_INLINE mulle_haul mulle_take_one(mulle_state *state, uint32_t at) {
    mulle_table *table = &state->table;
    mulle_haul haul = {{0, 0}, {0, 0}};
    uint32_t pile = state->piles[at], count = --table->pile_count;
    if (mulle_is_build(pile)) {
        uint32_t build = 0;
        for (uint32_t i = 0; i < at; i++) build += state->piles[i] >> 7;
        haul.cards = haul.from_builds = mulle_build_cards(table, build);
        table->build_both &= ~haul.cards.one;
        table->build_count--;
        for (uint32_t i = build; i < table->build_count; i++) table->builds[i] = table->builds[i + 1];
        table->builds[table->build_count] = 0;
    } else {
        haul.cards = mulle_card(pile);
    }
    if (TP_LIKELY(count < 8)) { /* the piles behind it move up; what lies beyond the last is not touched */
        uint64_t word = mulle_load_eight(state->piles), below = (1ull << (8 * at)) - 1,
                 last = 0xffull << (8 * count), piles = (1ull << (8 * count)) - 1;
        mulle_store_eight(state->piles, (word & (below | (~piles & ~last))) | ((word >> 8) & piles & ~below));
        return haul;
    }
    for (uint32_t i = at; i < count; i++) state->piles[i] = state->piles[i + 1];
    state->piles[count] = 0;
    return haul;
}

TP_INLINE void mulle_put_loose(mulle_state *state, uint32_t card) {
    tp_assert(state->table.pile_count < MULLE_MAX_PILES);
    state->piles[state->table.pile_count++] = (uint8_t)card;
}

/* Where the build of this owner and value lies: its pile and its number among the builds. False if there
 * is none. */
typedef struct mulle_place {
    uint32_t pile, build;
} mulle_place;

TP_INLINE bool mulle_find_build(const mulle_state *state, uint32_t owner, uint32_t value, mulle_place *out) {
    uint32_t open = mulle_build_byte(value, owner, false);
    out->build = 0;
    if (state->table.build_count == 0) return false;
    for (out->pile = 0; out->pile < state->table.pile_count; out->pile++) {
        uint32_t pile = state->piles[out->pile];
        if ((pile & ~(uint32_t)MULLE_LOCKED) == open) return true;
        out->build += mulle_is_build(pile);
    }
    return false;
}

TP_INLINE void mulle_join_build(mulle_table *table, uint32_t build, mulle_cards cards) {
    mulle_cards all = mulle_build_cards(table, build);
    mulle_add(&all, cards);
    table->builds[build] = all.one;
    table->build_both |= all.both;
}

/* Cards become a new build at the end of the table. */
TP_INLINE void mulle_put_build(mulle_state *state, uint32_t value, uint32_t owner, bool locked,
                               mulle_cards cards) {
    mulle_table *table = &state->table;
    tp_assert(table->build_count < MULLE_MAX_BUILDS);
    state->piles[table->pile_count++] = (uint8_t)mulle_build_byte(value, owner, locked);
    table->builds[table->build_count++] = cards.one;
    table->build_both |= cards.both;
}

/* ---- sums ---- */

/* What can be packed into sums of one target (§5.3): piles of the target's value, and the sets of smaller
 * piles. Sets are over `index`: bit k is pile index[k] of the table. */
typedef struct mulle_sums {
    mulle_piles direct;
    uint32_t count; /* tied sets of smaller piles; 0: there is no sum */
    uint32_t sets[MULLE_PACK_SETS];
    uint8_t index[MULLE_PACK_PILES + 1]; /* and one to write on beyond the last */
    bool any_direct;
} mulle_sums;

/* The piles of a set of smaller piles, with the direct ones. */
TP_INLINE mulle_piles mulle_whole_set(const mulle_sums *sums, uint32_t set) {
    mulle_piles piles = sums->direct;
    for (; set != 0; set &= set - 1) mulle_set_pile(&piles, sums->index[tp_lowest_bit(set)]);
    return piles;
}

/* Pack for a target. `eligible`: only loose cards and open builds of two cards take part (absorption, §6). */
TP_INLINE void mulle_find_sums(const mulle_state *state, uint32_t target, bool eligible, mulle_sums *out) {
    uint8_t values[MULLE_PACK_PILES + 1]; /* and one to write on beyond the last */
    uint32_t piles = 0, build = 0;
    mulle_piles direct = {0, 0};
    for (uint32_t i = 0; i < state->table.pile_count; i++) {
        uint32_t pile = state->piles[i], value = mulle_pile_value(pile), is_build = pile >> 7, takes_part = 1;
        if (eligible && is_build != 0)
            takes_part = !mulle_is_locked(pile) && mulle_count(mulle_build_cards(&state->table, build)) == 2;
        uint64_t is_direct = takes_part & (value == target);
        direct.low |= is_direct << (i & 63) & (0ull - (i < 64));
        direct.high |= is_direct << (i & 63) & (0ull - (i >= 64));
        values[piles] = (uint8_t)value;
        out->index[piles] = (uint8_t)i;
        piles += takes_part & (value < target) & (piles < MULLE_PACK_PILES);
        build += is_build;
    }
    out->direct = direct;
    out->any_direct = (direct.low | direct.high) != 0;
    out->count = mulle_pack(values, piles, target, out->sets);
}

/* ---- the four actions (§5 - §8), without the end of the turn ---- */

/* The mulles in a capture with this card (§9): pairs; one of special cards only where one of the two was in a
 * build. */
TP_INLINE uint64_t mulle_pairs(const mulle_haul *haul, uint32_t card) {
    uint64_t pairs = haul->cards.both | (haul->cards.one & 1ull << card);
    return pairs & (~MULLE_SPECIAL_TYPES | haul->from_builds.one);
}

TP_INLINE void mulle_do_capture(mulle_state *state, uint32_t seat, uint32_t card, mulle_piles set) {
    mulle_table *table = &state->table;
    bool single = (set.low & (set.low - 1)) == 0 && set.high == 0;
    mulle_haul haul = single ? mulle_take_one(state, tp_lowest_bit(set.low)) : mulle_take(state, set);
    table->mulles[seat] |= mulle_pairs(&haul, card);
    mulle_add(&haul.cards, mulle_card(card));
    mulle_add(&table->captured[seat], haul.cards);
    table->tabbe[seat] = (uint8_t)(table->tabbe[seat] + (table->pile_count == 0));
}

/* The set that absorption takes of several: the most cards, then the first in lexicographic order. */
TP_FUNCTION uint32_t mulle_best_absorbed(const mulle_state *state, const mulle_sums *sums) {
    uint32_t best = 0, most = 0;
    for (uint32_t i = 0; i < sums->count; i++) {
        uint32_t cards = 0;
        for (uint32_t set = sums->sets[i]; set != 0; set &= set - 1)
            cards += 1 + mulle_is_build(state->piles[sums->index[tp_lowest_bit(set)]]);
        if (cards > most) {
            most = cards;
            best = i;
        }
    }
    return sums->sets[best];
}

/* `may_absorb`: false if it is known that no piles add up to the value. */
TP_INLINE void mulle_do_build(mulle_state *state, uint32_t seat, uint32_t card, uint32_t pile, uint32_t value,
                              bool may_absorb) {
    mulle_place own;
    mulle_sums sums;
    mulle_cards cards = mulle_take_one(state, pile).cards;
    mulle_add(&cards, mulle_card(card));
    bool merged = mulle_find_build(state, seat, value, &own), locked = merged;
    if (merged) state->piles[own.pile] |= MULLE_LOCKED; /* so that it cannot be absorbed itself */
    if (may_absorb && state->table.pile_count > (merged ? 1 : 0)) {
        mulle_find_sums(state, value, true, &sums);
        if (sums.any_direct || sums.count != 0) {
            uint32_t set = sums.count > 1    ? mulle_best_absorbed(state, &sums)
                           : sums.count == 1 ? sums.sets[0]
                                             : 0;
            mulle_add(&cards, mulle_take(state, mulle_whole_set(&sums, set)).cards);
            locked = true;
        }
    }
    if (merged) {
        mulle_find_build(state, seat, value, &own);
        mulle_join_build(&state->table, own.build, cards);
    } else {
        mulle_put_build(state, value, seat, locked, cards);
    }
}

/* What trotta gathers (§7): loose cards of the value, two-card builds of the opponent, and pairs of loose
 * cards, those that lie earliest first. */
TP_INLINE mulle_piles mulle_trotta_piles(const mulle_state *state, uint32_t seat, uint32_t value) {
    mulle_piles set = {0, 0};
    uint64_t loose = 0, wanted; /* four bits for each value */
    uint32_t build = 0, count = state->table.pile_count, present = 0, mirrored = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t pile = state->piles[i], worth = mulle_pile_value(pile);
        if (mulle_is_build(pile)) {
            if (worth == value && mulle_owner(pile) != seat &&
                mulle_count(mulle_build_cards(&state->table, build)) == 2)
                mulle_set_pile(&set, i);
            build++;
        } else {
            loose += mulle_one_of(worth);
            present |= 1u << worth;
            mirrored |= 0x10000u >> worth;
        }
    }
    wanted = loose & 15 * mulle_one_of(value);
    /* values whose complement lies there too; the lower of each pair, or the half */
    uint32_t pairs = present & (mirrored >> (16 - value)) & ((2u << (value / 2)) - 1);
    for (; pairs != 0; pairs &= pairs - 1) {
        uint32_t low = tp_lowest_bit(pairs), high = value - low;
        uint32_t lower = mulle_count_of(loose, low), higher = mulle_count_of(loose, high);
        uint64_t taken = low == high ? lower & ~1u : lower < higher ? lower : higher;
        wanted |= taken << (4 * low) | taken << (4 * high);
    }
    for (uint32_t i = 0; i < count && wanted != 0; i++) {
        uint32_t pile = state->piles[i];
        if (mulle_is_build(pile) || mulle_count_of(wanted, mulle_table_value(pile)) == 0) continue;
        wanted -= mulle_one_of(mulle_table_value(pile));
        mulle_set_pile(&set, i);
    }
    return set;
}

TP_INLINE void mulle_do_trotta(mulle_state *state, uint32_t seat, uint32_t card) {
    uint32_t value = mulle_table_value(card);
    mulle_place own;
    mulle_cards cards = mulle_take(state, mulle_trotta_piles(state, seat, value)).cards;
    mulle_add(&cards, mulle_card(card));
    if (mulle_find_build(state, seat, value, &own)) {
        state->piles[own.pile] |= MULLE_LOCKED;
        mulle_join_build(&state->table, own.build, cards);
    } else {
        mulle_put_build(state, value, seat, true, cards);
    }
}

TP_INLINE void mulle_do_discard(mulle_state *state, uint32_t seat, uint32_t card) {
    mulle_place own;
    if (mulle_find_build(state, seat, mulle_table_value(card), &own)) {
        state->piles[own.pile] |= MULLE_LOCKED;
        mulle_join_build(&state->table, own.build, mulle_card(card));
    } else {
        mulle_put_loose(state, card);
    }
}

/* ---- scoring (§10) ---- */

typedef struct mulle_score {
    uint32_t mulle, tabbe, intake, bonus, total;
} mulle_score;

TP_INLINE mulle_score mulle_score_of(const mulle_table *table, uint32_t seat) {
    mulle_score score;
    score.mulle = 0;
    for (uint64_t set = table->mulles[seat]; set != 0; set &= set - 1)
        score.mulle += mulle_mulle_value(tp_lowest_bit(set));
    score.tabbe = table->tabbe[seat];
    score.intake = mulle_intake(table->captured[seat]);
    score.bonus = score.intake > MULLE_INTAKE_LIMIT ? 2 * (score.intake - MULLE_INTAKE_LIMIT) : 0;
    score.total = score.mulle + score.tabbe + score.bonus;
    return score;
}

/* ---- dealing, ronder and omgångar (§2) ---- */

enum { MULLE_CHANCE_CARD, MULLE_CHANCE_STARTER, MULLE_CHANCE_KINDS };

/* Cards on the table or captured. */
TP_INLINE mulle_cards mulle_open_cards(const mulle_state *state) {
    const mulle_table *table = &state->table;
    mulle_cards cards = table->captured[0];
    mulle_add(&cards, table->captured[1]);
    for (uint32_t i = 0; i < table->build_count; i++) mulle_add(&cards, mulle_build_cards(table, i));
    for (uint32_t i = 0; i < table->pile_count; i++) {
        if (!mulle_is_build(state->piles[i])) mulle_add(&cards, mulle_card(state->piles[i]));
    }
    return cards;
}

/* Cards that are not in a hand, on the table or captured: those that can be drawn. In a game that began with
 * a deal they are the stock; in a position more may be left than are needed, and the rest is set aside. */
TP_FUNCTION mulle_cards mulle_undrawn(const mulle_state *state) {
    mulle_cards all = {MULLE_ALL_TYPES, MULLE_ALL_TYPES}, named = mulle_open_cards(state);
    for (uint32_t seat = 0; seat < MULLE_SEATS; seat++) mulle_add(&named, mulle_hand_cards(state, seat));
    return mulle_without(all, named);
}

TP_INLINE uint32_t mulle_draw_card(mulle_state *state, mulle_cards *stock, int32_t seat, tp_chance *chance) {
    mulle_cards from = *stock;
    if (TP_UNLIKELY(state->stock_count != 0)) { /* the order is given */
        uint32_t at = MULLE_MAX_PILES - state->stock_count;
        from = mulle_card(state->piles[at]);
        state->piles[at] = 0;
        state->stock_count--;
    }
    uint32_t audience = seat == TP_TABLE ? TP_EVERYBODY : TP_ONLY(seat);
    uint32_t card =
        tp_pick_twofold(chance, tp_draw_of(MULLE_CHANCE_CARD, seat, audience), from.one, from.both);
    *stock = mulle_without(*stock, mulle_card(card));
    return card;
}

/* Draw one of `left` cards from the generator, as tp_pick_twofold does, and take it out of the stock: its
 * type as a set. The rank does not wait for the cards before it, and no branch depends on it. */
TP_INLINE uint64_t mulle_draw_quickly(mulle_cards *stock, uint32_t left, tp_rng *rng) {
    uint32_t types = tp_count_bits(stock->one), rank = tp_rng_below(rng, left);
    bool first = rank < types;
    uint64_t from = first ? stock->one : stock->both;
    rank = first ? rank : rank - types;
#if defined(__BMI2__)
    uint64_t card = __builtin_ia32_pdep_di(1ull << (rank & 63), from);
#else
    uint64_t card = 1ull << tp_select_bit(from, rank);
#endif
    uint64_t both = stock->both & card;
    stock->both ^= both;
    stock->one ^= card ^ both;
    return card;
}

/* Eight cards to each seat, A first, as far as there are cards. Both hands are empty. */
TP_FUNCTION void mulle_deal_hands(mulle_state *state, mulle_cards stock, tp_chance *chance) {
    mulle_table *table = &state->table;
    uint32_t left = mulle_count(stock);
    bool quick = chance->source == NULL && state->stock_count == 0;
    for (uint32_t seat = 0; seat < MULLE_SEATS; seat++) {
        /* A given stock lies at the very end of `piles`; hands of eight have nothing there. */
        uint64_t hand = 0;
        uint32_t count = left < MULLE_HAND ? left : (uint32_t)MULLE_HAND;
        left -= count;
        for (uint32_t i = 0; i < count; i++) {
            uint32_t card = TP_LIKELY(quick)
                                ? tp_lowest_bit(mulle_draw_quickly(&stock, left + count - i, &chance->rng))
                                : mulle_draw_card(state, &stock, (int32_t)seat, chance);
            hand |= (uint64_t)card << (8 * i);
        }
        state->hand[seat] = hand;
        table->hand_count[seat] = (uint8_t)count;
    }
    table->current = table->starter;
    if (table->hand_count[table->current] == 0) table->current ^= 1;
}

TP_FUNCTION void mulle_deal_omgang(mulle_state *state, tp_chance *chance) {
    mulle_cards stock = {MULLE_ALL_TYPES, MULLE_ALL_TYPES};
    tp_shuffle(chance, MULLE_CHANCE_CARD);
    state->table.rond = 1;
    for (uint32_t i = 0; i < MULLE_TABLE_CARDS; i++)
        mulle_put_loose(state, mulle_draw_card(state, &stock, TP_TABLE, chance));
    mulle_deal_hands(state, stock, chance);
}

/* Set up a session; the state is zero. `starter` is a seat, or 2 to draw it. */
TP_FUNCTION void mulle_setup(mulle_state *state, uint32_t omgangar, uint32_t starter, tp_chance *chance) {
    mulle_table *table = &state->table;
    table->omgangar = (uint8_t)omgangar;
    table->omgang = 1;
    table->starter =
        (uint8_t)(starter < MULLE_SEATS
                      ? starter
                      : tp_pick_below(chance, tp_draw_of(MULLE_CHANCE_STARTER, TP_TABLE, TP_EVERYBODY),
                                      MULLE_SEATS));
    mulle_deal_omgang(state, chance);
}

/* The omgång is over: what is left on the table belongs to nobody. */
TP_FUNCTION void mulle_end_omgang(mulle_state *state, tp_chance *chance) {
    mulle_table *table = &state->table;
    for (uint32_t seat = 0; seat < MULLE_SEATS; seat++)
        table->session[seat] = (uint16_t)(table->session[seat] + mulle_score_of(table, seat).total);
    for (uint32_t i = 0; i < table->pile_count; i++) state->piles[i] = 0;
    for (uint32_t i = 0; i < table->build_count; i++) table->builds[i] = 0;
    table->build_both = 0;
    table->pile_count = table->build_count = 0;
    if (table->omgang == table->omgangar) {
        table->current = table->starter;
        table->over = 1;
        return;
    }
    for (uint32_t seat = 0; seat < MULLE_SEATS; seat++) {
        table->captured[seat].one = table->captured[seat].both = table->mulles[seat] = 0;
        table->tabbe[seat] = 0;
    }
    table->omgang++;
    table->starter ^= 1;
    mulle_deal_omgang(state, chance);
}

/* Both hands are empty: the next rond that has cards, or the end of the omgång. */
TP_FUNCTION void mulle_end_rond(mulle_state *state, tp_chance *chance) {
    mulle_table *table = &state->table;
    table->implied[0] = table->implied[1] = 0;
    mulle_cards stock = mulle_undrawn(state);
    if (table->rond == MULLE_RONDER || stock.one == 0) {
        mulle_end_omgang(state, chance);
        return;
    }
    table->rond++;
    mulle_deal_hands(state, stock, chance);
}

/* The card has been played: whose turn is it? A seat without cards is skipped. */
TP_INLINE void mulle_end_turn(mulle_state *state, tp_chance *chance) {
    mulle_table *table = &state->table;
    uint32_t other = table->current ^ 1u;
    if (TP_LIKELY(table->hand_count[other] != 0)) {
        table->current = (uint8_t)other;
    } else if (table->hand_count[table->current] == 0) {
        mulle_end_rond(state, chance);
    }
}

#endif
