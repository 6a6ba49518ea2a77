/* Connections: who is behind a websocket, how fast it may speak, and how it is answered. */
#include "server/server.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NONSENSE = 20, MOST_ADDRESSES = 100000 };

typedef struct address {
    bucket rate;
    char text[64];
} address;

connection *connection_find(server *server, const char *serial) {
    return map_get(&server->connections, serial);
}

/* ---- opening and closing ---- */

static void connection_free(connection *connection) {
    server *server = connection->server;
    map_remove(&server->connections, connection->serial);
    free(connection->cookie);
    free(connection);
}

int connection_open(void *context, const net_request *request, void **user) {
    server *server = context;
    if (strcmp(request->path, "/ws") != 0) return 404;
    if (!http_own_origin(server, request, false)) return 403;
    if (atomic_load(&server->stopping)) return 503;
    connection *connection = calloc(1, sizeof *connection);
    if (connection == NULL) return 503;
    connection->server = server;
    connection->language = http_language(request);
    snprintf(connection->serial, sizeof connection->serial, "%llx", (unsigned long long)++server->serials);
    connection->cookie = strdup(request->cookie);
    if (connection->cookie == NULL || !map_put(&server->connections, connection->serial, connection)) {
        free(connection->cookie);
        free(connection);
        return 503;
    }
    *user = connection;
    return 0;
}

static void welcome(connection *connection) {
    const person *who = connection->who;
    json_t *message = json_pack("{s:s, s:i, s:s, s:{s:s, s:s, s:b}}", "is", "welcome", "protocol",
                                SERVER_PROTOCOL, "server", "tapete " TP_VERSION, "you", "id", who->id, "name",
                                who->name, "account", who->account);
    connection_send(connection, message);
}

/* Somebody was found behind the cookie, or nobody: then this is a new guest. `context` is the serial of the connection. */
static void found(void *context, person *who) {
    struct {
        server *server;
        char serial[20];
    } *lookup = context;
    server *server = lookup->server;
    connection *connection = connection_find(server, lookup->serial);
    free(lookup);
    if (connection == NULL) {
        if (who != NULL) people_release(server, who);
        return;
    }
    if (who == NULL) who = people_new_guest(server);
    if (who == NULL) {
        net_close(connection->client, 1013, "no memory");
        return;
    }
    connection->who = who;
    connection->next = who->connections;
    who->connections = connection;
    welcome(connection);
}

void connection_opened(void *context, net_client *client) {
    server *server = context;
    connection *connection = net_user(client);
    connection->client = client;
    struct {
        struct server *server;
        char serial[20];
    } *lookup = calloc(1, sizeof *lookup);
    if (lookup == NULL) {
        net_close(client, 1013, "no memory");
        return;
    }
    lookup->server = server;
    memcpy(lookup->serial, connection->serial, sizeof lookup->serial);
    char *cookie = connection->cookie;
    connection->cookie = NULL;
    people_find(server, cookie, found, lookup);
    free(cookie);
}

void connection_closed(void *context, net_client *client) {
    server *server = context;
    connection *connection = net_user(client);
    if (connection == NULL) return;
    while (connection->watches != NULL) table_unwatch(connection->watches);
    lobby_leave(connection);
    if (connection->who != NULL) {
        struct connection **link = &connection->who->connections;
        while (*link != connection) link = &(*link)->next;
        *link = connection->next;
        people_release(server, connection->who);
    }
    connection_free(connection);
}

/* ---- speaking ---- */

void connection_send(connection *connection, json_t *message) {
    size_t size;
    const char *text = json_text(message, &size);
    if (text != NULL) {
        net_send_bytes(connection->client, text, size);
    } else {
        net_close(connection->client, 1013, "no memory");
    }
    json_decref(message);
}

void connection_done(connection *connection, int64_t ref) {
    if (ref >= 0) connection_send(connection, json_pack("{s:s, s:I}", "is", "done", "ref", (json_int_t)ref));
}

void connection_refuse(connection *connection, int64_t ref, const char *reason, const char *format, ...) {
    char text[TP_TEXT_SIZE];
    const char *before = tp_language_set(connection->language);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, tp_translate(format), arguments);
    va_end(arguments);
    tp_language_set(before);
    connection_refuse_text(connection, ref, reason, text);
}

void connection_refuse_text(connection *connection, int64_t ref, const char *reason, const char *text) {
    connection->server->count.refused++;
    json_t *message = json_pack("{s:s, s:s, s:s}", "is", "refused", "reason", reason, "text", text);
    /* What a client has sent may be cut in the middle of a letter. */
    if (message == NULL) {
        const char *before = tp_language_set(connection->language);
        message = json_pack("{s:s, s:s, s:s}", "is", "refused", "reason", reason, "text",
                            TR("This cannot be done."));
        tp_language_set(before);
    }
    if (message != NULL && ref >= 0) json_object_set_new(message, "ref", json_integer((json_int_t)ref));
    connection_send(connection, message);
}

/* ---- listening ---- */

/* Whether one more message is allowed: of this connection, and of all from its address. */
static bool may_speak(connection *connection) {
    server *server = connection->server;
    const limits *limits = &server->setup.limits;
    int64_t now = server_now_ms();
    if (!bucket_take(&connection->rate, limits->messages_per_s, limits->message_burst, now)) return false;
    const char *text = net_address(connection->client);
    address *address = map_get(&server->addresses, text);
    if (address == NULL) {
        /* Buckets of long ago are full again: forgetting them all changes little. */
        if (server->addresses.count >= MOST_ADDRESSES) {
            struct address *old;
            for (size_t i = 0; (old = map_next(&server->addresses, &i)) != NULL;) free(old);
            map_free(&server->addresses);
        }
        address = calloc(1, sizeof *address);
        if (address == NULL) return false;
        snprintf(address->text, sizeof address->text, "%s", text);
        if (!map_put(&server->addresses, address->text, address)) {
            free(address);
            return false;
        }
    }
    return bucket_take(&address->rate, limits->address_messages_per_s, 2.0 * limits->address_messages_per_s,
                       now);
}

static void nonsense(connection *connection, int64_t ref, const char *text) {
    connection->server->count.bad_messages++;
    connection_refuse_text(connection, ref, "BAD_MESSAGE", text);
    if (++connection->nonsense >= MOST_NONSENSE) net_close(connection->client, 1008, "too many bad messages");
}

void connection_received(void *context, net_client *client, const char *text, size_t size) {
    (void)context;
    connection *connection = net_user(client);
    if (!may_speak(connection)) {
        connection_refuse(connection, -1, "TOO_MANY", "too many messages: this connection is closed");
        net_close(client, 1008, "too many messages");
        return;
    }
    const char *before = tp_language_set(connection->language);
    json_error_t where;
    json_t *message =
        json_depth_ok(text, size) ? json_loadb(text, size, JSON_REJECT_DUPLICATES, &where) : NULL;
    if (!json_is_object(message)) {
        nonsense(connection, -1, TR("a message is one JSON object, nested at most 32 deep"));
        json_decref(message);
        tp_language_set(before);
        return;
    }
    const json_t *ref = json_object_get(message, "ref");
    if (ref != NULL && (!json_is_integer(ref) || json_integer_value(ref) < 0)) {
        nonsense(connection, -1, TR("'ref' should be a whole number from 0 on"));
    } else if (connection->who == NULL) {
        nonsense(connection, ref != NULL ? json_integer_value(ref) : -1, TR("wait for the welcome"));
    } else {
        message_do(connection, message, ref != NULL ? json_integer_value(ref) : -1);
    }
    json_decref(message);
    tp_language_set(before);
}
