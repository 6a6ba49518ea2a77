/* Mulle: what can be played (§4 - §8), moves as numbers (§15), and playing them. Freestanding, C11 and C++17.
 *
 * A move is card x 2^26 + kind x 2^24 + payload.
 *
 *     CAPTURE  the set of piles, bit i for pile i; 0 stands for the preferred set and is never legal itself
 *     SUMS     a capture on a table where a pile past the 24th is taken: the set of smaller piles, bit i for
 * the i-th pile whose value is below the card's; all piles of the card's value are taken with them, or the
 * identical card alone BUILD    pile x 256 + value OTHER    TROTTA, DISCARD; and from LISTED on a capture
 * whose list names a pile past the 24th, as it comes from a person: the highest pile of the list x 65536 + a
 * hash of it. It stands for the SUMS move with these piles.
 *
 * So a number names piles by their places on the table, as the notation does, and never depends on what else
 * is legal. */
#ifndef TAPETE_MULLE_MOVES_H
#define TAPETE_MULLE_MOVES_H

#include "games/mulle/rules.h"

enum { MULLE_CAPTURE, MULLE_SUMS, MULLE_BUILDING, MULLE_OTHER };
enum { MULLE_TROTTA, MULLE_DISCARD, MULLE_LISTED = 1 << 23 };

/* Most moves at once, for any hand: with t types in it at most 104 - t cards lie on the table. A card has one
 * value to build to for a loose card and two for a build, which has two cards or more: t (104 - t) <= 52 x 52
 * builds. Then 32 captures, trotta and discard for each type. A hand of eight on a usual table has some ten
 * moves. */
enum {
    MULLE_MAX_MOVES = MULLE_TYPES * MULLE_TYPES + MULLE_TYPES * (MULLE_PACK_SETS + 2),
    MULLE_MAX_PLIES = MULLE_MAX_OMGANGAR * MULLE_CARDS /* no card is played twice in an omgång */
};

TP_INLINE tp_move mulle_move(uint32_t card, uint32_t kind, uint32_t payload) {
    return card << 26 | kind << 24 | payload;
}
TP_INLINE uint32_t mulle_move_card(tp_move move) { return move >> 26; }
TP_INLINE uint32_t mulle_move_kind(tp_move move) { return (move >> 24) & 3; }
TP_INLINE uint32_t mulle_move_payload(tp_move move) { return move & 0xffffff; }

TP_INLINE tp_move mulle_build_move(uint32_t card, uint32_t pile, uint32_t value) {
    return mulle_move(card, MULLE_BUILDING, pile << 8 | value);
}
TP_INLINE uint32_t mulle_move_pile(tp_move move) { return (move >> 8) & 0xff; }
TP_INLINE uint32_t mulle_move_value(tp_move move) { return move & 0xff; }

/* The number of a list of piles of which one is past the 24th. */
TP_FUNCTION uint32_t mulle_list_number(mulle_piles set) {
    uint64_t mixed = (set.low ^ (set.high + 1) * 0x9e3779b97f4a7c15ull) * 0xbf58476d1ce4e5b9ull;
    uint32_t highest = 127;
    while (highest > 0 && !mulle_holds(set, highest)) highest--;
    return MULLE_LISTED | highest << 16 | (uint32_t)(mixed >> 48);
}

/* ---- what the table and a hand have ---- */

/* Sets of values: bit v is value v. */
typedef struct mulle_scan {
    uint64_t loose_counts; /* four bits for each value 1..13 */
    uint64_t loose_types;
    uint32_t loose, mirrored;  /* values of loose cards; bit 16 - v for value v */
    uint32_t twice;            /* values of at least two loose cards */
    uint32_t own, others;      /* values of builds */
    uint32_t two_card_others;  /* values of the opponent's builds of two cards */
    uint32_t reach;            /* values that some piles add up to */
    uint32_t open;             /* 1: there is an open build */
    uint32_t held, held_twice; /* hand values of the hand: at least one, at least two cards */
} mulle_scan;

TP_INLINE void mulle_scan_table(const mulle_state *state, uint32_t seat, mulle_scan *scan) {
    uint32_t build = 0;
    uint64_t counts = 0, types = 0;
    uint32_t mirrored = 0, own = 0, others = 0, two_card_others = 0, reach = 1, open = 0;
    for (uint32_t i = 0; i < state->table.pile_count; i++) {
        uint32_t pile = state->piles[i];
        if (TP_LIKELY(!mulle_is_build(pile))) {
            uint32_t value = mulle_table_value(pile);
            counts += 1ull << (4 * value);
            types |= 1ull << pile;
            mirrored |= 0x10000u >> value;
            reach |= (reach << value) & 0x1ffffu;
        } else {
            uint32_t value = pile & MULLE_VALUE, bit = 1u << value;
            reach |= (reach << value) & 0x1ffffu;
            open |= !mulle_is_locked(pile);
            if (mulle_owner(pile) == seat) {
                own |= bit;
            } else {
                others |= bit;
                if (mulle_count(mulle_build_cards(&state->table, build)) == 2) two_card_others |= bit;
            }
            build++;
        }
    }
    scan->loose_counts = counts;
    scan->loose_types = types;
    scan->mirrored = mirrored;
    scan->loose = 0;
    scan->twice = 0;
    /* from four bits a value to one: at least one, at least two */
    for (uint64_t rest = types; rest != 0;) {
        uint32_t value = mulle_table_value(tp_lowest_bit(rest));
        scan->loose |= 1u << value;
        scan->twice |= (uint32_t)(mulle_count_of(counts, value) > 1) << value;
        rest &= ~MULLE_TYPES_OF_VALUE(value);
    }
    scan->own = own;
    scan->others = others;
    scan->two_card_others = two_card_others;
    scan->reach = reach;
    scan->open = open;
}

TP_INLINE void mulle_scan_hand(const mulle_state *state, uint32_t seat, mulle_scan *scan) {
    uint32_t held = 0, held_twice = 0;
    for (uint32_t i = 0; i < state->table.hand_count[seat]; i++) {
        uint32_t bit = 1u << mulle_hand_value(mulle_hand_card(state, seat, i));
        held_twice |= held & bit;
        held |= bit;
    }
    scan->held = held;
    scan->held_twice = held_twice;
}

/* Reserved (§4): the player owns a build of this hand value, and the card is his only one for it. */
TP_INLINE bool mulle_is_reserved(const mulle_scan *scan, uint32_t card) {
    uint32_t bit = 1u << mulle_hand_value(card);
    return (scan->own & scan->held & ~scan->held_twice & bit) != 0;
}

/* Hand values for which a card is left once this one has been played. */
TP_INLINE uint32_t mulle_reservations(const mulle_scan *scan, uint32_t card) {
    return scan->held & ~(1u << mulle_hand_value(card) & ~scan->held_twice);
}

/* Does trotta gather anything (§7)? */
TP_INLINE bool mulle_trotta_gathers(const mulle_scan *scan, uint32_t value) {
    uint32_t pairs = scan->loose & (scan->mirrored >> (16 - value));
    uint32_t half = (value & 1) == 0 ? 1u << (value >> 1) : 0;
    pairs &= ~half | scan->twice;
    return (((scan->loose | scan->two_card_others) >> value) & 1) != 0 || pairs != 0;
}

TP_INLINE bool mulle_may_trotta(const mulle_scan *scan, uint32_t card) {
    uint32_t value = mulle_table_value(card);
    bool into_own = ((scan->own >> value) & 1) != 0;
    if (!into_own && !mulle_trotta_gathers(scan, value)) return false;
    /* a reserved card only into the very build that it is reserved for */
    return !mulle_is_reserved(scan, card) || mulle_hand_value(card) == value;
}

/* A discard that would be the same as trotta is listed as trotta (§8). */
TP_INLINE bool mulle_discard_is_trotta(const mulle_scan *scan, uint32_t card) {
    uint32_t value = mulle_table_value(card);
    return ((scan->own >> value) & 1) != 0 && !mulle_trotta_gathers(scan, value);
}

/* ---- captures ---- */

/* What a card can capture. */
typedef struct mulle_captures {
    uint32_t count; /* sets to choose from; 0: nothing */
    bool by_sums;   /* the sets are those of `sums`; else there is one, in `sums.direct` */
    mulle_sums sums;
} mulle_captures;

TP_INLINE void mulle_find_captures(const mulle_state *state, const mulle_scan *scan, uint32_t card,
                                   mulle_captures *out) {
    uint32_t target = mulle_hand_value(card);
    out->count = 0;
    out->by_sums = false;
    out->sums.direct.low = out->sums.direct.high = 0;
    if (target >= MULLE_SPECIAL) { /* builds of exactly this value (§5.1) */
        if ((((scan->own | scan->others) >> target) & 1) == 0) return;
        for (uint32_t i = 0; i < state->table.pile_count; i++) {
            if (mulle_is_build(state->piles[i]) && (state->piles[i] & MULLE_VALUE) == target)
                mulle_set_pile(&out->sums.direct, i);
        }
        out->count = 1;
    } else if (((scan->loose_types >> card) & 1) != 0) { /* the identical card (§5.2) */
        uint32_t i = 0;
        while (state->piles[i] != card) i++;
        mulle_set_pile(&out->sums.direct, i);
        out->count = 1;
    } else if (((scan->reach >> target) & 1) != 0) {
        mulle_find_sums(state, target, false, &out->sums);
        out->by_sums = out->sums.count != 0;
        out->count = out->by_sums ? out->sums.count : out->sums.any_direct;
    }
}

/* Set number i of the captures. */
TP_INLINE mulle_piles mulle_capture_set(const mulle_captures *captures, uint32_t i) {
    return captures->by_sums ? mulle_whole_set(&captures->sums, captures->sums.sets[i])
                             : captures->sums.direct;
}

TP_INLINE tp_move mulle_capture_move(const mulle_captures *captures, uint32_t card, uint32_t i) {
    mulle_piles set = mulle_capture_set(captures, i);
    if (TP_LIKELY(set.low < 1ull << MULLE_PACK_PILES && set.high == 0))
        return mulle_move(card, MULLE_CAPTURE, (uint32_t)set.low);
    return mulle_move(card, MULLE_SUMS, captures->by_sums ? captures->sums.sets[i] : 0);
}

/* What a capture is worth to those who choose by it (§5, preferred; §12). */
typedef struct mulle_worth {
    uint32_t mulles, cards; /* cards: without the one that is played */
} mulle_worth;

TP_INLINE mulle_worth mulle_worth_of(const mulle_state *state, uint32_t card, mulle_piles set) {
    mulle_haul haul = mulle_look_at(state, set);
    mulle_worth worth;
    worth.mulles = tp_count_bits(mulle_pairs(&haul, card));
    worth.cards = mulle_count(haul.cards);
    return worth;
}

TP_INLINE bool mulle_better(mulle_worth one, mulle_worth other) {
    return one.mulles != other.mulles ? one.mulles > other.mulles : one.cards > other.cards;
}

/* The preferred set: most mulles, then most cards, then the first in lexicographic order. There is at least
 * one. */
TP_INLINE uint32_t mulle_preferred(const mulle_state *state, const mulle_captures *captures, uint32_t card,
                                   mulle_worth *worth) {
    uint32_t best = 0;
    *worth = mulle_worth_of(state, card, mulle_capture_set(captures, 0));
    for (uint32_t i = 1; i < captures->count; i++) {
        mulle_worth other = mulle_worth_of(state, card, mulle_capture_set(captures, i));
        if (!mulle_better(other, *worth)) continue;
        *worth = other;
        best = i;
    }
    return best;
}

/* ---- builds ---- */

/* The values to which this card can be built on a pile (§6), as a set. */
TP_INLINE uint32_t mulle_build_values(const mulle_scan *scan, uint32_t seat, uint32_t card, uint32_t pile) {
    uint32_t added = mulle_table_value(card), value = mulle_pile_value(pile);
    uint32_t values = 1u << (value + added), taken = scan->others;
    if (mulle_is_build(pile)) {
        if (mulle_is_locked(pile)) return 0;
        values |= 1u << (value > added ? value - added : added - value);
        if (mulle_owner(pile) != seat) taken &= ~(1u << value); /* the pile itself does not count */
    }
    return values & mulle_reservations(scan, card) & ~taken;
}

/* ---- all legal moves ---- */

TP_FUNCTION uint32_t mulle_list_card(const mulle_state *state, const mulle_scan *scan, uint32_t seat,
                                     uint32_t card, tp_move *out) {
    uint32_t count = 0;
    mulle_captures captures;
    mulle_find_captures(state, scan, card, &captures);
    for (uint32_t i = 0; i < captures.count; i++) { /* ascending by number, not by the list of piles */
        tp_move move = mulle_capture_move(&captures, card, i);
        uint32_t k = count++;
        for (; k > 0 && out[k - 1] > move; k--) out[k] = out[k - 1];
        out[k] = move;
    }
    bool reserved = mulle_is_reserved(scan, card);
    for (uint32_t i = 0; i < state->table.pile_count && !reserved; i++) {
        uint32_t values = mulle_build_values(scan, seat, card, state->piles[i]);
        for (; values != 0; values &= values - 1)
            out[count++] = mulle_build_move(card, i, tp_lowest_bit(values));
    }
    if (mulle_may_trotta(scan, card)) out[count++] = mulle_move(card, MULLE_OTHER, MULLE_TROTTA);
    if (!reserved && !mulle_discard_is_trotta(scan, card))
        out[count++] = mulle_move(card, MULLE_OTHER, MULLE_DISCARD);
    return count;
}

/* The legal moves of the player whose turn it is, ascending; returns how many. */
TP_FUNCTION uint32_t mulle_list_moves(const mulle_state *state, tp_move *out) {
    uint32_t seat = state->table.current, count = 0;
    mulle_scan scan;
    if (state->table.over != 0) return 0;
    mulle_scan_table(state, seat, &scan);
    mulle_scan_hand(state, seat, &scan);
    for (uint64_t types = mulle_hand_cards(state, seat).one; types != 0; types &= types - 1)
        count += mulle_list_card(state, &scan, seat, tp_lowest_bit(types), out + count);
    return count;
}

/* ---- playing ---- */

/* The piles of a SUMS move: an identical loose card alone, else all of the card's value and the smaller ones
 * of the payload. */
MULLE_RARELY mulle_piles mulle_far_piles(const mulle_state *state, tp_move move) {
    mulle_piles set = {0, 0}, identical = {0, 0};
    uint32_t card = mulle_move_card(move), target = mulle_hand_value(card), smaller = 0;
    for (uint32_t i = 0; i < state->table.pile_count; i++) {
        uint32_t pile = state->piles[i], value = mulle_pile_value(pile);
        if (pile == card && target < MULLE_SPECIAL) mulle_set_pile(&identical, i);
        if (value == target && (target < MULLE_SPECIAL || mulle_is_build(pile))) mulle_set_pile(&set, i);
        if (value >= target) continue;
        if (smaller < MULLE_PACK_PILES && ((mulle_move_payload(move) >> smaller) & 1) != 0)
            mulle_set_pile(&set, i);
        smaller++;
    }
    return (identical.low | identical.high) != 0 ? identical : set;
}

/* The piles that a capture takes. */
TP_INLINE mulle_piles mulle_move_piles(const mulle_state *state, tp_move move) {
    mulle_piles set = {mulle_move_payload(move), 0};
    return TP_LIKELY(mulle_move_kind(move) == MULLE_CAPTURE) ? set : mulle_far_piles(state, move);
}

/* What everybody knows of the hand once this card has been played (§3, Information).
 *
 * Playing a card other than by capture, or by trotta into the build that it could take, while owning a build
 * of its hand value needs a second one (§4, reserved); building to a value needs one of that value (§6.4).
 * Any other play of the hand value may have been the very card that was implied. */
TP_INLINE void mulle_note_play(mulle_table *table, uint32_t seat, uint32_t card, bool owned,
                               bool may_be_reserved, uint32_t built) {
    uint32_t bit = 1u << mulle_hand_value(card), implied = table->implied[seat] & ~bit;
    if (owned && !may_be_reserved) implied |= bit;
    table->implied[seat] = implied | (built != 0 ? 1u << built : 0);
}

/* Make a legal move. */
TP_INLINE void mulle_play(mulle_state *state, tp_move move) {
    mulle_table *table = &state->table;
    uint32_t seat = table->current, card = mulle_move_card(move), kind = mulle_move_kind(move);
    uint32_t hand_value = mulle_hand_value(card), built = 0;
    bool may_be_reserved = kind <= MULLE_SUMS, owned = false;
    if (!may_be_reserved) {
        mulle_place own;
        owned = mulle_find_build(state, seat, hand_value, &own);
    }
    mulle_hand_remove(state, seat, card);
    if (may_be_reserved) {
        mulle_do_capture(state, seat, card, mulle_move_piles(state, move));
    } else if (kind == MULLE_BUILDING) {
        built = mulle_move_value(move);
        mulle_do_build(state, seat, card, mulle_move_pile(move), built, true);
    } else if (mulle_move_payload(move) == MULLE_TROTTA) {
        may_be_reserved = hand_value == mulle_table_value(card);
        mulle_do_trotta(state, seat, card);
    } else {
        mulle_do_discard(state, seat, card);
    }
    mulle_note_play(table, seat, card, owned, may_be_reserved, built);
}

TP_FUNCTION void mulle_apply(mulle_state *state, tp_move move, tp_chance *chance) {
    mulle_play(state, move);
    mulle_end_turn(state, chance);
}

/* The game is over: the sign of the difference, 0 for equal sums. */
TP_INLINE void mulle_returns(const mulle_table *table, float *per_seat) {
    int difference = (int)table->session[0] - (int)table->session[1];
    float sign = table->over == 0 ? 0.0f : difference > 0 ? 1.0f : difference < 0 ? -1.0f : 0.0f;
    per_seat[0] = sign;
    per_seat[1] = 0.0f - sign;
}

#endif
