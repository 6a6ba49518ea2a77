/* Requests that wait for the database or for a password, and what the files that answer them share (http.c,
 * people.c, accounts.c, records.c, replays.c). */
#ifndef TAPETE_SERVER_REQUESTS_H
#define TAPETE_SERVER_REQUESTS_H

#include "server/base.h"
#include "store/privacy.h"

#include <stdarg.h>

/* ---- waiting (http.c) ---- */

/* From now on *holder is the exchange, until it is answered, or NULL: its peer has gone. */
void http_wait(net_exchange *exchange, net_exchange **holder);
/* Give the exchange back to be answered; NULL if nobody is left to be told. */
net_exchange *http_resume(net_exchange **holder);

/* The value of this name in a query, decoded; false if there is none, or it is too long or damaged. */
bool http_query(const char *query, const char *name, char *out, size_t size);

/* GET or HEAD. */
bool http_reads(const net_request *request);
void http_reply_method(net_exchange *exchange, const char *allowed);
/* The database has not done what it should: 503, NOT_SAVED. Why is for the log. */
void http_reply_unsaved(net_exchange *exchange, const tp_error *error);
void http_reply_stopping(net_exchange *exchange);
void http_reply_no_memory(net_exchange *exchange);

/* Check a POST: origin, type, body. Returns the object, or NULL with the answer given. `keys` lists the
 * members, all texts, those with a "?" behind may be missing: "login password?". */
json_t *http_body(const server *server, net_exchange *exchange, const net_request *request, const char *keys);

/* ---- people (people.c, cookie.c) ---- */

typedef struct cookie {
    char id[ID_SIZE];
    int64_t sign_in;
    char session[STORE_SESSION_SIZE]; /* the device, of an account; "": none */
    int64_t issued_h;                 /* in hours of the server's uptime */
    bool is_old;                      /* of an earlier version, without the two above */
} cookie;

/* The version, id, two numbers, device and MAC, with their dots. */
enum { COOKIE_SIZE = 2 + ID_SIZE + 20 + 20 + STORE_SESSION_SIZE + 64 + 1 };

/* The first cookie of ours in a Cookie header that this key has signed. */
bool cookie_read(const uint8_t key[STORE_SECRET_SIZE], const char *header, cookie *out);
/* "Set-Cookie: …", whole lines. */
void cookie_header(const char *value, bool secure, int64_t max_age_s, char *out, size_t size);
void cookie_write(const uint8_t key[STORE_SECRET_SIZE], const cookie *cookie, char out[COOKIE_SIZE]);

/* Whether a text can be the id of a person or a table. */
bool is_id(const char *text);

/* As people_find; `code` says whether the database has answered, if there is nobody. */
void people_look_up(server *server, const char *header,
                    void (*found)(void *context, person *person, tp_err code), void *context);
/* The person of this row, held: the one in memory, else made of the row. Blocks are the caller's, and taken.
 * NULL without memory. */
person *people_of_row(server *server, const store_person *row, char (*blocked)[ID_SIZE],
                      size_t blocked_count);
/* The blocks of a person, in memory that the caller frees. On the writer's thread. */
tp_err people_read_blocks(store *store, const char *id, char (**blocked)[ID_SIZE], size_t *count,
                          tp_error *error);
/* Close all that a person has open: their sign-ins are void. */
void people_disconnect(const person *person);

/* A request about a person. */
typedef struct request {
    server *server;
    net_exchange *exchange; /* NULL: the peer has gone */
    const struct people_route *route;
    json_t *body; /* POST */
    char network[NETWORK_SIZE];
    bool secure;
    char session[STORE_SESSION_SIZE]; /* of the cookie that it came with, or that it gets; "": none */
    char device[STORE_DEVICE_SIZE];
    person *who; /* held; NULL: no valid cookie */
} request;

/* Answer with who the client is, and their cookie. */
void request_reply_person(request *request, const person *person);
/* The same with a new guest, who is then let go. */
void request_reply_guest(request *request);
/* As http_reply_error. */
void http_reply_error_list(net_exchange *exchange, int status, const char *reason, const char *format,
                           va_list arguments);
void request_fail(request *request, int status, const char *reason, const char *format, ...) TP_PRINTF(4, 5);
/* In which language it is answered. */
const char *request_language(const request *request);
void request_fail_text(request *request, int status, const char *reason, const char *text);
void request_fail_unsaved(request *request, const tp_error *error);
const char *request_text(const request *request, const char *key); /* NULL if it is missing */
void request_free(request *request);

/* accounts.c: each answers the request and frees it. */
void account_register(request *request);
void account_login(request *request);
void account_logout(request *request);
void account_password(request *request);
/* Another password by a one-time link (resets.c). */
void account_reset(request *request);
void account_export(request *request);
void account_delete(request *request);

/* Whether one more password of this network may wait to be hashed. */
bool account_may_hash(const server *server, const char *network);
/* The hash that an unknown login name is compared with, so that it takes as long as a known one. */
extern const char account_dummy_hash[];
/* The name as it is kept: folded, checked. */
tp_err account_check_login(const char *login, char out[NAME_SIZE], tp_error *error);
tp_err account_check_password(const char *password, tp_error *error);

/* listings.c: the lists of games and of agents. */
void listings_games(server *server, net_exchange *exchange);
/* What moves and views of one game consist of. */
void listings_schema(server *server, net_exchange *exchange, const char *name);
void listings_agents(server *server, net_exchange *exchange);
void listings_free(listings *listings); /* NULL is fine */

/* records.c */

typedef struct finished_seat {
    char person[ID_SIZE], agent[AGENT_SIZE]; /* "" for a seat without one, or one who has gone */
    char renamed[NAME_SIZE];                 /* what an operator has called them since; "" */
} finished_seat;

typedef struct finished_record finished_record;

/* A finished game, read for a client that may see it. */
typedef struct finished_game {
    char table[ID_SIZE];
    char who[ID_SIZE];          /* who asks; "": nobody that we know */
    char network[NETWORK_SIZE]; /* and from where */
    bool is_public;
    const finished_seat *seats;
    const char *lines; /* its record, with `gone` for everybody who was deleted */
    size_t size;
    finished_record *record; /* whose seats and lines are, for all who have asked */
} finished_game;

/* Everybody may look at what was played at a public table, else those who sat there or have the invite. If
 * this client has no such game, that is the answer; else `take` gets the game and answers. It may
 * keep a copy of the game, and then holds and releases it, both on the loop. `context` is its own to free;
 * where `take` is not called, it is freed here. */
typedef void take_finished(server *server, net_exchange *exchange, finished_game *game, void *context);
void finished_request(server *server, net_exchange *exchange, const net_request *request, const char *table,
                      cost_price price, take_finished *take, void *context);
void finished_hold(finished_game *game);
void finished_release(server *server, finished_game *game);
void record_request(server *server, net_exchange *exchange, const net_request *request, const char *table);

/* replays.c */
void replay_request(server *server, net_exchange *exchange, const net_request *request, const char *table);

/* players.c, leaders.c */
void player_request(server *server, net_exchange *exchange, const net_request *request, const char *id);
void leaders_request(server *server, net_exchange *exchange, const net_request *request, const char *game);
json_t *standing_to_json(const store_standing *standing);

#endif
