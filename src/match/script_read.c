/* Reading scripts: JSON to steps, with every key and type checked. What depends on the position (is this
 * move legal, does this seat exist) is left to the running. */
#include "core/language.h"
#include "match/script_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- places ---- */

/* Put the place in front of what is wrong: the path of an object, the field in it; either may be "". */
static tp_err fail_at(tp_error *error, const char *where, const char *key) {
    if (where[0] != '\0' || key[0] != '\0')
        tp_error_at(error, "%s%s%s", where, where[0] != '\0' && key[0] != '\0' ? "." : "", key);
    return TP_E_INPUT;
}

/* ---- keys ---- */

static const char *const file_keys[] = {"game", "cases",  "options", "seed",     "print", "id",
                                        "rule", "source", "note",    "decision", NULL};
static const char *const script_keys[] = {"game", "options", "seed", "position", "chance", "steps", "id",
                                          "rule", "source",  "note", "decision", "print",  NULL};
static const char *const step_keys[] = {"do",          "moves",  "illegal",  "reason", "play", "legal",
                                        "legal_count", "expect", "view",     "print",  "id",   "rule",
                                        "note",        "source", "decision", NULL};

static const char *key_at(const void *context, size_t index) { return ((const char *const *)context)[index]; }

/* Refuse a key that is not in the list. `where` is the path of the object, "" for the whole file. */
static tp_err check_keys(const json_t *object, const char *const *keys, const char *where, tp_error *error) {
    const char *key;
    const json_t *value;
    json_object_foreach((json_t *)object, key, value) {
        size_t count = 0;
        bool known = false;
        for (; keys[count] != NULL; count++) known = known || strcmp(keys[count], key) == 0;
        if (known) continue;
        char names[256];
        tp_list_nearest(names, sizeof names, key, count, key_at, keys);
        tp_fail(error, TP_E_INPUT, TR("unknown key \"%.60s\"; the keys are %s"), key, names);
        return fail_at(error, where, "");
    }
    return TP_OK;
}

static const char *type_name(const json_t *value) {
    switch (json_typeof(value)) {
    case JSON_OBJECT: return TR("an object");
    case JSON_ARRAY: return TR("a list");
    case JSON_STRING: return TR("a text");
    case JSON_INTEGER:
    case JSON_REAL: return TR("a number");
    case JSON_TRUE:
    case JSON_FALSE: return TR("true or false");
    case JSON_NULL: return "null";
    }
    return TR("something else");
}

/* Answer for a value of the wrong type; `where` is the object, `key` the field. */
static tp_err wrong_type(const char *where, const char *key, const char *wanted, const json_t *value,
                         tp_error *error) {
    tp_fail(error, TP_E_INPUT, TR("must be %s, not %s"), wanted, type_name(value));
    return fail_at(error, where, key);
}

/* ---- fields ---- */

/* The text under `key`, untouched if there is none. */
static tp_err get_text(const json_t *object, const char *key, const char *where, const char **out,
                       tp_error *error) {
    const json_t *value = json_object_get(object, key);
    if (value == NULL) return TP_OK;
    if (!json_is_string(value)) return wrong_type(where, key, TR("a text"), value, error);
    *out = json_string_value(value);
    return TP_OK;
}

/* The object under `key`, untouched if there is none. */
static tp_err get_object(const json_t *object, const char *key, const char *where, const json_t **out,
                         tp_error *error) {
    const json_t *value = json_object_get(object, key);
    if (value == NULL) return TP_OK;
    if (!json_is_object(value)) return wrong_type(where, key, TR("an object"), value, error);
    *out = value;
    return TP_OK;
}

/* The list of texts under `key`, untouched if there is none. */
static tp_err get_texts(const json_t *object, const char *key, const char *where, const json_t **out,
                        tp_error *error) {
    const json_t *value = json_object_get(object, key);
    if (value == NULL) return TP_OK;
    if (!json_is_array(value)) return wrong_type(where, key, TR("a list of texts"), value, error);
    size_t index;
    const json_t *element;
    json_array_foreach(value, index, element) {
        char place[96];
        snprintf(place, sizeof place, "%s[%zu]", key, index);
        if (!json_is_string(element)) return wrong_type(where, place, TR("a text"), element, error);
    }
    *out = value;
    return TP_OK;
}

/* "print": "state". */
static tp_err get_print(const json_t *object, const char *where, bool *out, tp_error *error) {
    const char *what = NULL;
    tp_err err = get_text(object, "print", where, &what, error);
    if (err != TP_OK || what == NULL) return err;
    if (strcmp(what, "state") != 0) {
        tp_fail(error, TP_E_INPUT, TR("can only be \"state\", not \"%.60s\""), what);
        return fail_at(error, where, "print");
    }
    *out = true;
    return TP_OK;
}

static tp_err get_seed(const json_t *object, const char *where, uint64_t *out, tp_error *error) {
    const json_t *value = json_object_get(object, "seed");
    if (value == NULL) return TP_OK;
    if (!json_is_integer(value) || json_integer_value(value) < 0) {
        tp_fail(error, TP_E_INPUT, TR("must be a whole number from 0 to 2^63-1"));
        return fail_at(error, where, "seed");
    }
    *out = (uint64_t)json_integer_value(value);
    return TP_OK;
}

/* ---- steps ---- */

/* What the step does: at most one of do, illegal and play. */
static tp_err read_action(const json_t *object, const char *where, script_step *step, tp_error *error) {
    static const struct {
        const char *key;
        script_action action;
    } actions[] = {{"do", SCRIPT_DO}, {"illegal", SCRIPT_ILLEGAL}, {"play", SCRIPT_PLAY}};
    const char *taken = NULL;
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++) {
        const char *text = NULL;
        tp_err err = get_text(object, actions[i].key, where, &text, error);
        if (err != TP_OK) return err;
        if (text == NULL) continue;
        if (taken != NULL) {
            tp_fail(error, TP_E_INPUT, TR("a step can have only one of \"do\", \"illegal\" and \"play\""));
            return fail_at(error, where, "");
        }
        taken = actions[i].key;
        step->action = actions[i].action;
        step->text = text;
    }
    return TP_OK;
}

/* "view": a seat or "spectator". Whether there is such a seat is seen when it is looked at. */
static tp_err read_view(const json_t *object, const char *where, script_step *step, tp_error *error) {
    const json_t *value = json_object_get(object, "view");
    if (value == NULL) return TP_OK;
    if (json_is_string(value) && strcmp(json_string_value(value), "spectator") == 0) {
        step->view = TP_SPECTATOR;
        return TP_OK;
    }
    json_int_t seat = json_is_integer(value) ? json_integer_value(value) : -1;
    if (seat < 0 || seat >= TP_MAX_SEATS) {
        tp_fail(error, TP_E_INPUT, TR("must be a seat from 0 to %d or \"spectator\""), TP_MAX_SEATS - 1);
        return fail_at(error, where, "view");
    }
    step->view = (int)seat;
    return TP_OK;
}

/* "moves": what the agent must pick, a text or a list of texts. */
static tp_err read_moves(const json_t *object, const char *where, script_step *step, tp_error *error) {
    const json_t *value = json_object_get(object, "moves");
    if (value == NULL) return TP_OK;
    if (step->action != SCRIPT_DO) {
        tp_fail(error, TP_E_INPUT, TR("\"moves\" needs \"do\""));
        return fail_at(error, where, "moves");
    }
    if (json_is_array(value) && json_array_size(value) == 0) {
        tp_fail(error, TP_E_INPUT, TR("must name at least one move"));
        return fail_at(error, where, "moves");
    }
    step->moves = value;
    return json_is_string(value) ? TP_OK : get_texts(object, "moves", where, &step->moves, error);
}

static tp_err read_legal_count(const json_t *object, const char *where, script_step *step, tp_error *error) {
    const json_t *value = json_object_get(object, "legal_count");
    if (value == NULL) return TP_OK;
    if (!json_is_integer(value) || json_integer_value(value) < 0) {
        tp_fail(error, TP_E_INPUT, TR("must be a whole number, 0 or more"));
        return fail_at(error, where, "legal_count");
    }
    step->legal_count = json_integer_value(value);
    return TP_OK;
}

static tp_err read_step(const json_t *object, const char *where, script_step *step, tp_error *error) {
    step->view = SCRIPT_NO_VIEW;
    step->legal_count = -1;
    if (!json_is_object(object)) return wrong_type(where, "", TR("an object"), object, error);
    tp_err err = check_keys(object, step_keys, where, error);
    if (err == TP_OK) err = read_action(object, where, step, error);
    if (err == TP_OK) err = read_moves(object, where, step, error);
    if (err == TP_OK) err = get_text(object, "reason", where, &step->reason, error);
    if (err == TP_OK) err = get_texts(object, "legal", where, &step->legal, error);
    if (err == TP_OK) err = read_legal_count(object, where, step, error);
    if (err == TP_OK) err = get_object(object, "expect", where, &step->expect, error);
    if (err == TP_OK) err = read_view(object, where, step, error);
    if (err == TP_OK) err = get_print(object, where, &step->print, error);
    if (err != TP_OK) return err;
    if (step->reason != NULL && step->action != SCRIPT_ILLEGAL) {
        tp_fail(error, TP_E_INPUT, TR("\"reason\" needs \"illegal\""));
        return fail_at(error, where, "reason");
    }
    /* A view that nothing is expected of is there to be looked at. */
    if (step->view != SCRIPT_NO_VIEW && step->expect == NULL) step->print = true;
    return TP_OK;
}

/* ---- scripts ---- */

/* What a file of cases says for all of them. */
typedef struct script_defaults {
    const char *game;
    const json_t *options;
    uint64_t seed;
    bool print;
} script_defaults;

/* The fields that cases may share. */
static tp_err read_shared(const json_t *object, const char *where, script_defaults *out, tp_error *error) {
    tp_err err = get_text(object, "game", where, &out->game, error);
    if (err == TP_OK) err = get_object(object, "options", where, &out->options, error);
    if (err == TP_OK) err = get_seed(object, where, &out->seed, error);
    if (err == TP_OK) err = get_print(object, where, &out->print, error);
    return err;
}

static tp_err no_memory(tp_error *error) {
    return tp_fail(error, TP_E_MEMORY, TR("no memory for the script"));
}

static tp_err read_chance(const json_t *object, script *out, tp_error *error) {
    const json_t *list = NULL;
    tp_err err = get_texts(object, "chance", out->where, &list, error);
    if (err != TP_OK || list == NULL) return err;
    out->chance_count = json_array_size(list);
    out->chance = calloc(out->chance_count + 1, sizeof *out->chance);
    if (out->chance == NULL) return no_memory(error);
    for (size_t i = 0; i < out->chance_count; i++) {
        uint32_t kind, outcome;
        out->chance[i] = json_string_value(json_array_get(list, i));
        err = tp_outcome_from_text(out->game, out->chance[i], &kind, &outcome, error);
        if (err != TP_OK) {
            char place[48];
            snprintf(place, sizeof place, "chance[%zu]", i);
            fail_at(error, out->where, place);
            return err;
        }
    }
    return TP_OK;
}

static tp_err read_steps(const json_t *object, bool print, script *out, tp_error *error) {
    const json_t *list = json_object_get(object, "steps");
    if (list == NULL) {
        tp_fail(error, TP_E_INPUT, TR("there are no \"steps\""));
        return fail_at(error, out->where, "");
    }
    if (!json_is_array(list)) return wrong_type(out->where, "steps", TR("a list"), list, error);
    out->steps = calloc(json_array_size(list) + 1, sizeof *out->steps);
    if (out->steps == NULL) return no_memory(error);
    for (; out->step_count < json_array_size(list); out->step_count++) {
        char where[96];
        snprintf(where, sizeof where, "%s%ssteps[%zu]", out->where, out->where[0] ? "." : "",
                 out->step_count);
        script_step *step = &out->steps[out->step_count];
        step->print = print;
        tp_err err = read_step(json_array_get(list, out->step_count), where, step, error);
        if (err != TP_OK) return err;
    }
    return TP_OK;
}

/* The file's options, then the script's own on top. */
static tp_err merge_options(const json_t *shared, const json_t *own, script *out, tp_error *error) {
    out->options = json_object();
    bool good = out->options != NULL;
    if (good && shared != NULL) good = json_object_update(out->options, (json_t *)shared) == 0;
    if (good && own != NULL && own != shared) good = json_object_update(out->options, (json_t *)own) == 0;
    return good ? TP_OK : no_memory(error);
}

static void clear_script(script *one) {
    json_decref(one->options);
    free(one->chance);
    free(one->steps);
}

/* Read one script; out->where is set. */
static tp_err read_script(const json_t *object, const script_defaults *shared, script *out, tp_error *error) {
    if (!json_is_object(object)) return wrong_type(out->where, "", TR("an object"), object, error);
    out->id = json_object_get(object, "id");
    script_defaults own = *shared;
    tp_err err = check_keys(object, script_keys, out->where, error);
    if (err == TP_OK) err = read_shared(object, out->where, &own, error);
    if (err != TP_OK) return err;
    if (own.game == NULL) {
        tp_fail(error, TP_E_INPUT, TR("there is no \"game\""));
        return fail_at(error, out->where, "");
    }
    const tp_game *game = tp_game_find(own.game, error);
    if (game == NULL) {
        fail_at(error, out->where, "game");
        return TP_E_UNKNOWN;
    }
    out->game = game;
    out->seed = own.seed;
    err = merge_options(shared->options, own.options, out, error);
    if (err == TP_OK) err = get_object(object, "position", out->where, &out->position, error);
    if (err == TP_OK) err = read_chance(object, out, error);
    if (err == TP_OK) err = read_steps(object, own.print, out, error);
    return err;
}

/* ---- files ---- */

/* Say what is wrong with a text that is no JSON. The parser's own words may quote the text: anything that is
 * not printable is replaced. */
static void tell_syntax(const json_error_t *problem, size_t size, tp_error *error) {
    if (size == 0) {
        tp_fail(error, TP_E_INPUT, TR("the script is empty"));
        return;
    }
    char text[sizeof problem->text];
    snprintf(text, sizeof text, "%s", problem->text);
    for (char *c = text; *c != '\0'; c++) {
        if ((unsigned char)*c < 0x20 || (unsigned char)*c >= 0x7f) *c = '?';
    }
    tp_fail(error, TP_E_INPUT, TR("line %d, column %d: not JSON: %s"), problem->line, problem->column, text);
}

static tp_err read_cases(script_file *file, const json_t *cases, tp_error *error) {
    script_defaults shared = {0};
    tp_err err = check_keys(file->root, file_keys, "", error);
    if (err == TP_OK) err = read_shared(file->root, "", &shared, error);
    if (err != TP_OK) return err;
    if (!json_is_array(cases)) return wrong_type("", "cases", TR("a list"), cases, error);
    if (json_array_size(cases) == 0)
        return tp_fail(error, TP_E_INPUT, TR("cases: the list is empty, but a file needs at least one case"));
    if (shared.game != NULL && tp_game_find(shared.game, error) == NULL) {
        fail_at(error, "", "game");
        return TP_E_UNKNOWN;
    }
    file->has_cases = true;
    file->scripts = calloc(json_array_size(cases) + 1, sizeof *file->scripts);
    if (file->scripts == NULL) return no_memory(error);
    for (; file->count < json_array_size(cases); file->count++) {
        script *one = &file->scripts[file->count];
        snprintf(one->where, sizeof one->where, "cases[%zu]", file->count);
        const json_t *object = json_array_get(cases, file->count);
        tp_error problem = {0};
        if (read_script(object, &shared, one, &problem) == TP_OK) continue;
        one->error = problem;
        /* Its line is English in every language. */
        const char *spoken = tp_language_set("en");
        script again = {0};
        memcpy(again.where, one->where, sizeof again.where);
        read_script(object, &shared, &again, &one->english);
        clear_script(&again);
        tp_language_set(spoken);
    }
    return TP_OK;
}

script_file *script_read(const char *text, size_t size, tp_error *error) {
    json_error_t problem;
    script_file *file = calloc(1, sizeof *file);
    if (file == NULL) {
        no_memory(error);
        return NULL;
    }
    if (size > SCRIPT_MAX_BYTES) {
        tp_fail(error, TP_E_INPUT, TR("a script may have at most %d MiB"), SCRIPT_MAX_BYTES >> 20);
        goto failed;
    }
    file->root = json_loadb(text, size, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &problem);
    if (file->root == NULL) {
        tell_syntax(&problem, size, error);
        goto failed;
    }
    if (!json_is_object(file->root)) {
        tp_fail(error, TP_E_INPUT,
                TR("a script is an object with \"game\" and \"steps\" or \"cases\", not %s"),
                type_name(file->root));
        goto failed;
    }
    const json_t *cases = json_object_get(file->root, "cases");
    if (cases != NULL) {
        if (read_cases(file, cases, error) != TP_OK) goto failed;
        return file;
    }
    script_defaults nothing = {0};
    file->scripts = calloc(1, sizeof *file->scripts);
    if (file->scripts == NULL) {
        no_memory(error);
        goto failed;
    }
    file->count = 1;
    if (read_script(file->root, &nothing, &file->scripts[0], error) != TP_OK) goto failed;
    return file;
failed:
    script_free(file);
    return NULL;
}

void script_free(script_file *file) {
    if (file == NULL) return;
    for (size_t i = 0; i < file->count; i++) clear_script(&file->scripts[i]);
    free(file->scripts);
    json_decref(file->root);
    free(file);
}

bool script_has_cases(const script_file *file) { return file->has_cases; }

size_t script_count(const script_file *file) { return file->count; }
