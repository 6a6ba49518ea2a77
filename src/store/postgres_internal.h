/* What the files of the PostgreSQL driver share.
 *
 * Statements go out in pipeline mode (libpq): what is asked for in a transaction is sent without waiting for
 * the answer before it, and the answers are looked at together. A call whose answer the caller needs at once
 * waits for all answers before its own. */
#ifndef TAPETE_STORE_POSTGRES_INTERNAL_H
#define TAPETE_STORE_POSTGRES_INTERNAL_H

#include "store/driver.h"

#include <libpq-fe.h>

enum {
    PG_SESSION_SIZE = 33, /* 128 random bits in hex digits */
    PG_SHOWN_SIZE = 160,
    PG_LEASE_MS = 10000,          /* for which the one server of a database is believed to live on */
    PG_BEGIN_PATIENCE_MS = 10000, /* how long a database that was there a moment ago is waited for */
    PG_LOOK_PATIENCE_MS = 30000,  /* how long it is asked whether a transaction was committed */
};

/* Whether a row of `servers` is that of one that lives: its lease runs, and its process at the database is
 * there. After the database was started anew or another machine has taken it over, all processes are others,
 * and only the lease counts (where there are several servers). */
#define PG_LIVES(s)                                                                                 \
    "(" s ".lease_until > clock_timestamp() AND ("                                                  \
    "(" s ".id <> 'only' AND " s ".instance IS DISTINCT FROM pg_postmaster_start_time()) OR EXISTS" \
    " (SELECT 1 FROM pg_stat_activity a WHERE a.pid = " s ".backend"                                \
    "  AND (a.backend_start IS NULL OR a.backend_start = " s ".backend_start))))"

/* Every statement of the driver, prepared when it is first needed. Its text stands in postgres_statements.c.
 */
typedef enum pg_statement {
    PG_BEGIN,
    PG_COMMIT,
    PG_ROLLBACK,
    PG_MARK,
    PG_LOOK_UP_MARK,
    PG_RENEW,
    PG_PULSE,
    PG_PULSE_IF_FREE,
    PG_UPTIME,
    PG_SECRET_GET,
    PG_SECRET_PUT,
    PG_PERSON_PUT,
    PG_PERSON_GET,
    PG_PERSON_BY_LOGIN,
    PG_PERSON_DELETE,
    PG_BLOCK,
    PG_UNBLOCK,
    PG_BLOCKS,
    PG_TABLE_PUT,
    PG_TABLE_EXISTS,
    PG_TABLE_DELETE,
    PG_TABLES,
    PG_ACCESS_PUT,
    PG_ACCESS_GET,
    PG_JOURNAL_ADD,
    PG_JOURNAL_LAST,
    PG_JOURNAL_READ,
    PG_RESULT_ADD,
    PG_RESULTS,
    PG_RESULT_COUNT,
    PG_RESULTS_BETWEEN,
    PG_STANDINGS_OF,
    PG_STANDINGS_ON,
    PG_BOARDS,
    PG_UNREAD_NEXT,
    PG_UNREAD_DONE,
    PG_NOTE_PUT,
    PG_NOTE_GET,
    PG_NOTE_DELETE,
    PG_NOTES,
    PG_NOTES_ABOUT,
    PG_NOTES_BY,
    PG_NOTES_EXPIRE,
    PG_NOTES_ERASE,
    PG_NOTES_ERASE_BY,
    PG_PEOPLE,
    PG_SESSION_PUT,
    PG_SESSIONS,
    PG_SESSION_END,
    PG_SESSIONS_END,
    PG_TOMBSTONE_PUT,
    PG_TOMBSTONE_GET,
    PG_TOMBSTONES_EXPIRE,
    PG_PERSON_ERASE,
    PG_ERASE_RESULTS,
    PG_ERASURE_BEGIN,
    PG_ERASURE_NEXT,
    PG_ERASURE_PUT,
    PG_ERASURE_DONE,
    PG_TRACE,
    PG_TRACE_NEXT,
    PG_TRACE_REMOVE,
    PG_JOURNAL_SOME,
    PG_JOURNAL_OVERWRITE,
    PG_SUMMARY,
    PG_SUMMARY_OVERWRITE,
    PG_SHAPE_PUT,
    PG_SHAPE_TAKEN,
    PG_SHAPELESS,
    PG_OLD_GUESTS,
    PG_OLD_GUEST_GAMES,
    PG_OLD_BOT_GAMES,
    PG_USED_BYTES,
    PG_CHECK,
    PG_LOST,
    PG_OWN,
    PG_OWNER,
    PG_HOLD_WRITER,
    PG_TAKE,
    PG_GIVE_UP,
    PG_LEAVE,
    PG_ORPHANS,
    PG_NODES,
    PG_TABLES_ELSEWHERE,
    PG_TABLES_OF,
    PG_COUNT_ELSEWHERE,
    PG_CHANGES_NOW,
    PG_CHANGES,
    PG_CHANGES_EXPIRE,
    PG_STATEMENT_COUNT
} pg_statement;

typedef struct pg_statement_text {
    const char *text;
    const char *types; /* of its parameters: t text, i integer, r real, b bytes */
} pg_statement_text;
extern const pg_statement_text pg_statements[PG_STATEMENT_COUNT];

/* What no row changed means for a statement that was sent. */
typedef enum pg_expectation {
    PG_ANYTHING, /* nothing */
    PG_A_TABLE,  /* there is no such table */
    PG_AN_ENTRY, /* there is no such table, or the entry has another number */
    PG_THE_MARK, /* another server has taken the database over */
} pg_expectation;

/* Something that was sent, and whose answer has not been looked at. */
typedef struct pg_sent {
    pg_statement statement;
    bool is_preparation;
    pg_expectation expects;
    char table[STORE_ID_SIZE];
    int64_t number;
} pg_sent;

typedef struct pg_store {
    store base; /* first, so that a store is one of these */
    char *url;  /* with the password in it: never shown */
    char shown[PG_SHOWN_SIZE];
    struct pg_store *of; /* of a reader: the store that it reads from; else NULL */
    PGconn *connection;  /* NULL: there is none */
    bool is_prepared[PG_STATEMENT_COUNT];
    bool in_transaction;
    bool is_broken; /* something in this transaction failed: it can only be rolled back */
    bool defers;    /* store_defer */
    bool is_fenced; /* another server has the database: nothing more is written */
    bool is_warned; /* the database has warned of something since the last commit began */
    bool has_failed_to_connect;
    int begin_patience_ms, look_patience_ms;
    int reading; /* how many lists are being gone through now */
    pg_sent *sent;
    size_t sent_count, sent_room;
    char session[PG_SESSION_SIZE]; /* of this store: the key of its row in `writers` */
    int64_t batch;                 /* the number of the last transaction that it has begun */
    char node[STORE_NODE_SIZE];    /* its name among several servers; "": it is the only one */
    int format;                    /* of the journals that it writes */
    bool is_keeper;                /* cluster.h */
} pg_store;

/* ---- values and rows (postgres_run.c) ---- */

store_value pg_text(const char *letters);
store_value pg_text_or_nothing(const char *letters); /* nothing for "" */
store_value pg_integer(int64_t number);
store_value pg_real(double number);
store_value pg_bytes(const void *bytes, size_t size);

typedef struct pg_row {
    const PGresult *of;
    int at;
} pg_row;

const char *pg_column(const pg_row *row, int at); /* a text; NULL reads as "" */
bool pg_is_nothing(const pg_row *row, int at);
int64_t pg_column_integer(const pg_row *row, int at);
double pg_column_real(const pg_row *row, int at);
/* Copy a text that must fit. */
bool pg_copy_column(const pg_row *row, int at, char *out, size_t size);
/* A handler of rows with one number, for an int64_t; with one id, for a text of STORE_ID_SIZE. */
bool pg_read_number(const pg_row *row, void *context);
bool pg_read_id(const pg_row *row, void *context);

/* What to do with a row: false where its values are not what the schema promises. */
typedef bool pg_row_handler(const pg_row *row, void *context);

/* ---- running statements (postgres_run.c) ---- */

/* Run a statement and wait for its answer. *changed: how many rows it has changed, -1 where it would have
 * broken a rule that values are unique; NULL: that is of no interest. Outside of a transaction it is one. */
tp_err pg_change(pg_store *self, pg_statement which, const store_value *values, int64_t *changed,
                 tp_error *error);
/* The same for one whose answer can wait until the transaction is committed, where the store defers. */
tp_err pg_expect(pg_store *self, pg_statement which, const store_value *values, pg_expectation expects,
                 const char *table, int64_t number, tp_error *error);
/* Go through all rows of a statement; *count tells how many there were. */
tp_err pg_read_rows(pg_store *self, pg_statement which, const store_value *values, pg_row_handler *handle,
                    void *context, int64_t *count, tp_error *error);
/* Send a statement to be answered with those after it, and wait for all answers. */
tp_err pg_send(pg_store *self, pg_statement which, const store_value *values, pg_expectation expects,
               const char *table, int64_t number, tp_error *error);
tp_err pg_drain(pg_store *self, PGresult **last, tp_error *error);
void pg_forget_sent(pg_store *self);

/* ---- transactions (postgres_transaction.c) ---- */

tp_err pg_begin(store *base, tp_error *error);
/* The same, with one more statement in the same round; its answer goes to *answer, which the caller clears.
 */
tp_err pg_begin_with(pg_store *self, pg_statement which, const store_value *values, PGresult **answer,
                     tp_error *error);
tp_err pg_commit(store *base, tp_error *error);
void pg_rollback(store *base);

/* ---- connections (postgres_connect.c) ---- */

/* See that there is a connection; tries again for up to `patience_ms`. */
tp_err pg_connect(pg_store *self, int patience_ms, tp_error *error);
void pg_disconnect(pg_store *self);
bool pg_is_connected(const pg_store *self);
/* Reads what has come and writes what waits, until there is something to do. False where the connection is
 * gone or the time is over. */
bool pg_wait(pg_store *self, int64_t deadline_ms);
int64_t pg_now_ms(void);
/* Statements without parameters, one after the other, before pipeline mode. */
tp_err pg_execute(pg_store *self, PGconn *connection, const char *statements, tp_error *error);
/* The connection has failed: a sentence. */
tp_err pg_unreachable(pg_store *self, const char *why, tp_error *error);
tp_err pg_fenced(pg_store *self, tp_error *error);
/* The database has refused a statement: a sentence. */
tp_err pg_refused(pg_store *self, const PGresult *result, tp_error *error);
/* What libpq says, in one line. */
void pg_one_line(char *out, size_t size, const char *text);

/* ---- opening (postgres_open.c) ---- */

store *pg_open(const char *place, tp_error *error);
store *pg_open_node(const char *place, const char *node, int format, tp_error *error);
bool pg_is_node(const pg_store *self);
void pg_close(store *base);
store *pg_open_reader(store *of, tp_error *error);
tp_err pg_renew(pg_store *self, tp_error *error);
char *pg_url(const char *place);                                  /* NULL if there is no memory; free it */
tp_err pg_name(pg_store *self, tp_error *error);                  /* fills `shown` from the url */
tp_err pg_backup(store *base, const char *path, tp_error *error); /* postgres_copy.c */

/* ---- schema (postgres_schema.c) ---- */

int pg_schema_version(void);
tp_err pg_migrate(pg_store *self, PGconn *connection, tp_error *error);

/* ---- the rest of the driver ---- */

tp_err pg_no_table(const char *table, tp_error *error);
tp_err pg_wrong_number(pg_store *self, const char *table, int64_t number, tp_error *error);
tp_err pg_secret(store *base, const char *name, uint8_t out[STORE_SECRET_SIZE], tp_error *error);

tp_err pg_result_add(store *base, const store_result *result, tp_error *error);
tp_err pg_results(store *base, const char *person, int limit,
                  void (*each)(void *context, const store_result *result), void *context, tp_error *error);
tp_err pg_result_count(store *base, const char *person, int64_t *out, tp_error *error);
tp_err pg_results_between(store *base, const store_pair *pair, int64_t *out, tp_error *error);
tp_err pg_standings_of(store *base, const char *person, int limit,
                       void (*each)(void *context, const store_standing *standing), void *context,
                       tp_error *error);
tp_err pg_standings_on(store *base, const char *game, const char *against,
                       void (*each)(void *context, const store_standing *standing), void *context,
                       tp_error *error);
tp_err pg_boards(store *base, const char *game, int limit,
                 void (*each)(void *context, const char *against, int64_t people), void *context,
                 tp_error *error);
tp_err pg_unread_next(store *base, char out[STORE_ID_SIZE], tp_error *error);
tp_err pg_unread_done(store *base, const char *table, tp_error *error);

extern const store_notes_driver pg_notes;
extern const store_privacy_driver pg_privacy;
extern const struct store_copy_driver pg_copy;
extern const store_cluster_driver pg_cluster;

tp_err pg_sign_out(store *base, const char *person, tp_error *error);
tp_err pg_tombstone_of(store *base, const char *person, store_tombstone *out, tp_error *error);
tp_err pg_tombstones_expire(store *base, int64_t older_than_ms, tp_error *error);
tp_err pg_tombstones_file(store *base, tp_error *error);
tp_err pg_tombstones_apply(store *base, int64_t *again, tp_error *error);
tp_err pg_erase(store *base, const char *person, tp_error *error);

#endif
