/* HTTP and websockets, and nothing that knows what they carry.
 *
 * One thread runs the event loop (net_run) and all callbacks ("handlers"); other threads may only call
 * net_wake and net_stop. Everything that a peer sends is bounded before a handler sees it: the number of
 * connections (in total and per address), the time for headers and body, their sizes, and the size of a
 * message. So is what waits for a peer that does not read (backpressure): beyond a limit its connection is
 * closed. Handlers get whole requests and whole messages of valid UTF-8.
 *
 * No function calls a handler before it returns, except net_run. */
#ifndef TAPETE_NET_H
#define TAPETE_NET_H

#include "tapete/error.h"

typedef struct net net;
typedef struct net_client net_client;     /* an open websocket */
typedef struct net_exchange net_exchange; /* a request that waits for its answer */

typedef struct net_request {
    const char *method; /* GET, HEAD or POST; others were answered with 405 */
    /* Decoded UTF-8, begins with "/", has no ".", "..", empty part, backslash or control character. */
    const char *path;
    const char *query; /* as it came, "" for none */
    /* Headers, "" if there is none. */
    const char *host, *origin, *cookie, *content_type, *if_none_match, *protocol, *accept_encoding,
        *accept_language, *user_agent, *invite;
    const char *address; /* of the peer, or what a trusted proxy says (net_setup.proxy) */
    bool secure;         /* a trusted proxy says that the peer speaks TLS */
    /* The peer is this machine itself, and no header says that a proxy stands between. */
    bool local;
    bool is_unbelieved; /* a header says that a proxy stands between, but the peer is not one that is trusted
                         */
    const char *body;   /* ends with a NUL that does not count; "" for none */
    size_t body_size;
} net_request;

typedef struct net_response {
    int status;
    const char *content_type;
    const char *headers; /* further ones, each "Name: value\r\n"; NULL: none */
    const void *body; /* copied unless `keep`; not sent to a HEAD, which is otherwise answered like a GET */
    size_t body_size;
    bool keep; /* the bytes outlive the server (files in memory): they are not copied */
} net_response;

/* All of them are optional. */
typedef struct net_handlers {
    void *context;
    /* A request. Answer it with net_reply, now or later, exactly once; the request is valid during the call
     * only. */
    void (*request)(void *context, net_exchange *exchange, const net_request *request);
    /* The peer of a request that waits has gone; the exchange is not valid any more. */
    void (*gone)(void *context, net_exchange *exchange);
    /* A websocket wants to open: the status with which it is refused, or 0 and *user, which net_user gives
     * back. */
    int (*open)(void *context, const net_request *request, void **user);
    void (*opened)(void *context, net_client *client);
    /* The text ends with a NUL that does not count. */
    void (*message)(void *context, net_client *client, const char *text, size_t size);
    /* A frame that ends no message: a ping, a pong, or a piece of a message. It may close the client. */
    void (*frame)(void *context, net_client *client);
    /* So many bits of one frame have come as cost as much as another message to read. It may close the
     * client.
     */
    void (*crumbs)(void *context, net_client *client);
    void (*closed)(void *context, net_client *client);
    void (*woken)(void *context); /* after net_wake, once for any number of calls */
    void (*timer)(void *context); /* when the time of net_timer has come */
} net_handlers;

typedef struct net_setup {
    const char *bind; /* an address, or NULL for all */
    int port;         /* 0: any free one, see net_port */
    /* Addresses, separated by commas, whose X-Forwarded-For and -Proto are believed; NULL: none. */
    const char *proxy;
    /* Of websockets: told to a client that offers it; one that offers none is welcome too; NULL: none. */
    const char *subprotocol;
    int stop_code;                        /* with which websockets are closed at the end; 0: 1001 */
    int max_connections, max_per_address; /* an address of IPv6 counts as its /64 */
    int header_s;       /* seconds for a whole request, headers and body, from the end of the one before it */
    int idle_s;         /* a websocket is pinged after half of that in silence, and dropped after all of it */
    size_t max_body;    /* of a request */
    size_t max_message; /* of a websocket */
    size_t max_queue; /* bytes that may wait for one websocket to read; beyond that it is closed with 1013 */
    /* The same for all connections of one address together, answers to requests included (an answer beyond it
     * ends its connection); 0: no bound. */
    size_t max_held;
    const char *headers; /* added to every response, each "Name: value\r\n" (security headers); NULL: none */
    net_handlers handlers;
} net_setup;

/* Listen. Raises the number of files that this process may have open, where it is too low for max_connections
 * and may be raised; takes fewer connections where not. The setup and its texts are not needed any more
 * afterwards. NULL with a sentence where the address is not available. */
net *net_open(const net_setup *setup, tp_error *error);
int net_port(const net *server);
void net_run(net *server); /* until net_stop */
/* Websockets are closed with 1001, or stop_code, after what waits for them was sent, requests are answered,
 * for at most a second; then net_run returns. */
void net_stop(net *server);
void net_free(net *server); /* NULL is fine; after net_run has returned, or without it */

/* From any thread or signal handler: have `woken` called by the loop. */
void net_wake(net *server);
/* Have `timer` called at this time of CLOCK_MONOTONIC, in milliseconds; one time at once, 0: never. */
void net_timer(net *server, int64_t at_ms);

/* Have `ready` called by the loop when this descriptor can be read. One at most; it stays the caller's. False
 * if the system refuses. */
bool net_watch(net *server, int descriptor, void (*ready)(void *context), void *context);

void net_reply(net_exchange *exchange, const net_response *response);
/* "%41" to "A", in place; false if a "%" is not followed by two hex digits, or by 00. The result need not
 * be UTF-8. */
bool net_percent_decode(char *text);
/* Decode the path of a request in place and check it (net_request). */
bool net_path_decode(char *path);
void net_exchange_set_user(net_exchange *exchange, void *user);
void *net_exchange_user(const net_exchange *exchange);
/* In which language it is answered, as the handler has said: NULL before. The text outlives the exchange. */
void net_exchange_set_language(net_exchange *exchange, const char *language);
const char *net_exchange_language(const net_exchange *exchange);

void *net_user(const net_client *client);
const char *net_address(const net_client *client);
/* Queue a text message. The bytes are shared, not copied, among all to whom they are sent. */
typedef struct net_text net_text;
net_text *net_text_new(const char *bytes, size_t size); /* NULL without memory */
void net_text_free(net_text *text);                     /* gives up the caller's share */
void net_send(net_client *client, net_text *text);
void net_send_bytes(net_client *client, const char *bytes, size_t size);
/* Serve this one before others where the loop is busy: those get a part of each turn. */
void net_serve_first(net_client *client, bool first);
void net_close(net_client *client, int code, const char *reason); /* after what is queued; `closed` follows */

typedef struct net_figures {
    uint64_t accepted, refused, messages_in, messages_out, bytes_in, bytes_out, dropped_slow;
    uint64_t held; /* bytes that wait to be read by peers */
    int connections, websockets;
    int max_connections; /* as many as the system lets us have */
} net_figures;
void net_get_figures(const net *server, net_figures *out);

#endif
