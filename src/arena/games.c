/* A record of every game of an arena, in a folder: DEAL-GAME.jsonl, numbered so that names sort. */
#include "arena/arena.h"
#include "core/language.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

tp_err arena_games_prepare(const char *folder, bool again, tp_error *error) {
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return tp_fail(error, TP_E_IO, TR("cannot create the folder %s: %s"), folder, strerror(errno));
    DIR *opened = opendir(folder);
    if (opened == NULL) return tp_fail(error, TP_E_IO, TR("cannot open %s: %s"), folder, strerror(errno));
    bool is_empty = true;
    for (const struct dirent *entry = readdir(opened); entry != NULL; entry = readdir(opened))
        is_empty = is_empty && entry->d_name[0] == '.';
    closedir(opened);
    if (is_empty || again) return TP_OK;
    return tp_fail(error, TP_E_IO, TR("the folder %s is not empty; name a new one for the games"), folder);
}

tp_err arena_games_write(const char *folder, const arena_plan *plan, int64_t deal, int game,
                         const tp_match *match, tp_error *error) {
    char path[PATH_MAX], part[PATH_MAX];
    int digits = snprintf(NULL, 0, "%" PRId64, plan->deals - 1);
    int size = snprintf(path, sizeof path, "%s/%0*" PRId64 "-%d.jsonl", folder, digits, deal, game);
    size_t entries = 0;
    if (size < 0 || size >= PATH_MAX - 8)
        return tp_fail(error, TP_E_INPUT, TR("the path of the folder for the games is too long"));
    snprintf(part, sizeof part, "%.*s.part", PATH_MAX - 8, path);
    char *lines = tp_record_lines(match, &entries);
    if (lines == NULL) return tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"));
    FILE *file = fopen(part, "we");
    bool written = file != NULL && fputs(lines, file) >= 0;
    if (file != NULL) written = fclose(file) == 0 && written;
    written = written && rename(part, path) == 0;
    free(lines);
    if (written) return TP_OK;
    tp_err code = tp_fail(error, TP_E_IO, TR("cannot write %s: %s"), path, strerror(errno));
    unlink(part);
    return code;
}
