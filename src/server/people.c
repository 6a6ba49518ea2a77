/* People: who is known, by which name, and whom they have blocked.
 *
 * A guest is a signed cookie and nothing else until something refers to them; only then there is a row. In
 * memory is who has a connection or a request that waits, and where memory and row could differ, memory is
 * right: code that changes a row holds the person meanwhile, and jobs come back in order. */
#include "server/people.h"
#include "server/charge.h"
#include "server/connection.h"
#include "server/email.h"
#include "server/health.h"
#include "server/http.h"
#include "server/letters.h"
#include "server/limits.h"
#include "server/log.h"
#include "server/map.h"
#include "server/name_rules.h"
#include "server/operators.h"
#include "server/people_rows.h"
#include "server/reader.h"
#include "server/requests.h"
#include "server/server.h"
#include "server/sessions.h"
#include "server/text.h"
#include "server/writer.h"
#include "store/privacy.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ID_DIGITS = 20, /* 103 random bits */
    MOST_BLOCKED = 500,
    LONGEST_NAME = 24,
    COOKIE_DAYS = 400,
    HOUR_MS = 3600 * 1000,
    SEEN_STEP_MS = 24 * 3600 * 1000, /* when a person was last here is only kept to the day */
};

static const char no_memory[] = TR_MARK("the server is out of memory; try again later");

static const char no_session[] = TR_MARK("you have no session; GET /api/session starts one");

/* ---- names ---- */

tp_err people_check_name(const char *name, char out[NAME_SIZE], tp_error *error) {
    char fit[NAME_SIZE];
    size_t used = 0;
    int count = 0;
    bool space = false;
    for (uint32_t character; *name != '\0';) {
        int length = letter_decode(name, &character);
        if (length == 0) return tp_fail(error, TP_E_INPUT, TR("a name is UTF-8"));
        if (letter_is_unfit(character)) {
            return tp_fail(error, TP_E_INPUT, TR("a name has no control, direction or invisible characters"));
        }
        if (letter_is_space(character)) {
            space = used > 0; /* any number of any spaces is one; none in front */
            name += length;
            continue;
        }
        if (used + (size_t)length + space >= sizeof fit || count + 1 + space > LONGEST_NAME) {
            return tp_fail(error, TP_E_INPUT, TR("a name has at most %d characters and %d bytes"),
                           LONGEST_NAME, NAME_SIZE - 1);
        }
        if (space) fit[used++] = ' ';
        memcpy(fit + used, name, (size_t)length);
        used += (size_t)length;
        count += 1 + space;
        space = false;
        name += length;
    }
    if (used == 0) return tp_fail(error, TP_E_INPUT, TR("a name has at least one character"));
    fit[used] = '\0';
    memcpy(out, fit, used + 1);
    return TP_OK;
}

/* ---- people in memory ---- */

/* A person in memory, held once. */
static person *enter(server *server, const char *id, const char *name, int64_t sign_in) {
    person *person = calloc(1, sizeof *person);
    if (person == NULL) return NULL;
    snprintf(person->id, sizeof person->id, "%s", id);
    snprintf(person->name, sizeof person->name, "%s", name);
    person->sign_in = sign_in;
    person->holders = 1;
    if (!map_put(&server->people, person->id, person)) {
        free(person);
        return NULL;
    }
    return person;
}

static void let_go(person *person) {
    free(person->blocked);
    free(person->sessions.all);
    free(person);
}

person *people_get(server *server, const char *id) { return map_get(&server->people, id); }

void people_release(server *server, person *person) {
    if (person == NULL || --person->holders > 0) return;
    if (people_get(server, person->id) == person) map_remove(&server->people, person->id);
    let_go(person);
}

void people_free(server *server) {
    person *person;
    for (size_t i = 0; (person = map_next(&server->people, &i)) != NULL;) let_go(person);
    map_free(&server->people);
}

person *people_new_guest(server *server) {
    char id[ID_SIZE], name[NAME_SIZE];
    random_id(id, 'p', ID_DIGITS);
    name_of_guest(id, name);
    return enter(server, id, name, 0);
}

person *people_of_row(server *server, const store_person *row, char (*blocked)[ID_SIZE],
                      size_t blocked_count) {
    person *person = people_get(server, row->id);
    if (person != NULL) {
        person->holders++;
        free(blocked);
        return person;
    }
    person = enter(server, row->id, row->name, row->sign_in);
    if (person == NULL) {
        free(blocked);
        return NULL;
    }
    memcpy(person->login, row->login, sizeof person->login);
    person->account = row->login[0] != '\0';
    person->kept = true;
    person->blocked = blocked;
    person->blocked_count = blocked_count;
    return person;
}

void people_disconnect(const person *person) {
    /* Closing can take a connection out of the list. */
    for (connection *connection = person->connections, *next; connection != NULL; connection = next) {
        next = connection->next;
        net_close(connection->client, 4001, "signed out");
    }
}

/* ---- looking up ---- */

typedef struct lookup {
    job job;
    cookie cookie;
    bool exists;
    store_tombstone tombstone; /* if there is no row */
    people_row row;
    void (*found)(void *context, person *person, tp_err code);
    void *context;
} lookup;

typedef struct id_list {
    char (*ids)[ID_SIZE];
    size_t count;
    bool failed;
} id_list;

static void add_id(void *context, const char *id) {
    id_list *list = context;
    /* Room for 8, 16, 32 … */
    if (list->count == 0 || (list->count >= 8 && (list->count & (list->count - 1)) == 0)) {
        size_t room = list->count == 0 ? 8 : 2 * list->count;
        char(*grown)[ID_SIZE] = realloc(list->ids, room * sizeof *grown);
        if (grown == NULL) {
            list->failed = true;
            return;
        }
        list->ids = grown;
    }
    snprintf(list->ids[list->count++], ID_SIZE, "%s", id);
}

tp_err people_read_blocks(store *store, const char *id, char (**blocked)[ID_SIZE], size_t *count,
                          tp_error *error) {
    id_list list = {0};
    tp_err code = store_blocks(store, id, add_id, &list, error);
    if (code == TP_OK && list.failed) code = tp_fail(error, TP_E_MEMORY, "no memory for a list of people");
    if (code != TP_OK) {
        free(list.ids);
        return code;
    }
    *blocked = list.ids;
    *count = list.count;
    return TP_OK;
}

tp_err people_row_read(store *store, const char *id, bool *exists, people_row *out, tp_error *error) {
    *out = (people_row){0};
    tp_err code = store_person_get(store, id, &out->row, error);
    *exists = code == TP_OK;
    if (code != TP_OK) return code == TP_E_UNKNOWN ? TP_OK : code;
    code = sessions_read(store, id, &out->sessions, error);
    if (code == TP_OK) code = people_read_blocks(store, id, &out->blocked, &out->blocked_count, error);
    return code;
}

void people_row_free(people_row *row) {
    free(row->blocked);
    free(row->sessions.all);
    *row = (people_row){0};
}

void people_renew(person *person, people_row *row) {
    bool is_signed_out = person->sign_in != row->row.sign_in;
    memcpy(person->name, row->row.name, sizeof person->name);
    memcpy(person->login, row->row.login, sizeof person->login);
    person->account = row->row.login[0] != '\0';
    person->sign_in = row->row.sign_in;
    person->kept = true;
    free(person->sessions.all);
    free(person->blocked);
    person->sessions = row->sessions;
    person->blocked = row->blocked;
    person->blocked_count = row->blocked_count;
    row->sessions = (session_list){0};
    row->blocked = NULL;
    for (connection *connection = person->connections, *next; connection != NULL; connection = next) {
        next = connection->next; /* closing can take it out of the list */
        bool is_over =
            connection->session[0] != '\0' ? !session_is_open(person, connection->session) : is_signed_out;
        if (is_over) net_close(connection->client, 4001, "signed out");
    }
}

static tp_err run_lookup(job *job, store *store, tp_error *error) {
    lookup *lookup = (struct lookup *)job;
    people_row_free(&lookup->row);
    tp_err code = people_row_read(store, lookup->cookie.id, &lookup->exists, &lookup->row, error);
    if (code != TP_OK || lookup->exists) return code;
    return store_tombstone_of(store, lookup->cookie.id, &lookup->tombstone, error);
}

/* With a session that is one must be open; else the number of the sign-in counts, as for guests and cookies
 * of earlier versions. */
static bool is_valid(const person *person, const cookie *cookie) {
    return cookie->session[0] != '\0' ? session_is_open(person, cookie->session)
                                      : person->sign_in == cookie->sign_in;
}

/* The person of a cookie who is in memory, held; NULL if the cookie is void. */
static person *held_if_valid(person *person, const cookie *cookie) {
    if (!is_valid(person, cookie)) return NULL;
    person->holders++;
    return person;
}

static person *person_found(server *server, lookup *lookup) {
    const cookie *cookie = &lookup->cookie;
    person *person = people_get(server, cookie->id);
    people_row *row = &lookup->row;
    if (person != NULL && server->cluster != NULL && lookup->exists) people_renew(person, row);
    if (person != NULL) return held_if_valid(person, cookie);
    if (lookup->exists) {
        person = people_of_row(server, &row->row, row->blocked, row->blocked_count);
        row->blocked = NULL;
        if (person == NULL) return NULL;
        person->sessions = row->sessions;
        row->sessions = (session_list){0};
        if (is_valid(person, cookie)) return person;
        people_release(server, person);
        return NULL;
    }
    if (cookie->sign_in != 0 || cookie->session[0] != '\0' || lookup->tombstone != STORE_NOT_DEAD)
        return NULL; /* nobody any more */
    char name[NAME_SIZE];
    name_of_guest(cookie->id, name);
    return enter(server, cookie->id, name, 0);
}

/* A person was here: written down, and nobody waits for it. */
typedef struct seen_job {
    job job;
    char id[ID_SIZE];
} seen_job;

static tp_err run_seen(job *job, store *store, tp_error *error) {
    store_person row;
    tp_err code = store_person_get(store, ((seen_job *)job)->id, &row, error);
    row.seen_ms = server_time_ms();
    if (code == TP_OK) code = store_person_put(store, &row, error);
    return code == TP_E_UNKNOWN ? TP_OK : code;
}

static void seen_done(job *job, server *server) {
    (void)server;
    free(job);
}

/* In either direction: a clock that was ahead must not keep this from being written for as long. */
static void note_seen(server *server, const store_person *row) {
    seen_job *seen = llabs(server_time_ms() - row->seen_ms) > SEEN_STEP_MS && !atomic_load(&server->stopping)
                         ? calloc(1, sizeof *seen)
                         : NULL;
    if (seen == NULL) return;
    seen->job.run = run_seen;
    seen->job.done = seen_done;
    memcpy(seen->id, row->id, sizeof seen->id);
    writer_give(server->writer, &seen->job);
}

static void lookup_done(job *job, server *server) {
    lookup *lookup = (struct lookup *)job;
    if (job->code == TP_OK && lookup->exists) note_seen(server, &lookup->row.row);
    if (job->code != TP_OK) server_log(LOG_WARNING, "person not read", "why", job->error.text, NULL);
    person *person = job->code == TP_OK ? person_found(server, lookup) : NULL;
    lookup->found(lookup->context, person, job->code);
    people_row_free(&lookup->row);
    free(lookup);
}

/* How old a cookie may be: it is renewed while it is used. One that seems to come from the future, after an
 * older backup was restored, is new. */
static bool is_too_old(const server *server, const cookie *cookie) {
    return server_uptime_ms(server) / HOUR_MS - cookie->issued_h > COOKIE_DAYS * 24;
}

void people_look_up(server *server, const char *header,
                    void (*found)(void *context, person *person, tp_err code), void *context) {
    cookie cookie;
    if (!cookie_read(server->cookie_key, header, &cookie) || is_too_old(server, &cookie)) {
        found(context, NULL, TP_OK);
        return;
    }
    person *person = people_get(server, cookie.id);
    /* Another server may know of a session that was begun a moment ago. */
    if (person != NULL && (server->cluster == NULL || is_valid(person, &cookie))) {
        found(context, held_if_valid(person, &cookie), TP_OK);
        return;
    }
    lookup *lookup = calloc(1, sizeof *lookup);
    if (lookup == NULL) {
        found(context, NULL, TP_E_MEMORY);
        return;
    }
    lookup->job.run = run_lookup;
    lookup->job.done = lookup_done;
    lookup->cookie = cookie;
    lookup->found = found;
    lookup->context = context;
    read_give(server, READ_ROWS, &lookup->job, READ_FIRST, "", "");
}

/* Those who need not know why there is nobody. */
typedef struct plain_lookup {
    void (*found)(void *context, person *person);
    void *context;
} plain_lookup;

static void plainly_found(void *context, person *person, tp_err code) {
    plain_lookup *plain = context;
    (void)code;
    plain->found(plain->context, person);
    free(plain);
}

void people_find(server *server, const char *cookie, void (*found)(void *context, person *person),
                 void *context) {
    plain_lookup *plain = malloc(sizeof *plain);
    if (plain == NULL) {
        found(context, NULL);
        return;
    }
    *plain = (plain_lookup){found, context};
    people_look_up(server, cookie, plainly_found, plain);
}

/* ---- blocks ---- */

static size_t place_of_block(const person *person, const char *id) {
    size_t i = 0;
    while (i < person->blocked_count && strcmp(person->blocked[i], id) != 0) i++;
    return i;
}

bool people_blocks(const person *person, const char *id) {
    return place_of_block(person, id) < person->blocked_count;
}

typedef struct block_job {
    job job;
    char who[ID_SIZE], whom[ID_SIZE];
    bool on;
    people_rows *people;
} block_job;

static tp_err run_block(job *job, store *store, tp_error *error) {
    block_job *block = (block_job *)job;
    tp_err code = people_rows_write(store, block->people, error);
    if (code == TP_OK) code = store_block(store, block->who, block->whom, block->on, error);
    /* A guest without a row who has gone will not come back under this name. */
    return code == TP_E_UNKNOWN ? TP_OK : code;
}

static void block_done(job *job, server *server) {
    block_job *block = (block_job *)job;
    if (job->code == TP_OK) {
        people_rows_kept(server, block->people);
    } else {
        server_log(LOG_ERROR, "block not saved", "why", job->error.text, NULL);
    }
    people_rows_free(block->people);
    free(block);
}

static tp_err add_block(person *person, const char *id, tp_error *error) {
    size_t count = person->blocked_count;
    if (count >= MOST_BLOCKED) {
        return tp_refuse(error, "TOO_MANY", TR("at most %d people can be blocked; unblock one of them first"),
                         MOST_BLOCKED);
    }
    char(*grown)[ID_SIZE] = realloc(person->blocked, (count + 1) * sizeof *grown);
    if (grown == NULL) return tp_fail(error, TP_E_MEMORY, "no memory for a list of people");
    person->blocked = grown;
    snprintf(grown[person->blocked_count++], ID_SIZE, "%s", id);
    return TP_OK;
}

static void save_block(server *server, person *person, const char *id, bool on) {
    block_job *block = calloc(1, sizeof *block);
    if (block == NULL) return;
    bool failed = false;
    block->people = people_rows_of_ids(server, (const char *const[]){person->id, id}, 2, &failed);
    if (failed) {
        free(block);
        return;
    }
    block->job.run = run_block;
    block->job.done = block_done;
    block->on = on;
    snprintf(block->who, sizeof block->who, "%s", person->id);
    snprintf(block->whom, sizeof block->whom, "%s", id);
    writer_give(server->writer, &block->job);
}

tp_err people_block(server *server, person *person, const char *id, bool on, tp_error *error) {
    if (!is_id(id)) return tp_fail(error, TP_E_INPUT, TR("that is not the id of a person"));
    if (strcmp(id, person->id) == 0) return tp_fail(error, TP_E_INPUT, TR("you cannot block yourself"));
    size_t place = place_of_block(person, id);
    if (on == (place < person->blocked_count)) return TP_OK; /* so it is already */
    if (on) {
        tp_err code = add_block(person, id, error);
        if (code != TP_OK) return code;
    } else {
        memmove(person->blocked[place], person->blocked[--person->blocked_count], ID_SIZE);
    }
    save_block(server, person, id, on);
    return TP_OK;
}

/* ---- requests ---- */

/* The lines of Set-Cookie. */
static void write_cookie(const request *request, const person *person, char *out, size_t size) {
    cookie cookie = {.sign_in = person->sign_in, .issued_h = server_uptime_ms(request->server) / HOUR_MS};
    char value[COOKIE_SIZE];
    memcpy(cookie.id, person->id, sizeof cookie.id);
    if (person->account) memcpy(cookie.session, request->session, sizeof cookie.session);
    cookie_write(request->server->cookie_key, &cookie, value);
    cookie_header(value, request->secure, COOKIE_DAYS * 24 * 3600, out, size);
}

void request_free(request *request) {
    http_resume(&request->exchange);
    people_release(request->server, request->who);
    json_decref(request->body);
    free(request);
}

void request_reply_person(request *request, const person *person) {
    net_exchange *exchange = http_resume(&request->exchange);
    if (exchange == NULL) return;
    char lines[400], headers[500];
    write_cookie(request, person, lines, sizeof lines);
    snprintf(headers, sizeof headers, "%sCache-Control: no-store\r\n", lines);
    json_t *who = json_pack("{s:s, s:s, s:b, s:i}", "id", person->id, "name", person->name, "account",
                            person->account, "protocol", SERVER_PROTOCOL);
    if (who != NULL && request->server->mail != NULL) json_object_set_new(who, "mail", json_true());
    if (who != NULL && person->account) json_object_set_new(who, "login", json_string(person->login));
    http_reply_json(exchange, 200, who, headers);
}

void request_reply_guest(request *request) {
    person *guest = people_new_guest(request->server);
    if (guest == NULL) {
        request_fail(request, 503, "TOO_MANY", no_memory);
        return;
    }
    request_reply_person(request, guest);
    people_release(request->server, guest);
}

void request_fail(request *request, int status, const char *reason, const char *format, ...) {
    net_exchange *exchange = http_resume(&request->exchange);
    if (exchange == NULL) return;
    va_list arguments;
    va_start(arguments, format);
    http_reply_error_list(exchange, status, reason, format, arguments);
    va_end(arguments);
}

const char *request_language(const request *request) {
    const char *language = request->exchange != NULL ? net_exchange_language(request->exchange) : NULL;
    return language != NULL ? language : tp_language();
}

void request_fail_text(request *request, int status, const char *reason, const char *text) {
    net_exchange *exchange = http_resume(&request->exchange);
    if (exchange != NULL) http_reply_text(exchange, status, reason, text);
}

void request_fail_unsaved(request *request, const tp_error *error) {
    net_exchange *exchange = http_resume(&request->exchange);
    if (exchange != NULL) http_reply_unsaved(exchange, error);
}

const char *request_text(const request *request, const char *key) {
    return json_string_value(json_object_get(request->body, key));
}

static void answer_session(request *request) {
    tp_error error = {0};
    if (request->who != NULL && request->who->account) {
        session_renew(request);
        return;
    }
    if (request->who != NULL) {
        request_reply_person(request, request->who);
    } else if (charge_address(request->server, request->network, PRICE_GUEST, &error)) {
        request_reply_guest(request);
    } else {
        request_fail_text(request, 429, error.reason, error.text);
    }
    request_free(request);
}

typedef struct rename_job {
    job job;
    request *request;
    char id[ID_SIZE], name[NAME_SIZE];
    bool account; /* and then there must be a row */
    bool missing, taken;
} rename_job;

static tp_err run_rename(job *job, store *store, tp_error *error) {
    rename_job *rename = (rename_job *)job;
    store_person row;
    tp_err code = store_person_get(store, rename->id, &row, error);
    rename->missing = code == TP_E_UNKNOWN && rename->account;
    if (rename->missing) return TP_OK;
    tp_err looked = name_is_taken(store, rename->id, rename->name, &rename->taken, error);
    if (looked != TP_OK || rename->taken) return looked;
    if (code == TP_E_UNKNOWN) {
        memset(&row, 0, sizeof row);
        memcpy(row.id, rename->id, sizeof row.id);
        row.created_ms = row.seen_ms = server_time_ms();
    } else if (code != TP_OK) {
        return code;
    }
    memcpy(row.name, rename->name, sizeof row.name);
    code = store_person_put(store, &row, error);
    if (code != TP_OK || row.login[0] == '\0') return code;
    return name_keep_shape(store, row.id, row.name, row.login, error);
}

static void rename_done(job *job, server *server) {
    rename_job *rename = (rename_job *)job;
    request *request = rename->request;
    (void)server;
    if (job->code == TP_OK && rename->missing) {
        request_fail(request, 401, "NO_SESSION", no_session);
    } else if (job->code == TP_OK && rename->taken) {
        request_fail(request, 409, "NAME_TAKEN", NAME_TAKEN);
    } else if (job->code == TP_OK) {
        request->who->kept = true;
        memcpy(request->who->name, rename->name, sizeof rename->name);
        request_reply_person(request, request->who);
    } else {
        request_fail_unsaved(request, &job->error);
    }
    request_free(request);
    free(rename);
}

static void answer_name(request *request) {
    tp_error error = {0};
    rename_job *rename = calloc(1, sizeof *rename);
    if (rename == NULL) {
        request_fail(request, 503, "TOO_MANY", no_memory);
    } else if (people_check_name(request_text(request, "name"), rename->name, &error) != TP_OK ||
               name_check(request->who->id, rename->name, &error) != TP_OK) {
        request_fail_text(request, 400, "BAD_MESSAGE", error.text);
    } else {
        rename->job.run = run_rename;
        rename->job.done = rename_done;
        rename->request = request;
        rename->account = request->who->account;
        memcpy(rename->id, request->who->id, sizeof rename->id);
        writer_give(request->server->writer, &rename->job);
        return;
    }
    free(rename);
    request_free(request);
}

/* ---- routes ---- */

typedef enum who_may { EVERYONE, KNOWN, ACCOUNTS, GUESTS } who_may;

typedef struct people_route {
    const char *path;
    const char *keys; /* POST: the members of the body; NULL: a GET */
    who_may who;
    cost_price price;
    void (*answer)(request *request);
} people_route;

static const people_route routes[] = {
    {"/api/session", NULL, EVERYONE, PRICE_SESSION, answer_session},
    {"/api/name", "name", KNOWN, PRICE_CHANGE, answer_name},
    {"/api/register", "login password", GUESTS, PRICE_CHANGE, account_register},
    {"/api/login", "login password", EVERYONE, PRICE_CHANGE, account_login},
    {"/api/logout", "", KNOWN, PRICE_CHANGE, account_logout},
    {"/api/sessions", NULL, ACCOUNTS, PRICE_SESSION, sessions_show},
    {"/api/sessions/end", "session", ACCOUNTS, PRICE_CHANGE, sessions_end},
    {"/api/password", "password new", ACCOUNTS, PRICE_CHANGE, account_password},
    {"/api/email", NULL, ACCOUNTS, PRICE_SESSION, email_show},
    {"/api/email", "email password", ACCOUNTS, PRICE_CHANGE, account_email},
    {"/api/forgot", "login", EVERYONE, PRICE_CHANGE, account_forgot},
    {"/api/reset", "token new", EVERYONE, PRICE_CHANGE, account_reset},
    {"/api/export", NULL, KNOWN, PRICE_EXPORT, account_export},
    {"/api/delete", "password?", KNOWN, PRICE_CHANGE, account_delete},
};

/* Whether the person is banned, and was told so. To read and to delete what is kept about them stays their
 * right. */
static bool is_banned(request *request) {
    const struct people_route *route = request->route;
    bool is_right = route->answer == account_export || route->answer == account_delete;
    const sanction *ban = request->who != NULL && !is_right
                              ? ban_of_person(request->server, request->who->id, SANCTION_BAN)
                              : NULL;
    if (ban == NULL) return false;
    char text[TP_TEXT_SIZE];
    ban_sentence(request->server, ban, text, sizeof text);
    request_fail_text(request, 403, "BANNED", text);
    return true;
}

/* Whether the client may use the route; if not, it has been answered. */
static bool let_in(request *request) {
    who_may wanted = request->route->who;
    const person *who = request->who;
    if (is_banned(request)) return false;
    if (wanted == EVERYONE) return true;
    if (who == NULL || who->forgotten) {
        request_fail(request, 401, "NO_SESSION", no_session);
    } else if (wanted == ACCOUNTS && !who->account) {
        request_fail(request, 409, "NO_ACCOUNT", "a guest has no password; /api/register makes an account");
    } else if (wanted == GUESTS && who->account) {
        request_fail(request, 409, "HAS_ACCOUNT", "you have an account already");
    } else {
        return true;
    }
    return false;
}

static void person_of_request(void *context, person *person, tp_err code) {
    request *request = context;
    const char *before = tp_language_set(request_language(request));
    request->who = person;
    bool is_let_in = false;
    if (code != TP_OK) {
        /* Not "nobody": that answer would replace a good cookie by a new one. */
        request_fail(request, 503, "NOT_SAVED", "the database does not answer; try again later");
    } else if (atomic_load(&request->server->stopping)) {
        /* The writer takes nothing more. */
        request_fail(request, 503, "TOO_MANY", "the server is shutting down; try again later");
    } else {
        is_let_in = let_in(request);
    }
    if (is_let_in) {
        request->route->answer(request); /* and frees it */
    } else {
        request_free(request);
    }
    tp_language_set(before);
}

static void begin(server *server, net_exchange *exchange, const net_request *asked,
                  const people_route *route) {
    json_t *body = NULL;
    char network[NETWORK_SIZE];
    address_network(asked->address, network);
    if (route->keys != NULL && (body = http_body(server, exchange, asked, route->keys)) == NULL) return;
    if (!charge_request(server, exchange, asked, route->price)) {
        json_decref(body);
        return;
    }
    request *request = calloc(1, sizeof *request);
    if (request == NULL) {
        json_decref(body);
        http_reply_no_memory(exchange);
        return;
    }
    request->server = server;
    request->route = route;
    request->body = body;
    request->secure = asked->secure;
    cookie cookie;
    if (cookie_read(server->cookie_key, asked->cookie, &cookie))
        memcpy(request->session, cookie.session, sizeof request->session);
    session_device(asked->user_agent, request->device);
    memcpy(request->network, network, sizeof network);
    http_wait(exchange, &request->exchange);
    people_look_up(server, asked->cookie, person_of_request, request);
}

bool people_request(server *server, net_exchange *exchange, const net_request *request) {
    bool reads = http_reads(request), is_path = false;
    for (size_t i = 0; i < sizeof routes / sizeof *routes; i++) {
        const people_route *route = &routes[i];
        if (strcmp(request->path, route->path) != 0) continue;
        is_path = true;
        if (reads != (route->keys == NULL)) continue;
        begin(server, exchange, request, route);
        return true;
    }
    if (is_path) http_reply_method(exchange, reads ? "POST" : "GET");
    return is_path;
}
