/* What stands in for the writer, the workers and the network of a server, so that its parts can be tested
 * without sockets. The database is a real one. One file of a program includes this. */
#ifndef TAPETE_SERVER_STAND_IN_H
#define TAPETE_SERVER_STAND_IN_H

#include "server/cluster.h"
#include "server/guesses.h"
#include "server/histogram.h"
#include "server/http.h"
#include "server/log.h"
#include "server/map.h"
#include "server/people.h"
#include "server/reader.h"
#include "server/requests.h"
#include "server/server.h"
#include "server/table.h"
#include "server/workers.h"
#include "server/writer.h"

#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

struct net_exchange {
    void *user;
    const char *language;
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
void net_exchange_set_language(net_exchange *exchange, const char *language) {
    exchange->language = language;
}
const char *net_exchange_language(const net_exchange *exchange) { return exchange->language; }
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

void writer_join(writer *writer) { (void)writer; }
void writer_part(writer *writer) { (void)writer; }

/* There is one server. */
bool cluster_is_adrift(const server *server) { return server->cluster != NULL; }
const char *cluster_local_path(const server *server, const char *path) {
    (void)server;
    return path;
}
void cluster_request(server *server, net_exchange *exchange, const char *table) {
    (void)server, (void)exchange, (void)table;
}
void cluster_status_request(server *server, net_exchange *exchange) { (void)server, (void)exchange; }
void cluster_metrics(FILE *out, const server *server) { (void)out, (void)server; }

bool writer_fails(const writer *writer, char *why, size_t size) {
    (void)writer;
    (void)why;
    (void)size;
    return false;
}

uint64_t writer_ticket(const writer *writer) {
    (void)writer;
    return 0;
}

/* What is read is done as what is written. */
void read_give(server *server, read_lane lane, job *job, read_class class, const char *network,
               const char *person) {
    (void)lane;
    (void)class;
    (void)network;
    (void)person;
    writer_give(server->writer, job);
}

void read_hurry(server *server, read_lane lane, job *job) {
    (void)server;
    (void)lane;
    (void)job;
}

size_t read_waiting_of(server *server, const char *network) {
    (void)server;
    (void)network;
    return 0;
}

void read_hold(server *server, size_t bytes) {
    (void)server;
    (void)bytes;
}

void read_release(server *server, size_t bytes) {
    (void)server;
    (void)bytes;
}

void reader_get_figures(const reader *reader, reader_figures *out) {
    (void)reader;
    memset(out, 0, sizeof *out);
}

size_t writer_waiting(const writer *writer) {
    (void)writer;
    return 3;
}

void writer_histogram(const writer *writer, histogram *out) {
    (void)writer;
    *out = (histogram){.sum_ms = 0};
}

void writer_latency(const writer *writer, double *last_ms, uint64_t *commits, uint64_t *jobs) {
    (void)writer;
    *last_ms = 2;
    *commits = *jobs = 1;
}

void workers_give(workers *all, task *task) {
    (void)all;
    task->next = NULL;
    *given_tasks_end = task;
    given_tasks_end = &task->next;
}

size_t workers_waiting_of(const workers *workers, const char *network) {
    (void)workers;
    (void)network;
    return 0;
}

size_t workers_waiting(const workers *workers) {
    (void)workers;
    return 0;
}

const char *const phase_names[PHASE_COUNT] = {"open", "commit", "playing", "over", "closed"};

void table_forget_person(server *server, const char *id, const char *name) {
    (void)server;
    (void)name;
    snprintf(forgotten, sizeof forgotten, "%s", id);
}

/* A job as the writer does it: sometimes twice, as after a transaction that failed as a whole; or outside of
 * any. */
static inline void run_job(server *server, job *job) {
    if (job->is_outside) {
        job->code = job->run(job, kept, &job->error);
        job->done(job, server);
        return;
    }
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
static inline void settle(server *server) {
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

static inline char *path_of(const char *name) {
    static char path[100];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

/* Budgets anew: so many percent of the usual, and passwords in a minute. */
static inline void set_budgets(server *server, int percent, int passwords_per_minute) {
    costs_free(server->costs);
    server->costs = costs_new(&(cost_setup){.percent = percent,
                                            .passwords_per_minute = passwords_per_minute,
                                            .guests_per_hour = server->setup.limits.guests_per_hour,
                                            .tables_per_minute = server->setup.limits.tables_per_minute});
    assert_non_null(server->costs);
}

static inline server *begin(void) {
    server *server = calloc(1, sizeof *server);
    assert_non_null(server);
    tp_options options;
    tp_options_init(&options, server_option_table);
    limits_read(&server->setup.limits, &options);
    memset(server->cookie_key, 5, sizeof server->cookie_key);
    set_budgets(server, 100000, 1000);
    server->guesses = guesses_new();
    assert_non_null(server->guesses);
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

static inline void end(server *server) {
    settle(server);
    assert_int_equal(server->people.count, 0); /* everyone who was held has been let go */
    assert_int_equal(server->hashing, 0);
    people_free(server);
    http_free(server);
    leaders_forget(server);
    map_free(&server->leaders);
    costs_free(server->costs);
    guesses_free(server->guesses);
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

static inline net_request request_to(const browser *browser, const char *method, const char *target) {
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
        .accept_language = "",
        .user_agent = "",
        .invite = "",
        .address = browser->address != NULL ? browser->address : "192.0.2.1",
        .secure = browser->secure,
        .body = "",
    };
    return request;
}

/* Send it, and take the answer apart; the cookie is kept. */
static inline int send_request(browser *browser, const net_request *request) {
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

static inline int get(browser *browser, const char *target) {
    net_request request = request_to(browser, "GET", target);
    return send_request(browser, &request);
}

static inline int post(browser *browser, const char *path, const char *body) {
    net_request request = request_to(browser, "POST", path);
    request.origin = browser->secure ? "https://cards.example" : "http://cards.example";
    request.content_type = "application/json; charset=utf-8";
    request.body = body;
    request.body_size = strlen(body);
    return send_request(browser, &request);
}

static inline const char *says(const browser *browser, const char *key) {
    const char *text = json_string_value(json_object_get(browser->json, key));
    return text != NULL ? text : "";
}

static inline const char *reason(const browser *browser) {
    const json_t *error = json_object_get(browser->json, "error");
    const char *text = json_string_value(json_object_get(error, "reason"));
    assert_true(text == NULL || strlen(json_string_value(json_object_get(error, "text"))) > 5);
    return text != NULL ? text : "";
}

static inline void close_browser(browser *browser) {
    free(browser->exchange.body);
    json_decref(browser->json);
}

/* For people_find: keeps who was found. */
static inline void hold(void *context, person *person) { *(struct person **)context = person; }

static inline int stand_in_begin(void **unused) {
    (void)unused;
    server_log_level = LOG_ERROR;
    return sodium_init() < 0 || mkdtemp(folder) == NULL;
}

static inline int stand_in_end(void **unused) {
    (void)unused;
    char command[100];
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command); /* NOLINT(cert-env33-c): a path of our own making */
}

#endif
