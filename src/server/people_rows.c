/* See people_rows.h. */
#include "server/people_rows.h"
#include "server/people.h"
#include "server/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = TP_MAX_SEATS + 2 }; /* who sits there, who made the table, who speaks */

struct people_rows {
    size_t count;
    store_person rows[MOST_ROWS];
};

static void add_row(server *server, people_rows **rows, const char *id, bool *failed) {
    const person *who = id != NULL && id[0] != '\0' ? people_get(server, id) : NULL;
    if (who == NULL || who->kept || who->forgotten || *failed) return;
    if (*rows == NULL) *rows = calloc(1, sizeof **rows);
    if (*rows == NULL) {
        *failed = true;
        return;
    }
    for (size_t i = 0; i < (*rows)->count; i++) {
        if (strcmp((*rows)->rows[i].id, id) == 0) return;
    }
    tp_assert((*rows)->count < MOST_ROWS);
    store_person *row = &(*rows)->rows[(*rows)->count++];
    snprintf(row->id, sizeof row->id, "%s", who->id);
    snprintf(row->name, sizeof row->name, "%s", who->name);
    row->created_ms = row->seen_ms = server_time_ms();
}

people_rows *people_rows_of(server *server, const json_t *members, bool *failed) {
    people_rows *rows = NULL;
    const json_t *seats = json_object_get(members, "seats");
    add_row(server, &rows, json_string_value(json_object_get(members, "owner")), failed);
    add_row(server, &rows, json_string_value(json_object_get(members, "person")), failed);
    add_row(server, &rows, json_string_value(json_object_get(members, "by")), failed);
    for (size_t i = 0; i < json_array_size(seats) && i < TP_MAX_SEATS; i++) {
        const json_t *person = json_object_get(json_array_get(seats, i), "person");
        add_row(server, &rows, json_string_value(person), failed);
    }
    return rows;
}

people_rows *people_rows_of_ids(server *server, const char *const *ids, size_t count, bool *failed) {
    people_rows *rows = NULL;
    tp_assert(count <= MOST_ROWS);
    for (size_t i = 0; i < count; i++) add_row(server, &rows, ids[i], failed);
    return rows;
}

tp_err people_rows_write(store *store, const people_rows *rows, tp_error *error) {
    tp_err code = TP_OK;
    for (size_t i = 0; rows != NULL && code == TP_OK && i < rows->count; i++) {
        store_person there;
        code = store_person_get(store, rows->rows[i].id, &there, error);
        if (code == TP_E_UNKNOWN) code = store_person_put(store, &rows->rows[i], error);
    }
    return code;
}

void people_rows_kept(server *server, const people_rows *rows) {
    for (size_t i = 0; rows != NULL && i < rows->count; i++) {
        person *who = people_get(server, rows->rows[i].id);
        if (who != NULL) who->kept = true;
    }
}

void people_rows_free(people_rows *rows) { free(rows); }
