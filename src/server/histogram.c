/* Histograms of durations. */
#include "server/histogram.h"

#include <stddef.h>
#include <time.h>

const double histogram_bounds_ms[HISTOGRAM_BOUNDS] = {0.5, 1,   2.5, 5,    10,   25,   50,
                                                      100, 250, 500, 1000, 2500, 5000, 10000};

double histogram_now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

void histogram_add(histogram *histogram, double ms) {
    size_t i = 0;
    while (i < HISTOGRAM_BOUNDS && ms > histogram_bounds_ms[i]) i++;
    histogram->counts[i]++;
    histogram->sum_ms += ms;
}

void histogram_write(const histogram *histogram, FILE *out, const char *name, const char *help) {
    uint64_t count = 0;
    fprintf(out, "# HELP tapete_%s %s\n# TYPE tapete_%s histogram\n", name, help, name);
    for (size_t i = 0; i < HISTOGRAM_BOUNDS; i++) {
        count += histogram->counts[i];
        fprintf(out, "tapete_%s_bucket{le=\"%g\"} %llu\n", name, histogram_bounds_ms[i] / 1000,
                (unsigned long long)count);
    }
    count += histogram->counts[HISTOGRAM_BOUNDS];
    fprintf(out, "tapete_%s_bucket{le=\"+Inf\"} %llu\n", name, (unsigned long long)count);
    fprintf(out, "tapete_%s_sum %.9g\n", name, histogram->sum_ms / 1000);
    fprintf(out, "tapete_%s_count %llu\n", name, (unsigned long long)count);
}
