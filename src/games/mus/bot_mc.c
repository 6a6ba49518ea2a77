/* The agent `mc`: plays two-player Mus without mus (preset S2) as it has learnt to.
 *
 * It looks up what it did in such a spot while it was learning, and does it again with the same frequencies;
 * where it was hardly ever there, what it did in the same spot at any score; and where that says nothing
 * either, what `mus-bot` would do. bot_mc.h says what a spot is, docs/learn.md how it learns. */
#include "games/mus/bot_mc.h"
#include "core/installed.h"
#include "core/language.h"
#include "games/mus/play.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define SHIPPED "learnt/mus-s2.mc"

typedef struct mc_self {
    tp_rng rng;
    tp_agent *bot; /* for its probabilities, if nothing was learnt */
    bool failed;   /* was asked about another variant */
    mc_policy policy;
} mc_self;

static const char refusal[] =
    TR_MARK("the agent mc has learned Mus with preset=S2 and plays no other variant");

/* Asked in spite of suits(): the agent has given up. */
static bool knows(mc_self *self, const mus_table *table) {
    if (!mc_plays(&table->rules)) self->failed = true;
    return !self->failed;
}

static tp_move choose(void *self_bytes, const void *view_bytes) {
    mc_self *self = self_bytes;
    const mus_view *view = view_bytes;
    const mus_table *table = &view->table;
    const uint8_t *own = view->hands[table->to_act];
    if (knows(self, table)) return mc_choose(&self->policy, table, own, &self->rng);
    tp_move moves[MUS_MAX_MOVES];
    mus_list_legal(table, own, moves);
    return moves[0];
}

static int probs(void *self_bytes, const void *view_bytes, double *out) {
    mc_self *self = self_bytes;
    const mus_view *view = view_bytes;
    const mus_table *table = &view->table;
    const uint8_t *own = view->hands[table->to_act];
    tp_move moves[MUS_MAX_MOVES];
    int count = mus_list_legal(table, own, moves);
    for (int i = 0; i < count; i++) out[i] = 0;
    if (self->failed || !mc_plays(&table->rules)) {
        out[0] = 1;
        return count;
    }
    mc_spot spot;
    double of_actions[MC_MOST_ACTIONS];
    mc_find_spot(&self->policy.classes, table, own, &spot);
    if (!mc_probs(&self->policy, &spot, of_actions)) return tp_agent_probs(self->bot, view, out);
    for (uint32_t action = 0; action < spot.count; action++) {
        for (int i = 0; i < count; i++) {
            if (moves[i] == spot.moves[action]) out[i] = of_actions[action];
        }
    }
    return count;
}

static tp_err suits(const void *self, const tp_options *options, tp_error *error) {
    mus_rules rules;
    (void)self;
    mus_rules_from_options(options, &rules);
    return mc_plays(&rules) ? TP_OK : tp_fail(error, TP_E_INPUT, "%s", tp_translate(refusal));
}

static const char *failure(const void *self) { return ((const mc_self *)self)->failed ? refusal : NULL; }

static void destroy(void *self_bytes) {
    mc_self *self = self_bytes;
    tp_agent_free(self->bot);
    free(self);
}

static tp_err load(const char *file, mc_policy *out, tp_error *error) {
    char shipped[PATH_MAX];
    if (file[0] == '\0' && !installed_find(SHIPPED, shipped, sizeof shipped)) {
        return tp_fail(
            error, TP_E_IO,
            TR("the file %s that comes with the program is missing; name another with mc:file=PATH"),
            SHIPPED);
    }
    mc_learnt *learnt = malloc(sizeof *learnt);
    if (learnt == NULL) return tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"));
    tp_err code = mc_read(file[0] == '\0' ? shipped : file, learnt, error);
    if (code == TP_OK) *out = learnt->policy;
    free(learnt);
    return code;
}

static tp_err create(const tp_game *game, const tp_options *options, uint64_t seed, void **out,
                     tp_error *error) {
    mc_self *self = calloc(1, sizeof *self);
    if (self == NULL) return tp_fail(error, TP_E_MEMORY, TR("no memory for the agent %s"), "mc");
    tp_rng_seed(&self->rng, seed);
    tp_err code = load(tp_options_text(options, "file"), &self->policy, error);
    if (code != TP_OK) {
        if (error != NULL) tp_error_at(error, TR("agent %s"), "mc");
    } else {
        self->bot = tp_agent_new(game, "mus-bot", seed, error);
        code = self->bot == NULL ? TP_E_MEMORY : TP_OK;
    }
    if (code != TP_OK) {
        free(self);
        return code;
    }
    *out = self;
    return TP_OK;
}

static bool renew(void *self, uint64_t seed) {
    tp_rng_seed(&((mc_self *)self)->rng, seed);
    tp_agent_renew(((mc_self *)self)->bot, seed);
    return true;
}

static const tp_option options_table[] = {
    {"file", TP_OPTION_TEXT, "", 0, 0, NULL,
     TR_MARK("the trained file, from `tapete train mus --method mc`; without it, the one that comes with the "
             "program")},
    {NULL, TP_OPTION_INT, NULL, 0, 0, NULL, NULL},
};

const tp_agent_kind mc_agent = {
    .struct_size = sizeof(tp_agent_kind),
    .name = "mc",
    .summary = TR_MARK("has learned two-player Mus (preset S2) by Monte Carlo self-play"),
    .game = "mus",
    .options = options_table,
    .create = create,
    .destroy = destroy,
    .choose = choose,
    .probs = probs,
    .quick = true,
    .failure = failure,
    .suits = suits,
    .renew = renew,
};
