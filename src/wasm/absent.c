/* What a server in a page has not: accounts and their passwords, operators, mail, files, figures. */
#include "server/backup.h"
#include "server/cluster.h"
#include "server/connection.h"
#include "server/email.h"
#include "server/guesses.h"
#include "server/http.h"
#include "server/log.h"
#include "server/mail.h"
#include "server/operators.h"
#include "server/people.h"
#include "server/practice.h"
#include "server/reports.h"
#include "server/requests.h"
#include "server/server.h"
#include "server/text.h"
#include "wasm/host.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- the log: the console of the page ---- */

log_level server_log_level = LOG_WARNING;

void server_log(log_level level, const char *what, ...) {
    if (level < server_log_level) return;
    char line[1024];
    size_t length = (size_t)snprintf(line, sizeof line, "%s", what);
    va_list arguments;
    va_start(arguments, what);
    for (const char *name; length < sizeof line && (name = va_arg(arguments, const char *)) != NULL;)
        length += (size_t)snprintf(line + length, sizeof line - length, ", %s: %s", name,
                                   va_arg(arguments, const char *));
    va_end(arguments);
    host_print(line, strlen(line));
}

/* ---- files and figures: who serves the page has the first, nobody asks for the second ---- */

files *files_load(const char *directory, tp_error *error) {
    (void)directory;
    tp_fail(error, TP_E_IO, "there are no files");
    return NULL;
}
void files_free(files *files) { (void)files; }
bool files_reply(server *server, net_exchange *exchange, const net_request *request) {
    (void)server, (void)exchange, (void)request;
    return false;
}
void metrics_reply(server *server, net_exchange *exchange) {
    (void)server;
    http_reply_error(exchange, 404, "NO_SUCH_PATH", "there is nothing here");
}

/* ---- backups and mail ---- */

void backup_begin(server *server) { (void)server; }
void backup_finish(server *server) { (void)server; }
void backup_tick(server *server, int64_t now_ms) { (void)server, (void)now_ms; }

mailer *mailer_new(const char *command, tp_error *error) {
    (void)command;
    tp_fail(error, TP_E_INPUT, "there is no mail");
    return NULL;
}
void mailer_free(mailer *mailer) { (void)mailer; }

/* ---- operators (server.operators stays NULL) ---- */

tp_err operators_open(server *server, store *store, tp_error *error) {
    (void)server, (void)store, (void)error;
    return TP_OK;
}
void operators_begin(server *server) { (void)server; }
void operators_tick(server *server, int64_t now_ms) { (void)server, (void)now_ms; }
void operators_look_at(server *server, const net_request *request) { (void)server, (void)request; }
void operators_stop(server *server) { (void)server; }
void operators_free(server *server) { (void)server; }

const sanction *ban_of_person(const server *server, const char *id, sanction_kind kind) {
    (void)server, (void)id, (void)kind;
    return NULL;
}
void ban_sentence(const server *server, const sanction *sanction, char *text, size_t size) {
    (void)server, (void)sanction;
    snprintf(text, size, "%s", "");
}
void bans_forget(server *server, const char *person) { (void)server, (void)person; }

void security_event(server *server, const char *what, const char *address, const char *person, ...) {
    (void)server, (void)what, (void)address, (void)person;
}
void limit_met(server *server, const char *limit, const char *address, const char *person) {
    (void)server, (void)limit, (void)address, (void)person;
}
void security_log_forget(server *server, const char *person) { (void)server, (void)person; }
tp_err security_log_erase(const char *path, int days, const char *person, security_log_place *place,
                          bool *is_done, tp_error *error) {
    (void)path, (void)days, (void)person, (void)place, (void)error;
    *is_done = true;
    return TP_OK;
}

/* ---- accounts ---- */

/* Without a password there is nothing to guess. */
static char nothing;
guesses *guesses_new(void) { return (guesses *)&nothing; }
void guesses_free(guesses *guesses) { (void)guesses; }
void guess_known(guesses *guesses, const char *login, const char *network, int64_t now_ms) {
    (void)guesses, (void)login, (void)network, (void)now_ms;
}

static void refuse(request *request) {
    request_fail(request, 404, "OFFLINE", "there are no accounts here: the games stay on this device");
    request_free(request);
}

void account_register(request *request) { refuse(request); }
void account_login(request *request) { refuse(request); }
void account_logout(request *request) { refuse(request); }
void account_password(request *request) { refuse(request); }
void account_email(request *request) { refuse(request); }
void account_forgot(request *request) { refuse(request); }
void account_reset(request *request) { refuse(request); }
void account_delete(request *request) { refuse(request); }
void email_show(request *request) { refuse(request); }

tp_err email_read(store *store, const char *person, char out[EMAIL_SIZE], tp_error *error) {
    (void)store, (void)person, (void)error;
    out[0] = '\0';
    return TP_OK;
}

void table_report(table *table, connection *connection, int64_t ref, const char *who, const char *words) {
    (void)table, (void)who, (void)words;
    connection_refuse(connection, ref, "OFFLINE", "there is nobody here to report to");
}

/* ---- other servers (server.cluster stays NULL) ---- */

tp_err cluster_open(server *server, tp_error *error) {
    (void)server, (void)error;
    return TP_OK;
}
void cluster_free(server *server) { (void)server; }
void cluster_tick(server *server, int64_t now_ms) { (void)server, (void)now_ms; }
void cluster_find(server *server, const char *table, cluster_found *found, void *context) {
    (void)server, (void)table, (void)found, (void)context;
}
void cluster_lost(table *table) { (void)table; }
void cluster_drop(table *table) { (void)table; }
void cluster_send_away(connection *connection, int64_t ref, const char *table, const char *path) {
    (void)connection, (void)ref, (void)table, (void)path;
}
void cluster_request(server *server, net_exchange *exchange, const char *table) {
    (void)server, (void)table;
    http_reply_json(exchange, 200, json_pack("{s:s}", "path", ""), "Cache-Control: no-store\r\n");
}
const char *cluster_local_path(const server *server, const char *path) {
    (void)server;
    return path;
}
void cluster_leave(server *server) { (void)server; }
bool cluster_is_adrift(const server *server) {
    (void)server;
    return false;
}
void cluster_add_tables(const server *server, json_t *list, bool is_open, size_t most) {
    (void)server, (void)list, (void)is_open, (void)most;
}
void cluster_add_changes(server *server, json_t **changed, json_t **gone) {
    (void)server, (void)changed, (void)gone;
}
bool cluster_find_quick(const server *server, const tp_game *game, const char *person, char table[ID_SIZE],
                        char path[CLUSTER_PATH_SIZE]) {
    (void)server, (void)game, (void)person, (void)table, (void)path;
    return false;
}
void cluster_tell_lobby(connection *connection, int64_t ref,
                        void (*tell)(struct connection *connection, int64_t ref, json_t *mine)) {
    (void)connection, (void)ref, (void)tell;
}
void cluster_status_request(server *server, net_exchange *exchange) { cluster_request(server, exchange, ""); }

/* ---- practice: its solutions are too large to be fetched ---- */

void practice_ask(connection *connection, int64_t ref, const json_t *message) {
    (void)message;
    connection_refuse(connection, ref, "OFFLINE", "there is no practice here: it takes a server");
}
void practices_free(server *server) { (void)server; }
