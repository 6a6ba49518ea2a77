/* Kessel Sabacc: views, and worlds imagined behind them (§7). */
#include "games/sabacc/view.h"
#include "core/language.h"

#include "games/sabacc/playout.h"

#include <string.h>

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

/* ---- worlds ---- */

/* Nothing that happens in the open tells more about a hidden card than where it is not: dealt, drawn and kept
 * cards are chosen by chance alone among the unseen ones, and nothing depends on what their owners then do.
 * So every arrangement of the unseen cards is a world, and all are equally likely. */
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
            return tp_fail(
                error, TP_E_INPUT,
                TR("hands: the unknown cards (%u) of the %s family are not as many as those that are unseen (%u)"),
                needed, sabacc_family_names[family], scratch->unseen_count[family]);
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
