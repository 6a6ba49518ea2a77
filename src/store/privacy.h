/* Sessions of people, tombstones of those who were deleted, and what erasing them needs.
 *
 * Deletion is never an absence: a deleted person has a tombstone, a keyed hash of their id. Tombstones are
 * in the database and, since an older backup may be put in its place one day, also in a file beside it
 * (PATH.tombstones), from where they are taken again at the next start.
 *
 * Erasing goes through everything that a person has left at tables, piece by piece, so that it never keeps
 * others from writing. An erasure that has begun is in the database with its place, and goes on after a
 * restart. What is in a journal is the caller's to read and to rewrite; this here knows where to look
 * (traces). The calls are like those of store.h. */
#ifndef TAPETE_STORE_PRIVACY_H
#define TAPETE_STORE_PRIVACY_H

#include "store/store.h"

/* ---- sessions: devices on which an account is signed in ---- */

enum { STORE_SESSION_SIZE = 24, STORE_DEVICE_SIZE = 48 };

typedef struct store_session {
    char id[STORE_SESSION_SIZE];
    char device[STORE_DEVICE_SIZE]; /* what it calls itself, in few words */
    int64_t made_ms, seen_ms;
} store_session;

/* Insert or replace. TP_E_UNKNOWN if there is no such person. */
tp_err store_session_put(store *store, const char *person, const store_session *session, tp_error *error);
/* Calls `each` for the sessions of a person, those seen last first. */
tp_err store_sessions(store *store, const char *person,
                      void (*each)(void *context, const store_session *session), void *context,
                      tp_error *error);
/* End one, or with "" all of them; it is no error if there is none. */
tp_err store_session_end(store *store, const char *person, const char *id, tp_error *error);

/* ---- tombstones ---- */

typedef enum store_tombstone { STORE_NOT_DEAD, STORE_SIGNED_OUT, STORE_ERASED } store_tombstone;

/* A guest of whom nothing is kept has signed out: their id is void. Such a tombstone goes after a while
 * (store_tombstones_expire). */
tp_err store_sign_out(store *store, const char *person, tp_error *error);
tp_err store_tombstone_of(store *store, const char *person, store_tombstone *out, tp_error *error);
/* Forget those of signed-out guests that are older than that, counted in the database's uptime. */
tp_err store_tombstones_expire(store *store, int64_t older_than_ms, tp_error *error);

/* Append the tombstones that are not yet in the file beside the database, durably. Outside of a transaction.
 */
tp_err store_tombstones_file(store *store, tp_error *error);
/* At the start: take what the file has and the database has not (an older backup was restored), begin to
 * erase those people again, and file what the file has not. *again: how many there were. Outside of a
 * transaction. */
tp_err store_tombstones_apply(store *store, int64_t *again, tp_error *error);

/* ---- erasing ---- */

/* The person is dead from now on: nobody finds the row any more, sessions and the login are gone, a tombstone
 * is put up, and an erasure begins. Nothing fails if there is no such person. */
tp_err store_erase(store *store, const char *person, tp_error *error);

/* Take the person who is being erased out of up to `limit` results. *more: there may be further ones; else
 * the row has gone too, with everything that follows from it. */
tp_err store_erase_results(store *store, const char *person, int limit, bool *more, tp_error *error);

/* Where an erasure is: the table it is at, up to which entry it has come there, and in which seats the person
 * sits after that entry. */
typedef struct store_erasure {
    char person[STORE_ID_SIZE];
    char table[STORE_ID_SIZE]; /* "": before the first */
    int64_t number;
    uint32_t seats;
} store_erasure;

/* TP_E_UNKNOWN if nobody is being erased. */
tp_err store_erasure_next(store *store, store_erasure *out, tp_error *error);
tp_err store_erasure_put(store *store, const store_erasure *erasure, tp_error *error); /* it goes on there */
tp_err store_erasure_done(store *store, const char *person, tp_error *error);

/* The person has left something at this table: it refers to them. TP_E_UNKNOWN if there is no such table.
 */
tp_err store_trace(store *store, const char *person, const char *table, tp_error *error);
/* The first table after this one, by id, where they have left something. TP_E_UNKNOWN if there is none. */
tp_err store_trace_next(store *store, const char *person, const char *after, char out[STORE_ID_SIZE],
                        tp_error *error);
tp_err store_trace_remove(store *store, const char *person, const char *table, tp_error *error);

/* Calls `each` for the entries of a table after this one that are no moves, at most `limit`; *count: how
 * many. */
tp_err store_journal_some(store *store, const char *table, int64_t after, int limit,
                          void (*each)(void *context, const store_entry *entry), void *context,
                          int64_t *count, tp_error *error);
/* The same text with something overwritten. The number and everything else stay. */
tp_err store_journal_overwrite(store *store, const char *table, int64_t number, const char *text,
                               tp_error *error);
/* The summary of a table. Nothing is called if there is no such table. */
tp_err store_summary(store *store, const char *table, void (*each)(void *context, const char *summary),
                     void *context, tp_error *error);
tp_err store_summary_overwrite(store *store, const char *table, const char *summary, tp_error *error);

/* Have nothing left of what was overwritten in files beside the database (SQLite's log). Outside of a
 * transaction. TP_E_IO if there is a reader at that moment: try again. */
tp_err store_flush(store *store, tp_error *error);

/* ---- names and retention ---- */

/* The shapes of an account's name and login (name_rules.h), by which look-alikes are found; "" has none. */
tp_err store_person_shape(store *store, const char *person, const char *shape, const char *login_shape,
                          tp_error *error);
/* Whether the name or the login of an account other than this person has this shape. */
tp_err store_shape_taken(store *store, const char *shape, const char *person, bool *out, tp_error *error);
/* Calls `each` for accounts whose shape is not known yet, at most `limit`. */
tp_err store_shapeless(store *store, int limit,
                       void (*each)(void *context, const char *person, const char *name, const char *login),
                       void *context, tp_error *error);

/* Calls `each` for guests who were not seen for so long, counted in the database's uptime, and finished no
 * game within that time; at most `limit`. */
tp_err store_old_guests(store *store, int64_t older_than_ms, int limit,
                        void (*each)(void *context, const char *person), void *context, tp_error *error);
/* Where a walk through finished tables is. Zeros: at the beginning. */
typedef struct store_walk {
    int64_t changed_up_ms;
    char table[STORE_ID_SIZE];
} store_walk;

/* Looks at up to `limit` tables that are over or closed and were not changed for so long, from where the walk
 * is, and calls `each` for those that guests alone have left something at. *count: how many it has looked at;
 * 0: it is at the end. */
tp_err store_old_guest_games(store *store, int64_t older_than_ms, store_walk *walk, int limit,
                             void (*each)(void *context, const char *table), void *context, int64_t *count,
                             tp_error *error);
/* The same for games that were played to the end by agents alone. */
tp_err store_old_bot_games(store *store, int64_t older_than_ms, store_walk *walk, int limit,
                           void (*each)(void *context, const char *table), void *context, int64_t *count,
                           tp_error *error);
/* How much of the database is in use: deleting makes it less, while the file stays as large as it was. */
tp_err store_used_bytes(store *store, int64_t *out, tp_error *error);

#endif
