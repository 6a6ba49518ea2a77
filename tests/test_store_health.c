/* A store looks after itself: a database that was deleted, replaced, overwritten or damaged takes no more
 * transactions, nobody else can have it under any name, and no clock but its own counts its age. */
#include "support/store_fixture.h"

#include "store/health.h"

#include <sys/file.h>
#include <sys/mount.h>
#include <sys/wait.h>

/* ---- names ---- */

/* Neither a new transaction nor one that is under way is acknowledged, nor a pulse. */
static void must_refuse(store *s, const char *part) {
    must_not(store_in_place(s, &error), TP_E_IO, part);
    must_not(store_begin(s, &error), TP_E_IO, part);
    must_not(store_health(s, &error), TP_E_IO, part);
    must_not(store_beat(s, 5, &error), TP_E_IO, part);
}

static void test_deleted(void **unused) {
    (void)unused;
    static const char *const endings[] = {"", "-wal", "-shm"};
    for (int i = 0; i < 3; i++) {
        store *s = open_store();
        put_table(s, "t1", "open", 1);
        must(store_in_place(s, &error));
        must(store_begin(s, &error));
        must(store_table_put(s, &(store_table){"t2", "mus", "open", "{}", 1, 1}, &error));
        assert_int_equal(unlink(beside(endings[i])), 0);
        must_not(store_commit(s, &error), TP_E_IO, "was removed or replaced");
        must_refuse(s, "was removed or replaced");
        store_close(s);
        unlink(path);
        unlink(beside("-wal"));
        unlink(beside("-shm"));
    }
}

static void test_renamed_over(void **unused) {
    (void)unused;
    store *s = open_store();
    put_table(s, "t1", "open", 1);
    must(store_backup(s, beside(".backup"), &error));
    must(store_begin(s, &error));
    assert_int_equal(rename(beside(".backup"), path), 0);
    must_not(store_commit(s, &error), TP_E_IO, "was removed or replaced");
    must_refuse(s, "was removed or replaced");
    store_close(s);
}

/* `cp backup database`: the file keeps its inode and gets other bytes. */
static void test_copied_over(void **unused) {
    (void)unused;
    store *s = open_store();
    put_table(s, "t1", "open", 1);
    must(store_backup(s, beside(".backup"), &error));
    must(store_begin(s, &error));
    size_t size;
    char *bytes = content_of(beside(".backup"), &size);
    int file = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC); /* stays open: closing would drop SQLite's locks */
    assert_true(file >= 0);
    must_not(store_commit(s, &error), TP_E_IO, "was removed or replaced");
    must_refuse(s, "was removed or replaced");
    assert_int_equal(write(file, bytes, size), size);
    must_refuse(s, "was removed or replaced");
    free(bytes);
    store_close(s);
    close(file);
}

static void test_moved_folder(void **unused) {
    (void)unused;
    store *s = open_store();
    char other[80];
    snprintf(other, sizeof other, "%s.away", folder);
    assert_int_equal(rename(folder, other), 0);
    must_refuse(s, "was removed or replaced");
    assert_int_equal(rename(other, folder), 0);
    must(store_health(s, &error)); /* nothing was lost: it goes on */
    put_table(s, "t1", "open", 1);
    add_batch(s, "t1", 0);
    store_close(s);
}

/* ---- damage ---- */

/* A database of many pages that are not read at the start. */
static int64_t make_large(void) {
    store *s = open_store();
    put_table(s, "t1", "over", 1);
    for (int64_t i = 0; i < 40; i++) add_batch(s, "t1", i * BATCH);
    store_close(s);
    return number_raw(path, "PRAGMA page_count");
}

static void spoil_page(int64_t page, bool is_random) {
    uint8_t bytes[4096] = {0};
    uint32_t state = 12345;
    for (size_t i = 0; is_random && i < sizeof bytes; i++) {
        state = state * 1664525u + 1013904223u;
        bytes[i] = (uint8_t)(state >> 24);
    }
    int file = open(path, O_WRONLY | O_CLOEXEC);
    assert_true(file >= 0);
    assert_int_equal(pwrite(file, bytes, sizeof bytes, (off_t)(page - 1) * 4096), sizeof bytes);
    close(file);
}

/* Every page of the journal in turn, zeroed or random, is found before anything relies on it. */
static void test_damage_is_found(void **unused) {
    (void)unused;
    int64_t pages = make_large();
    assert_true(pages > 20);
    copy_file(path, beside(".copy"));
    for (int64_t page = 2; page <= pages; page++) {
        copy_file(beside(".copy"), path);
        spoil_page(page, page % 2 == 0);
        memset(&error, 0, sizeof error);
        store *s = store_open(url, &error);
        bool is_whole = false;
        tp_err code = s != NULL ? store_check(s, 60000, &is_whole, &error) : TP_E_IO;
        if (code == TP_OK)
            fail_msg("page %lld of %lld is spoilt, and nobody notices", (long long)page, (long long)pages);
        if (strstr(error.text, "put a backup in its place") == NULL && s != NULL) fail_msg("%s", error.text);
        if (s != NULL) must_refuse(s, "is damaged");
        store_close(s);
    }
}

static void test_check(void **unused) {
    (void)unused;
    make_large();
    store *s = open_store();
    bool is_whole = false;
    must(store_check(s, 60000, &is_whole, &error));
    assert_true(is_whole);
    for (int64_t i = 40; i < 400; i++) add_batch(s, "t1", i * BATCH);
    must(store_check(s, 0, &is_whole, &error)); /* no time for all of it */
    assert_false(is_whole);
    must(store_health(s, &error));
    add_batch(s, "t1", 400 * BATCH);
    store_close(s);
}

/* Damage that is met while it is read: reading says so, and nothing is written any more. */
static void test_damage_while_running(void **unused) {
    (void)unused;
    make_large();
    int64_t page = number_raw(path, "SELECT rootpage FROM sqlite_master WHERE name = 'journal'");
    store *s = open_store();
    must(store_health(s, &error));
    int file = open(path, O_WRONLY | O_CLOEXEC); /* stays open: closing would drop SQLite's locks */
    uint8_t zeros[4096] = {0};
    assert_int_equal(pwrite(file, zeros, sizeof zeros, (off_t)(page - 1) * 4096), sizeof zeros);
    int64_t count = 0;
    must_not(store_journal_read(s, "t1", 0, count_entry, &count, &error), TP_E_IO, "is damaged");
    must_refuse(s, "is damaged");
    store_person found;
    assert_int_equal(store_person_get(s, "p1", &found, &error), TP_E_UNKNOWN); /* the rest can be read */
    store_close(s);
    close(file);
}

/* ---- one server for each database ---- */

/* What opening it says in another process; "" where that has it. */
static const char *opened_elsewhere(const char *name) {
    static char said[512];
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        char other[160];
        tp_error refusal = {0};
        snprintf(other, sizeof other, "sqlite:%s", name);
        store *opened = store_open(other, &refusal);
        ssize_t written = opened == NULL ? write(ends[1], refusal.text, strlen(refusal.text)) : 0;
        _exit(written < 0 ? 1 : 0);
    }
    close(ends[1]);
    ssize_t size = read(ends[0], said, sizeof said - 1);
    said[size > 0 ? size : 0] = '\0';
    close(ends[0]);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    return said;
}

static void must_be_in_use(const char *name) {
    const char *said = opened_elsewhere(name);
    if (strstr(said, "is in use by another server") == NULL) fail_msg("%s: \"%s\"", name, said);
}

static void test_one_server_by_any_path(void **unused) {
    (void)unused;
    store *s = open_store();
    put_table(s, "t1", "open", 1);
    must_be_in_use(path);
    assert_int_equal(unlink(beside(".lock")), 0);
    must_be_in_use(path); /* without its lock beside it */
    assert_int_equal(symlink(path, beside(".link")), 0);
    must_be_in_use(beside(".link"));
    assert_int_equal(unlink(beside(".link")), 0);
    assert_int_equal(link(path, beside(".link")), 0);
    must_be_in_use(beside(".link"));
    assert_int_equal(unlink(beside(".link")), 0);
    /* The folder under another name; who may not mount has to do without. */
    char other[80], name[120];
    snprintf(other, sizeof other, "%s.mount", folder);
    assert_int_equal(mkdir(other, 0700), 0);
    if (mount(folder, other, NULL, MS_BIND, NULL) == 0) {
        snprintf(name, sizeof name, "%s/tapete.db", other);
        must_be_in_use(name);
        snprintf(name, sizeof name, "%s/tapete.db.lock", other);
        unlink(name);
        snprintf(name, sizeof name, "%s/tapete.db", other);
        must_be_in_use(name);
        assert_int_equal(umount(other), 0);
    } else {
        print_message("# no bind mount here: %s\n", strerror(errno));
    }
    assert_int_equal(rmdir(other), 0);
    /* None of that has cost the first one anything. */
    must(store_health(s, &error));
    add_batch(s, "t1", 0);
    store_close(s);
    assert_string_equal(opened_elsewhere(path), "");
    unlink(beside(".lock")); /* that one did not close it */
    s = open_store();
    assert_int_equal(count_entries(s, "t1"), BATCH);
    store_close(s);
}

/* ---- uptime ---- */

static int64_t uptime_of(store *s) {
    int64_t uptime_ms = -1;
    must(store_uptime(s, &uptime_ms, &error));
    return uptime_ms;
}

static void test_uptime(void **unused) {
    (void)unused;
    store *s = open_store();
    assert_int_equal(uptime_of(s), 0);
    must(store_beat(s, 7000, &error));
    must(store_beat(s, 3000, &error));
    must(store_health(s, &error));
    assert_int_equal(uptime_of(s), 7000);
    store_close(s);
    s = open_store();
    assert_int_equal(uptime_of(s), 7000);
    must(store_beat(s, INT64_C(90) * 24 * 3600 * 1000, &error));
    assert_int_equal(uptime_of(s), INT64_C(90) * 24 * 3600 * 1000);
    must(store_backup(s, beside(".backup"), &error));
    store_close(s);
    s = open_file(beside(".backup"));
    assert_int_equal(uptime_of(s), INT64_C(90) * 24 * 3600 * 1000);
    store_close(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_deleted, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_renamed_over, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_copied_over, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_moved_folder, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_damage_is_found, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_check, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_damage_while_running, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_one_server_by_any_path, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_uptime, make_folder, remove_folder),
    };
    return cmocka_run_group_tests_name("store_health", tests, NULL, NULL);
}
