/* Mus: views, and the worlds of worlds.h for callers that are not hot. */
#include "games/mus/worlds.h"

#include <string.h>

/* ---- views ---- */

void mus_view_of(const void *state_bytes, int viewer, void *view_bytes) {
    const mus_state *state = state_bytes;
    mus_view *view = view_bytes;
    memset(view, 0, sizeof *view);
    view->table = state->table;
    view->viewer = (int8_t)viewer;
    bool all_open = viewer == TP_REVEALED || state->table.phase == MUS_PHASE_OVER;
    for (int seat = 0; seat < MUS_SEATS; seat++) {
        for (uint32_t i = 0; i < MUS_HAND; i++) {
            uint8_t card = state->hands[seat][i];
            bool open = all_open || seat == viewer || card == MUS_NO_CARD;
            view->hands[seat][i] = open ? card : MUS_UNKNOWN_CARD;
        }
    }
    if (viewer >= 0) {
        view->discards = state->discards[viewer];
        view->latest = state->latest & state->discards[viewer];
        view->returned = state->returned[viewer];
    }
}

int mus_list_legal(const mus_table *table, const uint8_t hand[MUS_HAND], tp_move *out) {
    int count = 0;
    if (table->phase == MUS_PHASE_MUS) {
        out[count++] = MUS_MOVE_MUS;
        out[count++] = MUS_MOVE_NO_MUS;
    } else if (table->phase == MUS_PHASE_DISCARD) {
        uint32_t ranks[MUS_HAND] = {0, 0, 0, 0};
        uint8_t cards[MUS_HAND];
        if (hand[0] >= MUS_CARDS) return 0; /* another player's hand */
        mus_sort_by_rank(&table->rules, hand, ranks, cards);
        for (uint32_t set = mus_discard_subsets(ranks, table->rules.min_discard); set != 0; set &= set - 1) {
            tp_move move = mus_discard_move(ranks, tp_lowest_bit(set));
            int place = count++;
            for (; place > 0 && out[place - 1] > move; place--) out[place] = out[place - 1];
            out[place] = move;
        }
    } else if (mus_is_lance(table->phase)) {
        bool answers = table->bettor != MUS_NOBODY;
        mus_range bets = mus_bets(table);
        if (!answers) out[count++] = MUS_MOVE_PASO;
        if (answers) out[count++] = MUS_MOVE_NO_QUIERO;
        if (answers) out[count++] = MUS_MOVE_QUIERO;
        if (table->ordago == 0) out[count++] = MUS_MOVE_ORDAGO;
        for (uint32_t number = bets.low; number <= bets.high; number++) {
            if (mus_in_range(bets, number))
                out[count++] = (answers ? MUS_MOVE_MAS : MUS_MOVE_ENVIDO) + number;
        }
    }
    return count;
}

/* ---- worlds ---- */

tp_err mus_prepare(const void *view, void *scratch, tp_error *error) {
    return mus_worlds_prepare(view, scratch, error);
}

void mus_imagine(const void *view, const void *scratch, void *state, tp_chance *chance) {
    mus_worlds_imagine(view, scratch, state, &chance->rng);
}
