/* Mus: the rules, what each move does.
 *
 * From docs/rules/exact/mus.md, which is cited here by section (§). Freestanding, in the subset that is both
 * C11 and C++17: no libc, no allocation, no mutable globals. Types, legal moves and small questions are in
 * state.h. */
#ifndef TAPETE_MUS_RULES_H
#define TAPETE_MUS_RULES_H

#include "games/mus/state.h"

/* ---- scoring (§6, §7) ---- */

TP_INLINE void mus_note(mus_table *table, uint32_t phase, uint32_t how, uint32_t side, uint32_t stones) {
    mus_log *log = &table->log;
    tp_assert(log->count < MUS_MOST_ENTRIES);
    mus_entry *entry = &log->entries[log->count++];
    entry->reason = (uint8_t)(phase * 4 + how);
    entry->side = (uint8_t)side;
    entry->stones = (uint8_t)stones;
}

/* Stones for a side; true where the juego is won with them. */
TP_INLINE bool mus_score(mus_table *table, uint32_t phase, uint32_t how, uint32_t side, uint32_t stones) {
    mus_note(table, phase, how, side, stones);
    table->score[side] = (uint16_t)(table->score[side] + stones);
    return table->score[side] >= table->rules.target;
}

/* How a hand ranks in the lance of a phase. */
TP_INLINE uint32_t mus_key(const mus_rules *rules, const mus_class *hand, uint32_t phase) {
    switch (phase) {
    case MUS_PHASE_GRANDE: return hand->grande;
    case MUS_PHASE_CHICA: return hand->chica;
    case MUS_PHASE_PARES: return hand->pares[rules->pares_order];
    case MUS_PHASE_JUEGO: return hand->juego[rules->real31];
    default: return hand->sum;
    }
}

/* The seat with the best hand of a set; ties go to the first from mano (§2). */
TP_INLINE uint32_t mus_best_seat(const mus_state *state, uint32_t phase, uint32_t set) {
    const mus_table *table = &state->table;
    uint32_t best = 0, best_key = 0, seat = table->mano;
    for (uint32_t i = 0; i < table->rules.players; i++, seat = mus_next(table, seat)) {
        if (((set >> seat) & 1) == 0) continue;
        uint32_t key = mus_key(&table->rules, mus_class_of(&table->rules, state->hands[seat]), phase) + 1;
        if (key > best_key) {
            best_key = key;
            best = seat;
        }
    }
    return best;
}

/* The values of pares or juego of all hands of a side. */
TP_INLINE uint32_t mus_side_value(const mus_state *state, uint32_t phase, uint32_t side) {
    uint32_t value = 0;
    for (uint32_t set = mus_seats_of(&state->table, side); set != 0; set &= set - 1) {
        const mus_class *hand = mus_class_of(&state->table.rules, state->hands[tp_lowest_bit(set)]);
        value += phase == MUS_PHASE_PARES ? hand->pares_value : hand->juego_value;
    }
    return value;
}

TP_FUNCTION void mus_begin_hand(mus_state *state, tp_chance *chance);

/* The hand is over, with the juego won by `winner` or by nobody: show it, and deal the next or end the match.
 */
TP_FUNCTION void mus_end_hand(mus_state *state, uint32_t winner, tp_chance *chance) {
    mus_table *table = &state->table;
    table->last_log = table->log;
    for (uint32_t seat = 0; seat < table->rules.players; seat++) {
        for (uint32_t i = 0; i < MUS_HAND; i++) table->last_hands[seat][i] = state->hands[seat][i];
    }
    if (winner != MUS_NOBODY && ++table->juegos[winner] == table->rules.juegos_to_win &&
        ++table->vacas[winner] == table->rules.vacas_to_win) {
        table->phase = MUS_PHASE_OVER;
        table->to_act = table->mano; /* nobody, but always the same */
        table->winner = (uint8_t)winner;
        return;
    }
    if (winner != MUS_NOBODY) {
        bool vaca_won = table->juegos[winner] == table->rules.juegos_to_win;
        for (uint32_t side = 0; side < MUS_SEATS; side++) {
            table->score[side] = 0;
            if (vaca_won) table->juegos[side] = 0;
        }
    }
    table->mano = (uint8_t)mus_next(table, table->mano);
    mus_begin_hand(state, chance);
}

/* The phase that a lance had: the last is juego, or punto if nobody has one. */
TP_INLINE uint32_t mus_phase_of(const mus_table *table, uint32_t lance) {
    return lance == MUS_JUEGO && table->juego == 0 ? (uint32_t)MUS_PHASE_PUNTO : MUS_PHASE_GRANDE + lance;
}

/* The stones of one lance at the count; 0: nothing to count. Sets the side that gets them. */
TP_INLINE uint32_t mus_count_lance(const mus_state *state, uint32_t lance, uint32_t *side) {
    const mus_table *table = &state->table;
    const mus_result *result = &table->results[lance];
    uint32_t phase = mus_phase_of(table, lance), eligible = mus_all(table), bet = 0;
    if (result->kind == MUS_RESULT_SKIPPED) return 0;
    if (phase == MUS_PHASE_PARES) eligible = table->pares;
    if (phase == MUS_PHASE_JUEGO) eligible = table->juego;
    if (result->kind == MUS_RESULT_FOLD) {
        *side = mus_side(table, result->seat);
    } else {
        bool some_only = result->kind == MUS_RESULT_BET && table->rules.ffa != 0;
        *side = mus_side(table, mus_best_seat(state, phase, some_only ? result->seats : eligible));
        if (result->kind == MUS_RESULT_BET) bet = result->stake;
    }
    if (phase <= MUS_PHASE_CHICA)
        return result->kind == MUS_RESULT_FOLD ? 0 : result->kind == MUS_RESULT_BET ? bet : 1;
    return bet + (phase == MUS_PHASE_PUNTO ? 1 : mus_side_value(state, phase, *side));
}

/* The count at the end of a hand, one lance after the other, until a side has won the juego. */
TP_FUNCTION void mus_count(mus_state *state, tp_chance *chance) {
    mus_table *table = &state->table;
    uint32_t winner = MUS_NOBODY;
    for (uint32_t lance = 0; lance < MUS_LANCES && winner == MUS_NOBODY; lance++) {
        uint32_t side = 0, stones = mus_count_lance(state, lance, &side);
        if (stones != 0 && mus_score(table, mus_phase_of(table, lance), MUS_SCORED_COUNT, side, stones))
            winner = side;
    }
    mus_end_hand(state, winner, chance);
}

/* ---- lances (§3, §5) ---- */

/* How many sides have a seat of the set. */
TP_INLINE uint32_t mus_count_sides(const mus_table *table, uint32_t set) {
    if (table->rules.ffa != 0) return tp_count_bits(set);
    return (uint32_t)((set & 0x5) != 0) + (uint32_t)((set & 0xa) != 0);
}

TP_INLINE void mus_clear_lance(mus_table *table) {
    table->bettor = MUS_NOBODY;
    table->best_seat = MUS_NOBODY;
    table->stake = table->agreed = table->ordago = 0;
    table->passed = table->accepted = table->best_answer = table->raises = 0;
    for (uint32_t seat = 0; seat < MUS_SEATS; seat++) table->raised[seat] = 0;
}

/* Who has pares (or juego); declared in the open. */
TP_INLINE uint32_t mus_declare(const mus_state *state, uint32_t phase) {
    uint32_t set = 0;
    for (uint32_t seat = 0; seat < state->table.rules.players; seat++) {
        const mus_class *hand = mus_class_of(&state->table.rules, state->hands[seat]);
        uint32_t value = phase == MUS_PHASE_PARES ? hand->pares_value : hand->juego_value;
        set |= (uint32_t)(value != 0) << seat;
    }
    return set;
}

/* Begin this lance, or the next one that is bet on; after the last comes the count. */
TP_FUNCTION void mus_begin_lance(mus_state *state, uint32_t lance, tp_chance *chance) {
    mus_table *table = &state->table;
    mus_clear_lance(table);
    for (; lance < MUS_LANCES; lance++) {
        uint32_t eligible = mus_all(table);
        if (lance == MUS_PARES) {
            eligible = table->pares = (uint8_t)mus_declare(state, MUS_PHASE_PARES);
            table->declared = 1;
        } else if (lance == MUS_JUEGO) {
            table->juego = (uint8_t)mus_declare(state, MUS_PHASE_JUEGO);
            table->declared = 2;
            if (table->juego != 0) eligible = table->juego;
        }
        uint32_t sides = mus_count_sides(table, eligible);
        if (sides >= 2) {
            table->phase = (uint8_t)mus_phase_of(table, lance);
            table->to_act = (uint8_t)mus_first_from(table, eligible, table->mano);
            return;
        }
        table->results[lance].kind = sides == 1 ? MUS_RESULT_AUTO : MUS_RESULT_SKIPPED;
    }
    mus_count(state, chance);
}

/* The lance at hand has ended so. */
TP_INLINE void mus_end_lance(mus_state *state, mus_result result, tp_chance *chance) {
    uint32_t lance = mus_lance(state->table.phase);
    state->table.results[lance] = result;
    mus_begin_lance(state, lance + 1, chance);
}

/* Nobody wants the bet: the bettor takes the deje at once (§5.4). */
TP_INLINE void mus_fold(mus_state *state, tp_chance *chance) {
    mus_table *table = &state->table;
    uint32_t side = mus_side(table, table->bettor);
    uint32_t deje = table->rules.deje_always_1 != 0 || table->agreed == 0 ? 1 : table->agreed;
    mus_result result = {MUS_RESULT_FOLD, 0, table->bettor, 0};
    if (mus_score(table, table->phase, MUS_SCORED_DEJE, side, deje)) {
        table->results[mus_lance(table->phase)] = result;
        mus_end_hand(state, side, chance);
    } else {
        mus_end_lance(state, result, chance);
    }
}

/* The bet is wanted: it waits for the count, or is an ordago and decides the juego (§5.6). */
TP_INLINE void mus_accept(mus_state *state, tp_chance *chance) {
    mus_table *table = &state->table;
    uint32_t compare =
        table->rules.ffa != 0 ? (uint32_t)table->accepted | mus_bit(table->bettor) : mus_eligible(table);
    table->betting[mus_lance(table->phase)].wanted = table->accepted;
    if (table->ordago != 0) {
        uint32_t side = mus_side(table, mus_best_seat(state, table->phase, compare));
        mus_note(table, table->phase, MUS_SCORED_ORDAGO, side, 0);
        mus_end_hand(state, side, chance);
    } else {
        mus_result result = {MUS_RESULT_BET, table->stake, 0,
                             table->rules.ffa != 0 ? (uint8_t)compare : (uint8_t)0};
        mus_end_lance(state, result, chance);
    }
}

/* Everybody hears who bet and how much (§11). */
TP_INLINE void mus_hear_bet(mus_table *table) {
    mus_betting *betting = &table->betting[mus_lance(table->phase)];
    uint32_t place = mus_bet_place(betting->count);
    betting->stakes[place] = table->ordago != 0 ? (uint8_t)MUS_BET_ORDAGO : table->stake;
    betting->seats =
        (uint16_t)((betting->seats & ~(3u << (2 * place))) | (uint32_t)table->bettor << (2 * place));
    betting->count = (uint8_t)(betting->count + (betting->count < 255));
}

/* A bet or a raise by `number` stones, 0 for an ordago: the others are asked, from the seat after the bettor.
 */
TP_INLINE void mus_bet(mus_table *table, uint32_t seat, uint32_t number) {
    bool raises = table->bettor != MUS_NOBODY;
    if (raises) table->agreed = table->stake;
    if (raises && number != 0) {
        table->raises++;
        table->raised[seat]++;
    }
    table->stake = (uint8_t)(table->stake + number);
    table->ordago = number == 0;
    /* who refused in a free-for-all stays out; who passed before the bet may answer it */
    if (!raises || table->rules.ffa == 0) table->passed = 0;
    table->accepted = table->best_answer = 0;
    table->best_seat = MUS_NOBODY;
    table->bettor = (uint8_t)seat;
    table->to_act = (uint8_t)mus_first_from(table, mus_to_answer(table), mus_next(table, seat));
    mus_hear_bet(table);
}

/* All have answered. */
TP_INLINE void mus_conclude(mus_state *state, tp_chance *chance) {
    mus_table *table = &state->table;
    if (table->accepted == 0) {
        mus_fold(state, chance);
    } else if (table->best_answer > 1) {
        mus_bet(table, table->best_seat, table->best_answer == MUS_BEST_ORDAGO ? 0 : table->best_answer - 1u);
    } else {
        mus_accept(state, chance);
    }
}

/* An answer to a bet. `number`: of stones for a raise, else 0. */
TP_INLINE void mus_answer(mus_state *state, uint32_t move, uint32_t number, tp_chance *chance) {
    mus_table *table = &state->table;
    uint32_t seat = table->to_act;
    bool waits = table->rules.max_wins != 0 && table->rules.ffa == 0; /* all of the side are asked */
    if (move == MUS_MOVE_NO_QUIERO) {
        table->passed = (uint8_t)(table->passed | mus_bit(seat));
    } else if (waits) {
        uint32_t answer = move == MUS_MOVE_QUIERO   ? 1
                          : move == MUS_MOVE_ORDAGO ? (uint32_t)MUS_BEST_ORDAGO
                                                    : 1 + number;
        table->accepted = (uint8_t)(table->accepted | mus_bit(seat));
        if (answer > table->best_answer) {
            table->best_answer = (uint8_t)answer;
            table->best_seat = (uint8_t)seat;
        }
    } else if (move != MUS_MOVE_QUIERO) {
        mus_bet(table, seat, number);
        return;
    } else {
        table->accepted = (uint8_t)(table->accepted | mus_bit(seat));
        if (table->rules.ffa == 0) {
            mus_accept(state, chance);
            return;
        }
    }
    uint32_t left = mus_to_answer(table);
    if (left == 0) {
        mus_conclude(state, chance);
    } else {
        table->to_act = (uint8_t)mus_first_from(table, left, mus_next(table, table->bettor));
    }
}

/* Before a bet: paso, or a bet. */
TP_INLINE void mus_open(mus_state *state, uint32_t move, uint32_t number, tp_chance *chance) {
    mus_table *table = &state->table;
    uint32_t seat = table->to_act;
    if (move != MUS_MOVE_PASO) {
        mus_bet(table, seat, number);
        return;
    }
    table->passed = (uint8_t)(table->passed | mus_bit(seat));
    uint32_t left = mus_eligible(table) & ~(uint32_t)table->passed;
    if (left == 0) {
        mus_result result = {MUS_RESULT_PASS, 0, 0, 0};
        mus_end_lance(state, result, chance);
    } else {
        table->to_act = (uint8_t)mus_first_from(table, left, table->mano);
    }
}

/* ---- deal, mus and discards (§4) ---- */

/* Put a card into a hand that has room, in its place. */
TP_INLINE void mus_take_card(uint8_t hand[MUS_HAND], uint32_t card) {
    uint32_t place = MUS_HAND - 1;
    for (; place > 0 && hand[place - 1] > card; place--) hand[place] = hand[place - 1];
    hand[place] = (uint8_t)card;
}

/* When the stock is empty the discards come back: those of the rounds before, or all of them (§4.3). The
 * seats that put them down remember which they were (§11). */
TP_INLINE void mus_reshuffle(mus_state *state, tp_chance *chance) {
    uint64_t back = 0;
    tp_shuffle(chance, MUS_CHANCE_CARD);
    for (uint32_t seat = 0; seat < state->table.rules.players; seat++) back |= state->discards[seat];
    if (state->table.rules.reshuffle_all == 0) back &= ~state->latest;
    state->stock = back;
    state->latest &= ~back;
    for (uint32_t seat = 0; seat < state->table.rules.players; seat++) {
        state->returned[seat] |= state->discards[seat] & back;
        state->discards[seat] &= ~back;
        state->table.piled[seat] = (uint8_t)tp_count_bits(state->discards[seat]);
    }
}

TP_INLINE void mus_draw_cards(mus_state *state, uint32_t seat, uint32_t count, tp_chance *chance) {
    for (; count > 0; count--) {
        if (TP_UNLIKELY(state->stock == 0)) mus_reshuffle(state, chance);
        uint32_t card =
            tp_pick_bit(chance, tp_draw_of(MUS_CHANCE_CARD, (int32_t)seat, TP_ONLY(seat)), state->stock);
        state->stock &= ~(1ull << card);
        mus_take_card(state->hands[seat], card);
    }
}

/* A round of discards begins with mano. */
TP_INLINE void mus_begin_discards(mus_table *table) {
    table->phase = MUS_PHASE_DISCARD;
    for (uint32_t seat = 0; seat < MUS_SEATS; seat++) table->discarded[seat] = 0;
}

/* What follows a deal or a round of discards: another round, or the lances. */
TP_INLINE void mus_after_cards(mus_state *state, tp_chance *chance) {
    mus_table *table = &state->table;
    const mus_rules *rules = &table->rules;
    bool more = rules->mus == MUS_NONE        ? false
                : rules->mus == MUS_UNTIL_CUT ? table->rounds < MUS_MOST_ROUNDS
                                              : table->rounds < rules->mus_rounds;
    table->to_act = table->mano;
    if (!more) {
        mus_begin_lance(state, MUS_GRANDE, chance);
    } else if (rules->mus == MUS_FORCED) {
        mus_begin_discards(table);
    } else {
        table->phase = MUS_PHASE_MUS;
    }
}

/* Four cards to each seat by the generator: the same as drawing them one by one, from one random number for
 * each hand. */
TP_INLINE void mus_deal_fast(mus_state *state, tp_rng *rng) {
    uint64_t stock = MUS_DECK;
    uint32_t total = MUS_CARDS;
    for (uint32_t seat = 0; seat < state->table.rules.players; seat++) {
        uint64_t fraction = tp_rng_next(rng);
        uint32_t cards[MUS_HAND];
        for (uint32_t i = 0; i < MUS_HAND; i++) {
            cards[i] = tp_select_bit(stock, tp_fraction_below(&fraction, total--));
            stock &= ~(1ull << cards[i]);
        }
        /* a sorting network: the two halves, lowest and highest, the middle */
        static const uint8_t pairs[5][2] = {{0, 1}, {2, 3}, {0, 2}, {1, 3}, {1, 2}};
        for (uint32_t i = 0; i < 5; i++) {
            uint32_t a = cards[pairs[i][0]], b = cards[pairs[i][1]];
            cards[pairs[i][0]] = a < b ? a : b;
            cards[pairs[i][1]] = a < b ? b : a;
        }
        for (uint32_t i = 0; i < MUS_HAND; i++) state->hands[seat][i] = (uint8_t)cards[i];
    }
    state->stock = stock;
}

/* A fresh deck, four cards to each seat from mano. Score, juegos and mano are already those of the new hand.
 */
TP_FUNCTION void mus_begin_hand(mus_state *state, tp_chance *chance) {
    mus_table *table = &state->table;
    mus_clear_lance(table);
    table->rounds = table->declared = table->pares = table->juego = 0;
    for (uint32_t lance = 0; lance < MUS_LANCES; lance++) {
        mus_result open = {MUS_RESULT_OPEN, 0, 0, 0};
        mus_betting silent = {{0, 0, 0, 0, 0, 0, 0, 0}, 0, 0, 0};
        table->results[lance] = open;
        table->betting[lance] = silent;
    }
    for (uint32_t i = 0; i < MUS_MOST_ENTRIES; i++) {
        mus_entry none = {0, 0, 0};
        table->log.entries[i] = none;
    }
    table->log.count = 0;
    for (uint32_t seat = 0; seat < MUS_SEATS; seat++) {
        table->discarded[seat] = table->piled[seat] = 0;
        state->discards[seat] = state->returned[seat] = 0;
        for (uint32_t i = 0; i < MUS_HAND; i++) state->hands[seat][i] = MUS_NO_CARD;
    }
    state->latest = 0;
    state->stock = MUS_DECK;
    tp_shuffle(chance, MUS_CHANCE_CARD);
    if (TP_LIKELY(chance->source == NULL)) {
        mus_deal_fast(state, &chance->rng);
    } else {
        for (uint32_t i = 0, seat = table->mano; i < table->rules.players;
             i++, seat = mus_next(table, seat)) {
            mus_draw_cards(state, seat, MUS_HAND, chance);
        }
    }
    mus_after_cards(state, chance);
}

TP_INLINE void mus_say_mus(mus_state *state, uint32_t move, tp_chance *chance) {
    mus_table *table = &state->table;
    if (move == MUS_MOVE_NO_MUS) {
        mus_begin_lance(state, MUS_GRANDE, chance);
        return;
    }
    table->to_act = (uint8_t)mus_next(table, table->to_act);
    if (table->to_act == table->mano) mus_begin_discards(table);
}

/* Put down a subset of the hand as mus_sort_by_rank orders it; after the last seat all draw. */
TP_INLINE void mus_discard(mus_state *state, uint32_t subset, const uint8_t cards[MUS_HAND],
                           tp_chance *chance) {
    mus_table *table = &state->table;
    uint32_t seat = table->to_act;
    for (uint32_t i = 0; i < MUS_HAND; i++) state->hands[seat][i] = MUS_NO_CARD;
    for (uint32_t i = 0; i < MUS_HAND; i++) {
        if (((subset >> i) & 1) != 0) {
            state->discards[seat] |= 1ull << cards[i];
            state->latest |= 1ull << cards[i];
        } else {
            mus_take_card(state->hands[seat], cards[i]);
        }
    }
    table->discarded[seat] = (uint8_t)tp_count_bits(subset);
    table->piled[seat] = (uint8_t)(table->piled[seat] + table->discarded[seat]);
    table->to_act = (uint8_t)mus_next(table, seat);
    if (table->to_act != table->mano) return;
    for (uint32_t i = 0, drawer = table->mano; i < table->rules.players;
         i++, drawer = mus_next(table, drawer)) {
        mus_draw_cards(state, drawer, table->discarded[drawer], chance);
    }
    state->latest = 0;
    table->rounds++;
    mus_after_cards(state, chance);
}

/* ---- the whole ---- */

/* A new match. `random_mano`: the first mano is drawn, else it is `mano`. The state is zeroed. */
TP_FUNCTION void mus_setup(mus_state *state, const mus_rules *rules, uint32_t mano, bool random_mano,
                           tp_chance *chance) {
    mus_table *table = &state->table;
    table->rules = *rules;
    table->winner = MUS_NOBODY;
    for (uint32_t seat = 0; seat < MUS_SEATS; seat++) {
        for (uint32_t i = 0; i < MUS_HAND; i++) table->last_hands[seat][i] = MUS_NO_CARD;
    }
    if (random_mano)
        mano = tp_pick_below(chance, tp_draw_of(MUS_CHANCE_MANO, TP_TABLE, TP_EVERYBODY), rules->players);
    table->mano = (uint8_t)mano;
    mus_begin_hand(state, chance);
}

/* Make a legal move. */
TP_FUNCTION void mus_apply(mus_state *state, uint32_t move, tp_chance *chance) {
    mus_table *table = &state->table;
    if (table->phase == MUS_PHASE_DISCARD) {
        uint32_t ranks[MUS_HAND] = {0, 0, 0, 0};
        uint8_t cards[MUS_HAND];
        mus_sort_by_rank(&table->rules, state->hands[table->to_act], ranks, cards);
        uint32_t subset = mus_discard_subset(&table->rules, ranks, move);
        tp_assert(subset < 16);
        mus_discard(state, subset, cards, chance);
        return;
    }
    tp_assert(mus_call_is_legal(table, move));
    if (table->phase == MUS_PHASE_MUS) {
        mus_say_mus(state, move, chance);
        return;
    }
    uint32_t number = move >= MUS_MOVE_ENVIDO ? move & 0xff : 0,
             kind = move >= MUS_MOVE_ENVIDO ? move & ~0xffu : move;
    if (table->bettor == MUS_NOBODY) {
        mus_open(state, kind, number, chance);
    } else {
        mus_answer(state, kind, number, chance);
    }
}

/* Winners +1, losers -1; in a free-for-all the losers share -1. */
TP_FUNCTION void mus_returns(const mus_table *table, float *per_seat) {
    float lost = table->rules.ffa != 0 ? -1.0f / (float)(table->rules.players - 1) : -1.0f;
    for (uint32_t seat = 0; seat < table->rules.players; seat++) {
        bool over = table->phase == MUS_PHASE_OVER;
        per_seat[seat] = !over ? 0.0f : mus_side(table, seat) == table->winner ? 1.0f : lost;
    }
}

#endif
