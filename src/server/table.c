/* The life of a table: its events, how they are written down, and how it is found, touched and forgotten.
 *
 * A change is made in memory, gets a number and goes to the writer. Nobody hears of it before it comes back
 * durable (`durable`); until then memory is ahead of what may be told, and what viewers get is made for the
 * durable number. If the writer fails, memory is thrown away and the table is read again: what was not
 * written has not happened. */
#include "server/table.h"
#include "server/access.h"
#include "server/bots.h"
#include "server/cluster.h"
#include "server/connection.h"
#include "server/due.h"
#include "server/health.h"
#include "server/house.h"
#include "server/log.h"
#include "server/map.h"
#include "server/operators.h"
#include "server/people_rows.h"
#include "server/results.h"
#include "server/server.h"
#include "server/text.h"
#include "server/writer.h"
#include "store/privacy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const phase_names[PHASE_COUNT] = {"open", "commit", "playing", "over", "closed"};

const char *const event_names[EVENT_KIND_COUNT] = {
    "open",  "sit",    "leave", "commit",   "contribute", "deal",    "play",   "undo",
    "offer", "answer", "back",  "takeover", "resign",     "timeout", "chat",   "over",
    "next",  "close",  "seal",  "sealed",   "reveal",     "void",    "expire", "hints"};

/* ---- memory ---- */

table *table_new(server *server) {
    table *table = calloc(1, sizeof *table);
    if (table == NULL) return NULL;
    table->server = server;
    table->budget.level = COST_TABLE;
    table->created_ms = server_time_ms();
    table->touched_ms = table->moved_ms = server_now_ms();
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
    house_leave(table);
    due_forget(table);
    while (table->watches != NULL) table_unwatch(table->watches);
    while (table->waiting != NULL) {
        waiting *next = table->waiting->next;
        free(table->waiting);
        table->waiting = next;
    }
    bots_forget(table);
    tp_match_free(table->match);
    json_decref(table->position);
    free_events(table);
    memset(table->key, 0, sizeof table->key);
    free(table);
}

/* What this undo takes back. What stands has ascending plies, and what an earlier undo took back is skipped,
 * so each event is looked at a few times in all. */
static int64_t mark_undone(table *table, int ply) {
    int64_t n = table->number;
    while (n > 0) {
        event *event = &table->events[n - 1];
        bool is_ply = event->kind == EVENT_DEAL || event->kind == EVENT_PLAY;
        if (is_ply && event->ply <= ply) break;
        if (is_ply) event->undone = true;
        n = event->kind == EVENT_UNDO ? event->stands : n - 1;
    }
    return n;
}

bool table_add_event(table *table, const event *event) {
    if (table->number == table->capacity) {
        int64_t capacity = table->capacity > 0 ? 2 * table->capacity : 16;
        struct event *events = realloc(table->events, (size_t)capacity * sizeof *events);
        if (events == NULL) return false;
        table->events = events;
        table->capacity = capacity;
    }
    int64_t stands = event->kind == EVENT_UNDO ? mark_undone(table, event->ply) : 0;
    table->events[table->number] = *event;
    table->events[table->number++].stands = stands;
    if (event->kind == EVENT_CHAT && event->said != NULL) table->chat_bytes += (int64_t)strlen(event->said);
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
    char *access; /* who may see it (access.c); NULL: as before */
    int64_t created_ms, changed_ms;
    results *results;                      /* at the end of a game, else NULL */
    people_rows *people;                   /* whom it names and who have no row yet, or NULL */
    char named[TP_MAX_SEATS + 1][ID_SIZE]; /* whom it names; "" for the others */
    int64_t most_elsewhere; /* OPEN: so many tables its owner may have at other servers; below 0: any */
} entry_job;

/* A new table, where there are several servers: those that the person has at the others count too. */
static tp_err own(const entry_job *entry, store *store, tp_error *error) {
    int64_t others = 0;
    tp_err code = entry->most_elsewhere >= 0
                      ? store_count_elsewhere(store, entry->named[TP_MAX_SEATS], &others, error)
                      : TP_OK;
    if (code == TP_OK && entry->most_elsewhere >= 0 && others >= entry->most_elsewhere)
        return tp_refuse(error, "TOO_MANY", "you have too many unfinished tables; close or finish one first");
    return code == TP_OK ? store_own(store, entry->table, error) : code;
}

static tp_err run_entry(job *job, store *store, tp_error *error) {
    entry_job *entry = (entry_job *)job;
    tp_err code = people_rows_write(store, entry->people, error);
    if (code == TP_OK && entry->summary != NULL) {
        store_table row = {entry->table,   entry->game,       entry->phase,
                           entry->summary, entry->created_ms, entry->changed_ms};
        code = store_table_put(store, &row, error);
    }
    if (code == TP_OK && entry->job.opens && entry->job.owned != NULL) code = own(entry, store, error);
    if (code == TP_OK && entry->access != NULL)
        code = store_access_put(store, entry->table, entry->access, error);
    if (code == TP_OK) code = store_journal_add(store, entry->table, entry->number, 'e', entry->text, error);
    for (int i = 0; code == TP_OK && i <= TP_MAX_SEATS; i++) {
        if (entry->named[i][0] != '\0') code = store_trace(store, entry->named[i], entry->table, error);
    }
    if (code == TP_OK && entry->results != NULL) code = results_write(store, entry->results, error);
    return code;
}

static void free_entry(entry_job *entry) {
    free(entry->text);
    free(entry->summary);
    free(entry->access);
    free(entry->results);
    people_rows_free(entry->people);
    free(entry);
}

static void tell_created(connection *connection, int64_t ref, const table *table) {
    json_t *message =
        json_pack("{s:s, s:s, s:s}", "is", "created", "table", table->id, "invite", table->invite);
    connection_answer(connection, ref, message);
}

static void answer_waiting(table *table, int64_t up_to) {
    double now_ms = table->waiting != NULL ? histogram_now_ms() : 0;
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
        if (table->events[waiting->number - 1].kind == EVENT_PLAY && table->server->operators != NULL)
            histogram_add(&table->server->operators->moves, now_ms - waiting->since_ms);
        free(waiting);
    }
}

static void entry_done(job *job, server *server) {
    entry_job *entry = (entry_job *)job;
    table *table = map_get(&server->tables, entry->table);
    tp_assert(table != NULL); /* it stays while something of it is being written */
    if (job->code == TP_OK) people_rows_kept(server, entry->people);
    if (job->is_lost) {
        cluster_lost(table);
    } else if (job->code != TP_OK) {
        table_failed(table, job->error.text);
    } else if (!table->broken) {
        tp_assert(entry->number == table->durable + 1);
        table->durable = entry->number;
        server->lobby_changed |= table->settings.is_public;
        table_touch(table);
        server->failed_ms = 0;
    }
    free_entry(entry);
}

/* Which events change what lists show of a table. */
static bool changes_row(event_kind kind) {
    return kind == EVENT_OPEN || kind == EVENT_SIT || kind == EVENT_LEAVE || kind == EVENT_COMMIT ||
           kind == EVENT_DEAL || kind == EVENT_OVER || kind == EVENT_CLOSE;
}

/* And which change who may see it. */
static bool changes_access(event_kind kind) {
    return kind == EVENT_OPEN || kind == EVENT_SIT || kind == EVENT_LEAVE;
}

static char *copy_of(const json_t *value) {
    size_t size;
    const char *text = json_text(value, &size);
    return text != NULL ? strdup(text) : NULL;
}

/* Who can be found by this entry, and has to be erased from it one day. */
static void name_people(entry_job *entry, const table *table, const event *event) {
    if (event->kind == EVENT_OPEN) {
        for (int seat = 0; seat < table->seat_count; seat++)
            memcpy(entry->named[seat], table->seats[seat].person, ID_SIZE);
        memcpy(entry->named[TP_MAX_SEATS], table->owner, ID_SIZE);
    } else if (event->kind == EVENT_SIT) {
        memcpy(entry->named[0], table->seats[event->seat].person, ID_SIZE);
    } else if (event->kind == EVENT_CHAT && event->by != NULL) {
        snprintf(entry->named[0], ID_SIZE, "%s", event->by);
    }
}

static entry_job *new_entry(table *table, const event *event, json_t *members) {
    entry_job *entry = calloc(1, sizeof *entry);
    if (entry == NULL) return NULL;
    entry->job.run = run_entry;
    entry->job.done = entry_done;
    memcpy(entry->table, table->id, sizeof entry->table);
    entry->number = table->number + 1;
    entry->job.owned = table->server->cluster != NULL ? entry->table : NULL;
    entry->job.epoch = table->epoch;
    entry->job.opens = entry->number == 1;
    entry->most_elsewhere = -1;
    if (entry->job.opens && table->owner_budget != NULL)
        entry->most_elsewhere =
            table->server->setup.limits.tables_per_person + 1 - table->owner_budget->tables;
    entry->game = table->game->name;
    entry->phase = phase_names[table->phase];
    entry->created_ms = table->created_ms;
    entry->changed_ms = server_time_ms();
    name_people(entry, table, event);
    bool failed = false;
    /* A game that was played on from another one counts nowhere. */
    if (event->kind == EVENT_OVER && table->continues[0] == '\0') {
        entry->results = malloc(sizeof *entry->results);
        failed = entry->results == NULL;
        if (!failed) results_make(table, entry->changed_ms, entry->results);
    }
    json_object_set_new(members, "is", json_string(event_names[event->kind]));
    json_object_set_new(members, "at", json_integer((json_int_t)entry->changed_ms));
    json_object_set_new(members, "up", json_integer((json_int_t)(server_uptime_ms(table->server) / 1000)));
    if (event->seat >= 0) json_object_set_new(members, "seat", json_integer(event->seat));
    if (event->ply > 0) json_object_set_new(members, "ply", json_integer(event->ply));
    entry->people = people_rows_of(table->server, members, &failed);
    entry->text = copy_of(members);
    failed |= entry->text == NULL;
    if (!failed && changes_row(event->kind)) {
        json_t *summary = table_summary(table);
        entry->summary = copy_of(summary);
        json_decref(summary);
        failed = entry->summary == NULL;
    }
    if (!failed && changes_access(event->kind)) {
        entry->access = access_text(table);
        failed = entry->access == NULL;
    }
    if (!failed) return entry;
    free_entry(entry);
    return NULL;
}

/* Which events change what `about` says. */
static bool changes_about(event_kind kind) {
    return kind != EVENT_PLAY && kind != EVENT_CHAT && kind != EVENT_OFFER && kind != EVENT_ANSWER &&
           kind != EVENT_EXPIRE && kind != EVENT_UNDO && kind != EVENT_CONTRIBUTE && kind != EVENT_SEAL &&
           kind != EVENT_REVEAL;
}

bool table_await(table *table, const connection *connection, int64_t ref, bool created) {
    waiting *waiting = calloc(1, sizeof *waiting);
    if (waiting == NULL) return false;
    waiting->number = table->number;
    waiting->ref = ref;
    waiting->created = created;
    waiting->since_ms = histogram_now_ms();
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
    if (changes_row(event.kind)) {
        table->row_number = table->number;
        table->lobby_dirty = true;
    }
    table->touched_ms = server_now_ms();
    if (event.kind == EVENT_DEAL || event.kind == EVENT_PLAY || event.kind == EVENT_UNDO)
        table->moved_ms = table->touched_ms;
    house_update(table);
    writer_give(server->writer, &entry->job);
    return true;
}

/* ---- when it cannot be written ---- */

void table_failed(table *table, const char *why) {
    server *server = table->server;
    if (server->failed_ms == 0)
        server_log(LOG_ERROR, "an entry could not be written", "table", table->id, "why", why, NULL);
    server->failed_ms = server_now_ms();
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
    due_by(table, table_next_tick(table, server_now_ms()));
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
        due_by(table, table_next_tick(table, now));
    }
}
