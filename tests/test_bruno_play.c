/* Bruno: how random play comes out (§7), that the fast play-out is the same game as the rules, and exact
 * counts of small trees. Fixed seeds; limits are at four and a half standard errors, of our sample and of the
 * published one. */
#include "games/bruno/playout.h"
#include "support/bruno_positions.h"
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

enum { GAMES = 200000, PUBLISHED = 4000000, CAP = 2000, BINS = 128, PLIES_PER_BIN = 16 };

/* A mean with what is needed for its error. */
typedef struct mean {
    double sum, squares;
} mean;

static void add(mean *m, double value) {
    m->sum += value;
    m->squares += value * value;
}

/* What many games came to. */
typedef struct summary {
    mean plies, choices, options, pick_ups, picked_cards, flips, illegal_flips, last_functions, tens, several;
    mean nines_on_nine, wins[BRUNO_SEATS], wins_from_first[BRUNO_SEATS], capped;
    double by_plies[BINS], by_winner[BRUNO_SEATS + 1];
    int games;
} summary;

/* The counts of one game. */
typedef struct tally {
    double plies, choices, options, pick_ups, picked_cards, flips, illegal_flips, last_functions, tens,
        several, nines_on_nine;
} tally;

/* Random moves by the rules, a step at a time. */
static void play_by_the_rules(bruno_state *state, tp_chance *chance, tally *t) {
    while (!bruno_is_over(&state->table)) {
        const bruno_table *table = &state->table;
        uint32_t seat = table->current, tens = tp_count_bits(table->removed);
        uint32_t rank = table->hidden_count[seat] > 0 ? bruno_rank(state->hidden[seat][0]) : 0;
        uint64_t legal = bruno_legal_set(table, state->hand[seat]);
        uint32_t count = tp_count_bits(legal), move = tp_select_bit(legal, tp_rng_below(&chance->rng, count));
        bool on_nine = table->to_beat == 1 + BRUNO_9, last = bruno_cards_left(table, seat) == 1;
        t->plies++;
        t->choices += count > 1;
        t->options += count;
        t->pick_ups += move == BRUNO_PICKUP;
        t->picked_cards += move == BRUNO_PICKUP ? tp_count_bits(table->pile) : 0;
        t->flips += move == BRUNO_FLIP;
        bool last_function = move == BRUNO_FLIP && last && bruno_is_function(rank);
        t->last_functions += last_function;
        t->several += move < BRUNO_FLIP && move % BRUNO_SUITS > 0;
        t->nines_on_nine += move < BRUNO_FLIP && move / BRUNO_SUITS == BRUNO_9 && on_nine;
        bruno_apply(state, move, chance);
        t->illegal_flips +=
            move == BRUNO_FLIP && !last_function && !bruno_is_over(table) && table->current == seat;
        t->tens += tp_count_bits(table->removed) != tens;
    }
}

static void summarise(uint32_t options, bool fast, int games, summary *out) {
    tp_chance chance;
    tp_chance_from_seed(&chance, fast ? 11 : 12);
    memset(out, 0, sizeof *out);
    out->games = games;
    for (int i = 0; i < games; i++) {
        bruno_state state;
        tally t = {0};
        memset(&state, 0, sizeof state);
        bruno_setup(&state, CAP, options, &chance);
        uint32_t first = state.table.current;
        if (fast) {
            t.plies = bruno_playout(&state, &chance);
        } else {
            play_by_the_rules(&state, &chance, &t);
        }
        uint32_t winner = state.table.winner;
        add(&out->plies, t.plies);
        add(&out->choices, t.choices);
        add(&out->options, t.options);
        add(&out->pick_ups, t.pick_ups);
        add(&out->picked_cards, t.picked_cards);
        add(&out->flips, t.flips);
        add(&out->illegal_flips, t.illegal_flips);
        add(&out->last_functions, t.last_functions);
        add(&out->tens, t.tens);
        add(&out->several, t.several);
        add(&out->nines_on_nine, t.nines_on_nine);
        add(&out->capped, winner == BRUNO_NOBODY);
        for (uint32_t seat = 0; seat < BRUNO_SEATS; seat++) {
            add(&out->wins[seat], winner == seat);
            add(&out->wins_from_first[seat], winner == (first + seat) % BRUNO_SEATS);
        }
        int bin = (int)t.plies / PLIES_PER_BIN;
        out->by_plies[bin < BINS ? bin : BINS - 1]++;
        out->by_winner[winner]++;
    }
}

/* The games by the rules under these options, which several tests look at: played once. */
static const summary *by_the_rules(uint32_t options) {
    enum { BOTH_OPTIONS = 4 };
    static summary played[BOTH_OPTIONS];
    if (played[options].games == 0) summarise(options, false, GAMES * soak_factor(), &played[options]);
    return &played[options];
}

/* `published` is rounded to its last digit and rests on `of` games. */
static void assert_near(const char *what, const mean *m, int games, double published, double of,
                        double rounding) {
    double found = m->sum / games, variance = m->squares / games - found * found;
    double error = 4.5 * sqrt(variance / games + variance / of) + rounding;
    if (fabs(found - published) > error)
        fail_msg("%s: %.4f, published %.4f, allowed error %.4f", what, found, published, error);
}

/* Section 7, with the cap of 2000 plies; without it the mean would be larger by less than the rounding. */
static void random_play_comes_out_as_published(void **unused) {
    (void)unused;
    const summary *found = by_the_rules(0);
    int games = found->games;
    assert_near("plies", &found->plies, games, 331, PUBLISHED, .75);
    assert_near("cut by the cap", &found->capped, games, .00050, PUBLISHED, .000005);
    assert_near("plies with a choice", &found->choices, games, 236.5, PUBLISHED, .75);
    assert_near("pick-ups", &found->pick_ups, games, 43.6, PUBLISHED, .15);
    assert_near("flips", &found->flips, games, 4.8, PUBLISHED, .06);
    assert_near("illegal flips", &found->illegal_flips, games, 1.9, PUBLISHED, .06);
    assert_near("function card as last hidden card", &found->last_functions, games, .41, PUBLISHED, .006);
    assert_near("tens", &found->tens, games, 3.05, PUBLISHED, .006);
    assert_near("several cards at once", &found->several, games, 71, PUBLISHED, .75);
    assert_near("9 on 9", &found->nines_on_nine, games, 2.1, PUBLISHED, .06);
    double moves_a_ply = found->options.sum / found->plies.sum,
           cards = found->picked_cards.sum / found->pick_ups.sum;
    assert_true(fabs(moves_a_ply - 4.87) < .02 && fabs(cards - 7.9) < .07);
    const double by_seat[] = {.2499, .2504, .2500, .2497}, from_first[] = {.2507, .2498, .2495, .2500};
    for (uint32_t seat = 0; seat < BRUNO_SEATS; seat++) {
        assert_near("wins by seat", &found->wins[seat], games, by_seat[seat], PUBLISHED, .00005);
        assert_near("wins from the first", &found->wins_from_first[seat], games, from_first[seat], PUBLISHED,
                    .00005);
    }
}

/* Section 6, rows 1 and 2. Those figures are for fewer games, so the limits are wider. */
static void the_options_change_the_length_as_published(void **unused) {
    (void)unused;
    const summary *shown_one = by_the_rules(BRUNO_OPTION_SHOWN_ONE),
                  *strict_nine = by_the_rules(BRUNO_OPTION_STRICT_NINE);
    assert_near("plies with shown_one", &shown_one->plies, shown_one->games, 336, GAMES, .75);
    assert_near("plies with strict_nine", &strict_nine->plies, strict_nine->games, 327, GAMES, .75);
}

/* Compare two histograms with chi-square; thin bins are put together. */
static void assert_same_distribution(const char *what, const double *one, const double *other, size_t count) {
    double observed[2 * BINS], expected[2 * BINS], a = 0, b = 0, total_a = 0, total_b = 0;
    size_t used = 0, bins = 0;
    for (size_t i = 0; i < count; i++) {
        total_a += one[i];
        total_b += other[i];
    }
    for (size_t i = 0; i < count; i++) {
        a += one[i];
        b += other[i];
        if (a + b < 40) continue;
        observed[used] = a;
        expected[used++] = (a + b) * total_a / (total_a + total_b);
        observed[used] = b;
        expected[used++] = (a + b) * total_b / (total_a + total_b);
        a = b = 0;
        bins++;
    }
    if (bins < 2) return;
    double found = chi_square(observed, expected, used), limit = chi_square_limit(bins - 1);
    if (found > limit) fail_msg("%s: chi-square %.1f, at most %.1f", what, found, limit);
}

static void the_playout_is_the_same_game_as_the_rules(void **unused) {
    (void)unused;
    for (uint32_t options = 0; options < 4; options++) {
        static summary fast;
        const summary *slow = by_the_rules(options);
        summarise(options, true, slow->games, &fast);
        assert_same_distribution("plies", fast.by_plies, slow->by_plies, BINS);
        assert_same_distribution("winners", fast.by_winner, slow->by_winner, BRUNO_SEATS + 1);
    }
}

/* From positions in the middle of a game too: hands of any size, hidden cards only, close to the cap. */
static void the_playout_agrees_from_the_middle_of_a_game(void **unused) {
    (void)unused;
    tp_chance chance;
    tp_chance_from_seed(&chance, 5);
    int flips = 0, hands_only = 0, near_the_cap = 0;
    for (uint32_t n = 0; n < 120; n++) {
        bruno_state start;
        memset(&start, 0, sizeof start);
        bruno_setup(&start, n % 3 == 0 ? 40 + 3 * n : CAP, n % 4, &chance);
        /* at least so many plies; every fourth time until hidden cards only are left, or a hand only */
        for (uint32_t i = 0; !bruno_is_over(&start.table); i++) {
            uint32_t mover = start.table.current;
            bool no_hand = start.hand[mover] == 0, no_shown = start.table.shown[mover] == 0;
            bool wanted = n % 4 == 1   ? no_hand && no_shown
                          : n % 4 == 2 ? no_shown && start.table.hidden_count[mover] == 0
                                       : true;
            if (i >= 3 * n && wanted) break;
            uint64_t legal = bruno_legal_set(&start.table, start.hand[mover]);
            bruno_apply(&start, tp_select_bit(legal, tp_rng_below(&chance.rng, tp_count_bits(legal))),
                        &chance);
        }
        if (bruno_is_over(&start.table)) continue;
        uint32_t seat = start.table.current;
        flips += start.hand[seat] == 0 && start.table.shown[seat] == 0;
        hands_only += start.table.hidden_count[seat] == 0 && start.table.shown[seat] == 0;
        near_the_cap += start.table.cap < CAP;
        double fast[BRUNO_SEATS + 1] = {0}, slow[BRUNO_SEATS + 1] = {0};
        double fast_plies[BINS] = {0}, slow_plies[BINS] = {0};
        for (int i = 0; i < 4000; i++) {
            bruno_state one = start, other = start;
            tally t = {0};
            int plies = bruno_playout(&one, &chance);
            play_by_the_rules(&other, &chance, &t);
            fast[one.table.winner]++;
            slow[other.table.winner]++;
            int bin = plies / PLIES_PER_BIN, other_bin = (int)t.plies / PLIES_PER_BIN;
            fast_plies[bin < BINS ? bin : BINS - 1]++;
            slow_plies[other_bin < BINS ? other_bin : BINS - 1]++;
        }
        assert_same_distribution("wins", fast, slow, BRUNO_SEATS + 1);
        assert_same_distribution("plies", fast_plies, slow_plies, BINS);
    }
    assert_true(flips > 5 && hands_only > 5 && near_the_cap > 5);
}

/* The rules once more, slow and obvious, from the sentences of §3: which moves are legal. Cards are counted
 * by rank. */
static bool slow_is_legal(const bruno_state *state, uint32_t rank, uint32_t copies) {
    const bruno_table *table = &state->table;
    uint32_t seat = table->current, held = 0, all = 0;
    uint64_t zone = state->hand[seat] != 0 ? state->hand[seat] : table->shown[seat];
    for (uint32_t card = 0; card < BRUNO_CARDS; card++) {
        if ((zone >> card & 1) != 0 && card / 4 == rank) held++;
        if ((state->hand[seat] >> card & 1) != 0 || (table->shown[seat] >> card & 1) != 0) all++;
    }
    all += table->hidden_count[seat];
    bool function = rank == BRUNO_2 || rank == BRUNO_3 || rank == BRUNO_9 || rank == BRUNO_10;
    bool strict = (table->options & BRUNO_OPTION_STRICT_NINE) != 0;
    bool one_only = (table->options & BRUNO_OPTION_SHOWN_ONE) != 0 && state->hand[seat] == 0;
    bool on_nine = table->to_beat == 1 + BRUNO_9;
    bool fits = function;
    if (on_nine && strict && (rank == BRUNO_9 || rank == BRUNO_10)) fits = false;
    if (!function && table->to_beat == 0) fits = true;
    if (!function && on_nine) fits = rank >= BRUNO_4 && rank <= BRUNO_8;
    if (!function && table->to_beat != 0 && !on_nine) fits = rank + 1 >= table->to_beat;
    if (copies < 1 || copies > held || (one_only && copies > 1)) return false;
    return fits && !(function && copies == all);
}

static void legal_moves_are_those_of_the_sentences(void **unused) {
    (void)unused;
    tp_chance chance;
    tp_chance_from_seed(&chance, 8);
    for (uint32_t n = 0; n < 600; n++) {
        bruno_state state;
        memset(&state, 0, sizeof state);
        bruno_setup(&state, CAP, n % 4, &chance);
        while (!bruno_is_over(&state.table)) {
            uint32_t seat = state.table.current;
            uint64_t legal = bruno_legal_set(&state.table, state.hand[seat]), expected = 0;
            bool hidden_only = state.hand[seat] == 0 && state.table.shown[seat] == 0;
            for (uint32_t move = 0; move < BRUNO_CARDS && !hidden_only; move++)
                if (slow_is_legal(&state, move / 4, move % 4 + 1)) expected |= 1ull << move;
            if (expected == 0) expected = 1ull << (hidden_only ? BRUNO_FLIP : BRUNO_PICKUP);
            if (legal != expected)
                fail_msg("legal %llx, expected %llx", (unsigned long long)legal,
                         (unsigned long long)expected);
            bool lead_with_empty_pile = state.table.pile == 0 && state.table.to_beat == BRUNO_LEAD;
            assert_false(lead_with_empty_pile && legal == 1ull << BRUNO_PICKUP); /* §3, Facts */
            assert_true(state.table.to_beat == BRUNO_LEAD || state.table.pile != 0);
            bruno_apply(&state, tp_select_bit(legal, tp_rng_below(&chance.rng, tp_count_bits(legal))),
                        &chance);
        }
    }
}

/* ---- agents ---- */

/* "same, 10 % random": 129 plies on average over a million games, none endless. */
static void the_low_player_comes_out_as_published(void **unused) {
    (void)unused;
    const tp_game *game = tp_game_find("bruno", NULL);
    tp_agent *agent = tp_agent_new(game, "bruno-low", 4, NULL);
    tp_options options;
    tp_options_init(&options, game->options);
    mean plies = {0, 0};
    const int games = 20000;
    for (int i = 0; i < games; i++) {
        bruno_state state;
        bruno_view view;
        tp_chance chance;
        tp_chance_from_seed(&chance, (uint64_t)i);
        game->setup(&state, &options, &chance, NULL);
        while (game->actor(&state) != TP_OVER) {
            game->view(&state, game->actor(&state), &view);
            game->apply(&state, tp_agent_choose(agent, &view), &chance);
        }
        assert_true(state.table.winner != BRUNO_NOBODY);
        add(&plies, state.table.plies);
    }
    assert_near("plies of bruno-low", &plies, games, 129, 1e6, .5);
    tp_agent_free(agent);
}

static void the_low_player_keeps_function_cards_for_last(void **unused) {
    (void)unused;
    const tp_game *game = tp_game_find("bruno", NULL);
    const struct {
        const char *hand, *chosen;
        uint32_t to_beat;
    } cases[] = {
        {"2s 5s 5h Js", "5x2", BRUNO_LEAD},  {"2s 5s 5h Js", "Jx1", 1 + BRUNO_8},
        {"3s 3h 9s 5h", "3x2", 1 + BRUNO_8}, {"10s As Ah Ac", "Ax3", 1 + BRUNO_A},
        {"Ks Qs 4s", "4x1", 1 + BRUNO_9},    {"Ks Qs", "PICKUP", 1 + BRUNO_9},
    };
    tp_agent *agent = tp_agent_new(game, "bruno-low:random=0", 1, NULL);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bruno_sketch sketch = {.hands = {cases[i].hand, "4h", "6h", "7h"},
                               .shown = {"8h"},
                               .hidden = {"8s", "8d", "8c", "7s"},
                               .to_beat = cases[i].to_beat};
        bruno_state state;
        bruno_view view;
        char text[16];
        sketch_state(&sketch, &state);
        game->view(&state, 0, &view);
        game->move_text(tp_agent_choose(agent, &view), text, sizeof text);
        assert_string_equal(text, cases[i].chosen);
    }
    tp_agent_free(agent);
}

/* Frequencies over many choices from one view against the stated probabilities. */
static void the_low_player_chooses_as_often_as_it_says(void **unused) {
    (void)unused;
    enum { CHOICES = 100000 };
    const tp_game *game = tp_game_find("bruno", NULL);
    const bruno_sketch sketch = {
        .hands = {"2s 5s 5h Js 9s", "4h", "6h", "7h"}, .shown = {"8h"}, .hidden = {"8s", "8d", "8c", "7s"}};
    bruno_state state;
    bruno_view view;
    tp_move moves[BRUNO_MAX_MOVES];
    double stated[BRUNO_MAX_MOVES], observed[BRUNO_MAX_MOVES] = {0}, sum = 0;
    tp_agent *agent = tp_agent_new(game, "bruno-low:random=0.3", 6, NULL);
    sketch_state(&sketch, &state);
    game->view(&state, 0, &view);
    int count = game->view_legal(&view, moves);
    assert_int_equal(tp_agent_probs(agent, &view, stated), count);
    for (int n = 0; n < CHOICES; n++) {
        tp_move chosen = tp_agent_choose(agent, &view);
        for (int i = 0; i < count; i++) observed[i] += moves[i] == chosen;
    }
    for (int i = 0; i < count; i++) {
        sum += stated[i];
        stated[i] *= CHOICES;
    }
    assert_true(fabs(sum - 1) < 1e-12);
    assert_true(chi_square(observed, stated, (size_t)count) < chi_square_limit((size_t)count - 1));
    tp_agent_free(agent);
}

/* ---- exact counts ---- */

/* Positions after `depth` moves: every legal move with every outcome of chance. */
static uint64_t count_positions(const bruno_state *state, int depth) {
    if (depth == 0) return 1;
    uint64_t total = 0;
    uint64_t legal = bruno_legal_set(&state->table, state->hand[state->table.current]);
    for (; legal != 0; legal &= legal - 1) {
        branching branches;
        branching_init(&branches);
        do {
            bruno_state next = *state;
            bruno_apply(&next, tp_lowest_bit(legal), &branches.chance);
            total += count_positions(&next, depth - 1);
        } while (branching_next(&branches));
    }
    return total;
}

/* Seat 0 has two sevens and a ten, the others a card each, and everybody hidden ones. */
static void trees_of_a_small_position_have_the_right_size(void **unused) {
    (void)unused;
    const bruno_sketch sketch = {
        .hands = {"7s 7h 10s", "8s", "Ks", "4s"},
        .hidden = {"Qh", "5s", "6s", "Js"},
        .to_beat = 1 + BRUNO_6,
    };
    bruno_state state;
    sketch_state(&sketch, &state);
    /* one seven: two copies; both: two orders; a ten: one copy, and the five other hand cards in any order */
    const uint64_t one = 2, both = 2, deals = 5 * 4 * 3 * 2 * 1;
    assert_int_equal(count_positions(&state, 1), one + both + deals);
    /* after 7: the 8. After a 10: seat 1 got the second card dealt, and the fifth goes to seat 0. It can play
     * 7, 8 and K, which is 4 of the 5 cards, and picks up with the 4. */
    assert_int_equal(count_positions(&state, 2), one + both + deals);
    /* seat 2 faces the 8 with its king, one copy; after the deal seat 2 has one card too, or seat 1, who
     * picked up the pile, leads: every rank of the pile in as many ways as copies can be chosen openly, the
     * lowest first, or its own 4 among them. */
    bruno_state led = state;
    tp_chance chance;
    tp_chance_from_seed(&chance, 1);
    bruno_apply(&led, bruno_play_move(BRUNO_7, 2), &chance);
    bruno_apply(&led, bruno_play_move(BRUNO_8, 1), &chance);
    assert_int_equal(count_positions(&led, 1), 1);
    bruno_apply(&led, bruno_play_move(BRUNO_K, 1), &chance);
    assert_int_equal(count_positions(&led, 1), 1); /* seat 3 has a 4 and must pick up */
    bruno_apply(&led, BRUNO_PICKUP, &chance);
    uint64_t moves = 0;
    for (uint32_t rank = 0; rank < BRUNO_RANKS; rank++)
        moves += tp_count_bits(led.hand[3] & bruno_rank_set(rank));
    assert_int_equal(moves, BRUNO_CARDS - 3 - 1 -
                                4); /* all but three removed tens, the last one and four hidden cards */
    /* four 4s, of which three lie in the pile: playing all of them needs one copy that was not known */
    assert_int_equal(count_positions(&led, 1), moves);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_play_comes_out_as_published),
        cmocka_unit_test(the_options_change_the_length_as_published),
        cmocka_unit_test(the_playout_is_the_same_game_as_the_rules),
        cmocka_unit_test(the_playout_agrees_from_the_middle_of_a_game),
        cmocka_unit_test(legal_moves_are_those_of_the_sentences),
        cmocka_unit_test(the_low_player_comes_out_as_published),
        cmocka_unit_test(the_low_player_keeps_function_cards_for_last),
        cmocka_unit_test(the_low_player_chooses_as_often_as_it_says),
        cmocka_unit_test(trees_of_a_small_position_have_the_right_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
