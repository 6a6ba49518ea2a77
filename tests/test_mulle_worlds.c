/* Mulle: imagined worlds (§3, Information) against enumeration and against history.
 *
 * On small decks, positions in which nearly all cards are captured, every hand of unseen cards is counted
 * with its number of physical arrangements. Worlds must come in these proportions and no others. And from
 * every world that a viewer thought possible at first the plays that were seen are made again, where the
 * rules allow them: what is left must be the worlds that he imagines at the end, no more, no fewer, and
 * equally likely. */
#include "games/mulle/view.h"
#include "support/soak.h"
#include "support/statistics.h"
#include "tapete/tapete.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_WORLDS = 60000, HASHED = 1 << 17 };

static const tp_game *game;

/* ---- sets of worlds; the order within a hand is put aside ---- */

typedef struct world {
    mulle_cards hands[MULLE_SEATS];
    double weight;
} world;

typedef struct world_set {
    world items[MOST_WORLDS];
    size_t count;
    int32_t slots[HASHED]; /* index + 1 of the world with this hash, or 0 */
} world_set;

static void clear(world_set *set) {
    set->count = 0;
    memset(set->slots, 0, sizeof set->slots);
}

static bool same_hands(const mulle_cards *a, const mulle_cards *b) {
    return memcmp(a, b, MULLE_SEATS * sizeof *a) == 0;
}

/* The world with these hands, or the place where it would be. */
static int32_t *find(world_set *set, const mulle_cards hands[MULLE_SEATS]) {
    uint64_t hash = 0;
    for (int seat = 0; seat < MULLE_SEATS; seat++)
        hash = (hash ^ hands[seat].one ^ hands[seat].both << 7) * 0x9e3779b97f4a7c15ull;
    uint64_t slot = hash >> 47;
    while (set->slots[slot] != 0 && !same_hands(set->items[set->slots[slot] - 1].hands, hands))
        slot = (slot + 1) % HASHED;
    return &set->slots[slot];
}

static void add_world(world_set *set, const mulle_cards hands[MULLE_SEATS], double weight) {
    int32_t *slot = find(set, hands);
    if (*slot == 0) {
        if (set->count == MOST_WORLDS) fail_msg("more than %d worlds", MOST_WORLDS);
        memcpy(set->items[set->count].hands, hands, sizeof set->items[0].hands);
        set->items[set->count].weight = 0;
        *slot = (int32_t)++set->count;
    }
    set->items[*slot - 1].weight += weight;
}

static double total_weight(const world_set *set) {
    double total = 0;
    for (size_t i = 0; i < set->count; i++) total += set->items[i].weight;
    return total;
}

/* ---- enumeration ---- */

static bool has_implied(mulle_cards hand, uint32_t implied) {
    uint32_t values = 0;
    for (uint64_t set = hand.one; set != 0; set &= set - 1)
        values |= 1u << mulle_hand_value(tp_lowest_bit(set));
    return (implied & ~values) == 0;
}

/* Deal the copies of one type after the other in every way; the weight counts physical cards. */
static void enumerate(const mulle_view *view, mulle_cards unseen, uint32_t type,
                      const uint32_t lacks[MULLE_SEATS], const mulle_cards hands[MULLE_SEATS], double weight,
                      world_set *out) {
    while (type < MULLE_TYPES && mulle_copies(unseen, type) == 0) type++;
    if (type == MULLE_TYPES || lacks[0] + lacks[1] == 0) {
        bool fits = lacks[0] + lacks[1] == 0;
        for (uint32_t seat = 0; seat < MULLE_SEATS; seat++)
            fits = fits &&
                   (mulle_sees_hand(view, seat) || has_implied(hands[seat], view->known.table.implied[seat]));
        if (fits) add_world(out, hands, weight);
        return;
    }
    uint32_t copies = mulle_copies(unseen, type);
    static const double ways[3][3][3] = {{{1}}, {{1, 1}, {1, 0}}, {{1, 2, 1}, {2, 2, 0}, {1, 0, 0}}};
    for (uint32_t a = 0; a <= copies && a <= lacks[0]; a++) {
        for (uint32_t b = 0; a + b <= copies && b <= lacks[1]; b++) {
            mulle_cards next[MULLE_SEATS] = {hands[0], hands[1]};
            uint32_t rest[MULLE_SEATS] = {lacks[0] - a, lacks[1] - b};
            for (uint32_t i = 0; i < a; i++) mulle_add(&next[0], mulle_card(type));
            for (uint32_t i = 0; i < b; i++) mulle_add(&next[1], mulle_card(type));
            enumerate(view, unseen, type + 1, rest, next, weight * ways[copies][a][b], out);
        }
    }
}

/* All worlds behind a view, by brute force. */
static void all_worlds(const mulle_view *view, world_set *out) {
    mulle_cards all = {MULLE_ALL_TYPES, MULLE_ALL_TYPES}, named = mulle_open_cards(&view->known),
                hands[MULLE_SEATS];
    uint32_t lacks[MULLE_SEATS];
    for (uint32_t seat = 0; seat < MULLE_SEATS; seat++) {
        bool known = mulle_sees_hand(view, seat);
        mulle_cards nothing = {0, 0};
        hands[seat] = known ? mulle_hand_cards(&view->known, seat) : nothing;
        lacks[seat] = known ? 0 : view->known.table.hand_count[seat];
        mulle_add(&named, hands[seat]);
    }
    clear(out);
    enumerate(view, mulle_without(all, named), 0, lacks, hands, 1, out);
}

/* ---- small positions ---- */

/* Hands of some cards, a few loose ones, a few set aside, and all others captured. Low ranks, so that there
 * is much to build. */
static void small_position(tp_rng *rng, uint32_t in_hand, uint32_t loose, uint32_t aside,
                           mulle_state *state) {
    uint8_t deck[MULLE_CARDS];
    memset(state, 0, sizeof *state);
    for (uint32_t i = 0; i < MULLE_CARDS; i++) deck[i] = (uint8_t)(i / 2);
    uint32_t low = 40 + tp_rng_below(rng, 3) * 32;
    for (uint32_t i = low; i > 1; i--) {
        uint32_t k = tp_rng_below(rng, i);
        uint8_t card = deck[i - 1];
        deck[i - 1] = deck[k];
        deck[k] = card;
    }
    uint32_t used = 0;
    for (uint32_t seat = 0; seat < MULLE_SEATS; seat++) {
        for (uint32_t i = 0; i < in_hand; i++) state->hand[seat] |= (uint64_t)deck[used++] << (8 * i);
        state->table.hand_count[seat] = (uint8_t)in_hand;
    }
    for (uint32_t i = 0; i < loose; i++) mulle_put_loose(state, deck[used++]);
    for (used += aside; used < MULLE_CARDS; used++)
        mulle_add(&state->table.captured[used % 2], mulle_card(deck[used]));
    state->table.rond = MULLE_RONDER;
    state->table.omgang = state->table.omgangar = 1;
    tp_error error = {0};
    if (game->check(state, &error) != TP_OK) fail_msg("%s", error.text);
}

/* A move to go on with: builds are what says most, so they are preferred. */
static tp_move some_move(const mulle_state *state, tp_rng *rng) {
    static tp_move moves[MULLE_MAX_MOVES];
    uint32_t count = mulle_list_moves(state, moves);
    tp_move move = moves[tp_rng_below(rng, count)];
    for (int attempt = 0; attempt < 3 && mulle_move_kind(move) != MULLE_BUILDING; attempt++)
        move = moves[tp_rng_below(rng, count)];
    return move;
}

/* ---- proportions ---- */

/* Sample worlds and compare with the enumeration; false if there are too few or too many for that. */
static bool compare_with_enumeration(const mulle_state *state, int viewer) {
    enum { SAMPLES = 60000 };
    static world_set expected;
    static double observed[MOST_WORLDS], wanted[MOST_WORLDS];
    mulle_view view;
    static mulle_scratch scratch;
    mulle_state imagined;
    tp_chance chance;
    double ascending = 0, ordered = 0;
    game->view(state, viewer, &view);
    all_worlds(&view, &expected);
    if (expected.count < 2 || expected.count > 1000) return false;
    double total = total_weight(&expected);
    for (size_t i = 0; i < expected.count; i++) {
        observed[i] = 0;
        wanted[i] = SAMPLES * expected.items[i].weight / total;
        if (wanted[i] < 5) return false; /* chi-square would mean nothing */
    }
    assert_int_equal(game->prepare(&view, &scratch, NULL), TP_OK);
    tp_chance_from_seed(&chance, 2024);
    for (int n = 0; n < SAMPLES; n++) {
        game->imagine(&view, &scratch, &imagined, &chance);
        mulle_cards hands[MULLE_SEATS] = {mulle_hand_cards(&imagined, 0), mulle_hand_cards(&imagined, 1)};
        int32_t slot = *find(&expected, hands);
        if (slot == 0) fail_msg("a world that the view does not allow");
        observed[slot - 1]++;
        uint32_t hidden = viewer == 0 ? 1 : 0;
        if (imagined.table.hand_count[hidden] < 2) continue;
        uint32_t first = mulle_hand_card(&imagined, hidden, 0),
                 second = mulle_hand_card(&imagined, hidden, 1);
        ascending += first < second;
        ordered += first != second;
    }
    double found = chi_square(observed, wanted, expected.count), limit = chi_square_limit(expected.count - 1);
    if (found > limit) fail_msg("%zu worlds: chi-square %.1f, at most %.1f", expected.count, found, limit);
    /* the order of a hidden hand is any */
    if (ordered > 1000) assert_true(fabs(ascending - ordered / 2) < 4.5 * sqrt(ordered) / 2);
    return true;
}

static void worlds_come_in_the_right_proportions(void **unused) {
    (void)unused;
    tp_rng rng;
    tp_chance chance;
    int compared = 0, implied = 0;
    tp_rng_seed(&rng, 3);
    tp_chance_from_seed(&chance, 3);
    for (int n = 0; n < 150; n++) {
        mulle_state state;
        small_position(&rng, 2 + tp_rng_below(&rng, 3), 3 + tp_rng_below(&rng, 4), 1 + tp_rng_below(&rng, 4),
                       &state);
        for (uint32_t plies = tp_rng_below(&rng, 4); plies > 0 && state.table.over == 0; plies--)
            mulle_apply(&state, some_move(&state, &rng), &chance);
        if (state.table.over != 0) continue;
        for (int viewer = TP_SPECTATOR; viewer < MULLE_SEATS; viewer++) {
            if (!compare_with_enumeration(&state, viewer)) continue;
            compared++;
            implied +=
                (viewer != 0 && state.table.implied[0] != 0) || (viewer != 1 && state.table.implied[1] != 0);
        }
    }
    assert_true(compared > 150 && implied > 30);
}

/* ---- history ---- */

static mulle_state with_hands(const mulle_state *state, const mulle_cards hands[MULLE_SEATS]) {
    mulle_state out = *state;
    for (uint32_t seat = 0; seat < MULLE_SEATS; seat++) {
        uint32_t count = 0;
        out.hand[seat] = 0;
        for (uint64_t set = hands[seat].one; set != 0; set &= set - 1) {
            uint32_t card = tp_lowest_bit(set);
            for (uint32_t i = mulle_copies(hands[seat], card); i > 0; i--)
                out.hand[seat] |= (uint64_t)card << (8 * count++);
        }
        assert_int_equal(count, state->table.hand_count[seat]);
    }
    return out;
}

static bool is_legal(const mulle_state *state, tp_move move) {
    static tp_move moves[MULLE_MAX_MOVES];
    uint32_t count = mulle_list_moves(state, moves);
    for (uint32_t i = 0; i < count; i++) {
        if (moves[i] == move) return true;
    }
    return false;
}

/* Make a play in every world in which it is legal. Either copy of a card may have been the one that was
 * played. */
static void go_on(const world_set *before, const mulle_state *real, tp_move move, world_set *after) {
    uint32_t seat = real->table.current, card = mulle_move_card(move);
    tp_chance chance;
    tp_chance_from_seed(&chance, 0);
    clear(after);
    for (size_t i = 0; i < before->count; i++) {
        mulle_state state = with_hands(real, before->items[i].hands);
        if (!is_legal(&state, move)) continue;
        double copies = mulle_copies(before->items[i].hands[seat], card);
        mulle_apply(&state, move, &chance);
        mulle_cards hands[MULLE_SEATS] = {mulle_hand_cards(&state, 0), mulle_hand_cards(&state, 1)};
        add_world(after, hands, before->items[i].weight * copies);
    }
}

static void imagined_worlds_are_those_that_some_history_leads_to(void **unused) {
    (void)unused;
    static world_set sets[2], imagined;
    tp_rng rng;
    tp_chance chance;
    tp_rng_seed(&rng, 9);
    tp_chance_from_seed(&chance, 9);
    long compared = 0, with_implied = 0, narrowed = 0;
    for (int n = 0; n < 400 * soak_factor(); n++) {
        mulle_state start;
        small_position(&rng, 3 + tp_rng_below(&rng, 2), 3 + tp_rng_below(&rng, 4), 2 + tp_rng_below(&rng, 3),
                       &start);
        tp_rng same = rng;
        for (int viewer = TP_SPECTATOR; viewer < MULLE_SEATS; viewer++) {
            mulle_state state = start;
            mulle_view view;
            rng = same; /* the same plays for every viewer */
            game->view(&state, viewer, &view);
            all_worlds(&view, &sets[0]);
            for (uint32_t ply = 0; state.table.over == 0; ply++) {
                world_set *before = &sets[ply % 2], *after = &sets[1 - ply % 2];
                tp_move move = some_move(&state, &rng);
                go_on(before, &state, move, after);
                mulle_apply(&state, move, &chance);
                if (state.table.over != 0) break;
                game->view(&state, viewer, &view);
                all_worlds(&view, &imagined);
                if (after->count != imagined.count) {
                    fail_msg(
                        "position %d, viewer %d, ply %u: %zu worlds have a history, and %zu are imagined", n,
                        viewer, ply, after->count, imagined.count);
                }
                double reached = total_weight(after), all = total_weight(&imagined);
                for (size_t i = 0; i < imagined.count; i++) {
                    int32_t slot = *find(after, imagined.items[i].hands);
                    if (slot == 0) fail_msg("viewer %d imagines a world that no history leads to", viewer);
                    double p = imagined.items[i].weight / all, q = after->items[slot - 1].weight / reached;
                    if (fabs(p - q) > 1e-9)
                        fail_msg("position %d, viewer %d: probability %g, and by history %g", n, viewer, p,
                                 q);
                }
                compared++;
                bool hidden = (viewer != 0 && state.table.implied[0] != 0) ||
                              (viewer != 1 && state.table.implied[1] != 0);
                with_implied += hidden;
                narrowed += hidden && imagined.count > 1;
            }
        }
    }
    assert_true(compared > 3000 && with_implied > 500 && narrowed > 300);
}

/* ---- rond 6 ---- */

/* The stock is empty: what is unseen is the opponent's hand. */
static void in_rond_six_everything_is_known(void **unused) {
    (void)unused;
    static tp_move moves[MULLE_MAX_MOVES];
    for (uint64_t seed = 0; seed < 50; seed++) {
        tp_chance chance;
        mulle_state state;
        static mulle_scratch scratch;
        tp_chance_from_seed(&chance, seed);
        memset(&state, 0, sizeof state);
        mulle_setup(&state, 1, 0, &chance);
        while (state.table.over == 0) {
            for (int viewer = 0; viewer < MULLE_SEATS; viewer++) {
                mulle_view view;
                mulle_state imagined;
                uint32_t other = (uint32_t)viewer ^ 1u;
                game->view(&state, viewer, &view);
                bool known = mulle_count(mulle_unseen(&view)) == state.table.hand_count[other];
                assert_true(known == (state.table.rond == MULLE_RONDER));
                game->prepare(&view, &scratch, NULL);
                game->imagine(&view, &scratch, &imagined, &chance);
                mulle_cards a = mulle_hand_cards(&state, other), b = mulle_hand_cards(&imagined, other);
                if (known) assert_memory_equal(&a, &b, sizeof a);
            }
            uint32_t count = mulle_list_moves(&state, moves);
            mulle_apply(&state, moves[tp_rng_below(&chance.rng, count)], &chance);
        }
    }
}

/* ---- large hands ---- */

/* Positions may have hands of any size; the worlds behind a spectator's view of two large hands are found by
 * trial. */
static void worlds_of_large_hands_keep_what_is_implied(void **unused) {
    (void)unused;
    tp_rng rng;
    tp_rng_seed(&rng, 4);
    for (int n = 0; n < 200; n++) {
        json_t *position = json_object(), *hands = json_object(), *implied = json_object();
        uint8_t deck[MULLE_CARDS];
        uint32_t used = 0;
        for (uint32_t i = 0; i < MULLE_CARDS; i++) deck[i] = (uint8_t)(i / 2);
        for (uint32_t i = MULLE_CARDS; i > 1; i--) {
            uint32_t k = tp_rng_below(&rng, i);
            uint8_t card = deck[i - 1];
            deck[i - 1] = deck[k];
            deck[k] = card;
        }
        for (uint32_t seat = 0; seat < MULLE_SEATS; seat++) {
            uint32_t size = tp_rng_below(&rng, n % 2 == 0 ? 12 : 50);
            if (size == 0) size = 1;
            json_t *hand = json_array(), *values = json_array();
            for (uint32_t i = 0; i < size; i++)
                json_array_append_new(hand, json_string(mulle_card_text(deck[used + i])));
            json_array_append_new(values, json_integer(mulle_hand_value(deck[used])));
            used += size;
            json_object_set_new(hands, mulle_seat_names[seat], hand);
            json_object_set_new(implied, mulle_seat_names[seat], values);
        }
        json_object_set_new(position, "hands", hands);
        json_object_set_new(position, "implied", implied);
        tp_options options;
        tp_error error = {0};
        mulle_state state, imagined, again_state;
        mulle_view view, again;
        static mulle_scratch scratch;
        tp_chance chance;
        tp_chance_from_seed(&chance, (uint64_t)n);
        tp_options_init(&options, game->options);
        if (game->state_from_json(position, &options, &state, &error) != TP_OK) fail_msg("%s", error.text);
        json_t *printed = game->state_to_json(&state);
        assert_int_equal(game->state_from_json(printed, &options, &again_state, &error), TP_OK);
        assert_memory_equal(&state, &again_state, sizeof state);
        for (int viewer = TP_SPECTATOR; viewer < MULLE_SEATS; viewer++) {
            game->view(&state, viewer, &view);
            assert_int_equal(game->prepare(&view, &scratch, &error), TP_OK);
            for (int i = 0; i < 5; i++) {
                game->imagine(&view, &scratch, &imagined, &chance);
                if (game->check(&imagined, &error) != TP_OK) fail_msg("%s", error.text);
                game->view(&imagined, viewer, &again);
                assert_memory_equal(&view, &again, sizeof view);
            }
        }
        /* and such a position is played to its end */
        int plies = 0;
        for (; game->actor(&state) != TP_OVER; plies++) {
            mulle_apply(&state, some_move(&state, &rng), &chance);
            if (game->check(&state, &error) != TP_OK) fail_msg("%s", error.text);
        }
        assert_int_equal(plies, used);
        json_decref(printed);
        json_decref(position);
    }
}

static int find_game(void **unused) {
    (void)unused;
    game = tp_game_find("mulle", NULL);
    return game == NULL;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(worlds_come_in_the_right_proportions),
        cmocka_unit_test(imagined_worlds_are_those_that_some_history_leads_to),
        cmocka_unit_test(in_rond_six_everything_is_known),
        cmocka_unit_test(worlds_of_large_hands_keep_what_is_implied),
    };
    return cmocka_run_group_tests(tests, find_game, NULL);
}
