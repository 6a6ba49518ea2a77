/* Connections: who is behind a websocket, how fast it may speak, and how it is answered. */
#include "server/connection.h"
#include "server/charge.h"
#include "server/cluster.h"
#include "server/guesses.h"
#include "server/hosts.h"
#include "server/http.h"
#include "server/limits.h"
#include "server/map.h"
#include "server/operators.h"
#include "server/people.h"
#include "server/requests.h"
#include "server/server.h"
#include "server/table.h"
#include "server/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NONSENSE = 20, MOST_STRIKES = 20 };

connection *connection_find(server *server, const char *serial) {
    return map_get(&server->connections, serial);
}

void connection_network(const connection *connection, char out[NETWORK_SIZE]) {
    address_network(net_address(connection->client), out);
}

/* ---- opening and closing ---- */

static void connection_free(connection *connection) {
    server *server = connection->server;
    map_remove(&server->connections, connection->serial);
    cost_release(&(cost_payers){.address = connection->address}, PRICE_CONNECTION);
    cost_let_go(server->costs, connection->address);
    cost_let_go(server->costs, connection->person);
    free(connection->cookie);
    free(connection);
}

int connection_open(void *context, const net_request *request, void **user) {
    server *server = context;
    if (strcmp(cluster_local_path(server, request->path), "/ws") != 0) return 404;
    if (!host_is_ours(server, request->host)) return 421;
    if (!http_own_origin(server, request, false)) return 403;
    if (atomic_load(&server->stopping)) return 503;
    tp_error error = {0};
    if (cost_banned(server->costs, request->address, &error)) return 403;
    cost_budget *address = cost_address(server->costs, request->address);
    connection *connection = NULL;
    bool may = cost_charge(server->costs, &(cost_payers){.address = address}, PRICE_CONNECTION, 1,
                           server_now_ms(), NULL, NULL);
    if (may) connection = calloc(1, sizeof *connection);
    if (connection == NULL) {
        if (may) cost_release(&(cost_payers){.address = address}, PRICE_CONNECTION);
        cost_let_go(server->costs, address);
        return may ? 503 : 429;
    }
    connection->server = server;
    connection->address = address;
    connection->language = http_language(request);
    connection->marks = http_marks(request->query);
    snprintf(connection->serial, sizeof connection->serial, "%llx", (unsigned long long)++server->serials);
    connection->cookie = strdup(request->cookie);
    if (connection->cookie == NULL || !map_put(&server->connections, connection->serial, connection)) {
        connection_free(connection);
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
    if (message != NULL && connection->server->cluster != NULL)
        json_object_set_new(message, "path", json_string(connection->server->cluster->path));
    connection_send(connection, message);
}

/* The owner of the cookie was found; NULL: this is a new guest. `context` is the serial of the
 * connection. */
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
    if (who == NULL) {
        tp_error error = {0};
        const char *before = tp_language_set(connection->language);
        bool may = cost_charge(server->costs, &(cost_payers){.address = connection->address}, PRICE_GUEST, 1,
                               server_now_ms(), &error, NULL);
        tp_language_set(before);
        if (!may) {
            connection_refuse_text(connection, -1, error.reason, error.text);
            net_close(connection->client, 1008, "too many new guests");
            return;
        }
        who = people_new_guest(server);
    }
    if (who == NULL) {
        net_close(connection->client, 1013, "no memory");
        return;
    }
    connection->who = who;
    connection->person = cost_person(server->costs, who->id);
    if (who->account) {
        char network[NETWORK_SIZE];
        connection_network(connection, network);
        guess_known(server->guesses, who->login, network, server_now_ms());
    }
    connection->next = who->connections;
    who->connections = connection;
    const sanction *ban = ban_of_person(server, who->id, SANCTION_BAN);
    if (ban != NULL) {
        connection_refuse_banned(connection, ban);
    } else {
        welcome(connection);
    }
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
    struct cookie read;
    if (cookie_read(server->cookie_key, cookie, &read))
        memcpy(connection->session, read.session, sizeof connection->session);
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

void connection_send_text(connection *connection, const char *text, size_t size) {
    if (text != NULL) {
        net_send_bytes(connection->client, text, size);
    } else {
        net_close(connection->client, 1013, "no memory");
    }
}

void connection_send(connection *connection, json_t *message) {
    size_t size = 0;
    const char *text = json_text(message, &size);
    connection_send_text(connection, text, size);
    json_decref(message);
}

void connection_answer(connection *connection, int64_t ref, json_t *message) {
    if (message != NULL && ref >= 0) json_object_set_new(message, "ref", json_integer((json_int_t)ref));
    connection_send(connection, message);
}

void connection_done(connection *connection, int64_t ref) {
    char text[64];
    if (ref < 0) return;
    int size = snprintf(text, sizeof text, "{\"is\":\"done\",\"ref\":%lld}", (long long)ref);
    connection_send_text(connection, text, (size_t)size);
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

void connection_refuse_banned(connection *connection, const sanction *ban) {
    char text[TP_TEXT_SIZE];
    const char *before = tp_language_set(connection->language);
    ban_sentence(connection->server, ban, text, sizeof text);
    tp_language_set(before);
    connection_refuse_text(connection, -1, "BANNED", text);
    net_close(connection->client, 4003, "banned");
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
    connection_answer(connection, ref, message);
}

/* ---- paying ---- */

cost_payers charge_payers(const connection *connection, table *table) {
    return (cost_payers){.person = connection->person,
                         .address = connection->address,
                         .table = table != NULL ? &table->budget : NULL};
}

bool charge_connection(connection *connection, table *table, int64_t ref, cost_price price, int64_t times) {
    tp_error error = {0};
    cost_payers payers = charge_payers(connection, table);
    if (cost_charge(connection->server->costs, &payers, price, times, server_now_ms(), &error, NULL))
        return true;
    connection_refuse_text(connection, ref, error.reason, error.text);
    return false;
}

/* ---- listening ---- */

/* Whether this person plays somewhere just now, and their network has not used up half of what it may: then
 * they come before strangers. */
static bool comes_first(const connection *connection, int64_t now_ms) {
    if (!cost_is_modest(connection->server->costs, connection->address, now_ms)) return false;
    for (const watch *watch = connection->watches; watch != NULL; watch = watch->next_of_connection) {
        if (watch->viewer >= 0 &&
            (watch->table->phase == PHASE_COMMIT || watch->table->phase == PHASE_PLAYING))
            return true;
    }
    return false;
}

/* Whether one more message is paid for; otherwise why not. */
static bool may_speak(connection *connection, tp_error *error) {
    int64_t now_ms = server_now_ms();
    cost_payers payers = charge_payers(connection, NULL);
    bool may = cost_charge(connection->server->costs, &payers, PRICE_MESSAGE, 1, now_ms, error, NULL);
    net_serve_first(connection->client, may && comes_first(connection, now_ms));
    if (may && connection->strikes > 0) connection->strikes--;
    return may;
}

void connection_refuse_message(connection *connection, int64_t ref, const char *text) {
    connection->server->count.bad_messages++;
    connection_refuse_text(connection, ref, "BAD_MESSAGE", text);
    if (++connection->nonsense >= MOST_NONSENSE) net_close(connection->client, 1008, "too many bad messages");
}

/* The same, and a connection that goes on without paying is closed. */
static bool pay(connection *connection, tp_error *error) {
    if (may_speak(connection, error)) return true;
    if (++connection->strikes > MOST_STRIKES) {
        connection_refuse_text(connection, -1, error->reason, error->text);
        net_close(connection->client, 1008, "too many messages");
    }
    return false;
}

void connection_heard_frame(void *context, net_client *client) {
    (void)context;
    connection *connection = net_user(client);
    const char *before = tp_language_set(connection->language);
    tp_error unpaid = {0};
    pay(connection, &unpaid);
    tp_language_set(before);
}

void connection_received(void *context, net_client *client, const char *text, size_t size) {
    (void)context;
    connection *connection = net_user(client);
    const char *before = tp_language_set(connection->language);
    tp_error unpaid = {0};
    bool is_paid = pay(connection, &unpaid);
    if (connection->strikes > MOST_STRIKES) {
        tp_language_set(before);
        return;
    }
    json_error_t where;
    json_t *message =
        json_depth_ok(text, size) ? json_loadb(text, size, JSON_REJECT_DUPLICATES, &where) : NULL;
    if (!json_is_object(message)) {
        connection_refuse_message(connection, -1, TR("a message is one JSON object, nested at most 32 deep"));
        json_decref(message);
        tp_language_set(before);
        return;
    }
    const json_t *ref = json_object_get(message, "ref");
    if (ref != NULL && (!json_is_integer(ref) || json_integer_value(ref) < 0)) {
        connection_refuse_message(connection, -1, TR("'ref' should be a whole number from 0 on"));
    } else if (!is_paid) {
        connection_refuse_text(connection, ref != NULL ? json_integer_value(ref) : -1, unpaid.reason,
                               unpaid.text);
    } else if (connection->who == NULL) {
        connection_refuse_message(connection, ref != NULL ? json_integer_value(ref) : -1,
                                  TR("wait for the welcome"));
    } else {
        message_do(connection, message, ref != NULL ? json_integer_value(ref) : -1);
    }
    json_decref(message);
    tp_language_set(before);
}
