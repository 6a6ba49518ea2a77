/* `tapete bench --batch`: decisions per second of CPU time of games that are stepped together (batch.h), with
 * their observations and masks, as a learner would have them. Moves are random. Choosing them does not count.
 */
#include "cli/bench.h"
#include "cli/cli.h"
#include "core/language.h"

#include <jansson.h>
#include <stdlib.h>
#include <time.h>

enum { RUNS = 11 };

typedef struct learner {
    tp_batch *batch;
    tp_batch_buffers buffers;
    int32_t *actions;
    uint32_t count, action_count;
    tp_rng rng;
} learner;

static void make_buffers(learner *l, bool features) {
    const tp_game *game = tp_batch_game(l->batch);
    size_t count = l->count = tp_batch_count(l->batch), room = tp_batch_room(l->batch);
    l->action_count = tp_batch_actions(l->batch);
    l->actions = cli_allocate(count * sizeof *l->actions);
    l->buffers.numbers = cli_allocate(count * tp_observe_size(game) + 1);
    l->buffers.move_count = cli_allocate(count * sizeof(uint32_t));
    l->buffers.actor = cli_allocate(count * sizeof(int32_t));
    l->buffers.rewards = cli_allocate(count * tp_batch_seats(l->batch) * sizeof(float));
    l->buffers.terminal = cli_allocate(count);
    if (l->action_count != 0) {
        l->buffers.mask = cli_allocate(count * l->action_count);
    } else {
        l->buffers.moves = cli_allocate(count * room * sizeof(uint32_t));
    }
    if (features) l->buffers.move_numbers = cli_allocate(count * room * tp_observe_move_size(game) + 1);
}

static void free_buffers(learner *l) {
    free(l->actions);
    free(l->buffers.numbers);
    free(l->buffers.move_count);
    free(l->buffers.actor);
    free(l->buffers.rewards);
    free(l->buffers.terminal);
    free(l->buffers.mask);
    free(l->buffers.moves);
    free(l->buffers.move_numbers);
    tp_batch_free(l->batch);
}

static void choose(learner *l) {
    for (uint32_t i = 0; i < l->count; i++) {
        uint32_t k = tp_rng_below(&l->rng, l->buffers.move_count[i]), action = 0;
        const uint8_t *mask = l->buffers.mask != NULL ? l->buffers.mask + (size_t)i * l->action_count : NULL;
        while (mask != NULL && (mask[action] == 0 || k-- > 0)) action++;
        l->actions[i] = (int32_t)(mask != NULL ? action : k);
    }
}

/* Decisions per CPU-second of the process in one run. */
static tp_err run(learner *l, double seconds, double *out, tp_error *error) {
    double spent = 0;
    uint64_t decisions = 0;
    while (spent < seconds) {
        choose(l);
        double start = cli_seconds(CLOCK_PROCESS_CPUTIME_ID);
        tp_err code = tp_batch_step(l->batch, l->actions, &l->buffers, NULL, error);
        if (code != TP_OK) return code;
        spent += cli_seconds(CLOCK_PROCESS_CPUTIME_ID) - start;
        decisions += l->count;
    }
    *out = (double)decisions / spent;
    return TP_OK;
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int bench_batch(const tp_game *game, const tp_options *options, uint32_t count, uint32_t threads,
                bool features, double seconds, bool as_json) {
    double values[RUNS + 1];
    tp_error error = {.code = TP_OK};
    tp_batch_setup setup = {
        .game = game, .options = options, .count = count, .threads = threads, .seed = 1, .skip_forced = true};
    learner l = {.batch = tp_batch_new(&setup, &error)};
    if (l.batch == NULL) return cli_bad_error(&error);
    tp_rng_seed(&l.rng, 1);
    make_buffers(&l, features);
    tp_err code = tp_batch_look(l.batch, &l.buffers, &error);
    for (int i = 0; i <= RUNS && code == TP_OK; i++) /* the first run warms up */
        code = run(&l, seconds / (RUNS + 1), i == 0 ? &values[RUNS] : &values[i - 1], &error);
    free_buffers(&l);
    if (code != TP_OK) return cli_bad_error(&error);
    qsort(values, RUNS, sizeof values[0], compare);
    if (as_json) {
        cli_print_json(json_pack("{s:s, s:i, s:i, s:b, s:f, s:f, s:f}", "game", game->name, "batch",
                                 (int)count, "threads", (int)threads, "features", features,
                                 "decisions_per_cpu_s", values[RUNS / 2], "decisions_per_cpu_s_min",
                                 values[0], "decisions_per_cpu_s_max", values[RUNS - 1]));
    } else {
        printf(TR("%s, %u games at once: %.0f decisions per CPU-second (%.0f to %.0f)"), game->name, count,
               values[RUNS / 2], values[0], values[RUNS - 1]);
        putchar('\n');
    }
    return CLI_OK;
}
