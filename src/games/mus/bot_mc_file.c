/* Monte Carlo learning of Mus: the file. docs/learn.md describes it to the byte.
 *
 * A line of JSON says what it is, then come numbers with the low byte first, and a hash of everything before
 * it. */
#include "agents/learnt.h"
#include "core/language.h"
#include "games/mus/bot_mc.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FILE_VERSION = 1,
    MOST_LINE = 1024,
    MOST_FILE = 1 << 20,
    BITMAP = (MC_ROWS + 7) / 8,
    CLASSES_BYTES = sizeof(mc_classes),
    WINS_BYTES = 4 * MC_TARGET * MC_TARGET,
    HASH_BYTES = 8
};

static const int64_t MOST_EPISODES = 1000000000000000;

/* ---- bytes ---- */

uint64_t mc_hash(const uint8_t *data, size_t size) {
    uint64_t value = 0xcbf29ce484222325ull;
    for (size_t i = 0; i < size; i++) value = (value ^ data[i]) * 0x100000001b3ull;
    return value;
}

static uint8_t *put16(uint8_t *at, uint32_t number) {
    at[0] = (uint8_t)number;
    at[1] = (uint8_t)(number >> 8);
    return at + 2;
}

static uint32_t get16(const uint8_t *at) { return at[0] | (uint32_t)at[1] << 8; }

/* Where the cells of a row begin, and how many there are. */
static uint32_t cells_of(uint32_t row, uint32_t *count) {
    uint32_t before = 0, situation = row / MC_SPOTS;
    for (uint32_t i = 0; i < situation; i++) before += mc_actions[i];
    *count = mc_actions[situation];
    return before * MC_SPOTS + row % MC_SPOTS * *count;
}

static bool was_visited(const mc_learnt *learnt, uint32_t first, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (learnt->policy.visits[first + i] != 0) return true;
    }
    return false;
}

/* ---- writing ---- */

static char *heading(const mc_learnt *learnt) {
    json_t *json =
        json_pack("{s:s, s:i, s:s, s:{s:s}, s:o, s:I, s:s}", "tapete", "mc", "version", FILE_VERSION, "game",
                  "mus", "options", "preset", "S2", "seed", json_integer((json_int_t)learnt->seed),
                  "episodes", (json_int_t)learnt->episodes, "command", learnt->command);
    char *line = json == NULL ? NULL : json_dumps(json, JSON_COMPACT);
    json_decref(json);
    return line;
}

uint8_t *mc_bytes(const mc_learnt *learnt, size_t *size) {
    char *line = heading(learnt);
    size_t length = line == NULL ? 0 : strlen(line);
    uint8_t *data =
        line == NULL
            ? NULL
            : calloc(1, length + 1 + CLASSES_BYTES + WINS_BYTES + BITMAP + 4 * (size_t)MC_CELLS + HASH_BYTES);
    if (data == NULL) {
        free(line);
        return NULL;
    }
    uint8_t *at = data;
    memcpy(at, line, length);
    free(line);
    at += length;
    *at++ = '\n';
    memcpy(at, &learnt->policy.classes, CLASSES_BYTES);
    at += CLASSES_BYTES;
    for (uint32_t i = 0; i < MC_TARGET * MC_TARGET; i++) {
        uint32_t mano = i / MC_TARGET, other = i % MC_TARGET;
        at = put16(at, (uint32_t)(learnt->wins[mano][other] * MC_WIN_STEPS));
        at = put16(at, learnt->win_visits[mano][other]);
    }
    uint8_t *bitmap = at;
    at += BITMAP;
    for (uint32_t row = 0; row < MC_ROWS; row++) {
        uint32_t count, first = cells_of(row, &count);
        if (!was_visited(learnt, first, count)) continue;
        bitmap[row / 8] = (uint8_t)(bitmap[row / 8] | 1u << row % 8);
        for (uint32_t i = 0; i < count; i++) {
            at = put16(at, (uint32_t)(int32_t)(learnt->values[first + i] * MC_VALUE_STEPS));
            at = put16(at, learnt->policy.visits[first + i]);
        }
    }
    uint64_t sum = mc_hash(data, (size_t)(at - data));
    for (uint32_t i = 0; i < HASH_BYTES; i++) *at++ = (uint8_t)(sum >> 8 * i);
    *size = (size_t)(at - data);
    return data;
}

tp_err mc_write(const char *path, const mc_learnt *learnt, tp_error *error) {
    size_t size = 0;
    uint8_t *data = mc_bytes(learnt, &size);
    if (data == NULL) return tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"));
    tp_err code = learnt_replace(path, data, size, error);
    free(data);
    return code;
}

/* ---- reading ---- */

static tp_err read_heading(const char *line, size_t length, mc_learnt *out, tp_error *error) {
    json_error_t where;
    json_t *json = json_loadb(line, length, JSON_REJECT_DUPLICATES, &where);
    const char *what = json_string_value(json_object_get(json, "tapete"));
    json_int_t version = json_integer_value(json_object_get(json, "version"));
    const char *game = json_string_value(json_object_get(json, "game")),
               *preset = json_string_value(json_object_get(json_object_get(json, "options"), "preset")),
               *command = json_string_value(json_object_get(json, "command"));
    const json_t *seed = json_object_get(json, "seed"), *episodes = json_object_get(json, "episodes");
    tp_err code = TP_OK;
    if (what == NULL || strcmp(what, "mc") != 0) {
        code = tp_fail(error, TP_E_INPUT, TR("it was not made by `tapete train mus --method mc`"));
    } else if (version > FILE_VERSION) {
        code = tp_fail(error, TP_E_VERSION, TR("it has version %d, and this program knows version %d"),
                       (int)version, FILE_VERSION);
    } else if (version != FILE_VERSION) {
        code = tp_fail(error, TP_E_INPUT, TR("its first line has no known version"));
    } else if (game == NULL || strcmp(game, "mus") != 0 || preset == NULL || strcmp(preset, "S2") != 0) {
        code = tp_fail(error, TP_E_INPUT, TR("it was not made for Mus with preset=S2"));
    } else if (!json_is_integer(seed) || !json_is_integer(episodes) || command == NULL ||
               json_integer_value(episodes) < 0 || json_integer_value(episodes) > MOST_EPISODES ||
               json_integer_value(episodes) % MC_BLOCK != 0 || strlen(command) >= MC_COMMAND_SIZE) {
        code = tp_fail(error, TP_E_INPUT,
                       TR("seed, episodes or command in its first line are missing or wrong"));
    } else {
        out->seed = (uint64_t)json_integer_value(seed);
        out->episodes = json_integer_value(episodes);
        snprintf(out->command, sizeof out->command, "%s", command);
    }
    json_decref(json);
    return code;
}

/* The numbers behind the first line; their size is right. */
static tp_err read_numbers(const uint8_t *at, const uint8_t *bitmap, mc_learnt *out, tp_error *error) {
    memcpy(&out->policy.classes, at, CLASSES_BYTES);
    for (uint32_t i = 0; i < CLASSES_BYTES; i++) {
        if (at[i] >= MC_CLASSES)
            return tp_fail(error, TP_E_INPUT, TR("a hand in it has a class that does not exist"));
    }
    at += CLASSES_BYTES;
    for (uint32_t i = 0; i < MC_TARGET * MC_TARGET; i++, at += 4) {
        out->wins[i / MC_TARGET][i % MC_TARGET] = (float)get16(at) / MC_WIN_STEPS;
        out->win_visits[i / MC_TARGET][i % MC_TARGET] = (uint16_t)get16(at + 2);
    }
    at = bitmap + BITMAP;
    for (uint32_t row = 0; row < MC_ROWS; row++) {
        uint32_t count, first = cells_of(row, &count);
        if ((bitmap[row / 8] >> row % 8 & 1) == 0) continue;
        for (uint32_t i = 0; i < count; i++, at += 4) {
            out->values[first + i] = (float)(int16_t)get16(at) / MC_VALUE_STEPS;
            out->policy.visits[first + i] = (uint16_t)get16(at + 2);
        }
    }
    mc_sum_up(&out->policy);
    return TP_OK;
}

/* How many bytes the rows take that the bitmap names. */
static size_t rows_size(const uint8_t *bitmap) {
    size_t size = 0;
    for (uint32_t row = 0; row < MC_ROWS; row++)
        size += (bitmap[row / 8] >> row % 8 & 1) * 4u * mc_actions[row / MC_SPOTS];
    return size;
}

tp_err mc_parse(const uint8_t *data, size_t size, mc_learnt *out, tp_error *error) {
    const uint8_t *end = memchr(data, '\n', size < MOST_LINE ? size : MOST_LINE);
    memset(out, 0, sizeof *out);
    if (end == NULL)
        return tp_fail(error, TP_E_INPUT, TR("it was not made by `tapete train mus --method mc`"));
    tp_err code = read_heading((const char *)data, (size_t)(end - data), out, error);
    if (code != TP_OK) return code;
    const uint8_t *numbers = end + 1, *bitmap = numbers + CLASSES_BYTES + WINS_BYTES;
    size_t left = size - (size_t)(numbers - data), fixed = CLASSES_BYTES + WINS_BYTES + BITMAP + HASH_BYTES;
    if (left < fixed || left < fixed + rows_size(bitmap))
        return tp_fail(error, TP_E_INPUT, TR("it is cut off; its end is missing"));
    if (left > fixed + rows_size(bitmap))
        return tp_fail(error, TP_E_INPUT, TR("there is something after its end"));
    uint64_t sum = 0;
    for (uint32_t i = 0; i < HASH_BYTES; i++) sum |= (uint64_t)data[size - HASH_BYTES + i] << 8 * i;
    if (sum != mc_hash(data, size - HASH_BYTES))
        return tp_fail(error, TP_E_INPUT,
                       TR("its bytes have changed since it was written: the hash at its end differs"));
    return read_numbers(numbers, bitmap, out, error);
}

tp_err mc_read(const char *path, mc_learnt *out, tp_error *error) {
    FILE *file = fopen(path, "rb");
    uint8_t *data = file == NULL ? NULL : malloc(MOST_FILE);
    if (data == NULL) {
        int reason = errno;
        if (file != NULL) fclose(file);
        return tp_fail(error, TP_E_IO, "%s: %s", path, strerror(reason));
    }
    size_t size = fread(data, 1, MOST_FILE, file);
    int reason = ferror(file) != 0 ? errno : 0;
    fclose(file);
    tp_err code = reason != 0 ? tp_fail(error, TP_E_IO, "%s: %s", path, strerror(reason))
                              : mc_parse(data, size, out, error);
    if (code != TP_OK && reason == 0 && error != NULL) tp_error_at(error, TR("%s cannot be used"), path);
    free(data);
    return code;
}
