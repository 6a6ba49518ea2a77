/* Notes in PostgreSQL, and lists of people. */
#include "store/notes.h"
#include "store/postgres_internal.h"

static tp_err no_note(const char *kind, const char *key, tp_error *error) {
    return tp_fail(error, TP_E_UNKNOWN, "there is no %.40s '%.80s'", kind, key);
}

static tp_err note_put(store *base, const store_note *note, tp_error *error) {
    pg_store *self = (pg_store *)base;
    const store_value values[] = {
        pg_text(note->kind),          pg_text(note->key),  pg_text_or_nothing(note->about),
        pg_text_or_nothing(note->by), pg_text(note->text), pg_integer(note->made_ms),
        pg_integer(note->until_ms)};
    int64_t changed;
    tp_err code = pg_change(self, PG_NOTE_PUT, values, &changed, error);
    if (code != TP_OK || changed > 0) return code;
    return tp_fail(error, TP_E_UNKNOWN, "there is nobody with the id '%.80s'", note->about);
}

typedef struct note_reader {
    store_note_reader *each;
    void *context;
} note_reader;

static bool read_note(const pg_row *row, void *context) {
    const note_reader *reader = context;
    const store_note note = {
        .kind = pg_column(row, 0),
        .key = pg_column(row, 1),
        .about = pg_column(row, 2),
        .by = pg_column(row, 3),
        .text = pg_column(row, 4),
        .made_ms = pg_column_integer(row, 5),
        .until_ms = pg_column_integer(row, 6),
    };
    reader->each(reader->context, &note);
    return true;
}

static tp_err note_get(store *base, const char *kind, const char *key, store_note_reader *each, void *context,
                       tp_error *error) {
    note_reader reader = {each, context};
    int64_t count;
    tp_err code = pg_read_rows((pg_store *)base, PG_NOTE_GET, (store_value[]){pg_text(kind), pg_text(key)},
                               read_note, &reader, &count, error);
    return code == TP_OK && count == 0 ? no_note(kind, key, error) : code;
}

static tp_err note_remove(store *base, const char *kind, const char *key, tp_error *error) {
    pg_store *self = (pg_store *)base;
    int64_t changed;
    tp_err code =
        pg_change(self, PG_NOTE_DELETE, (store_value[]){pg_text(kind), pg_text(key)}, &changed, error);
    return code == TP_OK && changed == 0 ? no_note(kind, key, error) : code;
}

static tp_err note_list(store *base, const char *kind, const char *about, int limit, store_note_reader *each,
                        void *context, tp_error *error) {
    note_reader reader = {each, context};
    int64_t count;
    const store_value values[] = {pg_text(kind), pg_text(about), pg_integer(limit)};
    return pg_read_rows((pg_store *)base, about[0] == '\0' ? PG_NOTES : PG_NOTES_ABOUT, values, read_note,
                        &reader, &count, error);
}

static tp_err note_list_by(store *base, const char *kind, const char *by, int limit, store_note_reader *each,
                           void *context, tp_error *error) {
    note_reader reader = {each, context};
    int64_t count;
    const store_value values[] = {pg_text(kind), pg_text(by), pg_integer(limit)};
    return pg_read_rows((pg_store *)base, PG_NOTES_BY, values, read_note, &reader, &count, error);
}

static tp_err note_expire(store *base, const char *kind, int64_t now_ms, tp_error *error) {
    return pg_change((pg_store *)base, PG_NOTES_EXPIRE, (store_value[]){pg_text(kind), pg_integer(now_ms)},
                     NULL, error);
}

typedef struct people_reader {
    void (*each)(void *context, const store_person *person);
    void *context;
} people_reader;

static bool read_person(const pg_row *row, void *context) {
    const people_reader *reader = context;
    store_person person = {.sign_in = pg_column_integer(row, 3),
                           .created_ms = pg_column_integer(row, 4),
                           .seen_ms = pg_column_integer(row, 5)};
    if (!pg_copy_column(row, 0, person.id, sizeof person.id) ||
        !pg_copy_column(row, 1, person.name, sizeof person.name) ||
        !pg_copy_column(row, 2, person.login, sizeof person.login))
        return false;
    reader->each(reader->context, &person);
    return true;
}

static tp_err list_people(store *base, const char *text, int limit,
                          void (*each)(void *context, const store_person *person), void *context,
                          tp_error *error) {
    people_reader reader = {each, context};
    int64_t count;
    return pg_read_rows((pg_store *)base, PG_PEOPLE, (store_value[]){pg_text(text), pg_integer(limit)},
                        read_person, &reader, &count, error);
}

const store_notes_driver pg_notes = {
    .put = note_put,
    .get = note_get,
    .remove = note_remove,
    .list = note_list,
    .list_by = note_list_by,
    .expire = note_expire,
    .people = list_people,
};
