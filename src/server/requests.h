/* Requests that wait for the database or for a password, and what the files that answer them share (http.c, people.c, accounts.c,
 * records.c, replays.c). */
#ifndef TAPETE_SERVER_REQUESTS_H
#define TAPETE_SERVER_REQUESTS_H

#include "server/server.h"

#include <stdarg.h>

/* ---- waiting (http.c) ---- */

/* From now on *holder is the exchange, until it is answered, or NULL: its peer has gone. */
void http_wait(net_exchange *exchange, net_exchange **holder);
/* Give the exchange back to be answered; NULL where nobody is left to be told. */
net_exchange *http_resume(net_exchange **holder);

typedef enum http_cost { COST_REQUEST, COST_PASSWORD } http_cost;
/* Whether this network may have another one; where not, the sentence says when (status 429). */
bool http_may(server *server, const char *network, http_cost cost, tp_error *error);
/* The same for a visitor who would have the database read; where not, that is answered. */
bool http_may_read(server *server, net_exchange *exchange, const net_request *request);

/* The value of this name in a query, decoded; false where there is none, or it is too long or damaged. */
bool http_query(const char *query, const char *name, char *out, size_t size);

/* GET or HEAD. */
bool http_reads(const net_request *request);
void http_reply_method(net_exchange *exchange, const char *allowed);
/* The database has not done what it should: 503, NOT_SAVED. Why is for the log. */
void http_reply_unsaved(net_exchange *exchange, const tp_error *error);
void http_reply_stopping(net_exchange *exchange);
void http_reply_no_memory(net_exchange *exchange);

/* Check a POST: origin, type, body. Returns the object, or NULL with the answer given. `keys` lists the members, all texts, those with a "?"
 * behind may be missing: "login password?". */
json_t *http_body(const server *server, net_exchange *exchange, const net_request *request, const char *keys);

/* ---- people (people.c, cookie.c) ---- */

typedef struct cookie {
    char id[ID_SIZE];
    int64_t sign_in;
} cookie;

enum { COOKIE_SIZE = ID_SIZE + 20 + 1 + 64 + 1 }; /* id, number and MAC, with their dots */

/* The first cookie of ours in a Cookie header that this key has signed. */
bool cookie_read(const uint8_t key[STORE_SECRET_SIZE], const char *header, cookie *out);
void cookie_write(const uint8_t key[STORE_SECRET_SIZE], const cookie *cookie, char out[COOKIE_SIZE]);

/* Whether a text can be the id of a person or a table. */
bool is_id(const char *text);

/* As people_find; `code` says whether the database has answered, where there is nobody. */
void people_look_up(server *server, const char *header,
                    void (*found)(void *context, person *person, tp_err code), void *context);
/* The person of this row, held: the one in memory, else made of the row. Blocks are the caller's, and taken. NULL without memory. */
person *people_of_row(server *server, const store_person *row, char (*blocked)[ID_SIZE],
                      size_t blocked_count);
/* The blocks of a person, in memory that the caller frees. On the writer's thread. */
tp_err people_read_blocks(store *store, const char *id, char (**blocked)[ID_SIZE], size_t *count,
                          tp_error *error);
/* Close whatever a person has open: their sign-ins are void. */
void people_disconnect(const person *person);

/* A request about a person. */
typedef struct request {
    server *server;
    net_exchange *exchange; /* NULL: the peer has gone */
    const struct people_route *route;
    json_t *body; /* POST */
    char network[NETWORK_SIZE];
    bool secure;
    person *who; /* held; NULL: no valid cookie */
} request;

/* Answer with who somebody is, and their cookie. */
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
const char *request_text(const request *request, const char *key); /* NULL where it is missing */
void request_free(request *request);

/* accounts.c: each answers the request and frees it. */
void account_register(request *request);
void account_login(request *request);
void account_logout(request *request);
void account_password(request *request);
void account_export(request *request);
void account_delete(request *request);

/* The hash that an unknown login name is compared with, so that it takes as long as a known one. */
extern const char account_dummy_hash[];
/* The name as it is kept: folded, checked. */
tp_err account_check_login(const char *login, char out[NAME_SIZE], tp_error *error);
tp_err account_check_password(const char *password, tp_error *error);

/* records.c */

/* A finished game, read for somebody who may look at it. */
typedef struct finished_game {
    char table[ID_SIZE];
    char who[ID_SIZE]; /* who asks; "": nobody that we know */
    bool is_public;
    struct {
        char person[ID_SIZE], agent[AGENT_SIZE]; /* "" for whoever is not one, or has gone */
    } seats[TP_MAX_SEATS];
    char *lines; /* its record, with `gone` for everybody who was deleted */
    size_t size;
} finished_game;

/* Everybody may look at what was played at a public table, else those who sat there or have the invite. Where there is no such game for
 * whoever asks, that is the answer; else `take` gets the game and answers. It may keep the lines (and then leaves NULL). `context` is
 * its own to free; where `take` is not called, it is freed here. */
typedef void take_finished(server *server, net_exchange *exchange, finished_game *game, void *context);
void finished_request(server *server, net_exchange *exchange, const net_request *request, const char *table,
                      take_finished *take, void *context);
void record_request(server *server, net_exchange *exchange, const net_request *request, const char *table);

/* replays.c */
void replay_request(server *server, net_exchange *exchange, const net_request *request, const char *table);

/* players.c, leaders.c */
void player_request(server *server, net_exchange *exchange, const net_request *request, const char *id);
void leaders_request(server *server, net_exchange *exchange, const net_request *request, const char *game);
json_t *standing_to_json(const store_standing *standing);

#endif
