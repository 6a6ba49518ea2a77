/* The lobby: the public tables that have a free seat or are being played, told to clients in the lobby as
 * they change. */
#include "server/cluster.h"
#include "server/connection.h"
#include "server/map.h"
#include "server/people.h"
#include "server/seating.h"
#include "server/server.h"
#include "server/table.h"
#include "server/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_LISTED = 200, /* in one whole list */
    FEW_TABLES = 20,   /* of which a list is made at once */
    OLDEST_MS = 300,
};

static bool is_listed(const table *table) {
    return table->settings.is_public && !table->broken && table->durable > 0 &&
           (table->phase == PHASE_OPEN || table->phase == PHASE_COMMIT || table->phase == PHASE_PLAYING);
}

void lobby_leave(connection *connection) {
    if (!connection->lobby) return;
    connection->lobby = false;
    if (connection->next_in_lobby != NULL)
        connection->next_in_lobby->previous_in_lobby = connection->previous_in_lobby;
    if (connection->previous_in_lobby != NULL) {
        connection->previous_in_lobby->next_in_lobby = connection->next_in_lobby;
    } else {
        connection->server->lobby = connection->next_in_lobby;
    }
    connection->next_in_lobby = connection->previous_in_lobby = NULL;
}

static void enter(connection *connection) {
    server *server = connection->server;
    if (connection->lobby) return;
    connection->lobby = true;
    connection->next_in_lobby = server->lobby;
    if (server->lobby != NULL) server->lobby->previous_in_lobby = connection;
    server->lobby = connection;
}

/* The tables where this person sits, as far as they are not over: those where it is their turn come first. */
static json_t *own_tables(const connection *connection) {
    json_t *list = json_array();
    size_t count;
    table *const *tables = seating_of(connection->server, connection->who->id, &count);
    for (size_t i = 0; i < count; i++) {
        const table *table = tables[i];
        int seat = table_seat_of(table, connection->who->id);
        if (seat < 0 || table->broken || table->durable == 0) continue;
        bool is_due = table->phase == PHASE_PLAYING && table->durable == table->number &&
                      tp_match_actor(table->match) == seat;
        json_t *summary = table_summary(table);
        if (summary != NULL) json_object_set_new(summary, "your_turn", json_boolean(is_due));
        if (is_due) {
            json_array_insert_new(list, 0, summary);
        } else {
            json_array_append_new(list, summary);
        }
    }
    return list;
}

void lobby_forget(server *server) {
    free(server->lobby_text);
    server->lobby_text = NULL;
}

/* The list of public tables as text, made once for all who ask while nothing changes. If there are many
 * tables something always does: then it may be a moment old, and the clients that have it hear of what has
 * changed with lobby_tell. NULL without memory. */
static const char *public_tables(server *server) {
    int64_t now_ms = server_now_ms();
    bool is_good = !server->lobby_changed ||
                   (server->live_tables > FEW_TABLES && now_ms - server->lobby_text_ms < OLDEST_MS);
    if (server->lobby_text != NULL && is_good) return server->lobby_text;
    lobby_forget(server);
    server->lobby_changed = false;
    server->lobby_text_ms = now_ms;
    json_t *tables = json_array();
    table *table;
    /* Those that can be joined first. */
    for (int playing = 0; playing <= 1; playing++) {
        for (size_t i = 0; (table = map_next(&server->tables, &i)) != NULL;) {
            if (json_array_size(tables) >= MOST_LISTED) break;
            if (is_listed(table) && (table->phase != PHASE_OPEN) == playing)
                json_array_append_new(tables, table_summary(table));
        }
        if (server->cluster != NULL) cluster_add_tables(server, tables, playing == 0, MOST_LISTED);
    }
    server->lobby_text = json_dumps(tables, JSON_COMPACT);
    json_decref(tables);
    server->count.lobbies++;
    return server->lobby_text;
}

/* `others`: the person's tables at other servers, or NULL. */
static void tell_all(connection *connection, int64_t ref, json_t *others) {
    server *server = connection->server;
    size_t mine_size;
    const char *tables = public_tables(server);
    json_t *own = own_tables(connection);
    if (own != NULL && others != NULL) json_array_extend(own, others);
    const char *mine = json_text(own, &mine_size);
    char *text = NULL;
    int size = -1;
    if (tables != NULL && mine != NULL && ref >= 0) {
        size = asprintf(&text, "{\"is\":\"lobby\",\"tables\":%s,\"mine\":%s,\"whole\":true,\"ref\":%lld}",
                        tables, mine, (long long)ref);
    } else if (tables != NULL && mine != NULL) {
        size = asprintf(&text, "{\"is\":\"lobby\",\"tables\":%s,\"mine\":%s,\"whole\":true}", tables, mine);
    }
    json_decref(own);
    if (size < 0) {
        connection_refuse(connection, ref, "TOO_MANY", "the server is out of memory");
        return;
    }
    net_send_bytes(connection->client, text, (size_t)size);
    free(text);
}

void lobby_subscribe(connection *connection, int64_t ref, bool on) {
    if (!on) {
        lobby_leave(connection);
        connection_done(connection, ref);
        return;
    }
    enter(connection);
    if (connection->server->cluster != NULL) {
        cluster_tell_lobby(connection, ref, tell_all);
    } else {
        tell_all(connection, ref, NULL);
    }
}

void lobby_tell(server *server) {
    json_t *changed = NULL, *gone = NULL;
    size_t told = 0;
    table *table;
    for (size_t i = 0; (table = map_next(&server->tables, &i)) != NULL;) {
        /* The rest next time, and what is not on the disk yet. */
        bool is_early = !table->broken && table->durable < table->row_number;
        if (!table->lobby_dirty || told >= MOST_LISTED || is_early) continue;
        told += table->settings.is_public;
        table->lobby_dirty = false;
        if (!table->settings.is_public || server->lobby == NULL) continue;
        if (changed == NULL) {
            changed = json_array();
            gone = json_array();
        }
        if (is_listed(table)) {
            json_array_append_new(changed, table_summary(table));
        } else {
            json_array_append_new(gone, json_string(table->id));
        }
    }
    if (server->cluster != NULL) cluster_add_changes(server, &changed, &gone);
    if (changed == NULL) return;
    json_t *message = json_pack("{s:s, s:o, s:o}", "is", "lobby", "tables", changed, "gone", gone);
    size_t size;
    const char *bytes = json_text(message, &size);
    net_text *text = bytes != NULL ? net_text_new(bytes, size) : NULL;
    json_decref(message);
    if (text == NULL) return;
    for (connection *each = server->lobby, *next; each != NULL; each = next) {
        next = each->next_in_lobby;
        net_send(each->client, text);
    }
    net_text_free(text);
}
