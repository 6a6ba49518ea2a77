/* Fair play: which games between people count on their board (docs/protocol.md, "Boards").
 *
 * A game counts only between accounts that play from different networks, so that nobody is ranked for beating
 * their own guest or second account. Addresses stay in memory: the decision alone is written, in the entry of
 * the deal and in that of the end. */
#include "server/connection.h"
#include "server/people.h"
#include "server/results.h"
#include "server/table.h"

#include <string.h>

enum { LEAST_MOVES = 4 }; /* that a player must have made before giving up is a win for the others */

static bool is_opponent(const table *table, int seat, int other) {
    const void *state = tp_match_state(table->match);
    return table->game->side(state, seat) != table->game->side(state, other);
}

static bool same_network(const table *table, int seat) {
    const struct seat *s = &table->seats[seat];
    for (int other = 0; other < table->seat_count; other++) {
        const struct seat *o = &table->seats[other];
        if (other != seat && o->kind == SEAT_PERSON && is_opponent(table, seat, other) &&
            s->network[0] != '\0' && strcmp(s->network, o->network) == 0)
            return true;
    }
    return false;
}

void board_note_network(table *table, int seat, connection *connection) {
    struct seat *s = &table->seats[seat];
    connection_network(connection, s->network);
    if (table->match != NULL && table->phase == PHASE_PLAYING && same_network(table, seat))
        table->unrated = true;
}

/* People who have come since they sat down, and those whose seats were given to them. */
static void note_connections(table *table) {
    for (int seat = 0; seat < table->seat_count; seat++) {
        const struct seat *s = &table->seats[seat];
        const person *who = s->kind == SEAT_PERSON ? people_get(table->server, s->person) : NULL;
        for (connection *c = who != NULL ? who->connections : NULL; c != NULL; c = c->next)
            board_note_network(table, seat, c);
    }
}

static void write_decision(const table *table, json_t *entry) {
    if (table->unrated) json_object_set_new(entry, "rated", json_false());
}

void board_at_deal(table *table, json_t *entry) {
    int people = 0;
    bool guests = false;
    for (int seat = 0; seat < table->seat_count; seat++) {
        struct seat *s = &table->seats[seat];
        if (s->kind != SEAT_PERSON) continue;
        const person *who = people_get(table->server, s->person);
        people++;
        s->account |= who != NULL && who->account;
        guests |= !s->account;
        table->unrated |= same_network(table, seat);
    }
    note_connections(table);
    /* Against bots alone it counts on their board, for guests too. */
    table->unrated = people > 1 && (table->unrated || guests);
    write_decision(table, entry);
}

void board_at_end(table *table, json_t *entry) {
    note_connections(table);
    write_decision(table, entry);
}

bool board_was_played(const table *table, int seat) {
    for (int other = 0; other < table->seat_count; other++) {
        const struct seat *o = &table->seats[other];
        bool gave_up = o->resigned || o->left || o->taken_over || o->timed_out;
        if (o->kind == SEAT_PERSON && gave_up && o->moves < LEAST_MOVES && is_opponent(table, seat, other))
            return false;
    }
    return true;
}
