/* The arena: many games between agents, on any number of threads, without the lock of the interpreter. Agents
 * written in Python take the lock while they choose. */
#include "core.h"

#include "arena/arena.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_GAMES = 1000000000, USUAL_GAMES = 1000, USUAL_SPRT_GAMES = 40000, WATCH_MS = 200 };

static bool add_agent(arena_settings *settings, const char *label, PyObject *thing) {
    PyObject *name = agent_name_of(thing);
    const char *text = name != NULL ? to_text(name, "the name of an agent") : NULL;
    bool good = text != NULL;
    if (good && settings->agent_count == ARENA_MOST_AGENTS) {
        raise_input("the arena takes at most %d agents", ARENA_MOST_AGENTS);
        good = false;
    }
    if (good) {
        char *out = settings->agents[settings->agent_count];
        int size = label != NULL ? snprintf(out, ARENA_NAME_SIZE, "%s=%s", label, text)
                                 : snprintf(out, ARENA_NAME_SIZE, "%s", text);
        good = size < ARENA_NAME_SIZE;
        if (!good) raise_input("the name of an agent is too long: at most %d bytes", ARENA_NAME_SIZE - 1);
        settings->agent_count++;
    }
    Py_XDECREF(name);
    return good;
}

/* A list of agents, or a dict from names to agents. */
static bool read_agents(arena_settings *settings, PyObject *agents) {
    PyObject *key, *value;
    Py_ssize_t at = 0;
    bool good = true;
    if (PyDict_Check(agents)) {
        PyObject *items = PyDict_Items(agents); /* naming an agent may run Python code */
        Py_ssize_t count = items != NULL ? PyList_Size(items) : 0;
        for (; good && at < count; at++) {
            PyObject *pair = PyList_GetItem(items, at);
            key = PyTuple_GetItem(pair, 0);
            value = PyTuple_GetItem(pair, 1);
            const char *label = to_text(key, "the name that an agent goes by");
            good = label != NULL && add_agent(settings, label, value);
        }
        Py_XDECREF(items);
        return good && items != NULL;
    }
    if (PyUnicode_Check(agents)) {
        raise_input("agents is a list, as in [\"random\", \"fair\"], or a dict from names to agents");
        return false;
    }
    PyObject *list = PySequence_List(agents);
    Py_ssize_t count = list != NULL ? PyList_Size(list) : 0;
    for (; good && at < count; at++) good = add_agent(settings, NULL, PyList_GetItem(list, at));
    Py_XDECREF(list);
    return good && list != NULL;
}

static bool read_sprt(arena_settings *settings, PyObject *sprt) {
    if (sprt == Py_None) return true;
    settings->sprt = true;
    PyObject *pair = PySequence_Tuple(sprt);
    bool good = pair != NULL && PyArg_ParseTuple(pair, "dd;sprt takes two Elo differences, as in (0, 10)",
                                                 &settings->elo0, &settings->elo1);
    Py_XDECREF(pair);
    if (!good) return false;
    if (fabs(settings->elo0) <= 2000 && fabs(settings->elo1) <= 2000 && settings->elo0 < settings->elo1)
        return true;
    raise_input("sprt takes two Elo differences, the smaller first, as in (0, 10)");
    return false;
}

static bool check_risk(const char *name, double value) {
    if (value >= 1e-6 && value < 0.5) return true;
    raise_input("%s must be a probability below 0.5, such as 0.05", name);
    return false;
}

typedef struct watching {
    PyThreadState *state;
    PyObject *callback; /* or NULL */
    bool failed;        /* with an exception */
} watching;

/* Called now and then by the thread that called arena(). */
static bool watch(void *context, const arena_result *result, const arena_times *times) {
    watching *w = context;
    (void)times;
    PyEval_RestoreThread(w->state);
    if (!w->failed && PyErr_CheckSignals() != 0) w->failed = true;
    if (!w->failed && w->callback != NULL) {
        PyObject *answer = PyObject_CallFunction(w->callback, "LL", (long long)result->deals,
                                                 (long long)result->plan->deals);
        w->failed = answer == NULL;
        Py_XDECREF(answer);
    }
    w->state = PyEval_SaveThread();
    return !w->failed;
}

static PyObject *play(const arena_plan *plan, int threads, const char *record, const char *games_to,
                      PyObject *callback) {
    tp_error error = {0};
    arena_times *times = calloc((size_t)plan->agent_count, sizeof *times);
    arena_result *result = arena_result_new(plan, &error);
    watching w = {.callback = callback != Py_None ? callback : NULL};
    arena_run run = {.plan = plan,
                     .threads = threads,
                     .watch = watch,
                     .context = &w,
                     .watch_ms = WATCH_MS,
                     .games_to = games_to};
    PyObject *answer = NULL;
    bool ready = times != NULL && result != NULL &&
                 (games_to == NULL || arena_games_prepare(games_to, false, &error) == TP_OK);
    if (ready && record != NULL) {
        run.record = arena_record_create(record, &plan->settings, &error);
        ready = run.record != NULL;
    }
    if (ready) {
        tp_err code;
        w.state = PyEval_SaveThread();
        code = arena_play(&run, result, times, &error);
        PyEval_RestoreThread(w.state);
        if (!w.failed && code == TP_OK) {
            json_t *json = arena_result_to_json(result);
            if (json != NULL) json_object_set_new(json, "times", arena_times_to_json(plan, times));
            answer = from_json(json);
        } else if (!w.failed) {
            raise_error(&error);
        }
    } else if (times == NULL) {
        PyErr_NoMemory();
    } else {
        raise_error(&error);
    }
    arena_record_close(run.record);
    arena_result_free(result);
    free(times);
    return answer;
}

PyObject *run_arena(PyObject *module, PyObject *args, PyObject *keywords) {
    static char *names[] = {"game",     "agents",   "games", "duplicate", "mixed", "round_robin",
                            "gauntlet", "sprt",     "alpha", "beta",      "seed",  "threads",
                            "record",   "games_to", "watch", NULL};
    PyObject *game_value, *agents, *games_value = Py_None, *sprt = Py_None, *seed_value = NULL,
                                   *threads_value = NULL, *record = Py_None, *games_to = Py_None,
                                   *callback = Py_None;
    int duplicate = 0, mixed = 0, round_robin = 0, gauntlet = 0;
    double alpha = 0.05, beta = 0.05;
    long long games = 0, threads = 1;
    tp_error error = {0};
    (void)module;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "OO|OppppOddOOOOO:arena", names, &game_value, &agents,
                                     &games_value, &duplicate, &mixed, &round_robin, &gauntlet, &sprt, &alpha,
                                     &beta, &seed_value, &threads_value, &record, &games_to, &callback))
        return NULL;
    GameObject *game = to_game(game_value);
    arena_settings *settings = game != NULL ? calloc(1, sizeof *settings) : NULL;
    PyObject *record_owner = NULL, *games_owner = NULL, *answer = NULL;
    const char *record_path = NULL, *games_path = NULL;
    bool good = settings != NULL;
    if (good) {
        settings->game = game->game;
        settings->options = game->options;
        settings->duplicate = duplicate != 0;
        settings->mixed = mixed != 0;
        settings->round_robin = round_robin != 0;
        settings->gauntlet = gauntlet != 0;
        settings->alpha = alpha;
        settings->beta = beta;
        good = read_agents(settings, agents) && read_sprt(settings, sprt) && check_risk("alpha", alpha) &&
               check_risk("beta", beta) && to_seed(seed_value, &settings->seed);
    } else if (game != NULL) {
        PyErr_NoMemory();
    }
    games = good && settings->sprt ? USUAL_SPRT_GAMES : USUAL_GAMES;
    if (good && games_value != Py_None) good = to_integer(games_value, "games", 1, MOST_GAMES, &games);
    if (good && threads_value != NULL)
        good = to_integer(threads_value, "threads", 1, ARENA_MOST_THREADS, &threads);
    if (good && record != Py_None) good = (record_path = to_path(record, &record_owner)) != NULL;
    if (good && games_to != Py_None) good = (games_path = to_path(games_to, &games_owner)) != NULL;
    if (good && callback != Py_None && !PyCallable_Check(callback)) {
        PyErr_SetString(PyExc_TypeError,
                        "watch must be a function of two numbers: deals done, and all deals");
        good = false;
    }
    if (good) {
        settings->games = games;
        arena_plan *plan = arena_plan_new(settings, &error);
        answer =
            plan != NULL ? play(plan, (int)threads, record_path, games_path, callback) : raise_error(&error);
        arena_plan_free(plan);
    }
    Py_XDECREF(record_owner);
    Py_XDECREF(games_owner);
    free(settings);
    Py_XDECREF((PyObject *)game);
    return answer;
}
