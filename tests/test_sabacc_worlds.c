/* Kessel Sabacc: imagined worlds (§7, determinisation) against enumeration.
 *
 * On small decks, positions whose discard piles hold nearly all cards, every arrangement of the unseen cards
 * is counted with its number of physical arrangements, and worlds must come in these proportions and no
 * others. On such decks it is also found out by trying everything which worlds could have come about by the
 * same public events: these must be the worlds that are imagined, no more and no fewer. On full decks the
 * cards of every place are compared one by one. */
#include "games/sabacc/view.h"
#include "support/position.h"
#include "support/sources.h"
#include "support/statistics.h"
#include "tapete/tapete.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_WORLDS = 20000 };

static const tp_game *game;

/* A set of states with a weight each. */
typedef struct world_set {
    sabacc_state states[MOST_WORLDS];
    double weights[MOST_WORLDS];
    size_t count;
} world_set;

static void add_world(world_set *set, const sabacc_state *state, double weight) {
    for (size_t i = 0; i < set->count; i++) {
        if (memcmp(&set->states[i], state, sizeof *state) == 0) {
            set->weights[i] += weight;
            return;
        }
    }
    if (set->count == MOST_WORLDS) fail_msg("more than %d worlds", MOST_WORLDS);
    set->states[set->count] = *state;
    set->weights[set->count++] = weight;
}

/* ---- enumeration ---- */

/* Fill the unknown places of one family in every way, then the next family; the weight counts physical
 * arrangements. */
static void enumerate(const sabacc_view *view, sabacc_state *state, uint32_t family, uint32_t seat,
                      double weight, world_set *out) {
    if (family == SABACC_FAMILIES) {
        add_world(out, state, weight);
        return;
    }
    bool at_drawn = seat == SABACC_SEATS;
    bool unknown = at_drawn
                       ? view->drawn == SABACC_UNKNOWN_CARD && sabacc_drawn_family(&view->table) == family
                       : view->hand[seat][family] == SABACC_UNKNOWN_CARD;
    uint32_t next_family = at_drawn ? family + 1 : family, next_seat = at_drawn ? 0 : seat + 1;
    if (!unknown) {
        enumerate(view, state, next_family, next_seat, weight, out);
        return;
    }
    uint8_t *place = at_drawn ? &state->drawn : &state->hand[seat][family], old = *place;
    for (uint32_t card = 0; card < SABACC_CARDS; card++) {
        uint32_t copies = tp_lane_get(state->pile[family], card);
        if (copies == 0) continue;
        *place = (uint8_t)card;
        state->pile[family] -= tp_lane(card);
        enumerate(view, state, next_family, next_seat, weight * copies, out);
        state->pile[family] += tp_lane(card);
        *place = old;
    }
}

/* All worlds behind a view, by brute force. */
static void all_worlds(const sabacc_view *view, world_set *out) {
    sabacc_state state;
    memset(&state, 0, sizeof state);
    state.table = view->table;
    memcpy(state.hand, view->hand, sizeof state.hand);
    state.drawn = view->drawn;
    for (uint32_t family = 0; family < SABACC_FAMILIES; family++) {
        state.pile[family] = SABACC_FAMILY_LANES - sabacc_named_cards(view, family);
    }
    out->count = 0;
    enumerate(view, &state, 0, 0, 1, out);
}

/* Sample worlds and compare with the enumeration. */
static void compare_with_enumeration(const sabacc_state *state, int viewer, size_t samples) {
    static world_set expected;
    static double observed[MOST_WORLDS], wanted[MOST_WORLDS];
    sabacc_view view;
    sabacc_scratch scratch;
    sabacc_state world;
    game->view(state, viewer, &view);
    all_worlds(&view, &expected);
    assert_int_equal(game->prepare(&view, &scratch, NULL), TP_OK);
    tp_chance chance;
    tp_chance_from_seed(&chance, 2024);
    double total = 0;
    for (size_t i = 0; i < expected.count; i++) total += expected.weights[i];
    for (size_t i = 0; i < expected.count; i++) {
        observed[i] = 0;
        wanted[i] = (double)samples * expected.weights[i] / total;
        assert_true(wanted[i] >= 5); /* else chi-square means nothing */
    }
    for (size_t n = 0; n < samples; n++) {
        game->imagine(&view, &scratch, &world, &chance);
        size_t i = 0;
        while (i < expected.count && memcmp(&expected.states[i], &world, sizeof world) != 0) i++;
        if (i == expected.count) fail_msg("a world that the view does not allow");
        observed[i]++;
    }
    assert_true(expected.count > 1);
    double found = chi_square(observed, wanted, expected.count), limit = chi_square_limit(expected.count - 1);
    if (found > limit) fail_msg("%zu worlds: chi-square %.1f, at most %.1f", expected.count, found, limit);
}

/* Three players, seat 1 out, and four or five unseen cards in each family: I, S and two kinds of numbers. */
static const char small_deck[] =
    "{\"players\": 4, \"in_play\": [0, 2, 3], \"first\": 0, \"current\": 2, \"turn\": 3, \"phase\": \"DRAW\","
    " \"reserve\": [5, 0, 4, 3], \"pot\": [0, 0, 0, 0],"
    " \"hands\": [{\"sand\": \"1\", \"blood\": \"I\"}, null, {\"sand\": \"I\", \"blood\": \"6\"}, {\"sand\": \"2\", \"blood\": \"S\"}],"
    " \"tokens\": [[], [], [\"EXHAUSTION\"], [\"DIRECT_TRANSACTION\", \"EXHAUSTION\"]],"
    " \"discard\": {\"sand\": [\"1\",\"1\",\"3\",\"3\",\"3\",\"4\",\"4\",\"4\",\"5\",\"5\",\"5\",\"6\",\"6\",\"6\",\"I\",\"I\"],"
    "               \"blood\": [\"1\",\"1\",\"1\",\"2\",\"2\",\"2\",\"3\",\"3\",\"3\",\"4\",\"4\",\"4\",\"5\",\"5\",\"I\",\"I\"]}}";

static void worlds_on_a_small_deck_come_in_the_right_proportions(void **unused) {
    (void)unused;
    sabacc_state state;
    load_position(game, "", small_deck, &state);
    for (int viewer = TP_SPECTATOR; viewer < 4; viewer++) compare_with_enumeration(&state, viewer, 200000);
}

/* Another seat has drawn and not decided yet: its card is one more unknown place; an own or an open card is
 * not. */
static void an_undecided_card_is_imagined_too(void **unused) {
    (void)unused;
    for (tp_move draw = SABACC_DRAW_SAND; draw <= SABACC_TAKE_BLOOD; draw++) {
        sabacc_state state;
        tp_chance chance;
        load_position(game, "", small_deck, &state);
        tp_chance_from_seed(&chance, draw);
        game->apply(&state, draw, &chance);
        for (int viewer = TP_SPECTATOR; viewer < 4; viewer++)
            compare_with_enumeration(&state, viewer, 200000);
    }
}

/* ---- what could have happened ---- */

/* What everybody at the table sees of a ply, and what the viewer sees, is what its views show. */
static bool looks_the_same(const sabacc_state *one, const sabacc_state *other, int viewer) {
    sabacc_view a, b;
    game->view(one, viewer, &a);
    game->view(other, viewer, &b);
    return memcmp(&a, &b, sizeof a) == 0;
}

/* From every world that the viewer thought possible at first, make the same moves with every outcome of
 * chance, and keep what looks the same after each of them. */
static void all_histories(const sabacc_state *real, const tp_move *moves, int count, int viewer,
                          world_set *out) {
    static world_set now, next;
    sabacc_state truth = *real;
    sabacc_view view;
    game->view(real, viewer, &view);
    all_worlds(&view, &now);
    for (int i = 0; i < count; i++) {
        tp_chance chance;
        tp_chance_from_seed(&chance, (uint64_t)i);
        game->apply(&truth, moves[i], &chance);
        next.count = 0;
        for (size_t w = 0; w < now.count; w++) {
            branching branches;
            branching_init(&branches);
            do {
                sabacc_state world = now.states[w];
                game->apply(&world, moves[i], &branches.chance);
                if (looks_the_same(&world, &truth, viewer))
                    add_world(&next, &world, now.weights[w] * branches.probability);
            } while (branching_next(&branches));
        }
        now = next;
    }
    *out = now;
}

static void make_moves(sabacc_state *state, const tp_move *moves, int count) {
    for (int i = 0; i < count; i++) {
        tp_chance chance;
        tp_chance_from_seed(&chance, (uint64_t)i);
        game->apply(state, moves[i], &chance);
    }
}

/* The worlds of the last view are those to which a history leads, and equally likely: the weights of the two
 * are in proportion. */
static void compare_with_histories(const tp_move *moves, int count) {
    static world_set reached, imagined;
    for (int viewer = TP_SPECTATOR; viewer < 4; viewer++) {
        sabacc_state start, end;
        sabacc_view view;
        load_position(game, "", small_deck, &start);
        end = start;
        make_moves(&end, moves, count);
        all_histories(&start, moves, count, viewer, &reached);
        game->view(&end, viewer, &view);
        all_worlds(&view, &imagined);
        assert_int_equal(reached.count, imagined.count);
        double reached_total = 0, imagined_total = 0;
        for (size_t i = 0; i < reached.count; i++) reached_total += reached.weights[i];
        for (size_t i = 0; i < imagined.count; i++) imagined_total += imagined.weights[i];
        for (size_t i = 0; i < imagined.count; i++) {
            size_t k = 0;
            while (k < reached.count &&
                   memcmp(&reached.states[k], &imagined.states[i], sizeof(sabacc_state)) != 0)
                k++;
            if (k == reached.count) fail_msg("viewer %d imagines a world that no history leads to", viewer);
            double p = imagined.weights[i] / imagined_total, q = reached.weights[k] / reached_total;
            if (p - q > 1e-9 || q - p > 1e-9)
                fail_msg("viewer %d: probability %g, and by history %g", viewer, p, q);
        }
    }
}

static void every_imagined_world_is_reached_by_some_history(void **unused) {
    (void)unused;
    const tp_move keep_from_pile[] = {SABACC_DRAW_SAND, SABACC_KEEP};
    const tp_move refuse_from_pile[] = {SABACC_DRAW_BLOOD, SABACC_REFUSE, SABACC_NO_TOKEN};
    const tp_move keep_from_discard[] = {SABACC_TAKE_SAND, SABACC_KEEP};
    const tp_move exchange[] = {SABACC_PASS, SABACC_DIRECT_TRANSACTION + 0, SABACC_DRAW_BLOOD};
    const tp_move exchange_kept[] = {SABACC_DRAW_SAND, SABACC_KEEP, SABACC_DIRECT_TRANSACTION + 2};
    const tp_move exhausted[] = {SABACC_PASS, SABACC_EXHAUSTION + 2};
    compare_with_histories(keep_from_pile, 2);
    compare_with_histories(refuse_from_pile, 3);
    compare_with_histories(keep_from_discard, 2);
    compare_with_histories(exchange, 3);
    compare_with_histories(exchange_kept, 3);
    compare_with_histories(exhausted, 2);
}

/* ---- full decks ---- */

/* After a deal seat 0 knows six cards; of the other 16 of a family each is equally likely at each hidden
 * place. */
static void on_a_full_deck_every_place_gets_every_card_in_proportion(void **unused) {
    (void)unused;
    enum { SAMPLES = 400000 };
    tp_options options;
    tp_options_init(&options, game->options);
    for (uint64_t seed = 0; seed < 5; seed++) {
        sabacc_state state, world;
        sabacc_view view;
        sabacc_scratch scratch;
        tp_chance chance;
        tp_chance_from_seed(&chance, seed);
        game->setup(&state, &options, &chance, NULL);
        game->view(&state, 0, &view);
        game->prepare(&view, &scratch, NULL);
        for (uint32_t family = 0; family < SABACC_FAMILIES; family++) {
            double observed[3][SABACC_CARDS] = {{0}}, pairs[SABACC_CARDS * SABACC_CARDS] = {0};
            uint64_t unseen = SABACC_FAMILY_LANES - sabacc_named_cards(&view, family);
            uint32_t total = tp_lanes_total(unseen);
            for (int n = 0; n < SAMPLES; n++) {
                game->imagine(&view, &scratch, &world, &chance);
                for (uint32_t seat = 1; seat < 4; seat++) observed[seat - 1][world.hand[seat][family]]++;
                pairs[world.hand[1][family] * SABACC_CARDS + world.hand[3][family]]++;
            }
            for (int place = 0; place < 3; place++) {
                double o[SABACC_CARDS], e[SABACC_CARDS];
                size_t count = 0;
                for (uint32_t card = 0; card < SABACC_CARDS; card++) {
                    uint32_t copies = tp_lane_get(unseen, card);
                    if (copies == 0) assert_true(observed[place][card] == 0);
                    if (copies == 0) continue;
                    o[count] = observed[place][card];
                    e[count++] = (double)SAMPLES * copies / total;
                }
                assert_true(chi_square(o, e, count) < chi_square_limit(count - 1));
            }
            /* two places at once: without replacement */
            double o[SABACC_CARDS * SABACC_CARDS], e[SABACC_CARDS * SABACC_CARDS];
            size_t count = 0;
            for (uint32_t a = 0; a < SABACC_CARDS; a++) {
                for (uint32_t b = 0; b < SABACC_CARDS; b++) {
                    double ways =
                        (double)tp_lane_get(unseen, a) * (tp_lane_get(unseen, b) - (a == b ? 1.0 : 0.0));
                    if (tp_lane_get(unseen, a) == 0 || ways <= 0) {
                        assert_true(pairs[a * SABACC_CARDS + b] == 0);
                        continue;
                    }
                    o[count] = pairs[a * SABACC_CARDS + b];
                    e[count++] = SAMPLES * ways / (total * (total - 1.0));
                }
            }
            assert_true(chi_square(o, e, count) < chi_square_limit(count - 1));
        }
    }
}

static int find_game(void **unused) {
    (void)unused;
    game = tp_game_find("sabacc", NULL);
    return game == NULL;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(worlds_on_a_small_deck_come_in_the_right_proportions),
        cmocka_unit_test(an_undecided_card_is_imagined_too),
        cmocka_unit_test(every_imagined_world_is_reached_by_some_history),
        cmocka_unit_test(on_a_full_deck_every_place_gets_every_card_in_proportion),
    };
    return cmocka_run_group_tests(tests, find_game, NULL);
}
