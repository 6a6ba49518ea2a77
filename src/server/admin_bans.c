/* Operators ban addresses and people, and mute people. */
#include "server/map.h"
#include "server/operators.h"
#include "server/server.h"
#include "server/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_S = 3660 * 24 * 3600 }; /* ten years */

/* An address can be told from an id or a login name: it has a dot or a colon. */
static bool is_address(const char *text) { return strpbrk(text, ".:/") != NULL; }

static json_t *sanction_row(const server *server, const sanction *sanction) {
    char date[DATE_SIZE] = "";
    if (sanction->until_ms != 0) uptime_date(server, sanction->until_ms, date);
    return json_pack(
        "{s:s, s:s, s:s, s:s, s:I, s:I}", "is", sanction_names[sanction->kind], "who", sanction->subject,
        "why", sanction->why, "until", date, "made_ms", (json_int_t)sanction->made_ms, "left_s",
        (json_int_t)(sanction->until_ms == 0 ? -1 : (sanction->until_ms - server_uptime_ms(server)) / 1000));
}

typedef struct asked {
    admin_request *request;
    sanction sanction;
    bool lifts;
} asked;

static void answered(void *context, server *server, tp_err code, const tp_error *error) {
    asked *asked = context;
    const char *name = sanction_names[asked->sanction.kind];
    bool is_network = asked->sanction.is_network;
    if (code != TP_OK) {
        admin_fail_error(asked->request, error);
    } else {
        char what[40];
        snprintf(what, sizeof what, "%s %s", name, asked->lifts ? "lifted" : "made");
        security_event(server, what, "", is_network ? "" : asked->sanction.subject, "by", "operator",
                       "network", is_network ? asked->sanction.subject : "", NULL);
        admin_reply(asked->request, sanction_row(server, &asked->sanction));
    }
    free(asked);
}

static bool read_sanction(admin_request *request, sanction_kind kind, sanction *out) {
    int64_t for_s = admin_number(request, "for_s", 0);
    const char *why = admin_text(request, "why");
    if (for_s < 0 || for_s > LONGEST_S) {
        admin_fail(request, "BAD_MESSAGE", "a ban lasts from one second to ten years, or forever");
        return false;
    }
    if (strlen(why) >= WHY_SIZE) {
        admin_fail(request, "BAD_MESSAGE", "a reason has at most %d bytes", WHY_SIZE - 1);
        return false;
    }
    *out = (sanction){.kind = kind, .made_ms = server_time_ms()};
    snprintf(out->why, sizeof out->why, "%s", why);
    if (for_s > 0) out->until_ms = server_uptime_ms(request->server) + 1000 * for_s;
    return true;
}

/* Takes the request. */
static void put(admin_request *request, const sanction *sanction) {
    asked *asked = malloc(sizeof *asked);
    if (asked == NULL) {
        admin_fail(request, "TOO_MANY", "the server is out of memory");
        return;
    }
    *asked = (struct asked){.request = request, .sanction = *sanction};
    ban_put(request->server, sanction, answered, asked);
}

static void put_person(admin_request *request, const store_person *row, sanction_kind kind) {
    sanction made;
    if (!read_sanction(request, kind, &made)) return;
    snprintf(made.subject, sizeof made.subject, "%s", row->id);
    put(request, &made);
}

static void ban_found(admin_request *request, const store_person *row) {
    put_person(request, row, SANCTION_BAN);
}
static void mute_found(admin_request *request, const store_person *row) {
    put_person(request, row, SANCTION_MUTE);
}

void admin_ban(admin_request *request) {
    sanction made;
    tp_error error = {0};
    if (!is_address(admin_text(request, "who"))) {
        admin_find_person(request, ban_found);
    } else if (!ban_network(admin_text(request, "who"), made.subject, &error)) {
        admin_fail_error(request, &error);
    } else if (ban_covers_this_machine(made.subject)) {
        admin_fail(request, "BAD_MESSAGE",
                   "%s is this machine: everybody who comes through a proxy here could be turned away",
                   made.subject);
    } else {
        char subject[SUBJECT_SIZE];
        memcpy(subject, made.subject, sizeof subject);
        if (!read_sanction(request, SANCTION_BAN, &made)) return;
        memcpy(made.subject, subject, sizeof subject);
        made.is_network = true;
        put(request, &made);
    }
}

void admin_mute(admin_request *request) { admin_find_person(request, mute_found); }

/* Takes the request. */
static void lift(admin_request *request, sanction_kind kind, const char *subject, bool is_network) {
    asked *asked = calloc(1, sizeof *asked);
    if (asked == NULL) {
        admin_fail(request, "TOO_MANY", "the server is out of memory");
        return;
    }
    asked->request = request;
    asked->lifts = true;
    asked->sanction.kind = kind;
    asked->sanction.is_network = is_network;
    snprintf(asked->sanction.subject, sizeof asked->sanction.subject, "%s", subject);
    if (ban_lift(request->server, kind, subject, answered, asked)) return;
    free(asked);
    if (kind == SANCTION_BAN) {
        admin_fail(request, "UNKNOWN", "%s is not banned", subject);
    } else {
        admin_fail(request, "UNKNOWN", "%s is not muted", subject);
    }
}

static void unban_found(admin_request *request, const store_person *row) {
    lift(request, SANCTION_BAN, row->id, false);
}

static void unmute_found(admin_request *request, const store_person *row) {
    lift(request, SANCTION_MUTE, row->id, false);
}

void admin_unban(admin_request *request) {
    char network[SUBJECT_SIZE];
    tp_error error = {0};
    if (!is_address(admin_text(request, "who"))) {
        admin_find_person(request, unban_found);
    } else if (!ban_network(admin_text(request, "who"), network, &error)) {
        admin_fail_error(request, &error);
    } else {
        lift(request, SANCTION_BAN, network, true);
    }
}

void admin_unmute(admin_request *request) { admin_find_person(request, unmute_found); }

void admin_bans(admin_request *request) {
    const sanction *sanction;
    json_t *rows = json_array();
    size_t most = (size_t)admin_rows(request);
    for (size_t i = 0; json_array_size(rows) < most &&
                       (sanction = map_next(&request->server->operators->bans.all, &i)) != NULL;)
        json_array_append_new(rows, sanction_row(request->server, sanction));
    admin_reply(request, json_pack("{s:o}", "bans", rows));
}
