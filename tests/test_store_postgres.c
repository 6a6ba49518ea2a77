/* The store on PostgreSQL where something fails: connections that are cut while a transaction is committed, a
 * database that is away, servers that stand still or are gone. */
#include "store/postgres_internal.h"
#include "support/store_fixture.h"

#include "store/health.h"
#include "store/privacy.h"
#include "support/cutter.h"

#include <stdatomic.h>
#include <sys/wait.h>

static cutter proxy;

/* The same schema, by way of the proxy. */
static store *open_through_proxy(void) {
    char database[96], through[512];
    const char *host = strstr(url, "host=") + strlen("host=");
    snprintf(database, sizeof database, "%.*s", (int)strcspn(host, "&"), host);
    snprintf(through, sizeof through, "%.*s%s%s", (int)(host - url), url, folder, host + strcspn(host, "&"));
    cutter_start(&proxy, folder, database);
    store *opened = store_open(through, &error);
    if (opened == NULL) fail_msg("%s", error.text);
    return opened;
}

static int64_t entries(void) { return number_raw(path, "SELECT count(*) FROM journal"); }

static void expire_lease(void) {
    execute_raw(path, "UPDATE servers SET lease_until = now() - interval '1 s'");
}

/* ---- commits ---- */

static void test_cut_commits(void **unused) {
    (void)unused;
    enum { ROUNDS = 100 };
    store *s = open_through_proxy();
    store_defer(s);
    put_table(s, "t1", "open", 1);
    int64_t kept = 0;
    int lost = 0;
    for (int round = 0; round < ROUNDS; round++) {
        atomic_store(&proxy.next, CUT_BEFORE + round % 3);
        must(store_begin(s, &error));
        add(s, "t1", kept + 1);
        put_table(s, "t1", "open", round);
        memset(&error, 0, sizeof error);
        tp_err code = store_commit(s, &error);
        assert_int_equal(atomic_load(&proxy.next), CUT_NOTHING); /* it was cut */
        kept += code == TP_OK;
        lost += code != TP_OK;
        if (code != TP_OK) assert_string_equal(error.reason, "AGAIN");
        if (round % 3 == 0) assert_int_equal(code, TP_E_IO);
        if (round % 3 == 2) assert_int_equal(code, TP_OK);
        assert_int_equal(entries(), kept); /* what was answered is true */
    }
    assert_int_equal(atomic_load(&proxy.cuts), ROUNDS);
    assert_in_range(lost, ROUNDS / 3, ROUNDS - ROUNDS / 3);
    assert_int_equal(count_entries(s, "t1"), kept);
    store_close(s);
    cutter_stop(&proxy);
}

/* A change outside of a transaction is one. */
static void test_cut_single_changes(void **unused) {
    (void)unused;
    store *s = open_through_proxy();
    put_table(s, "t1", "open", 1);
    for (int round = 0, kept = 0; round < 6; round++) {
        atomic_store(&proxy.next, CUT_BEFORE + round % 3);
        kept += store_journal_add(s, "t1", kept + 1, 'm', "x", &error) == TP_OK;
        assert_int_equal(entries(), kept);
    }
    store_close(s);
    cutter_stop(&proxy);
}

static void *come_back(void *context) {
    (void)context;
    usleep(700000);
    atomic_store(&proxy.is_away, false);
    return NULL;
}

/* A moment without the database is a pause; a long one is told, and what may have been kept is told as such.
 */
static void test_database_away(void **unused) {
    (void)unused;
    store *s = open_through_proxy();
    store *reader = store_open_reader(s, &error);
    assert_non_null(reader);
    put_table(s, "t1", "open", 1);
    add(s, "t1", 1);
    pthread_t thread;
    for (int round = 0; round < 2; round++) {
        atomic_store(&proxy.is_away, true);
        while (store_in_place(s, &error) == TP_OK && store_uptime(reader, &(int64_t){0}, &error) == TP_OK)
            usleep(1000);
        assert_int_equal(pthread_create(&thread, NULL, come_back, NULL), 0);
        must(store_begin(s, &error));
        add(s, "t1", 2 + round);
        must(store_commit(s, &error));
        pthread_join(thread, NULL);
        assert_int_equal(count_entries(reader, "t1"), 2 + round);
    }

    store_close(reader);
    store_close(s);
    cutter_stop(&proxy);
}

/* Cut while it commits, and then gone for too long. */
static void test_uncertain(void **unused) {
    (void)unused;
    store *s = open_through_proxy();
    put_table(s, "t1", "open", 1);
    ((pg_store *)s)->look_patience_ms = ((pg_store *)s)->begin_patience_ms = 200;
    for (int64_t kept = 0; kept < 2; kept++) {
        must(store_begin(s, &error));
        add(s, "t1", kept + 1);
        atomic_store(&proxy.goes_away, true);
        atomic_store(&proxy.next, CUT_AFTER);
        must_not(store_commit(s, &error), TP_E_IO, "the change may have been kept");
        assert_string_equal(error.reason, "UNCERTAIN");
        must_not(store_begin(s, &error), TP_E_IO, "cannot reach");
        while (entries() == kept) usleep(1000); /* it was */
        atomic_store(&proxy.is_away, false);
    }
    add(s, "t1", 3);
    assert_int_equal(count_entries(s, "t1"), 3);
    store_close(s);
    cutter_stop(&proxy);
}

/* ---- what is put off ---- */

static void test_deferred_refusals(void **unused) {
    (void)unused;
    store *s = open_store();
    store_defer(s);
    put_table(s, "t1", "open", 1);
    must(store_begin(s, &error));
    add(s, "t1", 1);
    must(store_journal_add(s, "t1", 5, 'm', "", &error)); /* the answer comes later */
    add(s, "t1", 2);
    must_not(store_commit(s, &error), TP_E_INPUT, "not 5");
    assert_int_equal(entries(), 0);
    must(store_begin(s, &error));
    must(store_trace(s, "p1", "t9", &error));
    must_not(store_commit(s, &error), TP_E_UNKNOWN, "no table 't9'");
    must(store_begin(s, &error));
    must(store_journal_add(s, "t9", 1, 'm', "", &error));
    must_not(store_commit(s, &error), TP_E_UNKNOWN, "no table 't9'");
    /* A read sees what was put off before it, and hears of what was refused. */
    must(store_begin(s, &error));
    add(s, "t1", 1);
    assert_int_equal(count_entries(s, "t1"), 1);
    must(store_journal_add(s, "t1", 9, 'm', "", &error));
    int64_t unused_count = 0;
    must_not(store_journal_read(s, "t1", 0, count_entry, &unused_count, &error), TP_E_INPUT, "not 9");
    must_not(store_journal_add(s, "t1", 2, 'm', "", &error), TP_E_IO, "none of them is kept");
    assert_int_equal(store_commit(s, &error), TP_E_IO);
    assert_int_equal(entries(), 0);
    /* Many at once, more than the sockets hold. */
    enum { MANY = 3000 };
    char *text = malloc(4001);
    memset(text, 'x', 4000);
    text[4000] = '\0';
    must(store_begin(s, &error));
    for (int i = 1; i <= MANY; i++) must(store_journal_add(s, "t1", i, 'm', text, &error));
    must(store_commit(s, &error));
    assert_int_equal(entries(), MANY);
    free(text);
    store_close(s);
}

/* ---- two servers ---- */

static void test_one_server(void **unused) {
    (void)unused;
    store *s = open_store();
    put_table(s, "t1", "open", 1);
    assert_null(store_open(url, &error));
    assert_int_equal(error.code, TP_E_IO);
    assert_non_null(strstr(error.text, "is in use by another server"));
    add(s, "t1", 1); /* and it is none the worse for it */
    store_close(s);
    /* One that has ended in whatever way is out of the way at once. */
    pid_t child = fork();
    if (child == 0) {
        store *other = store_open(url, &error);
        _exit(other != NULL && store_begin(other, &error) == TP_OK ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    s = open_store();
    add(s, "t1", 2);
    store_close(s);
}

static void *open_another(void *context) {
    *(store **)context = store_open(url, NULL);
    return NULL;
}

/* One whose lease is over is fenced, and only after the end of the transaction that it has begun. */
static void test_takeover(void **unused) {
    (void)unused;
    store *old = open_store(), *new = NULL;
    put_table(old, "t1", "open", 1);
    add(old, "t1", 1);
    must(store_begin(old, &error));
    add(old, "t1", 2);
    expire_lease();
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, open_another, &new), 0);
    usleep(200000);
    must(store_commit(old, &error));
    pthread_join(thread, NULL);
    assert_non_null(new);
    assert_int_equal(count_entries(new, "t1"), 2);
    must_not(store_begin(old, &error), TP_E_IO, "another server has taken over");
    must_not(store_journal_add(old, "t1", 3, 'm', "", &error), TP_E_IO, "another server has taken over");
    must_not(store_health(old, &error), TP_E_IO, "another server has taken over");
    must_not(store_in_place(old, &error), TP_E_IO, "another server has taken over");
    add(new, "t1", 3);
    store_close(old);
    add(new, "t1", 4);
    store_close(new);
}

/* One that stands still in the middle of a transaction keeps nobody waiting, and does not get to the end. */
static void test_standing_still(void **unused) {
    (void)unused;
    store *old = open_store(), *new = NULL;
    put_table(old, "t1", "open", 1);
    must(store_begin(old, &error));
    add(old, "t1", 1);
    expire_lease();
    new = open_store();
    add(new, "t1", 1);
    assert_int_not_equal(store_commit(old, &error), TP_OK);
    must_not(store_begin(old, &error), TP_E_IO, "another server has taken over");
    add(new, "t1", 2);
    assert_int_equal(count_entries(new, "t1"), 2);
    store_close(old);
    store_close(new);
}

/* ---- versions ---- */

static void test_later_version(void **unused) {
    (void)unused;
    store_close(open_store());
    execute_raw(path, "UPDATE schema_version SET version = 99");
    assert_null(store_open(url, &error));
    assert_int_equal(error.code, TP_E_VERSION);
    assert_non_null(strstr(error.text, "its schema has version 99"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, make_folder, remove_folder)
        TEST(test_cut_commits), TEST(test_cut_single_changes), TEST(test_database_away),
        TEST(test_uncertain),   TEST(test_deferred_refusals),  TEST(test_one_server),
        TEST(test_takeover),    TEST(test_standing_still),     TEST(test_later_version),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
