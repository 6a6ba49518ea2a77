/* The store in a PostgreSQL database: people, tables and their journals. */
#include "store/postgres_internal.h"

#include "core/language.h"

#include <sodium.h>
#include <string.h>

/* ---- the store as a whole ---- */

static bool read_secret(const pg_row *row, void *context) {
    if (PQgetlength(row->of, row->at, 0) != STORE_SECRET_SIZE) return false;
    memcpy(context, PQgetvalue(row->of, row->at, 0), STORE_SECRET_SIZE);
    return true;
}

/* Where two servers make it at once, the first to be committed is the one of both. */
tp_err pg_secret(store *base, const char *name, uint8_t out[STORE_SECRET_SIZE], tp_error *error) {
    pg_store *self = (pg_store *)base;
    const store_value values[] = {pg_text(name), pg_bytes(out, STORE_SECRET_SIZE)};
    int64_t count;
    tp_err code = pg_read_rows(self, PG_SECRET_GET, values, read_secret, out, &count, error);
    if (code != TP_OK || count > 0) return code;
    if (sodium_init() < 0) return tp_fail(error, TP_E_IO, "the system gives no random numbers");
    randombytes_buf(out, STORE_SECRET_SIZE);
    code = pg_change(self, PG_SECRET_PUT, values, NULL, error);
    if (code == TP_OK) code = pg_read_rows(self, PG_SECRET_GET, values, read_secret, out, &count, error);
    if (code != TP_OK) sodium_memzero(out, STORE_SECRET_SIZE);
    return code;
}

static tp_err checkpoint_apart(store *base, tp_error *error) {
    (void)base, (void)error; /* the database does that by itself */
    return TP_OK;
}

static void defer(store *base) { ((pg_store *)base)->defers = true; }

static tp_err in_place(store *base, tp_error *error) {
    pg_store *self = (pg_store *)base;
    if (self->is_fenced) return pg_fenced(self, error);
    return pg_is_connected(self) ? TP_OK : pg_unreachable(self, "there is no connection", error);
}

static tp_err beat(store *base, int64_t uptime_ms, tp_error *error) {
    pg_store *self = (pg_store *)base;
    const store_value values[] = {pg_integer(uptime_ms)};
    tp_err code = pg_begin(base, error);
    if (code != TP_OK) return code;
    code = pg_change(self, pg_is_node(self) ? PG_PULSE_IF_FREE : PG_PULSE, values, NULL, error);
    if (code == TP_OK) code = pg_renew(self, error);
    if (code == TP_OK) return pg_commit(base, error);
    pg_rollback(base);
    return code;
}

static tp_err uptime(store *base, int64_t *out, tp_error *error) {
    int64_t found = 0, count;
    tp_err code = pg_read_rows((pg_store *)base, PG_UPTIME, NULL, pg_read_number, &found, &count, error);
    if (code == TP_OK) *out = found;
    return code;
}

static bool read_finding(const pg_row *row, void *context) {
    pg_one_line(context, 160, pg_column(row, 0));
    return true;
}

/* The database looks after its own files (checksums, pg_amcheck). Here it is looked whether what is in it
 * fits together. */
static tp_err check(store *base, int64_t limit_ms, bool *is_whole, tp_error *error) {
    pg_store *self = (pg_store *)base;
    char finding[160] = "";
    int64_t count, began_ms = pg_now_ms();
    tp_err code = pg_read_rows(self, PG_CHECK, NULL, read_finding, finding, &count, error);
    *is_whole = pg_now_ms() - began_ms <= limit_ms;
    if (code == TP_OK && count > 0)
        code = tp_fail(error, TP_E_IO, TR("%s is damaged (%s); put a backup in its place"), self->shown,
                       finding);
    return code;
}

/* ---- people ---- */

static tp_err no_person(const char *what, const char *name, tp_error *error) {
    return tp_fail(error, TP_E_UNKNOWN, "there is nobody with the %s '%.80s'", what, name);
}

static tp_err person_put(store *base, const store_person *person, tp_error *error) {
    const store_value values[] = {
        pg_text(person->id),        pg_text(person->name),       pg_text_or_nothing(person->login),
        pg_text(person->hash),      pg_integer(person->sign_in), pg_integer(person->created_ms),
        pg_integer(person->seen_ms)};
    int64_t changed;
    tp_err code = pg_change((pg_store *)base, PG_PERSON_PUT, values, &changed, error);
    if (code != TP_OK || changed > 0) return code;
    return tp_refuse(error, "LOGIN_TAKEN", "another account has the login '%s'", person->login);
}

static bool read_person(const pg_row *row, void *context) {
    store_person *person = context;
    person->sign_in = pg_column_integer(row, 4);
    person->created_ms = pg_column_integer(row, 5);
    person->seen_ms = pg_column_integer(row, 6);
    return pg_copy_column(row, 0, person->id, sizeof person->id) &&
           pg_copy_column(row, 1, person->name, sizeof person->name) &&
           pg_copy_column(row, 2, person->login, sizeof person->login) &&
           pg_copy_column(row, 3, person->hash, sizeof person->hash);
}

static tp_err find_person(pg_store *self, pg_statement which, const char *what, const char *name,
                          store_person *out, tp_error *error) {
    store_person found = {0};
    int64_t count;
    tp_err code =
        pg_read_rows(self, which, (store_value[]){pg_text(name)}, read_person, &found, &count, error);
    if (code != TP_OK) return code;
    if (count == 0) return no_person(what, name, error);
    *out = found;
    return TP_OK;
}

static tp_err person_get(store *base, const char *id, store_person *out, tp_error *error) {
    return find_person((pg_store *)base, PG_PERSON_GET, "id", id, out, error);
}

static tp_err person_by_login(store *base, const char *login, store_person *out, tp_error *error) {
    return find_person((pg_store *)base, PG_PERSON_BY_LOGIN, "login", login, out, error);
}

static tp_err person_delete(store *base, const char *id, tp_error *error) {
    /* What refers to the person follows by the rules of the schema, in the same statement. */
    int64_t changed;
    tp_err code =
        pg_change((pg_store *)base, PG_PERSON_DELETE, (store_value[]){pg_text(id)}, &changed, error);
    return code == TP_OK && changed == 0 ? no_person("id", id, error) : code;
}

static tp_err block(store *base, const char *who, const char *whom, bool on, tp_error *error) {
    int64_t changed;
    tp_err code = pg_change((pg_store *)base, on ? PG_BLOCK : PG_UNBLOCK,
                            (store_value[]){pg_text(who), pg_text(whom)}, &changed, error);
    if (code != TP_OK || changed > 0 || !on) return code;
    return tp_fail(error, TP_E_UNKNOWN, "there is nobody with the id '%.80s' or '%.80s'", who, whom);
}

typedef struct block_reader {
    void (*each)(void *context, const char *whom);
    void *context;
} block_reader;

static bool read_block(const pg_row *row, void *context) {
    const block_reader *reader = context;
    reader->each(reader->context, pg_column(row, 0));
    return true;
}

static tp_err blocks(store *base, const char *who, void (*each)(void *context, const char *whom),
                     void *context, tp_error *error) {
    block_reader reader = {each, context};
    int64_t count;
    return pg_read_rows((pg_store *)base, PG_BLOCKS, (store_value[]){pg_text(who)}, read_block, &reader,
                        &count, error);
}

/* ---- tables ---- */

tp_err pg_no_table(const char *table, tp_error *error) {
    return tp_fail(error, TP_E_UNKNOWN, "there is no table '%.80s'", table);
}

static tp_err table_put(store *base, const store_table *table, tp_error *error) {
    const store_value values[] = {
        pg_text(table->id),      pg_text(table->game),          pg_text(table->phase),
        pg_text(table->summary), pg_integer(table->created_ms), pg_integer(table->changed_ms)};
    return pg_expect((pg_store *)base, PG_TABLE_PUT, values, PG_ANYTHING, NULL, 0, error);
}

typedef struct table_reader {
    void (*each)(void *context, const store_table *table);
    void *context;
} table_reader;

static bool read_table(const pg_row *row, void *context) {
    const table_reader *reader = context;
    const store_table table = {
        .id = pg_column(row, 0),
        .game = pg_column(row, 1),
        .phase = pg_column(row, 2),
        .summary = pg_column(row, 3),
        .created_ms = pg_column_integer(row, 4),
        .changed_ms = pg_column_integer(row, 5),
    };
    reader->each(reader->context, &table);
    return true;
}

static tp_err tables(store *base, const char *const phases[STORE_PHASES], int limit,
                     void (*each)(void *context, const store_table *table), void *context, tp_error *error) {
    table_reader reader = {each, context};
    store_value values[STORE_PHASES + 1];
    for (int i = 0; i < STORE_PHASES; i++) values[i] = pg_text_or_nothing(phases[i]);
    values[STORE_PHASES] = pg_integer(limit);
    int64_t count;
    return pg_read_rows((pg_store *)base, PG_TABLES, values, read_table, &reader, &count, error);
}

static tp_err table_delete(store *base, const char *table, tp_error *error) {
    int64_t changed;
    tp_err code =
        pg_change((pg_store *)base, PG_TABLE_DELETE, (store_value[]){pg_text(table)}, &changed, error);
    return code == TP_OK && changed == 0 ? pg_no_table(table, error) : code;
}

static tp_err access_put(store *base, const char *table, const char *text, tp_error *error) {
    return pg_expect((pg_store *)base, PG_ACCESS_PUT, (store_value[]){pg_text(table), pg_text(text)},
                     PG_A_TABLE, table, 0, error);
}

typedef struct access_reader {
    void (*each)(void *context, const char *phase, const char *text);
    void *context;
} access_reader;

static bool read_access(const pg_row *row, void *context) {
    const access_reader *reader = context;
    reader->each(reader->context, pg_column(row, 0), pg_column(row, 1));
    return true;
}

static tp_err access_get(store *base, const char *table,
                         void (*each)(void *context, const char *phase, const char *text), void *context,
                         tp_error *error) {
    access_reader reader = {each, context};
    int64_t count;
    tp_err code = pg_read_rows((pg_store *)base, PG_ACCESS_GET, (store_value[]){pg_text(table)}, read_access,
                               &reader, &count, error);
    return code == TP_OK && count == 0 ? pg_no_table(table, error) : code;
}

/* ---- journals ---- */

static tp_err check_table(pg_store *self, const char *table, tp_error *error) {
    int64_t unused, count;
    tp_err code = pg_read_rows(self, PG_TABLE_EXISTS, (store_value[]){pg_text(table)}, pg_read_number,
                               &unused, &count, error);
    return code == TP_OK && count == 0 ? pg_no_table(table, error) : code;
}

tp_err pg_wrong_number(pg_store *self, const char *table, int64_t number, tp_error *error) {
    int64_t last = 0, count;
    tp_err code = check_table(self, table, error);
    if (code == TP_OK)
        code = pg_read_rows(self, PG_JOURNAL_LAST, (store_value[]){pg_text(table)}, pg_read_number, &last,
                            &count, error);
    if (code != TP_OK) return code;
    return tp_fail(error, TP_E_INPUT,
                   "the next entry in the journal of table '%.80s' is number %lld, not %lld", table,
                   (long long)last + 1, (long long)number);
}

static tp_err journal_add(store *base, const char *table, const store_entry *entry, tp_error *error) {
    const char kind[2] = {entry->kind, '\0'};
    const store_value values[] = {pg_text(table), pg_integer(entry->number), pg_text(kind),
                                  pg_text(entry->text)};
    return pg_expect((pg_store *)base, PG_JOURNAL_ADD, values, PG_AN_ENTRY, table, entry->number, error);
}

typedef struct entry_reader {
    void (*each)(void *context, const store_entry *entry);
    void *context;
} entry_reader;

static bool read_entry(const pg_row *row, void *context) {
    const entry_reader *reader = context;
    const store_entry entry = {
        .number = pg_column_integer(row, 0), .kind = pg_column(row, 1)[0], .text = pg_column(row, 2)};
    reader->each(reader->context, &entry);
    return true;
}

static tp_err journal_read(store *base, const char *table, int64_t after,
                           void (*each)(void *context, const store_entry *entry), void *context,
                           tp_error *error) {
    pg_store *self = (pg_store *)base;
    entry_reader reader = {each, context};
    int64_t count;
    tp_err code = pg_read_rows(self, PG_JOURNAL_READ, (store_value[]){pg_text(table), pg_integer(after)},
                               read_entry, &reader, &count, error);
    return code == TP_OK && count == 0 ? check_table(self, table, error) : code;
}

/* ---- the driver ---- */

const store_driver store_postgres = {
    .scheme = "postgresql",
    .open = pg_open,
    .close = pg_close,
    .checkpoint_apart = checkpoint_apart,
    .defer = defer,
    .open_reader = pg_open_reader,
    .begin = pg_begin,
    .commit = pg_commit,
    .rollback = pg_rollback,
    .secret = pg_secret,
    .backup = pg_backup,
    .in_place = in_place,
    .beat = beat,
    .uptime = uptime,
    .check = check,
    .person_put = person_put,
    .person_get = person_get,
    .person_by_login = person_by_login,
    .person_delete = person_delete,
    .block = block,
    .blocks = blocks,
    .table_put = table_put,
    .journal_add = journal_add,
    .journal_read = journal_read,
    .tables = tables,
    .access_put = access_put,
    .access_get = access_get,
    .table_delete = table_delete,
    .result_add = pg_result_add,
    .results = pg_results,
    .result_count = pg_result_count,
    .results_between = pg_results_between,
    .standings_of = pg_standings_of,
    .standings_on = pg_standings_on,
    .boards = pg_boards,
    .unread_next = pg_unread_next,
    .unread_done = pg_unread_done,
    .notes = &pg_notes,
    .privacy = &pg_privacy,
    .copy = &pg_copy,
    .cluster = &pg_cluster,
};
