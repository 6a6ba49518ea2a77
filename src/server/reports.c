/* Reports by players: a person at a table, or a spectator, tells the operators about a person who sits or
 * chats there.
 *
 * A report keeps the last things that the person said at the table, so that it can be judged when the chat is
 * gone. It is about the person, and so goes when they are deleted; it goes by itself after 90 days of uptime.
 * Everybody may make ten a day, and an address thirty (cost.h), so that nobody alone can fill the queue;
 * where it is full all the same, that is said. */
#include "server/reports.h"
#include "server/connection.h"
#include "server/people.h"
#include "server/people_rows.h"
#include "server/server.h"
#include "server/table.h"
#include "server/text.h"
#include "server/writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PER_DAY = 10,
    LINES = 20, /* of the person's chat that are copied */
};
#define DAY_MS ((int64_t)24 * 3600 * 1000)
#define KEPT_MS (90 * DAY_MS)

const char report_open[] = "report", report_resolved[] = "resolved report";

/* ---- making one ---- */

typedef struct report_job {
    job job;
    char serial[20], by[ID_SIZE], about[ID_SIZE], key[16], address[64];
    int64_t ref, until_ms;
    char *text;
    people_rows *rows;
    int today;
} report_job;

static void count_today(void *context, const store_note *note) {
    report_job *report = context;
    report->today += note->until_ms > report->until_ms - DAY_MS;
}

static tp_err run_report(job *job, store *store, tp_error *error) {
    report_job *report = (report_job *)job;
    report->today = 0;
    tp_err code = people_rows_write(store, report->rows, error);
    if (code == TP_OK)
        code = store_notes_by(store, report_open, report->by, PER_DAY, count_today, report, error);
    if (code == TP_OK)
        code = store_notes_by(store, report_resolved, report->by, PER_DAY, count_today, report, error);
    if (code != TP_OK || report->today >= PER_DAY) return code;
    const store_note note = {.kind = report_open,
                             .key = report->key,
                             .about = report->about,
                             .by = report->by,
                             .text = report->text,
                             .made_ms = server_time_ms(),
                             .until_ms = report->until_ms};
    return store_note_put(store, &note, error);
}

static void report_done(job *job, server *server) {
    report_job *report = (report_job *)job;
    connection *connection = connection_find(server, report->serial);
    bool is_full = job->code == TP_OK && report->today >= PER_DAY;
    if (job->code == TP_OK) people_rows_kept(server, report->rows);
    if (is_full) {
        limit_met(server, "reports", report->address, report->by);
    } else if (job->code == TP_OK) {
        if (server->operators != NULL) {
            server->operators->count.reports++;
            server->operators->reports_open++;
        }
        security_event(server, "report made", report->address, report->by, "report", report->key, "about",
                       report->about, NULL);
    }
    if (connection != NULL && is_full) {
        connection_refuse(connection, report->ref, "TOO_MANY",
                          "you can make %d reports a day; try again tomorrow", PER_DAY);
    } else if (connection != NULL && job->code == TP_OK) {
        connection_done(connection, report->ref);
    } else if (connection != NULL) {
        connection_refuse(
            connection, report->ref, "NOT_SAVED",
            "this could not be saved: there is no such person, or the database does not answer");
    }
    people_rows_free(report->rows);
    free(report->text);
    free(report);
}

/* Whether a person sits or has said something at the table, and by what name. */
static const char *name_at(const table *table, const char *id) {
    int seat = table_seat_of(table, id);
    if (seat >= 0) return table->seats[seat].name;
    for (int64_t i = table->number; i-- > 0;) {
        const event *event = &table->events[i];
        if (event->kind == EVENT_CHAT && strcmp(event->by, id) == 0) return event->name;
    }
    return NULL;
}

/* The last things that were said at the table, by this person (NULL: by anybody), in order. */
json_t *report_chat(const table *table, const char *id, size_t most) {
    json_t *lines = json_array();
    for (int64_t i = table->number; i-- > 0 && json_array_size(lines) < most;) {
        const event *event = &table->events[i];
        if (event->kind != EVENT_CHAT || (id != NULL && strcmp(event->by, id) != 0)) continue;
        json_array_insert_new(lines, 0,
                              json_pack("{s:I, s:s, s:s, s:s}", "n", (json_int_t)i + 1, "by", event->by,
                                        "name", event->name, "said", event->said));
    }
    return lines;
}

static char *report_text(const table *table, const char *about, const char *name, const char *words) {
    json_t *text = json_pack("{s:s, s:s, s:s, s:s, s:o}", "table", table->id, "game", table->game->name,
                             "name", name, "text", words, "chat", report_chat(table, about, LINES));
    char *line = text != NULL ? json_dumps(text, JSON_COMPACT) : NULL;
    json_decref(text);
    return line;
}

void table_report(table *table, connection *connection, int64_t ref, const char *who, const char *words) {
    server *server = table->server;
    const char *name = name_at(table, who);
    if (name == NULL || strcmp(who, connection->who->id) == 0) {
        connection_refuse(connection, ref, "BAD_MESSAGE",
                          "you can report another person who sits or chats at this table");
        return;
    }
    if (strlen(words) >= WHY_SIZE) {
        connection_refuse(connection, ref, "BAD_MESSAGE", "a report has at most %d bytes", WHY_SIZE - 1);
        return;
    }
    if (server->operators != NULL && server->operators->reports_open >= MOST_OPEN_REPORTS) {
        limit_met(server, "unread reports", net_address(connection->client), connection->who->id);
        connection_refuse(connection, ref, "TOO_MANY",
                          "the operators have not read the reports that they have; try again tomorrow");
        return;
    }
    report_job *report = calloc(1, sizeof *report);
    if (report != NULL) report->text = report_text(table, who, name, words);
    if (report == NULL || report->text == NULL) {
        free(report);
        connection_refuse(connection, ref, "TOO_MANY", "the server is out of memory");
        return;
    }
    bool failed = false;
    report->rows = people_rows_of_ids(server, (const char *const[]){connection->who->id, who}, 2, &failed);
    report->job.run = run_report;
    report->job.done = report_done;
    report->ref = ref;
    report->until_ms = server_uptime_ms(server) + KEPT_MS;
    memcpy(report->serial, connection->serial, sizeof report->serial);
    memcpy(report->by, connection->who->id, sizeof report->by);
    snprintf(report->about, sizeof report->about, "%s", who);
    snprintf(report->address, sizeof report->address, "%s", net_address(connection->client));
    random_id(report->key, 'r', 6);
    writer_give(server->writer, &report->job);
}
