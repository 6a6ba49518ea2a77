/* Recursive comparison with wildcards and multisets; expect.h has the rules.
 *
 * A multiset with "*" or with objects that leave fields free cannot be compared by sorting: "*" may stand
 * for any of several elements. Whether every expected element can have a found one of its own is the
 * assignment problem, solved here by augmenting paths (Kuhn). Lists are at most as long as what a game
 * prints, some hundred elements. */
#include "match/expect.h"

#include "core/language.h"
#include "tapete/error.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The way from the whole to the value at hand, kept on the stack while going down. */
typedef struct step_down {
    const struct step_down *up;
    const char *key; /* a field; NULL: an element */
    size_t index;
} step_down;

enum { SHOWN_VALUE = 240, SHOWN_ELEMENTS = 3 };

static bool matches(const json_t *expected, const json_t *found, expect_words words, const step_down *at,
                    expect_failure *failure);

/* Write the path from the root to `at`: "a.b[3]". */
static void print_path(FILE *out, const step_down *at) {
    if (at == NULL) return;
    print_path(out, at->up);
    if (at->key == NULL) {
        fprintf(out, "[%zu]", at->index);
    } else {
        fprintf(out, "%s%s", at->up != NULL ? "." : "", at->key);
    }
}

/* Note the failure, where one is wanted, and return false. */
static bool differ(expect_failure *failure, const step_down *at, const json_t *expected, const json_t *found,
                   const char *note) {
    if (failure == NULL) return false;
    size_t size = 0;
    char *path = NULL;
    FILE *out = open_memstream(&path, &size);
    if (out != NULL) {
        print_path(out, at);
        if (fclose(out) != 0) path = NULL;
    }
    failure->path = path;
    failure->expected = expected;
    failure->found = found;
    snprintf(failure->note, sizeof failure->note, "%s", note);
    return false;
}

static bool is_wildcard(const json_t *value) {
    return json_is_string(value) && strcmp(json_string_value(value), "*") == 0;
}

/* Whether an expected list is a multiset. The empty list is, and it makes no difference. */
static bool is_multiset(const json_t *list) {
    size_t index;
    const json_t *element;
    json_array_foreach(list, index, element) {
        bool object_with_cards = json_is_object(element) && json_object_get(element, "cards") != NULL;
        if (!json_is_string(element) && !object_with_cards) return false;
    }
    return true;
}

/* Whole numbers are compared exactly; where a fraction is involved, up to what a printed fraction loses. */
static bool numbers_equal(const json_t *a, const json_t *b) {
    if (json_is_integer(a) && json_is_integer(b)) return json_integer_value(a) == json_integer_value(b);
    double x = json_number_value(a), y = json_number_value(b);
    return fabs(x - y) <= 1e-9 * fmax(fabs(x), fabs(y));
}

static const char *key_name(const void *context, size_t index) {
    json_t *object = (json_t *)context;
    void *iterator = json_object_iter(object);
    for (; index > 0 && iterator != NULL; index--) iterator = json_object_iter_next(object, iterator);
    return iterator != NULL ? json_object_iter_key(iterator) : "";
}

/* Every field of the expected object is there and as expected. */
static bool objects_match(const json_t *expected, const json_t *found, expect_words words,
                          const step_down *at, expect_failure *failure) {
    const char *key;
    const json_t *value;
    json_object_foreach((json_t *)expected, key, value) {
        step_down below = {.up = at, .key = key};
        const json_t *there = json_object_get(found, key);
        if (there == NULL) {
            char names[200], note[256];
            size_t count = json_object_size(found);
            tp_list_nearest(names, sizeof names, key, count, key_name, found);
            if (count == 0) {
                snprintf(note, sizeof note, "%s", TR("the field does not exist"));
            } else {
                snprintf(note, sizeof note, TR("the field does not exist; there is only %s"), names);
            }
            return differ(failure, &below, value, NULL, note);
        }
        if (!matches(value, there, words, &below, failure)) return false;
    }
    return true;
}

/* Every element is as expected, in this order. The lengths are equal. */
static bool sequences_match(const json_t *expected, const json_t *found, expect_words words,
                            const step_down *at, expect_failure *failure) {
    for (size_t i = 0; i < json_array_size(expected); i++) {
        step_down below = {.up = at, .index = i};
        if (!matches(json_array_get(expected, i), json_array_get(found, i), words, &below, failure))
            return false;
    }
    return true;
}

/* An assignment of found elements to expected ones. */
typedef struct assignment {
    size_t count;
    bool *fits;      /* count x count: found f will do for expected e */
    size_t *taker;   /* per found element: the expected one that has it, or count */
    bool *visited;   /* per found element, during one search */
    size_t *waiting; /* the expected elements on the path that is being searched */
    size_t *next;    /* per waiting element, the found one to try next */
} assignment;

/* Find a found element for expected element `start`, moving others to their second choice where that helps.
 * Iterative, so that a long list needs no deep stack. */
static bool assign(assignment *a, size_t start) {
    memset(a->visited, 0, a->count * sizeof *a->visited);
    size_t depth = 0;
    a->waiting[0] = start;
    a->next[0] = 0;
    for (;;) {
        size_t expected = a->waiting[depth], f = a->next[depth];
        while (f < a->count && (a->visited[f] || !a->fits[expected * a->count + f])) f++;
        if (f == a->count) {
            if (depth == 0) return false;
            depth--;
            continue;
        }
        a->visited[f] = true;
        a->next[depth] = f + 1;
        if (a->taker[f] != a->count) {
            depth++;
            a->waiting[depth] = a->taker[f];
            a->next[depth] = 0;
            continue;
        }
        /* Found element f is free: everybody on the path takes what he had found. */
        for (size_t d = depth + 1; d-- > 0;) a->taker[a->next[d] - 1] = a->waiting[d];
        return true;
    }
}

typedef struct values_text {
    char text[224];
} values_text;

/* Up to SHOWN_ELEMENTS of the wanted values, as "2, 3 and 4 more". */
static values_text list_values(const json_t *list, const bool *wanted) {
    values_text values = {""};
    size_t shown = 0, used = 0;
    uint32_t more = 0;
    for (size_t i = 0; i < json_array_size(list); i++) {
        if (!wanted[i]) continue;
        if (shown == SHOWN_ELEMENTS) {
            more++;
            continue;
        }
        char value[48];
        size_t length =
            json_dumpb(json_array_get(list, i), value, sizeof value - 1, JSON_ENCODE_ANY | JSON_COMPACT);
        if (length >= sizeof value)
            snprintf(value, sizeof value, "%s", TR("an object"));
        else
            value[length] = '\0';
        snprintf(values.text + used, sizeof values.text - used, "%s%s", shown == 0 ? "" : ", ", value);
        used = strlen(values.text);
        shown++;
    }
    if (more == 0) return values;
    values_text all;
    snprintf(all.text, sizeof all.text, TR("%s and %u more"), values.text, more);
    return all;
}

/* Every expected element has a found one of its own. The lengths are equal. */
static bool multisets_match(const json_t *expected, const json_t *found, expect_words words,
                            const step_down *at, expect_failure *failure) {
    size_t count = json_array_size(expected);
    if (count == 0) return true;
    assignment a = {.count = count};
    a.fits = calloc(count, count * sizeof *a.fits);
    a.taker = calloc(count, sizeof *a.taker);
    a.visited = calloc(count, sizeof *a.visited);
    a.waiting = calloc(count + 1, sizeof *a.waiting);
    a.next = calloc(count + 1, sizeof *a.next);
    bool *missing = calloc(count, sizeof *missing);
    bool good = true;
    if (!a.fits || !a.taker || !a.visited || !a.waiting || !a.next || !missing) {
        good = differ(failure, at, expected, found, TR("there is not enough memory to compare them"));
    } else {
        for (size_t e = 0; e < count; e++) {
            a.taker[e] = count;
            for (size_t f = 0; f < count; f++) {
                a.fits[e * count + f] =
                    matches(json_array_get(expected, e), json_array_get(found, f), words, NULL, NULL);
            }
        }
        for (size_t e = 0; e < count; e++) {
            missing[e] = !assign(&a, e);
            good = good && !missing[e];
        }
        if (!good && failure != NULL) {
            char note[sizeof failure->note];
            for (size_t f = 0; f < count; f++) a.visited[f] = a.taker[f] == count;
            snprintf(note, sizeof note, TR("not found: %s; not expected: %s"),
                     list_values(expected, missing).text, list_values(found, a.visited).text);
            differ(failure, at, expected, found, note);
        }
    }
    free(a.fits);
    free(a.taker);
    free(a.visited);
    free(a.waiting);
    free(a.next);
    free(missing);
    return good;
}

/* Compare two values. `failure` is NULL if only the answer is wanted. */
static bool matches(const json_t *expected, const json_t *found, expect_words words, const step_down *at,
                    expect_failure *failure) {
    if (is_wildcard(expected)) return true;
    if (json_is_number(expected) && json_is_number(found)) {
        return numbers_equal(expected, found) || differ(failure, at, expected, found, "");
    }
    if (json_typeof(expected) != json_typeof(found)) return differ(failure, at, expected, found, "");
    if (json_is_object(expected)) return objects_match(expected, found, words, at, failure);
    if (!json_is_array(expected)) {
        bool stands_for = words != NULL && json_is_string(expected) &&
                          words(json_string_value(expected), json_string_value(found));
        return stands_for || json_equal(expected, found) || differ(failure, at, expected, found, "");
    }
    size_t wanted = json_array_size(expected), there = json_array_size(found);
    if (wanted != there) {
        char note[128];
        snprintf(note, sizeof note,
                 TR_N("%zu element instead of %zu", "%zu elements instead of %zu", (uint32_t)there), there,
                 wanted);
        return differ(failure, at, expected, found, note);
    }
    return is_multiset(expected) ? multisets_match(expected, found, words, at, failure)
                                 : sequences_match(expected, found, words, at, failure);
}

bool expect_match_words(const json_t *expected, const json_t *found, expect_words words,
                        expect_failure *failure) {
    memset(failure, 0, sizeof *failure);
    return matches(expected, found, words, NULL, failure);
}

bool expect_match(const json_t *expected, const json_t *found, expect_failure *failure) {
    return expect_match_words(expected, found, NULL, failure);
}

typedef struct value_text {
    char text[SHOWN_VALUE + 4];
} value_text;

/* A value in at most SHOWN_VALUE bytes, cut between characters; "" for none. */
static value_text write_value(const json_t *value) {
    value_text written = {""};
    char *text = value != NULL ? json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT) : NULL;
    if (text == NULL) return written;
    size_t length = strlen(text);
    bool cut = length > SHOWN_VALUE;
    if (cut) length = SHOWN_VALUE;
    while (cut && length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80) length--;
    snprintf(written.text, sizeof written.text, "%.*s%s", (int)length, text, cut ? "..." : "");
    free(text);
    return written;
}

char *expect_failure_text(const expect_failure *failure) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL) return NULL;
    if (failure->path != NULL && failure->path[0] != '\0') fprintf(out, "%s: ", failure->path);
    value_text expected = write_value(failure->expected), found = write_value(failure->found);
    if (failure->found == NULL) {
        fprintf(out, TR("expected %s, but %s"), expected.text, failure->note);
    } else if (failure->note[0] != '\0') {
        fprintf(out, TR("expected %s, found %s (%s)"), expected.text, found.text, failure->note);
    } else {
        fprintf(out, TR("expected %s, found %s"), expected.text, found.text);
    }
    if (fclose(out) != 0) {
        free(text);
        return NULL;
    }
    return text;
}

void expect_failure_clear(expect_failure *failure) {
    free(failure->path);
    memset(failure, 0, sizeof *failure);
}
