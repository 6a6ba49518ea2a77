/* The health of a SQLite file: its names, its header, damage, and the pulse that is written to it. */
#include "store/sqlite_internal.h"

#include "core/language.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { STEPS_BETWEEN_LOOKS = 20000 }; /* of SQLite's machine, while it checks: some milliseconds */

/* ---- names ---- */

static const char *const endings[SQLITE_FILE_COUNT] = {"", "-wal", "-shm"};

tp_err sqlite_note_files(sqlite_store *self, tp_error *error) {
    struct stat about;
    for (int i = 0; i < SQLITE_FILE_COUNT; i++) {
        sqlite_file *file = &self->files[i];
        file->name = sqlite_beside(self->path, endings[i]);
        if (file->name == NULL) return tp_fail(error, TP_E_MEMORY, TR("no memory to open a database"));
        if (stat(file->name, &about) != 0)
            return sqlite_system_error(error, TR("cannot open %s: %s"), file->name, errno);
        file->device = about.st_dev;
        file->inode = about.st_ino;
    }
    /* The descriptor that holds the lock came before SQLite's. */
    if (fstat(self->held, &about) != 0 || about.st_dev != self->files[0].device ||
        about.st_ino != self->files[0].inode) {
        return tp_fail(error, TP_E_IO, TR("%s was removed or replaced while the server runs"),
                       sqlite_short_path(self->path));
    }
    return TP_OK;
}

void sqlite_forget_files(sqlite_store *self) {
    for (int i = 0; i < SQLITE_FILE_COUNT; i++) free(self->files[i].name);
}

/* The header is read through the descriptor that holds the lock: opening and closing the file would drop
 * SQLite's locks. A copy that was put into the same file, as `cp` does, mostly has a header that says that
 * there is no log, and for a while it has none. */
static bool has_header(const sqlite_store *self) {
    uint8_t header[SQLITE_HEADER_SIZE];
    ssize_t size;
    do {
        size = pread(self->held, header, sizeof header, 0);
    } while (size < 0 && errno == EINTR);
    return size == (ssize_t)sizeof header && memcmp(header, "SQLite format 3", 16) == 0 &&
           header[SQLITE_HEADER_READ_VERSION] == 2;
}

tp_err sqlite_in_place(store *base, tp_error *error) {
    const sqlite_store *self = (const sqlite_store *)base;
    struct stat about;
    if (atomic_load(&self->is_damaged)) return tp_fail(error, TP_E_IO, "%s", self->damage);
    for (int i = 0; i < SQLITE_FILE_COUNT; i++) {
        const sqlite_file *file = &self->files[i];
        if (stat(file->name, &about) == 0 && about.st_dev == file->device && about.st_ino == file->inode)
            continue;
        return tp_fail(error, TP_E_IO, TR("%s was removed or replaced while the server runs"),
                       sqlite_short_path(file->name));
    }
    if (!has_header(self)) {
        return tp_fail(error, TP_E_IO, TR("%s was removed or replaced while the server runs"),
                       sqlite_short_path(self->path));
    }
    return TP_OK;
}

/* ---- the pulse ---- */

tp_err sqlite_beat(store *base, int64_t uptime_ms, tp_error *error) {
    sqlite_store *self = (sqlite_store *)base;
    tp_err code = sqlite_in_place(base, error);
    if (code == TP_OK)
        code = sqlite_change(self, PULSE, (sqlite_value[]){sqlite_integer(uptime_ms)}, NULL, error);
    return code == TP_OK ? sqlite_in_place(base, error) : code;
}

tp_err sqlite_uptime(store *base, int64_t *out, tp_error *error) {
    int64_t found = 0, count;
    tp_err code =
        sqlite_read_rows((sqlite_store *)base, UPTIME, NULL, sqlite_read_number, &found, &count, error);
    if (code == TP_OK) *out = found;
    return code;
}

/* ---- damage ---- */

void sqlite_note_damage(sqlite_store *self, const tp_error *error) {
    if (self->of != NULL) self = self->of;
    if (atomic_exchange(&self->damage_met, true)) return;
    snprintf(self->damage, sizeof self->damage, "%s", error->text);
    atomic_store(&self->is_damaged, true);
}

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int is_late(void *deadline) { return now_ms() >= *(const int64_t *)deadline; }

/* What quick_check has to say on its first line, in one line. */
static void copy_finding(char *out, size_t size, const char *text) {
    snprintf(out, size, "%s", text);
    for (; *out != '\0'; out++) {
        if (*out == '\n') *out = ' ';
    }
}

tp_err sqlite_check(store *base, int64_t limit_ms, bool *is_whole, tp_error *error) {
    sqlite_store *self = (sqlite_store *)base;
    int64_t deadline = now_ms() + limit_ms;
    sqlite3_stmt *statement = NULL;
    tp_error found = {0};
    tp_err result = TP_OK;
    errno = 0;
    sqlite3_progress_handler(self->database, STEPS_BETWEEN_LOOKS, is_late, &deadline);
    int code = sqlite3_prepare_v2(self->database, "PRAGMA quick_check(1)", -1, &statement, NULL);
    if (code == SQLITE_OK) code = sqlite3_step(statement);
    if (code == SQLITE_ROW && strcmp(sqlite_column(statement, 0), "ok") != 0) {
        char finding[160];
        copy_finding(finding, sizeof finding, sqlite_column(statement, 0));
        result = tp_fail(&found, TP_E_IO, TR("%s is damaged (%s); put a backup in its place"),
                         sqlite_short_path(self->path), finding);
        sqlite_note_damage(self, &found);
    } else if (code != SQLITE_ROW && (code & 0xff) != SQLITE_INTERRUPT) {
        result = sqlite_failed(self, &found);
    }
    *is_whole = code == SQLITE_ROW;
    sqlite3_finalize(statement);
    sqlite3_progress_handler(self->database, 0, NULL, NULL);
    if (result != TP_OK && error != NULL) *error = found;
    return result;
}
