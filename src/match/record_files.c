/* Files as records need them: whole, durable, readable by their owner alone. */
#include "core/files.h"
#include "core/language.h"
#include "match/record_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    OWNER_ONLY = S_IRUSR | S_IWUSR,
    SHOWN_PATH = 160,
    KEY_LINE = 2 * TP_KEY_SIZE + 1, /* hex and a line end */
};

/* ---- sentences ---- */

const char *record_short_path(const char *path) {
    size_t length = strlen(path);
    return length > SHOWN_PATH ? path + length - SHOWN_PATH : path;
}

tp_err record_io_error(tp_error *error, const char *format, const char *path, int number) {
    const char *cause = strerror(number);
    if (number == ENOSPC) cause = TR("the disk is full");
    if (number == EDQUOT) cause = TR("the disk quota is used up");
    if (number == EFBIG) cause = TR("the file would become larger than the system allows");
    if (number == ENOENT) cause = TR("there is no such file or folder");
    if (number == EACCES || number == EPERM) cause = TR("permission denied");
    if (number == EEXIST) cause = TR("it exists already");
    return tp_fail(error, number == ENOMEM ? TP_E_MEMORY : TP_E_IO, format, record_short_path(path), cause);
}

/* ---- reading and writing ---- */

tp_err record_read_descriptor(int descriptor, const char *path, char **bytes, size_t *size, tp_error *error) {
    size_t filled = 0, capacity = 0;
    char *content = NULL;
    for (;;) {
        if (filled == capacity) {
            capacity = 2 * capacity + 16384;
            char *grown = realloc(content, capacity);
            if (grown == NULL) {
                free(content);
                return tp_fail(error, TP_E_MEMORY, TR("no memory to read %s"), record_short_path(path));
            }
            content = grown;
        }
        ssize_t got = read(descriptor, content + filled, capacity - filled);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) {
            int number = errno;
            free(content);
            return record_io_error(error, TR("cannot read %s: %s"), path, number);
        }
        if (got == 0) break;
        filled += (size_t)got;
        if (filled > RECORD_MAX_SIZE) {
            free(content);
            return tp_fail(error, TP_E_INPUT, TR("%s is too large for a record: more than %d MiB"),
                           record_short_path(path), RECORD_MAX_SIZE >> 20);
        }
    }
    *bytes = content;
    *size = filled;
    return TP_OK;
}

tp_err record_read_file(const char *path, char **bytes, size_t *size, tp_error *error) {
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return record_io_error(error, TR("cannot open %s: %s"), path, errno);
    tp_err code = record_read_descriptor(descriptor, path, bytes, size, error);
    close(descriptor);
    return code;
}

tp_err record_sync_directory(const char *path, tp_error *error) {
    const char *slash = strrchr(path, '/');
    char *directory = slash == NULL ? strdup(".") : strndup(path, slash == path ? 1 : (size_t)(slash - path));
    if (directory == NULL) return tp_fail(error, TP_E_MEMORY, TR("no memory for a file name"));
    int descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    tp_err code = TP_OK;
    if (descriptor < 0) {
        /* A folder that may be written and not listed cannot be opened; its names are as durable as they get.
         */
        if (errno != EACCES) code = record_io_error(error, TR("cannot open %s: %s"), directory, errno);
    } else {
        /* EINVAL: a file system that has nothing to make durable. */
        if (fsync(descriptor) != 0 && errno != EINVAL)
            code = record_io_error(error, TR("cannot write %s: %s"), directory, errno);
        close(descriptor);
    }
    free(directory);
    return code;
}

static char *joined(const char *path, const char *ending) {
    char *result = NULL;
    return asprintf(&result, "%s%s", path, ending) < 0 ? NULL : result;
}

tp_err record_replace_file(const char *path, const char *bytes, size_t size, tp_error *error) {
    int number = file_replace(path, bytes, size, OWNER_ONLY);
    return number != 0 ? record_io_error(error, TR("cannot write %s: %s"), path, number) : TP_OK;
}

/* ---- the keys beside a record ---- */

tp_err record_keys_read(const char *path, record_keys *keys, tp_error *error) {
    memset(keys, 0, sizeof *keys);
    char *key_path = joined(path, ".key");
    if (key_path == NULL) return tp_fail(error, TP_E_MEMORY, TR("no memory for a file name"));
    char content[RECORD_MAX_KEYS * KEY_LINE + 1];
    tp_err code = TP_OK;
    int descriptor = open(key_path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        if (errno != ENOENT) code = record_io_error(error, TR("cannot open %s: %s"), key_path, errno);
        free(key_path);
        return code;
    }
    ssize_t size;
    do {
        size = read(descriptor, content, sizeof content);
    } while (size < 0 && errno == EINTR);
    int number = errno;
    close(descriptor);
    if (size < 0) {
        code = record_io_error(error, TR("cannot read %s: %s"), key_path, number);
    } else {
        bool is_right = size > 0 && size % KEY_LINE == 0;
        for (ssize_t at = 0; is_right && at < size; at += KEY_LINE) {
            size_t length = 0;
            is_right = sodium_hex2bin(keys->keys[keys->count++], TP_KEY_SIZE, content + at, KEY_LINE - 1,
                                      NULL, &length, NULL) == 0 &&
                       length == TP_KEY_SIZE && content[at + KEY_LINE - 1] == '\n';
        }
        if (!is_right) {
            memset(keys, 0, sizeof *keys);
            code = tp_fail(error, TP_E_INPUT, TR("%s is damaged: it contains no key"),
                           record_short_path(key_path));
        }
    }
    sodium_memzero(content, sizeof content);
    free(key_path);
    return code;
}

tp_err record_keys_write(const char *path, const record_keys *keys, tp_error *error) {
    char *key_path = joined(path, ".key");
    if (key_path == NULL) return tp_fail(error, TP_E_MEMORY, TR("no memory for a file name"));
    char content[RECORD_MAX_KEYS * KEY_LINE + 1] = "";
    for (int i = 0; i < keys->count; i++) {
        char *line = content + i * KEY_LINE;
        sodium_bin2hex(line, KEY_LINE, keys->keys[i], TP_KEY_SIZE);
        line[KEY_LINE - 1] = '\n';
    }
    tp_err code = record_replace_file(key_path, content, (size_t)keys->count * KEY_LINE, error);
    if (code == TP_OK) code = record_sync_directory(key_path, error);
    sodium_memzero(content, sizeof content);
    free(key_path);
    return code;
}

void record_keys_remove(const char *path) {
    char *key_path = joined(path, ".key");
    if (key_path == NULL) return;
    /* A key that stays is no harm: by now it stands in the record, or belongs to none. */
    unlink(key_path);
    free(key_path);
}

const uint8_t *record_keys_find(const record_keys *keys, const uint8_t commitment[TP_COMMITMENT_SIZE]) {
    for (int i = 0; i < keys->count; i++) {
        uint8_t made[TP_COMMITMENT_SIZE];
        tp_commitment(keys->keys[i], made);
        if (sodium_memcmp(made, commitment, sizeof made) == 0) return keys->keys[i];
    }
    return NULL;
}
