/* Everything for operators, put together: opened before the loop, looked after by its timer. */
#include "server/log.h"
#include "server/reports.h"
#include "server/server.h"
#include "server/text.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TICK_MS = 1000 };

/* ---- budgets tell us of limits that were met, and ask us about bans ---- */

static void budget_met(void *context, const cost_budget *who, cost_kind kind, cost_price price) {
    (void)price;
    bool is_address = who->level == COST_ADDRESS || who->level == COST_SITE;
    limit_met(context, cost_kind_names[kind], is_address ? who->name : "",
              who->level == COST_PERSON ? who->name : "");
}

static bool budget_banned(void *context, const char *address, tp_error *error) {
    server *server = context;
    const sanction *ban = ban_of_address(server, address);
    if (ban == NULL) return false;
    char text[sizeof error->text];
    ban_sentence(server, ban, text, sizeof text);
    server->operators->count.bans_met++;
    tp_refuse(error, "BANNED", "%s", text);
    return true;
}

/* ---- beginning and end ---- */

/* Beside the database, unless it was said where. */
static tp_err open_admin(server *server, tp_error *error) {
    char path[PATH_MAX + 8];
    const char *given = server->setup.admin, *colon = strchr(server->setup.database, ':');
    snprintf(path, sizeof path, "%s.sock", colon != NULL ? colon + 1 : server->setup.database);
    tp_error why = {0};
    server->operators->admin = admin_open(server, given != NULL ? given : path, &why);
    if (server->operators->admin != NULL) return TP_OK;
    if (given != NULL) {
        if (error != NULL) *error = why;
        return why.code;
    }
    server_log(LOG_WARNING, "no socket for operators", "why", why.text, NULL);
    return TP_OK;
}

tp_err operators_open(server *server, store *store, tp_error *error) {
    operators *operators = calloc(1, sizeof *operators);
    if (operators == NULL) return tp_fail(error, TP_E_MEMORY, TR("no memory for the server"));
    server->operators = operators;
    notify_open(&operators->notifier);
    operators->log = security_log_open(server->setup.security_log, server->setup.limits.security_days, error);
    if (operators->log == NULL) return TP_E_IO;
    tp_err code = bans_load(server, store, error);
    if (code == TP_OK) code = reports_load(server, store, error);
    if (code == TP_OK) code = open_admin(server, error);
    if (code != TP_OK) return code;
    disk_look(server->setup.database, &operators->disk);
    costs_set_hooks(server->costs,
                    &(cost_hooks){.context = server, .met = budget_met, .banned = budget_banned});
    return TP_OK;
}

void operators_begin(server *server) {
    admin_attach(server->operators->admin);
    server->operators->notifier.writer_moved_ms = server_now_ms();
    notify_send(&server->operators->notifier, "READY=1");
}

void operators_tick(server *server, int64_t now_ms) {
    operators *operators = server->operators;
    notify_tick(server, now_ms);
    if (now_ms - operators->tick_ms < TICK_MS) return;
    operators->tick_ms = now_ms;
    disk_look(server->setup.database, &operators->disk);
    admin_tick(operators->admin, now_ms);
    security_log_tick(server);
    bans_sweep(server);
    reports_tick(server, now_ms);
}

void operators_stop(server *server) { notify_send(&server->operators->notifier, "STOPPING=1"); }

void operators_free(server *server) {
    operators *operators = server->operators;
    if (operators == NULL) return;
    admin_free(operators->admin);
    bans_free(&operators->bans);
    security_log_free(operators->log);
    notify_close(&operators->notifier);
    free(operators);
    server->operators = NULL;
}
