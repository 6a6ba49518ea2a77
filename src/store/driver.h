/* What a kind of database has to provide, so that store.c can hand its calls on.
 *
 * A driver has a struct of its own that begins with a `struct store`. What is true of every kind of database
 * is checked in store.c before a driver hears of a call: ids are well-formed, texts are there, limits are not
 * negative. What the functions promise stands in store.h. */
#ifndef TAPETE_STORE_DRIVER_H
#define TAPETE_STORE_DRIVER_H

#include "store/cluster.h"
#include "store/notes.h"
#include "store/privacy.h"
#include "store/store.h"

/* Notes, and lists of people: notes.h. */
typedef struct store_notes_driver {
    tp_err (*put)(store *store, const store_note *note, tp_error *error);
    tp_err (*get)(store *store, const char *kind, const char *key, store_note_reader *each, void *context,
                  tp_error *error);
    tp_err (*remove)(store *store, const char *kind, const char *key, tp_error *error);
    tp_err (*list)(store *store, const char *kind, const char *about, int limit, store_note_reader *each,
                   void *context, tp_error *error);
    tp_err (*list_by)(store *store, const char *kind, const char *by, int limit, store_note_reader *each,
                      void *context, tp_error *error);
    tp_err (*expire)(store *store, const char *kind, int64_t now_ms, tp_error *error);
    tp_err (*people)(store *store, const char *text, int limit,
                     void (*each)(void *context, const store_person *person), void *context, tp_error *error);
} store_notes_driver;

/* Several servers on one database: cluster.h. */
typedef struct store_cluster_driver {
    store *(*open)(const char *place, const char *node, int format, tp_error *error);
    bool (*is_keeper)(const store *store);
    tp_err (*begin_owned)(store *store, store_claim *claims, size_t count, tp_error *error);
    tp_err (*own)(store *store, const char *table, tp_error *error);
    tp_err (*claim)(store *store, const char *table, store_owner *out, tp_error *error);
    tp_err (*give_up)(store *store, tp_error *error);
    tp_err (*orphans)(store *store, int limit, void (*each)(void *context, const char *table), void *context,
                      tp_error *error);
    tp_err (*find_lost)(store *store, store_claim *claims, size_t count, tp_error *error);
    tp_err (*nodes)(store *store, void (*each)(void *context, const store_node *node), void *context,
                    tp_error *error);
    tp_err (*tables_elsewhere)(store *store, int limit,
                               void (*each)(void *context, const char *node, const store_table *table),
                               void *context, tp_error *error);
    tp_err (*tables_of)(store *store, const char *person, int limit,
                        void (*each)(void *context, const char *node, const store_table *table),
                        void *context, tp_error *error);
    tp_err (*count_elsewhere)(store *store, const char *person, int64_t *out, tp_error *error);
    tp_err (*changes)(store *store, int64_t *since,
                      void (*each)(void *context, const char *kind, const char *subject), void *context,
                      tp_error *error);
    tp_err (*changes_expire)(store *store, tp_error *error);
} store_cluster_driver;

/* Sessions, tombstones, erasing: privacy.h. */
typedef struct store_privacy_driver {
    tp_err (*session_put)(store *store, const char *person, const store_session *session, tp_error *error);
    tp_err (*sessions)(store *store, const char *person,
                       void (*each)(void *context, const store_session *session), void *context,
                       tp_error *error);
    tp_err (*session_end)(store *store, const char *person, const char *id, tp_error *error);
    tp_err (*sign_out)(store *store, const char *person, tp_error *error);
    tp_err (*tombstone_of)(store *store, const char *person, store_tombstone *out, tp_error *error);
    tp_err (*tombstones_expire)(store *store, int64_t older_than_ms, tp_error *error);
    tp_err (*tombstones_file)(store *store, tp_error *error);
    tp_err (*tombstones_apply)(store *store, int64_t *again, tp_error *error);
    tp_err (*erase)(store *store, const char *person, tp_error *error);
    tp_err (*erase_results)(store *store, const char *person, int limit, bool *more, tp_error *error);
    tp_err (*erasure_next)(store *store, store_erasure *out, tp_error *error);
    tp_err (*erasure_put)(store *store, const store_erasure *erasure, tp_error *error);
    tp_err (*erasure_done)(store *store, const char *person, tp_error *error);
    tp_err (*trace)(store *store, const char *person, const char *table, tp_error *error);
    tp_err (*trace_next)(store *store, const char *person, const char *after, char out[STORE_ID_SIZE],
                         tp_error *error);
    tp_err (*trace_remove)(store *store, const char *person, const char *table, tp_error *error);
    tp_err (*journal_some)(store *store, const char *table, int64_t after, int limit,
                           void (*each)(void *context, const store_entry *entry), void *context,
                           int64_t *count, tp_error *error);
    tp_err (*journal_overwrite)(store *store, const char *table, int64_t number, const char *text,
                                tp_error *error);
    tp_err (*summary)(store *store, const char *table, void (*each)(void *context, const char *summary),
                      void *context, tp_error *error);
    tp_err (*summary_overwrite)(store *store, const char *table, const char *summary, tp_error *error);
    tp_err (*flush)(store *store, tp_error *error);
    tp_err (*person_shape)(store *store, const char *person, const char *shape, const char *login_shape,
                           tp_error *error);
    tp_err (*shape_taken)(store *store, const char *shape, const char *person, bool *out, tp_error *error);
    tp_err (*shapeless)(store *store, int limit,
                        void (*each)(void *context, const char *person, const char *name, const char *login),
                        void *context, tp_error *error);
    tp_err (*old_guests)(store *store, int64_t older_than_ms, int limit,
                         void (*each)(void *context, const char *person), void *context, tp_error *error);
    tp_err (*old_guest_games)(store *store, int64_t older_than_ms, store_walk *walk, int limit,
                              void (*each)(void *context, const char *table), void *context, int64_t *count,
                              tp_error *error);
    tp_err (*old_bot_games)(store *store, int64_t older_than_ms, store_walk *walk, int limit,
                            void (*each)(void *context, const char *table), void *context, int64_t *count,
                            tp_error *error);
    tp_err (*used_bytes)(store *store, int64_t *out, tp_error *error);
} store_privacy_driver;

/* What a parameter of a statement is bound to. */
typedef struct store_value {
    enum {
        STORE_VALUE_NOTHING,
        STORE_VALUE_TEXT,
        STORE_VALUE_INTEGER,
        STORE_VALUE_REAL,
        STORE_VALUE_BYTES
    } type;
    const void *bytes;
    int64_t integer; /* of bytes: how many */
    double real;
} store_value;

typedef struct store_driver {
    const char *scheme; /* of its urls: what stands before the colon */

    store *(*open)(const char *place, tp_error *error); /* `place` is what stands behind the colon */
    void (*close)(store *store);
    tp_err (*checkpoint_apart)(store *store, tp_error *error); /* checkpoint.h */
    void (*defer)(store *store);                               /* NULL: every call is answered at once */
    store *(*open_reader)(store *of, tp_error *error);

    tp_err (*begin)(store *store, tp_error *error);
    tp_err (*commit)(store *store, tp_error *error);
    void (*rollback)(store *store);

    tp_err (*secret)(store *store, const char *name, uint8_t out[STORE_SECRET_SIZE], tp_error *error);
    tp_err (*backup)(store *store, const char *path, tp_error *error);
    tp_err (*in_place)(store *store, tp_error *error);
    tp_err (*beat)(store *store, int64_t uptime_ms, tp_error *error);
    tp_err (*uptime)(store *store, int64_t *out, tp_error *error);
    tp_err (*check)(store *store, int64_t limit_ms, bool *is_whole, tp_error *error);

    tp_err (*person_put)(store *store, const store_person *person, tp_error *error);
    tp_err (*person_get)(store *store, const char *id, store_person *out, tp_error *error);
    tp_err (*person_by_login)(store *store, const char *login, store_person *out, tp_error *error);
    tp_err (*person_delete)(store *store, const char *id, tp_error *error);
    tp_err (*block)(store *store, const char *who, const char *whom, bool on, tp_error *error);
    tp_err (*blocks)(store *store, const char *who, void (*each)(void *context, const char *whom),
                     void *context, tp_error *error);

    tp_err (*table_put)(store *store, const store_table *table, tp_error *error);
    tp_err (*journal_add)(store *store, const char *table, const store_entry *entry, tp_error *error);
    tp_err (*journal_read)(store *store, const char *table, int64_t after,
                           void (*each)(void *context, const store_entry *entry), void *context,
                           tp_error *error);
    tp_err (*tables)(store *store, const char *const phases[STORE_PHASES], int limit,
                     void (*each)(void *context, const store_table *table), void *context, tp_error *error);
    tp_err (*access_put)(store *store, const char *table, const char *text, tp_error *error);
    tp_err (*access_get)(store *store, const char *table,
                         void (*each)(void *context, const char *phase, const char *text), void *context,
                         tp_error *error);
    tp_err (*table_delete)(store *store, const char *table, tp_error *error);

    tp_err (*result_add)(store *store, const store_result *result, tp_error *error);
    tp_err (*results)(store *store, const char *person, int limit,
                      void (*each)(void *context, const store_result *result), void *context,
                      tp_error *error);
    tp_err (*result_count)(store *store, const char *person, int64_t *out, tp_error *error);
    tp_err (*results_between)(store *store, const store_pair *pair, int64_t *out, tp_error *error);
    tp_err (*standings_of)(store *store, const char *person, int limit,
                           void (*each)(void *context, const store_standing *standing), void *context,
                           tp_error *error);
    tp_err (*standings_on)(store *store, const char *game, const char *against,
                           void (*each)(void *context, const store_standing *standing), void *context,
                           tp_error *error);
    tp_err (*boards)(store *store, const char *game, int limit,
                     void (*each)(void *context, const char *against, int64_t people), void *context,
                     tp_error *error);
    tp_err (*unread_next)(store *store, char out[STORE_ID_SIZE], tp_error *error);
    tp_err (*unread_done)(store *store, const char *table, tp_error *error);

    const store_notes_driver *notes;
    const store_privacy_driver *privacy;
    const struct store_copy_driver *copy; /* copy_driver.h */
    const store_cluster_driver *cluster;  /* NULL: only one server can use it */
} store_driver;

struct store {
    const store_driver *driver;
};

extern const store_driver store_sqlite;
extern const store_driver store_log; /* log_internal.h */
#ifdef TAPETE_HAS_POSTGRES
extern const store_driver store_postgres;
#endif

/* The driver of a url, and what stands behind its colon. NULL if there is none. */
const store_driver *store_driver_of(const char *url, const char **place, tp_error *error);

#endif
