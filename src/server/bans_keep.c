/* Bans and mutes on their way to the database and back, and what follows from a ban: connections are closed,
 * seats are left. */
#include "server/connection.h"
#include "server/map.h"
#include "server/operators.h"
#include "server/people.h"
#include "server/people_rows.h"
#include "server/reader.h"
#include "server/server.h"
#include "server/table.h"
#include "server/writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what follows from a ban ---- */

/* The others go on: a bot plays where the person sat, and a seat at an open table is free again. */
static void leave_tables(server *server, const char *person) {
    table *table;
    for (size_t i = 0; (table = map_next(&server->tables, &i)) != NULL;) {
        int seat = table->broken ? -1 : table_seat_of(table, person);
        if (seat >= 0) table_put_out(table, seat);
    }
}

static void enforce(server *server, const sanction *sanction) {
    connection *connection;
    if (sanction->kind != SANCTION_BAN) return;
    for (size_t i = 0; (connection = map_next(&server->connections, &i)) != NULL;) {
        if (connection->client == NULL) continue;
        bool is_meant = sanction->is_network
                            ? ban_of_address(server, net_address(connection->client)) == sanction
                            : connection->who != NULL && strcmp(connection->who->id, sanction->subject) == 0;
        if (is_meant) connection_refuse_banned(connection, sanction);
    }
    if (!sanction->is_network) leave_tables(server, sanction->subject);
}

/* ---- in the database ---- */

typedef struct ban_job {
    job job;
    sanction sanction;
    bool lifts;
    people_rows *rows; /* of a guest who has none yet */
    char *text;
    ban_done *done;
    void *context;
} ban_job;

static tp_err run_ban(job *job, store *store, tp_error *error) {
    const ban_job *ban = (ban_job *)job;
    const sanction *made = &ban->sanction;
    if (ban->lifts) {
        tp_err code = store_note_delete(store, sanction_names[made->kind], made->subject, error);
        return code == TP_E_UNKNOWN ? TP_OK : code;
    }
    const store_note note = {.kind = sanction_names[made->kind],
                             .key = made->subject,
                             .about = made->is_network ? "" : made->subject,
                             .by = "",
                             .text = ban->text,
                             .made_ms = made->made_ms,
                             .until_ms = made->until_ms};
    tp_err code = people_rows_write(store, ban->rows, error);
    return code == TP_OK ? store_note_put(store, &note, error) : code;
}

static void ban_saved(job *job, server *server) {
    ban_job *ban = (ban_job *)job;
    if (job->code == TP_OK && !ban->lifts) {
        people_rows_kept(server, ban->rows);
        const sanction *made = bans_add(&server->operators->bans, &ban->sanction)
                                   ? bans_find(server, ban->sanction.kind, ban->sanction.subject)
                                   : NULL;
        if (made != NULL) enforce(server, made);
    }
    if (ban->done != NULL) ban->done(ban->context, server, job->code, &job->error);
    people_rows_free(ban->rows);
    free(ban->text);
    free(ban);
}

static void give(server *server, const sanction *sanction, bool lifts, ban_done *done, void *context) {
    ban_job *ban = calloc(1, sizeof *ban);
    json_t *text = json_pack("{s:s}", "why", sanction->why);
    if (ban != NULL && text != NULL) ban->text = json_dumps(text, JSON_COMPACT);
    json_decref(text);
    if (ban == NULL || ban->text == NULL) {
        tp_error error = {0};
        tp_fail(&error, TP_E_MEMORY, TR("the server is out of memory"));
        if (done != NULL) done(context, server, TP_E_MEMORY, &error);
        free(ban);
        return;
    }
    ban->job.run = run_ban;
    ban->job.done = ban_saved;
    ban->sanction = *sanction;
    ban->lifts = lifts;
    ban->done = done;
    ban->context = context;
    bool failed = false;
    if (!sanction->is_network && !lifts)
        ban->rows = people_rows_of_ids(server, (const char *const[]){sanction->subject}, 1, &failed);
    writer_give(server->writer, &ban->job);
}

void ban_put(server *server, const sanction *sanction, ban_done *done, void *context) {
    tp_error error = {0};
    if (server->operators->bans.all.count >= MOST_SANCTIONS) {
        tp_fail(&error, TP_E_REFUSED, TR("there are %d bans and mutes already; lift some first"),
                MOST_SANCTIONS);
        done(context, server, TP_E_REFUSED, &error);
        return;
    }
    give(server, sanction, false, done, context);
}

bool ban_lift(server *server, sanction_kind kind, const char *subject, ban_done *done, void *context) {
    char key[8 + SUBJECT_SIZE];
    bans_key(kind, subject, key);
    sanction *found = map_get(&server->operators->bans.all, key);
    if (found == NULL) return false;
    sanction copy = *found;
    bans_remove(&server->operators->bans, found);
    give(server, &copy, true, done, context);
    return true;
}

typedef struct loading {
    bans *bans;
    sanction_kind kind;
} loading;

static void load_note(void *context, const store_note *note) {
    const loading *loading = context;
    sanction made = {.kind = loading->kind,
                     .is_network = note->about[0] == '\0',
                     .made_ms = note->made_ms,
                     .until_ms = note->until_ms};
    json_t *text = json_loads(note->text, 0, NULL);
    const char *why = json_string_value(json_object_get(text, "why"));
    snprintf(made.subject, sizeof made.subject, "%s", note->key);
    snprintf(made.why, sizeof made.why, "%s", why != NULL ? why : "");
    json_decref(text);
    bans_add(loading->bans, &made);
}

tp_err bans_load(server *server, store *store, tp_error *error) {
    tp_err code = TP_OK;
    for (int kind = 0; code == TP_OK && kind < SANCTION_COUNT; kind++) {
        loading loading = {&server->operators->bans, (sanction_kind)kind};
        code = store_notes_expire(store, sanction_names[kind], server_uptime_ms(server), error);
        if (code == TP_OK)
            code = store_notes(store, sanction_names[kind], "", MOST_SANCTIONS, load_note, &loading, error);
    }
    return code;
}

typedef struct renew_job {
    job job;
    int64_t now_ms;
    bans bans;
} renew_job;

static tp_err run_renew(job *job, store *store, tp_error *error) {
    renew_job *renew = (renew_job *)job;
    tp_err code = TP_OK;
    bans_free(&renew->bans); /* this may run twice */
    renew->bans = (bans){0};
    for (int kind = 0; code == TP_OK && kind < SANCTION_COUNT; kind++) {
        loading loading = {&renew->bans, (sanction_kind)kind};
        code = store_notes(store, sanction_names[kind], "", MOST_SANCTIONS, load_note, &loading, error);
    }
    return code;
}

static void renew_done(job *job, server *server) {
    renew_job *renew = (renew_job *)job;
    bans *bans = &server->operators->bans;
    sanction *sanction;
    for (size_t i = 0; job->code == TP_OK && (sanction = map_next(&bans->all, &i)) != NULL;) {
        if (map_get(&renew->bans.all, sanction->key) == NULL) bans_remove(bans, sanction);
    }
    for (size_t i = 0; job->code == TP_OK && (sanction = map_next(&renew->bans.all, &i)) != NULL;) {
        bool is_new = map_get(&bans->all, sanction->key) == NULL;
        if (!bans_add(bans, sanction) || !is_new) continue;
        const struct sanction *made = bans_find(server, sanction->kind, sanction->subject);
        if (made != NULL) enforce(server, made);
    }
    bans_free(&renew->bans);
    free(renew);
}

void bans_renew(server *server) {
    renew_job *renew = server->operators != NULL ? calloc(1, sizeof *renew) : NULL;
    if (renew == NULL) return;
    renew->job.run = run_renew;
    renew->job.done = renew_done;
    read_give(server, READ_ROWS, &renew->job, READ_FIRST, "", "");
}

void bans_sweep(server *server) {
    sanction *sanction;
    int64_t now = server_uptime_ms(server);
    for (size_t i = 0; (sanction = map_next(&server->operators->bans.all, &i)) != NULL;) {
        if (sanction->until_ms == 0 || now < sanction->until_ms) continue;
        struct sanction copy = *sanction;
        bans_remove(&server->operators->bans, sanction);
        give(server, &copy, true, NULL, NULL);
    }
}
