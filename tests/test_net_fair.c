/* Nobody has more than their share of the network: one request of a connection in a turn of the loop, some
 * connections before others, networks of a site counted together, and an address that a visitor made up is
 * not believed. */
#include "support/net_fixture.h"

#include <netinet/tcp.h>
#include <semaphore.h>

enum { MOST_HEARD = 4096 };

/* What the handlers have heard, in order; written by the loop's thread, read when it has stopped or is known
 * to wait. */
typedef struct heard {
    fixture fixture;
    char order[MOST_HEARD]; /* the first letter of each path or message */
    atomic_int count;
    sem_t go; /* "/stall" waits for it */
    atomic_int stalled, opened, crumbs;
    atomic_int burn_us;
    uint64_t sent, most_sent; /* bytes, up to the last message; and between two messages */
} heard;

static void note(heard *state, char letter) {
    if (state->count < MOST_HEARD) state->order[state->count] = letter;
    state->count++;
    int64_t until_ms = net_now_ms() + state->burn_us / 1000;
    while (state->burn_us > 0 && net_now_ms() < until_ms) {}
}

static void hear_request(void *context, net_exchange *exchange, const net_request *request) {
    heard *state = context;
    if (strcmp(request->path, "/stall") == 0) {
        state->stalled++;
        sem_wait(&state->go);
    } else {
        note(state, request->path[1]);
    }
    if (strcmp(request->path, "/big") == 0) {
        net_reply(exchange, &(net_response){.status = 200, .body = big_body, .body_size = BIG, .keep = true});
        return;
    }
    reply_text(exchange, request->address);
}

static int let_in(void *context, const net_request *request, void **user) {
    (void)context, (void)request, (void)user;
    return 0;
}

static void hear_opened(void *context, net_client *client) {
    heard *state = context;
    net_serve_first(client, true);
    state->opened++;
}

static void hear_message(void *context, net_client *client, const char *text, size_t size) {
    heard *state = context;
    net_figures figures;
    (void)client, (void)size;
    net_get_figures(state->fixture.server, &figures);
    uint64_t more = state->sent > 0 ? figures.bytes_out - state->sent : 0;
    if (more > state->most_sent) state->most_sent = more;
    state->sent = figures.bytes_out;
    note(state, text[0]);
}

static void hear_crumbs(void *context, net_client *client) {
    heard *state = context;
    (void)client;
    state->crumbs++;
}

static net_setup setup_for(heard *state) {
    memset(state, 0, sizeof *state);
    sem_init(&state->go, 0, 0);
    net_setup setup = usual_setup(&state->fixture);
    setup.handlers = (net_handlers){.context = state,
                                    .request = hear_request,
                                    .open = let_in,
                                    .opened = hear_opened,
                                    .message = hear_message,
                                    .crumbs = hear_crumbs};
    return setup;
}

/* Have the loop wait in a handler until sem_post(&state->go). */
static int stall(heard *state) {
    int before = state->stalled, client = connect_to(&state->fixture);
    say(client, "GET /stall HTTP/1.1\r\nHost: x\r\n\r\n");
    wait_for(&state->stalled, before + 1);
    return client;
}

static int position(const heard *state, char letter) {
    const char *found = memchr(state->order, letter, (size_t)state->count);
    return found != NULL ? (int)(found - state->order) : MOST_HEARD;
}

/* ---- turns ---- */

static void many_requests_of_one_connection_do_not_hold_up_others(void **context) {
    (void)context;
    heard state;
    enum { PILE = 100, PEERS = 5 };
    net_setup setup = setup_for(&state);
    start(&setup, &state.fixture);
    int peers[PEERS], other = connect_to(&state.fixture);
    for (int i = 0; i < PEERS; i++) peers[i] = connect_to(&state.fixture);
    int first = stall(&state);
    for (int i = 0; i < PEERS; i++) {
        for (int j = 0; j < PILE; j++) say(peers[i], "HEAD /pile HTTP/1.1\r\nHost: x\r\n\r\n");
    }
    say(other, "GET /other HTTP/1.1\r\nHost: x\r\n\r\n");
    sem_post(&state.go);
    assert_status(hear_answer(other, false), 200);
    wait_for(&state.count, PEERS * PILE + 1);
    /* One turn, or two where the first one was full. */
    if (position(&state, 'o') > 2 * PEERS) fail_msg("%d came before the other one", position(&state, 'o'));
    for (int i = 0; i < PEERS; i++) {
        for (int j = 0; j < PILE; j++) assert_status(hear_answer(peers[i], true), 200);
        close(peers[i]);
    }
    close(first);
    close(other);
    stop(&state.fixture);
}

static void requests_that_wait_for_their_turn_are_answered_after_the_peer_has_said_all(void **context) {
    (void)context;
    heard state;
    net_setup setup = setup_for(&state);
    start(&setup, &state.fixture);
    int client = connect_to(&state.fixture), first = stall(&state);
    for (int i = 0; i < 20; i++) say(client, "GET /pile HTTP/1.1\r\nHost: x\r\n\r\n");
    shutdown(client, SHUT_WR);
    sem_post(&state.go);
    for (int i = 0; i < 20; i++) assert_status(hear_answer(client, false), 200);
    assert_ended(client);
    close(client);
    close(first);
    stop(&state.fixture);
}

static void those_who_are_served_first_come_before_strangers(void **context) {
    (void)context;
    heard state;
    enum { STRANGERS = 60 };
    net_setup setup = setup_for(&state);
    start(&setup, &state.fixture);
    int strangers[STRANGERS];
    for (int i = 0; i < STRANGERS; i++) strangers[i] = connect_to(&state.fixture);
    int player = connect_to(&state.fixture);
    say(player, "GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n");
    assert_status(hear_answer(player, true), 101);
    wait_for(&state.opened, 1);
    state.burn_us = 2000;
    int stalled = stall(&state);
    for (int i = 0; i < STRANGERS; i++) say(strangers[i], "HEAD /stranger HTTP/1.1\r\nHost: x\r\n\r\n");
    say_bytes(player, "\x81\x81\0\0\0\0m", 7); /* "m", with a mask of zeros */
    sem_post(&state.go);
    wait_for(&state.count, 1 + STRANGERS);
    assert_int_equal(position(&state, 'm'), 0);
    close(stalled);
    /* While strangers keep the loop busy, a message waits for one turn of theirs and not for all of them. */
    state.count = 0;
    stalled = stall(&state);
    for (int i = 0; i < STRANGERS; i++) {
        for (int j = 0; j < 10; j++) say(strangers[i], "HEAD /stranger HTTP/1.1\r\nHost: x\r\n\r\n");
    }
    sem_post(&state.go);
    wait_for(&state.count, 20);
    int before = state.count;
    say_bytes(player, "\x81\x81\0\0\0\0m", 7);
    wait_for(&state.count, 1 + 10 * STRANGERS);
    /* A turn of 4 ms has room for two or three; the sender may have been slow to send. */
    int waited = position(&state, 'm') - before;
    if (waited > STRANGERS) fail_msg("%d strangers came first", waited);
    for (int i = 0; i < STRANGERS; i++) {
        for (int j = 0; j < 11; j++) assert_status(hear_answer(strangers[i], true), 200);
        close(strangers[i]);
    }
    close(player);
    close(stalled);
    stop(&state.fixture);
}

/* A player whose messages are heard in one turn after the other, a few in each, since so many bytes are read
 * at once; and how much was written in each of those turns to strangers who load a large file. */
static void long_answers_are_written_piece_by_piece(void **context) {
    (void)context;
    heard state;
    enum { STRANGERS = 64, MESSAGES = 40, PAYLOAD = 1000, HEADER = 8 };
    net_setup setup = setup_for(&state);
    start(&setup, &state.fixture);
    int strangers[STRANGERS];
    for (int i = 0; i < STRANGERS; i++) strangers[i] = connect_to(&state.fixture);
    int player = connect_to(&state.fixture);
    say(player, "GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n");
    assert_status(hear_answer(player, true), 101);
    wait_for(&state.opened, 1);
    int stalled = stall(&state);
    for (int i = 0; i < STRANGERS; i++) say(strangers[i], "GET /big HTTP/1.1\r\nHost: x\r\n\r\n");
    char frames[MESSAGES][HEADER + PAYLOAD];
    for (int i = 0; i < MESSAGES; i++) {
        memcpy(frames[i], (char[]){'\x81', '\xfe', PAYLOAD >> 8, (char)(PAYLOAD & 0xff), 0, 0, 0, 0}, HEADER);
        memset(frames[i] + HEADER, 'm', PAYLOAD);
    }
    say_bytes(player, frames[0], sizeof frames);
    sem_post(&state.go);
    wait_for(&state.count, STRANGERS + MESSAGES);
    uint64_t most = NET_BODIES * (NET_BODY_PIECE + 2048);
    if (state.most_sent > most || state.most_sent < NET_BODY_PIECE)
        fail_msg("%llu bytes were sent in one turn", (unsigned long long)state.most_sent);
    /* All of it comes. */
    size_t left = BIG;
    static char bytes[65536];
    hear_answer(strangers[0], true);
    while (left > 0) {
        size_t got = hear_some(strangers[0], bytes, left < sizeof bytes ? left : sizeof bytes);
        assert_true(got > 0);
        left -= got;
    }
    say(strangers[0], "GET /other HTTP/1.1\r\nHost: x\r\n\r\n");
    assert_status(hear_answer(strangers[0], false), 200);
    for (int i = 0; i < STRANGERS; i++) close(strangers[i]);
    close(player);
    close(stalled);
    stop(&state.fixture);
}

/* A message of 100 bytes, byte by byte: each is read alone, since the answer to a request that was sent after
 * it has come. */
static void a_message_in_crumbs_is_paid_for_more_than_once(void **context) {
    (void)context;
    heard state;
    enum { PAYLOAD = 100, HEADER = 6, READS = HEADER + PAYLOAD, PAID = 16 };
    net_setup setup = setup_for(&state);
    start(&setup, &state.fixture);
    int player = connect_to(&state.fixture), other = connect_to(&state.fixture);
    say(player, "GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n");
    assert_status(hear_answer(player, true), 101);
    char frame[READS] = "\x81\xe4";
    memset(frame + HEADER, 'm', PAYLOAD);
    say_bytes(player, frame, READS);
    wait_for(&state.count, 1);
    assert_int_equal(state.crumbs, 0);
    int yes = 1;
    assert_int_equal(setsockopt(player, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes), 0);
    for (int i = 0; i < READS; i++) {
        say_bytes(player, frame + i, 1);
        say(other, "GET /other HTTP/1.1\r\nHost: x\r\n\r\n");
        assert_status(hear_answer(other, false), 200);
    }
    wait_for(&state.count, 2 + READS);
    assert_int_equal(state.crumbs, READS / PAID);
    close(player);
    close(other);
    stop(&state.fixture);
}

/* ---- addresses ---- */

static void networks_of_a_site_have_connections_in_common(void **context) {
    (void)context;
    net_sources sources = {0};
    enum { LIMIT = 5 };
    assert_true(net_sources_init(&sources, 100));
    net_source *taken[100];
    int count = 0;
    for (int network = 0; network < 10; network++) {
        char text[64];
        snprintf(text, sizeof text, "2001:db8:7:%x::%x", network, network + 1);
        net_ip ip;
        assert_true(net_ip_parse(text, strlen(text), &ip));
        for (net_source *source; (source = net_source_take(&sources, &ip, LIMIT)) != NULL;) {
            assert_true(count < 100);
            taken[count++] = source;
        }
        assert_true(count <= LIMIT * (network + 1));
    }
    assert_int_equal(count, 4 * LIMIT);
    net_ip elsewhere, four;
    assert_true(net_ip_parse("2001:db8:8::1", 13, &elsewhere) && net_ip_parse("192.0.2.1", 9, &four));
    taken[count++] = net_source_take(&sources, &elsewhere, LIMIT);
    taken[count++] = net_source_take(&sources, &four, LIMIT);
    for (int i = 0; i < count; i++) {
        assert_non_null(taken[i]);
        net_source_release(&sources, taken[i]);
    }
    for (size_t i = 0; i < sources.bucket_count; i++) assert_null(sources.buckets[i].first);
    net_sources_free(&sources);
}

static void only_what_a_proxy_has_seen_counts_as_the_address(void **context) {
    (void)context;
    static const struct {
        const char *header, *address;
    } cases[] = {
        {"X-Forwarded-For: 192.0.2.1", "192.0.2.1"},
        {"X-Forwarded-For: 198.51.100.9, 192.0.2.1", "192.0.2.1"},
        {"X-Forwarded-For: 198.51.100.9, 192.0.2.1, 127.0.0.1", "192.0.2.1"},
        /* Proxies that add the port. What the visitor has sent before it is not believed. */
        {"X-Forwarded-For: 198.51.100.9, 192.0.2.1:4711", "192.0.2.1"},
        {"X-Forwarded-For: 198.51.100.9, [2001:db8::1]:4711", "2001:db8::1"},
        {"X-Forwarded-For: 198.51.100.9, [2001:db8::1]", "2001:db8::1"},
        {"X-Forwarded-For: 198.51.100.9, 2001:db8::1", "2001:db8::1"},
        /* Where the proxy has added nothing that is an address, it speaks for itself. */
        {"X-Forwarded-For: 198.51.100.9, unknown", "127.0.0.1"},
        {"X-Forwarded-For: 198.51.100.9, [2001:db8::1", "127.0.0.1"},
        {"X-Forwarded-For: 198.51.100.9, [2001:db8::1]4711", "127.0.0.1"},
        {"X-Forwarded-For: 198.51.100.9, unknown, 127.0.0.1", "127.0.0.1"},
        {"X-Forwarded-For: 198.51.100.9\r\nX-Forwarded-For: _hidden", "127.0.0.1"},
        {"X-Other: 1", "127.0.0.1"},
    };
    heard state;
    net_setup setup = setup_for(&state);
    setup.proxy = "127.0.0.1";
    start(&setup, &state.fixture);
    int client = connect_to(&state.fixture); /* one connection, as a proxy keeps it for many visitors */
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[512];
        snprintf(text, sizeof text, "GET /a HTTP/1.1\r\nHost: x\r\n%s\r\n\r\n", cases[i].header);
        say(client, text);
        const char *answer = hear_answer(client, false), *body = strstr(answer, "\r\n\r\n");
        assert_non_null(body);
        if (strcmp(body + 4, cases[i].address) != 0)
            fail_msg("%s: \"%s\", not %s", cases[i].header, body + 4, cases[i].address);
    }
    close(client);
    stop(&state.fixture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_requests_of_one_connection_do_not_hold_up_others),
        cmocka_unit_test(requests_that_wait_for_their_turn_are_answered_after_the_peer_has_said_all),
        cmocka_unit_test(those_who_are_served_first_come_before_strangers),
        cmocka_unit_test(long_answers_are_written_piece_by_piece),
        cmocka_unit_test(a_message_in_crumbs_is_paid_for_more_than_once),
        cmocka_unit_test(networks_of_a_site_have_connections_in_common),
        cmocka_unit_test(only_what_a_proxy_has_seen_counts_as_the_address),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
