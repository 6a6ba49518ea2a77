/* State: everything about a game that goes on, for studying. It is dealt and played here, without a match. */
#include "core.h"

#include <stdlib.h>
#include <string.h>

PyTypeObject *state_type;

enum { MOST_EVENTS = 512, MOST_PICKS = 1024 };

StateObject *state_new(GameObject *game) {
    StateObject *self = (StateObject *)PyType_GenericAlloc(state_type, 0);
    if (self == NULL) return NULL;
    self->game = (GameObject *)Py_NewRef((PyObject *)game);
    self->bytes = calloc(1, game->game->state_size);
    tp_chance_from_seed(&self->chance, 0);
    if (self->bytes != NULL) return self;
    Py_DECREF(self);
    return (StateObject *)PyErr_NoMemory();
}

static void state_dealloc(PyObject *self_object) {
    StateObject *self = (StateObject *)self_object;
    PyTypeObject *type = Py_TYPE(self_object);
    free(self->bytes);
    free(self->histories);
    Py_XDECREF((PyObject *)self->current);
    Py_XDECREF((PyObject *)self->game);
    PyObject_Free(self_object);
    Py_DECREF(type);
}

static void forget(StateObject *self) {
    Py_XDECREF((PyObject *)self->current);
    self->current = NULL;
}

static StateObject *duplicate(const StateObject *self) {
    StateObject *copy = state_new(self->game);
    if (copy == NULL) return NULL;
    memcpy(copy->bytes, self->bytes, self->game->game->state_size);
    copy->chance = self->chance;
    if (self->histories != NULL) {
        size_t size = (size_t)self->game->shape.seats * sizeof *self->histories;
        copy->histories = malloc(size);
        if (copy->histories == NULL) {
            Py_DECREF((PyObject *)copy);
            return (StateObject *)PyErr_NoMemory();
        }
        memcpy(copy->histories, self->histories, size);
    }
    copy->current = (ViewObject *)Py_XNewRef((PyObject *)self->current); /* equal states, equal views */
    return copy;
}

/* ---- chance that is told what to do, and notes what it drew ---- */

typedef struct teller {
    tp_chance chance; /* first */
    bool is_told;     /* by `picks`; else at random */
    uint32_t picks[MOST_PICKS];
    size_t count, at;
    bool is_short, is_wrong; /* a pick was missing, or impossible: nothing that came afterwards counts */
    tp_draw draw;            /* the first one that was */
    uint32_t weights[TP_MAX_OUTCOMES];
    uint32_t outcomes;
    tp_event events[MOST_EVENTS];
    size_t event_count;
    bool is_cut;
} teller;

static void note(teller *t, const tp_draw *draw, uint32_t outcome) {
    if (t->event_count == MOST_EVENTS) {
        t->is_cut = true;
        return;
    }
    t->events[t->event_count++] = (tp_event){.type = TP_EVENT_CHANCE,
                                             .seat = draw->seat,
                                             .move = TP_NO_MOVE,
                                             .kind = draw->kind,
                                             .outcome = outcome,
                                             .audience = draw->audience};
}

static uint32_t draw_at_random(teller *t, const uint8_t *weights, uint32_t count) {
    uint32_t total = 0;
    for (uint32_t i = 0; i < count; i++) total += weights[i];
    uint32_t rest = tp_rng_below(&t->chance.rng, total), i = 0;
    while (rest >= weights[i]) rest -= weights[i++];
    return i;
}

static uint32_t pick(tp_chance *chance, const tp_draw *draw, const uint8_t *weights, uint32_t count) {
    teller *t = (teller *)chance;
    uint32_t first = 0, found;
    while (first + 1 < count && weights[first] == 0) first++;
    if (!t->is_told) {
        found = draw_at_random(t, weights, count);
    } else if (t->is_short || t->is_wrong) {
        found = first;
    } else if (t->at < t->count && t->picks[t->at] < count && weights[t->picks[t->at]] > 0) {
        found = t->picks[t->at++];
    } else {
        t->is_short = t->at == t->count;
        t->is_wrong = !t->is_short;
        t->draw = *draw;
        t->outcomes = count;
        for (uint32_t i = 0; i < count; i++) t->weights[i] = weights[i];
        found = first;
    }
    note(t, draw, found);
    return found;
}

static void shuffle(tp_chance *chance, uint32_t kind) {
    (void)chance;
    (void)kind;
}

static const tp_chance_source telling = {pick, shuffle};

/* A teller with these picks (NULL: at random). NULL with an exception. */
static teller *teller_new(const StateObject *state, PyObject *picks) {
    teller *t = calloc(1, sizeof *t);
    if (t == NULL) return (teller *)PyErr_NoMemory();
    t->chance = state->chance;
    t->chance.source = &telling;
    t->is_told = picks != NULL;
    if (picks == NULL) return t;
    PyObject *list = PySequence_List(picks);
    Py_ssize_t count = list != NULL ? PyList_Size(list) : -1;
    bool good = list != NULL;
    if (good && count > MOST_PICKS) {
        raise_input("no move needs more than %d picks", MOST_PICKS);
        good = false;
    }
    for (Py_ssize_t i = 0; good && i < count; i++) {
        long long number = 0;
        good = to_integer(PyList_GetItem(list, i), "a pick", 0, TP_MAX_OUTCOMES - 1, &number);
        t->picks[i] = (uint32_t)number;
    }
    t->count = good ? (size_t)count : 0;
    Py_XDECREF(list);
    if (good) return t;
    free(t);
    return NULL;
}

/* What chance has to decide: (kind, seat, [(outcome, weight), ...]). */
static PyObject *describe_draw(const StateObject *state, const teller *t) {
    PyObject *list = PyList_New(0);
    for (uint32_t i = 0; list != NULL && i < t->outcomes; i++) {
        if (t->weights[i] == 0) continue;
        PyObject *row = Py_BuildValue("(II)", i, t->weights[i]);
        if (row == NULL || PyList_Append(list, row) != 0) Py_CLEAR(list);
        Py_XDECREF(row);
    }
    if (list == NULL) return NULL;
    const char *kind = state->game->game->kinds[t->draw.kind].name;
    if (t->draw.seat < 0) return Py_BuildValue("(sON)", kind, Py_None, list);
    return Py_BuildValue("(siN)", kind, (int)t->draw.seat, list);
}

/* Whether chance could do as it was told: 1 yes, 0 it needs more picks, -1 with an exception. */
static int was_told(const StateObject *state, const teller *t) {
    if (t->is_short) return 0;
    if (t->is_wrong) {
        raise_input("pick %zu: %u is not possible here, where chance decides %s", t->at, t->picks[t->at],
                    state->game->game->kinds[t->draw.kind].name);
        return -1;
    }
    if (t->is_told && t->at < t->count) {
        raise_input("there are %zu picks, and chance decides only %zu times here", t->count, t->at);
        return -1;
    }
    if (t->is_cut) {
        raise_input("more than %d things happened at once; a state with histories cannot follow",
                    MOST_EVENTS);
        return -1;
    }
    return 1;
}

/* ---- making ---- */

static bool begin_histories(StateObject *self) {
    int seats = self->game->shape.seats;
    self->histories = calloc((size_t)seats, sizeof *self->histories);
    if (self->histories == NULL) PyErr_NoMemory();
    for (int seat = 0; seat < seats && self->histories != NULL; seat++)
        self->histories[seat] = tp_history_begin(self->game->game, &self->game->options, seat);
    return self->histories != NULL;
}

static void add_to_histories(StateObject *self, const void *before, const teller *t) {
    for (int seat = 0; seat < self->game->shape.seats; seat++) {
        self->histories[seat] = tp_history_add_ply(self->histories[seat], self->game->game, before, t->events,
                                                   t->event_count, seat);
    }
}

PyObject *state_deal(GameObject *game, uint64_t seed, PyObject *picks, bool histories) {
    StateObject *self = state_new(game);
    tp_error error = {0};
    if (self == NULL) return NULL;
    tp_chance_from_seed(&self->chance, seed);
    if (picks == NULL && !histories) {
        if (game->game->setup(self->bytes, &game->options, &self->chance, &error) == TP_OK)
            return (PyObject *)self;
        Py_DECREF(self);
        return raise_error(&error);
    }
    teller *t = teller_new(self, picks);
    bool good = t != NULL;
    if (good && game->game->setup(self->bytes, &game->options, &t->chance, &error) != TP_OK) {
        raise_error(&error);
        good = false;
    }
    int told = good ? was_told(self, t) : -1;
    PyObject *answer = NULL;
    if (told == 0) answer = describe_draw(self, t);
    if (told == 1 && histories) {
        good = begin_histories(self);
        if (good) add_to_histories(self, self->bytes, t);
    }
    if (told == 1 && good) {
        self->chance.rng = t->chance.rng;
        answer = Py_NewRef((PyObject *)self);
    }
    free(t);
    Py_DECREF(self);
    return answer;
}

PyObject *state_from_json(GameObject *game, PyObject *value, uint64_t seed, bool histories) {
    tp_error error = {0};
    json_t *json = to_json(value);
    StateObject *self = json != NULL ? state_new(game) : NULL;
    if (self != NULL && game->game->state_from_json(json, &game->given, self->bytes, &error) != TP_OK) {
        raise_error(&error);
        Py_CLEAR(self);
    }
    json_decref(json);
    if (self == NULL) return NULL;
    tp_chance_from_seed(&self->chance, seed);
    if (game->game->seats(self->bytes) != game->shape.seats) {
        raise_input("the position has %d players and the game %d; make the game with the same number",
                    game->game->seats(self->bytes), game->shape.seats);
        Py_DECREF(self);
        return NULL;
    }
    if (!histories) return (PyObject *)self;
    if (!begin_histories(self)) Py_CLEAR(self);
    ViewObject *view = self != NULL ? view_new(game, 0) : NULL;
    for (int seat = 0; view != NULL && seat < game->shape.seats; seat++) {
        game->game->view(self->bytes, seat, view->bytes);
        self->histories[seat] = tp_history_from_view(game->game, &game->options, seat, view->bytes);
    }
    if (view == NULL) Py_CLEAR(self);
    Py_XDECREF((PyObject *)view);
    return (PyObject *)self;
}

/* ---- playing ---- */

/* The view of the seat that is to act, a borrowed reference; NULL with an exception. */
static ViewObject *current_view(StateObject *self) {
    const tp_game *game = self->game->game;
    int actor = game->actor(self->bytes);
    if (self->current != NULL) return self->current;
    self->current = view_new(self->game, actor == TP_OVER ? TP_SPECTATOR : actor);
    if (self->current != NULL) game->view(self->bytes, self->current->viewer, self->current->bytes);
    return self->current;
}

/* The legal move that a value names. Reading the value may run Python code, which may use this state. */
static tp_move read_move(StateObject *self, PyObject *value) {
    ViewObject *view = (ViewObject *)Py_XNewRef((PyObject *)current_view(self));
    tp_move move = view != NULL ? view_move(view, value) : TP_NO_MOVE;
    if (move != TP_NO_MOVE && view != self->current) {
        raise_input("the state was changed while the move was read");
        move = TP_NO_MOVE;
    }
    Py_XDECREF((PyObject *)view);
    return move;
}

/* Play a legal move and note what happens. As was_told; with 1 the state has changed, else it is as it was.
 */
static int play_noting(StateObject *self, tp_move move, teller *t) {
    const tp_game *game = self->game->game;
    void *before = malloc(game->state_size);
    if (before == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    memcpy(before, self->bytes, game->state_size);
    t->events[t->event_count++] = (tp_event){
        .type = TP_EVENT_MOVE, .seat = game->actor(self->bytes), .move = move, .audience = TP_EVERYBODY};
    game->apply(self->bytes, move, &t->chance);
    int told = was_told(self, t);
    if (told == 1) {
        self->chance.rng = t->chance.rng;
        if (self->histories != NULL) add_to_histories(self, before, t);
        forget(self);
    } else {
        memcpy(self->bytes, before, game->state_size);
    }
    free(before);
    return told;
}

static PyObject *state_apply(PyObject *self_object, PyObject *value) {
    StateObject *self = (StateObject *)self_object;
    tp_move move = read_move(self, value);
    if (move == TP_NO_MOVE) return NULL;
    if (self->histories == NULL) {
        self->game->game->apply(self->bytes, move, &self->chance);
        forget(self);
        Py_RETURN_NONE;
    }
    teller *t = teller_new(self, NULL);
    int told = t != NULL ? play_noting(self, move, t) : -1;
    free(t);
    if (told != 1) return NULL;
    Py_RETURN_NONE;
}

static PyObject *state_after(PyObject *self_object, PyObject *args) {
    StateObject *self = (StateObject *)self_object;
    PyObject *value, *picks;
    if (!PyArg_ParseTuple(args, "OO:after", &value, &picks)) return NULL;
    tp_move move = read_move(self, value);
    if (move == TP_NO_MOVE) return NULL;
    StateObject *next = duplicate(self);
    teller *t = next != NULL ? teller_new(next, picks) : NULL;
    int told = t != NULL ? play_noting(next, move, t) : -1;
    PyObject *answer = told == 1 ? Py_NewRef((PyObject *)next) : told == 0 ? describe_draw(next, t) : NULL;
    free(t);
    Py_XDECREF((PyObject *)next);
    return answer;
}

static PyObject *state_playout(PyObject *self_object, PyObject *args) {
    StateObject *self = (StateObject *)self_object;
    const tp_game *game = self->game->game;
    PyObject *seed = NULL;
    uint64_t number;
    float returns[TP_MAX_SEATS] = {0};
    if (!PyArg_ParseTuple(args, "|O:playout", &seed) || !to_seed(seed, &number)) return NULL;
    StateObject *copy = duplicate(self);
    if (copy == NULL) return NULL;
    tp_chance_from_seed(&copy->chance, number);
    forget(copy);
    if (game->actor(copy->bytes) != TP_OVER) tp_game_playout(game, copy->bytes, &copy->chance);
    game->returns(copy->bytes, returns);
    Py_DECREF((PyObject *)copy);
    PyObject *list = PyList_New(self->game->shape.seats);
    for (int seat = 0; list != NULL && seat < self->game->shape.seats; seat++)
        PyList_SetItem(list, seat, PyFloat_FromDouble((double)returns[seat]));
    return list;
}

/* ---- looking ---- */

static PyObject *state_view(PyObject *self_object, PyObject *args) {
    StateObject *self = (StateObject *)self_object;
    const tp_game *game = self->game->game;
    int actor = game->actor(self->bytes), viewer = actor;
    PyObject *seat = NULL;
    if (!PyArg_ParseTuple(args, "|O:view", &seat)) return NULL;
    if (seat != NULL && !to_viewer(self->game, seat, true, &viewer)) return NULL;
    if (seat == NULL && actor == TP_OVER)
        return raise_input("the game is over, so nobody is to act; name a seat: view(0)");
    if (viewer == actor) {
        ViewObject *view = current_view(self);
        return view != NULL ? Py_NewRef((PyObject *)view) : NULL;
    }
    ViewObject *view = view_new(self->game, viewer);
    if (view != NULL) game->view(self->bytes, viewer, view->bytes);
    return (PyObject *)view;
}

static PyObject *of_actor(PyObject *self_object, void *name) {
    PyObject *view = Py_XNewRef((PyObject *)current_view((StateObject *)self_object));
    PyObject *value = view != NULL ? PyObject_GetAttrString(view, name) : NULL;
    Py_XDECREF(view);
    return value;
}

static PyObject *state_actor(PyObject *self_object, void *none) {
    StateObject *self = (StateObject *)self_object;
    int actor = self->game->game->actor(self->bytes);
    (void)none;
    if (actor == TP_OVER) Py_RETURN_NONE;
    return PyLong_FromLong(actor);
}

static PyObject *state_over(PyObject *self_object, void *none) {
    StateObject *self = (StateObject *)self_object;
    (void)none;
    return PyBool_FromLong(self->game->game->actor(self->bytes) == TP_OVER);
}

static PyObject *state_returns(PyObject *self_object, void *none) {
    StateObject *self = (StateObject *)self_object;
    float returns[TP_MAX_SEATS] = {0};
    (void)none;
    self->game->game->returns(self->bytes, returns);
    PyObject *list = PyList_New(self->game->shape.seats);
    for (int seat = 0; list != NULL && seat < self->game->shape.seats; seat++)
        PyList_SetItem(list, seat, PyFloat_FromDouble((double)returns[seat]));
    return list;
}

static PyObject *state_scores(PyObject *self_object, void *none) {
    StateObject *self = (StateObject *)self_object;
    int32_t scores[TP_MAX_SEATS] = {0};
    (void)none;
    self->game->game->scores(self->bytes, scores);
    PyObject *list = PyList_New(self->game->shape.seats);
    for (int seat = 0; list != NULL && seat < self->game->shape.seats; seat++)
        PyList_SetItem(list, seat, PyLong_FromLong(scores[seat]));
    return list;
}

/* Seats that will not act again though the game goes on, with their result. */
static PyObject *state_out(PyObject *self_object, void *none) {
    StateObject *self = (StateObject *)self_object;
    float returns[TP_MAX_SEATS] = {0};
    (void)none;
    bool has = self->game->game->out != NULL && self->game->game->actor(self->bytes) != TP_OVER;
    uint32_t out = has ? self->game->game->out(self->bytes, returns) : 0;
    PyObject *dict = PyDict_New();
    for (int seat = 0; dict != NULL && seat < self->game->shape.seats; seat++) {
        if (((out >> seat) & 1) == 0) continue;
        PyObject *key = PyLong_FromLong(seat), *value = PyFloat_FromDouble((double)returns[seat]);
        if (key == NULL || value == NULL || PyDict_SetItem(dict, key, value) != 0) Py_CLEAR(dict);
        Py_XDECREF(key);
        Py_XDECREF(value);
    }
    return dict;
}

static PyObject *state_game(PyObject *self, void *none) {
    (void)none;
    return Py_NewRef((PyObject *)((StateObject *)self)->game);
}

static PyObject *state_history(PyObject *self_object, PyObject *seat) {
    StateObject *self = (StateObject *)self_object;
    int viewer;
    if (!to_viewer(self->game, seat, false, &viewer)) return NULL;
    if (self->histories == NULL)
        return raise_input("this state keeps no histories; deal it with histories=True");
    char text[40];
    const tp_history *key = &self->histories[viewer];
    snprintf(text, sizeof text, "%016llx%016llx", (unsigned long long)key->words[0],
             (unsigned long long)key->words[1]);
    return text_of(text);
}

/* Keys for a world: those that are known, and for None one that starts from the view. */
static PyObject *state_remember(PyObject *self_object, PyObject *keys) {
    StateObject *self = (StateObject *)self_object;
    const tp_game *game = self->game->game;
    int seats = self->game->shape.seats;
    PyObject *list = PySequence_List(keys);
    if (list == NULL) return NULL;
    tp_history *made = calloc((size_t)seats, sizeof *made);
    ViewObject *view = made != NULL ? view_new(self->game, 0) : (ViewObject *)PyErr_NoMemory();
    bool good = made != NULL && view != NULL;
    if (good && PyList_Size(list) != seats) {
        raise_input("remember() takes a key or None for each of %d seats", seats);
        good = false;
    }
    for (int seat = 0; good && seat < seats; seat++) {
        PyObject *key = PyList_GetItem(list, seat);
        uint64_t words[2];
        if (key == Py_None) {
            game->view(self->bytes, seat, view->bytes);
            made[seat] = tp_history_from_view(game, &self->game->options, seat, view->bytes);
            continue;
        }
        const char *text = to_text(key, "a key");
        good = text != NULL;
        if (good && (strlen(text) != 32 || strspn(text, "0123456789abcdef") != 32)) {
            raise_input("a key has 32 hexadecimal digits, as history() gives it");
            good = false;
        }
        if (!good) continue; /* which ends the loop */
        for (int half = 0; half < 2; half++) {
            char digits[17];
            memcpy(digits, text + 16 * half, 16);
            digits[16] = '\0';
            words[half] = strtoull(digits, NULL, 16);
        }
        made[seat] = (tp_history){{words[0], words[1]}};
    }
    Py_XDECREF((PyObject *)view);
    Py_DECREF(list);
    if (!good) {
        free(made);
        return NULL;
    }
    free(self->histories);
    self->histories = made;
    Py_RETURN_NONE;
}

static PyObject *state_json(PyObject *self_object, PyObject *none) {
    StateObject *self = (StateObject *)self_object;
    (void)none;
    return from_json(self->game->game->state_to_json(self->bytes));
}

static PyObject *state_reseed(PyObject *self_object, PyObject *seed) {
    uint64_t number;
    if (!to_seed(seed, &number)) return NULL;
    tp_chance_from_seed(&((StateObject *)self_object)->chance, number);
    Py_RETURN_NONE;
}

static PyObject *state_copy(PyObject *self, PyObject *none) {
    (void)none;
    return (PyObject *)duplicate((StateObject *)self);
}

static PyObject *state_compare(PyObject *one_object, PyObject *other_object, int operation) {
    if ((operation != Py_EQ && operation != Py_NE) || Py_TYPE(other_object) != state_type)
        Py_RETURN_NOTIMPLEMENTED;
    StateObject *one = (StateObject *)one_object, *other = (StateObject *)other_object;
    bool equal = game_equal(one->game, other->game) &&
                 memcmp(one->bytes, other->bytes, one->game->game->state_size) == 0;
    return PyBool_FromLong(equal == (operation == Py_EQ));
}

static PyObject *state_repr(PyObject *self_object) {
    StateObject *self = (StateObject *)self_object;
    int actor = self->game->game->actor(self->bytes);
    if (actor == TP_OVER) return PyUnicode_FromFormat("<state of %s, over>", self->game->game->name);
    return PyUnicode_FromFormat("<state of %s, seat %d to act>", self->game->game->name, actor);
}

/* ---- as bytes ---- */

typedef struct saved {
    char magic[8];
    char game[TP_MAX_NAME + 1];
    char rules_version[16];
    uint64_t bytes, seats, has_histories;
    tp_rng rng;
    uint64_t sum; /* over everything, with 0 in its place: damage is found before anything is believed */
} saved;

static void describe(const GameObject *game, saved *head) {
    memset(head, 0, sizeof *head);
    memcpy(head->magic, "TPSTATE1", 8);
    snprintf(head->game, sizeof head->game, "%s", game->game->name);
    snprintf(head->rules_version, sizeof head->rules_version, "%s", game->game->rules_version);
    head->bytes = game->game->state_size;
    head->seats = (uint64_t)game->shape.seats;
}

/* FNV-1a over all but the sum. */
static uint64_t sum_of(const unsigned char *bytes, size_t size) {
    uint64_t sum = 0xcbf29ce484222325ull;
    for (size_t i = 0; i < size; i++) {
        bool is_sum = i >= offsetof(saved, sum) && i < offsetof(saved, sum) + sizeof(uint64_t);
        sum = (sum ^ (is_sum ? 0 : bytes[i])) * 0x100000001b3ull;
    }
    return sum;
}

static PyObject *state_save(PyObject *self_object, PyObject *none) {
    StateObject *self = (StateObject *)self_object;
    saved head;
    (void)none;
    describe(self->game, &head);
    size_t size = self->game->game->state_size,
           keys = self->histories != NULL ? head.seats * sizeof *self->histories : 0;
    head.has_histories = self->histories != NULL;
    head.rng = self->chance.rng;
    PyObject *out = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(sizeof head + size + keys));
    if (out == NULL) return NULL;
    unsigned char *bytes = (unsigned char *)PyBytes_AsString(out);
    memcpy(bytes, &head, sizeof head);
    memcpy(bytes + sizeof head, self->bytes, size);
    if (keys > 0) memcpy(bytes + sizeof head + size, self->histories, keys);
    head.sum = sum_of(bytes, sizeof head + size + keys);
    memcpy(bytes, &head, sizeof head);
    return out;
}

PyObject *state_load(GameObject *game, PyObject *value) {
    char *bytes;
    Py_ssize_t length;
    saved head, expected;
    tp_error error = {0};
    if (!PyBytes_Check(value)) {
        PyErr_SetString(PyExc_TypeError, "a saved state is bytes");
        return NULL;
    }
    if (PyBytes_AsStringAndSize(value, &bytes, &length) != 0) return NULL;
    describe(game, &expected);
    size_t size = game->game->state_size, keys = (size_t)game->shape.seats * sizeof(tp_history);
    bool fits = (size_t)length >= sizeof head;
    if (fits) memcpy(&head, bytes, sizeof head);
    fits = fits && memcmp(&head, &expected, offsetof(saved, has_histories)) == 0 && head.has_histories <= 1 &&
           (size_t)length == sizeof head + size + (head.has_histories ? keys : 0) &&
           head.sum == sum_of((const unsigned char *)bytes, (size_t)length);
    if (!fits)
        return raise_input("these are not the bytes of a state of %s that State.save() gave",
                           game->game->name);
    StateObject *self = state_new(game);
    if (self == NULL) return NULL;
    memcpy(self->bytes, bytes + sizeof head, size);
    self->chance.rng = head.rng;
    bool good = game->game->check(self->bytes, &error) == TP_OK &&
                game->game->seats(self->bytes) == game->shape.seats;
    if (!good) {
        Py_DECREF((PyObject *)self);
        return error.code != TP_OK ? raise_error(&error)
                                   : raise_input("the saved state has another number of seats");
    }
    if (head.has_histories) {
        self->histories = malloc(keys);
        if (self->histories == NULL) Py_CLEAR(self);
        if (self == NULL) return PyErr_NoMemory();
        memcpy(self->histories, bytes + sizeof head + size, keys);
    }
    return (PyObject *)self;
}

static PyObject *state_reduce(PyObject *self_object, PyObject *none) {
    StateObject *self = (StateObject *)self_object;
    PyObject *bytes = state_save(self_object, none);
    PyObject *load = bytes != NULL ? PyObject_GetAttrString((PyObject *)self->game, "load") : NULL;
    if (load == NULL) Py_CLEAR(bytes);
    return load != NULL ? Py_BuildValue("N(N)", load, bytes) : NULL;
}

static PyMethodDef methods[] = {
    METHOD("view", state_view, METH_VARARGS,
           "view(seat=...)\n--\n\nThe View of a seat, of the one to act if none is named, or with None of a "
           "spectator."),
    METHOD("apply", state_apply, METH_O,
           "apply(move)\n--\n\nPlay a legal move: a text of `legal` or a number of `legal_actions`."),
    METHOD(
        "after", state_after, METH_VARARGS,
        "after(move, picks)\n--\n\nThe State after a move where chance does as `picks` says; this one stays. "
        "Where the list is too short: what chance decides next, (kind, seat, [(outcome, weight), ...])."),
    METHOD(
        "playout", state_playout, METH_VARARGS,
        "playout(seed=None)\n--\n\nThe returns of a game that goes on with random moves. The state stays."),
    METHOD(
        "history", state_history, METH_O,
        "history(seat)\n--\n\nA key of all that a seat has seen: its information set. Needs histories=True."),
    METHOD(
        "remember", state_remember, METH_O,
        "remember(keys)\n--\n\nKeep histories from here on, as in a world that was imagined: a key for each seat, or None for "
        "one that starts from what the seat sees now."),
    METHOD("json", state_json, METH_NOARGS, "json()\n--\n\nThe position: a dict, which Game.state reads."),
    METHOD("save", state_save, METH_NOARGS,
           "save()\n--\n\nThe state with its generator, as bytes for Game.load of the same version."),
    METHOD("reseed", state_reseed, METH_O, "reseed(seed)\n--\n\nFrom here on another chance."),
    METHOD("copy", state_copy, METH_NOARGS,
           "copy()\n--\n\nA copy that goes on by itself, with the same chance."),
    METHOD("__copy__", state_copy, METH_NOARGS, NULL),
    METHOD("__deepcopy__", state_copy, METH_O, NULL),
    METHOD("__reduce__", state_reduce, METH_NOARGS, NULL),
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef members[] = {
    {"game", state_game, NULL, "the game", NULL},
    {"actor", state_actor, NULL, "the seat that is to act; None: the game is over", NULL},
    {"over", state_over, NULL, "whether the game is over", NULL},
    {"legal", of_actor, NULL, "the legal moves of the actor as texts", "legal"},
    {"legal_actions", of_actor, NULL, "the same as action numbers", "legal_actions"},
    {"mask", of_actor, NULL, "one byte for each action: 1 where it is legal", "mask"},
    {"returns", state_returns, NULL, "how the game ended for each seat, from -1 to 1; zero before the end",
     NULL},
    {"scores", state_scores, NULL, "the same in the game's own measure", NULL},
    {"out", state_out, NULL, "seats that will not act again though the game goes on, with their returns",
     NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, "Everything about a game that goes on, hidden cards too: for studying.\n\n"
                "Game.deal makes one. Agents never see a State; they get the View of their seat."},
    SLOT(Py_tp_dealloc, state_dealloc),
    SLOT(Py_tp_repr, state_repr),
    SLOT(Py_tp_richcompare, state_compare),
    SLOT(Py_tp_hash, PyObject_HashNotImplemented),
    {Py_tp_methods, methods},
    {Py_tp_getset, members},
    {0, NULL},
};

static PyType_Spec spec = {"tapete.State", sizeof(StateObject), 0,
                           Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                           slots};

bool state_init(PyObject *module) {
    state_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
    return state_type != NULL && PyModule_AddType(module, state_type) == 0;
}
