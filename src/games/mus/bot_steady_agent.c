/* The agent `mus-steady`: a steady player (bot_steady.h), as it is. */
#include "core/language.h"
#include "games/mus/bot_steady.h"
#include "games/mus/play.h"
#include "games/mus/view.h"

#include <stdlib.h>

typedef struct steady_self {
    tp_rng rng;
} steady_self;

static tp_err create(const tp_game *game, const tp_options *options, uint64_t seed, void **self,
                     tp_error *error) {
    (void)game;
    (void)options;
    steady_self *made = calloc(1, sizeof *made);
    if (made == NULL) return tp_fail(error, TP_E_MEMORY, TR("no memory for the agent %s"), "mus-steady");
    tp_rng_seed(&made->rng, seed);
    *self = made;
    return TP_OK;
}

static bool renew(void *self, uint64_t seed) {
    tp_rng_seed(&((steady_self *)self)->rng, seed);
    return true;
}

static tp_move choose(void *self, const void *view_bytes) {
    const mus_view *view = view_bytes;
    return mus_steady_move(&view->table, view->hands[view->table.to_act], &((steady_self *)self)->rng);
}

static int probs(void *self, const void *view_bytes, double *out) {
    const mus_view *view = view_bytes;
    const uint8_t *own = view->hands[view->table.to_act];
    tp_move moves[MUS_MAX_MOVES];
    (void)self;
    int count = mus_list_legal(&view->table, own, moves);
    mus_steady_probs(&view->table, own, moves, count, out);
    return count;
}

static const tp_option no_options[] = {{NULL, TP_OPTION_INT, NULL, 0, 0, NULL, NULL}};

const tp_agent_kind mus_steady_agent = {
    .struct_size = sizeof(tp_agent_kind),
    .name = "mus-steady",
    .summary = TR_MARK("bets what its cards are worth, and says ordago with a reason"),
    .game = "mus",
    .options = no_options,
    .create = create,
    .destroy = free,
    .choose = choose,
    .probs = probs,
    .quick = true,
    .renew = renew,
};
