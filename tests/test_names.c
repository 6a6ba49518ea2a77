/* Which names people may have: shapes, alphabets, reserved words. */
#include "server/name_rules.h"
#include "tapete/agent.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static bool look_alike(const char *one, const char *other) {
    char shapes[2][SHAPE_SIZE];
    name_shape(one, shapes[0]);
    name_shape(other, shapes[1]);
    return strcmp(shapes[0], shapes[1]) == 0;
}

static void names_that_look_alike_have_one_shape(void **unused) {
    (void)unused;
    static const char *const pairs[][2] = {
        {"Ana", "ana"},       {"Ana", " A.n-a! "}, {"Ana", "Аnа"},   {"Ana", "Ána"},
        {"Ana", "A\u0301na"}, {"Ana", "Ａｎａ"},   {"Ana", "𝐀𝓷𝖆"},   {"paco", "расо"},
        {"NIKO", "ΝΙΚΟ"},     {"bob", "b0b"},      {"Bill", "BIll"}, {"lil", "1|I"},
        {"modern", "rnodem"}, {"wim", "vvim"},     {"fine", "ﬁne"},  {"Straße", "STRASSE"},
        {"Жук", "жуК"},       {"sol", "$o1"},      {"ΚΛΞ", "κλξ"},   {"Bea", "Ⓑⓔⓐ"},
        {"李", " 李。"},      {"Olaf", "Øłaf"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        if (!look_alike(pairs[i][0], pairs[i][1])) fail_msg("%s and %s", pairs[i][0], pairs[i][1]);
    }
}

static void other_names_have_other_shapes(void **unused) {
    (void)unused;
    static const char *const pairs[][2] = {{"Ana", "Anna"}, {"Ana 2", "Ana 3"}, {"Ana", "Eva"}, {"李", "王"},
                                           {"Жук", "Лук"},  {"...", "!!!"},     {"😀", "😎"},     {"م", "ن"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        if (look_alike(pairs[i][0], pairs[i][1])) fail_msg("%s and %s", pairs[i][0], pairs[i][1]);
    }
}

/* The longest name of each letter: a shape ends with its NUL, and no name but the empty one is without. */
static void every_name_has_a_shape_that_fits(void **unused) {
    (void)unused;
    static const char *const letters[] = {"m", "ß", "Ⅷ", "Ж", "😀", "ﬃ", "."};
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++) {
        char name[STORE_NAME_SIZE] = "", shape[SHAPE_SIZE];
        for (size_t used = 0; used + strlen(letters[i]) < sizeof name; used = strlen(name))
            snprintf(name + used, sizeof name - used, "%s", letters[i]);
        name_shape(name, shape);
        assert_in_range(strlen(shape), 1, SHAPE_SIZE - 1);
    }
}

static void alphabets_are_not_mixed(void **unused) {
    (void)unused;
    static const char *const mixed[] = {"Аna", "Anα", "Жα", "ａа", "Ivan Иван", "éа"};
    static const char *const plain[] = {"Ana", "Иван 2", "Νίκος", "José-María", "李 Ana", "123", "Ана!", "µ"};
    for (size_t i = 0; i < sizeof mixed / sizeof *mixed; i++) {
        if (!name_mixes_scripts(mixed[i])) fail_msg("%s", mixed[i]);
    }
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
        if (name_mixes_scripts(plain[i])) fail_msg("%s", plain[i]);
    }
}

static void what_bots_are_called_is_reserved(void **unused) {
    (void)unused;
    for (const tp_agent_kind *const *kind = tp_agent_kinds(); *kind != NULL; kind++) {
        if (!name_is_reserved((*kind)->name)) fail_msg("%s", (*kind)->name);
    }
    for (const tp_level *level = tp_levels(); level->name != NULL; level++) {
        if (!name_is_reserved(level->name)) fail_msg("%s", level->name);
    }
    for (const tp_character *one = tp_characters(); one->id != NULL; one++) {
        if (!name_is_reserved(one->name)) fail_msg("%s", one->name);
    }
    static const char *const reserved[] = {"Mus Bot",  "MUS_B0T",  "mus-bot:near=3", "strong 2",  "Strongest",
                                           "gone",     "G0ne",     "g o n e",        "nobody",    "Admin",
                                           "adm1n",    "аdmіn",    "server",         "Tapete",    "Guest 417",
                                           "guest4l7", "Guest",    "Invitado 9999",  "Invité 12", "gäst 3",
                                           "游客 12",  "operator", "La más fuerte",  "har gått",  "强",
                                           "强 2",     "nadie",    "Operator."};
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++) {
        if (!name_is_reserved(reserved[i])) fail_msg("%s", reserved[i]);
    }
    static const char *const free_names[] = {
        "Ana",   "Administrata", "Guest of honour", "Gonzalo", "Guesta",       "Ana 2",
        "Robot", "42",           "Ana:2",           ":",       "strong coffee"};
    for (size_t i = 0; i < sizeof free_names / sizeof *free_names; i++) {
        if (name_is_reserved(free_names[i])) fail_msg("%s", free_names[i]);
    }
}

static void guests_keep_the_name_that_they_were_given(void **unused) {
    (void)unused;
    char mine[STORE_NAME_SIZE];
    tp_error error = {0};
    name_of_guest("p1", mine);
    assert_int_equal(name_check("p1", mine, &error), TP_OK);
    assert_int_equal(name_check("p2", mine, &error), TP_E_INPUT);
    assert_non_null(strstr(error.text, "reserved"));
    assert_int_equal(name_check("p2", "Аna", &error), TP_E_INPUT);
    assert_non_null(strstr(error.text, "alphabet"));
    assert_int_equal(name_check("p2", "Ana", &error), TP_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_that_look_alike_have_one_shape),
        cmocka_unit_test(other_names_have_other_shapes),
        cmocka_unit_test(every_name_has_a_shape_that_fits),
        cmocka_unit_test(alphabets_are_not_mixed),
        cmocka_unit_test(what_bots_are_called_is_reserved),
        cmocka_unit_test(guests_keep_the_name_that_they_were_given),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
