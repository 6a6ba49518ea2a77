/* Playing deals on many threads, and adding them up in order. */
#include "arena/arena.h"
#include "core/language.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WINDOW = 4096, SYNC_S = 1 };

/* What the threads share; under the lock, except `stopping`. */
typedef struct shared {
    const arena_run *run;
    arena_result *result;
    arena_times *times;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    atomic_bool stopping;
    int64_t next;      /* the first deal that nobody has taken */
    size_t next_known; /* the first known deal that is not below it */
    size_t added_known;
    arena_deal *finished; /* deal n lies at n % WINDOW until it is added */
    bool *is_finished;
    int working;
    tp_err code;
    tp_error error;
} shared;

static bool must_stop(void *context) {
    shared *s = context;
    return atomic_load(&s->stopping) || (s->run->interrupted != NULL && s->run->interrupted());
}

/* Add everything that follows what was added before. */
static void advance(shared *s) {
    arena_result *result = s->result;
    while (result->deals < s->run->plan->deals && result->decision == 0) {
        int64_t number = result->deals;
        if (s->added_known < s->run->known_count && s->run->known[s->added_known].number == number) {
            arena_result_add(result, &s->run->known[s->added_known++]);
        } else if (s->is_finished[number % WINDOW] && s->finished[number % WINDOW].number == number) {
            s->is_finished[number % WINDOW] = false;
            arena_result_add(result, &s->finished[number % WINDOW]);
        } else {
            break;
        }
    }
    if (result->decision != 0) atomic_store(&s->stopping, true);
}

static void fail(shared *s, tp_err code, const tp_error *error) {
    if (s->code == TP_OK) {
        s->code = code;
        s->error = *error;
    }
    atomic_store(&s->stopping, true);
}

/* Take the next deal that is to be played; -1: there is none. Called with the lock. */
static int64_t take(shared *s) {
    for (;;) {
        while (s->next_known < s->run->known_count && s->run->known[s->next_known].number <= s->next)
            s->next += s->run->known[s->next_known++].number == s->next;
        if (must_stop(s) || s->next >= s->run->plan->deals) return -1;
        if (s->next < s->result->deals + WINDOW) return s->next++;
        pthread_cond_wait(&s->changed, &s->lock);
    }
}

/* A thread plays itself, or waits for a hand that does. */
typedef struct worker {
    shared *shared;
    int hand; /* -1: none */
    pthread_t thread;
} worker;

static bool play(const worker *worker, arena_player *player, int64_t number, arena_deal *deal,
                 arena_times *times, tp_error *error) {
    shared *s = worker->shared;
    if (worker->hand < 0) return arena_play_deal(player, number, must_stop, s, deal, times, error);
    const arena_hands *hands = s->run->hands;
    return hands->play(hands->context, worker->hand, number, must_stop, s, deal, times, error);
}

static void *work(void *context) {
    const worker *worker = context;
    shared *s = worker->shared;
    const arena_plan *plan = s->run->plan;
    size_t size = (size_t)plan->agent_count * sizeof(arena_times);
    arena_times *times = malloc(size);
    tp_error error = {0};
    arena_player *player = worker->hand < 0 ? arena_player_new(plan, s->run->games_to, &error) : NULL;
    bool is_ready = times != NULL && (player != NULL || worker->hand >= 0);
    pthread_mutex_lock(&s->lock);
    if (!is_ready) fail(s, tp_fail(&error, TP_E_MEMORY, TR("there is not enough memory")), &error);
    int64_t number;
    while (is_ready && (number = take(s)) >= 0) {
        arena_deal deal;
        pthread_mutex_unlock(&s->lock);
        memset(times, 0, size);
        bool played = play(worker, player, number, &deal, times, &error);
        pthread_mutex_lock(&s->lock);
        if (!played) {
            if (error.code != TP_OK) fail(s, error.code, &error);
            break;
        }
        s->finished[number % WINDOW] = deal;
        s->is_finished[number % WINDOW] = true;
        for (int i = 0; i < plan->agent_count; i++) arena_times_merge(&s->times[i], &times[i]);
        if (s->run->record != NULL) {
            tp_err code = arena_record_add(s->run->record, plan, &deal, times, &error);
            if (code != TP_OK) fail(s, code, &error);
        }
        advance(s);
        pthread_cond_broadcast(&s->changed);
    }
    pthread_mutex_unlock(&s->lock);
    arena_player_free(player); /* programs may take a moment to end */
    pthread_mutex_lock(&s->lock);
    s->working--;
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
    free(times);
    return NULL;
}

static struct timespec later(int ms) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    time.tv_sec += ms / 1000;
    time.tv_nsec += (long)(ms % 1000) * 1000000;
    if (time.tv_nsec >= 1000000000) {
        time.tv_nsec -= 1000000000;
        time.tv_sec++;
    }
    return time;
}

/* Look after the threads until they are done: report progress, and put the record on the disk. Called
 * with the lock. */
static void watch(shared *s) {
    const arena_run *run = s->run;
    struct timespec last_sync = later(0);
    while (s->working > 0) {
        struct timespec until = later(run->watch_ms > 0 ? run->watch_ms : 200);
        while (s->working > 0 && pthread_cond_timedwait(&s->changed, &s->lock, &until) == 0) {}
        if (run->watch != NULL && !run->watch(run->context, s->result, s->times)) {
            atomic_store(&s->stopping, true);
            pthread_cond_broadcast(&s->changed);
        }
        struct timespec now = later(0);
        if (run->record == NULL || now.tv_sec - last_sync.tv_sec < SYNC_S) continue;
        tp_error error = {0};
        tp_err code = arena_record_sync(run->record, &error);
        if (code != TP_OK) fail(s, code, &error);
        last_sync = now;
    }
}

static void start(shared *s) {
    worker workers[ARENA_MOST_THREADS];
    int started = 0, hands = s->run->hands != NULL ? s->run->hands->count : 0;
    pthread_mutex_lock(&s->lock);
    advance(s);
    for (; started < s->run->threads + hands; started++) {
        workers[started] = (worker){.shared = s, .hand = started < hands ? started : -1};
        if (pthread_create(&workers[started].thread, NULL, work, &workers[started]) != 0) break;
    }
    s->working = started;
    if (started == 0) {
        tp_error error = {0};
        fail(s, tp_fail(&error, TP_E_IO, TR("the system cannot start a thread")), &error);
    }
    watch(s);
    pthread_mutex_unlock(&s->lock);
    for (int i = 0; i < started; i++) pthread_join(workers[i].thread, NULL);
    tp_error error = {0};
    tp_err code = s->run->record != NULL ? arena_record_sync(s->run->record, &error) : TP_OK;
    if (code != TP_OK) fail(s, code, &error);
}

tp_err arena_play(const arena_run *run, arena_result *result, arena_times *times, tp_error *error) {
    shared s = {.run = run, .result = result, .times = times};
    pthread_condattr_t attributes;
    tp_assert(run->threads >= 1);
    tp_assert(run->threads + (run->hands != NULL ? run->hands->count : 0) <= ARENA_MOST_THREADS);
    s.finished = calloc(WINDOW, sizeof *s.finished);
    s.is_finished = calloc(WINDOW, sizeof *s.is_finished);
    if (s.finished == NULL || s.is_finished == NULL) {
        s.code = tp_fail(&s.error, TP_E_MEMORY, TR("there is not enough memory"));
    } else {
        pthread_mutex_init(&s.lock, NULL);
        pthread_condattr_init(&attributes);
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
        pthread_cond_init(&s.changed, &attributes);
        pthread_condattr_destroy(&attributes);
        start(&s);
        pthread_cond_destroy(&s.changed);
        pthread_mutex_destroy(&s.lock);
    }
    free(s.finished);
    free(s.is_finished);
    if (s.code != TP_OK && error != NULL) *error = s.error;
    return s.code;
}
