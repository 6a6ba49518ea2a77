/* Bruno: the contract over rules.h. This file is built twice (games/registry.h). */
#include "core/language.h"
#include "games/bruno/playout.h"
#include "games/bruno/view.h"
#include "games/bruno/worlds.h"
#include "games/registry.h"

#include <string.h>

/* The options, in the order of the table below. */
enum { OPTION_CAP, OPTION_SHOWN_ONE, OPTION_STRICT_NINE };

static tp_err shape(const tp_options *given, tp_shape *out, tp_error *error) {
    (void)given;
    (void)error; /* every combination of options is playable */
    *out = (tp_shape){.seats = BRUNO_SEATS, .side = {0, 1, 0, 1}, .direction = TP_COUNTERCLOCKWISE};
    return TP_OK;
}

static tp_err setup(void *state, const tp_options *given, tp_chance *chance, tp_error *error) {
    (void)error; /* every combination of options is playable */
    const tp_option_value *values = given->values;
    uint32_t flags = (values[OPTION_SHOWN_ONE].number != 0 ? BRUNO_OPTION_SHOWN_ONE : 0u) |
                     (values[OPTION_STRICT_NINE].number != 0 ? BRUNO_OPTION_STRICT_NINE : 0u);
    memset(state, 0, sizeof(bruno_state));
    bruno_setup(state, (uint32_t)values[OPTION_CAP].number, flags, chance);
    return TP_OK;
}

static int seats(const void *state) {
    (void)state;
    return BRUNO_SEATS;
}

static int side(const void *state, int seat) {
    (void)state;
    return (int)bruno_team((uint32_t)seat);
}

static int actor_of(const bruno_table *table) { return bruno_is_over(table) ? TP_OVER : (int)table->current; }

static int actor(const void *state) { return actor_of(&((const bruno_state *)state)->table); }

static int view_actor(const void *view) { return actor_of(&((const bruno_view *)view)->table); }

static int list_legal(const bruno_table *table, const uint64_t *hands, tp_move *out) {
    int count = 0;
    for (uint64_t set = bruno_legal_set(table, hands[table->current]); set != 0; set &= set - 1)
        out[count++] = tp_lowest_bit(set);
    return count;
}

static int legal(const void *state_bytes, tp_move *out) {
    const bruno_state *state = state_bytes;
    return list_legal(&state->table, state->hand, out);
}

static int view_legal(const void *view_bytes, tp_move *out) {
    const bruno_view *view = view_bytes;
    return list_legal(&view->table, view->hand, out);
}

static void apply(void *state, tp_move move, tp_chance *chance) { bruno_apply(state, move, chance); }

static int playout(void *state, tp_chance *chance) { return bruno_playout(state, chance); }

static void returns(const void *state, float *per_seat) {
    const bruno_table *table = &((const bruno_state *)state)->table;
    for (uint32_t seat = 0; seat < BRUNO_SEATS; seat++) per_seat[seat] = (float)bruno_result(table, seat);
}

static void scores(const void *state, int32_t *per_seat) {
    const bruno_table *table = &((const bruno_state *)state)->table;
    for (uint32_t seat = 0; seat < BRUNO_SEATS; seat++) per_seat[seat] = bruno_result(table, seat);
}

/* All moves are made in the open, and the audience of a card was settled when it was dealt. */
static void seen(const void *before, const tp_event *event, int viewer, tp_event *out) {
    (void)before;
    if (event->type == TP_EVENT_CHANCE) {
        tp_seen_chance(event, viewer, out);
    } else {
        *out = *event;
    }
}

static void imagine(const void *view, const void *scratch, void *state, tp_chance *chance) {
    bruno_imagine(view, scratch, state, chance);
}

/* ---- the game ---- */

static const tp_option options[] = {
    [OPTION_CAP] = {"cap", TP_OPTION_INT, "2000", 1, BRUNO_MAX_CAP, NULL,
                    TR_MARK("the game is a draw after this many plies")},
    [OPTION_SHOWN_ONE] = {"shown_one", TP_OPTION_BOOL, "false", 0, 1, NULL,
                          TR_MARK("shown cards are played one at a time")},
    [OPTION_STRICT_NINE] = {"strict_nine", TP_OPTION_BOOL, "false", 0, 1, NULL,
                            TR_MARK("on a 9 only 4 to 8, and 2 and 3, which pass it on")},
    {NULL, TP_OPTION_INT, NULL, 0, 0, NULL, NULL},
};

static const tp_chance_kind kinds[BRUNO_CHANCE_KINDS] = {
    {"deal", BRUNO_CARDS}, {"copy", BRUNO_CARDS}, {"first", BRUNO_SEATS}};

const tp_game TP_GAME(bruno_game) = {
    .struct_size = sizeof(tp_game),
    .name = "bruno",
    .title = "Bruno",
    .summary = TR_MARK("two against two: get rid of all your cards, the hidden ones last"),
    .rules_version = "1",
    .rules_text = bruno_rules_text,
    .min_seats = BRUNO_SEATS,
    .max_seats = BRUNO_SEATS,
    .max_moves = BRUNO_MAX_MOVES,
    .max_plies = BRUNO_MAX_CAP,
    .state_size = sizeof(bruno_state),
    .view_size = sizeof(bruno_view),
    .scratch_size = sizeof(bruno_scratch),
    .options = options,
    .kinds = kinds,
    .kind_count = BRUNO_CHANCE_KINDS,
    .observe_fields = bruno_observe_fields,
    .observe_move_fields = bruno_observe_move_fields,
    .shape = shape,
    .setup = setup,
    .seats = seats,
    .side = side,
    .actor = actor,
    .legal = legal,
    .apply = apply,
    .returns = returns,
    .scores = scores,
    .playout = playout,
    .check = bruno_check,
    .view = bruno_view_of,
    .seen = seen,
    .view_actor = view_actor,
    .view_legal = view_legal,
    .why_not = bruno_why_not,
    .prepare = bruno_prepare,
    .imagine = imagine,
    .observe = bruno_observe,
    .observe_move = bruno_observe_move,
    .move_text = bruno_move_text,
    .move_parse = bruno_move_parse,
    .move_help = bruno_move_help,
    .outcome_text = bruno_outcome_text,
    .outcome_parse = bruno_outcome_parse,
    .outcome_set = bruno_outcome_set,
    .word_fits = bruno_word_fits,
    .tell = bruno_tell,
    .move_members = bruno_move_members,
    .made = bruno_made,
    .view_fields = bruno_view_fields,
    .state_to_json = bruno_state_to_json,
    .state_from_json = bruno_state_from_json,
    .view_to_json = bruno_view_to_json,
    .view_text = bruno_view_text,
    .view_from_json = bruno_view_from_json,
    .action_count = bruno_action_count,
    .action_of = bruno_action_of,
    .move_of = bruno_move_of,
};
