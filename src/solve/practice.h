/* Practising decisions against a solution: a game hands over one of these (agents/play.h). */
#ifndef TAPETE_PRACTICE_H
#define TAPETE_PRACTICE_H

#include "tapete/game.h"

typedef struct practice {
    /* Make ready. The solution is read from the file; if there is none yet it is solved, which takes some
     * time, and kept there. `tell` (may be NULL) hears how much of that is done, from 0 to 1. */
    tp_err (*open)(const char *file, void (*tell)(double share), void **self, tp_error *error);
    void (*close)(void *self);
    /* A question; the seed decides everything. A new object, or NULL without memory:
     * "seat", "hand", "lines": what was said so far; "moves": a list of {"move", "value", "probability"}, in
     * the order of the rules; "best": the index of the most valuable; "hands": what the solution does here
     * with every hand, a list of {"hand", "probabilities"}. */
    json_t *(*ask)(void *self, uint64_t seed);
    /* What the values are, for a heading. */
    const char *unit;
    double mistake; /* an answer that is worth so much less than the best is a mistake */
} practice;

#endif
