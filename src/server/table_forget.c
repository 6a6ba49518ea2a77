/* People who were deleted: at tables they are `gone`, bots play where they sat, and what they said is not told any more.
 *
 * Journals are only ever added to. So what they say about people is looked at again whenever one is read: whoever has no row is gone. */
#include "server/server.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char gone[] = "gone";

/* ---- tables in memory ---- */

static void replace_text(char **place, const char *text) {
    char *copy = strdup(text);
    if (copy == NULL) {
        (*place)[0] = '\0';
        return;
    }
    free(*place);
    *place = copy;
}

/* Take the person out of the events: what they said, and their name in those of their seat. */
static void forget_events(table *table, const char *id, int seat, const char *name) {
    for (int64_t i = 0; i < table->number; i++) {
        event *event = &table->events[i];
        if (event->kind == EVENT_CHAT && strcmp(event->by, id) == 0) {
            replace_text(&event->by, "");
            replace_text(&event->name, gone);
            replace_text(&event->said, "");
        } else if (seat >= 0 && event->seat == seat && event->name != NULL &&
                   strcmp(event->name, name) == 0) {
            replace_text(&event->name, gone);
        }
    }
}

void table_inherit(table *table) {
    for (int seat = 0; seat < table->seat_count && table->owner[0] == '\0'; seat++) {
        const struct seat *s = &table->seats[seat];
        if (s->kind == SEAT_PERSON) memcpy(table->owner, s->person, sizeof table->owner);
    }
}

static void write_leave(table *table, int seat) {
    table_write(table, (event){.kind = EVENT_LEAVE, .seat = seat, .name = strdup(gone)},
                json_pack("{s:s}", "who", gone), NULL, -1);
}

/* The seat is free again, or a bot plays it; nobody is left to come back. */
static void forget_seat(table *table, int seat) {
    struct seat *s = &table->seats[seat];
    snprintf(s->name, sizeof s->name, "%s", gone);
    if (table->phase == PHASE_OPEN) {
        for (watch *watch = table->watches; watch != NULL; watch = watch->next_of_table) {
            if (watch->viewer == seat) table_see_as(watch, TP_SPECTATOR);
        }
        *s = (struct seat){.kind = SEAT_OPEN};
        write_leave(table, seat);
        return;
    }
    if (table->phase == PHASE_PLAYING && table_people(table, seat) == 0) {
        table_give_up(table, seat, NULL, -1, false);
    } else if ((table->phase == PHASE_COMMIT || table->phase == PHASE_PLAYING) && !s->left) {
        s->left = true;
        write_leave(table, seat);
    }
    s->person[0] = '\0';
}

static void forget_at(table *table, const char *id) {
    int seat = table_seat_of(table, id);
    bool is_owner = strcmp(table->owner, id) == 0;
    char name[NAME_SIZE] = "";
    if (seat >= 0) {
        memcpy(name, table->seats[seat].name, sizeof name);
        forget_seat(table, seat);
    }
    forget_events(table, id, seat, name);
    if (is_owner) {
        table->owner[0] = '\0';
        table_inherit(table);
        if (table->phase == PHASE_OPEN && table->owner[0] == '\0') {
            table->phase = PHASE_CLOSED;
            table_write(table, table_seat_event(table, EVENT_CLOSE, -1, 0), NULL, NULL, -1);
        }
    }
    if (seat < 0 && !is_owner) return;
    /* Nobody should go on showing the name: everybody is told everything anew. */
    for (watch *watch = table->watches; watch != NULL; watch = watch->next_of_table) watch->sent = -1;
    table_changed(table);
}

void table_forget_person(server *server, const char *id) {
    table *table;
    for (size_t i = 0; (table = map_next(&server->tables, &i)) != NULL;) {
        if (!table->broken) forget_at(table, id);
    }
}

/* ---- journals ---- */

typedef struct looking {
    store *store;
    tp_error *error;
    tp_err code;
    struct {
        char id[ID_SIZE];
        bool exists;
    } known[16]; /* more than sit at a table: chat goes on with the same people */
    size_t count;
} looking;

/* Whether this is somebody who was deleted. */
static bool is_gone(looking *looking, const char *id) {
    store_person row;
    if (id == NULL || id[0] == '\0' || strlen(id) >= ID_SIZE) return true;
    for (size_t i = 0; i < looking->count && i < sizeof looking->known / sizeof *looking->known; i++) {
        if (strcmp(looking->known[i].id, id) == 0) return !looking->known[i].exists;
    }
    tp_err code = store_person_get(looking->store, id, &row, looking->error);
    if (code != TP_OK && code != TP_E_UNKNOWN) looking->code = code;
    size_t place = looking->count++ % (sizeof looking->known / sizeof *looking->known);
    snprintf(looking->known[place].id, ID_SIZE, "%s", id);
    looking->known[place].exists = code == TP_OK;
    return code == TP_E_UNKNOWN;
}

static const char *text_of(const json_t *object, const char *name) {
    const char *text = json_string_value(json_object_get(object, name));
    return text != NULL ? text : "";
}

static void put_text(json_t *object, const char *name, const char *text) {
    json_object_set_new(object, name, json_string(text));
}

/* Whether the person of a seat, as `open` and `sit` write it, is gone; then nothing is left of them. */
static bool forget_sitting(looking *looking, json_t *object) {
    const char *person = json_string_value(json_object_get(object, "person"));
    if (person == NULL || !is_gone(looking, person)) return false;
    put_text(object, "person", "");
    put_text(object, "name", gone);
    return true;
}

tp_err journal_forget(store *store, json_t *entries, tp_error *error) {
    looking looking = {.store = store, .error = error};
    bool empty[TP_MAX_SEATS] = {0};
    size_t i, place;
    json_t *entry, *seat;
    json_array_foreach(entries, i, entry) {
        const char *kind = text_of(entry, "is");
        json_int_t number = json_integer_value(json_object_get(entry, "seat"));
        bool *left = number >= 0 && number < TP_MAX_SEATS ? &empty[number] : NULL;
        if (strcmp(kind, "open") == 0) {
            if (is_gone(&looking, text_of(entry, "owner"))) put_text(entry, "owner", "");
            json_array_foreach(json_object_get(entry, "seats"), place, seat) {
                if (place < TP_MAX_SEATS) empty[place] = forget_sitting(&looking, seat);
            }
        } else if (strcmp(kind, "sit") == 0 && left != NULL) {
            *left = forget_sitting(&looking, entry);
        } else if (strcmp(kind, "leave") == 0 && left != NULL && *left) {
            put_text(entry, "who", gone);
        } else if (strcmp(kind, "chat") == 0 && is_gone(&looking, text_of(entry, "by"))) {
            put_text(entry, "by", "");
            put_text(entry, "name", gone);
            put_text(entry, "said", "");
        }
    }
    return looking.code;
}
