/* `tapete train GAME --method M --episodes N --out FILE`: learn from many episodes, into a file that an agent
 * plays from.
 *
 * The file is written about once a second, by replacing it, and holds everything: a user who stops this at
 * any moment loses that second, and the same command goes on. After every tenth of the episodes, and every
 * power of ten, it is measured how well the file would play. */
#include "agents/play.h"
#include "cli/train.h"
#include "core/language.h"
#include "look/draw.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { PARTS = 10, USUAL_EPISODES = 1000000 };
static const int64_t MOST_EPISODES = 1000000000000;
static const double SAVE_S = 1;

typedef struct lesson {
    const tp_game *game;
    const training_method *method;
    void *self;
    int64_t goal, begun_at;
    double begun_s, saved_s, cpu_s;
    bool as_json, live;
    char command[256];
    json_t *measured; /* what was measured so far */
} lesson;

static const training_method *find_method(const tp_game *game, const char *name) {
    char names[256] = "";
    for (const game_play *const *play = game_plays; *play != NULL; play++) {
        const training_method *const *method = (*play)->trainings;
        for (; method != NULL && *method != NULL; method++) {
            if (strcmp((*method)->name, name) == 0 && strcmp((*play)->game, game->name) == 0) return *method;
            char one[64];
            snprintf(one, sizeof one, TR_IN("a method and a game", "%s for %s"), (*method)->name,
                     (*play)->game);
            list_add(names, sizeof names, LIST_GOES_ON, one);
        }
    }
    cli_bad("there is no method \"%.40s\" for %s; the methods are: %s.", name, game->name, names);
    return NULL;
}

/* ---- telling ---- */

static void tell_progress(const lesson *l) {
    int64_t done = l->method->episodes(l->self);
    double rate = (double)(done - l->begun_at) / (cli_seconds(CLOCK_MONOTONIC) - l->begun_s);
    fputs("\r\033[K", stderr);
    fprintf(stderr, TR("%lld of %lld episodes, %.0f per second, %.0f s left"), (long long)done,
            (long long)l->goal, rate, (double)(l->goal - done) / rate);
}

static void measure(lesson *l) {
    json_t *shares = l->method->measure(l->self), *share;
    const char *opponent;
    int64_t done = l->method->episodes(l->self);
    if (!l->as_json) {
        if (json_array_size(l->measured) == 0) {
            print_right(stdout, TR("episodes"), 14);
            json_object_foreach(shares, opponent, share) printf(" %12s", opponent);
            printf("\n");
        }
        printf("%14" PRId64, done);
        json_object_foreach(shares, opponent, share) printf(" %10.1f %%", 100 * json_number_value(share));
        printf("\n");
        fflush(stdout);
    }
    json_array_append_new(l->measured,
                          json_pack("{s:I, s:o}", "episodes", (json_int_t)done, "shares", shares));
}

/* Every tenth of the way, and powers of ten. */
static bool is_milestone(const lesson *l, int64_t done) {
    int64_t tenth = l->goal / PARTS / l->method->block * l->method->block;
    int64_t power = l->method->block;
    while (power < done) power *= 10;
    return done == power || done == l->goal || (tenth > 0 && done % tenth == 0);
}

static void tell_result(const lesson *l, const char *file) {
    int64_t done = l->method->episodes(l->self), learnt = done - l->begun_at;
    double rate = l->cpu_s > 0 ? (double)learnt / l->cpu_s : 0;
    if (l->as_json) {
        cli_print_json(json_pack("{s:s, s:s, s:s, s:I, s:I, s:f, s:O}", "game", l->game->name, "method",
                                 l->method->name, "file", file, "episodes", (json_int_t)done, "learnt_now",
                                 (json_int_t)learnt, "episodes_per_cpu_s", rate, "measured", l->measured));
        return;
    }
    putchar('\n');
    if (learnt > 0) {
        printf(TR("%lld episodes in %s, %lld of them new, %.0f per second of CPU time"), (long long)done,
               file, (long long)learnt, rate);
    } else {
        printf(TR("%lld episodes in %s, 0 of them new"), (long long)done, file);
    }
    putchar('\n');
    printf(TR("%s:file=%s plays from it"), l->method->agent, file);
    putchar('\n');
}

/* ---- learning ---- */

static tp_err save(lesson *l, tp_error *error) {
    l->saved_s = cli_seconds(CLOCK_MONOTONIC);
    return l->method->save(l->self, l->command, error);
}

static tp_err learn(lesson *l, tp_error *error) {
    tp_err code = TP_OK;
    l->begun_s = l->saved_s = cli_seconds(CLOCK_MONOTONIC);
    l->begun_at = l->method->episodes(l->self);
    while (code == TP_OK && l->method->episodes(l->self) < l->goal) {
        double before = cli_seconds(CLOCK_PROCESS_CPUTIME_ID);
        l->method->learn(l->self);
        l->cpu_s += cli_seconds(CLOCK_PROCESS_CPUTIME_ID) - before;
        int64_t done = l->method->episodes(l->self);
        bool due = cli_seconds(CLOCK_MONOTONIC) - l->saved_s >= SAVE_S;
        if (due || done >= l->goal) code = save(l, error);
        if (l->live && due) tell_progress(l);
        if (code == TP_OK && is_milestone(l, done)) {
            if (l->live) fprintf(stderr, "\r\033[K");
            measure(l);
        }
    }
    if (l->live) fprintf(stderr, "\r\033[K");
    return code;
}

/* How to make the same file again, from nothing and anywhere. */
static void write_command(lesson *l, const cli_args *args) {
    size_t length = (size_t)snprintf(l->command, sizeof l->command, "tapete train %s --method %s",
                                     l->game->name, l->method->name);
    for (int i = 0; i < cli_count(args, "option") && length < sizeof l->command; i++) {
        length += (size_t)snprintf(l->command + length, sizeof l->command - length, "%s%s",
                                   i == 0 ? " --option " : " ", cli_value_at(args, "option", i));
    }
    if (length < sizeof l->command) {
        snprintf(l->command + length, sizeof l->command - length,
                 " --episodes %" PRId64 " --seed %" PRIu64 " --out FILE", l->goal, l->method->seed(l->self));
    }
}

int train_by_method(const cli_args *args) {
    lesson l = {.as_json = cli_given(args, "json"), .live = isatty(STDERR_FILENO) == 1};
    tp_options options;
    tp_error error = {0};
    uint64_t seed = 0;
    int64_t episodes;
    const char *file = cli_value(args, "out");
    l.game = cli_game(args, &options);
    if (l.game == NULL || !cli_integer(args, "episodes", 1, MOST_EPISODES, USUAL_EPISODES, &episodes) ||
        (cli_given(args, "seed") && !cli_seed(args, &seed)))
        return CLI_BAD;
    l.method = find_method(l.game, cli_value(args, "method"));
    if (l.method == NULL) return CLI_BAD;
    if (file == NULL) return cli_bad("name the file for the result: --out FILE.");
    if (l.method->open(&options, file, cli_given(args, "seed") ? &seed : NULL, &l.self, &error) != TP_OK)
        return cli_bad_error(&error);
    l.goal = (episodes + l.method->block - 1) / l.method->block * l.method->block;
    l.measured = json_array();
    write_command(&l, args);
    int code = learn(&l, &error) == TP_OK ? CLI_OK : cli_bad_error(&error);
    if (code == CLI_OK) tell_result(&l, file);
    json_decref(l.measured);
    l.method->close(l.self);
    return code;
}
