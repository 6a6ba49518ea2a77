/* Mus as the levels above gentle play it is a game of four lances, not a lottery: juegos last many hands, few
 * are decided in the first one, losers have stones, and who says ordago early holds a good hand. TAPETE_SOAK
 * makes it longer: 300 juegos of each, and the level strong with its whole budget. */
#include "support/mus_figures.h"
#include "support/soak.h"
#include "tapete/tapete.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

enum { JUEGOS = 30, LEAST_PLIES = 80, MOST_IN_FIRST_HAND = 10, MOST_WITH_FEW_STONES = 15, MOST_SILLY = 2 };

static mus_figures figures;

/* A juego among four of these. */
static void play_juego(const char *name, const char *variant, uint64_t seed) {
    const tp_game *game = tp_game_find("mus", NULL);
    tp_options options;
    tp_error error = {0};
    tp_agent *agents[MUS_SEATS] = {NULL};
    static mus_view view;
    tp_options_init(&options, game->options);
    assert_int_equal(tp_options_parse(&options, variant, &error), TP_OK);
    tp_match_setup setup = {.game = game, .options = &options, .seeded = true, .seed = seed};
    tp_match *match = tp_match_new(&setup, &error);
    if (match == NULL) fail_msg("%s", error.text);
    int seats = tp_match_seats(match), shown[MUS_SEATS] = {0};
    for (int seat = 0; seat < seats; seat++) {
        agents[seat] = tp_agent_new(game, name, seed * MUS_SEATS + (uint64_t)seat, &error);
        if (agents[seat] == NULL) fail_msg("%s", error.text);
        tp_agent_begin(agents[seat], tp_match_options(match), seat);
    }
    for (int actor; (actor = tp_match_actor(match)) != TP_OVER;) {
        tp_match_show(match, shown[actor], tp_match_plies(match), actor, agents[actor]);
        shown[actor] = tp_match_plies(match) + 1;
        assert_true(tp_match_view(match, actor, &view));
        tp_move move = tp_agent_choose(agents[actor], &view);
        assert_int_equal(tp_match_play(match, actor, move, &error), TP_OK);
    }
    mus_figures_add(&figures, match);
    for (int seat = 0; seat < seats; seat++) tp_agent_free(agents[seat]);
    tp_match_free(match);
}

static void play_juegos(const char *name, const char *variant, int juegos) {
    memset(&figures, 0, sizeof figures);
    for (int i = 0; i < juegos; i++) play_juego(name, variant, (uint64_t)i + 1);
    print_message("# %s, %d juegos: %d plies in the median, %d decided in the first hand, %d losers with few "
                  "stones, %d of %d early ordagos from poor hands\n",
                  name, figures.juegos, mus_figures_plies(&figures, 50), figures.in_first_hand,
                  figures.few_stones, figures.silly, figures.early);
}

static void check(void) {
    assert_true(mus_figures_plies(&figures, 50) >= LEAST_PLIES);
    assert_true(figures.in_first_hand * 100 <= figures.juegos * MOST_IN_FIRST_HAND);
    assert_true(figures.few_stones * 100 <= figures.juegos * MOST_WITH_FEW_STONES);
    assert_true(figures.silly * 100 <= figures.early * MOST_SILLY);
}

static void fair_plays_four_lances(void **unused) {
    (void)unused;
    play_juegos("fair", "best_of=1", JUEGOS * soak_factor());
    check();
}

static void the_search_plays_four_lances(void **unused) {
    (void)unused;
    play_juegos(soak_factor() > 1 ? "strong" : "ismcts:sims=100", "best_of=1", JUEGOS * soak_factor());
    check();
}

/* Rules that no network knows: the search has its own model of play alone. */
static void it_does_without_a_network(void **unused) {
    (void)unused;
    play_juegos("ismcts:sims=100", "best_of=1,deje=ALWAYS_1", JUEGOS * soak_factor());
    check();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fair_plays_four_lances),
        cmocka_unit_test(the_search_plays_four_lances),
        cmocka_unit_test(it_does_without_a_network),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
