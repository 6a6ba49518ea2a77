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
    tp_opinion opinion;
    assert_true(tp_agent_value(agents->one, view, game->view_actor(view), NULL, &opinion));
    assert_true(opinion.value >= 0 && opinion.value <= 1);
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_with_tensors_is_played),
        cmocka_unit_test(without_temperature_the_likeliest_move_is_played),
        cmocka_unit_test(a_network_for_something_else_is_refused),
        cmocka_unit_test(a_network_plays_its_variants_only),
    };
    return cmocka_run_group_tests_name("net agent", tests, begin, end);
}
