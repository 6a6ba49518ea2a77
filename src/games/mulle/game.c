/* Mulle: the contract over the rules. This file is built twice (games/registry.h). */
#include "core/language.h"
#include "games/mulle/greedy.h"
#include "games/mulle/playout.h"
#include "games/mulle/view.h"
#include "games/registry.h"

#include <string.h>

/* The options, in the order of the table below. */
enum { OPTION_OMGANGAR, OPTION_STARTER };

static tp_err shape(const tp_options *given, tp_shape *out, tp_error *error) {
    (void)given;
    (void)error; /* every combination of options is playable */
    *out = (tp_shape){.seats = MULLE_SEATS, .side = {0, 1}, .direction = TP_CLOCKWISE};
    return TP_OK;
}

static tp_err setup(void *state, const tp_options *given, tp_chance *chance, tp_error *error) {
    (void)error; /* every combination of options is playable */
    memset(state, 0, sizeof(mulle_state));
    mulle_setup(state, (uint32_t)given->values[OPTION_OMGANGAR].number,
                (uint32_t)given->values[OPTION_STARTER].number, chance);
    return TP_OK;
}

static int seats(const void *state) {
    (void)state;
    return MULLE_SEATS;
}

static int side(const void *state, int seat) {
    (void)state;
    return seat;
}

static int actor(const void *state_bytes) {
    const mulle_state *state = state_bytes;
    return state->table.over != 0 ? TP_OVER : (int)state->table.current;
}

static int view_actor(const void *view) { return actor(&((const mulle_view *)view)->known); }

static int legal(const void *state, tp_move *out) { return (int)mulle_list_moves(state, out); }

static int view_legal(const void *view, tp_move *out) {
    return (int)mulle_list_moves(&((const mulle_view *)view)->known, out);
}

static void apply(void *state, tp_move move, tp_chance *chance) { mulle_apply(state, move, chance); }

static int playout(void *state, tp_chance *chance) { return mulle_playout(state, chance); }

static void returns(const void *state, float *per_seat) {
    mulle_returns(&((const mulle_state *)state)->table, per_seat);
}

/* Points of the session so far, with those of the running omgång. */
static void scores(const void *state, int32_t *per_seat) {
    const mulle_table *table = &((const mulle_state *)state)->table;
    for (uint32_t seat = 0; seat < MULLE_SEATS; seat++) {
        uint32_t running = table->over != 0 ? 0 : mulle_score_of(table, seat).total;
        per_seat[seat] = (int32_t)(table->session[seat] + running);
    }
}

/* Copy memory of a known size, a multiple of eight, in pieces that compilers turn into plain moves: of the
 * whole they make a string instruction, which takes as long to begin as this takes to end. */
TP_INLINE void copy_words(void *to, const void *from, size_t size) {
    unsigned char *out = to;
    const unsigned char *in = from;
    size_t done = 0;
#pragma GCC unroll 16
    for (; done + 32 <= size; done += 32) memcpy(out + done, in + done, 32);
#pragma GCC unroll 4
    for (; done < size; done += 8) memcpy(out + done, in + done, 8);
}

TP_INLINE void clear_words(void *to, size_t size) {
    unsigned char *out = to;
    size_t done = 0;
#pragma GCC unroll 16
    for (; done + 32 <= size; done += 32) memset(out + done, 0, 32);
#pragma GCC unroll 4
    for (; done < size; done += 8) memset(out + done, 0, 8);
}

/* Everything on the table is public, and of the hands what the viewer holds himself. The end of `piles` is
 * not: what lies there of a hidden hand or of the stock is wiped out. */
enum { FEW_BUILDS = 4, FEW_PILES = 16 };

static void view_of(const void *state_bytes, int viewer, void *view_bytes) {
    const mulle_state *state = state_bytes;
    const mulle_table *table = &state->table;
    mulle_view *view = view_bytes;
    uint32_t tail = state->stock_count + mulle_extra(table, 0) + mulle_extra(table, 1);
    if (TP_LIKELY(table->build_count <= FEW_BUILDS && table->pile_count <= FEW_PILES && tail == 0)) {
        enum { BUILDS = FEW_BUILDS * sizeof(uint64_t) }; /* what is zero need not be read */
        copy_words(view->known.table.builds, table->builds, BUILDS);
        clear_words(view->known.table.builds + FEW_BUILDS, sizeof table->builds - BUILDS);
        copy_words(&view->known.table.build_both, &table->build_both,
                   sizeof *table - offsetof(mulle_table, build_both));
        copy_words(view->known.piles, state->piles, FEW_PILES);
        clear_words(view->known.piles + FEW_PILES, sizeof state->piles - FEW_PILES);
    } else {
        copy_words(&view->known.table, table, sizeof *table);
        copy_words(view->known.piles, state->piles, sizeof state->piles);
    }
    memset(&view->known.stock_count, 0, sizeof view->known - offsetof(mulle_state, stock_count));
    memset(&view->viewer, 0, sizeof *view - offsetof(mulle_view, viewer));
    view->viewer = (int8_t)viewer;
    for (uint32_t seat = 0; seat < MULLE_SEATS; seat++)
        view->known.hand[seat] = mulle_sees_hand(view, seat) ? state->hand[seat] : 0;
    if (TP_LIKELY(tail == 0)) return;
    memset(view->known.piles + table->pile_count, 0, sizeof state->piles - table->pile_count);
    for (uint32_t seat = 0; seat < MULLE_SEATS; seat++) {
        uint32_t start = mulle_extra_start(table, seat);
        if (mulle_sees_hand(view, seat))
            memcpy(view->known.piles + start, state->piles + start, mulle_extra(table, seat));
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

tp_move TP_GAME(mulle_greedy)(const mulle_state *known) { return mulle_greedy_move(known); }

/* ---- the game ---- */

static const char *const starters[] = {"A", "B", "random", NULL};

static const tp_option options[] = {
    [OPTION_OMGANGAR] = {"omgangar", TP_OPTION_INT, "1", 1, MULLE_MAX_OMGANGAR, NULL,
                         TR_MARK("omgångar in the session, each a whole deck")},
    [OPTION_STARTER] = {"starter", TP_OPTION_CHOICE, "A", 0, 0, starters,
                        TR_MARK("who starts the first omgång")},
    {NULL, TP_OPTION_INT, NULL, 0, 0, NULL, NULL},
};

static const tp_chance_kind kinds[MULLE_CHANCE_KINDS] = {{"card", MULLE_TYPES}, {"starter", MULLE_SEATS}};

const tp_game TP_GAME(mulle_game) = {
    .struct_size = sizeof(tp_game),
    .name = "mulle",
    .title = "Mulle",
    .summary = TR_MARK("two decks, builds and captures: pairs of identical cards score"),
    .rules_version = "1",
    .rules_text = mulle_rules_text,
    .min_seats = MULLE_SEATS,
    .max_seats = MULLE_SEATS,
    .max_moves = MULLE_MAX_MOVES,
    .max_plies = MULLE_MAX_PLIES,
    .state_size = sizeof(mulle_state),
    .view_size = sizeof(mulle_view),
    .scratch_size = sizeof(mulle_scratch),
    .options = options,
    .kinds = kinds,
    .kind_count = MULLE_CHANCE_KINDS,
    .observe_fields = mulle_observe_fields,
    .observe_move_fields = mulle_observe_move_fields,
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
    .check = mulle_check,
    .view = view_of,
    .seen = seen,
    .view_actor = view_actor,
    .view_legal = view_legal,
    .why_not = mulle_why_not,
    .prepare = mulle_prepare,
    .imagine = mulle_imagine,
    .observe = mulle_observe,
    .observe_move = mulle_observe_move,
    .move_text = mulle_move_text,
    .move_parse = mulle_move_parse,
    .meant = mulle_meant,
    .move_name = mulle_move_name,
    .move_help = mulle_move_help,
    .outcome_text = mulle_outcome_text,
    .outcome_parse = mulle_outcome_parse,
    .tell = mulle_tell,
    .move_members = mulle_move_members,
    .made = mulle_made,
    .view_fields = mulle_view_fields,
    .state_to_json = mulle_state_to_json,
    .state_from_json = mulle_state_from_json,
    .view_to_json = mulle_view_to_json,
    .view_text = mulle_view_text,
    .view_from_json = mulle_view_from_json,
};
