/* Sessions, tombstones, erasures, shapes of names and what is old, in a log. */
#include "core/language.h"
#include "store/log_internal.h"
#include "store/tombstone.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static store_value same(const log_row *row, int column) { return row->values[column]; }

/* A row with one column changed. */
static tp_err put_column(log_data *data, log_relation relation, const log_row *row, int column,
                         store_value value, tp_error *error) {
    store_value values[LOG_MOST_COLUMNS];
    memcpy(values, row->values, log_shapes[relation].columns * sizeof *values);
    values[column] = value;
    return log_put(data, relation, values, error);
}

/* ---- sessions ---- */

static tp_err session_put(store *base, const char *person, const store_session *session, tp_error *error) {
    log_data *data = log_of(base);
    if (log_find_text(data, LOG_PEOPLE, person) == NULL)
        return tp_fail(error, TP_E_UNKNOWN, "there is nobody with the id '%.80s'", person);
    store_value values[] = {log_text(person), log_text(session->id), log_text(session->device),
                            log_integer(session->made_ms), log_integer(session->seen_ms)};
    const log_row *before = log_find(data, LOG_SESSIONS, values);
    if (before != NULL) values[SESSION_MADE] = same(before, SESSION_MADE);
    LOG_CHANGE(base, error, code, code = log_put(data, LOG_SESSIONS, values, error););
}

static int seen_last(const void *a, const void *b) {
    const store_session *one = a, *other = b;
    int64_t order =
        one->seen_ms != other->seen_ms ? other->seen_ms - one->seen_ms : other->made_ms - one->made_ms;
    return order != 0 ? (order > 0 ? 1 : -1) : strcmp(one->id, other->id);
}

static tp_err sessions(store *base, const char *person,
                       void (*each)(void *context, const store_session *session), void *context,
                       tp_error *error) {
    const log_data *data = log_of(base);
    const store_value key = log_text(person);
    size_t first = log_place(data, LOG_SESSIONS, &key, 1), count = 0;
    while (log_is_at(data, LOG_SESSIONS, first + count, &key, 1)) count++;
    store_session *found = calloc(count + 1, sizeof *found);
    if (found == NULL) return tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"));
    for (size_t i = 0; i < count; i++) {
        const log_row *row = data->relations[LOG_SESSIONS].all[first + i];
        found[i] = (store_session){.made_ms = log_integer_of(row, SESSION_MADE),
                                   .seen_ms = log_integer_of(row, SESSION_SEEN)};
        snprintf(found[i].id, sizeof found[i].id, "%s", log_text_of(row, SESSION_ID));
        snprintf(found[i].device, sizeof found[i].device, "%s", log_text_of(row, SESSION_DEVICE));
    }
    qsort(found, count, sizeof *found, seen_last);
    for (size_t i = 0; i < count; i++) each(context, &found[i]);
    free(found);
    return TP_OK;
}

static tp_err session_end(store *base, const char *person, const char *id, tp_error *error) {
    const store_value key[] = {log_text(person), log_text(id)};
    int keys = id[0] != '\0' ? 2 : 1;
    LOG_CHANGE(base, error, code, code = log_remove_all(log_of(base), LOG_SESSIONS, key, keys, error););
}

/* ---- tombstones: there is no file beside a log, and no older backup of it ---- */

/* Who was erased is so for good. */
static tp_err put_tombstone(log_data *data, const tombstone *made, bool is_erased, tp_error *error) {
    const store_value values[] = {log_bytes(made->hash, sizeof made->hash), log_integer(is_erased),
                                  log_integer(log_uptime(data))};
    const log_row *before = log_find(data, LOG_TOMBSTONES, values);
    if (before != NULL && log_integer_of(before, TOMBSTONE_ERASED) >= is_erased) return TP_OK;
    return log_put(data, LOG_TOMBSTONES, values, error);
}

static tp_err sign_out(store *base, const char *person, tp_error *error) {
    tombstone made;
    tp_err hashed = tombstone_hash(base, person, &made, error);
    if (hashed != TP_OK) return hashed;
    LOG_CHANGE(base, error, code, code = put_tombstone(log_of(base), &made, false, error););
}

static tp_err tombstone_of(store *base, const char *person, store_tombstone *out, tp_error *error) {
    tombstone made;
    tp_err code = tombstone_hash(base, person, &made, error);
    if (code != TP_OK) return code;
    const store_value key = log_bytes(made.hash, sizeof made.hash);
    const log_row *found = log_find(log_of(base), LOG_TOMBSTONES, &key);
    *out = found == NULL                                  ? STORE_NOT_DEAD
           : log_integer_of(found, TOMBSTONE_ERASED) != 0 ? STORE_ERASED
                                                          : STORE_SIGNED_OUT;
    return TP_OK;
}

static tp_err expire(log_data *data, int64_t older_than_ms, tp_error *error) {
    const log_rows *all = &data->relations[LOG_TOMBSTONES];
    int64_t before_ms = log_uptime(data) - older_than_ms;
    tp_err code = TP_OK;
    for (size_t i = all->count; code == TP_OK && i-- > 0;) {
        const log_row *row = all->all[i];
        if (log_integer_of(row, TOMBSTONE_ERASED) == 0 && log_integer_of(row, TOMBSTONE_MADE_UP) < before_ms)
            code = log_remove(data, LOG_TOMBSTONES, row->values, error);
    }
    return code;
}

static tp_err tombstones_expire(store *base, int64_t older_than_ms, tp_error *error) {
    LOG_CHANGE(base, error, code, code = expire(log_of(base), older_than_ms, error););
}

static tp_err tombstones_file(store *base, tp_error *error) {
    (void)base, (void)error;
    return TP_OK;
}

static tp_err tombstones_apply(store *base, int64_t *again, tp_error *error) {
    (void)base, (void)error;
    *again = 0;
    return TP_OK;
}

/* ---- erasing ---- */

static tp_err erase_notes(log_data *data, const char *person, tp_error *error) {
    const log_rows *all = &data->relations[LOG_NOTES];
    tp_err code = TP_OK;
    for (size_t i = all->count; code == TP_OK && i-- > 0;) {
        const log_row *row = all->all[i];
        if (strcmp(log_text_of(row, NOTE_ABOUT), person) == 0) {
            code = log_remove(data, LOG_NOTES, row->values, error);
        } else if (strcmp(log_text_of(row, NOTE_BY), person) == 0) {
            code = put_column(data, LOG_NOTES, row, NOTE_BY, (store_value){0}, error);
        }
    }
    return code;
}

static tp_err erase_all(log_data *data, const char *person, const tombstone *made, tp_error *error) {
    const store_value erasure[] = {log_text(person), log_text(""), log_integer(0), log_integer(0)};
    const log_row *row = log_find_text(data, LOG_PEOPLE, person);
    tp_err code = put_tombstone(data, made, true, error);
    if (code == TP_OK && log_find(data, LOG_ERASURES, erasure) == NULL)
        code = log_put(data, LOG_ERASURES, erasure, error);
    if (code == TP_OK) code = log_remove_all(data, LOG_SESSIONS, erasure, 1, error);
    if (code == TP_OK && row != NULL) {
        const store_value values[LOG_MOST_COLUMNS] = {log_text(person),
                                                      log_text("gone"),
                                                      {0},
                                                      log_text(""),
                                                      log_integer(log_integer_of(row, PERSON_SIGN_IN) + 1),
                                                      same(row, PERSON_CREATED),
                                                      same(row, PERSON_SEEN),
                                                      same(row, PERSON_SEEN_UP)};
        code = log_put(data, LOG_PEOPLE, values, error);
    }
    return code == TP_OK ? erase_notes(data, person, error) : code;
}

static tp_err erase(store *base, const char *person, tp_error *error) {
    tombstone made;
    tp_err hashed = tombstone_hash(base, person, &made, error);
    if (hashed != TP_OK) return hashed;
    LOG_CHANGE(base, error, code, code = erase_all(log_of(base), person, &made, error););
}

static tp_err erase_some(log_data *data, const char *person, int limit, bool *more, tp_error *error) {
    const log_rows *all = &data->relations[LOG_RESULTS];
    tp_err code = TP_OK;
    int erased = 0;
    for (size_t i = 0; code == TP_OK && erased < limit && i < all->count; i++) {
        const log_row *row = all->all[i];
        if (strcmp(log_text_of(row, RESULT_PERSON), person) != 0) continue;
        code = put_column(data, LOG_RESULTS, row, RESULT_PERSON, (store_value){0}, error);
        erased++;
    }
    *more = erased > 0;
    return code == TP_OK && !*more ? log_person_remove(data, person, error) : code;
}

static tp_err erase_results(store *base, const char *person, int limit, bool *more, tp_error *error) {
    LOG_CHANGE(base, error, code, code = erase_some(log_of(base), person, limit, more, error););
}

static tp_err erasure_next(store *base, store_erasure *out, tp_error *error) {
    const log_rows *all = &log_of(base)->relations[LOG_ERASURES];
    if (all->count == 0) return tp_fail(error, TP_E_UNKNOWN, "nobody is being erased");
    const log_row *row = all->all[0];
    *out = (store_erasure){.number = log_integer_of(row, ERASURE_NUMBER),
                           .seats = (uint32_t)log_integer_of(row, ERASURE_SEATS)};
    snprintf(out->person, sizeof out->person, "%s", log_text_of(row, 0));
    snprintf(out->table, sizeof out->table, "%s", log_text_of(row, ERASURE_TABLE));
    return TP_OK;
}

static tp_err erasure_put(store *base, const store_erasure *erasure, tp_error *error) {
    const store_value values[] = {log_text(erasure->person), log_text(erasure->table),
                                  log_integer(erasure->number), log_integer(erasure->seats)};
    if (log_find(log_of(base), LOG_ERASURES, values) == NULL) return TP_OK;
    LOG_CHANGE(base, error, code, code = log_put(log_of(base), LOG_ERASURES, values, error););
}

static tp_err erasure_done(store *base, const char *person, tp_error *error) {
    const store_value key = log_text(person);
    LOG_CHANGE(base, error, code, code = log_remove(log_of(base), LOG_ERASURES, &key, error););
}

/* ---- traces ---- */

static tp_err trace(store *base, const char *person, const char *table, tp_error *error) {
    log_data *data = log_of(base);
    const store_value values[] = {log_text(person), log_text(table)};
    if (log_find_text(data, LOG_TABLES, table) == NULL) return log_no_table(table, error);
    if (log_find(data, LOG_TRACES, values) != NULL) return TP_OK;
    LOG_CHANGE(base, error, code, code = log_put(data, LOG_TRACES, values, error););
}

static tp_err trace_next(store *base, const char *person, const char *after, char out[STORE_ID_SIZE],
                         tp_error *error) {
    const log_data *data = log_of(base);
    const store_value from[] = {log_text(person), log_text(after)};
    size_t place = log_place(data, LOG_TRACES, from, 2);
    if (log_is_at(data, LOG_TRACES, place, from, 2)) place++;
    if (!log_is_at(data, LOG_TRACES, place, from, 1))
        return tp_fail(error, TP_E_UNKNOWN, "there is no further table");
    snprintf(out, STORE_ID_SIZE, "%s", log_text_of(data->relations[LOG_TRACES].all[place], 1));
    return TP_OK;
}

static tp_err trace_remove(store *base, const char *person, const char *table, tp_error *error) {
    const store_value key[] = {log_text(person), log_text(table)};
    LOG_CHANGE(base, error, code, code = log_remove(log_of(base), LOG_TRACES, key, error););
}

/* ---- what is overwritten ---- */

static bool is_move(const char *text) {
    return strstr(text, "\"is\":\"play\"") != NULL || strstr(text, "\"is\": \"play\"") != NULL;
}

static tp_err journal_some(store *base, const char *table, int64_t after, int limit,
                           void (*each)(void *context, const store_entry *entry), void *context,
                           int64_t *count, tp_error *error) {
    const log_data *data = log_of(base);
    const store_value from[] = {log_text(table), log_integer(after + 1)};
    (void)error;
    *count = 0;
    for (size_t i = log_place(data, LOG_JOURNAL, from, 2);
         *count < limit && log_is_at(data, LOG_JOURNAL, i, from, 1); i++) {
        const log_row *row = data->relations[LOG_JOURNAL].all[i];
        if (is_move(log_text_of(row, ENTRY_TEXT))) continue;
        ++*count;
        each(context, &(store_entry){.number = log_integer_of(row, ENTRY_NUMBER),
                                     .kind = log_text_of(row, ENTRY_KIND)[0],
                                     .text = log_text_of(row, ENTRY_TEXT)});
    }
    return TP_OK;
}

static tp_err journal_overwrite(store *base, const char *table, int64_t number, const char *text,
                                tp_error *error) {
    const store_value key[] = {log_text(table), log_integer(number)};
    const log_row *row = log_find(log_of(base), LOG_JOURNAL, key);
    if (row == NULL) return TP_OK;
    LOG_CHANGE(base, error, code,
               code = put_column(log_of(base), LOG_JOURNAL, row, ENTRY_TEXT, log_text(text), error););
}

static tp_err summary(store *base, const char *table, void (*each)(void *context, const char *summary),
                      void *context, tp_error *error) {
    const log_row *row = log_find_text(log_of(base), LOG_TABLES, table);
    (void)error;
    if (row != NULL) each(context, log_text_of(row, TABLE_SUMMARY));
    return TP_OK;
}

static tp_err summary_overwrite(store *base, const char *table, const char *text, tp_error *error) {
    const log_row *row = log_find_text(log_of(base), LOG_TABLES, table);
    if (row == NULL) return TP_OK;
    LOG_CHANGE(base, error, code,
               code = put_column(log_of(base), LOG_TABLES, row, TABLE_SUMMARY, log_text(text), error););
}

/* The log has what was overwritten: it is written anew without that, and the older one is cut to nothing. */
static tp_err flush(store *base, tp_error *error) {
    log_data *data = log_of(base);
    tp_assert(!data->in_transaction);
    tp_err code = log_compact(data, error);
    return code == TP_OK ? log_file_write(data->file, !data->place, 0, NULL, 0, error) : code;
}

/* ---- names ---- */

static tp_err put_shape(log_data *data, const log_row *row, const char *shape, const char *login_shape,
                        tp_error *error) {
    store_value values[LOG_MOST_COLUMNS];
    memcpy(values, row->values, log_shapes[LOG_PEOPLE].columns * sizeof *values);
    values[PERSON_SHAPE] = log_text(shape);
    values[PERSON_LOGIN_SHAPE] = log_text(login_shape);
    return log_put(data, LOG_PEOPLE, values, error);
}

static tp_err person_shape(store *base, const char *person, const char *shape, const char *login_shape,
                           tp_error *error) {
    const log_row *row = log_find_text(log_of(base), LOG_PEOPLE, person);
    if (row == NULL) return TP_OK;
    LOG_CHANGE(base, error, code, code = put_shape(log_of(base), row, shape, login_shape, error););
}

static tp_err shape_taken(store *base, const char *shape, const char *person, bool *out, tp_error *error) {
    const log_rows *all = &log_of(base)->relations[LOG_PEOPLE];
    (void)error;
    *out = false;
    for (size_t i = 0; shape[0] != '\0' && i < all->count; i++) {
        const log_row *row = all->all[i];
        bool is_other = log_has(row, PERSON_LOGIN) && strcmp(log_text_of(row, 0), person) != 0;
        *out |= is_other && (strcmp(log_text_of(row, PERSON_SHAPE), shape) == 0 ||
                             strcmp(log_text_of(row, PERSON_LOGIN_SHAPE), shape) == 0);
    }
    return TP_OK;
}

static tp_err shapeless(store *base, int limit,
                        void (*each)(void *context, const char *person, const char *name, const char *login),
                        void *context, tp_error *error) {
    const log_rows *all = &log_of(base)->relations[LOG_PEOPLE];
    (void)error;
    for (size_t i = 0; limit > 0 && i < all->count; i++) {
        const log_row *row = all->all[i];
        if (!log_has(row, PERSON_LOGIN) || log_has(row, PERSON_SHAPE)) continue;
        limit--;
        each(context, log_text_of(row, 0), log_text_of(row, PERSON_NAME), log_text_of(row, PERSON_LOGIN));
    }
    return TP_OK;
}

/* ---- what is old ---- */

static bool has_played_since(const log_data *data, const char *person, int64_t up_ms) {
    const log_rows *all = &data->relations[LOG_RESULTS];
    for (size_t i = 0; i < all->count; i++) {
        if (strcmp(log_text_of(all->all[i], RESULT_PERSON), person) != 0) continue;
        const log_row *table = log_find_text(data, LOG_TABLES, log_text_of(all->all[i], 0));
        if (table != NULL && log_integer_of(table, TABLE_CHANGED_UP) >= up_ms) return true;
    }
    return false;
}

static int seen_first(const void *a, const void *b) {
    const log_row *one = *(log_row *const *)a, *other = *(log_row *const *)b;
    int64_t first = log_integer_of(one, PERSON_SEEN_UP), second = log_integer_of(other, PERSON_SEEN_UP);
    return (first > second) - (first < second);
}

static tp_err old_guests(store *base, int64_t older_than_ms, int limit,
                         void (*each)(void *context, const char *person), void *context, tp_error *error) {
    const log_data *data = log_of(base);
    const log_rows *all = &data->relations[LOG_PEOPLE];
    int64_t before_ms = log_uptime(data) - older_than_ms;
    const log_row **found = malloc((all->count + 1) * sizeof *found);
    size_t count = 0;
    if (found == NULL) return tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"));
    for (size_t i = 0; i < all->count; i++) {
        const log_row *row = all->all[i];
        const char *id = log_text_of(row, 0);
        if (!log_has(row, PERSON_LOGIN) && log_is_alive(data, id) &&
            log_integer_of(row, PERSON_SEEN_UP) < before_ms && !has_played_since(data, id, before_ms))
            found[count++] = row;
    }
    qsort(found, count, sizeof *found, seen_first);
    for (size_t i = 0; i < count && i < (size_t)limit; i++) each(context, log_text_of(found[i], 0));
    free(found);
    return TP_OK;
}

static bool has_account_at(const log_data *data, const char *table) {
    const log_rows *all = &data->relations[LOG_TRACES];
    for (size_t i = 0; i < all->count; i++) {
        const log_row *person = log_find_text(data, LOG_PEOPLE, log_text_of(all->all[i], 0));
        if (strcmp(log_text_of(all->all[i], 1), table) == 0 && person != NULL &&
            log_has(person, PERSON_LOGIN))
            return true;
    }
    return false;
}

/* How many seats of a table have a result, and how many of them were people's. */
static int count_results(const log_data *data, const char *table, int *people) {
    const store_value key = log_text(table);
    int count = 0;
    *people = 0;
    for (size_t i = log_place(data, LOG_RESULTS, &key, 1); log_is_at(data, LOG_RESULTS, i, &key, 1); i++) {
        count++;
        *people += log_text_of(data->relations[LOG_RESULTS].all[i], RESULT_AGENT)[0] == '\0';
    }
    return count;
}

static bool is_of_guests(const log_data *data, const log_row *table) {
    const char *id = log_text_of(table, 0);
    int people;
    count_results(data, id, &people);
    return !has_account_at(data, id) &&
           (strcmp(log_text_of(table, TABLE_PHASE), "closed") == 0 || people > 0);
}

static bool is_of_bots(const log_data *data, const log_row *table) {
    int people, count = count_results(data, log_text_of(table, 0), &people);
    return strcmp(log_text_of(table, TABLE_PHASE), "over") == 0 && count > 0 && people == 0;
}

static int ended_first(const void *a, const void *b) {
    const log_row *one = *(log_row *const *)a, *other = *(log_row *const *)b;
    int64_t first = log_integer_of(one, TABLE_CHANGED_UP), second = log_integer_of(other, TABLE_CHANGED_UP);
    return first != second ? (first > second) - (first < second)
                           : strcmp(log_text_of(one, 0), log_text_of(other, 0));
}

static bool is_behind(const log_row *table, const store_walk *walk) {
    int64_t at = log_integer_of(table, TABLE_CHANGED_UP);
    return at != walk->changed_up_ms ? at > walk->changed_up_ms
                                     : strcmp(log_text_of(table, 0), walk->table) > 0;
}

typedef struct old_games {
    int64_t last_up_ms; /* of a table that is old */
    bool (*is_wanted)(const log_data *data, const log_row *table);
    void (*each)(void *context, const char *table);
    void *context;
} old_games;

static tp_err walk_on(const log_data *data, const old_games *games, store_walk *walk, int limit,
                      int64_t *count, tp_error *error) {
    const log_rows *all = &data->relations[LOG_TABLES];
    const log_row **found = malloc((all->count + 1) * sizeof *found);
    size_t found_count = 0;
    if (found == NULL) return tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"));
    for (size_t i = 0; i < all->count; i++) {
        const char *phase = log_text_of(all->all[i], TABLE_PHASE);
        bool is_done = strcmp(phase, "over") == 0 || strcmp(phase, "closed") == 0;
        if (is_done && is_behind(all->all[i], walk) &&
            log_integer_of(all->all[i], TABLE_CHANGED_UP) <= games->last_up_ms)
            found[found_count++] = all->all[i];
    }
    qsort(found, found_count, sizeof *found, ended_first);
    *count = 0;
    for (size_t i = 0; i < found_count && i < (size_t)limit; i++) {
        ++*count;
        walk->changed_up_ms = log_integer_of(found[i], TABLE_CHANGED_UP);
        snprintf(walk->table, sizeof walk->table, "%s", log_text_of(found[i], 0));
        if (games->is_wanted(data, found[i])) games->each(games->context, walk->table);
    }
    free(found);
    return TP_OK;
}

static tp_err old_guest_games(store *base, int64_t older_than_ms, store_walk *walk, int limit,
                              void (*each)(void *context, const char *table), void *context, int64_t *count,
                              tp_error *error) {
    const log_data *data = log_of(base);
    const old_games games = {log_uptime(data) - older_than_ms - 1, is_of_guests, each, context};
    return walk_on(data, &games, walk, limit, count, error);
}

static tp_err old_bot_games(store *base, int64_t older_than_ms, store_walk *walk, int limit,
                            void (*each)(void *context, const char *table), void *context, int64_t *count,
                            tp_error *error) {
    const log_data *data = log_of(base);
    const old_games games = {log_uptime(data) - older_than_ms, is_of_bots, each, context};
    return walk_on(data, &games, walk, limit, count, error);
}

static tp_err used_bytes(store *base, int64_t *out, tp_error *error) {
    (void)error;
    *out = (int64_t)log_of(base)->live;
    return TP_OK;
}

const store_privacy_driver log_privacy = {
    .session_put = session_put,
    .sessions = sessions,
    .session_end = session_end,
    .sign_out = sign_out,
    .tombstone_of = tombstone_of,
    .tombstones_expire = tombstones_expire,
    .tombstones_file = tombstones_file,
    .tombstones_apply = tombstones_apply,
    .erase = erase,
    .erase_results = erase_results,
    .erasure_next = erasure_next,
    .erasure_put = erasure_put,
    .erasure_done = erasure_done,
    .trace = trace,
    .trace_next = trace_next,
    .trace_remove = trace_remove,
    .journal_some = journal_some,
    .journal_overwrite = journal_overwrite,
    .summary = summary,
    .summary_overwrite = summary_overwrite,
    .flush = flush,
    .person_shape = person_shape,
    .shape_taken = shape_taken,
    .shapeless = shapeless,
    .old_guests = old_guests,
    .old_guest_games = old_guest_games,
    .old_bot_games = old_bot_games,
    .used_bytes = used_bytes,
};
