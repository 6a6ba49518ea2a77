/* The dealer: exact bytes, uniform numbers, and outcomes that do not depend on what else is drawn.
 *
 * The expected values were computed with Python's hashlib.blake2b from the description in docs/record.md. */
#include "match/match_internal.h"

#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static void is_hex(const uint8_t *bytes, const char *expected) {
    char text[2 * TP_KEY_SIZE + 1];
    sodium_bin2hex(text, sizeof text, bytes, TP_KEY_SIZE);
    assert_string_equal(text, expected);
}

static void seeds_give_the_documented_keys(void **unused) {
    (void)unused;
    uint8_t key[TP_KEY_SIZE];
    tp_key_from_seed(key, 0);
    is_hex(key, "0f38ee0bfa44fa73d8a89aa29acb75a1ffebe0a05db3487c8787c9c726ad3593");
    tp_key_from_seed(key, 7);
    is_hex(key, "33ce4700c337f479a6ea1bf1679c3cb5cf7c2563c7e517dd422982d08106ded6");
    tp_key_from_seed(key, UINT64_MAX);
    is_hex(key, "9ec7a88e684b0727a6155ef2355e0bcb22b8be9b3aa7cf8c7529b710f70c096f");
}

static void the_commitment_is_the_documented_hash(void **unused) {
    (void)unused;
    uint8_t key[TP_KEY_SIZE], commitment[TP_COMMITMENT_SIZE];
    tp_key_from_seed(key, 7);
    tp_commitment(key, commitment);
    is_hex(commitment, "47442fee290ab20ac0e52e60dc63ce65ee5a777b5a65d73178b21af37348874e");
}

/* Seat 0 gives "abc", seat 1 nothing, seat 2 the bytes 0 .. 31. */
static void contribute(tp_contribution contributions[TP_MAX_SEATS]) {
    memset(contributions, 0, TP_MAX_SEATS * sizeof contributions[0]);
    contributions[0].size = 3;
    memcpy(contributions[0].bytes, "abc", 3);
    contributions[2].size = 32;
    for (uint8_t i = 0; i < 32; i++) contributions[2].bytes[i] = i;
}

static void contributions_are_mixed_in_as_documented(void **unused) {
    (void)unused;
    tp_contribution contributions[TP_MAX_SEATS] = {{0}};
    uint8_t key[TP_KEY_SIZE], deal_key[TP_KEY_SIZE];
    tp_key_from_seed(key, 7);
    tp_deal_key(key, contributions, 4, deal_key);
    is_hex(deal_key, "3ee22b6ffc131fdf4a88c837ecaae077a5775a9b1de470c8e6f0894b5d32a33f");
    contribute(contributions);
    tp_deal_key(key, contributions, 3, deal_key);
    is_hex(deal_key, "1c6c035168d543f5ba8eb04daa191ff71101f1c7c7c22a773e6ce6c1ec2b54a2");
}

static void every_bit_of_every_contribution_counts(void **unused) {
    (void)unused;
    tp_contribution contributions[TP_MAX_SEATS];
    uint8_t key[TP_KEY_SIZE], before[TP_KEY_SIZE], after[TP_KEY_SIZE];
    tp_key_from_seed(key, 7);
    contribute(contributions);
    tp_deal_key(key, contributions, 3, before);
    for (int bit = 0; bit < 8 * 32; bit++) {
        contributions[2].bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        tp_deal_key(key, contributions, 3, after);
        assert_memory_not_equal(before, after, TP_KEY_SIZE);
        contributions[2].bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    /* Bytes moved from one seat to the next are another deal. */
    contributions[0].size = 2;
    contributions[1].size = 1;
    contributions[1].bytes[0] = 'c';
    tp_deal_key(key, contributions, 3, after);
    assert_memory_not_equal(before, after, TP_KEY_SIZE);
}

/* The example of docs/record.md: two people, the bytes 0 .. 31 and 32 .. 63. */
static void the_documented_list(sealed_list *list, tp_contribution contributions[TP_MAX_SEATS]) {
    *list = (sealed_list){.table = "tku67043byex8", .attempt = 1, .seats = 2};
    memset(contributions, 0, TP_MAX_SEATS * sizeof contributions[0]);
    for (int seat = 0; seat < 2; seat++) {
        contributions[seat].size = SEAL_SIZE;
        for (int i = 0; i < SEAL_SIZE; i++) contributions[seat].bytes[i] = (uint8_t)(SEAL_SIZE * seat + i);
        list->is_person[seat] = list->is_listed[seat] = true;
        seal_make(list->table, list->attempt, seat, contributions[seat].bytes, list->seals[seat]);
    }
}

static void sealed_mark_of(const sealed_list *list, uint8_t mark[SEALED_MARK_SIZE]) {
    uint8_t key[TP_KEY_SIZE], commitment[TP_COMMITMENT_SIZE];
    const tp_game *game = tp_game_find("sabacc", NULL);
    tp_options options;
    tp_options_init(&options, game->options);
    tp_options_set(&options, "players", "2", NULL);
    tp_options_set(&options, "chips", "2", NULL);
    tp_key_from_seed(key, 7);
    tp_commitment(key, commitment);
    assert_true(sealed_mark(list, game, &options, commitment, mark));
}

static void seals_and_their_list_are_the_documented_hashes(void **unused) {
    (void)unused;
    sealed_list list;
    tp_contribution contributions[TP_MAX_SEATS];
    uint8_t key[TP_KEY_SIZE], mark[SEALED_MARK_SIZE], deal_key[TP_KEY_SIZE];
    the_documented_list(&list, contributions);
    is_hex(list.seals[0], "6aeb5f796fd9ae0cc879415d9c44614557ac11b910171a2bc98d8aebb89c425c");
    is_hex(list.seals[1], "7b4c801f1df3900e3e91bbee50ff3e2c443f39f90916a3e8c5012a72c2280be8");
    sealed_mark_of(&list, mark);
    is_hex(mark, "6703f397d4335339bca3fe790d2de4992c90e61bad2dfbcc2aa9ff710d6fcbc1");
    tp_key_from_seed(key, 7);
    sealed_deal_key(key, mark, contributions, 2, deal_key);
    is_hex(deal_key, "4f3c0a020715a7dc4be5c291ae6b7631c34069253611952b3862ab1fa84fa979");
    assert_int_equal(sealed_wrong_seat(&list, contributions), -1);
}

static void every_bit_of_the_list_counts(void **unused) {
    (void)unused;
    sealed_list list, other;
    tp_contribution contributions[TP_MAX_SEATS];
    uint8_t before[SEALED_MARK_SIZE], after[SEALED_MARK_SIZE];
    the_documented_list(&list, contributions);
    sealed_mark_of(&list, before);
    for (int change = 0; change < 6; change++) {
        other = list;
        if (change == 0) other.table[1] = 'x';
        if (change == 1) other.attempt = 2;
        if (change == 2) other.seals[1][31] ^= 1;
        if (change == 3) other.is_listed[1] = false;
        if (change == 4) other.is_person[1] = false;
        if (change == 5) other.seats = 1;
        sealed_mark_of(&other, after);
        assert_memory_not_equal(before, after, sizeof before);
    }
    /* A seal is bound to table, attempt and seat. */
    for (int change = 0; change < 4; change++) {
        other = list;
        tp_contribution given[TP_MAX_SEATS];
        memcpy(given, contributions, sizeof given);
        if (change == 0) other.table[1] = 'x';
        if (change == 1) other.attempt = 2;
        if (change == 2) given[0] = given[1];
        if (change == 3) given[0].size = SEAL_SIZE - 1;
        assert_int_equal(sealed_wrong_seat(&other, given), 0);
    }
    other = list;
    other.is_listed[1] = false;
    assert_int_equal(sealed_wrong_seat(&other, contributions), 1);
}

static void lists_come_back_from_json(void **unused) {
    (void)unused;
    sealed_list list, read;
    tp_contribution contributions[TP_MAX_SEATS];
    the_documented_list(&list, contributions);
    list.is_listed[1] = false;
    memset(list.seals[1], 0, SEAL_SIZE);
    json_t *object = sealed_to_json(&list);
    assert_int_equal(sealed_from_json(&read, object, NULL), TP_OK);
    assert_memory_equal(&read, &list, sizeof list);
    static const char *const damaged[] = {
        "null",
        "[]",
        "{}",
        "{\"table\": \"t\", \"attempt\": 0, \"seals\": [null], \"kinds\": [\"person\"]}",
        "{\"table\": \"\", \"attempt\": 1, \"seals\": [null], \"kinds\": [\"person\"]}",
        "{\"table\": \"t\", \"attempt\": 1, \"seals\": [null, null], \"kinds\": [\"person\"]}",
        "{\"table\": \"t\", \"attempt\": 1, \"seals\": [\"00\"], \"kinds\": [\"person\"]}",
        "{\"table\": \"t\", \"attempt\": 1, \"seals\": [null], \"kinds\": [7]}",
        "{\"table\": \"t\", \"attempt\": 1, \"seals\": [], \"kinds\": []}",
        "{\"table\": \"t\", \"attempt\": 1, \"seals\": [null], \"kinds\": [\"person\"], \"more\": 1}"};
    for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++) {
        json_t *wrong = json_loads(damaged[i], JSON_DECODE_ANY, NULL);
        assert_int_equal(sealed_from_json(&read, wrong, NULL), TP_E_INPUT);
        json_decref(wrong);
    }
    json_decref(object);
}

static void numbers_are_the_documented_hashes(void **unused) {
    (void)unused;
    tp_contribution contributions[TP_MAX_SEATS] = {{0}};
    uint8_t key[TP_KEY_SIZE], deal_key[TP_KEY_SIZE];
    tp_key_from_seed(key, 7);
    tp_deal_key(key, contributions, 4, deal_key);
    assert_true(tp_deal_number(deal_key, "sand", 0, 0) == 0x5d7eeecc920d6e2c);
    assert_true(tp_deal_number(deal_key, "sand", 1, 0) == 0x868990621afdacf2);
    assert_true(tp_deal_number(deal_key, "sand", 1, 1) == 0xd636cd0b09936f87);
    assert_true(tp_deal_number(deal_key, "die", 0, UINT32_MAX) == 0x4327dd4820911a7e);
    assert_true(tp_deal_number(deal_key, "", 0x01020304, 5) == 0x7c414dc0d39201dc);
}

static void random_keys_differ(void **unused) {
    (void)unused;
    uint8_t keys[64][TP_KEY_SIZE];
    for (int i = 0; i < 64; i++) {
        tp_key_random(keys[i]);
        for (int j = 0; j < i; j++) assert_memory_not_equal(keys[i], keys[j], TP_KEY_SIZE);
    }
}

/* ---- through the source of a match ---- */

enum { KINDS = 3, FACES = 6 };
static const tp_chance_kind kinds[KINDS] = {{"sand", 8}, {"die", FACES}, {"pile", 8}};
static const tp_game cards = {
    .struct_size = sizeof(tp_game), .name = "cards", .kinds = kinds, .kind_count = KINDS};

static void deal_from(tp_match *match, uint64_t seed) {
    memset(match, 0, sizeof *match);
    match->game = &cards;
    match->seats = 4;
    tp_key_from_seed(match->key, seed);
    tp_deal_key(match->key, match->contributions, match->seats, match->deal_key);
    match->has_key = true;
}

static uint32_t draw(match_source *source, uint32_t kind, const uint8_t *weights, uint32_t count) {
    const tp_draw what = {kind, TP_TABLE, TP_EVERYBODY};
    return source->chance.source->pick(&source->chance, &what, weights, count);
}

/* The statistic of Pearson's test; for a few degrees of freedom df it lies below df + 4 sqrt(2 df) in all but
 * a few cases of ten thousand. The seed is fixed, so that it always does or never does. */
static double chi_square(const int *found, const uint8_t *weights, int count, int draws, int total) {
    double sum = 0;
    for (int i = 0; i < count; i++) {
        if (weights[i] == 0) {
            assert_int_equal(found[i], 0);
            continue;
        }
        double expected = (double)draws * weights[i] / total;
        sum += ((double)found[i] - expected) * ((double)found[i] - expected) / expected;
    }
    return sum;
}

static void outcomes_follow_their_weights(void **unused) {
    (void)unused;
    static const uint8_t weights[8] = {3, 3, 0, 3, 3, 3, 3, 1};
    tp_match match;
    match_source source;
    deal_from(&match, 2024);
    match_source_begin(&source, &match);
    int found[8] = {0}, draws = 200000;
    for (int i = 0; i < draws; i++) found[draw(&source, 0, weights, 8)]++;
    assert_true(chi_square(found, weights, 8, draws, 19) < 6 + 4 * 3.47);
}

static void pairs_of_dice_are_independent(void **unused) {
    (void)unused;
    static const uint8_t die[FACES] = {1, 1, 1, 1, 1, 1};
    uint8_t ones[FACES * FACES];
    memset(ones, 1, sizeof ones);
    tp_match match;
    match_source source;
    deal_from(&match, 5);
    match_source_begin(&source, &match);
    int found[FACES * FACES] = {0}, pairs = 100000;
    for (int i = 0; i < pairs; i++) {
        uint32_t first = draw(&source, 1, die, FACES);
        found[first * FACES + draw(&source, 1, die, FACES)]++;
    }
    assert_true(chi_square(found, ones, FACES * FACES, pairs, FACES * FACES) < 35 + 4 * 8.37);
}

static void first_cards_of_many_deals_are_uniform(void **unused) {
    (void)unused;
    static const uint8_t weights[8] = {3, 3, 3, 3, 3, 3, 3, 1};
    int found[8] = {0}, deals = 50000;
    for (int i = 0; i < deals; i++) {
        tp_match match;
        match_source source;
        deal_from(&match, (uint64_t)i);
        match_source_begin(&source, &match);
        tp_shuffle(&source.chance, 0);
        found[draw(&source, 0, weights, 8)]++;
    }
    assert_true(chi_square(found, weights, 8, deals, 22) < 7 + 4 * 3.74);
}

static void a_pile_has_one_order_whatever_else_is_drawn(void **unused) {
    (void)unused;
    static const uint8_t weights[8] = {1, 1, 1, 1, 1, 1, 1, 1};
    tp_match match;
    match_source alone, mixed;
    deal_from(&match, 11);
    match_source_begin(&alone, &match);
    match_source_begin(&mixed, &match);
    tp_shuffle(&alone.chance, 0);
    tp_shuffle(&mixed.chance, 2);
    tp_shuffle(&mixed.chance, 0);
    for (int i = 0; i < 100; i++) {
        for (int j = 0; j < i % 3; j++) draw(&mixed, 1 + (uint32_t)j, weights, 6);
        assert_int_equal(draw(&alone, 0, weights, 8), draw(&mixed, 0, weights, 8));
    }
}

static void a_shuffle_makes_another_order_and_counts_from_the_start(void **unused) {
    (void)unused;
    static const uint8_t weights[8] = {1, 1, 1, 1, 1, 1, 1, 1};
    tp_match match;
    match_source source;
    deal_from(&match, 11);
    match_source_begin(&source, &match);
    uint32_t orders[3][64];
    for (int shuffle = 0; shuffle < 3; shuffle++) {
        if (shuffle > 0) tp_shuffle(&source.chance, 0);
        assert_int_equal(source.counters[0].shuffle, shuffle);
        assert_int_equal(source.counters[0].index, 0);
        for (int i = 0; i < 64; i++) orders[shuffle][i] = draw(&source, 0, weights, 8);
    }
    assert_memory_not_equal(orders[0], orders[1], sizeof orders[0]);
    assert_memory_not_equal(orders[1], orders[2], sizeof orders[0]);
}

static void the_extremes_of_the_number_stay_inside(void **unused) {
    (void)unused;
    /* (number x total) / 2^64 is below the total even for the largest number: the search for the outcome
     * always ends. */
    assert_true(tp_multiply_high(UINT64_MAX, 255) == 254);
    assert_true(tp_multiply_high(0, 255) == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seeds_give_the_documented_keys),
        cmocka_unit_test(the_commitment_is_the_documented_hash),
        cmocka_unit_test(contributions_are_mixed_in_as_documented),
        cmocka_unit_test(every_bit_of_every_contribution_counts),
        cmocka_unit_test(seals_and_their_list_are_the_documented_hashes),
        cmocka_unit_test(every_bit_of_the_list_counts),
        cmocka_unit_test(lists_come_back_from_json),
        cmocka_unit_test(numbers_are_the_documented_hashes),
        cmocka_unit_test(random_keys_differ),
        cmocka_unit_test(outcomes_follow_their_weights),
        cmocka_unit_test(pairs_of_dice_are_independent),
        cmocka_unit_test(first_cards_of_many_deals_are_uniform),
        cmocka_unit_test(a_pile_has_one_order_whatever_else_is_drawn),
        cmocka_unit_test(a_shuffle_makes_another_order_and_counts_from_the_start),
        cmocka_unit_test(the_extremes_of_the_number_stay_inside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
