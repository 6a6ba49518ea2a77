/* JSON as text, for the loop alone. jansson's own writer looks for loops with a hash table and formats an address for each list and object; what is
 * written here was built a moment ago, and is written some ten thousand times a second. */
#include "server/server.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 16384 };

typedef struct output {
    char *text;
    size_t size, capacity;
    bool failed;
} output;

/* Room for some more bytes. */
static bool make_room(output *out, size_t more) {
    if (out->capacity - out->size >= more) return true;
    size_t capacity = out->capacity > 0 ? out->capacity : FIRST_CAPACITY;
    while (capacity - out->size < more) capacity *= 2;
    char *grown = realloc(out->text, capacity);
    if (grown == NULL) {
        out->failed = true;
        return false;
    }
    out->text = grown;
    out->capacity = capacity;
    return true;
}

static void put(output *out, const char *bytes, size_t size) {
    if (!make_room(out, size)) return;
    memcpy(out->text + out->size, bytes, size);
    out->size += size;
}

static void put_byte(output *out, char byte) {
    if (make_room(out, 1)) out->text[out->size++] = byte;
}

static bool is_plain(char c) { return (unsigned char)c >= 0x20 && c != '"' && c != '\\'; }

static void put_string(output *out, const char *text, size_t size) {
    static const char hex[] = "0123456789ABCDEF";
    put_byte(out, '"');
    for (size_t at = 0; at < size;) {
        size_t plain = at;
        while (plain < size && is_plain(text[plain])) plain++;
        put(out, text + at, plain - at);
        at = plain;
        if (at == size) break;
        char c = text[at++];
        char escape[] = {'\\', 'u', '0', '0', hex[(unsigned char)c >> 4], hex[c & 15]};
        static const char from[] = "\"\\\n\t\r\b\f", to[] = "\"\\ntrbf";
        const char *known = c != '\0' ? strchr(from, c) : NULL;
        if (known != NULL) escape[1] = to[known - from];
        put(out, escape, known != NULL ? 2 : sizeof escape);
    }
    put_byte(out, '"');
}

static void put_integer(output *out, json_int_t number) {
    char digits[24];
    size_t at = sizeof digits;
    uint64_t left = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    do {
        digits[--at] = (char)('0' + left % 10);
        left /= 10;
    } while (left > 0);
    if (number < 0) digits[--at] = '-';
    put(out, digits + at, sizeof digits - at);
}

static void put_real(output *out, const json_t *value) {
    char digits[64];
    size_t size = json_dumpb(value, digits, sizeof digits, JSON_ENCODE_ANY);
    tp_assert(size > 0 && size <= sizeof digits);
    put(out, digits, size);
}

static void put_value(output *out, const json_t *value);

static void put_object(output *out, const json_t *object) {
    char before = '{';
    json_t *members = (json_t *)object;
    for (void *member = json_object_iter(members); member != NULL;
         member = json_object_iter_next(members, member)) {
        const char *key = json_object_iter_key(member);
        put_byte(out, before);
        put_string(out, key, strlen(key));
        put_byte(out, ':');
        put_value(out, json_object_iter_value(member));
        before = ',';
    }
    put(out, before == '{' ? "{}" : "}", before == '{' ? 2 : 1);
}

static void put_array(output *out, const json_t *array) {
    size_t count = json_array_size(array);
    put_byte(out, '[');
    for (size_t i = 0; i < count; i++) {
        if (i > 0) put_byte(out, ',');
        put_value(out, json_array_get(array, i));
    }
    put_byte(out, ']');
}

static void put_value(output *out, const json_t *value) {
    switch (json_typeof(value)) {
    case JSON_OBJECT: put_object(out, value); break;
    case JSON_ARRAY: put_array(out, value); break;
    case JSON_STRING: put_string(out, json_string_value(value), json_string_length(value)); break;
    case JSON_INTEGER: put_integer(out, json_integer_value(value)); break;
    case JSON_REAL: put_real(out, value); break;
    case JSON_TRUE: put(out, "true", 4); break;
    case JSON_FALSE: put(out, "false", 5); break;
    case JSON_NULL: put(out, "null", 4); break;
    }
}

const char *json_text(const json_t *value, size_t *size) {
    static output out; /* used again each time */
    if (value == NULL) return NULL;
    out.size = 0;
    out.failed = false;
    put_value(&out, value);
    put_byte(&out, '\0');
    if (out.failed) return NULL;
    *size = out.size - 1;
    return out.text;
}
