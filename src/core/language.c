/* The language of a thread, and translations; see language.h. */
#include "core/language.h"

#include <stdlib.h>
#include <string.h>

static _Thread_local uint32_t current; /* its place among the tags */

/* ---- which ---- */

const char *const *tp_languages(void) { return tp_catalogue_tags; }

const char *tp_language(void) { return tp_catalogue_tags[current]; }

static char lower(char letter) {
    return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter;
}

static bool is_letter(char c) { return lower(c) >= 'a' && lower(c) <= 'z'; }

/* The place of the language that a tag begins with; country and script are ignored. */
static bool find_tag(const char *wanted, size_t length, uint32_t *place) {
    for (uint32_t i = 0; tp_catalogue_tags[i] != NULL; i++) {
        const char *tag = tp_catalogue_tags[i];
        size_t same = 0;
        while (same < length && lower(wanted[same]) == tag[same]) same++;
        if (same < length || tag[same] != '\0') continue;
        *place = i;
        return true;
    }
    return false;
}

const char *tp_language_set(const char *tag) {
    const char *before = tp_language();
    if (!find_tag(tag, strlen(tag), &current)) current = 0;
    return before;
}

/* How much an entry of an Accept-Language is wanted, "sv;q=0.8": 1 where it does not say. */
static double weight_of(const char *rest, size_t length) {
    for (size_t i = 0; i + 2 < length; i++) {
        if (rest[i] == ';' && lower(rest[i + 1 + strspn(rest + i + 1, " ")]) == 'q') {
            const char *number = memchr(rest + i, '=', length - i);
            return number != NULL ? strtod(number + 1, NULL) : 1;
        }
    }
    return 1;
}

const char *tp_language_choose(const char *wanted) {
    uint32_t best = 0;
    double most = 0;
    while (wanted != NULL && *wanted != '\0') {
        wanted += strspn(wanted, " ,:");
        size_t length = strcspn(wanted, ",:"), letters = 0;
        while (letters < length && is_letter(wanted[letters])) letters++;
        uint32_t place = 0;
        double weight = find_tag(wanted, letters, &place) ? weight_of(wanted, length) : 0;
        if (weight > most) {
            best = place;
            most = weight;
        }
        wanted += length;
    }
    return tp_catalogue_tags[best];
}

/* ---- translations ---- */

const char *tp_translate(const char *message) {
    return current == 0 ? message : catalogue_find(current, message, message, 0);
}

const char *tp_translate_within(const char *key, const char *message) {
    return current == 0 ? message : catalogue_find(current, key, message, 0);
}

const char *tp_translate_count(const char *one, const char *many, uint32_t count) {
    const char *message = count == 1 ? one : many;
    return current == 0 ? message
                        : catalogue_find(current, one, message, tp_catalogues[current].plural(count));
}
