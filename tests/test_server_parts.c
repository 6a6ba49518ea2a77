/* The parts of the server that need no socket: maps, limits, cookies, names, files, and every request about people. The writer, the
 * workers and the network are played by this file; the database is a real one. */
#include "server/requests.h"

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

/* ---- what stands in for the rest of the server ---- */

struct net_exchange {
    void *user;
    int replies, status;
    char type[64], headers[600], *body;
    size_t size;
};

struct net_client {
    int code; /* with which it was closed */
};

static store *kept;                       /* what the writer would have */
static job *given_jobs, **given_jobs_end; /* given and not run */
static task *given_tasks, **given_tasks_end;
static char forgotten[ID_SIZE];

void net_reply(net_exchange *exchange, const net_response *response) {
    assert_null(exchange->user); /* it is not waited for any more */
    exchange->replies++;
    exchange->status = response->status;
    snprintf(exchange->type, sizeof exchange->type, "%s", response->content_type);
    snprintf(exchange->headers, sizeof exchange->headers, "%s",
             response->headers != NULL ? response->headers : "");
    free(exchange->body);
    exchange->size = response->body_size;
    exchange->body = calloc(1, exchange->size + 1);
    assert_non_null(exchange->body);
    if (exchange->size > 0) memcpy(exchange->body, response->body, exchange->size);
}

void net_exchange_set_user(net_exchange *exchange, void *user) { exchange->user = user; }
void *net_exchange_user(const net_exchange *exchange) { return exchange->user; }
void net_wake(net *server) { (void)server; }

void net_close(net_client *client, int code, const char *reason) {
    (void)reason;
    client->code = code;
}

void net_get_figures(const net *server, net_figures *out) {
    (void)server;
    memset(out, 0, sizeof *out);
    out->websockets = 7;
}

void writer_give(writer *writer, job *job) {
    (void)writer;
    job->next = NULL;
    *given_jobs_end = job;
    given_jobs_end = &job->next;
}

size_t writer_waiting(const writer *writer) {
    (void)writer;
    return 3;
}

void writer_latency(const writer *writer, double *last_ms, uint64_t *commits, uint64_t *jobs) {
    (void)writer;
    *last_ms = 2;
    *commits = *jobs = 1;
}

void workers_give(workers *all, task *task) {
    (void)all;
    assert_true(task->for_people);
    task->next = NULL;
    *given_tasks_end = task;
    given_tasks_end = &task->next;
}

size_t workers_waiting(const workers *workers) {
    (void)workers;
    return 0;
}

const char *const phase_names[PHASE_COUNT] = {"open", "commit", "playing", "over", "closed"};

void table_forget_person(server *server, const char *id) {
    (void)server;
    snprintf(forgotten, sizeof forgotten, "%s", id);
}

/* A job as the writer does it: sometimes twice, as after a transaction that failed as a whole. */
static void run_job(server *server, job *job) {
    store_begin(kept, NULL);
    job->run(job, kept, NULL);
    store_rollback(kept);
    assert_int_equal(store_begin(kept, NULL), TP_OK);
    job->code = job->run(job, kept, &job->error);
    if (job->code == TP_OK) {
        assert_int_equal(store_commit(kept, NULL), TP_OK);
    } else {
        store_rollback(kept);
    }
    job->done(job, server);
}

/* Everything that is waited for happens. */
static void settle(server *server) {
    while (given_jobs != NULL || given_tasks != NULL) {
        job *job = given_jobs;
        task *task = given_tasks;
        given_jobs = NULL;
        given_jobs_end = &given_jobs;
        given_tasks = NULL;
        given_tasks_end = &given_tasks;
        for (struct job *next; job != NULL; job = next) {
            next = job->next;
            run_job(server, job);
        }
        for (struct task *next; task != NULL; task = next) {
            next = task->next;
            task->run(task);
            task->done(task, server);
        }
    }
}

static char folder[] = "/tmp/tapete-test-XXXXXX";

static char *path_of(const char *name) {
    static char path[100];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static server *begin(void) {
    server *server = calloc(1, sizeof *server);
    assert_non_null(server);
    tp_options options;
    tp_options_init(&options, server_option_table);
    limits_read(&server->setup.limits, &options);
    memset(server->cookie_key, 5, sizeof server->cookie_key);
    server->setup.limits.passwords_per_minute = 1000;
    given_jobs = NULL;
    given_jobs_end = &given_jobs;
    given_tasks = NULL;
    given_tasks_end = &given_tasks;
    char url[300];
    snprintf(url, sizeof url, "sqlite:%s", path_of("server.db"));
    unlink(path_of("server.db"));
    unlink(path_of("server.db-wal"));
    unlink(path_of("server.db-shm"));
    tp_error error = {0};
    kept = store_open(url, &error);
    if (kept == NULL) fail_msg("%s", error.text);
    return server;
}

static void end(server *server) {
    settle(server);
    assert_int_equal(server->people.count, 0); /* whoever was held has been let go */
    assert_int_equal(server->hashing, 0);
    people_free(server);
    http_free(server);
    store_close(kept);
    free(server);
}

/* One request and its answer. */
typedef struct browser {
    server *server;
    char cookie[200];
    net_exchange exchange;
    json_t *json; /* of the last answer */
    bool secure;
    const char *address;
} browser;

static net_request request_to(const browser *browser, const char *method, const char *target) {
    static char path[300];
    const char *query = strchr(target, '?');
    snprintf(path, sizeof path, "%.*s", (int)strcspn(target, "?"), target);
    net_request request = {
        .method = method,
        .path = path,
        .query = query == NULL ? "" : query + 1,
        .host = "cards.example",
        .origin = "",
        .cookie = browser->cookie,
        .content_type = "",
        .if_none_match = "",
        .protocol = "",
        .accept_encoding = "",
        .address = browser->address != NULL ? browser->address : "192.0.2.1",
        .secure = browser->secure,
        .body = "",
    };
    return request;
}

/* Send it, and take the answer apart; the cookie is kept. */
static int send_request(browser *browser, const net_request *request) {
    free(browser->exchange.body);
    memset(&browser->exchange, 0, sizeof browser->exchange);
    http_request(browser->server, &browser->exchange, request);
    settle(browser->server);
    assert_int_equal(browser->exchange.replies, 1);
    json_decref(browser->json);
    browser->json = json_loadb(browser->exchange.body, browser->exchange.size, JSON_DECODE_ANY, NULL);
    const char *cookie = strstr(browser->exchange.headers, "Set-Cookie: ");
    if (cookie != NULL) {
        cookie += strlen("Set-Cookie: ");
        snprintf(browser->cookie, sizeof browser->cookie, "%.*s", (int)strcspn(cookie, ";"), cookie);
    }
    return browser->exchange.status;
}

static int get(browser *browser, const char *target) {
    net_request request = request_to(browser, "GET", target);
    return send_request(browser, &request);
}

static int post(browser *browser, const char *path, const char *body) {
    net_request request = request_to(browser, "POST", path);
    request.origin = browser->secure ? "https://cards.example" : "http://cards.example";
    request.content_type = "application/json; charset=utf-8";
    request.body = body;
    request.body_size = strlen(body);
    return send_request(browser, &request);
}

static const char *says(const browser *browser, const char *key) {
    const char *text = json_string_value(json_object_get(browser->json, key));
    return text != NULL ? text : "";
}

static const char *reason(const browser *browser) {
    const json_t *error = json_object_get(browser->json, "error");
    const char *text = json_string_value(json_object_get(error, "reason"));
    assert_true(text == NULL || strlen(json_string_value(json_object_get(error, "text"))) > 5);
    return text != NULL ? text : "";
}

static void close_browser(browser *browser) {
    free(browser->exchange.body);
    json_decref(browser->json);
}

/* For people_find: keeps who was found. */
static void hold(void *context, person *person) { *(struct person **)context = person; }

/* ---- maps ---- */

enum { KEYS = 500 };

static void a_map_is_a_list_of_names_with_values(void **unused) {
    (void)unused;
    static char keys[KEYS][8];
    static void *values[KEYS];
    static int things[KEYS];
    map map = {0};
    size_t count = 0;
    uint32_t random = 1;
    for (int i = 0; i < KEYS; i++) snprintf(keys[i], sizeof keys[i], "k%d", i);
    assert_null(map_get(&map, "k1"));
    map_remove(&map, "k1");
    for (int step = 0; step < 60000; step++) {
        random = random * 1664525u + 1013904223u;
        int i = (int)(random >> 8) % (step < 30000 ? KEYS : 40);
        if ((random >> 4) % 3 == 0) {
            count -= values[i] != NULL;
            map_remove(&map, keys[i]);
            values[i] = NULL;
        } else {
            count += values[i] == NULL;
            values[i] = &things[(random >> 5) % KEYS];
            assert_true(map_put(&map, keys[i], values[i]));
        }
        assert_ptr_equal(map_get(&map, keys[i]), values[i]);
        assert_int_equal(map.count, count);
    }
    size_t found = 0;
    for (size_t i = 0; map_next(&map, &i) != NULL;) found++;
    assert_int_equal(found, count);
    for (int i = 0; i < KEYS; i++) assert_ptr_equal(map_get(&map, keys[i]), values[i]);
    assert_true(map.capacity <= 2048);
    map_free(&map);
}

static void entries_can_be_removed_on_the_way(void **unused) {
    (void)unused;
    static char keys[KEYS][8];
    map map = {0};
    for (int i = 0; i < KEYS; i++) {
        snprintf(keys[i], sizeof keys[i], "%d", i);
        map_put(&map, keys[i], keys[i]);
    }
    size_t met = 0;
    char *key;
    for (size_t i = 0; (key = map_next(&map, &i)) != NULL; met++) map_remove(&map, key);
    assert_int_equal(met, KEYS);
    assert_int_equal(map.count, 0);
    size_t start = 0;
    assert_null(map_next(&map, &start));
    map_free(&map);
}

/* ---- names, time, the log ---- */

static void random_names_have_their_shape(void **unused) {
    (void)unused;
    char hex[33], other[33], id[ID_SIZE];
    random_hex(hex, sizeof hex);
    random_hex(other, sizeof other);
    assert_int_equal(strlen(hex), 32);
    assert_int_equal(strspn(hex, "0123456789abcdef"), 32);
    assert_string_not_equal(hex, other);
    random_id(id, 't', 20);
    assert_int_equal(strlen(id), 21);
    assert_int_equal(id[0], 't');
    assert_true(is_id(id));
    assert_false(is_id(""));
    assert_false(is_id("pA"));
    assert_false(is_id("p/.."));
    assert_false(is_id("p12345678901234567890123"));
    int64_t now = server_now_ms();
    assert_true(server_now_ms() >= now);
    assert_true(server_time_ms() > 1700000000000);
}

static void a_line_of_the_log_is_json(void **unused) {
    (void)unused;
    int saved = dup(STDERR_FILENO), file = open(path_of("log"), O_RDWR | O_CREAT | O_TRUNC, 0600);
    dup2(file, STDERR_FILENO);
    server_log_level = LOG_INFO;
    server_log(LOG_INFO, "a \"thing\"", "table", "t1", "bad", "\xFF", NULL);
    server_log(LOG_DEBUG, "not said", NULL);
    server_log_level = LOG_ERROR;
    dup2(saved, STDERR_FILENO);
    close(saved);
    char text[1000] = "";
    assert_true(pread(file, text, sizeof text - 1, 0) > 0);
    close(file);
    assert_ptr_equal(strchr(text, '\n'), text + strlen(text) - 1);
    json_t *line = json_loads(text, 0, NULL);
    assert_string_equal(json_string_value(json_object_get(line, "what")), "a \"thing\"");
    assert_string_equal(json_string_value(json_object_get(line, "level")), "info");
    assert_string_equal(json_string_value(json_object_get(line, "table")), "t1");
    assert_int_equal(json_string_length(json_object_get(line, "time")), strlen("2026-02-03T04:05:06.789Z"));
    json_decref(line);
}

/* ---- limits ---- */

static void every_limit_is_read(void **unused) {
    (void)unused;
    tp_options options;
    limits plain, changed;
    memset(&plain, 0, sizeof plain);
    memset(&changed, 0, sizeof changed);
    tp_options_init(&options, server_option_table);
    limits_read(&plain, &options);
    assert_int_equal(plain.message_bytes, 16384);
    assert_false(plain.metrics_open);
    for (const tp_option *option = server_option_table; option->name != NULL; option++) {
        char most[32];
        tp_options_init(&options, server_option_table);
        snprintf(most, sizeof most, "%.0f", option->max);
        const char *value = option->type == TP_OPTION_BOOL ? "true" : most;
        assert_int_equal(tp_options_set(&options, option->name, value, NULL), TP_OK);
        limits_read(&changed, &options);
        /* Both began as zeros, padding and all. NOLINTNEXTLINE */
        if (memcmp(&plain, &changed, sizeof plain) == 0) fail_msg("%s changes nothing", option->name);
        assert_int_not_equal(tp_options_set(&options, option->name, "-1", NULL), TP_OK);
    }
}

static void a_bucket_fills_up_again(void **unused) {
    (void)unused;
    bucket bucket = {0};
    int64_t now = 1000000;
    for (int i = 0; i < 5; i++) assert_true(bucket_take(&bucket, 2, 5, now));
    assert_false(bucket_take(&bucket, 2, 5, now));
    assert_false(bucket_take(&bucket, 2, 5, now + 400));
    assert_true(bucket_take(&bucket, 2, 5, now + 500));
    assert_false(bucket_take(&bucket, 2, 5, now + 500));
    assert_false(bucket_take(&bucket, 2, 5, now)); /* a clock that goes back gives nothing */
    now += 3600000;
    for (int i = 0; i < 5; i++) assert_true(bucket_take(&bucket, 2, 5, now));
    assert_false(bucket_take(&bucket, 2, 5, now));
}

static void neighbours_of_an_address_count_as_one(void **unused) {
    (void)unused;
    static const char *const cases[][2] = {
        {"192.0.2.7", "192.0.2.7"},
        {"::ffff:192.0.2.7", "192.0.2.7"},
        {"2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"},
        {"2001:db8:1:2::9", "2001:db8:1:2::"},
        {"", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char network[NETWORK_SIZE];
        address_network(cases[i][0], network);
        assert_string_equal(network, cases[i][1]);
    }
}

static void only_agents_within_the_limits_may_play(void **unused) {
    (void)unused;
    server *server = begin();
    server->setup.limits.agent_ms = 500;
    server->setup.limits.agent_games = 2000;
    const tp_game *mus = tp_game_find("mus", NULL), *mulle = tp_game_find("mulle", NULL);
    static const char *const good[] = {"random",        "mus-bot",           "mus-bot:p_bluff=0.1,bet=3",
                                       "flatmc:ms=500", "flatmc:games=2000", "flatmc:games=1,threads=1",
                                       "flatmc"};
    static const char *const bad[] = {"",
                                      "nobody",
                                      "mus-bot:",
                                      "mulle-greedy",
                                      "mus-bot:p_bluff=2",
                                      "flatmc:ms=501",
                                      "flatmc:games=2001",
                                      "flatmc:threads=2",
                                      "flatmc:ms=1,games=1",
                                      "flatmc:ms=1,threads=2",
                                      "FLATMC",
                                      "flatmc:games=1,games=99999999",
                                      "flatmc ",
                                      "exec",
                                      "exec:true",
                                      "exec:ms=1,command=true",
                                      "\xFF"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        tp_error error = {0};
        if (agent_allowed(server, mus, good[i], &error) != TP_OK) fail_msg("%s: %s", good[i], error.text);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        tp_error error = {0};
        if (agent_allowed(server, mus, bad[i], &error) == TP_OK) fail_msg("%s may play", bad[i]);
        assert_true(strlen(error.text) > 10);
        assert_int_not_equal(agent_allowed(server, mus, bad[i], NULL), TP_OK);
    }
    /* A file is neither read nor made. */
    char name[AGENT_SIZE], fitted[AGENT_SIZE];
    snprintf(name, sizeof name, "mulle-learn:file=%s", path_of("learnt"));
    tp_error error = {0};
    assert_int_not_equal(agent_allowed(server, mulle, name, &error), TP_OK);
    assert_string_equal(error.text, "agent mulle-learn: option 'file' cannot be set here");
    assert_int_equal(access(path_of("learnt"), F_OK), -1);
    assert_int_equal(agent_allowed(server, mulle, "mulle-learn:learn=false", NULL), TP_OK);
    /* Nor is a program run, whatever it is called and wherever the name comes from. */
    snprintf(name, sizeof name, "exec:touch %s", path_of("run"));
    assert_int_equal(agent_allowed(server, mulle, name, &error), TP_E_INPUT);
    assert_string_equal(error.text, "agent exec: runs programs on this machine, and so never here");
    agent_fit(server, mulle, name, fitted);
    assert_string_equal(fitted, "random");
    assert_int_equal(access(path_of("run"), F_OK), -1);
    for (const tp_agent_kind *const *kind = tp_agent_kinds(); *kind != NULL; kind++) {
        if ((*kind)->is_local) assert_int_not_equal(agent_allowed(server, mulle, (*kind)->name, NULL), TP_OK);
    }
    char long_name[2 * AGENT_SIZE];
    memset(long_name, 'x', sizeof long_name);
    long_name[sizeof long_name - 1] = '\0';
    assert_int_not_equal(agent_allowed(server, mus, long_name, NULL), TP_OK);
    end(server);
}

static void an_agent_without_a_budget_gets_one(void **unused) {
    (void)unused;
    server *server = begin();
    server->setup.limits.agent_ms = 500;
    server->setup.limits.agent_games = 2000;
    const tp_game *mus = tp_game_find("mus", NULL);
    static const char *const cases[][2] = {
        {"flatmc", "flatmc:games=2000"},        {"flatmc:threads=1", "flatmc:threads=1,games=2000"},
        {"flatmc:ms=7", "flatmc:ms=7"},         {"flatmc:games=7", "flatmc:games=7"},
        {"ismcts", "ismcts:memory=8"},          {"ismcts:sims=100", "ismcts:sims=100,memory=8"},
        {"ismcts:memory=2", "ismcts:memory=2"}, {"random", "random"},
        {"mus-bot:bet=3", "mus-bot:bet=3"},
    };
    char out[AGENT_SIZE];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        agent_fit(server, mus, cases[i][0], out);
        assert_string_equal(out, cases[i][1]);
    }
    server->setup.limits.agent_games = 150000;
    agent_fit(server, mus, "flatmc", out);
    assert_string_equal(out, "flatmc");
    end(server);
}

/* ---- cookies ---- */

static const uint8_t key[STORE_SECRET_SIZE] = {1, 2, 3};

static bool reads(const char *header) {
    cookie out;
    memset(&out, 0xEE, sizeof out);
    bool good = cookie_read(key, header, &out);
    if (!good) assert_int_equal((uint8_t)out.id[0], 0xEE); /* untouched */
    return good;
}

static void only_our_own_cookies_are_read(void **unused) {
    (void)unused;
    cookie mine = {.id = "pabc", .sign_in = 12}, other = {.id = "pabd", .sign_in = 12}, out;
    char value[COOKIE_SIZE], wrong[COOKIE_SIZE], header[4000];
    cookie_write(key, &mine, value);
    snprintf(header, sizeof header, "tapete=%s", value);
    assert_true(cookie_read(key, header, &out));
    assert_string_equal(out.id, "pabc");
    assert_int_equal(out.sign_in, 12);
    snprintf(header, sizeof header, "a=b;  tapete=%s ; c=\"d\"", value);
    assert_true(reads(header));
    /* Other cookies, however alike. */
    snprintf(header, sizeof header, "xtapete=%s; tapete2=%s; tapete =%s; TAPETE=%s", value, value, value,
             value);
    assert_false(reads(header));
    /* Every bit of it counts, and so does its end. */
    for (size_t i = 0; value[i] != '\0'; i++) {
        for (int bit = 0; bit < 8; bit++) {
            memcpy(wrong, value, sizeof wrong);
            wrong[i] = (char)(wrong[i] ^ (1 << bit));
            snprintf(header, sizeof header, "tapete=%s", wrong);
            assert_false(reads(header));
        }
        snprintf(header, sizeof header, "tapete=%.*s", (int)i, value);
        assert_false(reads(header));
    }
    snprintf(header, sizeof header, "tapete=%s0", value);
    assert_false(reads(header));
    /* A name or number of somebody else under this signature. */
    cookie_write(key, &other, wrong);
    snprintf(header, sizeof header, "tapete=pabc%s", strchr(wrong, '.'));
    assert_false(reads(header));
    snprintf(header, sizeof header, "tapete=pabc.13%s", strrchr(value, '.'));
    assert_false(reads(header));
    snprintf(header, sizeof header, "tapete=pabc.012%s", strrchr(value, '.'));
    assert_false(reads(header));
    static const char *const rubbish[] = {
        "",           ";",           ";;;; ;",         "tapete",
        "tapete=",    "=",           "tapete=.",       "tapete=..",
        "tapete=...", "tapete=p.1.", "tapete=p.-1.00", "tapete=p.99999999999999999999.00"};
    for (size_t i = 0; i < sizeof rubbish / sizeof *rubbish; i++) assert_false(reads(rubbish[i]));
}

static void the_first_good_one_of_several_cookies_counts(void **unused) {
    (void)unused;
    cookie first = {.id = "pone", .sign_in = 0}, second = {.id = "ptwo", .sign_in = 3}, out;
    char one[COOKIE_SIZE], two[COOKIE_SIZE], header[1000];
    cookie_write(key, &first, one);
    cookie_write(key, &second, two);
    snprintf(header, sizeof header, "tapete=bad; tapete=%s; tapete=%s", two, one);
    assert_true(cookie_read(key, header, &out));
    assert_string_equal(out.id, "ptwo");
    /* A huge header is no trouble. */
    size_t size = 1 << 20;
    char *huge = malloc(size + 200);
    assert_non_null(huge);
    for (size_t i = 0; i < size; i++) huge[i] = "tapete=x.1.;"[i % 12];
    snprintf(huge + size, 200, "; tapete=%s", one);
    assert_true(cookie_read(key, huge, &out));
    assert_string_equal(out.id, "pone");
    memset(huge, 'a', size);
    memcpy(huge, "tapete=", 7);
    huge[size] = '\0';
    assert_false(reads(huge));
    free(huge);
    /* Another server's key. */
    uint8_t foreign[STORE_SECRET_SIZE] = {9};
    snprintf(header, sizeof header, "tapete=%s", one);
    assert_false(cookie_read(foreign, header, &out));
    /* The longest there can be fits. */
    cookie longest = {.id = "p1234567890123456789012", .sign_in = 999999999999999999};
    cookie_write(key, &longest, one);
    snprintf(header, sizeof header, "tapete=%s", one);
    assert_true(cookie_read(key, header, &out));
    assert_int_equal(out.sign_in, longest.sign_in);
}

/* ---- names of people ---- */

static void a_name_is_trimmed_and_kept(void **unused) {
    (void)unused;
    static const char *const cases[][2] = {
        {"Ana", "Ana"},
        {"  Ana  ", "Ana"},
        {"Ana \xE3\x80\x80 \xC2\xA0 Eva", "Ana Eva"},
        {"\xC3\x81lvaro", "\xC3\x81lvaro"},
        {"\xE6\x9D\x8E", "\xE6\x9D\x8E"},
        {"\xF0\x9F\x82\xA1", "\xF0\x9F\x82\xA1"},
        {"123456789012345678901234", "123456789012345678901234"},
        {"<b>&\"'", "<b>&\"'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char out[NAME_SIZE];
        tp_error error = {0};
        if (people_check_name(cases[i][0], out, &error) != TP_OK) fail_msg("%s: %s", cases[i][0], error.text);
        assert_string_equal(out, cases[i][1]);
    }
}

static void refuses_name(const char *name) {
    char out[NAME_SIZE] = "as it was";
    tp_error error = {0};
    if (people_check_name(name, out, &error) == TP_OK) fail_msg("\"%s\" was taken", name);
    assert_string_equal(out, "as it was");
    assert_true(strlen(error.text) > 5);
}

/* A character in UTF-8, between two others. */
static void surround(uint32_t character, char out[8]) {
    size_t used = 0;
    out[used++] = 'a';
    if (character < 0x800) {
        out[used++] = (char)(0xC0 | character >> 6);
    } else {
        if (character < 0x10000) {
            out[used++] = (char)(0xE0 | character >> 12);
        } else {
            out[used++] = (char)(0xF0 | character >> 18);
            out[used++] = (char)(0x80 | (character >> 12 & 0x3F));
        }
        out[used++] = (char)(0x80 | (character >> 6 & 0x3F));
    }
    out[used++] = (char)(0x80 | (character & 0x3F));
    out[used++] = 'b';
    out[used] = '\0';
}

static void a_name_that_could_deceive_is_refused(void **unused) {
    (void)unused;
    static const char *const cases[] = {
        "",
        "   ",
        "\xE3\x80\x80",
        "1234567890123456789012345",
        "a\nb",
        "a\tb",
        "\x1B[31m",
        "\x7F",
        "\xFF",
        "\xC0\x80",
        "\xED\xA0\x80" /* surrogate */,
        "\xF4\x90\x80\x80",
        "\xC3",
        "\xE3\x85",
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) refuses_name(cases[i]);
    /* Controls, soft hyphen, direction, isolates, no width, byte order, fillers, tags, private, no characters. */
    static const uint32_t unfit[] = {0x85,   0xAD,   0x61C,  0x200B, 0x200F,  0x202A, 0x202E, 0x2066,
                                     0x2069, 0x2028, 0xFEFF, 0x3164, 0xE0041, 0xE000, 0xFFFF, 0x1FFFE};
    char text[8], many[80] = "";
    for (size_t i = 0; i < sizeof unfit / sizeof *unfit; i++) {
        surround(unfit[i], text);
        refuses_name(text);
    }
    /* 16 characters, but of four bytes each. */
    for (int i = 0; i < 16; i++) snprintf(many + 4 * i, 5, "\xF0\x9F\x82\xA1");
    refuses_name(many);
}

static void what_is_typed_to_sign_in_is_checked(void **unused) {
    (void)unused;
    char out[NAME_SIZE], text[300];
    assert_int_equal(account_check_login("Ana_B-7", out, NULL), TP_OK);
    assert_string_equal(out, "ana_b-7");
    static const char *const bad[] = {"",    "ab",  "a b", "an\xC3\xA1", "1234567890123456789012345",
                                      "a.b", "a\nb"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_not_equal(account_check_login(bad[i], out, NULL), TP_OK);
    }
    memset(text, 'x', sizeof text);
    text[200] = '\0';
    assert_int_equal(account_check_password(text, NULL), TP_OK);
    text[200] = 'x';
    text[201] = '\0';
    assert_int_not_equal(account_check_password(text, NULL), TP_OK);
    assert_int_not_equal(account_check_password("1234567", NULL), TP_OK);
    assert_int_equal(account_check_password("12345678", NULL), TP_OK);
    /* An unknown name is compared with something that takes as long. */
    assert_int_equal(crypto_pwhash_str_needs_rehash(account_dummy_hash, crypto_pwhash_OPSLIMIT_INTERACTIVE,
                                                    crypto_pwhash_MEMLIMIT_INTERACTIVE),
                     0);
}

/* ---- JSON ---- */

static void nesting_is_counted_before_it_is_parsed(void **unused) {
    (void)unused;
    char text[4000] = "";
    for (int depth = 1; depth < 100; depth++) {
        memset(text, '[', (size_t)depth);
        assert_int_equal(json_depth_ok(text, (size_t)depth), depth <= 32);
        for (int i = 0; i < depth; i++) snprintf(text + 5 * i, 6, "{\"a\":");
        assert_int_equal(json_depth_ok(text, 5 * (size_t)depth), depth <= 32);
    }
    snprintf(text, sizeof text, "[\"%.60s\\\"%.60s\"]",
             "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
             "{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{");
    assert_true(json_depth_ok(text, strlen(text)));
    for (int i = 0; i < 1000; i++) snprintf(text + 2 * i, 3, "[]");
    assert_true(json_depth_ok(text, 2000));
    assert_true(json_depth_ok("", 0));
    assert_true(json_depth_ok("\"\\", 2));
}

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
    json_t *games = tp_games_to_json();
    assert_true(json_equal(games, browser.json));
    json_decref(games);
    assert_int_equal(get(&browser, "/api/agents"), 200);
    assert_true(json_array_size(browser.json) > 3);
    assert_null(strstr(browser.exchange.body, "threads"));
    assert_null(strstr(browser.exchange.body, "\"exec\""));
    assert_null(strstr(browser.exchange.body, "\"text\""));
    assert_non_null(strstr(browser.exchange.body, "\"max\":321"));
    assert_int_equal(get(&browser, "/health"), 200);
    assert_true(json_is_true(json_object_get(browser.json, "ok")));
    server->failing = true;
    snprintf(server->failure, sizeof server->failure, "/var/lib/x is full");
    assert_int_equal(get(&browser, "/health"), 503);
    assert_null(strstr(browser.exchange.body, "/var/lib"));
    net_request request = request_to(&browser, "GET", "/health");
    request.local = true;
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
    /* So does signing out, and this browser becomes a guest. */
    char was[200];
    memcpy(was, ana.cookie, sizeof was);
    client.code = 0;
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
    store_result result = {
        .table = "t1", .game = "mus", .seat = 2, .person = id, .agent = "", .returns = 1, .how = "played"};
    store_result theirs = {
        .table = "t1", .game = "mus", .seat = 1, .person = "pother", .agent = "", .how = "played"};
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
    server->setup.limits.passwords_per_minute = 3;
    browser ana = {.server = server}, far = {.server = server, .address = "2001:db8::1"};
    static const char wrong[] = "{\"login\": \"nobody\", \"password\": \"long enough\"}";
    for (int i = 0; i < 3; i++) assert_int_equal(post(&ana, "/api/login", wrong), 403);
    assert_int_equal(post(&ana, "/api/login", wrong), 429);
    assert_string_equal(reason(&ana), "TOO_MANY");
    assert_int_equal(post(&far, "/api/login", wrong), 403);
    far.address = "2001:db8::2";
    assert_int_equal(post(&far, "/api/login", wrong), 403);
    far.address = "2001:db8::3";
    assert_int_equal(post(&far, "/api/login", wrong), 403);
    far.address = "2001:db8::4";
    assert_int_equal(post(&far, "/api/login", wrong), 429);
    /* Only so many are hashed at once. */
    server->setup.limits.passwords_per_minute = 1000;
    server->hashing = 8;
    far.address = "198.51.100.1";
    assert_int_equal(post(&far, "/api/login", wrong), 503);
    assert_string_equal(reason(&far), "TOO_MANY");
    server->hashing = 0;
    server->setup.limits.requests_per_minute = 2;
    browser busy = {.server = server, .address = "198.51.100.2"};
    get(&busy, "/api/session");
    assert_int_equal(post(&busy, "/api/name", "{\"name\": \"a\"}"), 200);
    assert_int_equal(get(&busy, "/api/record/t1"), 404);
    assert_int_equal(get(&busy, "/api/export"), 429);
    assert_int_equal(get(&busy, "/api/session"), 200);
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

static int set_up(void **unused) {
    (void)unused;
    server_log_level = LOG_ERROR;
    return sodium_init() < 0 || mkdtemp(folder) == NULL;
}

static int tear_down(void **unused) {
    (void)unused;
    char command[100];
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command); /* NOLINT(cert-env33-c): a path of our own making */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_map_is_a_list_of_names_with_values),
        cmocka_unit_test(entries_can_be_removed_on_the_way),
        cmocka_unit_test(random_names_have_their_shape),
        cmocka_unit_test(a_line_of_the_log_is_json),
        cmocka_unit_test(every_limit_is_read),
        cmocka_unit_test(a_bucket_fills_up_again),
        cmocka_unit_test(neighbours_of_an_address_count_as_one),
        cmocka_unit_test(only_agents_within_the_limits_may_play),
        cmocka_unit_test(an_agent_without_a_budget_gets_one),
        cmocka_unit_test(only_our_own_cookies_are_read),
        cmocka_unit_test(the_first_good_one_of_several_cookies_counts),
        cmocka_unit_test(a_name_is_trimmed_and_kept),
        cmocka_unit_test(a_name_that_could_deceive_is_refused),
        cmocka_unit_test(what_is_typed_to_sign_in_is_checked),
        cmocka_unit_test(nesting_is_counted_before_it_is_parsed),
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
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
