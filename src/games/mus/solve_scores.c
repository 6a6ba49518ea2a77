/* Two-player Mus, solved: the values of all scores (solve_scores.h). */
#include "games/mus/solve_scores.h"

#include <stdlib.h>
#include <string.h>

const solve_bets solve_score_bets = {
    .openings = {2}, .raises = {2, 5}, .opening_count = 1, .raise_count = 2, .max_raises = 0};

/* ---- scores ---- */

/* From 39:39 down; those with the same sum do not lead to one another. */
void solve_scores_nth(uint32_t index, int *mano, int *postre) {
    for (int sum = 2 * (SOLVE_TARGET - 1); sum >= 0; sum--) {
        int low = sum < SOLVE_TARGET ? 0 : sum - SOLVE_TARGET + 1, high = sum - low;
        uint32_t count = (uint32_t)(high - low + 1);
        if (index >= count) {
            index -= count;
            continue;
        }
        *mano = low + (int)index;
        *postre = sum - *mano;
        return;
    }
    *mano = *postre = 0;
}

void solve_scores_utility(const solve_scores *scores, int mano, int postre, solve_utility *out) {
    memset(out, 0, sizeof *out);
    out->kind = SOLVE_WIN;
    out->score[SOLVE_MANO] = mano;
    out->score[SOLVE_POSTRE] = postre;
    for (int a = 0; a < SOLVE_TARGET; a++) {
        for (int b = 0; b < SOLVE_TARGET; b++) {
            /* the other one is mano of the next hand */
            out->next[SOLVE_MANO][a][b] = -(double)scores->value[b][a];
            out->next[SOLVE_POSTRE][a][b] = (double)scores->value[b][a];
        }
    }
}

void solve_scores_answers(const solve_scores *scores, int mano, int postre, solve_utility *out) {
    solve_scores_utility(scores, mano, postre, out);
    for (int a = 0; a < SOLVE_TARGET; a++) {
        for (int b = 0; b < SOLVE_TARGET; b++) {
            out->next[SOLVE_MANO][a][b] = (double)scores->best[SOLVE_POSTRE][b][a];
            out->next[SOLVE_POSTRE][a][b] = (double)scores->best[SOLVE_MANO][b][a];
        }
    }
}

/* Whether blocks end with this number of stones. */
static bool ends_block(int stones) { return stones == 15 || stones >= 31; }

bool solve_scores_before(int mano, int postre, int *of_mano, int *of_postre) {
    int high = mano > postre ? mano : postre, low = mano > postre ? postre : mano;
    if (high >= 36) { /* a juego that is nearly over is another game with every stone of the leader */
        if (ends_block(low)) return false;
        *of_mano = mano + (mano < postre);
        *of_postre = postre + (mano > postre);
        return true;
    }
    if (high == 35 || high == 31 || high == 15) return false;
    *of_mano = mano + 1;
    *of_postre = postre + 1;
    return true;
}

/* ---- where chains are ---- */

typedef struct chain {
    int mano, postre; /* the score that it has come to; -1: none */
    uint64_t used;
    solve_table table;
    uint32_t iterations;
} chain;

struct solve_chains {
    const solve_tree *tree;
    int most;
    uint64_t now;
    chain list[];
};

solve_chains *solve_chains_new(const solve_tree *tree, int most) {
    solve_chains *chains = calloc(1, sizeof *chains + sizeof(chain) * (size_t)most);
    if (chains == NULL) return NULL;
    chains->tree = tree;
    chains->most = most;
    for (int i = 0; i < most; i++) chains->list[i].mano = -1;
    return chains;
}

static void table_free(solve_table *table) {
    for (int player = 0; player < SOLVE_PLAYERS; player++) {
        free(table->regret[player]);
        free(table->sum[player]);
        free(table->last[player]);
    }
    memset(table, 0, sizeof *table);
}

void solve_chains_free(solve_chains *chains) {
    for (int i = 0; chains != NULL && i < chains->most; i++) table_free(&chains->list[i].table);
    free(chains);
}

uint64_t solve_chain_bytes(const solve_tree *tree) {
    return 2 * (tree->values[0] + tree->values[1]) * sizeof(float) + 2 * tree->columns * sizeof(uint32_t);
}

static chain *find(solve_chains *chains, int mano, int postre) {
    for (int i = 0; i < chains->most; i++) {
        if (chains->list[i].mano == mano && chains->list[i].postre == postre) return &chains->list[i];
    }
    return NULL;
}

static bool open_run(const solve_scores *scores, const solve_tree *tree, int mano, int postre, int threads,
                     solve_run *run) {
    solve_utility utility;
    solve_scores_utility(scores, mano, postre, &utility);
    return solve_run_open(run, tree, &utility, solve_method_find("dcfr"), threads, NULL) == TP_OK;
}

static void swap(solve_table *a, solve_table *b) {
    solve_table before = *a;
    *a = *b;
    *b = before;
}

/* Keep the result of this run and close it. It replaces the one that was used longest ago (LRU). */
static void keep(solve_chains *chains, solve_run *run, int mano, int postre) {
    chain *place = &chains->list[0];
    for (int i = 1; i < chains->most; i++)
        place = chains->list[i].used < place->used ? &chains->list[i] : place;
    swap(&place->table, &run->table);
    place->mano = mano;
    place->postre = postre;
    place->iterations = run->iterations;
    place->used = ++chains->now;
    solve_run_close(run);
}

static bool iterate(solve_run *run, uint32_t more, atomic_bool *stop) {
    for (uint32_t i = 0; i < more; i++) {
        if ((stop != NULL && atomic_load(stop)) || !solve_run_iterate(run)) return false;
    }
    return true;
}

/* A run that is where the iterations of this score itself begin. */
static bool begin(const solve_scores *scores, solve_chains *chains, int mano, int postre, int threads,
                  atomic_bool *stop, solve_run *run) {
    int path[SOLVE_TARGET][2], length = 0;
    chain *from = NULL;
    path[0][0] = mano;
    path[0][1] = postre;
    while (from == NULL && solve_scores_before(path[length][0], path[length][1], &path[length + 1][0],
                                               &path[length + 1][1])) {
        length++;
        from = find(chains, path[length][0], path[length][1]);
    }
    /* from there, or from nothing, forward again */
    for (int i = from == NULL ? length : length - 1; i >= 0; i--) {
        if (!open_run(scores, chains->tree, path[i][0], path[i][1], threads, run)) return false;
        if (from != NULL) {
            swap(&from->table, &run->table);
            run->iterations = from->iterations;
            from->mano = -1;
            from->used = 0;
        }
        if (i == 0) return true;
        if (!iterate(run, scores->iterations[path[i][0]][path[i][1]], stop)) {
            solve_run_close(run);
            return false;
        }
        keep(chains, run, path[i][0], path[i][1]);
        from = find(chains, path[i][0], path[i][1]);
    }
    return false;
}

/* ---- one score ---- */

bool solve_scores_policy(const solve_scores *scores, solve_chains *chains, int mano, int postre, int threads,
                         atomic_bool *stop, solve_policy *out) {
    solve_run run;
    if (!begin(scores, chains, mano, postre, threads, stop, &run)) return false;
    bool ok =
        iterate(&run, scores->iterations[mano][postre], stop) && solve_policy_make(out, chains->tree, &run);
    if (ok)
        keep(chains, &run, mano, postre);
    else
        solve_run_close(&run);
    return ok;
}

/* Write down what a policy is worth, and what the best answers to it win, who go on so in the hands after it.
 */
static bool note(solve_scores *scores, const solve_policy *policy, const solve_values *values, int mano,
                 int postre, int threads) {
    solve_utility utility;
    solve_values exploited;
    solve_scores_answers(scores, mano, postre, &utility);
    if (!solve_policy_evaluate(policy, &utility, threads, &exploited)) return false;
    scores->value[mano][postre] = (float)values->value[SOLVE_MANO];
    scores->nashconv[mano][postre] = (float)values->nashconv;
    for (int player = 0; player < SOLVE_PLAYERS; player++)
        scores->best[player][mano][postre] = (float)exploited.best[player];
    return true;
}

/* When it is looked at next. Looking takes as long as some iterations. */
static uint32_t next_look(bool is_first, bool is_near, int high, uint32_t iterations) {
    if (!is_first) return iterations + (is_near ? 2 : iterations < 16 ? 4 : 8);
    return iterations > 0 ? iterations + 8 : high < 32 ? 24 : high < 36 ? 20 : 16;
}

bool solve_scores_solve(solve_scores *scores, solve_chains *chains, int mano, int postre, double nashconv,
                        int threads) {
    solve_run run;
    int of_mano, of_postre, high = mano > postre ? mano : postre;
    bool is_first = !solve_scores_before(mano, postre, &of_mano, &of_postre), ok = true, done = false;
    if (!begin(scores, chains, mano, postre, threads, NULL, &run)) return false;
    /* where the one before is far better than it must be, little is left to do */
    bool is_near = !is_first && (double)scores->nashconv[of_mano][of_postre] < .7 * nashconv;
    uint32_t so_far = 0;
    while (ok && !done) {
        solve_policy policy = {0};
        solve_values values;
        uint32_t to = next_look(is_first, is_near, high, so_far);
        ok = iterate(&run, to - so_far, NULL) && solve_policy_make(&policy, chains->tree, &run) &&
             solve_policy_evaluate(&policy, &run.utility, threads, &values);
        so_far = to;
        done = ok && (values.nashconv <= nashconv || so_far >= SOLVE_MOST_SCORE_ITERATIONS);
        if (done) ok = note(scores, &policy, &values, mano, postre, threads);
        solve_policy_free(&policy);
    }
    if (ok) {
        scores->iterations[mano][postre] = (uint16_t)so_far;
        keep(chains, &run, mano, postre);
    } else {
        solve_run_close(&run);
    }
    return ok;
}
