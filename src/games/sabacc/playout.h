/* Kessel Sabacc: uniformly random moves to the end of the game, as fast as they go.
 *
 * The same rules as rules.h, said as loops over player-turns instead of a step at a time, and without what
 * nobody asks for afterwards: who knows which card, the cards below the top of a discard pile, the sizes of
 * piles. A test compares the distribution of results with rules.h. Freestanding, C11 and C++17. What was
 * tried is in docs/performance.md. */
#ifndef TAPETE_SABACC_PLAYOUT_H
#define TAPETE_SABACC_PLAYOUT_H

#include "games/sabacc/rules.h"

/* A card of a pile by a number below its total; it leaves the pile. */
TP_INLINE uint32_t sabacc_take_rank(uint64_t *pile, uint32_t rank) {
    uint32_t card = tp_lanes_select(*pile, rank);
    *pile -= tp_lane(card);
    return card;
}

/* condition != 0 ? one : other, without a branch: compilers make one of it, and it is wrong half of the time.
 */
TP_INLINE uint32_t sabacc_either(uint32_t condition, uint32_t one, uint32_t other) {
    return other ^ ((one ^ other) & (0u - condition));
}

/* One player-turn: token, draw, keep. Returns the number of decisions. */
TP_INLINE int sabacc_playout_player_turn(sabacc_state *state, tp_chance *chance) {
    sabacc_table *table = &state->table;
    uint32_t self = table->current;
    uint64_t fraction = tp_rng_next(&chance->rng);
    int decisions = 2;

    uint32_t tokens = table->tokens[self], move = SABACC_NO_TOKEN;
    if (tokens != 0) {
        tokens = (tokens & sabacc_possible_tokens(table)) | 1u << SABACC_NO_TOKEN;
        move = tp_select_bit(tokens, tp_fraction_below(&fraction, tp_count_bits(tokens)));
    }
    if (move != SABACC_NO_TOKEN) {
        uint32_t token = sabacc_token_of_move(move), first_move = sabacc_token_moves[token];
        table->tokens[self] &= ~sabacc_token_set(token);
        if (first_move == SABACC_SABACC_PRIME) {
            decisions++;
            table->prime = (uint8_t)(1 + tp_fraction_below(&fraction, SABACC_DIE_SIDES));
        } else {
            sabacc_play_token(state, first_move, move - first_move, chance);
        }
    }

    uint32_t choice = sabacc_may_draw(table) ? tp_fraction_below(&fraction, 5) : 0;
    if (choice == 0) {
        table->passed = (uint8_t)(table->passed | sabacc_bit(self));
    } else {
        uint32_t family = choice & 1, from_pile = choice <= 2, keeps = tp_fraction_below(&fraction, 2);
        uint32_t cost = table->free_draw == 0;
        uint64_t pile = state->pile[family];
        uint32_t drawn = tp_lanes_select(pile, tp_fraction_below(&fraction, tp_lanes_total(pile)));
        state->pile[family] = pile - ((uint64_t)from_pile << (8 * drawn));
        uint32_t top = (uint32_t)table->discard[family] & 7, held = state->hand[self][family];
        uint32_t card = sabacc_either(from_pile, drawn, top), holds = sabacc_either(keeps, card, held);
        state->hand[self][family] = (uint8_t)holds;
        table->discard[family] = card ^ held ^ holds;
        table->reserve[self] = (uint8_t)(table->reserve[self] - cost);
        table->pot[self] = (uint8_t)(table->pot[self] + cost);
        table->passed = (uint8_t)(table->passed & ~sabacc_bit(self));
        decisions++;
    }
    table->free_draw = 0;
    table->embargoed = (uint8_t)(table->embargoed & ~sabacc_bit(self));
    return decisions;
}

/* Resolution; a player's choice between two dice is one uniform die. Returns the number of decisions. */
TP_INLINE int sabacc_playout_resolution(sabacc_state *state, tp_rng *rng, bool *goes_on) {
    sabacc_table *table = &state->table;
    sabacc_rank ranks[SABACC_SEATS] = {sabacc_no_rank, sabacc_no_rank, sabacc_no_rank, sabacc_no_rank};
    uint64_t fraction = tp_rng_next(rng);
    int decisions = 0;
    bool fraud = (table->effects & SABACC_EFFECT_MAJOR_FRAUD) != 0;
    for (uint32_t set = table->in_play; set != 0; set &= set - 1) {
        uint32_t seat = tp_lowest_bit(set);
        uint8_t values[SABACC_FAMILIES] = {0, 0};
        for (uint32_t family = 0; family < SABACC_FAMILIES; family++) {
            if (state->hand[seat][family] == SABACC_IMPOSTOR && !fraud) {
                values[family] = (uint8_t)(1 + tp_fraction_below(&fraction, SABACC_DIE_SIDES));
                decisions++;
            }
        }
        ranks[seat] = sabacc_rank_hand(state->hand[seat], values, table->effects, table->prime);
    }
    *goes_on = sabacc_settle(table, ranks);
    return decisions;
}

/* The deal of a new round. */
TP_INLINE void sabacc_playout_deal(sabacc_state *state, tp_rng *rng) {
    sabacc_table *table = &state->table;
    table->current = table->first;
    table->turn = 1;
    table->passed = table->immune = table->embargoed = 0;
    table->free_draw = table->effects = table->prime = 0;
    for (uint32_t family = 0; family < SABACC_FAMILIES; family++) {
        uint64_t fraction = tp_rng_next(rng), pile = SABACC_FAMILY_LANES;
        uint32_t total = SABACC_FAMILY_SIZE;
        for (uint32_t set = table->in_play; set != 0; set &= set - 1) {
            uint32_t card = sabacc_take_rank(&pile, tp_fraction_below(&fraction, total--));
            state->hand[tp_lowest_bit(set)][family] = (uint8_t)card;
        }
        table->discard[family] = sabacc_take_rank(&pile, tp_fraction_below(&fraction, total));
        state->pile[family] = pile;
    }
}

/* Player-turns that are left in the round, the current one included. */
TP_INLINE uint32_t sabacc_player_turns_left(const sabacc_table *table) {
    uint32_t later = table->in_play & (~0u << table->current),
             before_first = table->in_play & (sabacc_bit(table->first) - 1);
    uint32_t rest = table->current >= table->first ? tp_count_bits(later) + tp_count_bits(before_first)
                                                   : tp_count_bits(later & before_first);
    return (uint32_t)(SABACC_TURNS - table->turn) * tp_count_bits(table->in_play) + rest;
}

/* Do the draw piles last for the rest of the round with any moves? Always so in a game that began with a
 * deal. */
TP_FUNCTION bool sabacc_piles_suffice(const sabacc_table *table) {
    uint32_t needed = sabacc_player_turns_left(table);
    for (uint32_t set = table->in_play; set != 0; set &= set - 1) {
        needed += (table->tokens[tp_lowest_bit(set)] >> SABACC_EXHAUSTION) & 1;
    }
    return table->pile_count[SABACC_SAND] >= needed && table->pile_count[SABACC_BLOOD] >= needed;
}

/* Play to the end; returns the number of decisions. Afterwards only returns and scores are defined. */
TP_FUNCTION int sabacc_playout(sabacc_state *state, tp_chance *chance) {
    sabacc_table *table = &state->table;
    tp_chance generator = {NULL, chance->rng};
    int decisions = 0;

    /* Up to the start of a player-turn by the rules themselves, and to the end of a round whose piles are
     * short. */
    while (table->phase != SABACC_PHASE_OVER &&
           (table->phase != SABACC_PHASE_TOKEN || !sabacc_piles_suffice(table))) {
        uint64_t legal = sabacc_legal_set(table);
        sabacc_apply(state, tp_select_bit(legal, tp_rng_below(&generator.rng, tp_count_bits(legal))),
                     &generator);
        decisions++;
    }

    /* From here on everything is inlined: a copy whose address nobody else has can live in registers. */
    tp_chance fast = {NULL, generator.rng};
    bool goes_on = table->phase != SABACC_PHASE_OVER;
    while (goes_on) {
        uint32_t turns_left = sabacc_player_turns_left(table);
        do {
            decisions += sabacc_playout_player_turn(state, &fast);
            uint32_t next = sabacc_next_seat(table->in_play, table->current);
            table->current = (uint8_t)next;
            bool all_passed = table->early_reveal != 0 && next == table->first &&
                              (table->in_play & ~(uint32_t)table->passed) == 0;
            if (all_passed) break;
        } while (--turns_left != 0);
        decisions += sabacc_playout_resolution(state, &fast.rng, &goes_on);
        if (goes_on) {
            table->round++;
            table->first = (uint8_t)sabacc_next_seat(table->in_play, table->first);
            sabacc_playout_deal(state, &fast.rng);
        }
    }
    chance->rng = fast.rng;
    return decisions;
}

#endif
