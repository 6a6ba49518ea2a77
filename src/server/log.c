/* The log: one JSON object a line on standard error.
 *
 * Callers never pass a cookie, an invite, a key, a password, what was said at a table or a card.
 */
#include "server/log.h"
#include "server/text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

log_level server_log_level = LOG_INFO;

static const char *const level_names[] = {"debug", "info", "warning", "error"};

/* "2026-02-03T04:05:06.789Z" */
static json_t *time_as_text(void) {
    char day[32];
    int64_t now = server_time_ms();
    time_t seconds = (time_t)(now / 1000);
    struct tm parts;
    gmtime_r(&seconds, &parts);
    strftime(day, sizeof day, "%Y-%m-%dT%H:%M:%S", &parts);
    return json_sprintf("%s.%03dZ", day, (int)(now % 1000));
}

/* A value that is not UTF-8 (from a file name, say) is not worth losing the line for. */
static json_t *text_or_mark(const char *text) {
    json_t *value = json_string(text != NULL ? text : "");
    return value != NULL ? value : json_string("(not a text)");
}

/* In one piece, so that lines of other programs do not come between. */
static void write_line(const char *line, size_t size) {
    while (size > 0) {
        ssize_t written = write(STDERR_FILENO, line, size);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return; /* nobody listens: nobody could be told either */
        line += written;
        size -= (size_t)written;
    }
}

void server_log(log_level level, const char *what, ...) {
    if (level < server_log_level) return;
    json_t *line = json_object();
    json_object_set_new(line, "time", time_as_text());
    json_object_set_new(line, "level", json_string(level_names[level]));
    json_object_set_new(line, "what", text_or_mark(what));
    va_list arguments;
    va_start(arguments, what);
    for (const char *name; (name = va_arg(arguments, const char *)) != NULL;) {
        json_object_set_new(line, name, text_or_mark(va_arg(arguments, const char *)));
    }
    va_end(arguments);
    char *text = json_dumps(line, JSON_COMPACT);
    json_decref(line);
    if (text == NULL) return;
    size_t length = strlen(text);
    text[length] = '\n'; /* in place of the NUL: one write */
    write_line(text, length + 1);
    free(text);
}
