/* The agent `random`: every legal move is equally likely. */
#include "agents/agents.h"
#include "core/language.h"

#include <stdlib.h>

typedef struct random_self {
    const tp_game *game;
    tp_rng rng;
    tp_move moves[]; /* room for the game's longest list */
} random_self;

static tp_err create(const tp_game *game, const tp_options *options, uint64_t seed, void **self,
                     tp_error *error) {
    (void)options;
    random_self *made = calloc(1, sizeof *made + (size_t)game->max_moves * sizeof(tp_move));
    if (made == NULL) return tp_fail(error, TP_E_MEMORY, TR("no memory for the agent %s"), "random");
    made->game = game;
    tp_rng_seed(&made->rng, seed);
    *self = made;
    return TP_OK;
}

static tp_move choose(void *self_bytes, const void *view) {
    random_self *self = self_bytes;
    int count = self->game->view_legal(view, self->moves);
    tp_assert(count > 0);
    return self->moves[tp_rng_below(&self->rng, (uint32_t)count)];
}

static int probs(void *self_bytes, const void *view, double *out) {
    random_self *self = self_bytes;
    int count = self->game->view_legal(view, self->moves);
    for (int i = 0; i < count; i++) out[i] = 1.0 / count;
    return count;
}

static bool renew(void *self, uint64_t seed) {
    tp_rng_seed(&((random_self *)self)->rng, seed);
    return true;
}

static const tp_option options_table[] = {{NULL, TP_OPTION_INT, NULL, 0, 0, NULL, NULL}};

const tp_agent_kind random_agent = {
    .struct_size = sizeof(tp_agent_kind),
    .name = "random",
    .summary = TR_MARK("every legal move is equally likely"),
    .options = options_table,
    .create = create,
    .destroy = free,
    .choose = choose,
    .probs = probs,
    .quick = true,
    .renew = renew,
};
