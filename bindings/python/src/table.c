/* A view as the table that a terminal shows. */
#include "core.h"

#include "look/table.h"

#include <stdlib.h>

enum { USUAL_WIDTH = 80 };

PyObject *view_text(PyObject *self_object, PyObject *args, PyObject *keywords) {
    static char *keys[] = {"width", "plain", "colour", NULL};
    ViewObject *self = (ViewObject *)self_object;
    PyObject *width_value = NULL;
    long long width = USUAL_WIDTH;
    int plain = 0, colour = 0;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "|Opp:text", keys, &width_value, &plain, &colour))
        return NULL;
    if (width_value != NULL && !to_integer(width_value, "width", 40, 1000, &width)) return NULL;
    const look_style style = {.colour = colour != 0, .plain = plain != 0, .width = (int)width};
    const char *names[TP_MAX_SEATS] = {"seat 0", "seat 1", "seat 2", "seat 3"};
    for (int seat = self->game->shape.seats; seat < TP_MAX_SEATS; seat++) names[seat] = NULL;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL) return PyErr_NoMemory();
    look_find(self->game->game)
        ->draw(out, &style, self->game->game, self->bytes, names, self->viewer < 0 ? -1 : self->viewer);
    fclose(out);
    PyObject *value = text_of(text);
    free(text);
    return value;
}

PyObject *view_svg(PyObject *self, PyObject *none) {
    PyObject *module = PyImport_ImportModule("tapete");
    PyObject *picture = module != NULL ? PyObject_CallMethod(module, "svg", "O", self) : NULL;
    (void)none;
    Py_XDECREF(module);
    return picture;
}
