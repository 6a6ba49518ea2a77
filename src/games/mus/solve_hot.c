/* Two-player Mus, solved: what is hot. Built for several kinds of processors; solve_pass.h says why all of
 * them have the same results. */
#include "games/mus/solve.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Ends that are done together, and numbers in a vector: as many as fit into a register. */
#if defined(SOLVE_BUILD_AVX512)
enum { VECTOR_BYTES = 64 };
#elif defined(SOLVE_BUILD_AVX2)
enum { VECTOR_BYTES = 32 };
#else
enum { VECTOR_BYTES = 16 };
#endif
enum { TILE = SOLVE_LANES, SOLVE_MOST_THREADS = 64 };

#define REAL float
#define WEIGHT weight
#define NAME(name) single_##name
#include "games/mus/solve_pass.h"
#undef REAL
#undef WEIGHT
#undef NAME

#define REAL double
#define WEIGHT exact
#define NAME(name) double_##name
#include "games/mus/solve_pass.h"
#undef REAL
#undef WEIGHT
#undef NAME

static bool iterate(const solve_pass *pass) { return single_pass_all(pass, NULL); }

static bool evaluate(const solve_pass *pass, double *value, double *best) {
    double of_hands[2 * SOLVE_HANDS];
    if (pass->payoffs != NULL) {
        float single[2 * SOLVE_HANDS];
        if (!single_pass_all(pass, single)) return false;
        for (int i = 0; i < 2 * SOLVE_HANDS; i++) of_hands[i] = (double)single[i];
    } else if (!double_pass_all(pass, of_hands)) {
        return false;
    }
    *value = *best = 0;
    for (int i = 0; i < SOLVE_HANDS; i++) {
        *value += pass->cards->chance[i] * of_hands[i];
        *best += pass->cards->chance[i] * of_hands[SOLVE_HANDS + i];
    }
    return true;
}

static double exercise(const solve_cards *cards, int rounds) {
    const solve_matrix *m = &cards->matrix[SOLVE_MANO][SOLVE_KINDS + 1]; /* pares and no juego, both */
    float *x = aligned_alloc(64, sizeof(float) * TILE * m->columns),
          *u = aligned_alloc(64, sizeof(float) * TILE * m->patterns),
          *y = aligned_alloc(64, sizeof(float) * TILE * m->rows);
    double done = 0;
    if (x != NULL && u != NULL && y != NULL) {
        for (int i = 0; i < TILE * m->columns; i++) x[i] = (float)(i % 7) / 7;
        for (int i = 0; i < TILE * m->patterns; i++) u[i] = (float)(i % 5);
        for (int round = 0; round < rounds; round++) {
            single_multiply_some(m, m->weight, x, u, y, TILE);
            x[round % TILE] = y[0] > 0 ? .5f : .25f;
            done += (double)m->run_entries[m->row_runs[m->rows]] * TILE;
        }
    }
    free(x);
    free(u);
    free(y);
    return done;
}

#if defined(SOLVE_BUILD_AVX512)
const solve_hot solve_hot_avx512 = {iterate, evaluate, exercise};
#elif defined(SOLVE_BUILD_AVX2)
const solve_hot solve_hot_avx2 = {iterate, evaluate, exercise};
#else
const solve_hot solve_hot_plain = {iterate, evaluate, exercise};
#endif
