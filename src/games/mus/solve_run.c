/* Two-player Mus, solved: iterations, and what came of them. */
#include "games/mus/solve_run.h"
#include "core/language.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const solve_method solve_methods[] = {
    {"dcfr", false, 1.5, true, 4},
    {"dcfr+", true, 1.5, true, 4},
    {"cfr+", true, 0, false, 1},
    {NULL, false, 0, false, 0},
};

const solve_method *solve_method_find(const char *name) {
    for (const solve_method *method = solve_methods; method->name != NULL; method++) {
        if (strcmp(method->name, name) == 0) return method;
    }
    return NULL;
}

/* ---- which build fits this processor ---- */

const solve_hot *solve_hot_find(void) {
#if defined(SOLVE_HAS_BUILDS)
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq"))
        return &solve_hot_avx512;
    if (__builtin_cpu_supports("avx2")) return &solve_hot_avx2;
#endif
    return &solve_hot_plain;
}

/* ---- a run ---- */

uint64_t solve_run_bytes(const solve_tree *tree, int bits) {
    const solve_cards *cards = solve_cards_get();
    uint64_t values = tree->values[0] + tree->values[1];
    uint64_t factors = bits == 16 ? 4 * tree->nodes * sizeof(float) : 0;
    return 2 * values * (uint64_t)bits / 8 + factors + 2 * tree->columns * sizeof(uint32_t) +
           (cards == NULL ? 0 : 2 * solve_payoffs_bytes(tree, cards));
}

static tp_err no_memory(tp_error *error) {
    return tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"));
}

tp_err solve_run_open(solve_run *run, const solve_tree *tree, const solve_utility *utility,
                      const solve_method *method, int threads, tp_error *error) {
    return solve_run_open_bits(run, tree, utility, method, 32, threads, error);
}

/* Room for the numbers of a player. */
static bool make_table(solve_run *run, int player) {
    const solve_tree *tree = &run->tree;
    solve_table *table = &run->table;
    uint64_t values = tree->values[player];
    table->last[player] = calloc(tree->columns, sizeof(uint32_t));
    if (run->bits == 32) {
        table->regret[player] = calloc(values, sizeof(float));
        table->sum[player] = calloc(values, sizeof(float));
        return table->last[player] != NULL && table->regret[player] != NULL && table->sum[player] != NULL;
    }
    table->regret16[player] = calloc(values, sizeof(int16_t));
    table->sum16[player] = calloc(values, sizeof(int16_t));
    table->factor[player] = calloc(2 * tree->nodes, sizeof(float));
    return table->last[player] != NULL && table->regret16[player] != NULL && table->sum16[player] != NULL &&
           table->factor[player] != NULL;
}

tp_err solve_run_open_bits(solve_run *run, const solve_tree *tree, const solve_utility *utility,
                           const solve_method *method, int bits, int threads, tp_error *error) {
    memset(run, 0, sizeof *run);
    run->tree = *tree;
    run->utility = *utility;
    run->method = method;
    run->hot = solve_hot_find();
    run->threads = threads;
    run->bits = bits;
    const solve_cards *cards = solve_cards_get();
    bool ok = cards != NULL;
    for (int player = 0; player < SOLVE_PLAYERS && ok; player++) {
        ok = make_table(run, player) &&
             solve_payoffs_make(&run->payoffs[player], tree, cards, utility, player);
    }
    if (ok) return TP_OK;
    solve_run_close(run);
    return no_memory(error);
}

void solve_run_close(solve_run *run) {
    for (int player = 0; player < SOLVE_PLAYERS; player++) {
        free(run->table.regret[player]);
        free(run->table.sum[player]);
        free(run->table.regret16[player]);
        free(run->table.sum16[player]);
        free(run->table.factor[player]);
        free(run->table.last[player]);
        solve_payoffs_free(&run->payoffs[player]);
    }
    free(run->positive);
    memset(run, 0, sizeof *run);
}

/* Discounts up to this iteration. t^1.5 is t times a square root, which is exact everywhere. */
static bool extend(solve_run *run, uint32_t to) {
    if (to < run->room) return true;
    uint32_t room = 2 * to + 64;
    double *positive = realloc(run->positive, sizeof(double) * room);
    if (positive == NULL) return false;
    positive[0] = 1;
    for (uint32_t t = 1; t < room; t++) {
        double power = run->method->alpha > 0 ? t * sqrt(t) : 0;
        positive[t] = positive[t - 1] * (power > 0 ? power / (power + 1) : 1);
    }
    run->positive = positive;
    run->room = room;
    return true;
}

bool solve_run_iterate(solve_run *run) {
    uint32_t now = run->iterations + 1;
    if (!extend(run, now)) return false;
    for (int player = 0; player < SOLVE_PLAYERS; player++) {
        solve_pass pass = {.tree = &run->tree,
                           .cards = solve_cards_get(),
                           .utility = &run->utility,
                           .payoffs = &run->payoffs[player],
                           .player = player,
                           .threads = run->threads,
                           .table = &run->table,
                           .iteration = now,
                           .plus = run->method->plus,
                           .halves = run->method->halves,
                           .positive = run->positive,
                           .gamma = run->method->gamma};
        if (!run->hot->iterate(&pass)) return false;
    }
    run->iterations = now;
    return true;
}

void solve_read_average(void *run_bytes, int stage, uint64_t column, int node, float *out) {
    const solve_run *run = run_bytes;
    const solve_node *at = &run->tree.lance.node[node];
    const solve_stage *s = &run->tree.stage[stage];
    size_t count = s->count[at->player], slots = (size_t)run->tree.lance.slots[at->player];
    uint64_t offset = s->start[at->player] + (column * slots + at->slot) * count;
    float shares[SOLVE_MOST_ACTIONS * SOLVE_HANDS];
    const float *sums = shares;
    if (run->bits == 32) {
        sums = run->table.sum[at->player] + offset;
    } else {
        for (size_t i = 0; i < at->actions * count; i++) {
            float root = run->table.sum16[at->player][offset + i];
            shares[i] = root * root;
        }
    }
    float total[SOLVE_HANDS] = {0}, even = 1.0f / (float)at->actions;
    for (size_t a = 0; a < at->actions; a++) {
        for (size_t i = 0; i < count; i++) total[i] += sums[a * count + i];
    }
    for (size_t a = 0; a < at->actions; a++) {
        for (size_t i = 0; i < count; i++)
            out[a * count + i] = total[i] > 0 ? sums[a * count + i] / total[i] : even;
    }
}

static bool evaluate(const solve_tree *tree, const solve_utility *utility, int threads, bool is_fast,
                     const solve_source *const source[SOLVE_PLAYERS], solve_values *out) {
    const solve_cards *cards = solve_cards_get();
    bool ok = cards != NULL;
    out->nashconv = 0;
    for (int player = 0; player < SOLVE_PLAYERS && ok; player++) {
        solve_payoffs payoffs = {0};
        solve_pass pass = {.tree = tree,
                           .cards = cards,
                           .utility = utility,
                           .payoffs = is_fast ? &payoffs : NULL,
                           .player = player,
                           .threads = threads,
                           .source = {source[0], source[1]}};
        ok = (!is_fast || solve_payoffs_make(&payoffs, tree, cards, utility, player)) &&
             solve_hot_find()->evaluate(&pass, &out->value[player], &out->best[player]);
        out->nashconv += out->best[player] - out->value[player];
        solve_payoffs_free(&payoffs);
    }
    return ok;
}

bool solve_evaluate(const solve_tree *tree, const solve_utility *utility, int threads,
                    const solve_source *const source[SOLVE_PLAYERS], solve_values *out) {
    return evaluate(tree, utility, threads, false, source, out);
}

bool solve_evaluate_fast(const solve_tree *tree, const solve_utility *utility, int threads,
                         const solve_source *const source[SOLVE_PLAYERS], solve_values *out) {
    return evaluate(tree, utility, threads, true, source, out);
}

bool solve_run_evaluate(const solve_run *run, solve_values *out) {
    const solve_source average = {solve_read_average, (void *)(uintptr_t)run};
    const solve_source *const both[SOLVE_PLAYERS] = {&average, &average};
    return solve_evaluate(&run->tree, &run->utility, run->threads, both, out);
}

/* ---- policies ---- */

bool solve_policy_make(solve_policy *out, const solve_tree *tree, const solve_run *run) {
    float strategy[SOLVE_MOST_ACTIONS * SOLVE_HANDS];
    out->tree = tree;
    for (int player = 0; player < SOLVE_PLAYERS; player++) out->byte[player] = malloc(tree->values[player]);
    if (out->byte[0] == NULL || out->byte[1] == NULL) {
        solve_policy_free(out);
        return false;
    }
    for (int stage = 0; stage < SOLVE_STAGES; stage++) {
        const solve_stage *s = &tree->stage[stage];
        for (uint64_t column = 0; column < s->columns; column++) {
            for (int node = 0; node < tree->lance.nodes; node++) {
                const solve_node *at = &tree->lance.node[node];
                size_t count = s->count[at->player], slots = (size_t)tree->lance.slots[at->player],
                       size = count * at->actions;
                uint8_t *bytes =
                    out->byte[at->player] + s->start[at->player] + (column * slots + at->slot) * count;
                solve_read_average((void *)(uintptr_t)run, stage, column, node, strategy);
                for (size_t i = 0; i < size; i++) bytes[i] = (uint8_t)(strategy[i] * 255.0f + 0.5f);
            }
        }
    }
    return true;
}

void solve_policy_free(solve_policy *policy) {
    free(policy->byte[0]);
    free(policy->byte[1]);
    policy->byte[0] = policy->byte[1] = NULL;
}

void solve_read_policy(void *policy_bytes, int stage, uint64_t column, int node, float *out) {
    const solve_policy *policy = policy_bytes;
    const solve_tree *tree = policy->tree;
    const solve_node *at = &tree->lance.node[node];
    const solve_stage *s = &tree->stage[stage];
    size_t count = s->count[at->player], slots = (size_t)tree->lance.slots[at->player];
    const uint8_t *bytes =
        policy->byte[at->player] + s->start[at->player] + (column * slots + at->slot) * count;
    float total[SOLVE_HANDS] = {0}, even = 1.0f / (float)at->actions;
    for (size_t a = 0; a < at->actions; a++) {
        for (size_t i = 0; i < count; i++) total[i] += bytes[a * count + i];
    }
    for (size_t a = 0; a < at->actions; a++) {
        for (size_t i = 0; i < count; i++)
            out[a * count + i] = total[i] > 0 ? bytes[a * count + i] / total[i] : even;
    }
}

bool solve_policy_evaluate(const solve_policy *policy, const solve_utility *utility, int threads,
                           solve_values *out) {
    const solve_source source = {solve_read_policy, (void *)(uintptr_t)policy};
    const solve_source *const both[SOLVE_PLAYERS] = {&source, &source};
    return evaluate(policy->tree, utility, threads, true, both, out);
}
