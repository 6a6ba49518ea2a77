/* A match that ends because somebody gives up, and records that are kept elsewhere than in files. */
#include "tapete/tapete.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static tp_match *begin(const char *name, uint64_t seed) {
    tp_match_setup setup = {.game = tp_game_find(name, NULL), .seeded = true, .seed = seed};
    tp_error error = {0};
    tp_match *match = tp_match_new(&setup, &error);
    if (match == NULL) fail_msg("%s", error.text);
    return match;
}

static void play(tp_match *match, int moves, uint64_t seed) {
    const tp_game *game = tp_match_game(match);
    tp_move *legal = calloc((size_t)game->max_moves, sizeof *legal);
    tp_rng rng;
    tp_rng_seed(&rng, seed);
    for (int i = 0; i < moves && tp_match_actor(match) != TP_OVER; i++) {
        uint32_t count = (uint32_t)game->legal(tp_match_state(match), legal);
        assert_int_equal(tp_match_play(match, tp_match_actor(match), legal[tp_rng_below(&rng, count)], NULL),
                         TP_OK);
    }
    free(legal);
}

static void resigning_ends_the_match(void **unused) {
    (void)unused;
    tp_match *match = begin("sabacc", 3);
    tp_error error = {0};
    float returns[TP_MAX_SEATS];
    int32_t scores[TP_MAX_SEATS];
    play(match, 5, 1);
    assert_int_equal(tp_match_resign(match, 1u << 1, &error), TP_OK);
    assert_int_equal(tp_match_actor(match), TP_OVER);
    assert_int_equal(tp_match_resigned(match), 2);
    tp_match_result(match, returns, scores);
    assert_float_equal(returns[1], -1, 1e-6);
    for (int seat = 0; seat < 4; seat++) {
        if (seat != 1) assert_float_equal(returns[seat], 1.0 / 3, 1e-6);
    }
    assert_int_equal(tp_match_play_text(match, 0, "PASS", &error), TP_E_REFUSED);
    assert_string_equal(error.reason, "GAME_OVER");
    assert_int_equal(tp_match_resign(match, 1, &error), TP_E_REFUSED);
    tp_match_free(match);
}

static void partners_resign_together(void **unused) {
    (void)unused;
    tp_match *match = begin("mus", 4);
    float returns[TP_MAX_SEATS];
    int32_t scores[TP_MAX_SEATS];
    assert_int_equal(tp_match_resign(match, 1u << 3, NULL), TP_OK);
    assert_int_equal(tp_match_resigned(match), 1u << 1 | 1u << 3);
    tp_match_result(match, returns, scores);
    for (int seat = 0; seat < 4; seat++)
        assert_float_equal(returns[seat], (seat % 2 == 0 ? 1.0f : -1.0f), 1e-6);
    tp_match_free(match);
}

static void somebody_has_to_win(void **unused) {
    (void)unused;
    tp_match *match = begin("mus", 4);
    tp_error error = {0};
    assert_int_equal(tp_match_resign(match, 0xf, &error), TP_E_INPUT);
    assert_int_equal(tp_match_resign(match, 0, &error), TP_E_INPUT);
    assert_int_equal(tp_match_resign(match, 1u << 7, &error), TP_E_INPUT);
    assert_int_not_equal(tp_match_actor(match), TP_OVER);
    tp_match_free(match);
}

static void an_undo_takes_a_resignation_back(void **unused) {
    (void)unused;
    tp_match *match = begin("bruno", 5);
    play(match, 6, 2);
    assert_int_equal(tp_match_resign(match, 1, NULL), TP_OK);
    assert_true(tp_match_undo(match, 1));
    assert_int_not_equal(tp_match_actor(match), TP_OVER);
    assert_int_equal(tp_match_resigned(match), 0);
    assert_int_equal(tp_match_plies(match), 5);
    tp_match_free(match);
}

/* The lines of a match that are asked for piece by piece are its record: it reads back, is verified, and
 * equals the file. */
static void lines_piece_by_piece(const char *name, bool resigns) {
    tp_match *match = begin(name, 11);
    size_t entries = 0;
    char *text = tp_record_lines(match, &entries);
    tp_rng rng;
    tp_rng_seed(&rng, 8);
    /* A short game may be over after two moves. */
    bool is_short = tp_match_game(match)->max_plies < 20;
    int undo_at = is_short ? 1 : 9, resign_at = is_short ? 2 : 20;
    for (int i = 0; tp_match_actor(match) != TP_OVER; i++) {
        if (i == undo_at) {
            assert_true(tp_match_undo(match, is_short ? 1 : 2));
        } else if (i == resign_at && resigns) {
            assert_int_equal(tp_match_resign(match, 1, NULL), TP_OK);
        } else {
            play(match, 1, tp_rng_next(&rng));
        }
        char *lines = tp_record_lines(match, &entries);
        char *longer = NULL;
        assert_true(asprintf(&longer, "%s%s", text, lines) > 0);
        free(text);
        free(lines);
        text = longer;
    }
    tp_record_info info = {0};
    tp_error error = {0};
    tp_match *read = tp_record_parse(text, strlen(text), &info, &error);
    if (read == NULL) fail_msg("%s", error.text);
    assert_true(info.finished && info.has_key);
    assert_int_equal(tp_match_resigned(read), tp_match_resigned(match));
    assert_memory_equal(tp_match_state(read), tp_match_state(match), tp_match_game(match)->state_size);

    char path[] = "/tmp/tapete-resign-XXXXXX", report[1024] = "";
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    FILE *file = fdopen(descriptor, "w");
    fputs(text, file);
    fclose(file);
    if (tp_record_verify(path, report, sizeof report, &error) != TP_OK) fail_msg("%s", error.text);
    assert_int_equal(strstr(report, "by resignation") != NULL, resigns);
    assert_int_equal(tp_record_save(path, match, &error), TP_OK);
    file = fopen(path, "r");
    char *saved = calloc(1, strlen(text) + 2);
    assert_int_equal(fread(saved, 1, strlen(text) + 1, file), strlen(text));
    fclose(file);
    assert_string_equal(saved, text);
    free(saved);
    remove(path);
    free(text);
    tp_match_free(read);
    tp_match_free(match);
}

static void records_can_be_kept_elsewhere(void **unused) {
    (void)unused;
    const tp_game *const *games = tp_games();
    for (; *games != NULL; games++) {
        lines_piece_by_piece((*games)->name, false);
        lines_piece_by_piece((*games)->name, true);
    }
}

static void wrong_resignations_are_damage(void **unused) {
    (void)unused;
    static const char *const lines[] = {"{\"resigned\": [3]}\n",    "{\"resigned\": [0, 1, 2, 3]}\n",
                                        "{\"resigned\": []}\n",     "{\"resigned\": [9]}\n",
                                        "{\"resigned\": \"me\"}\n", "{\"resigned\": [1, 3], \"x\": 1}\n"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        tp_match *match = begin("mus", 4);
        size_t entries = 0;
        char *text = tp_record_lines(match, &entries), bad[8192];
        snprintf(bad, sizeof bad, "%s%s", text, lines[i]);
        tp_error error = {0};
        assert_null(tp_record_parse(bad, strlen(bad), NULL, &error));
        assert_non_null(strstr(error.text, "line 3"));
        free(text);
        tp_match_free(match);
    }
}

static void the_key_can_be_kept_apart(void **unused) {
    (void)unused;
    tp_match *match = begin("mulle", 4);
    uint8_t key[TP_KEY_SIZE], wrong[TP_KEY_SIZE] = {1};
    size_t entries = 0;
    assert_true(tp_match_key(match, key));
    char *text = tp_record_lines(match, &entries);
    /* A seed would give the key away: take it out. */
    char *seed = strstr(text, ", \"seed\": 4");
    memmove(seed, seed + strlen(", \"seed\": 4"), strlen(seed + strlen(", \"seed\": 4")) + 1);
    tp_match *read = tp_record_parse(text, strlen(text), NULL, NULL);
    assert_non_null(read);
    assert_false(tp_match_key(read, wrong));
    assert_false(tp_match_set_key(read, wrong));
    assert_true(tp_match_set_key(read, key));
    play(read, 3, 1);
    play(match, 3, 1);
    assert_memory_equal(tp_match_state(read), tp_match_state(match), tp_match_game(match)->state_size);
    free(text);
    tp_match_free(read);
    tp_match_free(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(resigning_ends_the_match),      cmocka_unit_test(partners_resign_together),
        cmocka_unit_test(somebody_has_to_win),           cmocka_unit_test(an_undo_takes_a_resignation_back),
        cmocka_unit_test(records_can_be_kept_elsewhere), cmocka_unit_test(wrong_resignations_are_damage),
        cmocka_unit_test(the_key_can_be_kept_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
