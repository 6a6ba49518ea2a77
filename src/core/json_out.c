#include "core/json_out.h"

#include "tapete/game.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 16384 };

/* ---- memory ---- */

void json_out_begin(json_out *out) {
    out->size = 0;
    out->failed = out->needs_comma = false;
}

void json_out_free(json_out *out) {
    if (!out->is_fixed) free(out->text);
    *out = (json_out){0};
}

json_out json_out_fixed(char *text, size_t size) {
    return (json_out){.text = text, .capacity = size, .is_fixed = true};
}

static bool grow(json_out *out, size_t more) {
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

/* Where the next bytes go; NULL: nowhere. */
static char *room(json_out *out, size_t more) {
    char *at = NULL;
    if (out->size <= out->capacity && out->capacity - out->size >= more) {
        at = out->text + out->size;
    } else if (!out->is_fixed && grow(out, more)) {
        at = out->text + out->size;
    }
    out->size += at != NULL || out->is_fixed ? more : 0;
    return at;
}

static void put(json_out *out, const char *bytes, size_t size) {
    char *at = room(out, size);
    if (at != NULL) memcpy(at, bytes, size);
}

static void put_byte(json_out *out, char byte) {
    char *at = room(out, 1);
    if (at != NULL) *at = byte;
}

const char *json_out_end(json_out *out) {
    put_byte(out, '\0');
    if (out->failed) return NULL;
    out->size--;
    if (out->is_fixed && out->size >= out->capacity && out->capacity > 0)
        out->text[0] = '\0'; /* half a text is no text */
    return out->text;
}

/* ---- structure ---- */

static void begin_value(json_out *out) {
    if (out->needs_comma) put_byte(out, ',');
    out->needs_comma = true;
}

void json_out_open(json_out *out, char bracket) {
    begin_value(out);
    put_byte(out, bracket);
    out->needs_comma = false;
}

void json_out_close(json_out *out, char bracket) {
    put_byte(out, bracket);
    out->needs_comma = true;
}

void json_out_key_of(json_out *out, const char *key, size_t length) {
    size_t comma = out->needs_comma;
    char *at = room(out, comma + 1 + length + 2);
    out->needs_comma = false;
    if (at == NULL) return;
    if (comma > 0) *at++ = ',';
    *at++ = '"';
    memcpy(at, key, length);
    at[length] = '"';
    at[length + 1] = ':';
}

/* ---- values ---- */

static bool is_plain(char c) { return (unsigned char)c >= 0x20 && c != '"' && c != '\\'; }

static void put_string(json_out *out, const char *text, size_t size) {
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

/* Valid UTF-8, as RFC 3629 has it: shortest forms, no surrogates, nothing above U+10FFFF. */
static bool is_utf8(const char *text, size_t size) {
    const unsigned char *bytes = (const unsigned char *)text;
    for (size_t i = 0; i < size;) {
        unsigned char lead = bytes[i++];
        if (lead < 0x80) continue;
        size_t more = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : 1;
        if (lead < 0xc2 || lead > 0xf4 || size - i < more) return false;
        unsigned char least = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
        unsigned char most = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
        if (bytes[i] < least || bytes[i] > most) return false;
        for (size_t k = 1; k < more; k++) {
            if ((bytes[i + k] & 0xc0) != 0x80) return false;
        }
        i += more;
    }
    return true;
}

/* Put a text, with a comma before it where one is needed. Most are ASCII without anything to escape, which
 * one look tells. */
static void put_text(json_out *out, const char *text, size_t size, bool is_simple) {
    size_t comma = out->needs_comma;
    out->needs_comma = true;
    if (!is_simple) {
        if (comma > 0) put_byte(out, ',');
        put_string(out, text, size);
        return;
    }
    char *at = room(out, comma + size + 2);
    if (at == NULL) return;
    if (comma > 0) *at++ = ',';
    *at++ = '"';
    memcpy(at, text, size);
    at[size] = '"';
}

/* How many bytes from the beginning are ASCII that needs no escape. */
static size_t simple_part(const char *text) {
    size_t size = 0;
    while (is_plain(text[size]) && (unsigned char)text[size] < 0x80) size++;
    return size;
}

bool json_out_string(json_out *out, const char *text) {
    size_t simple = simple_part(text), size = simple + strlen(text + simple);
    if (simple < size && !is_utf8(text + simple, size - simple)) return false;
    put_text(out, text, size, simple == size);
    return true;
}

void json_out_member(json_out *out, const char *key, const char *text) {
    size_t simple = simple_part(text), size = simple + strlen(text + simple);
    if (simple < size && !is_utf8(text + simple, size - simple)) return;
    json_out_key(out, key);
    put_text(out, text, size, simple == size);
}

void json_out_integer(json_out *out, int64_t number) {
    char digits[24];
    size_t at = sizeof digits;
    uint64_t left = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    do {
        digits[--at] = (char)('0' + left % 10);
        left /= 10;
    } while (left > 0);
    if (number < 0) digits[--at] = '-';
    begin_value(out);
    put(out, digits + at, sizeof digits - at);
}

void json_out_bool(json_out *out, bool value) {
    begin_value(out);
    put(out, value ? "true" : "false", value ? 4 : 5);
}

void json_out_null(json_out *out) {
    begin_value(out);
    put(out, "null", 4);
}

void json_out_bytes(json_out *out, const char *bytes, size_t size) { put(out, bytes, size); }

void json_out_raw(json_out *out, const char *bytes, size_t size) {
    if (size == 0) return;
    begin_value(out);
    put(out, bytes, size);
}

static void put_real(json_out *out, const json_t *value) {
    char digits[64];
    size_t size = json_dumpb(value, digits, sizeof digits, JSON_ENCODE_ANY);
    tp_assert(size > 0 && size <= sizeof digits);
    begin_value(out);
    put(out, digits, size);
}

static void put_object(json_out *out, const json_t *object) {
    json_t *members = (json_t *)object;
    json_out_open(out, '{');
    for (void *member = json_object_iter(members); member != NULL;
         member = json_object_iter_next(members, member)) {
        const char *key = json_object_iter_key(member);
        begin_value(out);
        put_string(out, key, strlen(key));
        put_byte(out, ':');
        out->needs_comma = false;
        json_out_json(out, json_object_iter_value(member));
    }
    json_out_close(out, '}');
}

static void put_array(json_out *out, const json_t *array) {
    size_t count = json_array_size(array);
    json_out_open(out, '[');
    for (size_t i = 0; i < count; i++) json_out_json(out, json_array_get(array, i));
    json_out_close(out, ']');
}

void json_out_json(json_out *out, const json_t *value) {
    if (value == NULL) return;
    switch (json_typeof(value)) {
    case JSON_OBJECT: put_object(out, value); break;
    case JSON_ARRAY: put_array(out, value); break;
    case JSON_STRING:
        begin_value(out);
        put_string(out, json_string_value(value), json_string_length(value));
        break;
    case JSON_INTEGER: json_out_integer(out, json_integer_value(value)); break;
    case JSON_REAL: put_real(out, value); break;
    case JSON_TRUE: json_out_bool(out, true); break;
    case JSON_FALSE: json_out_bool(out, false); break;
    case JSON_NULL: json_out_null(out); break;
    }
}

/* ---- positions ---- */

void json_out_bits(json_out *out, uint32_t set) {
    json_out_open(out, '[');
    for (; set != 0; set &= set - 1) json_out_integer(out, __builtin_ctz(set));
    json_out_close(out, ']');
}

void json_out_numbers(json_out *out, const uint8_t *numbers, uint32_t count) {
    json_out_open(out, '[');
    for (uint32_t i = 0; i < count; i++) json_out_integer(out, numbers[i]);
    json_out_close(out, ']');
}

void json_out_viewer(json_out *out, int viewer) {
    if (viewer >= 0) {
        json_out_integer(out, viewer);
    } else {
        json_out_string(out, viewer == TP_SPECTATOR ? "spectator" : "revealed");
    }
}

void json_out_game_view(json_out *out, const struct tp_game *game, const void *view) {
    enum { USUAL_SIZE = 4096 };
    begin_value(out);
    for (size_t wanted = USUAL_SIZE;;) {
        /* What is not used of the room is given back. */
        char *at = room(out, wanted);
        if (at == NULL) return;
        out->size -= wanted;
        size_t size = game->view_text(view, at, wanted);
        if (size < wanted) {
            out->size += size;
            return;
        }
        wanted = size + 1;
    }
}

json_t *json_out_read(void (*write)(json_out *out, const void *context), const void *context) {
    json_out out = {0};
    write(&out, context);
    const char *text = json_out_end(&out);
    json_t *value = text != NULL ? json_loadb(text, out.size, JSON_DECODE_ANY, NULL) : NULL;
    tp_assert(value != NULL || text == NULL);
    json_out_free(&out);
    return value;
}
