/* A hash map from names to pointers, keyed with SipHash. */
#ifndef TAPETE_SERVER_MAP_H
#define TAPETE_SERVER_MAP_H

#include <stdbool.h>
#include <stddef.h>

typedef struct map_slot {
    const char *key; /* the owner's memory, for as long as the entry is there */
    void *value;
} map_slot;

typedef struct map {
    map_slot *slots;
    size_t capacity, count; /* capacity: a power of two, or 0 */
    size_t used;            /* slots that are not free: those of entries and of removed ones */
} map;

void *map_get(const map *map, const char *key);
bool map_put(map *map, const char *key, void *value); /* false without memory */
void map_remove(map *map, const char *key);
void map_free(map *map);
/* for (size_t i = 0; (value = map_next(map, &i)) != NULL;): entries may be removed meanwhile, not added */
void *map_next(const map *map, size_t *index);

#endif
