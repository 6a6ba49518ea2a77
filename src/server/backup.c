/* Backups while the games go on: see backup.h. */
#include "server/backup.h"
#include "server/log.h"
#include "server/server.h"
#include "server/text.h"
#include "server/writer.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    HOUR_MS = 3600 * 1000,
    FIRST_MS = 60 * 1000, /* after the start, if there is no backup with a date yet */
    PATH_LENGTH = 4096,
    DATE_LENGTH = 15, /* 20261118-134500 */
};

struct backup {
    server *server;
    pthread_t thread;
    char path[PATH_LENGTH];
    tp_err code;
    tp_error error;
    atomic_bool is_done;
};

/* ---- names ---- */

static const char *file_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

/* Whether a file is a backup with a date: the name, a "-", digits, a "-", digits. */
static bool is_dated(const char *name, const char *backup) {
    size_t length = strlen(backup);
    if (strncmp(name, backup, length) != 0 || strlen(name) != length + 1 + DATE_LENGTH) return false;
    name += length;
    return name[0] == '-' && strspn(name + 1, "0123456789") == 8 && name[9] == '-' &&
           strspn(name + 10, "0123456789") == 6;
}

static int compare(const void *a, const void *b) { return strcmp(*(char *const *)b, *(char *const *)a); }

/* Remove the oldest backups with a date, so that `keep` are left; how many there were. */
static size_t rotate(const char *path, size_t keep) {
    char folder[PATH_LENGTH], *names[512] = {NULL};
    size_t count = 0;
    snprintf(folder, sizeof folder, "%.*s", (int)(file_name(path) - path), path);
    DIR *list = opendir(folder[0] != '\0' ? folder : ".");
    for (const struct dirent *entry; list != NULL && (entry = readdir(list)) != NULL;) {
        if (count < sizeof names / sizeof *names && is_dated(entry->d_name, file_name(path)) &&
            (names[count] = strdup(entry->d_name)) != NULL)
            count++;
    }
    if (list != NULL) closedir(list);
    qsort(names, count, sizeof *names, compare); /* the latest first */
    for (size_t i = 0; i < count; i++) {
        char old[2 * PATH_LENGTH];
        snprintf(old, sizeof old, "%s%s", folder, names[i]);
        if (i >= keep && unlink(old) != 0) server_log(LOG_WARNING, "an old backup stays", "path", old, NULL);
        free(names[i]);
    }
    return count;
}

/* ---- the thread ---- */

static void *write_backup(void *context) {
    backup *backup = context;
    server *server = backup->server;
    backup->code = store_backup(writer_store(server->writer), backup->path, &backup->error);
    bool has_date = strcmp(backup->path, server->setup.backup) != 0;
    if (backup->code == TP_OK && has_date)
        rotate(server->setup.backup, (size_t)server->setup.limits.backup_keep);
    atomic_store(&backup->is_done, true);
    net_wake(server->net);
    return NULL;
}

static void begin(server *server, const char *path) {
    if (server->backup != NULL) return;
    backup *backup = calloc(1, sizeof *backup);
    if (backup == NULL) return;
    backup->server = server;
    snprintf(backup->path, sizeof backup->path, "%s", path);
    if (pthread_create(&backup->thread, NULL, write_backup, backup) == 0) {
        server->backup = backup;
        return;
    }
    server_log(LOG_ERROR, "no backup", "why", "the system cannot start a thread", NULL);
    free(backup);
}

static void end(server *server) {
    backup *backup = server->backup;
    pthread_join(backup->thread, NULL);
    if (backup->code == TP_OK) {
        server_log(LOG_INFO, "backup written", "path", backup->path, NULL);
    } else {
        server_log(LOG_ERROR, "no backup", "why", backup->error.text, NULL);
    }
    free(backup);
    server->backup = NULL;
}

/* ---- on the loop ---- */

void backup_begin(server *server) { begin(server, server->setup.backup); }

void backup_finish(server *server) {
    if (server->backup != NULL) end(server);
}

void backup_tick(server *server, int64_t now_ms) {
    int64_t every_ms = (int64_t)(server->setup.limits.backup_hours * HOUR_MS);
    if (server->backup != NULL && atomic_load(&server->backup->is_done)) end(server);
    if (every_ms == 0) return;
    if (server->backup_due_ms == 0) {
        bool is_first = rotate(server->setup.backup, SIZE_MAX) == 0;
        server->backup_due_ms = now_ms + (is_first && every_ms > FIRST_MS ? FIRST_MS : every_ms);
    }
    if (now_ms < server->backup_due_ms || server->backup != NULL) return;
    server->backup_due_ms = now_ms + every_ms;
    char path[PATH_LENGTH];
    time_t seconds = (time_t)(server_time_ms() / 1000);
    struct tm date;
    size_t length = (size_t)snprintf(path, sizeof path - DATE_LENGTH - 2, "%s", server->setup.backup);
    if (length >= sizeof path - DATE_LENGTH - 2 || gmtime_r(&seconds, &date) == NULL) return;
    strftime(path + length, sizeof path - length, "-%Y%m%d-%H%M%S", &date);
    begin(server, path);
}
