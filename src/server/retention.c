/* Old games are deleted: see retention.h.
 *
 * Each step is two jobs. The first walks on through finished games and finds some that may go; back on the
 * loop, those that are in memory are left out (they are being watched); the second deletes the rest. A walk
 * that has come to its end begins anew later. */
#include "server/retention.h"
#include "server/log.h"
#include "server/map.h"
#include "server/server.h"
#include "server/text.h"
#include "server/writer.h"
#include "store/privacy.h"

#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>

enum {
    STEP_MS = 5000,
    SOON_MS = 500,       /* to the next step of a walk that is not at its end */
    WALKED_AT_ONCE = 50, /* rows, and so at most as many games that are deleted together */
    DELETED_AT_ONCE = 10,
    HOUR_MS = 3600 * 1000,
    MIB = 1024 * 1024,
};

typedef struct retention_job {
    job job;
    bool guests;       /* guests' games, else those of agents alone */
    int64_t older_ms;  /* than that */
    store_walk walk;   /* where it is, and afterwards where it has come */
    int64_t looked_at; /* rows */
    int64_t used_bytes;
    int count;
    char tables[WALKED_AT_ONCE][ID_SIZE];
} retention_job;

static void add_table(void *context, const char *table) {
    retention_job *step = context;
    if (step->count < WALKED_AT_ONCE) memcpy(step->tables[step->count++], table, strlen(table) + 1);
}

static tp_err run_walk(job *job, store *store, tp_error *error) {
    retention_job *step = (retention_job *)job;
    store_walk walk = step->walk; /* this may run twice */
    step->count = 0;
    tp_err code = store_used_bytes(store, &step->used_bytes, error);
    if (code != TP_OK) return code;
    code = (step->guests ? store_old_guest_games : store_old_bot_games)(
        store, step->older_ms, &walk, WALKED_AT_ONCE, add_table, step, &step->looked_at, error);
    if (code == TP_OK) step->walk = walk;
    return code;
}

/* ---- deleting ---- */

static tp_err run_delete(job *job, store *store, tp_error *error) {
    const retention_job *step = (retention_job *)job;
    tp_err code = TP_OK;
    for (int i = 0; code == TP_OK && i < step->count; i++) {
        code = store_table_delete(store, step->tables[i], error);
        if (code == TP_E_UNKNOWN) code = TP_OK;
    }
    return code;
}

static void delete_done(job *job, server *server) {
    const retention_job *step = (retention_job *)job;
    if (job->code == TP_OK) {
        server->count.deleted_games += (uint64_t)step->count;
    } else {
        server_log(LOG_WARNING, "old games not deleted", "why", job->error.text, NULL);
    }
    free(job);
}

/* A few at a time, so that nobody's move waits for long. */
static void delete_tables(server *server, const retention_job *found) {
    retention_job *some = NULL;
    for (int i = 0; i < found->count; i++) {
        if (map_get(&server->tables, found->tables[i]) != NULL) continue;
        if (some == NULL) some = calloc(1, sizeof *some);
        if (some == NULL) return;
        memcpy(some->tables[some->count++], found->tables[i], ID_SIZE);
        if (some->count < DELETED_AT_ONCE && i + 1 < found->count) continue;
        some->job.run = run_delete;
        some->job.done = delete_done;
        writer_give(server->writer, &some->job);
        some = NULL;
    }
    if (some != NULL) { /* the last ones were in memory */
        some->job.run = run_delete;
        some->job.done = delete_done;
        writer_give(server->writer, &some->job);
    }
}

/* ---- finding ---- */

/* Whether the database is as large as it may become, or the disk is nearly full. */
static bool is_full(const server *server, int64_t used_bytes) {
    const char *path = strchr(server->setup.database, ':');
    struct statvfs disk;
    if (used_bytes / MIB >= server->setup.limits.database_mib) return true;
    return path != NULL && store_is_file(server->setup.database) && statvfs(path + 1, &disk) == 0 &&
           (uint64_t)disk.f_bavail * disk.f_frsize / MIB < (uint64_t)server->setup.limits.disk_free_mib;
}

static void walk_done(job *job, server *server) {
    retention_job *step = (retention_job *)job;
    bool more = job->code == TP_OK && step->looked_at == WALKED_AT_ONCE;
    server->retention_out = false;
    server->retention_ms = server_now_ms() + (more ? SOON_MS : STEP_MS);
    if (job->code == TP_OK) {
        bool was_full = server->is_full;
        server->is_full = is_full(server, step->used_bytes);
        if (server->is_full != was_full) {
            server_log(server->is_full ? LOG_WARNING : LOG_INFO,
                       server->is_full ? "the disk is nearly full: guests make no tables"
                                       : "there is room on the disk again",
                       NULL);
        }
        server->retention_walks[step->guests] = more ? step->walk : (store_walk){0};
        delete_tables(server, step);
        /* By turns. */
        bool guests_too = server->is_full || server->setup.limits.guest_games_days > 0;
        if (!more) server->retention_guests = guests_too && !step->guests;
    } else {
        server_log(LOG_WARNING, "old games not found", "why", job->error.text, NULL);
    }
    free(step);
}

/* How old a game becomes. If there is no room, those of guests go sooner. */
static int64_t oldest_ms(const server *server, bool guests) {
    const limits *limits = &server->setup.limits;
    if (!guests) return limits->bot_games_h * (int64_t)HOUR_MS;
    return server->is_full ? HOUR_MS : limits->guest_games_days * (int64_t)24 * HOUR_MS;
}

void retention_tick(server *server, int64_t now_ms) {
    if (server->retention_out || now_ms < server->retention_ms || atomic_load(&server->stopping)) return;
    retention_job *step = calloc(1, sizeof *step);
    if (step == NULL) return;
    step->job.run = run_walk;
    step->job.done = walk_done;
    step->guests = server->retention_guests;
    step->older_ms = oldest_ms(server, step->guests);
    step->walk = server->retention_walks[step->guests];
    server->retention_out = true;
    writer_give(server->writer, &step->job);
}
