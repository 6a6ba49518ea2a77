/* Agents: names, budgets, threads, and that they play as they say. */
#include "support/statistics.h"
#include "tapete/tapete.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_STATE = 1024, MOST_VIEW = 2048, MOST_MOVES = 8192 };

/* A position some way into a random game, as its actor sees it; returns the number of legal moves. */
static int some_view(const tp_game *game, uint64_t seed, int plies, void *view) {
    static unsigned char state[MOST_STATE];
    static tp_move moves[MOST_MOVES];
    tp_options options;
    tp_chance chance;
    tp_options_init(&options, game->options);
    tp_chance_from_seed(&chance, seed);
    game->setup(state, &options, &chance, NULL);
    for (int i = 0; i < plies; i++) {
        int count = game->legal(state, moves);
        game->apply(state, moves[tp_rng_below(&chance.rng, (uint32_t)count)], &chance);
    }
    game->view(state, game->actor(state), view);
    return game->view_legal(view, moves);
}

static tp_agent *make(const tp_game *game, const char *name, uint64_t seed) {
    tp_error error = {0};
    tp_agent *agent = tp_agent_new(game, name, seed, &error);
    if (agent == NULL) fail_msg("%s: %s", name, error.text);
    return agent;
}

static void random_plays_every_move_equally_often(void **unused) {
    (void)unused;
    for (const tp_game *const *game = tp_games(); *game != NULL; game++) {
        static unsigned char view[MOST_VIEW];
        tp_move moves[MOST_MOVES];
        int count = 0;
        for (int plies = 0; count < 3; plies++) count = some_view(*game, (uint64_t)plies, plies % 12, view);
        (*game)->view_legal(view, moves);
        tp_agent *agent = make(*game, "random", 3);
        double observed[MOST_MOVES] = {0}, expected[MOST_MOVES];
        for (int n = 0; n < 60000; n++) {
            tp_move move = tp_agent_choose(agent, view);
            for (int i = 0; i < count; i++) observed[i] += moves[i] == move;
        }
        for (int i = 0; i < count; i++) expected[i] = 60000.0 / count;
        assert_true(chi_square(observed, expected, (size_t)count) < chi_square_limit((size_t)count - 1));
        tp_agent_free(agent);
    }
}

/* The budget is the total over all moves, to the game. */
static void flatmc_plays_exactly_its_budget(void **unused) {
    (void)unused;
    const char *const names[] = {"flatmc:games=1", "flatmc:games=1000", "flatmc:games=5003,threads=3"};
    const uint64_t budgets[] = {1, 1000, 5003};
    for (const tp_game *const *game = tp_games(); *game != NULL; game++) {
        static unsigned char view[MOST_VIEW];
        tp_opinion opinions[MOST_MOVES];
        int count = some_view(*game, 1, 0, view);
        for (size_t i = 0; i < 3; i++) {
            tp_agent *agent = make(*game, names[i], 1);
            assert_int_equal(tp_agent_evaluate(agent, view, opinions), count);
            uint64_t total = 0;
            for (int k = 0; k < count; k++) {
                total += opinions[k].games;
                assert_true(opinions[k].value >= 0 && opinions[k].value <= 1);
                if (k > 0) assert_true(opinions[k - 1].value >= opinions[k].value);
            }
            assert_int_equal(total, budgets[i]);
            tp_agent_free(agent);
        }
    }
}

static void flatmc_thinks_the_same_with_any_number_of_threads(void **unused) {
    (void)unused;
    const char *const names[] = {"flatmc:games=20000", "flatmc:games=20000,threads=2",
                                 "flatmc:games=20000,threads=7"};
    for (const tp_game *const *game = tp_games(); *game != NULL; game++) {
        for (int plies = 0; plies < 12; plies += 3) {
            static unsigned char view[MOST_VIEW];
            tp_opinion first[MOST_MOVES], other[MOST_MOVES];
            int count = some_view(*game, 9, plies, view);
            for (size_t i = 0; i < 3; i++) {
                tp_agent *agent = make(*game, names[i], 4);
                tp_agent_evaluate(agent, view, i == 0 ? first : other);
                for (int k = 0; i > 0 && k < count; k++) {
                    assert_int_equal(first[k].move, other[k].move);
                    assert_int_equal(first[k].games, other[k].games);
                    assert_true(fabs(first[k].value - other[k].value) < 1e-9);
                }
                tp_agent_free(agent);
            }
        }
    }
}

/* Two seeds are two samples of the same numbers. */
static void flatmc_states_its_error(void **unused) {
    (void)unused;
    const tp_game *game = tp_game_find("sabacc", NULL);
    static unsigned char view[MOST_VIEW];
    int count = some_view(game, 2, 0, view), far_off = 0, compared = 0;
    double sum[MOST_MOVES] = {0};
    tp_opinion opinions[MOST_MOVES];
    tp_move moves[MOST_MOVES];
    game->view_legal(view, moves);
    for (int round = 0; round < 2; round++) {
        for (uint64_t seed = 0; seed < 60; seed++) {
            tp_agent *agent = make(game, "flatmc:games=4000", seed);
            tp_agent_evaluate(agent, view, opinions);
            for (int k = 0; k < count; k++) {
                int i = 0;
                while (moves[i] != opinions[k].move) i++;
                if (round == 0) sum[i] += opinions[k].value / 60;
                if (round == 1) far_off += fabs(opinions[k].value - sum[i]) > 2 * opinions[k].error;
                compared += round;
            }
            tp_agent_free(agent);
        }
    }
    /* outside two standard errors: 4.6 % */
    double share = (double)far_off / compared;
    assert_true(share > .01 && share < .10);
}

static void a_time_budget_tries_every_move_and_stops(void **unused) {
    (void)unused;
    for (const tp_game *const *game = tp_games(); *game != NULL; game++) {
        static unsigned char view[MOST_VIEW];
        tp_opinion opinions[MOST_MOVES];
        int count = some_view(*game, 1, 0, view);
        tp_agent *agent = make(*game, "flatmc:ms=1,threads=2", 1);
        assert_int_equal(tp_agent_evaluate(agent, view, opinions), count);
        for (int i = 0; i < count; i++) assert_true(opinions[i].games > 0);
        tp_agent_free(agent);
    }
}

/* One flatmc against random ones: with equal strength it would win one game in as many as there are seats. */
static void flatmc_beats_random(void **unused) {
    (void)unused;
    enum { GAMES = 120 };
    for (const tp_game *const *game = tp_games(); *game != NULL; game++) {
        static unsigned char state[MOST_STATE], view[MOST_VIEW];
        tp_options options;
        tp_chance chance;
        float returns[TP_MAX_SEATS];
        double sum = 0;
        tp_options_init(&options, (*game)->options);
        tp_chance_from_seed(&chance, 8);
        tp_agent *strong = make(*game, "flatmc:games=2000", 6), *weak = make(*game, "random", 6);
        for (int n = 0; n < GAMES; n++) {
            (*game)->setup(state, &options, &chance, NULL);
            int seats = (*game)->seats(state), side = n % seats, actor;
            while ((actor = (*game)->actor(state)) != TP_OVER) {
                (*game)->view(state, actor, view);
                bool mine = (*game)->side(state, actor) == (*game)->side(state, side);
                (*game)->apply(state, tp_agent_choose(mine ? strong : weak, view), &chance);
            }
            (*game)->returns(state, returns);
            sum += (double)returns[side];
        }
        assert_true(sum / GAMES > .3);
        tp_agent_free(strong);
        tp_agent_free(weak);
    }
}

static void refused(const char *name, const char *part) {
    tp_error error = {0};
    if (tp_agent_new(tp_games()[0], name, 1, &error) != NULL) fail_msg("%s was accepted", name);
    if (strstr(error.text, part) == NULL) fail_msg("%s: \"%s\" does not name \"%s\"", name, error.text, part);
}

static void wrong_names_are_told_what_would_be_right(void **unused) {
    (void)unused;
    refused("", "random");
    refused("flatmcc", "flatmc");
    refused("randm", "random");
    refused("flatmc:game=5", "games");
    refused("flatmc:games=0", "1");
    refused("flatmc:games=many", "games");
    refused("flatmc:games=10,ms=10", "give one");
    refused("flatmc:threads=1000", "64");
    refused("random:x=1", "x");
    refused("flatmc:", "flatmc");
}

static void a_list_of_agents_splits_where_agents_begin(void **unused) {
    (void)unused;
    char *names[8];
    assert_int_equal(tp_agent_list_split("ismcts:ms=50,threads=2,random", names, 8), 2);
    assert_string_equal(names[0], "ismcts:ms=50,threads=2");
    assert_string_equal(names[1], "random");
    free(names[0]);
    free(names[1]);
    assert_int_equal(tp_agent_list_split("random,random,flatmc:games=9", names, 2), 3);
    assert_string_equal(names[1], "random");
    free(names[0]);
    free(names[1]);
    assert_int_equal(tp_agent_list_split("a:k=v,b:k=v", names, 8), 2);
    assert_string_equal(names[1], "b:k=v");
    free(names[0]);
    free(names[1]);
    assert_int_equal(tp_agent_list_split("", names, 8), 1);
    assert_string_equal(names[0], "");
    free(names[0]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_plays_every_move_equally_often),
        cmocka_unit_test(flatmc_plays_exactly_its_budget),
        cmocka_unit_test(flatmc_thinks_the_same_with_any_number_of_threads),
        cmocka_unit_test(flatmc_states_its_error),
        cmocka_unit_test(a_time_budget_tries_every_move_and_stops),
        cmocka_unit_test(flatmc_beats_random),
        cmocka_unit_test(wrong_names_are_told_what_would_be_right),
        cmocka_unit_test(a_list_of_agents_splits_where_agents_begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
