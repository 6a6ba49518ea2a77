/* Kuhn poker, the example of docs/add-a-game.md: small enough to be counted to the end. */
#include "kuhn/kuhn.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/* All ways in which a game can go. */
typedef struct tree {
    int ends;
    int32_t first_wins;
    kuhn_view views[64]; /* of whoever is to act, each once */
    int view_count;
} tree;

static void note_view(tree *t, const kuhn_state *state) {
    kuhn_view view;
    kuhn_view_of(state, kuhn_game.actor(state), &view);
    for (int i = 0; i < t->view_count; i++) {
        if (memcmp(&t->views[i], &view, sizeof view) == 0) return;
    }
    t->views[t->view_count++] = view;
}

static void walk(tree *t, const kuhn_state *state) {
    tp_move moves[KUHN_MOVES];
    int count = kuhn_game.legal(state, moves);
    if (count == 0) {
        int32_t scores[KUHN_SEATS];
        kuhn_game.scores(state, scores);
        assert_int_equal(scores[0] + scores[1], 0);
        t->first_wins += scores[0];
        t->ends++;
        return;
    }
    note_view(t, state);
    for (int i = 0; i < count; i++) {
        kuhn_state next = *state;
        kuhn_game.apply(&next, moves[i], NULL);
        walk(t, &next);
    }
}

static kuhn_state dealt(uint32_t first, uint32_t second) {
    return (kuhn_state){.card = {(uint8_t)first, (uint8_t)second}};
}

static void test_thirty_ends_and_twelve_views(void **unused) {
    (void)unused;
    tree t = {.ends = 0};
    for (uint32_t first = 0; first < KUHN_CARDS; first++) {
        for (uint32_t second = 0; second < KUHN_CARDS; second++) {
            if (first == second) continue;
            kuhn_state state = dealt(first, second);
            walk(&t, &state);
        }
    }
    assert_int_equal(t.ends, 30);
    assert_int_equal(t.view_count, 12);
    /* Of the five ends of a deal two do not depend on the cards: one fold of each. The others cancel out over all deals. */
    assert_int_equal(t.first_wins, 0);
}

/* Each way to the end, and what it is worth to the first player when he has the higher card. */
static void test_stakes(void **unused) {
    (void)unused;
    static const struct {
        int count;
        tp_move moves[KUHN_MAX_PLIES];
        int32_t high, low;
        bool shown;
    } ways[] = {
        {2, {KUHN_CHECK, KUHN_CHECK}, 1, -1, true},
        {2, {KUHN_BET, KUHN_FOLD}, 1, 1, false},
        {2, {KUHN_BET, KUHN_CALL}, 2, -2, true},
        {3, {KUHN_CHECK, KUHN_BET, KUHN_FOLD}, -1, -1, false},
        {3, {KUHN_CHECK, KUHN_BET, KUHN_CALL}, 2, -2, true},
    };
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        for (int high = 0; high < 2; high++) {
            kuhn_state state = high ? dealt(KUHN_K, KUHN_Q) : dealt(KUHN_J, KUHN_Q);
            int32_t scores[KUHN_SEATS];
            kuhn_view view;
            for (int ply = 0; ply < ways[i].count; ply++) kuhn_game.apply(&state, ways[i].moves[ply], NULL);
            assert_int_equal(kuhn_game.actor(&state), TP_OVER);
            kuhn_game.scores(&state, scores);
            assert_int_equal(scores[0], high ? ways[i].high : ways[i].low);
            kuhn_view_of(&state, 0, &view);
            assert_int_equal(view.card[1], ways[i].shown ? KUHN_Q : KUHN_UNKNOWN);
        }
    }
}

/* Behind a card there are two worlds, and behind none six, all equally often. */
static void test_worlds(void **unused) {
    (void)unused;
    enum { TRIES = 60000 };
    for (int viewer = TP_SPECTATOR; viewer < 1; viewer++) {
        kuhn_state state = dealt(KUHN_Q, KUHN_K), world;
        kuhn_view view;
        kuhn_scratch scratch;
        tp_chance chance;
        int found[KUHN_CARDS][KUHN_CARDS] = {{0}}, worlds = viewer == 0 ? 2 : 6;
        tp_chance_from_seed(&chance, 1);
        kuhn_view_of(&state, viewer, &view);
        assert_int_equal(kuhn_prepare(&view, &scratch, NULL), TP_OK);
        for (int i = 0; i < TRIES; i++) {
            kuhn_imagine(&view, &scratch, &world, &chance);
            found[world.card[0]][world.card[1]]++;
        }
        for (uint32_t first = 0; first < KUHN_CARDS; first++) {
            for (uint32_t second = 0; second < KUHN_CARDS; second++) {
                bool possible = first != second && (viewer != 0 || first == KUHN_Q);
                int expected = possible ? TRIES / worlds : 0;
                /* Six standard deviations. */
                assert_in_range(found[first][second], expected - (possible ? 750 : 0),
                                expected + (possible ? 750 : 0));
            }
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_thirty_ends_and_twelve_views),
        cmocka_unit_test(test_stakes),
        cmocka_unit_test(test_worlds),
    };
    return cmocka_run_group_tests_name("kuhn", tests, NULL, NULL);
}
