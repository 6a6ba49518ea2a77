/* An operator makes a one-time link with which a person can choose another password (resets.c). */
#include "server/operators.h"
#include "server/server.h"
#include "server/text.h"
#include "server/writer.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct link_job {
    job job;
    admin_request *request;
    char person[ID_SIZE], token[RESET_SIZE], key[RESET_SIZE];
    int64_t until_ms;
} link_job;

static tp_err run_link(job *job, store *store, tp_error *error) {
    const link_job *link = (link_job *)job;
    tp_err code = reset_void(store, link->person, error);
    return code == TP_OK ? reset_keep(store, link->person, link->key, link->until_ms, error) : code;
}

static void link_done(job *job, server *server) {
    link_job *link = (link_job *)job;
    if (job->code != TP_OK) {
        admin_fail_error(link->request, &job->error);
    } else {
        char text[600], date[DATE_SIZE], here[64];
        snprintf(here, sizeof here, "http://localhost:%d", server_port(server));
        reset_link(server->setup.origin != NULL ? server->setup.origin : here, link->token, text,
                   sizeof text);
        uptime_date(server, link->until_ms, date);
        security_event(server, "reset link made by an operator", "", link->person, NULL);
        admin_reply(link->request,
                    json_pack("{s:s, s:s, s:s}", "link", text, "person", link->person, "until", date));
    }
    sodium_memzero(link, sizeof *link);
    free(link);
}

static void reset_found(admin_request *request, const store_person *row) {
    link_job *link = row->login[0] != '\0' ? calloc(1, sizeof *link) : NULL;
    if (row->login[0] == '\0') {
        admin_fail(request, "NO_ACCOUNT", "%s is a guest, who has no password", row->id);
        return;
    }
    if (link == NULL) {
        admin_fail(request, "TOO_MANY", "the server is out of memory");
        return;
    }
    random_hex(link->token, sizeof link->token);
    reset_hash(link->token, link->key);
    link->job.run = run_link;
    link->job.done = link_done;
    link->request = request;
    link->until_ms = server_uptime_ms(request->server) + RESET_VALID_MS;
    memcpy(link->person, row->id, sizeof link->person);
    writer_give(request->server->writer, &link->job);
}

void admin_reset(admin_request *request) { admin_find_person(request, reset_found); }
