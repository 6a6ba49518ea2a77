/* How much longer a test runs in `make soak`: TAPETE_SOAK is a factor, 1 where it is not set. */
#ifndef TAPETE_TESTS_SOAK_H
#define TAPETE_TESTS_SOAK_H

#include <stdlib.h>

static inline int soak_factor(void) {
    const char *text = getenv("TAPETE_SOAK");
    int factor = text == NULL ? 1 : atoi(text);
    return factor < 1 ? 1 : factor;
}

#endif
