/* Two-player Mus, solved: the sizes of the tree, values that are known exactly, and that every build and any
 * number of threads come to the same bytes. */
#include "games/mus/solve_engine.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static solve_bets bets(int max_raises) {
    solve_bets out = solve_score_bets;
    out.max_raises = (uint8_t)max_raises;
    return out;
}

/* docs/rules/exact/mus.md, section 11: nodes, information sets; and actions. */
static void test_sizes(void **unused) {
    (void)unused;
    static const struct {
        int raises;
        uint64_t nodes, sets, actions;
    } rows[] = {{0, 16280, 1970400, 4926000},
                {1, 346096, 43298880, 119071920},
                {2, 6287072, 801413760, 2303989920},
                {3, 106838464, 13753420800, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        solve_tree tree;
        solve_bets of = bets(rows[i].raises);
        assert_true(solve_tree_make(&tree, &of));
        assert_int_equal(tree.nodes, rows[i].nodes);
        if (rows[i].raises < 3) assert_int_equal(tree.sets, rows[i].sets);
        if (rows[i].raises < 2) assert_int_equal(tree.actions, rows[i].actions);
    }
    /* the openings that the loss by translation is measured with */
    solve_tree tree;
    solve_bets wide = {.openings = {2, 3, 5, 10, 20},
                       .raises = {2, 5},
                       .opening_count = 5,
                       .raise_count = 2,
                       .max_raises = 1};
    assert_true(solve_tree_make(&tree, &wide));
    assert_int_equal(tree.nodes, 106838464);
    wide.max_raises = 3;
    assert_false(solve_tree_make(&tree, &wide));
}

/* The tree is that of the rules: a walk through it with the rules beside, along all actions of all nodes of
 * the first lance. */
static void test_moves(void **unused) {
    (void)unused;
    static solve_tree tree;
    solve_bets of = bets(2);
    assert_true(solve_tree_make(&tree, &of));
    mus_rules rules = {.raises = 1u << 2 | 1u << 5,
                       .players = 2,
                       .kings8 = 1,
                       .mus = MUS_NONE,
                       .min_discard = 1,
                       .target = SOLVE_TARGET,
                       .juegos_to_win = 1,
                       .vacas_to_win = 1,
                       .min_bet = 2,
                       .min_raise = 2,
                       .max_raises = 2};
    static mus_state at[SOLVE_MOST_NODES];
    tp_chance chance;
    tp_chance_from_seed(&chance, 5);
    mus_setup(&at[0], &rules, 0, false, &chance);
    for (int i = 0; i < tree.lance.nodes; i++) {
        const solve_node *node = &tree.lance.node[i];
        tp_move moves[MUS_MAX_MOVES];
        int count = mus_list_legal(&at[i].table, at[i].hands[at[i].table.to_act], moves);
        assert_int_equal(at[i].table.to_act, node->player);
        assert_int_equal(count, node->actions);
        for (int a = 0; a < count; a++) {
            assert_int_equal(moves[a], node->moves[a]);
            mus_state after = at[i];
            mus_apply(&after, moves[a], &chance);
            if (node->next[a] >= 0) {
                at[node->next[a]] = after;
                continue;
            }
            const solve_end *end = &tree.lance.end[-1 - node->next[a]];
            const mus_result *result = &after.table.results[MUS_GRANDE];
            switch (end->kind) {
            case SOLVE_PASS: assert_int_equal(result->kind, MUS_RESULT_PASS); break;
            case SOLVE_BET:
                assert_int_equal(result->kind, MUS_RESULT_BET);
                assert_int_equal(result->stake, end->stones);
                break;
            case SOLVE_FOLD:
                assert_int_equal(result->kind, MUS_RESULT_FOLD);
                assert_int_equal(result->seat, end->player);
                assert_int_equal(after.table.score[end->player], end->stones);
                break;
            default: assert_int_equal(after.table.phase, MUS_PHASE_OVER);
            }
        }
    }
}

/* ---- strategies whose values are known ---- */

static void read_pass(void *tree_bytes, int stage, uint64_t column, int node, float *out) {
    const solve_tree *tree = tree_bytes;
    const solve_node *at = &tree->lance.node[node];
    size_t count = tree->stage[stage].count[at->player];
    (void)column;
    for (size_t i = 0; i < count * at->actions; i++) out[i] = i < count ? 1 : 0;
}

static void read_even(void *tree_bytes, int stage, uint64_t column, int node, float *out) {
    const solve_tree *tree = tree_bytes;
    const solve_node *at = &tree->lance.node[node];
    size_t count = tree->stage[stage].count[at->player];
    (void)column;
    for (size_t i = 0; i < count * at->actions; i++) out[i] = 1.0f / at->actions;
}

static void evaluate(const solve_tree *tree, solve_source source, solve_values *out) {
    static const solve_utility stones = {.kind = SOLVE_STONES};
    const solve_source *const both[SOLVE_PLAYERS] = {&source, &source};
    assert_true(solve_evaluate(tree, &stones, 1, both, out));
}

static void test_known_values(void **unused) {
    (void)unused;
    static solve_tree tree;
    solve_bets of = bets(0);
    solve_values values;
    assert_true(solve_tree_make(&tree, &of));
    evaluate(&tree, (solve_source){read_pass, &tree}, &values);
    assert_true(fabs(values.value[SOLVE_MANO] - 0.0941712) < 5e-8);
    assert_true(fabs(values.value[SOLVE_POSTRE] + 0.0941712) < 5e-8);
    evaluate(&tree, (solve_source){read_even, &tree}, &values);
    assert_true(fabs(values.value[SOLVE_MANO] - 0.7025) < 5e-5);
    assert_true(fabs(values.value[SOLVE_MANO] + values.value[SOLVE_POSTRE]) < 1e-9);
}

/* The best answers to `mus-bot`, stones of one hand, the mean of both seats; `mc` after translation. */
static void test_exploit(void **unused) {
    (void)unused;
    tp_options options;
    tp_error error = {0};
    solve_exploit found;
    const tp_game *mus = tp_game_find("mus", NULL);
    tp_options_init(&options, mus->options);
    assert_int_equal(tp_options_set(&options, "preset", "S2", NULL), TP_OK);
    mus->settle(&options, NULL);
    solve_order order = {.game = mus, .options = &options, .threads = 1};
    assert_int_equal(mus_solve_engine.exploit(&order, "mus-bot", &found, &error), TP_OK);
    assert_int_equal(found.asked, 1970400);
    assert_true(fabs((found.best[0] + found.best[1]) / 2 - 4.19) < .01);
    assert_false(found.is_translated);
    assert_int_equal(mus_solve_engine.exploit(&order, "mc", &found, &error), TP_OK);
    assert_true(found.is_translated);
    assert_true(found.best[0] > found.value && found.best[1] > -found.value);
    assert_int_not_equal(mus_solve_engine.exploit(&order, "ismcts", &found, &error), TP_OK);
    order.openings = "5,2";
    assert_int_not_equal(mus_solve_engine.suits(&order, &error), TP_OK);
    assert_non_null(strstr(error.text, "--openings"));
    order.openings = "2,5";
    assert_int_equal(mus_solve_engine.suits(&order, &error), TP_OK);
    order.score = "40,1";
    assert_int_not_equal(mus_solve_engine.suits(&order, &error), TP_OK);
    assert_non_null(strstr(error.text, "is no score"));
}

/* ---- all scores ---- */

/* The last scores, with what is known of them (to 0.004), and the same bytes again with as many iterations.
 */
static void test_scores(void **unused) {
    (void)unused;
    static solve_tree tree;
    solve_scores *scores = calloc(1, sizeof *scores);
    assert_non_null(scores);
    assert_true(solve_tree_make(&tree, &solve_score_bets));
    solve_chains *chains = solve_chains_new(&tree, 3);
    assert_non_null(chains);
    for (uint32_t i = 0; i < 5; i++) {
        int mano, postre;
        solve_scores_nth(i, &mano, &postre);
        assert_true(solve_scores_solve(scores, chains, mano, postre, .001, 1));
        assert_true(scores->nashconv[mano][postre] <= .001f);
        for (int player = 0; player < SOLVE_PLAYERS; player++) {
            double own = player == SOLVE_MANO ? (double)scores->value[mano][postre]
                                              : -(double)scores->value[mano][postre];
            assert_true((double)scores->best[player][mano][postre] >= own - 1e-6);
            assert_true((double)scores->best[player][mano][postre] <= own + .01);
        }
    }
    assert_true(fabs((double)scores->value[39][39] - .0014) < .004);
    assert_true(fabs((double)scores->value[38][38] - .0038) < .004);
    /* a chain of three, with values above it that are good enough; the last one again from its beginning */
    for (int a = 0; a < SOLVE_TARGET; a++) {
        for (int b = 0; b < SOLVE_TARGET; b++) scores->value[a][b] = (float)(a - b) / 80;
    }
    solve_policy once = {0}, again = {0};
    atomic_bool stop = false;
    for (int before = 2; before >= 0; before--)
        assert_true(solve_scores_solve(scores, chains, 33 + before, 29 + before, .02, 1));
    assert_true(scores->iterations[33][29] < scores->iterations[35][31]);
    solve_chains *others = solve_chains_new(&tree, 1);
    assert_non_null(others);
    assert_true(solve_scores_policy(scores, others, 33, 29, 2, &stop, &once));
    assert_true(solve_scores_policy(scores, chains, 33, 29, 1, NULL, &again));
    for (int player = 0; player < SOLVE_PLAYERS; player++)
        assert_memory_equal(once.byte[player], again.byte[player], tree.values[player]);
    solve_policy_free(&again);
    stop = true;
    assert_false(solve_scores_policy(scores, others, 33, 29, 1, &stop, &again));
    solve_policy_free(&once);
    solve_chains_free(chains);
    solve_chains_free(others);
    free(scores);
}

/* ---- iterations ---- */

static uint64_t hash(uint64_t sum, const void *bytes, size_t size) {
    const uint8_t *at = bytes;
    for (size_t i = 0; i < size; i++) sum = (sum ^ at[i]) * 1099511628211u;
    return sum;
}

static const solve_hot *builds(int number) {
#if defined(SOLVE_HAS_BUILDS)
    if (number == 1 && __builtin_cpu_supports("avx2")) return &solve_hot_avx2;
    if (number == 2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq"))
        return &solve_hot_avx512;
#endif
    return number == 0 ? &solve_hot_plain : NULL;
}

/* Some iterations at this score; the hash of everything that came of them. */
static uint64_t iterate(const solve_tree *tree, const solve_hot *hot, int threads, int mano, int postre,
                        uint32_t iterations, int bits, double *nashconv) {
    solve_run run;
    solve_scores *scores = calloc(1, sizeof *scores);
    solve_utility utility;
    assert_non_null(scores);
    for (int a = 0; a < SOLVE_TARGET; a++) {
        for (int b = 0; b < SOLVE_TARGET; b++) scores->value[a][b] = (float)(a - b) / 80;
    }
    solve_scores_utility(scores, mano, postre, &utility);
    if (mano + postre == 0) utility.kind = SOLVE_STONES;
    assert_int_equal(
        solve_run_open_bits(&run, tree, &utility, solve_method_find("dcfr"), bits, threads, NULL), TP_OK);
    run.hot = hot;
    while (run.iterations < iterations) assert_true(solve_run_iterate(&run));
    uint64_t sum = 14695981039346656037u;
    for (int player = 0; player < SOLVE_PLAYERS; player++) {
        const solve_table *table = &run.table;
        size_t size = tree->values[player] * (size_t)bits / 8;
        sum = hash(sum, bits == 16 ? (void *)table->regret16[player] : table->regret[player], size);
        sum = hash(sum, bits == 16 ? (void *)table->sum16[player] : table->sum[player], size);
        if (bits == 16) sum = hash(sum, table->factor[player], 2 * tree->nodes * sizeof(float));
    }
    solve_values values;
    assert_true(solve_run_evaluate(&run, &values));
    *nashconv = values.nashconv;
    assert_true(values.best[0] >= values.value[0] - 1e-12 && values.best[1] >= values.value[1] - 1e-12);
    solve_run_close(&run);
    free(scores);
    return sum;
}

static void test_same_bytes(void **unused) {
    (void)unused;
    static solve_tree tree;
    static const int scores[2][2] = {{0, 0}, {38, 33}};
    solve_bets of = bets(0);
    assert_true(solve_tree_make(&tree, &of));
    for (int i = 0; i < 4; i++) {
        double nashconv;
        int mano = scores[i % 2][0], postre = scores[i % 2][1], bits = i < 2 ? 32 : 16;
        uint64_t plain = iterate(&tree, builds(0), 1, mano, postre, 3, bits, &nashconv);
        for (int number = 1; number < 3; number++) {
            if (builds(number) == NULL) continue;
            assert_int_equal(plain, iterate(&tree, builds(number), number, mano, postre, 3, bits, &nashconv));
        }
    }
}

/* What is left after some iterations is far less than in the beginning, and the value is where it is known to
 * be. */
static void test_converges(void **unused) {
    (void)unused;
    static solve_tree tree;
    solve_bets of = bets(0);
    double nashconv, coarse;
    assert_true(solve_tree_make(&tree, &of));
    iterate(&tree, solve_hot_find(), 2, 0, 0, 48, 32, &nashconv);
    assert_true(nashconv < 0.5);
    /* in 16 bits it is nearly the same, in half the memory */
    iterate(&tree, solve_hot_find(), 2, 0, 0, 48, 16, &coarse);
    print_message("# NashConv after 48 iterations: %.5f, in 16 bits %.5f\n", nashconv, coarse);
    assert_true(coarse < 1.15 * nashconv);
    assert_true(solve_run_bytes(&tree, 16) < .56 * (double)solve_run_bytes(&tree, 32));
}

/* Each score comes after those that it can lead to, and each comes once; so does the one before it
 * in its chain. */
static void test_order(void **unused) {
    (void)unused;
    bool seen[SOLVE_TARGET][SOLVE_TARGET] = {{false}};
    int before = 2 * SOLVE_TARGET;
    for (uint32_t i = 0; i < SOLVE_SCORES; i++) {
        int mano, postre;
        solve_scores_nth(i, &mano, &postre);
        assert_true(mano >= 0 && mano < SOLVE_TARGET && postre >= 0 && postre < SOLVE_TARGET);
        assert_false(seen[mano][postre]);
        assert_true(mano + postre <= before);
        seen[mano][postre] = true;
        int of_mano, of_postre;
        if (solve_scores_before(mano, postre, &of_mano, &of_postre))
            assert_true(of_mano >= mano && of_postre >= postre && seen[of_mano][of_postre]);
        before = mano + postre;
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes),        cmocka_unit_test(test_moves),
        cmocka_unit_test(test_known_values), cmocka_unit_test(test_same_bytes),
        cmocka_unit_test(test_converges),    cmocka_unit_test(test_order),
        cmocka_unit_test(test_exploit),      cmocka_unit_test(test_scores),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
