/* A histogram of durations with fixed bounds, as Prometheus reads it. */
#ifndef TAPETE_SERVER_HISTOGRAM_H
#define TAPETE_SERVER_HISTOGRAM_H

#include <stdint.h>
#include <stdio.h>

enum { HISTOGRAM_BOUNDS = 14 };
extern const double histogram_bounds_ms[HISTOGRAM_BOUNDS];

typedef struct histogram histogram;
struct histogram {
    uint64_t counts[HISTOGRAM_BOUNDS + 1]; /* the last: longer than every bound */
    double sum_ms;
};

double histogram_now_ms(void); /* CLOCK_MONOTONIC, with its fraction */
void histogram_add(histogram *histogram, double ms);
/* HELP and TYPE lines, then the buckets in seconds, the sum and the count. */
void histogram_write(const histogram *histogram, FILE *out, const char *name, const char *help);

#endif
