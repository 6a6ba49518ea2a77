/* How a search plays Bruno on beyond its tree: as `bruno-low` does, to the end of the game. */
#include "games/bruno/play.h"

static void run(const tp_game *game, const void *start, void *state, tp_chance *chance, int seats,
                double *values, double *shares) {
    (void)start;
    while (game->actor(state) != TP_OVER)
        game->apply(state, bruno_low_move(game, state, &chance->rng), chance);
    rollout_value_of_end(game, state, seats, values);
    rollout_share(values, seats, shares);
}

const rollout bruno_rollout = {.player = "bruno-low", .run = run};
