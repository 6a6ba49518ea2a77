/* The results of finished games in a SQLite file, and the standings that follow from them. */
#include "store/sqlite_internal.h"

tp_err sqlite_result_add(store *base, const store_result *result, tp_error *error) {
    sqlite_store *self = (sqlite_store *)base;
    const sqlite_value values[] = {
        sqlite_text(result->table),    sqlite_integer(result->seat),
        sqlite_text(result->game),     sqlite_text(result->person),
        sqlite_text(result->agent),    sqlite_real(result->returns),
        sqlite_integer(result->score), sqlite_integer(result->rated),
        sqlite_text(result->how),      sqlite_integer(result->ended_ms),
        sqlite_integer(result->side),  sqlite_integer(result->is_public),
        sqlite_text(result->against),  result->points >= 0 ? sqlite_real(result->points) : (sqlite_value){0}};
    int broken_rule;
    tp_err code = sqlite_change(self, RESULT_ADD, values, &broken_rule, error);
    if (code != TP_OK || broken_rule == SQLITE_OK) return code;
    if (broken_rule == SQLITE_CONSTRAINT_FOREIGNKEY) return sqlite_no_table(result->table, error);
    return sqlite_failed(self, error);
}

typedef struct result_reader {
    void (*each)(void *context, const store_result *result);
    void *context;
} result_reader;

static bool read_result(sqlite3_stmt *row, void *context) {
    const result_reader *reader = context;
    const store_result result = {
        .table = sqlite_column(row, 0),
        .seat = sqlite3_column_int(row, 1),
        .game = sqlite_column(row, 2),
        .person = sqlite_column(row, 3),
        .agent = sqlite_column(row, 4),
        .returns = sqlite3_column_double(row, 5),
        .score = sqlite3_column_int64(row, 6),
        .rated = sqlite3_column_int(row, 7) != 0,
        .how = sqlite_column(row, 8),
        .ended_ms = sqlite3_column_int64(row, 9),
        .side = sqlite3_column_int(row, 10),
        .is_public = sqlite3_column_int(row, 11) != 0,
        .against = sqlite_column(row, 12),
        .points = sqlite3_column_type(row, 13) == SQLITE_NULL ? -1 : sqlite3_column_double(row, 13),
        .name = sqlite_column(row, 14),
    };
    if (sqlite_out_of_memory(row)) return false;
    reader->each(reader->context, &result);
    return true;
}

tp_err sqlite_results(store *base, const char *person, int limit,
                      void (*each)(void *context, const store_result *result), void *context,
                      tp_error *error) {
    result_reader reader = {each, context};
    int64_t count;
    return sqlite_read_rows((sqlite_store *)base, RESULTS,
                            (sqlite_value[]){sqlite_text(person), sqlite_integer(limit)}, read_result,
                            &reader, &count, error);
}

tp_err sqlite_result_count(store *base, const char *person, int64_t *out, tp_error *error) {
    int64_t count;
    return sqlite_read_rows((sqlite_store *)base, RESULT_COUNT, (sqlite_value[]){sqlite_text(person)},
                            sqlite_read_number, out, &count, error);
}

tp_err sqlite_results_between(store *base, const store_pair *pair, int64_t *out, tp_error *error) {
    const sqlite_value values[] = {sqlite_text(pair->one), sqlite_text(pair->other), sqlite_text(pair->game),
                                   sqlite_integer(pair->after_ms), sqlite_text(pair->except)};
    int64_t count;
    return sqlite_read_rows((sqlite_store *)base, RESULTS_BETWEEN, values, sqlite_read_number, out, &count,
                            error);
}

/* ---- standings ---- */

typedef struct standing_reader {
    void (*each)(void *context, const store_standing *standing);
    void *context;
} standing_reader;

static bool read_standing(sqlite3_stmt *row, void *context) {
    const standing_reader *reader = context;
    const store_standing standing = {
        .person = sqlite_column(row, 0),
        .name = sqlite_column(row, 1),
        .game = sqlite_column(row, 2),
        .against = sqlite_column(row, 3),
        .games = sqlite3_column_int64(row, 4),
        .won = sqlite3_column_int64(row, 5),
        .points = sqlite3_column_double(row, 6),
        .last_ms = sqlite3_column_int64(row, 7),
    };
    if (sqlite_out_of_memory(row)) return false;
    reader->each(reader->context, &standing);
    return true;
}

tp_err sqlite_standings_of(store *base, const char *person, int limit,
                           void (*each)(void *context, const store_standing *standing), void *context,
                           tp_error *error) {
    standing_reader reader = {each, context};
    int64_t count;
    return sqlite_read_rows((sqlite_store *)base, STANDINGS_OF,
                            (sqlite_value[]){sqlite_text(person), sqlite_integer(limit)}, read_standing,
                            &reader, &count, error);
}

tp_err sqlite_standings_on(store *base, const char *game, const char *against,
                           void (*each)(void *context, const store_standing *standing), void *context,
                           tp_error *error) {
    standing_reader reader = {each, context};
    int64_t count;
    return sqlite_read_rows((sqlite_store *)base, STANDINGS_ON,
                            (sqlite_value[]){sqlite_text(game), sqlite_text(against)}, read_standing, &reader,
                            &count, error);
}

typedef struct board_reader {
    void (*each)(void *context, const char *against, int64_t people);
    void *context;
} board_reader;

static bool read_board(sqlite3_stmt *row, void *context) {
    const board_reader *reader = context;
    const char *against = sqlite_column(row, 0);
    if (sqlite_out_of_memory(row)) return false;
    reader->each(reader->context, against, sqlite3_column_int64(row, 1));
    return true;
}

tp_err sqlite_boards(store *base, const char *game, int limit,
                     void (*each)(void *context, const char *against, int64_t people), void *context,
                     tp_error *error) {
    board_reader reader = {each, context};
    int64_t count;
    return sqlite_read_rows((sqlite_store *)base, BOARDS,
                            (sqlite_value[]){sqlite_text(game), sqlite_integer(limit)}, read_board, &reader,
                            &count, error);
}

/* ---- tables of an earlier version ---- */

static bool read_id(sqlite3_stmt *row, void *context) {
    return sqlite_copy_column(row, 0, context, STORE_ID_SIZE) && !sqlite_out_of_memory(row);
}

tp_err sqlite_unread_next(store *base, char out[STORE_ID_SIZE], tp_error *error) {
    int64_t count;
    tp_err code = sqlite_read_rows((sqlite_store *)base, UNREAD_NEXT, NULL, read_id, out, &count, error);
    return code == TP_OK && count == 0 ? tp_fail(error, TP_E_UNKNOWN, "every table has been read") : code;
}

tp_err sqlite_unread_done(store *base, const char *table, tp_error *error) {
    return sqlite_change((sqlite_store *)base, UNREAD_DONE, (sqlite_value[]){sqlite_text(table)}, NULL,
                         error);
}
