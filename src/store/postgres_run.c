/* How statements are run: sent in pipeline mode, and their answers looked at together.
 *
 * Numbers go over the wire as eight bytes, the most significant first, and so do fractions: they come out
 * exactly as they went in. */
#include "core/language.h"
#include "store/postgres_internal.h"

#include <endian.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_PARAMETERS = 16,
    ANSWER_MS = 60000, /* longer than any statement takes */

    /* Types of PostgreSQL (pg_type.dat) */
    OID_BYTES = 17,
    OID_INTEGER = 20,
    OID_TEXT = 25,
    OID_REAL = 701,
};

/* ---- values ---- */

store_value pg_text(const char *letters) { return (store_value){.type = STORE_VALUE_TEXT, .bytes = letters}; }

store_value pg_text_or_nothing(const char *letters) {
    return (store_value){.type = letters[0] == '\0' ? STORE_VALUE_NOTHING : STORE_VALUE_TEXT,
                         .bytes = letters};
}

store_value pg_integer(int64_t number) {
    return (store_value){.type = STORE_VALUE_INTEGER, .integer = number};
}

store_value pg_real(double number) { return (store_value){.type = STORE_VALUE_REAL, .real = number}; }

store_value pg_bytes(const void *bytes, size_t size) {
    return (store_value){.type = STORE_VALUE_BYTES, .bytes = bytes, .integer = (int64_t)size};
}

static Oid type_of(char letter) {
    switch (letter) {
    case 'i': return OID_INTEGER;
    case 'r': return OID_REAL;
    case 'b': return OID_BYTES;
    default: return OID_TEXT;
    }
}

/* ---- rows ---- */

const char *pg_column(const pg_row *row, int at) { return PQgetvalue(row->of, row->at, at); }

bool pg_is_nothing(const pg_row *row, int at) { return PQgetisnull(row->of, row->at, at) != 0; }

static uint64_t eight_bytes(const pg_row *row, int at) {
    uint64_t bytes = 0;
    if (PQgetlength(row->of, row->at, at) == (int)sizeof bytes)
        memcpy(&bytes, PQgetvalue(row->of, row->at, at), sizeof bytes);
    return be64toh(bytes);
}

int64_t pg_column_integer(const pg_row *row, int at) { return (int64_t)eight_bytes(row, at); }

double pg_column_real(const pg_row *row, int at) {
    uint64_t bytes = eight_bytes(row, at);
    double real;
    memcpy(&real, &bytes, sizeof real);
    return real;
}

bool pg_copy_column(const pg_row *row, int at, char *out, size_t size) {
    const char *found = pg_column(row, at);
    size_t length = strlen(found);
    if (length >= size) return false;
    memcpy(out, found, length + 1);
    return true;
}

bool pg_read_number(const pg_row *row, void *context) {
    *(int64_t *)context = pg_column_integer(row, 0);
    return true;
}

bool pg_read_id(const pg_row *row, void *context) { return pg_copy_column(row, 0, context, STORE_ID_SIZE); }

/* ---- sending ---- */

void pg_forget_sent(pg_store *self) { self->sent_count = 0; }

static tp_err no_memory(pg_store *self, tp_error *error) {
    return tp_fail(error, TP_E_MEMORY, TR("no memory for the database %s"), self->shown);
}

static tp_err note_sent(pg_store *self, const pg_sent *sent, tp_error *error) {
    if (self->sent_count == self->sent_room) {
        size_t room = self->sent_room == 0 ? 64 : 2 * self->sent_room;
        pg_sent *grown = realloc(self->sent, room * sizeof *grown);
        if (grown == NULL) return no_memory(self, error);
        self->sent = grown;
        self->sent_room = room;
    }
    self->sent[self->sent_count++] = *sent;
    return TP_OK;
}

static tp_err prepare(pg_store *self, pg_statement which, const char *name, tp_error *error) {
    Oid types[MOST_PARAMETERS];
    const char *letters = pg_statements[which].types;
    int count = (int)strlen(letters);
    for (int i = 0; i < count; i++) types[i] = type_of(letters[i]);
    const pg_sent sent = {.statement = which, .is_preparation = true};
    tp_err code = note_sent(self, &sent, error);
    if (code != TP_OK) return code;
    if (PQsendPrepare(self->connection, name, pg_statements[which].text, count, types) != 1)
        return pg_unreachable(self, PQerrorMessage(self->connection), error);
    self->is_prepared[which] = true;
    return TP_OK;
}

/* Texts of this kind of database are UTF-8: SQLite keeps any bytes. */
static bool is_utf8(const char *text) {
    const uint8_t *at = (const uint8_t *)text;
    while (*at != '\0') {
        uint32_t letter = *at++, more = letter < 0x80 ? 0 : letter < 0xe0 ? 1 : letter < 0xf0 ? 2 : 3;
        static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};
        if ((letter >= 0x80 && letter < 0xc2) || letter > 0xf4) return false;
        if (more > 0) letter &= 0x3fu >> more;
        for (uint32_t i = 0; i < more; i++, at++) {
            if ((*at & 0xc0) != 0x80) return false;
            letter = letter << 6 | (*at & 0x3fu);
        }
        if (letter < least[more] || letter > 0x10ffff || (letter >= 0xd800 && letter < 0xe000)) return false;
    }
    return true;
}

tp_err pg_send(pg_store *self, pg_statement which, const store_value *values, pg_expectation expects,
               const char *table, int64_t number, tp_error *error) {
    const char *bytes[MOST_PARAMETERS];
    int sizes[MOST_PARAMETERS], formats[MOST_PARAMETERS];
    uint64_t wire[MOST_PARAMETERS];
    int count = (int)strlen(pg_statements[which].types);
    tp_assert(count <= MOST_PARAMETERS);
    for (int i = 0; i < count; i++) {
        const store_value *value = &values[i];
        formats[i] = 1;
        bytes[i] = (const char *)&wire[i];
        sizes[i] = sizeof wire[i];
        if (value->type == STORE_VALUE_TEXT) {
            if (!is_utf8(value->bytes))
                return tp_fail(error, TP_E_INPUT, "the database takes texts in UTF-8 alone");
            bytes[i] = value->bytes;
            sizes[i] = (int)strlen(value->bytes);
        } else if (value->type == STORE_VALUE_BYTES) {
            bytes[i] = value->bytes;
            sizes[i] = (int)value->integer;
        } else if (value->type == STORE_VALUE_INTEGER) {
            wire[i] = htobe64((uint64_t)value->integer);
        } else if (value->type == STORE_VALUE_REAL) {
            memcpy(&wire[i], &value->real, sizeof wire[i]);
            wire[i] = htobe64(wire[i]);
        } else {
            bytes[i] = NULL;
        }
    }
    const char name[] = {'s', (char)('0' + which / 100), (char)('0' + which / 10 % 10),
                         (char)('0' + which % 10), '\0'};
    if (!self->is_prepared[which]) {
        tp_err code = prepare(self, which, name, error);
        if (code != TP_OK) return code;
    }
    pg_sent sent = {.statement = which, .expects = expects, .number = number};
    if (table != NULL) strncat(sent.table, table, sizeof sent.table - 1);
    tp_err code = note_sent(self, &sent, error);
    if (code != TP_OK) return code;
    if (PQsendQueryPrepared(self->connection, name, count, bytes, sizes, formats, 1) != 1)
        return pg_unreachable(self, PQerrorMessage(self->connection), error);
    return TP_OK;
}

/* ---- answers ---- */

/* The next answer; NULL where the connection is gone. `*is_end`: instead of an answer there was the end of
 * those to one statement. */
static PGresult *next_answer(pg_store *self, int64_t deadline_ms, bool *is_end) {
    *is_end = false;
    while (PQisBusy(self->connection)) {
        if (!pg_wait(self, deadline_ms)) return NULL;
    }
    PGresult *answer = PQgetResult(self->connection);
    *is_end = answer == NULL && PQstatus(self->connection) == CONNECTION_OK;
    return answer;
}

/* The one answer to a statement. */
static PGresult *answer_to(pg_store *self, int64_t deadline_ms) {
    bool is_end;
    PGresult *answer = next_answer(self, deadline_ms, &is_end);
    if (answer == NULL) return NULL;
    PGresult *behind = next_answer(self, deadline_ms, &is_end);
    PQclear(behind);
    if (is_end) return answer;
    PQclear(answer);
    return NULL;
}

static tp_err disappointed(pg_store *self, const pg_sent *sent, tp_error *error) {
    switch (sent->expects) {
    case PG_A_TABLE: return pg_no_table(sent->table, error);
    case PG_AN_ENTRY: return pg_wrong_number(self, sent->table, sent->number, error);
    case PG_THE_MARK: return pg_fenced(self, error);
    default: return TP_OK;
    }
}

/* Another server was in the way, and it can be tried again. */
static bool is_passing(const PGresult *answer) {
    const char *state = PQresultErrorField(answer, PG_DIAG_SQLSTATE);
    static const char *const passing[] = {"40001", "40P01", "55P03", "23505"};
    for (size_t i = 0; state != NULL && i < sizeof passing / sizeof passing[0]; i++) {
        if (strcmp(state, passing[i]) == 0) return true;
    }
    return false;
}

static tp_err lost(pg_store *self, tp_error *error) {
    tp_err code =
        pg_unreachable(self, self->connection != NULL ? PQerrorMessage(self->connection) : "", error);
    if (error != NULL) memcpy(error->reason, "AGAIN", sizeof "AGAIN");
    self->is_broken = self->in_transaction;
    pg_disconnect(self);
    return code;
}

tp_err pg_drain(pg_store *self, PGresult **last, tp_error *error) {
    int64_t deadline_ms = pg_now_ms() + ANSWER_MS;
    tp_err code = TP_OK;
    pg_sent first_disappointment = {0};
    if (last != NULL) *last = NULL;
    if (!pg_is_connected(self) || PQpipelineSync(self->connection) != 1) return lost(self, error);
    for (size_t i = 0; i < self->sent_count; i++) {
        const pg_sent *sent = &self->sent[i];
        PGresult *answer = answer_to(self, deadline_ms);
        ExecStatusType status = PQresultStatus(answer);
        bool is_good = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK,
             is_last = i + 1 == self->sent_count;
        if (answer == NULL) {
            if (last != NULL) PQclear(*last);
            if (last != NULL) *last = NULL;
            return lost(self, error);
        }
        if (!is_good) self->is_prepared[sent->statement] &= !sent->is_preparation;
        if (!is_good && code == TP_OK) {
            code = pg_refused(self, answer, error);
            if (error != NULL && is_passing(answer)) memcpy(error->reason, "AGAIN", sizeof "AGAIN");
        }
        if (is_good && sent->expects != PG_ANYTHING && first_disappointment.expects == PG_ANYTHING &&
            strcmp(PQcmdTuples(answer), "0") == 0)
            first_disappointment = *sent;
        if (is_good && is_last && last != NULL) {
            *last = answer;
        } else {
            PQclear(answer);
        }
    }
    pg_forget_sent(self);
    bool is_end;
    PGresult *answer = next_answer(self, deadline_ms, &is_end);
    bool is_in_step = PQresultStatus(answer) == PGRES_PIPELINE_SYNC;
    PQclear(answer);
    if (is_in_step && code == TP_OK && first_disappointment.expects != PG_ANYTHING) {
        /* What comes first was refused with a sentence of its own; the transaction is whole. */
        code = disappointed(self, &first_disappointment, error);
    } else if (!is_in_step || code != TP_OK) {
        self->is_broken = self->in_transaction;
    }
    if (code != TP_OK && last != NULL) {
        PQclear(*last);
        *last = NULL;
    }
    return is_in_step ? code : lost(self, error);
}

/* ---- statements ---- */

static tp_err check_whole(pg_store *self, tp_error *error) {
    if (!self->is_broken) return TP_OK;
    return tp_fail(error, TP_E_IO, "%s: a change before this one failed, so none of them is kept",
                   self->shown);
}

/* Ready for a statement: within a transaction only if all of it is whole. */
static tp_err make_ready(pg_store *self, tp_error *error) {
    tp_err code = check_whole(self, error);
    if (code != TP_OK) return code;
    if (self->in_transaction) return pg_is_connected(self) ? TP_OK : lost(self, error);
    return pg_connect(self, 0, error);
}

/* A statement that is a transaction by itself. */
static tp_err change_alone(pg_store *self, pg_statement which, const store_value *values,
                           pg_expectation expects, const char *table, int64_t number, int64_t *changed,
                           tp_error *error);

static tp_err run(pg_store *self, pg_statement which, const store_value *values, pg_expectation expects,
                  const char *table, int64_t number, PGresult **answer, tp_error *error) {
    /* What was put off and is refused now was acknowledged before, so nothing of it may be kept. */
    bool had_sent = self->sent_count > 0;
    tp_err code = pg_send(self, which, values, expects, table, number, error);
    if (code != TP_OK) {
        if (code == TP_E_IO) return lost(self, error);
        return code;
    }
    code = pg_drain(self, answer, error);
    if (code != TP_OK && had_sent) self->is_broken = self->in_transaction;
    return code;
}

static int64_t rows_of(PGresult *answer) {
    const char *count = PQcmdTuples(answer);
    return count[0] != '\0' ? strtoll(count, NULL, 10) : 0;
}

static tp_err change(pg_store *self, pg_statement which, const store_value *values, pg_expectation expects,
                     const char *table, int64_t number, int64_t *changed, tp_error *error) {
    tp_assert(self->reading == 0);
    tp_err code = make_ready(self, error);
    if (code != TP_OK) return code;
    if (!self->in_transaction)
        return change_alone(self, which, values, expects, table, number, changed, error);
    PGresult *answer = NULL;
    code = run(self, which, values, expects, table, number, &answer, error);
    if (code == TP_OK && changed != NULL) *changed = rows_of(answer);
    PQclear(answer);
    return code;
}

static tp_err change_alone(pg_store *self, pg_statement which, const store_value *values,
                           pg_expectation expects, const char *table, int64_t number, int64_t *changed,
                           tp_error *error) {
    tp_err code = pg_begin(&self->base, error);
    if (code != TP_OK) return code;
    code = change(self, which, values, expects, table, number, changed, error);
    if (code == TP_OK) return pg_commit(&self->base, error);
    pg_rollback(&self->base);
    return code;
}

tp_err pg_change(pg_store *self, pg_statement which, const store_value *values, int64_t *changed,
                 tp_error *error) {
    return change(self, which, values, PG_ANYTHING, NULL, 0, changed, error);
}

tp_err pg_expect(pg_store *self, pg_statement which, const store_value *values, pg_expectation expects,
                 const char *table, int64_t number, tp_error *error) {
    if (!self->defers || !self->in_transaction)
        return change(self, which, values, expects, table, number, NULL, error);
    tp_err code = make_ready(self, error);
    if (code == TP_OK) code = pg_send(self, which, values, expects, table, number, error);
    return code == TP_E_IO && !self->is_broken ? lost(self, error) : code;
}

tp_err pg_read_rows(pg_store *self, pg_statement which, const store_value *values, pg_row_handler *handle,
                    void *context, int64_t *count, tp_error *error) {
    *count = 0;
    PGresult *answer = NULL;
    bool was_connected = pg_is_connected(self);
    tp_err code = make_ready(self, error);
    if (code == TP_OK) code = run(self, which, values, PG_ANYTHING, NULL, 0, &answer, error);
    /* A connection that was cut while nobody used it: reading again harms nobody. */
    if (code == TP_E_IO && was_connected && !self->in_transaction && !pg_is_connected(self)) {
        code = pg_connect(self, 0, error);
        if (code == TP_OK) code = run(self, which, values, PG_ANYTHING, NULL, 0, &answer, error);
    }
    if (code != TP_OK) return code;
    self->reading++;
    int rows = PQntuples(answer);
    for (int i = 0; code == TP_OK && i < rows; i++) {
        const pg_row row = {answer, i};
        if (!handle(&row, context))
            code = tp_fail(error, TP_E_IO,
                           "%s is damaged: a row is not as it was written; put a backup in its place",
                           self->shown);
        ++*count;
    }
    self->reading--;
    PQclear(answer);
    return code;
}
