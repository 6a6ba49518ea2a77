/* Copies from one kind of database to another and back, backups, and checks that find what is wrong. On
 * PostgreSQL (support/store_fixture.h) a copy goes from a file into the database and back into a file. */
#include "support/store_fixture.h"

#include "store/copy.h"
#include "store/health.h"
#include "store/privacy.h"

/* Of everything something, with texts and numbers that are easily changed on the way. */
static void fill(store *s) {
    uint8_t secret[STORE_SECRET_SIZE];
    must(store_secret(s, "cookie", secret, &error));
    must(store_beat(s, 123456789, &error));
    store_person ana = person("p1", "Ñandú 日本語 🂡", "ana"), long_ago = person("p2", "'; \\x", "");
    long_ago.created_ms = INT64_MIN;
    long_ago.seen_ms = INT64_MAX;
    must(store_person_put(s, &ana, &error));
    must(store_person_put(s, &long_ago, &error));
    must(store_person_shape(s, "p1", "ana", "", &error));
    must(store_block(s, "p1", "p2", true, &error));
    put_table(s, "t1", "over", 1);
    put_table(s, "t2", "open", 2);
    for (int i = 1; i <= 2500; i++) add(s, "t1", i); /* more than is read at once */
    must(store_journal_add(s, "t2", 1, 'e', "\x01\t\r\n\x7f \"quoted\" \\N", &error));
    must(store_access_put(s, "t1", "{}", &error));
    static const double points[] = {0.1, 0.2, 0.7, 1.0 / 3};
    for (int i = 0; i < 4; i++) {
        char id[8];
        snprintf(id, sizeof id, "u%d", i);
        put_table(s, id, "over", i);
        store_result made = {.table = id,
                             .game = "mus",
                             .person = "p1",
                             .agent = "",
                             .returns = -1e-300,
                             .score = -40,
                             .how = "played",
                             .side = 1,
                             .is_public = true,
                             .against = "people",
                             .points = points[i]};
        must(store_result_add(s, &made, &error));
    }
    put_result(s, "t1", 0, "p1", 5);
    put_result(s, "t1", 1, "", 5);
    must(store_note_put(s, &(store_note){"ban", "k", "p2", "p1", "{}", 1, 0}, &error));
    must(store_note_put(s, &(store_note){"report", "k", "", "", "", 1, 9}, &error));
    must(store_session_put(s, "p1", &(store_session){"s1", "Firefox", 1, 5}, &error));
    must(store_trace(s, "p1", "t1", &error));
    must(store_sign_out(s, "p8", &error));
    must(store_erase(s, "p9", &error));
}

static char files[3][160];

static const char *file_url(int number) {
    snprintf(files[number], sizeof files[number], "sqlite:%s/copy%d.db", folder, number);
    return files[number];
}

static int remove_all(void **state) {
    unlink(beside(".tombstones"));
    static const char *const endings[] = {"/copy0.db", "/copy1.db", "/copy2.db", "/copy0.db.tombstones",
                                          "/copy1.db.tombstones"};
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        char name[160];
        snprintf(name, sizeof name, "%s%s", folder, endings[i]);
        unlink(name);
    }
    return remove_folder(state);
}

static int64_t rows_heard;

static void hear(void *context, const char *relation, int64_t rows) {
    (void)context, (void)relation;
    rows_heard += rows;
}

/* What a few calls say of it. */
static void assert_filled(const char *of) {
    store *s = store_open(of, &error);
    if (s == NULL) fail_msg("%s", error.text);
    store_person found;
    int64_t uptime;
    must(store_person_by_login(s, "ana", &found, &error));
    assert_string_equal(found.name, "Ñandú 日本語 🂡");
    must(store_person_get(s, "p2", &found, &error));
    assert_int_equal(found.created_ms, INT64_MIN);
    assert_int_equal(count_entries(s, "t1"), 2500);
    must(store_uptime(s, &uptime, &error));
    assert_int_equal(uptime, 123456789);
    store_tombstone is;
    must(store_tombstone_of(s, "p9", &is, &error));
    assert_int_equal(is, STORE_ERASED);
    int64_t again;
    must(store_tombstones_apply(s, &again, &error)); /* as at every start */
    add(s, "t1", 2501);                              /* it goes on */
    store_close(s);
}

static void test_there_and_back(void **unused) {
    (void)unused;
    store *s = store_open(file_url(0), &error);
    fill(s);
    must(store_copy(file_url(0), url, hear, NULL, &error)); /* while it is open */
    assert_in_range(rows_heard, 2500, 2600);
    must_not(store_copy(file_url(0), url, NULL, NULL, &error), TP_E_INPUT, "name an empty one");
    must(store_copy(url, file_url(1), NULL, NULL, &error));
    must(store_check_all(url, &error));
    must(store_check_all(file_url(1), &error));
    store_close(s);
    assert_filled(file_url(1));
    assert_filled(url);
    must_not(store_copy("sqlite:/nowhere/x", file_url(2), NULL, NULL, &error), TP_E_IO, "nowhere");
    must_not(store_copy("oracle:x", file_url(2), NULL, NULL, &error), TP_E_UNKNOWN, "oracle");
}

static void test_backup_of_all(void **unused) {
    (void)unused;
    store *s = open_store();
    fill(s);
    const char *file = file_url(0) + strlen("sqlite:");
    must(store_begin(s, &error));
    put_table(s, "t9", "open", 1);
    must(store_backup_all(url, file, &error)); /* of what is committed, while it is written to */
    store_rollback(s);
    assert_int_equal(mode_of(file), 0600);
    assert_int_equal(number_raw(file, "SELECT count(*) FROM tables WHERE id = 't9'"), 0);
    must_not(store_backup_all(url, "/nowhere/at/all", &error), TP_E_IO, "there is no such file");
    store_close(s);
    must(store_check_all(file_url(0), &error));
    assert_filled(file_url(0));
}

static void test_checks(void **unused) {
    (void)unused;
    store *s = open_store();
    fill(s);
    must(store_check_all(url, &error));
    store_close(s);
    execute_raw(path, "UPDATE standings SET games = games + 1");
    must_not(store_check_all(url, &error), TP_E_REFUSED, "the standings of p1");
    execute_raw(path, "DELETE FROM standings");
    must_not(store_check_all(url, &error), TP_E_REFUSED, "the standings of p1");
    execute_raw(path, "DELETE FROM journal WHERE table_id = 't1' AND number = 77");
    must_not(store_check_all(url, &error), TP_E_REFUSED, "the journal of table t1 has a gap");
}

static void test_other_versions(void **unused) {
    (void)unused;
    store_close(open_store());
    execute_raw(path, on_postgres() ? "UPDATE schema_version SET version = 99" : "PRAGMA user_version = 99");
    must_not(store_copy(url, file_url(0), NULL, NULL, &error), TP_E_VERSION, "by a later Tapete");
    execute_raw(path, on_postgres() ? "UPDATE schema_version SET version = 1" : "PRAGMA user_version = 4");
    must_not(store_check_all(url, &error), TP_E_VERSION, "by an earlier Tapete");
}

int main(void) {
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, make_folder, remove_all)
        TEST(test_there_and_back),
        TEST(test_backup_of_all),
        TEST(test_checks),
        TEST(test_other_versions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
