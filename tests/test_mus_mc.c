/* Mus: Monte Carlo learning: what it tells apart, that it finds the right answer where one is known, that it
 * can be repeated and interrupted, and what it plays by. Its file and its agent are in test_mus_mc_agent.c.
 */
#include "games/mus/bot_mc.h"
#include "games/mus/play.h"
#include "tapete/tapete.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/mus_mc.h"

enum { SOME_BLOCKS = 100 };

static const tp_game *game;
static mc_learnt *learnt; /* from SOME_BLOCKS blocks with seed 1 */

/* A hand by the letters of its ranks, "RRC7". */
static void read_hand(const char *letters, uint8_t hand[MUS_HAND]) {
    for (uint32_t i = 0; i < MUS_HAND; i++) {
        const char *rank = strchr(mus_rank_names, letters[i]);
        assert_non_null(rank);
        hand[i] = (uint8_t)((rank - mus_rank_names) * MUS_SUITS + i);
    }
}

/* The beginning of a lance: seat 0 is mano and to speak. */
static mus_table table_at(uint32_t phase, uint32_t own_score, uint32_t other_score) {
    mus_table table;
    memset(&table, 0, sizeof table);
    table.rules = mc_rules;
    table.winner = table.bettor = table.best_seat = MUS_NOBODY;
    table.phase = (uint8_t)phase;
    table.pares = table.juego = 3;
    table.score[0] = (uint16_t)own_score;
    table.score[1] = (uint16_t)other_score;
    return table;
}

/* Seat 1, mano, has said it. */
static void put_ordago(mus_table *table) {
    table->mano = table->bettor = 1;
    table->ordago = 1;
}

/* ---- what it tells apart ---- */

static void its_rules_are_those_of_s2(void **unused) {
    (void)unused;
    static const struct {
        const char *text;
        bool plays;
    } variants[] = {{"preset=S2", true},
                    {"preset=S2,best_of=7,vacas=4,mano_start=random", true},
                    {"preset=S2,best_of=1", true},
                    {"preset=S2,target=30", false},
                    {"preset=F2", false},
                    {"preset=F4", false},
                    {"preset=X4", false},
                    {"preset=S2,kings8=false", false},
                    {"preset=S2,mus=MAX_1", false},
                    {"preset=S2,deje=ALWAYS_1", false},
                    {"preset=S2,raises=2,5", false},
                    {"preset=S2,max_raises=3", false},
                    {"players=2,mus=NONE", true}};
    for (size_t i = 0; i < sizeof variants / sizeof variants[0]; i++) {
        tp_options options;
        mus_rules rules;
        tp_options_init(&options, game->options);
        assert_int_equal(tp_options_parse(&options, variants[i].text, NULL), TP_OK);
        mus_rules_from_options(&options, &rules);
        if (mc_plays(&rules) != variants[i].plays) fail_msg("%s", variants[i].text);
    }
}

/* The part of all hands of the other one, each counted card by card, that lose against this one. */
static double count_chance(const uint8_t hand[MUS_HAND], uint32_t phase, bool mano) {
    uint8_t left[MUS_CARDS], other[MUS_HAND];
    const mus_class *mine = mus_class_of(&mc_rules, hand);
    uint32_t count = 0;
    double won = 0, all = 0;
    for (uint32_t card = 0; card < MUS_CARDS; card++) {
        if (memchr(hand, (int)card, MUS_HAND) == NULL) left[count++] = (uint8_t)card;
    }
    for (uint32_t a = 0; a < count; a++) {
        for (uint32_t b = a + 1; b < count; b++) {
            for (uint32_t c = b + 1; c < count; c++) {
                for (uint32_t d = c + 1; d < count; d++) {
                    memcpy(other, (uint8_t[]){left[a], left[b], left[c], left[d]}, sizeof other);
                    const mus_class *theirs = mus_class_of(&mc_rules, other);
                    if (phase == MUS_PHASE_PARES && theirs->pares_value == 0) continue;
                    if (phase == MUS_PHASE_JUEGO && theirs->juego_value == 0) continue;
                    if (phase == MUS_PHASE_PUNTO && theirs->juego_value != 0) continue;
                    uint32_t my_key = mus_key(&mc_rules, mine, phase),
                             their_key = mus_key(&mc_rules, theirs, phase);
                    all++;
                    won += my_key > their_key || (my_key == their_key && mano);
                }
            }
        }
    }
    return won / all;
}

static void classes_are_chances_to_win_the_lance(void **unused) {
    (void)unused;
    static const double ends[] = {.15, .3, .45, .55, .65, .75, .85, .92, .97};
    static const char *const hands[] = {"RRRR", "RRCC", "RCS7", "R777", "AAAA",
                                        "AA45", "4567", "RRR5", "SS44"};
    for (size_t i = 0; i < sizeof hands / sizeof hands[0]; i++) {
        uint8_t hand[MUS_HAND];
        read_hand(hands[i], hand);
        const mus_class *kind = mus_class_of(&mc_rules, hand);
        for (uint32_t phase = MUS_PHASE_GRANDE; phase <= MUS_PHASE_PUNTO; phase++) {
            if (phase == MUS_PHASE_PARES && kind->pares_value == 0) continue;
            if (phase >= MUS_PHASE_JUEGO && (phase == MUS_PHASE_JUEGO) != (kind->juego_value != 0)) continue;
            for (int mano = 0; mano < 2; mano++) {
                double chance = count_chance(hand, phase, mano != 0);
                uint32_t wanted = chance >= 1 ? MC_CLASSES - 1 : chance > 0 ? 1 : 0;
                for (size_t end = 0; chance > 0 && chance < 1 && end < sizeof ends / sizeof ends[0]; end++)
                    wanted += chance >= ends[end];
                uint32_t found =
                    learnt->policy.classes.of[kind - mus_classes_8][phase - MUS_PHASE_GRANDE][mano];
                if (found != wanted)
                    fail_msg("%s in %s: a chance of %.4f is class %u", hands[i], mus_phase_names[phase],
                             chance, found);
            }
        }
    }
}

/* Over random juegos: the numbers of a spot are in range and belong together, its moves are legal, and it
 * never offers to give the juego away. */
static void spots_are_in_order(void **unused) {
    (void)unused;
    uint32_t *first_cells = allocate(MC_ROWS * sizeof *first_cells);
    tp_chance chance;
    tp_chance_from_seed(&chance, 4);
    for (int juego = 0; juego < 20000; juego++) {
        mus_state state;
        memset(&state, 0, sizeof state);
        mus_setup(&state, &mc_rules, (uint32_t)juego & 1, false, &chance);
        for (uint32_t seat = 0; seat < 2; seat++)
            state.table.score[seat] = (uint16_t)tp_rng_below(&chance.rng, MC_TARGET);
        while (state.table.phase != MUS_PHASE_OVER) {
            const mus_table *table = &state.table;
            tp_move moves[MUS_MAX_MOVES];
            mc_spot spot;
            mc_find_spot(&learnt->policy.classes, table, state.hands[table->to_act], &spot);
            assert_in_range(spot.row, 0, MC_ROWS - 1);
            assert_in_range(spot.cell, 0, MC_CELLS - mc_actions[spot.situation]);
            assert_in_range(spot.coarse, 0, MC_COARSE_CELLS - mc_actions[spot.situation]);
            assert_in_range(spot.count, 1, mc_actions[spot.situation]);
            if (first_cells[spot.row] != 0) assert_int_equal(first_cells[spot.row], spot.cell + 1);
            first_cells[spot.row] = spot.cell + 1;
            for (uint32_t i = 0; i < spot.count; i++) {
                assert_true(mus_call_is_legal(table, spot.moves[i]));
                if (spot.moves[i] != MUS_MOVE_NO_QUIERO) continue;
                mus_state refused = state;
                mus_apply(&refused, MUS_MOVE_NO_QUIERO, &chance);
                bool deje_won = refused.table.phase == MUS_PHASE_OVER &&
                                refused.table.last_log.entries[refused.table.last_log.count - 1].reason % 4 ==
                                    MUS_SCORED_DEJE;
                assert_false(deje_won);
            }
            int count = mus_list_legal(table, state.hands[table->to_act], moves);
            mus_apply(&state, moves[tp_rng_below(&chance.rng, (uint32_t)count)], &chance);
        }
    }
    /* no two rows share a cell */
    uint32_t rows = 0, last = 0;
    for (uint32_t row = 0; row < MC_ROWS; row++) {
        if (first_cells[row] == 0) continue;
        rows++;
        assert_true(first_cells[row] > last);
        last = first_cells[row] + mc_actions[row / MC_SPOTS] - 1u;
    }
    assert_true(rows > 5000);
    free(first_cells);
}

/* ---- learning ---- */

/* How likely the policy is to make a move here. */
static double prob_of(const mc_policy *policy, const mus_table *table, const char *letters, tp_move move) {
    uint8_t hand[MUS_HAND];
    mc_spot spot;
    double probs[MC_MOST_ACTIONS], found = 0;
    read_hand(letters, hand);
    mc_find_spot(&policy->classes, table, hand, &spot);
    assert_true(mc_probs(policy, &spot, probs));
    for (uint32_t i = 0; i < spot.count; i++) found += spot.moves[i] == move ? probs[i] : 0;
    return found;
}

/* Mano opens with an ordago: the answer decides the juego, and with these hands there is nothing to guess, or
 * hardly anything. */
static void it_learns_the_answers_that_are_known(void **unused) {
    (void)unused;
    static const struct {
        uint32_t phase;
        const char *best, *worst;
    } lances[] = {{MUS_PHASE_GRANDE, "RRRC", "AAA4"},
                  {MUS_PHASE_CHICA, "AAA4", "RRRC"},
                  {MUS_PHASE_PARES, "RRCC", "AA45"},
                  {MUS_PHASE_JUEGO, NULL, "RR76"}, /* mano may well have the better 31 */
                  {MUS_PHASE_PUNTO, "RR55", "AAA4"}};
    for (size_t i = 0; i < sizeof lances / sizeof lances[0]; i++) {
        mus_table table = table_at(lances[i].phase, 0, 0);
        put_ordago(&table);
        if (lances[i].best != NULL && prob_of(&learnt->policy, &table, lances[i].best, MUS_MOVE_QUIERO) < .8)
            fail_msg("refuses an ordago in %s with %s", mus_phase_names[lances[i].phase], lances[i].best);
        if (prob_of(&learnt->policy, &table, lances[i].worst, MUS_MOVE_NO_QUIERO) < .8)
            fail_msg("accepts an ordago in %s with %s", mus_phase_names[lances[i].phase], lances[i].worst);
    }
    /* Where refusing loses the juego at once, there is only one thing left to do. */
    mus_table lost = table_at(MUS_PHASE_GRANDE, 20, MC_TARGET - 1);
    put_ordago(&lost);
    assert_true(prob_of(&learnt->policy, &lost, "AAA4", MUS_MOVE_QUIERO) == 1);
}

/* The chance to win the juego: near the end it is known who is about to win, and equal stones are about even.
 */
static void it_learns_what_stones_are_worth(void **unused) {
    (void)unused;
    assert_true(learnt->wins[38][5] > .8); /* an ordago can always turn a juego */
    assert_true(learnt->wins[5][38] < .2);
    for (uint32_t stones = 0; stones < 30; stones++)
        assert_true(fabs(learnt->wins[stones][stones] - .5) < .15);
    double ahead = 0, behind = 0;
    for (uint32_t stones = 0; stones < 25; stones++) {
        ahead += learnt->wins[stones + 10][stones] / 25;
        behind += learnt->wins[stones][stones + 10] / 25;
    }
    assert_true(ahead > .6 && behind < .4);
}

static void it_gets_better(void **unused) {
    (void)unused;
    mc_learnt *beginner = learn(1, 1);
    double bot = mc_measure(learnt, false, 2000, 3), random = mc_measure(learnt, true, 2000, 4);
    assert_true(bot > .7 && random > .65); /* standard error .01 */
    assert_true(mc_measure(beginner, false, 2000, 3) < bot - .05);
    assert_true(mc_measure(beginner, true, 2000, 4) < random - .05);
    free(beginner);
}

static bool same_bytes(const mc_learnt *one, const mc_learnt *other) {
    size_t size = 0, other_size = 0;
    uint8_t *bytes = mc_bytes(one, &size), *other_bytes = mc_bytes(other, &other_size);
    bool same =
        bytes != NULL && other_bytes != NULL && size == other_size && memcmp(bytes, other_bytes, size) == 0;
    free(bytes);
    free(other_bytes);
    return same;
}

static void the_seed_decides_everything(void **unused) {
    (void)unused;
    mc_learnt *one = learn(7, 3), *same = learn(7, 3), *other = learn(8, 3);
    assert_true(same_bytes(one, same));
    assert_false(same_bytes(one, other));
    free(one);
    free(same);
    free(other);
}

/* Through the file after every block, and in one go. */
static void an_interruption_makes_no_difference(void **unused) {
    (void)unused;
    mc_learnt *whole = learn(7, 6), *parts = learn(7, 0);
    for (int i = 0; i < 6; i++) {
        size_t size = 0;
        mc_learn_block(parts);
        uint8_t *bytes = mc_bytes(parts, &size);
        memset(parts, 0x5a, sizeof *parts);
        assert_int_equal(mc_parse(bytes, size, parts, NULL), TP_OK);
        free(bytes);
    }
    assert_true(same_bytes(whole, parts));
    assert_int_equal(whole->episodes, 6 * MC_BLOCK);
    free(whole);
    free(parts);
}

/* Visits that would not fit are halved, all of the row. */
static void many_visits_keep_their_shares(void **unused) {
    (void)unused;
    mc_learnt *made = learn(3, 0);
    for (uint32_t i = 0; i < MC_CELLS; i++) made->policy.visits[i] = UINT16_MAX;
    mc_learn_block(made);
    uint32_t halves = 0;
    for (uint32_t i = 0; i < MC_CELLS; i++) {
        assert_true(made->policy.visits[i] >= UINT16_MAX / 2);
        halves += made->policy.visits[i] < UINT16_MAX;
    }
    assert_true(halves > 1000);
    free(made);
}

/* ---- the policy ---- */

static void it_plays_what_it_did_and_not_what_it_tried(void **unused) {
    (void)unused;
    mc_policy *policy = allocate(sizeof *policy);
    mus_table table = table_at(MUS_PHASE_GRANDE, 10, 10);
    uint8_t hand[MUS_HAND];
    mc_spot spot;
    double probs[MC_MOST_ACTIONS];
    read_hand("RC75", hand);
    mc_find_spot(&policy->classes, &table, hand, &spot);
    assert_int_equal(spot.count, 4);
    assert_false(mc_probs(policy, &spot, probs)); /* never been there */
    memcpy(&policy->visits[spot.cell], (uint16_t[]){60, 5, 30, 5}, 4 * sizeof(uint16_t));
    assert_true(mc_probs(policy, &spot, probs));
    assert_true(fabs(probs[0] - 2.0 / 3) < 1e-12 && probs[1] == 0 && fabs(probs[2] - 1.0 / 3) < 1e-12);
    /* too rarely: then as at any score */
    memcpy(&policy->visits[spot.cell], (uint16_t[]){1, 1, 1, 1}, 4 * sizeof(uint16_t));
    assert_false(mc_probs(policy, &spot, probs));
    mus_table elsewhere = table_at(MUS_PHASE_GRANDE, 39, 0);
    mc_spot other;
    mc_find_spot(&policy->classes, &elsewhere, hand, &other);
    assert_int_not_equal(other.row, spot.row);
    assert_int_equal(other.coarse, spot.coarse);
    policy->visits[other.cell + 3] = 96;
    mc_sum_up(policy);
    assert_true(mc_probs(policy, &spot, probs));
    assert_true(probs[3] == 1);
    free(policy);
}

/* Nothing was learnt: the moves of `mus-bot`, by the same random numbers. */
static void where_it_knows_nothing_it_plays_like_the_bot(void **unused) {
    (void)unused;
    mc_learnt *nothing = learn(1, 0);
    tp_chance chance;
    tp_chance_from_seed(&chance, 9);
    for (int juego = 0; juego < 200; juego++) {
        mus_state state;
        memset(&state, 0, sizeof state);
        mus_setup(&state, &mc_rules, 0, false, &chance);
        while (state.table.phase != MUS_PHASE_OVER) {
            const uint8_t *hand = state.hands[state.table.to_act];
            tp_rng one = chance.rng, other = chance.rng;
            tp_move move = mc_choose(&nothing->policy, &state.table, hand, &one);
            assert_int_equal(move, mus_bot_move(&state.table, hand, &other));
            chance.rng = one;
            mus_apply(&state, move, &chance);
        }
    }
    free(nothing);
}

static int set_up(void **unused) {
    (void)unused;
    game = tp_game_find("mus", NULL);
    learnt = learn(1, SOME_BLOCKS);
    return 0;
}

static int clean_up(void **unused) {
    (void)unused;
    free(learnt);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(its_rules_are_those_of_s2),
        cmocka_unit_test(classes_are_chances_to_win_the_lance),
        cmocka_unit_test(spots_are_in_order),
        cmocka_unit_test(it_learns_the_answers_that_are_known),
        cmocka_unit_test(it_learns_what_stones_are_worth),
        cmocka_unit_test(it_gets_better),
        cmocka_unit_test(the_seed_decides_everything),
        cmocka_unit_test(an_interruption_makes_no_difference),
        cmocka_unit_test(many_visits_keep_their_shares),
        cmocka_unit_test(it_plays_what_it_did_and_not_what_it_tried),
        cmocka_unit_test(where_it_knows_nothing_it_plays_like_the_bot),
    };
    return cmocka_run_group_tests_name("mus_mc", tests, set_up, clean_up);
}
