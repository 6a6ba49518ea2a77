/* Erasing people for good, in pieces on the writer. */
#include "server/erasure.h"
#include "server/http.h"
#include "server/log.h"
#include "server/map.h"
#include "server/people.h"
#include "server/server.h"
#include "server/table.h"
#include "server/text.h"
#include "server/writer.h"

#include "server/operators.h"
#include "server/reader.h"
#include "store/privacy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    RESULTS_AT_ONCE = 100,
    ENTRIES_AT_ONCE = 50,
    TABLES_AT_ONCE = 20,
    TRY_AGAIN_MS = 5000,
};

/* An erasure whose table is "" is between tables: its number says what comes next. */
enum { RESULTS_NEXT, TABLES_NEXT, SECURITY_LOG_NEXT };

const char gone_name[] = "gone";

tp_err person_is_gone(store *store, const char *id, bool *gone, tp_error *error) {
    store_tombstone is;
    *gone = true;
    if (id == NULL || id[0] == '\0' || strlen(id) >= ID_SIZE) return TP_OK;
    tp_err code = store_tombstone_of(store, id, &is, error);
    if (code == TP_OK) *gone = is == STORE_ERASED;
    return code;
}

/* ---- one entry ---- */

static bool says(const json_t *object, const char *key, const char *wanted) {
    const char *text = json_string_value(json_object_get(object, key));
    return text != NULL && strcmp(text, wanted) == 0;
}

static void put_text(json_t *object, const char *key, const char *text) {
    if (json_object_get(object, key) != NULL) json_object_set_new(object, key, json_string(text));
}

/* The id wherever it stands, and beside it a name and what was said. */
static bool erase_id(json_t *value, const char *id) {
    bool is_changed = false, is_theirs = false;
    const char *key;
    json_t *part;
    size_t i;
    json_array_foreach(value, i, part) is_changed |= erase_id(part, id);
    json_object_foreach(value, key, part) {
        if (json_is_string(part) && strcmp(json_string_value(part), id) == 0) {
            json_string_set(part, "");
            is_theirs |= strcmp(key, "owner") != 0;
            is_changed = true;
        } else {
            is_changed |= erase_id(part, id);
        }
    }
    if (is_theirs) {
        put_text(value, "name", gone_name);
        put_text(value, "said", "");
        json_object_del(value, "guest");
    }
    return is_changed;
}

/* The names in the first line of a record; it is hashed into nothing, so the record verifies as before. */
static bool erase_from_header(json_t *entry, uint32_t seats) {
    const char *lines = json_string_value(json_object_get(entry, "lines"));
    const char *end = lines != NULL ? strchr(lines, '\n') : NULL;
    if (end == NULL) return false;
    json_t *header = json_loadb(lines, (size_t)(end - lines), 0, NULL);
    json_t *names = says(header, "tapete", "record") ? json_object_get(header, "seats") : NULL;
    bool is_changed = false;
    for (size_t seat = 0; seat < json_array_size(names) && seat < TP_MAX_SEATS; seat++) {
        if ((seats >> seat & 1) == 0) continue;
        json_array_set_new(names, seat, json_string(gone_name));
        is_changed = true;
    }
    char *first = is_changed ? json_dumps(header, JSON_REAL_PRECISION(15)) : NULL, *whole = NULL;
    if (first != NULL && asprintf(&whole, "%s%s", first, end) >= 0) {
        json_object_set_new(entry, "lines", json_string(whole));
        free(whole);
    }
    free(first);
    json_decref(header);
    return is_changed;
}

bool erase_from_json(json_t *object, const char *id, uint32_t *seats) {
    json_int_t number = json_integer_value(json_object_get(object, "seat"));
    bool has_seat = json_is_integer(json_object_get(object, "seat")) && number >= 0 && number < TP_MAX_SEATS;
    uint32_t bit = has_seat ? 1u << number : 0;
    size_t place;
    json_t *seat;
    if (says(object, "is", "open")) {
        *seats = 0;
        json_array_foreach(json_object_get(object, "seats"), place, seat) {
            if (place < TP_MAX_SEATS && says(seat, "person", id)) *seats |= 1u << place;
        }
    } else if (says(object, "is", "sit")) {
        *seats = says(object, "person", id) ? *seats | bit : *seats & ~bit;
    }
    bool is_changed = erase_id(object, id);
    if ((*seats & bit) != 0 && json_object_get(object, "who") != NULL) {
        put_text(object, "who", gone_name);
        is_changed = true;
    }
    if (*seats != 0) is_changed |= erase_from_header(object, *seats);
    return is_changed;
}

/* ---- one piece ---- */

typedef struct rewritten {
    int64_t number;
    char *text;
} rewritten;

typedef struct piece {
    job job;
    bool is_idle;   /* there was nobody to erase */
    bool failed;    /* without memory */
    bool has_log;   /* there is a file of the security log */
    bool needs_log; /* which is to be erased from next */
    store_erasure at;
    rewritten entries[ENTRIES_AT_ONCE];
    int count; /* entries that were changed */
    int64_t last;
    char *summary;
} piece;

static void forget_texts(piece *piece) {
    for (int i = 0; i < piece->count; i++) free(piece->entries[i].text);
    free(piece->summary);
    piece->count = 0;
    piece->summary = NULL;
}

static void read_entry(void *context, const store_entry *stored) {
    piece *piece = context;
    piece->last = stored->number;
    json_t *entry = json_loads(stored->text, 0, NULL);
    if (entry != NULL && erase_from_json(entry, piece->at.person, &piece->at.seats)) {
        char *text = json_dumps(entry, JSON_COMPACT | JSON_REAL_PRECISION(15));
        piece->failed |= text == NULL;
        if (text != NULL) piece->entries[piece->count++] = (rewritten){stored->number, text};
    }
    json_decref(entry);
}

static void read_summary(void *context, const char *text) {
    piece *piece = context;
    uint32_t seats = 0;
    json_t *summary = json_loads(text, 0, NULL);
    if (summary != NULL && erase_from_json(summary, piece->at.person, &seats)) {
        piece->summary = json_dumps(summary, JSON_COMPACT | JSON_REAL_PRECISION(15));
        piece->failed |= piece->summary == NULL;
    }
    json_decref(summary);
}

/* Some entries of the table that the erasure is at; *is_done: there are no more. */
static tp_err erase_entries(piece *piece, store *store, bool *is_done, tp_error *error) {
    store_erasure *at = &piece->at;
    int64_t count;
    piece->last = at->number;
    tp_err code =
        store_journal_some(store, at->table, at->number, ENTRIES_AT_ONCE, read_entry, piece, &count, error);
    *is_done = code == TP_OK && count < ENTRIES_AT_ONCE;
    if (*is_done) code = store_summary(store, at->table, read_summary, piece, error);
    if (code == TP_OK && piece->failed) code = tp_fail(error, TP_E_MEMORY, "no memory to erase a person");
    for (int i = 0; code == TP_OK && i < piece->count; i++)
        code = store_journal_overwrite(store, at->table, piece->entries[i].number, piece->entries[i].text,
                                       error);
    if (code == TP_OK && piece->summary != NULL)
        code = store_summary_overwrite(store, at->table, piece->summary, error);
    at->number = piece->last;
    forget_texts(piece);
    return code;
}

/* All tables are done. */
static tp_err erase_log(piece *piece, store *store, tp_error *error) {
    store_erasure *at = &piece->at;
    if (!piece->has_log) return store_erasure_done(store, at->person, error);
    piece->needs_log = true;
    at->table[0] = '\0';
    at->number = SECURITY_LOG_NEXT;
    return store_erasure_put(store, at, error);
}

/* The next tables, until the piece is large enough. */
static tp_err erase_tables(piece *piece, store *store, tp_error *error) {
    store_erasure *at = &piece->at;
    tp_err code = TP_OK;
    bool is_done = true;
    for (int i = 0; code == TP_OK && is_done && i < TABLES_AT_ONCE; i++) {
        if (at->table[0] == '\0') {
            at->number = 0;
            at->seats = 0;
            code = store_trace_next(store, at->person, "", at->table, error);
            if (code == TP_E_UNKNOWN) return erase_log(piece, store, error);
        }
        if (code == TP_OK) code = erase_entries(piece, store, &is_done, error);
        if (code != TP_OK || !is_done) break;
        code = store_trace_remove(store, at->person, at->table, error);
        at->table[0] = '\0';
        at->number = TABLES_NEXT;
    }
    return code == TP_OK ? store_erasure_put(store, at, error) : code;
}

static tp_err run_piece(job *job, store *store, tp_error *error) {
    piece *piece = (struct piece *)job;
    bool more = false;
    piece->failed = piece->needs_log = false;
    tp_err code = store_erasure_next(store, &piece->at, error);
    piece->is_idle = code == TP_E_UNKNOWN;
    if (piece->is_idle) return TP_OK;
    if (code != TP_OK) return code;
    bool is_between = piece->at.table[0] == '\0';
    if (is_between && piece->at.number == SECURITY_LOG_NEXT) return erase_log(piece, store, error);
    if (is_between && piece->at.number == RESULTS_NEXT) {
        code = store_erase_results(store, piece->at.person, RESULTS_AT_ONCE, &more, error);
        if (code != TP_OK || more) return code;
        piece->at.number = TABLES_NEXT;
    }
    return erase_tables(piece, store, error);
}

/* ---- the security log ---- */

/* A piece of it on a reader's thread, again and again until all files are done; then, on the writer, the
 * erasure ends. */
typedef struct log_job {
    job job;
    const char *path;
    int days;
    char person[ID_SIZE];
    security_log_place place;
    bool is_done;
} log_job;

static tp_err run_log(job *job, store *store, tp_error *error) {
    log_job *log = (log_job *)job;
    (void)store;
    return security_log_erase(log->path, log->days, log->person, &log->place, &log->is_done, error);
}

static tp_err run_log_done(job *job, store *store, tp_error *error) {
    return store_erasure_done(store, ((log_job *)job)->person, error);
}

static void log_done(job *job, server *server) {
    log_job *log = (log_job *)job;
    erasing *erasing = &server->erasing;
    if (job->code == TP_OK && job->run == run_log && !atomic_load(&server->stopping)) {
        if (log->is_done) {
            job->run = run_log_done;
            writer_give(server->writer, job);
        } else {
            read_give(server, READ_JOURNALS, job, READ_LAST, "", "");
        }
        return;
    }
    erasing->is_busy = false;
    if (job->code != TP_OK) {
        server_log(LOG_ERROR, "not erased yet", "why", job->error.text, NULL);
        erasing->failed_ms = server_now_ms();
    }
    free(log);
    if (erasing->failed_ms == 0) erasure_go_on(server);
}

static void give_log(server *server, const char *person) {
    log_job *log = calloc(1, sizeof *log);
    if (log == NULL) {
        server->erasing.failed_ms = server_now_ms();
        return;
    }
    log->path = server->setup.security_log;
    log->days = server->setup.limits.security_days;
    snprintf(log->person, sizeof log->person, "%s", person);
    log->job.run = run_log;
    log->job.done = log_done;
    server->erasing.is_busy = true;
    security_log_forget(server, person);
    read_give(server, READ_JOURNALS, &log->job, READ_LAST, "", "");
}

/* ---- the end: what lies beside the database ---- */

static tp_err run_file(job *job, store *store, tp_error *error) {
    (void)job;
    return store_tombstones_file(store, error);
}

static tp_err run_flush(job *job, store *store, tp_error *error) {
    (void)job;
    return store_flush(store, error);
}

static void give(server *server, tp_err (*run)(job *, store *, tp_error *), bool is_outside);

static void outside_done(job *job, server *server) {
    erasing *erasing = &server->erasing;
    bool was_file = job->run == run_file;
    erasing->is_busy = false;
    if (job->code != TP_OK) {
        /* Tried again by erasure_tick. */
        server_log(LOG_WARNING, was_file ? "tombstones not filed" : "the log of the database not emptied",
                   "why", job->error.text, NULL);
        erasing->failed_ms = server_now_ms();
    } else if (was_file) {
        erasing->needs_file = false;
    } else {
        erasing->needs_flush = false;
    }
    free(job);
    if (erasing->failed_ms == 0) erasure_go_on(server);
}

static void piece_done(job *job, server *server) {
    piece *piece = (struct piece *)job;
    erasing *erasing = &server->erasing;
    erasing->is_busy = false;
    if (job->code != TP_OK) {
        server_log(LOG_ERROR, "not erased yet", "why", job->error.text, NULL);
        erasing->failed_ms = server_now_ms();
    } else if (piece->is_idle) {
        erasing->has_work = false;
    } else {
        erasing->needs_flush = true;
        if (piece->needs_log) give_log(server, piece->at.person);
    }
    forget_texts(piece);
    free(piece);
    if (erasing->failed_ms == 0) erasure_go_on(server);
}

static void give(server *server, tp_err (*run)(job *, store *, tp_error *), bool is_outside) {
    job *job = is_outside ? calloc(1, sizeof *job) : calloc(1, sizeof(piece));
    if (job == NULL) return;
    if (!is_outside) ((piece *)job)->has_log = server->setup.security_log != NULL;
    job->is_outside = is_outside;
    job->run = run;
    job->done = is_outside ? outside_done : piece_done;
    server->erasing.is_busy = true;
    writer_give(server->writer, job);
}

void erasure_go_on(server *server) {
    erasing *erasing = &server->erasing;
    if (erasing->is_busy || atomic_load(&server->stopping)) return;
    erasing->failed_ms = 0;
    if (erasing->needs_file) {
        give(server, run_file, true);
    } else if (erasing->has_work) {
        give(server, run_piece, false);
    } else if (erasing->needs_flush) {
        give(server, run_flush, true);
    }
}

void erasure_tick(server *server, int64_t now_ms) {
    if (server->erasing.failed_ms == 0 || now_ms - server->erasing.failed_ms >= TRY_AGAIN_MS)
        erasure_go_on(server);
}

/* ---- beginning ---- */

tp_err erasure_open(store *store, tp_error *error) {
    int64_t again = 0;
    tp_err code = store_tombstones_apply(store, &again, error);
    char count[24];
    snprintf(count, sizeof count, "%lld", (long long)again);
    if (code == TP_OK && again > 0)
        server_log(LOG_WARNING, "people who had been deleted are erased again: the database is an older one",
                   "people", count, NULL);
    return code;
}

void erasure_begun(server *server, const char *id) {
    char copy[ID_SIZE], name[NAME_SIZE] = "";
    snprintf(copy, sizeof copy, "%s", id);
    person *person = people_get(server, copy);
    if (person != NULL) {
        person->forgotten = true;
        memcpy(name, person->name, sizeof name);
        map_remove(&server->people, copy);
    }
    table_forget_person(server, copy, name);
    security_log_forget(server, copy);
    leaders_forget(server);
    server->erasing.has_work = server->erasing.needs_file = true;
    erasure_go_on(server);
}
