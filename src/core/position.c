/* Reading and writing positions; see position.h. */
#include "tapete/position.h"
#include "core/language.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void tp_position_fail(tp_position_reader *r, const char *format, ...) {
    if (r->code != TP_OK) return;
    char text[sizeof r->error->text];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    r->code = tp_fail(r->error, TP_E_INPUT, "%s", text);
}

const json_t *tp_position_field(const tp_position_reader *r, const char *name) {
    return json_object_get(r->json, name);
}

static const char *name_in(const void *names, size_t index) { return ((const char *const *)names)[index]; }

void tp_position_reject_unknown(tp_position_reader *r, const char *const *names) {
    const char *name;
    json_t *value;
    size_t count = 0;
    while (names[count] != NULL) count++;
    if (!json_is_object(r->json)) {
        tp_position_fail(r, TR("a position is an object"));
        return;
    }
    /* jansson's iterators take a plain pointer; nothing is changed through it. */
    json_object_foreach((json_t *)(uintptr_t)r->json, name, value) {
        size_t i = 0;
        while (i < count && strcmp(name, names[i]) != 0) i++;
        if (i < count) continue;
        char known[400];
        tp_list_nearest(known, sizeof known, name, count, name_in, names);
        tp_position_fail(r, TR("there is no field \"%.40s\"; the fields are: %s"), name, known);
        return;
    }
}

uint32_t tp_position_number_value(tp_position_reader *r, const json_t *value, const char *where, uint32_t min,
                                  uint32_t max) {
    json_int_t number = json_integer_value(value);
    if (!json_is_integer(value) || number < min || number > max) {
        tp_position_fail(r, TR("%s: a whole number %u to %u"), where, min, max);
        return min;
    }
    return (uint32_t)number;
}

uint32_t tp_position_number(tp_position_reader *r, const char *name, uint32_t min, uint32_t max,
                            uint32_t fallback) {
    const json_t *value = tp_position_field(r, name);
    return value == NULL ? fallback : tp_position_number_value(r, value, name, min, max);
}

bool tp_position_flag(tp_position_reader *r, const char *name) {
    const json_t *value = tp_position_field(r, name);
    if (value != NULL && !json_is_boolean(value)) tp_position_fail(r, TR("%s: true or false"), name);
    return json_is_true(value);
}

uint32_t tp_position_word(tp_position_reader *r, const char *name, const char *const *names,
                          uint32_t fallback) {
    const json_t *value = tp_position_field(r, name);
    const char *word = json_string_value(value);
    size_t count = 0;
    if (value == NULL) return fallback;
    for (; names[count] != NULL; count++) {
        if (word != NULL && strcmp(word, names[count]) == 0) return (uint32_t)count;
    }
    char known[300];
    tp_list_nearest(known, sizeof known, word == NULL ? "" : word, count, name_in, names);
    tp_position_fail(r, TR("%s: one of %s"), name, known);
    return fallback;
}

uint32_t tp_position_seats_value(tp_position_reader *r, const json_t *list, const char *where) {
    uint32_t set = 0;
    if (!json_is_array(list)) tp_position_fail(r, TR("%s: a list of seats"), where);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *value = json_array_get(list, i);
        json_int_t seat = json_integer_value(value);
        if (!json_is_integer(value) || seat < 0 || seat >= (json_int_t)r->players) {
            tp_position_fail(r, TR("%s[%zu]: a seat, 0 to %u"), where, i, r->players - 1);
        } else if ((set & 1u << seat) != 0) {
            tp_position_fail(r, TR("%s[%zu]: seat %d is there twice"), where, i, (int)seat);
        } else {
            set |= 1u << seat;
        }
    }
    return set;
}

uint32_t tp_position_seats(tp_position_reader *r, const char *name, uint32_t fallback) {
    const json_t *list = tp_position_field(r, name);
    return list == NULL ? fallback : tp_position_seats_value(r, list, name);
}

const json_t *tp_position_list(tp_position_reader *r, const char *name, uint32_t count) {
    const json_t *list = tp_position_field(r, name);
    if (list == NULL) return NULL;
    if (!json_is_array(list) || json_array_size(list) != count) {
        tp_position_fail(r, TR("%s: a list of %u entries"), name, count);
        return NULL;
    }
    return list;
}

uint32_t tp_position_players(tp_position_reader *r, bool is_given, uint32_t by_option, uint32_t min,
                             uint32_t max) {
    r->players = tp_position_number(r, "players", min, max, by_option);
    if (is_given && r->players != by_option) {
        tp_position_fail(r, TR("players: %u, but the option players is %u"), r->players, by_option);
    }
    return r->players;
}
