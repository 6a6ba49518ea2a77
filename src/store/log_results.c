/* Results of finished games in a log, and the standings that follow from them, which are added up when they
 * are asked for. */
#include "core/language.h"
#include "store/log_internal.h"

#include <stdlib.h>
#include <string.h>

static const log_rows *results_of(const store *base) { return &log_of(base)->relations[LOG_RESULTS]; }

static bool is_of(const log_row *row, const char *person) {
    return person[0] != '\0' && strcmp(log_text_of(row, RESULT_PERSON), person) == 0;
}

tp_err log_result_add(store *base, const store_result *result, tp_error *error) {
    log_data *data = log_of(base);
    if (log_find_text(data, LOG_TABLES, result->table) == NULL) return log_no_table(result->table, error);
    /* A person who has meanwhile been forgotten is nobody. */
    bool is_somebody = log_is_alive(data, result->person);
    const store_value values[] = {
        log_text(result->table),    log_integer(result->seat),
        log_text(result->game),     is_somebody ? log_text(result->person) : (store_value){0},
        log_text(result->agent),    log_real(result->returns),
        log_integer(result->score), log_integer(result->rated),
        log_text(result->how),      log_integer(result->ended_ms),
        log_integer(result->side),  log_integer(result->is_public),
        log_text(result->against),  result->points >= 0 ? log_real(result->points) : (store_value){0}};
    LOG_CHANGE(base, error, code, code = log_put(data, LOG_RESULTS, values, error););
}

static void tell(const log_data *data, const log_row *row,
                 void (*each)(void *context, const store_result *result), void *context) {
    const log_row *person = log_find_text(data, LOG_PEOPLE, log_text_of(row, RESULT_PERSON));
    each(context, &(store_result){
                      .table = log_text_of(row, 0),
                      .seat = (int)log_integer_of(row, RESULT_SEAT),
                      .game = log_text_of(row, RESULT_GAME),
                      .person = log_text_of(row, RESULT_PERSON),
                      .agent = log_text_of(row, RESULT_AGENT),
                      .returns = row->values[RESULT_RETURNS].real,
                      .score = log_integer_of(row, RESULT_SCORE),
                      .rated = log_integer_of(row, RESULT_RATED) != 0,
                      .how = log_text_of(row, RESULT_HOW),
                      .ended_ms = log_integer_of(row, RESULT_ENDED),
                      .side = (int)log_integer_of(row, RESULT_SIDE),
                      .is_public = log_integer_of(row, RESULT_PUBLIC) != 0,
                      .against = log_text_of(row, RESULT_AGAINST),
                      .points = log_has(row, RESULT_POINTS) ? row->values[RESULT_POINTS].real : -1,
                      .name = person != NULL ? log_text_of(person, PERSON_NAME) : "",
                  });
}

/* The later table first, then by its id, then by the seat. */
static int later_first(const void *a, const void *b) {
    const log_row *one = *(log_row *const *)a, *other = *(log_row *const *)b;
    int64_t first = log_integer_of(one, RESULT_ENDED), second = log_integer_of(other, RESULT_ENDED);
    return first != second ? (first < second) - (first > second)
                           : strcmp(log_text_of(one, 0), log_text_of(other, 0));
}

/* One seat of each table where the person sat, later ones first; NULL without memory. */
static const log_row **tables_of(const store *base, const char *person, size_t *count) {
    const log_rows *all = results_of(base);
    const log_row **found = malloc((all->count + 1) * sizeof *found);
    *count = 0;
    for (size_t i = 0; found != NULL && i < all->count; i++) {
        const log_row *row = all->all[i];
        bool is_new = *count == 0 || strcmp(log_text_of(found[*count - 1], 0), log_text_of(row, 0)) != 0;
        if (is_of(row, person) && is_new) found[(*count)++] = row;
    }
    if (found != NULL) qsort(found, *count, sizeof *found, later_first);
    return found;
}

tp_err log_results(store *base, const char *person, int limit,
                   void (*each)(void *context, const store_result *result), void *context, tp_error *error) {
    const log_data *data = log_of(base);
    size_t count;
    const log_row **tables = tables_of(base, person, &count);
    if (tables == NULL) return tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"));
    for (size_t i = 0; i < count && i < (size_t)limit; i++) {
        const store_value *key = tables[i]->values;
        for (size_t at = log_place(data, LOG_RESULTS, key, 1); log_is_at(data, LOG_RESULTS, at, key, 1); at++)
            tell(data, data->relations[LOG_RESULTS].all[at], each, context);
    }
    free(tables);
    return TP_OK;
}

tp_err log_result_count(store *base, const char *person, int64_t *out, tp_error *error) {
    const log_rows *all = results_of(base);
    (void)error;
    *out = 0;
    for (size_t i = 0; i < all->count; i++) *out += is_of(all->all[i], person);
    return TP_OK;
}

static bool counts_between(const log_row *one, const log_row *other, const store_pair *pair) {
    return is_of(one, pair->one) && is_of(other, pair->other) &&
           strcmp(log_text_of(one, RESULT_GAME), pair->game) == 0 &&
           log_integer_of(one, RESULT_ENDED) > pair->after_ms &&
           strcmp(log_text_of(one, 0), pair->except) != 0 &&
           log_integer_of(one, RESULT_SIDE) != log_integer_of(other, RESULT_SIDE) &&
           strcmp(log_text_of(one, RESULT_AGAINST), "people") == 0 &&
           (log_has(one, RESULT_POINTS) || log_has(other, RESULT_POINTS));
}

tp_err log_results_between(store *base, const store_pair *pair, int64_t *out, tp_error *error) {
    const log_data *data = log_of(base);
    const log_rows *all = results_of(base);
    (void)error;
    *out = 0;
    for (size_t i = 0; i < all->count; i++) {
        const store_value *key = all->all[i]->values;
        for (size_t at = log_place(data, LOG_RESULTS, key, 1); log_is_at(data, LOG_RESULTS, at, key, 1); at++)
            *out += counts_between(all->all[i], all->all[at], pair);
    }
    return TP_OK;
}

/* ---- standings ---- */

typedef struct standings {
    store_standing *all;
    size_t count;
} standings;

static bool is_same(const store_standing *standing, const log_row *row) {
    return strcmp(standing->person, log_text_of(row, RESULT_PERSON)) == 0 &&
           strcmp(standing->game, log_text_of(row, RESULT_GAME)) == 0 &&
           strcmp(standing->against, log_text_of(row, RESULT_AGAINST)) == 0;
}

static void count_result(const log_data *data, standings *into, const log_row *row) {
    size_t i = 0;
    while (i < into->count && !is_same(&into->all[i], row)) i++;
    store_standing *standing = &into->all[i];
    if (i == into->count) {
        const log_row *person = log_find_text(data, LOG_PEOPLE, log_text_of(row, RESULT_PERSON));
        if (person == NULL) return;
        into->count++;
        *standing = (store_standing){.person = log_text_of(row, RESULT_PERSON),
                                     .name = log_text_of(person, PERSON_NAME),
                                     .game = log_text_of(row, RESULT_GAME),
                                     .against = log_text_of(row, RESULT_AGAINST)};
    }
    double points = row->values[RESULT_POINTS].real;
    int64_t ended_ms = log_integer_of(row, RESULT_ENDED);
    standing->games++;
    standing->won += points > 0.5;
    standing->points += points;
    if (ended_ms > standing->last_ms) standing->last_ms = ended_ms;
}

/* All standings of this person (NULL: of everybody), of this game (NULL: of all). */
static tp_err add_up(const store *base, const char *person, const char *game, standings *out,
                     tp_error *error) {
    const log_data *data = log_of(base);
    const log_rows *all = results_of(base);
    *out = (standings){calloc(all->count + 1, sizeof *out->all), 0};
    if (out->all == NULL) return tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"));
    for (size_t i = 0; i < all->count; i++) {
        const log_row *row = all->all[i];
        bool counts = log_has(row, RESULT_PERSON) && log_has(row, RESULT_POINTS);
        if (counts && (person == NULL || is_of(row, person)) &&
            (game == NULL || strcmp(log_text_of(row, RESULT_GAME), game) == 0))
            count_result(data, out, row);
    }
    return TP_OK;
}

static int by_game(const void *a, const void *b) {
    const store_standing *one = a, *other = b;
    int order = strcmp(one->game, other->game);
    if (order == 0) order = (one->games < other->games) - (one->games > other->games);
    return order != 0 ? order : strcmp(one->against, other->against);
}

static int by_person(const void *a, const void *b) {
    return strcmp(((const store_standing *)a)->person, ((const store_standing *)b)->person);
}

tp_err log_standings_of(store *base, const char *person, int limit,
                        void (*each)(void *context, const store_standing *standing), void *context,
                        tp_error *error) {
    standings sums;
    tp_err code = add_up(base, person, NULL, &sums, error);
    if (code != TP_OK) return code;
    qsort(sums.all, sums.count, sizeof *sums.all, by_game);
    for (size_t i = 0; i < sums.count && i < (size_t)limit; i++) each(context, &sums.all[i]);
    free(sums.all);
    return TP_OK;
}

static bool has_account(const log_data *data, const char *person) {
    const log_row *row = log_find_text(data, LOG_PEOPLE, person);
    return row != NULL && log_has(row, PERSON_LOGIN);
}

tp_err log_standings_on(store *base, const char *game, const char *against,
                        void (*each)(void *context, const store_standing *standing), void *context,
                        tp_error *error) {
    standings sums;
    tp_err code = add_up(base, NULL, game, &sums, error);
    if (code != TP_OK) return code;
    qsort(sums.all, sums.count, sizeof *sums.all, by_person);
    for (size_t i = 0; i < sums.count; i++) {
        if (strcmp(sums.all[i].against, against) == 0 && has_account(log_of(base), sums.all[i].person))
            each(context, &sums.all[i]);
    }
    free(sums.all);
    return TP_OK;
}

tp_err log_boards(store *base, const char *game, int limit,
                  void (*each)(void *context, const char *against, int64_t people), void *context,
                  tp_error *error) {
    standings sums;
    tp_err code = add_up(base, NULL, game, &sums, error);
    if (code != TP_OK) return code;
    /* One standing for each board, with its people in place of games. */
    size_t boards = 0;
    for (size_t i = 0; i < sums.count; i++) {
        store_standing found = sums.all[i];
        size_t at = 0;
        if (!has_account(log_of(base), found.person)) continue;
        while (at < boards && strcmp(sums.all[at].against, found.against) != 0) at++;
        found.games = at < boards ? sums.all[at].games + 1 : 1;
        sums.all[at] = found;
        if (at == boards) boards++;
    }
    qsort(sums.all, boards, sizeof *sums.all, by_game);
    for (size_t i = 0; i < boards && i < (size_t)limit; i++)
        each(context, sums.all[i].against, sums.all[i].games);
    free(sums.all);
    return TP_OK;
}
