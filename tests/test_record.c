/* Records in real files: what stands in them, who may read them, and going on with them. */
#include "support/record_fixture.h"

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
    verifies("consistent, but not witnessed: ");
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
    verifies("started from a given position");
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
    verifies("consistent, but not witnessed: ");
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
    assert_non_null(strstr(error.text, "is the record of another match"));
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

int main(void) {
    const struct CMUnitTest tests[] = {
        record_test(a_record_is_lines_that_a_person_can_read),
        record_test(a_running_record_and_its_key_are_readable_by_their_owner_alone),
        record_test(the_key_is_beside_the_record_until_the_end),
        record_test(what_is_written_is_read_back),
        record_test(a_save_is_the_same_as_line_by_line),
        record_test(seeds_of_64_bits_survive),
        record_test(a_position_survives),
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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
