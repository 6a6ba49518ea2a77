/* Everything in a PostgreSQL database, to be copied or looked at: see copy_driver.h.
 *
 * It is read through a cursor within one snapshot (REPEATABLE READ), and written with COPY in its binary
 * form. */
#include "store/copy_driver.h"
#include "store/postgres_internal.h"

#include "core/language.h"

#include <endian.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS_AT_ONCE = 1000 };

typedef struct pg_side {
    store_side base;
    pg_store store; /* its name in sentences, and its url */
    PGconn *connection;
} pg_side;

static tp_err execute(pg_side *self, const char *statements, tp_error *error) {
    return pg_execute(&self->store, self->connection, statements, error);
}

static void close_side(store_side *side) {
    pg_side *self = (pg_side *)side;
    PQfinish(self->connection); /* what was not committed has not happened */
    free(self->store.url);
    free(self);
}

/* A connection of its own, out of pipeline mode. */
static pg_side *open_side(const char *url, const char *begin, tp_error *error) {
    pg_side *self = calloc(1, sizeof *self);
    if (self == NULL || (self->store.url = strdup(url)) == NULL) {
        free(self);
        tp_fail(error, TP_E_MEMORY, TR("no memory to open a database"));
        return NULL;
    }
    self->base.driver = &pg_copy;
    tp_err code = pg_name(&self->store, error);
    if (code == TP_OK) code = pg_connect(&self->store, 0, error);
    if (code == TP_OK) {
        self->connection = self->store.connection;
        PQexitPipelineMode(self->connection);
        PQsetnonblocking(self->connection, 0);
        code = execute(self, "SET idle_in_transaction_session_timeout = 0", error);
    }
    if (code == TP_OK) code = execute(self, begin, error);
    if (code == TP_OK) return self;
    close_side(&self->base);
    return NULL;
}

/* ---- reading ---- */

static tp_err ask(store_side *side, const char *query, char *out, size_t size, tp_error *error) {
    pg_side *self = (pg_side *)side;
    PGresult *answer = PQexec(self->connection, query);
    out[0] = '\0';
    tp_err code = PQresultStatus(answer) == PGRES_TUPLES_OK ? TP_OK : pg_refused(&self->store, answer, error);
    if (code == TP_OK && PQntuples(answer) > 0) snprintf(out, size, "%s", PQgetvalue(answer, 0, 0));
    PQclear(answer);
    return code;
}

static tp_err check_version(pg_side *self, tp_error *error) {
    char found[16];
    tp_err code =
        ask(&self->base, "SELECT to_regclass('schema_version') IS NOT NULL", found, sizeof found, error);
    if (code != TP_OK) return code;
    if (strcmp(found, "t") != 0)
        return tp_fail(error, TP_E_INPUT, TR("%s is not a Tapete database; it was left unchanged"),
                       self->store.shown);
    code = ask(&self->base, "SELECT version FROM schema_version", found, sizeof found, error);
    int version = (int)strtol(found, NULL, 10);
    if (code != TP_OK || version == pg_schema_version()) return code;
    if (version > pg_schema_version())
        return tp_fail(error, TP_E_VERSION,
                       TR("%s was written by a later Tapete: its schema has version %d, and this program "
                          "knows up to %d"),
                       self->store.shown, version, pg_schema_version());
    return tp_fail(error, TP_E_VERSION,
                   TR("%s was written by an earlier Tapete; start the server on it once, and try again"),
                   self->store.shown);
}

static store_side *open_source(const char *place, tp_error *error) {
    char *url = pg_url(place);
    pg_side *self =
        url != NULL ? open_side(url, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", error) : NULL;
    free(url);
    if (self == NULL) return NULL;
    if (check_version(self, error) == TP_OK) return &self->base;
    close_side(&self->base);
    return NULL;
}

static void read_value(const pg_row *row, int at, char type, store_value *out) {
    if (pg_is_nothing(row, at)) {
        out->type = STORE_VALUE_NOTHING;
    } else if (type == 'i') {
        *out = pg_integer(pg_column_integer(row, at));
    } else if (type == 'r') {
        *out = pg_real(pg_column_real(row, at));
    } else if (type == 'b') {
        *out = pg_bytes(PQgetvalue(row->of, row->at, at), (size_t)PQgetlength(row->of, row->at, at));
    } else {
        *out = pg_text(pg_column(row, at));
    }
}

static tp_err take_rows(const PGresult *answer, const store_relation *relation, store_row_taker *take,
                        void *context, tp_error *error) {
    int rows = PQntuples(answer), count = (int)strlen(relation->types);
    tp_err code = TP_OK;
    for (int i = 0; code == TP_OK && i < rows; i++) {
        const pg_row row = {answer, i};
        store_value values[STORE_MOST_COLUMNS] = {0};
        for (int at = 0; at < count; at++) read_value(&row, at, relation->types[at], &values[at]);
        code = take(context, values, error);
    }
    return code;
}

static tp_err rows(store_side *side, const store_relation *relation, store_row_taker *take, void *context,
                   tp_error *error) {
    pg_side *self = (pg_side *)side;
    char query[512], fetch[64];
    snprintf(query, sizeof query, "DECLARE all_rows NO SCROLL CURSOR FOR SELECT %s FROM %s ORDER BY %s",
             relation->columns, relation->name, relation->order);
    snprintf(fetch, sizeof fetch, "FETCH %d FROM all_rows", ROWS_AT_ONCE);
    tp_err code = execute(self, query, error);
    for (int count = 1; code == TP_OK && count > 0;) {
        PGresult *answer = PQexecParams(self->connection, fetch, 0, NULL, NULL, NULL, NULL, 1);
        count = PQntuples(answer);
        code = PQresultStatus(answer) == PGRES_TUPLES_OK ? take_rows(answer, relation, take, context, error)
                                                         : pg_refused(&self->store, answer, error);
        PQclear(answer);
    }
    return code == TP_OK ? execute(self, "CLOSE all_rows", error) : code;
}

/* Its pages are PostgreSQL's business: pg_amcheck and checksums look at them. */
static tp_err check(store_side *side, tp_error *error) {
    (void)side, (void)error;
    return TP_OK;
}

/* ---- writing ---- */

static store_side *open_target(store *base, tp_error *error) {
    const pg_store *store = (const pg_store *)base;
    pg_side *self = open_side(store->url, "BEGIN", error);
    return self != NULL ? &self->base : NULL;
}

static tp_err send_copy(pg_side *self, const void *bytes, size_t size, tp_error *error) {
    if (PQputCopyData(self->connection, bytes, (int)size) == 1) return TP_OK;
    return pg_unreachable(&self->store, PQerrorMessage(self->connection), error);
}

static tp_err begin_rows(store_side *side, const store_relation *relation, tp_error *error) {
    static const char header[] = "PGCOPY\n\377\r\n\0\0\0\0\0\0\0\0";
    pg_side *self = (pg_side *)side;
    char statement[512];
    snprintf(statement, sizeof statement, "COPY %s (%s) FROM STDIN BINARY", relation->name,
             relation->columns);
    PGresult *answer = PQexec(self->connection, statement);
    tp_err code = PQresultStatus(answer) == PGRES_COPY_IN ? TP_OK : pg_refused(&self->store, answer, error);
    PQclear(answer);
    return code == TP_OK ? send_copy(self, header, 19, error) : code;
}

static tp_err put_value(pg_side *self, const store_value *value, tp_error *error) {
    uint64_t wire = htobe64((uint64_t)value->integer);
    const void *bytes = &wire;
    size_t size = sizeof wire;
    if (value->type == STORE_VALUE_REAL) {
        memcpy(&wire, &value->real, sizeof wire);
        wire = htobe64(wire);
    } else if (value->type == STORE_VALUE_TEXT || value->type == STORE_VALUE_BYTES) {
        bytes = value->bytes;
        size = value->type == STORE_VALUE_TEXT ? strlen(value->bytes) : (size_t)value->integer;
    }
    bool is_nothing = value->type == STORE_VALUE_NOTHING;
    uint32_t length = htobe32(is_nothing ? UINT32_MAX : (uint32_t)size);
    tp_err code = send_copy(self, &length, sizeof length, error);
    return code == TP_OK && !is_nothing && size > 0 ? send_copy(self, bytes, size, error) : code;
}

static tp_err put(store_side *side, const store_relation *relation, const store_value *values,
                  tp_error *error) {
    pg_side *self = (pg_side *)side;
    size_t count = strlen(relation->types);
    uint16_t fields = htobe16((uint16_t)count);
    tp_err code = send_copy(self, &fields, sizeof fields, error);
    for (size_t i = 0; code == TP_OK && i < count; i++) code = put_value(self, &values[i], error);
    return code;
}

static tp_err end_rows(store_side *side, const store_relation *relation, tp_error *error) {
    pg_side *self = (pg_side *)side;
    (void)relation;
    const uint16_t end = UINT16_MAX;
    tp_err code = send_copy(self, &end, sizeof end, error);
    if (code == TP_OK && PQputCopyEnd(self->connection, NULL) != 1)
        code = pg_unreachable(&self->store, PQerrorMessage(self->connection), error);
    if (code != TP_OK) return code;
    for (PGresult *answer; (answer = PQgetResult(self->connection)) != NULL; PQclear(answer)) {
        if (code == TP_OK && PQresultStatus(answer) != PGRES_COMMAND_OK)
            code = pg_refused(&self->store, answer, error);
    }
    return code;
}

static tp_err clear(store_side *side, const store_relation *relation, tp_error *error) {
    char statement[64];
    snprintf(statement, sizeof statement, "DELETE FROM %s", relation->name);
    return execute((pg_side *)side, statement, error);
}

static tp_err commit(store_side *side, tp_error *error) { return execute((pg_side *)side, "COMMIT", error); }

/* ---- backups ---- */

static tp_err backup(const char *url, const char *place, const char *path, tp_error *error) {
    (void)place;
    return store_copy_to_file(url, path, error);
}

tp_err pg_backup(store *base, const char *path, tp_error *error) {
    return store_copy_to_file(((const pg_store *)base)->url, path, error);
}

const store_copy_driver pg_copy = {
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
