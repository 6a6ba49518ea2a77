/* A store in memory with a log beside it, for one thread: what the table in a page keeps its games in.
 *
 * Everything is rows of relations, sorted by their keys. A transaction is one frame of the log, with a
 * checksum: rows that were put and keys of rows that were removed. To open it is to read the frames again; a
 * frame that is not whole, and what is behind it, has not happened. When most of the log is about rows that
 * are no more, all rows are written to the other of two places as one frame, and the log goes on there. What
 * a log is in bytes stands in log_frames.c.
 *
 * What a transaction has replaced is kept until it is durable: where the place answers later
 * (log_file_state), store_commit says TP_OK, and store_settle says how it went. If it was lost, memory is as
 * it was before. */
#ifndef TAPETE_STORE_LOG_INTERNAL_H
#define TAPETE_STORE_LOG_INTERNAL_H

#include "store/driver.h"
#include "store/log_file.h"

typedef enum log_relation {
    LOG_SECRETS,    /* name | bytes */
    LOG_PULSE,      /* 1 | uptime */
    LOG_PEOPLE,     /* id | name, login, hash, sign_in, created, seen, seen_up, shape, login_shape */
    LOG_BLOCKS,     /* who, whom */
    LOG_TABLES,     /* id | game, phase, summary, created, changed, changed_up */
    LOG_JOURNAL,    /* table, number | kind, text */
    LOG_RESULTS,    /* table, seat | game, person, agent, returns, score, rated, how, ended, side, public,
                       against, points */
    LOG_NOTES,      /* kind, key | about, by, text, made, until */
    LOG_SESSIONS,   /* person, id | device, made, seen */
    LOG_TOMBSTONES, /* hash | erased, made_up */
    LOG_ERASURES,   /* person | table, number, seats */
    LOG_TRACES,     /* person, table */
    LOG_ACCESS,     /* table | text */
    LOG_RELATIONS
} log_relation;

enum { LOG_MOST_COLUMNS = 16 };
extern const struct log_shape { uint8_t keys, columns; } log_shapes[LOG_RELATIONS];

/* Columns by name, where a row is taken apart. */
enum {
    PERSON_NAME = 1,
    PERSON_LOGIN,
    PERSON_HASH,
    PERSON_SIGN_IN,
    PERSON_CREATED,
    PERSON_SEEN,
    PERSON_SEEN_UP,
    PERSON_SHAPE,
    PERSON_LOGIN_SHAPE
};
enum { TABLE_GAME = 1, TABLE_PHASE, TABLE_SUMMARY, TABLE_CREATED, TABLE_CHANGED, TABLE_CHANGED_UP };
enum { ENTRY_NUMBER = 1, ENTRY_KIND, ENTRY_TEXT };
enum {
    RESULT_SEAT = 1,
    RESULT_GAME,
    RESULT_PERSON,
    RESULT_AGENT,
    RESULT_RETURNS,
    RESULT_SCORE,
    RESULT_RATED,
    RESULT_HOW,
    RESULT_ENDED,
    RESULT_SIDE,
    RESULT_PUBLIC,
    RESULT_AGAINST,
    RESULT_POINTS
};
enum { NOTE_KEY = 1, NOTE_ABOUT, NOTE_BY, NOTE_TEXT, NOTE_MADE, NOTE_UNTIL };
enum { SESSION_ID = 1, SESSION_DEVICE, SESSION_MADE, SESSION_SEEN };
enum { TOMBSTONE_ERASED = 1, TOMBSTONE_MADE_UP };
enum { ERASURE_TABLE = 1, ERASURE_NUMBER, ERASURE_SEATS };

typedef struct log_row {
    size_t size;          /* of it in the log */
    store_value values[]; /* what they point to lies behind them */
} log_row;

typedef struct log_rows {
    log_row **all; /* by their keys */
    size_t count, room;
} log_rows;

/* A row that was put in place of another one, or of none, or that was removed. */
typedef struct log_change {
    log_relation relation;
    log_row *before, *after;
} log_change;

typedef struct log_data {
    log_file *file;
    int place;
    uint64_t generation; /* of what is in this place: the higher one is in use */
    size_t end;          /* of the log */
    size_t live;         /* what all rows would take */
    log_rows relations[LOG_RELATIONS];
    log_change *changes; /* that may have to be undone */
    size_t change_count, change_room;
    size_t waiting; /* how many of them belong to transactions that wait to be durable */
    struct log_durable {
        int place;
        uint64_t generation;
        size_t end;
    } durable;      /* what is so for certain */
    uint8_t *frame; /* of the open transaction */
    size_t frame_size, frame_room;
    bool in_transaction, is_broken;
    char *path; /* for sentences */
} log_data;

typedef struct log_store {
    store base; /* first, so that a store is one of these */
    log_data *data;
    bool is_reader;
} log_store;

static inline log_data *log_of(const store *base) { return ((const log_store *)base)->data; }

/* ---- rows (log_rows.c) ---- */

store_value log_text(const char *letters);
store_value log_text_or_nothing(const char *letters);
store_value log_integer(int64_t number);
store_value log_real(double number);
store_value log_bytes(const void *bytes, size_t size);
const char *log_text_of(const log_row *row, int column); /* "" for nothing */
static inline int64_t log_integer_of(const log_row *row, int column) { return row->values[column].integer; }
static inline bool log_has(const log_row *row, int column) {
    return row->values[column].type != STORE_VALUE_NOTHING;
}

/* The place of the first row whose key, as far as it is given, is not below this one. */
size_t log_place(const log_data *data, log_relation relation, const store_value *key, int keys);
/* Whether the row at this place begins with that key. */
bool log_is_at(const log_data *data, log_relation relation, size_t place, const store_value *key, int keys);
const log_row *log_find(const log_data *data, log_relation relation, const store_value *key);
static inline const log_row *log_find_text(const log_data *data, log_relation relation, const char *key) {
    store_value value = log_text(key);
    return log_find(data, relation, &value);
}

/* Memory alone: what reading the log does. NULL `after` removes. The row before is the caller's, or NULL. */
bool log_set(log_data *data, log_relation relation, const store_value *key, log_row *after, log_row **before);
log_row *log_row_new(log_relation relation, const store_value *values);

/* ---- changes ---- */

/* Between these two, so that a call alone is a transaction. */
tp_err log_begin_call(store *base, tp_error *error);
tp_err log_end_call(store *base, bool was_open, tp_err code, tp_error *error);
tp_err log_put(log_data *data, log_relation relation, const store_value *values, tp_error *error);
tp_err log_remove(log_data *data, log_relation relation, const store_value *key, tp_error *error);
/* All rows whose keys begin with this; `relation` may have any number of keys. */
tp_err log_remove_all(log_data *data, log_relation relation, const store_value *key, int keys,
                      tp_error *error);

/* A change: `code` of what is done in it. */
#define LOG_CHANGE(base, error, code, ...)                \
    do {                                                  \
        bool was_open = log_of(base)->in_transaction;     \
        tp_err code = log_begin_call(base, error);        \
        if (code != TP_OK) return code;                   \
        __VA_ARGS__                                       \
        return log_end_call(base, was_open, code, error); \
    } while (0)

/* ---- frames (log_frames.c) ---- */

bool log_frame_add(log_data *data, log_relation relation, const store_value *values, int count);
tp_err log_frames_write(log_data *data, tp_error *error); /* what is in `frame`, if anything */
tp_err log_frames_read(log_data *data, tp_error *error);
tp_err log_compact(log_data *data, tp_error *error);
bool log_is_wasteful(const log_data *data);

/* ---- the driver ---- */

tp_err log_begin(store *base, tp_error *error);
tp_err log_commit(store *base, tp_error *error);
void log_rollback(store *base);
tp_err log_no_table(const char *table, tp_error *error);
bool log_is_alive(const log_data *data, const char *person);
int64_t log_uptime(const log_data *data);
/* The row of a person goes, and everything that refers to it. */
tp_err log_person_remove(log_data *data, const char *person, tp_error *error);

tp_err log_result_add(store *base, const store_result *result, tp_error *error);
tp_err log_results(store *base, const char *person, int limit,
                   void (*each)(void *context, const store_result *result), void *context, tp_error *error);
tp_err log_result_count(store *base, const char *person, int64_t *out, tp_error *error);
tp_err log_results_between(store *base, const store_pair *pair, int64_t *out, tp_error *error);
tp_err log_standings_of(store *base, const char *person, int limit,
                        void (*each)(void *context, const store_standing *standing), void *context,
                        tp_error *error);
tp_err log_standings_on(store *base, const char *game, const char *against,
                        void (*each)(void *context, const store_standing *standing), void *context,
                        tp_error *error);
tp_err log_boards(store *base, const char *game, int limit,
                  void (*each)(void *context, const char *against, int64_t people), void *context,
                  tp_error *error);
extern const store_notes_driver log_notes;
extern const store_privacy_driver log_privacy;

#endif
