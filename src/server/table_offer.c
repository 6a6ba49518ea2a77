/* Offers: one person at a table asks the others, who answer yes or no (see offer.h). */
#include "server/connection.h"
#include "server/people.h"
#include "server/server.h"
#include "server/table.h"
#include "server/text.h"
#include "server/writer.h"

#include <string.h>

enum { MOST_EVENTS = 20000 }; /* of a table at which something is still asked: far more than any game needs */

const char *const offer_names[OFFER_KIND_COUNT] = {"undo", "hints", "rematch"};

/* ---- who is asked ---- */

uint32_t table_rights(const table *table) {
    uint32_t rights = 0;
    for (int seat = 0; seat < table->seat_count; seat++) {
        const struct seat *s = &table->seats[seat];
        if (s->kind == SEAT_PERSON && !s->resigned && s->person[0] != '\0') rights |= 1u << seat;
    }
    return rights;
}

bool table_looks(const table *table, int seat) {
    for (const watch *watch = table->watches; watch != NULL; watch = watch->next_of_table) {
        if (strcmp(watch->connection->who->id, table->seats[seat].person) == 0) return true;
    }
    return false;
}

bool offer_all_here(const table *table, uint32_t asked, connection *connection, int64_t ref) {
    for (int seat = 0; seat < table->seat_count; seat++) {
        if ((asked >> seat & 1) == 0 || table_looks(table, seat)) continue;
        connection_refuse(connection, ref, "AWAY", "%s must agree, and is not here", table->seats[seat].name);
        return false;
    }
    return true;
}

/* ---- asking ---- */

static json_t *seats_to_list(uint32_t seats) {
    json_t *list = json_array();
    for (int seat = 0; seat < TP_MAX_SEATS; seat++) {
        if ((seats >> seat & 1) != 0) json_array_append_new(list, json_integer(seat));
    }
    return list;
}

static int64_t until_ms(const table *table) {
    return server_now_ms() + 1000 * (int64_t)table->server->setup.limits.offer_s;
}

void offer_make(table *table, offer_kind kind, int seat, uint32_t asked, connection *connection,
                int64_t ref) {
    if (table->offer.number != 0) {
        connection_refuse(connection, ref, "STALE", "another question must be answered first");
        return;
    }
    if (table->number > MOST_EVENTS) {
        connection_refuse(connection, ref, "TOO_MANY", "too many questions at this table");
        return;
    }
    table->offer = (offer){
        .number = table->number + 1, .kind = kind, .by = seat, .asked = asked, .until_ms = until_ms(table)};
    if (kind == OFFER_HINTS) table->seats[seat].asked_hints = true;
    json_t *members = json_pack("{s:s, s:o}", "offer", offer_names[kind], "asked", seats_to_list(asked));
    table_write(table, table_seat_event(table, EVENT_OFFER, seat, (int)kind), members, connection, ref);
}

/* ---- answers ---- */

/* One "no" ends a question that needs everybody; for a rematch it only means that this person does not come
 * along. */
static void note_answer(offer *offer, int seat, bool yes) {
    if (yes) {
        offer->yes |= 1u << seat;
    } else if (offer->kind == OFFER_REMATCH) {
        offer->no |= 1u << seat;
    } else {
        *offer = (struct offer){0};
    }
}

void table_answer(table *table, connection *connection, int64_t ref, int64_t number, bool yes) {
    int seat = table_seat_of(table, connection->who->id);
    offer *offer = &table->offer;
    if (seat < 0) {
        connection_refuse(connection, ref, "NOT_SEATED", "you do not sit at this table");
        return;
    }
    if (offer->number == 0 || offer->number != number ||
        ((offer->asked & ~(offer->yes | offer->no)) >> seat & 1) == 0) {
        connection_refuse(connection, ref, "STALE", "nobody has asked you anything");
        return;
    }
    note_answer(offer, seat, yes);
    writer_join(table->server->writer); /* the last answer and what comes of it are one */
    if (table_write(table, table_seat_event(table, EVENT_ANSWER, seat, yes), NULL, connection, ref))
        offer_settle(table);
    writer_part(table->server->writer);
}

/* ---- the end of an offer ---- */

static void drop(table *table) {
    int kind = (int)table->offer.kind, by = table->offer.by;
    table->offer = (offer){0};
    table_write(table, table_seat_event(table, EVENT_EXPIRE, by, kind),
                json_pack("{s:s}", "offer", offer_names[kind]), NULL, -1);
    table_touch(table);
}

static void carry_out(table *table) {
    offer offer = table->offer;
    switch (offer.kind) {
    case OFFER_UNDO: undo_carry_out(table, offer.by); break;
    case OFFER_HINTS: hints_carry_out(table, offer.by); break;
    case OFFER_REMATCH:
        /* Who asked and has gone does not play again. */
        if (table_looks(table, offer.by)) {
            rematch_carry_out(table, offer.by, offer.yes);
        } else {
            drop(table);
        }
        break;
    case OFFER_KIND_COUNT: break;
    }
}

bool offer_settle(table *table) {
    const offer *offer = &table->offer;
    if (offer->number == 0 || offer->asked == 0) return false;
    bool after = offer->kind == OFFER_REMATCH;
    if (table->phase != (after ? PHASE_OVER : PHASE_PLAYING)) return false;
    const struct seat *by = &table->seats[offer->by];
    if (!after && (by->left || by->resigned)) {
        drop(table);
        return true;
    }
    /* Who has resigned or was deleted since is not waited for. */
    uint32_t needed = after ? offer->asked : offer->asked & table_rights(table);
    if ((needed & ~(offer->yes | offer->no)) != 0) return false;
    carry_out(table);
    return true;
}

bool offer_expire(table *table, int64_t now_ms) {
    if (table->offer.number == 0 || now_ms < table->offer.until_ms) return false;
    if (table->offer.kind == OFFER_REMATCH) {
        carry_out(table);
    } else {
        drop(table);
    }
    return true;
}

void offer_after_move(table *table, int seat) {
    if (table->offer.kind == OFFER_UNDO && !table_bot_plays(table, seat)) table->offer = (offer){0};
}

/* ---- the journal ---- */

void offer_read(table *table, event *event, const json_t *entry) {
    const char *name = json_string_value(json_object_get(entry, "offer"));
    const json_t *asked = json_object_get(entry, "asked"), *seat;
    size_t place;
    offer_kind kind = OFFER_UNDO;
    for (int i = 0; name != NULL && i < OFFER_KIND_COUNT; i++) {
        if (strcmp(offer_names[i], name) == 0) kind = (offer_kind)i;
    }
    event->ply = (int)kind;
    if (event->kind == EVENT_EXPIRE) {
        table->offer = (offer){0};
        return;
    }
    table->offer =
        (offer){.number = table->number + 1, .kind = kind, .by = event->seat, .until_ms = until_ms(table)};
    if (kind == OFFER_HINTS) table->seats[event->seat].asked_hints = true;
    if (asked == NULL) table->offer.asked = table_rights(table) & ~(1u << event->seat);
    json_array_foreach(asked, place, seat) {
        json_int_t number = json_integer_value(seat);
        if (number >= 0 && number < table->seat_count) table->offer.asked |= 1u << number;
    }
}

void offer_read_answer(table *table, const event *event) {
    note_answer(&table->offer, event->seat, event->ply > 0);
}

json_t *offer_to_json(const table *table) {
    const offer *offer = &table->offer;
    int64_t left_ms = offer->until_ms - server_now_ms();
    return json_pack("{s:I, s:s, s:i, s:o, s:o, s:o, s:I}", "n", (json_int_t)offer->number, "is",
                     offer_names[offer->kind], "by", offer->by, "yes", seats_to_list(offer->yes), "no",
                     seats_to_list(offer->no), "asked", seats_to_list(offer->asked), "ms",
                     (json_int_t)(left_ms > 0 ? left_ms : 0));
}
