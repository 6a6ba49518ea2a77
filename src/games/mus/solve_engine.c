/* Two-player Mus, solved: what `tapete solve` asks for (solve/solve.h). One engine solves a hand at one
 * score, the other one the hands at all scores. */
#include "games/mus/solve_engine.h"
#include "core/installed.h"
#include "core/language.h"

#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what is asked for ---- */

/* The abstraction that the options name: increments of 2 and 5 and no raise, if they say nothing. */
tp_err solve_bets_of(const tp_options *options, solve_bets *out, tp_error *error) {
    mus_rules found, wanted;
    mus_rules_from_options(options, &found);
    memset(&wanted, 0, sizeof wanted);
    wanted = found;
    wanted.players = 2;
    wanted.ffa = wanted.pares_order = wanted.real31 = wanted.deje_always_1 = 0;
    wanted.kings8 = 1;
    wanted.mus = found.mus == MUS_UNTIL_CUT ? MUS_UNTIL_CUT : MUS_NONE;
    wanted.mus_rounds = 0;
    wanted.target = SOLVE_TARGET;
    wanted.min_bet = wanted.min_raise = 2;
    if (memcmp(&found, &wanted, sizeof found) != 0)
        return tp_fail(
            error, TP_E_INPUT,
            TR("Mus is solved for two players with its usual rules: --option preset=S2 or preset=F2, and "
               "of the others only raises, max_raises and best_of"));
    memset(out, 0, sizeof *out);
    out->openings[out->opening_count++] = 2;
    for (uint32_t number = 2; number < SOLVE_TARGET; number++) {
        if (((found.raises >> number) & 1) == 0) continue;
        if (out->raise_count == SOLVE_MOST_SIZES - 2)
            return tp_fail(error, TP_E_INPUT, TR("--raises takes at most %d increments"),
                           SOLVE_MOST_SIZES - 2);
        out->raises[out->raise_count++] = (uint8_t)number;
    }
    if (found.raises == 0) {
        out->raises[0] = 2;
        out->raises[1] = 5;
        out->raise_count = 2;
    }
    out->max_raises = found.max_raises == MUS_NO_LIMIT ? 0 : found.max_raises;
    return TP_OK;
}

/* "2,5,10": stakes to open with, ascending. */
static tp_err read_openings(const char *text, solve_bets *bets, tp_error *error) {
    if (text == NULL) return TP_OK;
    bets->opening_count = 0;
    for (const char *at = text;;) {
        char *end;
        errno = 0;
        unsigned long number = strtoul(at, &end, 10);
        bool fits = end != at && (*end == ',' || *end == '\0') && errno == 0 && number >= 2 &&
                    number < SOLVE_TARGET && bets->opening_count < SOLVE_MOST_SIZES &&
                    (bets->opening_count == 0 || number > bets->openings[bets->opening_count - 1]);
        if (!fits)
            return tp_fail(
                error, TP_E_INPUT,
                TR("--openings %.40s is no list of bets: up to %d ascending numbers from 2 to %d, as in 2,5"),
                text, SOLVE_MOST_SIZES, SOLVE_TARGET - 1);
        bets->openings[bets->opening_count++] = (uint8_t)number;
        if (*end == '\0') return TP_OK;
        at = end + 1;
    }
}

static tp_err make_tree(const solve_order *order, solve_tree *out, tp_error *error) {
    solve_bets bets;
    tp_err code = solve_bets_of(order->options, &bets, error);
    if (code == TP_OK) code = read_openings(order->openings, &bets, error);
    if (code != TP_OK || solve_tree_make(out, &bets)) return code;
    return tp_fail(error, TP_E_INPUT,
                   TR("with so many raises the tree is too large: --max-raises takes 0 to %d"),
                   SOLVE_MOST_RAISES);
}

static tp_err read_score(const char *text, int score[SOLVE_PLAYERS], tp_error *error) {
    score[0] = score[1] = 0;
    if (text == NULL) return TP_OK;
    char *comma = NULL, *end = NULL;
    long mano = strtol(text, &comma, 10), other = -1;
    if (*comma == ',') other = strtol(comma + 1, &end, 10);
    if (comma != text && end != NULL && end != comma + 1 && *end == '\0' && mano >= 0 && other >= 0 &&
        mano < SOLVE_TARGET && other < SOLVE_TARGET) {
        score[0] = (int)mano;
        score[1] = (int)other;
        return TP_OK;
    }
    return tp_fail(
        error, TP_E_INPUT,
        TR("--score \"%.40s\" is no score: the stones of mano and of the other, 0 to %d, such as 12,30"),
        text, SOLVE_TARGET - 1);
}

static tp_err is_utility(const solve_order *order, tp_error *error) {
    if (order->utility == NULL || strcmp(order->utility, "stones") == 0 || strcmp(order->utility, "win") == 0)
        return TP_OK;
    return tp_fail(error, TP_E_INPUT, TR("there is no utility \"%.40s\" for %s; it is one of: %s"),
                   order->utility, order->game->name, "stones, win");
}

/* ---- one score ---- */

static const char *const methods[] = {"dcfr", "dcfr+", "cfr+", NULL};

typedef struct hand_run {
    solve_run run;
    json_t *what;
} hand_run;

static tp_err refuse_all(const solve_order *order, tp_error *error) {
    return tp_fail(error, TP_E_INPUT,
                   order->agent != NULL
                       ? TR("--all asks an agent at all scores without raises: leave out --score, --openings "
                            "and --max-raises")
                       : TR("--all solves all scores without raises: leave out --score, --bits, --max-raises "
                            "and --method"));
}

static tp_err suits(const solve_order *order, tp_error *error) {
    solve_tree *tree = malloc(sizeof *tree);
    int score[SOLVE_PLAYERS];
    if (tree == NULL) return tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"));
    tp_err code = make_tree(order, tree, error);
    free(tree);
    if (code == TP_OK) code = read_score(order->score, score, error);
    if (code == TP_OK) code = is_utility(order, error);
    if (code == TP_OK && order->all) code = refuse_all(order, error);
    return code;
}

static int bits_of(const solve_order *order) { return order->bits == 16 ? 16 : 32; }

static tp_err size(const solve_order *order, solve_size *out, tp_error *error) {
    solve_tree *tree = malloc(sizeof *tree);
    if (tree == NULL) return tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"));
    tp_err code = make_tree(order, tree, error);
    if (code == TP_OK)
        *out = (solve_size){.nodes = tree->nodes,
                            .sets = tree->sets,
                            .actions = tree->actions,
                            .bytes = solve_run_bytes(tree, bits_of(order)),
                            .iteration_s = 1e-8 * (double)tree->actions};
    free(tree);
    return code;
}

static json_t *numbers(const uint8_t *list, uint32_t count) {
    json_t *out = json_array();
    for (uint32_t i = 0; i < count; i++) json_array_append_new(out, json_integer(list[i]));
    return out;
}

static json_t *describe_bets(const solve_bets *bets) {
    return json_pack("{s:o, s:o, s:i}", "openings", numbers(bets->openings, bets->opening_count), "raises",
                     numbers(bets->raises, bets->raise_count), "max_raises", (int)bets->max_raises);
}

static void close_hand(void *self) {
    hand_run *hand = self;
    solve_run_close(&hand->run);
    json_decref(hand->what);
    free(hand);
}

static bool is_win(const solve_order *order) {
    return order->utility != NULL && strcmp(order->utility, "win") == 0;
}

/* The tree, and what ends are worth in it. */
static tp_err make_game(const solve_order *order, solve_tree *tree, solve_utility *utility, tp_error *error) {
    memset(utility, 0, sizeof *utility);
    utility->kind = SOLVE_STONES;
    tp_err code = make_tree(order, tree, error);
    if (code == TP_OK) code = read_score(order->score, utility->score, error);
    if (code != TP_OK || !is_win(order)) return code;
    solve_scores *scores = calloc(1, sizeof *scores);
    if (scores == NULL) return tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"));
    int mano = utility->score[SOLVE_MANO], postre = utility->score[SOLVE_POSTRE];
    code = solve_scores_load(NULL, scores, error);
    if (code == TP_OK) solve_scores_utility(scores, mano, postre, utility);
    free(scores);
    return code;
}

static tp_err open_hand(const solve_order *order, void **self, tp_error *error) {
    hand_run *hand = calloc(1, sizeof *hand);
    solve_tree *tree = malloc(sizeof *tree);
    solve_utility utility;
    tp_err code = hand == NULL || tree == NULL ? tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"))
                                               : make_game(order, tree, &utility, error);
    const solve_method *method = solve_method_find(order->method == NULL ? methods[0] : order->method);
    if (code == TP_OK)
        code = solve_run_open_bits(&hand->run, tree, &utility, method, bits_of(order), order->threads, error);
    if (code == TP_OK) {
        hand->what =
            json_pack("{s:s, s:s, s:s, s:[i,i], s:s, s:o, s:s}", "game", order->game->name, "rules_version",
                      order->game->rules_version, "variant", "S2", "score", utility.score[0],
                      utility.score[1], "utility", is_win(order) ? "win" : "stones", "bets",
                      describe_bets(&tree->bets), "method", method->name);
        if (hand->run.bits == 16) json_object_set_new(hand->what, "bits", json_integer(16));
        *self = hand;
    } else {
        free(hand);
    }
    free(tree);
    return code;
}

static bool iterate(void *self) { return solve_run_iterate(&((hand_run *)self)->run); }

static uint64_t iterations(const void *self) { return ((const hand_run *)self)->run.iterations; }

static bool measure(void *self, solve_measure *out) {
    hand_run *hand = self;
    solve_values values;
    double half = hand->run.utility.kind == SOLVE_WIN ? .5 : 0;
    if (!solve_run_evaluate(&hand->run, &values)) return false;
    out->value = values.value[0] + half;
    out->nashconv = values.nashconv;
    for (int player = 0; player < SOLVE_PLAYERS; player++) out->best[player] = values.best[player] + half;
    return true;
}

static json_t *describe(const void *self) { return json_deep_copy(((const hand_run *)self)->what); }

static int parts(void *self, solve_part out[SOLVE_MOST_PARTS]) {
    solve_run *run = &((hand_run *)self)->run;
    int count = 0;
    for (int player = 0; player < SOLVE_PLAYERS; player++) {
        const solve_table *table = &run->table;
        uint64_t values = run->tree.values[player] * (uint64_t)run->bits / 8;
        bool is_whole = run->bits == 32;
        out[count++] =
            (solve_part){is_whole ? (void *)table->regret[player] : table->regret16[player], values};
        out[count++] = (solve_part){is_whole ? (void *)table->sum[player] : table->sum16[player], values};
        if (!is_whole)
            out[count++] = (solve_part){table->factor[player], 2 * run->tree.nodes * sizeof(float)};
        out[count++] = (solve_part){run->table.last[player], run->tree.columns * sizeof(uint32_t)};
    }
    return count;
}

static tp_err restore(void *self, uint64_t done, const uint64_t *sizes, int count, tp_error *error) {
    solve_part own[SOLVE_MOST_PARTS];
    bool ok = parts(self, own) == count && done <= UINT32_MAX / 4;
    for (int i = 0; i < count && ok; i++) ok = own[i].size == sizes[i];
    if (!ok) return tp_fail(error, TP_E_INPUT, TR("it does not have the size that this game needs"));
    ((hand_run *)self)->run.iterations = (uint32_t)done;
    return TP_OK;
}

static bool check(void *self) {
    solve_run *run = &((hand_run *)self)->run;
    for (int player = 0; player < SOLVE_PLAYERS; player++) {
        for (uint64_t i = 0; run->bits == 16 && i < run->tree.values[player]; i++) {
            if (run->table.sum16[player][i] < 0) return false;
        }
        for (uint64_t i = 0; run->bits == 16 && i < 2 * run->tree.nodes; i++) {
            if (!isfinite(run->table.factor[player][i]) || run->table.factor[player][i] < 0) return false;
        }
        for (uint64_t i = 0; run->bits == 32 && i < run->tree.values[player]; i++) {
            if (!isfinite(run->table.regret[player][i]) || !(run->table.sum[player][i] >= 0) ||
                !isfinite(run->table.sum[player][i]))
                return false;
        }
        for (uint64_t i = 0; i < run->tree.columns; i++) {
            if (run->table.last[player][i] > run->iterations) return false;
        }
    }
    return true;
}

static json_t *show(void *self, const char *line, const char *hand, tp_error *error) {
    const solve_source average = {solve_read_average, &((hand_run *)self)->run};
    return solve_show(&((hand_run *)self)->run.tree, &average, line, hand, error);
}

static tp_err exploit(const solve_order *order, const char *agent, solve_exploit *out, tp_error *error) {
    solve_tree *tree = malloc(sizeof *tree);
    solve_utility utility;
    tp_err code = tree == NULL ? tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"))
                               : make_game(order, tree, &utility, error);
    if (code == TP_OK) code = solve_exploit_agent(tree, &utility, order, agent, out, error);
    free(tree);
    return code;
}

static double exercise(void) {
    const solve_cards *cards = solve_cards_get();
    return cards == NULL ? 0 : solve_hot_find()->exercise(cards, 100);
}

const solve_engine mus_solve_engine = {
    .methods = methods,
    .usual = 500,
    .suits = suits,
    .size = size,
    .open = open_hand,
    .close = close_hand,
    .iterate = iterate,
    .iterations = iterations,
    .measure = measure,
    .describe = describe,
    .parts = parts,
    .restore = restore,
    .check = check,
    .show = show,
    .exercise = exercise,
    .exploit = exploit,
};

/* ---- all scores ---- */

static const char *const score_methods[] = {"dcfr", NULL};

typedef struct scores_run {
    solve_tree tree;
    solve_scores scores;
    solve_chains *chains;
    double nashconv; /* of each score */
    int threads;
    const solve_helpers *helpers;
    /* Scores that were solved with others, and are taken one by one. */
    struct score_result *results;
    int taken, ready;
} scores_run;

typedef struct score_result {
    float value, best[SOLVE_PLAYERS], nashconv;
    uint32_t iterations;
} score_result;

static tp_err suits_all(const solve_order *order, tp_error *error) {
    solve_bets bets;
    tp_err code = solve_bets_of(order->options, &bets, error);
    bool is_it = order->all && order->agent == NULL && order->score == NULL && order->bits != 16 &&
                 memcmp(&bets, &solve_score_bets, sizeof bets) == 0 &&
                 (order->utility == NULL || strcmp(order->utility, "win") == 0);
    if (code == TP_OK && !is_it) code = refuse_all(order, error);
    return code;
}

static tp_err size_all(const solve_order *order, solve_size *out, tp_error *error) {
    tp_err code = size(order, out, error);
    solve_tree *tree = malloc(sizeof *tree);
    if (tree != NULL && solve_tree_make(tree, &solve_score_bets))
        out->bytes += sizeof(scores_run) + out->actions + SOLVE_MOST_CHAINS * solve_chain_bytes(tree);
    free(tree);
    out->iteration_s *= 32; /* or so, of each */
    return code;
}

static tp_err open_all(const solve_order *order, void **self, tp_error *error) {
    scores_run *all = calloc(1, sizeof *all);
    if (all != NULL && solve_tree_make(&all->tree, &solve_score_bets))
        all->chains = solve_chains_new(&all->tree, SOLVE_MOST_CHAINS);
    if (all == NULL || all->chains == NULL) {
        free(all);
        return tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"));
    }
    all->threads = order->threads;
    all->nashconv = order->nashconv > 0 ? order->nashconv : .0005;
    all->helpers = order->helpers;
    *self = all;
    return TP_OK;
}

static void close_all(void *self) {
    solve_chains_free(((scores_run *)self)->chains);
    free(((scores_run *)self)->results);
    free(self);
}

/* ---- with others: scores of one sum do not lead to one another ---- */

static int shared_count(const void *self) {
    const scores_run *all = self;
    int mano, postre;
    if (all->scores.done >= SOLVE_SCORES) return 0;
    solve_scores_nth(all->scores.done, &mano, &postre);
    int sum = mano + postre, most = sum < SOLVE_TARGET ? sum : SOLVE_TARGET - 1;
    return most - mano + 1;
}

/* All of a chain is done by the same process, which has it in memory. */
static int shared_hand(const void *self, int number, int hands) {
    const scores_run *all = self;
    int mano, postre, of_mano, of_postre;
    solve_scores_nth(all->scores.done + (uint32_t)number, &mano, &postre);
    while (solve_scores_before(mano, postre, &of_mano, &of_postre)) {
        mano = of_mano;
        postre = of_postre;
    }
    return (mano * SOLVE_TARGET + postre) % hands;
}

static void put(solve_scores *scores, int mano, int postre, const score_result *result) {
    scores->value[mano][postre] = result->value;
    scores->nashconv[mano][postre] = result->nashconv;
    scores->iterations[mano][postre] = (uint16_t)result->iterations;
    for (int player = 0; player < SOLVE_PLAYERS; player++)
        scores->best[player][mano][postre] = result->best[player];
}

static bool shared_work(void *self, int number, void *out) {
    scores_run *all = self;
    solve_scores *scores = &all->scores;
    score_result *result = out, nothing = {0};
    int mano, postre;
    solve_scores_nth(scores->done + (uint32_t)number, &mano, &postre);
    if (!solve_scores_solve(scores, all->chains, mano, postre, all->nashconv, all->threads)) return false;
    *result = (score_result){.value = scores->value[mano][postre],
                             .nashconv = scores->nashconv[mano][postre],
                             .iterations = scores->iterations[mano][postre]};
    for (int player = 0; player < SOLVE_PLAYERS; player++)
        result->best[player] = scores->best[player][mano][postre];
    put(scores, mano, postre, &nothing);
    return true;
}

static const solve_shared scores_shared = {
    .result_size = sizeof(score_result), .count = shared_count, .hand = shared_hand, .work = shared_work};

static bool iterate_with_others(scores_run *all) {
    int mano, postre;
    if (all->ready == 0) {
        int count = shared_count(all);
        if (all->results == NULL) all->results = calloc(SOLVE_TARGET, sizeof *all->results);
        if (all->results == NULL || !all->helpers->work(&mus_scores_engine, all, all->results)) return false;
        all->ready = count;
        all->taken = 0;
    }
    solve_scores_nth(all->scores.done, &mano, &postre);
    put(&all->scores, mano, postre, &all->results[all->taken++]);
    all->ready--;
    all->scores.done++;
    return true;
}

static bool iterate_all(void *self) {
    scores_run *all = self;
    int mano, postre;
    if (all->helpers != NULL) return iterate_with_others(all);
    solve_scores_nth(all->scores.done, &mano, &postre);
    bool ok = solve_scores_solve(&all->scores, all->chains, mano, postre, all->nashconv, all->threads);
    if (ok) all->scores.done++;
    return ok;
}

static uint64_t iterations_all(const void *self) { return ((const scores_run *)self)->scores.done; }

/* Of the score that was solved last. */
static bool measure_all(void *self, solve_measure *out) {
    const scores_run *all = self;
    int mano = 0, postre = 0;
    memset(out, 0, sizeof *out);
    if (all->scores.done == 0) return true;
    solve_scores_nth(all->scores.done - 1, &mano, &postre);
    out->value = .5 + (double)all->scores.value[mano][postre];
    out->best[0] = .5 + (double)all->scores.best[0][mano][postre];
    out->best[1] = .5 + (double)all->scores.best[1][mano][postre];
    out->nashconv = (double)all->scores.nashconv[mano][postre];
    return true;
}

static json_t *describe_all(const void *self) {
    (void)self;
    return json_pack("{s:s, s:s, s:s, s:s, s:o, s:s}", "game", "mus", "rules_version", "1", "variant", "S2",
                     "utility", "win", "bets", describe_bets(&solve_score_bets), "scores", "all");
}

static int parts_all(void *self, solve_part out[SOLVE_MOST_PARTS]) {
    scores_run *all = self;
    return solve_scores_parts(&all->scores, out);
}

static tp_err restore_all(void *self, uint64_t done, const uint64_t *sizes, int count, tp_error *error) {
    return solve_scores_restore(&((scores_run *)self)->scores, done, sizes, count, error);
}

static bool check_all(void *self) { return solve_scores_check(&((scores_run *)self)->scores); }

const solve_engine mus_scores_engine = {
    .methods = score_methods,
    .usual = SOLVE_SCORES,
    .most = SOLVE_SCORES,
    .unit = TR_MARK("scores"),
    .suits = suits_all,
    .size = size_all,
    .open = open_all,
    .close = close_all,
    .iterate = iterate_all,
    .iterations = iterations_all,
    .measure = measure_all,
    .describe = describe_all,
    .parts = parts_all,
    .restore = restore_all,
    .check = check_all,
    .shared = &scores_shared,
};

/* ---- the values of all scores, as they come with the program ---- */

int solve_scores_parts(solve_scores *scores, solve_part out[SOLVE_MOST_PARTS]) {
    out[0] = (solve_part){scores->value, sizeof scores->value};
    out[1] = (solve_part){scores->best, sizeof scores->best};
    out[2] = (solve_part){scores->nashconv, sizeof scores->nashconv};
    out[3] = (solve_part){scores->iterations, sizeof scores->iterations};
    return 4;
}

tp_err solve_scores_restore(solve_scores *scores, uint64_t done, const uint64_t *sizes, int count,
                            tp_error *error) {
    solve_part own[SOLVE_MOST_PARTS];
    bool ok = solve_scores_parts(scores, own) == count && done <= SOLVE_SCORES;
    for (int i = 0; i < count && ok; i++) ok = own[i].size == sizes[i];
    if (!ok) return tp_fail(error, TP_E_INPUT, TR("it does not have the size that this game needs"));
    scores->done = (uint32_t)done;
    return TP_OK;
}

bool solve_scores_check(const solve_scores *scores) {
    for (int a = 0; a < SOLVE_TARGET; a++) {
        for (int b = 0; b < SOLVE_TARGET; b++) {
            float values[] = {scores->value[a][b], scores->best[0][a][b], scores->best[1][a][b]};
            for (int i = 0; i < 3; i++) {
                if (!(values[i] >= -.5f && values[i] <= .5f)) return false;
            }
            if (!(scores->nashconv[a][b] >= -1e-6f && scores->nashconv[a][b] <= 1)) return false;
            if (scores->iterations[a][b] > SOLVE_MOST_SCORE_ITERATIONS) return false;
        }
    }
    return true;
}

#define SHIPPED "learnt/mus-s2.scores"

tp_err solve_scores_load(const char *file, solve_scores *out, tp_error *error) {
    char path[PATH_MAX];
    if (file == NULL) {
        if (!installed_find(SHIPPED, path, sizeof path))
            return tp_fail(error, TP_E_IO, TR("the file %s that comes with the program is missing"), SHIPPED);
        file = path;
    }
    void *all = NULL;
    const solve_order order = {.threads = 1};
    tp_err code = open_all(&order, &all, error);
    if (code == TP_OK) code = solve_file_read(file, &mus_scores_engine, all, error);
    if (code == TP_OK) {
        *out = ((scores_run *)all)->scores;
        if (out->done < SOLVE_SCORES)
            code = tp_fail(error, TP_E_INPUT, TR("%s is not finished: %u of %d scores are solved"), file,
                           out->done, SOLVE_SCORES);
    }
    if (all != NULL) close_all(all);
    return code;
}
