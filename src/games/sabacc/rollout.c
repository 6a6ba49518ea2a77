/* How a search plays Kessel Sabacc on beyond its tree: as `sabacc-pairs` does, to the end of the round. */
#include "core/numbers.h"
#include "games/sabacc/play.h"
#include "games/sabacc/view.h"

#include <math.h>

/* How strong a reserve is, as the logarithm of a weight with which its owner wins. From 350,000 rounds of
 * `sabacc-pairs` against itself, two to four at a table (docs/strength.md); beyond, a chip more is worth what
 * the last ones are. */
static double reserve_strength(uint32_t chips) {
    static const double strengths[] = {0, -2.9, -2.35, -1.78, -1.38, -.96, -.62, -.275, 0};
    enum { LAST = sizeof strengths / sizeof strengths[0] - 1 };
    return chips <= LAST ? strengths[chips] : .3 * (chips - LAST);
}

/* The same for unused tokens, in the order of sabacc_token_moves: from 8,000 rounds of the network against
 * itself, which keeps tokens for later (docs/strength.md). `sabacc-pairs` plays them at random, so its own
 * rounds make them nearly worthless. Where no worth was found it is a tenth: nobody throws a token away. */
static const double token_strengths[SABACC_TOKENS] = {.48, .38, .44, .34, .1,  .1,  .12, .1,
                                                      .53, .4,  .1,  .25, .62, .62, .88, .1};

static double strength_of_tokens(const sabacc_table *table, uint32_t seat) {
    double sum = 0;
    for (uint32_t token = 0; token < SABACC_TOKENS; token++) {
        if ((table->tokens[seat] & sabacc_token_set(token)) != 0) sum += token_strengths[token];
    }
    return sum;
}

static bool is_over(const void *start, const void *state) {
    const sabacc_table *then = &((const sabacc_state *)start)->table,
                       *now = &((const sabacc_state *)state)->table;
    return now->phase == SABACC_PHASE_OVER || now->round != then->round;
}

/* To the end of the round. Chips and the tokens that are left tell how likely each is to win. */
static void run(const tp_game *game, const void *start, void *state_bytes, tp_chance *chance, int seats,
                double *values, double *shares) {
    const sabacc_state *state = state_bytes;
    const sabacc_table *table = &state->table;
    while (!is_over(start, state)) {
        const uint8_t *hand = state->hand[table->current];
        game->apply(state_bytes, sabacc_pairs_move(table, hand, state->drawn, &chance->rng), chance);
    }
    if (table->phase == SABACC_PHASE_OVER) {
        rollout_value_of_end(game, state_bytes, seats, values);
    } else {
        double sum = 0;
        for (int seat = 0; seat < seats; seat++) {
            bool plays = ((table->in_play >> seat) & 1) != 0;
            double strength =
                reserve_strength(table->reserve[seat]) + strength_of_tokens(table, (uint32_t)seat);
            values[seat] = plays ? exact_exp(strength) : 0;
            sum += values[seat];
        }
        for (int seat = 0; seat < seats; seat++) values[seat] /= sum;
    }
    rollout_share(values, seats, shares);
}

const rollout sabacc_rollout = {.player = "sabacc-pairs", .is_over = is_over, .run = run};
