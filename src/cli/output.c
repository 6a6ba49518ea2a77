/* What commands share on their way out: messages, JSON lines, colours, and the last look at stdout. */
#include "cli/cli.h"
#include "core/language.h"
#include "look/draw.h"

#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <poll.h>
#include <sched.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int cli_bad(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fflush(stdout);
    fputs("tapete: ", stderr);
    vfprintf(stderr, tp_translate(format), arguments);
    fputc('\n', stderr);
    va_end(arguments);
    return CLI_BAD;
}

int cli_bad_at(const char *place, const char *sentence) {
    fflush(stdout);
    fprintf(stderr, "tapete: %s%s%s%s\n", place, *place != '\0' ? ": " : "", sentence,
            text_missing_end(sentence));
    return CLI_BAD;
}

int cli_bad_error(const tp_error *error) { return cli_bad_at("", error->text); }

void *cli_allocate(size_t size) {
    void *memory = calloc(1, size > 0 ? size : 1);
    if (memory == NULL) {
        cli_bad("there is not enough memory.");
        exit(CLI_BAD);
    }
    return memory;
}

int cli_cores(int most) {
    cpu_set_t set;
    int count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return count < 1 ? 1 : count < most ? count : most;
}

double cli_seconds(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

void cli_print_json(json_t *value) {
    if (value == NULL ||
        json_dumpf(value, stdout, JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(15)) != 0) {
        /* A stream that failed is cli_finish's business; anything else is memory. */
        if (!ferror(stdout)) {
            cli_bad("there is not enough memory.");
            exit(CLI_BAD);
        }
    }
    putchar('\n');
    json_decref(value);
}

/* Whether the reader of our output has gone. An earlier write may have failed, and errno be lost since: ask
 * the pipe. */
static bool reader_is_gone(void) {
    struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
    return poll(&out, 1, 0) == 1 && (out.revents & (POLLERR | POLLHUP)) != 0;
}

int cli_finish(int code) {
    errno = 0;
    bool failed = fflush(stdout) != 0;
    int reason = failed ? errno : 0;
    if (!failed && !ferror(stdout)) return code;
    if (reason == EPIPE || reader_is_gone()) return code;
    if (reason == 0) return cli_bad("the output could not be written.");
    return cli_bad("cannot write the output: %s.", strerror(reason));
}

/* What was loaded, as the shell reads it back: " --load './my.so'". A name that does not fit is left out. */
static char loaded[1024];

static void note_loaded(const char *file) {
    char words[sizeof loaded];
    bool has_quotes = strchr(file, '\'') != NULL;
    int length = snprintf(words, sizeof words, "%s %s '%s'", loaded, "--load", file);
    if (!has_quotes && length > 0 && (size_t)length < sizeof words) memcpy(loaded, words, (size_t)length + 1);
}

bool cli_load_plugin(const char *file) {
    tp_error error = {0};
    if (tp_plugin_load(file, &error) != TP_OK) {
        cli_bad_error(&error);
        return false;
    }
    note_loaded(file);
    return true;
}

const char *cli_program(void) {
    static char text[sizeof loaded + PATH_MAX];
    const char *name = program_invocation_name;
    snprintf(text, sizeof text, "%s%s",
             name[0] != '/' && strchr(name, '/') != NULL ? name : program_invocation_short_name, loaded);
    return text;
}
