/* The keyed hash of a person's id that stays when they are deleted, the same in every kind of database.
 *
 * The key follows from the one that signs cookies: that is in every backup, however old, so hashes of today
 * fit ids of an older backup. */
#ifndef TAPETE_STORE_TOMBSTONE_H
#define TAPETE_STORE_TOMBSTONE_H

#include "store/store.h"

enum { TOMBSTONE_SIZE = 16 };

typedef struct tombstone {
    uint8_t hash[TOMBSTONE_SIZE];
} tombstone;

/* The key of this store's hashes. */
tp_err tombstone_key(store *store, uint8_t key[STORE_SECRET_SIZE], tp_error *error);
tombstone tombstone_with(const uint8_t key[STORE_SECRET_SIZE], const char *person);
/* Both at once. */
tp_err tombstone_hash(store *store, const char *person, tombstone *out, tp_error *error);

#endif
