/* The dealer: outcomes as a keyed function of kind, shuffle and index.
 *
 * docs/record.md lists the exact bytes that are hashed here; changing one of them breaks every record there
 * is. The hash is BLAKE2b, keyed where a secret is involved, from libsodium. */
#include "tapete/match.h"

#include <sodium.h>
#include <string.h>

static const char commitment_label[] = "tapete commitment 1";
static const char deal_label[] = "tapete deal 1";
static const char seed_label[] = "tapete seed 1";

static void hash_begin(crypto_generichash_state *hash, const uint8_t *key, size_t size) {
    crypto_generichash_init(hash, key, key != NULL ? TP_KEY_SIZE : 0, size);
}

/* The letters of a text without the NUL behind it. */
static void hash_text(crypto_generichash_state *hash, const char *text) {
    crypto_generichash_update(hash, (const unsigned char *)text, strlen(text));
}

/* The low `size` bytes of a number, least significant first. */
static void hash_number(crypto_generichash_state *hash, uint64_t number, size_t size) {
    unsigned char bytes[8];
    for (size_t i = 0; i < size; i++) bytes[i] = (unsigned char)(number >> (8 * i));
    crypto_generichash_update(hash, bytes, size);
}

void tp_key_random(uint8_t key[TP_KEY_SIZE]) {
    /* Where the system has no randomness to give, libsodium ends the program rather than hand out a weak key.
     */
    if (sodium_init() < 0) sodium_misuse();
    randombytes_buf(key, TP_KEY_SIZE);
}

void tp_key_from_seed(uint8_t key[TP_KEY_SIZE], uint64_t seed) {
    crypto_generichash_state hash;
    hash_begin(&hash, NULL, TP_KEY_SIZE);
    hash_text(&hash, seed_label);
    hash_number(&hash, seed, 8);
    crypto_generichash_final(&hash, key, TP_KEY_SIZE);
}

void tp_commitment(const uint8_t key[TP_KEY_SIZE], uint8_t out[TP_COMMITMENT_SIZE]) {
    crypto_generichash_state hash;
    hash_begin(&hash, NULL, TP_COMMITMENT_SIZE);
    hash_text(&hash, commitment_label);
    crypto_generichash_update(&hash, key, TP_KEY_SIZE);
    crypto_generichash_final(&hash, out, TP_COMMITMENT_SIZE);
}

void tp_deal_key(const uint8_t key[TP_KEY_SIZE], const tp_contribution *contributions, int seats,
                 uint8_t out[TP_KEY_SIZE]) {
    crypto_generichash_state hash;
    hash_begin(&hash, key, TP_KEY_SIZE);
    hash_text(&hash, deal_label);
    for (int seat = 0; seat < seats; seat++) {
        const tp_contribution *contribution = &contributions[seat];
        tp_assert(contribution->size <= TP_CONTRIBUTION_SIZE);
        hash_number(&hash, (uint64_t)seat, 1);
        hash_number(&hash, contribution->size, 1);
        crypto_generichash_update(&hash, contribution->bytes, contribution->size);
    }
    crypto_generichash_final(&hash, out, TP_KEY_SIZE);
}

uint64_t tp_deal_number(const uint8_t deal_key[TP_KEY_SIZE], const char *kind, uint32_t shuffle,
                        uint32_t index) {
    unsigned char digest[crypto_generichash_BYTES_MIN];
    crypto_generichash_state hash;
    hash_begin(&hash, deal_key, sizeof digest);
    hash_text(&hash, kind);
    hash_number(&hash, 0, 1);
    hash_number(&hash, shuffle, 4);
    hash_number(&hash, index, 4);
    crypto_generichash_final(&hash, digest, sizeof digest);
    uint64_t number = 0;
    for (size_t i = 0; i < 8; i++) number |= (uint64_t)digest[i] << (8 * i);
    return number;
}
