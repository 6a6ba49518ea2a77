/* Tombstones: keyed hashes of the ids of people who were deleted, in the database and in a file beside it.
 *
 * A line of the file is the hash in hex digits. It is only ever appended to, and
 * synced. A line that was torn by a crash is no hash and does not count; the tombstone is then not marked as
 * filed, and is appended again. */
#include "store/sqlite_internal.h"

#include "core/language.h"
#include "store/tombstone.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    HASH_SIZE = TOMBSTONE_SIZE,
    LINE_SIZE = 2 * HASH_SIZE + 1,
    AT_ONCE = 512, /* lines that are appended with one sync */
};

/* ---- in the database ---- */

/* Filed: it need not go to the file, or is there already. */
static tp_err put(sqlite_store *self, const tombstone *made, bool erased, bool filed, tp_error *error) {
    return sqlite_change(
        self, TOMBSTONE_PUT,
        (sqlite_value[]){sqlite_bytes(made->hash, HASH_SIZE), sqlite_integer(erased), sqlite_integer(filed)},
        NULL, error);
}

tp_err sqlite_sign_out(store *base, const char *person, tp_error *error) {
    tombstone made;
    tp_err code = tombstone_hash(base, person, &made, error);
    return code == TP_OK ? put((sqlite_store *)base, &made, false, true, error) : code;
}

static tp_err look_up(sqlite_store *self, const tombstone *made, store_tombstone *out, tp_error *error) {
    int64_t erased = 0, count;
    tp_err code = sqlite_read_rows(self, TOMBSTONE_GET, (sqlite_value[]){sqlite_bytes(made->hash, HASH_SIZE)},
                                   sqlite_read_number, &erased, &count, error);
    if (code == TP_OK) *out = count == 0 ? STORE_NOT_DEAD : erased != 0 ? STORE_ERASED : STORE_SIGNED_OUT;
    return code;
}

tp_err sqlite_tombstone_of(store *base, const char *person, store_tombstone *out, tp_error *error) {
    tombstone made;
    tp_err code = tombstone_hash(base, person, &made, error);
    return code == TP_OK ? look_up((sqlite_store *)base, &made, out, error) : code;
}

tp_err sqlite_tombstones_expire(store *base, int64_t older_than_ms, tp_error *error) {
    return sqlite_change((sqlite_store *)base, TOMBSTONES_EXPIRE,
                         (sqlite_value[]){sqlite_integer(older_than_ms)}, NULL, error);
}

tp_err sqlite_erase(store *base, const char *person, tp_error *error) {
    sqlite_store *self = (sqlite_store *)base;
    tombstone made;
    tp_err code = tombstone_hash(base, person, &made, error);
    if (code == TP_OK) code = put(self, &made, true, false, error);
    if (code == TP_OK)
        code = sqlite_change(self, ERASURE_BEGIN, (sqlite_value[]){sqlite_text(person)}, NULL, error);
    if (code == TP_OK)
        code = sqlite_change(self, SESSIONS_END, (sqlite_value[]){sqlite_text(person)}, NULL, error);
    if (code == TP_OK)
        code = sqlite_change(self, PERSON_ERASE, (sqlite_value[]){sqlite_text(person)}, NULL, error);
    /* Reports, bans and the like at once: the row goes last, and they must not wait for it. */
    if (code == TP_OK)
        code = sqlite_change(self, NOTES_ERASE, (sqlite_value[]){sqlite_text(person)}, NULL, error);
    if (code == TP_OK)
        code = sqlite_change(self, NOTES_ERASE_BY, (sqlite_value[]){sqlite_text(person)}, NULL, error);
    return code;
}

/* ---- in the file ---- */

static int open_file(const sqlite_store *self, int flags, tp_error *error) {
    char *name = sqlite_beside(self->path, ".tombstones");
    if (name == NULL) {
        tp_fail(error, TP_E_MEMORY, TR("no memory for a file name"));
        return -1;
    }
    int descriptor = open(name, flags | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR);
    if (descriptor < 0 && ((flags & O_CREAT) != 0 || errno != ENOENT))
        sqlite_system_error(error, TR("cannot open %s: %s"), name, errno);
    free(name);
    return descriptor;
}

typedef struct list {
    tombstone *all;
    size_t count, room;
    bool failed;
} list;

static void add(list *list, const uint8_t hash[HASH_SIZE]) {
    if (list->count == list->room) {
        size_t room = list->room == 0 ? 256 : 2 * list->room;
        tombstone *grown = realloc(list->all, room * sizeof *grown);
        if (grown == NULL) {
            list->failed = true;
            return;
        }
        list->all = grown;
        list->room = room;
    }
    memcpy(list->all[list->count++].hash, hash, HASH_SIZE);
}

static bool read_hash(sqlite3_stmt *row, void *context) {
    const void *bytes = sqlite3_column_blob(row, 0);
    if (bytes == NULL || sqlite3_column_bytes(row, 0) != HASH_SIZE) return false;
    add(context, bytes);
    return true;
}

static bool write_all(int descriptor, const char *text, size_t size) {
    while (size > 0) {
        ssize_t written = write(descriptor, text, size);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        text += written;
        size -= (size_t)written;
    }
    return true;
}

/* Appends and syncs; a line that was torn before is ended first. */
static tp_err append(const sqlite_store *self, const list *list, tp_error *error) {
    int descriptor = open_file(self, O_RDWR | O_APPEND | O_CREAT, error);
    if (descriptor < 0) return TP_E_IO;
    char lines[AT_ONCE * LINE_SIZE + 2], last;
    size_t size = 0;
    struct stat about;
    bool good = fstat(descriptor, &about) == 0;
    bool is_new = good && about.st_size == 0;
    if (good && about.st_size > 0 && pread(descriptor, &last, 1, about.st_size - 1) == 1 && last != '\n')
        lines[size++] = '\n';
    for (size_t i = 0; i < list->count; i++) {
        sodium_bin2hex(lines + size, LINE_SIZE, list->all[i].hash, HASH_SIZE);
        size += LINE_SIZE;
        lines[size - 1] = '\n';
    }
    good = good && write_all(descriptor, lines, size) && fdatasync(descriptor) == 0;
    tp_err code =
        good ? TP_OK
             : sqlite_system_error(error, TR("cannot write the tombstones beside %s: %s"), self->path, errno);
    close(descriptor);
    return code == TP_OK && is_new ? sqlite_sync_folder(self->path, error) : code;
}

static tp_err mark_filed(sqlite_store *self, const list *list, tp_error *error) {
    store *base = &self->base;
    tp_err code = base->driver->begin(base, error);
    if (code != TP_OK) return code;
    for (size_t i = 0; code == TP_OK && i < list->count; i++)
        code = sqlite_change(self, TOMBSTONE_FILED,
                             (sqlite_value[]){sqlite_bytes(list->all[i].hash, HASH_SIZE)}, NULL, error);
    if (code == TP_OK) return base->driver->commit(base, error);
    base->driver->rollback(base);
    return code;
}

tp_err sqlite_tombstones_file(store *base, tp_error *error) {
    sqlite_store *self = (sqlite_store *)base;
    tp_err code = TP_OK;
    for (int64_t count = 1; code == TP_OK && count > 0;) {
        list list = {0};
        code = sqlite_read_rows(self, TOMBSTONES_UNFILED, (sqlite_value[]){sqlite_integer(AT_ONCE)},
                                read_hash, &list, &count, error);
        if (code == TP_OK && list.failed) code = tp_fail(error, TP_E_MEMORY, TR("no memory for tombstones"));
        if (code == TP_OK && count > 0) code = append(self, &list, error);
        if (code == TP_OK && count > 0) code = mark_filed(self, &list, error);
        free(list.all);
    }
    return code;
}

/* ---- at the start ---- */

static tp_err read_file(const sqlite_store *self, list *list, tp_error *error) {
    *error = (tp_error){0};
    int descriptor = open_file(self, O_RDONLY, error);
    if (descriptor < 0) return error->code;
    FILE *file = fdopen(descriptor, "r");
    if (file == NULL) {
        close(descriptor);
        return tp_fail(error, TP_E_MEMORY, TR("no memory for tombstones"));
    }
    char line[128];
    while (fgets(line, sizeof line, file) != NULL) {
        uint8_t hash[HASH_SIZE];
        size_t length = 0;
        line[strcspn(line, "\n")] = '\0';
        if (strlen(line) == LINE_SIZE - 1 &&
            sodium_hex2bin(hash, sizeof hash, line, LINE_SIZE - 1, NULL, &length, NULL) == 0 &&
            length == HASH_SIZE)
            add(list, hash);
    }
    bool failed = ferror(file) != 0;
    fclose(file);
    if (list->failed) return tp_fail(error, TP_E_MEMORY, TR("no memory for tombstones"));
    if (failed)
        return sqlite_system_error(error, TR("cannot read the tombstones beside %s: %s"), self->path, EIO);
    return TP_OK;
}

typedef struct search {
    sqlite_store *self;
    uint8_t key[STORE_SECRET_SIZE];
    char (*found)[STORE_ID_SIZE];
    size_t count, room;
    bool failed;
    list *made;
} search;

/* A person who is here and has a tombstone: from an older backup. */
static bool compare_person(sqlite3_stmt *row, void *context) {
    search *search = context;
    char person[STORE_ID_SIZE];
    if (!sqlite_copy_column(row, 0, person, sizeof person)) return false;
    tombstone made = tombstone_with(search->key, person);
    store_tombstone is;
    if (look_up(search->self, &made, &is, NULL) != TP_OK) return false;
    if (is != STORE_ERASED) return true;
    if (search->count == search->room) {
        size_t room = search->room == 0 ? 64 : 2 * search->room;
        char(*grown)[STORE_ID_SIZE] = realloc(search->found, room * sizeof *grown);
        if (grown == NULL) {
            search->failed = true;
            return true;
        }
        search->found = grown;
        search->room = room;
    }
    memcpy(search->found[search->count++], person, sizeof person);
    return true;
}

static tp_err erase_again(sqlite_store *self, int64_t *again, tp_error *error) {
    search search = {.self = self};
    int64_t count;
    tp_err code = tombstone_key(&self->base, search.key, error);
    if (code == TP_OK)
        code = sqlite_read_rows(self, PEOPLE_AND_TRACES, NULL, compare_person, &search, &count, error);
    if (code == TP_OK && search.failed) code = tp_fail(error, TP_E_MEMORY, TR("no memory for tombstones"));
    for (size_t i = 0; code == TP_OK && i < search.count; i++)
        code = sqlite_erase(&self->base, search.found[i], error);
    if (code == TP_OK) *again = (int64_t)search.count;
    sodium_memzero(search.key, sizeof search.key);
    free(search.found);
    return code;
}

static bool add_person(sqlite3_stmt *row, void *context) {
    search *search = context;
    char person[STORE_ID_SIZE];
    if (!sqlite_copy_column(row, 0, person, sizeof person)) return false;
    tombstone made = tombstone_with(search->key, person);
    add(search->made, made.hash);
    return !search->made->failed;
}

/* Those whom an earlier version has deleted, and the schema has begun to erase, have no tombstone yet. */
static tp_err mark_erasures(sqlite_store *self, tp_error *error) {
    list made = {0};
    search search = {.self = self, .made = &made};
    int64_t count;
    tp_err code = tombstone_key(&self->base, search.key, error);
    if (code == TP_OK) code = sqlite_read_rows(self, ERASURES, NULL, add_person, &search, &count, error);
    for (size_t i = 0; code == TP_OK && i < made.count; i++)
        code = put(self, &made.all[i], true, false, error);
    sodium_memzero(search.key, sizeof search.key);
    free(made.all);
    return code;
}

static tp_err take_list(sqlite_store *self, const list *list, int64_t *again, tp_error *error) {
    bool is_new = false;
    int64_t filed = 0, count;
    tp_err code = sqlite_read_rows(self, TOMBSTONES_COUNT, NULL, sqlite_read_number, &filed, &count, error);
    bool is_short = (size_t)filed > list->count; /* lines were lost: file all that are not there */
    if (code == TP_OK && is_short) code = sqlite_change(self, TOMBSTONES_UNFILE, NULL, NULL, error);
    for (size_t i = 0; code == TP_OK && i < list->count; i++) {
        store_tombstone is;
        code = look_up(self, &list->all[i], &is, error);
        if (code == TP_OK && is != STORE_ERASED) {
            is_new = true;
            code = put(self, &list->all[i], true, true, error);
        } else if (code == TP_OK && is_short) {
            code = sqlite_change(self, TOMBSTONE_FILED,
                                 (sqlite_value[]){sqlite_bytes(list->all[i].hash, HASH_SIZE)}, NULL, error);
        }
    }
    return code == TP_OK && is_new ? erase_again(self, again, error) : code;
}

tp_err sqlite_tombstones_apply(store *base, int64_t *again, tp_error *error) {
    sqlite_store *self = (sqlite_store *)base;
    list list = {0};
    tp_error unused;
    if (error == NULL) error = &unused;
    *again = 0;
    tp_err code = read_file(self, &list, error);
    if (code == TP_OK) code = base->driver->begin(base, error);
    if (code == TP_OK) {
        code = mark_erasures(self, error);
        if (code == TP_OK) code = take_list(self, &list, again, error);
        if (code == TP_OK) {
            code = base->driver->commit(base, error);
        } else {
            base->driver->rollback(base);
        }
    }
    free(list.all);
    return code == TP_OK ? sqlite_tombstones_file(base, error) : code;
}
