/* Opening a SQLite file: whose it is, who else has it, and how it is to be written.
 *
 * Before SQLite hears of a file, its first bytes are read, so that one which is not ours or comes from a
 * later version is left exactly as it is. That is done under the lock: closing a file drops the locks of
 * everybody in the same process who has it open (POSIX), SQLite included. */
#include "store/sqlite_internal.h"

#include "core/language.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    OWNER_ONLY = S_IRUSR | S_IWUSR,
    SHOWN_PATH = 160,
};

/* ---- sentences ---- */

const char *sqlite_short_path(const char *path) {
    size_t length = strlen(path);
    return length > SHOWN_PATH ? path + length - SHOWN_PATH : path;
}

static const char *system_cause(int number) {
    switch (number) {
    case ENOSPC: return TR("the disk is full");
    case EDQUOT: return TR("the disk quota is used up");
    case EFBIG: return TR("the file would become larger than the system allows");
    case ENOENT: return TR("there is no such file or folder");
    case EACCES:
    case EPERM: return TR("permission denied");
    case EROFS: return TR("the disk is read-only");
    case EISDIR: return TR("it is a folder");
    case EMFILE:
    case ENFILE: return TR("too many files are open");
    default: return strerror(number);
    }
}

tp_err sqlite_system_error(tp_error *error, const char *sentence, const char *path, int number) {
    return tp_fail(error, number == ENOMEM ? TP_E_MEMORY : TP_E_IO, sentence, sqlite_short_path(path),
                   system_cause(number));
}

tp_err sqlite_error(sqlite3 *database, const char *path, tp_error *error) {
    /* Not sqlite3_system_errno: in a commit SQLite does not set it, and then it is that of an earlier error.
     */
    int number = errno, code = sqlite3_extended_errcode(database);
    const char *shown = sqlite_short_path(path);
    switch (code & 0xff) {
    case SQLITE_NOMEM: return tp_fail(error, TP_E_MEMORY, TR("no memory for the database %s"), shown);
    case SQLITE_FULL:
        return tp_fail(error, TP_E_IO, TR("cannot write to %s: the disk is full; nothing was changed"),
                       shown);
    case SQLITE_READONLY:
        return tp_fail(error, TP_E_IO, TR("cannot write to %s: it is read-only; nothing was changed"), shown);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return tp_fail(error, TP_E_IO,
                       TR("cannot use %s: another program has locked it; nothing was changed"), shown);
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
        return tp_fail(error, TP_E_IO, TR("%s is damaged (%s); put a backup in its place"), shown,
                       sqlite3_errmsg(database));
    case SQLITE_CANTOPEN:
    case SQLITE_IOERR:
        if (number == 0) break;
        return tp_fail(error, TP_E_IO, TR("cannot read or write %s: %s; nothing was changed"), shown,
                       system_cause(number));
    default: break;
    }
    return tp_fail(error, TP_E_IO, TR("the database %s does not work: %s; nothing was changed"), shown,
                   sqlite3_errmsg(database));
}

char *sqlite_beside(const char *path, const char *ending) {
    char *name = NULL;
    return asprintf(&name, "%s%s", path, ending) < 0 ? NULL : name;
}

static tp_err no_memory(tp_error *error) {
    return tp_fail(error, TP_E_MEMORY, TR("no memory to open a database"));
}

/* ---- files ---- */

tp_err sqlite_sync_folder(const char *path, tp_error *error) {
    const char *slash = strrchr(path, '/');
    char *folder = slash == NULL ? strdup(".") : strndup(path, slash == path ? 1 : (size_t)(slash - path));
    if (folder == NULL) return tp_fail(error, TP_E_MEMORY, TR("no memory for a file name"));
    tp_err code = TP_OK;
    int descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) {
        /* A folder that may be written and not listed cannot be opened; its names are as durable as they get.
         */
        if (errno != EACCES) code = sqlite_system_error(error, TR("cannot open %s: %s"), folder, errno);
    } else {
        /* EINVAL: a file system that has nothing to make durable. */
        if (fsync(descriptor) != 0 && errno != EINVAL)
            code = sqlite_system_error(error, TR("cannot write %s: %s"), folder, errno);
        close(descriptor);
    }
    free(folder);
    return code;
}

/* If there is no file, make an empty one, which SQLite takes for a new database. What SQLite makes beside
 * it (-wal, -shm) gets the same mode. */
static tp_err make_file(const char *path, tp_error *error) {
    int descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, OWNER_ONLY);
    if (descriptor < 0) {
        return errno == EEXIST
                   ? TP_OK
                   : sqlite_system_error(error, TR("cannot create the database %s: %s"), path, errno);
    }
    close(descriptor);
    return sqlite_sync_folder(path, error);
}

/* A copy put in place by hand can have any mode, and there are secrets in it. */
static tp_err keep_to_owner(const sqlite_store *self, tp_error *error) {
    static const char *const endings[] = {"", "-wal", "-shm"};
    tp_err code = TP_OK;
    for (size_t i = 0; code == TP_OK && i < sizeof endings / sizeof endings[0]; i++) {
        char *name = sqlite_beside(self->path, endings[i]);
        if (name == NULL) return no_memory(error);
        struct stat about;
        bool is_open = stat(name, &about) == 0 && (about.st_mode & 07777) != OWNER_ONLY;
        if (is_open && chmod(name, OWNER_ONLY) != 0)
            code = sqlite_system_error(error, TR("cannot restrict %s to its owner: %s"), name, errno);
        free(name);
    }
    return code;
}

/* ---- one server for each database ---- */

static bool is_same_file(int descriptor, const char *name) {
    struct stat opened, named;
    return fstat(descriptor, &opened) == 0 && stat(name, &named) == 0 && opened.st_dev == named.st_dev &&
           opened.st_ino == named.st_ino;
}

static tp_err in_use(const sqlite_store *self, int descriptor, tp_error *error) {
    char holder[24] = "";
    ssize_t length = read(descriptor, holder, sizeof holder - 1);
    long process = length > 0 ? strtol(holder, NULL, 10) : 0;
    return tp_fail(error, TP_E_IO, TR("%s is in use by another server (process %ld); stop that one first"),
                   sqlite_short_path(self->path), process);
}

static tp_err try_lock(sqlite_store *self, const char *name, bool *is_ours, tp_error *error) {
    int descriptor = open(name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, OWNER_ONLY);
    if (descriptor < 0) return sqlite_system_error(error, TR("cannot create %s: %s"), name, errno);
    if (flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
        tp_err code = errno == EWOULDBLOCK
                          ? in_use(self, descriptor, error)
                          : sqlite_system_error(error, TR("cannot lock %s: %s"), name, errno);
        close(descriptor);
        return code;
    }
    *is_ours = is_same_file(descriptor, name);
    if (!*is_ours) {
        close(descriptor);
        return TP_OK;
    }
    self->lock = descriptor;
    char process[24];
    int length = snprintf(process, sizeof process, "%ld\n", (long)getpid());
    /* Only for a sentence; a full disk is no reason to have no lock. */
    if (ftruncate(descriptor, 0) == 0) (void)!write(descriptor, process, (size_t)length);
    return TP_OK;
}

/* The lock is flock's: it goes with the process, however that ends. Its earlier holder removes the file,
 * so it must be looked at again once it is locked: it may have lost its name meanwhile. */
static tp_err lock(sqlite_store *self, tp_error *error) {
    char *name = sqlite_beside(self->path, ".lock");
    if (name == NULL) return no_memory(error);
    tp_err code = TP_OK;
    for (bool is_ours = false; code == TP_OK && !is_ours;) code = try_lock(self, name, &is_ours, error);
    free(name);
    return code;
}

static void unlock(sqlite_store *self) {
    if (self->lock < 0) return;
    char *name = sqlite_beside(self->path, ".lock");
    if (name != NULL) unlink(name); /* before it is unlocked: afterwards it could be another process's */
    free(name);
    close(self->lock);
}

/* ---- whose file it is ---- */

static uint32_t big_endian(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static tp_err not_ours(const sqlite_store *self, tp_error *error) {
    return tp_fail(error, TP_E_INPUT, TR("%s is not a Tapete database; it was left unchanged"),
                   sqlite_short_path(self->path));
}

/* While a database is in use its header says that there is a log, and a backup's header says that there is
 * none. So a log beside such a file is that of the database which was there before; SQLite would write its
 * pages into this one. */
static tp_err refuse_stale_log(const sqlite_store *self, tp_error *error) {
    char *name = sqlite_beside(self->path, "-wal");
    if (name == NULL) return no_memory(error);
    struct stat about;
    bool is_stale = stat(name, &about) == 0 && about.st_size > 0;
    free(name);
    if (!is_stale) return TP_OK;
    const char *shown = sqlite_short_path(self->path);
    return tp_fail(
        error, TP_E_INPUT,
        TR("%s is a backup, but %s-wal beside it belongs to the earlier file; remove the files ending in "
           "-wal and -shm"),
        shown, shown);
}

/* Whether the power failed while this database was made: then there is a journal beside it which says
 * that it was empty before, and SQLite will empty it again. */
static bool was_being_made(const sqlite_store *self) {
    static const uint8_t magic[] = {0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7};
    enum { INITIAL_PAGES = 16, JOURNAL_HEADER = 28 };
    char *name = sqlite_beside(self->path, "-journal");
    int descriptor = name != NULL ? open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK) : -1;
    free(name);
    if (descriptor < 0) return false;
    uint8_t header[JOURNAL_HEADER];
    bool is_made = pread(descriptor, header, sizeof header, 0) == (ssize_t)sizeof header &&
                   memcmp(header, magic, sizeof magic) == 0 && big_endian(header + INITIAL_PAGES) == 0;
    close(descriptor);
    return is_made;
}

static tp_err check_header(const sqlite_store *self, const uint8_t *header, size_t size, tp_error *error) {
    if (size == 0) return TP_OK;
    if (size < SQLITE_HEADER_SIZE || memcmp(header, "SQLite format 3", 16) != 0 ||
        big_endian(header + SQLITE_HEADER_APPLICATION) != TAPETE_APPLICATION_ID) {
        return was_being_made(self) ? TP_OK : not_ours(self, error);
    }
    uint32_t version = big_endian(header + SQLITE_HEADER_USER_VERSION);
    if (version > (uint32_t)sqlite_schema_version()) return sqlite_too_new(self->path, (int)version, error);
    return header[SQLITE_HEADER_READ_VERSION] == 1 ? refuse_stale_log(self, error) : TP_OK;
}

/* PATH.lock says who has the database under this name, and can be removed; the database itself can have
 * several names. So that is locked too: flock is of the file and not of its name, and has nothing to do with
 * the locks that SQLite takes (POSIX). */
static tp_err hold(const sqlite_store *self, tp_error *error) {
    if (flock(self->held, LOCK_EX | LOCK_NB) == 0) return TP_OK;
    if (errno != EWOULDBLOCK) return sqlite_system_error(error, TR("cannot lock %s: %s"), self->path, errno);
    return tp_fail(error, TP_E_IO,
                   TR("%s is in use by another server, perhaps under another name; stop that one first"),
                   sqlite_short_path(self->path));
}

/* The descriptor is kept for as long as the store is open: with it the lock. */
static tp_err check_file(sqlite_store *self, tp_error *error) {
    struct stat about;
    uint8_t header[SQLITE_HEADER_SIZE];
    self->held = open(self->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (self->held < 0) return sqlite_system_error(error, TR("cannot open %s: %s"), self->path, errno);
    if (fstat(self->held, &about) != 0)
        return sqlite_system_error(error, TR("cannot read %s: %s"), self->path, errno);
    if (!S_ISREG(about.st_mode)) return not_ours(self, error);
    tp_err code = hold(self, error);
    if (code != TP_OK) return code;
    ssize_t size = pread(self->held, header, sizeof header, 0);
    return size < 0 ? sqlite_system_error(error, TR("cannot read %s: %s"), self->path, errno)
                    : check_header(self, header, (size_t)size, error);
}

/* ---- the connection ---- */

/* Each of these holds for the connection alone.
 *
 * synchronous=FULL syncs the log at every commit, so that a commit survives a loss of power; NORMAL would
 * only keep the file whole. trusted_schema and cell_size_check are for files that were tampered with
 * or a disk has damaged. secure_delete overwrites what is deleted: who wants to be forgotten is not to be
 * found in free pages. A cache of 32 MiB holds the ends of some thousand journals. */
static const char connection_pragmas[] = "PRAGMA synchronous = FULL;"
                                         "PRAGMA foreign_keys = ON;"
                                         "PRAGMA trusted_schema = OFF;"
                                         "PRAGMA cell_size_check = ON;"
                                         "PRAGMA secure_delete = ON;"
                                         "PRAGMA cache_size = -32768;";

/* Every so often the pages of the log are copied to their places in the database. If no thread does that
 * (sqlite_checkpoint.c), the thread that commits does, and that commit waits for it. How long depends on the
 * number of pages, so it is half of SQLite's 1000: 2 MiB. Still fewer would not pay: fifty moves at different
 * tables change some two hundred pages, and nearly every commit would have to wait. Against 1000 it costs a
 * tenth of the entries per second of processor time. A log that has grown all the same, as it does while a
 * backup is read, is cut to 16 MiB. */
static const char log_pragmas[] = "PRAGMA journal_mode = WAL;"
                                  "PRAGMA wal_autocheckpoint = 500;"
                                  "PRAGMA journal_size_limit = 16777216;";

static tp_err execute(sqlite_store *self, const char *statements, tp_error *error) {
    errno = 0;
    if (sqlite3_exec(self->database, statements, NULL, NULL, NULL) == SQLITE_OK) return TP_OK;
    return sqlite_error(self->database, self->path, error);
}

static tp_err connect(sqlite_store *self, tp_error *error) {
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    if (sqlite3_open_v2(self->path, &self->database, flags, NULL) != SQLITE_OK) {
        return self->database == NULL ? no_memory(error) : sqlite_error(self->database, self->path, error);
    }
    sqlite3_busy_timeout(self->database, BUSY_TIMEOUT_MS);
    sqlite3_db_config(self->database, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    /* SQLite opens for reading what it cannot open for writing, and would complain only later. */
    if (sqlite3_db_readonly(self->database, "main") != 0) {
        return tp_fail(error, TP_E_IO, TR("cannot write to %s: it is read-only"),
                       sqlite_short_path(self->path));
    }
    sqlite_scrub_begin(self->database, &self->scrub);
    return execute(self, connection_pragmas, error);
}

/* A new database gets its tables before it gets a log: so the header of the file says whose it is from the
 * first moment on, and check_header need not look into a log. */
static tp_err prepare(sqlite_store *self, tp_error *error) {
    tp_err code = connect(self, error);
    if (code == TP_OK) code = sqlite_migrate(self->database, self->path, error);
    /* A log that a refused database has is not ours to write back. */
    if (code != TP_OK && self->database != NULL)
        sqlite3_db_config(self->database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    if (code == TP_OK) code = execute(self, log_pragmas, error);
    /* Reading opens the log and its index. */
    if (code == TP_OK) code = execute(self, "SELECT count(*) FROM pulse", error);
    if (code == TP_OK) code = sqlite_note_files(self, error);
    return code;
}

static tp_err open_path(sqlite_store *self, const char *path, tp_error *error) {
    tp_err code = make_file(path, error);
    if (code != TP_OK) return code;
    /* Absolute: the lock is the same by every path, and SQLite takes a name that begins with "file:" for
     * something else. */
    self->path = realpath(path, NULL);
    if (self->path == NULL) return sqlite_system_error(error, TR("cannot open %s: %s"), path, errno);
    code = lock(self, error);
    if (code == TP_OK) code = check_file(self, error);
    if (code == TP_OK) code = keep_to_owner(self, error);
    if (code == TP_OK) code = prepare(self, error);
    return code;
}

store *sqlite_open(const char *path, tp_error *error) {
    sqlite_store *self = calloc(1, sizeof *self);
    if (self == NULL) {
        no_memory(error);
        return NULL;
    }
    self->base.driver = &store_sqlite;
    self->lock = self->held = -1;
    if (open_path(self, path, error) == TP_OK) return &self->base;
    sqlite_close(&self->base);
    return NULL;
}

/* Nothing is checked or migrated again: the writer has done so. */
store *sqlite_open_reader(store *of, tp_error *error) {
    static const char pragmas[] = "PRAGMA query_only = ON;"
                                  "PRAGMA trusted_schema = OFF;"
                                  "PRAGMA cell_size_check = ON;"
                                  "PRAGMA cache_size = -8192;";
    sqlite_store *self = calloc(1, sizeof *self);
    if (self != NULL) self->of = (sqlite_store *)of;
    if (self != NULL) self->path = strdup(self->of->path);
    if (self == NULL || self->path == NULL) {
        free(self);
        no_memory(error);
        return NULL;
    }
    self->base.driver = &store_sqlite;
    self->lock = self->held = -1;
    int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    errno = 0;
    tp_err code = TP_OK;
    if (sqlite3_open_v2(self->path, &self->database, flags, NULL) != SQLITE_OK)
        code = self->database == NULL ? no_memory(error) : sqlite_error(self->database, self->path, error);
    if (code == TP_OK) {
        sqlite3_busy_timeout(self->database, BUSY_TIMEOUT_MS);
        code = execute(self, pragmas, error);
    }
    if (code == TP_OK) return &self->base;
    sqlite_close(&self->base);
    return NULL;
}

void sqlite_close(store *base) {
    sqlite_store *self = (sqlite_store *)base;
    tp_assert(self->reading == 0);
    sqlite_checkpoint_end(self);
    for (int i = 0; i < STATEMENT_COUNT; i++) sqlite3_finalize(self->statements[i]);
    sqlite3_close(self->database);          /* what was not committed is rolled back */
    if (self->held >= 0) close(self->held); /* after SQLite, whose locks would go with it */
    unlock(self);
    sqlite_forget_files(self);
    free(self->path);
    free(self);
}
