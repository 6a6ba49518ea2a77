/* Records in real files: what stands in them, who may read them, resuming, every kind of damage, full disks. */
#include "tapete/tapete.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static const tp_game *game;
static char folder[64], path[128], key_path[140];

/* ---- files ---- */

static int open_folder(void **unused) {
    (void)unused;
    game = tp_game_find("sabacc", NULL);
    snprintf(folder, sizeof folder, "/tmp/tapete-record-XXXXXX");
    if (game == NULL || mkdtemp(folder) == NULL) return 1;
    snprintf(path, sizeof path, "%s/game.tpr", folder);
    snprintf(key_path, sizeof key_path, "%s.key", path);
    return 0;
}

static int remove_files(void **unused) {
    (void)unused;
    unlink(path);
    unlink(key_path);
    /* Nothing else may be left behind: no half-written file. */
    return rmdir(folder);
}

static bool exists(const char *name) { return access(name, F_OK) == 0; }

static unsigned mode_of(const char *name) {
    struct stat about;
    assert_int_equal(stat(name, &about), 0);
    return about.st_mode & 07777;
}

/* The content with a NUL behind it; free it. */
static char *content_of(const char *name, size_t *size) {
    FILE *file = fopen(name, "rb");
    assert_non_null(file);
    char *text = malloc(1 << 20);
    *size = fread(text, 1, (1 << 20) - 1, file);
    text[*size] = '\0';
    fclose(file);
    return text;
}

static void write_content(const char *name, const char *text, size_t size) {
    FILE *file = fopen(name, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

/* ---- matches ---- */

static tp_match *begin(tp_match_setup setup) {
    tp_error error = {0};
    setup.game = game;
    tp_match *match = tp_match_new(&setup, &error);
    if (match == NULL) fail_msg("%s", error.text);
    return match;
}

/* One random but repeatable move; which depends on the number of moves made, so that a resumed match goes the same way. */
static void play_one(tp_match *match) {
    tp_move moves[64];
    tp_error error = {0};
    tp_rng rng;
    tp_rng_seed(&rng, (uint64_t)tp_match_plies(match));
    uint32_t count = (uint32_t)game->legal(tp_match_state(match), moves);
    if (tp_match_play(match, tp_match_actor(match), moves[tp_rng_below(&rng, count)], &error) != TP_OK) {
        fail_msg("%s", error.text);
    }
}

static void play_some(tp_match *match, int count) {
    for (int i = 0; i < count && tp_match_actor(match) != TP_OVER; i++) play_one(match);
}

static void play_out(tp_match *match) {
    while (tp_match_actor(match) != TP_OVER) play_one(match);
}

static tp_record *create(const tp_match *match) {
    tp_error error = {0};
    tp_record *record = tp_record_create(path, match, &error);
    if (record == NULL) fail_msg("%s", error.text);
    return record;
}

static void update(tp_record *record, const tp_match *match) {
    tp_error error = {0};
    if (tp_record_update(record, match, &error) != TP_OK) fail_msg("%s", error.text);
}

static void save(const tp_match *match) {
    tp_error error = {0};
    if (tp_record_save(path, match, &error) != TP_OK) fail_msg("%s", error.text);
}

static tp_match *read_back(tp_record_info *info) {
    tp_error error = {0};
    tp_match *match = tp_record_read(path, info, &error);
    if (match == NULL) fail_msg("%s", error.text);
    return match;
}

static void same_match(const tp_match *a, const tp_match *b) {
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

static void verifies(const char *words) {
    char report[1024] = "";
    tp_error error = {0};
    if (tp_record_verify(path, report, sizeof report, &error) != TP_OK) fail_msg("%s", error.text);
    if (strstr(report, words) == NULL) fail_msg("'%s' does not say '%s'", report, words);
}

static void does_not_verify(const char *reason, const char *words) {
    char report[1024] = "";
    tp_error error = {0};
    assert_int_equal(tp_record_verify(path, report, sizeof report, &error), TP_E_REFUSED);
    assert_string_equal(error.reason, reason);
    assert_string_equal(report, "");
    if (strstr(error.text, words) == NULL) fail_msg("'%s' does not say '%s'", error.text, words);
}

/* A finished record in memory. */
static char *finished_record(tp_match_setup setup, size_t *size) {
    tp_match *match = begin(setup);
    play_out(match);
    save(match);
    tp_match_free(match);
    return content_of(path, size);
}

/* ---- what a record is ---- */

static void a_record_is_lines_that_a_person_can_read(void **unused) {
    (void)unused;
    tp_match *match =
        begin((tp_match_setup){.seeded = true, .seed = 7, .seats = {"Ana", "flatmc", "ñ", NULL}});
    tp_record *record = create(match);
    size_t size;
    char *text = content_of(path, &size);
    static const char header[] =
        "{\"tapete\": \"record\", \"version\": 1, \"game\": \"sabacc\", \"rules\": \"";
    assert_memory_equal(text, header, strlen(header));
    assert_non_null(
        strstr(text, "\"seats\": [\"Ana\", \"flatmc\", \"ñ\", \"\"], \"commitment\": "
                     "\"47442fee290ab20ac0e52e60dc63ce65ee5a777b5a65d73178b21af37348874e\", "
                     "\"contributions\": [null, null, null, null], \"seed\": 7}\n{\"deal\": [\"token "));
    free(text);
    tp_error error = {0};
    assert_int_equal(tp_match_play_text(match, tp_match_actor(match), "NO_TOKEN", &error), TP_OK);
    play_out(match);
    update(record, match);
    tp_record_close(record);
    text = content_of(path, &size);
    assert_non_null(strstr(text, "\n{\"ply\": 1, \"seat\": "));
    assert_non_null(strstr(text, ", \"move\": \"NO_TOKEN\"}\n"));
    assert_non_null(strstr(text, "\n{\"result\": {\"returns\": ["));
    const char *key = strstr(text, "\n{\"key\": ");
    assert_non_null(key);
    assert_string_equal(key + 1,
                        "{\"key\": \"33ce4700c337f479a6ea1bf1679c3cb5cf7c2563c7e517dd422982d08106ded6\"}\n");
    free(text);
    verifies("seed 7");
    tp_match_free(match);
}

static void a_running_record_and_its_key_are_readable_by_their_owner_alone(void **unused) {
    (void)unused;
    static const mode_t masks[] = {0, 0777, 022};
    for (size_t i = 0; i < 3; i++) {
        mode_t before = umask(masks[i]);
        tp_match *match = begin((tp_match_setup){0});
        tp_record_close(create(match));
        assert_int_equal(mode_of(path), 0600);
        assert_int_equal(mode_of(key_path), 0600);
        assert_int_equal(unlink(path), 0);
        assert_int_equal(unlink(key_path), 0);
        save(match);
        assert_int_equal(mode_of(path), 0600);
        assert_int_equal(mode_of(key_path), 0600);
        tp_match_free(match);
        /* A record that others could read is closed to them when it is continued. */
        chmod(path, 0644);
        match = read_back(NULL);
        tp_record_close(tp_record_append(path, match, NULL));
        assert_int_equal(mode_of(path), 0600);
        tp_match_free(match);
        umask(before);
        unlink(path);
        unlink(key_path);
    }
}

static void the_key_is_beside_the_record_until_the_end(void **unused) {
    (void)unused;
    tp_match *match = begin((tp_match_setup){0});
    tp_record *record = create(match);
    size_t size;
    char *key = content_of(key_path, &size);
    assert_int_equal(size, 65);
    key[64] = '\0';
    while (tp_match_actor(match) != TP_OVER) {
        assert_true(exists(key_path));
        play_one(match);
        update(record, match);
        if (tp_match_actor(match) != TP_OVER) {
            char *text = content_of(path, &size);
            assert_null(strstr(text, key));
            free(text);
        }
    }
    assert_false(exists(key_path));
    char *text = content_of(path, &size);
    assert_non_null(strstr(text, key));
    free(text);
    free(key);
    tp_record_close(record);
    tp_match_free(match);
    verifies("verified: ");
}

static void what_is_written_is_read_back(void **unused) {
    (void)unused;
    tp_options options;
    tp_options_init(&options, game->options);
    tp_options_set(&options, "players", "3", NULL);
    tp_options_set(&options, "tokens", "EMBARGO,REFUND,IMMUNITY", NULL);
    tp_match_setup setup = {.options = &options, .seats = {"a \"b\"\\", "\t\n", "♠"}};
    setup.contributions[0] = (tp_contribution){.size = 32, .bytes = {255, 0, 1}};
    setup.contributions[2] = (tp_contribution){.size = 1, .bytes = {7}};
    tp_match *match = begin(setup);
    tp_record *record = create(match);
    for (;;) {
        update(record, match);
        tp_record_info info;
        tp_match *back = read_back(&info);
        same_match(match, back);
        bool over = tp_match_actor(match) == TP_OVER;
        assert_int_equal(info.finished, over);
        assert_true(info.has_key);
        assert_false(info.cut);
        assert_false(info.seeded);
        assert_int_equal(info.lines, 2 + tp_match_plies(match) + (over ? 2 : 0));
        struct stat about;
        stat(path, &about);
        assert_int_equal(info.good_bytes, about.st_size);
        tp_match_free(back);
        if (over) break;
        play_one(match);
    }
    tp_record_close(record);
    tp_match_free(match);
    verifies("2 of 3 seats added random bytes");
}

static void a_save_is_the_same_as_line_by_line(void **unused) {
    (void)unused;
    tp_match *match = begin((tp_match_setup){.seeded = true, .seed = 3});
    tp_record *record = create(match);
    play_some(match, 10);
    update(record, match);
    tp_match_undo(match, 4);
    update(record, match);
    while (tp_match_actor(match) != TP_OVER) {
        play_one(match);
        update(record, match);
    }
    tp_record_close(record);
    size_t line_size, save_size;
    char *lines = content_of(path, &line_size);
    save(match);
    char *saved = content_of(path, &save_size);
    assert_string_equal(lines, saved);
    free(lines);
    free(saved);
    tp_match_free(match);
}

static void seeds_of_64_bits_survive(void **unused) {
    (void)unused;
    static const uint64_t seeds[] = {0, INT64_MAX, (uint64_t)INT64_MAX + 1, UINT64_MAX};
    for (size_t i = 0; i < 4; i++) {
        size_t size;
        free(finished_record((tp_match_setup){.seeded = true, .seed = seeds[i]}, &size));
        char words[64];
        snprintf(words, sizeof words, "seed %llu:", (unsigned long long)seeds[i]);
        verifies(words);
    }
}

static void a_position_survives(void **unused) {
    (void)unused;
    tp_match *source = begin((tp_match_setup){.seeded = true, .seed = 12});
    play_some(source, 15);
    json_t *position = game->state_to_json(tp_match_state(source));
    tp_match *match = begin((tp_match_setup){.seeded = true, .seed = 1, .position = position});
    json_decref(position);
    play_out(match);
    save(match);
    tp_match *back = read_back(NULL);
    same_match(match, back);
    verifies("began from a given position");
    tp_match_free(source);
    tp_match_free(match);
    tp_match_free(back);
}

/* The position alone says how many players there are; the options of the record must agree with it. */
static void a_position_with_its_own_number_of_players_survives(void **unused) {
    (void)unused;
    tp_options two;
    tp_options_init(&two, game->options);
    assert_int_equal(tp_options_set(&two, "players", "2", NULL), TP_OK);
    tp_match *source = begin((tp_match_setup){.options = &two, .seeded = true, .seed = 12});
    json_t *position = game->state_to_json(tp_match_state(source));
    tp_match *match = begin((tp_match_setup){.seeded = true, .seed = 1, .position = position});
    json_decref(position);
    assert_int_equal(tp_match_seats(match), 2);
    assert_int_equal(tp_options_int(tp_match_options(match), "players"), 2);
    play_out(match);
    save(match);
    tp_match *back = read_back(NULL);
    same_match(match, back);
    tp_match_free(source);
    tp_match_free(match);
    tp_match_free(back);
}

static void a_script_survives_with_what_is_left_of_it(void **unused) {
    (void)unused;
    static const char *const script[] = {"sand 1", "sand 1", "sand 1", "sand 2",
                                         "sand 2", "sand 6", "sand I", "sand 6"};
    tp_match *match = begin((tp_match_setup){.script = script, .script_count = 8});
    save(match);
    tp_match *back = read_back(NULL);
    assert_int_equal(tp_match_play_text(back, tp_match_actor(back), "NO_TOKEN", NULL), TP_OK);
    assert_int_equal(tp_match_play_text(back, tp_match_actor(back), "DRAW_SAND", NULL), TP_OK);
    const tp_event *events;
    assert_int_equal(tp_match_ply_events(back, 2, &events), 2);
    char text[TP_TEXT_SIZE];
    tp_outcome_to_text(game, events[1].kind, events[1].outcome, text);
    assert_string_equal(text, "sand 6");
    play_out(back);
    save(back);
    does_not_verify("SCRIPTED", "not dealt by its key alone");
    tp_match_free(match);
    tp_match_free(back);
}

/* ---- going on ---- */

static void a_resumed_match_deals_what_would_have_come(void **unused) {
    (void)unused;
    tp_match *whole = begin((tp_match_setup){0});
    tp_record_close(create(whole));
    play_out(whole);
    for (;;) {
        tp_match *match = read_back(NULL);
        if (tp_match_actor(match) == TP_OVER) {
            same_match(whole, match);
            tp_match_free(match);
            break;
        }
        tp_error error = {0};
        tp_record *record = tp_record_append(path, match, &error);
        if (record == NULL) fail_msg("%s", error.text);
        play_some(match, 7);
        update(record, match);
        tp_record_close(record);
        tp_match_free(match);
    }
    assert_false(exists(key_path));
    tp_match_free(whole);
    verifies("verified: ");
}

static void a_line_cut_off_is_dropped_noted_and_written_over(void **unused) {
    (void)unused;
    tp_match *match = begin((tp_match_setup){0});
    play_some(match, 12);
    save(match);
    size_t size;
    char *text = content_of(path, &size);
    static const size_t cuts[] = {1, 2, 10};
    for (size_t i = 0; i < 3; i++) {
        write_content(path, text, size - cuts[i]);
        tp_record_info info;
        tp_match *back = read_back(&info);
        assert_true(info.cut);
        assert_int_equal(tp_match_plies(back), 11);
        tp_error error = {0};
        tp_record *record = tp_record_append(path, back, &error);
        if (record == NULL) fail_msg("%s", error.text);
        play_some(back, 2);
        update(record, back);
        tp_record_close(record);
        tp_match *again = read_back(&info);
        assert_false(info.cut);
        same_match(back, again);
        tp_match_free(again);
        tp_match_free(back);
    }
    free(text);
    tp_match_free(match);
}

static void an_ending_cut_off_is_completed(void **unused) {
    (void)unused;
    tp_match *match = begin((tp_match_setup){0});
    tp_record *record = create(match);
    size_t key_size;
    char *key = content_of(key_path, &key_size);
    play_out(match);
    update(record, match);
    tp_record_close(record);
    size_t size;
    char *text = content_of(path, &size);
    size_t last_ply_end = (size_t)(strstr(text, "{\"result\"") - text);
    for (size_t cut = last_ply_end; cut < size; cut++) {
        write_content(path, text, cut);
        write_content(key_path, key, key_size); /* it is removed only after the record is complete */
        tp_match *back = read_back(NULL);
        tp_record_close(tp_record_append(path, back, NULL));
        tp_match_free(back);
        size_t now_size;
        char *now = content_of(path, &now_size);
        assert_string_equal(now, text);
        free(now);
        assert_false(exists(key_path));
    }
    free(text);
    free(key);
    tp_match_free(match);
}

static void a_match_without_its_key_can_be_looked_at_only(void **unused) {
    (void)unused;
    tp_match *match = begin((tp_match_setup){0});
    play_some(match, 5);
    save(match);
    unlink(key_path);
    tp_record_info info;
    tp_match *back = read_back(&info);
    assert_false(info.has_key);
    same_match(match, back);
    tp_error error = {0};
    assert_int_equal(tp_match_play_text(back, tp_match_actor(back), "PASS", &error), TP_E_REFUSED);
    assert_string_equal(error.reason, "NO_KEY");
    does_not_verify("NOT_FINISHED", "cannot be verified yet");
    assert_true(tp_match_undo(back, 2));
    tp_match_free(back);
    tp_match_free(match);
}

static void a_key_of_something_else_is_refused(void **unused) {
    (void)unused;
    tp_match *match = begin((tp_match_setup){0});
    save(match);
    static const char *const wrong[] = {
        "0000000000000000000000000000000000000000000000000000000000000000\n",
        "",
        "\n",
        "00\n",
        "zz00000000000000000000000000000000000000000000000000000000000000\n",
        "0000000000000000000000000000000000000000000000000000000000000000",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        write_content(key_path, wrong[i], strlen(wrong[i]));
        tp_error error = {0};
        assert_null(tp_record_read(path, NULL, &error));
        assert_int_equal(error.code, TP_E_INPUT);
        assert_non_null(strstr(error.text, i == 0 ? ".key is the key of another record" : ".key is damaged"));
    }
    tp_match_free(match);
}

static void two_writers_do_not_mix(void **unused) {
    (void)unused;
    tp_match *match = begin((tp_match_setup){0});
    tp_record *record = create(match);
    tp_error error = {0};
    assert_null(tp_record_append(path, match, &error));
    assert_non_null(strstr(error.text, "is being written by another program"));
    tp_record_close(record);
    assert_null(tp_record_create(path, match, &error));
    assert_int_equal(error.code, TP_E_IO);
    assert_non_null(strstr(error.text, "exists already"));
    assert_true(exists(key_path));
    tp_match *other = begin((tp_match_setup){0});
    assert_null(tp_record_append(path, other, &error));
    assert_non_null(strstr(error.text, "is the record of something else"));
    tp_match_free(match);
    tp_match_free(other);
}

static void a_match_can_go_on_after_its_end_was_taken_back(void **unused) {
    (void)unused;
    tp_match *match = begin((tp_match_setup){0});
    tp_record *record = create(match);
    play_out(match);
    update(record, match);
    assert_true(tp_match_undo(match, 3));
    update(record, match);
    tp_record_close(record);
    tp_record_info info;
    tp_match *back = read_back(&info);
    assert_false(info.finished);
    assert_true(info.has_key); /* it was revealed, and stays known */
    assert_false(exists(key_path));
    assert_true(tp_match_undone(back));
    does_not_verify("NOT_FINISHED", "the game is not over");
    record = tp_record_append(path, back, NULL);
    play_out(back);
    update(record, back);
    tp_record_close(record);
    tp_match_free(back);
    back = read_back(&info);
    assert_true(info.finished);
    verifies("moves were taken back");
    tp_match_free(back);
    tp_match_free(match);
}

static void a_save_in_place_of_another_match_has_its_own_key(void **unused) {
    (void)unused;
    tp_match *first = begin((tp_match_setup){0}), *second = begin((tp_match_setup){0});
    save(first);
    size_t first_size, second_size;
    char *first_text = content_of(path, &first_size), *first_key = content_of(key_path, &second_size);
    save(second);
    tp_match *back = read_back(NULL);
    same_match(second, back);
    tp_match_free(back);
    char *second_key = content_of(key_path, &second_size);
    assert_int_equal(second_size, 65);
    /* A crash between the two steps leaves both keys beside the old record: it can still be played. */
    char both[131];
    snprintf(both, sizeof both, "%s%s", second_key, first_key);
    write_content(key_path, both, 130);
    write_content(path, first_text, first_size);
    tp_record_info info;
    back = read_back(&info);
    same_match(first, back);
    assert_true(info.has_key);
    tp_match_free(back);
    save(first);
    char *key = content_of(key_path, &second_size);
    assert_string_equal(key, first_key);
    free(key);
    free(first_text);
    free(first_key);
    free(second_key);
    tp_match_free(first);
    tp_match_free(second);
}

/* ---- damage ---- */

static void a_record_cut_anywhere_is_a_beginning_or_an_error(void **unused) {
    (void)unused;
    size_t size;
    char *text = finished_record((tp_match_setup){.seeded = true, .seed = 19}, &size);
    tp_match *whole = read_back(NULL);
    size_t second_line_end = (size_t)(strchr(strchr(text, '\n') + 1, '\n') - text) + 1;
    for (size_t cut = 0; cut < size; cut++) {
        char *piece = malloc(cut > 0 ? cut : 1); /* exactly as long: a byte too far would be noticed */
        memcpy(piece, text, cut);
        tp_record_info info;
        tp_error error = {0};
        tp_match *match = tp_record_parse(piece, cut, &info, &error);
        if (cut < second_line_end) {
            assert_null(match);
            assert_int_equal(error.code, TP_E_INPUT);
            assert_string_equal(error.text, cut == 0 ? "the record is empty"
                                                     : "the record ends before the deal is complete");
        } else {
            if (match == NULL) fail_msg("cut at %zu: %s", cut, error.text);
            assert_int_equal(info.cut, text[cut - 1] != '\n');
            assert_true((size_t)info.good_bytes <= cut && text[info.good_bytes - 1] == '\n');
            void *state = malloc(game->state_size);
            tp_match_state_at(whole, tp_match_plies(match), state);
            assert_memory_equal(tp_match_state(match), state, game->state_size);
            free(state);
        }
        tp_match_free(match);
        free(piece);
    }
    free(text);
    tp_match_free(whole);
}

static void a_record_changed_anywhere_is_read_or_refused_with_its_line(void **unused) {
    (void)unused;
    size_t size;
    char *text = finished_record((tp_match_setup){.seeded = true, .seed = 19}, &size);
    static const char changes[] = {'0', '9', '"', '{', ',', '\n', '\0', '\xff', 'S'};
    size_t refused = 0;
    for (size_t at = 0; at < size; at++) {
        char before = text[at], change = changes[at % sizeof changes];
        if (before == change) continue;
        text[at] = change;
        tp_error error = {0};
        tp_match *match = tp_record_parse(text, size, NULL, &error);
        if (match == NULL) {
            refused++;
            bool has_line = strncmp(error.text, "line ", 5) == 0 || error.code == TP_E_VERSION;
            if (!has_line) fail_msg("byte %zu: '%s' names no line", at, error.text);
        }
        tp_match_free(match);
        text[at] = before;
    }
    assert_true(refused > size * 9 / 10);
    free(text);
}

/* Replace the first `from` in line `line` (from 1) with `to`; the record is then refused with this sentence. */
static void refused_after(const char *text, size_t line, const char *from, const char *to, tp_err code,
                          const char *sentence) {
    const char *start = text;
    for (size_t i = 1; i < line; i++) start = strchr(start, '\n') + 1;
    const char *place = strstr(start, from);
    if (place == NULL || place > strchr(start, '\n')) fail_msg("line %zu has no '%s'", line, from);
    char *changed = NULL;
    int size = asprintf(&changed, "%.*s%s%s", (int)(place - text), text, to, place + strlen(from));
    tp_error error = {0};
    tp_match *match = tp_record_parse(changed, (size_t)size, NULL, &error);
    if (match != NULL) fail_msg("line %zu: '%s' was read with '%s'", line, from, to);
    assert_int_equal(error.code, code);
    if (strstr(error.text, sentence) != error.text)
        fail_msg("'%s' does not begin with '%s'", error.text, sentence);
    free(changed);
}

/* A match that is played on from a moment of another says so. */
static void what_a_match_continues_survives(void **unused) {
    (void)unused;
    tp_match *source = begin((tp_match_setup){.seeded = true, .seed = 12});
    play_some(source, 15);
    json_t *position = game->state_to_json(tp_match_state(source));
    tp_origin origin = {.ply = 15}, found = {0};
    tp_match_commitment(source, origin.commitment);
    tp_match *match =
        begin((tp_match_setup){.seeded = true, .seed = 1, .position = position, .origin = &origin});
    assert_false(tp_match_origin(source, &found));
    play_out(match);
    save(match);
    tp_match *back = read_back(NULL);
    same_match(match, back);
    assert_true(tp_match_origin(back, &found));
    assert_memory_equal(&found, &origin, sizeof origin);
    verifies("after move 15 of another");
    size_t size;
    char *text = content_of(path, &size);
    refused_after(text, 1, "\"ply\": 15", "\"ply\": -1", TP_E_INPUT,
                  "line 1: 'ply' should be a whole number");
    refused_after(text, 1, "\"ply\": 15", "\"ply\": 15, \"x\": 1", TP_E_INPUT, "line 1: unknown key 'x'");
    refused_after(text, 1, "\"position\"", "\"script\"", TP_E_INPUT,
                  "line 1: 'continues' should be an object");
    free(text);
    json_decref(position);
    tp_match_free(source);
    tp_match_free(match);
    tp_match_free(back);
}

static void every_kind_of_damage_is_told_with_its_line(void **unused) {
    (void)unused;
    tp_match *match = begin((tp_match_setup){.seeded = true, .seed = 7});
    tp_error error = {0};
    char sentence[256];
    int first = tp_match_actor(match);
    assert_int_equal(tp_match_play_text(match, first, "NO_TOKEN", &error), TP_OK);
    assert_int_equal(tp_match_play_text(match, first, "DRAW_SAND", &error), TP_OK);
    assert_int_equal(tp_match_play_text(match, first, "REFUSE", &error), TP_OK);
    play_out(match);
    save(match);
    size_t size;
    char *text = content_of(path, &size);
    size_t last = 0;
    for (size_t i = 0; i < size; i++) last += text[i] == '\n';

    refused_after(text, 1, "\"version\": 1", "\"version\": 2", TP_E_VERSION,
                  "was written by a newer Tapete (record version 2, this is 1)");
    refused_after(text, 1, "\"version\": 1", "\"version\": 0", TP_E_INPUT, "line 1: 'version' should be");
    refused_after(text, 1, "\"record\"", "\"script\"", TP_E_INPUT,
                  "line 1: this is not the header of a record");
    refused_after(text, 1, "\"rules\": \"", "\"rules\": \"x", TP_E_VERSION, "was played by version 'x");
    refused_after(text, 1, "\"sabacc\"", "\"sabac\"", TP_E_UNKNOWN, "line 1: ");
    refused_after(text, 1, "\"seed\"", "\"sede\"", TP_E_INPUT, "line 1: unknown key 'sede'");
    refused_after(text, 1, "\"seed\": 7", "\"seed\": 7, \"seed\": 7", TP_E_INPUT, "line 1: this is not JSON");
    refused_after(text, 1, "\"seed\": 7", "\"seed\": 8", TP_E_INPUT,
                  "line 1: the seed is not the one that the commitment was made for");
    refused_after(text, 1, "\"seed\": 7", "\"seed\": -7", TP_E_INPUT, "line 1: 'seed' should be");
    refused_after(text, 1, "\"players\": 4", "\"players\": 3", TP_E_INPUT, "line ");
    refused_after(text, 1, "\"players\": 4", "\"players\": 5", TP_E_INPUT,
                  "line 1: option 'players' is a whole number in 2 .. 4");
    refused_after(text, 1, "\"commitment\": \"4", "\"commitment\": \"x", TP_E_INPUT,
                  "line 1: 'commitment' should be 32 bytes");
    refused_after(text, 1, "[null, ", "[\"\", ", TP_E_INPUT, "line 1: a contribution is null or");
    refused_after(text, 1, "[null, ", "[", TP_E_INPUT, "line 1: 'contributions' should be");
    refused_after(text, 1, "{", "[{", TP_E_INPUT, "line 1: this is not JSON");
    refused_after(text, 2, "\"deal\"", "\"daal\"", TP_E_INPUT, "line 2: the deal should stand here");
    refused_after(text, 2, "token ", "tokn ", TP_E_UNKNOWN, "line 2: outcome 'tokn ");
    refused_after(text, 2, "[\"", "[\"die 6\", \"", TP_E_INPUT,
                  "line 2: the record has 'die 6' where the rules draw");
    refused_after(text, 2, "[\"", "[1, \"", TP_E_INPUT, "line 2: outcomes should be a list of texts");
    refused_after(text, 2, "\"]", "\", \"die 1\"]", TP_E_INPUT,
                  "line 2: the record has 'die 1' where the rules draw nothing more");
    refused_after(text, 3, "\"ply\": 1", "\"ply\": 2", TP_E_INPUT, "line 3: ply 2 stands where ply 1 should");
    snprintf(sentence, sizeof sentence, "line 3: it is the turn of seat %d, not of seat %d", first,
             (first + 1) % 4);
    char seat[16], other_seat[16];
    snprintf(seat, sizeof seat, "\"seat\": %d", first);
    snprintf(other_seat, sizeof other_seat, "\"seat\": %d", (first + 1) % 4);
    refused_after(text, 3, seat, other_seat, TP_E_INPUT, sentence);
    refused_after(text, 3, seat, "\"seat\": 4", TP_E_INPUT,
                  "line 3: 'seat' should be a whole number in 0 .. 3");
    refused_after(text, 3, "NO_TOKEN", "PASS", TP_E_INPUT, "line 3: PASS: ");
    refused_after(text, 3, "NO_TOKEN", "NO", TP_E_INPUT, "line 3: 'NO' is no move of sabacc");
    refused_after(text, 3, "\"NO_TOKEN\"", "1", TP_E_INPUT, "line 3: 'move' should be a text");
    refused_after(text, 3, "\"}", "\", \"chance\": [\"die 1\"]}", TP_E_INPUT,
                  "line 3: the record has 'die 1' where the rules draw nothing more");
    refused_after(text, 3, "\"}", "\", \"chnce\": []}", TP_E_INPUT, "line 3: unknown key 'chnce'");
    refused_after(text, 4, "[\"sand", "[\"blood", TP_E_INPUT, "line 4: the record has 'blood ");
    refused_after(text, 4, ", \"chance\"", ", \"x\"", TP_E_INPUT, "line 4: unknown key 'x'");
    refused_after(text, 5, "{", "\n{", TP_E_INPUT, "line 5: this is not JSON");
    refused_after(text, 5, "{", "{\"undo\": 3}\n{", TP_E_INPUT,
                  "line 5: 'undo' should be a whole number in 1 .. 2");
    refused_after(text, 5, "{", "{\"undo\": 0}\n{", TP_E_INPUT, "line 5: 'undo' should be");
    refused_after(text, 5, "{", "{\"note\": 0}\n{", TP_E_INPUT,
                  "line 5: this is no ply, undo, resignation, result or key");
    refused_after(text, 5, "{", "[]\n{", TP_E_INPUT, "line 5: a line should be a JSON object");
    refused_after(text, 5, "{", "{\"result\": {\"returns\": [], \"scores\": []}}\n{", TP_E_INPUT,
                  "line 5: a result, but the game is not over");
    refused_after(text, 5, "{", "{\"key\": \"00\"}\n{", TP_E_INPUT,
                  "line 5: a key without a result before it");
    snprintf(sentence, sizeof sentence, "line %zu: the result is wrong: 'returns' should be [", last - 1);
    refused_after(text, last - 1, "1.0", "0.5", TP_E_INPUT, sentence);
    snprintf(sentence, sizeof sentence, "line %zu: the result is wrong: 'scores' should be [", last - 1);
    refused_after(text, last - 1, "00", "0", TP_E_INPUT, sentence);
    snprintf(sentence, sizeof sentence, "line %zu: the key is not the one that the commitment was made for",
             last);
    refused_after(text, last, "33ce", "33cf", TP_E_INPUT, sentence);
    snprintf(sentence, sizeof sentence, "line %zu: only the key or an undo may stand after the result", last);
    refused_after(text, last, "{", "{\"ply\": 1}\n{", TP_E_INPUT, sentence);
    snprintf(sentence, sizeof sentence, "line %zu: only an undo may stand after the key", last + 1);
    refused_after(text, last, "}", "}\n{\"ply\": 1}", TP_E_INPUT, sentence);
    free(text);
    tp_match_free(match);
}

static void what_is_no_record_is_refused(void **unused) {
    (void)unused;
    tp_error error = {0};
    assert_null(tp_record_read(path, NULL, &error));
    assert_int_equal(error.code, TP_E_IO);
    assert_non_null(strstr(error.text, "there is no such file"));
    assert_null(tp_record_read(folder, NULL, &error));
    assert_int_equal(error.code, TP_E_IO);
    write_content(path, "", 0);
    assert_null(tp_record_read(path, NULL, &error));
    assert_non_null(strstr(error.text, "game.tpr: the record is empty"));
    int descriptor = open(path, O_WRONLY);
    assert_int_equal(ftruncate(descriptor, 17 << 20), 0);
    close(descriptor);
    assert_null(tp_record_read(path, NULL, &error));
    assert_non_null(strstr(error.text, "is too large for a record"));
    char report[16];
    assert_int_equal(tp_record_verify("/nonexistent", report, sizeof report, &error), TP_E_IO);
}

static void an_outcome_that_the_key_did_not_deal_is_found(void **unused) {
    (void)unused;
    /* A match that was scripted, whose record then pretends that it was not. */
    static const char *const script[] = {"die 6", "die 6", "die 6", "die 6", "sand 1", "sand 1", "sand 1"};
    size_t size;
    char *text = finished_record(
        (tp_match_setup){.seeded = true, .seed = 2, .script = script, .script_count = 7}, &size);
    does_not_verify("SCRIPTED", "scripted");
    char *start = strstr(text, ", \"script\": ["), *end = strchr(start, ']') + 1;
    memmove(start, end, strlen(end) + 1);
    write_content(path, text, strlen(text));
    tp_match_free(read_back(NULL)); /* it can be read: every move is legal, every outcome possible */
    does_not_verify("WRONG_OUTCOME",
                    "not verified: line 2: the record has 'sand 1' where the key has 'sand ");
    free(text);
}

static void a_key_that_was_not_committed_to_is_found(void **unused) {
    (void)unused;
    size_t size;
    char *text = finished_record((tp_match_setup){0}, &size);
    char *key = strstr(text, "{\"key\": \"") + 9;
    key[5] = key[5] == '0' ? '1' : '0';
    write_content(path, text, size);
    does_not_verify("WRONG_KEY", "not verified: line ");
    free(text);
}

/* Run the verifier in Python and return its exit status. */
static int second_verifier(void) {
    const char *source = getenv("TAPETE_SOURCE");
    char program[256];
    snprintf(program, sizeof program, "%s/examples/verify_record.py", source != NULL ? source : ".");
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        int nowhere = open("/dev/null", O_WRONLY);
        dup2(nowhere, STDOUT_FILENO);
        dup2(nowhere, STDERR_FILENO);
        execlp("python3", "python3", program, path, (char *)NULL);
        _exit(127);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void the_second_verifier_agrees(void **unused) {
    (void)unused;
    static const char *const fixed[] = {"random", "EMBARGO,EXHAUSTION,SABACC_PRIME"};
    static const char *const players[] = {"2", "3", "4"};
    for (int i = 0; i < 12; i++) {
        tp_options options;
        tp_options_init(&options, game->options);
        tp_options_set(&options, "players", players[i % 3], NULL);
        tp_options_set(&options, "tokens", fixed[i % 2], NULL);
        tp_match_setup setup = {.options = &options};
        setup.contributions[1] = (tp_contribution){.size = (uint8_t)(i % 5), .bytes = {1, 2, 3, 4}};
        tp_match *match = begin(setup);
        play_some(match, 20);
        tp_match_undo(match, 1 + i);
        play_out(match);
        save(match);
        tp_match_free(match);
        verifies("verified: ");
        assert_int_equal(second_verifier(), 0);
    }
    size_t size;
    char *text = content_of(path, &size);
    char *key = strstr(text, "{\"key\": \"") + 9;
    *key = *key == '0' ? '1' : '0';
    write_content(path, text, size);
    assert_int_equal(second_verifier(), 1);
    free(text);
    static const char *const script[] = {"sand 1", "sand 1", "sand 1"};
    text = finished_record((tp_match_setup){.seeded = true, .script = script, .script_count = 3}, &size);
    assert_int_equal(second_verifier(), 1);
    char *start = strstr(text, ", \"script\": ["), *end = strchr(start, ']') + 1;
    memmove(start, end, strlen(end) + 1);
    write_content(path, text, strlen(text));
    assert_int_equal(second_verifier(), 1);
    write_content(path, text, strlen(text) / 2);
    assert_int_equal(second_verifier(), 2);
    free(text);
}

static void the_example_of_the_description_is_right(void **unused) {
    (void)unused;
    const char *source = getenv("TAPETE_SOURCE");
    char name[256];
    snprintf(name, sizeof name, "%s/docs/record.md", source != NULL ? source : ".");
    size_t size;
    char *text = content_of(name, &size);
    char *start = strstr(text, "```jsonl\n");
    assert_non_null(start);
    start += strlen("```jsonl\n");
    char *end = strstr(start, "```");
    assert_non_null(end);
    write_content(path, start, (size_t)(end - start));
    verifies("1 of 2 seats added random bytes");
    free(text);
}

/* ---- faults ---- */

static void a_failed_update_leaves_whole_lines_and_can_be_repeated(void **unused) {
    (void)unused;
    tp_match *match = begin((tp_match_setup){0});
    tp_record *record = create(match);
    play_some(match, 3);
    update(record, match);
    size_t size, now_size;
    char *before = content_of(path, &size);
    play_some(match, 20);
    struct rlimit limit, small;
    getrlimit(RLIMIT_FSIZE, &limit);
    small = limit;
    small.rlim_cur = size + 100; /* in the middle of a line */
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &small);
    tp_error error = {0};
    tp_err code = tp_record_update(record, match, &error);
    setrlimit(RLIMIT_FSIZE, &limit);
    assert_int_equal(code, TP_E_IO);
    assert_non_null(strstr(error.text, "larger than the system allows"));
    char *now = content_of(path, &now_size);
    assert_int_equal(now_size, size);
    assert_string_equal(now, before);
    free(now);
    free(before);
    update(record, match);
    tp_match *back = read_back(NULL);
    same_match(match, back);
    tp_match_free(back);
    tp_record_close(record);
    tp_match_free(match);
}

static void a_failed_save_leaves_the_old_one(void **unused) {
    (void)unused;
    tp_match *match = begin((tp_match_setup){0}), *other = begin((tp_match_setup){0});
    play_some(match, 5);
    save(match);
    play_some(other, 60);
    struct rlimit limit, small;
    getrlimit(RLIMIT_FSIZE, &limit);
    small = limit;
    signal(SIGXFSZ, SIG_IGN);
    for (rlim_t bytes = 0; bytes < 1000; bytes += 50) { /* the key fits, the record does not, or neither */
        small.rlim_cur = bytes;
        setrlimit(RLIMIT_FSIZE, &small);
        tp_error error = {0};
        tp_err code = tp_record_save(path, other, &error);
        setrlimit(RLIMIT_FSIZE, &limit);
        assert_int_equal(code, TP_E_IO);
        tp_record_info info;
        tp_match *back = read_back(&info);
        same_match(match, back);
        assert_true(info.has_key);
        tp_match_free(back);
    }
    tp_match_free(match);
    tp_match_free(other);
    tp_error error = {0};
    match = begin((tp_match_setup){0});
    assert_int_equal(tp_record_save("/nonexistent/folder/game.tpr", match, &error), TP_E_IO);
    assert_string_equal(error.text,
                        "cannot write /nonexistent/folder/game.tpr.key: there is no such file or folder");
    assert_null(tp_record_create("/nonexistent/folder/game.tpr", match, &error));
    assert_string_equal(error.text,
                        "cannot create /nonexistent/folder/game.tpr: there is no such file or folder");
    tp_match_free(match);
}

enum { CANNOT_MOUNT = 77 };

static bool write_setting(const char *name, const char *value) {
    FILE *file = fopen(name, "w");
    if (file == NULL) return false;
    fputs(value, file);
    return fclose(file) == 0;
}

/* Enter name spaces in which this process may mount something for itself alone, root or not. */
static bool enter_own_mounts(void) {
    unsigned user = geteuid(), group = getegid();
    if (unshare(CLONE_NEWNS | (user == 0 ? 0 : CLONE_NEWUSER)) != 0) return false;
    char user_map[32], group_map[32];
    snprintf(user_map, sizeof user_map, "0 %u 1", user);
    snprintf(group_map, sizeof group_map, "0 %u 1", group);
    if (user != 0 &&
        (!write_setting("/proc/self/uid_map", user_map) || !write_setting("/proc/self/setgroups", "deny") ||
         !write_setting("/proc/self/gid_map", group_map))) {
        return false;
    }
    return mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0;
}

/* In a process of its own: a file system of 16 KiB over the folder, filled up. */
static void fill_a_small_disk(void) {
    if (!enter_own_mounts() || mount("tmpfs", folder, "tmpfs", 0, "size=16k,mode=0700") != 0)
        _exit(CANNOT_MOUNT);
    tp_match_setup setup = {.game = game, .seeded = true, .seed = 4};
    tp_match *match = tp_match_new(&setup, NULL);
    tp_error error = {0};
    play_some(match, 4);
    if (tp_record_save(path, match, &error) != TP_OK) _exit(1);
    char name[160];
    snprintf(name, sizeof name, "%s/ballast", folder);
    FILE *ballast = fopen(name, "wb");
    while (ballast != NULL && fputc('x', ballast) != EOF && fflush(ballast) == 0) continue;
    tp_match *later = tp_record_read(path, NULL, NULL);
    play_some(later, 40);
    if (tp_record_save(path, later, &error) != TP_E_IO) _exit(2);
    if (strstr(error.text, "the disk is full") == NULL) _exit(3);
    tp_match *back = tp_record_read(path, NULL, &error);
    if (back == NULL || tp_match_plies(back) != 4) _exit(4);
    tp_record *record = tp_record_append(path, back, &error);
    if (record == NULL) _exit(5);
    for (int i = 0; i < 8; i++) { /* more than the block that the file has already */
        play_some(back, 20);
        tp_match_undo(back, 15);
    }
    play_out(back);
    if (tp_record_update(record, back, &error) != TP_E_IO || strstr(error.text, "the disk is full") == NULL)
        _exit(6);
    tp_match *again = tp_record_read(path, NULL, &error);
    if (again == NULL || tp_match_plies(again) != 4) _exit(7);
    unlink(name);
    fclose(ballast);
    if (tp_record_update(record, back, &error) != TP_OK) _exit(8);
    char report[256];
    if (tp_record_verify(path, report, sizeof report, &error) != TP_OK) _exit(9);
    _exit(0);
}

static void a_full_disk_is_told_and_the_old_save_is_still_there(void **unused) {
    (void)unused;
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) fill_a_small_disk();
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    /* Where no mounts are allowed, as in some containers, the limits on file sizes above are the test. */
    if (WEXITSTATUS(status) == CANNOT_MOUNT) return;
    assert_int_equal(WEXITSTATUS(status), 0);
}

static void failed_creation_leaves_nothing_behind(void **unused) {
    (void)unused;
    tp_match *match = begin((tp_match_setup){0});
    struct rlimit limit, small;
    getrlimit(RLIMIT_FSIZE, &limit);
    small = limit;
    signal(SIGXFSZ, SIG_IGN);
    for (rlim_t bytes = 0; bytes <= 200; bytes += 100) {
        small.rlim_cur = bytes;
        setrlimit(RLIMIT_FSIZE, &small);
        tp_error error = {0};
        tp_record *record = tp_record_create(path, match, &error);
        setrlimit(RLIMIT_FSIZE, &limit);
        assert_null(record);
        assert_int_equal(error.code, TP_E_IO);
        assert_false(exists(path));
        assert_false(exists(key_path));
    }
    tp_record_close(create(match));
    tp_match_free(match);
}

#define record_test(name) cmocka_unit_test_setup_teardown(name, open_folder, remove_files)

int main(void) {
    const struct CMUnitTest tests[] = {
        record_test(a_record_is_lines_that_a_person_can_read),
        record_test(a_running_record_and_its_key_are_readable_by_their_owner_alone),
        record_test(the_key_is_beside_the_record_until_the_end),
        record_test(what_is_written_is_read_back),
        record_test(a_save_is_the_same_as_line_by_line),
        record_test(seeds_of_64_bits_survive),
        record_test(a_position_survives),
        record_test(what_a_match_continues_survives),
        record_test(a_position_with_its_own_number_of_players_survives),
        record_test(a_script_survives_with_what_is_left_of_it),
        record_test(a_resumed_match_deals_what_would_have_come),
        record_test(a_line_cut_off_is_dropped_noted_and_written_over),
        record_test(an_ending_cut_off_is_completed),
        record_test(a_match_without_its_key_can_be_looked_at_only),
        record_test(a_key_of_something_else_is_refused),
        record_test(two_writers_do_not_mix),
        record_test(a_match_can_go_on_after_its_end_was_taken_back),
        record_test(a_save_in_place_of_another_match_has_its_own_key),
        record_test(a_record_cut_anywhere_is_a_beginning_or_an_error),
        record_test(a_record_changed_anywhere_is_read_or_refused_with_its_line),
        record_test(every_kind_of_damage_is_told_with_its_line),
        record_test(what_is_no_record_is_refused),
        record_test(an_outcome_that_the_key_did_not_deal_is_found),
        record_test(a_key_that_was_not_committed_to_is_found),
        record_test(the_second_verifier_agrees),
        record_test(the_example_of_the_description_is_right),
        record_test(a_failed_update_leaves_whole_lines_and_can_be_repeated),
        record_test(a_failed_save_leaves_the_old_one),
        record_test(a_full_disk_is_told_and_the_old_save_is_still_there),
        record_test(failed_creation_leaves_nothing_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
