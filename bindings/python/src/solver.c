/* Solver: strategies that nobody can win much against, and what the best answer to an agent wins. */
#include "core.h"

#include "solve/solve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_THREADS = 64, SCORE_SIZE = 32, METHOD_SIZE = 32, UTILITY_SIZE = 32, OPENINGS_SIZE = 128 };
static const double SIGNALS_S = .1; /* so often it looks for Ctrl-C */

typedef struct SolverObject {
    PyObject_HEAD GameObject *game;
    const solve_engine *engine;
    void *self;        /* NULL until it is needed */
    solve_order order; /* with texts of this object, and the options of `game` */
    char method[METHOD_SIZE], utility[UTILITY_SIZE], score[SCORE_SIZE];
    solve_size size;
    uint64_t done; /* iterations, when somebody asked last */
    bool busy;     /* a thread is in it, without the lock of the interpreter */
} SolverObject;

static PyTypeObject *solver_type;

/* ---- what is asked for ---- */

/* A text that is copied to `out`; NULL in *at where it is None. */
static bool to_order(PyObject *value, const char *what, char *out, size_t room, const char **at) {
    *at = NULL;
    if (value == Py_None) return true;
    const char *text = to_text(value, what);
    if (text == NULL) return false;
    if (strlen(text) >= room) {
        raise_input("%s is too long", what);
        return false;
    }
    memcpy(out, text, strlen(text) + 1);
    *at = out;
    return true;
}

/* How large it is; false with an exception where it cannot be solved. */
static bool find_size(const solve_order *order, const solve_engine **engine, solve_size *size) {
    tp_error error = {0};
    tp_err code = TP_OK;
    Py_BEGIN_ALLOW_THREADS;
    *engine = solve_engine_find(order, &error);
    if (*engine != NULL) code = (*engine)->size(order, size, &error);
    Py_END_ALLOW_THREADS;
    if (*engine != NULL && code == TP_OK) return true;
    raise_error(&error);
    return false;
}

static PyObject *solver_create(PyTypeObject *type, PyObject *args, PyObject *keywords) {
    static char *names[] = {"game", "method", "utility", "score", "all", "nashconv", "threads", "seed", NULL};
    PyObject *game_value, *method = Py_None, *utility = Py_None, *score = Py_None, *threads_value = NULL,
                          *seed = NULL;
    int all = 0;
    double nashconv = 0;
    long long threads = 1;
    (void)type;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|OOOpdOO:Solver", names, &game_value, &method,
                                     &utility, &score, &all, &nashconv, &threads_value, &seed))
        return NULL;
    SolverObject *self = (SolverObject *)PyType_GenericAlloc(solver_type, 0);
    if (self == NULL) return NULL;
    solve_order *order = &self->order;
    bool good = (self->game = to_game(game_value)) != NULL &&
                to_order(method, "the method", self->method, sizeof self->method, &order->method) &&
                to_order(utility, "the utility", self->utility, sizeof self->utility, &order->utility) &&
                to_order(score, "the score", self->score, sizeof self->score, &order->score) &&
                (threads_value == NULL || to_integer(threads_value, "threads", 1, MOST_THREADS, &threads)) &&
                (seed == NULL || to_seed(seed, &order->seed));
    if (good && !(nashconv >= 0 && nashconv <= 1e9)) {
        raise_input("nashconv is a number from 0 on");
        good = false;
    }
    if (good) {
        order->game = self->game->game;
        order->options = &self->game->options;
        order->all = all != 0;
        order->nashconv = nashconv;
        order->threads = (int)threads;
        good = find_size(order, &self->engine, &self->size);
    }
    if (good) return (PyObject *)self;
    Py_DECREF((PyObject *)self);
    return NULL;
}

static void solver_dealloc(PyObject *self_object) {
    SolverObject *self = (SolverObject *)self_object;
    PyTypeObject *type = Py_TYPE(self_object);
    if (self->self != NULL) self->engine->close(self->self);
    Py_XDECREF((PyObject *)self->game);
    PyObject_Free(self_object);
    Py_DECREF(type);
}

/* Go into the engine, one thread at a time, and make it if there is none yet. False with an exception. */
static bool enter(SolverObject *self) {
    tp_error error = {0};
    tp_err code = TP_OK;
    if (self->busy) {
        raise_input("another thread is using this solver; wait for it, or make a second one");
        return false;
    }
    self->busy = true;
    if (self->self != NULL) return true;
    Py_BEGIN_ALLOW_THREADS;
    code = solve_size_fits(&self->size, &error);
    if (code == TP_OK) code = self->engine->open(&self->order, &self->self, &error);
    Py_END_ALLOW_THREADS;
    if (code == TP_OK) return true;
    self->busy = false;
    self->self = NULL;
    raise_error(&error);
    return false;
}

/* ---- what it does ---- */

static double now_s(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static PyObject *solver_iterate(PyObject *self_object, PyObject *args, PyObject *keywords) {
    static char *names[] = {"count", "seconds", NULL};
    SolverObject *self = (SolverObject *)self_object;
    PyObject *count_value = NULL, *seconds_value = Py_None;
    long long count = 1, done = 0;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "|OO:iterate", names, &count_value, &seconds_value) ||
        (count_value != NULL && !to_integer(count_value, "count", 0, INT64_MAX, &count)))
        return NULL;
    double end = seconds_value == Py_None ? 1e300 : PyFloat_AsDouble(seconds_value);
    if (end == -1 && PyErr_Occurred() != NULL) return NULL;
    if (isnan(end)) return raise_input("seconds must be a number");
    if (!enter(self)) return NULL;
    bool good = true, is_over = false;
    end += now_s();
    while (good && !is_over && done < count) {
        Py_BEGIN_ALLOW_THREADS;
        double stop = now_s() + SIGNALS_S;
        if (end < stop) stop = end;
        do {
            is_over = self->engine->most > 0 && self->engine->iterations(self->self) >= self->engine->most;
            if (is_over) break;
            good = self->engine->iterate(self->self);
            done += good;
        } while (good && done < count && now_s() < stop);
        is_over = is_over || now_s() >= end;
        Py_END_ALLOW_THREADS;
        if (!good) {
            PyErr_NoMemory();
        } else {
            good = PyErr_CheckSignals() == 0;
        }
    }
    self->busy = false;
    return good ? PyLong_FromLongLong(done) : NULL;
}

static PyObject *solver_measure(PyObject *self_object, PyObject *none) {
    SolverObject *self = (SolverObject *)self_object;
    solve_measure found = {0};
    bool good;
    (void)none;
    if (!enter(self)) return NULL;
    Py_BEGIN_ALLOW_THREADS;
    good = self->engine->measure(self->self, &found);
    Py_END_ALLOW_THREADS;
    self->busy = false;
    if (!good) return raise_input("this cannot be measured: the whole game does not fit into memory");
    return Py_BuildValue("{s:d,s:[d,d],s:d}", "value", found.value, "best", found.best[0], found.best[1],
                         "nashconv", found.nashconv);
}

static PyObject *solver_strategy(PyObject *self_object, PyObject *value) {
    SolverObject *self = (SolverObject *)self_object;
    if (Py_TYPE(value) != state_type) {
        PyErr_SetString(PyExc_TypeError, "a strategy is that of a tapete.State, made with histories=True");
        return NULL;
    }
    StateObject *state = (StateObject *)value;
    if (self->engine->strategy == NULL)
        return raise_input("this solver does not tell strategies by states; ask show(line, hand)");
    if (!game_equal(self->game, state->game))
        return raise_input("the state is of another game, or of one with other options");
    if (state->histories == NULL)
        return raise_input("the state keeps no histories; make it with histories=True");
    const tp_game *game = self->game->game;
    int actor = game->actor(state->bytes);
    if (actor < 0) return raise_input("the game is over, so nobody has to choose");
    tp_move *moves = malloc((size_t)game->max_moves * sizeof *moves);
    double *probs = malloc((size_t)game->max_moves * sizeof *probs);
    PyObject *dict = NULL;
    if (moves == NULL || probs == NULL) {
        PyErr_NoMemory();
    } else if (enter(self)) {
        int count = game->legal(state->bytes, moves);
        bool known =
            self->engine->strategy(self->self, actor, state->histories[actor], (uint32_t)count, probs);
        self->busy = false;
        dict = known ? PyDict_New()
                     : raise_input("the solution does not know this state: it was never visited, or it does "
                                   "not follow from the deal");
        for (int i = 0; dict != NULL && i < count; i++) {
            PyObject *key = move_to_text(game, moves[i]), *number = PyFloat_FromDouble(probs[i]);
            if (key == NULL || number == NULL || PyDict_SetItem(dict, key, number) != 0) Py_CLEAR(dict);
            Py_XDECREF(key);
            Py_XDECREF(number);
        }
    }
    free(moves);
    free(probs);
    return dict;
}

static PyObject *solver_show(PyObject *self_object, PyObject *args, PyObject *keywords) {
    static char *names[] = {"line", "hand", NULL};
    SolverObject *self = (SolverObject *)self_object;
    PyObject *line_value = Py_None, *hand_value = Py_None;
    const char *line = NULL, *hand = NULL;
    tp_error error = {0};
    json_t *shown;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "|OO:show", names, &line_value, &hand_value) ||
        (line_value != Py_None && (line = to_text(line_value, "line")) == NULL) ||
        (hand_value != Py_None && (hand = to_text(hand_value, "hand")) == NULL))
        return NULL;
    if (self->engine->show == NULL)
        return raise_input("this solver shows no lines of betting; ask strategy(state)");
    if (!enter(self)) return NULL;
    Py_BEGIN_ALLOW_THREADS;
    shown = self->engine->show(self->self, line, hand, &error);
    Py_END_ALLOW_THREADS;
    self->busy = false;
    return shown != NULL ? from_json(shown) : raise_error(&error);
}

static PyObject *solver_save(PyObject *self_object, PyObject *path_value) {
    SolverObject *self = (SolverObject *)self_object;
    PyObject *owner = NULL, *answer = NULL;
    tp_error error = {0};
    tp_err code;
    const char *path = to_path(path_value, &owner);
    if (path != NULL && enter(self)) {
        Py_BEGIN_ALLOW_THREADS;
        code = solve_file_write(path, self->engine, self->self, &error);
        Py_END_ALLOW_THREADS;
        self->busy = false;
        answer = code == TP_OK ? Py_NewRef(Py_None) : raise_error(&error);
    }
    Py_XDECREF(owner);
    return answer;
}

/* A file that breaks off leaves the engine as it was: it is read into a new one. */
static PyObject *solver_resume(PyObject *self_object, PyObject *path_value) {
    SolverObject *self = (SolverObject *)self_object;
    PyObject *owner = NULL, *answer = NULL;
    tp_error error = {0};
    tp_err code;
    const char *path = to_path(path_value, &owner);
    if (path != NULL && enter(self)) {
        void *made = NULL;
        Py_BEGIN_ALLOW_THREADS;
        code = self->engine->open(&self->order, &made, &error);
        if (code == TP_OK) code = solve_file_read(path, self->engine, made, &error);
        void *dropped = made;
        if (code == TP_OK) {
            dropped = self->self;
            self->self = made;
        }
        if (dropped != NULL) self->engine->close(dropped);
        Py_END_ALLOW_THREADS;
        self->busy = false;
        answer = code == TP_OK ? Py_NewRef(Py_None) : raise_error(&error);
    }
    Py_XDECREF(owner);
    return answer;
}

/* ---- attributes ---- */

static PyObject *solver_game(PyObject *self, void *none) {
    (void)none;
    return Py_NewRef((PyObject *)((SolverObject *)self)->game);
}

static PyObject *solver_size(PyObject *self_object, void *none) {
    const SolverObject *self = (SolverObject *)self_object;
    (void)none;
    return from_json(solve_size_to_json(&self->order, &self->size));
}

static PyObject *solver_iterations(PyObject *self_object, void *none) {
    SolverObject *self = (SolverObject *)self_object;
    (void)none;
    if (!self->busy) self->done = self->self == NULL ? 0 : self->engine->iterations(self->self);
    return PyLong_FromUnsignedLongLong(self->done); /* while a thread is in it: as it was before */
}

static PyObject *solver_usual(PyObject *self, void *none) {
    (void)none;
    return PyLong_FromUnsignedLongLong(((SolverObject *)self)->engine->usual);
}

static PyObject *solver_most(PyObject *self, void *none) {
    uint64_t most = ((SolverObject *)self)->engine->most;
    (void)none;
    if (most == 0) Py_RETURN_NONE;
    return PyLong_FromUnsignedLongLong(most);
}

static PyObject *solver_what(PyObject *self_object, void *none) {
    SolverObject *self = (SolverObject *)self_object;
    (void)none;
    if (!enter(self)) return NULL;
    json_t *what = self->engine->describe(self->self);
    self->busy = false;
    return from_json(what);
}

static PyMethodDef methods[] = {
    METHOD(
        "iterate", solver_iterate, METH_VARARGS | METH_KEYWORDS,
        "iterate(count=1, seconds=None)\n--\n\nMake so many iterations, or those that fit into the seconds; "
        "how many were made."),
    METHOD(
        "measure", solver_measure, METH_NOARGS,
        "measure()\n--\n\nHow good the solution is, exactly: value (what seat 0 wins), best (what each seat wins "
        "with its best answer) and nashconv, their sum."),
    METHOD(
        "strategy", solver_strategy, METH_O,
        "strategy(state)\n--\n\nThe probability of each legal move of the seat that is to act: a dict. The state is "
        "of the same game, made with histories=True, so that it is known what the seat has seen."),
    METHOD(
        "show", solver_show, METH_VARARGS | METH_KEYWORDS,
        "show(line=None, hand=None)\n--\n\nWhat the solution of a game with an engine of its own does after "
        "this betting with these hands: `tapete solve --show`."),
    METHOD("save", solver_save, METH_O,
           "save(path)\n--\n\nWrite all of it to a file, with which `tapete solve --resume` can go on too."),
    METHOD("resume", solver_resume, METH_O, "resume(path)\n--\n\nGo on from a file of the same game."),
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef members[] = {
    {"game", solver_game, NULL, "the game that it solves", NULL},
    {"size", solver_size, NULL,
     "how large the game is: nodes, sets, actions, bytes, seconds for an iteration", NULL},
    {"iterations", solver_iterations, NULL, "how many were made", NULL},
    {"usual", solver_usual, NULL, "how many iterations are made if nobody says how many", NULL},
    {"most", solver_most, NULL, "how many there can be; None: any number", NULL},
    {"what", solver_what, NULL, "what exactly is solved: a dict", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_doc,
     "Solver(game, method=None, utility=None, score=None, all=False, nashconv=0, threads=1, seed=0)\n--\n\n"
     "Solves a game for two, step by step; tapete.solve() does it at once.\n\n"
     "Methods of any small game: dcfr, dcfr+, cfr+, pcfr+, cfr, es-mccfr. docs/solve.md explains all settings."},
    SLOT(Py_tp_new, solver_create),
    SLOT(Py_tp_dealloc, solver_dealloc),
    {Py_tp_methods, methods},
    {Py_tp_getset, members},
    {0, NULL},
};

static PyType_Spec spec = {"tapete.Solver", sizeof(SolverObject), 0,
                           Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, slots};

/* ---- best answers ---- */

/* Whether the agent says its probabilities, where it is a Python object; else an exception. */
static bool says_probs(PyObject *agent) {
    if (PyUnicode_Check(agent)) return true;
    PyObject *probs = PyObject_GetAttrString(agent, "probs");
    Py_XDECREF(probs);
    if (probs != NULL) return true;
    PyErr_Clear();
    PyErr_SetString(PyExc_TypeError,
                    "the best answer to an agent follows from its probabilities: give it a method "
                    "probs(view), a dict from moves to probabilities");
    return false;
}

PyObject *exploit_agent(PyObject *module, PyObject *args, PyObject *keywords) {
    static char *names[] = {"game", "agent", "utility", "score", "openings", "threads", NULL};
    PyObject *game_value, *agent, *utility = Py_None, *score = Py_None, *openings = Py_None,
                                  *threads_value = NULL, *answer = NULL;
    char utility_text[UTILITY_SIZE], score_text[SCORE_SIZE], openings_text[OPENINGS_SIZE];
    long long threads = 1;
    solve_order order = {0};
    solve_exploit found = {0};
    solve_size size;
    const solve_engine *engine = NULL;
    tp_error error = {0};
    (void)module;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "OO|OOOO:exploit", names, &game_value, &agent, &utility,
                                     &score, &openings, &threads_value) ||
        !to_order(utility, "the utility", utility_text, sizeof utility_text, &order.utility) ||
        !to_order(score, "the score", score_text, sizeof score_text, &order.score) ||
        !to_order(openings, "openings", openings_text, sizeof openings_text, &order.openings) ||
        (threads_value != NULL && !to_integer(threads_value, "threads", 1, MOST_THREADS, &threads)))
        return NULL;
    GameObject *game = to_game(game_value);
    PyObject *name = game != NULL ? agent_name_of(agent) : NULL;
    const char *text = name != NULL && says_probs(agent) ? to_text(name, "the name of an agent") : NULL;
    if (text != NULL) {
        order.game = game->game;
        order.options = &game->options;
        order.threads = (int)threads;
        if (find_size(&order, &engine, &size)) {
            tp_err code;
            agent_forget_raised();
            Py_BEGIN_ALLOW_THREADS;
            code = solve_size_fits(&size, &error);
            if (code == TP_OK) code = engine->exploit(&order, text, &found, &error);
            Py_END_ALLOW_THREADS;
            bool raised = agent_raise_again();
            if (!raised && code == TP_OK) {
                answer = from_json(solve_exploit_to_json(&order, text, &found));
            } else if (!raised) {
                raise_error(&error);
            }
        }
    }
    Py_XDECREF(name);
    Py_XDECREF((PyObject *)game);
    return answer;
}

bool solver_init(PyObject *module) {
    solver_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
    return solver_type != NULL && PyModule_AddType(module, solver_type) == 0;
}
