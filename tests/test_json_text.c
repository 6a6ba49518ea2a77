/* The server's own writer of JSON says what jansson's says. */
#include "core/json_out.h"
#include "server/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void assert_same(json_t *value) {
    size_t size = 0;
    const char *text = json_text(value, &size);
    assert_non_null(text);
    assert_int_equal(strlen(text), size);
    char *expected = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
    assert_string_equal(text, expected);
    free(expected);
    json_decref(value);
}

static void test_values(void **state) {
    (void)state;
    assert_same(json_true());
    assert_same(json_false());
    assert_same(json_null());
    assert_same(json_object());
    assert_same(json_array());
    assert_same(json_integer(0));
    assert_same(json_integer(-1));
    assert_same(json_integer(INT64_MAX));
    assert_same(json_integer(INT64_MIN));
    assert_same(json_real(0.5));
    assert_same(json_real(-1));
    assert_same(json_real(1e300));
    assert_same(json_real(1.0 / 3));
}

static void test_texts(void **state) {
    (void)state;
    assert_same(json_string(""));
    assert_same(json_string("Ana bets two."));
    assert_same(json_string("\"quoted\" and \\ and / and \n\t\r\b\f"));
    assert_same(json_string("\x01 \x1f \x7f"));
    assert_same(json_string("omgång, órdago, 牌, 🂡"));
    assert_same(json_stringn("a\0b", 3));
}

static void test_nested(void **state) {
    (void)state;
    assert_same(json_pack("{s:s, s:[i, i, {s:n, s:[]}], s:{}, s:b}", "is", "table", "to \"x\"", 1, 2, "a",
                          "b", "c", "d", 1));
    /* Longer than what there was room for before, and then something short again. */
    json_t *list = json_array();
    for (int i = 0; i < 20000; i++) json_array_append_new(list, json_pack("{s:i}", "number", i));
    assert_same(list);
    assert_same(json_pack("[i]", 1));
}

/* What is written without a tree is the same, and a text that is no UTF-8 is left out with its name. */
static void test_straight(void **state) {
    (void)state;
    static const char *const good[] = {"", "plain", "\"", "a\\b", "\x01\n", "omgång", "a\"ö", "牌🂡", "\x7f"};
    static const char *const bad[] = {"\xff",         "ab\xc3",           "\xc0\xaf",
                                      "\xed\xa0\x80", "\xf4\x90\x80\x80", "a\"\xe2\x82"};
    json_out out = {0};
    json_out_begin(&out);
    json_out_open(&out, '{');
    json_t *expected = json_object(), *list = json_array();
    json_out_key(&out, "list");
    json_out_open(&out, '[');
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        assert_true(json_out_string(&out, good[i]));
        json_array_append_new(list, json_string(good[i]));
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(json_out_string(&out, bad[i]));
        assert_null(json_string(bad[i]));
        json_out_integer(&out, (int64_t)i - 2);
        json_array_append_new(list, json_integer((json_int_t)i - 2));
    }
    json_out_close(&out, ']');
    json_object_set_new(expected, "list", list);
    json_out_member(&out, "name", "Zoë \"Z\"");
    json_object_set_new(expected, "name", json_string("Zoë \"Z\""));
    json_out_member(&out, "gone", bad[1]);
    json_out_key(&out, "bits");
    json_out_bits(&out, 0x80000005u);
    json_object_set_new(expected, "bits", json_pack("[i, i, i]", 0, 2, 31));
    json_out_key(&out, "truth");
    json_out_bool(&out, true);
    json_object_set_new(expected, "truth", json_true());
    json_out_close(&out, '}');
    char *text = json_dumps(expected, JSON_COMPACT);
    assert_string_equal(json_out_end(&out), text);
    assert_int_equal(out.size, strlen(text));
    free(text);
    json_decref(expected);
    json_out_free(&out);
}

static void test_nothing(void **state) {
    (void)state;
    size_t size;
    assert_null(json_text(NULL, &size));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),   cmocka_unit_test(test_texts),   cmocka_unit_test(test_nested),
        cmocka_unit_test(test_straight), cmocka_unit_test(test_nothing),
    };
    return cmocka_run_group_tests_name("json_text", tests, NULL, NULL);
}
