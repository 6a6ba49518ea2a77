/* Writing records: line by line while a match is played, or whole.
 *
 * Each update is one write at the end of the file, made durable before the call returns. When it fails the
 * file is cut back to where it was, so that the next update finds whole lines and tries again. */
#include "core/files.h"
#include "core/language.h"
#include "match/record_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { OWNER_ONLY = S_IRUSR | S_IWUSR };

struct tp_record {
    char *path;
    int descriptor;
    long long length; /* where whole lines end */
    bool is_torn;     /* there may be something behind them that has to be cut off first */
    size_t entries;   /* how much of the journal the file has */
    bool has_opening; /* header and deal are there */
    bool has_result;  /* the file ends with these two */
    bool has_key;
    bool is_key_revealed; /* a key line stands somewhere in the file */
};

static tp_err no_memory(tp_error *error) { return tp_fail(error, TP_E_MEMORY, TR("no memory for a record")); }

void tp_record_close(tp_record *record) {
    if (record == NULL) return;
    if (record->descriptor >= 0) close(record->descriptor);
    free(record->path);
    free(record);
}

/* Cut off what a failed write has left. */
static bool cut_back(tp_record *record) {
    record->is_torn = ftruncate(record->descriptor, (off_t)record->length) != 0;
    return !record->is_torn;
}

/* Put lines at the end, durably; on failure the file is as long as before. */
static tp_err append_lines(tp_record *record, const record_text *lines, tp_error *error) {
    if (record->is_torn && !cut_back(record))
        return record_io_error(error, TR("cannot write %s: %s"), record->path, errno);
    if (!file_write_at(record->descriptor, lines->bytes, lines->size, record->length) ||
        fdatasync(record->descriptor) != 0) {
        int number = errno;
        cut_back(record);
        return record_io_error(error, TR("cannot write %s: %s"), record->path, number);
    }
    record->length += (long long)lines->size;
    return TP_OK;
}

tp_err tp_record_update(tp_record *record, const tp_match *match, tp_error *error) {
    tp_assert(record->entries <= match->journal_count);
    bool has_more = record->entries < match->journal_count;
    bool is_over = tp_match_actor(match) == TP_OVER;
    bool add_result = is_over && (has_more || !record->has_result);
    bool add_key = is_over && match->has_key && (has_more || !record->has_key);
    record_text lines = {0};
    if (!record->has_opening) record_add_opening(&lines, match);
    if (has_more) record_add_entries(&lines, match, record->entries);
    if (add_result) record_add_result(&lines, match);
    if (add_key) record_add_key(&lines, match);
    tp_err code = TP_OK;
    if (lines.failed) {
        code = no_memory(error);
    } else if (lines.size > 0) {
        code = append_lines(record, &lines, error);
    }
    record_text_free(&lines);
    if (code != TP_OK) return code;

    record->has_opening = true;
    record->entries = match->journal_count;
    record->has_result = add_result || (record->has_result && !has_more);
    record->has_key = add_key || (record->has_key && !has_more);
    if (add_key) record->is_key_revealed = true;
    if (record->is_key_revealed) record_keys_remove(record->path);
    return TP_OK;
}

/* Put the key beside a record that does not hold it yet. A key that lies there already is left alone: a
 * record can be opened on a full disk. */
static tp_err keep_key(const tp_record *record, const tp_match *match, tp_error *error) {
    if (!match->has_key || record->is_key_revealed) return TP_OK;
    record_keys keys;
    tp_err code = record_keys_read(record->path, &keys, NULL);
    if (code != TP_OK || keys.count != 1 || memcmp(keys.keys[0], match->key, TP_KEY_SIZE) != 0) {
        keys.count = 1;
        memcpy(keys.keys[0], match->key, TP_KEY_SIZE);
        code = record_keys_write(record->path, &keys, error);
    }
    sodium_memzero(&keys, sizeof keys);
    return code;
}

/* Open the file and keep other writers out. NULL with an error. */
static tp_record *open_record(const char *path, int flags, tp_error *error) {
    tp_record *record = calloc(1, sizeof *record);
    if (record != NULL) record->path = strdup(path);
    if (record == NULL || record->path == NULL) {
        free(record);
        no_memory(error);
        return NULL;
    }
    record->descriptor = open(path, O_RDWR | O_CLOEXEC | flags, OWNER_ONLY);
    if (record->descriptor < 0) {
        record_io_error(error, (flags & O_CREAT) != 0 ? TR("cannot create %s: %s") : TR("cannot open %s: %s"),
                        path, errno);
    } else if (flock(record->descriptor, LOCK_EX | LOCK_NB) != 0) {
        if (errno == EWOULDBLOCK) {
            tp_fail(error, TP_E_IO, TR("%s is being written by another program"), record_short_path(path));
        } else {
            record_io_error(error, TR("cannot lock %s: %s"), path, errno);
        }
    } else if (fchmod(record->descriptor, OWNER_ONLY) != 0) {
        record_io_error(error, TR("cannot protect %s: %s"), path, errno);
    } else {
        return record;
    }
    if (record->descriptor >= 0 && (flags & O_CREAT) != 0) unlink(path);
    tp_record_close(record);
    return NULL;
}

tp_record *tp_record_create(const char *path, const tp_match *match, tp_error *error) {
    tp_record *record = open_record(path, O_CREAT | O_EXCL, error);
    if (record == NULL) return NULL;
    /* The key first: there is never a running record without one. */
    tp_err code = keep_key(record, match, error);
    if (code == TP_OK) code = tp_record_update(record, match, error);
    if (code == TP_OK) code = record_sync_directory(path, error);
    if (code == TP_OK) return record;
    unlink(path);
    record_keys_remove(path);
    tp_record_close(record);
    return NULL;
}

/* Whether everything in the file's journal stands at the beginning of the other one too. */
static bool is_beginning_of(const tp_match *file, const tp_match *match) {
    if (file->game != match->game || memcmp(file->commitment, match->commitment, TP_COMMITMENT_SIZE) != 0 ||
        file->journal_count > match->journal_count || file->events.count > match->events.count) {
        return false;
    }
    for (size_t i = 0; i < file->journal_count; i++) {
        const match_entry *a = &file->journal[i], *b = &match->journal[i];
        if (a->first != b->first || a->count != b->count || a->undo != b->undo) return false;
    }
    for (size_t i = 0; i < file->events.count; i++) {
        const tp_event *a = &file->events.items[i], *b = &match->events.items[i];
        if (a->type != b->type || a->seat != b->seat || a->move != b->move || a->kind != b->kind ||
            a->outcome != b->outcome) {
            return false;
        }
    }
    return true;
}

/* Find out what the file has, cut off an unfinished line, and write what is missing. */
static tp_err go_on(tp_record *record, const tp_match *match, tp_error *error) {
    char *bytes = NULL;
    size_t size = 0;
    tp_err code = record_read_descriptor(record->descriptor, record->path, &bytes, &size, error);
    if (code != TP_OK) return code;
    record_found found;
    tp_error damage;
    tp_match *file = record_load(bytes, size, NULL, &found, &damage);
    free(bytes);
    if (file == NULL) {
        if (error != NULL) *error = damage;
        tp_error_at(error, "%s", record_short_path(record->path));
        return damage.code;
    }
    bool fits = is_beginning_of(file, match);
    record->entries = file->journal_count;
    tp_match_free(file);
    if (!fits) {
        return tp_fail(error, TP_E_INPUT,
                       TR("%s is the record of another match, and cannot be continued with this one"),
                       record_short_path(record->path));
    }
    record->length = found.info.good_bytes;
    record->has_opening = true;
    record->has_result = found.result_line;
    record->has_key = found.key_line;
    record->is_key_revealed = found.key_revealed;
    if (found.info.cut && !cut_back(record))
        return record_io_error(error, TR("cannot write %s: %s"), record->path, errno);
    code = keep_key(record, match, error);
    return code == TP_OK ? tp_record_update(record, match, error) : code;
}

tp_record *tp_record_append(const char *path, const tp_match *match, tp_error *error) {
    tp_record *record = open_record(path, 0, error);
    if (record == NULL || go_on(record, match, error) == TP_OK) return record;
    tp_record_close(record);
    return NULL;
}

/* ---- whole ---- */

/* The key beside a record that is about to take the place of another: both keys, so that neither is ever
 * without. */
static tp_err keep_both_keys(const char *path, const tp_match *match, const record_keys *old,
                             tp_error *error) {
    record_keys keys = {.count = 1};
    memcpy(keys.keys[0], match->key, TP_KEY_SIZE);
    for (int i = 0; i < old->count && keys.count < RECORD_MAX_KEYS; i++) {
        if (memcmp(old->keys[i], match->key, TP_KEY_SIZE) == 0) continue;
        memcpy(keys.keys[keys.count++], old->keys[i], TP_KEY_SIZE);
    }
    tp_err code = record_keys_write(path, &keys, error);
    sodium_memzero(&keys, sizeof keys);
    return code;
}

/* The new record is in place: keep the key that belongs to it, and no other. */
static void tidy_keys(const char *path, const tp_match *match, const record_keys *old, bool is_revealed) {
    record_keys keys = {.count = 1};
    const uint8_t *key = match->has_key ? match->key : record_keys_find(old, match->commitment);
    if (is_revealed || key == NULL) {
        record_keys_remove(path);
        return;
    }
    if (old->count == 0 || (old->count == 1 && memcmp(old->keys[0], key, TP_KEY_SIZE) == 0)) return;
    memcpy(keys.keys[0], key, TP_KEY_SIZE);
    /* Where this fails the other key stays too, which does no harm. */
    record_keys_write(path, &keys, NULL);
    sodium_memzero(&keys, sizeof keys);
}

tp_err tp_record_save(const char *path, const tp_match *match, tp_error *error) {
    bool is_over = tp_match_actor(match) == TP_OVER, is_revealed = is_over && match->has_key;
    record_text text = {0};
    record_add_opening(&text, match);
    record_add_entries(&text, match, 1);
    if (is_over) record_add_result(&text, match);
    if (is_revealed) record_add_key(&text, match);
    if (text.failed) {
        record_text_free(&text);
        return no_memory(error);
    }
    record_keys old;
    if (record_keys_read(path, &old, NULL) != TP_OK) old.count = 0;
    bool needs_key = match->has_key && !is_revealed;
    tp_err code = needs_key ? keep_both_keys(path, match, &old, error) : TP_OK;
    if (code == TP_OK) {
        code = record_replace_file(path, text.bytes, text.size, error);
        if (code == TP_OK) {
            code = record_sync_directory(path, error);
            tidy_keys(path, match, &old, is_revealed);
        } else if (needs_key && old.count > 0) {
            record_keys_write(path, &old, NULL);
        } else if (needs_key) {
            record_keys_remove(path);
        }
    }
    record_text_free(&text);
    sodium_memzero(&old, sizeof old);
    return code;
}
