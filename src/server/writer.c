/* The writer: the one thread that talks to the database.
 *
 * Whatever waits when it begins becomes one transaction, so that the cost of making things durable is shared by all who wait for it: the
 * more there is to do, the cheaper each job. On a fast disk there would be a transaction for nearly every job all the same; so one begins
 * some time after the last one began, and whoever comes to a writer that has nothing to do does not wait. Jobs come back in the order in
 * which they were given. */
#include "core/language.h"
#include "server/server.h"

#include <stdlib.h>
#include <time.h>

enum {
    MOST_AT_ONCE = 512, /* so that the first of a flood does not wait for the last */
    APART_MS = 2,       /* transactions begin no closer to each other */
};

struct writer {
    server *server;
    store *store;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t work;
    job *first, *last;           /* given */
    job *done_first, *done_last; /* ready to be collected */
    size_t waiting;              /* given and not collected */
    bool ending;
    double last_ms;
    uint64_t commits, jobs;
    double began_ms; /* the last transaction; for the writer's thread alone */
};

static double exact_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* One job alone in a transaction. */
static void run_alone(writer *writer, job *job) {
    job->code = store_begin(writer->store, &job->error);
    if (job->code != TP_OK) return;
    job->code = job->run(job, writer->store, &job->error);
    if (job->code == TP_OK) job->code = store_commit(writer->store, &job->error);
    if (job->code != TP_OK) store_rollback(writer->store);
}

/* All of them in one transaction; false, and nothing has happened, where anything fails. */
static bool run_together(writer *writer, job *first) {
    if (store_begin(writer->store, NULL) != TP_OK) return false;
    bool good = true;
    for (job *job = first; good && job != NULL; job = job->next) {
        job->code = job->run(job, writer->store, &job->error);
        good = job->code == TP_OK;
    }
    if (good && store_commit(writer->store, NULL) == TP_OK) return true;
    store_rollback(writer->store);
    return false;
}

/* Let more come, where the last transaction began a moment ago. */
static void keep_apart(const writer *writer) {
    double wait_ms = writer->began_ms + APART_MS - exact_ms();
    struct timespec wait = {.tv_nsec = (long)(wait_ms * 1e6)};
    if (wait_ms > 0) nanosleep(&wait, NULL);
}

/* Take what waits, as one list. */
static job *take(writer *writer) {
    pthread_mutex_lock(&writer->lock);
    while (writer->first == NULL && !writer->ending) pthread_cond_wait(&writer->work, &writer->lock);
    if (!writer->ending) {
        pthread_mutex_unlock(&writer->lock);
        keep_apart(writer);
        pthread_mutex_lock(&writer->lock);
    }
    job *first = writer->first, *last = first;
    for (int count = 1; last != NULL && last->next != NULL && count < MOST_AT_ONCE; count++) {
        if (last->is_outside || last->next->is_outside) break;
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
    pthread_mutex_lock(&writer->lock);
    if (writer->done_last != NULL) {
        writer->done_last->next = first;
    } else {
        writer->done_first = first;
    }
    writer->done_last = last;
    writer->last_ms = took_ms;
    writer->commits++;
    writer->jobs += count;
    pthread_mutex_unlock(&writer->lock);
    net_wake(writer->server->net);
}

static void *write_on(void *context) {
    writer *writer = context;
    for (job *first; (first = take(writer)) != NULL;) {
        writer->began_ms = exact_ms();
        if (first->is_outside) {
            first->code = first->run(first, writer->store, &first->error);
        } else if (!run_together(writer, first)) {
            for (job *job = first; job != NULL; job = job->next) run_alone(writer, job);
        }
        hand_back(writer, first, exact_ms() - writer->began_ms);
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
    pthread_mutex_init(&writer->lock, NULL);
    pthread_cond_init(&writer->work, NULL);
    if (pthread_create(&writer->thread, NULL, write_on, writer) != 0) {
        tp_fail(error, TP_E_MEMORY, TR("the system gives no thread for the writer"));
        free(writer);
        return NULL;
    }
    return writer;
}

void writer_give(writer *writer, job *job) {
    job->next = NULL;
    pthread_mutex_lock(&writer->lock);
    if (writer->last != NULL) {
        writer->last->next = job;
    } else {
        writer->first = job;
    }
    writer->last = job;
    writer->waiting++;
    pthread_cond_signal(&writer->work);
    pthread_mutex_unlock(&writer->lock);
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

void writer_free(writer *writer) {
    if (writer == NULL) return;
    pthread_mutex_lock(&writer->lock);
    writer->ending = true;
    pthread_cond_signal(&writer->work);
    pthread_mutex_unlock(&writer->lock);
    pthread_join(writer->thread, NULL);
    writer_collect(writer);
    store_close(writer->store);
    pthread_mutex_destroy(&writer->lock);
    pthread_cond_destroy(&writer->work);
    free(writer);
}

size_t writer_waiting(const writer *writer) {
    struct writer *open = (struct writer *)writer;
    pthread_mutex_lock(&open->lock);
    size_t waiting = writer->waiting;
    pthread_mutex_unlock(&open->lock);
    return waiting;
}

void writer_latency(const writer *writer, double *last_ms, uint64_t *commits, uint64_t *jobs) {
    struct writer *open = (struct writer *)writer;
    pthread_mutex_lock(&open->lock);
    *last_ms = writer->last_ms;
    *commits = writer->commits;
    *jobs = writer->jobs;
    pthread_mutex_unlock(&open->lock);
}
