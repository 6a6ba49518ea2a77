/* What the files of the SQLite driver share. */
#ifndef TAPETE_STORE_SQLITE_INTERNAL_H
#define TAPETE_STORE_SQLITE_INTERNAL_H

#include "store/driver.h"

#include <sqlite3.h>
#include <stdatomic.h>
#include <sys/types.h>

enum {
    TAPETE_APPLICATION_ID = 0x54707465, /* "Tpte" in the header of the file: this is a database of ours */
    BUSY_TIMEOUT_MS = 2000,             /* how long another program may keep the database from us */

    /* The header of a SQLite file (https://www.sqlite.org/fileformat2.html#the_database_header) */
    SQLITE_HEADER_SIZE = 100,
    SQLITE_HEADER_READ_VERSION = 19, /* 2: written ahead to a log; 1: not */
    SQLITE_HEADER_USER_VERSION = 60,
    SQLITE_HEADER_APPLICATION = 68,

    SQLITE_FILE_COUNT = 3, /* the database, its log, and the index of the log */
};

/* A file that is open, and the name that it must keep. */
typedef struct sqlite_file {
    char *name;
    dev_t device;
    ino_t inode;
} sqlite_file;

/* Every statement of the driver, prepared when it is first needed. Its text stands in sqlite_run.c. */
typedef enum sqlite_statement {
    BEGIN,
    COMMIT,
    PULSE,
    UPTIME,
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
    ACCESS_PUT,
    ACCESS_GET,
    JOURNAL_ADD,
    JOURNAL_LAST,
    JOURNAL_READ,
    RESULT_ADD,
    RESULTS,
    RESULT_COUNT,
    RESULTS_BETWEEN,
    STANDINGS_OF,
    STANDINGS_ON,
    BOARDS,
    UNREAD_NEXT,
    UNREAD_DONE,
    NOTE_PUT,
    NOTE_GET,
    NOTE_DELETE,
    NOTES,
    NOTES_ABOUT,
    NOTES_BY,
    NOTES_EXPIRE,
    NOTES_ERASE,
    NOTES_ERASE_BY,
    PEOPLE,
    SESSION_PUT,
    SESSIONS,
    SESSION_END,
    SESSIONS_END,
    TOMBSTONE_PUT,
    TOMBSTONE_GET,
    TOMBSTONES_EXPIRE,
    TOMBSTONES_UNFILED,
    TOMBSTONE_FILED,
    TOMBSTONES_UNFILE,
    PEOPLE_AND_TRACES,
    TOMBSTONES_COUNT,
    PERSON_ERASE,
    ERASE_RESULTS,
    ERASURES,
    ERASURE_BEGIN,
    ERASURE_NEXT,
    ERASURE_PUT,
    ERASURE_DONE,
    TRACE,
    TRACE_NEXT,
    TRACE_REMOVE,
    JOURNAL_SOME,
    JOURNAL_OVERWRITE,
    SUMMARY,
    SUMMARY_OVERWRITE,
    SHAPE_PUT,
    SHAPE_TAKEN,
    SHAPELESS,
    OLD_GUESTS,
    OLD_GUEST_GAMES,
    OLD_BOT_GAMES,
    USED_BYTES,
    STATEMENT_COUNT
} sqlite_statement;

/* sqlite_checkpoint.c */
typedef struct sqlite_checkpointer sqlite_checkpointer;

/* How the file of the database is written to (sqlite_scrub.c). */
typedef struct sqlite_scrub {
    sqlite3_io_methods methods;
    int (*write)(sqlite3_file *file, const void *bytes, int size, sqlite3_int64 offset);
} sqlite_scrub;

typedef struct sqlite_store {
    store base; /* first, so that a store is one of these */
    sqlite3 *database;
    char *path; /* absolute, without links */
    int lock;   /* the open PATH.lock, or -1 */
    int held;   /* the database itself, locked by flock under any of its names, or -1 */
    sqlite_file files[SQLITE_FILE_COUNT];
    struct sqlite_store *of; /* of a reader: the store that it reads from, which hears of damage; else NULL */
    atomic_bool damage_met, is_damaged; /* by any thread; once `is_damaged`, it stays so */
    char damage[512];                   /* what was met, in a sentence */
    bool in_transaction;
    bool is_broken;                    /* something in this transaction failed: it can only be rolled back */
    int reading;                       /* how many lists are being gone through now */
    sqlite_checkpointer *checkpointer; /* NULL: commits do it */
    sqlite_scrub scrub;
    sqlite3_stmt *statements[STATEMENT_COUNT];
} sqlite_store;

tp_err sqlite_checkpoint_apart(store *base, tp_error *error);
void sqlite_checkpoint_end(sqlite_store *store); /* before the database is closed */

/* ---- running statements (sqlite_run.c) ---- */

typedef store_value sqlite_value;

sqlite_value sqlite_text(const char *letters);
sqlite_value sqlite_text_or_nothing(const char *letters); /* nothing for "" */
sqlite_value sqlite_integer(int64_t number);
sqlite_value sqlite_real(double number);
sqlite_value sqlite_bytes(const void *bytes, size_t size);

/* Bind a parameter; what the value points to must outlive the statement's use. SQLite's code. */
int sqlite_bind(sqlite3_stmt *statement, int at, const sqlite_value *to);

/* Run a statement that gives no rows. Breaking a rule of the schema is no failure: *broken_rule is then
 * SQLite's code for it. With NULL it is one. */
tp_err sqlite_change(sqlite_store *self, sqlite_statement which, const sqlite_value *values, int *broken_rule,
                     tp_error *error);

/* What to do with a row: false if its values are not what the schema promises or there is no memory for
 * them. */
typedef bool sqlite_row_handler(sqlite3_stmt *row, void *context);
/* Go through all rows of a statement; *count tells how many there were. */
tp_err sqlite_read_rows(sqlite_store *self, sqlite_statement which, const sqlite_value *values,
                        sqlite_row_handler *handle, void *context, int64_t *count, tp_error *error);

/* The sentence for SQLite's latest error. SQLite may have rolled back a whole transaction for it; so that
 * what follows is not taken for a part of one, nothing more is done before it is rolled back. */
tp_err sqlite_failed(sqlite_store *self, tp_error *error);

/* A text of a row; NULL reads as "". */
const char *sqlite_column(sqlite3_stmt *row, int at);
/* Whether a sqlite_column() has failed, which looks like a NULL. */
bool sqlite_out_of_memory(sqlite3_stmt *row);
/* Copy a text that must fit. */
bool sqlite_copy_column(sqlite3_stmt *row, int at, char *out, size_t size);
/* A handler of rows with one number, for an int64_t. */
bool sqlite_read_number(sqlite3_stmt *row, void *context);

/* ---- health (sqlite_health.c) ---- */

/* Note which files have the names of the database, its log and the index of the log, once SQLite has them
 * open. */
tp_err sqlite_note_files(sqlite_store *self, tp_error *error);
void sqlite_forget_files(sqlite_store *self);
/* Damage was met: nothing more is written. */
void sqlite_note_damage(sqlite_store *self, const tp_error *error);
tp_err sqlite_in_place(store *base, tp_error *error);
tp_err sqlite_beat(store *base, int64_t uptime_ms, tp_error *error);
tp_err sqlite_uptime(store *base, int64_t *out, tp_error *error);
tp_err sqlite_check(store *base, int64_t limit_ms, bool *is_whole, tp_error *error);

/* ---- results (sqlite_results.c) ---- */

tp_err sqlite_result_add(store *base, const store_result *result, tp_error *error);
tp_err sqlite_results(store *base, const char *person, int limit,
                      void (*each)(void *context, const store_result *result), void *context,
                      tp_error *error);
tp_err sqlite_result_count(store *base, const char *person, int64_t *out, tp_error *error);
tp_err sqlite_results_between(store *base, const store_pair *pair, int64_t *out, tp_error *error);
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

/* ---- notes (sqlite_notes.c) ---- */

extern const store_notes_driver sqlite_notes;

/* ---- copies (sqlite_copy.c) ---- */

extern const struct store_copy_driver sqlite_copy;

/* ---- who may see tables (sqlite_access.c) ---- */

tp_err sqlite_access_put(store *base, const char *table, const char *text, tp_error *error);
tp_err sqlite_access_get(store *base, const char *table,
                         void (*each)(void *context, const char *phase, const char *text), void *context,
                         tp_error *error);

/* ---- sentences (sqlite_open.c; sqlite.c) ---- */

tp_err sqlite_no_table(const char *table, tp_error *error);

/* The end of a path that is too long for a sentence. */
const char *sqlite_short_path(const char *path);
/* The system refused to do something with a file; the sentence has room for its path and the cause:
 * TR("cannot open %s: %s"). */
tp_err sqlite_system_error(tp_error *error, const char *sentence, const char *path, int number);
/* SQLite's latest error, in words that help the operator. To be called right after the call that
 * failed, before which errno was set to 0. */
tp_err sqlite_error(sqlite3 *database, const char *path, tp_error *error);

/* The name of a file beside the database, path and ending; NULL if there is no memory. Free it. */
char *sqlite_beside(const char *path, const char *ending);

/* Make the names in the folder of `path` durable: what was created, renamed. */
tp_err sqlite_sync_folder(const char *path, tp_error *error);

/* ---- opening (sqlite_open.c) ---- */

store *sqlite_open(const char *path, tp_error *error);
void sqlite_close(store *base);
store *sqlite_open_reader(store *of, tp_error *error);

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

/* ---- sessions, tombstones, erasing (sqlite_privacy.c, sqlite_tombstones.c) ---- */

extern const store_privacy_driver sqlite_privacy;
/* From now on this connection writes nothing of old rows to the unused parts of pages (sqlite_scrub.c).
 * `scrub` outlives it. */
void sqlite_scrub_begin(sqlite3 *database, sqlite_scrub *scrub);
/* Zeroes the unused part of a page; one that is no part of a tree stays as it is. */
void sqlite_scrub_page(uint8_t *page, size_t size, bool is_first);
tp_err sqlite_sign_out(store *base, const char *person, tp_error *error);
tp_err sqlite_tombstone_of(store *base, const char *person, store_tombstone *out, tp_error *error);
tp_err sqlite_tombstones_expire(store *base, int64_t older_than_ms, tp_error *error);
tp_err sqlite_tombstones_file(store *base, tp_error *error);
tp_err sqlite_tombstones_apply(store *base, int64_t *again, tp_error *error);
tp_err sqlite_erase(store *base, const char *person, tp_error *error);

#endif
