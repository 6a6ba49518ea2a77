/* Bruno: positions from outside. What is wrong is refused with the place and the rule, and nothing is written
 * then; what may be left out has its default; suits are filled in. */
#include "games/bruno/view.h"
#include "tapete/tapete.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const tp_game *game;

static tp_err read_state(const char *text, bruno_state *state, tp_error *error) {
    tp_options options;
    json_error_t where;
    tp_options_init(&options, game->options);
    json_t *json = json_loads(text, 0, &where);
    if (json == NULL) fail_msg("%s: %s", where.text, text);
    tp_err code = game->state_from_json(json, &options, state, error);
    json_decref(json);
    return code;
}

#define HANDS "\"hands\": [[\"4\"], [\"5\"], [\"6\"], [\"7\"]]"

static void wrong_positions_are_refused_with_place_and_rule(void **unused) {
    (void)unused;
    const struct {
        const char *text, *message;
    } cases[] = {
        {"[]", "a position is an object"},
        {"{\"hand\": []}", "there is no field \"hand\""},
        {"{" HANDS ", \"current\": 4}", "current: a whole number 0 to 3"},
        {"{" HANDS ", \"plies\": 2001}", "plies: a whole number 0 to 2000"},
        {"{\"hands\": [[\"4\"]]}", "hands"},
        {"{\"hands\": [[\"4\"], [\"5\"], [\"6\"], 7]}", "hands[3]: a list of cards"},
        {"{\"hands\": [[\"4\"], [\"5\", \"1\"], [\"6\"], [\"7\"]]}", "hands[1][1]: a card"},
        {"{\"hands\": [[\"4\"], [\"5\"], [\"6\"], [\"?\"]]}", "hands[3][0]: a card"},
        {"{\"hands\": [[\"4\", \"4\", \"4\"], [\"4\", \"4\"], [\"6\"], [\"7\"]]}", "hands[1][1]: a fifth 4"},
        {"{\"hands\": [[\"4s\"], [\"5\"], [\"6\"], [\"7\"]], \"pile\": [\"9\", \"4s\"]}",
         "pile[1]: 4s is named twice"},
        {"{" HANDS ", \"hidden\": [[\"8\", \"8\", \"8\", \"8\"], [], [], []]}",
         "hidden[0]: a seat has at most three"},
        {"{" HANDS ", \"shown\": [[], [\"8\", \"8\", \"8\", \"8\"], [], []]}",
         "shown[1]: a seat has at most three"},
        {"{" HANDS ", \"pile\": [\"10\"]}", "pile: a played 10 leaves the game"},
        {"{" HANDS ", \"to_beat\": \"2\", \"pile\": [\"2\"]}", "to_beat: null, 4 to 9 or J to A"},
        {"{" HANDS ", \"to_beat\": \"K\"}", "to_beat: K, but the pile is empty"},
        {"{" HANDS ", \"to_beat\": \"Ks\", \"pile\": [\"K\"]}", "to_beat: null or a rank"},
        {"{" HANDS ", \"removed_tens\": 1}", "removed_tens: 1, and 4 of the 10s"},
        {"{\"hands\": [[\"4\"], [], [\"6\"], [\"7\"]]}", "hands[1]: seat 1 has no card left"},
        {"{" HANDS ", \"winner\": 2}", "winner: seat 2 still has cards"},
        {"{" HANDS ", \"over\": true}", "over: true if there is a winner"},
        {"{" HANDS ", \"winning_team\": 1}", "winning_team: 0 for a winner 0 or 2"},
        {"{" HANDS ", \"known\": [[\"5\"], [], [], []]}", "known[0][0]: not one of the cards of this hand"},
        {"{" HANDS ", \"seen\": [[\"K\"], [], [], []]}", "seen[0][0]: not a card of another hand"},
        {"{" HANDS ", \"seen_by_all\": [\"K\"]}", "seen_by_all[0]: not a hand card"},
        {"{" HANDS ", \"allowed\": [[\"5\"], null, null, null]}", "allowed[0]: null, or the ranks"},
        {"{" HANDS ", \"allowed\": [null, [\"4\"], null, null]}", "allowed[1]: there is a 5 among"},
        {"{" HANDS ", \"allowed\": [[\"x\"], null, null, null]}", "allowed[0][0]: a rank"},
        {"{" HANDS ", \"viewer\": 0}", "viewer: this is a view"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bruno_state state, untouched;
        tp_error error = {0};
        memset(&state, 0x5a, sizeof state);
        untouched = state;
        if (read_state(cases[i].text, &state, &error) == TP_OK) fail_msg("accepted: %s", cases[i].text);
        if (strstr(error.text, cases[i].message) == NULL)
            fail_msg("%s: expected \"%s\", found \"%s\"", cases[i].text, cases[i].message, error.text);
        assert_memory_equal(&state, &untouched, sizeof state);
    }
}

static void what_is_left_out_has_its_default(void **unused) {
    (void)unused;
    bruno_state state;
    tp_error error = {0};
    if (read_state("{" HANDS "}", &state, &error) != TP_OK) fail_msg("%s", error.text);
    assert_int_equal(state.table.current, 0);
    assert_int_equal(state.table.to_beat, BRUNO_LEAD);
    assert_int_equal(state.table.winner, BRUNO_NOBODY);
    assert_int_equal(tp_count_bits(state.table.removed), BRUNO_CARDS - 4);
    for (uint32_t seat = 0; seat < BRUNO_SEATS; seat++) {
        assert_true(state.table.known[seat] == 0 && state.table.allowed[seat] == BRUNO_ALL_RANKS);
        assert_true(state.seen[seat] == (state.table.removed | state.hand[seat]));
    }
}

/* Given suits are kept whatever comes before them; the others get what is left. */
static void missing_suits_are_filled_in_around_the_given_ones(void **unused) {
    (void)unused;
    bruno_state state;
    tp_error error = {0};
    const char *text = "{\"hands\": [[\"4\", \"4\"], [\"5\"], [\"6\"], [\"7\"]], \"pile\": [\"4s\", \"4\"]}";
    if (read_state(text, &state, &error) != TP_OK) fail_msg("%s", error.text);
    assert_true(state.hand[0] == 6ull << (4 * BRUNO_4)); /* h and d */
    assert_true(state.table.pile == 9ull << (4 * BRUNO_4));
}

/* Everything but the cap, from a whole game, with the options that the state does not print. */
static void a_game_can_be_saved_and_gone_on_with_at_any_ply(void **unused) {
    (void)unused;
    tp_options options;
    tp_chance chance;
    bruno_state state, again;
    tp_move moves[BRUNO_MAX_MOVES];
    tp_options_init(&options, game->options);
    tp_chance_from_seed(&chance, 31);
    game->setup(&state, &options, &chance, NULL);
    while (game->actor(&state) != TP_OVER) {
        tp_error error = {0};
        json_t *json = game->state_to_json(&state);
        if (game->state_from_json(json, &options, &again, &error) != TP_OK) fail_msg("%s", error.text);
        json_decref(json);
        assert_memory_equal(&state, &again, sizeof state);
        int count = game->legal(&state, moves);
        game->apply(&state, moves[tp_rng_below(&chance.rng, (uint32_t)count)], &chance);
    }
}

/* A view that contradicts itself has no world behind it. */
static void impossible_views_are_refused(void **unused) {
    (void)unused;
    const struct {
        const char *text, *message;
    } cases[] = {
        {"{\"viewer\": 5}", "viewer: a seat"},
        {"{\"viewer\": 0, \"hands\": [[\"4\"], [\"?\"], [\"?\"], [\"?\"]]}", "unknown cards"},
        {"{\"viewer\": 0, \"hands\": [[\"?\"], [\"5\"], [\"6\"], [\"7\"]]}", "unknown cards"},
        {"{\"viewer\": 0, " HANDS ", \"seen\": [[], [], null, null]}", "seen[1]: null"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tp_options options;
        tp_error error = {0};
        bruno_view view;
        tp_options_init(&options, game->options);
        json_t *json = json_loads(cases[i].text, 0, NULL);
        if (game->view_from_json(json, &options, &view, &error) == TP_OK)
            fail_msg("accepted: %s", cases[i].text);
        if (strstr(error.text, cases[i].message) == NULL)
            fail_msg("%s: expected \"%s\", found \"%s\"", cases[i].text, cases[i].message, error.text);
        json_decref(json);
    }
}

static int find_game(void **unused) {
    (void)unused;
    game = tp_game_find("bruno", NULL);
    return game == NULL;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_positions_are_refused_with_place_and_rule),
        cmocka_unit_test(what_is_left_out_has_its_default),
        cmocka_unit_test(missing_suits_are_filled_in_around_the_given_ones),
        cmocka_unit_test(a_game_can_be_saved_and_gone_on_with_at_any_ply),
        cmocka_unit_test(impossible_views_are_refused),
    };
    return cmocka_run_group_tests(tests, find_game, NULL);
}
