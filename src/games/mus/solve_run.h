/* Two-player Mus, solved: solutions that are iterated on, the strategies that come out of them, and the
 * values of all scores. */
#ifndef TAPETE_MUS_SOLVE_RUN_H
#define TAPETE_MUS_SOLVE_RUN_H

#include "games/mus/solve.h"
#include "tapete/error.h"

/* Discounted regret minimization (Brown and Sandholm 2019) and its relatives; ends with a NULL name. */
extern const solve_method solve_methods[];
const solve_method *solve_method_find(const char *name); /* NULL: there is none such */

/* What is being solved, and how far it is. */
typedef struct solve_run {
    solve_tree tree;
    solve_utility utility;
    const solve_method *method;
    const solve_hot *hot;
    int threads;
    uint32_t iterations;
    solve_table table;
    solve_payoffs payoffs[SOLVE_PLAYERS];
    double *positive; /* products of discounts, up to `room` iterations */
    uint32_t room;
} solve_run;

/* How much memory solve_run_open would take. */
uint64_t solve_run_bytes(const solve_tree *tree);

/* `utility` is copied. The tree has been made. */
tp_err solve_run_open(solve_run *run, const solve_tree *tree, const solve_utility *utility,
                      const solve_method *method, int threads, tp_error *error);
void solve_run_close(solve_run *run);

/* One iteration: both players. False: no memory; the run is worth nothing then. */
bool solve_run_iterate(solve_run *run);

/* What both players win with these strategies, and with the best answer to each. */
typedef struct solve_values {
    double value[SOLVE_PLAYERS], best[SOLVE_PLAYERS];
    double nashconv; /* what both could gain together */
} solve_values;

/* Of the average strategies so far. False: no memory. */
bool solve_run_evaluate(const solve_run *run, solve_values *out);
bool solve_evaluate(const solve_tree *tree, const solve_utility *utility, int threads,
                    const solve_source *const source[SOLVE_PLAYERS], solve_values *out);

/* The average strategies as a source; `self` is the run. */
void solve_read_average(void *run, int stage, uint64_t column, int node, float *out);

/* ---- strategies that are kept ---- */

/* A strategy in bytes: the probability of an action is its byte over the sum of all bytes of its decision.
 * What is played is what these say, so they are what is evaluated. */
typedef struct solve_policy {
    const solve_tree *tree;
    uint8_t *byte[SOLVE_PLAYERS]; /* as in solve_table */
} solve_policy;

/* False: no memory. The tree must live as long. */
bool solve_policy_make(solve_policy *out, const solve_tree *tree, const solve_run *run);
void solve_policy_free(solve_policy *policy);
void solve_read_policy(void *policy, int stage, uint64_t column, int node, float *out);

/* ---- all scores ---- */

/* By the stones of mano and of the other one. Chances to win the juego, less one half. */
typedef struct solve_scores {
    uint32_t done;                                         /* scores, in the order of solve_scores_nth */
    float value[SOLVE_TARGET][SOLVE_TARGET];               /* of mano, both playing the solution */
    float best[SOLVE_PLAYERS][SOLVE_TARGET][SOLVE_TARGET]; /* of mano, of postre, playing best against it */
    float nashconv[SOLVE_TARGET][SOLVE_TARGET];            /* of that hand alone */
    uint16_t iterations[SOLVE_TARGET][SOLVE_TARGET];       /* that it took */
} solve_scores;

enum {
    SOLVE_SCORES = SOLVE_TARGET * SOLVE_TARGET,
    SOLVE_MOST_SCORE_ITERATIONS = 1024,
};

/* The abstraction that the scores are solved in: R = 0. */
extern const solve_bets solve_score_bets;

/* Scores in an order in which each comes after those that it can lead to. */
void solve_scores_nth(uint32_t index, int *mano, int *postre);
/* What a hand at this score is worth, as the scores after it say. */
void solve_scores_utility(const solve_scores *scores, int mano, int postre, solve_utility *out);
/* Solve a score with this many iterations: always with the same result. False: no memory, or *stop became
 * true. */
bool solve_scores_policy(const solve_scores *scores, const solve_tree *tree, int mano, int postre,
                         uint32_t iterations, int threads, const atomic_bool *stop, solve_policy *out);
/* The same with as many iterations as it takes until both could gain SOLVE_SCORE_NASHCONV at most, counted at
 * certain numbers of iterations; what it is worth is written down. */
bool solve_scores_solve(solve_scores *scores, const solve_tree *tree, int mano, int postre, int threads);

#define SOLVE_SCORE_NASHCONV 0.0004

#endif
