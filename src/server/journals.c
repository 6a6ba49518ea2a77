/* Journals of tables that are not in memory: see journals.h.
 *
 * A reading goes through up to three steps: the row; for tables of earlier versions, whose row says nothing
 * of who may see them, the journal, once, to fill that in; and the journal itself. Who asks for the same
 * meanwhile joins the list of those who wait. */
#include "server/journals.h"
#include "server/log.h"
#include "server/map.h"
#include "server/server.h"
#include "server/table.h"
#include "server/writer.h"

#include "server/access.h"
#include "server/reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_OF_NETWORK = 32,          /* journals that one network waits for */
    MOST_BYTES = 64 * 1024 * 1024, /* of one journal: several times what a table can come to */
};

typedef struct asker {
    struct asker *next;
    journal_asker who;
    journal_answer *answer;
    void *context;
} asker;

typedef struct reading {
    job job; /* first */
    server *server;
    const journal_kind *kind;
    char key[1 + ID_SIZE]; /* in server.readings: the letter of the kind, and the table */
    asker *askers, **end;  /* in the order in which they came; where the next one goes */
    char phase[16];
    char *access; /* NULL: not known yet */
    void *made;
} reading;

/* ---- all of a journal ---- */

typedef struct raw {
    char **texts;
    size_t count, capacity, bytes;
    bool failed;
} raw;

static void add_raw(void *context, const store_entry *entry) {
    raw *raw = context;
    size_t length = strlen(entry->text);
    raw->bytes += length;
    if (raw->failed || raw->bytes > MOST_BYTES) return;
    if (raw->count == raw->capacity) {
        size_t capacity = 2 * raw->capacity + 64;
        char **grown = realloc(raw->texts, capacity * sizeof *grown);
        if (grown == NULL) {
            raw->failed = true;
            return;
        }
        raw->texts = grown;
        raw->capacity = capacity;
    }
    raw->texts[raw->count] = malloc(length + 1);
    raw->failed = raw->texts[raw->count] == NULL;
    if (!raw->failed) memcpy(raw->texts[raw->count++], entry->text, length + 1);
}

/* The texts first, and then the JSON of them: so the database is left alone while that is made. A damaged
 * entry is null, which no table is made of. */
static tp_err read_entries(store *store, const char *table, json_t *entries, size_t *bytes, tp_error *error) {
    raw raw = {0};
    json_array_clear(entries);
    tp_err code = store_journal_read(store, table, 0, add_raw, &raw, error);
    if (code == TP_OK && raw.failed) code = tp_fail(error, TP_E_MEMORY, "no memory for a journal");
    if (code == TP_OK && raw.bytes > MOST_BYTES)
        code =
            tp_fail(error, TP_E_INPUT, "the journal of table %s has more than %d bytes", table, MOST_BYTES);
    for (size_t i = 0; i < raw.count; i++) {
        json_t *object = code == TP_OK ? json_loads(raw.texts[i], 0, NULL) : NULL;
        free(raw.texts[i]);
        if (code == TP_OK) json_array_append_new(entries, object != NULL ? object : json_null());
    }
    free(raw.texts);
    if (bytes != NULL) *bytes = raw.bytes;
    return code;
}

tp_err journal_entries(store *store, const char *table, json_t *entries, size_t *bytes, tp_error *error) {
    tp_err code = read_entries(store, table, entries, bytes, error);
    return code == TP_OK ? journal_forget(store, entries, error) : code;
}

/* ---- those who wait ---- */

size_t journal_askers(const server *server) { return server->askers; }

static void answer(reading *reading, asker **link, tp_err code, void *made) {
    asker *asker = *link;
    *link = asker->next;
    if (*link == NULL) reading->end = link;
    reading->server->askers--;
    asker->answer(asker->context, reading->server, code, made);
    free(asker);
}

/* Everybody who waits gets this. Who asks from now on finds it in memory, or begins anew. */
static void end(reading *reading, tp_err code, void *arrived) {
    server *server = reading->server;
    map_remove(&server->readings, reading->key);
    while (reading->askers != NULL) answer(reading, &reading->askers, code, arrived);
    if (reading->made != NULL) reading->kind->drop(server, reading->made);
    free(reading->access);
    free(reading);
}

/* Whether this one may have it, as far as the row says. */
static bool may_have(const reading *reading, const journal_asker *who, unsigned *rights) {
    *rights = access_rights(reading->server, reading->access, who->person, who->invite);
    bool is_fit = !reading->kind->only_over || strcmp(reading->phase, "over") == 0;
    return is_fit && ((*rights | ACCESS_OPERATOR) & who->wants) != 0;
}

/* ---- the journal ---- */

static tp_err run_journal(job *job, store *store, tp_error *error) {
    reading *reading = (struct reading *)job;
    if (reading->made != NULL) reading->kind->drop(reading->server, reading->made);
    reading->made = NULL;
    return reading->kind->make(reading->server, store, reading->key + 1, &reading->made, error);
}

static void journal_done(job *job, server *server) {
    reading *reading = (struct reading *)job;
    if (job->code != TP_OK) {
        server_log(LOG_ERROR, "a table cannot be read", "table", reading->key + 1, "why", job->error.text,
                   NULL);
        end(reading, job->code == TP_E_MEMORY ? TP_E_MEMORY : TP_E_IO, NULL);
        return;
    }
    void *arrived =
        reading->made != NULL ? reading->kind->arrive(server, reading->key + 1, reading->made) : NULL;
    end(reading, arrived != NULL ? TP_OK : TP_E_UNKNOWN, arrived);
}

/* Those who may not have it are told; for the others the journal is read. */
static void begin_journal(reading *reading) {
    server *server = reading->server;
    const journal_asker *first = NULL;
    unsigned rights;
    bool is_theirs = false;
    for (asker **link = &reading->askers; *link != NULL;) {
        if (!may_have(reading, &(*link)->who, &rights)) {
            answer(reading, link, TP_E_UNKNOWN, NULL);
        } else if (read_waiting_of(server, (*link)->who.network) >= MOST_OF_NETWORK) {
            answer(reading, link, TP_E_REFUSED, NULL);
        } else {
            bool sits = (rights & (ACCESS_SEAT | ACCESS_OWNER)) != 0;
            if (first == NULL || (sits && !is_theirs)) first = &(*link)->who;
            is_theirs |= sits;
            link = &(*link)->next;
        }
    }
    if (first == NULL) {
        end(reading, TP_E_UNKNOWN, NULL);
        return;
    }
    reading->job.run = run_journal;
    reading->job.done = journal_done;
    server->journals_read++;
    read_give(server, READ_JOURNALS, &reading->job, is_theirs ? READ_FIRST : READ_LAST, first->network,
              first->person);
}

/* ---- tables of earlier versions ---- */

/* Writes down what was found out about a table; nobody waits for it. */
typedef struct access_job {
    job job;
    char table[ID_SIZE], *text;
} access_job;

static tp_err run_access(job *job, store *store, tp_error *error) {
    const access_job *access = (access_job *)job;
    tp_err code = store_access_put(store, access->table, access->text, error);
    return code == TP_E_UNKNOWN ? TP_OK : code;
}

static void access_done(job *job, server *server) {
    (void)server;
    free(((access_job *)job)->text);
    free(job);
}

static void keep_access(server *server, const char *table, const char *text) {
    access_job *access = calloc(1, sizeof *access);
    if (access != NULL) access->text = strdup(text);
    if (access == NULL || access->text == NULL) {
        free(access);
        return;
    }
    access->job.run = run_access;
    access->job.done = access_done;
    snprintf(access->table, sizeof access->table, "%s", table);
    writer_give(server->writer, &access->job);
}

static tp_err run_fill(job *job, store *store, tp_error *error) {
    reading *reading = (struct reading *)job;
    json_t *entries = json_array();
    tp_err code = read_entries(store, reading->key + 1, entries, NULL, error);
    free(reading->access);
    reading->access = code == TP_OK ? access_of_journal(reading->server, entries) : NULL;
    json_decref(entries);
    if (code == TP_OK && reading->access == NULL) return tp_fail(error, TP_E_MEMORY, "no memory for a row");
    return code;
}

static void fill_done(job *job, server *server) {
    reading *reading = (struct reading *)job;
    if (job->code != TP_OK) {
        server_log(LOG_ERROR, "a table cannot be read", "table", reading->key + 1, "why", job->error.text,
                   NULL);
        end(reading, TP_E_UNKNOWN, NULL);
        return;
    }
    if (!atomic_load(&server->stopping)) keep_access(server, reading->key + 1, reading->access);
    begin_journal(reading);
}

/* ---- the row ---- */

static void take_row(void *context, const char *phase, const char *text) {
    reading *reading = context;
    snprintf(reading->phase, sizeof reading->phase, "%s", phase);
    free(reading->access);
    reading->access = strdup(text);
}

static tp_err run_row(job *job, store *store, tp_error *error) {
    reading *reading = (struct reading *)job;
    return store_access_get(store, reading->key + 1, take_row, reading, error);
}

static void row_done(job *job, server *server) {
    reading *reading = (struct reading *)job;
    if (job->code != TP_OK) {
        end(reading, job->code == TP_E_UNKNOWN ? TP_E_UNKNOWN : TP_E_IO, NULL);
    } else if (reading->access == NULL) {
        end(reading, TP_E_MEMORY, NULL);
    } else if (reading->access[0] != '\0') {
        begin_journal(reading);
    } else {
        free(reading->access);
        reading->access = NULL;
        reading->job.run = run_fill;
        reading->job.done = fill_done;
        server->journals_read++;
        read_give(server, READ_JOURNALS, &reading->job, READ_LAST, reading->askers->who.network,
                  reading->askers->who.person);
    }
}

/* ---- asking ---- */

static reading *new_reading(server *server, const journal_kind *kind, const char *key) {
    reading *reading = calloc(1, sizeof *reading);
    if (reading == NULL) return NULL;
    reading->server = server;
    reading->kind = kind;
    reading->end = &reading->askers;
    snprintf(reading->key, sizeof reading->key, "%s", key);
    if (map_put(&server->readings, reading->key, reading)) return reading;
    free(reading);
    return NULL;
}

void journal_ask(server *server, const journal_kind *kind, const char *table, const journal_asker *who,
                 journal_answer *answered, void *context) {
    char key[1 + ID_SIZE];
    unsigned rights = 0;
    snprintf(key, sizeof key, "%c%s", kind->letter, table);
    reading *reading = map_get(&server->readings, key);
    /* Before that, what the row says is the reader's. */
    bool is_known = reading != NULL && reading->job.run == run_journal;
    if (is_known && !may_have(reading, who, &rights)) {
        answered(context, server, TP_E_UNKNOWN, NULL);
        return;
    }
    bool is_room = server->askers < (size_t)server->setup.limits.reads;
    asker *asker = is_room ? calloc(1, sizeof *asker) : NULL;
    bool is_new = reading == NULL;
    if (asker != NULL && is_new) reading = new_reading(server, kind, key);
    if (asker == NULL || reading == NULL) {
        free(asker);
        answered(context, server, TP_E_REFUSED, NULL);
        return;
    }
    *asker = (struct asker){NULL, *who, answered, context};
    *reading->end = asker;
    reading->end = &asker->next;
    server->askers++;
    if (is_new) {
        reading->job.run = run_row;
        reading->job.done = row_done;
        read_give(server, READ_ROWS, &reading->job, READ_LAST, who->network, who->person);
    } else if (is_known && (rights & (ACCESS_SEAT | ACCESS_OWNER)) != 0) {
        read_hurry(server, READ_JOURNALS, &reading->job);
    }
}
