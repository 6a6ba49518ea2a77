/* The engine and what is around it: memory, answers, files that were handed in, clocks and random bytes. */
#include "wasm/host.h"

#include "core/files.h"
#include "core/installed.h"
#include "core/language.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>
#include <wasi/api.h>

/* ---- memory and answers ---- */

HOST_EXPORT("tapete_room") void *tapete_room(size_t size) { return malloc(size); }
HOST_EXPORT("tapete_free") void tapete_free(void *memory) { free(memory); }

static char *answer;
static tp_error last_error;

tp_error *answer_error(void) {
    last_error = (tp_error){0};
    return &last_error;
}

const char *answer_text(char *text) {
    free(answer);
    answer = text;
    if (text == NULL) tp_fail(answer_error(), TP_E_MEMORY, TR("there is not enough memory"));
    return text;
}

const char *answer_json(json_t *value) {
    char *text = value == NULL ? NULL : json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
    json_decref(value);
    return answer_text(text);
}

HOST_EXPORT("tapete_error") const char *tapete_error(void) {
    static const char *const codes[TP_ERR_COUNT] = {"OK",     "INPUT",   "UNKNOWN", "REFUSED",
                                                    "CHANCE", "VERSION", "IO",      "MEMORY"};
    return answer_json(json_pack("{s:s, s:s, s:s, s:s}", "code", codes[last_error.code], "reason",
                                 last_error.reason, "text", last_error.text, "legal", last_error.legal));
}

/* ---- files ---- */

/* What was handed in by its name, for those who read what agents have learnt. */
typedef struct host_file {
    struct host_file *next;
    char *name, *bytes;
    size_t size;
} host_file;

static host_file *files;

static const host_file *file_of(const char *name) {
    const host_file *file = files;
    while (file != NULL && strcmp(file->name, name) != 0) file = file->next;
    return file;
}

/* `name` and `bytes` come from tapete_room, and are the engine's from now on. */
HOST_EXPORT("tapete_file") bool tapete_file(char *name, char *bytes, size_t size) {
    host_file *file = malloc(sizeof *file);
    if (file == NULL || file_of(name) != NULL) {
        free(file);
        free(name);
        free(bytes);
        return false;
    }
    *file = (host_file){files, name, bytes, size};
    files = file;
    return true;
}

bool installed_find(const char *name, char *path, size_t size) {
    int length = snprintf(path, size, "%s", name);
    return length > 0 && (size_t)length < size && file_of(name) != NULL;
}

/* In place of the C library's, by --wrap: there are no other files. */
FILE *__wrap_fopen(const char *restrict path, const char *restrict mode) {
    const host_file *file = mode[0] == 'r' && strchr(mode, '+') == NULL ? file_of(path) : NULL;
    if (file != NULL && file->size > 0) return fmemopen(file->bytes, file->size, "rb");
    errno = mode[0] == 'r' ? ENOENT : EROFS;
    return NULL;
}

int __wrap_stat(const char *restrict path, struct stat *restrict out) {
    const host_file *file = file_of(path);
    memset(out, 0, sizeof *out);
    if (file == NULL) {
        errno = ENOENT;
        return -1;
    }
    out->st_size = (off_t)file->size;
    return 0;
}

int __wrap_open(const char *path, int flags, ...) {
    (void)path, (void)flags;
    errno = EROFS;
    return -1;
}

int file_replace(const char *path, const void *bytes, size_t size, mode_t mode) {
    (void)path, (void)bytes, (void)size, (void)mode;
    return EROFS;
}

bool file_write_at(int descriptor, const void *bytes, size_t size, long long offset) {
    (void)descriptor, (void)bytes, (void)size, (void)offset;
    errno = EROFS;
    return false;
}

/* ---- what the C library asks of a system ---- */

int clock_gettime(clockid_t clock, struct timespec *out) {
    double ms = clock == CLOCK_REALTIME ? host_time_ms() : host_clock_ms();
    out->tv_sec = (time_t)(ms / 1000);
    out->tv_nsec = (long)((ms - (double)out->tv_sec * 1000) * 1000000);
    return 0;
}

time_t time(time_t *out) {
    time_t now = (time_t)(host_time_ms() / 1000);
    if (out != NULL) *out = now;
    return now;
}

int gettimeofday(struct timeval *restrict out, void *restrict zone) {
    (void)zone;
    double ms = host_time_ms();
    out->tv_sec = (time_t)(ms / 1000);
    out->tv_usec = (suseconds_t)((ms - (double)out->tv_sec * 1000) * 1000);
    return 0;
}

ssize_t writev(int descriptor, const struct iovec *parts, int count) {
    (void)descriptor;
    ssize_t sum = 0;
    for (int i = 0; i < count; i++) {
        host_print(parts[i].iov_base, parts[i].iov_len);
        sum += (ssize_t)parts[i].iov_len;
    }
    return sum;
}

_Noreturn void abort(void) { __builtin_trap(); }

/* What is left of WASI in the C library, by --wrap: there is no environment, no descriptor, no program to
 * end. */
__wasi_errno_t __wrap___wasi_environ_sizes_get(size_t *count, size_t *size) {
    *count = *size = 0;
    return 0;
}
__wasi_errno_t __wrap___wasi_environ_get(uint8_t **variables, uint8_t *bytes) {
    (void)variables, (void)bytes;
    return 0;
}
__wasi_errno_t __wrap___wasi_fd_close(__wasi_fd_t descriptor) {
    (void)descriptor;
    return __WASI_ERRNO_BADF;
}
__wasi_errno_t __wrap___wasi_fd_read(__wasi_fd_t descriptor, const __wasi_iovec_t *parts, size_t count,
                                     size_t *got) {
    (void)descriptor, (void)parts, (void)count, (void)got;
    return __WASI_ERRNO_BADF;
}
__wasi_errno_t __wrap___wasi_fd_seek(__wasi_fd_t descriptor, __wasi_filedelta_t offset,
                                     __wasi_whence_t whence, __wasi_filesize_t *out) {
    (void)descriptor, (void)offset, (void)whence, (void)out;
    return __WASI_ERRNO_BADF;
}
_Noreturn void __wrap___wasi_proc_exit(__wasi_exitcode_t code) {
    (void)code;
    __builtin_trap();
}

/* ---- what libsodium would do with a system's random bytes ---- */

void randombytes_buf(void *const bytes, const size_t size) { host_random(bytes, size); }

/* Rejection: of 2^32 numbers those at the bottom that would make some likelier are thrown away. */
uint32_t randombytes_uniform(const uint32_t bound) {
    if (bound < 2) return 0;
    uint32_t least = -bound % bound, number;
    do {
        host_random(&number, sizeof number);
    } while (number < least);
    return number % bound;
}

int sodium_init(void) { return 0; }
void sodium_misuse(void) { __builtin_trap(); }
