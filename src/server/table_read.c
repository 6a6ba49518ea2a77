/* Tables from their journals: at the start of the server, when a client asks for one that is not in memory
 * (table_find.c), and when one could not be written. Each entry is done again; the match is read from the
 * lines of its record, which every entry brings along. */
#include "core/language.h"
#include "server/cluster.h"
#include "server/connection.h"
#include "server/health.h"
#include "server/house.h"
#include "server/journals.h"
#include "server/log.h"
#include "server/map.h"
#include "server/people.h"
#include "server/reader.h"
#include "server/server.h"
#include "server/table.h"
#include "server/table_access.h"
#include "server/table_deal.h"
#include "server/text.h"
#include "server/writer.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- entries ---- */

typedef struct reading {
    table *table;
    char *lines; /* of the record, so far */
    size_t size, capacity;
} reading;

static const char *text_of(const json_t *object, const char *name) {
    const char *text = json_string_value(json_object_get(object, name));
    return text != NULL ? text : "";
}

static void copy_id(char out[ID_SIZE], const char *text) { snprintf(out, ID_SIZE, "%s", text); }

static tp_err add_lines(reading *reading, const char *lines) {
    size_t length = strlen(lines);
    if (reading->capacity - reading->size < length + 1) {
        size_t capacity = 2 * reading->capacity + length + 4096;
        char *grown = realloc(reading->lines, capacity);
        if (grown == NULL) return TP_E_MEMORY;
        reading->lines = grown;
        reading->capacity = capacity;
    }
    memcpy(reading->lines + reading->size, lines, length + 1);
    reading->size += length;
    return TP_OK;
}

static void read_seat(seat *seat, const json_t *object) {
    const char *who = text_of(object, "who");
    *seat = (struct seat){.kind = SEAT_OPEN};
    if (strcmp(who, "person") == 0) {
        seat->kind = SEAT_PERSON;
        copy_id(seat->person, text_of(object, "person"));
        snprintf(seat->name, sizeof seat->name, "%s", text_of(object, "name"));
        seat->account = json_is_true(json_object_get(object, "account"));
    } else if (strcmp(who, "agent") == 0) {
        seat_agent(seat, text_of(object, "agent"));
    }
    seat->away_since_ms = server_now_ms();
}

static tp_err read_open(table *table, const json_t *entry, tp_error *error) {
    table->game = tp_game_find(text_of(entry, "game"), error);
    if (table->game == NULL) return TP_E_UNKNOWN;
    tp_options_init(&table->options, table->game->options);
    tp_err code = tp_options_from_json(&table->options, json_object_get(entry, "options"), error);
    if (code == TP_OK) code = settings_from_json(&table->settings, json_object_get(entry, "settings"), error);
    if (code == TP_OK) code = table_read_continues(table, entry, error);
    if (code != TP_OK) return code;
    copy_id(table->owner, text_of(entry, "owner"));
    copy_id(table->parent, text_of(entry, "parent"));
    snprintf(table->invite, sizeof table->invite, "%s", text_of(entry, "invite"));
    table->created_ms = json_integer_value(json_object_get(entry, "at"));
    const json_t *seats = json_object_get(entry, "seats");
    table->seat_count = (int)json_array_size(seats);
    if (table->seat_count < 1 || table->seat_count > TP_MAX_SEATS)
        return tp_fail(error, TP_E_INPUT, "the table has no seats");
    for (int seat = 0; seat < table->seat_count; seat++)
        read_seat(&table->seats[seat], json_array_get(seats, (size_t)seat));
    /* Only those options are marked as given that are not what they would be by themselves. */
    tp_options plain;
    tp_options_init(&plain, table->game->options);
    for (size_t i = 0; i < plain.count; i++)
        table->options.values[i].given = strcmp(plain.values[i].text, table->options.values[i].text) != 0;
    return TP_OK;
}

static void read_sit(table *table, int seat, const json_t *entry) {
    struct seat *s = &table->seats[seat];
    if (json_object_get(entry, "agent") != NULL) {
        seat_agent(s, text_of(entry, "agent"));
        s->away_since_ms = server_now_ms();
        return;
    }
    *s = (struct seat){.kind = SEAT_PERSON, .away_since_ms = server_now_ms()};
    copy_id(s->person, text_of(entry, "person"));
    snprintf(s->name, sizeof s->name, "%s", text_of(entry, "name"));
    s->account = json_is_true(json_object_get(entry, "account"));
}

static void read_clock(table *table, const json_t *entry) {
    const json_t *clock = json_object_get(entry, "clock");
    for (size_t seat = 0; seat < json_array_size(clock) && seat < TP_MAX_SEATS; seat++)
        table->seats[seat].clock_ms = json_integer_value(json_array_get(clock, seat));
}

/* What the entry did to the table, beside the record. */
static tp_err apply(table *table, event *event, const json_t *entry, tp_error *error) {
    struct seat nowhere = {0}; /* for entries without a seat, which do nothing with it */
    struct seat *s = event->seat >= 0 ? &table->seats[event->seat] : &nowhere;
    switch (event->kind) {
    case EVENT_OPEN: return read_open(table, entry, error);
    case EVENT_SIT: read_sit(table, event->seat, entry); break;
    case EVENT_LEAVE:
        if (table->phase == PHASE_OPEN) {
            *s = (struct seat){.kind = SEAT_OPEN};
        } else {
            s->left = true;
        }
        break;
    case EVENT_COMMIT:
    case EVENT_CONTRIBUTE:
    case EVENT_SEAL:
    case EVENT_SEALED:
    case EVENT_REVEAL:
    case EVENT_VOID: return table_read_deal(table, event, entry, error);
    case EVENT_DEAL:
        table->phase = PHASE_PLAYING;
        table->unrated |= json_is_false(json_object_get(entry, "rated"));
        for (int seat = 0; seat < table->seat_count; seat++)
            table->seats[seat].clock_ms = 1000 * (int64_t)table->settings.game_s;
        break;
    case EVENT_PLAY:
        read_clock(table, entry);
        offer_after_move(table, event->seat);
        if (!table_bot_plays(table, event->seat)) s->moves++;
        if (table->settings.game_s == 0 || s->clock_ms > 0) s->timed_out = false;
        break;
    case EVENT_UNDO:
        table->last_undo = table->number + 1;
        if (table->offer.kind == OFFER_UNDO) table->offer = (offer){0};
        break;
    case EVENT_OFFER:
    case EVENT_EXPIRE: offer_read(table, event, entry); break;
    case EVENT_ANSWER: offer_read_answer(table, event); break;
    case EVENT_HINTS:
        table->hints_number = table->number + 1;
        if (table->offer.kind == OFFER_HINTS) table->offer = (offer){0};
        break;
    case EVENT_BACK: s->left = s->taken_over = false; break;
    case EVENT_TAKEOVER: s->taken_over = true; break;
    case EVENT_RESIGN: s->resigned = true; break;
    case EVENT_TIMEOUT: s->timed_out = true; break;
    case EVENT_OVER:
        table->phase = PHASE_OVER;
        table->over_number = table->number + 1;
        table->unrated |= json_is_false(json_object_get(entry, "rated"));
        table->offer = (offer){0};
        break;
    case EVENT_NEXT:
        copy_id(table->next, text_of(entry, "table"));
        table->offer = (offer){0};
        break;
    case EVENT_CLOSE: table->phase = PHASE_CLOSED; break;
    default: break;
    }
    return TP_OK;
}

static bool needs_seat(event_kind kind) {
    return kind == EVENT_SIT || kind == EVENT_LEAVE || kind == EVENT_CONTRIBUTE || kind == EVENT_PLAY ||
           kind == EVENT_OFFER || kind == EVENT_ANSWER || kind == EVENT_BACK || kind == EVENT_TAKEOVER ||
           kind == EVENT_RESIGN || kind == EVENT_TIMEOUT || kind == EVENT_SEAL || kind == EVENT_REVEAL;
}

static tp_err read_entry(reading *reading, const json_t *entry, tp_error *error) {
    table *table = reading->table;
    const char *name = text_of(entry, "is");
    int kind = 0;
    while (kind < EVENT_KIND_COUNT && strcmp(event_names[kind], name) != 0) kind++;
    if (kind == EVENT_KIND_COUNT) return tp_fail(error, TP_E_INPUT, "'%.40s' is no entry of a journal", name);
    const json_t *seat = json_object_get(entry, "seat");
    event event = {.kind = (event_kind)kind,
                   .ply = (int)json_integer_value(json_object_get(entry, "ply")),
                   .seat = seat != NULL ? (int)json_integer_value(seat) : -1};
    if (event.seat >= table->seat_count || event.seat < (needs_seat(event.kind) ? 0 : -1) ||
        (kind == EVENT_OPEN) != (table->number == 0))
        return tp_fail(error, TP_E_INPUT, "an entry does not fit its table");
    tp_err code = apply(table, &event, entry, error);
    if (code == TP_OK && (kind == EVENT_OPEN || kind == EVENT_SIT)) table_name_agents(table);
    if (code == TP_OK && json_object_get(entry, "lines") != NULL)
        code = add_lines(reading, text_of(entry, "lines"));
    if (code != TP_OK) return code;
    if (kind == EVENT_CHAT) {
        event.by = strdup(text_of(entry, "by"));
        event.name = strdup(text_of(entry, "name"));
        event.said = strdup(text_of(entry, "said"));
        event.by_guest = json_is_true(json_object_get(entry, "guest"));
    } else if (event.seat >= 0 && kind != EVENT_PLAY) {
        const struct seat *s = &table->seats[event.seat];
        event.name = strdup(json_object_get(entry, "who") != NULL ? text_of(entry, "who") : s->name);
    }
    if (table_add_event(table, &event)) return TP_OK;
    free(event.by);
    free(event.name);
    free(event.said);
    return tp_fail(error, TP_E_MEMORY, "no memory for a table");
}

/* Where a deleted person still sits, because the server was stopped meanwhile. */
static void seat_the_gone(table *table) {
    for (int seat = 0; seat < table->seat_count; seat++) {
        struct seat *s = &table->seats[seat];
        if (s->kind != SEAT_PERSON || s->person[0] != '\0') continue;
        if (table->phase == PHASE_OPEN) *s = (struct seat){.kind = SEAT_OPEN};
        if (table->phase == PHASE_COMMIT || table->phase == PHASE_PLAYING) s->left = true;
    }
    table_inherit(table);
}

/* The last entry that changed the match; NULL: there are no cards yet. */
static const json_t *last_ply(const json_t *entries) {
    for (size_t i = json_array_size(entries); i > 0; i--) {
        const json_t *entry = json_array_get(entries, i - 1);
        const char *is = text_of(entry, "is");
        if (strcmp(is, "play") == 0 || strcmp(is, "undo") == 0 || strcmp(is, "deal") == 0) return entry;
    }
    return NULL;
}

table *table_from_journal(server *server, const char *id, json_t *entries, tp_error *error) {
    reading reading = {.table = table_new(server)};
    table *table = reading.table;
    if (table == NULL) {
        tp_fail(error, TP_E_MEMORY, "no memory for a table");
        return NULL;
    }
    copy_id(table->id, id);
    tp_err code = TP_OK;
    for (size_t i = 0; code == TP_OK && i < json_array_size(entries); i++)
        code = read_entry(&reading, json_array_get(entries, i), error);
    if (code == TP_OK && table->number == 0) code = tp_fail(error, TP_E_INPUT, "the journal is empty");
    if (code == TP_OK && reading.size > 0) {
        table->match = tp_record_parse(reading.lines, reading.size, NULL, error);
        if (table->match == NULL) {
            code = TP_E_INPUT;
        } else if (!tp_match_set_key(table->match, table->key)) {
            code = tp_fail(error, TP_E_INPUT, "the key is not the one that was committed to");
        } else {
            char *known = tp_record_lines(table->match, &table->entries);
            free(known);
        }
    }
    free(reading.lines);
    if (code != TP_OK) {
        table_free(table);
        return NULL;
    }
    seat_the_gone(table);
    /* It is as old as its last entry. */
    table->touched_ms -= health_age_ms(server, json_array_get(entries, json_array_size(entries) - 1));
    table->moved_ms -= health_age_ms(server, last_ply(entries));
    table->durable = table->about_number = table->number;
    table->turn = 1;
    table->commit_since_ms = server_now_ms();
    table->is_resumed = table->phase == PHASE_COMMIT;
    return table;
}

/* ---- from the store ---- */

typedef struct list_of_ids {
    char (*ids)[ID_SIZE];
    size_t count;
    bool failed;
} list_of_ids;

static void add_id(void *context, const store_table *table) {
    list_of_ids *list = context;
    char(*grown)[ID_SIZE] =
        list->count % 256 == 0 ? realloc(list->ids, (list->count + 256) * sizeof *grown) : list->ids;
    if (grown == NULL) {
        list->failed = true;
        return;
    }
    list->ids = grown;
    copy_id(list->ids[list->count++], table->id);
}

tp_err tables_load(server *server, store *store, tp_error *error) {
    list_of_ids list = {0};
    tp_err code = store_tables(store, "open,commit,playing", INT32_MAX, add_id, &list, error);
    for (size_t i = 0; code == TP_OK && i < list.count; i++) {
        json_t *entries = json_array();
        tp_error damage = {0};
        code = journal_entries(store, list.ids[i], entries, NULL, error);
        const char *spoken = tp_language_set("en"); /* as the log is */
        table *table = code == TP_OK ? table_from_journal(server, list.ids[i], entries, &damage) : NULL;
        tp_language_set(spoken);
        json_decref(entries);
        if (code != TP_OK) break;
        if (table == NULL) {
            /* One table that cannot be read must not keep all others from being played. */
            server_log(LOG_ERROR, "a table cannot be read", "table", list.ids[i], "why", damage.text, NULL);
        } else if (!map_put(&server->tables, table->id, table)) {
            table_free(table);
            code = tp_fail(error, TP_E_MEMORY, TR("no memory for the tables"));
        } else {
            store_person owner = {0};
            house_enter(table, NULL);
            table->by_guest =
                store_person_get(store, table->owner, &owner, NULL) != TP_OK || owner.login[0] == '\0';
            table_touch(table);
        }
    }
    free(list.ids);
    return code;
}

/* ---- again ---- */

typedef struct read_job {
    job job;
    char id[ID_SIZE];
    json_t *entries;
} read_job;

static tp_err run_read(job *job, store *store, tp_error *error) {
    read_job *read = (read_job *)job;
    tp_err code = journal_entries(store, read->id, read->entries, NULL, error);
    return code == TP_E_UNKNOWN ? TP_OK : code; /* not even its first entry was written */
}

/* The fresh table takes the place of the broken one; its watchers are told everything anew. */
static void replace(table *broken, table *fresh) {
    server *server = broken->server;
    map_remove(&server->tables, broken->id);
    while (broken->watches != NULL) {
        watch *watch = broken->watches;
        broken->watches = watch->next_of_table;
        watch->table = fresh;
        watch->next_of_table = fresh->watches;
        fresh->watches = watch;
        int seat = table_seat_of(fresh, watch->connection->who->id);
        watch->viewer = seat >= 0 ? seat : TP_SPECTATOR;
        watch->sent = -1;
        watch->about_sent = false;
        if (seat >= 0) {
            fresh->seats[seat].here++;
        } else {
            fresh->spectators++;
        }
    }
    if (broken->is_dirty) {
        table **link = &server->dirty;
        while (*link != broken) link = &(*link)->next_dirty;
        *link = broken->next_dirty;
    }
    fresh->epoch = broken->epoch;
    house_replace(broken, fresh);
    table_free(broken);
    map_put(&server->tables, fresh->id, fresh);
    table_show_out(fresh); /* a seat that was not saved has not been taken */
    fresh->lobby_dirty = true;
    server->lobby_changed = true;
    table_touch(fresh);
}

static void again_done(job *job, server *server) {
    read_job *read = (read_job *)job;
    table *broken = map_get(&server->tables, read->id);
    tp_error error;
    bool is_free = broken != NULL && broken->broken && broken->tasks == 0;
    if (is_free && broken->is_lost) {
        cluster_drop(broken);
    } else if (is_free && job->code == TP_OK) {
        table *fresh = table_from_journal(server, read->id, read->entries, &error);
        if (fresh != NULL) {
            replace(broken, fresh);
        } else if (json_array_size(read->entries) == 0) {
            /* Not even its first entry was written: it has never been. */
            if (broken->is_dirty) {
                table **link = &server->dirty;
                while (*link != broken) link = &(*link)->next_dirty;
                *link = broken->next_dirty;
            }
            map_remove(&server->tables, broken->id);
            table_free(broken);
        }
    }
    json_decref(read->entries);
    free(read);
}

void table_read_again(table *table) {
    read_job *read = calloc(1, sizeof *read);
    if (read != NULL) read->entries = json_array();
    if (read == NULL || read->entries == NULL) {
        free(read);
        return;
    }
    read->job.run = run_read;
    read->job.done = again_done;
    copy_id(read->id, table->id);
    read_give(table->server, READ_JOURNALS, &read->job, READ_FIRST, "", "");
}
