/* `tapete arena`: many games between agents, and how strong they are.
 *
 * The table (arena_table.c) goes to standard output once, at the end. While the games are played it is drawn
 * on standard error, again and again in the same place, where that is a terminal; elsewhere, a line comes now
 * and then. */
#include "cli/arena_table.h"
#include "cli/cli.h"
#include "core/language.h"
#include "look/draw.h"

#include <jansson.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum {
    MOST_GAMES = 1000000000,
    USUAL_GAMES = 1000,
    USUAL_SPRT_GAMES = 40000,
    REDRAW_MS = 200,
    USUAL_LINE_S = 60, /* between lines of progress, if there is no terminal */
};

const cli_others *cli_arena_others;

/* ---- while it plays ---- */

static volatile sig_atomic_t signalled;

/* A second signal does not wait for the agents. The record is complete up to the last deal. */
static void on_signal(int number) {
    if (signalled != 0) _exit(128 + number);
    signalled = number;
}

static bool interrupted(void) { return signalled != 0; }

typedef struct screen {
    bool live;
    int lines; /* drawn, and to be drawn over */
    double start;
    int64_t deals_before;
    double next_line, every_line; /* seconds; every_line 0: no lines */
} screen;

static void erase(screen *screen) {
    if (screen->lines > 0) fprintf(stderr, "\033[%dA\r\033[J", screen->lines);
    screen->lines = 0;
    fflush(stderr);
}

/* Show a text over the one before, as much of it as the terminal has room for. */
static void redraw(screen *screen, const char *text) {
    struct winsize size = {0};
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0) size.ws_row = 24;
    int columns = size.ws_col > 0 ? size.ws_col : 80, rows = size.ws_row, lines = 0;
    if (screen->lines > 0) fprintf(stderr, "\033[%dA\r", screen->lines);
    while (*text != '\0' && lines < rows - 1) {
        size_t length = strcspn(text, "\n");
        fprintf(stderr, "%.*s\033[K\n", (int)text_fitting(text, length, columns - 1), text);
        text += length + (text[length] == '\n');
        lines++;
    }
    fprintf(stderr, "\033[J");
    fflush(stderr);
    screen->lines = lines;
}

static void print_progress(FILE *out, const screen *screen, const arena_result *result) {
    double spent = cli_seconds(CLOCK_MONOTONIC) - screen->start,
           done = (double)(result->deals - screen->deals_before);
    fprintf(out, TR("deal %lld of %lld"), (long long)result->deals, (long long)result->plan->deals);
    if (done > 0 && spent > 0) {
        double left = (double)(result->plan->deals - result->deals) * spent / done;
        fputs(", ", out);
        fprintf(out,
                result->plan->settings.sprt
                    ? TR("%.1f games per second, at most %d:%02d:%02d left; Ctrl-C stops")
                    : TR("%.1f games per second, %d:%02d:%02d left; Ctrl-C stops"),
                (double)result->games / (double)result->deals * done / spent, (int)(left / 3600),
                (int)(left / 60) % 60, (int)left % 60);
    }
    fputc('\n', out);
}

static bool watch(void *context, const arena_result *result, const arena_times *times) {
    screen *screen = context;
    if (screen->live) {
        char *text = NULL;
        size_t size = 0;
        FILE *out = open_memstream(&text, &size);
        if (out != NULL) {
            arena_print(out, result, times);
            fputc('\n', out);
            print_progress(out, screen, result);
            fclose(out);
            redraw(screen, text);
            free(text);
        }
    } else if (screen->every_line > 0 && cli_seconds(CLOCK_MONOTONIC) >= screen->next_line) {
        screen->next_line = cli_seconds(CLOCK_MONOTONIC) + screen->every_line;
        if (result->deals > 0 && !result->plan->is_rated) {
            arena_standing first;
            arena_result_standing(result, 0, &first);
            fprintf(stderr, TR("%s: share %.1f %%"), result->plan->entrants[0].name, 100 * first.share.value);
            fputs("; ", stderr);
        }
        print_progress(stderr, screen, result);
        fflush(stderr);
    }
    return signalled == 0;
}

/* ---- the command line ---- */

static bool read_agents(const cli_args *args, arena_settings *settings) {
    char *names[ARENA_MOST_AGENTS];
    const char *list = cli_value(args, "agents");
    int count = arena_agents_split(list, names, ARENA_MOST_AGENTS);
    bool good = count > 0 && count <= ARENA_MOST_AGENTS;
    if (!good) cli_bad("--agents takes at most %d agents, not %d.", ARENA_MOST_AGENTS, count);
    for (int i = 0; i < count && i < ARENA_MOST_AGENTS; i++) {
        if (good && strlen(names[i]) >= ARENA_NAME_SIZE) {
            cli_bad("the name of agent %d is too long: at most %d bytes.", i + 1, ARENA_NAME_SIZE - 1);
            good = false;
        }
        if (good) snprintf(settings->agents[i], ARENA_NAME_SIZE, "%s", names[i]);
        free(names[i]);
    }
    settings->agent_count = good ? count : 0;
    return good;
}

static bool read_sprt(const cli_args *args, arena_settings *settings) {
    const char *text = cli_value(args, "sprt");
    char *middle = NULL, *end = NULL;
    settings->sprt = true;
    settings->elo0 = strtod(text, &middle);
    if (middle != text && *middle == ',') settings->elo1 = strtod(middle + 1, &end);
    if (end != NULL && end != middle + 1 && *end == '\0' && fabs(settings->elo0) <= 2000 &&
        fabs(settings->elo1) <= 2000 && settings->elo0 < settings->elo1)
        return true;
    cli_bad("--sprt takes two Elo differences, the smaller first, such as 0,10, not \"%.40s\".", text);
    return false;
}

/* A probability of the test; 0.05 if none is given and none was. */
static bool read_risk(const cli_args *args, const char *flag, double *out) {
    const char *text = cli_value(args, flag);
    char *end = NULL;
    if (*out <= 0) *out = 0.05;
    if (text == NULL) return true;
    double value = strtod(text, &end);
    if (end == text || *end != '\0' || !(value >= 1e-6 && value < 0.5))
        return cli_bad("--%s must be a probability below 0.5, such as 0.05, not \"%.40s\".", flag, text) ==
               CLI_OK;
    *out = value;
    return true;
}

/* The settings that the flags give, over those that are there. */
static bool read_settings(const cli_args *args, arena_settings *settings, bool resumed) {
    if (cli_operand(args, 0) != NULL) {
        tp_options options;
        settings->game = cli_game(args, &options);
        if (settings->game == NULL) return false;
        if (!resumed || cli_given(args, "option")) {
            if (settings->game->settle != NULL) settings->game->settle(&options, NULL);
            settings->options = options;
        }
    }
    if (cli_given(args, "agents") && !read_agents(args, settings)) return false;
    if (cli_given(args, "sprt") && !read_sprt(args, settings)) return false;
    if (cli_given(args, "seed") && !cli_seed(args, &settings->seed)) return false;
    if (cli_given(args, "duplicate")) settings->duplicate = true;
    if (cli_given(args, "mixed")) settings->mixed = true;
    if (cli_given(args, "round-robin")) settings->round_robin = true;
    if (cli_given(args, "gauntlet")) settings->gauntlet = true;
    if (!read_risk(args, "alpha", &settings->alpha) || !read_risk(args, "beta", &settings->beta))
        return false;
    if ((cli_given(args, "alpha") || cli_given(args, "beta")) && !settings->sprt)
        return cli_bad("--alpha and --beta belong to --sprt.") == CLI_OK;
    int64_t usual = resumed ? settings->games : settings->sprt ? USUAL_SPRT_GAMES : USUAL_GAMES;
    return cli_integer(args, "games", 1, MOST_GAMES, usual, &settings->games);
}

/* What is different in two settings; NULL if nothing is. */
static const char *difference(const arena_settings *a, const arena_settings *b) {
    json_t *left = arena_settings_to_json(a), *right = arena_settings_to_json(b), *value;
    static char name[32];
    const char *key, *found = NULL;
    json_object_foreach(left, key, value) {
        if (found != NULL || json_equal(value, json_object_get(right, key))) continue;
        snprintf(name, sizeof name, "%s", key);
        found = name;
    }
    json_decref(left);
    json_decref(right);
    return found;
}

/* Settings from the record that is to be resumed; those given on the command line must be the same. */
static bool resume_settings(const cli_args *args, arena_settings *settings) {
    const char *path = cli_value(args, "resume");
    tp_error error = {0};
    if (arena_record_settings(path, settings, &error) != TP_OK) {
        cli_bad_error(&error);
        return false;
    }
    arena_settings *given = cli_allocate(sizeof *given);
    *given = *settings;
    bool good = read_settings(args, given, true);
    const char *other = good ? difference(settings, given) : NULL;
    if (other != NULL) {
        cli_bad(
            "%s was started with another value of \"%s\"; an arena must be resumed with the same settings.",
            path, other);
        good = false;
    }
    for (int i = 0; i < settings->agent_count && good && !cli_given(args, "agents"); i++) {
        char label[ARENA_NAME_SIZE];
        const char *agent;
        arena_name_of(settings->agents[i], label, &agent);
        if (!tp_agent_is_local(agent)) continue;
        cli_bad("%s names a program on this machine; repeat --agents to let it run.", path);
        good = false;
    }
    free(given);
    return good;
}

static void catch_signals(struct sigaction *interrupt, struct sigaction *terminate) {
    struct sigaction action = {.sa_handler = on_signal};
    sigemptyset(&action.sa_mask);
    signalled = 0;
    sigaction(SIGINT, &action, interrupt);
    sigaction(SIGTERM, &action, terminate);
}

static void print_json(const cli_args *args, const arena_result *result, const arena_times *times) {
    json_t *json = arena_result_to_json(result);
    if (cli_given(args, "times"))
        json_object_set_new(json, "times", arena_times_to_json(result->plan, times));
    cli_print_json(json);
}

/* The exit status: a side that only forfeited did not play, so nothing was measured. */
static int end_of(const arena_result *result) {
    int only = arena_result_only_forfeits(result);
    bool complete = result->deals == result->plan->deals || result->decision != 0;
    if (!complete && signalled != 0) return 128 + signalled;
    if (only < 0) return CLI_OK;
    cli_bad("%s forfeited every game, so its strength was not measured.", result->plan->entrants[only].name);
    return CLI_FAILED;
}

static int play(const cli_args *args, const arena_plan *plan, int threads, int line_s) {
    tp_error error = {0};
    arena_times *times = cli_allocate((size_t)plan->agent_count * sizeof *times);
    arena_result *result = arena_result_new(plan, &error);
    arena_deal *known = NULL;
    screen screen = {
        .live = isatty(STDERR_FILENO) == 1, .start = cli_seconds(CLOCK_MONOTONIC), .every_line = line_s};
    screen.next_line = screen.start + line_s;
    arena_run run = {.plan = plan,
                     .threads = threads,
                     .watch = watch,
                     .context = &screen,
                     .watch_ms = REDRAW_MS,
                     .interrupted = interrupted};
    struct sigaction interrupt, terminate;
    const char *to = cli_value(args, "record"), *from = cli_value(args, "resume");
    run.games_to = cli_value(args, "games-to");
    bool ready = result != NULL &&
                 (run.games_to == NULL || arena_games_prepare(run.games_to, from != NULL, &error) == TP_OK);
    if (ready && from != NULL) {
        run.record = arena_record_resume(from, plan, &known, &run.known_count, times, &error);
        run.known = known;
        screen.deals_before = (int64_t)run.known_count;
    } else if (ready && to != NULL) {
        run.record = arena_record_create(to, &plan->settings, &error);
    }
    ready = ready && (run.record != NULL || (from == NULL && to == NULL));
    if (ready && cli_arena_others != NULL) {
        run.hands = cli_arena_others->begin(plan, run.games_to, from != NULL ? from : to, &error);
        ready = run.hands != NULL;
    }
    int code = CLI_BAD;
    if (ready) {
        catch_signals(&interrupt, &terminate);
        tp_err played = arena_play(&run, result, times, &error);
        erase(&screen);
        sigaction(SIGINT, &interrupt, NULL);
        sigaction(SIGTERM, &terminate, NULL);
        if (cli_given(args, "json")) {
            print_json(args, result, times);
        } else {
            arena_print(stdout, result, times);
        }
        code = played == TP_OK ? end_of(result) : cli_bad_error(&error);
        if (signalled != 0 && cli_arena_others != NULL) cli_arena_others->interrupted();
    } else {
        cli_bad_error(&error);
    }
    arena_record_close(run.record);
    arena_result_free(result);
    free(known);
    free(times);
    return code;
}

int cli_arena(const cli_args *args) {
    int64_t threads, line_s;
    if (!cli_integer(args, "progress", 0, 86400, USUAL_LINE_S, &line_s)) return CLI_BAD;
    int usual = cli_arena_others != NULL ? 1 : cli_cores(ARENA_MOST_THREADS);
    if (!cli_integer(args, "threads", 1, ARENA_MOST_THREADS, usual, &threads)) return CLI_BAD;
    if (cli_given(args, "record") && cli_given(args, "resume"))
        return cli_bad("--resume continues its own file; --record would start another.");
    if (cli_given(args, "times") && !cli_given(args, "json"))
        return cli_bad("--times belongs to --json; the table shows the times anyway.");
    if (!cli_given(args, "resume") && cli_operand(args, 0) == NULL)
        return cli_bad("arena needs a GAME; `tapete games` lists them.");
    if (!cli_given(args, "resume") && !cli_given(args, "agents"))
        return cli_bad("name the players: --agents A,B. `tapete agents` lists them.");
    arena_settings *settings = cli_allocate(sizeof *settings);
    tp_error error = {0};
    int code = CLI_BAD;
    bool good =
        cli_given(args, "resume") ? resume_settings(args, settings) : read_settings(args, settings, false);
    if (good) {
        arena_plan *plan = arena_plan_new(settings, &error);
        code = plan != NULL ? play(args, plan, (int)threads, (int)line_s) : cli_bad_error(&error);
        arena_plan_free(plan);
    }
    free(settings);
    return code;
}
