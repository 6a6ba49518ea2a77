/* Rows in memory, sorted by their keys; and changes to them that can be undone. */
#include "core/language.h"
#include "store/log_internal.h"

#include <stdlib.h>
#include <string.h>

const struct log_shape log_shapes[LOG_RELATIONS] = {
    [LOG_SECRETS] = {1, 2},  [LOG_PULSE] = {1, 2},      [LOG_PEOPLE] = {1, 10},  [LOG_BLOCKS] = {2, 2},
    [LOG_TABLES] = {1, 7},   [LOG_JOURNAL] = {2, 4},    [LOG_RESULTS] = {2, 14}, [LOG_NOTES] = {2, 7},
    [LOG_SESSIONS] = {2, 5}, [LOG_TOMBSTONES] = {1, 3}, [LOG_ERASURES] = {1, 4}, [LOG_TRACES] = {2, 2},
    [LOG_ACCESS] = {1, 2},
};

/* ---- values ---- */

store_value log_text(const char *letters) {
    return (store_value){.type = STORE_VALUE_TEXT, .bytes = letters, .integer = (int64_t)strlen(letters)};
}

store_value log_text_or_nothing(const char *letters) {
    return letters[0] == '\0' ? (store_value){0} : log_text(letters);
}

store_value log_integer(int64_t number) {
    return (store_value){.type = STORE_VALUE_INTEGER, .integer = number};
}

store_value log_real(double number) { return (store_value){.type = STORE_VALUE_REAL, .real = number}; }

store_value log_bytes(const void *bytes, size_t size) {
    return (store_value){.type = STORE_VALUE_BYTES, .bytes = bytes, .integer = (int64_t)size};
}

const char *log_text_of(const log_row *row, int column) {
    return row->values[column].type == STORE_VALUE_TEXT ? row->values[column].bytes : "";
}

static bool has_bytes(const store_value *value) {
    return value->type == STORE_VALUE_TEXT || value->type == STORE_VALUE_BYTES;
}

static int compare_values(const store_value *a, const store_value *b) {
    if (!has_bytes(a)) return (a->integer > b->integer) - (a->integer < b->integer);
    size_t one = (size_t)a->integer, other = (size_t)b->integer, least = one < other ? one : other;
    int order = memcmp(a->bytes, b->bytes, least);
    return order != 0 ? order : (one > other) - (one < other);
}

/* ---- rows ---- */

log_row *log_row_new(log_relation relation, const store_value *values) {
    int columns = log_shapes[relation].columns;
    size_t head = sizeof(log_row) + (size_t)columns * sizeof(store_value), size = 2;
    for (int i = 0; i < columns; i++) size += 10 + (has_bytes(&values[i]) ? (size_t)values[i].integer : 0);
    log_row *row = malloc(head + size);
    if (row == NULL) return NULL;
    char *behind = (char *)row + head;
    row->size = size;
    for (int i = 0; i < columns; i++) {
        row->values[i] = values[i];
        if (!has_bytes(&values[i])) continue;
        size_t length = (size_t)values[i].integer;
        if (length > 0) memcpy(behind, values[i].bytes, length);
        behind[length] = '\0';
        row->values[i].bytes = behind;
        behind += length + 1;
    }
    return row;
}

static int compare_key(const log_row *row, const store_value *key, int keys) {
    for (int i = 0; i < keys; i++) {
        int order = compare_values(&row->values[i], &key[i]);
        if (order != 0) return order;
    }
    return 0;
}

size_t log_place(const log_data *data, log_relation relation, const store_value *key, int keys) {
    const log_rows *rows = &data->relations[relation];
    size_t low = 0, high = rows->count;
    /* Most are added behind all others. */
    if (high > 0 && compare_key(rows->all[high - 1], key, keys) < 0) return high;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare_key(rows->all[middle], key, keys) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

bool log_is_at(const log_data *data, log_relation relation, size_t place, const store_value *key, int keys) {
    const log_rows *rows = &data->relations[relation];
    return place < rows->count && compare_key(rows->all[place], key, keys) == 0;
}

const log_row *log_find(const log_data *data, log_relation relation, const store_value *key) {
    int keys = log_shapes[relation].keys;
    size_t place = log_place(data, relation, key, keys);
    return log_is_at(data, relation, place, key, keys) ? data->relations[relation].all[place] : NULL;
}

static bool make_room(log_rows *rows) {
    if (rows->count < rows->room) return true;
    size_t room = rows->room == 0 ? 16 : 2 * rows->room;
    log_row **grown = realloc(rows->all, room * sizeof *grown);
    if (grown == NULL) return false;
    rows->all = grown;
    rows->room = room;
    return true;
}

bool log_set(log_data *data, log_relation relation, const store_value *key, log_row *after,
             log_row **before) {
    log_rows *rows = &data->relations[relation];
    int keys = log_shapes[relation].keys;
    size_t place = log_place(data, relation, key, keys);
    bool is_there = log_is_at(data, relation, place, key, keys);
    *before = is_there ? rows->all[place] : NULL;
    if (after != NULL && !is_there && !make_room(rows)) return false;
    if (*before != NULL) data->live -= (*before)->size;
    if (after != NULL) data->live += after->size;
    if (after != NULL && is_there) {
        rows->all[place] = after;
    } else if (after != NULL) {
        memmove(rows->all + place + 1, rows->all + place, (rows->count - place) * sizeof *rows->all);
        rows->all[place] = after;
        rows->count++;
    } else if (is_there) {
        memmove(rows->all + place, rows->all + place + 1, (rows->count - place - 1) * sizeof *rows->all);
        rows->count--;
    }
    return true;
}

/* ---- changes ---- */

static tp_err no_memory(log_data *data, tp_error *error) {
    data->is_broken = true;
    return tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"));
}

static bool note_change(log_data *data) {
    if (data->change_count < data->change_room) return true;
    size_t room = data->change_room == 0 ? 64 : 2 * data->change_room;
    log_change *grown = realloc(data->changes, room * sizeof *grown);
    if (grown == NULL) return false;
    data->changes = grown;
    data->change_room = room;
    return true;
}

/* A change in memory, and in the frame. */
static tp_err change(log_data *data, log_relation relation, const store_value *values, bool is_put,
                     tp_error *error) {
    log_row *after = NULL, *before;
    if (!note_change(data) || (is_put && (after = log_row_new(relation, values)) == NULL))
        return no_memory(data, error);
    if (!log_set(data, relation, values, after, &before)) {
        free(after);
        return no_memory(data, error);
    }
    data->changes[data->change_count++] = (log_change){relation, before, after};
    int count = is_put ? log_shapes[relation].columns : log_shapes[relation].keys;
    return log_frame_add(data, relation, values, is_put ? count : -count) ? TP_OK : no_memory(data, error);
}

tp_err log_put(log_data *data, log_relation relation, const store_value *values, tp_error *error) {
    return change(data, relation, values, true, error);
}

tp_err log_remove(log_data *data, log_relation relation, const store_value *key, tp_error *error) {
    return change(data, relation, key, false, error);
}

tp_err log_remove_all(log_data *data, log_relation relation, const store_value *key, int keys,
                      tp_error *error) {
    size_t place = log_place(data, relation, key, keys);
    tp_err code = TP_OK;
    while (code == TP_OK && log_is_at(data, relation, place, key, keys))
        code = log_remove(data, relation, data->relations[relation].all[place]->values, error);
    return code;
}
