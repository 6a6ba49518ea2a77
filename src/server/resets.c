/* Another password by a one-time link, which an operator hands out or which comes by mail (forgot.c).
 *
 * The link holds 256 random bits after its "#", so no server or proxy writes them to a log. The database has
 * their hash alone. A link is good once, for a day of the server's uptime, and until another one of the same
 * person is used or an operator makes the next. Any mistake in one gets the same sentence
 * and takes as long: the new password is hashed before anybody looks. */
#include "server/charge.h"
#include "server/http.h"
#include "server/operators.h"
#include "server/people.h"
#include "server/requests.h"
#include "server/server.h"
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
    MOST_OLD = 8, /* links of one person that can be there */
    LONGEST = 200,
};

const char reset_kind[] = "reset";
static const char not_valid[] = TR_MARK("this link is no longer valid; ask for another");

void reset_hash(const char *token, char out[RESET_SIZE]) {
    uint8_t hash[RESET_BYTES];
    crypto_generichash(hash, sizeof hash, (const uint8_t *)token, strlen(token), NULL, 0);
    sodium_bin2hex(out, RESET_SIZE, hash, sizeof hash);
}

typedef struct old_links {
    char keys[MOST_OLD][STORE_NOTE_KEY_SIZE];
    int count;
} old_links;

static void take_key(void *context, const store_note *note) {
    old_links *old = context;
    if (old->count < MOST_OLD) snprintf(old->keys[old->count++], STORE_NOTE_KEY_SIZE, "%s", note->key);
}

/* Every link of this person is void. */
tp_err reset_void(store *store, const char *person, tp_error *error) {
    old_links old = {.count = 0};
    tp_err code = store_notes(store, reset_kind, person, MOST_OLD, take_key, &old, error);
    for (int i = 0; code == TP_OK && i < old.count; i++)
        code = store_note_delete(store, reset_kind, old.keys[i], error);
    return code;
}

tp_err reset_keep(store *store, const char *person, const char *key, int64_t until_ms, tp_error *error) {
    const store_note note = {.kind = reset_kind,
                             .key = key,
                             .about = person,
                             .by = "",
                             .text = "{}",
                             .made_ms = server_time_ms(),
                             .until_ms = until_ms};
    return store_note_put(store, &note, error);
}

/* At the first https address of a list of origins, else at the first one. */
void reset_link(const char *origins, const char *token, char *out, size_t size) {
    const char *https = strcasestr(origins, "https://");
    if (https != NULL) origins = https;
    origins += strspn(origins, ", ");
    size_t length = strcspn(origins, ", ");
    if (length > 0 && origins[length - 1] == '/') length--;
    snprintf(out, size, "%.*s/reset#%s", (int)length, origins, token);
}

/* ---- a person follows it ---- */

typedef struct reset_job {
    job job;
    task task;
    request *request;
    char key[RESET_SIZE];
    char fresh[LONGEST + 1], hash[STORE_HASH_SIZE];
    char person[ID_SIZE]; /* whose password it is; "": the link is not valid */
    int64_t now_ms, sign_in;
} reset_job;

static reset_job *reset_of(task *task) { return (reset_job *)((char *)task - offsetof(reset_job, task)); }

/* The message is translated, and has no arguments. */
static void end_reset(reset_job *reset, int status, const char *reason, const char *message) {
    request *request = reset->request;
    const char *typed = request_text(request, "new");
    if (message != NULL) {
        const char *before = tp_language_set(request_language(request));
        request_fail_text(request, status, reason, tp_translate(message));
        tp_language_set(before);
    }
    if (typed != NULL) sodium_memzero((char *)(uintptr_t)typed, strlen(typed));
    request_free(request);
    sodium_memzero(reset, sizeof *reset);
    free(reset);
}

static void take_person(void *context, const store_note *note) {
    reset_job *reset = context;
    if (reset->now_ms < note->until_ms) snprintf(reset->person, sizeof reset->person, "%s", note->about);
}

static tp_err run_reset(job *job, store *store, tp_error *error) {
    reset_job *reset = (reset_job *)job;
    store_person row = {0};
    reset->person[0] = '\0';
    tp_err code = store_note_get(store, reset_kind, reset->key, take_person, reset, error);
    if (code == TP_OK && reset->person[0] != '\0') code = store_person_get(store, reset->person, &row, error);
    if (code == TP_OK && reset->person[0] != '\0' && row.login[0] == '\0') reset->person[0] = '\0';
    if (code == TP_E_UNKNOWN) {
        reset->person[0] = '\0';
        return TP_OK;
    }
    if (code != TP_OK || reset->person[0] == '\0') return code;
    memcpy(row.hash, reset->hash, sizeof row.hash);
    reset->sign_in = ++row.sign_in;
    code = store_person_put(store, &row, error);
    if (code == TP_OK) code = store_session_end(store, row.id, "", error);
    return code == TP_OK ? reset_void(store, row.id, error) : code;
}

static void reset_done(job *job, server *server) {
    reset_job *reset = (reset_job *)job;
    if (job->code != TP_OK) {
        end_reset(reset, 503, "NOT_SAVED", TR_MARK("the database did not accept it; try again later"));
        return;
    }
    if (reset->person[0] == '\0') {
        sign_in_failed(server, reset->request->network, "");
        end_reset(reset, 403, "WRONG_PASSWORD", not_valid);
        return;
    }
    person *who = people_get(server, reset->person);
    if (who != NULL) {
        who->sign_in = reset->sign_in;
        who->sessions.count = 0;
        people_disconnect(who);
    }
    if (server->operators != NULL) server->operators->count.resets++;
    security_event(server, "password reset", reset->request->network, reset->person, NULL);
    net_exchange *exchange = http_resume(&reset->request->exchange);
    if (exchange != NULL)
        http_reply_json(exchange, 200, json_pack("{s:b}", "ok", true), "Cache-Control: no-store\r\n");
    end_reset(reset, 0, NULL, NULL);
}

static void run_hashing(task *task) {
    reset_job *reset = reset_of(task);
    if (crypto_pwhash_str(reset->hash, reset->fresh, strlen(reset->fresh), crypto_pwhash_OPSLIMIT_INTERACTIVE,
                          crypto_pwhash_MEMLIMIT_INTERACTIVE) != 0)
        reset->hash[0] = '\0';
}

static void hashing_done(task *task, server *server) {
    reset_job *reset = reset_of(task);
    server->hashing--;
    if (task->run == NULL || reset->hash[0] == '\0') {
        end_reset(reset, 503, "TOO_MANY", TR_MARK("the server is out of memory; try again later"));
        return;
    }
    reset->now_ms = server_uptime_ms(server);
    reset->job.run = run_reset;
    reset->job.done = reset_done;
    writer_give(server->writer, &reset->job);
}

void account_reset(request *request) {
    server *server = request->server;
    tp_error error = {0};
    const char *token = request_text(request, "token"), *fresh = request_text(request, "new");
    reset_job *reset = NULL;
    if (account_check_password(fresh, &error) != TP_OK) {
        request_fail_text(request, 400, "BAD_MESSAGE", error.text);
    } else if (!charge_address(server, request->network, PRICE_PASSWORD, &error)) {
        request_fail_text(request, 429, error.reason, error.text);
    } else if (!account_may_hash(server, request->network) || atomic_load(&server->stopping) ||
               (reset = calloc(1, sizeof *reset)) == NULL) {
        request_fail(request, 503, "TOO_MANY",
                     "too many people are signing in right now; try again in a few seconds");
    }
    if (reset == NULL) {
        request_free(request);
        return;
    }
    reset->request = request;
    reset_hash(token, reset->key);
    snprintf(reset->fresh, sizeof reset->fresh, "%s", fresh);
    reset->task.run = run_hashing;
    reset->task.done = hashing_done;
    memcpy(reset->task.network, request->network, sizeof reset->task.network);
    server->hashing++;
    workers_give(server->hashers, &reset->task);
}
