/* The places of a log as files of a system, PATH and PATH.2. */
#include "store/log_file.h"

#include "core/language.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

struct log_file {
    int descriptors[LOG_PLACES];
};

static tp_err failed(const char *place, tp_error *error) {
    return tp_fail(error, TP_E_IO, TR("cannot open %s: %s"), place, strerror(errno));
}

log_file *log_file_open(const char *place, tp_error *error) {
    log_file *file = malloc(sizeof *file);
    char name[4096];
    if (file == NULL) {
        tp_fail(error, TP_E_MEMORY, TR("no memory to open a database"));
        return NULL;
    }
    for (int i = 0; i < LOG_PLACES; i++) file->descriptors[i] = -1;
    bool good = true;
    for (int i = 0; good && i < LOG_PLACES; i++) {
        snprintf(name, sizeof name, i == 0 ? "%s" : "%s.2", place);
        file->descriptors[i] = open(name, O_RDWR | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR);
        good = file->descriptors[i] >= 0 && flock(file->descriptors[i], LOCK_EX | LOCK_NB) == 0;
    }
    if (good) return file;
    failed(place, error);
    log_file_close(file);
    return NULL;
}

void log_file_close(log_file *file) {
    for (int i = 0; i < LOG_PLACES; i++) {
        if (file->descriptors[i] >= 0) close(file->descriptors[i]);
    }
    free(file);
}

tp_err log_file_read(log_file *file, int place, uint8_t **bytes, size_t *size, tp_error *error) {
    struct stat about;
    if (fstat(file->descriptors[place], &about) != 0) return failed("the log", error);
    *bytes = malloc((size_t)about.st_size + 1);
    if (*bytes == NULL) return tp_fail(error, TP_E_MEMORY, TR("no memory to open a database"));
    for (*size = 0; *size < (size_t)about.st_size;) {
        ssize_t got =
            pread(file->descriptors[place], *bytes + *size, (size_t)about.st_size - *size, (off_t)*size);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return failed("the log", error);
        *size += (size_t)got;
    }
    return TP_OK;
}

tp_err log_file_write(log_file *file, int place, size_t offset, const void *bytes, size_t size,
                      tp_error *error) {
    int descriptor = file->descriptors[place];
    bool good = ftruncate(descriptor, (off_t)offset) == 0;
    for (size_t done = 0; good && done < size;) {
        ssize_t wrote = pwrite(descriptor, (const char *)bytes + done, size - done, (off_t)(offset + done));
        if (wrote < 0 && errno == EINTR) continue;
        good = wrote > 0;
        if (good) done += (size_t)wrote;
    }
    if (good && fdatasync(descriptor) == 0) return TP_OK;
    return tp_fail(error, TP_E_IO, TR("cannot write %s: %s"), "the log", strerror(errno));
}

log_state log_file_state(log_file *file, tp_error *error) {
    (void)file, (void)error;
    return LOG_KEPT;
}
