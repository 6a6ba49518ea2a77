/* JSON read in place. A server under load sends thousands of messages a second, of which a client of `tapete
 * load` needs a few members: making a tree of each would cost more than the server takes to write it. */
#include "load/load.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char *skip_space(const char *at, const char *end) {
    while (at < end && isspace((unsigned char)*at)) at++;
    return at;
}

/* Behind the text that begins at the quotation mark `at`. */
static const char *skip_text(const char *at, const char *end) {
    for (at++; at < end && *at != '"'; at++) {
        if (*at == '\\') at++;
    }
    return at < end ? at + 1 : end;
}

/* Behind the value that begins at `at`. */
static const char *skip_value(const char *at, const char *end) {
    int depth = 0;
    while (at < end) {
        if (*at == '"') {
            at = skip_text(at, end);
        } else if (*at == '{' || *at == '[') {
            depth++;
            at++;
        } else if (*at == '}' || *at == ']') {
            if (depth == 0) return at;
            depth--;
            at++;
        } else if (depth == 0 && (*at == ',' || isspace((unsigned char)*at))) {
            return at;
        } else {
            at++;
            continue;
        }
        if (depth == 0) return at;
    }
    return end;
}

load_value load_member(load_value object, const char *name) {
    const char *end = object.end, *at = object.at;
    size_t length = strlen(name);
    if (at == NULL || at >= end || *at != '{') return (load_value){0};
    at = skip_space(at + 1, end);
    while (at < end && *at == '"') {
        const char *key = at + 1;
        at = skip_text(at, end);
        bool is_it = (size_t)(at - key) == length + 1 && memcmp(key, name, length) == 0;
        at = skip_space(at, end);
        if (at < end && *at == ':') at = skip_space(at + 1, end);
        const char *value = at;
        at = skip_value(at, end);
        if (is_it) return (load_value){value, at};
        at = skip_space(at, end);
        if (at < end && *at == ',') at = skip_space(at + 1, end);
    }
    return (load_value){0};
}

bool load_next(load_value *rest, load_value *item) {
    const char *at = rest->at, *end = rest->end;
    if (at == NULL || at >= end || (*at != '[' && *at != ',')) return false;
    at = skip_space(at + 1, end);
    if (at >= end || *at == ']') return false;
    item->at = at;
    item->end = skip_value(at, end);
    rest->at = skip_space(item->end, end);
    return true;
}

int64_t load_integer(load_value value, int64_t fallback) {
    const char *at = value.at;
    if (at == NULL || at >= value.end) return fallback;
    bool is_negative = *at == '-';
    int64_t number = 0;
    at += is_negative;
    if (at >= value.end || !isdigit((unsigned char)*at)) return fallback;
    for (; at < value.end && isdigit((unsigned char)*at) && number < INT64_MAX / 20; at++)
        number = 10 * number + (*at - '0');
    return is_negative ? -number : number;
}

bool load_is(load_value value, const char *text) {
    size_t length = strlen(text);
    return value.at != NULL && (size_t)(value.end - value.at) == length + 2 && *value.at == '"' &&
           memcmp(value.at + 1, text, length) == 0;
}

bool load_true(load_value value) {
    return value.at != NULL && value.end - value.at == 4 && memcmp(value.at, "true", 4) == 0;
}

bool load_text(load_value value, char *out, size_t size) {
    if (value.at == NULL || value.end - value.at < 2 || *value.at != '"') return false;
    size_t length = (size_t)(value.end - value.at) - 2;
    if (length >= size || memchr(value.at + 1, '\\', length) != NULL) return false;
    memcpy(out, value.at + 1, length);
    out[length] = '\0';
    return true;
}
