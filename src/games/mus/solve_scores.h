/* Two-player Mus, solved: the values of all scores, by backward induction.
 *
 * A hand ends at a higher score than it began at, so scores are solved from 39:39 down. Scores whose
 * difference is the same are nearly the same game, so they are solved in *chains*: the first of a chain from
 * nothing, and each of the others goes on from where the one before it ended. A few iterations are enough
 * for it then. What a score comes to follows from the values of the scores above it alone, so it can be found
 * again at any time, with the iterations of its chain. */
#ifndef TAPETE_MUS_SOLVE_SCORES_H
#define TAPETE_MUS_SOLVE_SCORES_H

#include "games/mus/solve_run.h"

/* By the stones of mano and of the other one. Chances to win the juego, less one half. */
typedef struct solve_scores {
    uint32_t done;                                         /* scores, in the order of solve_scores_nth */
    float value[SOLVE_TARGET][SOLVE_TARGET];               /* of mano, both playing the solution */
    float best[SOLVE_PLAYERS][SOLVE_TARGET][SOLVE_TARGET]; /* of mano, of postre, playing best against it */
    float nashconv[SOLVE_TARGET][SOLVE_TARGET];            /* of that hand alone */
    uint16_t iterations[SOLVE_TARGET][SOLVE_TARGET];       /* that it took, after those of its chain */
} solve_scores;

enum {
    SOLVE_SCORES = SOLVE_TARGET * SOLVE_TARGET,
    SOLVE_MOST_SCORE_ITERATIONS = 512,
    SOLVE_MOST_CHAINS = 2 * SOLVE_TARGET, /* that are of use at the same time */
};

/* The abstraction that the scores are solved in: R = 0. */
extern const solve_bets solve_score_bets;

/* Scores in an order in which each comes after those that it can lead to. */
void solve_scores_nth(uint32_t index, int *mano, int *postre);
/* What a hand at this score is worth, as the scores after it say. */
void solve_scores_utility(const solve_scores *scores, int mano, int postre, solve_utility *out);
/* The same for best answers, which go on as best answers in the hands after it. */
void solve_scores_answers(const solve_scores *scores, int mano, int postre, solve_utility *out);
/* The score before this one in its chain; false: it is the first. */
bool solve_scores_before(int mano, int postre, int *of_mano, int *of_postre);

/* Where chains are, in memory; those that were used last. */
typedef struct solve_chains solve_chains;
solve_chains *solve_chains_new(const solve_tree *tree, int most); /* NULL: no memory */
void solve_chains_free(solve_chains *chains);
/* How much memory each of them takes. */
uint64_t solve_chain_bytes(const solve_tree *tree);

/* Solve a score as it was solved before: always with the same result. False: no memory, or *stop became true
 * (it may be NULL). */
bool solve_scores_policy(const solve_scores *scores, solve_chains *chains, int mano, int postre, int threads,
                         atomic_bool *stop, solve_policy *out);
/* Solve a score for the first time, until both players together could gain no more than `nashconv` of the
 * juego in that hand, and write down what it is worth. */
bool solve_scores_solve(solve_scores *scores, solve_chains *chains, int mano, int postre, double nashconv,
                        int threads);

#endif
