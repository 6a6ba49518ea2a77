/* The store as its users see it: finds the driver of a url, and checks what holds for every kind of database.
 */
#include "store/store.h"

#include "core/language.h"
#include "store/checkpoint.h"
#include "store/driver.h"
#include "store/health.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const store_driver *const drivers[] = {
#ifdef TAPETE_STORE_IS_LOG
    &store_log,
#else
#ifdef TAPETE_HAS_POSTGRES
    &store_postgres,
#endif
    &store_sqlite,
#endif
};

enum { DRIVER_COUNT = sizeof drivers / sizeof drivers[0] };

/* ---- opening ---- */

static const char *driver_name(const void *unused, size_t index) {
    (void)unused;
    return drivers[index]->scheme;
}

/* Sentences name the scheme alone: the rest of a url can hold a password. */
const store_driver *store_driver_of(const char *url, const char **place, tp_error *error) {
    const char *colon = strchr(url, ':');
    if (colon == NULL || colon == url || colon[1] == '\0') {
        tp_fail(error, TP_E_INPUT, TR("name a database as sqlite:PATH, for example sqlite:tapete.db"));
        return NULL;
    }
    *place = colon + 1;
    size_t length = (size_t)(colon - url);
    for (size_t i = 0; i < DRIVER_COUNT; i++) {
        if (strlen(drivers[i]->scheme) == length && strncmp(drivers[i]->scheme, url, length) == 0)
            return drivers[i];
    }
    char wanted[32], known[80];
    snprintf(wanted, sizeof wanted, "%.*s", (int)(length < sizeof wanted ? length : sizeof wanted), url);
#ifndef TAPETE_HAS_POSTGRES
    if (strcmp(wanted, "postgresql") == 0) {
        tp_fail(error, TP_E_UNKNOWN,
                TR("this program was built without PostgreSQL; install libpq-dev and build it again"));
        return NULL;
    }
#endif
    tp_list_nearest(known, sizeof known, wanted, DRIVER_COUNT, driver_name, NULL);
    tp_fail(error, TP_E_UNKNOWN, TR("there is no kind of database called '%s'; the kinds are %s"), wanted,
            known);
    return NULL;
}

store *store_open(const char *url, tp_error *error) {
    const char *place;
    const store_driver *driver = store_driver_of(url, &place, error);
    return driver != NULL ? driver->open(place, error) : NULL;
}

tp_err store_checkpoint_apart(store *store, tp_error *error) {
    return store->driver->checkpoint_apart(store, error);
}

bool store_is_file(const char *url) { return strncmp(url, "postgresql:", strlen("postgresql:")) != 0; }

void store_defer(store *store) {
    if (store->driver->defer != NULL) store->driver->defer(store);
}

void store_close(store *store) {
    if (store != NULL) store->driver->close(store);
}

store *store_open_reader(store *of, tp_error *error) { return of->driver->open_reader(of, error); }

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

/* Fills `phases` with the words of a list like "open,playing", each once and "" behind them; they point into
 * `words`. */
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

tp_err store_begin(store *store, tp_error *error) { return store->driver->begin(store, error); }

tp_err store_commit(store *store, tp_error *error) { return store->driver->commit(store, error); }

void store_rollback(store *store) { store->driver->rollback(store); }

tp_err store_secret(store *store, const char *name, uint8_t out[STORE_SECRET_SIZE], tp_error *error) {
    return store->driver->secret(store, name, out, error);
}

tp_err store_backup(store *store, const char *path, tp_error *error) {
    return store->driver->backup(store, path, error);
}

tp_err store_health(store *store, tp_error *error) { return store->driver->beat(store, 0, error); }

tp_err store_in_place(store *store, tp_error *error) { return store->driver->in_place(store, error); }

tp_err store_uptime(store *store, int64_t *out, tp_error *error) {
    return store->driver->uptime(store, out, error);
}

tp_err store_beat(store *store, int64_t uptime_ms, tp_error *error) {
    tp_assert(uptime_ms >= 0);
    return store->driver->beat(store, uptime_ms, error);
}

tp_err store_check(store *store, int64_t limit_ms, bool *is_whole, tp_error *error) {
    return store->driver->check(store, limit_ms, is_whole, error);
}

/* ---- people ---- */

tp_err store_person_put(store *store, const store_person *person, tp_error *error) {
    tp_err code = check_id(person->id, "person", error);
    return code != TP_OK ? code : store->driver->person_put(store, person, error);
}

tp_err store_person_get(store *store, const char *id, store_person *out, tp_error *error) {
    return store->driver->person_get(store, id, out, error);
}

tp_err store_person_by_login(store *store, const char *login, store_person *out, tp_error *error) {
    return store->driver->person_by_login(store, login, out, error);
}

tp_err store_person_delete(store *store, const char *id, tp_error *error) {
    return store->driver->person_delete(store, id, error);
}

tp_err store_block(store *store, const char *who, const char *whom, bool on, tp_error *error) {
    return store->driver->block(store, who, whom, on, error);
}

tp_err store_blocks(store *store, const char *who, void (*each)(void *context, const char *whom),
                    void *context, tp_error *error) {
    return store->driver->blocks(store, who, each, context, error);
}

/* ---- tables ---- */

tp_err store_table_put(store *store, const store_table *table, tp_error *error) {
    tp_err code = check_id(table->id, "table", error);
    return code != TP_OK ? code : store->driver->table_put(store, table, error);
}

tp_err store_journal_add(store *store, const char *table, int64_t number, char kind, const char *text,
                         tp_error *error) {
    if (!is_letter(kind)) return tp_fail(error, TP_E_INPUT, "the kind of an entry is a letter a-z or A-Z");
    const store_entry entry = {.number = number, .kind = kind, .text = text};
    return store->driver->journal_add(store, table, &entry, error);
}

tp_err store_journal_read(store *store, const char *table, int64_t after,
                          void (*each)(void *context, const store_entry *entry), void *context,
                          tp_error *error) {
    return store->driver->journal_read(store, table, after, each, context, error);
}

tp_err store_tables(store *store, const char *phases, int limit,
                    void (*each)(void *context, const store_table *table), void *context, tp_error *error) {
    tp_assert(limit >= 0);
    char words[STORE_PHASES * STORE_ID_SIZE];
    const char *list[STORE_PHASES];
    tp_err code = split_phases(phases, words, list, error);
    return code != TP_OK ? code : store->driver->tables(store, list, limit, each, context, error);
}

tp_err store_access_put(store *store, const char *table, const char *text, tp_error *error) {
    return store->driver->access_put(store, table, text, error);
}

tp_err store_access_get(store *store, const char *table,
                        void (*each)(void *context, const char *phase, const char *text), void *context,
                        tp_error *error) {
    return store->driver->access_get(store, table, each, context, error);
}

tp_err store_table_delete(store *store, const char *table, tp_error *error) {
    return store->driver->table_delete(store, table, error);
}

/* ---- results ---- */

tp_err store_result_add(store *store, const store_result *result, tp_error *error) {
    tp_assert(isfinite(result->returns) && result->points <= 1);
    return store->driver->result_add(store, result, error);
}

tp_err store_results(store *store, const char *person, int limit,
                     void (*each)(void *context, const store_result *result), void *context,
                     tp_error *error) {
    tp_assert(limit >= 0);
    return store->driver->results(store, person, limit, each, context, error);
}

tp_err store_result_count(store *store, const char *person, int64_t *out, tp_error *error) {
    return store->driver->result_count(store, person, out, error);
}

tp_err store_results_between(store *store, const store_pair *pair, int64_t *out, tp_error *error) {
    return store->driver->results_between(store, pair, out, error);
}

tp_err store_standings_of(store *store, const char *person, int limit,
                          void (*each)(void *context, const store_standing *standing), void *context,
                          tp_error *error) {
    tp_assert(limit >= 0);
    return store->driver->standings_of(store, person, limit, each, context, error);
}

tp_err store_standings_on(store *store, const char *game, const char *against,
                          void (*each)(void *context, const store_standing *standing), void *context,
                          tp_error *error) {
    return store->driver->standings_on(store, game, against, each, context, error);
}

tp_err store_boards(store *store, const char *game, int limit,
                    void (*each)(void *context, const char *against, int64_t people), void *context,
                    tp_error *error) {
    tp_assert(limit >= 0);
    return store->driver->boards(store, game, limit, each, context, error);
}

tp_err store_unread_next(store *store, char out[STORE_ID_SIZE], tp_error *error) {
    return store->driver->unread_next(store, out, error);
}

tp_err store_unread_done(store *store, const char *table, tp_error *error) {
    return store->driver->unread_done(store, table, error);
}
