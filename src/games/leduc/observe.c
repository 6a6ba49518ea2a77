/* Leduc poker: moves as data for clients, views and moves as tensors. */
#include "games/leduc/view.h"

const tp_field leduc_observe_fields[] = {
    {"own", LEDUC_CARDS, "one-hot: the viewer's card; zero for a spectator"},
    {"other", LEDUC_CARDS, "one-hot: the other player's card; zero if it is not known"},
    {"board", LEDUC_CARDS, "one-hot: the card that is turned up; zero before"},
    {"paid", LEDUC_SEATS, "chips in the pot from the viewer and from the other player, / 19"},
    {"raises", LEDUC_MOST_RAISES, "one-hot: bets and raises that are allowed in a round, from 1"},
    {"acts", 1, "1: the viewer is to act"},
    {"starts", 1, "1: the viewer acts first in each round"},
    {"moves", LEDUC_MAX_PLIES *LEDUC_MOVES, "one-hot for each move so far: FOLD, CHECK, CALL, BET, RAISE"},
    {NULL, 0, NULL},
};

const tp_field leduc_observe_move_fields[] = {
    {"move", LEDUC_MOVES, "one-hot: FOLD, CHECK, CALL, BET, RAISE"},
    {NULL, 0, NULL},
};

static float *put_one_hot(float *out, uint32_t size, uint32_t value) {
    for (uint32_t i = 0; i < size; i++) out[i] = i == value;
    return out + size;
}

/* A spectator counts from seat 0. */
void leduc_observe(const void *view_bytes, float *out) {
    enum { MOST_PAID = LEDUC_ANTE + LEDUC_MOST_RAISES * (2 + 4) };
    const leduc_view *view = view_bytes;
    const leduc_table *table = &view->table;
    uint32_t own = view->viewer < 0 ? 0u : (uint32_t)view->viewer;
    out = put_one_hot(out, LEDUC_CARDS, view->card[own]);
    out = put_one_hot(out, LEDUC_CARDS, view->card[1 - own]);
    out = put_one_hot(out, LEDUC_CARDS, table->board);
    *out++ = (float)table->paid[own] / MOST_PAID;
    *out++ = (float)table->paid[1 - own] / MOST_PAID;
    out = put_one_hot(out, LEDUC_MOST_RAISES, table->most_raises - 1u);
    *out++ = !table->over && table->current == own;
    *out++ = own == 0;
    for (uint32_t i = 0; i < LEDUC_MAX_PLIES; i++)
        out = put_one_hot(out, LEDUC_MOVES, i < table->count ? table->moves[i] : (uint32_t)LEDUC_MOVES);
}

void leduc_observe_move(const void *view, tp_move move, float *out) {
    (void)view;
    put_one_hot(out, LEDUC_MOVES, move);
}

/* ---- moves as data ---- */

enum { ACT, CHIPS };

const tp_member leduc_move_members[] = {
    [ACT] = {.name = "act", .kind = TP_VALUE_CODE, .codes = leduc_move_names, .help = "what was done"},
    [CHIPS] = {.name = "chips",
               .kind = TP_VALUE_NUMBER,
               .help = "CALL, BET, RAISE: the chips that were paid into the pot"},
    {.name = NULL},
};

void leduc_made(const void *view_before, const tp_event *seen, const void *view_after, tp_made *out) {
    const leduc_view *before = view_before;
    uint32_t chips = leduc_price(&before->table, seen->move);
    (void)view_after;
    tp_made_add(out, ACT, seen->move);
    if (chips > 0) tp_made_add(out, CHIPS, chips);
}
