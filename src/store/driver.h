/* What a kind of database has to provide, so that store.c can hand its calls on.
 *
 * A driver has a struct of its own that begins with a `struct store`. What is true of every kind of database is checked in store.c before a
 * driver hears of a call: ids are well-formed, texts are there, limits are not negative. What the functions promise stands in store.h. */
#ifndef TAPETE_STORE_DRIVER_H
#define TAPETE_STORE_DRIVER_H

#include "store/store.h"

typedef struct store_driver {
    const char *scheme; /* of its urls: what stands before the colon */

    store *(*open)(const char *place, tp_error *error); /* `place` is what stands behind the colon */
    void (*close)(store *store);

    tp_err (*begin)(store *store, tp_error *error);
    tp_err (*commit)(store *store, tp_error *error);
    void (*rollback)(store *store);

    tp_err (*secret)(store *store, const char *name, uint8_t out[STORE_SECRET_SIZE], tp_error *error);
    tp_err (*backup)(store *store, const char *path, tp_error *error);
    tp_err (*health)(store *store, tp_error *error);

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
    tp_err (*table_delete)(store *store, const char *table, tp_error *error);

    tp_err (*result_add)(store *store, const store_result *result, tp_error *error);
    tp_err (*results)(store *store, const char *person, int limit,
                      void (*each)(void *context, const store_result *result), void *context,
                      tp_error *error);
    tp_err (*result_count)(store *store, const char *person, int64_t *out, tp_error *error);
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
} store_driver;

struct store {
    const store_driver *driver;
};

extern const store_driver store_sqlite;

#endif
