/* Counterfactual regret minimization over a whole game in sequence form.
 *
 *   cfr    Zinkevich et al. 2007, seats updated in turn
 *   cfr+   Tammelin 2014: regrets are cut off at 0, strategies weigh in proportion to their number
 *   dcfr   Brown and Sandholm 2019, (1.5, 0, 4): old regrets and strategies count for less and less
 *   dcfr+  the same with regrets cut off at 0
 *   pcfr+  Farina et al. 2021: cfr+ that expects the next regret to be the last one again; weights are
 * squares */
#include "core/language.h"
#include "solve/flat.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const methods[] = {"dcfr", "dcfr+", "cfr+", "pcfr+", "cfr", NULL};

typedef struct flat_run {
    const solve_order *order;
    flat_game flat;
    char method[16], utility[8];
    json_t *what;
    bool discounts, cuts, predicts;
    uint32_t power; /* strategies weigh as this power of their number */
    uint64_t iterations;
    /* by sequence */
    double *regret[FLAT_SEATS], *sum[FLAT_SEATS], *expected[FLAT_SEATS];
    double *plays[FLAT_SEATS]; /* the probability with which the seat plays the sequence now */
    double *strategy[FLAT_SEATS], *value[FLAT_SEATS];
} flat_run;

static void find_strategy(flat_run *run, int seat) {
    const flat_seat *of = &run->flat.seat[seat];
    double *plays = run->plays[seat], *strategy = run->strategy[seat];
    const double *regret = run->regret[seat], *expected = run->expected[seat];
    plays[0] = 1;
    for (uint32_t i = 0; i < of->set_count; i++) {
        const flat_set *set = &of->sets[i];
        double sum = 0;
        for (uint32_t a = set->first; a < set->first + set->actions; a++) {
            double r = run->predicts ? regret[a] + expected[a] : regret[a];
            strategy[a] = r > 0 ? r : 0;
            sum += strategy[a];
        }
        double scale = sum > 0 ? 1 / sum : 0, even = 1.0 / set->actions;
        for (uint32_t a = set->first; a < set->first + set->actions; a++) {
            strategy[a] = sum > 0 ? strategy[a] * scale : even;
            plays[a] = plays[set->parent] * strategy[a];
        }
    }
}

static double power_of(double base, uint32_t exponent) {
    double product = 1;
    for (; exponent > 0; exponent--) product *= base;
    return product;
}

/* Regrets and sums of a seat after one product with the matrix. */
static void update(flat_run *run, int seat) {
    const flat_seat *of = &run->flat.seat[seat];
    double *value = run->value[seat], *regret = run->regret[seat], *strategy = run->strategy[seat];
    const double *other = run->plays[1 - seat];
    double t = (double)run->iterations + 1;
    for (uint32_t s = 0; s < of->sequences; s++) {
        double sum = 0;
        for (uint32_t i = of->row[s]; i < of->row[s + 1]; i++) sum += of->worth[i] * other[of->column[i]];
        value[s] = sum;
    }
    double before = t - 1, grown = before * sqrt(before);
    double positive = run->discounts ? grown / (grown + 1) : 1, negative = run->discounts ? .5 : 1;
    for (uint32_t i = of->set_count; i-- > 0;) {
        const flat_set *set = &of->sets[i];
        double mean = 0;
        for (uint32_t a = set->first; a < set->first + set->actions; a++) mean += strategy[a] * value[a];
        value[set->parent] += mean;
        for (uint32_t a = set->first; a < set->first + set->actions; a++) {
            double gain = value[a] - mean, r = regret[a];
            r = r * (r > 0 ? positive : negative) + gain;
            regret[a] = run->cuts && r < 0 ? 0 : r;
            if (run->predicts) run->expected[seat][a] = gain;
        }
    }
    double kept = power_of(before / t, run->power);
    double *sum = run->sum[seat];
    const double *plays = run->plays[seat];
    for (uint32_t s = 0; s < of->sequences; s++) sum[s] = sum[s] * kept + plays[s];
}

static bool iterate(void *self) {
    flat_run *run = self;
    for (int seat = 0; seat < FLAT_SEATS; seat++) {
        update(run, seat);
        find_strategy(run, seat);
    }
    run->iterations++;
    return true;
}

/* ---- what came of it ---- */

/* The average strategy as probabilities of sequences. */
static void average(const flat_run *run, int seat, double *out) {
    const flat_seat *of = &run->flat.seat[seat];
    const double *sum = run->sum[seat];
    out[0] = 1;
    for (uint32_t i = 0; i < of->set_count; i++) {
        const flat_set *set = &of->sets[i];
        double total = 0;
        for (uint32_t a = set->first; a < set->first + set->actions; a++) total += sum[a];
        for (uint32_t a = set->first; a < set->first + set->actions; a++)
            out[a] = out[set->parent] * (total > 0 ? sum[a] / total : 1.0 / set->actions);
    }
}

static bool measure(void *self, solve_measure *out) {
    flat_run *run = self;
    double *own[FLAT_SEATS] = {NULL, NULL};
    bool ok = true;
    for (int seat = 0; seat < FLAT_SEATS; seat++) {
        own[seat] = malloc(sizeof(double) * run->flat.seat[seat].sequences);
        ok = ok && own[seat] != NULL;
        if (ok) average(run, seat, own[seat]);
    }
    if (ok) {
        for (int seat = 0; seat < FLAT_SEATS; seat++)
            out->best[seat] = flat_best(&run->flat, seat, own[1 - seat], run->value[seat]);
        out->value = flat_value(&run->flat, 0, own[0], own[1]);
        out->nashconv = out->best[0] + out->best[1];
    }
    free(own[0]);
    free(own[1]);
    return ok;
}

static bool strategy_at(const void *self, int seat, tp_history key, uint32_t count, double *out) {
    const flat_run *run = self;
    uint32_t found = flat_find(&run->flat, seat, key);
    if (found == UINT32_MAX || run->flat.seat[seat].sets[found].actions != count) return false;
    const double *sums = run->sum[seat] + run->flat.seat[seat].sets[found].first;
    double total = 0;
    for (uint32_t a = 0; a < count; a++) total += sums[a];
    for (uint32_t a = 0; a < count; a++) out[a] = total > 0 ? sums[a] / total : 1.0 / count;
    return true;
}

/* ---- the engine ---- */

static tp_err size(const solve_order *order, solve_size *out, tp_error *error) {
    flat_game flat;
    memset(out, 0, sizeof *out);
    tp_err code = flat_make(&flat, order, NULL, error);
    if (code != TP_OK) return code;
    out->nodes = flat.nodes;
    for (int seat = 0; seat < FLAT_SEATS; seat++) {
        const flat_seat *of = &flat.seat[seat];
        out->sets += of->set_count;
        out->actions += of->sequences - 1;
        out->bytes += of->set_count * (sizeof(flat_set) + sizeof(tp_history)) +
                      of->place_room * sizeof(flat_place) +
                      of->sequences * (6 * sizeof(double) + sizeof(uint32_t)) +
                      flat.ends * (sizeof(double) + sizeof(uint32_t));
    }
    flat_free(&flat);
    return TP_OK;
}

static void close_run(void *self) {
    flat_run *run = self;
    for (int seat = 0; seat < FLAT_SEATS; seat++) {
        free(run->regret[seat]);
        free(run->sum[seat]);
        free(run->expected[seat]);
        free(run->plays[seat]);
        free(run->strategy[seat]);
        free(run->value[seat]);
    }
    flat_free(&run->flat);
    json_decref(run->what);
    free(run);
}

static tp_err open_run(const solve_order *order, void **self, tp_error *error) {
    flat_run *run = calloc(1, sizeof *run);
    const char *method = order->method == NULL ? methods[0] : order->method;
    if (run == NULL) return tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"));
    run->order = order;
    snprintf(run->method, sizeof run->method, "%s", method);
    run->discounts = strncmp(method, "dcfr", 4) == 0;
    run->cuts = strchr(method, '+') != NULL;
    run->predicts = strcmp(method, "pcfr+") == 0;
    run->power = run->discounts ? 4 : run->predicts ? 2 : run->cuts ? 1 : 0;
    snprintf(run->utility, sizeof run->utility, "%s", order->utility == NULL ? "score" : order->utility);
    tp_err code = flat_make(&run->flat, order, NULL, error);
    bool ok = true;
    for (int seat = 0; seat < FLAT_SEATS && code == TP_OK; seat++) {
        size_t count = run->flat.seat[seat].sequences;
        double **const all[] = {&run->regret[seat], &run->sum[seat],      &run->expected[seat],
                                &run->plays[seat],  &run->strategy[seat], &run->value[seat]};
        for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
            *all[i] = calloc(count, sizeof(double));
            ok = ok && *all[i] != NULL;
        }
    }
    if (code == TP_OK && !ok) code = tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"));
    if (code != TP_OK) {
        close_run(run);
        return code;
    }
    for (int seat = 0; seat < FLAT_SEATS; seat++) find_strategy(run, seat);
    run->what = json_pack("{s:s, s:s, s:o, s:s, s:s}", "game", order->game->name, "rules_version",
                          order->game->rules_version, "options", tp_options_to_json(order->options),
                          "utility", run->utility, "method", run->method);
    *self = run;
    return TP_OK;
}

static uint64_t iterations(const void *self) { return ((const flat_run *)self)->iterations; }

static json_t *describe(const void *self) { return json_deep_copy(((const flat_run *)self)->what); }

static int parts(void *self, solve_part out[SOLVE_MOST_PARTS]) {
    flat_run *run = self;
    int count = 0;
    for (int seat = 0; seat < FLAT_SEATS; seat++) {
        double *const all[] = {run->regret[seat], run->sum[seat], run->expected[seat]};
        for (int i = 0; i < 3; i++)
            out[count++] = (solve_part){all[i], run->flat.seat[seat].sequences * sizeof(double)};
    }
    return count;
}

static tp_err restore(void *self, uint64_t done, const uint64_t *sizes, int count, tp_error *error) {
    flat_run *run = self;
    solve_part own[SOLVE_MOST_PARTS];
    bool ok = parts(run, own) == count;
    for (int i = 0; i < count && ok; i++) ok = own[i].size == sizes[i];
    if (!ok) return tp_fail(error, TP_E_INPUT, TR("it does not have the size that this game needs"));
    run->iterations = done;
    return TP_OK;
}

static bool check(void *self) {
    flat_run *run = self;
    for (int seat = 0; seat < FLAT_SEATS; seat++) {
        for (uint32_t s = 0; s < run->flat.seat[seat].sequences; s++) {
            if (!isfinite(run->regret[seat][s]) || !isfinite(run->expected[seat][s]) ||
                !(run->sum[seat][s] >= 0) || !isfinite(run->sum[seat][s]))
                return false;
        }
        find_strategy(run, seat);
    }
    return true;
}

/* ---- against an agent ---- */

static tp_err exploit(const solve_order *order, const char *name, solve_exploit *out, tp_error *error) {
    flat_game flat;
    double *own[FLAT_SEATS] = {NULL, NULL};
    memset(out, 0, sizeof *out);
    tp_agent *agent = solve_agent_new(order->game, order->options, name, error);
    if (agent == NULL) return TP_E_INPUT;
    tp_err code = flat_make(&flat, order, agent, error);
    tp_agent_free(agent);
    if (code != TP_OK) return code;
    bool ok = true;
    for (int seat = 0; seat < FLAT_SEATS; seat++) {
        const flat_seat *of = &flat.seat[seat];
        own[seat] = malloc(sizeof(double) * of->sequences);
        ok = ok && own[seat] != NULL;
        if (own[seat] == NULL) continue;
        own[seat][0] = 1;
        for (uint32_t i = 0; i < of->set_count; i++) {
            const flat_set *set = &of->sets[i];
            for (uint32_t a = set->first; a < set->first + set->actions; a++)
                own[seat][a] = own[seat][set->parent] * of->plays[a];
        }
        out->asked += of->set_count;
    }
    if (ok) {
        out->value = flat_value(&flat, 0, own[0], own[1]);
        for (int seat = 0; seat < FLAT_SEATS && ok; seat++) {
            double *room = malloc(sizeof(double) * flat.seat[seat].sequences);
            ok = room != NULL;
            if (ok) out->best[seat] = flat_best(&flat, seat, own[1 - seat], room);
            free(room);
        }
    }
    free(own[0]);
    free(own[1]);
    flat_free(&flat);
    return ok ? TP_OK : tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"));
}

const solve_engine solve_flat_engine = {
    .methods = methods,
    .usual = 1000,
    .suits = flat_suits,
    .size = size,
    .open = open_run,
    .close = close_run,
    .iterate = iterate,
    .iterations = iterations,
    .measure = measure,
    .describe = describe,
    .parts = parts,
    .restore = restore,
    .check = check,
    .strategy = strategy_at,
    .exploit = exploit,
};
