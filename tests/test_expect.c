/* How scripts compare what they expect with what is there. */
#include "match/expect.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Compare two JSON texts; where they differ, the clause that says so is copied to `text`. */
static bool compare(const char *expected_text, const char *found_text, char *text, size_t size) {
    json_t *expected = json_loads(expected_text, JSON_DECODE_ANY, NULL);
    json_t *found = json_loads(found_text, JSON_DECODE_ANY, NULL);
    assert_non_null(expected);
    assert_non_null(found);
    expect_failure failure;
    bool same = expect_match(expected, found, &failure);
    if (!same) {
        char *clause = expect_failure_text(&failure);
        assert_non_null(clause);
        snprintf(text, size, "%s", clause);
        free(clause);
    }
    expect_failure_clear(&failure);
    json_decref(expected);
    json_decref(found);
    return same;
}

static void agree(const char *expected, const char *found) {
    char text[2048] = "";
    if (!compare(expected, found, text, sizeof text))
        fail_msg("%s should match %s: %s", expected, found, text);
}

static void disagree(const char *expected, const char *found, const char *clause) {
    char text[2048] = "";
    if (compare(expected, found, text, sizeof text)) fail_msg("%s should not match %s", expected, found);
    assert_string_equal(text, clause);
}

static void fields_not_named_are_free(void **state) {
    (void)state;
    agree("{}", "{\"a\": 1}");
    agree("{\"a\": 1}", "{\"a\": 1, \"b\": 2}");
    agree("{\"a\": {\"b\": 1}}", "{\"a\": {\"b\": 1, \"c\": [1]}}");
}

static void a_different_value_is_named_with_its_path(void **state) {
    (void)state;
    disagree("{\"reserve\": [8, 0]}", "{\"reserve\": [8, 1]}", "reserve[1]: expected 0, found 1");
    disagree("{\"hands\": [{\"sand\": \"3\"}, {\"sand\": \"5\"}]}",
             "{\"hands\": [{\"sand\": \"3\"}, {\"sand\": \"6\"}]}",
             "hands[1].sand: expected \"5\", found \"6\"");
    disagree("{\"over\": true}", "{\"over\": false}", "over: expected true, found false");
    disagree("{\"prime\": null}", "{\"prime\": 3}", "prime: expected null, found 3");
    disagree("{\"prime\": 3}", "{\"prime\": \"3\"}", "prime: expected 3, found \"3\"");
}

static void a_field_that_does_not_exist_names_the_nearest(void **state) {
    (void)state;
    disagree("{\"reserv\": 1}", "{\"pot\": 1, \"reserve\": 1}",
             "reserv: expected 1, but the field does not exist; there is only reserve, pot");
    disagree("{\"a\": \"*\"}", "{}", "a: expected \"*\", but the field does not exist");
}

static void a_star_stands_for_anything(void **state) {
    (void)state;
    agree("{\"a\": \"*\"}", "{\"a\": null}");
    agree("{\"a\": \"*\"}", "{\"a\": [{\"b\": 1}]}");
    agree("[\"*\", {\"x\": 1}, \"*\"]", "[[1, 2], {\"x\": 1}, null]");
    disagree("[\"*\", {\"x\": 1}]", "[{\"x\": 1}, 5]", "[1]: expected {\"x\":1}, found 5");
}

static void numbers_compare_by_value(void **state) {
    (void)state;
    agree("1", "1.0");
    agree("0.3333333333", "0.33333333330000001");
    disagree("1", "1.5", "expected 1, found 1.5");
    disagree("9007199254740993", "9007199254740992", "expected 9007199254740993, found 9007199254740992");
    disagree("0", "0.5", "expected 0, found 0.5");
}

static void lists_of_numbers_are_ordered(void **state) {
    (void)state;
    agree("[0, 2]", "[0, 2]");
    disagree("[0, 2]", "[2, 0]", "[0]: expected 0, found 2");
    disagree("[[\"a\"], [\"b\"]]", "[[\"b\"], [\"a\"]]",
             "[0]: expected [\"a\"], found [\"b\"] (not found: \"a\"; not expected: \"b\")");
    /* Objects without cards: order counts. */
    disagree("[{\"x\": 1}, \"a\"]", "[\"a\", {\"x\": 1}]", "[0]: expected {\"x\":1}, found \"a\"");
}

static void lists_of_strings_are_multisets(void **state) {
    (void)state;
    agree("[]", "[]");
    agree("[\"a\", \"b\", \"a\"]", "[\"a\", \"a\", \"b\"]");
    disagree(
        "[\"a\", \"b\", \"b\"]", "[\"a\", \"a\", \"b\"]",
        "expected [\"a\",\"b\",\"b\"], found [\"a\",\"a\",\"b\"] (not found: \"b\"; not expected: \"a\")");
    disagree("[\"a\"]", "[\"a\", \"a\"]", "expected [\"a\"], found [\"a\",\"a\"] (2 elements instead of 1)");
    disagree("[\"a\", \"b\"]", "[]", "expected [\"a\",\"b\"], found [] (0 elements instead of 2)");
}

static void objects_with_cards_belong_to_multisets(void **state) {
    (void)state;
    agree("[{\"build\": 14, \"cards\": [\"KLA\", \"SPK\"]}, \"KL5\"]",
          "[\"KL5\", {\"build\": 14, \"owner\": \"A\", \"cards\": [\"SPK\", \"KLA\"]}]");
    disagree("[{\"cards\": [\"KLA\"]}]", "[{\"cards\": [\"KL2\"]}]",
             "expected [{\"cards\":[\"KLA\"]}], found [{\"cards\":[\"KL2\"]}] "
             "(not found: {\"cards\":[\"KLA\"]}; not expected: {\"cards\":[\"KL2\"]})");
}

/* Taking the first fit for each would give "*" or the loose object what the strict one needs. */
static void wildcards_in_multisets_are_assigned_well(void **state) {
    (void)state;
    agree("[\"*\", \"a\"]", "[\"a\", \"b\"]");
    agree("[\"*\", \"*\", \"b\", \"a\"]", "[\"a\", \"b\", \"c\", \"d\"]");
    agree("[{\"cards\": [\"*\"]}, {\"cards\": \"*\", \"build\": 7}, {\"cards\": [\"x\"]}]",
          "[{\"cards\": [\"x\"], \"build\": 7}, {\"cards\": [\"x\"]}, {\"cards\": [\"y\"], \"build\": 8}]");
    disagree(
        "[\"*\", \"a\", \"a\"]", "[\"a\", \"b\", \"c\"]",
        "expected [\"*\",\"a\",\"a\"], found [\"a\",\"b\",\"c\"] (not found: \"a\"; not expected: \"c\")");
}

/* A chain: each expected element fits two found ones, and the last forces all the others to move. */
static void a_long_chain_of_second_choices_is_found(void **state) {
    (void)state;
    enum { LENGTH = 300 };
    json_t *expected = json_array(), *found = json_array();
    for (int i = 0; i < LENGTH; i++) {
        /* Found element i has fields i and i - 1, so that expected i fits found i and found i + 1. */
        char key[16], below[16];
        snprintf(key, sizeof key, "f%d", i);
        snprintf(below, sizeof below, "f%d", i - 1);
        json_array_append_new(found, json_pack("{s:[], s:i, s:i}", "cards", key, 1, below, 1));
    }
    for (int i = 0; i < LENGTH - 1; i++) {
        char key[16];
        snprintf(key, sizeof key, "f%d", i);
        json_array_append_new(expected, json_pack("{s:[], s:i}", "cards", key, 1));
    }
    json_array_append_new(expected, json_pack("{s:[], s:i}", "cards", "f0", 1));
    expect_failure failure;
    assert_true(expect_match(expected, found, &failure));
    json_array_set_new(expected, LENGTH - 1, json_pack("{s:[], s:i}", "cards", "f300", 1));
    assert_false(expect_match(expected, found, &failure));
    assert_string_equal(failure.path, "");
    expect_failure_clear(&failure);
    json_decref(expected);
    json_decref(found);
}

static void long_values_are_cut_in_the_sentence(void **state) {
    (void)state;
    char expected[900], found[900], text[2048] = "";
    memset(expected, 'x', sizeof expected);
    memset(found, 'y', sizeof found);
    expected[0] = found[0] = '"';
    memcpy(expected + sizeof expected - 2, "\"", 2);
    memcpy(found + sizeof found - 2, "\"", 2);
    assert_false(compare(expected, found, text, sizeof text));
    assert_true(strlen(text) < 600);
    assert_non_null(strstr(text, "..., found"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_not_named_are_free),
        cmocka_unit_test(a_different_value_is_named_with_its_path),
        cmocka_unit_test(a_field_that_does_not_exist_names_the_nearest),
        cmocka_unit_test(a_star_stands_for_anything),
        cmocka_unit_test(numbers_compare_by_value),
        cmocka_unit_test(lists_of_numbers_are_ordered),
        cmocka_unit_test(lists_of_strings_are_multisets),
        cmocka_unit_test(objects_with_cards_belong_to_multisets),
        cmocka_unit_test(wildcards_in_multisets_are_assigned_well),
        cmocka_unit_test(a_long_chain_of_second_choices_is_found),
        cmocka_unit_test(long_values_are_cut_in_the_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
