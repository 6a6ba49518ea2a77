/* How much room is left where the database lies, and how much it takes. */
#include "server/operators.h"
#include "store/store.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

enum { LOW_MIB = 256, LOW_SHARE = 20 };

static double size_of(const char *path) {
    struct stat about;
    return stat(path, &about) == 0 ? (double)about.st_size : 0;
}

void disk_look(const char *database, disk *out) {
    char path[PATH_MAX], wal[PATH_MAX + 8];
    const char *colon = strchr(database, ':');
    snprintf(path, sizeof path, "%s", colon != NULL ? colon + 1 : database);
    snprintf(wal, sizeof wal, "%s-wal", path);
    *out = (disk){0};
    if (!store_is_file(database)) return; /* its disk is elsewhere */
    *out = (disk){.database_bytes = size_of(path), .wal_bytes = size_of(wal)};
    char *slash = strrchr(path, '/');
    if (slash == NULL) {
        snprintf(path, sizeof path, ".");
    } else {
        slash[slash == path] = '\0';
    }
    struct statvfs space;
    if (statvfs(path, &space) != 0) return;
    out->free_bytes = (double)space.f_bavail * (double)space.f_frsize;
    out->total_bytes = (double)space.f_blocks * (double)space.f_frsize;
    out->is_low = out->free_bytes < LOW_MIB * 1048576.0 || out->free_bytes < out->total_bytes / LOW_SHARE;
}
