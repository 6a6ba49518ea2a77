/* Kuhn poker, the example of docs/add-a-game.md: small enough to be counted to the end. */
#include "kuhn.h"
#include "tapete/history.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/* All ways in which a game can go. */
typedef struct tree {
    int ends;
    int32_t first_wins;
    kuhn_view views[64]; /* of the seat to act, each once */
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
    /* Of the five ends of a deal two do not depend on the cards: one fold of each. The others cancel out over
     * all deals. */
    assert_int_equal(t.first_wins, 0);
}

/* A way through the tree with the histories of both seats and of a spectator, by viewer + 1. */
typedef struct way {
    kuhn_state state;
    tp_history keys[KUHN_SEATS + 1];
} way;

/* Information sets: the key and the view of the seat to act, each pair once. */
typedef struct sets {
    struct {
        tp_history key;
        kuhn_view view;
    } items[64];
    int count, visits;
} sets;

static void add_event(way *at, const kuhn_state *before, const tp_event *event) {
    for (int i = 0; i <= KUHN_SEATS; i++)
        at->keys[i] = tp_history_add_ply(at->keys[i], &kuhn_game, before, event, 1, i + TP_SPECTATOR);
}

/* A key has one view and a view has one key: Kuhn's views forget nothing. */
static void note_set(sets *found, const way *at, int actor) {
    kuhn_view view;
    tp_history key = at->keys[actor - TP_SPECTATOR];
    kuhn_view_of(&at->state, actor, &view);
    found->visits++;
    for (int i = 0; i < found->count; i++) {
        bool same_key = tp_history_equal(found->items[i].key, key);
        assert_int_equal(same_key, memcmp(&found->items[i].view, &view, sizeof view) == 0);
        if (same_key) return;
    }
    found->items[found->count].key = key;
    found->items[found->count++].view = view;
}

static void walk_histories(sets *found, const way *at) {
    tp_move moves[KUHN_MOVES];
    int count = kuhn_game.legal(&at->state, moves), actor = kuhn_game.actor(&at->state);
    if (count > 0) note_set(found, at, actor);
    for (int i = 0; i < count; i++) {
        way next = *at;
        tp_event event = {.type = TP_EVENT_MOVE, .seat = actor, .move = moves[i]};
        kuhn_game.apply(&next.state, moves[i], NULL);
        add_event(&next, &at->state, &event);
        walk_histories(found, &next);
    }
}

static void test_exactly_twelve_information_sets(void **unused) {
    (void)unused;
    sets found = {.count = 0};
    tp_options options;
    tp_options_init(&options, kuhn_game.options);
    for (uint32_t first = 0; first < KUHN_CARDS; first++) {
        for (uint32_t second = 0; second < KUHN_CARDS; second++) {
            if (first == second) continue;
            way start = {.state = dealt(first, second)};
            for (int i = 0; i <= KUHN_SEATS; i++)
                start.keys[i] = tp_history_begin(&kuhn_game, &options, i + TP_SPECTATOR);
            for (int seat = 0; seat < KUHN_SEATS; seat++) {
                tp_event event = {.type = TP_EVENT_CHANCE,
                                  .seat = seat,
                                  .outcome = start.state.card[seat],
                                  .audience = TP_ONLY(seat)};
                add_event(&start, &start.state, &event);
            }
            walk_histories(&found, &start);
        }
    }
    assert_int_equal(found.count, 12);
    assert_int_equal(found.visits, 24); /* six deals with four decisions each */
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
        cmocka_unit_test(test_exactly_twelve_information_sets),
        cmocka_unit_test(test_stakes),
        cmocka_unit_test(test_worlds),
    };
    return cmocka_run_group_tests_name("kuhn", tests, NULL, NULL);
}
