/* Accounts: registering, signing in and out, passwords, export and deletion.
 *
 * An attempt goes through up to three steps: the writer reads the row, a worker checks or hashes passwords, the writer changes the
 * row. Nothing slow happens on the loop, and an account that does not exist takes as long as one that does. */
#include "server/requests.h"

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
    MOST_HASHING = 8, /* each takes 64 MiB while it runs */
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
    bool exists; /* the row */
    bool right;  /* the password, or there was none to check */
    bool taken;  /* register: the login name is another's */
    bool deletes;
    char hash[STORE_HASH_SIZE]; /* of the fresh one */
    char (*blocked)[ID_SIZE];
    size_t blocked_count;
    /* The last step. */
    tp_err (*run)(job *job, store *store, tp_error *error);
    void (*done)(attempt *attempt, request *request);
};

static const char no_memory[] = TR_MARK("the server has no memory left; try again later");

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

/* NULL, with the request answered and freed, where there is no memory. */
static attempt *new_attempt(request *request) {
    attempt *attempt = calloc(1, sizeof *attempt);
    if (attempt == NULL) {
        request_fail(request, 503, "TOO_MANY", no_memory);
        request_free(request);
        return NULL;
    }
    attempt->request = request;
    attempt->right = true;
    if (request->who != NULL) memcpy(attempt->id, request->who->id, sizeof attempt->id);
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
        fail_attempt(attempt, 401, "NO_SESSION", "you have been deleted meanwhile");
        return;
    }
    /* From now on nothing new is written about this person. */
    if (attempt->deletes && who != NULL) who->forgotten = true;
    attempt->job.run = attempt->run;
    attempt->job.done = last_step_done;
    writer_give(attempt->request->server->writer, &attempt->job);
}

/* ---- the step between: passwords, on a worker ---- */

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

static void hashing_done(task *task, server *server) {
    attempt *attempt = attempt_of(task);
    server->hashing--;
    if (task->run == NULL) {
        fail_attempt(attempt, 503, "TOO_MANY", "the server stops; try again later");
    } else if (!attempt->right) {
        fail_attempt(attempt, 403, "WRONG_PASSWORD", "that is not the right name and password");
    } else if (attempt->fresh[0] != '\0' && attempt->hash[0] == '\0') {
        fail_attempt(attempt, 503, "TOO_MANY", no_memory);
    } else {
        begin_last_step(attempt);
    }
}

static void begin_hashing(attempt *attempt) {
    server *server = attempt->request->server;
    if (atomic_load(&server->stopping)) {
        fail_attempt(attempt, 503, "TOO_MANY", "the server stops; try again later");
        return;
    }
    if (server->hashing >= MOST_HASHING) {
        fail_attempt(attempt, 503, "TOO_MANY",
                     "too many people sign in just now; try again in a few seconds");
        return;
    }
    server->hashing++;
    attempt->task.for_people = true;
    attempt->task.run = run_hashing;
    attempt->task.done = hashing_done;
    workers_give(server->workers, &attempt->task);
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
    if (!http_may(request->server, request->network, COST_PASSWORD, &error)) {
        fail_attempt_text(attempt, 429, &error);
        return;
    }
    if (attempt->password[0] == '\0') {
        begin_hashing(attempt);
        return;
    }
    attempt->job.run = run_first_step;
    attempt->job.done = first_step_done;
    writer_give(request->server->writer, &attempt->job);
}

/* Take a password from the request, to be checked or hashed. One that cannot be anybody's is wrong without a check. */
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
    memcpy(row.login, attempt->login, sizeof row.login);
    memcpy(row.hash, attempt->hash, sizeof row.hash);
    row.sign_in = 1;
    row.seen_ms = server_time_ms();
    code = store_person_put(store, &row, error);
    attempt->taken = code == TP_E_REFUSED;
    return attempt->taken ? TP_OK : code;
}

static void register_done(attempt *attempt, request *request) {
    person *who = request->who;
    if (attempt->taken) {
        request_fail(request, 409, "LOGIN_TAKEN", "this login name is taken; choose another");
        return;
    }
    memcpy(who->login, attempt->login, sizeof who->login);
    who->account = who->kept = true;
    who->sign_in = 1;
    server_log(LOG_INFO, "registered", "person", who->id, NULL);
    request_reply_person(request, who);
}

void account_register(request *request) {
    attempt *attempt = new_attempt(request);
    if (attempt == NULL || !take_login(attempt) || !take_password(attempt, "password", attempt->fresh))
        return;
    memcpy(attempt->name, request->who->name, sizeof attempt->name);
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
    return people_read_blocks(store, row.id, &attempt->blocked, &attempt->blocked_count, error);
}

static void login_done(attempt *attempt, request *request) {
    server *server = request->server;
    if (!attempt->right) {
        request_fail(request, 403, "WRONG_PASSWORD", "the password has changed meanwhile");
        return;
    }
    person *person = people_of_row(server, &attempt->row, attempt->blocked, attempt->blocked_count);
    attempt->blocked = NULL;
    if (person == NULL) {
        request_fail(request, 503, "TOO_MANY", no_memory);
        return;
    }
    server->count.logins++;
    request_reply_person(request, person);
    people_release(server, person);
}

void account_login(request *request) {
    /* Whoever it was before does not matter any more. */
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

static tp_err run_logout(job *job, store *store, tp_error *error) {
    attempt *attempt = (struct attempt *)job;
    tp_err code = store_person_get(store, attempt->id, &attempt->row, error);
    if (code == TP_E_UNKNOWN) return TP_OK;
    if (code != TP_OK) return code;
    attempt->row.sign_in++;
    return store_person_put(store, &attempt->row, error);
}

/* The answer first: whoever is thrown out comes back soon, and should have the new cookie by then. */
static void logout_done(attempt *attempt, request *request) {
    if (request->who->account) request->who->sign_in = attempt->row.sign_in;
    request_reply_guest(request);
    people_disconnect(request->who);
}

void account_logout(request *request) {
    attempt *attempt = new_attempt(request);
    if (attempt == NULL) return;
    if (!request->who->account) {
        logout_done(attempt, request);
        end_attempt(attempt);
        return;
    }
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
    return code;
}

static void password_done(attempt *attempt, request *request) {
    if (!attempt->right) {
        request_fail(request, 403, "WRONG_PASSWORD", "the password has changed meanwhile");
        return;
    }
    request->who->sign_in = attempt->row.sign_in;
    request_reply_person(request, request->who);
    people_disconnect(request->who);
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

/* ---- deletion ---- */

static tp_err run_delete(job *job, store *store, tp_error *error) {
    const attempt *attempt = (struct attempt *)job;
    tp_err code = store_person_delete(store, attempt->id, error);
    return code == TP_E_UNKNOWN ? TP_OK : code;
}

static void delete_done(attempt *attempt, request *request) {
    server *server = request->server;
    person *who = request->who;
    map_remove(&server->people, who->id);
    table_forget_person(server, attempt->id);
    leaders_forget(server);
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
