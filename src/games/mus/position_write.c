/* Mus: states and views as JSON (§12), the writing. */
#include "core/position.h"
#include "games/mus/view.h"

static json_t *card_to_json(uint32_t card) {
    char text[4];
    mus_card_text(card, text);
    return json_string(text);
}

static json_t *cards_to_json(uint64_t set) {
    json_t *list = json_array();
    for (; set != 0; set &= set - 1) json_array_append_new(list, card_to_json(tp_lowest_bit(set)));
    return list;
}

static json_t *hands_to_json(const mus_table *table, const uint8_t hands[MUS_SEATS][MUS_HAND]) {
    json_t *list = json_array();
    for (uint32_t seat = 0; seat < table->rules.players; seat++) {
        json_t *hand = json_array();
        for (uint32_t i = 0; i < MUS_HAND; i++) {
            if (hands[seat][i] != MUS_NO_CARD) json_array_append_new(hand, card_to_json(hands[seat][i]));
        }
        json_array_append_new(list, hand);
    }
    return list;
}

static json_t *seat_or_null(uint32_t seat) { return seat == MUS_NOBODY ? json_null() : json_integer(seat); }

static json_t *log_to_json(const mus_log *log) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < log->count; i++) {
        char reason[32];
        json_t *entry = json_array();
        mus_reason_text(log->entries[i].reason, reason, sizeof reason);
        json_array_append_new(entry, json_string(reason));
        json_array_append_new(entry, json_integer(log->entries[i].side));
        json_array_append_new(entry, json_integer(log->entries[i].stones));
        json_array_append_new(list, entry);
    }
    return list;
}

static json_t *lance_to_json(const mus_table *table) {
    json_t *lance = json_object();
    char answer[TP_TEXT_SIZE];
    uint32_t best = table->best_answer;
    mus_move_text(best == 1                 ? (tp_move)MUS_MOVE_QUIERO
                  : best == MUS_BEST_ORDAGO ? (tp_move)MUS_MOVE_ORDAGO
                                            : MUS_MOVE_MAS + (best == 0 ? 0 : best - 1),
                  answer, sizeof answer);
    json_object_set_new(lance, "stake", json_integer(table->stake));
    json_object_set_new(lance, "agreed", json_integer(table->agreed));
    json_object_set_new(lance, "bettor", seat_or_null(table->bettor));
    json_object_set_new(lance, "passed", position_write_seats(table->passed));
    json_object_set_new(lance, "accepted", position_write_seats(table->accepted));
    json_object_set_new(lance, "ordago", json_boolean(table->ordago));
    json_object_set_new(lance, "raises", json_integer(table->raises));
    json_object_set_new(lance, "raised", position_write_numbers(table->raised, table->rules.players));
    json_object_set_new(lance, "answer", best == 0 ? json_null() : json_string(answer));
    json_object_set_new(lance, "answer_by", seat_or_null(table->best_seat));
    return lance;
}

static json_t *results_to_json(const mus_table *table) {
    json_t *list = json_array();
    for (uint32_t lance = 0; lance < MUS_LANCES; lance++) {
        const mus_result *result = &table->results[lance];
        json_t *entry = json_object();
        json_object_set_new(entry, "kind", json_string(mus_result_names[result->kind]));
        json_object_set_new(entry, "stake", json_integer(result->stake));
        json_object_set_new(entry, "seat", json_integer(result->seat));
        json_object_set_new(entry, "seats", position_write_seats(result->seats));
        json_array_append_new(list, entry);
    }
    return list;
}

static json_t *declared_to_json(const mus_table *table) {
    json_t *declared = json_object();
    json_object_set_new(declared, "pares",
                        table->declared < 1 ? json_null() : position_write_seats(table->pares));
    json_object_set_new(declared, "juego",
                        table->declared < 2 ? json_null() : position_write_seats(table->juego));
    return declared;
}

/* Everything but the discards and the stock. */
static json_t *to_json(const mus_table *table, const uint8_t hands[MUS_SEATS][MUS_HAND]) {
    json_t *json = json_object(), *score = json_array(), *last = json_object();
    bool over = table->phase == MUS_PHASE_OVER;
    uint32_t sides = mus_sides(table);
    for (uint32_t side = 0; side < sides; side++)
        json_array_append_new(score, json_integer(table->score[side]));
    json_object_set_new(json, "players", json_integer(table->rules.players));
    json_object_set_new(json, "mano", json_integer(table->mano));
    json_object_set_new(json, "phase", json_string(mus_phase_names[table->phase]));
    json_object_set_new(json, "to_act", over ? json_null() : json_integer(table->to_act));
    json_object_set_new(json, "hands", hands_to_json(table, hands));
    json_object_set_new(json, "score", score);
    json_object_set_new(json, "juegos", position_write_numbers(table->juegos, sides));
    json_object_set_new(json, "vacas", position_write_numbers(table->vacas, sides));
    json_object_set_new(json, "lance", lance_to_json(table));
    json_object_set_new(json, "declared", declared_to_json(table));
    json_object_set_new(json, "results", results_to_json(table));
    json_object_set_new(json, "log", log_to_json(&table->log));
    json_object_set_new(json, "rounds", json_integer(table->rounds));
    json_object_set_new(json, "discarded", position_write_numbers(table->discarded, table->rules.players));
    json_object_set_new(last, "log", log_to_json(&table->last_log));
    json_object_set_new(last, "hands", hands_to_json(table, table->last_hands));
    json_object_set_new(json, "last_hand", last);
    json_object_set_new(json, "over", json_boolean(over));
    json_object_set_new(json, "winner", seat_or_null(table->winner));
    return json;
}

json_t *mus_state_to_json(const void *state_bytes) {
    const mus_state *state = state_bytes;
    json_t *json = to_json(&state->table, state->hands), *discards = json_array(), *returned = json_array();
    for (uint32_t seat = 0; seat < state->table.rules.players; seat++) {
        json_array_append_new(discards, cards_to_json(state->discards[seat]));
        json_array_append_new(returned, cards_to_json(state->returned[seat]));
    }
    json_object_set_new(json, "discards", discards);
    json_object_set_new(json, "put_down", cards_to_json(state->latest));
    json_object_set_new(json, "returned", returned);
    json_object_set_new(json, "stock", cards_to_json(state->stock));
    return json;
}

/* Of the discards of others a view has the number, and so of the stock; what they put down before is not known at all, for a card that
 * comes back and goes again is one card. */
json_t *mus_view_to_json(const void *view_bytes) {
    const mus_view *view = view_bytes;
    const mus_table *table = &view->table;
    json_t *json = to_json(table, view->hands), *discards = json_array(), *returned = json_array();
    uint32_t stock = MUS_CARDS;
    for (int seat = 0; seat < table->rules.players; seat++) {
        json_array_append_new(discards, seat == view->viewer ? cards_to_json(view->discards)
                                                             : json_integer(table->piled[seat]));
        json_array_append_new(returned, seat == view->viewer ? cards_to_json(view->returned) : json_null());
        stock -= table->piled[seat];
        for (uint32_t i = 0; i < MUS_HAND; i++) stock -= view->hands[seat][i] != MUS_NO_CARD;
    }
    json_object_set_new(json, "discards", discards);
    json_object_set_new(json, "put_down", cards_to_json(view->latest));
    json_object_set_new(json, "returned", returned);
    json_object_set_new(json, "stock", json_integer(stock));
    json_t *viewer = view->viewer >= 0              ? json_integer(view->viewer)
                     : view->viewer == TP_SPECTATOR ? json_string("spectator")
                                                    : json_string("revealed");
    json_object_set_new(json, "viewer", viewer);
    return json;
}
