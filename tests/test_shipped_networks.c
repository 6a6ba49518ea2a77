/* The networks that come with the program: their size, and that every kernel makes the same of every view and
 * move of real games, so that a network plays the same on every processor. TAPETE_SOAK makes it longer: a
 * million views in all. Manners change what they are meant to change, and a search with a network wins
 * against the network alone. */
#include "agents/networks.h"
#include "agents/play.h"
#include "core/installed.h"
#include "support/mus_figures.h"
#include "support/sabacc_figures.h"
#include "support/soak.h"
#include "tapete/tapete.h"

#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>

#include <cmocka.h>

enum { VIEWS = 400, MOST_BYTES = 1000000, MOST_PLIES = 400 };

static void they_are_small(void **unused) {
    (void)unused;
    int networks = 0;
    for (const tp_game *const *game = tp_games(); *game != NULL; game++) {
        const char *const *names = game_play_of(*game)->networks;
        for (; names != NULL && *names != NULL; names++, networks++) {
            char path[PATH_MAX];
            struct stat about;
            if (!installed_find(*names, path, sizeof path)) fail_msg("%s is missing", *names);
            assert_int_equal(stat(path, &about), 0);
            if (about.st_size > MOST_BYTES) fail_msg("%s has %lld bytes", *names, (long long)about.st_size);
        }
    }
    assert_true(networks >= 4);
}

typedef struct looker {
    const tp_game *game;
    const neural_net *net;
    network_room room;
    tp_move *moves;
    uint32_t *weights;
    int views, logits;
} looker;

/* Look at a view with every kernel there is. Returns a move that the network draws. */
static tp_move look(looker *l, const void *view, tp_rng *rng) {
    int count = l->game->view_legal(view, l->moves);
    uint64_t sum = 0, hash[NEURAL_KERNELS];
    bool is_there[NEURAL_KERNELS];
    for (int kernel = 0; kernel < NEURAL_KERNELS; kernel++) {
        is_there[kernel] = neural_kernel_use((neural_kernel)kernel);
        if (!is_there[kernel]) continue;
        sum = network_weigh(l->net, l->game, &l->room, view, l->moves, count, 1, l->weights);
        hash[kernel] = (uint64_t)(uint32_t)l->room.thought.value;
        for (int i = 0; i < count; i++)
            hash[kernel] = hash[kernel] * 0x9e3779b97f4a7c15ull + (uint32_t)l->room.logits[i];
        if (hash[kernel] != hash[NEURAL_PLAIN])
            fail_msg("%s: %s differs from %s", l->game->name, neural_kernel_name((neural_kernel)kernel),
                     neural_kernel_name(NEURAL_PLAIN));
    }
    l->views++;
    l->logits += count;
    return l->moves[network_draw(l->weights, sum, rng)];
}

static void play_game(looker *l, uint64_t seed, int most) {
    tp_match *match = tp_match_new(&(tp_match_setup){.game = l->game, .seeded = true, .seed = seed}, NULL);
    assert_non_null(match);
    l->net = NULL;
    network_set *set;
    assert_int_equal(networks_open(l->game, "", &set, NULL), TP_OK);
    l->net = networks_for(set, tp_match_options(match));
    assert_non_null(l->net);
    void *view = malloc(l->game->view_size);
    tp_rng rng;
    tp_rng_seed(&rng, seed);
    for (int seat, ply = 0; (seat = tp_match_actor(match)) != TP_OVER && ply < MOST_PLIES && l->views < most;
         ply++) {
        assert_true(tp_match_view(match, seat, view));
        tp_move move = look(l, view, &rng);
        assert_int_equal(tp_match_play(match, seat, move, NULL), TP_OK);
    }
    free(view);
    networks_free(set);
    tp_match_free(match);
}

static void every_kernel_plays_the_same(void **unused) {
    (void)unused;
    neural_kernel usual = neural_kernel_used();
    int most = VIEWS * soak_factor();
    for (const tp_game *const *game = tp_games(); *game != NULL; game++) {
        if (game_play_of(*game)->networks == NULL) continue;
        looker l = {.game = *game};
        l.moves = malloc((size_t)l.game->max_moves * sizeof *l.moves);
        l.weights = malloc((size_t)l.game->max_moves * sizeof *l.weights);
        assert_true(network_room_make(&l.room, l.game));
        for (uint64_t seed = 1; l.views < most; seed++) play_game(&l, seed, most);
        print_message("# %s: %d views and %d moves\n", l.game->name, l.views, l.logits);
        network_room_free(&l.room);
        free(l.moves);
        free(l.weights);
    }
    assert_true(neural_kernel_use(usual));
}

/* ---- games between agents ---- */

/* A game in which the agents of the names sit in turn, from `first` on. */
static tp_match *played(const tp_game *game, const char *const *names, int agents, int first, uint64_t seed) {
    tp_match *match = tp_match_new(&(tp_match_setup){.game = game, .seeded = true, .seed = seed}, NULL);
    tp_agent *made[TP_MAX_SEATS];
    void *view = malloc(game->view_size);
    tp_error error;
    assert_non_null(match);
    int seats = tp_match_seats(match);
    for (int seat = 0; seat < seats; seat++) {
        made[seat] = tp_agent_new_for(game, tp_match_options(match), names[(seat + first) % agents],
                                      seed * TP_MAX_SEATS + (uint64_t)seat, &error);
        if (made[seat] == NULL) fail_msg("%s", error.text);
        tp_agent_begin(made[seat], tp_match_options(match), seat);
    }
    for (int seat; (seat = tp_match_actor(match)) != TP_OVER;) {
        assert_true(tp_match_view(match, seat, view));
        assert_int_equal(tp_match_play(match, seat, tp_agent_choose(made[seat], view), NULL), TP_OK);
    }
    for (int seat = 0; seat < seats; seat++) tp_agent_free(made[seat]);
    free(view);
    return match;
}

/* Bruno, in pairs. About four of five such games are won with five times as many simulations. */
static void a_search_wins_against_the_network_alone(void **unused) {
    (void)unused;
    enum { GAMES = 24, ENOUGH = 15 };
    static const char *const names[] = {"net:sims=40", "net"};
    const tp_game *game = tp_game_find("bruno", NULL);
    int won = 0;
    for (int i = 0; i < GAMES; i++) {
        tp_match *match = played(game, names, 2, i % 2, (uint64_t)i / 2);
        float returns[TP_MAX_SEATS] = {0};
        int32_t scores[TP_MAX_SEATS];
        tp_match_result(match, returns, scores);
        won += returns[i % 2] > 0;
        tp_match_free(match);
    }
    print_message("# %d of %d games won\n", won, GAMES);
    assert_true(won >= ENOUGH);
}

static double part(int some, int all) { return all > 0 ? (double)some / all : 0; }

static void manners_change_how_mus_is_played(void **unused) {
    (void)unused;
    enum { GAMES = 6, MANNERS = 4 };
    static const char *const names[MANNERS] = {"net", "net:manner=bold", "net:manner=cautious",
                                               "net:manner=tricky"};
    static mus_figures figures[MANNERS];
    double opened[MANNERS], bluffs[MANNERS];
    for (int i = 0; i < MANNERS; i++) {
        for (int game = 0; game < GAMES; game++) {
            tp_match *match = played(tp_game_find("mus", NULL), &names[i], 1, 0, (uint64_t)game);
            mus_figures_add(&figures[i], match);
            tp_match_free(match);
        }
        opened[i] = part(figures[i].opened, figures[i].spoken);
        bluffs[i] = part(figures[i].bluffs, figures[i].opened);
        print_message("# %s: opens %.3f, bluffs %.3f, median of %d plies\n", names[i], opened[i], bluffs[i],
                      mus_figures_plies(&figures[i], 50));
    }
    assert_true(opened[1] > opened[0] && opened[0] > opened[2]);
    assert_true(bluffs[3] > 1.5 * bluffs[0]);
}

static void manners_change_how_sabacc_is_played(void **unused) {
    (void)unused;
    enum { GAMES = 12, MANNERS = 4 };
    static const char *const names[MANNERS] = {"net", "net:manner=bold", "net:manner=cautious",
                                               "net:manner=tricky"};
    static sabacc_figures figures[MANNERS];
    double draws[MANNERS], tokens[MANNERS];
    for (int i = 0; i < MANNERS; i++) {
        for (int game = 0; game < GAMES; game++) {
            tp_match *match = played(tp_game_find("sabacc", NULL), &names[i], 1, 0, (uint64_t)game);
            sabacc_figures_add(&figures[i], match);
            tp_match_free(match);
        }
        draws[i] = part(figures[i].draws, figures[i].draw_turns);
        tokens[i] = part(figures[i].held[0], figures[i].could[0]);
        print_message("# %s: draws %.3f, holds %.3f\n", names[i], draws[i], tokens[i]);
    }
    assert_true(draws[1] > draws[0] && draws[0] > draws[2]);
    assert_true(tokens[3] < tokens[0]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(they_are_small),
        cmocka_unit_test(every_kernel_plays_the_same),
        cmocka_unit_test(a_search_wins_against_the_network_alone),
        cmocka_unit_test(manners_change_how_mus_is_played),
        cmocka_unit_test(manners_change_how_sabacc_is_played),
    };
    return cmocka_run_group_tests_name("shipped networks", tests, NULL, NULL);
}
