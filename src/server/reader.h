/* The readers: threads that read from the database, each through a connection of its own that can only read.
 *
 * There are two: one for rows (who a person is, who may see a table), which takes microseconds, and one for
 * journals and lists, which can take long. So nobody waits for the journal of a stranger's table before they
 * are let in, and nothing that is read keeps the writer from writing.
 *
 * A read sees everything that was given to the writer before it, as if it were a job of the writer: it begins
 * when all of that is done, and it comes back to the loop after it. If a person is deleted while a read is
 * under way, it is done again: nothing of them comes back.
 *
 * Jobs for people of the table come before those of strangers; within each class the reader is shared out
 * fairly by network and person (fair.h), in milliseconds. Jobs of nobody ("") keep their order. */
#ifndef TAPETE_SERVER_READER_H
#define TAPETE_SERVER_READER_H

#include "server/writer.h"

typedef enum read_lane { READ_ROWS, READ_JOURNALS } read_lane;
typedef enum read_class { READ_FIRST, READ_LAST, READ_CLASS_COUNT } read_class;

/* `most_bytes`: of journals that were read and are still in memory. Beyond it, nothing more is read until
 * something is let go; 0: any number. */
reader *reader_new(server *server, store *of, size_t most_bytes, tp_error *error);
/* Have the job run on the reader of this lane; `network` and `person` may be "". If the server has no
 * reader any more, the job comes back at once, with TP_E_IO. */
void read_give(server *server, read_lane lane, job *job, read_class class, const char *network,
               const char *person);
/* A person at the table waits for it now too: a job that has not begun comes before those of strangers. */
void read_hurry(server *server, read_lane lane, job *job);
/* How many jobs of this network wait for journals. */
size_t read_waiting_of(server *server, const char *network);
/* So many bytes of journals are in memory; on a reader's thread. And they are not any more; on the loop. */
void read_hold(server *server, size_t bytes);
void read_release(server *server, size_t bytes);

void reader_collect(reader *reader); /* on the loop: calls `done` of the jobs that are ready */
void reader_free(reader *reader);    /* jobs that have not begun come back with TP_E_IO; NULL is fine */

typedef struct reader_figures {
    size_t waiting, bytes;
    uint64_t jobs;
} reader_figures;
void reader_get_figures(const reader *reader, reader_figures *out);

#endif
