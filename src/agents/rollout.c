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

/* What is striven for is the result itself. */
static void share_values(const double *values, int seats, double *shares) {
    if (shares != NULL) memcpy(shares, values, (size_t)seats * sizeof *shares);
}

static void play_at_random(const tp_game *game, void *state, void *view, tp_chance *chance, int seats,
                           double *values, double *shares) {
    (void)view;
    if (game->actor(state) != TP_OVER) game->playout(state, chance);
    value_of_end(game, state, seats, values);
    share_values(values, seats, shares);
}

/* ---- Mulle ---- */

/* Points beyond the winner's first are worth a little too: an omgång that is lost anyway should not be thrown away, for the model of the
 * rest of the game is rough. */
static void play_mulle(const tp_game *game, void *state, void *view, tp_chance *chance, int seats,
                       double *values, double *shares) {
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
    share_values(values, seats, shares);
    double margin = tanh((double)(scores[0] - scores[1]) / 40) / 2;
    values[0] = values[0] * .7 + (.5 + margin) * .3;
    values[1] = values[1] * .7 + (.5 - margin) * .3;
}

/* ---- Bruno ---- */

static void play_bruno(const tp_game *game, void *state, void *view, tp_chance *chance, int seats,
                       double *values, double *shares) {
    (void)view;
    while (game->actor(state) != TP_OVER)
        game->apply(state, bruno_low_move(game, state, &chance->rng), chance);
    value_of_end(game, state, seats, values);
    share_values(values, seats, shares);
}

/* ---- Mus ---- */

/* How likely each of n sides is the first to win as often as it still has to, where every win is anybody's: the sides win like clocks
 * that tick on their own, each side's last win comes after a time that is the sum of its exponential ones, and who is first is an integral over
 * polynomials. */
static void race(const uint32_t *left, uint32_t sides, double *first) {
    enum { MOST_LEFT = 9, TERMS = MUS_SEATS * MOST_LEFT };
    double factorial[TERMS + 1] = {1};
    for (uint32_t i = 1; i <= TERMS; i++) factorial[i] = factorial[i - 1] * i;
    for (uint32_t side = 0; side < sides; side++) {
        double terms[TERMS] = {0};
        uint32_t degree = left[side] - 1;
        terms[degree] = 1 / factorial[degree];
        for (uint32_t other = 0; other < sides; other++) {
            double product[TERMS] = {0};
            if (other == side) continue;
            for (uint32_t i = 0; i <= degree; i++) {
                for (uint32_t k = 0; k < left[other]; k++) product[i + k] += terms[i] / factorial[k];
            }
            degree += left[other] - 1;
            memcpy(terms, product, sizeof terms);
        }
        first[side] = 0;
        double power = sides;
        for (uint32_t i = 0; i <= degree; i++) {
            first[side] += terms[i] * factorial[i] / power;
            power *= sides;
        }
    }
}

/* The same for the whole match, as juegos and vacas stand. */
static void match_race(const mus_table *table, double *won) {
    uint32_t sides = mus_sides(table), juegos[MUS_SEATS] = {0}, vacas[MUS_SEATS] = {0};
    double vaca[MUS_SEATS], after[MUS_SEATS];
    for (uint32_t side = 0; side < sides; side++) {
        juegos[side] = (uint32_t)(table->rules.juegos_to_win - table->juegos[side]);
        vacas[side] = (uint32_t)(table->rules.vacas_to_win - table->vacas[side]);
        won[side] = 0;
    }
    race(juegos, sides, vaca);
    for (uint32_t winner = 0; winner < sides; winner++) {
        if (vacas[winner] == 1) {
            won[winner] += vaca[winner];
            continue;
        }
        vacas[winner]--;
        race(vacas, sides, after);
        vacas[winner]++;
        for (uint32_t side = 0; side < sides; side++) won[side] += vaca[winner] * after[side];
    }
}

/* What it is worth in the whole match to win the juego under way with these chances. */
static void share_juego(const mus_table *table, const double *chances, double *shares) {
    uint32_t sides = mus_sides(table);
    double won[MUS_SEATS];
    for (uint32_t side = 0; side < sides; side++) shares[side] = 0;
    for (uint32_t winner = 0; winner < sides; winner++) {
        mus_table then = *table;
        if (++then.juegos[winner] == table->rules.juegos_to_win) {
            memset(then.juegos, 0, sizeof then.juegos);
            if (++then.vacas[winner] == table->rules.vacas_to_win) {
                shares[winner] += chances[winner];
                continue;
            }
        }
        match_race(&then, won);
        for (uint32_t side = 0; side < sides; side++) shares[side] += chances[winner] * won[side];
    }
}

/* To the end of the hand: what is decided now is decided then, and a whole juego more would only add noise. A juego that ended with it is won or
 * lost; else the stones tell how likely each side is to win it, the more surely the nearer its end. */
static void play_mus(const tp_game *game, void *state_bytes, void *view, tp_chance *chance, int seats,
                     double *values, double *shares) {
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
    for (uint32_t side = 0; side < sides; side++) worth[side] /= sum;
    for (int seat = 0; seat < seats; seat++) values[seat] = worth[game->side(state_bytes, seat)];
    if (shares == NULL) return;
    double of_match[MUS_SEATS] = {0};
    if (table->phase == MUS_PHASE_OVER) {
        memcpy(of_match, worth, sizeof of_match);
    } else if (winner != MUS_NOBODY) {
        match_race(table, of_match);
    } else {
        share_juego(table, worth, of_match);
    }
    for (int seat = 0; seat < seats; seat++) shares[seat] = of_match[game->side(state_bytes, seat)];
}

/* ---- which ---- */

static const rollout at_random = {NULL, "random", play_at_random};

static const rollout own[] = {
    {"mulle", "mulle-greedy", play_mulle}, {"bruno", "bruno-low", play_bruno}, {"mus", "mus-bot", play_mus}};

const rollout *rollout_find(const tp_game *game, const char *word) {
    if (strcmp(word, "usual") != 0) return &at_random;
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        if (strcmp(own[i].game, game->name) == 0) return &own[i];
    }
    return &at_random;
}
