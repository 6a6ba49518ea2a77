/* Can anybody choose a deal? An operator who reads every key, and an accomplice in one of two seats at Kessel
 * Sabacc, do their best against one honest client, with the real dealer.
 *
 * What they know: the key of each attempt before anything is sealed, and the honest player's bytes once the
 * list is fixed. What they may do: draw keys and the accomplice's bytes as they like before sealing, and let
 * an attempt be void after they have seen the hand. What must hold: over all attempts hands are those of
 * chance; the hand that is played is at most the best of three; the honest client has a list of every
 * attempt; and a record that is not of its list is refused. All of it follows from seeds. */
#include "match/match_internal.h"

#include "support/soak.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { HONEST, ACCOMPLICE, SEATS, TABLES = 1000, QUALITIES = 8, GUESSES = 12, MOST_TRIES = 20000 };

static const tp_game *game;
static tp_options options;
static tp_rng rng;

/* ---- hands ---- */

/* How good a hand is, 0 being the best: two Sylops, then numbers by their difference (a Sylop is any number),
 * then hands with an Impostor. */
static int quality(char sand, char blood) {
    if (sand == 'S' && blood == 'S') return 0;
    if (sand == 'I' || blood == 'I') return QUALITIES - 1;
    if (sand == 'S' || blood == 'S') return 1;
    return 1 + abs(sand - blood);
}

/* The share of all deals with each quality: three of each card, and one Sylop, in either family. */
static void exact_shares(double shares[QUALITIES]) {
    static const char cards[] = "123456IS";
    memset(shares, 0, QUALITIES * sizeof *shares);
    for (int sand = 0; sand < 8; sand++) {
        for (int blood = 0; blood < 8; blood++) {
            int ways = (cards[sand] == 'S' ? 1 : 3) * (cards[blood] == 'S' ? 1 : 3);
            shares[quality(cards[sand], cards[blood])] += ways / 484.0;
        }
    }
}

static int quality_of(const tp_match *match, int seat) {
    json_t *state = game->state_to_json(tp_match_state(match));
    const json_t *hand = json_array_get(json_object_get(state, "hands"), (size_t)seat);
    const char *sand = json_string_value(json_object_get(hand, "sand")),
               *blood = json_string_value(json_object_get(hand, "blood"));
    assert_non_null(sand);
    assert_non_null(blood);
    int found = quality(*sand, *blood);
    json_decref(state);
    return found;
}

/* Pearson's chi-square of counts against the exact shares; 7 degrees of freedom. */
static double chi_square(const int counts[QUALITIES]) {
    double shares[QUALITIES], sum = 0;
    int all = 0;
    exact_shares(shares);
    for (int i = 0; i < QUALITIES; i++) all += counts[i];
    for (int i = 0; i < QUALITIES; i++) {
        double expected = all * shares[i];
        sum += (counts[i] - expected) * (counts[i] - expected) / expected;
    }
    return sum;
}

/* One in ten thousand with 7 degrees of freedom; the seeds are fixed, so it never happens by luck. */
#define MOST_CHI_SQUARE 29.88

/* ---- one attempt ---- */

static void draw_bytes(uint8_t *bytes, size_t size) {
    for (size_t i = 0; i < size; i++) bytes[i] = (uint8_t)tp_rng_next(&rng);
}

typedef struct attempt {
    uint8_t key[TP_KEY_SIZE];
    tp_contribution given[TP_MAX_SEATS];
    sealed_list list;
} attempt;

static void seal_seat(attempt *attempt, int seat) {
    sealed_list *list = &attempt->list;
    attempt->given[seat].size = SEAL_SIZE;
    list->is_listed[seat] = true;
    seal_make(list->table, list->attempt, seat, attempt->given[seat].bytes, list->seals[seat]);
}

/* The deal that comes out, or NULL with an error where the contributions are not the sealed ones. */
static tp_match *deal(const attempt *attempt, bool is_sealed, tp_error *error) {
    tp_match_setup setup = {.game = game, .options = &options, .key = attempt->key};
    memcpy(setup.contributions, attempt->given, sizeof setup.contributions);
    return match_new_sealed(&setup, is_sealed ? &attempt->list : NULL, error);
}

static int dealt_quality(const attempt *attempt, bool is_sealed) {
    tp_match *match = deal(attempt, is_sealed, NULL);
    assert_non_null(match);
    int found = quality_of(match, ACCOMPLICE);
    tp_match_free(match);
    return found;
}

/* Key and own bytes that would be best if the honest player had the bytes that are guessed: all that can be
 * tried before sealing. */
static void grind_blindly(attempt *attempt) {
    struct attempt guess = *attempt;
    int best = QUALITIES;
    draw_bytes(guess.given[HONEST].bytes, SEAL_SIZE);
    seal_seat(&guess, HONEST);
    for (int i = 0; i < GUESSES && best > 0; i++) {
        draw_bytes(guess.key, sizeof guess.key);
        draw_bytes(guess.given[ACCOMPLICE].bytes, SEAL_SIZE);
        seal_seat(&guess, ACCOMPLICE);
        int found = dealt_quality(&guess, true);
        if (found >= best) continue;
        best = found;
        memcpy(attempt->key, guess.key, sizeof attempt->key);
        attempt->given[ACCOMPLICE] = guess.given[ACCOMPLICE];
    }
}

static void begin_attempt(attempt *attempt, int table, int number, bool grinds) {
    *attempt = (struct attempt){.list = {.attempt = number, .seats = SEATS, .is_person = {true, true}}};
    snprintf(attempt->list.table, sizeof attempt->list.table, "t%d", table);
    draw_bytes(attempt->key, sizeof attempt->key);
    draw_bytes(attempt->given[ACCOMPLICE].bytes, SEAL_SIZE);
    if (grinds) grind_blindly(attempt);
    draw_bytes(attempt->given[HONEST].bytes, SEAL_SIZE);
    seal_seat(attempt, HONEST);
    seal_seat(attempt, ACCOMPLICE);
}

/* ---- the honest client ---- */

static json_t *new_witness(void) {
    return json_pack("{s:s, s:i, s:i, s:[], s:[]}", "tapete", "witness", "version", 1, "seat", HONEST,
                     "lists", "own");
}

static json_t *told(const attempt *attempt) {
    uint8_t commitment[TP_COMMITMENT_SIZE];
    tp_commitment(attempt->key, commitment);
    return sealed_to_told(&attempt->list, game, &options, commitment);
}

/* Keep the list, before anything is shown. */
static void keep(json_t *witness, const attempt *attempt) {
    json_t *list = told(attempt);
    json_t *own = json_pack("{s:i, s:O}", "attempt", attempt->list.attempt, "seal",
                            json_array_get(json_object_get(list, "seals"), HONEST));
    json_array_append_new(json_object_get(witness, "lists"), list);
    json_array_append_new(json_object_get(witness, "own"), own);
}

/* What is said of the record of a game, which ends at once. */
static tp_err verify(tp_match *match, const json_t *witness, char report[SEALED_REPORT_SIZE],
                     tp_error *error) {
    size_t entries = 0;
    report[0] = '\0';
    if (tp_match_actor(match) != TP_OVER)
        assert_int_equal(tp_match_resign(match, 1u << ACCOMPLICE, NULL), TP_OK);
    char *lines = tp_record_lines(match, &entries);
    assert_non_null(lines);
    tp_err code = record_verify_text(lines, strlen(lines), witness, report, SEALED_REPORT_SIZE, error);
    free(lines);
    return code;
}

/* ---- the attack ---- */

typedef struct figures {
    int first[QUALITIES], all[QUALITIES], final[QUALITIES];
    int tables, attempts, voids, voids_seen, verified;
} figures;

/* Every hand that is worse than `wanted` is let be void, as long as that is possible. */
static void play_table(int table, bool grinds, int wanted, figures *figures) {
    json_t *witness = new_witness();
    attempt attempt;
    for (int number = 1;; number++) {
        begin_attempt(&attempt, table, number, grinds);
        keep(witness, &attempt);
        int found = dealt_quality(&attempt, true);
        figures->attempts++;
        figures->all[found]++;
        if (number == 1) figures->first[found]++;
        if (found <= wanted || number == SEALED_ATTEMPTS) {
            figures->final[found]++;
            break;
        }
        figures->voids++;
    }
    figures->tables++;
    figures->voids_seen += (int)json_array_size(json_object_get(witness, "lists")) - 1;
    if (table % 25 == 0) {
        char report[SEALED_REPORT_SIZE], voids[64] = "";
        tp_match *match = deal(&attempt, true, NULL);
        assert_non_null(match);
        assert_int_equal(verify(match, witness, report, NULL), TP_OK);
        assert_int_equal(strncmp(report, "verified and witnessed: ", 24), 0);
        int count = attempt.list.attempt - 1;
        if (count > 0)
            snprintf(voids, sizeof voids, "%d attempt%s void", count, count == 1 ? " was" : "s were");
        assert_non_null(strstr(report, voids));
        figures->verified++;
        tp_match_free(match);
    }
    json_decref(witness);
}

/* No quality, and everything better, comes more often than in the best of three, by more than four standard
 * errors. */
static void is_at_most_best_of_three(const figures *figures, int wanted) {
    double shares[QUALITIES], below = 0;
    int count = 0;
    exact_shares(shares);
    for (int i = 0; i < QUALITIES; i++) {
        below += shares[i];
        count += figures->final[i];
        double most = 1 - pow(1 - (below < 1 ? below : 1), SEALED_ATTEMPTS);
        double slack = 4 * sqrt(most * (1 - most) / figures->tables) + 1e-9;
        assert_true((double)count / figures->tables <= most + slack);
        /* What they aim at they get as often as three attempts allow: the bound is what is left, and is said
         * so. */
        if (i == wanted) assert_true((double)count / figures->tables >= most - slack);
    }
}

static void attack(const char *name, bool grinds, int wanted) {
    figures figures = {0};
    double shares[QUALITIES];
    int tables = TABLES * soak_factor();
    tp_rng_seed(&rng, 17 + (uint64_t)wanted);
    for (int table = 0; table < tables; table++) play_table(table, grinds, wanted, &figures);
    double first = chi_square(figures.first), all = chi_square(figures.all);
    double best_before = 0, best_after = 0;
    exact_shares(shares);
    for (int i = 0; i <= wanted; i++) {
        best_before += shares[i];
        best_after += (double)figures.final[i] / figures.tables;
    }
    printf(
        "# %s: %d tables, %d attempts, %d void, %d of them seen by the honest client; chi-square (7 degrees) "
        "%.1f first attempts, %.1f all; the wanted hand %.2f %% by chance, %.2f %% played, %.2f %% best of three\n",
        name, figures.tables, figures.attempts, figures.voids, figures.voids_seen, first, all,
        100 * best_before, 100 * best_after, 100 * (1 - pow(1 - best_before, SEALED_ATTEMPTS)));
    assert_true(first < MOST_CHI_SQUARE);
    assert_true(all < MOST_CHI_SQUARE);
    assert_int_equal(figures.voids_seen, figures.voids);
    assert_true(figures.verified > 0);
    is_at_most_best_of_three(&figures, wanted);
}

static void hands_are_those_of_chance_when_nobody_cheats(void **unused) {
    (void)unused;
    attack("honest", false, QUALITIES - 1);
}

static void grinding_before_the_seal_gains_nothing(void **unused) {
    (void)unused;
    attack("keys and bytes ground before sealing", true, QUALITIES - 1);
}

static void voiding_for_two_sylops_gains_the_best_of_three(void **unused) {
    (void)unused;
    attack("void unless two Sylops", true, 0);
}

static void voiding_for_a_pair_gains_the_best_of_three(void **unused) {
    (void)unused;
    attack("void unless a pair", true, 1);
}

/* ---- what was possible before, and is not any more ---- */

/* Other bytes for the accomplice with which two Sylops come; the number of tries, or MOST_TRIES where there
 * are none. */
static int grind_last(attempt *attempt, bool is_sealed) {
    int tries = 0;
    do {
        draw_bytes(attempt->given[ACCOMPLICE].bytes, SEAL_SIZE);
        if (is_sealed) seal_seat(attempt, ACCOMPLICE); /* the record is written anew */
    } while (dealt_quality(attempt, is_sealed) > 0 && ++tries < MOST_TRIES);
    return tries;
}

static void whoever_came_last_could_choose_the_old_deal(void **unused) {
    (void)unused;
    int tries = 0, won = 0;
    tp_rng_seed(&rng, 5);
    for (int table = 0; table < 5; table++) {
        attempt attempt;
        begin_attempt(&attempt, table, 1, false);
        tries += grind_last(&attempt, false);
        char report[SEALED_REPORT_SIZE];
        tp_match *match = deal(&attempt, false, NULL);
        won += quality_of(match, ACCOMPLICE) == 0;
        /* Such a record agrees with itself: that is all that can be said of it. */
        assert_int_equal(verify(match, NULL, report, NULL), TP_OK);
        assert_int_equal(strncmp(report, "consistent, but not witnessed: ", 31), 0);
        tp_match_free(match);
    }
    print_message("# without seals: two Sylops in %d of 5 deals, after %d tries each\n", won, tries / 5);
    assert_int_equal(won, 5);
}

static void bytes_that_were_not_sealed_are_refused(void **unused) {
    (void)unused;
    tp_rng_seed(&rng, 6);
    for (int table = 0; table < 5; table++) {
        attempt attempt;
        begin_attempt(&attempt, table, 1, false);
        struct attempt ground = attempt;
        assert_true(grind_last(&ground, true) < MOST_TRIES);
        attempt.given[ACCOMPLICE] = ground.given[ACCOMPLICE];
        tp_error error = {0};
        assert_null(deal(&attempt, true, &error));
        assert_string_equal(error.reason, "WRONG_SEAL");
    }
}

/* An operator can write a whole record anew, seals included. It agrees with itself, and not with what the
 * honest client kept. */
static void a_record_that_was_written_anew_is_not_witnessed(void **unused) {
    (void)unused;
    tp_rng_seed(&rng, 7);
    for (int table = 0; table < 5; table++) {
        attempt attempt;
        json_t *witness = new_witness();
        begin_attempt(&attempt, table, 1, false);
        keep(witness, &attempt);
        assert_true(grind_last(&attempt, true) < MOST_TRIES);
        char report[SEALED_REPORT_SIZE];
        tp_error error = {0};
        tp_match *match = deal(&attempt, true, NULL);
        assert_int_equal(quality_of(match, ACCOMPLICE), 0);
        assert_int_equal(verify(match, NULL, report, NULL), TP_OK);
        assert_int_equal(strncmp(report, "consistent, but not witnessed: ", 31), 0);
        assert_int_equal(verify(match, witness, report, &error), TP_E_REFUSED);
        assert_string_equal(error.reason, "WRONG_LIST");
        assert_non_null(strstr(error.text, "'seals'"));
        tp_match_free(match);
        json_decref(witness);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hands_are_those_of_chance_when_nobody_cheats),
        cmocka_unit_test(grinding_before_the_seal_gains_nothing),
        cmocka_unit_test(voiding_for_two_sylops_gains_the_best_of_three),
        cmocka_unit_test(voiding_for_a_pair_gains_the_best_of_three),
        cmocka_unit_test(whoever_came_last_could_choose_the_old_deal),
        cmocka_unit_test(bytes_that_were_not_sealed_are_refused),
        cmocka_unit_test(a_record_that_was_written_anew_is_not_witnessed),
    };
    game = tp_game_find("sabacc", NULL);
    tp_options_init(&options, game->options);
    tp_options_set(&options, "players", "2", NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
