/* Operators and people: who is there, another name, deletion. */
#include "server/connection.h"
#include "server/erasure.h"
#include "server/http.h"
#include "server/map.h"
#include "server/name_rules.h"
#include "server/operators.h"
#include "server/people.h"
#include "server/people_rows.h"
#include "server/reader.h"
#include "server/requests.h"
#include "server/server.h"
#include "server/sessions.h"
#include "server/table.h"
#include "server/text.h"
#include "server/writer.h"
#include "store/privacy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- finding a person ---- */

typedef struct find_job {
    job job;
    admin_request *request;
    char who[NAME_SIZE];
    store_person row;
    bool exists;
    admin_found *found;
} find_job;

static tp_err run_find(job *job, store *store, tp_error *error) {
    find_job *find = (find_job *)job;
    tp_err code = store_person_get(store, find->who, &find->row, error);
    if (code == TP_E_UNKNOWN) code = store_person_by_login(store, find->who, &find->row, error);
    find->exists = code == TP_OK;
    return code == TP_E_UNKNOWN ? TP_OK : code;
}

/* A guest who is here may have no row yet. */
static bool find_in_memory(find_job *find, server *server) {
    const person *person = people_get(server, find->who);
    if (person == NULL || person->forgotten) return false;
    memcpy(find->row.id, person->id, sizeof find->row.id);
    memcpy(find->row.name, person->name, sizeof find->row.name);
    return true;
}

static void find_done(job *job, server *server) {
    find_job *find = (find_job *)job;
    if (job->code != TP_OK) {
        admin_fail_error(find->request, &job->error);
    } else if (find->exists || find_in_memory(find, server)) {
        find->found(find->request, &find->row);
    } else {
        admin_fail(find->request, "UNKNOWN", "there is no person with the id or login '%.60s'", find->who);
    }
    free(find);
}

void admin_find_person(admin_request *request, admin_found *found) {
    const char *who = admin_text(request, "who");
    find_job *find = strlen(who) < NAME_SIZE ? calloc(1, sizeof *find) : NULL;
    if (find == NULL) {
        admin_fail(request, "UNKNOWN", "there is no person with the id or login '%.60s'", who);
        return;
    }
    snprintf(find->who, sizeof find->who, "%s", who);
    find->job.run = run_find;
    find->job.done = find_done;
    find->request = request;
    find->found = found;
    read_give(request->server, READ_ROWS, &find->job, READ_FIRST, "", "");
}

/* ---- lists ---- */

static int connections_of(const person *person) {
    int count = 0;
    for (const connection *at = person != NULL ? person->connections : NULL; at != NULL; at = at->next)
        count++;
    return count;
}

static json_t *person_row(server *server, const char *id, const char *name, const char *login,
                          int64_t created_ms, int64_t seen_ms) {
    return json_pack("{s:s, s:s, s:s, s:I, s:I, s:i, s:b, s:b}", "id", id, "name", name, "login", login,
                     "created_ms", (json_int_t)created_ms, "seen_ms", (json_int_t)seen_ms, "connections",
                     connections_of(people_get(server, id)), "banned",
                     ban_of_person(server, id, SANCTION_BAN) != NULL, "muted",
                     ban_of_person(server, id, SANCTION_MUTE) != NULL);
}

typedef struct people_job {
    job job;
    admin_request *request;
    char text[NAME_SIZE];
    int most;
    store_person *rows;
    size_t count;
} people_job;

static void take_person(void *context, const store_person *person) {
    people_job *people = context;
    people->rows[people->count++] = *person;
}

static tp_err run_people(job *job, store *store, tp_error *error) {
    people_job *people = (people_job *)job;
    people->count = 0;
    return store_people(store, people->text, people->most, take_person, people, error);
}

static void people_done(job *job, server *server) {
    people_job *people = (people_job *)job;
    if (job->code != TP_OK) {
        admin_fail_error(people->request, &job->error);
    } else {
        json_t *rows = json_array();
        for (size_t i = 0; i < people->count; i++) {
            const store_person *row = &people->rows[i];
            json_array_append_new(
                rows, person_row(server, row->id, row->name, row->login, row->created_ms, row->seen_ms));
        }
        admin_reply(people->request, json_pack("{s:o}", "people", rows));
    }
    free(people->rows);
    free(people);
}

/* Those who have a connection, guests without a row among them. */
static void list_online(admin_request *request) {
    const person *person;
    const char *text = admin_text(request, "text");
    json_t *rows = json_array();
    size_t most = (size_t)admin_rows(request);
    for (size_t i = 0;
         json_array_size(rows) < most && (person = map_next(&request->server->people, &i)) != NULL;) {
        bool is_meant = strcasestr(person->name, text) != NULL || strstr(person->id, text) != NULL ||
                        strcasestr(person->login, text) != NULL;
        if (person->connections == NULL || !is_meant) continue;
        json_array_append_new(
            rows, person_row(request->server, person->id, person->name, person->login, 0, server_time_ms()));
    }
    admin_reply(request, json_pack("{s:o}", "people", rows));
}

void admin_people(admin_request *request) {
    if (json_is_true(json_object_get(request->message, "online"))) {
        list_online(request);
        return;
    }
    people_job *people = calloc(1, sizeof *people);
    int most = admin_rows(request);
    if (people != NULL) people->rows = calloc((size_t)most, sizeof *people->rows);
    if (people == NULL || people->rows == NULL) {
        free(people);
        admin_fail(request, "TOO_MANY", "the server is out of memory");
        return;
    }
    people->job.run = run_people;
    people->job.done = people_done;
    people->request = request;
    people->most = most;
    snprintf(people->text, sizeof people->text, "%s", admin_text(request, "text"));
    read_give(request->server, READ_JOURNALS, &people->job, READ_LAST, "", "");
}

/* Open connections, of one person or ("") of everybody. */
static json_t *list_connections(const admin_request *request, const char *who) {
    const connection *connection;
    json_t *rows = json_array();
    size_t most = (size_t)admin_rows(request);
    for (size_t i = 0; json_array_size(rows) < most &&
                       (connection = map_next(&request->server->connections, &i)) != NULL;) {
        const person *person = connection->who;
        if (person == NULL || connection->client == NULL) continue;
        if (who[0] != '\0' && strcmp(person->id, who) != 0) continue;
        char network[NETWORK_SIZE];
        connection_network(connection, network);
        json_array_append_new(rows, json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:i}", "connection",
                                              connection->serial, "person", person->id, "name", person->name,
                                              "login", person->login, "address", network, "language",
                                              connection->language, "tables", connection->watch_count));
    }
    return rows;
}

typedef struct devices_job {
    job job;
    admin_request *request;
    char id[ID_SIZE];
    session_list devices;
} devices_job;

static tp_err run_devices(job *job, store *store, tp_error *error) {
    devices_job *found = (devices_job *)job;
    free(found->devices.all);
    found->devices = (session_list){0};
    return sessions_read(store, found->id, &found->devices, error);
}

static void devices_done(job *job, server *server) {
    devices_job *found = (devices_job *)job;
    (void)server;
    if (job->code != TP_OK) {
        admin_fail_error(found->request, &job->error);
    } else {
        json_t *rows = json_array();
        for (size_t i = 0; i < found->devices.count; i++) {
            const store_session *device = &found->devices.all[i];
            json_array_append_new(rows, json_pack("{s:s, s:I, s:I}", "device", device->device, "made_ms",
                                                  (json_int_t)device->made_ms, "seen_ms",
                                                  (json_int_t)device->seen_ms));
        }
        admin_reply(found->request, json_pack("{s:o, s:o}", "sessions",
                                              list_connections(found->request, found->id), "devices", rows));
    }
    free(found->devices.all);
    free(found);
}

static void sessions_found(admin_request *request, const store_person *row) {
    devices_job *found = calloc(1, sizeof *found);
    if (found == NULL) {
        admin_fail(request, "TOO_MANY", "the server is out of memory");
        return;
    }
    found->job.run = run_devices;
    found->job.done = devices_done;
    found->request = request;
    memcpy(found->id, row->id, sizeof found->id);
    read_give(request->server, READ_ROWS, &found->job, READ_FIRST, "", "");
}

/* Of one person also the devices on which the account is signed in. */
void admin_sessions(admin_request *request) {
    if (admin_text(request, "who")[0] != '\0') {
        admin_find_person(request, sessions_found);
    } else {
        admin_reply(request, json_pack("{s:o}", "sessions", list_connections(request, "")));
    }
}

/* ---- another name ---- */

typedef struct rename_job {
    job job;
    admin_request *request;
    char id[ID_SIZE], before[NAME_SIZE], name[NAME_SIZE];
    people_rows *rows; /* of a guest who has none yet */
    bool taken;
} rename_job;

static tp_err run_rename(job *job, store *store, tp_error *error) {
    rename_job *rename = (rename_job *)job;
    store_person row;
    tp_err code = name_is_taken(store, rename->id, rename->name, &rename->taken, error);
    if (code != TP_OK || rename->taken) return code;
    code = people_rows_write(store, rename->rows, error);
    if (code == TP_OK) code = store_person_get(store, rename->id, &row, error);
    if (code != TP_OK) return code;
    memcpy(rename->before, row.name, sizeof rename->before);
    memcpy(row.name, rename->name, sizeof row.name);
    code = store_person_put(store, &row, error);
    if (code == TP_OK) code = journal_note_rename(store, rename->id, error);
    if (code != TP_OK || row.login[0] == '\0') return code;
    return name_keep_shape(store, row.id, row.name, row.login, error);
}

static void rename_done(job *job, server *server) {
    rename_job *rename = (rename_job *)job;
    if (job->code != TP_OK) {
        admin_fail_error(rename->request, &job->error);
    } else if (rename->taken) {
        admin_fail(rename->request, "NAME_TAKEN", NAME_TAKEN);
    } else {
        person *person = people_get(server, rename->id);
        people_rows_kept(server, rename->rows);
        if (person != NULL) memcpy(person->name, rename->name, sizeof person->name);
        table_rename_person(server, rename->id, rename->before, rename->name);
        leaders_forget(server);
        security_event(server, "renamed by an operator", "", rename->id, NULL);
        admin_reply(rename->request, json_pack("{s:s, s:s}", "person", rename->id, "name", rename->name));
    }
    people_rows_free(rename->rows);
    free(rename);
}

static void rename_found(admin_request *request, const store_person *row) {
    tp_error error = {0};
    rename_job *rename = calloc(1, sizeof *rename);
    if (rename == NULL) {
        admin_fail(request, "TOO_MANY", "the server is out of memory");
    } else if (people_check_name(admin_text(request, "name"), rename->name, &error) != TP_OK ||
               name_check(row->id, rename->name, &error) != TP_OK) {
        free(rename);
        admin_fail_error(request, &error);
    } else {
        bool failed = false;
        rename->rows = people_rows_of_ids(request->server, (const char *const[]){row->id}, 1, &failed);
        rename->job.run = run_rename;
        rename->job.done = rename_done;
        rename->request = request;
        memcpy(rename->id, row->id, sizeof rename->id);
        writer_give(request->server->writer, &rename->job);
    }
}

void admin_rename(admin_request *request) { admin_find_person(request, rename_found); }

/* ---- deletion ---- */

typedef struct delete_job {
    job job;
    admin_request *request;
    char id[ID_SIZE];
} delete_job;

static tp_err run_delete(job *job, store *store, tp_error *error) {
    return store_erase(store, ((delete_job *)job)->id, error);
}

static void delete_done(job *job, server *server) {
    delete_job *deletion = (delete_job *)job;
    person *person = people_get(server, deletion->id);
    if (job->code != TP_OK) {
        if (person != NULL) person->forgotten = false;
        admin_fail_error(deletion->request, &job->error);
    } else {
        erasure_begun(server, deletion->id);
        if (person != NULL) people_disconnect(person);
        bans_forget(server, deletion->id);
        security_event(server, "person deleted by an operator", "", "", NULL);
        admin_reply(deletion->request, json_pack("{s:s}", "deleted", deletion->id));
    }
    free(deletion);
}

static void delete_found(admin_request *request, const store_person *row) {
    delete_job *deletion = calloc(1, sizeof *deletion);
    if (deletion == NULL) {
        admin_fail(request, "TOO_MANY", "the server is out of memory");
        return;
    }
    person *person = people_get(request->server, row->id);
    if (person != NULL) person->forgotten = true; /* nothing new is written about them */
    deletion->job.run = run_delete;
    deletion->job.done = delete_done;
    deletion->request = request;
    memcpy(deletion->id, row->id, sizeof deletion->id);
    writer_give(request->server->writer, &deletion->job);
}

void admin_delete(admin_request *request) { admin_find_person(request, delete_found); }
