/* Running scripts over a match. The action of a step comes first, then its checks in the order legal,
 * legal_count, expect, then what is to be printed. */
#include "match/script.h"

#include "core/language.h"
#include "match/script_step.h"

#include <stdlib.h>
#include <string.h>

/* ---- steps ---- */

static bool speaks_english(void) { return strcmp(tp_language(), "en") == 0; }

/* One part of a step. If it fails the reader hears why in his language and a line says it in English, so
 * it is gone through once more: it has left the match as it was, and fails in the same way. */
static script_verdict go_through(script_runner *run, const script_step *step,
                                 script_verdict (*part)(script_runner *run, const script_step *step)) {
    script_verdict verdict = part(run, step);
    if (verdict == SCRIPT_GOOD || speaks_english()) return verdict;
    char *problem = run->problem;
    json_t *line = run->line;
    run->problem = NULL;
    run->line = json_object();
    const char *spoken = tp_language_set("en");
    part(run, step);
    tp_language_set(spoken);
    json_decref(run->line);
    run->line = line;
    run->english = run->problem;
    run->problem = problem;
    return verdict;
}

/* The sentence of a failure for programs. */
static const char *english_problem(const script_runner *run) {
    return run->english != NULL ? run->english : run->problem;
}

/* One step: act, check, and fill the line. */
static script_verdict run_step(script_runner *run, const script_step *step) {
    bool looks = step->expect != NULL || step->print;
    script_verdict verdict = go_through(run, step, script_act);
    if (verdict == SCRIPT_GOOD && step->legal != NULL) verdict = go_through(run, step, script_check_legal);
    if (verdict == SCRIPT_GOOD && step->legal_count >= 0)
        verdict = go_through(run, step, script_check_legal_count);
    if (verdict == SCRIPT_GOOD && looks) verdict = go_through(run, step, script_check_expect);
    if (step->print) {
        json_t *found = script_look(run, step);
        if (found != NULL)
            json_object_set_new(run->line, step->view == SCRIPT_NO_VIEW ? "state" : "view", found);
    }
    script_add_standing(run);
    if (verdict != SCRIPT_GOOD && run->problem != NULL) {
        json_object_set_new(run->line, verdict == SCRIPT_BAD ? "error" : "failure",
                            json_string(english_problem(run)));
    }
    return verdict;
}

/* Begin the match of a script. NULL with an error that names the place. */
static tp_match *begin(const script *one, tp_error *error) {
    tp_options *options = calloc(1, sizeof *options);
    tp_match *match = NULL;
    if (options == NULL) {
        tp_fail(error, TP_E_MEMORY, TR("no memory for the options"));
        return NULL;
    }
    const char *dot = one->where[0] ? "." : "";
    tp_options_init(options, one->game->options);
    if (tp_options_from_json(options, one->options, error) != TP_OK) {
        tp_error_at(error, "%s%soptions", one->where, dot);
    } else {
        uint8_t key[TP_KEY_SIZE];
        tp_key_from_seed(key, one->seed);
        tp_match_setup setup = {.game = one->game,
                                .options = options,
                                .key = key,
                                .seeded = true,
                                .seed = one->seed,
                                .script = one->chance,
                                .script_count = one->chance_count,
                                .position = one->position};
        match = tp_match_new(&setup, error);
        if (match == NULL) {
            const char *part = error->code == TP_E_CHANCE ? "chance"
                               : one->position != NULL    ? "position"
                                                          : "options";
            tp_error_at(error, "%s%s%s", one->where, dot, part);
        }
    }
    free(options);
    return match;
}

/* The same, with the error in English beside that of the reader. */
static tp_match *begin_or_tell(const script *one, tp_error *error, tp_error *english) {
    tp_match *match = begin(one, error);
    if (match != NULL) return match;
    const char *spoken = tp_language_set("en");
    tp_match_free(begin(one, english));
    tp_language_set(spoken);
    return NULL;
}

/* The name of a case in the lines: its id, or its number. */
static json_t *case_name(const script *one, size_t number) {
    return one->id != NULL ? json_incref((json_t *)one->id) : json_integer((json_int_t)number);
}

/* Play every step until one goes wrong; tells each line. run->at is then the step that did, or the number of
 * steps. */
static script_verdict run_steps(script_runner *run, const script_listener *listener, json_t *name) {
    script_verdict verdict = SCRIPT_GOOD;
    for (; run->at < run->script->step_count; run->at++) {
        run->line = json_object();
        if (name != NULL) json_object_set(run->line, "case", name);
        json_object_set_new(run->line, "step", json_integer((json_int_t)run->at));
        if (run->at == 0) {
            const tp_event *events = NULL;
            size_t count = tp_match_ply_events(run->match, 0, &events);
            if (count > 0) json_object_set_new(run->line, "deal", script_outcomes(run, events, count));
        }
        verdict = run_step(run, &run->script->steps[run->at]);
        listener->line(listener->context, run->line);
        run->line = NULL;
        if (verdict != SCRIPT_GOOD) break;
    }
    return verdict;
}

/* Run one script, from set-up to its last step. `name` is NULL for a single script. */
static script_verdict run_script(const script *one, const script_listener *listener, json_t *name) {
    script_runner run = {.script = one, .game = one->game};
    tp_error error = one->error, english = one->english;
    script_verdict verdict = SCRIPT_BAD;
    if (error.code == TP_OK) {
        run.match = begin_or_tell(one, &error, &english);
        run.moves = calloc((size_t)one->game->max_moves + 1, sizeof *run.moves);
        run.state = calloc(1, one->game->state_size);
        run.view = calloc(1, one->game->view_size);
        if (run.moves == NULL || run.state == NULL || run.view == NULL) {
            tp_fail(&error, TP_E_MEMORY, TR("there is no memory"));
            english = error;
        }
        if (error.code == TP_OK) verdict = run_steps(&run, listener, name);
    }
    const char *problem = error.code != TP_OK ? error.text : run.problem;
    const char *told = error.code != TP_OK ? english.text : english_problem(&run);
    if (verdict != SCRIPT_GOOD)
        listener->problem(listener->context, problem != NULL ? problem : TR("there is no memory"));
    if (name != NULL) {
        json_t *line = json_object();
        json_object_set(line, "case", name);
        json_object_set_new(line, "passed", json_boolean(verdict == SCRIPT_GOOD));
        if (verdict != SCRIPT_GOOD && told != NULL) {
            json_object_set_new(line, verdict == SCRIPT_BAD ? "error" : "failure", json_string(told));
        }
        listener->line(listener->context, line);
    }
    free(run.problem);
    free(run.english);
    free(run.moves);
    free(run.state);
    free(run.view);
    tp_match_free(run.match);
    return verdict;
}

void script_run(const script_file *file, const script_listener *listener, script_tally *tally) {
    *tally = (script_tally){0};
    for (size_t i = 0; i < file->count; i++) {
        const script *one = &file->scripts[i];
        json_t *name = file->has_cases ? case_name(one, i) : NULL;
        switch (run_script(one, listener, name)) {
        case SCRIPT_GOOD: tally->passed++; break;
        case SCRIPT_FAILED: tally->failed++; break;
        case SCRIPT_BAD: tally->bad++; break;
        }
        json_decref(name);
    }
}
