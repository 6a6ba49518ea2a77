/* The tables of the database, as the steps that lead from one version to the next.
 *
 * A step that has been released is never changed: a change is a further step. A new
 * database goes through all of them, so it has the same schema as one that has grown. The version stands in
 * PRAGMA user_version. */
#include "core/language.h"
#include "store/sqlite_internal.h"

#include <errno.h>
#include <stdio.h>

/* Rows that are small and found by their key lie in the order of their key (WITHOUT ROWID). For the journal
 * that was measured: an ordinary table with an index takes half as many more entries per second, since it
 * writes all of them to its end; but the entries of one table then lie scattered, and reading them back takes
 * three to eight times as long in memory, and a page of the disk for each entry otherwise. Entries are
 * written some fifty at a time and read while everybody waits. People and tables carry longer texts, which
 * would make such a tree deep. */
static const char version_1[] =
    "CREATE TABLE secrets ("
    " name TEXT PRIMARY KEY,"
    " bytes BLOB NOT NULL"
    ") STRICT, WITHOUT ROWID;"

    "CREATE TABLE pulse (" /* written to by store_health */
    " id INTEGER PRIMARY KEY CHECK (id = 1),"
    " beats INTEGER NOT NULL"
    ") STRICT;"

    "CREATE TABLE people ("
    " id TEXT PRIMARY KEY NOT NULL,"
    " name TEXT NOT NULL,"
    " login TEXT UNIQUE," /* NULL for guests, of whom there are many */
    " hash TEXT NOT NULL,"
    " sign_in INTEGER NOT NULL,"
    " created_ms INTEGER NOT NULL,"
    " seen_ms INTEGER NOT NULL"
    ") STRICT;"

    "CREATE TABLE blocks ("
    " who TEXT NOT NULL REFERENCES people ON DELETE CASCADE,"
    " whom TEXT NOT NULL REFERENCES people ON DELETE CASCADE,"
    " PRIMARY KEY (who, whom)"
    ") STRICT, WITHOUT ROWID;"

    "CREATE TABLE tables ("
    " id TEXT PRIMARY KEY NOT NULL,"
    " game TEXT NOT NULL,"
    " phase TEXT NOT NULL,"
    " summary TEXT NOT NULL,"
    " created_ms INTEGER NOT NULL,"
    " changed_ms INTEGER NOT NULL"
    ") STRICT;"

    "CREATE TABLE journal ("
    " table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE,"
    " number INTEGER NOT NULL CHECK (number >= 1),"
    " kind TEXT NOT NULL,"
    " text TEXT NOT NULL,"
    " PRIMARY KEY (table_id, number)"
    ") STRICT, WITHOUT ROWID;"

    "CREATE TABLE results ("
    " table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE,"
    " seat INTEGER NOT NULL,"
    " game TEXT NOT NULL,"
    " person TEXT REFERENCES people ON DELETE SET NULL," /* NULL for nobody, and for a person who was
                                                            forgotten */
    " agent TEXT NOT NULL,"
    " returns REAL NOT NULL,"
    " score INTEGER NOT NULL,"
    " rated INTEGER NOT NULL,"
    " how TEXT NOT NULL,"
    " ended_ms INTEGER NOT NULL,"
    " PRIMARY KEY (table_id, seat)"
    ") STRICT, WITHOUT ROWID;";

/* Lists without going through everything: the lobby, a person's games; and what must be looked at when a
 * person is forgotten. */
static const char version_2[] =
    "CREATE INDEX tables_by_phase ON tables (phase, changed_ms DESC, id);"
    "CREATE INDEX results_by_person ON results (person, ended_ms DESC, table_id, seat);"
    "CREATE INDEX blocks_by_whom ON blocks (whom);";

/* What the row of a result adds to the standings of its person, and what a row that is no longer so takes
 * away. */
#define ADD_STANDING                                                                                   \
    " INSERT INTO standings (game, against, person, games, won, points, last_ms)"                      \
    "  SELECT new.game, new.against, new.person, 1, new.points > 0.5, new.points, new.ended_ms"        \
    "  WHERE new.person IS NOT NULL AND new.points IS NOT NULL"                                        \
    "  ON CONFLICT (game, against, person) DO UPDATE SET games = games + 1, won = won + excluded.won," \
    "  points = points + excluded.points, last_ms = max(last_ms, excluded.last_ms);"
#define TAKE_STANDING                                                                                       \
    " UPDATE standings SET games = games - 1, won = won - (old.points > 0.5), points = points - old.points" \
    "  WHERE game = old.game AND against = old.against AND person = old.person AND old.points IS NOT NULL;" \
    " DELETE FROM standings"                                                                                \
    "  WHERE game = old.game AND against = old.against AND person = old.person AND games = 0;"

/* Who plays with whom, on which board a game counts, and what for; and what that adds up to. Games that were
 * over before are read again from their journals by the server, one by one. */
static const char version_3[] =
    "ALTER TABLE results ADD COLUMN side INTEGER NOT NULL DEFAULT -1;"
    "ALTER TABLE results ADD COLUMN public INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE results ADD COLUMN against TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE results ADD COLUMN points REAL;" /* NULL: it does not count */

    "CREATE TABLE standings ("
    " game TEXT NOT NULL,"
    " against TEXT NOT NULL,"
    " person TEXT NOT NULL REFERENCES people ON DELETE CASCADE,"
    " games INTEGER NOT NULL,"
    " won INTEGER NOT NULL,"
    " points REAL NOT NULL,"
    " last_ms INTEGER NOT NULL,"
    " PRIMARY KEY (game, against, person)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX standings_by_person ON standings (person);"

    "CREATE TRIGGER result_added AFTER INSERT ON results BEGIN" ADD_STANDING " END;"
    "CREATE TRIGGER result_changed AFTER UPDATE ON results BEGIN" TAKE_STANDING ADD_STANDING " END;"
    "CREATE TRIGGER result_removed AFTER DELETE ON results BEGIN" TAKE_STANDING " END;"

    "CREATE TABLE unread ("
    " table_id TEXT PRIMARY KEY NOT NULL REFERENCES tables ON DELETE CASCADE"
    ") STRICT, WITHOUT ROWID;"
    "INSERT INTO unread SELECT id FROM tables WHERE phase = 'over';";

/* What operators decide about people and addresses (notes.h). What is about a person goes with the person. */
static const char version_notes[] = "CREATE TABLE notes ("
                                    " kind TEXT NOT NULL,"
                                    " key TEXT NOT NULL,"
                                    " about TEXT REFERENCES people ON DELETE CASCADE,"
                                    " by TEXT REFERENCES people ON DELETE SET NULL,"
                                    " text TEXT NOT NULL,"
                                    " made_ms INTEGER NOT NULL,"
                                    " until_ms INTEGER NOT NULL,"
                                    " PRIMARY KEY (kind, key)"
                                    ") STRICT, WITHOUT ROWID;"
                                    "CREATE INDEX notes_by_about ON notes (about);"
                                    "CREATE INDEX notes_by_by ON notes (by);";

/* How long servers have run on this database: ages are counted by it, since a clock on the wall can be wrong.
 */
static const char version_uptime[] = "ALTER TABLE pulse ADD COLUMN uptime_ms INTEGER NOT NULL DEFAULT 0;";

/* Sessions, tombstones, and what erasing people needs (privacy.h). Ages are counted by the uptime. Who has
 * left something at which table was not kept before: it is in the entries of journals. */
static const char version_privacy[] =
    "ALTER TABLE people ADD COLUMN seen_up_ms INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE people ADD COLUMN shape TEXT;" /* NULL: not known yet */
    "CREATE INDEX people_by_shape ON people (shape) WHERE login IS NOT NULL;"
    "CREATE INDEX guests_by_seen ON people (seen_up_ms) WHERE login IS NULL;"
    "ALTER TABLE tables ADD COLUMN changed_up_ms INTEGER NOT NULL DEFAULT 0;"
    "CREATE INDEX tables_by_end ON tables (changed_up_ms, id) WHERE phase IN ('over', 'closed');"

    "CREATE TABLE sessions ("
    " person TEXT NOT NULL REFERENCES people ON DELETE CASCADE,"
    " id TEXT NOT NULL,"
    " device TEXT NOT NULL,"
    " made_ms INTEGER NOT NULL,"
    " seen_ms INTEGER NOT NULL,"
    " PRIMARY KEY (person, id)"
    ") STRICT, WITHOUT ROWID;"

    "CREATE TABLE tombstones ("
    " hash BLOB PRIMARY KEY NOT NULL,"
    " erased INTEGER NOT NULL,"
    " filed INTEGER NOT NULL," /* it is in the file beside the database */
    " made_up_ms INTEGER NOT NULL"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX tombstones_unfiled ON tombstones (hash) WHERE filed = 0;"

    "CREATE TABLE erasures ("
    " person TEXT PRIMARY KEY NOT NULL,"
    " table_id TEXT NOT NULL,"
    " number INTEGER NOT NULL,"
    " seats INTEGER NOT NULL"
    ") STRICT, WITHOUT ROWID;"

    "CREATE TABLE traces ("
    " person TEXT NOT NULL," /* who may have no row any more */
    " table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE,"
    " PRIMARY KEY (person, table_id)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX traces_by_table ON traces (table_id);"
    "INSERT OR IGNORE INTO traces (person, table_id) SELECT part.value, j.table_id FROM journal j,"
    " json_tree(CASE WHEN json_valid(j.text) THEN j.text ELSE '{}' END) part"
    " WHERE (j.text LIKE '%\"person\"%' OR j.text LIKE '%\"by\"%' OR j.text LIKE '%\"owner\"%')"
    " AND part.key IN ('person', 'by', 'owner') AND part.type = 'text' AND part.value <> '';"
    /* Who was deleted had no row any more; tombstones follow at the start. */
    "INSERT INTO erasures SELECT DISTINCT person, '', 0, 0 FROM traces"
    " WHERE person NOT IN (SELECT id FROM people);";

/* Who may see a table, so that a journal is only read for those. Tables of before get their row when a client
 * first asks for them. */
static const char version_access[] =
    "CREATE TABLE access ("
    " table_id TEXT PRIMARY KEY NOT NULL REFERENCES tables ON DELETE CASCADE,"
    " text TEXT NOT NULL"
    ") STRICT, WITHOUT ROWID;";

/* The shapes of logins beside those of names, which were not filled in before. */
static const char version_shapes[] =
    "ALTER TABLE people ADD COLUMN login_shape TEXT;"
    "CREATE INDEX people_by_login_shape ON people (login_shape) WHERE login IS NOT NULL;"
    "UPDATE people SET shape = NULL WHERE shape IS NOT NULL;";

const char *const sqlite_schema_steps[] = {version_1,      version_2,      version_3,
                                           version_notes,  version_uptime, version_privacy,
                                           version_access, version_shapes, NULL};

int sqlite_schema_version(void) {
    return (int)(sizeof sqlite_schema_steps / sizeof sqlite_schema_steps[0]) - 1;
}

tp_err sqlite_too_new(const char *path, int version, tp_error *error) {
    return tp_fail(
        error, TP_E_VERSION,
        TR("%s was written by a later Tapete: its schema has version %d, and this program knows up to %d"),
        sqlite_short_path(path), version, sqlite_schema_version());
}

static int read_version(sqlite3 *database, int *version) {
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(database, "PRAGMA user_version", -1, &statement, NULL);
    if (code == SQLITE_OK) code = sqlite3_step(statement);
    if (code == SQLITE_ROW) *version = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    return code == SQLITE_ROW ? SQLITE_OK : code;
}

static int take_steps(sqlite3 *database, int version) {
    int code = SQLITE_OK;
    for (; code == SQLITE_OK && sqlite_schema_steps[version] != NULL; version++) {
        code = sqlite3_exec(database, sqlite_schema_steps[version], NULL, NULL, NULL);
    }
    char pragmas[96]; /* pragmas take no parameters; these are numbers of our own */
    snprintf(pragmas, sizeof pragmas, "PRAGMA user_version = %d; PRAGMA application_id = %d", version,
             TAPETE_APPLICATION_ID);
    return code == SQLITE_OK ? sqlite3_exec(database, pragmas, NULL, NULL, NULL) : code;
}

tp_err sqlite_migrate(sqlite3 *database, const char *path, tp_error *error) {
    int version = 0, last = sqlite_schema_version();
    errno = 0;
    int code = read_version(database, &version);
    if (code != SQLITE_OK) return sqlite_error(database, path, error);
    if (version > last || version < 0) return sqlite_too_new(path, version, error);
    if (version == last) return TP_OK;
    code = sqlite3_exec(database, "BEGIN IMMEDIATE", NULL, NULL, NULL);
    if (code == SQLITE_OK) code = take_steps(database, version);
    if (code == SQLITE_OK) code = sqlite3_exec(database, "COMMIT", NULL, NULL, NULL);
    if (code == SQLITE_OK) return TP_OK;
    tp_err result = sqlite_error(database, path, error);
    /* Nothing is begun where BEGIN failed, and some errors have rolled back already. */
    if (!sqlite3_get_autocommit(database)) sqlite3_exec(database, "ROLLBACK", NULL, NULL, NULL);
    return result;
}
