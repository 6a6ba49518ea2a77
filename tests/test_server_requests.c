/* Every request over HTTP: files, lists, people and their accounts, records. */
#include "server/connection.h"
#include "server/text.h"
#include "support/server_stand_in.h"

#include <errno.h>
#include <sys/stat.h>

/* ---- our own origin ---- */

static void only_our_own_pages_may_post(void **unused) {
    (void)unused;
    static const struct {
        const char *host, *origin;
        bool secure, ours;
    } cases[] = {
        {"cards.example", "http://cards.example", false, true},
        {"cards.example", "http://CARDS.example", false, true},
        {"cards.example:8080", "http://cards.example:8080", false, true},
        {"cards.example:80", "http://cards.example", false, true},
        {"cards.example", "https://cards.example:443", true, true},
        {"[::1]:80", "http://[::1]", false, true},
        {"cards.example", "https://cards.example", false, false},
        {"cards.example", "http://cards.example", true, false},
        {"cards.example", "http://cards.example:81", false, false},
        {"cards.example:8080", "http://cards.example", false, false},
        {"cards.example", "http://cards.example.evil.example", false, false},
        {"cards.example", "http://evil.example/cards.example", false, false},
        {"cards.example", "http://xcards.example", false, false},
        {"cards.example", "null", false, false},
        {"", "http://", false, false},
        {"cards.example", "https://other.example", false, true},
        {"cards.example", "https://third.example:444", false, true},
        {"cards.example", "https://third.example", false, false},
        {"cards.example", "https://other.example, https://third.example:444", false, false},
        {"cards.example", "https://other", false, false},
    };
    server *server = begin();
    server->setup.origin = "https://other.example/, https://third.example:444";
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        net_request request = {.host = cases[i].host, .origin = cases[i].origin, .secure = cases[i].secure};
        if (http_own_origin(server, &request, true) != cases[i].ours) fail_msg("%s", cases[i].origin);
    }
    net_request none = {.host = "cards.example", .origin = ""};
    assert_false(http_own_origin(server, &none, true));
    assert_true(http_own_origin(server, &none, false));
    end(server);
}

/* ---- files ---- */

static void write_file(const char *name, const char *content) {
    FILE *file = fopen(path_of(name), "w");
    assert_non_null(file);
    fputs(content, file);
    fclose(file);
}

static void make_page(void) {
    mkdir(path_of("web"), 0700);
    mkdir(path_of("web/assets"), 0700);
    mkdir(path_of("web/.git"), 0700);
    write_file("secret", "secret");
    write_file("web/.git/config", "secret");
    write_file("web/.hidden", "secret");
    write_file("web/index.html", "the page");
    write_file("web/rules.WASM", "wasm");
    write_file("web/sw.js", "worker");
    write_file("web/manifest.webmanifest", "{}");
    write_file("web/assets/cards.svg", "<svg/>");
    write_file("web/assets/icon.png", "png");
    write_file("web/odd.xyz", "?");
    write_file("web/assets/page-Ab3dE9_z.js", "script");
    write_file("web/assets/page-Ab3dE9_z.js.gz", "packed");
    write_file("web/assets/plain-controls.js", "no hash");
    if (symlink("../secret", path_of("web/link.txt")) != 0) assert_int_equal(errno, EEXIST);
}

static void files_are_shown_as_what_they_are(void **unused) {
    (void)unused;
    make_page();
    server *server = begin();
    tp_error error = {0};
    server->files = files_load(path_of("web"), &error);
    if (server->files == NULL) fail_msg("%s", error.text);
    browser browser = {.server = server};
    static const struct {
        const char *path, *type, *body, *caching;
    } cases[] = {
        {"/", "text/html; charset=utf-8", "the page", "no-cache"},
        {"/index.html", "text/html; charset=utf-8", "the page", "no-cache"},
        {"/table/t4x", "text/html; charset=utf-8", "the page", "no-cache"},
        {"/a.b/c", "text/html; charset=utf-8", "the page", "no-cache"},
        {"/rules.WASM", "application/wasm", "wasm", "no-cache"},
        {"/sw.js", "text/javascript; charset=utf-8", "worker", "no-cache"},
        {"/manifest.webmanifest", "application/manifest+json", "{}", "no-cache"},
        {"/assets/cards.svg", "image/svg+xml", "<svg/>", "no-cache"},
        {"/assets/icon.png", "image/png", "png", "no-cache"},
        {"/odd.xyz", "application/octet-stream", "?", "no-cache"},
        {"/assets/page-Ab3dE9_z.js", "text/javascript; charset=utf-8", "script", "immutable"},
        {"/assets/plain-controls.js", "text/javascript; charset=utf-8", "no hash", "no-cache"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(get(&browser, cases[i].path), 200);
        assert_string_equal(browser.exchange.type, cases[i].type);
        assert_string_equal(browser.exchange.body, cases[i].body);
        assert_non_null(strstr(browser.exchange.headers, cases[i].caching));
        assert_non_null(strstr(browser.exchange.headers, "ETag: \""));
    }
    static const char *const missing[] = {
        "/link.txt",   "/.hidden",    "/.git/config", "/../secret", "/assets/../../secret.txt",
        "/%2e%2e/s.x", "/nothing.js", "/api",         "/api/",      "/api/nothing",
        "/metrics"};
    for (size_t i = 0; i < sizeof missing / sizeof *missing; i++) {
        int status = get(&browser, missing[i]);
        /* The page, where the path could be a place in it; never what lies outside. */
        assert_null(strstr(browser.exchange.body, "secret"));
        if (status != 404) assert_string_equal(browser.exchange.body, "the page");
    }
    assert_int_equal(get(&browser, "/link.txt"), 404);
    assert_int_equal(get(&browser, "/metrics"), 404);
    assert_int_equal(get(&browser, "/api/nothing"), 404);
    close_browser(&browser);
    files_free(server->files);
    end(server);
}

static void a_file_that_is_known_is_not_sent_again(void **unused) {
    (void)unused;
    make_page();
    server *server = begin();
    server->files = files_load(path_of("web"), NULL);
    browser browser = {.server = server};
    char tag[80] = "", both[200];
    assert_int_equal(get(&browser, "/assets/page-Ab3dE9_z.js"), 200);
    assert_int_equal(sscanf(browser.exchange.headers, "ETag: %79s", tag), 1);
    net_request request = request_to(&browser, "GET", "/assets/page-Ab3dE9_z.js");
    request.if_none_match = tag;
    assert_int_equal(send_request(&browser, &request), 304);
    assert_int_equal(browser.exchange.size, 0);
    assert_non_null(strstr(browser.exchange.headers, tag));
    snprintf(both, sizeof both, "\"other\", W/%s", tag);
    request.if_none_match = both;
    assert_int_equal(send_request(&browser, &request), 304);
    /* Packed, it is another thing. */
    request.accept_encoding = "br, gzip;q=0.8";
    assert_int_equal(send_request(&browser, &request), 200);
    assert_string_equal(browser.exchange.body, "packed");
    assert_string_equal(browser.exchange.type, "text/javascript; charset=utf-8");
    assert_non_null(strstr(browser.exchange.headers, "Content-Encoding: gzip"));
    assert_non_null(strstr(browser.exchange.headers, "Vary: Accept-Encoding"));
    static const char *const unwilling[] = {"gzip;q=0", "gzip; q=0.0, br;q=1", "br", "xgzip", "gzipx", ""};
    request.if_none_match = "";
    for (size_t i = 0; i < sizeof unwilling / sizeof *unwilling; i++) {
        request.accept_encoding = unwilling[i];
        assert_int_equal(send_request(&browser, &request), 200);
        assert_string_equal(browser.exchange.body, "script");
        assert_null(strstr(browser.exchange.headers, "Content-Encoding"));
        assert_non_null(strstr(browser.exchange.headers, "Vary: Accept-Encoding"));
    }
    close_browser(&browser);
    files_free(server->files);
    end(server);
}

static void a_folder_that_is_no_page_is_refused(void **unused) {
    (void)unused;
    tp_error error = {0};
    assert_null(files_load(path_of("nowhere"), &error));
    assert_int_equal(error.code, TP_E_IO);
    mkdir(path_of("empty"), 0700);
    assert_null(files_load(path_of("empty"), &error));
    assert_non_null(strstr(error.text, "index.html"));
    files_free(NULL);
}

/* ---- what everybody may read ---- */

static void lists_health_and_metrics_are_answered(void **unused) {
    (void)unused;
    server *server = begin();
    browser browser = {.server = server};
    server->setup.limits.agent_ms = 321;
    assert_int_equal(get(&browser, "/api/games"), 200);
    json_t *games = tp_games_to_json(false);
    assert_true(json_equal(games, browser.json));
    json_decref(games);
    assert_int_equal(get(&browser, "/api/agents"), 200);
    assert_true(json_array_size(browser.json) > 3);
    assert_null(strstr(browser.exchange.body, "threads"));
    assert_null(strstr(browser.exchange.body, "\"exec\""));
    assert_null(strstr(browser.exchange.body, "\"text\""));
    assert_non_null(strstr(browser.exchange.body, "\"max\":321"));
    json_t *strongest = json_array_get(browser.json, json_array_size(browser.json) - 1);
    assert_string_equal(json_string_value(json_object_get(strongest, "name")), "strongest");
    assert_string_equal(json_string_value(json_object_get(json_object_get(strongest, "plays"), "mus")),
                        "ismcts:ms=321,memory=8");
    /* What never changes is made once: asking costs no more than sending it. */
    static const char *const fixed[] = {"/api/games", "/api/agents", "/api/games/mus", "/api/games/bruno"};
    for (int again = 0; again < 3; again++) {
        for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
            assert_int_equal(get(&browser, fixed[i]), 200);
    }
    assert_int_equal(server->count.listings, 4);
    assert_int_equal(get(&browser, "/api/games/poker"), 404);
    assert_int_equal(get(&browser, "/health"), 200);
    assert_true(json_is_true(json_object_get(browser.json, "ok")));
    server->failed_ms = server_now_ms();
    snprintf(server->failure, sizeof server->failure, "/var/lib/x is full");
    assert_int_equal(get(&browser, "/health"), 503);
    assert_null(strstr(browser.exchange.body, "/var/lib"));
    net_request request = request_to(&browser, "GET", "/health");
    request.local = true;
    assert_int_equal(send_request(&browser, &request), 503);
    assert_string_equal(says(&browser, "wrong"),
                        "the database fails"); /* a client that calls this machine by another name */
    request.host = "localhost:8080";
    assert_int_equal(send_request(&browser, &request), 503);
    assert_string_equal(says(&browser, "wrong"), "/var/lib/x is full");
    assert_int_equal(get(&browser, "/metrics"), 404);
    request.path = "/metrics";
    assert_int_equal(send_request(&browser, &request), 200);
    assert_non_null(strstr(browser.exchange.body, "\ntapete_websockets 7\n"));
    assert_non_null(strstr(browser.exchange.body, "\ntapete_tables{phase=\"playing\"} 0\n"));
    server->setup.limits.metrics_open = true;
    assert_int_equal(get(&browser, "/metrics"), 200);
    assert_int_equal(get(&browser, "/ws"), 426);
    assert_int_equal(post(&browser, "/api/games", "{}"), 405);
    assert_int_equal(get(&browser, "/api/name"), 405);
    assert_non_null(strstr(browser.exchange.headers, "Allow: POST"));
    close_browser(&browser);
    end(server);
}

/* ---- people ---- */

static void a_guest_stays_who_they_are(void **unused) {
    (void)unused;
    server *server = begin();
    browser ana = {.server = server}, eva = {.server = server, .secure = true};
    assert_int_equal(get(&ana, "/api/session"), 200);
    assert_non_null(strstr(ana.exchange.headers, "; HttpOnly; SameSite=Lax\r\n"));
    assert_non_null(strstr(ana.exchange.headers, "Cache-Control: no-store"));
    char id[ID_SIZE], name[NAME_SIZE];
    snprintf(id, sizeof id, "%s", says(&ana, "id"));
    snprintf(name, sizeof name, "%s", says(&ana, "name"));
    assert_int_equal(strncmp(name, "Guest ", 6), 0);
    assert_int_equal(get(&ana, "/api/session"), 200);
    assert_string_equal(says(&ana, "id"), id);
    assert_string_equal(says(&ana, "name"), name);
    assert_int_equal(store_person_get(kept, id, &(store_person){0}, NULL), TP_E_UNKNOWN);
    assert_int_equal(get(&eva, "/api/session"), 200);
    assert_non_null(strstr(eva.exchange.headers, "; Secure"));
    assert_string_not_equal(says(&eva, "id"), id);
    /* A name is kept. */
    assert_int_equal(post(&ana, "/api/name", "{\"name\": \" Ana  \"}"), 200);
    assert_int_equal(get(&ana, "/api/session"), 200);
    assert_string_equal(says(&ana, "name"), "Ana");
    assert_string_equal(says(&ana, "id"), id);
    assert_int_equal(post(&ana, "/api/name", "{\"name\": \"\\u202e\"}"), 400);
    assert_string_equal(reason(&ana), "BAD_MESSAGE");
    /* Nobody without a cookie can have one. */
    browser nobody = {.server = server};
    assert_int_equal(post(&nobody, "/api/name", "{\"name\": \"x\"}"), 401);
    assert_string_equal(reason(&nobody), "NO_SESSION");
    /* Signing out drops the cookie. */
    assert_int_equal(post(&ana, "/api/logout", "{}"), 200);
    assert_string_not_equal(says(&ana, "id"), id);
    close_browser(&nobody);
    close_browser(&eva);
    close_browser(&ana);
    end(server);
}

static void a_post_that_is_not_right_is_refused(void **unused) {
    (void)unused;
    server *server = begin();
    browser ana = {.server = server};
    get(&ana, "/api/session");
    static const char *const bodies[] = {"",
                                         "{",
                                         "[]",
                                         "3",
                                         "{}",
                                         "{\"name\": 3}",
                                         "{\"name\": null}",
                                         "{\"name\": \"a\", \"name\": \"b\"}",
                                         "{\"name\": \"a\", \"more\": \"b\"}",
                                         "{\"name\": \"a\\u0000b\"}",
                                         "{\"name\": \"\xFF\"}",
                                         "{\"name\": \"a\"} x"};
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        if (post(&ana, "/api/name", bodies[i]) != 400) fail_msg("%s: %d", bodies[i], ana.exchange.status);
        assert_string_equal(reason(&ana), "BAD_MESSAGE");
    }
    char *deep = calloc(1, 6000);
    assert_non_null(deep);
    memset(deep, '[', 2000);
    assert_int_equal(post(&ana, "/api/name", deep), 400);
    memset(deep, ' ', 5000);
    assert_int_equal(post(&ana, "/api/name", deep), 413);
    free(deep);
    net_request request = request_to(&ana, "POST", "/api/name");
    request.body = "{\"name\": \"Ana\"}";
    request.body_size = strlen(request.body);
    request.content_type = "application/json";
    assert_int_equal(send_request(&ana, &request), 403);
    request.origin = "http://evil.example";
    assert_int_equal(send_request(&ana, &request), 403);
    assert_string_equal(reason(&ana), "FOREIGN_ORIGIN");
    request.origin = "http://cards.example";
    static const char *const types[] = {"", "text/plain", "application/jsonx",
                                        "application/x-www-form-urlencoded"};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        request.content_type = types[i];
        assert_int_equal(send_request(&ana, &request), 415);
    }
    request.content_type = "Application/JSON ;charset=utf-8";
    assert_int_equal(send_request(&ana, &request), 200);
    close_browser(&ana);
    end(server);
}

static void an_account_lives_and_dies(void **unused) {
    (void)unused;
    server *server = begin();
    browser ana = {.server = server}, thief = {.server = server}, other = {.server = server};
    get(&ana, "/api/session");
    char id[ID_SIZE];
    snprintf(id, sizeof id, "%s", says(&ana, "id"));
    browser before = {.server = server};
    memcpy(before.cookie, ana.cookie, sizeof before.cookie);
    post(&ana, "/api/name", "{\"name\": \"Ana\"}");
    assert_int_equal(post(&ana, "/api/register", "{\"login\": \"ana\", \"password\": \"short\"}"), 400);
    assert_int_equal(post(&ana, "/api/register", "{\"login\": \"a b\", \"password\": \"long enough\"}"), 400);
    assert_int_equal(post(&ana, "/api/password", "{\"password\": \"long enough\", \"new\": \"also long\"}"),
                     409);
    assert_int_equal(post(&ana, "/api/register", "{\"login\": \"Ana\", \"password\": \"long enough\"}"), 200);
    assert_string_equal(says(&ana, "id"), id);
    assert_string_equal(says(&ana, "name"), "Ana");
    assert_true(json_is_true(json_object_get(ana.json, "account")));
    assert_int_equal(post(&ana, "/api/register", "{\"login\": \"ana2\", \"password\": \"long enough\"}"),
                     409);
    /* The cookie of the guest is void now. */
    get(&before, "/api/session");
    assert_string_not_equal(says(&before, "id"), id);
    /* The name is taken. */
    get(&other, "/api/session");
    assert_int_equal(post(&other, "/api/register", "{\"login\": \"ANA\", \"password\": \"long enough\"}"),
                     409);
    assert_string_equal(reason(&other), "LOGIN_TAKEN");
    /* Signing in, with or without a cookie. */
    assert_int_equal(post(&thief, "/api/login", "{\"login\": \"ana\", \"password\": \"long enougH\"}"), 403);
    char sentence[200];
    snprintf(sentence, sizeof sentence, "%s", thief.exchange.body);
    assert_int_equal(post(&thief, "/api/login", "{\"login\": \"nobody\", \"password\": \"long enough\"}"),
                     403);
    assert_string_equal(thief.exchange.body, sentence); /* which of the two was wrong is not told */
    assert_int_equal(post(&thief, "/api/login", "{\"login\": \"ANA\", \"password\": \"long enough\"}"), 200);
    assert_string_equal(says(&thief, "id"), id);
    assert_int_equal(server->count.logins, 1);
    /* Another password throws everybody else out. */
    struct net_client client = {0};
    connection open = {.client = &client};
    person *held = NULL;
    people_find(server, ana.cookie, hold, &held);
    settle(server);
    assert_non_null(held);
    held->connections = &open;
    assert_int_equal(post(&ana, "/api/password", "{\"password\": \"wrong one\", \"new\": \"even longer\"}"),
                     403);
    assert_int_equal(client.code, 0);
    assert_int_equal(post(&ana, "/api/password", "{\"password\": \"long enough\", \"new\": \"even longer\"}"),
                     200);
    assert_int_equal(client.code, 4001);
    assert_int_equal(post(&thief, "/api/name", "{\"name\": \"Thief\"}"), 401);
    assert_int_equal(post(&thief, "/api/login", "{\"login\": \"ana\", \"password\": \"long enough\"}"), 403);
    assert_int_equal(get(&ana, "/api/session"), 200);
    assert_string_equal(says(&ana, "id"), id);
    /* Signing out ends the connections of this device, and this browser becomes a guest. */
    char was[200];
    memcpy(was, ana.cookie, sizeof was);
    client.code = 0;
    assert_int_equal(held->sessions.count, 1);
    memcpy(open.session, held->sessions.all[0].id, sizeof open.session);
    assert_int_equal(post(&ana, "/api/logout", "{}"), 200);
    assert_int_equal(client.code, 4001);
    assert_string_not_equal(says(&ana, "id"), id);
    memcpy(thief.cookie, was, sizeof was);
    assert_int_equal(post(&thief, "/api/name", "{\"name\": \"Thief\"}"), 401);
    held->connections = NULL;
    people_release(server, held);
    assert_int_equal(post(&thief, "/api/name", "{\"name\": \"Thief\"}"),
                     401); /* nor when it has to be read */
    /* What is kept can be had, without the hash. */
    assert_int_equal(post(&ana, "/api/login", "{\"login\": \"ana\", \"password\": \"even longer\"}"), 200);
    store_result result = {.table = "t1",
                           .game = "mus",
                           .seat = 2,
                           .person = id,
                           .agent = "",
                           .returns = 1,
                           .how = "played",
                           .against = "people",
                           .points = 1};
    store_result theirs = {.table = "t1",
                           .game = "mus",
                           .seat = 1,
                           .person = "pother",
                           .agent = "",
                           .how = "played",
                           .against = "people"};
    assert_int_equal(store_begin(kept, NULL), TP_OK);
    assert_int_equal(store_table_put(kept, &(store_table){"t1", "mus", "over", "{}", 1, 2}, NULL), TP_OK);
    assert_int_equal(store_result_add(kept, &result, NULL), TP_OK);
    assert_int_equal(store_result_add(kept, &theirs, NULL), TP_OK);
    assert_int_equal(store_commit(kept, NULL), TP_OK);
    assert_int_equal(get(&ana, "/api/export"), 200);
    assert_null(strstr(ana.exchange.body, "argon2"));
    assert_null(strstr(ana.exchange.body, "pother"));
    assert_string_equal(json_string_value(json_object_get(json_object_get(ana.json, "person"), "login")),
                        "ana");
    assert_int_equal(json_array_size(json_object_get(ana.json, "results")), 1);
    assert_string_equal(json_string_value(json_array_get(json_object_get(ana.json, "tables"), 0)), "t1");
    /* And the end. */
    memcpy(was, ana.cookie, sizeof was);
    assert_int_equal(post(&ana, "/api/delete", "{}"), 400);
    assert_int_equal(post(&ana, "/api/delete", "{\"password\": \"long enough\"}"), 403);
    assert_string_equal(forgotten, "");
    assert_int_equal(post(&ana, "/api/delete", "{\"password\": \"even longer\"}"), 200);
    assert_string_equal(forgotten, id);
    assert_string_not_equal(says(&ana, "id"), id);
    memcpy(thief.cookie, was, sizeof was);
    assert_int_equal(post(&thief, "/api/name", "{\"name\": \"Thief\"}"), 401);
    assert_int_equal(store_person_get(kept, id, &(store_person){0}, NULL), TP_E_UNKNOWN);
    assert_int_equal(post(&ana, "/api/login", "{\"login\": \"ana\", \"password\": \"even longer\"}"), 403);
    /* A guest needs no password for it. */
    assert_int_equal(post(&ana, "/api/name", "{\"name\": \"Eva\"}"), 200);
    snprintf(id, sizeof id, "%s", says(&ana, "id"));
    assert_int_equal(post(&ana, "/api/delete", "{}"), 200);
    assert_string_equal(forgotten, id);
    assert_int_equal(store_person_get(kept, id, &(store_person){0}, NULL), TP_E_UNKNOWN);
    close_browser(&other);
    close_browser(&thief);
    close_browser(&before);
    close_browser(&ana);
    end(server);
}

/* A request that is given and not yet answered. */
static void begin_post(browser *browser, net_exchange *exchange, const char *path, const char *body) {
    net_request request = request_to(browser, "POST", path);
    request.origin = "http://cards.example";
    request.content_type = "application/json";
    request.body = body;
    request.body_size = strlen(body);
    memset(exchange, 0, sizeof *exchange);
    http_request(browser->server, exchange, &request);
}

static void whoever_has_gone_is_not_answered(void **unused) {
    (void)unused;
    server *server = begin();
    browser ana = {.server = server};
    net_exchange exchange;
    get(&ana, "/api/session");
    static const char *const posts[][2] = {
        {"/api/name", "{\"name\": \"Ana\"}"},
        {"/api/register", "{\"login\": \"ana\", \"password\": \"long enough\"}"},
        {"/api/login", "{\"login\": \"ana\", \"password\": \"long enough\"}"},
        {"/api/logout", "{}"}};
    for (size_t i = 0; i < sizeof posts / sizeof *posts; i++) {
        begin_post(&ana, &exchange, posts[i][0], posts[i][1]);
        http_gone(server, &exchange);
        settle(server);
        assert_int_equal(exchange.replies, 0);
    }
    /* What was asked for has happened all the same. */
    assert_int_equal(post(&ana, "/api/login", "{\"login\": \"ana\", \"password\": \"long enough\"}"), 200);
    assert_string_equal(says(&ana, "name"), "Ana");
    close_browser(&ana);
    end(server);
}

static void attempts_and_requests_are_limited(void **unused) {
    (void)unused;
    server *server = begin();
    set_budgets(server, 100000, 1); /* four at once */
    browser ana = {.server = server}, far = {.server = server, .address = "2001:db8::1"};
    static const char wrong[] = "{\"login\": \"nobody\", \"password\": \"long enough\"}";
    for (int i = 0; i < 4; i++) assert_int_equal(post(&ana, "/api/login", wrong), 403);
    assert_int_equal(post(&ana, "/api/login", wrong), 429);
    assert_string_equal(reason(&ana), "TOO_MANY");
    assert_int_equal(post(&far, "/api/login", wrong), 403);
    far.address = "2001:db8::2";
    assert_int_equal(post(&far, "/api/login", wrong), 403);
    far.address = "2001:db8::3";
    assert_int_equal(post(&far, "/api/login", wrong), 403);
    far.address = "2001:db8::4";
    assert_int_equal(post(&far, "/api/login", wrong), 403);
    far.address = "2001:db8::5";
    assert_int_equal(post(&far, "/api/login", wrong), 429);
    /* Only so many are hashed at once. */
    set_budgets(server, 100000, 1000);
    server->hashing = 4000; /* as many as may wait */
    far.address = "198.51.100.1";
    assert_int_equal(post(&far, "/api/login", wrong), 503);
    assert_string_equal(reason(&far), "TOO_MANY");
    server->hashing = 0;
    set_budgets(server, 5, 1000);
    browser busy = {.server = server, .address = "198.51.100.2"};
    get(&busy, "/api/session");
    assert_int_equal(post(&busy, "/api/name", "{\"name\": \"a\"}"), 200);
    assert_int_equal(get(&busy, "/api/export"), 200); /* 100 reads of 120 */
    assert_int_equal(get(&busy, "/api/export"), 429);
    assert_non_null(strstr(busy.exchange.headers, "Retry-After: "));
    assert_int_equal(get(&busy, "/api/session"), 200);
    /* Who somebody is costs something too, and so do files and lists that are only sent. */
    int sessions = 0, lists = 0;
    while (sessions < 10000 && get(&busy, "/api/session") == 200) sessions++;
    assert_in_range(sessions, 5, 100);
    while (lists < 10000 && get(&busy, "/api/games") == 200) lists++;
    assert_in_range(lists, 100, 1000);
    close_browser(&busy);
    close_browser(&far);
    close_browser(&ana);
    end(server);
}

static void two_at_once_do_not_get_in_each_others_way(void **unused) {
    (void)unused;
    server *server = begin();
    browser ana = {.server = server}, eva = {.server = server};
    net_exchange first, second, third;
    get(&ana, "/api/session");
    get(&eva, "/api/session");
    /* The same login name for two, and one guest twice. */
    begin_post(&ana, &first, "/api/register", "{\"login\": \"ana\", \"password\": \"long enough\"}");
    begin_post(&eva, &second, "/api/register", "{\"login\": \"ana\", \"password\": \"long enough\"}");
    begin_post(&ana, &third, "/api/register", "{\"login\": \"anna\", \"password\": \"long enough\"}");
    settle(server);
    assert_int_equal(first.status, 200);
    assert_int_equal(second.status, 409);
    assert_int_equal(third.status, 409);
    free(first.body);
    free(second.body);
    free(third.body);
    assert_int_equal(post(&ana, "/api/login", "{\"login\": \"ana\", \"password\": \"long enough\"}"), 200);
    /* A password changes while somebody signs in with the old one: they do not get in. */
    begin_post(&eva, &first, "/api/login", "{\"login\": \"ana\", \"password\": \"long enough\"}");
    job *reading = given_jobs;
    assert_non_null(reading);
    given_jobs = NULL;
    given_jobs_end = &given_jobs;
    run_job(server, reading);
    reading = given_jobs; /* who eva is was read; now the row of ana */
    assert_non_null(reading);
    given_jobs = NULL;
    given_jobs_end = &given_jobs;
    run_job(server, reading);
    task *checking = given_tasks;
    assert_non_null(checking);
    given_tasks = NULL;
    given_tasks_end = &given_tasks;
    assert_int_equal(post(&ana, "/api/password", "{\"password\": \"long enough\", \"new\": \"even longer\"}"),
                     200);
    checking->run(checking);
    checking->done(checking, server);
    settle(server);
    assert_int_equal(first.status, 403);
    free(first.body);
    /* Deleted, and renamed in the same moment: deleted it stays. */
    begin_post(&ana, &first, "/api/delete", "{\"password\": \"even longer\"}");
    begin_post(&ana, &second, "/api/name", "{\"name\": \"Ghost\"}");
    settle(server);
    assert_int_equal(first.status, 200);
    free(first.body);
    free(second.body);
    assert_int_equal(get(&ana, "/api/session"), 200);
    assert_false(json_is_true(json_object_get(ana.json, "account")));
    close_browser(&eva);
    close_browser(&ana);
    end(server);
}

static void who_is_blocked_is_remembered(void **unused) {
    (void)unused;
    server *server = begin();
    browser ana = {.server = server};
    tp_error error = {0};
    person *held = NULL;
    get(&ana, "/api/session");
    people_find(server, ana.cookie, hold, &held);
    settle(server);
    assert_non_null(held);
    assert_int_not_equal(people_block(server, held, "not an id", true, &error), TP_OK);
    assert_int_not_equal(people_block(server, held, held->id, true, &error), TP_OK);
    for (int i = 1; i < 30; i++) {
        store_person row = {.name = "x"};
        snprintf(row.id, sizeof row.id, "p%d", i);
        assert_int_equal(store_person_put(kept, &row, NULL), TP_OK);
    }
    /* A guest of whom nothing was kept so far, too. */
    person *guest = people_new_guest(server);
    assert_int_equal(people_block(server, held, guest->id, true, &error), TP_OK);
    char guest_id[ID_SIZE];
    memcpy(guest_id, guest->id, sizeof guest_id);
    people_release(server, guest);
    for (int i = 1; i < 30; i++) {
        char id[ID_SIZE];
        snprintf(id, sizeof id, "p%d", i);
        assert_int_equal(people_block(server, held, id, true, &error), TP_OK);
        assert_int_equal(people_block(server, held, id, true, &error), TP_OK);
    }
    assert_int_equal(people_block(server, held, "p3", false, &error), TP_OK);
    assert_int_equal(people_block(server, held, "p99", false, &error), TP_OK);
    assert_int_equal(held->blocked_count, 29);
    settle(server);
    people_release(server, held);
    assert_int_equal(server->people.count, 0);
    people_find(server, ana.cookie, hold, &held);
    settle(server);
    assert_int_equal(held->blocked_count, 29);
    assert_true(people_blocks(held, "p29"));
    assert_true(people_blocks(held, guest_id));
    assert_false(people_blocks(held, "p3"));
    for (int i = 100;
         people_block(server, held, (char[ID_SIZE]){'p', (char)('a' + i % 26), (char)('a' + i / 26), 0}, true,
                      &error) == TP_OK;
         i++) {
        assert_true(i < 1000);
    }
    assert_string_equal(error.reason, "TOO_MANY");
    settle(server);
    people_release(server, held);
    close_browser(&ana);
    end(server);
}

/* ---- records ---- */

static void add_entry(const char *table, int64_t number, const char *text) {
    assert_int_equal(store_journal_add(kept, table, number, 'e', text, NULL), TP_OK);
}

static void a_record_is_for_those_who_may_have_it(void **unused) {
    (void)unused;
    server *server = begin();
    browser ana = {.server = server}, eva = {.server = server};
    get(&ana, "/api/session");
    get(&eva, "/api/session");
    char sat[200];
    snprintf(sat, sizeof sat, "{\"is\": \"sit\", \"seat\": 1, \"person\": \"%s\", \"name\": \"Ana\"}",
             says(&ana, "id"));
    static const char *const tables[] = {"tpublic", "tprivate", "trunning"};
    assert_int_equal(store_begin(kept, NULL), TP_OK);
    for (int i = 0; i < 3; i++) {
        store_table row = {tables[i], "mus", i < 2 ? "over" : "playing", "{}", 1, 2};
        assert_int_equal(store_table_put(kept, &row, NULL), TP_OK);
        add_entry(
            tables[i], 1,
            i != 1
                ? "{\"is\": \"open\", \"public\": true, \"invite\": \"abcd\", \"owner\": \"px\", \"seats\": []}"
                : "{\"is\": \"open\", \"public\": false, \"invite\": \"abcd\", \"owner\": \"px\", \"seats\": []}");
        add_entry(tables[i], 2, sat);
        add_entry(tables[i], 3, "{\"is\": \"deal\", \"lines\": \"{\\\"a\\\":1}\\n\"}");
        add_entry(tables[i], 4, "{\"is\": \"play\", \"lines\": \"{\\\"b\\\":2}\\n{\\\"c\\\":3}\\n\"}");
        if (i < 2) add_entry(tables[i], 5, "{\"is\": \"over\", \"lines\": \"{\\\"d\\\":4}\\n\"}");
    }
    assert_int_equal(store_commit(kept, NULL), TP_OK);
    assert_int_equal(get(&eva, "/api/record/tpublic"), 200);
    assert_string_equal(eva.exchange.body, "{\"a\":1}\n{\"b\":2}\n{\"c\":3}\n{\"d\":4}\n");
    assert_string_equal(eva.exchange.type, "application/x-ndjson");
    assert_non_null(strstr(eva.exchange.headers, "attachment; filename=\"tpublic.jsonl\""));
    assert_int_equal(get(&ana, "/api/record/tprivate"), 200);
    assert_int_equal(get(&eva, "/api/record/tprivate?x=1&invite=abcd"), 200);
    static const char *const hidden[] = {"/api/record/tprivate",
                                         "/api/record/tprivate?invite=",
                                         "/api/record/tprivate?invite=abc",
                                         "/api/record/tprivate?invite=abcde",
                                         "/api/record/trunning",
                                         "/api/record/trunning?invite=abcd",
                                         "/api/record/tnone",
                                         "/api/record/",
                                         "/api/record/a/b",
                                         "/api/record/T'--"};
    char answer[300] = "";
    for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++) {
        assert_int_equal(get(&eva, hidden[i]), 404);
        if (i == 0) snprintf(answer, sizeof answer, "%s", eva.exchange.body);
        assert_string_equal(eva.exchange.body, answer);
    }
    close_browser(&eva);
    close_browser(&ana);
    end(server);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_our_own_pages_may_post),
        cmocka_unit_test(files_are_shown_as_what_they_are),
        cmocka_unit_test(a_file_that_is_known_is_not_sent_again),
        cmocka_unit_test(a_folder_that_is_no_page_is_refused),
        cmocka_unit_test(lists_health_and_metrics_are_answered),
        cmocka_unit_test(a_guest_stays_who_they_are),
        cmocka_unit_test(a_post_that_is_not_right_is_refused),
        cmocka_unit_test(an_account_lives_and_dies),
        cmocka_unit_test(whoever_has_gone_is_not_answered),
        cmocka_unit_test(attempts_and_requests_are_limited),
        cmocka_unit_test(two_at_once_do_not_get_in_each_others_way),
        cmocka_unit_test(who_is_blocked_is_remembered),
        cmocka_unit_test(a_record_is_for_those_who_may_have_it),
    };
    return cmocka_run_group_tests(tests, stand_in_begin, stand_in_end);
}
