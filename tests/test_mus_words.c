/* Mus: what is said to people before and after a move, and the stones that a match ends with. */
#include "games/mus/view.h"
#include "support/position.h"
#include "support/sources.h"
#include "tapete/tapete.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const tp_game *game;

static tp_move move_of(const char *text) {
    tp_move move = TP_NO_MOVE;
    if (game->move_parse(text, &move) != TP_OK) fail_msg("no move: %s", text);
    return move;
}

/* Make the moves, and give the view of the seat that is to act then. */
static void play(mus_state *state, const char *const *moves, mus_view *view) {
    tp_chance chance;
    tp_chance_from_seed(&chance, 4);
    for (; *moves != NULL; moves++) game->apply(state, move_of(*moves), &chance);
    game->view(state, game->actor(state), view);
}

#define FOUR                                                                                                          \
    "{\"players\": 4, \"phase\": \"GRANDE\", \"hands\": [[\"R\", \"C\", \"7\", \"4\"], [\"C\", \"S\", \"6\", \"5\"]," \
    " [\"R\", \"7\", \"5\", \"4\"], [\"S\", \"7\", \"6\", \"4\"]]}"

static void a_refusal_says_what_follows_from_it(void **unused) {
    (void)unused;
    const struct {
        const char *settings, *moves[6], *help;
    } cases[] = {
        {"", {"envido"}, "refuse; if your partner does too, they take 1 stone"},
        {"", {"envido", "no quiero"}, "refuse; they take 1 stone"},
        {"", {"envido 5", "mas 3"}, "refuse; if your partner does too, they take 5 stones"},
        {"team_answer=MAX_WINS", {"envido", "quiero"}, "refuse; your partner has answered"},
        {"preset=X4", {"envido"}, "refuse; if nobody accepts, {0} takes 1 stone"},
        {"preset=X4", {"envido", "no quiero", "no quiero"}, "refuse; {0} takes 1 stone"},
        {"preset=X4", {"envido", "quiero"}, "refuse; you stay out of this lance"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        mus_state state;
        mus_view view;
        char help[TP_TEXT_SIZE];
        load_position(game, cases[i].settings, FOUR, &state);
        play(&state, cases[i].moves, &view);
        game->move_help(&view, MUS_MOVE_NO_QUIERO, help, sizeof help);
        assert_string_equal(help, cases[i].help);
    }
}

static void a_bet_that_is_not_allowed_is_told_those_that_are(void **unused) {
    (void)unused;
    const struct {
        const char *settings, *moves[6], *tried, *sentence;
    } cases[] = {
        {"", {NULL}, "envido 41", "a bet is 2 to 40 stones"},
        {"", {"envido 4"}, "mas 40", "a raise is 2 to 36 stones"},
        {"", {"envido 38"}, "mas 1", "a raise is 2 stones"},
        {"raises=2,5", {NULL}, "envido 3", "a bet is 2 stones"},
        {"raises=2,5,9", {"envido"}, "mas 3", "a raise is 2, 5 or 9 stones"},
        {"target=5,min_bet=9",
         {NULL},
         "envido 3",
         "the smallest bet is larger than the whole game: paso or ordago"},
        {"max_raises=0",
         {"envido"},
         "mas 2",
         "the bet cannot be raised further: quiero, no quiero or ordago"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        mus_state state;
        mus_view view;
        char sentence[TP_TEXT_SIZE];
        load_position(game, cases[i].settings, FOUR, &state);
        play(&state, cases[i].moves, &view);
        game->why_not(&view, move_of(cases[i].tried), sentence, sizeof sentence);
        assert_string_equal(sentence, cases[i].sentence);
    }
}

/* Everything that a viewer is told of a move and of the outcomes that followed. */
static void tell_all(const mus_state *before, tp_move move, const logging *log, const mus_state *after,
                     int viewer, char *text, size_t size) {
    mus_view view_before, view_after;
    text[0] = '\0';
    game->view(before, viewer, &view_before);
    game->view(after, viewer, &view_after);
    for (int i = -1; i < log->count; i++) {
        tp_event event = {.type = TP_EVENT_MOVE, .seat = game->actor(before), .move = move}, seen;
        char marked[TP_TEXT_SIZE], words[TP_TEXT_SIZE];
        if (i >= 0) event = log->events[i];
        game->seen(before, &event, viewer, &seen);
        game->tell(&view_before, &seen, &view_after, marked, sizeof marked);
        tp_fill_names(marked, NULL, 0, words, sizeof words);
        snprintf(text + strlen(text), size - strlen(text), "%s|", words);
    }
}

/* Two players; the stock is empty, so that both draw what is put down now and was put down before. */
#define NO_STOCK                                                                                                       \
    "{\"players\": 2, \"mano\": 0, \"phase\": \"DISCARD\", \"to_act\": 1, \"rounds\": 4, \"discarded\": [1, 0],"       \
    " \"hands\": [[\"Rc\", \"4o\", \"4c\"], [\"3e\", \"7o\", \"7c\", \"2b\"]], \"put_down\": [\"Ro\"],"                \
    " \"discards\": [[\"Ro\", \"Ao\", \"Ac\", \"Ae\", \"Ab\", \"2o\", \"2c\", \"2e\", \"3o\", \"3c\", \"3b\", \"4e\"," \
    "  \"4b\", \"5o\", \"5c\", \"5e\", \"5b\"], [\"6o\", \"6c\", \"6e\", \"6b\", \"7e\", \"7b\", \"So\", \"Sc\","      \
    "  \"Se\", \"Sb\", \"Co\", \"Cc\", \"Ce\", \"Cb\", \"Re\", \"Rb\"]]}"

static void own_discards_are_named_as_they_are_and_cards_that_come_back_are_told(void **unused) {
    (void)unused;
    bool came_back = false;
    for (uint64_t seed = 0; seed < 200; seed++) {
        static logging log;
        mus_state before, after;
        char own[4 * TP_TEXT_SIZE], others[4 * TP_TEXT_SIZE], wanted[16] = "You get";
        load_position(game, "preset=F2,reshuffle=ALL", NO_STOCK, &before);
        after = before;
        logging_init(&log, seed);
        game->apply(&after, move_of("discard A,R"), &log.chance);
        tell_all(&before, move_of("discard A,R"), &log, &after, 1, own, sizeof own);
        tell_all(&before, move_of("discard A,R"), &log, &after, 0, others, sizeof others);
        assert_non_null(strstr(own, "You discard 2 cards: 3e 2b."));
        assert_non_null(strstr(others, "{1} discards 2 cards."));
        assert_int_equal(after.table.phase, MUS_PHASE_MUS);
        uint32_t drawn =
            0; /* seat 1 kept 7o and 7c and has drawn two cards, perhaps those that it put down */
        uint8_t sorted[MUS_HAND];
        mus_sort_to_show(&after.table.rules, after.hands[1], sorted);
        for (uint32_t i = 0; i < MUS_HAND; i++) {
            char card[4];
            uint32_t held = sorted[i];
            if (held == MUS_7 * 4 || held == MUS_7 * 4 + 1) continue;
            mus_card_text(held, card);
            snprintf(wanted + strlen(wanted), sizeof wanted - strlen(wanted), " %s", card);
            came_back = came_back || held == MUS_3 * 4 + 2 || held == MUS_2 * 4 + 3;
            drawn++;
        }
        assert_int_equal(drawn, 2);
        if (strstr(own, wanted) == NULL) fail_msg("seed %d: %s is not told: %s", (int)seed, wanted, own);
    }
    assert_true(came_back);
}

/* An ordago brings the juego: the winner of a match by one does not end it with fewer stones than the loser.
 */
static void an_ordago_brings_as_many_stones_as_the_juego_has(void **unused) {
    (void)unused;
    mus_state state;
    tp_chance chance;
    int32_t scores[TP_MAX_SEATS];
    tp_chance_from_seed(&chance, 1);
    load_position(game, "preset=S2,best_of=1",
                  "{\"players\": 2, \"phase\": \"GRANDE\", \"score\": [3, 30],"
                  " \"hands\": [[\"R\", \"C\", \"7\", \"4\"], [\"C\", \"S\", \"6\", \"5\"]]}",
                  &state);
    game->apply(&state, MUS_MOVE_ORDAGO, &chance);
    game->scores(&state, scores);
    assert_int_equal(scores[0], 3);
    game->apply(&state, MUS_MOVE_QUIERO, &chance);
    assert_int_equal(game->actor(&state), TP_OVER);
    assert_int_equal(state.table.score[0], 3);
    game->scores(&state, scores);
    assert_int_equal(scores[0], 40);
    assert_int_equal(scores[1], 30);
}

static int find_game(void **unused) {
    (void)unused;
    game = tp_game_find("mus", NULL);
    return game == NULL;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_refusal_says_what_follows_from_it),
        cmocka_unit_test(a_bet_that_is_not_allowed_is_told_those_that_are),
        cmocka_unit_test(own_discards_are_named_as_they_are_and_cards_that_come_back_are_told),
        cmocka_unit_test(an_ordago_brings_as_many_stones_as_the_juego_has),
    };
    return cmocka_run_group_tests(tests, find_game, NULL);
}
