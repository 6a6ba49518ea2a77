/* The security log: sign-ins, failed ones, limits that were met, bans, resets and what operators did, one
 * JSON object a line.
 *
 * It is the only place that names addresses, cut to the network that limits count. In a file of its own it is
 * kept for a number of days: the file of each day becomes FILE.1, the one before it FILE.2, and what is older
 * goes. Days are days of the server's uptime, and the first line of a file says when it began, so that
 * setting the wall clock deletes nothing. A flood cannot fill the disk: lines are limited to 20 a second on
 * average, and how many were left out is written down. */
#include "server/health.h"
#include "server/limits.h"
#include "server/log.h"
#include "server/map.h"
#include "server/operators.h"
#include "server/server.h"
#include "server/text.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    LINES_KEPT = 1000, /* in memory, for `tapete admin log` */
    WINDOW_MS = 20000, /* in which at most so many lines are written: */
    LINES_IN_WINDOW = 400,
    LARGEST_MIB = 64, /* of a file, before its day is over */
    DAY_S = 24 * 3600,
    FIRST_LINE = 256, /* is shorter than that */
    MOST_MET = 4096,  /* networks that have met a limit within a minute */
    MINUTE_MS = 60000,
};

typedef struct met {
    char key[NETWORK_SIZE + 32];
    int64_t at_ms;
} met;

struct security_log {
    char path[PATH_MAX]; /* "": standard error */
    int descriptor, days;
    int64_t begun_s; /* the uptime when the open file was begun; -1: it does not say */
    off_t size;
    char *lines[LINES_KEPT]; /* a ring */
    size_t next, count;
    int64_t window_ms; /* when the current one began */
    int in_window;
    uint64_t left_out;
    map met;
};

/* ---- files ---- */

/* What the first line of a file says of when it was begun; -1 for files of earlier versions. */
static int64_t read_begin(int descriptor) {
    char text[FIRST_LINE];
    ssize_t size = pread(descriptor, text, sizeof text, 0);
    json_t *line = size > 0 ? json_loadb(text, (size_t)size, JSON_DISABLE_EOF_CHECK, NULL) : NULL;
    const json_t *up = json_object_get(line, "up");
    int64_t begun_s = json_is_integer(up) ? json_integer_value(up) : -1;
    json_decref(line);
    return begun_s;
}

static bool open_file(security_log *log) {
    struct stat about;
    log->descriptor =
        open(log->path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR);
    if (log->descriptor < 0) return false;
    if (fchmod(log->descriptor, S_IRUSR | S_IWUSR) != 0 || fstat(log->descriptor, &about) != 0) return false;
    log->size = about.st_size;
    log->begun_s = read_begin(log->descriptor);
    return true;
}

void security_log_name(const char *path, int number, char out[SECURITY_LOG_NAME_SIZE]) {
    if (number == 0) {
        snprintf(out, SECURITY_LOG_NAME_SIZE, "%s", path);
    } else {
        snprintf(out, SECURITY_LOG_NAME_SIZE, "%s.%d", path, number);
    }
}

/* FILE becomes FILE.1, and so on; the last one goes, and those beyond it, which there are when fewer days are
 * kept than before. */
static void rotate(security_log *log) {
    char from[SECURITY_LOG_NAME_SIZE], to[SECURITY_LOG_NAME_SIZE];
    close(log->descriptor);
    for (int number = log->days; number <= SECURITY_LOG_MOST_DAYS; number++) {
        security_log_name(log->path, number, to);
        if (unlink(to) != 0) break;
    }
    for (int number = log->days - 1; number >= 0; number--) {
        security_log_name(log->path, number, from);
        security_log_name(log->path, number + 1, to);
        rename(from, to);
    }
    if (!open_file(log)) server_log(LOG_ERROR, "no security log", "why", strerror(errno), NULL);
}

security_log *security_log_open(const char *path, int days, tp_error *error) {
    security_log *log = calloc(1, sizeof *log);
    if (log == NULL) {
        tp_fail(error, TP_E_MEMORY, TR("no memory for the server"));
        return NULL;
    }
    log->descriptor = -1;
    log->days = days;
    if (path == NULL) return log;
    bool fits = (size_t)snprintf(log->path, sizeof log->path, "%s", path) < sizeof log->path;
    if (fits && open_file(log)) return log;
    tp_fail(error, TP_E_IO, TR("cannot write the security log %.200s: %s"), path,
            strerror(fits ? errno : ENAMETOOLONG));
    security_log_free(log);
    return NULL;
}

void security_log_free(security_log *log) {
    if (log == NULL) return;
    if (log->descriptor >= 0) close(log->descriptor);
    for (size_t i = 0; i < LINES_KEPT; i++) free(log->lines[i]);
    met *met;
    for (size_t i = 0; (met = map_next(&log->met, &i)) != NULL;) free(met);
    map_free(&log->met);
    free(log);
}

/* ---- lines ---- */

static void write_whole(int descriptor, const char *bytes, size_t size) {
    while (size > 0) {
        ssize_t written = write(descriptor, bytes, size);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return; /* a full disk: the ordinary log says so */
        bytes += written;
        size -= (size_t)written;
    }
}

/* Takes the line. */
static void keep_line(security_log *log, char *line) {
    free(log->lines[log->next]);
    log->lines[log->next] = line;
    log->next = (log->next + 1) % LINES_KEPT;
    if (log->count < LINES_KEPT) log->count++;
}

static json_t *new_line(const char *what) {
    char day[32], stamp[48];
    int64_t now = server_time_ms();
    time_t seconds = (time_t)(now / 1000);
    struct tm parts;
    gmtime_r(&seconds, &parts);
    strftime(day, sizeof day, "%Y-%m-%dT%H:%M:%S", &parts);
    snprintf(stamp, sizeof stamp, "%s.%03dZ", day, (int)(now % 1000));
    return json_pack("{s:s, s:s, s:s, s:s}", "time", stamp, "level", "info", "kind", "security", "what",
                     what);
}

/* Takes the text, which is one line without its end. */
static void write_line(security_log *log, char *text) {
    size_t length = strlen(text);
    int descriptor = log->path[0] != '\0' ? log->descriptor : STDERR_FILENO;
    if (descriptor >= 0) {
        text[length] = '\n';
        write_whole(descriptor, text, length + 1);
        text[length] = '\0';
        log->size += (off_t)length + 1;
    }
    keep_line(log, text);
}

/* The first line of a file. */
static void begin_file(security_log *log, int64_t up_s) {
    json_t *line = new_line("log begun");
    json_object_set_new(line, "up", json_integer(up_s));
    char *text = json_dumps(line, JSON_COMPACT);
    json_decref(line);
    log->begun_s = up_s;
    if (text == NULL) return;
    write_whole(log->descriptor, text, strlen(text));
    write_whole(log->descriptor, "\n", 1);
    log->size += (off_t)strlen(text) + 1;
    free(text);
}

/* Begin another file where the open one is a day old or too large. A count that has gone back is that of
 * another database. */
static void look_at_file(server *server) {
    security_log *log = server->operators->log;
    if (log->path[0] == '\0') return;
    if (log->descriptor < 0 && !open_file(log)) return; /* could not be opened after the last rotation */
    int64_t up_s = server_uptime_ms(server) / 1000;
    bool is_old = log->begun_s < 0 || up_s < log->begun_s || up_s - log->begun_s >= DAY_S;
    if (log->size > 0 && (is_old || log->size > LARGEST_MIB * (off_t)1048576)) rotate(log);
    if (log->descriptor >= 0 && log->size == 0) begin_file(log, up_s);
}

static void add_line(server *server, json_t *line) {
    char *text = json_dumps(line, JSON_COMPACT);
    json_decref(line);
    if (text == NULL) return;
    look_at_file(server);
    write_line(server->operators->log, text);
}

static void set_text(json_t *line, const char *name, const char *text) {
    json_t *value = json_string(text);
    json_object_set_new(line, name, value != NULL ? value : json_string("(not a text)"));
}

void security_event(server *server, const char *what, const char *address, const char *person, ...) {
    if (server->operators == NULL || server->operators->log == NULL) return;
    security_log *log = server->operators->log;
    int64_t now = server_now_ms();
    if (now - log->window_ms >= WINDOW_MS) {
        log->window_ms = now;
        log->in_window = 0;
    }
    if (log->in_window++ >= LINES_IN_WINDOW) {
        log->left_out++;
        return;
    }
    if (log->left_out > 0) {
        json_t *gap = new_line("lines left out");
        json_object_set_new(gap, "count", json_integer((json_int_t)log->left_out));
        log->left_out = 0;
        add_line(server, gap);
    }
    json_t *line = new_line(what);
    if (line == NULL) return;
    char network[NETWORK_SIZE];
    if (address[0] != '\0') {
        address_network(address, network);
        set_text(line, "address", network);
    }
    if (person[0] != '\0') set_text(line, "person", person);
    va_list arguments;
    va_start(arguments, person);
    for (const char *name; (name = va_arg(arguments, const char *)) != NULL;)
        set_text(line, name, va_arg(arguments, const char *));
    va_end(arguments);
    add_line(server, line);
}

void sign_in_failed(server *server, const char *address, const char *person) {
    if (server->operators == NULL) return;
    server->operators->count.failed_sign_ins++;
    security_event(server, "sign-in failed", address, person, NULL);
}

json_t *security_log_tail(const server *server, size_t count) {
    const security_log *log = server->operators->log;
    json_t *lines = json_array();
    if (count > log->count) count = log->count;
    for (size_t i = 0; i < count; i++) {
        const char *text = log->lines[(log->next + LINES_KEPT - count + i) % LINES_KEPT];
        json_array_append_new(lines, json_loads(text, 0, NULL));
    }
    return lines;
}

void security_log_forget(server *server, const char *person) {
    security_log *log = server->operators != NULL ? server->operators->log : NULL;
    if (log == NULL || person[0] == '\0') return;
    for (size_t i = 0; i < LINES_KEPT; i++) {
        char *found = log->lines[i];
        while (found != NULL && (found = strstr(found, person)) != NULL)
            memset(found, SECURITY_LOG_GONE, strlen(person));
    }
}

void security_log_tick(server *server) {
    security_log *log = server->operators->log;
    int64_t now = server_now_ms();
    met *met;
    look_at_file(server);
    for (size_t i = 0; (met = map_next(&log->met, &i)) != NULL;) {
        if (now - met->at_ms < MINUTE_MS) continue;
        map_remove(&log->met, met->key);
        free(met);
    }
}

/* ---- limits that were met ---- */

/* Whether this network has not met this limit within a minute. */
static bool is_news(security_log *log, const char *limit, const char *address) {
    char network[NETWORK_SIZE], key[NETWORK_SIZE + 32];
    address_network(address, network);
    snprintf(key, sizeof key, "%.30s %s", limit, network);
    if (map_get(&log->met, key) != NULL || log->met.count >= MOST_MET) return false;
    met *met = calloc(1, sizeof *met);
    if (met == NULL) return false;
    memcpy(met->key, key, sizeof met->key);
    met->at_ms = server_now_ms();
    if (map_put(&log->met, met->key, met)) return true;
    free(met);
    return false;
}

void limit_met(server *server, const char *limit, const char *address, const char *person) {
    if (server->operators == NULL || server->operators->log == NULL) return;
    if (is_news(server->operators->log, limit, address))
        security_event(server, "limit met", address, person, "limit", limit, NULL);
}
