/* Guessing of passwords (src/server/guesses.c), and by which names the server is known (src/server/hosts.c).
 */
#include "server/guesses.h"
#include "server/hosts.h"
#include "server/server.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static int64_t now_ms;

static bool may(guesses *guesses, const char *login, const char *network) {
    tp_error error = {0};
    bool may = guess_may(guesses, login, network, now_ms, &error);
    if (!may) {
        assert_string_equal(error.reason, "TOO_MANY");
        assert_non_null(strstr(error.text, "try again in "));
    }
    return may;
}

static void many_addresses_together_guess_slowly(void **unused) {
    (void)unused;
    guesses *guesses = guesses_new();
    assert_non_null(guesses);
    now_ms = 1000000;
    int tried = 0;
    for (int hour = 0; hour < 3600; hour++, now_ms += 1000) {
        for (int i = 0; i < 40; i++) {
            char network[32];
            snprintf(network, sizeof network, "198.51.100.%d", i);
            tried += may(guesses, "ana", network);
        }
    }
    assert_in_range(tried, 300, 30 + 360 + 1);
    /* Nobody else's name is touched by it, from the same places. */
    assert_true(may(guesses, "eva", "198.51.100.1"));
    guesses_free(guesses);
}

static void nobody_is_locked_out_where_they_have_been(void **unused) {
    (void)unused;
    guesses *guesses = guesses_new();
    assert_non_null(guesses);
    now_ms = 1000000;
    guess_known(guesses, "ana", "192.0.2.1", now_ms);
    int64_t minutes = 0;
    for (; minutes < 60; minutes++, now_ms += 60000) {
        for (int i = 0; i < 100; i++) {
            char network[32];
            snprintf(network, sizeof network, "198.51.%d.%d", (int)minutes, i);
            may(guesses, "ana", network);
        }
        assert_false(may(guesses, "ana", "203.0.113.200")); /* strangers have used it all up */
        /* The owner mistypes it once, and then signs in. */
        assert_true(may(guesses, "ana", "192.0.2.1"));
        assert_true(may(guesses, "ana", "192.0.2.1"));
        guess_right(guesses, "ana", "192.0.2.1", now_ms);
    }
    guesses_free(guesses);
}

static void one_network_slows_itself_down_and_nobody_else(void **unused) {
    (void)unused;
    guesses *guesses = guesses_new();
    assert_non_null(guesses);
    now_ms = 1000000;
    for (int i = 0; i < 5; i++) assert_true(may(guesses, "ana", "192.0.2.1"));
    assert_false(may(guesses, "ana", "192.0.2.1"));
    assert_true(may(guesses, "ana", "192.0.2.2"));
    now_ms += 31000;
    assert_true(may(guesses, "ana", "192.0.2.1"));
    assert_false(may(guesses, "ana", "192.0.2.1"));
    /* Also where the account is known there: somebody at the next desk may guess too. */
    guess_known(guesses, "eva", "192.0.2.1", now_ms);
    for (int i = 0; i < 5; i++) assert_true(may(guesses, "eva", "192.0.2.1"));
    assert_false(may(guesses, "eva", "192.0.2.1"));
    guesses_free(guesses);
}

static void memory_is_bounded(void **unused) {
    (void)unused;
    guesses *guesses = guesses_new();
    assert_non_null(guesses);
    now_ms = 1000000;
    for (int i = 0; i < 120000; i++) {
        char login[32];
        snprintf(login, sizeof login, "name%d", i);
        guess_may(guesses, login, "192.0.2.1", now_ms, NULL);
    }
    assert_true(guesses_count(guesses) <= 100000);
    now_ms += 3600000;
    assert_true(may(guesses, "ana", "192.0.2.1"));
    assert_int_equal(guesses_count(guesses), 2);
    /* Only the last few places of an account are remembered. */
    for (int i = 0; i < 20; i++) {
        char network[32];
        snprintf(network, sizeof network, "198.51.100.%d", i);
        guess_right(guesses, "ana", network, now_ms);
    }
    for (int i = 0; i < 60; i++) {
        char network[32];
        snprintf(network, sizeof network, "203.0.113.%d", i);
        may(guesses, "ana", network);
    }
    assert_false(may(guesses, "ana", "198.51.100.0"));
    assert_true(may(guesses, "ana", "198.51.100.19"));
    guesses_free(guesses);
}

/* ---- names ---- */

static void only_listed_names_mean_this_server(void **unused) {
    (void)unused;
    static const struct {
        const char *origin, *host;
        bool ours;
    } cases[] = {
        {NULL, "evil.example", true},
        {"https://cards.example", "cards.example", true},
        {"https://cards.example", "CARDS.example:443", true},
        {"https://cards.example/", "cards.example:8443", true},
        {"https://cards.example", "evil.example", false},
        {"https://cards.example", "cards.example.evil.example", false},
        {"https://cards.example", "xcards.example", false},
        {"https://a.example, https://b.example:8443", "b.example", true},
        {"https://a.example,https://b.example:8443", "c.example", false},
        {"https://cards.example", "localhost:8080", true},
        {"https://cards.example", "127.0.0.1", true},
        {"https://cards.example", "[::1]:8080", true},
        {"https://cards.example", "[::1", false},
        {"https://cards.example", "127.0.0.1.evil.example", false},
        {"https://cards.example", "localhost.evil.example", false},
        {"https://[2001:db8::1]", "[2001:db8::1]", true},
        {"https://cards.example", "", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        server server = {.setup.origin = cases[i].origin};
        if (host_is_ours(&server, cases[i].host) != cases[i].ours)
            fail_msg("\"%s\" with --origin \"%s\"", cases[i].host, cases[i].origin);
    }
}

static void only_this_machine_itself_is_local(void **unused) {
    (void)unused;
    static const struct {
        const char *origin, *proxy, *host;
        bool local, expected;
    } cases[] = {
        {NULL, NULL, "localhost:8080", true, true},
        {NULL, NULL, "localhost:8080", false, false},
        {NULL, NULL, "evil.example", true, false}, /* a page that has made its own name mean this machine */
        {"https://cards.example", NULL, "127.0.0.1:8080", true, false}, /* a proxy that nobody has named */
        {"https://cards.example", "::1", "127.0.0.1:8080", true, true},
        {"https://cards.example", "::1", "cards.example", true, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        server server = {.setup = {.origin = cases[i].origin, .proxy = cases[i].proxy}};
        net_request request = {.host = cases[i].host, .local = cases[i].local};
        if (host_is_local(&server, &request) != cases[i].expected) fail_msg("case %zu", i);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_addresses_together_guess_slowly),
        cmocka_unit_test(nobody_is_locked_out_where_they_have_been),
        cmocka_unit_test(one_network_slows_itself_down_and_nobody_else),
        cmocka_unit_test(memory_is_bounded),
        cmocka_unit_test(only_listed_names_mean_this_server),
        cmocka_unit_test(only_this_machine_itself_is_local),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
