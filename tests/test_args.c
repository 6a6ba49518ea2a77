/* The command line parser, on a command of its own. */
#include "cli/args.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const cli_flag flags[] = {
    {.name = "seed", .value = "S", .help = "a number"},
    {.name = "seat", .value = "N", .help = "a seat"},
    {.name = "json", .help = "JSON"},
    {.name = "option", .value = "K=V", .help = "options", .repeats = true},
    {.name = NULL},
};

static int nothing(const cli_args *args) {
    (void)args;
    return 0;
}

static const cli_command command = {.name = "try",
                                    .operands = "GAME",
                                    .min_operands = 0,
                                    .max_operands = 1,
                                    .summary = "Try.",
                                    .flags = flags,
                                    .run = nothing};

static char problem[640];

/* Parse words, which end with NULL. */
static args_result parse(const char *const *words, cli_args **out) {
    int count = 0;
    while (words[count] != NULL) count++;
    problem[0] = '\0';
    *out = NULL;
    return args_parse(&command, count, (char *const *)words, out, problem, sizeof problem);
}

#define PARSE(out, ...) parse((const char *const[]){__VA_ARGS__, NULL}, out)

static void values_stand_behind_or_after_an_equals_sign(void **state) {
    (void)state;
    cli_args *args;
    assert_int_equal(PARSE(&args, "--seed", "7", "sabacc", "--seat=2"), ARGS_RUN);
    assert_string_equal(cli_value(args, "seed"), "7");
    assert_string_equal(cli_value(args, "seat"), "2");
    assert_false(cli_given(args, "json"));
    assert_null(cli_value(args, "option"));
    assert_int_equal(cli_operand_count(args), 1);
    assert_string_equal(cli_operand(args, 0), "sabacc");
    assert_null(cli_operand(args, 1));
    args_free(args);
    assert_int_equal(PARSE(&args, "--seed=", "--json"), ARGS_RUN);
    assert_string_equal(cli_value(args, "seed"), "");
    assert_true(cli_given(args, "json"));
    args_free(args);
}

static void the_last_of_several_values_counts(void **state) {
    (void)state;
    cli_args *args;
    assert_int_equal(PARSE(&args, "--seed", "7", "--seed=8", "--json", "--json"), ARGS_RUN);
    assert_string_equal(cli_value(args, "seed"), "8");
    assert_int_equal(cli_count(args, "seed"), 2);
    args_free(args);
}

static void a_repeating_flag_takes_the_assignments_that_follow(void **state) {
    (void)state;
    cli_args *args;
    assert_int_equal(PARSE(&args, "--option", "players=3", "chips=5", "sabacc", "--option=early_reveal=true"),
                     ARGS_RUN);
    assert_int_equal(cli_count(args, "option"), 3);
    assert_string_equal(cli_value_at(args, "option", 0), "players=3");
    assert_string_equal(cli_value_at(args, "option", 1), "chips=5");
    assert_string_equal(cli_value_at(args, "option", 2), "early_reveal=true");
    assert_string_equal(cli_operand(args, 0), "sabacc");
    args_free(args);
    /* Not a repeating flag: the word is an operand. */
    assert_int_equal(PARSE(&args, "--seed", "1", "a=b"), ARGS_RUN);
    assert_string_equal(cli_operand(args, 0), "a=b");
    args_free(args);
}

static void two_dashes_end_the_flags(void **state) {
    (void)state;
    cli_args *args;
    assert_int_equal(PARSE(&args, "--json", "--", "--seed"), ARGS_RUN);
    assert_string_equal(cli_operand(args, 0), "--seed");
    args_free(args);
    assert_int_equal(PARSE(&args, "-"), ARGS_RUN);
    assert_string_equal(cli_operand(args, 0), "-");
    args_free(args);
}

static void help_and_version_are_always_there(void **state) {
    (void)state;
    cli_args *args;
    assert_int_equal(PARSE(&args, "-h"), ARGS_HELP);
    assert_int_equal(PARSE(&args, "sabacc", "--help"), ARGS_HELP);
    assert_int_equal(PARSE(&args, "--seed", "3", "--version"), ARGS_VERSION);
    assert_int_equal(PARSE(&args, "--", "-h"), ARGS_RUN);
    args_free(args);
}

static void a_wrong_flag_names_the_nearest_first(void **state) {
    (void)state;
    cli_args *args;
    assert_int_equal(PARSE(&args, "--sede", "3"), ARGS_BAD);
    assert_null(args);
    assert_non_null(strstr(problem, "try has no flag --sede; the flags are --seed, --seat"));
    assert_non_null(strstr(problem, "--help"));
    assert_int_equal(PARSE(&args, "--jsno=1"), ARGS_BAD);
    assert_non_null(strstr(problem, "no flag --jsno; the flags are --json"));
    assert_int_equal(PARSE(&args, "-x"), ARGS_BAD);
    assert_non_null(strstr(problem, "try has no flag -x"));
}

static void missing_and_superfluous_values_are_told(void **state) {
    (void)state;
    cli_args *args;
    assert_int_equal(PARSE(&args, "--seed"), ARGS_BAD);
    assert_string_equal(problem, "--seed needs a value: --seed S");
    assert_int_equal(PARSE(&args, "--seed", "--json"), ARGS_BAD);
    assert_string_equal(problem, "--seed needs a value: --seed S");
    assert_int_equal(PARSE(&args, "--json=yes"), ARGS_BAD);
    assert_string_equal(problem, "--json takes no value");
    assert_int_equal(PARSE(&args, "a", "b"), ARGS_BAD);
    assert_string_equal(problem, "try takes only GAME; \"b\" is one too many");
}

/* Commands complain on stderr, which would be noise here. */
static int silence(void **state) {
    (void)state;
    return freopen("/dev/null", "w", stderr) == NULL;
}

static void numbers_are_checked(void **state) {
    (void)state;
    static const char *const wrong_integers[] = {
        "", "x", "1x", " 1", "+1", "1.5", "-1", "5", "99999999999999999999", "--"};
    cli_args *args;
    int64_t integer;
    for (size_t i = 0; i < sizeof wrong_integers / sizeof *wrong_integers; i++) {
        assert_int_equal(PARSE(&args, "--seat", wrong_integers[i]), ARGS_RUN);
        assert_false(cli_integer(args, "seat", 0, 4, 2, &integer));
        args_free(args);
    }
    assert_int_equal(PARSE(&args, "--seat", "-3"), ARGS_RUN);
    assert_true(cli_integer(args, "seat", -5, 4, 2, &integer));
    assert_int_equal(integer, -3);
    args_free(args);

    static const char *const wrong_reals[] = {"", "nan", "inf", "1e999", " 1", "2 ", "0.001", "11"};
    double real;
    for (size_t i = 0; i < sizeof wrong_reals / sizeof *wrong_reals; i++) {
        assert_int_equal(PARSE(&args, "--seat", wrong_reals[i]), ARGS_RUN);
        assert_false(cli_real(args, "seat", 0.5, 10, 2, &real));
        args_free(args);
    }
    assert_int_equal(PARSE(&args, "--seat", "2.5"), ARGS_RUN);
    assert_true(cli_real(args, "seat", 0.5, 10, 2, &real));
    assert_true(real > 2.49 && real < 2.51);
    args_free(args);
}

static void a_seed_is_any_number_of_64_bits(void **state) {
    (void)state;
    static const char *const wrong[] = {"", "-1", "+1", "x", "1 ", "18446744073709551616", "0x10"};
    cli_args *args;
    uint64_t seed = 5;
    assert_int_equal(PARSE(&args, "--seed", "18446744073709551615"), ARGS_RUN);
    assert_true(cli_seed(args, &seed));
    assert_true(seed == UINT64_MAX);
    args_free(args);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(PARSE(&args, "--seed", wrong[i]), ARGS_RUN);
        assert_false(cli_seed(args, &seed));
        args_free(args);
    }
    /* Not given: as it was. */
    seed = 5;
    assert_int_equal(PARSE(&args, "sabacc"), ARGS_RUN);
    assert_true(cli_seed(args, &seed));
    assert_true(seed == 5);
    args_free(args);
}

/* What completion, help and the parser take for granted of the real table. */
static void check_commands(const cli_command *commands) {
    for (const cli_command *one = commands; one->name != NULL; one++) {
        assert_non_null(one->operands);
        assert_non_null(one->flags);
        assert_true((one->run != NULL) != (one->commands != NULL));
        if (one->commands != NULL) check_commands(one->commands);
        assert_true(one->min_operands <= one->max_operands);
        assert_true(one->summary[strlen(one->summary) - 1] == '.');
        for (const cli_command *other = one + 1; other->name != NULL; other++) {
            assert_string_not_equal(one->name, other->name);
        }
        for (const cli_flag *flag = one->flags; flag->name != NULL; flag++) {
            assert_non_null(flag->help);
            assert_string_not_equal(flag->name, "help");
            assert_string_not_equal(flag->name, "version");
            for (const cli_flag *other = flag + 1; other->name != NULL; other++) {
                assert_string_not_equal(flag->name, other->name);
            }
        }
    }
}

static void the_table_of_commands_is_sound(void **state) {
    (void)state;
    check_commands(cli_commands);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_stand_behind_or_after_an_equals_sign),
        cmocka_unit_test(the_last_of_several_values_counts),
        cmocka_unit_test(a_repeating_flag_takes_the_assignments_that_follow),
        cmocka_unit_test(two_dashes_end_the_flags),
        cmocka_unit_test(help_and_version_are_always_there),
        cmocka_unit_test(a_wrong_flag_names_the_nearest_first),
        cmocka_unit_test(missing_and_superfluous_values_are_told),
        cmocka_unit_test_setup(numbers_are_checked, silence),
        cmocka_unit_test_setup(a_seed_is_any_number_of_64_bits, silence),
        cmocka_unit_test(the_table_of_commands_is_sound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
