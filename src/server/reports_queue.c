/* The queue of reports, for operators: listed, shown with the chat around them, resolved; and deleted when
 * they are old. */
#include "server/map.h"
#include "server/reader.h"
#include "server/reports.h"
#include "server/server.h"
#include "server/table.h"
#include "server/writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    AROUND = 40, /* lines of the table's chat that are shown, where it is in memory */
    RECOUNT_MS = 60000,
};

static void count_open(void *context, const store_note *note) {
    (void)note;
    ++*(int *)context;
}

/* ---- operators ---- */

typedef struct queue_job {
    job job;
    admin_request *request;
    char key[STORE_NOTE_KEY_SIZE];
    char why[WHY_SIZE];
    int most;
    json_t *rows;
    int open;
} queue_job;

static void take_report(void *context, const store_note *note) {
    queue_job *queue = context;
    json_t *row = json_loads(note->text, 0, NULL);
    if (!json_is_object(row)) {
        json_decref(row);
        return;
    }
    json_object_set_new(row, "report", json_string(note->key));
    json_object_set_new(row, "about", json_string(note->about));
    json_object_set_new(row, "by", json_string(note->by));
    json_object_set_new(row, "made_ms", json_integer((json_int_t)note->made_ms));
    json_object_set_new(row, "open", json_boolean(strcmp(note->kind, report_open) == 0));
    json_array_append_new(queue->rows, row);
}

static tp_err run_list(job *job, store *store, tp_error *error) {
    queue_job *queue = (queue_job *)job;
    json_array_clear(queue->rows);
    queue->open = 0;
    tp_err code = store_notes(store, report_open, "", MOST_OPEN_REPORTS, count_open, &queue->open, error);
    return code == TP_OK ? store_notes(store, report_open, "", queue->most, take_report, queue, error) : code;
}

static tp_err run_show(job *job, store *store, tp_error *error) {
    queue_job *queue = (queue_job *)job;
    json_array_clear(queue->rows);
    tp_err code = store_note_get(store, report_open, queue->key, take_report, queue, error);
    if (code == TP_E_UNKNOWN)
        code = store_note_get(store, report_resolved, queue->key, take_report, queue, error);
    return code == TP_E_UNKNOWN ? TP_OK : code;
}

/* The same note with another kind, and what the operator wrote. */
static void resolve_note(void *context, const store_note *note) {
    queue_job *queue = context;
    take_report(queue, note);
    json_t *row = json_array_get(queue->rows, 0), *text = json_loads(note->text, 0, NULL);
    if (row == NULL || text == NULL) return;
    json_object_set_new(text, "resolution", json_string(queue->why));
    json_object_set_new(row, "until_ms", json_integer((json_int_t)note->until_ms));
    json_object_set_new(row, "kept", text);
}

static tp_err run_resolve(job *job, store *store, tp_error *error) {
    queue_job *queue = (queue_job *)job;
    json_array_clear(queue->rows);
    tp_err code = store_note_get(store, report_open, queue->key, resolve_note, queue, error);
    if (code != TP_OK) return code == TP_E_UNKNOWN ? TP_OK : code;
    const json_t *row = json_array_get(queue->rows, 0);
    char *text = json_dumps(json_object_get(row, "kept"), JSON_COMPACT);
    if (text == NULL) return tp_fail(error, TP_E_MEMORY, "no memory for a report");
    const store_note note = {.kind = report_resolved,
                             .key = queue->key,
                             .about = json_string_value(json_object_get(row, "about")),
                             .by = json_string_value(json_object_get(row, "by")),
                             .text = text,
                             .made_ms = json_integer_value(json_object_get(row, "made_ms")),
                             .until_ms = json_integer_value(json_object_get(row, "until_ms"))};
    code = store_note_put(store, &note, error);
    free(text);
    if (code == TP_OK) code = store_note_delete(store, report_open, queue->key, error);
    return code;
}

static void free_queue(queue_job *queue) {
    json_decref(queue->rows);
    free(queue);
}

static void list_done(job *job, server *server) {
    queue_job *queue = (queue_job *)job;
    if (job->code != TP_OK) {
        admin_fail_error(queue->request, &job->error);
    } else {
        server->operators->reports_open = queue->open;
        admin_reply(queue->request, json_pack("{s:O, s:i}", "reports", queue->rows, "all", queue->open));
    }
    free_queue(queue);
}

static void show_done(job *job, server *server) {
    queue_job *queue = (queue_job *)job;
    json_t *row = json_array_get(queue->rows, 0);
    if (job->code != TP_OK) {
        admin_fail_error(queue->request, &job->error);
    } else if (row == NULL) {
        admin_fail(queue->request, "UNKNOWN", "there is no report '%.40s'", queue->key);
    } else {
        const char *id = json_string_value(json_object_get(row, "table"));
        const table *table = id != NULL ? map_get(&server->tables, id) : NULL;
        if (table != NULL) json_object_set_new(row, "around", report_chat(table, NULL, AROUND));
        admin_reply(queue->request, json_copy(row));
    }
    free_queue(queue);
}

static void resolve_done(job *job, server *server) {
    queue_job *queue = (queue_job *)job;
    if (job->code != TP_OK) {
        admin_fail_error(queue->request, &job->error);
    } else if (json_array_size(queue->rows) == 0) {
        admin_fail(queue->request, "UNKNOWN", "there is no open report '%.40s'", queue->key);
    } else {
        int *open = &server->operators->reports_open;
        if (*open > 0) --*open;
        security_event(server, "report resolved by an operator", "", "", "report", queue->key, NULL);
        admin_reply(queue->request, json_pack("{s:s, s:i}", "resolved", queue->key, "all", *open));
    }
    free_queue(queue);
}

static queue_job *new_queue(admin_request *request) {
    queue_job *queue = calloc(1, sizeof *queue);
    if (queue != NULL) queue->rows = json_array();
    if (queue == NULL || queue->rows == NULL) {
        free(queue);
        admin_fail(request, "TOO_MANY", "the server is out of memory");
        return NULL;
    }
    queue->request = request;
    snprintf(queue->key, sizeof queue->key, "%s", admin_text(request, "report"));
    snprintf(queue->why, sizeof queue->why, "%s", admin_text(request, "why"));
    return queue;
}

void admin_reports(admin_request *request) {
    queue_job *queue = new_queue(request);
    if (queue == NULL) return;
    queue->most = admin_rows(request);
    queue->job.run = run_list;
    queue->job.done = list_done;
    read_give(request->server, READ_ROWS, &queue->job, READ_FIRST, "", "");
}

void admin_report(admin_request *request) {
    queue_job *queue = new_queue(request);
    if (queue == NULL) return;
    queue->job.run = run_show;
    queue->job.done = show_done;
    read_give(request->server, READ_ROWS, &queue->job, READ_FIRST, "", "");
}

void admin_resolve(admin_request *request) {
    if (strlen(admin_text(request, "why")) >= WHY_SIZE) {
        admin_fail(request, "BAD_MESSAGE", "a reason has at most %d bytes", WHY_SIZE - 1);
        return;
    }
    queue_job *queue = new_queue(request);
    if (queue == NULL) return;
    queue->job.run = run_resolve;
    queue->job.done = resolve_done;
    writer_give(request->server->writer, &queue->job);
}

/* ---- retention ---- */

tp_err reports_load(server *server, store *store, tp_error *error) {
    int64_t now = server_uptime_ms(server);
    server->operators->reports_open = 0;
    tp_err code = store_notes_expire(store, report_open, now, error);
    if (code == TP_OK) code = store_notes_expire(store, report_resolved, now, error);
    if (code == TP_OK)
        code = store_notes(store, report_open, "", MOST_OPEN_REPORTS, count_open,
                           &server->operators->reports_open, error);
    return code;
}

typedef struct sweep_job {
    job job;
    int64_t now_ms;
    int open;
} sweep_job;

static tp_err run_count(job *job, store *store, tp_error *error) {
    sweep_job *sweep = (sweep_job *)job;
    sweep->open = 0;
    return store_notes(store, report_open, "", MOST_OPEN_REPORTS, count_open, &sweep->open, error);
}

static void count_done(job *job, server *server) {
    if (job->code == TP_OK && server->operators != NULL)
        server->operators->reports_open = ((sweep_job *)job)->open;
    free(job);
}

static tp_err run_sweep(job *job, store *store, tp_error *error) {
    const sweep_job *sweep = (sweep_job *)job;
    tp_err code = store_notes_expire(store, report_open, sweep->now_ms, error);
    return code == TP_OK ? store_notes_expire(store, report_resolved, sweep->now_ms, error) : code;
}

/* A full queue is 50 MB: it is counted on a reader's thread, so that no move waits. */
static void sweep_done(job *job, server *server) {
    if (job->code != TP_OK || atomic_load(&server->stopping)) {
        free(job);
        return;
    }
    job->run = run_count;
    job->done = count_done;
    read_give(server, READ_JOURNALS, job, READ_LAST, "", "");
}

void reports_tick(server *server, int64_t now_ms) {
    if (now_ms - server->operators->reports_ms < RECOUNT_MS) return;
    server->operators->reports_ms = now_ms;
    sweep_job *sweep = calloc(1, sizeof *sweep);
    if (sweep == NULL) return;
    sweep->job.run = run_sweep;
    sweep->job.done = sweep_done;
    sweep->now_ms = server_uptime_ms(server);
    writer_give(server->writer, &sweep->job);
}
