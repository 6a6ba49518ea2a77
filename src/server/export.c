/* Everything kept about a person, as JSON. */
#include "server/email.h"
#include "server/http.h"
#include "server/map.h"
#include "server/people.h"
#include "server/reader.h"
#include "server/requests.h"
#include "server/server.h"
#include "server/table.h"
#include "server/writer.h"
#include "store/notes.h"
#include "store/privacy.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_GAMES = 10000, MOST_TABLES = 20000, MOST_ENTRIES = 50000 };

typedef struct export_job {
    job job;
    request *request;
    char id[ID_SIZE];
    char table[ID_SIZE]; /* that is being read */
    json_t *kept;        /* made on the writer's thread, and then the loop's */
} export_job;

static void add_blocked(void *context, const char *whom) {
    json_array_append_new(context, json_string(whom));
}

/* One seat of a finished table: the person's own only, the others are not theirs to take away. */
static void add_result(void *context, const store_result *result) {
    export_job *export = context;
    if (strcmp(result->person, export->id) != 0) return;
    json_t *row =
        json_pack("{s:s, s:s, s:i, s:i, s:f, s:I, s:b, s:s, s:I, s:b, s:s}", "table", result->table, "game",
                  result->game, "seat", result->seat, "side", result->side, "returns", result->returns,
                  "score", (json_int_t)result->score, "rated", result->rated, "how", result->how, "ended_ms",
                  (json_int_t)result->ended_ms, "public", result->is_public, "against", result->against);
    if (row != NULL && result->points >= 0) json_object_set_new(row, "points", json_real(result->points));
    json_array_append_new(json_object_get(export->kept, "results"), row);
    json_object_set_new(json_object_get(export->kept, "tables"), result->table, json_true());
}

static void add_session(void *context, const store_session *session) {
    const export_job *export = context;
    json_array_append_new(json_object_get(export->kept, "sessions"),
                          json_pack("{s:s, s:s, s:I, s:I}", "session", session->id, "device", session->device,
                                    "made_ms", (json_int_t)session->made_ms, "seen_ms",
                                    (json_int_t)session->seen_ms));
}

/* What they have reported; what others have reported about them is not theirs. */
static void add_report(void *context, const store_note *note) {
    const export_job *export = context;
    json_array_append_new(json_object_get(export->kept, "reports"),
                          json_pack("{s:s, s:I}", "text", note->text, "made_ms", (json_int_t)note->made_ms));
}

/* An entry of a journal: what they have said at this table. */
static void add_chat(void *context, const store_entry *stored) {
    export_job *export = context;
    if (strstr(stored->text, export->id) == NULL) return;
    json_t *entry = json_loads(stored->text, 0, NULL);
    const char *by = json_string_value(json_object_get(entry, "by"));
    const char *said = json_string_value(json_object_get(entry, "said"));
    if (by != NULL && said != NULL && strcmp(by, export->id) == 0)
        json_array_append_new(json_object_get(export->kept, "chat"),
                              json_pack("{s:s, s:s, s:I}", "table", export->table, "said", said, "at_ms",
                                        json_integer_value(json_object_get(entry, "at"))));
    json_decref(entry);
}

/* At all tables where they have left something. */
static tp_err read_chat(export_job *export, store *store, tp_error *error) {
    tp_err code = TP_OK;
    export->table[0] = '\0';
    for (int tables = 0; code == TP_OK && tables < MOST_TABLES; tables++) {
        code = store_trace_next(store, export->id, export->table, export->table, error);
        if (code == TP_E_UNKNOWN) return TP_OK;
        if (code != TP_OK) return code;
        json_object_set_new(json_object_get(export->kept, "tables"), export->table, json_true());
        int64_t count = MOST_ENTRIES;
        code = store_journal_some(store, export->table, 0, MOST_ENTRIES, add_chat, export, &count, error);
    }
    return code;
}

static json_t *row_as_json(const store_person *row) {
    return json_pack("{s:s, s:s, s:s?, s:I, s:I}", "id", row->id, "name", row->name, "login",
                     row->login[0] != '\0' ? row->login : NULL, "created_ms", (json_int_t)row->created_ms,
                     "seen_ms", (json_int_t)row->seen_ms);
}

static tp_err run_export(job *job, store *store, tp_error *error) {
    export_job *export = (export_job *)job;
    store_person row;
    json_decref(export->kept);
    export->kept = json_pack("{s:n, s:[], s:[], s:{}, s:[], s:[], s:[]}", "person", "blocked", "results",
                             "tables", "chat", "sessions", "reports");
    if (export->kept == NULL) return tp_fail(error, TP_E_MEMORY, "no memory for an export");
    tp_err code = store_person_get(store, export->id, &row, error);
    if (code == TP_E_UNKNOWN) return TP_OK;
    if (code != TP_OK) return code;
    char email[EMAIL_SIZE];
    code = email_read(store, export->id, email, error);
    if (code != TP_OK) return code;
    json_t *about = row_as_json(&row);
    if (about != NULL && email[0] != '\0') json_object_set_new(about, "email", json_string(email));
    json_object_set_new(export->kept, "person", about);
    code = store_blocks(store, export->id, add_blocked, json_object_get(export->kept, "blocked"), error);
    if (code != TP_OK) return code;
    code = store_sessions(store, export->id, add_session, export, error);
    if (code == TP_OK)
        code = store_notes_by(store, "report", export->id, MOST_GAMES, add_report, export, error);
    if (code == TP_OK) code = store_results(store, export->id, MOST_GAMES, add_result, export, error);
    return code == TP_OK ? read_chat(export, store, error) : code;
}

static bool takes_part(const table *table, const char *id) {
    for (int i = 0; i < table->seat_count; i++) {
        if (table->seats[i].kind == SEAT_PERSON && strcmp(table->seats[i].person, id) == 0) return true;
    }
    return strcmp(table->owner, id) == 0;
}

/* Tables that are not over have no results yet; they are in memory. As a list: the object only kept each one
 * single. */
static json_t *list_tables(server *server, const char *id, json_t *found) {
    const table *table;
    for (size_t i = 0; (table = map_next(&server->tables, &i)) != NULL;) {
        if (takes_part(table, id)) json_object_set_new(found, table->id, json_true());
    }
    json_t *list = json_array(), *unused;
    const char *name;
    json_object_foreach(found, name, unused) json_array_append_new(list, json_string(name));
    return list;
}

static void reply_export(export_job *export, server *server, net_exchange *exchange) {
    const person *who = export->request->who;
    json_t *kept = export->kept;
    export->kept = NULL;
    if (json_is_null(json_object_get(kept, "person"))) {
        /* A guest of whom nothing is kept but the cookie. */
        json_object_set_new(kept, "person", json_pack("{s:s, s:s}", "id", who->id, "name", who->name));
    }
    json_object_set_new(kept, "tables", list_tables(server, who->id, json_object_get(kept, "tables")));
    http_reply_json(
        exchange, 200, kept,
        "Cache-Control: no-store\r\nContent-Disposition: attachment; filename=\"tapete.json\"\r\n");
}

static void export_done(job *job, server *server) {
    export_job *export = (export_job *)job;
    if (job->code != TP_OK) {
        request_fail_unsaved(export->request, &job->error);
    } else {
        net_exchange *exchange = http_resume(&export->request->exchange);
        if (exchange != NULL) reply_export(export, server, exchange);
    }
    request_free(export->request);
    json_decref(export->kept);
    free(export);
}

void account_export(request *request) {
    export_job *export = calloc(1, sizeof *export);
    if (export == NULL) {
        request_fail(request, 503, "TOO_MANY", "the server is out of memory; try again later");
        request_free(request);
        return;
    }
    export->job.run = run_export;
    export->job.done = export_done;
    export->request = request;
    memcpy(export->id, request->who->id, sizeof export->id);
    read_give(request->server, READ_JOURNALS, &export->job, READ_LAST, request->network, export->id);
}
