/* The record of a finished game, for whoever may have it: everybody where the table was public, else those who sat
 * there or have the invite. A table that is not there, is not over, or is not for this visitor: the answer is the same. What else is made of
 * finished games for visitors begins here too. */
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
    char invite[INVITE_SIZE];
    bool is_over, may_read, failed;
    finished_game game;
    size_t capacity; /* of its lines */
    take_finished *take;
    void *context;
} reading;

static void append(reading *reading, const char *lines, size_t length) {
    finished_game *game = &reading->game;
    if (lines == NULL || length == 0) return;
    if (game->size + length > reading->capacity) {
        size_t capacity = 2 * reading->capacity + length + 4096;
        char *grown = realloc(game->lines, capacity);
        if (grown == NULL) {
            reading->failed = true;
            return;
        }
        game->lines = grown;
        reading->capacity = capacity;
    }
    memcpy(game->lines + game->size, lines, length);
    game->size += length;
}

static bool says(const json_t *object, const char *key, const char *wanted) {
    const char *value = json_string_value(json_object_get(object, key));
    return value != NULL && wanted[0] != '\0' && strcmp(value, wanted) == 0;
}

static void copy_text(char *out, size_t size, const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    snprintf(out, size, "%s", text != NULL ? text : "");
}

/* Who sits in this seat, as `open` and `sit` write it. */
static void note_seat(reading *reading, json_int_t number, const json_t *object) {
    if (number < 0 || number >= TP_MAX_SEATS) return;
    finished_game *game = &reading->game;
    copy_text(game->seats[number].person, ID_SIZE, object, "person");
    copy_text(game->seats[number].agent, AGENT_SIZE, object, "agent");
    if (says(object, "person", game->who)) reading->may_read = true;
}

/* The first entry: who made the table, for whom, and who sat there from the beginning. */
static void read_opening(reading *reading, const json_t *entry) {
    const char *invite = json_string_value(json_object_get(entry, "invite"));
    size_t length = invite == NULL ? 0 : strlen(invite), i;
    json_t *seat;
    bool invited = length > 0 && length == strlen(reading->invite) &&
                   sodium_memcmp(invite, reading->invite, length) == 0;
    reading->game.is_public = json_is_true(json_object_get(entry, "public"));
    if (reading->game.is_public || invited || says(entry, "owner", reading->game.who))
        reading->may_read = true;
    json_array_foreach(json_object_get(entry, "seats"), i, seat) note_seat(reading, (json_int_t)i, seat);
}

static void read_entry(void *context, const store_entry *stored) {
    reading *reading = context;
    if (stored->kind != 'e') return;
    json_t *entry = json_loads(stored->text, 0, NULL);
    json_t *lines = json_object_get(entry, "lines");
    if (says(entry, "is", "open")) read_opening(reading, entry);
    if (says(entry, "is", "over")) reading->is_over = true;
    if (says(entry, "is", "sit"))
        note_seat(reading, json_integer_value(json_object_get(entry, "seat")), entry);
    if (lines != NULL) append(reading, json_string_value(lines), json_string_length(lines));
    json_decref(entry);
}

/* Put `gone` into the first line of the record for everybody who was deleted since. */
static tp_err forget_people(reading *reading, store *store, tp_error *error) {
    finished_game *game = &reading->game;
    const char *end = game->size > 0 ? memchr(game->lines, '\n', game->size) : NULL;
    json_t *header = end != NULL ? json_loadb(game->lines, (size_t)(end - game->lines), 0, NULL) : NULL;
    json_t *names = json_object_get(header, "seats");
    bool is_changed = false;
    tp_err code = TP_OK;
    for (size_t seat = 0; seat < json_array_size(names) && seat < TP_MAX_SEATS && code == TP_OK; seat++) {
        store_person row;
        if (game->seats[seat].person[0] == '\0') continue;
        code = store_person_get(store, game->seats[seat].person, &row, error);
        if (code != TP_E_UNKNOWN) continue;
        json_array_set_new(names, seat, json_string("gone"));
        game->seats[seat].person[0] = '\0';
        is_changed = true;
        code = TP_OK;
    }
    char *first = is_changed && code == TP_OK ? json_dumps(header, JSON_REAL_PRECISION(15)) : NULL;
    if (first != NULL) {
        struct reading changed = {0};
        append(&changed, first, strlen(first));
        append(&changed, end, game->size - (size_t)(end - game->lines));
        reading->failed |= changed.failed;
        free(game->lines);
        game->lines = changed.game.lines;
        game->size = changed.game.size;
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
    reading->game.size = 0;
    tp_err code = store_journal_read(store, reading->game.table, 0, read_entry, reading, error);
    if (code == TP_E_UNKNOWN) return TP_OK;
    if (code == TP_OK) code = forget_people(reading, store, error);
    if (code == TP_OK && reading->failed) return tp_fail(error, TP_E_MEMORY, "no memory for a record");
    return code;
}

static void no_such_record(net_exchange *exchange) {
    http_reply_error(exchange, 404, "NO_SUCH_TABLE",
                     "there is no finished game of this name that is yours to read");
}

static void free_reading(reading *reading) {
    free(reading->game.lines);
    free(reading->context);
    free(reading);
}

static void reading_done(job *job, server *server) {
    reading *reading = (struct reading *)job;
    net_exchange *exchange = http_resume(&reading->exchange);
    if (exchange == NULL) {
        /* nobody waits */
    } else if (job->code != TP_OK) {
        http_reply_unsaved(exchange, &job->error);
    } else if (reading->is_over && reading->may_read && reading->game.size > 0) {
        void *context = reading->context;
        reading->context = NULL;
        reading->take(server, exchange, &reading->game, context);
    } else {
        no_such_record(exchange);
    }
    free_reading(reading);
}

/* Who asks is known, or nobody: read. */
static void begin_reading(void *context, person *person, tp_err code) {
    reading *reading = context;
    (void)code; /* whoever cannot be looked up is nobody here */
    if (person != NULL) memcpy(reading->game.who, person->id, sizeof reading->game.who);
    people_release(reading->server, person);
    if (atomic_load(&reading->server->stopping)) {
        net_exchange *exchange = http_resume(&reading->exchange);
        if (exchange != NULL) http_reply_stopping(exchange);
        free_reading(reading);
        return;
    }
    writer_give(reading->server->writer, &reading->job);
}

void finished_request(server *server, net_exchange *exchange, const net_request *request, const char *table,
                      take_finished *take, void *context) {
    reading *reading = NULL;
    if (!is_id(table)) {
        no_such_record(exchange);
    } else if (http_may_read(server, exchange, request)) {
        reading = calloc(1, sizeof *reading);
        if (reading == NULL) http_reply_no_memory(exchange);
    }
    if (reading == NULL) {
        free(context);
        return;
    }
    reading->job.run = run_reading;
    reading->job.done = reading_done;
    reading->server = server;
    reading->take = take;
    reading->context = context;
    snprintf(reading->game.table, sizeof reading->game.table, "%s", table);
    http_query(request->query, "invite", reading->invite, sizeof reading->invite);
    http_wait(exchange, &reading->exchange);
    people_look_up(server, request->cookie, begin_reading, reading);
}

/* ---- the record itself ---- */

static void reply_record(server *server, net_exchange *exchange, finished_game *game, void *context) {
    (void)server;
    (void)context;
    char headers[160];
    snprintf(headers, sizeof headers,
             "Content-Disposition: attachment; filename=\"%s.jsonl\"\r\nCache-Control: no-store\r\n",
             game->table);
    net_response response = {
        .status = 200,
        .content_type = "application/x-ndjson",
        .headers = headers,
        .body = game->lines,
        .body_size = game->size,
    };
    net_reply(exchange, &response);
}

void record_request(server *server, net_exchange *exchange, const net_request *request, const char *table) {
    finished_request(server, exchange, request, table, reply_record, NULL);
}
