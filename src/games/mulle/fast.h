/* Mulle: a table for the random play-out, on which nothing has to be looked for.
 *
 * Where mulle_state keeps lists, this keeps sets. A hand is the types in it; its order is no matter to a
 * random player. Loose cards are types too. There is at most one build for an owner and a value (§3), so
 * these two say where its cards are. The order of the piles, which decides what trotta and absorption take,
 * is kept as bytes of words. How many groups of piles add up to a value is kept up to date, as far as it
 * matters: none, one, more.
 *
 * It plays at most 23 piles and hands of eight, and only cards whose order nobody has fixed; for the rest
 * there are the rules. What is implied about hands is not kept. A test makes every move of many tables here
 * and by the rules, and compares all that becomes of it. Freestanding, C11 and C++17. What was tried is in
 * docs/performance.md. */
#ifndef TAPETE_MULLE_FAST_H
#define TAPETE_MULLE_FAST_H

#include "games/mulle/words.h"

/* ---- the table ---- */

enum { MULLE_FAST_WORDS = 3, MULLE_FAST_PILES = 8 * MULLE_FAST_WORDS - 1, MULLE_FAST_BUILDS = 32 };

/* How many subsets of piles have each sum, as far as it matters: bit s of `one` for at least one, of `two`
 * for at least two. */
typedef struct mulle_ways {
    uint32_t one, two;
} mulle_ways;

TP_INLINE void mulle_more_ways(mulle_ways *to, uint32_t one, uint32_t two) {
    to->two |= two | (to->one & one);
    to->one |= one;
}

typedef struct mulle_fast {
    uint64_t hand[MULLE_SEATS], hand_both[MULLE_SEATS]; /* types */
    uint64_t hand_counts[MULLE_SEATS];                  /* of hand values */
    uint64_t loose, loose_both;                         /* types */
    uint64_t owned[MULLE_SEATS], open[MULLE_SEATS];     /* values of builds, of open ones ... */
    uint64_t two_cards[MULLE_SEATS];                    /* ... and of those of two cards */
    /* A byte for each pile, in order: type or build byte without the lock, and all bits turned over. Zero
     * beyond the last. */
    uint64_t piles[MULLE_FAST_WORDS];
    uint32_t pile_count, seat, rond, starter;
    mulle_ways any, groups;                /* piles that add up, one or more of them and two or more */
    mulle_cards builds[MULLE_FAST_BUILDS]; /* by owner and value */
    mulle_cards captured[MULLE_SEATS], stock;
    uint64_t mulles[MULLE_SEATS];
    uint32_t tabbe[MULLE_SEATS];
} mulle_fast;

/* Some piles: the top bit of each byte of these. */
typedef struct mulle_marks {
    uint64_t word[MULLE_FAST_WORDS];
} mulle_marks;

TP_INLINE uint32_t mulle_fast_words(const mulle_fast *fast) { return (fast->pile_count + 7) / 8; }

/* The values of eight piles; 31 beyond the last. */
TP_INLINE uint64_t mulle_fast_values(const mulle_fast *fast, uint32_t word) {
    return mulle_values_of(~fast->piles[word]);
}

TP_INLINE uint32_t mulle_fast_pile(const mulle_fast *fast, uint32_t at) {
    return (uint32_t)(~fast->piles[at >> 3] >> (8 * (at & 7))) & 0xff;
}

/* Loose cards of a value; a pile with this very byte. */
TP_INLINE uint64_t mulle_mark_loose(const mulle_fast *fast, uint32_t word, uint32_t value) {
    return mulle_zero_bytes((~fast->piles[word] & (0xfc * TP_LANES_ONE)) ^ (4 * (value - 1)) * TP_LANES_ONE);
}
TP_INLINE uint64_t mulle_mark_byte(const mulle_fast *fast, uint32_t word, uint32_t byte) {
    return mulle_zero_bytes(~fast->piles[word] ^ byte * TP_LANES_ONE);
}

/* ---- sums ---- */

TP_INLINE void mulle_fast_add_ways(mulle_fast *fast, uint32_t value) {
    uint32_t one = fast->any.one << value, two = fast->any.two << value;
    mulle_more_ways(&fast->groups, one, two);
    mulle_more_ways(&fast->any, one, two);
    mulle_more_ways(&fast->any, 1u << value, 0);
}

/* In fixed steps for eight piles: beyond the last the value is 31, and nothing comes of it. */
TP_INLINE void mulle_fast_find_ways(mulle_fast *fast) {
    mulle_ways none = {0, 0}, any = none, groups = none;
    uint32_t word = 0;
    do {
        uint64_t values = mulle_fast_values(fast, word);
        for (uint32_t i = 0; i < 8; i++, values >>= 8) {
            uint32_t value = values & 31, one = any.one << value, two = any.two << value;
            mulle_more_ways(&groups, one, two);
            mulle_more_ways(&any, one, two);
            mulle_more_ways(&any, 1u << value, 0);
        }
    } while (TP_UNLIKELY(++word < mulle_fast_words(fast)));
    any.one &= ~(1u << 31);
    any.two &= ~(1u << 31);
    fast->any = any;
    fast->groups = groups;
}

/* ---- laying down and taking up ---- */

TP_INLINE mulle_cards *mulle_fast_build(mulle_fast *fast, uint32_t owner, uint32_t value) {
    return &fast->builds[16 * owner + value - 1];
}

TP_INLINE void mulle_fast_put(mulle_fast *fast, uint32_t byte, uint32_t value) {
    fast->piles[fast->pile_count >> 3] |= (uint64_t)(byte ^ 0xff) << (8 * (fast->pile_count & 7));
    fast->pile_count++;
    mulle_fast_add_ways(fast, value);
}

TP_INLINE void mulle_fast_put_loose(mulle_fast *fast, uint32_t card) {
    uint64_t bit = 1ull << card;
    fast->loose_both |= fast->loose & bit;
    fast->loose |= bit;
    mulle_fast_put(fast, card, mulle_table_value(card));
}

TP_INLINE void mulle_fast_put_build(mulle_fast *fast, uint32_t owner, uint32_t value, bool locked,
                                    mulle_cards cards) {
    uint64_t bit = mulle_nibble(value);
    fast->owned[owner] |= bit;
    fast->open[owner] |= locked ? 0 : bit;
    fast->two_cards[owner] |= mulle_count(cards) == 2 ? bit : 0;
    *mulle_fast_build(fast, owner, value) = cards;
    mulle_fast_put(fast, mulle_build_byte(value, owner, false), value);
}

TP_INLINE void mulle_fast_join(mulle_fast *fast, uint32_t owner, uint32_t value, mulle_cards cards) {
    fast->open[owner] &= ~mulle_nibble(value);
    fast->two_cards[owner] &= ~mulle_nibble(value);
    mulle_add(mulle_fast_build(fast, owner, value), cards);
}

/* Take marked piles off the list; their cards have been seen to. */
TP_INLINE void mulle_fast_remove(mulle_fast *fast, const mulle_marks *marks) {
    uint32_t words = mulle_fast_words(fast);
    if (TP_LIKELY(words <= 1)) {
        fast->pile_count -= tp_count_bits(marks->word[0]);
        fast->piles[0] = mulle_close_up(fast->piles[0], marks->word[0]);
        return;
    }
    uint64_t closed[MULLE_FAST_WORDS + 1] = {0, 0, 0, 0};
    uint32_t count = 0;
    for (uint32_t i = 0, left = fast->pile_count; i < words; i++) {
        uint64_t bytes = mulle_close_up(fast->piles[i], marks->word[i]);
        uint32_t here = left < 8 ? left : 8;
        closed[count >> 3] |= bytes << (8 * (count & 7));
        if ((count & 7) != 0) closed[(count >> 3) + 1] |= bytes >> (64 - 8 * (count & 7));
        count += here - tp_count_bits(marks->word[i]);
        left -= here;
    }
    for (uint32_t i = 0; i < MULLE_FAST_WORDS; i++) fast->piles[i] = closed[i];
    fast->pile_count = count;
}

/* The cards of a build, which is no more. */
TP_INLINE mulle_cards mulle_fast_take_build(mulle_fast *fast, uint32_t owner, uint32_t value) {
    mulle_cards *build = mulle_fast_build(fast, owner, value), cards = *build;
    build->one = build->both = 0;
    fast->owned[owner] &= ~mulle_nibble(value);
    fast->open[owner] &= ~mulle_nibble(value);
    fast->two_cards[owner] &= ~mulle_nibble(value);
    return cards;
}

TP_INLINE mulle_cards mulle_fast_take_loose(mulle_fast *fast, uint64_t types) {
    mulle_cards cards;
    cards.one = fast->loose & types;
    cards.both = fast->loose_both & types;
    fast->loose &= ~types;
    fast->loose_both &= ~types;
    return cards;
}

TP_INLINE void mulle_fast_take_card(mulle_fast *fast, uint32_t card) {
    uint64_t both = fast->loose_both & 1ull << card;
    fast->loose_both ^= both;
    fast->loose ^= both ^ 1ull << card;
}

/* The cards of some piles one by one, bit i for pile i. */
TP_INLINE mulle_haul mulle_fast_take_bits(mulle_fast *fast, uint32_t bits) {
    mulle_haul haul = {{0, 0}, {0, 0}};
    for (; bits != 0; bits &= bits - 1) {
        uint32_t pile = mulle_fast_pile(fast, tp_lowest_bit(bits));
        if (mulle_is_build(pile)) {
            mulle_add(&haul.from_builds, mulle_fast_take_build(fast, mulle_owner(pile), pile & MULLE_VALUE));
        } else {
            mulle_add(&haul.cards, mulle_card(pile));
            mulle_fast_take_card(fast, pile);
        }
    }
    mulle_add(&haul.cards, haul.from_builds);
    return haul;
}

TP_INLINE void mulle_mark_bits(mulle_marks *marks, uint32_t words, uint32_t bits) {
    for (uint32_t i = 0; i < words; i++) marks->word[i] |= mulle_bits_to_marks(bits >> (8 * i));
}

/* ---- packing ---- */

/* Piles of values below a target, and what can be packed of them. */
typedef struct mulle_fast_sums {
    uint32_t smaller;    /* the piles, as bits */
    uint32_t count;      /* tied sets; 0: no group */
    mulle_family family; /* of sets of the smaller piles, if there are few of them */
    bool listed;         /* else the sets are listed */
    uint32_t sets[MULLE_PACK_SETS];
} mulle_fast_sums;

MULLE_RARELY void mulle_fast_pack_slowly(const mulle_fast *fast, uint32_t target, mulle_fast_sums *out) {
    uint8_t values[MULLE_PACK_PILES];
    uint32_t piles = 0;
    for (uint32_t rest = out->smaller; rest != 0; rest &= rest - 1)
        values[piles++] = (uint8_t)mulle_pile_value(mulle_fast_pile(fast, tp_lowest_bit(rest)));
    out->listed = true;
    out->count = mulle_pack(values, piles, target, out->sets);
}

/* `left_out`: piles that do not take part. */
TP_INLINE void mulle_fast_pack(const mulle_fast *fast, uint32_t target, uint32_t left_out,
                               mulle_fast_sums *out) {
    uint32_t words = mulle_fast_words(fast), smaller = 0, useful = 0, piles = 0;
    for (uint32_t i = 0; i < words; i++)
        smaller |= mulle_marks_to_bits(mulle_mark_smaller(mulle_fast_values(fast, i), target)) << (8 * i);
    smaller &= ~left_out;
    if (tp_count_bits(smaller) > MULLE_MANY_PILES) {
        for (uint32_t i = 0; i < words; i++) {
            uint64_t values = mulle_fast_values(fast, i);
            useful |= mulle_marks_to_bits(mulle_mark_useful(values, TP_LANES_TOP, fast->any.one, target))
                      << (8 * i);
        }
        smaller &= useful;
    }
    out->smaller = smaller;
    if (TP_UNLIKELY(tp_count_bits(smaller) > MULLE_SWIFT_PILES)) {
        mulle_fast_pack_slowly(fast, target, out);
        return;
    }
    uint64_t values = 0;
    if (TP_LIKELY(words <= 1)) {
        piles = tp_count_bits(smaller);
        values = mulle_close_up(mulle_fast_values(fast, 0), ~mulle_bits_to_marks(smaller) & TP_LANES_TOP);
    } else {
        for (uint32_t rest = smaller; rest != 0; rest &= rest - 1, piles++)
            values |= (uint64_t)mulle_pile_value(mulle_fast_pile(fast, tp_lowest_bit(rest))) << (8 * piles);
    }
    out->listed = false;
    out->family = mulle_swift_unions(values, piles, target);
    out->count = tp_count_bits(out->family.low) + tp_count_bits(out->family.high);
    if (TP_UNLIKELY(out->count > MULLE_PACK_SETS)) {
        out->listed = true;
        out->count = mulle_swift_sets(out->family, out->sets);
    }
}

/* One of the sets, as piles. They are in no order but where they are listed. */
TP_INLINE uint32_t mulle_fast_set(const mulle_fast_sums *sums, uint32_t number) {
    if (TP_UNLIKELY(sums->listed)) return mulle_among(sums->sets[number], sums->smaller);
    uint32_t low = tp_count_bits(sums->family.low);
    uint32_t set = number < low ? tp_select_bit(sums->family.low, number)
                                : 64 | tp_select_bit(sums->family.high, number - low);
    return mulle_among(set, sums->smaller);
}

/* ---- the four actions ---- */

TP_INLINE void mulle_fast_gain(mulle_fast *fast, mulle_haul haul, uint32_t card) {
    uint32_t seat = fast->seat;
    fast->mulles[seat] |= mulle_pairs(&haul, card);
    mulle_add(&haul.cards, mulle_card(card));
    mulle_add(&fast->captured[seat], haul.cards);
    fast->tabbe[seat] += fast->pile_count == 0;
    mulle_fast_find_ways(fast);
}

/* All piles of a card's value, and the piles of a set of smaller ones. */
TP_INLINE void mulle_fast_capture(mulle_fast *fast, uint32_t card, uint32_t set) {
    uint32_t target = mulle_hand_value(card), words = mulle_fast_words(fast);
    mulle_marks marks = {{0, 0, 0}};
    mulle_haul haul = {{0, 0}, {0, 0}};
    for (uint32_t i = 0; i < words; i++)
        marks.word[i] = mulle_zero_bytes(mulle_fast_values(fast, i) ^ target * TP_LANES_ONE);
    if (set != 0) {
        haul = mulle_fast_take_bits(fast, set);
        mulle_mark_bits(&marks, words, set);
    }
    for (uint32_t owner = 0; owner < MULLE_SEATS; owner++) {
        mulle_cards build = mulle_fast_take_build(fast, owner, target);
        mulle_add(&haul.from_builds, build);
        mulle_add(&haul.cards, build);
    }
    mulle_add(&haul.cards, mulle_fast_take_loose(fast, MULLE_TYPES_OF_VALUE(target)));
    mulle_fast_remove(fast, &marks);
    mulle_fast_gain(fast, haul, card);
}

/* The loose card that is identical. */
TP_INLINE void mulle_fast_capture_identical(mulle_fast *fast, uint32_t card) {
    mulle_marks marks = {{0, 0, 0}};
    for (uint32_t i = 0; i < mulle_fast_words(fast); i++) marks.word[i] = mulle_mark_byte(fast, i, card);
    mulle_haul haul = {mulle_card(card), {0, 0}};
    mulle_fast_take_card(fast, card);
    mulle_fast_remove(fast, &marks);
    mulle_fast_gain(fast, haul, card);
}

/* Which groups absorption takes, as piles (§6); 0 if there is none. */
TP_FUNCTION uint32_t mulle_fast_absorbed(const mulle_fast *fast, uint32_t value) {
    mulle_fast_sums sums;
    uint32_t builds = 0, left_out = 0;
    for (uint32_t i = 0; i < mulle_fast_words(fast); i++)
        builds |= mulle_marks_to_bits(~fast->piles[i] & TP_LANES_TOP) << (8 * i);
    for (uint32_t rest = builds & ((1u << fast->pile_count) - 1); rest != 0; rest &= rest - 1) {
        uint32_t pile = mulle_fast_pile(fast, tp_lowest_bit(rest)), owner = mulle_owner(pile);
        if (!mulle_has(fast->open[owner] & fast->two_cards[owner], pile & MULLE_VALUE))
            left_out |= rest & (0u - rest);
    }
    mulle_fast_pack(fast, value, left_out, &sums);
    if (sums.count == 0) return 0;
    if (sums.count == 1) return mulle_fast_set(&sums, 0);
    if (!sums.listed) mulle_swift_sets(sums.family, sums.sets);
    uint32_t best = 0, most = 0; /* the most cards, then the first in lexicographic order */
    for (uint32_t i = 0; i < sums.count; i++) {
        uint32_t set = mulle_among(sums.sets[i], sums.smaller);
        uint32_t cards = tp_count_bits(set) + tp_count_bits(set & builds);
        if (cards > most) {
            most = cards;
            best = set;
        }
    }
    return best;
}

TP_INLINE void mulle_fast_do_build(mulle_fast *fast, uint32_t card, uint32_t at, uint32_t value) {
    uint32_t seat = fast->seat;
    mulle_marks marks = {{0, 0, 0}};
    mulle_cards cards = mulle_fast_take_bits(fast, 1u << at).cards;
    mulle_add(&cards, mulle_card(card));
    marks.word[at >> 3] = 0x80ull << (8 * (at & 7));
    mulle_fast_remove(fast, &marks);
    mulle_fast_find_ways(fast);
    bool merged = mulle_has(fast->owned[seat], value), locked = merged;
    if (merged) fast->open[seat] &= ~mulle_nibble(value); /* so that it cannot be absorbed itself */
    uint64_t direct = fast->loose & MULLE_TYPES_OF_VALUE(value);
    bool groups = ((fast->groups.one >> value) & 1) != 0;
    if (direct != 0 || groups) {
        uint32_t set = groups ? mulle_fast_absorbed(fast, value) : 0, words = mulle_fast_words(fast);
        if (direct != 0 || set != 0) {
            for (uint32_t i = 0; i < words; i++) marks.word[i] = mulle_mark_loose(fast, i, value);
            mulle_mark_bits(&marks, words, set);
            mulle_add(&cards, mulle_fast_take_bits(fast, set).cards);
            mulle_add(&cards, mulle_fast_take_loose(fast, MULLE_TYPES_OF_VALUE(value)));
            mulle_fast_remove(fast, &marks);
            mulle_fast_find_ways(fast);
            locked = true;
        }
    }
    if (merged) {
        mulle_fast_join(fast, seat, value, cards);
    } else {
        mulle_fast_put_build(fast, seat, value, locked, cards);
    }
}

/* The loose cards that make pairs for trotta, as piles (§7): those that lie earliest first. */
TP_FUNCTION uint32_t mulle_fast_pairs(const mulle_fast *fast, uint32_t value) {
    uint32_t taken = 0, words = mulle_fast_words(fast);
    for (uint32_t low = 1; 2 * low <= value; low++) {
        uint32_t high = value - low, lower = 0, higher = 0;
        for (uint32_t i = 0; i < words; i++) {
            lower |= mulle_marks_to_bits(mulle_mark_loose(fast, i, low)) << (8 * i);
            higher |= mulle_marks_to_bits(mulle_mark_loose(fast, i, high)) << (8 * i);
        }
        uint32_t count = tp_count_bits(lower), other = tp_count_bits(higher);
        count = low == high ? count & ~1u : count < other ? count : other;
        taken |= mulle_among((1u << count) - 1, lower) | mulle_among((1u << count) - 1, higher);
    }
    return taken;
}

/* `pairs`: false if it is known that there is none. */
TP_INLINE void mulle_fast_trotta(mulle_fast *fast, uint32_t card, bool pairs) {
    uint32_t seat = fast->seat, other = seat ^ 1, value = mulle_table_value(card),
             words = mulle_fast_words(fast);
    uint64_t types = MULLE_TYPES_OF_VALUE(value);
    mulle_cards cards = mulle_card(card);
    mulle_marks marks = {{0, 0, 0}};
    bool theirs = mulle_has(fast->two_cards[other], value), own = mulle_has(fast->owned[seat], value);
    if ((fast->loose & types) != 0 || theirs || pairs) {
        for (uint32_t i = 0; i < words; i++) marks.word[i] = mulle_mark_loose(fast, i, value);
        mulle_add(&cards, mulle_fast_take_loose(fast, types));
        if (theirs) {
            uint32_t byte = mulle_build_byte(value, other, false);
            for (uint32_t i = 0; i < words; i++) marks.word[i] |= mulle_mark_byte(fast, i, byte);
            mulle_add(&cards, mulle_fast_take_build(fast, other, value));
        }
        if (pairs) {
            uint32_t set = mulle_fast_pairs(fast, value);
            mulle_mark_bits(&marks, words, set);
            mulle_add(&cards, mulle_fast_take_bits(fast, set).cards);
        }
        mulle_fast_remove(fast, &marks);
        mulle_fast_find_ways(fast);
    }
    if (own) {
        mulle_fast_join(fast, seat, value, cards);
    } else {
        mulle_fast_put_build(fast, seat, value, true, cards);
    }
}

TP_INLINE void mulle_fast_discard(mulle_fast *fast, uint32_t card) {
    uint32_t value = mulle_table_value(card);
    if (mulle_has(fast->owned[fast->seat], value)) {
        mulle_fast_join(fast, fast->seat, value, mulle_card(card));
    } else {
        mulle_fast_put_loose(fast, card);
    }
}

TP_INLINE void mulle_fast_play_card(mulle_fast *fast, uint32_t card) {
    uint32_t seat = fast->seat;
    uint64_t both = fast->hand_both[seat] & 1ull << card;
    fast->hand_both[seat] ^= both;
    fast->hand[seat] ^= both ^ 1ull << card;
    fast->hand_counts[seat] -= mulle_nibble(mulle_hand_value(card));
}

/* ---- from and to a state ---- */

TP_INLINE bool mulle_is_fast(const mulle_state *state) {
    const mulle_table *table = &state->table;
    return table->pile_count <= MULLE_FAST_PILES && table->hand_count[0] <= MULLE_HAND &&
           table->hand_count[1] <= MULLE_HAND && state->stock_count == 0;
}

TP_FUNCTION void mulle_fast_load(mulle_fast *fast, const mulle_state *state) {
    const mulle_table *table = &state->table;
    const mulle_fast none = {0};
    *fast = none;
    for (uint32_t seat = 0; seat < MULLE_SEATS; seat++) {
        mulle_cards hand = mulle_hand_cards(state, seat);
        fast->hand[seat] = hand.one;
        fast->hand_both[seat] = hand.both;
        fast->hand_counts[seat] = mulle_hand_nibbles(state, seat);
        fast->captured[seat] = table->captured[seat];
        fast->mulles[seat] = table->mulles[seat];
        fast->tabbe[seat] = table->tabbe[seat];
    }
    for (uint32_t i = 0, build = 0; i < table->pile_count; i++) {
        uint32_t pile = state->piles[i];
        if (mulle_is_build(pile)) {
            mulle_fast_put_build(fast, mulle_owner(pile), pile & MULLE_VALUE, mulle_is_locked(pile),
                                 mulle_build_cards(table, build++));
        } else {
            mulle_fast_put_loose(fast, pile);
        }
    }
    fast->seat = table->current;
    fast->rond = table->rond;
    fast->starter = table->starter;
    fast->stock = mulle_undrawn(state);
}

/* What has been won goes back, and nothing else is left. */
TP_FUNCTION void mulle_fast_store_score(const mulle_fast *fast, mulle_state *state) {
    mulle_table *table = &state->table;
    for (uint32_t seat = 0; seat < MULLE_SEATS; seat++) {
        table->captured[seat] = fast->captured[seat];
        table->mulles[seat] = fast->mulles[seat];
        table->tabbe[seat] = (uint8_t)fast->tabbe[seat];
        table->hand_count[seat] = 0;
        table->implied[seat] = 0;
        state->hand[seat] = 0;
    }
    for (uint32_t i = 0; i < table->pile_count; i++) state->piles[i] = 0;
    for (uint32_t i = 0; i < table->build_count; i++) table->builds[i] = 0;
    table->pile_count = table->build_count = 0;
    table->build_both = 0;
    table->rond = (uint8_t)fast->rond;
    table->current = (uint8_t)fast->seat;
}

/* Everything goes back; hands in the order of the types. */
MULLE_RARELY void mulle_fast_store(mulle_fast *fast, mulle_state *state) {
    mulle_fast_store_score(fast, state);
    for (uint32_t seat = 0; seat < MULLE_SEATS; seat++) {
        mulle_cards hand = {fast->hand[seat], fast->hand_both[seat]};
        for (; hand.one != 0; hand = mulle_without(hand, mulle_card(tp_lowest_bit(hand.one))))
            state->hand[seat] |= (uint64_t)tp_lowest_bit(hand.one) << (8 * state->table.hand_count[seat]++);
    }
    for (uint32_t i = 0; i < fast->pile_count; i++) {
        uint32_t pile = mulle_fast_pile(fast, i), owner = mulle_owner(pile), value = pile & MULLE_VALUE;
        if (mulle_is_build(pile)) {
            mulle_put_build(state, value, owner, !mulle_has(fast->open[owner], value),
                            *mulle_fast_build(fast, owner, value));
        } else {
            mulle_put_loose(state, pile);
        }
    }
}

#endif
