/* Notes in a log, and lists of people. */
#include "core/language.h"
#include "store/log_internal.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static tp_err no_note(const char *kind, const char *key, tp_error *error) {
    return tp_fail(error, TP_E_UNKNOWN, "there is no %.40s '%.80s'", kind, key);
}

static tp_err note_put(store *base, const store_note *note, tp_error *error) {
    log_data *data = log_of(base);
    const char *const people[] = {note->about, note->by};
    for (int i = 0; i < 2; i++) {
        if (people[i][0] != '\0' && log_find_text(data, LOG_PEOPLE, people[i]) == NULL)
            return tp_fail(error, TP_E_UNKNOWN, "there is nobody with the id '%.80s'", note->about);
    }
    const store_value values[] = {
        log_text(note->kind),          log_text(note->key),  log_text_or_nothing(note->about),
        log_text_or_nothing(note->by), log_text(note->text), log_integer(note->made_ms),
        log_integer(note->until_ms)};
    LOG_CHANGE(base, error, code, code = log_put(data, LOG_NOTES, values, error););
}

static void tell(const log_row *row, store_note_reader *each, void *context) {
    each(context, &(store_note){.kind = log_text_of(row, 0),
                                .key = log_text_of(row, NOTE_KEY),
                                .about = log_text_of(row, NOTE_ABOUT),
                                .by = log_text_of(row, NOTE_BY),
                                .text = log_text_of(row, NOTE_TEXT),
                                .made_ms = log_integer_of(row, NOTE_MADE),
                                .until_ms = log_integer_of(row, NOTE_UNTIL)});
}

static tp_err note_get(store *base, const char *kind, const char *key, store_note_reader *each, void *context,
                       tp_error *error) {
    const store_value wanted[] = {log_text(kind), log_text(key)};
    const log_row *found = log_find(log_of(base), LOG_NOTES, wanted);
    if (found == NULL) return no_note(kind, key, error);
    tell(found, each, context);
    return TP_OK;
}

static tp_err note_remove(store *base, const char *kind, const char *key, tp_error *error) {
    const store_value wanted[] = {log_text(kind), log_text(key)};
    if (log_find(log_of(base), LOG_NOTES, wanted) == NULL) return no_note(kind, key, error);
    LOG_CHANGE(base, error, code, code = log_remove(log_of(base), LOG_NOTES, wanted, error););
}

static int later_first(const void *a, const void *b) {
    const log_row *one = *(log_row *const *)a, *other = *(log_row *const *)b;
    int64_t first = log_integer_of(one, NOTE_MADE), second = log_integer_of(other, NOTE_MADE);
    return first != second ? (first < second) - (first > second)
                           : strcmp(log_text_of(one, NOTE_KEY), log_text_of(other, NOTE_KEY));
}

/* Notes of a kind of which a column is this person; "": of any, if `takes_all`. */
static tp_err list(store *base, const char *kind, int column, const char *person, bool takes_all, int limit,
                   store_note_reader *each, void *context, tp_error *error) {
    const log_data *data = log_of(base);
    const log_rows *all = &data->relations[LOG_NOTES];
    const store_value key = log_text(kind);
    size_t count = 0;
    const log_row **found = malloc((all->count + 1) * sizeof *found);
    if (found == NULL) return tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"));
    for (size_t i = log_place(data, LOG_NOTES, &key, 1); log_is_at(data, LOG_NOTES, i, &key, 1); i++) {
        bool is_it = person[0] != '\0' && strcmp(log_text_of(all->all[i], column), person) == 0;
        if (is_it || (takes_all && person[0] == '\0')) found[count++] = all->all[i];
    }
    qsort(found, count, sizeof *found, later_first);
    for (size_t i = 0; i < count && i < (size_t)limit; i++) tell(found[i], each, context);
    free(found);
    return TP_OK;
}

static tp_err note_list(store *base, const char *kind, const char *about, int limit, store_note_reader *each,
                        void *context, tp_error *error) {
    return list(base, kind, NOTE_ABOUT, about, true, limit, each, context, error);
}

static tp_err note_list_by(store *base, const char *kind, const char *by, int limit, store_note_reader *each,
                           void *context, tp_error *error) {
    return list(base, kind, NOTE_BY, by, false, limit, each, context, error);
}

static tp_err expire(log_data *data, const char *kind, int64_t now_ms, tp_error *error) {
    const store_value key = log_text(kind);
    size_t i = log_place(data, LOG_NOTES, &key, 1);
    tp_err code = TP_OK;
    while (code == TP_OK && log_is_at(data, LOG_NOTES, i, &key, 1)) {
        const log_row *row = data->relations[LOG_NOTES].all[i];
        int64_t until_ms = log_integer_of(row, NOTE_UNTIL);
        if (until_ms > 0 && until_ms <= now_ms) {
            code = log_remove(data, LOG_NOTES, row->values, error);
        } else {
            i++;
        }
    }
    return code;
}

static tp_err note_expire(store *base, const char *kind, int64_t now_ms, tp_error *error) {
    LOG_CHANGE(base, error, code, code = expire(log_of(base), kind, now_ms, error););
}

/* ---- people ---- */

static bool contains(const char *text, const char *part) {
    size_t length = strlen(part);
    for (; *text != '\0'; text++) {
        size_t i = 0;
        while (i < length && text[i] != '\0' &&
               tolower((unsigned char)text[i]) == tolower((unsigned char)part[i]))
            i++;
        if (i == length) return true;
    }
    return length == 0;
}

static int seen_last(const void *a, const void *b) {
    const log_row *one = *(log_row *const *)a, *other = *(log_row *const *)b;
    int64_t first = log_integer_of(one, PERSON_SEEN), second = log_integer_of(other, PERSON_SEEN);
    return first != second ? (first < second) - (first > second)
                           : strcmp(log_text_of(one, 0), log_text_of(other, 0));
}

static tp_err list_people(store *base, const char *text, int limit,
                          void (*each)(void *context, const store_person *person), void *context,
                          tp_error *error) {
    const log_data *data = log_of(base);
    const log_rows *all = &data->relations[LOG_PEOPLE];
    const log_row **found = malloc((all->count + 1) * sizeof *found);
    size_t count = 0;
    if (found == NULL) return tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"));
    for (size_t i = 0; i < all->count; i++) {
        const log_row *row = all->all[i];
        bool has_it = strstr(log_text_of(row, 0), text) != NULL ||
                      contains(log_text_of(row, PERSON_NAME), text) ||
                      contains(log_text_of(row, PERSON_LOGIN), text);
        if (has_it && log_is_alive(data, log_text_of(row, 0))) found[count++] = row;
    }
    qsort(found, count, sizeof *found, seen_last);
    for (size_t i = 0; i < count && i < (size_t)limit; i++) {
        store_person person = {.sign_in = log_integer_of(found[i], PERSON_SIGN_IN),
                               .created_ms = log_integer_of(found[i], PERSON_CREATED),
                               .seen_ms = log_integer_of(found[i], PERSON_SEEN)};
        snprintf(person.id, sizeof person.id, "%s", log_text_of(found[i], 0));
        snprintf(person.name, sizeof person.name, "%s", log_text_of(found[i], PERSON_NAME));
        snprintf(person.login, sizeof person.login, "%s", log_text_of(found[i], PERSON_LOGIN));
        each(context, &person);
    }
    free(found);
    return TP_OK;
}

const store_notes_driver log_notes = {
    .put = note_put,
    .get = note_get,
    .remove = note_remove,
    .list = note_list,
    .list_by = note_list_by,
    .expire = note_expire,
    .people = list_people,
};
