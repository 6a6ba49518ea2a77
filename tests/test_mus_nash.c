/* The agent `nash`: that it finds its place in the tree whatever was bet, and plays there what was solved. */
#include "games/mus/solve_engine.h"
#include "games/mus/solve_path.h"
#include "tapete/agent.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char file[64];
static solve_scores scores;
static solve_tree tree;

/* A file of all scores that is quickly solved again: plausible values, and very few iterations. */
static int write_scores(void **unused) {
    (void)unused;
    const solve_order order = {.threads = 1};
    void *self = NULL;
    solve_part part[SOLVE_MOST_PARTS];
    tp_error error = {0};
    assert_int_equal(mus_scores_engine.open(&order, &self, &error), TP_OK);
    int count = mus_scores_engine.parts(self, part);
    uint64_t sizes[SOLVE_MOST_PARTS];
    for (int i = 0; i < count; i++) sizes[i] = part[i].size;
    assert_int_equal(mus_scores_engine.restore(self, SOLVE_SCORES, sizes, count, &error), TP_OK);
    for (int a = 0; a < SOLVE_TARGET; a++) {
        for (int b = 0; b < SOLVE_TARGET; b++) {
            scores.value[a][b] = (float)(a - b) / 80;
            scores.best[0][a][b] = scores.value[a][b];
            scores.best[1][a][b] = -scores.value[a][b];
            scores.iterations[a][b] = 1;
        }
    }
    scores.done = SOLVE_SCORES;
    memcpy(part[0].bytes, scores.value, part[0].size);
    memcpy(part[1].bytes, scores.best, part[1].size);
    memcpy(part[2].bytes, scores.nashconv, part[2].size);
    memcpy(part[3].bytes, scores.iterations, part[3].size);
    snprintf(file, sizeof file, "/tmp/test_mus_nash-%d", (int)getpid());
    assert_int_equal(solve_file_write(file, &mus_scores_engine, self, &error), TP_OK);
    mus_scores_engine.close(self);
    assert_true(solve_tree_make(&tree, &solve_score_bets));
    return 0;
}

static int remove_scores(void **unused) {
    (void)unused;
    return unlink(file);
}

static tp_agent *make(const char *preset, tp_options *options, tp_error *error) {
    const tp_game *mus = tp_game_find("mus", NULL);
    char name[96];
    snprintf(name, sizeof name, "nash:file=%s", file);
    tp_options_init(options, mus->options);
    assert_int_equal(tp_options_set(options, "preset", preset, NULL), TP_OK);
    mus->settle(options, NULL);
    return tp_agent_new_for(mus, options, name, 7, error);
}

/* A hand at this score. */
static void deal(const tp_options *options, uint64_t seed, int mano, int postre, mus_state *state,
                 tp_chance *chance) {
    mus_rules rules;
    mus_rules_from_options(options, &rules);
    tp_chance_from_seed(chance, seed);
    mus_setup(state, &rules, seed & 1, false, chance);
    state->table.score[state->table.mano] = (uint16_t)mano;
    state->table.score[1 - state->table.mano] = (uint16_t)postre;
}

static bool goes_on(const mus_state *state, int mano, int postre) {
    int now[2];
    if (!mus_is_lance(state->table.phase)) return false;
    nash_score(&state->table, &now[0], &now[1]);
    return now[0] == mano && now[1] == postre;
}

/* Random hands with the bets of the tree: the place is followed here too, move by move. */
static void test_place(void **unused) {
    (void)unused;
    tp_options options;
    const tp_game *mus = tp_game_find("mus", NULL);
    tp_options_init(&options, mus->options);
    tp_options_set(&options, "preset", "S2", NULL);
    tp_options_set(&options, "raises", "2,5", NULL);
    tp_options_set(&options, "max_raises", "0", NULL);
    mus->settle(&options, NULL);
    int decisions = 0, lances[MUS_LANCES] = {0};
    for (uint64_t seed = 1; seed <= 400; seed++) {
        mus_state state;
        tp_chance chance;
        deal(&options, seed, 3, 11, &state, &chance);
        uint64_t column = 0;
        int node = 0, lance = MUS_GRANDE;
        while (goes_on(&state, 3, 11)) {
            const mus_table *table = &state.table;
            tp_move moves[MUS_MAX_MOVES];
            nash_path paths[NASH_MOST_PATHS];
            int stage, count = mus_list_legal(table, state.hands[table->to_act], moves);
            if ((int)mus_lance(table->phase) != lance) {
                lance = (int)mus_lance(table->phase);
                node = 0;
            }
            int ways = nash_find(&tree, table, &stage, paths);
            const solve_node *at = &tree.lance.node[node];
            assert_int_equal(ways, 1);
            assert_true(fabs(paths[0].weight - 1) < 1e-12);
            assert_int_equal(paths[0].node, node);
            assert_int_equal(paths[0].column, column);
            assert_int_equal(count, at->actions);
            assert_int_equal(memcmp(moves, at->moves, sizeof(tp_move) * (size_t)count), 0);
            const solve_stage *s = &tree.stage[stage];
            assert_true(lance < MUS_JUEGO ? stage == lance : stage >= SOLVE_JUEGO);
            assert_true(column < s->columns);
            decisions++;
            lances[lance]++;
            int choice = (int)tp_rng_below(&chance.rng, (uint32_t)count), next = at->next[choice];
            mus_apply(&state, moves[choice], &chance);
            node = next;
            if (next < 0) column = column * (uint64_t)tree.lance.leaves + (uint64_t)(-1 - next);
        }
    }
    assert_true(decisions > 1500);
    for (int i = 0; i < MUS_LANCES; i++) assert_true(lances[i] > 50);
}

/* What it plays there is what was solved. */
static void test_probabilities(void **unused) {
    (void)unused;
    tp_options options;
    tp_error error = {0};
    tp_agent *agent = make("S2", &options, &error);
    assert_non_null(agent);
    solve_chains *chains = solve_chains_new(&tree, 1);
    solve_policy policy = {0};
    const solve_cards *cards = solve_cards_get();
    assert_non_null(chains);
    assert_true(solve_scores_policy(&scores, chains, 38, 37, 1, NULL, &policy));
    float all[SOLVE_MOST_ACTIONS * SOLVE_HANDS];
    int asked = 0;
    for (uint64_t seed = 1; seed <= 30; seed++) {
        mus_state state;
        tp_chance chance;
        deal(&options, seed, 38, 37, &state, &chance);
        while (goes_on(&state, 38, 37)) {
            const mus_table *table = &state.table;
            mus_view view;
            tp_move moves[MUS_MAX_MOVES];
            double probs[MUS_MAX_MOVES], sum = 0;
            nash_path paths[NASH_MOST_PATHS];
            int stage, count = mus_list_legal(table, state.hands[table->to_act], moves);
            mus_view_of(&state, table->to_act, &view);
            assert_int_equal(tp_agent_probs(agent, &view, probs), count);
            assert_int_equal(nash_find(&tree, table, &stage, paths), 1);
            solve_read_policy(&policy, stage, paths[0].column, paths[0].node, all);
            const solve_node *node = &tree.lance.node[paths[0].node];
            const solve_stage *s = &tree.stage[stage];
            size_t place = (size_t)(cards->place[mus_class_of(&table->rules, state.hands[table->to_act]) -
                                                 mus_classes_8] -
                                    s->first[node->player]);
            for (int i = 0; i < count; i++) {
                double expected = 0;
                for (int a = 0; a < node->actions; a++) {
                    if (node->moves[a] == moves[i])
                        expected = (double)all[(size_t)a * s->count[node->player] + place];
                }
                assert_true(fabs(probs[i] - expected) < 1e-6);
                sum += probs[i];
            }
            assert_true(fabs(sum - 1) < 1e-9);
            asked++;
            /* and on with a move of the tree */
            mus_apply(&state, node->moves[tp_rng_below(&chance.rng, node->actions)], &chance);
        }
    }
    assert_true(asked > 60);
    solve_policy_free(&policy);
    solve_chains_free(chains);
    tp_agent_free(agent);
}

/* Bets of any size, against it and among the moves before: it always answers with a legal move. */
static void test_any_bets(void **unused) {
    (void)unused;
    tp_options options;
    tp_error error = {0};
    tp_agent *agent = make("F2", &options, &error);
    assert_non_null(agent);
    int split = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        mus_state state;
        tp_chance chance;
        deal(&options, seed, 36, 36, &state, &chance);
        mus_view view;
        tp_move moves[MUS_MAX_MOVES];
        double probs[MUS_MAX_MOVES];
        mus_view_of(&state, state.table.to_act, &view);
        assert_int_equal(tp_agent_choose(agent, &view), MUS_MOVE_NO_MUS);
        mus_apply(&state, MUS_MOVE_NO_MUS, &chance);
        while (goes_on(&state, 36, 36)) {
            nash_path paths[NASH_MOST_PATHS];
            int stage, count = mus_list_legal(&state.table, state.hands[state.table.to_act], moves);
            mus_view_of(&state, state.table.to_act, &view);
            int ways = nash_find(&tree, &state.table, &stage, paths);
            double sum = 0, weights = 0;
            for (int i = 0; i < ways; i++) weights += paths[i].weight;
            assert_true(fabs(weights - 1) < 1e-9);
            split += ways > 1;
            assert_int_equal(tp_agent_probs(agent, &view, probs), count);
            for (int i = 0; i < count; i++) {
                assert_true(probs[i] >= 0);
                sum += probs[i];
            }
            assert_true(fabs(sum - 1) < 1e-9);
            tp_move chosen = tp_agent_choose(agent, &view);
            int found = 0;
            for (int i = 0; i < count; i++) found += moves[i] == chosen;
            assert_int_equal(found, 1);
            mus_apply(&state, moves[tp_rng_below(&chance.rng, (uint32_t)count)], &chance);
        }
    }
    assert_true(split > 20);
    assert_null(tp_agent_failure(agent));
    tp_agent_free(agent);
}

static void test_refusals(void **unused) {
    (void)unused;
    tp_options options;
    tp_error error = {0};
    assert_null(make("F4", &options, &error));
    assert_non_null(strstr(error.text, "two-player Mus"));
    assert_null(tp_agent_new(tp_game_find("mus", NULL), "nash:file=/nowhere", 1, &error));
}

/* The mapping of Ganzfried and Sandholm: an end for sure at its own stake, and a half at the stake between.
 */
static void test_mapping(void **unused) {
    (void)unused;
    assert_true(fabs(nash_share(2, 40, 2) - 1) < 1e-12);
    assert_true(fabs(nash_share(2, 40, 40)) < 1e-12);
    assert_true(fabs(nash_share(0, 4, 2) - 1.0 / 6) < 1e-12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_place),    cmocka_unit_test(test_probabilities),
        cmocka_unit_test(test_any_bets), cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_mapping),
    };
    return cmocka_run_group_tests(tests, write_scores, remove_scores);
}
