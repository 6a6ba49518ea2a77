/* Methods of learning that `tapete train --method` offers: each makes a file from which an agent then
 * plays. */
#ifndef TAPETE_TRAINING_H
#define TAPETE_TRAINING_H

#include "tapete/game.h"

typedef struct training_method {
    const char *name;
    const char *agent; /* who plays from the file */
    int64_t block;     /* episodes in a block */
    /* Go on with the file, or begin if there is none. `seed`: NULL is the one in the file, or 0. Fails if
     * the file is damaged or was begun with another seed, or if the method does not learn this variant. */
    tp_err (*open)(const tp_options *options, const char *file, const uint64_t *seed, void **self,
                   tp_error *error);
    void (*close)(void *self);
    int64_t (*episodes)(const void *self); /* so far, in all */
    uint64_t (*seed)(const void *self);
    void (*learn)(void *self); /* from one block more */
    /* Replace the file. The command is kept in it. */
    tp_err (*save)(void *self, const char *command, tp_error *error);
    /* How well it plays now: the share of games won, by opponent, a new JSON object. The same file gives
     * the same result. */
    json_t *(*measure)(void *self);
} training_method;

#endif
