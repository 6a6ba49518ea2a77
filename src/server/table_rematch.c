/* Playing again: who asks gets a new table with the seats rotated by one, together with those who say yes
 * (offer.h).
 *
 * Who says no, does not answer in time or has gone is not seated: that seat is open, for anybody who may sit
 * down there, or for a bot. */
#include "server/connection.h"
#include "server/house.h"
#include "server/map.h"
#include "server/people.h"
#include "server/server.h"
#include "server/table.h"
#include "server/text.h"
#include "server/writer.h"

#include <string.h>

/* Whether a person at the table and this one do not want to meet. */
static bool is_unwelcome(const table *table, const char *id) {
    const person *who = people_get(table->server, id);
    return who != NULL && table_blocks(table, who);
}

static void fill_seats(const table *table, struct table *next, uint32_t come) {
    for (int seat = 0; seat < table->seat_count; seat++) {
        const struct seat *old = &table->seats[seat];
        struct seat *new = &next->seats[(seat + 1) % table->seat_count];
        if (old->kind == SEAT_AGENT) {
            seat_agent(new, seat_agent_asked(old));
        } else if (old->kind == SEAT_PERSON && (come >> seat & 1) != 0 && !is_unwelcome(next, old->person)) {
            *new =
                (struct seat){.kind = SEAT_PERSON, .account = old->account, .away_since_ms = server_now_ms()};
            memcpy(new->person, old->person, sizeof new->person);
            memcpy(new->name, old->name, sizeof new->name);
        }
    }
}

/* False without memory. */
static bool open_next(table *table, uint32_t come, connection *connection, int64_t ref) {
    struct table *next = table_new(table->server);
    if (next == NULL) return false;
    next->game = table->game;
    next->options = table->options;
    next->settings = table->settings;
    next->seat_count = table->seat_count;
    memcpy(next->parent, table->id, sizeof next->parent);
    fill_seats(table, next, come);
    /* The new table and the old one's word of it are one: else there could be two rematches. */
    writer_join(table->server->writer);
    bool is_open = table_open(next, connection, ref);
    if (is_open) {
        memcpy(table->next, next->id, sizeof table->next);
        table_write(table, table_seat_event(table, EVENT_NEXT, -1, 0), json_pack("{s:s}", "table", next->id),
                    NULL, -1);
        table_changed(table);
    } else {
        table_free(next);
    }
    writer_part(table->server->writer);
    return is_open;
}

void rematch_carry_out(table *table, int by, uint32_t yes) {
    const person *who = people_get(table->server, table->seats[by].person);
    table->offer = (offer){0};
    if (who == NULL || who->connections == NULL || !open_next(table, yes | 1u << by, who->connections, -1)) {
        table_failed(table, "no memory");
    }
}

/* The rematch is there already: where it is, and for who sat here, how to get in. */
static void tell_next(const table *table, connection *connection, int64_t ref) {
    const struct table *next = map_get(&table->server->tables, table->next);
    json_t *message = json_pack("{s:s, s:s}", "is", "created", "table", table->next);
    if (message != NULL && next != NULL) json_object_set_new(message, "invite", json_string(next->invite));
    connection_answer(connection, ref, message);
}

void table_rematch(table *table, connection *connection, int64_t ref) {
    int seat = table_seat_of(table, connection->who->id);
    if (table->phase != PHASE_OVER) {
        connection_refuse(connection, ref, "WRONG_PHASE", "the game is not over");
        return;
    }
    if (seat < 0) {
        connection_refuse(connection, ref, "NOT_SEATED", "only those who played can ask for a rematch");
        return;
    }
    if (table->next[0] != '\0') {
        tell_next(table, connection, ref);
        return;
    }
    /* Who wants the same has agreed. */
    if (table->offer.number != 0 && (table->offer.asked >> seat & 1) != 0) {
        table_answer(table, connection, ref, table->offer.number, true);
        return;
    }
    if (!house_may_create(connection, ref)) return;
    uint32_t asked = 0;
    for (int other = 0; other < table->seat_count; other++) {
        const struct seat *s = &table->seats[other];
        if (other != seat && s->kind == SEAT_PERSON && s->person[0] != '\0' && !s->left &&
            table_looks(table, other))
            asked |= 1u << other;
    }
    if (asked != 0) {
        offer_make(table, OFFER_REMATCH, seat, asked, connection, ref);
    } else if (!open_next(table, 1u << seat, connection, ref)) {
        connection_refuse(connection, ref, "TOO_MANY", "the server is out of memory");
    }
}
