/* Mus: the facts of tests/cases/mus-facts.json. Every fact of the file is looked at; a kind of fact that is
 * not known here is a failure, and so is an expectation that nothing was compared with. */
#include "games/mus/view.h"
#include "look/table.h"
#include "tapete/tapete.h"

#include <jansson.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const tp_game *game;

/* ---- reading ---- */

static mus_rules rules_of(const json_t *object) {
    tp_options options;
    tp_error error = {0};
    mus_rules rules;
    tp_options_init(&options, game->options);
    if (object != NULL && tp_options_from_json(&options, object, &error) != TP_OK) fail_msg("%s", error.text);
    mus_rules_from_options(&options, &rules);
    return rules;
}

/* Ranks as a sorted hand; suits are the first that are free in this hand. */
static void read_hand(const json_t *ranks, uint8_t hand[MUS_HAND]) {
    uint64_t used = 0;
    assert_int_equal(json_array_size(ranks), MUS_HAND);
    for (uint32_t i = 0; i < MUS_HAND; i++) hand[i] = MUS_NO_CARD;
    for (uint32_t i = 0; i < MUS_HAND; i++) {
        uint32_t outcome = 0;
        const char *text = json_string_value(json_array_get(ranks, i));
        assert_int_equal(mus_outcome_parse(MUS_CHANCE_CARD, text, &outcome), TP_OK);
        uint32_t card = tp_lowest_bit(mus_outcome_set(MUS_CHANCE_CARD, outcome) & ~used);
        used |= 1ull << card;
        mus_take_card(hand, card);
    }
}

static void expect_number(const json_t *fact, const char *name, double found) {
    const json_t *value = json_object_get(json_object_get(fact, "expect"), name);
    if (value == NULL) return;
    double expected = json_is_boolean(value) ? json_is_true(value) : json_number_value(value);
    if (fabs(expected - found) > 1e-12) fail_msg("%s: %g, and %g was expected", name, found, expected);
}

static int64_t number(const json_t *object, const char *name) {
    const json_t *value = json_object_get(object, name);
    if (!json_is_integer(value)) fail_msg("%s: a whole number", name);
    return json_integer_value(value);
}

/* ---- hands ---- */

static void check_evaluate(const json_t *fact) {
    mus_rules rules = rules_of(json_object_get(fact, "options"));
    uint8_t hand[MUS_HAND];
    read_hand(json_object_get(fact, "hand"), hand);
    const mus_class *class = mus_class_of(&rules, hand);
    expect_number(fact, "sum", class->sum);
    expect_number(fact, "has_pares", class->pares_value != 0);
    expect_number(fact, "pares_value", class->pares_value);
    expect_number(fact, "has_juego", class->juego_value != 0);
    expect_number(fact, "juego_value", class->juego_value);
}

static void check_compare(const json_t *fact) {
    const json_t *hands = json_object_get(fact, "hands");
    mus_state state;
    memset(&state, 0, sizeof state);
    state.table.rules = rules_of(json_object_get(fact, "options"));
    state.table.rules.players = (uint8_t)json_array_size(hands);
    state.table.mano = (uint8_t)number(fact, "mano");
    for (size_t seat = 0; seat < json_array_size(hands); seat++)
        read_hand(json_array_get(hands, seat), state.hands[seat]);
    uint32_t reason = mus_reason_parse(json_string_value(json_object_get(fact, "lance")));
    expect_number(fact, "winner", mus_best_seat(&state, reason / 4, mus_all(&state.table)));
}

/* ---- mus ---- */

/* Counts how often a pile was shuffled; the outcomes are the generator's. */
typedef struct counting {
    tp_chance chance; /* first: a source is a tp_chance */
    int shuffles;
} counting;

static uint32_t counting_pick(tp_chance *chance, const tp_draw *draw, const uint8_t *weights,
                              uint32_t count) {
    (void)draw;
    for (;;) {
        uint32_t outcome = tp_rng_below(&chance->rng, count);
        if (weights[outcome] != 0) return outcome;
    }
}

static void counting_shuffle(tp_chance *chance, uint32_t kind) {
    (void)kind;
    ((counting *)chance)->shuffles++;
}

static const tp_chance_source counting_source = {counting_pick, counting_shuffle};

static void say_mus(tp_match *match) {
    while (strcmp("MUS", mus_phase_names[((const mus_state *)tp_match_state(match))->table.phase]) == 0)
        assert_int_equal(tp_match_play_text(match, tp_match_actor(match), "mus", NULL), TP_OK);
}

/* A discard of no card. */
static void check_empty_discard(const json_t *fact, const json_t *input) {
    tp_options options;
    tp_error error = {0};
    tp_options_init(&options, game->options);
    tp_options_set(&options, "players", number(input, "players") == 2 ? "2" : "4", NULL);
    tp_match *match =
        tp_match_new(&(tp_match_setup){.game = game, .options = &options, .seeded = true}, &error);
    assert_non_null(match);
    say_mus(match);
    tp_err found = tp_match_play_text(match, tp_match_actor(match), "discard -", &error);
    expect_number(fact, "illegal", found == TP_E_REFUSED);
    tp_match_free(match);
}

/* Put the lowest `count` cards of a hand down. */
static tp_move lowest_cards(const mus_state *state, uint32_t count) {
    uint32_t ranks[MUS_HAND] = {0};
    uint8_t cards[MUS_HAND] = {0};
    mus_sort_by_rank(&state->table.rules, state->hands[state->table.to_act], ranks, cards);
    return mus_discard_move(ranks, (1u << count) - 1);
}

/* The stock runs out while the players draw. */
static void check_reshuffle(const json_t *fact, const json_t *input) {
    counting chance = {.shuffles = 0};
    mus_state state;
    tp_error error = {0};
    tp_chance_from_seed(&chance.chance, 1);
    memset(&state, 0, sizeof state);
    mus_rules rules = rules_of(NULL);
    mus_setup(&state, &rules, (uint32_t)number(input, "mano"), false, &chance.chance);
    chance.chance.source = &counting_source;
    for (int64_t i = 0; i < number(input, "discard_pile_before"); i++) {
        uint64_t card = state.stock & (~state.stock + 1);
        state.stock &= ~card;
        state.discards[i % 4] |= card;
        state.table.piled[i % 4]++;
    }
    assert_int_equal(tp_count_bits(state.stock), number(input, "stock"));
    for (int seat = 0; seat < 4; seat++) game->apply(&state, MUS_MOVE_MUS, &chance.chance);
    const json_t *counts = json_object_get(input, "discards_counts_from_mano");
    int64_t put_down = 0, before = number(input, "discard_pile_before");
    for (size_t i = 0; i < json_array_size(counts); i++) {
        uint32_t count = (uint32_t)json_integer_value(json_array_get(counts, i));
        put_down += count;
        game->apply(&state, lowest_cards(&state, count), &chance.chance);
    }
    assert_int_equal(game->check(&state, &error), TP_OK);
    int64_t piled = 0;
    for (int seat = 0; seat < 4; seat++) piled += state.table.piled[seat];
    expect_number(fact, "reshuffle", chance.shuffles == 1);
    expect_number(fact, "reshuffled_cards", (double)(before + put_down - piled));
    expect_number(fact, "stock_after", tp_count_bits(state.stock));
}

static void check_mus_phase(const json_t *fact) {
    const json_t *input = json_object_get(fact, "input");
    if (json_object_get(input, "discard") != NULL) {
        check_empty_discard(fact, input);
    } else {
        check_reshuffle(fact, input);
    }
}

/* ---- match ---- */

/* What the table says of a score. */
static void check_amarracos(const json_t *fact, int64_t stones) {
    mus_state state;
    mus_view view;
    tp_chance chance;
    tp_options options;
    const char *const names[TP_MAX_SEATS] = {"a", "b", "c", "d"};
    look_style style = {.plain = true, .width = 200};
    char *text = NULL, wanted[64];
    size_t size = 0;
    tp_options_init(&options, game->options);
    tp_chance_from_seed(&chance, 0);
    assert_int_equal(game->setup(&state, &options, &chance, NULL), TP_OK);
    state.table.score[1] = (uint16_t)stones;
    game->view(&state, 0, &view);
    FILE *out = open_memstream(&text, &size);
    look_find(game)->draw(out, &style, game, &view, names, 0);
    fclose(out);
    const json_t *expect = json_object_get(fact, "expect");
    snprintf(wanted, sizeof wanted, "%d stones (%d amarracos and %d)", (int)stones,
             (int)number(expect, "amarracos"), (int)number(expect, "loose"));
    if (strstr(text, wanted) == NULL) fail_msg("no \"%s\" in: %s", wanted, text);
    free(text);
}

/* Juegos won one after the other, until the match is over. */
static void check_sequence(const json_t *fact, const json_t *input) {
    const json_t *winners = json_object_get(input, "games_won_sequence");
    json_t *options = json_pack("{s:O}", "best_of", json_object_get(input, "best_of"));
    mus_rules rules = rules_of(options);
    mus_state state;
    tp_chance chance;
    json_decref(options);
    memset(&state, 0, sizeof state);
    tp_chance_from_seed(&chance, 0);
    mus_setup(&state, &rules, 0, false, &chance);
    size_t played = 0;
    while (played < json_array_size(winners) && state.table.phase != MUS_PHASE_OVER) {
        uint32_t mano = state.table.mano;
        mus_end_hand(&state, (uint32_t)json_integer_value(json_array_get(winners, played++)), &chance);
        if (state.table.phase != MUS_PHASE_OVER) assert_int_equal(state.table.mano, (mano + 1) % 4);
    }
    assert_int_equal(state.table.phase, MUS_PHASE_OVER);
    expect_number(fact, "vaca_winner", state.table.winner);
    expect_number(fact, "games_played", (double)played);
}

static void check_next_mano(const json_t *fact, const json_t *input) {
    for (int juego_won = 0; juego_won < 2; juego_won++) {
        mus_rules rules = rules_of(NULL);
        mus_state state;
        tp_chance chance;
        memset(&state, 0, sizeof state);
        tp_chance_from_seed(&chance, 0);
        assert_int_equal(number(input, "players"), rules.players);
        mus_setup(&state, &rules, (uint32_t)number(input, "mano"), false, &chance);
        mus_end_hand(&state, juego_won ? 1u : (uint32_t)MUS_NOBODY, &chance);
        expect_number(fact, "next_mano", state.table.mano);
    }
}

static void check_match(const json_t *fact) {
    const json_t *input = json_object_get(fact, "input");
    if (json_object_get(input, "stones") != NULL) {
        check_amarracos(fact, json_integer_value(json_array_get(json_object_get(input, "stones"), 0)));
    } else if (json_object_get(input, "games_won_sequence") != NULL) {
        check_sequence(fact, input);
    } else {
        check_next_mano(fact, input);
    }
}

/* ---- the bot, by the probabilities that it states ---- */

/* A view of the hand of seat 0, mano of two players, in this phase. */
static mus_view bot_view(const json_t *hand, uint32_t phase) {
    mus_view view;
    memset(&view, 0, sizeof view);
    view.table.rules = rules_of(NULL);
    view.table.rules.players = 2;
    view.table.rules.min_discard = 0; /* each card for itself */
    view.table.phase = (uint8_t)phase;
    view.table.bettor = view.table.best_seat = MUS_NOBODY;
    view.table.pares = view.table.juego = 3;
    memset(view.hands, MUS_UNKNOWN_CARD, sizeof view.hands);
    if (hand != NULL) read_hand(hand, view.hands[0]);
    return view;
}

/* The probability of the moves that `counts` says. */
static double prob_where(const char *name, const mus_view *view, bool (*counts)(tp_move, uint32_t),
                         uint32_t argument) {
    tp_error error = {0};
    tp_agent *agent = tp_agent_new(game, name, 0, &error);
    if (agent == NULL) fail_msg("%s", error.text);
    tp_move moves[MUS_MAX_MOVES];
    double probs[MUS_MAX_MOVES], sum = 0;
    int count = game->view_legal(view, moves);
    assert_int_equal(tp_agent_probs(agent, view, probs), count);
    for (int i = 0; i < count; i++) sum += counts(moves[i], argument) ? probs[i] : 0;
    tp_agent_free(agent);
    return sum;
}

static bool is_move(tp_move move, uint32_t wanted) { return move == wanted; }

static bool puts_down(tp_move move, uint32_t rank) {
    for (uint32_t shift = 0; shift < 16; shift += 4) {
        if (((move >> shift) & 15) == rank + 1) return true;
    }
    return false;
}

static void check_bot(const json_t *fact) {
    const json_t *input = json_object_get(fact, "input"), *hand = json_object_get(input, "hand");
    const json_t *expect = json_object_get(fact, "expect");
    const char *name = json_string_value(json_object_get(fact, "fn"));
    if (strcmp(name, "keep_all") == 0) {
        mus_view view = bot_view(hand, MUS_PHASE_MUS);
        double cuts = prob_where("mus-bot", &view, is_move, MUS_MOVE_NO_MUS);
        assert_true(fabs(cuts - (json_is_true(expect) ? 1 : 0)) < 1e-12);
    } else if (strcmp(name, "discard_prob_per_card") == 0) {
        mus_view view = bot_view(hand, MUS_PHASE_DISCARD);
        for (size_t i = 0; i < MUS_HAND; i++) { /* the cards of the fact are different ones */
            uint32_t outcome = 0;
            mus_outcome_parse(MUS_CHANCE_CARD, json_string_value(json_array_get(hand, i)), &outcome);
            double down = prob_where("mus-bot", &view, puts_down, outcome - MUS_CARDS);
            assert_true(fabs(down - json_number_value(json_array_get(expect, i))) < 1e-12);
        }
    } else if (strcmp(name, "p_go") == 0) {
        const char *lance = json_string_value(json_object_get(input, "lance"));
        mus_view view = bot_view(hand, mus_reason_parse(lance) / 4);
        double stays = prob_where("mus-bot:p_bluff=0", &view, is_move, MUS_MOVE_PASO);
        assert_true(fabs(1 - stays - json_number_value(expect)) < 1e-12);
        /* a blind bluff goes with any hand */
        double blind = prob_where("mus-bot:p_bluff=1,p_blind=1", &view, is_move, MUS_MOVE_PASO);
        assert_true(fabs(blind) < 1e-12);
    } else if (strcmp(name, "answer_ordago") == 0) {
        mus_view view = bot_view(NULL, MUS_PHASE_GRANDE);
        const json_t *scores = json_array_get(json_object_get(input, "scores"), 0);
        for (uint32_t i = 0; i < MUS_HAND; i++) view.hands[0][i] = (uint8_t)i;
        view.table.bettor = 1;
        view.table.ordago = 1;
        view.table.rules.target = (uint8_t)number(input, "target");
        for (size_t side = 0; side < 2; side++)
            view.table.score[side] = (uint16_t)json_integer_value(json_array_get(scores, side));
        char agent[64];
        snprintf(agent, sizeof agent, "mus-bot:near=%d,p_bluff=%d", (int)number(input, "near_margin"),
                 json_is_true(json_object_get(input, "can_bluff")));
        tp_move wanted = 0;
        assert_int_equal(mus_move_parse(json_string_value(expect), &wanted), TP_OK);
        assert_true(fabs(prob_where(agent, &view, is_move, wanted) - 1) < 1e-12);
    } else {
        fail_msg("a fact about a bot that is not known here: %s", name);
    }
}

/* ---- all of them ---- */

static void every_fact_of_the_rules_holds(void **unused) {
    (void)unused;
    static const struct {
        const char *kind;
        void (*check)(const json_t *fact);
    } kinds[] = {{"evaluate", check_evaluate},
                 {"compare", check_compare},
                 {"mus_phase", check_mus_phase},
                 {"match", check_match},
                 {"bot", check_bot}};
    char path[4096];
    json_error_t where;
    snprintf(path, sizeof path, "%s/tests/cases/mus-facts.json",
             getenv("TAPETE_SOURCE") == NULL ? "." : getenv("TAPETE_SOURCE"));
    json_t *file = json_load_file(path, 0, &where), *fact;
    if (file == NULL) fail_msg("%s: %s", path, where.text);
    size_t index, seen = 0;
    json_array_foreach(json_object_get(file, "cases"), index, fact) {
        const char *kind = json_string_value(json_object_get(fact, "kind"));
        size_t i = 0;
        while (i < sizeof kinds / sizeof *kinds && strcmp(kinds[i].kind, kind) != 0) i++;
        if (i == sizeof kinds / sizeof *kinds) {
            fail_msg("a kind of fact that is not known here: %s", kind);
            return;
        }
        print_message("# %s\n", json_string_value(json_object_get(fact, "id")));
        kinds[i].check(fact);
        seen++;
    }
    assert_int_equal(seen, 9 + 3 + 2 + 4 + 11); /* E, C, M, G, B */
    json_decref(file);
}

static int find_game(void **unused) {
    (void)unused;
    game = tp_game_find("mus", NULL);
    return game == NULL;
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_fact_of_the_rules_holds)};
    return cmocka_run_group_tests(tests, find_game, NULL);
}
