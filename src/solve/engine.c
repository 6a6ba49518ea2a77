/* Which engine solves what. */
#include "agents/play.h"
#include "core/language.h"
#include "solve/solve.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool has_method(const solve_engine *engine, const char *name) {
    for (const char *const *method = engine->methods; *method != NULL; method++) {
        if (strcmp(*method, name) == 0) return true;
    }
    return false;
}

static void add_names(char *list, size_t size, const solve_engine *engine) {
    for (const char *const *method = engine->methods; *method != NULL; method++) {
        size_t length = strlen(list);
        if (strstr(list, *method) != NULL && strlen(*method) > 4) continue;
        snprintf(list + length, size - length, "%s%s", length == 0 ? "" : ", ", *method);
    }
}

/* The game's own engine for this: the first that suits. What the last one says stands if none does. */
static const solve_engine *find_own(const solve_engine *const *own, const solve_order *order,
                                    tp_error *error) {
    for (; own != NULL && *own != NULL; own++) {
        if (order->method != NULL && !has_method(*own, order->method)) continue;
        if ((*own)->suits(order, error) == TP_OK) return *own;
    }
    return NULL;
}

static bool is_known(const solve_engine *const *own, const char *method) {
    bool known = has_method(&solve_flat_engine, method) || has_method(&solve_sampling_engine, method);
    for (; own != NULL && *own != NULL; own++) known = known || has_method(*own, method);
    return known;
}

/* Whether a game has an engine of its own for this method, or for any if none is named. */
static bool is_own(const solve_engine *const *own, const char *method) {
    for (; own != NULL && *own != NULL; own++) {
        if (method == NULL || has_method(*own, method)) return true;
    }
    return false;
}

const solve_engine *solve_engine_find(const solve_order *order, tp_error *error) {
    const solve_engine *const *own = game_play_of(order->game)->solvers;
    if (order->method != NULL && !is_known(own, order->method)) {
        char names[256] = "";
        add_names(names, sizeof names, &solve_flat_engine);
        add_names(names, sizeof names, &solve_sampling_engine);
        tp_fail(error, TP_E_UNKNOWN, TR("there is no method \"%.40s\"; the methods are: %s"), order->method,
                names);
        return NULL;
    }
    if (is_own(own, order->method)) return find_own(own, order, error);
    const solve_engine *engine = order->method != NULL && has_method(&solve_sampling_engine, order->method)
                                     ? &solve_sampling_engine
                                     : &solve_flat_engine;
    if (order->score != NULL || order->all) {
        tp_fail(error, TP_E_INPUT, TR("%s is solved from its beginning: it takes neither --score nor --all"),
                order->game->name);
        return NULL;
    }
    if (order->bits == 16) {
        tp_fail(error, TP_E_INPUT, TR("%s is solved with exact numbers: it takes no --bits"),
                order->game->name);
        return NULL;
    }
    if (order->openings != NULL) {
        tp_fail(error, TP_E_INPUT, TR("%s is solved with all its bets: it takes no --openings"),
                order->game->name);
        return NULL;
    }
    if (order->utility != NULL && strcmp(order->utility, "score") != 0 &&
        strcmp(order->utility, "win") != 0) {
        tp_fail(error, TP_E_INPUT, TR("there is no utility \"%.40s\" for %s; it is one of: %s"),
                order->utility, order->game->name, "score, win");
        return NULL;
    }
    return engine->suits(order, error) == TP_OK ? engine : NULL;
}

/* Memory that is free now; 0: unknown. */
static uint64_t free_bytes(void) {
    FILE *file = fopen("/proc/meminfo", "r");
    char line[128];
    const char *name = "MemAvailable:";
    unsigned long long kilobytes = 0;
    while (file != NULL && kilobytes == 0 && fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, name, strlen(name)) == 0) kilobytes = strtoull(line + strlen(name), NULL, 10);
    }
    if (file != NULL) fclose(file);
    return kilobytes * 1024;
}

tp_err solve_size_fits(const solve_size *size, tp_error *error) {
    uint64_t there = free_bytes();
    if (there == 0 || size->bytes <= there) return TP_OK;
    return tp_fail(error, TP_E_INPUT,
                   TR("this would need %.1f GB of memory, and %.1f GB are free; take fewer raises"),
                   (double)size->bytes / 1e9, (double)there / 1e9);
}

json_t *solve_size_to_json(const solve_order *order, const solve_size *size) {
    return json_pack("{s:s, s:I, s:I, s:I, s:I, s:f}", "game", order->game->name, "nodes",
                     (json_int_t)size->nodes, "sets", (json_int_t)size->sets, "actions",
                     (json_int_t)size->actions, "bytes", (json_int_t)size->bytes, "iteration_s",
                     size->iteration_s / order->threads);
}

json_t *solve_exploit_to_json(const solve_order *order, const char *agent, const solve_exploit *found) {
    double nashconv = found->best[0] + found->best[1];
    return json_pack("{s:s, s:s, s:[f,f], s:f, s:f, s:f, s:I, s:b}", "game", order->game->name, "agent",
                     agent, "best", found->best[0], found->best[1], "nashconv", nashconv, "mean",
                     nashconv / 2, "value", found->value, "asked", (json_int_t)found->asked, "translated",
                     (int)found->is_translated);
}

tp_agent *solve_agent_new(const tp_game *game, const tp_options *options, const char *name, tp_error *error) {
    tp_agent *agent = tp_agent_new_for(game, options, name, 0, error);
    if (agent == NULL) return NULL;
    if (tp_agent_kind_of(agent)->probs != NULL) {
        tp_agent_begin(agent, options, 0); /* the options count; it is asked for both seats */
        return agent;
    }
    char able[256] = "";
    for (const tp_agent_kind *const *kind = tp_agent_kinds(); *kind != NULL; kind++) {
        if ((*kind)->probs == NULL || ((*kind)->game != NULL && strcmp((*kind)->game, game->name) != 0))
            continue;
        size_t length = strlen(able);
        snprintf(able + length, sizeof able - length, "%s%s", length == 0 ? "" : ", ", (*kind)->name);
    }
    tp_fail(
        error, TP_E_INPUT,
        TR("the agent %s does not say its probabilities, and without them nobody knows its best answer; these "
           "do: %s"),
        name, able);
    tp_agent_free(agent);
    return NULL;
}
