/* What operators can ask for: one table of verbs, each with its fields. A request with a field too many, one
 * that is missing or one of the wrong type does nothing. */
#include "server/access.h"
#include "server/http.h"
#include "server/journals.h"
#include "server/map.h"
#include "server/reports.h"
#include "server/server.h"
#include "server/table.h"
#include "server/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_ROWS = 100 };

const char *admin_text(const admin_request *request, const char *name) {
    const char *text = json_string_value(json_object_get(request->message, name));
    return text != NULL ? text : "";
}

int64_t admin_number(const admin_request *request, const char *name, int64_t fallback) {
    const json_t *value = json_object_get(request->message, name);
    return value != NULL ? json_integer_value(value) : fallback;
}

int admin_rows(const admin_request *request) {
    int64_t most = admin_number(request, "most", DEFAULT_ROWS);
    return most < 1 ? 1 : most > ADMIN_MOST_ROWS ? ADMIN_MOST_ROWS : (int)most;
}

/* ---- tables ---- */

static json_t *seats_of(const table *table) {
    json_t *list = json_array();
    for (int i = 0; i < table->seat_count; i++) {
        const seat *seat = &table->seats[i];
        const char *kind = seat->kind == SEAT_OPEN ? "open" : seat->kind == SEAT_AGENT ? "agent" : "person";
        json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:b, s:b}", "who", kind, "name",
                                              seat->kind == SEAT_OPEN ? "" : seat->name, "person",
                                              seat->person, "here", seat->here > 0, "left", seat->left));
    }
    return list;
}

static json_t *table_row(const table *table, int64_t now) {
    return json_pack("{s:s, s:s, s:s, s:b, s:o, s:i, s:I, s:I, s:s}", "table", table->id, "game",
                     table->game->name, "phase", phase_names[table->phase], "public",
                     table->settings.is_public, "seats", seats_of(table), "watching", table->spectators,
                     "idle_s", (json_int_t)((now - table->touched_ms) / 1000), "created_ms",
                     (json_int_t)table->created_ms, "owner", table->owner);
}

static bool is_wanted(const admin_request *request, const table *table) {
    const char *phase = admin_text(request, "phase"), *game = admin_text(request, "game");
    const char *who = admin_text(request, "who");
    if (phase[0] != '\0' && strcmp(phase, phase_names[table->phase]) != 0) return false;
    if (game[0] != '\0' && strcmp(game, table->game->name) != 0) return false;
    return who[0] == '\0' || strcmp(table->owner, who) == 0 || table_seat_of(table, who) >= 0;
}

/* Whether what is asked for can exist; else it was said what can. */
static bool may_filter(admin_request *request) {
    const char *phase = admin_text(request, "phase"), *game = admin_text(request, "game");
    tp_error error = {0};
    bool is_phase = phase[0] == '\0';
    for (int i = 0; i < PHASE_COUNT; i++) is_phase |= strcmp(phase, phase_names[i]) == 0;
    if (!is_phase) {
        admin_fail(request, "BAD_MESSAGE",
                   "there is no phase \"%.60s\"; the phases are open, commit, playing, over and closed",
                   phase);
        return false;
    }
    if (game[0] == '\0' || tp_game_find(game, &error) != NULL) return true;
    admin_fail_error(request, &error);
    return false;
}

static void do_tables(admin_request *request) {
    if (!may_filter(request)) return;
    const table *table;
    json_t *rows = json_array();
    int64_t now = server_now_ms();
    size_t all = 0, most = (size_t)admin_rows(request);
    for (size_t i = 0; (table = map_next(&request->server->tables, &i)) != NULL;) {
        if (!is_wanted(request, table)) continue;
        all++;
        if (json_array_size(rows) < most) json_array_append_new(rows, table_row(table, now));
    }
    admin_reply(request, json_pack("{s:o, s:I}", "tables", rows, "all", (json_int_t)all));
}

static void close_found(void *context, table *table, tp_err code) {
    admin_request *request = context;
    (void)code;
    const char *id = admin_text(request, "table");
    if (table == NULL) {
        admin_fail(request, "UNKNOWN", "there is no table '%.40s'", id);
    } else if (table->phase == PHASE_OVER || table->phase == PHASE_CLOSED) {
        admin_fail(request, "WRONG_PHASE", "table %s is over already", table->id);
    } else if (table->broken) {
        admin_fail(request, "NOT_SAVED", "the database does not answer; try again in a moment");
    } else {
        table->phase = PHASE_CLOSED;
        table_write(table, table_seat_event(table, EVENT_CLOSE, -1, 0), NULL, NULL, -1);
        table_changed(table);
        security_event(request->server, "table closed by an operator", "", "", "table", table->id, NULL);
        admin_reply(request, json_pack("{s:s}", "closed", table->id));
    }
}

static void do_close(admin_request *request) {
    const journal_asker asker = {.wants = ACCESS_OPERATOR};
    tables_find(request->server, admin_text(request, "table"), &asker, close_found, request);
}

/* ---- the server ---- */

static json_t *counts_of(const server *server) {
    size_t count[PHASE_COUNT] = {0};
    const table *table;
    json_t *counts = json_object();
    for (size_t i = 0; (table = map_next(&server->tables, &i)) != NULL;) count[table->phase]++;
    for (int phase = 0; phase < PHASE_COUNT; phase++)
        json_object_set_new(counts, phase_names[phase], json_integer((json_int_t)count[phase]));
    return counts;
}

static json_t *warnings_of(const operators *operators) {
    json_t *list = json_array();
    for (int i = 0; i < operators->warning_count; i++)
        json_array_append_new(list, json_string(tp_translate(operators->warnings[i])));
    return list;
}

static void do_status(admin_request *request) {
    server *server = request->server;
    operators *operators = server->operators;
    net_figures net;
    char why[256] = "";
    bool fails = server_fails(server, why, sizeof why);
    net_get_figures(server->net, &net);
    disk_look(server->setup.database, &operators->disk);
    json_t *status = json_pack(
        "{s:s, s:b, s:s, s:I, s:I, s:i, s:i, s:I, s:o, s:I, s:I, s:i, s:f, s:f, s:f, s:b, s:o}", "version",
        tp_version(), "healthy", !fails, "failure", why, "uptime_s",
        (json_int_t)((server_now_ms() - server->started_ms) / 1000), "uptime_all_s",
        (json_int_t)(server_uptime_ms(server) / 1000), "connections", net.connections, "websockets",
        net.websockets, "people", (json_int_t)server->people.count, "tables", counts_of(server), "bans",
        (json_int_t)bans_count(server, SANCTION_BAN), "mutes", (json_int_t)bans_count(server, SANCTION_MUTE),
        "reports", operators->reports_open, "disk_free_bytes", operators->disk.free_bytes, "database_bytes",
        operators->disk.database_bytes, "wal_bytes", operators->disk.wal_bytes, "disk_low",
        operators->disk.is_low, "warnings", warnings_of(operators));
    admin_reply(request, status);
}

static void do_backup(admin_request *request) {
    server *server = request->server;
    security_event(server, "backup asked for by an operator", "", "", NULL);
    server_ask_backup(server);
    admin_reply(request,
                json_pack("{s:s}", "backup", server->setup.backup != NULL ? server->setup.backup : ""));
}

static void do_log(admin_request *request) {
    admin_reply(request,
                json_pack("{s:o}", "lines", security_log_tail(request->server, (size_t)admin_rows(request))));
}

/* ---- the table of verbs ---- */

static const admin_verb verbs[] = {
    {"status", "", do_status},
    {"tables", "phase:s? game:s? who:s? most:i?", do_tables},
    {"close", "table:s", do_close},
    {"people", "text:s? online:b? most:i?", admin_people},
    {"sessions", "who:s? most:i?", admin_sessions},
    {"rename", "who:s name:s", admin_rename},
    {"delete", "who:s", admin_delete},
    {"ban", "who:s for_s:i? why:s?", admin_ban},
    {"unban", "who:s", admin_unban},
    {"bans", "most:i?", admin_bans},
    {"mute", "who:s for_s:i? why:s?", admin_mute},
    {"unmute", "who:s", admin_unmute},
    {"reports", "most:i?", admin_reports},
    {"report", "report:s", admin_report},
    {"resolve", "report:s why:s?", admin_resolve},
    {"reset", "who:s", admin_reset},
    {"backup", "", do_backup},
    {"log", "most:i?", do_log},
};

enum { VERB_COUNT = sizeof verbs / sizeof *verbs };

static const char *verb_name(const void *context, size_t index) {
    (void)context;
    return verbs[index].name;
}

static bool has_type(const json_t *value, char type) {
    return type == 's'   ? json_is_string(value)
           : type == 'i' ? json_is_integer(value)
                         : json_is_boolean(value);
}

/* Whether the fields are those of the verb; "lang" and "do" may always be there. */
static tp_err check_fields(const admin_verb *verb, const json_t *message, tp_error *error) {
    size_t known = 1;
    const json_t *language = json_object_get(message, "lang");
    if (language != NULL && !json_is_string(language))
        return tp_fail(error, TP_E_INPUT, TR("\"%s\" is a text"), "lang");
    known += language != NULL;
    for (const char *list = verb->fields; *list != '\0';) {
        char name[16];
        size_t length = strcspn(list, ":"), whole = strcspn(list, " ");
        snprintf(name, sizeof name, "%.*s", (int)length, list);
        char type = list[length + 1];
        bool optional = list[whole - 1] == '?';
        const json_t *value = json_object_get(message, name);
        if (value == NULL && !optional) return tp_fail(error, TP_E_INPUT, TR("\"%s\" is missing"), name);
        if (value != NULL && !has_type(value, type))
            return tp_fail(error, TP_E_INPUT, TR("'%s' has a \"%s\" of the wrong type"), verb->name, name);
        known += value != NULL;
        list += whole;
        list += strspn(list, " ");
    }
    if (json_object_size(message) == known) return TP_OK;
    return tp_fail(error, TP_E_INPUT, TR("'%s' was sent with an unknown field"), verb->name);
}

json_t *admin_parse(const char *line, size_t size, const admin_verb **verb, tp_error *error) {
    json_t *message = json_depth_ok(line, size) ? json_loadb(line, size, JSON_REJECT_DUPLICATES, NULL) : NULL;
    const char *name = json_string_value(json_object_get(message, "do"));
    *verb = NULL;
    for (size_t i = 0; name != NULL && i < VERB_COUNT && *verb == NULL; i++) {
        if (strcmp(verbs[i].name, name) == 0) *verb = &verbs[i];
    }
    if (name == NULL) {
        tp_fail(error, TP_E_INPUT, TR("a request is one JSON object that says what to \"do\""));
    } else if (*verb == NULL) {
        char list[256];
        tp_list_nearest(list, sizeof list, name, VERB_COUNT, verb_name, NULL);
        tp_fail(error, TP_E_INPUT, TR("there is no such \"do\"; the commands are %s"), list);
    } else if (check_fields(*verb, message, error) == TP_OK) {
        return message;
    }
    json_decref(message);
    return NULL;
}
