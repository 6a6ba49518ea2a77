/* Mus: the file of Monte Carlo learning, with every damage, and the agent `mc` that plays from it. */
#include "games/mus/bot_mc.h"
#include "support/statistics.h"
#include "tapete/tapete.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "support/mus_mc.h"

static const tp_game *game;
static char directory[] = "/tmp/tapete-mc-XXXXXX";
static mc_learnt *learnt; /* a little */

/* ---- the file ---- */

static void refuses(const uint8_t *data, size_t size, tp_err code, const char *sentence) {
    mc_learnt *read = allocate(sizeof *read);
    tp_error error = {0};
    uint8_t *own = malloc(size + 1); /* of exactly this size, for sanitizers */
    assert_non_null(own);
    memcpy(own, data, size);
    uint8_t *exact = realloc(own, size > 0 ? size : 1);
    assert_int_equal(mc_parse(exact, size, read, &error), code);
    if (strstr(error.text, sentence) == NULL) fail_msg("expected \"%s\", found \"%s\"", sentence, error.text);
    assert_int_equal(mc_parse(exact, size, read, NULL), code);
    free(exact);
    free(read);
}

static void a_file_holds_everything(void **unused) {
    (void)unused;
    char path[128];
    mc_learnt *read = allocate(sizeof *read);
    snprintf(path, sizeof path, "%s/whole.mc", directory);
    snprintf(learnt->command, sizeof learnt->command, "tapete train mus …");
    assert_int_equal(mc_write(path, learnt, NULL), TP_OK);
    assert_int_equal(mc_read(path, read, NULL), TP_OK);
    mc_sum_up(&learnt->policy);
    assert_memory_equal(&read->policy, &learnt->policy, sizeof read->policy);
    assert_memory_equal(read->values, learnt->values, sizeof read->values);
    assert_memory_equal(read->wins, learnt->wins, sizeof read->wins);
    assert_memory_equal(read->win_visits, learnt->win_visits, sizeof read->win_visits);
    assert_string_equal(read->command, learnt->command);
    assert_int_equal(read->episodes, learnt->episodes);
    assert_int_equal(read->seed, learnt->seed);
    free(read);
}

static void a_damaged_file_is_refused(void **unused) {
    (void)unused;
    size_t size = 0;
    uint8_t *bytes = mc_bytes(learnt, &size);
    assert_non_null(bytes);
    assert_true(size < 300000);
    size_t line = (size_t)((uint8_t *)memchr(bytes, '\n', size) - bytes) + 1;
    refuses(bytes, 0, TP_E_INPUT, "was not made by");
    for (size_t cut = 1; cut < line; cut += 9) refuses(bytes, cut, TP_E_INPUT, "was not made by");
    for (size_t cut = line; cut < size; cut += 1009) refuses(bytes, cut, TP_E_INPUT, "cut off");
    refuses(bytes, size - 1, TP_E_INPUT, "cut off");
    uint8_t *longer = allocate(size + 4);
    memcpy(longer, bytes, size);
    refuses(longer, size + 4, TP_E_INPUT, "something after its end");
    /* every byte counts: whatever is changed, some sentence says so */
    tp_rng rng;
    tp_rng_seed(&rng, 2);
    for (int i = 0; i < 300; i++) {
        size_t at = tp_rng_below(&rng, (uint32_t)size);
        memcpy(longer, bytes, size);
        longer[at] = (uint8_t)(longer[at] ^ (1 + tp_rng_below(&rng, 255)));
        mc_learnt *read = allocate(sizeof *read);
        tp_error error = {0};
        assert_int_not_equal(mc_parse(longer, size, read, &error), TP_OK);
        assert_true(error.text[0] != '\0');
        free(read);
    }
    free(longer);
    free(bytes);
}

/* A file whose hash is right, and whose first line or first number is another. */
static void refuses_with(const char *line, int first_class, tp_err code, const char *sentence) {
    size_t size = 0, length = strlen(line);
    mc_learnt *nothing = learn(1, 0);
    uint8_t *bytes = mc_bytes(nothing, &size);
    assert_non_null(bytes);
    const uint8_t *numbers = memchr(bytes, '\n', size);
    size_t rest = size - (size_t)(numbers - bytes) - 8;
    uint8_t *other = allocate(length + rest + 8);
    for (size_t i = 0; i < length; i++) other[i] = (uint8_t)line[i];
    memcpy(other + length, numbers, rest);
    if (first_class >= 0) other[length + 1] = (uint8_t)first_class;
    uint64_t hash = mc_hash(other, length + rest);
    for (uint32_t i = 0; i < 8; i++) other[length + rest + i] = (uint8_t)(hash >> 8 * i);
    if (code != TP_OK) {
        refuses(other, length + rest + 8, code, sentence);
    } else {
        assert_int_equal(mc_parse(other, length + rest + 8, nothing, NULL), TP_OK);
    }
    free(other);
    free(bytes);
    free(nothing);
}

#define LINE(version, game, preset, more)                                                                \
    "{\"tapete\":\"mc\",\"version\":" version ",\"game\":\"" game "\",\"options\":{\"preset\":\"" preset \
    "\"}" more "}"
#define REST ",\"seed\":1,\"episodes\":0,\"command\":\"\""

static void a_file_of_something_else_is_refused(void **unused) {
    (void)unused;
    refuses_with(LINE("1", "mus", "S2", REST), -1, TP_OK, "");
    refuses_with(LINE("2", "mus", "S2", REST), -1, TP_E_VERSION,
                 "version 2, and this program knows version 1");
    refuses_with(LINE("0", "mus", "S2", REST), -1, TP_E_INPUT, "no known version");
    refuses_with(LINE("\"1\"", "mus", "S2", REST), -1, TP_E_INPUT, "no known version");
    refuses_with(LINE("1", "mulle", "S2", REST), -1, TP_E_INPUT, "not made for Mus with preset=S2");
    refuses_with(LINE("1", "mus", "F4", REST), -1, TP_E_INPUT, "not made for Mus with preset=S2");
    refuses_with(LINE("1", "mus", "S2", ""), -1, TP_E_INPUT, "missing or wrong");
    refuses_with(LINE("1", "mus", "S2", ",\"seed\":1,\"episodes\":7,\"command\":\"\""), -1, TP_E_INPUT,
                 "missing or wrong");
    refuses_with(LINE("1", "mus", "S2", ",\"seed\":1,\"episodes\":-10000,\"command\":\"\""), -1, TP_E_INPUT,
                 "missing or wrong");
    refuses_with(LINE("1", "mus", "S2", REST), MC_CLASSES, TP_E_INPUT, "a class that does not exist");
    refuses_with("{\"tapete\":\"arena\"}", -1, TP_E_INPUT, "was not made by");
    refuses_with("[]", -1, TP_E_INPUT, "was not made by");
    refuses_with("{", -1, TP_E_INPUT, "was not made by");
}

/* ---- the agent ---- */

static tp_agent *make_for(const char *variant, const char *name, tp_error *error) {
    tp_options options;
    tp_options_init(&options, game->options);
    assert_int_equal(tp_options_parse(&options, variant, NULL), TP_OK);
    game->settle(&options, NULL);
    return tp_agent_new_for(game, &options, name, 1, error);
}

static void the_agent_says_what_it_does_not_play(void **unused) {
    (void)unused;
    tp_error error = {0};
    static const char *const others[] = {"preset=F4", "preset=F2", "preset=X4", "preset=S2,target=30"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        assert_null(make_for(others[i], "mc", &error));
        assert_non_null(strstr(error.text, "preset=S2"));
    }
    tp_agent *agent = make_for("preset=S2,best_of=5,mano_start=1", "mc", &error);
    if (agent == NULL) fail_msg("%s", error.text);
    tp_agent_free(agent);
    char name[160];
    snprintf(name, sizeof name, "mc:file=%s/nowhere.mc", directory);
    assert_null(make_for("preset=S2", name, &error));
    assert_non_null(strstr(error.text, "nowhere.mc: No such file or directory"));
    snprintf(name, sizeof name, "mc:file=%s", directory);
    assert_null(make_for("preset=S2", name, &error));
    assert_non_null(strstr(error.text, "Is a directory"));
    assert_null(tp_agent_new(tp_game_find("mulle", NULL), "mc", 1, &error));
}

/* Asked all the same, it gives up with a reason, and still answers with a legal move. */
static void the_agent_gives_up_in_another_variant(void **unused) {
    (void)unused;
    static const char *const others[] = {"preset=F4", "preset=F2", "preset=X4", "preset=S2,target=30"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        tp_options options;
        tp_error error = {0};
        tp_options_init(&options, game->options);
        tp_options_parse(&options, others[i], NULL);
        tp_match *match = tp_match_new(
            &(tp_match_setup){.game = game, .options = &options, .seeded = true, .seed = i}, &error);
        tp_agent *agent = tp_agent_new(game, "mc", 1, &error);
        if (agent == NULL) fail_msg("%s", error.text);
        mus_view view;
        assert_null(tp_agent_failure(agent));
        for (int seat; (seat = tp_match_actor(match)) != TP_OVER && tp_match_plies(match) < 300;) {
            tp_match_view(match, seat, &view);
            assert_int_equal(tp_match_play(match, seat, tp_agent_choose(agent, &view), &error), TP_OK);
            assert_non_null(strstr(tp_agent_failure(agent), "preset=S2"));
        }
        tp_agent_free(agent);
        tp_match_free(match);
    }
}

/* Whole matches with what comes with the program, against two opponents: legal moves only, and many more
 * juegos than they. */
static void the_agent_that_is_shipped_wins(void **unused) {
    (void)unused;
    static const char *const opponents[] = {"mus-bot", "random"};
    enum { MATCHES = 300 };
    for (size_t i = 0; i < 2; i++) {
        int won = 0;
        for (uint64_t number = 0; number < MATCHES; number++) {
            tp_options options;
            tp_error error = {0};
            tp_options_init(&options, game->options);
            tp_options_parse(&options, "preset=S2,best_of=1", NULL);
            tp_match *match = tp_match_new(
                &(tp_match_setup){.game = game, .options = &options, .seeded = true, .seed = number / 2},
                &error);
            tp_agent *own = tp_agent_new(game, "mc", number, &error),
                     *other = tp_agent_new(game, opponents[i], number, &error);
            if (own == NULL || other == NULL) fail_msg("%s", error.text);
            int own_seat = (int)(number & 1);
            for (int seat; (seat = tp_match_actor(match)) != TP_OVER;) {
                mus_view view;
                tp_match_view(match, seat, &view);
                tp_move move = tp_agent_choose(seat == own_seat ? own : other, &view);
                if (tp_match_play(match, seat, move, &error) != TP_OK) fail_msg("%s", error.text);
            }
            float returns[TP_MAX_SEATS];
            game->returns(tp_match_state(match), returns);
            won += returns[own_seat] > 0;
            assert_null(tp_agent_failure(own));
            tp_agent_free(own);
            tp_agent_free(other);
            tp_match_free(match);
        }
        if (won < MATCHES * 7 / 10) fail_msg("%d of %d juegos against %s", won, MATCHES, opponents[i]);
    }
}

/* As often as it says, also where it plays like the bot. */
static void the_agent_chooses_as_often_as_it_says(void **unused) {
    (void)unused;
    char names[2][160];
    mc_learnt *little = learn(5, 1);
    snprintf(names[0], sizeof names[0], "mc");
    snprintf(names[1], sizeof names[1], "mc:file=%s/little.mc", directory);
    assert_int_equal(mc_write(names[1] + strlen("mc:file="), little, NULL), TP_OK);
    for (size_t n = 0; n < 2; n++) {
        tp_agent *agent = tp_agent_new(game, names[n], 3, NULL);
        assert_non_null(agent);
        tp_chance chance;
        double sum = 0;
        size_t degrees = 0;
        mus_state state;
        tp_chance_from_seed(&chance, 6);
        memset(&state, 0, sizeof state);
        mus_setup(&state, &mc_rules, 0, false, &chance);
        for (int views = 0; views < 300; views++) {
            enum { CHOICES = 400 };
            tp_move moves[MUS_MAX_MOVES];
            double stated[MUS_MAX_MOVES], observed[MC_MOST_ACTIONS] = {0}, expected[MC_MOST_ACTIONS] = {0};
            mus_view view;
            size_t places[MUS_MAX_MOVES] = {0}, bins = 0;
            game->view(&state, (int)state.table.to_act, &view);
            int count = game->view_legal(&view, moves);
            assert_int_equal(tp_agent_probs(agent, &view, stated), count);
            double total = 0;
            for (int i = 0; i < count; i++) {
                total += stated[i];
                if (stated[i] == 0) continue;
                assert_true(bins < MC_MOST_ACTIONS);
                places[i] = bins;
                expected[bins++] = stated[i] * CHOICES;
            }
            assert_true(fabs(total - 1) < 1e-12);
            for (int choice = 0; choice < CHOICES; choice++) {
                tp_move move = tp_agent_choose(agent, &view);
                int i = 0;
                while (i < count && moves[i] != move) i++;
                assert_true(i < count && stated[i] > 0);
                observed[places[i]]++;
            }
            sum += chi_square(observed, expected, bins);
            degrees += bins - 1;
            mus_apply(&state, moves[tp_rng_below(&chance.rng, (uint32_t)count)], &chance);
            if (state.table.phase == MUS_PHASE_OVER) {
                memset(&state, 0, sizeof state);
                mus_setup(&state, &mc_rules, 0, false, &chance);
            }
        }
        assert_true(degrees > 30);
        if (sum > chi_square_limit(degrees)) fail_msg("%s: chi-square %.0f of %zu", names[n], sum, degrees);
        tp_agent_free(agent);
    }
    free(little);
}

static int set_up(void **unused) {
    (void)unused;
    game = tp_game_find("mus", NULL);
    if (mkdtemp(directory) == NULL) return -1;
    learnt = learn(1, 10);
    return 0;
}

static int clean_up(void **unused) {
    (void)unused;
    static const char *const names[] = {"whole.mc", "little.mc"};
    for (size_t i = 0; i < 2; i++) {
        char path[128];
        snprintf(path, sizeof path, "%s/%s", directory, names[i]);
        unlink(path);
    }
    free(learnt);
    return rmdir(directory);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_holds_everything),
        cmocka_unit_test(a_damaged_file_is_refused),
        cmocka_unit_test(a_file_of_something_else_is_refused),
        cmocka_unit_test(the_agent_says_what_it_does_not_play),
        cmocka_unit_test(the_agent_gives_up_in_another_variant),
        cmocka_unit_test(the_agent_that_is_shipped_wins),
        cmocka_unit_test(the_agent_chooses_as_often_as_it_says),
    };
    return cmocka_run_group_tests_name("mus_mc_agent", tests, set_up, clean_up);
}
