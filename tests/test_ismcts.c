/* The agent `ismcts`, in every game: it plays legal moves, keeps its budgets, does the same again, and
 * thinking helps. */
#include "support/variants.h"
#include "tapete/tapete.h"

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

/* Play with these agents, the i-th in the seats i, i + count ...; the returns of seat 0. */
static float play(const tp_game *game, const tp_options *options, uint64_t seed, tp_agent *const *agents,
                  int count, int most_plies, uint64_t *hash) {
    tp_match_setup setup = {.game = game, .options = options, .seeded = true, .seed = seed};
    tp_error error = {0};
    tp_match *match = tp_match_new(&setup, &error);
    if (match == NULL) fail_msg("%s", error.text);
    void *view = calloc(1, game->view_size);
    int seat;
    for (int ply = 0; ply < most_plies && (seat = tp_match_actor(match)) != TP_OVER; ply++) {
        tp_match_view(match, seat, view);
        tp_move move = tp_agent_choose(agents[seat % count], view);
        if (tp_match_play(match, seat, move, &error) != TP_OK) fail_msg("%s: %s", game->name, error.text);
        if (hash != NULL) *hash = (*hash ^ move) * 0x100000001b3u;
    }
    float returns[TP_MAX_SEATS] = {0};
    int32_t scores[TP_MAX_SEATS];
    tp_match_result(match, returns, scores);
    free(view);
    tp_match_free(match);
    return returns[0];
}

static void plays_legal_moves_in_every_variant(void **unused) {
    (void)unused;
    static const char *const names[] = {"ismcts:sims=40", "ismcts:sims=40,rollout=random,reuse=false",
                                        "ismcts:sims=300,memory=1", "ismcts:sims=40,threads=3,c=0"};
    for (const tp_game *const *game = tp_games(); *game != NULL; game++) {
        for (uint32_t variant = 0; variant < 8; variant++) {
            tp_options options;
            variant_options(*game, variant, &options);
            tp_agent *agent = make(*game, names[variant % 4], variant);
            play(*game, &options, variant, &agent, 1, 60, NULL);
            tp_agent_free(agent);
        }
    }
}

static void does_the_same_again(void **unused) {
    (void)unused;
    for (const tp_game *const *game = tp_games(); *game != NULL; game++) {
        uint64_t hashes[3] = {0};
        for (int i = 0; i < 3; i++) {
            tp_agent *agent =
                make(*game, i == 2 ? "ismcts:sims=60,seed=9" : "ismcts:sims=60", i == 2 ? 77 : 9);
            play(*game, NULL, 5, &agent, 1, 40, &hashes[i]);
            tp_agent_free(agent);
        }
        assert_true(hashes[0] == hashes[1]);
        assert_true(hashes[0] == hashes[2]); /* the option says what the caller would have */
    }
}

static void opinions_add_up_to_the_budget(void **unused) {
    (void)unused;
    static tp_opinion opinions[MOST_MOVES];
    static const char *const names[] = {"ismcts:sims=1000", "ismcts:sims=1000,threads=3"};
    for (const tp_game *const *game = tp_games(); *game != NULL; game++) {
        for (size_t n = 0; n < 2; n++) {
            tp_match_setup setup = {.game = *game, .seeded = true, .seed = 3};
            tp_match *match = tp_match_new(&setup, NULL);
            void *view = calloc(1, (*game)->view_size);
            tp_move *moves = calloc((size_t)(*game)->max_moves, sizeof *moves);
            tp_match_view(match, tp_match_actor(match), view);
            tp_agent *agent = make(*game, names[n], 1);
            int count = tp_agent_evaluate(agent, view, opinions);
            assert_int_equal(count, (*game)->view_legal(view, moves));
            uint64_t games = 0;
            for (int i = 0; i < count; i++) {
                games += opinions[i].games;
                assert_true(opinions[i].value >= 0 && opinions[i].value <= 1);
                assert_true(i == 0 || opinions[i].value <= opinions[i - 1].value);
            }
            assert_int_equal(games, 1000);
            tp_agent_free(agent);
            tp_match_free(match);
            free(moves);
            free(view);
        }
    }
}

/* Against players who do anything, a little thinking wins clearly more than its share. */
static void thinking_helps(void **unused) {
    (void)unused;
    static const struct {
        const char *game;
        int games, at_least;
    } cases[] = {{"sabacc", 24, 14}, {"mulle", 8, 7}, {"bruno", 12, 9}, {"mus", 12, 8}};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        const tp_game *game = tp_game_find(cases[c].game, NULL);
        int won = 0, count = strcmp(cases[c].game, "sabacc") == 0 ? 4 : 2;
        for (int i = 0; i < cases[c].games; i++) {
            tp_agent *agents[4] = {make(game, "ismcts:sims=400", (uint64_t)i)};
            for (int k = 1; k < count; k++) agents[k] = make(game, "random", (uint64_t)i + 100 * (uint64_t)k);
            won += play(game, NULL, (uint64_t)i, agents, count, game->max_plies, NULL) > 0;
            for (int k = 0; k < count; k++) tp_agent_free(agents[k]);
        }
        print_message("# %s: %d of %d\n", cases[c].game, won, cases[c].games);
        assert_true(won >= cases[c].at_least);
    }
}

static void wrong_options_are_refused(void **unused) {
    (void)unused;
    tp_error error = {0};
    const tp_game *game = tp_game_find("mus", NULL);
    assert_null(tp_agent_new(game, "ismcts:sims=10,ms=10", 1, &error));
    assert_non_null(strstr(error.text, "not both"));
    assert_null(tp_agent_new(game, "ismcts:rollout=mulle", 1, &error));
    assert_null(tp_agent_new(game, "ismcts:threads=0", 1, &error));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plays_legal_moves_in_every_variant), cmocka_unit_test(does_the_same_again),
        cmocka_unit_test(opinions_add_up_to_the_budget),      cmocka_unit_test(thinking_helps),
        cmocka_unit_test(wrong_options_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
