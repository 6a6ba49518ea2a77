/* The results of finished games in PostgreSQL, and the standings that follow from them. */
#include "store/postgres_internal.h"

tp_err pg_result_add(store *base, const store_result *result, tp_error *error) {
    pg_store *self = (pg_store *)base;
    const store_value values[] = {
        pg_text(result->table),    pg_integer(result->seat),
        pg_text(result->game),     pg_text(result->person),
        pg_text(result->agent),    pg_real(result->returns),
        pg_integer(result->score), pg_integer(result->rated),
        pg_text(result->how),      pg_integer(result->ended_ms),
        pg_integer(result->side),  pg_integer(result->is_public),
        pg_text(result->against),  result->points >= 0 ? pg_real(result->points) : (store_value){0}};
    return pg_expect(self, PG_RESULT_ADD, values, PG_A_TABLE, result->table, 0, error);
}

typedef struct result_reader {
    void (*each)(void *context, const store_result *result);
    void *context;
} result_reader;

static bool read_result(const pg_row *row, void *context) {
    const result_reader *reader = context;
    const store_result result = {
        .table = pg_column(row, 0),
        .seat = (int)pg_column_integer(row, 1),
        .game = pg_column(row, 2),
        .person = pg_column(row, 3),
        .agent = pg_column(row, 4),
        .returns = pg_column_real(row, 5),
        .score = pg_column_integer(row, 6),
        .rated = (int)pg_column_integer(row, 7) != 0,
        .how = pg_column(row, 8),
        .ended_ms = pg_column_integer(row, 9),
        .side = (int)pg_column_integer(row, 10),
        .is_public = (int)pg_column_integer(row, 11) != 0,
        .against = pg_column(row, 12),
        .points = pg_is_nothing(row, 13) ? -1 : pg_column_real(row, 13),
        .name = pg_column(row, 14),
    };
    reader->each(reader->context, &result);
    return true;
}

tp_err pg_results(store *base, const char *person, int limit,
                  void (*each)(void *context, const store_result *result), void *context, tp_error *error) {
    result_reader reader = {each, context};
    int64_t count;
    return pg_read_rows((pg_store *)base, PG_RESULTS, (store_value[]){pg_text(person), pg_integer(limit)},
                        read_result, &reader, &count, error);
}

tp_err pg_result_count(store *base, const char *person, int64_t *out, tp_error *error) {
    int64_t count;
    return pg_read_rows((pg_store *)base, PG_RESULT_COUNT, (store_value[]){pg_text(person)}, pg_read_number,
                        out, &count, error);
}

tp_err pg_results_between(store *base, const store_pair *pair, int64_t *out, tp_error *error) {
    const store_value values[] = {pg_text(pair->one), pg_text(pair->other), pg_text(pair->game),
                                  pg_integer(pair->after_ms), pg_text(pair->except)};
    int64_t count;
    return pg_read_rows((pg_store *)base, PG_RESULTS_BETWEEN, values, pg_read_number, out, &count, error);
}

/* ---- standings ---- */

typedef struct standing_reader {
    void (*each)(void *context, const store_standing *standing);
    void *context;
} standing_reader;

static bool read_standing(const pg_row *row, void *context) {
    const standing_reader *reader = context;
    const store_standing standing = {
        .person = pg_column(row, 0),
        .name = pg_column(row, 1),
        .game = pg_column(row, 2),
        .against = pg_column(row, 3),
        .games = pg_column_integer(row, 4),
        .won = pg_column_integer(row, 5),
        .points = pg_column_real(row, 6),
        .last_ms = pg_column_integer(row, 7),
    };
    reader->each(reader->context, &standing);
    return true;
}

tp_err pg_standings_of(store *base, const char *person, int limit,
                       void (*each)(void *context, const store_standing *standing), void *context,
                       tp_error *error) {
    standing_reader reader = {each, context};
    int64_t count;
    return pg_read_rows((pg_store *)base, PG_STANDINGS_OF,
                        (store_value[]){pg_text(person), pg_integer(limit)}, read_standing, &reader, &count,
                        error);
}

tp_err pg_standings_on(store *base, const char *game, const char *against,
                       void (*each)(void *context, const store_standing *standing), void *context,
                       tp_error *error) {
    standing_reader reader = {each, context};
    int64_t count;
    return pg_read_rows((pg_store *)base, PG_STANDINGS_ON, (store_value[]){pg_text(game), pg_text(against)},
                        read_standing, &reader, &count, error);
}

typedef struct board_reader {
    void (*each)(void *context, const char *against, int64_t people);
    void *context;
} board_reader;

static bool read_board(const pg_row *row, void *context) {
    const board_reader *reader = context;
    const char *against = pg_column(row, 0);
    reader->each(reader->context, against, pg_column_integer(row, 1));
    return true;
}

tp_err pg_boards(store *base, const char *game, int limit,
                 void (*each)(void *context, const char *against, int64_t people), void *context,
                 tp_error *error) {
    board_reader reader = {each, context};
    int64_t count;
    return pg_read_rows((pg_store *)base, PG_BOARDS, (store_value[]){pg_text(game), pg_integer(limit)},
                        read_board, &reader, &count, error);
}

/* ---- tables of an earlier version ---- */

tp_err pg_unread_next(store *base, char out[STORE_ID_SIZE], tp_error *error) {
    int64_t count;
    tp_err code = pg_read_rows((pg_store *)base, PG_UNREAD_NEXT, NULL, pg_read_id, out, &count, error);
    return code == TP_OK && count == 0 ? tp_fail(error, TP_E_UNKNOWN, "every table has been read") : code;
}

tp_err pg_unread_done(store *base, const char *table, tp_error *error) {
    return pg_change((pg_store *)base, PG_UNREAD_DONE, (store_value[]){pg_text(table)}, NULL, error);
}
