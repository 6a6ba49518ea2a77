/* Accounts: registering, signing in and out, passwords, export and deletion.
 *
 * An attempt goes through up to three steps: the reader reads the row, the hasher checks or hashes passwords,
 * the writer changes the row. Nothing slow happens on the loop, and an account that does not exist takes as
 * long as one that does. */
#include "server/charge.h"
#include "server/email.h"
#include "server/erasure.h"
#include "server/guesses.h"
#include "server/log.h"
#include "server/name_rules.h"
#include "server/operators.h"
#include "server/people.h"
#include "server/reader.h"
#include "server/requests.h"
#include "server/server.h"
#include "server/sessions.h"
#include "server/text.h"
#include "server/workers.h"
#include "server/writer.h"
#include "store/privacy.h"

#include <sodium.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SHORTEST_PASSWORD = 8,
    LONGEST_PASSWORD = 200,
    SHORTEST_LOGIN = 3,
    LONGEST_LOGIN = 24,
    MOST_HASHING = 4000,       /* one at a time, of 64 MiB; the others wait. Ten networks are far from it */
    MOST_HASHING_NETWORK = 40, /* of one network: a class room that signs in */
};

_Static_assert(crypto_pwhash_STRBYTES <= STORE_HASH_SIZE, "a row has room for a hash");

/* Of a random password that nobody has kept. */
const char account_dummy_hash[] =
    "$argon2id$v=19$m=65536,t=2,p=1$yIsS501q3+oB1UAbJG1R3A$UTZdm6B770336t2K9+rbaDshm/VYPg21lturKAz/bOU";

/* ---- what is typed ---- */

tp_err account_check_login(const char *login, char out[NAME_SIZE], tp_error *error) {
    size_t length = strlen(login);
    bool fits = length >= SHORTEST_LOGIN && length <= LONGEST_LOGIN;
    for (size_t i = 0; fits && i < length; i++) {
        char letter = login[i];
        if (letter >= 'A' && letter <= 'Z') letter = (char)(letter - 'A' + 'a');
        fits = (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') || letter == '_' ||
               letter == '-';
        out[i] = letter;
    }
    if (!fits) {
        return tp_fail(error, TP_E_INPUT, TR("a login name has %d to %d of the characters a-z, 0-9, _ and -"),
                       SHORTEST_LOGIN, LONGEST_LOGIN);
    }
    out[length] = '\0';
    return TP_OK;
}

tp_err account_check_password(const char *password, tp_error *error) {
    size_t length = strlen(password);
    if (length >= SHORTEST_PASSWORD && length <= LONGEST_PASSWORD) return TP_OK;
    return tp_fail(error, TP_E_INPUT, TR("a password has %d to %d bytes"), SHORTEST_PASSWORD,
                   LONGEST_PASSWORD);
}

/* ---- attempts ---- */

typedef struct attempt attempt;
struct attempt {
    job job;
    task task;
    request *request;
    char id[ID_SIZE];     /* whose row; "" until it is found by the login */
    char name[NAME_SIZE]; /* register: what the guest is called */
    char login[NAME_SIZE];
    char password[LONGEST_PASSWORD + 1]; /* to be checked; "": none */
    char fresh[LONGEST_PASSWORD + 1];    /* to be hashed; "": none */
    store_person row;
    bool exists;            /* the row */
    bool right;             /* the password, or there was none to check */
    bool taken, name_taken; /* register: the login name, or what they are called, is another's */
    bool deletes;
    char hash[STORE_HASH_SIZE]; /* of the fresh one */
    char (*blocked)[ID_SIZE];
    size_t blocked_count;
    store_session session; /* that begins */
    session_list sessions; /* sign in: those that there are */
    /* The last step. */
    tp_err (*run)(job *job, store *store, tp_error *error);
    void (*done)(attempt *attempt, request *request);
};

static const char no_memory[] = TR_MARK("the server is out of memory; try again later");

static attempt *attempt_of(task *task) { return (attempt *)((char *)task - offsetof(attempt, task)); }

/* The request is answered: wipe what was typed, and let go. */
static void end_attempt(attempt *attempt) {
    request *request = attempt->request;
    static const char *const secrets[] = {"password", "new"};
    for (size_t i = 0; i < sizeof secrets / sizeof *secrets; i++) {
        const char *text = request_text(request, secrets[i]);
        if (text != NULL) sodium_memzero((char *)(uintptr_t)text, strlen(text));
    }
    request_free(request);
    free(attempt->blocked);
    free(attempt->sessions.all);
    sodium_memzero(attempt, sizeof *attempt);
    free(attempt);
}

/* The message is translated, and has no arguments. */
static void fail_attempt(attempt *attempt, int status, const char *reason, const char *message) {
    const char *before = tp_language_set(request_language(attempt->request));
    request_fail_text(attempt->request, status, reason, tp_translate(message));
    tp_language_set(before);
    end_attempt(attempt);
}

static void fail_attempt_text(attempt *attempt, int status, const tp_error *error) {
    request_fail_text(attempt->request, status, error->reason[0] != '\0' ? error->reason : "BAD_MESSAGE",
                      error->text);
    end_attempt(attempt);
}

/* NULL, with the request answered and freed, if there is no memory. */
static attempt *new_attempt(request *request) {
    attempt *attempt = calloc(1, sizeof *attempt);
    if (attempt == NULL) {
        request_fail(request, 503, "TOO_MANY", no_memory);
        request_free(request);
        return NULL;
    }
    attempt->request = request;
    attempt->right = true;
    session_new(request, &attempt->session);
    if (request->who != NULL) {
        memcpy(attempt->id, request->who->id, sizeof attempt->id);
        memcpy(attempt->name, request->who->name, sizeof attempt->name);
    }
    return attempt;
}

/* ---- the last step: the row changes ---- */

static void last_step_done(job *job, server *server) {
    attempt *attempt = (struct attempt *)job;
    (void)server;
    if (job->code != TP_OK) {
        if (attempt->deletes) attempt->request->who->forgotten = false;
        request_fail_unsaved(attempt->request, &job->error);
    } else {
        attempt->done(attempt, attempt->request);
    }
    end_attempt(attempt);
}

static void begin_last_step(attempt *attempt) {
    person *who = attempt->request->who;
    if (who != NULL && who->forgotten) {
        fail_attempt(attempt, 401, "NO_SESSION", "your account was deleted in the meantime");
        return;
    }
    /* From now on nothing new is written about this person. */
    if (attempt->deletes && who != NULL) who->forgotten = true;
    attempt->job.run = attempt->run;
    attempt->job.done = last_step_done;
    writer_give(attempt->request->server->writer, &attempt->job);
}

/* ---- the step between: passwords, on a thread of their own ---- */

static void run_hashing(task *task) {
    attempt *attempt = attempt_of(task);
    if (attempt->password[0] != '\0') {
        const char *hash = attempt->exists ? attempt->row.hash : account_dummy_hash;
        bool fits = crypto_pwhash_str_verify(hash, attempt->password, strlen(attempt->password)) == 0;
        attempt->right = fits && attempt->exists;
    }
    if (attempt->right && attempt->fresh[0] != '\0' &&
        crypto_pwhash_str(attempt->hash, attempt->fresh, strlen(attempt->fresh),
                          crypto_pwhash_OPSLIMIT_INTERACTIVE, crypto_pwhash_MEMLIMIT_INTERACTIVE) != 0) {
        attempt->hash[0] = '\0'; /* no memory */
    }
}

/* Whose password is tried: the name that was typed, or the own one. */
static const char *guessed_login(const attempt *attempt) {
    return attempt->login[0] != '\0' ? attempt->login : attempt->request->who->login;
}

static void hashing_done(task *task, server *server) {
    attempt *attempt = attempt_of(task);
    server->hashing--;
    if (task->run != NULL && attempt->right && attempt->password[0] != '\0')
        guess_right(server->guesses, guessed_login(attempt), attempt->request->network, server_now_ms());
    if (task->run == NULL) {
        fail_attempt(attempt, 503, "TOO_MANY", "the server is shutting down; try again later");
    } else if (!attempt->right) {
        sign_in_failed(server, attempt->request->network, attempt->exists ? attempt->row.id : "");
        fail_attempt(attempt, 403, "WRONG_PASSWORD", "wrong name or password");
    } else if (attempt->fresh[0] != '\0' && attempt->hash[0] == '\0') {
        fail_attempt(attempt, 503, "TOO_MANY", no_memory);
    } else {
        begin_last_step(attempt);
    }
}

bool account_may_hash(const server *server, const char *network) {
    return server->hashing < MOST_HASHING &&
           workers_waiting_of(server->hashers, network) < MOST_HASHING_NETWORK;
}

static void begin_hashing(attempt *attempt) {
    server *server = attempt->request->server;
    if (atomic_load(&server->stopping)) {
        fail_attempt(attempt, 503, "TOO_MANY", "the server is shutting down; try again later");
        return;
    }
    if (!account_may_hash(server, attempt->request->network)) {
        fail_attempt(attempt, 503, "TOO_MANY",
                     "too many people are signing in right now; try again in a few seconds");
        return;
    }
    server->hashing++;
    /* Where the owner has been before they wait for one guess of strangers at most, not for one of each
     * network. */
    attempt->task.for_people =
        attempt->password[0] != '\0' &&
        guess_is_known(server->guesses, guessed_login(attempt), attempt->request->network, server_now_ms());
    attempt->task.run = run_hashing;
    attempt->task.done = hashing_done;
    memcpy(attempt->task.network, attempt->request->network, sizeof attempt->task.network);
    workers_give(server->hashers, &attempt->task);
}

/* ---- the first step: the row is read ---- */

static tp_err run_first_step(job *job, store *store, tp_error *error) {
    attempt *attempt = (struct attempt *)job;
    tp_err code = attempt->login[0] != '\0'
                      ? store_person_by_login(store, attempt->login, &attempt->row, error)
                      : store_person_get(store, attempt->id, &attempt->row, error);
    attempt->exists = code == TP_OK && attempt->row.login[0] != '\0';
    return code == TP_E_UNKNOWN ? TP_OK : code;
}

static void first_step_done(job *job, server *server) {
    attempt *attempt = (struct attempt *)job;
    (void)server;
    if (job->code != TP_OK) {
        request_fail_unsaved(attempt->request, &job->error);
        end_attempt(attempt);
        return;
    }
    begin_hashing(attempt);
}

/* Count the attempt, and begin it: with the row where a password has to be checked, else with hashing. */
static void begin_attempt(attempt *attempt) {
    request *request = attempt->request;
    tp_error error = {0};
    if (!charge_address(request->server, request->network, PRICE_PASSWORD, &error)) {
        fail_attempt_text(attempt, 429, &error);
        return;
    }
    if (attempt->password[0] == '\0') {
        begin_hashing(attempt);
        return;
    }
    if (!guess_may(request->server->guesses, guessed_login(attempt), request->network, server_now_ms(),
                   &error)) {
        fail_attempt_text(attempt, 429, &error);
        return;
    }
    attempt->job.run = run_first_step;
    attempt->job.done = first_step_done;
    read_give(request->server, READ_ROWS, &attempt->job, READ_FIRST, "", "");
}

/* Take a password from the request, to be checked or hashed. One that cannot be anybody's is wrong without a
 * check. */
static bool take_password(attempt *attempt, const char *key, char out[LONGEST_PASSWORD + 1]) {
    tp_error error = {0};
    const char *text = request_text(attempt->request, key);
    if (text == NULL) text = "";
    if (account_check_password(text, &error) != TP_OK) {
        fail_attempt_text(attempt, 400, &error);
        return false;
    }
    snprintf(out, LONGEST_PASSWORD + 1, "%s", text);
    return true;
}

static bool take_login(attempt *attempt) {
    tp_error error = {0};
    if (account_check_login(request_text(attempt->request, "login"), attempt->login, &error) == TP_OK)
        return true;
    fail_attempt_text(attempt, 400, &error);
    return false;
}

/* The row as it is now; *same: its password is still the one that was checked. */
static tp_err read_again(attempt *attempt, store *store, const char *id, store_person *row, bool *same,
                         tp_error *error) {
    tp_err code = store_person_get(store, id, row, error);
    *same = code == TP_OK && strcmp(row->hash, attempt->row.hash) == 0;
    return code == TP_E_UNKNOWN ? TP_OK : code;
}

/* ---- register ---- */

static tp_err run_register(job *job, store *store, tp_error *error) {
    attempt *attempt = (struct attempt *)job;
    store_person row;
    tp_err code = store_person_get(store, attempt->id, &row, error);
    if (code == TP_E_UNKNOWN) {
        memset(&row, 0, sizeof row);
        memcpy(row.id, attempt->id, sizeof row.id);
        memcpy(row.name, attempt->name, sizeof row.name);
        row.created_ms = server_time_ms();
    } else if (code != TP_OK) {
        return code;
    }
    /* The same guest, twice at once: the first has it. */
    attempt->taken = row.login[0] != '\0';
    if (attempt->taken) return TP_OK;
    code = name_is_taken(store, row.id, attempt->login, &attempt->taken, error);
    if (code != TP_OK || attempt->taken) return code;
    code = name_is_taken(store, row.id, row.name, &attempt->name_taken, error);
    if (code != TP_OK || attempt->name_taken) return code;
    memcpy(row.login, attempt->login, sizeof row.login);
    memcpy(row.hash, attempt->hash, sizeof row.hash);
    row.sign_in++; /* the guest's cookies are void */
    row.seen_ms = server_time_ms();
    attempt->row = row;
    code = store_person_put(store, &row, error);
    attempt->taken = code == TP_E_REFUSED;
    if (code == TP_OK) code = name_keep_shape(store, row.id, row.name, row.login, error);
    if (code == TP_OK) code = session_begin(store, row.id, &attempt->session, error);
    return attempt->taken ? TP_OK : code;
}

/* The device that asks is signed in. */
static void begin_session(const attempt *attempt, request *request, person *who) {
    session_add(who, &attempt->session);
    memcpy(request->session, attempt->session.id, sizeof request->session);
}

static void register_done(attempt *attempt, request *request) {
    person *who = request->who;
    if (attempt->taken) {
        request_fail(request, 409, "LOGIN_TAKEN",
                     "this login is taken, or looks like another person's name; choose another");
        return;
    }
    if (attempt->name_taken) {
        request_fail(request, 409, "NAME_TAKEN", NAME_TAKEN);
        return;
    }
    memcpy(who->login, attempt->login, sizeof who->login);
    who->account = who->kept = true;
    who->sign_in = attempt->row.sign_in;
    begin_session(attempt, request, who);
    guess_known(request->server->guesses, who->login, request->network, server_now_ms());
    server_log(LOG_INFO, "registered", NULL);
    security_event(request->server, "registered", request->network, who->id, NULL);
    request_reply_person(request, who);
}

void account_register(request *request) {
    attempt *attempt = new_attempt(request);
    if (attempt == NULL || !take_login(attempt) || !take_password(attempt, "password", attempt->fresh))
        return;
    tp_error error = {0};
    if (name_check(attempt->id, attempt->login, &error) != TP_OK ||
        name_check(attempt->id, attempt->name, &error) != TP_OK) {
        fail_attempt_text(attempt, 400, &error);
        return;
    }
    attempt->run = run_register;
    attempt->done = register_done;
    begin_attempt(attempt);
}

/* ---- sign in ---- */

static tp_err run_login(job *job, store *store, tp_error *error) {
    attempt *attempt = (struct attempt *)job;
    store_person row;
    free(attempt->blocked);
    attempt->blocked = NULL;
    tp_err code = read_again(attempt, store, attempt->row.id, &row, &attempt->right, error);
    if (code != TP_OK || !attempt->right) return code;
    attempt->row = row;
    free(attempt->sessions.all);
    attempt->sessions = (session_list){0};
    code = session_begin(store, row.id, &attempt->session, error);
    if (code == TP_OK) code = sessions_read(store, row.id, &attempt->sessions, error);
    if (code != TP_OK) return code;
    return people_read_blocks(store, row.id, &attempt->blocked, &attempt->blocked_count, error);
}

static void login_done(attempt *attempt, request *request) {
    server *server = request->server;
    if (!attempt->right) {
        request_fail(request, 403, "WRONG_PASSWORD", "the password was changed in the meantime");
        return;
    }
    person *person = people_of_row(server, &attempt->row, attempt->blocked, attempt->blocked_count);
    attempt->blocked = NULL;
    if (person == NULL) {
        request_fail(request, 503, "TOO_MANY", no_memory);
        return;
    }
    if (person->sessions.all == NULL) {
        person->sessions = attempt->sessions;
        attempt->sessions = (session_list){0};
    }
    begin_session(attempt, request, person);
    server->count.logins++;
    security_event(server, "signed in", request->network, person->id, NULL);
    request_reply_person(request, person);
    people_release(server, person);
}

void account_login(request *request) {
    /* Who it was before does not matter any more. */
    people_release(request->server, request->who);
    request->who = NULL;
    attempt *attempt = new_attempt(request);
    if (attempt == NULL || !take_login(attempt) || !take_password(attempt, "password", attempt->password))
        return;
    attempt->run = run_login;
    attempt->done = login_done;
    begin_attempt(attempt);
}

/* ---- sign out ---- */

/* A device of an account, and with it all cookies of an earlier version; all of a guest's cookies.
 */
static tp_err run_logout(job *job, store *store, tp_error *error) {
    attempt *attempt = (struct attempt *)job;
    tp_err code = store_person_get(store, attempt->id, &attempt->row, error);
    if (code == TP_E_UNKNOWN) return store_sign_out(store, attempt->id, error);
    if (code != TP_OK) return code;
    if (attempt->session.id[0] != '\0')
        code = store_session_end(store, attempt->id, attempt->session.id, error);
    attempt->row.sign_in++;
    return code == TP_OK ? store_person_put(store, &attempt->row, error) : code;
}

/* The answer first: a client that is thrown out comes back soon, and should have the new cookie by then. */
static void logout_done(attempt *attempt, request *request) {
    person *who = request->who;
    who->sign_in = attempt->row.sign_in > 0 ? attempt->row.sign_in : who->sign_in + 1;
    request_reply_guest(request);
    if (who->account && attempt->session.id[0] != '\0') {
        session_drop(who, attempt->session.id);
    } else {
        people_disconnect(who);
    }
}

void account_logout(request *request) {
    attempt *attempt = new_attempt(request);
    if (attempt == NULL) return;
    snprintf(attempt->session.id, sizeof attempt->session.id, "%s", request->session);
    attempt->run = run_logout;
    attempt->done = logout_done;
    begin_last_step(attempt);
}

/* ---- another password ---- */

static tp_err run_password(job *job, store *store, tp_error *error) {
    attempt *attempt = (struct attempt *)job;
    store_person row;
    tp_err code = read_again(attempt, store, attempt->id, &row, &attempt->right, error);
    if (code != TP_OK || !attempt->right) return code;
    memcpy(row.hash, attempt->hash, sizeof row.hash);
    row.sign_in++;
    code = store_person_put(store, &row, error);
    attempt->row.sign_in = row.sign_in;
    if (code == TP_OK) code = store_session_end(store, row.id, "", error);
    /* Links that were asked for before must not undo it. */
    if (code == TP_OK) code = reset_void(store, row.id, error);
    return code == TP_OK ? session_begin(store, row.id, &attempt->session, error) : code;
}

static void password_done(attempt *attempt, request *request) {
    if (!attempt->right) {
        request_fail(request, 403, "WRONG_PASSWORD", "the password was changed in the meantime");
        return;
    }
    person *who = request->who;
    who->sign_in = attempt->row.sign_in;
    who->sessions.count = 0;
    begin_session(attempt, request, who);
    security_event(request->server, "password changed", request->network, who->id, NULL);
    request_reply_person(request, who);
    people_disconnect(who);
}

void account_password(request *request) {
    attempt *attempt = new_attempt(request);
    if (attempt == NULL || !take_password(attempt, "password", attempt->password) ||
        !take_password(attempt, "new", attempt->fresh)) {
        return;
    }
    attempt->run = run_password;
    attempt->done = password_done;
    begin_attempt(attempt);
}

/* ---- the e-mail address ---- */

static tp_err run_email(job *job, store *store, tp_error *error) {
    attempt *attempt = (struct attempt *)job;
    store_person row;
    tp_err code = read_again(attempt, store, attempt->id, &row, &attempt->right, error);
    if (code != TP_OK || !attempt->right) return code;
    return email_write(store, row.id, request_text(attempt->request, "email"), error);
}

static void email_done(attempt *attempt, request *request) {
    if (!attempt->right) {
        request_fail(request, 403, "WRONG_PASSWORD", "the password was changed in the meantime");
        return;
    }
    security_event(request->server, "mail address changed", request->network, request->who->id, NULL);
    request_reply_person(request, request->who);
}

/* With the password: access to the mail is access to the account. */
void account_email(request *request) {
    tp_error error = {0};
    attempt *attempt = new_attempt(request);
    if (attempt == NULL) return;
    const char *email = request_text(request, "email");
    if (email[0] != '\0' && request->server->mail == NULL) {
        fail_attempt(attempt, 409, "NO_MAIL", "this server sends no mail; ask its operator");
    } else if (email[0] != '\0' && email_check(email, &error) != TP_OK) {
        fail_attempt_text(attempt, 400, &error);
    } else if (take_password(attempt, "password", attempt->password)) {
        attempt->run = run_email;
        attempt->done = email_done;
        begin_attempt(attempt);
    }
}

/* ---- deletion ---- */

static tp_err run_delete(job *job, store *store, tp_error *error) {
    const attempt *attempt = (struct attempt *)job;
    return store_erase(store, attempt->id, error);
}

static void delete_done(attempt *attempt, request *request) {
    person *who = request->who;
    erasure_begun(request->server, attempt->id);
    bans_forget(request->server, attempt->id);
    server_log(LOG_INFO, "person deleted", NULL);
    request_reply_guest(request);
    people_disconnect(who);
}

void account_delete(request *request) {
    attempt *attempt = new_attempt(request);
    if (attempt == NULL) return;
    attempt->run = run_delete;
    attempt->done = delete_done;
    attempt->deletes = true;
    if (!request->who->account) {
        begin_last_step(attempt);
    } else if (take_password(attempt, "password", attempt->password)) {
        begin_attempt(attempt);
    }
}
