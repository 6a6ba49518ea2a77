/* The readers: see reader.h. */
#include "server/reader.h"
#include "server/server.h"
#include "server/writer.h"

#include "core/language.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct reader {
    server *server;
    store *store;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t work;
    fair_queue waiting[READ_CLASS_COUNT];
    job *done_first, *done_last; /* ready to be collected */
    size_t count;                /* given and not begun */
    size_t bytes, most_bytes;    /* of journals in memory */
    bool ending;
    uint64_t jobs;
};

static double exact_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static job *job_of(fair_item *item) { return (job *)((char *)item - offsetof(job, share)); }

static tp_err stopping(job *job) { return tp_fail(&job->error, TP_E_IO, "the server stops"); }

/* The next job, with the queue that it is from. NULL: there is none, or what was read before must be let go
 * first. */
static job *take(reader *reader, fair_queue **from) {
    if (reader->most_bytes > 0 && reader->bytes >= reader->most_bytes) return NULL;
    for (int class = 0; class < READ_CLASS_COUNT; class ++) {
        *from = &reader->waiting[class];
        fair_item *item = fair_take(*from);
        if (item == NULL) continue;
        reader->count--;
        return job_of(item);
    }
    return NULL;
}

static void put_back(reader *reader, job *job) {
    job->next = NULL;
    if (reader->done_last != NULL) {
        reader->done_last->next = job;
    } else {
        reader->done_first = job;
    }
    reader->done_last = job;
}

static void *read_on(void *context) {
    reader *reader = context;
    server *server = reader->server;
    pthread_mutex_lock(&reader->lock);
    while (!reader->ending) {
        fair_queue *from;
        job *job = take(reader, &from);
        if (job == NULL) {
            pthread_cond_wait(&reader->work, &reader->lock);
            continue;
        }
        pthread_mutex_unlock(&reader->lock);
        writer_await(server->writer, job->ticket);
        double began_ms = exact_ms();
        job->deletions = atomic_load(&server->deletions);
        job->code = job->run(job, reader->store, &job->error);
        double took_ms = exact_ms() - began_ms;
        pthread_mutex_lock(&reader->lock);
        fair_done(from, &job->share, took_ms);
        reader->jobs++;
        put_back(reader, job);
        net_wake(server->net);
    }
    pthread_mutex_unlock(&reader->lock);
    return NULL;
}

reader *reader_new(server *server, store *of, size_t most_bytes, tp_error *error) {
    reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL) {
        tp_fail(error, TP_E_MEMORY, TR("no memory for the reader"));
        return NULL;
    }
    reader->server = server;
    reader->most_bytes = most_bytes;
    reader->store = store_open_reader(of, error);
    if (reader->store == NULL) {
        free(reader);
        return NULL;
    }
    pthread_mutex_init(&reader->lock, NULL);
    pthread_cond_init(&reader->work, NULL);
    if (pthread_create(&reader->thread, NULL, read_on, reader) != 0) {
        tp_fail(error, TP_E_MEMORY, TR("the system cannot start a thread for the reader"));
        store_close(reader->store);
        free(reader);
        return NULL;
    }
    return reader;
}

static reader *of_lane(const server *server, read_lane lane) {
    return lane == READ_ROWS ? server->rows : server->journals;
}

static void give(reader *reader, job *job) {
    pthread_mutex_lock(&reader->lock);
    fair_add(&reader->waiting[job->is_late ? READ_LAST : READ_FIRST], &job->share);
    reader->count++;
    pthread_cond_signal(&reader->work);
    pthread_mutex_unlock(&reader->lock);
}

void read_give(server *server, read_lane lane, job *job, read_class class, const char *network,
               const char *person) {
    reader *reader = of_lane(server, lane);
    if (reader == NULL) {
        job->code = stopping(job);
        job->done(job, server);
        return;
    }
    job->ticket = writer_ticket(server->writer);
    job->is_late = class == READ_LAST;
    snprintf(job->share.network, sizeof job->share.network, "%s", network);
    snprintf(job->share.person, sizeof job->share.person, "%s", person);
    give(reader, job);
}

void read_hurry(server *server, read_lane lane, job *job) {
    reader *reader = of_lane(server, lane);
    if (reader == NULL || !job->is_late) return;
    pthread_mutex_lock(&reader->lock);
    if (fair_remove(&reader->waiting[READ_LAST], &job->share)) {
        job->is_late = false;
        fair_add(&reader->waiting[READ_FIRST], &job->share);
    }
    pthread_mutex_unlock(&reader->lock);
}

size_t read_waiting_of(server *server, const char *network) {
    reader *reader = server->journals;
    if (reader == NULL) return 0;
    pthread_mutex_lock(&reader->lock);
    size_t waiting = fair_waiting(&reader->waiting[READ_FIRST], network) +
                     fair_waiting(&reader->waiting[READ_LAST], network);
    pthread_mutex_unlock(&reader->lock);
    return waiting;
}

void read_hold(server *server, size_t bytes) {
    reader *reader = server->journals;
    pthread_mutex_lock(&reader->lock);
    reader->bytes += bytes;
    pthread_mutex_unlock(&reader->lock);
}

void read_release(server *server, size_t bytes) {
    reader *reader = server->journals;
    if (reader == NULL || bytes == 0) return;
    pthread_mutex_lock(&reader->lock);
    reader->bytes -= bytes;
    pthread_cond_signal(&reader->work);
    pthread_mutex_unlock(&reader->lock);
}

void reader_collect(reader *reader) {
    if (reader == NULL) return;
    server *server = reader->server;
    pthread_mutex_lock(&reader->lock);
    job *job = reader->done_first;
    reader->done_first = reader->done_last = NULL;
    pthread_mutex_unlock(&reader->lock);
    if (job == NULL) return;
    /* All that these reads have seen comes back before them. */
    writer_collect(server->writer);
    while (job != NULL) {
        struct job *next = job->next;
        if (job->deletions != atomic_load(&server->deletions) && !atomic_load(&server->stopping)) {
            give(reader, job);
        } else {
            job->done(job, server);
        }
        job = next;
    }
}

void reader_free(reader *reader) {
    if (reader == NULL) return;
    server *server = reader->server;
    pthread_mutex_lock(&reader->lock);
    reader->ending = true;
    pthread_cond_signal(&reader->work);
    pthread_mutex_unlock(&reader->lock);
    pthread_join(reader->thread, NULL);
    /* From now on every request comes back at once. */
    if (server->rows == reader) server->rows = NULL;
    if (server->journals == reader) server->journals = NULL;
    reader_collect(reader);
    for (int class = 0; class < READ_CLASS_COUNT; class ++) {
        for (fair_item *item; (item = fair_take(&reader->waiting[class])) != NULL;) {
            job *job = job_of(item);
            job->code = stopping(job);
            job->done(job, server);
        }
        fair_clear(&reader->waiting[class]);
    }
    store_close(reader->store);
    pthread_mutex_destroy(&reader->lock);
    pthread_cond_destroy(&reader->work);
    free(reader);
}

void reader_get_figures(const reader *reader, reader_figures *out) {
    struct reader *open = (struct reader *)reader;
    pthread_mutex_lock(&open->lock);
    *out = (reader_figures){.waiting = reader->count, .bytes = reader->bytes, .jobs = reader->jobs};
    pthread_mutex_unlock(&open->lock);
}
