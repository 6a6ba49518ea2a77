/* Two-player Mus, solved: the best answers to an agent in a whole juego.
 *
 * A hand ends at a higher score, so scores are done from 39:39 down (solve_scores.h). At each the agent says
 * what it does with every hand, and the best answer in that hand goes on as the best answer in the hands
 * after it. What it wins is exact, but for the single precision of the sums. */
#include "core/language.h"
#include "games/mus/solve_engine.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

typedef struct answers_run {
    solve_tree tree;
    solve_scores scores; /* `value`: of mano between two of the agent; `iterations`: nothing */
    solve_asker *asker;
    char *agent;
    int threads;
} answers_run;

static const char *const methods[] = {"best", NULL};

static tp_err suits(const solve_order *order, tp_error *error) {
    solve_bets bets;
    tp_err code = solve_bets_of(order->options, &bets, error);
    bool is_it = order->all && order->agent != NULL && order->score == NULL && order->openings == NULL &&
                 memcmp(&bets, &solve_score_bets, sizeof bets) == 0 &&
                 (order->utility == NULL || strcmp(order->utility, "win") == 0);
    if (code == TP_OK && !is_it)
        code = tp_fail(error, TP_E_INPUT,
                       TR("--all asks an agent at all scores without raises: leave out --score, --openings "
                          "and --max-raises"));
    return code;
}

static tp_err size(const solve_order *order, solve_size *out, tp_error *error) {
    solve_tree *tree = malloc(sizeof *tree);
    (void)order;
    if (tree == NULL || !solve_tree_make(tree, &solve_score_bets)) {
        free(tree);
        return tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"));
    }
    *out =
        (solve_size){.nodes = tree->nodes,
                     .sets = tree->sets,
                     .actions = tree->actions,
                     .bytes = sizeof(answers_run) + 2 * sizeof(float) * (tree->values[0] + tree->values[1]),
                     .iteration_s = 1e-6 * (double)tree->sets};
    free(tree);
    return TP_OK;
}

static void close_answers(void *self) {
    answers_run *run = self;
    solve_asker_close(run->asker);
    free(run->agent);
    free(run);
}

static tp_err open_answers(const solve_order *order, void **self, tp_error *error) {
    answers_run *run = calloc(1, sizeof *run);
    tp_err code = run == NULL || !solve_tree_make(&run->tree, &solve_score_bets) ||
                          (run->agent = strdup(order->agent)) == NULL
                      ? tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"))
                      : solve_asker_open(&run->tree, order, order->agent, &run->asker, error);
    if (code == TP_OK) {
        run->threads = order->threads;
        *self = run;
    } else if (run != NULL) {
        close_answers(run);
    }
    return code;
}

static bool iterate(void *self) {
    answers_run *run = self;
    int score[SOLVE_PLAYERS];
    solve_utility utility;
    solve_values plain, best;
    solve_scores_nth(run->scores.done, &score[0], &score[1]);
    int mano = score[SOLVE_MANO], postre = score[SOLVE_POSTRE];
    const solve_source *source = solve_asker_ask(run->asker, score);
    const solve_source *const both[SOLVE_PLAYERS] = {source, source};
    solve_scores_utility(&run->scores, mano, postre, &utility);
    if (!solve_evaluate_fast(&run->tree, &utility, run->threads, both, &plain)) return false;
    solve_scores_answers(&run->scores, mano, postre, &utility);
    if (!solve_evaluate_fast(&run->tree, &utility, run->threads, both, &best)) return false;
    run->scores.value[mano][postre] = (float)plain.value[SOLVE_MANO];
    run->scores.nashconv[mano][postre] = (float)plain.nashconv;
    for (int player = 0; player < SOLVE_PLAYERS; player++)
        run->scores.best[player][mano][postre] = (float)best.best[player];
    run->scores.done++;
    return true;
}

static uint64_t iterations(const void *self) { return ((const answers_run *)self)->scores.done; }

/* Of the score that was done last: NashConv is that of the whole rest of the juego. */
static bool measure(void *self, solve_measure *out) {
    const answers_run *run = self;
    int mano = 0, postre = 0;
    memset(out, 0, sizeof *out);
    if (run->scores.done == 0) return true;
    solve_scores_nth(run->scores.done - 1, &mano, &postre);
    out->value = .5 + (double)run->scores.value[mano][postre];
    for (int player = 0; player < SOLVE_PLAYERS; player++)
        out->best[player] = .5 + (double)run->scores.best[player][mano][postre];
    out->nashconv = out->best[0] + out->best[1] - 1;
    return true;
}

static json_t *describe(const void *self) {
    return json_pack("{s:s, s:s, s:s, s:s, s:s, s:s}", "game", "mus", "rules_version", "1", "variant", "S2",
                     "utility", "win", "answers to", ((const answers_run *)self)->agent, "scores", "all");
}

static int parts(void *self, solve_part out[SOLVE_MOST_PARTS]) {
    return solve_scores_parts(&((answers_run *)self)->scores, out);
}

static tp_err restore(void *self, uint64_t done, const uint64_t *sizes, int count, tp_error *error) {
    return solve_scores_restore(&((answers_run *)self)->scores, done, sizes, count, error);
}

static bool check(void *self) { return solve_scores_check(&((answers_run *)self)->scores); }

const solve_engine mus_answers_engine = {
    .methods = methods,
    .usual = SOLVE_SCORES,
    .most = SOLVE_SCORES,
    .unit = TR_MARK("scores"),
    .suits = suits,
    .size = size,
    .open = open_answers,
    .close = close_answers,
    .iterate = iterate,
    .iterations = iterations,
    .measure = measure,
    .describe = describe,
    .parts = parts,
    .restore = restore,
    .check = check,
};
