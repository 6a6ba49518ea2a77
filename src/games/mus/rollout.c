/* How a search plays Mus on beyond its tree: as a steady player does, to the end of the hand. */
#include "games/mus/bot_steady.h"
#include "games/mus/play.h"
#include "games/mus/view.h"

#include <math.h>
#include <string.h>

/* How likely each of n sides is the first to win as often as it still has to, where every win is anybody's:
 * the sides win like clocks that tick on their own, each side's last win comes after a time that is the sum
 * of its exponential ones, and who is first is an integral over polynomials. */
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

/* To the end of the hand: a whole juego more would only add noise. */
static bool is_over(const void *start, const void *state) {
    const mus_table *then = &((const mus_state *)start)->table, *now = &((const mus_state *)state)->table;
    return now->phase == MUS_PHASE_OVER || now->mano != then->mano;
}

/* The odds of a side against the best of the others. */
static double odds_of(const mus_table *table, uint32_t side) {
    double best = 0;
    for (uint32_t other = 0; other < mus_sides(table); other++) {
        if (other != side && table->score[other] > best) best = table->score[other];
    }
    double chance = mus_win_chance(&table->rules, table->score[side], best);
    return mus_sides(table) == 2 ? chance : chance / (1 - chance);
}

/* A juego that ended with the hand is won or lost; else the stones tell how likely each side is to win it,
 * the more surely the nearer its end. */
static void run(const tp_game *game, const void *start, void *state_bytes, tp_chance *chance, int seats,
                double *values, double *shares) {
    const mus_state *state = state_bytes;
    const mus_table *table = &state->table, *then = &((const mus_state *)start)->table;
    while (!is_over(start, state))
        game->apply(state_bytes, mus_steady_move(table, state->hands[table->to_act], &chance->rng), chance);
    double worth[MUS_SEATS] = {0}, sum = 0;
    uint32_t sides = mus_sides(table), winner = table->winner;
    for (uint32_t side = 0; side < sides; side++) {
        bool won = table->vacas[side] > then->vacas[side] ||
                   (table->vacas[side] == then->vacas[side] && table->juegos[side] > then->juegos[side]);
        if (table->phase != MUS_PHASE_OVER && won) winner = side;
    }
    for (uint32_t side = 0; side < sides; side++) {
        worth[side] = winner == side ? 1 : winner == MUS_NOBODY ? odds_of(table, side) : 0;
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

const rollout mus_rollout = {.player = "mus-steady", .is_over = is_over, .run = run};
