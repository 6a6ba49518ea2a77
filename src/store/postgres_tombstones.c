/* Tombstones in PostgreSQL: keyed hashes of the ids of people who were deleted.
 *
 * There is no file beside this kind of database. Who restores an older state of it brings back people who
 * were deleted since; `tapete store copy` takes the tombstones of the newer one along (docs/postgresql.md).
 */
#include "store/postgres_internal.h"
#include "store/tombstone.h"

#include <string.h>

static tp_err put(pg_store *self, const tombstone *made, bool erased, tp_error *error) {
    return pg_change(self, PG_TOMBSTONE_PUT,
                     (store_value[]){pg_bytes(made->hash, sizeof made->hash), pg_integer(erased)}, NULL,
                     error);
}

tp_err pg_sign_out(store *base, const char *person, tp_error *error) {
    tombstone made;
    tp_err code = tombstone_hash(base, person, &made, error);
    return code == TP_OK ? put((pg_store *)base, &made, false, error) : code;
}

tp_err pg_tombstone_of(store *base, const char *person, store_tombstone *out, tp_error *error) {
    tombstone made;
    int64_t erased = 0, count;
    tp_err code = tombstone_hash(base, person, &made, error);
    if (code == TP_OK)
        code = pg_read_rows((pg_store *)base, PG_TOMBSTONE_GET,
                            (store_value[]){pg_bytes(made.hash, sizeof made.hash)}, pg_read_number, &erased,
                            &count, error);
    if (code == TP_OK) *out = count == 0 ? STORE_NOT_DEAD : erased != 0 ? STORE_ERASED : STORE_SIGNED_OUT;
    return code;
}

tp_err pg_tombstones_expire(store *base, int64_t older_than_ms, tp_error *error) {
    return pg_change((pg_store *)base, PG_TOMBSTONES_EXPIRE, (store_value[]){pg_integer(older_than_ms)}, NULL,
                     error);
}

tp_err pg_tombstones_file(store *base, tp_error *error) {
    (void)base, (void)error;
    return TP_OK;
}

tp_err pg_tombstones_apply(store *base, int64_t *again, tp_error *error) {
    (void)base, (void)error;
    *again = 0;
    return TP_OK;
}

/* All of it in one transaction, also where the caller has begun none. */
static tp_err erase(pg_store *self, const char *person, tp_error *error) {
    const store_value values[] = {pg_text(person)};
    static const pg_statement statements[] = {PG_ERASURE_BEGIN, PG_SESSIONS_END, PG_PERSON_ERASE,
                                              /* Reports, bans and the like at once: the row goes last, and
                                                 they must not wait for it. */
                                              PG_NOTES_ERASE, PG_NOTES_ERASE_BY};
    tombstone made;
    tp_err code = tombstone_hash(&self->base, person, &made, error);
    if (code == TP_OK) code = put(self, &made, true, error);
    for (size_t i = 0; code == TP_OK && i < sizeof statements / sizeof statements[0]; i++)
        code = pg_change(self, statements[i], values, NULL, error);
    return code;
}

tp_err pg_erase(store *base, const char *person, tp_error *error) {
    pg_store *self = (pg_store *)base;
    if (self->in_transaction) return erase(self, person, error);
    tp_err code = pg_begin(base, error);
    if (code != TP_OK) return code;
    code = erase(self, person, error);
    if (code == TP_OK) return pg_commit(base, error);
    pg_rollback(base);
    return code;
}
