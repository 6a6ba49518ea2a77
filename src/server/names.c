/* Names that nobody can guess, and what time it is. */
#include "server/text.h"

#include <sodium.h>
#include <time.h>

void random_hex(char *text, size_t size) {
    for (size_t i = 0; i + 1 < size; i++) text[i] = "0123456789abcdef"[randombytes_uniform(16)];
    if (size > 0) text[size - 1] = '\0';
}

void random_id(char *text, char prefix, size_t digits) {
    *text++ = prefix;
    for (; digits > 0; digits--) *text++ = "abcdefghijklmnopqrstuvwxyz0123456789"[randombytes_uniform(36)];
    *text = '\0';
}

static int64_t clock_ms(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t server_now_ms(void) { return clock_ms(CLOCK_MONOTONIC); }

int64_t server_time_ms(void) { return clock_ms(CLOCK_REALTIME); }
