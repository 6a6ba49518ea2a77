/* The server: puts the parts together, runs the loop, and stops it. */
#include "server/server.h"
#include "core/language.h"
#include "server/backup.h"
#include "server/bots.h"
#include "server/cluster.h"
#include "server/connection.h"
#include "server/due.h"
#include "server/erasure.h"
#include "server/guesses.h"
#include "server/health.h"
#include "server/house.h"
#include "server/http.h"
#include "server/log.h"
#include "server/mail.h"
#include "server/map.h"
#include "server/name_rules.h"
#include "server/operators.h"
#include "server/people.h"
#include "server/practice.h"
#include "server/reader.h"
#include "server/results.h"
#include "server/retention.h"
#include "server/seating.h"
#include "server/table.h"
#include "server/text.h"
#include "server/workers.h"
#include "server/writer.h"
#include "store/checkpoint.h"
#include "store/health.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Bots think behind moves: a third of what the event loop gets if there is not enough for both. */
enum { BOT_NICENESS = 5 };

enum {
    TICK_MS = 100,
    LOBBY_MS = 300,
    CLEAN_MS = 10000,
    UNLOADED_AT_ONCE = 50, /* tables, so that nobody waits for it */
    CLOSED_AT_ONCE = 50,
    FULL_QUEUES = 32,
    CLOSE_RESTART = 1012,
};

/* ---- the loop ---- */

static void settle(server *server) { tables_settle(server); }

static void handle_request(void *context, net_exchange *exchange, const net_request *request) {
    server *server = context;
    http_request(server, exchange, request);
    settle(server);
}

static void handle_gone(void *context, net_exchange *exchange) { http_gone(context, exchange); }

static void handle_message(void *context, net_client *client, const char *text, size_t size) {
    connection_received(context, client, text, size);
    settle(context);
}

static void handle_closed(void *context, net_client *client) {
    server *server = context;
    connection_closed(server, client);
    /* This may come while something is being sent: the watchers are told afterwards. */
    if (server->dirty != NULL) net_wake(server->net);
}

/* ---- what comes from other threads, and from the clock ---- */

static void handle_woken(void *context) {
    server *server = context;
    workers_collect(server->workers);
    workers_collect(server->hashers);
    reader_collect(server->rows);
    reader_collect(server->journals);
    writer_collect(server->writer);
    settle(server);
    if (atomic_exchange(&server->wants_backup, false)) backup_begin(server);
    if (atomic_load(&server->stopping) && !server->is_stopping) {
        server->is_stopping = true;
        operators_stop(server);
        if (server->cluster != NULL) {
            cluster_leave(server);
        } else {
            net_stop(server->net);
        }
    }
}

/* Whether nothing and nobody needs the table in memory. */
static bool can_unload(const table *table, int64_t now_ms) {
    bool is_done = table->phase == PHASE_OVER || table->phase == PHASE_CLOSED;
    return is_done && table->watches == NULL && table->tasks == 0 && !table->is_dirty &&
           !table->lobby_dirty && table->durable == table->number && !table->broken &&
           now_ms - table->touched_ms >= 1000 * (int64_t)table->server->setup.limits.unload_s;
}

/* A table that nobody has touched for very long is closed; a game that has begun is lost by those who do not
 * go on with it. Not too many at once, which would hold everybody else up. */
static void clean(server *server, int64_t now_ms) {
    int closed = 0;
    table *table;
    for (size_t i = 0; closed < CLOSED_AT_ONCE && (table = map_next(&server->tables, &i)) != NULL;) {
        bool is_idle = table->watches == NULL &&
                       health_is_over(server, table->touched_ms, house_kept_ms(server, table), now_ms);
        bool is_done = table->phase == PHASE_OVER || table->phase == PHASE_CLOSED;
        if (table->broken || table->durable < table->number || is_done) continue;
        if (table->phase == PHASE_PLAYING && table_rights(table) != 0) {
            if (!is_idle && !table_is_abandoned(table, now_ms)) continue;
            closed++;
            table_abandon(table);
        } else if (is_idle) {
            closed++;
            table->phase = PHASE_CLOSED;
            table_write(table, table_seat_event(table, EVENT_CLOSE, -1, 0), NULL, NULL, -1);
        }
    }
    costs_sweep(server->costs, now_ms);
    /* The rest soon. */
    if (closed == CLOSED_AT_ONCE) server->clean_ms = now_ms - CLEAN_MS + TICK_MS;
}

/* Look at a table whose time has come. Of those that can go only so many go at once, the others soon. */
static void look_at(table *table, int64_t now, int *unloaded) {
    server *server = table->server;
    if (*unloaded < UNLOADED_AT_ONCE && can_unload(table, now)) {
        ++*unloaded;
        map_remove(&server->tables, table->id);
        table_free(table);
        return;
    }
    bots_tick(table, now);
    if (!table->broken) {
        table_tick(table, now);
    } else if (table->tasks == 0) {
        table_read_again(table);
    }
    due_by(table, bots_next_tick(table, table_next_tick(table, now)));
}

static void handle_timer(void *context) {
    server *server = context;
    int64_t now = server_now_ms();
    table *table;
    int unloaded = 0;
    while ((table = due_take(server, now)) != NULL) look_at(table, now, &unloaded);
    settle(server);
    if (now - server->lobby_ms >= LOBBY_MS) {
        server->lobby_ms = now;
        lobby_tell(server);
    }
    retention_tick(server, now);
    old_guests_tick(server, now);
    if (now - server->clean_ms >= CLEAN_MS) {
        server->clean_ms = now;
        clean(server, now);
        due_add_all(server, now);
        erasure_tick(server, now);
    }
    health_tick(server);
    cluster_tick(server, now);
    backup_tick(server, now);
    operators_tick(server, now);
    net_timer(server->net, now + TICK_MS);
}

/* ---- beginning and end ---- */

/* What may wait for all connections of one address to read: some full queues, where most are empty. */
static size_t held_bytes(const limits *limits) {
    size_t one = (size_t)limits->queue_bytes, all = one * FULL_QUEUES * (size_t)limits->budget_percent / 100;
    return all > 2 * one ? all : 2 * one;
}

static tp_err open_net(server *server, tp_error *error) {
    const limits *limits = &server->setup.limits;
    net_setup setup = {.bind = server->setup.bind,
                       .port = server->setup.port,
                       .proxy = server->setup.proxy,
                       .subprotocol = "tapete.1",
                       .stop_code = server->cluster != NULL ? CLOSE_RESTART : 0,
                       .max_connections = limits->connections,
                       .max_per_address = limits->connections_per_address,
                       .header_s = 10,
                       .idle_s = 60,
                       .max_body = 4096,
                       .max_message = (size_t)limits->message_bytes,
                       .max_queue = (size_t)limits->queue_bytes,
                       .max_held = held_bytes(limits),
                       .headers = http_security_headers,
                       .handlers = {.context = server,
                                    .request = handle_request,
                                    .gone = handle_gone,
                                    .open = connection_open,
                                    .opened = connection_opened,
                                    .message = handle_message,
                                    .frame = connection_heard_frame,
                                    .crumbs = connection_heard_frame,
                                    .closed = handle_closed,
                                    .woken = handle_woken,
                                    .timer = handle_timer}};
    server->net = net_open(&setup, error);
    return server->net != NULL ? TP_OK : TP_E_IO;
}

/* Damage in a part that is not read now would be met in the middle of a game. A large database takes too long
 * for that. */
static tp_err check_store(const server *server, store *store, tp_error *error) {
    bool is_whole = true;
    int limit_s = server->setup.limits.check_s;
    tp_err code = limit_s > 0 ? store_check(store, 1000 * (int64_t)limit_s, &is_whole, error) : TP_OK;
    if (!is_whole && code == TP_OK) {
        char seconds[16];
        snprintf(seconds, sizeof seconds, "%d", limit_s);
        server_log(LOG_WARNING, "the database is too large to look at all of it for damage", "check_s",
                   seconds, NULL);
    }
    return code;
}

static tp_err begin(server *server, tp_error *error) {
    int count = server->setup.limits.workers;
    size_t read_bytes = (size_t)server->setup.limits.read_mib * 1024 * 1024;
    if (count == 0) count = (int)sysconf(_SC_NPROCESSORS_ONLN);
    if (server->setup.web != NULL) {
        server->files = files_load(server->setup.web, error);
        if (server->files == NULL) return TP_E_IO;
    }
    if (server->setup.mail != NULL && (server->mail = mailer_new(server->setup.mail, error)) == NULL)
        return TP_E_INPUT;
    if (cluster_open(server, error) != TP_OK) return TP_E_MEMORY;
    store *store = server->cluster == NULL
                       ? store_open(server->setup.database, error)
                       : store_open_node(server->setup.database, server->setup.node, CLUSTER_FORMAT, error);
    if (store == NULL) return TP_E_IO;
    tp_err code = server->cluster == NULL ? check_store(server, store, error) : TP_OK;
    if (code == TP_OK && server->cluster != NULL)
        code = store_changes(store, &server->cluster->changes_since, NULL, NULL, error);
    if (code == TP_OK) code = store_uptime(store, &server->uptime_ms, error);
    if (code == TP_OK) code = store_secret(store, "cookie", server->cookie_key, error);
    if (code == TP_OK) code = erasure_open(store, error);
    if (code == TP_OK) code = names_open(store, error);
    if (code == TP_OK) code = operators_open(server, store, error);
    if (code == TP_OK) code = store_secret(store, "access", server->access_key, error);
    /* Of several servers, each takes what nobody has when it runs. */
    if (code == TP_OK && server->cluster == NULL) code = tables_load(server, store, error);
    if (code == TP_OK) code = store_checkpoint_apart(store, error);
    if (code == TP_OK) store_defer(store);
    if (code == TP_OK) code = open_net(server, error);
    if (code == TP_OK) server->writer = writer_new(server, store, error);
    if (server->writer == NULL) {
        store_close(store);
        return code != TP_OK ? code : TP_E_MEMORY;
    }
    server->workers = workers_new(server, count < 2 ? 2 : count, BOT_NICENESS, error);
    if (server->workers == NULL) return TP_E_MEMORY;
    server->rows = reader_new(server, store, 0, error);
    if (server->rows != NULL) server->journals = reader_new(server, store, read_bytes, error);
    if (server->journals == NULL) return TP_E_IO;
    server->hashers = workers_new(server, 1, 0, error);
    if (server->hashers == NULL) return TP_E_MEMORY;
    results_catch_up(server);
    server->erasing.has_work = true;
    erasure_go_on(server);
    return TP_OK;
}

server *server_new(const server_setup *setup, tp_error *error) {
    server *server = calloc(1, sizeof *server);
    if (server == NULL) {
        tp_fail(error, TP_E_MEMORY, TR("no memory for the server"));
        return NULL;
    }
    server->setup = *setup;
    server->started_ms = server_now_ms();
    server->costs = costs_new(&(cost_setup){.percent = setup->limits.budget_percent,
                                            .passwords_per_minute = setup->limits.passwords_per_minute,
                                            .guests_per_hour = setup->limits.guests_per_hour,
                                            .tables_per_minute = setup->limits.tables_per_minute});
    server->guesses = guesses_new();
    if (server->costs == NULL || server->guesses == NULL) {
        tp_fail(error, TP_E_MEMORY, TR("no memory for the server"));
    } else if (begin(server, error) == TP_OK) {
        return server;
    }
    server_free(server);
    return NULL;
}

int server_port(const server *server) { return net_port(server->net); }

void server_run(server *server) {
    operators_begin(server);
    net_timer(server->net, server_now_ms() + 1);
    net_run(server->net);
}

void server_stop(server *server) {
    atomic_store(&server->stopping, true);
    net_wake(server->net);
}

void server_ask_backup(server *server) {
    atomic_store(&server->wants_backup, true);
    net_wake(server->net);
}

tp_err server_finish(server *server, tp_error *error) {
    atomic_store(&server->stopping, true); /* nothing new is begun */
    /* Thoughts are thrown away; what was given to the writer is written. */
    workers_free(server->workers);
    workers_free(server->hashers);
    server->workers = server->hashers = NULL;
    reviews_free(server);
    practices_free(server);
    reader_free(server->rows);
    reader_free(server->journals);
    server->rows = server->journals = NULL;
    backup_finish(server);
    tp_err code = writer_free(server->writer, error);
    server->writer = NULL;
    mailer_free(server->mail);
    server->mail = NULL;
    return code;
}

void server_free(server *server) {
    if (server == NULL) return;
    server_finish(server, NULL);
    cluster_free(server);
    net_free(server->net);
    table *table;
    for (size_t i = 0; (table = map_next(&server->tables, &i)) != NULL;) table_free(table);
    map_free(&server->tables);
    seating_free(server);
    due_free(server);
    map_free(&server->readings);
    map_free(&server->connections);
    people_free(server);
    http_free(server);
    leaders_forget(server);
    lobby_forget(server);
    map_free(&server->leaders);
    files_free(server->files);
    operators_free(server);
    costs_free(server->costs);
    guesses_free(server->guesses);
    sodium_memzero(server->cookie_key, sizeof server->cookie_key);
    sodium_memzero(server->access_key, sizeof server->access_key);
    free(server);
}
