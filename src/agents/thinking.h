/* What agents that search share: a clock for their budgets, and seeds for their batches and threads. */
#ifndef TAPETE_THINKING_H
#define TAPETE_THINKING_H

#include "tapete/chance.h"

#include <time.h>

static inline int64_t think_now_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/* A seed that is unrelated for every pair of arguments. */
static inline uint64_t think_mix(uint64_t a, uint64_t b) {
    tp_rng rng;
    tp_rng_seed(&rng, a);
    tp_rng_seed(&rng, tp_rng_next(&rng) ^ b);
    return tp_rng_next(&rng);
}

#endif
