/* The record of a finished game, for those who may have it: everyone if the table was public, else those
 * who sat there or have the invite. A table that is not there, is not over, or is not for this visitor: the
 * answer is the same. What else is made of finished games for visitors begins here too. */
#include "server/access.h"
#include "server/charge.h"
#include "server/erasure.h"
#include "server/http.h"
#include "server/journals.h"
#include "server/limits.h"
#include "server/people.h"
#include "server/reader.h"
#include "server/requests.h"
#include "server/server.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A record that was read, for everybody who asked for it. */
struct finished_record {
    server *server;
    int holders;
    size_t held; /* bytes that the reader counts */
    bool is_over, is_public, failed;
    finished_seat seats[TP_MAX_SEATS];
    char *lines;
    size_t size, capacity;
};

static void append(finished_record *record, const char *lines, size_t length) {
    if (lines == NULL || length == 0) return;
    if (record->size + length > record->capacity) {
        size_t capacity = 2 * record->capacity + length + 4096;
        char *grown = realloc(record->lines, capacity);
        if (grown == NULL) {
            record->failed = true;
            return;
        }
        record->lines = grown;
        record->capacity = capacity;
    }
    memcpy(record->lines + record->size, lines, length);
    record->size += length;
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
static void note_seat(finished_record *record, json_int_t number, const json_t *object) {
    if (number < 0 || number >= TP_MAX_SEATS) return;
    copy_text(record->seats[number].person, ID_SIZE, object, "person");
    copy_text(record->seats[number].agent, AGENT_SIZE, object, "agent");
    copy_text(record->seats[number].renamed, NAME_SIZE, object, "renamed");
}

/* The first entry: who made the table, for whom, and who sat there from the beginning. */
static void read_opening(finished_record *record, const json_t *entry) {
    size_t i;
    json_t *seat;
    record->is_public = json_is_true(json_object_get(entry, "public"));
    json_array_foreach(json_object_get(entry, "seats"), i, seat) note_seat(record, (json_int_t)i, seat);
}

static void read_entry(finished_record *record, const json_t *entry) {
    const json_t *lines = json_object_get(entry, "lines");
    if (says(entry, "is", "open")) read_opening(record, entry);
    if (says(entry, "is", "over")) record->is_over = true;
    if (says(entry, "is", "sit"))
        note_seat(record, json_integer_value(json_object_get(entry, "seat")), entry);
    if (lines != NULL) append(record, json_string_value(lines), json_string_length(lines));
}

/* Put `gone` into the first line of the record for everybody who was deleted since: in the entries they have
 * no id any more. And the names that operators have given since. */
static void forget_people(finished_record *record) {
    const char *end = record->size > 0 ? memchr(record->lines, '\n', record->size) : NULL;
    json_t *header = end != NULL ? json_loadb(record->lines, (size_t)(end - record->lines), 0, NULL) : NULL;
    json_t *names = json_object_get(header, "seats");
    bool is_changed = false;
    for (size_t seat = 0; seat < json_array_size(names) && seat < TP_MAX_SEATS; seat++) {
        const finished_seat *sat = &record->seats[seat];
        bool is_gone = sat->person[0] == '\0' && sat->agent[0] == '\0';
        if (!is_gone && sat->renamed[0] == '\0') continue;
        json_array_set_new(names, seat, json_string(is_gone ? gone_name : sat->renamed));
        is_changed = true;
    }
    char *first = is_changed ? json_dumps(header, JSON_REAL_PRECISION(15)) : NULL;
    if (first != NULL) {
        finished_record changed = {0};
        append(&changed, first, strlen(first));
        append(&changed, end, record->size - (size_t)(end - record->lines));
        record->failed |= changed.failed;
        free(record->lines);
        record->lines = changed.lines;
        record->size = changed.size;
        record->capacity = changed.capacity;
    }
    record->failed |= is_changed && first == NULL;
    free(first);
    json_decref(header);
}

static void drop(server *server, void *made) {
    finished_record *record = made;
    if (--record->holders > 0) return;
    read_release(server, record->held);
    free(record->lines);
    free(record);
}

void finished_hold(finished_game *game) { game->record->holders++; }

void finished_release(server *server, finished_game *game) {
    drop(server, game->record);
    game->record = NULL;
}

/* On a reader's thread. */
static tp_err make(server *server, store *store, const char *table, void **made, tp_error *error) {
    json_t *entries = json_array(), *entry;
    finished_record *record = calloc(1, sizeof *record);
    size_t i;
    tp_err code = record != NULL ? journal_entries(store, table, entries, NULL, error) : TP_E_MEMORY;
    if (code == TP_OK) {
        json_array_foreach(entries, i, entry) read_entry(record, entry);
        forget_people(record);
        if (record->failed) code = tp_fail(error, TP_E_MEMORY, "no memory for a record");
    }
    json_decref(entries);
    if (code == TP_OK) {
        record->holders = 1;
        record->held = record->capacity;
        read_hold(server, record->held);
        *made = record;
        return TP_OK;
    }
    if (record != NULL) free(record->lines);
    free(record);
    return code == TP_E_UNKNOWN ? TP_OK : code;
}

static void *arrive(server *server, const char *table, void *made) {
    const finished_record *record = made;
    (void)server;
    (void)table;
    return record->is_over && record->size > 0 ? made : NULL;
}

static const journal_kind records = {'r', true, make, arrive, drop};

/* ---- asking ---- */

typedef struct asking {
    server *server;
    net_exchange *exchange; /* NULL: the peer has gone */
    char table[ID_SIZE];
    journal_asker who;
    take_finished *take;
    void *context;
} asking;

static void no_such_record(net_exchange *exchange) {
    http_reply_error(exchange, 404, "NO_SUCH_TABLE",
                     "there is no finished game with this id that you may read");
}

static void free_asking(asking *asking) {
    free(asking->context);
    free(asking);
}

static void answer(void *context, server *server, tp_err code, void *made) {
    asking *asking = context;
    net_exchange *exchange = http_resume(&asking->exchange);
    finished_record *record = made;
    if (exchange == NULL) {
        /* nobody waits */
    } else if (code == TP_E_REFUSED) {
        http_reply_error(exchange, 503, "TOO_MANY",
                         "too many games are being loaded right now; try again in a moment");
    } else if (code == TP_OK) {
        finished_game game = {.is_public = record->is_public,
                              .seats = record->seats,
                              .lines = record->lines,
                              .size = record->size,
                              .record = record};
        memcpy(game.table, asking->table, sizeof game.table);
        memcpy(game.who, asking->who.person, sizeof game.who);
        memcpy(game.network, asking->who.network, sizeof game.network);
        context = asking->context;
        asking->context = NULL;
        asking->take(server, exchange, &game, context);
    } else if (code == TP_E_UNKNOWN) {
        no_such_record(exchange);
    } else {
        tp_error error = {0};
        tp_fail(&error, code, "a journal cannot be read");
        http_reply_unsaved(exchange, &error);
    }
    free_asking(asking);
}

/* Who asks is known, or nobody. */
static void begin_asking(void *context, person *person, tp_err code) {
    asking *asking = context;
    (void)code; /* a person who cannot be found is nobody here */
    if (person != NULL) memcpy(asking->who.person, person->id, sizeof asking->who.person);
    people_release(asking->server, person);
    if (atomic_load(&asking->server->stopping)) {
        net_exchange *exchange = http_resume(&asking->exchange);
        if (exchange != NULL) http_reply_stopping(exchange);
        free_asking(asking);
        return;
    }
    journal_ask(asking->server, &records, asking->table, &asking->who, answer, asking);
}

void finished_request(server *server, net_exchange *exchange, const net_request *request, const char *table,
                      cost_price price, take_finished *take, void *context) {
    asking *asking = NULL;
    if (!is_id(table)) {
        no_such_record(exchange);
    } else if (charge_request(server, exchange, request, price)) {
        asking = calloc(1, sizeof *asking);
        if (asking == NULL) http_reply_no_memory(exchange);
    }
    if (asking == NULL) {
        free(context);
        return;
    }
    asking->server = server;
    asking->take = take;
    asking->context = context;
    asking->who.wants = ACCESS_SEAT | ACCESS_OWNER | ACCESS_OPEN;
    snprintf(asking->table, sizeof asking->table, "%s", table);
    /* In the query it would be in the logs of proxies; links of earlier versions have it there. */
    if (request->invite[0] != '\0') {
        snprintf(asking->who.invite, sizeof asking->who.invite, "%s", request->invite);
    } else {
        http_query(request->query, "invite", asking->who.invite, sizeof asking->who.invite);
    }
    address_network(request->address, asking->who.network);
    http_wait(exchange, &asking->exchange);
    people_look_up(server, request->cookie, begin_asking, asking);
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
    finished_request(server, exchange, request, table, PRICE_RECORD, reply_record, NULL);
}
