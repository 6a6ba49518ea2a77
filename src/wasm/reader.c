/* The readers in a page: the jobs of reader.h, one in each turn of the loop in which nothing waits to be
 * written. */
#include "server/reader.h"
#include "core/language.h"
#include "server/server.h"
#include "server/writer.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

struct reader {
    server *server;
    store *store;
    fair_queue waiting[READ_CLASS_COUNT];
    size_t count, bytes, most_bytes;
    uint64_t jobs;
};

static job *job_of(fair_item *item) { return (job *)((char *)item - offsetof(job, share)); }

static tp_err stopping(job *job) { return tp_fail(&job->error, TP_E_IO, "the server stops"); }

reader *reader_new(server *server, store *of, size_t most_bytes, tp_error *error) {
    reader *reader = calloc(1, sizeof *reader);
    if (reader != NULL) reader->store = store_open_reader(of, error);
    if (reader == NULL || reader->store == NULL) {
        if (reader == NULL) tp_fail(error, TP_E_MEMORY, TR("no memory for the reader"));
        free(reader);
        return NULL;
    }
    reader->server = server;
    reader->most_bytes = most_bytes;
    return reader;
}

static reader *of_lane(const server *server, read_lane lane) {
    return lane == READ_ROWS ? server->rows : server->journals;
}

static void give(reader *reader, job *job) {
    fair_add(&reader->waiting[job->is_late ? READ_LAST : READ_FIRST], &job->share);
    reader->count++;
    net_wake(reader->server->net);
}

void read_give(server *server, read_lane lane, job *job, read_class class, const char *network,
               const char *person) {
    reader *reader = of_lane(server, lane);
    if (reader == NULL) {
        job->code = stopping(job);
        job->done(job, server);
        return;
    }
    job->ticket = writer_ticket(server->writer);
    job->is_late = class == READ_LAST;
    snprintf(job->share.network, sizeof job->share.network, "%s", network);
    snprintf(job->share.person, sizeof job->share.person, "%s", person);
    give(reader, job);
}

void read_hurry(server *server, read_lane lane, job *job) {
    reader *reader = of_lane(server, lane);
    if (reader == NULL || !job->is_late) return;
    if (fair_remove(&reader->waiting[READ_LAST], &job->share)) {
        job->is_late = false;
        fair_add(&reader->waiting[READ_FIRST], &job->share);
    }
}

size_t read_waiting_of(server *server, const char *network) {
    reader *reader = server->journals;
    if (reader == NULL) return 0;
    return fair_waiting(&reader->waiting[READ_FIRST], network) +
           fair_waiting(&reader->waiting[READ_LAST], network);
}

void read_hold(server *server, size_t bytes) { server->journals->bytes += bytes; }

void read_release(server *server, size_t bytes) {
    reader *reader = server->journals;
    if (reader == NULL || bytes == 0) return;
    reader->bytes -= bytes;
    net_wake(server->net);
}

static job *take(reader *reader, fair_queue **from) {
    if (reader->most_bytes > 0 && reader->bytes >= reader->most_bytes) return NULL;
    for (int class = 0; class < READ_CLASS_COUNT; class ++) {
        *from = &reader->waiting[class];
        fair_item *item = fair_take(*from);
        if (item == NULL) continue;
        reader->count--;
        return job_of(item);
    }
    return NULL;
}

void reader_collect(reader *reader) {
    if (reader == NULL || writer_waiting(reader->server->writer) > 0) return;
    fair_queue *from;
    job *job = take(reader, &from);
    if (job == NULL) return;
    job->code = job->run(job, reader->store, &job->error);
    fair_done(from, &job->share, 0);
    reader->jobs++;
    job->done(job, reader->server);
    if (reader->count > 0) net_wake(reader->server->net);
}

void reader_free(reader *reader) {
    if (reader == NULL) return;
    server *server = reader->server;
    if (server->rows == reader) server->rows = NULL;
    if (server->journals == reader) server->journals = NULL;
    for (int class = 0; class < READ_CLASS_COUNT; class ++) {
        for (fair_item *item; (item = fair_take(&reader->waiting[class])) != NULL;) {
            job *job = job_of(item);
            job->code = stopping(job);
            job->done(job, server);
        }
        fair_clear(&reader->waiting[class]);
    }
    store_close(reader->store);
    free(reader);
}

void reader_get_figures(const reader *reader, reader_figures *out) {
    *out = (reader_figures){.waiting = reader->count, .bytes = reader->bytes, .jobs = reader->jobs};
}
