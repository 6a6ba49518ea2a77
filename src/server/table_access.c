/* Who may sit and look where. */
#include "server/table_access.h"
#include "server/connection.h"
#include "server/people.h"
#include "server/seating.h"
#include "server/server.h"
#include "server/table.h"

#include <string.h>

bool table_has_room_to_look(const table *table, const char *person) {
    return table->settings.spectators || strcmp(table->owner, person) == 0;
}

static void end_watch(watch *watch) {
    connection *connection = watch->connection;
    const char *before = tp_language_set(connection->language);
    connection_send(connection, json_pack("{s:s, s:s, s:s}", "is", "unwatched", "table", watch->table->id,
                                          "text", TR("this table does not allow spectators")));
    tp_language_set(before);
    table_unwatch(watch);
}

void table_stood_up(table *table, const char *person) {
    bool may_look = table_has_room_to_look(table, person);
    for (watch *watch = table->watches, *next; watch != NULL; watch = next) {
        next = watch->next_of_table;
        if (strcmp(watch->connection->who->id, person) != 0) continue;
        if (may_look) {
            table_see_as(watch, TP_SPECTATOR);
        } else {
            end_watch(watch);
        }
    }
}

void table_show_out(table *table) {
    for (watch *watch = table->watches, *next; watch != NULL; watch = next) {
        next = watch->next_of_table;
        const char *person = watch->connection->who->id;
        if (table_seat_of(table, person) < 0 && !table_has_room_to_look(table, person)) end_watch(watch);
    }
}

/* At how many tables that are not over a person sits. */
static int seats_of(const server *server, const char *person) {
    int count = 0;
    size_t all;
    table *const *tables = seating_of(server, person, &all);
    for (size_t i = 0; i < all; i++) {
        int seat = table_seat_of(tables[i], person);
        count += seat >= 0 && !tables[i]->seats[seat].left && !tables[i]->seats[seat].resigned;
    }
    return count;
}

bool table_may_sit(connection *connection, int64_t ref) {
    server *server = connection->server;
    int most = server->setup.limits.seats_per_guest;
    if (connection->who->account || seats_of(server, connection->who->id) < most) return true;
    connection_refuse(connection, ref, "TOO_MANY",
                      "a guest can sit at %d tables at once; leave one, or create an account", most);
    return false;
}
