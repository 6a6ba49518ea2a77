/* The files in which agents keep what they have learnt. */
#include "agents/learnt.h"
#include "core/language.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { EVERYBODY_READS = 0644 };

static bool write_all(int descriptor, const char *bytes, size_t size) {
    while (size > 0) {
        ssize_t written = write(descriptor, bytes, size);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        bytes += written;
        size -= (size_t)written;
    }
    return fsync(descriptor) == 0;
}

tp_err learnt_replace(const char *path, const void *bytes, size_t size, tp_error *error) {
    char *beside = NULL;
    if (asprintf(&beside, "%s.new-XXXXXX", path) < 0)
        return tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"));
    int reason = 0, descriptor = mkostemp(beside, O_CLOEXEC);
    if (descriptor < 0) {
        reason = errno;
    } else {
        if (fchmod(descriptor, EVERYBODY_READS) != 0 || !write_all(descriptor, bytes, size)) reason = errno;
        if (close(descriptor) != 0 && reason == 0) reason = errno;
        if (reason == 0 && rename(beside, path) != 0) reason = errno;
        if (reason != 0) unlink(beside);
    }
    free(beside);
    return reason == 0 ? TP_OK
                       : tp_fail(error, TP_E_IO, TR("%s cannot be written: %s"), path, strerror(reason));
}
