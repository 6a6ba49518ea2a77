/* Bruno as `bruno-low` plays it, at random more often. */
#include "games/bruno/play.h"
#include "games/bruno/view.h"

#include <string.h>

/* How often a player does not do what the model says: any legal move then. */
static const double OTHERWISE = .4;

enum { LOOKED_BACK = 24 }; /* moves; older ones say little, and cost as much */

/* A 10 mixes all hands. */
static bool is_past(const void *before, const void *after) {
    return ((const bruno_view *)before)->table.removed != ((const bruno_view *)after)->table.removed;
}

/* From the last move back to the first: what was played was in the hand, what was picked up was not. */
static double likelihood(const tp_game *game, const model_notes *notes, const void *world, void *room) {
    (void)game;
    (void)room;
    const bruno_state *state = world;
    const bruno_table *after = &state->table;
    uint64_t hands[BRUNO_SEATS];
    memcpy(hands, state->hand, sizeof hands);
    double product = 1;
    for (int i = notes->count; i-- > 0 && i >= notes->count - LOOKED_BACK;) {
        const bruno_table *before = &((const bruno_view *)model_view(notes, i))->table;
        uint32_t seat = (uint32_t)notes->seats[i];
        if (notes->moves[i] == BRUNO_FLIP) {
            hands[seat] = 0;
        } else if (notes->moves[i] == BRUNO_PICKUP) {
            hands[seat] &= ~before->pile;
        } else if (before->hand_count[seat] != 0) {
            hands[seat] |= after->pile & ~before->pile;
            uint64_t legal = bruno_legal_set(before, hands[seat]);
            if (notes->seats[i] != notes->viewer) {
                bool is_preferred = bruno_low_preferred(legal) == notes->moves[i];
                product *= OTHERWISE / tp_count_bits(legal) + (is_preferred ? 1 - OTHERWISE : 0);
            }
        }
        after = before;
    }
    return product;
}

const model bruno_model = {
    .move = bruno_low_move,
    .is_past = is_past,
    .likelihood = likelihood,
    .exploration = .5,
};
