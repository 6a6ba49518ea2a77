/* Mus: imagined worlds against enumeration (section 11 of docs/rules/exact/mus.md).
 *
 * On positions in which the viewer has put down most of the deck, every arrangement of the other cards is
 * listed, those that contradict a declaration are struck out, and worlds must come equally often from what is
 * left. On such positions it is also found out by trying everything which worlds could have come about by the
 * same public events: these must be the worlds that are imagined, no more and no fewer. Who discards one of
 * several equal cards does not say which, and the engine puts the lowest down; so histories are compared by
 * what cards count as. On full decks worlds are compared with free deals that fit. */
#include "games/mus/view.h"
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

enum { MOST_WORLDS = 60000 };

static const tp_game *game;

/* ---- enumeration ---- */

/* Where an unknown card can be: the hand of a seat, its discards of this round or of those before, the stock.
 */
enum { HAND = 0, LATEST = 4, EARLIER = 8, STOCK = 12, PLACES };

typedef struct arrangement {
    uint64_t cards[PLACES]; /* the unknown cards of each place */
} arrangement;

typedef struct arrangement_set {
    arrangement items[MOST_WORLDS];
    size_t count;
} arrangement_set;

static int compare_arrangements(const void *a, const void *b) { return memcmp(a, b, sizeof(arrangement)); }

/* By adding and counting, not by the tables. */
static bool slow_has(uint64_t hand, bool kings8, bool pares) {
    static const uint32_t points[] = {1, 2, 3, 4, 5, 6, 7, 10, 10, 10};
    uint32_t of_rank[MUS_RANKS] = {0}, sum = 0, most = 0;
    for (; hand != 0; hand &= hand - 1) {
        uint32_t rank = tp_lowest_bit(hand) / 4;
        if (kings8 && rank == MUS_2) rank = MUS_A;
        if (kings8 && rank == MUS_3) rank = MUS_R;
        sum += points[rank];
        if (++of_rank[rank] > most) most = of_rank[rank];
    }
    return pares ? most >= 2 : sum >= 31;
}

/* What every place holds in a world, of the cards that the view does not name. */
static arrangement arrangement_of(const mus_view *view, const mus_state *world) {
    arrangement a;
    memset(&a, 0, sizeof a);
    for (uint32_t seat = 0; seat < MUS_SEATS; seat++) {
        for (uint32_t i = 0; i < MUS_HAND; i++) {
            if (view->hands[seat][i] == MUS_UNKNOWN_CARD)
                a.cards[HAND + seat] |= 1ull << world->hands[seat][i];
        }
        if (view->viewer == (int)seat) continue;
        a.cards[LATEST + seat] = world->discards[seat] & world->latest;
        a.cards[EARLIER + seat] = world->discards[seat] & ~world->latest;
    }
    a.cards[STOCK] = world->stock;
    return a;
}

/* How many unknown cards each place has, and which cards they are. */
static uint64_t unknown_cards(const mus_view *view, const mus_state *state, uint32_t wanted[PLACES]) {
    arrangement real = arrangement_of(view, state);
    uint64_t pool = 0;
    for (uint32_t place = 0; place < PLACES; place++) {
        wanted[place] = tp_count_bits(real.cards[place]);
        pool |= real.cards[place];
    }
    return pool;
}

static bool fits_declarations(const mus_table *table, uint32_t seat, uint64_t hand) {
    bool kings8 = table->rules.kings8 != 0;
    if (table->declared >= 1 && slow_has(hand, kings8, true) != (((table->pares >> seat) & 1) != 0))
        return false;
    return table->declared < 2 || slow_has(hand, kings8, false) == (((table->juego >> seat) & 1) != 0);
}

/* Fill one place after the other in every way: `from` is the lowest card that may still go to this place. */
static void enumerate(const mus_table *table, const uint32_t wanted[PLACES], uint64_t pool, uint32_t place,
                      uint32_t from, arrangement *now, arrangement_set *out) {
    while (place < PLACES && tp_count_bits(now->cards[place]) == wanted[place]) {
        bool hidden_hand = place < LATEST && wanted[place] > 0;
        if (hidden_hand && !fits_declarations(table, place - HAND, now->cards[place])) return;
        place++;
        from = 0;
    }
    if (place == PLACES) {
        if (out->count == MOST_WORLDS) fail_msg("more than %d worlds", MOST_WORLDS);
        out->items[out->count++] = *now;
        return;
    }
    for (uint64_t left = pool & (~0ull << from); left != 0; left &= left - 1) {
        uint64_t card = left & (~left + 1);
        now->cards[place] |= card;
        enumerate(table, wanted, pool & ~card, place, tp_lowest_bit(card) + 1, now, out);
        now->cards[place] &= ~card;
    }
}

static void all_worlds(const mus_view *view, const mus_state *state, arrangement_set *out) {
    uint32_t wanted[PLACES];
    arrangement now;
    uint64_t pool = unknown_cards(view, state, wanted);
    memset(&now, 0, sizeof now);
    out->count = 0;
    enumerate(&view->table, wanted, pool, 0, 0, &now, out);
    qsort(out->items, out->count, sizeof *out->items, compare_arrangements);
}

/* Sample worlds and compare with the list of all of them; true where worlds were dealt and tried. */
static bool compare_with_enumeration(const mus_state *state, int viewer) {
    enum { EACH = 12 };
    static arrangement_set expected;
    static double observed[MOST_WORLDS], wanted[MOST_WORLDS];
    static mus_scratch scratch;
    mus_view view;
    mus_state world;
    tp_error error = {0};
    tp_chance chance;
    game->view(state, viewer, &view);
    all_worlds(&view, state, &expected);
    assert_true(expected.count > 1);
    if (game->prepare(&view, &scratch, &error) != TP_OK) fail_msg("%s", error.text);
    tp_chance_from_seed(&chance, 2024);
    for (size_t i = 0; i < expected.count; i++) {
        observed[i] = 0;
        wanted[i] = EACH;
    }
    for (size_t n = 0; n < EACH * expected.count; n++) {
        game->imagine(&view, &scratch, &world, &chance);
        if (game->check(&world, &error) != TP_OK) fail_msg("%s", error.text);
        arrangement found = arrangement_of(&view, &world);
        const arrangement *place =
            bsearch(&found, expected.items, expected.count, sizeof found, compare_arrangements);
        if (place == NULL) fail_msg("a world that the view does not allow");
        observed[place - expected.items]++;
    }
    double chi = chi_square(observed, wanted, expected.count), limit = chi_square_limit(expected.count - 1);
    if (chi > limit) fail_msg("%zu worlds: chi-square %.1f, at most %.1f", expected.count, chi, limit);
    return scratch.has_types != 0 && scratch.deal_and_try != 0;
}

/* ---- small positions ---- */

/* Two players; seat 0 has put down 22 cards, seat 1 four. Of the 14 others four are in the hand of seat 1 and
 * six in the stock. */
#define TWO_PLAYERS(phase, more)                                                                                       \
    "{\"players\": 2, \"mano\": 1, \"phase\": \"" phase "\", \"rounds\": 6," more                                      \
    " \"hands\": [[\"Ro\", \"Rc\", \"4o\", \"4c\"], [\"Re\", \"7o\", \"7c\", \"6o\"]],"                                \
    " \"discards\": [[\"Ao\", \"Ac\", \"Ae\", \"Ab\", \"2o\", \"2c\", \"2e\", \"3o\", \"3c\", \"3e\", \"4e\", \"4b\"," \
    "   \"5o\", \"5c\", \"5e\", \"6c\", \"6e\", \"So\", \"Sc\", \"Se\", \"Co\", \"Cc\", \"Ce\", \"Cb\"],"              \
    "  [\"Rb\", \"2b\", \"3b\", \"5b\"]]}"

static const char *const two_options = "preset=F2";

static void hidden_cards_without_declarations_are_uniform(void **unused) {
    (void)unused;
    mus_state state;
    load_position(game, two_options, TWO_PLAYERS("MUS", ""), &state);
    compare_with_enumeration(&state, 0);
    load_position(game, two_options, TWO_PLAYERS("GRANDE", ""), &state);
    compare_with_enumeration(&state, 0);
    load_position(game, two_options, TWO_PLAYERS("CHICA", ""), &state);
    compare_with_enumeration(&state, 0);
}

/* Cards that the viewer put down and that went back into the stock may be in any place, as if it had never
 * held them. */
static void cards_that_went_back_are_uniform(void **unused) {
    (void)unused;
    mus_state state;
    load_position(game, two_options,
                  TWO_PLAYERS("MUS", " \"returned\": [[\"Re\", \"Rb\", \"6b\", \"Ao\", \"Ro\"], [\"7e\"]],"),
                  &state);
    assert_int_equal(tp_count_bits(state.returned[0]), 5);
    compare_with_enumeration(&state, 0);
    load_position(game, two_options, TWO_PLAYERS("PARES", " \"returned\": [[\"Re\", \"Rb\", \"6b\"], []],"),
                  &state);
    compare_with_enumeration(&state, 0);
}

/* Two players, ten unknown cards: four in the hand of seat 1, two that it has put down, four in the stock. */
#define BEFORE_MUS(mano)                                                                                                  \
    "{\"players\": 2, \"mano\": " mano ", \"phase\": \"MUS\", \"rounds\": 6,"                                             \
    " \"hands\": [[\"Ro\", \"Rc\", \"4o\", \"4c\"], [\"Re\", \"7o\", \"7c\", \"3b\"]],"                                   \
    " \"discards\": [[\"Ao\", \"Ac\", \"Ae\", \"Ab\", \"2o\", \"2c\", \"2e\", \"2b\", \"3o\", \"3c\", \"3e\", \"4e\","    \
    "   \"4b\", \"5o\", \"5c\", \"5e\", \"6c\", \"6e\", \"So\", \"Sc\", \"Se\", \"Sb\", \"Co\", \"Cc\", \"Ce\", \"Cb\"]," \
    "  [\"Rb\", \"5b\"]]}"

/* In the middle of a round of discards a hand is short, and what was put down in it lies apart. */
static void cards_put_down_in_the_round_under_way_are_uniform(void **unused) {
    (void)unused;
    const char *const moves[] = {"discard 7", "discard 7,R", "discard 7,R,R", "discard 7,7,R,R"};
    for (size_t cards = 1; cards <= 4; cards++) {
        mus_state state;
        tp_chance chance;
        tp_move move = 0;
        load_position(game, two_options, BEFORE_MUS("1"), &state);
        tp_chance_from_seed(&chance, 0);
        game->apply(&state, MUS_MOVE_MUS, &chance);
        game->apply(&state, MUS_MOVE_MUS, &chance);
        assert_int_equal(game->move_parse(moves[cards - 1], &move), TP_OK);
        game->apply(&state, move, &chance);
        compare_with_enumeration(&state, 0);
    }
}

/* In pares and juego or punto, both answers. */
static void declarations_are_respected_and_nothing_else_is(void **unused) {
    (void)unused;
    mus_state state;
    load_position(game, two_options, TWO_PLAYERS("PARES", ""),
                  &state); /* seat 1 has pares, 7 7, and 30 points */
    compare_with_enumeration(&state, 0);
    load_position(game, two_options, TWO_PLAYERS("PUNTO", ""), &state);
    compare_with_enumeration(&state, 0);
    load_position(
        game, two_options,
        "{\"players\": 2, \"mano\": 0, \"phase\": \"JUEGO\", \"rounds\": 6,"
        " \"hands\": [[\"Ro\", \"Rc\", \"3o\", \"4c\"], [\"Re\", \"7o\", \"Sb\", \"6o\"]],"
        " \"discards\": [[\"Ao\", \"Ac\", \"Ae\", \"Ab\", \"2o\", \"2c\", \"2e\", \"4o\", \"3c\", \"3e\", \"4e\", \"4b\","
        "   \"5o\", \"5c\", \"5e\", \"6c\", \"6e\", \"So\", \"Sc\", \"7e\", \"Co\", \"Cc\", \"Ce\", \"Cb\"],"
        "  [\"Rb\", \"2b\", \"5b\"]]}",
        &state);
    compare_with_enumeration(&state, 0);
}

/* Four players; seat 0 has put down most cards, the others are in three hands and few discards. Both ways of
 * imagining are used: deals that are tried, and hands that fit and may overlap. */
static void three_hidden_hands_are_uniform(void **unused) {
    (void)unused;
    static const char *const positions[] = {
        /* nobody but seat 0 has pares: the others are unlike */
        "{\"players\": 4, \"mano\": 0, \"phase\": \"JUEGO\","
        " \"hands\": [[\"Ro\", \"Rc\", \"Re\", \"Co\"], [\"Rb\", \"Cc\", \"So\", \"7o\"], [\"3o\", \"Ce\", \"Sc\", \"6o\"],"
        "   [\"Ao\", \"4o\", \"5o\", \"7c\"]],"
        " \"discards\": [[\"Ac\", \"Ae\", \"Ab\", \"2o\", \"2c\", \"2e\", \"2b\", \"3c\", \"3e\", \"3b\", \"4c\", \"4e\", \"4b\","
        "   \"5c\", \"5e\", \"5b\", \"6c\", \"6e\", \"6b\", \"7e\", \"7b\", \"Se\", \"Sb\", \"Cb\"], [], [], []]}",
        /* all have pares */
        "{\"players\": 4, \"mano\": 2, \"phase\": \"PARES\","
        " \"hands\": [[\"Ro\", \"Rc\", \"Re\", \"Co\"], [\"7c\", \"7e\", \"So\", \"7o\"], [\"6c\", \"6e\", \"Sc\", \"6o\"],"
        "   [\"4c\", \"4o\", \"5o\", \"5c\"]],"
        " \"discards\": [[\"Ac\", \"Ae\", \"Ab\", \"2o\", \"2c\", \"2e\", \"2b\", \"3c\", \"3e\", \"3b\", \"3o\", \"4e\", \"4b\","
        "   \"Ao\", \"5e\", \"5b\", \"Rb\", \"Ce\", \"6b\", \"Cc\", \"7b\", \"Se\", \"Sb\", \"Cb\"], [], [], []]}",
        /* all have juego and only seat 0 has pares, with discards of seat 2: hardly any deal fits */
        "{\"players\": 4, \"mano\": 1, \"phase\": \"JUEGO\","
        " \"hands\": [[\"Rb\", \"Cb\", \"6o\", \"6c\"], [\"Ro\", \"Co\", \"So\", \"7o\"], [\"Rc\", \"Cc\", \"Sc\", \"7c\"],"
        "   [\"Re\", \"Ce\", \"Se\", \"Ao\"]],"
        " \"discards\": [[\"2o\", \"2c\", \"2e\", \"2b\", \"3o\", \"3c\", \"3e\", \"3b\", \"4o\", \"4c\", \"4e\", \"4b\","
        "   \"5o\", \"5c\", \"5e\", \"5b\", \"6e\", \"6b\", \"7b\", \"Sb\"], [], [\"7e\", \"Ac\", \"Ae\", \"Ab\"], []]}",
        /* one of each kind, with a discard of another */
        "{\"players\": 4, \"mano\": 3, \"phase\": \"PUNTO\","
        " \"hands\": [[\"Ao\", \"Ac\", \"4o\", \"5o\"], [\"Rb\", \"7o\", \"6o\", \"5c\"], [\"Ab\", \"2o\", \"4c\", \"6c\"],"
        "   [\"Co\", \"Cc\", \"4e\", \"4b\"]],"
        " \"discards\": [[\"Ro\", \"Rc\", \"Re\", \"2c\", \"2e\", \"2b\", \"3o\", \"3c\", \"3e\", \"3b\", \"Ae\", \"5e\","
        "   \"5b\", \"6e\", \"6b\", \"7c\", \"7e\", \"7b\", \"So\", \"Sc\", \"Se\", \"Sb\", \"Ce\"], [], [\"Cb\"], []]}",
    };
    bool dealt = false, picked = false;
    for (size_t i = 0; i < sizeof positions / sizeof *positions; i++) {
        mus_state state;
        load_position(game, "", positions[i], &state);
        bool tried = compare_with_enumeration(&state, 0);
        dealt = dealt || tried;
        picked = picked || !tried;
    }
    assert_true(dealt && picked);
}

/* ---- what could have happened ---- */

/* A world by what cards count as: how many of each rank lie in each place. */
typedef struct rank_world {
    uint8_t count[PLACES][MUS_RANKS];
} rank_world;

enum { MOST_STATES = 150000 };

typedef struct weighted_world {
    rank_world world;
    double weight;
} weighted_world;

typedef struct rank_set {
    weighted_world items[MOST_STATES];
    size_t count;
    double total;
} rank_set;

static rank_world ranks_of(const mus_view *view, const mus_state *state) {
    rank_world world;
    arrangement a = arrangement_of(view, state);
    memset(&world, 0, sizeof world);
    for (uint32_t place = 0; place < PLACES; place++) {
        for (uint64_t cards = a.cards[place]; cards != 0; cards &= cards - 1) {
            uint32_t rank = mus_rank(tp_lowest_bit(cards));
            world.count[place][mus_effective_rank(rank, state->table.rules.kings8 != 0)]++;
        }
    }
    return world;
}

typedef struct state_set {
    mus_state states[MOST_STATES];
    double weights[MOST_STATES];
    size_t count;
} state_set;

static void add_state(state_set *set, const mus_state *state, double weight) {
    if (set->count == MOST_STATES) fail_msg("more than %d histories", MOST_STATES);
    set->states[set->count] = *state;
    set->weights[set->count++] = weight;
}

/* The states behind a view, one for each arrangement. */
static void all_states(const mus_state *real, int viewer, state_set *out) {
    static arrangement_set worlds;
    mus_view view;
    game->view(real, viewer, &view);
    all_worlds(&view, real, &worlds);
    out->count = 0;
    for (size_t i = 0; i < worlds.count; i++) {
        const arrangement *a = &worlds.items[i];
        mus_state state = *real;
        for (uint32_t seat = 0; seat < MUS_SEATS; seat++) {
            if ((int)seat == viewer) continue;
            if (a->cards[HAND + seat] != 0) {
                for (uint32_t k = 0; k < MUS_HAND; k++) state.hands[seat][k] = MUS_NO_CARD;
                for (uint64_t cards = a->cards[HAND + seat]; cards != 0; cards &= cards - 1)
                    mus_take_card(state.hands[seat], tp_lowest_bit(cards));
            }
            state.discards[seat] = a->cards[LATEST + seat] | a->cards[EARLIER + seat];
            state.latest = (state.latest & ~real->discards[seat]) | a->cards[LATEST + seat];
        }
        state.stock = a->cards[STOCK];
        add_state(out, &state, 1);
    }
}

static int compare_worlds(const void *a, const void *b) { return memcmp(a, b, sizeof(rank_world)); }

/* The states by what cards count as, each once, sorted. */
static void collect(const mus_view *view, const state_set *states, rank_set *out) {
    out->total = 0;
    for (size_t i = 0; i < states->count; i++) {
        out->items[i] = (weighted_world){ranks_of(view, &states->states[i]), states->weights[i]};
        out->total += states->weights[i];
    }
    qsort(out->items, states->count, sizeof *out->items, compare_worlds);
    out->count = 0;
    for (size_t i = 0; i < states->count; i++) {
        if (out->count > 0 && compare_worlds(&out->items[out->count - 1], &out->items[i]) == 0) {
            out->items[out->count - 1].weight += out->items[i].weight;
        } else {
            out->items[out->count++] = out->items[i];
        }
    }
}

/* In how many ways a discard can be made of the cards in the hand. */
static double ways_of(const mus_state *state, tp_move move) {
    static const double choose[5][5] = {
        {1, 0, 0, 0, 0}, {1, 1, 0, 0, 0}, {1, 2, 1, 0, 0}, {1, 3, 3, 1, 0}, {1, 4, 6, 4, 1}};
    uint32_t held[MUS_RANKS] = {0}, down[MUS_RANKS] = {0};
    double ways = 1;
    if (move < MUS_MOVE_DISCARD) return 1;
    for (uint32_t i = 0; i < MUS_HAND; i++) {
        uint32_t card = state->hands[state->table.to_act][i];
        held[mus_effective_rank(mus_rank(card), state->table.rules.kings8 != 0)]++;
        if (((move >> (4 * i)) & 15) != 0) down[((move >> (4 * i)) & 15) - 1]++;
    }
    for (uint32_t rank = 0; rank < MUS_RANKS; rank++) ways *= choose[held[rank]][down[rank]];
    return ways;
}

static tp_move seen_move(const mus_state *before, tp_move move, int viewer) {
    tp_event event = {.type = TP_EVENT_MOVE, .seat = game->actor(before), .move = move}, seen;
    game->seen(before, &event, viewer, &seen);
    return seen.move;
}

/* One public event more: from every world every move that looks like the real one, with every outcome of
 * chance, as far as it looks the same afterwards. */
static void next_states(const state_set *now, const mus_state *before, tp_move real, const mus_state *after,
                        int viewer, state_set *out) {
    mus_view wanted, found;
    tp_move seen = seen_move(before, real, viewer);
    game->view(after, viewer, &wanted);
    out->count = 0;
    for (size_t w = 0; w < now->count; w++) {
        tp_move moves[MUS_MAX_MOVES];
        int count = game->legal(&now->states[w], moves);
        for (int i = 0; i < count; i++) {
            if (seen_move(&now->states[w], moves[i], viewer) != seen) continue;
            mus_state once = now->states[w];
            tp_chance chance;
            tp_chance_from_seed(&chance, 0);
            game->apply(&once, moves[i], &chance);
            if (once.table.mano != after->table.mano)
                continue; /* a new deal: too many to try, and not the same */
            branching branches;
            branching_init(&branches);
            do {
                mus_state world = now->states[w];
                game->apply(&world, moves[i], &branches.chance);
                game->view(&world, viewer, &found);
                if (memcmp(&found, &wanted, sizeof found) == 0)
                    add_state(out, &world,
                              now->weights[w] * ways_of(&now->states[w], moves[i]) * branches.probability);
            } while (branching_next(&branches));
        }
    }
}

/* The worlds of the last view are those to which a history leads, in the same proportions. */
static void compare_with_histories(const char *position, const char *const *moves, int count, int viewer) {
    static state_set now, next, imagined;
    static rank_set reached, expected;
    mus_state real;
    mus_view view;
    load_position(game, two_options, position, &real);
    all_states(&real, viewer, &now);
    for (int i = 0; i < count; i++) {
        tp_chance chance;
        tp_move move = TP_NO_MOVE;
        mus_state before = real;
        tp_chance_from_seed(&chance, (uint64_t)i);
        assert_int_equal(game->move_parse(moves[i], &move), TP_OK);
        game->apply(&real, move, &chance);
        next_states(&now, &before, move, &real, viewer, &next);
        now = next;
    }
    game->view(&real, viewer, &view);
    all_states(&real, viewer, &imagined);
    collect(&view, &now, &reached);
    collect(&view, &imagined, &expected);
    assert_true(expected.count > 1);
    assert_int_equal(reached.count, expected.count);
    for (size_t i = 0; i < expected.count; i++) {
        if (compare_worlds(&reached.items[i], &expected.items[i]) != 0)
            fail_msg("a world that no history leads to, or a history to no world");
        double p = expected.items[i].weight / expected.total, q = reached.items[i].weight / reached.total;
        if (p - q > 1e-9 || q - p > 1e-9) fail_msg("probability %g, and by history %g", p, q);
    }
}

static void every_imagined_world_is_reached_by_some_history(void **unused) {
    (void)unused;
    const char *const cut[] = {"mus", "no mus"};
    const char *const half_a_round[] = {"mus", "mus", "discard 4"};
    const char *const a_round[] = {"mus", "mus", "discard 4", "discard 7"};
    const char *const two_cards[] = {"mus", "mus", "discard 4", "discard 7,R", "no mus"};
    const char *const to_pares[] = {"no mus", "paso", "paso", "paso", "paso"};
    const char *const pares_after_a_round[] = {"mus",  "mus",  "discard 4", "discard 7", "no mus",
                                               "paso", "paso", "envido",    "no quiero"};
    compare_with_histories(BEFORE_MUS("0"), cut, 2, 0);
    compare_with_histories(BEFORE_MUS("0"), half_a_round, 3, 0);
    compare_with_histories(BEFORE_MUS("0"), a_round, 4, 0);
    compare_with_histories(BEFORE_MUS("0"), two_cards, 5, 0);
    compare_with_histories(BEFORE_MUS("0"), to_pares, 5, 0);
    compare_with_histories(BEFORE_MUS("0"), pares_after_a_round, 9, 0);
}

/* ---- full decks ---- */

/* Behind a view of a full deck: how often each hidden hand has each number of points, in worlds and in free
 * deals of the unseen cards of which those are kept that fit the declarations. */
static void on_a_full_deck_worlds_are_the_free_deals_that_fit(void **unused) {
    (void)unused;
    enum { SAMPLES = 60000, BINS = 41 };
    for (uint64_t seed = 0; seed < 12; seed++) {
        static mus_scratch scratch;
        static double worlds[3][BINS], deals[3][BINS];
        mus_state state, world;
        mus_view view;
        tp_options options;
        tp_chance chance;
        tp_options_init(&options, game->options);
        tp_options_set(&options, "mus", "NONE", NULL);
        tp_chance_from_seed(&chance, seed);
        game->setup(&state, &options, &chance, NULL);
        for (int i = 0; i < 8; i++) game->apply(&state, MUS_MOVE_PASO, &chance);
        if (seed % 2 == 1 && state.table.phase == MUS_PHASE_PARES) {
            while (state.table.phase == MUS_PHASE_PARES) game->apply(&state, MUS_MOVE_PASO, &chance);
        }
        if (state.table.declared == 0) continue; /* nothing to bet on after chica: a new hand */
        game->view(&state, 0, &view);
        assert_int_equal(game->prepare(&view, &scratch, NULL), TP_OK);
        memset(worlds, 0, sizeof worlds);
        memset(deals, 0, sizeof deals);
        for (int n = 0; n < SAMPLES; n++) {
            game->imagine(&view, &scratch, &world, &chance);
            for (uint32_t seat = 1; seat < 4; seat++)
                worlds[seat - 1][mus_class_of(&view.table.rules, world.hands[seat])->sum]++;
        }
        uint64_t unseen = MUS_DECK;
        for (uint32_t i = 0; i < MUS_HAND; i++) unseen &= ~(1ull << view.hands[0][i]);
        for (int kept = 0; kept < SAMPLES;) {
            uint64_t left = unseen;
            uint32_t sums[3];
            bool fits = true;
            for (uint32_t seat = 1; seat < 4 && fits; seat++) {
                uint8_t hand[MUS_HAND];
                uint64_t set = 0;
                for (uint32_t i = 0; i < MUS_HAND; i++) {
                    hand[i] = (uint8_t)tp_select_bit(left, tp_rng_below(&chance.rng, tp_count_bits(left)));
                    left &= ~(1ull << hand[i]);
                    set |= 1ull << hand[i];
                }
                fits = fits_declarations(&view.table, seat, set);
                sums[seat - 1] = mus_class_of(&view.table.rules, hand)->sum;
            }
            if (!fits) continue;
            kept++;
            for (uint32_t i = 0; i < 3; i++) deals[i][sums[i]]++;
        }
        for (uint32_t i = 0; i < 3; i++) {
            double observed[2 * BINS], expected[2 * BINS], a = 0, b = 0;
            size_t used = 0;
            for (uint32_t bin = 0; bin < BINS; bin++) { /* thin bins go to the next */
                a += worlds[i][bin];
                b += deals[i][bin];
                if (a + b < 40) continue;
                observed[used] = a;
                observed[used + 1] = b;
                expected[used] = expected[used + 1] = (a + b) / 2;
                used += 2;
                a = b = 0;
            }
            if (used <= 2) continue;
            assert_true(chi_square(observed, expected, used) < chi_square_limit(used / 2 - 1));
        }
    }
}

static int find_game(void **unused) {
    (void)unused;
    game = tp_game_find("mus", NULL);
    return game == NULL;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hidden_cards_without_declarations_are_uniform),
        cmocka_unit_test(cards_that_went_back_are_uniform),
        cmocka_unit_test(cards_put_down_in_the_round_under_way_are_uniform),
        cmocka_unit_test(declarations_are_respected_and_nothing_else_is),
        cmocka_unit_test(three_hidden_hands_are_uniform),
        cmocka_unit_test(every_imagined_world_is_reached_by_some_history),
        cmocka_unit_test(on_a_full_deck_worlds_are_the_free_deals_that_fit),
    };
    return cmocka_run_group_tests(tests, find_game, NULL);
}
