/* Notes: what operators decide about people and addresses, and what has to be remembered for it: bans, mutes,
 * reports, one-time links, addresses for mail, the server's uptime.
 *
 * A note has a kind and a key that is unique within the kind. One that is about a person is deleted with the
 * person; if it is by another person, that name alone goes when they do. Everything else is the caller's:
 * the text is JSON, and times are numbers that nobody looks at here but store_notes_expire. The calls are
 * like those of store.h. */
#ifndef TAPETE_STORE_NOTES_H
#define TAPETE_STORE_NOTES_H

#include "store/store.h"

enum { STORE_NOTE_KEY_SIZE = 80 }; /* with its NUL */

typedef struct store_note {
    const char *kind;
    const char *key;
    const char *about; /* the id of a person, "" for nobody */
    const char *by;    /* the same */
    const char *text;
    int64_t made_ms;
    int64_t until_ms; /* 0: no end */
} store_note;

typedef void store_note_reader(void *context, const store_note *note);

/* Insert or replace. TP_E_UNKNOWN if it is about a person, or by a person, who does not exist. */
tp_err store_note_put(store *store, const store_note *note, tp_error *error);
/* TP_E_UNKNOWN if there is none; `each` is called once. */
tp_err store_note_get(store *store, const char *kind, const char *key, store_note_reader *each, void *context,
                      tp_error *error);
tp_err store_note_delete(store *store, const char *kind, const char *key, tp_error *error);
/* Calls `each` for the notes of this kind, about this person ("": about anybody or nobody), the latest first,
 * at most `limit`. */
tp_err store_notes(store *store, const char *kind, const char *about, int limit, store_note_reader *each,
                   void *context, tp_error *error);
/* The same for notes by this person. */
tp_err store_notes_by(store *store, const char *kind, const char *by, int limit, store_note_reader *each,
                      void *context, tp_error *error);
/* Delete the notes of this kind that have an end, and it is not after `now`. */
tp_err store_notes_expire(store *store, const char *kind, int64_t now_ms, tp_error *error);

/* Calls `each` for people whose id, name or login has this text in it ("": everybody), those seen last first,
 * at most `limit`. */
tp_err store_people(store *store, const char *text, int limit,
                    void (*each)(void *context, const store_person *person), void *context, tp_error *error);

#endif
