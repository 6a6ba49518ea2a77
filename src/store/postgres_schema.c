/* The tables of a PostgreSQL database, as the steps that lead from one version to the next.
 *
 * They hold what those of SQLite hold (sqlite_schema.c), with the same columns, so that everything can be
 * copied from one kind to the other. A step that has been released is never changed. Everything is made in
 * the first schema of the search path. Texts are compared by bytes (COLLATE "C"), as SQLite does. */
#include "core/language.h"
#include "store/postgres_internal.h"

#include <stdio.h>
#include <stdlib.h>

#define WORDS "TEXT COLLATE \"C\""
#define ID WORDS " NOT NULL"

/* What the row of a result adds to the standings of its person, and what a row that is no longer so takes
 * away. */
#define ADD_STANDING                                                                                       \
    " IF new.person IS NOT NULL AND new.points IS NOT NULL THEN"                                           \
    "  INSERT INTO standings AS s (game, against, person, games, won, points, last_ms)"                    \
    "  VALUES (new.game, new.against, new.person, 1, (new.points > 0.5)::int, new.points, new.ended_ms)"   \
    "  ON CONFLICT (game, against, person) DO UPDATE SET games = s.games + 1, won = s.won + excluded.won," \
    "  points = s.points + excluded.points, last_ms = greatest(s.last_ms, excluded.last_ms);"              \
    " END IF;"
#define TAKE_STANDING                                                                                 \
    " IF old.person IS NOT NULL AND old.points IS NOT NULL THEN"                                      \
    "  UPDATE standings SET games = games - 1, won = won - (old.points > 0.5)::int,"                  \
    "  points = points - old.points"                                                                  \
    "  WHERE game = old.game AND against = old.against AND person = old.person;"                      \
    "  DELETE FROM standings WHERE game = old.game AND against = old.against AND person = old.person" \
    "  AND games = 0;"                                                                                \
    " END IF;"
#define TRIGGER(name, event, body)                                                                         \
    "CREATE FUNCTION " name "() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN" body " RETURN NULL; END $$;" \
    "CREATE TRIGGER " name " AFTER " event " ON results FOR EACH ROW EXECUTE FUNCTION " name "();"

static const char version_1[] =
    "CREATE TABLE secrets (name " WORDS " PRIMARY KEY, bytes BYTEA NOT NULL);"

    "CREATE TABLE pulse ("
    " id BIGINT PRIMARY KEY CHECK (id = 1), beats BIGINT NOT NULL, uptime_ms BIGINT NOT NULL DEFAULT 0"
    ") WITH (fillfactor = 50);"

    "CREATE TABLE people ("
    " id " WORDS " PRIMARY KEY,"
    " name " ID ","
    " login " WORDS " UNIQUE," /* NULL for guests, of whom there are many */
    " hash " ID ","
    " sign_in BIGINT NOT NULL,"
    " created_ms BIGINT NOT NULL,"
    " seen_ms BIGINT NOT NULL,"
    " seen_up_ms BIGINT NOT NULL DEFAULT 0,"
    " shape " WORDS "," /* NULL: not known yet */
    " login_shape " WORDS ") WITH (fillfactor = 90);"
    "CREATE INDEX people_by_shape ON people (shape) WHERE login IS NOT NULL;"
    "CREATE INDEX people_by_login_shape ON people (login_shape) WHERE login IS NOT NULL;"
    "CREATE INDEX guests_by_seen ON people (seen_up_ms) WHERE login IS NULL;"

    "CREATE TABLE blocks ("
    " who " ID " REFERENCES people ON DELETE CASCADE,"
    " whom " ID " REFERENCES people ON DELETE CASCADE,"
    " PRIMARY KEY (who, whom));"
    "CREATE INDEX blocks_by_whom ON blocks (whom);"

    "CREATE TABLE tables ("
    " id " WORDS " PRIMARY KEY,"
    " game " ID ","
    " phase " ID ","
    " summary TEXT NOT NULL,"
    " created_ms BIGINT NOT NULL,"
    " changed_ms BIGINT NOT NULL,"
    " changed_up_ms BIGINT NOT NULL DEFAULT 0"
    ") WITH (fillfactor = 90);"
    "CREATE INDEX tables_by_phase ON tables (phase, changed_ms DESC, id);"
    "CREATE INDEX tables_by_end ON tables (changed_up_ms, id) WHERE phase IN ('over', 'closed');"

    "CREATE TABLE journal ("
    " table_id " ID " REFERENCES tables ON DELETE CASCADE,"
    " number BIGINT NOT NULL CHECK (number >= 1),"
    " kind " ID ","
    " text TEXT NOT NULL,"
    " PRIMARY KEY (table_id, number));";

/* A constant may not be longer than this, so there are three. */
static const char version_2[] =
    "CREATE TABLE results ("
    " table_id " ID " REFERENCES tables ON DELETE CASCADE,"
    " seat BIGINT NOT NULL,"
    " game " ID ","
    " person " WORDS " REFERENCES people ON DELETE SET NULL," /* NULL for nobody */
    " agent " ID ","
    " returns DOUBLE PRECISION NOT NULL,"
    " score BIGINT NOT NULL,"
    " rated BIGINT NOT NULL,"
    " how " ID ","
    " ended_ms BIGINT NOT NULL,"
    " side BIGINT NOT NULL DEFAULT -1,"
    " public BIGINT NOT NULL DEFAULT 0,"
    " against " WORDS " NOT NULL DEFAULT '',"
    " points DOUBLE PRECISION," /* NULL: it does not count */
    " PRIMARY KEY (table_id, seat));"
    "CREATE INDEX results_by_person ON results (person, ended_ms DESC, table_id, seat);"

    "CREATE TABLE standings ("
    " game " ID ","
    " against " ID ","
    " person " ID " REFERENCES people ON DELETE CASCADE,"
    " games BIGINT NOT NULL,"
    " won BIGINT NOT NULL,"
    " points DOUBLE PRECISION NOT NULL,"
    " last_ms BIGINT NOT NULL,"
    " PRIMARY KEY (game, against, person));"
    "CREATE INDEX standings_by_person ON standings (person);" TRIGGER("result_added", "INSERT", ADD_STANDING)
        TRIGGER("result_changed", "UPDATE", TAKE_STANDING ADD_STANDING)
            TRIGGER("result_removed", "DELETE", TAKE_STANDING);

static const char version_3[] =
    "CREATE TABLE unread (table_id " WORDS " PRIMARY KEY REFERENCES tables ON DELETE CASCADE);"

    "CREATE TABLE notes ("
    " kind " ID ","
    " key " ID ","
    " about " WORDS " REFERENCES people ON DELETE CASCADE,"
    " by " WORDS " REFERENCES people ON DELETE SET NULL,"
    " text TEXT NOT NULL,"
    " made_ms BIGINT NOT NULL,"
    " until_ms BIGINT NOT NULL,"
    " PRIMARY KEY (kind, key));"
    "CREATE INDEX notes_by_about ON notes (about);"
    "CREATE INDEX notes_by_by ON notes (by);"

    "CREATE TABLE sessions ("
    " person " ID " REFERENCES people ON DELETE CASCADE,"
    " id " ID ","
    " device " ID ","
    " made_ms BIGINT NOT NULL,"
    " seen_ms BIGINT NOT NULL,"
    " PRIMARY KEY (person, id));"

    "CREATE TABLE tombstones ("
    " hash BYTEA PRIMARY KEY,"
    " erased BIGINT NOT NULL,"
    " filed BIGINT NOT NULL," /* always 1: there is no file beside this kind of database */
    " made_up_ms BIGINT NOT NULL);"

    "CREATE TABLE erasures ("
    " person " WORDS " PRIMARY KEY,"
    " table_id " ID ","
    " number BIGINT NOT NULL,"
    " seats BIGINT NOT NULL);"

    "CREATE TABLE traces ("
    " person " ID "," /* who may have no row any more */
    " table_id " ID " REFERENCES tables ON DELETE CASCADE,"
    " PRIMARY KEY (person, table_id));"
    "CREATE INDEX traces_by_table ON traces (table_id);"

    "CREATE TABLE access ("
    " table_id " WORDS " PRIMARY KEY REFERENCES tables ON DELETE CASCADE,"
    " text TEXT NOT NULL);"

    /* The stores that write: each marks here which of its transactions are committed. */
    "CREATE TABLE writers ("
    " session TEXT PRIMARY KEY,"
    " batch BIGINT NOT NULL DEFAULT 0,"
    " looks BIGINT NOT NULL DEFAULT 0,"
    " is_fenced BOOLEAN NOT NULL DEFAULT false"
    ") WITH (fillfactor = 50);"

    /* The servers on this database, and until when each is believed to live. */
    "CREATE TABLE servers ("
    " id TEXT PRIMARY KEY,"
    " session TEXT NOT NULL,"
    " backend BIGINT NOT NULL,"
    " backend_start TIMESTAMPTZ NOT NULL,"
    " lease_until TIMESTAMPTZ NOT NULL"
    ") WITH (fillfactor = 50);";

/* Several servers (cluster.h): who owns which table, and what each has changed that the others keep in
 * memory. */
#define CHANGE(kind, subject)                                         \
    "INSERT INTO changes (kind, subject) SELECT '" kind "', " subject \
    " WHERE EXISTS (SELECT 1 FROM servers WHERE id <> 'only');"
#define ON_CHANGE(name, event, table, body)                                                                 \
    "CREATE FUNCTION " name "() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN " body " RETURN NULL; END $$;" \
    "CREATE TRIGGER " name " AFTER " event " ON " table " FOR EACH ROW EXECUTE FUNCTION " name "();"

static const char version_4[] =
    "ALTER TABLE servers ADD COLUMN instance TIMESTAMPTZ, ADD COLUMN format BIGINT NOT NULL DEFAULT 0;"
    "CREATE TABLE owners ("
    " table_id " WORDS " PRIMARY KEY REFERENCES tables ON DELETE CASCADE,"
    " session TEXT NOT NULL," /* of the server; '': nobody */
    " epoch BIGINT NOT NULL,"
    " format BIGINT NOT NULL"
    ") WITH (fillfactor = 70);"
    "CREATE INDEX owners_by_session ON owners (session);"
    "CREATE TABLE changes ("
    " xid XID8 NOT NULL DEFAULT pg_current_xact_id(),"
    " at TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),"
    " kind TEXT NOT NULL,"
    " subject TEXT NOT NULL);"
    "CREATE INDEX changes_by_xid ON changes (xid);"
    /* clang-format off */
    ON_CHANGE("person_changed", "UPDATE OR DELETE", "people",
              " IF TG_OP = 'DELETE' THEN " CHANGE("person", "old.id") " ELSIF old.name <> new.name OR old.sign_in <> new.sign_in"
              " OR old.login IS DISTINCT FROM new.login THEN " CHANGE("person", "new.id") " END IF;")
    ON_CHANGE("session_changed", "INSERT OR DELETE", "sessions",
              " IF TG_OP = 'DELETE' THEN " CHANGE("person", "old.person") " ELSE " CHANGE("person", "new.person") " END IF;")
    ON_CHANGE("block_changed", "INSERT OR DELETE", "blocks",
              " IF TG_OP = 'DELETE' THEN " CHANGE("person", "old.who") " ELSE " CHANGE("person", "new.who") " END IF;")
    ON_CHANGE("note_changed", "INSERT OR UPDATE OR DELETE", "notes",
              " IF TG_OP <> 'DELETE' AND new.kind IN ('ban', 'mute') THEN " CHANGE("sanction", "new.key")
              " ELSIF TG_OP = 'DELETE' AND old.kind IN ('ban', 'mute') THEN " CHANGE("sanction", "old.key") " END IF;")
    ON_CHANGE("erasure_changed", "INSERT", "erasures", CHANGE("erased", "new.person"));
/* clang-format on */

static const char *const steps[] = {version_1, version_2, version_3, version_4};

enum { STEP_COUNT = sizeof steps / sizeof steps[0] };

int pg_schema_version(void) { return STEP_COUNT; }

/* -1 and an error: it cannot be read; 0: there is none. */
static int read_version(pg_store *self, PGconn *connection, tp_error *error) {
    static const char query[] = "SELECT CASE WHEN to_regclass('schema_version') IS NULL THEN 0 ELSE 1 END";
    int version = -1;
    PGresult *result = PQexec(connection, query);
    if (PQresultStatus(result) == PGRES_TUPLES_OK) version = (int)strtol(PQgetvalue(result, 0, 0), NULL, 10);
    if (version == 1) {
        PQclear(result);
        result = PQexec(connection, "SELECT version FROM schema_version");
        bool is_read = PQresultStatus(result) == PGRES_TUPLES_OK && PQntuples(result) == 1;
        version = is_read ? (int)strtol(PQgetvalue(result, 0, 0), NULL, 10) : -1;
    }
    if (version < 0) pg_refused(self, result, error);
    PQclear(result);
    return version;
}

static tp_err take_steps(pg_store *self, PGconn *connection, int version, tp_error *error) {
    tp_err code = TP_OK;
    if (version == 0)
        code = pg_execute(self, connection,
                          "CREATE TABLE schema_version (version BIGINT NOT NULL);"
                          "INSERT INTO schema_version VALUES (0)",
                          error);
    for (; code == TP_OK && version < STEP_COUNT; version++)
        code = pg_execute(self, connection, steps[version], error);
    char done[64];
    snprintf(done, sizeof done, "UPDATE schema_version SET version = %d", version);
    return code == TP_OK ? pg_execute(self, connection, done, error) : code;
}

/* Two servers may start at once: only one of them at a time looks and changes. */
tp_err pg_migrate(pg_store *self, PGconn *connection, tp_error *error) {
    static const char begin[] =
        "BEGIN; SELECT pg_advisory_xact_lock(hashtext('tapete ' || current_schema()))";
    tp_err code = pg_execute(self, connection, begin, error);
    if (code != TP_OK) return code;
    int version = read_version(self, connection, error);
    if (version < 0) {
        code = TP_E_IO;
    } else if (version > STEP_COUNT) {
        code = tp_fail(error, TP_E_VERSION,
                       TR("%s was written by a later Tapete: its schema has version %d, and this program "
                          "knows up to %d"),
                       self->shown, version, STEP_COUNT);
    } else if (version < STEP_COUNT) {
        code = take_steps(self, connection, version, error);
    }
    tp_err end =
        pg_execute(self, connection, code == TP_OK ? "COMMIT" : "ROLLBACK", code == TP_OK ? error : NULL);
    return code != TP_OK ? code : end;
}
