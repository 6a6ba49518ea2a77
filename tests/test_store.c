/* The store: what is put in comes out again, whatever it is; nothing that was committed is lost, whatever happens; and what is not
 * ours is left alone. */
#include "store/sqlite_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum {
    BATCH = 50,
    KILLS = 40,
    NOBODY = 65534, /* a user who may nothing; root may everything, whatever a file's mode says */
};

static char folder[64], path[96], url[104];
static tp_error error;

#define must(call)                                                  \
    do {                                                            \
        if ((call) != TP_OK) fail_msg("%s: %s", #call, error.text); \
    } while (0)

#define must_not(call, expected, part)                                                                      \
    do {                                                                                                    \
        memset(&error, 0, sizeof error);                                                                    \
        assert_int_equal(call, expected);                                                                   \
        if (strstr(error.text, part) == NULL) fail_msg("%s: \"%s\" lacks \"%s\"", #call, error.text, part); \
    } while (0)

/* ---- files ---- */

static const char *beside(const char *ending) {
    static char names[4][128];
    static int next;
    char *name = names[next++ % 4];
    snprintf(name, sizeof names[0], "%s%s", path, ending);
    return name;
}

static int make_folder(void **unused) {
    (void)unused;
    snprintf(folder, sizeof folder, "/tmp/tapete-store-XXXXXX");
    if (mkdtemp(folder) == NULL) return 1;
    snprintf(path, sizeof path, "%s/tapete.db", folder);
    snprintf(url, sizeof url, "sqlite:%s", path);
    return 0;
}

/* SQLite's own calls of the system, so that a test can let them fail, from one of them on. */
static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static int writes_left = -1, failing_number; /* -1: none fails */

static ssize_t counted_pwrite(int file, const void *bytes, size_t size, off_t offset) {
    if (writes_left == 0) {
        errno = failing_number;
        return -1;
    }
    if (writes_left > 0) writes_left--;
    return real_pwrite(file, bytes, size, offset);
}

static const char *const pwrite_names[] = {"pwrite", "pwrite64"};

static void count_writes(void) {
    sqlite3_vfs *system = sqlite3_vfs_find(NULL);
    for (int i = 0; i < 2; i++) {
        sqlite3_syscall_ptr found = system->xGetSystemCall(system, pwrite_names[i]);
        if (found == NULL) continue;
        real_pwrite = (ssize_t(*)(int, const void *, size_t, off_t))(void (*)(void))found;
        system->xSetSystemCall(system, pwrite_names[i], (sqlite3_syscall_ptr)(void (*)(void))counted_pwrite);
    }
}

static void count_no_writes(void) {
    sqlite3_vfs *system = sqlite3_vfs_find(NULL);
    writes_left = -1;
    for (int i = 0; i < 2; i++) system->xSetSystemCall(system, pwrite_names[i], NULL);
}

/* The files that a test makes by name; nothing else may be left behind, no lock and no half-written backup. */
static int remove_folder(void **unused) {
    (void)unused;
    static const char *const endings[] = {"",      "-wal",  "-shm",      ".backup",
                                          ".link", ".copy", ".copy-wal", ".copy-shm"};
    count_no_writes();
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) unlink(beside(endings[i]));
    return rmdir(folder);
}

static bool exists(const char *name) { return access(name, F_OK) == 0; }

static unsigned mode_of(const char *name) {
    struct stat about;
    assert_int_equal(stat(name, &about), 0);
    return about.st_mode & 07777;
}

static char *content_of(const char *name, size_t *size) {
    struct stat about;
    assert_int_equal(stat(name, &about), 0);
    char *bytes = malloc((size_t)about.st_size + 1);
    assert_non_null(bytes);
    FILE *file = fopen(name, "rb");
    assert_non_null(file);
    *size = fread(bytes, 1, (size_t)about.st_size, file);
    assert_int_equal(*size, about.st_size);
    fclose(file);
    return bytes;
}

static void write_content(const char *name, const void *bytes, size_t size) {
    FILE *file = fopen(name, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void copy_file(const char *from, const char *to) {
    size_t size;
    char *bytes = content_of(from, &size);
    write_content(to, bytes, size);
    free(bytes);
}

/* ---- stores ---- */

static store *open_store(void) {
    store *opened = store_open(url, &error);
    if (opened == NULL) fail_msg("%s", error.text);
    return opened;
}

static store *open_file(const char *name) {
    char other[160];
    snprintf(other, sizeof other, "sqlite:%s", name);
    store *opened = store_open(other, &error);
    if (opened == NULL) fail_msg("%s", error.text);
    return opened;
}

static void must_not_open(const char *name, tp_err code, const char *part) {
    char other[160];
    snprintf(other, sizeof other, "sqlite:%s", name);
    memset(&error, 0, sizeof error);
    store *opened = store_open(other, &error);
    assert_null(opened);
    if (strstr(error.text, part) == NULL) fail_msg("\"%s\" lacks \"%s\"", error.text, part);
    assert_int_equal(error.code, code);
}

/* The same file through SQLite alone, as an administrator or a mishap would come by. */
static sqlite3 *open_raw(const char *name) {
    sqlite3 *database = NULL;
    assert_int_equal(sqlite3_open(name, &database), SQLITE_OK);
    return database;
}

static void execute_raw(const char *name, const char *statements) {
    sqlite3 *database = open_raw(name);
    char *message = NULL;
    if (sqlite3_exec(database, statements, NULL, NULL, &message) != SQLITE_OK) fail_msg("%s", message);
    sqlite3_close(database);
}

static int64_t number_raw(const char *name, const char *query) {
    sqlite3 *database = open_raw(name);
    sqlite3_stmt *statement = NULL;
    assert_int_equal(sqlite3_prepare_v2(database, query, -1, &statement, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    int64_t number = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(database);
    return number;
}

static store_person person(const char *id, const char *name, const char *login) {
    store_person made = {.sign_in = 3, .created_ms = 1700000000000, .seen_ms = 1700000000001};
    snprintf(made.id, sizeof made.id, "%s", id);
    snprintf(made.name, sizeof made.name, "%s", name);
    snprintf(made.login, sizeof made.login, "%s", login);
    return made;
}

static void put_person(store *into, const char *id) {
    store_person made = person(id, "somebody", "");
    must(store_person_put(into, &made, &error));
}

static void put_table(store *into, const char *id, const char *phase, int64_t changed_ms) {
    must(store_table_put(into, &(store_table){id, "mus", phase, "{}", 1, changed_ms}, &error));
}

static void add(store *into, const char *table, int64_t number) {
    char text[32];
    snprintf(text, sizeof text, "entry %lld", (long long)number);
    must(store_journal_add(into, table, number, 'm', text, &error));
}

static void put_result(store *into, const char *table, int seat, const char *who, int64_t ended_ms) {
    store_result made = {
        .table = table, .game = "mus", .seat = seat, .person = who, .agent = "", .how = "played"};
    made.ended_ms = ended_ms;
    must(store_result_add(into, &made, &error));
}

/* Lists as text: "a b c ". */
static char listed[4096];

static void list(const char *word) {
    size_t length = strlen(listed);
    snprintf(listed + length, sizeof listed - length, "%s ", word);
}

static void list_name(void *unused, const char *whom) {
    (void)unused;
    list(whom);
}

static void list_table(void *unused, const store_table *table) {
    (void)unused;
    list(table->id);
}

static void list_result(void *unused, const store_result *result) {
    (void)unused;
    char word[128];
    snprintf(word, sizeof word, "%s/%d:%s", result->table, result->seat, result->person);
    list(word);
}

static void list_entry(void *unused, const store_entry *entry) {
    (void)unused;
    char word[64];
    snprintf(word, sizeof word, "%lld", (long long)entry->number);
    list(word);
}

#define assert_listed(call, expected)          \
    do {                                       \
        listed[0] = '\0';                      \
        must(call);                            \
        assert_string_equal(listed, expected); \
    } while (0)

/* Counts the entries, which must be those that add() has written, in order and without a gap. */
static void count_entry(void *context, const store_entry *entry) {
    int64_t *count = context;
    char text[32];
    snprintf(text, sizeof text, "entry %lld", (long long)++*count);
    assert_int_equal(entry->number, *count);
    assert_int_equal(entry->kind, 'm');
    assert_string_equal(entry->text, text);
}

static int64_t count_entries(store *from, const char *table) {
    int64_t count = 0;
    must(store_journal_read(from, table, 0, count_entry, &count, &error));
    return count;
}

static void add_batch(store *into, const char *table, int64_t after) {
    must(store_begin(into, &error));
    for (int64_t i = 1; i <= BATCH; i++) add(into, table, after + i);
    must(store_commit(into, &error));
}

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
    assert_null(store_open("postgres://user:hunter2@host/tapete", &error));
    assert_int_equal(error.code, TP_E_UNKNOWN);
    assert_string_equal(error.text, "there is no kind of database called 'postgres', there is sqlite");
    assert_null(store_open("a kind of database whose name does not end for a long time:x", &error));
    assert_null(store_open("sqlite3:x", NULL));
    must_not_open("/nowhere/at/all", TP_E_IO, "there is no such file or folder");
    store_close(NULL);
}

static void test_people(void **unused) {
    (void)unused;
    store *s = open_store();
    for (int i = 0; i < HOSTILE_COUNT; i++) {
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
    must_not(store_person_put(s, &eva, &error), TP_E_REFUSED, "somebody else has the login 'ana'");
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
    assert_string_equal(entry->text, hostile[*count]);
    ++*count;
}

static void check_long(void *context, const store_entry *entry) { assert_string_equal(entry->text, context); }

static void test_journal(void **unused) {
    (void)unused;
    store *s = open_store();
    put_table(s, "t1", "open", 1);
    put_table(s, "t2", "open", 1);
    for (int i = 0; i < HOSTILE_COUNT; i++) {
        must(store_journal_add(s, "t1", i + 1, (char)('a' + i), hostile[i], &error));
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

static void check_result(void *context, const store_result *found) {
    const store_result *made = context;
    assert_string_equal(found->table, made->table);
    assert_string_equal(found->game, made->game);
    assert_int_equal(found->seat, made->seat);
    assert_string_equal(found->person, made->person);
    assert_string_equal(found->agent, made->agent);
    assert_memory_equal(&found->returns, &made->returns, sizeof made->returns);
    assert_int_equal(found->score, made->score);
    assert_int_equal(found->rated, made->rated);
    assert_string_equal(found->how, made->how);
    assert_int_equal(found->ended_ms, made->ended_ms);
    list("one");
}

static void test_results(void **unused) {
    (void)unused;
    store *s = open_store();
    put_person(s, "p1");
    put_person(s, "p2");
    put_table(s, "t1", "over", 1);
    put_table(s, "t2", "over", 2);
    put_table(s, "t3", "over", 3);
    store_result made = {"t1",     "Mus 'n more", 3,    "p1",       "flatmc:ms=200",
                         -1.0 / 3, INT64_MIN,     true, "resigned", 77};
    must(store_result_add(s, &made, &error));
    assert_listed(store_results(s, "p1", 10, check_result, &made, &error), "one ");
    made.rated = false;
    made.returns = 0.1;
    made.score = 40;
    must(store_result_add(s, &made, &error));
    assert_listed(store_results(s, "p1", 10, check_result, &made, &error), "one ");
    must(store_table_delete(s, "t1", &error));

    put_table(s, "t1", "over", 1);
    for (int seat = 3; seat >= 0; seat--) put_result(s, "t1", seat, seat % 2 == 0 ? "p1" : "p2", 50);
    put_result(s, "t2", 0, "p2", 40);
    put_result(s, "t2", 1, "p1", 40);
    put_result(s, "t3", 0, "p1", 60);
    put_result(s, "t3", 1, "", 60);
    assert_listed(store_results(s, "p1", 100, list_result, NULL, &error),
                  "t3/0:p1 t3/1: t1/0:p1 t1/1:p2 t1/2:p1 t1/3:p2 t2/0:p2 t2/1:p1 ");
    assert_listed(store_results(s, "p2", 3, list_result, NULL, &error), "t1/0:p1 t1/1:p2 t1/2:p1 ");
    assert_listed(store_results(s, "p3", 3, list_result, NULL, &error), "");
    made.table = "t9";
    must_not(store_result_add(s, &made, &error), TP_E_UNKNOWN, "no table 't9'");
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
    execute_raw(path, "UPDATE secrets SET bytes = x'00'");
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

static int64_t entries_of_copy(const char *name) {
    store *copy = open_file(name);
    int64_t count = count_entries(copy, "t1");
    store_close(copy);
    return count;
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

    /* One after the other, in a thread, while this one goes on writing. Each is a moment between two transactions. */
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
    must_not(store_backup(s, path, &error), TP_E_INPUT, "another name than the database");
    must_not(store_backup(s, beside("-wal"), &error), TP_E_INPUT, "another name than the database");
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
    must_not_open(beside(".copy"), TP_E_INPUT, "belongs to what was there before");
    assert_int_equal(unlink(beside(".copy-wal")), 0);
    assert_int_equal(entries_of_copy(beside(".copy")), BATCH);
}

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
    execute_raw(path, "INSERT INTO people VALUES ('p1', 'Ana', 'ana', 'hash', 1, 2, 3);"
                      "INSERT INTO people VALUES ('p2', 'Guest', NULL, '', 1, 2, 3);"
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

/* Try to open it: refused, and not a byte of it, its mode or its time has changed; nothing new lies beside it. */
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
    must_stay(TP_E_VERSION,
              "was written by a later Tapete: its schema has version 3, this program knows up to 2");
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
    must_stay(TP_E_INPUT, "is no database of Tapete; it was left as it is");
    char bytes[8192];
    memset(bytes, 'x', sizeof bytes);
    write_content(path, bytes, sizeof bytes);
    must_stay(TP_E_INPUT, "is no database of Tapete");
    memcpy(bytes, "SQLite format 3", 16);
    write_content(path, bytes, sizeof bytes);
    must_stay(TP_E_INPUT, "is no database of Tapete");
    write_content(path, bytes, 99);
    must_stay(TP_E_INPUT, "is no database of Tapete");
    unlink(path);
    execute_raw(path, "CREATE TABLE people (a); PRAGMA user_version = 1");
    must_stay(TP_E_INPUT, "is no database of Tapete");
    must_not_open(folder, TP_E_INPUT, "is no database of Tapete");
    unlink(path);
    assert_int_equal(mkfifo(path, 0600), 0);
    must_not_open(path, TP_E_INPUT, "is no database of Tapete");
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
    /* The disk is full from the first write of a transaction on, from the second, ..., until it is large enough. */
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

/* What has been synced is what a loss of power leaves: copy that, and only that. Through the descriptor, since opening and closing the file would drop
 * SQLite's locks. */
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
    execute_raw(path, "INSERT INTO people VALUES ('p1', hex(zeroblob(100)), NULL, '', 1, 1, 1)");
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
    must_not(store_begin(s, &error), TP_E_IO, "another program keeps it locked");
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
        /* What was reported is there, and at most one batch more, which was committed and not reported any more. */
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
        TEST(test_urls),
        TEST(test_people),
        TEST(test_logins),
        TEST(test_blocks),
        TEST(test_person_deletion),
        TEST(test_tables),
        TEST(test_journal),
        TEST(test_table_deletion),
        TEST(test_results),
        TEST(test_reading_within_a_list),
        TEST(test_transactions),
        TEST(test_secrets),
        TEST(test_permissions),
        TEST(test_empty_file),
        TEST(test_odd_names),
        TEST(test_backup),
        TEST(test_backup_beside_an_old_log),
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
