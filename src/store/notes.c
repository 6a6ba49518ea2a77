/* Notes and lists of people: handed on to the driver. */
#include "store/notes.h"

#include "store/driver.h"

#include <string.h>

static tp_err check_key(const char *key, tp_error *error) {
    size_t length = strlen(key);
    if (length > 0 && length < STORE_NOTE_KEY_SIZE) return TP_OK;
    return tp_fail(error, TP_E_INPUT, "the key of a note has 1 to %d bytes, unlike '%.90s'",
                   STORE_NOTE_KEY_SIZE - 1, key);
}

tp_err store_note_put(store *store, const store_note *note, tp_error *error) {
    tp_err code = check_key(note->key, error);
    return code != TP_OK ? code : store->driver->notes->put(store, note, error);
}

tp_err store_note_get(store *store, const char *kind, const char *key, store_note_reader *each, void *context,
                      tp_error *error) {
    return store->driver->notes->get(store, kind, key, each, context, error);
}

tp_err store_note_delete(store *store, const char *kind, const char *key, tp_error *error) {
    return store->driver->notes->remove(store, kind, key, error);
}

tp_err store_notes(store *store, const char *kind, const char *about, int limit, store_note_reader *each,
                   void *context, tp_error *error) {
    tp_assert(limit >= 0);
    return store->driver->notes->list(store, kind, about, limit, each, context, error);
}

tp_err store_notes_by(store *store, const char *kind, const char *by, int limit, store_note_reader *each,
                      void *context, tp_error *error) {
    tp_assert(limit >= 0);
    return store->driver->notes->list_by(store, kind, by, limit, each, context, error);
}

tp_err store_notes_expire(store *store, const char *kind, int64_t now_ms, tp_error *error) {
    return store->driver->notes->expire(store, kind, now_ms, error);
}

tp_err store_people(store *store, const char *text, int limit,
                    void (*each)(void *context, const store_person *person), void *context, tp_error *error) {
    tp_assert(limit >= 0);
    return store->driver->notes->people(store, text, limit, each, context, error);
}
