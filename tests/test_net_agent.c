/* The agent `net`: plays every game with tensors from a network's file, with the probabilities that it says,
 * and refuses files that were made for something else. */
#include "agents/networks.h"
#include "support/network.h"
#include "tapete/tapete.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <unistd.h>

#include <cmocka.h>

static char path[] = "/tmp/tapete-network-XXXXXX";

static int begin(void **unused) {
    (void)unused;
    int descriptor = mkstemp(path);
    return descriptor < 0 ? -1 : close(descriptor);
}

static int end(void **unused) {
    (void)unused;
    return unlink(path);
}

/* Write a network for this game, with options as JSON and, if `encoding` is not NULL, another encoding. */
static void write_network(const tp_game *game, const char *options, const char *encoding) {
    char own[17];
    network_encoding(game, own);
    network_shape shape = {game->name,
                           options,
                           encoding != NULL ? encoding : own,
                           (int)tp_observe_size(game),
                           (int)tp_observe_move_size(game),
                           64,
                           32,
                           32};
    size_t size;
    uint8_t *bytes = network_bytes(&shape, 11, 90, &size);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
    free(bytes);
}

static const char *name_of_agent(const char *more) {
    static char name[128];
    snprintf(name, sizeof name, "net:file=%s%s", path, more);
    return name;
}

static tp_agent *made(const tp_game *game, const char *more, uint64_t seed) {
    tp_error error;
    tp_agent *agent = tp_agent_new(game, name_of_agent(more), seed, &error);
    if (agent == NULL) fail_msg("%s", error.text);
    return agent;
}

/* The positions of some games, each given to `look`. */
static int over_games(const tp_game *game, int games, void (*look)(const tp_game *, const void *, void *),
                      void *context) {
    void *view = malloc(game->view_size);
    tp_move *moves = malloc((size_t)game->max_moves * sizeof *moves);
    int count = 0;
    for (int i = 0; i < games; i++) {
        tp_match *match =
            tp_match_new(&(tp_match_setup){.game = game, .seeded = true, .seed = (uint64_t)i}, NULL);
        tp_rng rng;
        tp_rng_seed(&rng, (uint64_t)i);
        for (int seat, ply = 0; (seat = tp_match_actor(match)) != TP_OVER && ply < 300; ply++, count++) {
            tp_match_view(match, seat, view);
            look(game, view, context);
            int legal = game->view_legal(view, moves);
            tp_match_play(match, seat, moves[tp_rng_below(&rng, (uint32_t)legal)], NULL);
        }
        tp_match_free(match);
    }
    free(moves);
    free(view);
    return count;
}

typedef struct pair {
    tp_agent *one, *other;
    double *probs;
} pair;

static void look_at_probabilities(const tp_game *game, const void *view, void *context) {
    pair *agents = context;
    tp_move moves[4096];
    int legal = game->view_legal(view, moves), count = tp_agent_probs(agents->one, view, agents->probs);
    assert_int_equal(count, legal);
    double sum = 0;
    for (int i = 0; i < count; i++) {
        assert_true(agents->probs[i] >= 0);
        sum += agents->probs[i];
    }
    assert_true(fabs(sum - 1) < 1e-9);
    /* The same seed chooses the same, whether probabilities were asked for or not; and nothing impossible. */
    tp_move chosen = tp_agent_choose(agents->one, view);
    assert_int_equal(tp_agent_choose(agents->other, view), chosen);
    for (int i = 0; i < count; i++) assert_true(moves[i] != chosen || agents->probs[i] > 0);
}

static void every_game_with_tensors_is_played(void **unused) {
    (void)unused;
    int played = 0;
    for (const tp_game *const *game = tp_games(); *game != NULL; game++) {
        if ((*game)->observe_fields == NULL) continue;
        write_network(*game, "{}", NULL);
        pair agents = {made(*game, "", 5), made(*game, "", 5),
                       malloc((size_t)(*game)->max_moves * sizeof(double))};
        assert_true(over_games(*game, 3, look_at_probabilities, &agents) > 5);
        free(agents.probs);
        tp_agent_free(agents.one);
        tp_agent_free(agents.other);
        played++;
    }
    assert_true(played >= 4);
}

enum { SEARCHED = 9 }; /* every ninth position is */

/* The same seed finds the same; every legal move gets an opinion; and what comes after a move is worth
 * something too. */
static void look_at_a_search(const tp_game *game, const void *view, void *context) {
    static int positions;
    pair *agents = context;
    if (positions++ % SEARCHED != 0) return;
    tp_move moves[4096];
    tp_opinion opinions[4096], value = {0};
    int legal = game->view_legal(view, moves), seat = game->view_actor(view);
    bool is_legal = false;
    tp_move chosen = tp_agent_choose(agents->one, view);
    assert_int_equal(tp_agent_choose(agents->other, view), chosen);
    for (int i = 0; i < legal; i++) is_legal = is_legal || moves[i] == chosen;
    assert_true(is_legal);
    assert_int_equal(tp_agent_probs(agents->one, view, agents->probs), 0);
    assert_int_equal(tp_agent_evaluate(agents->one, view, opinions), legal);
    tp_agent_evaluate(agents->other, view, opinions);
    uint64_t games = 0;
    for (int i = 0; i < legal; i++) {
        assert_true(opinions[i].value >= 0 && opinions[i].value <= 1);
        games += opinions[i].games;
    }
    assert_int_equal(games, 40);
    const tp_event seen = {.type = TP_EVENT_MOVE, .seat = seat, .move = chosen};
    for (int i = 0; i < 2; i++) {
        tp_agent *agent = i == 0 ? agents->one : agents->other;
        assert_true(tp_agent_value(agent, view, seat, NULL, &value));
        assert_true(value.value >= 0 && value.value <= 1 && value.games == 40);
        assert_true(tp_agent_value(agent, view, seat, &seen, &value));
        assert_true(value.value >= 0 && value.value <= 1 && value.games == 40);
    }
}

static void every_game_is_searched_with_a_network(void **unused) {
    (void)unused;
    for (const tp_game *const *game = tp_games(); *game != NULL; game++) {
        if ((*game)->observe_fields == NULL) continue;
        write_network(*game, "{}", NULL);
        pair agents = {made(*game, ",sims=40", 5), made(*game, ",sims=40", 5),
                       malloc((size_t)(*game)->max_moves * sizeof(double))};
        assert_true(over_games(*game, 3, look_at_a_search, &agents) > 5);
        free(agents.probs);
        tp_agent_free(agents.one);
        tp_agent_free(agents.other);
    }
}

/* Who looks once has opinions too: they come from a search. */
static void who_does_not_search_has_opinions(void **unused) {
    (void)unused;
    const tp_game *game = tp_game_find("sabacc", NULL);
    write_network(game, "{}", NULL);
    tp_agent *agent = made(game, "", 5);
    tp_match *match = tp_match_new(&(tp_match_setup){.game = game, .seeded = true, .seed = 1}, NULL);
    void *view = malloc(game->view_size);
    tp_move moves[4096];
    tp_opinion opinions[4096];
    assert_true(tp_match_view(match, tp_match_actor(match), view));
    assert_int_equal(tp_agent_evaluate(agent, view, opinions), game->view_legal(view, moves));
    assert_true(tp_agent_value(agent, view, tp_match_actor(match), NULL, opinions));
    assert_true(opinions[0].games > 100 && opinions[0].error > 0);
    free(view);
    tp_match_free(match);
    tp_agent_free(agent);
}

static void look_at_the_likeliest(const tp_game *game, const void *view, void *context) {
    pair *agents = context;
    tp_move moves[4096];
    int count = game->view_legal(view, moves), best = 0;
    assert_int_equal(tp_agent_probs(agents->one, view, agents->probs), count);
    for (int i = 1; i < count; i++) {
        if (agents->probs[i] > agents->probs[best]) best = i;
    }
    double other[4096];
    tp_agent_probs(agents->other, view, other);
    for (int i = 0; i < count; i++)
        assert_true(other[i] == (tp_agent_choose(agents->other, view) == moves[i]));
    assert_true(agents->probs[best] == agents->probs[0] || tp_agent_choose(agents->other, view) != moves[0]);
}

static void without_temperature_the_likeliest_move_is_played(void **unused) {
    (void)unused;
    const tp_game *game = tp_game_find("sabacc", NULL);
    write_network(game, "{}", NULL);
    pair agents = {made(game, ",temperature=1", 5), made(game, ",temperature=0", 6),
                   malloc((size_t)game->max_moves * sizeof(double))};
    over_games(game, 2, look_at_the_likeliest, &agents);
    free(agents.probs);
    tp_agent_free(agents.one);
    tp_agent_free(agents.other);
}

static void refuse(const tp_game *game, const char *part) {
    tp_error error = {0};
    assert_null(tp_agent_new(game, name_of_agent(""), 1, &error));
    if (strstr(error.text, part) == NULL || strstr(error.text, path) == NULL)
        fail_msg("\"%s\" or the path is not in \"%s\"", part, error.text);
}

static void a_network_for_something_else_is_refused(void **unused) {
    (void)unused;
    const tp_game *mus = tp_game_find("mus", NULL), *sabacc = tp_game_find("sabacc", NULL);
    write_network(mus, "{}", NULL);
    refuse(sabacc, "it plays mus, and this game is sabacc");
    write_network(mus, "{}", "0123456789abcdef");
    refuse(mus, "another encoding");
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fclose(file);
    refuse(mus, "not a network");
}

static void a_network_plays_its_variants_only(void **unused) {
    (void)unused;
    const tp_game *mus = tp_game_find("mus", NULL);
    write_network(mus, "{\"players\": [\"2\"]}", NULL);
    static const char *const presets[] = {"F4", "S2", "F2", "X4"};
    for (int i = 0; i < 4; i++) {
        tp_options options;
        tp_error error;
        tp_options_init(&options, mus->options);
        assert_int_equal(tp_options_set(&options, "preset", presets[i], NULL), TP_OK);
        tp_game_settle(mus, &options, NULL);
        tp_agent *agent = tp_agent_new_for(mus, &options, name_of_agent(""), 1, &error);
        assert_int_equal(agent != NULL, presets[i][1] == '2');
        if (agent == NULL) assert_non_null(strstr(error.text, "no network for this variant"));
        tp_agent_free(agent);
    }
}

static tp_options variant(const tp_game *game, const char *text) {
    tp_options options;
    tp_options_init(&options, game->options);
    assert_int_equal(tp_options_parse(&options, text, NULL), TP_OK);
    tp_game_settle(game, &options, NULL);
    return options;
}

/* Whether both choose the same and have the same opinions in some positions of a game with these options. */
static void play_the_same(const tp_game *game, const tp_options *options, const char *name,
                          const char *other) {
    tp_error error;
    tp_agent *agents[] = {tp_agent_new_for(game, options, name, 3, &error),
                          tp_agent_new_for(game, options, other, 3, &error)};
    if (agents[0] == NULL || agents[1] == NULL) fail_msg("%s", error.text);
    tp_match *match =
        tp_match_new(&(tp_match_setup){.game = game, .options = options, .seeded = true, .seed = 4}, NULL);
    assert_non_null(match);
    void *view = malloc(game->view_size);
    for (int i = 0; i < 2; i++) tp_agent_begin(agents[i], options, 0);
    for (int ply = 0; ply < 8 && tp_match_actor(match) != TP_OVER; ply++) {
        assert_true(tp_match_view(match, tp_match_actor(match), view));
        tp_move move = tp_agent_choose(agents[0], view);
        assert_int_equal(tp_agent_choose(agents[1], view), move);
        assert_int_equal(tp_match_play(match, tp_match_actor(match), move, NULL), TP_OK);
    }
    tp_opinion one, two;
    if (tp_match_actor(match) != TP_OVER && tp_match_view(match, tp_match_actor(match), view)) {
        assert_true(tp_agent_value(agents[0], view, tp_match_actor(match), NULL, &one));
        assert_true(tp_agent_value(agents[1], view, tp_match_actor(match), NULL, &two));
        assert_true(one.value == two.value && one.games == two.games);
        tp_opinion *lists[] = {calloc((size_t)game->max_moves, sizeof one),
                               calloc((size_t)game->max_moves, sizeof one)};
        int count = tp_agent_evaluate(agents[0], view, lists[0]);
        assert_true(count > 0);
        assert_int_equal(tp_agent_evaluate(agents[1], view, lists[1]), count);
        for (int i = 0; i < count; i++) {
            assert_int_equal(lists[0][i].move, lists[1][i].move);
            assert_true(lists[0][i].value == lists[1][i].value);
        }
        for (int i = 0; i < 2; i++) free(lists[i]);
    }
    for (int i = 0; i < 2; i++) {
        assert_null(tp_agent_failure(agents[i]));
        tp_agent_free(agents[i]);
    }
    free(view);
    tp_match_free(match);
}

static void a_fallback_plays_what_no_network_does(void **unused) {
    (void)unused;
    const tp_game *mus = tp_game_find("mus", NULL), *leduc = tp_game_find("leduc", NULL);
    write_network(mus, "{\"players\": [\"2\"]}", NULL);
    char name[128], plain[128];
    snprintf(name, sizeof name, "%s", name_of_agent(",fallback=30"));
    snprintf(plain, sizeof plain, "%s", name_of_agent(""));
    tp_options two = variant(mus, "preset=S2"), four = variant(mus, "preset=F4");
    play_the_same(mus, &two, name, plain);
    play_the_same(mus, &four, name, "ismcts:sims=30,memory=8");
    /* No network comes with the program. */
    tp_error error;
    assert_null(tp_agent_new(leduc, "net", 1, &error));
    assert_non_null(strstr(error.text, "no network comes with the program for leduc"));
    tp_options usual = variant(leduc, "");
    play_the_same(leduc, &usual, "net:fallback=30", "ismcts:sims=30,memory=8");
}

static void what_does_not_go_together_is_refused(void **unused) {
    (void)unused;
    const tp_game *bruno = tp_game_find("bruno", NULL);
    tp_error error;
    assert_null(tp_agent_new(bruno, "net:sims=5,ms=5", 1, &error));
    assert_non_null(strstr(error.text, "give sims or ms, not both"));
    assert_null(tp_agent_new(bruno, "net:manner=bold", 1, &error));
    assert_non_null(strstr(error.text, "bruno is played in one manner only"));
    assert_null(tp_agent_new(bruno, "net:manner=rude", 1, &error));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_with_tensors_is_played),
        cmocka_unit_test(without_temperature_the_likeliest_move_is_played),
        cmocka_unit_test(a_network_for_something_else_is_refused),
        cmocka_unit_test(a_network_plays_its_variants_only),
        cmocka_unit_test(every_game_is_searched_with_a_network),
        cmocka_unit_test(who_does_not_search_has_opinions),
        cmocka_unit_test(a_fallback_plays_what_no_network_does),
        cmocka_unit_test(what_does_not_go_together_is_refused),
    };
    return cmocka_run_group_tests_name("net agent", tests, begin, end);
}
