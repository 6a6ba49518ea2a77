/* The loop of the network, and what it bounds: time, connections, files; how it begins and how it ends. */
#include "support/net_fixture.h"

/* ---- waking and timers ---- */

static void *wake_often(void *server) {
    for (int i = 0; i < 1000; i++) net_wake(server);
    return NULL;
}

static void any_thread_may_wake_the_loop(void **context) {
    fixture *state = *context;
    int before = state->woken;
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, wake_often, state->server), 0);
    for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
    wait_for(&state->woken, before + 1);
    before = state->woken;
    net_wake(state->server);
    wait_for(&state->woken, before + 1);
}

static net *woken_by_signal;

static void on_signal(int number) {
    (void)number;
    net_wake(woken_by_signal);
}

static void a_signal_handler_may_wake_the_loop(void **context) {
    fixture *state = *context;
    woken_by_signal = state->server;
    struct sigaction action = {.sa_handler = on_signal}, before;
    sigaction(SIGUSR1, &action, &before);
    int woken = state->woken;
    pthread_kill(state->thread, SIGUSR1);
    wait_for(&state->woken, woken + 1);
    woken = state->woken;
    raise(SIGUSR1);
    wait_for(&state->woken, woken + 1);
    sigaction(SIGUSR1, &before, NULL);
    assert_contains(ask(state, "GET /after HTTP/1.1\r\nHost: x\r\n\r\n"), "GET [/after]");
}

static void set_timer(fixture *state, long long at_ms) {
    state->set_timer_ms = at_ms;
    net_wake(state->server);
}

static void the_timer_comes_in_time_and_once(void **context) {
    fixture *state = *context;
    int before = state->timers;
    long long at_ms = net_now_ms() + 150;
    set_timer(state, at_ms + 60000); /* only the last one counts */
    usleep(20000);
    set_timer(state, at_ms);
    wait_for(&state->timers, before + 1);
    assert_true(state->timer_at_ms >= at_ms - 1 && state->timer_at_ms < at_ms + PATIENCE_MS);
    usleep(200000);
    assert_int_equal(state->timers, before + 1);
    set_timer(state, 1); /* long past */
    wait_for(&state->timers, before + 2);
    /* One that is taken back does not come; where this thread was too slow for that, once more. */
    for (bool in_time = false; !in_time;) {
        int woken = state->woken, timers = state->timers;
        at_ms = net_now_ms() + 200;
        set_timer(state, at_ms);
        wait_for(&state->woken, woken + 1);
        woken = state->woken;
        set_timer(state, 0);
        wait_for(&state->woken, woken + 1);
        in_time = net_now_ms() < at_ms;
        if (!in_time) continue;
        usleep(400000);
        assert_int_equal(state->timers, timers);
    }
}

/* ---- time limits ---- */

/* Say a byte every 50 ms until the server has had enough; how long that took. */
static int64_t drip(fixture *state, const char *begin, const char *byte, char *answer, size_t size) {
    int client = connect_to(state);
    int64_t start_ms = net_now_ms();
    say(client, begin);
    while (!can_read(client, 50)) {
        if (send(client, byte, 1, MSG_NOSIGNAL) < 0) break;
        if (net_now_ms() - start_ms > PATIENCE_MS) fail_msg("the server is too patient");
    }
    int64_t took_ms = net_now_ms() - start_ms;
    snprintf(answer, size, "%s", hear_answer(client, false));
    close(client);
    return took_ms;
}

static void slow_requests_are_cut_off(void **context) {
    (void)context;
    fixture state = {0};
    net_setup setup = usual_setup(&state);
    setup.header_s = 1;
    start(&setup, &state);
    char answer[1024];
    int64_t took_ms = drip(&state, "GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ", "x", answer, sizeof answer);
    assert_status(answer, 408);
    assert_in_range(took_ms, 900, PATIENCE_MS);
    took_ms = drip(&state, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4000\r\n\r\n", "x", answer,
                   sizeof answer);
    assert_status(answer, 408);
    assert_in_range(took_ms, 900, PATIENCE_MS);
    stop(&state);
}

static void silent_connections_are_closed(void **context) {
    (void)context;
    fixture state = {0};
    net_setup setup = usual_setup(&state);
    setup.header_s = 2;
    start(&setup, &state);
    int silent = connect_to(&state), kept = connect_to(&state);
    say(kept, "GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    assert_status(hear_answer(kept, false), 200);
    assert_ended(silent);
    assert_ended(kept);
    /* One that waits for its answer is not silent. */
    int waits = connect_to(&state);
    say(waits, "GET /later HTTP/1.1\r\nHost: x\r\n\r\n");
    wait_for(&state.waiting_now, 1);
    assert_false(can_read(waits, 2800));
    state.release = 1;
    net_wake(state.server);
    assert_contains(hear_answer(waits, false), "at last");
    close(silent);
    close(kept);
    close(waits);
    stop(&state);
}

static void an_answer_that_nobody_reads_is_given_up(void **context) {
    (void)context;
    fixture state = {0};
    net_setup setup = usual_setup(&state);
    setup.idle_s = 1;
    setup.max_per_address = 1;
    start(&setup, &state);
    int client = connect_to(&state);
    say(client, "GET /big HTTP/1.1\r\nHost: x\r\n\r\n");
    /* The place that it takes becomes free. */
    for (int waited = 0;; waited += 100) {
        if (waited > PATIENCE_MS) fail_msg("the server is too patient");
        const char *answer = ask(&state, "GET / HTTP/1.1\r\nHost: x\r\n\r\n");
        if (strncmp(answer, "HTTP/1.1 200", 12) == 0) break;
        usleep(100000);
    }
    close(client);
    stop(&state);
}

static void answers_that_wait_to_be_read_are_bounded(void **context) {
    (void)context;
    fixture state = {0};
    net_setup setup = usual_setup(&state);
    setup.max_held = 2 * BIG - 1;
    start(&setup, &state);
    static const char request[] = "GET /copy HTTP/1.1\r\nHost: x\r\n\r\n";
    int first = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), second = connect_to(&state), small = 65536;
    setsockopt(first, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    connect_socket(first, &state);
    say(first, request);
    assert_true(can_read(first, PATIENCE_MS));
    say(second, request);
    assert_ended(second);
    /* What needs no room is answered, and when all was read there is room again. */
    assert_status(ask(&state, "GET / HTTP/1.1\r\nHost: x\r\n\r\n"), 200);
    static char bytes[65536];
    for (size_t size = 0; size < BIG;) {
        size_t got = hear_some(first, bytes, sizeof bytes);
        assert_true(got > 0);
        size += got;
    }
    int third = connect_to(&state);
    for (int waited = 0;; waited += 20) {
        say(third, request);
        if (hear_some(third, bytes, 12) > 0) break;
        if (waited > PATIENCE_MS) fail_msg("there is no room again");
        close(third);
        usleep(20000);
        third = connect_to(&state);
    }
    assert_memory_equal(bytes, "HTTP/1.1 200", 12);
    close(first);
    close(second);
    close(third);
    stop(&state);
}

/* ---- limits of connections ---- */

static void wait_until_served(const fixture *state, const char *request) {
    for (int waited = 0;; waited += 20) {
        if (waited > PATIENCE_MS) fail_msg("no place becomes free");
        if (strncmp(ask(state, request), "HTTP/1.1 200", 12) == 0) return;
        usleep(20000);
    }
}

static void an_address_has_so_many_connections(void **context) {
    (void)context;
    fixture state = {0};
    net_setup setup = usual_setup(&state);
    setup.max_per_address = 3;
    start(&setup, &state);
    int clients[3];
    for (int i = 0; i < 3; i++) {
        clients[i] = connect_to(&state);
        say(clients[i], "GET / HTTP/1.1\r\nHost: x\r\n\r\n");
        assert_status(hear_answer(clients[i], false), 200);
    }
    int more = connect_to(&state);
    const char *answer = hear_answer(more, false);
    assert_status(answer, 429);
    assert_contains(answer, "Retry-After:");
    assert_ended(more);
    close(more);
    close(clients[1]);
    wait_until_served(&state, "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    close(clients[0]);
    close(clients[2]);
    stop(&state);
}

static void a_server_has_so_many_connections(void **context) {
    (void)context;
    fixture state = {0};
    net_setup setup = usual_setup(&state);
    setup.max_connections = 2;
    start(&setup, &state);
    int first = connect_to(&state), second = connect_to(&state), third = connect_to(&state);
    assert_status(hear_answer(third, false), 503);
    assert_ended(third);
    close(third);
    say(second, "GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    assert_status(hear_answer(second, false), 200);
    close(first);
    wait_until_served(&state, "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    close(second);
    stop(&state);
}

static void a_trusted_proxy_says_who_asks(void **context) {
    (void)context;
    fixture state = {0};
    net_setup setup = usual_setup(&state);
    setup.proxy = "10.0.0.9, 127.0.0.1";
    start(&setup, &state);
    static const char *const forwarded[][2] = {
        {"X-Forwarded-For: 203.0.113.7\r\nX-Forwarded-Proto: https\r\n",
         "address=203.0.113.7 secure=1 local=0"},
        {"X-Forwarded-For: 6.6.6.6, 203.0.113.8, 10.0.0.9\r\n", "address=203.0.113.8 secure=0 local=0"},
        {"X-Forwarded-For: 6.6.6.6\r\nX-Forwarded-For: 2001:db8::5\r\n",
         "address=2001:db8::5 secure=0 local=0"},
        {"X-Forwarded-For: nonsense\r\n", "address=127.0.0.1 secure=0 local=0"},
        {"", "address=127.0.0.1 secure=0 local=1"}, /* the proxy forwards nothing here: a program of this
                                                       machine */
    };
    for (size_t i = 0; i < sizeof forwarded / sizeof *forwarded; i++) {
        char text[256];
        snprintf(text, sizeof text, "GET / HTTP/1.1\r\nHost: x\r\n%s\r\n", forwarded[i][0]);
        assert_contains(ask(&state, text), forwarded[i][1]);
    }
    stop(&state);
}

static void nobody_else_is_believed(void **context) {
    const char *answer =
        ask(*context,
            "GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.7\r\nX-Forwarded-Proto: https\r\n\r\n");
    assert_contains(answer, "address=127.0.0.1 secure=0 local=0");
    assert_contains(ask(*context, "GET / HTTP/1.1\r\nHost: x\r\nVia: 1.1 somewhere\r\n\r\n"), "local=0");
}

static void limits_go_by_whom_a_proxy_speaks_for(void **context) {
    (void)context;
    fixture state = {0};
    net_setup setup = usual_setup(&state);
    setup.proxy = "127.0.0.1";
    setup.max_per_address = 2;
    start(&setup, &state);
    static const char first[] = "GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.7\r\n\r\n";
    static const char second[] = "GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.8\r\n\r\n";
    int clients[2];
    for (int i = 0; i < 2; i++) {
        clients[i] = connect_to(&state);
        say(clients[i], first);
        assert_status(hear_answer(clients[i], false), 200);
    }
    assert_status(ask(&state, first), 429);
    assert_status(ask(&state, second), 200);
    /* The same connection speaks for another now, and leaves a place. */
    say(clients[0], second);
    assert_status(hear_answer(clients[0], false), 200);
    wait_until_served(&state, first);
    close(clients[0]);
    close(clients[1]);
    stop(&state);
}

static void without_files_clients_wait(void **context) {
    fixture *state = *context;
    struct rlimit before, low;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    int client = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    low = (struct rlimit){64, before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &low), 0);
    int files[64], count = 0;
    while (count < 64 && (files[count] = open("/dev/null", O_RDONLY | O_CLOEXEC)) >= 0) count++;
    assert_int_equal(errno, EMFILE);
    connect_socket(client, state);
    say(client, "GET /patient HTTP/1.1\r\nHost: x\r\n\r\n");
    bool was_served = can_read(client, 300);
    while (count > 0) close(files[--count]);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
    assert_false(was_served);
    assert_contains(hear_answer(client, false), "GET [/patient]");
    close(client);
}

/* ---- beginning and end ---- */

static void what_cannot_be_opened_is_said(void **context) {
    fixture *state = *context;
    tp_error error = {0};
    net_setup setup = usual_setup(state);
    setup.port = net_port(state->server);
    assert_null(net_open(&setup, &error));
    assert_contains(error.text, "another program listens there");
    setup = usual_setup(state);
    setup.bind = "192.0.2.1";
    assert_null(net_open(&setup, &error));
    assert_contains(error.text, "this machine does not have that address");
    setup = usual_setup(state);
    setup.proxy = "127.0.0.1,nobody";
    assert_null(net_open(&setup, &error));
    assert_contains(error.text, "\"nobody\" is not the address of a proxy");
}

static void all_addresses_are_heard(void **context) {
    (void)context;
    fixture state = {0};
    net_setup setup = usual_setup(&state);
    setup.bind = NULL;
    start(&setup, &state);
    assert_contains(ask(&state, "GET / HTTP/1.1\r\nHost: x\r\n\r\n"), "address=127.0.0.1 secure=0 local=1");
    stop(&state);
}

static void stopping_ends_what_waits(void **context) {
    (void)context;
    fixture state = {0};
    net_setup setup = usual_setup(&state);
    start(&setup, &state);
    int idle = connect_to(&state), waits = connect_to(&state);
    say(waits, "GET /later HTTP/1.1\r\nHost: x\r\n\r\n");
    wait_for(&state.waiting_now, 1);
    int64_t start_ms = net_now_ms();
    net_stop(state.server);
    pthread_join(state.thread, NULL);
    assert_in_range(net_now_ms() - start_ms, 900, PATIENCE_MS);
    assert_int_equal(state.gone, 1);
    assert_ended(idle);
    assert_ended(waits);
    net_free(state.server);
    close(idle);
    close(waits);
}

/* How long a server takes to stop that has only an idle connection. */
static int64_t time_to_stop(void) {
    fixture state = {0};
    net_setup setup = usual_setup(&state);
    start(&setup, &state);
    int idle = connect_to(&state);
    say(idle, "GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    assert_status(hear_answer(idle, false), 200);
    int64_t start_ms = net_now_ms();
    stop(&state);
    close(idle);
    return net_now_ms() - start_ms;
}

static void stopping_waits_for_no_one_where_nothing_waits(void **context) {
    (void)context;
    /* On a busy machine anything can take long once; who waits would always wait. */
    int64_t shortest_ms = INT64_MAX;
    for (int i = 0; i < 10 && shortest_ms >= NET_STOP_MS; i++) {
        int64_t took_ms = time_to_stop();
        if (took_ms < shortest_ms) shortest_ms = took_ms;
    }
    assert_in_range(shortest_ms, 0, NET_STOP_MS - 1);
}

/* Whether an answer that comes during the stop was heard; false where this thread was too slow for the time
 * that there is. */
static bool hears_during_the_stop(void) {
    fixture state = {0};
    net_setup setup = usual_setup(&state);
    start(&setup, &state);
    int client = connect_to(&state);
    say(client, "GET /later HTTP/1.1\r\nHost: x\r\n\r\n");
    wait_for(&state.waiting_now, 1);
    int64_t stop_ms = net_now_ms();
    net_stop(state.server);
    usleep(50000);
    state.release = 1;
    net_wake(state.server);
    const char *answer = hear_answer(client, false);
    bool in_time = net_now_ms() < stop_ms + NET_STOP_MS;
    if (in_time) {
        assert_contains(answer, "at last");
        assert_contains(answer, "Connection: close");
    }
    close(client);
    pthread_join(state.thread, NULL);
    net_free(state.server);
    return in_time;
}

static void an_answer_during_the_stop_is_heard(void **context) {
    (void)context;
    int tries = 0;
    while (!hears_during_the_stop()) assert_true(++tries < 20);
}

static void a_server_need_not_run(void **context) {
    (void)context;
    fixture state = {0};
    net_setup setup = usual_setup(&state);
    tp_error error = {0};
    net *server = net_open(&setup, &error);
    assert_non_null(server);
    net_wake(server);
    net_free(server);
    net_free(NULL);
}

static void figures_are_kept(void **context) {
    (void)context;
    fixture state = {0};
    net_setup setup = usual_setup(&state);
    start(&setup, &state);
    ask(&state, "GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    ask(&state, "BREW / HTTP/1.1\r\nHost: x\r\n\r\n");
    net_stop(state.server);
    pthread_join(state.thread, NULL);
    net_figures figures;
    net_get_figures(state.server, &figures);
    assert_int_equal(figures.accepted, 2);
    assert_int_equal(figures.refused, 1);
    assert_int_equal(figures.connections, 0);
    assert_int_equal(figures.max_connections, 200);
    assert_true(figures.bytes_in > 40 && figures.bytes_out > 300);
    net_free(state.server);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_thread_may_wake_the_loop),
        cmocka_unit_test(a_signal_handler_may_wake_the_loop),
        cmocka_unit_test(the_timer_comes_in_time_and_once),
        cmocka_unit_test(slow_requests_are_cut_off),
        cmocka_unit_test(silent_connections_are_closed),
        cmocka_unit_test(an_answer_that_nobody_reads_is_given_up),
        cmocka_unit_test(answers_that_wait_to_be_read_are_bounded),
        cmocka_unit_test(an_address_has_so_many_connections),
        cmocka_unit_test(a_server_has_so_many_connections),
        cmocka_unit_test(a_trusted_proxy_says_who_asks),
        cmocka_unit_test(nobody_else_is_believed),
        cmocka_unit_test(limits_go_by_whom_a_proxy_speaks_for),
        cmocka_unit_test(without_files_clients_wait),
        cmocka_unit_test(what_cannot_be_opened_is_said),
        cmocka_unit_test(all_addresses_are_heard),
        cmocka_unit_test(stopping_ends_what_waits),
        cmocka_unit_test(stopping_waits_for_no_one_where_nothing_waits),
        cmocka_unit_test(an_answer_during_the_stop_is_heard),
        cmocka_unit_test(a_server_need_not_run),
        cmocka_unit_test(figures_are_kept),
    };
    return cmocka_run_group_tests_name("net limits", tests, start_usual, stop_usual);
}
