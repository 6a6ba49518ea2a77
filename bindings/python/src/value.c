/* Values between Python and the library: JSON, text, numbers, options. */
#include "core.h"

#include <errno.h>
#include <string.h>
#include <sys/random.h>

PyObject *text_of(const char *text) {
    return PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "replace");
}

/* ---- JSON ---- */

static PyObject *convert(const json_t *json) {
    switch (json_typeof(json)) {
    case JSON_OBJECT: {
        PyObject *dict = PyDict_New();
        const char *key;
        json_t *value;
        json_object_foreach((json_t *)json, key, value) {
            PyObject *item = dict != NULL ? convert(value) : NULL;
            if (item == NULL || PyDict_SetItemString(dict, key, item) != 0) Py_CLEAR(dict);
            Py_XDECREF(item);
            if (dict == NULL) return NULL;
        }
        return dict;
    }
    case JSON_ARRAY: {
        PyObject *list = PyList_New((Py_ssize_t)json_array_size(json));
        for (size_t i = 0; list != NULL && i < json_array_size(json); i++) {
            PyObject *item = convert(json_array_get(json, i));
            if (item == NULL || PyList_SetItem(list, (Py_ssize_t)i, item) != 0) Py_CLEAR(list);
        }
        return list;
    }
    case JSON_STRING:
        return PyUnicode_DecodeUTF8(json_string_value(json), (Py_ssize_t)json_string_length(json), "replace");
    case JSON_INTEGER: return PyLong_FromLongLong(json_integer_value(json));
    case JSON_REAL: return PyFloat_FromDouble(json_real_value(json));
    case JSON_TRUE: return PyBool_FromLong(1);
    case JSON_FALSE: return PyBool_FromLong(0);
    default: Py_RETURN_NONE;
    }
}

PyObject *from_json(json_t *json) {
    if (json == NULL) return PyErr_NoMemory();
    PyObject *value = convert(json);
    json_decref(json);
    return value;
}

json_t *to_json(PyObject *value) {
    PyObject *text = NULL;
    json_t *json = NULL;
    if (PyUnicode_Check(value)) {
        text = Py_NewRef(value);
    } else {
        PyObject *module = PyImport_ImportModule("json");
        text = module != NULL ? PyObject_CallMethod(module, "dumps", "O", value) : NULL;
        Py_XDECREF(module);
    }
    Py_ssize_t size;
    const char *utf8 = text != NULL ? PyUnicode_AsUTF8AndSize(text, &size) : NULL;
    if (utf8 != NULL) {
        json_error_t where;
        json = json_loadb(utf8, (size_t)size, JSON_REJECT_DUPLICATES, &where);
        if (json == NULL) raise_input("this is not JSON: %s, line %d", where.text, where.line);
    }
    Py_XDECREF(text);
    return json;
}

/* ---- numbers and text ---- */

bool is_other_type(void) {
    if (PyErr_Occurred() != NULL && !PyErr_ExceptionMatches(PyExc_TypeError)) return false;
    PyErr_Clear();
    return true;
}

bool to_integer(PyObject *value, const char *what, long long least, long long most, long long *out) {
    PyObject *number = PyBool_Check(value) ? NULL : PyNumber_Index(value);
    if (number == NULL) {
        if (is_other_type()) PyErr_Format(PyExc_TypeError, "%s must be a whole number", what);
        return false;
    }
    int overflow = 0;
    long long found = PyLong_AsLongLongAndOverflow(number, &overflow);
    Py_DECREF(number);
    if (found == -1 && overflow == 0 && PyErr_Occurred() != NULL) return false;
    if (overflow != 0 || found < least || found > most) {
        raise_input("%s must be a whole number from %lld to %lld", what, least, most);
        return false;
    }
    *out = found;
    return true;
}

bool to_seed(PyObject *value, uint64_t *out) {
    if (value == NULL || value == Py_None) {
        if (getrandom(out, sizeof *out, 0) == sizeof *out) return true;
        PyErr_SetFromErrno(PyExc_OSError);
        return false;
    }
    PyObject *number = PyBool_Check(value) ? NULL : PyNumber_Index(value);
    if (number == NULL) {
        if (is_other_type())
            PyErr_SetString(PyExc_TypeError, "a seed must be a whole number, or None for a random one");
        return false;
    }
    unsigned long long found = PyLong_AsUnsignedLongLong(number);
    Py_DECREF(number);
    if (PyErr_Occurred() != NULL) {
        PyErr_Clear();
        raise_input("a seed must be a whole number from 0 to 18446744073709551615");
        return false;
    }
    *out = found;
    return true;
}

const char *to_text(PyObject *value, const char *what) {
    if (!PyUnicode_Check(value)) {
        PyErr_Format(PyExc_TypeError, "%s must be a text", what);
        return NULL;
    }
    Py_ssize_t size;
    const char *text = PyUnicode_AsUTF8AndSize(value, &size);
    if (text == NULL) {
        PyErr_Clear();
        raise_input("%s holds characters that are no text", what);
        return NULL;
    }
    if (strlen(text) == (size_t)size) return text;
    raise_input("%s holds a zero byte", what);
    return NULL;
}

const char *to_path(PyObject *value, PyObject **owner) {
    if (PyUnicode_FSConverter(value, owner) == 0) return NULL;
    return PyBytes_AsString(*owner);
}

/* ---- options ---- */

static bool set_option(tp_options *options, PyObject *key, PyObject *value) {
    tp_error error = {0};
    const char *name = to_text(key, "the name of an option");
    if (name == NULL) return false;
    PyObject *text = NULL;
    if (PyBool_Check(value)) {
        text = text_of(value == Py_True ? "true" : "false");
    } else if (PyUnicode_Check(value)) {
        text = Py_NewRef(value);
    } else if (PyList_Check(value) || PyTuple_Check(value)) { /* words: joined by commas */
        PyObject *comma = text_of(",");
        text = comma != NULL ? PyUnicode_Join(comma, value) : NULL;
        Py_XDECREF(comma);
    } else if (PyNumber_Check(value)) {
        text = PyObject_Str(value);
    }
    if (text == NULL) {
        PyErr_Clear();
        PyErr_Format(PyExc_TypeError,
                     "the option %s must be a text, a number, true or false, or a list of words", name);
        return false;
    }
    const char *typed = to_text(text, "an option");
    bool good = typed != NULL;
    if (good && tp_options_set(options, name, typed, &error) != TP_OK) {
        raise_error(&error);
        good = false;
    }
    Py_DECREF(text);
    return good;
}

bool to_options(tp_options *options, PyObject *dict) {
    PyObject *key, *value;
    Py_ssize_t at = 0;
    if (dict == NULL || dict == Py_None) return true;
    if (!PyDict_Check(dict)) {
        PyErr_SetString(PyExc_TypeError, "options must be a dict, as in {\"players\": 3}");
        return false;
    }
    while (PyDict_Next(dict, &at, &key, &value)) {
        if (!set_option(options, key, value)) return false;
    }
    return true;
}
