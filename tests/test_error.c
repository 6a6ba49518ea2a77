/* Errors: sentences, reasons, and lists of names with the likeliest first. */
#include "tapete/error.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void failing_returns_its_code_and_fills_the_sentence(void **unused) {
    (void)unused;
    tp_error error;
    memset(&error, 'x', sizeof error);
    assert_int_equal(tp_fail(&error, TP_E_IO, "no %s for %d", "room", 3), TP_E_IO);
    assert_int_equal(error.code, TP_E_IO);
    assert_string_equal(error.text, "no room for 3");
    assert_string_equal(error.reason, "");
}

static void refusing_carries_the_reason(void **unused) {
    (void)unused;
    tp_error error;
    assert_int_equal(tp_refuse(&error, "NOT_LEGAL", "no"), TP_E_REFUSED);
    assert_string_equal(error.reason, "NOT_LEGAL");
    tp_refuse(&error, "A_REASON_THAT_IS_LONGER_THAN_THE_ROOM_FOR_IT", "no");
    assert_int_equal(strlen(error.reason), sizeof error.reason - 1);
}

static void nobody_has_to_want_the_error(void **unused) {
    (void)unused;
    assert_int_equal(tp_fail(NULL, TP_E_INPUT, "x"), TP_E_INPUT);
    assert_int_equal(tp_refuse(NULL, "X", "x"), TP_E_REFUSED);
    tp_error_at(NULL, "x");
}

static void the_place_goes_in_front(void **unused) {
    (void)unused;
    tp_error error;
    tp_refuse(&error, "NOT_LEGAL", "no such move");
    tp_error_at(&error, "line %d", 12);
    tp_error_at(&error, "game.tpr");
    assert_string_equal(error.text, "game.tpr: line 12: no such move");
    assert_int_equal(error.code, TP_E_REFUSED);
    assert_string_equal(error.reason, "NOT_LEGAL");
}

static void a_sentence_may_quote_the_one_before(void **unused) {
    (void)unused;
    tp_error error;
    tp_fail(&error, TP_E_INPUT, "first");
    tp_fail(&error, TP_E_INPUT, "second after %s", error.text);
    assert_string_equal(error.text, "second after first");
}

static void a_long_sentence_is_cut_between_characters(void **unused) {
    (void)unused;
    char wide[2001];
    for (size_t i = 0; i + 1 < sizeof wide; i += 2) memcpy(wide + i, "\xc3\xa9", 2);
    wide[2000] = '\0';
    tp_error error;
    tp_fail(&error, TP_E_INPUT, "x%s", wide);
    assert_int_equal(strlen(error.text), sizeof error.text - 1);
    assert_int_equal((unsigned char)error.text[1], 0xc3);
    tp_fail(&error, TP_E_INPUT, "%s", wide);
    /* 511 bytes do not hold a whole number of two-byte characters: the half one is no longer there. */
    assert_int_equal(error.text[sizeof error.text - 2], '?');
    for (int i = 0; i < 300; i++) tp_error_at(&error, "deeper");
    assert_int_equal(strlen(error.text), sizeof error.text - 1);
}

static void quoted_rubbish_cannot_harm_a_terminal_or_json(void **unused) {
    (void)unused;
    tp_error error;
    tp_fail(&error, TP_E_INPUT, "'%s'", "a\x1b[2Jb\nc\x7f\xff\xc0\xaf\xed\xa0\x80\xf5z");
    assert_string_equal(error.text, "'a?[2Jb?c??"
                                    "??"
                                    "????z'");
    tp_fail(&error, TP_E_INPUT, "%s", "caf\xc3\xa9 \xe2\x99\xa0 \xf0\x9f\x82\xa1");
    assert_string_equal(error.text, "caf\xc3\xa9 \xe2\x99\xa0 \xf0\x9f\x82\xa1");
}

/* ---- names ---- */

static const char *name_of(const void *context, size_t index) {
    return ((const char *const *)context)[index];
}

static void lists(const char *wanted, const char *const *names, size_t count, const char *expected) {
    char text[256];
    tp_list_nearest(text, sizeof text, wanted, count, name_of, names);
    assert_string_equal(text, expected);
}

static const char *const agents[] = {"random", "flatmc", "ismcts", "mus-bot"};

static void the_nearest_name_comes_first(void **unused) {
    (void)unused;
    lists("ismtcs", agents, 4, "ismcts, flatmc, random, mus-bot"); /* two letters exchanged */
    lists("falt", agents, 4, "flatmc, random, ismcts, mus-bot");
    lists("musbot", agents, 4, "mus-bot, random, ismcts, flatmc");
    lists("RANDOM", agents, 4, "random, flatmc, ismcts, mus-bot"); /* case does not count */
}

static void an_unfinished_name_is_nearer_than_a_misspelt_one(void **unused) {
    (void)unused;
    static const char *const names[] = {"rain", "random"};
    lists("ran", names, 2, "random, rain");
    static const char *const two[] = {"Mulle", "mus"};
    lists("mu", two, 2, "Mulle, mus");
}

static void names_equally_near_stay_in_order(void **unused) {
    (void)unused;
    lists("", agents, 4, "random, flatmc, ismcts, mus-bot");
    static const char *const names[] = {"aa", "ab", "ac"};
    lists("ad", names, 3, "aa, ab, ac");
}

static void a_list_without_room_says_that_it_goes_on(void **unused) {
    (void)unused;
    for (size_t size = 1; size < 64; size++) {
        char text[64];
        memset(text, 'x', sizeof text);
        tp_list_nearest(text, size, "random", 4, name_of, agents);
        assert_true(strlen(text) < size);
        if (size > 4 && size <= strlen("random, mus-bot, flatmc, ismcts")) {
            assert_string_equal(text + strlen(text) - 3, "...");
        }
        if (size < sizeof text) assert_int_equal(text[size], 'x');
    }
    char text[20];
    tp_list_nearest(text, sizeof text, "x", 0, name_of, NULL);
    assert_string_equal(text, "");
}

static const char *same_name(const void *context, size_t index) {
    (void)index;
    return context;
}

static void a_wild_name_among_thousands_is_answered_too(void **unused) {
    (void)unused;
    char wild[5001], text[300];
    memset(wild, 'z', 5000);
    wild[5000] = '\0';
    tp_list_nearest(text, sizeof text, wild, 100000, same_name, "abcdefghij");
    assert_string_equal(text + strlen(text) - 5, ", ...");
    tp_list_nearest(text, sizeof text, "x", 3, same_name, wild);
    assert_string_equal(text, "...");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(failing_returns_its_code_and_fills_the_sentence),
        cmocka_unit_test(refusing_carries_the_reason),
        cmocka_unit_test(nobody_has_to_want_the_error),
        cmocka_unit_test(the_place_goes_in_front),
        cmocka_unit_test(a_sentence_may_quote_the_one_before),
        cmocka_unit_test(a_long_sentence_is_cut_between_characters),
        cmocka_unit_test(quoted_rubbish_cannot_harm_a_terminal_or_json),
        cmocka_unit_test(the_nearest_name_comes_first),
        cmocka_unit_test(an_unfinished_name_is_nearer_than_a_misspelt_one),
        cmocka_unit_test(names_equally_near_stay_in_order),
        cmocka_unit_test(a_list_without_room_says_that_it_goes_on),
        cmocka_unit_test(a_wild_name_among_thousands_is_answered_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
