/* Sessions of accounts: see sessions.h. */
#include "server/sessions.h"
#include "server/connection.h"
#include "server/http.h"
#include "server/people.h"
#include "server/server.h"
#include "server/text.h"
#include "server/writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ID_DIGITS = 16, DAY_MS = 24 * 3600 * 1000 };

static const char no_memory[] = TR_MARK("the server is out of memory; try again later");

/* ---- devices ---- */

typedef struct word {
    const char *part, *name;
} word;

/* The first that fits: many browsers name others too, for compatibility. */
static const char *first_of(const char *text, const word *words) {
    while (words->part != NULL && strstr(text, words->part) == NULL) words++;
    return words->part != NULL ? words->name : "";
}

void session_device(const char *user_agent, char out[STORE_DEVICE_SIZE]) {
    static const word browsers[] = {{"Firefox/", "Firefox"}, {"Edg", "Edge"},      {"OPR/", "Opera"},
                                    {"Chrome/", "Chrome"},   {"CriOS/", "Chrome"}, {"Safari/", "Safari"},
                                    {"tapete", "tapete"},    {NULL, NULL}};
    static const word systems[] = {{"Android", "Android"}, {"iPhone", "iPhone"},  {"iPad", "iPad"},
                                   {"Windows", "Windows"}, {"Mac OS X", "macOS"}, {"CrOS", "ChromeOS"},
                                   {"Linux", "Linux"},     {NULL, NULL}};
    const char *browser = first_of(user_agent, browsers), *system = first_of(user_agent, systems);
    snprintf(out, STORE_DEVICE_SIZE, "%s%s%s", browser, browser[0] != '\0' && system[0] != '\0' ? ", " : "",
             system);
}

void session_new(const request *request, store_session *out) {
    *out = (store_session){.made_ms = server_time_ms()};
    out->seen_ms = out->made_ms;
    random_id(out->id, 's', ID_DIGITS);
    memcpy(out->device, request->device, sizeof out->device);
}

/* ---- rows ---- */

typedef struct reading {
    session_list list;
    bool failed;
} reading;

static void add_session(void *context, const store_session *session) {
    reading *reading = context;
    session_list *list = &reading->list;
    store_session *grown =
        list->count % 8 == 0 ? realloc(list->all, (list->count + 8) * sizeof *grown) : list->all;
    if (grown == NULL) {
        reading->failed = true;
        return;
    }
    list->all = grown;
    list->all[list->count++] = *session;
}

tp_err sessions_read(store *store, const char *person, session_list *out, tp_error *error) {
    reading reading = {0};
    tp_err code = store_sessions(store, person, add_session, &reading, error);
    if (code == TP_OK && reading.failed)
        code = tp_fail(error, TP_E_MEMORY, "no memory for a list of devices");
    if (code != TP_OK) {
        free(reading.list.all);
        return code;
    }
    *out = reading.list;
    return TP_OK;
}

tp_err session_begin(store *store, const char *person, const store_session *session, tp_error *error) {
    session_list list = {0};
    tp_err code = store_session_put(store, person, session, error);
    if (code == TP_OK) code = sessions_read(store, person, &list, error);
    for (size_t i = MOST_SESSIONS; code == TP_OK && i < list.count; i++)
        code = store_session_end(store, person, list.all[i].id, error);
    free(list.all);
    return code;
}

/* ---- in memory ---- */

static size_t place_of(const person *person, const char *id) {
    size_t i = 0;
    while (i < person->sessions.count && strcmp(person->sessions.all[i].id, id) != 0) i++;
    return i;
}

bool session_is_open(const person *person, const char *id) {
    return id[0] != '\0' && place_of(person, id) < person->sessions.count;
}

void session_add(person *person, const store_session *session) {
    session_list *list = &person->sessions;
    if (session_is_open(person, session->id)) return;
    store_session *grown = realloc(list->all, (list->count + 1) * sizeof *grown);
    if (grown == NULL) return;
    list->all = grown;
    memmove(grown + 1, grown, list->count++ * sizeof *grown);
    grown[0] = *session;
    while (list->count > MOST_SESSIONS) session_drop(person, grown[list->count - 1].id);
}

void session_drop(person *person, const char *id) {
    char copy[STORE_SESSION_SIZE];
    snprintf(copy, sizeof copy, "%s", id);
    size_t place = place_of(person, copy);
    if (copy[0] == '\0') {
        person->sessions.count = 0;
    } else if (place < person->sessions.count) {
        store_session *at = &person->sessions.all[place];
        memmove(at, at + 1, (--person->sessions.count - place) * sizeof *at);
    }
    for (connection *connection = person->connections, *next; connection != NULL; connection = next) {
        next = connection->next; /* closing can take it out of the list */
        if (copy[0] == '\0' || strcmp(connection->session, copy) == 0)
            net_close(connection->client, 4001, "signed out");
    }
}

/* ---- requests ---- */

void sessions_show(request *request) {
    const person *who = request->who;
    net_exchange *exchange = http_resume(&request->exchange);
    json_t *rows = json_array();
    for (size_t i = 0; i < who->sessions.count; i++) {
        const store_session *session = &who->sessions.all[i];
        json_array_append_new(rows, json_pack("{s:s, s:s, s:I, s:I, s:b}", "session", session->id, "device",
                                              session->device, "made_ms", (json_int_t)session->made_ms,
                                              "seen_ms", (json_int_t)session->seen_ms, "this",
                                              strcmp(session->id, request->session) == 0));
    }
    if (exchange != NULL)
        http_reply_json(exchange, 200, json_pack("{s:o}", "sessions", rows), "Cache-Control: no-store\r\n");
    else
        json_decref(rows);
    request_free(request);
}

typedef struct session_job {
    job job;
    request *request;
    char person[ID_SIZE];
    store_session session; /* id "": all */
    int64_t sign_in;       /* all: cookies of earlier versions are void */
} session_job;

static session_job *new_job(request *request) {
    session_job *job = calloc(1, sizeof *job);
    if (job == NULL) {
        request_fail(request, 503, "TOO_MANY", no_memory);
        request_free(request);
        return NULL;
    }
    job->request = request;
    memcpy(job->person, request->who->id, sizeof job->person);
    return job;
}

static tp_err run_end(job *job, store *store, tp_error *error) {
    session_job *end = (session_job *)job;
    store_person row;
    tp_err code = store_session_end(store, end->person, end->session.id, error);
    if (code != TP_OK || end->session.id[0] != '\0') return code;
    code = store_person_get(store, end->person, &row, error);
    if (code == TP_E_UNKNOWN) return TP_OK;
    if (code != TP_OK) return code;
    end->sign_in = ++row.sign_in;
    return store_person_put(store, &row, error);
}

static void end_done(job *job, server *server) {
    session_job *end = (session_job *)job;
    request *request = end->request;
    (void)server;
    bool is_own = end->session.id[0] == '\0' || strcmp(end->session.id, request->session) == 0;
    if (job->code != TP_OK) {
        request_fail_unsaved(request, &job->error);
    } else {
        if (end->sign_in > 0) request->who->sign_in = end->sign_in;
        if (is_own) {
            request_reply_guest(request); /* first: who is thrown out comes back soon */
        } else {
            request_reply_person(request, request->who);
        }
        session_drop(request->who, end->session.id);
    }
    request_free(request);
    free(end);
}

void sessions_end(request *request) {
    const char *id = request_text(request, "session");
    bool is_all = strcmp(id, "all") == 0;
    if (!is_all && !session_is_open(request->who, id)) {
        request_fail(request, 404, "NO_SUCH_SESSION", "you are not signed in on that device");
        request_free(request);
        return;
    }
    session_job *end = new_job(request);
    if (end == NULL) return;
    if (!is_all) snprintf(end->session.id, sizeof end->session.id, "%s", id);
    end->job.run = run_end;
    end->job.done = end_done;
    writer_give(request->server->writer, &end->job);
}

/* ---- renewing ---- */

static tp_err run_put(job *job, store *store, tp_error *error) {
    const session_job *put = (session_job *)job;
    tp_err code = session_begin(store, put->person, &put->session, error);
    return code == TP_E_UNKNOWN ? TP_OK : code;
}

static void put_done(job *job, server *server) {
    session_job *put = (session_job *)job;
    request *request = put->request;
    (void)server;
    if (job->code == TP_OK) {
        session_add(request->who, &put->session);
        memcpy(request->session, put->session.id, sizeof request->session);
    }
    /* Otherwise the cookie stays as it was, and is good for another try. */
    request_reply_person(request, request->who);
    request_free(request);
    free(put);
}

void session_renew(request *request) {
    person *who = request->who;
    size_t place = place_of(who, request->session);
    bool is_known = request->session[0] != '\0' && place < who->sessions.count;
    int64_t now = server_time_ms();
    if (is_known && llabs(now - who->sessions.all[place].seen_ms) <= DAY_MS) {
        request_reply_person(request, who);
        request_free(request);
        return;
    }
    session_job *put = new_job(request);
    if (put == NULL) return;
    if (is_known) {
        who->sessions.all[place].seen_ms = now;
        put->session = who->sessions.all[place];
    } else {
        session_new(request, &put->session);
    }
    put->job.run = run_put;
    put->job.done = put_done;
    writer_give(request->server->writer, &put->job);
}
