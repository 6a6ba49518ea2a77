/* Kessel Sabacc: the contract over rules.h. */
#include "games/registry.h"
#include "games/sabacc/playout.h"
#include "games/sabacc/view.h"

#include <string.h>

static tp_err setup(void *state, const tp_options *options, tp_chance *chance, tp_error *error) {
    (void)error; /* every combination of options is playable */
    memset(state, 0, sizeof(sabacc_state));
    sabacc_setup(state, (uint32_t)tp_options_int(options, "players"),
                 (uint32_t)tp_options_int(options, "chips"), tp_options_bool(options, "early_reveal"),
                 (uint32_t)tp_options_value(options, "tokens")->set, chance);
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

/* ---- views ---- */

static bool sees_card(const sabacc_table *table, uint32_t seat, uint32_t family, int viewer) {
    uint32_t known = table->known[seat][family];
    if (viewer == TP_REVEALED || (known & SABACC_OPEN) != 0) return true;
    return viewer >= 0 && ((known >> viewer) & 1) != 0;
}

void sabacc_view_of(const void *state_bytes, int viewer, void *view_bytes) {
    const sabacc_state *state = state_bytes;
    sabacc_view *view = view_bytes;
    memset(view, 0, sizeof *view);
    view->table = state->table;
    view->viewer = (int8_t)viewer;
    for (uint32_t seat = 0; seat < SABACC_SEATS; seat++) {
        for (uint32_t family = 0; family < SABACC_FAMILIES; family++) {
            uint8_t card = state->hand[seat][family];
            bool open = card == SABACC_NO_CARD || sees_card(&state->table, seat, family, viewer);
            view->hand[seat][family] = open ? card : SABACC_UNKNOWN_CARD;
        }
    }
    view->drawn = SABACC_NO_CARD;
    if (state->table.phase == SABACC_PHASE_KEEP) {
        bool open = sabacc_drawn_from_discard(&state->table) || viewer == state->table.current ||
                    viewer == TP_REVEALED;
        view->drawn = open ? state->drawn : SABACC_UNKNOWN_CARD;
    }
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

/* ---- worlds ---- */

/* Nothing that happens in the open tells more about a hidden card than where it is not: dealt, drawn and kept cards
 * are chosen by chance alone among the unseen ones, whatever their owners then do. So every arrangement of the unseen
 * cards is a world, and all are equally likely. */
tp_err sabacc_prepare(const void *view_bytes, void *scratch_bytes, tp_error *error) {
    const sabacc_view *view = view_bytes;
    sabacc_scratch *scratch = scratch_bytes;
    if (sabacc_check_copies(view, error) != TP_OK) return TP_E_INPUT;
    memset(scratch, 0, sizeof *scratch);
    scratch->known.table = view->table;
    memcpy(scratch->known.hand, view->hand, sizeof view->hand);
    scratch->known.drawn = view->drawn;
    for (uint32_t family = 0; family < SABACC_FAMILIES; family++) {
        scratch->unseen[family] = SABACC_FAMILY_LANES - sabacc_named_cards(view, family);
        scratch->unseen_count[family] = (uint8_t)tp_lanes_total(scratch->unseen[family]);
        for (uint32_t seat = 0; seat < SABACC_SEATS; seat++) {
            if (view->hand[seat][family] == SABACC_UNKNOWN_CARD)
                scratch->hidden_seats[family] |= (uint8_t)(1u << seat);
        }
        scratch->hidden_drawn[family] =
            view->drawn == SABACC_UNKNOWN_CARD && sabacc_drawn_family(&view->table) == family;
        uint32_t needed = view->table.pile_count[family] + tp_count_bits(scratch->hidden_seats[family]) +
                          scratch->hidden_drawn[family];
        if (needed != scratch->unseen_count[family]) {
            return tp_fail(error, TP_E_INPUT,
                           "the view names %u unknown cards of the %s family, and %u are unseen", needed,
                           sabacc_family_names[family], scratch->unseen_count[family]);
        }
    }
    return TP_OK;
}

void sabacc_imagine(const void *view, const void *scratch_bytes, void *state_bytes, tp_chance *chance) {
    (void)view;
    const sabacc_scratch *scratch = scratch_bytes;
    sabacc_state *state = state_bytes;
    *state = scratch->known;
    for (uint32_t family = 0; family < SABACC_FAMILIES; family++) {
        uint64_t pile = scratch->unseen[family], fraction = tp_rng_next(&chance->rng);
        uint32_t total = scratch->unseen_count[family];
        for (uint32_t set = scratch->hidden_seats[family]; set != 0; set &= set - 1) {
            uint32_t card = sabacc_take_rank(&pile, tp_fraction_below(&fraction, total--));
            state->hand[tp_lowest_bit(set)][family] = (uint8_t)card;
        }
        if (scratch->hidden_drawn[family] != 0) {
            state->drawn = (uint8_t)sabacc_take_rank(&pile, tp_fraction_below(&fraction, total));
        }
        state->pile[family] = pile;
    }
}

/* ---- the game ---- */

static const tp_option options[] = {
    {"players", TP_OPTION_INT, "4", 2, SABACC_SEATS, NULL, "number of seats"},
    {"early_reveal", TP_OPTION_BOOL, "false", 0, 1, NULL, "a turn in which everybody passes ends the round"},
    {"chips", TP_OPTION_INT, "8", 1, 60, NULL, "chips in each reserve at the start"},
    {"tokens", TP_OPTION_WORDS, "random", 0, SABACC_TOKENS_EACH, sabacc_token_names,
     "the three tokens of the game, or random"},
    {NULL, TP_OPTION_INT, NULL, 0, 0, NULL, NULL},
};

static const tp_chance_kind kinds[SABACC_CHANCE_KINDS] = {
    {"sand", SABACC_CARDS},   {"blood", SABACC_CARDS}, {"die", SABACC_DIE_SIDES},
    {"token", SABACC_TOKENS}, {"first", SABACC_SEATS},
};

const tp_game sabacc_game = {
    .struct_size = sizeof(tp_game),
    .name = "sabacc",
    .title = "Kessel Sabacc",
    .summary = "two cards, three turns, sixteen tokens: the closest pair keeps its chips",
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
    .state_to_json = sabacc_state_to_json,
    .state_from_json = sabacc_state_from_json,
    .view_to_json = sabacc_view_to_json,
    .view_from_json = sabacc_view_from_json,
};
