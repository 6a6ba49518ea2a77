/* What the server keeps: people, tables and their journals.
 *
 * A table is its journal: numbered entries that are only ever added, from which everything about it can be
 * built again. Beside it stands one row for each table, so that lists can be made without reading journals.
 * Nothing here knows a game.
 *
 * A store is used by one thread at a time. Calls block until the database has answered; between store_begin
 * and store_commit they are one transaction, and once store_commit has returned TP_OK everything in it
 * survives a crash of program and machine. A change outside of a transaction is one by itself. Texts are
 * copied. The same calls fit SQLite and a database server: no call depends on a file, and ids are made by the
 * caller.
 *
 * A connection to a database server can break while it commits. Then store_commit finds out what has happened
 * before it answers. If the database is away for too long for that, it answers TP_E_IO with the reason
 * UNCERTAIN: all of the transaction has happened, or nothing. With the reason AGAIN nothing has happened, and
 * the same transaction can succeed at once.
 *
 * Otherwise, after TP_E_IO and TP_E_MEMORY nothing of the call has happened, and the store can be used
 * again: what was a passing trouble has passed. Within a transaction they spoil all of it: every call answers
 * TP_E_IO until it is rolled back. Other errors (TP_E_INPUT, TP_E_UNKNOWN, TP_E_REFUSED) leave it whole.
 *
 * What `each` of a list gets is valid during its call only. It may read from the same store, and must not
 * write to it. */
#ifndef TAPETE_STORE_H
#define TAPETE_STORE_H

#include "tapete/error.h"

enum {
    STORE_ID_SIZE = 24,     /* ids of people and tables: at most 23 bytes of [a-z0-9_] */
    STORE_NAME_SIZE = 64,   /* what a person is called, UTF-8 */
    STORE_HASH_SIZE = 128,  /* a password as libsodium hashes it */
    STORE_SECRET_SIZE = 32, /* keys of the server itself */
    STORE_PHASES = 8,       /* how many phases a list of tables can ask for */
};

typedef struct store store;

/* Open "sqlite:PATH", making it if there is none (readable by its owner alone), or
 * "postgresql://HOST/NAME", if the program was built with it; and bring its schema to this version.
 * A schema of a later version is refused (TP_E_VERSION), and so is what is no database of ours
 * (TP_E_INPUT), and nothing is touched. One process at a time can have it: a second is refused (TP_E_IO),
 * until the first has closed it or ended in any way. */
store *store_open(const char *url, tp_error *error);
void store_close(store *store); /* NULL is fine */
/* Whether a url names a file of this machine (or nothing that is known). */
bool store_is_file(const char *url);
/* A second connection to the same database that can only read, for one other thread. Each call sees
 * everything that was committed before it began, and never waits for the writer. Close it before `of`. */
store *store_open_reader(store *of, tp_error *error);

/* From now on, calls in a transaction that add to tables (their rows, journals, results, traces) may answer
 * TP_OK before the database has: what it refuses then spoils the transaction, and store_commit says what it
 * was. That saves the way to a database on another machine and back for each of them. */
void store_defer(store *store);

/* Transactions do not nest. store_commit ends it with any answer: if that is not TP_OK, nothing of it can be
 * relied on. None begins and none is acknowledged where the database has lost its name or is damaged
 * (health.h). */
tp_err store_begin(store *store, tp_error *error);
tp_err store_commit(store *store, tp_error *error);
void store_rollback(store *store); /* without a transaction: nothing happens */

/* A random secret of this name, made when it is asked for the first time. */
tp_err store_secret(store *store, const char *name, uint8_t out[STORE_SECRET_SIZE], tp_error *error);

/* A copy of everything that is committed now, while others go on writing: beside, then renamed; mode 0600.
 * This one may be called from another thread than the one that uses the store; only closing must wait for it.
 * What fails leaves an older file of this name as it was. */
tp_err store_backup(store *store, const char *path, tp_error *error);

/* Whether the database answers and can be written to: writes something, durably. */
tp_err store_health(store *store, tp_error *error);

/* ---- people ---- */

typedef struct store_person {
    char id[STORE_ID_SIZE];
    char name[STORE_NAME_SIZE];
    char login[STORE_NAME_SIZE]; /* accounts: what is typed to sign in, folded; "" for a guest */
    char hash[STORE_HASH_SIZE];  /* accounts */
    int64_t sign_in;             /* cookies carry this number; those with a lower one are void */
    int64_t created_ms, seen_ms;
} store_person;

/* Insert or replace. TP_E_REFUSED, reason LOGIN_TAKEN, where another person has this login. */
tp_err store_person_put(store *store, const store_person *person, tp_error *error);
/* TP_E_UNKNOWN if there is none. */
tp_err store_person_get(store *store, const char *id, store_person *out, tp_error *error);
tp_err store_person_by_login(store *store, const char *login, store_person *out, tp_error *error);
/* Forget a person: the row, blocks in both directions; results stay, with the person's id replaced by "".
 * TP_E_UNKNOWN if there is none. */
tp_err store_person_delete(store *store, const char *id, tp_error *error);

/* TP_E_UNKNOWN if one of the two does not exist. */
tp_err store_block(store *store, const char *who, const char *whom, bool on, tp_error *error);
/* Calls `each` for everybody whom `who` has blocked, in the order of their ids. */
tp_err store_blocks(store *store, const char *who, void (*each)(void *context, const char *whom),
                    void *context, tp_error *error);

/* ---- tables ---- */

typedef struct store_table {
    const char *id;
    const char *game;
    const char *phase;   /* open, commit, playing, over, closed */
    const char *summary; /* JSON, for lists */
    int64_t created_ms, changed_ms;
} store_table;

/* Insert or replace the row. */
tp_err store_table_put(store *store, const store_table *table, tp_error *error);

/* Add entry `number` to the journal of a table; numbers go up by one from 1, and a gap or a repetition is an
 * error (TP_E_INPUT). `kind` is one letter. TP_E_UNKNOWN if there is no such table. */
tp_err store_journal_add(store *store, const char *table, int64_t number, char kind, const char *text,
                         tp_error *error);

typedef struct store_entry {
    int64_t number;
    char kind;
    const char *text;
} store_entry;

/* Calls `each` for the entries after number `after`, in order. TP_E_UNKNOWN if there is no such table. */
tp_err store_journal_read(store *store, const char *table, int64_t after,
                          void (*each)(void *context, const store_entry *entry), void *context,
                          tp_error *error);

/* Calls `each` for every table in one of the phases, a list like "open,commit,playing", those changed last
 * first, at most `limit`. At most STORE_PHASES phases. */
tp_err store_tables(store *store, const char *phases, int limit,
                    void (*each)(void *context, const store_table *table), void *context, tp_error *error);

/* Who may see a table, in words of the server's own: kept beside the row, so that nobody has to read a
 * journal to find out. TP_E_UNKNOWN if there is no such table. */
tp_err store_access_put(store *store, const char *table, const char *text, tp_error *error);
/* Calls `each` once, with the phase of the table too; the text is "" if none was kept. TP_E_UNKNOWN if
 * there is no such table. */
tp_err store_access_get(store *store, const char *table,
                        void (*each)(void *context, const char *phase, const char *text), void *context,
                        tp_error *error);

/* Delete a table and its journal, and its results too. TP_E_UNKNOWN if there is none. */
tp_err store_table_delete(store *store, const char *table, tp_error *error);

/* ---- results ---- */

typedef struct store_result {
    const char *table;
    const char *game;
    int seat;
    const char *person; /* "" for nobody */
    const char *agent;  /* "" for a person */
    double returns;
    int64_t score;
    bool rated;      /* nothing was taken back, and nobody else moved for this seat */
    const char *how; /* played, resigned */
    int64_t ended_ms;
    int side;            /* seats of one side win and lose together; -1: not known */
    bool is_public;      /* the table was */
    const char *against; /* the board that it counts on: who all the others were; "" for none */
    double points;       /* what it counts there, 0 to 1; negative: it does not count */
    const char *name;    /* only where it is read: what the person is called now, "" for nobody */
} store_result;

/* Insert or replace: there is one for each seat of a table. A person who does not exist (any more) becomes
 * nobody. TP_E_UNKNOWN if there is no such table. */
tp_err store_result_add(store *store, const store_result *result, tp_error *error);
/* Calls `each` for all seats of finished tables where this person sat, the latest table first, at most
 * `limit` tables. */
tp_err store_results(store *store, const char *person, int limit,
                     void (*each)(void *context, const store_result *result), void *context, tp_error *error);
/* How many seats of finished tables were this person's. */
tp_err store_result_count(store *store, const char *person, int64_t *out, tp_error *error);

typedef struct store_pair {
    const char *one, *other; /* people */
    const char *game;
    int64_t after_ms;   /* games that ended later than this */
    const char *except; /* a table that is not counted */
} store_pair;

/* How many games these two played against each other that count, for at least one of them, on the board
 * between people. */
tp_err store_results_between(store *store, const store_pair *pair, int64_t *out, tp_error *error);

/* What a person's results on a board add up to. It follows from the results, and is kept beside them. */
typedef struct store_standing {
    const char *person, *name;
    const char *game, *against;
    int64_t games, won; /* won: more than half a point */
    double points;
    int64_t last_ms; /* the latest */
} store_standing;

/* Calls `each` for every board on which this person stands, game by game, where they played most first, at
 * most `limit`. */
tp_err store_standings_of(store *store, const char *person, int limit,
                          void (*each)(void *context, const store_standing *standing), void *context,
                          tp_error *error);
/* Calls `each` for everybody with an account who stands on this board, in the order of their ids. */
tp_err store_standings_on(store *store, const char *game, const char *against,
                          void (*each)(void *context, const store_standing *standing), void *context,
                          tp_error *error);
/* Calls `each` for the boards of a game, with the number of accounts on it, most first, at most `limit`. */
tp_err store_boards(store *store, const char *game, int limit,
                    void (*each)(void *context, const char *against, int64_t people), void *context,
                    tp_error *error);

/* A table that was over when results were not yet kept as they are now, so that they have to be made again
 * from its journal. TP_E_UNKNOWN if there is none. */
tp_err store_unread_next(store *store, char out[STORE_ID_SIZE], tp_error *error);
tp_err store_unread_done(store *store, const char *table, tp_error *error); /* it has been read */

#endif
