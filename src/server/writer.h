/* The writer: jobs for the database, one transaction for all that wait (group commit). */
#ifndef TAPETE_SERVER_WRITER_H
#define TAPETE_SERVER_WRITER_H

#include "server/base.h"

typedef struct job job;
struct job {
    job *next;
    fair_item share;    /* of a reader: its place in the queue, */
    bool is_late;       /* behind those of people who sit at the table, */
    uint64_t ticket;    /* after what the writer was given before, */
    uint64_t deletions; /* and how many people had been deleted when it was run */
    bool is_outside;    /* of any transaction: a backup */
    const char
        *owned;    /* the table that it writes to, where there are several servers; NULL: none (cluster.h), */
    int64_t epoch; /* at which this one owns it; */
    bool opens;    /* it makes the table */
    bool is_lost;  /* the table is another server's, so the job was not run: TP_E_REFUSED */
    bool joined;   /* in one transaction with the job behind it: both are kept, or none; set by writer_give */
    tp_err code;   /* how it went; for jobs that write, whether it is durable */
    tp_error error;
    /* On the writer's thread, or a reader's. May be called twice: a transaction that fails as a whole is
     * tried again group by group. */
    tp_err (*run)(job *job, store *store, tp_error *error);
    /* On the loop, in the order in which the jobs were given; frees the job. */
    void (*done)(job *job, server *server);
};

typedef struct writer writer;
struct histogram;

writer *writer_new(server *server, store *store, tp_error *error); /* the store is the writer's from now on */
void writer_give(writer *writer, job *job);
void writer_collect(writer *writer); /* on the loop: calls `done` of the jobs that are ready */
/* Jobs that are given between these two belong together: all of them are kept, or none. On the loop; they
 * nest. */
void writer_join(writer *writer);
void writer_part(writer *writer);
/* After all jobs have been run and collected; whether the database could be relied on at the end. */
tp_err writer_free(writer *writer, tp_error *error);
/* Whether the database fails: it has lost its name, is damaged, or does not take what it is given; `why` is a
 * sentence. */
bool writer_fails(const writer *writer, char *why, size_t size);
size_t writer_waiting(const writer *writer);
/* How long ago the lease was last asked for that the database has given; how often one was over. */
int64_t writer_beat_age_ms(const writer *writer);
uint64_t writer_lapses(const writer *writer);
bool writer_is_keeper(const writer *writer);  /* store_is_keeper; also where there is one server */
store *writer_store(const writer *writer);    /* for store_backup on another thread, and for nothing else */
uint64_t writer_ticket(const writer *writer); /* how many jobs it was given */
/* From another thread: wait until so many of them are done, and their results are on the way to the loop. */
void writer_await(writer *writer, uint64_t ticket);
void writer_histogram(const writer *writer, struct histogram *out); /* how long transactions took */
void writer_latency(const writer *writer, double *last_ms, uint64_t *commits, uint64_t *jobs);

#endif
