/* Agents: those of the library for Python, and those written in Python for the library.
 *
 * A Python object becomes an agent of the kind `python`, which has one option, the number under which the
 * object is kept. So it can sit wherever an agent is named: at a match, in the arena, on any thread. */
#include "core.h"

#include <stdlib.h>
#include <string.h>

PyTypeObject *agent_type;

/* ---- agents written in Python ---- */

static PyObject *kept;        /* the list of all objects that were made agents */
static PyObject *kept_ids;    /* id of an object to its place in the list */
static PyObject *last_raised; /* the exception that an agent raised last, with its traceback; or NULL */

typedef struct python_self {
    PyObject *object; /* the one that chooses */
    GameObject *game;
    int seat; /* -1: it was not told */
    char failure[256];
} python_self;

static void fail_with(python_self *self, const char *what) {
    PyObject *type, *value, *trace;
    snprintf(self->failure, sizeof self->failure, "%s", what);
    if (PyErr_Occurred() == NULL) return;
    if (PyErr_ExceptionMatches(PyExc_KeyboardInterrupt)) PyErr_SetInterrupt(); /* for those who wait */
    PyErr_Fetch(&type, &value, &trace);
    PyErr_NormalizeException(&type, &value, &trace);
    PyObject *name = type != NULL ? PyObject_GetAttrString(type, "__name__") : NULL;
    PyObject *text = value != NULL ? PyObject_Str(value) : NULL;
    Py_ssize_t size;
    const char *kind = name != NULL ? PyUnicode_AsUTF8AndSize(name, &size) : NULL;
    const char *words = text != NULL ? PyUnicode_AsUTF8AndSize(text, &size) : NULL;
    snprintf(self->failure, sizeof self->failure, "it raised %s: %.180s",
             kind != NULL ? kind : "an exception", words != NULL ? words : "");
    PyErr_Clear();
    if (value != NULL && trace != NULL) PyException_SetTraceback(value, trace);
    PyErr_Clear();
    Py_XDECREF(name);
    Py_XDECREF(text);
    Py_XDECREF(type);
    Py_XDECREF(trace);
    PyObject *former = last_raised;
    last_raised = value;
    Py_XDECREF(former);
}

static tp_err python_create(const tp_game *game, const tp_options *options, uint64_t seed, void **out,
                            tp_error *error) {
    python_self *self = calloc(1, sizeof *self);
    if (self == NULL) return tp_fail(error, TP_E_MEMORY, "there is not enough memory");
    self->seat = -1;
    PyGILState_STATE lock = PyGILState_Ensure();
    Py_ssize_t number = (Py_ssize_t)tp_options_int(options, "object");
    PyObject *object = number < PyList_Size(kept) ? PyList_GetItem(kept, number) : NULL;
    tp_err code = TP_OK;
    if (object == NULL) {
        PyErr_Clear();
        code = tp_fail(error, TP_E_UNKNOWN, "agent python: no Python object has the number %lld",
                       (long long)number);
    } else if ((self->game = game_new(game, NULL)) == NULL) {
        PyErr_Clear();
        code = tp_fail(error, TP_E_MEMORY, "there is not enough memory");
    } else if (PyType_Check(object)) { /* a class: an agent of its own for each seat */
        PyObject *number_of = PyLong_FromUnsignedLongLong(seed);
        self->object = number_of != NULL
                           ? PyObject_CallFunctionObjArgs(object, (PyObject *)self->game, number_of, NULL)
                           : NULL;
        Py_XDECREF(number_of);
        if (self->object == NULL) {
            fail_with(self, "");
            code =
                tp_fail(error, TP_E_INPUT, "an agent written in Python could not be made: %s", self->failure);
        }
    } else {
        self->object = Py_NewRef(object);
    }
    if (code != TP_OK) {
        Py_XDECREF((PyObject *)self->game);
        free(self);
    } else {
        *out = self;
    }
    PyGILState_Release(lock);
    return code;
}

static void python_destroy(void *self_pointer) {
    python_self *self = self_pointer;
    PyGILState_STATE lock = PyGILState_Ensure();
    Py_XDECREF(self->object);
    Py_XDECREF((PyObject *)self->game);
    PyGILState_Release(lock);
    free(self);
}

/* What `name` of the object is, to be called; NULL, and no exception, where it has none. */
static PyObject *method_of(python_self *self, const char *name) {
    PyObject *method = PyObject_GetAttrString(self->object, name);
    if (method == NULL) PyErr_Clear();
    return method;
}

/* The view of an agent's seat. */
static ViewObject *view_of_bytes(GameObject *game, const void *bytes, int viewer) {
    ViewObject *view = view_new(game, viewer);
    if (view != NULL) memcpy(view->bytes, bytes, game->game->view_size);
    return view;
}

static tp_move python_choose(void *self_pointer, const void *bytes) {
    python_self *self = self_pointer;
    PyGILState_STATE lock = PyGILState_Ensure();
    tp_move move = TP_NO_MOVE;
    ViewObject *view = view_of_bytes(self->game, bytes, self->game->game->view_actor(bytes));
    if (view != NULL && view_list(view)) {
        if (self->failure[0] == '\0') {
            PyObject *choose = method_of(self, "choose");
            PyObject *answer =
                PyObject_CallFunctionObjArgs(choose != NULL ? choose : self->object, (PyObject *)view, NULL);
            if (answer != NULL) move = view_move(view, answer);
            if (move == TP_NO_MOVE) fail_with(self, "it made no move");
            Py_XDECREF(answer);
            Py_XDECREF(choose);
        }
        if (move == TP_NO_MOVE) move = view->moves[0];
    } else {
        PyErr_Clear();
    }
    Py_XDECREF((PyObject *)view);
    PyGILState_Release(lock);
    return move;
}

/* The numbers that `answer` gives to the legal moves: a dict from moves, or a list in their order. */
static bool read_probs(ViewObject *view, PyObject *answer, double *out) {
    bool by_name = PyObject_HasAttrString(answer, "items") != 0;
    PyObject *list = by_name ? PyMapping_Items(answer) : PySequence_List(answer);
    Py_ssize_t count = list != NULL ? PyList_Size(list) : -1;
    bool good = list != NULL;
    double sum = 0;
    if (good && !by_name && count != view->count) {
        raise_input("probs(view) gives a number for each of the %d legal moves, or a dict", view->count);
        good = false;
    }
    for (int i = 0; i < view->count; i++) out[i] = 0;
    for (Py_ssize_t i = 0; good && i < count; i++) {
        PyObject *value = PyList_GetItem(list, i), *pair = NULL;
        Py_ssize_t place = i;
        if (by_name) {
            pair = PySequence_Tuple(value);
            good = pair != NULL && PyTuple_Size(pair) == 2;
            tp_move move = good ? view_move(view, PyTuple_GetItem(pair, 0)) : TP_NO_MOVE;
            good = move != TP_NO_MOVE;
            for (place = 0; good && view->moves[place] != move;) place++;
            value = good ? PyTuple_GetItem(pair, 1) : NULL;
        }
        double number = good ? PyFloat_AsDouble(value) : -1;
        if (good && number == -1 && PyErr_Occurred() != NULL) good = false;
        if (good && !(number >= 0 && number <= 2)) {
            raise_input("probs(view) gives probabilities, from 0 to 1");
            good = false;
        }
        if (good) out[place] = number;
        Py_XDECREF(pair);
    }
    Py_XDECREF(list);
    for (int i = 0; good && i < view->count; i++) sum += out[i];
    if (good && !(sum > .999 && sum < 1.001)) {
        raise_input("the probabilities of probs(view) must add up to 1");
        good = false;
    }
    for (int i = 0; good && i < view->count; i++) out[i] /= sum;
    return good;
}

static int python_probs(void *self_pointer, const void *bytes, double *out) {
    python_self *self = self_pointer;
    int count = 0;
    PyGILState_STATE lock = PyGILState_Ensure();
    ViewObject *view = view_of_bytes(self->game, bytes, self->game->game->view_actor(bytes));
    PyObject *probs = method_of(self, "probs");
    if (view != NULL && view_list(view)) {
        bool good = false;
        if (probs != NULL && self->failure[0] == '\0') {
            PyObject *answer = PyObject_CallFunctionObjArgs(probs, (PyObject *)view, NULL);
            good = answer != NULL && read_probs(view, answer, out);
            if (!good) fail_with(self, "it said no probabilities");
            Py_XDECREF(answer);
        }
        for (int i = 0; !good && i < view->count; i++) out[i] = 1.0 / view->count;
        if (probs != NULL) count = view->count;
    } else {
        PyErr_Clear();
    }
    Py_XDECREF(probs);
    Py_XDECREF((PyObject *)view);
    PyGILState_Release(lock);
    return count;
}

static const char *python_failure(const void *self_pointer) {
    const python_self *self = self_pointer;
    return self->failure[0] != '\0' ? self->failure : NULL;
}

static void python_begin(void *self_pointer, const tp_options *options, int seat) {
    python_self *self = self_pointer;
    PyGILState_STATE lock = PyGILState_Ensure();
    GameObject *game = options != NULL ? game_new(self->game->game, options) : NULL;
    if (game != NULL) {
        Py_DECREF((PyObject *)self->game);
        self->game = game;
    }
    PyErr_Clear();
    self->seat = seat;
    PyObject *begin = self->failure[0] == '\0' ? method_of(self, "begin") : NULL;
    PyObject *answer =
        begin != NULL ? PyObject_CallFunction(begin, "Oi", (PyObject *)self->game, seat) : NULL;
    if (begin != NULL && answer == NULL) fail_with(self, "");
    Py_XDECREF(answer);
    Py_XDECREF(begin);
    PyGILState_Release(lock);
}

/* observe(event, view): what the seat saw, as bots in other processes are told, and what it knows now. */
static void python_observe(void *self_pointer, const void *view_before, const tp_event *seen,
                           const void *view_after) {
    python_self *self = self_pointer;
    const tp_game *game = self->game->game;
    PyGILState_STATE lock = PyGILState_Ensure();
    PyObject *observe = self->failure[0] == '\0' ? method_of(self, "observe") : NULL;
    if (observe != NULL) {
        char what[TP_TEXT_SIZE] = "", told[TP_TEXT_SIZE] = "";
        bool is_move = seen->type == TP_EVENT_MOVE;
        if (is_move) {
            game->move_text(seen->move, what, sizeof what);
        } else {
            tp_outcome_to_text(game, seen->kind, seen->outcome, what);
        }
        game->tell(view_before, seen, view_after, told, sizeof told);
        PyObject *seat = seen->seat >= 0 ? PyLong_FromLong(seen->seat) : Py_NewRef(Py_None);
        PyObject *event = Py_BuildValue("{s:N,s:s,s:N}", "seat", seat, is_move ? "move" : "chance", what,
                                        "text", sentence(told));
        ViewObject *view = view_of_bytes(self->game, view_after, self->seat);
        PyObject *answer = event != NULL && view != NULL
                               ? PyObject_CallFunctionObjArgs(observe, event, (PyObject *)view, NULL)
                               : NULL;
        if (answer == NULL) fail_with(self, "");
        Py_XDECREF(answer);
        Py_XDECREF(event);
        Py_XDECREF((PyObject *)view);
    }
    Py_XDECREF(observe);
    PyGILState_Release(lock);
}

static void python_end(void *self_pointer, int seats, const float *returns, const int32_t *scores) {
    python_self *self = self_pointer;
    PyGILState_STATE lock = PyGILState_Ensure();
    PyObject *end = self->failure[0] == '\0' ? method_of(self, "end") : NULL;
    if (end != NULL) {
        PyObject *result = PyList_New(seats), *margins = PyList_New(seats);
        for (int seat = 0; seat < seats && result != NULL && margins != NULL; seat++) {
            PyList_SetItem(result, seat, PyFloat_FromDouble((double)returns[seat]));
            PyList_SetItem(margins, seat, PyLong_FromLong(scores[seat]));
        }
        PyObject *answer = result != NULL && margins != NULL
                               ? PyObject_CallFunctionObjArgs(end, result, margins, NULL)
                               : NULL;
        if (answer == NULL) fail_with(self, "");
        Py_XDECREF(answer);
        Py_XDECREF(result);
        Py_XDECREF(margins);
    }
    Py_XDECREF(end);
    PyGILState_Release(lock);
}

static const tp_option python_options[] = {
    {"object", TP_OPTION_INT, "0", 0, 1 << 30, NULL, "the number of the Python object"},
    {NULL, TP_OPTION_INT, NULL, 0, 0, NULL, NULL},
};

static const tp_agent_kind python_kind = {
    .struct_size = sizeof(tp_agent_kind),
    .name = "python",
    .summary = "an object of this Python program",
    .options = python_options,
    .create = python_create,
    .destroy = python_destroy,
    .choose = python_choose,
    .probs = python_probs,
    .failure = python_failure,
    .begin = python_begin,
    .observe = python_observe,
    .end = python_end,
    .is_local = true,
};

static bool can_choose(PyObject *thing) {
    PyObject *choose = PyObject_GetAttrString(thing, "choose");
    if (choose == NULL) PyErr_Clear();
    Py_XDECREF(choose);
    return choose != NULL || PyCallable_Check(thing);
}

PyObject *agent_name_of(PyObject *thing) {
    if (PyUnicode_Check(thing))
        return to_text(thing, "the name of an agent") != NULL ? Py_NewRef(thing) : NULL;
    if (!can_choose(thing)) {
        PyErr_SetString(
            PyExc_TypeError,
            "an agent is the name of one, a function from a view to a move, an object with a method "
            "choose(view), or a class of such objects, made with (game, seed)");
        return NULL;
    }
    PyObject *id = PyLong_FromVoidPtr(thing);
    PyObject *place = id != NULL ? PyDict_GetItemWithError(kept_ids, id) : NULL; /* borrowed */
    Py_XINCREF(place);
    if (id != NULL && place == NULL && PyErr_Occurred() == NULL) {
        place = PyLong_FromSsize_t(PyList_Size(kept));
        if (place != NULL && (PyList_Append(kept, thing) != 0 || PyDict_SetItem(kept_ids, id, place) != 0))
            Py_CLEAR(place);
    }
    Py_XDECREF(id);
    PyObject *name = place != NULL ? PyUnicode_FromFormat("python:object=%S", place) : NULL;
    Py_XDECREF(place);
    return name;
}

/* ---- agents for Python ---- */

static PyObject *agent_create(PyTypeObject *type, PyObject *args, PyObject *keywords) {
    static char *names[] = {"agent", "game", "seed", NULL};
    PyObject *thing, *game_value, *seed_value = NULL, *name = NULL;
    uint64_t seed;
    tp_error error = {0};
    (void)type;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "OO|O:Agent", names, &thing, &game_value, &seed_value) ||
        !to_seed(seed_value, &seed))
        return NULL;
    AgentObject *self = (AgentObject *)PyType_GenericAlloc(agent_type, 0);
    if (self == NULL) return NULL;
    self->seat = -1;
    self->game = to_game(game_value);
    name = self->game != NULL ? agent_name_of(thing) : NULL;
    const char *text = name != NULL ? to_text(name, "the name of an agent") : NULL;
    if (text != NULL) {
        self->name = Py_NewRef(thing);
        Py_BEGIN_ALLOW_THREADS;
        self->agent = tp_agent_new_for(self->game->game, &self->game->options, text, seed, &error);
        Py_END_ALLOW_THREADS;
        if (self->agent == NULL) raise_error(&error);
    }
    Py_XDECREF(name);
    if (self->agent != NULL) return (PyObject *)self;
    Py_DECREF((PyObject *)self);
    return NULL;
}

static void agent_dealloc(PyObject *self_object) {
    AgentObject *self = (AgentObject *)self_object;
    PyTypeObject *type = Py_TYPE(self_object);
    tp_agent *agent = self->agent;
    if (agent != NULL) {
        Py_BEGIN_ALLOW_THREADS; /* a program may take a moment to end */
        tp_agent_free(agent);
        Py_END_ALLOW_THREADS;
    }
    Py_XDECREF(self->name);
    Py_XDECREF((PyObject *)self->game);
    PyObject_Free(self_object);
    Py_DECREF(type);
}

void agent_begin(AgentObject *self, int seat) {
    tp_agent_begin(self->agent, &self->game->options, seat);
    self->seat = seat;
}

/* Go into the agent: one thread at a time. */
static bool enter(AgentObject *self) {
    if (!self->busy) return self->busy = true;
    raise_input("another thread is using this agent; give each thread its own");
    return false;
}

/* The view is of this agent's game, and (`acts`) of the seat that is to act. */
static ViewObject *check_view(AgentObject *self, PyObject *value, bool acts) {
    if (Py_TYPE(value) != view_type) {
        PyErr_SetString(PyExc_TypeError, "an agent looks at a tapete.View");
        return NULL;
    }
    ViewObject *view = (ViewObject *)value;
    if (view->game->game != self->game->game)
        return (ViewObject *)raise_input("this agent plays %s, and the view is of %s", self->game->game->name,
                                         view->game->game->name);
    if (!view_list(view)) return NULL;
    if (acts && view->count == 0)
        return (ViewObject *)raise_input(
            "the seat of this view is not to act, so there is nothing to choose");
    if (view->viewer < 0)
        return (ViewObject *)raise_input("this is the view of a spectator; an agent has a seat");
    return view;
}

static PyObject *raise_failure(AgentObject *self) {
    tp_error error = {0};
    tp_refuse(&error, "FORFEIT", "the agent failed: %s", tp_agent_failure(self->agent));
    return raise_error(&error);
}

static PyObject *agent_choose(PyObject *self_object, PyObject *value) {
    AgentObject *self = (AgentObject *)self_object;
    ViewObject *view = check_view(self, value, true);
    tp_move move;
    if (view == NULL || !enter(self)) return NULL;
    if (self->seat != view->viewer) agent_begin(self, view->viewer);
    Py_BEGIN_ALLOW_THREADS;
    move = tp_agent_choose(self->agent, view->bytes);
    Py_END_ALLOW_THREADS;
    self->busy = false;
    if (tp_agent_failure(self->agent) != NULL) return raise_failure(self);
    return move_to_text(self->game->game, move);
}

static PyObject *agent_evaluate(PyObject *self_object, PyObject *value) {
    AgentObject *self = (AgentObject *)self_object;
    ViewObject *view = check_view(self, value, true);
    int count;
    if (view == NULL) return NULL;
    tp_opinion *opinions = malloc((size_t)self->game->game->max_moves * sizeof *opinions);
    if (opinions == NULL) return PyErr_NoMemory();
    if (!enter(self)) {
        free(opinions);
        return NULL;
    }
    Py_BEGIN_ALLOW_THREADS;
    count = tp_agent_evaluate(self->agent, view->bytes, opinions);
    Py_END_ALLOW_THREADS;
    self->busy = false;
    PyObject *list = PyList_New(0);
    for (int i = 0; list != NULL && i < count; i++) {
        PyObject *row = Py_BuildValue(
            "{s:N,s:d,s:d,s:K}", "move", move_to_text(self->game->game, opinions[i].move), "value",
            opinions[i].value, "error", opinions[i].error, "games", (unsigned long long)opinions[i].games);
        if (row == NULL || PyList_Append(list, row) != 0) Py_CLEAR(list);
        Py_XDECREF(row);
    }
    free(opinions);
    return list;
}

static PyObject *agent_probs(PyObject *self_object, PyObject *value) {
    AgentObject *self = (AgentObject *)self_object;
    ViewObject *view = check_view(self, value, true);
    int count;
    if (view == NULL) return NULL;
    double *probs = malloc((size_t)self->game->game->max_moves * sizeof *probs);
    if (probs == NULL) return PyErr_NoMemory();
    if (!enter(self)) {
        free(probs);
        return NULL;
    }
    Py_BEGIN_ALLOW_THREADS;
    count = tp_agent_probs(self->agent, view->bytes, probs);
    Py_END_ALLOW_THREADS;
    self->busy = false;
    if (tp_agent_failure(self->agent) != NULL) {
        free(probs);
        return raise_failure(self);
    }
    PyObject *dict = PyDict_New();
    for (int i = 0; dict != NULL && i < count && i < view->count; i++) {
        PyObject *key = move_to_text(self->game->game, view->moves[i]),
                 *number = PyFloat_FromDouble(probs[i]);
        if (key == NULL || number == NULL || PyDict_SetItem(dict, key, number) != 0) Py_CLEAR(dict);
        Py_XDECREF(key);
        Py_XDECREF(number);
    }
    free(probs);
    return dict;
}

static PyObject *agent_learnt(PyObject *self_object, PyObject *none) {
    AgentObject *self = (AgentObject *)self_object;
    (void)none;
    if (!enter(self)) return NULL;
    json_t *json = tp_agent_learnt(self->agent);
    self->busy = false;
    if (json == NULL) Py_RETURN_NONE;
    return from_json(json);
}

static PyObject *agent_name(PyObject *self, void *none) {
    (void)none;
    return Py_NewRef(((AgentObject *)self)->name);
}

static PyObject *agent_game(PyObject *self, void *none) {
    (void)none;
    return Py_NewRef((PyObject *)((AgentObject *)self)->game);
}

static PyObject *agent_failure(PyObject *self_object, void *none) {
    const char *failure = tp_agent_failure(((AgentObject *)self_object)->agent);
    (void)none;
    if (failure == NULL) Py_RETURN_NONE;
    return text_of(failure);
}

static PyObject *agent_repr(PyObject *self_object) {
    AgentObject *self = (AgentObject *)self_object;
    return PyUnicode_FromFormat("tapete.Agent(%R, '%s')", self->name, self->game->game->name);
}

static PyMethodDef methods[] = {
    METHOD("choose", agent_choose, METH_O,
           "choose(view)\n--\n\nA legal move for the seat whose view it is, as a text."),
    METHOD(
        "evaluate", agent_evaluate, METH_O,
        "evaluate(view)\n--\n\nWhat it thinks of each legal move, best first: dicts with move, value (1 a sure "
        "win), error and games. Empty for a kind without opinions."),
    METHOD(
        "probs", agent_probs, METH_O,
        "probs(view)\n--\n\nHow likely it is to choose each move, exactly: a dict. Empty for a kind that cannot say."),
    METHOD("learnt", agent_learnt, METH_NOARGS,
           "learnt()\n--\n\nWhat it has learnt; None for a kind that does not."),
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef members[] = {
    {"name", agent_name, NULL, "as it was given: a name, or a Python object", NULL},
    {"game", agent_game, NULL, "the game that it plays", NULL},
    {"failure", agent_failure, NULL, "why it has forfeited; None while it is fine", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, "Agent(agent, game, seed=None)\n--\n\n"
                "A player: Agent('ismcts:ms=50', game). `tapete agents` lists the names.\n\n"
                "A function from a View to a move, or an object with choose(view), is an agent too."},
    SLOT(Py_tp_new, agent_create),
    SLOT(Py_tp_dealloc, agent_dealloc),
    SLOT(Py_tp_repr, agent_repr),
    {Py_tp_methods, methods},
    {Py_tp_getset, members},
    {0, NULL},
};

static PyType_Spec spec = {"tapete.Agent", sizeof(AgentObject), 0,
                           Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, slots};

static PyObject *list_agents(PyObject *module, PyObject *none) {
    (void)module;
    (void)none;
    return from_json(tp_agents_to_json());
}

void agent_forget_raised(void) {
    PyObject *former = last_raised;
    last_raised = NULL;
    Py_XDECREF(former);
}

bool agent_raise_again(void) {
    PyObject *raised = last_raised;
    last_raised = NULL;
    if (PyErr_CheckSignals() == 0 && raised != NULL) PyErr_SetObject((PyObject *)Py_TYPE(raised), raised);
    Py_XDECREF(raised);
    return PyErr_Occurred() != NULL;
}

static PyObject *take_raised(PyObject *module, PyObject *none) {
    PyObject *raised = last_raised != NULL ? last_raised : Py_NewRef(Py_None);
    (void)module;
    (void)none;
    last_raised = NULL;
    return raised;
}

static PyMethodDef functions[] = {
    METHOD("_take_raised", take_raised, METH_NOARGS,
           "_take_raised()\n--\n\nThe exception that an agent written in Python raised last, or None."),
    METHOD("agents", list_agents, METH_NOARGS,
           "agents()\n--\n\nThe kinds of agents there are, with their options, and the levels of play."),
    {NULL, NULL, 0, NULL},
};

bool agent_init(PyObject *module) {
    tp_error error = {0};
    kept = PyList_New(0);
    kept_ids = PyDict_New();
    agent_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
    if (kept == NULL || kept_ids == NULL || agent_type == NULL || PyModule_AddType(module, agent_type) != 0 ||
        PyModule_AddFunctions(module, functions) != 0)
        return false;
    if (tp_agent_register(&python_kind, &error) == TP_OK) return true;
    raise_error(&error);
    return false;
}
