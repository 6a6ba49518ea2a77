/* Kessel Sabacc: how random play comes out (§10), that the fast play-out is the same game as the rules, and
 * exact counts of small trees. Fixed seeds; limits are at four and a half standard errors, of our sample and
 * of the published one. */
#include "games/sabacc/playout.h"
#include "support/position.h"
#include "support/soak.h"
#include "support/sources.h"
#include "support/statistics.h"
#include "tapete/tapete.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_DECISIONS = 256, MOST_ROUNDS = 16 };

static int sample; /* games */

/* What many games came to. */
typedef struct summary {
    double decisions, decisions_squared, rounds, rounds_squared, scores;
    double wins[SABACC_SEATS]; /* from the first player clockwise; a shared win is shared out */
    double by_rounds[MOST_ROUNDS];
    double by_decisions[MOST_DECISIONS];
    double nobody_left, shared;
} summary;

/* Random moves by the rules, a step at a time. */
static int play_by_the_rules(sabacc_state *state, tp_chance *chance) {
    int decisions = 0;
    for (; state->table.phase != SABACC_PHASE_OVER; decisions++) {
        uint64_t legal = sabacc_legal_set(&state->table);
        uint32_t move = tp_select_bit(legal, tp_rng_below(&chance->rng, tp_count_bits(legal)));
        sabacc_apply(state, move, chance);
    }
    return decisions;
}

static void summarise(uint32_t players, bool early_reveal, bool fast, int games, summary *out) {
    tp_chance chance;
    tp_chance_from_seed(&chance, fast ? 11 : 12);
    memset(out, 0, sizeof *out);
    for (int i = 0; i < games; i++) {
        sabacc_state state;
        memset(&state, 0, sizeof state);
        sabacc_setup(&state, players, 8, early_reveal, 0, &chance);
        uint32_t first = state.table.first;
        int decisions = fast ? sabacc_playout(&state, &chance) : play_by_the_rules(&state, &chance);
        const sabacc_table *table = &state.table;
        out->decisions += decisions;
        out->decisions_squared += (double)decisions * decisions;
        out->rounds += table->round;
        out->rounds_squared += (double)table->round * table->round;
        out->by_rounds[table->round < MOST_ROUNDS ? table->round : MOST_ROUNDS - 1]++;
        out->by_decisions[decisions < MOST_DECISIONS ? decisions : MOST_DECISIONS - 1]++;
        out->nobody_left += table->in_play == 0;
        out->shared += tp_count_bits(table->winners) > 1;
        for (uint32_t k = 0; k < players; k++) {
            uint32_t seat = (first + k) % players;
            if ((table->winners >> seat & 1) != 0) out->wins[k] += 1.0 / tp_count_bits(table->winners);
            out->scores += sabacc_score(table, seat);
        }
    }
    out->decisions /= games;
    out->rounds /= games;
    out->decisions_squared = out->decisions_squared / games - out->decisions * out->decisions;
    out->rounds_squared = out->rounds_squared / games - out->rounds * out->rounds;
    out->scores /= games;
    for (uint32_t k = 0; k < players; k++) out->wins[k] /= games;
}

/* `published` is rounded to the last digit and rests on five million games. */
static void assert_near(const char *what, double found, double published, double variance, double rounding) {
    double error = 4.5 * sqrt(variance / sample + variance / 5e6) + rounding;
    if (fabs(found - published) > error)
        fail_msg("%s: %.4f, published %.4f, allowed error %.4f", what, found, published, error);
}

static void random_play_has_the_published_length_and_win_shares(void **unused) {
    (void)unused;
    const struct {
        uint32_t players;
        double decisions, rounds, wins[SABACC_SEATS];
    } published[] = {
        {4, 82.7, 2.98, {.2481, .2468, .2508, .2542}},
        {3, 64.1, 2.84, {.3313, .3319, .3368, 0}},
        {2, 42.9, 2.52, {.4982, .5018, 0, 0}},
    };
    for (size_t i = 0; i < 3; i++) {
        static summary found;
        summarise(published[i].players, false, true, sample, &found);
        assert_near("decisions", found.decisions, published[i].decisions, found.decisions_squared, .05);
        assert_near("rounds", found.rounds, published[i].rounds, found.rounds_squared, .005);
        for (uint32_t k = 0; k < published[i].players; k++) {
            double share = published[i].wins[k];
            assert_near("win share", found.wins[k], share, share * (1 - share), .00005);
        }
    }
}

/* Rare endings of §9: nobody left in 0.15 % of games with four players. */
static void a_total_wipe_out_is_as_rare_as_published(void **unused) {
    (void)unused;
    static summary found;
    summarise(4, false, true, sample, &found);
    assert_near("nobody left", found.nobody_left / sample, .0015, .0015, .00005);
    assert_true(found.shared / sample < .0001);
}

/* Compare two histograms with chi-square; thin bins are put together. */
static void assert_same_distribution(const char *what, const double *one, const double *other, size_t count) {
    double observed[2 * MOST_DECISIONS], expected[2 * MOST_DECISIONS], a = 0, b = 0;
    size_t used = 0, bins = 0;
    for (size_t i = 0; i < count; i++) {
        a += one[i];
        b += other[i];
        if (a + b < 40) continue;
        observed[used] = a;
        expected[used++] = (a + b) / 2;
        observed[used] = b;
        expected[used++] = (a + b) / 2;
        a = b = 0;
        bins++;
    }
    double found = chi_square(observed, expected, used), limit = chi_square_limit(bins - 1);
    if (found > limit) fail_msg("%s: chi-square %.1f, at most %.1f", what, found, limit);
}

static void the_playout_is_the_same_game_as_the_rules(void **unused) {
    (void)unused;
    for (uint32_t players = 2; players <= 4; players++) {
        for (int early_reveal = 0; early_reveal < 2; early_reveal++) {
            static summary fast, slow;
            summarise(players, early_reveal != 0, true, sample, &fast);
            summarise(players, early_reveal != 0, false, sample, &slow);
            assert_same_distribution("rounds", fast.by_rounds, slow.by_rounds, MOST_ROUNDS);
            assert_same_distribution("decisions", fast.by_decisions, slow.by_decisions, MOST_DECISIONS);
            double wins_fast[SABACC_SEATS], wins_slow[SABACC_SEATS];
            for (uint32_t k = 0; k < players; k++) {
                wins_fast[k] = fast.wins[k] * sample;
                wins_slow[k] = slow.wins[k] * sample;
            }
            assert_same_distribution("wins", wins_fast, wins_slow, players);
            assert_true(fabs(fast.scores - slow.scores) <
                        20); /* a mean of about 3000 per game, deviation about 2700 */
        }
    }
}

/* From positions in the middle of a round too, every phase among them: the share of wins of each seat. */
static void the_playout_agrees_from_the_middle_of_a_game(void **unused) {
    (void)unused;
    tp_chance chance;
    tp_chance_from_seed(&chance, 5);
    int phases_seen = 0;
    for (int n = 0; n < 40; n++) {
        sabacc_state start;
        memset(&start, 0, sizeof start);
        sabacc_setup(&start, 3, 8, false, 0, &chance);
        for (int i = 0; i < 7 * n % 53 && start.table.phase != SABACC_PHASE_OVER; i++) {
            uint64_t legal = sabacc_legal_set(&start.table);
            sabacc_apply(&start, tp_select_bit(legal, tp_rng_below(&chance.rng, tp_count_bits(legal))),
                         &chance);
        }
        phases_seen |= 1 << start.table.phase;
        double fast[SABACC_SEATS] = {0}, slow[SABACC_SEATS] = {0};
        for (int i = 0; i < 10000; i++) {
            sabacc_state one = start, other = start;
            sabacc_playout(&one, &chance);
            play_by_the_rules(&other, &chance);
            for (uint32_t seat = 0; seat < 3; seat++) {
                fast[seat] += (one.table.winners >> seat & 1) != 0;
                slow[seat] += (other.table.winners >> seat & 1) != 0;
            }
        }
        if (start.table.phase != SABACC_PHASE_OVER) assert_same_distribution("wins", fast, slow, 3);
    }
    assert_true((phases_seen & 1 << SABACC_PHASE_TOKEN) && (phases_seen & 1 << SABACC_PHASE_DRAW) &&
                (phases_seen & 1 << SABACC_PHASE_KEEP));
}

/* ---- exact counts ---- */

/* Positions after `depth` moves: every legal move with every outcome of chance. */
static uint64_t count_positions(const sabacc_state *state, int depth) {
    if (depth == 0) return 1;
    uint64_t total = 0;
    for (uint64_t legal = sabacc_legal_set(&state->table); legal != 0; legal &= legal - 1) {
        branching branches;
        branching_init(&branches);
        do {
            sabacc_state next = *state;
            sabacc_apply(&next, tp_lowest_bit(legal), &branches.chance);
            total += count_positions(&next, depth - 1);
        } while (branching_next(&branches));
    }
    return total;
}

/* Two players, second turn; 2 kinds of cards left in the sand pile and 3 in the blood pile. */
static void trees_on_a_tiny_deck_have_the_right_size(void **unused) {
    (void)unused;
    sabacc_state state;
    load_position(
        tp_game_find("sabacc", NULL), "",
        "{\"players\": 2, \"first\": 0, \"current\": 0, \"turn\": 2, \"phase\": \"TOKEN\", \"reserve\": [3, 3],"
        " \"tokens\": [[\"SABACC_PRIME\", \"TARGET_TARIFF\"], [\"REFUND\"]],"
        " \"hands\": [{\"sand\": \"1\", \"blood\": \"1\"}, {\"sand\": \"2\", \"blood\": \"2\"}],"
        " \"discard\": {\"sand\": [\"1\",\"1\",\"2\",\"2\",\"3\",\"3\",\"3\",\"4\",\"4\",\"4\",\"5\",\"5\",\"5\",\"6\",\"S\",\"I\",\"I\"],"
        "               \"blood\": [\"1\",\"1\",\"2\",\"2\",\"3\",\"3\",\"3\",\"4\",\"4\",\"4\",\"5\",\"5\",\"6\",\"6\",\"I\",\"I\"]}}",
        &state);
    /* left: sand 6 6 I, two kinds; blood 5 6 I S, four kinds */
    const uint64_t draws = 2 + 4 + 1 + 1; /* outcomes of the two draws and the two takes */
    const uint64_t prime = 6 * 6;         /* two dice */
    assert_int_equal(count_positions(&state, 1), 1 + prime + 1);
    assert_int_equal(count_positions(&state, 2), 2 * (1 + draws) + prime * 2);
    /* after PASS the other seat has NO_TOKEN and REFUND; after a draw there are KEEP and REFUSE */
    assert_int_equal(count_positions(&state, 3), 2 * (2 + draws * 2) + prime * 2 * (1 + draws));
}

int main(void) {
    sample = 400000 * soak_factor();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_play_has_the_published_length_and_win_shares),
        cmocka_unit_test(a_total_wipe_out_is_as_rare_as_published),
        cmocka_unit_test(the_playout_is_the_same_game_as_the_rules),
        cmocka_unit_test(the_playout_agrees_from_the_middle_of_a_game),
        cmocka_unit_test(trees_on_a_tiny_deck_have_the_right_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
