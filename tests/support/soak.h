/* How much a test does: TAPETE_SOAK is a factor for `make soak`, 1 where it is not set; TAPETE_GAME limits
 * tests over the registry to one game, and TAPETE_VARIANTS says how many of its variants are tried. */
#ifndef TAPETE_TESTS_SOAK_H
#define TAPETE_TESTS_SOAK_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static inline int soak_factor(void) {
    const char *text = getenv("TAPETE_SOAK");
    int factor = text == NULL ? 1 : (int)strtol(text, NULL, 10);
    return factor < 1 ? 1 : factor;
}

static inline bool is_wanted(const char *game) {
    const char *only = getenv("TAPETE_GAME");
    return only == NULL || strcmp(only, game) == 0;
}

static inline int variant_count(int usual) {
    const char *text = getenv("TAPETE_VARIANTS");
    return (text == NULL ? usual : (int)strtol(text, NULL, 10)) * soak_factor();
}

/* Where many variants are tried, one game of each will do. */
static inline int games_per_variant(int usual) { return getenv("TAPETE_VARIANTS") == NULL ? usual : 1; }

/* Whether a costly check looks at this ply: long games, which can have thousands, are looked at thoroughly at
 * first, and then now and then, each game at other plies. */
static inline bool is_looked_at(uint64_t ply, uint64_t game) {
    enum { FIRST = 40, OF_TEN = 10 };
    return ply < FIRST || (ply + game) % FIRST < FIRST / OF_TEN;
}

#endif
