/* Sessions, erasures, shapes of names and what is old, in PostgreSQL. */
#include "store/postgres_internal.h"

#include <string.h>

/* ---- sessions ---- */

static tp_err session_put(store *base, const char *person, const store_session *session, tp_error *error) {
    pg_store *self = (pg_store *)base;
    const store_value values[] = {pg_text(person), pg_text(session->id), pg_text(session->device),
                                  pg_integer(session->made_ms), pg_integer(session->seen_ms)};
    int64_t changed;
    tp_err code = pg_change(self, PG_SESSION_PUT, values, &changed, error);
    if (code != TP_OK || changed > 0) return code;
    return tp_fail(error, TP_E_UNKNOWN, "there is nobody with the id '%.80s'", person);
}

typedef struct session_reader {
    void (*each)(void *context, const store_session *session);
    void *context;
} session_reader;

static bool read_session(const pg_row *row, void *context) {
    const session_reader *reader = context;
    store_session session = {.made_ms = pg_column_integer(row, 2), .seen_ms = pg_column_integer(row, 3)};
    if (!pg_copy_column(row, 0, session.id, sizeof session.id) ||
        !pg_copy_column(row, 1, session.device, sizeof session.device))
        return false;
    reader->each(reader->context, &session);
    return true;
}

static tp_err sessions(store *base, const char *person,
                       void (*each)(void *context, const store_session *session), void *context,
                       tp_error *error) {
    session_reader reader = {each, context};
    int64_t count;
    return pg_read_rows((pg_store *)base, PG_SESSIONS, (store_value[]){pg_text(person)}, read_session,
                        &reader, &count, error);
}

static tp_err session_end(store *base, const char *person, const char *id, tp_error *error) {
    return pg_change((pg_store *)base, id[0] != '\0' ? PG_SESSION_END : PG_SESSIONS_END,
                     (store_value[]){pg_text(person), pg_text(id)}, NULL, error);
}

/* ---- erasures ---- */

static tp_err erase_results(store *base, const char *person, int limit, bool *more, tp_error *error) {
    pg_store *self = (pg_store *)base;
    int64_t changed;
    tp_err code = pg_change(self, PG_ERASE_RESULTS, (store_value[]){pg_text(person), pg_integer(limit)},
                            &changed, error);
    if (code != TP_OK) return code;
    *more = changed > 0;
    if (*more) return TP_OK;
    return pg_change(self, PG_PERSON_DELETE, (store_value[]){pg_text(person)}, NULL, error);
}

static bool read_erasure(const pg_row *row, void *context) {
    store_erasure *erasure = context;
    erasure->number = pg_column_integer(row, 2);
    erasure->seats = (uint32_t)pg_column_integer(row, 3);
    return pg_copy_column(row, 0, erasure->person, sizeof erasure->person) &&
           pg_copy_column(row, 1, erasure->table, sizeof erasure->table);
}

static tp_err erasure_next(store *base, store_erasure *out, tp_error *error) {
    int64_t count;
    tp_err code = pg_read_rows((pg_store *)base, PG_ERASURE_NEXT, NULL, read_erasure, out, &count, error);
    return code == TP_OK && count == 0 ? tp_fail(error, TP_E_UNKNOWN, "nobody is being erased") : code;
}

static tp_err erasure_put(store *base, const store_erasure *erasure, tp_error *error) {
    return pg_change((pg_store *)base, PG_ERASURE_PUT,
                     (store_value[]){pg_text(erasure->person), pg_text(erasure->table),
                                     pg_integer(erasure->number), pg_integer(erasure->seats)},
                     NULL, error);
}

static tp_err erasure_done(store *base, const char *person, tp_error *error) {
    return pg_change((pg_store *)base, PG_ERASURE_DONE, (store_value[]){pg_text(person)}, NULL, error);
}

/* ---- traces ---- */

static tp_err trace(store *base, const char *person, const char *table, tp_error *error) {
    pg_store *self = (pg_store *)base;
    return pg_expect(self, PG_TRACE, (store_value[]){pg_text(person), pg_text(table)}, PG_A_TABLE, table, 0,
                     error);
}

static tp_err trace_next(store *base, const char *person, const char *after, char out[STORE_ID_SIZE],
                         tp_error *error) {
    int64_t count;
    tp_err code =
        pg_read_rows((pg_store *)base, PG_TRACE_NEXT, (store_value[]){pg_text(person), pg_text(after)},
                     pg_read_id, out, &count, error);
    return code == TP_OK && count == 0 ? tp_fail(error, TP_E_UNKNOWN, "there is no further table") : code;
}

static tp_err trace_remove(store *base, const char *person, const char *table, tp_error *error) {
    return pg_change((pg_store *)base, PG_TRACE_REMOVE, (store_value[]){pg_text(person), pg_text(table)},
                     NULL, error);
}

/* ---- what is overwritten ---- */

typedef struct entry_reader {
    void (*each)(void *context, const store_entry *entry);
    void *context;
} entry_reader;

static bool read_entry(const pg_row *row, void *context) {
    const entry_reader *reader = context;
    const store_entry entry = {
        .number = pg_column_integer(row, 0), .kind = pg_column(row, 1)[0], .text = pg_column(row, 2)};
    reader->each(reader->context, &entry);
    return true;
}

static tp_err journal_some(store *base, const char *table, int64_t after, int limit,
                           void (*each)(void *context, const store_entry *entry), void *context,
                           int64_t *count, tp_error *error) {
    entry_reader reader = {each, context};
    return pg_read_rows((pg_store *)base, PG_JOURNAL_SOME,
                        (store_value[]){pg_text(table), pg_integer(after), pg_integer(limit)}, read_entry,
                        &reader, count, error);
}

static tp_err journal_overwrite(store *base, const char *table, int64_t number, const char *text,
                                tp_error *error) {
    return pg_change((pg_store *)base, PG_JOURNAL_OVERWRITE,
                     (store_value[]){pg_text(table), pg_integer(number), pg_text(text)}, NULL, error);
}

typedef struct text_reader {
    void (*each)(void *context, const char *text);
    void *context;
} text_reader;

static bool read_text(const pg_row *row, void *context) {
    const text_reader *reader = context;
    const char *text = pg_column(row, 0);
    reader->each(reader->context, text);
    return true;
}

static tp_err summary(store *base, const char *table, void (*each)(void *context, const char *summary),
                      void *context, tp_error *error) {
    text_reader reader = {each, context};
    int64_t count;
    return pg_read_rows((pg_store *)base, PG_SUMMARY, (store_value[]){pg_text(table)}, read_text, &reader,
                        &count, error);
}

static tp_err summary_overwrite(store *base, const char *table, const char *text, tp_error *error) {
    return pg_change((pg_store *)base, PG_SUMMARY_OVERWRITE, (store_value[]){pg_text(table), pg_text(text)},
                     NULL, error);
}

/* What was overwritten stays in the log of the database, and in its tables until they are cleaned up
 * (autovacuum): both are the database's own business, and docs/postgresql.md says for how long. */
static tp_err flush(store *base, tp_error *error) {
    (void)base, (void)error;
    return TP_OK;
}

/* ---- names ---- */

static tp_err person_shape(store *base, const char *person, const char *shape, const char *login_shape,
                           tp_error *error) {
    return pg_change((pg_store *)base, PG_SHAPE_PUT,
                     (store_value[]){pg_text(person), pg_text(shape), pg_text(login_shape)}, NULL, error);
}

static tp_err shape_taken(store *base, const char *shape, const char *person, bool *out, tp_error *error) {
    int64_t unused, count = 0;
    tp_err code = shape[0] == '\0' ? TP_OK
                                   : pg_read_rows((pg_store *)base, PG_SHAPE_TAKEN,
                                                  (store_value[]){pg_text(shape), pg_text(person)},
                                                  pg_read_number, &unused, &count, error);
    if (code == TP_OK) *out = count > 0;
    return code;
}

typedef struct name_reader {
    void (*each)(void *context, const char *person, const char *name, const char *login);
    void *context;
} name_reader;

static bool read_name(const pg_row *row, void *context) {
    const name_reader *reader = context;
    const char *person = pg_column(row, 0), *name = pg_column(row, 1), *login = pg_column(row, 2);
    reader->each(reader->context, person, name, login);
    return true;
}

static tp_err shapeless(store *base, int limit,
                        void (*each)(void *context, const char *person, const char *name, const char *login),
                        void *context, tp_error *error) {
    name_reader reader = {each, context};
    int64_t count;
    return pg_read_rows((pg_store *)base, PG_SHAPELESS, (store_value[]){pg_integer(limit)}, read_name,
                        &reader, &count, error);
}

/* ---- what is old ---- */

static tp_err old_guests(store *base, int64_t older_than_ms, int limit,
                         void (*each)(void *context, const char *person), void *context, tp_error *error) {
    text_reader reader = {each, context};
    int64_t count;
    return pg_read_rows((pg_store *)base, PG_OLD_GUESTS,
                        (store_value[]){pg_integer(older_than_ms), pg_integer(limit)}, read_text, &reader,
                        &count, error);
}

typedef struct walk_reader {
    void (*each)(void *context, const char *table);
    void *context;
    store_walk *walk;
} walk_reader;

static bool read_step(const pg_row *row, void *context) {
    const walk_reader *reader = context;
    reader->walk->changed_up_ms = pg_column_integer(row, 1);
    if (!pg_copy_column(row, 0, reader->walk->table, sizeof reader->walk->table)) return false;
    if ((int)pg_column_integer(row, 2) != 0) reader->each(reader->context, reader->walk->table);
    return true;
}

static tp_err old_guest_games(store *base, int64_t older_than_ms, store_walk *walk, int limit,
                              void (*each)(void *context, const char *table), void *context, int64_t *count,
                              tp_error *error) {
    const store_walk from = *walk;
    walk_reader reader = {each, context, walk};
    return pg_read_rows((pg_store *)base, PG_OLD_GUEST_GAMES,
                        (store_value[]){pg_integer(older_than_ms), pg_integer(from.changed_up_ms),
                                        pg_text(from.table), pg_integer(limit)},
                        read_step, &reader, count, error);
}

static tp_err old_bot_games(store *base, int64_t older_than_ms, store_walk *walk, int limit,
                            void (*each)(void *context, const char *table), void *context, int64_t *count,
                            tp_error *error) {
    const store_walk from = *walk;
    walk_reader reader = {each, context, walk};
    return pg_read_rows((pg_store *)base, PG_OLD_BOT_GAMES,
                        (store_value[]){pg_integer(older_than_ms), pg_integer(from.changed_up_ms),
                                        pg_text(from.table), pg_integer(limit)},
                        read_step, &reader, count, error);
}

static tp_err used_bytes(store *base, int64_t *out, tp_error *error) {
    int64_t count;
    return pg_read_rows((pg_store *)base, PG_USED_BYTES, NULL, pg_read_number, out, &count, error);
}

const store_privacy_driver pg_privacy = {
    .session_put = session_put,
    .sessions = sessions,
    .session_end = session_end,
    .sign_out = pg_sign_out,
    .tombstone_of = pg_tombstone_of,
    .tombstones_expire = pg_tombstones_expire,
    .tombstones_file = pg_tombstones_file,
    .tombstones_apply = pg_tombstones_apply,
    .erase = pg_erase,
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
