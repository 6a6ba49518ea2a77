/* The statements of the PostgreSQL driver.
 *
 * They say what those of SQLite say (sqlite_run.c). What would be an error of the database there, because a
 * row that is referred to is missing, is no row here: an error would spoil the whole transaction. */
#include "store/postgres_internal.h"

#define NOTE_COLUMNS "kind, key, about, by, text, made_ms, until_ms"
/* The uptime as it was last written down. */
#define NOW_UP "coalesce((SELECT uptime_ms FROM pulse), 0)"
#define PERSON_COLUMNS "id, name, login, hash, sign_in, created_ms, seen_ms"
/* The person who is being erased is not there any more. */
#define AND_ALIVE " AND NOT EXISTS (SELECT 1 FROM erasures WHERE person = people.id)"
#define IN_PHASE(n) \
    "SELECT id, game, phase, summary, created_ms, changed_ms FROM tables WHERE phase = $" #n " "
#define OR_IN_PHASE(n) "UNION ALL " IN_PHASE(n)
#define STANDINGS                                                                      \
    "SELECT s.person, p.name, s.game, s.against, s.games, s.won, s.points, s.last_ms " \
    "FROM standings s JOIN people p ON p.id = s.person "
#define IF_PERSON(n) "EXISTS (SELECT 1 FROM people WHERE id = $" #n ")"
#define IF_TABLE(n) "EXISTS (SELECT 1 FROM tables WHERE id = $" #n ")"

const pg_statement_text pg_statements[PG_STATEMENT_COUNT] = {
    [PG_BEGIN] = {"BEGIN ISOLATION LEVEL READ COMMITTED", ""},
    [PG_COMMIT] = {"COMMIT", ""},
    [PG_ROLLBACK] = {"ROLLBACK", ""},
    /* Every transaction leaves its number, so that it can be found out afterwards whether it was committed.
     * Who takes the database over marks the row, and waits for it until then. */
    [PG_MARK] = {"UPDATE writers SET batch = $2 WHERE session = $1 AND NOT is_fenced", "ti"},
    [PG_LOOK_UP_MARK] = {"UPDATE writers SET looks = looks + 1 WHERE session = $1 RETURNING batch", "t"},
    [PG_RENEW] = {"UPDATE servers SET lease_until = clock_timestamp() + $2 * interval '1 ms'"
                  " WHERE session = $1 RETURNING (NOT EXISTS (SELECT 1 FROM servers o WHERE o.id < servers.id"
                  " AND o.lease_until > clock_timestamp()))::int::bigint",
                  "ti"},
    [PG_PULSE] = {"INSERT INTO pulse (id, beats, uptime_ms) VALUES (1, 1, $1) ON CONFLICT (id) DO UPDATE"
                  " SET beats = pulse.beats + 1, uptime_ms = greatest(pulse.uptime_ms, excluded.uptime_ms)",
                  "i"},
    /* One server that stands still while it has the row holds up none of the others. */
    [PG_PULSE_IF_FREE] = {"UPDATE pulse SET beats = beats + 1, uptime_ms = greatest(uptime_ms, $1)"
                          " WHERE id IN (SELECT id FROM pulse WHERE id = 1 FOR UPDATE SKIP LOCKED)",
                          "i"},
    [PG_UPTIME] = {"SELECT uptime_ms FROM pulse", ""},

    [PG_SECRET_GET] = {"SELECT bytes FROM secrets WHERE name = $1", "t"},
    [PG_SECRET_PUT] = {"INSERT INTO secrets VALUES ($1, $2) ON CONFLICT DO NOTHING", "tb"},

    [PG_PERSON_PUT] = {"INSERT INTO people (" PERSON_COLUMNS ", seen_up_ms)"
                       " SELECT $1, $2, $3, $4, $5, $6, $7, " NOW_UP
                       " WHERE $3 IS NULL OR NOT EXISTS (SELECT 1 FROM people WHERE login = $3 AND id <> $1)"
                       " ON CONFLICT (id) DO UPDATE SET name = excluded.name, login = excluded.login,"
                       " hash = excluded.hash, sign_in = excluded.sign_in, created_ms = excluded.created_ms,"
                       " seen_ms = excluded.seen_ms, seen_up_ms = excluded.seen_up_ms",
                       "ttttiii"},
    [PG_PERSON_GET] = {"SELECT " PERSON_COLUMNS " FROM people WHERE id = $1" AND_ALIVE, "t"},
    [PG_PERSON_BY_LOGIN] = {"SELECT " PERSON_COLUMNS " FROM people WHERE login = $1" AND_ALIVE, "t"},
    [PG_PERSON_DELETE] = {"DELETE FROM people WHERE id = $1", "t"},
    [PG_BLOCK] = {"INSERT INTO blocks SELECT $1, $2 WHERE " IF_PERSON(1) " AND " IF_PERSON(
                      2) " ON CONFLICT (who, whom) DO UPDATE SET who = excluded.who",
                  "tt"},
    [PG_UNBLOCK] = {"DELETE FROM blocks WHERE who = $1 AND whom = $2", "tt"},
    [PG_BLOCKS] = {"SELECT whom FROM blocks WHERE who = $1 ORDER BY whom", "t"},

    [PG_TABLE_PUT] = {"INSERT INTO tables (id, game, phase, summary, created_ms, changed_ms, changed_up_ms)"
                      " VALUES ($1, $2, $3, $4, $5, $6, " NOW_UP ")"
                      " ON CONFLICT (id) DO UPDATE SET game = excluded.game, phase = excluded.phase,"
                      " summary = excluded.summary, created_ms = excluded.created_ms,"
                      " changed_ms = excluded.changed_ms, changed_up_ms = excluded.changed_up_ms",
                      "ttttii"},
    [PG_TABLE_EXISTS] = {"SELECT 1::bigint FROM tables WHERE id = $1", "t"},
    [PG_TABLE_DELETE] = {"DELETE FROM tables WHERE id = $1", "t"},
    /* Each phase comes in order from tables_by_phase, and they are merged. */
    [PG_TABLES] = {"SELECT * FROM (" IN_PHASE(1) OR_IN_PHASE(2) OR_IN_PHASE(3) OR_IN_PHASE(4) OR_IN_PHASE(5)
                       OR_IN_PHASE(6) OR_IN_PHASE(7) OR_IN_PHASE(8) ") found"
                                                                    " ORDER BY changed_ms DESC, id LIMIT $9",
                   "tttttttti"},

    [PG_ACCESS_PUT] = {"INSERT INTO access SELECT $1, $2 WHERE " IF_TABLE(
                           1) " ON CONFLICT (table_id) DO UPDATE SET text = excluded.text",
                       "tt"},
    [PG_ACCESS_GET] = {"SELECT t.phase, a.text FROM tables t LEFT JOIN access a ON a.table_id = t.id"
                       " WHERE t.id = $1",
                       "t"},

    [PG_JOURNAL_ADD] = {"INSERT INTO journal (table_id, number, kind, text) SELECT $1, $2, $3, $4"
                        " WHERE $2 = 1 + (SELECT coalesce(max(number), 0) FROM journal WHERE table_id = $1)"
                        " AND " IF_TABLE(1),
                        "titt"},
    [PG_JOURNAL_LAST] = {"SELECT coalesce(max(number), 0) FROM journal WHERE table_id = $1", "t"},
    [PG_JOURNAL_READ] = {"SELECT number, kind, text FROM journal WHERE table_id = $1 AND number > $2"
                         " ORDER BY number",
                         "ti"},

    /* A person who has meanwhile been forgotten is nobody. */
    [PG_RESULT_ADD] =
        {"INSERT INTO results (table_id, seat, game, person, agent, returns, score, rated, how, ended_ms,"
         " side, public, against, points)"
         " SELECT $1, $2, $3, (SELECT id FROM people WHERE id = $4" AND_ALIVE "), $5, $6, $7, $8, $9, $10,"
         " $11, $12, $13, $14 WHERE " IF_TABLE(
             1) " ON CONFLICT (table_id, seat) DO UPDATE SET game = excluded.game,"
                " person = excluded.person, agent = excluded.agent, returns = excluded.returns,"
                " score = excluded.score, rated = excluded.rated, how = excluded.how,"
                " ended_ms = excluded.ended_ms, side = excluded.side, public = excluded.public,"
                " against = excluded.against, points = excluded.points",
         "titttriitiiitr"},
    [PG_RESULTS] = {"SELECT r.table_id, r.seat, r.game, r.person, r.agent, r.returns, r.score, r.rated,"
                    " r.how, r.ended_ms, r.side, r.public, r.against, r.points, p.name"
                    " FROM (SELECT DISTINCT ended_ms, table_id FROM results WHERE person = $1"
                    "  ORDER BY ended_ms DESC, table_id LIMIT $2) mine"
                    " JOIN results r ON r.table_id = mine.table_id LEFT JOIN people p ON p.id = r.person"
                    " ORDER BY mine.ended_ms DESC, mine.table_id, r.seat",
                    "ti"},
    [PG_RESULT_COUNT] = {"SELECT count(*) FROM results WHERE person = $1", "t"},
    [PG_RESULTS_BETWEEN] =
        {"SELECT count(*) FROM results AS one JOIN results AS other ON other.table_id = one.table_id"
         " WHERE one.person = $1 AND other.person = $2 AND one.game = $3 AND one.ended_ms > $4"
         " AND one.table_id <> $5 AND one.side <> other.side AND one.against = 'people'"
         " AND (one.points IS NOT NULL OR other.points IS NOT NULL)",
         "tttit"},

    [PG_STANDINGS_OF] = {STANDINGS "WHERE s.person = $1 ORDER BY s.game, s.games DESC, s.against LIMIT $2",
                         "ti"},
    [PG_STANDINGS_ON] = {STANDINGS
                         "WHERE s.game = $1 AND s.against = $2 AND p.login IS NOT NULL ORDER BY s.person",
                         "tt"},
    [PG_BOARDS] = {"SELECT s.against, count(*) AS people FROM standings s JOIN people p ON p.id = s.person"
                   " WHERE s.game = $1 AND p.login IS NOT NULL"
                   " GROUP BY s.against ORDER BY people DESC, s.against LIMIT $2",
                   "ti"},

    [PG_UNREAD_NEXT] = {"SELECT table_id FROM unread ORDER BY table_id LIMIT 1", ""},
    [PG_UNREAD_DONE] = {"DELETE FROM unread WHERE table_id = $1", "t"},

    [PG_NOTE_PUT] = {"INSERT INTO notes (" NOTE_COLUMNS ") SELECT $1, $2, $3, $4, $5, $6, $7"
                     " WHERE ($3 IS NULL OR " IF_PERSON(3) ") AND ($4 IS NULL OR " IF_PERSON(
                         4) ") ON CONFLICT (kind, key) DO UPDATE SET about = excluded.about,"
                            " by = excluded.by, text = excluded.text, made_ms = excluded.made_ms,"
                            " until_ms = excluded.until_ms",
                     "tttttii"},
    [PG_NOTE_GET] = {"SELECT " NOTE_COLUMNS " FROM notes WHERE kind = $1 AND key = $2", "tt"},
    [PG_NOTE_DELETE] = {"DELETE FROM notes WHERE kind = $1 AND key = $2", "tt"},
    [PG_NOTES] = {"SELECT " NOTE_COLUMNS
                  " FROM notes WHERE kind = $1 AND $2 = '' ORDER BY made_ms DESC, key LIMIT $3",
                  "tti"},
    [PG_NOTES_ABOUT] = {"SELECT " NOTE_COLUMNS
                        " FROM notes WHERE kind = $1 AND about = $2 ORDER BY made_ms DESC, key LIMIT $3",
                        "tti"},
    [PG_NOTES_BY] = {"SELECT " NOTE_COLUMNS
                     " FROM notes WHERE kind = $1 AND by = $2 ORDER BY made_ms DESC, key LIMIT $3",
                     "tti"},
    [PG_NOTES_ERASE] = {"DELETE FROM notes WHERE about = $1", "t"},
    [PG_NOTES_ERASE_BY] = {"UPDATE notes SET by = NULL WHERE by = $1", "t"},
    [PG_NOTES_EXPIRE] = {"DELETE FROM notes WHERE kind = $1 AND until_ms > 0 AND until_ms <= $2", "ti"},
    [PG_PEOPLE] = {"SELECT id, name, login, sign_in, created_ms, seen_ms FROM people"
                   " WHERE (strpos(id, $1) > 0 OR strpos(lower(name), lower($1)) > 0"
                   " OR strpos(login, lower($1)) > 0 OR $1 = '')" AND_ALIVE
                   " ORDER BY seen_ms DESC, id LIMIT $2",
                   "ti"},

    [PG_SESSION_PUT] = {"INSERT INTO sessions SELECT $1, $2, $3, $4, $5 WHERE " IF_PERSON(
                            1) " ON CONFLICT (person, id) DO UPDATE"
                               " SET device = excluded.device, seen_ms = excluded.seen_ms",
                        "tttii"},
    [PG_SESSIONS] = {"SELECT id, device, made_ms, seen_ms FROM sessions WHERE person = $1"
                     " ORDER BY seen_ms DESC, made_ms DESC, id",
                     "t"},
    [PG_SESSION_END] = {"DELETE FROM sessions WHERE person = $1 AND id = $2", "tt"},
    [PG_SESSIONS_END] = {"DELETE FROM sessions WHERE person = $1", "t"},

    /* Who was erased is so for good. */
    [PG_TOMBSTONE_PUT] = {"INSERT INTO tombstones VALUES ($1, $2, 1, " NOW_UP ") ON CONFLICT (hash) DO UPDATE"
                          " SET erased = excluded.erased WHERE tombstones.erased < excluded.erased",
                          "bi"},
    [PG_TOMBSTONE_GET] = {"SELECT erased FROM tombstones WHERE hash = $1", "b"},
    [PG_TOMBSTONES_EXPIRE] = {"DELETE FROM tombstones WHERE erased = 0 AND made_up_ms < " NOW_UP " - $1",
                              "i"},

    [PG_PERSON_ERASE] = {"UPDATE people SET name = 'gone', login = NULL, hash = '', sign_in = sign_in + 1,"
                         " shape = NULL, login_shape = NULL WHERE id = $1",
                         "t"},
    [PG_ERASE_RESULTS] = {"UPDATE results SET person = NULL WHERE (table_id, seat) IN"
                          " (SELECT table_id, seat FROM results WHERE person = $1 LIMIT $2)",
                          "ti"},
    [PG_ERASURE_BEGIN] = {"INSERT INTO erasures VALUES ($1, '', 0, 0) ON CONFLICT DO NOTHING", "t"},
    [PG_ERASURE_NEXT] = {"SELECT person, table_id, number, seats FROM erasures ORDER BY person LIMIT 1", ""},
    [PG_ERASURE_PUT] = {"UPDATE erasures SET table_id = $2, number = $3, seats = $4 WHERE person = $1",
                        "ttii"},
    [PG_ERASURE_DONE] = {"DELETE FROM erasures WHERE person = $1", "t"},
    [PG_TRACE] = {"INSERT INTO traces SELECT $1, $2 WHERE " IF_TABLE(
                      2) " ON CONFLICT (person, table_id) DO UPDATE SET person = excluded.person",
                  "tt"},
    [PG_TRACE_NEXT] =
        {"SELECT table_id FROM traces WHERE person = $1 AND table_id > $2 ORDER BY table_id LIMIT 1", "tt"},
    [PG_TRACE_REMOVE] = {"DELETE FROM traces WHERE person = $1 AND table_id = $2", "tt"},

    [PG_JOURNAL_SOME] = {"SELECT number, kind, text FROM journal WHERE table_id = $1 AND number > $2"
                         " AND strpos(text, '\"is\":\"play\"') = 0 AND strpos(text, '\"is\": \"play\"') = 0"
                         " ORDER BY number LIMIT $3",
                         "tii"},
    [PG_JOURNAL_OVERWRITE] = {"UPDATE journal SET text = $3 WHERE table_id = $1 AND number = $2", "tit"},
    [PG_SUMMARY] = {"SELECT summary FROM tables WHERE id = $1", "t"},
    [PG_SUMMARY_OVERWRITE] = {"UPDATE tables SET summary = $2 WHERE id = $1", "tt"},

    [PG_SHAPE_PUT] = {"UPDATE people SET shape = $2, login_shape = $3 WHERE id = $1", "ttt"},
    [PG_SHAPE_TAKEN] = {"SELECT 1::bigint FROM people WHERE shape = $1 AND login IS NOT NULL AND id <> $2"
                        " UNION ALL SELECT 1::bigint FROM people"
                        " WHERE login_shape = $1 AND login IS NOT NULL AND id <> $2 LIMIT 1",
                        "tt"},
    [PG_SHAPELESS] = {"SELECT id, name, login FROM people WHERE login IS NOT NULL AND shape IS NULL LIMIT $1",
                      "i"},
    [PG_OLD_GUESTS] =
        {"SELECT p.id FROM people p WHERE p.login IS NULL"
         " AND NOT EXISTS (SELECT 1 FROM erasures e WHERE e.person = p.id) AND p.seen_up_ms < " NOW_UP " - $1"
         " AND NOT EXISTS (SELECT 1 FROM results r JOIN tables t ON t.id = r.table_id"
         "  WHERE r.person = p.id AND t.changed_up_ms >= " NOW_UP " - $1)"
         " ORDER BY p.seen_up_ms LIMIT $2",
         "ii"},
    [PG_OLD_GUEST_GAMES] =
        {"SELECT t.id, t.changed_up_ms,"
         " (NOT EXISTS (SELECT 1 FROM traces x JOIN people p ON p.id = x.person"
         "  WHERE x.table_id = t.id AND p.login IS NOT NULL)"
         " AND (t.phase = 'closed' OR EXISTS (SELECT 1 FROM results r"
         "  WHERE r.table_id = t.id AND r.agent = '')))::int::bigint"
         " FROM tables t WHERE t.phase IN ('over', 'closed') AND (t.changed_up_ms, t.id) > ($2, $3)"
         " AND t.changed_up_ms < " NOW_UP " - $1 ORDER BY t.changed_up_ms, t.id LIMIT $4",
         "iiti"},
    [PG_OLD_BOT_GAMES] =
        {"SELECT t.id, t.changed_up_ms, (t.phase = 'over'"
         " AND EXISTS (SELECT 1 FROM results r WHERE r.table_id = t.id)"
         " AND NOT EXISTS (SELECT 1 FROM results r WHERE r.table_id = t.id AND r.agent = ''))::int::bigint"
         " FROM tables t WHERE t.phase IN ('over', 'closed') AND (t.changed_up_ms, t.id) > ($2, $3)"
         " AND t.changed_up_ms <= " NOW_UP " - $1 ORDER BY t.changed_up_ms, t.id LIMIT $4",
         "iiti"},
    /* What deleted rows take up is counted until the database cleans up after them (autovacuum). */
    [PG_USED_BYTES] = {"SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint FROM pg_class c"
                       " WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'",
                       ""},
    /* Journals with a gap, results and standings that do not fit each other. */
    [PG_CHECK] =
        {"SELECT 'the journal of table ' || table_id || ' has a gap' FROM (SELECT table_id FROM journal"
         "  GROUP BY table_id HAVING count(*) <> max(number) OR min(number) <> 1 LIMIT 1) gaps"
         " UNION ALL SELECT 'the standings of ' || person || ' do not fit their results' FROM ("
         "  SELECT coalesce(s.person, r.person) AS person FROM standings s FULL JOIN"
         "   (SELECT game, against, person, count(*) AS games FROM results"
         "     WHERE person IS NOT NULL AND points IS NOT NULL GROUP BY game, against, person) r"
         "   ON r.game = s.game AND r.against = s.against AND r.person = s.person"
         "  WHERE s.games IS DISTINCT FROM r.games LIMIT 1) wrong",
         ""},

    /* Several servers (cluster.h). Each transaction has the row of its server in `writers` by then. */
    [PG_LOST] = {"SELECT c FROM unnest(string_to_array($2, ',')) c WHERE NOT EXISTS (SELECT 1 FROM owners o"
                 " WHERE o.table_id = split_part(c, ':', 1) AND o.session = $1"
                 " AND o.epoch = split_part(c, ':', 2)::bigint)",
                 "tt"},
    [PG_OWN] = {"INSERT INTO owners (table_id, session, epoch, format) SELECT $1, $2, 1, $3 WHERE " IF_TABLE(
                    1) " ON CONFLICT DO NOTHING",
                "tti"},
    [PG_OWNER] = {"SELECT coalesce(o.session, ''), coalesce(o.epoch, 0), coalesce(o.format, 0),"
                  " coalesce(s.id, ''), coalesce(" PG_LIVES(
                      "s") ", false)::int::bigint"
                           " FROM tables t LEFT JOIN owners o ON o.table_id = t.id"
                           " LEFT JOIN servers s ON s.session = o.session WHERE t.id = $1",
                  "t"},
    /* 2: there is no such row, so its server writes nothing more; 1: it is held now; 0: it has it itself. */
    [PG_HOLD_WRITER] = {"SELECT CASE WHEN NOT EXISTS (SELECT 1 FROM writers WHERE session = $1) THEN 2"
                        " ELSE (SELECT count(*) FROM (SELECT 1 FROM writers WHERE session = $1"
                        " FOR UPDATE SKIP LOCKED) held) END::bigint",
                        "t"},
    [PG_TAKE] =
        {"INSERT INTO owners AS o (table_id, session, epoch, format) SELECT $1, $2, 1, $5 WHERE " IF_TABLE(
             1) " ON CONFLICT (table_id) DO UPDATE SET session = excluded.session, epoch = o.epoch + 1,"
                " format = greatest(o.format, excluded.format)"
                " WHERE o.session = $3 AND o.epoch = $4 RETURNING epoch",
         "tttii"},
    [PG_GIVE_UP] = {"UPDATE owners SET session = '' WHERE session = $1", "t"},
    [PG_LEAVE] = {"UPDATE servers SET lease_until = clock_timestamp() WHERE session = $1", "t"},
    /* Each server in an order of its own, so that they do not all claim the same. Where nobody asks for a
     * table, it waits until the lease is over: a connection that broke is soon there again. */
    [PG_ORPHANS] = {"SELECT t.id FROM tables t LEFT JOIN owners o ON o.table_id = t.id"
                    " WHERE t.phase IN ('open', 'commit', 'playing') AND coalesce(o.format, 0) <= $2"
                    " AND coalesce(o.session, '') NOT IN"
                    " (SELECT session FROM servers WHERE lease_until > clock_timestamp())"
                    " ORDER BY md5($1 || t.id) LIMIT $3",
                    "tii"},
    [PG_NODES] = {"SELECT s.id, " PG_LIVES(
                      "s") "::int::bigint, s.format, (SELECT count(*) FROM owners o"
                           " JOIN tables t ON t.id = o.table_id WHERE o.session = s.session"
                           " AND t.phase IN ('open', 'commit', 'playing')),"
                           " (extract(epoch FROM s.lease_until - clock_timestamp()) * 1000)::bigint"
                           " FROM servers s ORDER BY s.id",
                  ""},
    [PG_TABLES_ELSEWHERE] =
        {"SELECT t.id, t.game, t.phase, t.summary, t.created_ms, t.changed_ms,"
         " coalesce(s.id, '') FROM tables t JOIN access a ON a.table_id = t.id"
         " LEFT JOIN owners o ON o.table_id = t.id"
         " LEFT JOIN servers s ON s.session = o.session"
         " WHERE t.phase IN ('open', 'commit', 'playing') AND o.session IS DISTINCT FROM $1"
         " AND strpos(a.text, '\"public\":true') > 0"
         " ORDER BY t.phase <> 'open', t.changed_ms DESC, t.id LIMIT $2",
         "ti"},
    [PG_TABLES_OF] = {"SELECT t.id, t.game, t.phase, t.summary, t.created_ms, t.changed_ms,"
                      " coalesce(s.id, '') FROM traces x JOIN tables t ON t.id = x.table_id"
                      " LEFT JOIN owners o ON o.table_id = t.id LEFT JOIN servers s ON s.session = o.session"
                      " WHERE x.person = $2 AND t.phase IN ('open', 'commit', 'playing')"
                      " AND o.session IS DISTINCT FROM $1 ORDER BY t.changed_ms DESC, t.id LIMIT $3",
                      "tti"},
    [PG_COUNT_ELSEWHERE] = {"SELECT count(*) FROM traces x JOIN tables t ON t.id = x.table_id"
                            " JOIN owners o ON o.table_id = t.id WHERE x.person = $2"
                            " AND t.phase IN ('open', 'commit', 'playing') AND o.session <> $1",
                            "tt"},
    /* A transaction can be committed after one that began later: only what lies behind all that still run is
     * looked at. */
    [PG_CHANGES_NOW] = {"SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint", ""},
    [PG_CHANGES] = {"SELECT DISTINCT kind, subject FROM changes"
                    " WHERE xid >= $1::text::xid8 AND xid < $2::text::xid8",
                    "ii"},
    [PG_CHANGES_EXPIRE] = {"DELETE FROM changes WHERE at < clock_timestamp() - interval '10 minutes'", ""},
};
