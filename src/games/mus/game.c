/* Mus: the contract over rules.h. This file is built twice (games/registry.h). */
#include "core/language.h"
#include "games/mus/worlds.h"
#include "games/registry.h"

#include <string.h>

static tp_err shape(const tp_options *options, tp_shape *out, tp_error *error) {
    mus_table table = {.winner = MUS_NOBODY};
    int mano;
    mus_rules_from_options(options, &table.rules);
    tp_err code = mus_first_mano(options, table.rules.players, &mano, error);
    if (code != TP_OK) return code;
    *out = (tp_shape){.seats = table.rules.players, .direction = TP_COUNTERCLOCKWISE};
    for (uint32_t seat = 0; seat < table.rules.players; seat++)
        out->side[seat] = (int32_t)mus_side(&table, seat);
    return TP_OK;
}

static tp_err setup(void *state, const tp_options *options, tp_chance *chance, tp_error *error) {
    mus_rules rules;
    int mano = 0;
    mus_rules_from_options(options, &rules);
    tp_err code = mus_first_mano(options, rules.players, &mano, error);
    if (code != TP_OK) return code;
    memset(state, 0, sizeof(mus_state));
    mus_setup(state, &rules, mano < 0 ? 0 : (uint32_t)mano, mano < 0, chance);
    return TP_OK;
}

static int seats(const void *state) { return ((const mus_state *)state)->table.rules.players; }

static int side(const void *state, int seat) {
    return (int)mus_side(&((const mus_state *)state)->table, (uint32_t)seat);
}

static int actor_of(const mus_table *table) {
    return table->phase == MUS_PHASE_OVER ? TP_OVER : (int)table->to_act;
}

static int actor(const void *state) { return actor_of(&((const mus_state *)state)->table); }

static int view_actor(const void *view) { return actor_of(&((const mus_view *)view)->table); }

static int legal(const void *state_bytes, tp_move *out) {
    const mus_state *state = state_bytes;
    return mus_list_legal(&state->table, state->hands[state->table.to_act], out);
}

static int view_legal(const void *view_bytes, tp_move *out) {
    const mus_view *view = view_bytes;
    return mus_list_legal(&view->table, view->hands[view->table.to_act], out);
}

static void apply(void *state, tp_move move, tp_chance *chance) { mus_apply(state, move, chance); }

static void returns(const void *state, float *per_seat) {
    mus_returns(&((const mus_state *)state)->table, per_seat);
}

/* Stones of the side in the last juego; an ordago that ends the match brings as many as the juego is played
 * to. */
static void scores(const void *state, int32_t *per_seat) {
    const mus_table *table = &((const mus_state *)state)->table;
    for (uint32_t seat = 0; seat < table->rules.players; seat++) {
        uint32_t of_side = mus_side(table, seat);
        bool wins = of_side == table->winner && table->score[of_side] < table->rules.target;
        per_seat[seat] = wins ? table->rules.target : table->score[of_side];
    }
}

/* One uniformly random move, found by counting and not by listing. */
static inline void random_move(mus_state *state, tp_chance *chance) {
    mus_table *table = &state->table;
    tp_rng *rng = &chance->rng;
    if (table->phase == MUS_PHASE_MUS) {
        mus_say_mus(state, (uint32_t)(tp_rng_next(rng) >> 63), chance);
    } else if (table->phase == MUS_PHASE_DISCARD) {
        uint32_t ranks[MUS_HAND] = {0, 0, 0, 0};
        uint8_t cards[MUS_HAND];
        mus_sort_by_rank(&table->rules, state->hands[table->to_act], ranks, cards);
        uint32_t subsets = mus_discard_subsets(ranks, table->rules.min_discard);
        mus_discard(state, tp_select_bit(subsets, tp_rng_below(rng, tp_count_bits(subsets))), cards, chance);
    } else {
        mus_range bets = mus_bets(table);
        uint32_t count = mus_count_bets(bets);
        if (table->bettor == MUS_NOBODY) {
            uint32_t pick = tp_rng_below(rng, count + 2);
            uint32_t move = pick < count    ? (uint32_t)MUS_MOVE_ENVIDO
                            : pick == count ? (uint32_t)MUS_MOVE_PASO
                                            : (uint32_t)MUS_MOVE_ORDAGO;
            mus_open(state, move, pick < count ? mus_nth_bet(bets, pick) : 0, chance);
        } else {
            uint32_t pick = tp_rng_below(rng, count + 2 + (table->ordago == 0));
            static const uint32_t calls[3] = {MUS_MOVE_NO_QUIERO, MUS_MOVE_QUIERO, MUS_MOVE_ORDAGO};
            uint32_t move = pick < count ? (uint32_t)MUS_MOVE_MAS : calls[pick - count];
            mus_answer(state, move, pick < count ? mus_nth_bet(bets, pick) : 0, chance);
        }
    }
}

static int playout(void *state_bytes, tp_chance *chance) {
    mus_state *state = state_bytes;
    tp_chance generator = {NULL, chance->rng};
    int decisions = 0;
    for (; state->table.phase != MUS_PHASE_OVER; decisions++) random_move(state, &generator);
    chance->rng = generator.rng;
    return decisions;
}

/* Calls are made in the open; of a discard the others see how many cards it has. */
static void seen(const void *before, const tp_event *event, int viewer, tp_event *out) {
    (void)before;
    if (event->type == TP_EVENT_CHANCE) {
        tp_seen_chance(event, viewer, out);
        return;
    }
    *out = *event;
    bool hides = event->move >= MUS_MOVE_DISCARD && viewer != event->seat && viewer != TP_REVEALED;
    for (uint32_t shift = 0; hides && shift < 4 * MUS_HAND; shift += 4) {
        if (((event->move >> shift) & 15) != 0) out->move |= (tp_move)15 << shift;
    }
}

static tp_err prepare(const void *view, void *scratch, tp_error *error) {
    return mus_worlds_prepare(view, scratch, error);
}

static void imagine(const void *view, const void *scratch, void *state, tp_chance *chance) {
    mus_worlds_imagine(view, scratch, state, &chance->rng);
}

static const tp_chance_kind kinds[MUS_CHANCE_KINDS] = {{"card", MUS_CARDS}, {"mano", MUS_SEATS}};

/* A hand: 50 rounds of mus and discards, and four lances in which every raise adds a stone at least and is
 * answered by every seat. A juego: fewer than `target` hands for each of four sides. A vaca: five juegos win
 * it; a match: nine vacas. */
enum {
    MOST_HAND_PLIES =
        MUS_MOST_ROUNDS * 2 * MUS_SEATS + MUS_LANCES * (MUS_SEATS + MUS_MOST_TARGET * MUS_SEATS),
    MOST_JUEGOS = (MUS_SEATS * (5 - 1) + 1) * (MUS_SEATS * (9 - 1) + 1),
    MOST_PLIES = MOST_HAND_PLIES * MUS_SEATS * MUS_MOST_TARGET * MOST_JUEGOS,
};

const tp_game TP_GAME(mus_game) = {
    .struct_size = sizeof(tp_game),
    .name = "mus",
    .title = "Mus",
    .summary =
        TR_MARK("the Spanish game of four lances: grande, chica, pares, juego, and the nerve to say ordago"),
    .rules_version = "1",
    .rules_text = mus_rules_text,
    .min_seats = 2,
    .max_seats = MUS_SEATS,
    .max_moves = MUS_MAX_MOVES,
    .max_plies = MOST_PLIES,
    .state_size = sizeof(mus_state),
    .view_size = sizeof(mus_view),
    .scratch_size = sizeof(mus_scratch),
    .options = mus_options,
    .kinds = kinds,
    .kind_count = MUS_CHANCE_KINDS,
    .observe_fields = mus_observe_fields,
    .observe_move_fields = mus_observe_move_fields,
    .settle = mus_settle,
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
    .check = mus_check,
    .view = mus_view_of,
    .seen = seen,
    .view_actor = view_actor,
    .view_legal = view_legal,
    .why_not = mus_why_not,
    .prepare = prepare,
    .imagine = imagine,
    .observe = mus_observe,
    .observe_move = mus_observe_move,
    .move_text = mus_move_text,
    .move_parse = mus_move_parse,
    .meant = mus_meant,
    .move_name = mus_move_name,
    .move_help = mus_move_help,
    .outcome_text = mus_outcome_text,
    .outcome_parse = mus_outcome_parse,
    .outcome_set = mus_outcome_set,
    .word_fits = mus_word_fits,
    .tell = mus_tell,
    .move_members = mus_move_members,
    .made = mus_made,
    .view_fields = mus_view_fields,
    .state_to_json = mus_state_to_json,
    .state_from_json = mus_state_from_json,
    .view_to_json = mus_view_to_json,
    .view_text = mus_view_text,
    .view_from_json = mus_view_from_json,
    .action_count = mus_action_count,
    .action_of = mus_action_of,
    .move_of = mus_move_of,
};
