/* Bruno: worlds imagined behind a view, and what a view gives away.
 *
 * On small positions every arrangement of the cards that a viewer has not placed is tried, and worlds must
 * come equally often and no others. On such positions it is also found out by trying everything which worlds
 * could have come about by the same public events. On full decks the places of cards are compared with those
 * in random arrangements of which the impossible ones are thrown away. */
#include "games/bruno/view.h"
#include "support/bruno_positions.h"
#include "support/sources.h"
#include "support/statistics.h"
#include "tapete/tapete.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_WORLDS = 100000, ORDINARY_BELOW_Q = (1 << BRUNO_Q) - 1 };

static const tp_game *game;

static bruno_scratch scratch;

/* Where the cards are: what a world is about. */
typedef struct arrangement {
    uint64_t hand[BRUNO_SEATS];
    uint8_t hidden[BRUNO_SEATS][BRUNO_HIDDEN_EACH];
    uint8_t unused[4];
} arrangement;

static arrangement arrangement_of(const bruno_state *state) {
    arrangement a;
    memset(&a, 0, sizeof a);
    memcpy(a.hand, state->hand, sizeof a.hand);
    memcpy(a.hidden, state->hidden, sizeof a.hidden);
    return a;
}

typedef struct world_set {
    bruno_state states[MOST_WORLDS];
    size_t count;
} world_set;

static int compare_states(const void *left, const void *right) {
    arrangement a = arrangement_of(left), b = arrangement_of(right);
    return memcmp(&a, &b, sizeof a);
}

/* Sort, and keep one of those that are alike. */
static void tidy(world_set *set) {
    size_t kept = 0;
    qsort(set->states, set->count, sizeof *set->states, compare_states);
    for (size_t i = 0; i < set->count; i++) {
        if (kept > 0 && compare_states(&set->states[kept - 1], &set->states[i]) == 0) continue;
        set->states[kept++] = set->states[i];
    }
    set->count = kept;
}

static void add_world(world_set *set, const bruno_state *state) {
    if (set->count == MOST_WORLDS) tidy(set);
    if (set->count == MOST_WORLDS) fail_msg("more than %d worlds", MOST_WORLDS);
    set->states[set->count++] = *state;
}

/* ---- enumeration, from the words of §5 ---- */

/* Put each card that is not placed into every place where it may be. */
static void enumerate(const bruno_view *view, bruno_state *state, uint64_t cards, world_set *out) {
    if (cards == 0) {
        for (uint32_t seat = 0; seat < BRUNO_SEATS; seat++) {
            if (view->viewer != (int)seat) state->seen[seat] = view->table.open | state->hand[seat];
        }
        add_world(out, state);
        return;
    }
    uint32_t card = tp_lowest_bit(cards);
    uint64_t seen = view->viewer >= 0 ? view->seen[view->viewer] : view->table.open;
    for (uint32_t seat = 0; seat < BRUNO_SEATS; seat++) {
        bool room = tp_count_bits(state->hand[seat]) < view->table.hand_count[seat];
        if (room && ((view->table.allowed[seat] >> bruno_rank(card)) & 1) != 0) {
            state->hand[seat] |= bruno_card_set(card);
            enumerate(view, state, cards & (cards - 1), out);
            state->hand[seat] &= ~bruno_card_set(card);
        }
        for (uint32_t i = 0; i < BRUNO_HIDDEN_EACH && (seen & bruno_card_set(card)) == 0; i++) {
            if (state->hidden[seat][i] != BRUNO_UNKNOWN_CARD) continue;
            state->hidden[seat][i] = (uint8_t)card;
            enumerate(view, state, cards & (cards - 1), out);
            state->hidden[seat][i] = BRUNO_UNKNOWN_CARD;
        }
    }
}

static void all_worlds(const bruno_view *view, world_set *out) {
    bruno_state state;
    memset(&state, 0, sizeof state);
    state.table = view->table;
    memcpy(state.hand, view->hand, sizeof state.hand);
    memcpy(state.hidden, view->hidden, sizeof state.hidden);
    for (uint32_t seat = 0; seat < BRUNO_SEATS; seat++) {
        bool own = view->viewer == (int)seat;
        state.seen[seat] = own ? view->seen[seat] : view->table.open | view->hand[seat];
    }
    out->count = 0;
    enumerate(view, &state, bruno_unplaced(view), out);
    tidy(out);
}

/* Sample worlds and compare with the enumeration: the states are the same to the byte, and equally likely. */
static void compare_with_enumeration(const bruno_sketch *sketch, int viewer) {
    static world_set expected;
    static double observed[MOST_WORLDS], wanted[MOST_WORLDS];
    bruno_state state, world;
    bruno_view view;
    tp_error error = {0};
    sketch_state(sketch, &state);
    if (game->check(&state, &error) != TP_OK) fail_msg("%s", error.text);
    game->view(&state, viewer, &view);
    all_worlds(&view, &expected);
    assert_true(expected.count > 1);
    if (game->prepare(&view, &scratch, &error) != TP_OK) fail_msg("%s", error.text);
    tp_chance chance;
    tp_chance_from_seed(&chance, 2024);
    size_t samples = 20 * expected.count;
    for (size_t i = 0; i < expected.count; i++) {
        observed[i] = 0;
        wanted[i] = 20;
    }
    for (size_t n = 0; n < samples; n++) {
        game->imagine(&view, &scratch, &world, &chance);
        const bruno_state *found =
            bsearch(&world, expected.states, expected.count, sizeof world, compare_states);
        if (found == NULL) fail_msg("viewer %d: a world that the view does not allow", viewer);
        assert_memory_equal(found, &world, sizeof world);
        observed[found - expected.states]++;
    }
    double found = chi_square(observed, wanted, expected.count), limit = chi_square_limit(expected.count - 1);
    if (found > limit)
        fail_msg("viewer %d, %zu worlds: chi-square %.1f, at most %.1f", viewer, expected.count, found,
                 limit);
}

/* No memory, no limits: hands and hidden slots of different sizes. */
static const bruno_sketch plain = {
    .hands = {"4s", "5s 5h", NULL, "7s"},
    .shown = {"Ks", NULL, "6s", "As"},
    .hidden = {"8s", "2s Js", NULL, "Qs"},
    .to_beat = 1 + BRUNO_8,
};

/* After a 10: seat 0 has seen four cards that are in other hands, everybody has seen one of them. */
static const bruno_sketch remembered = {
    .hands = {"4s", "5s 5h", "6s Ks", "As"},
    .hidden = {"8s", NULL, "Js", NULL},
    .seen = {"5s 6s Ks", "4s As", NULL, "5h"},
    .seen_by_all = "As",
};

/* Seat 1 could not beat a queen, seat 3 had nothing below 9: overlapping limits, with memories besides. */
static const bruno_sketch limited = {
    .hands = {"4s", "5s Jh", "6s", "Js Kh"},
    .hidden = {"8s", "2s", NULL, NULL},
    .seen = {"Jh", NULL, NULL, "5s"},
    .allowed = {0, BRUNO_ORDINARY &ORDINARY_BELOW_Q, 0,
                1 << BRUNO_J | 1 << BRUNO_Q | 1 << BRUNO_K | 1 << BRUNO_A},
};

/* Everybody is limited, two seats alike; a lone card may be a function card; some hand cards are known. */
static const bruno_sketch crowded = {
    .hands = {"5h 4d", "5s 9h", "4h", "2h Kd"},
    .known = {"4d", NULL, NULL, "Kd"},
    .hidden = {"8s", "Qs", "3s", NULL},
    .shown = {"2d", "2c", NULL, "3d"},
    .seen = {NULL, NULL, "9h"},
    .allowed = {BRUNO_ORDINARY & ((1 << BRUNO_6) - 1), 0, BRUNO_ORDINARY &((1 << BRUNO_6) - 1),
                (BRUNO_ORDINARY & ((1 << BRUNO_K) - 1)) | BRUNO_FUNCTIONS},
};

/* With strict_nine a 9 or 10 may stay behind as well. */
static const bruno_sketch strict = {
    .hands = {"4s", "9s 10h", "Kc", "Js 9h"},
    .hidden = {"8s", "2s", NULL, NULL},
    .seen = {"Kc", NULL, NULL, NULL},
    .allowed = {0, BRUNO_ALL_RANKS & ~((1 << BRUNO_9) - 1), 0, BRUNO_ALL_RANKS & ~((1 << BRUNO_9) - 1)},
    .options = BRUNO_OPTION_STRICT_NINE,
};

static void worlds_of_small_positions_are_equally_likely(void **unused) {
    (void)unused;
    for (int viewer = TP_SPECTATOR; viewer < BRUNO_SEATS; viewer++) {
        compare_with_enumeration(&plain, viewer);
        compare_with_enumeration(&remembered, viewer);
        compare_with_enumeration(&limited, viewer);
        compare_with_enumeration(&crowded, viewer);
        compare_with_enumeration(&strict, viewer);
    }
}

/* ---- what could have happened ---- */

static bool looks_the_same(const bruno_state *one, const bruno_state *other, int viewer) {
    bruno_view a, b;
    game->view(one, viewer, &a);
    game->view(other, viewer, &b);
    return memcmp(&a, &b, sizeof a) == 0;
}

/* From every world that the viewer thought possible at first, make the same moves with every outcome of
 * chance, and keep what looks the same after each of them. `with_ten`: something may be forgotten, so that
 * more is imagined than is possible. */
static void compare_with_histories(const bruno_sketch *sketch, const char *moves, bool with_ten) {
    static world_set now, next, imagined;
    for (int viewer = TP_SPECTATOR; viewer < BRUNO_SEATS; viewer++) {
        bruno_state truth;
        bruno_view view;
        char word[16];
        int used = 0;
        sketch_state(sketch, &truth);
        game->view(&truth, viewer, &view);
        all_worlds(&view, &now);
        for (const char *at = moves; sscanf(at, "%15s%n", word, &used) == 1; at += used) {
            tp_chance chance;
            tp_move move, legal[BRUNO_MAX_MOVES];
            assert_int_equal(game->move_parse(word, &move), TP_OK);
            tp_chance_from_seed(&chance, (uint64_t)(at - moves));
            assert_true((bruno_legal_set(&truth.table, truth.hand[truth.table.current]) >> move & 1) != 0);
            game->apply(&truth, move, &chance);
            next.count = 0;
            for (size_t w = 0; w < now.count; w++) {
                int count = game->legal(&now.states[w], legal), i = 0;
                while (i < count && legal[i] != move) i++;
                if (i == count) continue;
                branching branches;
                branching_init(&branches);
                do {
                    bruno_state world = now.states[w];
                    game->apply(&world, move, &branches.chance);
                    if (looks_the_same(&world, &truth, viewer)) add_world(&next, &world);
                } while (branching_next(&branches));
            }
            tidy(&next);
            now = next;
        }
        game->view(&truth, viewer, &view);
        all_worlds(&view, &imagined);
        assert_true(now.count > 0);
        if (with_ten ? now.count > imagined.count : now.count != imagined.count)
            fail_msg("%s, viewer %d: %zu worlds by history, %zu imagined", moves, viewer, now.count,
                     imagined.count);
        for (size_t i = 0; i < now.count; i++) {
            if (bsearch(&now.states[i], imagined.states, imagined.count, sizeof truth, compare_states) ==
                NULL)
                fail_msg("%s, viewer %d: a world that is not imagined", moves, viewer);
        }
    }
}

/* A card to beat, a player who cannot play, and a few cards in each hand. */
static const bruno_sketch story = {
    .hands = {"Ks Ah", "4s 7h", "5s 9s", "6s"},
    .shown = {"Qd", "Qc", NULL, "2h"},
    .hidden = {NULL, "8s", NULL, NULL},
    .to_beat = 1 + BRUNO_8,
};

/* Hidden cards only, and a lone function card. */
static const bruno_sketch late_story = {
    .hands = {NULL, "4s 7h", "9s", "6s"},
    .hidden = {"5h Ah", "8s", NULL, NULL},
    .to_beat = 1 + BRUNO_8,
};

/* A 10 with few hand cards. */
static const bruno_sketch ten_story = {
    .hands = {"10s 4h", "7h", NULL, "6s"},
    .shown = {NULL, "Qc", NULL, NULL},
    .hidden = {"5h", NULL, "Js 3s", NULL},
};

static void imagined_worlds_are_those_that_some_history_leads_to(void **unused) {
    (void)unused;
    compare_with_histories(&story, "Kx1", false);
    compare_with_histories(&story, "Kx1 PICKUP", false);
    compare_with_histories(&story, "Kx1 PICKUP 4x1 5x1 6x1", false);
    compare_with_histories(&story, "Kx1 PICKUP 7x1 9x1 6x1 Ax1", false);
    compare_with_histories(&story, "Ax1 PICKUP Kx1 9x1 6x1", false);
    compare_with_histories(&late_story, "FLIP", false);
    compare_with_histories(&late_story, "FLIP Ax1", false);
    compare_with_histories(&late_story, "FLIP Ax1 PICKUP", false);
}

/* What a pick-up implied about hands that a 10 then mixed is forgotten (§5); who has seen which card is not.
 */
static void after_a_ten_every_possible_world_is_imagined(void **unused) {
    (void)unused;
    compare_with_histories(&ten_story, "10x1", false);
    compare_with_histories(&ten_story, "4x1 7x1 FLIP", false);
}

/* ---- full decks ---- */

/* A world as a random arrangement of the cards that are not placed; false where it breaks a limit. */
static bool try_random_world(const bruno_view *view, tp_rng *rng, arrangement *out) {
    uint64_t cards = bruno_unplaced(view),
             seen = view->viewer >= 0 ? view->seen[view->viewer] : view->table.open;
    memset(out, 0, sizeof *out);
    memcpy(out->hand, view->hand, sizeof out->hand);
    memcpy(out->hidden, view->hidden, sizeof out->hidden);
    for (uint32_t seat = 0; seat < BRUNO_SEATS; seat++) {
        for (uint32_t i = tp_count_bits(view->hand[seat]); i < view->table.hand_count[seat]; i++) {
            uint32_t card = tp_select_bit(cards, tp_rng_below(rng, tp_count_bits(cards)));
            cards &= ~bruno_card_set(card);
            out->hand[seat] |= bruno_card_set(card);
            if (((view->table.allowed[seat] >> bruno_rank(card)) & 1) == 0) return false;
        }
        for (uint32_t i = 0; i < view->table.hidden_count[seat]; i++) {
            uint32_t card = tp_select_bit(cards, tp_rng_below(rng, tp_count_bits(cards)));
            cards &= ~bruno_card_set(card);
            out->hidden[seat][i] = (uint8_t)card;
            if ((seen & bruno_card_set(card)) != 0) return false;
        }
    }
    return true;
}

/* For every card that is not placed: how often it is in each hand, and in the first hidden slot of each seat.
 */
static void tally(const arrangement *a, double counts[BRUNO_CARDS][2 * BRUNO_SEATS + 1]) {
    for (uint32_t seat = 0; seat < BRUNO_SEATS; seat++) {
        for (uint64_t set = a->hand[seat]; set != 0; set &= set - 1) counts[tp_lowest_bit(set)][seat]++;
        for (uint32_t i = 0; i < BRUNO_HIDDEN_EACH; i++) {
            uint32_t card = a->hidden[seat][i];
            if (card < BRUNO_CARDS) counts[card][i == 0 ? BRUNO_SEATS + seat : 2 * BRUNO_SEATS]++;
        }
    }
}

static int compare_with_random_arrangements(const bruno_view *view, uint64_t seed) {
    enum { SAMPLES = 4000, TRIES = 400000 };
    static double one[BRUNO_CARDS][2 * BRUNO_SEATS + 1], other[BRUNO_CARDS][2 * BRUNO_SEATS + 1];
    tp_rng rng;
    tp_chance chance;
    bruno_state world;
    arrangement a;
    int found = 0;
    memset(one, 0, sizeof one);
    memset(other, 0, sizeof other);
    tp_rng_seed(&rng, seed);
    tp_chance_from_seed(&chance, seed + 1);
    for (int tries = 0; found < SAMPLES && tries < TRIES; tries++) {
        if (!try_random_world(view, &rng, &a)) continue;
        tally(&a, one);
        found++;
    }
    if (found < SAMPLES) return 0; /* too rare to compare with */
    assert_int_equal(game->prepare(view, &scratch, NULL), TP_OK);
    for (int i = 0; i < SAMPLES; i++) {
        game->imagine(view, &scratch, &world, &chance);
        a = arrangement_of(&world);
        tally(&a, other);
    }
    for (uint64_t set = bruno_unplaced(view); set != 0; set &= set - 1) {
        double observed[4 * BRUNO_SEATS + 2], expected[4 * BRUNO_SEATS + 2];
        size_t used = 0;
        for (uint32_t k = 0; k <= 2 * BRUNO_SEATS; k++) {
            double x = one[tp_lowest_bit(set)][k], y = other[tp_lowest_bit(set)][k];
            if (x + y < 20) continue; /* thin */
            observed[used] = x;
            expected[used++] = (x + y) / 2;
            observed[used] = y;
            expected[used++] = (x + y) / 2;
        }
        if (used < 4) continue;
        double sum = chi_square(observed, expected, used), limit = chi_square_limit(used / 2);
        if (sum > limit) fail_msg("card %u: chi-square %.1f, at most %.1f", tp_lowest_bit(set), sum, limit);
    }
    return 1;
}

static void on_a_full_deck_cards_lie_where_random_arrangements_have_them(void **unused) {
    (void)unused;
    tp_options options;
    int compared = 0, with_limits = 0, with_memory = 0;
    tp_options_init(&options, game->options);
    for (uint64_t seed = 0; seed < 60; seed++) {
        bruno_state state;
        bruno_view view;
        tp_chance chance;
        tp_move moves[BRUNO_MAX_MOVES];
        tp_chance_from_seed(&chance, seed);
        game->setup(&state, &options, &chance, NULL);
        for (uint64_t ply = 0; ply < 4 * seed && game->actor(&state) != TP_OVER; ply++) {
            int count = game->legal(&state, moves);
            game->apply(&state, moves[tp_rng_below(&chance.rng, (uint32_t)count)], &chance);
        }
        int viewer = (int)(seed % 5) - 1;
        game->view(&state, viewer, &view);
        if (compare_with_random_arrangements(&view, seed) == 0) continue;
        compared++;
        uint64_t seen = viewer < 0 ? view.table.open : view.seen[viewer];
        with_memory += (bruno_unplaced(&view) & seen) != 0;
        for (uint32_t seat = 0; seat < BRUNO_SEATS; seat++) {
            if ((int)seat == viewer || view.table.allowed[seat] == BRUNO_ALL_RANKS) continue;
            with_limits++;
            break;
        }
    }
    if (compared < 30 || with_limits < 5 || with_memory < 5)
        fail_msg("%d compared, %d with limits, %d with memory", compared, with_limits, with_memory);
}

/* Limits of every kind that play can lead to, hands of every size: there is room to count, and every world
 * keeps them. */
static void any_limits_can_be_counted(void **unused) {
    (void)unused;
    static uint16_t limits[2][2]
                          [1 << BRUNO_RANKS]; /* with strict_nine or not; for a lone card, for several */
    size_t limit_count[2][2] = {{0, 0}, {0, 0}};
    for (uint32_t i = 0; i < 4 << BRUNO_RANKS; i++) {
        uint32_t with_strict = i & 1, several = i >> 1 & 1, ranks = i >> 2;
        if (bruno_can_be_implied(ranks, 1 + several, with_strict != 0))
            limits[with_strict][several][limit_count[with_strict][several]++] = (uint16_t)ranks;
    }
    assert_int_equal(limit_count[0][1], 1 + 8 + 4); /* all; below 5 .. A; J .. A and of these below Q .. A */
    assert_int_equal(limit_count[1][1], 1 + 8 + 4); /* the same, with 9 and 10 beside J .. A */
    assert_true(limit_count[0][0] > limit_count[0][1] && limit_count[0][0] < 40);
    tp_chance chance;
    tp_chance_from_seed(&chance, 3);
    uint32_t most = 0;
    for (int n = 0; n < 3000; n++) {
        bruno_state state, world;
        bruno_view view, again;
        tp_error error = {0};
        uint64_t deck = BRUNO_DECK;
        memset(&state, 0, sizeof state);
        memset(state.hidden, BRUNO_NO_CARD, sizeof state.hidden);
        for (uint32_t seat = 0; seat < BRUNO_SEATS; seat++) {
            uint32_t wanted = tp_rng_below(&chance.rng, 12);
            uint32_t several = wanted != 1, with_strict = (uint32_t)n % 2;
            state.table.options = with_strict != 0 ? BRUNO_OPTION_STRICT_NINE : 0;
            state.table.allowed[seat] =
                limits[with_strict][several]
                      [tp_rng_below(&chance.rng, (uint32_t)limit_count[with_strict][several])];
            for (uint32_t i = 0; i < BRUNO_HIDDEN_EACH; i++) {
                uint32_t card = tp_select_bit(deck, tp_rng_below(&chance.rng, tp_count_bits(deck)));
                deck &= ~bruno_card_set(card);
                state.hidden[seat][i] = (uint8_t)card;
            }
            state.table.hidden_count[seat] = BRUNO_HIDDEN_EACH;
            for (uint32_t i = 0; i < wanted; i++) {
                uint64_t fits = 0;
                for (uint64_t set = deck; set != 0; set &= set - 1)
                    if ((state.table.allowed[seat] >> bruno_rank(tp_lowest_bit(set)) & 1) != 0)
                        fits |= set & (0 - set);
                if (fits == 0) break;
                uint64_t card =
                    bruno_card_set(tp_select_bit(fits, tp_rng_below(&chance.rng, tp_count_bits(fits))));
                deck &= ~card;
                state.hand[seat] |= card;
            }
            state.table.hand_count[seat] = (uint8_t)tp_count_bits(state.hand[seat]);
            if (state.hand[seat] == 0) state.table.allowed[seat] = BRUNO_ALL_RANKS;
        }
        state.table.pile = deck & ~BRUNO_TENS;
        state.table.removed = deck & BRUNO_TENS;
        state.table.open = deck;
        state.table.cap = 2000;
        state.table.winner = BRUNO_NOBODY;
        uint64_t in_hands = state.hand[0] | state.hand[1] | state.hand[2] | state.hand[3];
        state.table.open |= in_hands & tp_rng_next(&chance.rng) & tp_rng_next(&chance.rng);
        for (uint32_t seat = 0; seat < BRUNO_SEATS; seat++)
            state.seen[seat] = state.table.open | state.hand[seat] | (in_hands & tp_rng_next(&chance.rng));
        if (game->check(&state, &error) != TP_OK) fail_msg("%s", error.text);
        for (int viewer = TP_SPECTATOR; viewer < BRUNO_SEATS; viewer++) {
            game->view(&state, viewer, &view);
            if (game->prepare(&view, &scratch, &error) != TP_OK) fail_msg("%s", error.text);
            uint32_t used = scratch.classes[scratch.class_count].offset + 1;
            most = used > most ? used : most;
            game->imagine(&view, &scratch, &world, &chance);
            if (game->check(&world, &error) != TP_OK) fail_msg("%s", error.text);
            game->view(&world, viewer, &again);
            assert_memory_equal(&view, &again, sizeof view);
        }
    }
    assert_in_range(most, 1000, BRUNO_MAX_COUNTS); /* it was a test of something */
    print_message("# at most %u of %d counts were used\n", most, BRUNO_MAX_COUNTS);
}

/* ---- secrecy over many plies ---- */

/* Change two cards that the viewer has not placed, one of them hidden, and play on in both worlds as long as
 * the same happens before the viewer's eyes: its views stay the same to the byte. */
static void changed_cards_do_not_show_across_pick_ups_flips_and_tens(void **unused) {
    (void)unused;
    static logging log, other;
    int pick_ups = 0, flips = 0, tens = 0, plies = 0;
    tp_options options;
    tp_options_init(&options, game->options);
    for (uint64_t seed = 0; seed < 4000; seed++) {
        bruno_state a, b, before;
        bruno_view view, view_b;
        tp_chance chance;
        tp_move moves[BRUNO_MAX_MOVES], moves_b[BRUNO_MAX_MOVES];
        int viewer = (int)(seed % 5) - 1;
        tp_chance_from_seed(&chance, seed);
        game->setup(&a, &options, &chance, NULL);
        for (uint64_t ply = 0; ply < seed % 300 && game->actor(&a) != TP_OVER; ply++) {
            int count = game->legal(&a, moves);
            game->apply(&a, moves[tp_rng_below(&chance.rng, (uint32_t)count)], &chance);
        }
        if (game->actor(&a) == TP_OVER) continue;
        game->view(&a, viewer, &view);
        assert_int_equal(game->prepare(&view, &scratch, NULL), TP_OK);
        game->imagine(&view, &scratch, &b, &chance);
        for (int ply = 0; ply < 60 && game->actor(&a) != TP_OVER; ply++) {
            int count = game->legal(&a, moves), count_b = game->legal(&b, moves_b), i = 0;
            tp_move move = moves[tp_rng_below(&chance.rng, (uint32_t)count)];
            while (i < count_b && moves_b[i] != move) i++;
            if (i == count_b) break;
            logging_init(&log, seed + (uint64_t)ply);
            logging_init(&other, ~seed + (uint64_t)ply);
            other.follow = &log;
            other.follow_viewer = viewer;
            before = a;
            uint32_t seat = a.table.current, flipped = a.hidden[seat][0], flipped_b = b.hidden[seat][0];
            if (move == BRUNO_FLIP && flipped != flipped_b) break;
            game->apply(&a, move, &log.chance);
            game->apply(&b, move, &other.chance);
            if (other.lost || other.count != log.count) break;
            game->view(&a, viewer, &view);
            game->view(&b, viewer, &view_b);
            assert_memory_equal(&view, &view_b, sizeof view);
            if (memcmp(&a, &b, sizeof a) == 0) break;
            plies++;
            pick_ups += move == BRUNO_PICKUP;
            flips += move == BRUNO_FLIP;
            tens += before.table.removed != a.table.removed;
        }
    }
    if (plies < 10000 || pick_ups < 500 || flips < 50 || tens < 20)
        fail_msg("%d plies, %d pick-ups, %d flips, %d tens", plies, pick_ups, flips, tens);
}

/* ---- what is remembered ---- */

/* Before and after a 10, no seat ever imagines a card in a hidden slot that it has seen. */
static void a_card_that_was_seen_is_never_imagined_hidden(void **unused) {
    (void)unused;
    tp_options options;
    tp_options_init(&options, game->options);
    for (uint64_t seed = 0; seed < 100; seed++) {
        bruno_state state, world;
        bruno_view view;
        tp_chance chance;
        tp_move moves[BRUNO_MAX_MOVES];
        uint64_t watched[BRUNO_SEATS] = {0}; /* kept by the test itself */
        tp_chance_from_seed(&chance, seed);
        game->setup(&state, &options, &chance, NULL);
        while (game->actor(&state) != TP_OVER) {
            uint64_t open = state.table.pile | state.table.removed;
            for (uint32_t seat = 0; seat < BRUNO_SEATS; seat++) open |= state.table.shown[seat];
            for (uint32_t seat = 0; seat < BRUNO_SEATS; seat++) watched[seat] |= open | state.hand[seat];
            uint32_t viewer = state.table.current;
            game->view(&state, (int)viewer, &view);
            assert_int_equal(game->prepare(&view, &scratch, NULL), TP_OK);
            game->imagine(&view, &scratch, &world, &chance);
            for (uint32_t seat = 0; seat < BRUNO_SEATS; seat++) {
                for (uint32_t i = 0; i < world.table.hidden_count[seat]; i++)
                    assert_true((watched[viewer] >> world.hidden[seat][i] & 1) == 0);
            }
            int count = game->legal(&state, moves);
            game->apply(&state, moves[tp_rng_below(&chance.rng, (uint32_t)count)], &chance);
        }
    }
}

static int find_game(void **unused) {
    (void)unused;
    game = tp_game_find("bruno", NULL);
    return game == NULL;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(worlds_of_small_positions_are_equally_likely),
        cmocka_unit_test(imagined_worlds_are_those_that_some_history_leads_to),
        cmocka_unit_test(after_a_ten_every_possible_world_is_imagined),
        cmocka_unit_test(on_a_full_deck_cards_lie_where_random_arrangements_have_them),
        cmocka_unit_test(any_limits_can_be_counted),
        cmocka_unit_test(changed_cards_do_not_show_across_pick_ups_flips_and_tens),
        cmocka_unit_test(a_card_that_was_seen_is_never_imagined_hidden),
    };
    return cmocka_run_group_tests(tests, find_game, NULL);
}
