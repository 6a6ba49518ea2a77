/* A server in a thread of its own and raw sockets as its clients, for the tests of the network. */
#ifndef TAPETE_TESTS_NET_FIXTURE_H
#define TAPETE_TESTS_NET_FIXTURE_H

#include "net/internal.h"

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
    PATIENCE_MS = 120000, /* for what must come, on however busy a machine */
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

TP_FUNCTION void reply_text(net_exchange *exchange, const char *text) {
    net_reply(exchange,
              &(net_response){
                  .status = 200, .content_type = "text/plain", .body = text, .body_size = strlen(text)});
}

TP_FUNCTION void on_request(void *context, net_exchange *exchange, const net_request *request) {
    fixture *state = context;
    if (strcmp(request->path, "/later") == 0) {
        net_exchange_set_user(exchange, state);
        assert_true(state->waiting_count < MAX_WAITING);
        state->waiting[state->waiting_count++] = exchange;
        state->waiting_now++;
    } else if (strcmp(request->path, "/big") == 0) {
        net_reply(exchange, &(net_response){.status = 200, .body = big_body, .body_size = BIG, .keep = true});
    } else if (strcmp(request->path, "/copy") == 0) {
        net_reply(exchange, &(net_response){.status = 200, .body = big_body, .body_size = BIG});
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

TP_FUNCTION void on_gone(void *context, net_exchange *exchange) {
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

TP_FUNCTION void on_woken(void *context) {
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

TP_FUNCTION void on_timer(void *context) {
    fixture *state = context;
    state->timer_at_ms = net_now_ms();
    state->timers++;
}

TP_FUNCTION void *run(void *server) {
    net_run(server);
    return NULL;
}

TP_FUNCTION net_setup usual_setup(fixture *state) {
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

TP_FUNCTION fixture *start(const net_setup *setup, fixture *state) {
    tp_error error = {0};
    state->set_timer_ms = -1;
    state->server = net_open(setup, &error);
    if (state->server == NULL) fail_msg("%s", error.text);
    assert_int_equal(pthread_create(&state->thread, NULL, run, state->server), 0);
    return state;
}

TP_FUNCTION void stop(fixture *state) {
    net_stop(state->server);
    pthread_join(state->thread, NULL);
    net_free(state->server);
    assert_int_equal(state->waiting_count, 0);
}

/* ---- a client ---- */

TP_FUNCTION int connect_socket(int client, const fixture *state) {
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)net_port(state->server))};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    assert_int_equal(connect(client, (struct sockaddr *)&address, sizeof address), 0);
    return client;
}

TP_FUNCTION int connect_to(const fixture *state) {
    int client = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_true(client >= 0);
    return connect_socket(client, state);
}

TP_FUNCTION void say_bytes(int client, const char *bytes, size_t size) {
    while (size > 0) {
        ssize_t sent = send(client, bytes, size, MSG_NOSIGNAL);
        assert_true(sent > 0);
        bytes += sent;
        size -= (size_t)sent;
    }
}

TP_FUNCTION void say(int client, const char *text) { say_bytes(client, text, strlen(text)); }

TP_FUNCTION bool can_read(int client, int wait_ms) {
    struct pollfd wanted = {.fd = client, .events = POLLIN};
    return poll(&wanted, 1, wait_ms) == 1;
}

/* Some bytes; 0 at the end. A reset counts as one. */
TP_FUNCTION size_t hear_some(int client, char *bytes, size_t size) {
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

TP_FUNCTION void assert_contains(const char *text, const char *wanted) {
    if (strstr(text, wanted) == NULL) fail_msg("no \"%s\" in \"%s\"", wanted, text);
}

TP_FUNCTION void assert_lacks(const char *text, const char *unwanted) {
    if (strstr(text, unwanted) != NULL) fail_msg("\"%s\" in \"%s\"", unwanted, text);
}

TP_FUNCTION void assert_status(const char *answer, int status) {
    char wanted[32];
    snprintf(wanted, sizeof wanted, "HTTP/1.1 %d ", status);
    if (strncmp(answer, wanted, strlen(wanted)) != 0) fail_msg("expected %d, got \"%s\"", status, answer);
}

TP_FUNCTION void assert_ended(int client) {
    char byte;
    assert_int_equal(hear_some(client, &byte, 1), 0);
}

/* Say this on a connection of its own; the answer. */
TP_FUNCTION const char *ask(const fixture *state, const char *text) {
    int client = connect_to(state);
    say(client, text);
    const char *answer = hear_answer(client, strncmp(text, "HEAD", 4) == 0);
    close(client);
    return answer;
}

TP_FUNCTION void assert_refused(const fixture *state, const char *text, int status) {
    int client = connect_to(state);
    say(client, text);
    const char *answer = hear_answer(client, false);
    if (strlen(answer) < 12 || strtol(answer + 9, NULL, 10) != status)
        fail_msg("expected %d for \"%s\", got \"%s\"", status, text, answer);
    assert_contains(answer, "Connection: close\r\n");
    assert_contains(answer, "X-Content-Type-Options: nosniff\r\n");
    assert_contains(answer, "{\"error\": {\"reason\": \"");
    assert_ended(client);
    close(client);
}

/* Until it is so, or a test has waited long enough. */
TP_FUNCTION void wait_for(atomic_int *value, int wanted) {
    for (int waited = 0; *value < wanted; waited += 5) {
        if (waited > PATIENCE_MS) fail_msg("it did not happen");
        usleep(5000);
    }
}

TP_FUNCTION int start_usual(void **context) {
    fixture *state = calloc(1, sizeof *state);
    if (state == NULL) return -1;
    net_setup setup = usual_setup(state);
    *context = start(&setup, state);
    return 0;
}

TP_FUNCTION int stop_usual(void **context) {
    stop(*context);
    free(*context);
    return 0;
}

#endif
