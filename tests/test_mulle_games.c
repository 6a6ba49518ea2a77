/* Mulle: whole omgångar that an independent model of the rules has played (tests/cases/mulle-games.jsonl)
 * come out the same here: as many legal moves at each play, the same cards left on the table, the same score.
 */
#include "games/mulle/view.h"
#include "tapete/tapete.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_MOVES = 8192, CARDS = 104, PLAYS = 96, GAMES = 60 };

/* "build KL5 0 16" of the file is "build KL5 on 0 to 16" here. */
static void our_notation(const char *text, char *out, size_t size) {
    char card[8], pile[8], value[8];
    if (sscanf(text, "build %7s %7s %7s", card, pile, value) == 3) {
        snprintf(out, size, "build %s on %s to %s", card, pile, value);
    } else {
        snprintf(out, size, "%s", text);
    }
}

/* Count the cards of a list into a table of names; builds are objects with cards. */
static void count_cards(const json_t *list, json_t *counts, int sign) {
    size_t i;
    json_t *item;
    json_array_foreach(list, i, item) {
        if (json_is_object(item)) {
            count_cards(json_object_get(item, "cards"), counts, sign);
            continue;
        }
        const char *name = json_string_value(item);
        json_int_t before = json_integer_value(json_object_get(counts, name));
        json_object_set_new(counts, name, json_integer(before + sign));
    }
}

/* Every card of the deck is in a hand, on the table, captured or still to come. */
static void assert_all_cards_are_there(const tp_game *game, const void *state, size_t in_stock, int ply) {
    json_t *json = game->state_to_json(state), *counts = json_object();
    const char *const fields[] = {"hands", "captured"};
    for (size_t f = 0; f < 2; f++) {
        count_cards(json_object_get(json_object_get(json, fields[f]), "A"), counts, 1);
        count_cards(json_object_get(json_object_get(json, fields[f]), "B"), counts, 1);
    }
    count_cards(json_object_get(json, "table"), counts, 1);
    const char *name;
    json_t *count;
    json_int_t total = 0;
    json_object_foreach(counts, name, count) {
        total += json_integer_value(count);
        assert_true(json_integer_value(count) <= 2);
    }
    if (total + (json_int_t)in_stock != CARDS)
        fail_msg("ply %d: %d cards and %zu in the stock", ply, (int)total, in_stock);
    json_decref(counts);
    json_decref(json);
}

static tp_match *deal(const tp_game *game, const json_t *record) {
    static char lines[CARDS][16];
    const char *script[CARDS];
    const json_t *deck = json_object_get(record, "deck");
    assert_int_equal(json_array_size(deck), CARDS);
    for (size_t i = 0; i < CARDS; i++) {
        snprintf(lines[i], sizeof lines[i], "card %s", json_string_value(json_array_get(deck, i)));
        script[i] = lines[i];
    }
    tp_options options;
    tp_error error = {0};
    tp_options_init(&options, game->options);
    assert_int_equal(
        tp_options_set(&options, "starter", json_string_value(json_object_get(record, "starter")), &error),
        TP_OK);
    tp_match_setup setup = {
        .game = game, .options = &options, .seeded = true, .script = script, .script_count = CARDS};
    tp_match *match = tp_match_new(&setup, &error);
    if (match == NULL) fail_msg("%s", error.text);
    return match;
}

/* A pile as the file writes it, "SP8" or "[13L B: SPK+RUK]", into the same words with the cards of a build in
 * our order. */
static void left_pile(const char *text, char *out, size_t size) {
    char owner = 0, cards[512] = "", *end = NULL;
    unsigned long value = text[0] == '[' ? strtoul(text + 1, &end, 10) : 0;
    bool locked = end != NULL && *end == 'L';
    if (end == NULL || sscanf(end + locked, " %c: %511[^]]", &owner, cards) != 2) {
        snprintf(out, size, "%s", text);
        return;
    }
    mulle_cards set = {0, 0};
    char *rest = NULL;
    for (char *card = strtok_r(cards, "+", &rest); card != NULL; card = strtok_r(NULL, "+", &rest))
        mulle_add(&set, mulle_card(mulle_card_parse(card)));
    snprintf(out, size, "%lu%s %c %llx %llx", value, locked ? " locked" : "", owner,
             (unsigned long long)set.one, (unsigned long long)set.both);
}

/* What lies on the table after the last play, which is no state of a game: there it has been cleared. */
static void compare_left(const tp_game *game, const void *before, const char *text, const json_t *left,
                         int number) {
    mulle_state state = *(const mulle_state *)before;
    mulle_view view;
    tp_move move;
    game->view(before, game->actor(before), &view);
    assert_int_equal(game->move_parse(text, &move), TP_OK);
    mulle_play(&state, game->meant(&view, move));
    assert_int_equal(json_array_size(left), state.table.pile_count);
    uint32_t build = 0;
    for (uint32_t i = 0; i < state.table.pile_count; i++) {
        char found[1024], wanted[1024];
        uint32_t pile = state.piles[i];
        if (mulle_is_build(pile)) {
            mulle_cards cards = mulle_build_cards(&state.table, build++);
            snprintf(found, sizeof found, "%u%s %s %llx %llx", pile & MULLE_VALUE,
                     mulle_is_locked(pile) ? " locked" : "", mulle_seat_names[mulle_owner(pile)],
                     (unsigned long long)cards.one, (unsigned long long)cards.both);
        } else {
            snprintf(found, sizeof found, "%s", mulle_card_text(pile));
        }
        left_pile(json_string_value(json_array_get(left, i)), wanted, sizeof wanted);
        if (strcmp(found, wanted) != 0)
            fail_msg("game %d: pile %u is %s, and should be %s", number, i, found, wanted);
    }
}

static void compare_game(const tp_game *game, const json_t *record, int number) {
    static tp_move moves[MOST_MOVES];
    tp_match *match = deal(game, record);
    const json_t *plies = json_object_get(record, "plies");
    bool is_auto = strcmp(json_string_value(json_object_get(record, "policy")), "auto") == 0;
    tp_error error = {0};
    tp_agent *greedy = tp_agent_new(game, "mulle-greedy", 0, &error);
    void *view = malloc(game->view_size);
    assert_int_equal(json_array_size(plies), PLAYS);
    for (size_t i = 0; i < PLAYS; i++) {
        const json_t *ply = json_array_get(plies, i);
        char text[TP_TEXT_SIZE];
        our_notation(json_string_value(json_array_get(ply, 0)), text, sizeof text);
        int wanted = (int)json_integer_value(json_array_get(ply, 1));
        int count = game->legal(tp_match_state(match), moves), actor = tp_match_actor(match);
        if (count != wanted)
            fail_msg("game %d, ply %zu (%s): %d legal moves, and there should be %d", number, i, text, count,
                     wanted);
        if (is_auto) { /* these were played by the rulebook's heuristic */
            tp_move move;
            assert_true(tp_match_view(match, actor, view));
            assert_int_equal(game->move_parse(text, &move), TP_OK);
            char found[TP_TEXT_SIZE];
            game->move_text(tp_agent_choose(greedy, view), found, sizeof found);
            if (tp_match_meant(match, move) != tp_agent_choose(greedy, view))
                fail_msg("game %d, ply %zu: mulle-greedy plays %s, and should play %s", number, i, found,
                         text);
        }
        assert_all_cards_are_there(game, tp_match_state(match), CARDS - 8 - (i / 16 + 1) * 16, (int)i);
        if (i + 1 == PLAYS)
            compare_left(game, tp_match_state(match), text, json_object_get(record, "left"), number);
        if (tp_match_play_text(match, actor, text, &error) != TP_OK)
            fail_msg("game %d, ply %zu: %s", number, i, error.text);
    }
    assert_int_equal(tp_match_actor(match), TP_OVER);
    json_t *end = game->state_to_json(tp_match_state(match));
    for (int seat = 0; seat < 2; seat++) {
        const char *name = seat == 0 ? "A" : "B";
        const json_t *score = json_object_get(json_object_get(end, "score"), name);
        if (json_equal((json_t *)score, json_object_get(record, name)) == 0)
            fail_msg("game %d: %s has %s", number, name, json_dumps(score, 0));
    }
    json_decref(end);
    free(view);
    tp_agent_free(greedy);
    tp_match_free(match);
}

static void the_games_of_the_model_come_out_the_same(void **unused) {
    (void)unused;
    const char *root = getenv("TAPETE_SOURCE") == NULL ? "." : getenv("TAPETE_SOURCE");
    char path[4096];
    snprintf(path, sizeof path, "%s/tests/cases/mulle-games.jsonl", root);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    char *line = NULL;
    size_t size = 0;
    int number = 0;
    for (; getline(&line, &size, file) > 0; number++) {
        json_t *record = json_loads(line, 0, NULL);
        assert_non_null(record);
        compare_game(tp_game_find("mulle", NULL), record, number);
        json_decref(record);
    }
    free(line);
    fclose(file);
    assert_int_equal(number, GAMES);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_games_of_the_model_come_out_the_same)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
