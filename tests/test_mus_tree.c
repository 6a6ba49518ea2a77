/* Mus: the public tree of a hand without mus, two players, raises of 2 and 5, counted by walking the engine
 * (section 11 of docs/rules/exact/mus.md).
 *
 * A node is a decision after some public history. What was declared is part of the history, so the last lance
 * is walked behind all eight declarations that lead to one: who has pares, and whether it is juego or punto.
 * An information set is a node and a class of hands that its actor may hold there. */
#include "games/mus/view.h"
#include "support/soak.h"
#include "tapete/tapete.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const tp_game *game;

typedef struct tree {
    uint64_t nodes[MUS_LANCES];     /* decisions in each lance */
    uint64_t answers[MUS_LANCES];   /* those of them that answer an ordago */
    uint64_t infosets[MUS_LANCES];  /* nodes times the classes that their actor may hold */
    uint64_t ends[MUS_LANCES];      /* how often a lance ended and the hand went on, or came to the count */
    uint64_t showdowns[MUS_LANCES]; /* how often it ended by an accepted ordago */
    uint32_t classes[2][2];         /* how many classes have pares or not, juego or not */
} tree;

static uint32_t lance_of(const mus_table *table) { return mus_lance(table->phase); }

/* How many classes of hands the actor may have, by what it declared so far. */
static uint64_t classes_of_actor(const tree *t, const mus_table *table) {
    uint32_t pares = (table->pares >> table->to_act) & 1, juego = (table->juego >> table->to_act) & 1;
    uint64_t count = 0;
    for (uint32_t p = 0; p < 2; p++) {
        for (uint32_t j = 0; j < 2; j++) {
            bool fits = (table->declared < 1 || p == pares) && (table->declared < 2 || j == juego);
            if (fits) count += t->classes[p][j];
        }
    }
    return count;
}

static void walk(tree *t, const mus_state *state) {
    tp_move moves[MUS_MAX_MOVES];
    uint32_t lance = lance_of(&state->table);
    int count = game->legal(state, moves);
    t->nodes[lance]++;
    t->answers[lance] += state->table.ordago != 0;
    t->infosets[lance] += classes_of_actor(t, &state->table);
    for (int i = 0; i < count; i++) {
        mus_state next = *state;
        tp_chance chance;
        tp_chance_from_seed(&chance, 0);
        game->apply(&next, moves[i], &chance);
        bool ended = next.table.phase == MUS_PHASE_OVER || next.table.mano != state->table.mano;
        bool by_ordago = ended && moves[i] == MUS_MOVE_QUIERO && state->table.ordago != 0;
        if (by_ordago) {
            t->showdowns[lance]++;
        } else if (ended || lance_of(&next.table) != lance) {
            t->ends[lance]++;
        }
        if (!ended) walk(t, &next);
    }
}

static void deal(mus_state *state, const mus_rules *rules, const char *hands[2]) {
    tp_chance chance;
    uint64_t used = 0;
    memset(state, 0, sizeof *state);
    tp_chance_from_seed(&chance, 0);
    mus_setup(state, rules, 0, false, &chance);
    for (int seat = 0; seat < 2; seat++) {
        for (int i = 0; i < MUS_HAND; i++) state->hands[seat][i] = MUS_NO_CARD;
        for (const char *letter = hands[seat]; *letter != '\0'; letter++) {
            uint32_t rank = (uint32_t)(strchr(mus_rank_names, *letter) - mus_rank_names);
            uint32_t card = tp_lowest_bit((0xfull << (4 * rank)) & ~used);
            used |= 1ull << card;
            mus_take_card(state->hands[seat], card);
        }
    }
    state->stock = MUS_DECK & ~used;
    tp_error error = {0};
    if (game->check(state, &error) != TP_OK) fail_msg("%s", error.text);
}

/* Hands for both seats by what they have: pares or not, juego or not. */
static const char *const examples[2][2][2] = {
    /* no juego, juego */
    {{"7654", "RCSA"}, {"7644", "RRCA"}}, /* seat 0: no pares, pares */
    {{"7653", "CS65"}, {"7544", "CCSA"}}, /* seat 1 */
};

static void count_classes(tree *t) {
    for (uint32_t i = 0; i < MUS_CLASSES_8; i++)
        t->classes[mus_classes_8[i].pares_value != 0][mus_classes_8[i].juego_value != 0]++;
}

/* The sizes that the rules give for so many raises. */
static void check_tree(int raises, uint64_t D, uint64_t L, uint64_t nodes, uint64_t infosets) {
    char text[8];
    tp_options options;
    mus_rules rules;
    tp_options_init(&options, game->options);
    snprintf(text, sizeof text, "%d", raises);
    tp_options_set(&options, "preset", "S2", NULL);
    tp_options_set(&options, "raises", "2,5", NULL);
    tp_options_set(&options, "max_raises", text, NULL);
    /* no deje ends the juego: three of 17 stones would end one of 40 */
    tp_options_set(&options, "target", "200", NULL);
    mus_rules_from_options(&options, &rules);
    uint64_t total = 0, total_infosets = 0;
    for (int pares0 = 0; pares0 < 2; pares0++) {
        for (int pares1 = 0; pares1 < 2; pares1++) {
            for (int juego = 0; juego < 2; juego++) {
                static tree t;
                mus_state state;
                const char *hands[2] = {examples[0][pares0][juego], examples[1][pares1][juego]};
                memset(&t, 0, sizeof t);
                count_classes(&t);
                deal(&state, &rules, hands);
                walk(&t, &state);
                bool bet_on_pares = pares0 && pares1;
                uint64_t before = bet_on_pares ? L * L * L : L * L; /* ways to come to the last lance */
                assert_int_equal(t.nodes[MUS_GRANDE], D);
                assert_int_equal(t.ends[MUS_GRANDE], L);
                assert_int_equal(t.showdowns[MUS_GRANDE], t.answers[MUS_GRANDE]);
                assert_int_equal(t.nodes[MUS_CHICA], L * D);
                assert_int_equal(t.nodes[MUS_PARES], bet_on_pares ? L * L * D : 0);
                assert_int_equal(t.nodes[MUS_JUEGO], before * D);
                assert_int_equal(t.ends[MUS_JUEGO], before * L);
                total += t.nodes[MUS_JUEGO];
                total_infosets += t.infosets[MUS_JUEGO];
                if (bet_on_pares && juego) { /* the same before every declaration */
                    total += t.nodes[MUS_GRANDE] + t.nodes[MUS_CHICA] + t.nodes[MUS_PARES];
                    total_infosets += t.infosets[MUS_GRANDE] + t.infosets[MUS_CHICA] + t.infosets[MUS_PARES];
                }
            }
        }
    }
    assert_int_equal(total, nodes);
    assert_int_equal(total_infosets, infosets);
    assert_int_equal(nodes, D + L * D + L * L * D + 2 * L * L * (L + 3) * D);
}

static void the_tree_without_raises_has_the_right_size(void **unused) {
    (void)unused;
    check_tree(0, 8, 9, 16280, 1970400);
}

static void the_tree_with_one_raise_has_the_right_size(void **unused) {
    (void)unused;
    check_tree(1, 16, 21, 346096, 43298880);
}

static void the_tree_with_two_raises_has_the_right_size(void **unused) {
    (void)unused;
    check_tree(2, 32, 45, 6287072, 801413760);
}

/* 106,838,464 nodes: in the long suite only. */
static void the_tree_with_three_raises_has_the_right_size(void **unused) {
    (void)unused;
    const uint64_t D = 64, L = 93, nodes = 106838464;
    assert_int_equal(D + L * D + L * L * D + 2 * L * L * (L + 3) * D, nodes);
    if (soak_factor() > 1) check_tree(3, D, L, nodes, 13751819520);
}

static int find_game(void **unused) {
    (void)unused;
    game = tp_game_find("mus", NULL);
    return game == NULL;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_tree_without_raises_has_the_right_size),
        cmocka_unit_test(the_tree_with_one_raise_has_the_right_size),
        cmocka_unit_test(the_tree_with_two_raises_has_the_right_size),
        cmocka_unit_test(the_tree_with_three_raises_has_the_right_size),
    };
    return cmocka_run_group_tests(tests, find_game, NULL);
}
