/* Game: one of the games with its options, from which states and views are made. */
#include "core.h"

#include <string.h>
#include <structmember.h>

PyTypeObject *game_type;

static GameObject *allocate(const tp_game *game) {
    GameObject *self = (GameObject *)PyType_GenericAlloc(game_type, 0);
    if (self == NULL) return NULL;
    self->game = game;
    tp_options_init(&self->given, game->options);
    return self;
}

/* The variant that the options give. */
static GameObject *settle(GameObject *self) {
    tp_error error = {0};
    self->options = self->given;
    if (self->game->settle != NULL) self->game->settle(&self->options, NULL);
    if (tp_game_shape(self->game, &self->options, &self->shape, &error) != TP_OK) {
        raise_error(&error);
        Py_DECREF(self);
        return NULL;
    }
    self->actions = tp_game_action_count(self->game, &self->options);
    self->size = tp_observe_size(self->game);
    self->move_size = tp_observe_move_size(self->game);
    return self;
}

GameObject *game_new(const tp_game *game, const tp_options *options) {
    GameObject *self = allocate(game);
    if (self == NULL) return NULL;
    if (options != NULL) self->given = *options;
    return settle(self);
}

static GameObject *by_name(PyObject *name, PyObject *options) {
    tp_error error = {0};
    const char *text = to_text(name, "the name of a game");
    if (text == NULL) return NULL;
    const tp_game *game = tp_game_find(text, &error);
    if (game == NULL) return (GameObject *)raise_error(&error);
    GameObject *self = allocate(game);
    if (self == NULL) return NULL;
    if (to_options(&self->given, options)) return settle(self);
    Py_DECREF(self);
    return NULL;
}

static PyObject *game_create(PyTypeObject *type, PyObject *args, PyObject *keywords) {
    PyObject *name;
    (void)type;
    if (!PyArg_ParseTuple(args, "O:Game", &name)) return NULL;
    return (PyObject *)by_name(name, keywords);
}

GameObject *to_game(PyObject *value) {
    if (Py_TYPE(value) == game_type) return (GameObject *)Py_NewRef(value);
    if (PyUnicode_Check(value)) return by_name(value, NULL);
    PyErr_SetString(PyExc_TypeError, "a game must be a tapete.Game or the name of one");
    return NULL;
}

bool to_viewer(const GameObject *game, PyObject *value, bool spectator, int *out) {
    long long seat;
    if (spectator && value == Py_None) {
        *out = TP_SPECTATOR;
        return true;
    }
    if (!to_integer(value, "a seat", 0, game->shape.seats - 1, &seat)) return false;
    *out = (int)seat;
    return true;
}

bool game_equal(const GameObject *one, const GameObject *other) {
    bool equal = one->game == other->game;
    for (size_t i = 0; equal && i < one->options.count; i++)
        equal = strcmp(one->options.values[i].text, other->options.values[i].text) == 0;
    return equal;
}

static void game_dealloc(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    PyObject_Free(self);
    Py_DECREF(type);
}

static PyObject *game_repr(PyObject *self_object) {
    GameObject *self = (GameObject *)self_object;
    char text[2048];
    size_t used = (size_t)snprintf(text, sizeof text, "tapete.Game('%s'", self->game->name);
    for (size_t i = 0; i < self->given.count; i++) {
        if (!self->given.values[i].given || used > sizeof text - 300) continue;
        used += (size_t)snprintf(text + used, sizeof text - used, ", %s='%s'", self->given.table[i].name,
                                 self->given.values[i].text);
    }
    snprintf(text + used, sizeof text - used, ")");
    return text_of(text);
}

static PyObject *game_compare(PyObject *one, PyObject *other, int operation) {
    if ((operation != Py_EQ && operation != Py_NE) || Py_TYPE(other) != game_type) Py_RETURN_NOTIMPLEMENTED;
    return PyBool_FromLong(game_equal((GameObject *)one, (GameObject *)other) == (operation == Py_EQ));
}

static Py_hash_t game_hash(PyObject *self) {
    const GameObject *game = (GameObject *)self;
    uint64_t sum = (uint64_t)(uintptr_t)game->game;
    for (size_t i = 0; i < game->options.count; i++) {
        for (const char *at = game->options.values[i].text; *at != '\0'; at++)
            sum = (sum ^ (unsigned char)*at) * 0x100000001b3ull;
    }
    return sum == (uint64_t)-1 ? 0 : (Py_hash_t)sum;
}

static PyObject *given_options(GameObject *self) {
    PyObject *dict = PyDict_New();
    for (size_t i = 0; dict != NULL && i < self->given.count; i++) {
        if (!self->given.values[i].given) continue;
        PyObject *text = text_of(self->given.values[i].text);
        if (text == NULL || PyDict_SetItemString(dict, self->given.table[i].name, text) != 0) Py_CLEAR(dict);
        Py_XDECREF(text);
    }
    return dict;
}

static PyObject *game_make(PyObject *module, PyObject *args) {
    PyObject *name, *options;
    (void)module;
    if (!PyArg_ParseTuple(args, "OO", &name, &options)) return NULL;
    return (PyObject *)by_name(name, options);
}

static PyObject *make_function; /* game_make, for pickles */

static PyObject *game_reduce(PyObject *self_object, PyObject *none) {
    GameObject *self = (GameObject *)self_object;
    (void)none;
    PyObject *options = given_options(self);
    return options != NULL ? Py_BuildValue("O(sN)", make_function, self->game->name, options) : NULL;
}

/* ---- what it is ---- */

enum { NAME, TITLE, SUMMARY, RULES_VERSION, RULES, DIRECTION };

static PyObject *game_text(PyObject *self_object, void *which) {
    GameObject *self = (GameObject *)self_object;
    switch ((intptr_t)which) {
    case NAME: return text_of(self->game->name);
    case TITLE: return text_of(self->game->title);
    case SUMMARY: return text_of(self->game->summary);
    case RULES_VERSION: return text_of(self->game->rules_version);
    case RULES: return text_of(self->game->rules_text);
    default: return text_of(tp_direction_name(self->shape.direction));
    }
}

enum { SEATS, ACTIONS, SIZE, MOVE_SIZE, MAX_MOVES, MAX_PLIES };

static PyObject *game_number(PyObject *self_object, void *which) {
    GameObject *self = (GameObject *)self_object;
    switch ((intptr_t)which) {
    case SEATS: return PyLong_FromLong(self->shape.seats);
    case ACTIONS: return PyLong_FromUnsignedLong(self->actions);
    case SIZE: return PyLong_FromSize_t(self->size);
    case MOVE_SIZE: return PyLong_FromSize_t(self->move_size);
    case MAX_MOVES: return PyLong_FromLong(self->game->max_moves);
    default: return PyLong_FromLong(self->game->max_plies);
    }
}

static PyObject *game_study(PyObject *self, void *none) {
    (void)none;
    return PyBool_FromLong(((GameObject *)self)->game->study);
}

static PyObject *game_sides(PyObject *self_object, void *none) {
    GameObject *self = (GameObject *)self_object;
    (void)none;
    PyObject *sides = PyTuple_New(self->shape.seats);
    for (int i = 0; sides != NULL && i < self->shape.seats; i++)
        PyTuple_SetItem(sides, i, PyLong_FromLong(self->shape.side[i]));
    return sides;
}

static PyObject *game_options(PyObject *self, void *none) {
    (void)none;
    return from_json(tp_options_to_json(&((GameObject *)self)->options));
}

static PyObject *game_kinds(PyObject *self_object, void *none) {
    const tp_game *game = ((GameObject *)self_object)->game;
    (void)none;
    PyObject *list = PyList_New(0);
    for (uint32_t kind = 0; list != NULL && kind < game->kind_count; kind++) {
        PyObject *names = PyList_New(0);
        for (uint32_t i = 0; names != NULL && i < game->kinds[kind].outcomes; i++) {
            char text[TP_TEXT_SIZE];
            game->outcome_text(kind, i, text, sizeof text);
            PyObject *name = text_of(text);
            if (name == NULL || PyList_Append(names, name) != 0) Py_CLEAR(names);
            Py_XDECREF(name);
        }
        PyObject *row = names != NULL ? Py_BuildValue("(sN)", game->kinds[kind].name, names) : NULL;
        if (row == NULL || PyList_Append(list, row) != 0) Py_CLEAR(list);
        Py_XDECREF(row);
    }
    return list;
}

static PyObject *list_fields(const tp_field *field) {
    PyObject *list = PyList_New(0);
    for (; list != NULL && field != NULL && field->name != NULL; field++) {
        PyObject *row = Py_BuildValue("{s:s,s:I,s:I,s:I,s:I,s:s}", "name", field->name, "offset",
                                      field->offset, "count", field->count, "scale", field->scale, "most",
                                      field->most, "help", field->help != NULL ? field->help : "");
        if (row == NULL || PyList_Append(list, row) != 0) Py_CLEAR(list);
        Py_XDECREF(row);
    }
    return list;
}

static PyObject *game_fields(PyObject *self, void *moves) {
    const tp_game *game = ((GameObject *)self)->game;
    return list_fields(moves != NULL ? game->observe_move_fields : game->observe_fields);
}

static PyObject *game_option_table(PyObject *self, PyObject *none) {
    (void)none;
    return from_json(tp_option_table_to_json(((GameObject *)self)->game->options));
}

static PyObject *game_schema(PyObject *self, PyObject *none) {
    (void)none;
    return from_json(tp_game_schema_to_json(((GameObject *)self)->game));
}

/* ---- what is made of it ---- */

static PyObject *game_deal(PyObject *self, PyObject *args, PyObject *keywords) {
    static char *names[] = {"seed", "picks", "histories", NULL};
    PyObject *seed = NULL, *picks = NULL;
    int histories = 0;
    uint64_t number = 0;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "|OO$p:deal", names, &seed, &picks, &histories))
        return NULL;
    if (picks == Py_None) picks = NULL;
    if ((picks == NULL || seed != NULL) && !to_seed(seed, &number)) return NULL;
    return state_deal((GameObject *)self, number, picks, histories != 0);
}

static PyObject *game_state(PyObject *self, PyObject *args, PyObject *keywords) {
    static char *names[] = {"position", "seed", "histories", NULL};
    PyObject *json, *seed = NULL;
    int histories = 0;
    uint64_t number;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|O$p:state", names, &json, &seed, &histories) ||
        !to_seed(seed, &number))
        return NULL;
    return state_from_json((GameObject *)self, json, number, histories != 0);
}

static PyObject *game_view(PyObject *self, PyObject *json) {
    return view_from_json((GameObject *)self, json);
}

static PyObject *game_load(PyObject *self, PyObject *saved) { return state_load((GameObject *)self, saved); }

static PyMethodDef methods[] = {
    METHOD("deal", game_deal, METH_VARARGS | METH_KEYWORDS,
           "deal(seed=None, picks=None, *, histories=False)\n--\n\n"
           "A new State. With `picks`, a list of outcomes, chance does as it is told; where the list is too "
           "short the answer is what chance has to decide next: (kind, seat, [(outcome, weight), ...]).\n"
           "With `histories` the state keeps a key of what each seat has seen."),
    METHOD("state", game_state, METH_VARARGS | METH_KEYWORDS,
           "state(position, seed=None, *, histories=False)\n--\n\nThe State of a position in JSON."),
    METHOD("view", game_view, METH_O, "view(position)\n--\n\nThe View in JSON, as View.json() writes it."),
    METHOD("load", game_load, METH_O, "load(saved)\n--\n\nThe State that State.save() has saved."),
    METHOD("option_table", game_option_table, METH_NOARGS,
           "option_table()\n--\n\nThe options there are, with types, defaults, ranges and help."),
    METHOD("schema", game_schema, METH_NOARGS,
           "schema()\n--\n\nWhat moves and views consist of, as docs/protocol.md describes it."),
    METHOD("__reduce__", game_reduce, METH_NOARGS, NULL),
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef members[] = {
    {"name", game_text, NULL, "the name, as on the command line", (void *)NAME},
    {"title", game_text, NULL, "the name, as people write it", (void *)TITLE},
    {"summary", game_text, NULL, "one line about it", (void *)SUMMARY},
    {"rules_version", game_text, NULL, "changes when an old record would replay differently",
     (void *)RULES_VERSION},
    {"rules", game_text, NULL, "the rules in short", (void *)RULES},
    {"direction", game_text, NULL, "clockwise or counterclockwise", (void *)DIRECTION},
    {"study", game_study, NULL, "whether it is small, for study", NULL},
    {"seats", game_number, NULL, "how many seats this variant has", (void *)SEATS},
    {"actions", game_number, NULL, "how many fixed actions; 0: a move is named by its place in the list",
     (void *)ACTIONS},
    {"size", game_number, NULL, "numbers in an observation", (void *)SIZE},
    {"move_size", game_number, NULL, "numbers about a move", (void *)MOVE_SIZE},
    {"max_moves", game_number, NULL, "no list of legal moves is longer", (void *)MAX_MOVES},
    {"max_plies", game_number, NULL, "no game is longer", (void *)MAX_PLIES},
    {"sides", game_sides, NULL, "of each seat: those with the same number win and lose together", NULL},
    {"options", game_options, NULL, "the variant: all options with their values", NULL},
    {"kinds", game_kinds, NULL, "what chance decides: (name, names of the outcomes)", NULL},
    {"fields", game_fields, NULL, "what the numbers of an observation mean", NULL},
    {"move_fields", game_fields, NULL, "what the numbers about a move mean", (void *)1},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, "Game(name, **options)\n--\n\n"
                "A game with its options, as in Game(name, players=2).\n\n"
                "It is a constant: two games of the same name and options are equal."},
    SLOT(Py_tp_new, game_create),
    SLOT(Py_tp_dealloc, game_dealloc),
    SLOT(Py_tp_repr, game_repr),
    SLOT(Py_tp_richcompare, game_compare),
    SLOT(Py_tp_hash, game_hash),
    {Py_tp_methods, methods},
    {Py_tp_getset, members},
    {0, NULL},
};

static PyType_Spec spec = {"tapete.Game", sizeof(GameObject), 0,
                           Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, slots};

/* ---- functions of the module ---- */

static PyObject *list_games(PyObject *module, PyObject *args, PyObject *keywords) {
    static char *names[] = {"study", NULL};
    int study = 0;
    (void)module;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "|p:games", names, &study)) return NULL;
    PyObject *list = PyList_New(0);
    for (const tp_game *const *game = tp_games(); list != NULL && *game != NULL; game++) {
        if ((*game)->study && !study) continue;
        PyObject *name = text_of((*game)->name);
        if (name == NULL || PyList_Append(list, name) != 0) Py_CLEAR(list);
        Py_XDECREF(name);
    }
    return list;
}

static PyMethodDef functions[] = {
    METHOD(
        "games", list_games, METH_VARARGS | METH_KEYWORDS,
        "games(study=False)\n--\n\nThe names of the games; with `study` also of the small ones for study."),
    METHOD("_make_game", game_make, METH_VARARGS, "_make_game(name, options)\n--\n\nFor pickles."),
    {NULL, NULL, 0, NULL},
};

bool game_init(PyObject *module) {
    game_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
    if (game_type == NULL || PyModule_AddType(module, game_type) != 0 ||
        PyModule_AddFunctions(module, functions) != 0)
        return false;
    make_function = PyObject_GetAttrString(module, "_make_game");
    return make_function != NULL;
}
