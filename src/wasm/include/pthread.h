/* Threads, where there is one: locks are free, a thread is not available, and callers then do the work
 * themselves. */
#ifndef TAPETE_WASM_PTHREAD_H
#define TAPETE_WASM_PTHREAD_H

#include <errno.h>

/* The types are those of the C library, which some of its headers declare too. */
#define __NEED_pthread_t
#define __NEED_pthread_once_t
#define __NEED_pthread_mutex_t
#include <bits/alltypes.h>
#define PTHREAD_MUTEX_INITIALIZER \
    { 0 }
#define PTHREAD_ONCE_INIT 0

static inline int pthread_create(pthread_t *thread, const void *attributes, void *(*run)(void *),
                                 void *context) {
    (void)thread, (void)attributes, (void)run, (void)context;
    return EAGAIN;
}

static inline int pthread_join(pthread_t thread, void **result) {
    (void)thread, (void)result;
    return ESRCH;
}

static inline int pthread_mutex_init(pthread_mutex_t *mutex, const void *attributes) {
    (void)mutex, (void)attributes;
    return 0;
}

static inline int pthread_mutex_destroy(pthread_mutex_t *mutex) {
    (void)mutex;
    return 0;
}

static inline int pthread_mutex_lock(pthread_mutex_t *mutex) {
    (void)mutex;
    return 0;
}

static inline int pthread_mutex_unlock(pthread_mutex_t *mutex) {
    (void)mutex;
    return 0;
}

static inline int pthread_once(pthread_once_t *once, void (*run)(void)) {
    if (*once == 0) run();
    *once = 1;
    return 0;
}

#endif
