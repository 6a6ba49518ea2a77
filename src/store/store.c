/* The store as its users see it: finds the driver of a url, and checks what holds for every kind of database. */
#include "store/store.h"

#include "store/driver.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const store_driver *const drivers[] = {&store_sqlite};

enum { DRIVER_COUNT = sizeof drivers / sizeof drivers[0] };

/* ---- opening ---- */

static const char *driver_name(const void *unused, size_t index) {
    (void)unused;
    return drivers[index]->scheme;
}

/* Sentences name the scheme alone: the rest of a url can hold a password. */
store *store_open(const char *url, tp_error *error) {
    const char *colon = strchr(url, ':');
    if (colon == NULL || colon == url || colon[1] == '\0') {
        tp_fail(error, TP_E_INPUT, "a database is named as sqlite:PATH, for example sqlite:tapete.db");
        return NULL;
    }
    size_t length = (size_t)(colon - url);
    for (size_t i = 0; i < DRIVER_COUNT; i++) {
        if (strlen(drivers[i]->scheme) == length && strncmp(drivers[i]->scheme, url, length) == 0) {
            return drivers[i]->open(colon + 1, error);
        }
    }
    char wanted[32], known[80];
    snprintf(wanted, sizeof wanted, "%.*s", (int)(length < sizeof wanted ? length : sizeof wanted), url);
    tp_list_nearest(known, sizeof known, wanted, DRIVER_COUNT, driver_name, NULL);
    tp_fail(error, TP_E_UNKNOWN, "there is no kind of database called '%s', there is %s", wanted, known);
    return NULL;
}

void store_close(store *self) {
    if (self != NULL) self->driver->close(self);
}

/* ---- what is checked for all ---- */

static tp_err check_id(const char *id, const char *whose, tp_error *error) {
    size_t length = strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789_");
    if (length > 0 && length < STORE_ID_SIZE && id[length] == '\0') return TP_OK;
    return tp_fail(error, TP_E_INPUT,
                   "the id of a %s has 1 to %d letters a-z, digits and underscores, unlike '%.40s'", whose,
                   STORE_ID_SIZE - 1, id);
}

static bool is_letter(char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
}

/* Fills `phases` with the words of a list like "open,playing", each once and "" behind them; they point into `words`. */
static tp_err split_phases(const char *list, char words[STORE_PHASES * STORE_ID_SIZE],
                           const char *phases[STORE_PHASES], tp_error *error) {
    int count = 0;
    for (int i = 0; i < STORE_PHASES; i++) phases[i] = "";
    snprintf(words, (size_t)STORE_PHASES * STORE_ID_SIZE, "%s", list);
    bool is_whole = strcmp(words, list) == 0;
    char *rest = NULL;
    for (char *word = strtok_r(words, ",", &rest); word != NULL; word = strtok_r(NULL, ",", &rest)) {
        bool is_new = true;
        for (int i = 0; i < count; i++) is_new &= strcmp(phases[i], word) != 0;
        if (!is_new) continue;
        is_whole &= count < STORE_PHASES;
        if (!is_whole) break;
        phases[count++] = word;
    }
    if (is_whole) return TP_OK;
    return tp_fail(error, TP_E_INPUT, "a list has at most %d phases, unlike '%.80s'", STORE_PHASES, list);
}

/* ---- transactions, and the store as a whole ---- */

tp_err store_begin(store *self, tp_error *error) { return self->driver->begin(self, error); }

tp_err store_commit(store *self, tp_error *error) { return self->driver->commit(self, error); }

void store_rollback(store *self) { self->driver->rollback(self); }

tp_err store_secret(store *self, const char *name, uint8_t out[STORE_SECRET_SIZE], tp_error *error) {
    return self->driver->secret(self, name, out, error);
}

tp_err store_backup(store *self, const char *path, tp_error *error) {
    return self->driver->backup(self, path, error);
}

tp_err store_health(store *self, tp_error *error) { return self->driver->health(self, error); }

/* ---- people ---- */

tp_err store_person_put(store *self, const store_person *person, tp_error *error) {
    tp_err code = check_id(person->id, "person", error);
    return code != TP_OK ? code : self->driver->person_put(self, person, error);
}

tp_err store_person_get(store *self, const char *id, store_person *out, tp_error *error) {
    return self->driver->person_get(self, id, out, error);
}

tp_err store_person_by_login(store *self, const char *login, store_person *out, tp_error *error) {
    return self->driver->person_by_login(self, login, out, error);
}

tp_err store_person_delete(store *self, const char *id, tp_error *error) {
    return self->driver->person_delete(self, id, error);
}

tp_err store_block(store *self, const char *who, const char *whom, bool on, tp_error *error) {
    return self->driver->block(self, who, whom, on, error);
}

tp_err store_blocks(store *self, const char *who, void (*each)(void *context, const char *whom),
                    void *context, tp_error *error) {
    return self->driver->blocks(self, who, each, context, error);
}

/* ---- tables ---- */

tp_err store_table_put(store *self, const store_table *table, tp_error *error) {
    tp_err code = check_id(table->id, "table", error);
    return code != TP_OK ? code : self->driver->table_put(self, table, error);
}

tp_err store_journal_add(store *self, const char *table, int64_t number, char kind, const char *text,
                         tp_error *error) {
    if (!is_letter(kind)) return tp_fail(error, TP_E_INPUT, "the kind of an entry is a letter a-z or A-Z");
    const store_entry entry = {.number = number, .kind = kind, .text = text};
    return self->driver->journal_add(self, table, &entry, error);
}

tp_err store_journal_read(store *self, const char *table, int64_t after,
                          void (*each)(void *context, const store_entry *entry), void *context,
                          tp_error *error) {
    return self->driver->journal_read(self, table, after, each, context, error);
}

tp_err store_tables(store *self, const char *phases, int limit,
                    void (*each)(void *context, const store_table *table), void *context, tp_error *error) {
    tp_assert(limit >= 0);
    char words[STORE_PHASES * STORE_ID_SIZE];
    const char *list[STORE_PHASES];
    tp_err code = split_phases(phases, words, list, error);
    return code != TP_OK ? code : self->driver->tables(self, list, limit, each, context, error);
}

tp_err store_table_delete(store *self, const char *table, tp_error *error) {
    return self->driver->table_delete(self, table, error);
}

/* ---- results ---- */

tp_err store_result_add(store *self, const store_result *result, tp_error *error) {
    tp_assert(isfinite(result->returns));
    return self->driver->result_add(self, result, error);
}

tp_err store_results(store *self, const char *person, int limit,
                     void (*each)(void *context, const store_result *result), void *context,
                     tp_error *error) {
    tp_assert(limit >= 0);
    return self->driver->results(self, person, limit, each, context, error);
}
