/* Reviews: certain blunders are found first, the parts add up, luck averages to zero for every player,
 * nothing hidden is used, and the same work gives the same bytes on any number of threads. */
#include "review/review.h"

#include "agents/thinking.h"

#include <jansson.h>
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_MOVES = 8192, MOST_VIEW = 2048 };

/* ---- matches ---- */

static tp_match *begin(const tp_match_setup *setup) {
    tp_error error = {0};
    tp_match *match = tp_match_new(setup, &error);
    if (match == NULL) fail_msg("%s", error.text);
    return match;
}

static void play(tp_match *match, const char *move) {
    tp_error error = {0};
    if (tp_match_play_text(match, tp_match_actor(match), move, &error) != TP_OK)
        fail_msg("%s: %s", move, error.text);
}

/* To the end, agent i in seat i, the last one in all seats that are left. */
static void play_on(tp_match *match, const char *const *agents, uint64_t seed) {
    const tp_game *game = tp_match_game(match);
    tp_agent *made[TP_MAX_SEATS] = {NULL};
    void *view = calloc(1, game->view_size);
    const char *name = NULL;
    for (int seat = 0; seat < tp_match_seats(match); seat++) {
        if (*agents != NULL) name = *agents++;
        made[seat] = tp_agent_new(game, name, think_mix(seed, (uint64_t)seat), NULL);
        assert_non_null(made[seat]);
    }
    for (int seat; (seat = tp_match_actor(match)) != TP_OVER;) {
        tp_match_view(match, seat, view);
        assert_int_equal(tp_match_play(match, seat, tp_agent_choose(made[seat], view), NULL), TP_OK);
    }
    for (int seat = 0; seat < tp_match_seats(match); seat++) tp_agent_free(made[seat]);
    free(view);
}

static const char *const at_random[] = {"random", NULL};

static tp_match *random_match(const tp_game *game, const tp_options *options, uint64_t seed) {
    tp_match *match =
        begin(&(tp_match_setup){.game = game, .options = options, .seeded = true, .seed = seed});
    play_on(match, at_random, seed);
    return match;
}

static review *make(const tp_match *match, const char *judge, uint32_t seats) {
    tp_error error = {0};
    review *made =
        review_new(&(review_setup){.match = match, .judge = judge, .seed = 5, .seats = seats}, &error);
    if (made == NULL) fail_msg("%s", error.text);
    while (review_step(made)) continue;
    if (!review_finish(made, &error)) fail_msg("%s", error.text);
    return made;
}

/* The first decision that a review shows: `chosen` was played, and costs at least so much beside `best`. */
static void finds_first(const tp_match *match, int seat, int ply, const char *chosen, const char *best,
                        double cost) {
    const tp_game *game = tp_match_game(match);
    review *made = make(match, NULL, 1u << seat);
    const review_seat *found = review_of(made, seat);
    char text[TP_TEXT_SIZE];
    assert_true(found->costliest_count > 0);
    const review_decision *first = &found->decision[found->costliest[0]];
    assert_int_equal(first->ply, ply);
    game->move_text(first->chosen, text, sizeof text);
    assert_string_equal(text, chosen);
    game->move_text(first->best, text, sizeof text);
    assert_string_equal(text, best);
    if (first->cost.value < cost) fail_msg("%s costs %f only", chosen, first->cost.value);
    assert_true(review_is_sure(first->cost));
    review_free(made);
}

/* ---- blunders ---- */

/* Last turn, and the players who are not first have no chips left. Seat 1 has drawn the card that makes its
 * pair of ones, the best there is, and puts it away. */
static void a_pair_that_is_put_away_is_found(void **unused) {
    (void)unused;
    static const char position[] =
        "{\"first\": 0, \"current\": 1, \"turn\": 3, \"phase\": \"KEEP\", \"drawn\": \"1\", \"drawn_from\": "
        "\"DRAW_SAND\","
        " \"reserve\": [4, 0], \"pot\": [3, 6], \"hands\": [{\"sand\": \"3\", \"blood\": \"4\"}, {\"sand\": "
        "\"6\", \"blood\": \"1\"}],"
        " \"tokens\": [[], []], \"discard\": {\"sand\": [\"6\"], \"blood\": [\"5\"]}}";
    json_t *json = json_loads(position, 0, NULL);
    const tp_game *game = tp_game_find("sabacc", NULL);
    tp_options options;
    tp_options_init(&options, game->options);
    assert_int_equal(tp_options_set(&options, "players", "2", NULL), TP_OK);
    tp_match *match = begin(
        &(tp_match_setup){.game = game, .options = &options, .seeded = true, .seed = 1, .position = json});
    play(match, "REFUSE");
    play_on(match, at_random, 3);
    finds_first(match, 1, 1, "REFUSE", "KEEP", .3);
    tp_match_free(match);
    json_decref(json);
}

/* Four kings, mano, and an órdago at grande: nobody can have more. */
static void an_ordago_that_is_refused_with_the_best_hand_is_found(void **unused) {
    (void)unused;
    static const char position[] =
        "{\"mano\": 0, \"phase\": \"GRANDE\", \"hands\": [[\"Ro\", \"Rc\", \"Re\", \"Rb\"], [\"Co\", \"Cc\", "
        "\"7o\", \"4o\"]],"
        " \"score\": [20, 20]}";
    json_t *json = json_loads(position, 0, NULL);
    const tp_game *game = tp_game_find("mus", NULL);
    tp_options options;
    tp_options_init(&options, game->options);
    assert_int_equal(tp_options_parse(&options, "preset=S2,best_of=1,kings8=false", NULL), TP_OK);
    tp_match *match = begin(
        &(tp_match_setup){.game = game, .options = &options, .seeded = true, .seed = 1, .position = json});
    play(match, "paso");
    play(match, "ordago");
    play(match, "no quiero");
    play_on(match, (const char *const[]){"mus-bot", NULL}, 3);
    finds_first(match, 0, 3, "no quiero", "quiero", .2);
    tp_match_free(match);
    json_decref(json);
}

/* ---- adding up ---- */

static void adds_up(const tp_match *match, uint32_t seats) {
    review *made = make(match, "ismcts:sims=20,memory=1", seats);
    for (int seat = 0; seat < tp_match_seats(match); seat++) {
        const review_seat *found = review_of(made, seat);
        if (seats != 0 && (seats >> seat & 1) == 0) {
            assert_null(found);
            continue;
        }
        double sum = found->start + found->decisions.value + found->luck.value, cost = 0;
        double variance = found->decisions.error * found->decisions.error;
        for (int other = 0; other < tp_match_seats(match); other++) {
            sum += found->others[other].value;
            variance += found->others[other].error * found->others[other].error;
        }
        assert_true(fabs(sum - found->result) < 1e-9);
        assert_true(found->luck.error >= sqrt(variance) - 1e-9);
        assert_true(found->others[seat].value == 0);
        for (int i = 0; i < found->decision_count; i++) {
            const review_decision *decision = &found->decision[i];
            assert_true(fabs(decision->cost.value - (decision->before.value - decision->after.value)) <
                        1e-12);
            assert_true(i == 0 || decision->ply > decision[-1].ply);
            assert_true(decision->count > 1);
            cost += decision->cost.value;
        }
        assert_true(fabs(cost - found->cost.value) < 1e-9);
        for (int i = 1; i < found->costliest_count; i++) {
            assert_true(found->decision[found->costliest[i]].cost.value <=
                        found->decision[found->costliest[i - 1]].cost.value);
        }
        for (int i = 1; i < found->point_count; i++) assert_true(found->line[i].ply > found->line[i - 1].ply);
        assert_int_equal(found->line[found->point_count - 1].ply, tp_match_plies(match));
        assert_true(found->line[found->point_count - 1].value.value == found->result);
    }
    review_free(made);
}

static void the_parts_add_up_in_every_game(void **unused) {
    (void)unused;
    for (const tp_game *const *game = tp_games(); *game != NULL; game++) {
        for (uint64_t seed = 0; seed < 2; seed++) {
            tp_match *match = random_match(*game, NULL, seed);
            adds_up(match, seed == 0 ? 0 : 1u << seed % 2);
            tp_match_free(match);
        }
    }
}

static void the_parts_add_up_after_a_resignation(void **unused) {
    (void)unused;
    for (const tp_game *const *game = tp_games(); *game != NULL; game++) {
        tp_match *match = begin(&(tp_match_setup){.game = *game, .seeded = true, .seed = 8});
        void *view = calloc(1, (*game)->view_size);
        tp_agent *agent = tp_agent_new(*game, "random", 1, NULL);
        for (int i = 0; i < ((*game)->max_plies < 20 ? 1 : 6); i++) { /* a short game may be over after two */
            tp_match_view(match, tp_match_actor(match), view);
            tp_match_play(match, tp_match_actor(match), tp_agent_choose(agent, view), NULL);
        }
        assert_int_equal(tp_match_resign(match, 1, NULL), TP_OK);
        adds_up(match, 0);
        review *made = make(match, "ismcts:sims=200,memory=1", 1);
        const review_seat *found = review_of(made, 0);
        assert_true(found->resigned);
        assert_int_equal(found->gave_up_seat, 0);
        assert_true(found->gave_up.value < 0);
        assert_true(found->result == 0);
        /* A player who gives up after a few moves throws an even game away, and nothing of that is luck. */
        assert_true(found->decisions.value < -.1);
        review_free(made);
        tp_agent_free(agent);
        free(view);
        tp_match_free(match);
    }
}

/* ---- luck ---- */

/* Over many games luck goes both ways, no matter who plays: what a strong player wins more than weak ones is
 * decisions, his own good ones and their bad ones. */
static void luck_has_no_favourites(void **unused) {
    (void)unused;
    static const char *const agents[] = {"ismcts:sims=300,memory=1", "random", NULL};
    enum { GAMES = 30 };
    const tp_game *game = tp_game_find("sabacc", NULL);
    double luck = 0, squares = 0, decisions = 0, others = 0, result = 0;
    for (uint64_t seed = 0; seed < GAMES; seed++) {
        tp_match *match = begin(&(tp_match_setup){.game = game, .seeded = true, .seed = seed});
        play_on(match, agents, seed);
        review *made = make(match, "ismcts:sims=60,memory=1", 1);
        const review_seat *found = review_of(made, 0);
        luck += found->luck.value;
        squares += found->luck.value * found->luck.value;
        decisions += found->decisions.value;
        others += found->result - found->start - found->decisions.value - found->luck.value;
        result += found->result;
        review_free(made);
        tp_match_free(match);
    }
    double mean = luck / GAMES, error = sqrt((squares / GAMES - mean * mean) / GAMES);
    print_message("# won %.2f, decisions %+.2f and %+.2f, luck %+.3f +- %.3f\n", result / GAMES,
                  decisions / GAMES, others / GAMES, mean, error);
    assert_true(result / GAMES > .6);
    assert_true(decisions / GAMES > .03);
    assert_true(others / GAMES > .3);
    assert_true(fabs(mean) < 3.5 * error);
    assert_true(error < .15);
}

/* ---- secrecy ---- */

static bool same_view(const tp_match *one, const tp_match *other, int seat) {
    static unsigned char left[MOST_VIEW], right[MOST_VIEW];
    tp_match_view(one, seat, left);
    tp_match_view(other, seat, right);
    return memcmp(left, right, tp_match_game(one)->view_size) == 0;
}

/* A move that is legal in both and looks the same to the seat; TP_NO_MOVE: there is none. */
static tp_move common_move(const tp_match *one, const tp_match *other, tp_rng *rng) {
    static tp_move left[MOST_MOVES], right[MOST_MOVES], both[MOST_MOVES];
    const tp_game *game = tp_match_game(one);
    int lefts = game->legal(tp_match_state(one), left), rights = game->legal(tp_match_state(other), right);
    uint32_t count = 0;
    for (int i = 0, j = 0; i < lefts && j < rights;) {
        if (left[i] == right[j]) both[count++] = left[i];
        if (left[i] <= right[j]) {
            i++;
        } else {
            j++;
        }
    }
    return count > 0 ? both[tp_rng_below(rng, count)] : TP_NO_MOVE;
}

/* Two matches from worlds that a seat cannot tell apart, with the same moves for as long as it sees the same.
 * Returns how many plies that was. */
static int play_twins(tp_match *one, tp_match *other, int seat, tp_rng *rng) {
    int same = 0;
    while (tp_match_actor(one) != TP_OVER && tp_match_actor(one) == tp_match_actor(other)) {
        int actor = tp_match_actor(one);
        tp_move move = common_move(one, other, rng);
        if (move == TP_NO_MOVE) break;
        assert_int_equal(tp_match_play(one, actor, move, NULL), TP_OK);
        assert_int_equal(tp_match_play(other, actor, move, NULL), TP_OK);
        if (!same_view(one, other, seat)) break;
        same++;
    }
    /* What comes later does not matter: it ends here. */
    if (tp_match_actor(one) != TP_OVER) assert_int_equal(tp_match_resign(one, 1, NULL), TP_OK);
    if (tp_match_actor(other) != TP_OVER) assert_int_equal(tp_match_resign(other, 1, NULL), TP_OK);
    return same;
}

/* What a review says about the decisions of a seat up to a ply, as text. */
static char *judgement(const tp_match *match, int seat, int last_ply, int *count) {
    review *made = make(match, "ismcts:sims=25,memory=1", 1u << seat);
    json_t *json = review_to_json(made, 0, 0), *decisions, *decision, *kept = json_array();
    size_t i;
    decisions = json_object_get(json_array_get(json_object_get(json, "seats"), 0), "decisions");
    *count = 0;
    json_array_foreach(decisions, i, decision) {
        if (json_integer_value(json_object_get(decision, "ply")) > last_ply) break;
        json_object_del(decision, "view"); /* which decisions are costliest hangs on those that come later */
        json_array_append(kept, decision);
        (*count)++;
    }
    char *text = json_dumps(kept, 0);
    json_decref(kept);
    json_decref(json);
    review_free(made);
    return text;
}

static void what_others_hold_changes_no_judgement(void **unused) {
    (void)unused;
    int compared = 0, different_worlds = 0;
    for (const tp_game *const *game = tp_games(); *game != NULL; game++) {
        void *view = calloc(1, (*game)->view_size), *state = calloc(1, (*game)->state_size);
        void *scratch = aligned_alloc(64, ((*game)->scratch_size + 64) / 64 * 64);
        for (uint64_t seed = 0; seed < 10; seed++) {
            tp_match *source = begin(&(tp_match_setup){.game = *game, .seeded = true, .seed = seed});
            int seat = (int)(seed % (uint64_t)tp_match_seats(source));
            tp_match *twins[2];
            tp_chance chance;
            tp_chance_from_seed(&chance, seed + 40);
            tp_match_view(source, seat, view);
            assert_int_equal(tp_game_prepare(*game, view, scratch, NULL), TP_OK);
            json_t *worlds[2];
            for (int i = 0; i < 2; i++) {
                (*game)->imagine(view, scratch, state, &chance);
                worlds[i] = (*game)->state_to_json(state);
                twins[i] = begin(
                    &(tp_match_setup){.game = *game, .seeded = true, .seed = seed, .position = worlds[i]});
            }
            different_worlds += !json_equal(worlds[0], worlds[1]);
            int last = play_twins(twins[0], twins[1], seat, &chance.rng), counts[2];
            char *texts[2];
            for (int i = 0; i < 2; i++) texts[i] = judgement(twins[i], seat, last + 1, &counts[i]);
            assert_string_equal(texts[0], texts[1]);
            compared += counts[0];
            for (int i = 0; i < 2; i++) {
                free(texts[i]);
                tp_match_free(twins[i]);
                json_decref(worlds[i]);
            }
            tp_match_free(source);
        }
        free(view);
        free(state);
        free(scratch);
    }
    print_message("# %d decisions in %d pairs of worlds\n", compared, different_worlds);
    assert_true(compared > 40);
    assert_true(different_worlds > 20);
}

/* ---- the same again ---- */

static void *work(void *review_pointer) {
    while (review_step(review_pointer)) continue;
    return NULL;
}

static void threads_change_nothing(void **unused) {
    (void)unused;
    for (const tp_game *const *game = tp_games(); *game != NULL; game++) {
        tp_match *match = random_match(*game, NULL, 2);
        char *texts[2];
        for (int run = 0; run < 2; run++) {
            tp_error error = {0};
            review *made = review_new(
                &(review_setup){.match = match, .judge = "ismcts:sims=12,memory=1", .seed = 5}, &error);
            pthread_t threads[3];
            assert_non_null(made);
            assert_false(review_finish(made, &error)); /* nothing was judged yet */
            for (int i = 0; i < 3 * run; i++)
                assert_int_equal(pthread_create(&threads[i], NULL, work, made), 0);
            work(made);
            for (int i = 0; i < 3 * run; i++) pthread_join(threads[i], NULL);
            assert_int_equal(review_done(made), review_work(made));
            assert_true(review_finish(made, &error));
            json_t *json = review_to_json(made, 0, 0);
            texts[run] = json_dumps(json, 0);
            json_decref(json);
            review_free(made);
        }
        assert_string_equal(texts[0], texts[1]);
        free(texts[0]);
        free(texts[1]);
        tp_match_free(match);
    }
}

/* ---- JSON ---- */

static void the_costliest_decisions_can_be_stepped_into(void **unused) {
    (void)unused;
    static unsigned char view[MOST_VIEW], again[MOST_VIEW];
    for (const tp_game *const *game = tp_games(); *game != NULL; game++) {
        tp_match *match = random_match(*game, NULL, 4);
        review *made = make(match, "ismcts:sims=15,memory=1", 0);
        json_t *json = review_to_json(made, 0, 0), *seat, *decision;
        size_t i, k;
        int stepped = 0;
        assert_string_equal(json_string_value(json_object_get(json, "tapete")), "review");
        assert_int_equal(json_integer_value(json_object_get(json, "version")), REVIEW_VERSION);
        json_array_foreach(json_object_get(json, "seats"), i, seat) {
            json_array_foreach(json_object_get(seat, "decisions"), k, decision) {
                const json_t *shown = json_object_get(decision, "view");
                int ply = (int)json_integer_value(json_object_get(decision, "ply"));
                if (shown == NULL) continue;
                assert_int_equal((*game)->view_from_json(shown, tp_match_options(match), again, NULL), TP_OK);
                assert_true(tp_match_view_at(match, ply - 1, (int)i, view));
                assert_memory_equal(view, again, (*game)->view_size);
                stepped++;
            }
            assert_true(json_array_size(json_object_get(seat, "costliest")) <= REVIEW_COSTLIEST);
        }
        assert_true(stepped > 0);
        json_decref(json);
        review_free(made);
        tp_match_free(match);
    }
}

/* ---- what cannot be reviewed ---- */

static void refused(const tp_match *match, const char *judge, uint32_t seats, const char *part) {
    tp_error error = {0};
    assert_null(review_new(&(review_setup){.match = match, .judge = judge, .seats = seats}, &error));
    if (strstr(error.text, part) == NULL) fail_msg("\"%s\" does not have \"%s\"", error.text, part);
}

static void what_cannot_be_reviewed_is_refused(void **unused) {
    (void)unused;
    const tp_game *game = tp_game_find("sabacc", NULL);
    tp_match *running = begin(&(tp_match_setup){.game = game, .seeded = true, .seed = 1});
    tp_match *over = random_match(game, NULL, 1);
    refused(running, NULL, 0, "the game is not over");
    refused(over, NULL, 1u << 4, "there is no such seat; the seats are 0 to 3");
    refused(
        over, "random", 0,
        "the agent random cannot judge, because it does not value moves; these agents do: flatmc, ismcts");
    refused(over, "ismtcs", 0, "there is no agent \"ismtcs\"");
    refused(over, "ismcts:sims=1,ms=1", 0, "not both");
    refused(over, "mus-bot", 0, "plays mus only");
    tp_opinion *opinions = calloc((size_t)game->max_moves, sizeof *opinions);
    void *view = calloc(1, game->view_size);
    tp_error error = {0};
    tp_match_view(running, tp_match_actor(running), view);
    assert_int_equal(review_moves(game, NULL, "random", 1, view, opinions, &error), -1);
    assert_non_null(strstr(error.text, "cannot judge"));
    int count = review_moves(game, NULL, "flatmc:games=500", 1, view, opinions, &error);
    assert_true(count > 1);
    for (int i = 1; i < count; i++) {
        assert_true(opinions[i].value - opinions[i].error <= opinions[i - 1].value - opinions[i - 1].error);
    }
    free(view);
    free(opinions);
    tp_match_free(running);
    tp_match_free(over);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pair_that_is_put_away_is_found),
        cmocka_unit_test(an_ordago_that_is_refused_with_the_best_hand_is_found),
        cmocka_unit_test(the_parts_add_up_in_every_game),
        cmocka_unit_test(the_parts_add_up_after_a_resignation),
        cmocka_unit_test(luck_has_no_favourites),
        cmocka_unit_test(what_others_hold_changes_no_judgement),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(the_costliest_decisions_can_be_stepped_into),
        cmocka_unit_test(what_cannot_be_reviewed_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
