/* The workers: threads on which agents think and passwords are hashed, so that nothing slow ever runs on the loop.
 *
 * Tasks that a person waits for come first, and everybody's first task before anybody's second. Where there are two workers or more, the first of them does nothing else: however many tables full of bots
 * there are, somebody who plays against one finds a free worker soon. */
#include "core/language.h"
#include "server/server.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_WORKERS = 64 };

typedef struct queue {
    task *first, *last;
} queue;

typedef struct worker {
    workers *all;
    pthread_t thread;
    bool people_only;
    char whose[ID_SIZE]; /* what it works on */
} worker;

struct workers {
    server *server;
    pthread_mutex_t lock;
    pthread_cond_t work;
    queue people, others, done;
    size_t waiting;
    bool ending;
    int count;
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

static bool is_same(const char *whose, const task *task) {
    return whose[0] != '\0' && strcmp(whose, task->whose) == 0;
}

/* Behind those of whoever has at most as many tasks before this one: somebody's first comes before anybody's second. */
static void add_fairly(const workers *all, queue *queue, task *task) {
    task->rank = 0;
    for (int i = 0; i < all->count; i++) task->rank += is_same(all->workers[i].whose, task);
    for (const struct task *other = queue->first; other != NULL; other = other->next)
        task->rank += is_same(other->whose, task);
    if (queue->last == NULL || queue->last->rank <= task->rank) {
        add(queue, task);
        return;
    }
    struct task **link = &queue->first;
    /* The last one ranks behind this one, so the list does not end before the place is found. */
    while (*link != NULL && (*link)->rank <= task->rank) link = &(*link)->next;
    task->next = *link;
    *link = task;
}

static task *take(queue *queue) {
    task *task = queue->first;
    if (task == NULL) return NULL;
    queue->first = task->next;
    if (queue->first == NULL) queue->last = NULL;
    return task;
}

static void *work_on(void *context) {
    worker *worker = context;
    workers *all = worker->all;
    pthread_mutex_lock(&all->lock);
    while (!all->ending) {
        task *task = take(&all->people);
        if (task == NULL && !worker->people_only) task = take(&all->others);
        if (task == NULL) {
            pthread_cond_wait(&all->work, &all->lock);
            continue;
        }
        memcpy(worker->whose, task->whose, sizeof worker->whose);
        pthread_mutex_unlock(&all->lock);
        task->run(task);
        pthread_mutex_lock(&all->lock);
        worker->whose[0] = '\0';
        add(&all->done, task);
        net_wake(all->server->net);
    }
    pthread_mutex_unlock(&all->lock);
    return NULL;
}

workers *workers_new(server *server, int count, tp_error *error) {
    workers *all = calloc(1, sizeof *all);
    if (all == NULL) {
        tp_fail(error, TP_E_MEMORY, TR("no memory for the workers"));
        return NULL;
    }
    all->server = server;
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
    tp_fail(error, TP_E_MEMORY, TR("the system gives no threads for the workers"));
    workers_free(all);
    return NULL;
}

void workers_give(workers *all, task *task) {
    pthread_mutex_lock(&all->lock);
    add_fairly(all, task->for_people ? &all->people : &all->others, task);
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

static void finish_undone(workers *all, queue *queue) {
    for (task *task = queue->first; task != NULL; task = task->next) task->run = NULL;
    finish(all, queue->first);
    *queue = (struct queue){0};
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
