/* The agent `mulle-learn`: the rulebook's SimpleLearningAI (§12.2 of docs/rules/exact/mulle.md).
 *
 * It has one value for each of four kinds of action, plays the candidate with the largest value plus
 * prediction, now and then any of them, and moves the value of what it played towards the reward. The reward
 * of an action is known as soon as it is chosen, so everything happens in choose(). With `file=PATH` the
 * values are read from there and written back when the agent goes: beside the file, then renamed, so that the
 * file is whole at any moment. */
#include "agents/learnt.h"
#include "core/language.h"
#include "games/mulle/greedy.h"
#include "games/mulle/play.h"
#include "games/mulle/view.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CAPTURE_COMBO_MULLE, CAPTURE_COMBO, BUILD, DISCARD, CATEGORIES };

static const char *const category_names[CATEGORIES] = {"capture_combo_mulle", "capture_combo", "build",
                                                       "discard"};
static const double start_values[CATEGORIES] = {10.0, 5.0, 1.0, 0.0};

enum { FILE_VERSION = 1, MOST_CANDIDATES = MULLE_TYPES * MULLE_TYPES + MULLE_TYPES + 1 };

/* Predictions and rewards of §12.2. */
static const double mulle_prediction = 5.0, build_prediction = 1.5, mulle_reward = 10.0, build_reward = 2.0;

typedef struct candidate {
    tp_move move;
    uint32_t category;
    double prediction, reward;
} candidate;

typedef struct learn_self {
    tp_rng rng;
    double epsilon, alpha;
    bool learns;
    double values[CATEGORIES];
    uint64_t actions[CATEGORIES]; /* how often each was played, in this file's whole life */
    bool changed;
    char path[TP_OPTION_TEXT_SIZE]; /* "": nowhere */
    candidate candidates[MOST_CANDIDATES];
} learn_self;

/* ---- the file ---- */

static tp_err bad_file(const learn_self *self, tp_error *error, const char *what) {
    return tp_fail(error, TP_E_INPUT, TR("agent mulle-learn: %s is not a file of values: %s"), self->path,
                   what);
}

static tp_err read_values(learn_self *self, const json_t *json, tp_error *error) {
    const char *agent = json_string_value(json_object_get(json, "agent"));
    const json_t *values = json_object_get(json, "values"), *actions = json_object_get(json, "actions");
    double read[CATEGORIES];
    json_int_t counts[CATEGORIES];
    if (agent == NULL || strcmp(agent, "mulle-learn") != 0)
        return bad_file(self, error, TR("its agent is not mulle-learn"));
    json_int_t version = json_integer_value(json_object_get(json, "version"));
    if (version > FILE_VERSION) {
        return tp_fail(error, TP_E_VERSION,
                       TR("agent mulle-learn: %s has version %lld, and this program knows version %d"),
                       self->path, (long long)version, FILE_VERSION);
    }
    if (version != FILE_VERSION) return bad_file(self, error, TR("its version is missing"));
    if (json_object_size(values) != CATEGORIES || json_object_size(actions) != CATEGORIES)
        return bad_file(self, error, TR("it must have four values and four numbers of actions"));
    for (int i = 0; i < CATEGORIES; i++) {
        const json_t *value = json_object_get(values, category_names[i]),
                     *count = json_object_get(actions, category_names[i]);
        char what[192];
        read[i] = json_number_value(value);
        counts[i] = json_integer_value(count);
        snprintf(what, sizeof what,
                 json_is_number(value) ? TR("actions of %s is missing or not a number")
                                       : TR("the value of %s is missing or not a number"),
                 category_names[i]);
        if (!json_is_number(value) || !isfinite(read[i]) || !json_is_integer(count) || counts[i] < 0)
            return bad_file(self, error, what);
    }
    for (int i = 0; i < CATEGORIES; i++) {
        self->values[i] = read[i];
        self->actions[i] = (uint64_t)counts[i];
    }
    return TP_OK;
}

/* A file that does not exist yet is fine: the values begin as the rulebook says. */
static tp_err load(learn_self *self, tp_error *error) {
    FILE *file = fopen(self->path, "r");
    if (file == NULL && errno == ENOENT) return TP_OK;
    if (file == NULL)
        return tp_fail(error, TP_E_IO, TR("agent mulle-learn: %s: %s"), self->path, strerror(errno));
    json_error_t where;
    json_t *json = json_loadf(file, JSON_REJECT_DUPLICATES, &where);
    fclose(file);
    if (json == NULL) return bad_file(self, error, where.text);
    tp_err code = read_values(self, json, error);
    json_decref(json);
    return code;
}

static json_t *learnt(const void *self_bytes) {
    const learn_self *self = self_bytes;
    json_t *json = json_object(), *values = json_object(), *actions = json_object();
    for (int i = 0; i < CATEGORIES; i++) {
        json_object_set_new(values, category_names[i], json_real(self->values[i]));
        json_object_set_new(actions, category_names[i], json_integer((json_int_t)self->actions[i]));
    }
    json_object_set_new(json, "agent", json_string("mulle-learn"));
    json_object_set_new(json, "version", json_integer(FILE_VERSION));
    json_object_set_new(json, "values", values);
    json_object_set_new(json, "actions", actions);
    return json;
}

/* On failure an older file is as it was. */
static tp_err save(void *self_bytes, tp_error *error) {
    learn_self *self = self_bytes;
    if (self->path[0] == '\0' || !self->changed) return TP_OK;
    json_t *json = learnt(self);
    char *text = json_dumps(json, JSON_INDENT(2)), *line = NULL;
    json_decref(json);
    if (text == NULL || asprintf(&line, "%s\n", text) < 0) {
        free(text);
        return tp_fail(error, TP_E_MEMORY, TR("agent mulle-learn: there is not enough memory"));
    }
    tp_err code = learnt_replace(self->path, line, strlen(line), error);
    free(text);
    free(line);
    if (code == TP_OK) self->changed = false;
    if (code != TP_OK && error != NULL) tp_error_at(error, TR("agent %s"), "mulle-learn");
    return code;
}

/* ---- playing ---- */

static void add(learn_self *self, uint32_t *count, tp_move move, uint32_t category, double prediction,
                double reward) {
    self->candidates[(*count)++] =
        (candidate){.move = move, .category = category, .prediction = prediction, .reward = reward};
}

static void add_builds(learn_self *self, const mulle_state *state, const mulle_scan *scan, uint32_t card,
                       uint32_t *count) {
    if (mulle_is_reserved(scan, card)) return;
    for (uint32_t i = 0; i < state->table.pile_count; i++) {
        uint32_t values = mulle_build_values(scan, state->table.current, card, state->piles[i]);
        for (uint32_t value = MULLE_MOST_VALUE; value > 0; value--) { /* up is the larger of the two */
            if (((values >> value) & 1) != 0)
                add(self, count, mulle_build_move(card, i, value), BUILD, build_prediction, build_reward);
        }
    }
}

/* Candidates: the preferred capture of every card, every build, one discard; all in hand order. Returns how
 * many. */
static uint32_t list_candidates(learn_self *self, const mulle_state *state) {
    uint32_t seat = state->table.current, count = 0, cards[MULLE_CARDS], different = 0;
    uint64_t seen = 0;
    mulle_scan scan;
    mulle_scan_table(state, seat, &scan);
    mulle_scan_hand(state, seat, &scan);
    for (uint32_t i = 0; i < state->table.hand_count[seat]; i++) {
        uint32_t card = mulle_hand_card(state, seat, i);
        if (((seen >> card) & 1) == 0) cards[different++] = card; /* two copies are one action */
        seen |= 1ull << card;
    }
    for (uint32_t i = 0; i < different; i++) {
        mulle_captures captures;
        mulle_worth worth;
        mulle_find_captures(state, &scan, cards[i], &captures);
        if (captures.count == 0) continue;
        uint32_t set = mulle_preferred(state, &captures, cards[i], &worth);
        double group = worth.cards + 1.0;
        add(self, &count, mulle_capture_move(&captures, cards[i], set),
            worth.mulles > 0 ? CAPTURE_COMBO_MULLE : CAPTURE_COMBO, group + mulle_prediction * worth.mulles,
            group + mulle_reward * worth.mulles);
    }
    for (uint32_t i = 0; i < different; i++) add_builds(self, state, &scan, cards[i], &count);
    for (uint32_t i = 0; i < different; i++) {
        if (mulle_is_reserved(&scan, cards[i])) continue;
        add(self, &count, mulle_throw_move(&scan, cards[i]), DISCARD, 0, 0);
        break;
    }
    return count;
}

static tp_move choose(void *self_bytes, const void *view) {
    learn_self *self = self_bytes;
    const mulle_state *state = &((const mulle_view *)view)->known;
    uint32_t count = list_candidates(self, state), chosen = 0;
    if (count == 0) return mulle_greedy_move(state);
    if (tp_rng_fraction(&self->rng) < self->epsilon) {
        chosen = tp_rng_below(&self->rng, count);
    } else {
        double best = -INFINITY;
        for (uint32_t i = 0; i < count; i++) {
            double worth = self->values[self->candidates[i].category] + self->candidates[i].prediction;
            if (worth <= best) continue;
            best = worth;
            chosen = i;
        }
    }
    const candidate *played = &self->candidates[chosen];
    if (self->learns) {
        double *value = &self->values[played->category];
        *value += self->alpha * (played->reward - *value);
        self->actions[played->category]++;
        self->changed = true;
    }
    return played->move;
}

/* ---- the agent ---- */

static tp_err create(const tp_game *game, const tp_options *options, uint64_t seed, void **out,
                     tp_error *error) {
    (void)game;
    learn_self *self = calloc(1, sizeof *self);
    if (self == NULL) return tp_fail(error, TP_E_MEMORY, TR("no memory for the agent %s"), "mulle-learn");
    tp_rng_seed(&self->rng, seed);
    self->epsilon = tp_options_real(options, "epsilon");
    self->alpha = tp_options_real(options, "alpha");
    self->learns = tp_options_bool(options, "learn");
    memcpy(self->values, start_values, sizeof start_values);
    snprintf(self->path, sizeof self->path, "%s", tp_options_text(options, "file"));
    tp_err code = self->path[0] != '\0' ? load(self, error) : TP_OK;
    if (code != TP_OK) {
        free(self);
        return code;
    }
    *out = self;
    return TP_OK;
}

/* A caller that must know whether the values were kept calls save() first. */
static void destroy(void *self) {
    save(self, NULL);
    free(self);
}

static const tp_option options_table[] = {
    {"file", TP_OPTION_TEXT, "", 0, 0, NULL,
     TR_MARK("the file that keeps the values; without it they start anew")},
    {"epsilon", TP_OPTION_REAL, "0.15", 0, 1, NULL, TR_MARK("how often it explores a random candidate")},
    {"alpha", TP_OPTION_REAL, "0.2", 0, 1, NULL,
     TR_MARK("learning rate: how far a value moves towards each reward")},
    {"learn", TP_OPTION_BOOL, "true", 0, 1, NULL, TR_MARK("whether it learns")},
    {NULL, TP_OPTION_INT, NULL, 0, 0, NULL, NULL},
};

const tp_agent_kind mulle_learn_agent = {
    .struct_size = sizeof(tp_agent_kind),
    .name = "mulle-learn",
    .summary =
        TR_MARK("the rulebook's learning player: four values that move towards the rewards of its moves"),
    .game = "mulle",
    .options = options_table,
    .create = create,
    .destroy = destroy,
    .choose = choose,
    .save = save,
    .learnt = learnt,
};
