/* Opening a PostgreSQL database: whose it is, and who else has it.
 *
 * One server at a time has a database. It says so by a row that it renews (a lease, on the clock of the
 * database), and that names its process at the database: where that process is gone, so is the server. Who
 * takes the database over marks the other's row in `writers`, which waits for the end of its last
 * transaction: from then on nothing of it is committed (a fencing token). A server that was only away for a
 * while finds its row marked and says so. */
#include "store/postgres_internal.h"

#include "core/language.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CLAIM_PATIENCE_MS = 3000, CLAIM_PAUSE_MS = 100 };

/* ---- names ---- */

char *pg_url(const char *place) {
    char *url = NULL;
    return asprintf(&url, "postgresql:%s", place) < 0 ? NULL : url;
}

/* The address without the name and the password of a user. */
tp_err pg_name(pg_store *self, tp_error *error) {
    const char *host = "", *name = "";
    char *said = NULL;
    PQconninfoOption *options = PQconninfoParse(self->url, &said);
    for (const PQconninfoOption *option = options; option != NULL && option->keyword != NULL; option++) {
        if (strcmp(option->keyword, "host") == 0 && option->val != NULL) host = option->val;
        if (strcmp(option->keyword, "dbname") == 0 && option->val != NULL) name = option->val;
    }
    snprintf(self->shown, sizeof self->shown, "postgresql://%.80s/%.60s", host, name);
    bool is_good = options != NULL;
    PQconninfoFree(options);
    PQfreemem(said); /* has the whole address in it */
    if (is_good) return TP_OK;
    return tp_fail(error, TP_E_INPUT,
                   TR("that is no address of a database; name it as postgresql://USER@HOST/NAME"));
}

/* ---- one server for each database ---- */

/* A process at the database that may not be looked at counts as alive. */
static const char claim[] = "LOCK TABLE servers IN SHARE ROW EXCLUSIVE MODE;"
                            "DELETE FROM servers s WHERE NOT " PG_LIVES("s");
/* One of several takes nothing from the others but its own name: one that stands still may come back. */
static const char claim_node[] =
    "LOCK TABLE servers IN SHARE ROW EXCLUSIVE MODE;"
    "INSERT INTO pulse VALUES (1, 0, 0) ON CONFLICT DO NOTHING;"
    "DELETE FROM servers s WHERE s.lease_until < clock_timestamp() - interval '1 day'";

static tp_err insert_server(pg_store *self, PGconn *connection, bool *is_taken, tp_error *error) {
    static const char make_room[] = "DELETE FROM servers s WHERE s.id IN ($1, 'only') AND NOT " PG_LIVES("s");
    static const char insert[] =
        "INSERT INTO servers (id, session, backend, backend_start, lease_until, instance, format)"
        " SELECT $1, $2, pg_backend_pid(), a.backend_start, clock_timestamp() + $3::bigint * interval '1 ms',"
        " pg_postmaster_start_time(), $4::bigint FROM pg_stat_activity a WHERE a.pid = pg_backend_pid()"
        " AND NOT EXISTS (SELECT 1 FROM servers WHERE (id = 'only') <> ($1 = 'only'))"
        " ON CONFLICT (id) DO NOTHING";
    char lease[16], format[16];
    snprintf(lease, sizeof lease, "%d", pg_is_node(self) ? STORE_NODE_LEASE_MS : PG_LEASE_MS);
    snprintf(format, sizeof format, "%d", self->format);
    const char *values[] = {pg_is_node(self) ? self->node : "only", self->session, lease, format};
    PGresult *answer = PQexecParams(connection, make_room, 1, NULL, values, NULL, NULL, 0);
    if (PQresultStatus(answer) == PGRES_COMMAND_OK) {
        PQclear(answer);
        answer = PQexecParams(connection, insert, 4, NULL, values, NULL, NULL, 0);
    }
    tp_err code = PQresultStatus(answer) == PGRES_COMMAND_OK ? TP_OK : pg_refused(self, answer, error);
    *is_taken = code == TP_OK && strcmp(PQcmdTuples(answer), "0") == 0;
    PQclear(answer);
    return code;
}

static tp_err insert_writer(pg_store *self, PGconn *connection, tp_error *error) {
    /* Of servers that are gone for good a row is of no use to anybody after a while. */
    tp_err code = pg_execute(self, connection,
                             "UPDATE writers SET is_fenced = true"
                             " WHERE NOT is_fenced AND session NOT IN (SELECT session FROM servers);"
                             "DELETE FROM writers WHERE is_fenced AND session NOT IN"
                             " (SELECT session FROM writers ORDER BY session LIMIT 1000)",
                             error);
    if (code != TP_OK) return code;
    const char *values[] = {self->session};
    PGresult *answer =
        PQexecParams(connection, "INSERT INTO writers (session) VALUES ($1)", 1, NULL, values, NULL, NULL, 0);
    if (PQresultStatus(answer) != PGRES_COMMAND_OK) code = pg_refused(self, answer, error);
    PQclear(answer);
    return code;
}

static tp_err claim_once(pg_store *self, PGconn *connection, bool *is_taken, tp_error *error) {
    *is_taken = false;
    tp_err code = pg_execute(self, connection, "BEGIN", error);
    if (code == TP_OK) code = pg_execute(self, connection, pg_is_node(self) ? claim_node : claim, error);
    if (code == TP_OK) code = insert_server(self, connection, is_taken, error);
    if (code == TP_OK && !*is_taken) code = insert_writer(self, connection, error);
    bool is_done = code == TP_OK && !*is_taken;
    tp_err end = pg_execute(self, connection, is_done ? "COMMIT" : "ROLLBACK", code == TP_OK ? error : NULL);
    return code != TP_OK ? code : end;
}

static tp_err claim_database(pg_store *self, PGconn *connection, tp_error *error) {
    bool is_taken = true;
    tp_err code = TP_OK;
    for (int waited_ms = 0; code == TP_OK && is_taken; waited_ms += CLAIM_PAUSE_MS) {
        code = claim_once(self, connection, &is_taken, error);
        if (code == TP_OK && is_taken && waited_ms >= CLAIM_PATIENCE_MS && pg_is_node(self))
            return tp_fail(
                error, TP_E_IO,
                TR("%s is in use by another server, or by one that is called '%s' too; each server "
                   "of a cluster needs a name of its own"),
                self->shown, self->node);
        if (code == TP_OK && is_taken && waited_ms >= CLAIM_PATIENCE_MS)
            return tp_fail(
                error, TP_E_IO,
                TR("%s is in use by another server; stop that one first, or wait %d seconds if its "
                   "machine has failed"),
                self->shown, PG_LEASE_MS / 1000);
        if (code == TP_OK && is_taken) usleep(1000 * CLAIM_PAUSE_MS);
    }
    return code;
}

bool pg_is_node(const pg_store *self) { return self->node[0] != '\0'; }

tp_err pg_renew(pg_store *self, tp_error *error) {
    const store_value values[] = {pg_text(self->session),
                                  pg_integer(pg_is_node(self) ? STORE_NODE_LEASE_MS : PG_LEASE_MS)};
    int64_t is_first = 0, found;
    tp_err code = pg_read_rows(self, PG_RENEW, values, pg_read_number, &is_first, &found, error);
    self->is_keeper = code == TP_OK && is_first != 0;
    return code == TP_OK && found == 0 ? pg_fenced(self, error) : code;
}

/* ---- opening ---- */

static pg_store *new_store(tp_error *error) {
    pg_store *self = calloc(1, sizeof *self);
    if (self == NULL) {
        tp_fail(error, TP_E_MEMORY, TR("no memory to open a database"));
        return NULL;
    }
    self->base.driver = &store_postgres;
    self->begin_patience_ms = PG_BEGIN_PATIENCE_MS;
    self->look_patience_ms = PG_LOOK_PATIENCE_MS;
    return self;
}

/* Out of pipeline mode, in which several statements cannot be sent as one text. */
static tp_err prepare(pg_store *self, tp_error *error) {
    tp_err code = pg_connect(self, 0, error);
    if (code != TP_OK) return code;
    uint8_t random[(PG_SESSION_SIZE - 1) / 2];
    if (sodium_init() < 0) return tp_fail(error, TP_E_IO, "the system gives no random numbers");
    PQexitPipelineMode(self->connection);
    PQsetnonblocking(self->connection, 0);
    code = pg_migrate(self, self->connection, error);
    randombytes_buf(random, sizeof random);
    sodium_bin2hex(self->session, sizeof self->session, random, sizeof random);
    if (code == TP_OK) code = claim_database(self, self->connection, error);
    PQsetnonblocking(self->connection, 1);
    PQenterPipelineMode(self->connection);
    return code;
}

store *pg_open(const char *place, tp_error *error) { return pg_open_node(place, "", 0, error); }

store *pg_open_node(const char *place, const char *node, int format, tp_error *error) {
    pg_store *self = new_store(error);
    if (self == NULL) return NULL;
    snprintf(self->node, sizeof self->node, "%s", node);
    self->format = format;
    self->url = pg_url(place);
    tp_err code = self->url != NULL ? pg_name(self, error)
                                    : tp_fail(error, TP_E_MEMORY, TR("no memory to open a database"));
    if (code == TP_OK) code = prepare(self, error);
    if (code == TP_OK) return &self->base;
    pg_disconnect(self);
    free(self->url);
    free(self);
    return NULL;
}

store *pg_open_reader(store *of, tp_error *error) {
    pg_store *self = new_store(error);
    if (self == NULL) return NULL;
    self->of = (pg_store *)of;
    self->url = strdup(self->of->url);
    memcpy(self->shown, self->of->shown, sizeof self->shown);
    memcpy(self->session, self->of->session, sizeof self->session);
    tp_err code = self->url != NULL ? pg_connect(self, 0, error)
                                    : tp_fail(error, TP_E_MEMORY, TR("no memory to open a database"));
    if (code == TP_OK) return &self->base;
    pg_close(&self->base);
    return NULL;
}

/* The next server need not wait for the lease. */
static void give_up(pg_store *self) {
    if (!pg_is_connected(self)) return;
    PQexitPipelineMode(self->connection);
    PQsetnonblocking(self->connection, 0);
    const char *values[] = {self->session};
    static const char *const statements[] = {"DELETE FROM servers WHERE session = $1",
                                             "DELETE FROM writers WHERE session = $1"};
    for (size_t i = 0; i < sizeof statements / sizeof statements[0]; i++)
        PQclear(PQexecParams(self->connection, statements[i], 1, NULL, values, NULL, NULL, 0));
}

void pg_close(store *base) {
    pg_store *self = (pg_store *)base;
    tp_assert(self->reading == 0);
    if (self->in_transaction) pg_rollback(base);
    if (self->of == NULL) give_up(self);
    pg_disconnect(self);
    free(self->sent);
    free(self->url);
    free(self);
}
