/* Match: a game with a log, as the program plays it; records of matches. */
#include "core.h"

#include <stdlib.h>
#include <string.h>

PyTypeObject *match_type;

/* ---- beginning ---- */

static MatchObject *wrap(tp_match *match) {
    MatchObject *self = (MatchObject *)PyType_GenericAlloc(match_type, 0);
    if (self != NULL) {
        self->match = match;
        self->game = game_new(tp_match_game(match), tp_match_options(match));
        if (self->game != NULL) return self;
        Py_DECREF((PyObject *)self);
    } else {
        tp_match_free(match);
    }
    return NULL;
}

typedef struct beginning {
    tp_match_setup setup;
    PyObject *seats, *script; /* lists that hold the texts */
    const char **lines;
    json_t *position;
} beginning;

/* The texts of a list or tuple, as a new list. */
static PyObject *list_of_texts(PyObject *value, const char *what) {
    PyObject *list = PySequence_List(value);
    for (Py_ssize_t i = 0; list != NULL && i < PyList_Size(list); i++) {
        if (to_text(PyList_GetItem(list, i), what) == NULL) Py_CLEAR(list);
    }
    return list;
}

static bool read_seats(beginning *b, const GameObject *game, PyObject *value) {
    if (value == NULL || value == Py_None) return true;
    b->seats = list_of_texts(value, "the name of a player");
    if (b->seats == NULL) return false;
    if (PyList_Size(b->seats) != game->shape.seats) {
        raise_input("this game has %d seats, and there are %lld names", game->shape.seats,
                    (long long)PyList_Size(b->seats));
        return false;
    }
    for (int i = 0; i < game->shape.seats; i++)
        b->setup.seats[i] = to_text(PyList_GetItem(b->seats, i), "a name");
    return true;
}

static bool read_script(beginning *b, PyObject *value) {
    if (value == NULL || value == Py_None) return true;
    b->script = list_of_texts(value, "an outcome of a script");
    if (b->script == NULL) return false;
    b->setup.script_count = (size_t)PyList_Size(b->script);
    b->lines = calloc(b->setup.script_count + 1, sizeof *b->lines);
    if (b->lines == NULL) {
        PyErr_NoMemory();
        return false;
    }
    for (size_t i = 0; i < b->setup.script_count; i++)
        b->lines[i] = to_text(PyList_GetItem(b->script, (Py_ssize_t)i), "an outcome");
    b->setup.script = b->lines;
    return true;
}

static PyObject *match_create(PyTypeObject *type, PyObject *args, PyObject *keywords) {
    static char *names[] = {"game", "seats", "seed", "position", "script", NULL};
    PyObject *game_value, *seats = NULL, *seed = NULL, *position = NULL, *script = NULL;
    beginning b = {.lines = NULL};
    tp_error error = {0};
    (void)type;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|OOOO:Match", names, &game_value, &seats, &seed,
                                     &position, &script))
        return NULL;
    GameObject *game = to_game(game_value);
    if (game == NULL) return NULL;
    b.setup.game = game->game;
    b.setup.options = &game->given;
    b.setup.seeded = seed != NULL && seed != Py_None;
    bool good = (!b.setup.seeded || to_seed(seed, &b.setup.seed)) && read_seats(&b, game, seats) &&
                read_script(&b, script);
    if (good && position != NULL && position != Py_None) {
        b.setup.position = b.position = to_json(position);
        good = b.position != NULL;
    }
    tp_match *match = good ? tp_match_new(&b.setup, &error) : NULL;
    if (good && match == NULL) raise_error(&error);
    json_decref(b.position);
    free((void *)b.lines);
    Py_XDECREF(b.seats);
    Py_XDECREF(b.script);
    Py_DECREF((PyObject *)game);
    return match != NULL ? (PyObject *)wrap(match) : NULL;
}

static void match_dealloc(PyObject *self_object) {
    MatchObject *self = (MatchObject *)self_object;
    PyTypeObject *type = Py_TYPE(self_object);
    tp_match_free(self->match);
    Py_XDECREF((PyObject *)self->game);
    PyObject_Free(self_object);
    Py_DECREF(type);
}

/* ---- looking ---- */

static bool is_over(const MatchObject *self) { return tp_match_actor(self->match) == TP_OVER; }

static bool to_ply(const MatchObject *self, PyObject *value, int *out) {
    long long ply = tp_match_plies(self->match);
    if (value != NULL && value != Py_None && !to_integer(value, "a ply", 0, ply, &ply)) return false;
    *out = (int)ply;
    return true;
}

static PyObject *match_view(PyObject *self_object, PyObject *args, PyObject *keywords) {
    static char *names[] = {"seat", "ply", NULL};
    MatchObject *self = (MatchObject *)self_object;
    PyObject *seat = NULL, *ply_value = NULL;
    int viewer = tp_match_actor(self->match), ply;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "|OO:view", names, &seat, &ply_value) ||
        !to_ply(self, ply_value, &ply))
        return NULL;
    if (seat == NULL && viewer == TP_OVER)
        return raise_input("the game is over, so nobody is to act; name a seat: view(0)");
    if (seat != NULL && !to_viewer(self->game, seat, true, &viewer)) return NULL;
    ViewObject *view = view_new(self->game, viewer);
    if (view == NULL) return NULL;
    bool shown = ply_value == NULL || ply_value == Py_None
                     ? tp_match_view(self->match, viewer, view->bytes)
                     : tp_match_view_at(self->match, ply, viewer, view->bytes);
    if (shown) return (PyObject *)view;
    Py_DECREF((PyObject *)view);
    return PyErr_NoMemory();
}

/* What everybody at the table sees, for notebooks. */
static PyObject *match_svg(PyObject *self_object, PyObject *none) {
    MatchObject *self = (MatchObject *)self_object;
    ViewObject *view = view_new(self->game, TP_SPECTATOR);
    if (view == NULL) return NULL;
    PyObject *picture = tp_match_view(self->match, TP_SPECTATOR, view->bytes)
                            ? view_svg((PyObject *)view, none)
                            : PyErr_NoMemory();
    Py_DECREF((PyObject *)view);
    return picture;
}

static PyObject *match_state(PyObject *self_object, PyObject *args) {
    MatchObject *self = (MatchObject *)self_object;
    PyObject *ply_value = NULL;
    uint64_t seed;
    int ply;
    if (!PyArg_ParseTuple(args, "|O:state", &ply_value) || !to_ply(self, ply_value, &ply) ||
        !to_seed(NULL, &seed))
        return NULL;
    StateObject *state = state_new(self->game);
    if (state == NULL) return NULL;
    tp_match_state_at(self->match, ply, state->bytes);
    tp_chance_from_seed(&state->chance, seed);
    return (PyObject *)state;
}

static PyObject *match_tell(PyObject *self_object, PyObject *args, PyObject *keywords) {
    static char *names[] = {"ply", "seat", NULL};
    MatchObject *self = (MatchObject *)self_object;
    PyObject *ply_value = NULL, *seat = Py_None;
    int ply, viewer = TP_SPECTATOR;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "|OO:tell", names, &ply_value, &seat) ||
        !to_ply(self, ply_value, &ply) || !to_viewer(self->game, seat, true, &viewer))
        return NULL;
    char *text = tp_match_tell(self->match, ply, viewer);
    if (text == NULL) return PyErr_NoMemory();
    PyObject *lines = PyList_New(0);
    for (char *at = text; lines != NULL && *at != '\0';) {
        size_t length = strcspn(at, "\n");
        bool more = at[length] == '\n';
        at[length] = '\0';
        PyObject *line = sentence(at);
        if (line == NULL || PyList_Append(lines, line) != 0) Py_CLEAR(lines);
        Py_XDECREF(line);
        at += length + more;
    }
    free(text);
    return lines;
}

static PyObject *match_moves(PyObject *self_object, void *none) {
    MatchObject *self = (MatchObject *)self_object;
    int plies = tp_match_plies(self->match);
    (void)none;
    PyObject *list = PyList_New(plies);
    for (int ply = 1; list != NULL && ply <= plies; ply++) {
        const tp_event *events;
        tp_match_ply_events(self->match, ply, &events);
        PyObject *row =
            Py_BuildValue("(iN)", (int)events[0].seat, move_to_text(self->game->game, events[0].move));
        if (row == NULL || PyList_SetItem(list, ply - 1, row) != 0) Py_CLEAR(list);
    }
    return list;
}

static PyObject *match_actor(PyObject *self, void *none) {
    (void)none;
    if (is_over((MatchObject *)self)) Py_RETURN_NONE;
    return PyLong_FromLong(tp_match_actor(((MatchObject *)self)->match));
}

static PyObject *match_over(PyObject *self, void *none) {
    (void)none;
    return PyBool_FromLong(is_over((MatchObject *)self));
}

static PyObject *match_plies(PyObject *self, void *none) {
    (void)none;
    return PyLong_FromLong(tp_match_plies(((MatchObject *)self)->match));
}

static PyObject *match_game(PyObject *self, void *none) {
    (void)none;
    return Py_NewRef((PyObject *)((MatchObject *)self)->game);
}

static PyObject *match_seats(PyObject *self_object, void *none) {
    MatchObject *self = (MatchObject *)self_object;
    (void)none;
    PyObject *list = PyList_New(self->game->shape.seats);
    for (int seat = 0; list != NULL && seat < self->game->shape.seats; seat++)
        PyList_SetItem(list, seat, text_of(tp_match_seat_name(self->match, seat)));
    return list;
}

static PyObject *match_result(PyObject *self_object, void *scores_wanted) {
    MatchObject *self = (MatchObject *)self_object;
    float returns[TP_MAX_SEATS] = {0};
    int32_t scores[TP_MAX_SEATS] = {0};
    tp_match_result(self->match, returns, scores);
    PyObject *list = PyList_New(self->game->shape.seats);
    for (int seat = 0; list != NULL && seat < self->game->shape.seats; seat++) {
        PyList_SetItem(list, seat,
                       scores_wanted != NULL ? PyLong_FromLong(scores[seat])
                                             : PyFloat_FromDouble((double)returns[seat]));
    }
    return list;
}

static PyObject *match_commitment(PyObject *self, void *none) {
    uint8_t bytes[TP_COMMITMENT_SIZE];
    (void)none;
    tp_match_commitment(((MatchObject *)self)->match, bytes);
    return PyBytes_FromStringAndSize((const char *)bytes, sizeof bytes);
}

static PyObject *match_history(PyObject *self_object, PyObject *seat) {
    MatchObject *self = (MatchObject *)self_object;
    tp_history key;
    int viewer;
    char text[40];
    if (!to_viewer(self->game, seat, true, &viewer)) return NULL;
    if (!tp_match_history(self->match, viewer, &key)) return PyErr_NoMemory();
    snprintf(text, sizeof text, "%016llx%016llx", (unsigned long long)key.words[0],
             (unsigned long long)key.words[1]);
    return text_of(text);
}

/* ---- playing ---- */

static bool may_change(MatchObject *self) {
    if (!self->busy) return true;
    raise_input("agents are playing this match; wait until they are done");
    return false;
}

static PyObject *match_play(PyObject *self_object, PyObject *args, PyObject *keywords) {
    static char *names[] = {"move", "seat", NULL};
    MatchObject *self = (MatchObject *)self_object;
    PyObject *value, *seat_value = Py_None;
    tp_error error = {0};
    int seat = tp_match_actor(self->match);
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|O:play", names, &value, &seat_value)) return NULL;
    if (seat_value != Py_None && !to_viewer(self->game, seat_value, false, &seat)) return NULL;
    if (!may_change(self)) return NULL;
    tp_err code;
    if (PyUnicode_Check(value)) {
        const char *text = to_text(value, "a move");
        if (text == NULL) return NULL;
        code = tp_match_play_text(self->match, seat < 0 ? 0 : seat, text, &error);
    } else {
        int plies = tp_match_plies(self->match);
        int actor = tp_match_actor(self->match);
        ViewObject *view = view_new(self->game, actor == TP_OVER ? TP_SPECTATOR : actor);
        if (view == NULL) return NULL;
        tp_match_view(self->match, view->viewer, view->bytes);
        tp_move move = view_move(view, value);
        Py_DECREF((PyObject *)view);
        if (move == TP_NO_MOVE) return NULL;
        if (plies != tp_match_plies(self->match) || self->busy)
            return raise_input("the match was changed while the move was read");
        code = tp_match_play(self->match, seat, move, &error);
    }
    if (code != TP_OK) return raise_error(&error);
    Py_RETURN_NONE;
}

static PyObject *match_undo(PyObject *self_object, PyObject *args) {
    MatchObject *self = (MatchObject *)self_object;
    PyObject *count_value = NULL;
    long long count = 1;
    if (!PyArg_ParseTuple(args, "|O:undo", &count_value)) return NULL;
    if (count_value != NULL && !to_integer(count_value, "the number of moves", 0, INT32_MAX, &count))
        return NULL;
    if (!may_change(self)) return NULL;
    if (!tp_match_undo(self->match, (int)count))
        return raise_input("there are only %d moves to take back", tp_match_plies(self->match));
    Py_RETURN_NONE;
}

static PyObject *match_resign(PyObject *self_object, PyObject *seat_value) {
    MatchObject *self = (MatchObject *)self_object;
    tp_error error = {0};
    int seat;
    if (!to_viewer(self->game, seat_value, false, &seat) || !may_change(self)) return NULL;
    if (tp_match_resign(self->match, TP_ONLY(seat), &error) != TP_OK) return raise_error(&error);
    Py_RETURN_NONE;
}

typedef struct crew {
    AgentObject *agents[TP_MAX_SEATS];
    int shown[TP_MAX_SEATS];
} crew;

/* An agent for each seat: an Agent is taken as it is, anything else is made one. */
static bool hire(MatchObject *self, PyObject *list, uint64_t seed, crew *c) {
    int seats = self->game->shape.seats;
    if (PyUnicode_Check(list) || PySequence_Size(list) != seats) {
        if (PyErr_Occurred() != NULL) return false;
        raise_input("run() takes a list of %d agents, one for each seat", seats);
        return false;
    }
    for (int seat = 0; seat < seats; seat++) {
        PyObject *thing = PySequence_GetItem(list, seat);
        if (thing == NULL) return false;
        if (Py_TYPE(thing) == agent_type) {
            c->agents[seat] = (AgentObject *)thing;
        } else {
            c->agents[seat] = (AgentObject *)PyObject_CallFunction(
                (PyObject *)agent_type, "OOK", thing, (PyObject *)self->game,
                (unsigned long long)seed + (unsigned long long)seat);
            Py_DECREF(thing);
        }
        if (c->agents[seat] == NULL) return false;
        if (c->agents[seat]->game->game != self->game->game) {
            raise_input("the agent of seat %d plays %s, and the match is of %s", seat,
                        c->agents[seat]->game->game->name, self->game->game->name);
            return false;
        }
        if (c->agents[seat]->busy) {
            raise_input("the agent of seat %d is in use by another thread", seat);
            return false;
        }
    }
    return true;
}

/* Ask the agent whose turn it is. TP_NO_MOVE: it forfeits. */
static tp_move ask(MatchObject *self, crew *c, int seat, ViewObject *view) {
    AgentObject *agent = c->agents[seat];
    tp_move move;
    int plies = tp_match_plies(self->match);
    tp_match_show(self->match, c->shown[seat], plies, seat, agent->agent);
    c->shown[seat] = plies + 1;
    tp_match_view(self->match, seat, view->bytes);
    Py_BEGIN_ALLOW_THREADS;
    move = tp_agent_choose(agent->agent, view->bytes);
    Py_END_ALLOW_THREADS;
    return tp_agent_failure(agent->agent) == NULL ? move : TP_NO_MOVE;
}

/* Play to the end; false with an exception. */
static bool run(MatchObject *self, crew *c) {
    tp_error error = {0};
    ViewObject *view = view_new(self->game, 0);
    bool good = view != NULL;
    while (good && !is_over(self)) {
        int seat = tp_match_actor(self->match);
        tp_move move = ask(self, c, seat, view);
        good = PyErr_CheckSignals() == 0;
        if (!good) break;
        tp_err code = move == TP_NO_MOVE ? tp_match_resign(self->match, TP_ONLY(seat), &error)
                                         : tp_match_play(self->match, seat, move, &error);
        if (code == TP_E_REFUSED && move != TP_NO_MOVE) /* a forfeit: it did not play by the rules */
            code = tp_match_resign(self->match, TP_ONLY(seat), &error);
        if (code != TP_OK) raise_error(&error);
        good = code == TP_OK;
    }
    Py_XDECREF((PyObject *)view);
    return good;
}

static PyObject *match_run(PyObject *self_object, PyObject *args, PyObject *keywords) {
    static char *names[] = {"agents", "seed", NULL};
    MatchObject *self = (MatchObject *)self_object;
    PyObject *list, *seed_value = NULL;
    uint64_t seed;
    crew c = {.shown = {0}};
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|O:run", names, &list, &seed_value) ||
        !to_seed(seed_value, &seed) || !may_change(self))
        return NULL;
    bool good = hire(self, list, seed, &c) && may_change(self);
    int seats = self->game->shape.seats;
    if (good) {
        self->busy = true;
        for (int seat = 0; seat < seats; seat++) c.agents[seat]->busy = true;
        for (int seat = 0; seat < seats; seat++) agent_begin(c.agents[seat], seat);
        good = run(self, &c);
        float returns[TP_MAX_SEATS];
        int32_t scores[TP_MAX_SEATS];
        tp_match_result(self->match, returns, scores);
        for (int seat = 0; seat < seats && good; seat++) {
            tp_match_show(self->match, c.shown[seat], tp_match_plies(self->match), seat,
                          c.agents[seat]->agent);
            tp_agent_end(c.agents[seat]->agent, seats, returns, scores);
        }
        for (int seat = 0; seat < seats; seat++) {
            c.agents[seat]->busy = false;
            c.agents[seat]->seat = -1;
        }
        self->busy = false;
    }
    PyObject *forfeits = good ? PyDict_New() : NULL;
    for (int seat = 0; seat < seats; seat++) {
        const char *failure = good ? tp_agent_failure(c.agents[seat]->agent) : NULL;
        PyObject *key = failure != NULL ? PyLong_FromLong(seat) : NULL,
                 *text = failure != NULL ? text_of(failure) : NULL;
        if (key != NULL && text != NULL && forfeits != NULL && PyDict_SetItem(forfeits, key, text) != 0)
            Py_CLEAR(forfeits);
        Py_XDECREF(key);
        Py_XDECREF(text);
        Py_XDECREF((PyObject *)c.agents[seat]);
    }
    return forfeits;
}

/* ---- records ---- */

static PyObject *match_record(PyObject *self, PyObject *none) {
    size_t entries = 0;
    (void)none;
    char *lines = tp_record_lines(((MatchObject *)self)->match, &entries);
    if (lines == NULL) return PyErr_NoMemory();
    PyObject *text = text_of(lines);
    free(lines);
    return text;
}

static PyObject *match_save(PyObject *self, PyObject *path_value) {
    PyObject *owner = NULL;
    tp_error error = {0};
    const char *path = to_path(path_value, &owner);
    if (path == NULL) return NULL;
    tp_err code = tp_record_save(path, ((MatchObject *)self)->match, &error);
    Py_DECREF(owner);
    if (code != TP_OK) return raise_error(&error);
    Py_RETURN_NONE;
}

static PyObject *match_read(PyObject *type, PyObject *path_value) {
    PyObject *owner = NULL;
    tp_error error = {0};
    tp_record_info info;
    (void)type;
    const char *path = to_path(path_value, &owner);
    if (path == NULL) return NULL;
    tp_match *match = tp_record_read(path, &info, &error);
    Py_DECREF(owner);
    return match != NULL ? (PyObject *)wrap(match) : raise_error(&error);
}

static PyObject *match_parse(PyObject *type, PyObject *text_value) {
    tp_error error = {0};
    tp_record_info info;
    (void)type;
    const char *text = to_text(text_value, "a record");
    if (text == NULL) return NULL;
    tp_match *match = tp_record_parse(text, strlen(text), &info, &error);
    return match != NULL ? (PyObject *)wrap(match) : raise_error(&error);
}

PyObject *verify_record(PyObject *module, PyObject *path_value) {
    PyObject *owner = NULL;
    tp_error error = {0};
    char report[4096] = "";
    (void)module;
    const char *path = to_path(path_value, &owner);
    if (path == NULL) return NULL;
    tp_err code = tp_record_verify(path, report, sizeof report, &error);
    Py_DECREF(owner);
    return code == TP_OK ? text_of(report) : raise_error(&error);
}

static PyObject *match_reduce(PyObject *self_object, PyObject *none) {
    MatchObject *self = (MatchObject *)self_object;
    (void)none;
    if (!is_over(self))
        return raise_input("a match can be pickled once it is over; save a record of one that goes on");
    PyObject *text = match_record(self_object, NULL);
    PyObject *parse = text != NULL ? PyObject_GetAttrString((PyObject *)match_type, "parse") : NULL;
    if (parse == NULL) Py_CLEAR(text);
    return parse != NULL ? Py_BuildValue("N(N)", parse, text) : NULL;
}

static PyObject *match_repr(PyObject *self_object) {
    MatchObject *self = (MatchObject *)self_object;
    return PyUnicode_FromFormat("<match of %s, %d plies%s>", self->game->game->name,
                                tp_match_plies(self->match), is_over(self) ? ", over" : "");
}

static PyMethodDef methods[] = {
    METHOD(
        "view", match_view, METH_VARARGS | METH_KEYWORDS,
        "view(seat=..., ply=None)\n--\n\nThe View of a seat, of the one to act if none is named, or with None "
        "of a spectator; now or after a ply."),
    METHOD(
        "state", match_state, METH_VARARGS,
        "state(ply=None)\n--\n\nThe State, now or after a ply, with a chance of its own: for the owner of the match."),
    METHOD("play", match_play, METH_VARARGS | METH_KEYWORDS,
           "play(move, seat=None)\n--\n\nPlay a move for a seat, or for the one that is to act."),
    METHOD("undo", match_undo, METH_VARARGS, "undo(count=1)\n--\n\nTake back the last moves."),
    METHOD("resign", match_resign, METH_O, "resign(seat)\n--\n\nThis seat gives up, and with it its side."),
    METHOD(
        "run", match_run, METH_VARARGS | METH_KEYWORDS,
        "run(agents, seed=None)\n--\n\nLet agents play to the end, one for each seat: names, Agents, or Python "
        "objects with choose(view). Returns who forfeited and why, mostly nobody."),
    METHOD(
        "tell", match_tell, METH_VARARGS | METH_KEYWORDS,
        "tell(ply=None, seat=None)\n--\n\nWhat a seat or a spectator would tell of a ply: a list of sentences."),
    METHOD("history", match_history, METH_O,
           "history(seat)\n--\n\nA key of all that a seat has seen: its information set."),
    METHOD("record", match_record, METH_NOARGS, "record()\n--\n\nThe record as text, with every card."),
    METHOD("save", match_save, METH_O, "save(path)\n--\n\nWrite the record to a file."),
    METHOD("read", match_read, METH_O | METH_STATIC, "read(path)\n--\n\nThe Match of a record in a file."),
    METHOD("parse", match_parse, METH_O | METH_STATIC, "parse(text)\n--\n\nThe Match of a record."),
    METHOD("_repr_svg_", match_svg, METH_NOARGS,
           "_repr_svg_()\n--\n\nThe table as everybody at it sees it, as SVG, for notebooks."),
    METHOD("__reduce__", match_reduce, METH_NOARGS, NULL),
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef members[] = {
    {"game", match_game, NULL, "the game", NULL},
    {"seats", match_seats, NULL, "who sits where", NULL},
    {"actor", match_actor, NULL, "the seat that is to act; None: the game is over", NULL},
    {"over", match_over, NULL, "whether the game is over", NULL},
    {"plies", match_plies, NULL, "how many moves were made", NULL},
    {"moves", match_moves, NULL, "the moves: (seat, text)", NULL},
    {"returns", match_result, NULL, "how it ended for each seat, from -1 to 1; zero before the end", NULL},
    {"scores", match_result, NULL, "the same in the game's own measure", (void *)1},
    {"commitment", match_commitment, NULL, "the hash of the key that deals the cards", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_doc,
     "Match(game, seats=None, seed=None, position=None, script=None)\n--\n\n"
     "A game with its log, as `tapete play` plays it: with undo, records and a deal that can be verified.\n\n"
     "`seats` are names of the players, `position` is JSON to begin with, `script` outcomes in words."},
    SLOT(Py_tp_new, match_create),
    SLOT(Py_tp_dealloc, match_dealloc),
    SLOT(Py_tp_repr, match_repr),
    {Py_tp_methods, methods},
    {Py_tp_getset, members},
    {0, NULL},
};

static PyType_Spec spec = {"tapete.Match", sizeof(MatchObject), 0,
                           Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, slots};

bool match_init(PyObject *module) {
    match_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
    return match_type != NULL && PyModule_AddType(module, match_type) == 0;
}
