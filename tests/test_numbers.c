/* Our own logarithm and exponential: against the C library's in long double, at their edges, and to the bit
 * on every machine. */
#include "core/numbers.h"
#include "tapete/chance.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

enum { TRIES = 200000 };

/* How far a value is from the true one, in units of its last place. */
static double ulps(double value, long double right) {
    double size = fabs((double)right), unit = nextafter(size, INFINITY) - size;
    return (double)(fabsl((long double)value - right) / (long double)unit);
}

static void test_log(void **state) {
    (void)state;
    tp_rng rng;
    tp_rng_seed(&rng, 1);
    for (int i = 1; i <= TRIES; i++) {
        double x = (double)tp_rng_next(&rng) * pow(2, (double)tp_rng_below(&rng, 200) - 150);
        if (x > 0) assert_true(ulps(exact_log(x), logl((long double)x)) < 1);
        assert_true(ulps(exact_log(i), logl(i)) < 1);
    }
    assert_true(exact_log(1) == 0);
    assert_true(exact_log(0) < -1e6 && exact_log(-1) < -1e6);
}

static void test_exp(void **state) {
    (void)state;
    tp_rng rng;
    tp_rng_seed(&rng, 2);
    for (int i = 0; i < TRIES; i++) {
        double wide = tp_rng_fraction(&rng) * 1400 - 700, near = tp_rng_fraction(&rng) * 4 - 2;
        assert_true(ulps(exact_exp(wide), expl((long double)wide)) < 2);
        assert_true(ulps(exact_exp(near), expl((long double)near)) < 2);
        assert_true(fabs(exact_tanh(near) - tanh(near)) < 1e-15);
    }
    assert_true(exact_exp(0) == 1 && exact_tanh(0) == 0);
    assert_true(exact_exp(-1e9) == 0 && exact_exp(1e9) > 1e307);
    assert_true(exact_tanh(1e9) == 1 && exact_tanh(-1e9) == -1);
}

/* The bits themselves: where this fails on a new kind of machine, its compiler fuses or reorders. */
static void test_bits(void **state) {
    (void)state;
    uint64_t hash = 0xcbf29ce484222325u;
    tp_rng rng;
    tp_rng_seed(&rng, 3);
    for (int i = 0; i < TRIES; i++) {
        double x = tp_rng_fraction(&rng) * 60 - 30,
               values[] = {exact_log(x < 0 ? -x : x), exact_exp(x), exact_tanh(x)};
        for (int k = 0; k < 3; k++) {
            uint64_t bits;
            memcpy(&bits, &values[k], sizeof bits);
            hash = (hash ^ bits) * 0x100000001b3u;
        }
    }
    char text[17];
    snprintf(text, sizeof text, "%016llx", (unsigned long long)hash);
    assert_string_equal(text, "ef28d11893c8a1da");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_log), cmocka_unit_test(test_exp),
                                       cmocka_unit_test(test_bits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
