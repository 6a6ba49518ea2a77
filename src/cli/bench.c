/* `tapete bench`: complete games per second of CPU time.
 *
 * A game is set up from the options and played to its end: by the game's own uniformly random play-out, or
 * by an agent in every seat that is fed with views. The time is split into runs after a short warm-up, and
 * the median of the runs is the figure, with the spread beside it. Nothing is allocated while the clock
 * runs. An agent can also be made to decide only the first move of each game.
 *
 * Time is CPU time of the thread, so that other processes do not count. With an agent on one thread it is
 * that of the whole process, so that the agent's own threads do. */
#include "cli/bench.h"
#include "cli/cli.h"
#include "cli/signature.h"
#include "core/language.h"
#include "look/draw.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { RUNS = 11, MAX_THREADS = 1024, COPY_RUNS = 11, COPY_RING = 16, NAME_COLUMNS = 24 };

/* What one run of one thread gave. */
typedef struct bench_run {
    double seconds;
    uint64_t games, decisions;
} bench_run;

/* What is to be measured, the same for all threads. */
typedef struct bench_task {
    const tp_game *game;
    const tp_options *options;
    const char *agent; /* NULL: random play-outs */
    bool first_only;   /* with an agent: every game ends with its first decision */
    double run_seconds;
    clockid_t clock;
    const char *progress; /* how thread 0 tells how far it is; NULL: it does not */
} bench_task;

/* One thread of it. */
typedef struct bench_worker {
    const bench_task *task;
    int number;
    pthread_t thread;
    tp_chance chance;
    void *state, *view;
    tp_agent *agents[TP_MAX_SEATS];
    bool playing; /* with an agent: a game has begun and goes on in the next run */
    bench_run runs[RUNS];
} bench_worker;

/* ---- playing ---- */

/* Play `count` complete random games. */
static void play_out(bench_worker *worker, uint64_t count, bench_run *run) {
    const tp_game *game = worker->task->game;
    for (uint64_t i = 0; i < count; i++) {
        game->setup(worker->state, worker->task->options, &worker->chance, NULL);
        run->decisions += (uint64_t)tp_game_playout(game, worker->state, &worker->chance);
    }
    run->games += count;
}

/* Make `count` decisions with the agents, going on where the last call stopped. */
static void let_agents_play(bench_worker *worker, uint64_t count, bench_run *run) {
    const tp_game *game = worker->task->game;
    for (uint64_t i = 0; i < count; i++) {
        if (!worker->playing) game->setup(worker->state, worker->task->options, &worker->chance, NULL);
        worker->playing = true;
        int actor = game->actor(worker->state);
        if (actor != TP_OVER) {
            game->view(worker->state, actor, worker->view);
            game->apply(worker->state, tp_agent_choose(worker->agents[actor], worker->view), &worker->chance);
            run->decisions++;
        }
        if (worker->task->first_only || game->actor(worker->state) == TP_OVER) {
            worker->playing = false;
            run->games++;
        }
    }
}

static void play_batch(bench_worker *worker, uint64_t count, bench_run *run) {
    if (worker->task->agent != NULL) {
        let_agents_play(worker, count, run);
    } else {
        play_out(worker, count, run);
    }
}

/* Play for about `seconds`, looking at the clock after every batch. Returns what was done. */
static bench_run play_for(bench_worker *worker, double seconds, uint64_t batch) {
    bench_run run = {0};
    double start = cli_seconds(worker->task->clock);
    do {
        play_batch(worker, batch, &run);
        run.seconds = cli_seconds(worker->task->clock) - start;
    } while (run.seconds < seconds);
    return run;
}

/* Warm up for as long as one run, doubling the batch until it takes a millisecond or so: looking at the
 * clock then costs nothing that could be measured. Returns the batch. */
static uint64_t warm_up(bench_worker *worker) {
    double time = worker->task->run_seconds, spent = 0;
    uint64_t batch = 1;
    while (spent < time) {
        bench_run run = play_for(worker, 0, batch);
        spent += run.seconds;
        if (run.seconds < 0.0005) batch *= 2;
    }
    return batch;
}

static void *work(void *argument) {
    bench_worker *worker = argument;
    uint64_t batch = warm_up(worker), games = 0;
    for (int i = 0; i < RUNS; i++) {
        if (worker->task->progress != NULL && worker->number == 0) {
            fputc('\r', stderr);
            fprintf(stderr, worker->task->progress, i + 1, RUNS);
        }
        worker->runs[i] = play_for(worker, worker->task->run_seconds, batch);
        games += worker->runs[i].games;
    }
    /* A slow agent: go on until there is one whole game to speak of. */
    while (games == 0) {
        bench_run more = play_for(worker, 0, batch);
        worker->runs[RUNS - 1].seconds += more.seconds;
        worker->runs[RUNS - 1].games += more.games;
        worker->runs[RUNS - 1].decisions += more.decisions;
        games += more.games;
    }
    return NULL;
}

/* ---- figures ---- */

/* Values of the runs in one number and how far they lie apart. */
typedef struct spread {
    double median, min, max, deviation; /* deviation: the median of the distances from the median */
} spread;

static int compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median_of(double *values, size_t count) {
    qsort(values, count, sizeof *values, compare_doubles);
    return count % 2 == 1 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

static spread spread_of(const double *values, size_t count) {
    double sorted[64];
    memcpy(sorted, values, count * sizeof *sorted);
    spread out = {.median = median_of(sorted, count), .min = sorted[0], .max = sorted[count - 1]};
    for (size_t i = 0; i < count; i++) sorted[i] = fabs(values[i] - out.median);
    out.deviation = median_of(sorted, count);
    return out;
}

typedef struct bench_result {
    spread games, decisions; /* per CPU-second and thread */
    double decisions_per_game, cpu_seconds;
    uint64_t game_count, decision_count;
    double copy_ns;
    double *thread_games, *thread_decisions; /* medians of each thread */
} bench_result;

/* Time a copy of a state. The states lie in a ring that fits the first cache, as those of a search would;
 * the compiler is told that each copy is read, so that it cannot drop one. */
static double measure_copy(const tp_game *game) {
    size_t size = game->state_size;
    unsigned char *ring = cli_allocate(size * COPY_RING);
    double values[COPY_RUNS];
    for (int run = 0; run < COPY_RUNS; run++) {
        const uint64_t count = 1 << 18;
        double start = cli_seconds(CLOCK_THREAD_CPUTIME_ID);
        for (uint64_t i = 0; i < count; i++) {
            unsigned char *from = ring + (i % COPY_RING) * size, *to = ring + ((i + 1) % COPY_RING) * size;
            memcpy(to, from, size);
            __asm__ volatile("" : : "r"(to) : "memory");
        }
        values[run] = (cli_seconds(CLOCK_THREAD_CPUTIME_ID) - start) * 1e9 / (double)count;
    }
    free(ring);
    return median_of(values, COPY_RUNS);
}

/* Put the runs of all threads together: run i of the result is the mean of run i over the threads. */
static void sum_up(const bench_worker *workers, int threads, bool by_agent, bench_result *result) {
    double games[RUNS] = {0}, decisions[RUNS] = {0};
    for (int t = 0; t < threads; t++) {
        for (int i = 0; i < RUNS; i++) {
            result->game_count += workers[t].runs[i].games;
            result->decision_count += workers[t].runs[i].decisions;
            result->cpu_seconds += workers[t].runs[i].seconds;
        }
    }
    result->decisions_per_game = (double)result->decision_count / (double)result->game_count;
    for (int t = 0; t < threads; t++) {
        double own_games[RUNS], own_decisions[RUNS];
        for (int i = 0; i < RUNS; i++) {
            const bench_run *run = &workers[t].runs[i];
            own_decisions[i] = (double)run->decisions / run->seconds;
            /* A run with an agent ends within a game; its share of games follows from its decisions. */
            own_games[i] =
                by_agent ? own_decisions[i] / result->decisions_per_game : (double)run->games / run->seconds;
            games[i] += own_games[i] / threads;
            decisions[i] += own_decisions[i] / threads;
        }
        result->thread_games[t] = median_of(own_games, RUNS);
        result->thread_decisions[t] = median_of(own_decisions, RUNS);
    }
    result->games = spread_of(games, RUNS);
    result->decisions = spread_of(decisions, RUNS);
}

/* ---- telling ---- */

/* A figure with the digits that mean something. */
static json_t *figure(double value) {
    char text[32];
    snprintf(text, sizeof text, "%.6g", value);
    return json_real(strtod(text, NULL));
}

static json_t *figures(const double *values, int count) {
    json_t *list = json_array();
    for (int i = 0; i < count; i++) json_array_append_new(list, figure(values[i]));
    return list;
}

static void print_json(const bench_task *task, const bench_result *result, int threads) {
    const tp_game *game = task->game;
    json_t *out = json_object();
    json_object_set_new(out, "game", json_string(game->name));
    json_object_set_new(out, "agent", task->agent != NULL ? json_string(task->agent) : json_null());
    json_object_set_new(out, "first_only", json_boolean(task->first_only));
    json_object_set_new(out, "options", tp_options_to_json(task->options));
    json_object_set_new(out, "threads", json_integer(threads));
    json_object_set_new(out, "runs", json_integer(RUNS));
    json_object_set_new(out, "seconds", figure(result->cpu_seconds));
    json_object_set_new(out, "games", json_integer((json_int_t)result->game_count));
    json_object_set_new(out, "decisions", json_integer((json_int_t)result->decision_count));
    json_object_set_new(out, "decisions_per_game", figure(result->decisions_per_game));
    json_object_set_new(out, "games_per_cpu_s", figure(result->games.median));
    json_object_set_new(out, "games_per_cpu_s_min", figure(result->games.min));
    json_object_set_new(out, "games_per_cpu_s_max", figure(result->games.max));
    json_object_set_new(out, "games_per_cpu_s_mad", figure(result->games.deviation));
    json_object_set_new(out, "decisions_per_cpu_s", figure(result->decisions.median));
    json_object_set_new(out, "decisions_per_cpu_s_min", figure(result->decisions.min));
    json_object_set_new(out, "decisions_per_cpu_s_max", figure(result->decisions.max));
    json_object_set_new(out, "decisions_per_cpu_s_mad", figure(result->decisions.deviation));
    json_object_set_new(out, "ns_per_decision", figure(1e9 / result->decisions.median));
    json_object_set_new(out, "games_per_s_total", figure(result->games.median * threads));
    json_object_set_new(out, "games_per_cpu_s_by_thread", figures(result->thread_games, threads));
    json_object_set_new(out, "decisions_per_cpu_s_by_thread", figures(result->thread_decisions, threads));
    json_object_set_new(out, "state_bytes", json_integer((json_int_t)game->state_size));
    json_object_set_new(out, "view_bytes", json_integer((json_int_t)game->view_size));
    json_object_set_new(out, "copy_ns", figure(result->copy_ns));
    cli_print_json(out);
}

/* A figure with three groups of digits: 1,234,567. */
static const char *grouped(double value, char text[48]) {
    char digits[40];
    int length = snprintf(digits, sizeof digits, value < 1000 ? "%.3g" : "%.0f", value), used = 0;
    for (int i = 0; i < length; i++) {
        if (i > 0 && value >= 1000 && (length - i) % 3 == 0) text[used++] = ',';
        text[used++] = digits[i];
    }
    text[used] = '\0';
    return text;
}

/* "decisions per game             25.1" */
static void print_figure(const char *name, const char *format, double value) {
    print_padded(stdout, name, NAME_COLUMNS);
    printf(format, value);
    putchar('\n');
}

static void print_spread(const char *name, const spread *value) {
    char median[48], min[48], max[48], deviation[48];
    print_padded(stdout, name, NAME_COLUMNS);
    printf(" %13s   (", grouped(value->median, median));
    printf(TR("%s to %s, deviation %s"), grouped(value->min, min), grouped(value->max, max),
           grouped(value->deviation, deviation));
    puts(")");
}

static void print_heading(const bench_task *task, int threads) {
    const char *agent = task->agent != NULL ? task->agent : TR("random play-outs");
    char what[TP_TEXT_SIZE] = "", runs[256];
    list_add(what, sizeof what, LIST_GOES_ON, task->game->name);
    if (task->first_only) list_add(what, sizeof what, LIST_GOES_ON, TR("first decisions"));
    list_add(what, sizeof what, LIST_GOES_ON, agent);
    if (threads > 1) {
        snprintf(runs, sizeof runs, TR("%d runs of %.2g s of CPU time on each of %d threads"), RUNS,
                 task->run_seconds, threads);
    } else {
        snprintf(runs, sizeof runs, TR("%d runs of %.2g s of CPU time"), RUNS, task->run_seconds);
    }
    list_add(what, sizeof what, LIST_GOES_ON, runs);
    printf("%s\n\n", what);
}

static void print_text(const bench_task *task, const bench_result *result, int threads) {
    static const char tenths[] = " %13.1f", whole[] = " %13.0f";
    char text[48];
    print_heading(task, threads);
    if (!task->first_only) print_spread(TR("games per CPU-second"), &result->games);
    print_spread(TR("decisions per CPU-second"), &result->decisions);
    print_figure(TR("ns per decision"), tenths, 1e9 / result->decisions.median);
    if (!task->first_only) print_figure(TR("decisions per game"), tenths, result->decisions_per_game);
    print_figure(TR("bytes of a state"), whole, (double)task->game->state_size);
    print_figure(TR("bytes of a view"), whole, (double)task->game->view_size);
    print_figure(TR("ns to copy a state"), tenths, result->copy_ns);
    if (threads == 1) return;
    putchar('\n');
    print_padded(stdout, TR("games, all threads"), NAME_COLUMNS);
    printf(" %13s\n", grouped(result->games.median * threads, text));
    for (int t = 0; t < threads; t++) {
        char name[64];
        snprintf(name, sizeof name, TR("thread %d"), t);
        printf("  ");
        print_padded(stdout, name, NAME_COLUMNS - 2);
        printf(" %13s\n", grouped(result->thread_games[t], text));
    }
}

/* ---- the command ---- */

/* Make the worker ready: memory, chance, agents. False, having said why, where an agent cannot be made. */
static bool prepare(bench_worker *worker, const bench_task *task, int number) {
    worker->task = task;
    worker->number = number;
    worker->state = cli_allocate(task->game->state_size);
    worker->view = cli_allocate(task->game->view_size);
    tp_chance_from_seed(&worker->chance, (uint64_t)number);
    for (int seat = 0; task->agent != NULL && seat < TP_MAX_SEATS; seat++) {
        tp_error error = {0};
        uint64_t seed = (uint64_t)number * TP_MAX_SEATS + (uint64_t)seat;
        worker->agents[seat] = tp_agent_new_for(task->game, task->options, task->agent, seed, &error);
        if (worker->agents[seat] == NULL) {
            cli_bad_error(&error);
            return false;
        }
    }
    tp_error error = {0};
    if (task->game->setup(worker->state, task->options, &worker->chance, &error) != TP_OK) {
        cli_bad_error(&error);
        return false;
    }
    /* They play games with these options: the search looks for a network that knows them. */
    for (int seat = 0; task->agent != NULL && seat < task->game->seats(worker->state); seat++)
        tp_agent_begin(worker->agents[seat], task->options, seat);
    return true;
}

static void clean_up(bench_worker *worker) {
    free(worker->state);
    free(worker->view);
    for (int seat = 0; seat < TP_MAX_SEATS; seat++) tp_agent_free(worker->agents[seat]);
}

/* Let all workers run at once. False, having said why, where the system gives no thread. */
static bool work_together(bench_worker *workers, int threads) {
    int started = 1;
    while (started < threads && pthread_create(&workers[started].thread, NULL, work, &workers[started]) == 0)
        started++;
    if (started == threads) work(&workers[0]);
    for (int t = 1; t < started; t++) pthread_join(workers[t].thread, NULL);
    if (workers[0].task->progress != NULL) fprintf(stderr, "\r\033[K");
    if (started < threads) cli_bad("the system can start only %d threads.", started);
    return started == threads;
}

static int measure(const bench_task *task, int threads, bool as_json) {
    bench_worker *workers = cli_allocate((size_t)threads * sizeof *workers);
    bench_result result = {.thread_games = cli_allocate((size_t)threads * sizeof(double)),
                           .thread_decisions = cli_allocate((size_t)threads * sizeof(double))};
    bool good = true;
    for (int t = 0; t < threads && good; t++) good = prepare(&workers[t], task, t);
    if (good) {
        result.copy_ns = measure_copy(task->game);
        good = work_together(workers, threads);
    }
    if (good) {
        sum_up(workers, threads, task->agent != NULL, &result);
        if (as_json) {
            print_json(task, &result, threads);
        } else {
            print_text(task, &result, threads);
        }
    }
    for (int t = 0; t < threads; t++) clean_up(&workers[t]);
    free(workers);
    free(result.thread_games);
    free(result.thread_decisions);
    return good ? CLI_OK : CLI_BAD;
}

/* The signature of one game, or of all. */
static int print_signature(const tp_game *only, bool as_json) {
    uint64_t signatures[64] = {0};
    size_t count = 0;
    char text[20];
    json_t *by_game = json_object();
    for (const tp_game *const *game = tp_games(); *game != NULL && count < 64; game++) {
        if (only != NULL ? *game != only : (*game)->study) continue;
        signatures[count] = signature_of_game(*game);
        snprintf(text, sizeof text, "%016" PRIx64, signatures[count++]);
        json_object_set_new(by_game, (*game)->name, json_string(text));
    }
    uint64_t whole = only != NULL ? signatures[0] : signature_combine(signatures, count);
    snprintf(text, sizeof text, "%016" PRIx64, whole);
    if (as_json) {
        cli_print_json(json_pack("{s:s, s:o}", "signature", text, "games", by_game));
    } else {
        printf("%s\n", text);
        json_decref(by_game);
    }
    return CLI_OK;
}

int cli_bench(const cli_args *args) {
    bool as_json = cli_given(args, "json"), signature = cli_given(args, "signature");
    if (cli_operand(args, 0) == NULL) {
        if (signature) return print_signature(NULL, as_json);
        return cli_bad("bench needs a GAME; `tapete games` lists them.");
    }
    if (cli_given(args, "first") && cli_value(args, "agent") == NULL)
        return cli_bad("--first measures the decisions of an agent; name one with --agent.");
    if (cli_given(args, "features") && !cli_given(args, "batch"))
        return cli_bad("--features is about --batch; name the number of games, as in --batch 4096.");
    tp_options *options = cli_allocate(sizeof *options);
    const tp_game *game = cli_game(args, options);
    double seconds;
    int64_t threads, batch;
    int code = CLI_BAD;
    if (game != NULL && cli_given(args, "solve")) {
        if (cli_real(args, "seconds", 0.01, 86400, 5, &seconds) &&
            cli_integer(args, "threads", 1, MAX_THREADS, 1, &threads))
            code = bench_solve(game, options, (int)threads, seconds, as_json);
    } else if (game != NULL && cli_given(args, "batch")) {
        if (cli_real(args, "seconds", 0.01, 86400, 5, &seconds) &&
            cli_integer(args, "threads", 1, TP_BATCH_MOST_THREADS, 1, &threads) &&
            cli_integer(args, "batch", 1, TP_BATCH_MOST, 4096, &batch))
            code = bench_batch(game, options, (uint32_t)batch, (uint32_t)threads, cli_given(args, "features"),
                               seconds, as_json);
    } else if (game != NULL && cli_real(args, "seconds", 0.01, 86400, 5, &seconds) &&
               cli_integer(args, "threads", 1, MAX_THREADS, 1, &threads)) {
        const char *agent = cli_value(args, "agent");
        bench_task task = {.game = game,
                           .options = options,
                           .agent = agent,
                           .first_only = cli_given(args, "first"),
                           .run_seconds = seconds / (RUNS + 1), /* the warm-up takes as long as a run */
                           .clock = agent != NULL && threads == 1 ? CLOCK_PROCESS_CPUTIME_ID
                                                                  : CLOCK_THREAD_CPUTIME_ID,
                           .progress = isatty(STDERR_FILENO) == 1 ? TR("run %d of %d") : NULL};
        code = signature ? print_signature(game, as_json) : measure(&task, (int)threads, as_json);
    }
    free(options);
    return code;
}
