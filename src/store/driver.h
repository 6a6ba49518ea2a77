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
    void (*close)(store *self);

    tp_err (*begin)(store *self, tp_error *error);
    tp_err (*commit)(store *self, tp_error *error);
    void (*rollback)(store *self);

    tp_err (*secret)(store *self, const char *name, uint8_t out[STORE_SECRET_SIZE], tp_error *error);
    tp_err (*backup)(store *self, const char *path, tp_error *error);
    tp_err (*health)(store *self, tp_error *error);

    tp_err (*person_put)(store *self, const store_person *person, tp_error *error);
    tp_err (*person_get)(store *self, const char *id, store_person *out, tp_error *error);
    tp_err (*person_by_login)(store *self, const char *login, store_person *out, tp_error *error);
    tp_err (*person_delete)(store *self, const char *id, tp_error *error);
    tp_err (*block)(store *self, const char *who, const char *whom, bool on, tp_error *error);
    tp_err (*blocks)(store *self, const char *who, void (*each)(void *context, const char *whom),
                     void *context, tp_error *error);

    tp_err (*table_put)(store *self, const store_table *table, tp_error *error);
    tp_err (*journal_add)(store *self, const char *table, const store_entry *entry, tp_error *error);
    tp_err (*journal_read)(store *self, const char *table, int64_t after,
                           void (*each)(void *context, const store_entry *entry), void *context,
                           tp_error *error);
    tp_err (*tables)(store *self, const char *const phases[STORE_PHASES], int limit,
                     void (*each)(void *context, const store_table *table), void *context, tp_error *error);
    tp_err (*table_delete)(store *self, const char *table, tp_error *error);

    tp_err (*result_add)(store *self, const store_result *result, tp_error *error);
    tp_err (*results)(store *self, const char *person, int limit,
                      void (*each)(void *context, const store_result *result), void *context,
                      tp_error *error);
} store_driver;

struct store {
    const store_driver *driver;
};

extern const store_driver store_sqlite;

#endif
