/* Two-player Mus, solved: solutions that are iterated on, and the strategies that come out of them. */
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
    int bits; /* of each number: 32, or 16 */
    solve_table table;
    solve_payoffs payoffs[SOLVE_PLAYERS];
    double *positive; /* products of discounts, up to `room` iterations */
    uint32_t room;
} solve_run;

/* How much memory solve_run_open would take. */
uint64_t solve_run_bytes(const solve_tree *tree, int bits);

/* `utility` is copied. The tree has been made. */
tp_err solve_run_open(solve_run *run, const solve_tree *tree, const solve_utility *utility,
                      const solve_method *method, int threads, tp_error *error);
/* The same in 16 bits: half the memory, and a little less exact. */
tp_err solve_run_open_bits(solve_run *run, const solve_tree *tree, const solve_utility *utility,
                           const solve_method *method, int bits, int threads, tp_error *error);
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

/* The same in single precision, much faster: to some 1e-6. */
bool solve_evaluate_fast(const solve_tree *tree, const solve_utility *utility, int threads,
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

/* How good strategies that are kept are, in single precision: to some 1e-6. False: no memory. */
bool solve_policy_evaluate(const solve_policy *policy, const solve_utility *utility, int threads,
                           solve_values *out);

#endif
