/* Checkpoints on a thread of their own: the log stays short while somebody writes without a pause, and
 * nothing is lost. */
#include "support/store_fixture.h"

#include "store/checkpoint.h"

#include <sqlite3.h>
#include <sys/stat.h>

enum {
    PLACES = 40,
    ENTRIES = 500, /* at each table */
    TEXT = 900,    /* bytes of an entry: four or five in a page */
    LOG_PAGES = 2000,
    FRAME = 4096 + 24,
};

static void make_tables(store *s) {
    for (int i = 0; i < PLACES; i++) {
        char id[STORE_ID_SIZE];
        snprintf(id, sizeof id, "t%d", i);
        store_table row = {id, "sabacc", "playing", "{}", 1, 1};
        must(store_table_put(s, &row, &error));
    }
}

/* One entry at each table, in one transaction. */
static void write_round(store *s, int64_t number) {
    char text[TEXT + 1];
    memset(text, 'a' + (int)(number % 26), TEXT);
    text[TEXT] = '\0';
    must(store_begin(s, &error));
    for (int i = 0; i < PLACES; i++) {
        char id[STORE_ID_SIZE];
        snprintf(id, sizeof id, "t%d", i);
        must(store_journal_add(s, id, number, 'e', text, &error));
    }
    must(store_commit(s, &error));
}

static long log_pages(const char *database) {
    char name[4200];
    struct stat about;
    snprintf(name, sizeof name, "%s-wal", database);
    return stat(name, &about) == 0 ? (long)(about.st_size / FRAME) : 0;
}

static void check_entry(void *context, const store_entry *entry) {
    int64_t *count = context;
    assert_int_equal(strlen(entry->text), TEXT);
    assert_int_equal(entry->number, ++*count);
}

static void must_have_all(store *s, int64_t entries) {
    for (int i = 0; i < PLACES; i++) {
        char id[STORE_ID_SIZE];
        int64_t count = 0;
        snprintf(id, sizeof id, "t%d", i);
        must(store_journal_read(s, id, 0, check_entry, &count, &error));
        assert_int_equal(count, entries);
    }
}

/* 20,000 entries change more than 20,000 pages: the log is copied back many times, no matter which connection
 * has to finish it. */
static void the_log_stays_short_under_steady_writing(void **unused) {
    (void)unused;
    store *s = open_store();
    must(store_checkpoint_apart(s, &error));
    make_tables(s);
    long most = 0, written = 0;
    for (int64_t number = 1; number <= ENTRIES; number++) {
        write_round(s, number);
        long pages = log_pages(path);
        if (pages > most) most = pages;
        written += PLACES;
    }
    assert_true(written > 4L * LOG_PAGES);
    /* What is committed while the thread copies is on top: generous, for a thread that the system lets wait.
     */
    if (most > 4L * LOG_PAGES) fail_msg("the log grew to %ld pages", most);
    must_have_all(s, ENTRIES);
    store_close(s);
    s = open_store();
    must_have_all(s, ENTRIES);
    store_close(s);
}

/* A long-running reader keeps the log from being restarted; when it has gone, the log is restarted. */
static void a_long_reader_only_delays_it(void **unused) {
    (void)unused;
    store *s = open_store();
    must(store_checkpoint_apart(s, &error));
    make_tables(s);
    write_round(s, 1);
    sqlite3 *reader = NULL;
    assert_int_equal(sqlite3_open_v2(path, &reader, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_exec(reader, "BEGIN; SELECT count(*) FROM journal", NULL, NULL, NULL),
                     SQLITE_OK);
    int64_t number = 2;
    for (; log_pages(path) <= 2L * LOG_PAGES; number++) write_round(s, number);
    assert_int_equal(sqlite3_exec(reader, "COMMIT", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(reader);
    /* Begun anew, it is cut to the size limit, or at least does not grow any more. */
    long grown = log_pages(path);
    for (int i = 0; i < 2 * ENTRIES / 3; i++, number++) write_round(s, number);
    assert_true(log_pages(path) <= grown + 2L * LOG_PAGES);
    must_have_all(s, number - 1);
    store_close(s);
}

/* A store that is closed at any moment of it ends its thread and keeps everything. */
static void closing_ends_it(void **unused) {
    (void)unused;
    store *s = open_store();
    must(store_checkpoint_apart(s, &error));
    make_tables(s);
    for (int64_t number = 1; number <= 120; number++) {
        write_round(s, number);
        if (number % 30 != 0) continue;
        store_close(s);
        s = open_store();
        must(store_checkpoint_apart(s, &error));
        must_have_all(s, number);
    }
    store_close(s);
}

#define TEST(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(the_log_stays_short_under_steady_writing),
        TEST(a_long_reader_only_delays_it),
        TEST(closing_ends_it),
    };
    return cmocka_run_group_tests_name("store_checkpoint", tests, NULL, NULL);
}
