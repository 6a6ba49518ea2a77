/* Leduc poker: the contract over rules.h. This file is built twice (games/registry.h). */
#include "core/language.h"
#include "games/leduc/view.h"
#include "games/registry.h"

#include <string.h>

/* ---- the rules ---- */

static void settle(tp_options *given, const void *position) {
    if (position == NULL || tp_options_value(given, "raises")->given) return;
    const char number[2] = {(char)('0' + ((const leduc_state *)position)->table.most_raises), '\0'};
    tp_options_set(given, "raises", number, NULL);
    given->values[0].given = false;
}

static tp_err shape(const tp_options *given, tp_shape *out, tp_error *error) {
    (void)given; /* no option changes it, */
    (void)error; /* and every value of one is playable */
    *out = (tp_shape){.seats = LEDUC_SEATS, .side = {0, 1}, .direction = TP_CLOCKWISE};
    return TP_OK;
}

static tp_err setup(void *state, const tp_options *given, tp_chance *chance, tp_error *error) {
    (void)error;
    memset(state, 0, sizeof(leduc_state));
    leduc_setup(state, (uint32_t)tp_options_int(given, "raises"), chance);
    return TP_OK;
}

static int seats(const void *state) {
    (void)state;
    return LEDUC_SEATS;
}

static int side(const void *state, int seat) {
    (void)state;
    return seat;
}

static int actor_of(const leduc_table *table) { return table->over ? TP_OVER : (int)table->current; }

static int list_legal(const leduc_table *table, tp_move *out) {
    int count = 0;
    for (uint32_t set = leduc_legal(table); set != 0; set &= set - 1) out[count++] = tp_lowest_bit(set);
    return count;
}

static int actor(const void *state) { return actor_of(&((const leduc_state *)state)->table); }

static int legal(const void *state, tp_move *out) {
    return list_legal(&((const leduc_state *)state)->table, out);
}

static void apply(void *state, tp_move move, tp_chance *chance) { leduc_apply(state, move, chance); }

static int playout(void *state_bytes, tp_chance *chance) {
    leduc_state *state = state_bytes;
    tp_chance generator = {NULL, chance->rng};
    int plies = 0;
    for (uint32_t set = leduc_legal(&state->table); set != 0; set = leduc_legal(&state->table), plies++) {
        uint32_t move = tp_select_bit(set, tp_rng_below(&generator.rng, tp_count_bits(set)));
        leduc_apply(state, move, &generator);
    }
    chance->rng = generator.rng;
    return plies;
}

static void scores(const void *state_bytes, int32_t *per_seat) {
    const leduc_state *state = state_bytes;
    for (uint32_t seat = 0; seat < LEDUC_SEATS; seat++)
        per_seat[seat] = leduc_score(&state->table, state->card, seat);
}

static void returns(const void *state_bytes, float *per_seat) {
    const leduc_state *state = state_bytes;
    for (uint32_t seat = 0; seat < LEDUC_SEATS; seat++)
        per_seat[seat] =
            (float)leduc_score(&state->table, state->card, seat) / (float)leduc_most_lost(&state->table);
}

/* ---- what seats may know ---- */

/* All moves are made in the open. */
static void seen(const void *before, const tp_event *event, int viewer, tp_event *out) {
    (void)before;
    if (event->type == TP_EVENT_CHANCE) {
        tp_seen_chance(event, viewer, out);
    } else {
        *out = *event;
    }
}

static int view_actor(const void *view) { return actor_of(&((const leduc_view *)view)->table); }

static int view_legal(const void *view, tp_move *out) {
    return list_legal(&((const leduc_view *)view)->table, out);
}

/* ---- the game ---- */

static const tp_option options[] = {
    {"raises", TP_OPTION_INT, "2", LEDUC_LEAST_RAISES, LEDUC_MOST_RAISES, NULL,
     TR_MARK("bets and raises in each betting round")},
    {NULL, TP_OPTION_INT, NULL, 0, 0, NULL, NULL},
};

static const tp_chance_kind kinds[LEDUC_CHANCE_KINDS] = {{"card", LEDUC_CARDS}};

const tp_game TP_GAME(leduc_game) = {
    .struct_size = sizeof(tp_game),
    .name = "leduc",
    .title = "Leduc poker",
    .summary = TR_MARK("six cards, two betting rounds: the small poker of research"),
    .rules_version = "1",
    .rules_text = leduc_rules_text,
    .study = true,
    .min_seats = LEDUC_SEATS,
    .max_seats = LEDUC_SEATS,
    .max_moves = 3,
    .max_plies = LEDUC_MAX_PLIES,
    .state_size = sizeof(leduc_state),
    .view_size = sizeof(leduc_view),
    .scratch_size = sizeof(leduc_scratch),
    .options = options,
    .kinds = kinds,
    .kind_count = LEDUC_CHANCE_KINDS,
    .observe_fields = leduc_observe_fields,
    .observe_move_fields = leduc_observe_move_fields,
    .settle = settle,
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
    .check = leduc_check,
    .view = leduc_view_of,
    .seen = seen,
    .view_actor = view_actor,
    .view_legal = view_legal,
    .why_not = leduc_why_not,
    .prepare = leduc_prepare,
    .imagine = leduc_imagine,
    .observe = leduc_observe,
    .observe_move = leduc_observe_move,
    .move_text = leduc_move_text,
    .move_parse = leduc_move_parse,
    .move_help = leduc_move_help,
    .outcome_text = leduc_outcome_text,
    .outcome_parse = leduc_outcome_parse,
    .tell = leduc_tell,
    .move_members = leduc_move_members,
    .view_fields = leduc_view_fields,
    .made = leduc_made,
    .state_to_json = leduc_state_to_json,
    .state_from_json = leduc_state_from_json,
    .view_to_json = leduc_view_to_json,
    .view_from_json = leduc_view_from_json,
    .action_count = leduc_action_count,
    .action_of = leduc_action_of,
    .move_of = leduc_move_of,
};
