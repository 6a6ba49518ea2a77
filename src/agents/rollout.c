/* Roll-outs: random play for any game, or the simple player of the game if it has one. */
#include "agents/rollout.h"
#include "agents/play.h"

#include <string.h>

const char *const rollout_words[] = {"usual", "random", NULL};

void rollout_values(const float *returns, int seats, double *values) {
    float lowest = returns[0];
    for (int i = 1; i < seats; i++) lowest = returns[i] < lowest ? returns[i] : lowest;
    for (int seat = 0; seat < seats; seat++) {
        values[seat] = lowest >= 0.0f ? (double)(returns[seat] + 1.0f) / 2.0 /* nobody lost: a draw */
                                      : (double)(returns[seat] - lowest) / (double)(1.0f - lowest);
    }
}

void rollout_value_of_end(const tp_game *game, const void *state, int seats, double *values) {
    float returns[TP_MAX_SEATS] = {0};
    game->returns(state, returns);
    rollout_values(returns, seats, values);
}

void rollout_share(const double *values, int seats, double *shares) {
    if (shares != NULL) memcpy(shares, values, (size_t)seats * sizeof *shares);
}

static void play_at_random(const tp_game *game, const void *start, void *state, tp_chance *chance, int seats,
                           double *values, double *shares) {
    (void)start;
    if (game->actor(state) != TP_OVER) tp_game_playout(game, state, chance);
    rollout_value_of_end(game, state, seats, values);
    rollout_share(values, seats, shares);
}

static const rollout at_random = {.player = "random", .run = play_at_random};

const rollout *rollout_find(const tp_game *game, const char *word) {
    const rollout *own = strcmp(word, "usual") == 0 ? game_play_of(game)->rollout : NULL;
    return own != NULL ? own : &at_random;
}
