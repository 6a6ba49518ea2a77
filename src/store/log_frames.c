/* The log in bytes. Numbers have the low byte first.
 *
 * "TPLOG001", the generation (8 bytes); then frames: how long it is (4 bytes), its BLAKE2b hash (16 bytes,
 * keyed with the generation), and so many bytes of changes. The first frame has all rows that there were when
 * the log was begun. A change is its relation (a byte), how many values follow (a byte; with the highest bit
 * set, they are the key of a row that is removed), and the values: a byte for the type, then nothing, a
 * length of 4 bytes and so many bytes, or 8 bytes. Columns that were added later are nothing in rows of
 * before. */
#include "core/language.h"
#include "store/log_internal.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum {
    VERSION = 1, /* as the header has it */
    HEADER_SIZE = 16,
    SUM_SIZE = 16,
    FRAME_HEAD = 4 + SUM_SIZE,
    REMOVED = 0x80,
    SMALLEST = 256 * 1024, /* of a log that is worth to be written anew, */
    GARBAGE = 3,           /* where it is so many times as long as it need be */
};

static const char magic[8] = {'T', 'P', 'L', 'O', 'G', '0', '0', '1'};

/* ---- writing ---- */

static bool add_bytes(log_data *data, const void *bytes, size_t size) {
    if (data->frame_room - data->frame_size < size) {
        size_t room = 2 * (data->frame_size + size) + 1024;
        uint8_t *grown = realloc(data->frame, room);
        if (grown == NULL) return false;
        data->frame = grown;
        data->frame_room = room;
    }
    if (size > 0) memcpy(data->frame + data->frame_size, bytes, size);
    data->frame_size += size;
    return true;
}

static void number_out(uint8_t *out, uint64_t number, int bytes) {
    for (int i = 0; i < bytes; i++) out[i] = (uint8_t)(number >> (8 * i));
}

static uint64_t number_in(const uint8_t *in, int bytes) {
    uint64_t number = 0;
    for (int i = 0; i < bytes; i++) number |= (uint64_t)in[i] << (8 * i);
    return number;
}

static bool add_value(log_data *data, const store_value *value) {
    uint8_t head[9] = {(uint8_t)value->type};
    uint64_t bits;
    switch (value->type) {
    case STORE_VALUE_TEXT:
    case STORE_VALUE_BYTES:
        number_out(head + 1, (uint64_t)value->integer, 4);
        return add_bytes(data, head, 5) && add_bytes(data, value->bytes, (size_t)value->integer);
    case STORE_VALUE_INTEGER:
        number_out(head + 1, (uint64_t)value->integer, 8);
        return add_bytes(data, head, 9);
    case STORE_VALUE_REAL:
        memcpy(&bits, &value->real, sizeof bits);
        number_out(head + 1, bits, 8);
        return add_bytes(data, head, 9);
    default: return add_bytes(data, head, 1);
    }
}

/* Room for the head of the frame comes first. */
static bool begin_frame(log_data *data) {
    static const uint8_t head[FRAME_HEAD];
    return data->frame_size > 0 || add_bytes(data, head, sizeof head);
}

bool log_frame_add(log_data *data, log_relation relation, const store_value *values, int count) {
    const uint8_t head[2] = {(uint8_t)relation, (uint8_t)(count < 0 ? REMOVED - count : count)};
    bool good = begin_frame(data) && add_bytes(data, head, sizeof head);
    for (int i = 0; good && i < abs(count); i++) good = add_value(data, &values[i]);
    return good;
}

static void sum_of(uint64_t generation, const uint8_t *bytes, size_t size, uint8_t out[SUM_SIZE]) {
    uint8_t key[crypto_generichash_KEYBYTES_MIN] = {0};
    number_out(key, generation, 8);
    crypto_generichash(out, SUM_SIZE, bytes, size, key, sizeof key);
}

/* The frame of which the head lies at `at` of what was gathered. */
static void end_frame(log_data *data, size_t at, uint64_t generation) {
    size_t size = data->frame_size - at - FRAME_HEAD;
    number_out(data->frame + at, size, 4);
    sum_of(generation, data->frame + at + FRAME_HEAD, size, data->frame + at + 4);
}

tp_err log_frames_write(log_data *data, tp_error *error) {
    if (data->frame_size == 0) return TP_OK;
    end_frame(data, 0, data->generation);
    tp_err code = log_file_write(data->file, data->place, data->end, data->frame, data->frame_size, error);
    if (code == TP_OK) data->end += data->frame_size;
    data->frame_size = 0;
    return code;
}

/* Everything as the first frame of the other place; what is in this one stays as it is until that is durable.
 */
tp_err log_compact(log_data *data, tp_error *error) {
    uint8_t header[HEADER_SIZE];
    static const uint8_t head[FRAME_HEAD];
    memcpy(header, magic, sizeof magic);
    number_out(header + sizeof magic, data->generation + 1, 8);
    data->frame_size = 0;
    bool good = add_bytes(data, header, sizeof header) && add_bytes(data, head, sizeof head);
    for (int relation = 0; good && relation < LOG_RELATIONS; relation++) {
        const log_rows *rows = &data->relations[relation];
        for (size_t i = 0; good && i < rows->count; i++)
            good = log_frame_add(data, (log_relation)relation, rows->all[i]->values,
                                 log_shapes[relation].columns);
    }
    tp_err code = good ? TP_OK : tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"));
    if (good) {
        end_frame(data, HEADER_SIZE, data->generation + 1);
        code = log_file_write(data->file, !data->place, 0, data->frame, data->frame_size, error);
    }
    if (code == TP_OK) {
        data->place = !data->place;
        data->generation++;
        data->end = data->frame_size;
    }
    data->frame_size = 0;
    return code;
}

/* ---- reading ---- */

typedef struct reading {
    const uint8_t *at, *end;
    bool is_good;
} reading;

static const uint8_t *take(reading *from, size_t size) {
    const uint8_t *here = from->at;
    from->is_good = from->is_good && (size_t)(from->end - from->at) >= size;
    if (!from->is_good) return NULL;
    from->at += size;
    return here;
}

static uint64_t take_number(reading *from, int bytes) {
    const uint8_t *here = take(from, (size_t)bytes);
    return here != NULL ? number_in(here, bytes) : 0;
}

static store_value take_value(reading *from) {
    store_value value = {0};
    uint64_t bits;
    uint8_t type = (uint8_t)take_number(from, 1);
    switch (type) {
    case STORE_VALUE_TEXT:
    case STORE_VALUE_BYTES:
        value.integer = (int64_t)take_number(from, 4);
        value.bytes = take(from, (size_t)value.integer);
        break;
    case STORE_VALUE_INTEGER: value.integer = (int64_t)take_number(from, 8); break;
    case STORE_VALUE_REAL:
        bits = take_number(from, 8);
        memcpy(&value.real, &bits, sizeof bits);
        break;
    default: from->is_good = from->is_good && type == STORE_VALUE_NOTHING; break;
    }
    value.type = type;
    return value;
}

static bool take_change(log_data *data, reading *from) {
    store_value values[LOG_MOST_COLUMNS] = {0};
    size_t relation = (size_t)take_number(from, 1), head = (size_t)take_number(from, 1),
           count = head & ~(size_t)REMOVED;
    if (relation >= LOG_RELATIONS || count > log_shapes[relation].columns ||
        count < log_shapes[relation].keys)
        return false;
    for (size_t i = 0; i < count; i++) values[i] = take_value(from);
    if (!from->is_good) return false;
    bool is_put = head < REMOVED;
    log_row *row = is_put ? log_row_new((log_relation)relation, values) : NULL, *before;
    if ((is_put && row == NULL) || !log_set(data, (log_relation)relation, values, row, &before)) {
        free(row);
        return false;
    }
    free(before);
    return true;
}

/* How long the whole frame is at the beginning of these bytes; 0: it is not whole. */
static size_t whole_frame(uint64_t generation, const uint8_t *bytes, size_t size) {
    uint8_t sum[SUM_SIZE];
    if (size < FRAME_HEAD) return 0;
    size_t length = (size_t)number_in(bytes, 4);
    if (size - FRAME_HEAD < length) return 0;
    sum_of(generation, bytes + FRAME_HEAD, length, sum);
    return memcmp(sum, bytes + 4, SUM_SIZE) == 0 ? FRAME_HEAD + length : 0;
}

/* The generation of a log whose first frame is whole; 0: there is none in these bytes. */
static uint64_t generation_of(const uint8_t *bytes, size_t size) {
    if (size < HEADER_SIZE || memcmp(bytes, magic, sizeof magic) != 0) return 0;
    uint64_t generation = number_in(bytes + sizeof magic, 8);
    return whole_frame(generation, bytes + HEADER_SIZE, size - HEADER_SIZE) > 0 ? generation : 0;
}

/* What is no log of this version. Nothing that was torn looks like it: a place is begun by one write. */
static tp_err check_magic(const log_data *data, const uint8_t *bytes, size_t size, tp_error *error) {
    if (size < sizeof magic || memcmp(bytes, magic, sizeof magic) == 0) return TP_OK;
    char version[4] = {(char)bytes[5], (char)bytes[6], (char)bytes[7], '\0'};
    if (memcmp(bytes, magic, 5) == 0)
        return tp_fail(
            error, TP_E_VERSION,
            TR("%s was written by a later Tapete: its schema has version %d, and this program knows up to %d"),
            data->path, atoi(version), VERSION);
    return tp_fail(error, TP_E_INPUT, TR("%s is not a Tapete database; it was left unchanged"), data->path);
}

static tp_err read_log(log_data *data, const uint8_t *bytes, size_t size, tp_error *error) {
    data->end = HEADER_SIZE;
    for (size_t length; (length = whole_frame(data->generation, bytes + data->end, size - data->end)) > 0;) {
        reading from = {bytes + data->end + FRAME_HEAD, bytes + data->end + length, true};
        while (from.at < from.end) {
            if (!take_change(data, &from))
                return tp_fail(error, TP_E_IO, TR("%s is damaged (%s); put a backup in its place"),
                               data->path, "a row is not as it was written");
        }
        data->end += length;
    }
    return TP_OK;
}

tp_err log_frames_read(log_data *data, tp_error *error) {
    uint8_t *bytes[LOG_PLACES] = {NULL};
    size_t size[LOG_PLACES] = {0};
    tp_err code = TP_OK;
    for (int place = 0; code == TP_OK && place < LOG_PLACES; place++) {
        code = log_file_read(data->file, place, &bytes[place], &size[place], error);
        if (code != TP_OK) break;
        uint64_t generation = generation_of(bytes[place], size[place]);
        if (generation > data->generation) {
            data->generation = generation;
            data->place = place;
        }
        code = check_magic(data, bytes[place], size[place], error);
    }
    if (code == TP_OK && data->generation > 0)
        code = read_log(data, bytes[data->place], size[data->place], error);
    for (int place = 0; place < LOG_PLACES; place++) free(bytes[place]);
    if (code != TP_OK) return code;
    return data->generation == 0 || log_is_wasteful(data) ? log_compact(data, error) : TP_OK;
}

bool log_is_wasteful(const log_data *data) {
    return data->end > SMALLEST && data->end / GARBAGE > data->live;
}
