/* Two-player Mus, solved: what a hand is worth at its end (docs/rules/exact/mus.md, section 6). */
#include "games/mus/solve.h"

#include <stdlib.h>

double solve_pay(const solve_utility *utility, int player, int mano, int postre) {
    if (utility->kind == SOLVE_STONES) {
        int more = (mano - utility->score[SOLVE_MANO]) - (postre - utility->score[SOLVE_POSTRE]);
        return player == SOLVE_MANO ? more : -more;
    }
    if (mano >= SOLVE_TARGET) return player == SOLVE_MANO ? .5 : -.5;
    if (postre >= SOLVE_TARGET) return player == SOLVE_POSTRE ? .5 : -.5;
    return utility->next[player][mano][postre];
}

/* Who collects this lance at the count, and how much. */
static int stones_of(const solve_end *result, const solve_pattern *pattern, int lance, int *player) {
    const uint8_t *values = lance == MUS_PARES ? pattern->pares : pattern->juego;
    bool is_punto = lance == MUS_JUEGO && values[0] == 0 && values[1] == 0;
    *player = result->kind == SOLVE_FOLD ? result->player : pattern->best[lance];
    int bet = result->kind == SOLVE_BET ? result->stones : 0;
    if (lance <= MUS_CHICA) return result->kind == SOLVE_FOLD ? 0 : result->kind == SOLVE_BET ? bet : 1;
    if (is_punto) return bet + 1;
    return bet + values[*player];
}

double solve_count(const solve_utility *utility, int player, const solve_end *results,
                   const solve_pattern *pattern) {
    int score[SOLVE_PLAYERS] = {utility->score[0], utility->score[1]};
    for (int lance = 0; lance < MUS_LANCES; lance++) {
        if (results[lance].kind == SOLVE_FOLD) score[results[lance].player] += results[lance].stones;
    }
    for (int lance = 0; lance < MUS_LANCES; lance++) {
        int side = 0, stones = stones_of(&results[lance], pattern, lance, &side);
        score[side] += stones;
        if (solve_is_over(utility, score[side])) break;
    }
    return solve_pay(utility, player, score[0], score[1]);
}

/* ---- all of them at once ---- */

/* Which lances of a pair of kinds are bet on. */
static bool is_bet_on(int matrix, int lance) {
    int mano = matrix / SOLVE_KINDS, postre = matrix % SOLVE_KINDS;
    if (lance == MUS_PARES) return solve_has_pares(mano) && solve_has_pares(postre);
    return lance != MUS_JUEGO || solve_has_juego(mano) == solve_has_juego(postre);
}

static uint64_t keys_of(const solve_tree *tree, int matrix) {
    uint64_t keys = 1;
    for (int lance = 0; lance < MUS_LANCES; lance++)
        keys *= is_bet_on(matrix, lance) ? (uint64_t)tree->lance.results : 1;
    return keys;
}

uint64_t solve_payoffs_bytes(const solve_tree *tree, const solve_cards *cards) {
    uint64_t values = 0;
    for (int matrix = 0; matrix < SOLVE_MATRIX_GRANDE; matrix++)
        values += keys_of(tree, matrix) * cards->matrix[0][matrix].patterns;
    return values * sizeof(float);
}

bool solve_payoffs_make(solve_payoffs *out, const solve_tree *tree, const solve_cards *cards,
                        const solve_utility *utility, int player) {
    uint64_t at = 0;
    out->values = malloc(solve_payoffs_bytes(tree, cards));
    if (out->values == NULL) return false;
    for (int matrix = 0; matrix < SOLVE_MATRIX_GRANDE; matrix++) {
        const solve_matrix *m = &cards->matrix[player][matrix];
        uint64_t keys = keys_of(tree, matrix);
        out->start[matrix] = at;
        for (uint64_t key = 0; key < keys; key++) {
            solve_end results[MUS_LANCES] = {{0}};
            uint64_t left = key;
            for (int lance = MUS_LANCES - 1; lance >= 0; lance--) {
                if (!is_bet_on(matrix, lance)) continue;
                uint64_t count = (uint64_t)tree->lance.results;
                results[lance] = tree->lance.end[tree->lance.example[left % count]];
                left /= count;
            }
            for (uint32_t pattern = 0; pattern < m->patterns; pattern++)
                out->values[at++] = (float)solve_count(utility, player, results, &m->pattern[pattern]);
        }
    }
    return true;
}

void solve_payoffs_free(solve_payoffs *payoffs) {
    free(payoffs->values);
    payoffs->values = NULL;
}
