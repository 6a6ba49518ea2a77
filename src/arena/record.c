/* The record of an arena: JSON lines, a header and one for each finished deal, in any order. */
#include "arena/arena.h"
#include "core/language.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

struct arena_record {
    FILE *file;
    char *path;
    bool dirty;
};

static tp_err no_memory(tp_error *error) {
    return tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"));
}

/* ---- settings ---- */

/* JSON's whole numbers end at 2^63 - 1 here; a seed beyond is written as a text. */
static json_t *seed_value(uint64_t seed) {
    char text[24];
    if (seed <= INT64_MAX) return json_integer((json_int_t)seed);
    snprintf(text, sizeof text, "%" PRIu64, seed);
    return json_string(text);
}

static bool read_seed(const json_t *value, uint64_t *out) {
    const char *text = json_string_value(value);
    char *end = NULL;
    if (json_is_integer(value) && json_integer_value(value) >= 0) {
        *out = (uint64_t)json_integer_value(value);
        return true;
    }
    if (text == NULL || text[0] < '0' || text[0] > '9') return false;
    errno = 0;
    *out = strtoull(text, &end, 10);
    return errno == 0 && *end == '\0';
}

json_t *arena_settings_to_json(const arena_settings *settings) {
    json_t *agents = json_array();
    for (int i = 0; i < settings->agent_count; i++)
        json_array_append_new(agents, json_string(settings->agents[i]));
    json_t *out =
        json_pack("{s:s, s:i, s:s, s:s, s:o, s:o, s:I, s:b, s:b, s:b, s:o}", "tapete", "arena", "version",
                  ARENA_RECORD_VERSION, "game", settings->game->name, "rules", settings->game->rules_version,
                  "options", tp_options_to_json(&settings->options), "agents", agents, "games",
                  (json_int_t)settings->games, "duplicate", settings->duplicate, "mixed", settings->mixed,
                  "round_robin", settings->round_robin, "seed", seed_value(settings->seed));
    json_object_set_new(out, "gauntlet", json_boolean(settings->gauntlet));
    json_object_set_new(out, "sprt",
                        settings->sprt ? json_pack("[f, f, f, f]", settings->elo0, settings->elo1,
                                                   settings->alpha, settings->beta)
                                       : json_null());
    return out;
}

static tp_err read_agents(arena_settings *settings, const json_t *list, tp_error *error) {
    size_t count = json_array_size(list);
    if (!json_is_array(list) || count > ARENA_MOST_AGENTS)
        return tp_fail(error, TP_E_INPUT, TR("its agents must be a list of at most %d names"),
                       ARENA_MOST_AGENTS);
    for (size_t i = 0; i < count; i++) {
        const char *name = json_string_value(json_array_get(list, i));
        if (name == NULL || strlen(name) >= ARENA_NAME_SIZE)
            return tp_fail(error, TP_E_INPUT, TR("agent %zu has no name"), i + 1);
        snprintf(settings->agents[i], ARENA_NAME_SIZE, "%s", name);
    }
    settings->agent_count = (int)count;
    return TP_OK;
}

tp_err arena_settings_from_json(arena_settings *settings, const json_t *json, tp_error *error) {
    const char *what = json_string_value(json_object_get(json, "tapete")),
               *game = json_string_value(json_object_get(json, "game")),
               *rules = json_string_value(json_object_get(json, "rules"));
    json_int_t version = json_integer_value(json_object_get(json, "version"));
    const json_t *sprt = json_object_get(json, "sprt"), *games = json_object_get(json, "games");
    memset(settings, 0, sizeof *settings);
    if (what == NULL || strcmp(what, "arena") != 0 || version < 1 || game == NULL)
        return tp_fail(error, TP_E_INPUT, TR("not an arena record"));
    if (version > ARENA_RECORD_VERSION) {
        return tp_fail(error, TP_E_VERSION, TR("it has version %d, and this program knows version %d"),
                       (int)version, ARENA_RECORD_VERSION);
    }
    settings->game = tp_game_find(game, error);
    if (settings->game == NULL) return TP_E_UNKNOWN;
    if (rules == NULL || strcmp(rules, settings->game->rules_version) != 0) {
        return tp_fail(error, TP_E_VERSION,
                       TR("it was played with version %.16s of the rules, and this is version %s"),
                       rules != NULL ? rules : "?", settings->game->rules_version);
    }
    tp_options_init(&settings->options, settings->game->options);
    tp_err code = tp_options_from_json(&settings->options, json_object_get(json, "options"), error);
    if (code == TP_OK) code = read_agents(settings, json_object_get(json, "agents"), error);
    if (code != TP_OK) return code;
    settings->games = json_integer_value(games);
    settings->duplicate = json_is_true(json_object_get(json, "duplicate"));
    settings->mixed = json_is_true(json_object_get(json, "mixed"));
    settings->round_robin = json_is_true(json_object_get(json, "round_robin"));
    settings->gauntlet = json_is_true(json_object_get(json, "gauntlet"));
    settings->sprt = json_is_array(sprt);
    settings->elo0 = json_number_value(json_array_get(sprt, 0));
    settings->elo1 = json_number_value(json_array_get(sprt, 1));
    /* Version 1 had no errors to choose. */
    settings->alpha = json_array_size(sprt) > 2 ? json_number_value(json_array_get(sprt, 2)) : 0.05;
    settings->beta = json_array_size(sprt) > 3 ? json_number_value(json_array_get(sprt, 3)) : 0.05;
    if (settings->games < 1 || !read_seed(json_object_get(json, "seed"), &settings->seed))
        return tp_fail(error, TP_E_INPUT, TR("the number of games or the seed is missing"));
    return TP_OK;
}

/* ---- deals ---- */

static json_t *game_to_json(const arena_plan *plan, const arena_meeting *meeting, const arena_game *game) {
    json_t *seats = json_array(), *returns = json_array(), *scores = json_array();
    for (int seat = 0; seat < plan->seats; seat++) {
        int agent = arena_agent_at(plan, meeting, game->rotation, seat);
        json_array_append_new(seats, json_string(plan->names[agent]));
        json_array_append_new(returns, json_real((double)game->returns[seat]));
        json_array_append_new(scores, json_integer(game->scores[seat]));
    }
    json_t *out = json_pack("{s:i, s:o, s:o, s:o, s:i}", "rotation", game->rotation, "seats", seats,
                            "returns", returns, "scores", scores, "plies", game->plies);
    if (game->forfeit >= 0) {
        json_object_set_new(
            out, "forfeit",
            json_pack("{s:i, s:s%}", "seat", game->forfeit, "reason", game->reason, strlen(game->reason)));
    }
    return out;
}

static json_t *times_to_json(const arena_plan *plan, const arena_times *times) {
    json_t *out = json_object();
    for (int i = 0; i < plan->agent_count; i++) {
        json_t *cells = json_object();
        char key[16];
        if (times[i].moves == 0) {
            json_decref(cells);
            continue;
        }
        for (int cell = 0; cell < ARENA_TIME_CELLS; cell++) {
            snprintf(key, sizeof key, "%d", cell);
            if (times[i].cells[cell] > 0) json_object_set_new(cells, key, json_integer(times[i].cells[cell]));
        }
        json_object_set_new(out, plan->names[i],
                            json_pack("{s:I, s:I, s:o}", "moves", (json_int_t)times[i].moves, "ns",
                                      (json_int_t)times[i].ns, "cells", cells));
    }
    return out;
}

static json_t *deal_to_json(const arena_plan *plan, const arena_deal *deal, const arena_times *times) {
    const arena_meeting *meeting = arena_deal_meeting(plan, deal->number);
    json_t *games = json_array();
    for (int i = 0; i < deal->game_count; i++)
        json_array_append_new(games, game_to_json(plan, meeting, &deal->games[i]));
    return json_pack("{s:I, s:o, s:o, s:o}", "deal", (json_int_t)deal->number, "seed",
                     seed_value(arena_deal_seed(plan, deal->number)), "games", games, "times",
                     times_to_json(plan, times));
}

static bool read_numbers(const json_t *list, int count, double *out) {
    if (json_array_size(list) != (size_t)count) return false;
    for (int i = 0; i < count; i++) {
        if (!json_is_number(json_array_get(list, (size_t)i))) return false;
        out[i] = json_number_value(json_array_get(list, (size_t)i));
    }
    return true;
}

static bool read_game(const arena_plan *plan, const json_t *json, arena_game *game) {
    double returns[TP_MAX_SEATS], scores[TP_MAX_SEATS];
    const json_t *rotation = json_object_get(json, "rotation"), *plies = json_object_get(json, "plies"),
                 *forfeit = json_object_get(json, "forfeit");
    if (!json_is_integer(rotation) || !json_is_integer(plies) ||
        !read_numbers(json_object_get(json, "returns"), plan->seats, returns) ||
        !read_numbers(json_object_get(json, "scores"), plan->seats, scores))
        return false;
    memset(game, 0, sizeof *game);
    game->rotation = (int)json_integer_value(rotation);
    game->plies = (int)json_integer_value(plies);
    game->forfeit = -1;
    for (int seat = 0; seat < plan->seats; seat++) {
        if (!(returns[seat] >= -1 && returns[seat] <= 1 && scores[seat] >= INT32_MIN &&
              scores[seat] <= INT32_MAX))
            return false;
        game->returns[seat] = (float)returns[seat];
        game->scores[seat] = (int32_t)scores[seat];
    }
    if (forfeit != NULL) {
        const char *reason = json_string_value(json_object_get(forfeit, "reason"));
        game->forfeit = (int)json_integer_value(json_object_get(forfeit, "seat"));
        if (game->forfeit < 0 || game->forfeit >= plan->seats || reason == NULL) return false;
        snprintf(game->reason, sizeof game->reason, "%s", reason);
    }
    return game->plies >= 0;
}

/* A deal as the plan has it: its seed, and a game from every seating. */
static bool read_deal(const arena_plan *plan, const json_t *json, arena_deal *deal) {
    const json_t *number = json_object_get(json, "deal"), *games = json_object_get(json, "games");
    uint64_t seed;
    if (!json_is_integer(number)) return false;
    memset(deal, 0, sizeof *deal);
    deal->number = json_integer_value(number);
    if (deal->number < 0 || deal->number >= plan->deals || !read_seed(json_object_get(json, "seed"), &seed) ||
        seed != arena_deal_seed(plan, deal->number))
        return false;
    const arena_meeting *meeting = arena_deal_meeting(plan, deal->number);
    bool duplicate = plan->settings.duplicate;
    deal->game_count = duplicate ? meeting->rotation_count : 1;
    if (json_array_size(games) != (size_t)deal->game_count) return false;
    for (int i = 0; i < deal->game_count; i++) {
        int which = duplicate ? i : (int)(deal->number / plan->meeting_count % meeting->rotation_count);
        if (!read_game(plan, json_array_get(games, (size_t)i), &deal->games[i]) ||
            deal->games[i].rotation != meeting->rotations[which])
            return false;
    }
    return true;
}

static void read_times(const arena_plan *plan, const json_t *json, arena_times *times) {
    for (int i = 0; i < plan->agent_count; i++) {
        const json_t *one = json_object_get(json, plan->names[i]);
        const char *key;
        json_t *count;
        times[i].moves += (uint64_t)json_integer_value(json_object_get(one, "moves"));
        times[i].ns += (uint64_t)json_integer_value(json_object_get(one, "ns"));
        json_object_foreach(json_object_get(one, "cells"), key, count) {
            long cell = strtol(key, NULL, 10);
            if (cell >= 0 && cell < ARENA_TIME_CELLS)
                times[i].cells[cell] += (uint32_t)json_integer_value(count);
        }
    }
}

/* ---- the file ---- */

static tp_err io_error(tp_error *error, const char *path, const char *format) {
    return tp_fail(error, TP_E_IO, format, path, strerror(errno));
}

/* Open the file for this process alone. */
static arena_record *open_record(const char *path, int flags, tp_error *error) {
    int descriptor = open(path, flags | O_CLOEXEC, 0644);
    if (descriptor < 0) {
        io_error(error, path, TR("cannot open %s: %s"));
        return NULL;
    }
    if (flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
        tp_fail(error, TP_E_IO, TR("%s is being written by another arena"), path);
        close(descriptor);
        return NULL;
    }
    arena_record *record = calloc(1, sizeof *record);
    FILE *file = fdopen(descriptor, "a+");
    char *own_path = strdup(path);
    if (record != NULL && file != NULL && own_path != NULL) {
        record->file = file;
        record->path = own_path;
        return record;
    }
    no_memory(error);
    if (file != NULL) {
        fclose(file);
    } else {
        close(descriptor);
    }
    free(own_path);
    free(record);
    return NULL;
}

static tp_err write_line(arena_record *record, json_t *json, tp_error *error) {
    char *line = json == NULL ? NULL : json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(9));
    json_decref(json);
    if (line == NULL) return no_memory(error);
    bool written =
        fputs(line, record->file) >= 0 && fputc('\n', record->file) != EOF && fflush(record->file) == 0;
    free(line);
    record->dirty = true;
    return written ? TP_OK : io_error(error, record->path, TR("cannot write %s: %s"));
}

arena_record *arena_record_create(const char *path, const arena_settings *settings, tp_error *error) {
    arena_record *record = open_record(path, O_RDWR | O_CREAT | O_APPEND, error);
    if (record == NULL) return NULL;
    struct stat about;
    if (fstat(fileno(record->file), &about) == 0 && about.st_size > 0) {
        tp_fail(error, TP_E_IO, TR("%s exists already; use --resume to continue it"), path);
    } else if (write_line(record, arena_settings_to_json(settings), error) == TP_OK &&
               arena_record_sync(record, error) == TP_OK) {
        return record;
    }
    arena_record_close(record);
    return NULL;
}

/* The next whole line as JSON; NULL at the end, and with an error for a line that is none. */
static json_t *next_line(FILE *file, char **line, size_t *room, long number, off_t *good, tp_error *error) {
    ssize_t length = getline(line, room, file);
    if (length <= 0 || (*line)[length - 1] != '\n') return NULL;
    json_error_t where;
    json_t *json = json_loadb(*line, (size_t)length, 0, &where);
    if (json == NULL) {
        tp_fail(error, TP_E_INPUT, TR("line %ld is damaged: %s"), number, where.text);
        return NULL;
    }
    *good += length;
    return json;
}

tp_err arena_record_settings(const char *path, arena_settings *settings, tp_error *error) {
    FILE *file = fopen(path, "re");
    if (file == NULL) return io_error(error, path, TR("cannot open %s: %s"));
    char *line = NULL;
    size_t room = 0;
    off_t good = 0;
    tp_error found = {0};
    json_t *json = next_line(file, &line, &room, 1, &good, &found);
    if (json == NULL && ferror(file)) { /* a folder, for one */
        tp_err failed = io_error(error, path, TR("cannot read %s: %s"));
        free(line);
        fclose(file);
        return failed;
    }
    tp_err code = json == NULL ? tp_fail(&found, TP_E_INPUT, TR("not an arena record"))
                               : arena_settings_from_json(settings, json, &found);
    json_decref(json);
    free(line);
    fclose(file);
    if (code != TP_OK) {
        tp_error_at(&found, "%s", path);
        if (error != NULL) *error = found;
    }
    return code;
}

static int compare_deals(const void *a, const void *b) {
    int64_t x = ((const arena_deal *)a)->number, y = ((const arena_deal *)b)->number;
    return (x > y) - (x < y);
}

typedef struct deal_list {
    arena_deal *deals;
    size_t count, room;
} deal_list;

static tp_err read_lines(arena_record *record, const arena_plan *plan, deal_list *list, arena_times *times,
                         off_t *good, tp_error *error) {
    char *line = NULL;
    size_t room = 0;
    json_t *json;
    tp_err code = TP_OK;
    tp_error found = {0};
    for (long number = 1; code == TP_OK; number++) {
        json = next_line(record->file, &line, &room, number, good, &found);
        if (json == NULL) {
            code = found.code;
            break;
        }
        if (number > 1 && list->count == list->room) {
            list->room = list->room > 0 ? 2 * list->room : 256;
            arena_deal *larger = realloc(list->deals, list->room * sizeof *larger);
            if (larger == NULL) {
                code = no_memory(&found);
            } else {
                list->deals = larger;
            }
        }
        if (number > 1 && code == TP_OK && !read_deal(plan, json, &list->deals[list->count]))
            code = tp_fail(&found, TP_E_INPUT, TR("line %ld is not a deal of this arena"), number);
        if (number > 1 && code == TP_OK) {
            list->count++;
            read_times(plan, json_object_get(json, "times"), times);
        }
        json_decref(json);
    }
    free(line);
    if (code != TP_OK) {
        tp_error_at(&found, "%s", record->path);
        if (error != NULL) *error = found;
    }
    return code;
}

arena_record *arena_record_resume(const char *path, const arena_plan *plan, arena_deal **deals, size_t *count,
                                  arena_times *times, tp_error *error) {
    arena_record *record = open_record(path, O_RDWR | O_APPEND, error);
    deal_list list = {0};
    off_t good = 0;
    if (record == NULL) return NULL;
    rewind(record->file);
    tp_err code = read_lines(record, plan, &list, times, &good, error);
    if (code == TP_OK && ftruncate(fileno(record->file), good) != 0)
        code = io_error(error, path, TR("cannot write %s: %s"));
    if (code != TP_OK) {
        free(list.deals);
        arena_record_close(record);
        return NULL;
    }
    fseeko(record->file, 0, SEEK_END);
    size_t kept = 0;
    if (list.count > 0) qsort(list.deals, list.count, sizeof *list.deals, compare_deals);
    for (size_t i = 0; i < list.count; i++) {
        if (kept == 0 || list.deals[kept - 1].number != list.deals[i].number)
            list.deals[kept++] = list.deals[i];
    }
    *deals = list.deals;
    *count = kept;
    return record;
}

tp_err arena_record_add(arena_record *record, const arena_plan *plan, const arena_deal *deal,
                        const arena_times *times, tp_error *error) {
    return write_line(record, deal_to_json(plan, deal, times), error);
}

tp_err arena_record_sync(arena_record *record, tp_error *error) {
    if (!record->dirty) return TP_OK;
    record->dirty = false;
    /* Not everything that can be written to can be synced: a pipe cannot. */
    if (fsync(fileno(record->file)) == 0 || errno == EINVAL || errno == ENOTSUP) return TP_OK;
    return io_error(error, record->path, TR("cannot write %s: %s"));
}

void arena_record_close(arena_record *record) {
    if (record == NULL) return;
    if (record->file != NULL) fclose(record->file);
    free(record->path);
    free(record);
}
