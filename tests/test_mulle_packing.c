/* Mulle: the packing of sums (§5.3, §11) against a slow and obvious one, on a million random tables.
 *
 * The obvious one looks at every subset of the piles, tries to take it apart into groups in every way, and
 * keeps the largest ones. Both ways of the fast one, by groups and by counts, must find the same sets in the
 * same order. What is too large for that is compared between the two, and the time of the largest tables
 * there can be is looked at. */
#include "games/mulle/view.h"
#include "support/soak.h"
#include "tapete/tapete.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

enum { TABLES = 1000000, OBVIOUS_PILES = 9, MOST_SUBSETS = 1 << 13 };

/* ---- the obvious way ---- */

/* Can these piles be divided into groups that each have the sum `target`? The first pile is in some group:
 * try all of them. */
static bool falls_apart(const uint8_t *values, uint32_t set, uint32_t target) {
    if (set == 0) return true;
    uint32_t first = set & (0u - set), rest = set & ~first;
    for (uint32_t others = rest;; others = (others - 1) & rest) {
        uint32_t group = first | others, sum = 0;
        for (uint32_t i = 0; i < 32; i++) sum += (group >> i & 1) != 0 ? values[i] : 0;
        if (sum == target && falls_apart(values, set & ~group, target)) return true;
        if (others == 0) return false;
    }
}

/* Lists of indices, compared the way they are written. */
static int compare_lists(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    for (uint32_t i = 0, k = 0;; i++, k++) {
        while (i < 32 && (x >> i & 1) == 0) i++;
        while (k < 32 && (y >> k & 1) == 0) k++;
        if (i != k) return i < k ? -1 : 1;
        if (i == 32) return 0;
    }
}

static uint32_t pack_obviously(const uint8_t *values, uint32_t piles, uint32_t target, uint32_t *sets) {
    static uint32_t found[MOST_SUBSETS];
    uint32_t count = 0, most = 1;
    for (uint32_t set = 1; set < 1u << piles; set++) {
        uint32_t sum = 0, size = 0;
        for (uint32_t i = 0; i < piles; i++) {
            sum += (set >> i & 1) != 0 ? values[i] : 0;
            size += set >> i & 1;
        }
        if (size < most || sum % target != 0 || !falls_apart(values, set, target)) continue;
        if (size > most) count = 0;
        most = size;
        found[count++] = set;
    }
    qsort(found, count, sizeof *found, compare_lists);
    if (count > MULLE_PACK_SETS) count = MULLE_PACK_SETS;
    memcpy(sets, found, count * sizeof *found);
    return count;
}

/* ---- random tables ---- */

/* Piles with smaller values than the target, at most ten of each: eight cards and two builds. Low targets and
 * narrow ranges of values, which tie most, come often. */
static uint32_t random_table(tp_rng *rng, uint32_t most, uint8_t *values, uint32_t *target) {
    uint32_t piles = 1 + tp_rng_below(rng, most), counts[MULLE_PACK_TARGET + 1] = {0};
    *target = 2 + tp_rng_below(rng, MULLE_PACK_TARGET - 1);
    uint32_t low = 1 + tp_rng_below(rng, *target - 1), range = 1 + tp_rng_below(rng, *target - low);
    for (uint32_t i = 0; i < piles; i++) {
        do values[i] = (uint8_t)(low + tp_rng_below(rng, range));
        while (counts[values[i]] == 10 && 10 * range > i);
        if (++counts[values[i]] > 10) return i; /* the range is full */
    }
    return piles;
}

static void show(const char *what, const uint8_t *values, uint32_t piles, uint32_t target,
                 const uint32_t *sets, uint32_t count) {
    fprintf(stderr, "%s: target %u, piles", what, target);
    for (uint32_t i = 0; i < piles; i++) fprintf(stderr, " %u", values[i]);
    fprintf(stderr, ":");
    for (uint32_t i = 0; i < count; i++) fprintf(stderr, " %x", sets[i]);
    fprintf(stderr, "\n");
}

static void compare(const uint8_t *values, uint32_t piles, uint32_t target, const uint32_t *wanted,
                    uint32_t wanted_count, const uint32_t *found, uint32_t found_count) {
    if (wanted_count == found_count && memcmp(wanted, found, found_count * sizeof *found) == 0) return;
    show("expected", values, piles, target, wanted, wanted_count);
    show("found", values, piles, target, found, found_count);
    fail_msg("a packing is wrong");
}

static void small_tables_are_packed_as_the_obvious_way_does(void **unused) {
    (void)unused;
    tp_rng rng;
    tp_rng_seed(&rng, 5);
    long long ties = 0, cut = 0;
    for (long i = 0; i < TABLES * soak_factor(); i++) {
        uint8_t values[MULLE_PACK_PILES] = {0};
        uint32_t target, wanted[MULLE_PACK_SETS], found[MULLE_PACK_SETS] = {0};
        uint32_t piles = random_table(&rng, i % 500 == 0 ? 13 : OBVIOUS_PILES, values, &target);
        uint32_t wanted_count = pack_obviously(values, piles, target, wanted);
        compare(values, piles, target, wanted, wanted_count, found, mulle_pack(values, piles, target, found));
        compare(values, piles, target, wanted, wanted_count, found,
                mulle_pack_slowly(values, piles, target, found));
        compare(values, piles, target, wanted, wanted_count, found,
                mulle_pack_many(values, piles, target, found));
        ties += wanted_count > 1;
        cut += wanted_count == MULLE_PACK_SETS;
    }
    assert_true(ties > 100000 && cut > 1000); /* else the test would look at nothing */
}

/* With up to 24 piles: what is found is made of groups, cannot be enlarged by one group more, and both ways
 * agree where both can be used. */
static void large_tables_are_packed_alike_both_ways(void **unused) {
    (void)unused;
    tp_rng rng;
    tp_rng_seed(&rng, 7);
    for (int i = 0; i < 60000; i++) {
        uint8_t values[MULLE_PACK_PILES] = {0};
        uint32_t target, one[MULLE_PACK_SETS] = {0}, other[MULLE_PACK_SETS] = {0};
        uint32_t piles = random_table(&rng, MULLE_PACK_PILES, values, &target);
        uint32_t count = mulle_pack(values, piles, target, one);
        compare(values, piles, target, one, count, other, mulle_pack_many(values, piles, target, other));
        for (uint32_t s = 1; s < count; s++) assert_true(compare_lists(&one[s - 1], &one[s]) < 0);
        for (uint32_t s = 0; s < count && tp_count_bits(one[s]) <= 14; s++)
            assert_true(falls_apart(values, one[s], target));
    }
}

/* ---- the largest tables ---- */

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* A player who only discards: 103 or 96 loose cards in any order, and the hand that is left. No list takes a
 * millisecond. */
static void the_moves_of_a_table_of_loose_cards_are_listed_in_under_a_millisecond(void **unused) {
    (void)unused;
    static tp_move moves[MULLE_MAX_MOVES];
    tp_rng rng;
    tp_rng_seed(&rng, 8);
    double worst = 0;
    for (int n = 0; n < 3000; n++) {
        uint8_t deck[MULLE_CARDS];
        mulle_state state;
        memset(&state, 0, sizeof state);
        for (uint32_t i = 0; i < MULLE_CARDS; i++) deck[i] = (uint8_t)(i / 2);
        if (n % 2 == 0) {
            for (uint32_t i = MULLE_CARDS; i > 1; i--) {
                uint32_t k = tp_rng_below(&rng, i);
                uint8_t card = deck[i - 1];
                deck[i - 1] = deck[k];
                deck[k] = card;
            }
        } else { /* small cards first: the most sums */
            for (uint32_t i = 0; i < 40; i++) {
                uint32_t k = tp_rng_below(&rng, 40);
                uint8_t card = deck[i];
                deck[i] = deck[k];
                deck[k] = card;
            }
        }
        uint32_t hand = n % 3 == 0 ? 1 : MULLE_HAND;
        if (n % 2 == 1) { /* a hand of all kinds */
            for (uint32_t i = 0; i < hand; i++) {
                uint32_t k = 40 + tp_rng_below(&rng, 64 - i);
                uint8_t card = deck[MULLE_CARDS - 1 - i];
                deck[MULLE_CARDS - 1 - i] = deck[k];
                deck[k] = card;
            }
        }
        for (uint32_t i = 0; i < MULLE_CARDS - hand; i++) mulle_put_loose(&state, deck[i]);
        for (uint32_t i = 0; i < hand; i++) state.hand[0] |= (uint64_t)deck[MULLE_CARDS - 1 - i] << (8 * i);
        state.table.hand_count[0] = (uint8_t)hand;
        state.table.rond = MULLE_RONDER;
        state.table.omgang = state.table.omgangar = 1;
        double best = 1;
        for (int run = 0; run < 3;
             run++) { /* the fastest of three: another program may have had the processor */
            double start = now();
            uint32_t count = mulle_list_moves(&state, moves);
            double spent = now() - start;
            assert_in_range(count, hand == 1 ? 1 : 2, MULLE_MAX_MOVES);
            for (uint32_t i = 1; i < count; i++) assert_true(moves[i - 1] < moves[i]);
            if (spent < best) best = spent;
        }
        if (best > worst) worst = best;
    }
    print_message("# the slowest list took %.0f microseconds\n", worst * 1e6);
    assert_true(worst < 1e-3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_tables_are_packed_as_the_obvious_way_does),
        cmocka_unit_test(large_tables_are_packed_alike_both_ways),
        cmocka_unit_test(the_moves_of_a_table_of_loose_cards_are_listed_in_under_a_millisecond),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
