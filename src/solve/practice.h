/* Practising decisions against a solution: a game hands over one of these (agents/play.h). */
#ifndef TAPETE_PRACTICE_H
#define TAPETE_PRACTICE_H

#include "tapete/game.h"

#include <jansson.h>

typedef struct practice {
    /* The solution is read from the file; NULL: the one that comes with the program. If there is none yet,
     * `prepare` makes it. */
    tp_err (*open)(const char *file, int threads, void **self, tp_error *error);
    /* Some hundredths of a second of what is left to do before anything can be asked; *done is how much of it
     * all is done, 1: it is ready. At the end the file is written, if there is one. */
    tp_err (*prepare)(void *self, double *done, tp_error *error);
    void (*close)(void *self);
    /* A question; the seed decides everything. From any number of threads. A new object, or NULL without
     * memory:
     * "seat", "hand"; "lines": what was said so far, and "said", the same for a page, as the game likes it;
     * "moves": a list of {"move", "value", "probability"}, in the order of the rules; "best": the index of
     * the most valuable; "hands": what the solution does here with every hand, a list of {"hand", "shares"},
     * in thousandths. */
    json_t *(*ask)(const void *self, uint64_t seed);
    /* What the values are, for a heading. */
    const char *unit;
    double mistake; /* an answer that is worth so much less than the best is a mistake */
} practice;

#endif
