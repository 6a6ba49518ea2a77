/* Whose table is which: see cluster.h. */
#include "server/cluster.h"
#include "server/connection.h"
#include "server/due.h"
#include "server/house.h"
#include "server/http.h"
#include "server/journals.h"
#include "server/log.h"
#include "server/reader.h"
#include "server/requests.h"
#include "server/server.h"
#include "server/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SWEEP_MS = 700,
    SWEPT_AT_ONCE = 60,
    AUDIT_MS = 5000,
    AGAIN_MS = 60, /* until a claim is tried again */
    MOST_TRIES = 60,
};

/* A table that is being claimed and read, and who waits for it. */
typedef struct waiter {
    struct waiter *next;
    cluster_found *found;
    void *context;
} waiter;

typedef struct asking {
    job job; /* first */
    server *server;
    char id[ID_SIZE];
    waiter *waiters, **end;
    store_owner owner;
    int tries;
    int64_t again_ms; /* when the claim is tried again; 0: it is under way */
    table *made;
    bool by_guest;
} asking;

/* ---- the end of it ---- */

static void finish(asking *asking, where where) {
    server *server = asking->server;
    char path[CLUSTER_PATH_SIZE] = "";
    if (where == WHERE_ELSEWHERE) snprintf(path, sizeof path, "/n/%s", asking->owner.node);
    if (where == WHERE_HERE) memcpy(path, server->cluster->path, sizeof path);
    map_remove(&server->cluster->asked, asking->id);
    while (asking->waiters != NULL) {
        waiter *waiter = asking->waiters;
        asking->waiters = waiter->next;
        if (waiter->found != NULL) waiter->found(waiter->context, server, where, path);
        free(waiter);
    }
    table_free(asking->made);
    free(asking);
}

/* ---- reading what was claimed ---- */

static tp_err run_read(job *job, store *store, tp_error *error) {
    asking *asking = (struct asking *)job;
    json_t *entries = json_array();
    table_free(asking->made); /* this may run twice */
    asking->made = NULL;
    tp_err code = entries != NULL ? journal_entries(store, asking->id, entries, NULL, error)
                                  : tp_fail(error, TP_E_MEMORY, "no memory for a table");
    if (code == TP_OK) {
        asking->made = table_from_journal(asking->server, asking->id, entries, error);
        if (asking->made == NULL) code = error->code != TP_OK ? error->code : TP_E_INPUT;
    }
    if (code == TP_OK) {
        store_person owner = {0};
        asking->by_guest =
            store_person_get(store, asking->made->owner, &owner, NULL) != TP_OK || owner.login[0] == '\0';
    }
    json_decref(entries);
    return code;
}

static void read_done(job *job, server *server) {
    asking *asking = (struct asking *)job;
    if (job->code != TP_OK) {
        if (job->code != TP_E_UNKNOWN)
            server_log(LOG_ERROR, "a table cannot be read", "table", asking->id, "why", job->error.text,
                       NULL);
        finish(asking, job->code == TP_E_UNKNOWN ? WHERE_UNKNOWN : WHERE_BUSY);
        return;
    }
    table *table = asking->made;
    if (map_get(&server->tables, asking->id) == NULL && map_put(&server->tables, table->id, table)) {
        asking->made = NULL;
        table->epoch = asking->owner.epoch;
        table->by_guest = asking->by_guest;
        house_enter(table, NULL);
        table->lobby_dirty = true;
        server->lobby_changed = true;
        table_touch(table);
    }
    finish(asking, WHERE_HERE);
}

/* ---- claiming ---- */

static tp_err run_claim(job *job, store *store, tp_error *error) {
    asking *asking = (struct asking *)job;
    return store_claim_table(store, asking->id, &asking->owner, error);
}

static void claim_done(job *job, server *server);

static void give_claim(asking *asking) {
    asking->again_ms = 0;
    asking->tries++;
    asking->job = (job){.run = run_claim, .done = claim_done};
    writer_give(asking->server->writer, &asking->job);
}

static void try_again(asking *asking) {
    if (asking->tries >= MOST_TRIES || asking->server->cluster->is_leaving) {
        finish(asking, WHERE_BUSY);
    } else {
        asking->again_ms = server_now_ms() + AGAIN_MS;
    }
}

/* It was ours, and another's in between: what is in memory may be old. */
static void renew(table *table, int64_t epoch) {
    table->epoch = epoch;
    if (table->broken) return;
    table->broken = true;
    due_by(table, server_now_ms());
}

static void claim_done(job *job, server *server) {
    asking *asking = (struct asking *)job;
    const store_owner *owner = &asking->owner;
    if (job->code == TP_E_UNKNOWN) {
        finish(asking, WHERE_UNKNOWN);
    } else if (job->code != TP_OK) {
        finish(asking, WHERE_BUSY);
    } else if (owner->how == STORE_THEIRS) {
        finish(asking, WHERE_ELSEWHERE);
    } else if (owner->how == STORE_LATER) {
        finish(asking, WHERE_LATER);
    } else if (owner->how == STORE_BUSY) {
        try_again(asking);
    } else {
        table *table = map_get(&server->tables, asking->id);
        server->cluster->count.claims += owner->is_new;
        if (table != NULL) {
            if (table->epoch != owner->epoch && !table->is_lost) renew(table, owner->epoch);
            if (table->broken) {
                try_again(asking); /* until it was read again */
            } else {
                finish(asking, WHERE_HERE);
            }
            return;
        }
        if (owner->is_new && !server->cluster->is_leaving)
            server_log(LOG_INFO, "a table was taken over", "table", asking->id, NULL);
        asking->job = (struct job){.run = run_read, .done = read_done};
        read_give(server, READ_JOURNALS, &asking->job, READ_FIRST, "", "");
    }
}

static asking *new_asking(server *server, const char *id) {
    asking *asking = calloc(1, sizeof *asking);
    if (asking == NULL) return NULL;
    asking->server = server;
    asking->end = &asking->waiters;
    snprintf(asking->id, sizeof asking->id, "%s", id);
    if (map_put(&server->cluster->asked, asking->id, asking)) return asking;
    free(asking);
    return NULL;
}

void cluster_find(server *server, const char *id, cluster_found *found, void *context) {
    cluster *cluster = server->cluster;
    const table *table = map_get(&server->tables, id);
    where at_once = WHERE_BUSY;
    bool is_id = id[0] == 't' && strlen(id) < ID_SIZE;
    if (!is_id) at_once = WHERE_UNKNOWN;
    if (table != NULL && !table->broken) at_once = WHERE_HERE;
    asking *asking = map_get(&cluster->asked, id);
    bool is_room = cluster->asked.count < (size_t)server->setup.limits.reads;
    waiter *waiter = NULL;
    if (is_id && at_once == WHERE_BUSY && is_room && !cluster->is_leaving && !atomic_load(&server->stopping))
        waiter = calloc(1, sizeof *waiter);
    bool is_new = asking == NULL && waiter != NULL;
    if (is_new) asking = new_asking(server, id);
    if (waiter == NULL || asking == NULL) {
        free(waiter);
        if (found != NULL) found(context, server, at_once, at_once == WHERE_HERE ? cluster->path : "");
        return;
    }
    waiter->found = found;
    waiter->context = context;
    *asking->end = waiter;
    asking->end = &waiter->next;
    if (is_new) give_claim(asking);
}

/* ---- what was lost ---- */

void cluster_send_away(connection *connection, int64_t ref, const char *table, const char *path) {
    connection->server->cluster->count.sent_away++;
    connection_answer(connection, ref,
                      json_pack("{s:s, s:s, s:s}", "is", "elsewhere", "table", table, "path", path));
}

void cluster_lost(table *table) {
    server *server = table->server;
    server->cluster->count.fenced++;
    if (table->is_lost) return;
    table->is_lost = table->broken = true;
    server->cluster->count.lost++;
    server_log(LOG_INFO, "a table is at another server", "table", table->id, NULL);
    while (table->waiting != NULL) {
        waiting *waiting = table->waiting;
        table->waiting = waiting->next;
        connection *connection = connection_find(server, waiting->connection);
        if (connection != NULL) cluster_send_away(connection, waiting->ref, table->id, "");
        free(waiting);
    }
    table->waiting_last = NULL;
    due_by(table, server_now_ms());
}

void cluster_drop(table *table) {
    server *server = table->server;
    while (table->watches != NULL) {
        connection *connection = table->watches->connection;
        cluster_send_away(connection, -1, table->id, "");
        table_unwatch(table->watches);
    }
    if (table->is_dirty) {
        struct table **link = &server->dirty;
        while (*link != table) link = &(*link)->next_dirty;
        *link = table->next_dirty;
    }
    map_remove(&server->tables, table->id);
    server->lobby_changed = true;
    table_free(table);
}

/* ---- looking for tables that were lost, and for those that nobody has ---- */

typedef struct audit_job {
    job job;
    size_t count;
    store_claim *claims;
} audit_job;

static tp_err run_audit(job *job, store *store, tp_error *error) {
    const audit_job *audit = (audit_job *)job;
    return store_find_lost(store, audit->claims, audit->count, error);
}

static void audit_done(job *job, server *server) {
    audit_job *audit = (audit_job *)job;
    server->cluster->is_auditing = false;
    for (size_t i = 0; job->code == TP_OK && i < audit->count; i++) {
        table *table = map_get(&server->tables, audit->claims[i].table);
        if (audit->claims[i].is_lost && table != NULL && table->epoch == audit->claims[i].epoch)
            cluster_lost(table);
    }
    free(audit->claims);
    free(audit);
}

static void begin_audit(server *server, int64_t now_ms) {
    cluster *cluster = server->cluster;
    audit_job *audit = calloc(1, sizeof *audit);
    if (audit != NULL) audit->claims = calloc(server->tables.count + 1, sizeof *audit->claims);
    if (audit == NULL || audit->claims == NULL) {
        free(audit);
        return;
    }
    const table *table;
    for (size_t i = 0; (table = map_next(&server->tables, &i)) != NULL;) {
        if (table->durable == 0 || table->is_lost) continue;
        store_claim *claim = &audit->claims[audit->count++];
        memcpy(claim->table, table->id, sizeof claim->table);
        claim->epoch = table->epoch;
    }
    cluster->is_auditing = true;
    cluster->audited_ms = now_ms;
    audit->job.run = run_audit;
    audit->job.done = audit_done;
    read_give(server, READ_ROWS, &audit->job, READ_FIRST, "", "");
}

typedef struct sweep_job {
    job job;
    int count;
    char ids[SWEPT_AT_ONCE][ID_SIZE];
} sweep_job;

static void add_orphan(void *context, const char *id) {
    sweep_job *sweep = context;
    if (sweep->count < SWEPT_AT_ONCE) snprintf(sweep->ids[sweep->count++], ID_SIZE, "%s", id);
}

static tp_err run_sweep(job *job, store *store, tp_error *error) {
    sweep_job *sweep = (sweep_job *)job;
    sweep->count = 0;
    return store_orphans(store, SWEPT_AT_ONCE, add_orphan, sweep, error);
}

static void sweep_done(job *job, server *server) {
    sweep_job *sweep = (sweep_job *)job;
    server->cluster->is_sweeping = false;
    for (int i = 0; job->code == TP_OK && i < sweep->count; i++) {
        if (server->live_tables >= server->setup.limits.tables) break;
        cluster_find(server, sweep->ids[i], NULL, NULL);
    }
    free(sweep);
}

static void begin_sweep(server *server, int64_t now_ms) {
    sweep_job *sweep = calloc(1, sizeof *sweep);
    if (sweep == NULL) return;
    server->cluster->is_sweeping = true;
    server->cluster->swept_ms = now_ms;
    sweep->job.run = run_sweep;
    sweep->job.done = sweep_done;
    read_give(server, READ_JOURNALS, &sweep->job, READ_FIRST, "", "");
}

void cluster_tick(server *server, int64_t now_ms) {
    cluster *cluster = server->cluster;
    if (cluster == NULL || cluster->is_leaving || atomic_load(&server->stopping)) return;
    asking *asking;
    for (size_t i = 0; (asking = map_next(&cluster->asked, &i)) != NULL;) {
        if (asking->again_ms != 0 && now_ms >= asking->again_ms) give_claim(asking);
    }
    uint64_t lapses = writer_lapses(server->writer);
    bool is_late = lapses != cluster->lapses || now_ms - cluster->audited_ms >= AUDIT_MS;
    if (is_late && !cluster->is_auditing) {
        cluster->lapses = lapses;
        begin_audit(server, now_ms);
    }
    if (now_ms - cluster->swept_ms >= SWEEP_MS && !cluster->is_sweeping &&
        cluster->asked.count < 2 * SWEPT_AT_ONCE && !cluster_is_adrift(server))
        begin_sweep(server, now_ms);
    cluster_lists_tick(server, now_ms);
    cluster_people_tick(server, now_ms);
}

bool cluster_is_adrift(const server *server) {
    return server->cluster != NULL && writer_beat_age_ms(server->writer) >= STORE_NODE_LEASE_MS;
}

/* ---- leaving ---- */

static tp_err run_leave(job *job, store *store, tp_error *error) {
    (void)job;
    return store_give_up(store, error);
}

static void leave_done(job *job, server *server) {
    if (job->code != TP_OK)
        server_log(LOG_WARNING, "tables could not be given up: others take them when the lease is over",
                   "why", job->error.text, NULL);
    free(job);
    net_stop(server->net);
}

void cluster_leave(server *server) {
    job *leave = calloc(1, sizeof *leave);
    server->cluster->is_leaving = true;
    asking *asking;
    for (size_t i = 0; (asking = map_next(&server->cluster->asked, &i)) != NULL;) {
        if (asking->again_ms != 0) finish(asking, WHERE_BUSY);
    }
    if (leave == NULL) {
        net_stop(server->net);
        return;
    }
    leave->run = run_leave;
    leave->done = leave_done;
    writer_give(server->writer, leave);
}

/* ---- requests ---- */

const char *cluster_local_path(const server *server, const char *path) {
    if (server->cluster == NULL) return path;
    size_t length = strlen(server->cluster->path);
    bool is_here = strncmp(path, server->cluster->path, length) == 0 && path[length] == '/';
    return is_here ? path + length : path;
}

typedef struct where_request {
    net_exchange *exchange;
} where_request;

static void where_found(void *context, server *server, where where, const char *path) {
    where_request *request = context;
    net_exchange *exchange = http_resume(&request->exchange);
    free(request);
    if (exchange == NULL) return;
    if (where == WHERE_LATER) {
        http_reply_error(exchange, 503, "LATER_VERSION",
                         "this table needs a newer version of the server; try again in a moment");
    } else if (where == WHERE_BUSY) {
        http_reply_error(exchange, 503, "NOT_SAVED", "the database does not answer; try again in a moment");
    } else {
        /* Whether there is such a table is said to those who may see it. */
        http_reply_json(exchange, 200,
                        json_pack("{s:s}", "path", where == WHERE_ELSEWHERE ? path : server->cluster->path),
                        "Cache-Control: no-store\r\n");
    }
}

void cluster_request(server *server, net_exchange *exchange, const char *table) {
    if (server->cluster == NULL) {
        http_reply_json(exchange, 200, json_pack("{s:s}", "path", ""), "Cache-Control: no-store\r\n");
        return;
    }
    where_request *request = calloc(1, sizeof *request);
    if (request == NULL) {
        http_reply_no_memory(exchange);
        return;
    }
    http_wait(exchange, &request->exchange);
    cluster_find(server, table, where_found, request);
}

/* ---- beginning and end ---- */

tp_err cluster_open(server *server, tp_error *error) {
    if (server->setup.node == NULL) return TP_OK;
    cluster *cluster = calloc(1, sizeof *cluster);
    if (cluster == NULL) return tp_fail(error, TP_E_MEMORY, TR("no memory for the server"));
    snprintf(cluster->path, sizeof cluster->path, "/n/%s", server->setup.node);
    server->cluster = cluster;
    return TP_OK;
}

void cluster_free(server *server) {
    cluster *cluster = server->cluster;
    if (cluster == NULL) return;
    asking *asking;
    for (size_t i = 0; (asking = map_next(&cluster->asked, &i)) != NULL;) finish(asking, WHERE_BUSY);
    map_free(&cluster->asked);
    cluster_lists_free(server);
    free(cluster);
    server->cluster = NULL;
}
