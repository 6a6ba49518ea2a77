/* The store in a SQLite file: its statements, and what becomes of their rows.
 *
 * Every value goes through a bound parameter. A statement is prepared once, and given back after use; where it is in use already, as in a
 * list that is asked for while the same list is gone through, a second one is prepared for that time. */
#include "store/sqlite_internal.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- statements ---- */

#define PERSON_COLUMNS "id, name, login, hash, sign_in, created_ms, seen_ms"
#define IN_PHASE(n) \
    "SELECT id, game, phase, summary, created_ms, changed_ms FROM tables WHERE phase = ?" #n " "
#define OR_IN_PHASE(n) "UNION ALL " IN_PHASE(n)

static const char *const statement_texts[STATEMENT_COUNT] = {
    /* At once for writing: who has begun does not find out half-way that another program writes. */
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [PULSE] = "INSERT INTO pulse VALUES (1, 1) ON CONFLICT DO UPDATE SET beats = beats + 1",

    [SECRET_GET] = "SELECT bytes FROM secrets WHERE name = ?1",
    [SECRET_PUT] = "INSERT INTO secrets VALUES (?1, ?2)",

    /* Not INSERT OR REPLACE: that deletes the row first, and with it what refers to it. */
    [PERSON_PUT] = "INSERT INTO people (" PERSON_COLUMNS ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"
                   " ON CONFLICT (id) DO UPDATE SET name = excluded.name, login = excluded.login,"
                   " hash = excluded.hash, sign_in = excluded.sign_in, created_ms = excluded.created_ms,"
                   " seen_ms = excluded.seen_ms",
    [PERSON_GET] = "SELECT " PERSON_COLUMNS " FROM people WHERE id = ?1",
    [PERSON_BY_LOGIN] = "SELECT " PERSON_COLUMNS " FROM people WHERE login = ?1",
    [PERSON_DELETE] = "DELETE FROM people WHERE id = ?1",
    [BLOCK] = "INSERT INTO blocks VALUES (?1, ?2) ON CONFLICT DO NOTHING",
    [UNBLOCK] = "DELETE FROM blocks WHERE who = ?1 AND whom = ?2",
    [BLOCKS] = "SELECT whom FROM blocks WHERE who = ?1 ORDER BY whom",

    [TABLE_PUT] = "INSERT INTO tables (id, game, phase, summary, created_ms, changed_ms)"
                  " VALUES (?1, ?2, ?3, ?4, ?5, ?6)"
                  " ON CONFLICT (id) DO UPDATE SET game = excluded.game, phase = excluded.phase,"
                  " summary = excluded.summary, created_ms = excluded.created_ms,"
                  " changed_ms = excluded.changed_ms",
    [TABLE_EXISTS] = "SELECT 1 FROM tables WHERE id = ?1",
    [TABLE_DELETE] = "DELETE FROM tables WHERE id = ?1",
    /* Each phase comes in order from tables_by_phase, and they are merged: no more rows are read than are given out, however many there are. With
     * phase IN (...) all of them would be read and sorted. */
    [TABLES] = IN_PHASE(1) OR_IN_PHASE(2) OR_IN_PHASE(3) OR_IN_PHASE(4) OR_IN_PHASE(5) OR_IN_PHASE(6)
        OR_IN_PHASE(7) OR_IN_PHASE(8) "ORDER BY changed_ms DESC, id LIMIT ?9",

    [JOURNAL_ADD] = "INSERT INTO journal (table_id, number, kind, text) SELECT ?1, ?2, ?3, ?4"
                    " WHERE ?2 = 1 + (SELECT coalesce(max(number), 0) FROM journal WHERE table_id = ?1)",
    [JOURNAL_LAST] = "SELECT coalesce(max(number), 0) FROM journal WHERE table_id = ?1",
    [JOURNAL_READ] = "SELECT number, kind, text FROM journal WHERE table_id = ?1 AND number > ?2"
                     " ORDER BY number",

    /* A person who has meanwhile been forgotten is nobody. */
    [RESULT_ADD] = "INSERT INTO results"
                   " (table_id, seat, game, person, agent, returns, score, rated, how, ended_ms)"
                   " VALUES (?1, ?2, ?3, (SELECT id FROM people WHERE id = ?4), ?5, ?6, ?7, ?8, ?9, ?10)"
                   " ON CONFLICT (table_id, seat) DO UPDATE SET game = excluded.game,"
                   " person = excluded.person, agent = excluded.agent, returns = excluded.returns,"
                   " score = excluded.score, rated = excluded.rated, how = excluded.how,"
                   " ended_ms = excluded.ended_ms",
    /* `mine` is the first of the person's seats, since somebody can have several at one table. */
    [RESULTS] = "SELECT r.table_id, r.seat, r.game, r.person, r.agent, r.returns, r.score, r.rated, r.how,"
                " r.ended_ms FROM results mine CROSS JOIN results r ON r.table_id = mine.table_id"
                " WHERE mine.person = ?1 AND NOT EXISTS (SELECT 1 FROM results other"
                "  WHERE other.table_id = mine.table_id AND other.person = ?1 AND other.seat < mine.seat)"
                " ORDER BY mine.ended_ms DESC, mine.table_id, r.seat LIMIT ?2",
};

/* ---- running them ---- */

/* What a parameter is bound to. */
typedef struct value {
    enum { NOTHING, TEXT, INTEGER, REAL, BYTES } type;
    const void *bytes;
    int64_t integer;
    double real;
} value;

static value text(const char *letters) { return (value){.type = TEXT, .bytes = letters}; }

static value text_or_nothing(const char *letters) {
    return (value){.type = letters[0] == '\0' ? NOTHING : TEXT, .bytes = letters};
}

static value integer(int64_t number) { return (value){.type = INTEGER, .integer = number}; }

static value real(double number) { return (value){.type = REAL, .real = number}; }

/* Nothing is copied: what a value points to outlives the statement's use. */
static int bind(sqlite3_stmt *statement, int at, const value *to) {
    switch (to->type) {
    case TEXT:
        return sqlite3_bind_text64(statement, at, to->bytes, strlen(to->bytes), SQLITE_STATIC, SQLITE_UTF8);
    case INTEGER: return sqlite3_bind_int64(statement, at, to->integer);
    case REAL: return sqlite3_bind_double(statement, at, to->real);
    case BYTES:
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

/* The statement with its parameters, to be stepped and given back; NULL where that failed. `values` has one for each of its parameters. */
static sqlite3_stmt *take(sqlite_store *self, sqlite_statement which, const value *values) {
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
        if (bind(statement, i + 1, &values[i]) != SQLITE_OK) {
            give_back(self, which, statement);
            return NULL;
        }
    }
    return statement;
}

/* The sentence for SQLite's latest error. SQLite may have rolled back a whole transaction for it; so that what follows is not taken for a part of
 * one, nothing more is done before it is rolled back. */
static tp_err failed(sqlite_store *self, tp_error *error) {
    self->is_broken = self->in_transaction;
    return sqlite_error(self->database, self->path, error);
}

static tp_err check_whole(const sqlite_store *self, tp_error *error) {
    if (!self->is_broken) return TP_OK;
    return tp_fail(error, TP_E_IO, "%s: a change before this one failed, so none of them is kept",
                   sqlite_short_path(self->path));
}

/* Run a statement that gives no rows. Breaking a rule of the schema is no failure: *broken_rule is then SQLite's code for it. With NULL it
 * is one. */
static tp_err change(sqlite_store *self, sqlite_statement which, const value *values, int *broken_rule,
                     tp_error *error) {
    tp_assert(self->reading == 0);
    tp_err result = check_whole(self, error);
    if (result != TP_OK) return result;
    if (broken_rule != NULL) *broken_rule = SQLITE_OK;
    sqlite3_stmt *statement = take(self, which, values);
    if (statement == NULL) return failed(self, error);
    int code = sqlite3_step(statement);
    if (code != SQLITE_DONE) {
        if (broken_rule != NULL && (code & 0xff) == SQLITE_CONSTRAINT) {
            *broken_rule = code;
        } else {
            result = failed(self, error);
        }
    }
    give_back(self, which, statement);
    return result;
}

/* What to do with a row: false where its values are not what the schema promises or there is no memory for them. */
typedef bool row_handler(sqlite3_stmt *row, void *context);

/* Go through all rows of a statement; *count tells how many there were. */
static tp_err read_rows(sqlite_store *self, sqlite_statement which, const value *values, row_handler *handle,
                        void *context, int64_t *count, tp_error *error) {
    *count = 0;
    tp_err result = check_whole(self, error);
    if (result != TP_OK) return result;
    sqlite3_stmt *statement = take(self, which, values);
    if (statement == NULL) return failed(self, error);
    self->reading++;
    int code;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        ++*count;
        if (!handle(statement, context)) break;
    }
    if (code == SQLITE_ROW) {
        result = tp_fail(error, TP_E_IO,
                         "%s is damaged: a row is not as it was written; put a backup in its place",
                         sqlite_short_path(self->path));
    } else if (code != SQLITE_DONE) {
        result = failed(self, error);
    }
    self->reading--;
    give_back(self, which, statement);
    return result;
}

/* ---- rows ---- */

/* NULL reads as "". */
static const char *column(sqlite3_stmt *row, int at) {
    const unsigned char *found = sqlite3_column_text(row, at);
    return found != NULL ? (const char *)found : "";
}

/* Whether a column() has failed, which looks like a NULL. */
static bool out_of_memory(sqlite3_stmt *row) {
    return sqlite3_errcode(sqlite3_db_handle(row)) == SQLITE_NOMEM;
}

/* Copy a text that must fit. */
static bool copy_column(sqlite3_stmt *row, int at, char *out, size_t size) {
    const char *found = column(row, at);
    size_t length = strlen(found);
    if (length >= size) return false;
    memcpy(out, found, length + 1);
    return true;
}

/* ---- transactions ---- */

static void sqlite_rollback(store *base) {
    sqlite_store *self = (sqlite_store *)base;
    tp_assert(self->reading == 0);
    /* Some errors have rolled back already; and a rollback always succeeds as far as it matters: nothing of it is in the file. */
    if (!sqlite3_get_autocommit(self->database)) sqlite3_exec(self->database, "ROLLBACK", NULL, NULL, NULL);
    self->in_transaction = false;
    self->is_broken = false;
}

static tp_err sqlite_begin(store *base, tp_error *error) {
    sqlite_store *self = (sqlite_store *)base;
    tp_assert(!self->in_transaction);
    tp_err code = change(self, BEGIN, NULL, NULL, error);
    self->in_transaction = code == TP_OK;
    return code;
}

static tp_err sqlite_commit(store *base, tp_error *error) {
    sqlite_store *self = (sqlite_store *)base;
    tp_assert(self->in_transaction);
    tp_err code = change(self, COMMIT, NULL, NULL, error);
    if (code != TP_OK) sqlite_rollback(base);
    self->in_transaction = false;
    return code;
}

/* ---- the store as a whole ---- */

static bool read_secret(sqlite3_stmt *row, void *context) {
    const void *bytes = sqlite3_column_blob(row, 0);
    if (bytes == NULL || sqlite3_column_bytes(row, 0) != STORE_SECRET_SIZE) return false;
    memcpy(context, bytes, STORE_SECRET_SIZE);
    return true;
}

static tp_err sqlite_secret(store *base, const char *name, uint8_t out[STORE_SECRET_SIZE], tp_error *error) {
    sqlite_store *self = (sqlite_store *)base;
    const value values[] = {text(name), {.type = BYTES, .bytes = out, .integer = STORE_SECRET_SIZE}};
    int64_t count;
    tp_err code = read_rows(self, SECRET_GET, values, read_secret, out, &count, error);
    if (code != TP_OK || count > 0) return code;
    if (sodium_init() < 0) return tp_fail(error, TP_E_IO, "the system gives no random numbers");
    randombytes_buf(out, STORE_SECRET_SIZE);
    code = change(self, SECRET_PUT, values, NULL, error);
    if (code != TP_OK) sodium_memzero(out, STORE_SECRET_SIZE);
    return code;
}

static tp_err sqlite_health(store *base, tp_error *error) {
    sqlite_store *self = (sqlite_store *)base;
    /* SQLite goes on writing to a file that has lost its name, and all of it would be gone with the process. */
    struct stat about;
    if (stat(self->path, &about) != 0 || about.st_dev != self->device || about.st_ino != self->inode) {
        return tp_fail(error, TP_E_IO, "%s was removed or replaced while the server runs",
                       sqlite_short_path(self->path));
    }
    return change(self, PULSE, NULL, NULL, error);
}

/* ---- people ---- */

static tp_err no_person(const char *what, const char *name, tp_error *error) {
    return tp_fail(error, TP_E_UNKNOWN, "there is nobody with the %s '%.80s'", what, name);
}

static tp_err sqlite_person_put(store *base, const store_person *person, tp_error *error) {
    sqlite_store *self = (sqlite_store *)base;
    const value values[] = {text(person->id),        text(person->name),       text_or_nothing(person->login),
                            text(person->hash),      integer(person->sign_in), integer(person->created_ms),
                            integer(person->seen_ms)};
    int broken_rule;
    tp_err code = change(self, PERSON_PUT, values, &broken_rule, error);
    if (code != TP_OK || broken_rule == SQLITE_OK) return code;
    if (broken_rule == SQLITE_CONSTRAINT_UNIQUE)
        return tp_refuse(error, "LOGIN_TAKEN", "somebody else has the login '%s'", person->login);
    return failed(self, error);
}

static bool read_person(sqlite3_stmt *row, void *context) {
    store_person *person = context;
    person->sign_in = sqlite3_column_int64(row, 4);
    person->created_ms = sqlite3_column_int64(row, 5);
    person->seen_ms = sqlite3_column_int64(row, 6);
    return copy_column(row, 0, person->id, sizeof person->id) &&
           copy_column(row, 1, person->name, sizeof person->name) &&
           copy_column(row, 2, person->login, sizeof person->login) &&
           copy_column(row, 3, person->hash, sizeof person->hash) && !out_of_memory(row);
}

static tp_err find_person(sqlite_store *self, sqlite_statement which, const char *what, const char *name,
                          store_person *out, tp_error *error) {
    store_person found = {0};
    int64_t count;
    tp_err code = read_rows(self, which, (value[]){text(name)}, read_person, &found, &count, error);
    if (code != TP_OK) return code;
    if (count == 0) return no_person(what, name, error);
    *out = found;
    return TP_OK;
}

static tp_err sqlite_person_get(store *base, const char *id, store_person *out, tp_error *error) {
    return find_person((sqlite_store *)base, PERSON_GET, "id", id, out, error);
}

static tp_err sqlite_person_by_login(store *base, const char *login, store_person *out, tp_error *error) {
    return find_person((sqlite_store *)base, PERSON_BY_LOGIN, "login", login, out, error);
}

static tp_err sqlite_person_delete(store *base, const char *id, tp_error *error) {
    sqlite_store *self = (sqlite_store *)base;
    /* What refers to the person follows by the rules of the schema, in the same statement. */
    tp_err code = change(self, PERSON_DELETE, (value[]){text(id)}, NULL, error);
    if (code == TP_OK && sqlite3_changes(self->database) == 0) return no_person("id", id, error);
    return code;
}

static tp_err sqlite_block(store *base, const char *who, const char *whom, bool on, tp_error *error) {
    sqlite_store *self = (sqlite_store *)base;
    int broken_rule;
    tp_err code = change(self, on ? BLOCK : UNBLOCK, (value[]){text(who), text(whom)}, &broken_rule, error);
    if (code != TP_OK || broken_rule == SQLITE_OK) return code;
    if (broken_rule == SQLITE_CONSTRAINT_FOREIGNKEY) {
        return tp_fail(error, TP_E_UNKNOWN, "there is nobody with the id '%.80s' or '%.80s'", who, whom);
    }
    return failed(self, error);
}

typedef struct block_reader {
    void (*each)(void *context, const char *whom);
    void *context;
} block_reader;

static bool read_block(sqlite3_stmt *row, void *context) {
    const block_reader *reader = context;
    const char *whom = column(row, 0);
    if (out_of_memory(row)) return false;
    reader->each(reader->context, whom);
    return true;
}

static tp_err sqlite_blocks(store *base, const char *who, void (*each)(void *context, const char *whom),
                            void *context, tp_error *error) {
    block_reader reader = {each, context};
    int64_t count;
    return read_rows((sqlite_store *)base, BLOCKS, (value[]){text(who)}, read_block, &reader, &count, error);
}

/* ---- tables ---- */

static tp_err no_table(const char *table, tp_error *error) {
    return tp_fail(error, TP_E_UNKNOWN, "there is no table '%.80s'", table);
}

static tp_err sqlite_table_put(store *base, const store_table *table, tp_error *error) {
    const value values[] = {text(table->id),      text(table->game),          text(table->phase),
                            text(table->summary), integer(table->created_ms), integer(table->changed_ms)};
    return change((sqlite_store *)base, TABLE_PUT, values, NULL, error);
}

typedef struct table_reader {
    void (*each)(void *context, const store_table *table);
    void *context;
} table_reader;

static bool read_table(sqlite3_stmt *row, void *context) {
    const table_reader *reader = context;
    const store_table table = {
        .id = column(row, 0),
        .game = column(row, 1),
        .phase = column(row, 2),
        .summary = column(row, 3),
        .created_ms = sqlite3_column_int64(row, 4),
        .changed_ms = sqlite3_column_int64(row, 5),
    };
    if (out_of_memory(row)) return false;
    reader->each(reader->context, &table);
    return true;
}

static tp_err sqlite_tables(store *base, const char *const phases[STORE_PHASES], int limit,
                            void (*each)(void *context, const store_table *table), void *context,
                            tp_error *error) {
    table_reader reader = {each, context};
    value values[STORE_PHASES + 1];
    for (int i = 0; i < STORE_PHASES; i++) values[i] = text_or_nothing(phases[i]);
    values[STORE_PHASES] = integer(limit);
    int64_t count;
    return read_rows((sqlite_store *)base, TABLES, values, read_table, &reader, &count, error);
}

static tp_err sqlite_table_delete(store *base, const char *table, tp_error *error) {
    sqlite_store *self = (sqlite_store *)base;
    tp_err code = change(self, TABLE_DELETE, (value[]){text(table)}, NULL, error);
    if (code == TP_OK && sqlite3_changes(self->database) == 0) return no_table(table, error);
    return code;
}

/* ---- journals ---- */

static bool read_number(sqlite3_stmt *row, void *context) {
    *(int64_t *)context = sqlite3_column_int64(row, 0);
    return true;
}

static tp_err check_table(sqlite_store *self, const char *table, tp_error *error) {
    int64_t unused, count;
    tp_err code = read_rows(self, TABLE_EXISTS, (value[]){text(table)}, read_number, &unused, &count, error);
    return code == TP_OK && count == 0 ? no_table(table, error) : code;
}

static tp_err wrong_number(sqlite_store *self, const char *table, int64_t number, tp_error *error) {
    int64_t last = 0, count;
    tp_err code = check_table(self, table, error);
    if (code == TP_OK)
        code = read_rows(self, JOURNAL_LAST, (value[]){text(table)}, read_number, &last, &count, error);
    if (code != TP_OK) return code;
    return tp_fail(error, TP_E_INPUT,
                   "the next entry in the journal of table '%.80s' is number %lld, not %lld", table,
                   (long long)last + 1, (long long)number);
}

static tp_err sqlite_journal_add(store *base, const char *table, const store_entry *entry, tp_error *error) {
    sqlite_store *self = (sqlite_store *)base;
    const char kind[2] = {entry->kind, '\0'};
    const value values[] = {text(table), integer(entry->number), text(kind), text(entry->text)};
    int broken_rule;
    tp_err code = change(self, JOURNAL_ADD, values, &broken_rule, error);
    if (code != TP_OK) return code;
    if (broken_rule == SQLITE_CONSTRAINT_FOREIGNKEY) return no_table(table, error);
    if (broken_rule != SQLITE_OK) return failed(self, error);
    if (sqlite3_changes(self->database) == 0) return wrong_number(self, table, entry->number, error);
    return TP_OK;
}

typedef struct entry_reader {
    void (*each)(void *context, const store_entry *entry);
    void *context;
} entry_reader;

static bool read_entry(sqlite3_stmt *row, void *context) {
    const entry_reader *reader = context;
    const store_entry entry = {
        .number = sqlite3_column_int64(row, 0), .kind = column(row, 1)[0], .text = column(row, 2)};
    if (out_of_memory(row)) return false;
    reader->each(reader->context, &entry);
    return true;
}

static tp_err sqlite_journal_read(store *base, const char *table, int64_t after,
                                  void (*each)(void *context, const store_entry *entry), void *context,
                                  tp_error *error) {
    sqlite_store *self = (sqlite_store *)base;
    entry_reader reader = {each, context};
    int64_t count;
    tp_err code = read_rows(self, JOURNAL_READ, (value[]){text(table), integer(after)}, read_entry, &reader,
                            &count, error);
    return code == TP_OK && count == 0 ? check_table(self, table, error) : code;
}

/* ---- results ---- */

static tp_err sqlite_result_add(store *base, const store_result *result, tp_error *error) {
    sqlite_store *self = (sqlite_store *)base;
    const value values[] = {text(result->table),      integer(result->seat),  text(result->game),
                            text(result->person),     text(result->agent),    real(result->returns),
                            integer(result->score),   integer(result->rated), text(result->how),
                            integer(result->ended_ms)};
    int broken_rule;
    tp_err code = change(self, RESULT_ADD, values, &broken_rule, error);
    if (code != TP_OK || broken_rule == SQLITE_OK) return code;
    if (broken_rule == SQLITE_CONSTRAINT_FOREIGNKEY) return no_table(result->table, error);
    return failed(self, error);
}

typedef struct result_reader {
    void (*each)(void *context, const store_result *result);
    void *context;
} result_reader;

static bool read_result(sqlite3_stmt *row, void *context) {
    const result_reader *reader = context;
    const store_result result = {
        .table = column(row, 0),
        .seat = sqlite3_column_int(row, 1),
        .game = column(row, 2),
        .person = column(row, 3),
        .agent = column(row, 4),
        .returns = sqlite3_column_double(row, 5),
        .score = sqlite3_column_int64(row, 6),
        .rated = sqlite3_column_int(row, 7) != 0,
        .how = column(row, 8),
        .ended_ms = sqlite3_column_int64(row, 9),
    };
    if (out_of_memory(row)) return false;
    reader->each(reader->context, &result);
    return true;
}

static tp_err sqlite_results(store *base, const char *person, int limit,
                             void (*each)(void *context, const store_result *result), void *context,
                             tp_error *error) {
    result_reader reader = {each, context};
    int64_t count;
    return read_rows((sqlite_store *)base, RESULTS, (value[]){text(person), integer(limit)}, read_result,
                     &reader, &count, error);
}

/* ---- the driver ---- */

const store_driver store_sqlite = {
    .scheme = "sqlite",
    .open = sqlite_open,
    .close = sqlite_close,
    .begin = sqlite_begin,
    .commit = sqlite_commit,
    .rollback = sqlite_rollback,
    .secret = sqlite_secret,
    .backup = sqlite_backup,
    .health = sqlite_health,
    .person_put = sqlite_person_put,
    .person_get = sqlite_person_get,
    .person_by_login = sqlite_person_by_login,
    .person_delete = sqlite_person_delete,
    .block = sqlite_block,
    .blocks = sqlite_blocks,
    .table_put = sqlite_table_put,
    .journal_add = sqlite_journal_add,
    .journal_read = sqlite_journal_read,
    .tables = sqlite_tables,
    .table_delete = sqlite_table_delete,
    .result_add = sqlite_result_add,
    .results = sqlite_results,
};
