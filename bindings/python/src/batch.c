/* Batch: many games of one kind, stepped together into buffers that the caller owns.
 *
 * The buffers are bound once and stay exported while they are, so their memory cannot go away. A step drops
 * the lock of the interpreter; while it lasts the batch is busy and refuses every other caller. */
#include "core.h"

#include <stdlib.h>
#include <string.h>

static PyTypeObject *batch_type;

enum {
    ROW = -1,
    SEATS_IN_ROW = -2,
    SIZE_IN_ROW = -3,
    ACTIONS_IN_ROW = -4,
    ROOM_IN_ROW = -5,
    MOVE_SIZE_IN_ROW = -6
};

/* A buffer of tp_batch_buffers: its name, the kind of its numbers, and its dimensions after [count]. */
typedef struct spot {
    const char *name;
    size_t offset;
    char kind; /* u: unsigned, i: signed, f: float, b: unsigned byte or bool */
    int width; /* bytes of a number */
    int shape[2];
} spot;

#define SPOT(name, kind, width, one, two)                                  \
    {                                                                      \
#name, offsetof(tp_batch_buffers, name), kind, width, { one, two } \
    }

static const spot spots[] = {
    SPOT(numbers, 'b', 1, SIZE_IN_ROW, 0),
    SPOT(floats, 'f', 4, SIZE_IN_ROW, 0),
    SPOT(every, 'b', 1, SEATS_IN_ROW, SIZE_IN_ROW),
    SPOT(mask, 'b', 1, ACTIONS_IN_ROW, 0),
    SPOT(moves, 'u', 4, ROOM_IN_ROW, 0),
    SPOT(move_count, 'u', 4, 0, 0),
    SPOT(move_numbers, 'b', 1, ROOM_IN_ROW, MOVE_SIZE_IN_ROW),
    SPOT(move_floats, 'f', 4, ROOM_IN_ROW, MOVE_SIZE_IN_ROW),
    SPOT(actor, 'i', 4, 0, 0),
    SPOT(rewards, 'f', 4, SEATS_IN_ROW, 0),
    SPOT(out, 'b', 1, SEATS_IN_ROW, 0),
    SPOT(terminal, 'b', 1, 0, 0),
    SPOT(truncated, 'b', 1, 0, 0),
    SPOT(scores, 'i', 4, SEATS_IN_ROW, 0),
    SPOT(episode, 'u', 8, 0, 0),
    SPOT(final_numbers, 'b', 1, SIZE_IN_ROW, 0),
    SPOT(final_floats, 'f', 4, SIZE_IN_ROW, 0),
};
enum { SPOTS = sizeof spots / sizeof spots[0] };

typedef struct BatchObject {
    PyObject_HEAD GameObject *game;
    tp_batch *batch;
    tp_batch_buffers buffers;
    Py_buffer bound[SPOTS];
    bool is_bound[SPOTS];
    int32_t *actions; /* where other integers than int32 are converted */
    bool busy;
} BatchObject;

static bool enter(BatchObject *self) {
    if (!self->busy) return self->busy = true;
    raise_input("another thread is using this batch; give each thread its own");
    return false;
}

/* ---- making ---- */

static bool read_opponents(tp_batch_setup *setup, const GameObject *game, PyObject *opponents,
                           PyObject **owner) {
    if (opponents == Py_None) return true;
    if (!PyDict_Check(opponents)) {
        PyErr_SetString(PyExc_TypeError,
                        "opponents is a dict from seats to names of agents, as in {1: \"random\"}");
        return false;
    }
    *owner = PyDict_Items(opponents);
    for (Py_ssize_t i = 0; *owner != NULL && i < PyList_Size(*owner); i++) {
        PyObject *pair = PyList_GetItem(*owner, i);
        int seat;
        if (!to_viewer(game, PyTuple_GetItem(pair, 0), false, &seat)) return false;
        setup->opponents[seat] = to_text(PyTuple_GetItem(pair, 1), "an opponent");
        if (setup->opponents[seat] == NULL) return false;
    }
    return *owner != NULL;
}

static PyObject *batch_create(PyTypeObject *type, PyObject *args, PyObject *keywords) {
    static char *names[] = {"game",        "count", "threads",        "seed",      "by_list",
                            "skip_forced", "room",  "most_decisions", "opponents", NULL};
    PyObject *game_value, *count_value, *threads_value = NULL, *seed_value = NULL, *room_value = NULL,
                                        *most_value = NULL, *opponents = Py_None, *owner = NULL;
    int by_list = 0, skip_forced = 0;
    long long count, threads = 1, room = 0, most = 0;
    tp_batch_setup setup = {.game = NULL};
    tp_error error = {0};
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "OO|OOppOOO:Batch", names, &game_value, &count_value,
                                     &threads_value, &seed_value, &by_list, &skip_forced, &room_value,
                                     &most_value, &opponents))
        return NULL;
    if (!to_integer(count_value, "count", 1, TP_BATCH_MOST, &count) ||
        (threads_value != NULL &&
         !to_integer(threads_value, "threads", 1, TP_BATCH_MOST_THREADS, &threads)) ||
        (room_value != NULL && !to_integer(room_value, "room", 0, 1 << 16, &room)) ||
        (most_value != NULL && !to_integer(most_value, "most_decisions", 0, UINT32_MAX, &most)) ||
        !to_seed(seed_value, &setup.seed))
        return NULL;
    BatchObject *self = (BatchObject *)PyType_GenericAlloc(type, 0);
    if (self == NULL) return NULL;
    self->game = to_game(game_value);
    if (self->game != NULL && read_opponents(&setup, self->game, opponents, &owner)) {
        setup.game = self->game->game;
        setup.options = &self->game->given;
        setup.count = (uint32_t)count;
        setup.threads = (uint32_t)threads;
        setup.by_list = by_list != 0;
        setup.skip_forced = skip_forced != 0;
        setup.room = (uint32_t)room;
        setup.most_decisions = (uint32_t)most;
        self->actions = calloc((size_t)count, sizeof *self->actions);
        if (self->actions != NULL) {
            Py_BEGIN_ALLOW_THREADS;
            self->batch = tp_batch_new(&setup, &error);
            Py_END_ALLOW_THREADS;
            if (self->batch == NULL) raise_error(&error);
        } else {
            PyErr_NoMemory();
        }
    }
    Py_XDECREF(owner);
    if (self->batch != NULL) return (PyObject *)self;
    Py_DECREF((PyObject *)self);
    return NULL;
}

static void release(BatchObject *self) {
    for (int i = 0; i < SPOTS; i++) {
        if (self->is_bound[i]) PyBuffer_Release(&self->bound[i]);
        self->is_bound[i] = false;
    }
    memset(&self->buffers, 0, sizeof self->buffers);
}

static void batch_dealloc(PyObject *self_object) {
    BatchObject *self = (BatchObject *)self_object;
    PyTypeObject *type = Py_TYPE(self_object);
    release(self);
    tp_batch_free(self->batch);
    free(self->actions);
    Py_XDECREF((PyObject *)self->game);
    freefunc release_memory = (freefunc)PyType_GetSlot(type, Py_tp_free); /* that of a subclass */
    release_memory(self_object);
    Py_DECREF(type);
}

/* ---- buffers ---- */

static size_t dimension(const BatchObject *self, int which) {
    switch (which) {
    case SEATS_IN_ROW: return tp_batch_seats(self->batch);
    case SIZE_IN_ROW: return self->game->size;
    case ACTIONS_IN_ROW: return tp_batch_actions(self->batch);
    case ROOM_IN_ROW: return tp_batch_room(self->batch);
    case MOVE_SIZE_IN_ROW: return self->game->move_size;
    default: return 1;
    }
}

static size_t numbers_of(const BatchObject *self, const spot *s) {
    return (size_t)tp_batch_count(self->batch) * dimension(self, s->shape[0]) * dimension(self, s->shape[1]);
}

static const char *type_of(const spot *s) {
    switch (s->kind) {
    case 'b': return "uint8";
    case 'f': return "float32";
    case 'i': return "int32";
    default: return s->width == 8 ? "uint64" : "uint32";
    }
}

/* Whether the letter of a buffer's format (struct) is a number of this kind. */
static bool is_kind(char letter, char kind) {
    static const char *const letters[] = {"b", "bB?c", "u", "ILQN", "i", "ilqn", "f", "f"};
    for (int i = 0; i < 8; i += 2) {
        if (letters[i][0] == kind) return strchr(letters[i + 1], letter) != NULL && letter != '\0';
    }
    return false;
}

static char letter_of(const Py_buffer *buffer) {
    const char *format = buffer->format != NULL ? buffer->format : "B";
    if (*format == '@' || *format == '=' || *format == '<') format++;
    return format[0] != '\0' && format[1] == '\0' ? format[0] : '\0';
}

static bool bind_one(BatchObject *self, int which, PyObject *value) {
    const spot *s = &spots[which];
    Py_buffer *buffer = &self->bound[which];
    size_t wanted = numbers_of(self, s);
    if (wanted == 0) {
        raise_input("this batch has no %s; leave it out", s->name);
        return false;
    }
    if (PyObject_GetBuffer(value, buffer, PyBUF_WRITABLE | PyBUF_C_CONTIGUOUS | PyBUF_FORMAT) != 0) {
        PyErr_Clear();
        PyErr_Format(PyExc_TypeError, "%s must be a writable buffer in C order, such as an array of numpy",
                     s->name);
        return false;
    }
    if (is_kind(letter_of(buffer), s->kind) && buffer->itemsize == s->width &&
        (size_t)buffer->len == wanted * (size_t)s->width) {
        self->is_bound[which] = true;
        memcpy((char *)&self->buffers + s->offset, &buffer->buf, sizeof(void *));
        return true;
    }
    raise_input("%s must hold %zu numbers of type %s, and has %zd of %zd bytes (format %s)", s->name, wanted,
                type_of(s), buffer->itemsize > 0 ? buffer->len / buffer->itemsize : 0, buffer->itemsize,
                buffer->format != NULL ? buffer->format : "B");
    PyBuffer_Release(buffer);
    return false;
}

static bool bind_named(BatchObject *self, PyObject *key, PyObject *value) {
    const char *name = to_text(key, "the name of a buffer");
    if (name == NULL) return false;
    for (int i = 0; i < SPOTS; i++) {
        if (strcmp(spots[i].name, name) != 0) continue;
        return value == Py_None || bind_one(self, i, value);
    }
    raise_input("there is no buffer %.40s; layout() lists them", name);
    return false;
}

static PyObject *batch_bind(PyObject *self_object, PyObject *args, PyObject *keywords) {
    BatchObject *self = (BatchObject *)self_object;
    if (!PyArg_ParseTuple(args, ":bind") || !enter(self)) return NULL;
    release(self);
    PyObject *items = keywords != NULL ? PyDict_Items(keywords) : PyList_New(0);
    bool good = items != NULL;
    for (Py_ssize_t i = 0; good && i < PyList_Size(items); i++) {
        PyObject *pair = PyList_GetItem(items, i);
        good = bind_named(self, PyTuple_GetItem(pair, 0), PyTuple_GetItem(pair, 1));
    }
    if (!good) release(self);
    Py_XDECREF(items);
    self->busy = false;
    if (!good) return NULL;
    Py_RETURN_NONE;
}

static PyObject *batch_layout(PyObject *self_object, PyObject *none) {
    BatchObject *self = (BatchObject *)self_object;
    (void)none;
    PyObject *dict = PyDict_New();
    for (int i = 0; dict != NULL && i < SPOTS; i++) {
        const spot *s = &spots[i];
        if (numbers_of(self, s) == 0) continue;
        PyObject *shape = PyList_New(0), *number = NULL;
        int dimensions[] = {0, s->shape[0], s->shape[1]};
        for (int d = 0; shape != NULL && d < 3 && (d == 0 || dimensions[d] != 0); d++) {
            number = PyLong_FromSize_t(d == 0 ? tp_batch_count(self->batch) : dimension(self, dimensions[d]));
            if (number == NULL || PyList_Append(shape, number) != 0) Py_CLEAR(shape);
            Py_XDECREF(number);
        }
        PyObject *tuple = shape != NULL ? PyList_AsTuple(shape) : NULL;
        PyObject *row = tuple != NULL ? Py_BuildValue("(sN)", type_of(s), tuple) : NULL;
        if (row == NULL || PyDict_SetItemString(dict, s->name, row) != 0) Py_CLEAR(dict);
        Py_XDECREF(row);
        Py_XDECREF(shape);
    }
    return dict;
}

/* ---- stepping ---- */

static PyObject *batch_look(PyObject *self_object, PyObject *none) {
    BatchObject *self = (BatchObject *)self_object;
    tp_error error = {0};
    tp_err code;
    (void)none;
    if (!enter(self)) return NULL;
    Py_BEGIN_ALLOW_THREADS;
    code = tp_batch_look(self->batch, &self->buffers, &error);
    Py_END_ALLOW_THREADS;
    self->busy = false;
    if (code != TP_OK) return raise_error(&error);
    Py_RETURN_NONE;
}

/* A number that does not fit is no action of any game. */
static int32_t narrow(int64_t action) { return action >= 0 && action <= INT32_MAX ? (int32_t)action : -1; }

/* The actions as int32: where they lie, or converted. NULL with an exception. */
static const int32_t *read_actions(BatchObject *self, const Py_buffer *buffer) {
    size_t count = tp_batch_count(self->batch);
    char letter = letter_of(buffer);
    bool is_signed = is_kind(letter, 'i'), is_integer = is_signed || is_kind(letter, 'u');
    if (!is_integer || (buffer->itemsize != 4 && buffer->itemsize != 8) ||
        (size_t)buffer->len != count * (size_t)buffer->itemsize)
        return raise_input("step() takes %zu actions of type int32 or int64, one for each game", count), NULL;
    if (buffer->itemsize == 4) return buffer->buf; /* what is too large for int32 is below zero */
    const int64_t *wide = buffer->buf;
    for (size_t i = 0; i < count; i++) self->actions[i] = narrow(wide[i]);
    return self->actions;
}

static bool list_actions(BatchObject *self, PyObject *value) {
    PyObject *list = PySequence_List(value);
    size_t count = tp_batch_count(self->batch);
    bool good = list != NULL;
    if (good && (size_t)PyList_Size(list) != count) {
        raise_input("step() takes %zu actions, one for each game", count);
        good = false;
    }
    for (size_t i = 0; good && i < count; i++) {
        long long action;
        PyObject *item = PyList_GetItem(list, (Py_ssize_t)i);
        good = item != NULL && to_integer(item, "an action", INT32_MIN, INT32_MAX, &action);
        if (good) self->actions[i] = (int32_t)action;
    }
    Py_XDECREF(list);
    return good;
}

static PyObject *batch_step(PyObject *self_object, PyObject *value) {
    BatchObject *self = (BatchObject *)self_object;
    tp_error error = {0};
    tp_err code = TP_OK;
    size_t bad = 0;
    Py_buffer buffer;
    if (!enter(self)) return NULL;
    bool has_buffer = PyObject_CheckBuffer(value) != 0, good;
    const int32_t *actions = self->actions;
    if (has_buffer) {
        good = PyObject_GetBuffer(value, &buffer, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT) == 0;
        has_buffer = good;
        if (good) good = (actions = read_actions(self, &buffer)) != NULL;
    } else {
        good = list_actions(self, value);
    }
    if (good) {
        Py_BEGIN_ALLOW_THREADS;
        code = tp_batch_step(self->batch, actions, &self->buffers, &bad, &error);
        Py_END_ALLOW_THREADS;
    }
    if (has_buffer) PyBuffer_Release(&buffer);
    self->busy = false;
    if (!good) return NULL;
    if (code != TP_OK) return raise_error(&error);
    Py_RETURN_NONE;
}

/* ---- single games ---- */

static bool to_range(const BatchObject *self, PyObject *first_value, PyObject *length_value, uint32_t *first,
                     uint32_t *length) {
    long long count = tp_batch_count(self->batch), from = 0, size;
    if (first_value != NULL && !to_integer(first_value, "the first game", 0, count - 1, &from)) return false;
    size = count - from;
    if (length_value != NULL && length_value != Py_None &&
        !to_integer(length_value, "the number of games", 1, count - from, &size))
        return false;
    *first = (uint32_t)from;
    *length = (uint32_t)size;
    return true;
}

static PyObject *batch_deal(PyObject *self_object, PyObject *args, PyObject *keywords) {
    static char *names[] = {"first", "length", "seeds", NULL};
    BatchObject *self = (BatchObject *)self_object;
    PyObject *first_value = NULL, *length_value = NULL, *seeds_value = Py_None;
    uint32_t first, length;
    tp_error error = {0};
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "|OOO:deal", names, &first_value, &length_value,
                                     &seeds_value) ||
        !to_range(self, first_value, length_value, &first, &length))
        return NULL;
    uint64_t *seeds = NULL;
    bool good = true;
    if (seeds_value != Py_None) {
        PyObject *list = PySequence_List(seeds_value);
        good = list != NULL;
        if (good && PyList_Size(list) != (Py_ssize_t)length) {
            raise_input("deal() takes %u seeds, one for each of these games", length);
            good = false;
        }
        seeds = good ? calloc(length, sizeof *seeds) : NULL;
        if (good && seeds == NULL) PyErr_NoMemory();
        good = seeds != NULL;
        for (uint32_t i = 0; good && i < length; i++) {
            PyObject *item = PyList_GetItem(list, (Py_ssize_t)i);
            good = item != NULL && to_seed(item, &seeds[i]);
        }
        Py_XDECREF(list);
    }
    if (good) good = enter(self);
    if (good) {
        tp_err code;
        Py_BEGIN_ALLOW_THREADS;
        code = tp_batch_deal(self->batch, first, length, seeds, &error);
        Py_END_ALLOW_THREADS;
        self->busy = false;
        good = code == TP_OK;
        if (!good) raise_error(&error);
    }
    free(seeds);
    if (!good) return NULL;
    Py_RETURN_NONE;
}

static PyObject *batch_copy_from(PyObject *self_object, PyObject *args, PyObject *keywords) {
    static char *names[] = {"other", "first", "from_first", "length", NULL};
    BatchObject *self = (BatchObject *)self_object;
    PyObject *other_object, *first_value = NULL, *from_value = NULL, *length_value = NULL;
    uint32_t first, from, length, most;
    tp_error error = {0};
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|OOO:copy_from", names, &other_object, &first_value,
                                     &from_value, &length_value))
        return NULL;
    if (!PyObject_TypeCheck(other_object, batch_type)) {
        PyErr_SetString(PyExc_TypeError, "copy_from() takes a tapete.Batch");
        return NULL;
    }
    BatchObject *other = (BatchObject *)other_object;
    if (!to_range(other, from_value, length_value, &from, &length) ||
        !to_range(self, first_value, NULL, &first, &most))
        return NULL;
    if (length > most)
        return raise_input("there is room for %u games from game %u on, not for %u", most, first, length);
    if (!enter(self)) return NULL;
    if (other != self && !enter(other)) {
        self->busy = false;
        return NULL;
    }
    tp_err code = tp_batch_copy(self->batch, first, other->batch, from, length, &error);
    self->busy = other->busy = false;
    if (code != TP_OK) return raise_error(&error);
    Py_RETURN_NONE;
}

static PyObject *batch_save(PyObject *self_object, PyObject *index_value) {
    BatchObject *self = (BatchObject *)self_object;
    long long index;
    tp_error error = {0};
    if (!to_integer(index_value, "a game of the batch", 0, tp_batch_count(self->batch) - 1, &index))
        return NULL;
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)tp_batch_saved_size(self->batch));
    if (bytes == NULL || !enter(self)) {
        Py_XDECREF(bytes);
        return NULL;
    }
    tp_err code = tp_batch_save(self->batch, (uint32_t)index, PyBytes_AsString(bytes), &error);
    self->busy = false;
    if (code == TP_OK) return bytes;
    Py_DECREF(bytes);
    return raise_error(&error);
}

static PyObject *batch_load(PyObject *self_object, PyObject *args) {
    BatchObject *self = (BatchObject *)self_object;
    PyObject *index_value, *saved;
    long long index;
    char *bytes;
    Py_ssize_t size;
    tp_error error = {0};
    if (!PyArg_ParseTuple(args, "OO!:load", &index_value, &PyBytes_Type, &saved) ||
        !to_integer(index_value, "a game of the batch", 0, tp_batch_count(self->batch) - 1, &index) ||
        PyBytes_AsStringAndSize(saved, &bytes, &size) != 0 || !enter(self))
        return NULL;
    tp_err code = tp_batch_load(self->batch, (uint32_t)index, bytes, (size_t)size, &error);
    self->busy = false;
    if (code != TP_OK) return raise_error(&error);
    Py_RETURN_NONE;
}

static PyObject *batch_view(PyObject *self_object, PyObject *args) {
    BatchObject *self = (BatchObject *)self_object;
    PyObject *index_value, *seat_value;
    long long index;
    int viewer;
    tp_error error = {0};
    if (!PyArg_ParseTuple(args, "OO:view", &index_value, &seat_value) ||
        !to_integer(index_value, "a game of the batch", 0, tp_batch_count(self->batch) - 1, &index) ||
        !to_viewer(self->game, seat_value, true, &viewer))
        return NULL;
    ViewObject *view = view_new(self->game, viewer);
    if (view == NULL || !enter(self)) {
        Py_XDECREF((PyObject *)view);
        return NULL;
    }
    tp_err code = tp_batch_view(self->batch, (uint32_t)index, viewer, view->bytes, &error);
    self->busy = false;
    if (code == TP_OK) return (PyObject *)view;
    Py_DECREF((PyObject *)view);
    return raise_error(&error);
}

enum { COUNT, SEATS, ACTIONS, ROOM };

static PyObject *batch_number(PyObject *self_object, void *which) {
    const tp_batch *batch = ((BatchObject *)self_object)->batch;
    switch ((intptr_t)which) {
    case COUNT: return PyLong_FromUnsignedLong(tp_batch_count(batch));
    case SEATS: return PyLong_FromUnsignedLong(tp_batch_seats(batch));
    case ACTIONS: return PyLong_FromUnsignedLong(tp_batch_actions(batch));
    default: return PyLong_FromUnsignedLong(tp_batch_room(batch));
    }
}

static PyObject *batch_game(PyObject *self, void *none) {
    (void)none;
    return Py_NewRef((PyObject *)((BatchObject *)self)->game);
}

static PyMethodDef methods[] = {
    METHOD(
        "bind", batch_bind, METH_VARARGS | METH_KEYWORDS,
        "bind(**buffers)\n--\n\nWhere look() and step() write; layout() has the names, types and shapes. What "
        "was bound before is let go. With no buffers all are."),
    METHOD("layout", batch_layout, METH_NOARGS,
           "layout()\n--\n\nThe buffers there can be: name to (type of the numbers, shape)."),
    METHOD("look", batch_look, METH_NOARGS,
           "look()\n--\n\nFill the bound buffers with the games as they stand."),
    METHOD(
        "step", batch_step, METH_O,
        "step(actions)\n--\n\nOne decision in every game, then fill the bound buffers. Where one is not legal "
        "nothing is done. Other threads of Python run meanwhile."),
    METHOD(
        "deal", batch_deal, METH_VARARGS | METH_KEYWORDS,
        "deal(first=0, length=None, seeds=None)\n--\n\nDeal new games in these places, with a seed each if there are."),
    METHOD(
        "copy_from", batch_copy_from, METH_VARARGS | METH_KEYWORDS,
        "copy_from(other, first=0, from_first=0, length=None)\n--\n\nCopy games from a batch that is alike."),
    METHOD("save", batch_save, METH_O, "save(index)\n--\n\nA game as bytes, with every card."),
    METHOD("load", batch_load, METH_VARARGS, "load(index, saved)\n--\n\nPut a saved game into this place."),
    METHOD("view", batch_view, METH_VARARGS,
           "view(index, seat)\n--\n\nThe View of a seat in one of the games."),
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef members[] = {
    {"game", batch_game, NULL, "the game", NULL},
    {"count", batch_number, NULL, "how many games", (void *)COUNT},
    {"seats", batch_number, NULL, "seats of each game", (void *)SEATS},
    {"actions", batch_number, NULL, "fixed actions; 0: decisions are places in the list of legal moves",
     (void *)ACTIONS},
    {"room", batch_number, NULL, "the longest list of legal moves that fits", (void *)ROOM},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, "Batch(game, count, threads=1, seed=None, by_list=False, skip_forced=False, room=0,\n"
                "      most_decisions=0, opponents=None)\n--\n\n"
                "Many games of one kind, stepped together. tapete.Batch adds the arrays."},
    SLOT(Py_tp_new, batch_create),
    SLOT(Py_tp_dealloc, batch_dealloc),
    {Py_tp_methods, methods},
    {Py_tp_getset, members},
    {0, NULL},
};

static PyType_Spec spec = {"tapete._core.Batch", sizeof(BatchObject), 0,
                           Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_IMMUTABLETYPE, slots};

bool batch_init(PyObject *module) {
    batch_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
    return batch_type != NULL && PyModule_AddType(module, batch_type) == 0;
}
