/* What the files of the SQLite driver share. */
#ifndef TAPETE_STORE_SQLITE_INTERNAL_H
#define TAPETE_STORE_SQLITE_INTERNAL_H

#include "store/driver.h"

#include <sqlite3.h>
#include <sys/types.h>

enum {
    TAPETE_APPLICATION_ID = 0x54707465, /* "Tpte" in the header of the file: this is a database of ours */
    BUSY_TIMEOUT_MS = 2000,             /* how long another program may keep the database from us */
};

/* Every statement of the driver, prepared when it is first needed. Its text stands in sqlite_run.c. */
typedef enum sqlite_statement {
    BEGIN,
    COMMIT,
    PULSE,
    SECRET_GET,
    SECRET_PUT,
    PERSON_PUT,
    PERSON_GET,
    PERSON_BY_LOGIN,
    PERSON_DELETE,
    BLOCK,
    UNBLOCK,
    BLOCKS,
    TABLE_PUT,
    TABLE_EXISTS,
    TABLE_DELETE,
    TABLES,
    JOURNAL_ADD,
    JOURNAL_LAST,
    JOURNAL_READ,
    RESULT_ADD,
    RESULTS,
    RESULT_COUNT,
    STANDINGS_OF,
    STANDINGS_ON,
    BOARDS,
    UNREAD_NEXT,
    UNREAD_DONE,
    STATEMENT_COUNT
} sqlite_statement;

typedef struct sqlite_store {
    store base; /* first, so that a store is one of these */
    sqlite3 *database;
    char *path;   /* absolute, without links */
    int lock;     /* the open PATH.lock, or -1 */
    dev_t device; /* which file it is, to notice when another one has taken its name */
    ino_t inode;
    bool in_transaction;
    bool is_broken; /* something in this transaction failed: it can only be rolled back */
    int reading;    /* how many lists are being gone through now */
    sqlite3_stmt *statements[STATEMENT_COUNT];
} sqlite_store;

/* ---- running statements (sqlite_run.c) ---- */

/* What a parameter is bound to. */
typedef struct sqlite_value {
    enum {
        SQLITE_VALUE_NOTHING,
        SQLITE_VALUE_TEXT,
        SQLITE_VALUE_INTEGER,
        SQLITE_VALUE_REAL,
        SQLITE_VALUE_BYTES
    } type;
    const void *bytes;
    int64_t integer;
    double real;
} sqlite_value;

sqlite_value sqlite_text(const char *letters);
sqlite_value sqlite_text_or_nothing(const char *letters); /* nothing for "" */
sqlite_value sqlite_integer(int64_t number);
sqlite_value sqlite_real(double number);
sqlite_value sqlite_bytes(const void *bytes, size_t size);

/* Run a statement that gives no rows. Breaking a rule of the schema is no failure: *broken_rule is then SQLite's code for it. With NULL it
 * is one. */
tp_err sqlite_change(sqlite_store *self, sqlite_statement which, const sqlite_value *values, int *broken_rule,
                     tp_error *error);

/* What to do with a row: false where its values are not what the schema promises or there is no memory for them. */
typedef bool sqlite_row_handler(sqlite3_stmt *row, void *context);
/* Go through all rows of a statement; *count tells how many there were. */
tp_err sqlite_read_rows(sqlite_store *self, sqlite_statement which, const sqlite_value *values,
                        sqlite_row_handler *handle, void *context, int64_t *count, tp_error *error);

/* The sentence for SQLite's latest error. SQLite may have rolled back a whole transaction for it; so that what follows is not taken for a part of
 * one, nothing more is done before it is rolled back. */
tp_err sqlite_failed(sqlite_store *self, tp_error *error);

/* A text of a row; NULL reads as "". */
const char *sqlite_column(sqlite3_stmt *row, int at);
/* Whether a sqlite_column() has failed, which looks like a NULL. */
bool sqlite_out_of_memory(sqlite3_stmt *row);
/* Copy a text that must fit. */
bool sqlite_copy_column(sqlite3_stmt *row, int at, char *out, size_t size);
/* A handler of rows with one number, for an int64_t. */
bool sqlite_read_number(sqlite3_stmt *row, void *context);

/* ---- results (sqlite_results.c) ---- */

tp_err sqlite_result_add(store *base, const store_result *result, tp_error *error);
tp_err sqlite_results(store *base, const char *person, int limit,
                      void (*each)(void *context, const store_result *result), void *context,
                      tp_error *error);
tp_err sqlite_result_count(store *base, const char *person, int64_t *out, tp_error *error);
tp_err sqlite_standings_of(store *base, const char *person, int limit,
                           void (*each)(void *context, const store_standing *standing), void *context,
                           tp_error *error);
tp_err sqlite_standings_on(store *base, const char *game, const char *against,
                           void (*each)(void *context, const store_standing *standing), void *context,
                           tp_error *error);
tp_err sqlite_boards(store *base, const char *game, int limit,
                     void (*each)(void *context, const char *against, int64_t people), void *context,
                     tp_error *error);
tp_err sqlite_unread_next(store *base, char out[STORE_ID_SIZE], tp_error *error);
tp_err sqlite_unread_done(store *base, const char *table, tp_error *error);

/* ---- sentences (sqlite_open.c; sqlite.c) ---- */

tp_err sqlite_no_table(const char *table, tp_error *error);

/* The end of a path that is too long for a sentence. */
const char *sqlite_short_path(const char *path);
/* The system refused to do something with a file; the sentence has room for its path and the cause: TR("cannot open %s: %s"). */
tp_err sqlite_system_error(tp_error *error, const char *sentence, const char *path, int number);
/* SQLite's latest error, in words that help whoever runs the server. To be called right after the call that failed, before which errno was set to 0. */
tp_err sqlite_error(sqlite3 *database, const char *path, tp_error *error);

/* The name of a file beside the database, path and ending; NULL where there is no memory. Free it. */
char *sqlite_beside(const char *path, const char *ending);

/* Make the names in the folder of `path` durable: what was created, renamed. */
tp_err sqlite_sync_folder(const char *path, tp_error *error);

/* ---- opening (sqlite_open.c) ---- */

store *sqlite_open(const char *path, tp_error *error);
void sqlite_close(store *base);

/* ---- schema (sqlite_schema.c) ---- */

/* The version that this program writes. */
int sqlite_schema_version(void);
/* Bring the database from the version that it has (0: empty) to this one, in one transaction. */
tp_err sqlite_migrate(sqlite3 *database, const char *path, tp_error *error);
/* A later program has written it: says so. */
tp_err sqlite_too_new(const char *path, int version, tp_error *error);
/* The steps: sqlite_schema_steps[n] leads from version n to n + 1; NULL behind the last. */
extern const char *const sqlite_schema_steps[];

/* ---- backup (sqlite_backup.c) ---- */

tp_err sqlite_backup(store *base, const char *path, tp_error *error);

#endif
