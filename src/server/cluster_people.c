/* What other servers have changed of people: names, sessions, blocks, bans, erasures. They are looked for
 * every second, and what is in memory here is made as the rows are. */
#include "server/cluster.h"
#include "server/erasure.h"
#include "server/operators.h"
#include "server/people.h"
#include "server/reader.h"
#include "server/server.h"
#include "server/sessions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POLL_MS = 1000, EXPIRE_MS = 60000 };

/* ---- one person ---- */

typedef struct renew_job {
    job job;
    char id[ID_SIZE];
    bool exists;
    people_row row;
} renew_job;

static tp_err run_renew(job *job, store *store, tp_error *error) {
    renew_job *renew = (renew_job *)job;
    people_row_free(&renew->row); /* this may run twice */
    return people_row_read(store, renew->id, &renew->exists, &renew->row, error);
}

static void renew_done(job *job, server *server) {
    renew_job *renew = (renew_job *)job;
    person *person = people_get(server, renew->id);
    if (job->code == TP_OK && renew->exists && person != NULL && !person->forgotten)
        people_renew(person, &renew->row);
    people_row_free(&renew->row);
    free(renew);
}

static void renew_person(server *server, const char *id) {
    const person *person = people_get(server, id);
    renew_job *renew = person != NULL ? calloc(1, sizeof *renew) : NULL;
    if (renew == NULL) return;
    renew->job.run = run_renew;
    renew->job.done = renew_done;
    memcpy(renew->id, person->id, sizeof renew->id);
    read_give(server, READ_ROWS, &renew->job, READ_FIRST, "", "");
}

/* ---- what has changed ---- */

typedef struct change {
    char kind, subject[SUBJECT_SIZE]; /* the first letter: person, sanction, erased */
} change;

typedef struct poll_job {
    job job;
    int64_t since, until;
    change *changes;
    size_t count, room;
    bool failed;
} poll_job;

static void add_change(void *context, const char *kind, const char *subject) {
    poll_job *poll = context;
    if (poll->count == poll->room) {
        size_t room = 2 * poll->room + 16;
        change *grown = realloc(poll->changes, room * sizeof *grown);
        if (grown == NULL) {
            poll->failed = true;
            return;
        }
        poll->changes = grown;
        poll->room = room;
    }
    change *change = &poll->changes[poll->count++];
    change->kind = kind[0];
    snprintf(change->subject, sizeof change->subject, "%s", subject);
}

static tp_err run_poll(job *job, store *store, tp_error *error) {
    poll_job *poll = (poll_job *)job;
    poll->count = 0;
    int64_t since = poll->since; /* this may run twice */
    poll->failed = false;
    tp_err code = store_changes(store, &since, add_change, poll, error);
    if (code == TP_OK && poll->failed) return tp_fail(error, TP_E_MEMORY, "no memory for a list of changes");
    if (code == TP_OK) poll->until = since;
    return code;
}

static void poll_done(job *job, server *server) {
    poll_job *poll = (poll_job *)job;
    cluster *cluster = server->cluster;
    bool has_sanctions = false;
    cluster->is_polling = false;
    if (job->code == TP_OK) {
        cluster->changes_since = poll->until;
        cluster->count.changes += poll->count;
        for (size_t i = 0; i < poll->count; i++) {
            const change *change = &poll->changes[i];
            has_sanctions |= change->kind == 's';
            if (change->kind == 'p') renew_person(server, change->subject);
            if (change->kind == 'e') erasure_begun(server, change->subject);
        }
        if (has_sanctions) bans_renew(server);
    }
    free(poll->changes);
    free(poll);
}

/* Changes that all have seen are forgotten by one of the servers. */
static tp_err run_expire(job *job, store *store, tp_error *error) {
    (void)job;
    return store_changes_expire(store, error);
}

static void expire_done(job *job, server *server) {
    (void)server;
    free(job);
}

void cluster_people_tick(server *server, int64_t now_ms) {
    cluster *cluster = server->cluster;
    if (cluster->is_polling || now_ms - cluster->polled_ms < POLL_MS) return;
    bool expires = now_ms / EXPIRE_MS != cluster->polled_ms / EXPIRE_MS && writer_is_keeper(server->writer);
    job *expire = expires ? calloc(1, sizeof *expire) : NULL;
    if (expire != NULL) {
        expire->run = run_expire;
        expire->done = expire_done;
        writer_give(server->writer, expire);
    }
    cluster->polled_ms = now_ms;
    poll_job *poll = calloc(1, sizeof *poll);
    if (poll == NULL) return;
    cluster->is_polling = true;
    poll->since = cluster->changes_since;
    poll->job.run = run_poll;
    poll->job.done = poll_done;
    read_give(server, READ_ROWS, &poll->job, READ_FIRST, "", "");
}
