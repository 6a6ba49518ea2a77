/* What agents say a game is worth: to whom it is not their turn, and after a move that somebody else has
 * made. */
#include "tapete/tapete.h"

#include <jansson.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_MOVES = 8192 };

static tp_agent *make(const tp_game *game, const char *name, uint64_t seed) {
    tp_error error = {0};
    tp_agent *agent = tp_agent_new(game, name, seed, &error);
    if (agent == NULL) fail_msg("%s", error.text);
    return agent;
}

static tp_match *begin(const tp_game *game, uint64_t seed, const json_t *position) {
    tp_error error = {0};
    tp_match *match = tp_match_new(
        &(tp_match_setup){.game = game, .seeded = true, .seed = seed, .position = position}, &error);
    if (match == NULL) fail_msg("%s", error.text);
    return match;
}

/* The move of a ply as a seat saw it. */
static tp_event seen_by(const tp_match *match, int ply, int seat) {
    const tp_game *game = tp_match_game(match);
    void *before = calloc(1, game->state_size);
    const tp_event *events;
    tp_event seen;
    assert_true(tp_match_ply_events(match, ply, &events) > 0);
    tp_match_state_at(match, ply - 1, before);
    game->seen(before, &events[0], seat, &seen);
    free(before);
    return seen;
}

/* A move of one's own is worth what the opinion on it says. */
static void the_value_after_a_move_is_the_opinion_on_it(void **unused) {
    (void)unused;
    static tp_opinion opinions[MOST_MOVES];
    for (const tp_game *const *game = tp_games(); *game != NULL; game++) {
        tp_match *match = begin(*game, 4, NULL);
        tp_agent *agent = make(*game, "flatmc:games=4000", 1);
        void *view = calloc(1, (*game)->view_size);
        for (int ply = 0; ply < 12 && tp_match_actor(match) != TP_OVER; ply++) {
            int seat = tp_match_actor(match);
            assert_true(tp_match_view(match, seat, view));
            int count = tp_agent_evaluate(agent, view, opinions);
            for (int i = 0; i < count && i < 3; i++) {
                tp_event seen = {.type = TP_EVENT_MOVE, .seat = seat, .move = opinions[i].move};
                tp_opinion value;
                assert_true(tp_agent_value(agent, view, seat, &seen, &value));
                assert_int_equal(value.move, TP_NO_MOVE);
                assert_int_equal(value.games, 4000);
                double error = hypot(value.error, opinions[i].error);
                if (fabs(value.value - opinions[i].value) > 5 * error)
                    fail_msg("%s, ply %d: %f is not %f", (*game)->name, ply, value.value, opinions[i].value);
            }
            assert_int_equal(tp_match_play(match, seat, opinions[count / 2].move, NULL), TP_OK);
        }
        free(view);
        tp_agent_free(agent);
        tp_match_free(match);
    }
}

/* Every move that was made was possible in some world behind every view, those that are private to others
 * too. Such worlds are looked for, and one in which somebody holds the three cards that he plays can be too
 * rare to be found. */
static void every_seat_can_value_every_move(void **unused) {
    (void)unused;
    static const char *const names[] = {"ismcts:sims=30", "flatmc:games=30"};
    for (const tp_game *const *game = tp_games(); *game != NULL; game++) {
        for (size_t n = 0; n < 2; n++) {
            tp_match *match = begin(*game, 9, NULL);
            tp_agent *judge = make(*game, names[n], 1), *player = make(*game, "random", 3);
            void *view = calloc(1, (*game)->view_size);
            int valued = 0, tried = 0;
            for (int ply = 1; ply <= 40 && tp_match_actor(match) != TP_OVER; ply++) {
                int actor = tp_match_actor(match);
                tp_match_view(match, actor, view);
                assert_int_equal(tp_match_play(match, actor, tp_agent_choose(player, view), NULL), TP_OK);
                for (int seat = 0; seat < tp_match_seats(match); seat++) {
                    tp_event seen = seen_by(match, ply, seat);
                    tp_opinion value;
                    assert_true(tp_match_view_at(match, ply - 1, seat, view));
                    tried++;
                    valued += tp_agent_value(judge, view, seat, &seen, &value);
                    assert_true(tp_agent_value(judge, view, seat, NULL, &value));
                    assert_int_equal(value.games, 30);
                    assert_true(value.value >= 0 && value.value <= 1);
                }
            }
            if (valued < .96 * tried) fail_msg("%s: %d of %d moves", (*game)->name, valued, tried);
            free(view);
            tp_agent_free(judge);
            tp_agent_free(player);
            tp_match_free(match);
        }
    }
}

static void a_move_that_was_never_possible_is_not_valued(void **unused) {
    (void)unused;
    static const char *const names[] = {"ismcts:sims=3000", "flatmc:games=3000", "ismcts:ms=5000"};
    const tp_game *game = tp_game_find("sabacc", NULL);
    tp_match *match = begin(game, 2, NULL);
    void *view = calloc(1, game->view_size);
    int actor = tp_match_actor(match);
    tp_event seen = {.type = TP_EVENT_MOVE, .seat = actor};
    assert_int_equal(game->move_parse("DIE2", &seen.move), TP_OK);
    tp_match_view(match, actor, view);
    for (size_t n = 0; n < 3; n++) {
        tp_agent *judge = make(game, names[n], 1);
        tp_opinion value = {.games = 77};
        assert_false(tp_agent_value(judge, view, actor, &seen, &value));
        assert_int_equal(value.games, 77);
        tp_agent_free(judge);
    }
    tp_agent *random = make(game, "random", 1);
    tp_opinion value;
    assert_false(tp_agent_value(random, view, actor, NULL, &value));
    tp_agent_free(random);
    free(view);
    tp_match_free(match);
}

/* A juego is a step to a match of several: what the standing is worth where every juego is anybody's, by
 * hand. */
static void a_juego_counts_as_a_part_of_the_match(void **unused) {
    (void)unused;
    static const struct {
        int own, other, vacas, vacas_to_win;
        double value;
    } cases[] = {
        {0, 0, 0, 1, .5}, {1, 0, 0, 1, .75}, {0, 1, 0, 1, .25}, {1, 1, 0, 1, .5}, {1, 0, 1, 2, .875}};
    const tp_game *game = tp_game_find("mus", NULL);
    void *state = calloc(1, game->state_size), *view = calloc(1, game->view_size);
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        tp_options options;
        char vacas[8];
        tp_options_init(&options, game->options);
        snprintf(vacas, sizeof vacas, "%d", cases[c].vacas_to_win);
        assert_int_equal(tp_options_set(&options, "vacas", vacas, NULL), TP_OK);
        double mean = 0;
        enum { DEALS = 80 };
        for (uint64_t deal = 0; deal < DEALS; deal++) {
            tp_chance chance;
            tp_chance_from_seed(&chance, deal);
            assert_int_equal(game->setup(state, &options, &chance, NULL), TP_OK);
            json_t *json = game->state_to_json(state);
            json_object_set_new(json, "juegos", json_pack("[i, i]", cases[c].own, cases[c].other));
            json_object_set_new(json, "vacas", json_pack("[i, i]", cases[c].vacas, 0));
            tp_error error = {0};
            if (game->state_from_json(json, &options, state, &error) != TP_OK) fail_msg("%s", error.text);
            json_decref(json);
            tp_agent *judge = make(game, "ismcts:sims=1500", deal);
            tp_opinion value;
            game->view(state, 0, view);
            assert_true(tp_agent_value(judge, view, 0, NULL, &value));
            mean += value.value / DEALS;
            tp_agent_free(judge);
        }
        if (fabs(mean - cases[c].value) > .05)
            fail_msg("%d to %d: %f, expected %f", cases[c].own, cases[c].other, mean, cases[c].value);
    }
    free(state);
    free(view);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_value_after_a_move_is_the_opinion_on_it),
        cmocka_unit_test(every_seat_can_value_every_move),
        cmocka_unit_test(a_move_that_was_never_possible_is_not_valued),
        cmocka_unit_test(a_juego_counts_as_a_part_of_the_match),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
