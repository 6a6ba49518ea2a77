/* The script engine: what a script may say, what is told about each step, and what is answered to a wrong
 * script. */
#include "match/script.h"
#include "tapete/language.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Seat 0 of four is to act in phase TOKEN and has a Target Tariff. */
#define POSITION                                                                                                    \
    "{'players': 4, 'in_play': [0, 1, 2, 3], 'first': 0, 'current': 0, 'turn': 1, 'round': 1, 'phase': 'TOKEN',"    \
    " 'reserve': [8, 8, 1, 8], 'pot': [0, 0, 0, 0], 'hands': [{'sand': '3', 'blood': '5'}, {'sand': '2', 'blood':"  \
    " '6'}, {'sand': '4', 'blood': '1'}, {'sand': '6', 'blood': '3'}], 'tokens': [['TARGET_TARIFF'], [], [], []],"  \
    " 'passed': [], 'immune': [], 'embargoed': [], 'free_draw': false, 'devaluation': false, 'major_fraud': false," \
    " 'cook_the_books': false, 'prime': null, 'discard': {'sand': ['5'], 'blood': ['4']}}"

#define SCRIPT(steps) "{'game': 'sabacc', 'position': " POSITION ", 'steps': [" steps "]}"

/* What a run told. */
typedef struct told {
    json_t *lines;
    char problem[1024]; /* the first */
    size_t problems;
    script_tally tally;
} told;

static void hear_line(void *context, json_t *line) { json_array_append_new(((told *)context)->lines, line); }

static void hear_problem(void *context, const char *sentence) {
    told *all = context;
    if (all->problems++ == 0) snprintf(all->problem, sizeof all->problem, "%s", sentence);
}

/* Single quotes are double quotes in the texts here. */
static char *with_quotes(const char *text) {
    char *copy = strdup(text);
    assert_non_null(copy);
    for (char *c = copy; *c != '\0'; c++) {
        if (*c == '\'') *c = '"';
    }
    return copy;
}

/* Run a script that can be read. */
static told run(const char *text) {
    char *copy = with_quotes(text);
    tp_error error = {0};
    script_file *file = script_read(copy, strlen(copy), &error);
    if (file == NULL) fail_msg("not read: %s", error.text);
    told all = {.lines = json_array()};
    script_listener listener = {&all, hear_line, hear_problem};
    script_run(file, &listener, &all.tally);
    script_free(file);
    free(copy);
    return all;
}

static void passes(const char *text) {
    told all = run(text);
    if (all.tally.passed == 0 || all.problems > 0) fail_msg("%s", all.problem);
    json_decref(all.lines);
}

/* A script with an expectation that fails, with this sentence in what is told. */
static void fails(const char *text, const char *sentence) {
    told all = run(text);
    assert_int_equal(all.tally.failed, 1);
    if (strstr(all.problem, sentence) == NULL) fail_msg("expected \"%s\" in \"%s\"", sentence, all.problem);
    json_decref(all.lines);
}

/* A script that turns out to be bad while it runs. */
static void is_bad(const char *text, const char *sentence) {
    told all = run(text);
    assert_int_equal(all.tally.bad, 1);
    if (strstr(all.problem, sentence) == NULL) fail_msg("expected \"%s\" in \"%s\"", sentence, all.problem);
    json_decref(all.lines);
}

/* A text that is not accepted as a script at all. */
static void refused(const char *text, size_t size, const char *sentence) {
    tp_error error = {0};
    script_file *file = script_read(text, size, &error);
    assert_null(file);
    if (strstr(error.text, sentence) == NULL) fail_msg("expected \"%s\" in \"%s\"", sentence, error.text);
}

static void is_refused(const char *text, const char *sentence) {
    char *copy = with_quotes(text);
    refused(copy, strlen(copy), sentence);
    free(copy);
}

/* ---- running ---- */

static void moves_are_played_and_fields_compared(void **state) {
    (void)state;
    passes(SCRIPT("{'do': 'TARGET_TARIFF@2'}, {'expect': {'reserve': [8, 8, 0, 8], 'phase': 'DRAW'}}"));
    passes(SCRIPT("{'do': 'TARGET_TARIFF@2', 'expect': {'pot': [0, 0, 1, 0]}, 'legal_count': 5}"));
    fails(SCRIPT("{'do': 'TARGET_TARIFF@2'}, {'expect': {'reserve': [8, 8, 1, 8]}}"),
          "steps[1].expect: reserve[2]: expected 1, found 0");
    fails(SCRIPT("{'expect': {'reserv': [8]}}"), "the field does not exist; there is only reserve");
}

static void legal_is_exactly_this_set(void **state) {
    (void)state;
    passes(SCRIPT("{'legal': ['TARGET_TARIFF@3', 'NO_TOKEN', 'TARGET_TARIFF@1', 'TARGET_TARIFF@2']}"));
    fails(SCRIPT("{'legal': ['TARGET_TARIFF@3', 'NO_TOKEN', 'TARGET_TARIFF@1', 'PASS']}"),
          "steps[0].legal: expected but not legal: PASS; legal but not expected: TARGET_TARIFF@2");
    fails(SCRIPT("{'legal_count': 5}"), "steps[0].legal_count: expected 5 legal moves, found 4");
    is_bad(SCRIPT("{'legal': ['NO_TOKEN', 'FLY']}"), "steps[0].legal[1]: \"FLY\" is not a move of this game");
}

static void a_refused_move_fails_with_reason_and_legal_moves(void **state) {
    (void)state;
    fails(SCRIPT("{'do': 'PASS'}"), "steps[0].do: refused, ");
    fails(SCRIPT("{'do': 'PASS'}"), "legal now: NO_TOKEN");
}

static void illegal_moves_are_refused_and_change_nothing(void **state) {
    (void)state;
    passes(SCRIPT(
        "{'illegal': 'PASS'}, {'illegal': 'FLY', 'reason': 'UNKNOWN_MOVE'}, {'expect': {'phase': 'TOKEN'}}"));
    fails(SCRIPT("{'illegal': 'NO_TOKEN'}"), "steps[0].illegal: \"NO_TOKEN\" is legal here");
    fails(SCRIPT("{'illegal': 'FLY', 'reason': 'NOT_LEGAL'}"),
          "steps[0].reason: expected NOT_LEGAL, found UNKNOWN_MOVE");
}

static void views_show_what_a_seat_knows(void **state) {
    (void)state;
    passes(SCRIPT("{'view': 1, 'expect': {'hands': ['*', {'sand': '2', 'blood': '6'}, '*', '*']}}"));
    passes(SCRIPT("{'view': 1, 'expect': {'hands': [{'sand': '?', 'blood': '?'}, '*', '*', '*']}}"));
    passes(
        SCRIPT("{'view': 'spectator', 'expect': {'hands': ['*', {'sand': '?', 'blood': '?'}, '*', '*']}}"));
    fails(SCRIPT("{'view': 1, 'expect': {'hands': [{'sand': '3'}, '*', '*', '*']}}"),
          "hands[0].sand: expected \"3\"");
    is_bad("{'game': 'sabacc', 'options': {'players': 2}, 'steps': [{'view': 2}]}",
           "steps[0].view: there is no seat 2");
}

static void an_agent_picks_and_must_pick_what_is_named(void **state) {
    (void)state;
    passes(SCRIPT("{'do': 'random'}, {'expect': {'phase': 'DRAW', 'current': 0}}"));
    passes(SCRIPT(
        "{'do': 'random', 'moves': ['NO_TOKEN', 'TARGET_TARIFF@1', 'TARGET_TARIFF@2', 'TARGET_TARIFF@3']}"));
    fails(SCRIPT("{'do': 'random', 'moves': 'PASS'}"), "steps[0].moves: expected PASS, but random chose ");
    is_bad(SCRIPT("{'do': 'random', 'moves': 'FLY'}"), "steps[0].moves: \"FLY\" is not a move of this game");
    is_bad(SCRIPT("{'do': 'NO_TOKEN', 'moves': 'NO_TOKEN'}"), "steps[0].moves: needs an agent");
    is_bad(SCRIPT("{'do': 'random:speed=1'}"), "steps[0].do: ");
}

static void a_name_that_is_neither_move_nor_agent_is_bad(void **state) {
    (void)state;
    is_bad(SCRIPT("{'do': 'NO_TOKNE'}"), "neither a move of this game nor an agent; possible here: NO_TOKEN");
    is_bad(SCRIPT("{'do': 'randon'}"), "possible here: random");
    is_bad(SCRIPT("{'play': 'randon'}"), "steps[0].play: \"randon\" is not an agent; the agents are random");
}

static void play_goes_to_the_end(void **state) {
    (void)state;
    told all =
        run("{'game': 'sabacc', 'seed': 4, 'steps': [{'play': 'random'}, {'legal': []}, {'expect': {'over': "
            "true}}]}");
    assert_int_equal(all.tally.passed, 1);
    const json_t *line = json_array_get(all.lines, 0);
    assert_true(json_is_null(json_object_get(line, "actor")));
    assert_true(json_array_size(json_object_get(line, "plies")) > 10);
    assert_int_equal(json_array_size(json_object_get(line, "scores")), 4);
    double sum = 0;
    for (size_t i = 0; i < 4; i++)
        sum += json_number_value(json_array_get(json_object_get(line, "returns"), i));
    assert_true(sum > -0.001 && sum < 0.001);
    json_decref(all.lines);
    fails("{'game': 'sabacc', 'steps': [{'play': 'random'}, {'do': 'PASS'}]}", "GAME_OVER");
    fails("{'game': 'sabacc', 'steps': [{'play': 'random'}, {'do': 'random'}]}", "the game is over");
    passes("{'game': 'sabacc', 'steps': [{'play': 'random'}, {'illegal': 'PASS', 'reason': 'GAME_OVER'}]}");
}

static void the_same_seed_tells_the_same_lines(void **state) {
    (void)state;
    told a = run(
        "{'game': 'sabacc', 'seed': 9, 'steps': [{'do': 'random', 'print': 'state'}, {'play': 'random'}]}");
    told b = run(
        "{'game': 'sabacc', 'seed': 9, 'steps': [{'do': 'random', 'print': 'state'}, {'play': 'random'}]}");
    told c = run(
        "{'game': 'sabacc', 'seed': 10, 'steps': [{'do': 'random', 'print': 'state'}, {'play': 'random'}]}");
    assert_true(json_equal(a.lines, b.lines));
    assert_false(json_equal(a.lines, c.lines));
    json_decref(a.lines);
    json_decref(b.lines);
    json_decref(c.lines);
}

static void the_seed_is_zero_unless_given(void **state) {
    (void)state;
    told a = run("{'game': 'sabacc', 'steps': [{'print': 'state'}]}");
    told b = run("{'game': 'sabacc', 'seed': 0, 'steps': [{'print': 'state'}]}");
    assert_true(json_equal(a.lines, b.lines));
    json_decref(a.lines);
    json_decref(b.lines);
}

static void each_step_tells_one_line(void **state) {
    (void)state;
    told all =
        run(SCRIPT("{'do': 'TARGET_TARIFF@2'}, {'do': 'DRAW_SAND', 'print': 'state'}, {'illegal': 'PASS'},"
                   "{'view': 2}"));
    assert_int_equal(json_array_size(all.lines), 4);
    const json_t *line = json_array_get(all.lines, 0);
    assert_int_equal(json_integer_value(json_object_get(line, "step")), 0);
    assert_int_equal(json_integer_value(json_object_get(line, "seat")), 0);
    assert_int_equal(json_integer_value(json_object_get(line, "actor")), 0);
    assert_string_equal(json_string_value(json_object_get(line, "move")), "TARGET_TARIFF@2");
    assert_int_equal(json_array_size(json_object_get(line, "chance")), 0);
    assert_null(json_object_get(line, "case"));
    line = json_array_get(all.lines, 1);
    assert_int_equal(json_array_size(json_object_get(line, "chance")), 1);
    assert_string_equal(json_string_value(json_object_get(json_object_get(line, "state"), "phase")), "KEEP");
    line = json_array_get(all.lines, 2);
    assert_non_null(json_object_get(line, "reason"));
    assert_null(json_object_get(line, "state"));
    line = json_array_get(all.lines, 3);
    assert_non_null(json_object_get(line, "view"));
    json_decref(all.lines);
}

static void the_deal_stands_in_the_first_line(void **state) {
    (void)state;
    told all = run("{'game': 'sabacc', 'chance': ['first 2', 'sand S'], 'steps': [{}]}");
    const json_t *deal = json_object_get(json_array_get(all.lines, 0), "deal");
    bool first = false, sylop = false;
    size_t index;
    const json_t *outcome;
    json_array_foreach(deal, index, outcome) {
        first = first || strcmp(json_string_value(outcome), "first 2") == 0;
        sylop = sylop || strcmp(json_string_value(outcome), "sand S") == 0;
    }
    assert_true(first && sylop);
    json_decref(all.lines);
}

static void print_may_stand_at_the_head_of_the_script(void **state) {
    (void)state;
    told all = run("{'game': 'sabacc', 'print': 'state', 'steps': [{'expect': {}}, {'view': 0}]}");
    assert_non_null(json_object_get(json_array_get(all.lines, 0), "state"));
    assert_non_null(json_object_get(json_array_get(all.lines, 1), "view"));
    assert_null(json_object_get(json_array_get(all.lines, 1), "state"));
    json_decref(all.lines);
}

/* Everything printed is accepted back. */
static void a_printed_state_is_a_position(void **state) {
    (void)state;
    told all = run(
        "{'game': 'sabacc', 'seed': 3, 'steps': [{'do': 'random'}, {'do': 'random'}, {'print': 'state'}]}");
    json_t *position = json_object_get(json_array_get(all.lines, 2), "state");
    json_t *script = json_pack("{s:s, s:O, s:[{s:O}]}", "game", "sabacc", "position", position, "steps",
                               "expect", position);
    char *text = json_dumps(script, 0);
    passes(text);
    free(text);
    json_decref(script);
    json_decref(all.lines);
}

static void scripted_chance_comes_before_the_seed(void **state) {
    (void)state;
    passes("{'game': 'sabacc', 'position': " POSITION ", 'chance': ['blood 1', 'sand S', 'die 6'],"
           " 'steps': [{'do': 'NO_TOKEN'}, {'do': 'DRAW_SAND'}, {'expect': {'drawn': 'S'}}]}");
}

static void an_impossible_outcome_is_bad(void **state) {
    (void)state;

    is_bad("{'game': 'sabacc', 'options': {'players': 2}, 'chance': ['sand S', 'sand S'], 'steps': "
           "[{'legal_count': 1}]}",
           "chance: ");
}

static void bad_options_and_positions_say_where(void **state) {
    (void)state;
    is_bad("{'game': 'sabacc', 'options': {'players': 5}, 'steps': []}", "options: ");
    is_bad("{'game': 'sabacc', 'options': {'playres': 3}, 'steps': []}", "players");
    is_bad("{'game': 'sabacc', 'position': {'phase': 'SLEEP'}, 'steps': []}", "position");
}

/* ---- files of cases ---- */

static void every_case_is_run_and_counted(void **state) {
    (void)state;
    told all =
        run("{'game': 'sabacc', 'options': {'players': 3}, 'note': 'a text', 'cases': ["
            "{'id': 'one', 'rule': 'r', 'steps': [{'expect': {'players': 3}}]},"
            "{'id': 'two', 'steps': [{'expect': {'players': 4}}]},"
            "{'id': 'three', 'steps': [{'exspect': {}}]},"
            "{'id': 'four', 'steps': [{'do': 'FLY'}]},"
            "{'options': {'players': 2}, 'source': 's', 'decision': 'd', 'steps': [{'expect': {'players': "
            "2}}]}]}");
    assert_int_equal(all.tally.passed, 2);
    assert_int_equal(all.tally.failed, 1);
    assert_int_equal(all.tally.bad, 2);
    assert_int_equal(all.problems, 3);
    assert_string_equal(all.problem, "cases[1].steps[0].expect: players: expected 4, found 3");
    /* Four cases have one step each that can be run, and each has a line at its end. */
    assert_int_equal(json_array_size(all.lines), 9);
    const json_t *line = json_array_get(all.lines, 1);
    assert_string_equal(json_string_value(json_object_get(line, "case")), "one");
    assert_true(json_is_true(json_object_get(line, "passed")));
    line = json_array_get(all.lines, 4);
    assert_string_equal(json_string_value(json_object_get(line, "case")), "three");
    assert_non_null(strstr(json_string_value(json_object_get(line, "error")),
                           "cases[2].steps[0]: unknown key \"exspect\""));
    line = json_array_get(all.lines, 8);
    assert_int_equal(json_integer_value(json_object_get(line, "case")), 4);
    json_decref(all.lines);
}

static void a_case_ends_at_its_first_failure(void **state) {
    (void)state;
    told all = run("{'game': 'sabacc', 'cases': [{'steps': [{'legal_count': 99}, {'legal_count': 98}]}]}");
    assert_int_equal(json_array_size(all.lines), 2);
    assert_int_equal(all.problems, 1);
    json_decref(all.lines);
}

/* ---- wrong structure ---- */

static void unknown_keys_name_the_nearest(void **state) {
    (void)state;
    is_refused("{'gaem': 'sabacc', 'steps': []}", "unknown key \"gaem\"; the keys are game");
    is_refused("{'game': 'sabacc', 'steps': [{'do': 'PASS', 'exspect': {}}]}",
               "steps[0]: unknown key \"exspect\"; the keys are expect");
    is_refused("{'game': 'sabacc', 'case': [], 'steps': []}", "unknown key \"case\"");
    is_refused("{'game': 'sabacc', 'steps': [], 'cases': []}", "unknown key \"steps\"");
}

static void wrong_types_name_the_place(void **state) {
    (void)state;
    is_refused("{'game': 'sabacc', 'steps': {}}", "steps: must be a list, not an object");
    is_refused("{'game': 'sabacc', 'steps': [{}, 3]}", "steps[1]: must be an object, not a number");
    is_refused("{'game': 'sabacc', 'steps': [{'do': 3}]}", "steps[0].do: must be a text, not a number");
    is_refused("{'game': 'sabacc', 'steps': [{'legal': 'PASS'}]}",
               "steps[0].legal: must be a list of texts, not a text");
    is_refused("{'game': 'sabacc', 'steps': [{'legal': ['PASS', null]}]}",
               "steps[0].legal[1]: must be a text, not null");
    is_refused("{'game': 'sabacc', 'steps': [{'expect': []}]}",
               "steps[0].expect: must be an object, not a list");
    is_refused("{'game': 'sabacc', 'steps': [{'legal_count': -1}]}", "steps[0].legal_count");
    is_refused("{'game': 'sabacc', 'steps': [{'legal_count': 1.0}]}", "steps[0].legal_count");
    is_refused("{'game': 'sabacc', 'steps': [{'view': 7}]}",
               "steps[0].view: must be a seat from 0 to 3 or \"spectator\"");
    is_refused("{'game': 'sabacc', 'steps': [{'view': -1}]}", "steps[0].view");
    is_refused("{'game': 'sabacc', 'steps': [{'print': 'all'}]}", "steps[0].print: can only be \"state\"");
    is_refused("{'game': 'sabacc', 'seed': -1, 'steps': []}", "seed: must be a whole number");
    is_refused("{'game': 'sabacc', 'seed': 1.5, 'steps': []}", "seed: must be a whole number");
    is_refused("{'game': 'sabacc', 'options': [], 'steps': []}", "options: must be an object");
    is_refused("{'game': 'sabacc', 'position': 'start', 'steps': []}", "position: must be an object");
    is_refused("{'game': 'sabacc', 'chance': 'die 3', 'steps': []}", "chance: must be a list of texts");
    is_refused("{'game': 'sabacc', 'chance': ['die 3', 'die 7'], 'steps': []}", "chance[1]: ");
    is_refused("{'game': 'sabacc', 'chance': ['dice 3'], 'steps': []}", "chance[0]: ");
    is_refused("{'game': 3, 'steps': []}", "game: must be a text");
    is_refused("{'game': 'sabacc', 'cases': {}}", "cases: must be a list, not an object");
}

static void what_does_not_go_together_is_refused(void **state) {
    (void)state;
    is_refused("{'game': 'sabacc', 'steps': [{'do': 'PASS', 'play': 'random'}]}",
               "steps[0]: a step can have only one of");
    is_refused("{'game': 'sabacc', 'steps': [{'do': 'PASS', 'reason': 'X'}]}",
               "steps[0].reason: \"reason\" needs");
    is_refused("{'game': 'sabacc', 'steps': [{'play': 'random', 'moves': 'X'}]}",
               "steps[0].moves: \"moves\" needs");
    is_refused("{'game': 'sabacc', 'steps': [{'do': 'random', 'moves': []}]}", "steps[0].moves: must name");
}

static void what_is_missing_is_named(void **state) {
    (void)state;
    is_refused("{'steps': []}", "there is no \"game\"");
    is_refused("{'game': 'sabacc'}", "there are no \"steps\"");
    is_refused("{'game': 'sabac', 'steps': []}", "game: ");
    is_refused("{'game': 'sabac', 'steps': []}", "sabacc");
    is_refused("{'game': 'sabac', 'cases': [{'steps': []}, {'steps': []}]}", "game: ");
}

static void what_is_no_json_is_told_with_its_place(void **state) {
    (void)state;
    refused("", 0, "the script is empty");
    is_refused("{'game': 'sabacc',\n 'steps': [}", "line 2, column 12: not JSON");
    is_refused("{'game': 'sabacc', 'game': 'sabacc', 'steps': []}", "duplicate");
    is_refused("{'seed': NaN}", "not JSON");
    is_refused("null", "a script is an object with \"game\" and \"steps\" or \"cases\", not null");
    is_refused("[]", "not a list");
    is_refused("{} {}", "not JSON");
    refused("{\"a\": \"\xff\xfe\"}", 10, "not JSON");
    refused("{\"game\": \"\\u0000\"}", 18, "not JSON");
    refused("\0\0\0", 3, "not JSON");
}

static void deep_nesting_and_size_have_an_end(void **state) {
    (void)state;
    size_t size = SCRIPT_MAX_BYTES + 1;
    char *text = malloc(size);
    assert_non_null(text);
    memset(text, '[', size);
    refused(text, 1000000, "depth");
    refused(text, size, "at most 16 MiB");
    free(text);
}

/* ---- languages ---- */

/* A script that goes wrong: the lines are the same in every language, and what is wrong is told in each of
 * them. */
static void goes_wrong_in_every_language(const char *text) {
    told english = run(text);
    assert_true(english.problems > 0);
    for (const char *const *tag = tp_languages() + 1; *tag != NULL; tag++) {
        tp_language_set(*tag);
        told there = run(text);
        tp_language_set("en");
        if (json_equal(there.lines, english.lines) == 0) fail_msg("other lines in %s: %s", *tag, text);
        if (there.problems != english.problems || strcmp(there.problem, english.problem) == 0)
            fail_msg("not told in %s: %s", *tag, there.problem);
        assert_memory_equal(&there.tally, &english.tally, sizeof there.tally);
        json_decref(there.lines);
    }
    json_decref(english.lines);
}

static void lines_are_english_and_problems_in_the_language_of_the_thread(void **state) {
    (void)state;
    static const char *const scripts[] = {
        SCRIPT("{'do': 'PASS'}"),
        SCRIPT("{'do': 'NO_TOKNE'}"),
        SCRIPT("{'do': 'exec:./bot'}"),
        SCRIPT("{'do': 'flatmc:speed=3'}"),
        SCRIPT("{'do': 'random', 'moves': 'PASS'}"),
        SCRIPT("{'do': 'random', 'moves': ['FLY']}"),
        SCRIPT("{'do': 'NO_TOKEN', 'moves': 'NO_TOKEN'}"),
        SCRIPT("{'play': 'nobody'}"),
        SCRIPT("{'play': 'random'}, {'do': 'random'}"),
        SCRIPT("{'play': 'random'}, {'legal_count': 1}"),
        SCRIPT("{'illegal': 'NO_TOKEN'}"),
        SCRIPT("{'illegal': 'PASS', 'reason': 'GAME_OVER'}"),
        SCRIPT("{'legal': ['PASS']}"),
        SCRIPT("{'legal': ['NO_TOKEN', 'FLY']}"),
        SCRIPT("{'legal': ['NO_TOKEN']}"),
        SCRIPT("{'legal_count': 7}"),
        SCRIPT("{'expect': {'pot': [1]}}"),
        SCRIPT("{'expect': {'prime': 3}}"),
        SCRIPT("{'expect': {'reserv': [8]}}"),
        SCRIPT("{'expect': {'tokens': [['REFUND'], [], [], []]}}"),
        "{'game': 'sabacc', 'options': {'players': 2}, 'steps': [{'view': 3}]}",
        "{'game': 'sabacc', 'options': {'players': 9}, 'steps': []}",
        "{'game': 'sabacc', 'chance': ['sand S', 'sand S'], 'steps': []}",
        "{'game': 'sabacc', 'position': {'players': 7}, 'steps': []}",
        "{'game': 'sabacc', 'cases': [{'steps': [{'jump': 1}]}, {'chance': 3, 'steps': []}, {'steps': []}]}",
        "{'game': 'sabacc', 'cases': [{'chance': ['spade 3'], 'steps': []}, {'steps': [{'do': 'PASS'}]}]}",
    };
    for (size_t i = 0; i < sizeof scripts / sizeof scripts[0]; i++) goes_wrong_in_every_language(scripts[i]);
}

/* There is one Sylop of sand, so a second cannot be drawn in the same round. Which move comes upon it was
 * chosen by chance, and is not chosen anew for the second language. */
static void an_agent_chooses_once_for_all_languages(void **state) {
    (void)state;
    for (int seed = 1; seed <= 20; seed++) {
        char script[2048];
        snprintf(script, sizeof script,
                 "{'game': 'sabacc', 'seed': %d, 'position': " POSITION
                 ", 'chance': ['sand S', 'sand S', 'sand S'], 'steps': [{'play': 'random'}]}",
                 seed);
        goes_wrong_in_every_language(script);
    }
}

/* Who runs scripts finds the language as it was. */
static void the_language_of_the_thread_is_given_back(void **state) {
    (void)state;
    tp_language_set("sv");
    fails(SCRIPT("{'legal_count': 7}"), "7 lagliga drag");
    is_bad("{'game': 'sabacc', 'cases': [{'steps': [{'jump': 1}]}]}", "okänd nyckel");
    assert_string_equal(tp_language(), "sv");
    tp_language_set("en");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_are_played_and_fields_compared),
        cmocka_unit_test(legal_is_exactly_this_set),
        cmocka_unit_test(a_refused_move_fails_with_reason_and_legal_moves),
        cmocka_unit_test(illegal_moves_are_refused_and_change_nothing),
        cmocka_unit_test(views_show_what_a_seat_knows),
        cmocka_unit_test(an_agent_picks_and_must_pick_what_is_named),
        cmocka_unit_test(a_name_that_is_neither_move_nor_agent_is_bad),
        cmocka_unit_test(play_goes_to_the_end),
        cmocka_unit_test(the_same_seed_tells_the_same_lines),
        cmocka_unit_test(the_seed_is_zero_unless_given),
        cmocka_unit_test(each_step_tells_one_line),
        cmocka_unit_test(the_deal_stands_in_the_first_line),
        cmocka_unit_test(print_may_stand_at_the_head_of_the_script),
        cmocka_unit_test(a_printed_state_is_a_position),
        cmocka_unit_test(scripted_chance_comes_before_the_seed),
        cmocka_unit_test(an_impossible_outcome_is_bad),
        cmocka_unit_test(bad_options_and_positions_say_where),
        cmocka_unit_test(every_case_is_run_and_counted),
        cmocka_unit_test(a_case_ends_at_its_first_failure),
        cmocka_unit_test(unknown_keys_name_the_nearest),
        cmocka_unit_test(wrong_types_name_the_place),
        cmocka_unit_test(what_does_not_go_together_is_refused),
        cmocka_unit_test(what_is_missing_is_named),
        cmocka_unit_test(what_is_no_json_is_told_with_its_place),
        cmocka_unit_test(deep_nesting_and_size_have_an_end),
        cmocka_unit_test(lines_are_english_and_problems_in_the_language_of_the_thread),
        cmocka_unit_test(an_agent_chooses_once_for_all_languages),
        cmocka_unit_test(the_language_of_the_thread_is_given_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
