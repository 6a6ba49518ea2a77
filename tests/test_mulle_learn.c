/* Mulle: the learning player (§12.2): its steps, its file, and what is refused. */
#include "support/position.h"
#include "tapete/tapete.h"

#include <jansson.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static const tp_game *game;
static char directory[] = "/tmp/tapete-learn-XXXXXX";

static void path_of(const char *name, char *path, size_t size) {
    snprintf(path, size, "%s/%s", directory, name);
}

static tp_agent *make(const char *options, const char *file) {
    char name[512];
    tp_error error = {0};
    if (file[0] == '\0') {
        snprintf(name, sizeof name, "mulle-learn:%s", options);
    } else {
        snprintf(name, sizeof name, "mulle-learn:%sfile=%s/%s", options, directory, file);
    }
    tp_agent *agent = tp_agent_new(game, name, 1, &error);
    if (agent == NULL) fail_msg("%s: %s", name, error.text);
    return agent;
}

static double value_of(const tp_agent *agent, const char *category) {
    json_t *learnt = tp_agent_learnt(agent);
    double value = json_number_value(json_object_get(json_object_get(learnt, "values"), category));
    json_decref(learnt);
    return value;
}

/* Let the agent choose at a position of its own. */
static void choose_at(tp_agent *agent, const char *position, const char *wanted) {
    unsigned char state[1024], view[2048];
    char text[TP_TEXT_SIZE];
    load_position(game, "", position, state);
    game->view(state, game->actor(state), view);
    game->move_text(tp_agent_choose(agent, view), text, sizeof text);
    assert_string_equal(text, wanted);
}

#define NEAR(a, b) assert_true(fabs((a) - (b)) < 1e-12)

static void values_move_a_fifth_of_the_way_to_the_reward(void **unused) {
    (void)unused;
    tp_agent *agent = make("epsilon=0", "");
    NEAR(value_of(agent, "capture_combo_mulle"), 10.0);
    NEAR(value_of(agent, "capture_combo"), 5.0);
    NEAR(value_of(agent, "build"), 1.0);
    NEAR(value_of(agent, "discard"), 0.0);
    /* a capture of two cards with the played one: reward 2 */
    choose_at(agent, "{\"table\": [\"KL9\"], \"hands\": {\"A\": [\"SP9\"], \"B\": [\"KL2\"]}}",
              "capture SP9 0");
    NEAR(value_of(agent, "capture_combo"), 5.0 + 0.2 * (2 - 5.0));
    /* a mulle: two cards and ten */
    choose_at(agent, "{\"table\": [\"SP9\"], \"hands\": {\"A\": [\"SP9\"], \"B\": [\"KL2\"]}}",
              "capture SP9 0");
    NEAR(value_of(agent, "capture_combo_mulle"), 10.0 + 0.2 * (12 - 10.0));
    choose_at(agent, "{\"table\": [\"KL5\"], \"hands\": {\"A\": [\"HJ4\", \"SP9\"], \"B\": [\"KL2\"]}}",
              "build HJ4 on 0 to 9");
    NEAR(value_of(agent, "build"), 1.0 + 0.2 * (2 - 1.0));
    choose_at(agent, "{\"table\": [\"KLK\"], \"hands\": {\"A\": [\"HJ4\", \"SP9\"], \"B\": [\"KL2\"]}}",
              "discard HJ4");
    NEAR(value_of(agent, "discard"), 0.0);
    tp_agent_free(agent);
}

/* The reserved card is no candidate for a discard, though it comes first (R34). */
static void a_reserved_card_is_never_thrown(void **unused) {
    (void)unused;
    tp_agent *agent = make("epsilon=1", "");
    const char *position =
        "{\"table\": [{\"build\": 9, \"owner\": \"A\", \"cards\": [\"KL5\", \"HJ4\"]}], \"hands\": {\"A\": [\"SP9\", "
        "\"KL2\"], \"B\": [\"KL3\", \"KLK\"]}}";
    unsigned char state[1024], view[2048];
    int thrown = 0, captured = 0;
    load_position(game, "", position, state);
    game->view(state, 0, view);
    for (int i = 0; i < 1000; i++) {
        char text[TP_TEXT_SIZE];
        game->move_text(tp_agent_choose(agent, view), text, sizeof text);
        thrown += strcmp(text, "discard KL2") == 0;
        captured += strcmp(text, "capture SP9 0") == 0;
    }
    assert_int_equal(thrown + captured, 1000);
    assert_true(abs(thrown - 500) < 75); /* two candidates, equally likely */
    tp_agent_free(agent);
}

static void values_survive_in_their_file(void **unused) {
    (void)unused;
    tp_error error = {0};
    char path[256];
    struct stat before, after;
    tp_agent *agent = make("epsilon=0,", "values.json");
    choose_at(agent, "{\"table\": [\"KL9\"], \"hands\": {\"A\": [\"SP9\"], \"B\": [\"KL2\"]}}",
              "capture SP9 0");
    double value = value_of(agent, "capture_combo");
    assert_int_equal(tp_agent_save(agent, &error), TP_OK);
    tp_agent_free(agent);
    agent = make("learn=false,epsilon=0,", "values.json");
    NEAR(value_of(agent, "capture_combo"), value);
    choose_at(agent, "{\"table\": [\"KL9\"], \"hands\": {\"A\": [\"SP9\"], \"B\": [\"KL2\"]}}",
              "capture SP9 0");
    NEAR(value_of(agent, "capture_combo"), value); /* it does not learn */
    path_of("values.json", path, sizeof path);
    assert_int_equal(stat(path, &before), 0);
    tp_agent_free(agent);
    assert_int_equal(stat(path, &after), 0);
    assert_int_equal(before.st_ino, after.st_ino); /* and writes nothing */
    agent = make("epsilon=0,", "values.json");
    choose_at(agent, "{\"table\": [\"KL9\"], \"hands\": {\"A\": [\"SP9\"], \"B\": [\"KL2\"]}}",
              "capture SP9 0");
    tp_agent_free(agent); /* saves, by renaming a new file over the old one */
    assert_int_equal(stat(path, &after), 0);
    assert_int_not_equal(before.st_ino, after.st_ino);
    agent = make("", "values.json");
    NEAR(value_of(agent, "capture_combo"), value + 0.2 * (2 - value));
    tp_agent_free(agent);
}

static void refused(const char *content, const char *part) {
    char path[256], name[300];
    tp_error error = {0};
    path_of("bad.json", path, sizeof path);
    FILE *file = fopen(path, "w");
    fputs(content, file);
    fclose(file);
    snprintf(name, sizeof name, "mulle-learn:file=%s", path);
    if (tp_agent_new(game, name, 1, &error) != NULL) fail_msg("accepted: %s", content);
    if (strstr(error.text, part) == NULL || strstr(error.text, path) == NULL)
        fail_msg("%s: \"%s\" does not name \"%s\"", content, error.text, part);
    char *again = NULL;
    size_t size = 0;
    file = fopen(path, "r");
    if (getdelim(&again, &size, '\0', file) >= 0) assert_string_equal(again, content); /* untouched */
    free(again);
    fclose(file);
}

static void bad_files_are_refused_with_a_sentence(void **unused) {
    (void)unused;
    const char *good =
        "\"actions\": {\"capture_combo_mulle\": 1, \"capture_combo\": 2, \"build\": 3, \"discard\": 4}";
    char text[600];
    refused("", "not a file of values");
    refused("hello", "not a file of values");
    refused("[]", "mulle-learn");
    refused("{\"agent\": \"other\"}", "mulle-learn");
    refused("{\"agent\": \"mulle-learn\"}", "version");
    refused("{\"agent\": \"mulle-learn\", \"version\": 2}", "version 2");
    refused("{\"agent\": \"mulle-learn\", \"version\": 1}", "four");
    snprintf(
        text, sizeof text,
        "{\"agent\": \"mulle-learn\", \"version\": 1, %s, \"values\": {\"capture_combo_mulle\": 1, \"capture_combo\": 2, "
        "\"build\": \"x\", \"discard\": 4}}",
        good);
    refused(text, "build");
    snprintf(
        text, sizeof text,
        "{\"agent\": \"mulle-learn\", \"version\": 1, %s, \"values\": {\"capture_combo_mulle\": 1, \"capture_combo\": 2, "
        "\"bild\": 1, \"discard\": 4}}",
        good);
    refused(text, "build");
}

static void a_file_that_cannot_be_written_is_told(void **unused) {
    (void)unused;
    tp_error error = {0};
    tp_agent *agent = tp_agent_new(game, "mulle-learn:epsilon=0,file=/nonexistent/values.json", 1, &error);
    assert_non_null(agent);
    choose_at(agent, "{\"table\": [\"KL9\"], \"hands\": {\"A\": [\"SP9\"], \"B\": [\"KL2\"]}}",
              "capture SP9 0");
    assert_int_equal(tp_agent_save(agent, &error), TP_E_IO);
    assert_non_null(strstr(error.text, "/nonexistent/values.json"));
    tp_agent_free(agent);
}

static void agents_that_do_not_learn_say_so(void **unused) {
    (void)unused;
    tp_agent *agent = tp_agent_new(game, "mulle-greedy", 1, NULL);
    assert_null(tp_agent_learnt(agent));
    assert_int_equal(tp_agent_save(agent, NULL), TP_OK);
    tp_agent_free(agent);
    tp_error error = {0};
    assert_null(tp_agent_new(tp_game_find("sabacc", NULL), "mulle-learn", 1, &error));
    assert_non_null(strstr(error.text, "mulle"));
}

static int begin(void **unused) {
    (void)unused;
    game = tp_game_find("mulle", NULL);
    return game == NULL || mkdtemp(directory) == NULL;
}

static int end(void **unused) {
    (void)unused;
    char path[256];
    path_of("values.json", path, sizeof path);
    unlink(path);
    path_of("bad.json", path, sizeof path);
    unlink(path);
    return rmdir(directory); /* fails where something was left behind */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_move_a_fifth_of_the_way_to_the_reward),
        cmocka_unit_test(a_reserved_card_is_never_thrown),
        cmocka_unit_test(values_survive_in_their_file),
        cmocka_unit_test(bad_files_are_refused_with_a_sentence),
        cmocka_unit_test(a_file_that_cannot_be_written_is_told),
        cmocka_unit_test(agents_that_do_not_learn_say_so),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
