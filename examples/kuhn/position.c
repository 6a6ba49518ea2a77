/* Kuhn poker: states and views as JSON, both ways: {"cards": ["K", "?"], "history": ["CHECK", "BET"],
 * "current": 0}. */
#include "tapete/position.h"
#include "kuhn.h"
#include "tapete/sentence.h"

#include <jansson.h>
#include <string.h>

/* ---- writing: a state is the view of TP_REVEALED ---- */

static json_t *to_json(const kuhn_view *view) {
    json_t *json = json_object(), *cards = json_array(), *history = json_array();
    const kuhn_table *table = &view->table;
    for (uint32_t seat = 0; seat < KUHN_SEATS; seat++)
        json_array_append_new(cards, json_string(kuhn_card_names[view->card[seat]]));
    for (uint32_t i = 0; i < table->count; i++)
        json_array_append_new(history, json_string(kuhn_move_names[table->moves[i]]));
    json_object_set_new(json, "cards", cards);
    json_object_set_new(json, "history", history);
    json_object_set_new(json, "current",
                        kuhn_is_over(table) ? json_null() : json_integer(kuhn_current(table)));
    return json;
}

json_t *kuhn_state_to_json(const void *state) {
    kuhn_view everything;
    kuhn_view_of(state, TP_REVEALED, &everything);
    return to_json(&everything);
}

json_t *kuhn_view_to_json(const void *view_bytes) {
    const kuhn_view *view = view_bytes;
    json_t *json = to_json(view);
    json_object_set_new(json, "viewer",
                        view->viewer >= 0              ? json_integer(view->viewer)
                        : view->viewer == TP_SPECTATOR ? json_string("spectator")
                                                       : json_string("revealed"));
    return json;
}

/* ---- reading ---- */

/* Which of the first `count` names stands at this place of the list. */
static uint32_t word(tp_position_reader *r, const char *field, const json_t *list, size_t place,
                     const char *const *names, uint32_t count) {
    const char *text = json_string_value(json_array_get(list, place));
    tp_phrase known = {""};
    for (uint32_t i = 0; i < count; i++) {
        if (text != NULL && strcmp(text, names[i]) == 0) return i;
        known = i == 0 ? tp_phrase_of("%s", names[i]) : tp_phrase_of("%s, %s", known.text, names[i]);
    }
    tp_position_fail(r, "%s[%zu]: one of %s", field, place, known.text);
    return 0;
}

static void read_history(tp_position_reader *r, kuhn_table *table) {
    const json_t *list = tp_position_field(r, "history");
    size_t count = json_array_size(list);
    if (list != NULL && (!json_is_array(list) || count > KUHN_MAX_PLIES)) {
        tp_position_fail(r, "history: a list of at most %d moves", KUHN_MAX_PLIES);
        return;
    }
    for (size_t i = 0; i < count; i++)
        kuhn_play(table, word(r, "history", list, i, kuhn_move_names, KUHN_MOVES));
}

static void read_viewer(tp_position_reader *r, bool is_view, kuhn_view *view) {
    const json_t *viewer = tp_position_field(r, "viewer");
    const char *name = json_string_value(viewer);
    view->viewer = TP_REVEALED;
    if (!is_view) {
        if (viewer != NULL) tp_position_fail(r, "viewer: this is a view, but a position is needed");
    } else if (json_is_integer(viewer)) {
        view->viewer = (int8_t)tp_position_number(r, "viewer", 0, KUHN_SEATS - 1, 0);
    } else if (name != NULL && strcmp(name, "spectator") == 0) {
        view->viewer = TP_SPECTATOR;
    } else if (name == NULL || strcmp(name, "revealed") != 0) {
        tp_position_fail(r, "viewer: a seat, \"spectator\" or \"revealed\"");
    }
}

/* `current` follows from the history, and is only compared. */
static void read_current(tp_position_reader *r, const kuhn_table *table) {
    const json_t *current = tp_position_field(r, "current");
    if (current == NULL) return;
    bool right = kuhn_is_over(table)
                     ? json_is_null(current)
                     : json_is_integer(current) && json_integer_value(current) == kuhn_current(table);
    if (!right) tp_position_fail(r, "current: who is to act after this history, or null at the end");
}

static tp_err from_json(const json_t *json, bool is_view, kuhn_view *view, tp_error *error) {
    static const char *const names[] = {"cards", "history", "current", "viewer", NULL};
    tp_position_reader r = {.json = json, .error = error, .code = TP_OK, .players = KUHN_SEATS};
    memset(view, 0, sizeof *view);
    if (!json_is_object(json)) {
        tp_position_fail(&r, "a position is an object");
        return r.code;
    }
    tp_position_reject_unknown(&r, names);
    read_viewer(&r, is_view, view);
    read_history(&r, &view->table);
    const json_t *cards = tp_position_list(&r, "cards", KUHN_SEATS);
    if (cards == NULL) tp_position_fail(&r, "cards: a list with the card of each seat");
    for (uint32_t seat = 0; seat < KUHN_SEATS; seat++) {
        uint32_t known = is_view ? KUHN_CARDS + 1 : KUHN_CARDS;
        view->card[seat] = (uint8_t)word(&r, "cards", cards, seat, kuhn_card_names, known);
    }
    read_current(&r, &view->table);
    return r.code;
}

tp_err kuhn_state_from_json(const json_t *json, const tp_options *options, void *state_bytes,
                            tp_error *error) {
    kuhn_view view;
    (void)options;
    tp_err code = from_json(json, false, &view, error);
    if (code != TP_OK) return code;
    kuhn_state state = {.table = view.table, .card = {view.card[0], view.card[1]}};
    code = kuhn_check(&state, error);
    if (code == TP_OK) memcpy(state_bytes, &state, sizeof state);
    return code;
}

/* A view is right where it is what its viewer sees of some world that it allows. */
tp_err kuhn_view_from_json(const json_t *json, const tp_options *options, void *view_bytes, tp_error *error) {
    kuhn_view view, again;
    kuhn_scratch scratch;
    kuhn_state world;
    tp_chance chance;
    (void)options;
    tp_err code = from_json(json, true, &view, error);
    if (code == TP_OK) code = kuhn_prepare(&view, &scratch, error);
    if (code != TP_OK) return code;
    tp_chance_from_seed(&chance, 0);
    kuhn_imagine(&view, &scratch, &world, &chance);
    code = kuhn_check(&world, error);
    if (code != TP_OK) return code;
    kuhn_view_of(&world, view.viewer, &again);
    if (memcmp(&again, &view, sizeof view) != 0)
        return tp_fail(error, TP_E_INPUT, "cards: not those that this viewer sees");
    memcpy(view_bytes, &view, sizeof view);
    return TP_OK;
}
