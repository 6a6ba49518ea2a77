/* HTTP over raw sockets. Limits and the loop are in test_net_limits.c, websockets in
 * scripts/test_websocket.py. */
#include "net/sha1.h"
#include "support/net_fixture.h"

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

/* Some text again and again, as RFC 3174 has it. */
static void assert_sha1(const char *text, size_t times, const char *expected) {
    size_t length = strlen(text), size = length * times;
    uint8_t *whole = malloc(size + 1), digest[SHA1_SIZE];
    char hex[2 * SHA1_SIZE + 1];
    assert_non_null(whole);
    for (size_t i = 0; i < size; i++) whole[i] = (uint8_t)text[i % length];
    sha1(whole, size, digest);
    free(whole);
    for (size_t i = 0; i < SHA1_SIZE; i++) snprintf(hex + 2 * i, 3, "%02x", digest[i]);
    assert_string_equal(hex, expected);
}

static void sha1_gives_what_the_standards_say(void **context) {
    (void)context;
    assert_sha1("abc", 1, "a9993e364706816aba3e25717850c26c9cd0d89d");
    assert_sha1("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
                "84983e441c3bd26ebaae4aa1f95129e5e54670f1");
    assert_sha1("a", 1000000, "34aa973cd4c4daa4f61eeb2bdbad27316534016f");
    assert_sha1("01234567", 80, "dea356a2cddd90c7a7ecedc5ebb563934f460452");
    assert_sha1("", 1, "da39a3ee5e6b4b0d3255bfef95601890afd80709");
    /* Around the lengths at which the end needs a block more. */
    assert_sha1("a", 55, "c1c8bbdc22796e28c0e15163d20899b65621d65a");
    assert_sha1("a", 56, "c2db330f6083854c99d4b5bfb6e8f29f201be699");
    assert_sha1("a", 63, "03f09f5b158a7a8cdad920bddc29b81c18a551f5");
    assert_sha1("a", 64, "0098ba824b5c16427bd7a1122a5a442a25ec644d");
    assert_sha1("a", 65, "11655326c708d70319be2610e8a57d9a5b959d3b");
    assert_sha1("a", 119, "ee971065aaa017e0632a8ca6c77bb3bf8b1dfc56");
    assert_sha1("a", 120, "f34c1488385346a55709ba056ddd08280dd4c6d6");
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_are_decoded_and_checked),
        cmocka_unit_test(utf8_agrees_with_a_decoder),
        cmocka_unit_test(addresses_are_read_and_written),
        cmocka_unit_test(connections_are_counted_by_network),
        cmocka_unit_test(sha1_gives_what_the_standards_say),
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
    };
    return cmocka_run_group_tests_name("net", tests, start_usual, stop_usual);
}
