/* Mulle: how play comes out (§14), that the fast play-out has the same moves as the rules, that no card is
 * lost and nobody is ever stuck. Fixed seeds; limits are at four and a half standard errors, of our sample
 * and of the published one. */
#include "games/mulle/greedy.h"
#include "games/mulle/playout.h"
#include "games/mulle/view.h"
#include "support/soak.h"
#include "tapete/tapete.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { PLAYS = 96 };

static void begin(mulle_state *state, uint32_t omgangar, uint32_t starter, tp_chance *chance) {
    memset(state, 0, sizeof *state);
    mulle_setup(state, omgangar, starter, chance);
}

/* ---- the play-out ---- */

enum { COMPARED_MOVES = 128 };

static int compare_tables(const void *one, const void *other) {
    return memcmp(one, other, sizeof(mulle_fast));
}

/* Sums above the highest value are not looked at. */
static void forget_high_sums(mulle_fast *fast) {
    const uint32_t values = (2u << MULLE_MOST_VALUE) - 1;
    fast->any.one &= values;
    fast->any.two &= values;
    fast->groups.one &= values;
    fast->groups.two &= values;
}

/* Make every move of a position by the rules and on the table of the play-out: the same tables come of it,
 * and each once. Returns how many moves were compared. */
static uint32_t compare_moves(const mulle_state *state, const tp_move *moves, uint32_t count, long *empty) {
    static mulle_fast by_rules[COMPARED_MOVES], fast[COMPARED_MOVES];
    mulle_fast before;
    mulle_choices choices;
    if (!mulle_is_fast(state)) return 0;
    mulle_fast_load(&before, state);
    mulle_look(&before, &choices);
    if (choices.total >= COMPARED_MOVES) return 0;
    uint32_t found = 0;
    for (uint32_t rank = 0; rank < choices.total; rank++) {
        fast[found] = before;
        bool played = mulle_play_rank(&fast[found], &choices, rank);
        forget_high_sums(&fast[found]);
        *empty += !played;
        found += played;
    }
    assert_int_equal(found, count);
    for (uint32_t i = 0; i < count; i++) {
        mulle_state after = *state;
        mulle_play(&after, moves[i]);
        mulle_fast_load(&by_rules[i], &after);
        forget_high_sums(&by_rules[i]);
    }
    qsort(fast, count, sizeof *fast, compare_tables);
    qsort(by_rules, count, sizeof *by_rules, compare_tables);
    assert_memory_equal(fast, by_rules, count * sizeof *fast);
    return count;
}

static void the_playout_has_the_moves_of_the_rules(void **unused) {
    (void)unused;
    static tp_move moves[MULLE_MAX_MOVES];
    tp_chance chance;
    tp_chance_from_seed(&chance, 1);
    long compared = 0, large = 0, empty = 0;
    for (int game = 0; game < 1200 * soak_factor(); game++) {
        mulle_state state;
        begin(&state, 1, (uint32_t)game & 1, &chance);
        while (state.table.over == 0) {
            uint32_t count = mulle_list_moves(&state, moves);
            assert_in_range(count, 1, MULLE_MAX_MOVES);
            uint32_t now = compare_moves(&state, moves, count, &empty);
            compared += now;
            large += state.table.pile_count > 16 ? now : 0;
            /* mostly random; now and then greedy, or with many discards, for tables of another kind */
            tp_move move =
                game % 4 == 0 ? mulle_greedy_move(&state) : moves[tp_rng_below(&chance.rng, count)];
            if (game % 8 == 1 && tp_rng_below(&chance.rng, 8) != 0) move = moves[count - 1];
            mulle_apply(&state, move, &chance);
        }
    }
    assert_true(compared > 1000000 && large > 20000 &&
                empty > 1000); /* else the test would look at nothing */
}

/* The greedy player chooses on small tables as on all others, no matter who else plays. */
static void the_greedy_player_is_one_player(void **unused) {
    (void)unused;
    static tp_move moves[MULLE_MAX_MOVES];
    tp_chance chance;
    tp_chance_from_seed(&chance, 4);
    long kinds[4] = {0, 0, 0, 0}, quick = 0;
    for (int game = 0; game < 4000 * soak_factor(); game++) {
        mulle_state state;
        begin(&state, 1, (uint32_t)game & 1, &chance);
        while (state.table.over == 0) {
            tp_move move = mulle_greedy_move(&state);
            assert_int_equal(move, mulle_greedy_slowly(&state));
            kinds[mulle_move_kind(move)]++;
            quick += mulle_is_quick(&state.table);
            if (tp_rng_below(&chance.rng, 4) < (uint32_t)game % 5)
                move = moves[tp_rng_below(&chance.rng, mulle_list_moves(&state, moves))];
            mulle_apply(&state, move, &chance);
        }
    }
    assert_true(quick > 300000 && kinds[MULLE_CAPTURE] > 50000 && kinds[MULLE_BUILDING] > 20000 &&
                kinds[MULLE_OTHER] > 20000);
}

/* What goes into the table of the play-out comes out of it. */
static void tables_come_back_from_the_playout(void **unused) {
    (void)unused;
    static tp_move moves[MULLE_MAX_MOVES];
    tp_chance chance;
    tp_chance_from_seed(&chance, 2);
    for (int game = 0; game < 200; game++) {
        mulle_state state;
        begin(&state, 1, (uint32_t)game & 1, &chance);
        while (state.table.over == 0) {
            mulle_state back = state;
            mulle_fast fast;
            if (mulle_is_fast(&state)) {
                mulle_fast_load(&fast, &state);
                mulle_fast_store(&fast, &back);
                for (uint32_t seat = 0; seat < MULLE_SEATS; seat++) { /* hands in another order */
                    mulle_cards hand = mulle_hand_cards(&state, seat), same = mulle_hand_cards(&back, seat);
                    assert_memory_equal(&hand, &same, sizeof hand);
                    back.hand[seat] = state.hand[seat];
                    back.table.implied[seat] = state.table.implied[seat];
                }
                assert_memory_equal(&state, &back, sizeof state);
            }
            uint32_t count = mulle_list_moves(&state, moves);
            mulle_apply(&state, moves[tp_rng_below(&chance.rng, count)], &chance);
        }
    }
}

/* From any state: large tables, on which the rules take over, hands of more than eight cards, a stock in
 * order. */
static void a_playout_begins_anywhere(void **unused) {
    (void)unused;
    static tp_move moves[MULLE_MAX_MOVES];
    tp_chance chance;
    tp_chance_from_seed(&chance, 3);
    long large = 0;
    for (int game = 0; game < 400; game++) {
        mulle_state state;
        begin(&state, 1 + (uint32_t)game % 2, 0, &chance);
        int plays = (int)tp_rng_below(&chance.rng, PLAYS);
        for (int i = 0; i < plays; i++)
            mulle_apply(&state, moves[mulle_list_moves(&state, moves) - 1], &chance);
        large += !mulle_is_fast(&state);
        if (game % 4 == 3) { /* one card of the stock is on top, and one more in a hand of eight */
            mulle_cards undrawn = mulle_undrawn(&state);
            if (mulle_count(undrawn) > 16 && state.table.hand_count[1] == MULLE_HAND) {
                state.piles[MULLE_MAX_PILES - 1] = (uint8_t)tp_lowest_bit(undrawn.one);
                state.table.hand_count[1]++;
                undrawn = mulle_undrawn(&state);
                state.piles[MULLE_MAX_PILES - 2] = (uint8_t)tp_lowest_bit(undrawn.one);
                state.stock_count = 1;
                plays--;
            }
        }
        int decisions = mulle_playout(&state, &chance), expected = PLAYS * (1 + game % 2) - plays;
        assert_in_range(decisions, expected - 1, expected);
        assert_int_equal(state.table.over, 1);
    }
    assert_true(large > 200);
}

/* A uniformly random move, by the rules. */
static tp_move random_move(const mulle_state *state, tp_rng *rng) {
    static tp_move moves[MULLE_MAX_MOVES];
    return moves[tp_rng_below(rng, mulle_list_moves(state, moves))];
}

/* ---- many omgångar ---- */

/* What a sample of omgångar came to, for one player. */
typedef struct sample {
    double count, sum, squares;
} sample;

static void add(sample *to, double value) {
    to->count++;
    to->sum += value;
    to->squares += value * value;
}

static double mean(const sample *s) { return s->sum / s->count; }
static double deviation(const sample *s) { return sqrt(s->squares / s->count - mean(s) * mean(s)); }

/* The published figure rests on `published` player-omgångar and is rounded to a tenth. */
static void assert_mean(const char *what, const sample *s, double figure, double published) {
    double error = deviation(s) * sqrt(1 / s->count + 1 / published) * 4.5 + 0.05;
    if (fabs(mean(s) - figure) > error)
        fail_msg("%s: %.3f, and %.1f was published; at most %.3f apart", what, mean(s), figure, error);
}

typedef struct breakdown {
    sample total, mulle, tabbe, bonus, intake;
} breakdown;

static void add_score(breakdown *to, const mulle_score *score) {
    add(&to->total, score->total);
    add(&to->mulle, score->mulle);
    add(&to->tabbe, score->tabbe);
    add(&to->bonus, score->bonus);
    add(&to->intake, score->intake);
}

/* Play an omgång with a greedy player in the seats of `greedy`; every moment has 104 cards, and there are 96
 * plays. */
static void play_omgang(mulle_state *state, uint32_t greedy, tp_chance *chance) {
    for (int play = 0; play < PLAYS; play++) {
        const mulle_table *table = &state->table;
        uint32_t stock = 16u * (uint32_t)(MULLE_RONDER - table->rond);
        assert_int_equal(table->over, 0);
        assert_int_equal(table->rond, play / 16 + 1);
        assert_int_equal(table->hand_count[0] + table->hand_count[1], 16 - play % 16);
        assert_int_equal(mulle_count(mulle_open_cards(state)) + table->hand_count[0] + table->hand_count[1] +
                             stock,
                         MULLE_CARDS);
        bool is_greedy = (greedy >> table->current & 1) != 0;
        mulle_apply(state, is_greedy ? mulle_greedy_move(state) : random_move(state, &chance->rng), chance);
    }
    assert_int_equal(state->table.over, 1);
}

static void play_many(uint32_t greedy, long omgangar, uint64_t seed, breakdown out[MULLE_SEATS],
                      long won[3]) {
    tp_chance chance;
    tp_chance_from_seed(&chance, seed);
    memset(out, 0, MULLE_SEATS * sizeof *out);
    won[0] = won[1] = won[2] = 0;
    for (long i = 0; i < omgangar; i++) {
        mulle_state state;
        mulle_score scores[MULLE_SEATS];
        begin(&state, 1, (uint32_t)i & 1, &chance);
        play_omgang(&state, greedy, &chance);
        for (uint32_t seat = 0; seat < MULLE_SEATS; seat++) {
            scores[seat] = mulle_score_of(&state.table, seat);
            add_score(&out[seat], &scores[seat]);
        }
        won[scores[0].total == scores[1].total ? 2 : scores[0].total < scores[1].total]++;
    }
}

/* A million of these in the long form. */
static void random_omgangar_have_96_plays_and_the_published_scores(void **unused) {
    (void)unused;
    breakdown found[MULLE_SEATS];
    long won[3];
    play_many(0, 20000L * soak_factor(), 11, found, won);
    for (uint32_t seat = 0; seat < MULLE_SEATS; seat++) {
        assert_mean("random, total", &found[seat].total, 32.4, 3000);
        assert_mean("random, mulle", &found[seat].mulle, 28.7, 3000);
        assert_mean("random, tabbe", &found[seat].tabbe, 0.1, 3000);
        assert_mean("random, bonus", &found[seat].bonus, 3.6, 3000);
        assert_mean("random, intake", &found[seat].intake, 18.8, 3000);
    }
}

static void greedy_omgangar_have_the_published_scores(void **unused) {
    (void)unused;
    breakdown found[MULLE_SEATS];
    long won[3];
    play_many(3, 20000L * soak_factor(), 12, found, won);
    for (uint32_t seat = 0; seat < MULLE_SEATS; seat++) {
        assert_mean("greedy, total", &found[seat].total, 30.6, 4000);
        assert_mean("greedy, mulle", &found[seat].mulle, 21.1, 4000);
        assert_mean("greedy, tabbe", &found[seat].tabbe, 5.2, 4000);
        assert_mean("greedy, bonus", &found[seat].bonus, 4.3, 4000);
        assert_mean("greedy, intake", &found[seat].intake, 20.3, 4000);
    }
}

static void greedy_beats_random_as_published(void **unused) {
    (void)unused;
    breakdown found[MULLE_SEATS];
    for (uint32_t seat = 0; seat < MULLE_SEATS; seat++) {
        long omgangar = 10000L * soak_factor(), won[3];
        play_many(1u << seat, omgangar, 13 + seat, found, won);
        double share = ((double)won[seat] + (double)won[2] / 2) / (double)omgangar;
        /* 498 of 500 were published */
        double error = 4.5 * sqrt(0.996 * 0.004 * (1 / 500.0 + 1 / (double)omgangar));
        if (fabs(share - 0.996) > error) fail_msg("greedy beats random in %.2f %% of omgångar", 100 * share);
        assert_mean("greedy against random", &found[seat].total, 64.4, 500);
        assert_mean("random against greedy", &found[seat ^ 1].total, 8.5, 500);
    }
}

/* The play-out itself, from the deal: the same distribution as the rules have. */
static void the_playout_comes_out_as_the_rules_do(void **unused) {
    (void)unused;
    sample fast = {0}, slow = {0};
    tp_chance chance;
    tp_chance_from_seed(&chance, 21);
    static tp_move moves[MULLE_MAX_MOVES];
    for (long i = 0; i < 20000L * soak_factor(); i++) {
        mulle_state one, other;
        begin(&one, 1, 0, &chance);
        begin(&other, 1, 0, &chance);
        assert_int_equal(mulle_playout(&one, &chance), PLAYS);
        while (other.table.over == 0) {
            uint32_t count = mulle_list_moves(&other, moves);
            mulle_apply(&other, moves[tp_rng_below(&chance.rng, count)], &chance);
        }
        for (uint32_t seat = 0; seat < MULLE_SEATS; seat++) {
            add(&fast, one.table.session[seat]);
            add(&slow, other.table.session[seat]);
        }
    }
    double error = 4.5 * deviation(&slow) * sqrt(2 / slow.count);
    assert_true(fabs(mean(&fast) - mean(&slow)) < error);
    assert_true(fabs(deviation(&fast) - deviation(&slow)) < error);
}

/* ---- sessions, and absurd play ---- */

static void sessions_alternate_the_starter_and_add_up(void **unused) {
    (void)unused;
    tp_chance chance;
    tp_chance_from_seed(&chance, 31);
    for (uint32_t starter = 0; starter < MULLE_SEATS; starter++) {
        mulle_state state;
        uint32_t sums[MULLE_SEATS] = {0, 0}, totals[MULLE_SEATS];
        begin(&state, MULLE_MAX_OMGANGAR, starter, &chance);
        for (uint32_t omgang = 1; omgang <= MULLE_MAX_OMGANGAR; omgang++) {
            for (int play = 0; play < PLAYS; play++) {
                assert_int_equal(state.table.omgang, omgang);
                assert_int_equal(state.table.starter, (starter + omgang - 1) % 2);
                assert_int_equal(state.table.current, (state.table.starter + (uint32_t)play) % 2);
                for (uint32_t seat = 0; seat < MULLE_SEATS; seat++)
                    assert_int_equal(state.table.session[seat], sums[seat]);
                tp_move move = random_move(&state, &chance.rng);
                mulle_state last = state;
                mulle_play(&last, move);
                for (uint32_t seat = 0; seat < MULLE_SEATS; seat++)
                    totals[seat] = mulle_score_of(&last.table, seat).total;
                mulle_apply(&state, move, &chance);
            }
            for (uint32_t seat = 0; seat < MULLE_SEATS; seat++) sums[seat] += totals[seat];
        }
        assert_int_equal(state.table.over, 1);
        for (uint32_t seat = 0; seat < MULLE_SEATS; seat++)
            assert_int_equal(state.table.session[seat], sums[seat]);
        float returns[MULLE_SEATS];
        mulle_returns(&state.table, returns);
        assert_true(returns[0] == (sums[0] > sums[1] ? 1.0f : sums[0] < sums[1] ? -1.0f : 0.0f));
        assert_true(returns[1] == 0.0f - returns[0]);
    }
}

/* Players who only discard lay all 104 cards on the table. Captures there take piles past the 24th, and can
 * be named. */
static void a_table_of_a_hundred_loose_cards_is_played_on(void **unused) {
    (void)unused;
    static tp_move moves[MULLE_MAX_MOVES];
    const tp_game *game = tp_game_find("mulle", NULL);
    long far_captures = 0, mistaken = 0;
    for (uint64_t seed = 0; seed < 20; seed++) {
        tp_chance chance;
        mulle_state state;
        tp_error error = {0};
        tp_chance_from_seed(&chance, seed);
        begin(&state, 1, 0, &chance);
        while (state.table.over == 0) {
            mulle_view view;
            uint32_t count = mulle_list_moves(&state, moves);
            if (game->check(&state, &error) != TP_OK) fail_msg("%s", error.text);
            assert_in_range(count, 1, MULLE_MAX_MOVES);
            game->view(&state, state.table.current, &view);
            for (uint32_t i = 0; i < count; i++) {
                char text[TP_TEXT_SIZE];
                tp_move again = TP_NO_MOVE;
                game->move_text(moves[i], text, sizeof text);
                assert_int_equal(game->move_parse(text, &again), TP_OK);
                assert_int_equal(again, moves[i]);
                if (mulle_move_kind(moves[i]) != MULLE_SUMS) continue;
                /* the list of its piles means the same move */
                mulle_piles set = mulle_move_piles(&state, moves[i]);
                size_t used = (size_t)snprintf(text, sizeof text, "capture %s ",
                                               mulle_card_text(mulle_move_card(moves[i])));
                for (uint32_t pile = 0, first = 1; pile < state.table.pile_count; pile++) {
                    if (!mulle_holds(set, pile)) continue;
                    used +=
                        (size_t)snprintf(text + used, sizeof text - used, first != 0 ? "%u" : ",%u", pile);
                    first = 0;
                }
                assert_int_equal(game->move_parse(text, &again), TP_OK);
                tp_move meant = game->meant(&view, again);
                assert_true(meant == moves[i] || meant == again); /* never another one */
                far_captures++;
                mistaken += meant != moves[i];
                mulle_state after = state;
                mulle_apply(&after, moves[i], &chance);
                if (game->check(&after, &error) != TP_OK) fail_msg("%s", error.text);
            }
            tp_move discard = moves[count - 1]; /* the highest number: no hand is ever reserved here */
            assert_int_equal(mulle_move_kind(discard), MULLE_OTHER);
            assert_int_equal(mulle_move_payload(discard), MULLE_DISCARD);
            if (state.table.hand_count[0] + state.table.hand_count[1] == 1 &&
                state.table.rond == MULLE_RONDER)
                assert_int_equal(state.table.pile_count, MULLE_CARDS - 1);
            mulle_apply(&state, discard, &chance);
        }
    }
    assert_true(far_captures > 1000 && 100 * mistaken < far_captures);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_playout_has_the_moves_of_the_rules),
        cmocka_unit_test(the_greedy_player_is_one_player),
        cmocka_unit_test(tables_come_back_from_the_playout),
        cmocka_unit_test(a_playout_begins_anywhere),
        cmocka_unit_test(random_omgangar_have_96_plays_and_the_published_scores),
        cmocka_unit_test(greedy_omgangar_have_the_published_scores),
        cmocka_unit_test(greedy_beats_random_as_published),
        cmocka_unit_test(the_playout_comes_out_as_the_rules_do),
        cmocka_unit_test(sessions_alternate_the_starter_and_add_up),
        cmocka_unit_test(a_table_of_a_hundred_loose_cards_is_played_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
