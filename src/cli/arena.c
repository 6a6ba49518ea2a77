/* `tapete arena`: many games between agents, and how strong they are.
 *
 * The table goes to standard output once, at the end. While the games are played it is drawn on standard error, again and again in the
 * same place, where that is a terminal. */
#include "arena/arena.h"
#include "cli/cli.h"
#include "cli/draw.h"
#include "core/language.h"

#include <errno.h>
#include <inttypes.h>
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
    MOST_NAME_COLUMNS = 36,
    SUMMARY_COLUMNS = 16, /* before the figures below the table */
    REDRAW_MS = 200
};

/* ---- the table ---- */

static int name_columns(const arena_plan *plan) {
    int longest = 12;
    for (int i = 0; i < plan->entrant_count; i++) {
        int columns = text_columns(plan->entrants[i].name);
        longest = columns > longest ? columns : longest;
    }
    for (int i = 0; i < plan->agent_count; i++) {
        int columns = text_columns(plan->agents[i]);
        longest = columns > longest ? columns : longest;
    }
    return longest < MOST_NAME_COLUMNS ? longest : MOST_NAME_COLUMNS;
}

/* A name in a column, cut off where it is too long. */
static void print_name(FILE *out, const char *name, int columns) {
    int length = text_columns(name);
    if (length > columns) {
        fprintf(out, "%.*s...", (int)text_fitting(name, strlen(name), columns - 3), name);
    } else {
        print_padded(out, name, columns);
    }
}

/* "305 to 377", with signs where they matter; "?" where a bound is not known. */
static void print_bounds(FILE *out, stats_interval value, int decimals, bool sign, int columns) {
    char text[128], low[40], high[40];
    snprintf(low, sizeof low, sign ? "%+.*f" : "%.*f", decimals, value.low);
    snprintf(high, sizeof high, sign ? "%+.*f" : "%.*f", decimals, value.high);
    if (isnan(value.low)) {
        snprintf(text, sizeof text, "?");
    } else {
        snprintf(text, sizeof text, TR("%s to %s"), isinf(value.low) ? "-inf" : low,
                 isinf(value.high) ? "+inf" : high);
    }
    print_padded(out, text, columns);
}

/* As many decimals of a margin as mean something. */
static int margin_decimals(double margin) { return fabs(margin) >= 1000 ? 0 : fabs(margin) >= 100 ? 1 : 2; }

static void print_heading(FILE *out, const arena_result *result) {
    const arena_plan *plan = result->plan;
    const arena_settings *settings = &plan->settings;
    char text[TP_TEXT_SIZE], part[128];
    long long games = result->games, deals = result->deals;
    if (settings->duplicate) {
        snprintf(text, sizeof text, TR("%s, %lld games in %lld deals, each from every seat"),
                 settings->game->name, games, deals);
    } else {
        snprintf(text, sizeof text, TR("%s, %lld games"), settings->game->name, games);
    }
    if (plan->meeting_count > 1) {
        snprintf(part, sizeof part, TR("%d meetings"), plan->meeting_count);
        list_add(text, sizeof text, LIST_GOES_ON, part);
    }
    snprintf(part, sizeof part, TR("seed %llu"), (unsigned long long)settings->seed);
    list_add(text, sizeof text, LIST_GOES_ON, part);
    fprintf(out, "%s\n\n", text);
}

/* The best first. */
static void sort_by_rating(const stats_interval *ratings, int count, int *order) {
    for (int i = 0; i < count; i++) {
        int at = i;
        while (at > 0 && ratings[order[at - 1]].value < ratings[i].value) {
            order[at] = order[at - 1];
            at--;
        }
        order[at] = i;
    }
}

static void print_entrants(FILE *out, const arena_result *result) {
    const arena_plan *plan = result->plan;
    int columns = name_columns(plan), order[ARENA_MOST_AGENTS] = {0};
    bool rated = plan->settings.round_robin, added = false;
    stats_interval ratings[ARENA_MOST_AGENTS];
    for (int i = 0; i < plan->entrant_count; i++) order[i] = i;
    if (rated) {
        added = arena_result_ratings(result, ratings);
        sort_by_rating(ratings, plan->entrant_count, order);
    }
    print_name(out, plan->sides < plan->seats ? TR("side") : TR_IN("heading of a column", "agent"), columns);
    if (rated) {
        print_right(out, "Elo", 7);
        fprintf(out, "  %-17s", "95 %");
        print_right(out, TR_IN("heading of a column, at most 7 wide", "games"), 7);
    } else {
        print_right(out, TR("won"), 7);
        print_right(out, TR("drawn"), 7);
        print_right(out, TR("lost"), 7);
    }
    print_right(out, TR("share"), 8);
    if (!rated) fprintf(out, "  %-14s", "95 %");
    print_right(out, TR("margin"), rated ? 8 : 10);
    fputc('\n', out);
    for (int i = 0; i < plan->entrant_count; i++) {
        int entrant = order[i];
        const arena_counts *counts = &result->counts[entrant];
        arena_standing standing;
        arena_result_standing(result, entrant, &standing);
        stats_interval share = {100 * standing.share.value, 100 * standing.share.low,
                                100 * standing.share.high};
        int decimals = margin_decimals(standing.margin.value);
        print_name(out, plan->entrants[entrant].name, columns);
        if (rated) {
            fprintf(out, " %+6.0f  ", ratings[entrant].value);
            print_bounds(out, ratings[entrant], 0, true, 17);
            fprintf(out, " %7" PRId64 " %5.1f %%  %+6.*f\n", counts->games, share.value, decimals,
                    standing.margin.value);
        } else {
            fprintf(out, " %6" PRId64 " %6" PRId64 " %6" PRId64 " %5.1f %%  ", counts->won, counts->drawn,
                    counts->lost, share.value);
            print_bounds(out, share, 1, false, 14);
            fprintf(out, " %+9.*f", decimals, standing.margin.value);
            if (!isnan(standing.margin.high))
                fprintf(out, " +/- %.*f", decimals, standing.margin.high - standing.margin.value);
            fputc('\n', out);
        }
    }
    if (added) {
        fprintf(out, "\n%s\n",
                TR("Somebody won all games or none: one drawn game was added to every meeting."));
    }
}

static void print_forfeits(FILE *out, const arena_result *result) {
    for (int i = 0; i < result->plan->entrant_count; i++) {
        const arena_counts *counts = &result->counts[i];
        char reason[sizeof counts->reason];
        if (counts->forfeits == 0) continue;
        snprintf(reason, sizeof reason, "%s", counts->reason);
        text_clean(reason);
        fprintf(out, TR("%s forfeited %lld of its games; the first time: %s"), result->plan->entrants[i].name,
                (long long)counts->forfeits, reason);
        fputc('\n', out);
    }
}

static void print_sprt(FILE *out, const arena_result *result) {
    const arena_settings *settings = &result->plan->settings;
    double bound = stats_sprt_upper(0.05, 0.05);
    print_padded(out, "SPRT", SUMMARY_COLUMNS);
    if (result->decision == 0) {
        fprintf(out, TR("LLR %.2f of %.2f to %.2f for Elo %g or %g: not decided"), result->llr, -bound, bound,
                settings->elo0, settings->elo1);
    } else {
        fprintf(out, TR("LLR %.2f of %.2f to %.2f for Elo %g or %g: %g is accepted"), result->llr, -bound,
                bound, settings->elo0, settings->elo1,
                result->decision > 0 ? settings->elo1 : settings->elo0);
    }
    fputc('\n', out);
}

static void print_variance(FILE *out, const char *what, double alone, double paired) {
    if (!(alone > 0) || isnan(paired)) return;
    double saved = 1 - paired / alone;
    print_padded(out, TR("Variance"), SUMMARY_COLUMNS);
    fprintf(out,
            saved >= 0 ? TR("of a game's %s %.3g alone, %.3g in its deal: %.0f %% saved")
                       : TR("of a game's %s %.3g alone, %.3g in its deal: %.0f %% lost"),
            what, alone, paired, 100 * fabs(saved));
    fputc('\n', out);
}

static void print_summary(FILE *out, const arena_result *result) {
    const arena_plan *plan = result->plan;
    arena_standing first;
    arena_result_standing(result, 0, &first);
    fputc('\n', out);
    if (plan->sides == 2 && !plan->settings.round_robin) {
        stats_interval elo = stats_elo_of(first.share);
        print_padded(out, TR("Elo difference"), SUMMARY_COLUMNS);
        if (isinf(elo.value)) {
            fprintf(out, "%s%s  ", elo.value < 0 ? "-" : "+", TR("infinite"));
        } else {
            fprintf(out, "%+.0f  ", elo.value);
        }
        print_bounds(out, elo, 0, true, 1);
        fputc('\n', out);
    }
    if (plan->settings.sprt) print_sprt(out, result);
    if (plan->settings.duplicate && !plan->settings.round_robin) {
        print_variance(out, TR("difference in points"), first.share_alone, first.share_paired);
        print_variance(out, TR("margin"), first.margin_alone, first.margin_paired);
    }
    print_padded(out, TR("Plies per game"), SUMMARY_COLUMNS);
    fprintf(out, "%.1f\n", (double)result->plies / (double)result->games);
    print_forfeits(out, result);
}

static void print_times(FILE *out, const arena_plan *plan, const arena_times *times) {
    int columns = name_columns(plan);
    fputc('\n', out);
    print_name(out, TR("ms per move"), columns);
    print_right(out, TR("moves"), 11);
    print_right(out, TR("mean"), 11);
    print_right(out, TR("99 % within"), 15);
    fputc('\n', out);
    for (int i = 0; i < plan->agent_count; i++) {
        if (times[i].moves == 0) continue;
        print_name(out, plan->agents[i], columns);
        fprintf(out, " %10" PRIu64 " %10.4f %14.4f\n", times[i].moves,
                (double)times[i].ns / (double)times[i].moves / 1e6,
                arena_times_quantile(&times[i], 0.99) / 1e6);
    }
}

static void print_table(FILE *out, const arena_result *result, const arena_times *times) {
    print_heading(out, result);
    if (result->deals == 0) {
        fprintf(out, "%s\n", TR("No deal was finished."));
        return;
    }
    print_entrants(out, result);
    print_summary(out, result);
    print_times(out, result->plan, times);
}

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
} screen;

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

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
    double spent = seconds() - screen->start, done = (double)(result->deals - screen->deals_before);
    fputc('\n', out);
    fprintf(out, TR("deal %lld of %lld"), (long long)result->deals, (long long)result->plan->deals);
    if (done > 0 && spent > 0) {
        double left = (double)(result->plan->deals - result->deals) * spent / done;
        fputs(", ", out);
        fprintf(out,
                result->plan->settings.sprt
                    ? TR("%.1f games a second, at most %d:%02d:%02d left; Ctrl-C stops")
                    : TR("%.1f games a second, %d:%02d:%02d left; Ctrl-C stops"),
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
            print_table(out, result, times);
            print_progress(out, screen, result);
            fclose(out);
            redraw(screen, text);
            free(text);
        }
    }
    return signalled == 0;
}

/* ---- the command line ---- */

static bool read_agents(const cli_args *args, arena_settings *settings) {
    char *names[ARENA_MOST_AGENTS];
    const char *list = cli_value(args, "agents");
    int count = tp_agent_list_split(list, names, ARENA_MOST_AGENTS);
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
    cli_bad("--sprt takes two differences in Elo points, the smaller first, such as 0,10, and not \"%.40s\".",
            text);
    return false;
}

/* The settings that the flags give, over those that are there. */
static bool read_settings(const cli_args *args, arena_settings *settings, bool resumed) {
    if (cli_operand(args, 0) != NULL) {
        tp_options options;
        settings->game = cli_game(args, &options);
        if (settings->game == NULL) return false;
        if (!resumed || cli_given(args, "option")) {
            if (settings->game->settle != NULL) settings->game->settle(&options);
            settings->options = options;
        }
    }
    if (cli_given(args, "agents") && !read_agents(args, settings)) return false;
    if (cli_given(args, "sprt") && !read_sprt(args, settings)) return false;
    if (cli_given(args, "seed") && !cli_seed(args, &settings->seed)) return false;
    if (cli_given(args, "duplicate")) settings->duplicate = true;
    if (cli_given(args, "mixed")) settings->mixed = true;
    if (cli_given(args, "round-robin")) settings->round_robin = true;
    int64_t usual = resumed ? settings->games : settings->sprt ? USUAL_SPRT_GAMES : USUAL_GAMES;
    return cli_integer(args, "games", 1, MOST_GAMES, usual, &settings->games);
}

/* What is different in two settings; NULL where nothing is. */
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
        cli_bad("%s was begun with another value of \"%s\"; an arena is resumed as it was begun.", path,
                other);
        good = false;
    }
    for (int i = 0; i < settings->agent_count && good && !cli_given(args, "agents"); i++) {
        if (!tp_agent_is_local(settings->agents[i])) continue;
        cli_bad("%s names a program of this machine; say --agents again to let it run.", path);
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

static int play(const cli_args *args, const arena_plan *plan, int threads) {
    tp_error error = {0};
    arena_times *times = cli_allocate((size_t)plan->agent_count * sizeof *times);
    arena_result *result = arena_result_new(plan, &error);
    arena_deal *known = NULL;
    screen screen = {.live = isatty(STDERR_FILENO) == 1, .start = seconds()};
    arena_run run = {.plan = plan,
                     .threads = threads,
                     .watch = watch,
                     .context = &screen,
                     .watch_ms = REDRAW_MS,
                     .interrupted = interrupted};
    struct sigaction interrupt, terminate;
    const char *to = cli_value(args, "record"), *from = cli_value(args, "resume");
    bool ready = result != NULL;
    if (ready && from != NULL) {
        run.record = arena_record_resume(from, plan, &known, &run.known_count, times, &error);
        run.known = known;
        screen.deals_before = (int64_t)run.known_count;
    } else if (ready && to != NULL) {
        run.record = arena_record_create(to, &plan->settings, &error);
    }
    ready = ready && (run.record != NULL || (from == NULL && to == NULL));
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
            print_table(stdout, result, times);
        }
        bool complete = result->deals == plan->deals || result->decision != 0;
        code = complete || signalled == 0 ? CLI_OK : 128 + signalled;
        if (played != TP_OK) code = cli_bad_error(&error);
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
    int64_t threads;
    if (!cli_integer(args, "threads", 1, ARENA_MOST_THREADS, cli_cores(ARENA_MOST_THREADS), &threads))
        return CLI_BAD;
    if (cli_given(args, "record") && cli_given(args, "resume"))
        return cli_bad("--resume goes on writing to its file; --record would begin another.");
    if (!cli_given(args, "resume") && cli_operand(args, 0) == NULL)
        return cli_bad("arena needs a GAME; `tapete games` lists them.");
    if (!cli_given(args, "resume") && !cli_given(args, "agents"))
        return cli_bad("say who plays: --agents A,B. `tapete agents` lists them.");
    arena_settings *settings = cli_allocate(sizeof *settings);
    tp_error error = {0};
    int code = CLI_BAD;
    bool good =
        cli_given(args, "resume") ? resume_settings(args, settings) : read_settings(args, settings, false);
    if (good) {
        arena_plan *plan = arena_plan_new(settings, &error);
        code = plan != NULL ? play(args, plan, (int)threads) : cli_bad_error(&error);
        arena_plan_free(plan);
    }
    free(settings);
    return code;
}
