/* The store in trouble: nothing that was committed is lost, whatever happens; and what is not ours is left
 * alone. */
#include "support/store_fixture.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>

enum {
    KILLS = 40,
    NOBODY = 65534, /* a user who may nothing; root may everything, whatever a file's mode says */
};

/* ---- versions, and what is not ours ---- */

static void make_version(int version) {
    char pragmas[96];
    snprintf(pragmas, sizeof pragmas, "PRAGMA user_version = %d; PRAGMA application_id = %d", version,
             TAPETE_APPLICATION_ID);
    execute_raw(path, pragmas);
}

static void make_version_1(void) {
    execute_raw(path, "PRAGMA journal_mode = WAL");
    execute_raw(path, sqlite_schema_steps[0]);
    make_version(1);
    execute_raw(
        path,
        "INSERT INTO people (id, name, login, hash, sign_in, created_ms, seen_ms) VALUES ('p1', 'Ana', 'ana', 'hash', 1, 2, 3);"
        "INSERT INTO people (id, name, login, hash, sign_in, created_ms, seen_ms) VALUES ('p2', 'Guest', NULL, '', 1, 2, 3);"
        "INSERT INTO blocks VALUES ('p1', 'p2');"
        "INSERT INTO tables VALUES ('t1', 'mus', 'over', '{}', 1, 2);"
        "INSERT INTO tables VALUES ('t2', 'mus', 'open', '{}', 1, 3);"
        "INSERT INTO journal VALUES ('t1', 1, 'm', 'entry 1'), ('t1', 2, 'm', 'entry 2');"
        "INSERT INTO results VALUES ('t1', 0, 'mus', 'p1', '', 1.0, 40, 1, 'played', 5);");
}

static void test_migration(void **unused) {
    (void)unused;
    make_version_1();
    store *s = open_store();
    store_person found;
    must(store_person_by_login(s, "ana", &found, &error));
    assert_string_equal(found.id, "p1");
    assert_listed(store_blocks(s, "p1", list_name, NULL, &error), "p2 ");
    assert_listed(store_tables(s, "open,over", 10, list_table, NULL, &error), "t2 t1 ");
    assert_int_equal(count_entries(s, "t1"), 2);
    add(s, "t1", 3);
    assert_listed(store_results(s, "p1", 10, list_result, NULL, &error), "t1/0:p1 ");
    store_close(s);
    assert_int_equal(number_raw(path, "PRAGMA user_version"), sqlite_schema_version());

    /* It is now the same as one that was made today. */
    s = open_file(beside(".copy"));
    store_close(s);
    execute_raw(path, "CREATE TEMP TABLE unused (a)");
    char query[256];
    snprintf(query, sizeof query, "ATTACH '%s' AS fresh", beside(".copy"));
    sqlite3 *database = open_raw(path);
    assert_int_equal(sqlite3_exec(database, query, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_stmt *statement = NULL;
    assert_int_equal(sqlite3_prepare_v2(database,
                                        "SELECT count(*) FROM (SELECT type, name, sql FROM main.sqlite_master"
                                        " EXCEPT SELECT type, name, sql FROM fresh.sqlite_master)",
                                        -1, &statement, NULL),
                     SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    assert_int_equal(sqlite3_column_int(statement, 0), 0);
    sqlite3_finalize(statement);
    sqlite3_close(database);
}

/* A step that fails leaves the version and everything as it was, and can be taken later. */
static void test_failing_migration(void **unused) {
    (void)unused;
    make_version_1();
    execute_raw(path,
                "CREATE INDEX blocks_by_whom ON blocks (whom)"); /* the last thing that version 2 makes */
    must_not_open(path, TP_E_IO, "already exists");
    assert_int_equal(number_raw(path, "PRAGMA user_version"), 1);
    assert_int_equal(number_raw(path, "SELECT count(*) FROM sqlite_master WHERE name = 'tables_by_phase'"),
                     0);
    assert_int_equal(number_raw(path, "SELECT count(*) FROM journal"), 2);
    execute_raw(path, "DROP INDEX blocks_by_whom");
    store *s = open_store();
    assert_int_equal(count_entries(s, "t1"), 2);
    store_close(s);
}

/* Try to open it: refused, and not a byte of it, its mode or its time has changed; nothing new lies beside
 * it. */
static void must_stay(tp_err code, const char *part) {
    size_t size, size_after;
    char *before = content_of(path, &size);
    struct stat about, about_after;
    assert_int_equal(stat(path, &about), 0);
    must_not_open(path, code, part);
    assert_int_equal(stat(path, &about_after), 0);
    char *after = content_of(path, &size_after);
    assert_int_equal(size, size_after);
    assert_memory_equal(before, after, size);
    assert_int_equal(about.st_mode, about_after.st_mode);
    assert_memory_equal(&about.st_mtim, &about_after.st_mtim, sizeof about.st_mtim);
    free(before);
    free(after);
    assert_false(exists(beside(".lock")));
    assert_false(exists(beside("-wal")));
}

static void test_newer_version(void **unused) {
    (void)unused;
    store_close(open_store());
    make_version(sqlite_schema_version() + 1);
    char sentence[120];
    snprintf(sentence, sizeof sentence,
             "was written by a later Tapete: its schema has version %d, and this program knows up to %d",
             sqlite_schema_version() + 1, sqlite_schema_version());
    must_stay(TP_E_VERSION, sentence);
    make_version(-1);
    must_stay(TP_E_VERSION, "was written by a later Tapete");
    make_version(sqlite_schema_version());
    store_close(open_store());

    /* The newer version may stand in the log only. */
    sqlite3 *database = open_raw(path);
    assert_int_equal(sqlite3_exec(database, "PRAGMA user_version = 77", NULL, NULL, NULL), SQLITE_OK);
    copy_file(path, beside(".copy"));
    copy_file(beside("-wal"), beside(".copy-wal"));
    sqlite3_close(database);
    size_t size, size_after;
    char *before = content_of(beside(".copy-wal"), &size);
    must_not_open(beside(".copy"), TP_E_VERSION, "its schema has version 77");
    char *after = content_of(beside(".copy-wal"), &size_after);
    assert_int_equal(size, size_after);
    assert_memory_equal(before, after, size);
    free(before);
    free(after);
}

static void test_not_ours(void **unused) {
    (void)unused;
    write_content(path, "Dear diary", 10);
    assert_int_equal(chmod(path, 0644), 0);
    must_stay(TP_E_INPUT, "is not a Tapete database; it was left unchanged");
    char bytes[8192];
    memset(bytes, 'x', sizeof bytes);
    write_content(path, bytes, sizeof bytes);
    must_stay(TP_E_INPUT, "is not a Tapete database");
    memcpy(bytes, "SQLite format 3", 16);
    write_content(path, bytes, sizeof bytes);
    must_stay(TP_E_INPUT, "is not a Tapete database");
    write_content(path, bytes, 99);
    must_stay(TP_E_INPUT, "is not a Tapete database");
    unlink(path);
    execute_raw(path, "CREATE TABLE people (a); PRAGMA user_version = 1");
    must_stay(TP_E_INPUT, "is not a Tapete database");
    must_not_open(folder, TP_E_INPUT, "is not a Tapete database");
    unlink(path);
    assert_int_equal(mkfifo(path, 0600), 0);
    must_not_open(path, TP_E_INPUT, "is not a Tapete database");
}

/* ---- a disk that does not take everything ---- */

/* One transaction with several pages; what it answers. */
static tp_err try_batch(store *into, int64_t after) {
    static char long_text[3000];
    memset(long_text, 'x', sizeof long_text - 1);
    tp_err code = store_begin(into, &error);
    if (code != TP_OK) return code;
    for (int64_t i = 1; code == TP_OK && i <= 5; i++) {
        code = store_journal_add(into, "t1", after + i, 'm', long_text, &error);
    }
    if (code != TP_OK) {
        /* Whatever is tried now belongs to what failed. */
        tp_error later;
        assert_int_equal(store_journal_add(into, "t2", 1, 'm', "", &later), TP_E_IO);
        assert_int_equal(store_commit(into, &later), TP_E_IO);
        return code;
    }
    return store_commit(into, &error);
}

static void check_batches(store *s, int64_t committed) {
    listed[0] = '\0';
    must(store_journal_read(s, "t1", committed > 0 ? committed - 1 : 0, list_entry, NULL, &error));
    assert_int_equal(strtoll(listed, NULL, 10), committed);
    assert_listed(store_journal_read(s, "t2", 0, list_entry, NULL, &error), "");
}

static void test_full_disk(void **unused) {
    (void)unused;
    static const int numbers[] = {ENOSPC, EIO, EDQUOT};
    static const char *const causes[] = {"the disk is full", "nput/output error", "quota is used up"};
    store *s = open_store();
    put_table(s, "t1", "open", 1);
    put_table(s, "t2", "open", 1);
    must(store_backup(s, beside(".backup"), &error));
    int64_t committed = 0;
    int failures = 0;
    count_writes();
    /* The disk is full from the first write of a transaction on, from the second, ..., until it is large
     * enough. */
    for (int round = 0; round < 120; round++) {
        failing_number = numbers[round % 3];
        writes_left = round / 3;
        tp_err code = try_batch(s, committed);
        if (code == TP_OK) {
            committed += 5;
        } else {
            failures++;
            assert_int_equal(code, TP_E_IO);
            if (strstr(error.text, causes[round % 3]) == NULL) fail_msg("%s", error.text);
        }
        if (code != TP_OK && writes_left == 0) {
            must_not(store_health(s, &error), TP_E_IO, causes[round % 3]);
            must_not(store_backup(s, beside(".backup"), &error), TP_E_IO, "no backup: cannot");
        }
        check_batches(s, committed); /* reading goes on */
        writes_left = -1;
        must(store_health(s, &error));
        assert_int_equal(try_batch(s, committed), TP_OK);
        committed += 5;
        check_batches(s, committed);
    }
    assert_in_range(failures, 10, 110);
    count_no_writes();
    store_close(s);
    s = open_store();
    check_batches(s, committed);
    store_close(s);
    store *copy = open_file(beside(".backup"));
    check_batches(copy, 0);
    store_close(copy);
}

/* A disk that is full while the database is made. */
static void test_full_disk_at_first(void **unused) {
    (void)unused;
    count_writes();
    failing_number = ENOSPC;
    store *s = NULL;
    int round = 0;
    for (; s == NULL && round < 200; round++) {
        writes_left = round;
        s = store_open(url, &error);
        if (s == NULL && strstr(error.text, "the disk is full") == NULL) fail_msg("%s", error.text);
    }
    count_no_writes();
    assert_in_range(round, 5, 199);
    put_table(s, "t1", "open", 1);
    store_close(s);
}

static void test_file_size_limit(void **unused) {
    (void)unused;
    store *s = open_store();
    put_table(s, "t1", "open", 1);
    put_table(s, "t2", "open", 1);
    struct rlimit before, small;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    small = before;
    small.rlim_cur = 256 << 10;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    int64_t committed = 0;
    tp_err code;
    while ((code = try_batch(s, committed)) == TP_OK && committed < 5000) committed += 5;
    tp_error reached = error;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, handler);
    assert_int_equal(code, TP_E_IO);
    assert_non_null(strstr(reached.text, "larger than the system allows"));
    assert_in_range(committed, 5, 4995);
    check_batches(s, committed);
    assert_int_equal(try_batch(s, committed), TP_OK);
    store_close(s);
}

/* ---- what is on the disk when the power fails ---- */

/* Every sync goes through here, SQLite's too: the program's own definition comes before the C library's. */
static int sync_count, syncs_fail;
static bool keeps_synced;

/* What has been synced is what a loss of power leaves: copy that, and only that. Through the descriptor,
 * since opening and closing the file would drop SQLite's locks. */
static void keep_synced(int file) {
    static const char *const endings[][2] = {{"", ".copy"}, {"-wal", ".copy-wal"}};
    struct stat synced, named;
    if (fstat(file, &synced) != 0) return;
    for (int i = 0; i < 2; i++) {
        if (stat(beside(endings[i][0]), &named) != 0 || named.st_ino != synced.st_ino) continue;
        char *bytes = malloc((size_t)synced.st_size + 1);
        assert_non_null(bytes);
        assert_int_equal(pread(file, bytes, (size_t)synced.st_size, 0), synced.st_size);
        write_content(beside(endings[i][1]), bytes, (size_t)synced.st_size);
        free(bytes);
    }
}

/* NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name) */
int fdatasync(int file) {
    __atomic_add_fetch(&sync_count, 1, __ATOMIC_RELAXED);
    if (syncs_fail > 0) {
        errno = EIO;
        return -1;
    }
    int result = (int)syscall(SYS_fdatasync, file);
    if (keeps_synced) keep_synced(file);
    return result;
}

/* NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name) */
int fsync(int file) {
    __atomic_add_fetch(&sync_count, 1, __ATOMIC_RELAXED);
    if (syncs_fail > 0) {
        errno = EIO;
        return -1;
    }
    int result = (int)syscall(SYS_fsync, file);
    if (keeps_synced) keep_synced(file);
    return result;
}

static void test_loss_of_power(void **unused) {
    (void)unused;
    store *s = open_store();
    put_table(s, "t1", "open", 1);
    store_close(s);
    copy_file(path, beside(".copy"));
    keeps_synced = true;
    s = open_store();
    int64_t committed = 0;
    for (int round = 0; round < 200; round++) {
        int before = sync_count;
        add_batch(s, "t1", committed);
        committed += BATCH;
        assert_true(sync_count > before);
        if (round % 7 != 0) continue;
        /* The power fails now. Opening brings the copy up to date, and it serves again as it then is. */
        keeps_synced = false;
        size_t size, log_size = 0;
        char *bytes = content_of(beside(".copy"), &size), *log = NULL;
        if (exists(beside(".copy-wal"))) log = content_of(beside(".copy-wal"), &log_size);
        assert_int_equal(entries_of_copy(beside(".copy")), committed);
        write_content(beside(".copy"), bytes, size);
        if (log != NULL) write_content(beside(".copy-wal"), log, log_size);
        free(bytes);
        free(log);
        keeps_synced = true;
    }
    keeps_synced = false;
    store_close(s);
}

static void test_failing_sync(void **unused) {
    (void)unused;
    store *s = open_store();
    put_table(s, "t1", "open", 1);
    put_table(s, "t2", "open", 1);
    syncs_fail = 1;
    assert_int_equal(try_batch(s, 0), TP_E_IO);
    assert_int_equal(store_health(s, &error), TP_E_IO);
    assert_int_equal(store_backup(s, beside(".backup"), &error), TP_E_IO);
    assert_false(exists(beside(".backup")));
    syncs_fail = 0;
    check_batches(s, 0);
    assert_int_equal(try_batch(s, 0), TP_OK);
    check_batches(s, 5);
    store_close(s);
}

/* ---- other trouble ---- */

static void test_damaged_file(void **unused) {
    (void)unused;
    store *s = open_store();
    put_table(s, "t1", "open", 1);
    for (int64_t i = 0; i < 20; i++) add_batch(s, "t1", i * BATCH);
    must(store_backup(s, beside(".backup"), &error));
    store_close(s);

    /* Everything but the first pages, which hold the schema, is overwritten. */
    size_t size;
    char *bytes = content_of(path, &size);
    int64_t pages = number_raw(path, "SELECT max(rootpage) FROM sqlite_master");
    size_t kept = (size_t)pages * 4096;
    assert_true(kept < size);
    memset(bytes + kept, 0x5a, size - kept);
    write_content(path, bytes, size);
    s = open_store();
    int64_t count = 0;
    must_not(store_journal_read(s, "t1", 0, count_entry, &count, &error), TP_E_IO, "is damaged");
    must_not(store_backup(s, beside(".backup"), &error), TP_E_IO, "is damaged");
    store_close(s);
    assert_int_equal(entries_of_copy(beside(".backup")), 20 * BATCH);

    /* Cut off, within the schema. */
    write_content(path, bytes, 3 * 4096);
    must_not_open(path, TP_E_IO, "is damaged");
    memset(bytes + 100, 0x5a, 4096 - 100);
    write_content(path, bytes, size);
    must_not_open(path, TP_E_IO, "is damaged");
    free(bytes);

    /* A row that is not as the schema of this program promises. */
    copy_file(beside(".backup"), path);
    execute_raw(
        path,
        "INSERT INTO people (id, name, login, hash, sign_in, created_ms, seen_ms) VALUES ('p1', hex(zeroblob(100)), NULL, '', 1, 1, 1)");
    s = open_store();
    store_person found;
    must_not(store_person_get(s, "p1", &found, &error), TP_E_IO, "is damaged");
    assert_int_equal(count_entries(s, "t1"), 20 * BATCH);
    store_close(s);
}

static void test_locked_by_another_program(void **unused) {
    (void)unused;
    store *s = open_store();
    put_table(s, "t1", "open", 1);
    sqlite3 *other = open_raw(path);
    assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    must_not(store_begin(s, &error), TP_E_IO, "another program has locked it");
    assert_int_equal(count_entries(s, "t1"), 0); /* reading goes on */
    assert_int_equal(sqlite3_exec(other, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(other);
    add_batch(s, "t1", 0);
    store_close(s);
}

static void test_replaced_file(void **unused) {
    (void)unused;
    store *s = open_store();
    must(store_health(s, &error));
    must(store_health(s, &error));
    must(store_begin(s, &error));
    must(store_health(s, &error));
    must(store_commit(s, &error));
    assert_int_equal(rename(path, beside(".copy")), 0);
    must_not(store_health(s, &error), TP_E_IO, "was removed or replaced");
    write_content(path, "", 0);
    must_not(store_health(s, &error), TP_E_IO, "was removed or replaced");
    assert_int_equal(rename(beside(".copy"), path), 0);
    must(store_health(s, &error));
    store_close(s);
}

/* ---- other processes ---- */

static int exit_of(pid_t child) {
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

/* What opening answers in a process of its own: the code, or 0. */
static int open_elsewhere(const char *name, uid_t user, const char *part) {
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        if (user != 0 && (setgid(user) != 0 || setuid(user) != 0)) _exit(99);
        char other[160];
        snprintf(other, sizeof other, "sqlite:%s", name);
        store *opened = store_open(other, &error);
        if (opened != NULL) _exit(0);
        if (strstr(error.text, part) == NULL) _exit(98);
        _exit((int)error.code);
    }
    return exit_of(child);
}

static void test_read_only(void **unused) {
    (void)unused;
    store_close(open_store());
    uid_t user = geteuid() == 0 ? NOBODY : 0;
    /* Somebody else's. */
    assert_int_equal(chmod(folder, 0755), 0);
    assert_int_equal(chmod(path, 0644), 0);
    assert_int_equal(chmod(folder, user == 0 ? 0555 : 0755), 0);
    assert_int_equal(open_elsewhere(path, user, "permission denied"), TP_E_IO);
    assert_int_equal(open_elsewhere(beside(".copy"), user, "permission denied"), TP_E_IO);
    assert_int_equal(chmod(folder, 0777), 0);
    if (user != 0) {
        assert_int_equal(open_elsewhere(path, user, "permission denied"), TP_E_IO);
        /* Its own, in a folder of its own, but not to be written; opening lets its owner write. */
        assert_int_equal(chown(path, user, user), 0);
        assert_int_equal(chmod(path, 0400), 0);
        assert_int_equal(open_elsewhere(path, user, ""), 0);
        assert_int_equal(mode_of(path), 0600);
        assert_int_equal(chown(path, 0, 0), 0);
    }
    unlink(beside(".lock")); /* the process that opened it has ended without closing */
    assert_int_equal(chmod(folder, 0700), 0);
    store_close(open_store());
}

static void test_second_server(void **unused) {
    (void)unused;
    store *s = open_store();
    put_table(s, "t1", "open", 1);
    char expected[64];
    snprintf(expected, sizeof expected, "is in use by another server (process %ld)", (long)getpid());
    must_not_open(path, TP_E_IO, expected);
    assert_int_equal(open_elsewhere(path, 0, expected), TP_E_IO);
    assert_int_equal(symlink(path, beside(".link")), 0);
    assert_int_equal(open_elsewhere(beside(".link"), 0, expected), TP_E_IO);
    add_batch(s, "t1", 0); /* the first one is not disturbed */
    store_close(s);
    assert_int_equal(open_elsewhere(beside(".link"), 0, ""), 0);
    /* That one ended without closing; its lock file is there, and holds nobody up. */
    assert_true(exists(beside(".lock")));
    s = open_store();
    assert_int_equal(count_entries(s, "t1"), BATCH);
    store_close(s);
}

static _Noreturn void write_for_ever(int reports) {
    store *s = store_open(url, &error);
    if (s == NULL) _exit(1);
    int64_t last = count_entries(s, "t1");
    for (;;) {
        if (store_begin(s, &error) != TP_OK) _exit(2);
        for (int i = 0; i < BATCH; i++) add(s, "t1", ++last);
        if (store_commit(s, &error) != TP_OK) _exit(3);
        if (write(reports, &last, sizeof last) != sizeof last) _exit(4);
    }
}

static void test_kills(void **unused) {
    (void)unused;
    store *s = open_store();
    put_table(s, "t1", "open", 1);
    store_close(s);
    int64_t reported = 0;
    unsigned noise = 1;
    for (int round = 0; round < KILLS; round++) {
        int reports[2];
        assert_int_equal(pipe(reports), 0);
        fflush(NULL);
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            close(reports[0]);
            write_for_ever(reports[1]);
        }
        close(reports[1]);
        int64_t number;
        assert_int_equal(read(reports[0], &number, sizeof number), sizeof number);
        assert_true(number > reported);
        reported = number;
        noise = noise * 1664525 + 1013904223;
        usleep((noise >> 8) % 30000);
        assert_int_equal(kill(child, SIGKILL), 0);
        assert_int_equal(exit_of(child), -SIGKILL);
        while (read(reports[0], &number, sizeof number) == sizeof number) reported = number;
        close(reports[0]);
        /* What was reported is there, and at most one batch more, which was committed and not reported any
         * more. */
        s = open_store();
        int64_t count = count_entries(s, "t1");
        assert_int_equal(count % BATCH, 0);
        assert_in_range(count, reported, reported + BATCH);
        store_close(s);
    }
    assert_int_equal(
        number_raw(path, "SELECT count(*) FROM pragma_integrity_check WHERE integrity_check <> 'ok'"), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, make_folder, remove_folder)
        TEST(test_migration),
        TEST(test_failing_migration),
        TEST(test_newer_version),
        TEST(test_not_ours),
        TEST(test_full_disk),
        TEST(test_full_disk_at_first),
        TEST(test_file_size_limit),
        TEST(test_loss_of_power),
        TEST(test_failing_sync),
        TEST(test_damaged_file),
        TEST(test_locked_by_another_program),
        TEST(test_replaced_file),
        TEST(test_read_only),
        TEST(test_second_server),
        TEST(test_kills),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
