/* Kuhn poker: the contract over rules.h, and the plugin that brings it.
 *
 * What is NULL here is done by the library (game.h): play-outs by listing moves. There are no numbers for
 * learning. */
#include "kuhn.h"

#include <string.h>

/* ---- the rules ---- */

static tp_err shape(const tp_options *given, tp_shape *out, tp_error *error) {
    (void)given; /* there are no options, */
    (void)error; /* and so nothing that could be wrong with them */
    *out = (tp_shape){.seats = KUHN_SEATS, .side = {0, 1}, .direction = TP_CLOCKWISE};
    return TP_OK;
}

static tp_err setup(void *state, const tp_options *given, tp_chance *chance, tp_error *error) {
    (void)given;
    (void)error;
    memset(state, 0, sizeof(kuhn_state));
    kuhn_setup(state, chance);
    return TP_OK;
}

static int seats(const void *state) {
    (void)state;
    return KUHN_SEATS;
}

static int side(const void *state, int seat) {
    (void)state;
    return seat;
}

static int actor_of(const kuhn_table *table) {
    return kuhn_is_over(table) ? TP_OVER : (int)kuhn_current(table);
}

static int list_legal(const kuhn_table *table, tp_move *out) {
    int count = 0;
    for (uint32_t set = kuhn_legal(table); set != 0; set &= set - 1) out[count++] = tp_lowest_bit(set);
    return count;
}

static int actor(const void *state) { return actor_of(&((const kuhn_state *)state)->table); }

static int legal(const void *state, tp_move *out) {
    return list_legal(&((const kuhn_state *)state)->table, out);
}

static void apply(void *state, tp_move move, tp_chance *chance) {
    kuhn_table *table = &((kuhn_state *)state)->table;
    (void)chance; /* nothing is drawn after the deal */
    tp_assert(move < KUHN_MOVES && ((kuhn_legal(table) >> move) & 1) != 0);
    kuhn_play(table, move);
}

static void scores(const void *state_bytes, int32_t *per_seat) {
    const kuhn_state *state = state_bytes;
    int32_t stake = kuhn_is_over(&state->table) ? kuhn_stake(&state->table) : 0;
    for (uint32_t seat = 0; seat < KUHN_SEATS; seat++)
        per_seat[seat] = seat == kuhn_winner(state) ? stake : -stake;
}

/* The most that can be won is two chips, and returns are at most 1. */
static void returns(const void *state, float *per_seat) {
    int32_t chips[KUHN_SEATS];
    scores(state, chips);
    for (uint32_t seat = 0; seat < KUHN_SEATS; seat++) per_seat[seat] = (float)chips[seat] / 2;
}

tp_err kuhn_check(const void *state_bytes, tp_error *error) {
    const kuhn_state *state = state_bytes;
    kuhn_table played = {{0}, 0};
    if (state->table.count > KUHN_MAX_PLIES)
        return tp_fail(error, TP_E_INPUT, "history: %u moves; there are at most %d", state->table.count,
                       KUHN_MAX_PLIES);
    for (uint32_t i = 0; i < state->table.count; i++) {
        uint32_t move = state->table.moves[i];
        if (move >= KUHN_MOVES || ((kuhn_legal(&played) >> move) & 1) == 0)
            return tp_fail(error, TP_E_INPUT, "history[%u]: not a move that can be made there", i);
        kuhn_play(&played, move);
    }
    if (memcmp(&played, &state->table, sizeof played) != 0)
        return tp_fail(error, TP_E_INPUT, "history: a move after the last one");
    for (uint32_t seat = 0; seat < KUHN_SEATS; seat++) {
        if (state->card[seat] >= KUHN_CARDS) return tp_fail(error, TP_E_INPUT, "cards[%u]: J, Q or K", seat);
    }
    if (state->card[0] == state->card[1])
        return tp_fail(error, TP_E_INPUT, "cards: both seats have the %s, and there is one",
                       kuhn_card_names[state->card[0]]);
    return TP_OK;
}

/* ---- what seats may know ---- */

void kuhn_view_of(const void *state_bytes, int viewer, void *view_bytes) {
    const kuhn_state *state = state_bytes;
    kuhn_view *view = view_bytes;
    memset(view, 0, sizeof *view);
    view->table = state->table;
    view->viewer = (int8_t)viewer;
    for (int seat = 0; seat < KUHN_SEATS; seat++) {
        bool open = viewer == seat || viewer == TP_REVEALED || kuhn_is_shown(&state->table);
        view->card[seat] = open ? state->card[seat] : (uint8_t)KUHN_UNKNOWN;
    }
}

/* All moves are made in the open. */
static void seen(const void *before, const tp_event *event, int viewer, tp_event *out) {
    (void)before;
    if (event->type == TP_EVENT_CHANCE) {
        tp_seen_chance(event, viewer, out);
    } else {
        *out = *event;
    }
}

static int view_actor(const void *view) { return actor_of(&((const kuhn_view *)view)->table); }

static int view_legal(const void *view, tp_move *out) {
    return list_legal(&((const kuhn_view *)view)->table, out);
}

/* ---- worlds ---- */

tp_err kuhn_prepare(const void *view_bytes, void *scratch_bytes, tp_error *error) {
    const kuhn_view *view = view_bytes;
    kuhn_scratch *scratch = scratch_bytes;
    scratch->unseen = (1u << KUHN_CARDS) - 1;
    for (uint32_t seat = 0; seat < KUHN_SEATS; seat++) {
        uint32_t card = view->card[seat];
        if (card == KUHN_UNKNOWN) continue;
        if (((scratch->unseen >> card) & 1) == 0)
            return tp_fail(error, TP_E_INPUT, "cards: both seats have the %s, and there is one",
                           kuhn_card_names[card]);
        scratch->unseen &= ~(1u << card);
    }
    return TP_OK;
}

/* A player's moves say nothing certain about the card, so each of the others is equally likely. */
void kuhn_imagine(const void *view_bytes, const void *scratch_bytes, void *state_bytes, tp_chance *chance) {
    const kuhn_view *view = view_bytes;
    kuhn_state *state = state_bytes;
    uint64_t unseen = ((const kuhn_scratch *)scratch_bytes)->unseen;
    memset(state, 0, sizeof *state);
    state->table = view->table;
    for (uint32_t seat = 0; seat < KUHN_SEATS; seat++) {
        uint32_t card = view->card[seat];
        if (card == KUHN_UNKNOWN) {
            card = tp_select_bit(unseen, tp_rng_below(&chance->rng, tp_count_bits(unseen)));
            unseen &= ~(1ull << card);
        }
        state->card[seat] = (uint8_t)card;
    }
}

/* ---- views as data ---- */

static const tp_member view_fields[] = {
    {.name = "cards",
     .kind = TP_VALUE_CARD,
     .list = TP_BY_SEAT,
     .seen_by = TP_SEEN_BY_KNOWERS,
     .help = "the card of each seat"},
    {.name = "history",
     .kind = TP_VALUE_CODE,
     .list = TP_LIST,
     .codes = kuhn_move_names,
     .help = "the moves so far"},
    {.name = "current", .kind = TP_VALUE_SEAT, .flags = TP_OR_NULL | TP_ASIDE, .help = "whose turn it is"},
    {.name = "viewer", .kind = TP_VALUE_VIEWER, .flags = TP_ASIDE, .help = "whose view it is"},
    {.name = NULL},
};

/* ---- the game ---- */

static const tp_option options[] = {{NULL, TP_OPTION_INT, NULL, 0, 0, NULL, NULL}};

static const tp_chance_kind kinds[KUHN_CHANCE_KINDS] = {{"card", KUHN_CARDS}};

const tp_game kuhn_game = {
    .struct_size = sizeof(tp_game),
    .name = "kuhn",
    .title = "Kuhn poker",
    .summary = "three cards, one bet: the smallest poker there is",
    .rules_version = "1",
    .rules_text = kuhn_rules_text,
    .study = true,
    .min_seats = KUHN_SEATS,
    .max_seats = KUHN_SEATS,
    .max_moves = 2,
    .max_plies = KUHN_MAX_PLIES,
    .state_size = sizeof(kuhn_state),
    .view_size = sizeof(kuhn_view),
    .scratch_size = sizeof(kuhn_scratch),
    .options = options,
    .kinds = kinds,
    .kind_count = KUHN_CHANCE_KINDS,
    .shape = shape,
    .setup = setup,
    .seats = seats,
    .side = side,
    .actor = actor,
    .legal = legal,
    .apply = apply,
    .returns = returns,
    .scores = scores,
    .check = kuhn_check,
    .view = kuhn_view_of,
    .seen = seen,
    .view_actor = view_actor,
    .view_legal = view_legal,
    .why_not = kuhn_why_not,
    .prepare = kuhn_prepare,
    .imagine = kuhn_imagine,
    .move_text = kuhn_move_text,
    .move_parse = kuhn_move_parse,
    .move_help = kuhn_move_help,
    .outcome_text = kuhn_outcome_text,
    .outcome_parse = kuhn_outcome_parse,
    .tell = kuhn_tell,
    .view_fields = view_fields,
    .state_to_json = kuhn_state_to_json,
    .state_from_json = kuhn_state_from_json,
    .view_to_json = kuhn_view_to_json,
    .view_from_json = kuhn_view_from_json,
};

tp_err tapete_plugin(tp_error *error) { return tp_game_register(&kuhn_game, error); }
