/* The keyed hash of a person's id: see tombstone.h. */
#include "store/tombstone.h"

#include <sodium.h>
#include <string.h>

_Static_assert(crypto_generichash_BYTES_MIN <= TOMBSTONE_SIZE, "as short a hash can be had");
_Static_assert(crypto_generichash_KEYBYTES == STORE_SECRET_SIZE, "a secret is a key");

tp_err tombstone_key(store *store, uint8_t key[STORE_SECRET_SIZE], tp_error *error) {
    static const char purpose[] = "tapete tombstones 1";
    uint8_t secret[STORE_SECRET_SIZE];
    tp_err code = store_secret(store, "cookie", secret, error);
    if (code == TP_OK)
        crypto_generichash(key, STORE_SECRET_SIZE, (const uint8_t *)purpose, sizeof purpose, secret,
                           sizeof secret);
    sodium_memzero(secret, sizeof secret);
    return code;
}

tombstone tombstone_with(const uint8_t key[STORE_SECRET_SIZE], const char *person) {
    tombstone made;
    crypto_generichash(made.hash, sizeof made.hash, (const uint8_t *)person, strlen(person), key,
                       STORE_SECRET_SIZE);
    return made;
}

tp_err tombstone_hash(store *store, const char *person, tombstone *out, tp_error *error) {
    uint8_t key[STORE_SECRET_SIZE];
    tp_err code = tombstone_key(store, key, error);
    if (code == TP_OK) *out = tombstone_with(key, person);
    sodium_memzero(key, sizeof key);
    return code;
}
