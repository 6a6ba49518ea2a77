/* Registering games and agents: what is accepted plays, what is refused is told in a sentence, and members
 * that may be NULL have defaults. Shared objects are in tests/scripts/test_plugins.sh. */
#include "tapete/tapete.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static int game_count(void) {
    int count = 0;
    while (tp_games()[count] != NULL) count++;
    return count;
}

static int agent_count(void) {
    int count = 0;
    while (tp_agent_kinds()[count] != NULL) count++;
    return count;
}

/* ---- games ---- */

/* A copy of a game under another name. */
static tp_game copy_of(const char *name, const char *new_name) {
    tp_game game = *tp_game_find(name, NULL);
    game.name = new_name;
    return game;
}

static void refuses_game(const tp_game *game, tp_err code, const char *words) {
    tp_error error = {0};
    int before = game_count();
    assert_int_equal(tp_game_register(game, &error), code);
    if (strstr(error.text, words) == NULL) fail_msg("'%s' does not say '%s'", error.text, words);
    assert_int_equal(tp_game_register(game, NULL), code);
    assert_int_equal(game_count(), before);
}

static void games_are_refused_with_a_sentence(void **unused) {
    (void)unused;
    static const char *const names[] = {"",       "Sabacc", "two words",
                                        "a:b",    "../up",  "-option",
                                        "sábado", NULL,     "a-name-that-is-longer-than-31-by"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        tp_game game = copy_of("sabacc", names[i]);
        refuses_game(&game, TP_E_INPUT, "the name of a game has 1 to 31");
    }
    tp_game game = copy_of("sabacc", "mus");
    refuses_game(&game, TP_E_INPUT, "there is already a game mus");
    game = copy_of("sabacc", "copy");
    game.struct_size -= sizeof(void *);
    refuses_game(&game, TP_E_VERSION, "built for another version");
    game.struct_size = sizeof game + sizeof(void *);
    game.name = "mus"; /* the size comes first: nothing else can be trusted */
    refuses_game(&game, TP_E_VERSION, "built for another version");

    const size_t needed[] = {
        offsetof(tp_game, title),        offsetof(tp_game, summary),       offsetof(tp_game, rules_version),
        offsetof(tp_game, rules_text),   offsetof(tp_game, options),       offsetof(tp_game, shape),
        offsetof(tp_game, setup),        offsetof(tp_game, seats),         offsetof(tp_game, side),
        offsetof(tp_game, actor),        offsetof(tp_game, legal),         offsetof(tp_game, apply),
        offsetof(tp_game, returns),      offsetof(tp_game, scores),        offsetof(tp_game, check),
        offsetof(tp_game, view),         offsetof(tp_game, seen),          offsetof(tp_game, view_actor),
        offsetof(tp_game, view_legal),   offsetof(tp_game, imagine),       offsetof(tp_game, move_text),
        offsetof(tp_game, move_parse),   offsetof(tp_game, outcome_text),  offsetof(tp_game, outcome_parse),
        offsetof(tp_game, tell),         offsetof(tp_game, state_to_json), offsetof(tp_game, state_from_json),
        offsetof(tp_game, view_to_json), offsetof(tp_game, view_from_json)};
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
        game = copy_of("sabacc", "copy");
        memset((char *)&game + needed[i], 0, sizeof(void *));
        refuses_game(&game, TP_E_INPUT, ", which every game must have");
    }
}

static tp_err four_of_three(const tp_options *options, tp_shape *out, tp_error *error) {
    (void)options;
    (void)error;
    *out = (tp_shape){.seats = 4, .side = {0, 1, 2, 3}, .direction = TP_CLOCKWISE};
    return TP_OK;
}

static tp_err never(const tp_options *options, tp_shape *out, tp_error *error) {
    (void)options;
    (void)out;
    return tp_fail(error, TP_E_INPUT, "no such game can be played");
}

static void limits_are_kept(void **unused) {
    (void)unused;
    static const tp_chance_kind too_many[] = {{"card", TP_MAX_OUTCOMES + 1}}, none[] = {{"card", 0}},
                                nameless[] = {{NULL, 4}};
    static tp_chance_kind kinds[TP_MAX_KINDS + 1];
    for (int i = 0; i <= TP_MAX_KINDS; i++) kinds[i] = (tp_chance_kind){"card", 4};
    const tp_game good = copy_of("sabacc", "copy");
    tp_game game = good;
    game.max_seats = TP_MAX_SEATS + 1;
    refuses_game(&game, TP_E_INPUT, "max_seats is 5, and can be 1 to 4");
    game = good;
    game.min_seats = 0;
    refuses_game(&game, TP_E_INPUT, "min_seats is 0");
    game = good;
    game.max_moves = 0;
    refuses_game(&game, TP_E_INPUT, "max_moves is 0");
    game = good;
    game.playout = NULL;
    game.max_moves = TP_MAX_PLAYOUT_MOVES + 1;
    refuses_game(&game, TP_E_INPUT, "max_moves is 4097, and can be 1 to 4096");
    game = good;
    game.max_plies = 0;
    refuses_game(&game, TP_E_INPUT, "max_plies is 0");
    game = good;
    game.state_size = 0;
    refuses_game(&game, TP_E_INPUT, "state_size is 0");
    game = good;
    game.view_size = (size_t)1 << 40;
    refuses_game(&game, TP_E_INPUT, "view_size is 1099511627776");
    game = good;
    game.kinds = kinds;
    game.kind_count = TP_MAX_KINDS + 1;
    refuses_game(&game, TP_E_INPUT, "kind_count is 33, and can be 0 to 32");
    game.kind_count = 1;
    game.kinds = too_many;
    refuses_game(&game, TP_E_INPUT, "card is 65, and can be 1 to 64");
    game.kinds = none;
    refuses_game(&game, TP_E_INPUT, "card is 0");
    game.kinds = nameless;
    refuses_game(&game, TP_E_INPUT, "kind 0 has no name");
    game.kinds = NULL;
    refuses_game(&game, TP_E_INPUT, "kind 0 has no name");
    game = good;
    game.max_seats = 3;
    game.shape = four_of_three;
    refuses_game(&game, TP_E_INPUT, "seats is 4, and can be 2 to 3");
    game = good;
    game.shape = never;
    refuses_game(&game, TP_E_INPUT, "no such game can be played");
}

/* Everything that may be left out is left out, and the game is played all the same. */
static void a_game_with_defaults_plays(void **unused) {
    (void)unused;
    static tp_game plain;
    const tp_game *whole = tp_game_find("bruno", NULL);
    plain = copy_of("bruno", "plain");
    plain.playout = NULL;
    plain.why_not = NULL;
    plain.move_help = NULL;
    plain.observe = NULL;
    plain.observe_move = NULL;
    plain.observe_fields = plain.observe_move_fields = NULL;
    plain.meant = NULL;
    plain.move_name = NULL;
    plain.outcome_set = NULL;
    plain.word_fits = NULL;
    plain.view_text = NULL;
    tp_error error = {0};
    int before = game_count();
    if (tp_game_register(&plain, &error) != TP_OK) fail_msg("%s", error.text);
    assert_int_equal(game_count(), before + 1);
    assert_ptr_equal(tp_game_find("plain", &error), &plain);
    assert_int_equal(tp_game_count(), before + 1);
    assert_ptr_equal(tp_game_at(before), &plain);
    assert_null(tp_game_at(before + 1));
    assert_null(tp_game_at(-1));
    assert_int_equal(tp_observe_size(&plain), 0);

    /* Whole matches between a search, which plays out and imagines, and random moves. */
    tp_match *match = tp_match_new(&(tp_match_setup){.game = &plain, .seeded = true, .seed = 5}, &error);
    assert_non_null(match);
    void *view = malloc(plain.view_size);
    tp_agent *search = tp_agent_new(&plain, "ismcts:sims=40", 1, &error);
    tp_agent *flat = tp_agent_new(&plain, "flatmc:games=20,threads=1", 1, &error);
    if (search == NULL || flat == NULL) fail_msg("%s", error.text);
    for (int actor; (actor = tp_match_actor(match)) != TP_OVER;) {
        char text[TP_TEXT_SIZE];
        assert_true(tp_match_view(match, actor, view));
        tp_move move = tp_agent_choose(actor % 2 == 0 ? search : flat, view);
        tp_game_move_help(&plain, view, move, text, sizeof text);
        assert_true(text[0] != '\0');
        assert_int_equal(tp_match_play(match, actor, TP_NO_MOVE, &error), TP_E_REFUSED);
        assert_string_equal(tp_game_why_not(&plain, view, move, text, sizeof text), "NOT_LEGAL");
        assert_string_equal(text, "it cannot be played now");
        if (tp_match_play(match, actor, move, &error) != TP_OK) fail_msg("%s", error.text);
    }
    size_t entries = 0;
    char *lines = tp_record_lines(match, &entries);
    tp_match *again = tp_record_parse(lines, strlen(lines), NULL, &error);
    if (again == NULL) fail_msg("%s", error.text);
    assert_memory_equal(tp_match_state(match), tp_match_state(again), plain.state_size);
    tp_match_free(again);
    free(lines);
    tp_agent_free(flat);
    tp_agent_free(search);
    free(view);
    tp_match_free(match);

    /* The default play-out gives the game that the game's own gives: as long on the mean, and as even. */
    enum { GAMES = 2000 };
    double length[2] = {0, 0}, result[2] = {0, 0};
    void *state = malloc(plain.state_size);
    for (int i = 0; i < 2 * GAMES; i++) {
        const tp_game *game = i % 2 == 0 ? &plain : whole;
        tp_options options;
        tp_chance chance;
        float returns[TP_MAX_SEATS];
        tp_options_init(&options, game->options);
        tp_chance_from_seed(&chance, (uint64_t)i);
        assert_int_equal(game->setup(state, &options, &chance, &error), TP_OK);
        length[i % 2] += tp_game_playout(game, state, &chance);
        assert_int_equal(game->actor(state), TP_OVER);
        game->returns(state, returns);
        result[i % 2] += (double)returns[0];
    }
    assert_true(length[0] > 0.9 * length[1] && length[0] < 1.1 * length[1]);
    assert_true(result[0] - result[1] < 0.15 * GAMES && result[1] - result[0] < 0.15 * GAMES);
    free(state);
}

/* ---- agents ---- */

static void refuses_agent(const tp_agent_kind *kind, tp_err code, const char *words) {
    tp_error error = {0};
    int before = agent_count();
    assert_int_equal(tp_agent_register(kind, &error), code);
    if (strstr(error.text, words) == NULL) fail_msg("'%s' does not say '%s'", error.text, words);
    assert_int_equal(agent_count(), before);
}

static tp_agent_kind copy_of_random(const char *name) {
    tp_agent_kind kind = *tp_agent_kinds()[0];
    assert_string_equal(kind.name, "random");
    kind.name = name;
    return kind;
}

static void agents_are_refused_with_a_sentence(void **unused) {
    (void)unused;
    tp_agent_kind kind = copy_of_random("a,b");
    refuses_agent(&kind, TP_E_INPUT, "the name of an agent has 1 to 31");
    kind = copy_of_random("flatmc");
    refuses_agent(&kind, TP_E_INPUT, "there is already an agent, a level or a character flatmc");
    kind = copy_of_random("strong");
    refuses_agent(&kind, TP_E_INPUT, "there is already an agent, a level or a character strong");
    kind = copy_of_random("copy");
    kind.struct_size = 8;
    refuses_agent(&kind, TP_E_VERSION, "built for another version");
    kind = copy_of_random("copy");
    kind.game = "chess";
    refuses_agent(&kind, TP_E_UNKNOWN, "there is no game \"chess\"");
    const size_t needed[] = {offsetof(tp_agent_kind, summary), offsetof(tp_agent_kind, options),
                             offsetof(tp_agent_kind, create), offsetof(tp_agent_kind, destroy),
                             offsetof(tp_agent_kind, choose)};
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
        kind = copy_of_random("copy");
        memset((char *)&kind + needed[i], 0, sizeof(void *));
        refuses_agent(&kind, TP_E_INPUT, ", which every agent must have");
    }
}

static void a_registered_agent_is_found_by_its_name(void **unused) {
    (void)unused;
    static tp_agent_kind kind;
    tp_error error = {0};
    int before = agent_count();
    assert_null(tp_agent_new(tp_games()[0], "another", 1, &error));
    kind = copy_of_random("another");
    assert_int_equal(tp_agent_register(&kind, &error), TP_OK);
    assert_int_equal(agent_count(), before + 1);
    tp_agent *agent = tp_agent_new(tp_games()[0], "another", 1, &error);
    if (agent == NULL) fail_msg("%s", error.text);
    assert_ptr_equal(tp_agent_kind_of(agent), &kind);
    tp_agent_free(agent);
    assert_null(tp_agent_new(tp_games()[0], "anothr", 1, &error));
    assert_non_null(strstr(error.text, "another"));
}

/* No more than there is room for; this comes last, since nothing is ever removed. */
static void the_registry_has_an_end(void **unused) {
    (void)unused;
    static tp_game games[100];
    static char names[100][16];
    tp_error error = {0};
    int added = 0;
    for (; added < 100; added++) {
        snprintf(names[added], sizeof names[added], "many-%d", added);
        games[added] = copy_of("mulle", names[added]);
        if (tp_game_register(&games[added], &error) != TP_OK) break;
    }
    assert_in_range(added, 32, 99);
    assert_non_null(strstr(error.text, "there are already"));
    assert_ptr_equal(tp_game_find(names[added - 1], NULL), &games[added - 1]);
    json_t *list = tp_games_to_json(true);
    assert_non_null(list);
    char *text = json_dumps(list, 0);
    assert_non_null(strstr(text, names[added - 1]));
    free(text);
    json_decref(list);
}

/* ---- the contract as functions ---- */

static void accessors_give_the_members(void **unused) {
    (void)unused;
    for (int i = 0; i < tp_game_count(); i++) {
        const tp_game *game = tp_game_at(i);
        assert_string_equal(tp_game_name(game), game->name);
        assert_string_equal(tp_game_title(game), game->title);
        assert_string_equal(tp_game_summary(game), game->summary);
        assert_string_equal(tp_game_rules_version(game), game->rules_version);
        assert_string_equal(tp_game_rules_text(game), game->rules_text);
        assert_int_equal(tp_game_is_study(game), game->study);
        assert_int_equal(tp_game_min_seats(game), game->min_seats);
        assert_int_equal(tp_game_max_seats(game), game->max_seats);
        assert_int_equal(tp_game_max_moves(game), game->max_moves);
        assert_int_equal(tp_game_max_plies(game), game->max_plies);
        assert_int_equal(tp_game_state_size(game), game->state_size);
        assert_int_equal(tp_game_view_size(game), game->view_size);
        assert_int_equal(tp_game_scratch_size(game), game->scratch_size);
        assert_ptr_equal(tp_game_options(game), game->options);
        assert_int_equal(tp_game_kind_count(game), game->kind_count);
        assert_string_equal(tp_game_kind_name(game, 0), game->kinds[0].name);
        assert_int_equal(tp_game_kind_outcomes(game, 0), game->kinds[0].outcomes);
        assert_null(tp_game_kind_name(game, game->kind_count));
        assert_int_equal(tp_game_kind_outcomes(game, game->kind_count), 0);
    }
}

/* A game of random moves through functions alone, with memory by the sizes that they say, beside one through
 * the struct. */
static void a_game_is_played_through_functions(void **unused) {
    (void)unused;
    const tp_game *game = tp_game_find("mus", NULL);
    tp_error *error = calloc(1, tp_error_size());
    tp_options *options = calloc(1, tp_options_size());
    tp_chance *chance = calloc(1, tp_chance_size()), other;
    void *state = calloc(1, tp_game_state_size(game)), *twin = calloc(1, game->state_size);
    void *view = calloc(1, tp_game_view_size(game)), *read = calloc(1, game->view_size);
    tp_move *moves = calloc((size_t)tp_game_max_moves(game), sizeof *moves);
    tp_options_init(options, tp_game_options(game));
    assert_int_equal(tp_options_set(options, "preset", "S2", error), TP_OK);
    tp_game_settle(game, options, NULL);
    tp_chance_init(chance, 9);
    tp_chance_from_seed(&other, 9);
    assert_int_equal(tp_game_setup(game, state, options, chance, error), TP_OK);
    assert_int_equal(game->setup(twin, options, &other, NULL), TP_OK);
    assert_int_equal(tp_game_seats(game, state), 2);
    assert_int_equal(tp_game_side(game, state, 1), 1);
    for (int actor; (actor = tp_game_actor(game, state)) != TP_OVER;) {
        char text[TP_TEXT_SIZE];
        tp_move parsed = TP_NO_MOVE;
        tp_game_view(game, state, actor, view);
        assert_int_equal(tp_game_view_actor(game, view), actor);
        int count = tp_game_view_legal(game, view, moves);
        assert_int_equal(count, tp_game_legal(game, state, moves));
        tp_move move = moves[tp_chance_below(chance, (uint32_t)count)];
        assert_int_equal(move, moves[tp_rng_below(&other.rng, (uint32_t)count)]);
        tp_game_move_text(game, move, text, sizeof text);
        assert_int_equal(tp_game_move_parse(game, text, &parsed), TP_OK);
        assert_int_equal(tp_game_meant(game, view, parsed), move);
        char *json = tp_game_view_text(game, view);
        assert_int_equal(tp_game_view_parse(game, json, options, read, error), TP_OK);
        assert_memory_equal(view, read, game->view_size);
        tp_free(json);
        tp_game_apply(game, state, move, chance);
        game->apply(twin, move, &other);
        assert_memory_equal(state, twin, game->state_size);
        assert_int_equal(tp_game_check(game, state, error), TP_OK);
    }
    assert_int_equal(tp_chance_next(chance), tp_rng_next(&other.rng));
    assert_true(tp_chance_fraction(chance) == tp_rng_fraction(&other.rng));
    float returns[TP_MAX_SEATS];
    int32_t scores[TP_MAX_SEATS];
    tp_game_returns(game, state, returns);
    tp_game_scores(game, state, scores);
    assert_true(returns[0] + returns[1] == 0.0f && returns[0] != 0.0f);
    char *json = tp_game_state_text(game, state);
    memset(twin, 0, game->state_size);
    assert_int_equal(tp_game_state_parse(game, json, options, twin, error), TP_OK);
    assert_memory_equal(state, twin, game->state_size);
    tp_free(json);
    assert_int_equal(tp_game_state_parse(game, "{\"hands\": 3", options, twin, error), TP_E_INPUT);
    assert_int_equal(tp_error_code(error), TP_E_INPUT);
    assert_non_null(strstr(tp_error_text(error), "not JSON"));
    assert_string_equal(tp_error_reason(error), "");
    assert_string_equal(tp_error_legal(error), "");
    free(moves);
    free(read);
    free(view);
    free(twin);
    free(state);
    free(chance);
    free(options);
    free(error);
}

/* No number stands for two things. */
static void what_is_no_seat_has_a_number_of_its_own(void **unused) {
    (void)unused;
    const int numbers[] = {TP_SPECTATOR, TP_REVEALED, TP_OVER, TP_TABLE};
    for (int i = 0; i < 4; i++) {
        assert_true(numbers[i] < 0);
        for (int k = 0; k < i; k++) assert_int_not_equal(numbers[i], numbers[k]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_are_refused_with_a_sentence),
        cmocka_unit_test(limits_are_kept),
        cmocka_unit_test(a_game_with_defaults_plays),
        cmocka_unit_test(agents_are_refused_with_a_sentence),
        cmocka_unit_test(a_registered_agent_is_found_by_its_name),
        cmocka_unit_test(accessors_give_the_members),
        cmocka_unit_test(a_game_is_played_through_functions),
        cmocka_unit_test(what_is_no_seat_has_a_number_of_its_own),
        cmocka_unit_test(the_registry_has_an_end),
    };
    return cmocka_run_group_tests_name("registry", tests, NULL, NULL);
}
