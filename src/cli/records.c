/* `tapete records`: the records of games played here, and a way to remove those of games that were never
 * finished. */
#include "cli/cli.h"
#include "cli/shelf.h"
#include "core/language.h"
#include "look/draw.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NAME_WIDTH = 38, STATE_WIDTH = 16 };

typedef enum state { FINISHED, UNFINISHED, IN_USE, DAMAGED } state;

static const char *const state_codes[] = {"finished", "unfinished", "in_use", "damaged"};

typedef struct listing {
    bool removes;
    json_t *rows; /* with --json */
    size_t listed, removed, unfinished;
    bool failed;
} listing;

/* How a finished game ended for the person at this terminal. */
static const char *outcome_of(const tp_match *match) {
    float returns[TP_MAX_SEATS] = {0};
    int32_t scores[TP_MAX_SEATS] = {0};
    int human = shelf_human_seat(match);
    tp_match_result(match, returns, scores);
    if (human < 0) return TR_IN("a record", "finished");
    return returns[human] > 0   ? TR_IN("a record", "won")
           : returns[human] < 0 ? TR_IN("a record", "lost")
                                : TR_IN("a record", "drawn");
}

/* The record and what lies beside it: its key. */
static bool remove_record(const char *path) {
    char key[SHELF_PATH_SIZE + 8];
    size_t length = strlen(path), end = strlen(SHELF_LEFT);
    bool is_left = length > end && strcmp(path + length - end, SHELF_LEFT) == 0;
    snprintf(key, sizeof key, "%.*s.key%s", (int)(is_left ? length - end : length), path,
             is_left ? SHELF_LEFT : "");
    if (unlink(path) != 0) return false;
    unlink(key);
    return true;
}

static void print_row(const char *file, const tp_match *match, state state) {
    char text[TP_TEXT_SIZE];
    const char *word = state == FINISHED     ? outcome_of(match)
                       : state == UNFINISHED ? TR_IN("a record", "not finished")
                       : state == IN_USE     ? TR_IN("a record", "being played")
                                             : TR_IN("a record", "damaged");
    print_padded(stdout, file, NAME_WIDTH);
    fputs("  ", stdout);
    if (match == NULL) {
        puts(word);
        return;
    }
    uint32_t moves = (uint32_t)tp_match_plies(match);
    print_padded(stdout, word, STATE_WIDTH);
    snprintf(text, sizeof text, TR_N("%u move", "%u moves", moves), moves);
    puts(text);
}

static void take(void *context, const char *path) {
    listing *all = context;
    tp_record_info info = {0};
    const char *slash = strrchr(path, '/'), *file = slash == NULL ? path : slash + 1;
    tp_match *match = tp_record_read(path, &info, NULL);
    state state = match == NULL         ? DAMAGED
                  : info.finished       ? FINISHED
                  : shelf_is_busy(path) ? IN_USE
                                        : UNFINISHED;
    all->unfinished += state == UNFINISHED;
    if (all->removes) {
        if (state == UNFINISHED && remove_record(path)) {
            all->removed++;
        } else if (state == UNFINISHED) {
            all->failed = true;
            cli_bad("cannot remove %s.", path);
        }
    } else if (all->rows != NULL) {
        json_array_append_new(all->rows, json_pack("{s:s, s:s?, s:s, s:i}", "file", path, "game",
                                                   match == NULL ? NULL : tp_match_game(match)->name, "state",
                                                   state_codes[state], "moves",
                                                   match == NULL ? 0 : tp_match_plies(match)));
    } else {
        print_row(file, match, state);
    }
    all->listed++;
    tp_match_free(match);
}

int cli_records(const cli_args *args) {
    listing all = {.removes = cli_given(args, "remove-unfinished")};
    tp_error error = {0};
    char directory[SHELF_PATH_SIZE], beginning[64] = "", text[SHELF_PATH_SIZE + TP_TEXT_SIZE];
    if (cli_operand(args, 0) != NULL) {
        const tp_game *game = tp_game_find(cli_operand(args, 0), &error);
        if (game == NULL) return cli_bad_error(&error);
        snprintf(beginning, sizeof beginning, "%s-", game->name);
    }
    if (shelf_directory(directory, false, &error) != TP_OK) return cli_bad_error(&error);
    if (cli_given(args, "json") && all.removes)
        return cli_bad("--json lists records, and --remove-unfinished lists none; give one of them.");
    if (cli_given(args, "json")) all.rows = json_array();
    shelf_each(beginning, take, &all);
    shelf_each_left(beginning, take, &all);
    look_style style;
    style_detect(&style, false);
    if (all.rows != NULL) {
        json_dumpf(all.rows, stdout, JSON_INDENT(1));
        putchar('\n');
        json_decref(all.rows);
    } else if (all.removes) {
        uint32_t removed = (uint32_t)all.removed;
        snprintf(text, sizeof text,
                 TR_N("Removed %u record of a game that was not finished.",
                      "Removed %u records of games that were not finished.", removed),
                 removed);
        print_wrapped(stdout, &style, 0, 0, text);
    } else if (all.listed == 0) {
        snprintf(text, sizeof text, TR("There are no records in %s."), directory);
        print_wrapped(stdout, &style, 0, 0, text);
    } else {
        snprintf(text, sizeof text, TR("The records are in %s."), directory);
        print_wrapped(stdout, &style, 0, 0, text);
        if (all.unfinished > 0)
            print_wrapped(stdout, &style, 0, 0,
                          TR("`tapete play --resume` goes on with the latest game that is not finished; "
                             "`tapete records --remove-unfinished` removes all of these."));
    }
    return all.failed ? CLI_BAD : cli_finish(CLI_OK);
}
