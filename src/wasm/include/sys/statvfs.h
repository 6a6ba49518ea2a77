/* How much room a disk has, where there is none to ask about. */
#ifndef TAPETE_WASM_STATVFS_H
#define TAPETE_WASM_STATVFS_H

#include <errno.h>
#include <stdint.h>

struct statvfs {
    uint64_t f_bavail, f_frsize;
};

static inline int statvfs(const char *path, struct statvfs *out) {
    (void)path, (void)out;
    errno = ENOSYS;
    return -1;
}

#endif
