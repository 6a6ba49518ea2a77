/* People: guests and accounts, by their cookies. */
#ifndef TAPETE_SERVER_PEOPLE_H
#define TAPETE_SERVER_PEOPLE_H

#include "net/net.h"
#include "server/base.h"

/* The devices on which an account is signed in, those seen last first (sessions.h). */
typedef struct session_list {
    store_session *all;
    size_t count;
} session_list;

struct person {
    session_list sessions;
    char id[ID_SIZE];
    char name[NAME_SIZE];
    char login[NAME_SIZE]; /* accounts: what is typed to sign in */
    bool account;
    bool kept;       /* has a row in the store, durably */
    bool forgotten;  /* deleted: only those who still hold this know of it */
    int64_t sign_in; /* goes up where cookies become void */
    int holders;     /* connections and requests that keep this in memory */
    connection *connections;
    char (*blocked)[ID_SIZE]; /* whom this person has blocked */
    size_t blocked_count;
    int tables; /* not over, made by this person */
};

/* What the database says of a person, and what has to be freed of it. */
typedef struct people_row {
    store_person row;
    char (*blocked)[ID_SIZE];
    size_t blocked_count;
    session_list sessions;
} people_row;

/* All of it, on a thread that reads; *exists false: there is no such person. */
tp_err people_row_read(store *store, const char *id, bool *exists, people_row *out, tp_error *error);
void people_row_free(people_row *row);
/* Make a person in memory as the row is, which another server has changed: takes what is in it. Connections
 * whose session is over are closed. */
void people_renew(person *person, people_row *row);

/* Look a cookie header up. `found` is called on the loop, now or later, with a person who is held
 * (people_release) or NULL: no cookie, or one that is not valid. */
void people_find(server *server, const char *cookie, void (*found)(void *context, person *person),
                 void *context);
/* A new guest, held. NULL without memory. */
person *people_new_guest(server *server);
/* The person of this id if in memory, not held any further. */
person *people_get(server *server, const char *id);
void people_release(server *server, person *person);
bool people_blocks(const person *person, const char *id);
tp_err people_block(server *server, person *person, const char *id, bool on, tp_error *error);
/* A name that is fit to be shown: trimmed, 1 .. 24 characters, no control or direction characters. */
tp_err people_check_name(const char *name, char out[NAME_SIZE], tp_error *error);
/* Everything about people over HTTP: the paths under /api that are theirs. True where it has answered or
 * will. */
bool people_request(server *server, net_exchange *exchange, const net_request *request);
void people_free(server *server);

#endif
