/* Connections to PostgreSQL: how they are made, how one waits for them, and what is said when they fail.
 *
 * A connection is non-blocking and in pipeline mode once it is made. One that fails is thrown away, and the
 * next call makes another one, with random pauses, so that servers do not come back all at once. */
#include "core/language.h"
#include "store/postgres_internal.h"

#include <errno.h>
#include <poll.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { FIRST_PAUSE_MS = 20, LONGEST_PAUSE_MS = 500 };

int64_t pg_now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- sentences ---- */

void pg_one_line(char *out, size_t size, const char *text) {
    snprintf(out, size, "%s", text);
    for (size_t length = strlen(out); length > 0 && (unsigned char)out[length - 1] <= ' '; length--)
        out[length - 1] = '\0';
    for (; *out != '\0'; out++) {
        if ((unsigned char)*out < ' ') *out = ' ';
    }
}

tp_err pg_unreachable(pg_store *self, const char *why, tp_error *error) {
    char line[256];
    pg_one_line(line, sizeof line, why);
    return tp_fail(error, TP_E_IO, TR("cannot reach %s: %s; nothing was changed"), self->shown, line);
}

tp_err pg_fenced(pg_store *self, tp_error *error) {
    self->is_fenced = true;
    return tp_fail(error, TP_E_IO,
                   TR("another server has taken over %s; stop this one, nothing that it does is kept"),
                   self->shown);
}

tp_err pg_refused(pg_store *self, const PGresult *result, tp_error *error) {
    char line[256];
    const char *said = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
    pg_one_line(line, sizeof line, said != NULL ? said : PQresultErrorMessage(result));
    return tp_fail(error, TP_E_IO, TR("the database %s does not work: %s; nothing was changed"), self->shown,
                   line);
}

/* ---- waiting ---- */

bool pg_is_connected(const pg_store *self) {
    return self->connection != NULL && PQstatus(self->connection) == CONNECTION_OK;
}

bool pg_wait(pg_store *self, int64_t deadline_ms) {
    int unsent = PQflush(self->connection);
    if (unsent < 0) return false;
    struct pollfd file = {.fd = PQsocket(self->connection),
                          .events = (short)(POLLIN | (unsent > 0 ? POLLOUT : 0))};
    int64_t left_ms = deadline_ms - pg_now_ms();
    if (left_ms <= 0) return false;
    int ready = poll(&file, 1, left_ms > 1000 ? 1000 : (int)left_ms);
    if (ready < 0) return errno == EINTR;
    if (ready == 0) return true; /* whether it is too late is seen above */
    if ((file.revents & (POLLIN | POLLERR | POLLHUP)) != 0) return PQconsumeInput(self->connection) == 1;
    return true;
}

/* ---- connecting ---- */

tp_err pg_execute(pg_store *self, PGconn *connection, const char *statements, tp_error *error) {
    PGresult *result = PQexec(connection, statements);
    ExecStatusType status = PQresultStatus(result);
    tp_err code = TP_OK;
    if (PQstatus(connection) != CONNECTION_OK) {
        code = pg_unreachable(self, PQerrorMessage(connection), error);
    } else if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) {
        code = pg_refused(self, result, error);
    }
    PQclear(result);
    return code;
}

/* A warning while a transaction is committed says that less is durable than was asked for: that the wait for
 * a standby was cancelled, for example. */
static void hear_notice(void *context, const PGresult *notice) {
    pg_store *self = context;
    const char *severity = PQresultErrorField(notice, PG_DIAG_SEVERITY_NONLOCALIZED);
    if (severity != NULL && strcmp(severity, "WARNING") == 0) self->is_warned = true;
}

/* What every connection is set to. A commit that is acknowledged is on the disk, also if that is not the
 * default of the database is. A server that stands still keeps others from its rows for no longer than five
 * seconds. */
static const char settings[] =
    "SELECT set_config('synchronous_commit', 'on', false)"
    " WHERE current_setting('synchronous_commit') IN ('off', 'local');"
    "SET idle_in_transaction_session_timeout = '5s'; SET statement_timeout = 0; SET lock_timeout = '10s';"
    "SET jit = off; SET client_min_messages = warning;"
    "SET standard_conforming_strings = on; SET row_security = off;";

/* Where others wait for the tables of a server that stands still. */
static const char node_settings[] =
    "SET idle_in_transaction_session_timeout = '1s'; SET lock_timeout = '3s';";

static tp_err set_up(pg_store *self, PGconn *connection, tp_error *error) {
    if (PQserverVersion(connection) < 130000)
        return tp_fail(error, TP_E_VERSION, TR("%s is PostgreSQL %d; version 13 or later is needed"),
                       self->shown, PQserverVersion(connection) / 10000);
    tp_err code = pg_execute(self, connection, settings, error);
    if (code == TP_OK && self->of != NULL)
        code = pg_execute(self, connection, "SET default_transaction_read_only = on", error);
    if (code == TP_OK && pg_is_node(self)) code = pg_execute(self, connection, node_settings, error);
    /* A server that comes back has another process at the database. */
    if (code == TP_OK && self->of == NULL && self->session[0] != '\0') {
        const char *values[] = {self->session};
        PGresult *result =
            PQexecParams(connection,
                         "UPDATE servers SET backend = pg_backend_pid(), backend_start = a.backend_start,"
                         " instance = pg_postmaster_start_time()"
                         " FROM pg_stat_activity a WHERE a.pid = pg_backend_pid() AND session = $1",
                         1, NULL, values, NULL, NULL, 0);
        if (PQresultStatus(result) != PGRES_COMMAND_OK) code = pg_refused(self, result, error);
        PQclear(result);
    }
    if (code == TP_OK && (PQsetnonblocking(connection, 1) != 0 || PQenterPipelineMode(connection) != 1))
        code = pg_unreachable(self, PQerrorMessage(connection), error);
    return code;
}

/* The address comes last, so that what it says counts. Timeouts are those of one server that waits for one
 * database nearby: a connection whose other end is silent for some seconds is of no use. */
static tp_err connect_once(pg_store *self, tp_error *error) {
    static const char *const names[] = {"application_name",
                                        "connect_timeout",
                                        "tcp_user_timeout",
                                        "keepalives_idle",
                                        "keepalives_interval",
                                        "keepalives_count",
                                        "client_encoding",
                                        "target_session_attrs",
                                        "dbname",
                                        NULL};
    const char *values[] = {"tapete", "3", "2000", "1", "1", "3", "UTF8", "read-write", self->url, NULL};
    PGconn *connection = PQconnectdbParams(names, values, 1);
    if (connection == NULL) return tp_fail(error, TP_E_MEMORY, TR("no memory to open a database"));
    tp_err code = TP_OK;
    if (PQstatus(connection) != CONNECTION_OK) {
        code = pg_unreachable(self, PQerrorMessage(connection), error);
    } else {
        PQsetNoticeReceiver(connection, hear_notice, self);
        code = set_up(self, connection, error);
    }
    if (code != TP_OK) {
        PQfinish(connection);
        return code;
    }
    memset(self->is_prepared, 0, sizeof self->is_prepared);
    self->connection = connection;
    return TP_OK;
}

void pg_disconnect(pg_store *self) {
    PQfinish(self->connection);
    self->connection = NULL;
    pg_forget_sent(self);
}

tp_err pg_connect(pg_store *self, int patience_ms, tp_error *error) {
    if (pg_is_connected(self)) return TP_OK;
    int64_t deadline_ms = pg_now_ms() + patience_ms;
    pg_disconnect(self);
    for (int pause_ms = FIRST_PAUSE_MS;;
         pause_ms = pause_ms < LONGEST_PAUSE_MS / 2 ? 2 * pause_ms : LONGEST_PAUSE_MS) {
        tp_err code = connect_once(self, error);
        if (code == TP_OK || code == TP_E_VERSION || code == TP_E_MEMORY) return code;
        if (pg_now_ms() + pause_ms >= deadline_ms) return code;
        usleep(1000 * ((unsigned)pause_ms / 2 + randombytes_uniform((uint32_t)pause_ms)));
    }
}
