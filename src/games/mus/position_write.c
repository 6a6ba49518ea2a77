/* Mus: states and views as JSON (§12), the writing. */
#include "core/json_out.h"
#include "games/mus/view.h"

static void write_card(json_out *out, uint32_t card) {
    char text[4];
    mus_card_text(card, text);
    json_out_string(out, text);
}

static void write_cards(json_out *out, uint64_t set) {
    json_out_open(out, '[');
    for (; set != 0; set &= set - 1) write_card(out, tp_lowest_bit(set));
    json_out_close(out, ']');
}

static void write_hands(json_out *out, const mus_table *table, const uint8_t hands[MUS_SEATS][MUS_HAND]) {
    json_out_key(out, "hands");
    json_out_open(out, '[');
    for (uint32_t seat = 0; seat < table->rules.players; seat++) {
        json_out_open(out, '[');
        for (uint32_t i = 0; i < MUS_HAND; i++) {
            if (hands[seat][i] != MUS_NO_CARD) write_card(out, hands[seat][i]);
        }
        json_out_close(out, ']');
    }
    json_out_close(out, ']');
}

static void write_seat_or_null(json_out *out, uint32_t seat) {
    if (seat == MUS_NOBODY) {
        json_out_null(out);
    } else {
        json_out_integer(out, seat);
    }
}

static void write_log(json_out *out, const mus_log *log) {
    json_out_key(out, "log");
    json_out_open(out, '[');
    for (uint32_t i = 0; i < log->count; i++) {
        char reason[32];
        mus_reason_text(log->entries[i].reason, reason, sizeof reason);
        json_out_open(out, '[');
        json_out_string(out, reason);
        json_out_integer(out, log->entries[i].side);
        json_out_integer(out, log->entries[i].stones);
        json_out_close(out, ']');
    }
    json_out_close(out, ']');
}

static void write_answer(json_out *out, uint32_t best) {
    char answer[TP_TEXT_SIZE];
    if (best == 0) {
        json_out_null(out);
        return;
    }
    mus_move_text(best == 1                 ? (tp_move)MUS_MOVE_QUIERO
                  : best == MUS_BEST_ORDAGO ? (tp_move)MUS_MOVE_ORDAGO
                                            : MUS_MOVE_MAS + (best - 1),
                  answer, sizeof answer);
    json_out_string(out, answer);
}

static void write_lance(json_out *out, const mus_table *table) {
    json_out_open(out, '{');
    json_out_key(out, "stake");
    json_out_integer(out, table->stake);
    json_out_key(out, "agreed");
    json_out_integer(out, table->agreed);
    json_out_key(out, "bettor");
    write_seat_or_null(out, table->bettor);
    json_out_key(out, "passed");
    json_out_bits(out, table->passed);
    json_out_key(out, "accepted");
    json_out_bits(out, table->accepted);
    json_out_key(out, "ordago");
    json_out_bool(out, table->ordago);
    json_out_key(out, "raises");
    json_out_integer(out, table->raises);
    json_out_key(out, "raised");
    json_out_numbers(out, table->raised, table->rules.players);
    json_out_key(out, "answer");
    write_answer(out, table->best_answer);
    json_out_key(out, "answer_by");
    write_seat_or_null(out, table->best_seat);
    json_out_close(out, '}');
}

static void write_results(json_out *out, const mus_table *table) {
    json_out_open(out, '[');
    for (uint32_t lance = 0; lance < MUS_LANCES; lance++) {
        const mus_result *result = &table->results[lance];
        json_out_open(out, '{');
        json_out_key(out, "kind");
        json_out_string(out, mus_result_names[result->kind]);
        json_out_key(out, "stake");
        json_out_integer(out, result->stake);
        json_out_key(out, "seat");
        json_out_integer(out, result->seat);
        json_out_key(out, "seats");
        json_out_bits(out, result->seats);
        json_out_close(out, '}');
    }
    json_out_close(out, ']');
}

static void write_bets(json_out *out, const mus_betting *betting) {
    json_out_open(out, '[');
    for (uint32_t place = 0; place < MUS_MOST_BETS && place < betting->count; place++) {
        bool is_ordago = betting->stakes[place] == MUS_BET_ORDAGO;
        json_out_open(out, '{');
        json_out_key(out, "seat");
        json_out_integer(out, mus_bet_seat(betting, place));
        json_out_key(out, "stake");
        json_out_integer(out, is_ordago ? 0 : betting->stakes[place]);
        json_out_key(out, "ordago");
        json_out_bool(out, is_ordago);
        json_out_close(out, '}');
    }
    json_out_close(out, ']');
}

static void write_betting(json_out *out, const mus_table *table) {
    json_out_open(out, '[');
    for (uint32_t lance = 0; lance < MUS_LANCES; lance++) {
        const mus_betting *betting = &table->betting[lance];
        json_out_open(out, '{');
        json_out_key(out, "bets");
        write_bets(out, betting);
        json_out_key(out, "count");
        json_out_integer(out, betting->count);
        json_out_key(out, "wanted");
        json_out_bits(out, betting->wanted);
        json_out_close(out, '}');
    }
    json_out_close(out, ']');
}

static void write_declared(json_out *out, const char *key, bool is_declared, uint32_t seats) {
    json_out_key(out, key);
    if (is_declared) {
        json_out_bits(out, seats);
    } else {
        json_out_null(out);
    }
}

static void write_scores(json_out *out, const mus_table *table) {
    uint32_t sides = mus_sides(table);
    json_out_key(out, "score");
    json_out_open(out, '[');
    for (uint32_t side = 0; side < sides; side++) json_out_integer(out, table->score[side]);
    json_out_close(out, ']');
    json_out_key(out, "juegos");
    json_out_numbers(out, table->juegos, sides);
    json_out_key(out, "vacas");
    json_out_numbers(out, table->vacas, sides);
}

static void write_last_hand(json_out *out, const mus_table *table) {
    json_out_open(out, '{');
    write_log(out, &table->last_log);
    write_hands(out, table, table->last_hands);
    json_out_close(out, '}');
}

/* Everything but the discards and the stock. */
static void write_table(json_out *out, const mus_table *table, const uint8_t hands[MUS_SEATS][MUS_HAND]) {
    bool over = table->phase == MUS_PHASE_OVER;
    json_out_key(out, "players");
    json_out_integer(out, table->rules.players);
    json_out_key(out, "mano");
    json_out_integer(out, table->mano);
    json_out_key(out, "phase");
    json_out_string(out, mus_phase_names[table->phase]);
    json_out_key(out, "to_act");
    if (over) {
        json_out_null(out);
    } else {
        json_out_integer(out, table->to_act);
    }
    write_hands(out, table, hands);
    write_scores(out, table);
    json_out_key(out, "lance");
    write_lance(out, table);
    json_out_key(out, "declared");
    json_out_open(out, '{');
    write_declared(out, "pares", table->declared >= 1, table->pares);
    write_declared(out, "juego", table->declared >= 2, table->juego);
    json_out_close(out, '}');
    json_out_key(out, "results");
    write_results(out, table);
    json_out_key(out, "betting");
    write_betting(out, table);
    write_log(out, &table->log);
    json_out_key(out, "rounds");
    json_out_integer(out, table->rounds);
    json_out_key(out, "discarded");
    json_out_numbers(out, table->discarded, table->rules.players);
    json_out_key(out, "last_hand");
    write_last_hand(out, table);
    json_out_key(out, "over");
    json_out_bool(out, over);
    json_out_key(out, "winner");
    write_seat_or_null(out, table->winner);
}

static void write_state(json_out *out, const void *state_bytes) {
    const mus_state *state = state_bytes;
    uint32_t players = state->table.rules.players;
    json_out_open(out, '{');
    write_table(out, &state->table, state->hands);
    json_out_key(out, "discards");
    json_out_open(out, '[');
    for (uint32_t seat = 0; seat < players; seat++) write_cards(out, state->discards[seat]);
    json_out_close(out, ']');
    json_out_key(out, "put_down");
    write_cards(out, state->latest);
    json_out_key(out, "returned");
    json_out_open(out, '[');
    for (uint32_t seat = 0; seat < players; seat++) write_cards(out, state->returned[seat]);
    json_out_close(out, ']');
    json_out_key(out, "stock");
    write_cards(out, state->stock);
    json_out_close(out, '}');
}

json_t *mus_state_to_json(const void *state) { return json_out_read(write_state, state); }

static uint32_t stock_of(const mus_view *view) {
    uint32_t stock = MUS_CARDS;
    for (uint32_t seat = 0; seat < view->table.rules.players; seat++) {
        stock -= view->table.piled[seat];
        for (uint32_t i = 0; i < MUS_HAND; i++) stock -= view->hands[seat][i] != MUS_NO_CARD;
    }
    return stock;
}

/* Of the discards of others a view has the number, and so of the stock; what they put down before is not
 * known at all, for a card that comes back and goes again is one card. */
static void write_view(json_out *out, const void *view_bytes) {
    const mus_view *view = view_bytes;
    const mus_table *table = &view->table;
    json_out_open(out, '{');
    write_table(out, table, view->hands);
    json_out_key(out, "discards");
    json_out_open(out, '[');
    for (int seat = 0; seat < table->rules.players; seat++) {
        if (seat == view->viewer) {
            write_cards(out, view->discards);
        } else {
            json_out_integer(out, table->piled[seat]);
        }
    }
    json_out_close(out, ']');
    json_out_key(out, "put_down");
    write_cards(out, view->latest);
    json_out_key(out, "returned");
    json_out_open(out, '[');
    for (int seat = 0; seat < table->rules.players; seat++) {
        if (seat == view->viewer) {
            write_cards(out, view->returned);
        } else {
            json_out_null(out);
        }
    }
    json_out_close(out, ']');
    json_out_key(out, "stock");
    json_out_integer(out, stock_of(view));
    json_out_key(out, "viewer");
    json_out_viewer(out, view->viewer);
    json_out_close(out, '}');
}

json_t *mus_view_to_json(const void *view) { return json_out_read(write_view, view); }

size_t mus_view_text(const void *view, char *text, size_t size) {
    json_out out = json_out_fixed(text, size);
    write_view(&out, view);
    json_out_end(&out);
    return out.size;
}
