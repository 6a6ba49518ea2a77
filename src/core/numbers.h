/* Logarithm and exponential with the same bits on every machine. The C library's differ from system to system
 * in the last digit, and a search that compares such values then chooses other moves. Only + - * / and bits
 * are used here, which IEEE 754 defines exactly, as long as no multiplication is fused with an addition
 * (-ffp-contract=off in meson.build). The errors are below 2 units in the last place (tests/test_numbers.c).
 */
#ifndef TAPETE_CORE_NUMBERS_H
#define TAPETE_CORE_NUMBERS_H

#include "tapete/base.h"

#include <string.h>

/* ln 2 in two parts: the first has so few bits that its product with an exponent is exact. */
#define EXACT_LN2_HIGH 0x1.62e42feep-1
#define EXACT_LN2_LOW 0x1.a39ef35793c76p-33

/* Of a finite number that is at least 2^-1022; of 0 and less it is a very small number. The argument is m 2^e
 * with m between sqrt(1/2) and sqrt(2), and ln m = 2 artanh((m - 1) / (m + 1)), as a series. */
TP_FUNCTION double exact_log(double x) {
    if (!(x >= 0x1p-1022)) return -1e9;
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    uint64_t shifted = bits + 0x3ff0000000000000u - 0x3fe6a09e667f3bcdu;
    int exponent = (int)(shifted >> 52) - 0x3ff;
    bits -= (uint64_t)(int64_t)exponent << 52;
    double m;
    memcpy(&m, &bits, sizeof m);
    double f = m - 1, s = f / (m + 1), z = s * s;
    double sum =
        z * (2.0 / 3 +
             z * (2.0 / 5 +
                  z * (2.0 / 7 +
                       z * (2.0 / 9 +
                            z * (2.0 / 11 +
                                 z * (2.0 / 13 +
                                      z * (2.0 / 15 + z * (2.0 / 17 + z * (2.0 / 19 + z * (2.0 / 21))))))))));
    double half = f * f / 2, k = exponent;
    /* 2 s = f - s f, and f^2 / 2 is what most of that is: so the large parts are exact. */
    return k * EXACT_LN2_HIGH - ((half - (s * (half + sum) + k * EXACT_LN2_LOW)) - f);
}

/* 0 where the result would be below 2^-1021, and at most that of 709. */
TP_FUNCTION double exact_exp(double x) {
    if (!(x >= -707)) return 0;
    if (x > 709) x = 709;
    double scaled = x * 0x1.71547652b82fep+0;
    int k = (int)(scaled < 0 ? scaled - 0.5 : scaled + 0.5);
    double high = x - k * EXACT_LN2_HIGH, low = k * EXACT_LN2_LOW, r = high - low;
    double rest =
        r * r *
        (1.0 / 2 +
         r * (1.0 / 6 +
              r * (1.0 / 24 +
                   r * (1.0 / 120 +
                        r * (1.0 / 720 +
                             r * (1.0 / 5040 +
                                  r * (1.0 / 40320 +
                                       r * (1.0 / 362880 +
                                            r * (1.0 / 3628800 +
                                                 r * (1.0 / 39916800 + r * (1.0 / 479001600 +
                                                                            r * (1.0 / 6227020800))))))))))));
    double value = 1 + (high - (low - rest));
    uint64_t bits = (uint64_t)(1023 + k) << 52;
    double power;
    memcpy(&power, &bits, sizeof power);
    return value * power;
}

/* To an absolute error of 2^-52. */
TP_FUNCTION double exact_tanh(double x) { return 1 - 2 / (exact_exp(2 * x) + 1); }

#endif
