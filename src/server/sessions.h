/* Sessions: the devices on which an account is signed in. Each has a cookie of its own, and can be ended by
 * itself.
 *
 * Who is in memory has their sessions there too, and memory is right: code that changes the rows holds the
 * person meanwhile. */
#ifndef TAPETE_SERVER_SESSIONS_H
#define TAPETE_SERVER_SESSIONS_H

#include "server/people.h"
#include "server/requests.h"

enum {
    MOST_SESSIONS = 20
}; /* of one account: who signs in on one more is signed out where they were not for longest */

/* What a browser calls itself, in a few words that many share ("Firefox, Linux"); "" for others. */
void session_device(const char *user_agent, char out[STORE_DEVICE_SIZE]);
/* A new one of this request's device, seen now. */
void session_new(const request *request, store_session *out);
/* On the writer's thread: a session is written, and the oldest go if there are too many. */
tp_err session_begin(store *store, const char *person, const store_session *session, tp_error *error);

/* The sessions of a person, to be freed (all). On a thread that reads. */
tp_err sessions_read(store *store, const char *person, session_list *out, tp_error *error);

bool session_is_open(const person *person, const char *id);
/* In memory: a new one; none of this id ("": none at all) any more, and its connections end. */
void session_add(person *person, const store_session *session);
void session_drop(person *person, const char *id);

/* Requests: each is answered and freed. */
void sessions_show(request *request);
void sessions_end(request *request);
/* GET /api/session of an account: one whose cookie is of an earlier version gets a session. */
void session_renew(request *request);

#endif
