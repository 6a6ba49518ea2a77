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

/* Every statement of the driver, prepared when it is first needed. Its text stands in sqlite.c. */
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

/* ---- sentences (sqlite_open.c) ---- */

/* The end of a path that is too long for a sentence. */
const char *sqlite_short_path(const char *path);
/* The system refused to do something with a file. */
tp_err sqlite_system_error(tp_error *error, const char *doing, const char *path, int number);
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
