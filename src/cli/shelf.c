/* The shelf of records; see shelf.h. */
#include "cli/shelf.h"
#include "core/language.h"

#include "cli/cli.h"
#include "look/draw.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define RECORD_END ".jsonl"

int shelf_human_seat(const tp_match *match) {
    for (int seat = 0; seat < tp_match_seats(match); seat++) {
        if (strcmp(tp_match_seat_name(match, seat), SHELF_HUMAN) == 0) return seat;
    }
    return -1;
}

void shelf_seat_name(const tp_match *match, int seat, char name[SHELF_NAME_SIZE]) {
    const char *who = tp_match_seat_name(match, seat);
    int kind = (int)strcspn(who, ":"); /* the kind alone: "flatmc" of "flatmc:ms=150" */
    snprintf(name, SHELF_NAME_SIZE, "%.*s %d", kind > 24 ? 24 : kind, who, seat);
    const tp_character *character = tp_character_find(who);
    if (character != NULL) snprintf(name, SHELF_NAME_SIZE, "%s", tp_translate(character->name));
    if (kind == 0) snprintf(name, SHELF_NAME_SIZE, TR("Seat %d"), seat);
    if (strcmp(who, SHELF_HUMAN) == 0) snprintf(name, SHELF_NAME_SIZE, TR("Human %d"), seat);
    text_capital(name);
    text_clean(name);
}

/* Make a directory and those above it that are missing. What is made is the owner's alone. */
static tp_err make_directories(char *path, tp_error *error) {
    for (char *slash = path + 1;; slash++) {
        if (*slash != '/' && *slash != '\0') continue;
        char kept = *slash;
        *slash = '\0';
        bool made = mkdir(path, 0700) == 0 || errno == EEXIST;
        *slash = kept;
        if (!made)
            return tp_fail(error, TP_E_IO, TR("cannot create the folder %s: %s"), path, strerror(errno));
        if (kept == '\0') break;
    }
    struct stat there;
    if (stat(path, &there) == 0 && S_ISDIR(there.st_mode)) return TP_OK;
    return tp_fail(error, TP_E_IO, TR("cannot create the folder %s: %s"), path, strerror(ENOTDIR));
}

tp_err shelf_data_directory(char path[SHELF_PATH_SIZE], bool make, tp_error *error) {
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int size;
    if (data != NULL && data[0] == '/') { /* a relative one is to be ignored, says the specification */
        size = snprintf(path, SHELF_PATH_SIZE, "%s/tapete", data);
    } else if (home != NULL && home[0] == '/') {
        size = snprintf(path, SHELF_PATH_SIZE, "%s/.local/share/tapete", home);
    } else {
        return tp_fail(error, TP_E_IO, TR("neither XDG_DATA_HOME nor HOME says where to keep records"));
    }
    if (size >= SHELF_PATH_SIZE - 80)
        return tp_fail(error, TP_E_IO, TR("the path of the records is too long"));
    return make ? make_directories(path, error) : TP_OK;
}

tp_err shelf_directory(char path[SHELF_PATH_SIZE], bool make, tp_error *error) {
    tp_err failed = shelf_data_directory(path, false, error);
    if (failed != TP_OK) return failed;
    text_append(path, SHELF_PATH_SIZE, "/records");
    return make ? make_directories(path, error) : TP_OK;
}

tp_err shelf_witness_path(const char *host, const char *table, char path[SHELF_PATH_SIZE], bool make,
                          tp_error *error) {
    tp_err failed = shelf_data_directory(path, false, error);
    if (failed != TP_OK) return failed;
    text_append(path, SHELF_PATH_SIZE, "/witnesses");
    if (make) failed = make_directories(path, error);
    if (failed != TP_OK) return failed;
    if (strlen(path) + strlen(host) + strlen(table) + 8 >= SHELF_PATH_SIZE)
        return tp_fail(error, TP_E_IO, TR("the path of the records is too long"));
    char *name = path + strlen(path) + 1;
    text_append(path, SHELF_PATH_SIZE, "/%s-%s.json", host, table);
    /* An address has colons and brackets, and comes from outside. */
    for (char *c = name; *c != '\0'; c++) {
        if (strchr("/:[]", *c) != NULL) *c = '_';
    }
    return TP_OK;
}

tp_err shelf_new_path(const tp_game *game, char path[SHELF_PATH_SIZE], tp_error *error) {
    tp_err failed = shelf_directory(path, true, error);
    if (failed != TP_OK) return failed;
    time_t now = time(NULL);
    struct tm local;
    char moment[32] = "";
    if (localtime_r(&now, &local) != NULL) strftime(moment, sizeof moment, "%Y%m%d-%H%M%S", &local);
    char *end = path + strlen(path);
    size_t room = (size_t)(path + SHELF_PATH_SIZE - end);
    for (;;) {
        uint8_t random[TP_KEY_SIZE];
        tp_key_random(random);
        snprintf(end, room, "/%s-%s-%02x%02x" RECORD_END, game->name, moment, random[0], random[1]);
        if (access(path, F_OK) != 0) return TP_OK;
    }
}

/* The writer of a record holds a lock on it (tp_record). */
bool shelf_is_busy(const char *path) {
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return false;
    bool busy = flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    close(descriptor);
    return busy;
}

/* ---- what lies there ---- */

typedef struct shelf_entry {
    struct timespec changed;
    char name[256];
} shelf_entry;

static int latest_first(const void *left, const void *right) {
    const shelf_entry *a = left, *b = right;
    if (a->changed.tv_sec != b->changed.tv_sec) return a->changed.tv_sec < b->changed.tv_sec ? 1 : -1;
    if (a->changed.tv_nsec != b->changed.tv_nsec) return a->changed.tv_nsec < b->changed.tv_nsec ? 1 : -1;
    return strcmp(b->name, a->name);
}

static bool ends_with(const char *text, const char *end) {
    size_t size = strlen(text), end_size = strlen(end);
    return size > end_size && strcmp(text + size - end_size, end) == 0;
}

/* The files in the directory with this beginning and end of their names, the one written to last first. The
 * caller frees the list. */
static size_t list_files(const char *directory, const char *beginning, const char *end, shelf_entry **out) {
    *out = NULL;
    DIR *open_directory = opendir(directory);
    if (open_directory == NULL) return 0;
    size_t count = 0, room = 0;
    shelf_entry *entries = NULL;
    /* Only one thread uses this stream, and the replacement that is advised is deprecated. */
    for (struct dirent *found; (found = readdir(open_directory)) != NULL;) {
        struct stat about;
        if (!ends_with(found->d_name, end)) continue;
        if (strncmp(found->d_name, beginning, strlen(beginning)) != 0) continue;
        if (fstatat(dirfd(open_directory), found->d_name, &about, 0) != 0 || !S_ISREG(about.st_mode))
            continue;
        if (count == room) {
            room = room == 0 ? 64 : 2 * room;
            shelf_entry *grown = cli_allocate(room * sizeof *grown);
            if (count > 0) memcpy(grown, entries, count * sizeof *grown);
            free(entries);
            entries = grown;
        }
        entries[count].changed = about.st_mtim;
        snprintf(entries[count].name, sizeof entries[count].name, "%s", found->d_name);
        count++;
    }
    closedir(open_directory);
    if (count > 0) qsort(entries, count, sizeof *entries, latest_first);
    *out = entries;
    return count;
}

static size_t list_records(const char *directory, const char *beginning, shelf_entry **out) {
    return list_files(directory, beginning, RECORD_END, out);
}

tp_match *shelf_newest_unfinished(const tp_game *game, char path[SHELF_PATH_SIZE], tp_record_info *info,
                                  tp_error *error) {
    char directory[SHELF_PATH_SIZE], beginning[64] = "";
    if (shelf_directory(directory, false, error) != TP_OK) return NULL;
    if (game != NULL) snprintf(beginning, sizeof beginning, "%s-", game->name);
    shelf_entry *entries;
    size_t count = list_records(directory, beginning, &entries);
    tp_match *match = NULL;
    bool busy = false;
    for (size_t i = 0; i < count && match == NULL; i++) {
        if (snprintf(path, SHELF_PATH_SIZE, "%s/%s", directory, entries[i].name) >= SHELF_PATH_SIZE) continue;
        /* The key lies beside a record only as long as its game runs: the finished ones need not be read. */
        char key_path[SHELF_PATH_SIZE + 8];
        snprintf(key_path, sizeof key_path, "%s.key", path);
        if (access(key_path, R_OK) != 0) continue;
        if (shelf_is_busy(path)) {
            busy = true;
            continue;
        }
        match = tp_record_read(path, info, NULL);
        if (match == NULL || info->finished || !info->has_key || shelf_human_seat(match) < 0) {
            tp_match_free(match);
            match = NULL;
        }
    }
    free(entries);
    if (match == NULL && !busy && game != NULL) {
        tp_fail(error, TP_E_UNKNOWN,
                TR("there is no unfinished game of %s in %s; start one with: tapete play %s"), game->title,
                directory, game->name);
    } else if (match == NULL) {
        tp_fail(error, TP_E_UNKNOWN,
                busy ? TR("other programs are playing every unfinished game in %s")
                     : TR("there is no unfinished game in %s; start one with: tapete play GAME"),
                directory);
    }
    return match;
}

tp_match *shelf_newest_finished(char path[SHELF_PATH_SIZE], tp_record_info *info, tp_error *error) {
    char directory[SHELF_PATH_SIZE];
    if (shelf_directory(directory, false, error) != TP_OK) return NULL;
    shelf_entry *entries;
    size_t count = list_records(directory, "", &entries);
    tp_match *match = NULL;
    for (size_t i = 0; i < count && match == NULL; i++) {
        if (snprintf(path, SHELF_PATH_SIZE, "%s/%s", directory, entries[i].name) >= SHELF_PATH_SIZE) continue;
        match = tp_record_read(path, info, NULL);
        if (match != NULL && !info->finished) {
            tp_match_free(match);
            match = NULL;
        }
    }
    free(entries);
    if (match == NULL)
        tp_fail(error, TP_E_UNKNOWN, TR("there is no finished game in %s; play one with: tapete play GAME"),
                directory);
    return match;
}

tp_match *shelf_read(const char *path, char found[SHELF_PATH_SIZE], tp_record_info *info, tp_error *error) {
    if (path == NULL) return shelf_newest_finished(found, info, error);
    if (snprintf(found, SHELF_PATH_SIZE, "%s", path) >= SHELF_PATH_SIZE) {
        tp_fail(error, TP_E_INPUT, TR("the path of the record is too long"));
        return NULL;
    }
    return tp_record_read(path, info, error);
}

static size_t each_with(const char *beginning, const char *end, void (*take)(void *context, const char *path),
                        void *context) {
    char directory[SHELF_PATH_SIZE], path[SHELF_PATH_SIZE];
    if (shelf_directory(directory, false, NULL) != TP_OK) return 0;
    shelf_entry *entries;
    size_t count = list_files(directory, beginning, end, &entries), taken = 0;
    for (size_t i = 0; i < count; i++) {
        if (snprintf(path, sizeof path, "%s/%s", directory, entries[i].name) >= SHELF_PATH_SIZE) continue;
        take(context, path);
        taken++;
    }
    free(entries);
    return taken;
}

size_t shelf_each(const char *beginning, void (*take)(void *context, const char *path), void *context) {
    return each_with(beginning, RECORD_END, take, context);
}

size_t shelf_each_left(const char *beginning, void (*take)(void *context, const char *path), void *context) {
    return each_with(beginning, RECORD_END SHELF_LEFT, take, context);
}

int shelf_last_scores(const tp_game *game, const char *except, int most, int32_t *scores) {
    char directory[SHELF_PATH_SIZE], beginning[64];
    if (shelf_directory(directory, false, NULL) != TP_OK) return 0;
    snprintf(beginning, sizeof beginning, "%s-", game->name);
    shelf_entry *entries;
    size_t count = list_records(directory, beginning, &entries);
    int found = 0;
    for (size_t i = 0; i < count && found < most; i++) {
        char path[SHELF_PATH_SIZE];
        if (snprintf(path, sizeof path, "%s/%s", directory, entries[i].name) >= SHELF_PATH_SIZE) continue;
        if (except != NULL && strcmp(path, except) == 0) continue;
        tp_record_info info;
        tp_match *match = tp_record_read(path, &info, NULL);
        if (match == NULL) continue;
        int human = shelf_human_seat(match);
        if (info.finished && human >= 0 && tp_match_game(match) == game && !tp_match_undone(match)) {
            int32_t per_seat[TP_MAX_SEATS] = {0};
            game->scores(tp_match_state(match), per_seat);
            scores[found++] = per_seat[human];
        }
        tp_match_free(match);
    }
    free(entries);
    return found;
}

bool shelf_holds(const char *path) {
    char directory[SHELF_PATH_SIZE], real_directory[PATH_MAX], real_path[PATH_MAX];
    if (shelf_directory(directory, false, NULL) != TP_OK) return false;
    if (realpath(directory, real_directory) == NULL || realpath(path, real_path) == NULL) return false;
    size_t length = strlen(real_directory);
    return strncmp(real_path, real_directory, length) == 0 && real_path[length] == '/';
}

void shelf_put_aside(const char *path) {
    static const char *const ends[] = {".key", ""}; /* the record last: it is what shelf_holds() looks for */
    for (size_t i = 0; i < 2 && shelf_holds(path); i++) {
        char from[SHELF_PATH_SIZE + 8], to[SHELF_PATH_SIZE + 16];
        snprintf(from, sizeof from, "%s%s", path, ends[i]);
        snprintf(to, sizeof to, "%s%s" SHELF_LEFT, path, ends[i]);
        if (rename(from, to) != 0) return;
    }
}
