/* Erasing a person from the files of the security log: the id is overwritten where it stands.
 *
 * The line stays, and says what happened and from which network, but not to whom. Files are gone through from
 * the youngest to the oldest: one that is renamed meanwhile is then seen twice, never missed. */
#include "server/operators.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PIECE_SIZE = 1024 * 1024 };

static tp_err cannot(const char *path, tp_error *error) {
    return tp_fail(error, TP_E_IO, "the security log %.200s cannot be overwritten: %s", path,
                   strerror(errno));
}

/* Read up to a whole piece; -1 if it cannot be read. */
static ssize_t read_piece(int descriptor, char *bytes, off_t offset) {
    size_t size = 0;
    while (size < PIECE_SIZE) {
        ssize_t more = pread(descriptor, bytes + size, PIECE_SIZE - size, offset + (off_t)size);
        if (more < 0 && errno == EINTR) continue;
        if (more < 0) return -1;
        if (more == 0) break;
        size += (size_t)more;
    }
    return (ssize_t)size;
}

/* Overwrite the id wherever it stands in these bytes of the file; false if that fails. */
static bool overwrite(int descriptor, const char *bytes, size_t size, off_t offset, const char *person) {
    char gone[ID_SIZE];
    size_t length = strlen(person);
    bool is_changed = false;
    memset(gone, SECURITY_LOG_GONE, sizeof gone);
    const char *from = bytes, *found;
    while ((found = memmem(from, size - (size_t)(from - bytes), person, length)) != NULL) {
        if (pwrite(descriptor, gone, length, offset + (found - bytes)) != (ssize_t)length) return false;
        is_changed = true;
        from = found + length;
    }
    return !is_changed || fdatasync(descriptor) == 0;
}

tp_err security_log_erase(const char *path, int days, const char *person, security_log_place *place,
                          bool *is_done, tp_error *error) {
    char name[SECURITY_LOG_NAME_SIZE];
    int descriptor = -1;
    size_t length = strlen(person);
    *is_done = place->file > days || length == 0 || length >= ID_SIZE;
    if (*is_done) return TP_OK;
    security_log_name(path, place->file, name);
    descriptor = open(name, O_RDWR | O_CLOEXEC | O_NOFOLLOW); /* pwrite would append with O_APPEND */
    if (descriptor < 0 && errno == ENOENT) {
        *place = (security_log_place){.file = place->file + 1};
        return TP_OK;
    }
    if (descriptor < 0) return cannot(name, error);
    char *bytes = malloc(PIECE_SIZE);
    if (bytes == NULL) {
        close(descriptor);
        return tp_fail(error, TP_E_MEMORY, "no memory to erase a person");
    }
    tp_err code = TP_OK;
    ssize_t size = read_piece(descriptor, bytes, place->offset);
    if (size < 0 || !overwrite(descriptor, bytes, (size_t)size, place->offset, person)) {
        code = cannot(name, error);
    } else if (size < PIECE_SIZE) {
        *place = (security_log_place){.file = place->file + 1};
    } else {
        place->offset += size - (off_t)(length - 1); /* an id may begin in one piece and end in the next */
    }
    free(bytes);
    close(descriptor);
    return code;
}
