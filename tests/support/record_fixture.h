/* Records in real files, in a folder of its own for every test, and short words for what is done with them.
 * One file of a program includes this. */
#ifndef TAPETE_RECORD_FIXTURE_H
#define TAPETE_RECORD_FIXTURE_H

#include "tapete/tapete.h"

#include <fcntl.h>
#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static const tp_game *game;
static char folder[64], path[128], key_path[140];

/* ---- files ---- */

TP_FUNCTION int open_folder(void **unused) {
    (void)unused;
    game = tp_game_find("sabacc", NULL);
    snprintf(folder, sizeof folder, "/tmp/tapete-record-XXXXXX");
    if (game == NULL || mkdtemp(folder) == NULL) return 1;
    snprintf(path, sizeof path, "%s/game.tpr", folder);
    snprintf(key_path, sizeof key_path, "%s.key", path);
    return 0;
}

TP_FUNCTION int remove_files(void **unused) {
    (void)unused;
    unlink(path);
    unlink(key_path);
    /* Nothing else may be left behind: no half-written file. */
    return rmdir(folder);
}

TP_FUNCTION bool exists(const char *name) { return access(name, F_OK) == 0; }

TP_FUNCTION unsigned mode_of(const char *name) {
    struct stat about;
    assert_int_equal(stat(name, &about), 0);
    return about.st_mode & 07777;
}

/* The content with a NUL behind it; free it. */
TP_FUNCTION char *content_of(const char *name, size_t *size) {
    FILE *file = fopen(name, "rb");
    assert_non_null(file);
    char *text = malloc(1 << 20);
    *size = fread(text, 1, (1 << 20) - 1, file);
    text[*size] = '\0';
    fclose(file);
    return text;
}

TP_FUNCTION void write_content(const char *name, const char *text, size_t size) {
    FILE *file = fopen(name, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

/* ---- matches ---- */

TP_FUNCTION tp_match *begin(tp_match_setup setup) {
    tp_error error = {0};
    setup.game = game;
    tp_match *match = tp_match_new(&setup, &error);
    if (match == NULL) fail_msg("%s", error.text);
    return match;
}

/* One random but repeatable move; which depends on the number of moves made, so that a resumed match goes the
 * same way. */
TP_FUNCTION void play_one(tp_match *match) {
    tp_move moves[64];
    tp_error error = {0};
    tp_rng rng;
    tp_rng_seed(&rng, (uint64_t)tp_match_plies(match));
    uint32_t count = (uint32_t)game->legal(tp_match_state(match), moves);
    if (tp_match_play(match, tp_match_actor(match), moves[tp_rng_below(&rng, count)], &error) != TP_OK) {
        fail_msg("%s", error.text);
    }
}

TP_FUNCTION void play_some(tp_match *match, int count) {
    for (int i = 0; i < count && tp_match_actor(match) != TP_OVER; i++) play_one(match);
}

TP_FUNCTION void play_out(tp_match *match) {
    while (tp_match_actor(match) != TP_OVER) play_one(match);
}

TP_FUNCTION tp_record *create(const tp_match *match) {
    tp_error error = {0};
    tp_record *record = tp_record_create(path, match, &error);
    if (record == NULL) fail_msg("%s", error.text);
    return record;
}

TP_FUNCTION void update(tp_record *record, const tp_match *match) {
    tp_error error = {0};
    if (tp_record_update(record, match, &error) != TP_OK) fail_msg("%s", error.text);
}

TP_FUNCTION void save(const tp_match *match) {
    tp_error error = {0};
    if (tp_record_save(path, match, &error) != TP_OK) fail_msg("%s", error.text);
}

TP_FUNCTION tp_match *read_back(tp_record_info *info) {
    tp_error error = {0};
    tp_match *match = tp_record_read(path, info, &error);
    if (match == NULL) fail_msg("%s", error.text);
    return match;
}

TP_FUNCTION void same_match(const tp_match *a, const tp_match *b) {
    assert_int_equal(tp_match_plies(a), tp_match_plies(b));
    assert_int_equal(tp_match_undone(a), tp_match_undone(b));
    assert_memory_equal(tp_match_state(a), tp_match_state(b), game->state_size);
    for (int ply = 0; ply <= tp_match_plies(a); ply++) {
        const tp_event *a_events, *b_events;
        size_t count = tp_match_ply_events(a, ply, &a_events);
        assert_int_equal(count, tp_match_ply_events(b, ply, &b_events));
        if (count > 0) assert_memory_equal(a_events, b_events, count * sizeof *a_events);
    }
    for (int seat = 0; seat < tp_match_seats(a); seat++) {
        assert_string_equal(tp_match_seat_name(a, seat), tp_match_seat_name(b, seat));
    }
}

TP_FUNCTION void verifies(const char *words) {
    char report[1024] = "";
    tp_error error = {0};
    if (tp_record_verify(path, report, sizeof report, &error) != TP_OK) fail_msg("%s", error.text);
    if (strstr(report, words) == NULL) fail_msg("'%s' does not say '%s'", report, words);
}

TP_FUNCTION void does_not_verify(const char *reason, const char *words) {
    char report[1024] = "";
    tp_error error = {0};
    assert_int_equal(tp_record_verify(path, report, sizeof report, &error), TP_E_REFUSED);
    assert_string_equal(error.reason, reason);
    assert_string_equal(report, "");
    if (strstr(error.text, words) == NULL) fail_msg("'%s' does not say '%s'", error.text, words);
}

/* A finished record in memory. */
TP_FUNCTION char *finished_record(tp_match_setup setup, size_t *size) {
    tp_match *match = begin(setup);
    play_out(match);
    save(match);
    tp_match_free(match);
    return content_of(path, size);
}

#define record_test(name) cmocka_unit_test_setup_teardown(name, open_folder, remove_files)

#endif
