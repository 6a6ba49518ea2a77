/* A store in a folder of its own for every test, and short words for what is done with it. One file of a
 * program includes this. */
#ifndef TAPETE_STORE_FIXTURE_H
#define TAPETE_STORE_FIXTURE_H

#include "store/sqlite_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#ifdef TAPETE_HAS_POSTGRES
#include <libpq-fe.h>
#endif

enum { BATCH = 50 };

static char folder[64], path[96], url[512];
static tp_error error;

/* With TAPETE_POSTGRES=URL tests run on a PostgreSQL database, each in a schema of its own; those of files
 * are left out (RUN_STORE_TESTS). */
static inline const char *postgres_url(void) { return getenv("TAPETE_POSTGRES"); }
static inline bool on_postgres(void) { return postgres_url() != NULL; }

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

static inline const char *beside(const char *ending) {
    static char names[4][128];
    static int next;
    char *name = names[next++ % 4];
    snprintf(name, sizeof names[0], "%s%s", path, ending);
    return name;
}

#ifdef TAPETE_HAS_POSTGRES
/* The same database through libpq alone; NULL or the only number of the answer, which may be freed. */
static inline int64_t ask_postgres(const char *address, const char *statement) {
    PGconn *connection = PQconnectdb(address);
    PGresult *answer = PQexec(connection, statement);
    ExecStatusType status = PQresultStatus(answer);
    if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK) fail_msg("%s", PQerrorMessage(connection));
    int64_t number = PQntuples(answer) == 1 ? strtoll(PQgetvalue(answer, 0, 0), NULL, 10) : 0;
    PQclear(answer);
    PQfinish(connection);
    return number;
}
#else
static inline int64_t ask_postgres(const char *address, const char *statement) {
    fail_msg("this build cannot ask %s: %s", address, statement);
    return 0;
}
#endif

static char schema[32];

static inline void make_schema(void) {
    static int number;
    char statement[64];
    snprintf(schema, sizeof schema, "t%d_%d", (int)getpid(), ++number);
    snprintf(statement, sizeof statement, "CREATE SCHEMA %s", schema);
    ask_postgres(postgres_url(), statement);
    snprintf(url, sizeof url, "%s%coptions=-csearch_path%%3D%s", postgres_url(),
             strchr(postgres_url(), '?') != NULL ? '&' : '?', schema);
}

static inline void drop_schema(void) {
    char statement[96];
    snprintf(statement, sizeof statement, "SET client_min_messages = warning; DROP SCHEMA %s CASCADE",
             schema);
    ask_postgres(postgres_url(), statement);
}

static inline int make_folder(void **unused) {
    (void)unused;
    snprintf(folder, sizeof folder, "/tmp/tapete-store-XXXXXX");
    if (mkdtemp(folder) == NULL) return 1;
    snprintf(path, sizeof path, "%s/tapete.db", folder);
    snprintf(url, sizeof url, "sqlite:%s", path);
    if (on_postgres()) make_schema();
    return 0;
}

/* SQLite's own calls of the system, so that a test can let them fail, from one of them on. */
static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static int writes_left = -1, failing_number; /* -1: none fails */

static inline ssize_t counted_pwrite(int file, const void *bytes, size_t size, off_t offset) {
    if (writes_left == 0) {
        errno = failing_number;
        return -1;
    }
    if (writes_left > 0) writes_left--;
    return real_pwrite(file, bytes, size, offset);
}

static const char *const pwrite_names[] = {"pwrite", "pwrite64"};

static inline void count_writes(void) {
    sqlite3_vfs *system = sqlite3_vfs_find(NULL);
    for (int i = 0; i < 2; i++) {
        sqlite3_syscall_ptr found = system->xGetSystemCall(system, pwrite_names[i]);
        if (found == NULL) continue;
        real_pwrite = (ssize_t(*)(int, const void *, size_t, off_t))(void (*)(void))found;
        system->xSetSystemCall(system, pwrite_names[i], (sqlite3_syscall_ptr)(void (*)(void))counted_pwrite);
    }
}

static inline void count_no_writes(void) {
    sqlite3_vfs *system = sqlite3_vfs_find(NULL);
    writes_left = -1;
    for (int i = 0; i < 2; i++) system->xSetSystemCall(system, pwrite_names[i], NULL);
}

/* The files that a test makes by name; nothing else may be left behind, no lock and no half-written backup.
 */
static inline int remove_folder(void **unused) {
    (void)unused;
    static const char *const endings[] = {"",      "-wal",  "-shm",      ".backup",
                                          ".link", ".copy", ".copy-wal", ".copy-shm"};
    count_no_writes();
    if (on_postgres()) drop_schema();
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) unlink(beside(endings[i]));
    return rmdir(folder);
}

static inline bool exists(const char *name) { return access(name, F_OK) == 0; }

static inline unsigned mode_of(const char *name) {
    struct stat about;
    assert_int_equal(stat(name, &about), 0);
    return about.st_mode & 07777;
}

static inline char *content_of(const char *name, size_t *size) {
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

static inline void write_content(const char *name, const void *bytes, size_t size) {
    FILE *file = fopen(name, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static inline void copy_file(const char *from, const char *to) {
    size_t size;
    char *bytes = content_of(from, &size);
    write_content(to, bytes, size);
    free(bytes);
}

/* ---- stores ---- */

static inline store *open_store(void) {
    store *opened = store_open(url, &error);
    if (opened == NULL) fail_msg("%s", error.text);
    return opened;
}

static inline store *open_file(const char *name) {
    char other[160];
    snprintf(other, sizeof other, "sqlite:%s", name);
    store *opened = store_open(other, &error);
    if (opened == NULL) fail_msg("%s", error.text);
    return opened;
}

static inline void must_not_open(const char *name, tp_err code, const char *part) {
    char other[160];
    snprintf(other, sizeof other, "sqlite:%s", name);
    memset(&error, 0, sizeof error);
    store *opened = store_open(other, &error);
    assert_null(opened);
    if (strstr(error.text, part) == NULL) fail_msg("\"%s\" lacks \"%s\"", error.text, part);
    assert_int_equal(error.code, code);
}

/* The same file through SQLite alone, as an administrator or a mishap would come by. */
static inline sqlite3 *open_raw(const char *name) {
    sqlite3 *database = NULL;
    assert_int_equal(sqlite3_open(name, &database), SQLITE_OK);
    return database;
}

static inline void execute_raw(const char *name, const char *statements) {
    if (on_postgres() && name == path) {
        ask_postgres(url, statements);
        return;
    }
    sqlite3 *database = open_raw(name);
    char *message = NULL;
    if (sqlite3_exec(database, statements, NULL, NULL, &message) != SQLITE_OK) fail_msg("%s", message);
    sqlite3_close(database);
}

static inline int64_t number_raw(const char *name, const char *query) {
    if (on_postgres() && name == path) return ask_postgres(url, query);
    sqlite3 *database = open_raw(name);
    sqlite3_stmt *statement = NULL;
    assert_int_equal(sqlite3_prepare_v2(database, query, -1, &statement, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    int64_t number = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(database);
    return number;
}

static inline store_person person(const char *id, const char *name, const char *login) {
    store_person made = {.sign_in = 3, .created_ms = 1700000000000, .seen_ms = 1700000000001};
    snprintf(made.id, sizeof made.id, "%s", id);
    snprintf(made.name, sizeof made.name, "%s", name);
    snprintf(made.login, sizeof made.login, "%s", login);
    return made;
}

static inline void put_person(store *into, const char *id) {
    store_person made = person(id, "somebody", "");
    must(store_person_put(into, &made, &error));
}

static inline void put_table(store *into, const char *id, const char *phase, int64_t changed_ms) {
    must(store_table_put(into, &(store_table){id, "mus", phase, "{}", 1, changed_ms}, &error));
}

static inline void add(store *into, const char *table, int64_t number) {
    char text[32];
    snprintf(text, sizeof text, "entry %lld", (long long)number);
    must(store_journal_add(into, table, number, 'm', text, &error));
}

static inline void put_result(store *into, const char *table, int seat, const char *who, int64_t ended_ms) {
    store_result made = {.table = table,
                         .game = "mus",
                         .seat = seat,
                         .person = who,
                         .agent = "",
                         .how = "played",
                         .against = "",
                         .points = -1};
    made.ended_ms = ended_ms;
    must(store_result_add(into, &made, &error));
}

/* Whether the database keeps this text: PostgreSQL takes UTF-8 alone. */
static inline bool is_kept(const char *text) { return !on_postgres() || strpbrk(text, "\xff") == NULL; }

/* Runs `tests`; those from number `files` on are of SQLite's files. */
#define RUN_STORE_TESTS(tests, files)                                                                        \
    _cmocka_run_group_tests(#tests, tests, on_postgres() ? (files) : sizeof(tests) / sizeof(tests)[0], NULL, \
                            NULL)

/* Lists as text: "a b c ". */
static char listed[4096];

static inline void list(const char *word) {
    size_t length = strlen(listed);
    snprintf(listed + length, sizeof listed - length, "%s ", word);
}

static inline void list_name(void *unused, const char *whom) {
    (void)unused;
    list(whom);
}

static inline void list_table(void *unused, const store_table *table) {
    (void)unused;
    list(table->id);
}

static inline void list_result(void *unused, const store_result *result) {
    (void)unused;
    char word[128];
    snprintf(word, sizeof word, "%s/%d:%s", result->table, result->seat, result->person);
    list(word);
}

static inline void list_entry(void *unused, const store_entry *entry) {
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
static inline void count_entry(void *context, const store_entry *entry) {
    int64_t *count = context;
    char text[32];
    snprintf(text, sizeof text, "entry %lld", (long long)++*count);
    assert_int_equal(entry->number, *count);
    assert_int_equal(entry->kind, 'm');
    assert_string_equal(entry->text, text);
}

static inline int64_t count_entries(store *from, const char *table) {
    int64_t count = 0;
    must(store_journal_read(from, table, 0, count_entry, &count, &error));
    return count;
}

static inline void add_batch(store *into, const char *table, int64_t after) {
    must(store_begin(into, &error));
    for (int64_t i = 1; i <= BATCH; i++) add(into, table, after + i);
    must(store_commit(into, &error));
}

static inline int64_t entries_of_copy(const char *name) {
    store *copy = open_file(name);
    int64_t count = count_entries(copy, "t1");
    store_close(copy);
    return count;
}

#endif
