/* Models of play: how likely a world makes what the others have done, and what a search makes of it. */
#include "agents/model.h"
#include "games/mus/view.h"
#include "games/sabacc/play.h"
#include "games/sabacc/view.h"
#include "support/variants.h"
#include "tapete/tapete.h"

#include <jansson.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_STATE = 1024, MOST_VIEW = 2048, MOST_MOVES = 8192 };

static tp_agent *make(const tp_game *game, const char *name, uint64_t seed) {
    tp_error error = {0};
    tp_agent *agent = tp_agent_new(game, name, seed, &error);
    if (agent == NULL) fail_msg("%s", error.text);
    return agent;
}

/* ---- taking moves back ---- */

/* How likely one move was, in the world that it led to. */
static double of_one(const tp_game *game, const model *model, const model_notes *all, int note,
                     const void *state) {
    static unsigned char room[MOST_VIEW];
    model_notes one = {.viewer = all->viewer, .count = 1, .view_size = all->view_size};
    one.seats[0] = all->seats[note];
    one.moves[0] = all->moves[note];
    one.views = all->views + (size_t)note * all->view_size;
    return model->likelihood(game, &one, state, room);
}

/* In Mus, while cards are put down, nobody's past hand is known. */
static bool is_between_hands(const tp_game *game, const void *state) {
    return strcmp(game->name, "mus") == 0 && ((const mus_state *)state)->table.phase == MUS_PHASE_DISCARD;
}

/* The hands of the past follow from those of the present: the likelihood of all moves in the world as it is
 * now is the product of what each one was in the world right after it. The real states play the worlds here.
 */
static void moves_are_taken_back_exactly(void **unused) {
    (void)unused;
    enum { MOST_FACTORS = 20 }; /* as far back as every model looks */
    static unsigned char state[MOST_STATE], before[MOST_VIEW], after[MOST_VIEW], room[MOST_VIEW];
    static tp_move moves[MOST_MOVES];
    for (const tp_game *const *g = tp_games(); *g != NULL; g++) {
        const tp_game *game = *g;
        const model *model = model_find(game);
        model_notes notes;
        long compared = 0;
        if (model->move == NULL || model->likelihood == NULL) continue; /* searched without a model */
        assert_true(model_notes_make(&notes, game));
        for (uint32_t variant = 0; variant < 60; variant++) {
            double factors[MODEL_MOST_NOTES];
            tp_options options;
            tp_chance chance;
            variant_options(game, variant % 6, &options);
            tp_chance_from_seed(&chance, variant);
            if (game->setup(state, &options, &chance, NULL) != TP_OK) continue;
            notes.count = 0;
            notes.viewer = (int)(variant % (uint32_t)game->seats(state));
            for (int ply = 0, actor; ply < 150 && (actor = game->actor(state)) != TP_OVER; ply++) {
                int count = game->legal(state, moves);
                bool by_model = ply % 3 != 0; /* moves that the model expects, and others */
                tp_move move = by_model ? model->move(game, state, &chance.rng)
                                        : moves[tp_rng_below(&chance.rng, (uint32_t)count)];
                tp_event event = {.type = TP_EVENT_MOVE, .seat = actor, .move = move}, seen;
                game->view(state, notes.viewer, before);
                game->seen(state, &event, notes.viewer, &seen);
                game->apply(state, move, &chance);
                game->view(state, notes.viewer, after);
                model_note(model, &notes, before, &seen, after);
                if (notes.count == 0) continue;
                factors[notes.count - 1] = of_one(game, model, &notes, notes.count - 1, state);
                if (notes.count > MOST_FACTORS || game->actor(state) == TP_OVER) continue;
                if (is_between_hands(game, state)) continue;
                double expected = 1, found = model->likelihood(game, &notes, state, room);
                for (int i = 0; i < notes.count; i++) expected *= factors[i];
                if (fabs(found - expected) > 1e-9 * expected) {
                    fail_msg("%s, variant %u, ply %d: %g instead of %g", game->name, variant, ply, found,
                             expected);
                }
                compared += notes.count > 1 && expected < 1;
            }
        }
        print_message("# %s: %ld times\n", game->name, compared);
        assert_true(compared > 200);
        model_notes_free(&notes);
    }
}

/* In Kessel Sabacc, where hands change most, against what the player itself says of the hand that was really
 * held. */
static void a_draw_is_judged_with_the_hand_of_then(void **unused) {
    (void)unused;
    const tp_game *game = tp_game_find("sabacc", NULL);
    const model *model = model_find(game);
    model_notes notes;
    assert_true(model_notes_make(&notes, game));
    int told_apart = 0;
    for (uint64_t seed = 0; seed < 300; seed++) {
        sabacc_state state, then;
        sabacc_view before, after;
        tp_options options;
        tp_chance chance;
        tp_options_init(&options, game->options);
        tp_chance_from_seed(&chance, seed);
        assert_int_equal(game->setup(&state, &options, &chance, NULL), TP_OK);
        notes.count = 0;
        notes.viewer = 0;
        for (int ply = 0; ply < 30; ply++) {
            tp_move moves[SABACC_MAX_MOVES];
            int count = game->legal(&state, moves), actor = game->actor(&state);
            tp_move move = moves[tp_rng_below(&chance.rng, (uint32_t)count)];
            const tp_event event = {.type = TP_EVENT_MOVE, .seat = actor, .move = move};
            then = state;
            game->view(&state, 0, &before);
            game->apply(&state, move, &chance);
            game->view(&state, 0, &after);
            model_note(model, &notes, &before, &event, &after);
            bool counts =
                then.table.phase == SABACC_PHASE_KEEP || (then.table.phase == SABACC_PHASE_DRAW && count > 1);
            if (!counts || actor == 0 || notes.count == 0) continue;
            double prob = sabacc_pairs_prob(&then.table, then.hand[actor], then.drawn, move);
            double likelihood = of_one(game, model, &notes, notes.count - 1, &state);
            /* a quarter of the moves are any; the others are what the player says */
            assert_true(fabs(likelihood - (.25 / count + .75 * prob)) < 1e-12);
            told_apart += prob == 0;
        }
    }
    assert_true(told_apart > 100);
    model_notes_free(&notes);
}

/* ---- what follows from a move ---- */

static tp_match *mus_match(const char *position) {
    const tp_game *game = tp_game_find("mus", NULL);
    json_t *json = json_loads(position, 0, NULL);
    tp_error error = {0};
    tp_options options;
    tp_options_init(&options, game->options);
    assert_int_equal(tp_options_parse(&options, "best_of=1", NULL), TP_OK);
    tp_match *match = tp_match_new(
        &(tp_match_setup){.game = game, .options = &options, .seeded = true, .seed = 1, .position = json},
        &error);
    if (match == NULL) fail_msg("%s", error.text);
    json_decref(json);
    return match;
}

static double kings_of(const mus_state *state, int seat) {
    double kings = 0;
    for (uint32_t i = 0; i < MUS_HAND; i++)
        kings += mus_effective_rank(mus_rank(state->hands[seat][i]), true) == MUS_R;
    return kings;
}

/* Mano says mus, the next one cuts. Who cuts often has kings: of the worlds those count more in which he
 * has. About the two who have not spoken it says only that fewer kings are left. */
static void who_cuts_is_likely_to_be_strong(void **unused) {
    (void)unused;
    static const char position[] =
        "{\"mano\": 0, \"phase\": \"MUS\", \"hands\": [[\"Ao\", \"4c\", \"5e\", \"7b\"], [\"Ro\", \"Rc\", \"4o\", \"5o\"],"
        " [\"6o\", \"6c\", \"7o\", \"So\"], [\"Co\", \"Cc\", \"7c\", \"4e\"]]}";
    const tp_game *game = tp_game_find("mus", NULL);
    const model *model = model_find(game);
    tp_match *match = mus_match(position);
    static mus_view before, after;
    static unsigned char room[MOST_VIEW];
    void *scratch = calloc(1, game->scratch_size);
    model_notes notes = {.viewer = 0};
    assert_true(model_notes_make(&notes, game));
    static const char *const calls[] = {"mus", "no mus"};
    for (int seat = 0; seat < 2; seat++) {
        tp_event seen = {.type = TP_EVENT_MOVE, .seat = seat};
        assert_int_equal(game->move_parse(calls[seat], &seen.move), TP_OK);
        assert_true(tp_match_view(match, 0, &before));
        assert_int_equal(tp_match_play(match, seat, seen.move, NULL), TP_OK);
        assert_true(tp_match_view(match, 0, &after));
        model_note(model, &notes, &before, &seen, &after);
    }
    assert_int_equal(notes.count, 2);
    tp_chance chance;
    tp_chance_from_seed(&chance, 1);
    assert_int_equal(game->prepare(&after, scratch, NULL), TP_OK);
    double evenly[MUS_SEATS] = {0}, weighed[MUS_SEATS] = {0}, weights = 0, strong = 0, strong_weight = 0;
    enum { WORLDS = 20000 };
    for (int i = 0; i < WORLDS; i++) {
        mus_state world;
        game->imagine(&after, scratch, &world, &chance);
        double weight = model->likelihood(game, &notes, &world, room);
        weights += weight;
        for (int seat = 1; seat < MUS_SEATS; seat++) {
            evenly[seat] += kings_of(&world, seat) / WORLDS;
            weighed[seat] += weight * kings_of(&world, seat);
        }
        if (kings_of(&world, 1) >= 2) {
            strong++;
            strong_weight += weight;
        }
    }
    for (int seat = 1; seat < MUS_SEATS; seat++) weighed[seat] /= weights;
    print_message("# kings of who cut %.2f, weighed %.2f; of a silent one %.2f, weighed %.2f\n", evenly[1],
                  weighed[1], evenly[2], weighed[2]);
    assert_true(weighed[1] > evenly[1] + .4);
    assert_true(weighed[2] < evenly[2] && weighed[2] > evenly[2] - .3);
    /* With two kings a player cuts far more often than with any other hand. */
    double prior = strong / WORLDS, posterior = strong_weight / weights;
    assert_true(posterior > prior * 1.5 && posterior < 1);
    model_notes_free(&notes);
    free(scratch);
    tp_match_free(match);
}

/* What a search thinks of a move of seat 0, after everybody has said what he said. */
static double worth_of(const char *position, const char *const *calls, const char *name, const char *move) {
    const tp_game *game = tp_game_find("mus", NULL);
    tp_match *match = mus_match(position);
    tp_agent *agent = make(game, name, 3);
    static tp_opinion opinions[MUS_MAX_MOVES];
    static mus_view view;
    tp_agent_begin(agent, NULL, 0);
    for (; *calls != NULL; calls++) {
        tp_error error = {0};
        if (tp_match_play_text(match, tp_match_actor(match), *calls, &error) != TP_OK)
            fail_msg("%s", error.text);
    }
    tp_match_show(match, 0, tp_match_plies(match), 0, agent);
    assert_int_equal(tp_match_actor(match), 0);
    tp_match_view(match, 0, &view);
    int count = tp_agent_evaluate(agent, &view, opinions);
    double worth = -1;
    for (int i = 0; i < count; i++) {
        char text[TP_TEXT_SIZE];
        game->move_text(opinions[i].move, text, sizeof text);
        if (strcmp(text, move) == 0) worth = opinions[i].value;
    }
    tp_agent_free(agent);
    tp_match_free(match);
    return worth;
}

/* Two kings, and an órdago at grande from a player who has cut: to accept it is worth what the cards are, and
 * those of a player who cuts and bets are good. A search that does not weigh cannot know. */
static void a_search_believes_what_it_has_seen(void **unused) {
    (void)unused;
    static const char position[] =
        "{\"mano\": 0, \"phase\": \"MUS\", \"hands\": [[\"Ro\", \"Re\", \"5e\", \"7b\"], [\"3o\", \"Rc\", \"3c\", \"5o\"],"
        " [\"6o\", \"6c\", \"7o\", \"So\"], [\"Co\", \"Cc\", \"7c\", \"4e\"]]}";
    static const char *const calls[] = {"mus", "no mus", "paso", "ordago", "no quiero", NULL};
    double weighed = worth_of(position, calls, "ismcts:sims=4000,weigh=on", "quiero");
    double even = worth_of(position, calls, "ismcts:sims=4000,weigh=off", "quiero");
    print_message("# to accept wins %.3f, not weighed %.3f\n", weighed, even);
    assert_true(weighed < even - .1);
}

/* Two games that differ in nothing but what the seat cannot see: not a digit of its opinion does. */
static void what_is_hidden_changes_no_opinion(void **unused) {
    (void)unused;
    static const char *const positions[] = {
        "{\"mano\": 0, \"phase\": \"MUS\", \"hands\": [[\"Ro\", \"Re\", \"5e\", \"7b\"], [\"3o\", \"Rc\", \"3c\", \"5o\"],"
        " [\"6o\", \"6c\", \"7o\", \"So\"], [\"Co\", \"Cc\", \"7c\", \"4e\"]]}",
        "{\"mano\": 0, \"phase\": \"MUS\", \"hands\": [[\"Ro\", \"Re\", \"5e\", \"7b\"], [\"Ao\", \"4c\", \"6c\", \"6e\"],"
        " [\"Co\", \"Cb\", \"3o\", \"Sb\"], [\"4o\", \"5c\", \"7c\", \"2b\"]]}"};
    static const char *const calls[] = {"mus", "no mus", NULL};
    for (int weigh = 0; weigh < 2; weigh++) {
        const char *name = weigh == 0 ? "ismcts:sims=2000,weigh=off" : "ismcts:sims=2000,weigh=on";
        double one = worth_of(positions[0], calls, name, "envido 2");
        double other = worth_of(positions[1], calls, name, "envido 2");
        assert_true(one == other && one >= 0);
    }
}

/* ---- following ---- */

static void what_is_past_is_forgotten(void **unused) {
    (void)unused;
    static unsigned char state[MOST_STATE], before[MOST_VIEW], after[MOST_VIEW];
    static const struct {
        const char *game;
        int most; /* notes before new cards are dealt: 8 cards each, 12 player-turns of 3 decisions and a die
                     each */
    } cases[] = {{"mulle", 15}, {"sabacc", 48}};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        const tp_game *game = tp_game_find(cases[c].game, NULL);
        const model *model = model_find(game);
        model_notes notes = {.viewer = 0};
        tp_options options;
        tp_chance chance;
        int forgotten = 0;
        assert_true(model_notes_make(&notes, game));
        tp_options_init(&options, game->options);
        tp_chance_from_seed(&chance, 4);
        game->setup(state, &options, &chance, NULL);
        for (int actor; (actor = game->actor(state)) != TP_OVER;) {
            const tp_event event = {
                .type = TP_EVENT_MOVE, .seat = actor, .move = model->move(game, state, &chance.rng)};
            game->view(state, 0, before);
            game->apply(state, event.move, &chance);
            game->view(state, 0, after);
            model_note(model, &notes, before, &event, after);
            forgotten += notes.count == 0;
            if (notes.count > cases[c].most) fail_msg("%s: %d notes", game->name, notes.count);
        }
        assert_true(forgotten > 1);
        model_notes_free(&notes);
    }
}

/* However long a game goes on without new cards, its last moves are known, in their order. */
static void the_oldest_is_forgotten_first(void **unused) {
    (void)unused;
    const tp_game *game = tp_game_find("bruno", NULL);
    static unsigned char state[MOST_STATE], view[MOST_VIEW];
    model_notes notes = {.viewer = 0};
    tp_options options;
    tp_chance chance;
    assert_true(model_notes_make(&notes, game));
    tp_options_init(&options, game->options);
    tp_chance_from_seed(&chance, 5);
    game->setup(state, &options, &chance, NULL);
    game->view(state, 0, view);
    for (tp_move move = 0; move < 3 * MODEL_MOST_NOTES; move++) {
        const tp_event event = {.type = TP_EVENT_MOVE, .seat = (int)(move % 4), .move = move};
        model_note(model_find(game), &notes, view, &event, view);
        assert_true(notes.count > 0 && notes.count <= MODEL_MOST_NOTES);
        for (int i = 0; i < notes.count; i++) {
            tp_move expected = move - (tp_move)(notes.count - 1 - i);
            assert_int_equal(notes.moves[i], expected);
            assert_int_equal(notes.seats[i], (int)(expected % 4));
            assert_memory_equal(model_view(&notes, i), view, game->view_size);
        }
    }
    assert_true(notes.count >= MODEL_MOST_NOTES / 2);
    model_notes_free(&notes);
}

/* Agents at every seat that follow the game, in all its variants, and such as begin to look in the middle:
 * all their moves are legal. */
static void those_who_follow_play_legal_moves(void **unused) {
    (void)unused;
    static unsigned char view[MOST_VIEW];
    for (const tp_game *const *g = tp_games(); *g != NULL; g++) {
        for (uint32_t variant = 0; variant < 8; variant++) {
            tp_options options;
            tp_error error = {0};
            tp_agent *agents[TP_MAX_SEATS] = {NULL};
            variant_options(*g, variant, &options);
            tp_match *match = tp_match_new(
                &(tp_match_setup){.game = *g, .options = &options, .seeded = true, .seed = variant}, &error);
            if (match == NULL) fail_msg("%s", error.text);
            int seats = tp_match_seats(match), late = variant % 3 == 0 ? 20 : 0;
            for (int seat = 0; seat < seats; seat++) {
                agents[seat] = make(*g, "ismcts:sims=30,weigh=on,others=0.5,threads=2", (uint64_t)seat);
                tp_agent_begin(agents[seat], &options, seat);
            }
            for (int actor; (actor = tp_match_actor(match)) != TP_OVER && tp_match_plies(match) < 60;) {
                int ply = tp_match_plies(match);
                for (int seat = 0; seat < seats && ply >= late; seat++)
                    tp_match_show(match, ply, ply, seat, agents[seat]);
                tp_match_view(match, actor, view);
                if (tp_match_play(match, actor, tp_agent_choose(agents[actor], view), &error) != TP_OK)
                    fail_msg("%s: %s", (*g)->name, error.text);
            }
            for (int seat = 0; seat < seats; seat++) tp_agent_free(agents[seat]);
            tp_match_free(match);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_are_taken_back_exactly),
        cmocka_unit_test(a_draw_is_judged_with_the_hand_of_then),
        cmocka_unit_test(who_cuts_is_likely_to_be_strong),
        cmocka_unit_test(a_search_believes_what_it_has_seen),
        cmocka_unit_test(what_is_hidden_changes_no_opinion),
        cmocka_unit_test(what_is_past_is_forgotten),
        cmocka_unit_test(the_oldest_is_forgotten_first),
        cmocka_unit_test(those_who_follow_play_legal_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
