/* `tapete solve`: strategies that nobody can win much against, by any engine (solve/solve.h).
 *
 * The file is written once a minute, at the end, and when Ctrl-C is pressed: the same command with --resume
 * goes on. How good the result is is measured so seldom that it takes a tenth of the time at most. */
#include "cli/solve.h"
#include "core/language.h"
#include "look/draw.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

cli_solvers *cli_solve_others;

/* ---- Ctrl-C ---- */

static atomic_bool was_asked;
static struct sigaction before_us;

static void ask(int number) {
    (void)number;
    atomic_store(&was_asked, true);
}

static void stop_catch(void) {
    struct sigaction action = {.sa_handler = ask};
    sigaction(SIGINT, &action, &before_us);
}

static void stop_release(void) { sigaction(SIGINT, &before_us, NULL); }

static bool stop_asked(void) { return atomic_load(&was_asked); }

static const double SAVE_S = 60;
static const int64_t MOST_ITERATIONS = 1000000000000;

typedef struct job {
    solve_order order;
    tp_options options;
    const solve_engine *engine;
    void *self;
    const char *file;
    uint64_t goal;
    double nashconv, seconds; /* below 0: not asked for */
    bool as_json, live;
    /* so far */
    double begun_s, cpu_s, measured_s, measuring_s, saved_s;
    uint64_t begun_at;
    solve_measure last;
    json_t *steps;
} job;

/* ---- what is asked for ---- */

static bool read_order(job *j, const cli_args *args) {
    int64_t iterations;
    if (!solve_read_order(args, &j->options, &j->order)) return false;
    j->order.method = cli_value(args, "method");
    j->order.all = cli_given(args, "all");
    j->nashconv = j->seconds = -1;
    if (!cli_integer(args, "iterations", 1, MOST_ITERATIONS, 0, &iterations) ||
        (cli_given(args, "seed") && !cli_seed(args, &j->order.seed)) ||
        (cli_given(args, "nashconv") && !cli_real(args, "nashconv", 0, 1e9, -1, &j->nashconv)) ||
        (cli_given(args, "seconds") && !cli_real(args, "seconds", 0, 1e9, -1, &j->seconds)))
        return false;
    j->goal = (uint64_t)iterations;
    const char *bits = cli_value(args, "bits");
    if (bits != NULL && strcmp(bits, "16") != 0 && strcmp(bits, "32") != 0) {
        cli_bad("--bits is 16 or 32, not \"%.40s\".", bits);
        return false;
    }
    j->order.bits = bits == NULL ? 0 : bits[0] == '1' ? 16 : 32;
    if (j->order.all && j->nashconv > 0) { /* of each, not of the last one */
        j->order.nashconv = j->nashconv;
        j->nashconv = -1;
    }
    return true;
}

static int tell_size(const job *j, const solve_size *size) {
    double seconds = size->iteration_s / j->order.threads;
    if (j->as_json) {
        cli_print_json(solve_size_to_json(&j->order, size));
        return CLI_OK;
    }
    printf(TR("%llu decisions, %llu information sets, %llu actions"), (unsigned long long)size->nodes,
           (unsigned long long)size->sets, (unsigned long long)size->actions);
    putchar('\n');
    printf(TR("%.3f GB of memory"), (double)size->bytes / 1e9);
    putchar('\n');
    if (seconds > 0) {
        printf(TR("about %.2f s for an iteration"), seconds);
        putchar('\n');
    }
    return CLI_OK;
}

/* ---- telling ---- */

static double now_s(void) { return cli_seconds(CLOCK_MONOTONIC); }

/* About how long it still takes; below 0: nobody knows. What is left of NashConv is taken to fall as the
 * number of iterations to the power of 1.5. */
static double time_left(const job *j) {
    uint64_t done = j->engine->iterations(j->self), here = done - j->begun_at;
    double elapsed = now_s() - j->begun_s, left = -1;
    if (here == 0) return -1;
    if (j->goal > 0) left = elapsed / (double)here * (double)(j->goal > done ? j->goal - done : 0);
    if (j->nashconv > 0 && j->last.nashconv > 0) {
        double times = pow(j->last.nashconv / j->nashconv, 1 / 1.5), more = (times - 1) * (double)done;
        double this = more <= 0 ? 0 : elapsed / (double)here * more;
        left = left < 0 || this < left ? this : left;
    }
    if (j->seconds >= 0) {
        double this = j->seconds > elapsed ? j->seconds - elapsed : 0;
        left = left < 0 || this < left ? this : left;
    }
    return left;
}

static void tell_heading(const job *j) {
    if (j->as_json) return;
    print_right(stdout, j->engine->unit != NULL ? tp_translate(j->engine->unit) : TR("iterations"), 12);
    print_right(stdout, TR("value"), 14);
    print_right(stdout, "NashConv", 14);
    print_right(stdout, TR("seconds"), 10);
    print_right(stdout, TR("left"), 10);
    putchar('\n');
}

static bool measure(job *j) {
    double before = now_s();
    uint64_t done = j->engine->iterations(j->self);
    if (!j->engine->measure(j->self, &j->last)) return false;
    j->measured_s = now_s();
    j->measuring_s = j->measured_s - before;
    double left = time_left(j);
    json_array_append_new(j->steps, json_pack("{s:I, s:f, s:f}", "iterations", (json_int_t)done, "value",
                                              j->last.value, "nashconv", j->last.nashconv));
    if (j->as_json) return true;
    if (j->live) fputs("\r\033[K", stderr);
    printf("%12" PRIu64 " %13.8f %13.3g %9.1f ", done, j->last.value, j->last.nashconv,
           j->measured_s - j->begun_s);
    if (left >= 0)
        printf("%9.0f\n", left);
    else
        printf("%9s\n", "-");
    fflush(stdout);
    return true;
}

static void tell_live(const job *j) {
    double left = time_left(j);
    fputs("\r\033[K", stderr);
    fprintf(stderr, TR("%llu done, about %.0f s left"), (unsigned long long)j->engine->iterations(j->self),
            left < 0 ? 0 : left);
}

static void tell_result(job *j) {
    uint64_t done = j->engine->iterations(j->self), here = done - j->begun_at;
    double rate = j->cpu_s > 0 ? (double)here / j->cpu_s : 0;
    if (j->as_json) {
        json_t *what = j->engine->describe(j->self);
        cli_print_json(json_pack("{s:o, s:I, s:f, s:f, s:[f,f], s:f, s:f, s:O}", "what", what, "iterations",
                                 (json_int_t)done, "value", j->last.value, "nashconv", j->last.nashconv,
                                 "best", j->last.best[0], j->last.best[1], "cpu_s", j->cpu_s,
                                 "iterations_per_cpu_s", rate, "steps", j->steps));
        return;
    }
    putchar('\n');
    printf(TR("value for seat 0: %.8f; best answers win %.8f and %.8f; NashConv %.3g"), j->last.value,
           j->last.best[0], j->last.best[1], j->last.nashconv);
    putchar('\n');
    if (here > 0) {
        printf(TR("%llu iterations, %.1f per second of CPU time"), (unsigned long long)done, rate);
        putchar('\n');
    }
    if (j->file != NULL) {
        printf(TR("written to %s; the same command with --resume goes on"), j->file);
        putchar('\n');
    }
}

/* ---- solving ---- */

static bool is_done(const job *j) {
    uint64_t done = j->engine->iterations(j->self);
    if (j->engine->most > 0 && done >= j->engine->most) return true;
    if (j->goal > 0 && done >= j->goal) return true;
    if (j->seconds >= 0 && now_s() - j->begun_s >= j->seconds) return true;
    return j->nashconv >= 0 && json_array_size(j->steps) > 0 && j->last.nashconv <= j->nashconv;
}

static tp_err save(job *j, tp_error *error) {
    j->saved_s = now_s();
    return j->file == NULL ? TP_OK : solve_file_write(j->file, j->engine, j->self, error);
}

/* Measured after every power of two at first, and then when that costs little of the time. */
static bool is_due(const job *j) {
    uint64_t done = j->engine->iterations(j->self);
    double since = now_s() - j->measured_s;
    return since > 10 * j->measuring_s && (since > 1 || (done & (done - 1)) == 0);
}

static int solve(job *j) {
    tp_error error = {0};
    tp_err code = TP_OK;
    j->begun_s = j->saved_s = j->measured_s = now_s();
    j->begun_at = j->engine->iterations(j->self);
    tell_heading(j);
    stop_catch();
    double told_s = now_s();
    while (code == TP_OK && !is_done(j) && !stop_asked()) {
        double before = cli_seconds(CLOCK_PROCESS_CPUTIME_ID);
        for (int i = 0; i < 64 && code == TP_OK; i++) {
            if (!j->engine->iterate(j->self))
                code = tp_fail(&error, TP_E_MEMORY, TR("there is not enough memory"));
            if (i > 0 && (j->engine->iterations(j->self) & 63) == 0) break;
            if (j->goal > 0 && j->engine->iterations(j->self) >= j->goal) break;
            if (j->engine->most > 0 && j->engine->iterations(j->self) >= j->engine->most) break;
            if (now_s() - told_s > .25 || stop_asked()) break;
        }
        j->cpu_s += cli_seconds(CLOCK_PROCESS_CPUTIME_ID) - before;
        if (code != TP_OK) break;
        if (j->live && now_s() - told_s > .25) tell_live(j);
        if (now_s() - told_s > .25) told_s = now_s();
        if (is_due(j) && !measure(j)) code = tp_fail(&error, TP_E_MEMORY, TR("there is not enough memory"));
        if (code == TP_OK && now_s() - j->saved_s > SAVE_S) code = save(j, &error);
    }
    if (j->live) fputs("\r\033[K", stderr);
    bool stopped = stop_asked();
    if (code == TP_OK) code = save(j, &error);
    if (code == TP_OK && !stopped) {
        const json_t *latest = json_array_get(j->steps, json_array_size(j->steps) - 1);
        bool is_new = latest == NULL || json_integer_value(json_object_get(latest, "iterations")) !=
                                            (json_int_t)j->engine->iterations(j->self);
        if (is_new && !measure(j)) code = tp_fail(&error, TP_E_MEMORY, TR("there is not enough memory"));
    }
    stop_release();
    if (code != TP_OK) return cli_bad_error(&error);
    if (stopped) {
        if (j->file != NULL) {
            fprintf(stderr, TR("stopped after %llu iterations; --resume %s goes on"),
                    (unsigned long long)j->engine->iterations(j->self), j->file);
            fputc('\n', stderr);
        }
        return CLI_STOPPED;
    }
    tell_result(j);
    return cli_finish(CLI_OK);
}

/* ---- showing ---- */

static void print_range(const json_t *range) {
    const json_t *moves = json_object_get(range, "moves"), *hands = json_object_get(range, "hands"), *hand,
                 *value;
    size_t i, k;
    printf("%s\n", json_string_value(json_object_get(range, "to_act")));
    print_padded(stdout, TR("hand"), 8);
    json_array_foreach(moves, k, value) printf(" %10s", json_string_value(value));
    putchar('\n');
    json_array_foreach(hands, i, hand) {
        printf("%-8s", json_string_value(json_object_get(hand, "hand")));
        json_array_foreach(json_object_get(hand, "probabilities"), k, value)
            printf(" %9.1f%%", 100 * json_number_value(value));
        putchar('\n');
    }
}

/* The order that made this file. */
static bool order_of_file(job *j, const json_t *what) {
    const json_t *bets = json_object_get(what, "bets");
    const char *game = json_string_value(json_object_get(what, "game"));
    tp_error error = {0};
    j->order.game = game == NULL ? NULL : tp_game_find(game, &error);
    if (j->order.game == NULL) {
        if (game == NULL) cli_bad("the file does not say which game it solves.");
        if (game != NULL) cli_bad_error(&error);
        return false;
    }
    tp_options_init(&j->options, j->order.game->options);
    const char *name;
    json_t *value;
    json_object_foreach(json_object_get(what, "options"), name, value) {
        char *text = json_is_string(value) ? strdup(json_string_value(value))
                                           : json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);
        bool is_good = text != NULL && tp_options_set(&j->options, name, text, &error) == TP_OK;
        free(text);
        if (is_good) continue;
        cli_bad_error(&error);
        return false;
    }
    if (json_is_string(json_object_get(what, "variant")))
        tp_options_set(&j->options, "preset", json_string_value(json_object_get(what, "variant")), NULL);
    if (bets != NULL) {
        char list[64] = "", number[16];
        size_t i;
        json_array_foreach(json_object_get(bets, "raises"), i, value) {
            snprintf(number, sizeof number, "%s%d", i == 0 ? "" : ",", (int)json_integer_value(value));
            strncat(list, number, sizeof list - strlen(list) - 1);
        }
        snprintf(number, sizeof number, "%d", (int)json_integer_value(json_object_get(bets, "max_raises")));
        tp_options_set(&j->options, "raises", list, NULL);
        tp_options_set(&j->options, "max_raises", number, NULL);
    }
    if (j->order.game->settle != NULL) j->order.game->settle(&j->options, NULL);
    j->order.options = &j->options;
    j->order.method = json_string_value(json_object_get(what, "method"));
    j->order.utility = json_string_value(json_object_get(what, "utility"));
    j->order.agent = json_string_value(json_object_get(what, "answers to"));
    j->order.seed = (uint64_t)json_integer_value(json_object_get(what, "seed"));
    j->order.threads = 1;
    j->order.bits = (int)json_integer_value(json_object_get(what, "bits"));
    j->order.all = json_object_get(what, "scores") != NULL;
    return true;
}

static int show(const cli_args *args) {
    job j = {.as_json = cli_given(args, "json")};
    tp_error error = {0};
    char score[32];
    const char *file = cli_value(args, "show");
    json_t *what = solve_file_describe(file, &error), *range = NULL;
    if (what == NULL) return cli_bad_error(&error);
    int code = CLI_BAD;
    if (order_of_file(&j, what)) {
        const json_t *at = json_object_get(what, "score");
        if (at != NULL) {
            snprintf(score, sizeof score, "%d,%d", (int)json_integer_value(json_array_get(at, 0)),
                     (int)json_integer_value(json_array_get(at, 1)));
            j.order.score = score;
        }
        j.engine = solve_engine_find(&j.order, &error);
        bool ok = j.engine != NULL && j.engine->open(&j.order, &j.self, &error) == TP_OK &&
                  solve_file_read(file, j.engine, j.self, &error) == TP_OK;
        solve_measure values;
        if (ok && j.engine->show != NULL) {
            range = j.engine->show(j.self, cli_value(args, "line"), cli_value(args, "hand"), &error);
            ok = range != NULL;
        }
        if (!ok) {
            cli_bad_error(&error);
        } else if (!j.engine->measure(j.self, &values)) {
            cli_bad("there is not enough memory.");
        } else if (j.as_json) {
            json_t *out = json_pack("{s:O, s:f, s:[f,f], s:f}", "what", what, "value", values.value, "best",
                                    values.best[0], values.best[1], "nashconv", values.nashconv);
            if (range != NULL) json_object_set(out, "range", range);
            cli_print_json(out);
            code = CLI_OK;
        } else {
            char *text = json_dumps(what, JSON_COMPACT);
            printf("%s\n", text == NULL ? "" : text);
            free(text);
            printf(TR("value for seat 0: %.8f; best answers win %.8f and %.8f; NashConv %.3g"), values.value,
                   values.best[0], values.best[1], values.nashconv);
            putchar('\n');
            if (range != NULL) print_range(range);
            code = CLI_OK;
        }
        if (j.engine != NULL && j.self != NULL) j.engine->close(j.self);
    }
    json_decref(range);
    json_decref(what);
    return code == CLI_OK ? cli_finish(CLI_OK) : code;
}

/* Solve what is asked for, whole or as far as it is asked for. */
static int run(job *j, const cli_args *args, bool only_size) {
    tp_error error = {0};
    solve_size size;
    const char *resume = cli_value(args, "resume");
    j->file = cli_value(args, "out") != NULL ? cli_value(args, "out") : resume;
    j->engine = solve_engine_find(&j->order, &error);
    if (j->engine == NULL || j->engine->size(&j->order, &size, &error) != TP_OK) return cli_bad_error(&error);
    if (only_size) return cli_finish(tell_size(j, &size));
    if (solve_size_fits(&size, &error) != TP_OK) return cli_bad_error(&error);
    if (j->goal == 0 && j->nashconv < 0 && j->seconds < 0) j->goal = j->engine->usual;
    if (cli_solve_others != NULL) {
        if (j->engine->shared == NULL)
            return cli_bad("the iterations of this method follow from one another, so processes cannot share "
                           "them; those of --all, where a game has it, can be shared.");
        j->order.helpers = cli_solve_others(&j->order, j->file, &error);
        if (j->order.helpers == NULL) return cli_bad_error(&error);
    }
    if (j->engine->open(&j->order, &j->self, &error) != TP_OK) return cli_bad_error(&error);
    int code = CLI_BAD;
    if (resume != NULL && solve_file_read(resume, j->engine, j->self, &error) != TP_OK) {
        code = cli_bad_error(&error);
    } else {
        j->steps = json_array();
        code = solve(j);
        json_decref(j->steps);
    }
    j->engine->close(j->self);
    return code;
}

int solve_run_order(const cli_args *args, const solve_order *order) {
    job j = {.order = *order,
             .as_json = cli_given(args, "json"),
             .live = isatty(STDERR_FILENO) == 1,
             .nashconv = -1,
             .seconds = -1};
    return run(&j, args, false);
}

int cli_solve(const cli_args *args) {
    job j = {.as_json = cli_given(args, "json"), .live = isatty(STDERR_FILENO) == 1};
    if (cli_given(args, "show")) {
        if (cli_operand_count(args) > 0)
            return cli_bad("--show FILE says itself which game it is: leave out GAME.");
        return show(args);
    }
    if (cli_operand_count(args) == 0) return cli_bad("name the game to solve: `tapete solve GAME`.");
    if (cli_given(args, "line") || cli_given(args, "hand"))
        return cli_bad("--line and --hand go with --show FILE.");
    if (!read_order(&j, args)) return CLI_BAD;
    return run(&j, args, cli_given(args, "size"));
}
