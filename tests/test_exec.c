/* Programs as agents: whole games, what they are told, and that a program that misbehaves forfeits and leaves
 * nothing behind. The bots are tests/bots and examples/bots. */
#include "tapete/tapete.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

enum { MOST_MOVES = 8192, PATH_SIZE = 512 };

static char folder[PATH_SIZE], mark[64];

/* ---- who is still there ---- */

/* Is the mark of this test in the environment of a process? */
static bool is_marked(const char *process) {
    char path[PATH_SIZE], wanted[128];
    static char environment[1 << 16];
    snprintf(path, sizeof path, "/proc/%.32s/environ", process);
    FILE *file = fopen(path, "re");
    if (file == NULL) return false;
    size_t size = fread(environment, 1, sizeof environment, file);
    fclose(file);
    snprintf(wanted, sizeof wanted, "TAPETE_TEST_MARK=%s", mark);
    return memmem(environment, size, wanted, strlen(wanted)) != NULL;
}

static int left_processes(void) {
    DIR *processes = opendir("/proc");
    assert_non_null(processes);
    int left = 0;
    const struct dirent *one;
    // cppcheck-suppress readdirCalled
    while ((one = readdir(processes)) != NULL) {
        if (one->d_name[0] >= '1' && one->d_name[0] <= '9') left += is_marked(one->d_name);
    }
    closedir(processes);
    return left;
}

static void nobody_is_left(const char *who) {
    /* No child of this process, zombies included, and nobody who was started from here at all. */
    errno = 0;
    if (waitpid(-1, NULL, WNOHANG) != -1 || errno != ECHILD) fail_msg("%s: a child is left", who);
    int left = left_processes();
    if (left != 0) fail_msg("%s: %d processes are left", who, left);
}

static double now_s(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* ---- games ---- */

static tp_agent *make(const tp_game *game, const char *name, uint64_t seed) {
    tp_error error = {0};
    tp_agent *agent = tp_agent_new(game, name, seed, &error);
    if (agent == NULL) fail_msg("%s: %s", name, error.text);
    return agent;
}

static tp_match *begin(const tp_game *game, uint64_t seed) {
    uint8_t key[TP_KEY_SIZE];
    tp_key_from_seed(key, seed);
    tp_match_setup setup = {.game = game, .key = key, .seeded = true, .seed = seed};
    tp_error error = {0};
    tp_match *match = tp_match_new(&setup, &error);
    if (match == NULL) fail_msg("%s", error.text);
    return match;
}

/* Play a game with this agent at a seat, and random moves elsewhere; what the seat gets in the end. */
static float play(const tp_game *game, tp_agent *agent, int own_seat, uint64_t seed, bool shows) {
    tp_match *match = begin(game, seed);
    tp_agent *other = make(game, "random", seed);
    void *view = calloc(1, game->view_size);
    static tp_move moves[MOST_MOVES];
    if (shows) {
        tp_agent_begin(agent, tp_match_options(match), own_seat);
        tp_match_show(match, 0, 0, own_seat, agent);
    }
    for (int seat = tp_match_actor(match); seat != TP_OVER; seat = tp_match_actor(match)) {
        tp_match_view(match, seat, view);
        tp_move move = tp_agent_choose(seat == own_seat ? agent : other, view);
        if (seat == own_seat && tp_agent_failure(agent) != NULL) {
            game->view_legal(view, moves);
            assert_int_equal(move, moves[0]);
        }
        assert_int_equal(tp_match_play(match, seat, move, NULL), TP_OK);
        if (shows) tp_match_show(match, tp_match_plies(match), tp_match_plies(match), own_seat, agent);
    }
    float returns[TP_MAX_SEATS] = {0};
    int32_t scores[TP_MAX_SEATS] = {0};
    tp_match_result(match, returns, scores);
    if (shows) tp_agent_end(agent, tp_match_seats(match), returns, scores);
    free(view);
    tp_agent_free(other);
    tp_match_free(match);
    return returns[own_seat];
}

/* ---- names ---- */

static void expect_command(const char *name, const char *command, int64_t ms) {
    const tp_agent_kind *kind = NULL;
    tp_options options;
    tp_error error = {0};
    if (tp_agent_read(tp_games()[0], name, &kind, &options, &error) != TP_OK)
        fail_msg("%s: %s", name, error.text);
    assert_string_equal(kind->name, "exec");
    assert_string_equal(tp_options_text(&options, "command"), command);
    assert_int_equal(tp_options_int(&options, "ms"), ms);
}

static void a_name_is_a_command(void **unused) {
    (void)unused;
    expect_command("exec:./bot", "./bot", 5000);
    expect_command("exec:./bot --all,ms=20", "./bot --all", 20);
    expect_command("exec:./bot --set=3 a=1,ms=20", "./bot --set=3 a=1", 20);
    expect_command("exec:./bot 1\\,2\\,x=3,start=0,ms=7", "./bot 1\\,2\\,x=3", 7);
    expect_command("exec:ms=500,command=./bot -v", "./bot -v", 500);
    expect_command("exec:MODE=fast ./bot", "MODE=fast ./bot", 5000);
    char *names[4] = {NULL};
    assert_int_equal(tp_agent_list_split(
                         "exec:./a --w 1\\,random,ms=5,random,exec:ms=1,command=./b,exec:X=1 ./c", names, 4),
                     4);
    assert_string_equal(names[0], "exec:./a --w 1\\,random,ms=5");
    assert_string_equal(names[1], "random");
    assert_string_equal(names[2], "exec:ms=1,command=./b");
    assert_string_equal(names[3], "exec:X=1 ./c");
    for (int i = 0; i < 4; i++) free(names[i]);
}

static void a_wrong_name_starts_nothing(void **unused) {
    (void)unused;
    char long_name[1024];
    memset(long_name, 'x', sizeof long_name);
    memcpy(long_name, "exec:", 5);
    long_name[sizeof long_name - 1] = '\0';
    const char *const wrong[] = {"exec",
                                 "exec:",
                                 "exec: ",
                                 "exec:,ms=5",
                                 "exec:./bot,ms=0",
                                 "exec:./bot,random",
                                 "exec:./bot,speed=3",
                                 "exec:./bot,command=./other",
                                 "exec:command=",
                                 "exec:\xff",
                                 "exec:./no-such-bot",
                                 "exec:tests/bots",
                                 "exec:tests/bots/notes.py.no",
                                 "exec:README.md",
                                 "exec: no-such-program-anywhere --fast",
                                 long_name};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        tp_error error = {0};
        if (tp_agent_new(tp_games()[0], wrong[i], 1, &error) != NULL) fail_msg("%s was accepted", wrong[i]);
        assert_true(strlen(error.text) > 10);
        assert_null(tp_agent_new(tp_games()[0], wrong[i], 1, NULL));
    }
    assert_true(tp_agent_is_local("exec"));
    assert_true(tp_agent_is_local("exec:./bot"));
    assert_false(tp_agent_is_local("random"));
    assert_false(tp_agent_is_local("executor"));
    assert_false(tp_agent_is_local(""));
    nobody_is_left("wrong names");
}

/* ---- forfeits ---- */

typedef struct hostile {
    const char *command, *options, *reason;
} hostile;

/* Where time does not matter there is plenty of it, so that a busy machine is no reason. */
#define PATIENT "ms=60000"
#define HURRIED "ms=300,start=0"

static const hostile hostiles[] = {
    {"(tests/bots/no_such_bot.sh) 2>/dev/null", PATIENT,
     "at its decision 1 its program ended with exit status 127"},
    {"tests/bots/crash_at_start.sh", PATIENT, "at its decision 1 its program ended with exit status 3"},
    {"tests/bots/crash_later.sh 2>/dev/null", PATIENT,
     "at its decision 2 its program ended with exit status 139, as after signal 11"},
    {"exec tests/bots/crash_later.sh", PATIENT, "at its decision 2 its program was ended by signal 11"},
    {"tests/bots/hang.sh", HURRIED, "at its decision 1 it did not answer within 300 ms"},
    {"tests/bots/hang_stubbornly.sh", HURRIED, "it did not answer within 300 ms"},
    {"tests/bots/flood.sh", PATIENT, "it"},
    {"tests/bots/flood_later.sh", HURRIED, "it did not answer within 300 ms"},
    {"tests/bots/garbage.sh", PATIENT,
     "it did not answer with a JSON object with a \"move\": I would ?[1mrather?[0m not ?"},
    {"tests/bots/not_an_object.sh", PATIENT,
     "it did not answer with a JSON object with a \"move\": [\"NO_TOKEN\"]"},
    {"tests/bots/illegal.sh KEEP", PATIENT, "it answered KEEP, which is not legal here"},
    {"tests/bots/illegal.sh fly", PATIENT, "it answered fly, which is not a move of this game"},
    {"exec tests/bots/closed_output.sh", PATIENT, "it closed its output"},
    {"exec tests/bots/closed_input.sh", PATIENT, "at its decision 2 it closed its input"},
    {"tests/bots/no_newline.sh", PATIENT, "it wrote 65536 bytes without a newline"},
    {"tests/bots/long_hello.sh", PATIENT, "it"},
    {"tests/bots/twice.sh", PATIENT, "at its decision 2 it"},
    {"tests/bots/ends_with_children.sh", "ms=500,start=0", "it did not answer within 500 ms"},
    {"python3 tests/bots/slow_writer.py 0.1", HURRIED, "it did not answer within 300 ms"},
    {"kill -KILL $$", PATIENT, "its program was ended by signal 9"},
    {"kill -STOP $$", HURRIED, "it did not answer within 300 ms"},
};

static void whoever_misbehaves_forfeits(void **unused) {
    (void)unused;
    const tp_game *game = tp_game_find("sabacc", NULL);
    for (size_t i = 0; i < sizeof hostiles / sizeof *hostiles; i++) {
        const hostile *bot = &hostiles[i];
        char name[PATH_SIZE];
        snprintf(name, sizeof name, "exec:%s,%s", bot->command, bot->options);
        double start = now_s();
        tp_agent *agent = make(game, name, i);
        assert_null(tp_agent_failure(agent));
        play(game, agent, 1, i, i % 2 == 0);
        const char *failure = tp_agent_failure(agent);
        if (failure == NULL)
            fail_msg("%s: no failure", bot->command);
        else if (strstr(failure, bot->reason) == NULL)
            fail_msg("%s: %s", bot->command, failure);
        nobody_is_left(bot->command); /* a failed program is gone before its handle is */
        play(game, agent, 0, i, true);
        tp_agent_free(agent);
        nobody_is_left(bot->command);
        if (now_s() - start > 50) fail_msg("%s: took %.1f s", bot->command, now_s() - start);
    }
}

/* A program that does not read is told so much and no more. */
static void whoever_does_not_listen_forfeits(void **unused) {
    (void)unused;
    const tp_game *game = tp_game_find("sabacc", NULL);
    tp_match *match = begin(game, 1);
    tp_agent *agent = make(game, "exec:tests/bots/deaf.sh," PATIENT, 1);
    int told = 0;
    for (; told < 1000000 && tp_agent_failure(agent) == NULL; told++) tp_match_show(match, 0, 0, 0, agent);
    assert_string_equal(tp_agent_failure(agent), "it did not read its input");
    nobody_is_left("deaf.sh");
    tp_agent_free(agent);
    agent = make(game, "exec:tests/bots/deaf.sh," HURRIED, 1);
    for (told = 0; told < 500; told++) tp_match_show(match, 0, 0, 0, agent);
    assert_null(tp_agent_failure(agent));
    void *view = calloc(1, game->view_size);
    tp_match_view(match, tp_match_actor(match), view);
    double start = now_s();
    tp_agent_choose(agent, view);
    assert_string_equal(tp_agent_failure(agent), "at its decision 1 it did not answer within 300 ms");
    assert_true(now_s() - start < 20);
    free(view);
    tp_agent_free(agent);
    tp_match_free(match);
    nobody_is_left("deaf.sh");
}

/* ---- leaving ---- */

/* Programs that play well are ended too, with all that they have started. */
static void nothing_outlives_the_agent(void **unused) {
    (void)unused;
    const tp_game *game = tp_game_find("sabacc", NULL);
    static const char *const bots[] = {"exec:tests/bots/leaves_children.sh," PATIENT,
                                       "exec:python3 tests/bots/slow_writer.py 0.0001," PATIENT};
    for (size_t i = 0; i < sizeof bots / sizeof *bots; i++) {
        tp_agent *agent = make(game, bots[i], 3);
        play(game, agent, 2, 3, true);
        play(game, agent, 1, 4, false);
        if (tp_agent_failure(agent) != NULL) fail_msg("%s: %s", bots[i], tp_agent_failure(agent));
        tp_agent_free(agent);
        nobody_is_left(bots[i]);
    }
    /* One that was never asked, and one that must be killed. */
    tp_agent_free(make(game, "exec:tests/bots/leaves_children.sh", 1));
    nobody_is_left("never asked");
    double start = now_s();
    tp_agent_free(make(game, "exec:tests/bots/hang_stubbornly.sh", 1));
    nobody_is_left("stubborn");
    assert_true(now_s() - start < 20);
}

/* Also when the one who has started the program is killed. */
static void nothing_outlives_a_killed_runner(void **unused) {
    (void)unused;
    static const char *const bots[] = {"exec:tests/bots/hang_stubbornly.sh",
                                       "exec:tests/bots/leaves_children.sh"};
    for (size_t i = 0; i < sizeof bots / sizeof *bots; i++) {
        fflush(NULL);
        pid_t runner = fork();
        if (runner == 0) {
            tp_agent *agent = tp_agent_new(tp_games()[0], bots[i], 1, NULL);
            (void)agent;
            for (;;) pause();
        }
        double start = now_s();
        while (left_processes() < 3 && now_s() - start < 30) usleep(10000);
        assert_true(left_processes() >= 3);
        kill(runner, SIGKILL);
        assert_int_equal(waitpid(runner, NULL, 0), runner);
        start = now_s();
        while (left_processes() > 0 && now_s() - start < 30) usleep(10000);
        nobody_is_left(bots[i]);
    }
}

/* ---- what a program is told ---- */

static char *read_file(const char *path) {
    static char text[8 << 20];
    FILE *file = fopen(path, "re");
    if (file == NULL) {
        fail_msg("%s: %s", path, strerror(errno));
        return text;
    }
    size_t size = fread(text, 1, sizeof text - 1, file);
    text[size] = '\0';
    fclose(file);
    return text;
}

/* The question as it must be, to the byte: the view's own JSON, the legal moves, and nothing else. */
static void expect_question(const tp_game *game, const char *line, size_t size, const void *view, int number,
                            int64_t ms) {
    static tp_move moves[MOST_MOVES];
    int count = game->view_legal(view, moves);
    json_t *view_json = game->view_to_json(view);
    char *view_text = json_dumps(view_json, JSON_COMPACT), *expected = NULL;
    json_decref(view_json);
    int front =
        asprintf(&expected, "{\"is\":\"decide\",\"n\":%d,\"seat\":%d,\"ms\":%lld,\"view\":%s,\"legal\":[",
                 number, game->view_actor(view), (long long)ms, view_text);
    if (size < (size_t)front || memcmp(line, expected, (size_t)front) != 0)
        fail_msg("expected %s, found %.*s", expected, (int)size, line);
    json_t *question = json_loadb(line, size, 0, NULL), *legal = json_object_get(question, "legal");
    assert_int_equal(json_object_size(question), 6);
    assert_int_equal(json_array_size(legal), count);
    for (int i = 0; i < count; i++) {
        char text[TP_TEXT_SIZE];
        const json_t *one = json_array_get(legal, (size_t)i);
        game->move_text(moves[i], text, sizeof text);
        assert_string_equal(json_string_value(json_object_get(one, "move")), text);
        assert_true(json_is_string(json_object_get(one, "name")) &&
                    json_is_string(json_object_get(one, "help")));
        assert_int_equal(json_object_size(one), 3);
    }
    json_decref(question);
    free(view_text);
    free(expected);
}

/* What is seen of a ply: the sentences are those that the seat is told anyway. */
static const char *expect_seen(const tp_match *match, int ply, int seat, const char *line) {
    static const char *const names[TP_MAX_SEATS] = {"seat 0", "seat 1", "seat 2", "seat 3"};
    const tp_event *events;
    size_t count = tp_match_ply_events(match, ply, &events);
    char *told = tp_match_tell(match, ply, seat), *sentence = told;
    for (size_t i = 0; i < count; i++) {
        size_t size = strcspn(line, "\n"), at;
        json_t *seen = json_loadb(line, size, 0, NULL), *text;
        assert_string_equal(json_string_value(json_object_get(seen, "is")), "seen");
        assert_int_equal(json_object_size(seen), 4);
        if (events[i].seat >= 0)
            assert_int_equal(json_integer_value(json_object_get(seen, "seat")), events[i].seat);
        assert_true(
            json_is_string(json_object_get(seen, events[i].type == TP_EVENT_MOVE ? "move" : "chance")));
        json_array_foreach(json_object_get(seen, "text"), at, text) {
            char one[TP_TEXT_SIZE], filled[TP_TEXT_SIZE];
            size_t length = strcspn(sentence, "\n");
            snprintf(one, sizeof one, "%.*s", (int)length, sentence);
            tp_fill_names(one, names, TP_MAX_SEATS, filled, sizeof filled);
            assert_string_equal(json_string_value(text), filled);
            sentence += length + (sentence[length] == '\n');
        }
        json_decref(seen);
        line += size + 1;
    }
    assert_string_equal(sentence, "");
    free(told);
    return line;
}

static void a_program_is_told_what_its_seat_knows(void **unused) {
    (void)unused;
    for (const tp_game *const *game = tp_games(); *game != NULL; game++) {
        char notes[PATH_SIZE + 64], name[2 * PATH_SIZE];
        snprintf(notes, sizeof notes, "%s/%s", folder, (*game)->name);
        snprintf(name, sizeof name, "exec:python3 tests/bots/notes.py %s,ms=50000,start=1000", notes);
        int inherited = open("/dev/null", O_RDONLY); /* one that a program would inherit */
        tp_agent *agent = make(*game, name, 9);
        tp_match *match = begin(*game, 5);
        void *view = calloc(1, (*game)->view_size);
        tp_agent_begin(agent, tp_match_options(match), 1);
        tp_match_show(match, 0, 0, 1, agent);
        tp_agent *other = make(*game, "random", 5);
        for (int seat; (seat = tp_match_actor(match)) != TP_OVER && tp_match_plies(match) < 300;) {
            tp_match_view(match, seat, view);
            tp_match_play(match, seat, tp_agent_choose(seat == 1 ? agent : other, view), NULL);
            tp_match_show(match, tp_match_plies(match), tp_match_plies(match), 1, agent);
        }
        float returns[TP_MAX_SEATS] = {0.5f, -0.5f};
        int32_t scores[TP_MAX_SEATS] = {3, -4};
        tp_agent_end(agent, 2, returns, scores);
        if (tp_agent_failure(agent) != NULL) fail_msg("%s", tp_agent_failure(agent));
        tp_agent_free(agent);
        tp_agent_free(other);
        close(inherited);

        const char *line = read_file(notes);
        char expected[TP_TEXT_SIZE];
        snprintf(
            expected, sizeof expected,
            "{\"is\":\"hello\",\"protocol\":1,\"game\":\"%s\",\"title\":\"%s\",\"rules\":\"%s\",\"seed\":",
            (*game)->name, (*game)->title, (*game)->rules_version);
        assert_memory_equal(line, expected, strlen(expected));
        line += strcspn(line, "\n") + 1;
        json_t *options = tp_options_to_json(tp_match_options(match));
        char *options_text = json_dumps(options, JSON_COMPACT);
        snprintf(expected, sizeof expected, "{\"is\":\"begin\",\"seat\":1,\"options\":%s}\n", options_text);
        assert_memory_equal(line, expected, strlen(expected));
        json_decref(options);
        free(options_text);
        line += strcspn(line, "\n") + 1;
        int questions = 0;
        for (int ply = 0; ply <= tp_match_plies(match); ply++) {
            line = expect_seen(match, ply, 1, line);
            tp_match_view_at(match, ply, 1, view);
            if ((*game)->view_actor(view) != 1 || ply == tp_match_plies(match)) continue;
            size_t size = strcspn(line, "\n");
            questions++;
            expect_question(*game, line, size, view, questions, questions == 1 ? 51000 : 50000);
            line += size + 1;
        }
        assert_true(questions > ((*game)->max_plies < 20 ? 0 : 5));
        assert_string_equal(line,
                            "{\"is\":\"end\",\"returns\":[0.5,-0.5],\"scores\":[3,-4]}\n{\"is\":\"quit\"}\n");

        char around_notes[sizeof notes + 8];
        snprintf(around_notes, sizeof around_notes, "%s.around", notes);
        json_t *around = json_loads(read_file(around_notes), 0, NULL);
        assert_int_equal(json_array_size(json_object_get(around, "files")), 0);
        assert_string_equal(json_string_value(json_object_get(around, "mark")), mark);
        char *here = getcwd(NULL, 0);
        assert_string_equal(json_string_value(json_object_get(around, "folder")), here);
        assert_int_not_equal(json_integer_value(json_object_get(around, "group")), getpgrp());
        free(here);
        json_decref(around);
        free(view);
        tp_match_free(match);
    }
    nobody_is_left("notes.py");
}

/* The caller need not tell an agent where games begin and end. */
static void choosing_is_enough(void **unused) {
    (void)unused;
    const tp_game *game = tp_game_find("sabacc", NULL);
    char name[2 * PATH_SIZE], notes[PATH_SIZE + 64];
    snprintf(notes, sizeof notes, "%s/plain", folder);
    snprintf(name, sizeof name, "exec:python3 tests/bots/notes.py %s," PATIENT, notes);
    tp_agent *agent = make(game, name, 9);
    play(game, agent, 3, 2, false);
    assert_null(tp_agent_failure(agent));
    tp_agent_free(agent);
    const char *line = read_file(notes);
    line += strcspn(line, "\n") + 1;
    assert_memory_equal(line, "{\"is\":\"begin\",\"seat\":3}\n{\"is\":\"decide\",\"n\":1,", 40);
}

/* The standard error of a program goes where that of this one does, up to a limit. */
static void complaints_are_passed_on_and_bounded(void **unused) {
    (void)unused;
    const tp_game *game = tp_game_find("sabacc", NULL);
    char path[PATH_SIZE + 64];
    snprintf(path, sizeof path, "%s/complaints", folder);
    fflush(stderr);
    int usual = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 10),
        file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    assert_true(usual >= 0 && file >= 0);
    dup2(file, STDERR_FILENO);
    tp_agent *agent = make(game, "exec:tests/bots/complains.sh," PATIENT, 1);
    play(game, agent, 0, 1, true);
    bool failed = tp_agent_failure(agent) != NULL;
    tp_agent_free(agent);
    dup2(usual, STDERR_FILENO);
    close(usual);
    close(file);
    assert_false(failed);
    struct stat about;
    assert_int_equal(stat(path, &about), 0);
    assert_true(about.st_size > 50000 && about.st_size < 70000);
    assert_non_null(strstr(read_file(path), "left out"));
    nobody_is_left("complains.sh");
}

/* ---- threads ---- */

enum { THREADS = 4 };

static void *play_in_thread(void *failed) {
    const tp_game *game = tp_game_find("sabacc", NULL);
    tp_error error;
    tp_agent *agent = tp_agent_new(game, "exec:tests/bots/leaves_children.sh," PATIENT, 1, &error);
    if (agent == NULL) return failed;
    void *state = calloc(1, game->state_size), *view = calloc(1, game->view_size);
    tp_options options;
    tp_chance chance;
    tp_options_init(&options, game->options);
    tp_chance_from_seed(&chance, 1);
    game->setup(state, &options, &chance, NULL);
    for (int i = 0; i < 40 && game->actor(state) != TP_OVER; i++) {
        game->view(state, game->actor(state), view);
        game->apply(state, tp_agent_choose(agent, view), &chance);
    }
    bool good = tp_agent_failure(agent) == NULL;
    free(state);
    free(view);
    tp_agent_free(agent);
    return good ? NULL : failed;
}

static void programs_play_in_threads(void **unused) {
    (void)unused;
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, play_in_thread, threads), 0);
    for (int i = 0; i < THREADS; i++) {
        void *failed = NULL;
        pthread_join(threads[i], &failed);
        assert_null(failed);
    }
    nobody_is_left("threads");
}

static void *make_in_thread(void *unused) {
    (void)unused;
    return tp_agent_new(tp_game_find("sabacc", NULL), "exec:tests/bots/leaves_children.sh," PATIENT, 1, NULL);
}

/* The thread that starts a program may end before it does. */
static void programs_outlive_the_thread_that_started_them(void **unused) {
    (void)unused;
    pthread_t thread;
    void *agent = NULL;
    assert_int_equal(pthread_create(&thread, NULL, make_in_thread, NULL), 0);
    pthread_join(thread, &agent);
    assert_non_null(agent);
    usleep(50000);
    play(tp_game_find("sabacc", NULL), agent, 1, 1, true);
    assert_null(tp_agent_failure(agent));
    tp_agent_free(agent);
    nobody_is_left("a thread that ended");
}

/* ---- the examples ---- */

static void examples_play_every_game(void **unused) {
    (void)unused;
    const char *greedy = getenv("TAPETE_GREEDY_BOT");
    char built[2 * PATH_SIZE];
    snprintf(built, sizeof built, "exec:'%s'," PATIENT, greedy != NULL ? greedy : "false");
    const char *const bots[] = {"exec:examples/bots/random_bot.py," PATIENT,
                                "exec:examples/bots/low_bot.sh," PATIENT, built};
    for (size_t i = 0; i < sizeof bots / sizeof *bots; i++) {
        for (const tp_game *const *game = tp_games(); *game != NULL; game++) {
            tp_agent *agent = make(*game, bots[i], 1);
            play(*game, agent, 1, 1, true);
            if (tp_agent_failure(agent) != NULL)
                fail_msg("%s plays %s: %s", bots[i], (*game)->name, tp_agent_failure(agent));
            tp_agent_free(agent);
        }
    }
    /* By now both know a game; and one process plays many. */
    const char *const experts[][2] = {{bots[1], "bruno"}, {bots[2], "mulle"}};
    for (size_t i = 0; i < 2; i++) {
        const tp_game *game = tp_game_find(experts[i][1], NULL);
        tp_agent *agent = make(game, experts[i][0], 1);
        float sum = 0;
        for (uint64_t n = 0; n < 40; n++) sum += play(game, agent, (int)(n % 2), n, true);
        if (sum < 10) fail_msg("%s gets %.0f in 40 games", experts[i][0], (double)sum);
        tp_agent_free(agent);
    }
    nobody_is_left("examples");
}

static int set_up(void **unused) {
    (void)unused;
    snprintf(folder, sizeof folder, "%s/tapete-exec-XXXXXX",
             getenv("TMPDIR") != NULL ? getenv("TMPDIR") : "/tmp");
    if (mkdtemp(folder) == NULL) return -1;
    snprintf(mark, sizeof mark, "%d-%lld", (int)getpid(), (long long)time(NULL));
    setenv("TAPETE_TEST_MARK", mark, 1);
    const char *source = getenv("TAPETE_SOURCE");
    return source != NULL ? chdir(source) : 0;
}

static int clean_up(void **unused) {
    (void)unused;
    DIR *files = opendir(folder);
    const struct dirent *one;
    // cppcheck-suppress readdirCalled
    while (files != NULL && (one = readdir(files)) != NULL) {
        char path[2 * PATH_SIZE];
        snprintf(path, sizeof path, "%s/%s", folder, one->d_name);
        unlink(path);
    }
    if (files != NULL) closedir(files);
    return rmdir(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_is_a_command),
        cmocka_unit_test(a_wrong_name_starts_nothing),
        cmocka_unit_test(whoever_misbehaves_forfeits),
        cmocka_unit_test(whoever_does_not_listen_forfeits),
        cmocka_unit_test(nothing_outlives_the_agent),
        cmocka_unit_test(nothing_outlives_a_killed_runner),
        cmocka_unit_test(a_program_is_told_what_its_seat_knows),
        cmocka_unit_test(choosing_is_enough),
        cmocka_unit_test(complaints_are_passed_on_and_bounded),
        cmocka_unit_test(programs_play_in_threads),
        cmocka_unit_test(programs_outlive_the_thread_that_started_them),
        cmocka_unit_test(examples_play_every_game),
    };
    return cmocka_run_group_tests_name("exec", tests, set_up, clean_up);
}
