/* The driver of stores that are a log: people, tables and their journals. See log_internal.h. */
#include "core/language.h"
#include "store/log_internal.h"
#include "store/settle.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- transactions ---- */

/* Take the changes back from the end, so that `left` of them stay. */
static void undo(log_data *data, size_t left) {
    while (data->change_count > left) {
        const log_change *change = &data->changes[--data->change_count];
        const log_row *key = change->after != NULL ? change->after : change->before;
        log_row *unused;
        /* It has room: there was a row. */
        if (key != NULL) log_set(data, change->relation, key->values, change->before, &unused);
        free(change->after);
    }
    data->frame_size = 0;
}

static void forget_changes(log_data *data) {
    for (size_t i = 0; i < data->change_count; i++) free(data->changes[i].before);
    data->change_count = data->waiting = 0;
}

tp_err log_begin(store *base, tp_error *error) {
    log_data *data = log_of(base);
    (void)error;
    tp_assert(!data->in_transaction);
    data->in_transaction = true;
    data->is_broken = false;
    return TP_OK;
}

void log_rollback(store *base) {
    log_data *data = log_of(base);
    if (data->in_transaction) undo(data, data->waiting);
    data->in_transaction = data->is_broken = false;
}

static tp_err broken(const log_data *data, tp_error *error) {
    return tp_fail(error, TP_E_IO, "%s: a change before this one failed, so none of them is kept",
                   data->path);
}

static void note_durable(log_data *data) {
    data->durable = (struct log_durable){data->place, data->generation, data->end};
    forget_changes(data);
}

tp_err store_settle(store *base, bool *waits, tp_error *error) {
    log_data *data = log_of(base);
    tp_err code = TP_OK;
    *waits = false;
    switch (log_file_state(data->file, error)) {
    case LOG_WAITS: *waits = true; break;
    case LOG_KEPT: note_durable(data); break;
    case LOG_LOST:
        undo(data, 0);
        data->waiting = 0;
        data->place = data->durable.place;
        data->generation = data->durable.generation;
        data->end = data->durable.end;
        code = TP_E_IO;
        break;
    }
    return code;
}

tp_err log_commit(store *base, tp_error *error) {
    log_data *data = log_of(base);
    tp_assert(data->in_transaction);
    tp_err code = data->is_broken ? broken(data, error) : log_frames_write(data, error);
    if (code != TP_OK) {
        log_rollback(base);
        return code;
    }
    data->in_transaction = false;
    data->waiting = data->change_count;
    bool waits;
    return store_settle(base, &waits, error);
}

tp_err log_begin_call(store *base, tp_error *error) {
    log_data *data = log_of(base);
    tp_assert(!((const log_store *)base)->is_reader);
    if (!data->in_transaction) return log_begin(base, error);
    return data->is_broken ? broken(data, error) : TP_OK;
}

tp_err log_end_call(store *base, bool was_open, tp_err code, tp_error *error) {
    if (was_open) return code;
    if (code == TP_OK) return log_commit(base, error);
    log_rollback(base);
    return code;
}

/* ---- the store as a whole ---- */

static void free_data(log_data *data) {
    forget_changes(data);
    for (int relation = 0; relation < LOG_RELATIONS; relation++) {
        log_rows *rows = &data->relations[relation];
        for (size_t i = 0; i < rows->count; i++) free(rows->all[i]);
        free(rows->all);
    }
    if (data->file != NULL) log_file_close(data->file);
    free(data->changes);
    free(data->frame);
    free(data->path);
    free(data);
}

static void close_store(store *base) {
    log_store *self = (log_store *)base;
    if (!self->is_reader) free_data(self->data);
    free(self);
}

static store *open_store(const char *place, tp_error *error) {
    log_store *self = calloc(1, sizeof *self);
    log_data *data = calloc(1, sizeof *data);
    if (data != NULL) data->path = strdup(place);
    if (self == NULL || data == NULL || data->path == NULL) {
        free(self);
        free(data);
        tp_fail(error, TP_E_MEMORY, TR("no memory to open a database"));
        return NULL;
    }
    *self = (log_store){.base = {&store_log}, .data = data};
    data->file = log_file_open(place, error);
    if (data->file != NULL && log_frames_read(data, error) == TP_OK) {
        note_durable(data);
        return &self->base;
    }
    close_store(&self->base);
    return NULL;
}

/* There is one thread: who reads sees what is there. */
static store *open_reader(store *of, tp_error *error) {
    log_store *self = calloc(1, sizeof *self);
    if (self == NULL) {
        tp_fail(error, TP_E_MEMORY, TR("no memory to open a database"));
        return NULL;
    }
    *self = (log_store){.base = {&store_log}, .data = log_of(of), .is_reader = true};
    return &self->base;
}

static tp_err checkpoint_apart(store *base, tp_error *error) {
    (void)base, (void)error;
    return TP_OK;
}

static tp_err secret(store *base, const char *name, uint8_t out[STORE_SECRET_SIZE], tp_error *error) {
    const log_row *found = log_find_text(log_of(base), LOG_SECRETS, name);
    if (found != NULL) {
        memcpy(out, found->values[1].bytes, STORE_SECRET_SIZE);
        return TP_OK;
    }
    if (sodium_init() < 0) return tp_fail(error, TP_E_IO, "the system gives no random numbers");
    randombytes_buf(out, STORE_SECRET_SIZE);
    const store_value values[] = {log_text(name), log_bytes(out, STORE_SECRET_SIZE)};
    LOG_CHANGE(base, error, code, code = log_put(log_of(base), LOG_SECRETS, values, error););
}

static tp_err backup(store *base, const char *path, tp_error *error) {
    (void)base, (void)path;
    return tp_fail(error, TP_E_IO, "there are no backups of a log");
}

static tp_err in_place(store *base, tp_error *error) {
    (void)base, (void)error;
    return TP_OK;
}

int64_t log_uptime(const log_data *data) {
    const store_value key = log_integer(1);
    const log_row *pulse = log_find(data, LOG_PULSE, &key);
    return pulse != NULL ? log_integer_of(pulse, 1) : 0;
}

/* Where a log has grown beyond what is in it, this is the moment to write it anew. */
static tp_err beat(store *base, int64_t uptime_ms, tp_error *error) {
    log_data *data = log_of(base);
    int64_t before = log_uptime(data);
    const store_value values[] = {log_integer(1), log_integer(uptime_ms > before ? uptime_ms : before)};
    if (!data->in_transaction && data->waiting == 0 && log_is_wasteful(data)) {
        tp_err compacted = log_compact(data, error);
        if (compacted != TP_OK) return compacted;
    }
    LOG_CHANGE(base, error, code, code = log_put(data, LOG_PULSE, values, error););
}

static tp_err uptime(store *base, int64_t *out, tp_error *error) {
    (void)error;
    *out = log_uptime(log_of(base));
    return TP_OK;
}

/* All of it was read when it was opened. */
static tp_err check(store *base, int64_t limit_ms, bool *is_whole, tp_error *error) {
    (void)base, (void)limit_ms, (void)error;
    *is_whole = true;
    return TP_OK;
}

/* ---- people ---- */

static tp_err no_person(const char *what, const char *name, tp_error *error) {
    return tp_fail(error, TP_E_UNKNOWN, "there is nobody with the %s '%.80s'", what, name);
}

/* A person who is being erased is not there any more. */
bool log_is_alive(const log_data *data, const char *person) {
    return log_find_text(data, LOG_PEOPLE, person) != NULL &&
           log_find_text(data, LOG_ERASURES, person) == NULL;
}

static const log_row *person_of_login(const log_data *data, const char *login) {
    const log_rows *people = &data->relations[LOG_PEOPLE];
    for (size_t i = 0; login[0] != '\0' && i < people->count; i++) {
        if (strcmp(log_text_of(people->all[i], PERSON_LOGIN), login) == 0) return people->all[i];
    }
    return NULL;
}

static tp_err person_put(store *base, const store_person *person, tp_error *error) {
    log_data *data = log_of(base);
    const log_row *other = person_of_login(data, person->login);
    const log_row *before = log_find_text(data, LOG_PEOPLE, person->id);
    if (other != NULL && other != before)
        return tp_refuse(error, "LOGIN_TAKEN", "another account has the login '%s'", person->login);
    const store_value values[] = {log_text(person->id),
                                  log_text(person->name),
                                  log_text_or_nothing(person->login),
                                  log_text(person->hash),
                                  log_integer(person->sign_in),
                                  log_integer(person->created_ms),
                                  log_integer(person->seen_ms),
                                  log_integer(log_uptime(data)),
                                  before != NULL ? before->values[PERSON_SHAPE] : (store_value){0},
                                  before != NULL ? before->values[PERSON_LOGIN_SHAPE] : (store_value){0}};
    LOG_CHANGE(base, error, code, code = log_put(data, LOG_PEOPLE, values, error););
}

static void read_person(const log_row *row, store_person *out) {
    *out = (store_person){.sign_in = log_integer_of(row, PERSON_SIGN_IN),
                          .created_ms = log_integer_of(row, PERSON_CREATED),
                          .seen_ms = log_integer_of(row, PERSON_SEEN)};
    snprintf(out->id, sizeof out->id, "%s", log_text_of(row, 0));
    snprintf(out->name, sizeof out->name, "%s", log_text_of(row, PERSON_NAME));
    snprintf(out->login, sizeof out->login, "%s", log_text_of(row, PERSON_LOGIN));
    snprintf(out->hash, sizeof out->hash, "%s", log_text_of(row, PERSON_HASH));
}

static tp_err person_get(store *base, const char *id, store_person *out, tp_error *error) {
    log_data *data = log_of(base);
    if (!log_is_alive(data, id)) return no_person("id", id, error);
    read_person(log_find_text(data, LOG_PEOPLE, id), out);
    return TP_OK;
}

static tp_err person_by_login(store *base, const char *login, store_person *out, tp_error *error) {
    log_data *data = log_of(base);
    const log_row *found = person_of_login(data, login);
    if (found == NULL || !log_is_alive(data, log_text_of(found, 0))) return no_person("login", login, error);
    read_person(found, out);
    return TP_OK;
}

/* Change the person of a column in all rows where it is this one, to nobody, or remove them. */
static tp_err let_go(log_data *data, log_relation relation, int column, const char *person, bool removes,
                     tp_error *error) {
    const log_rows *rows = &data->relations[relation];
    tp_err code = TP_OK;
    for (size_t i = rows->count; code == TP_OK && i-- > 0;) {
        const log_row *row = rows->all[i];
        if (strcmp(log_text_of(row, column), person) != 0) continue;
        if (removes) {
            code = log_remove(data, relation, row->values, error);
        } else {
            store_value values[LOG_MOST_COLUMNS];
            memcpy(values, row->values, log_shapes[relation].columns * sizeof *values);
            values[column] = (store_value){0};
            code = log_put(data, relation, values, error);
        }
    }
    return code;
}

tp_err log_person_remove(log_data *data, const char *person, tp_error *error) {
    const store_value key = log_text(person);
    tp_err code = log_remove(data, LOG_PEOPLE, &key, error);
    if (code == TP_OK) code = log_remove_all(data, LOG_BLOCKS, &key, 1, error);
    if (code == TP_OK) code = let_go(data, LOG_BLOCKS, 1, person, true, error);
    if (code == TP_OK) code = log_remove_all(data, LOG_SESSIONS, &key, 1, error);
    if (code == TP_OK) code = let_go(data, LOG_RESULTS, RESULT_PERSON, person, false, error);
    if (code == TP_OK) code = let_go(data, LOG_NOTES, NOTE_ABOUT, person, true, error);
    if (code == TP_OK) code = let_go(data, LOG_NOTES, NOTE_BY, person, false, error);
    return code;
}

static tp_err person_delete(store *base, const char *id, tp_error *error) {
    log_data *data = log_of(base);
    if (log_find_text(data, LOG_PEOPLE, id) == NULL) return no_person("id", id, error);
    LOG_CHANGE(base, error, code, code = log_person_remove(data, id, error););
}

static tp_err block(store *base, const char *who, const char *whom, bool on, tp_error *error) {
    log_data *data = log_of(base);
    const store_value values[] = {log_text(who), log_text(whom)};
    bool are_there =
        log_find_text(data, LOG_PEOPLE, who) != NULL && log_find_text(data, LOG_PEOPLE, whom) != NULL;
    if (on && !are_there)
        return tp_fail(error, TP_E_UNKNOWN, "there is nobody with the id '%.80s' or '%.80s'", who, whom);
    LOG_CHANGE(base, error, code,
               code = on ? log_put(data, LOG_BLOCKS, values, error)
                         : log_remove(data, LOG_BLOCKS, values, error););
}

static tp_err blocks(store *base, const char *who, void (*each)(void *context, const char *whom),
                     void *context, tp_error *error) {
    const log_data *data = log_of(base);
    const store_value key = log_text(who);
    (void)error;
    for (size_t i = log_place(data, LOG_BLOCKS, &key, 1); log_is_at(data, LOG_BLOCKS, i, &key, 1); i++)
        each(context, log_text_of(data->relations[LOG_BLOCKS].all[i], 1));
    return TP_OK;
}

/* ---- tables ---- */

tp_err log_no_table(const char *table, tp_error *error) {
    return tp_fail(error, TP_E_UNKNOWN, "there is no table '%.80s'", table);
}

static tp_err table_put(store *base, const store_table *table, tp_error *error) {
    log_data *data = log_of(base);
    const store_value values[] = {
        log_text(table->id),          log_text(table->game),          log_text(table->phase),
        log_text(table->summary),     log_integer(table->created_ms), log_integer(table->changed_ms),
        log_integer(log_uptime(data))};
    LOG_CHANGE(base, error, code, code = log_put(data, LOG_TABLES, values, error););
}

static bool is_in_phase(const log_row *table, const char *const phases[STORE_PHASES]) {
    const char *phase = log_text_of(table, TABLE_PHASE);
    for (int i = 0; i < STORE_PHASES; i++) {
        if (phases[i][0] != '\0' && strcmp(phases[i], phase) == 0) return true;
    }
    return false;
}

static int later_first(const void *a, const void *b) {
    const log_row *one = *(log_row *const *)a, *other = *(log_row *const *)b;
    int64_t first = log_integer_of(one, TABLE_CHANGED), second = log_integer_of(other, TABLE_CHANGED);
    return first != second ? (first < second) - (first > second)
                           : strcmp(log_text_of(one, 0), log_text_of(other, 0));
}

static tp_err tables(store *base, const char *const phases[STORE_PHASES], int limit,
                     void (*each)(void *context, const store_table *table), void *context, tp_error *error) {
    const log_rows *all = &log_of(base)->relations[LOG_TABLES];
    const log_row **found = malloc((all->count + 1) * sizeof *found);
    if (found == NULL) return tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"));
    size_t count = 0;
    for (size_t i = 0; i < all->count; i++) {
        if (is_in_phase(all->all[i], phases)) found[count++] = all->all[i];
    }
    qsort(found, count, sizeof *found, later_first);
    for (size_t i = 0; i < count && i < (size_t)limit; i++) {
        const store_table table = {.id = log_text_of(found[i], 0),
                                   .game = log_text_of(found[i], TABLE_GAME),
                                   .phase = log_text_of(found[i], TABLE_PHASE),
                                   .summary = log_text_of(found[i], TABLE_SUMMARY),
                                   .created_ms = log_integer_of(found[i], TABLE_CREATED),
                                   .changed_ms = log_integer_of(found[i], TABLE_CHANGED)};
        each(context, &table);
    }
    free(found);
    return TP_OK;
}

static tp_err access_put(store *base, const char *table, const char *text, tp_error *error) {
    log_data *data = log_of(base);
    if (log_find_text(data, LOG_TABLES, table) == NULL) return log_no_table(table, error);
    const store_value values[] = {log_text(table), log_text(text)};
    LOG_CHANGE(base, error, code, code = log_put(data, LOG_ACCESS, values, error););
}

static tp_err access_get(store *base, const char *table,
                         void (*each)(void *context, const char *phase, const char *text), void *context,
                         tp_error *error) {
    const log_data *data = log_of(base);
    const log_row *row = log_find_text(data, LOG_TABLES, table),
                  *found = log_find_text(data, LOG_ACCESS, table);
    if (row == NULL) return log_no_table(table, error);
    each(context, log_text_of(row, TABLE_PHASE), found != NULL ? log_text_of(found, 1) : "");
    return TP_OK;
}

static tp_err remove_table(log_data *data, const char *table, tp_error *error) {
    const store_value key = log_text(table);
    tp_err code = log_remove(data, LOG_TABLES, &key, error);
    if (code == TP_OK) code = log_remove_all(data, LOG_JOURNAL, &key, 1, error);
    if (code == TP_OK) code = log_remove_all(data, LOG_RESULTS, &key, 1, error);
    if (code == TP_OK) code = log_remove_all(data, LOG_ACCESS, &key, 1, error);
    if (code == TP_OK) code = let_go(data, LOG_TRACES, 1, table, true, error);
    return code;
}

static tp_err table_delete(store *base, const char *table, tp_error *error) {
    log_data *data = log_of(base);
    if (log_find_text(data, LOG_TABLES, table) == NULL) return log_no_table(table, error);
    LOG_CHANGE(base, error, code, code = remove_table(data, table, error););
}

/* ---- journals ---- */

static int64_t last_entry(const log_data *data, const char *table) {
    const store_value behind[] = {log_text(table), log_integer(INT64_MAX)};
    size_t place = log_place(data, LOG_JOURNAL, behind, 2);
    bool is_there = place > 0 && log_is_at(data, LOG_JOURNAL, place - 1, behind, 1);
    return is_there ? log_integer_of(data->relations[LOG_JOURNAL].all[place - 1], ENTRY_NUMBER) : 0;
}

static tp_err journal_add(store *base, const char *table, const store_entry *entry, tp_error *error) {
    log_data *data = log_of(base);
    if (log_find_text(data, LOG_TABLES, table) == NULL) return log_no_table(table, error);
    int64_t last = last_entry(data, table);
    if (entry->number != last + 1)
        return tp_fail(error, TP_E_INPUT,
                       "the next entry in the journal of table '%.80s' is number %lld, not %lld", table,
                       (long long)last + 1, (long long)entry->number);
    const char kind[2] = {entry->kind, '\0'};
    const store_value values[] = {log_text(table), log_integer(entry->number), log_text(kind),
                                  log_text(entry->text)};
    LOG_CHANGE(base, error, code, code = log_put(data, LOG_JOURNAL, values, error););
}

static tp_err journal_read(store *base, const char *table, int64_t after,
                           void (*each)(void *context, const store_entry *entry), void *context,
                           tp_error *error) {
    const log_data *data = log_of(base);
    if (log_find_text(data, LOG_TABLES, table) == NULL) return log_no_table(table, error);
    const store_value from[] = {log_text(table), log_integer(after == INT64_MAX ? after : after + 1)};
    for (size_t i = log_place(data, LOG_JOURNAL, from, 2); log_is_at(data, LOG_JOURNAL, i, from, 1); i++) {
        const log_row *row = data->relations[LOG_JOURNAL].all[i];
        each(context, &(store_entry){.number = log_integer_of(row, ENTRY_NUMBER),
                                     .kind = log_text_of(row, ENTRY_KIND)[0],
                                     .text = log_text_of(row, ENTRY_TEXT)});
    }
    return TP_OK;
}

/* Nothing is older than what is kept of results here. */
static tp_err unread_next(store *base, char out[STORE_ID_SIZE], tp_error *error) {
    (void)base, (void)out;
    return tp_fail(error, TP_E_UNKNOWN, "every table has been read");
}

static tp_err unread_done(store *base, const char *table, tp_error *error) {
    (void)base, (void)table, (void)error;
    return TP_OK;
}

/* ---- the driver ---- */

const store_driver store_log = {
    .scheme = "log",
    .open = open_store,
    .close = close_store,
    .checkpoint_apart = checkpoint_apart,
    .open_reader = open_reader,
    .begin = log_begin,
    .commit = log_commit,
    .rollback = log_rollback,
    .secret = secret,
    .backup = backup,
    .in_place = in_place,
    .beat = beat,
    .uptime = uptime,
    .check = check,
    .person_put = person_put,
    .person_get = person_get,
    .person_by_login = person_by_login,
    .person_delete = person_delete,
    .block = block,
    .blocks = blocks,
    .table_put = table_put,
    .journal_add = journal_add,
    .journal_read = journal_read,
    .tables = tables,
    .access_put = access_put,
    .access_get = access_get,
    .table_delete = table_delete,
    .result_add = log_result_add,
    .results = log_results,
    .result_count = log_result_count,
    .results_between = log_results_between,
    .standings_of = log_standings_of,
    .standings_on = log_standings_on,
    .boards = log_boards,
    .unread_next = unread_next,
    .unread_done = unread_done,
    .notes = &log_notes,
    .privacy = &log_privacy,
};
