/* Files that are written whole or not at all. See files.h. */
#include "core/files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

bool file_write_at(int descriptor, const void *bytes, size_t size, long long offset) {
    const char *left = bytes;
    while (size > 0) {
        ssize_t written = pwrite(descriptor, left, size, (off_t)offset);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        if (written == 0) {
            errno = ENOSPC;
            return false;
        }
        left += written;
        size -= (size_t)written;
        offset += written;
    }
    return true;
}

int file_replace(const char *path, const void *bytes, size_t size, mode_t mode) {
    char *beside = NULL;
    if (asprintf(&beside, "%s.new-XXXXXX", path) < 0) return ENOMEM;
    int number = 0, descriptor = mkostemp(beside, O_CLOEXEC);
    if (descriptor < 0) {
        number = errno;
    } else {
        if (fchmod(descriptor, mode) != 0 || !file_write_at(descriptor, bytes, size, 0) ||
            fsync(descriptor) != 0) {
            number = errno;
        }
        if (close(descriptor) != 0 && number == 0) number = errno;
        if (number == 0 && rename(beside, path) != 0) number = errno;
        if (number != 0) unlink(beside);
    }
    free(beside);
    return number;
}
