/* The statements of the SQLite driver, and how they are run.
 *
 * Every value goes through a bound parameter. A statement is prepared once, and given back after use; where
 * it is in use already, as in a list that is asked for while the same list is gone through, a second one is
 * prepared for that time. */
#include "store/sqlite_internal.h"

#include <errno.h>
#include <string.h>

/* ---- statements ---- */

#define NOTE_COLUMNS "kind, key, about, by, text, made_ms, until_ms"
/* The uptime as it was last written down. */
#define NOW_UP "coalesce((SELECT uptime_ms FROM pulse), 0)"
#define PERSON_COLUMNS "id, name, login, hash, sign_in, created_ms, seen_ms"
/* A person who is being erased is not there any more. */
#define AND_ALIVE " AND NOT EXISTS (SELECT 1 FROM erasures WHERE person = people.id)"
#define IN_PHASE(n) \
    "SELECT id, game, phase, summary, created_ms, changed_ms FROM tables WHERE phase = ?" #n " "
#define STANDINGS                                                                      \
    "SELECT s.person, p.name, s.game, s.against, s.games, s.won, s.points, s.last_ms " \
    "FROM standings s JOIN people p ON p.id = s.person "
#define OR_IN_PHASE(n) "UNION ALL " IN_PHASE(n)

static const char *const statement_texts[STATEMENT_COUNT] = {
    /* At once for writing: who has begun does not find out half-way that another program writes. */
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [PULSE] = "INSERT INTO pulse (id, beats, uptime_ms) VALUES (1, 1, ?1) ON CONFLICT DO UPDATE"
              " SET beats = beats + 1, uptime_ms = max(uptime_ms, excluded.uptime_ms)",
    [UPTIME] = "SELECT uptime_ms FROM pulse",

    [SECRET_GET] = "SELECT bytes FROM secrets WHERE name = ?1",
    [SECRET_PUT] = "INSERT INTO secrets VALUES (?1, ?2)",

    /* Not INSERT OR REPLACE: that deletes the row first, and with it what refers to it. */
    [PERSON_PUT] = "INSERT INTO people (" PERSON_COLUMNS ", seen_up_ms)"
                   " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, " NOW_UP ")"
                   " ON CONFLICT (id) DO UPDATE SET name = excluded.name, login = excluded.login,"
                   " hash = excluded.hash, sign_in = excluded.sign_in, created_ms = excluded.created_ms,"
                   " seen_ms = excluded.seen_ms, seen_up_ms = excluded.seen_up_ms",
    [PERSON_GET] = "SELECT " PERSON_COLUMNS " FROM people WHERE id = ?1" AND_ALIVE,
    [PERSON_BY_LOGIN] = "SELECT " PERSON_COLUMNS " FROM people WHERE login = ?1" AND_ALIVE,
    [PERSON_DELETE] = "DELETE FROM people WHERE id = ?1",
    [BLOCK] = "INSERT INTO blocks VALUES (?1, ?2) ON CONFLICT DO NOTHING",
    [UNBLOCK] = "DELETE FROM blocks WHERE who = ?1 AND whom = ?2",
    [BLOCKS] = "SELECT whom FROM blocks WHERE who = ?1 ORDER BY whom",

    [TABLE_PUT] = "INSERT INTO tables (id, game, phase, summary, created_ms, changed_ms, changed_up_ms)"
                  " VALUES (?1, ?2, ?3, ?4, ?5, ?6, " NOW_UP ")"
                  " ON CONFLICT (id) DO UPDATE SET game = excluded.game, phase = excluded.phase,"
                  " summary = excluded.summary, created_ms = excluded.created_ms,"
                  " changed_ms = excluded.changed_ms, changed_up_ms = excluded.changed_up_ms",
    [TABLE_EXISTS] = "SELECT 1 FROM tables WHERE id = ?1",
    [TABLE_DELETE] = "DELETE FROM tables WHERE id = ?1",
    /* Each phase comes in order from tables_by_phase, and they are merged: no more rows are read than are
     * given out, however many there are. With phase IN (...) all of them would be read and sorted. */
    [TABLES] = IN_PHASE(1) OR_IN_PHASE(2) OR_IN_PHASE(3) OR_IN_PHASE(4) OR_IN_PHASE(5) OR_IN_PHASE(6)
        OR_IN_PHASE(7) OR_IN_PHASE(8) "ORDER BY changed_ms DESC, id LIMIT ?9",

    [ACCESS_PUT] = "INSERT INTO access VALUES (?1, ?2) ON CONFLICT DO UPDATE SET text = excluded.text",
    [ACCESS_GET] = "SELECT t.phase, a.text FROM tables t LEFT JOIN access a ON a.table_id = t.id"
                   " WHERE t.id = ?1",

    [JOURNAL_ADD] = "INSERT INTO journal (table_id, number, kind, text) SELECT ?1, ?2, ?3, ?4"
                    " WHERE ?2 = 1 + (SELECT coalesce(max(number), 0) FROM journal WHERE table_id = ?1)",
    [JOURNAL_LAST] = "SELECT coalesce(max(number), 0) FROM journal WHERE table_id = ?1",
    [JOURNAL_READ] = "SELECT number, kind, text FROM journal WHERE table_id = ?1 AND number > ?2"
                     " ORDER BY number",

    /* A person who has meanwhile been forgotten is nobody. */
    [RESULT_ADD] =
        "INSERT INTO results (table_id, seat, game, person, agent, returns, score, rated, how, ended_ms,"
        " side, public, against, points)"
        " VALUES (?1, ?2, ?3, (SELECT id FROM people WHERE id = ?4" AND_ALIVE "), ?5, ?6, ?7, ?8, ?9, ?10,"
        " ?11, ?12, ?13, ?14)"
        " ON CONFLICT (table_id, seat) DO UPDATE SET game = excluded.game,"
        " person = excluded.person, agent = excluded.agent, returns = excluded.returns,"
        " score = excluded.score, rated = excluded.rated, how = excluded.how,"
        " ended_ms = excluded.ended_ms, side = excluded.side, public = excluded.public,"
        " against = excluded.against, points = excluded.points",
    /* A person can have several seats at one table. */
    [RESULTS] = "SELECT r.table_id, r.seat, r.game, r.person, r.agent, r.returns, r.score, r.rated, r.how,"
                " r.ended_ms, r.side, r.public, r.against, r.points, p.name"
                " FROM (SELECT DISTINCT ended_ms, table_id FROM results WHERE person = ?1"
                "  ORDER BY ended_ms DESC, table_id LIMIT ?2) mine"
                " CROSS JOIN results r ON r.table_id = mine.table_id LEFT JOIN people p ON p.id = r.person"
                " ORDER BY mine.ended_ms DESC, mine.table_id, r.seat",
    [RESULT_COUNT] = "SELECT count(*) FROM results WHERE person = ?1",
    [RESULTS_BETWEEN] =
        "SELECT count(*) FROM results AS one JOIN results AS other ON other.table_id = one.table_id"
        " WHERE one.person = ?1 AND other.person = ?2 AND one.game = ?3 AND one.ended_ms > ?4"
        " AND one.table_id <> ?5 AND one.side <> other.side AND one.against = 'people'"
        " AND (one.points IS NOT NULL OR other.points IS NOT NULL)",

    [STANDINGS_OF] = STANDINGS "WHERE s.person = ?1 ORDER BY s.game, s.games DESC, s.against LIMIT ?2",
    [STANDINGS_ON] =
        STANDINGS "WHERE s.game = ?1 AND s.against = ?2 AND p.login IS NOT NULL ORDER BY s.person",
    [BOARDS] = "SELECT s.against, count(*) AS people FROM standings s JOIN people p ON p.id = s.person"
               " WHERE s.game = ?1 AND p.login IS NOT NULL"
               " GROUP BY s.against ORDER BY people DESC, s.against LIMIT ?2",

    [UNREAD_NEXT] = "SELECT table_id FROM unread ORDER BY table_id LIMIT 1",
    [UNREAD_DONE] = "DELETE FROM unread WHERE table_id = ?1",

    [NOTE_PUT] = "INSERT INTO notes (" NOTE_COLUMNS ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"
                 " ON CONFLICT (kind, key) DO UPDATE SET about = excluded.about, by = excluded.by,"
                 " text = excluded.text, made_ms = excluded.made_ms, until_ms = excluded.until_ms",
    [NOTE_GET] = "SELECT " NOTE_COLUMNS " FROM notes WHERE kind = ?1 AND key = ?2",
    [NOTE_DELETE] = "DELETE FROM notes WHERE kind = ?1 AND key = ?2",
    [NOTES] =
        "SELECT " NOTE_COLUMNS " FROM notes WHERE kind = ?1 AND ?2 = '' ORDER BY made_ms DESC, key LIMIT ?3",
    [NOTES_ABOUT] = "SELECT " NOTE_COLUMNS
                    " FROM notes WHERE kind = ?1 AND about = ?2 ORDER BY made_ms DESC, key LIMIT ?3",
    [NOTES_BY] =
        "SELECT " NOTE_COLUMNS " FROM notes WHERE kind = ?1 AND by = ?2 ORDER BY made_ms DESC, key LIMIT ?3",
    [NOTES_ERASE] = "DELETE FROM notes WHERE about = ?1",
    [NOTES_ERASE_BY] = "UPDATE notes SET by = NULL WHERE by = ?1",
    [NOTES_EXPIRE] = "DELETE FROM notes WHERE kind = ?1 AND until_ms > 0 AND until_ms <= ?2",
    [PEOPLE] =
        "SELECT id, name, login, sign_in, created_ms, seen_ms FROM people"
        " WHERE (instr(id, ?1) OR instr(lower(name), lower(?1)) OR instr(login, lower(?1)) OR ?1 = '')" AND_ALIVE
        " ORDER BY seen_ms DESC, id LIMIT ?2",

    [SESSION_PUT] = "INSERT INTO sessions VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (person, id) DO UPDATE"
                    " SET device = excluded.device, seen_ms = excluded.seen_ms",
    [SESSIONS] = "SELECT id, device, made_ms, seen_ms FROM sessions WHERE person = ?1"
                 " ORDER BY seen_ms DESC, made_ms DESC, id",
    [SESSION_END] = "DELETE FROM sessions WHERE person = ?1 AND id = ?2",
    [SESSIONS_END] = "DELETE FROM sessions WHERE person = ?1",

    /* Who was erased is so for good. */
    [TOMBSTONE_PUT] = "INSERT INTO tombstones VALUES (?1, ?2, ?3, " NOW_UP ") ON CONFLICT (hash) DO UPDATE"
                      " SET erased = max(erased, excluded.erased), filed = min(filed, excluded.filed)"
                      " WHERE erased < excluded.erased",
    [TOMBSTONE_GET] = "SELECT erased FROM tombstones WHERE hash = ?1",
    [TOMBSTONES_EXPIRE] = "DELETE FROM tombstones WHERE erased = 0 AND made_up_ms < " NOW_UP " - ?1",
    [TOMBSTONES_UNFILED] = "SELECT hash FROM tombstones WHERE filed = 0 ORDER BY hash LIMIT ?1",
    [TOMBSTONE_FILED] = "UPDATE tombstones SET filed = 1 WHERE hash = ?1",
    [TOMBSTONES_UNFILE] = "UPDATE tombstones SET filed = 0 WHERE erased = 1",
    [PEOPLE_AND_TRACES] = "SELECT id FROM people UNION SELECT person FROM traces",

    [TOMBSTONES_COUNT] = "SELECT count(*) FROM tombstones WHERE erased = 1 AND filed = 1",

    [PERSON_ERASE] = "UPDATE people SET name = 'gone', login = NULL, hash = '', sign_in = sign_in + 1,"
                     " shape = NULL, login_shape = NULL WHERE id = ?1",
    [ERASE_RESULTS] = "UPDATE results SET person = NULL WHERE (table_id, seat) IN"
                      " (SELECT table_id, seat FROM results WHERE person = ?1 LIMIT ?2)",
    [ERASURES] = "SELECT person FROM erasures",
    [ERASURE_BEGIN] = "INSERT INTO erasures VALUES (?1, '', 0, 0) ON CONFLICT DO NOTHING",
    [ERASURE_NEXT] = "SELECT person, table_id, number, seats FROM erasures ORDER BY person LIMIT 1",
    [ERASURE_PUT] = "UPDATE erasures SET table_id = ?2, number = ?3, seats = ?4 WHERE person = ?1",
    [ERASURE_DONE] = "DELETE FROM erasures WHERE person = ?1",
    [TRACE] = "INSERT INTO traces VALUES (?1, ?2) ON CONFLICT DO NOTHING",
    [TRACE_NEXT] =
        "SELECT table_id FROM traces WHERE person = ?1 AND table_id > ?2 ORDER BY table_id LIMIT 1",
    [TRACE_REMOVE] = "DELETE FROM traces WHERE person = ?1 AND table_id = ?2",

    /* Moves are nearly all of a journal, and name nobody. Quotes within a text have a backslash before them,
       so no chat looks like one. */
    [JOURNAL_SOME] = "SELECT number, kind, text FROM journal WHERE table_id = ?1 AND number > ?2"
                     " AND text NOT LIKE '%\"is\":\"play\"%' AND text NOT LIKE '%\"is\": \"play\"%'"
                     " ORDER BY number LIMIT ?3",
    [JOURNAL_OVERWRITE] = "UPDATE journal SET text = ?3 WHERE table_id = ?1 AND number = ?2",
    [SUMMARY] = "SELECT summary FROM tables WHERE id = ?1",
    [SUMMARY_OVERWRITE] = "UPDATE tables SET summary = ?2 WHERE id = ?1",

    [SHAPE_PUT] = "UPDATE people SET shape = ?2, login_shape = ?3 WHERE id = ?1",
    [SHAPE_TAKEN] = "SELECT 1 FROM people WHERE shape = ?1 AND login IS NOT NULL AND id <> ?2 UNION ALL"
                    " SELECT 1 FROM people WHERE login_shape = ?1 AND login IS NOT NULL AND id <> ?2 LIMIT 1",
    [SHAPELESS] = "SELECT id, name, login FROM people WHERE login IS NOT NULL AND shape IS NULL LIMIT ?1",
    [OLD_GUESTS] =
        "SELECT p.id FROM people p WHERE p.login IS NULL"
        " AND NOT EXISTS (SELECT 1 FROM erasures e WHERE e.person = p.id) AND p.seen_up_ms < " NOW_UP " - ?1"
        " AND NOT EXISTS (SELECT 1 FROM results r JOIN tables t ON t.id = r.table_id"
        "  WHERE r.person = p.id AND t.changed_up_ms >= " NOW_UP " - ?1)"
        " ORDER BY p.seen_up_ms LIMIT ?2",
    [OLD_GUEST_GAMES] =
        "SELECT t.id, t.changed_up_ms,"
        " NOT EXISTS (SELECT 1 FROM traces x JOIN people p ON p.id = x.person"
        "  WHERE x.table_id = t.id AND p.login IS NOT NULL)"
        " AND (t.phase = 'closed' OR EXISTS (SELECT 1 FROM results r WHERE r.table_id = t.id AND r.agent = ''))"
        " FROM tables t WHERE t.phase IN ('over', 'closed') AND (t.changed_up_ms, t.id) > (?2, ?3)"
        " AND t.changed_up_ms < " NOW_UP " - ?1 ORDER BY t.changed_up_ms, t.id LIMIT ?4",
    [USED_BYTES] = "SELECT (c.page_count - f.freelist_count) * s.page_size"
                   " FROM pragma_page_count() c, pragma_freelist_count() f, pragma_page_size() s",
    [OLD_BOT_GAMES] =
        "SELECT t.id, t.changed_up_ms, t.phase = 'over'"
        " AND EXISTS (SELECT 1 FROM results r WHERE r.table_id = t.id)"
        " AND NOT EXISTS (SELECT 1 FROM results r WHERE r.table_id = t.id AND r.agent = '')"
        " FROM tables t WHERE t.phase IN ('over', 'closed') AND (t.changed_up_ms, t.id) > (?2, ?3)"
        " AND t.changed_up_ms <= " NOW_UP " - ?1 ORDER BY t.changed_up_ms, t.id LIMIT ?4",
};

/* ---- running them ---- */

sqlite_value sqlite_text(const char *letters) {
    return (sqlite_value){.type = STORE_VALUE_TEXT, .bytes = letters};
}

sqlite_value sqlite_text_or_nothing(const char *letters) {
    return (sqlite_value){.type = letters[0] == '\0' ? STORE_VALUE_NOTHING : STORE_VALUE_TEXT,
                          .bytes = letters};
}

sqlite_value sqlite_integer(int64_t number) {
    return (sqlite_value){.type = STORE_VALUE_INTEGER, .integer = number};
}

sqlite_value sqlite_real(double number) { return (sqlite_value){.type = STORE_VALUE_REAL, .real = number}; }

sqlite_value sqlite_bytes(const void *bytes, size_t size) {
    return (sqlite_value){.type = STORE_VALUE_BYTES, .bytes = bytes, .integer = (int64_t)size};
}

/* Nothing is copied: what a value points to outlives the statement's use. */
int sqlite_bind(sqlite3_stmt *statement, int at, const sqlite_value *to) {
    switch (to->type) {
    case STORE_VALUE_TEXT:
        return sqlite3_bind_text64(statement, at, to->bytes, strlen(to->bytes), SQLITE_STATIC, SQLITE_UTF8);
    case STORE_VALUE_INTEGER: return sqlite3_bind_int64(statement, at, to->integer);
    case STORE_VALUE_REAL: return sqlite3_bind_double(statement, at, to->real);
    case STORE_VALUE_BYTES:
        return sqlite3_bind_blob64(statement, at, to->bytes, (sqlite3_uint64)to->integer, SQLITE_STATIC);
    default: return sqlite3_bind_null(statement, at);
    }
}

static void give_back(sqlite_store *self, sqlite_statement which, sqlite3_stmt *statement) {
    if (statement == self->statements[which]) {
        sqlite3_reset(statement);
        sqlite3_clear_bindings(statement); /* they point to what will be gone */
    } else {
        sqlite3_finalize(statement);
    }
}

/* The statement with its parameters, to be stepped and given back; NULL if that failed. `values` has one
 * for each of its parameters. */
static sqlite3_stmt *take(sqlite_store *self, sqlite_statement which, const sqlite_value *values) {
    errno = 0; /* for sqlite_error */
    sqlite3_stmt *statement = self->statements[which];
    if (statement == NULL || sqlite3_stmt_busy(statement)) {
        sqlite3_stmt *made = NULL;
        if (sqlite3_prepare_v3(self->database, statement_texts[which], -1, SQLITE_PREPARE_PERSISTENT, &made,
                               NULL) != SQLITE_OK) {
            return NULL;
        }
        if (statement == NULL) self->statements[which] = made;
        statement = made;
    }
    int count = sqlite3_bind_parameter_count(statement);
    for (int i = 0; i < count; i++) {
        if (sqlite_bind(statement, i + 1, &values[i]) != SQLITE_OK) {
            give_back(self, which, statement);
            return NULL;
        }
    }
    return statement;
}

tp_err sqlite_failed(sqlite_store *self, tp_error *error) {
    tp_error found = {0};
    self->is_broken = self->in_transaction;
    int code = sqlite3_extended_errcode(self->database);
    tp_err result = sqlite_error(self->database, self->path, &found);
    bool is_damage = (code & 0xff) == SQLITE_CORRUPT || (code & 0xff) == SQLITE_NOTADB ||
                     code == SQLITE_IOERR_SHORT_READ || code == SQLITE_IOERR_CORRUPTFS;
    if (is_damage) sqlite_note_damage(self, &found);
    if (error != NULL) *error = found;
    return result;
}

static tp_err check_whole(const sqlite_store *self, tp_error *error) {
    if (!self->is_broken) return TP_OK;
    return tp_fail(error, TP_E_IO, "%s: a change before this one failed, so none of them is kept",
                   sqlite_short_path(self->path));
}

tp_err sqlite_change(sqlite_store *self, sqlite_statement which, const sqlite_value *values, int *broken_rule,
                     tp_error *error) {
    tp_assert(self->reading == 0);
    tp_err result = check_whole(self, error);
    if (result != TP_OK) return result;
    if (broken_rule != NULL) *broken_rule = SQLITE_OK;
    sqlite3_stmt *statement = take(self, which, values);
    if (statement == NULL) return sqlite_failed(self, error);
    int code = sqlite3_step(statement);
    if (code != SQLITE_DONE) {
        if (broken_rule != NULL && (code & 0xff) == SQLITE_CONSTRAINT) {
            *broken_rule = code;
        } else {
            result = sqlite_failed(self, error);
        }
    }
    give_back(self, which, statement);
    return result;
}

tp_err sqlite_read_rows(sqlite_store *self, sqlite_statement which, const sqlite_value *values,
                        sqlite_row_handler *handle, void *context, int64_t *count, tp_error *error) {
    *count = 0;
    tp_err result = check_whole(self, error);
    if (result != TP_OK) return result;
    sqlite3_stmt *statement = take(self, which, values);
    if (statement == NULL) return sqlite_failed(self, error);
    self->reading++;
    int code;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        ++*count;
        if (!handle(statement, context)) break;
    }
    if (code == SQLITE_ROW) {
        tp_error found = {0};
        result = tp_fail(&found, TP_E_IO,
                         "%s is damaged: a row is not as it was written; put a backup in its place",
                         sqlite_short_path(self->path));
        sqlite_note_damage(self, &found);
        if (error != NULL) *error = found;
    } else if (code != SQLITE_DONE) {
        result = sqlite_failed(self, error);
    }
    self->reading--;
    give_back(self, which, statement);
    return result;
}

/* ---- rows ---- */

const char *sqlite_column(sqlite3_stmt *row, int at) {
    const unsigned char *found = sqlite3_column_text(row, at);
    return found != NULL ? (const char *)found : "";
}

bool sqlite_out_of_memory(sqlite3_stmt *row) {
    return sqlite3_errcode(sqlite3_db_handle(row)) == SQLITE_NOMEM;
}

bool sqlite_copy_column(sqlite3_stmt *row, int at, char *out, size_t size) {
    const char *found = sqlite_column(row, at);
    size_t length = strlen(found);
    if (length >= size) return false;
    memcpy(out, found, length + 1);
    return true;
}

bool sqlite_read_number(sqlite3_stmt *row, void *context) {
    *(int64_t *)context = sqlite3_column_int64(row, 0);
    return true;
}
