/* Speaking to a server as its client: as much of HTTP and of websockets (RFC 6455) as is needed for our own.
 * For `tapete load` and `tapete join`. Apart from a hash these are not the functions of the server, so that a
 * mistake in one is not hidden by the same mistake in the other. */
#ifndef TAPETE_NET_CLIENT_H
#define TAPETE_NET_CLIENT_H

#include "tapete/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

/* ---- addresses and requests (client_http.c) ---- */

typedef struct client_target {
    struct sockaddr_storage address;
    socklen_t length;
    char host[128]; /* for the Host header */
} client_target;

/* Find the server of a URL, which must answer; its path is not looked at. `here`: on this machine only. Fails
 * with a sentence. */
tp_err client_find(const char *url, bool here, client_target *out, tp_error *error);

enum { CLIENT_COOKIE_SIZE = 512, CLIENT_BODY_SIZE = 1024 };

/* One request, waiting for its answer. */
typedef struct client_request {
    const char *path;
    const char *body;   /* JSON to POST; NULL: a GET */
    const char *cookie; /* "name=value", or "" */
    const char *language;
    const char *invite; /* to a private table; NULL or "": none */
} client_request;

/* The body of the answer, which the caller frees, with the status and the cookie that it sets ("" if it
 * sets none). NULL: there was no answer, or not one of HTTP. */
char *client_ask(const client_target *target, const client_request *request, int *status,
                 char cookie[CLIENT_COOKIE_SIZE]);

/* ---- websockets (client_socket.c) ---- */

typedef enum client_state { CLIENT_CLOSED, CLIENT_SHAKING, CLIENT_OPEN } client_state;

typedef struct client_socket {
    int descriptor;
    client_state state;
    bool broken; /* what came was against the rules of websockets */
    char *kept;  /* the beginning of a frame whose end has not come */
    size_t kept_size;
    char *unsent; /* what the system has not taken yet */
    size_t unsent_size;
    uint64_t mask;   /* from which the masks of our frames come */
    char accept[32]; /* what the server answers who has understood our handshake */
} client_socket;

typedef void (*client_heard)(void *context, const char *text, size_t size);

/* Begin to connect, without waiting; `path` is "/ws" with what is asked there. The epoll hears of it as
 * `data`. */
bool client_socket_open(client_socket *self, const client_target *target, const char *path,
                        const char *cookie, int epoll, uint64_t data);
void client_socket_close(client_socket *self);
/* Read what there is; `heard` gets each message. NULL, or a sentence why it is closed now. */
const char *client_socket_read(client_socket *self, client_heard heard, void *context, uint64_t *bytes);
/* NULL or a sentence, as above. */
const char *client_socket_send(client_socket *self, const char *text, size_t size);
const char *client_socket_flush(client_socket *self);

#endif
