/* Guests who were not seen for long are erased, a few at a time, like people who delete themselves: see
 * retention.h. */
#include "server/erasure.h"
#include "server/log.h"
#include "server/people.h"
#include "server/retention.h"
#include "server/server.h"
#include "server/text.h"
#include "server/writer.h"
#include "store/privacy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { AT_ONCE = 20, STEP_MS = 60 * 1000, SOON_MS = 1000 };

static const int64_t day_ms = 24 * 3600 * 1000;

typedef struct guests_job {
    job job;
    int64_t older_ms;
    int count;
    char ids[AT_ONCE][ID_SIZE];
} guests_job;

static void add_guest(void *context, const char *person) {
    guests_job *guests = context;
    if (guests->count < AT_ONCE) snprintf(guests->ids[guests->count++], ID_SIZE, "%s", person);
}

static tp_err run_find(job *job, store *store, tp_error *error) {
    guests_job *guests = (guests_job *)job;
    guests->count = 0;
    return store_old_guests(store, guests->older_ms, AT_ONCE, add_guest, guests, error);
}

static tp_err run_erase(job *job, store *store, tp_error *error) {
    const guests_job *guests = (guests_job *)job;
    tp_err code = TP_OK;
    for (int i = 0; code == TP_OK && i < guests->count; i++) code = store_erase(store, guests->ids[i], error);
    return code;
}

static void erase_done(job *job, server *server) {
    guests_job *guests = (guests_job *)job;
    char count[16];
    snprintf(count, sizeof count, "%d", guests->count);
    if (job->code == TP_OK) {
        for (int i = 0; i < guests->count; i++) erasure_begun(server, guests->ids[i]);
        server_log(LOG_INFO, "old guests erased", "people", count, NULL);
        server->old_guests_ms = server_now_ms() + SOON_MS;
    } else {
        server_log(LOG_WARNING, "old guests not erased", "why", job->error.text, NULL);
    }
    free(guests);
}

static void find_done(job *job, server *server) {
    guests_job *guests = (guests_job *)job;
    int left = 0;
    for (int i = 0; job->code == TP_OK && i < guests->count; i++) {
        if (people_get(server, guests->ids[i]) != NULL) continue; /* is here just now */
        if (left != i) memcpy(guests->ids[left], guests->ids[i], ID_SIZE);
        left++;
    }
    guests->count = left;
    if (left == 0 || atomic_load(&server->stopping)) {
        free(guests);
        return;
    }
    job->run = run_erase;
    job->done = erase_done;
    writer_give(server->writer, job);
}

void old_guests_tick(server *server, int64_t now_ms) {
    int days = server->setup.limits.guest_days;
    if (days == 0 || now_ms < server->old_guests_ms || atomic_load(&server->stopping)) return;
    server->old_guests_ms = now_ms + STEP_MS;
    guests_job *guests = calloc(1, sizeof *guests);
    if (guests == NULL) return;
    guests->older_ms = days * day_ms;
    guests->job.run = run_find;
    guests->job.done = find_done;
    writer_give(server->writer, &guests->job);
}
