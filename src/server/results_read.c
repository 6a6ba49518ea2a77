/* The results of games that were over before this version kept what it keeps of them now: made again from
 * their journals.
 *
 * One table at a time, so that nobody notices: the reader reads a journal, a worker plays it again, the
 * writer writes what came out. If the server is stopped meanwhile, the next one goes on. */
#include "server/journals.h"
#include "server/log.h"
#include "server/reader.h"
#include "server/results.h"
#include "server/server.h"
#include "server/table.h"
#include "server/workers.h"
#include "server/writer.h"

#include <stdlib.h>
#include <string.h>

typedef struct catching_up {
    job job;
    task task;
    server *server;
    char table[ID_SIZE]; /* "": there is none left */
    json_t *entries;
    bool is_made;
    results results;
    tp_error error;
} catching_up;

static catching_up *of_task(task *task) {
    return (catching_up *)((char *)task - offsetof(catching_up, task));
}

static void begin_reading(catching_up *this);

/* No more: all of it is done, or the server stops. */
static void finish(catching_up *this) {
    json_decref(this->entries);
    free(this);
}

/* ---- the third step: write ---- */

static tp_err run_writing(job *job, store *store, tp_error *error) {
    const catching_up *this = (catching_up *)job;
    tp_err code = this->is_made ? results_write(store, &this->results, error) : TP_OK;
    return code == TP_OK ? store_unread_done(store, this->table, error) : code;
}

static void writing_done(job *job, server *server) {
    catching_up *this = (catching_up *)job;
    if (job->code != TP_OK) {
        /* It is still in the list, for the next time that the server starts. */
        server_log(LOG_ERROR, "old results cannot be written", "table", this->table, "why", job->error.text,
                   NULL);
        finish(this);
    } else if (atomic_load(&server->stopping)) {
        finish(this);
    } else {
        begin_reading(this);
    }
}

/* ---- the second: play it again ---- */

/* Up to the end of the game: who gets up afterwards has still played it. */
static int64_t cut_behind_end(json_t *entries) {
    for (size_t i = 0; i < json_array_size(entries); i++) {
        const json_t *entry = json_array_get(entries, i);
        const char *is = json_string_value(json_object_get(entry, "is"));
        if (is == NULL || strcmp(is, "over") != 0) continue;
        while (json_array_size(entries) > i + 1) json_array_remove(entries, i + 1);
        return json_integer_value(json_object_get(entry, "at"));
    }
    return -1;
}

static void play_again(task *task) {
    catching_up *this = of_task(task);
    int64_t ended_ms = cut_behind_end(this->entries);
    table *table = table_from_journal(this->server, this->table, this->entries, &this->error);
    this->is_made = table != NULL && table->match != NULL && ended_ms >= 0;
    if (this->is_made) results_make(table, ended_ms, &this->results);
    table_free(table);
}

static void playing_done(task *task, server *server) {
    catching_up *this = of_task(task);
    if (task->run == NULL || atomic_load(&server->stopping)) {
        finish(this);
        return;
    }
    if (!this->is_made)
        server_log(LOG_ERROR, "a table cannot be read", "table", this->table, "why", this->error.text, NULL);
    this->job = (job){.run = run_writing, .done = writing_done};
    writer_give(server->writer, &this->job);
}

/* ---- the first: read ---- */

static tp_err run_reading(job *job, store *store, tp_error *error) {
    catching_up *this = (catching_up *)job;
    tp_err code = store_unread_next(store, this->table, error);
    if (code == TP_E_UNKNOWN) this->table[0] = '\0';
    if (code != TP_OK) return code == TP_E_UNKNOWN ? TP_OK : code;
    return journal_entries(store, this->table, this->entries, NULL, error);
}

static void reading_done(job *job, server *server) {
    catching_up *this = (catching_up *)job;
    if (job->code != TP_OK || this->table[0] == '\0' || atomic_load(&server->stopping)) {
        finish(this);
        return;
    }
    this->task = (task){.run = play_again, .done = playing_done};
    workers_give(server->workers, &this->task);
}

static void begin_reading(catching_up *this) {
    this->job = (job){.run = run_reading, .done = reading_done};
    memset(&this->error, 0, sizeof this->error);
    read_give(this->server, READ_JOURNALS, &this->job, READ_LAST, "", "");
}

void results_catch_up(server *server) {
    catching_up *this = calloc(1, sizeof *this);
    if (this == NULL) return;
    this->server = server;
    this->entries = json_array();
    begin_reading(this);
}
