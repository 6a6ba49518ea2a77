/* The pieces of records, for the files of src/match alone: lines, files, and what was found in them. */
#ifndef TAPETE_RECORD_INTERNAL_H
#define TAPETE_RECORD_INTERNAL_H

#include "match/match_internal.h"

/* ---- lines (record_lines.c) ---- */

/* A text that grows. Once it has failed (no memory, or something that JSON cannot hold) it stays so. */
typedef struct record_text {
    char *bytes;
    size_t size, capacity;
    bool failed;
} record_text;

void record_text_free(record_text *text);

/* The header and the deal; the journal from `first` on; the result; the key. */
void record_add_opening(record_text *text, const tp_match *match);
void record_add_entries(record_text *text, const tp_match *match, size_t first);
void record_add_result(record_text *text, const tp_match *match);
void record_add_key(record_text *text, const tp_match *match);

/* The result of a match that is over, as it stands in the record; a new JSON object, NULL without memory. */
json_t *record_result(const tp_match *match);

/* ---- reading (record_read.c) ---- */

typedef struct record_found {
    tp_record_info info;
    bool result_line, key_line; /* the record ends with these */
    bool key_revealed;          /* there is a key line somewhere */
    size_t moves, outcomes;     /* all that was checked, taken back or not */
    bool scripted;              /* some outcomes were told by a script */
    const char *wrong; /* reading failed at what can be read and is not true: the reason; else NULL */
} record_found;

/* Read and replay. With `key`, which must be the one that was committed to, outcomes that it does not deal
 * are refused. */
tp_match *record_load(const char *text, size_t size, const uint8_t *key, record_found *found,
                      tp_error *error);

/* ---- files (record_files.c) ---- */

enum { RECORD_MAX_SIZE = 16 << 20, RECORD_MAX_KEYS = 2 };

/* A sentence for what the system refused: "cannot write game.tpr: the disk is full". `format` has the path
 * and the cause, TR("cannot write %s: %s"). */
tp_err record_io_error(tp_error *error, const char *format, const char *path, int number);

/* The end of a path that is too long for a sentence. */
const char *record_short_path(const char *path);

/* The whole file; free the bytes. */
tp_err record_read_file(const char *path, char **bytes, size_t *size, tp_error *error);
tp_err record_read_descriptor(int descriptor, const char *path, char **bytes, size_t *size, tp_error *error);

/* Make this the content of the file, mode 0600, as file_replace does. The new name is durable after
 * record_sync_directory. */
tp_err record_replace_file(const char *path, const char *bytes, size_t size, tp_error *error);

/* Make the names in the directory of this path durable. */
tp_err record_sync_directory(const char *path, tp_error *error);

/* The keys beside a record: one line each in PATH.key. Normally there is one; two only while one record takes
 * the place of another, so that whichever is there after a crash has its key. */
typedef struct record_keys {
    int count;
    uint8_t keys[RECORD_MAX_KEYS][TP_KEY_SIZE];
} record_keys;

tp_err record_keys_read(const char *path, record_keys *keys, tp_error *error); /* no file: no keys */
tp_err record_keys_write(const char *path, const record_keys *keys, tp_error *error);
void record_keys_remove(const char *path);
/* The key that belongs to a commitment, or NULL. */
const uint8_t *record_keys_find(const record_keys *keys, const uint8_t commitment[TP_COMMITMENT_SIZE]);

#endif
