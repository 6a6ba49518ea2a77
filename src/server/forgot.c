/* A forgotten password: a one-time link by mail.
 *
 * The answer is given before anybody looks whether there is such an account, so it is the same and takes as
 * long for every name. The link holds the address of --origin, never the Host of the request. An account has
 * a few links that are good at a time; when they are used up no more mail is sent, and a link in the mailbox
 * still works. Links of operators stay good. */
#include "server/charge.h"
#include "server/email.h"
#include "server/health.h"
#include "server/http.h"
#include "server/log.h"
#include "server/operators.h"
#include "server/server.h"
#include "server/text.h"
#include "server/writer.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LINKS = 5 };

typedef struct forgot_job {
    job job;
    const char *language;
    char network[NETWORK_SIZE];
    char login[NAME_SIZE], person[ID_SIZE], email[EMAIL_SIZE];
    char token[RESET_SIZE], key[RESET_SIZE];
    int64_t now_ms; /* of uptime */
    int links;      /* that are good */
} forgot_job;

static void count_link(void *context, const store_note *note) {
    forgot_job *forgot = context;
    if (note->until_ms > forgot->now_ms) forgot->links++;
}

/* `email` is "" at the end if there is nothing to send. */
static tp_err run_forgot(job *job, store *store, tp_error *error) {
    forgot_job *forgot = (forgot_job *)job;
    store_person row;
    forgot->email[0] = '\0';
    forgot->links = 0;
    tp_err code = store_person_by_login(store, forgot->login, &row, error);
    if (code == TP_E_UNKNOWN) return TP_OK;
    if (code == TP_OK) code = email_read(store, row.id, forgot->email, error);
    if (code != TP_OK || forgot->email[0] == '\0') return code;
    memcpy(forgot->person, row.id, sizeof forgot->person);
    code = store_notes_expire(store, reset_kind, forgot->now_ms, error);
    if (code == TP_OK) code = store_notes(store, reset_kind, row.id, MOST_LINKS, count_link, forgot, error);
    if (code == TP_OK && forgot->links >= MOST_LINKS) {
        forgot->email[0] = '\0';
        return TP_OK;
    }
    return code == TP_OK ? reset_keep(store, row.id, forgot->key, forgot->now_ms + RESET_VALID_MS, error)
                         : code;
}

static void send_link(server *server, const forgot_job *forgot) {
    char link[600], text[MAIL_BODY_SIZE];
    if (!mailer_may(server->mail, forgot->email, server_now_ms())) {
        server_log(LOG_WARNING, "mail not sent", "why", "this mailbox has had its mails of today", NULL);
        limit_met(server, "mails", forgot->network, forgot->person);
        return;
    }
    reset_link(server->setup.origin, forgot->token, link, sizeof link);
    const char *before = tp_language_set(forgot->language);
    snprintf(text, sizeof text,
             TR("Someone asked for a new password for the account \"%s\" at Tapete.\n"
                "\n"
                "You can choose one with this link. It works once, for a day:\n"
                "\n"
                "%s\n"
                "\n"
                "If it was not you, you do not have to do anything."),
             forgot->login, link);
    bool is_taken = mailer_give(server->mail, forgot->email, TR("A new password for Tapete"), text);
    tp_language_set(before);
    sodium_memzero(text, sizeof text);
    sodium_memzero(link, sizeof link);
    if (!is_taken) server_log(LOG_ERROR, "mail not sent", "why", "too many wait", NULL);
    security_event(server, "reset link sent by mail", forgot->network, forgot->person, NULL);
}

static void forgot_done(job *job, server *server) {
    forgot_job *forgot = (forgot_job *)job;
    if (job->code != TP_OK) {
        server_log(LOG_ERROR, "mail not sent", "why", job->error.text, NULL);
    } else if (forgot->email[0] != '\0') {
        send_link(server, forgot);
    }
    sodium_memzero(forgot, sizeof *forgot);
    free(forgot);
}

static void begin(request *request, const char *login) {
    server *server = request->server;
    forgot_job *forgot = calloc(1, sizeof *forgot);
    if (forgot == NULL) {
        request_fail(request, 503, "TOO_MANY", "the server is out of memory; try again later");
        return;
    }
    forgot->language = request_language(request);
    forgot->now_ms = server_uptime_ms(server);
    snprintf(forgot->login, sizeof forgot->login, "%s", login);
    memcpy(forgot->network, request->network, sizeof forgot->network);
    random_hex(forgot->token, sizeof forgot->token);
    reset_hash(forgot->token, forgot->key);
    forgot->job.run = run_forgot;
    forgot->job.done = forgot_done;
    net_exchange *exchange = http_resume(&request->exchange);
    if (exchange != NULL)
        http_reply_json(exchange, 200, json_pack("{s:b}", "ok", true), "Cache-Control: no-store\r\n");
    writer_give(server->writer, &forgot->job);
}

void account_forgot(request *request) {
    tp_error error = {0};
    char login[NAME_SIZE];
    if (request->server->mail == NULL) {
        request_fail(request, 409, "NO_MAIL", "this server sends no mail; ask its operator");
    } else if (account_check_login(request_text(request, "login"), login, &error) != TP_OK) {
        request_fail_text(request, 400, "BAD_MESSAGE", error.text);
    } else if (!charge_address(request->server, request->network, PRICE_PASSWORD, &error)) {
        request_fail_text(request, 429, error.reason, error.text);
    } else {
        begin(request, login);
    }
    request_free(request);
}
