/* Exceptions: Error, and Refused for a move or a file that was understood and is not accepted. */
#include "core.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

PyObject *error_type, *refused_type;

static const char *const codes[] = {
    [TP_OK] = "ok",
    [TP_E_INPUT] = "input",
    [TP_E_UNKNOWN] = "unknown",
    [TP_E_REFUSED] = "refused",
    [TP_E_CHANCE] = "chance",
    [TP_E_VERSION] = "version",
    [TP_E_IO] = "io",
    [TP_E_MEMORY] = "memory",
};

static void raise_with(PyObject *type, const char *sentence, const char *code, const char *reason,
                       const char *legal) {
    PyObject *text = text_of(sentence);
    PyObject *value = text != NULL ? PyObject_CallFunctionObjArgs(type, text, NULL) : NULL;
    Py_XDECREF(text);
    if (value == NULL) return;
    const char *const names[] = {"code", "reason", "legal"};
    const char *const texts[] = {code, reason, legal};
    for (int i = 0; i < 3; i++) {
        PyObject *member = text_of(texts[i]);
        if (member == NULL || PyObject_SetAttrString(value, names[i], member) != 0) PyErr_Clear();
        Py_XDECREF(member);
    }
    PyErr_SetObject(type, value);
    Py_DECREF(value);
}

PyObject *raise_error(const tp_error *error) {
    char text[sizeof error->text + sizeof error->legal + 16];
    if (error->code == TP_E_MEMORY) return PyErr_NoMemory();
    if (error->code == TP_E_IO) {
        PyErr_SetString(PyExc_OSError, error->text);
        return NULL;
    }
    snprintf(text, sizeof text, "%s%s%s", error->text, error->legal[0] != '\0' ? "; legal: " : "",
             error->legal);
    unsigned code = error->code < TP_ERR_COUNT ? error->code : TP_E_INPUT;
    raise_with(error->code == TP_E_REFUSED ? refused_type : error_type, text, codes[code], error->reason,
               error->legal);
    return NULL;
}

PyObject *raise_input(const char *format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    raise_with(error_type, text, "input", "", "");
    return NULL;
}

bool errors_init(PyObject *module) {
    error_type = PyErr_NewExceptionWithDoc(
        "tapete.Error",
        "Something that was given to Tapete is wrong. The text says what, and what would be right.\n\n"
        "`code` is one of input, unknown, refused, chance and version.",
        PyExc_ValueError, NULL);
    if (error_type == NULL) return false;
    refused_type = PyErr_NewExceptionWithDoc(
        "tapete.Refused",
        "A move that cannot be made now, or a record that is not what it claims to be.\n\n"
        "`reason` is a code in capitals (NOT_LEGAL, WRONG_KEY), `legal` lists what is legal, if it is a move.",
        error_type, NULL);
    return refused_type != NULL && PyModule_AddObjectRef(module, "Error", error_type) == 0 &&
           PyModule_AddObjectRef(module, "Refused", refused_type) == 0;
}
