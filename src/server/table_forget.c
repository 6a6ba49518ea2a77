/* People who were deleted: at tables they are `gone`, bots play where they sat, and what they said is not
 * told any more. And people whom an operator gave another name.
 *
 * What journals say of them is overwritten (erasure.c), which takes a while. Until then it is left out
 * whenever one is read: a person with a tombstone is gone. */
#include "server/erasure.h"
#include "server/map.h"
#include "server/server.h"
#include "server/table.h"
#include "server/table_access.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* Whether this name in an event is theirs: of the seat that they have, or of one that they have left and
 * nobody of that name has now. */
static bool is_named(const table *table, const event *event, int seat, const char *seat_name,
                     const char *name) {
    if (event->seat < 0 || event->name == NULL) return false;
    if (event->seat == seat) return strcmp(event->name, seat_name) == 0;
    return strcmp(event->name, name) == 0 && strcmp(table->seats[event->seat].name, name) != 0;
}

/* Take the person out of the events: what they said, and their name. True: there was something. */
static bool forget_events(table *table, const char *id, int seat, const char *seat_name, const char *name) {
    bool is_changed = false;
    for (int64_t i = 0; i < table->number; i++) {
        event *event = &table->events[i];
        if (event->kind == EVENT_CHAT && strcmp(event->by, id) == 0) {
            is_changed = true;
            replace_text(&event->by, "");
            replace_text(&event->name, gone_name);
            replace_text(&event->said, "");
            event->by_guest = false;
        } else if (is_named(table, event, seat, seat_name, name)) {
            is_changed = true;
            replace_text(&event->name, gone_name);
        }
    }
    return is_changed;
}

void table_inherit(table *table) {
    for (int seat = 0; seat < table->seat_count && table->owner[0] == '\0'; seat++) {
        const struct seat *s = &table->seats[seat];
        if (s->kind == SEAT_PERSON) memcpy(table->owner, s->person, sizeof table->owner);
    }
}

static void write_leave(table *table, int seat) {
    table_write(table, (event){.kind = EVENT_LEAVE, .seat = seat, .name = strdup(gone_name)},
                json_pack("{s:s}", "who", gone_name), NULL, -1);
}

/* The seat is free again, or a bot plays it; nobody is left to come back. */
static void forget_seat(table *table, int seat) {
    struct seat *s = &table->seats[seat];
    snprintf(s->name, sizeof s->name, "%s", gone_name);
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

void table_put_out(table *table, int seat) {
    struct seat *s = &table->seats[seat];
    event event = table_seat_event(table, EVENT_LEAVE, seat, 0);
    json_t *members = json_pack("{s:s}", "who", s->name);
    bool is_running = table->phase == PHASE_COMMIT || table->phase == PHASE_PLAYING;
    if (table->phase == PHASE_OPEN) {
        table_stood_up(table, s->person);
        *s = (struct seat){.kind = SEAT_OPEN};
    } else if (is_running && !s->left && (table->phase == PHASE_COMMIT || table_people(table, seat) > 0)) {
        s->left = true;
    } else {
        free(event.name);
        json_decref(members);
        if (table->phase == PHASE_PLAYING && !s->left) table_give_up(table, seat, NULL, -1, false);
        return;
    }
    table_write(table, event, members, NULL, -1);
    table_changed(table);
}

/* Nobody should go on showing the name: everybody is told everything anew. */
static void tell_anew(table *table) {
    for (watch *watch = table->watches; watch != NULL; watch = watch->next_of_table) watch->sent = -1;
    table_changed(table);
}

static void forget_at(table *table, const char *id, const char *name) {
    int seat = table_seat_of(table, id);
    bool is_owner = strcmp(table->owner, id) == 0;
    char seat_name[NAME_SIZE] = "";
    if (seat >= 0) {
        memcpy(seat_name, table->seats[seat].name, sizeof seat_name);
        forget_seat(table, seat);
    }
    bool was_told = forget_events(table, id, seat, seat_name, name);
    if (is_owner) {
        table->owner[0] = '\0';
        table_inherit(table);
        if (table->phase == PHASE_OPEN && table->owner[0] == '\0') {
            table->phase = PHASE_CLOSED;
            table_write(table, table_seat_event(table, EVENT_CLOSE, -1, 0), NULL, NULL, -1);
        }
    }
    if (seat >= 0 || is_owner || was_told) tell_anew(table);
}

void table_forget_person(server *server, const char *id, const char *name) {
    table *table;
    atomic_fetch_add(&server->deletions, 1); /* what is being read now is read again */
    for (size_t i = 0; (table = map_next(&server->tables, &i)) != NULL;) {
        if (!table->broken) forget_at(table, id, name);
    }
}

static void rename_at(table *table, const char *id, const char *before, const char *name) {
    int seat = table_seat_of(table, id);
    char seat_name[NAME_SIZE] = "";
    bool is_changed = seat >= 0;
    if (seat >= 0) {
        memcpy(seat_name, table->seats[seat].name, sizeof seat_name);
        snprintf(table->seats[seat].name, sizeof table->seats[seat].name, "%s", name);
    }
    for (int64_t i = 0; i < table->number; i++) {
        event *event = &table->events[i];
        bool is_theirs = event->kind == EVENT_CHAT ? strcmp(event->by, id) == 0
                                                   : is_named(table, event, seat, seat_name, before);
        if (is_theirs) replace_text(&event->name, name);
        is_changed |= is_theirs;
    }
    if (is_changed) tell_anew(table);
}

void table_rename_person(server *server, const char *id, const char *before, const char *name) {
    table *table;
    atomic_fetch_add(&server->deletions, 1); /* what is being read now is read again */
    for (size_t i = 0; (table = map_next(&server->tables, &i)) != NULL;) {
        if (!table->broken) rename_at(table, id, before, name);
    }
}
