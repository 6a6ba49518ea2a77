/* The server: puts the parts together, runs the loop, and stops it. */
#include "server/server.h"
#include "core/language.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    TICK_MS = 100,
    LOBBY_MS = 300,
    READ_AGAIN_MS = 1000,
    CLEAN_MS = 10000,
    HOUR_MS = 3600 * 1000,
    DAY_MS = 24 * HOUR_MS,
    UNLOADED_AT_ONCE = 50, /* tables, so that nobody waits for it */
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
    /* This may come while something is being sent: whoever has to hear of it is told afterwards. */
    if (server->dirty != NULL) net_wake(server->net);
}

/* ---- backup ---- */

typedef struct backup_job {
    job job;
    char path[4096];
} backup_job;

static void backup_done(job *job, server *server) {
    backup_job *backup = (backup_job *)job;
    (void)server;
    if (job->code == TP_OK) {
        server_log(LOG_INFO, "backup written", "path", backup->path, NULL);
    } else {
        server_log(LOG_ERROR, "no backup", "why", job->error.text, NULL);
    }
    free(backup);
}

static tp_err run_backup(job *job, store *store, tp_error *error) {
    return store_backup(store, ((backup_job *)job)->path, error);
}

static void start_backup(server *server) {
    backup_job *backup = calloc(1, sizeof *backup);
    if (backup == NULL) return;
    backup->job.is_outside = true;
    backup->job.run = run_backup;
    backup->job.done = backup_done;
    snprintf(backup->path, sizeof backup->path, "%s", server->setup.backup);
    writer_give(server->writer, &backup->job);
}

/* ---- what comes from other threads, and from the clock ---- */

static void handle_woken(void *context) {
    server *server = context;
    workers_collect(server->workers);
    writer_collect(server->writer);
    settle(server);
    if (atomic_exchange(&server->wants_backup, false)) start_backup(server);
    if (atomic_load(&server->stopping) && !server->is_stopping) {
        server->is_stopping = true;
        net_stop(server->net);
    }
}

/* Whether nothing and nobody needs the table in memory. */
static bool can_unload(const table *table, int64_t now_ms) {
    bool is_done = table->phase == PHASE_OVER || table->phase == PHASE_CLOSED;
    return is_done && table->watches == NULL && table->tasks == 0 && !table->is_dirty &&
           !table->lobby_dirty && table->durable == table->number && !table->broken &&
           now_ms - table->touched_ms >= 1000 * (int64_t)table->server->setup.limits.unload_s;
}

/* For how long a table that nobody looks at is kept. Where there are many, those that are only there because somebody makes a lot of
 * them must not keep everybody else from having one. */
static int64_t kept_ms(const server *server, const table *table) {
    int64_t keep_ms = server->setup.limits.keep_days * (int64_t)DAY_MS;
    bool is_crowded = server->tables.count > (size_t)server->setup.limits.tables / 2;
    int64_t crowded_ms = table->phase == PHASE_PLAYING ? DAY_MS : HOUR_MS;
    return is_crowded && crowded_ms < keep_ms ? crowded_ms : keep_ms;
}

/* A table that nobody has touched for very long is closed. */
static void clean(server *server, int64_t now_ms) {
    table *table;
    for (size_t i = 0; (table = map_next(&server->tables, &i)) != NULL;) {
        bool is_idle = table->watches == NULL && now_ms - table->touched_ms >= kept_ms(server, table);
        if (is_idle && !table->broken && table->phase != PHASE_OVER && table->phase != PHASE_CLOSED) {
            table->phase = PHASE_CLOSED;
            table_write(table, table_seat_event(table, EVENT_CLOSE, -1, 0), NULL, NULL, -1);
        }
    }
}

static void handle_timer(void *context) {
    server *server = context;
    int64_t now = server_now_ms();
    table *table;
    int unloaded = 0;
    bool read_again = now - server->read_again_ms >= READ_AGAIN_MS;
    for (size_t i = 0; (table = map_next(&server->tables, &i)) != NULL;) {
        if (unloaded < UNLOADED_AT_ONCE && can_unload(table, now)) {
            unloaded++;
            map_remove(&server->tables, table->id);
            table_free(table);
        } else if (!table->broken) {
            table_tick(table, now);
        } else if (read_again && table->tasks == 0) {
            table_read_again(table);
        }
    }
    if (read_again) server->read_again_ms = now;
    settle(server);
    if (now - server->lobby_ms >= LOBBY_MS) {
        server->lobby_ms = now;
        lobby_tell(server);
    }
    if (now - server->clean_ms >= CLEAN_MS) {
        server->clean_ms = now;
        clean(server, now);
    }
    net_timer(server->net, now + TICK_MS);
}

/* ---- beginning and end ---- */

static tp_err open_net(server *server, tp_error *error) {
    const limits *limits = &server->setup.limits;
    net_setup setup = {.bind = server->setup.bind,
                       .port = server->setup.port,
                       .proxy = server->setup.proxy,
                       .subprotocol = "tapete.1",
                       .max_connections = limits->connections,
                       .max_per_address = limits->connections_per_address,
                       .header_s = 10,
                       .idle_s = 60,
                       .max_body = 4096,
                       .max_message = (size_t)limits->message_bytes,
                       .max_queue = (size_t)limits->queue_bytes,
                       .headers = http_security_headers,
                       .handlers = {.context = server,
                                    .request = handle_request,
                                    .gone = handle_gone,
                                    .open = connection_open,
                                    .opened = connection_opened,
                                    .message = handle_message,
                                    .closed = handle_closed,
                                    .woken = handle_woken,
                                    .timer = handle_timer}};
    server->net = net_open(&setup, error);
    return server->net != NULL ? TP_OK : TP_E_IO;
}

static tp_err begin(server *server, tp_error *error) {
    int count = server->setup.limits.workers;
    if (count == 0) count = (int)sysconf(_SC_NPROCESSORS_ONLN);
    if (server->setup.web != NULL) {
        server->files = files_load(server->setup.web, error);
        if (server->files == NULL) return TP_E_IO;
    }
    store *store = store_open(server->setup.database, error);
    if (store == NULL) return TP_E_IO;
    tp_err code = store_secret(store, "cookie", server->cookie_key, error);
    if (code == TP_OK) code = tables_load(server, store, error);
    if (code == TP_OK) code = open_net(server, error);
    if (code == TP_OK) server->writer = writer_new(server, store, error);
    if (server->writer == NULL) {
        store_close(store);
        return code != TP_OK ? code : TP_E_MEMORY;
    }
    server->workers = workers_new(server, count < 2 ? 2 : count, error);
    if (server->workers == NULL) return TP_E_MEMORY;
    results_catch_up(server);
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
    if (begin(server, error) == TP_OK) return server;
    server_free(server);
    return NULL;
}

int server_port(const server *server) { return net_port(server->net); }

void server_run(server *server) {
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

void server_free(server *server) {
    if (server == NULL) return;
    atomic_store(&server->stopping, true); /* nothing new is begun */
    /* Thoughts are thrown away; what was given to the writer is written. */
    workers_free(server->workers);
    reviews_free(server);
    writer_free(server->writer);
    net_free(server->net);
    table *table;
    for (size_t i = 0; (table = map_next(&server->tables, &i)) != NULL;) table_free(table);
    map_free(&server->tables);
    void *address;
    for (size_t i = 0; (address = map_next(&server->addresses, &i)) != NULL;) free(address);
    map_free(&server->addresses);
    map_free(&server->connections);
    people_free(server);
    http_free(server);
    leaders_forget(server);
    map_free(&server->leaders);
    files_free(server->files);
    sodium_memzero(server->cookie_key, sizeof server->cookie_key);
    free(server);
}
