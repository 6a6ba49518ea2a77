/* Sessions, tombstones and erasing: handed on to the driver. */
#include "store/privacy.h"

#include "store/driver.h"

tp_err store_session_put(store *store, const char *person, const store_session *session, tp_error *error) {
    return store->driver->privacy->session_put(store, person, session, error);
}

tp_err store_sessions(store *store, const char *person,
                      void (*each)(void *context, const store_session *session), void *context,
                      tp_error *error) {
    return store->driver->privacy->sessions(store, person, each, context, error);
}

tp_err store_session_end(store *store, const char *person, const char *id, tp_error *error) {
    return store->driver->privacy->session_end(store, person, id, error);
}

tp_err store_sign_out(store *store, const char *person, tp_error *error) {
    return store->driver->privacy->sign_out(store, person, error);
}

tp_err store_tombstone_of(store *store, const char *person, store_tombstone *out, tp_error *error) {
    return store->driver->privacy->tombstone_of(store, person, out, error);
}

tp_err store_tombstones_expire(store *store, int64_t older_than_ms, tp_error *error) {
    return store->driver->privacy->tombstones_expire(store, older_than_ms, error);
}

tp_err store_tombstones_file(store *store, tp_error *error) {
    return store->driver->privacy->tombstones_file(store, error);
}

tp_err store_tombstones_apply(store *store, int64_t *again, tp_error *error) {
    return store->driver->privacy->tombstones_apply(store, again, error);
}

tp_err store_erase(store *store, const char *person, tp_error *error) {
    return store->driver->privacy->erase(store, person, error);
}

tp_err store_erase_results(store *store, const char *person, int limit, bool *more, tp_error *error) {
    return store->driver->privacy->erase_results(store, person, limit, more, error);
}

tp_err store_erasure_next(store *store, store_erasure *out, tp_error *error) {
    return store->driver->privacy->erasure_next(store, out, error);
}

tp_err store_erasure_put(store *store, const store_erasure *erasure, tp_error *error) {
    return store->driver->privacy->erasure_put(store, erasure, error);
}

tp_err store_erasure_done(store *store, const char *person, tp_error *error) {
    return store->driver->privacy->erasure_done(store, person, error);
}

tp_err store_trace(store *store, const char *person, const char *table, tp_error *error) {
    return store->driver->privacy->trace(store, person, table, error);
}

tp_err store_trace_next(store *store, const char *person, const char *after, char out[STORE_ID_SIZE],
                        tp_error *error) {
    return store->driver->privacy->trace_next(store, person, after, out, error);
}

tp_err store_trace_remove(store *store, const char *person, const char *table, tp_error *error) {
    return store->driver->privacy->trace_remove(store, person, table, error);
}

tp_err store_journal_some(store *store, const char *table, int64_t after, int limit,
                          void (*each)(void *context, const store_entry *entry), void *context,
                          int64_t *count, tp_error *error) {
    return store->driver->privacy->journal_some(store, table, after, limit, each, context, count, error);
}

tp_err store_journal_overwrite(store *store, const char *table, int64_t number, const char *text,
                               tp_error *error) {
    return store->driver->privacy->journal_overwrite(store, table, number, text, error);
}

tp_err store_summary(store *store, const char *table, void (*each)(void *context, const char *summary),
                     void *context, tp_error *error) {
    return store->driver->privacy->summary(store, table, each, context, error);
}

tp_err store_summary_overwrite(store *store, const char *table, const char *summary, tp_error *error) {
    return store->driver->privacy->summary_overwrite(store, table, summary, error);
}

tp_err store_flush(store *store, tp_error *error) { return store->driver->privacy->flush(store, error); }

tp_err store_person_shape(store *store, const char *person, const char *shape, const char *login_shape,
                          tp_error *error) {
    return store->driver->privacy->person_shape(store, person, shape, login_shape, error);
}

tp_err store_shape_taken(store *store, const char *shape, const char *person, bool *out, tp_error *error) {
    return store->driver->privacy->shape_taken(store, shape, person, out, error);
}

tp_err store_shapeless(store *store, int limit,
                       void (*each)(void *context, const char *person, const char *name, const char *login),
                       void *context, tp_error *error) {
    return store->driver->privacy->shapeless(store, limit, each, context, error);
}

tp_err store_old_guests(store *store, int64_t older_than_ms, int limit,
                        void (*each)(void *context, const char *person), void *context, tp_error *error) {
    return store->driver->privacy->old_guests(store, older_than_ms, limit, each, context, error);
}

tp_err store_old_guest_games(store *store, int64_t older_than_ms, store_walk *walk, int limit,
                             void (*each)(void *context, const char *table), void *context, int64_t *count,
                             tp_error *error) {
    return store->driver->privacy->old_guest_games(store, older_than_ms, walk, limit, each, context, count,
                                                   error);
}

tp_err store_old_bot_games(store *store, int64_t older_than_ms, store_walk *walk, int limit,
                           void (*each)(void *context, const char *table), void *context, int64_t *count,
                           tp_error *error) {
    return store->driver->privacy->old_bot_games(store, older_than_ms, walk, limit, each, context, count,
                                                 error);
}

tp_err store_used_bytes(store *store, int64_t *out, tp_error *error) {
    return store->driver->privacy->used_bytes(store, out, error);
}
