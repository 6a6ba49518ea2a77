/* View: what one seat may know. It holds the bytes of the view and nothing of the state that it was made of.
 */
#include "core.h"

#include <stdlib.h>
#include <string.h>

PyTypeObject *view_type;

ViewObject *view_new(GameObject *game, int viewer) {
    ViewObject *self = (ViewObject *)PyType_GenericAlloc(view_type, 0);
    if (self == NULL) return NULL;
    self->game = (GameObject *)Py_NewRef((PyObject *)game);
    self->viewer = viewer;
    self->bytes = calloc(1, game->game->view_size);
    if (self->bytes != NULL) return self;
    Py_DECREF(self);
    return (ViewObject *)PyErr_NoMemory();
}

static void view_dealloc(PyObject *self_object) {
    ViewObject *self = (ViewObject *)self_object;
    PyTypeObject *type = Py_TYPE(self_object);
    free(self->bytes);
    free(self->moves);
    Py_XDECREF((PyObject *)self->game);
    PyObject_Free(self_object);
    Py_DECREF(type);
}

bool view_list(ViewObject *self) {
    static tp_move *list; /* the longest list may be very long; the lock of the interpreter guards it */
    static int room;
    const tp_game *game = self->game->game;
    if (self->moves != NULL) return true;
    if (game->max_moves > room) {
        tp_move *longer = realloc(list, (size_t)game->max_moves * sizeof *list);
        if (longer != NULL) list = longer;
        if (longer != NULL) room = game->max_moves;
    }
    bool acts = self->viewer >= 0 && game->view_actor(self->bytes) == self->viewer;
    int count = acts && game->max_moves <= room ? game->view_legal(self->bytes, list) : 0;
    self->moves = malloc(((size_t)count + 1) * sizeof *self->moves);
    if (self->moves == NULL || game->max_moves > room) {
        PyErr_NoMemory();
        return false;
    }
    if (count > 0) memcpy(self->moves, list, (size_t)count * sizeof *self->moves);
    self->count = count;
    return true;
}

static bool only_seats(const ViewObject *self) {
    if (self->viewer >= 0) return true;
    raise_input("this is the view of a spectator; only a seat has numbers and worlds");
    return false;
}

PyObject *move_to_text(const tp_game *game, tp_move move) {
    char text[TP_TEXT_SIZE] = "";
    game->move_text(move, text, sizeof text);
    return text_of(text);
}

PyObject *sentence(const char *marked) {
    static const char *const names[TP_MAX_SEATS] = {"seat 0", "seat 1", "seat 2", "seat 3"};
    char filled[4 * TP_TEXT_SIZE];
    tp_fill_names(marked, names, TP_MAX_SEATS, filled, sizeof filled);
    return text_of(filled);
}

/* ---- moves ---- */

static uint32_t action_at(const ViewObject *self, int index) {
    return self->game->actions != 0 ? self->game->game->action_of(self->bytes, self->moves[index])
                                    : (uint32_t)index;
}

static bool is_legal(const ViewObject *self, tp_move move) {
    for (int i = 0; i < self->count; i++) {
        if (self->moves[i] == move) return true;
    }
    return false;
}

static tp_move refuse_move(ViewObject *self, tp_move move, const char *typed) {
    tp_error error = {0};
    const tp_game *game = self->game->game;
    char why[TP_WHY_SIZE], plain[TP_WHY_SIZE];
    if (self->count == 0) {
        tp_refuse(&error, game->view_actor(self->bytes) == TP_OVER ? "GAME_OVER" : "NOT_YOUR_TURN",
                  "%s cannot be played: this seat is not to act now", typed);
    } else if (move == TP_NO_MOVE) {
        tp_refuse(&error, "UNKNOWN_MOVE", "%s is not a move of this game", typed);
    } else {
        const char *reason = tp_game_why_not(game, self->bytes, move, why, sizeof why);
        static const char *const names[TP_MAX_SEATS] = {"seat 0", "seat 1", "seat 2", "seat 3"};
        tp_fill_names(why, names, TP_MAX_SEATS, plain, sizeof plain);
        tp_refuse(&error, reason, "%s cannot be played: %s", typed, plain);
    }
    for (int i = 0; i < self->count; i++) {
        char text[TP_TEXT_SIZE];
        size_t used = strlen(error.legal);
        game->move_text(self->moves[i], text, sizeof text);
        if (used + strlen(text) + 8 > sizeof error.legal) {
            snprintf(error.legal + used, sizeof error.legal - used, " ...");
            break;
        }
        snprintf(error.legal + used, sizeof error.legal - used, "%s%.250s", used > 0 ? ", " : "", text);
    }
    raise_error(&error);
    return TP_NO_MOVE;
}

static tp_move move_by_text(ViewObject *self, PyObject *value) {
    const tp_game *game = self->game->game;
    const char *text = to_text(value, "a move");
    char shown[64];
    tp_move move = TP_NO_MOVE;
    if (text == NULL) return TP_NO_MOVE;
    snprintf(shown, sizeof shown, "%.50s", text);
    if (strlen(text) < TP_TEXT_SIZE && game->move_parse(text, &move) != TP_OK) move = TP_NO_MOVE;
    if (move != TP_NO_MOVE && is_legal(self, move)) return move;
    if (move != TP_NO_MOVE && self->count > 0 && game->meant != NULL) {
        tp_move meant = game->meant(self->bytes, move);
        if (is_legal(self, meant)) return meant;
    }
    return refuse_move(self, move, shown);
}

static tp_move move_by_action(ViewObject *self, PyObject *value) {
    char shown[64];
    long long action;
    if (!to_integer(value, "an action", INT32_MIN, INT32_MAX, &action)) return TP_NO_MOVE;
    if (self->game->actions == 0) {
        if (action >= 0 && action < self->count) return self->moves[action];
    } else {
        for (int i = 0; i < self->count; i++) {
            if ((long long)action_at(self, i) == action) return self->moves[i];
        }
    }
    if (self->count == 0) {
        snprintf(shown, sizeof shown, "action %lld", action);
        return refuse_move(self, TP_NO_MOVE, shown);
    }
    tp_error error = {0};
    if (self->game->actions == 0) {
        tp_refuse(&error, "NOT_LEGAL", "action %lld is not legal here: there are %d legal moves, 0 to %d",
                  action, self->count, self->count - 1);
    } else {
        tp_refuse(&error, "NOT_LEGAL", "action %lld is not legal here; see legal_actions", action);
    }
    raise_error(&error);
    return TP_NO_MOVE;
}

tp_move view_move(ViewObject *self, PyObject *value) {
    if (!view_list(self)) return TP_NO_MOVE;
    if (PyUnicode_Check(value)) return move_by_text(self, value);
    PyObject *number = PyBool_Check(value) ? NULL : PyNumber_Index(value);
    if (number == NULL) {
        if (is_other_type())
            PyErr_SetString(PyExc_TypeError,
                            "a move must be a text, as in `legal`, or a number of `legal_actions`");
        return TP_NO_MOVE;
    }
    tp_move move = move_by_action(self, number);
    Py_DECREF(number);
    return move;
}

static PyObject *view_legal(PyObject *self_object, void *none) {
    ViewObject *self = (ViewObject *)self_object;
    (void)none;
    if (!view_list(self)) return NULL;
    PyObject *list = PyList_New(self->count);
    for (int i = 0; list != NULL && i < self->count; i++) {
        PyObject *text = move_to_text(self->game->game, self->moves[i]);
        if (text == NULL || PyList_SetItem(list, i, text) != 0) Py_CLEAR(list);
    }
    return list;
}

static PyObject *view_legal_actions(PyObject *self_object, void *none) {
    ViewObject *self = (ViewObject *)self_object;
    (void)none;
    if (!view_list(self)) return NULL;
    PyObject *list = PyList_New(self->count);
    for (int i = 0; list != NULL && i < self->count; i++) {
        PyObject *number = PyLong_FromUnsignedLong(action_at(self, i));
        if (number == NULL || PyList_SetItem(list, i, number) != 0) Py_CLEAR(list);
    }
    return list;
}

static PyObject *view_action(PyObject *self_object, PyObject *value) {
    ViewObject *self = (ViewObject *)self_object;
    tp_move move = view_move(self, value);
    if (move == TP_NO_MOVE) return NULL;
    for (int i = 0; i < self->count; i++) {
        if (self->moves[i] == move) return PyLong_FromUnsignedLong(action_at(self, i));
    }
    return raise_input("this move is not legal here");
}

static PyObject *view_move_text(PyObject *self_object, PyObject *value) {
    ViewObject *self = (ViewObject *)self_object;
    tp_move move = view_move(self, value);
    return move != TP_NO_MOVE ? move_to_text(self->game->game, move) : NULL;
}

static PyObject *view_name(PyObject *self_object, PyObject *value) {
    ViewObject *self = (ViewObject *)self_object;
    char text[TP_TEXT_SIZE] = "";
    tp_move move = view_move(self, value);
    if (move == TP_NO_MOVE) return NULL;
    tp_move_label(self->game->game, self->bytes, move, text, sizeof text);
    return sentence(text);
}

static PyObject *view_help(PyObject *self_object, PyObject *value) {
    ViewObject *self = (ViewObject *)self_object;
    char text[TP_TEXT_SIZE] = "";
    tp_move move = view_move(self, value);
    if (move == TP_NO_MOVE) return NULL;
    tp_game_move_help(self->game->game, self->bytes, move, text, sizeof text);
    return sentence(text);
}

/* ---- numbers ---- */

static PyObject *view_numbers(PyObject *self_object, void *none) {
    ViewObject *self = (ViewObject *)self_object;
    (void)none;
    if (!only_seats(self)) return NULL;
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)self->game->size);
    if (bytes != NULL && self->game->size > 0)
        self->game->game->observe(self->bytes, (uint8_t *)PyBytes_AsString(bytes));
    return bytes;
}

static PyObject *view_move_numbers(PyObject *self_object, void *none) {
    ViewObject *self = (ViewObject *)self_object;
    size_t size = self->game->move_size;
    (void)none;
    if (!only_seats(self) || !view_list(self)) return NULL;
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, self->count * (Py_ssize_t)size);
    for (int i = 0; bytes != NULL && size > 0 && i < self->count; i++) {
        self->game->game->observe_move(self->bytes, self->moves[i],
                                       (uint8_t *)PyBytes_AsString(bytes) + (size_t)i * size);
    }
    return bytes;
}

/* Rows of numbers as floats: each divided by the scale of its field. Takes `numbers` over; NULL is fine. */
static PyObject *scaled(PyObject *numbers, const tp_field *fields, size_t size) {
    if (numbers == NULL) return NULL;
    Py_ssize_t total = PyBytes_Size(numbers);
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, total * (Py_ssize_t)sizeof(float));
    for (Py_ssize_t i = 0; bytes != NULL && i < total; i += (Py_ssize_t)size) {
        const uint8_t *row = (const uint8_t *)PyBytes_AsString(numbers) + i;
        tp_observe_floats(fields, row, (float *)(void *)PyBytes_AsString(bytes) + i);
    }
    Py_DECREF(numbers);
    return bytes;
}

static PyObject *view_floats(PyObject *self_object, void *none) {
    const GameObject *game = ((ViewObject *)self_object)->game;
    return scaled(view_numbers(self_object, none), game->game->observe_fields, game->size);
}

static PyObject *view_move_floats(PyObject *self_object, void *none) {
    const GameObject *game = ((ViewObject *)self_object)->game;
    return scaled(view_move_numbers(self_object, none), game->game->observe_move_fields, game->move_size);
}

static PyObject *view_mask(PyObject *self_object, void *none) {
    ViewObject *self = (ViewObject *)self_object;
    (void)none;
    if (!view_list(self)) return NULL;
    uint32_t actions = self->game->actions != 0 ? self->game->actions : (uint32_t)self->count;
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)actions);
    if (bytes == NULL) return NULL;
    char *mask = PyBytes_AsString(bytes);
    memset(mask, 0, actions);
    for (int i = 0; i < self->count; i++) mask[action_at(self, i)] = 1;
    return bytes;
}

/* ---- the rest ---- */

static PyObject *view_actor(PyObject *self_object, void *none) {
    ViewObject *self = (ViewObject *)self_object;
    int actor = self->game->game->view_actor(self->bytes);
    (void)none;
    if (actor == TP_OVER) Py_RETURN_NONE;
    return PyLong_FromLong(actor);
}

static PyObject *view_viewer(PyObject *self, void *none) {
    (void)none;
    if (((ViewObject *)self)->viewer < 0) Py_RETURN_NONE;
    return PyLong_FromLong(((ViewObject *)self)->viewer);
}

static PyObject *view_game(PyObject *self, void *none) {
    (void)none;
    return Py_NewRef((PyObject *)((ViewObject *)self)->game);
}

static PyObject *view_json(PyObject *self_object, PyObject *none) {
    ViewObject *self = (ViewObject *)self_object;
    (void)none;
    return from_json(self->game->game->view_to_json(self->bytes));
}

static PyObject *view_imagine(PyObject *self_object, PyObject *args) {
    ViewObject *self = (ViewObject *)self_object;
    const tp_game *game = self->game->game;
    PyObject *seed = NULL;
    uint64_t number;
    tp_error error = {0};
    if (!PyArg_ParseTuple(args, "|O:imagine", &seed) || !to_seed(seed, &number) || !only_seats(self))
        return NULL;
    void *scratch = malloc(game->scratch_size + 1);
    StateObject *world = scratch != NULL ? state_new(self->game) : (StateObject *)PyErr_NoMemory();
    if (world != NULL && tp_game_prepare(game, self->bytes, scratch, &error) != TP_OK) {
        raise_error(&error);
        Py_CLEAR(world);
    }
    if (world != NULL) {
        tp_chance_from_seed(&world->chance, number);
        game->imagine(self->bytes, scratch, world->bytes, &world->chance);
    }
    free(scratch);
    return (PyObject *)world;
}

static PyObject *view_compare(PyObject *one_object, PyObject *other_object, int operation) {
    if ((operation != Py_EQ && operation != Py_NE) || Py_TYPE(other_object) != view_type)
        Py_RETURN_NOTIMPLEMENTED;
    ViewObject *one = (ViewObject *)one_object, *other = (ViewObject *)other_object;
    bool equal = game_equal(one->game, other->game) && one->viewer == other->viewer &&
                 memcmp(one->bytes, other->bytes, one->game->game->view_size) == 0;
    return PyBool_FromLong(equal == (operation == Py_EQ));
}

/* FNV-1a over the bytes: equal views are equal bytes. */
static Py_hash_t view_hash(PyObject *self_object) {
    ViewObject *self = (ViewObject *)self_object;
    const unsigned char *bytes = self->bytes;
    uint64_t sum = 0xcbf29ce484222325ull;
    for (size_t i = 0; i < self->game->game->view_size; i++) sum = (sum ^ bytes[i]) * 0x100000001b3ull;
    return sum == (uint64_t)-1 ? 0 : (Py_hash_t)sum;
}

static PyObject *view_repr(PyObject *self_object) {
    ViewObject *self = (ViewObject *)self_object;
    if (self->viewer < 0) return PyUnicode_FromFormat("<view of %s for spectators>", self->game->game->name);
    return PyUnicode_FromFormat("<view of %s for seat %d>", self->game->game->name, self->viewer);
}

/* ---- JSON, and pickles through it: what is read from outside is checked ---- */

/* Whose view the JSON is, which has been read and is right: a seat by its number or by its name. */
static int viewer_of(const tp_game *game, const json_t *json) {
    const json_t *viewer = json_object_get(json, "viewer");
    const char *word = json_string_value(viewer);
    if (json_is_integer(viewer)) return (int)json_integer_value(viewer);
    if (word == NULL || strcmp(word, "spectator") == 0) return TP_SPECTATOR;
    for (const tp_member *member = game->view_fields; member != NULL && member->name != NULL; member++) {
        if (strcmp(member->name, "viewer") != 0 || member->codes == NULL) continue;
        for (int seat = 0; member->codes[seat] != NULL; seat++) {
            if (strcmp(member->codes[seat], word) == 0) return seat;
        }
    }
    return TP_REVEALED;
}

PyObject *view_from_json(GameObject *game, PyObject *value) {
    tp_error error = {0};
    json_t *json = to_json(value);
    if (json == NULL) return NULL;
    ViewObject *view = view_new(game, TP_SPECTATOR);
    if (view != NULL && game->game->view_from_json(json, &game->given, view->bytes, &error) != TP_OK) {
        raise_error(&error);
        Py_CLEAR(view);
    }
    if (view != NULL) view->viewer = viewer_of(game->game, json);
    json_decref(json);
    return (PyObject *)view;
}

static PyObject *view_reduce(PyObject *self_object, PyObject *none) {
    ViewObject *self = (ViewObject *)self_object;
    (void)none;
    char *text = tp_game_view_text(self->game->game, self->bytes);
    if (text == NULL) return PyErr_NoMemory();
    PyObject *make = PyObject_GetAttrString((PyObject *)self->game, "view");
    PyObject *result = make != NULL ? Py_BuildValue("N(s)", make, text) : NULL;
    tp_free(text);
    return result;
}

static PyObject *view_copy(PyObject *self, PyObject *none) {
    (void)none;
    return Py_NewRef(self);
}

static PyMethodDef methods[] = {
    METHOD("json", view_json, METH_NOARGS, "json()\n--\n\nThe view as the server and bots get it: a dict."),
    METHOD("action", view_action, METH_O, "action(move)\n--\n\nThe action number of a legal move."),
    METHOD("move", view_move_text, METH_O, "move(action)\n--\n\nThe text of a legal move."),
    METHOD("name", view_name, METH_O, "name(move)\n--\n\nA legal move as people say it."),
    METHOD("help", view_help, METH_O, "help(move)\n--\n\nWhat a legal move does, in a sentence."),
    METHOD(
        "text", view_text, METH_VARARGS | METH_KEYWORDS,
        "text(width=80, plain=False, colour=False)\n--\n\nThe table as a terminal shows it; `plain` in words."),
    METHOD(
        "imagine", view_imagine, METH_VARARGS,
        "imagine(seed=None)\n--\n\nA world: a State made up at random that fits this view. Every arrangement "
        "of the hidden cards is equally likely; what is really hidden plays no part."),
    METHOD("_repr_svg_", view_svg, METH_NOARGS, "_repr_svg_()\n--\n\nThe table as SVG, for notebooks."),
    METHOD("__reduce__", view_reduce, METH_NOARGS, NULL),
    METHOD("__copy__", view_copy, METH_NOARGS, NULL),
    METHOD("__deepcopy__", view_copy, METH_O, NULL),
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef members[] = {
    {"game", view_game, NULL, "the game", NULL},
    {"viewer", view_viewer, NULL, "whose view it is; None: a spectator's", NULL},
    {"actor", view_actor, NULL, "the seat that is to act; None: the game is over", NULL},
    {"legal", view_legal, NULL, "the legal moves as texts; none where the viewer is not to act", NULL},
    {"legal_actions", view_legal_actions, NULL, "the same as action numbers, in the same order", NULL},
    {"mask", view_mask, NULL, "one byte for each action: 1 where it is legal", NULL},
    {"numbers", view_numbers, NULL, "the observation: one byte for each number (docs/observations.md)", NULL},
    {"move_numbers", view_move_numbers, NULL, "the numbers about each legal move, row by row", NULL},
    {"floats", view_floats, NULL,
     "numbers divided by the scale of each field, about 0 to 1: float32, for learners", NULL},
    {"move_floats", view_move_floats, NULL, "move_numbers in the same way", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, "What one seat knows. It never changes, and two equal views are equal.\n\n"
                "State.view, Match.view and Batch.view make views, and agents get them."},
    SLOT(Py_tp_dealloc, view_dealloc),
    SLOT(Py_tp_repr, view_repr),
    SLOT(Py_tp_richcompare, view_compare),
    SLOT(Py_tp_hash, view_hash),
    {Py_tp_methods, methods},
    {Py_tp_getset, members},
    {0, NULL},
};

static PyType_Spec spec = {"tapete.View", sizeof(ViewObject), 0,
                           Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                           slots};

bool view_init(PyObject *module) {
    view_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
    return view_type != NULL && PyModule_AddType(module, view_type) == 0;
}
