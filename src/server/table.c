/* The life of a table: its events, how they are written down, and how it is found, touched and forgotten.
 *
 * A change is made in memory, gets a number and goes to the writer. Nobody hears of it before it comes back durable (`durable`); until then memory is ahead of
 * what may be told, and what viewers get is made for the durable number. Where the writer fails, memory is thrown away and
 * the table is read again: what was not written has not happened. */
#include "server/server.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const phase_names[PHASE_COUNT] = {"open", "commit", "playing", "over", "closed"};

const char *const event_names[EVENT_KIND_COUNT] = {
    "open",   "sit",  "leave",    "commit", "contribute", "deal", "play", "undo", "offer",
    "answer", "back", "takeover", "resign", "timeout",    "chat", "over", "next", "close"};

/* ---- memory ---- */

table *table_new(server *server) {
    table *table = calloc(1, sizeof *table);
    if (table == NULL) return NULL;
    table->server = server;
    table->created_ms = server_time_ms();
    table->touched_ms = server_now_ms();
    return table;
}

static void free_events(table *table) {
    for (int64_t i = 0; i < table->number; i++) {
        free(table->events[i].by);
        free(table->events[i].name);
        free(table->events[i].said);
    }
    free(table->events);
    table->events = NULL;
    table->number = table->capacity = 0;
}

void table_free(table *table) {
    if (table == NULL) return;
    while (table->watches != NULL) table_unwatch(table->watches);
    while (table->waiting != NULL) {
        waiting *next = table->waiting->next;
        free(table->waiting);
        table->waiting = next;
    }
    for (int seat = 0; seat < TP_MAX_SEATS; seat++) tp_agent_free(table->seats[seat].agent);
    tp_match_free(table->match);
    json_decref(table->position);
    free_events(table);
    memset(table->key, 0, sizeof table->key);
    free(table);
}

bool table_add_event(table *table, const event *event) {
    if (table->number == table->capacity) {
        int64_t capacity = table->capacity > 0 ? 2 * table->capacity : 16;
        struct event *events = realloc(table->events, (size_t)capacity * sizeof *events);
        if (events == NULL) return false;
        table->events = events;
        table->capacity = capacity;
    }
    table->events[table->number++] = *event;
    return true;
}

/* ---- questions ---- */

int table_seat_of(const table *table, const char *person) {
    for (int seat = 0; seat < table->seat_count; seat++) {
        if (table->seats[seat].kind == SEAT_PERSON && strcmp(table->seats[seat].person, person) == 0)
            return seat;
    }
    return -1;
}

bool table_bot_plays(const table *table, int seat) {
    const struct seat *s = &table->seats[seat];
    return s->kind == SEAT_AGENT || s->left || s->timed_out || s->resigned || s->taken_over;
}

int table_people(const table *table, int except) {
    int count = 0;
    for (int seat = 0; seat < table->seat_count; seat++) {
        const struct seat *s = &table->seats[seat];
        count += seat != except && s->kind == SEAT_PERSON && !s->left && !s->resigned;
    }
    return count;
}

json_t *table_summary(const table *table) {
    int open = 0;
    for (int seat = 0; seat < table->seat_count; seat++) open += table->seats[seat].kind == SEAT_OPEN;
    json_t *options = json_object(), *all = tp_options_to_json(&table->options);
    for (size_t i = 0; i < table->options.count; i++) {
        const char *name = table->options.table[i].name;
        if (table->options.values[i].given) json_object_set(options, name, json_object_get(all, name));
    }
    json_decref(all);
    return json_pack("{s:s, s:s, s:s, s:o, s:s, s:i, s:i, s:o}", "table", table->id, "game",
                     table->game->name, "title", table->game->title, "seats", seat_list(table), "phase",
                     phase_names[table->phase], "open", open, "watching", table->spectators, "options",
                     options);
}

/* ---- writing down ---- */

typedef struct entry_job {
    job job;
    char table[ID_SIZE];
    int64_t number;
    char *text;
    /* Where the row of the table changes too; summary NULL: it does not. */
    const char *game, *phase;
    char *summary;
    int64_t created_ms, changed_ms;
    results *results; /* at the end of a game, else NULL */
} entry_job;

static tp_err run_entry(job *job, store *store, tp_error *error) {
    entry_job *entry = (entry_job *)job;
    tp_err code = TP_OK;
    if (entry->summary != NULL) {
        store_table row = {entry->table,   entry->game,       entry->phase,
                           entry->summary, entry->created_ms, entry->changed_ms};
        code = store_table_put(store, &row, error);
    }
    if (code == TP_OK) code = store_journal_add(store, entry->table, entry->number, 'e', entry->text, error);
    if (code == TP_OK && entry->results != NULL) code = results_write(store, entry->results, error);
    return code;
}

static void free_entry(entry_job *entry) {
    free(entry->text);
    free(entry->summary);
    free(entry->results);
    free(entry);
}

static void tell_created(connection *connection, int64_t ref, const table *table) {
    json_t *message =
        json_pack("{s:s, s:s, s:s}", "is", "created", "table", table->id, "invite", table->invite);
    if (message != NULL && ref >= 0) json_object_set_new(message, "ref", json_integer((json_int_t)ref));
    connection_send(connection, message);
}

static void answer_waiting(table *table, int64_t up_to) {
    while (table->waiting != NULL && table->waiting->number <= up_to) {
        waiting *waiting = table->waiting;
        table->waiting = waiting->next;
        if (table->waiting == NULL) table->waiting_last = NULL;
        connection *connection = connection_find(table->server, waiting->connection);
        if (connection != NULL && waiting->created) {
            tell_created(connection, waiting->ref, table);
        } else if (connection != NULL) {
            connection_done(connection, waiting->ref);
        }
        free(waiting);
    }
}

static void entry_done(job *job, server *server) {
    entry_job *entry = (entry_job *)job;
    table *table = map_get(&server->tables, entry->table);
    tp_assert(table != NULL); /* it stays while something of it is being written */
    if (job->code != TP_OK) {
        table_failed(table, job->error.text);
    } else if (!table->broken) {
        tp_assert(entry->number == table->durable + 1);
        table->durable = entry->number;
        table_touch(table);
        if (server->failing) {
            server->failing = false;
            server_log(LOG_INFO, "the database answers again", NULL);
        }
    }
    free_entry(entry);
}

/* Which events change what lists show of a table. */
static bool changes_row(event_kind kind) {
    return kind == EVENT_OPEN || kind == EVENT_SIT || kind == EVENT_LEAVE || kind == EVENT_COMMIT ||
           kind == EVENT_DEAL || kind == EVENT_OVER || kind == EVENT_CLOSE;
}

static char *copy_of(const json_t *value) {
    size_t size;
    const char *text = json_text(value, &size);
    return text != NULL ? strdup(text) : NULL;
}

static entry_job *new_entry(table *table, const event *event, json_t *members) {
    entry_job *entry = calloc(1, sizeof *entry);
    if (entry == NULL) return NULL;
    entry->job.run = run_entry;
    entry->job.done = entry_done;
    memcpy(entry->table, table->id, sizeof entry->table);
    entry->number = table->number + 1;
    entry->game = table->game->name;
    entry->phase = phase_names[table->phase];
    entry->created_ms = table->created_ms;
    entry->changed_ms = server_time_ms();
    bool failed = false;
    /* A game that was played on from another one counts nowhere. */
    if (event->kind == EVENT_OVER && table->continues[0] == '\0') {
        entry->results = malloc(sizeof *entry->results);
        failed = entry->results == NULL;
        if (!failed) results_make(table, entry->changed_ms, entry->results);
    }
    json_object_set_new(members, "is", json_string(event_names[event->kind]));
    json_object_set_new(members, "at", json_integer((json_int_t)entry->changed_ms));
    if (event->seat >= 0) json_object_set_new(members, "seat", json_integer(event->seat));
    if (event->ply > 0) json_object_set_new(members, "ply", json_integer(event->ply));
    entry->text = copy_of(members);
    failed |= entry->text == NULL;
    if (!failed && changes_row(event->kind)) {
        json_t *summary = table_summary(table);
        entry->summary = copy_of(summary);
        json_decref(summary);
        failed = entry->summary == NULL;
    }
    if (!failed) return entry;
    free_entry(entry);
    return NULL;
}

/* Which events change what `about` says. */
static bool changes_about(event_kind kind) {
    return kind != EVENT_PLAY && kind != EVENT_CHAT && kind != EVENT_OFFER && kind != EVENT_ANSWER &&
           kind != EVENT_UNDO && kind != EVENT_CONTRIBUTE;
}

bool table_await(table *table, const connection *connection, int64_t ref, bool created) {
    waiting *waiting = calloc(1, sizeof *waiting);
    if (waiting == NULL) return false;
    waiting->number = table->number;
    waiting->ref = ref;
    waiting->created = created;
    memcpy(waiting->connection, connection->serial, sizeof waiting->connection);
    if (table->waiting_last != NULL) {
        table->waiting_last->next = waiting;
    } else {
        table->waiting = waiting;
    }
    table->waiting_last = waiting;
    return true;
}

bool table_write(table *table, event event, json_t *members, connection *connection, int64_t ref) {
    server *server = table->server;
    if (members == NULL) members = json_object();
    entry_job *entry = members != NULL ? new_entry(table, &event, members) : NULL;
    json_decref(members);
    bool is_added = entry != NULL && table_add_event(table, &event);
    if (!is_added || (connection != NULL && ref >= 0 && !table_await(table, connection, ref, false))) {
        if (entry != NULL) free_entry(entry);
        if (!is_added) {
            free(event.by);
            free(event.name);
            free(event.said);
        }
        /* Memory may be ahead of what can be written: read it again. */
        table_failed(table, "no memory");
        return false;
    }
    if (changes_about(event.kind)) table->about_number = table->number;
    if (changes_row(event.kind)) table->lobby_dirty = true;
    table->touched_ms = server_now_ms();
    writer_give(server->writer, &entry->job);
    return true;
}

/* ---- when it cannot be written ---- */

void table_failed(table *table, const char *why) {
    server *server = table->server;
    if (!server->failing)
        server_log(LOG_ERROR, "the database does not take an entry", "table", table->id, "why", why, NULL);
    server->failing = true;
    snprintf(server->failure, sizeof server->failure, "%s", why);
    while (table->waiting != NULL) {
        waiting *waiting = table->waiting;
        table->waiting = waiting->next;
        connection *connection = connection_find(server, waiting->connection);
        if (connection != NULL) {
            connection_refuse(connection, waiting->ref, "NOT_SAVED",
                              "this could not be saved, and has not happened: %s", why);
        }
        free(waiting);
    }
    table->waiting_last = NULL;
    table->broken = true;
}

/* ---- touching ---- */

void table_touch(table *table) {
    if (table->is_dirty) return;
    table->is_dirty = true;
    table->next_dirty = table->server->dirty;
    table->server->dirty = table;
}

void tables_settle(server *server) {
    int64_t now = server_now_ms();
    while (server->dirty != NULL) {
        table *table = server->dirty;
        server->dirty = table->next_dirty;
        table->is_dirty = false;
        if (table->broken) continue;
        table_tell(table);
        answer_waiting(table, table->durable);
        table_advance(table, now);
    }
}
