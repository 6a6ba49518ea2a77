/* The writer in a page: the jobs of writer.h, run when the loop collects them. A transaction may take until a
 * later turn to be durable (store/settle.h); until then nothing else is run, and nothing is handed back. */
#include "server/writer.h"
#include "core/language.h"
#include "server/health.h"
#include "server/histogram.h"
#include "server/server.h"
#include "store/health.h"
#include "store/settle.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    MOST_AT_ONCE = 512,
    PULSE_MS = 60000, /* a pulse is a write to what may be the memory of a phone */
    SICK_PULSE_MS = 5000,
};

struct writer {
    server *server;
    store *store;
    job *first, *last; /* given */
    job *out;          /* run, and not durable yet */
    size_t waiting;    /* given and not handed back */
    uint64_t given, finished, commits;
    job *group_first, *group_last;
    int group_depth;
    bool is_busy; /* handing back */
    bool is_sick;
    char why[512];
    int64_t pulse_ms;
};

static void set_health(writer *writer, tp_err code, const tp_error *error) {
    writer->is_sick = code != TP_OK;
    if (writer->is_sick) snprintf(writer->why, sizeof writer->why, "%s", error->text);
    writer->pulse_ms = server_now_ms() + (writer->is_sick ? SICK_PULSE_MS : PULSE_MS);
}

static tp_err beat(writer *writer, tp_error *error) {
    tp_err code = store_beat(writer->store, server_uptime_ms(writer->server), error);
    set_health(writer, code, error);
    return code;
}

writer *writer_new(server *server, store *store, tp_error *error) {
    writer *writer = calloc(1, sizeof *writer);
    if (writer == NULL) {
        tp_fail(error, TP_E_MEMORY, TR("no memory for the writer"));
        return NULL;
    }
    writer->server = server;
    writer->store = store;
    writer->pulse_ms = server_now_ms() + PULSE_MS;
    return writer;
}

static void append(writer *writer, job *first, job *last, size_t count) {
    if (writer->last != NULL) {
        writer->last->next = first;
    } else {
        writer->first = first;
    }
    writer->last = last;
    writer->waiting += count;
    writer->given += count;
    net_wake(writer->server->net);
}

void writer_give(writer *writer, job *job) {
    job->next = NULL;
    job->joined = false;
    if (writer->group_depth == 0) {
        append(writer, job, job, 1);
    } else if (writer->group_last == NULL) {
        writer->group_first = writer->group_last = job;
    } else {
        writer->group_last->joined = true;
        writer->group_last->next = job;
        writer->group_last = job;
    }
}

void writer_join(writer *writer) { writer->group_depth++; }

void writer_part(writer *writer) {
    tp_assert(writer->group_depth > 0);
    if (--writer->group_depth > 0 || writer->group_first == NULL) return;
    size_t count = 0;
    for (const job *job = writer->group_first; job != NULL; job = job->next) count++;
    append(writer, writer->group_first, writer->group_last, count);
    writer->group_first = writer->group_last = NULL;
}

/* ---- transactions ---- */

/* The last job that belongs together with this one. */
static job *end_of_group(job *job) {
    while (job->joined && job->next != NULL) job = job->next;
    return job;
}

static void fail_all(job *first, const job *behind, tp_err code, const tp_error *error) {
    for (job *job = first; job != behind; job = job->next) {
        job->code = code;
        job->error = *error;
    }
}

/* Jobs up to `behind` in one transaction. Where anything fails, nothing has happened, and `error` says why.
 */
static tp_err run_as_one(store *store, job *first, const job *behind, tp_error *error) {
    tp_err code = store_begin(store, error);
    if (code != TP_OK) return code;
    for (job *job = first; code == TP_OK && job != behind; job = job->next) {
        code = job->code = job->run(job, store, &job->error);
        if (code != TP_OK) *error = job->error;
    }
    if (code == TP_OK) {
        code = store_commit(store, error);
    } else {
        store_rollback(store);
    }
    return code;
}

static void run_jobs(store *store, job *first) {
    tp_error error = {0};
    tp_err code = run_as_one(store, first, NULL, &error);
    /* One bad job spoils only its group. */
    for (job *job = first, *behind; code != TP_OK && job != NULL; job = behind) {
        behind = end_of_group(job)->next;
        tp_err group = run_as_one(store, job, behind, &error);
        if (group != TP_OK) fail_all(job, behind, group, &error);
    }
}

/* What waits, as one list: whole groups, and a job outside of transactions alone. */
static job *take(writer *writer) {
    job *first = writer->first, *last = first;
    for (int count = 1; last != NULL && last->next != NULL; count++) {
        bool is_enough = count >= MOST_AT_ONCE && !last->joined;
        if (is_enough || last->is_outside || last->next->is_outside) break;
        last = last->next;
    }
    if (last == NULL) return NULL;
    writer->first = last->next;
    if (writer->first == NULL) writer->last = NULL;
    last->next = NULL;
    return first;
}

static void run(writer *writer, job *first) {
    writer->out = first;
    writer->commits++;
    if (first->is_outside) {
        first->code = first->run(first, writer->store, &first->error);
        return;
    }
    run_jobs(writer->store, first);
    for (const job *job = first; job != NULL; job = job->next) {
        if (job->code == TP_E_IO) set_health(writer, job->code, &job->error);
    }
}

/* Hand back what has been run, if it is known how that went. */
static bool settle(writer *writer) {
    bool waits;
    tp_error error = {0};
    tp_err code = store_settle(writer->store, &waits, &error);
    if (waits) return false;
    if (code != TP_OK) {
        set_health(writer, code, &error);
        fail_all(writer->out, NULL, code, &error);
    }
    job *job = writer->out;
    writer->out = NULL;
    writer->is_busy = true;
    while (job != NULL) {
        struct job *next = job->next;
        writer->finished++;
        job->done(job, writer->server);
        writer->waiting--;
        job = next;
    }
    writer->is_busy = false;
    return true;
}

void writer_collect(writer *writer) {
    if (writer->is_busy || !settle(writer)) return;
    job *first = take(writer);
    if (first != NULL) {
        run(writer, first);
        if (!settle(writer)) return;
        net_wake(writer->server->net); /* for those who wait until all is written */
    } else if (server_now_ms() >= writer->pulse_ms) {
        tp_error error = {0};
        beat(writer, &error);
    }
}

tp_err writer_free(writer *writer, tp_error *error) {
    if (writer == NULL) return TP_OK;
    while (writer->first != NULL) writer_collect(writer);
    tp_error why = {0};
    tp_err code = beat(writer, &why);
    if (code != TP_OK && error != NULL) *error = why;
    store_close(writer->store);
    free(writer);
    return code;
}

bool writer_fails(const writer *writer, char *why, size_t size) {
    if (writer->is_sick) snprintf(why, size, "%s", writer->why);
    return writer->is_sick;
}

size_t writer_waiting(const writer *writer) { return writer->waiting; }
store *writer_store(const writer *writer) { return writer->store; }

uint64_t writer_ticket(const writer *writer) {
    uint64_t given = writer->given;
    for (const job *job = writer->group_first; job != NULL; job = job->next) given++;
    return given;
}

void writer_await(writer *writer, uint64_t ticket) {
    (void)writer, (void)ticket;
    tp_assert(writer->finished >= ticket);
}

void writer_histogram(const writer *writer, histogram *out) {
    (void)writer;
    *out = (histogram){0};
}

void writer_latency(const writer *writer, double *last_ms, uint64_t *commits, uint64_t *jobs) {
    *last_ms = 0;
    *commits = writer->commits;
    *jobs = writer->finished;
}
