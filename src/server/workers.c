/* The workers: a thread pool on which agents think, so that nothing slow runs on the event loop. A separate
 * worker hashes passwords.
 *
 * Tasks that a person waits for come first, scheduled fairly by network and then by person (fair.h): an
 * address with sixty guests gets the share of one address. If there are two workers or more, the first does
 * nothing else: however many tables full of bots there are, a person who plays against one soon finds a free
 * worker. A worker that is alone takes them by turns with the others, so that neither wait for long. */
#include "server/workers.h"
#include "core/language.h"
#include "server/server.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

enum { MOST_WORKERS = 64 };

typedef struct queue {
    task *first, *last;
} queue;

typedef struct worker {
    workers *all;
    pthread_t thread;
    bool people_only;
} worker;

struct workers {
    server *server;
    pthread_mutex_t lock;
    pthread_cond_t work;
    fair_queue people, others;
    queue done;
    size_t waiting;
    bool ending;
    int count, niceness;
    bool is_alone, was_for_people; /* one worker; what it took last */
    worker workers[MOST_WORKERS];
};

static void add(queue *queue, task *task) {
    task->next = NULL;
    if (queue->last != NULL) {
        queue->last->next = task;
    } else {
        queue->first = task;
    }
    queue->last = task;
}

/* In milliseconds. */
static double exact_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* The next task for this worker, and the queue that it is from; NULL: there is none. */
static task *take(const worker *worker, fair_queue **from) {
    workers *all = worker->all;
    bool people_first = !(all->is_alone && all->was_for_people);
    *from = people_first ? &all->people : &all->others;
    fair_item *item = fair_take(*from);
    if (item == NULL && !worker->people_only) {
        *from = people_first ? &all->others : &all->people;
        item = fair_take(*from);
    }
    all->was_for_people = *from == &all->people;
    return item != NULL ? (task *)((char *)item - offsetof(task, share)) : NULL;
}

static void *work_on(void *context) {
    worker *worker = context;
    workers *all = worker->all;
    pthread_setname_np(pthread_self(), "worker");
    /* On Linux this is of the calling thread alone. A system that does not allow it works without. */
    setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + all->niceness);
    pthread_mutex_lock(&all->lock);
    while (!all->ending) {
        fair_queue *from;
        task *task = take(worker, &from);
        if (task == NULL) {
            pthread_cond_wait(&all->work, &all->lock);
            continue;
        }
        pthread_mutex_unlock(&all->lock);
        double began_ms = exact_ms();
        task->run(task);
        double took_ms = exact_ms() - began_ms;
        pthread_mutex_lock(&all->lock);
        fair_done(from, &task->share, took_ms);
        add(&all->done, task);
        net_wake(all->server->net);
    }
    pthread_mutex_unlock(&all->lock);
    return NULL;
}

workers *workers_new(server *server, int count, int niceness, tp_error *error) {
    workers *all = calloc(1, sizeof *all);
    if (all == NULL) {
        tp_fail(error, TP_E_MEMORY, TR("no memory for the workers"));
        return NULL;
    }
    all->server = server;
    all->niceness = niceness;
    all->is_alone = count == 1;
    pthread_mutex_init(&all->lock, NULL);
    pthread_cond_init(&all->work, NULL);
    if (count > MOST_WORKERS) count = MOST_WORKERS;
    for (int i = 0; i < count; i++) {
        worker *worker = &all->workers[i];
        worker->all = all;
        worker->people_only = i == 0 && count > 1;
        pthread_mutex_lock(&all->lock);
        bool is_there = pthread_create(&worker->thread, NULL, work_on, worker) == 0;
        if (is_there) all->count++;
        pthread_mutex_unlock(&all->lock);
        if (!is_there) break;
    }
    if (all->count == count) return all;
    tp_fail(error, TP_E_MEMORY, TR("the system cannot start threads for the workers"));
    workers_free(all);
    return NULL;
}

void workers_give(workers *all, task *task) {
    pthread_mutex_lock(&all->lock);
    memcpy(task->share.network, task->network, sizeof task->share.network);
    memcpy(task->share.person, task->whose, sizeof task->share.person);
    fair_add(task->for_people ? &all->people : &all->others, &task->share);
    all->waiting++;
    /* Any worker takes what people wait for; of the rest not every one does: wake them all, they are few. */
    if (task->for_people) {
        pthread_cond_signal(&all->work);
    } else {
        pthread_cond_broadcast(&all->work);
    }
    pthread_mutex_unlock(&all->lock);
}

/* Hand back a list of tasks. */
static void finish(workers *all, task *task) {
    while (task != NULL) {
        struct task *next = task->next;
        task->done(task, all->server);
        pthread_mutex_lock(&all->lock);
        all->waiting--;
        pthread_mutex_unlock(&all->lock);
        task = next;
    }
}

void workers_collect(workers *all) {
    pthread_mutex_lock(&all->lock);
    task *task = all->done.first;
    all->done = (queue){0};
    pthread_mutex_unlock(&all->lock);
    finish(all, task);
}

static void finish_undone(workers *all, fair_queue *queue) {
    for (fair_item *item; (item = fair_take(queue)) != NULL;) {
        task *task = (struct task *)((char *)item - offsetof(struct task, share));
        task->run = NULL;
        task->next = NULL;
        finish(all, task);
    }
    fair_clear(queue);
}

void workers_free(workers *all) {
    if (all == NULL) return;
    pthread_mutex_lock(&all->lock);
    all->ending = true;
    pthread_cond_broadcast(&all->work);
    pthread_mutex_unlock(&all->lock);
    for (int i = 0; i < all->count; i++) pthread_join(all->workers[i].thread, NULL);
    workers_collect(all);
    finish_undone(all, &all->people);
    finish_undone(all, &all->others);
    pthread_mutex_destroy(&all->lock);
    pthread_cond_destroy(&all->work);
    free(all);
}

size_t workers_waiting(const workers *workers) {
    struct workers *all = (struct workers *)workers;
    pthread_mutex_lock(&all->lock);
    size_t waiting = all->waiting;
    pthread_mutex_unlock(&all->lock);
    return waiting;
}

size_t workers_waiting_of(const workers *workers, const char *network) {
    struct workers *all = (struct workers *)workers;
    pthread_mutex_lock(&all->lock);
    size_t waiting = fair_waiting(&all->people, network) + fair_waiting(&all->others, network);
    pthread_mutex_unlock(&all->lock);
    return waiting;
}
