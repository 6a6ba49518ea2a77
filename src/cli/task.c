/* A thread for what takes its time; see task.h. */
#include "cli/task.h"

#include "tapete/language.h"

#include <fcntl.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

void task_open(cli_task *task) {
    task->running = false;
    atomic_init(&task->done, false);
    if (pipe2(task->wake, O_CLOEXEC | O_NONBLOCK) != 0) task->wake[0] = task->wake[1] = -1;
}

void task_close(cli_task *task) {
    for (int i = 0; i < 2; i++) {
        if (task->wake[i] >= 0) close(task->wake[i]);
    }
}

static void finish(cli_task *task) {
    atomic_store(&task->done, true);
    ssize_t written = task->wake[1] >= 0 ? write(task->wake[1], "", 1) : 0;
    (void)written; /* a full pipe wakes as well */
}

static void *run(void *context) {
    cli_task *task = context;
    tp_language_set(task->language);
    task->work(task->context);
    finish(task);
    return NULL;
}

void task_begin(cli_task *task, void (*work)(void *context), void *context) {
    task->running = true;
    task->work = work;
    task->context = context;
    task->language = tp_language();
    atomic_store(&task->done, false);
    /* Signals are for the screen. */
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    task->threaded = pthread_create(&task->thread, NULL, run, task) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (task->threaded) return;
    work(context);
    finish(task);
}

bool task_is_done(const cli_task *task) { return task->running && atomic_load(&task->done); }

bool task_end(cli_task *task, int most_ms) {
    if (!task->running) return true;
    if (task->threaded && most_ms < 0) pthread_join(task->thread, NULL);
    if (task->threaded && most_ms >= 0) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_sec += most_ms / 1000;
        until.tv_nsec += most_ms % 1000 * 1000000L;
        if (until.tv_nsec >= 1000000000L) {
            until.tv_sec++;
            until.tv_nsec -= 1000000000L;
        }
        if (pthread_timedjoin_np(task->thread, NULL, &until) != 0) return false;
    }
    char bytes[16];
    while (task->wake[0] >= 0 && read(task->wake[0], bytes, sizeof bytes) > 0) continue;
    task->running = false;
    return true;
}
