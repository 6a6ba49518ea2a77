/* What the tests of Monte Carlo learning share. */
#ifndef TAPETE_TESTS_MUS_MC_H
#define TAPETE_TESTS_MUS_MC_H

#include "games/mus/bot_mc.h"

#include <stdlib.h>

static inline void *allocate(size_t size) {
    void *memory = calloc(1, size);
    assert_non_null(memory);
    return memory;
}

/* What so many blocks of episodes teach; free it. */
static inline mc_learnt *learn(uint64_t seed, int blocks) {
    mc_learnt *made = allocate(sizeof *made);
    mc_begin(made, seed);
    for (int i = 0; i < blocks; i++) mc_learn_block(made);
    mc_sum_up(&made->policy);
    return made;
}

#endif
