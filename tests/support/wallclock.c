/* A wall clock that is wrong: loaded before a program (LD_PRELOAD), it shifts CLOCK_REALTIME by as many
 * seconds as the file that TAPETE_WALLCLOCK names says, a number of 8 bytes that can change while the program
 * runs. CLOCK_MONOTONIC stays as it is. */
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const volatile int64_t *shift_s;

__attribute__((constructor)) static void open_shift(void) {
    const char *name = getenv("TAPETE_WALLCLOCK");
    int file = name != NULL ? open(name, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return;
    void *bytes = mmap(NULL, sizeof *shift_s, PROT_READ, MAP_SHARED, file, 0);
    if (bytes != MAP_FAILED) shift_s = bytes;
    close(file);
}

static time_t shift(void) { return shift_s != NULL ? (time_t)*shift_s : 0; }

/* NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name) */
int clock_gettime(clockid_t clock, struct timespec *now) {
    int result = (int)syscall(SYS_clock_gettime, clock, now);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += shift();
    return result;
}

/* NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name) */
time_t time(time_t *out) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (out != NULL) *out = now.tv_sec;
    return now.tv_sec;
}

/* NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name) */
int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    struct timespec exact;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &exact);
    *now = (struct timeval){.tv_sec = exact.tv_sec, .tv_usec = exact.tv_nsec / 1000};
    return 0;
}
