/* `tapete practice`: decisions against a solution (solve/practice.h), question by question.
 *
 * What was answered is kept in the directory of the person: how many, what they cost, and the mistakes, which
 * come back after some other questions until they are answered well. */
#include "solve/practice.h"
#include "agents/play.h"
#include "cli/cli.h"
#include "cli/input.h"
#include "cli/shelf.h"
#include "core/files.h"
#include "core/language.h"
#include "look/draw.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WAIT = 4, MOST_COLUMNS = 16 };

typedef struct exercise {
    const practice *practice;
    void *self;
    json_t *progress; /* {"game", "seed", "asked", "good", "lost", "mistakes": [{"seed", "due"}]} */
    char path[SHELF_PATH_SIZE + 64];
    look_style style;
    input input;
} exercise;

/* ---- progress ---- */

static json_int_t row_number(const exercise *e, const char *name) {
    return json_integer_value(json_object_get(e->progress, name));
}

static bool is_progress(const json_t *json, const char *game) {
    const char *found = json_string_value(json_object_get(json, "game"));
    if (found == NULL || strcmp(found, game) != 0 || !json_is_integer(json_object_get(json, "seed")) ||
        !json_is_integer(json_object_get(json, "asked")) || !json_is_integer(json_object_get(json, "good")) ||
        !json_is_number(json_object_get(json, "lost")) || !json_is_array(json_object_get(json, "mistakes")))
        return false;
    const json_t *mistake;
    size_t i;
    json_array_foreach(json_object_get(json, "mistakes"), i, mistake) {
        if (!json_is_integer(json_object_get(mistake, "seed")) ||
            !json_is_integer(json_object_get(mistake, "due")))
            return false;
    }
    return true;
}

static bool read_progress(exercise *e, const tp_game *game, uint64_t seed) {
    json_error_t why;
    if (access(e->path, F_OK) != 0) {
        e->progress = json_pack("{s:s, s:I, s:i, s:i, s:f, s:[]}", "game", game->name, "seed",
                                (json_int_t)(seed >> 2), "asked", 0, "good", 0, "lost", 0.0, "mistakes");
        return e->progress != NULL;
    }
    e->progress = json_load_file(e->path, 0, &why);
    if (e->progress != NULL && is_progress(e->progress, game->name)) return true;
    cli_bad("%s is not what was kept of your practice: move it away to begin anew.", e->path);
    return false;
}

static bool write_progress(const exercise *e) {
    char *text = json_dumps(e->progress, JSON_INDENT(1));
    int code = text == NULL ? ENOMEM : file_replace(e->path, text, strlen(text), 0600);
    free(text);
    if (code != 0) cli_bad("%s cannot be written: %s.", e->path, strerror(code));
    return code == 0;
}

/* The next question: a mistake that has waited long enough, else a new one. */
static uint64_t next_seed(exercise *e, size_t *mistake) {
    json_t *mistakes = json_object_get(e->progress, "mistakes");
    for (size_t i = 0; i < json_array_size(mistakes); i++) {
        const json_t *one = json_array_get(mistakes, i);
        if (json_integer_value(json_object_get(one, "due")) > row_number(e, "asked")) continue;
        *mistake = i;
        return (uint64_t)json_integer_value(json_object_get(one, "seed"));
    }
    *mistake = json_array_size(mistakes);
    json_int_t seed = row_number(e, "seed") + 1;
    json_object_set_new(e->progress, "seed", json_integer(seed));
    return (uint64_t)seed;
}

static void note(exercise *e, uint64_t seed, size_t mistake, double lost) {
    json_t *mistakes = json_object_get(e->progress, "mistakes");
    bool good = lost < e->practice->mistake;
    json_int_t asked = row_number(e, "asked") + 1;
    json_object_set_new(e->progress, "asked", json_integer(asked));
    json_object_set_new(e->progress, "good", json_integer(row_number(e, "good") + good));
    json_object_set_new(e->progress, "lost",
                        json_real(json_number_value(json_object_get(e->progress, "lost")) + lost));
    if (mistake < json_array_size(mistakes)) json_array_remove(mistakes, mistake);
    if (!good)
        json_array_append_new(mistakes,
                              json_pack("{s:I, s:I}", "seed", (json_int_t)seed, "due", asked + WAIT));
}

/* ---- a question ---- */

static void show_question(const exercise *e, const json_t *asked) {
    const json_t *line, *move;
    size_t i;
    putchar('\n');
    json_array_foreach(json_object_get(asked, "lines"), i, line) puts(json_string_value(line));
    printf(TR("You are %s, with %s%s%s."), json_string_value(json_object_get(asked, "seat")),
           paint_on(&e->style, PAINT_TITLE), json_string_value(json_object_get(asked, "hand")),
           paint_off(&e->style));
    putchar('\n');
    json_array_foreach(json_object_get(asked, "moves"), i, move)
        printf("%3zu  %s\n", i + 1, json_string_value(json_object_get(move, "move")));
}

/* The index of the answer; below 0: the person leaves. */
static int read_answer(exercise *e, const json_t *asked) {
    const json_t *moves = json_object_get(asked, "moves"), *move;
    char line[INPUT_LINE_SIZE];
    size_t i;
    for (;;) {
        printf("%s ", TR("Your move:"));
        fflush(stdout);
        if (input_line(&e->input, line) != INPUT_LINE) return -1;
        text_clean(line);
        if (!e->input.terminal) puts(line);
        if (strcmp(line, "q") == 0 || strcmp(line, "quit") == 0) return -1;
        char *rest;
        unsigned long place = strtoul(line, &rest, 10);
        if (rest[strspn(rest, " ")] == '\0' && place >= 1 && place <= json_array_size(moves))
            return (int)place - 1;
        json_array_foreach(moves, i, move) {
            if (strcmp(line, json_string_value(json_object_get(move, "move"))) == 0) return (int)i;
        }
        printf(TR("Type a number from 1 to %d or the words; q leaves."), (int)json_array_size(moves));
        putchar('\n');
    }
}

static const paint colours[] = {PAINT_GREEN, PAINT_RED, PAINT_CYAN, PAINT_GOLD, PAINT_PURPLE};

static paint colour_of(size_t action) { return colours[action % (sizeof colours / sizeof *colours)]; }

/* What the solution does with every hand: those that mostly do the same together. */
static void show_range(const exercise *e, const json_t *asked) {
    const json_t *moves = json_object_get(asked, "moves"), *move, *hand, *share;
    size_t action, i, k;
    json_array_foreach(moves, action, move) {
        int column = 0, count = 0;
        json_array_foreach(json_object_get(asked, "hands"), i, hand) {
            size_t most = 0;
            const json_t *shares = json_object_get(hand, "shares");
            json_array_foreach(shares, k, share) {
                if (json_number_value(share) > json_number_value(json_array_get(shares, most))) most = k;
            }
            if (most != action) continue;
            if (count++ == 0)
                printf("\n%s%s%s\n", paint_on(&e->style, colour_of(action)),
                       json_string_value(json_object_get(move, "move")), paint_off(&e->style));
            printf("%s%s %3.0f%%%s", paint_on(&e->style, colour_of(action)),
                   json_string_value(json_object_get(hand, "hand")),
                   json_number_value(json_array_get(shares, action)) / 10, paint_off(&e->style));
            column++;
            bool is_full =
                column * 11 + 10 > (e->style.width > 0 ? e->style.width : 80) || column == MOST_COLUMNS;
            fputs(is_full ? "\n" : "  ", stdout);
            if (is_full) column = 0;
        }
        if (column > 0) putchar('\n');
    }
}

/* What each answer is worth. */
static double show_values(const exercise *e, const json_t *asked, int answer) {
    const json_t *moves = json_object_get(asked, "moves"), *move;
    size_t i, best = (size_t)json_integer_value(json_object_get(asked, "best"));
    double highest = json_number_value(json_object_get(json_array_get(moves, best), "value"));
    double lost =
        highest - json_number_value(json_object_get(json_array_get(moves, (size_t)answer), "value"));
    putchar('\n');
    print_padded(stdout, "", 16);
    print_right(stdout, tp_translate(e->practice->unit), 12);
    print_right(stdout, TR("solution"), 12);
    putchar('\n');
    json_array_foreach(moves, i, move) {
        print_padded(stdout, json_string_value(json_object_get(move, "move")), 16);
        printf("%12.3f%11.1f%%%s\n", json_number_value(json_object_get(move, "value")),
               100 * json_number_value(json_object_get(move, "probability")), (int)i == answer ? "  <" : "");
    }
    if (lost < e->practice->mistake)
        printf("%s%s%s\n", paint_on(&e->style, PAINT_GREEN), TR("Well answered."), paint_off(&e->style));
    else {
        fputs(paint_on(&e->style, PAINT_RED), stdout);
        printf(TR("That costs %.3f: %s is better."), lost,
               json_string_value(json_object_get(json_array_get(moves, best), "move")));
        printf("%s\n", paint_off(&e->style));
    }
    return lost;
}

static void show_sum(const exercise *e) {
    json_int_t asked = row_number(e, "asked");
    if (asked == 0) return;
    printf(TR("%d questions, %d answered well, %.3f lost each; %d mistakes come back."), (int)asked,
           (int)row_number(e, "good"),
           json_number_value(json_object_get(e->progress, "lost")) / (double)asked,
           (int)json_array_size(json_object_get(e->progress, "mistakes")));
    putchar('\n');
}

/* Question by question. */
static int practise(exercise *e) {
    char line[INPUT_LINE_SIZE];
    for (;;) {
        size_t mistake;
        uint64_t seed = next_seed(e, &mistake);
        json_t *asked = e->practice->ask(e->self, seed);
        if (asked == NULL) return cli_bad("there is not enough memory.");
        show_question(e, asked);
        int answer = read_answer(e, asked);
        if (answer < 0) {
            json_decref(asked);
            break;
        }
        note(e, seed, mistake, show_values(e, asked, answer));
        if (!write_progress(e)) {
            json_decref(asked);
            return CLI_BAD;
        }
        printf("%s ", TR("Enter goes on, r shows all hands, q leaves:"));
        fflush(stdout);
        bool leaves = input_line(&e->input, line) != INPUT_LINE;
        if (!e->input.terminal && !leaves) puts(line);
        if (!leaves && strcmp(line, "r") == 0) show_range(e, asked);
        leaves |= strcmp(line, "q") == 0;
        json_decref(asked);
        if (leaves) break;
    }
    putchar('\n');
    show_sum(e);
    return CLI_OK;
}

static void tell(double share) {
    if (isatty(STDERR_FILENO) != 1) return;
    fputs("\r\033[K", stderr);
    fprintf(stderr, TR("solving the game, once: %.0f%%"), 100 * share);
    fflush(stderr);
}

int cli_practice(const cli_args *args) {
    if (!cli_language(args)) return CLI_BAD;
    tp_error error = {0};
    const tp_game *game = tp_game_find(cli_operand(args, 0), &error);
    if (game == NULL) return cli_bad_error(&error);
    exercise e = {.practice = game_play_of(game)->practice};
    if (e.practice == NULL) return cli_bad("%s has no decisions to practise.", game->title);
    char directory[SHELF_PATH_SIZE];
    uint64_t seed;
    if (!cli_seed(args, &seed)) return CLI_BAD;
    if (shelf_data_directory(directory, true, &error) != TP_OK) return cli_bad_error(&error);
    snprintf(e.path, sizeof e.path, "%s/practice-%s.json", directory, game->name);
    style_detect(&e.style, cli_given(args, "plain"));
    if (!read_progress(&e, game, seed)) {
        json_decref(e.progress);
        return CLI_BAD;
    }
    double share = 0;
    tp_err code = e.practice->open(cli_value(args, "solution"), 2, &e.self, &error);
    while (code == TP_OK && share < 1) {
        code = e.practice->prepare(e.self, &share, &error);
        if (share < 1) tell(share);
    }
    if (isatty(STDERR_FILENO) == 1) fputs("\r\033[K", stderr);
    if (code != TP_OK) {
        if (e.self != NULL) e.practice->close(e.self);
        json_decref(e.progress);
        return cli_bad_error(&error);
    }
    input_begin(&e.input);
    int done = cli_finish(practise(&e));
    input_end();
    e.practice->close(e.self);
    json_decref(e.progress);
    return done;
}
