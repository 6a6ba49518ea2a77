/* `tapete bench --solve`: how fast a game is solved (solve/solve.h). */
#include "cli/bench.h"
#include "cli/cli.h"
#include "cli/solve.h"
#include "core/language.h"

#include <jansson.h>
#include <stdio.h>
#include <time.h>

int bench_solve(const tp_game *game, const tp_options *options, int threads, double seconds, bool as_json) {
    const solve_order order = {.game = game, .options = options, .threads = threads};
    const solve_engine *engine;
    solve_size size;
    tp_error error = {0};
    void *self = NULL;
    engine = solve_engine_find(&order, &error);
    if (engine == NULL || engine->size(&order, &size, &error) != TP_OK) return cli_bad_error(&error);
    if (solve_size_fits(&size, &error) != TP_OK) return cli_bad_error(&error);
    /* the kernel by itself, where there is one; then iterations */
    double begun = cli_seconds(CLOCK_PROCESS_CPUTIME_ID), done = 0, kernel_s = 0;
    while (engine->exercise != NULL && kernel_s < seconds / 5) {
        double more = engine->exercise();
        if (more <= 0) return cli_bad("there is not enough memory.");
        done += more;
        kernel_s = cli_seconds(CLOCK_PROCESS_CPUTIME_ID) - begun;
    }
    if (engine->open(&order, &self, &error) != TP_OK) return cli_bad_error(&error);
    double spent = 0;
    bool ok = true;
    begun = cli_seconds(CLOCK_PROCESS_CPUTIME_ID);
    while (ok && spent < seconds) {
        ok = engine->iterate(self);
        spent = cli_seconds(CLOCK_PROCESS_CPUTIME_ID) - begun;
    }
    double rate = (double)engine->iterations(self) / spent, kernel = kernel_s > 0 ? done / kernel_s / 1e9 : 0;
    engine->close(self);
    if (!ok) return cli_bad("there is not enough memory.");
    if (as_json) {
        cli_print_json(json_pack("{s:s, s:I, s:f, s:f}", "game", game->name, "bytes", (json_int_t)size.bytes,
                                 "iterations_per_cpu_s", rate, "kernel_gfma_per_cpu_s", kernel));
        return cli_finish(CLI_OK);
    }
    printf(TR("%.2f iterations per second of CPU time"), rate);
    putchar('\n');
    if (kernel > 0) {
        printf(TR("%.1f billion multiplications and additions per second of CPU time in the kernel"), kernel);
        putchar('\n');
    }
    return cli_finish(CLI_OK);
}
