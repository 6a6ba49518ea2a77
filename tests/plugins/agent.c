/* A plugin with an agent for any game: it makes the last legal move. */
#include "tapete/plugin.h"

#include <stdlib.h>

typedef struct last_mover {
    const tp_game *game;
    tp_move *moves;
} last_mover;

static void destroy(void *pointer) {
    last_mover *self = pointer;
    if (self != NULL) free(self->moves);
    free(self);
}

static tp_err create(const tp_game *game, const tp_options *options, uint64_t seed, void **out,
                     tp_error *error) {
    last_mover *self = calloc(1, sizeof *self);
    (void)options;
    (void)seed;
    if (self != NULL) self->moves = calloc((size_t)game->max_moves, sizeof *self->moves);
    if (self == NULL || self->moves == NULL) {
        destroy(self);
        return tp_fail(error, TP_E_MEMORY, "no memory for the agent");
    }
    self->game = game;
    *out = self;
    return TP_OK;
}

static tp_move choose(void *pointer, const void *view) {
    last_mover *self = pointer;
    return self->moves[self->game->view_legal(view, self->moves) - 1];
}

static const tp_option options[] = {{NULL, TP_OPTION_INT, NULL, 0, 0, NULL, NULL}};

static const tp_agent_kind last_agent = {
    .struct_size = sizeof(tp_agent_kind),
    .name = "last-move",
    .summary = "the last legal move",
    .options = options,
    .create = create,
    .destroy = destroy,
    .choose = choose,
    .quick = true,
};

tp_err tapete_plugin(tp_error *error) { return tp_agent_register(&last_agent, error); }
