/* Leduc poker, small enough to be walked to its ends: the information sets of the literature, and how far the
 * agent is from an equilibrium. */
#include "games/leduc/view.h"
#include "tapete/agent.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_SETS = 1024, MOST_MOVES = 3 };

/* The views of the seats that are to act, each once, and what a strategy and a best response do in them. */
typedef struct set {
    leduc_view view;
    double probs[MOST_MOVES];
    double values[MOST_MOVES]; /* sums over the worlds that can lie behind it */
    int depth;                 /* moves so far */
    int best;
} set;

typedef struct tree {
    const tp_game *game;
    set sets[MOST_SETS];
    int count;
    int responder; /* the seat that plays its best response; -1: both play the strategy */
    int depth;     /* of the sets whose values are summed up */
} tree;

static set *find_set(tree *t, const leduc_state *state) {
    leduc_view view;
    t->game->view(state, t->game->actor(state), &view);
    for (int i = 0; i < t->count; i++) {
        if (memcmp(&t->sets[i].view, &view, sizeof view) == 0) return &t->sets[i];
    }
    assert_true(t->count < MOST_SETS);
    t->sets[t->count] = (set){.view = view, .depth = view.table.count};
    return &t->sets[t->count++];
}

/* The state after a move, with this card turned up if one is. */
static leduc_state after(const leduc_state *state, tp_move move, uint32_t board) {
    leduc_state next = *state;
    leduc_make(&next.table, move);
    if (leduc_needs_board(&next.table)) next.table.board = (uint8_t)board;
    return next;
}

/* The value for seat 0 of this deal, in which `board` will be turned up; `reach` is the probability of
 * everything but the moves of the responder. */
static double walk(tree *t, const leduc_state *state, uint32_t board, double reach) {
    tp_move moves[MOST_MOVES];
    int count = t->game->legal(state, moves), seat = t->game->actor(state);
    if (count == 0) {
        int32_t scores[LEDUC_SEATS];
        t->game->scores(state, scores);
        return scores[0];
    }
    set *s = find_set(t, state);
    double value = 0;
    for (int i = 0; i < count; i++) {
        leduc_state next = after(state, moves[i], board);
        bool responds = seat == t->responder;
        double of_move = walk(t, &next, board, responds ? reach : reach * s->probs[i]);
        if (responds && s->depth == t->depth) s->values[i] += reach * (seat == 0 ? of_move : -of_move);
        value += responds ? (i == s->best ? of_move : 0) : s->probs[i] * of_move;
    }
    return value;
}

static double walk_all(tree *t) {
    double sum = 0;
    for (uint32_t first = 0; first < LEDUC_CARDS; first++) {
        for (uint32_t second = 0; second < LEDUC_CARDS; second++) {
            for (uint32_t board = 0; board < LEDUC_CARDS; board++) {
                if (first == second || first == board || second == board) continue;
                leduc_state state;
                memset(&state, 0, sizeof state);
                leduc_start(&state.table, 2);
                state.card[0] = (uint8_t)first;
                state.card[1] = (uint8_t)second;
                sum += walk(t, &state, board, 1.0 / 120) / 120;
            }
        }
    }
    return sum;
}

/* The best response, from the last moves to the first. */
static double respond(tree *t, int seat) {
    t->responder = seat;
    for (t->depth = LEDUC_MAX_PLIES - 1; t->depth >= 0; t->depth--) {
        for (int i = 0; i < t->count; i++) memset(t->sets[i].values, 0, sizeof t->sets[i].values);
        walk_all(t);
        for (int i = 0; i < t->count; i++) {
            set *s = &t->sets[i];
            tp_move moves[MOST_MOVES];
            int count = t->game->view_legal(&s->view, moves);
            if (s->depth != t->depth || s->view.viewer != seat) continue;
            for (int m = s->best = 0; m < count; m++)
                s->best = s->values[m] > s->values[s->best] ? m : s->best;
        }
    }
    double value = walk_all(t);
    t->responder = -1;
    return seat == 0 ? value : -value;
}

static tree standard;

static int find_all_sets(void **unused) {
    (void)unused;
    standard = (tree){.game = tp_game_find("leduc", NULL), .responder = -1};
    walk_all(&standard);
    return 0;
}

static void test_there_are_936_information_sets(void **unused) {
    (void)unused;
    int first_round = 0;
    for (int i = 0; i < standard.count; i++) first_round += standard.sets[i].view.table.round == 0;
    assert_int_equal(standard.count, 936);
    assert_int_equal(first_round, 36);
}

/* What a best response wins against the agent in both seats together, in chips, and what the agent wins
 * against itself in seat 0. */
static double exploitability(const char *name, double *value) {
    tp_agent *agent = tp_agent_new(standard.game, name, 1, NULL);
    assert_non_null(agent);
    for (int i = 0; i < standard.count; i++)
        assert_true(tp_agent_probs(agent, &standard.sets[i].view, standard.sets[i].probs) > 0);
    tp_agent_free(agent);
    *value = walk_all(&standard);
    return respond(&standard, 0) + respond(&standard, 1);
}

static void test_the_agent_is_near_an_equilibrium(void **unused) {
    (void)unused;
    double value, found = exploitability("leduc-cfr:iterations=1000", &value);
    print_message("exploitability %.5f, value %.5f\n", found, value);
    assert_true(found >= 0 && found < 0.01);
    assert_true(value > -0.0856 - 0.005 && value < -0.0856 + 0.005);
}

static void test_each_level_is_harder_to_exploit_than_the_one_below(void **unused) {
    (void)unused;
    double before = 1000, value;
    for (const tp_level *level = tp_levels(); level->name != NULL; level++) {
        double found = exploitability(tp_level_agent(standard.game, level->name), &value);
        print_message("%s: %.4f\n", level->name, found);
        assert_true(found < 0.8 * before);
        before = found;
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_there_are_936_information_sets),
        cmocka_unit_test(test_the_agent_is_near_an_equilibrium),
        cmocka_unit_test(test_each_level_is_harder_to_exploit_than_the_one_below),
    };
    return cmocka_run_group_tests(tests, find_all_sets, NULL);
}
