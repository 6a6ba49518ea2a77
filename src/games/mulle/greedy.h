/* Mulle: the greedy player of the rulebook (§12.1), and what it shares with the learning one. Freestanding,
 * C11 and C++17. */
#ifndef TAPETE_MULLE_GREEDY_H
#define TAPETE_MULLE_GREEDY_H

#include "games/mulle/words.h"

/* The first legal build of a card in the order of the table, up before down; TP_NO_MOVE if there is none.
 */
TP_INLINE tp_move mulle_first_build(const mulle_state *state, const mulle_scan *scan, uint32_t seat,
                                    uint32_t card) {
    if (mulle_is_reserved(scan, card)) return TP_NO_MOVE;
    for (uint32_t i = 0; i < state->table.pile_count; i++) {
        uint32_t values = mulle_build_values(scan, seat, card, state->piles[i]);
        if (values == 0) continue;
        /* up is the larger of the two */
        while ((values & (values - 1)) != 0) values &= values - 1;
        return mulle_build_move(card, i, tp_lowest_bit(values));
    }
    return TP_NO_MOVE;
}

/* Throw a card that is not reserved; where that is the same as trotta it is called so (§8). */
TP_INLINE tp_move mulle_throw_move(const mulle_scan *scan, uint32_t card) {
    return mulle_move(card, MULLE_OTHER, mulle_discard_is_trotta(scan, card) ? MULLE_TROTTA : MULLE_DISCARD);
}

/* The capture with the most mulles, then the most cards, first in hand order; else the first build, in hand
 * order, then in the order of the table; else the first card in hand order that is not reserved is thrown. */
MULLE_RARELY tp_move mulle_greedy_slowly(const mulle_state *state) {
    uint32_t seat = state->table.current, count = state->table.hand_count[seat];
    mulle_scan scan;
    mulle_scan_table(state, seat, &scan);
    mulle_scan_hand(state, seat, &scan);
    tp_move best = TP_NO_MOVE;
    mulle_worth most = {0, 0};
    for (uint32_t i = 0; i < count; i++) {
        uint32_t card = mulle_hand_card(state, seat, i);
        mulle_captures captures;
        mulle_worth worth;
        mulle_find_captures(state, &scan, card, &captures);
        if (captures.count == 0) continue;
        uint32_t set = mulle_preferred(state, &captures, card, &worth);
        if (best != TP_NO_MOVE && !mulle_better(worth, most)) continue;
        most = worth;
        best = mulle_capture_move(&captures, card, set);
    }
    for (uint32_t i = 0; i < count && best == TP_NO_MOVE; i++)
        best = mulle_first_build(state, &scan, seat, mulle_hand_card(state, seat, i));
    for (uint32_t i = 0; i < count && best == TP_NO_MOVE; i++) {
        uint32_t card = mulle_hand_card(state, seat, i);
        if (!mulle_is_reserved(&scan, card)) best = mulle_throw_move(&scan, card);
    }
    return best;
}

/* ---- the same with at most eight piles and a hand of at most eight cards ---- */

/* What the greedy player knows of a table with at most eight piles. */
typedef struct mulle_quick {
    uint64_t piles, values; /* bytes; ones and 31 beyond the last pile */
    uint64_t builds;        /* marks of the builds */
    uint64_t open;          /* marks of the open ones */
    uint64_t loose;         /* types */
    uint64_t own, others;   /* values of builds */
    uint32_t any, groups;   /* sums of one pile or more, and of two or more: bit v for value v */
} mulle_quick;

TP_INLINE bool mulle_is_quick(const mulle_table *table) {
    return table->pile_count <= 8 && table->hand_count[table->current] <= MULLE_HAND;
}

/* Bytes from `count` on become ones. */
TP_INLINE uint64_t mulle_fill_up(uint64_t bytes, uint32_t count) {
    return bytes | (count < 8 ? ~0ull << (8 * count) : 0);
}

/* In fixed steps, since a loop of another length each time would be guessed wrong: four, and four more if
 * there are so many piles. Bytes of ones do nothing. */
TP_INLINE void mulle_quick_add_piles(mulle_quick *quick, uint64_t piles, uint64_t values) {
    for (uint32_t i = 0; i < 4; i++, piles >>= 8, values >>= 8) {
        uint32_t value = values & 31, sums = quick->any << value;
        quick->loose |= ((~piles >> 7) & 1) << (piles & 63);
        quick->groups |= sums;
        quick->any |= sums | 1u << value;
    }
}

TP_INLINE void mulle_quick_scan(const mulle_state *state, uint32_t seat, mulle_quick *quick) {
    uint32_t count = state->table.pile_count;
    uint64_t word = mulle_load_eight(state->piles);
    quick->builds = word & TP_LANES_TOP; /* a table of more piles is not looked at */
    quick->open = quick->builds & ~(word << 1);
    quick->piles = word = mulle_fill_up(word, count);
    quick->values = mulle_values_of(word);
    quick->loose = quick->own = quick->others = 0;
    quick->any = quick->groups = 0;
    mulle_quick_add_piles(quick, word, quick->values);
    if (TP_UNLIKELY(count > 4)) mulle_quick_add_piles(quick, word >> 32, quick->values >> 32);
    for (uint64_t rest = quick->builds; rest != 0; rest &= rest - 1) {
        uint32_t pile = (uint32_t)(word >> (tp_lowest_bit(rest) - 7)) & 0xff;
        uint64_t bit = mulle_nibble(pile & MULLE_VALUE);
        quick->own |= mulle_owner(pile) == seat ? bit : 0;
        quick->others |= mulle_owner(pile) == seat ? 0 : bit;
    }
}

/* The places in a hand whose cards are of some types: bit i for card i. */
TP_INLINE uint32_t mulle_hand_places(uint64_t hand, uint64_t types) {
    uint32_t places = 0;
    for (uint32_t i = 0; i < MULLE_HAND; i++)
        places |= ((uint32_t)(types >> (hand >> (8 * i) & 63)) & 1) << i;
    return places;
}

/* The types in a hand; bytes of ones add the 63rd, which is none. */
TP_INLINE uint64_t mulle_hand_types(uint64_t hand) {
    uint64_t types = 0;
    for (uint32_t i = 0; i < MULLE_HAND; i++) types |= 1ull << (hand >> (8 * i) & 63);
    return types;
}

/* What capturing marked piles is worth. */
TP_INLINE mulle_worth mulle_quick_worth(const mulle_state *state, const mulle_quick *quick, uint32_t card,
                                        uint64_t marks) {
    mulle_haul haul = {{0, 0}, {0, 0}};
    mulle_worth worth;
    for (; marks != 0; marks &= marks - 1) {
        uint64_t mark = marks & (0 - marks);
        uint32_t pile = (uint32_t)(quick->piles >> (tp_lowest_bit(mark) - 7)) & 0xff;
        if (mulle_is_build(pile)) {
            uint32_t number = tp_count_bits(quick->builds & (mark - 1));
            mulle_add(&haul.from_builds, mulle_build_cards(&state->table, number));
        } else {
            mulle_add(&haul.cards, mulle_card(pile));
        }
    }
    mulle_add(&haul.cards, haul.from_builds);
    worth.mulles = tp_count_bits(mulle_pairs(&haul, card));
    worth.cards = mulle_count(haul.cards);
    return worth;
}

/* The preferred capture of a card with which a group of piles adds up, as a set of piles. `worth`: what it is
 * worth, if not NULL. */
TP_FUNCTION uint32_t mulle_quick_preferred_sums(const mulle_state *state, const mulle_quick *quick,
                                                uint32_t card, mulle_worth *worth) {
    uint32_t target = mulle_hand_value(card), sets[MULLE_PACK_SETS], count, best = 0;
    uint64_t smaller = mulle_mark_smaller(quick->values, target),
             direct = mulle_zero_bytes(quick->values ^ target * TP_LANES_ONE);
    if (tp_count_bits(smaller) > MULLE_MANY_PILES)
        smaller = mulle_mark_useful(quick->values, smaller, quick->any, target);
    uint32_t among = mulle_marks_to_bits(smaller), piles = tp_count_bits(among);
    sets[0] = 0; /* there is one; the compiler cannot know */
    uint64_t values = mulle_close_up(quick->values, ~smaller & TP_LANES_TOP);
    if (TP_UNLIKELY(piles > MULLE_SWIFT_PILES)) {
        uint8_t bytes[8];
        for (uint32_t i = 0; i < 8; i++) bytes[i] = (uint8_t)(values >> (8 * i));
        count = mulle_pack_slowly(bytes, piles, target, sets);
    } else {
        count = mulle_pack_swiftly(values, piles, target, sets);
    }
    mulle_worth most = {0, 0};
    if (count == 1 && worth == NULL) return mulle_among(sets[0], among) | mulle_marks_to_bits(direct);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t set = mulle_among(sets[i], among);
        mulle_worth other = mulle_quick_worth(state, quick, card, direct | mulle_bits_to_marks(set));
        if (i != 0 && !mulle_better(other, most)) continue;
        most = other;
        best = set;
    }
    if (worth != NULL) *worth = most;
    return best | mulle_marks_to_bits(direct);
}

/* The preferred capture of a card that has one. */
TP_INLINE uint32_t mulle_quick_preferred(const mulle_state *state, const mulle_quick *quick, uint32_t card,
                                         mulle_worth *worth) {
    uint32_t target = mulle_hand_value(card);
    uint64_t marks;
    if (target < MULLE_SPECIAL && ((quick->loose >> card) & 1) != 0) {
        marks = mulle_zero_bytes(quick->piles ^ card * TP_LANES_ONE);
        if (worth != NULL) worth->mulles = worth->cards = 1;
    } else if (TP_UNLIKELY(target < MULLE_SPECIAL && ((quick->groups >> target) & 1) != 0)) {
        return mulle_quick_preferred_sums(state, quick, card, worth);
    } else {
        marks = mulle_zero_bytes(quick->values ^ target * TP_LANES_ONE);
        if (worth != NULL) *worth = mulle_quick_worth(state, quick, card, marks);
    }
    return mulle_marks_to_bits(marks);
}

/* The capture with the most mulles, then the most cards, first in hand order, of some types that have one. */
TP_INLINE tp_move mulle_quick_capture(const mulle_state *state, const mulle_quick *quick, uint64_t hand,
                                      uint64_t types) {
    mulle_worth most = {0, 0}, worth;
    tp_move best = TP_NO_MOVE;
    if (TP_LIKELY((types & (types - 1)) == 0)) {
        uint32_t card = tp_lowest_bit(types);
        return mulle_move(card, MULLE_CAPTURE, mulle_quick_preferred(state, quick, card, NULL));
    }
    for (uint32_t places = mulle_hand_places(hand, types); places != 0; places &= places - 1) {
        uint32_t card = (uint32_t)(hand >> (8 * tp_lowest_bit(places))) & 0xff;
        uint32_t set = mulle_quick_preferred(state, quick, card, &worth);
        if (best != TP_NO_MOVE && !mulle_better(worth, most)) continue;
        most = worth;
        best = mulle_move(card, MULLE_CAPTURE, set);
    }
    return best;
}

/* Types that can perhaps be built to one of some values. Whether there are two values, one of a loose card,
 * whose difference is the card's, a product of polynomials tells: one in the loose values, one in the others,
 * turned around. */
TP_INLINE uint64_t mulle_quick_builders(const mulle_quick *quick, uint64_t to) {
    uint64_t values = mulle_some(mulle_mirror(mulle_some(quick->loose) * mulle_mirror(to))) >> 4;
    for (uint64_t rest = quick->open; rest != 0; rest &= rest - 1) {
        uint32_t value = (uint32_t)(quick->piles >> (tp_lowest_bit(rest) - 7)) & MULLE_VALUE;
        uint64_t any = to | mulle_nibble(value);
        values |= mulle_changes_up(any, value) | mulle_changes_down(any, value);
    }
    return mulle_types_of(values);
}

/* The first build in hand order, perhaps with one of some types; else the first card that is not reserved is
 * thrown. */
TP_INLINE tp_move mulle_quick_build_or_throw(const mulle_state *state, const mulle_quick *quick,
                                             uint64_t hand, uint64_t types, uint64_t build) {
    uint32_t seat = state->table.current, place = 0;
    uint64_t counts = mulle_hand_nibbles(state, seat), several = mulle_several(counts);
    uint64_t reserved = types & mulle_types_for(quick->own & ~several);
    mulle_scan scan;
    if ((build & ~reserved) != 0) {
        scan.own = mulle_gather_values(quick->own);
        scan.others = mulle_gather_values(quick->others);
        scan.held = mulle_gather_values(mulle_some(counts));
        scan.held_twice = mulle_gather_values(several);
        for (uint32_t places = mulle_hand_places(hand, build & ~reserved); places != 0;
             places &= places - 1) {
            tp_move move =
                mulle_first_build(state, &scan, seat, (uint32_t)(hand >> (8 * tp_lowest_bit(places))) & 0xff);
            if (move != TP_NO_MOVE) return move;
        }
    }
    if (TP_UNLIKELY(reserved != 0))
        place = tp_lowest_bit(mulle_hand_places(hand, types & ~reserved & MULLE_ALL_TYPES));
    uint32_t card = (uint32_t)(hand >> (8 * place)) & 0xff;
    if (TP_LIKELY(!mulle_has(quick->own, mulle_table_value(card))))
        return mulle_move(card, MULLE_OTHER, MULLE_DISCARD);
    mulle_scan_table(state, seat, &scan);
    return mulle_throw_move(&scan, card);
}

TP_INLINE tp_move mulle_greedy_move(const mulle_state *state) {
    if (TP_UNLIKELY(!mulle_is_quick(&state->table))) return mulle_greedy_slowly(state);
    const uint32_t usual = (1u << MULLE_SPECIAL) - 1;
    uint32_t seat = state->table.current;
    uint64_t hand = mulle_fill_up(state->hand[seat], state->table.hand_count[seat]),
             types = mulle_hand_types(hand);
    mulle_quick quick;
    mulle_quick_scan(state, seat, &quick);
    uint64_t capture =
        types & mulle_types_for(mulle_spread_values(quick.any & usual) | quick.own | quick.others);
    if (capture != 0) return mulle_quick_capture(state, &quick, hand, capture);
    uint64_t build = types & mulle_quick_builders(&quick, mulle_values_for(types) & ~quick.others);
    if (TP_LIKELY((build | quick.own) == 0)) return mulle_move(hand & 0xff, MULLE_OTHER, MULLE_DISCARD);
    return mulle_quick_build_or_throw(state, &quick, hand, types, build);
}

#endif
