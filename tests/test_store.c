/* The store: what is put in comes out again, whatever it is, and copies can be made of it meanwhile. */
#include "support/store_fixture.h"

#include <pthread.h>

/* Texts that have broken databases elsewhere. */
static const char *const hostile[] = {
    "",
    "'",
    "''; DROP TABLE people; --",
    "\"; DELETE FROM journal; --",
    "?1 :a @b $c %s %n \\ \\0",
    "Ñandú, Zoë, Ωμέγα, 日本語, 🂡🃏",
    "e\xcc\x81 \xe2\x80\xae)\xe2\x80\xac \xef\xbb\xbf", /* combining, right to left, byte order mark */
    "\x01\x1f\x7f\t\r\n",
    "\xff\xfe broken UTF-8 \xc3",
    "{\"name\": \"O'Brien\"}",
    "NULL",
    "12",
    "0x10",
    "1e400",
};

enum { HOSTILE_COUNT = sizeof hostile / sizeof hostile[0] };

/* ---- what goes in comes out ---- */

static void test_urls(void **unused) {
    (void)unused;
    static const char *const malformed[] = {"", "tapete.db", "sqlite:", ":x"};
    for (size_t i = 0; i < sizeof malformed / sizeof malformed[0]; i++) {
        assert_null(store_open(malformed[i], &error));
        assert_int_equal(error.code, TP_E_INPUT);
    }
    assert_null(store_open("oracle://user:hunter2@host/tapete", &error));
    assert_int_equal(error.code, TP_E_UNKNOWN);
#ifdef TAPETE_HAS_POSTGRES
    assert_string_equal(error.text,
                        "there is no kind of database called 'oracle'; the kinds are sqlite, postgresql");
    assert_null(store_open("postgresql://user:hunter2@nowhere.invalid/tapete", &error));
    assert_int_equal(error.code, TP_E_IO);
    assert_non_null(strstr(error.text, "cannot reach postgresql://nowhere.invalid/tapete: "));
    assert_null(strstr(error.text, "hunter2"));
    assert_null(store_open("postgresql://[", &error));
    assert_int_equal(error.code, TP_E_INPUT);
#else
    assert_string_equal(error.text, "there is no kind of database called 'oracle'; the kinds are sqlite");
    assert_null(store_open("postgresql://host/tapete", &error));
    assert_string_equal(error.text,
                        "this program was built without PostgreSQL; install libpq-dev and build it again");
#endif
    assert_null(store_open("a kind of database whose name does not end for a long time:x", &error));
    assert_null(store_open("sqlite3:x", NULL));
    must_not_open("/nowhere/at/all", TP_E_IO, "there is no such file or folder");
    store_close(NULL);
}

static void test_people(void **unused) {
    (void)unused;
    store *s = open_store();
    for (int i = 0; i < HOSTILE_COUNT; i++) {
        if (!is_kept(hostile[i]) || !is_kept(hostile[HOSTILE_COUNT - 1 - i])) continue;
        char id[STORE_ID_SIZE];
        snprintf(id, sizeof id, "p%d", i);
        store_person made = person(id, hostile[i], hostile[i]), found;
        snprintf(made.hash, sizeof made.hash, "%s", hostile[HOSTILE_COUNT - 1 - i]);
        must(store_person_put(s, &made, &error));
        must(store_person_get(s, id, &found, &error));
        assert_memory_equal(&made, &found, sizeof made);
        if (hostile[i][0] == '\0') continue;
        must(store_person_by_login(s, hostile[i], &found, &error));
        assert_memory_equal(&made, &found, sizeof made);
    }
    store_person longest = {.sign_in = INT64_MAX, .created_ms = INT64_MIN, .seen_ms = -1}, found;
    memset(longest.id, 'z', sizeof longest.id - 1);
    memset(longest.name, 'n', sizeof longest.name - 1);
    memset(longest.login, 'l', sizeof longest.login - 1);
    memset(longest.hash, 'h', sizeof longest.hash - 1);
    must(store_person_put(s, &longest, &error));
    store_close(s);
    s = open_store();
    must(store_person_get(s, longest.id, &found, &error));
    assert_memory_equal(&longest, &found, sizeof found);

    must_not(store_person_get(s, "p99", &found, &error), TP_E_UNKNOWN, "nobody with the id 'p99'");
    must_not(store_person_by_login(s, "nobody", &found, &error), TP_E_UNKNOWN, "the login 'nobody'");
    must_not(store_person_by_login(s, "", &found, &error), TP_E_UNKNOWN, "the login ''");
    assert_memory_equal(&longest, &found, sizeof found);
    static const char *const wrong_ids[] = {"", "A", "a-b", "a b", "ñ", "p1'"};
    for (size_t i = 0; i < sizeof wrong_ids / sizeof wrong_ids[0]; i++) {
        store_person wrong = person(wrong_ids[i], "x", "");
        must_not(store_person_put(s, &wrong, &error), TP_E_INPUT, "the id of a person");
    }
    store_close(s);
}

static void test_logins(void **unused) {
    (void)unused;
    store *s = open_store();
    store_person ana = person("p1", "Ana", "ana"), eva = person("p2", "Eva", "ana"), found;
    must(store_person_put(s, &ana, &error));
    must_not(store_person_put(s, &eva, &error), TP_E_REFUSED, "another account has the login 'ana'");
    assert_string_equal(error.reason, "LOGIN_TAKEN");
    must_not(store_person_get(s, "p2", &found, &error), TP_E_UNKNOWN, "nobody");
    snprintf(eva.login, sizeof eva.login, "Ana"); /* folding is the caller's business */
    must(store_person_put(s, &eva, &error));
    snprintf(eva.login, sizeof eva.login, "ana");
    must_not(store_person_put(s, &eva, &error), TP_E_REFUSED, "login");
    must(store_person_by_login(s, "Ana", &found, &error));
    assert_string_equal(found.id, "p2");

    /* The same person may be put again, change the login, and set it free. */
    ana.sign_in = 4;
    must(store_person_put(s, &ana, &error));
    ana.login[0] = '\0';
    must(store_person_put(s, &ana, &error));
    must(store_person_put(s, &eva, &error));
    for (int i = 0; i < 3; i++) {
        char id[STORE_ID_SIZE];
        snprintf(id, sizeof id, "guest%d", i);
        put_person(s, id);
    }
    store_close(s);
}

static void test_blocks(void **unused) {
    (void)unused;
    store *s = open_store();
    put_person(s, "p1");
    put_person(s, "p2");
    put_person(s, "p3");
    must(store_block(s, "p1", "p3", true, &error));
    must(store_block(s, "p1", "p2", true, &error));
    must(store_block(s, "p1", "p2", true, &error));
    must(store_block(s, "p2", "p1", true, &error));
    assert_listed(store_blocks(s, "p1", list_name, NULL, &error), "p2 p3 ");
    assert_listed(store_blocks(s, "p3", list_name, NULL, &error), "");
    must(store_block(s, "p1", "p2", false, &error));
    must(store_block(s, "p1", "p2", false, &error));
    assert_listed(store_blocks(s, "p1", list_name, NULL, &error), "p3 ");
    assert_listed(store_blocks(s, "p2", list_name, NULL, &error), "p1 ");
    must_not(store_block(s, "p1", "p9", true, &error), TP_E_UNKNOWN, "'p9'");
    must_not(store_block(s, "p9", "p1", true, &error), TP_E_UNKNOWN, "'p9'");

    /* Putting a person again is no deletion of the old row. */
    put_person(s, "p1");
    assert_listed(store_blocks(s, "p1", list_name, NULL, &error), "p3 ");
    store_close(s);
}

static void test_person_deletion(void **unused) {
    (void)unused;
    store *s = open_store();
    put_person(s, "p1");
    put_person(s, "p2");
    put_person(s, "p3");
    must(store_block(s, "p1", "p2", true, &error));
    must(store_block(s, "p2", "p1", true, &error));
    must(store_block(s, "p2", "p3", true, &error));
    put_table(s, "t1", "over", 1);
    put_result(s, "t1", 0, "p1", 10);
    put_result(s, "t1", 1, "p2", 10);

    must(store_person_delete(s, "p1", &error));
    must_not(store_person_delete(s, "p1", &error), TP_E_UNKNOWN, "nobody with the id 'p1'");
    store_person found;
    must_not(store_person_get(s, "p1", &found, &error), TP_E_UNKNOWN, "nobody");
    assert_listed(store_blocks(s, "p2", list_name, NULL, &error), "p3 ");
    assert_listed(store_results(s, "p1", 10, list_result, NULL, &error), "");
    assert_listed(store_results(s, "p2", 10, list_result, NULL, &error), "t1/0: t1/1:p2 ");

    /* A result that comes in later than the deletion. */
    put_result(s, "t1", 2, "p1", 10);
    assert_listed(store_results(s, "p2", 10, list_result, NULL, &error), "t1/0: t1/1:p2 t1/2: ");
    assert_listed(store_results(s, "", 10, list_result, NULL, &error), "");
    store_close(s);
}

static void check_table(void *context, const store_table *found) {
    const store_table *made = context;
    assert_string_equal(found->id, made->id);
    assert_string_equal(found->game, made->game);
    assert_string_equal(found->phase, made->phase);
    assert_string_equal(found->summary, made->summary);
    assert_int_equal(found->created_ms, made->created_ms);
    assert_int_equal(found->changed_ms, made->changed_ms);
    list(found->id);
}

static void test_tables(void **unused) {
    (void)unused;
    store *s = open_store();
    for (int i = 0; i < HOSTILE_COUNT; i++) {
        if (!is_kept(hostile[i]) || !is_kept(hostile[HOSTILE_COUNT - 1 - i])) continue;
        store_table made = {"t0", hostile[i], "open", hostile[HOSTILE_COUNT - 1 - i], i, -i};
        must(store_table_put(s, &made, &error));
        assert_listed(store_tables(s, "open", 1, check_table, &made, &error), "t0 ");
    }
    put_table(s, "t0", "closed", 9);
    put_table(s, "t1", "open", 5);
    put_table(s, "t2", "playing", 7);
    put_table(s, "t3", "open", 6);
    put_table(s, "t4", "commit", 5);
    put_table(s, "t5", "over", 8);
    assert_listed(store_tables(s, "open,commit,playing", 10, list_table, NULL, &error), "t2 t3 t1 t4 ");
    assert_listed(store_tables(s, "playing,open", 2, list_table, NULL, &error), "t2 t3 ");
    assert_listed(store_tables(s, "open,open,,open,", 10, list_table, NULL, &error), "t3 t1 ");
    assert_listed(store_tables(s, "open,commit,playing,over,closed", 10, list_table, NULL, &error),
                  "t0 t5 t2 t3 t1 t4 ");
    assert_listed(store_tables(s, "", 10, list_table, NULL, &error), "");
    assert_listed(store_tables(s, "open", 0, list_table, NULL, &error), "");
    assert_listed(store_tables(s, "op,pen,' OR 1=1 --", 10, list_table, NULL, &error), "");
    assert_listed(store_tables(s, "1,2,3,4,5,6,7,open", 10, list_table, NULL, &error), "t3 t1 ");
    must_not(store_tables(s, "1,2,3,4,5,6,7,8,open", 10, list_table, NULL, &error), TP_E_INPUT, "8 phases");
    char endless[1000];
    memset(endless, 'x', sizeof endless - 1);
    endless[sizeof endless - 1] = '\0';
    must_not(store_tables(s, endless, 10, list_table, NULL, &error), TP_E_INPUT, "8 phases");

    /* A change brings a table to the front. */
    put_table(s, "t1", "open", 10);
    assert_listed(store_tables(s, "open", 10, list_table, NULL, &error), "t1 t3 ");
    must_not(store_table_put(s, &(store_table){"T1", "mus", "open", "", 1, 1}, &error), TP_E_INPUT,
             "the id of a table");
    must_not(store_table_put(s, &(store_table){"t23456789012345678901234", "mus", "open", "", 1, 1}, &error),
             TP_E_INPUT, "the id of a table");
    store_close(s);
}

static void check_hostile(void *context, const store_entry *entry) {
    int *count = context;
    assert_int_equal(entry->number, *count + 1);
    assert_int_equal(entry->kind, 'a' + *count);
    assert_string_equal(entry->text, is_kept(hostile[*count]) ? hostile[*count] : "kept");
    ++*count;
}

static void check_long(void *context, const store_entry *entry) { assert_string_equal(entry->text, context); }

static void test_journal(void **unused) {
    (void)unused;
    store *s = open_store();
    put_table(s, "t1", "open", 1);
    put_table(s, "t2", "open", 1);
    for (int i = 0; i < HOSTILE_COUNT; i++) {
        if (!is_kept(hostile[i]))
            must_not(store_journal_add(s, "t1", i + 1, 'x', hostile[i], &error), TP_E_INPUT, "UTF-8");
        const char *text = is_kept(hostile[i]) ? hostile[i] : "kept";
        must(store_journal_add(s, "t1", i + 1, (char)('a' + i), text, &error));
    }
    int count = 0;
    must(store_journal_read(s, "t1", 0, check_hostile, &count, &error));
    assert_int_equal(count, HOSTILE_COUNT);
    assert_listed(store_journal_read(s, "t1", 11, list_entry, NULL, &error), "12 13 14 ");
    assert_listed(store_journal_read(s, "t1", 99, list_entry, NULL, &error), "");
    assert_listed(store_journal_read(s, "t2", 0, list_entry, NULL, &error), "");

    /* Gaps and repetitions. */
    must_not(store_journal_add(s, "t1", 16, 'm', "", &error), TP_E_INPUT, "is number 15, not 16");
    must_not(store_journal_add(s, "t1", 14, 'm', "", &error), TP_E_INPUT, "is number 15, not 14");
    must_not(store_journal_add(s, "t1", 1, 'm', "", &error), TP_E_INPUT, "is number 15, not 1");
    must_not(store_journal_add(s, "t2", 2, 'm', "", &error), TP_E_INPUT, "is number 1, not 2");
    must_not(store_journal_add(s, "t2", 0, 'm', "", &error), TP_E_INPUT, "is number 1, not 0");
    must_not(store_journal_add(s, "t2", INT64_MIN, 'm', "", &error), TP_E_INPUT, "is number 1");
    must_not(store_journal_add(s, "t2", 1, '\0', "", &error), TP_E_INPUT, "letter");
    must_not(store_journal_add(s, "t9", 1, 'm', "", &error), TP_E_UNKNOWN, "no table 't9'");
    must_not(store_journal_add(s, "t9", 5, 'm', "", &error), TP_E_UNKNOWN, "no table 't9'");
    must_not(store_journal_read(s, "t9", 0, list_entry, NULL, &error), TP_E_UNKNOWN, "no table 't9'");
    must_not(store_journal_read(s, "' OR 1=1", 0, list_entry, NULL, &error), TP_E_UNKNOWN, "no table");
    assert_listed(store_journal_read(s, "t2", 0, list_entry, NULL, &error), "");

    /* An entry of a mebibyte. */
    size_t size = 1 << 20;
    char *text = malloc(size + 1);
    memset(text, 'x', size);
    text[size] = '\0';
    must(store_journal_add(s, "t2", 1, 'm', text, &error));
    must(store_journal_read(s, "t2", 0, check_long, text, &error));
    free(text);

    /* Putting the row again keeps the journal. */
    put_table(s, "t1", "over", 2);
    assert_listed(store_journal_read(s, "t1", 13, list_entry, NULL, &error), "14 ");
    store_close(s);
}

static void test_table_deletion(void **unused) {
    (void)unused;
    store *s = open_store();
    put_person(s, "p1");
    put_table(s, "t1", "over", 1);
    put_table(s, "t2", "over", 2);
    add(s, "t1", 1);
    add(s, "t2", 1);
    put_result(s, "t1", 0, "p1", 1);
    put_result(s, "t2", 0, "p1", 2);
    must(store_table_delete(s, "t1", &error));
    must_not(store_table_delete(s, "t1", &error), TP_E_UNKNOWN, "no table 't1'");
    must_not(store_journal_read(s, "t1", 0, list_entry, NULL, &error), TP_E_UNKNOWN, "no table");
    assert_listed(store_tables(s, "over", 10, list_table, NULL, &error), "t2 ");
    assert_listed(store_results(s, "p1", 10, list_result, NULL, &error), "t2/0:p1 ");
    assert_int_equal(count_entries(s, "t2"), 1);

    /* A table of the same name begins from the beginning. */
    put_table(s, "t1", "open", 1);
    add(s, "t1", 1);
    store_close(s);
}

static void read_again(void *context, const store_table *table) {
    list(table->id);
    must(store_journal_read(context, table->id, 0, list_entry, NULL, &error));
    if (strcmp(table->id, "t2") == 0) must(store_tables(context, "open", 10, list_table, NULL, &error));
}

static void test_reading_within_a_list(void **unused) {
    (void)unused;
    store *s = open_store();
    put_table(s, "t1", "open", 3);
    put_table(s, "t2", "open", 2);
    put_table(s, "t3", "open", 1);
    add(s, "t1", 1);
    add(s, "t1", 2);
    add(s, "t3", 1);
    assert_listed(store_tables(s, "open", 10, read_again, s, &error), "t1 1 2 t2 t1 t2 t3 t3 1 ");
    assert_listed(store_tables(s, "open", 10, read_again, s, &error), "t1 1 2 t2 t1 t2 t3 t3 1 ");
    store_close(s);
}

static void test_transactions(void **unused) {
    (void)unused;
    store *s = open_store();
    put_table(s, "t1", "open", 1);
    must(store_begin(s, &error));
    add(s, "t1", 1);
    add(s, "t1", 2);
    put_table(s, "t2", "open", 2);
    assert_int_equal(count_entries(s, "t1"), 2); /* seen from within */
    assert_int_equal(number_raw(path, "SELECT count(*) FROM journal"), 0);
    store_rollback(s);
    assert_int_equal(count_entries(s, "t1"), 0);
    assert_listed(store_tables(s, "open", 10, list_table, NULL, &error), "t1 ");
    store_rollback(s);

    /* What is refused leaves the rest whole. */
    store_person ana = person("p1", "Ana", "ana"), eva = person("p2", "Eva", "ana");
    must(store_begin(s, &error));
    must(store_person_put(s, &ana, &error));
    add(s, "t1", 1);
    assert_int_equal(store_person_put(s, &eva, &error), TP_E_REFUSED);
    assert_int_equal(store_journal_add(s, "t1", 9, 'm', "", &error), TP_E_INPUT);
    assert_int_equal(store_journal_add(s, "t9", 1, 'm', "", &error), TP_E_UNKNOWN);
    assert_int_equal(store_block(s, "p1", "p9", true, &error), TP_E_UNKNOWN);
    add(s, "t1", 2);
    must(store_commit(s, &error));
    assert_int_equal(number_raw(path, "SELECT count(*) FROM journal"), 2);

    /* Closing in the middle. */
    must(store_begin(s, &error));
    add(s, "t1", 3);
    store_close(s);
    s = open_store();
    assert_int_equal(count_entries(s, "t1"), 2);
    store_close(s);
}

static void test_secrets(void **unused) {
    (void)unused;
    uint8_t first[STORE_SECRET_SIZE], again[STORE_SECRET_SIZE], other[STORE_SECRET_SIZE];
    store *s = open_store();
    must(store_secret(s, "cookies", first, &error));
    must(store_secret(s, "it's another", other, &error));
    must(store_secret(s, "cookies", again, &error));
    assert_memory_equal(first, again, sizeof first);
    assert_memory_not_equal(first, other, sizeof first);
    store_close(s);
    s = open_store();
    memset(again, 0, sizeof again);
    must(store_secret(s, "cookies", again, &error));
    assert_memory_equal(first, again, sizeof first);
    store_close(s);
    execute_raw(path, on_postgres() ? "UPDATE secrets SET bytes = ''" : "UPDATE secrets SET bytes = x'00'");
    s = open_store();
    must_not(store_secret(s, "cookies", again, &error), TP_E_IO, "is damaged");
    store_close(s);
}

/* ---- files and who may read them ---- */

static void test_permissions(void **unused) {
    (void)unused;
    mode_t before = umask(0);
    store *s = open_store();
    put_table(s, "t1", "open", 1);
    must(store_backup(s, beside(".backup"), &error));
    static const char *const endings[] = {"", "-wal", "-shm", ".lock", ".backup"};
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        assert_int_equal(mode_of(beside(endings[i])), 0600);
    }
    store_close(s);
    assert_false(exists(beside(".lock")));
    assert_false(exists(beside("-wal")));

    /* A copy that was put there by hand. */
    assert_int_equal(chmod(path, 0644), 0);
    s = open_store();
    put_table(s, "t1", "open", 1);
    for (size_t i = 0; i < 3; i++) assert_int_equal(mode_of(beside(endings[i])), 0600);
    store_close(s);
    umask(before);
}

static void test_empty_file(void **unused) {
    (void)unused;
    write_content(path, "", 0);
    store *s = open_store();
    put_table(s, "t1", "open", 1);
    store_close(s);
    assert_int_equal(mode_of(path), 0600);
    assert_int_equal(number_raw(path, "PRAGMA application_id"), TAPETE_APPLICATION_ID);
    assert_int_equal(number_raw(path, "PRAGMA user_version"), sqlite_schema_version());
}

/* A name that SQLite would take for something else. */
static void test_odd_names(void **unused) {
    (void)unused;
    static const char *const names[] = {"file:x?mode=memory", ":memory:", "a'b\"c %41"};
    char here[4096];
    assert_non_null(getcwd(here, sizeof here));
    assert_int_equal(chdir(folder), 0);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char backup[64];
        snprintf(backup, sizeof backup, "%s2", names[i]);
        store *s = open_file(names[i]);
        put_table(s, "t1", "open", 1);
        must(store_backup(s, backup, &error));
        store_close(s);
        s = open_file(backup);
        assert_listed(store_tables(s, "open", 1, list_table, NULL, &error), "t1 ");
        store_close(s);
        assert_int_equal(unlink(names[i]), 0);
        assert_int_equal(unlink(backup), 0);
    }
    assert_int_equal(chdir(here), 0);
}

/* ---- backups ---- */

typedef struct backup_thread {
    store *of;
    const char *path;
    bool is_done;
    tp_err code;
    tp_error error;
} backup_thread;

static void *run_backup(void *context) {
    backup_thread *thread = context;
    thread->code = store_backup(thread->of, thread->path, &thread->error);
    __atomic_store_n(&thread->is_done, true, __ATOMIC_RELEASE);
    return NULL;
}

static void test_backup(void **unused) {
    (void)unused;
    store *s = open_store();
    put_table(s, "t1", "open", 1);
    uint8_t secret[STORE_SECRET_SIZE], again[STORE_SECRET_SIZE];
    must(store_secret(s, "cookies", secret, &error));
    add_batch(s, "t1", 0);
    must(store_begin(s, &error));
    add(s, "t1", BATCH + 1);
    must(store_backup(s, beside(".backup"), &error)); /* what is committed */
    store_rollback(s);
    assert_int_equal(entries_of_copy(beside(".backup")), BATCH);
    store *copy = open_file(beside(".backup"));
    must(store_secret(copy, "cookies", again, &error));
    assert_memory_equal(secret, again, sizeof secret);
    store_close(copy);

    /* One after the other, in a thread, while this one goes on writing. Each is a moment between two
     * transactions. */
    int64_t committed = BATCH;
    for (int round = 0; round < 5; round++) {
        backup_thread thread = {.of = s, .path = beside(".backup")};
        pthread_t id;
        int64_t before = committed;
        assert_int_equal(pthread_create(&id, NULL, run_backup, &thread), 0);
        do {
            add_batch(s, "t1", committed);
            committed += BATCH;
        } while (!__atomic_load_n(&thread.is_done, __ATOMIC_ACQUIRE) && committed < 100000);
        pthread_join(id, NULL);
        if (thread.code != TP_OK) fail_msg("%s", thread.error.text);
        int64_t kept = entries_of_copy(beside(".backup"));
        assert_int_equal(kept % BATCH, 0);
        assert_in_range(kept, before, committed);
    }

    /* What cannot be written leaves the older one. */
    if (!on_postgres()) {
        must_not(store_backup(s, path, &error), TP_E_INPUT, "another name than the database");
        must_not(store_backup(s, beside("-wal"), &error), TP_E_INPUT, "another name than the database");
    }
    must_not(store_backup(s, folder, &error), TP_E_IO, "it is a folder");
    must_not(store_backup(s, "/nowhere/at/all", &error), TP_E_IO, "there is no such file or folder");
    assert_int_equal(count_entries(s, "t1"), committed);
    store_close(s);
}

/* After a crash the log of the old database is still there when a backup is put in its place. */
static void test_backup_beside_an_old_log(void **unused) {
    (void)unused;
    store *s = open_store();
    put_table(s, "t1", "open", 1);
    add_batch(s, "t1", 0);
    must(store_backup(s, beside(".backup"), &error));
    add_batch(s, "t1", BATCH);
    copy_file(beside("-wal"), beside(".copy-wal"));
    store_close(s);
    copy_file(beside(".backup"), beside(".copy"));
    must_not_open(beside(".copy"), TP_E_INPUT, "belongs to the earlier file");
    assert_int_equal(unlink(beside(".copy-wal")), 0);
    assert_int_equal(entries_of_copy(beside(".copy")), BATCH);
}

int main(void) {
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, make_folder, remove_folder)
        TEST(test_urls),         TEST(test_people),          TEST(test_logins),
        TEST(test_blocks),       TEST(test_person_deletion), TEST(test_tables),
        TEST(test_journal),      TEST(test_table_deletion),  TEST(test_reading_within_a_list),
        TEST(test_transactions), TEST(test_secrets),         TEST(test_backup),
        TEST(test_permissions), /* of files, from here on */
        TEST(test_empty_file),   TEST(test_odd_names),       TEST(test_backup_beside_an_old_log),
    };
    return RUN_STORE_TESTS(tests, sizeof tests / sizeof tests[0] - 4);
}
