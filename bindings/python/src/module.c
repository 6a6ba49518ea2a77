/* The module tapete._core. */
#include "core.h"

#include "tapete/plugin.h"

#include <dlfcn.h>
#include <string.h>

static PyObject *set_language(PyObject *module, PyObject *tag_value) {
    (void)module;
    const char *tag = to_text(tag_value, "a language");
    if (tag == NULL) return NULL;
    return text_of(tp_language_set(tp_language_choose(tag)));
}

/* A plugin finds the functions of the library in this module, which Python has loaded for itself alone. */
static bool show_functions(void) {
    Dl_info here;
    return dladdr((const void *)&tp_version, &here) != 0 && here.dli_fname != NULL &&
           dlopen(here.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_GLOBAL) != NULL;
}

static PyObject *load_plugin(PyObject *module, PyObject *path_value) {
    PyObject *owner = NULL;
    tp_error error = {0};
    (void)module;
    const char *path = to_path(path_value, &owner);
    if (path == NULL) return NULL;
    tp_err code = show_functions()
                      ? tp_plugin_load(path, &error)
                      : tp_fail(&error, TP_E_IO, "the system does not show its functions to a plugin");
    Py_DECREF(owner);
    if (code != TP_OK) return raise_error(&error);
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    METHOD(
        "load", load_plugin, METH_O,
        "load(path)\n--\n\nLoad games and agents from a shared object (docs/add-a-game.md). It is code and can do "
        "whatever this program can. Load before anything else is asked."),
    METHOD(
        "verify", verify_record, METH_O,
        "verify(path)\n--\n\nCheck a record: commitment, every outcome, every move and the result. The report; "
        "raises Refused where it is not what it claims to be."),
    METHOD("review", review_match, METH_VARARGS | METH_KEYWORDS, NULL),
    METHOD("arena", run_arena, METH_VARARGS | METH_KEYWORDS, NULL),
    METHOD("exploit", exploit_agent, METH_VARARGS | METH_KEYWORDS, NULL),
    METHOD(
        "language", set_language, METH_O,
        "language(tag)\n--\n\nSpeak this language in this thread: \"en\", \"es\" ... Answers what was spoken before."),
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "tapete._core",
    "The library of Tapete; import tapete instead.",
    -1,
    functions,
    NULL,
    NULL,
    NULL,
    NULL,
};

/* A second module of the same process would register everything twice: there is one. */
PyMODINIT_FUNC PyInit__core(void);
PyMODINIT_FUNC PyInit__core(void) {
    PyObject *module = PyModule_Create(&definition);
    tp_error error = {0};
    if (module == NULL) return NULL;
    bool good = errors_init(module) && game_init(module) && view_init(module) && state_init(module) &&
                agent_init(module) && match_init(module) && batch_init(module) && solver_init(module) &&
                PyModule_AddStringConstant(module, "version", tp_version()) == 0;
#ifdef TAPETE_EXAMPLE_GAME
    if (good && tapete_plugin(&error) != TP_OK) {
        raise_error(&error);
        good = false;
    }
#endif
    if (good) return module;
    Py_DECREF(module);
    return NULL;
}
