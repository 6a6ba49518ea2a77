/* The agent `bruno-low`: a simple player of Bruno to measure others by.
 *
 * It plays the lowest ordinary card that is legal, with all its copies, and function cards only when nothing
 * else will do, the lowest first. Four such players can go in circles for ever (docs/rules/exact/bruno.md,
 * section 7), so now and then it makes any legal move. */
#include "core/language.h"
#include "games/bruno/play.h"

#include "games/bruno/rules.h"

#include <assert.h>
#include <stdlib.h>

typedef struct low_self {
    const tp_game *game;
    tp_rng rng;
    double at_random; /* how often any legal move is made */
} low_self;

static tp_err create(const tp_game *game, const tp_options *options, uint64_t seed, void **self,
                     tp_error *error) {
    low_self *made = calloc(1, sizeof *made);
    if (made == NULL) return tp_fail(error, TP_E_MEMORY, TR("no memory for the agent %s"), "bruno-low");
    made->game = game;
    made->at_random = tp_options_real(options, "random");
    tp_rng_seed(&made->rng, seed);
    *self = made;
    return TP_OK;
}

/* Lower is better: function cards come after all ordinary ones. FLIP and PICKUP are the only legal move where
 * they are legal. */
static uint32_t cost(tp_move move) {
    uint32_t rank = move / BRUNO_SUITS;
    return rank < BRUNO_RANKS && bruno_is_function(rank) ? BRUNO_RANKS + rank : rank;
}

/* The place of the move that is made when chance does not decide. */
static int preferred(const tp_move *moves, int count) {
    int best = 0;
    for (int i = 1; i < count; i++) {
        if (cost(moves[i]) <= cost(moves[best])) best = i; /* more copies of a rank come later */
    }
    return best;
}

tp_move bruno_low_preferred(uint64_t plays) {
    tp_move moves[BRUNO_MAX_MOVES];
    int count = 0;
    assert(plays != 0);
    for (; plays != 0; plays &= plays - 1) moves[count++] = tp_lowest_bit(plays);
    return moves[preferred(moves, count)];
}

tp_move bruno_low_move(const tp_game *game, const void *state, tp_rng *rng) {
    tp_move moves[BRUNO_MAX_MOVES];
    int count = game->legal(state, moves);
    if (tp_rng_below(rng, 10) == 0) return moves[tp_rng_below(rng, (uint32_t)count)];
    return moves[preferred(moves, count)];
}

static tp_move choose(void *self_bytes, const void *view) {
    low_self *self = self_bytes;
    tp_move moves[BRUNO_MAX_MOVES];
    int count = self->game->view_legal(view, moves);
    tp_assert(count > 0);
    if (tp_rng_fraction(&self->rng) < self->at_random)
        return moves[tp_rng_below(&self->rng, (uint32_t)count)];
    return moves[preferred(moves, count)];
}

static int probs(void *self_bytes, const void *view, double *out) {
    const low_self *self = self_bytes;
    tp_move moves[BRUNO_MAX_MOVES];
    int count = self->game->view_legal(view, moves);
    for (int i = 0; i < count; i++) out[i] = self->at_random / count;
    out[preferred(moves, count)] += 1 - self->at_random;
    return count;
}

static bool renew(void *self, uint64_t seed) {
    tp_rng_seed(&((low_self *)self)->rng, seed);
    return true;
}

static const tp_option options_table[] = {
    {"random", TP_OPTION_REAL, "0.1", 0, 1, NULL, TR_MARK("how often it plays a random legal move instead")},
    {NULL, TP_OPTION_INT, NULL, 0, 0, NULL, NULL},
};

const tp_agent_kind bruno_low_agent = {
    .struct_size = sizeof(tp_agent_kind),
    .name = "bruno-low",
    .summary = TR_MARK("plays the lowest card with all its copies, function cards last"),
    .game = "bruno",
    .options = options_table,
    .create = create,
    .destroy = free,
    .choose = choose,
    .probs = probs,
    .usual = true,
    .quick = true,
    .renew = renew,
};
