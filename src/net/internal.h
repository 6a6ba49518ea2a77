/* What the files of the network share.
 *
 * All descriptors hang in one epoll, which waits until the next moment at which something is due. What
 * happens goes through the handlers first, and what they have to say is written at the end of the round
 * (net_connections_finish): nothing is sent or freed while a handler runs. */
#ifndef TAPETE_NET_INTERNAL_H
#define TAPETE_NET_INTERNAL_H

#include "net/net.h"

#include <netinet/in.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/uio.h>

enum {
    NET_ADDRESS_TEXT = 46, /* as INET6_ADDRSTRLEN */
    NET_MAX_HEAD = 8192,   /* request line and headers */
    NET_MAX_CONTROL = 125, /* payload of a control frame */
    NET_SWEEP_MS = 250,    /* how often deadlines are looked at */
    NET_CLOSE_MS = 2000,   /* for a peer to take part in a close */
    NET_STOP_MS = 1000,
    /* What a peer may send before it hears of the close: more comes from one that will not stop. */
    NET_MAX_AFTER_CLOSE = 262144,
    NET_READ_SIZE = 4096,   /* bytes that are read at once, into a buffer that all connections share: what one
                               of them may have done in a turn */
    NET_UNSENT = 65536,     /* bytes that the system takes for a connection and has not sent yet */
    NET_OTHERS_US = 4000,   /* what those who are not served first have of a turn, in microseconds */
    NET_BODY_PIECE = 65536, /* of an answer, written at once; what is longer waits for its turn before each */
    NET_BODIES = 16,        /* such pieces in a turn */
};

typedef struct net_connection net_connection;

/* ---- addresses ---- */

typedef struct net_ip {
    uint8_t bytes[16]; /* IPv4 as ::ffff:a.b.c.d */
} net_ip;

/* How many connections come from one address: an IPv4 address, an IPv6 /64, or the /48 around that. */
typedef struct net_source {
    struct net_source *next;
    struct net_source *site; /* of a /64: its /48, which counts the same connections */
    net_ip key;
    int count;
    size_t held; /* bytes that wait for these connections to read */
} net_source;

typedef struct net_bucket {
    net_source *first;
} net_bucket;

typedef struct net_sources {
    net_bucket *buckets;
    size_t bucket_count; /* a power of two */
    uint8_t hash_key[16];
} net_sources;

bool net_ip_parse(const char *text, size_t size, net_ip *out);
/* An element of X-Forwarded-For: an address, or "192.0.2.1:4711" or "[2001:db8::1]:4711" as some proxies
 * write. */
bool net_ip_parse_forwarded(const char *text, size_t size, net_ip *out);
void net_ip_of(const struct sockaddr_storage *socket_address, net_ip *out);
void net_ip_write(const net_ip *ip, char text[NET_ADDRESS_TEXT]);
bool net_ip_is_loopback(const net_ip *ip);
bool net_ip_same(const net_ip *one, const net_ip *other);

bool net_sources_init(net_sources *sources, int max_connections);
void net_sources_free(net_sources *sources);
/* One connection more from this address: its entry, or NULL if there are `limit` already (four times as
 * many from a /48), or no memory is left. */
net_source *net_source_take(net_sources *sources, const net_ip *ip, int limit);
void net_source_release(net_sources *sources, net_source *source);
/* Whether so many bytes more may wait for the connections of this address; NULL: no bound. */
bool net_source_has_room(const net_source *source, size_t size, size_t limit);
void net_source_hold(net_source *source, size_t size);
void net_source_let_go(net_source *source, size_t size);

/* ---- a request as it is parsed ---- */

typedef struct net_head {
    const char *method, *path, *query;
    const char *host, *origin, *cookie, *content_type, *if_none_match, *protocol;
    const char *websocket_key, *websocket_version, *accept_encoding, *accept_language, *user_agent, *invite;
    size_t size;            /* of the head itself */
    uint64_t body_size;     /* Content-Length */
    bool is_old;            /* HTTP/1.0 */
    bool keeps_alive;       /* the connection stays open after the answer */
    bool wants_continue;    /* Expect: 100-continue */
    bool wants_upgrade;     /* Connection: upgrade, Upgrade: websocket */
    bool offers_protocol;   /* the subprotocol of the setup is among those offered */
    bool is_forwarded;      /* a header says that a proxy stands between */
    bool is_secure;         /* X-Forwarded-Proto: https */
    bool has_forwarded_for; /* `forwarded_for` is valid */
    net_ip forwarded_for;
} net_head;

/* Whom the parser asks. */
typedef struct net_parse_setup {
    const char *subprotocol;
    const net_ip *proxies;
    size_t proxy_count;
} net_parse_setup;

/* The size of the head at the start of these bytes, with the empty line that ends it; 0 if it has not come
 * yet. */
size_t net_head_size(const char *bytes, size_t size);
/* Parse a head in place: texts of `out` point into the bytes, which are changed. Gives the status with which
 * the request is refused, or 0. */
int net_head_parse(char *bytes, size_t size, const net_parse_setup *setup, net_head *out);

/* UTF-8, bytewise: the state after some more bytes. Begins and ends well with NET_UTF8_COMPLETE. */
enum { NET_UTF8_COMPLETE = 0, NET_UTF8_BROKEN = 1 };
uint32_t net_utf8(uint32_t state, const uint8_t *bytes, size_t size);

/* ---- a connection ---- */

typedef enum net_state {
    NET_READING,   /* a request */
    NET_ANSWERING, /* a handler has the request */
    NET_WRITING,   /* the answer */
    NET_WEBSOCKET, /* an open one */
    NET_CLOSING, /* a websocket whose close frame is on its way; all that we want to hear is the peer's own */
    NET_DRAINING, /* all is sent; input is thrown away until the peer closes, so that no reset overtakes
                     our last words */
    NET_DEAD,     /* the loop will close it */
} net_state;

struct net_exchange {
    net_connection *connection;
    void *user;
    const char *language;
    char *input; /* the head of the request, and what has come after its end */
    size_t filled, capacity;
    /* Once is_parsed. Points into the input, which may move when the handler has had the request. */
    net_head head;
    char *body;       /* apart, so that the head stays where it is while the body comes */
    size_t body_size; /* as much as has come */
    bool is_parsed, is_head_method, keeps_alive;
    bool is_owed; /* a handler has the request and has not answered it */
    char *response_head;
    const char *response_body;
    char *response_owned; /* the body, where it is a copy */
    size_t response_head_size, response_body_size, response_sent;
};

/* Bytes as they go over the wire, with the header of their frame. */
struct net_text {
    int shares;
    size_t size, payload_size;
    uint8_t bytes[];
};

typedef struct net_queued {
    struct net_queued *next;
    net_text *text;
} net_queued;

struct net_client {
    net_connection *connection;
    void *user;
    net_queued *first, *last;
    size_t queued_size, first_sent;
    int64_t heard_ms;   /* when the peer last said anything */
    size_t after_close; /* bytes that it has sent since we said that we close */
    uint64_t payload_left;
    char *message; /* of fragments */
    size_t message_size, message_capacity;
    uint32_t utf8;
    uint8_t header[14], header_filled;
    uint8_t mask[4], mask_index;
    uint8_t control[NET_MAX_CONTROL], control_size;
    uint8_t reads;     /* since the last frame was complete, or was paid for */
    bool in_message;   /* between the first fragment and the last */
    bool in_payload;   /* the header of a frame is complete */
    bool was_pinged;   /* and has said nothing since */
    bool close_queued; /* nothing follows it */
    bool close_heard;  /* or nothing that comes makes sense any more */
};

struct net_connection {
    /* First what a sweep over all of them looks at, so that it costs one line of the cache for each. */
    net_connection *next, *previous;
    int64_t deadline_ms;    /* when `state` has lasted too long; 0: never */
    int64_t quiet_until_ms; /* a websocket need not be asked before this whether it is still there */
    net_state state;
    bool is_trusted_proxy, is_loopback, is_paused, is_to_do;
    bool must_wait;  /* the peer has to read before we can write */
    bool waits_turn; /* a further request, or the rest of a long answer, waits for a later turn of the loop */
    bool is_first;   /* is served before others (net_serve_first) */
    int descriptor;
    uint32_t events; /* that we wait for, as epoll has them */
    net *net;
    net_connection *next_to_do;                /* in net.to_do, while is_to_do */
    net_connection *next_turn, *previous_turn; /* in net.turns, while waits_turn */
    net_source *source;                        /* where it counts */
    net_exchange *exchange;
    net_client *client;
    char address[NET_ADDRESS_TEXT];
    net_ip peer; /* the other end of the socket itself */
};

struct net {
    net_handlers handlers;
    int epoll_descriptor, wake_descriptor, listen_descriptor; /* -1: there is none */
    int other_descriptor;                                     /* of net_watch; -1: there is none */
    void (*other_ready)(void *context);
    void *other_context;
    int port, stop_code;
    int max_connections, max_per_address;
    int64_t header_ms, idle_ms;
    size_t max_body, max_message, max_queue, max_held;
    char *headers, *subprotocol;
    net_ip *proxies;
    size_t proxy_count;
    net_sources sources;
    net_connection *connections;
    net_connection *to_do, *to_do_last; /* those with something to send, or to be closed */
    net_connection *turns, *turns_last; /* those with something that waits for its turn, the longest first */
    size_t others_start;                /* where the others' next turn begins (net.c) */
    /* When something is to be done, as net_now_ms has it; 0: never. */
    int64_t timer_ms, sweep_ms, accept_again_ms, stop_limit_ms;
    atomic_bool should_stop;
    bool is_stopping, is_over;
    net_figures figures;
    char read_buffer[NET_READ_SIZE];
};

int64_t net_now_ms(void);

/* connection.c */
/* Take a socket that was accepted; it is closed where that is not possible. */
void net_connection_new(net *server, int descriptor, const struct sockaddr_storage *peer);
/* Have it closed at the end of this round. The handlers hear of it then. */
void net_connection_end(net_connection *connection);
/* So many bytes wait for its peer to read, or do not any more. */
bool net_connection_has_room(const net_connection *connection, size_t size);
void net_connection_hold(net_connection *connection, size_t size);
void net_connection_let_go(net_connection *connection, size_t size);
/* We have said all. */
void net_connection_drain(net_connection *connection);
/* There is something to write: it happens at the end of this round. */
void net_connection_write(net_connection *connection);
/* Let the peer wait with what it sends, or read on. */
void net_connection_pause(net_connection *connection, bool pause);
/* Have net_http_turn called in a later turn of the loop, after everybody else who waits. */
void net_connection_queue_turn(net_connection *connection);
void net_connection_leave_turns(net_connection *connection);
/* Send what is possible of some pieces: the number of bytes, 0 if the peer must read first, -1 if the
 * connection is gone. */
ssize_t net_connection_send(net_connection *connection, struct iovec *pieces, size_t count);
/* What epoll reports of it. */
void net_connection_serve(net_connection *connection, uint32_t events);
/* Look at the deadlines. */
void net_connections_sweep(net *server);
/* The server stops: websockets are closed, requests answered, everything else ends. */
void net_connections_stop(net *server);
/* The end of a round, after anything that may have called a handler: write what there is, close what has
 * ended. */
void net_connections_finish(net *server);
void net_connections_free(net *server);

/* http.c */
void net_http_receive(net_connection *connection, const char *bytes, size_t size);
void net_http_turn(net_connection *connection); /* answer its next request, or write on */
void net_http_writable(net_connection *connection);
void net_http_deadline(net_connection *connection);
void net_http_stop(net_connection *connection);
void net_http_free(net_connection *connection); /* the connection is gone */
/* A whole short answer, for a connection that is not taken at all. */
size_t net_http_refusal(const net *server, int status, char *text, size_t size);

/* websocket.c */
/* Make the connection a websocket; `answer` are the bytes of the handshake. False without memory. */
bool net_ws_open(net_connection *connection, void *user, const char *answer, size_t size);
void net_ws_receive(net_connection *connection, const uint8_t *bytes, size_t size);
void net_ws_writable(net_connection *connection);
void net_ws_sweep(net_connection *connection, int64_t now_ms);
void net_ws_stop(net_connection *connection);
void net_ws_free(net_connection *connection);

#endif
