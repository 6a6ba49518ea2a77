/* Names to pointers: a hash table with open addressing.
 *
 * A removed entry leaves a mark behind, so that nothing moves while a caller walks over the map; the marks go
 * when the table is made anew. Names can come from outside, so the hash has a secret key: nobody can choose
 * names that collide. */
#include "server/map.h"

#include <pthread.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_CAPACITY = 16 };

static const char removed[] = ""; /* the key of a removed entry: known by its address */

static uint8_t secret[crypto_shorthash_KEYBYTES];
static pthread_once_t secret_made = PTHREAD_ONCE_INIT;

static void make_secret(void) { randombytes_buf(secret, sizeof secret); }

static size_t hash_of(const char *key) {
    uint64_t hash;
    pthread_once(&secret_made, make_secret);
    _Static_assert(sizeof hash == crypto_shorthash_BYTES, "the hash fills a number");
    crypto_shorthash((uint8_t *)&hash, (const uint8_t *)key, strlen(key), secret);
    return (size_t)hash;
}

/* The slot of this key, or the first free one after where it should be. There is always a free one. */
static map_slot *find(const map *map, const char *key) {
    size_t mask = map->capacity - 1;
    for (size_t i = hash_of(key) & mask;; i = (i + 1) & mask) {
        map_slot *slot = &map->slots[i];
        if (slot->key == NULL) return slot;
        if (slot->key != removed && strcmp(slot->key, key) == 0) return slot;
    }
}

/* A new table with room for one entry more, at most half full. */
static bool make_anew(map *map) {
    size_t capacity = LEAST_CAPACITY;
    while (capacity < 2 * (map->count + 1)) capacity *= 2;
    struct map fresh = {.slots = calloc(capacity, sizeof *fresh.slots), .capacity = capacity};
    if (fresh.slots == NULL) return false;
    for (size_t i = 0; i < map->capacity; i++) {
        const map_slot *slot = &map->slots[i];
        if (slot->key != NULL && slot->key != removed) *find(&fresh, slot->key) = *slot;
    }
    fresh.count = fresh.used = map->count;
    free(map->slots);
    *map = fresh;
    return true;
}

void *map_get(const map *map, const char *key) { return map->count == 0 ? NULL : find(map, key)->value; }

bool map_put(map *map, const char *key, void *value) {
    /* Three quarters at most, so that a search soon meets a free slot. */
    if (4 * (map->used + 1) > 3 * map->capacity && !make_anew(map)) return false;
    map_slot *slot = find(map, key);
    if (slot->key == NULL) {
        map->count++;
        map->used++;
    }
    slot->key = key;
    slot->value = value;
    return true;
}

void map_remove(map *map, const char *key) {
    if (map->count == 0) return;
    map_slot *slot = find(map, key);
    if (slot->key == NULL) return;
    slot->key = removed;
    slot->value = NULL;
    map->count--;
}

void map_free(map *map) {
    free(map->slots);
    *map = (struct map){0};
}

void *map_next(const map *map, size_t *index) {
    while (*index < map->capacity) {
        const map_slot *slot = &map->slots[(*index)++];
        if (slot->key != NULL && slot->key != removed) return slot->value;
    }
    return NULL;
}
