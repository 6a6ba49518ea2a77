/* Mus: every invariant of a state. */
#include "core/language.h"
#include "games/mus/view.h"

#include <string.h>

static bool holds(uint32_t set, uint32_t seat) { return ((set >> seat) & 1) != 0; }

static tp_err check_scores(const mus_table *table, tp_error *error) {
    bool over = table->phase == MUS_PHASE_OVER;
    uint32_t sides = mus_sides(table);
    for (uint32_t side = 0; side < MUS_SEATS; side++) {
        bool beyond = side >= sides;
        if (beyond && (table->score[side] | table->juegos[side] | table->vacas[side]) != 0) {
            return tp_fail(error, TP_E_INPUT, TR("score, juegos and vacas: there are %u sides"), sides);
        }
        if (!over && table->score[side] >= table->rules.target) {
            return tp_fail(error, TP_E_INPUT, TR("score[%u]: %u stones; with %u the juego is over"), side,
                           table->score[side], table->rules.target);
        }
        if (!over && (table->juegos[side] >= table->rules.juegos_to_win ||
                      table->vacas[side] >= table->rules.vacas_to_win)) {
            return tp_fail(error, TP_E_INPUT, TR("juegos[%u] and vacas[%u]: the match would be over"), side,
                           side);
        }
    }
    if (over ? table->winner >= sides : table->winner != MUS_NOBODY) {
        return tp_fail(error, TP_E_INPUT, TR("winner: a side if and only if the phase is OVER"));
    }
    return TP_OK;
}

static tp_err check_log(const mus_table *table, const mus_log *log, const char *name, tp_error *error) {
    static const mus_entry none;
    if (log->count > MUS_MOST_ENTRIES)
        return tp_fail(error, TP_E_INPUT, TR("%s: at most %d entries"), name, MUS_MOST_ENTRIES);
    for (uint32_t i = 0; i < MUS_MOST_ENTRIES; i++) {
        const mus_entry *entry = &log->entries[i];
        uint32_t phase = entry->reason / 4u, how = entry->reason % 4u;
        if (i >= log->count
                ? memcmp(entry, &none, sizeof none) != 0
                : !mus_is_lance(phase) || how > MUS_SCORED_ORDAGO || entry->side >= mus_sides(table)) {
            return tp_fail(error, TP_E_INPUT, TR("%s[%u]: [reason, side, stones]"), name, i);
        }
    }
    return TP_OK;
}

/* The bet of the lance at hand. */
static tp_err check_lance(const mus_table *table, tp_error *error) {
    uint32_t all = mus_all(table), eligible = mus_eligible(table);
    bool lance = mus_is_lance(table->phase), bet = table->bettor != MUS_NOBODY;
    if (!bet && (table->stake | table->agreed | table->ordago | table->accepted | table->best_answer |
                 table->raises) != 0) {
        return tp_fail(error, TP_E_INPUT, TR("lance: a stake needs a bettor"));
    }
    if (!lance && table->phase != MUS_PHASE_OVER && (bet || table->passed != 0)) {
        return tp_fail(error, TP_E_INPUT, TR("lance: there is none in phase %s"),
                       mus_phase_names[table->phase]);
    }
    if (((table->passed | table->accepted) & ~all) != 0 || (table->passed & table->accepted) != 0 ||
        table->ordago > 1) {
        return tp_fail(error, TP_E_INPUT,
                       TR("lance.passed and lance.accepted: seats, each in one of them at most"));
    }
    if (!lance) return TP_OK;
    if (((table->passed | table->accepted) & ~eligible) != 0 || (bet && !holds(eligible, table->bettor))) {
        return tp_fail(error, TP_E_INPUT, TR("lance: only seats that may speak in it"));
    }
    if (!bet) {
        bool right = (eligible & ~(uint32_t)table->passed) != 0 &&
                     table->to_act == mus_first_from(table, eligible & ~(uint32_t)table->passed, table->mano);
        return right ? TP_OK
                     : tp_fail(error, TP_E_INPUT,
                               TR("to_act: the first from mano that may speak and has not passed"));
    }
    if (holds((uint32_t)table->passed | table->accepted, table->bettor)) {
        return tp_fail(error, TP_E_INPUT, TR("lance.passed and lance.accepted: the bettor does not answer"));
    }
    if (table->stake > table->rules.target || table->agreed > table->stake ||
        (table->stake == 0 && table->ordago == 0)) {
        return tp_fail(error, TP_E_INPUT, TR("lance.stake and lance.agreed: agreed <= stake <= %u"),
                       table->rules.target);
    }
    uint32_t left = mus_to_answer(table);
    if (left == 0 || table->to_act != mus_first_from(table, left, mus_next(table, table->bettor))) {
        return tp_fail(error, TP_E_INPUT, TR("to_act: the first after the bettor that has not answered"));
    }
    bool collects = table->rules.max_wins != 0 && table->rules.ffa == 0;
    if ((collects || table->rules.ffa != 0 ? 0u : table->accepted) != 0 ||
        (!collects && table->best_answer != 0)) {
        return tp_fail(error, TP_E_INPUT, TR("lance.accepted: the first answer binds the side here"));
    }
    if (collects && ((table->best_answer != 0) != (table->accepted != 0) ||
                     (table->best_answer != 0) != (table->best_seat != MUS_NOBODY) ||
                     (table->best_seat != MUS_NOBODY && !holds(table->accepted, table->best_seat)))) {
        return tp_fail(error, TP_E_INPUT, TR("lance.answer: the highest answer so far, and whose it is"));
    }
    return TP_OK;
}

static tp_err check_results(const mus_table *table, tp_error *error) {
    bool over = table->phase == MUS_PHASE_OVER;
    uint32_t reached = mus_is_lance(table->phase) ? mus_lance(table->phase) : 0;
    for (uint32_t lance = 0; lance < MUS_LANCES; lance++) {
        const mus_result *result = &table->results[lance];
        if (result->kind >= MUS_RESULTS || result->stake > table->rules.target ||
            (result->kind == MUS_RESULT_FOLD && result->seat >= table->rules.players)) {
            return tp_fail(error, TP_E_INPUT, TR("results[%u]: no such result"), lance);
        }
        if (!over && (lance < reached) != (result->kind != MUS_RESULT_OPEN)) {
            return tp_fail(
                error, TP_E_INPUT,
                TR("results[%u]: the lances before the one at hand have a result, the others none"), lance);
        }
    }
    return TP_OK;
}

/* What was heard of one lance. */
static tp_err check_betting(const mus_table *table, uint32_t lance, tp_error *error) {
    const mus_betting *betting = &table->betting[lance];
    uint32_t listed = betting->count < MUS_MOST_BETS ? betting->count : (uint32_t)MUS_MOST_BETS, before = 0;
    for (uint32_t place = 0; place < MUS_MOST_BETS; place++) {
        uint32_t stake = betting->stakes[place], seat = mus_bet_seat(betting, place);
        bool is_listed = place < listed, is_ordago = stake == MUS_BET_ORDAGO;
        if (!is_listed && (stake | seat) != 0)
            return tp_fail(error, TP_E_INPUT, TR("betting[%u]: unused bytes are not zero"), lance);
        if (!is_listed) continue;
        if (seat >= table->rules.players || stake <= before ||
            (is_ordago ? place + 1 != listed : stake > table->rules.target)) {
            return tp_fail(
                error, TP_E_INPUT,
                TR("betting[%u].bets[%u]: each stake is higher than the one before and at most %u; an "
                   "ordago comes last"),
                lance, place, table->rules.target);
        }
        before = stake;
    }
    if ((betting->wanted & ~mus_all(table)) != 0 || (betting->wanted != 0 && betting->count == 0) ||
        (listed > 0 && holds(betting->wanted, mus_bet_seat(betting, listed - 1)))) {
        return tp_fail(error, TP_E_INPUT,
                       TR("betting[%u].wanted: seats that said quiero to the last bet, not its own"), lance);
    }
    return TP_OK;
}

/* The betting of the lances agrees with the lance at hand; those after it have none. */
static tp_err check_bettings(const mus_table *table, tp_error *error) {
    bool is_lance = mus_is_lance(table->phase);
    for (uint32_t lance = 0; lance < MUS_LANCES; lance++) {
        const mus_betting *betting = &table->betting[lance];
        tp_err code = check_betting(table, lance, error);
        if (code != TP_OK) return code;
        if (table->phase == MUS_PHASE_OVER || (is_lance && lance < mus_lance(table->phase))) continue;
        uint32_t stake = table->ordago != 0 ? (uint32_t)MUS_BET_ORDAGO : table->stake;
        bool is_bet = is_lance && lance == mus_lance(table->phase) && table->bettor != MUS_NOBODY;
        uint32_t last = betting->count > 0 ? mus_bet_place(betting->count - 1u) : 0;
        if (betting->wanted != 0 || (betting->count > 0) != is_bet ||
            (is_bet && (mus_bet_seat(betting, last) != table->bettor || betting->stakes[last] != stake))) {
            return tp_fail(error, TP_E_INPUT,
                           TR("betting[%u]: its last bet is the one of the lance at hand; nothing was bet on "
                              "the lances after it"),
                           lance);
        }
    }
    return TP_OK;
}

tp_err mus_check_table(const mus_table *table, tp_error *error) {
    static const uint8_t zero[16];
    if (memcmp(table->unused, zero, sizeof table->unused) != 0 ||
        memcmp(table->rules.unused, zero, sizeof table->rules.unused) != 0) {
        return tp_fail(error, TP_E_INPUT, TR("unused bytes are not zero"));
    }
    if (table->phase >= MUS_PHASES) return tp_fail(error, TP_E_INPUT, TR("phase: there is no such phase"));
    if (table->mano >= table->rules.players || table->to_act >= table->rules.players) {
        return tp_fail(error, TP_E_INPUT, TR("mano and to_act: seats are 0 to %u"),
                       table->rules.players - 1u);
    }
    if (table->rounds > MUS_MOST_ROUNDS)
        return tp_fail(error, TP_E_INPUT, TR("rounds: at most %d"), MUS_MOST_ROUNDS);
    uint32_t declared = table->phase == MUS_PHASE_PARES                                      ? 1u
                        : table->phase == MUS_PHASE_JUEGO || table->phase == MUS_PHASE_PUNTO ? 2u
                                                                                             : 0u;
    if (table->phase != MUS_PHASE_OVER && table->declared != declared) {
        return tp_fail(error, TP_E_INPUT,
                       TR("declared: pares from phase PARES on, juego from phase JUEGO or PUNTO on"));
    }
    if ((table->phase == MUS_PHASE_PARES && mus_count_sides(table, table->pares) < 2) ||
        (table->phase == MUS_PHASE_JUEGO && mus_count_sides(table, table->juego) < 2)) {
        return tp_fail(error, TP_E_INPUT, TR("phase: %s is bet on only where two sides have it"),
                       mus_phase_names[table->phase]);
    }
    if (table->phase == MUS_PHASE_PUNTO && table->juego != 0) {
        return tp_fail(error, TP_E_INPUT, TR("phase: there is no PUNTO if a player has juego"));
    }
    bool asks = table->phase == MUS_PHASE_MUS, discards = table->phase == MUS_PHASE_DISCARD;
    uint32_t most_rounds = table->rules.mus == MUS_NONE        ? 0u
                           : table->rules.mus == MUS_UNTIL_CUT ? (uint32_t)MUS_MOST_ROUNDS
                                                               : table->rules.mus_rounds;
    if ((asks || discards) && table->rounds >= most_rounds) {
        return tp_fail(error, TP_E_INPUT,
                       TR("phase: %s, and by the option mus there is no round of discards left"),
                       mus_phase_names[table->phase]);
    }
    if (asks && table->rules.mus == MUS_FORCED) {
        return tp_fail(error, TP_E_INPUT, TR("phase: MUS, and by the option mus nobody is asked"));
    }
    tp_err code = check_scores(table, error);
    if (code == TP_OK) code = check_results(table, error);
    if (code == TP_OK) code = check_lance(table, error);
    if (code == TP_OK) code = check_bettings(table, error);
    if (code == TP_OK) code = check_log(table, &table->log, "log", error);
    if (code == TP_OK) code = check_log(table, &table->last_log, "last_hand.log", error);
    return code;
}

static tp_err check_hand(const mus_state *state, uint32_t seat, uint64_t *seen, tp_error *error) {
    const mus_table *table = &state->table;
    const uint8_t *hand = state->hands[seat];
    uint32_t cards = 0, wanted = seat < table->rules.players ? (uint32_t)MUS_HAND : 0u;
    uint32_t players_mask = table->rules.players - 1u; /* two or four */
    uint32_t turns = ((uint32_t)table->to_act - table->mano) & players_mask;
    uint32_t place = (seat - table->mano) & players_mask;
    bool has_discarded = table->phase == MUS_PHASE_DISCARD && seat < table->rules.players && place < turns;
    if (has_discarded) wanted -= table->discarded[seat];
    for (uint32_t i = 0; i < MUS_HAND; i++) {
        if (hand[i] == MUS_NO_CARD) continue;
        if (hand[i] >= MUS_CARDS || (i > 0 && hand[i - 1] >= hand[i])) {
            return tp_fail(error, TP_E_INPUT, TR("hands[%u]: cards in order, each once"), seat);
        }
        if (((*seen >> hand[i]) & 1) != 0)
            return tp_fail(error, TP_E_INPUT, TR("hands[%u]: a card that is elsewhere too"), seat);
        *seen |= 1ull << hand[i];
        cards++;
    }
    if (cards != wanted)
        return tp_fail(error, TP_E_INPUT,
                       TR_N("hands[%u]: %u card, but it must be %u now",
                            "hands[%u]: %u cards, but it must be %u now", cards),
                       seat, cards, wanted);
    return TP_OK;
}

tp_err mus_check(const void *state_bytes, tp_error *error) {
    const mus_state *state = state_bytes;
    const mus_table *table = &state->table;
    tp_err code = mus_check_table(table, error);
    uint64_t seen = 0;
    for (uint32_t seat = 0; code == TP_OK && seat < MUS_SEATS; seat++)
        code = check_hand(state, seat, &seen, error);
    if (code != TP_OK) return code;
    uint64_t discards = 0;
    for (uint32_t seat = 0; seat < MUS_SEATS; seat++) {
        if ((discards & state->discards[seat]) != 0 || (seen & state->discards[seat]) != 0) {
            return tp_fail(error, TP_E_INPUT, TR("discards[%u]: a card that is elsewhere too"), seat);
        }
        discards |= state->discards[seat];
        if (table->piled[seat] != tp_count_bits(state->discards[seat])) {
            return tp_fail(error, TP_E_INPUT, TR("discards[%u]: the number of cards is wrong"), seat);
        }
        if (table->phase == MUS_PHASE_DISCARD &&
            tp_count_bits(state->latest & state->discards[seat]) != table->discarded[seat]) {
            return tp_fail(error, TP_E_INPUT,
                           TR("put_down: not the cards that seat %u has put down in this round"), seat);
        }
    }
    if ((state->latest & ~discards) != 0 || (table->phase != MUS_PHASE_DISCARD && state->latest != 0)) {
        return tp_fail(error, TP_E_INPUT, TR("put_down: cards of the discards, in phase DISCARD only"));
    }
    if ((seen | discards | state->stock) != MUS_DECK || ((seen | discards) & state->stock) != 0) {
        return tp_fail(error, TP_E_INPUT, TR("stock: not the cards that are named nowhere else"));
    }
    for (uint32_t seat = 0; seat < MUS_SEATS; seat++) {
        if ((state->returned[seat] & ~(seat < table->rules.players ? MUS_DECK : 0)) != 0)
            return tp_fail(error, TP_E_INPUT, TR("returned[%u]: cards of the deck, of seats that play"),
                           seat);
    }
    if (table->declared >= 1 && table->pares != mus_declare(state, MUS_PHASE_PARES)) {
        return tp_fail(error, TP_E_INPUT, TR("declared: not what the hands have in pares"));
    }
    if (table->declared >= 2 && table->juego != mus_declare(state, MUS_PHASE_JUEGO)) {
        return tp_fail(error, TP_E_INPUT, TR("declared: not what the hands have in juego"));
    }
    return TP_OK;
}
