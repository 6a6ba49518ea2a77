/* Something that takes its time, on a thread of its own, so that the screen goes on. */
#ifndef TAPETE_CLI_TASK_H
#define TAPETE_CLI_TASK_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

typedef struct cli_task {
    bool running; /* begun, and not yet ended by task_end */
    bool threaded;
    pthread_t thread;
    atomic_bool done;
    int wake[2]; /* a pipe: the reading end becomes readable when it is done */
    const char *language;
    void (*work)(void *context);
    void *context;
} cli_task;

void task_open(cli_task *task); /* before anything else */
void task_close(cli_task *task);

/* Begin. If no thread is to be had it is done at once, here. */
void task_begin(cli_task *task, void (*work)(void *context), void *context);
/* Whether it has begun and is done: then end it. */
bool task_is_done(const cli_task *task);
/* Wait until it is done, at most so many milliseconds, -1 for ever. False: it is not. */
bool task_end(cli_task *task, int most_ms);

#endif
