/* When bots answer: after a time that follows from the agent alone. */
#include "server/bots.h"
#include "server/server.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

static void the_floor_follows_from_the_name(void **state) {
    (void)state;
    static const struct {
        const char *game, *agent;
        int64_t floor_ms;
    } rows[] = {
        {"bruno", "ismcts:ms=300", 400},
        {"bruno", "ismcts", 300},
        {"mus", "ismcts:sims=2500", 350},
        {"mus", "strong", 400},
        {"mus", "strongest", 1100},
        {"mulle", "flatmc:games=60", 106},
        {"sabacc", "flatmc:games=2000", 300},
        {"bruno", "random", 0},
        {"mulle", "mulle-greedy", 0},
        {"mulle", "mulle-learn", 100},
        {"bruno", "there is no such agent", 0},
    };
    server *server = calloc(1, sizeof *server);
    assert_non_null(server);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const tp_game *game = tp_game_find(rows[i].game, NULL);
        server->setup.limits.bot_delay_ms = 100;
        if (bots_floor_ms(server, game, rows[i].agent) != rows[i].floor_ms)
            fail_msg("%s waits %lld ms, not %lld", rows[i].agent,
                     (long long)bots_floor_ms(server, game, rows[i].agent), (long long)rows[i].floor_ms);
        server->setup.limits.bot_delay_ms = 0;
        assert_int_equal(bots_floor_ms(server, game, rows[i].agent), 0);
    }
    free(server);
}

/* A forced move, which takes no time, and any that takes up to the floor are told at the same moment. */
static void forced_and_free_moves_are_told_at_the_same_time(void **state) {
    (void)state;
    for (int64_t took_ms = 0; took_ms <= 400; took_ms += 7)
        assert_int_equal(bots_answer_ms(400, 1000, 1000 + took_ms), 1400);
    /* Where that was not enough, at the next quarter: there are few moments, and none tells how long it was.
     */
    assert_int_equal(bots_answer_ms(400, 1000, 1401), 1500);
    assert_int_equal(bots_answer_ms(400, 1000, 1500), 1500);
    assert_int_equal(bots_answer_ms(400, 1000, 1777), 1800);
    assert_int_equal(bots_answer_ms(0, 1000, 1005), 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_floor_follows_from_the_name),
        cmocka_unit_test(forced_and_free_moves_are_told_at_the_same_time),
    };
    return cmocka_run_group_tests_name("bots", tests, NULL, NULL);
}
