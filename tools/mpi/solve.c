/* `tapete-mpi solve`: a solution by many processes.
 *
 * Rank 0 is `tapete solve`. Iterations that do not depend on one another come in steps; for each step rank 0
 * sends its state to all, everybody does those that are theirs (the engine says whose), and what comes of
 * them goes back. Rank 0 takes it in the order in which one process would, so its file has the same bytes. */
#include "mpi/mpi.h"

#include "core/language.h"
#include "solve/solve.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

int solve_ranks = 1;
bool solve_has_begun;

/* ---- rank 0 ---- */

static void send_state(int rank, const solve_engine *engine, void *self) {
    solve_part parts[SOLVE_MOST_PARTS];
    int64_t done = (int64_t)engine->iterations(self);
    int count = engine->parts(self, parts);
    send_to(rank, TAG_DEAL, &done, sizeof done);
    for (int i = 0; i < count; i++) send_to(rank, TAG_STATE, parts[i].bytes, parts[i].size);
}

static bool work(const solve_engine *engine, void *self, void *results) {
    const solve_shared *shared = engine->shared;
    int count = shared->count(self);
    bool ok = true;
    for (int rank = 1; rank < solve_ranks; rank++) send_state(rank, engine, self);
    for (int i = 0; ok && i < count; i++) {
        if (shared->hand(self, i, solve_ranks) == 0)
            ok = shared->work(self, i, (char *)results + (size_t)i * shared->result_size);
    }
    for (int rank = 1; rank < solve_ranks; rank++) {
        for (int i = 0; i < count; i++) {
            if (shared->hand(self, i, solve_ranks) != rank) continue;
            /* Nothing: it had no memory. */
            if (wait_for(rank, TAG_PLAYED, NULL, NULL) != (int)shared->result_size) {
                receive(rank, TAG_PLAYED, NULL, 0);
                ok = false;
            } else {
                receive(rank, TAG_PLAYED, (char *)results + (size_t)i * shared->result_size,
                        shared->result_size);
            }
        }
    }
    return ok;
}

const solve_helpers *solve_begin(const solve_order *order, const char *file, tp_error *error) {
    static const solve_helpers helpers = {.work = work};
    json_t *json = json_pack("{s:{s:s, s:o, s:b, s:f, s:i, s:s*, s:s*}, s:s}", "solve", "game",
                             order->game->name, "options", tp_options_to_json(order->options), "all",
                             order->all, "nashconv", order->nashconv, "threads", order->threads, "utility",
                             order->utility, "method", order->method, "version", tp_version());
    char *text = json != NULL ? json_dumps(json, JSON_COMPACT) : NULL;
    json_decref(json);
    if (text == NULL) {
        tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"));
        return NULL;
    }
    for (int rank = 1; rank < solve_ranks; rank++) send_to(rank, TAG_SETTINGS, text, strlen(text));
    free(text);
    solve_has_begun = true;
    bool ok = true;
    for (int rank = 1; rank < solve_ranks; rank++) {
        tp_error found;
        wait_for(rank, TAG_READY, NULL, NULL);
        receive(rank, TAG_READY, &found, sizeof found);
        if (ok && found.code != TP_OK && error != NULL) *error = found;
        ok &= found.code == TP_OK;
    }
    if (ok && file != NULL)
        fprintf(
            stderr,
            TR("tapete-mpi: if this is stopped or a rank is lost, go on with the same command and --resume "
               "%s\n"),
            file);
    return ok ? &helpers : NULL;
}

/* ---- the other ranks ---- */

static bool take_state(const solve_engine *engine, void *self, int64_t done) {
    solve_part parts[SOLVE_MOST_PARTS];
    uint64_t sizes[SOLVE_MOST_PARTS];
    int count = engine->parts(self, parts);
    for (int i = 0; i < count; i++) sizes[i] = parts[i].size;
    if (engine->restore(self, (uint64_t)done, sizes, count, NULL) != TP_OK) return false;
    count = engine->parts(self, parts);
    for (int i = 0; i < count; i++) {
        wait_for(0, TAG_STATE, NULL, NULL);
        receive(0, TAG_STATE, parts[i].bytes, parts[i].size);
    }
    return true;
}

/* Until rank 0 says that there is no more; without an engine nothing is done. */
static void help(const solve_engine *engine, void *self, int rank) {
    for (;;) {
        int64_t done;
        wait_for(0, TAG_DEAL, NULL, NULL);
        receive(0, TAG_DEAL, &done, sizeof done);
        if (done < 0 || self == NULL || !take_state(engine, self, done)) return;
        const solve_shared *shared = engine->shared;
        void *result = cli_allocate(shared->result_size);
        int count = shared->count(self);
        for (int i = 0; i < count; i++) {
            if (shared->hand(self, i, solve_ranks) != rank) continue;
            bool ok = shared->work(self, i, result);
            send_to(0, TAG_PLAYED, result, ok ? shared->result_size : 0);
        }
        free(result);
    }
}

static const solve_engine *open_engine(const json_t *wanted, solve_order *order, tp_options *options,
                                       void **self, tp_error *error) {
    const char *game = json_string_value(json_object_get(wanted, "game"));
    order->game = game != NULL ? tp_game_find(game, error) : NULL;
    if (order->game == NULL) return NULL;
    tp_options_init(options, order->game->options);
    if (tp_options_from_json(options, json_object_get(wanted, "options"), error) != TP_OK) return NULL;
    order->options = options;
    order->all = json_is_true(json_object_get(wanted, "all"));
    order->nashconv = json_number_value(json_object_get(wanted, "nashconv"));
    order->threads = (int)json_integer_value(json_object_get(wanted, "threads"));
    order->utility = json_string_value(json_object_get(wanted, "utility"));
    order->method = json_string_value(json_object_get(wanted, "method"));
    const solve_engine *engine = solve_engine_find(order, error);
    return engine != NULL && engine->open(order, self, error) == TP_OK ? engine : NULL;
}

bool solve_follow(const char *settings, size_t size) {
    json_t *json = json_loadb(settings, size, 0, NULL);
    const json_t *wanted = json_object_get(json, "solve");
    if (wanted == NULL) {
        json_decref(json);
        return false;
    }
    const char *version = json_string_value(json_object_get(json, "version"));
    solve_order order = {0};
    tp_options options;
    tp_error error = {0};
    void *self = NULL;
    const solve_engine *engine = NULL;
    if (version == NULL || strcmp(version, tp_version()) != 0) {
        tp_fail(&error, TP_E_VERSION, TR("all ranks must run the same version of tapete-mpi"));
    } else {
        engine = open_engine(wanted, &order, &options, &self, &error);
    }
    if (engine == NULL) self = NULL;
    if (engine != NULL) error.code = TP_OK;
    send_to(0, TAG_READY, &error, sizeof error);
    help(engine, self, mpi_rank());
    if (self != NULL) engine->close(self);
    json_decref(json);
    return true;
}
