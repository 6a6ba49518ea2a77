/* Mulle: uniformly random moves to the end of the session, as fast as they go.
 *
 * The same moves as moves.h lists, but counted and not listed. Which cards can capture, trotta and be
 * discarded are sets of types, made with a few operations for the whole hand; how many builds there are is a
 * product of polynomials. Only the move that is drawn is looked for. If several groups of piles add up,
 * ties are counted only as far as that is cheap: there may be places for more sets than exist, and a draw
 * of an empty place is repeated. Freestanding, C11 and C++17. What was tried is in docs/performance.md. */
#ifndef TAPETE_MULLE_PLAYOUT_H
#define TAPETE_MULLE_PLAYOUT_H

#include "games/mulle/fast.h"

/* What a player can do. Ranks are in this order: discards, captures, trotta, builds on loose cards, builds on
 * open builds, further sets of captures. */
typedef struct mulle_choices {
    uint64_t discard, capture, trotta; /* types */
    uint64_t tied;                     /* types that can capture in more than one way, perhaps */
    uint64_t free;                     /* types of the hand that are not reserved */
    uint64_t pairs;                    /* values for which trotta finds pairs */
    uint64_t held, lone;               /* hand values of the hand; those of one card which is not reserved */
    uint64_t even, odd;                /* builds on loose cards to 2, 4, .. 16 and to 3, 5, .. 15, in bytes */
    uint32_t loose_builds, open_builds, more_sets;
    uint32_t total;
    uint8_t places[MULLE_SPECIAL]; /* for each hand value of `tied`: for so many sets there are places */
} mulle_choices;

/* ---- builds ---- */

/* The values to which builds of a seat or on a loose card can be made: those that are in the hand and that
 * the opponent has none of. */
TP_INLINE uint64_t mulle_buildable(const mulle_fast *fast, const mulle_choices *choices) {
    return choices->held & ~fast->owned[fast->seat ^ 1];
}

/* The same for an open build: it does not count itself. */
TP_INLINE uint64_t mulle_rebuildable(const mulle_fast *fast, const mulle_choices *choices, uint32_t owner,
                                     uint32_t value) {
    uint64_t others = fast->owned[fast->seat ^ 1];
    return choices->held & ~(owner == fast->seat ? others : others & ~mulle_nibble(value));
}

/* How many builds on loose cards are there to each value? With polynomials whose coefficients are the numbers
 * of loose cards and of types in the hand of each value, that is the coefficient of their product. It may
 * need more than four bits, so even and odd values go apart. A special card that would itself be the only one
 * for the value does not count (§6.4): the hand values 14, 15 and 16, laid on a king, a king and a six. */
TP_INLINE void mulle_count_builds(const mulle_fast *fast, uint64_t loose_counts, mulle_choices *out) {
    uint64_t hand = mulle_count_types(out->free), to = mulle_buildable(fast, out), self = out->lone & to;
    uint64_t hand_even = hand & MULLE_EVEN_NIBBLES, hand_odd = (hand >> 4) & MULLE_EVEN_NIBBLES;
    uint64_t even = loose_counts & MULLE_EVEN_NIBBLES, odd = (loose_counts >> 4) & MULLE_EVEN_NIBBLES;
    uint64_t kings = loose_counts & 0xfull << 48, sixes = loose_counts & 0xfull << 20;
    /* byte i of the first is value 2i + 2, of the second 2i + 3 */
    out->even = (hand_even * even + (hand_odd * odd << 8)) & ((to >> 4) & TP_LANES_ONE) * 0xff;
    out->odd = (hand_even * odd + hand_odd * even) & ((to >> 8) & TP_LANES_ONE) * 0xff;
    out->even -= kings * ((self >> 52) & 1) + (sixes << 36) * (self >> 60);
    out->odd -= kings * ((self >> 56) & 1);
    out->loose_builds = tp_lanes_total(out->even + out->odd);
}

/* The hand values that an open build of this value can be changed to only by a card that is the only one for
 * it itself. */
TP_INLINE uint64_t mulle_self_changes(uint32_t value) {
#define MULLE_AT(value) (1ull << (4 * ((value)-1)))
    static const uint64_t sets[MULLE_MOST_VALUE + 1] = {
        0,
        0,
        0,
        0,
        MULLE_AT(2),
        0,
        MULLE_AT(3) | MULLE_AT(16),
        0,
        MULLE_AT(4),
        0,
        MULLE_AT(5),
        0,
        MULLE_AT(6),
        MULLE_AT(14) | MULLE_AT(15),
        MULLE_AT(7),
        MULLE_AT(14),
        MULLE_AT(8),
    };
#undef MULLE_AT
    return sets[value];
}

TP_FUNCTION uint32_t mulle_count_rebuilds(const mulle_fast *fast, const mulle_choices *choices) {
    uint64_t hand = mulle_count_types(choices->free);
    uint32_t count = 0;
    for (uint32_t owner = 0; owner < MULLE_SEATS; owner++) {
        for (uint64_t rest = fast->open[owner]; rest != 0; rest &= rest - 1) {
            uint32_t value = tp_lowest_bit(rest) / 4 + 1;
            uint64_t to = mulle_rebuildable(fast, choices, owner, value);
            uint64_t up = mulle_types_of(mulle_changes_up(to, value)),
                     down = mulle_types_of(mulle_changes_down(to, value));
            count += mulle_sum_counts((hand & up) + (hand & down));
            count -= tp_count_bits(choices->lone & to & mulle_self_changes(value));
        }
    }
    return count;
}

/* ---- captures ---- */

/* Saturating numbers of subsets by sum: bit s of level[n] where more than n have the sum s. */
enum { MULLE_LEVELS = 4 };

TP_INLINE void mulle_find_levels(const mulle_fast *fast, uint32_t *level) {
    for (uint32_t n = 0; n < MULLE_LEVELS; n++) level[n] = n == 0; /* the empty set */
    for (uint32_t word = 0; word < mulle_fast_words(fast); word++) {
        uint64_t values = mulle_fast_values(fast, word);
        for (uint32_t i = 0; i < 8; i++, values >>= 8) {
            uint32_t value = values & 31, one = level[0] << value, two = level[1] << value,
                     three = level[2] << value, four = level[3] << value;
            level[3] |= four | (level[2] & one) | (level[1] & two) | (level[0] & three);
            level[2] |= three | (level[1] & one) | (level[0] & two);
            level[1] |= two | (level[0] & one);
            level[0] |= one;
        }
    }
}

/* Places for the sets that each of some types can capture; returns how many there are beyond the first ones.
 * Of two groups no more than two unions can be largest, of three no more than three: an empty place is
 * cheaper than packing. Else they are counted. */
TP_FUNCTION uint32_t mulle_count_places(const mulle_fast *fast, uint64_t tied, uint8_t *places) {
    uint32_t level[MULLE_LEVELS], count = 0;
    uint64_t piles = mulle_some(fast->loose) | fast->owned[0] | fast->owned[1];
    mulle_find_levels(fast, level);
    while (tied != 0) {
        uint32_t target = mulle_hand_value(tp_lowest_bit(tied)), sets = 2 + ((level[2] >> target) & 1);
        uint64_t types = tied & mulle_types_for(mulle_nibble(target));
        /* a pile of the value itself is one of the subsets */
        if (((level[3] >> target) & 1) != 0 || mulle_has(piles, target)) {
            mulle_fast_sums sums;
            mulle_fast_pack(fast, target, 0, &sums);
            sets = sums.count;
        }
        places[target] = (uint8_t)sets;
        count += (sets - 1) * tp_count_bits(types);
        tied &= ~types;
    }
    return count;
}

/* ---- all of it ---- */

TP_INLINE void mulle_look(const mulle_fast *fast, mulle_choices *out) {
    uint32_t seat = fast->seat, other = seat ^ 1;
    uint64_t hand = fast->hand[seat], own = fast->owned[seat], builds = own | fast->owned[other];
    uint64_t held = mulle_some(fast->hand_counts[seat]),
             single = held & ~mulle_several(fast->hand_counts[seat]);
    uint64_t loose = mulle_some(fast->loose),
             loose_counts = mulle_count_types(fast->loose) + mulle_count_types(fast->loose_both);
    /* reserved (§4) */
    uint64_t reserved = hand & mulle_types_for(own & single);
    out->free = hand & ~reserved;
    out->held = held;
    out->lone = single & ~own;
    /* captures (§5): special cards take builds only */
    uint64_t sums = mulle_spread_values(fast->groups.one) & MULLE_ALL_TYPES;
    out->capture = hand & mulle_types_for(builds | loose | sums);
    out->tied = 0;
    if (TP_UNLIKELY((fast->groups.two & ((1u << MULLE_SPECIAL) - 1)) != 0))
        out->tied =
            hand & ~fast->loose & mulle_types_for(mulle_spread_values(fast->groups.two) & MULLE_ALL_TYPES);
    /* trotta (§7): two different values, or two cards of the same; the product has at most 13 for each sum */
    uint64_t once = loose & ~mulle_several(loose_counts);
    out->pairs = mulle_some(loose * loose - mulle_spread_nibbles(once)) << 4;
    uint64_t gathers = loose | out->pairs | fast->two_cards[other];
    out->trotta = hand & mulle_types_of(own | gathers) & ~(reserved & MULLE_SPECIAL_TYPES);
    out->discard = out->free & ~mulle_types_of(own & ~gathers);
    mulle_count_builds(fast, loose_counts, out);
    out->open_builds = 0;
    if ((fast->open[0] | fast->open[1]) != 0) out->open_builds = mulle_count_rebuilds(fast, out);
    out->more_sets = 0;
    if (TP_UNLIKELY(out->tied != 0)) out->more_sets = mulle_count_places(fast, out->tied, out->places);
    out->total = tp_count_bits(out->discard) + tp_count_bits(out->capture) + tp_count_bits(out->trotta) +
                 out->loose_builds + out->open_builds + out->more_sets;
}

/* ---- playing the move of a rank ---- */

/* Set number `number` of what a card can capture; false if there are not so many. */
TP_INLINE bool mulle_play_capture(mulle_fast *fast, uint32_t card, uint32_t number) {
    uint32_t target = mulle_hand_value(card), set = 0;
    if (target < MULLE_SPECIAL) {
        if (TP_UNLIKELY(((fast->loose >> card) & 1) != 0)) {
            mulle_fast_play_card(fast, card);
            mulle_fast_capture_identical(fast, card);
            return true;
        }
        if (((fast->groups.one >> target) & 1) != 0) {
            mulle_fast_sums sums;
            mulle_fast_pack(fast, target, 0, &sums);
            if (number >= sums.count) return false;
            set = mulle_fast_set(&sums, number);
        }
    }
    mulle_fast_play_card(fast, card);
    mulle_fast_capture(fast, card, set);
    return true;
}

TP_FUNCTION bool mulle_play_more_sets(mulle_fast *fast, const mulle_choices *choices, uint32_t rank) {
    uint64_t tied = choices->tied;
    for (;; tied &= tied - 1) {
        uint32_t card = tp_lowest_bit(tied), more = choices->places[mulle_hand_value(card)] - 1u;
        if (rank < more) return mulle_play_capture(fast, card, rank + 1);
        rank -= more;
    }
}

TP_INLINE void mulle_play_loose_build(mulle_fast *fast, const mulle_choices *choices, uint32_t rank) {
    uint32_t evens = tp_lanes_total(choices->even), card, piles, words = mulle_fast_words(fast);
    bool even = rank < evens;
    uint64_t lanes = even ? choices->even : choices->odd, cards = choices->free;
    rank -= even ? 0 : evens;
    uint32_t lane = tp_lanes_select(lanes, rank), value = 2 * lane + (even ? 2 : 3);
    rank -= (uint32_t)((lanes * TP_LANES_ONE) << 8 >> (8 * lane)) & 0xff;
    for (;; cards &= cards - 1) {
        card = tp_lowest_bit(cards);
        uint32_t below = value - mulle_table_value(card);
        if (below - 1 >= MULLE_RANKS) continue; /* no card has such a value */
        if (mulle_hand_value(card) == value && mulle_has(choices->lone, value)) continue;
        piles = 0;
        for (uint32_t i = 0; i < words; i++)
            piles |= mulle_marks_to_bits(mulle_mark_loose(fast, i, below)) << (8 * i);
        uint32_t count = tp_count_bits(piles);
        if (rank < count) break;
        rank -= count;
    }
    mulle_fast_play_card(fast, card);
    mulle_fast_do_build(fast, card, tp_select_bit(piles, rank), value);
}

TP_INLINE bool mulle_may_rebuild(const mulle_choices *choices, uint64_t to, uint32_t card, uint32_t value) {
    bool itself = mulle_hand_value(card) == value && mulle_has(choices->lone, value);
    return value >= 1 && value <= MULLE_MOST_VALUE && mulle_has(to, value) && !itself;
}

TP_FUNCTION void mulle_play_rebuild(mulle_fast *fast, const mulle_choices *choices, uint32_t rank) {
    for (uint32_t owner = 0; owner < MULLE_SEATS; owner++) {
        for (uint64_t rest = fast->open[owner]; rest != 0; rest &= rest - 1) {
            uint32_t value = tp_lowest_bit(rest) / 4 + 1;
            uint64_t to = mulle_rebuildable(fast, choices, owner, value);
            for (uint64_t cards = choices->free; cards != 0; cards &= cards - 1) {
                uint32_t card = tp_lowest_bit(cards), added = mulle_table_value(card);
                uint32_t results[2] = {value + added, value > added ? value - added : added - value};
                for (uint32_t i = 0; i < 2; i++) {
                    if (!mulle_may_rebuild(choices, to, card, results[i]) || rank-- != 0) continue;
                    uint32_t at = 0, byte = mulle_build_byte(value, owner, false);
                    while (mulle_fast_pile(fast, at) != byte) at++;
                    mulle_fast_play_card(fast, card);
                    mulle_fast_do_build(fast, card, at, results[i]);
                    return;
                }
            }
        }
    }
}

/* Play one of the choices; false if the place is empty. */
TP_INLINE bool mulle_play_rank(mulle_fast *fast, const mulle_choices *choices, uint32_t rank) {
    uint32_t count = tp_count_bits(choices->discard);
    if (rank < count) {
        uint32_t card = tp_select_bit(choices->discard, rank);
        mulle_fast_play_card(fast, card);
        mulle_fast_discard(fast, card);
        return true;
    }
    rank -= count;
    count = tp_count_bits(choices->capture);
    if (rank < count) return mulle_play_capture(fast, tp_select_bit(choices->capture, rank), 0);
    rank -= count;
    count = tp_count_bits(choices->trotta);
    if (rank < count) {
        uint32_t card = tp_select_bit(choices->trotta, rank);
        mulle_fast_play_card(fast, card);
        mulle_fast_trotta(fast, card, mulle_has(choices->pairs, mulle_table_value(card)));
        return true;
    }
    rank -= count;
    if (rank < choices->loose_builds) {
        mulle_play_loose_build(fast, choices, rank);
        return true;
    }
    rank -= choices->loose_builds;
    if (rank < choices->open_builds) {
        mulle_play_rebuild(fast, choices, rank);
        return true;
    }
    return mulle_play_more_sets(fast, choices, rank - choices->open_builds);
}

/* ---- to the end ---- */

TP_INLINE void mulle_fast_deal(mulle_fast *fast, tp_rng *rng) {
    mulle_cards stock = fast->stock;
    uint32_t left = mulle_count(stock);
    for (uint32_t seat = 0; seat < MULLE_SEATS; seat++) {
        uint64_t one = 0, both = 0, counts = 0;
        for (uint32_t i = 0; i < MULLE_HAND && left != 0; i++, left--) {
            uint64_t card = mulle_draw_quickly(&stock, left, rng);
            both |= one & card;
            one |= card;
            counts += mulle_nibble(mulle_hand_value(tp_lowest_bit(card)));
        }
        fast->hand[seat] = one;
        fast->hand_both[seat] = both;
        fast->hand_counts[seat] = counts;
    }
    fast->stock = stock;
}

/* Play until the omgång is over or the table grows too large; adds the number of decisions. True where it is
 * over. */
TP_FUNCTION bool mulle_fast_omgang(mulle_fast *fast, tp_rng *rng, int *decisions) {
    mulle_choices choices;
    for (;;) {
        if (TP_UNLIKELY(fast->pile_count > MULLE_FAST_PILES)) return false;
        mulle_look(fast, &choices);
        if (TP_UNLIKELY(choices.total > 127)) return false;
        while (TP_UNLIKELY(!mulle_play_rank(fast, &choices, tp_rng_below(rng, choices.total)))) continue;
        ++*decisions;
        if (TP_LIKELY(fast->hand[fast->seat ^ 1] != 0)) {
            fast->seat ^= 1;
        } else if (fast->hand[fast->seat] == 0) {
            if (fast->rond == MULLE_RONDER || fast->stock.one == 0) return true;
            fast->rond++;
            mulle_fast_deal(fast, rng);
            fast->seat = fast->hand[fast->starter] != 0 ? fast->starter : fast->starter ^ 1;
        }
    }
}

/* A random move by the rules. */
MULLE_RARELY void mulle_slow_random(mulle_state *state, tp_chance *chance) {
    tp_move moves[MULLE_MAX_MOVES];
    moves[0] = TP_NO_MOVE; /* nobody is ever stuck (§4); the analysers cannot know */
    uint32_t count = mulle_list_moves(state, moves);
    mulle_apply(state, moves[tp_rng_below(&chance->rng, count)], chance);
}

/* Play to the end; returns the number of decisions. Afterwards only returns and scores are defined. */
TP_FUNCTION int mulle_playout(mulle_state *state, tp_chance *chance) {
    tp_chance source = {NULL, chance->rng};
    mulle_fast fast;
    int decisions = 0;
    while (state->table.over == 0) {
        if (TP_LIKELY(mulle_is_fast(state))) {
            mulle_fast_load(&fast, state);
            if (TP_LIKELY(mulle_fast_omgang(&fast, &source.rng, &decisions))) {
                mulle_fast_store_score(&fast, state);
                mulle_end_omgang(state, &source);
                continue;
            }
            mulle_fast_store(&fast, state);
        }
        mulle_slow_random(state, &source);
        decisions++;
    }
    chance->rng = source.rng;
    return decisions;
}

#endif
