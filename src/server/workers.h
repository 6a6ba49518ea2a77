/* The workers (a thread pool): agents think; passwords are hashed by one of their own. */
#ifndef TAPETE_SERVER_WORKERS_H
#define TAPETE_SERVER_WORKERS_H

#include "server/base.h"

typedef struct task task;
struct task {
    task *next;
    bool for_people;            /* a person waits for it: comes first, and one worker does nothing else */
    char network[NETWORK_SIZE]; /* from where it was asked for; "": from nowhere in particular */
    char whose[ID_SIZE];        /* who has asked for it; "": nobody in particular */
    fair_item share;            /* its place in the queue, which is shared out by network and person */
    void (*run)(task *task);    /* on a worker's thread */
    void (*done)(task *task, server *server); /* on the loop; frees the task */
};

typedef struct workers workers;

/* `niceness`: how far behind the event loop and the writer they stand, if there is not enough processor
 * for all. */
workers *workers_new(server *server, int count, int niceness, tp_error *error);
void workers_give(workers *all, task *task);
void workers_collect(workers *all);
void workers_free(
    workers *all); /* tasks that have not begun are handed back undone through `done` with run = NULL */
size_t workers_waiting(const workers *workers);
/* How many tasks of this network that a person waits for have not begun. */
size_t workers_waiting_of(const workers *workers, const char *network);

#endif
