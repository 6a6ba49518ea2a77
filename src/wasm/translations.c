/* Translations of which only those languages are there that were handed in.
 *
 * A language is a file that `scripts/make-catalogue --apart` writes. Numbers have 32 bits with the low byte
 * first, if nothing else is said: "TPC1", how many messages, how many forms each has, the size of the file;
 * the FNV-1a hashes (64 bits) of the messages, sorted; for each message where its forms begin in the file, 0
 * for none; then the texts, each ending with a zero byte. A message is known by its hash alone: that no two
 * have the same is seen to when the file is made. */
#include "core/language.h"
#include "wasm/host.h"

#include <stdlib.h>
#include <string.h>

typedef struct header {
    char magic[4];
    uint32_t count, forms, size;
} header;

enum { MOST_LANGUAGES = 64 };
static char *loaded[MOST_LANGUAGES];

static uint64_t hash(const char *key) {
    uint64_t sum = 0xcbf29ce484222325ull;
    for (; *key != '\0'; key++) sum = (sum ^ (unsigned char)*key) * 0x100000001b3ull;
    return sum;
}

const char *catalogue_find(uint32_t language, const char *key, const char *message, uint32_t form) {
    const char *file = loaded[language];
    if (file == NULL) return message;
    header head;
    memcpy(&head, file, sizeof head);
    uint64_t wanted = hash(key), found = 0;
    uint32_t low = 0, high = head.count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        memcpy(&found, file + sizeof head + 8 * (size_t)middle, sizeof found);
        if (found < wanted) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low < head.count) memcpy(&found, file + sizeof head + 8 * (size_t)low, sizeof found);
    if (low == head.count || found != wanted || form >= head.forms) return message;
    uint32_t place;
    memcpy(&place, file + sizeof head + 8 * (size_t)head.count + 4 * ((size_t)low * head.forms + form),
           sizeof place);
    return place != 0 && place < head.size ? file + place : message;
}

/* Hand a language in. `bytes` come from tapete_room and are the engine's from now on; false where there is no
 * such language or this is no file of one. */
HOST_EXPORT("tapete_catalogue") bool tapete_catalogue(const char *tag, char *bytes, size_t size) {
    uint32_t place = 1;
    header head;
    while (tp_catalogue_tags[place] != NULL && strcmp(tp_catalogue_tags[place], tag) != 0) place++;
    bool good = place < MOST_LANGUAGES && tp_catalogue_tags[place] != NULL && size > sizeof head;
    if (good) {
        memcpy(&head, bytes, sizeof head);
        good = memcmp(head.magic, "TPC1", 4) == 0 && head.size == size && bytes[size - 1] == '\0' &&
               head.forms <= 8 && head.count <= size / (8 + 4 * (size_t)head.forms) &&
               sizeof head + head.count * (8 + 4 * (size_t)head.forms) <= size;
    }
    if (good) {
        free(loaded[place]);
        loaded[place] = bytes;
    } else {
        free(bytes);
    }
    return good;
}

/* Whether the sentences of a language are there; those of English always are. */
HOST_EXPORT("tapete_speaks") bool tapete_speaks(const char *tag) {
    uint32_t place = 0;
    while (tp_catalogue_tags[place] != NULL && strcmp(tp_catalogue_tags[place], tag) != 0) place++;
    return place == 0 ||
           (place < MOST_LANGUAGES && tp_catalogue_tags[place] != NULL && loaded[place] != NULL);
}
