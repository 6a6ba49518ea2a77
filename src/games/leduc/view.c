/* Leduc poker: views, worlds imagined behind them, and both as JSON (section 8 of the exact rules).
 *
 * Four fields of a position decide everything: `raises`, `cards`, `board`, `history`. The others follow; a
 * reader only compares them. */
#include "games/leduc/view.h"
#include "core/language.h"
#include "tapete/position.h"

#include <jansson.h>
#include <string.h>

/* ---- what seats may know ---- */

void leduc_view_of(const void *state_bytes, int viewer, void *view_bytes) {
    const leduc_state *state = state_bytes;
    leduc_view *view = view_bytes;
    memset(view, 0, sizeof *view);
    view->table = state->table;
    view->viewer = (int8_t)viewer;
    for (int seat = 0; seat < LEDUC_SEATS; seat++) {
        bool open = viewer == seat || viewer == TP_REVEALED || leduc_is_shown(&state->table);
        view->card[seat] = open ? state->card[seat] : (uint8_t)LEDUC_UNKNOWN_CARD;
    }
}

/* ---- invariants ---- */

/* All that follows from the moves is what playing them again gives. */
static tp_err check_table(const leduc_table *table, tp_error *error) {
    leduc_table played;
    memset(&played, 0, sizeof played);
    if (table->most_raises < LEDUC_LEAST_RAISES || table->most_raises > LEDUC_MOST_RAISES)
        return tp_fail(error, TP_E_INPUT, TR("raises: %u is not in %d..%d"), table->most_raises,
                       LEDUC_LEAST_RAISES, LEDUC_MOST_RAISES);
    if (table->count > LEDUC_MAX_PLIES)
        return tp_fail(error, TP_E_INPUT, TR("history: %u moves; there are at most %d"), table->count,
                       LEDUC_MAX_PLIES);
    leduc_start(&played, table->most_raises);
    for (uint32_t i = 0; i < table->count; i++) {
        uint32_t move = table->moves[i];
        if (move >= LEDUC_MOVES || ((leduc_legal(&played) >> move) & 1) == 0)
            return tp_fail(error, TP_E_INPUT, TR("history[%u]: this move is not legal there"), i);
        leduc_make(&played, move);
    }
    if (leduc_needs_board(&played) && table->board >= LEDUC_CARDS)
        return tp_fail(error, TP_E_INPUT, TR("board: the first round is over, so a card is turned up"));
    if (!leduc_needs_board(&played) && table->board != LEDUC_NO_CARD)
        return tp_fail(error, TP_E_INPUT, TR("board: no card is turned up in the first round"));
    played.board = table->board;
    if (memcmp(&played, table, sizeof played) != 0)
        return tp_fail(error, TP_E_INPUT, TR("history: the table is not what these moves lead to"));
    return TP_OK;
}

/* No card is in two places. `card` may be unknown; `unseen` gets the cards that are in none. */
static tp_err check_cards(const leduc_table *table, const uint8_t card[LEDUC_SEATS], uint32_t *unseen,
                          tp_error *error) {
    *unseen = (1u << LEDUC_CARDS) - 1;
    if (table->board < LEDUC_CARDS) *unseen &= ~(1u << table->board);
    for (uint32_t seat = 0; seat < LEDUC_SEATS; seat++) {
        if (card[seat] == LEDUC_UNKNOWN_CARD) continue;
        if (((*unseen >> card[seat]) & 1) == 0)
            return tp_fail(error, TP_E_INPUT, TR("cards[%u]: %s is on the table twice"), seat,
                           leduc_card_names[card[seat]]);
        *unseen &= ~(1u << card[seat]);
    }
    return TP_OK;
}

tp_err leduc_check(const void *state_bytes, tp_error *error) {
    const leduc_state *state = state_bytes;
    uint32_t unseen;
    for (uint32_t seat = 0; seat < LEDUC_SEATS; seat++) {
        if (state->card[seat] >= LEDUC_CARDS)
            return tp_fail(error, TP_E_INPUT, TR("cards[%u]: not a card"), seat);
    }
    tp_err code = check_table(&state->table, error);
    return code == TP_OK ? check_cards(&state->table, state->card, &unseen, error) : code;
}

/* ---- worlds ---- */

tp_err leduc_prepare(const void *view_bytes, void *scratch_bytes, tp_error *error) {
    const leduc_view *view = view_bytes;
    leduc_scratch *scratch = scratch_bytes;
    return check_cards(&view->table, view->card, &scratch->unseen, error);
}

/* No rule ties a move to a card, so each unseen card is equally likely. */
void leduc_imagine(const void *view_bytes, const void *scratch_bytes, void *state_bytes, tp_chance *chance) {
    const leduc_view *view = view_bytes;
    leduc_state *state = state_bytes;
    uint64_t unseen = ((const leduc_scratch *)scratch_bytes)->unseen;
    memset(state, 0, sizeof *state);
    state->table = view->table;
    for (uint32_t seat = 0; seat < LEDUC_SEATS; seat++) {
        uint32_t card = view->card[seat];
        if (card == LEDUC_UNKNOWN_CARD) {
            card = tp_select_bit(unseen, tp_rng_below(&chance->rng, tp_count_bits(unseen)));
            unseen &= ~(1ull << card);
        }
        state->card[seat] = (uint8_t)card;
    }
}

/* ---- writing: a state is the view of TP_REVEALED ---- */

static json_t *card_json(uint32_t card) {
    return card == LEDUC_NO_CARD ? json_null() : json_string(leduc_card_names[card]);
}

static json_t *winners_json(const leduc_view *view) {
    if (!view->table.over) return json_null();
    json_t *list = json_array();
    uint32_t winners = leduc_winners(&view->table, view->card);
    for (; winners != 0; winners &= winners - 1)
        json_array_append_new(list, json_integer(tp_lowest_bit(winners)));
    return list;
}

static json_t *to_json(const leduc_view *view) {
    const leduc_table *table = &view->table;
    json_t *json = json_object(), *cards = json_array(), *history = json_array(), *paid = json_array(),
           *score = json_array();
    for (uint32_t seat = 0; seat < LEDUC_SEATS; seat++) {
        json_array_append_new(cards, card_json(view->card[seat]));
        json_array_append_new(paid, json_integer(table->paid[seat]));
        json_array_append_new(score, json_integer(leduc_score(table, view->card, seat)));
    }
    for (uint32_t i = 0; i < table->count; i++)
        json_array_append_new(history, json_string(leduc_move_names[table->moves[i]]));
    json_object_set_new(json, "raises", json_integer(table->most_raises));
    json_object_set_new(json, "cards", cards);
    json_object_set_new(json, "board", card_json(table->board));
    json_object_set_new(json, "history", history);
    json_object_set_new(json, "round", json_integer(table->round + 1));
    json_object_set_new(json, "current", table->over ? json_null() : json_integer(table->current));
    json_object_set_new(json, "paid", paid);
    json_object_set_new(json, "raised", json_integer(table->raised));
    json_object_set_new(json, "shown", json_boolean(leduc_is_shown(table)));
    json_object_set_new(json, "winners", winners_json(view));
    json_object_set_new(json, "score", score);
    return json;
}

json_t *leduc_state_to_json(const void *state) {
    leduc_view everything;
    leduc_view_of(state, TP_REVEALED, &everything);
    return to_json(&everything);
}

json_t *leduc_view_to_json(const void *view_bytes) {
    const leduc_view *view = view_bytes;
    json_t *json = to_json(view);
    json_object_set_new(json, "viewer",
                        view->viewer >= 0              ? json_integer(view->viewer)
                        : view->viewer == TP_SPECTATOR ? json_string("spectator")
                                                       : json_string("revealed"));
    return json;
}

/* ---- reading ---- */

/* The number of a word among the first `count` names; 0 after a failure. */
static uint32_t word(tp_position_reader *r, const json_t *value, const char *where, const char *const *names,
                     uint32_t count) {
    const char *text = json_string_value(value);
    for (uint32_t i = 0; text != NULL && i < count; i++) {
        if (strcmp(text, names[i]) == 0) return i;
    }
    tp_position_fail(r, TR("%s: one of the words from %s to %s"), where, names[0], names[count - 1]);
    return 0;
}

static void read_history(tp_position_reader *r, leduc_table *table) {
    const json_t *list = tp_position_field(r, "history");
    size_t count = json_array_size(list);
    if (list != NULL && (!json_is_array(list) || count > LEDUC_MAX_PLIES)) {
        tp_position_fail(r, TR("history: a list of at most %d moves"), LEDUC_MAX_PLIES);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        uint32_t move = word(r, json_array_get(list, i), "history", leduc_move_names, LEDUC_MOVES);
        if (r->code == TP_OK && ((leduc_legal(table) >> move) & 1) == 0)
            tp_position_fail(r, TR("history[%u]: this move is not legal there"), (uint32_t)i);
        if (r->code != TP_OK) return;
        leduc_make(table, move);
    }
}

static void read_cards(tp_position_reader *r, bool is_view, leduc_view *view) {
    const json_t *cards = tp_position_list(r, "cards", LEDUC_SEATS), *board = tp_position_field(r, "board");
    if (cards == NULL) tp_position_fail(r, TR("cards: a list with the card of each seat"));
    for (uint32_t seat = 0; seat < LEDUC_SEATS; seat++) {
        uint32_t known = is_view ? LEDUC_CARDS + 1 : LEDUC_CARDS;
        view->card[seat] = (uint8_t)word(r, json_array_get(cards, seat), "cards", leduc_card_names, known);
    }
    view->table.board = LEDUC_NO_CARD;
    if (board != NULL && !json_is_null(board))
        view->table.board = (uint8_t)word(r, board, "board", leduc_card_names, LEDUC_CARDS);
}

static void read_viewer(tp_position_reader *r, bool is_view, leduc_view *view) {
    const json_t *viewer = tp_position_field(r, "viewer");
    const char *name = json_string_value(viewer);
    view->viewer = TP_REVEALED;
    if (!is_view) {
        if (viewer != NULL) tp_position_fail(r, TR("viewer: this is a view, but a position is needed"));
    } else if (json_is_integer(viewer)) {
        view->viewer = (int8_t)tp_position_number(r, "viewer", 0, LEDUC_SEATS - 1, 0);
    } else if (name != NULL && strcmp(name, "spectator") == 0) {
        view->viewer = TP_SPECTATOR;
    } else if (name == NULL || strcmp(name, "revealed") != 0) {
        tp_position_fail(r, TR("viewer: a seat, \"spectator\" or \"revealed\""));
    }
}

/* The number of raises: the field, or else the option; if both are given, they must agree. */
static uint32_t read_raises(tp_position_reader *r, const tp_options *options) {
    const tp_option_value *option = tp_options_value(options, "raises");
    uint32_t by_option = (uint32_t)option->number,
             raises = tp_position_number(r, "raises", LEDUC_LEAST_RAISES, LEDUC_MOST_RAISES, by_option);
    if (option->given && raises != by_option)
        tp_position_fail(r, TR("raises: %u here, and %u in the options"), raises, by_option);
    return raises;
}

static tp_err from_json(const json_t *json, const tp_options *options, bool is_view, leduc_view *view,
                        tp_error *error) {
    static const char *const names[] = {"raises", "cards", "board",   "history", "round",  "current", "paid",
                                        "raised", "shown", "winners", "score",   "viewer", NULL};
    tp_position_reader r = {.json = json, .error = error, .code = TP_OK, .players = LEDUC_SEATS};
    memset(view, 0, sizeof *view);
    if (!json_is_object(json)) {
        tp_position_fail(&r, TR("a position is an object"));
        return r.code;
    }
    tp_position_reject_unknown(&r, names);
    read_viewer(&r, is_view, view);
    leduc_start(&view->table, read_raises(&r, options));
    read_history(&r, &view->table);
    read_cards(&r, is_view, view);
    return r.code;
}

/* Fields that follow from others are what this view or state says. */
static tp_err compare(const json_t *given, json_t *found, tp_error *error) {
    const char *key;
    json_t *value;
    tp_err code = TP_OK;
    json_object_foreach((json_t *)given, key, value) {
        if (code == TP_OK && !json_equal(value, json_object_get(found, key)))
            code = tp_fail(error, TP_E_INPUT, TR("%s: not what the cards and the history lead to"), key);
    }
    json_decref(found);
    return code;
}

tp_err leduc_state_from_json(const json_t *json, const tp_options *options, void *state_bytes,
                             tp_error *error) {
    leduc_view view;
    tp_err code = from_json(json, options, false, &view, error);
    if (code != TP_OK) return code;
    leduc_state state;
    memset(&state, 0, sizeof state);
    state.table = view.table;
    memcpy(state.card, view.card, sizeof state.card);
    code = leduc_check(&state, error);
    if (code == TP_OK) code = compare(json, leduc_state_to_json(&state), error);
    if (code == TP_OK) memcpy(state_bytes, &state, sizeof state);
    return code;
}

/* A view is right if it is what its viewer sees of a world that it allows. */
tp_err leduc_view_from_json(const json_t *json, const tp_options *options, void *view_bytes,
                            tp_error *error) {
    leduc_view view, again;
    leduc_scratch scratch;
    leduc_state world;
    tp_chance chance;
    tp_err code = from_json(json, options, true, &view, error);
    if (code == TP_OK) code = leduc_prepare(&view, &scratch, error);
    if (code != TP_OK) return code;
    tp_chance_from_seed(&chance, 0);
    leduc_imagine(&view, &scratch, &world, &chance);
    code = leduc_check(&world, error);
    if (code != TP_OK) return code;
    leduc_view_of(&world, view.viewer, &again);
    if (memcmp(&again, &view, sizeof view) != 0)
        return tp_fail(error, TP_E_INPUT, TR("cards: not those that this viewer sees"));
    code = compare(json, leduc_view_to_json(&view), error);
    if (code == TP_OK) memcpy(view_bytes, &view, sizeof view);
    return code;
}
