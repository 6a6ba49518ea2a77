/* The writer: the one thread that changes the database (group commit).
 *
 * All jobs that wait when it starts become one transaction, so they share the cost of the sync: the more
 * there is to do, the cheaper each job. On a fast disk there would still be a transaction for nearly every
 * job, so the next one starts a minimum time after the last one started; a job for an idle writer does not
 * wait. Jobs come back in the order in which they were given. A transaction that fails is tried again group
 * by group: one bad job spoils only its group.
 *
 * Every few seconds the writer writes a pulse, which shows whether the database is still there and takes what
 * it is given, and how long the server has run. The store refuses to begin or to acknowledge a transaction in
 * a file that has lost its name (store/health.h). */
#include "server/writer.h"
#include "core/language.h"
#include "server/health.h"
#include "server/histogram.h"
#include "server/server.h"
#include "store/cluster.h"
#include "store/health.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    MOST_AT_ONCE = 512,   /* so that the first of a flood does not wait for the last */
    APART_MS = 2,         /* transactions begin no closer to each other */
    BUSY_JOBS = 3,        /* a transaction with more jobs than this */
    BUSY_APART_MS = 4,    /* is followed by the next one later: there are many who share what it costs */
    PULSE_MS = 3000,      /* between two pulses */
    SICK_PULSE_MS = 1000, /* the same while the database fails */
};

struct writer {
    server *server;
    store *store;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t work, progress; /* for the writer; for those who wait for it */
    job *first, *last;             /* given */
    job *done_first, *done_last;   /* ready to be collected */
    size_t waiting;                /* given and not collected */
    uint64_t given, finished;      /* jobs since the beginning */
    bool ending;
    double last_ms;
    histogram took; /* how long transactions took */
    uint64_t commits, jobs;
    bool is_sick; /* the database does not take what it is given */
    char why[512];
    /* For the loop alone: jobs that belong together, until all of them are there. */
    job *group_first, *group_last;
    int group_depth;
    /* For the writer's thread alone. */
    double began_ms, pulse_ms; /* when the last transaction began, when the next pulse is due */
    uint64_t last_jobs;        /* how many there were in the last transaction */
    store_claim *claims;       /* of the tables of a transaction; room for so many */
    size_t claim_room;
    int pulse_apart_ms, sick_apart_ms;
    _Atomic int64_t beat_ms; /* when the last pulse that went well was begun, by boot_ms */
    atomic_uint_least64_t lapses;
    atomic_bool is_keeper;
};

static double exact_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* Goes on while the machine sleeps. */
static int64_t boot_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_BOOTTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- health ---- */

static void set_health(writer *writer, tp_err code, const tp_error *error) {
    pthread_mutex_lock(&writer->lock);
    writer->is_sick = code != TP_OK;
    if (writer->is_sick) snprintf(writer->why, sizeof writer->why, "%s", error->text);
    pthread_mutex_unlock(&writer->lock);
    writer->pulse_ms = exact_ms() + (code != TP_OK ? writer->sick_apart_ms : writer->pulse_apart_ms);
}

static tp_err beat(writer *writer, tp_error *error) {
    int64_t began_ms = boot_ms(), last_ms = atomic_load(&writer->beat_ms);
    tp_err code = store_beat(writer->store, server_uptime_ms(writer->server), error);
    set_health(writer, code, error);
    if (code != TP_OK) return code;
    if (began_ms - last_ms >= STORE_NODE_LEASE_MS) atomic_fetch_add(&writer->lapses, 1);
    atomic_store(&writer->beat_ms, began_ms);
    if (writer->server->cluster != NULL) atomic_store(&writer->is_keeper, store_is_keeper(writer->store));
    return code;
}

/* What a job could not do tells of the database too: until the next pulse it counts as failing. */
static void look_at(writer *writer, const job *first) {
    for (const job *job = first; job != NULL; job = job->next) {
        if (job->code == TP_E_IO) {
            set_health(writer, job->code, &job->error);
            return;
        }
    }
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

/* Whether the table of a job is made by one before it in the list. */
static bool is_made_here(const job *first, const job *this) {
    for (const job *job = first; job != this; job = job->next) {
        if (job->opens && job->owned != NULL && strcmp(job->owned, this->owned) == 0) return true;
    }
    return false;
}

/* Of jobs that belong together all are lost, or none. */
static void lose_groups(job *first, const job *behind) {
    for (job *begin = first; begin != behind;) {
        job *end = end_of_group(begin);
        bool is_lost = false;
        for (job *job = begin; job != end->next; job = job->next) is_lost |= job->is_lost;
        for (job *job = begin; job != end->next; job = job->next) {
            job->is_lost = is_lost;
            if (!is_lost) continue;
            job->code = TP_E_REFUSED;
        }
        begin = end->next;
    }
}

/* Begin a transaction, and find out which tables are still this server's. Those that it makes itself are. */
static tp_err begin_owned(writer *writer, job *first, const job *behind, tp_error *error) {
    size_t count = 0;
    bool makes = false;
    for (job *job = first; job != behind; job = job->next) {
        job->is_lost = false;
        if (job->owned == NULL) continue;
        makes |= job->opens;
        if (job->opens || (makes && is_made_here(first, job))) continue;
        if (count == writer->claim_room) {
            size_t room = 2 * writer->claim_room + 64;
            store_claim *grown = realloc(writer->claims, room * sizeof *grown);
            if (grown == NULL) return tp_fail(error, TP_E_MEMORY, TR("no memory for the writer"));
            writer->claims = grown;
            writer->claim_room = room;
        }
        store_claim *claim = &writer->claims[count++];
        snprintf(claim->table, sizeof claim->table, "%s", job->owned);
        claim->epoch = job->epoch;
    }
    tp_err code = store_begin_owned(writer->store, writer->claims, count, error);
    size_t next = 0;
    bool is_lost = false;
    for (job *job = first; code == TP_OK && job != behind; job = job->next) {
        if (job->owned == NULL || next == count || strcmp(job->owned, writer->claims[next].table) != 0 ||
            job->epoch != writer->claims[next].epoch)
            continue;
        if (job->opens) continue;
        job->is_lost = writer->claims[next++].is_lost;
        is_lost |= job->is_lost;
    }
    if (is_lost) lose_groups(first, behind);
    return code;
}

/* Jobs up to `behind` in one transaction. Where anything fails, nothing has happened, and `error` says why.
 * *began: the database took a transaction at all. */
static tp_err run_as_one(writer *writer, job *first, const job *behind, bool *began, tp_error *error) {
    tp_err code = writer->server->cluster == NULL ? store_begin(writer->store, error)
                                                  : begin_owned(writer, first, behind, error);
    *began = code == TP_OK;
    if (code != TP_OK) return code;
    for (job *job = first; code == TP_OK && job != behind; job = job->next) {
        if (job->is_lost) continue;
        code = job->code = job->run(job, writer->store, &job->error);
        if (code != TP_OK) *error = job->error;
    }
    if (code == TP_OK) {
        code = store_commit(writer->store, error);
    } else {
        store_rollback(writer->store);
    }
    return code;
}

static void run_jobs(writer *writer, job *first) {
    tp_error error = {0};
    bool began;
    tp_err code = run_as_one(writer, first, NULL, &began, &error);
    /* A connection to a database that broke, or another server in the way. */
    if (code != TP_OK && began && strcmp(error.reason, "AGAIN") == 0) {
        error = (tp_error){0};
        code = run_as_one(writer, first, NULL, &began, &error);
    }
    if (code == TP_OK) return;
    /* A database that takes no transaction would not take the next one either, and each could wait for
     * seconds. What may have been kept is not tried again. */
    bool in_groups = began && strcmp(error.reason, "UNCERTAIN") != 0;
    for (job *job = first, *behind; job != NULL; job = behind) {
        bool is_tried = in_groups && began;
        behind = is_tried ? end_of_group(job)->next : NULL;
        if (is_tried) code = run_as_one(writer, job, behind, &began, &error);
        if (code != TP_OK) fail_all(job, behind, code, &error);
    }
}

/* Let more come, where the last transaction began a moment ago. */
static void keep_apart(const writer *writer) {
    double apart_ms = writer->last_jobs > BUSY_JOBS ? BUSY_APART_MS : APART_MS;
    double wait_ms = writer->began_ms + apart_ms - exact_ms();
    struct timespec wait = {.tv_nsec = (long)(wait_ms * 1e6)};
    if (wait_ms > 0) nanosleep(&wait, NULL);
}

/* Wait for work, or until a pulse is due. With the lock. */
static void wait_for_work(writer *writer) {
    struct timespec until = {.tv_sec = (time_t)(writer->pulse_ms / 1e3)};
    until.tv_nsec = (long)((writer->pulse_ms - 1e3 * (double)until.tv_sec) * 1e6);
    while (writer->first == NULL && !writer->ending) {
        if (pthread_cond_timedwait(&writer->work, &writer->lock, &until) != 0) return;
    }
}

/* Take what waits, as one list; NULL: a pulse is due, or it is the end. */
static job *take(writer *writer) {
    pthread_mutex_lock(&writer->lock);
    wait_for_work(writer);
    if (!writer->ending && writer->first != NULL) {
        pthread_mutex_unlock(&writer->lock);
        keep_apart(writer);
        pthread_mutex_lock(&writer->lock);
    }
    job *first = writer->first, *last = first;
    for (int count = 1; last != NULL && last->next != NULL; count++) {
        bool is_enough = count >= MOST_AT_ONCE && !last->joined;
        if (is_enough || last->is_outside || last->next->is_outside) break;
        last = last->next;
    }
    if (last != NULL) {
        writer->first = last->next;
        if (writer->first == NULL) writer->last = NULL;
        last->next = NULL;
    }
    pthread_mutex_unlock(&writer->lock);
    return first;
}

static void hand_back(writer *writer, job *first, double took_ms) {
    job *last = first;
    uint64_t count = 1;
    for (; last->next != NULL; last = last->next) count++;
    writer->last_jobs = count;
    pthread_mutex_lock(&writer->lock);
    if (writer->done_last != NULL) {
        writer->done_last->next = first;
    } else {
        writer->done_first = first;
    }
    writer->done_last = last;
    writer->last_ms = took_ms;
    histogram_add(&writer->took, took_ms);
    writer->commits++;
    writer->jobs += count;
    writer->finished += count;
    pthread_cond_broadcast(&writer->progress);
    pthread_mutex_unlock(&writer->lock);
    net_wake(writer->server->net);
}

static bool is_at_end(writer *writer) {
    pthread_mutex_lock(&writer->lock);
    bool ends = writer->ending && writer->first == NULL;
    pthread_mutex_unlock(&writer->lock);
    return ends;
}

static void *write_on(void *context) {
    writer *writer = context;
    pthread_setname_np(pthread_self(), "writer");
    while (!is_at_end(writer)) {
        tp_error error = {0};
        job *first = take(writer);
        if (first != NULL) {
            writer->began_ms = exact_ms();
            if (first->is_outside) {
                first->code = first->run(first, writer->store, &first->error);
            } else {
                run_jobs(writer, first);
                look_at(writer, first);
            }
            hand_back(writer, first, exact_ms() - writer->began_ms);
        }
        if (exact_ms() >= writer->pulse_ms) beat(writer, &error);
    }
    return NULL;
}

writer *writer_new(server *server, store *store, tp_error *error) {
    writer *writer = calloc(1, sizeof *writer);
    if (writer == NULL) {
        tp_fail(error, TP_E_MEMORY, TR("no memory for the writer"));
        return NULL;
    }
    writer->server = server;
    writer->store = store;
    writer->pulse_apart_ms = server->cluster != NULL ? STORE_NODE_BEAT_MS : PULSE_MS;
    writer->sick_apart_ms = server->cluster != NULL ? STORE_NODE_BEAT_MS : SICK_PULSE_MS;
    atomic_store(&writer->beat_ms, boot_ms());
    atomic_store(&writer->is_keeper, server->cluster == NULL);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_mutex_init(&writer->lock, NULL);
    pthread_cond_init(&writer->work, &attributes);
    pthread_condattr_destroy(&attributes);
    pthread_cond_init(&writer->progress, NULL);
    if (pthread_create(&writer->thread, NULL, write_on, writer) != 0) {
        tp_fail(error, TP_E_MEMORY, TR("the system cannot start a thread for the writer"));
        free(writer);
        return NULL;
    }
    return writer;
}

static void append(writer *writer, job *first, job *last, size_t count) {
    pthread_mutex_lock(&writer->lock);
    if (writer->last != NULL) {
        writer->last->next = first;
    } else {
        writer->first = first;
    }
    writer->last = last;
    writer->waiting += count;
    writer->given += count;
    pthread_cond_signal(&writer->work);
    pthread_mutex_unlock(&writer->lock);
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

void writer_collect(writer *writer) {
    pthread_mutex_lock(&writer->lock);
    job *job = writer->done_first;
    writer->done_first = writer->done_last = NULL;
    pthread_mutex_unlock(&writer->lock);
    while (job != NULL) {
        struct job *next = job->next;
        job->done(job, writer->server);
        pthread_mutex_lock(&writer->lock);
        writer->waiting--;
        pthread_mutex_unlock(&writer->lock);
        job = next;
    }
}

tp_err writer_free(writer *writer, tp_error *error) {
    if (writer == NULL) return TP_OK;
    pthread_mutex_lock(&writer->lock);
    writer->ending = true;
    pthread_cond_signal(&writer->work);
    pthread_mutex_unlock(&writer->lock);
    pthread_join(writer->thread, NULL);
    writer_collect(writer);
    tp_error why = {0};
    tp_err code = beat(writer, &why);
    if (code != TP_OK && error != NULL) *error = why;
    store_close(writer->store);
    free(writer->claims);
    pthread_mutex_destroy(&writer->lock);
    pthread_cond_destroy(&writer->work);
    pthread_cond_destroy(&writer->progress);
    free(writer);
    return code;
}

bool writer_fails(const writer *writer, char *why, size_t size) {
    struct writer *open = (struct writer *)writer;
    pthread_mutex_lock(&open->lock);
    bool is_sick = writer->is_sick;
    if (is_sick) snprintf(why, size, "%s", writer->why);
    pthread_mutex_unlock(&open->lock);
    return is_sick;
}

int64_t writer_beat_age_ms(const writer *writer) {
    return boot_ms() - atomic_load(&((struct writer *)writer)->beat_ms);
}

uint64_t writer_lapses(const writer *writer) { return atomic_load(&((struct writer *)writer)->lapses); }

bool writer_is_keeper(const writer *writer) { return atomic_load(&((struct writer *)writer)->is_keeper); }

size_t writer_waiting(const writer *writer) {
    struct writer *open = (struct writer *)writer;
    pthread_mutex_lock(&open->lock);
    size_t waiting = writer->waiting;
    pthread_mutex_unlock(&open->lock);
    return waiting;
}

store *writer_store(const writer *writer) { return writer->store; }

uint64_t writer_ticket(const writer *writer) {
    struct writer *open = (struct writer *)writer;
    pthread_mutex_lock(&open->lock);
    uint64_t given = writer->given;
    pthread_mutex_unlock(&open->lock);
    /* A group that is not complete yet will be given in the same turn of the loop. */
    for (const job *job = writer->group_first; job != NULL; job = job->next) given++;
    return given;
}

void writer_await(writer *writer, uint64_t ticket) {
    pthread_mutex_lock(&writer->lock);
    while (writer->finished < ticket) pthread_cond_wait(&writer->progress, &writer->lock);
    pthread_mutex_unlock(&writer->lock);
}

void writer_histogram(const writer *writer, histogram *out) {
    struct writer *open = (struct writer *)writer;
    pthread_mutex_lock(&open->lock);
    *out = writer->took;
    pthread_mutex_unlock(&open->lock);
}

void writer_latency(const writer *writer, double *last_ms, uint64_t *commits, uint64_t *jobs) {
    struct writer *open = (struct writer *)writer;
    pthread_mutex_lock(&open->lock);
    *last_ms = writer->last_ms;
    *commits = writer->commits;
    *jobs = writer->jobs;
    pthread_mutex_unlock(&open->lock);
}
