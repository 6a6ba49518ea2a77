/* The arena: its statistics against examples computed by hand, its plans, and that results depend on the seed
 * alone. */
#include "arena/arena.h"

#include <jansson.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define NEAR(found, expected, within)                                           \
    do {                                                                        \
        double found_ = (found), expected_ = (expected);                        \
        if (!(fabs(found_ - expected_) <= (within)))                            \
            fail_msg("%s is %.10g, expected %.10g", #found, found_, expected_); \
    } while (0)

/* ---- statistics ---- */

static void wilson_s_interval(void **unused) {
    (void)unused;
    /* 60 of 100 */
    stats_interval share = stats_share(0.6, 0.6 * 0.4 / 100, 100);
    NEAR(share.low, 0.5020026, 1e-7);
    NEAR(share.high, 0.6905987, 1e-7);
    /* 10 of 10: the rule gives n / (n + z^2) */
    share = stats_share(1, 0, 10);
    NEAR(share.low, 10 / (10 + 3.8414588), 1e-7);
    NEAR(share.high, 1, 0);
    share = stats_share(0, 0, 10);
    NEAR(share.low, 0, 0);
    NEAR(share.high, 1 - 10 / (10 + 3.8414588), 1e-7);
    /* a quarter of the variance is worth four times the games */
    stats_interval paired = stats_share(0.6, 0.6 * 0.4 / 400, 100),
                   plain = stats_share(0.6, 0.6 * 0.4 / 400, 400);
    NEAR(paired.low, plain.low, 1e-12);
    assert_true(isnan(stats_share(0, 0, 0).value));
}

static void variance_and_mean(void **unused) {
    (void)unused;
    /* 1, 2, 3, 4: mean 2.5, variance 5/3 */
    NEAR(stats_variance(4, 10, 30), 5.0 / 3, 1e-12);
    assert_true(isnan(stats_variance(1, 3, 9)));
    NEAR(stats_variance(3, 6, 12), 0, 0);
    stats_interval mean = stats_mean(2.5, 5.0 / 3 / 4);
    NEAR(mean.low, 2.5 - 1.959964 * 0.6454972, 1e-6);
    NEAR(mean.high, 2.5 + 1.959964 * 0.6454972, 1e-6);
}

static void elo_points(void **unused) {
    (void)unused;
    NEAR(stats_elo(0.5), 0, 1e-12);
    NEAR(stats_elo(0.75), 190.848501888, 1e-6);
    NEAR(stats_elo(10.0 / 11), 400, 1e-9);
    NEAR(stats_score(-400), 1.0 / 11, 1e-12);
    NEAR(stats_elo(stats_score(123.4)), 123.4, 1e-9);
    assert_true(isinf(stats_elo(0)) && stats_elo(0) < 0);
    assert_true(isinf(stats_elo(1)) && stats_elo(1) > 0);
}

/* The best log-likelihood of three counts (for 0, 1/2, 1) under a given mean, by trying. */
static double best_likelihood(const double *counts, double mean) {
    double best = -INFINITY;
    double most = 2 * fmin(mean, 1 - mean); /* the share of draws lies between 0 and this */
    for (int i = 1; i < 400000; i++) {
        double draws = most * i / 400000, wins = mean - draws / 2, losses = 1 - draws - wins;
        double sum = counts[0] * log(losses) + counts[1] * log(draws) + counts[2] * log(wins);
        best = sum > best ? sum : best;
    }
    return best;
}

static void likelihood_ratio(void **unused) {
    (void)unused;
    double s0 = stats_score(0), s1 = stats_score(20);
    /* won or lost only: two binomial distributions */
    double games[2] = {40, 60};
    NEAR(stats_llr(games, 2, s0, s1), 60 * log(s1 / s0) + 40 * log((1 - s1) / (1 - s0)), 1e-9);
    double three[3] = {20, 50, 30};
    NEAR(stats_llr(three, 3, s0, s1), best_likelihood(three, s1) - best_likelihood(three, s0), 1e-6);
    /* five values, from both sides: the mirror image has the opposite sign */
    double five[5] = {3, 20, 41, 28, 8}, mirrored[5] = {8, 28, 41, 20, 3};
    NEAR(stats_llr(five, 5, 0.49, 0.52), -stats_llr(mirrored, 5, 0.48, 0.51), 1e-9);
    /* for many observations near the middle: n (s1 - s0) (2m - s0 - s1) / 2v */
    double many[5] = {3000, 20000, 41000, 28000, 8000};
    double n = 100000, m = 0, v = 0;
    for (int i = 0; i < 5; i++) m += many[i] / n * i / 4;
    for (int i = 0; i < 5; i++) v += many[i] / n * (i / 4.0 - m) * (i / 4.0 - m);
    NEAR(stats_llr(many, 5, 0.545, 0.546), n * 0.001 * (2 * m - 1.091) / (2 * v), 0.02);
    NEAR(stats_sprt_upper(0.05, 0.05), 2.944438979, 1e-8);
    NEAR(stats_sprt_lower(0.05, 0.05), -2.944438979, 1e-8);
}

/* Two players, each deal one game: what is summed up of `games` with `won` by the first. */
static stats_table pair_table(int a, int b, double games, double won) {
    stats_table table = {.count = 2,
                         .player = {a, b},
                         .seats = {1, 1},
                         .deals = games,
                         .games_per_deal = 1,
                         .won = {won, games - won}};
    table.products[0][0] = won;
    table.products[1][1] = games - won;
    return table;
}

static void ratings(void **unused) {
    (void)unused;
    stats_interval out[4];
    /* Two players: the difference is that of the score, and its variance that of a log odds, 1 / npq. */
    stats_table two = pair_table(0, 1, 100, 75);
    assert_false(stats_rate(&two, 1, 2, out));
    NEAR(out[0].value - out[1].value, stats_elo(0.75), 1e-8);
    NEAR(out[0].value + out[1].value, 0, 1e-9);
    double points = 400 / log(10), error = 1 / sqrt(100 * 0.75 * 0.25);
    NEAR(out[0].high - out[0].value, 1.959964 * points * error / 2, 1e-4);
    /* Strengths 4 : 2 : 1 give just these results. */
    stats_table three[3] = {pair_table(0, 1, 30, 20), pair_table(1, 2, 30, 20), pair_table(0, 2, 30, 24)};
    assert_false(stats_rate(three, 3, 3, out));
    NEAR(out[0].value - out[1].value, 400 * log10(2), 1e-8);
    NEAR(out[1].value - out[2].value, 400 * log10(2), 1e-8);
    /* Four at a table who win 40, 30, 20 and 10 of 100. */
    stats_table four = {.count = 4,
                        .player = {0, 1, 2, 3},
                        .seats = {1, 1, 1, 1},
                        .deals = 100,
                        .games_per_deal = 1,
                        .won = {40, 30, 20, 10}};
    for (int i = 0; i < 4; i++) four.products[i][i] = four.won[i];
    assert_false(stats_rate(&four, 1, 4, out));
    NEAR(out[0].value - out[3].value, 400 * log10(4), 1e-8);
    NEAR(out[1].value - out[2].value, 400 * log10(1.5), 1e-8);
    /* One against three of another: 34 of 40 is 17 times as strong. */
    stats_table many = {
        .count = 2, .player = {0, 1}, .seats = {1, 3}, .deals = 40, .games_per_deal = 1, .won = {34, 6}};
    many.products[0][0] = 34;
    many.products[1][1] = 6;
    assert_false(stats_rate(&many, 1, 2, out));
    NEAR(out[0].value - out[1].value, 400 * log10(17), 1e-8);
    /* Nobody is infinitely strong. */
    stats_table all = pair_table(0, 1, 10, 10);
    assert_true(stats_rate(&all, 1, 2, out));
    NEAR(out[0].value - out[1].value, stats_elo(10.5 / 11), 1e-8);
    stats_table apart[2] = {pair_table(0, 1, 10, 10), pair_table(1, 2, 10, 5)};
    assert_true(stats_rate(apart, 2, 3, out));
    assert_true(isfinite(out[0].value) && out[0].value > out[1].value);
}

/* A deal of two games that always end alike says no more than one. */
static void ratings_heed_deals(void **unused) {
    (void)unused;
    stats_interval once[2], twice[2];
    stats_table games = pair_table(0, 1, 100, 60), deals = pair_table(0, 1, 100, 120);
    deals.games_per_deal = 2;
    deals.won[1] = 80;
    deals.products[0][0] = 4 * 60;
    deals.products[1][1] = 4 * 40;
    stats_rate(&games, 1, 2, once);
    stats_rate(&deals, 1, 2, twice);
    NEAR(twice[0].value, once[0].value, 1e-9);
    NEAR(twice[0].high, once[0].high, 1e-6);
}

static void times_of_moves(void **unused) {
    (void)unused;
    arena_times *times = calloc(2, sizeof *times);
    for (uint64_t i = 1; i <= 1000; i++) arena_times_add(&times[0], i * 1000);
    NEAR(arena_times_quantile(&times[0], 0.99), 990000, 0.04 * 990000);
    NEAR(arena_times_quantile(&times[0], 0.5), 500000, 0.04 * 500000);
    arena_times_add(&times[1], 0);
    arena_times_add(&times[1], UINT64_MAX);
    arena_times_merge(&times[0], &times[1]);
    assert_int_equal(times[0].moves, 1002);
    free(times);
}

/* ---- plans ---- */

static arena_settings *settings_of(const char *game, const char *options, const char *agents) {
    arena_settings *settings = calloc(1, sizeof *settings);
    char *names[ARENA_MOST_AGENTS];
    tp_error error = {0};
    settings->game = tp_game_find(game, &error);
    assert_non_null(settings->game);
    tp_options_init(&settings->options, settings->game->options);
    if (options[0] != '\0') assert_int_equal(tp_options_parse(&settings->options, options, &error), TP_OK);
    settings->agent_count = tp_agent_list_split(agents, names, ARENA_MOST_AGENTS);
    for (int i = 0; i < settings->agent_count; i++) {
        snprintf(settings->agents[i], ARENA_NAME_SIZE, "%s", names[i]);
        free(names[i]);
    }
    settings->games = 20;
    return settings;
}

/* Plan, and free the settings. */
static arena_plan *plan_of(arena_settings *settings) {
    tp_error error = {0};
    arena_plan *plan = arena_plan_new(settings, &error);
    if (plan == NULL) fail_msg("%s", error.text);
    free(settings);
    return plan;
}

static void refused(arena_settings *settings, const char *part) {
    tp_error error = {0};
    arena_plan *plan = arena_plan_new(settings, &error);
    assert_null(plan);
    if (strstr(error.text, part) == NULL) fail_msg("\"%s\" is not in: %s", part, error.text);
    free(settings);
}

/* In the games of a deal every agent has every hand, as often as its seats. */
static void check_seatings(const char *game, const char *options, const char *agents, bool mixed,
                           int seatings) {
    arena_settings *settings = settings_of(game, options, agents);
    settings->duplicate = true;
    settings->mixed = mixed;
    arena_plan *plan = plan_of(settings);
    const arena_meeting *meeting = &plan->meetings[0];
    assert_int_equal(meeting->rotation_count, seatings);
    for (int agent = 0; agent < plan->agent_count; agent++) {
        int times[TP_MAX_SEATS] = {0}, all = 0;
        for (int i = 0; i < meeting->rotation_count; i++) {
            for (int seat = 0; seat < plan->seats; seat++)
                times[seat] += arena_agent_at(plan, meeting, meeting->rotations[i], seat) == agent;
        }
        for (int seat = 0; seat < plan->seats; seat++) all += times[seat];
        for (int seat = 0; seat < plan->seats; seat++) assert_int_equal(times[seat] * plan->seats, all);
        assert_true(all > 0);
    }
    /* Partners stay partners. */
    for (int i = 0; i < meeting->rotation_count; i++) {
        for (int a = 0; a < plan->seats; a++) {
            for (int b = 0; b < plan->seats && plan->sides == 2; b++) {
                assert_int_equal(plan->side[a] == plan->side[b],
                                 arena_entrant_at(plan, meeting, meeting->rotations[i], a) ==
                                     arena_entrant_at(plan, meeting, meeting->rotations[i], b));
            }
        }
    }
    arena_plan_free(plan);
}

static void every_agent_holds_every_hand(void **unused) {
    (void)unused;
    check_seatings("mulle", "", "mulle-greedy,random", false, 2);
    check_seatings("mulle", "", "random,random", false, 2);
    check_seatings("mus", "", "mus-bot,random", false, 2);
    check_seatings("mus", "", "mus-bot,random,mus-bot,random", false, 2);
    check_seatings("mus", "", "mus-bot,random", true, 4);
    check_seatings("mus", "", "mus-bot,random,random,random", false, 4);
    check_seatings("mus", "teams=FFA", "mus-bot,random,random,random", false, 4);
    check_seatings("mus", "teams=FFA", "mus-bot,random,mus-bot,random", false, 2);
    check_seatings("sabacc", "", "random,flatmc:games=1,flatmc:games=2,flatmc:games=3", false, 4);
    check_seatings("sabacc", "players=3", "random,random,flatmc:games=3", false, 3);
}

static void who_sits_where(void **unused) {
    (void)unused;
    arena_plan *plan = plan_of(settings_of("mus", "", "mus-bot,random"));
    assert_int_equal(plan->meetings[0].agent[0], 0);
    assert_int_equal(plan->meetings[0].agent[2], 0);
    assert_int_equal(plan->meetings[0].agent[1], 1);
    assert_int_equal(plan->meetings[0].agent[3], 1);
    assert_int_equal(plan->deals, 20);
    arena_plan_free(plan);
    arena_settings *settings = settings_of("mus", "", "mus-bot,random");
    settings->mixed = settings->duplicate = true;
    plan = plan_of(settings);
    assert_string_equal(plan->entrants[0].name, "mus-bot+random");
    assert_string_equal(plan->entrants[1].name, "random+mus-bot");
    assert_int_equal(plan->deals, 5);
    arena_plan_free(plan);
    settings = settings_of("mus", "", "mus-bot,random");
    settings->mixed = settings->round_robin = true;
    plan = plan_of(settings);
    assert_int_equal(plan->entrant_count, 3);
    assert_int_equal(plan->meeting_count, 3);
    arena_plan_free(plan);
    settings = settings_of("sabacc", "players=3",
                           "random,flatmc:games=1,flatmc:games=2,flatmc:games=3,flatmc:games=4");
    settings->round_robin = true;
    plan = plan_of(settings);
    assert_int_equal(plan->entrant_count, 5);
    assert_int_equal(plan->meeting_count, 10);
    assert_int_equal(plan->deals, 200);
    arena_plan_free(plan);
}

static void what_does_not_fit(void **unused) {
    (void)unused;
    refused(settings_of("sabacc", "", "random,random"), "name 4 agents, one for each seat, not 2");
    refused(settings_of("mulle", "", "random,random,random"), "--round-robin takes any number");
    refused(settings_of("mus", "", "random,random,random"), "or 4, one for each seat, not 3");
    refused(settings_of("mulle", "", "random"), "at least two");
    refused(settings_of("mulle", "", "random,nobody"), "there is no agent");
    refused(settings_of("mulle", "", "random,mus-bot"), "plays mus only");
    refused(settings_of("mulle", "", "random,mulle-learn"), "learn=false");
    refused(settings_of("sabacc", "", "random,random,random,random"), "nothing to compare");
    arena_settings *settings = settings_of("mulle", "", "random,mulle-greedy");
    settings->mixed = true;
    refused(settings, "two pairs");
    settings = settings_of("sabacc", "", "random,random,random,flatmc");
    settings->sprt = true;
    settings->elo1 = 10;
    refused(settings, "--sprt compares two sides");
    settings = settings_of("mulle", "", "random,random");
    settings->round_robin = true;
    refused(settings, "at least 2 different agents");
}

/* ---- playing ---- */

/* Play the whole plan; the result as JSON. */
static char *play_all(const arena_plan *plan, int threads, arena_record *record, const arena_deal *known,
                      size_t known_count) {
    tp_error error = {0};
    arena_times *times = calloc((size_t)plan->agent_count, sizeof *times);
    arena_result *result = arena_result_new(plan, &error);
    arena_run run = {.plan = plan,
                     .threads = threads,
                     .record = record,
                     .known = known,
                     .known_count = known_count,
                     .watch_ms = 5};
    if (arena_play(&run, result, times, &error) != TP_OK) fail_msg("%s", error.text);
    json_t *json = arena_result_to_json(result);
    char *text = json_dumps(json, JSON_COMPACT);
    json_decref(json);
    arena_result_free(result);
    free(times);
    return text;
}

static void check_threads(arena_settings *settings) {
    arena_plan *plan = plan_of(settings);
    char *one = play_all(plan, 1, NULL, NULL, 0);
    static const int threads[] = {2, 4, 7};
    for (size_t i = 0; i < sizeof threads / sizeof *threads; i++) {
        char *other = play_all(plan, threads[i], NULL, NULL, 0);
        assert_string_equal(one, other);
        free(other);
    }
    free(one);
    arena_plan_free(plan);
}

static void the_same_on_any_number_of_threads(void **unused) {
    (void)unused;
    arena_settings *settings = settings_of("mulle", "", "mulle-greedy,random");
    settings->games = 200;
    check_threads(settings);
    settings = settings_of("mus", "", "mus-bot,random");
    settings->duplicate = true;
    settings->seed = UINT64_MAX;
    check_threads(settings);
    settings = settings_of("sabacc", "", "flatmc:games=30,random,random,random");
    settings->duplicate = true;
    check_threads(settings);
    settings = settings_of("mulle", "", "mulle-greedy,random,mulle-learn:learn=false");
    settings->round_robin = true;
    check_threads(settings);
    settings = settings_of("mulle", "", "mulle-greedy,mulle-learn:learn=false");
    settings->games = 20000;
    settings->duplicate = settings->sprt = true;
    settings->elo0 = 0;
    settings->elo1 = 40;
    check_threads(settings);
}

static json_t *play_json(arena_settings *settings) {
    arena_plan *plan = plan_of(settings);
    char *text = play_all(plan, 2, NULL, NULL, 0);
    json_t *json = json_loads(text, 0, NULL);
    free(text);
    arena_plan_free(plan);
    return json;
}

static void mirrored(const char *game, const char *options, const char *one, const char *other) {
    arena_settings *settings[2] = {settings_of(game, options, one), settings_of(game, options, other)};
    json_t *results[2];
    for (int i = 0; i < 2; i++) {
        settings[i]->duplicate = true;
        settings[i]->games = 60;
        results[i] = play_json(settings[i]);
    }
    for (size_t i = 0; i < 2; i++) {
        json_t *here = json_array_get(json_object_get(results[0], "agents"), i),
               *there = json_array_get(json_object_get(results[1], "agents"), 1 - i);
        if (!json_equal(here, there)) {
            char *a = json_dumps(here, 0), *b = json_dumps(there, 0);
            fail_msg("%s\n%s", a, b);
        }
    }
    NEAR(json_number_value(json_object_get(json_object_get(results[0], "elo"), "value")),
         -json_number_value(json_object_get(json_object_get(results[1], "elo"), "value")), 1e-9);
    json_decref(results[0]);
    json_decref(results[1]);
}

static void changing_names_mirrors_the_result(void **unused) {
    (void)unused;
    mirrored("mulle", "", "mulle-greedy,random", "random,mulle-greedy");
    mirrored("mus", "", "mus-bot,random", "random,mus-bot");
    mirrored("sabacc", "players=2", "flatmc:games=20,random", "random,flatmc:games=20");
}

static double value_of(const json_t *result, size_t agent, const char *what) {
    return json_number_value(json_object_get(
        json_object_get(json_array_get(json_object_get(result, "agents"), agent), what), "value"));
}

/* Different seeds are different games, and twins are different players of equal strength. */
static void twins_and_seeds(void **unused) {
    (void)unused;
    double shares[2], margins[2];
    for (uint64_t seed = 0; seed < 2; seed++) {
        arena_settings *settings = settings_of("mulle", "", "random,random");
        settings->duplicate = true;
        settings->games = 400;
        settings->seed = seed;
        json_t *result = play_json(settings);
        shares[seed] = value_of(result, 0, "share");
        margins[seed] = value_of(result, 0, "margin");
        NEAR(shares[seed], 0.5, 0.12);
        NEAR(value_of(result, 0, "margin") + value_of(result, 1, "margin"), 0, 1e-9);
        assert_string_equal(
            json_string_value(json_object_get(json_array_get(json_object_get(result, "agents"), 1), "name")),
            "random (2)");
        json_decref(result);
    }
    assert_true(margins[0] != margins[1] && margins[0] != 0);
}

static void the_stronger_wins(void **unused) {
    (void)unused;
    arena_settings *settings = settings_of("bruno", "", "random,bruno-low");
    settings->games = 100;
    json_t *result = play_json(settings);
    assert_true(value_of(result, 1, "share") > 0.75);
    json_decref(result);
    settings = settings_of("sabacc", "", "random,random,flatmc:games=200,random");
    settings->games = 60;
    result = play_json(settings);
    assert_int_equal(json_array_size(json_object_get(result, "agents")), 2);
    assert_true(value_of(result, 1, "share") > 0.5);
    NEAR(3 * value_of(result, 0, "share") + value_of(result, 1, "share"), 1, 1e-5);
    json_decref(result);
}

/* ---- rigged results ---- */

/* A deal of this plan in which the first side wins each game where `wins` has a bit. */
static void add_deal(arena_result *result, uint32_t wins) {
    const arena_plan *plan = result->plan;
    const arena_meeting *meeting = arena_deal_meeting(plan, result->deals);
    arena_deal deal = {.number = result->deals};
    deal.game_count = plan->settings.duplicate ? meeting->rotation_count : 1;
    for (int i = 0; i < deal.game_count; i++) {
        arena_game *game = &deal.games[i];
        int round = (int)(result->deals % meeting->rotation_count);
        game->rotation = meeting->rotations[plan->settings.duplicate ? i : round];
        game->forfeit = -1;
        for (int seat = 0; seat < plan->seats; seat++) {
            bool first = arena_entrant_at(plan, meeting, game->rotation, seat) == 0;
            game->returns[seat] = first == ((wins >> i & 1) != 0) ? 1.0f : -1.0f;
            game->scores[seat] = game->returns[seat] > 0 ? 3 : 1;
        }
    }
    arena_result_add(result, &deal);
}

static bool chance_of(tp_rng *rng, double probability) { return tp_rng_fraction(rng) < probability; }

/* A pair of known strength: the first wins a game with probability p. `alike`: how often both games of a deal
 * end alike. */
static uint32_t rig(tp_rng *rng, double p, double alike) {
    uint32_t first = chance_of(rng, p), second = chance_of(rng, p);
    return first | (chance_of(rng, alike) ? first : second) << 1;
}

static void by_hand(void **unused) {
    (void)unused;
    tp_error error = {0};
    arena_settings *settings = settings_of("mulle", "", "mulle-greedy,random");
    settings->duplicate = true;
    settings->games = 8;
    arena_plan *plan = plan_of(settings);
    arena_result *result = arena_result_new(plan, &error);
    /* shares 1, 1/2, 1/2, 0 ... in pairs: 2-0, 1-1, 1-1, 2-0 */
    static const uint32_t deals[] = {3, 1, 2, 3};
    for (int i = 0; i < 4; i++) add_deal(result, deals[i]);
    arena_standing standing;
    arena_result_standing(result, 0, &standing);
    NEAR(standing.share.value, 0.75, 0);
    /* variance of 1, .5, .5, 1 is 1/12; of the mean 1/48; N = (3/16) / (1/48) = 9 */
    stats_interval expected = stats_share(0.75, 0.75 * 0.25 / 9, 9);
    NEAR(standing.share.low, expected.low, 1e-12);
    NEAR(standing.share.high, expected.high, 1e-12);
    /* differences of games 1, 1, 1, -1, -1, 1, 1, 1: variance 6/7; of deals 1, 0, 0, 1: variance 1/3, for one
     * game 2/3 */
    NEAR(standing.share_alone, 6.0 / 7, 1e-12);
    NEAR(standing.share_paired, 2.0 / 3, 1e-12);
    NEAR(standing.margin.value, 1, 1e-12);
    NEAR(standing.margin_alone, 4 * 6.0 / 7, 1e-12);
    NEAR(standing.margin_paired, 4 * 2.0 / 3, 1e-12);
    assert_int_equal(result->counts[0].won, 6);
    assert_int_equal(result->counts[1].won, 2);
    assert_int_equal(result->counts[1].lost, 6);
    arena_result_free(result);
    arena_plan_free(plan);
}

static void draws_and_forfeits(void **unused) {
    (void)unused;
    tp_error error = {0};
    arena_plan *plan = plan_of(settings_of("sabacc", "", "flatmc:games=1,random,random,flatmc:games=2"));
    arena_result *result = arena_result_new(plan, &error);
    /* Two of four share a game; a forfeit is shared by the three others; all four draw. */
    arena_deal deal = {.number = 0, .game_count = 1};
    deal.games[0] =
        (arena_game){.rotation = 0, .forfeit = -1, .returns = {1.0f / 3, 1.0f / 3, -1.0f / 3, -1.0f / 3}};
    arena_result_add(result, &deal);
    deal.number = 1;
    deal.games[0] = (arena_game){
        .rotation = 1, .forfeit = 1, .returns = {1.0f / 3, -1.0f, 1.0f / 3, 1.0f / 3}, .reason = "it hung"};
    arena_result_add(result, &deal);
    deal.number = 2;
    deal.games[0] = (arena_game){.rotation = 2, .forfeit = -1};
    arena_result_add(result, &deal);
    arena_standing standing[3];
    for (int i = 0; i < 3; i++) arena_result_standing(result, i, &standing[i]);
    assert_int_equal(plan->entrant_count, 3);
    NEAR(standing[0].share.value, (0.5 + 0 + 0.25) / 3, 1e-6);
    NEAR(standing[1].share.value, (0.25 + 1.0 / 3 + 0.25) / 3, 1e-6);
    NEAR(standing[2].share.value, (0 + 1.0 / 3 + 0.25) / 3, 1e-6);
    assert_int_equal(result->counts[0].forfeits, 1);
    assert_string_equal(result->counts[0].reason, "it hung");
    assert_int_equal(result->counts[0].drawn, 2);
    assert_int_equal(result->counts[0].lost, 1);
    assert_int_equal(result->counts[2].lost, 1);
    assert_int_equal(result->draws, 3);
    arena_result_free(result);
    arena_plan_free(plan);
}

/* How often the interval of a rigged pair holds the truth: 95 %, whether the games of a deal hang together or
 * not. */
static void intervals_hold_the_truth(void **unused) {
    (void)unused;
    static const double strengths[] = {0.5, 0.7, 0.9}, alike[] = {0, 0.8};
    tp_error error = {0};
    tp_rng rng;
    tp_rng_seed(&rng, 5);
    arena_settings *settings = settings_of("mulle", "", "mulle-greedy,random");
    settings->duplicate = true;
    settings->games = 1000000;
    arena_plan *plan = plan_of(settings);
    for (int i = 0; i < 6; i++) {
        double p = strengths[i % 3];
        int held = 0, rated = 0;
        enum { TRIALS = 1000, DEALS = 100 };
        for (int trial = 0; trial < TRIALS; trial++) {
            arena_result *result = arena_result_new(plan, &error);
            for (int d = 0; d < DEALS; d++) add_deal(result, rig(&rng, p, alike[i / 3]));
            arena_standing standing;
            stats_interval rating[2];
            arena_result_standing(result, 0, &standing);
            arena_result_ratings(result, rating);
            held += standing.share.low <= p && p <= standing.share.high;
            rated += rating[0].low <= stats_elo(p) / 2 && stats_elo(p) / 2 <= rating[0].high;
            arena_result_free(result);
        }
        /* 950 with a deviation of 7 */
        if (held < 915 || held > 985) fail_msg("the share %.1f was held %d times of %d", p, held, TRIALS);
        if (rated < 915 || rated > 985)
            fail_msg("the rating of %.1f was held %d times of %d", p, rated, TRIALS);
    }
    arena_plan_free(plan);
}

/* The sequential test is wrong in 5 % of the cases, when the truth is one of its hypotheses. */
static void the_test_is_seldom_wrong(void **unused) {
    (void)unused;
    tp_error error = {0};
    tp_rng rng;
    tp_rng_seed(&rng, 6);
    for (int truth = 0; truth < 2; truth++) {
        arena_settings *settings = settings_of("mulle", "", "mulle-greedy,random");
        settings->duplicate = settings->sprt = true;
        settings->games = 1000000;
        settings->elo0 = 0;
        settings->elo1 = 60;
        arena_plan *plan = plan_of(settings);
        int wrong = 0;
        enum { TRIALS = 400 };
        for (int trial = 0; trial < TRIALS; trial++) {
            arena_result *result = arena_result_new(plan, &error);
            double p = stats_score(truth == 0 ? 0 : 60);
            while (result->decision == 0) add_deal(result, rig(&rng, p, 0.3));
            wrong += result->decision != (truth == 0 ? -1 : 1);
            arena_result_free(result);
        }
        /* 20 with a deviation of 4.4 */
        if (wrong > 36) fail_msg("%d of %d tests were wrong", wrong, TRIALS);
        arena_plan_free(plan);
    }
}

/* ---- records ---- */

static char directory[] = "/tmp/tapete-arena-XXXXXX";

static char *read_all(const char *path) {
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    char *text = calloc(1, 1 << 22);
    text[fread(text, 1, (1 << 22) - 1, file)] = '\0';
    fclose(file);
    return text;
}

static void write_text(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static char *resume(const char *path, const arena_plan *plan) {
    tp_error error = {0};
    arena_deal *known = NULL;
    size_t count = 0;
    arena_times *times = calloc((size_t)plan->agent_count, sizeof *times);
    arena_record *record = arena_record_resume(path, plan, &known, &count, times, &error);
    if (record == NULL) fail_msg("%s", error.text);
    char *text = play_all(plan, 2, record, known, count);
    arena_record_close(record);
    free(known);
    free(times);
    return text;
}

static void records_can_be_resumed(void **unused) {
    (void)unused;
    char path[128];
    tp_error error = {0};
    snprintf(path, sizeof path, "%s/resumed.jsonl", directory);
    arena_settings *settings = settings_of("sabacc", "players=3", "random,flatmc:games=10,random");
    settings->duplicate = true;
    settings->games = 90;
    settings->seed = UINT64_MAX - 3;
    arena_plan *plan = plan_of(settings);
    arena_record *record = arena_record_create(path, &plan->settings, &error);
    assert_non_null(record);
    char *whole = play_all(plan, 2, record, NULL, 0);
    arena_record_close(record);
    assert_null(arena_record_create(path, &plan->settings, &error));
    assert_non_null(strstr(error.text, "exists already"));
    arena_settings *read = calloc(1, sizeof *read);
    assert_int_equal(arena_record_settings(path, read, &error), TP_OK);
    json_t *a = arena_settings_to_json(read), *b = arena_settings_to_json(&plan->settings);
    assert_true(json_equal(a, b));
    json_decref(a);
    json_decref(b);
    free(read);
    char *text = read_all(path);
    /* cut off at several places, within lines and between them; without some lines in the middle; with one
     * twice */
    for (size_t part = 1; part <= 7; part++) {
        char *cut = strdup(text);
        char *line = strchr(cut, '\n') + 1, *second = strchr(line, '\n') + 1,
             *third = strchr(second, '\n') + 1;
        if (part <= 4) {
            cut[(size_t)(line - cut) + (strlen(cut) - (size_t)(line - cut)) * part / 5] = '\0';
        } else if (part == 5) {
            memmove(second, third, strlen(third) + 1);
        } else if (part == 6) {
            line[0] = '\0';
        } else {
            size_t length = (size_t)(second - line);
            char *twice = malloc(strlen(cut) + length + 1);
            sprintf(twice, "%s%.*s", cut, (int)length, line);
            free(cut);
            cut = twice;
        }
        write_text(path, cut);
        free(cut);
        char *resumed = resume(path, plan);
        assert_string_equal(resumed, whole);
        free(resumed);
        /* now it is whole, and resuming again plays nothing */
        char *after = read_all(path);
        resumed = resume(path, plan);
        assert_string_equal(resumed, whole);
        char *again = read_all(path);
        assert_string_equal(after, again);
        free(after);
        free(again);
        free(resumed);
    }
    free(text);
    free(whole);
    arena_plan_free(plan);
}

static void damage(const char *path, const arena_plan *plan, const char *text, const char *from,
                   const char *to, const char *part) {
    tp_error error = {0};
    char *at = strstr(text, from), *changed = malloc(strlen(text) + strlen(to) + 1);
    arena_deal *known = NULL;
    size_t count = 0;
    arena_times *times = calloc((size_t)plan->agent_count, sizeof *times);
    assert_non_null(at);
    sprintf(changed, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    write_text(path, changed);
    assert_null(arena_record_resume(path, plan, &known, &count, times, &error));
    if (strstr(error.text, part) == NULL) fail_msg("\"%s\" is not in: %s", part, error.text);
    char *after = read_all(path);
    assert_string_equal(after, changed);
    free(after);
    free(changed);
    free(times);
}

static void damaged_records_are_refused(void **unused) {
    (void)unused;
    char path[128];
    tp_error error = {0};
    snprintf(path, sizeof path, "%s/damaged.jsonl", directory);
    arena_plan *plan = plan_of(settings_of("mulle", "", "random,mulle-greedy"));
    arena_record *record = arena_record_create(path, &plan->settings, &error);
    free(play_all(plan, 1, record, NULL, 0));
    /* while it is open nobody else may write */
    arena_deal *known = NULL;
    size_t count = 0;
    arena_times *times = calloc((size_t)plan->agent_count, sizeof *times);
    assert_null(arena_record_resume(path, plan, &known, &count, times, &error));
    assert_non_null(strstr(error.text, "by another arena"));
    free(times);
    arena_record_close(record);
    char *text = read_all(path);
    damage(path, plan, text, "{\"deal\":3,", "{\"deal\":3,,", "line 5 is damaged");
    damage(path, plan, text, "{\"deal\":3,", "{\"deal\":33,", "line 5 is not a deal of this arena");
    damage(path, plan, text, "{\"deal\":3,", "{\"deal\":4,", "line 5 is not a deal of this arena");
    damage(path, plan, text, "\"rotation\":0", "\"rotation\":1", "line 2 is not a deal of this arena");
    damage(path, plan, text, "\"returns\":[", "\"returns\":[2,", "line 2 is not a deal of this arena");
    free(text);
    arena_settings *settings = calloc(1, sizeof *settings);
    write_text(path, "{\"tapete\":\"record\",\"version\":1}\n");
    assert_int_equal(arena_record_settings(path, settings, &error), TP_E_INPUT);
    write_text(path, "{\"tapete\":\"arena\",\"version\":9,\"game\":\"mulle\"}\n");
    assert_int_equal(arena_record_settings(path, settings, &error), TP_E_VERSION);
    write_text(path, "");
    assert_int_equal(arena_record_settings(path, settings, &error), TP_E_INPUT);
    unlink(path);
    assert_int_equal(arena_record_settings(path, settings, &error), TP_E_IO);
    free(settings);
    arena_plan_free(plan);
}

static int make_directory(void **unused) {
    (void)unused;
    return mkdtemp(directory) == NULL;
}

static int remove_directory(void **unused) {
    (void)unused;
    char path[128];
    snprintf(path, sizeof path, "%s/resumed.jsonl", directory);
    unlink(path);
    return rmdir(directory);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wilson_s_interval),
        cmocka_unit_test(variance_and_mean),
        cmocka_unit_test(elo_points),
        cmocka_unit_test(likelihood_ratio),
        cmocka_unit_test(ratings),
        cmocka_unit_test(ratings_heed_deals),
        cmocka_unit_test(times_of_moves),
        cmocka_unit_test(every_agent_holds_every_hand),
        cmocka_unit_test(who_sits_where),
        cmocka_unit_test(what_does_not_fit),
        cmocka_unit_test(the_same_on_any_number_of_threads),
        cmocka_unit_test(changing_names_mirrors_the_result),
        cmocka_unit_test(twins_and_seeds),
        cmocka_unit_test(the_stronger_wins),
        cmocka_unit_test(by_hand),
        cmocka_unit_test(draws_and_forfeits),
        cmocka_unit_test(intervals_hold_the_truth),
        cmocka_unit_test(the_test_is_seldom_wrong),
        cmocka_unit_test(records_can_be_resumed),
        cmocka_unit_test(damaged_records_are_refused),
    };
    return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
