/* Mus: positions and views from outside. What is wrong is refused with a sentence, and nothing is written
 * then; what may be left out has its default. And what a seat has put down it remembers, through JSON and
 * through a reshuffle (section 11 of docs/rules/exact/mus.md). */
#include "games/mus/view.h"
#include "tapete/tapete.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const tp_game *game;

static void parse_options(const char *settings, tp_options *options) {
    tp_error error = {0};
    tp_options_init(options, game->options);
    if (tp_options_parse(options, settings, &error) != TP_OK) fail_msg("%s", error.text);
}

static tp_err read_text(const char *settings, const char *text, void *out, bool view, tp_error *error) {
    tp_options options;
    json_error_t where;
    parse_options(settings, &options);
    json_t *json = json_loads(text, 0, &where);
    if (json == NULL) fail_msg("%s: %s", where.text, text);
    tp_err code = view ? game->view_from_json(json, &options, out, error)
                       : game->state_from_json(json, &options, out, error);
    json_decref(json);
    return code;
}

/* ---- what is refused ---- */

typedef struct wrong {
    const char *settings, *text, *message;
} wrong;

static void refuse_all(const wrong *cases, size_t count, bool view) {
    for (size_t i = 0; i < count; i++) {
        unsigned char found[sizeof(mus_state) + sizeof(mus_view)], untouched[sizeof found];
        tp_error error = {0};
        memset(found, 0x5a, sizeof found);
        memset(untouched, 0x5a, sizeof untouched);
        if (read_text(cases[i].settings, cases[i].text, found, view, &error) == TP_OK)
            fail_msg("accepted: %s", cases[i].text);
        if (strstr(error.text, cases[i].message) == NULL)
            fail_msg("%s: expected \"%s\", found \"%s\"", cases[i].text, cases[i].message, error.text);
        assert_memory_equal(found, untouched, sizeof found);
    }
}

#define TWO_HANDS "\"players\": 2, \"hands\": [[\"R\", \"R\", \"4\", \"5\"], [\"C\", \"C\", \"6\", \"7\"]]"

/* Of the four lances the first has this betting. */
#define BETTING(first) "[" first ", {}, {}, {}]"

static void wrong_positions_are_refused_with_a_sentence(void **unused) {
    (void)unused;
    const wrong cases[] = {
        {"preset=F2", "{" TWO_HANDS ", \"returned\": [[]]}", "returned: a list of 2"},
        {"preset=S2", "{" TWO_HANDS ", \"betting\": [{}, {}, {}]}", "betting: a list of 4"},
        {"preset=S2", "{" TWO_HANDS ", \"betting\": " BETTING("{\"bids\": []}") "}", "betting[0]"},
        {"preset=S2", "{" TWO_HANDS ", \"betting\": " BETTING("{\"bets\": 3}") "}",
         "betting[0]: bets: a list of at most 8"},
        {"preset=S2", "{" TWO_HANDS ", \"betting\": " BETTING("{\"bets\": [{\"stake\": 2}]}") "}",
         "betting[0]: bets[0]: seat"},
        {"preset=S2", "{" TWO_HANDS ", \"betting\": " BETTING("{\"bets\": [{\"seat\": 0}]}") "}",
         "stake: the stones that were proposed, 0 for an ordago"},
        {"preset=S2",
         "{" TWO_HANDS ", \"betting\": " BETTING("{\"bets\": [{\"seat\": 2, \"stake\": 2}]}") "}",
         "betting[0]: bets[0]: seat"},
        {"preset=S2",
         "{" TWO_HANDS
         ", \"betting\": " BETTING("{\"bets\": [{\"seat\": 0, \"stake\": 2}], \"count\": 2}") "}",
         "betting[0]: count"},
        /* Nothing was bet on the lance at hand. */
        {"preset=S2",
         "{" TWO_HANDS ", \"betting\": " BETTING("{\"bets\": [{\"seat\": 0, \"stake\": 2}]}") "}",
         "betting[0]: its last bet"},
        {"preset=S2",
         "{" TWO_HANDS ", \"phase\": \"CHICA\", \"betting\": " BETTING(
             "{\"bets\": [{\"seat\": 0, \"stake\": 4}, {\"seat\": 1, \"stake\": 4}]}") "}",
         "betting[0].bets[1]: each stake is higher"},
        {"preset=S2",
         "{" TWO_HANDS ", \"phase\": \"CHICA\", \"betting\": " BETTING(
             "{\"bets\": [{\"seat\": 0, \"ordago\": true}, {\"seat\": 1, \"stake\": 4}]}") "}",
         "betting[0].bets[0]: each stake is higher"},
        {"preset=S2",
         "{" TWO_HANDS ", \"phase\": \"CHICA\", \"betting\": " BETTING(
             "{\"bets\": [{\"seat\": 0, \"stake\": 4}], \"wanted\": [0]}") "}",
         "betting[0].wanted: seats that said quiero"},
        {"preset=S2",
         "{" TWO_HANDS ", \"lance\": {\"stake\": 2, \"bettor\": 0}, \"betting\": " BETTING(
             "{\"bets\": [{\"seat\": 0, \"stake\": 3}]}") "}",
         "betting[0]: its last bet"},
        {"preset=F2", "{" TWO_HANDS ", \"returned\": [[], null]}", "returned[1]: a list of cards"},
        {"preset=F2", "{" TWO_HANDS ", \"returned\": [[], [\"R\"]]}", "returned[1][0]: a card with its suit"},
        {"preset=F2", "{" TWO_HANDS ", \"returned\": [[\"Ro\", \"Ro\"], []]}", "returned[0][1]: Ro"},
        {"preset=F2,mano_start=2", "{" TWO_HANDS "}", "option 'mano_start' is 0, 1 or random"},
        {"mano_start=3", "{" TWO_HANDS "}", "option 'mano_start' is 0, 1 or random"},
    };
    refuse_all(cases, sizeof cases / sizeof *cases, false);
}

#define HIDDEN "[\"?\", \"?\", \"?\", \"?\"]"
#define OWN "[\"Ro\", \"Rc\", \"4o\", \"5o\"]"

/* Some of these made worlds of nonsense before they were refused. */
static void wrong_views_are_refused_with_a_sentence(void **unused) {
    (void)unused;
    const wrong cases[] = {
        {"preset=F2",
         "{\"players\": 2, \"hands\": [" OWN ", " HIDDEN "], \"viewer\": 0, \"returned\": [[], []]}",
         "returned[1]: null"},
        {"preset=F2",
         "{\"players\": 2, \"hands\": [" OWN ", " HIDDEN "], \"viewer\": 0, \"returned\": [null, null]}",
         "returned[0]: a list of cards"},
        {"preset=F2",
         "{\"players\": 2, \"phase\": \"PARES\", \"hands\": [" OWN ", [\"?\", \"?\", \"?\"]], \"viewer\": 0,"
         " \"declared\": {\"pares\": [0, 1], \"juego\": null}}",
         "hands[1]: four cards"},
        {"preset=F2",
         "{\"players\": 2, \"phase\": \"PARES\", \"hands\": [" OWN
         ", [\"7o\", \"?\", \"?\", \"?\"]], \"viewer\": 0,"
         " \"declared\": {\"pares\": [0, 1], \"juego\": null}}",
         "hands[1]: four cards"},
        {"preset=F2",
         "{\"players\": 2, \"phase\": \"DISCARD\", \"to_act\": 1, \"hands\": [[\"?\", \"?\"], " OWN
         "], \"viewer\": 1,"
         " \"discarded\": [2, 0], \"discards\": [1, []]}",
         "discards[0]: fewer cards (1) than were discarded in this round (2)"},
    };
    refuse_all(cases, sizeof cases / sizeof *cases, true);
}

static void a_first_mano_needs_a_seat(void **unused) {
    (void)unused;
    const struct {
        const char *settings;
        int mano; /* -1: refused */
    } cases[] = {{"preset=S2,mano_start=1", 1},  {"preset=S2,mano_start=2", -1},
                 {"preset=F2,mano_start=3", -1}, {"players=2,mano_start=3", -1},
                 {"preset=F4,mano_start=3", 3},  {"preset=X4,mano_start=2", 2}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tp_options options;
        tp_chance chance;
        tp_error error = {0};
        mus_state state;
        parse_options(cases[i].settings, &options);
        tp_chance_from_seed(&chance, 1);
        tp_err code = game->setup(&state, &options, &chance, &error);
        assert_int_equal(code == TP_OK, cases[i].mano >= 0);
        if (code == TP_OK) assert_int_equal(state.table.mano, cases[i].mano);
        if (code != TP_OK) assert_non_null(strstr(error.text, "option 'mano_start' is 0, 1 or random"));
    }
}

/* ---- what a seat remembers ---- */

static void check_memory(const mus_state *state, const tp_options *options,
                         const uint64_t put_down[MUS_SEATS]) {
    for (int viewer = TP_SPECTATOR; viewer < game->seats(state); viewer++) {
        mus_view view, again;
        tp_error error = {0};
        game->view(state, viewer, &view);
        assert_true((view.discards | view.returned) == (viewer < 0 ? 0 : put_down[viewer]));
        json_t *json = game->view_to_json(&view);
        if (game->view_from_json(json, options, &again, &error) != TP_OK) fail_msg("%s", error.text);
        assert_memory_equal(&again, &view, sizeof view);
        json_decref(json);
    }
    mus_state again;
    tp_error error = {0};
    json_t *json = game->state_to_json(state);
    if (game->state_from_json(json, options, &again, &error) != TP_OK) fail_msg("%s", error.text);
    assert_memory_equal(&again, state, sizeof again);
    json_decref(json);
}

/* Where the cards lie that the viewer put down and that went back, in worlds: with the viewer, in another
 * hand, with the discards of the others, in the stock. */
static void count_places(const mus_state *state, int viewer, uint64_t seed, uint64_t places[4]) {
    static mus_scratch scratch;
    mus_view view;
    tp_chance chance;
    game->view(state, viewer, &view);
    assert_int_equal(game->prepare(&view, &scratch, NULL), TP_OK);
    tp_chance_from_seed(&chance, seed);
    for (int i = 0; i < 20; i++) {
        mus_state world;
        game->imagine(&view, &scratch, &world, &chance);
        for (int seat = 0; seat < game->seats(state); seat++) {
            for (uint32_t k = 0; k < MUS_HAND; k++) {
                uint32_t card = world.hands[seat][k];
                if (card < MUS_CARDS && ((view.returned >> card) & 1) != 0) places[seat != viewer]++;
            }
            if (seat == viewer) continue;
            places[2] += tp_count_bits(view.returned & world.discards[seat]);
            assert_true(world.returned[seat] == 0); /* the least that follows */
        }
        places[3] += tp_count_bits(view.returned & world.stock);
    }
}

/* Hands with many compulsory rounds, so that the stock runs out, and out again. */
static void a_seat_remembers_all_that_it_put_down(void **unused) {
    (void)unused;
    static const char *const settings[] = {"mus=FORCED_9", "mus=FORCED_9,reshuffle=ALL",
                                           "preset=F2,mus=FORCED_9", "preset=X4,mus=FORCED_6,min_discard=0"};
    uint64_t places[4] = {0}, reshuffles = 0;
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        tp_options options;
        tp_chance chance;
        mus_state state;
        uint64_t put_down[MUS_SEATS] = {0};
        parse_options(settings[i], &options);
        tp_chance_from_seed(&chance, i);
        assert_int_equal(game->setup(&state, &options, &chance, NULL), TP_OK);
        for (int ply = 0; ply < 400 && game->actor(&state) != TP_OVER; ply++) {
            tp_move moves[MUS_MAX_MOVES];
            uint32_t seat = state.table.to_act, mano = state.table.mano;
            bool discards = state.table.phase == MUS_PHASE_DISCARD;
            int count = game->legal(&state, moves);
            tp_move move = moves[tp_rng_below(&chance.rng, (uint32_t)count)];
            mus_state before = state;
            if (!discards && move == MUS_MOVE_ORDAGO) move = moves[0]; /* longer matches */
            game->apply(&state, move, &chance);
            if (state.table.mano != mano) memset(put_down, 0, sizeof put_down);
            if (discards) { /* of cards that count alike the lower ones go */
                uint32_t ranks[MUS_HAND] = {0};
                uint8_t cards[MUS_HAND];
                mus_sort_by_rank(&before.table.rules, before.hands[seat], ranks, cards);
                uint32_t subset = mus_discard_subset(&before.table.rules, ranks, move);
                for (uint32_t k = 0; k < MUS_HAND; k++)
                    put_down[seat] |= (uint64_t)((subset >> k) & 1) << cards[k];
            }
            check_memory(&state, &options, put_down);
            for (int viewer = 0; viewer < game->seats(&state); viewer++) {
                if (state.returned[viewer] == 0 || state.table.phase == MUS_PHASE_OVER) continue;
                reshuffles += state.returned[viewer] != before.returned[viewer];
                count_places(&state, viewer, (uint64_t)ply, places);
            }
        }
    }
    assert_true(reshuffles > 50);
    for (int place = 0; place < 4; place++) assert_true(places[place] > 0);
}

static int find_game(void **unused) {
    (void)unused;
    game = tp_game_find("mus", NULL);
    return game == NULL;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_positions_are_refused_with_a_sentence),
        cmocka_unit_test(wrong_views_are_refused_with_a_sentence),
        cmocka_unit_test(a_first_mano_needs_a_seat),
        cmocka_unit_test(a_seat_remembers_all_that_it_put_down),
    };
    return cmocka_run_group_tests(tests, find_game, NULL);
}
