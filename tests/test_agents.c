/* Agents: names, budgets, threads, and that they play as they say. */
#include "support/statistics.h"
#include "support/variants.h"
#include "tapete/tapete.h"

#include <jansson.h>
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

/* ---- agents that state the probability of each move ---- */

/* An agent of this kind: variant 0 as it is, every other number with random settings of all its options. */
static tp_agent *make_variant(const tp_game *game, const tp_agent_kind *kind, uint32_t number) {
    char name[1024] = "";
    tp_rng rng;
    tp_rng_seed(&rng, number);
    snprintf(name, sizeof name, "%s", kind->name);
    for (const tp_option *option = kind->options; number != 0 && option->name != NULL; option++) {
        char value[TP_OPTION_TEXT_SIZE];
        variant_value(option, &rng, value, sizeof value);
        size_t used = strlen(name);
        snprintf(name + used, sizeof name - used, "%s%s=%s", option == kind->options ? ":" : ",",
                 option->name, value);
    }
    return make(game, name, number);
}

/* Chi-square of one view: how often the moves were chosen against what was stated. Moves that are expected
 * less than five times are put to the likeliest. Adds to the sum and to the degrees of freedom. */
static void compare_choices(const tp_game *game, tp_agent *agent, const void *view, double *sum,
                            size_t *degrees) {
    enum { CHOICES = 1000 };
    tp_move moves[MOST_MOVES];
    double stated[MOST_MOVES], total = 0, observed[MOST_MOVES] = {0}, expected[MOST_MOVES] = {0};
    int count = game->view_legal(view, moves), likeliest = 0, place[MOST_MOVES] = {0}, bins = 0;
    assert_int_equal(tp_agent_probs(agent, view, stated), count);
    for (int i = 0; i < count; i++) {
        assert_true(stated[i] >= 0 && stated[i] <= 1);
        total += stated[i];
        if (stated[i] > stated[likeliest]) likeliest = i;
    }
    assert_true(fabs(total - 1) < 1e-12);
    for (int i = 0; i < count; i++) {
        if (stated[i] * CHOICES >= 5) place[i] = bins++;
    }
    for (int i = 0; i < count; i++) {
        if (stated[i] * CHOICES < 5) place[i] = place[likeliest];
        expected[place[i]] += stated[i] * CHOICES;
    }
    for (int n = 0; n < CHOICES; n++) {
        tp_move move = tp_agent_choose(agent, view);
        int i = 0;
        while (i < count && moves[i] != move) i++;
        assert_true(i < count);
        if (stated[i] <= 0) fail_msg("%s: a move that it never makes", tp_agent_name(agent));
        observed[place[i]]++;
    }
    *sum += chi_square(observed, expected, (size_t)bins);
    *degrees += (size_t)bins - 1;
}

/* Kinds that play some variants only have tests of their own. */
static bool is_tested_here(const tp_agent_kind *kind) { return kind->probs != NULL && kind->suits == NULL; }

/* Views of many variants and of every kind of decision that random play comes to. */
static void agents_choose_as_often_as_they_say(void **unused) {
    (void)unused;
    enum { VARIANTS = 40, MOST_VIEWS = 40, MOST_PLIES = 400 };
    for (const tp_agent_kind *const *kind = tp_agent_kinds(); *kind != NULL; kind++) {
        if (!is_tested_here(*kind)) continue;
        for (const tp_game *const *game = tp_games(); *game != NULL; game++) {
            if ((*kind)->game != NULL && strcmp((*kind)->game, (*game)->name) != 0) continue;
            double sum = 0;
            size_t degrees = 0;
            for (uint32_t variant = 0; variant < VARIANTS; variant++) {
                static unsigned char state[MOST_STATE], view[MOST_VIEW];
                static tp_move moves[MOST_MOVES];
                tp_options options;
                tp_chance chance;
                variant_options(*game, variant, &options);
                tp_chance_from_seed(&chance, variant);
                tp_agent *agent = make_variant(*game, *kind, variant);
                (*game)->setup(state, &options, &chance, NULL);
                for (int ply = 0, views = 0; ply < MOST_PLIES && views < MOST_VIEWS; ply++) {
                    if ((*game)->actor(state) == TP_OVER) (*game)->setup(state, &options, &chance, NULL);
                    int count = (*game)->legal(state, moves);
                    (*game)->view(state, (*game)->actor(state), view);
                    if (tp_rng_below(&chance.rng, 3) == 0) {
                        compare_choices(*game, agent, view, &sum, &degrees);
                        views++;
                    }
                    (*game)->apply(state, moves[tp_rng_below(&chance.rng, (uint32_t)count)], &chance);
                }
                tp_agent_free(agent);
            }
            double limit = chi_square_limit(degrees);
            if (sum > limit)
                fail_msg("%s plays %s: chi-square %.0f, at most %.0f", (*kind)->name, (*game)->name, sum,
                         limit);
            assert_true(degrees > 100);
        }
    }
}

/* Being asked changes nothing: two alike choose alike, though one of them is asked in between. */
static void stating_probabilities_draws_nothing(void **unused) {
    (void)unused;
    for (const tp_agent_kind *const *kind = tp_agent_kinds(); *kind != NULL; kind++) {
        if (!is_tested_here(*kind)) continue;
        const tp_game *game = (*kind)->game != NULL ? tp_game_find((*kind)->game, NULL) : tp_games()[0];
        static unsigned char view[MOST_VIEW];
        double stated[MOST_MOVES];
        tp_agent *one = make(game, (*kind)->name, 6), *other = make(game, (*kind)->name, 6);
        for (int plies = 0; plies < 10; plies++) {
            some_view(game, 3, plies, view);
            for (int n = 0; n < 20; n++) {
                tp_agent_probs(one, view, stated);
                assert_int_equal(tp_agent_choose(one, view), tp_agent_choose(other, view));
            }
        }
        tp_agent_free(one);
        tp_agent_free(other);
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
    const char *const names[] = {"flatmc:games=5000", "flatmc:games=5000,threads=2",
                                 "flatmc:games=5000,threads=7"};
    for (const tp_game *const *game = tp_games(); *game != NULL; game++) {
        for (int plies = 0; plies < 12; plies += 3) {
            static unsigned char view[MOST_VIEW];
            tp_opinion first[MOST_MOVES], other[MOST_MOVES];
            int count = some_view(*game, 9, plies, view);
            if (count == 0) break; /* a short game is over */
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
    enum { GAMES = 50 };
    for (const tp_game *const *game = tp_games(); *game != NULL; game++) {
        static unsigned char state[MOST_STATE], view[MOST_VIEW];
        tp_options options;
        tp_chance chance;
        float returns[TP_MAX_SEATS];
        double sum = 0;
        tp_options_init(&options, (*game)->options);
        tp_chance_from_seed(&chance, 8);
        tp_agent *strong = make(*game, "flatmc:games=300", 6), *weak = make(*game, "random", 6);
        for (int n = 0; n < GAMES; n++) {
            (*game)->setup(state, &options, &chance, NULL);
            int seats = (*game)->seats(state), side = n % seats, actor;
            while ((actor = (*game)->actor(state)) != TP_OVER) {
                (*game)->view(state, actor, view);
                bool mine = (*game)->side(state, actor) == (*game)->side(state, side);
                (*game)->apply(state, tp_agent_choose(mine ? strong : weak, view), &chance);
            }
            (*game)->returns(state, returns);
            float most = 0; /* a win counts as a win, however much it brought */
            for (int seat = 0; seat < seats; seat++) most = fmaxf(most, returns[seat]);
            if (most > 0) sum += (double)(returns[side] / most);
        }
        if (sum / GAMES <= .3) fail_msg("%s: mean return %.2f", (*game)->name, sum / GAMES);
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
    refused("flatmc:games=10,ms=10", "not both");
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

static void four_characters_play_at_each_level(void **unused) {
    (void)unused;
    const tp_game *mus = tp_game_find("mus", NULL);
    const tp_character *one = tp_characters();
    for (const tp_level *level = tp_levels(); level->name != NULL; level++) {
        for (int i = 0; i < 4; i++, one++) {
            assert_non_null(one->id);
            assert_string_equal(one->level, level->name);
            assert_ptr_equal(tp_character_find(one->id), one);
            assert_ptr_equal(tp_character_named(one->name), one);
            assert_null(tp_level_agent(mus, one->id));
            const tp_agent_kind *kind, *same;
            tp_options options, same_options;
            assert_int_equal(tp_agent_read(mus, one->id, &kind, &options, NULL), TP_OK);
            assert_int_equal(tp_agent_read(mus, level->name, &same, &same_options, NULL), TP_OK);
            assert_ptr_equal(kind, same);
            for (size_t o = 0; o < options.count; o++)
                assert_string_equal(options.values[o].text, same_options.values[o].text);
            for (const tp_character *other = tp_characters(); other < one; other++)
                assert_int_not_equal(other->name[0], one->name[0]); /* told apart by their first letters */
        }
    }
    assert_null(one->id);
    assert_null(tp_character_find("gentle"));
    assert_null(tp_character_named("lumi"));
    tp_agent *agent = make(mus, "lumi", 1);
    assert_string_equal(tp_agent_name(agent), "lumi");
    tp_agent_free(agent);
    json_t *list = tp_agents_to_json(), *last = json_array_get(list, json_array_size(list) - 1);
    json_t *characters = json_object_get(last, "characters");
    assert_int_equal(json_array_size(characters), 4);
    assert_string_equal(json_string_value(json_object_get(json_array_get(characters, 3), "name")), "Arvo");
    json_decref(list);
}

static void a_level_is_an_agent_with_its_budget(void **unused) {
    (void)unused;
    for (const tp_game *const *game = tp_games(); *game != NULL; game++) {
        for (const tp_level *level = tp_levels(); level->name != NULL; level++) {
            const char *stands_for = tp_level_agent(*game, level->name);
            assert_non_null(stands_for);
            assert_false(tp_agent_is_local(stands_for)); /* servers take it from anybody */
            const tp_agent_kind *kind, *same;
            tp_options options, same_options;
            assert_int_equal(tp_agent_read(*game, level->name, &kind, &options, NULL), TP_OK);
            assert_int_equal(tp_agent_read(*game, stands_for, &same, &same_options, NULL), TP_OK);
            assert_ptr_equal(kind, same);
            for (size_t i = 0; i < options.count; i++) {
                assert_int_equal(options.values[i].given, same_options.values[i].given);
                assert_string_equal(options.values[i].text, same_options.values[i].text);
            }
            tp_agent *agent = make(*game, level->name, 1);
            assert_string_equal(tp_agent_name(agent), level->name);
            tp_agent_free(agent);
        }
    }
    const tp_game *mus = tp_game_find("mus", NULL);
    tp_error error = {0};
    assert_null(tp_level_agent(mus, "feeble"));
    assert_null(tp_agent_new(mus, "strong:ms=5", 1, &error));
    assert_non_null(strstr(error.text, "the level strong takes no options; in mus it is ismcts:"));
    assert_null(tp_agent_new(mus, "gentel", 1, &error));
    assert_non_null(strstr(error.text, "the agents are: gentle"));
    json_t *list = tp_agents_to_json(), *last = json_array_get(list, json_array_size(list) - 1);
    assert_string_equal(json_string_value(json_object_get(last, "name")), "strongest");
    assert_string_equal(json_string_value(json_object_get(json_object_get(last, "plays"), "mus")),
                        tp_level_agent(mus, "strongest"));
    json_decref(list);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(four_characters_play_at_each_level),
        cmocka_unit_test(a_level_is_an_agent_with_its_budget),
        cmocka_unit_test(random_plays_every_move_equally_often),
        cmocka_unit_test(agents_choose_as_often_as_they_say),
        cmocka_unit_test(stating_probabilities_draws_nothing),
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
