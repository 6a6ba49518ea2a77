/* Everything in a SQLite file, to be copied or looked at: see copy_driver.h. */
#include "store/sqlite_internal.h"

#include "core/language.h"
#include "store/copy_driver.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct sqlite_side {
    store_side base;
    sqlite3 *database;
    bool is_ours; /* to be closed */
    char *path;
    sqlite3_stmt *insert;
} sqlite_side;

static tp_err failed(const sqlite_side *self, tp_error *error) {
    return sqlite_error(self->database, self->path, error);
}

static tp_err execute(const sqlite_side *self, const char *statement, tp_error *error) {
    errno = 0;
    return sqlite3_exec(self->database, statement, NULL, NULL, NULL) == SQLITE_OK ? TP_OK
                                                                                  : failed(self, error);
}

static sqlite_side *new_side(const char *path, tp_error *error) {
    sqlite_side *self = calloc(1, sizeof *self);
    if (self != NULL) self->path = strdup(path);
    if (self != NULL && self->path != NULL) {
        self->base.driver = &sqlite_copy;
        return self;
    }
    free(self);
    tp_fail(error, TP_E_MEMORY, TR("no memory to open a database"));
    return NULL;
}

static void close_side(store_side *side) {
    sqlite_side *self = (sqlite_side *)side;
    sqlite3_finalize(self->insert);
    if (self->database != NULL && !sqlite3_get_autocommit(self->database))
        sqlite3_exec(self->database, "ROLLBACK", NULL, NULL, NULL);
    if (self->is_ours) sqlite3_close(self->database);
    free(self->path);
    free(self);
}

/* ---- reading ---- */

static tp_err ask(store_side *side, const char *query, char *out, size_t size, tp_error *error) {
    sqlite_side *self = (sqlite_side *)side;
    sqlite3_stmt *statement = NULL;
    errno = 0;
    out[0] = '\0';
    int code = sqlite3_prepare_v2(self->database, query, -1, &statement, NULL);
    if (code == SQLITE_OK) code = sqlite3_step(statement);
    if (code == SQLITE_ROW) snprintf(out, size, "%s", sqlite_column(statement, 0));
    tp_err result = code == SQLITE_ROW || code == SQLITE_DONE ? TP_OK : failed(self, error);
    sqlite3_finalize(statement);
    return result;
}

/* Only what has the same tables can be copied row by row. */
static tp_err check_version(store_side *side, tp_error *error) {
    const sqlite_side *self = (const sqlite_side *)side;
    char application[16], version[16];
    tp_err code = ask(side, "PRAGMA application_id", application, sizeof application, error);
    if (code == TP_OK) code = ask(side, "PRAGMA user_version", version, sizeof version, error);
    if (code != TP_OK) return code;
    int found = (int)strtol(version, NULL, 10);
    if (strtol(application, NULL, 10) != TAPETE_APPLICATION_ID)
        return tp_fail(error, TP_E_INPUT, TR("%s is not a Tapete database; it was left unchanged"),
                       sqlite_short_path(self->path));
    if (found > sqlite_schema_version()) return sqlite_too_new(self->path, found, error);
    if (found == sqlite_schema_version()) return TP_OK;
    return tp_fail(error, TP_E_VERSION,
                   TR("%s was written by an earlier Tapete; start the server on it once, and try again"),
                   sqlite_short_path(self->path));
}

/* Not for reading only: who closes a database last has to remove its log. */
static store_side *open_source(const char *place, tp_error *error) {
    sqlite_side *self = new_side(place, error);
    if (self == NULL) return NULL;
    self->is_ours = true;
    errno = 0;
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    tp_err code =
        sqlite3_open_v2(place, &self->database, flags, NULL) == SQLITE_OK ? TP_OK : failed(self, error);
    if (code == TP_OK) {
        sqlite3_busy_timeout(self->database, BUSY_TIMEOUT_MS);
        code = execute(
            self, "PRAGMA query_only = ON; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON", error);
    }
    if (code == TP_OK) code = check_version(&self->base, error);
    if (code == TP_OK) code = execute(self, "BEGIN; SELECT count(*) FROM pulse", error);
    if (code == TP_OK) return &self->base;
    close_side(&self->base);
    return NULL;
}

static void read_value(sqlite3_stmt *row, int at, char type, store_value *out) {
    if (sqlite3_column_type(row, at) == SQLITE_NULL) {
        out->type = STORE_VALUE_NOTHING;
    } else if (type == 'i') {
        *out = sqlite_integer(sqlite3_column_int64(row, at));
    } else if (type == 'r') {
        *out = sqlite_real(sqlite3_column_double(row, at));
    } else if (type == 'b') {
        const void *bytes = sqlite3_column_blob(row, at);
        *out = sqlite_bytes(bytes != NULL ? bytes : "", (size_t)sqlite3_column_bytes(row, at));
    } else {
        *out = sqlite_text(sqlite_column(row, at));
    }
}

static tp_err rows(store_side *side, const store_relation *relation, store_row_taker *take, void *context,
                   tp_error *error) {
    sqlite_side *self = (sqlite_side *)side;
    char query[512];
    snprintf(query, sizeof query, "SELECT %s FROM %s ORDER BY %s", relation->columns, relation->name,
             relation->order);
    sqlite3_stmt *statement = NULL;
    errno = 0;
    tp_err result = TP_OK;
    int code = sqlite3_prepare_v2(self->database, query, -1, &statement, NULL);
    if (code == SQLITE_OK) {
        int count = (int)strlen(relation->types);
        while (result == TP_OK && (code = sqlite3_step(statement)) == SQLITE_ROW) {
            store_value values[STORE_MOST_COLUMNS] = {0};
            for (int i = 0; i < count; i++) read_value(statement, i, relation->types[i], &values[i]);
            result = sqlite_out_of_memory(statement) ? failed(self, error) : take(context, values, error);
        }
    }
    if (result == TP_OK && code != SQLITE_DONE) result = failed(self, error);
    sqlite3_finalize(statement);
    return result;
}

static tp_err check(store_side *side, tp_error *error) {
    const sqlite_side *self = (const sqlite_side *)side;
    char finding[160];
    tp_err code = ask(side, "PRAGMA integrity_check(1)", finding, sizeof finding, error);
    if (code != TP_OK || strcmp(finding, "ok") == 0) return code;
    for (char *at = finding; *at != '\0'; at++) {
        if (*at == '\n') *at = ' ';
    }
    return tp_fail(error, TP_E_REFUSED, TR("%s is damaged (%s); put a backup in its place"),
                   sqlite_short_path(self->path), finding);
}

/* ---- writing ---- */

static store_side *open_target(store *base, tp_error *error) {
    const sqlite_store *store = (const sqlite_store *)base;
    sqlite_side *self = new_side(store->path, error);
    if (self == NULL) return NULL;
    self->database = store->database;
    if (execute(self, "BEGIN IMMEDIATE", error) == TP_OK) return &self->base;
    close_side(&self->base);
    return NULL;
}

static tp_err begin_rows(store_side *side, const store_relation *relation, tp_error *error) {
    sqlite_side *self = (sqlite_side *)side;
    char statement[512];
    size_t length = (size_t)snprintf(statement, sizeof statement, "INSERT INTO %s (%s) VALUES (?",
                                     relation->name, relation->columns);
    for (size_t i = 1; relation->types[i] != '\0'; i++)
        length += (size_t)snprintf(statement + length, sizeof statement - length, ", ?");
    snprintf(statement + length, sizeof statement - length, ")");
    errno = 0;
    return sqlite3_prepare_v2(self->database, statement, -1, &self->insert, NULL) == SQLITE_OK
               ? TP_OK
               : failed(self, error);
}

static tp_err put(store_side *side, const store_relation *relation, const store_value *values,
                  tp_error *error) {
    sqlite_side *self = (sqlite_side *)side;
    int code = SQLITE_OK;
    errno = 0;
    for (int i = 0; code == SQLITE_OK && relation->types[i] != '\0'; i++)
        code = sqlite_bind(self->insert, i + 1, &values[i]);
    if (code == SQLITE_OK) code = sqlite3_step(self->insert);
    tp_err result = code == SQLITE_DONE ? TP_OK : failed(self, error);
    sqlite3_reset(self->insert);
    sqlite3_clear_bindings(self->insert);
    return result;
}

static tp_err end_rows(store_side *side, const store_relation *relation, tp_error *error) {
    sqlite_side *self = (sqlite_side *)side;
    (void)relation, (void)error;
    sqlite3_finalize(self->insert);
    self->insert = NULL;
    return TP_OK;
}

static tp_err clear(store_side *side, const store_relation *relation, tp_error *error) {
    char statement[64];
    snprintf(statement, sizeof statement, "DELETE FROM %s", relation->name);
    return execute((sqlite_side *)side, statement, error);
}

static tp_err commit(store_side *side, tp_error *error) {
    return execute((sqlite_side *)side, "COMMIT", error);
}

/* ---- backups ---- */

/* As the server makes them, of a database that it may have open. */
static tp_err backup(const char *url, const char *place, const char *path, tp_error *error) {
    (void)url;
    char *whole = realpath(place, NULL);
    if (whole == NULL) return sqlite_system_error(error, TR("cannot open %s: %s"), place, errno);
    sqlite_store store = {.path = whole};
    tp_err code = sqlite_backup(&store.base, path, error);
    free(whole);
    return code;
}

const store_copy_driver sqlite_copy = {
    .open_source = open_source,
    .open_target = open_target,
    .close = close_side,
    .rows = rows,
    .ask = ask,
    .check = check,
    .begin_rows = begin_rows,
    .put = put,
    .end_rows = end_rows,
    .clear = clear,
    .commit = commit,
    .backup = backup,
};
