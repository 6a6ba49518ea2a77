/* Matches, on the real game: moves that are refused, scripted chance, taking back, and looking at the past.
 */
#include "tapete/tapete.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const tp_game *game;

static int find_game(void **unused) {
    (void)unused;
    game = tp_game_find("sabacc", NULL);
    return game == NULL;
}

static tp_match *begin(tp_match_setup setup) {
    tp_error error = {0};
    setup.game = game;
    tp_match *match = tp_match_new(&setup, &error);
    if (match == NULL) fail_msg("%s", error.text);
    return match;
}

static tp_match *seeded(uint64_t seed) { return begin((tp_match_setup){.seeded = true, .seed = seed}); }

static void play(tp_match *match, const char *move) {
    tp_error error = {0};
    if (tp_match_play_text(match, tp_match_actor(match), move, &error) != TP_OK) fail_msg("%s", error.text);
}

static void play_at_random(tp_match *match, tp_rng *rng) {
    tp_move moves[64];
    tp_error error = {0};
    uint32_t count = (uint32_t)game->legal(tp_match_state(match), moves);
    tp_err code = tp_match_play(match, tp_match_actor(match), moves[tp_rng_below(rng, count)], &error);
    if (code != TP_OK) fail_msg("%s", error.text);
}

static void play_to_the_end(tp_match *match, uint64_t seed) {
    tp_rng rng;
    tp_rng_seed(&rng, seed);
    while (tp_match_actor(match) != TP_OVER) play_at_random(match, &rng);
}

/* The outcomes of one kind in the plies `from` and up. */
static size_t outcomes_of(const tp_match *match, const char *kind, int from, uint32_t *out, size_t max) {
    size_t found = 0;
    for (int ply = from; ply <= tp_match_plies(match); ply++) {
        const tp_event *events;
        size_t count = tp_match_ply_events(match, ply, &events);
        for (size_t i = 0; i < count && found < max; i++) {
            if (events[i].type == TP_EVENT_CHANCE && strcmp(game->kinds[events[i].kind].name, kind) == 0) {
                out[found++] = events[i].outcome;
            }
        }
    }
    return found;
}

/* A refused move: the code, the reason, words of the sentence, and not a byte has changed. */
static void refused(tp_match *match, int seat, const char *move, const char *reason, const char *words) {
    void *before = malloc(game->state_size);
    memcpy(before, tp_match_state(match), game->state_size);
    int plies = tp_match_plies(match);
    tp_error error = {0};
    assert_int_equal(tp_match_play_text(match, seat, move, &error), TP_E_REFUSED);
    assert_string_equal(error.reason, reason);
    if (strstr(error.text, words) == NULL) fail_msg("'%s' does not say '%s'", error.text, words);
    assert_memory_equal(before, tp_match_state(match), game->state_size);
    assert_int_equal(tp_match_plies(match), plies);
    /* Before the move itself is looked at, nothing is said about moves. */
    bool is_about_move = strcmp(reason, "GAME_OVER") != 0 && strcmp(reason, "NOT_YOUR_TURN") != 0;
    assert_true((error.legal[0] != '\0') == is_about_move);
    if (is_about_move) assert_null(strstr(error.text, error.legal));
    free(before);
}

/* The same, and which moves are listed, the nearest first. */
static void refused_listing(tp_match *match, int seat, const char *move, const char *reason,
                            const char *words, const char *first) {
    tp_error error = {0};
    refused(match, seat, move, reason, words);
    assert_int_equal(tp_match_play_text(match, seat, move, &error), TP_E_REFUSED);
    if (strncmp(error.legal, first, strlen(first)) != 0) fail_msg("'%s' begins otherwise", error.legal);
}

static void the_deal_is_ply_0(void **unused) {
    (void)unused;
    tp_match *match = seeded(1);
    const tp_event *events;
    assert_int_equal(tp_match_plies(match), 0);
    /* Three tokens, the first player, and two cards for each of four players and for the table. */
    assert_int_equal(tp_match_ply_events(match, 0, &events), 3 + 1 + 2 * (4 + 1));
    assert_int_equal(tp_match_ply_events(match, 1, &events), 0);
    assert_int_equal(tp_match_ply_events(match, -1, &events), 0);
    assert_int_equal(tp_match_seats(match), 4);
    tp_match_free(match);
}

static void moves_are_refused_with_the_first_reason_that_applies(void **unused) {
    (void)unused;
    tp_match *match = seeded(1);
    int actor = tp_match_actor(match), other = (actor + 1) % 4;
    refused(match, other, "NO_TOKEN", "NOT_YOUR_TURN", "it is the turn of seat");
    refused(match, other, "RUBBISH", "NOT_YOUR_TURN", "it is the turn of seat");
    refused(match, 7, "NO_TOKEN", "NOT_YOUR_TURN", "not of seat 7");
    refused(match, actor, "NO_TOKN", "UNKNOWN_MOVE", "'NO_TOKN' is not a move of sabacc");
    refused_listing(match, actor, "NO_TOKN", "UNKNOWN_MOVE", "'NO_TOKN'", "NO_TOKEN, ");
    refused(match, actor, "", "UNKNOWN_MOVE", "'' is not a move of sabacc");
    refused(match, actor, "\x1b[31m\xff", "UNKNOWN_MOVE", "'?[31m?'");
    refused(match, actor, "PASS", "NOT_LEGAL", "");
    play(match, "NO_TOKEN");
    refused(match, actor, "NO_TOKEN", "NOT_LEGAL", "");
    play_to_the_end(match, 1);
    refused(match, actor, "NO_TOKEN", "GAME_OVER", "the game is over");
    refused(match, TP_OVER, "RUBBISH", "GAME_OVER", "the game is over");
    tp_match_free(match);
}

static void numbers_that_are_no_moves_are_refused(void **unused) {
    (void)unused;
    tp_match *match = seeded(1);
    tp_rng rng;
    tp_rng_seed(&rng, 3);
    tp_error error;
    int actor = tp_match_actor(match);
    assert_int_equal(tp_match_play(match, actor, TP_NO_MOVE, &error), TP_E_REFUSED);
    assert_string_equal(error.reason, "UNKNOWN_MOVE");
    for (int i = 0; i < 10000; i++) {
        tp_move move = (tp_move)(tp_rng_next(&rng) >> (32 + i % 32));
        if (move < 64) continue; /* may be a move */
        assert_int_equal(tp_match_play(match, actor, move, &error), TP_E_REFUSED);
        assert_string_equal(error.reason, "UNKNOWN_MOVE");
    }
    tp_match_free(match);
}

static void one_seed_is_one_game(void **unused) {
    (void)unused;
    tp_match *a = seeded(42), *b = seeded(42), *c = seeded(43);
    play_to_the_end(a, 9);
    play_to_the_end(b, 9);
    assert_memory_equal(tp_match_state(a), tp_match_state(b), game->state_size);
    assert_memory_not_equal(tp_match_state(a), tp_match_state(c), game->state_size);
    tp_match_free(a);
    tp_match_free(b);
    tp_match_free(c);
}

static void without_a_seed_every_game_is_another(void **unused) {
    (void)unused;
    tp_match *a = begin((tp_match_setup){0}), *b = begin((tp_match_setup){0});
    uint8_t first[TP_COMMITMENT_SIZE], second[TP_COMMITMENT_SIZE];
    tp_match_commitment(a, first);
    tp_match_commitment(b, second);
    assert_memory_not_equal(first, second, sizeof first);
    tp_match_free(a);
    tp_match_free(b);
}

static void a_contribution_changes_the_deal_and_not_the_commitment(void **unused) {
    (void)unused;
    tp_match *a = seeded(42);
    tp_match_setup setup = {.seeded = true, .seed = 42};
    setup.contributions[3] = (tp_contribution){.size = 1, .bytes = {1}};
    tp_match *b = begin(setup);
    uint8_t first[TP_COMMITMENT_SIZE], second[TP_COMMITMENT_SIZE];
    tp_match_commitment(a, first);
    tp_match_commitment(b, second);
    assert_memory_equal(first, second, sizeof first);
    assert_memory_not_equal(tp_match_state(a), tp_match_state(b), game->state_size);
    tp_match_free(a);
    tp_match_free(b);
}

static void wrong_beginnings_say_what_is_wrong(void **unused) {
    (void)unused;
    tp_options options;
    tp_options_init(&options, game->options);
    tp_options_set(&options, "players", "3", NULL);
    char long_name[300];
    memset(long_name, 'x', sizeof long_name);
    long_name[299] = '\0';
    static const char *const no_kind[] = {"die 3", "snad 3"}, *const no_card[] = {"sand 7"};
    static const char *const fifth_sylop[] = {"sand S", "sand S"};
    const struct {
        tp_match_setup setup;
        tp_err code;
        const char *words;
    } wrong[] = {
        {{.options = &options, .contributions[3] = {.size = 2}},
         TP_E_INPUT,
         "a contribution of seat 3, but there are 3"},
        {{.contributions[0] = {.size = 33}}, TP_E_INPUT, "has 33 bytes, at most 32"},
        {{.seats[1] = "\xff"}, TP_E_INPUT, "the name at seat 1 is not valid UTF-8"},
        {{.seats[2] = long_name}, TP_E_INPUT, "the name at seat 2 is too long"},
        {{.script = no_kind, .script_count = 2},
         TP_E_UNKNOWN,
         "scripted outcome 2: outcome 'snad 3': there is no kind"},
        {{.script = no_card, .script_count = 1}, TP_E_INPUT, "'sand' can be 1, 2, 3"},
        {{.script = fifth_sylop, .script_count = 2},
         TP_E_CHANCE,
         "the script has 'sand S', which is impossible here"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        tp_match_setup setup = wrong[i].setup;
        setup.game = game;
        tp_error error = {0};
        assert_null(tp_match_new(&setup, &error));
        assert_int_equal(error.code, wrong[i].code);
        if (strstr(error.text, wrong[i].words) == NULL)
            fail_msg("'%s' does not say '%s'", error.text, wrong[i].words);
    }
}

static void a_wrong_position_does_not_load(void **unused) {
    (void)unused;
    json_t *position = json_loads("{\"players\": 4, \"reserve\": [8, 8, 8, -1]}", 0, NULL);
    tp_match_setup setup = {.game = game, .position = position};
    tp_error error = {0};
    assert_null(tp_match_new(&setup, &error));
    assert_int_equal(error.code, TP_E_INPUT);
    assert_true(strlen(error.text) > 0);
    json_decref(position);
}

static void a_match_begins_from_a_position(void **unused) {
    (void)unused;
    tp_match *source = seeded(5);
    tp_rng rng;
    tp_rng_seed(&rng, 5);
    for (int i = 0; i < 20; i++) play_at_random(source, &rng);
    json_t *position = game->state_to_json(tp_match_state(source));
    tp_match *match = begin((tp_match_setup){.seeded = true, .seed = 1, .position = position});
    json_decref(position);
    assert_memory_equal(tp_match_state(match), tp_match_state(source), game->state_size);
    assert_int_equal(tp_match_plies(match), 0);
    play_to_the_end(match, 5);
    assert_true(tp_match_undo(match, tp_match_plies(match)));
    assert_memory_equal(tp_match_state(match), tp_match_state(source), game->state_size);
    tp_match_free(match);
    tp_match_free(source);
}

/* ---- chance ---- */

static void scripted_outcomes_come_first_and_each_kind_is_a_queue(void **unused) {
    (void)unused;
    static const char *const script[] = {"blood I", "sand 6",  "sand 5",
                                         "blood 1", "first 2", "token EMBARGO"};
    tp_match *match = begin((tp_match_setup){.seeded = true, .script = script, .script_count = 6});
    uint32_t sand[2], blood[2];
    assert_int_equal(outcomes_of(match, "sand", 0, sand, 2), 2);
    assert_int_equal(outcomes_of(match, "blood", 0, blood, 2), 2);
    char text[TP_TEXT_SIZE];
    const char *const expected[4] = {"6", "5", "I", "1"};
    const uint32_t found[4] = {sand[0], sand[1], blood[0], blood[1]};
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t kind = 0, outcome = 0;
        tp_outcome_from_text(game, i < 2 ? "sand 1" : "blood 1", &kind, &outcome, NULL);
        game->outcome_text(kind, found[i], text, sizeof text);
        assert_string_equal(text, expected[i]);
    }
    assert_int_equal(tp_match_actor(match), 2);
    tp_match_free(match);
}

static void the_dealer_counts_scripted_outcomes_too(void **unused) {
    (void)unused;
    tp_match *dealt = seeded(77);
    uint32_t sand[2];
    outcomes_of(dealt, "sand", 0, sand, 2);
    char texts[2][TP_TEXT_SIZE];
    uint32_t kind = 0, unused_outcome = 0;
    tp_outcome_from_text(game, "sand 1", &kind, &unused_outcome, NULL);
    for (int i = 0; i < 2; i++) tp_outcome_to_text(game, kind, sand[i], texts[i]);
    const char *const script[] = {texts[0], texts[1]};
    tp_match *scripted =
        begin((tp_match_setup){.seeded = true, .seed = 77, .script = script, .script_count = 2});
    play_to_the_end(dealt, 3);
    play_to_the_end(scripted, 3);
    assert_memory_equal(tp_match_state(dealt), tp_match_state(scripted), game->state_size);
    tp_match_free(dealt);
    tp_match_free(scripted);
}

static void an_impossible_outcome_leaves_everything_as_it_was(void **unused) {
    (void)unused;
    static const char *const script[] = {"sand S", "sand 1", "sand 1", "sand 1", "sand 2", "sand S"};
    tp_match *match = begin((tp_match_setup){.seeded = true, .script = script, .script_count = 6});
    play(match, "NO_TOKEN");
    void *before = malloc(game->state_size);
    memcpy(before, tp_match_state(match), game->state_size);
    tp_error error = {0};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(tp_match_play_text(match, tp_match_actor(match), "DRAW_SAND", &error), TP_E_CHANCE);
        assert_string_equal(
            error.text, "the script has 'sand S', which is impossible here: 'sand' can be 2, 3, 4, 5, 6, I");
        assert_memory_equal(before, tp_match_state(match), game->state_size);
        assert_int_equal(tp_match_plies(match), 1);
    }
    free(before);
    play(match, "DRAW_BLOOD");
    tp_match_free(match);
}

static void the_order_of_a_pile_does_not_depend_on_the_players(void **unused) {
    (void)unused;
    for (uint64_t seed = 0; seed < 20; seed++) {
        tp_match *eager = seeded(seed), *mixed = seeded(seed);
        static const char *const eager_draws[] = {"DRAW_SAND", "DRAW_SAND", "DRAW_SAND", "DRAW_SAND"};
        static const char *const mixed_draws[] = {"PASS", "DRAW_BLOOD", "DRAW_SAND", "DRAW_BLOOD"};
        for (int i = 0; i < 4; i++) {
            play(eager, "NO_TOKEN");
            play(eager, eager_draws[i]);
            play(eager, "REFUSE");
            play(mixed, "NO_TOKEN");
            play(mixed, mixed_draws[i]);
            if (strcmp(mixed_draws[i], "PASS") != 0) play(mixed, "KEEP");
        }
        uint32_t first = 99, also_first = 98;
        assert_int_equal(outcomes_of(eager, "sand", 1, &first, 1), 1);
        assert_int_equal(outcomes_of(mixed, "sand", 1, &also_first, 1), 1);
        assert_int_equal(first, also_first);
        tp_match_free(eager);
        tp_match_free(mixed);
    }
}

/* ---- the past ---- */

static void every_state_and_view_of_the_past_comes_back(void **unused) {
    (void)unused;
    tp_match *match = seeded(8);
    tp_rng rng;
    tp_rng_seed(&rng, 8);
    uint8_t *states = calloc((size_t)game->max_plies + 1, game->state_size);
    assert_non_null(states);
    for (;;) {
        size_t ply = (size_t)tp_match_plies(match);
        memcpy(states + ply * game->state_size, tp_match_state(match), game->state_size);
        if (tp_match_actor(match) == TP_OVER) break;
        play_at_random(match, &rng);
    }
    void *state = malloc(game->state_size), *view = malloc(game->view_size),
         *expected = malloc(game->view_size);
    for (int ply = 0; ply <= tp_match_plies(match); ply++) {
        const uint8_t *right = states + (size_t)ply * game->state_size;
        memset(state, 0xaa, game->state_size);
        tp_match_state_at(match, ply, state);
        assert_memory_equal(state, right, game->state_size);
        for (int viewer = TP_REVEALED; viewer < 4; viewer++) {
            game->view(right, viewer, expected);
            assert_true(tp_match_view_at(match, ply, viewer, view));
            assert_memory_equal(view, expected, game->view_size);
        }
    }
    assert_false(tp_match_view_at(match, tp_match_plies(match) + 1, 0, view));
    int plies = tp_match_plies(match);
    uint8_t *views = malloc(((size_t)plies + 1) * game->view_size);
    for (int viewer = TP_REVEALED; viewer < 4; viewer++) {
        for (int first = 0; first <= plies; first += 1 + plies / 3) {
            assert_true(tp_match_view_plies(match, first, plies, viewer, views));
            for (int ply = first; ply <= plies; ply++) {
                game->view(states + (size_t)ply * game->state_size, viewer, expected);
                assert_memory_equal(views + (size_t)(ply - first) * game->view_size, expected,
                                    game->view_size);
            }
        }
    }
    assert_false(tp_match_view_plies(match, 0, plies + 1, 0, views));
    assert_false(tp_match_view_plies(match, -1, 0, 0, views));
    assert_false(tp_match_view_plies(match, 1, 0, 0, views));
    assert_false(tp_match_view_plies(match, 0, 0, 4, views));
    free(views);
    free(state);
    free(view);
    free(expected);
    free(states);
    tp_match_free(match);
}

/* Of a long game states are kept on the way (milestones), from which the past is found: it must be the same
 * as it was, at each of them and between, also after some of it was taken back. */
static void the_past_of_a_long_game_comes_back(void **unused) {
    (void)unused;
    enum { PLIES = 300, STEP = 37 };
    const tp_game *mulle = tp_game_find("mulle", NULL);
    tp_options options;
    tp_options_init(&options, mulle->options);
    assert_int_equal(tp_options_set(&options, "omgangar", "9", NULL), TP_OK);
    tp_match *match =
        tp_match_new(&(tp_match_setup){.game = mulle, .options = &options, .seeded = true, .seed = 4}, NULL);
    assert_non_null(match);
    size_t size = mulle->state_size;
    uint8_t *states = malloc((PLIES + 1) * size), *state = malloc(size);
    tp_history(*histories)[PLIES + 1] = malloc(3 * sizeof *histories), history;
    tp_move *moves = malloc((size_t)mulle->max_moves * sizeof *moves), played[PLIES + 1];
    tp_rng rng;
    tp_rng_seed(&rng, 4);
    for (int ply = 0; ply <= PLIES; ply++) {
        memcpy(states + (size_t)ply * size, tp_match_state(match), size);
        for (int viewer = TP_SPECTATOR; viewer < 2; viewer++)
            assert_true(tp_match_history(match, viewer, &histories[viewer - TP_SPECTATOR][ply]));
        if (ply == PLIES) break;
        uint32_t count = (uint32_t)mulle->legal(tp_match_state(match), moves);
        played[ply] = moves[tp_rng_below(&rng, count)];
        assert_int_equal(tp_match_play(match, tp_match_actor(match), played[ply], NULL), TP_OK);
    }
    for (int end = PLIES; end > 0; end -= STEP) {
        for (int ply = 0; ply <= end; ply += ply < 130 ? 1 : 7) {
            tp_match_state_at(match, ply, state);
            assert_memory_equal(state, states + (size_t)ply * size, size);
            for (int viewer = TP_SPECTATOR; viewer < 2; viewer++) {
                assert_true(tp_match_history_at(match, ply, viewer, &history));
                assert_memory_equal(&history, &histories[viewer - TP_SPECTATOR][ply], sizeof history);
            }
        }
        /* The same comes again: the counters of the dealer are those of that ply. */
        assert_true(tp_match_undo(match, end));
        for (int ply = 0; ply < end; ply++)
            assert_int_equal(tp_match_play(match, tp_match_actor(match), played[ply], NULL), TP_OK);
        assert_true(tp_match_undo(match, end < STEP ? end : STEP));
        int plies = tp_match_plies(match);
        assert_memory_equal(tp_match_state(match), states + (size_t)plies * size, size);
        assert_true(tp_match_history(match, 1, &history));
        assert_memory_equal(&history, &histories[1 - TP_SPECTATOR][plies], sizeof history);
    }
    free(states);
    free(state);
    free(histories);
    free(moves);
    tp_match_free(match);
}

static int applied;
static const tp_game *applied_game;

static void count_apply(void *state, tp_move move, tp_chance *chance) {
    applied++;
    applied_game->apply(state, move, chance);
}

/* A player of a long game must not cost a server more than one of a short game. */
static void looking_back_costs_the_same_in_a_long_game(void **unused) {
    (void)unused;
    enum { PLIES = 1000, MOST = 64 + 1 };
    applied_game = tp_game_find("mulle", NULL);
    tp_game counted = *applied_game;
    counted.apply = count_apply;
    tp_options options;
    tp_options_init(&options, counted.options);
    assert_int_equal(tp_options_set(&options, "omgangar", "99", NULL), TP_OK);
    tp_match *match = tp_match_new(
        &(tp_match_setup){.game = &counted, .options = &options, .seeded = true, .seed = 4}, NULL);
    assert_non_null(match);
    tp_move *moves = malloc((size_t)counted.max_moves * sizeof *moves);
    while (tp_match_plies(match) < PLIES) {
        assert_true(counted.legal(tp_match_state(match), moves) > 0);
        assert_int_equal(tp_match_play(match, tp_match_actor(match), moves[0], NULL), TP_OK);
    }
    void *view = malloc(counted.view_size);
    for (int ply = PLIES - 1; ply > 0; ply -= 111) {
        applied = 0;
        assert_true(tp_match_view_at(match, ply, 0, view));
        if (applied > MOST) fail_msg("a look at ply %d applies %d moves", ply, applied);
        applied = 0;
        free(tp_match_tell(match, ply, 0));
        if (applied > MOST) fail_msg("the sentences of ply %d apply %d moves", ply, applied);
    }
    while (tp_match_plies(match) > 100) {
        applied = 0;
        assert_true(tp_match_undo(match, 9));
        if (applied > MOST)
            fail_msg("taking back to ply %d applies %d moves", tp_match_plies(match), applied);
    }
    free(view);
    free(moves);
    tp_match_free(match);
}

static void nobody_sees_every_card_before_the_end(void **unused) {
    (void)unused;
    tp_match *match = seeded(8);
    uint8_t *view = malloc(game->view_size), *before = malloc(game->view_size);
    memset(view, 0x5a, game->view_size);
    memset(before, 0x5a, game->view_size);
    assert_false(tp_match_view(match, TP_REVEALED, view));
    assert_false(tp_match_view_at(match, 0, TP_REVEALED, view));
    assert_false(tp_match_view_plies(match, 0, 0, TP_REVEALED, view));
    assert_false(tp_match_view(match, 4, view));
    assert_false(tp_match_view(match, -3, view));
    assert_memory_equal(view, before, game->view_size);
    assert_true(tp_match_view(match, TP_SPECTATOR, view));
    char *spectator = tp_match_tell(match, 0, TP_SPECTATOR), *curious = tp_match_tell(match, 0, TP_REVEALED);
    assert_string_equal(spectator, curious);
    free(spectator);
    free(curious);
    play_to_the_end(match, 8);
    assert_true(tp_match_view(match, TP_REVEALED, view));
    assert_true(tp_match_undo(match, 1));
    assert_false(tp_match_view(match, TP_REVEALED, view));
    free(view);
    free(before);
    tp_match_free(match);
}

static void what_was_taken_back_comes_again(void **unused) {
    (void)unused;
    tp_match *match = seeded(21);
    assert_false(tp_match_undo(match, 1));
    play_to_the_end(match, 21);
    int plies = tp_match_plies(match);
    void *end = malloc(game->state_size), *state = malloc(game->state_size);
    memcpy(end, tp_match_state(match), game->state_size);
    assert_false(tp_match_undone(match));
    assert_false(tp_match_undo(match, plies + 1));
    assert_false(tp_match_undo(match, 0));
    assert_false(tp_match_undo(match, -1));
    assert_false(tp_match_undone(match));
    for (int count = 1; count <= plies; count++) {
        tp_match_state_at(match, plies - count, state);
        tp_move *moves = malloc((size_t)count * sizeof *moves);
        for (int i = 0; i < count; i++) {
            const tp_event *events;
            tp_match_ply_events(match, plies - count + 1 + i, &events);
            moves[i] = events[0].move;
        }
        assert_true(tp_match_undo(match, count));
        assert_int_equal(tp_match_plies(match), plies - count);
        assert_memory_equal(tp_match_state(match), state, game->state_size);
        for (int i = 0; i < count; i++) {
            assert_int_equal(tp_match_play(match, tp_match_actor(match), moves[i], NULL), TP_OK);
        }
        assert_memory_equal(tp_match_state(match), end, game->state_size);
        free(moves);
    }
    assert_true(tp_match_undone(match));
    free(end);
    free(state);
    tp_match_free(match);
}

static void scripted_outcomes_come_again_after_undo(void **unused) {
    (void)unused;
    static const char *const script[] = {"sand 1", "sand 1", "sand 1", "sand 2",
                                         "sand 2", "sand 6", "sand I"};
    tp_match *match = begin((tp_match_setup){.seeded = true, .script = script, .script_count = 7});
    for (int time = 0; time < 3; time++) {
        play(match, "NO_TOKEN");
        play(match, "DRAW_SAND");
        uint32_t card = 0, kind = 0, six = 0;
        assert_int_equal(outcomes_of(match, "sand", 1, &card, 1), 1);
        tp_outcome_from_text(game, "sand 6", &kind, &six, NULL);
        assert_int_equal(card, six);
        assert_true(tp_match_undo(match, 2));
    }
    tp_match_free(match);
}

static void every_ply_can_be_told_to_everybody(void **unused) {
    (void)unused;
    tp_match *match = seeded(30);
    play_to_the_end(match, 30);
    size_t told = 0;
    for (int ply = 0; ply <= tp_match_plies(match); ply++) {
        for (int viewer = TP_REVEALED; viewer < 4; viewer++) {
            char *text = tp_match_tell(match, ply, viewer);
            assert_non_null(text);
            size_t length = strlen(text);
            if (length > 0) assert_int_not_equal(text[length - 1], '\n');
            assert_null(strstr(text, "\n\n"));
            told += length;
            free(text);
        }
    }
    assert_true(told > 0);
    char *nothing = tp_match_tell(match, 9999, 0);
    assert_string_equal(nothing, "");
    free(nothing);
    tp_match_free(match);
}

static void plies_are_told_together_as_one_by_one(void **unused) {
    (void)unused;
    tp_match *match = seeded(31);
    play_to_the_end(match, 31);
    int plies = tp_match_plies(match);
    char **texts = calloc((size_t)plies + 1, sizeof *texts);
    for (int viewer = TP_REVEALED; viewer < 4; viewer++) {
        for (int first = 0; first <= plies; first += 1 + plies / 5) {
            assert_true(tp_match_tell_plies(match, first, plies, viewer, texts));
            for (int ply = first; ply <= plies; ply++) {
                char *alone = tp_match_tell(match, ply, viewer);
                assert_string_equal(texts[ply - first], alone);
                free(alone);
                free(texts[ply - first]);
            }
        }
    }
    assert_false(tp_match_tell_plies(match, 0, plies + 1, 0, texts));
    assert_false(tp_match_tell_plies(match, -1, 0, 0, texts));
    assert_false(tp_match_tell_plies(match, 1, 0, 0, texts));
    free(texts);
    tp_match_free(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_deal_is_ply_0),
        cmocka_unit_test(moves_are_refused_with_the_first_reason_that_applies),
        cmocka_unit_test(numbers_that_are_no_moves_are_refused),
        cmocka_unit_test(one_seed_is_one_game),
        cmocka_unit_test(without_a_seed_every_game_is_another),
        cmocka_unit_test(a_contribution_changes_the_deal_and_not_the_commitment),
        cmocka_unit_test(wrong_beginnings_say_what_is_wrong),
        cmocka_unit_test(a_wrong_position_does_not_load),
        cmocka_unit_test(a_match_begins_from_a_position),
        cmocka_unit_test(scripted_outcomes_come_first_and_each_kind_is_a_queue),
        cmocka_unit_test(the_dealer_counts_scripted_outcomes_too),
        cmocka_unit_test(an_impossible_outcome_leaves_everything_as_it_was),
        cmocka_unit_test(the_order_of_a_pile_does_not_depend_on_the_players),
        cmocka_unit_test(every_state_and_view_of_the_past_comes_back),
        cmocka_unit_test(the_past_of_a_long_game_comes_back),
        cmocka_unit_test(looking_back_costs_the_same_in_a_long_game),
        cmocka_unit_test(nobody_sees_every_card_before_the_end),
        cmocka_unit_test(what_was_taken_back_comes_again),
        cmocka_unit_test(scripted_outcomes_come_again_after_undo),
        cmocka_unit_test(every_ply_can_be_told_to_everybody),
        cmocka_unit_test(plies_are_told_together_as_one_by_one),
    };
    return cmocka_run_group_tests(tests, find_game, NULL);
}
