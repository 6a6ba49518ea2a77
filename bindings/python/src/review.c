/* Reviews of matches, made on any number of threads without the lock of the interpreter. */
#include "core.h"

#include "review/review.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

enum { MOST_THREADS = 64, USUAL_SEED = 1 };

typedef struct crew {
    review *review;
    atomic_bool stopping;
    atomic_int working;
} crew;

static void *work(void *context) {
    crew *c = context;
    while (!atomic_load(&c->stopping) && review_step(c->review)) continue;
    atomic_fetch_sub(&c->working, 1);
    return NULL;
}

/* Judge all positions; false with an exception after Ctrl-C. */
static bool think(review *review, int threads) {
    crew c = {.review = review};
    pthread_t started[MOST_THREADS];
    int count = 0;
    bool good = true;
    PyThreadState *state = PyEval_SaveThread();
    atomic_init(&c.working, threads);
    while (count < threads && pthread_create(&started[count], NULL, work, &c) == 0) count++;
    atomic_fetch_sub(&c.working, threads - count);
    while (count == 0 && review_step(review)) continue; /* no threads to be had: then here */
    while (atomic_load(&c.working) > 0) {
        const struct timespec pause = {.tv_nsec = 5000000};
        nanosleep(&pause, NULL);
        PyEval_RestoreThread(state);
        if (good && PyErr_CheckSignals() != 0) {
            atomic_store(&c.stopping, true);
            good = false;
        }
        state = PyEval_SaveThread();
    }
    for (int i = 0; i < count; i++) pthread_join(started[i], NULL);
    PyEval_RestoreThread(state);
    return good;
}

static PyObject *plot(const review *review, const MatchObject *match) {
    char *text = NULL;
    size_t size = 0;
    const char *names[TP_MAX_SEATS] = {"seat 0", "seat 1", "seat 2", "seat 3"};
    for (int seat = 0; seat < match->game->shape.seats; seat++) {
        const char *name = tp_match_seat_name(match->match, seat);
        if (name[0] != '\0') names[seat] = name;
    }
    FILE *out = open_memstream(&text, &size);
    if (out == NULL) return PyErr_NoMemory();
    review_to_svg(review, names, out);
    fclose(out);
    PyObject *svg = text_of(text);
    free(text);
    return svg;
}

PyObject *review_match(PyObject *module, PyObject *args, PyObject *keywords) {
    static char *names[] = {"match", "judge", "seed", "seats", "threads", NULL};
    PyObject *match_value, *judge = Py_None, *seed_value = Py_None, *seats = Py_None, *threads_value = NULL;
    long long threads = 1;
    tp_error error = {0};
    review_setup setup = {.seed = USUAL_SEED};
    (void)module;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|OOOO:review", names, &match_value, &judge,
                                     &seed_value, &seats, &threads_value))
        return NULL;
    if (Py_TYPE(match_value) != match_type) {
        PyErr_SetString(PyExc_TypeError, "review() takes a tapete.Match; Match.read(path) reads one");
        return NULL;
    }
    MatchObject *match = (MatchObject *)match_value;
    if (judge != Py_None && (setup.judge = to_text(judge, "the judge")) == NULL) return NULL;
    if (seed_value != Py_None && !to_seed(seed_value, &setup.seed)) return NULL;
    if (threads_value != NULL && !to_integer(threads_value, "threads", 1, MOST_THREADS, &threads))
        return NULL;
    PyObject *list = seats != Py_None ? PySequence_List(seats) : NULL;
    if (seats != Py_None && list == NULL) return NULL;
    for (Py_ssize_t i = 0; list != NULL && i < PyList_Size(list); i++) {
        int seat;
        if (!to_viewer(match->game, PyList_GetItem(list, i), false, &seat)) {
            Py_DECREF(list);
            return NULL;
        }
        setup.seats |= TP_ONLY(seat);
    }
    Py_XDECREF(list);
    setup.match = match->match;
    review *made = review_new(&setup, &error);
    if (made == NULL) return raise_error(&error);
    PyObject *answer = NULL;
    if (think(made, (int)threads)) {
        if (review_finish(made, &error)) {
            PyObject *json = from_json(review_to_json(made, 0, 0)), *svg = plot(made, match);
            if (json != NULL && svg != NULL) answer = PyTuple_Pack(2, json, svg);
            Py_XDECREF(json);
            Py_XDECREF(svg);
        } else {
            raise_error(&error);
        }
    }
    review_free(made);
    return answer;
}
