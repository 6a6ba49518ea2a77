/* The e-mail address of an account: kept in a note about the person, with whom it is erased. It is there for
 * one-time links alone, and nobody else sees it. */
#include "server/email.h"
#include "server/http.h"
#include "server/operators.h"
#include "server/people.h"
#include "server/reader.h"
#include "server/text.h"
#include "server/writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char email_kind[] = "email";

/* The text is JSON: the address, which has no quotes, in quotes. */
static void take_email(void *context, const store_note *note) {
    size_t length = strlen(note->text);
    if (length > 2) snprintf(context, EMAIL_SIZE, "%.*s", (int)length - 2, note->text + 1);
}

tp_err email_read(store *store, const char *person, char out[EMAIL_SIZE], tp_error *error) {
    out[0] = '\0';
    tp_err code = store_note_get(store, email_kind, person, take_email, out, error);
    return code == TP_E_UNKNOWN ? TP_OK : code;
}

tp_err email_write(store *store, const char *person, const char *email, tp_error *error) {
    char text[EMAIL_SIZE + 2];
    snprintf(text, sizeof text, "\"%s\"", email);
    const store_note note = {.kind = email_kind,
                             .key = person,
                             .about = person,
                             .by = "",
                             .text = text,
                             .made_ms = server_time_ms()};
    tp_err code = reset_void(store, person, error);
    if (code != TP_OK) return code;
    if (email[0] != '\0') return store_note_put(store, &note, error);
    code = store_note_delete(store, email_kind, person, error);
    return code == TP_E_UNKNOWN ? TP_OK : code;
}

typedef struct show_job {
    job job;
    request *request;
    char id[ID_SIZE], email[EMAIL_SIZE];
} show_job;

static tp_err run_show(job *job, store *store, tp_error *error) {
    show_job *show = (show_job *)job;
    return email_read(store, show->id, show->email, error);
}

static void show_done(job *job, server *server) {
    show_job *show = (show_job *)job;
    (void)server;
    if (job->code != TP_OK) {
        request_fail_unsaved(show->request, &job->error);
    } else {
        net_exchange *exchange = http_resume(&show->request->exchange);
        if (exchange != NULL)
            http_reply_json(exchange, 200, json_pack("{s:s}", "email", show->email),
                            "Cache-Control: no-store\r\n");
    }
    request_free(show->request);
    free(show);
}

void email_show(request *request) {
    show_job *show = calloc(1, sizeof *show);
    if (show == NULL) {
        request_fail(request, 503, "TOO_MANY", "the server is out of memory; try again later");
        request_free(request);
        return;
    }
    show->job.run = run_show;
    show->job.done = show_done;
    show->request = request;
    memcpy(show->id, request->who->id, sizeof show->id);
    read_give(request->server, READ_ROWS, &show->job, READ_FIRST, request->network, show->id);
}
