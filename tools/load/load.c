/* `tapete load`: many clients at once, to see what a server on this machine can do. */
#include "load/load.h"
#include "core/language.h"
#include "look/draw.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int64_t load_now_us(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

char *load_metrics(const client_target *target) {
    char cookie[CLIENT_COOKIE_SIZE];
    int status = 0;
    char *text = client_ask(target, &(client_request){.path = "/metrics", .cookie = "", .language = "en"},
                            &status, cookie);
    if (status == 200) return text;
    free(text);
    return NULL;
}

enum { MOST_CONNECTIONS = 60000, MOST_TABLES = 20000 };

/* ---- what was measured ---- */

static int compare(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static const struct {
    const char *name;
    double share;
} percentiles[] = {{"p50", 0.5}, {"p90", 0.9}, {"p99", 0.99}, {"p99.9", 0.999}, {"max", 1}};
enum { PERCENTILES = sizeof percentiles / sizeof percentiles[0] };

/* In milliseconds, of times that are sorted: the smallest that this share does not exceed. */
static double percentile(const load_times *times, double share) {
    if (times->count == 0) return 0;
    size_t place = (size_t)(share * (double)times->count);
    if (place >= times->count) place = times->count - 1;
    return times->us[place] / 1000.0;
}

/* A number from what /metrics said, 0 if it is not there. */
static double metric(const char *text, const char *name) {
    char line[80];
    int length = snprintf(line, sizeof line, "\ntapete_%s ", name);
    const char *found = text != NULL ? strstr(text, line) : NULL;
    return found != NULL ? strtod(found + length, NULL) : 0;
}

typedef struct server_figures {
    double cpu_us, moves, moves_per_commit, commits_per_s; /* CPU for each move, those of bots too */
    double memory, memory_per_connection;                  /* bytes */
} server_figures;

static double growth(const char *before, const char *after, const char *name) {
    return before != NULL && after != NULL ? metric(after, name) - metric(before, name) : 0;
}

static server_figures figures_of(const load_setup *setup, const load_result *result) {
    const char *begin = result->metrics_begin, *end = result->metrics_end;
    server_figures figures = {.moves = growth(begin, end, "moves_total")};
    double commits = growth(begin, end, "commits_total");
    int connections = setup->players + setup->spectators + setup->idle;
    if (figures.moves > 0) figures.cpu_us = 1e6 * growth(begin, end, "cpu_seconds_total") / figures.moves;
    if (commits > 0) figures.moves_per_commit = figures.moves / commits;
    figures.commits_per_s = commits / result->seconds;
    figures.memory = metric(end, "resident_memory_bytes");
    figures.memory_per_connection =
        growth(result->metrics_before, result->metrics_connected, "resident_memory_bytes") / connections;
    return figures;
}

static json_t *times_to_json(const load_times *times) {
    json_t *object = json_object();
    for (int i = 0; i < PERCENTILES; i++)
        json_object_set_new(object, percentiles[i].name, json_real(percentile(times, percentiles[i].share)));
    return object;
}

static void print_json(const load_setup *setup, const load_result *result) {
    server_figures server = figures_of(setup, result);
    cli_print_json(json_pack(
        "{s:i, s:i, s:i, s:i, s:i, s:s, s:f, s:f, s:f, s:f, s:f, s:I, s:I, s:o, s:o, s:f, s:f, s:I, s:I, "
        "s:I, s:I,"
        " s:{s:f, s:f, s:f, s:f, s:f}}",
        "connections", setup->players + setup->spectators + setup->idle, "players", setup->players,
        "spectators", setup->spectators, "idle", setup->idle, "tables", setup->tables, "game", setup->game,
        "connect_s", result->connect_s, "deal_s", result->deal_s, "seconds", result->seconds, "moves_per_s",
        (double)result->moves / result->seconds, "plies_per_s", (double)result->plies / result->seconds,
        "tables_made", (json_int_t)result->made, "tables_ended", (json_int_t)result->ended, "done_ms",
        times_to_json(&result->done), "heard_ms", times_to_json(&result->heard), "messages_per_s",
        (double)result->messages / result->seconds, "bytes_per_s", (double)result->bytes / result->seconds,
        "moves", (json_int_t)result->moves, "refused", (json_int_t)result->refused, "errors",
        (json_int_t)result->errors, "resyncs", (json_int_t)result->resyncs, "server", "cpu_us_per_move",
        server.cpu_us, "moves_per_commit", server.moves_per_commit, "commits_per_s", server.commits_per_s,
        "memory_bytes", server.memory, "memory_bytes_per_connection", server.memory_per_connection));
}

enum { LABEL_COLUMNS = 26 };

static void print_times(const char *name, const load_times *times) {
    fputs("  ", stdout);
    print_padded(stdout, name, LABEL_COLUMNS - 2);
    for (int i = 0; i < PERCENTILES; i++) printf("%9.2f", percentile(times, percentiles[i].share));
    printf("\n");
}

static void print_text(const load_setup *setup, const load_result *result) {
    server_figures server = figures_of(setup, result);
    printf(TR("%d connections: %d play, %d watch, %d are idle; %d tables of %s; %.1f s"),
           setup->players + setup->spectators + setup->idle, setup->players, setup->spectators, setup->idle,
           setup->tables, setup->game, result->seconds);
    putchar('\n');
    print_padded(stdout, TR("moves"), LABEL_COLUMNS);
    printf(TR("%.0f/s, with those of bots %.0f/s; %lld tables created, %lld finished"),
           (double)result->moves / result->seconds, (double)result->plies / result->seconds,
           (long long)result->made, (long long)result->ended);
    putchar('\n');
    print_padded(stdout, TR("milliseconds"), LABEL_COLUMNS);
    for (int i = 0; i < PERCENTILES; i++) printf("%9s", percentiles[i].name);
    putchar('\n');
    print_times(TR("until it is done"), &result->done);
    print_times(TR("until the last viewer has it"), &result->heard);
    print_padded(stdout, TR_IN("what was received", "heard"), LABEL_COLUMNS);
    printf(TR("%.0f messages/s, %.2f MB/s"), (double)result->messages / result->seconds,
           (double)result->bytes / result->seconds / 1e6);
    putchar('\n');
    print_padded(stdout, TR("problems"), LABEL_COLUMNS);
    printf(TR("%lld refused, %lld errors, %lld resyncs"), (long long)result->refused,
           (long long)result->errors, (long long)result->resyncs);
    putchar('\n');
    if (result->metrics_end == NULL) return;
    print_padded(stdout, TR("server"), LABEL_COLUMNS);
    printf(TR("%.0f us of CPU per move, %.1f moves in each of %.0f commits/s, %.0f MiB, %.1f KiB per new "
              "connection"),
           server.cpu_us, server.moves_per_commit, server.commits_per_s, server.memory / 1048576,
           server.memory_per_connection / 1024);
    putchar('\n');
}

/* ---- the command ---- */

/* How many seats a game has with its default options; 0 after a sentence. */
static int count_seats(const char *name) {
    tp_error error = {0};
    tp_shape shape;
    const tp_game *game = tp_game_find(name, &error);
    if (game != NULL && tp_game_shape(game, NULL, &shape, &error) == TP_OK) return shape.seats;
    cli_bad_error(&error);
    return 0;
}

/* Share the connections out. If nobody says otherwise a fifth looks on, half of the seats are played, and
 * what is left is idle. */
static bool share_out(const cli_args *args, int64_t connections, load_setup *setup) {
    int64_t spectators, idle, most = (int64_t)setup->tables * setup->seats;
    if (!cli_integer(args, "spectators", 0, connections, setup->tables > 0 ? connections / 5 : 0,
                     &spectators) ||
        !cli_integer(args, "idle", 0, connections, -1, &idle))
        return false;
    int64_t players = connections - spectators - (idle < 0 ? 0 : idle);
    if (idle < 0 && players > most / 2) players = most / 2;
    if (players > most) players = most;
    if (players < setup->tables || (setup->tables == 0 && spectators > 0)) {
        cli_bad(
            "%d tables need a player each, and spectators need a table: of %lld connections %lld are left "
            "to play.",
            setup->tables, (long long)connections, (long long)(players < 0 ? 0 : players));
        return false;
    }
    setup->players = (int)players;
    setup->spectators = (int)spectators;
    setup->idle = (int)(connections - players - spectators);
    return true;
}

int cli_load(const cli_args *args) {
    load_setup setup = {.game = cli_value(args, "game"), .seed = 1};
    load_result result = {0};
    tp_error error = {0};
    int64_t connections, tables;
    if (setup.game == NULL) setup.game = tp_games()[0]->name;
    if (!cli_integer(args, "connections", 1, MOST_CONNECTIONS, 200, &connections) ||
        !cli_integer(args, "tables", 0, MOST_TABLES, connections / 5, &tables) ||
        !cli_real(args, "moves-per-s", 0, 1e6, 100, &setup.moves_per_s) ||
        !cli_real(args, "seconds", 0.1, 86400, 10, &setup.seconds) || !cli_seed(args, &setup.seed))
        return CLI_BAD;
    setup.tables = (int)tables;
    setup.seats = count_seats(setup.game);
    if (setup.seats == 0 || !share_out(args, connections, &setup)) return CLI_BAD;
    if (client_find(cli_operand(args, 0), true, &setup.target, &error) != TP_OK) return cli_bad_error(&error);
    int code = load_play(&setup, &result);
    if (code == CLI_OK) {
        if (result.done.count > 0) qsort(result.done.us, result.done.count, sizeof(uint32_t), compare);
        if (result.heard.count > 0) qsort(result.heard.us, result.heard.count, sizeof(uint32_t), compare);
        if (cli_given(args, "json")) {
            print_json(&setup, &result);
        } else {
            print_text(&setup, &result);
        }
        if (result.errors > 0) code = CLI_FAILED;
    }
    free(result.done.us);
    free(result.heard.us);
    free(result.metrics_before);
    free(result.metrics_connected);
    free(result.metrics_begin);
    free(result.metrics_end);
    return code;
}
