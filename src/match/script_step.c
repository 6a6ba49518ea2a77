/* What a step of a script does and checks, and what is told about it; see script_step.h. */
#include "match/script_step.h"

#include "core/language.h"
#include "match/expect.h"
#include "tapete/agent.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- telling ---- */

/* Note what is wrong, with the place in front ("cases[3].steps[2]" and `field`), and return the verdict. */
static script_verdict tell(script_runner *run, script_verdict verdict, const char *field, const char *format,
                           ...) TP_PRINTF(4, 5);
static script_verdict tell(script_runner *run, script_verdict verdict, const char *field, const char *format,
                           ...) {
    char *sentence = NULL, *whole = NULL;
    va_list arguments;
    va_start(arguments, format);
    if (vasprintf(&sentence, format, arguments) < 0) sentence = NULL;
    va_end(arguments);
    const char *where = run->script->where;
    if (asprintf(&whole, "%s%ssteps[%zu]%s%s: %s", where, where[0] ? "." : "", run->at, field[0] ? "." : "",
                 field, sentence != NULL ? sentence : TR("no memory for the reason")) < 0) {
        whole = NULL;
    }
    free(sentence);
    free(run->problem);
    run->problem = whole;
    return verdict;
}

/* The verdict on an error of the library at this step: a scripted outcome that cannot be, an agent that does
 * not exist. */
static script_verdict tell_bad(script_runner *run, const char *field, const tp_error *error) {
    return tell(run, SCRIPT_BAD, field, "%s", error->text);
}

enum { SHOWN_TEXT = 80 };

/* A text from the script for a sentence: at most SHOWN_TEXT bytes, cut between characters. */
typedef struct shown {
    char text[SHOWN_TEXT + 4];
} shown;

static shown show(const char *text) {
    shown out;
    size_t length = strnlen(text, SHOWN_TEXT + 1);
    bool cut = length > SHOWN_TEXT;
    if (cut) length = SHOWN_TEXT;
    while (cut && length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80) length--;
    snprintf(out.text, sizeof out.text, "%.*s%s", (int)length, text, cut ? "..." : "");
    return out;
}

json_t *script_outcomes(const script_runner *run, const tp_event *events, size_t count) {
    json_t *list = json_array();
    char text[TP_TEXT_SIZE];
    for (size_t i = 0; i < count; i++) {
        if (events[i].type != TP_EVENT_CHANCE) continue;
        tp_outcome_to_text(run->game, events[i].kind, events[i].outcome, text);
        json_array_append_new(list, json_string(text));
    }
    return list;
}

/* Who is to act, or null after the end. */
static json_t *actor_json(const script_runner *run) {
    int actor = tp_match_actor(run->match);
    return actor == TP_OVER ? json_null() : json_integer(actor);
}

/* Put the last move and its outcomes of chance into `object`. */
static void add_ply(const script_runner *run, json_t *object) {
    const tp_event *events = NULL;
    size_t count = tp_match_ply_events(run->match, tp_match_plies(run->match), &events);
    char text[TP_TEXT_SIZE];
    for (size_t i = 0; i < count; i++) {
        if (events[i].type != TP_EVENT_MOVE) continue;
        run->game->move_text(events[i].move, text, sizeof text);
        json_object_set_new(object, "seat", json_integer(events[i].seat));
        json_object_set_new(object, "move", json_string(text));
    }
    json_object_set_new(object, "chance", script_outcomes(run, events, count));
}

/* After the end: how it ended for each seat. */
static void add_result(const script_runner *run, json_t *object) {
    if (tp_match_actor(run->match) != TP_OVER) return;
    float returns[TP_MAX_SEATS] = {0};
    int32_t scores[TP_MAX_SEATS] = {0};
    const void *state = tp_match_state(run->match);
    run->game->returns(state, returns);
    run->game->scores(state, scores);
    json_t *return_list = json_array(), *score_list = json_array();
    for (int seat = 0; seat < tp_match_seats(run->match); seat++) {
        /* A third is no float: print what a person would. */
        char text[32];
        snprintf(text, sizeof text, "%.6g", (double)returns[seat]);
        json_array_append_new(return_list, json_real(strtod(text, NULL)));
        json_array_append_new(score_list, json_integer(scores[seat]));
    }
    json_object_set_new(object, "returns", return_list);
    json_object_set_new(object, "scores", score_list);
}

void script_add_standing(script_runner *run) {
    json_object_set_new(run->line, "actor", actor_json(run));
    add_result(run, run->line);
}

/* ---- moves ---- */

static size_t legal_moves(script_runner *run) {
    const void *state = tp_match_state(run->match);
    if (run->game->actor(state) == TP_OVER) return 0;
    int count = run->game->legal(state, run->moves);
    return count > 0 ? (size_t)count : 0;
}

static json_t *legal_json(script_runner *run) {
    json_t *list = json_array();
    char text[TP_TEXT_SIZE];
    size_t count = legal_moves(run);
    for (size_t i = 0; i < count; i++) {
        run->game->move_text(run->moves[i], text, sizeof text);
        json_array_append_new(list, json_string(text));
    }
    return list;
}

/* The moves of a list as "A, B"; new memory, "" for none. */
static char *join_texts(const json_t *list) {
    char *text = NULL;
    size_t size = 0, index;
    const json_t *element;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL) return NULL;
    json_array_foreach(list, index, element) {
        fprintf(out, "%s%s", index > 0 ? ", " : "", json_string_value(element));
    }
    return fclose(out) == 0 ? text : NULL;
}

static const char *element_text(const void *context, size_t index) {
    return json_string_value(json_array_get(context, index));
}

/* The verdict on a "do" or "play" that names neither a move nor an agent: what it could have meant, nearest
 * first. */
static script_verdict tell_unknown(script_runner *run, const char *field, bool move_wanted) {
    const script_step *step = &run->script->steps[run->at];
    json_t *names = move_wanted ? legal_json(run) : json_array();
    for (const tp_agent_kind *const *kind = tp_agent_kinds(); *kind != NULL; kind++) {
        if ((*kind)->game != NULL && strcmp((*kind)->game, run->game->name) != 0) continue;
        json_array_append_new(names, json_string((*kind)->name));
    }
    for (const tp_level *level = tp_levels(); level->name != NULL; level++)
        json_array_append_new(names, json_string(level->name));
    char list[360];
    tp_list_nearest(list, sizeof list, step->text, json_array_size(names), element_text, names);
    json_decref(names);
    return tell(run, SCRIPT_BAD, field,
                move_wanted ? TR("\"%s\" is neither a move of this game nor an agent; possible here: %s")
                            : TR("\"%s\" is not an agent; the agents are %s"),
                show(step->text).text, list);
}

/* ---- agents ---- */

/* Whether the text names a kind of agent, with or without parameters, or a level of play. */
static bool names_agent(const tp_game *game, const char *text) {
    size_t length = strcspn(text, ":");
    if (tp_level_agent(game, text) != NULL) return true;
    for (const tp_agent_kind *const *kind = tp_agent_kinds(); *kind != NULL; kind++) {
        if (strlen((*kind)->name) == length && strncmp((*kind)->name, text, length) == 0) return true;
    }
    return false;
}

/* A script is a file from anywhere: it runs no programs. */
static script_verdict tell_local(script_runner *run, const char *field) {
    return tell(run, SCRIPT_BAD, field, TR("\"%s\" would run a program, which a script may not do"),
                show(run->script->steps[run->at].text).text);
}

/* The seed of the agent at this step and seat: a function of the script's seed alone, so that steps can be
 * looked at one by one. */
static uint64_t agent_seed(const script_runner *run, int seat) {
    tp_rng rng;
    tp_rng_seed(&rng, run->script->seed);
    uint64_t base = tp_rng_next(&rng);
    tp_rng_seed(&rng, base + (uint64_t)run->at * TP_MAX_SEATS + (uint64_t)seat);
    return tp_rng_next(&rng);
}

/* Let an agent choose from what the actor sees; once, also where the step is gone through again. */
static tp_move agent_move(script_runner *run, tp_agent *agent) {
    if (run->has_picked) return run->picked;
    tp_match_view(run->match, tp_match_actor(run->match), run->view);
    run->picked = tp_agent_choose(agent, run->view);
    run->has_picked = true;
    return run->picked;
}

/* ---- actions ---- */

/* Play a move for the actor. */
static script_verdict play_move(script_runner *run, tp_move move) {
    tp_error error = {0};
    switch (tp_match_play(run->match, tp_match_actor(run->match), move, &error)) {
    case TP_OK:
        add_ply(run, run->line);
        run->has_picked = false;
        return SCRIPT_GOOD;
    case TP_E_REFUSED: /* the sentence says what was legal */
        json_object_set_new(run->line, "refused", json_string(error.reason));
        return tell(run, SCRIPT_FAILED, "do", TR("refused, %s: %s; legal now: %s"), error.reason, error.text,
                    error.legal);
    default: return tell_bad(run, "do", &error);
    }
}

/* Whether the agent's move is one that the step allows. */
static script_verdict check_pick(script_runner *run, const script_step *step, tp_move picked) {
    if (step->moves == NULL) return SCRIPT_GOOD;
    bool single = json_is_string(step->moves);
    size_t count = single ? 1 : json_array_size(step->moves);
    for (size_t i = 0; i < count; i++) {
        const char *text = json_string_value(single ? step->moves : json_array_get(step->moves, i));
        tp_move wanted;
        if (run->game->move_parse(text, &wanted) != TP_OK) {
            return tell(run, SCRIPT_BAD, "moves", TR("\"%s\" is not a move of this game"), show(text).text);
        }
        if (tp_match_meant(run->match, wanted) == picked) return SCRIPT_GOOD;
    }
    char found[TP_TEXT_SIZE];
    run->game->move_text(picked, found, sizeof found);
    char *wanted = single ? strdup(json_string_value(step->moves)) : join_texts(step->moves);
    script_verdict verdict = tell(run, SCRIPT_FAILED, "moves", TR("expected %s, but %s chose %s"),
                                  wanted ? wanted : "", step->text, found);
    free(wanted);
    return verdict;
}

static script_verdict do_agent(script_runner *run, const script_step *step) {
    int actor = tp_match_actor(run->match);
    if (actor == TP_OVER)
        return tell(run, SCRIPT_FAILED, "do", TR("the game is over, there is nothing to choose"));
    if (tp_agent_is_local(step->text)) return tell_local(run, "do");
    tp_error error = {0};
    tp_agent *agent =
        tp_agent_new_for(run->game, tp_match_options(run->match), step->text, agent_seed(run, actor), &error);
    if (agent == NULL) return tell_bad(run, "do", &error);
    tp_move picked = agent_move(run, agent);
    tp_agent_free(agent);
    json_object_set_new(run->line, "agent", json_string(step->text));
    script_verdict verdict = check_pick(run, step, picked);
    return verdict == SCRIPT_GOOD ? play_move(run, picked) : verdict;
}

static script_verdict do_step(script_runner *run, const script_step *step) {
    tp_move move;
    if (run->game->move_parse(step->text, &move) != TP_OK) {
        return names_agent(run->game, step->text) ? do_agent(run, step) : tell_unknown(run, "do", true);
    }
    if (step->moves != NULL) {
        return tell(run, SCRIPT_BAD, "moves", TR("needs an agent, but \"%s\" is a move"),
                    show(step->text).text);
    }
    return play_move(run, move);
}

/* A move that must be refused, with the state untouched to the byte. */
static script_verdict illegal_step(script_runner *run, const script_step *step) {
    int plies = tp_match_plies(run->match);
    memcpy(run->state, tp_match_state(run->match), run->game->state_size);
    tp_error error = {0};
    tp_err err = run->was_made
                     ? TP_OK
                     : tp_match_play_text(run->match, tp_match_actor(run->match), step->text, &error);
    json_object_set_new(run->line, "illegal", json_string(step->text));
    if (err == TP_OK) run->was_made = true;
    if (run->was_made)
        return tell(run, SCRIPT_FAILED, "illegal", TR("\"%s\" is legal here"), show(step->text).text);
    if (err != TP_E_REFUSED) return tell_bad(run, "illegal", &error);
    json_object_set_new(run->line, "reason", json_string(error.reason));
    if (tp_match_plies(run->match) != plies ||
        memcmp(run->state, tp_match_state(run->match), run->game->state_size) != 0) {
        return tell(run, SCRIPT_FAILED, "illegal", TR("\"%s\" was refused and changed the state"),
                    show(step->text).text);
    }
    if (step->reason != NULL && strcmp(step->reason, error.reason) != 0) {
        return tell(run, SCRIPT_FAILED, "reason", TR("expected %s, found %s (%s)"), show(step->reason).text,
                    error.reason, error.text);
    }
    return SCRIPT_GOOD;
}

/* To the end, with one agent of this name in every seat. */
static script_verdict play_step(script_runner *run, const script_step *step) {
    if (!names_agent(run->game, step->text)) return tell_unknown(run, "play", false);
    if (tp_agent_is_local(step->text)) return tell_local(run, "play");
    tp_agent *agents[TP_MAX_SEATS] = {NULL};
    tp_error error = {0};
    script_verdict verdict = SCRIPT_GOOD;
    json_t *plies = json_array();
    json_object_set_new(run->line, "play", json_string(step->text));
    json_object_set_new(run->line, "plies", plies);
    int actor;
    while (verdict == SCRIPT_GOOD && (actor = tp_match_actor(run->match)) != TP_OVER) {
        if (agents[actor] == NULL)
            agents[actor] = tp_agent_new_for(run->game, tp_match_options(run->match), step->text,
                                             agent_seed(run, actor), &error);
        if (agents[actor] == NULL ||
            tp_match_play(run->match, actor, agent_move(run, agents[actor]), &error) != TP_OK) {
            verdict = tell_bad(run, "play", &error);
            break;
        }
        run->has_picked = false;
        json_t *ply = json_object();
        add_ply(run, ply);
        json_array_append_new(plies, ply);
    }
    for (int seat = 0; seat < TP_MAX_SEATS; seat++) tp_agent_free(agents[seat]);
    return verdict;
}

/* ---- checks ---- */

static int compare_moves(const void *a, const void *b) {
    tp_move x = *(const tp_move *)a, y = *(const tp_move *)b;
    return (x > y) - (x < y);
}

/* Append to `list` the texts of the moves of `a` that are not in `b`; both ascend. */
static json_t *difference(const script_runner *run, const tp_move *a, size_t a_count, const tp_move *b,
                          size_t b_count) {
    json_t *list = json_array();
    char text[TP_TEXT_SIZE];
    for (size_t i = 0; i < a_count; i++) {
        if (i > 0 && a[i] == a[i - 1]) continue;
        if (b_count > 0 && bsearch(&a[i], b, b_count, sizeof *b, compare_moves) != NULL) continue;
        run->game->move_text(a[i], text, sizeof text);
        json_array_append_new(list, json_string(text));
    }
    return list;
}

/* The legal moves are exactly the set that the step lists. */
script_verdict script_check_legal(script_runner *run, const script_step *step) {
    size_t count = legal_moves(run), wanted_count = json_array_size(step->legal);
    tp_move *wanted = calloc(wanted_count + 1, sizeof *wanted);
    if (wanted == NULL) return tell(run, SCRIPT_BAD, "legal", TR("there is no memory"));
    for (size_t i = 0; i < wanted_count; i++) {
        const char *text = json_string_value(json_array_get(step->legal, i));
        if (run->game->move_parse(text, &wanted[i]) != TP_OK) {
            char field[48];
            snprintf(field, sizeof field, "legal[%zu]", i);
            free(wanted);
            return tell(run, SCRIPT_BAD, field, TR("\"%s\" is not a move of this game"), show(text).text);
        }
        wanted[i] = tp_match_meant(run->match, wanted[i]);
    }
    qsort(wanted, wanted_count, sizeof *wanted, compare_moves);
    json_t *missing = difference(run, wanted, wanted_count, run->moves, count);
    json_t *extra = difference(run, run->moves, count, wanted, wanted_count);
    free(wanted);
    script_verdict verdict = SCRIPT_GOOD;
    if (json_array_size(missing) > 0 || json_array_size(extra) > 0) {
        char *missing_text = join_texts(missing), *extra_text = join_texts(extra);
        const char *lacking = missing_text != NULL ? missing_text : "",
                   *beyond = extra_text != NULL ? extra_text : "";
        if (json_array_size(extra) == 0) {
            verdict = tell(run, SCRIPT_FAILED, "legal", TR("expected but not legal: %s"), lacking);
        } else if (json_array_size(missing) == 0) {
            verdict = tell(run, SCRIPT_FAILED, "legal", TR("legal but not expected: %s"), beyond);
        } else {
            verdict = tell(run, SCRIPT_FAILED, "legal",
                           TR("expected but not legal: %s; legal but not expected: %s"), lacking, beyond);
        }
        free(missing_text);
        free(extra_text);
        json_object_set_new(
            run->line, "failed",
            json_pack("{s:s, s:O, s:o}", "path", "legal", "expected", step->legal, "found", legal_json(run)));
    }
    json_decref(missing);
    json_decref(extra);
    return verdict;
}

script_verdict script_check_legal_count(script_runner *run, const script_step *step) {
    size_t count = legal_moves(run);
    if ((json_int_t)count == step->legal_count) return SCRIPT_GOOD;
    long long wanted = step->legal_count;
    uint32_t form = (uint32_t)(wanted < UINT32_MAX ? wanted : UINT32_MAX);
    if (count == 0)
        return tell(run, SCRIPT_FAILED, "legal_count",
                    TR_N("expected %lld legal move, but there is none: the game is over",
                         "expected %lld legal moves, but there are none: the game is over", form),
                    wanted);
    json_t *legal = legal_json(run);
    char *moves = join_texts(legal);
    script_verdict verdict = tell(run, SCRIPT_FAILED, "legal_count",
                                  TR_N("expected %lld legal move, found %zu; legal: %s",
                                       "expected %lld legal moves, found %zu; legal: %s", form),
                                  wanted, count, moves != NULL ? moves : "");
    free(moves);
    json_decref(legal);
    return verdict;
}

json_t *script_look(script_runner *run, const script_step *step) {
    if (step->view == SCRIPT_NO_VIEW) return run->game->state_to_json(tp_match_state(run->match));
    if (step->view >= tp_match_seats(run->match) || !tp_match_view(run->match, step->view, run->view))
        return NULL;
    return run->game->view_to_json(run->view);
}

static script_verdict compare(script_runner *run, const script_step *step, const json_t *found) {
    expect_failure failure;
    if (expect_match_words(step->expect, found, run->game->word_fits, &failure)) return SCRIPT_GOOD;
    char *text = expect_failure_text(&failure);
    script_verdict verdict =
        tell(run, SCRIPT_FAILED, "expect", "%s", text != NULL ? text : TR("no memory for the reason"));
    json_object_set_new(run->line, "failed",
                        json_pack("{s:s, s:O, s:O?}", "path", failure.path != NULL ? failure.path : "",
                                  "expected", failure.expected, "found", failure.found));
    free(text);
    expect_failure_clear(&failure);
    return verdict;
}

/* What is expected is there; and a step that only looks needs a viewer. */
script_verdict script_check_expect(script_runner *run, const script_step *step) {
    json_t *found = script_look(run, step);
    if (found == NULL) {
        return tell(run, SCRIPT_BAD, "view", TR("there is no seat %d, only 0 to %d"), step->view,
                    tp_match_seats(run->match) - 1);
    }
    script_verdict verdict = step->expect != NULL ? compare(run, step, found) : SCRIPT_GOOD;
    json_decref(found);
    return verdict;
}

/* ---- what a step does ---- */

script_verdict script_act(script_runner *run, const script_step *step) {
    switch (step->action) {
    case SCRIPT_DO: return do_step(run, step);
    case SCRIPT_ILLEGAL: return illegal_step(run, step);
    case SCRIPT_PLAY: return play_step(run, step);
    case SCRIPT_CHECK: break;
    }
    return SCRIPT_GOOD;
}
