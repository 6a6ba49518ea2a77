/* Decisions to practise: what the answers are said to be worth is what an enumeration by the rules finds. The
 * enumeration shares nothing with the solver but the strategy itself and the numbers of the nodes. */
#include "games/mus/solve_engine.h"
#include "games/mus/solve_practice.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static mus_trainer *trainer;

/* Opened, and solved so many iterations. */
static tp_err open_ready(const char *file, uint32_t iterations, mus_trainer **out, tp_error *error) {
    double done = 0, before = 0;
    tp_err code = mus_trainer_open(file, iterations, 1, out, error);
    while (code == TP_OK && done < 1) {
        code = mus_trainer_prepare(*out, &done, error);
        assert_true(done > before);
        before = done;
    }
    return code;
}

static int open_trainer(void **unused) {
    (void)unused;
    tp_error error = {0};
    /* a strategy that is far from an equilibrium does everything sometimes: the better for a test */
    assert_int_equal(open_ready(NULL, 6, &trainer, &error), TP_OK);
    return 0;
}

static int close_trainer(void **unused) {
    (void)unused;
    mus_trainer_close(trainer);
    return 0;
}

/* A game of the rules, and where the solver counts it. */
typedef struct game {
    mus_state state;
    uint64_t column;
    int node, lance;
} game;

static const mus_rules rules = {.raises = 1u << 2 | 1u << 5,
                                .players = 2,
                                .kings8 = 1,
                                .mus = MUS_NONE,
                                .min_discard = 1,
                                .target = SOLVE_TARGET,
                                .juegos_to_win = 1,
                                .vacas_to_win = 1,
                                .min_bet = 2,
                                .min_raise = 2,
                                .max_raises = 0};

static tp_chance chance;

static void begin(game *g, const uint8_t mano[MUS_HAND], const uint8_t postre[MUS_HAND]) {
    memset(g, 0, sizeof *g);
    tp_chance_from_seed(&chance, 1);
    mus_setup(&g->state, &rules, 0, false, &chance);
    memcpy(g->state.hands[0], mano, MUS_HAND);
    memcpy(g->state.hands[1], postre, MUS_HAND);
}

static bool is_over(const game *g) {
    return g->state.table.phase == MUS_PHASE_OVER || g->state.table.mano != 0;
}

/* By the rules; false where they do not allow it. */
static bool play(game *g, tp_move move) {
    tp_move moves[MUS_MAX_MOVES];
    const mus_table *table = &g->state.table;
    int count = mus_list_legal(table, g->state.hands[table->to_act], moves), found = -1;
    for (int i = 0; i < count; i++) found = moves[i] == move ? i : found;
    if (found < 0) return false;
    const solve_node *node = &trainer->tree.lance.node[g->node];
    assert_int_equal(count, node->actions);
    int next = node->next[found];
    mus_apply(&g->state, move, &chance);
    if (next >= 0) {
        g->node = next;
    } else {
        g->column = g->column * (uint64_t)trainer->tree.lance.leaves + (uint64_t)(-1 - next);
        g->node = 0;
    }
    return true;
}

/* How often the strategy makes this move here. */
static double share(const game *g, tp_move move) {
    const mus_table *table = &g->state.table;
    const solve_node *node = &trainer->tree.lance.node[g->node];
    int kind[2];
    for (uint32_t seat = 0; seat < 2; seat++)
        kind[seat] =
            ((table->pares & mus_bit(seat)) != 0 ? 0 : 2) + ((table->juego & mus_bit(seat)) != 0 ? 0 : 1);
    int lance = (int)mus_lance(table->phase),
        stage = lance < MUS_JUEGO ? lance : solve_stage_of(kind[0], kind[1]);
    const solve_stage *s = &trainer->tree.stage[stage];
    int player = table->to_act;
    assert_int_equal(node->player, player);
    size_t count = s->count[player], slots = (size_t)trainer->tree.lance.slots[player];
    size_t place =
        (size_t)(trainer->cards->place[mus_class_of(&rules, g->state.hands[player]) - mus_classes_8] -
                 s->first[player]);
    const uint8_t *bytes =
        trainer->policy.byte[player] + s->start[player] + (g->column * slots + node->slot) * count;
    double total = 0, own = 0;
    for (size_t a = 0; a < node->actions; a++) {
        total += bytes[a * count + place];
        if (node->moves[a] == move) own = bytes[a * count + place];
    }
    return total > 0 ? own / total : 1.0 / node->actions;
}

/* What the hand is worth to a player, in stones. */
static double worth(const game *g, int player) {
    if (is_over(g)) {
        double more = g->state.table.phase == MUS_PHASE_OVER
                          ? (g->state.table.winner == 0 ? SOLVE_TARGET : -SOLVE_TARGET)
                          : (double)g->state.table.score[0] - g->state.table.score[1];
        return player == 0 ? more : -more;
    }
    tp_move moves[MUS_MAX_MOVES];
    int count = mus_list_legal(&g->state.table, g->state.hands[g->state.table.to_act], moves);
    double sum = 0;
    for (int i = 0; i < count; i++) {
        double part = share(g, moves[i]);
        if (part <= 0) continue;
        game next = *g;
        assert_true(play(&next, moves[i]));
        sum += part * worth(&next, player);
    }
    return sum;
}

/* The hands of 36 cards by effective rank, how many ways each. */
static int list_hands(const uint8_t own[MUS_HAND], uint8_t hands[][MUS_HAND], double *ways) {
    uint8_t left[MUS_RANKS][2 * MUS_SUITS], counts[MUS_RANKS] = {0};
    int found = 0;
    for (uint8_t card = 0; card < MUS_CARDS; card++) {
        bool is_own = memchr(own, card, MUS_HAND) != NULL;
        uint32_t rank = mus_effective_rank(mus_rank(card), true);
        if (!is_own) left[rank][counts[rank]++] = card;
    }
    for (int a = 0; a < MUS_RANKS; a++) {
        for (int b = a; b < MUS_RANKS; b++) {
            for (int c = b; c < MUS_RANKS; c++) {
                for (int d = c; d < MUS_RANKS; d++) {
                    int of[MUS_HAND] = {a, b, c, d}, taken[MUS_RANKS] = {0};
                    double product = 1;
                    for (int i = 0; i < MUS_HAND; i++) {
                        int rank = of[i], k = taken[rank]++;
                        product = product * (counts[rank] - k) / (k + 1);
                        if (product > 0) hands[found][i] = left[rank][k];
                    }
                    if (product <= 0) continue;
                    ways[found++] = product;
                }
            }
        }
    }
    return found;
}

static void test_values(void **unused) {
    (void)unused;
    static uint8_t others[1000][MUS_HAND];
    static double ways[1000];
    const char *wanted = getenv("PRACTICE_QUESTIONS");
    uint64_t questions = wanted == NULL ? 16 : strtoull(wanted, NULL, 10);
    int stages[MUS_LANCES] = {0};
    for (uint64_t seed = 1; seed <= questions; seed++) {
        mus_question asked;
        assert_true(mus_trainer_ask(trainer, seed, &asked));
        int player = trainer->tree.lance.node[asked.node].player;
        const uint8_t *own = trainer->cards->hand[asked.hands[player]].cards;
        stages[asked.stage < SOLVE_JUEGO ? asked.stage : MUS_JUEGO]++;
        /* the other one as it was dealt says what was declared */
        int count = list_hands(own, others, ways), real = -1;
        for (int i = 0; i < count; i++) {
            if (trainer->cards->place[mus_class_of(&rules, others[i]) - mus_classes_8] ==
                asked.hands[1 - player])
                real = i;
        }
        assert_true(real >= 0);
        game as_dealt;
        begin(&as_dealt, player == 0 ? own : others[real], player == 0 ? others[real] : own);
        for (int k = 0; k < asked.move_count; k++) assert_true(play(&as_dealt, asked.moves[k]));
        assert_int_equal(as_dealt.state.table.to_act, player);
        double sums[MUS_MAX_MOVES] = {0}, total = 0;
        tp_move moves[MUS_MAX_MOVES];
        int legal = mus_list_legal(&as_dealt.state.table, own, moves);
        for (int i = 0; i < count; i++) {
            game g;
            double weight = ways[i];
            begin(&g, player == 0 ? own : others[i], player == 0 ? others[i] : own);
            for (int k = 0; k < asked.move_count && weight > 0; k++) {
                if (is_over(&g)) weight = 0;
                if (weight > 0 && g.state.table.to_act != player) weight *= share(&g, asked.moves[k]);
                if (weight > 0 && !play(&g, asked.moves[k])) weight = 0;
            }
            bool same = weight > 0 && !is_over(&g) && g.state.table.phase == as_dealt.state.table.phase &&
                        g.state.table.declared == as_dealt.state.table.declared &&
                        g.state.table.pares == as_dealt.state.table.pares &&
                        g.state.table.juego == as_dealt.state.table.juego && g.column == as_dealt.column;
            if (!same) continue;
            total += weight;
            for (int a = 0; a < legal; a++) {
                game next = g;
                assert_true(play(&next, moves[a]));
                sums[a] += weight * worth(&next, player);
            }
        }
        assert_true(total > 0);
        for (int a = 0; a < legal; a++) {
            if (fabs(sums[a] / total - asked.values[a]) > 1e-9)
                fail_msg("question %d, answer %d: %.12f, and the rules say %.12f", (int)seed, a,
                         asked.values[a], sums[a] / total);
        }
    }
    for (int i = 0; i < MUS_LANCES; i++) assert_true(stages[i] > 0);
}

/* The same file again, and none that is damaged or another one. */
static void test_file(void **unused) {
    (void)unused;
    char path[64];
    tp_error error = {0};
    mus_trainer *first = NULL, *again = NULL;
    snprintf(path, sizeof path, "/tmp/test_mus_practice-%d", (int)getpid());
    assert_int_equal(open_ready(path, 2, &first, &error), TP_OK);
    assert_int_equal(open_ready(path, 9, &again, &error), TP_OK);
    assert_int_equal(again->iterations, 2);
    for (int i = 0; i < SOLVE_HANDS; i++) {
        /* places without a hand are not kept */
        if (first->cards->hand[i].class == NULL) continue;
        const solve_stage *s = &first->tree.stage[SOLVE_CHICA];
        for (int player = 0; player < SOLVE_PLAYERS; player++) {
            uint64_t rows = s->columns * (uint64_t)first->tree.lance.slots[player], count = s->count[player];
            for (uint64_t row = 0; row < rows; row++) {
                uint64_t at = s->start[player] + row * count + (uint64_t)i;
                assert_int_equal(first->policy.byte[player][at], again->policy.byte[player][at]);
            }
        }
    }
    solve_values one, other;
    assert_true(solve_policy_evaluate(&first->policy, &first->utility, 1, &one));
    assert_true(solve_policy_evaluate(&again->policy, &again->utility, 1, &other));
    assert_memory_equal(&one, &other, sizeof one);
    mus_trainer_close(first);
    mus_trainer_close(again);
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, 100000, SEEK_SET), 0);
    int byte = fgetc(file);
    assert_int_equal(fseek(file, 100000, SEEK_SET), 0);
    fputc(byte ^ 1, file);
    fclose(file);
    assert_int_not_equal(open_ready(path, 2, &again, &error), TP_OK);
    assert_non_null(strstr(error.text, path));
    unlink(path);
}

/* The solution that comes with the program: how much both could gain against its fifteenths. */
static void test_shipped(void **unused) {
    (void)unused;
    tp_error error = {0};
    mus_trainer *shipped = NULL;
    solve_values values;
    double done = 0;
    assert_int_equal(mus_practice.open(NULL, 1, (void **)&shipped, &error), TP_OK);
    assert_int_equal(mus_practice.prepare(shipped, &done, &error), TP_OK);
    assert_true(done >= 1);
    assert_int_equal(shipped->iterations, 1000);
    assert_true(solve_policy_evaluate(&shipped->policy, &shipped->utility, 1, &values));
    print_message("# value %.5f, NashConv %.5f\n", values.value[0], values.nashconv);
    assert_true(values.value[0] > .14 && values.value[0] < .16);
    assert_true(values.nashconv > 0 && values.nashconv < .11);
    mus_trainer_close(shipped);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_values), cmocka_unit_test(test_file),
                                       cmocka_unit_test(test_shipped)};
    return cmocka_run_group_tests(tests, open_trainer, close_trainer);
}
