/* Mus: worlds imagined behind a view.
 *
 * A world deals the unknown cards anew: to the hidden hands, to the discards of the others, and to the stock.
 * What the others have declared holds: who said that he has pares has them, who said no has none, and so for
 * juego. Nothing else that is said or done in the open limits the cards, so all deals that agree with the
 * declarations are equally likely.
 *
 * After the discards have gone back into the stock this is a simplification: a card that the viewer put down
 * before may be anywhere again, though it can only be where cards were drawn since. What the others put down
 * before is left out of their memory.
 *
 * Hands that fit the declarations are found in one of two ways, by rejection: deal freely until they fit, or
 * pick each among those that fit until no two of them overlap. prepare() works out which is quicker. Part of
 * what is built twice (games/registry.h). */
#ifndef TAPETE_MUS_WORLDS_H
#define TAPETE_MUS_WORLDS_H

#include "core/language.h"
#include "games/mus/view.h"

#include <string.h>

/* ---- hidden hands ---- */

/* May a hidden seat have this hand, by its declarations? */
TP_FUNCTION bool mus_worlds_hand_fits(const mus_table *table, uint32_t seat, const mus_class *hand) {
    if (table->declared >= 1 && (hand->pares_value != 0) != (((table->pares >> seat) & 1) != 0)) return false;
    return table->declared < 2 || (hand->juego_value != 0) == (((table->juego >> seat) & 1) != 0);
}

TP_FUNCTION uint32_t mus_worlds_choose(uint32_t n, uint32_t k) {
    uint32_t ways = 1;
    for (uint32_t i = 0; i < k; i++) ways = ways * (n - i) / (i + 1);
    return k > n ? 0 : ways;
}

/* How many hands of physical cards from the pool have these four effective ranks, ascending. */
TP_FUNCTION uint32_t mus_worlds_count_hands(const mus_scratch *scratch, const uint32_t ranks[MUS_HAND]) {
    uint32_t ways = 1;
    for (uint32_t i = 0, same; i < MUS_HAND; i += same) {
        for (same = 1; i + same < MUS_HAND && ranks[i + same] == ranks[i];) same++;
        ways *= mus_worlds_choose(tp_count_bits(scratch->rank_cards[ranks[i]]), same);
    }
    return ways;
}

/* All classes that one hidden seat may hold, with running totals, and where in them each part of a random
 * number leads. */
TP_FUNCTION void mus_worlds_list_hands(const mus_table *table, uint32_t seat, const mus_scratch *scratch,
                                       mus_hidden_hand *out) {
    uint32_t r[MUS_HAND], total = 0;
    out->count = 0;
    for (r[0] = 0; r[0] < MUS_RANKS; r[0]++) {
        for (r[1] = r[0]; r[1] < MUS_RANKS; r[1]++) {
            for (r[2] = r[1]; r[2] < MUS_RANKS; r[2]++) {
                for (r[3] = r[2]; r[3] < MUS_RANKS; r[3]++) {
                    uint32_t ways = mus_worlds_count_hands(scratch, r);
                    if (ways == 0) continue;
                    uint8_t cards[MUS_HAND];
                    for (uint32_t i = 0; i < MUS_HAND; i++) cards[i] = (uint8_t)(4 * r[i]);
                    if (!mus_worlds_hand_fits(table, seat, mus_class_of(&table->rules, cards))) continue;
                    total += ways;
                    out->running_total[out->count] = total;
                    out->ranks[out->count++] = (uint16_t)(r[0] | r[1] << 4 | r[2] << 8 | r[3] << 12);
                }
            }
        }
    }
    for (uint32_t part = 0, class_at = 0; part < MUS_GUIDES && total > 0; part++) {
        uint64_t rank = (uint64_t)part * total / MUS_GUIDES;
        while (out->running_total[class_at] <= rank) class_at++;
        out->guide[part] = (uint16_t)class_at;
    }
}

TP_INLINE uint32_t mus_worlds_total(const mus_hidden_hand *hidden) {
    return hidden->count == 0 ? 0 : hidden->running_total[hidden->count - 1];
}

TP_FUNCTION double mus_worlds_all_hands_of(uint32_t cards) {
    return (double)mus_worlds_choose(cards, MUS_HAND);
}

/* Is there a deal of these cards in which every hidden hand from `index` on fits? Looks for one. */
TP_FUNCTION bool mus_worlds_deal_exists(const mus_scratch *scratch, uint32_t index, uint8_t left[MUS_RANKS]) {
    if (index >= scratch->seat_count || index >= MUS_SEATS) return true;
    const mus_hidden_hand *hidden = &scratch->hidden[index];
    for (uint32_t i = 0; i < hidden->count; i++) {
        uint32_t taken = 0;
        bool enough = true;
        for (; taken < MUS_HAND && enough; taken += enough) {
            uint32_t rank = (hidden->ranks[i] >> (4 * taken)) & 15;
            enough = left[rank] > 0;
            if (enough) left[rank]--;
        }
        bool found = enough && mus_worlds_deal_exists(scratch, index + 1, left);
        while (taken-- > 0) left[(hidden->ranks[i] >> (4 * taken)) & 15]++;
        if (found) return true;
    }
    return false;
}

/* How many hands are drawn on average until all are found, where the next one is good with these
 * probabilities. */
TP_FUNCTION double mus_worlds_expected_hands(const double *good, uint32_t count) {
    double all = 1, drawn = 0;
    for (uint32_t i = 0; i < count; i++) {
        drawn += all; /* this hand is drawn where those before it were good */
        all *= good[i];
    }
    return all > 0 ? drawn / all : 1e300;
}

/* The hidden hands by class, the least likely seat first, so that a deal that does not fit fails early. */
TP_FUNCTION tp_err mus_worlds_prepare_types(const mus_view *view, mus_scratch *scratch, tp_error *error) {
    uint32_t pool = tp_count_bits(scratch->pool), left = pool;
    double fit[MUS_SEATS] = {0, 0, 0, 0}, apart[MUS_SEATS] = {0, 0, 0, 0};
    uint8_t counts[MUS_RANKS];
    for (uint32_t i = 0; i < scratch->seat_count; i++, left -= MUS_HAND) {
        uint8_t seat = scratch->seats[i];
        mus_hidden_hand hidden;
        mus_worlds_list_hands(&view->table, seat, scratch, &hidden);
        double chance = mus_worlds_total(&hidden) / mus_worlds_all_hands_of(pool);
        uint32_t place = i;
        for (; place > 0 && fit[place - 1] > chance; place--) {
            fit[place] = fit[place - 1];
            scratch->seats[place] = scratch->seats[place - 1];
            scratch->hidden[place] = scratch->hidden[place - 1];
        }
        fit[place] = chance;
        scratch->seats[place] = seat;
        scratch->hidden[place] = hidden;
        apart[i] = mus_worlds_all_hands_of(left) / mus_worlds_all_hands_of(pool);
    }
    for (uint32_t rank = 0; rank < MUS_RANKS; rank++)
        counts[rank] = (uint8_t)tp_count_bits(scratch->rank_cards[rank]);
    scratch->deal_and_try = mus_worlds_expected_hands(fit, scratch->seat_count) <
                            mus_worlds_expected_hands(apart, scratch->seat_count);
    if (!mus_worlds_deal_exists(scratch, 0, counts)) {
        return tp_fail(error, TP_E_INPUT,
                       TR("declared: the unknown cards cannot make hands with the declared pares and juego"));
    }
    return TP_OK;
}

TP_FUNCTION tp_err mus_worlds_prepare(const mus_view *view, mus_scratch *scratch, tp_error *error) {
    const mus_rules *rules = &view->table.rules;
    memset(scratch, 0, offsetof(mus_scratch, hidden));
    scratch->known.table = view->table;
    memcpy(scratch->known.hands, view->hands, sizeof view->hands);
    scratch->pool = MUS_DECK & ~view->discards;
    uint32_t needed = 0;
    for (uint32_t seat = 0; seat < rules->players; seat++) {
        uint32_t hidden = 0;
        for (uint32_t i = 0; i < MUS_HAND; i++) {
            if (view->hands[seat][i] < MUS_CARDS) scratch->pool &= ~(1ull << view->hands[seat][i]);
            hidden += view->hands[seat][i] == MUS_UNKNOWN_CARD;
        }
        if (hidden > 0) {
            scratch->cards[scratch->seat_count] = (uint8_t)hidden;
            scratch->seats[scratch->seat_count++] = (uint8_t)seat;
        }
        needed += hidden + (view->viewer == (int)seat ? 0u : view->table.piled[seat]);
        if (hidden > 0 && hidden < MUS_HAND && view->table.declared > 0)
            return tp_fail(error, TP_E_INPUT, TR("hands[%u]: four cards, all of them known or none"), seat);
        if (view->table.phase == MUS_PHASE_DISCARD && view->table.discarded[seat] > view->table.piled[seat]) {
            return tp_fail(error, TP_E_INPUT,
                           TR("discards[%u]: fewer cards (%u) than were discarded in this round (%u)"), seat,
                           view->table.piled[seat], view->table.discarded[seat]);
        }
    }
    if (view->viewer >= 0) {
        scratch->known.discards[view->viewer] = view->discards;
        scratch->known.latest = view->latest;
        scratch->known.returned[view->viewer] = view->returned;
    }
    if (needed > tp_count_bits(scratch->pool)) {
        return tp_fail(
            error, TP_E_INPUT,
            TR("hands and discarded: the unknown cards (%u) are more than those that are left (%u)"), needed,
            tp_count_bits(scratch->pool));
    }
    for (uint32_t card = 0; card < MUS_CARDS; card++) {
        if (((scratch->pool >> card) & 1) == 0) continue;
        scratch->rank_cards[mus_effective_rank(mus_rank(card), rules->kings8 != 0)] |= 1ull << card;
    }
    scratch->has_types = view->table.declared > 0 && scratch->seat_count > 0;
    if (scratch->has_types == 0) return TP_OK;
    return mus_worlds_prepare_types(view, scratch, error);
}

/* ---- worlds ---- */

/* `count` random cards of a set, which they leave; one random number for every four. */
TP_INLINE uint64_t mus_worlds_take_cards(uint64_t *set, uint32_t count, tp_rng *rng) {
    uint64_t taken = 0, left = *set, fraction = 0;
    uint32_t cards = tp_count_bits(left);
    for (uint32_t i = 0; i < count; i++) {
        if (i % 4 == 0) fraction = tp_rng_next(rng);
        uint64_t card = 1ull << tp_select_bit(left, tp_fraction_below(&fraction, cards--));
        left &= ~card;
        taken |= card;
    }
    *set = left;
    return taken;
}

TP_FUNCTION void mus_worlds_set_hand(uint8_t hand[MUS_HAND], uint64_t cards) {
    for (uint32_t i = 0; i < MUS_HAND; i++) {
        hand[i] = cards != 0 ? (uint8_t)tp_lowest_bit(cards) : (uint8_t)MUS_NO_CARD;
        cards &= cards - 1;
    }
}

/* A uniformly random hand among those that fit the declarations of a hidden seat. One random number gives the
 * class and the suits: 91,390 hands and 8 x 7 x 6 x 5 ways take 28 bits of it. */
TP_INLINE uint64_t mus_worlds_pick_hand(const mus_scratch *scratch, const mus_hidden_hand *hidden,
                                        tp_rng *rng) {
    uint64_t fraction = tp_rng_next(rng), cards = 0;
    uint32_t class_at = hidden->guide[fraction >> 56];
    uint32_t rank = tp_fraction_below(&fraction, mus_worlds_total(hidden));
    while (hidden->running_total[class_at] <= rank) class_at++;
    for (uint32_t i = 0; i < MUS_HAND; i++) {
        uint64_t left = scratch->rank_cards[(hidden->ranks[class_at] >> (4 * i)) & 15] & ~cards;
        cards |= 1ull << tp_select_bit(left, tp_fraction_below(&fraction, tp_count_bits(left)));
    }
    return cards;
}

/* Hands that fit, until they do not overlap: every deal of fitting hands is as likely as any other. */
TP_FUNCTION void mus_worlds_pick_hands(const mus_scratch *scratch, uint64_t hands[MUS_SEATS], tp_rng *rng) {
    for (uint32_t i = 0; i < scratch->seat_count;) {
        uint64_t before = 0;
        for (uint32_t k = 0; k < i; k++) before |= hands[k];
        hands[i] = mus_worlds_pick_hand(scratch, &scratch->hidden[i], rng);
        i = (hands[i] & before) != 0 ? 0 : i + 1;
    }
}

/* Hands that do not overlap, until they fit. */
TP_FUNCTION void mus_worlds_deal_hands(const mus_scratch *scratch, uint64_t hands[MUS_SEATS], tp_rng *rng) {
    uint64_t pool = scratch->pool;
    for (uint32_t i = 0; i < scratch->seat_count; i++) {
        uint8_t hand[MUS_HAND];
        if (i == 0) pool = scratch->pool;
        hands[i] = mus_worlds_take_cards(&pool, scratch->cards[i], rng);
        if (scratch->has_types == 0) continue;
        mus_worlds_set_hand(hand, hands[i]);
        const mus_table *table = &scratch->known.table;
        if (!mus_worlds_hand_fits(table, scratch->seats[i], mus_class_of(&table->rules, hand)))
            i = (uint32_t)-1; /* again from the first */
    }
}

TP_FUNCTION void mus_worlds_imagine(const mus_view *view, const mus_scratch *scratch, mus_state *state,
                                    tp_rng *rng) {
    uint64_t hands[MUS_SEATS] = {0, 0, 0, 0}, pool = scratch->pool;
    *state = scratch->known;
    if (scratch->has_types != 0 && scratch->deal_and_try == 0) {
        mus_worlds_pick_hands(scratch, hands, rng);
    } else {
        mus_worlds_deal_hands(scratch, hands, rng);
    }
    for (uint32_t i = 0; i < scratch->seat_count; i++) {
        mus_worlds_set_hand(state->hands[scratch->seats[i]], hands[i]);
        pool &= ~hands[i];
    }
    for (int seat = 0; seat < state->table.rules.players; seat++) {
        if (seat == view->viewer || state->table.piled[seat] == 0) continue;
        bool under_way = state->table.phase == MUS_PHASE_DISCARD;
        uint32_t latest = under_way ? state->table.discarded[seat] : 0;
        uint64_t cards = mus_worlds_take_cards(&pool, latest, rng);
        state->latest |= cards;
        state->discards[seat] = cards | mus_worlds_take_cards(&pool, state->table.piled[seat] - latest, rng);
    }
    state->stock = pool;
}

#endif
