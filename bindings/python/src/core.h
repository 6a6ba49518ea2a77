/* What the files of the extension module share.
 *
 * The module is built for the limited API of Python 3.11, so one file serves 3.11 and all later versions. Its
 * types hold the structs of the library and check everything that comes from Python, because the library
 * trusts its callers (game.h).
 *
 * Two kinds of objects hold a game's bytes. A View is what a seat may know. A State is everything. A State
 * makes views; nothing makes the State behind a View, because a View keeps no reference to it. */
#ifndef TAPETE_PYTHON_CORE_H
#define TAPETE_PYTHON_CORE_H

#define PY_SSIZE_T_CLEAN
#ifdef Py_GIL_DISABLED
#error "tapete is not tested without the global interpreter lock; build it for a Python that has the lock"
#endif
#include <Python.h>

#include "tapete/tapete.h"

#include <jansson.h>

/* Functions of Python without a name for them in the limited API. */
#define METHOD(name, function, flags, help) \
    { name, (PyCFunction)(void (*)(void))(function), flags, help }
#define SLOT(id, function) \
    { id, (void *)(function) }

/* ---- error.c: exceptions with the library's sentences ---- */

extern PyObject *error_type, *refused_type;

/* Raise what a tp_error says; always NULL. */
PyObject *raise_error(const tp_error *error);
/* Raise Error with a sentence; always NULL. */
PyObject *raise_input(const char *format, ...);
bool errors_init(PyObject *module);

/* ---- value.c: JSON, text and numbers ---- */

/* A new Python value; `json` is released. NULL with an exception; NULL json: no memory. */
PyObject *from_json(json_t *json);
/* A new JSON value from anything that Python's json module can write, or from a text that holds JSON. */
json_t *to_json(PyObject *value);
/* A value could not be read: because it is of another type, and then the exception is cleared for a better
 * one. */
bool is_other_type(void);
/* A whole number in least .. most; false with an exception that names it. */
bool to_integer(PyObject *value, const char *what, long long least, long long most, long long *out);
/* A seed: any whole number of 0 .. 2^64-1, or None for one from the system. */
bool to_seed(PyObject *value, uint64_t *out);
/* UTF-8 without zero bytes; NULL with an exception. Lives as long as `value`. */
const char *to_text(PyObject *value, const char *what);
/* A path: text, bytes or os.PathLike. A new bytes object in *owner. */
const char *to_path(PyObject *value, PyObject **owner);
/* Set options from a dict or None. */
bool to_options(tp_options *options, PyObject *dict);
PyObject *text_of(const char *text); /* bytes that are not UTF-8 are replaced */

/* ---- game.c ---- */

typedef struct GameObject {
    PyObject_HEAD const tp_game *game;
    tp_options given;   /* as the caller gave them */
    tp_options options; /* settled */
    tp_shape shape;
    uint32_t actions; /* 0: no fixed numbers */
    size_t size, move_size;
} GameObject;

extern PyTypeObject *game_type;
bool game_init(PyObject *module);
/* `value` is a Game or the name of one: a new reference. */
GameObject *to_game(PyObject *value);
GameObject *game_new(const tp_game *game, const tp_options *options);
/* A seat of the game, or (with `spectator`) the word or number for a spectator. */
bool to_viewer(const GameObject *game, PyObject *value, bool spectator, int *out);
/* The same game with the same options? */
bool game_equal(const GameObject *one, const GameObject *other);

/* ---- view.c ---- */

typedef struct ViewObject {
    PyObject_HEAD GameObject *game;
    void *bytes; /* view_size */
    int viewer;
    tp_move *moves; /* NULL until they are listed */
    int count;      /* of legal moves */
} ViewObject;

extern PyTypeObject *view_type;
PyObject *view_from_json(GameObject *game, PyObject *value);
bool view_init(PyObject *module);
/* A view with room for its bytes, zeroed. */
ViewObject *view_new(GameObject *game, int viewer);
/* List the legal moves: those of the viewer where it is to act, none for any other. False without memory. */
bool view_list(ViewObject *view);
/* The legal move of a view that a text or an action number names; TP_NO_MOVE with an exception. */
tp_move view_move(ViewObject *self, PyObject *value);
PyObject *move_to_text(const tp_game *game, tp_move move);
/* A sentence with seats called "seat 0" and so on. */
PyObject *sentence(const char *marked);

/* table.c */
PyObject *view_text(PyObject *self, PyObject *args, PyObject *keywords);
PyObject *view_svg(PyObject *self, PyObject *none); /* for notebooks */

/* ---- state.c ---- */

typedef struct StateObject {
    PyObject_HEAD GameObject *game;
    void *bytes; /* state_size */
    tp_chance chance;
    tp_history *histories; /* one for each seat; NULL: not kept */
    ViewObject *current;   /* of the seat that is to act, once somebody has asked */
} StateObject;

extern PyTypeObject *state_type;
bool state_init(PyObject *module);
StateObject *state_new(GameObject *game);
/* Deal: at random, or with the outcomes `picks`, a sequence. Where it is too short the answer is what chance
 * has to decide next: (kind, seat, [(outcome, weight), ...]). */
PyObject *state_deal(GameObject *game, uint64_t seed, PyObject *picks, bool histories);
PyObject *state_from_json(GameObject *game, PyObject *value, uint64_t seed, bool histories);
PyObject *state_load(GameObject *game, PyObject *value);

/* ---- agent.c ---- */

typedef struct AgentObject {
    PyObject_HEAD GameObject *game;
    tp_agent *agent;
    PyObject *name; /* as it was given, or the Python object */
    int seat;       /* where it was told that it sits; -1: nowhere yet */
    bool busy;      /* a thread is in it, without the lock of the interpreter */
} AgentObject;

extern PyTypeObject *agent_type;
bool agent_init(PyObject *module);
/* The name by which the library makes this agent: that of an agent, or one for a Python object, which is kept
 * from then on. A new reference to a text. */
PyObject *agent_name_of(PyObject *thing);
/* Tell an agent that a game begins in which this seat is its own. */
void agent_begin(AgentObject *self, int seat);

/* What an agent written in Python raised last: forget it; raise it again, or what Ctrl-C raises. True with an
 * exception. */
void agent_forget_raised(void);
bool agent_raise_again(void);

/* ---- solver.c ---- */

bool solver_init(PyObject *module);
PyObject *exploit_agent(PyObject *module, PyObject *args, PyObject *keywords);

/* ---- match.c, review.c ---- */

typedef struct MatchObject {
    PyObject_HEAD GameObject *game;
    tp_match *match;
    bool busy; /* agents are playing it */
} MatchObject;

extern PyTypeObject *match_type;
bool match_init(PyObject *module);
PyObject *review_match(PyObject *self, PyObject *args, PyObject *keywords);
PyObject *verify_record(PyObject *module, PyObject *path_value);

/* ---- batch.c, arena.c ---- */

bool batch_init(PyObject *module);
PyObject *run_arena(PyObject *module, PyObject *args, PyObject *keywords);

#endif
