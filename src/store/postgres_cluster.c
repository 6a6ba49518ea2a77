/* Several servers on one PostgreSQL database: see cluster.h.
 *
 * `owners` says whose a table is: the session of a server, and an epoch. Every transaction of a server
 * changes its row in `writers` first, and so has it locked until its end. Who claims a table of another
 * server locks that row too, until the claim is committed. So a transaction that has looked at `owners`
 * behind its mark has what it saw until its end; and a claim never waits: where the row is taken, it is tried
 * again. */
#include "store/postgres_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_keeper(const store *base) { return ((const pg_store *)base)->is_keeper; }

/* ---- transactions ---- */

/* "t1:4,t2:1"; the caller frees it. */
static char *claims_text(const store_claim *claims, size_t count) {
    enum { ROOM = STORE_ID_SIZE + 22 };
    char *text = malloc(count * ROOM + 1), *end = text;
    if (text == NULL) return NULL;
    *end = '\0';
    for (size_t i = 0; i < count; i++)
        end +=
            snprintf(end, ROOM, "%s%s:%lld", i > 0 ? "," : "", claims[i].table, (long long)claims[i].epoch);
    return text;
}

static void mark_lost(store_claim *claims, size_t count, const char *lost) {
    size_t length = strcspn(lost, ":");
    long long epoch = strtoll(lost[length] == ':' ? lost + length + 1 : "", NULL, 10);
    for (size_t i = 0; i < count; i++) {
        if (claims[i].epoch == epoch && strlen(claims[i].table) == length &&
            strncmp(claims[i].table, lost, length) == 0)
            claims[i].is_lost = true;
    }
}

static tp_err begin_owned(store *base, store_claim *claims, size_t count, tp_error *error) {
    pg_store *self = (pg_store *)base;
    for (size_t i = 0; i < count; i++) claims[i].is_lost = false;
    if (count == 0) return pg_begin(base, error);
    char *text = claims_text(claims, count);
    if (text == NULL) return tp_fail(error, TP_E_MEMORY, "no memory for a transaction");
    const store_value values[] = {pg_text(self->session), pg_text(text)};
    PGresult *answer = NULL;
    tp_err code = pg_begin_with(self, PG_LOST, values, &answer, error);
    for (int i = 0; code == TP_OK && i < PQntuples(answer); i++)
        mark_lost(claims, count, PQgetvalue(answer, i, 0));
    PQclear(answer);
    free(text);
    return code;
}

static tp_err own(store *base, const char *table, tp_error *error) {
    pg_store *self = (pg_store *)base;
    const store_value values[] = {pg_text(table), pg_text(self->session), pg_integer(self->format)};
    return pg_expect(self, PG_OWN, values, PG_A_TABLE, table, 0, error);
}

/* ---- claims ---- */

typedef struct found_owner {
    char session[PG_SESSION_SIZE], node[STORE_NODE_SIZE];
    int64_t epoch, format;
    bool lives;
} found_owner;

static bool read_owner(const pg_row *row, void *context) {
    found_owner *found = context;
    found->epoch = pg_column_integer(row, 1);
    found->format = pg_column_integer(row, 2);
    found->lives = pg_column_integer(row, 4) != 0;
    return pg_copy_column(row, 0, found->session, sizeof found->session) &&
           pg_copy_column(row, 3, found->node, sizeof found->node);
}

/* See that the server that had the table is in no transaction until this one ends. */
static tp_err hold(pg_store *self, const char *session, bool *is_held, tp_error *error) {
    int64_t held = 2, count;
    tp_err code = TP_OK;
    if (session[0] != '\0')
        code = pg_read_rows(self, PG_HOLD_WRITER, (store_value[]){pg_text(session)}, pg_read_number, &held,
                            &count, error);
    *is_held = held > 0;
    return code;
}

static tp_err take(pg_store *self, const char *table, const found_owner *found, store_owner *out,
                   tp_error *error) {
    bool is_held;
    int64_t count = 0;
    tp_err code = hold(self, found->session, &is_held, error);
    if (code != TP_OK || !is_held) return code;
    const store_value values[] = {pg_text(table), pg_text(self->session), pg_text(found->session),
                                  pg_integer(found->epoch), pg_integer(self->format)};
    code = pg_read_rows(self, PG_TAKE, values, pg_read_number, &out->epoch, &count, error);
    if (code != TP_OK || count == 0) return code;
    out->how = STORE_MINE;
    out->is_new = true;
    return TP_OK;
}

static tp_err claim(store *base, const char *table, store_owner *out, tp_error *error) {
    pg_store *self = (pg_store *)base;
    found_owner found = {.epoch = 0};
    int64_t count;
    *out = (store_owner){.how = STORE_BUSY};
    tp_err code =
        pg_read_rows(self, PG_OWNER, (store_value[]){pg_text(table)}, read_owner, &found, &count, error);
    if (code != TP_OK) return code;
    if (count == 0) return pg_no_table(table, error);
    if (strcmp(found.session, self->session) == 0) {
        out->how = STORE_MINE;
        out->epoch = found.epoch;
    } else if (found.lives) {
        out->how = STORE_THEIRS;
        memcpy(out->node, found.node, sizeof out->node);
    } else if (found.format > self->format) {
        out->how = STORE_LATER;
    } else {
        code = take(self, table, &found, out, error);
    }
    return code;
}

static tp_err give_up(store *base, tp_error *error) {
    pg_store *self = (pg_store *)base;
    const store_value session = pg_text(self->session);
    tp_err code = pg_change(self, PG_GIVE_UP, &session, NULL, error);
    return code == TP_OK ? pg_change(self, PG_LEAVE, &session, NULL, error) : code;
}

/* ---- looking ---- */

typedef struct id_reader {
    void (*each)(void *context, const char *table);
    void *context;
} id_reader;

static bool read_id(const pg_row *row, void *context) {
    const id_reader *reader = context;
    reader->each(reader->context, pg_column(row, 0));
    return true;
}

static tp_err orphans(store *base, int limit, void (*each)(void *context, const char *table), void *context,
                      tp_error *error) {
    pg_store *self = (pg_store *)base;
    const pg_store *of = self->of != NULL ? self->of : self;
    id_reader reader = {each, context};
    const store_value values[] = {pg_text(self->session), pg_integer(of->format), pg_integer(limit)};
    int64_t count;
    return pg_read_rows(self, PG_ORPHANS, values, read_id, &reader, &count, error);
}

typedef struct lost_reader {
    store_claim *claims;
    size_t count;
} lost_reader;

static bool read_lost(const pg_row *row, void *context) {
    const lost_reader *reader = context;
    mark_lost(reader->claims, reader->count, pg_column(row, 0));
    return true;
}

static tp_err find_lost(store *base, store_claim *claims, size_t count, tp_error *error) {
    pg_store *self = (pg_store *)base;
    lost_reader reader = {claims, count};
    int64_t found;
    for (size_t i = 0; i < count; i++) claims[i].is_lost = false;
    char *text = claims_text(claims, count);
    if (text == NULL) return tp_fail(error, TP_E_MEMORY, "no memory for a list of tables");
    const store_value values[] = {pg_text(self->session), pg_text(text)};
    tp_err code = pg_read_rows(self, PG_LOST, values, read_lost, &reader, &found, error);
    free(text);
    return code;
}

typedef struct node_reader {
    void (*each)(void *context, const store_node *node);
    void *context;
} node_reader;

static bool read_node(const pg_row *row, void *context) {
    const node_reader *reader = context;
    const store_node node = {.id = pg_column(row, 0),
                             .lives = pg_column_integer(row, 1) != 0,
                             .format = pg_column_integer(row, 2),
                             .tables = pg_column_integer(row, 3),
                             .lease_ms = pg_column_integer(row, 4)};
    reader->each(reader->context, &node);
    return true;
}

static tp_err nodes(store *base, void (*each)(void *context, const store_node *node), void *context,
                    tp_error *error) {
    node_reader reader = {each, context};
    int64_t count;
    return pg_read_rows((pg_store *)base, PG_NODES, NULL, read_node, &reader, &count, error);
}

typedef struct table_reader {
    void (*each)(void *context, const char *node, const store_table *table);
    void *context;
} table_reader;

static bool read_table(const pg_row *row, void *context) {
    const table_reader *reader = context;
    const store_table table = {.id = pg_column(row, 0),
                               .game = pg_column(row, 1),
                               .phase = pg_column(row, 2),
                               .summary = pg_column(row, 3),
                               .created_ms = pg_column_integer(row, 4),
                               .changed_ms = pg_column_integer(row, 5)};
    reader->each(reader->context, pg_column(row, 6), &table);
    return true;
}

static tp_err tables_elsewhere(store *base, int limit,
                               void (*each)(void *context, const char *node, const store_table *table),
                               void *context, tp_error *error) {
    pg_store *self = (pg_store *)base;
    table_reader reader = {each, context};
    const store_value values[] = {pg_text(self->session), pg_integer(limit)};
    int64_t count;
    return pg_read_rows(self, PG_TABLES_ELSEWHERE, values, read_table, &reader, &count, error);
}

static tp_err tables_of(store *base, const char *person, int limit,
                        void (*each)(void *context, const char *node, const store_table *table),
                        void *context, tp_error *error) {
    pg_store *self = (pg_store *)base;
    table_reader reader = {each, context};
    const store_value values[] = {pg_text(self->session), pg_text(person), pg_integer(limit)};
    int64_t count;
    return pg_read_rows(self, PG_TABLES_OF, values, read_table, &reader, &count, error);
}

static tp_err count_elsewhere(store *base, const char *person, int64_t *out, tp_error *error) {
    pg_store *self = (pg_store *)base;
    const store_value values[] = {pg_text(self->session), pg_text(person)};
    int64_t count;
    return pg_read_rows(self, PG_COUNT_ELSEWHERE, values, pg_read_number, out, &count, error);
}

/* ---- changes ---- */

typedef struct change_reader {
    void (*each)(void *context, const char *kind, const char *subject);
    void *context;
} change_reader;

static bool read_change(const pg_row *row, void *context) {
    const change_reader *reader = context;
    reader->each(reader->context, pg_column(row, 0), pg_column(row, 1));
    return true;
}

static tp_err changes(store *base, int64_t *since,
                      void (*each)(void *context, const char *kind, const char *subject), void *context,
                      tp_error *error) {
    pg_store *self = (pg_store *)base;
    change_reader reader = {each, context};
    int64_t now = 0, count;
    tp_err code = pg_read_rows(self, PG_CHANGES_NOW, NULL, pg_read_number, &now, &count, error);
    if (code == TP_OK && *since > 0 && *since < now) {
        const store_value values[] = {pg_integer(*since), pg_integer(now)};
        code = pg_read_rows(self, PG_CHANGES, values, read_change, &reader, &count, error);
    }
    if (code == TP_OK) *since = now;
    return code;
}

static tp_err changes_expire(store *base, tp_error *error) {
    return pg_change((pg_store *)base, PG_CHANGES_EXPIRE, NULL, NULL, error);
}

const store_cluster_driver pg_cluster = {
    .open = pg_open_node,
    .is_keeper = is_keeper,
    .begin_owned = begin_owned,
    .own = own,
    .claim = claim,
    .give_up = give_up,
    .orphans = orphans,
    .find_lost = find_lost,
    .nodes = nodes,
    .tables_elsewhere = tables_elsewhere,
    .tables_of = tables_of,
    .count_elsewhere = count_elsewhere,
    .changes = changes,
    .changes_expire = changes_expire,
};
