/* Kessel Sabacc: the contract over rules.h. This file is built twice (games/registry.h). */
#include "core/language.h"
#include "games/registry.h"
#include "games/sabacc/playout.h"
#include "games/sabacc/view.h"

#include <string.h>

/* The options, in the order of the table below. */
enum { OPTION_PLAYERS, OPTION_EARLY_REVEAL, OPTION_CHIPS, OPTION_TOKENS };

/* The number of players that a position has, unless it was given. */
static void settle(tp_options *given, const void *position) {
    tp_option_value *value = &given->values[OPTION_PLAYERS];
    if (position == NULL || value->given) return;
    const char number[2] = {(char)('0' + ((const sabacc_state *)position)->table.players), '\0'};
    tp_options_set(given, "players", number, NULL);
    value->given = false;
}

static tp_err shape(const tp_options *given, tp_shape *out, tp_error *error) {
    (void)error; /* every combination of options is playable */
    *out = (tp_shape){.seats = (int32_t)given->values[OPTION_PLAYERS].number,
                      .side = {0, 1, 2, 3},
                      .direction = TP_CLOCKWISE};
    return TP_OK;
}

static tp_err setup(void *state, const tp_options *given, tp_chance *chance, tp_error *error) {
    (void)error; /* every combination of options is playable */
    const tp_option_value *values = given->values;
    memset(state, 0, sizeof(sabacc_state));
    sabacc_setup(state, (uint32_t)values[OPTION_PLAYERS].number, (uint32_t)values[OPTION_CHIPS].number,
                 values[OPTION_EARLY_REVEAL].number != 0, (uint32_t)values[OPTION_TOKENS].set, chance);
    return TP_OK;
}

static int seats(const void *state) { return ((const sabacc_state *)state)->table.players; }

static int side(const void *state, int seat) {
    (void)state;
    return seat; /* everybody plays for himself */
}

static int actor_of(const sabacc_table *table) {
    return table->phase == SABACC_PHASE_OVER ? TP_OVER : (int)table->current;
}

static int actor(const void *state) { return actor_of(&((const sabacc_state *)state)->table); }

static int view_actor(const void *view) { return actor_of(&((const sabacc_view *)view)->table); }

static int list_legal(const sabacc_table *table, tp_move *out) {
    int count = 0;
    for (uint64_t set = sabacc_legal_set(table); set != 0; set &= set - 1) out[count++] = tp_lowest_bit(set);
    return count;
}

static int legal(const void *state, tp_move *out) {
    return list_legal(&((const sabacc_state *)state)->table, out);
}

static int view_legal(const void *view, tp_move *out) {
    return list_legal(&((const sabacc_view *)view)->table, out);
}

static void apply(void *state, tp_move move, tp_chance *chance) { sabacc_apply(state, move, chance); }

static int playout(void *state, tp_chance *chance) { return sabacc_playout(state, chance); }

static void returns(const void *state, float *per_seat) {
    sabacc_returns(&((const sabacc_state *)state)->table, per_seat);
}

static void scores(const void *state, int32_t *per_seat) {
    const sabacc_table *table = &((const sabacc_state *)state)->table;
    for (uint32_t seat = 0; seat < table->players; seat++) per_seat[seat] = sabacc_score(table, seat);
}

/* A player without chips is out, and has lost: another will have won (§5). */
static uint32_t out(const void *state, float *per_seat) {
    const sabacc_table *table = &((const sabacc_state *)state)->table;
    uint32_t seats = ((1u << table->players) - 1) & ~(uint32_t)table->in_play;
    if (table->phase == SABACC_PHASE_OVER) return 0;
    for (uint32_t set = seats; set != 0; set &= set - 1)
        per_seat[tp_lowest_bit(set)] = -1.0f / (float)(table->players - 1);
    return seats;
}

/* All moves are made in the open, and the audience of a card was settled when it was drawn. */
static void seen(const void *before, const tp_event *event, int viewer, tp_event *out) {
    (void)before;
    if (event->type == TP_EVENT_CHANCE) {
        tp_seen_chance(event, viewer, out);
    } else {
        *out = *event;
    }
}

/* ---- the game ---- */

static const tp_option options[] = {
    [OPTION_PLAYERS] = {"players", TP_OPTION_INT, "4", 2, SABACC_SEATS, NULL, TR_MARK("number of seats")},
    [OPTION_EARLY_REVEAL] = {"early_reveal", TP_OPTION_BOOL, "false", 0, 1, NULL,
                             TR_MARK("a turn in which all players pass ends the round")},
    [OPTION_CHIPS] = {"chips", TP_OPTION_INT, "8", 1, 60, NULL,
                      TR_MARK("chips in each reserve at the start")},
    [OPTION_TOKENS] = {"tokens", TP_OPTION_WORDS, "random", SABACC_TOKENS_EACH, SABACC_TOKENS_EACH,
                       sabacc_token_names, TR_MARK("the three tokens of the game, or random")},
    {NULL, TP_OPTION_INT, NULL, 0, 0, NULL, NULL},
};

static const tp_chance_kind kinds[SABACC_CHANCE_KINDS] = {
    {"sand", SABACC_CARDS},   {"blood", SABACC_CARDS}, {"die", SABACC_DIE_SIDES},
    {"token", SABACC_TOKENS}, {"first", SABACC_SEATS},
};

const tp_game TP_GAME(sabacc_game) = {
    .struct_size = sizeof(tp_game),
    .name = "sabacc",
    .title = "Kessel Sabacc",
    .summary = TR_MARK("make a pair in three turns, or the closest you can get, and keep your chips"),
    .rules_version = "1",
    .rules_text = sabacc_rules_text,
    .min_seats = 2,
    .max_seats = SABACC_SEATS,
    .max_moves = SABACC_MAX_MOVES,
    .max_plies = SABACC_MAX_PLIES,
    .state_size = sizeof(sabacc_state),
    .view_size = sizeof(sabacc_view),
    .scratch_size = sizeof(sabacc_scratch),
    .options = options,
    .kinds = kinds,
    .kind_count = SABACC_CHANCE_KINDS,
    .observe_fields = sabacc_observe_fields,
    .observe_move_fields = sabacc_observe_move_fields,
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
    .check = sabacc_check,
    .view = sabacc_view_of,
    .seen = seen,
    .view_actor = view_actor,
    .view_legal = view_legal,
    .why_not = sabacc_why_not,
    .prepare = sabacc_prepare,
    .imagine = sabacc_imagine,
    .observe = sabacc_observe,
    .observe_move = sabacc_observe_move,
    .move_text = sabacc_move_text,
    .move_parse = sabacc_move_parse,
    .move_help = sabacc_move_help,
    .outcome_text = sabacc_outcome_text,
    .outcome_parse = sabacc_outcome_parse,
    .tell = sabacc_tell,
    .move_members = sabacc_move_members,
    .made = sabacc_made,
    .view_fields = sabacc_view_fields,
    .state_to_json = sabacc_state_to_json,
    .state_from_json = sabacc_state_from_json,
    .view_to_json = sabacc_view_to_json,
    .view_text = sabacc_view_text,
    .view_from_json = sabacc_view_from_json,
    .action_count = sabacc_action_count,
    .action_of = sabacc_action_of,
    .move_of = sabacc_move_of,
    .out = out,
};
