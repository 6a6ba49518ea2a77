/* Websocket connections and the messages on them. */
#ifndef TAPETE_SERVER_CONNECTION_H
#define TAPETE_SERVER_CONNECTION_H

#include "net/net.h"
#include "server/base.h"
#include "server/cost.h"

struct connection {
    server *server;
    net_client *client;
    person *who;          /* NULL until looked up */
    const char *language; /* one of tp_languages() */
    bool marks;           /* wants cards marked in sentences */
    connection *next;     /* of the same person */
    watch *watches;
    int watch_count;
    bool lobby; /* wants to hear of public tables: in the list of the server */
    connection *next_in_lobby, *previous_in_lobby;
    cost_budget *address, *person; /* who pays (cost.h); person: once it is known */
    int strikes;                   /* messages that could not be paid for; too many, and it is closed */
    int nonsense;                  /* messages that could not be understood; too many, and it is closed */
    char serial[20]; /* its name in server.connections: an answer never goes to another connection at the same
                        place in memory */
    char session[STORE_SESSION_SIZE]; /* of the cookie; "": none */
    char *cookie;                     /* until looked up */
};

/* ---- connection.c ---- */

int connection_open(void *context, const net_request *request, void **user);
void connection_opened(void *context, net_client *client);
/* A frame that is no message costs as much as one. */
void connection_heard_frame(void *context, net_client *client);
void connection_received(void *context, net_client *client, const char *text, size_t size);
void connection_closed(void *context, net_client *client);
connection *connection_find(server *server, const char *serial); /* NULL: it has gone */
/* From where it comes, as limits per address count it. */
void connection_network(const connection *connection, char out[NETWORK_SIZE]);
void connection_send(connection *connection, json_t *message); /* takes the reference */
/* The same for the answer to the request `ref`; below 0: nobody asked. */
void connection_answer(connection *connection, int64_t ref, json_t *message);
void connection_send_text(connection *connection, const char *text,
                          size_t size);                    /* NULL: there was no memory */
void connection_done(connection *connection, int64_t ref); /* ref < 0: nobody asked */
/* The format is translated into the language of the connection; the text of connection_refuse_text is sent
 * as it is. */
void connection_refuse(connection *connection, int64_t ref, const char *reason, const char *format, ...)
    TP_PRINTF(4, 5);
void connection_refuse_text(connection *connection, int64_t ref, const char *reason, const char *text);
/* A message that cannot be understood, reason BAD_MESSAGE. After too many of them the connection is closed.
 */
void connection_refuse_message(connection *connection, int64_t ref, const char *text);

/* ---- lobby.c ---- */

void lobby_subscribe(connection *connection, int64_t ref, bool on);
void lobby_leave(connection *connection);
void lobby_forget(server *server); /* the list that is kept */
void lobby_tell(server *server);   /* what has changed since the last time */

/* ---- messages.c ---- */

/* A message that is an object of the right depth; what it asks for is done (messages.c). */
void message_do(connection *connection, const json_t *message, int64_t ref);

#endif
