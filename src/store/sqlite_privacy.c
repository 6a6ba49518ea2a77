/* Sessions, erasures, shapes of names and what is old, in the SQLite file. */
#include "store/sqlite_internal.h"

#include <string.h>

/* ---- sessions ---- */

static tp_err session_put(store *base, const char *person, const store_session *session, tp_error *error) {
    sqlite_store *self = (sqlite_store *)base;
    const sqlite_value values[] = {sqlite_text(person), sqlite_text(session->id),
                                   sqlite_text(session->device), sqlite_integer(session->made_ms),
                                   sqlite_integer(session->seen_ms)};
    int broken_rule;
    tp_err code = sqlite_change(self, SESSION_PUT, values, &broken_rule, error);
    if (code != TP_OK || broken_rule == SQLITE_OK) return code;
    if (broken_rule == SQLITE_CONSTRAINT_FOREIGNKEY)
        return tp_fail(error, TP_E_UNKNOWN, "there is nobody with the id '%.80s'", person);
    return sqlite_failed(self, error);
}

typedef struct session_reader {
    void (*each)(void *context, const store_session *session);
    void *context;
} session_reader;

static bool read_session(sqlite3_stmt *row, void *context) {
    const session_reader *reader = context;
    store_session session = {.made_ms = sqlite3_column_int64(row, 2),
                             .seen_ms = sqlite3_column_int64(row, 3)};
    if (!sqlite_copy_column(row, 0, session.id, sizeof session.id) ||
        !sqlite_copy_column(row, 1, session.device, sizeof session.device) || sqlite_out_of_memory(row))
        return false;
    reader->each(reader->context, &session);
    return true;
}

static tp_err sessions(store *base, const char *person,
                       void (*each)(void *context, const store_session *session), void *context,
                       tp_error *error) {
    session_reader reader = {each, context};
    int64_t count;
    return sqlite_read_rows((sqlite_store *)base, SESSIONS, (sqlite_value[]){sqlite_text(person)},
                            read_session, &reader, &count, error);
}

static tp_err session_end(store *base, const char *person, const char *id, tp_error *error) {
    return sqlite_change((sqlite_store *)base, id[0] != '\0' ? SESSION_END : SESSIONS_END,
                         (sqlite_value[]){sqlite_text(person), sqlite_text(id)}, NULL, error);
}

/* ---- erasures ---- */

static tp_err erase_results(store *base, const char *person, int limit, bool *more, tp_error *error) {
    sqlite_store *self = (sqlite_store *)base;
    tp_err code = sqlite_change(self, ERASE_RESULTS,
                                (sqlite_value[]){sqlite_text(person), sqlite_integer(limit)}, NULL, error);
    if (code != TP_OK) return code;
    *more = sqlite3_changes(self->database) > 0;
    if (*more) return TP_OK;
    return sqlite_change(self, PERSON_DELETE, (sqlite_value[]){sqlite_text(person)}, NULL, error);
}

static bool read_erasure(sqlite3_stmt *row, void *context) {
    store_erasure *erasure = context;
    erasure->number = sqlite3_column_int64(row, 2);
    erasure->seats = (uint32_t)sqlite3_column_int64(row, 3);
    return sqlite_copy_column(row, 0, erasure->person, sizeof erasure->person) &&
           sqlite_copy_column(row, 1, erasure->table, sizeof erasure->table) && !sqlite_out_of_memory(row);
}

static tp_err erasure_next(store *base, store_erasure *out, tp_error *error) {
    int64_t count;
    tp_err code =
        sqlite_read_rows((sqlite_store *)base, ERASURE_NEXT, NULL, read_erasure, out, &count, error);
    return code == TP_OK && count == 0 ? tp_fail(error, TP_E_UNKNOWN, "nobody is being erased") : code;
}

static tp_err erasure_put(store *base, const store_erasure *erasure, tp_error *error) {
    return sqlite_change((sqlite_store *)base, ERASURE_PUT,
                         (sqlite_value[]){sqlite_text(erasure->person), sqlite_text(erasure->table),
                                          sqlite_integer(erasure->number), sqlite_integer(erasure->seats)},
                         NULL, error);
}

static tp_err erasure_done(store *base, const char *person, tp_error *error) {
    return sqlite_change((sqlite_store *)base, ERASURE_DONE, (sqlite_value[]){sqlite_text(person)}, NULL,
                         error);
}

/* ---- traces ---- */

static tp_err trace(store *base, const char *person, const char *table, tp_error *error) {
    sqlite_store *self = (sqlite_store *)base;
    int broken_rule;
    tp_err code = sqlite_change(self, TRACE, (sqlite_value[]){sqlite_text(person), sqlite_text(table)},
                                &broken_rule, error);
    if (code != TP_OK || broken_rule == SQLITE_OK) return code;
    return broken_rule == SQLITE_CONSTRAINT_FOREIGNKEY ? sqlite_no_table(table, error)
                                                       : sqlite_failed(self, error);
}

static bool read_id(sqlite3_stmt *row, void *context) {
    return sqlite_copy_column(row, 0, context, STORE_ID_SIZE) && !sqlite_out_of_memory(row);
}

static tp_err trace_next(store *base, const char *person, const char *after, char out[STORE_ID_SIZE],
                         tp_error *error) {
    int64_t count;
    tp_err code = sqlite_read_rows((sqlite_store *)base, TRACE_NEXT,
                                   (sqlite_value[]){sqlite_text(person), sqlite_text(after)}, read_id, out,
                                   &count, error);
    return code == TP_OK && count == 0 ? tp_fail(error, TP_E_UNKNOWN, "there is no further table") : code;
}

static tp_err trace_remove(store *base, const char *person, const char *table, tp_error *error) {
    return sqlite_change((sqlite_store *)base, TRACE_REMOVE,
                         (sqlite_value[]){sqlite_text(person), sqlite_text(table)}, NULL, error);
}

/* ---- what is overwritten ---- */

typedef struct entry_reader {
    void (*each)(void *context, const store_entry *entry);
    void *context;
} entry_reader;

static bool read_entry(sqlite3_stmt *row, void *context) {
    const entry_reader *reader = context;
    const store_entry entry = {.number = sqlite3_column_int64(row, 0),
                               .kind = sqlite_column(row, 1)[0],
                               .text = sqlite_column(row, 2)};
    if (sqlite_out_of_memory(row)) return false;
    reader->each(reader->context, &entry);
    return true;
}

static tp_err journal_some(store *base, const char *table, int64_t after, int limit,
                           void (*each)(void *context, const store_entry *entry), void *context,
                           int64_t *count, tp_error *error) {
    entry_reader reader = {each, context};
    return sqlite_read_rows(
        (sqlite_store *)base, JOURNAL_SOME,
        (sqlite_value[]){sqlite_text(table), sqlite_integer(after), sqlite_integer(limit)}, read_entry,
        &reader, count, error);
}

static tp_err journal_overwrite(store *base, const char *table, int64_t number, const char *text,
                                tp_error *error) {
    return sqlite_change((sqlite_store *)base, JOURNAL_OVERWRITE,
                         (sqlite_value[]){sqlite_text(table), sqlite_integer(number), sqlite_text(text)},
                         NULL, error);
}

typedef struct text_reader {
    void (*each)(void *context, const char *text);
    void *context;
} text_reader;

static bool read_text(sqlite3_stmt *row, void *context) {
    const text_reader *reader = context;
    const char *text = sqlite_column(row, 0);
    if (sqlite_out_of_memory(row)) return false;
    reader->each(reader->context, text);
    return true;
}

static tp_err summary(store *base, const char *table, void (*each)(void *context, const char *summary),
                      void *context, tp_error *error) {
    text_reader reader = {each, context};
    int64_t count;
    return sqlite_read_rows((sqlite_store *)base, SUMMARY, (sqlite_value[]){sqlite_text(table)}, read_text,
                            &reader, &count, error);
}

static tp_err summary_overwrite(store *base, const char *table, const char *text, tp_error *error) {
    return sqlite_change((sqlite_store *)base, SUMMARY_OVERWRITE,
                         (sqlite_value[]){sqlite_text(table), sqlite_text(text)}, NULL, error);
}

/* The log of SQLite has pages as they were before something was overwritten. Once all of it is in the
 * database, it is cut to nothing. */
static tp_err flush(store *base, tp_error *error) {
    sqlite_store *self = (sqlite_store *)base;
    tp_assert(!self->in_transaction && self->reading == 0);
    int code = sqlite3_wal_checkpoint_v2(self->database, "main", SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    return code == SQLITE_OK ? TP_OK : sqlite_failed(self, error);
}

/* ---- names ---- */

static tp_err person_shape(store *base, const char *person, const char *shape, const char *login_shape,
                           tp_error *error) {
    return sqlite_change((sqlite_store *)base, SHAPE_PUT,
                         (sqlite_value[]){sqlite_text(person), sqlite_text(shape), sqlite_text(login_shape)},
                         NULL, error);
}

static tp_err shape_taken(store *base, const char *shape, const char *person, bool *out, tp_error *error) {
    int64_t unused, count = 0;
    tp_err code = shape[0] == '\0'
                      ? TP_OK
                      : sqlite_read_rows((sqlite_store *)base, SHAPE_TAKEN,
                                         (sqlite_value[]){sqlite_text(shape), sqlite_text(person)},
                                         sqlite_read_number, &unused, &count, error);
    if (code == TP_OK) *out = count > 0;
    return code;
}

typedef struct name_reader {
    void (*each)(void *context, const char *person, const char *name, const char *login);
    void *context;
} name_reader;

static bool read_name(sqlite3_stmt *row, void *context) {
    const name_reader *reader = context;
    const char *person = sqlite_column(row, 0), *name = sqlite_column(row, 1), *login = sqlite_column(row, 2);
    if (sqlite_out_of_memory(row)) return false;
    reader->each(reader->context, person, name, login);
    return true;
}

static tp_err shapeless(store *base, int limit,
                        void (*each)(void *context, const char *person, const char *name, const char *login),
                        void *context, tp_error *error) {
    name_reader reader = {each, context};
    int64_t count;
    return sqlite_read_rows((sqlite_store *)base, SHAPELESS, (sqlite_value[]){sqlite_integer(limit)},
                            read_name, &reader, &count, error);
}

/* ---- what is old ---- */

static tp_err old_guests(store *base, int64_t older_than_ms, int limit,
                         void (*each)(void *context, const char *person), void *context, tp_error *error) {
    text_reader reader = {each, context};
    int64_t count;
    return sqlite_read_rows((sqlite_store *)base, OLD_GUESTS,
                            (sqlite_value[]){sqlite_integer(older_than_ms), sqlite_integer(limit)}, read_text,
                            &reader, &count, error);
}

typedef struct walk_reader {
    void (*each)(void *context, const char *table);
    void *context;
    store_walk *walk;
} walk_reader;

static bool read_step(sqlite3_stmt *row, void *context) {
    const walk_reader *reader = context;
    reader->walk->changed_up_ms = sqlite3_column_int64(row, 1);
    if (!sqlite_copy_column(row, 0, reader->walk->table, sizeof reader->walk->table)) return false;
    if (sqlite3_column_int(row, 2) != 0) reader->each(reader->context, reader->walk->table);
    return !sqlite_out_of_memory(row);
}

static tp_err old_guest_games(store *base, int64_t older_than_ms, store_walk *walk, int limit,
                              void (*each)(void *context, const char *table), void *context, int64_t *count,
                              tp_error *error) {
    const store_walk from = *walk;
    walk_reader reader = {each, context, walk};
    return sqlite_read_rows((sqlite_store *)base, OLD_GUEST_GAMES,
                            (sqlite_value[]){sqlite_integer(older_than_ms),
                                             sqlite_integer(from.changed_up_ms), sqlite_text(from.table),
                                             sqlite_integer(limit)},
                            read_step, &reader, count, error);
}

static tp_err old_bot_games(store *base, int64_t older_than_ms, store_walk *walk, int limit,
                            void (*each)(void *context, const char *table), void *context, int64_t *count,
                            tp_error *error) {
    const store_walk from = *walk;
    walk_reader reader = {each, context, walk};
    return sqlite_read_rows((sqlite_store *)base, OLD_BOT_GAMES,
                            (sqlite_value[]){sqlite_integer(older_than_ms),
                                             sqlite_integer(from.changed_up_ms), sqlite_text(from.table),
                                             sqlite_integer(limit)},
                            read_step, &reader, count, error);
}

static bool read_number(sqlite3_stmt *row, void *context) {
    *(int64_t *)context = sqlite3_column_int64(row, 0);
    return true;
}

static tp_err used_bytes(store *base, int64_t *out, tp_error *error) {
    int64_t count;
    return sqlite_read_rows((sqlite_store *)base, USED_BYTES, NULL, read_number, out, &count, error);
}

const store_privacy_driver sqlite_privacy = {
    .session_put = session_put,
    .sessions = sessions,
    .session_end = session_end,
    .sign_out = sqlite_sign_out,
    .tombstone_of = sqlite_tombstone_of,
    .tombstones_expire = sqlite_tombstones_expire,
    .tombstones_file = sqlite_tombstones_file,
    .tombstones_apply = sqlite_tombstones_apply,
    .erase = sqlite_erase,
    .erase_results = erase_results,
    .erasure_next = erasure_next,
    .erasure_put = erasure_put,
    .erasure_done = erasure_done,
    .trace = trace,
    .trace_next = trace_next,
    .trace_remove = trace_remove,
    .journal_some = journal_some,
    .journal_overwrite = journal_overwrite,
    .summary = summary,
    .summary_overwrite = summary_overwrite,
    .flush = flush,
    .person_shape = person_shape,
    .shape_taken = shape_taken,
    .shapeless = shapeless,
    .old_guests = old_guests,
    .old_guest_games = old_guest_games,
    .old_bot_games = old_bot_games,
    .used_bytes = used_bytes,
};
