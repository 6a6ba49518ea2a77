/* Kessel Sabacc: the ranking, against a second, slow and obvious implementation, for all hands, effects and
 * dice.
 *
 * The second one is written from §5 of docs/rules/exact/sabacc.md as a comparison of two hands in words ("a
 * Sabacc beats a difference"), without keys. */
#include "games/sabacc/rules.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

typedef struct hand {
    int sand, blood;             /* 1..6; 7 Impostor; 8 Sylop */
    int sand_value, blood_value; /* chosen for an Impostor */
} hand;

typedef struct effects {
    int devaluation, fraud, cook, prime;
} effects;

/* The two numbers that a hand stands for; Pure Sabacc is told apart before. */
static void slow_values(hand h, effects e, int *sand, int *blood) {
    *sand = h.sand == 7 ? (e.fraud ? 6 : h.sand_value) : h.sand;
    *blood = h.blood == 7 ? (e.fraud ? 6 : h.blood_value) : h.blood;
    if (h.sand == 8) *sand = e.devaluation ? 0 : *blood;
    if (h.blood == 8) *blood = e.devaluation ? 0 : *sand;
}

static int slow_is_pure(hand h) { return h.sand == 8 && h.blood == 8; }

/* -1: a is better; 1: b is better; 0: equal rank. */
static int slow_compare(hand a, hand b, effects e) {
    int a_sand, a_blood, b_sand, b_blood;
    if (slow_is_pure(a) || slow_is_pure(b)) return slow_is_pure(b) - slow_is_pure(a);
    slow_values(a, e, &a_sand, &a_blood);
    slow_values(b, e, &b_sand, &b_blood);
    int a_difference = abs(a_sand - a_blood), b_difference = abs(b_sand - b_blood);
    if (a_difference != b_difference) return a_difference < b_difference ? -1 : 1;
    if (a_difference > 0) {
        int a_sum = a_sand + a_blood, b_sum = b_sand + b_blood;
        return a_sum == b_sum ? 0 : a_sum < b_sum ? -1 : 1;
    }
    if (a_sand == b_sand) return 0;
    if (a_sand == e.prime) return -1;
    if (b_sand == e.prime) return 1;
    int lower_is_better = !e.cook;
    return (a_sand < b_sand) == lower_is_better ? -1 : 1;
}

static int slow_penalty(hand h, effects e) {
    int sand, blood;
    if (slow_is_pure(h)) return 1;
    slow_values(h, e, &sand, &blood);
    int difference = abs(sand - blood);
    return difference > 1 ? difference : 1;
}

/* Every hand with every choice for its Impostors. */
static int all_hands(hand *out) {
    int count = 0;
    for (int sand = 1; sand <= 8; sand++) {
        for (int blood = 1; blood <= 8; blood++) {
            for (int x = 1; x <= (sand == 7 ? 6 : 1); x++) {
                for (int y = 1; y <= (blood == 7 ? 6 : 1); y++) out[count++] = (hand){sand, blood, x, y};
            }
        }
    }
    return count;
}

static sabacc_rank fast_rank(hand h, effects e) {
    uint8_t cards[2] = {(uint8_t)(h.sand - 1), (uint8_t)(h.blood - 1)};
    uint8_t values[2] = {(uint8_t)(h.sand == 7 ? h.sand_value : 0),
                         (uint8_t)(h.blood == 7 ? h.blood_value : 0)};
    uint32_t flags = (e.devaluation ? SABACC_EFFECT_DEVALUATION : 0u) |
                     (e.fraud ? SABACC_EFFECT_MAJOR_FRAUD : 0u) |
                     (e.cook ? SABACC_EFFECT_COOK_THE_BOOKS : 0u);
    return sabacc_rank_hand(cards, values, flags, (uint32_t)e.prime);
}

static void every_pair_of_hands_compares_as_the_rules_say(void **unused) {
    (void)unused;
    static hand hands[256];
    int count = all_hands(hands);
    assert_int_equal(count, 7 * 7 + 7 * 6 + 7 * 6 + 6 * 6); /* none, one and two Impostors */
    for (int bits = 0; bits < 8; bits++) {
        for (int prime = 0; prime <= 6; prime++) {
            effects e = {bits & 1, bits >> 1 & 1, bits >> 2 & 1, prime};
            for (int i = 0; i < count; i++) {
                sabacc_rank a = fast_rank(hands[i], e);
                uint32_t penalty = a.difference > 1 ? a.difference : 1;
                assert_int_equal(penalty, slow_penalty(hands[i], e));
                for (int k = 0; k < count; k++) {
                    sabacc_rank b = fast_rank(hands[k], e);
                    int fast = a.key == b.key ? 0 : a.key < b.key ? -1 : 1;
                    if (fast != slow_compare(hands[i], hands[k], e)) {
                        fail_msg("%d/%d (%d %d) against %d/%d (%d %d), effects %d, prime %d: %d",
                                 hands[i].sand, hands[i].blood, hands[i].sand_value, hands[i].blood_value,
                                 hands[k].sand, hands[k].blood, hands[k].sand_value, hands[k].blood_value,
                                 bits, prime, fast);
                    }
                }
            }
        }
    }
}

/* The keys of the table in §5.4, as they stand there. */
static void the_keys_are_those_of_the_table(void **unused) {
    (void)unused;
    effects none = {0, 0, 0, 0}, cook = {0, 0, 1, 0}, prime = {0, 0, 0, 4};
    assert_int_equal(fast_rank((hand){8, 8, 0, 0}, none).key, 0);
    assert_int_equal(fast_rank((hand){4, 4, 0, 0}, prime).key, 1);
    assert_int_equal(fast_rank((hand){4, 4, 0, 0}, none).key, 2 * 4);
    assert_int_equal(fast_rank((hand){4, 4, 0, 0}, cook).key, 2 * (7 - 4));
    assert_int_equal(fast_rank((hand){2, 5, 0, 0}, none).key, 100 * 3 + 7);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_pair_of_hands_compares_as_the_rules_say),
        cmocka_unit_test(the_keys_are_those_of_the_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
