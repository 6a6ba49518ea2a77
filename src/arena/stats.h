/* The statistics of the arena: intervals, Elo, the sequential test, ratings. Arithmetic alone; docs/arena.md
 * has the formulas. */
#ifndef TAPETE_ARENA_STATS_H
#define TAPETE_ARENA_STATS_H

#include "tapete/base.h"

/* A value and the 95 % interval around it. Infinite if there is no bound, NAN if nothing is known yet.
 */
typedef struct stats_interval {
    double value, low, high;
} stats_interval;

/* The sample variance from sums; NAN for less than two values. */
double stats_variance(double count, double sum, double squares);

/* A share in [0, 1] from the mean of `count` independent observations and the variance of that mean: Wilson's
 * interval, with as many observations as would give this variance if each was won or lost. */
stats_interval stats_share(double mean, double variance_of_mean, double count);

/* A mean that may be any number: plus and minus 1.96 standard errors. */
stats_interval stats_mean(double mean, double variance_of_mean);

/* Elo points for an expected score in [0, 1], and back. 0 and 1 are infinitely far away. */
double stats_elo(double score);
double stats_score(double elo);
stats_interval stats_elo_of(stats_interval share);

/* ---- the sequential probability ratio test ---- */

/* The generalised log-likelihood ratio of "the expected score is score1" to "it is score0". counts[i]
 * observations had the value i / (cells - 1). Both hypotheses are taken at the distribution that fits the
 * observations best. */
double stats_llr(const double *counts, int cells, double score0, double score1);

/* The likelihood that a mean is above `even`, from the variance of that mean; NAN if nothing is known. */
double stats_superior(double mean, double even, double variance_of_mean);

/* Where the test ends for errors of this probability. */
double stats_sprt_upper(double alpha, double beta);
double stats_sprt_lower(double alpha, double beta);

/* ---- ratings ---- */

enum { STATS_MOST_RATED = 64, STATS_MOST_AT_TABLE = 4 };

/* All games of the same players at one table. Who wins is drawn with probability proportional to weights
 * (Luce; with two players this is the model of Bradley and Terry, and of Elo): seats[i] x weight of
 * player[i]. */
typedef struct stats_table {
    int count;
    int player[STATS_MOST_AT_TABLE];
    double seats[STATS_MOST_AT_TABLE];
    double deals, games_per_deal;
    double won[STATS_MOST_AT_TABLE]; /* games, or shares of them, won by each */
    /* sum over deals of the product of what two players won in it */
    double products[STATS_MOST_AT_TABLE][STATS_MOST_AT_TABLE];
} stats_table;

/* The ratings of largest likelihood in Elo points, with mean 0, and their intervals, from the variance
 * between deals. If one agent, or a group of them, won all games or none, no finite ratings are the
 * likeliest: one drawn game is then added to every table, and the result is true. */
bool stats_rate(const stats_table *tables, int table_count, int players, stats_interval *out);

#endif
