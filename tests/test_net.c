/* HTTP and the loop: a server in a thread, raw sockets as its clients. Websockets are in scripts/test_websocket.py. */
#include "server/net_internal.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

enum {
    PATIENCE_MS = 20000,
    MAX_BODY = 4096,
    BIG = 8 << 20,
    MAX_WAITING = 64,
    ANSWER = 1 << 16,
};

/* ---- a server ---- */

typedef struct fixture {
    net *server;
    pthread_t thread;
    net_exchange *waiting[MAX_WAITING]; /* of the loop's thread alone, like the next line */
    int waiting_count;
    atomic_int waiting_now, gone, woken, timers, release;
    atomic_llong timer_at_ms, set_timer_ms;
} fixture;

static char big_body[BIG];

static void reply_text(net_exchange *exchange, const char *text) {
    net_reply(exchange,
              &(net_response){
                  .status = 200, .content_type = "text/plain", .body = text, .body_size = strlen(text)});
}

static void on_request(void *context, net_exchange *exchange, const net_request *request) {
    fixture *state = context;
    if (strcmp(request->path, "/later") == 0) {
        net_exchange_set_user(exchange, state);
        assert_true(state->waiting_count < MAX_WAITING);
        state->waiting[state->waiting_count++] = exchange;
        state->waiting_now++;
    } else if (strcmp(request->path, "/big") == 0) {
        net_reply(exchange, &(net_response){.status = 200, .body = big_body, .body_size = BIG, .keep = true});
    } else if (strcmp(request->path, "/none") == 0) {
        net_reply(exchange, &(net_response){.status = 204});
    } else if (strcmp(request->path, "/same") == 0) {
        net_reply(exchange, &(net_response){.status = 304, .headers = "ETag: \"1\"\r\n"});
    } else {
        char text[2 * MAX_BODY];
        snprintf(
            text, sizeof text,
            "%s [%s] ?%s host=%s origin=%s cookie=%s type=%s match=%s address=%s secure=%d local=%d body=%zu:%s\n",
            request->method, request->path, request->query, request->host, request->origin, request->cookie,
            request->content_type, request->if_none_match, request->address, request->secure, request->local,
            request->body_size, request->body);
        reply_text(exchange, text);
    }
}

static void on_gone(void *context, net_exchange *exchange) {
    fixture *state = context;
    assert_ptr_equal(net_exchange_user(exchange), state);
    for (int i = 0; i < state->waiting_count; i++) {
        if (state->waiting[i] != exchange) continue;
        state->waiting[i] = state->waiting[--state->waiting_count];
        state->waiting_now--;
        state->gone++;
        return;
    }
    fail_msg("an exchange is gone that nobody knows");
}

static void on_woken(void *context) {
    fixture *state = context;
    state->woken++;
    long long at_ms = atomic_exchange(&state->set_timer_ms, -1);
    if (at_ms >= 0) net_timer(state->server, at_ms);
    if (atomic_exchange(&state->release, 0) == 0) return;
    while (state->waiting_count > 0) {
        net_exchange *exchange = state->waiting[--state->waiting_count];
        state->waiting_now--;
        reply_text(exchange, "at last");
    }
}

static void on_timer(void *context) {
    fixture *state = context;
    state->timer_at_ms = net_now_ms();
    state->timers++;
}

static void *run(void *server) {
    net_run(server);
    return NULL;
}

static net_setup usual_setup(fixture *state) {
    return (net_setup){
        .bind = "127.0.0.1",
        .max_connections = 200,
        .max_per_address = 200,
        .header_s = 10,
        .idle_s = 20,
        .max_body = MAX_BODY,
        .max_message = 1024,
        .max_queue = 65536,
        .headers = "X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n",
        .handlers =
            {.context = state, .request = on_request, .gone = on_gone, .woken = on_woken, .timer = on_timer},
    };
}

static fixture *start(const net_setup *setup, fixture *state) {
    tp_error error = {0};
    state->set_timer_ms = -1;
    state->server = net_open(setup, &error);
    if (state->server == NULL) fail_msg("%s", error.text);
    assert_int_equal(pthread_create(&state->thread, NULL, run, state->server), 0);
    return state;
}

static void stop(fixture *state) {
    net_stop(state->server);
    pthread_join(state->thread, NULL);
    net_free(state->server);
    assert_int_equal(state->waiting_count, 0);
}

/* ---- a client ---- */

static int connect_socket(int client, const fixture *state) {
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)net_port(state->server))};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    assert_int_equal(connect(client, (struct sockaddr *)&address, sizeof address), 0);
    return client;
}

static int connect_to(const fixture *state) {
    int client = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_true(client >= 0);
    return connect_socket(client, state);
}

static void say_bytes(int client, const char *bytes, size_t size) {
    while (size > 0) {
        ssize_t sent = send(client, bytes, size, MSG_NOSIGNAL);
        assert_true(sent > 0);
        bytes += sent;
        size -= (size_t)sent;
    }
}

static void say(int client, const char *text) { say_bytes(client, text, strlen(text)); }

static bool can_read(int client, int wait_ms) {
    struct pollfd wanted = {.fd = client, .events = POLLIN};
    return poll(&wanted, 1, wait_ms) == 1;
}

/* Some bytes; 0 at the end. A reset counts as one. */
static size_t hear_some(int client, char *bytes, size_t size) {
    if (!can_read(client, PATIENCE_MS)) fail_msg("the server says nothing");
    ssize_t got = recv(client, bytes, size, 0);
    return got > 0 ? (size_t)got : 0;
}

/* The next answer, head and body; "" at the end of the connection. Those to HEAD have no body. */
static const char *hear_answer(int client, bool to_head) {
    static _Thread_local char answer[ANSWER];
    size_t size = 0, whole = SIZE_MAX;
    while (size < whole && size < sizeof answer - 1) {
        size_t want = 1; /* bytewise up to the end of the head, so as to leave the next answer alone */
        if (whole != SIZE_MAX) want = whole - size;
        size_t got = hear_some(client, answer + size, want);
        if (got == 0) break;
        size += got;
        answer[size] = '\0';
        if (whole != SIZE_MAX || size < 4 || strcmp(answer + size - 4, "\r\n\r\n") != 0) continue;
        const char *length = strstr(answer, "Content-Length: ");
        whole = size;
        if (length != NULL && !to_head) whole += strtoul(length + 16, NULL, 10);
    }
    answer[size] = '\0';
    return answer;
}

static void assert_contains(const char *text, const char *wanted) {
    if (strstr(text, wanted) == NULL) fail_msg("no \"%s\" in \"%s\"", wanted, text);
}

static void assert_lacks(const char *text, const char *unwanted) {
    if (strstr(text, unwanted) != NULL) fail_msg("\"%s\" in \"%s\"", unwanted, text);
}

static void assert_status(const char *answer, int status) {
    char wanted[32];
    snprintf(wanted, sizeof wanted, "HTTP/1.1 %d ", status);
    if (strncmp(answer, wanted, strlen(wanted)) != 0) fail_msg("expected %d, got \"%s\"", status, answer);
}

static void assert_ended(int client) {
    char byte;
    assert_int_equal(hear_some(client, &byte, 1), 0);
}

/* Say this on a connection of its own; the answer. */
static const char *ask(const fixture *state, const char *text) {
    int client = connect_to(state);
    say(client, text);
    const char *answer = hear_answer(client, strncmp(text, "HEAD", 4) == 0);
    close(client);
    return answer;
}

static void assert_refused(const fixture *state, const char *text, int status) {
    int client = connect_to(state);
    say(client, text);
    const char *answer = hear_answer(client, false);
    if (strlen(answer) < 12 || atoi(answer + 9) != status)
        fail_msg("expected %d for \"%s\", got \"%s\"", status, text, answer);
    assert_contains(answer, "Connection: close\r\n");
    assert_contains(answer, "X-Content-Type-Options: nosniff\r\n");
    assert_contains(answer, "{\"error\": {\"reason\": \"");
    assert_ended(client);
    close(client);
}

/* Until it is so, or a test has waited long enough. */
static void wait_for(atomic_int *value, int wanted) {
    for (int waited = 0; *value < wanted; waited += 5) {
        if (waited > PATIENCE_MS) fail_msg("it did not happen");
        usleep(5000);
    }
}

static int start_usual(void **context) {
    fixture *state = calloc(1, sizeof *state);
    if (state == NULL) return -1;
    net_setup setup = usual_setup(state);
    *context = start(&setup, state);
    return 0;
}

static int stop_usual(void **context) {
    stop(*context);
    free(*context);
    return 0;
}

/* ---- parts ---- */

static void paths_are_decoded_and_checked(void **context) {
    (void)context;
    static const char *const good[][2] = {
        {"/", "/"},
        {"/a", "/a"},
        {"/a/b.c", "/a/b.c"},
        {"/a%20b", "/a b"},
        {"/%61", "/a"},
        {"/.a/..b", "/.a/..b"},
        {"/a...", "/a..."},
        {"/%e2%82%ac", "/\xe2\x82\xac"},
        {"/a%2Fb", "/a/b"},
        {"/...", "/..."},
        {"/table/t1", "/table/t1"},
        {"/+~!$&'()*,;=:@", "/+~!$&'()*,;=:@"},
    };
    static const char *const bad[] = {
        "",       "a",       "/a//b",  "//",      "/a/",     "/.",         "/..",       "/../a",
        "/a/..",  "/a/../b", "/a/./b", "/%2e%2e", "/%2E./a", "/a%2f..",    "/a%2F%2Fb", "/%00",
        "/a%00b", "/%",      "/%2",    "/%zz",    "/%-1",    "/a\\b",      "/a%5cb",    "/..%5c",
        "/%0a",   "/a%7f",   "/%ff",   "/%c0%ae", "/%c0%af", "/%ed%a0%80",
    };
    char path[64];
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        snprintf(path, sizeof path, "%s", good[i][0]);
        if (!net_path_decode(path)) fail_msg("%s is a good path", good[i][0]);
        assert_string_equal(path, good[i][1]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        snprintf(path, sizeof path, "%s", bad[i]);
        if (net_path_decode(path)) fail_msg("%s is no good path", bad[i]);
    }
}

static void utf8_agrees_with_a_decoder(void **context) {
    (void)context;
    /* Every sequence of up to three bytes that begin above ASCII, against the definition. */
    for (unsigned first = 0x80; first < 0x100; first++) {
        for (unsigned second = 0; second < 0x100; second++) {
            for (unsigned third = 0x70; third < 0x100; third++) {
                uint8_t bytes[] = {(uint8_t)first, (uint8_t)second, (uint8_t)third};
                bool tail2 = second >= 0x80 && second < 0xc0, tail3 = third >= 0x80 && third < 0xc0;
                unsigned code = (first & 15) << 12 | (second & 63) << 6 | (third & 63);
                bool three = first >= 0xe0 && first < 0xf0 && tail2 && tail3 && code >= 0x800 &&
                             (code < 0xd800 || code > 0xdfff);
                bool two_one = first >= 0xc2 && first < 0xe0 && tail2 && third < 0x80;
                bool is_good = net_utf8(NET_UTF8_COMPLETE, bytes, 3) == NET_UTF8_COMPLETE;
                if (is_good != (three || two_one)) fail_msg("%02x %02x %02x", first, second, third);
            }
        }
    }
    assert_int_equal(net_utf8(NET_UTF8_COMPLETE, (const uint8_t *)"\xf0\x9f\x82\xa1", 4), NET_UTF8_COMPLETE);
    assert_int_equal(net_utf8(NET_UTF8_COMPLETE, (const uint8_t *)"\xf0\x8f\x82\xa1", 4), NET_UTF8_BROKEN);
    assert_int_equal(net_utf8(NET_UTF8_COMPLETE, (const uint8_t *)"\xf4\x90\x80\x80", 4), NET_UTF8_BROKEN);
}

static net_ip ip_of(const char *text) {
    net_ip ip;
    if (!net_ip_parse(text, strlen(text), &ip)) fail_msg("%s is an address", text);
    return ip;
}

static void addresses_are_read_and_written(void **context) {
    (void)context;
    static const char *const same[][2] = {
        {"127.0.0.1", "127.0.0.1"},
        {"::1", "::1"},
        {"::ffff:10.1.2.3", "10.1.2.3"},
        {"2001:DB8::1", "2001:db8::1"},
    };
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        char text[NET_ADDRESS_TEXT];
        net_ip ip = ip_of(same[i][0]);
        net_ip_write(&ip, text);
        assert_string_equal(text, same[i][1]);
    }
    net_ip ip;
    static const char *const bad[] = {"",           "1.2.3", "1.2.3.4.5", "localhost",
                                      "1.2.3.4:80", "[::1]", "unknown",   ":::"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(net_ip_parse(bad[i], strlen(bad[i]), &ip));
    ip = ip_of("127.9.9.9");
    assert_true(net_ip_is_loopback(&ip));
    ip = ip_of("128.0.0.1");
    assert_false(net_ip_is_loopback(&ip));
}

static void connections_are_counted_by_network(void **context) {
    (void)context;
    net_sources sources = {0};
    assert_true(net_sources_init(&sources, 10));
    net_ip one = ip_of("10.0.0.1"), other = ip_of("10.0.0.2");
    net_source *first = net_source_take(&sources, &one, 2);
    assert_non_null(first);
    assert_ptr_equal(net_source_take(&sources, &one, 2), first);
    assert_null(net_source_take(&sources, &one, 2));
    net_source *second = net_source_take(&sources, &other, 2);
    assert_non_null(second);
    net_source_release(&sources, first);
    assert_ptr_equal(net_source_take(&sources, &one, 2), first);
    net_source_release(&sources, second);
    /* All of a /64 is one. */
    net_ip home = ip_of("2001:db8:0:1::1"), beside = ip_of("2001:db8:0:1:ffff::2"),
           next = ip_of("2001:db8:0:2::1");
    assert_non_null(net_source_take(&sources, &home, 1));
    assert_null(net_source_take(&sources, &beside, 1));
    assert_non_null(net_source_take(&sources, &next, 1));
    net_sources_free(&sources);
}

/* ---- requests ---- */

static void a_request_is_handed_over_as_it_came(void **context) {
    const char *answer =
        ask(*context, "GET /a%20b?x=1&y=%20 HTTP/1.1\r\nHost: example.org\r\nOrigin:http://example.org \r\n"
                      "cookie:\ta=1; b=2\r\nIF-NONE-MATCH: \"x\"\r\nX-Other: what\r\n\r\n");
    assert_status(answer, 200);
    assert_contains(
        answer,
        "GET [/a b] ?x=1&y=%20 host=example.org origin=http://example.org cookie=a=1; b=2 type= match=\"x\" "
        "address=127.0.0.1 secure=0 local=1 body=0:\n");
}

static void answers_have_the_headers_they_need(void **context) {
    const char *answer = ask(*context, "GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    assert_contains(answer, "\r\nContent-Type: text/plain\r\n");
    assert_contains(answer, "\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n");
    assert_contains(answer, "\r\nDate: ");
    assert_lacks(answer, "Server:");
    assert_lacks(answer, "Connection: close");
}

static void bad_paths_are_refused(void **context) {
    static const char *const targets[] = {"/../etc/passwd", "/a//b", "/%2e%2e/x", "/a%00", "/a\\b", "*",
                                          "http://x/",      "/a#b",  "/\xc3\xa9", "/%"};
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        char text[128];
        snprintf(text, sizeof text, "GET %s HTTP/1.1\r\nHost: x\r\n\r\n", targets[i]);
        assert_refused(*context, text, 400);
    }
}

static void malformed_heads_are_refused(void **context) {
    static const char *const heads[] = {
        "GET / HTTP/1.1\r\n\r\n",                       /* no host */
        "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", /* two */
        "GET / HTTP/1.1\nHost: a\r\n\r\n",              /* a line end without CR */
        "GET / HTTP/1.1\r\nHost: a\nX: y\r\n\r\n",      /* another */
        "GET / HTTP/1.1\r\nHost : a\r\n\r\n",           /* a space before the colon */
        "GET / HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n", /* a line that goes on */
        "GET / HTTP/1.1\r\nHost: a\r\nno colon\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\n: no name\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\x01\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\rb\r\n\r\n",
        "GET  / HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.1 \r\nHost: a\r\n\r\n",
        "GET / HTTP/1.x\r\nHost: a\r\n\r\n",
        "GET /\r\nHost: a\r\n\r\n",
        "GET\r\nHost: a\r\n\r\n",
        " GET / HTTP/1.1\r\nHost: a\r\n\r\n",
        "G{T / HTTP/1.1\r\nHost: a\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\nx",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\n\r\nx",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1, 1\r\n\r\nx",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0x1\r\n\r\nx",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length:\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    };
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) assert_refused(*context, heads[i], 400);
}

static void a_nul_in_a_head_is_refused(void **context) {
    static const char head[] = "GET / HTTP/1.1\r\nHost: a\0b\r\n\r\n";
    int client = connect_to(*context);
    say_bytes(client, head, sizeof head - 1);
    assert_status(hear_answer(client, false), 400);
    close(client);
}

static void what_is_not_spoken_here_is_said(void **context) {
    assert_refused(*context, "GET / HTTP/2.0\r\nHost: a\r\n\r\n", 505);
    assert_refused(*context, "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                   411);
    assert_refused(*context, "POST / HTTP/1.1\r\nHost: a\r\nExpect: miracles\r\nContent-Length: 1\r\n\r\n",
                   417);
}

static void other_methods_are_refused(void **context) {
    static const char *const methods[] = {"PUT",     "DELETE", "OPTIONS", "TRACE",
                                          "CONNECT", "PATCH",  "get",     "PRI"};
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        char text[128];
        snprintf(text, sizeof text, "%s / HTTP/1.1\r\nHost: x\r\n\r\n", methods[i]);
        assert_refused(*context, text, 405);
        assert_contains(ask(*context, text), "\r\nAllow: GET, HEAD, POST\r\n");
    }
}

static void head_is_answered_like_get_without_a_body(void **context) {
    int client = connect_to(*context);
    say(client, "HEAD /big HTTP/1.1\r\nHost: x\r\n\r\nGET /next HTTP/1.1\r\nHost: x\r\n\r\n");
    const char *answer = hear_answer(client, true);
    assert_status(answer, 200);
    assert_contains(answer, "Content-Length: 8388608\r\n");
    assert_contains(hear_answer(client, false), "GET [/next]");
    close(client);
}

static void some_answers_have_no_body(void **context) {
    int client = connect_to(*context);
    say(client,
        "GET /none HTTP/1.1\r\nHost: x\r\n\r\nGET /same HTTP/1.1\r\nHost: x\r\n\r\nGET /next HTTP/1.1\r\nHost: x\r\n\r\n");
    const char *answer = hear_answer(client, false);
    assert_status(answer, 204);
    assert_lacks(answer, "Content-Length");
    answer = hear_answer(client, false);
    assert_status(answer, 304);
    assert_contains(answer, "\r\nETag: \"1\"\r\n");
    assert_lacks(answer, "Content-Length");
    assert_contains(hear_answer(client, false), "GET [/next]");
    close(client);
}

static void a_body_comes_whole(void **context) {
    int client = connect_to(*context);
    say(client,
        "POST /p HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 11\r\n\r\n{\"na");
    usleep(50000);
    assert_false(can_read(client, 0));
    say(client, "me\": 1");
    usleep(50000);
    say(client, "}GET /after HTTP/1.1\r\nHost: x\r\n\r\n");
    assert_contains(hear_answer(client, false), "POST [/p] ?");
    assert_contains(hear_answer(client, false), "GET [/after]");
    close(client);
    assert_contains(
        ask(*context, "POST / HTTP/1.1\r\nHost: x\r\nContent-Type: a/b\r\nContent-Length: 3\r\n\r\nabcdef"),
        "type=a/b match= address=127.0.0.1 secure=0 local=1 body=3:abc\n");
    assert_contains(ask(*context, "POST / HTTP/1.1\r\nHost: x\r\n\r\n"), "body=0:\n");
}

static void a_body_may_be_as_large_as_allowed_and_no_larger(void **context) {
    char body[MAX_BODY + 1], head[128];
    memset(body, 'b', sizeof body);
    int client = connect_to(*context);
    snprintf(head, sizeof head, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n", MAX_BODY);
    say(client, head);
    say_bytes(client, body, MAX_BODY);
    assert_contains(hear_answer(client, false), "body=4096:bbbb");
    close(client);
    snprintf(head, sizeof head, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n", MAX_BODY + 1);
    assert_refused(*context, head, 413);
    assert_refused(*context, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 999999999999999999\r\n\r\n", 413);
}

static void a_refusal_is_heard_though_the_body_is_on_its_way(void **context) {
    enum { MUCH = 400000 };
    char *body = calloc(1, MUCH);
    assert_non_null(body);
    for (int i = 0; i < 20; i++) {
        int client = connect_to(*context);
        say(client, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 400000\r\n\r\n");
        (void)!send(client, body, MUCH, MSG_NOSIGNAL);
        assert_status(hear_answer(client, false), 413);
        close(client);
    }
    free(body);
}

static void a_client_that_expects_to_be_asked_is_asked(void **context) {
    int client = connect_to(*context);
    say(client, "POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n");
    assert_string_equal(hear_answer(client, false), "HTTP/1.1 100 Continue\r\n\r\n");
    say(client, "ok");
    assert_contains(hear_answer(client, false), "body=2:ok");
    close(client);
}

static void connections_are_kept(void **context) {
    int client = connect_to(*context);
    for (int i = 0; i < 50; i++) {
        char text[64], wanted[32];
        snprintf(text, sizeof text, "GET /%d HTTP/1.1\r\nHost: x\r\n\r\n", i);
        snprintf(wanted, sizeof wanted, "GET [/%d]", i);
        say(client, text);
        assert_contains(hear_answer(client, false), wanted);
    }
    say(client, "GET /last HTTP/1.1\r\nHost: x\r\nConnection: x, Close\r\n\r\n");
    assert_contains(hear_answer(client, false), "\r\nConnection: close\r\n");
    assert_ended(client);
    close(client);
}

static void an_old_client_is_answered_once(void **context) {
    int client = connect_to(*context);
    say(client, "GET / HTTP/1.0\r\n\r\n");
    const char *answer = hear_answer(client, false);
    assert_status(answer, 200);
    assert_contains(answer, "\r\nConnection: close\r\n");
    assert_ended(client);
    close(client);
}

static void requests_in_one_piece_are_answered_in_their_order(void **context) {
    enum { COUNT = 300 };
    static char text[COUNT * 64];
    size_t size = 0;
    for (int i = 0; i < COUNT; i++)
        size += (size_t)snprintf(text + size, sizeof text - size, "GET /%d HTTP/1.1\r\nHost: x\r\n\r\n%s", i,
                                 i % 7 == 0 ? "\r\n" : "");
    int client = connect_to(*context);
    say(client, text);
    for (int i = 0; i < COUNT; i++) {
        char wanted[32];
        snprintf(wanted, sizeof wanted, "GET [/%d]", i);
        assert_contains(hear_answer(client, false), wanted);
    }
    close(client);
}

static void a_request_may_come_byte_by_byte(void **context) {
    static const char text[] = "POST /slow HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbody";
    int client = connect_to(*context);
    for (const char *byte = text; *byte != '\0'; byte++) {
        say_bytes(client, byte, 1);
        if (byte - text < 40) usleep(1000);
    }
    assert_contains(hear_answer(client, false), "POST [/slow]");
    close(client);
}

static void large_heads_are_refused(void **context) {
    enum { LARGE = 3 * NET_MAX_HEAD };
    char *text = malloc(LARGE + 1);
    assert_non_null(text);
    static const size_t sizes[] = {NET_MAX_HEAD - 1, NET_MAX_HEAD, NET_MAX_HEAD + 1, LARGE};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        size_t begin = (size_t)snprintf(text, LARGE, "GET / HTTP/1.1\r\nHost: x\r\nX-Large: ");
        memset(text + begin, 'x', sizes[i] - begin - 4);
        memcpy(text + sizes[i] - 4, "\r\n\r\n", 5);
        if (sizes[i] <= NET_MAX_HEAD) {
            assert_status(ask(*context, text), 200);
        } else {
            assert_refused(*context, text, 431);
        }
    }
    /* Without an end, too. */
    memset(text, 'x', LARGE);
    text[NET_MAX_HEAD] = '\0';
    assert_refused(*context, text, 431);
    free(text);
}

static void a_large_answer_reaches_a_slow_reader(void **context) {
    int client = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), small = 4096;
    setsockopt(client, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    connect_socket(client, *context);
    say(client, "GET /big HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    /* It says no more, and yet hears all. */
    usleep(50000);
    shutdown(client, SHUT_WR);
    static char bytes[65536];
    size_t size = 0;
    for (size_t got; (got = hear_some(client, bytes, sizeof bytes)) > 0;) size += got;
    assert_true(size > BIG && size < BIG + 1000);
    close(client);
}

/* ---- answers that wait ---- */

static void an_answer_may_come_later(void **context) {
    fixture *state = *context;
    int client = connect_to(state);
    say(client, "GET /later HTTP/1.1\r\nHost: x\r\n\r\nGET /then HTTP/1.1\r\nHost: x\r\n\r\n");
    wait_for(&state->waiting_now, 1);
    assert_false(can_read(client, 50));
    state->release = 1;
    net_wake(state->server);
    assert_contains(hear_answer(client, false), "at last");
    assert_contains(hear_answer(client, false), "GET [/then]");
    close(client);
}

static void a_peer_that_leaves_is_gone(void **context) {
    fixture *state = *context;
    int before = state->gone;
    int clients[8];
    for (int i = 0; i < 8; i++) {
        clients[i] = connect_to(state);
        say(clients[i],
            "POST /later HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nokGET /more HTTP/1.1\r\n");
    }
    wait_for(&state->waiting_now, 8);
    for (int i = 0; i < 8; i++) close(clients[i]);
    wait_for(&state->gone, before + 8);
    assert_int_equal(state->waiting_now, 0);
}

static void whoever_does_not_wait_for_answers_has_to(void **context) {
    fixture *state = *context;
    int client = connect_to(state), small = 4096;
    setsockopt(client, SOL_SOCKET, SO_SNDBUF, &small, sizeof small);
    say(client, "GET /later HTTP/1.1\r\nHost: x\r\n\r\n");
    wait_for(&state->waiting_now, 1);
    /* The server stops reading long before it would run out of memory. */
    static char much[65536];
    size_t sent = 0;
    memset(much, 'x', sizeof much);
    fcntl(client, F_SETFL, O_NONBLOCK);
    for (int quiet = 0; quiet < 20 && sent < (64u << 20);) {
        ssize_t now = send(client, much, sizeof much, MSG_NOSIGNAL);
        if (now > 0) sent += (size_t)now;
        quiet = now > 0 ? 0 : quiet + 1;
        if (now < 0) usleep(10000);
    }
    assert_true(sent < (32u << 20));
    close(client);
    state->release = 1;
    net_wake(state->server);
    for (int waited = 0; state->waiting_now > 0 && waited < PATIENCE_MS; waited += 5) usleep(5000);
    assert_int_equal(state->waiting_now, 0);
}

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
    assert_true(state->timer_at_ms >= at_ms - 1 && state->timer_at_ms < at_ms + 5000);
    usleep(200000);
    assert_int_equal(state->timers, before + 1);
    set_timer(state, 1); /* long past */
    wait_for(&state->timers, before + 2);
    set_timer(state, net_now_ms() + 200);
    usleep(20000);
    set_timer(state, 0);
    usleep(400000);
    assert_int_equal(state->timers, before + 2);
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
    assert_in_range(took_ms, 900, 8000);
    took_ms = drip(&state, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4000\r\n\r\n", "x", answer,
                   sizeof answer);
    assert_status(answer, 408);
    assert_in_range(took_ms, 900, 8000);
    stop(&state);
}

static void silent_connections_are_closed(void **context) {
    (void)context;
    fixture state = {0};
    net_setup setup = usual_setup(&state);
    setup.header_s = 1;
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
    assert_false(can_read(waits, 1800));
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
        {"", "address=127.0.0.1 secure=0 local=0"},
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
    assert_contains(error.text, "\"nobody\" is no address of a proxy");
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
    assert_in_range(net_now_ms() - start_ms, 900, 8000);
    assert_int_equal(state.gone, 1);
    assert_ended(idle);
    assert_ended(waits);
    net_free(state.server);
    close(idle);
    close(waits);
}

static void stopping_waits_for_no_one_where_nothing_waits(void **context) {
    (void)context;
    fixture state = {0};
    net_setup setup = usual_setup(&state);
    start(&setup, &state);
    int idle = connect_to(&state);
    say(idle, "GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    assert_status(hear_answer(idle, false), 200);
    int64_t start_ms = net_now_ms();
    stop(&state);
    assert_in_range(net_now_ms() - start_ms, 0, 800);
    close(idle);
}

static void an_answer_during_the_stop_is_heard(void **context) {
    (void)context;
    fixture state = {0};
    net_setup setup = usual_setup(&state);
    start(&setup, &state);
    int client = connect_to(&state);
    say(client, "GET /later HTTP/1.1\r\nHost: x\r\n\r\n");
    wait_for(&state.waiting_now, 1);
    net_stop(state.server);
    usleep(50000);
    state.release = 1;
    net_wake(state.server);
    const char *answer = hear_answer(client, false);
    assert_contains(answer, "at last");
    assert_contains(answer, "Connection: close");
    close(client);
    pthread_join(state.thread, NULL);
    net_free(state.server);
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
    /* Sockets that the other side has closed are no reason to end. */
    signal(SIGPIPE, SIG_IGN);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_are_decoded_and_checked),
        cmocka_unit_test(utf8_agrees_with_a_decoder),
        cmocka_unit_test(addresses_are_read_and_written),
        cmocka_unit_test(connections_are_counted_by_network),
        cmocka_unit_test(a_request_is_handed_over_as_it_came),
        cmocka_unit_test(answers_have_the_headers_they_need),
        cmocka_unit_test(bad_paths_are_refused),
        cmocka_unit_test(malformed_heads_are_refused),
        cmocka_unit_test(a_nul_in_a_head_is_refused),
        cmocka_unit_test(what_is_not_spoken_here_is_said),
        cmocka_unit_test(other_methods_are_refused),
        cmocka_unit_test(head_is_answered_like_get_without_a_body),
        cmocka_unit_test(some_answers_have_no_body),
        cmocka_unit_test(a_body_comes_whole),
        cmocka_unit_test(a_body_may_be_as_large_as_allowed_and_no_larger),
        cmocka_unit_test(a_refusal_is_heard_though_the_body_is_on_its_way),
        cmocka_unit_test(a_client_that_expects_to_be_asked_is_asked),
        cmocka_unit_test(connections_are_kept),
        cmocka_unit_test(an_old_client_is_answered_once),
        cmocka_unit_test(requests_in_one_piece_are_answered_in_their_order),
        cmocka_unit_test(a_request_may_come_byte_by_byte),
        cmocka_unit_test(large_heads_are_refused),
        cmocka_unit_test(a_large_answer_reaches_a_slow_reader),
        cmocka_unit_test(an_answer_may_come_later),
        cmocka_unit_test(a_peer_that_leaves_is_gone),
        cmocka_unit_test(whoever_does_not_wait_for_answers_has_to),
        cmocka_unit_test(any_thread_may_wake_the_loop),
        cmocka_unit_test(a_signal_handler_may_wake_the_loop),
        cmocka_unit_test(the_timer_comes_in_time_and_once),
        cmocka_unit_test(slow_requests_are_cut_off),
        cmocka_unit_test(silent_connections_are_closed),
        cmocka_unit_test(an_answer_that_nobody_reads_is_given_up),
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
    return cmocka_run_group_tests_name("net", tests, start_usual, stop_usual);
}
