/* Leduc poker: moves as data for clients, views and moves as tensors, moves by fixed numbers. */
#include "games/leduc/view.h"

#include <string.h>

typedef struct leduc_tensor {
    uint8_t own[LEDUC_CARDS];
    uint8_t other[LEDUC_CARDS];
    uint8_t board[LEDUC_CARDS];
    uint8_t paid[LEDUC_SEATS];
    uint8_t raises[LEDUC_MOST_RAISES];
    uint8_t acts[1];
    uint8_t starts[1];
    uint8_t moves[LEDUC_MAX_PLIES][LEDUC_MOVES];
} leduc_tensor;

enum { MOST_PAID = LEDUC_ANTE + LEDUC_MOST_RAISES * (2 + 4) };

#define FIELD(member, scale, most, help) TP_FIELD(leduc_tensor, member, scale, most, help)
const tp_field leduc_observe_fields[] = {
    FIELD(own, 1, 1, "one-hot: the viewer's card; zero for a spectator"),
    FIELD(other, 1, 1, "one-hot: the other player's card; zero if it is not known"),
    FIELD(board, 1, 1, "one-hot: the card that is turned up; zero before"),
    FIELD(paid, MOST_PAID, MOST_PAID, "chips in the pot from the viewer and from the other player"),
    FIELD(raises, 1, 1, "one-hot: bets and raises that are allowed in a round, from 1"),
    FIELD(acts, 1, 1, "1: the viewer is to act"),
    FIELD(starts, 1, 1, "1: the viewer acts first in each round"),
    FIELD(moves, 1, 1, "one-hot for each move so far: FOLD, CHECK, CALL, BET, RAISE"),
    {NULL, 0, 0, 0, 0, NULL},
};
#undef FIELD

const tp_field leduc_observe_move_fields[] = {
    {"move", 0, LEDUC_MOVES, 1, 1, "one-hot: FOLD, CHECK, CALL, BET, RAISE"},
    {NULL, 0, 0, 0, 0, NULL},
};

/* A spectator counts from seat 0. */
void leduc_observe(const void *view_bytes, uint8_t *numbers) {
    const leduc_view *view = view_bytes;
    const leduc_table *table = &view->table;
    leduc_tensor *out = (leduc_tensor *)numbers;
    uint32_t own = view->viewer < 0 ? 0u : (uint32_t)view->viewer;
    memset(out, 0, sizeof *out);
    if (view->card[own] < LEDUC_CARDS) out->own[view->card[own]] = 1;
    if (view->card[1 - own] < LEDUC_CARDS) out->other[view->card[1 - own]] = 1;
    if (table->board < LEDUC_CARDS) out->board[table->board] = 1;
    out->paid[0] = table->paid[own];
    out->paid[1] = table->paid[1 - own];
    out->raises[table->most_raises - 1u] = 1;
    out->acts[0] = !table->over && table->current == own;
    out->starts[0] = own == 0;
    for (uint32_t i = 0; i < table->count; i++) out->moves[i][table->moves[i]] = 1;
}

void leduc_observe_move(const void *view, tp_move move, uint8_t *out) {
    (void)view;
    memset(out, 0, LEDUC_MOVES);
    out[move] = 1;
}

/* ---- moves by fixed numbers: as they are ---- */

uint32_t leduc_action_count(const tp_options *options) {
    (void)options;
    return LEDUC_MOVES;
}

uint32_t leduc_action_of(const void *view, tp_move move) {
    (void)view;
    return move;
}

tp_move leduc_move_of(const void *view, uint32_t action) {
    uint32_t legal = leduc_legal(&((const leduc_view *)view)->table);
    return action < LEDUC_MOVES && ((legal >> action) & 1) != 0 ? action : TP_NO_MOVE;
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

/* ---- views as data ---- */

const tp_member leduc_view_fields[] = {
    {.name = "raises",
     .kind = TP_VALUE_NUMBER,
     .flags = TP_ASIDE,
     .help = "bets and raises in a round, at most"},
    {.name = "cards",
     .kind = TP_VALUE_CARD,
     .list = TP_BY_SEAT,
     .deck = LEDUC_CHANCE_CARD,
     .seen_by = TP_SEEN_BY_KNOWERS,
     .help = "the card of each seat"},
    {.name = "board",
     .kind = TP_VALUE_CARD,
     .deck = LEDUC_CHANCE_CARD,
     .flags = TP_OR_NULL,
     .help = "the card that is turned up after the first round"},
    {.name = "history",
     .kind = TP_VALUE_CODE,
     .list = TP_LIST,
     .codes = leduc_move_names,
     .help = "the moves so far"},
    {.name = "round", .kind = TP_VALUE_NUMBER, .help = "the betting round: 1 or 2"},
    {.name = "current", .kind = TP_VALUE_SEAT, .flags = TP_OR_NULL | TP_ASIDE, .help = "whose turn it is"},
    {.name = "paid", .kind = TP_VALUE_NUMBER, .list = TP_BY_SEAT, .help = "chips of each seat in the pot"},
    {.name = "raised",
     .kind = TP_VALUE_NUMBER,
     .flags = TP_DETAIL,
     .help = "bets and raises so far in this round"},
    {.name = "shown", .kind = TP_VALUE_BOOL, .flags = TP_ASIDE, .help = "both cards are open"},
    {.name = "winners",
     .kind = TP_VALUE_SEAT,
     .list = TP_LIST,
     .flags = TP_OR_NULL | TP_ASIDE,
     .help = "who takes the pot; both if it is split"},
    {.name = "score",
     .kind = TP_VALUE_NUMBER,
     .list = TP_BY_SEAT,
     .flags = TP_DETAIL,
     .help = "chips won; negative: lost"},
    {.name = "viewer", .kind = TP_VALUE_VIEWER, .flags = TP_ASIDE, .help = "whose view it is"},
    {.name = NULL},
};
