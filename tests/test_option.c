/* Options: every type from text and from JSON, what is refused, and what the refusal says. */
#include "tapete/game.h"
#include "tapete/option.h"

#include <jansson.h>
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static const char *const levels[] = {"easy", "Hard", "hard", NULL};
static const char *const tokens[] = {"FREE_DRAW", "REFUND", "EMBARGO", "IMMUNITY", NULL};

static const tp_option table[] = {
    {"players", TP_OPTION_INT, "4", 2, 4, NULL, "number of players"},
    {"seed", TP_OPTION_INT, "0", -9223372036854775808.0, 9223372036854775807.0, NULL, "any number"},
    {"share", TP_OPTION_REAL, ".4", 0, 1, NULL, "a share"},
    {"early", TP_OPTION_BOOL, "false", 0, 1, NULL, "reveal early"},
    {"level", TP_OPTION_CHOICE, "easy", 0, 0, levels, "how strong"},
    {"tokens", TP_OPTION_WORDS, "random", 3, 3, tokens, "which tokens"},
    {"file", TP_OPTION_TEXT, "", 0, 0, NULL, "a file"},
    {NULL, 0, NULL, 0, 0, NULL, NULL},
};

static tp_options fresh(void) {
    tp_options options;
    tp_options_init(&options, table);
    return options;
}

static void takes(const char *name, const char *typed, const char *canonical) {
    tp_options options = fresh();
    tp_error error = {0};
    if (tp_options_set(&options, name, typed, &error) != TP_OK)
        fail_msg("%s=%s: %s", name, typed, error.text);
    assert_string_equal(tp_options_text(&options, name), canonical);
    assert_true(tp_options_value(&options, name)->given);
}

static void refuses(const char *name, const char *typed, const char *sentence) {
    tp_options options = fresh(), before = options;
    tp_error error = {0};
    if (tp_options_set(&options, name, typed, &error) == TP_OK) fail_msg("%s=%s was taken", name, typed);
    assert_string_equal(error.text, sentence);
    assert_memory_equal(&options, &before, sizeof options);
}

static void refuses_json(const char *json, const char *sentence) {
    tp_options options = fresh(), before = options;
    tp_error error = {0};
    json_t *object = json_loads(json, JSON_DECODE_ANY, NULL);
    assert_non_null(object);
    if (tp_options_from_json(&options, object, &error) == TP_OK) fail_msg("%s was taken", json);
    assert_string_equal(error.text, sentence);
    assert_memory_equal(&options, &before, sizeof options);
    json_decref(object);
}

static void defaults_are_set_and_not_given(void **unused) {
    (void)unused;
    tp_options options = fresh();
    assert_int_equal(options.count, 7);
    assert_int_equal(tp_options_int(&options, "players"), 4);
    assert_true(tp_options_real(&options, "share") == 0.4);
    assert_string_equal(tp_options_text(&options, "share"), "0.4");
    assert_false(tp_options_bool(&options, "early"));
    assert_string_equal(tp_options_text(&options, "level"), "easy");
    assert_int_equal(tp_options_value(&options, "tokens")->set, 0);
    assert_string_equal(tp_options_text(&options, "tokens"), "random");
    for (size_t i = 0; i < options.count; i++) assert_false(options.values[i].given);
    tp_options_init(&options, NULL);
    assert_int_equal(options.count, 0);
}

static void whole_numbers_are_strict(void **unused) {
    (void)unused;
    takes("players", "3", "3");
    takes("players", "+3", "3");
    takes("players", "0003", "3");
    takes("seed", "9223372036854775807", "9223372036854775807");
    takes("seed", "-9223372036854775808", "-9223372036854775808");
    static const char *const wrong[] = {"",    " ", " 3", "3 ",  "3x", "x", "3.0", "0x3",
                                        "1",   "5", "-3", "--3", "+",  "-", "1e0", "99999999999999999999",
                                        "3\n", "٣"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        tp_options options = fresh();
        if (tp_options_set(&options, "players", wrong[i], NULL) == TP_OK)
            fail_msg("players=%s was taken", wrong[i]);
    }
    refuses("players", "5", "option 'players' is a whole number in 2 .. 4, not '5'");
    tp_options options = fresh();
    assert_int_equal(tp_options_set(&options, "seed", "9223372036854775808", NULL), TP_E_INPUT);
}

static void large_whole_numbers_keep_every_digit(void **unused) {
    (void)unused;
    tp_options options = fresh();
    tp_options_set(&options, "seed", "9007199254740993", NULL); /* 2^53 + 1: no double holds it */
    assert_true(tp_options_int(&options, "seed") == 9007199254740993);
    json_t *json = tp_options_to_json(&options);
    assert_true(json_integer_value(json_object_get(json, "seed")) == 9007199254740993);
    json_decref(json);
}

static void numbers_are_strict_and_point_comes_first_too(void **unused) {
    (void)unused;
    takes("share", ".4", "0.4");
    takes("share", "0.40", "0.4");
    takes("share", "1.", "1");
    takes("share", "-0", "0");
    takes("share", "25e-2", "0.25");
    takes("share", "0.1000000000000000055511151231257827", "0.1");
    static const char *const wrong[] = {"",      ".",      "-",      "e1",    "1e",       "1e+", "0,5",
                                        "inf",   "nan",    "0x1p-1", " .5",   ".5 ",      "1.5", "-.1",
                                        "1e999", "-1e999", "0.5f",   "1.0.0", "1.0000001"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        tp_options options = fresh();
        if (tp_options_set(&options, "share", wrong[i], NULL) == TP_OK)
            fail_msg("share=%s was taken", wrong[i]);
    }
    refuses("share", "2", "option 'share' is a number in 0 .. 1, not '2'");
}

/* Make a locale whose decimal point is a comma in a folder of its own: few machines have one installed. The
 * file is what glibc's localedef would write: a magic number, six offsets, and what they point to. */
static void install_comma_locale(char *folder, size_t size) {
    static const struct {
        uint32_t magic, count, offsets[6];
        char point[4], separator[4], grouping[4];
        uint32_t wide_point, wide_separator;
        char codeset[8];
    } file = {0x20031114, 6, {32, 36, 40, 44, 48, 52}, ",", "", "\177", ',', 0, "UTF-8"};
    snprintf(folder, size, "%s", "/tmp/tapete-locale-XXXXXX");
    assert_non_null(mkdtemp(folder));
    char path[128];
    snprintf(path, sizeof path, "%s/comma", folder);
    assert_int_equal(mkdir(path, 0700), 0);
    snprintf(path, sizeof path, "%s/comma/LC_NUMERIC", folder);
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(&file, sizeof file, 1, out), 1);
    fclose(out);
    setenv("LOCPATH", folder, 1);
}

static void remove_comma_locale(const char *folder) {
    char path[128];
    unsetenv("LOCPATH");
    snprintf(path, sizeof path, "%s/comma/LC_NUMERIC", folder);
    unlink(path);
    snprintf(path, sizeof path, "%s/comma", folder);
    rmdir(path);
    rmdir(folder);
}

static void the_locale_does_not_matter(void **unused) {
    (void)unused;
    char folder[64], shown[16];
    install_comma_locale(folder, sizeof folder);
    const char *set = setlocale(LC_NUMERIC, "comma");
    remove_comma_locale(folder);
    assert_non_null(set);
    snprintf(shown, sizeof shown, "%.1f", 0.5);
#if defined(__GLIBC__)                 /* musl writes numbers in one way only */
    assert_string_equal(shown, "0,5"); /* the locale is really in force */
#endif
    takes("share", "0.5", "0.5");
    takes("share", ".25", "0.25");
    tp_options options = fresh();
    assert_int_equal(tp_options_set(&options, "share", "0,5", NULL), TP_E_INPUT);
    refuses("share", "1.5", "option 'share' is a number in 0 .. 1, not '1.5'");
    setlocale(LC_NUMERIC, "C");
}

static void truth_has_many_spellings(void **unused) {
    (void)unused;
    static const char *const yes[] = {"true", "1", "yes", "on", "True", "ON"};
    static const char *const no[] = {"false", "0", "no", "off", "False", "NO"};
    for (size_t i = 0; i < 6; i++) takes("early", yes[i], "true");
    for (size_t i = 0; i < 6; i++) takes("early", no[i], "false");
    refuses("early", "2", "option 'early' is true or false, not '2'");
    refuses("early", "", "option 'early' is true or false, not ''");
}

static void choices_name_what_there_is(void **unused) {
    (void)unused;
    takes("level", "hard", "hard");
    takes("level", "Hard", "Hard");
    takes("level", "EASY", "easy");
    refuses("level", "hrad", "option 'level' has no value 'hrad'; the values are Hard, hard, easy");
    tp_options options = fresh();
    tp_options_set(&options, "level", "hard", NULL);
    assert_true(tp_options_value(&options, "level")->number == 2);
}

static void word_lists_are_the_default_or_exactly_so_many(void **unused) {
    (void)unused;
    takes("tokens", "random", "random");
    takes("tokens", "IMMUNITY,FREE_DRAW,EMBARGO", "FREE_DRAW,EMBARGO,IMMUNITY");
    takes("tokens", " immunity , REFUND,EMBARGO ", "REFUND,EMBARGO,IMMUNITY");
    refuses(
        "tokens", "REFUND,EMBARGO",
        "option 'tokens' is 'random' or a list of exactly 3 different words, not 2; the words are FREE_DRAW, "
        "REFUND, EMBARGO, IMMUNITY");
    refuses(
        "tokens", "REFUND,EMBARGO,IMMUNITY,FREE_DRAW",
        "option 'tokens' is 'random' or a list of exactly 3 different words, not 4; the words are FREE_DRAW, "
        "REFUND, EMBARGO, IMMUNITY");
    refuses("tokens", "REFUND,EMBARGO,REFUND", "option 'tokens' has REFUND twice in its list");
    refuses("tokens", "REFUND,EMBRAGO,IMMUNITY",
            "option 'tokens' has no value 'EMBRAGO'; it is 'random' or a list of up to 3 of EMBARGO, "
            "FREE_DRAW, REFUND, IMMUNITY");
    refuses("tokens", "REFUND,,IMMUNITY",
            "option 'tokens' has no value ''; it is 'random' or a list of up to 3 of FREE_DRAW, REFUND, "
            "EMBARGO, IMMUNITY");
    tp_options options = fresh();
    tp_options_set(&options, "tokens", "EMBARGO,REFUND,IMMUNITY", NULL);
    assert_int_equal(tp_options_value(&options, "tokens")->set, 0xe);
}

/* Numbers that follow one another are listed as a range, in their order. */
static void numbers_are_listed_as_ranges(void **unused) {
    (void)unused;
    const tp_game *game = tp_game_find("mus", NULL);
    tp_options variant;
    tp_error error;
    tp_options_init(&variant, game->options);
    assert_int_not_equal(tp_options_set(&variant, "max_raises", "21", &error), TP_OK);
    assert_string_equal(error.text, "option 'max_raises' has no value '21'; the values are none, 0 .. 20");
    assert_int_not_equal(tp_options_set(&variant, "raises", "99", &error), TP_OK);
    assert_string_equal(error.text,
                        "option 'raises' has no value '99'; it is 'none' or a list of up to 16 of 1 .. 40");
}

static void texts_have_a_length(void **unused) {
    (void)unused;
    char text[TP_OPTION_TEXT_SIZE + 1];
    memset(text, 'x', sizeof text);
    text[TP_OPTION_TEXT_SIZE - 1] = '\0';
    takes("file", text, text);
    text[TP_OPTION_TEXT_SIZE - 1] = 'x';
    text[TP_OPTION_TEXT_SIZE] = '\0';
    refuses("file", text, "option 'file' is too long: 256 bytes, at most 255");
    refuses("file", "\xff", "option 'file' is not valid UTF-8");
    takes("file", "", "");
}

static void unknown_names_list_those_there_are(void **unused) {
    (void)unused;
    refuses("playrs", "3",
            "unknown option 'playrs'; the options are players, share, early, level, tokens, seed, file");
    tp_options none;
    tp_error error;
    tp_options_init(&none, NULL);
    assert_int_equal(tp_options_set(&none, "x", "1", &error), TP_E_UNKNOWN);
    assert_string_equal(error.text, "unknown option 'x': there are no options here");
}

static void a_line_of_options_is_all_or_nothing(void **unused) {
    (void)unused;
    tp_options options = fresh(), before = options;
    tp_error error;
    assert_int_equal(tp_options_parse(&options, "players=3,tokens=EMBARGO,REFUND,IMMUNITY,share=.5", &error),
                     TP_OK);
    assert_int_equal(tp_options_int(&options, "players"), 3);
    assert_string_equal(tp_options_text(&options, "tokens"), "REFUND,EMBARGO,IMMUNITY");
    assert_string_equal(tp_options_text(&options, "share"), "0.5");
    options = before;
    static const char *const wrong[][2] = {
        {"players=3,share=2", "option 'share' is a number in 0 .. 1, not '2'"},
        {"players=3,players=2", "option 'players' is given twice"},
        {"players", "'players' is not an option: write name=value"},
        {",players=3", "'' is not an option: write name=value"},
        {"players=3,", "option 'players' is a whole number in 2 .. 4, not '3,'"},
        {"players=3,4", "option 'players' is a whole number in 2 .. 4, not '3,4'"},
        {"=3", "unknown option ''; the options are players, seed, share, early, level, tokens, file"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_int_not_equal(tp_options_parse(&options, wrong[i][0], &error), TP_OK);
        assert_string_equal(error.text, wrong[i][1]);
        assert_memory_equal(&options, &before, sizeof options);
    }
    assert_int_equal(tp_options_parse(&options, "", &error), TP_OK);
    assert_int_equal(tp_options_parse(&options, "file=a,b=,c", &error),
                     TP_E_UNKNOWN); /* "b=" begins an option */
    assert_int_equal(tp_options_parse(&options, "file=a=b", &error), TP_OK);
    assert_string_equal(tp_options_text(&options, "file"), "a=b");
}

static void json_values_have_the_right_type_or_are_typed(void **unused) {
    (void)unused;
    tp_options options = fresh();
    tp_error error;
    json_t *json = json_loads("{\"players\": 3, \"share\": 1, \"early\": true, \"level\": \"hard\","
                              " \"tokens\": [\"IMMUNITY\", \"REFUND\", \"EMBARGO\"], \"seed\": \"12\"}",
                              0, NULL);
    if (tp_options_from_json(&options, json, &error) != TP_OK) fail_msg("%s", error.text);
    json_decref(json);
    assert_int_equal(tp_options_int(&options, "players"), 3);
    assert_int_equal(tp_options_int(&options, "seed"), 12);
    assert_true(tp_options_real(&options, "share") == 1);
    assert_true(tp_options_bool(&options, "early"));
    refuses_json("[]", "options are an object of names and values, not a list");
    refuses_json("{\"players\": 3, \"chps\": 1}",
                 "unknown option 'chps'; the options are seed, share, file, early, level, tokens, players");
    refuses_json("{\"players\": 3.0}",
                 "option 'players' is a whole number in 2 .. 4, not 'a number with a fraction'");
    refuses_json("{\"players\": true}", "option 'players' is a whole number in 2 .. 4, not 'true or false'");
    refuses_json("{\"early\": 1}", "option 'early' is true or false, not a whole number");
    refuses_json("{\"level\": 1}", "option 'level' has no value '1'; the values are easy, Hard, hard");
    refuses_json("{\"level\": true}", "option 'level' is a word, not true or false");
    refuses_json(
        "{\"tokens\": []}",
        "option 'tokens' is 'random' or a list of exactly 3 different words, not 0; the words are FREE_DRAW, "
        "REFUND, EMBARGO, IMMUNITY");
    refuses_json("{\"tokens\": [true]}", "option 'tokens': place 1 of the list is not a word");
    refuses_json("{\"tokens\": [\"REFUND,EMBARGO\", \"IMMUNITY\"]}",
                 "option 'tokens': place 1 of the list is not a word");
    refuses_json("{\"tokens\": null}", "option 'tokens' is a word or a list of words, not null");
    refuses_json("{\"file\": {}}", "option 'file' is a text, not an object");
}

static void what_is_written_is_read_back(void **unused) {
    (void)unused;
    tp_options options = fresh(), back = fresh();
    tp_options_parse(&options,
                     "players=2,share=0.1,early=on,level=Hard,tokens=EMBARGO,REFUND,IMMUNITY,file=é", NULL);
    tp_options_set(&options, "seed", "-5", NULL);
    tp_options_set(&options, "file", "ñandú", NULL);
    json_t *json = tp_options_to_json(&options);
    char *text = json_dumps(json, JSON_REAL_PRECISION(15));
    assert_string_equal(
        text, "{\"players\": 2, \"seed\": -5, \"share\": 0.1, \"early\": true, \"level\": \"Hard\", "
              "\"tokens\": [\"REFUND\", \"EMBARGO\", \"IMMUNITY\"], \"file\": \"ñandú\"}");
    assert_int_equal(tp_options_from_json(&back, json, NULL), TP_OK);
    assert_memory_equal(&options, &back, sizeof back);
    free(text);
    json_decref(json);
}

static void the_table_describes_itself(void **unused) {
    (void)unused;
    json_t *json = tp_option_table_to_json(table);
    char *text = json_dumps(json_array_get(json, 0), 0);
    assert_string_equal(text,
                        "{\"name\": \"players\", \"type\": \"int\", \"default\": 4, \"min\": 2, \"max\": 4, "
                        "\"help\": \"number of players\"}");
    free(text);
    text = json_dumps(json_array_get(json, 5), 0);
    assert_string_equal(
        text,
        "{\"name\": \"tokens\", \"type\": \"words\", \"default\": \"random\", \"list_min\": 3, \"list_max\": "
        "3, "
        "\"words\": [\"FREE_DRAW\", \"REFUND\", \"EMBARGO\", \"IMMUNITY\"], "
        "\"help\": \"which tokens\"}");
    free(text);
    assert_int_equal(json_array_size(json), 7);
    json_decref(json);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_are_set_and_not_given),
        cmocka_unit_test(whole_numbers_are_strict),
        cmocka_unit_test(large_whole_numbers_keep_every_digit),
        cmocka_unit_test(numbers_are_strict_and_point_comes_first_too),
        cmocka_unit_test(the_locale_does_not_matter),
        cmocka_unit_test(truth_has_many_spellings),
        cmocka_unit_test(choices_name_what_there_is),
        cmocka_unit_test(word_lists_are_the_default_or_exactly_so_many),
        cmocka_unit_test(numbers_are_listed_as_ranges),
        cmocka_unit_test(texts_have_a_length),
        cmocka_unit_test(unknown_names_list_those_there_are),
        cmocka_unit_test(a_line_of_options_is_all_or_nothing),
        cmocka_unit_test(json_values_have_the_right_type_or_are_typed),
        cmocka_unit_test(what_is_written_is_read_back),
        cmocka_unit_test(the_table_describes_itself),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
