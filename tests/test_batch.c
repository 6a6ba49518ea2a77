/* Batches of games (include/tapete/batch.h): what they say is what the game says, whatever the number of
 * threads; nothing that a seat may not know reaches its numbers; wrong actions change nothing. */
#include "support/soak.h"
#include "support/variants.h"
#include "tapete/tapete.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { GAMES = 150, STEPS = 120, MOST_NUMBERS = 2048, MOST_ACTIONS = 512 };

/* All buffers of a batch, each as large as it must be, so that a sanitizer finds what is written beyond. */
typedef struct everything {
    tp_batch_buffers b;
    size_t count, seats, actions, room, size, move_size;
} everything;

static void make_buffers(everything *e, const tp_batch *batch) {
    const tp_game *game = tp_batch_game(batch);
    *e = (everything){.count = tp_batch_count(batch),
                      .seats = tp_batch_seats(batch),
                      .actions = tp_batch_actions(batch),
                      .room = tp_batch_room(batch),
                      .size = tp_observe_size(game),
                      .move_size = tp_observe_move_size(game)};
    size_t count = e->count, row = e->size * count, moves = count * e->room;
    e->b = (tp_batch_buffers){
        .numbers = calloc(row, 1),
        .floats = calloc(row, sizeof(float)),
        .every = calloc(row, e->seats),
        .mask = e->actions != 0 ? calloc(count, e->actions) : NULL,
        .moves = calloc(moves, sizeof(uint32_t)),
        .move_count = calloc(count, sizeof(uint32_t)),
        .move_numbers = calloc(moves, e->move_size),
        .move_floats = calloc(moves * e->move_size, sizeof(float)),
        .actor = calloc(count, sizeof(int32_t)),
        .rewards = calloc(count * e->seats, sizeof(float)),
        .out = calloc(count, e->seats),
        .terminal = calloc(count, 1),
        .truncated = calloc(count, 1),
        .scores = calloc(count * e->seats, sizeof(int32_t)),
        .episode = calloc(count, sizeof(uint64_t)),
        .final_numbers = calloc(row, 1),
        .final_floats = calloc(row, sizeof(float)),
    };
}

static void free_buffers(everything *e) {
    void *all[] = {e->b.numbers,       e->b.floats,       e->b.every,       e->b.mask,   e->b.moves,
                   e->b.move_count,    e->b.move_numbers, e->b.move_floats, e->b.actor,  e->b.rewards,
                   e->b.out,           e->b.terminal,     e->b.truncated,   e->b.scores, e->b.episode,
                   e->b.final_numbers, e->b.final_floats};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) free(all[i]);
}

static uint64_t digest(uint64_t sum, const void *bytes, size_t size) {
    const unsigned char *byte = bytes;
    for (size_t i = 0; byte != NULL && i < size; i++) sum = (sum ^ byte[i]) * 0x100000001b3ull;
    return sum;
}

static uint64_t digest_of(const everything *e, uint64_t sum) {
    size_t row = e->size * e->count;
    sum = digest(sum, e->b.numbers, row);
    sum = digest(sum, e->b.floats, row * sizeof(float));
    sum = digest(sum, e->b.every, row * e->seats);
    sum = digest(sum, e->b.mask, e->count * e->actions);
    sum = digest(sum, e->b.moves, e->count * e->room * sizeof(uint32_t));
    sum = digest(sum, e->b.move_numbers, e->count * e->room * e->move_size);
    sum = digest(sum, e->b.rewards, e->count * e->seats * sizeof(float));
    sum = digest(sum, e->b.scores, e->count * e->seats * sizeof(int32_t));
    sum = digest(sum, e->b.episode, e->count * sizeof(uint64_t));
    sum = digest(sum, e->b.out, e->count * e->seats);
    return digest(sum, e->b.final_numbers, row);
}

static tp_batch *batch_of(const char *name, const char *given, tp_batch_setup setup) {
    tp_error error = {.code = TP_OK};
    tp_options options;
    setup.game = tp_game_find(name, NULL);
    tp_options_init(&options, setup.game->options);
    if (given[0] != '\0') assert_int_equal(tp_options_parse(&options, given, NULL), TP_OK);
    setup.options = &options;
    if (setup.count == 0) setup.count = GAMES;
    tp_batch *batch = tp_batch_new(&setup, &error);
    if (batch == NULL) fail_msg("%s", error.text);
    return batch;
}

/* A random legal decision for each game. */
static void choose(const everything *e, tp_rng *rng, int32_t *actions) {
    for (size_t i = 0; i < e->count; i++) {
        uint32_t k = tp_rng_below(rng, e->b.move_count[i]);
        actions[i] = (int32_t)k;
        for (uint32_t a = 0; e->b.mask != NULL && a < e->actions; a++) {
            if (e->b.mask[i * e->actions + a] == 0 || k-- > 0) continue;
            actions[i] = (int32_t)a;
            break;
        }
    }
}

static void step(tp_batch *batch, everything *e, tp_rng *rng) {
    int32_t *actions = malloc(e->count * sizeof *actions);
    tp_error error;
    choose(e, rng, actions);
    if (tp_batch_step(batch, actions, &e->b, NULL, &error) != TP_OK) fail_msg("%s", error.text);
    free(actions);
}

static const char *const all_games[] = {"bruno", "mus", "sabacc", "mulle", "leduc", NULL};

/* ---- the same as the game ---- */

/* Everything about the decision at hand, from the view of the seat. */
static void check_decision(tp_batch *batch, const everything *e, uint32_t i) {
    const tp_game *game = tp_batch_game(batch);
    static uint8_t view[4096], numbers[MOST_NUMBERS];
    static float floats[MOST_NUMBERS];
    static tp_move moves[1 << 14];
    int actor = e->b.actor[i];
    assert_in_range(actor, 0, e->seats - 1);
    assert_int_equal(tp_batch_view(batch, i, actor, view, NULL), TP_OK);
    assert_int_equal(game->view_actor(view), actor);
    int count = game->view_legal(view, moves);
    assert_int_equal(count, e->b.move_count[i]);
    assert_memory_equal(moves, e->b.moves + i * e->room, (size_t)count * sizeof *moves);
    game->observe(view, numbers);
    assert_memory_equal(numbers, e->b.numbers + i * e->size, e->size);
    assert_memory_equal(numbers, e->b.every + i * e->size * e->seats, e->size);
    tp_observe_floats(game->observe_fields, numbers, floats);
    assert_memory_equal(floats, e->b.floats + i * e->size, e->size * sizeof(float));
    for (int k = 0; k < count; k++) {
        game->observe_move(view, moves[k], numbers);
        assert_memory_equal(numbers, e->b.move_numbers + (i * e->room + (size_t)k) * e->move_size,
                            e->move_size);
    }
    size_t allowed = 0;
    for (uint32_t a = 0; e->b.mask != NULL && a < e->actions; a++) {
        assert_int_equal(e->b.mask[i * e->actions + a], game->move_of(view, a) != TP_NO_MOVE);
        allowed += e->b.mask[i * e->actions + a];
    }
    if (e->actions != 0) assert_int_equal(allowed, count);
    for (uint32_t seat = 0; seat < e->seats; seat++) {
        tp_batch_view(batch, i, (int)seat, view, NULL);
        game->observe(view, numbers);
        size_t place = (seat + e->seats - (uint32_t)actor) % e->seats;
        assert_memory_equal(numbers, e->b.every + (i * e->seats + place) * e->size, e->size);
    }
}

static void a_batch_says_what_the_views_say(void **unused) {
    (void)unused;
    for (const char *const *name = all_games; *name != NULL; name++) {
        tp_batch *batch = batch_of(*name, "", (tp_batch_setup){.count = 5, .seed = 3});
        everything e;
        tp_rng rng;
        tp_rng_seed(&rng, 1);
        make_buffers(&e, batch);
        assert_int_equal(tp_batch_look(batch, &e.b, NULL), TP_OK);
        for (int i = 0; i < STEPS; i++) {
            for (uint32_t k = 0; k < 5; k++) check_decision(batch, &e, k);
            step(batch, &e, &rng);
        }
        free_buffers(&e);
        tp_batch_free(batch);
    }
}

/* A game of a batch and the same game played by the contract go the same way, and end with the same. */
static void games_go_and_end_as_by_the_contract(void **unused) {
    (void)unused;
    static uint8_t state[4096];
    const char *const given[] = {"", "best_of=1,target=10", "players=3,chips=3", "", "", NULL};
    for (int g = 0; all_games[g] != NULL; g++) {
        for (uint64_t seed = 0; seed < 8; seed++) {
            tp_batch *batch = batch_of(all_games[g], given[g], (tp_batch_setup){.count = 1, .by_list = true});
            const tp_game *game = tp_batch_game(batch);
            everything e;
            tp_options options;
            tp_chance chance;
            tp_rng rng;
            float paid[TP_MAX_SEATS] = {0}, returns[TP_MAX_SEATS] = {0};
            make_buffers(&e, batch);
            assert_int_equal(tp_batch_deal(batch, 0, 1, &seed, NULL), TP_OK);
            tp_batch_look(batch, &e.b, NULL);
            tp_options_init(&options, game->options);
            tp_options_parse(&options, given[g], NULL);
            tp_chance_from_seed(&chance, seed);
            tp_rng_next(&chance.rng); /* the seed of the opponents */
            assert_int_equal(game->setup(state, &options, &chance, NULL), TP_OK);
            tp_rng_seed(&rng, seed);
            while (game->actor(state) != TP_OVER) {
                int32_t action = (int32_t)tp_rng_below(&rng, e.b.move_count[0]);
                game->apply(state, e.b.moves[action], &chance);
                assert_int_equal(tp_batch_step(batch, &action, &e.b, NULL, NULL), TP_OK);
                assert_int_equal(e.b.terminal[0], game->actor(state) == TP_OVER);
                for (size_t seat = 0; seat < e.seats; seat++) {
                    if (e.b.rewards[seat] == 0.0f) continue;
                    assert_true(paid[seat] == 0.0f); /* once */
                    assert_true(e.b.terminal[0] || e.b.out[seat] != 0);
                    paid[seat] = e.b.rewards[seat];
                }
            }
            game->returns(state, returns);
            for (size_t seat = 0; seat < e.seats; seat++) assert_true(returns[seat] == paid[seat]);
            assert_int_equal(e.b.episode[0], 1);
            free_buffers(&e);
            tp_batch_free(batch);
        }
    }
}

/* In Sabacc seats go out one by one; a seat that has gone out never decides again in that game. */
static void a_seat_that_is_out_has_its_reward_and_decides_no_more(void **unused) {
    (void)unused;
    tp_batch *batch = batch_of("sabacc", "chips=2", (tp_batch_setup){.skip_forced = true, .seed = 5});
    everything e;
    tp_rng rng;
    static uint8_t gone[GAMES][TP_MAX_SEATS];
    long seen = 0;
    tp_rng_seed(&rng, 2);
    make_buffers(&e, batch);
    tp_batch_look(batch, &e.b, NULL);
    memset(gone, 0, sizeof gone);
    for (int i = 0; i < 400; i++) {
        step(batch, &e, &rng);
        for (size_t k = 0; k < GAMES; k++) {
            if (e.b.terminal[k]) memset(gone[k], 0, sizeof gone[k]);
            for (size_t seat = 0; seat < e.seats; seat++) {
                if (e.b.out[k * e.seats + seat] == 0) continue;
                assert_false(gone[k][seat]);
                assert_true(e.b.rewards[k * e.seats + seat] < 0);
                gone[k][seat] = 1;
                seen++;
            }
            assert_false(gone[k][e.b.actor[k]]);
        }
    }
    print_message("# %ld seats went out before the end\n", seen);
    assert_true(seen > 50);
    free_buffers(&e);
    tp_batch_free(batch);
}

/* ---- threads, copies, saved games ---- */

static uint64_t play(const char *name, tp_batch_setup setup, int steps) {
    tp_batch *batch = batch_of(name, "", setup);
    everything e;
    tp_rng rng;
    uint64_t sum = 1;
    tp_rng_seed(&rng, 9);
    make_buffers(&e, batch);
    assert_int_equal(tp_batch_look(batch, &e.b, NULL), TP_OK);
    for (int i = 0; i < steps; i++) {
        step(batch, &e, &rng);
        sum = digest_of(&e, sum);
    }
    free_buffers(&e);
    tp_batch_free(batch);
    return sum;
}

static void results_do_not_depend_on_threads(void **unused) {
    (void)unused;
    const char *const opponents[] = {"bruno-low", "mus-bot", "sabacc-pairs", "net", "random"};
    for (int g = 0; all_games[g] != NULL; g++) {
        tp_batch_setup setup = {.seed = 7, .skip_forced = true, .opponents = {NULL, opponents[g]}};
        uint64_t one = 0;
        const uint32_t threads[] = {1, 2, 16};
        for (int t = 0; t < 3; t++) {
            setup.threads = threads[t];
            uint64_t sum = play(all_games[g], setup, 20);
            if (t == 0) one = sum;
            assert_true(sum == one);
        }
        setup.seed = 8;
        assert_true(play(all_games[g], setup, 20) != one);
    }
}

static void copies_and_saved_games_go_on_alike(void **unused) {
    (void)unused;
    for (const char *const *name = all_games; *name != NULL; name++) {
        tp_batch_setup setup = {.count = 6, .seed = 4, .opponents = {NULL, "random"}};
        tp_batch *batch = batch_of(*name, "", setup), *other = batch_of(*name, "", setup);
        everything e, f;
        tp_rng rng, same;
        tp_rng_seed(&rng, 3);
        make_buffers(&e, batch);
        make_buffers(&f, other);
        tp_batch_look(batch, &e.b, NULL);
        for (int i = 0; i < 17; i++) step(batch, &e, &rng);
        assert_int_equal(tp_batch_copy(other, 0, batch, 0, 3, NULL), TP_OK);
        size_t size = tp_batch_saved_size(batch);
        unsigned char *bytes = malloc(size);
        for (uint32_t i = 3; i < 6; i++) {
            assert_int_equal(tp_batch_save(batch, i, bytes, NULL), TP_OK);
            assert_int_equal(tp_batch_load(other, i, bytes, size, NULL), TP_OK);
        }
        for (int i = 0; i < 100; i++) { /* every kind of damage is found */
            size_t at = tp_rng_below(&rng, (uint32_t)size);
            unsigned char was = bytes[at];
            bytes[at] ^= (unsigned char)(1u << tp_rng_below(&rng, 8));
            assert_int_equal(tp_batch_load(other, 5, bytes, size, NULL), TP_E_INPUT);
            bytes[at] = was;
        }
        assert_int_equal(tp_batch_load(other, 5, bytes, size - 1, NULL), TP_E_INPUT);
        free(bytes);
        tp_batch_look(batch, &e.b, NULL);
        tp_batch_look(other, &f.b, NULL);
        same = rng;
        for (int i = 0; i < 60; i++) {
            step(batch, &e, &rng);
            step(other, &f, &same);
            assert_memory_equal(e.b.numbers, f.b.numbers, e.size * e.count);
            assert_memory_equal(e.b.rewards, f.b.rewards, e.seats * e.count * sizeof(float));
        }
        free_buffers(&e);
        free_buffers(&f);
        tp_batch_free(batch);
        tp_batch_free(other);
    }
}

static void a_child_goes_on_with_threads_of_its_own(void **unused) {
    (void)unused;
    tp_batch *batch = batch_of("bruno", "", (tp_batch_setup){.threads = 4});
    everything e;
    tp_rng rng;
    tp_rng_seed(&rng, 3);
    make_buffers(&e, batch);
    tp_batch_look(batch, &e.b, NULL);
    step(batch, &e, &rng);
    pid_t child = fork();
    for (int i = 0; i < 5; i++) step(batch, &e, &rng);
    uint64_t sum = digest_of(&e, 1);
    if (child == 0) _exit((int)(sum & 127));
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), (int)(sum & 127));
    free_buffers(&e);
    tp_batch_free(batch);
}

/* ---- what a seat may not know ---- */

/* The game imagined anew behind the decider's view: his buffers are the same bytes. */
static void hidden_cards_change_nothing_in_the_buffers(void **unused) {
    (void)unused;
    for (const char *const *name = all_games; *name != NULL; name++) {
        tp_batch *batch = batch_of(*name, "", (tp_batch_setup){.count = 40, .seed = 11});
        const tp_game *game = tp_batch_game(batch);
        everything e;
        tp_rng rng;
        tp_rng_seed(&rng, 6);
        make_buffers(&e, batch);
        tp_batch_look(batch, &e.b, NULL);
        for (int i = 0; i < 25; i++) {
            for (uint32_t k = 0; k < 40; k++) {
                static uint8_t view[4096], state[4096], again[MOST_NUMBERS];
                static uint8_t scratch[1 << 19];
                tp_chance chance;
                tp_batch_view(batch, k, e.b.actor[k], view, NULL);
                assert_int_equal(tp_game_prepare(game, view, scratch, NULL), TP_OK);
                tp_chance_from_seed(&chance, k);
                game->imagine(view, scratch, state, &chance);
                game->view(state, e.b.actor[k], view);
                game->observe(view, again);
                assert_memory_equal(again, e.b.numbers + k * e.size, e.size);
            }
            step(batch, &e, &rng);
        }
        free_buffers(&e);
        tp_batch_free(batch);
    }
}

static bool is_zero(const void *bytes, size_t size) {
    const unsigned char *all = bytes;
    return size == 0 || (all[0] == 0 && memcmp(all, all + 1, size - 1) == 0);
}

static void check_rests(const everything *e) {
    for (size_t k = 0; k < e->count; k++) {
        size_t first = k * e->room + e->b.move_count[k], rest = e->room - e->b.move_count[k];
        assert_true(is_zero(e->b.moves + first, rest * sizeof *e->b.moves));
        assert_true(is_zero(e->b.move_numbers + first * e->move_size, rest * e->move_size));
        assert_true(is_zero(e->b.move_floats + first * e->move_size, rest * e->move_size * sizeof(float)));
    }
}

/* Behind the legal moves nothing is left of an earlier decision, which was often another seat's and tells of
 * its cards; nor where the caller's lists change, or had something else in them. */
static void nothing_is_left_behind_the_last_move(void **unused) {
    (void)unused;
    for (const char *const *name = all_games; *name != NULL; name++) {
        tp_batch *batch = batch_of(*name, "", (tp_batch_setup){.count = 40, .seed = 3, .by_list = true});
        everything e[2];
        tp_rng rng;
        tp_rng_seed(&rng, 6);
        for (int i = 0; i < 2; i++) {
            make_buffers(&e[i], batch);
            memset(e[i].b.moves, 0x55, e[i].count * e[i].room * sizeof *e[i].b.moves);
            memset(e[i].b.move_numbers, 0x55, e[i].count * e[i].room * e[i].move_size);
            memset(e[i].b.move_floats, 0x55, e[i].count * e[i].room * e[i].move_size * sizeof(float));
        }
        tp_batch_look(batch, &e[0].b, NULL);
        check_rests(&e[0]);
        for (int i = 0; i < 60; i++) {
            int32_t actions[40];
            choose(&e[i / 10 % 2], &rng, actions);
            const everything *next = &e[(i + 1) / 10 % 2];
            assert_int_equal(tp_batch_step(batch, actions, &next->b, NULL, NULL), TP_OK);
            check_rests(next);
        }
        free_buffers(&e[0]);
        free_buffers(&e[1]);
        tp_batch_free(batch);
    }
}

/* ---- bad input ---- */

static void a_wrong_action_is_refused_and_nothing_is_stepped(void **unused) {
    (void)unused;
    for (const char *const *name = all_games; *name != NULL; name++) {
        tp_batch *batch = batch_of(*name, "", (tp_batch_setup){.count = 20});
        everything e;
        tp_rng rng, fuzz;
        tp_error error;
        int32_t actions[20];
        tp_rng_seed(&rng, 6);
        tp_rng_seed(&fuzz, 7);
        make_buffers(&e, batch);
        tp_batch_look(batch, &e.b, NULL);
        for (int i = 0; i < 400; i++) {
            uint64_t before = digest_of(&e, 1);
            choose(&e, &rng, actions);
            uint32_t where = tp_rng_below(&fuzz, 20), kind = tp_rng_below(&fuzz, 4);
            int32_t action = kind == 0 ? (int32_t)tp_rng_next(&fuzz) : (int32_t)tp_rng_below(&fuzz, 300) - 20;
            bool legal = e.b.mask != NULL ? action >= 0 && (size_t)action < e.actions &&
                                                e.b.mask[where * e.actions + (size_t)action] != 0
                                          : action >= 0 && (uint32_t)action < e.b.move_count[where];
            size_t bad = 99;
            actions[where] = action;
            tp_err code = tp_batch_step(batch, actions, &e.b, &bad, &error);
            assert_int_equal(code, legal ? TP_OK : TP_E_REFUSED);
            if (legal) continue;
            assert_int_equal(bad, where);
            assert_non_null(strstr(error.text, "is not legal") != NULL ? error.text
                                                                       : strstr(error.text, "no move"));
            assert_true(digest_of(&e, 1) == before);
            tp_batch_look(batch, &e.b, NULL);
        }
        free_buffers(&e);
        tp_batch_free(batch);
    }
}

static void expect_refusal(tp_batch_setup setup, const char *words) {
    tp_error error = {.code = TP_OK};
    assert_null(tp_batch_new(&setup, &error));
    if (strstr(error.text, words) == NULL) fail_msg("\"%s\" is not in: %s", words, error.text);
}

static void a_setup_that_makes_no_sense_is_refused(void **unused) {
    (void)unused;
    const tp_game *mus = tp_game_find("mus", NULL);
    expect_refusal((tp_batch_setup){.game = mus, .count = 0}, "count of a batch: 0 is not 1 to");
    expect_refusal((tp_batch_setup){.game = mus, .count = 1, .threads = 1000}, "threads of a batch");
    expect_refusal((tp_batch_setup){.game = mus, .count = 1, .opponents = {"ismcts"}},
                   "random, net, mus-bot");
    expect_refusal((tp_batch_setup){.game = mus, .count = 1, .opponents = {"net:sims=5"}},
                   "too long to play");
    expect_refusal((tp_batch_setup){.game = mus, .count = 1, .opponents = {"nobody"}}, "nobody");
    expect_refusal(
        (tp_batch_setup){.game = mus, .count = 1, .opponents = {"random", "random", "random", "random"}},
        "every seat has an opponent");
    tp_options options;
    tp_options_init(&options, mus->options);
    assert_int_equal(tp_options_parse(&options, "players=2", NULL), TP_OK);
    expect_refusal(
        (tp_batch_setup){.game = mus, .options = &options, .count = 1, .opponents = {NULL, NULL, "random"}},
        "there is no seat 2");
    tp_batch *batch = batch_of("mus", "", (tp_batch_setup){.count = 4}),
             *other = batch_of("mus", "target=30", (tp_batch_setup){.count = 4});
    tp_error error;
    assert_int_equal(tp_batch_copy(batch, 0, other, 0, 1, &error), TP_E_INPUT);
    assert_int_equal(tp_batch_copy(batch, 3, batch, 0, 2, &error), TP_E_INPUT);
    assert_int_equal(tp_batch_deal(batch, 4, 1, NULL, &error), TP_E_INPUT);
    assert_int_equal(tp_batch_deal(batch, 0, 0xffffffffu, NULL, &error), TP_E_INPUT);
    tp_batch_free(batch);
    tp_batch_free(other);
}

/* A list is never cut: a batch whose lists are too short says so and stops. */
static void a_list_that_does_not_fit_is_an_error(void **unused) {
    (void)unused;
    tp_batch *batch = batch_of("mulle", "", (tp_batch_setup){.count = 50, .room = 9});
    everything e;
    tp_error error = {.code = TP_OK};
    tp_rng rng;
    tp_err code = TP_OK;
    int32_t actions[50];
    tp_rng_seed(&rng, 1);
    make_buffers(&e, batch);
    code = tp_batch_look(batch, &e.b, &error);
    for (int i = 0; i < 100 && code == TP_OK; i++) {
        choose(&e, &rng, actions);
        code = tp_batch_step(batch, actions, &e.b, NULL, &error);
    }
    assert_int_equal(code, TP_E_INPUT);
    assert_non_null(strstr(error.text, "the list has room for 9"));
    assert_int_equal(tp_batch_step(batch, actions, &e.b, NULL, &error), TP_E_INPUT);
    free_buffers(&e);
    tp_batch_free(batch);
}

static void long_games_are_cut_off_where_that_is_asked_for(void **unused) {
    (void)unused;
    tp_batch *batch = batch_of("sabacc", "", (tp_batch_setup){.count = 10, .most_decisions = 7});
    everything e;
    tp_rng rng;
    tp_rng_seed(&rng, 1);
    make_buffers(&e, batch);
    tp_batch_look(batch, &e.b, NULL);
    for (int i = 1; i <= 70; i++) {
        step(batch, &e, &rng);
        for (size_t k = 0; k < 10; k++) {
            assert_int_equal(e.b.truncated[k], i % 7 == 0);
            assert_int_equal(e.b.episode[k], i / 7);
        }
    }
    free_buffers(&e);
    tp_batch_free(batch);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_batch_says_what_the_views_say),
        cmocka_unit_test(games_go_and_end_as_by_the_contract),
        cmocka_unit_test(a_seat_that_is_out_has_its_reward_and_decides_no_more),
        cmocka_unit_test(results_do_not_depend_on_threads),
        cmocka_unit_test(copies_and_saved_games_go_on_alike),
        cmocka_unit_test(a_child_goes_on_with_threads_of_its_own),
        cmocka_unit_test(hidden_cards_change_nothing_in_the_buffers),
        cmocka_unit_test(nothing_is_left_behind_the_last_move),
        cmocka_unit_test(a_wrong_action_is_refused_and_nothing_is_stepped),
        cmocka_unit_test(a_setup_that_makes_no_sense_is_refused),
        cmocka_unit_test(a_list_that_does_not_fit_is_an_error),
        cmocka_unit_test(long_games_are_cut_off_where_that_is_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
