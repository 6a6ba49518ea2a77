/* Statistics for tests at fixed seeds: what passes once passes always, and the limits say how unlikely a
 * failure by bad luck was. */
#ifndef TAPETE_TESTS_STATISTICS_H
#define TAPETE_TESTS_STATISTICS_H

#include <math.h>
#include <stddef.h>

/* Pearson's statistic of observed counts against expected ones. */
static inline double chi_square(const double *observed, const double *expected, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += (observed[i] - expected[i]) * (observed[i] - expected[i]) / expected[i];
    return sum;
}

/* The value that chi-square exceeds with a probability of about one in 100,000 (Wilson and Hilferty's
 * approximation). */
static inline double chi_square_limit(size_t degrees) {
    double n = (double)degrees, z = 4.265;
    double cube = 1.0 - 2.0 / (9.0 * n) + z * sqrt(2.0 / (9.0 * n));
    return n * cube * cube * cube;
}

#endif
