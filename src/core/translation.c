/* Finding a translation in the tables that scripts/make-catalogue writes: a hash table with open addressing.
 */
#include "core/language.h"

#include <string.h>

/* FNV-1a. */
static uint32_t hash(const char *key) {
    uint32_t sum = 2166136261u;
    for (; *key != '\0'; key++) sum = (sum ^ (unsigned char)*key) * 16777619u;
    return sum;
}

const char *catalogue_find(uint32_t language, const char *key, const char *message, uint32_t form) {
    for (uint32_t slot = hash(key);; slot++) {
        uint32_t number = tp_catalogue_slots[slot & tp_catalogue_slot_mask];
        if (number == 0) return message;
        if (strcmp(tp_catalogue_keys[number - 1], key) != 0) continue;
        uint32_t place = tp_catalogues[language].places[(number - 1) * tp_catalogue_forms + form];
        return place != 0 ? tp_catalogues[language].texts + place : message;
    }
}
