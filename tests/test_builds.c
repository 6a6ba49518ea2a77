/* The build of a game for processors with bit instructions, where the registry hands it out, and the build
 * for all of them are one game. */
#include "games/registry.h"
#include "support/soak.h"
#include "support/variants.h"
#include "tapete/tapete.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* A game by the two builds, with the same chance, and the same player of its own watching both. */
typedef struct twins {
    const tp_game *game;
    tp_agent *player;
    tp_chance chance;
    void *state, *world, *view, *scratch;
    tp_move *moves;
} twins;

static void *room(size_t size) {
    void *memory = calloc(1, size != 0 ? size : 1);
    assert_non_null(memory);
    return memory;
}

static void meet(twins *twin, const tp_game *game, const char *player) {
    tp_error error = {0};
    *twin = (twins){.game = game,
                    .player = tp_agent_new(game, player, 1, &error),
                    .state = room(game->state_size),
                    .world = room(game->state_size),
                    .view = room(game->view_size),
                    .scratch = room(game->scratch_size),
                    .moves = room((size_t)game->max_moves * sizeof(tp_move))};
    if (twin->player == NULL) fail_msg("%s: %s", player, error.text);
}

static void part(twins *twin) {
    tp_agent_free(twin->player);
    free(twin->state);
    free(twin->world);
    free(twin->view);
    free(twin->scratch);
    free(twin->moves);
}

/* Both have the same moves, and their players choose the same one; another one is made. */
static void play_a_move(twins *one, twins *other) {
    const tp_game *game = one->game;
    int count = game->legal(one->state, one->moves);
    assert_int_equal(other->game->legal(other->state, other->moves), count);
    assert_memory_equal(one->moves, other->moves, (size_t)count * sizeof *one->moves);
    game->view(one->state, game->actor(one->state), one->view);
    other->game->view(other->state, game->actor(one->state), other->view);
    assert_memory_equal(one->view, other->view, game->view_size);
    assert_int_equal(tp_agent_choose(one->player, one->view), tp_agent_choose(other->player, other->view));
    tp_move move = one->moves[tp_rng_below(&one->chance.rng, (uint32_t)count)];
    tp_rng_below(&other->chance.rng, (uint32_t)count);
    game->apply(one->state, move, &one->chance);
    other->game->apply(other->state, move, &other->chance);
    assert_memory_equal(one->state, other->state, game->state_size);
}

static void imagine_a_world(twins *twin, int viewer) {
    tp_error error = {0};
    twin->game->view(twin->state, viewer, twin->view);
    if (twin->game->prepare(twin->view, twin->scratch, &error) != TP_OK) fail_msg("%s", error.text);
    twin->game->imagine(twin->view, twin->scratch, twin->world, &twin->chance);
}

static void compare_builds(const tp_game *chosen, const tp_game *plain, const char *player) {
    twins one, other;
    meet(&one, chosen, player);
    meet(&other, plain, player);
    uint32_t games = 600 * (uint32_t)soak_factor();
    for (uint32_t n = 0; n < games; n++) {
        tp_options options;
        variant_options(chosen, n % 200, &options);
        tp_chance_from_seed(&one.chance, n);
        other.chance = one.chance;
        assert_int_equal(chosen->setup(one.state, &options, &one.chance, NULL), TP_OK);
        assert_int_equal(plain->setup(other.state, &options, &other.chance, NULL), TP_OK);
        for (uint32_t i = 0; i < 7 * n % 211 && chosen->actor(one.state) != TP_OVER; i++)
            play_a_move(&one, &other);
        imagine_a_world(&one, (int)n % chosen->seats(one.state));
        imagine_a_world(&other, (int)n % chosen->seats(one.state));
        assert_memory_equal(one.world, other.world, chosen->state_size);
        assert_int_equal(chosen->playout(one.state, &one.chance), plain->playout(other.state, &other.chance));
        assert_memory_equal(one.state, other.state, chosen->state_size);
        assert_memory_equal(&one.chance, &other.chance, sizeof one.chance);
    }
    part(&one);
    part(&other);
}

static void bruno_is_one_game(void **unused) {
    (void)unused;
    compare_builds(tp_game_find("bruno", NULL), &bruno_game, "bruno-low");
}

static void mulle_is_one_game(void **unused) {
    (void)unused;
    compare_builds(tp_game_find("mulle", NULL), &mulle_game, "mulle-greedy");
}

static void mus_is_one_game(void **unused) {
    (void)unused;
    compare_builds(tp_game_find("mus", NULL), &mus_game, "mus-bot");
}

static void sabacc_is_one_game(void **unused) {
    (void)unused;
    compare_builds(tp_game_find("sabacc", NULL), &sabacc_game, "sabacc-pairs");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bruno_is_one_game),
        cmocka_unit_test(mulle_is_one_game),
        cmocka_unit_test(mus_is_one_game),
        cmocka_unit_test(sabacc_is_one_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
