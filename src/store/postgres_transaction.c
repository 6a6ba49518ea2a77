/* Transactions, and how it is found out whether one was committed.
 *
 * Each transaction writes its number to the row that this store has in `writers`. If the connection breaks
 * while it is committed, that row says afterwards whether it was. It is locked by the transaction until its
 * end, so who updates it on another connection waits for that end; and because this look is itself a
 * transaction that is committed like any other, all that it has seen is as durable as it will be, on the
 * standbys too. A warning during the commit is treated in the same way. */
#include "core/language.h"
#include "store/postgres_internal.h"

#include <string.h>

static tp_err begin(pg_store *self, const pg_statement *more, const store_value *values, PGresult **answer,
                    tp_error *error) {
    tp_assert(!self->in_transaction);
    if (self->is_fenced) return pg_fenced(self, error);
    tp_err code = TP_OK;
    const store_value mark[] = {pg_text(self->session), pg_integer(self->batch + 1)};
    for (int attempt = 0; attempt < 2; attempt++) {
        code = pg_connect(self, self->has_failed_to_connect ? 0 : self->begin_patience_ms, error);
        self->has_failed_to_connect = code != TP_OK;
        if (code != TP_OK) return code;
        code = pg_send(self, PG_BEGIN, NULL, PG_ANYTHING, NULL, 0, error);
        if (code == TP_OK) code = pg_send(self, PG_MARK, mark, PG_THE_MARK, NULL, 0, error);
        if (code == TP_OK && more != NULL) code = pg_send(self, *more, values, PG_ANYTHING, NULL, 0, error);
        if (code == TP_OK) code = pg_drain(self, answer, error);
        /* One that was cut while nobody used it is noticed here. */
        if (code == TP_OK || self->is_fenced || pg_is_connected(self)) break;
    }
    if (code != TP_OK) {
        /* Nothing was begun that would have to end in an orderly way. */
        pg_disconnect(self);
        return code;
    }
    self->batch++;
    self->in_transaction = true;
    return TP_OK;
}

tp_err pg_begin(store *base, tp_error *error) { return begin((pg_store *)base, NULL, NULL, NULL, error); }

tp_err pg_begin_with(pg_store *self, pg_statement which, const store_value *values, PGresult **answer,
                     tp_error *error) {
    return begin(self, &which, values, answer, error);
}

void pg_rollback(store *base) {
    pg_store *self = (pg_store *)base;
    tp_assert(self->reading == 0);
    bool was_in_transaction = self->in_transaction;
    self->in_transaction = self->is_broken = false;
    if (!was_in_transaction || !pg_is_connected(self)) return;
    tp_error unused;
    tp_err code = pg_send(self, PG_ROLLBACK, NULL, PG_ANYTHING, NULL, 0, &unused);
    if (code != TP_OK || (pg_drain(self, NULL, &unused) != TP_OK && !pg_is_connected(self))) {
        pg_disconnect(self);
        return;
    }
    if (PQtransactionStatus(self->connection) != PQTRANS_IDLE) pg_disconnect(self);
}

static bool read_batch(PGresult *answer, int64_t *batch) {
    if (PQntuples(answer) != 1) return false;
    const pg_row row = {answer, 0};
    *batch = pg_column_integer(&row, 0);
    return true;
}

static tp_err not_known(pg_store *self, tp_error *error) {
    tp_err code = tp_fail(error, TP_E_IO,
                          TR("the connection to %s broke at the end of a change, and the database does not "
                             "answer: the change may have been kept"),
                          self->shown);
    if (error != NULL) memcpy(error->reason, "UNCERTAIN", sizeof "UNCERTAIN");
    return code;
}

/* One look: TP_OK and *batch, or the connection is gone and it can be tried again. */
static tp_err look_once(pg_store *self, int64_t *batch, bool *is_there, tp_error *error) {
    const store_value session = pg_text(self->session);
    PGresult *answer = NULL;
    self->is_warned = false;
    tp_err code = pg_send(self, PG_BEGIN, NULL, PG_ANYTHING, NULL, 0, error);
    if (code == TP_OK) code = pg_send(self, PG_LOOK_UP_MARK, &session, PG_ANYTHING, NULL, 0, error);
    if (code == TP_OK) code = pg_drain(self, &answer, error);
    if (code == TP_OK) *is_there = read_batch(answer, batch);
    PQclear(answer);
    if (code == TP_OK) code = pg_send(self, PG_COMMIT, NULL, PG_ANYTHING, NULL, 0, error);
    if (code == TP_OK) code = pg_drain(self, NULL, error);
    if (code == TP_OK && self->is_warned) code = not_known(self, error);
    if (code != TP_OK) pg_disconnect(self);
    return code;
}

/* Whether the last transaction was committed. */
static tp_err find_out(pg_store *self, tp_error *error) {
    int64_t deadline_ms = pg_now_ms() + self->look_patience_ms, batch = 0;
    bool is_there = false;
    tp_err code;
    do {
        int64_t left_ms = deadline_ms - pg_now_ms();
        code = pg_connect(self, left_ms > 0 ? (int)left_ms : 0, error);
        if (code == TP_OK) code = look_once(self, &batch, &is_there, error);
    } while (code != TP_OK && pg_now_ms() < deadline_ms);
    if (code != TP_OK) {
        self->has_failed_to_connect = true;
        return not_known(self, error);
    }
    if (!is_there) return pg_fenced(self, error);
    if (batch == self->batch) return TP_OK;
    code = tp_fail(error, TP_E_IO, TR("the connection to %s broke; nothing was changed"), self->shown);
    if (error != NULL) memcpy(error->reason, "AGAIN", sizeof "AGAIN");
    return code;
}

tp_err pg_commit(store *base, tp_error *error) {
    pg_store *self = (pg_store *)base;
    tp_assert(self->in_transaction);
    tp_err code = TP_OK;
    if (self->is_broken) {
        code = tp_fail(error, TP_E_IO, "%s: a change before this one failed, so none of them is kept",
                       self->shown);
    } else if (self->sent_count > 0) {
        code = pg_drain(self, NULL, error);
    }
    if (code != TP_OK) {
        pg_rollback(base);
        return code;
    }
    self->in_transaction = false; /* from here on a lost connection says nothing */
    self->is_warned = false;
    bool was_connected = pg_is_connected(self);
    PGresult *answer = NULL;
    code = pg_send(self, PG_COMMIT, NULL, PG_ANYTHING, NULL, 0, error);
    if (code == TP_OK) code = pg_drain(self, &answer, error);
    bool is_committed = code == TP_OK && strcmp(PQcmdStatus(answer), "COMMIT") == 0;
    PQclear(answer);
    if (is_committed && !self->is_warned) return TP_OK;
    /* What PostgreSQL has rolled back while it should commit has not happened. */
    if (was_connected && pg_is_connected(self) && !is_committed) {
        if (code == TP_OK)
            code =
                tp_fail(error, TP_E_IO, TR("the connection to %s broke; nothing was changed"), self->shown);
        return code;
    }
    return find_out(self, error);
}
