/* A disk that fails: a SQLite VFS over the usual one, in which one chosen call of writing, syncing, cutting
 * or deleting goes wrong.
 *
 * It knows what a loss of power would leave: what was synced, and of what was written since any part, torn at
 * sectors. A sync that fails loses what it should have made durable for good, even where a later sync
 * succeeds, as Linux does it. It is the default VFS from fault_install on, and passes everything on while it
 * is not armed. One file of a program includes this. */
#ifndef TAPETE_TESTS_FAULT_VFS_H
#define TAPETE_TESTS_FAULT_VFS_H

#include <errno.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef enum fault {
    FAULT_NONE,
    FAULT_FAILS,      /* this call alone fails, and does nothing */
    FAULT_TEARS,      /* this call alone fails, and has done half of it */
    FAULT_FULL,       /* from this call on the disk takes nothing for a while */
    FAULT_DEAD,       /* from this call on every call fails */
    FAULT_DELAYS,     /* this call takes long */
    FAULT_POWER_LOST, /* the power fails in this call: what was not synced is lost */
    FAULT_POWER_TORN, /* the same, and of what was not synced some is there, torn */
    FAULT_KILLED,     /* the program ends in this call: what was written is there */
    FAULT_COUNT
} fault;

static const char *const fault_names[FAULT_COUNT] = {
    "nothing", "a failing call", "a torn call",         "a full disk",       "a dead disk",
    "a delay", "power lost",     "power lost and torn", "the program killed"};

enum { FAULT_SECTOR = 512, FAULT_FILES = 3, FAULT_FULL_CALLS = 12 };

static const char *const fault_endings[FAULT_FILES] = {"", "-wal", "-journal"};

typedef struct fault_op {
    struct fault_op *next;
    int64_t offset;
    size_t size;
    bool is_cut;   /* to `offset` bytes */
    bool is_stuck; /* a sync that should have kept it has failed: no later one does */
    uint8_t bytes[];
} fault_op;

typedef struct fault_file {
    bool exists;
    uint8_t *bytes; /* as it is on the disk */
    size_t size;
    fault_op *ops, **ops_end; /* since the last sync */
} fault_file;

static struct {
    pthread_mutex_t lock;
    bool is_armed, is_down;
    fault mode;
    int64_t calls, at; /* counted from 1; fails at this one */
    uint32_t random;
    char path[128], image[128]; /* the database that is looked at; where to leave what a crash leaves */
    fault_file files[FAULT_FILES];
    int64_t writes, syncs, others; /* of `calls` */
} fault_disk = {.lock = PTHREAD_MUTEX_INITIALIZER};

typedef struct fault_handle {
    sqlite3_file base;
    int which; /* of fault_endings, or -1 */
    sqlite3_file *real;
} fault_handle;

static sqlite3_vfs *fault_real;

/* ---- what is on the disk ---- */

static inline uint32_t fault_chance(uint32_t below) {
    fault_disk.random = fault_disk.random * 1664525u + 1013904223u;
    return (fault_disk.random >> 8) % below;
}

static inline void fault_grow(fault_file *file, size_t size) {
    if (size <= file->size) return;
    file->bytes = realloc(file->bytes, size);
    memset(file->bytes + file->size, 0, size - file->size);
    file->size = size;
}

static inline void fault_apply(fault_file *file, const fault_op *op, bool is_torn) {
    file->exists = true;
    if (op->is_cut) {
        fault_grow(file, (size_t)op->offset);
        file->size = (size_t)op->offset;
        return;
    }
    for (size_t at = 0; at < op->size;) {
        size_t sector = FAULT_SECTOR - ((size_t)op->offset + at) % FAULT_SECTOR;
        size_t length = sector < op->size - at ? sector : op->size - at;
        if (!is_torn || fault_chance(2) == 0) {
            fault_grow(file, (size_t)op->offset + at + length);
            memcpy(file->bytes + op->offset + at, op->bytes + at, length);
        }
        at += length;
    }
}

static inline void fault_forget_ops(fault_file *file) {
    while (file->ops != NULL) {
        fault_op *next = file->ops->next;
        free(file->ops);
        file->ops = next;
    }
    file->ops_end = &file->ops;
}

static inline void fault_note(int which, const void *bytes, size_t size, int64_t offset, bool is_cut) {
    if (which < 0) return;
    fault_file *file = &fault_disk.files[which];
    fault_op *op = calloc(1, sizeof *op + size);
    op->offset = offset;
    op->size = size;
    op->is_cut = is_cut;
    if (size > 0) memcpy(op->bytes, bytes, size);
    *file->ops_end = op;
    file->ops_end = &op->next;
}

static inline void fault_synced(int which) {
    if (which < 0) return;
    fault_file *file = &fault_disk.files[which];
    file->exists = true;
    for (const fault_op *op = file->ops; op != NULL; op = op->next) {
        if (!op->is_stuck) fault_apply(file, op, false);
    }
    fault_forget_ops(file);
}

static inline void fault_stuck(int which) {
    if (which < 0) return;
    for (fault_op *op = fault_disk.files[which].ops; op != NULL; op = op->next) op->is_stuck = true;
}

/* What a crash in this way would leave, into files at `fault_disk.image`. */
static inline void fault_leave(fault mode) {
    for (int i = 0; i < FAULT_FILES; i++) {
        const fault_file *file = &fault_disk.files[i];
        fault_file copy = {.exists = file->exists, .size = file->size, .bytes = malloc(file->size + 1)};
        memcpy(copy.bytes, file->bytes != NULL ? file->bytes : (const uint8_t *)"", file->size);
        for (const fault_op *op = file->ops; op != NULL; op = op->next) {
            if (mode == FAULT_KILLED) fault_apply(&copy, op, false);
            if (mode == FAULT_POWER_TORN && fault_chance(2) == 0)
                fault_apply(&copy, op, fault_chance(3) == 0);
        }
        char name[160];
        snprintf(name, sizeof name, "%s%s", fault_disk.image, fault_endings[i]);
        unlink(name);
        FILE *out = copy.exists ? fopen(name, "wb") : NULL;
        if (out != NULL) {
            fwrite(copy.bytes, 1, copy.size, out);
            fclose(out);
        }
        free(copy.bytes);
    }
}

/* ---- calls ---- */

typedef enum fault_answer { ANSWER_GOOD, ANSWER_FAIL, ANSWER_TEAR, ANSWER_FULL } fault_answer;

/* What this call should do; with the lock held. */
static inline fault_answer fault_next(bool is_write) {
    if (!fault_disk.is_armed) return ANSWER_GOOD;
    if (fault_disk.is_down) return ANSWER_FAIL;
    int64_t call = ++fault_disk.calls, at = fault_disk.at;
    if (fault_disk.mode == FAULT_FULL)
        return is_write && call >= at && call < at + FAULT_FULL_CALLS ? ANSWER_FULL : ANSWER_GOOD;
    if (call != at) return ANSWER_GOOD;
    switch (fault_disk.mode) {
    case FAULT_FAILS: return ANSWER_FAIL;
    case FAULT_TEARS: return ANSWER_TEAR;
    case FAULT_DELAYS: usleep(30000); return ANSWER_GOOD;
    case FAULT_NONE: return ANSWER_GOOD;
    default:
        if (fault_disk.mode != FAULT_DEAD) fault_leave(fault_disk.mode);
        fault_disk.is_down = true;
        return ANSWER_FAIL;
    }
}

static inline int fault_write(sqlite3_file *base, const void *bytes, int size, sqlite3_int64 offset) {
    fault_handle *handle = (fault_handle *)base;
    pthread_mutex_lock(&fault_disk.lock);
    /* Before a crash in this very call: it has been asked for. */
    bool is_armed = fault_disk.is_armed, was_down = fault_disk.is_down;
    if (is_armed && !was_down) {
        fault_disk.writes++;
        fault_note(handle->which, bytes, (size_t)size, offset, false);
    }
    fault_answer answer = fault_next(true);
    int code = SQLITE_IOERR_WRITE, part = answer == ANSWER_GOOD ? size : answer == ANSWER_TEAR ? size / 2 : 0;
    if (is_armed && !was_down && part < size && handle->which >= 0 && !fault_disk.is_down) {
        /* Less of it, or nothing. */
        fault_file *file = &fault_disk.files[handle->which];
        fault_op **link = &file->ops;
        while ((*link)->next != NULL) link = &(*link)->next;
        free(*link);
        *link = NULL;
        file->ops_end = link;
        if (part > 0) fault_note(handle->which, bytes, (size_t)part, offset, false);
    }
    if (part > 0) code = handle->real->pMethods->xWrite(handle->real, bytes, part, offset);
    if (answer != ANSWER_GOOD) {
        code = answer == ANSWER_FULL ? SQLITE_FULL : SQLITE_IOERR_WRITE;
        errno = answer == ANSWER_FULL ? ENOSPC : EIO;
    }
    pthread_mutex_unlock(&fault_disk.lock);
    return code;
}

static inline int fault_truncate(sqlite3_file *base, sqlite3_int64 size) {
    fault_handle *handle = (fault_handle *)base;
    pthread_mutex_lock(&fault_disk.lock);
    if (fault_disk.is_armed) fault_disk.others++;
    int code = SQLITE_IOERR_TRUNCATE;
    if (fault_next(false) == ANSWER_GOOD) {
        code = handle->real->pMethods->xTruncate(handle->real, size);
        if (fault_disk.is_armed) fault_note(handle->which, NULL, 0, size, true);
    }
    pthread_mutex_unlock(&fault_disk.lock);
    return code;
}

/* The disk below is not made to sync: what is durable is known here, and it would only take time. */
static inline int fault_sync(sqlite3_file *base, int flags) {
    fault_handle *handle = (fault_handle *)base;
    pthread_mutex_lock(&fault_disk.lock);
    int code = SQLITE_OK;
    if (!fault_disk.is_armed) {
        code = handle->real->pMethods->xSync(handle->real, flags);
    } else {
        if (!fault_disk.is_down) fault_disk.syncs++;
        if (fault_next(false) == ANSWER_GOOD) {
            fault_synced(handle->which);
        } else {
            fault_stuck(handle->which);
            errno = EIO;
            code = SQLITE_IOERR_FSYNC;
        }
    }
    pthread_mutex_unlock(&fault_disk.lock);
    return code;
}

static inline int fault_read(sqlite3_file *base, void *bytes, int size, sqlite3_int64 offset) {
    fault_handle *handle = (fault_handle *)base;
    pthread_mutex_lock(&fault_disk.lock);
    bool is_down = fault_disk.is_armed && fault_disk.is_down && fault_disk.mode != FAULT_DEAD;
    pthread_mutex_unlock(&fault_disk.lock);
    if (is_down) return SQLITE_IOERR_READ;
    return handle->real->pMethods->xRead(handle->real, bytes, size, offset);
}

#define REAL(file) (((fault_handle *)(file))->real)

static inline int fault_close(sqlite3_file *base) {
    int code = REAL(base)->pMethods->xClose(REAL(base));
    free(REAL(base));
    return code;
}
static inline int fault_size(sqlite3_file *base, sqlite3_int64 *size) {
    return REAL(base)->pMethods->xFileSize(REAL(base), size);
}
static inline int fault_lock(sqlite3_file *base, int level) {
    return REAL(base)->pMethods->xLock(REAL(base), level);
}
static inline int fault_unlock(sqlite3_file *base, int level) {
    return REAL(base)->pMethods->xUnlock(REAL(base), level);
}
static inline int fault_reserved(sqlite3_file *base, int *out) {
    return REAL(base)->pMethods->xCheckReservedLock(REAL(base), out);
}

/* Pages are to be copied from the log to the database often, so that this goes wrong too: the store's own
 * wish is swallowed. */
static inline int fault_control(sqlite3_file *base, int operation, void *argument) {
    if (operation == SQLITE_FCNTL_PRAGMA && strcmp(((char **)argument)[1], "wal_autocheckpoint") == 0)
        return SQLITE_OK;
    return REAL(base)->pMethods->xFileControl(REAL(base), operation, argument);
}
static inline int fault_sector_size(sqlite3_file *base) {
    return REAL(base)->pMethods->xSectorSize(REAL(base));
}
static inline int fault_traits(sqlite3_file *base) {
    return REAL(base)->pMethods->xDeviceCharacteristics(REAL(base));
}
static inline int fault_shm_map(sqlite3_file *base, int page, int size, int extend, void volatile **out) {
    return REAL(base)->pMethods->xShmMap(REAL(base), page, size, extend, out);
}
static inline int fault_shm_lock(sqlite3_file *base, int offset, int count, int flags) {
    return REAL(base)->pMethods->xShmLock(REAL(base), offset, count, flags);
}
static inline void fault_shm_barrier(sqlite3_file *base) { REAL(base)->pMethods->xShmBarrier(REAL(base)); }
static inline int fault_shm_unmap(sqlite3_file *base, int remove) {
    return REAL(base)->pMethods->xShmUnmap(REAL(base), remove);
}

static const sqlite3_io_methods fault_methods = {.iVersion = 2,
                                                 .xClose = fault_close,
                                                 .xRead = fault_read,
                                                 .xWrite = fault_write,
                                                 .xTruncate = fault_truncate,
                                                 .xSync = fault_sync,
                                                 .xFileSize = fault_size,
                                                 .xLock = fault_lock,
                                                 .xUnlock = fault_unlock,
                                                 .xCheckReservedLock = fault_reserved,
                                                 .xFileControl = fault_control,
                                                 .xSectorSize = fault_sector_size,
                                                 .xDeviceCharacteristics = fault_traits,
                                                 .xShmMap = fault_shm_map,
                                                 .xShmLock = fault_shm_lock,
                                                 .xShmBarrier = fault_shm_barrier,
                                                 .xShmUnmap = fault_shm_unmap};

/* ---- files ---- */

static inline int fault_which(const char *name) {
    size_t length = strlen(fault_disk.path);
    if (name == NULL || length == 0 || strncmp(name, fault_disk.path, length) != 0) return -1;
    for (int i = 0; i < FAULT_FILES; i++) {
        if (strcmp(name + length, fault_endings[i]) == 0) return i;
    }
    return -1;
}

static inline int fault_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *base, int flags, int *out) {
    (void)vfs;
    fault_handle *handle = (fault_handle *)base;
    handle->which = fault_which(name);
    handle->real = calloc(1, (size_t)fault_real->szOsFile);
    if (handle->real == NULL) return SQLITE_NOMEM;
    int code = fault_real->xOpen(fault_real, name, handle->real, flags, out);
    if (code == SQLITE_OK) {
        base->pMethods = &fault_methods;
    } else {
        free(handle->real);
    }
    return code;
}

static inline int fault_delete(sqlite3_vfs *vfs, const char *name, int is_synced) {
    (void)vfs;
    pthread_mutex_lock(&fault_disk.lock);
    int code = SQLITE_IOERR_DELETE, which = fault_which(name);
    if (fault_disk.is_armed) fault_disk.others++;
    if (fault_next(false) == ANSWER_GOOD) {
        code = fault_real->xDelete(fault_real, name, is_synced);
        if (fault_disk.is_armed && which >= 0) {
            fault_file *file = &fault_disk.files[which];
            fault_forget_ops(file);
            file->exists = false;
            file->size = 0;
        }
    }
    pthread_mutex_unlock(&fault_disk.lock);
    return code;
}

static sqlite3_vfs fault_vfs;

/* Checkpoints after a few pages, on every connection. */
static inline int fault_connect(sqlite3 *database, const char **error, const void *unused) {
    (void)error;
    (void)unused;
    return sqlite3_wal_autocheckpoint(database, 12);
}

static inline void fault_install(void) {
    fault_real = sqlite3_vfs_find(NULL);
    fault_vfs = *fault_real;
    fault_vfs.pNext = NULL;
    fault_vfs.zName = "faults";
    fault_vfs.szOsFile = (int)sizeof(fault_handle);
    fault_vfs.xOpen = fault_open;
    fault_vfs.xDelete = fault_delete;
    sqlite3_vfs_register(&fault_vfs, 1);
    sqlite3_auto_extension((void (*)(void))fault_connect);
    for (int i = 0; i < FAULT_FILES; i++) fault_disk.files[i].ops_end = &fault_disk.files[i].ops;
}

static inline void fault_disarm(void) {
    pthread_mutex_lock(&fault_disk.lock);
    fault_disk.is_armed = fault_disk.is_down = false;
    for (int i = 0; i < FAULT_FILES; i++) {
        fault_file *file = &fault_disk.files[i];
        fault_forget_ops(file);
        free(file->bytes);
        file->bytes = NULL;
        file->size = 0;
        file->exists = false;
    }
    pthread_mutex_unlock(&fault_disk.lock);
}

/* From now on calls of the database at `path` are counted, which is as it is on the disk; call number `at`
 * goes wrong in this way. */
static inline void fault_arm(const char *path, const char *image, fault mode, int64_t at, uint32_t seed) {
    fault_disarm();
    snprintf(fault_disk.path, sizeof fault_disk.path, "%s", path);
    snprintf(fault_disk.image, sizeof fault_disk.image, "%s", image);
    for (int i = 0; i < FAULT_FILES; i++) {
        char name[160];
        snprintf(name, sizeof name, "%s%s", path, fault_endings[i]);
        FILE *in = fopen(name, "rb");
        if (in == NULL) continue;
        fseek(in, 0, SEEK_END);
        long size = ftell(in);
        rewind(in);
        fault_grow(&fault_disk.files[i], (size_t)size);
        if (fread(fault_disk.files[i].bytes, 1, (size_t)size, in) != (size_t)size) abort();
        fault_disk.files[i].exists = true;
        fclose(in);
    }
    fault_disk.mode = mode;
    fault_disk.at = at;
    fault_disk.random = seed;
    fault_disk.calls = fault_disk.writes = fault_disk.syncs = fault_disk.others = 0;
    fault_disk.is_armed = true;
}

static inline bool fault_is_down(void) {
    pthread_mutex_lock(&fault_disk.lock);
    bool is_down = fault_disk.is_down;
    pthread_mutex_unlock(&fault_disk.lock);
    return is_down;
}

/* The power fails now: what a crash in this way leaves lies at `image`, and nothing more is written. Where it
 * has failed before, that stays. */
static inline void fault_crash(fault mode) {
    pthread_mutex_lock(&fault_disk.lock);
    if (!fault_disk.is_down || fault_disk.mode == FAULT_DEAD) fault_leave(mode);
    fault_disk.is_down = true;
    fault_disk.mode = mode;
    pthread_mutex_unlock(&fault_disk.lock);
}

#endif
