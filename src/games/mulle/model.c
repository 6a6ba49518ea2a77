/* Mulle as `mulle-greedy` plays it. */
#include "games/mulle/play.h"
#include "games/mulle/view.h"

#include <string.h>

static tp_move move(const tp_game *game, const void *world, tp_rng *rng) {
    (void)rng;
    return mulle_greedy_of(game)(world);
}

/* A rond is over, and new hands are dealt. */
static bool is_past(const void *before, const void *after) {
    const mulle_table *then = &((const mulle_view *)before)->known.table,
                      *now = &((const mulle_view *)after)->known.table;
    return now->rond != then->rond || now->omgang != then->omgang || now->over != 0;
}

enum { CAPTURES, BUILDS, THROWS };

static int kind_of(tp_move move) {
    uint32_t kind = mulle_move_kind(move);
    return kind == MULLE_CAPTURE || kind == MULLE_SUMS ? CAPTURES : kind == MULLE_BUILDING ? BUILDS : THROWS;
}

/* How likely a move of this kind is where the model would make one of that kind. Which of his cards a player
 * prefers is his own business. */
static const double of_kind[3][3] = {{.85, .1, .05}, {.05, .65, .3}, {.02, .08, .9}};

/* From the last move back to the first: the other hand is what it is now, and the cards that were played from
 * it since. */
static double likelihood(const tp_game *game, const model_notes *notes, const void *world, void *room) {
    const mulle_state *state = world;
    uint32_t other = 1 - (uint32_t)notes->viewer, count = state->table.hand_count[other];
    uint64_t hand = state->hand[other];
    mulle_greedy_player *greedy = mulle_greedy_of(game);
    mulle_view *view = room;
    double product = 1;
    for (int i = notes->count; i-- > 0;) {
        if (notes->seats[i] != (int)other) continue;
        if (count >= MULLE_HAND) break;
        hand |= (uint64_t)mulle_move_card(notes->moves[i]) << (8 * count++);
        memcpy(view, model_view(notes, i), sizeof *view);
        view->viewer = (int8_t)other;
        view->known.hand[other] = hand;
        product *= of_kind[kind_of(greedy(&view->known))][kind_of(notes->moves[i])];
    }
    return product;
}

const model mulle_model = {
    .move = move,
    .is_past = is_past,
    .likelihood = likelihood,
    .trust = .02,
    .exploration = .2,
    .others = 1,
    .weighs = true,
};
