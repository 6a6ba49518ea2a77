/* People who were deleted are taken out of the entries of a journal whenever one is read, before anything is
 * made of it: overwriting what they left (erasure.c) takes a while. A person with a tombstone is gone. And
 * a person renamed by an operator (there is a note of it) has the new name in all that was before.
 */
#include "server/erasure.h"
#include "server/table.h"
#include "store/notes.h"

#include <stdio.h>
#include <string.h>

typedef struct looking {
    store *store;
    tp_error *error;
    tp_err code;
    struct {
        char id[ID_SIZE];
        char name[NAME_SIZE]; /* "": as it was */
        bool exists;
    } known[16]; /* more than sit at a table: chat goes on with the same people */
    size_t count;
} looking;

/* ---- names that operators gave ---- */

static const char rename_kind[] = "rename";

tp_err journal_note_rename(store *store, const char *id, tp_error *error) {
    return store_note_put(
        store, &(store_note){.kind = rename_kind, .key = id, .about = id, .by = "", .text = "{}"}, error);
}

static void found_note(void *context, const store_note *note) {
    (void)note;
    *(bool *)context = true;
}

/* The name that an operator has given to a person; else "". */
static tp_err given_name(store *store, const char *id, char out[NAME_SIZE], tp_error *error) {
    bool is_renamed = false;
    store_person row;
    out[0] = '\0';
    tp_err code = store_note_get(store, rename_kind, id, found_note, &is_renamed, error);
    if (code == TP_OK && is_renamed) code = store_person_get(store, id, &row, error);
    if (code == TP_OK && is_renamed) snprintf(out, NAME_SIZE, "%s", row.name);
    return code == TP_E_UNKNOWN ? TP_OK : code;
}

/* ---- who a person is ---- */

/* What is known of a person: the place in the list. */
static size_t look_up(looking *looking, const char *id) {
    const size_t most = sizeof looking->known / sizeof *looking->known;
    for (size_t i = 0; i < looking->count && i < most; i++) {
        if (strcmp(looking->known[i].id, id) == 0) return i;
    }
    bool gone = true;
    size_t place = looking->count++ % most;
    tp_err code = person_is_gone(looking->store, id, &gone, looking->error);
    looking->known[place].name[0] = '\0';
    if (code == TP_OK && !gone)
        code = given_name(looking->store, id, looking->known[place].name, looking->error);
    if (code != TP_OK) looking->code = code;
    snprintf(looking->known[place].id, ID_SIZE, "%s", id);
    looking->known[place].exists = !gone;
    return place;
}

static bool is_id(const char *id) { return id != NULL && id[0] != '\0' && strlen(id) < ID_SIZE; }

/* Whether this person was deleted. */
static bool is_gone(looking *looking, const char *id) {
    return !is_id(id) || !looking->known[look_up(looking, id)].exists;
}

static const char *text_of(const json_t *object, const char *name) {
    const char *text = json_string_value(json_object_get(object, name));
    return text != NULL ? text : "";
}

static void put_text(json_t *object, const char *name, const char *text) {
    json_object_set_new(object, name, json_string(text));
}

/* Replace the name that was written by the one that an operator gave. */
static void rename_in(looking *looking, json_t *object, const char *id, const char *key) {
    const char *name = is_id(id) ? looking->known[look_up(looking, id)].name : "";
    if (name[0] == '\0') return;
    put_text(object, key, name);
    put_text(object, "renamed", name);
}

/* Who sits in a seat, as `open` and `sit` write it. Of a deleted person only that word is left. */
typedef struct sitting {
    char person[ID_SIZE];
    bool is_gone;
} sitting;

static void read_sitting(looking *looking, json_t *object, sitting *sits) {
    const char *person = json_string_value(json_object_get(object, "person"));
    *sits = (sitting){0};
    if (person == NULL) return;
    sits->is_gone = is_gone(looking, person);
    if (sits->is_gone) {
        put_text(object, "person", "");
        put_text(object, "name", gone_name);
    } else {
        snprintf(sits->person, sizeof sits->person, "%s", person);
        rename_in(looking, object, person, "name");
    }
}

tp_err journal_forget(store *store, json_t *entries, tp_error *error) {
    looking looking = {.store = store, .error = error};
    sitting seats[TP_MAX_SEATS] = {0};
    size_t i, place;
    json_t *entry, *seat;
    json_array_foreach(entries, i, entry) {
        const char *kind = text_of(entry, "is");
        json_int_t number = json_integer_value(json_object_get(entry, "seat"));
        sitting *sits = number >= 0 && number < TP_MAX_SEATS ? &seats[number] : NULL;
        if (strcmp(kind, "open") == 0) {
            if (is_gone(&looking, text_of(entry, "owner"))) put_text(entry, "owner", "");
            json_array_foreach(json_object_get(entry, "seats"), place, seat) {
                if (place < TP_MAX_SEATS) read_sitting(&looking, seat, &seats[place]);
            }
        } else if (strcmp(kind, "sit") == 0 && sits != NULL) {
            read_sitting(&looking, entry, sits);
        } else if (strcmp(kind, "leave") == 0 && sits != NULL && sits->is_gone) {
            put_text(entry, "who", gone_name);
        } else if (strcmp(kind, "leave") == 0 && sits != NULL) {
            rename_in(&looking, entry, sits->person, "who");
        } else if (strcmp(kind, "chat") == 0 && is_gone(&looking, text_of(entry, "by"))) {
            put_text(entry, "by", "");
            put_text(entry, "name", gone_name);
            put_text(entry, "said", "");
            json_object_del(entry, "guest");
        } else if (strcmp(kind, "chat") == 0) {
            rename_in(&looking, entry, text_of(entry, "by"), "name");
        }
    }
    return looking.code;
}
