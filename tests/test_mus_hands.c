/* Mus: hands and how they compare, against a second, slow and obvious implementation, and the numbers of the
 * exact rules.
 *
 * The second one is written from sections 1 and 2 of docs/rules/exact/mus.md as comparisons of two hands in
 * words ("sort descending, compare one by one"), without classes, keys or tables. */
#include "games/mus/view.h"
#include "support/soak.h"
#include "tapete/tapete.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const tp_game *game;

/* ---- slow ---- */

/* Four effective ranks, ascending, numbered as in the deck of ten ranks: with eight kings there are no 2 and
 * no 3. */
typedef struct slow_hand {
    int rank[4];
} slow_hand;

static const int points[] = {1, 2, 3, 4, 5, 6, 7, 10, 10, 10}; /* A 2 3 4 5 6 7 S C R */

static int slow_rank(int card, bool kings8) {
    int rank = card / 4;
    if (kings8 && rank == 1) return 0;
    if (kings8 && rank == 2) return 9;
    return rank;
}

static slow_hand slow_read(const uint8_t cards[4], bool kings8) {
    slow_hand hand;
    for (int i = 0; i < 4; i++) hand.rank[i] = slow_rank(cards[i], kings8);
    for (int i = 0; i < 4; i++) {
        for (int k = i + 1; k < 4; k++) {
            if (hand.rank[k] < hand.rank[i]) {
                int swapped = hand.rank[i];
                hand.rank[i] = hand.rank[k];
                hand.rank[k] = swapped;
            }
        }
    }
    return hand;
}

static int slow_sum(slow_hand h) {
    return points[h.rank[0]] + points[h.rank[1]] + points[h.rank[2]] + points[h.rank[3]];
}

/* All comparisons: 1 where a is better, -1 where b is, 0 for a tie. */
static int sign(int difference) { return difference > 0 ? 1 : difference < 0 ? -1 : 0; }

static int slow_grande(slow_hand a, slow_hand b) {
    for (int i = 3; i >= 0; i--) {
        if (a.rank[i] != b.rank[i]) return sign(a.rank[i] - b.rank[i]);
    }
    return 0;
}

static int slow_chica(slow_hand a, slow_hand b) {
    for (int i = 0; i < 4; i++) {
        if (a.rank[i] != b.rank[i]) return sign(b.rank[i] - a.rank[i]);
    }
    return 0;
}

typedef enum pares_kind { NO_PARES, PAR, MEDIAS, TWO_PAIRS, FOUR_EQUAL } pares_kind;

/* The kind, and the ranks that it compares by: of the pair or three, or of the higher and the lower pair. */
static pares_kind slow_pares_kind(slow_hand h, int *high, int *low) {
    const int *r = h.rank;
    *high = *low = -1;
    if (r[0] == r[3]) {
        *high = *low = r[0];
        return FOUR_EQUAL;
    }
    if (r[0] == r[2] || r[1] == r[3]) {
        *high = r[1];
        return MEDIAS;
    }
    if (r[0] == r[1] && r[2] == r[3]) {
        *high = r[3];
        *low = r[0];
        return TWO_PAIRS;
    }
    for (int i = 0; i < 3; i++) {
        if (r[i] == r[i + 1]) {
            *high = r[i];
            return PAR;
        }
    }
    return NO_PARES;
}

/* Both hands have pares. */
static int slow_pares(slow_hand a, slow_hand b, bool poker) {
    /* by pares_kind: duples, two pairs or four equal, are one kind unless the order is that of poker */
    static const int standard_place[] = {0, 1, 2, 3, 3}, poker_place[] = {0, 1, 3, 2, 4};
    const int *place = poker ? poker_place : standard_place;
    int a_high, a_low, b_high, b_low;
    int a_kind = place[slow_pares_kind(a, &a_high, &a_low)],
        b_kind = place[slow_pares_kind(b, &b_high, &b_low)];
    if (a_kind != b_kind) return sign(a_kind - b_kind);
    if (a_high != b_high) return sign(a_high - b_high);
    return sign(a_low - b_low);
}

/* 7-7-7 with a sota, or with any card of ten points. */
static bool slow_is_real(slow_hand h, int real31) {
    if (h.rank[0] != 6 || h.rank[1] != 6 || h.rank[2] != 6 || h.rank[3] < 7) return false;
    return real31 == MUS_REAL_ANY10 || (real31 == MUS_REAL_SOTA && h.rank[3] == 7);
}

/* Both hands have juego. */
static int slow_juego(slow_hand a, slow_hand b, int real31) {
    static const int best_first[] = {31, 32, 40, 37, 36, 35, 34, 33};
    bool a_real = slow_is_real(a, real31), b_real = slow_is_real(b, real31);
    if (a_real || b_real) return a_real - b_real;
    for (size_t i = 0; i < sizeof best_first / sizeof *best_first; i++) {
        bool a_has = slow_sum(a) == best_first[i], b_has = slow_sum(b) == best_first[i];
        if (a_has || b_has) return a_has - b_has;
    }
    fail_msg("a juego of %d or %d", slow_sum(a), slow_sum(b));
    return 0;
}

static int slow_pares_value(slow_hand h) {
    int high, low;
    static const int values[] = {0, 1, 2, 3, 3};
    return values[slow_pares_kind(h, &high, &low)];
}

static int slow_juego_value(slow_hand h) { return slow_sum(h) == 31 ? 3 : slow_sum(h) > 31 ? 2 : 0; }

/* ---- all pairs ---- */

enum { MOST_CLASSES = 1000 };

/* One hand of every class of a deck. */
static int all_classes(bool kings8, uint8_t hands[MOST_CLASSES][4]) {
    int count = 0;
    for (int a = 0; a < 10; a++) {
        for (int b = a; b < 10; b++) {
            for (int c = b; c < 10; c++) {
                for (int d = c; d < 10; d++) {
                    int ranks[4] = {a, b, c, d};
                    bool used = true;
                    for (int i = 0; i < 4; i++) used = used && slow_rank(4 * ranks[i], kings8) == ranks[i];
                    if (!used) continue;
                    for (int i = 0; i < 4; i++) hands[count][i] = (uint8_t)(4 * ranks[i]);
                    count++;
                }
            }
        }
    }
    return count;
}

static void expect_sign(const char *what, uint32_t a, uint32_t b, int expected) {
    int found = a > b ? 1 : a < b ? -1 : 0;
    if (found != expected) fail_msg("%s: %d, and by the rules %d", what, found, expected);
}

static void every_pair_of_hands_compares_as_the_rules_say(void **unused) {
    (void)unused;
    for (int kings8 = 0; kings8 < 2; kings8++) {
        static uint8_t hands[MOST_CLASSES][4];
        mus_rules rules;
        memset(&rules, 0, sizeof rules);
        rules.kings8 = (uint8_t)kings8;
        int count = all_classes(kings8 != 0, hands);
        assert_int_equal(count, kings8 ? 330 : 715);
        for (int i = 0; i < count; i++) {
            const mus_class *one = mus_class_of(&rules, hands[i]);
            slow_hand a = slow_read(hands[i], kings8 != 0);
            for (int k = 0; k < count; k++) {
                const mus_class *other = mus_class_of(&rules, hands[k]);
                slow_hand b = slow_read(hands[k], kings8 != 0);
                int grande = slow_grande(a, b), chica = slow_chica(a, b);
                expect_sign("grande", mus_key(&rules, one, MUS_PHASE_GRANDE),
                            mus_key(&rules, other, MUS_PHASE_GRANDE), grande);
                expect_sign("chica", mus_key(&rules, one, MUS_PHASE_CHICA),
                            mus_key(&rules, other, MUS_PHASE_CHICA), chica);
                assert_true(i == k || (grande != 0 && chica != 0)); /* different classes never tie */
                expect_sign("punto", mus_key(&rules, one, MUS_PHASE_PUNTO),
                            mus_key(&rules, other, MUS_PHASE_PUNTO), sign(slow_sum(a) - slow_sum(b)));
                for (int poker = 0; slow_pares_value(a) && slow_pares_value(b) && poker < 2; poker++) {
                    rules.pares_order = (uint8_t)poker;
                    expect_sign("pares", mus_key(&rules, one, MUS_PHASE_PARES),
                                mus_key(&rules, other, MUS_PHASE_PARES), slow_pares(a, b, poker != 0));
                }
                for (int real = 0; slow_juego_value(a) && slow_juego_value(b) && real < 3; real++) {
                    rules.real31 = (uint8_t)real;
                    expect_sign("juego", mus_key(&rules, one, MUS_PHASE_JUEGO),
                                mus_key(&rules, other, MUS_PHASE_JUEGO), slow_juego(a, b, real));
                }
            }
        }
    }
}

/* ---- all hands of four cards (section 1) ---- */

typedef struct numbers {
    int hands, pares, par, medias, duples, juego, juego_31, juego_31_pares, punto_30;
    int classes, pares_classes, juego_classes;
    int types[4]; /* classes: neither, pares alone, both, juego alone */
    bool sums[41];
} numbers;

static void count_hand(const uint8_t cards[4], const mus_rules *rules, numbers *out) {
    static bool seen[2][10][10][10][10];
    const mus_class *class = mus_class_of(rules, cards);
    slow_hand h = slow_read(cards, rules->kings8 != 0);
    assert_int_equal(class->sum, slow_sum(h));
    assert_int_equal(class->pares_value, slow_pares_value(h));
    assert_int_equal(class->juego_value, slow_juego_value(h));
    out->hands++;
    out->pares += class->pares_value != 0;
    out->par += class->pares_value == 1;
    out->medias += class->pares_value == 2;
    out->duples += class->pares_value == 3;
    out->juego += class->juego_value != 0;
    out->juego_31 += class->sum == 31;
    out->juego_31_pares += class->sum == 31 && class->pares_value != 0;
    out->punto_30 += class->sum == 30;
    out->sums[class->sum] = true;
    bool *mark = &seen[rules->kings8][h.rank[0]][h.rank[1]][h.rank[2]][h.rank[3]];
    if (*mark) return;
    *mark = true;
    out->classes++;
    out->pares_classes += class->pares_value != 0;
    out->juego_classes += class->juego_value != 0;
    out->types[class->pares_value == 0 ? (class->juego_value == 0 ? 0 : 3)
                                       : (class->juego_value == 0 ? 1 : 2)]++;
}

static void hands_are_as_many_as_the_rules_count(void **unused) {
    (void)unused;
    static numbers found[2];
    for (int kings8 = 0; kings8 < 2; kings8++) {
        mus_rules rules;
        memset(&rules, 0, sizeof rules);
        rules.kings8 = (uint8_t)kings8;
        for (uint8_t a = 0; a < 40; a++) {
            for (uint8_t b = (uint8_t)(a + 1); b < 40; b++) {
                for (uint8_t c = (uint8_t)(b + 1); c < 40; c++) {
                    for (uint8_t d = (uint8_t)(c + 1); d < 40; d++) {
                        uint8_t cards[4] = {a, b, c, d};
                        count_hand(cards, &rules, &found[kings8]);
                    }
                }
            }
        }
    }
    const numbers *eight = &found[1], *four = &found[0];
    assert_int_equal(eight->hands, 91390);
    assert_int_equal(eight->classes, 330);
    assert_int_equal(eight->pares, 51710);
    assert_int_equal(eight->pares_classes, 260);
    assert_int_equal(eight->par, 43776);
    assert_int_equal(eight->medias, 4448);
    assert_int_equal(eight->duples, 3486);
    assert_int_equal(eight->juego, 24444);
    assert_int_equal(eight->juego_classes, 104);
    assert_int_equal(eight->juego_31, 8384);
    assert_int_equal(eight->juego_31_pares, 4800);
    assert_int_equal(eight->punto_30, 3024);
    const int types[4] = {53, 173, 87, 17};
    assert_memory_equal(eight->types, types, sizeof types);
    assert_int_equal(four->classes, 715);
    assert_int_equal(four->pares, 37630);
    assert_int_equal(four->pares_classes, 505);
    assert_int_equal(four->par, 34560);
    assert_int_equal(four->medias, 1440);
    assert_int_equal(four->duples, 1630);
    assert_int_equal(four->juego, 11719);
    assert_int_equal(four->juego_classes, 124);
    assert_int_equal(four->juego_31, 3040);
    assert_int_equal(four->juego_31_pares, 1248);
    assert_int_equal(four->punto_30, 2796);
    for (int sum = 0; sum <= 40; sum++) {
        bool possible = sum >= 4 && sum != 38 && sum != 39;
        assert_int_equal(four->sums[sum], possible);
        assert_int_equal(eight->sums[sum], possible && sum != 5 && sum != 6);
    }
}

/* ---- two hands against each other (section 12) ---- */

/* How many deals have these two hands: classes of eight kings, as cards of suit o. */
static double count_deals(const uint8_t one[4], const uint8_t other[4]) {
    static const double choose[9][5] = {{1, 0, 0, 0, 0},    {1, 1, 0, 0, 0},    {1, 2, 1, 0, 0},
                                        {1, 3, 3, 1, 0},    {1, 4, 6, 4, 1},    {1, 5, 10, 10, 5},
                                        {1, 6, 15, 20, 15}, {1, 7, 21, 35, 35}, {1, 8, 28, 56, 70}};
    double deals = 1;
    for (int rank = 0; rank < 10; rank++) {
        int cards = rank == 0 || rank == 9 ? 8 : rank <= 2 ? 0 : 4, a = 0, b = 0;
        for (int i = 0; i < 4; i++) {
            a += one[i] / 4 == rank;
            b += other[i] / 4 == rank;
        }
        deals *= choose[cards][a] * (cards >= a ? choose[cards - a][b] : 0);
    }
    return deals;
}

/* Put the hands of two classes on the table of a fresh hand: the first that are free in the deck. */
static void deal_classes(mus_state *state, const uint8_t one[4], const uint8_t other[4]) {
    uint64_t used = 0;
    for (int seat = 0; seat < 2; seat++) {
        const uint8_t *hand = seat == 0 ? one : other;
        for (int i = 0; i < 4; i++) state->hands[seat][i] = MUS_NO_CARD;
        for (int i = 0; i < 4; i++) {
            uint32_t rank = hand[i] / 4u;
            uint64_t cards = 0xfull << (4 * rank);
            if ((cards & ~used) == 0) cards = 0xfull << (4 * (rank == MUS_R ? MUS_3 : MUS_2));
            uint32_t card = tp_lowest_bit(cards & ~used);
            used |= 1ull << card;
            mus_take_card(state->hands[seat], card);
        }
    }
    state->stock = MUS_DECK & ~used;
}

static mus_rules rules_of_s2(const char *raises, const char *max_raises) {
    tp_options options;
    mus_rules rules;
    tp_options_init(&options, game->options);
    tp_options_set(&options, "preset", "S2", NULL);
    if (raises != NULL) tp_options_set(&options, "raises", raises, NULL);
    if (max_raises != NULL) tp_options_set(&options, "max_raises", max_raises, NULL);
    mus_rules_from_options(&options, &rules);
    return rules;
}

/* Stones of seat 0 less those of seat 1 in the last hand. */
static int last_margin(const mus_table *table) {
    int margin = 0;
    for (uint32_t i = 0; i < table->last_log.count; i++) {
        const mus_entry *entry = &table->last_log.entries[i];
        margin += entry->side == 0 ? entry->stones : -entry->stones;
    }
    return margin;
}

/* Every deal of two hands, by class, played by the rules with nothing but paso. */
static void passing_is_worth_what_the_rules_say_to_mano(void **unused) {
    (void)unused;
    static uint8_t hands[MOST_CLASSES][4];
    mus_rules rules = rules_of_s2(NULL, NULL);
    int count = all_classes(true, hands);
    double deals = 0, stones = 0, grande = 0;
    tp_chance chance;
    mus_state start;
    memset(&start, 0, sizeof start);
    tp_chance_from_seed(&chance, 0);
    mus_setup(&start, &rules, 0, false, &chance);
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < count; k++) {
            double ways = count_deals(hands[i], hands[k]);
            if (ways <= 0) continue;
            mus_state state = start;
            deal_classes(&state, hands[i], hands[k]);
            while (state.table.mano == 0) game->apply(&state, MUS_MOVE_PASO, &chance);
            deals += ways;
            stones += ways * last_margin(&state.table);
            const mus_entry *first = &state.table.last_log.entries[0];
            assert_int_equal(first->reason, MUS_PHASE_GRANDE * 4 + MUS_SCORED_COUNT);
            grande += ways * (first->side == 0 ? 1 : -1);
        }
    }
    assert_true(fabs(deals - 5383327950.0) < .5);
    assert_true(fabs(stones / deals - 0.0941712) < 5e-8);
    assert_true(fabs(grande / deals - 0.00314195) < 5e-9);
}

/* Uniformly random play without raises, an accepted ordago being 40 stones. */
static void random_play_is_worth_what_the_rules_say_to_mano(void **unused) {
    (void)unused;
    int hands = 2000000 * soak_factor();
    mus_rules rules = rules_of_s2("2", "0");
    double sum = 0, squares = 0;
    tp_chance chance;
    tp_chance_from_seed(&chance, 12);
    for (int n = 0; n < hands; n++) {
        mus_state state;
        memset(&state, 0, sizeof state);
        mus_setup(&state, &rules, 0, false, &chance);
        while (state.table.mano == 0 && state.table.phase != MUS_PHASE_OVER) {
            tp_move moves[MUS_MAX_MOVES];
            int count = mus_list_legal(&state.table, state.hands[state.table.to_act], moves);
            mus_apply(&state, moves[tp_rng_below(&chance.rng, (uint32_t)count)], &chance);
        }
        const mus_log *log = &state.table.last_log;
        const mus_entry *last = &log->entries[log->count - 1];
        double value = last_margin(&state.table);
        if (last->reason % 4 == MUS_SCORED_ORDAGO) value = last->side == 0 ? 40 : -40;
        sum += value;
        squares += value * value;
    }
    double mean = sum / hands, error = sqrt((squares / hands - mean * mean) / hands);
    if (fabs(mean - 0.7025) > 4.5 * error + .00005)
        fail_msg("%.4f to mano, with an error of %.4f", mean, error);
}

static int find_game(void **unused) {
    (void)unused;
    game = tp_game_find("mus", NULL);
    return game == NULL;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_pair_of_hands_compares_as_the_rules_say),
        cmocka_unit_test(hands_are_as_many_as_the_rules_count),
        cmocka_unit_test(passing_is_worth_what_the_rules_say_to_mano),
        cmocka_unit_test(random_play_is_worth_what_the_rules_say_to_mano),
    };
    return cmocka_run_group_tests(tests, find_game, NULL);
}
