/* Threads that work through a range together: a parallel for over pieces that each thread takes from a
 * counter. A thread that waits spins for a moment, since the next step is mostly near, and then sleeps. */
#include "batch/internal.h"

#include <stdlib.h>
#include <unistd.h>

enum { SPINS = 2000 };

struct pool {
    uint32_t threads, started;
    pid_t process; /* whose threads these are */
    pthread_t *ids;
    pthread_mutex_t lock;
    pthread_cond_t wake, finished;
    atomic_uint round; /* raised when there is work */
    atomic_uint next;
    atomic_uint working;
    bool stopping;
    pool_work *work;
    void *context;
    uint32_t count, piece;
};

typedef struct member {
    pool *p;
    uint32_t number;
} member;

static void take_pieces(pool *p, uint32_t worker) {
    for (;;) {
        uint32_t first = atomic_fetch_add(&p->next, p->piece);
        if (first >= p->count) return;
        uint32_t end = p->count - first < p->piece ? p->count : first + p->piece;
        p->work(p->context, worker, first, end);
    }
}

static void *live(void *argument) {
    member self = *(member *)argument;
    pool *p = self.p;
    uint32_t seen = 0;
    free(argument);
    for (;;) {
        for (int i = 0; i < SPINS && atomic_load(&p->round) == seen; i++) {}
        pthread_mutex_lock(&p->lock);
        while (atomic_load(&p->round) == seen) pthread_cond_wait(&p->wake, &p->lock);
        seen = atomic_load(&p->round);
        bool stopping = p->stopping;
        pthread_mutex_unlock(&p->lock);
        if (stopping) return NULL;
        take_pieces(p, self.number);
        if (atomic_fetch_sub(&p->working, 1) != 1) continue;
        pthread_mutex_lock(&p->lock);
        pthread_cond_signal(&p->finished);
        pthread_mutex_unlock(&p->lock);
    }
}

/* In a child the threads of the parent are gone, and its lock may be in any state. */
static void start(pool *p) {
    if (p->process == getpid()) return;
    p->process = getpid();
    p->started = 0;
    p->stopping = false;
    atomic_store(&p->round, 0);
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->wake, NULL);
    pthread_cond_init(&p->finished, NULL);
    while (p->started + 1 < p->threads) {
        member *self = malloc(sizeof *self);
        if (self == NULL) return;
        *self = (member){p, p->started + 1};
        if (pthread_create(&p->ids[p->started], NULL, live, self) != 0) {
            free(self);
            return;
        }
        p->started++;
    }
}

void pool_run(pool *p, pool_work *work, void *context, uint32_t count, uint32_t piece) {
    if (p->threads == 1 || count <= piece) {
        work(context, 0, 0, count);
        return;
    }
    start(p);
    p->work = work;
    p->context = context;
    p->count = count;
    p->piece = piece;
    atomic_store(&p->next, 0);
    atomic_store(&p->working, p->started);
    pthread_mutex_lock(&p->lock);
    atomic_fetch_add(&p->round, 1);
    pthread_cond_broadcast(&p->wake);
    pthread_mutex_unlock(&p->lock);
    take_pieces(p, 0);
    for (int i = 0; i < SPINS && atomic_load(&p->working) != 0; i++) {}
    pthread_mutex_lock(&p->lock);
    while (atomic_load(&p->working) != 0) pthread_cond_wait(&p->finished, &p->lock);
    pthread_mutex_unlock(&p->lock);
}

pool *pool_new(uint32_t threads) {
    pool *p = calloc(1, sizeof *p);
    if (p == NULL) return NULL;
    p->threads = threads;
    p->ids = calloc(threads, sizeof *p->ids);
    if (p->ids != NULL) return p;
    free(p);
    return NULL;
}

void pool_free(pool *p) {
    if (p == NULL) return;
    if (p->process == getpid()) {
        pthread_mutex_lock(&p->lock);
        p->stopping = true;
        atomic_fetch_add(&p->round, 1);
        pthread_cond_broadcast(&p->wake);
        pthread_mutex_unlock(&p->lock);
        for (uint32_t i = 0; i < p->started; i++) pthread_join(p->ids[i], NULL);
        pthread_mutex_destroy(&p->lock);
        pthread_cond_destroy(&p->wake);
        pthread_cond_destroy(&p->finished);
    }
    free(p->ids);
    free(p);
}
