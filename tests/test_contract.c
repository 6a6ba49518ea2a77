/* The contract of include/tapete/game.h, over every game of the registry, many variants and many seeds.
 *
 * A new game is tested here without a line of its own. Each test plays random games and looks at every
 * position, or, where that is costly and games are long, at those of is_looked_at; at all of them in the long
 * form. */
#include "support/soak.h"
#include "support/sources.h"
#include "support/variants.h"
#include "tapete/tapete.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { VARIANTS = 20, GAMES_PER_VARIANT = 4, GUARD = 64 };

/* One position of a random game, handed to each test. */
typedef struct position {
    const tp_game *game;
    const tp_options *options;
    const void *state;
    int actor, seats, count, ply;
    const tp_move *moves;
    uint64_t seed;
} position;

typedef void (*position_test)(const position *p);

/* Memory with a guard behind it, so that a function that writes too much is found out. */
static void *guarded(size_t size) {
    unsigned char *bytes = malloc(size + GUARD);
    assert_non_null(bytes);
    memset(bytes, 0xa5, size + GUARD);
    return bytes;
}

static void free_guarded(void *memory, size_t size) {
    const unsigned char *bytes = memory;
    for (size_t i = size; i < size + GUARD; i++) {
        if (bytes[i] != 0xa5) fail_msg("something was written behind %zu bytes", size);
    }
    free(memory);
}

/* Play random games of all variants and call the test at every position, or at those that a costly test looks
 * at; always at the last. */
static void at_positions(position_test test, bool is_costly) {
    is_costly = is_costly && soak_factor() == 1;
    for (const tp_game *const *game = tp_games(); *game != NULL; game++) {
        if (!is_wanted((*game)->name)) continue;
        for (uint32_t variant = 0; variant < (uint32_t)variant_count(VARIANTS); variant++) {
            tp_options options;
            variant_options(*game, variant, &options);
            for (uint64_t seed = 0; seed < (uint64_t)games_per_variant(GAMES_PER_VARIANT); seed++) {
                void *state = guarded((*game)->state_size);
                tp_move *moves = guarded((size_t)(*game)->max_moves * sizeof *moves);
                tp_chance chance;
                tp_rng rng;
                tp_error error = {0};
                tp_chance_from_seed(&chance, seed + 1000 * variant);
                tp_rng_seed(&rng, seed);
                assert_int_equal((*game)->setup(state, &options, &chance, &error), TP_OK);
                position p = {
                    .game = *game, .options = &options, .state = state, .moves = moves, .seed = seed};
                p.seats = (*game)->seats(state);
                for (;; p.ply++) {
                    p.actor = (*game)->actor(state);
                    p.count = (*game)->legal(state, moves);
                    if (p.actor == TP_OVER || !is_costly || is_looked_at((uint64_t)p.ply, seed + variant))
                        test(&p);
                    if (p.actor == TP_OVER) break;
                    assert_true(p.count > 0 && p.ply < (*game)->max_plies);
                    (*game)->apply(state, moves[tp_rng_below(&rng, (uint32_t)p.count)], &chance);
                }
                free_guarded(moves, (size_t)(*game)->max_moves * sizeof *moves);
                free_guarded(state, (*game)->state_size);
            }
        }
    }
}

static void at_every_position(position_test test) { at_positions(test, false); }

static void at_many_positions(position_test test) { at_positions(test, true); }

/* ---- rules ---- */

static void check_legal(const position *p) {
    if (p->actor == TP_OVER) {
        assert_int_equal(p->count, 0);
        return;
    }
    assert_in_range(p->actor, 0, p->seats - 1);
    assert_in_range(p->count, 1, p->game->max_moves);
    for (int i = 1; i < p->count; i++) assert_true(p->moves[i - 1] < p->moves[i]);
    assert_true(p->moves[p->count - 1] != TP_NO_MOVE);
}

static void legal_moves_are_sorted_unique_and_end_with_the_game(void **unused) {
    (void)unused;
    at_every_position(check_legal);
}

static void check_invariants(const position *p) {
    tp_error error = {0};
    if (p->game->check(p->state, &error) != TP_OK)
        fail_msg("%s, seed %d, ply %d: %s", p->game->name, (int)p->seed, p->ply, error.text);
}

static void every_position_keeps_the_invariants(void **unused) {
    (void)unused;
    at_every_position(check_invariants);
}

static void check_copies(const position *p) {
    if (p->actor == TP_OVER) return;
    size_t size = p->game->state_size;
    void *first = guarded(size), *second = guarded(size);
    for (int i = 0; i < p->count; i++) {
        tp_chance chance, same;
        tp_chance_from_seed(&chance, (uint64_t)p->ply);
        same = chance;
        memcpy(first, p->state, size);
        memcpy(second, p->state, size);
        p->game->apply(first, p->moves[i], &chance);
        p->game->apply(second, p->moves[i], &same);
        assert_memory_equal(first, second, size);
        assert_memory_equal(&chance, &same, sizeof chance);
        assert_memory_not_equal(first, p->state, size);
    }
    free_guarded(first, size);
    free_guarded(second, size);
}

static void a_copy_behaves_like_the_original_and_a_move_changes_it(void **unused) {
    (void)unused;
    at_every_position(check_copies);
}

/* The same outcomes by another source lead to the same bytes: nothing but chance is random. */
static void check_sources(const position *p) {
    if (p->actor == TP_OVER) return;
    size_t size = p->game->state_size;
    void *first = guarded(size), *second = guarded(size);
    static logging log, again;
    logging_init(&log, p->seed + (uint64_t)p->ply);
    logging_init(&again, 12345);
    again.follow = &log;
    again.follow_viewer = TP_REVEALED;
    memcpy(first, p->state, size);
    memcpy(second, p->state, size);
    p->game->apply(first, p->moves[0], &log.chance);
    p->game->apply(second, p->moves[0], &again.chance);
    assert_false(again.lost);
    assert_int_equal(again.count, log.count);
    for (int i = 0; i < log.count; i++) {
        assert_true(log.events[i].kind < p->game->kind_count);
        assert_true(log.events[i].outcome < p->game->kinds[log.events[i].kind].outcomes);
    }
    assert_memory_equal(first, second, size);
    free_guarded(first, size);
    free_guarded(second, size);
}

static void outcomes_are_those_of_the_kinds_and_decide_everything(void **unused) {
    (void)unused;
    at_every_position(check_sources);
}

static void check_returns(const position *p) {
    float *returns = guarded(sizeof(float) * (size_t)p->seats);
    int32_t *scores = guarded(sizeof(int32_t) * (size_t)p->seats);
    p->game->returns(p->state, returns);
    p->game->scores(p->state, scores);
    float sum = 0;
    for (int seat = 0; seat < p->seats; seat++) {
        assert_true(returns[seat] >= -1.0f && returns[seat] <= 1.0f);
        if (p->actor != TP_OVER) assert_true(returns[seat] == 0.0f);
        for (int other = 0; other < p->seats; other++) {
            if (p->game->side(p->state, seat) == p->game->side(p->state, other))
                assert_true(returns[seat] == returns[other]);
        }
        sum += returns[seat];
    }
    assert_true(sum > -1e-5f && sum < 1e-5f);
    free_guarded(returns, sizeof(float) * (size_t)p->seats);
    free_guarded(scores, sizeof(int32_t) * (size_t)p->seats);
}

static void returns_are_in_range_fair_and_zero_before_the_end(void **unused) {
    (void)unused;
    at_every_position(check_returns);
}

static void check_playout(const position *p) {
    void *state = guarded(p->game->state_size);
    float returns[TP_MAX_SEATS];
    tp_chance chance;
    tp_chance_from_seed(&chance, (uint64_t)p->ply);
    memcpy(state, p->state, p->game->state_size);
    int decisions = tp_game_playout(p->game, state, &chance);
    assert_in_range(decisions, p->actor == TP_OVER ? 0 : 1, p->game->max_plies);
    assert_int_equal(p->game->actor(state), TP_OVER);
    p->game->returns(state, returns);
    float sum = 0;
    for (int seat = 0; seat < p->seats; seat++) sum += returns[seat];
    assert_true(sum > -1e-5f && sum < 1e-5f);

    /* The same from a source, which it leaves alone: the generator beside it decides everything. */
    static logging log;
    logging_init(&log, 1);
    tp_chance_from_seed(&chance, (uint64_t)p->ply);
    log.chance.rng = chance.rng;
    memcpy(state, p->state, p->game->state_size);
    int again = tp_game_playout(p->game, state, &log.chance);
    if (log.count > 0)
        fail_msg("%s: a play-out drew %d outcomes from the source; it draws from chance->rng alone",
                 p->game->name, log.count);
    assert_int_equal(again, decisions);
    free_guarded(state, p->game->state_size);
}

static void a_playout_ends_the_game_from_any_position(void **unused) {
    (void)unused;
    at_many_positions(check_playout);
}

/* ---- words ---- */

static void check_move_words(const position *p) {
    for (int i = 0; i < p->count; i++) {
        char *text = guarded(TP_TEXT_SIZE);
        tp_move again = TP_NO_MOVE;
        p->game->move_text(p->moves[i], text, TP_TEXT_SIZE);
        assert_int_equal(p->game->move_parse(text, &again), TP_OK);
        assert_int_equal(again, p->moves[i]);
        free_guarded(text, TP_TEXT_SIZE);
    }
    tp_move untouched = 77;
    assert_int_not_equal(p->game->move_parse("no such move", &untouched), TP_OK);
    assert_int_not_equal(p->game->move_parse("", &untouched), TP_OK);
    assert_int_equal(untouched, 77);
}

static void moves_round_trip_through_text(void **unused) {
    (void)unused;
    at_every_position(check_move_words);
}

static void outcomes_round_trip_through_text(void **unused) {
    (void)unused;
    for (const tp_game *const *game = tp_games(); *game != NULL; game++) {
        for (uint32_t kind = 0; kind < (*game)->kind_count; kind++) {
            for (uint32_t outcome = 0; outcome < (*game)->kinds[kind].outcomes; outcome++) {
                char text[TP_TEXT_SIZE];
                uint32_t again_kind = 99, again = 99;
                tp_error error;
                tp_outcome_to_text(*game, kind, outcome, text);
                assert_int_equal(tp_outcome_from_text(*game, text, &again_kind, &again, &error), TP_OK);
                assert_int_equal(again_kind, kind);
                assert_int_equal(again, outcome);
            }
        }
    }
}

static void check_state_json(const position *p) {
    void *again = guarded(p->game->state_size);
    tp_error error = {0};
    json_t *json = p->game->state_to_json(p->state);
    char *text = json_dumps(json, 0);
    json_t *parsed = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    if (p->game->state_from_json(parsed, p->options, again, &error) != TP_OK)
        fail_msg("%s: %s", error.text, text);
    assert_memory_equal(again, p->state, p->game->state_size);
    free(text);
    json_decref(parsed);
    json_decref(json);
    free_guarded(again, p->game->state_size);
}

static void states_round_trip_through_json_to_the_byte(void **unused) {
    (void)unused;
    at_many_positions(check_state_json);
}

/* Every seat, spectators and, at the end, the open view. */
static int last_viewer(const position *p) { return p->seats - 1; }

static int first_viewer(const position *p) { return p->actor == TP_OVER ? TP_REVEALED : TP_SPECTATOR; }

static void check_view_json(const position *p) {
    for (int viewer = first_viewer(p); viewer <= last_viewer(p); viewer++) {
        void *view = guarded(p->game->view_size), *again = guarded(p->game->view_size);
        tp_error error = {0};
        p->game->view(p->state, viewer, view);
        json_t *json = p->game->view_to_json(view);
        if (p->game->view_from_json(json, p->options, again, &error) != TP_OK) {
            fail_msg("viewer %d: %s: %s", viewer, error.text, json_dumps(json, 0));
        }
        assert_memory_equal(again, view, p->game->view_size);
        json_decref(json);
        free_guarded(view, p->game->view_size);
        free_guarded(again, p->game->view_size);
    }
}

/* The quick way to the text of a view says the same, and keeps to its room. */
static void check_view_text(const position *p) {
    if (p->game->view_text == NULL) return;
    for (int viewer = first_viewer(p); viewer <= last_viewer(p); viewer++) {
        void *view = guarded(p->game->view_size);
        p->game->view(p->state, viewer, view);
        json_t *json = p->game->view_to_json(view);
        char *expected = json_dumps(json, JSON_COMPACT);
        size_t size = strlen(expected);
        const size_t rooms[] = {size + 1, size};
        for (size_t i = 0; i < sizeof rooms / sizeof rooms[0]; i++) {
            char *text = guarded(rooms[i]);
            assert_int_equal(p->game->view_text(view, text, rooms[i]), size);
            assert_string_equal(text, rooms[i] > size ? expected : "");
            free_guarded(text, rooms[i]);
        }
        assert_int_equal(p->game->view_text(view, NULL, 0), size);
        free(expected);
        json_decref(json);
        free_guarded(view, p->game->view_size);
    }
}

static void views_are_written_as_text_like_their_json(void **unused) {
    (void)unused;
    at_many_positions(check_view_text);
}

static void views_round_trip_through_json_to_the_byte(void **unused) {
    (void)unused;
    at_many_positions(check_view_json);
}

/* A legal move of some other position is a move that may be refused here: the reason is never empty. */
static void check_reasons(const position *p) {
    if (p->actor == TP_OVER) return;
    void *view = guarded(p->game->view_size);
    p->game->view(p->state, p->actor, view);
    for (tp_move move = 0; move < 64; move++) {
        bool is_legal = false;
        for (int i = 0; i < p->count; i++) is_legal = is_legal || p->moves[i] == move;
        char name[TP_TEXT_SIZE];
        tp_move parsed;
        p->game->move_text(move, name, sizeof name);
        if (is_legal || p->game->move_parse(name, &parsed) != TP_OK) continue;
        char *sentence = guarded(TP_TEXT_SIZE);
        sentence[0] = '\0';
        const char *reason = tp_game_why_not(p->game, view, move, sentence, TP_TEXT_SIZE);
        assert_true(reason != NULL && reason[0] != '\0' && sentence[0] != '\0');
        free_guarded(sentence, TP_TEXT_SIZE);
    }
    for (int i = 0; i < p->count; i++) {
        char *help = guarded(TP_TEXT_SIZE), plain[TP_TEXT_SIZE];
        help[0] = '\0';
        tp_game_move_help(p->game, view, p->moves[i], help, TP_TEXT_SIZE);
        tp_fill_names(help, NULL, 0, plain, sizeof plain);
        assert_true(plain[0] != '\0' && strlen(plain) < 120);
        free_guarded(help, TP_TEXT_SIZE);
    }
    free_guarded(view, p->game->view_size);
}

static void refusals_have_a_reason_and_moves_an_explanation(void **unused) {
    (void)unused;
    at_every_position(check_reasons);
}

/* ---- views ---- */

static void check_view_legal(const position *p) {
    for (int viewer = TP_SPECTATOR; viewer <= last_viewer(p); viewer++) {
        void *view = guarded(p->game->view_size);
        size_t room = (size_t)p->game->max_moves * sizeof(tp_move);
        tp_move *moves = guarded(room);
        p->game->view(p->state, viewer, view);
        assert_int_equal(p->game->view_actor(view), p->actor);
        if (viewer == p->actor) {
            assert_int_equal(p->game->view_legal(view, moves), p->count);
            assert_memory_equal(moves, p->moves, (size_t)p->count * sizeof *moves);
        }
        free_guarded(moves, room);
        free_guarded(view, p->game->view_size);
    }
}

static void a_seat_finds_its_legal_moves_in_its_view(void **unused) {
    (void)unused;
    at_every_position(check_view_legal);
}

static void check_worlds(const position *p) {
    for (int viewer = TP_SPECTATOR; viewer <= last_viewer(p); viewer++) {
        size_t size = p->game->view_size;
        void *view = guarded(size), *again = guarded(size), *world = guarded(p->game->state_size);
        void *scratch = guarded(p->game->scratch_size);
        tp_error error = {0};
        tp_chance chance;
        tp_chance_from_seed(&chance, (uint64_t)p->ply);
        p->game->view(p->state, viewer, view);
        assert_int_equal(tp_game_prepare(p->game, view, scratch, &error), TP_OK);
        for (int i = 0; i < 3; i++) {
            p->game->imagine(view, scratch, world, &chance);
            if (p->game->check(world, &error) != TP_OK) fail_msg("an impossible world: %s", error.text);
            p->game->view(world, viewer, again);
            assert_memory_equal(view, again, size);
            assert_int_equal(p->game->actor(world), p->actor);
        }
        free_guarded(scratch, p->game->scratch_size);
        free_guarded(world, p->game->state_size);
        free_guarded(again, size);
        free_guarded(view, size);
    }
}

static void imagined_worlds_are_possible_and_look_the_same(void **unused) {
    (void)unused;
    at_every_position(check_worlds);
}

static void check_tensor(const tp_field *fields, const uint8_t *numbers) {
    for (; fields != NULL && fields->name != NULL; fields++) {
        for (uint32_t i = 0; i < fields->count; i++) {
            uint32_t number = numbers[fields->offset + i];
            if (number > fields->most)
                fail_msg("%s: number %u is %u, and at most %u", fields->name, i, number, fields->most);
        }
    }
}

static void check_observations(const position *p) {
    size_t size = tp_observe_size(p->game), move_size = tp_observe_move_size(p->game);
    for (int viewer = TP_SPECTATOR; viewer <= last_viewer(p); viewer++) {
        void *view = guarded(p->game->view_size);
        uint8_t *numbers = guarded(size), *move_numbers = guarded(move_size);
        p->game->view(p->state, viewer, view);
        assert_true(tp_game_observe(p->game, view, numbers) == (size > 0));
        check_tensor(p->game->observe_fields, numbers);
        for (int i = 0; viewer == p->actor && i < p->count; i++) {
            assert_true(tp_game_observe_move(p->game, view, p->moves[i], move_numbers) == (move_size > 0));
            check_tensor(p->game->observe_move_fields, move_numbers);
        }
        free_guarded(move_numbers, move_size);
        free_guarded(numbers, size);
        free_guarded(view, p->game->view_size);
    }
}

static void observations_fill_their_tensor_within_range(void **unused) {
    (void)unused;
    at_every_position(check_observations);
}

/* Where a move leads, as every seat observes it. A field named "order" tells places apart, and is sorted. */
static void look_after(const position *p, tp_move move, uint8_t *out) {
    size_t size = tp_observe_size(p->game);
    void *state = guarded(p->game->state_size), *view = guarded(p->game->view_size);
    tp_chance chance;
    tp_chance_from_seed(&chance, (uint64_t)p->ply);
    memcpy(state, p->state, p->game->state_size);
    p->game->apply(state, move, &chance);
    for (int seat = 0; seat < p->seats; seat++) {
        uint8_t *numbers = out + (size_t)seat * size;
        p->game->view(state, seat, view);
        p->game->observe(view, numbers);
        for (const tp_field *field = p->game->observe_fields; field->name != NULL; field++) {
            uint8_t counts[256] = {0}, *at = numbers + field->offset;
            if (strcmp(field->name, "order") != 0) continue;
            for (uint32_t i = 0; i < field->count; i++) counts[at[i]]++;
            for (uint32_t value = 256; value-- > 0;) {
                for (; counts[value] > 0; counts[value]--) *at++ = (uint8_t)value;
            }
        }
    }
    free_guarded(view, p->game->view_size);
    free_guarded(state, p->game->state_size);
}

/* Two legal moves look alike to a learner only where they lead to the same position. */
static void check_move_features(const position *p) {
    if (p->actor == TP_OVER || p->game->observe_move == NULL) return;
    size_t size = tp_observe_move_size(p->game), after = tp_observe_size(p->game) * (size_t)p->seats;
    void *view = guarded(p->game->view_size);
    uint8_t *numbers = guarded(size * (size_t)p->count), *one = guarded(after), *other = guarded(after);
    p->game->view(p->state, p->actor, view);
    for (int i = 0; i < p->count; i++) {
        p->game->observe_move(view, p->moves[i], numbers + (size_t)i * size);
        for (int k = 0; k < i; k++) {
            if (memcmp(numbers + (size_t)i * size, numbers + (size_t)k * size, size) != 0) continue;
            look_after(p, p->moves[i], one);
            look_after(p, p->moves[k], other);
            assert_memory_equal(one, other, after);
        }
    }
    free_guarded(other, after);
    free_guarded(one, after);
    free_guarded(numbers, size * (size_t)p->count);
    free_guarded(view, p->game->view_size);
}

static void only_equal_moves_have_equal_features(void **unused) {
    (void)unused;
    at_every_position(check_move_features);
}

/* Fixed numbers of moves: as many as there are legal moves lead to one, each to its own. */
static void check_actions(const position *p) {
    uint32_t actions = tp_game_action_count(p->game, p->options), found = 0;
    if (p->actor == TP_OVER || actions == 0) return;
    void *view = guarded(p->game->view_size);
    p->game->view(p->state, p->actor, view);
    for (int i = 0; i < p->count; i++) {
        uint32_t action = p->game->action_of(view, p->moves[i]);
        assert_true(action < actions);
        assert_int_equal(p->game->move_of(view, action), p->moves[i]);
    }
    for (uint32_t action = 0; action < actions + 300; action++) {
        tp_move move = p->game->move_of(view, action);
        if (move == TP_NO_MOVE) continue;
        found++;
        assert_int_equal(p->game->action_of(view, move), action);
    }
    assert_int_equal(found, p->count);
    free_guarded(view, p->game->view_size);
}

static void actions_are_the_legal_moves_by_number(void **unused) {
    (void)unused;
    at_every_position(check_actions);
}

/* ---- matches ---- */

/* A whole match by text, and what it finds in its log: the same bytes at every ply that is looked at. */
static void replaying_the_log_gives_the_same_bytes(void **unused) {
    (void)unused;
    for (const tp_game *const *game = tp_games(); *game != NULL; game++) {
        if (!is_wanted((*game)->name)) continue;
        for (uint32_t variant = 0; variant < (uint32_t)variant_count(VARIANTS); variant++) {
            tp_options options;
            tp_error error = {0};
            variant_options(*game, variant, &options);
            uint8_t key[TP_KEY_SIZE];
            tp_key_from_seed(key, variant);
            tp_match_setup setup = {.game = *game, .options = &options, .key = key};
            tp_match *match = tp_match_new(&setup, &error);
            if (match == NULL) fail_msg("%s", error.text);
            tp_agent *agent = tp_agent_new(*game, "random", variant, &error);
            void *view = guarded((*game)->view_size), *state = guarded((*game)->state_size);
            void **states = NULL;
            while (tp_match_actor(match) != TP_OVER) {
                int ply = tp_match_plies(match);
                void **grown = realloc(states, ((size_t)ply + 1) * sizeof *states);
                assert_non_null(grown);
                states = grown;
                states[ply] = malloc((*game)->state_size);
                memcpy(states[ply], tp_match_state(match), (*game)->state_size);
                assert_true(tp_match_view(match, tp_match_actor(match), view));
                char text[TP_TEXT_SIZE];
                (*game)->move_text(tp_agent_choose(agent, view), text, sizeof text);
                if (tp_match_play_text(match, tp_match_actor(match), text, &error) != TP_OK)
                    fail_msg("%s", error.text);
            }
            int plies = tp_match_plies(match);
            assert_non_null(states);
            for (int ply = 0; states != NULL && ply < plies; ply++) {
                if (ply == plies - 1 || soak_factor() > 1 || is_looked_at((uint64_t)ply, variant)) {
                    tp_match_state_at(match, ply, state);
                    assert_memory_equal(state, states[ply], (*game)->state_size);
                }
                free(states[ply]);
            }
            assert_true(tp_match_undo(match, plies));
            assert_int_equal(tp_match_plies(match), 0);
            free(states);
            free_guarded(state, (*game)->state_size);
            free_guarded(view, (*game)->view_size);
            tp_agent_free(agent);
            tp_match_free(match);
        }
    }
}

/* What a match keeps of its options, read back from JSON, is the same game: a preset that implies others too.
 */
static void check_written_options(const tp_game *game, const char *name, const char *word) {
    tp_options options, again;
    tp_error error = {0};
    uint8_t key[TP_KEY_SIZE] = {7};
    tp_options_init(&options, game->options);
    tp_options_init(&again, game->options);
    assert_int_equal(tp_options_set(&options, name, word, &error), TP_OK);
    tp_match *match = tp_match_new(&(tp_match_setup){.game = game, .options = &options, .key = key}, &error);
    if (match == NULL) return; /* does not go with the defaults */
    json_t *json = tp_options_to_json(tp_match_options(match));
    assert_int_equal(tp_options_from_json(&again, json, &error), TP_OK);
    tp_match *other = tp_match_new(&(tp_match_setup){.game = game, .options = &again, .key = key}, &error);
    if (other == NULL) fail_msg("%s, %s=%s: %s", game->name, name, word, error.text);
    assert_memory_equal(tp_match_state(match), tp_match_state(other), game->state_size);
    json_decref(json);
    tp_match_free(match);
    tp_match_free(other);
}

static void the_options_of_a_match_read_back_are_the_same_game(void **unused) {
    (void)unused;
    for (const tp_game *const *game = tp_games(); *game != NULL; game++) {
        for (const tp_option *option = (*game)->options; option->name != NULL; option++) {
            if (option->type != TP_OPTION_CHOICE) continue;
            for (const char *const *word = option->words; *word != NULL; word++)
                check_written_options(*game, option->name, *word);
        }
    }
}

/* ---- shapes ---- */

/* The row of tp_game_shapes_to_json that a choice of options finds, as docs/protocol.md says it. */
static const json_t *find_shape(const json_t *rows, const json_t *choice) {
    for (size_t i = json_array_size(rows); i-- > 0;) {
        json_t *row = json_array_get(rows, i), *value;
        const char *name;
        bool fits = true;
        json_object_foreach(json_object_get(row, "options"), name, value) {
            fits = fits && json_equal(value, json_object_get(choice, name)) != 0;
        }
        if (fits) return row;
    }
    return NULL;
}

static void check_row(const tp_game *game, const json_t *rows, const json_t *choice, const tp_shape *shape) {
    const json_t *row = find_shape(rows, choice);
    assert_non_null(row);
    json_t *sides = json_array();
    for (int seat = 0; seat < shape->seats; seat++)
        json_array_append_new(sides, json_integer(shape->side[seat]));
    if (json_integer_value(json_object_get(row, "seats")) != shape->seats ||
        !json_equal(json_object_get(row, "sides"), sides) ||
        strcmp(json_string_value(json_object_get(row, "direction")), tp_direction_name(shape->direction)) !=
            0) {
        char *text = json_dumps(choice, JSON_COMPACT);
        fail_msg("%s: the table of shapes is wrong for %s", game->name, text);
    }
    json_decref(sides);
}

/* The options that were given, which is what a client sends. */
static json_t *given_to_json(const tp_options *options) {
    json_t *all = tp_options_to_json(options), *given = json_object();
    for (size_t i = 0; i < options->count; i++) {
        const char *name = options->table[i].name;
        if (options->values[i].given) json_object_set(given, name, json_object_get(all, name));
    }
    json_decref(all);
    return given;
}

/* Some options drawn and the others left alone, so that presets and what goes before them meet. They need not
 * go together. */
static void draw_some(const tp_game *game, tp_rng *rng, tp_options *options) {
    tp_options_init(options, game->options);
    for (const tp_option *option = game->options; option->name != NULL; option++) {
        char text[TP_OPTION_TEXT_SIZE];
        if (tp_rng_below(rng, 2) == 0) continue;
        variant_value(option, rng, text, sizeof text);
        assert_int_equal(tp_options_set(options, option->name, text, NULL), TP_OK);
    }
}

static void the_shape_is_known_before_the_deal(void **unused) {
    (void)unused;
    enum { DRAWS = 400 };
    for (const tp_game *const *game = tp_games(); *game != NULL; game++) {
        if (!is_wanted((*game)->name)) continue;
        json_t *rows = tp_game_shapes_to_json(*game);
        void *state = guarded((*game)->state_size);
        tp_rng rng;
        tp_rng_seed(&rng, 1);
        assert_true(json_array_size(rows) > 0);
        assert_int_equal(json_object_size(json_object_get(json_array_get(rows, 0), "options")), 0);
        int fewest = TP_MAX_SEATS, most = 0;
        for (int draw = 0; draw < DRAWS; draw++) {
            tp_options options, settled;
            tp_chance chance;
            tp_shape shape, again;
            tp_error error = {0}, same = {0};
            draw_some(*game, &rng, &options);
            tp_chance_from_seed(&chance, (uint64_t)draw);
            tp_err code = (*game)->shape(&options, &shape, &error);
            assert_int_equal(code, (*game)->setup(state, &options, &chance, &same));
            assert_string_equal(error.text, same.text);
            if (code != TP_OK) continue;
            assert_in_range(shape.seats, (*game)->min_seats, (*game)->max_seats);
            assert_in_range(shape.direction, 0, TP_DIRECTION_COUNT - 1);
            assert_int_equal(shape.seats, (*game)->seats(state));
            for (int seat = 0; seat < shape.seats; seat++) {
                assert_in_range(shape.side[seat], 0, TP_MAX_SEATS - 1);
                assert_int_equal(shape.side[seat], (*game)->side(state, seat));
            }
            settled = options;
            if ((*game)->settle != NULL) (*game)->settle(&settled, NULL);
            assert_int_equal((*game)->shape(&settled, &again, &error), TP_OK);
            assert_memory_equal(&shape, &again, sizeof shape);
            json_t *given = given_to_json(&options), *all = tp_options_to_json(&settled);
            check_row(*game, rows, given, &shape);
            check_row(*game, rows, all, &shape);
            json_decref(given);
            json_decref(all);
            if (shape.seats < fewest) fewest = shape.seats;
            if (shape.seats > most) most = shape.seats;
        }
        assert_int_equal(fewest, (*game)->min_seats);
        assert_int_equal(most, (*game)->max_seats);
        free_guarded(state, (*game)->state_size);
        json_decref(rows);
    }
}

/* A position says itself how many players there are, whatever the default or a preset says. */
static void check_position_shape(const position *p) {
    tp_error error = {0};
    json_t *json = p->game->state_to_json(p->state);
    for (uint32_t preset = 0; preset == 0 || variant_preset(p->game, preset) != NULL; preset++) {
        tp_options options;
        tp_options_init(&options, p->game->options);
        if (preset > 0) tp_options_set(&options, "preset", variant_preset(p->game, preset), NULL);
        tp_match *match =
            tp_match_new(&(tp_match_setup){.game = p->game, .options = &options, .position = json}, &error);
        if (match == NULL) continue; /* a position of another variant */
        const tp_shape *shape = tp_match_shape(match);
        assert_int_equal(shape->seats, p->seats);
        for (int seat = 0; seat < p->seats; seat++)
            assert_int_equal(shape->side[seat], p->game->side(tp_match_state(match), seat));
        tp_match_free(match);
    }
    json_decref(json);
}

static void the_shape_of_a_position_is_its_own(void **unused) {
    (void)unused;
    at_many_positions(check_position_shape);
}

static void the_registry_is_in_order(void **unused) {
    (void)unused;
    assert_non_null(tp_games()[0]);
    for (const tp_game *const *game = tp_games(); *game != NULL; game++) {
        if (!is_wanted((*game)->name)) continue;
        assert_int_equal((*game)->struct_size, sizeof(tp_game));
        assert_ptr_equal(tp_game_find((*game)->name, NULL), *game);
        assert_in_range((*game)->max_seats, (*game)->min_seats, TP_MAX_SEATS);
        for (const char *line = (*game)->rules_text; *line != '\0';) {
            size_t length = strcspn(line, "\n");
            if (length > 80)
                fail_msg("%s: a line of rules_text has %zu bytes, 80 at most: %.*s", (*game)->name, length,
                         (int)length, line);
            line += length + (line[length] == '\n');
        }
    }
    tp_error error = {0};
    assert_null(tp_game_find("sabac", &error));
    assert_non_null(strstr(error.text, "sabacc"));
}

int main(void) {
    load_wanted();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_registry_is_in_order),
        cmocka_unit_test(the_shape_is_known_before_the_deal),
        cmocka_unit_test(the_shape_of_a_position_is_its_own),
        cmocka_unit_test(legal_moves_are_sorted_unique_and_end_with_the_game),
        cmocka_unit_test(every_position_keeps_the_invariants),
        cmocka_unit_test(a_copy_behaves_like_the_original_and_a_move_changes_it),
        cmocka_unit_test(outcomes_are_those_of_the_kinds_and_decide_everything),
        cmocka_unit_test(returns_are_in_range_fair_and_zero_before_the_end),
        cmocka_unit_test(a_playout_ends_the_game_from_any_position),
        cmocka_unit_test(moves_round_trip_through_text),
        cmocka_unit_test(outcomes_round_trip_through_text),
        cmocka_unit_test(states_round_trip_through_json_to_the_byte),
        cmocka_unit_test(views_round_trip_through_json_to_the_byte),
        cmocka_unit_test(views_are_written_as_text_like_their_json),
        cmocka_unit_test(refusals_have_a_reason_and_moves_an_explanation),
        cmocka_unit_test(a_seat_finds_its_legal_moves_in_its_view),
        cmocka_unit_test(imagined_worlds_are_possible_and_look_the_same),
        cmocka_unit_test(observations_fill_their_tensor_within_range),
        cmocka_unit_test(only_equal_moves_have_equal_features),
        cmocka_unit_test(actions_are_the_legal_moves_by_number),
        cmocka_unit_test(replaying_the_log_gives_the_same_bytes),
        cmocka_unit_test(the_options_of_a_match_read_back_are_the_same_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
