/* Files of solutions: a line that says what it is, then the state of the engine, then a hash of all of it.
 *
 *   {"tapete_solution": 1, "what": {...}, "iterations": N, "parts": [sizes]}\n
 *   the bytes of all parts
 *   8 bytes: the hash of everything before, lowest byte first
 *
 * A file is written beside and renamed, so that it is whole at any moment. */
#include "core/language.h"
#include "solve/solve.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINE_SIZE = 16384 };

/* FNV-1a over words of eight bytes, lowest byte first. */
typedef struct hasher {
    uint64_t sum, word;
    int shift;
} hasher;

static void hash(hasher *h, const void *bytes, size_t size) {
    const uint8_t *at = bytes;
    while (size > 0) {
        if (h->shift == 0 && size >= 8) {
            uint64_t word = 0;
            for (int i = 0; i < 8; i++) word |= (uint64_t)at[i] << (8 * i);
            h->sum = (h->sum ^ word) * 1099511628211u;
            at += 8;
            size -= 8;
            continue;
        }
        h->word |= (uint64_t)*at++ << h->shift;
        size--;
        h->shift += 8;
        if (h->shift < 64) continue;
        h->sum = (h->sum ^ h->word) * 1099511628211u;
        h->word = 0;
        h->shift = 0;
    }
}

static uint64_t hash_end(const hasher *h) { return (h->sum ^ h->word ^ (uint64_t)h->shift) * 1099511628211u; }

#define HASH_BEGIN \
    { 14695981039346656037u, 0, 0 }

/* ---- writing ---- */

static bool put(FILE *file, hasher *h, const void *bytes, size_t size) {
    hash(h, bytes, size);
    return size == 0 || fwrite(bytes, 1, size, file) == size;
}

static bool write_all(FILE *file, const solve_engine *engine, void *self) {
    solve_part part[SOLVE_MOST_PARTS];
    int count = engine->parts(self, part);
    json_t *sizes = json_array();
    for (int i = 0; i < count; i++) json_array_append_new(sizes, json_integer((json_int_t)part[i].size));
    json_t *head = json_pack("{s:i, s:o, s:I, s:o}", "tapete_solution", 1, "what", engine->describe(self),
                             "iterations", (json_int_t)engine->iterations(self), "parts", sizes);
    char *line = head == NULL ? NULL : json_dumps(head, JSON_COMPACT);
    json_decref(head);
    hasher h = HASH_BEGIN;
    bool ok = line != NULL && put(file, &h, line, strlen(line)) && put(file, &h, "\n", 1);
    free(line);
    for (int i = 0; i < count && ok; i++) ok = put(file, &h, part[i].bytes, part[i].size);
    uint64_t sum = hash_end(&h);
    for (int i = 0; i < 8 && ok; i++) ok = fputc((int)(sum >> (8 * i) & 255), file) != EOF;
    return ok;
}

tp_err solve_file_write(const char *path, const solve_engine *engine, void *self, tp_error *error) {
    char beside[PATH_MAX];
    if ((size_t)snprintf(beside, sizeof beside, "%s.%ld.part", path, (long)getpid()) >= sizeof beside)
        return tp_fail(error, TP_E_IO, TR("cannot write %s: %s"), path, strerror(ENAMETOOLONG));
    FILE *file = fopen(beside, "wb");
    errno = file == NULL ? errno : 0;
    bool ok = file != NULL && write_all(file, engine, self) && fflush(file) == 0 && fsync(fileno(file)) == 0;
    int number = errno;
    if (file != NULL && fclose(file) != 0 && ok) {
        number = errno;
        ok = false;
    }
    if (ok && rename(beside, path) != 0) {
        number = errno;
        ok = false;
    }
    if (ok) return TP_OK;
    if (file != NULL) unlink(beside);
    return tp_fail(error, TP_E_IO, TR("cannot write %s: %s"), path, strerror(number == 0 ? ENOMEM : number));
}

/* ---- reading ---- */

static tp_err damaged(const char *path, tp_error *error) {
    return tp_fail(
        error, TP_E_INPUT,
        TR("%s is no solution that can be used: it is cut off or changed; take another file, or begin "
           "anew without --resume"),
        path);
}

/* The first line, as an object; NULL with an error. */
static json_t *read_head(FILE *file, const char *path, hasher *h, tp_error *error) {
    char *line = malloc(LINE_SIZE);
    json_t *head = NULL;
    if (line == NULL) {
        tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"));
        return NULL;
    }
    bool whole = fgets(line, LINE_SIZE, file) != NULL && strchr(line, '\n') != NULL;
    if (whole) {
        hash(h, line, strlen(line));
        head = json_loads(line, JSON_REJECT_DUPLICATES, NULL);
    }
    free(line);
    if (!json_is_object(head) || !json_is_integer(json_object_get(head, "tapete_solution"))) {
        json_decref(head);
        tp_fail(error, TP_E_INPUT, TR("%s is no solution: `tapete solve GAME --out FILE` writes one"), path);
        return NULL;
    }
    if (json_integer_value(json_object_get(head, "tapete_solution")) != 1) {
        json_decref(head);
        tp_fail(error, TP_E_VERSION, TR("%s was written by a newer version of this program"), path);
        return NULL;
    }
    if (json_is_object(json_object_get(head, "what")) && json_is_array(json_object_get(head, "parts")) &&
        json_integer_value(json_object_get(head, "iterations")) >= 0 &&
        json_is_integer(json_object_get(head, "iterations")))
        return head;
    json_decref(head);
    damaged(path, error);
    return NULL;
}

static FILE *open_file(const char *path, tp_error *error) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) tp_fail(error, TP_E_IO, TR("cannot read %s: %s"), path, strerror(errno));
    return file;
}

json_t *solve_file_describe(const char *path, tp_error *error) {
    hasher h = HASH_BEGIN;
    FILE *file = open_file(path, error);
    if (file == NULL) return NULL;
    json_t *head = read_head(file, path, &h, error);
    fclose(file);
    json_t *what = head == NULL ? NULL : json_incref(json_object_get(head, "what"));
    if (what != NULL) json_object_set(what, "iterations", json_object_get(head, "iterations"));
    json_decref(head);
    return what;
}

/* The first member that differs, with both values, for a sentence. */
static tp_err differs(const char *path, const json_t *found, const json_t *wanted, tp_error *error) {
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)wanted, name, value) {
        const json_t *other = json_object_get(found, name);
        if (json_equal(value, other)) continue;
        if (json_is_object(value) && json_is_object(other)) return differs(path, other, value, error);
        char *is = other == NULL ? NULL : json_dumps(other, JSON_ENCODE_ANY),
             *should = json_dumps(value, JSON_ENCODE_ANY);
        tp_fail(error, TP_E_INPUT, TR("%s solves something else: its %s is %.60s, and %.60s was asked for"),
                path, name, is == NULL ? "-" : is, should == NULL ? "-" : should);
        free(is);
        free(should);
        return TP_E_INPUT;
    }
    return damaged(path, error);
}

static tp_err read_parts(FILE *file, const char *path, const json_t *head, const solve_engine *engine,
                         void *self, hasher *h, tp_error *error) {
    const json_t *list = json_object_get(head, "parts");
    uint64_t sizes[SOLVE_MOST_PARTS], total = 0;
    size_t count = json_array_size(list);
    long long at = ftello(file);
    if (count > SOLVE_MOST_PARTS || at < 0 || fseeko(file, 0, SEEK_END) != 0) return damaged(path, error);
    long long end = ftello(file);
    for (size_t i = 0; i < count; i++) {
        json_int_t size = json_integer_value(json_array_get(list, i));
        if (size < 0 || size > end) return damaged(path, error);
        sizes[i] = (uint64_t)size;
        total += sizes[i];
    }
    if ((uint64_t)(end - at) != total + 8 || fseeko(file, at, SEEK_SET) != 0) return damaged(path, error);
    tp_err code = engine->restore(self, (uint64_t)json_integer_value(json_object_get(head, "iterations")),
                                  sizes, (int)count, error);
    if (code != TP_OK) {
        if (error != NULL) tp_error_at(error, "%s", path);
        return code;
    }
    solve_part part[SOLVE_MOST_PARTS];
    if (engine->parts(self, part) != (int)count) return damaged(path, error);
    for (size_t i = 0; i < count; i++) {
        if (part[i].size != sizes[i] || fread(part[i].bytes, 1, sizes[i], file) != sizes[i])
            return damaged(path, error);
        hash(h, part[i].bytes, sizes[i]);
    }
    uint64_t sum = 0;
    for (int i = 0; i < 8; i++) sum |= (uint64_t)(unsigned)fgetc(file) << (8 * i);
    return sum == hash_end(h) && engine->check(self) ? TP_OK : damaged(path, error);
}

tp_err solve_file_read(const char *path, const solve_engine *engine, void *self, tp_error *error) {
    hasher h = HASH_BEGIN;
    FILE *file = open_file(path, error);
    if (file == NULL) return TP_E_IO;
    json_t *head = read_head(file, path, &h, error);
    if (head == NULL) {
        fclose(file);
        return TP_E_INPUT;
    }
    json_t *wanted = engine->describe(self);
    const json_t *found = json_object_get(head, "what");
    tp_err code = json_equal(found, wanted) ? read_parts(file, path, head, engine, self, &h, error)
                                            : differs(path, found, wanted, error);
    json_decref(wanted);
    json_decref(head);
    fclose(file);
    return code;
}
