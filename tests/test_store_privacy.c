/* Sessions, tombstones and erasing: who was deleted is gone at once and for good, also after an older backup
 * was put in place. */
#include "store/health.h"
#include "support/store_fixture.h"

#include "store/privacy.h"

static int remove_all(void **state) {
    unlink(beside(".tombstones"));
    unlink(beside(".backup.tombstones"));
    return remove_folder(state);
}

static void put_account_of(store *s, const char *id, const char *login) {
    store_person person = {.sign_in = 1, .created_ms = 1, .seen_ms = 1};
    snprintf(person.id, sizeof person.id, "%s", id);
    snprintf(person.name, sizeof person.name, "Name of %s", id);
    snprintf(person.login, sizeof person.login, "%s", login);
    must(store_person_put(s, &person, &error));
}

static void finish(store *s, const char *table, const char *person, const char *agent) {
    const store_table row = {table, "mus", "over", "{}", 1, 1};
    must(store_table_put(s, &row, &error));
    const store_result result = {.table = table,
                                 .game = "mus",
                                 .person = person,
                                 .agent = agent,
                                 .how = "played",
                                 .against = "people",
                                 .points = 1};
    must(store_result_add(s, &result, &error));
    if (person[0] != '\0') must(store_trace(s, person, table, &error));
}

static bool is_erased(store *s, const char *person) {
    store_tombstone is;
    must(store_tombstone_of(s, person, &is, &error));
    return is == STORE_ERASED;
}

static int64_t results_of(store *s, const char *person) {
    int64_t count;
    must(store_result_count(s, person, &count, &error));
    return count;
}

static void list_session(void *context, const store_session *session) {
    (void)context;
    char line[128];
    snprintf(line, sizeof line, "%s:%s:%d", session->id, session->device, (int)session->seen_ms);
    list(line);
}

static void test_sessions(void **unused) {
    (void)unused;
    store *s = open_store();
    put_account_of(s, "p1", "ana");
    put_account_of(s, "p2", "eva");
    must(store_session_put(s, "p1", &(store_session){"s1", "Firefox", 1, 5}, &error));
    must(store_session_put(s, "p1", &(store_session){"s2", "Chrome", 2, 6}, &error));
    must(store_session_put(s, "p2", &(store_session){"s1", "", 3, 3}, &error));
    must(store_session_put(s, "p1", &(store_session){"s1", "Firefox", 9, 7}, &error));
    must_not(store_session_put(s, "p9", &(store_session){"s1", "", 1, 1}, &error), TP_E_UNKNOWN, "nobody");
    assert_listed(store_sessions(s, "p1", list_session, NULL, &error), "s1:Firefox:7 s2:Chrome:6 ");
    must(store_session_end(s, "p1", "s2", &error));
    must(store_session_end(s, "p1", "s9", &error));
    assert_listed(store_sessions(s, "p1", list_session, NULL, &error), "s1:Firefox:7 ");
    must(store_session_end(s, "p1", "", &error));
    assert_listed(store_sessions(s, "p1", list_session, NULL, &error), "");
    assert_listed(store_sessions(s, "p2", list_session, NULL, &error), "s1::3 ");
    store_close(s);
}

/* Dead at once; results become nobody's piece by piece, and then the row goes. */
static void test_erase(void **unused) {
    (void)unused;
    store *s = open_store();
    store_person found;
    put_account_of(s, "p1", "ana");
    put_account_of(s, "p2", "eva");
    finish(s, "t1", "p1", "");
    finish(s, "t2", "p1", "");
    finish(s, "t3", "p1", "");
    must(store_session_put(s, "p1", &(store_session){"s1", "", 1, 1}, &error));
    assert_false(is_erased(s, "p1"));
    must(store_erase(s, "p1", &error));
    must(store_erase(s, "nobody", &error)); /* a guest without a row */
    assert_true(is_erased(s, "p1"));
    assert_true(is_erased(s, "nobody"));
    assert_false(is_erased(s, "p2"));
    must_not(store_person_get(s, "p1", &found, &error), TP_E_UNKNOWN, "nobody");
    must_not(store_person_by_login(s, "ana", &found, &error), TP_E_UNKNOWN, "nobody");
    assert_listed(store_sessions(s, "p1", list_session, NULL, &error), "");
    put_account_of(s, "p3", "ana"); /* the login is free */
    finish(s, "t4", "p1", "");      /* too late */
    assert_int_equal(results_of(s, "p1"), 3);
    bool more = false;
    must(store_erase_results(s, "p1", 2, &more, &error));
    assert_true(more);
    assert_int_equal(results_of(s, "p1"), 1);
    for (int i = 0; more; i++) {
        assert_true(i < 3);
        must(store_erase_results(s, "p1", 2, &more, &error));
    }
    assert_int_equal(results_of(s, "p1"), 0);
    assert_int_equal(number_raw(path, "SELECT count(*) FROM people WHERE id = 'p1'"), 0);
    assert_int_equal(number_raw(path, "SELECT count(*) FROM results"), 4);
    assert_int_equal(number_raw(path, "SELECT count(*) FROM standings"), 0);

    store_erasure erasure;
    must(store_erasure_next(s, &erasure, &error));
    assert_string_equal(erasure.person, "nobody");
    must(store_erasure_done(s, "nobody", &error));
    must(store_erasure_next(s, &erasure, &error));
    assert_string_equal(erasure.person, "p1");
    snprintf(erasure.table, sizeof erasure.table, "t2");
    erasure.number = 7;
    erasure.seats = 5;
    must(store_erasure_put(s, &erasure, &error));
    store_close(s);
    s = open_store(); /* it goes on where it was */
    memset(&erasure, 0, sizeof erasure);
    must(store_erasure_next(s, &erasure, &error));
    assert_string_equal(erasure.table, "t2");
    assert_int_equal(erasure.number, 7);
    assert_int_equal(erasure.seats, 5);
    must(store_erasure_done(s, "p1", &error));
    must_not(store_erasure_next(s, &erasure, &error), TP_E_UNKNOWN, "nobody is being erased");
    assert_true(is_erased(s, "p1"));
    store_close(s);
}

static void test_traces(void **unused) {
    (void)unused;
    store *s = open_store();
    char next[STORE_ID_SIZE] = "";
    finish(s, "t1", "p1", "");
    finish(s, "t2", "p1", "");
    must(store_trace(s, "p1", "t2", &error));
    must_not(store_trace(s, "p1", "t9", &error), TP_E_UNKNOWN, "no table 't9'");
    must(store_trace_next(s, "p1", "", next, &error));
    assert_string_equal(next, "t1");
    must(store_trace_next(s, "p1", "t1", next, &error));
    assert_string_equal(next, "t2");
    must_not(store_trace_next(s, "p1", "t2", next, &error), TP_E_UNKNOWN, "");
    must(store_trace_remove(s, "p1", "t1", &error));
    must(store_table_delete(s, "t2", &error));
    must_not(store_trace_next(s, "p1", "", next, &error), TP_E_UNKNOWN, "");
    store_close(s);
}

/* A database of the version before: everyone who is named in a journal has left something there. */
static void test_traces_of_old_journals(void **unused) {
    (void)unused;
    execute_raw(path, "PRAGMA application_id = 0x54707465");
    for (int i = 0; i < 5; i++) execute_raw(path, sqlite_schema_steps[i]);
    execute_raw(
        path,
        "INSERT INTO tables VALUES ('t1', 'mus', 'over', '{}', 1, 1), ('t2', 'mus', 'over', '{}', 1, 1);"
        "INSERT INTO journal VALUES ('t1', 1, 'e', '{\"is\": \"open\", \"owner\": \"p1\", \"seats\": [{\"who\": "
        "\"person\", \"person\": \"p2\", \"name\": \"x\"}]}'),"
        " ('t1', 2, 'e', '{\"by\":\"p3\",\"said\":\"person\"}'), ('t1', 3, 'e', 'damaged \"by\"'),"
        " ('t2', 1, 'e', '{\"owner\":\"\",\"person\":\"p1\"}');"
        "PRAGMA user_version = 5");
    store_close(open_store());
    assert_int_equal(number_raw(path, "SELECT count(*) FROM traces"), 4);
    assert_int_equal(number_raw(path, "SELECT count(*) FROM traces WHERE person = 'p1'"), 2);
    assert_int_equal(number_raw(path, "SELECT count(*) FROM traces WHERE table_id = 't1'"), 3);
}

static void test_overwriting(void **unused) {
    (void)unused;
    store *s = open_store();
    finish(s, "t1", "p1", "");
    must(store_journal_add(s, "t1", 1, 'e', "{\"is\":\"sit\",\"name\":\"Evelina Unique\"}", &error));
    must(store_journal_add(s, "t1", 2, 'e', "{\"is\":\"play\"}", &error));
    must(store_journal_add(s, "t1", 3, 'e', "{\"is\": \"play\"}", &error));
    must(
        store_journal_add(s, "t1", 4, 'e', "{\"is\":\"chat\",\"said\":\"\\\"is\\\":\\\"play\\\"\"}", &error));
    int64_t count;
    must(store_journal_overwrite(s, "t1", 1, "{\"is\":\"sit\",\"name\":\"gone\"}", &error));
    must(store_flush(s, &error));
    assert_int_equal(number_raw(path, "SELECT count(*) FROM journal WHERE text LIKE '%Evelina%'"), 0);
    if (!on_postgres()) {
        struct stat about;
        assert_int_equal(stat(beside("-wal"), &about), 0);
        assert_int_equal(about.st_size, 0);
        size_t size;
        char *bytes = content_of(path, &size);
        assert_null(memmem(bytes, size, "Evelina", 7));
        free(bytes);
    }
    assert_listed(store_journal_some(s, "t1", 0, 10, list_entry, NULL, &count, &error), "1 4 ");
    assert_int_equal(count, 2);
    assert_listed(store_journal_some(s, "t1", 1, 10, list_entry, NULL, &count, &error), "4 ");
    assert_listed(store_journal_some(s, "t1", 0, 1, list_entry, NULL, &count, &error), "1 ");
    store_close(s);
}

static uint32_t chance(uint32_t *state, uint32_t below) {
    *state = *state * 1664525u + 1013904223u;
    return (*state >> 8) % below;
}

/* Rows that SQLite has moved from page to page leave nothing behind once they are overwritten: secure_delete
 * alone leaves some. */
static void test_no_residues(void **unused) {
    (void)unused;
    enum { GAMES = 40, ENTRIES = 6000, TOGETHER = 25 };
    store *s = open_store();
    static struct { int table, number; } secret[ENTRIES];
    int numbers[GAMES] = {0}, secrets = 0;
    uint32_t state = 1;
    char table[16], text[400];
    for (int i = 0; i < GAMES; i++) {
        snprintf(table, sizeof table, "t%03d", i);
        put_table(s, table, "open", 1);
    }
    for (int i = 0; i < ENTRIES; i++) {
        if (i % TOGETHER == 0) must(store_begin(s, &error));
        int t = (int)chance(&state, GAMES);
        bool is_secret = chance(&state, 10) == 0;
        if (is_secret) {
            secret[secrets].table = t;
            secret[secrets++].number = numbers[t] + 1;
        }
        snprintf(text, sizeof text, "{\"by\":\"%s\",\"said\":\"%0*d\"}", is_secret ? "UNMISTAKABLE" : "other",
                 10 + (int)chance(&state, 200), 0);
        snprintf(table, sizeof table, "t%03d", t);
        must(store_journal_add(s, table, ++numbers[t], 'e', text, &error));
        if (i % TOGETHER == TOGETHER - 1) must(store_commit(s, &error));
    }
    assert_true(secrets > 300);
    must(store_begin(s, &error));
    for (int t = 0; t < GAMES; t++) { /* as erasing goes: table by table */
        snprintf(table, sizeof table, "t%03d", t);
        for (int i = 0; i < secrets; i++) {
            if (secret[i].table == t) must(store_journal_overwrite(s, table, secret[i].number, "{}", &error));
        }
    }
    must(store_commit(s, &error));
    must(store_flush(s, &error));
    size_t size;
    char *bytes = content_of(path, &size);
    assert_null(memmem(bytes, size, "UNMIST", 6));
    free(bytes);
    bool is_whole = false;
    must(store_check(s, 60000, &is_whole, &error));
    assert_true(is_whole);
    store_close(s);
}

/* The older backup knows the person; the file beside it knows better. */
static void test_restored_backup(void **unused) {
    (void)unused;
    store *s = open_store();
    int64_t again = -1;
    uint8_t secret[STORE_SECRET_SIZE];
    must(store_secret(s, "cookie", secret, &error));
    put_account_of(s, "p1", "ana");
    put_account_of(s, "p2", "eva");
    finish(s, "t1", "p1", "");
    must(store_backup(s, beside(".backup"), &error));
    must(store_erase(s, "p1", &error));
    must(store_sign_out(s, "p7", &error));
    must(store_tombstones_file(s, &error));
    assert_int_equal(mode_of(beside(".tombstones")), 0600);
    size_t size;
    free(content_of(beside(".tombstones"), &size));
    assert_int_equal(size, 33);             /* one line: who has only signed out is not filed */
    must(store_tombstones_file(s, &error)); /* nothing is filed twice */
    free(content_of(beside(".tombstones"), &size));
    assert_int_equal(size, 33);
    store_close(s);

    copy_file(beside(".backup"), path);
    s = open_store();
    store_person found;
    must(store_person_get(s, "p1", &found, &error));
    assert_false(is_erased(s, "p1"));
    must(store_tombstones_apply(s, &again, &error));
    assert_int_equal(again, 1);
    assert_true(is_erased(s, "p1"));
    must_not(store_person_get(s, "p1", &found, &error), TP_E_UNKNOWN, "nobody");
    must(store_person_get(s, "p2", &found, &error));
    store_erasure erasure;
    must(store_erasure_next(s, &erasure, &error));
    assert_string_equal(erasure.person, "p1");
    must(store_tombstones_apply(s, &again, &error));
    assert_int_equal(again, 0);
    store_close(s);
}

/* A torn line does not count and harms no other; a file that was lost is written again. */
static void test_damaged_file(void **unused) {
    (void)unused;
    store *s = open_store();
    int64_t again = -1;
    must(store_erase(s, "p1", &error));
    must(store_tombstones_file(s, &error));
    FILE *file = fopen(beside(".tombstones"), "ab");
    assert_non_null(file);
    fputs("0123456789", file);
    fclose(file);
    must(store_erase(s, "p2", &error));
    must(store_tombstones_file(s, &error));
    size_t size;
    free(content_of(beside(".tombstones"), &size));
    assert_int_equal(size, 33 + 11 + 33);
    must(store_tombstones_apply(s, &again, &error));
    assert_int_equal(unlink(beside(".tombstones")), 0);
    must(store_tombstones_apply(s, &again, &error));
    free(content_of(beside(".tombstones"), &size));
    assert_int_equal(size, 66);
    assert_int_equal(again, 0);
    store_close(s);
}

/* Ages are counted by the uptime: whatever the times of the wall say. */
static void test_old_guests(void **unused) {
    (void)unused;
    enum { DAY_MS = 86400000 };
    store *s = open_store();
    put_person(s, "p1");
    put_person(s, "p2");
    put_account_of(s, "p3", "eva");
    finish(s, "t1", "p1", "");
    finish(s, "t2", "p3", "");
    finish(s, "t3", "", "mus-bot");
    must(store_beat(s, 40 * (int64_t)DAY_MS, &error));
    put_person(s, "p4");
    finish(s, "t4", "p2", ""); /* has played lately */
    assert_listed(store_old_guests(s, 30 * (int64_t)DAY_MS, 10, list_name, NULL, &error), "p1 ");
    assert_listed(store_old_guests(s, 50 * (int64_t)DAY_MS, 10, list_name, NULL, &error), "");
    must(store_erase(s, "p1", &error));
    assert_listed(store_old_guests(s, 30 * (int64_t)DAY_MS, 10, list_name, NULL, &error), "");

    store_walk walk = {0};
    int64_t count;
    assert_listed(store_old_guest_games(s, 30 * (int64_t)DAY_MS, &walk, 2, list_name, NULL, &count, &error),
                  "t1 ");
    assert_int_equal(count, 2);
    assert_listed(store_old_guest_games(s, 30 * (int64_t)DAY_MS, &walk, 2, list_name, NULL, &count, &error),
                  "");
    assert_int_equal(count, 1); /* the bots' own game; t4 is not old */
    must(store_old_guest_games(s, 30 * (int64_t)DAY_MS, &walk, 2, list_name, NULL, &count, &error));
    assert_int_equal(count, 0);

    must(store_sign_out(s, "p8", &error));
    must(store_beat(s, 500 * (int64_t)DAY_MS, &error));
    must(store_sign_out(s, "p9", &error));
    must(store_tombstones_expire(s, 400 * (int64_t)DAY_MS, &error));
    store_tombstone is;
    must(store_tombstone_of(s, "p8", &is, &error));
    assert_int_equal(is, STORE_NOT_DEAD);
    must(store_tombstone_of(s, "p9", &is, &error));
    assert_int_equal(is, STORE_SIGNED_OUT);
    assert_true(is_erased(s, "p1"));
    must(store_erase(s, "p9", &error)); /* signed out, and then deleted */
    assert_true(is_erased(s, "p9"));
    store_close(s);
}

static void test_shapes(void **unused) {
    (void)unused;
    store *s = open_store();
    bool taken = true;
    put_account_of(s, "p1", "ana");
    put_person(s, "p2");
    assert_int_equal(number_raw(path, "SELECT count(*) FROM people WHERE shape IS NULL"), 2);
    must(store_person_shape(s, "p1", "ana", "ananas", &error));
    must(store_person_shape(s, "p2", "eva", "", &error));
    must(store_shape_taken(s, "ana", "p1", &taken, &error));
    assert_false(taken); /* their own */
    must(store_shape_taken(s, "ana", "p2", &taken, &error));
    assert_true(taken);
    must(store_shape_taken(s, "eva", "p1", &taken, &error));
    assert_false(taken); /* a guest's */
    must(store_shape_taken(s, "ananas", "p2", &taken, &error));
    assert_true(taken); /* a login's */
    must(store_shape_taken(s, "ananas", "p1", &taken, &error));
    assert_false(taken);
    must(store_erase(s, "p1", &error));
    must(store_shape_taken(s, "ana", "p2", &taken, &error));
    assert_false(taken);
    store_close(s);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make_folder, remove_all)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_sessions),
        TEST(test_erase),
        TEST(test_traces),
        TEST(test_overwriting),
        TEST(test_old_guests),
        TEST(test_shapes),
        TEST(test_traces_of_old_journals), /* in files, from here on */
        TEST(test_restored_backup),
        TEST(test_damaged_file),
        TEST(test_no_residues),
    };
    return RUN_STORE_TESTS(tests, sizeof tests / sizeof tests[0] - 4);
}
