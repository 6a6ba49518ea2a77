/* The workers in a page: the tasks of workers.h, one in each turn of the loop in which nothing waits to be
 * written. What a person waits for comes by turns with the rest, as where one worker is alone. */
#include "server/workers.h"
#include "core/language.h"
#include "server/server.h"
#include "server/writer.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct workers {
    server *server;
    fair_queue people, others;
    size_t waiting;
    bool was_for_people; /* what it took last */
};

workers *workers_new(server *server, int count, int niceness, tp_error *error) {
    workers *all = calloc(1, sizeof *all);
    (void)count, (void)niceness;
    if (all == NULL) {
        tp_fail(error, TP_E_MEMORY, TR("no memory for the workers"));
        return NULL;
    }
    all->server = server;
    return all;
}

void workers_give(workers *all, task *task) {
    memcpy(task->share.network, task->network, sizeof task->share.network);
    memcpy(task->share.person, task->whose, sizeof task->share.person);
    fair_add(task->for_people ? &all->people : &all->others, &task->share);
    all->waiting++;
    net_wake(all->server->net);
}

static task *take(workers *all, fair_queue **from) {
    *from = all->was_for_people ? &all->others : &all->people;
    fair_item *item = fair_take(*from);
    if (item == NULL) {
        *from = all->was_for_people ? &all->people : &all->others;
        item = fair_take(*from);
    }
    all->was_for_people = *from == &all->people;
    return item != NULL ? (task *)((char *)item - offsetof(task, share)) : NULL;
}

static void finish(workers *all, task *task) {
    all->waiting--;
    task->done(task, all->server);
}

void workers_collect(workers *all) {
    if (writer_waiting(all->server->writer) > 0) return;
    fair_queue *from;
    task *task = take(all, &from);
    if (task == NULL) return;
    int64_t began_ms = server_now_ms();
    task->run(task);
    fair_done(from, &task->share, (double)(server_now_ms() - began_ms));
    finish(all, task);
    if (all->waiting > 0) net_wake(all->server->net);
}

static void finish_undone(workers *all, fair_queue *queue) {
    for (fair_item *item; (item = fair_take(queue)) != NULL;) {
        task *task = (struct task *)((char *)item - offsetof(struct task, share));
        task->run = NULL;
        finish(all, task);
    }
    fair_clear(queue);
}

void workers_free(workers *all) {
    if (all == NULL) return;
    finish_undone(all, &all->people);
    finish_undone(all, &all->others);
    free(all);
}

size_t workers_waiting(const workers *workers) { return workers->waiting; }

size_t workers_waiting_of(const workers *workers, const char *network) {
    struct workers *all = (struct workers *)workers;
    return fair_waiting(&all->people, network) + fair_waiting(&all->others, network);
}
