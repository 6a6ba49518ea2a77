/* Copies, checks and backups of a whole store: see copy.h.
 *
 * A copy is compared by hashes over all rows of each relation, in the order of their keys: of the moment that
 * was copied, and of what the target has once it is committed. */
#include "store/copy.h"

#include "core/language.h"
#include "store/copy_driver.h"
#include "store/sqlite_internal.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const store_relation store_relations[] = {
    {"secrets", "name, bytes", "tb", "name"},
    {"pulse", "id, beats, uptime_ms", "iii", "id"},
    {"people", "id, name, login, hash, sign_in, created_ms, seen_ms, seen_up_ms, shape, login_shape",
     "ttttiiiitt", "id"},
    {"blocks", "who, whom", "tt", "who, whom"},
    {"tables", "id, game, phase, summary, created_ms, changed_ms, changed_up_ms", "ttttiii", "id"},
    {"journal", "table_id, number, kind, text", "titt", "table_id, number"},
    {"results",
     "table_id, seat, game, person, agent, returns, score, rated, how, ended_ms, side, public, against, points",
     "titttriitiiitr", "table_id, seat"},
    {"standings", "game, against, person, games, won, points, last_ms", "tttiiri", "game, against, person"},
    {"unread", "table_id", "t", "table_id"},
    {"notes", "kind, key, about, by, text, made_ms, until_ms", "tttttii", "kind, key"},
    {"sessions", "person, id, device, made_ms, seen_ms", "tttii", "person, id"},
    {"tombstones", "hash, erased, filed, made_up_ms", "biii", "hash"},
    {"erasures", "person, table_id, number, seats", "ttii", "person"},
    {"traces", "person, table_id", "tt", "person, table_id"},
    {"access", "table_id, text", "tt", "table_id"},
    {NULL, NULL, NULL, NULL},
};

/* ---- one relation ---- */

typedef struct sum {
    crypto_generichash_state hash;
    int64_t rows;
    const store_relation *relation;
    store_side *to; /* NULL: it is only looked at */
} sum;

static void add_value(sum *sum, const store_value *value) {
    const uint8_t type = (uint8_t)value->type;
    crypto_generichash_update(&sum->hash, &type, 1);
    uint64_t size = 0;
    if (value->type == STORE_VALUE_INTEGER) {
        crypto_generichash_update(&sum->hash, (const uint8_t *)&value->integer, sizeof value->integer);
    } else if (value->type == STORE_VALUE_REAL) {
        crypto_generichash_update(&sum->hash, (const uint8_t *)&value->real, sizeof value->real);
    } else if (value->type != STORE_VALUE_NOTHING) {
        size = value->type == STORE_VALUE_TEXT ? strlen(value->bytes) : (uint64_t)value->integer;
        crypto_generichash_update(&sum->hash, (const uint8_t *)&size, sizeof size);
        crypto_generichash_update(&sum->hash, value->bytes, size);
    }
}

static tp_err take_row(void *context, const store_value *values, tp_error *error) {
    sum *sum = context;
    sum->rows++;
    size_t count = strlen(sum->relation->types);
    for (size_t i = 0; i < count; i++) add_value(sum, &values[i]);
    return sum->to != NULL ? sum->to->driver->put(sum->to, sum->relation, values, error) : TP_OK;
}

typedef struct digest {
    uint8_t bytes[crypto_generichash_BYTES];
    int64_t rows;
} digest;

static tp_err go_through(store_side *from, store_side *to, const store_relation *relation, digest *out,
                         tp_error *error) {
    sum sum = {.relation = relation, .to = to};
    memset(out, 0, sizeof *out);
    crypto_generichash_init(&sum.hash, NULL, 0, sizeof out->bytes);
    tp_err code = from->driver->rows(from, relation, take_row, &sum, error);
    crypto_generichash_final(&sum.hash, out->bytes, sizeof out->bytes);
    out->rows = sum.rows;
    return code;
}

static tp_err copy_relation(store_side *from, store_side *to, const store_relation *relation, digest *out,
                            tp_error *error) {
    /* Results have made standings: fractions may add up to others in the last digit. */
    tp_err code = to->driver->clear(to, relation, error);
    if (code == TP_OK) code = to->driver->begin_rows(to, relation, error);
    if (code == TP_OK) code = go_through(from, to, relation, out, error);
    if (code == TP_OK) code = to->driver->end_rows(to, relation, error);
    return code;
}

/* ---- everything ---- */

enum { RELATION_COUNT = sizeof store_relations / sizeof store_relations[0] - 1 };

static store_side *open_source(const char *url, tp_error *error) {
    const char *place;
    const store_driver *driver = store_driver_of(url, &place, error);
    return driver != NULL ? driver->copy->open_source(place, error) : NULL;
}

static void close_side(store_side *side) {
    if (side != NULL) side->driver->close(side);
}

static tp_err check_empty(const char *url, tp_error *error) {
    store_side *side = open_source(url, error);
    if (side == NULL) return error->code;
    tp_err code = TP_OK;
    for (int i = 0; code == TP_OK && i < RELATION_COUNT; i++) {
        char query[64], found[8] = "";
        snprintf(query, sizeof query, "SELECT '1' FROM %s LIMIT 1", store_relations[i].name);
        code = side->driver->ask(side, query, found, sizeof found, error);
        if (code == TP_OK && found[0] != '\0')
            code = tp_fail(error, TP_E_INPUT,
                           TR("there is something in the database to copy to; name an empty one"));
    }
    close_side(side);
    return code;
}

static tp_err copy_all(store_side *from, store *to, digest digests[RELATION_COUNT], tp_error *error) {
    store_side *side = to->driver->copy->open_target(to, error);
    if (side == NULL) return error->code;
    tp_err code = TP_OK;
    for (int i = 0; code == TP_OK && i < RELATION_COUNT; i++)
        code = copy_relation(from, side, &store_relations[i], &digests[i], error);
    if (code == TP_OK) code = side->driver->commit(side, error);
    close_side(side);
    return code;
}

static tp_err compare(const char *url, const digest digests[RELATION_COUNT], tp_error *error) {
    store_side *side = open_source(url, error);
    if (side == NULL) return error->code;
    tp_err code = TP_OK;
    for (int i = 0; code == TP_OK && i < RELATION_COUNT; i++) {
        digest found;
        code = go_through(side, NULL, &store_relations[i], &found, error);
        if (code == TP_OK && memcmp(&found, &digests[i], sizeof found) != 0)
            code = tp_fail(error, TP_E_IO,
                           TR("the copy is not the same: %s has %lld rows, and the copy %lld; do not use it"),
                           store_relations[i].name, (long long)digests[i].rows, (long long)found.rows);
    }
    close_side(side);
    return code;
}

tp_err store_copy(const char *from, const char *to,
                  void (*each)(void *context, const char *relation, int64_t rows), void *context,
                  tp_error *error) {
    digest digests[RELATION_COUNT];
    tp_error unused;
    if (error == NULL) error = &unused;
    memset(digests, 0, sizeof digests);
    if (sodium_init() < 0) return tp_fail(error, TP_E_IO, "the system gives no random numbers");
    store_side *source = open_source(from, error);
    if (source == NULL) return error->code;
    store *target = store_open(to, error);
    if (target == NULL) {
        close_side(source);
        return error->code;
    }
    tp_err code = check_empty(to, error);
    if (code == TP_OK) code = copy_all(source, target, digests, error);
    close_side(source);
    if (code == TP_OK) code = compare(to, digests, error);
    store_close(target);
    for (int i = 0; code == TP_OK && each != NULL && i < RELATION_COUNT; i++)
        each(context, store_relations[i].name, digests[i].rows);
    return code;
}

/* ---- backups ---- */

/* Into a file of its own, and from there as any SQLite file is backed up. */
tp_err store_copy_to_file(const char *url, const char *path, tp_error *error) {
    char *folder = NULL, *name = NULL, *made = NULL;
    if (asprintf(&folder, "%s.copy-XXXXXX", path) < 0) folder = NULL;
    if (folder == NULL || mkdtemp(folder) == NULL) {
        int number = errno;
        free(folder);
        return sqlite_system_error(error, TR("cannot write %s: %s"), path, number);
    }
    tp_err code = TP_E_MEMORY;
    if (asprintf(&name, "%s/copy.db", folder) < 0) name = NULL;
    if (name == NULL || asprintf(&made, "sqlite:%s", name) < 0) made = NULL;
    if (made != NULL) code = store_copy(url, made, NULL, NULL, error);
    store *copy = code == TP_OK ? store_open(made, error) : NULL;
    if (code == TP_OK) code = copy != NULL ? store_backup(copy, path, error) : TP_E_IO;
    store_close(copy);
    if (name != NULL) unlink(name);
    rmdir(folder);
    free(made);
    free(name);
    free(folder);
    return code;
}

tp_err store_backup_all(const char *url, const char *path, tp_error *error) {
    const char *place;
    const store_driver *driver = store_driver_of(url, &place, error);
    if (driver == NULL) return TP_E_INPUT;
    return driver->copy->backup(url, place, path, error);
}

/* ---- checks ---- */

typedef struct question {
    const char *query;    /* gives what is wrong, if there is something */
    const char *sentence; /* with room for it */
} question;

#define SAME_BOARD "s.game = r.game AND s.against = r.against AND s.person = r.person"

static tp_err ask_all(store_side *side, tp_error *error) {
    static const question questions[] = {
        {"SELECT table_id FROM journal GROUP BY table_id HAVING count(*) <> max(number) OR min(number) <> 1"
         " ORDER BY table_id LIMIT 1",
         TR_MARK("the journal of table %s has a gap")},
        {"SELECT s.person FROM standings s WHERE s.games <> (SELECT count(*) FROM results r WHERE " SAME_BOARD
         " AND r.points IS NOT NULL) ORDER BY s.person LIMIT 1",
         TR_MARK("the standings of %s are not what their results add up to")},
        {"SELECT r.person FROM results r WHERE r.person IS NOT NULL AND r.points IS NOT NULL"
         " AND NOT EXISTS (SELECT 1 FROM standings s WHERE " SAME_BOARD ") ORDER BY r.person LIMIT 1",
         TR_MARK("the standings of %s are not what their results add up to")},
    };
    static const char *const children[][3] = {
        {"journal", "table_id", "tables"}, {"results", "table_id", "tables"},
        {"traces", "table_id", "tables"},  {"access", "table_id", "tables"},
        {"results", "person", "people"},   {"standings", "person", "people"},
        {"blocks", "who", "people"},       {"blocks", "whom", "people"},
        {"sessions", "person", "people"},  {"notes", "about", "people"},
        {"notes", "by", "people"},
    };
    char found[160] = "", query[256];
    tp_err code = TP_OK;
    for (size_t i = 0; code == TP_OK && i < sizeof questions / sizeof questions[0]; i++) {
        code = side->driver->ask(side, questions[i].query, found, sizeof found, error);
        if (code == TP_OK && found[0] != '\0')
            code = tp_fail(error, TP_E_REFUSED, tp_translate(questions[i].sentence), found);
    }
    for (size_t i = 0; code == TP_OK && i < sizeof children / sizeof children[0]; i++) {
        const char *const *child = children[i];
        snprintf(query, sizeof query,
                 "SELECT %s FROM %s x WHERE %s IS NOT NULL AND NOT EXISTS"
                 " (SELECT 1 FROM %s y WHERE y.id = x.%s) LIMIT 1",
                 child[1], child[0], child[1], child[2], child[1]);
        code = side->driver->ask(side, query, found, sizeof found, error);
        if (code == TP_OK && found[0] != '\0')
            code = tp_fail(error, TP_E_REFUSED, TR("a row of '%s' refers to %s, which is not there"),
                           child[0], found);
    }
    return code;
}

tp_err store_check_all(const char *url, tp_error *error) {
    tp_error unused;
    if (error == NULL) error = &unused;
    store_side *side = open_source(url, error);
    if (side == NULL) return error->code;
    tp_err code = side->driver->check(side, error);
    if (code == TP_OK) code = ask_all(side, error);
    close_side(side);
    return code;
}
