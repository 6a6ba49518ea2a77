/* Roll-outs: random play for any game, and for those that have a simple player of their own, that one. */
#include "agents/rollout.h"
#include "games/mulle/view.h"
#include "games/registry.h"

#include <math.h>
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

static void value_of_end(const tp_game *game, const void *state, int seats, double *values) {
    float returns[TP_MAX_SEATS] = {0};
    game->returns(state, returns);
    rollout_values(returns, seats, values);
}

static void play_at_random(const tp_game *game, void *state, void *view, tp_chance *chance, int seats,
                           double *values) {
    (void)view;
    if (game->actor(state) != TP_OVER) game->playout(state, chance);
    value_of_end(game, state, seats, values);
}

/* ---- Mulle ---- */

/* Points beyond the winner's first are worth a little too: an omgång that is lost anyway should not be thrown away, for the model of the
 * rest of the game is rough. */
static void play_mulle(const tp_game *game, void *state, void *view, tp_chance *chance, int seats,
                       double *values) {
    tp_move (*greedy)(const void *) = mulle_greedy;
#if defined(TAPETE_HAS_BMI2)
    if (game == &mulle_game_bmi2) greedy = mulle_greedy_bmi2;
#endif
    int actor;
    while ((actor = game->actor(state)) != TP_OVER) {
        game->view(state, actor, view);
        game->apply(state, greedy(view), chance);
    }
    int32_t scores[TP_MAX_SEATS] = {0};
    game->scores(state, scores);
    value_of_end(game, state, seats, values);
    double margin = tanh((double)(scores[0] - scores[1]) / 40) / 2;
    values[0] = values[0] * .7 + (.5 + margin) * .3;
    values[1] = values[1] * .7 + (.5 - margin) * .3;
}

/* ---- Bruno ---- */

static void play_bruno(const tp_game *game, void *state, void *view, tp_chance *chance, int seats,
                       double *values) {
    (void)view;
    while (game->actor(state) != TP_OVER)
        game->apply(state, bruno_low_move(game, state, &chance->rng), chance);
    value_of_end(game, state, seats, values);
}

/* ---- Mus ---- */

/* To the end of the hand: what is decided now is decided then, and a whole juego more would only add noise. A juego that ended with it is won or
 * lost; else the stones tell how likely each side is to win it, the more surely the nearer its end. */
static void play_mus(const tp_game *game, void *state_bytes, void *view, tp_chance *chance, int seats,
                     double *values) {
    (void)view;
    const mus_state *state = state_bytes;
    const mus_table *table = &state->table;
    uint8_t mano = table->mano, juegos[MUS_SEATS], vacas[MUS_SEATS];
    memcpy(juegos, table->juegos, sizeof juegos);
    memcpy(vacas, table->vacas, sizeof vacas);
    while (table->phase != MUS_PHASE_OVER && table->mano == mano) {
        game->apply(state_bytes, mus_bot_move(table, state->hands[table->to_act], &chance->rng), chance);
    }
    double worth[MUS_SEATS] = {0}, sum = 0;
    uint32_t sides = mus_sides(table), winner = table->winner;
    uint32_t most = 0;
    for (uint32_t side = 0; side < sides; side++) {
        bool won = table->vacas[side] > vacas[side] ||
                   (table->vacas[side] == vacas[side] && table->juegos[side] > juegos[side]);
        if (table->phase != MUS_PHASE_OVER && won) winner = side;
        most = table->score[side] > most ? table->score[side] : most;
    }
    double scale = 3 + (table->rules.target > most ? (double)(table->rules.target - most) : 0) / 6;
    for (uint32_t side = 0; side < sides; side++) {
        worth[side] = winner != MUS_NOBODY ? (winner == side ? 1 : 0)
                                           : exp(((double)table->score[side] - (double)most) / scale);
        sum += worth[side];
    }
    for (int seat = 0; seat < seats; seat++) values[seat] = worth[game->side(state_bytes, seat)] / sum;
}

/* ---- which ---- */

static const rollout at_random = {NULL, play_at_random};

static const rollout own[] = {{"mulle", play_mulle}, {"bruno", play_bruno}, {"mus", play_mus}};

const rollout *rollout_find(const tp_game *game, const char *word) {
    if (strcmp(word, "usual") != 0) return &at_random;
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        if (strcmp(own[i].game, game->name) == 0) return &own[i];
    }
    return &at_random;
}
