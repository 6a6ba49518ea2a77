/* Notes in the SQLite file, and lists of people. */
#include "store/notes.h"
#include "store/sqlite_internal.h"

static tp_err no_note(const char *kind, const char *key, tp_error *error) {
    return tp_fail(error, TP_E_UNKNOWN, "there is no %.40s '%.80s'", kind, key);
}

static tp_err note_put(store *base, const store_note *note, tp_error *error) {
    sqlite_store *self = (sqlite_store *)base;
    const sqlite_value values[] = {
        sqlite_text(note->kind),          sqlite_text(note->key),  sqlite_text_or_nothing(note->about),
        sqlite_text_or_nothing(note->by), sqlite_text(note->text), sqlite_integer(note->made_ms),
        sqlite_integer(note->until_ms)};
    int broken_rule;
    tp_err code = sqlite_change(self, NOTE_PUT, values, &broken_rule, error);
    if (code != TP_OK || broken_rule == SQLITE_OK) return code;
    if (broken_rule == SQLITE_CONSTRAINT_FOREIGNKEY)
        return tp_fail(error, TP_E_UNKNOWN, "there is nobody with the id '%.80s'", note->about);
    return sqlite_failed(self, error);
}

typedef struct note_reader {
    store_note_reader *each;
    void *context;
} note_reader;

static bool read_note(sqlite3_stmt *row, void *context) {
    const note_reader *reader = context;
    const store_note note = {
        .kind = sqlite_column(row, 0),
        .key = sqlite_column(row, 1),
        .about = sqlite_column(row, 2),
        .by = sqlite_column(row, 3),
        .text = sqlite_column(row, 4),
        .made_ms = sqlite3_column_int64(row, 5),
        .until_ms = sqlite3_column_int64(row, 6),
    };
    if (sqlite_out_of_memory(row)) return false;
    reader->each(reader->context, &note);
    return true;
}

static tp_err note_get(store *base, const char *kind, const char *key, store_note_reader *each, void *context,
                       tp_error *error) {
    note_reader reader = {each, context};
    int64_t count;
    tp_err code = sqlite_read_rows((sqlite_store *)base, NOTE_GET,
                                   (sqlite_value[]){sqlite_text(kind), sqlite_text(key)}, read_note, &reader,
                                   &count, error);
    return code == TP_OK && count == 0 ? no_note(kind, key, error) : code;
}

static tp_err note_remove(store *base, const char *kind, const char *key, tp_error *error) {
    sqlite_store *self = (sqlite_store *)base;
    tp_err code =
        sqlite_change(self, NOTE_DELETE, (sqlite_value[]){sqlite_text(kind), sqlite_text(key)}, NULL, error);
    return code == TP_OK && sqlite3_changes(self->database) == 0 ? no_note(kind, key, error) : code;
}

static tp_err note_list(store *base, const char *kind, const char *about, int limit, store_note_reader *each,
                        void *context, tp_error *error) {
    note_reader reader = {each, context};
    int64_t count;
    const sqlite_value values[] = {sqlite_text(kind), sqlite_text(about), sqlite_integer(limit)};
    return sqlite_read_rows((sqlite_store *)base, about[0] == '\0' ? NOTES : NOTES_ABOUT, values, read_note,
                            &reader, &count, error);
}

static tp_err note_list_by(store *base, const char *kind, const char *by, int limit, store_note_reader *each,
                           void *context, tp_error *error) {
    note_reader reader = {each, context};
    int64_t count;
    const sqlite_value values[] = {sqlite_text(kind), sqlite_text(by), sqlite_integer(limit)};
    return sqlite_read_rows((sqlite_store *)base, NOTES_BY, values, read_note, &reader, &count, error);
}

static tp_err note_expire(store *base, const char *kind, int64_t now_ms, tp_error *error) {
    return sqlite_change((sqlite_store *)base, NOTES_EXPIRE,
                         (sqlite_value[]){sqlite_text(kind), sqlite_integer(now_ms)}, NULL, error);
}

typedef struct people_reader {
    void (*each)(void *context, const store_person *person);
    void *context;
} people_reader;

static bool read_person(sqlite3_stmt *row, void *context) {
    const people_reader *reader = context;
    store_person person = {.sign_in = sqlite3_column_int64(row, 3),
                           .created_ms = sqlite3_column_int64(row, 4),
                           .seen_ms = sqlite3_column_int64(row, 5)};
    if (!sqlite_copy_column(row, 0, person.id, sizeof person.id) ||
        !sqlite_copy_column(row, 1, person.name, sizeof person.name) ||
        !sqlite_copy_column(row, 2, person.login, sizeof person.login) || sqlite_out_of_memory(row))
        return false;
    reader->each(reader->context, &person);
    return true;
}

static tp_err list_people(store *base, const char *text, int limit,
                          void (*each)(void *context, const store_person *person), void *context,
                          tp_error *error) {
    people_reader reader = {each, context};
    int64_t count;
    return sqlite_read_rows((sqlite_store *)base, PEOPLE,
                            (sqlite_value[]){sqlite_text(text), sqlite_integer(limit)}, read_person, &reader,
                            &count, error);
}

const store_notes_driver sqlite_notes = {
    .put = note_put,
    .get = note_get,
    .remove = note_remove,
    .list = note_list,
    .list_by = note_list_by,
    .expire = note_expire,
    .people = list_people,
};
