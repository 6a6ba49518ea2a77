/* Kessel Sabacc as `sabacc-pairs` plays it. */
#include "games/sabacc/play.h"
#include "games/sabacc/view.h"

#include <string.h>

/* How often a player does not do what the model says: any legal move then. */
static const double OTHERWISE = .25;

static tp_move move(const tp_game *game, const void *world, tp_rng *rng) {
    (void)game;
    const sabacc_state *state = world;
    return sabacc_pairs_move(&state->table, state->hand[state->table.current], state->drawn, rng);
}

static bool does_nothing(const sabacc_table *table, tp_move token) {
    if (token == SABACC_REFUND || token == SABACC_EXTRA_REFUND) return table->pot[table->current] == 0;
    if (token != SABACC_EMBEZZLEMENT) return false;
    uint32_t chips = 0;
    for (uint32_t seat = 0; seat < table->players; seat++)
        chips += seat == table->current ? 0 : table->pot[seat];
    return chips == 0;
}

/* Tokens that would bring nothing: chips from pots that are empty. */
static int narrow(const void *world, tp_move *moves, int count) {
    const sabacc_table *table = &((const sabacc_state *)world)->table;
    int kept = 0;
    for (int i = 0; i < count; i++) {
        if (table->phase != SABACC_PHASE_TOKEN || !does_nothing(table, moves[i])) moves[kept++] = moves[i];
    }
    return kept;
}

static uint64_t kind(const void *world) {
    const sabacc_state *state = world;
    return sabacc_pairs_kind(&state->table, state->hand[state->table.current], state->drawn);
}

/* At the reveal all cards are known, and the next round has new ones. */
static bool is_past(const void *before, const void *after) {
    const sabacc_table *then = &((const sabacc_view *)before)->table,
                       *now = &((const sabacc_view *)after)->table;
    return now->round != then->round || now->phase == SABACC_PHASE_IMPOSTOR ||
           now->phase == SABACC_PHASE_OVER;
}

/* The hands before a move, from those after it: what was put down lies open. */
static uint32_t take_back(const sabacc_table *before, const sabacc_table *after, uint32_t seat, tp_move move,
                          uint8_t hands[SABACC_SEATS][SABACC_FAMILIES]) {
    uint32_t drawn = SABACC_NO_CARD;
    if (move == SABACC_KEEP || move == SABACC_REFUSE) {
        uint32_t family = sabacc_drawn_family(before);
        drawn = sabacc_discard_top(after, family);
        if (move == SABACC_KEEP) {
            uint32_t held = drawn;
            drawn = hands[seat][family];
            hands[seat][family] = (uint8_t)held;
        }
    } else if (move >= SABACC_EXHAUSTION && move < SABACC_EXHAUSTION + SABACC_SEATS) {
        for (uint32_t family = 0; family < SABACC_FAMILIES; family++)
            hands[move - SABACC_EXHAUSTION][family] = (uint8_t)sabacc_discard_top(after, family);
    } else if (move >= SABACC_DIRECT_TRANSACTION && move < SABACC_DIRECT_TRANSACTION + SABACC_SEATS) {
        uint8_t held[SABACC_FAMILIES], *other = hands[move - SABACC_DIRECT_TRANSACTION];
        memcpy(held, hands[seat], sizeof held);
        memcpy(hands[seat], other, sizeof held);
        memcpy(other, held, sizeof held);
    }
    return drawn;
}

/* From the last move back to the first. Tokens say little about cards, so only draws and what became of them
 * count. */
static double likelihood(const tp_game *game, const model_notes *notes, const void *world, void *room) {
    (void)game;
    (void)room;
    const sabacc_state *state = world;
    const sabacc_table *after = &state->table;
    uint8_t hands[SABACC_SEATS][SABACC_FAMILIES];
    memcpy(hands, state->hand, sizeof hands);
    double product = 1;
    for (int i = notes->count; i-- > 0;) {
        const sabacc_table *before = &((const sabacc_view *)model_view(notes, i))->table;
        uint32_t seat = (uint32_t)notes->seats[i],
                 drawn = take_back(before, after, seat, notes->moves[i], hands);
        bool counts = before->phase == SABACC_PHASE_KEEP ||
                      (before->phase == SABACC_PHASE_DRAW && sabacc_may_draw(before));
        if (counts && notes->seats[i] != notes->viewer) {
            double any = 1.0 / tp_count_bits(sabacc_legal_set(before));
            product *= OTHERWISE * any +
                       (1 - OTHERWISE) * sabacc_pairs_prob(before, hands[seat], drawn, notes->moves[i]);
        }
        after = before;
    }
    return product;
}

const model sabacc_model = {
    .move = move,
    .narrow = narrow,
    .kind = kind,
    .is_past = is_past,
    .likelihood = likelihood,
    .tilt = sabacc_tilt,
    .exploration = .5,
    .weighs = true,
};
