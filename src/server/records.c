/* The record of a finished game, for whoever may have it: everybody where the table was public, else those who sat
 * there or have the invite. A table that is not there, is not over, or is not for this visitor: the answer is the same. */
#include "server/requests.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reads a journal, on the writer's thread. */
typedef struct reading {
    job job;
    server *server;
    net_exchange *exchange; /* NULL: the peer has gone */
    char table[ID_SIZE], invite[INVITE_SIZE], who[ID_SIZE];
    bool is_over, may_read, failed;
    char people[TP_MAX_SEATS][ID_SIZE]; /* who sits where; "" for others */
    char *lines;
    size_t size, capacity;
} reading;

static void append(reading *reading, const char *lines, size_t length) {
    if (lines == NULL || length == 0) return;
    if (reading->size + length > reading->capacity) {
        size_t capacity = 2 * reading->capacity + length + 4096;
        char *grown = realloc(reading->lines, capacity);
        if (grown == NULL) {
            reading->failed = true;
            return;
        }
        reading->lines = grown;
        reading->capacity = capacity;
    }
    memcpy(reading->lines + reading->size, lines, length);
    reading->size += length;
}

static bool says(const json_t *object, const char *key, const char *wanted) {
    const char *value = json_string_value(json_object_get(object, key));
    return value != NULL && wanted[0] != '\0' && strcmp(value, wanted) == 0;
}

/* Somebody or, for NULL, nobody we know sits in this seat. */
static void note_person(reading *reading, json_int_t seat, const char *person) {
    if (seat < 0 || seat >= TP_MAX_SEATS) return;
    snprintf(reading->people[seat], ID_SIZE, "%s", person != NULL ? person : "");
}

/* The first entry: who made the table, for whom, and who sat there from the beginning. */
static void read_opening(reading *reading, const json_t *entry) {
    const char *invite = json_string_value(json_object_get(entry, "invite"));
    size_t length = invite == NULL ? 0 : strlen(invite), i;
    json_t *seat;
    bool invited = length > 0 && length == strlen(reading->invite) &&
                   sodium_memcmp(invite, reading->invite, length) == 0;
    if (json_is_true(json_object_get(entry, "public")) || invited || says(entry, "owner", reading->who)) {
        reading->may_read = true;
    }
    json_array_foreach(json_object_get(entry, "seats"), i, seat) {
        note_person(reading, (json_int_t)i, json_string_value(json_object_get(seat, "person")));
        if (says(seat, "person", reading->who)) reading->may_read = true;
    }
}

static void read_entry(void *context, const store_entry *stored) {
    reading *reading = context;
    if (stored->kind != 'e') return;
    json_t *entry = json_loads(stored->text, 0, NULL);
    json_t *lines = json_object_get(entry, "lines");
    if (says(entry, "is", "open")) read_opening(reading, entry);
    if (says(entry, "is", "over")) reading->is_over = true;
    if (says(entry, "is", "sit") && says(entry, "person", reading->who)) reading->may_read = true;
    if (says(entry, "is", "sit")) {
        note_person(reading, json_integer_value(json_object_get(entry, "seat")),
                    json_string_value(json_object_get(entry, "person")));
    }
    if (lines != NULL) append(reading, json_string_value(lines), json_string_length(lines));
    json_decref(entry);
}

/* Put `gone` into the first line of the record for everybody who was deleted since. */
static tp_err forget_people(reading *reading, store *store, tp_error *error) {
    const char *end = reading->size > 0 ? memchr(reading->lines, '\n', reading->size) : NULL;
    json_t *header = end != NULL ? json_loadb(reading->lines, (size_t)(end - reading->lines), 0, NULL) : NULL;
    json_t *names = json_object_get(header, "seats");
    bool is_changed = false;
    tp_err code = TP_OK;
    for (size_t seat = 0; seat < json_array_size(names) && seat < TP_MAX_SEATS && code == TP_OK; seat++) {
        store_person row;
        if (reading->people[seat][0] == '\0') continue;
        code = store_person_get(store, reading->people[seat], &row, error);
        if (code != TP_E_UNKNOWN) continue;
        json_array_set_new(names, seat, json_string("gone"));
        is_changed = true;
        code = TP_OK;
    }
    char *first = is_changed && code == TP_OK ? json_dumps(header, JSON_REAL_PRECISION(15)) : NULL;
    if (first != NULL) {
        struct reading changed = {0};
        append(&changed, first, strlen(first));
        append(&changed, end, reading->size - (size_t)(end - reading->lines));
        reading->failed |= changed.failed;
        free(reading->lines);
        reading->lines = changed.lines;
        reading->size = changed.size;
        reading->capacity = changed.capacity;
    }
    reading->failed |= is_changed && first == NULL;
    free(first);
    json_decref(header);
    return code;
}

static tp_err run_reading(job *job, store *store, tp_error *error) {
    reading *reading = (struct reading *)job;
    reading->is_over = reading->may_read = reading->failed = false;
    reading->size = 0;
    tp_err code = store_journal_read(store, reading->table, 0, read_entry, reading, error);
    if (code == TP_E_UNKNOWN) return TP_OK;
    if (code == TP_OK) code = forget_people(reading, store, error);
    if (code == TP_OK && reading->failed) return tp_fail(error, TP_E_MEMORY, "no memory for a record");
    return code;
}

static void no_such_record(net_exchange *exchange) {
    http_reply_error(exchange, 404, "NO_SUCH_TABLE",
                     "there is no finished game of this name that is yours to read");
}

static void reply_record(const reading *reading, net_exchange *exchange) {
    char headers[160];
    snprintf(headers, sizeof headers,
             "Content-Disposition: attachment; filename=\"%s.jsonl\"\r\nCache-Control: no-store\r\n",
             reading->table);
    net_response response = {
        .status = 200,
        .content_type = "application/x-ndjson",
        .headers = headers,
        .body = reading->lines,
        .body_size = reading->size,
    };
    net_reply(exchange, &response);
}

static void free_reading(reading *reading) {
    free(reading->lines);
    free(reading);
}

static void reading_done(job *job, server *server) {
    reading *reading = (struct reading *)job;
    net_exchange *exchange = http_resume(&reading->exchange);
    (void)server;
    if (exchange == NULL) {
        /* nobody waits */
    } else if (job->code != TP_OK) {
        http_reply_unsaved(exchange, &job->error);
    } else if (reading->is_over && reading->may_read && reading->size > 0) {
        reply_record(reading, exchange);
    } else {
        no_such_record(exchange);
    }
    free_reading(reading);
}

/* Who asks is known, or nobody: read. */
static void begin_reading(void *context, person *person, tp_err code) {
    reading *reading = context;
    (void)code; /* whoever cannot be looked up is nobody here */
    if (person != NULL) memcpy(reading->who, person->id, sizeof reading->who);
    people_release(reading->server, person);
    if (atomic_load(&reading->server->stopping)) {
        net_exchange *exchange = http_resume(&reading->exchange);
        if (exchange != NULL)
            http_reply_error(exchange, 503, "TOO_MANY", "the server stops; try again later");
        free_reading(reading);
        return;
    }
    writer_give(reading->server->writer, &reading->job);
}

/* The value of `invite` in a query; an invite is hex, so nothing has to be decoded. */
static void read_invite(const char *query, char out[INVITE_SIZE]) {
    static const char name[] = "invite=";
    for (const char *piece = query; *piece != '\0';) {
        size_t length = strcspn(piece, "&"), name_length = sizeof name - 1;
        if (length >= name_length && length - name_length < INVITE_SIZE &&
            memcmp(piece, name, name_length) == 0) {
            memcpy(out, piece + name_length, length - name_length);
            out[length - name_length] = '\0';
            return;
        }
        piece += length;
        piece += strspn(piece, "&");
    }
}

void record_request(server *server, net_exchange *exchange, const net_request *request, const char *table) {
    char network[NETWORK_SIZE];
    address_network(request->address, network);
    if (!is_id(table)) {
        no_such_record(exchange);
        return;
    }
    tp_error error = {0};
    if (!http_may(server, network, COST_REQUEST, &error)) {
        http_reply_error(exchange, 429, error.reason, "%s", error.text);
        return;
    }
    reading *reading = calloc(1, sizeof *reading);
    if (reading == NULL) {
        http_reply_error(exchange, 503, "TOO_MANY", "the server has no memory left; try again later");
        return;
    }
    reading->job.run = run_reading;
    reading->job.done = reading_done;
    reading->server = server;
    snprintf(reading->table, sizeof reading->table, "%s", table);
    read_invite(request->query, reading->invite);
    http_wait(exchange, &reading->exchange);
    people_look_up(server, request->cookie, begin_reading, reading);
}
