/* A copy of the database while it is in use.
 *
 * It is read through a connection of its own: that sees what was committed when it began, and nothing written
 * meanwhile, and a thread of its own can do it. VACUUM INTO reads every row, so a damaged database gives an
 * error and not a damaged backup. */
#include "store/sqlite_internal.h"

#include "core/language.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Over the database itself, or one of the files beside it, nothing may be renamed. */
static tp_err check_target(const sqlite_store *self, const char *path, tp_error *error) {
    static const char *const endings[] = {"", "-wal", "-shm", "-journal", ".lock", ".tombstones"};
    struct stat target, own;
    if (stat(path, &target) != 0) return TP_OK;
    if (S_ISDIR(target.st_mode)) return sqlite_system_error(error, TR("cannot write %s: %s"), path, EISDIR);
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        char *name = sqlite_beside(self->path, endings[i]);
        if (name == NULL) return tp_fail(error, TP_E_MEMORY, "no memory for a file name");
        bool is_own = stat(name, &own) == 0 && own.st_dev == target.st_dev && own.st_ino == target.st_ino;
        free(name);
        if (is_own) {
            return tp_fail(error, TP_E_INPUT, "a backup must have another name than the database, unlike %s",
                           sqlite_short_path(path));
        }
    }
    return TP_OK;
}

static int copy_into(sqlite3 *database, const char *name) {
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(database, "VACUUM INTO ?1", -1, &statement, NULL);
    if (code == SQLITE_OK) code = sqlite3_bind_text(statement, 1, name, -1, SQLITE_STATIC);
    if (code == SQLITE_OK) code = sqlite3_step(statement);
    sqlite3_finalize(statement);
    return code;
}

static tp_err copy_database(const sqlite_store *self, const char *name, tp_error *error) {
    sqlite3 *database = NULL;
    int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    errno = 0;
    int code = sqlite3_open_v2(self->path, &database, flags, NULL);
    if (code == SQLITE_OK) {
        sqlite3_busy_timeout(database, BUSY_TIMEOUT_MS);
        code = copy_into(database, name);
    }
    tp_err result = TP_OK;
    if (code != SQLITE_DONE) {
        result = database == NULL ? tp_fail(error, TP_E_MEMORY, "no memory for a backup")
                                  : sqlite_error(database, self->path, error);
        tp_error_at(error, "no backup");
    }
    sqlite3_close(database);
    return result;
}

static int take_answer(void *context, int count, char **values, char **names) {
    (void)names;
    if (count == 1 && values[0] != NULL && strcmp(values[0], "ok") == 0) *(bool *)context = true;
    return 0;
}

/* Open the copy as a restored server would, and look at all of it. */
static tp_err check_copy(const char *name, tp_error *error) {
    sqlite3 *database = NULL;
    bool is_sound = false;
    int code = sqlite3_open_v2(name, &database, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL);
    if (code == SQLITE_OK) sqlite3_exec(database, "PRAGMA quick_check(1)", take_answer, &is_sound, NULL);
    sqlite3_close(database);
    return is_sound ? TP_OK : tp_fail(error, TP_E_IO, "the backup was written and is not sound");
}

static int sync_file(const char *name) {
    int descriptor = open(name, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return errno;
    int number = fsync(descriptor) == 0 ? 0 : errno;
    close(descriptor);
    return number;
}

/* VACUUM INTO fills the empty file that mkostemp has made, which nobody else can read. */
static tp_err write_beside(const sqlite_store *self, const char *beside, const char *path, tp_error *error) {
    tp_err code = copy_database(self, beside, error);
    if (code == TP_OK) code = check_copy(beside, error);
    if (code != TP_OK) return code;
    int number = sync_file(beside);
    if (number == 0 && rename(beside, path) != 0) number = errno;
    return number != 0 ? sqlite_system_error(error, TR("cannot write %s: %s"), path, number) : TP_OK;
}

tp_err sqlite_backup(store *base, const char *path, tp_error *error) {
    const sqlite_store *self = (const sqlite_store *)base;
    tp_err code = check_target(self, path, error);
    if (code != TP_OK) return code;
    char *beside = NULL;
    /* SQLite takes a name that begins with "file:" for something else. */
    if (asprintf(&beside, "%s%s.new-XXXXXX", path[0] == '/' ? "" : "./", path) < 0) {
        return tp_fail(error, TP_E_MEMORY, "no memory for a file name");
    }
    int descriptor = mkostemp(beside, O_CLOEXEC);
    if (descriptor < 0) {
        code = sqlite_system_error(error, TR("cannot write %s: %s"), path, errno);
    } else {
        close(descriptor);
        code = write_beside(self, beside, path, error);
        if (code != TP_OK) unlink(beside);
        if (code == TP_OK) code = sqlite_sync_folder(path, error);
    }
    free(beside);
    return code;
}
