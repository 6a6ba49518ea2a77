/* Monte Carlo learning of Mus, as `tapete train mus --method mc` sees it. */
#include "core/language.h"
#include "games/mus/bot_mc.h"
#include "games/mus/play.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MEASURED_JUEGOS = 4000 };

typedef struct mc_training {
    mc_learnt learnt;
    char *path;
} mc_training;

static tp_err open_file(mc_training *self, const uint64_t *seed, tp_error *error) {
    if (access(self->path, F_OK) != 0) {
        mc_begin(&self->learnt, seed == NULL ? 0 : *seed);
        return TP_OK;
    }
    tp_err code = mc_read(self->path, &self->learnt, error);
    if (code != TP_OK || seed == NULL || *seed == self->learnt.seed) return code;
    return tp_fail(error, TP_E_INPUT,
                   TR("%s was started with seed %llu, not %llu; leave out --seed to continue it"), self->path,
                   (unsigned long long)self->learnt.seed, (unsigned long long)*seed);
}

static tp_err open_training(const tp_options *options, const char *file, const uint64_t *seed, void **out,
                            tp_error *error) {
    mus_rules rules;
    mus_rules_from_options(options, &rules);
    if (!mc_plays(&rules)) {
        return tp_fail(
            error, TP_E_INPUT,
            TR("the method mc learns Mus for two without mus; give --option preset=S2 and no other option"));
    }
    mc_training *self = calloc(1, sizeof *self);
    if (self != NULL) self->path = strdup(file);
    tp_err code = self == NULL || self->path == NULL
                      ? tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"))
                      : open_file(self, seed, error);
    if (code == TP_OK) {
        *out = self;
    } else if (self != NULL) {
        free(self->path);
        free(self);
    }
    return code;
}

static void close_training(void *self_bytes) {
    mc_training *self = self_bytes;
    free(self->path);
    free(self);
}

static int64_t episodes(const void *self) { return ((const mc_training *)self)->learnt.episodes; }

static uint64_t seed_of(const void *self) { return ((const mc_training *)self)->learnt.seed; }

static void learn(void *self) { mc_learn_block(&((mc_training *)self)->learnt); }

static tp_err save(void *self_bytes, const char *command, tp_error *error) {
    mc_training *self = self_bytes;
    snprintf(self->learnt.command, sizeof self->learnt.command, "%s", command);
    return mc_write(self->path, &self->learnt, error);
}

static json_t *measure(void *self_bytes) {
    mc_learnt *learnt = &((mc_training *)self_bytes)->learnt;
    return json_pack("{s:f, s:f}", "mus-bot", mc_measure(learnt, false, MEASURED_JUEGOS, 1), "random",
                     mc_measure(learnt, true, MEASURED_JUEGOS, 2));
}

const training_method mus_mc_training = {
    .name = "mc",
    .agent = "mc",
    .block = MC_BLOCK,
    .open = open_training,
    .close = close_training,
    .episodes = episodes,
    .seed = seed_of,
    .learn = learn,
    .save = save,
    .measure = measure,
};
