/* The store in a SQLite file: people, tables and their journals. */
#include "store/sqlite_internal.h"

#include <sodium.h>
#include <string.h>

/* ---- transactions ---- */

static void sqlite_rollback(store *base) {
    sqlite_store *self = (sqlite_store *)base;
    tp_assert(self->reading == 0);
    /* Some errors have rolled back already; and a rollback always succeeds as far as it matters: nothing of
     * it is in the file. */
    if (!sqlite3_get_autocommit(self->database)) sqlite3_exec(self->database, "ROLLBACK", NULL, NULL, NULL);
    self->in_transaction = false;
    self->is_broken = false;
}

static tp_err sqlite_begin(store *base, tp_error *error) {
    sqlite_store *self = (sqlite_store *)base;
    tp_assert(!self->in_transaction);
    tp_err code = sqlite_in_place(base, error);
    if (code == TP_OK) code = sqlite_change(self, BEGIN, NULL, NULL, error);
    self->in_transaction = code == TP_OK;
    return code;
}

static tp_err sqlite_commit(store *base, tp_error *error) {
    sqlite_store *self = (sqlite_store *)base;
    tp_assert(self->in_transaction);
    tp_err code = sqlite_change(self, COMMIT, NULL, NULL, error);
    if (code != TP_OK) sqlite_rollback(base);
    self->in_transaction = false;
    /* A file that has lost its name in the meantime keeps nothing. */
    return code == TP_OK ? sqlite_in_place(base, error) : code;
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
    const sqlite_value values[] = {sqlite_text(name), sqlite_bytes(out, STORE_SECRET_SIZE)};
    int64_t count;
    tp_err code = sqlite_read_rows(self, SECRET_GET, values, read_secret, out, &count, error);
    if (code != TP_OK || count > 0) return code;
    if (sodium_init() < 0) return tp_fail(error, TP_E_IO, "the system gives no random numbers");
    randombytes_buf(out, STORE_SECRET_SIZE);
    code = sqlite_change(self, SECRET_PUT, values, NULL, error);
    if (code != TP_OK) sodium_memzero(out, STORE_SECRET_SIZE);
    return code;
}

/* ---- people ---- */

static tp_err no_person(const char *what, const char *name, tp_error *error) {
    return tp_fail(error, TP_E_UNKNOWN, "there is nobody with the %s '%.80s'", what, name);
}

static tp_err sqlite_person_put(store *base, const store_person *person, tp_error *error) {
    sqlite_store *self = (sqlite_store *)base;
    const sqlite_value values[] = {sqlite_text(person->id),
                                   sqlite_text(person->name),
                                   sqlite_text_or_nothing(person->login),
                                   sqlite_text(person->hash),
                                   sqlite_integer(person->sign_in),
                                   sqlite_integer(person->created_ms),
                                   sqlite_integer(person->seen_ms)};
    int broken_rule;
    tp_err code = sqlite_change(self, PERSON_PUT, values, &broken_rule, error);
    if (code != TP_OK || broken_rule == SQLITE_OK) return code;
    if (broken_rule == SQLITE_CONSTRAINT_UNIQUE)
        return tp_refuse(error, "LOGIN_TAKEN", "another account has the login '%s'", person->login);
    return sqlite_failed(self, error);
}

static bool read_person(sqlite3_stmt *row, void *context) {
    store_person *person = context;
    person->sign_in = sqlite3_column_int64(row, 4);
    person->created_ms = sqlite3_column_int64(row, 5);
    person->seen_ms = sqlite3_column_int64(row, 6);
    return sqlite_copy_column(row, 0, person->id, sizeof person->id) &&
           sqlite_copy_column(row, 1, person->name, sizeof person->name) &&
           sqlite_copy_column(row, 2, person->login, sizeof person->login) &&
           sqlite_copy_column(row, 3, person->hash, sizeof person->hash) && !sqlite_out_of_memory(row);
}

static tp_err find_person(sqlite_store *self, sqlite_statement which, const char *what, const char *name,
                          store_person *out, tp_error *error) {
    store_person found = {0};
    int64_t count;
    tp_err code = sqlite_read_rows(self, which, (sqlite_value[]){sqlite_text(name)}, read_person, &found,
                                   &count, error);
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
    tp_err code = sqlite_change(self, PERSON_DELETE, (sqlite_value[]){sqlite_text(id)}, NULL, error);
    if (code == TP_OK && sqlite3_changes(self->database) == 0) return no_person("id", id, error);
    return code;
}

static tp_err sqlite_block(store *base, const char *who, const char *whom, bool on, tp_error *error) {
    sqlite_store *self = (sqlite_store *)base;
    int broken_rule;
    tp_err code = sqlite_change(self, on ? BLOCK : UNBLOCK,
                                (sqlite_value[]){sqlite_text(who), sqlite_text(whom)}, &broken_rule, error);
    if (code != TP_OK || broken_rule == SQLITE_OK) return code;
    if (broken_rule == SQLITE_CONSTRAINT_FOREIGNKEY) {
        return tp_fail(error, TP_E_UNKNOWN, "there is nobody with the id '%.80s' or '%.80s'", who, whom);
    }
    return sqlite_failed(self, error);
}

typedef struct block_reader {
    void (*each)(void *context, const char *whom);
    void *context;
} block_reader;

static bool read_block(sqlite3_stmt *row, void *context) {
    const block_reader *reader = context;
    const char *whom = sqlite_column(row, 0);
    if (sqlite_out_of_memory(row)) return false;
    reader->each(reader->context, whom);
    return true;
}

static tp_err sqlite_blocks(store *base, const char *who, void (*each)(void *context, const char *whom),
                            void *context, tp_error *error) {
    block_reader reader = {each, context};
    int64_t count;
    return sqlite_read_rows((sqlite_store *)base, BLOCKS, (sqlite_value[]){sqlite_text(who)}, read_block,
                            &reader, &count, error);
}

/* ---- tables ---- */

tp_err sqlite_no_table(const char *table, tp_error *error) {
    return tp_fail(error, TP_E_UNKNOWN, "there is no table '%.80s'", table);
}

static tp_err sqlite_table_put(store *base, const store_table *table, tp_error *error) {
    const sqlite_value values[] = {
        sqlite_text(table->id),      sqlite_text(table->game),          sqlite_text(table->phase),
        sqlite_text(table->summary), sqlite_integer(table->created_ms), sqlite_integer(table->changed_ms)};
    return sqlite_change((sqlite_store *)base, TABLE_PUT, values, NULL, error);
}

typedef struct table_reader {
    void (*each)(void *context, const store_table *table);
    void *context;
} table_reader;

static bool read_table(sqlite3_stmt *row, void *context) {
    const table_reader *reader = context;
    const store_table table = {
        .id = sqlite_column(row, 0),
        .game = sqlite_column(row, 1),
        .phase = sqlite_column(row, 2),
        .summary = sqlite_column(row, 3),
        .created_ms = sqlite3_column_int64(row, 4),
        .changed_ms = sqlite3_column_int64(row, 5),
    };
    if (sqlite_out_of_memory(row)) return false;
    reader->each(reader->context, &table);
    return true;
}

static tp_err sqlite_tables(store *base, const char *const phases[STORE_PHASES], int limit,
                            void (*each)(void *context, const store_table *table), void *context,
                            tp_error *error) {
    table_reader reader = {each, context};
    sqlite_value values[STORE_PHASES + 1];
    for (int i = 0; i < STORE_PHASES; i++) values[i] = sqlite_text_or_nothing(phases[i]);
    values[STORE_PHASES] = sqlite_integer(limit);
    int64_t count;
    return sqlite_read_rows((sqlite_store *)base, TABLES, values, read_table, &reader, &count, error);
}

static tp_err sqlite_table_delete(store *base, const char *table, tp_error *error) {
    sqlite_store *self = (sqlite_store *)base;
    tp_err code = sqlite_change(self, TABLE_DELETE, (sqlite_value[]){sqlite_text(table)}, NULL, error);
    if (code == TP_OK && sqlite3_changes(self->database) == 0) return sqlite_no_table(table, error);
    return code;
}

/* ---- journals ---- */

static tp_err check_table(sqlite_store *self, const char *table, tp_error *error) {
    int64_t unused, count;
    tp_err code = sqlite_read_rows(self, TABLE_EXISTS, (sqlite_value[]){sqlite_text(table)},
                                   sqlite_read_number, &unused, &count, error);
    return code == TP_OK && count == 0 ? sqlite_no_table(table, error) : code;
}

static tp_err wrong_number(sqlite_store *self, const char *table, int64_t number, tp_error *error) {
    int64_t last = 0, count;
    tp_err code = check_table(self, table, error);
    if (code == TP_OK)
        code = sqlite_read_rows(self, JOURNAL_LAST, (sqlite_value[]){sqlite_text(table)}, sqlite_read_number,
                                &last, &count, error);
    if (code != TP_OK) return code;
    return tp_fail(error, TP_E_INPUT,
                   "the next entry in the journal of table '%.80s' is number %lld, not %lld", table,
                   (long long)last + 1, (long long)number);
}

static tp_err sqlite_journal_add(store *base, const char *table, const store_entry *entry, tp_error *error) {
    sqlite_store *self = (sqlite_store *)base;
    const char kind[2] = {entry->kind, '\0'};
    const sqlite_value values[] = {sqlite_text(table), sqlite_integer(entry->number), sqlite_text(kind),
                                   sqlite_text(entry->text)};
    int broken_rule;
    tp_err code = sqlite_change(self, JOURNAL_ADD, values, &broken_rule, error);
    if (code != TP_OK) return code;
    if (broken_rule == SQLITE_CONSTRAINT_FOREIGNKEY) return sqlite_no_table(table, error);
    if (broken_rule != SQLITE_OK) return sqlite_failed(self, error);
    if (sqlite3_changes(self->database) == 0) return wrong_number(self, table, entry->number, error);
    return TP_OK;
}

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

static tp_err sqlite_journal_read(store *base, const char *table, int64_t after,
                                  void (*each)(void *context, const store_entry *entry), void *context,
                                  tp_error *error) {
    sqlite_store *self = (sqlite_store *)base;
    entry_reader reader = {each, context};
    int64_t count;
    tp_err code =
        sqlite_read_rows(self, JOURNAL_READ, (sqlite_value[]){sqlite_text(table), sqlite_integer(after)},
                         read_entry, &reader, &count, error);
    return code == TP_OK && count == 0 ? check_table(self, table, error) : code;
}

/* ---- the driver ---- */

const store_driver store_sqlite = {
    .scheme = "sqlite",
    .open = sqlite_open,
    .close = sqlite_close,
    .checkpoint_apart = sqlite_checkpoint_apart,
    .open_reader = sqlite_open_reader,
    .begin = sqlite_begin,
    .commit = sqlite_commit,
    .rollback = sqlite_rollback,
    .secret = sqlite_secret,
    .backup = sqlite_backup,
    .in_place = sqlite_in_place,
    .beat = sqlite_beat,
    .uptime = sqlite_uptime,
    .check = sqlite_check,
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
    .access_put = sqlite_access_put,
    .access_get = sqlite_access_get,
    .table_delete = sqlite_table_delete,
    .result_add = sqlite_result_add,
    .results = sqlite_results,
    .result_count = sqlite_result_count,
    .results_between = sqlite_results_between,
    .standings_of = sqlite_standings_of,
    .standings_on = sqlite_standings_on,
    .boards = sqlite_boards,
    .unread_next = sqlite_unread_next,
    .unread_done = sqlite_unread_done,
    .notes = &sqlite_notes,
    .privacy = &sqlite_privacy,
    .copy = &sqlite_copy,
};
