/* Records in real files that something is wrong with: every kind of damage, deals that were changed, disks
 * that are full. */
#include "support/record_fixture.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>

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

/* Replace the first `from` in line `line` (from 1) with `to`; the record is then refused with this sentence.
 */
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
    refused_after(text, 2, "\"deal\"", "\"daal\"", TP_E_INPUT, "line 2: the deal should be here");
    refused_after(text, 2, "token ", "tokn ", TP_E_UNKNOWN, "line 2: outcome 'tokn ");
    refused_after(text, 2, "[\"", "[\"die 6\", \"", TP_E_INPUT,
                  "line 2: the record has 'die 6' where the rules draw");
    refused_after(text, 2, "[\"", "[1, \"", TP_E_INPUT, "line 2: outcomes should be a list of texts");
    refused_after(text, 2, "\"]", "\", \"die 1\"]", TP_E_INPUT,
                  "line 2: the record has 'die 1' where the rules draw nothing more");
    refused_after(text, 3, "\"ply\": 1", "\"ply\": 2", TP_E_INPUT, "line 3: found ply 2 instead of ply 1");
    snprintf(sentence, sizeof sentence, "line 3: it is the turn of seat %d, not of seat %d", first,
             (first + 1) % 4);
    char seat[16], other_seat[16];
    snprintf(seat, sizeof seat, "\"seat\": %d", first);
    snprintf(other_seat, sizeof other_seat, "\"seat\": %d", (first + 1) % 4);
    refused_after(text, 3, seat, other_seat, TP_E_INPUT, sentence);
    refused_after(text, 3, seat, "\"seat\": 4", TP_E_INPUT,
                  "line 3: 'seat' should be a whole number in 0 .. 3");
    refused_after(text, 3, "NO_TOKEN", "PASS", TP_E_INPUT, "line 3: PASS: ");
    refused_after(text, 3, "NO_TOKEN", "NO", TP_E_INPUT, "line 3: 'NO' is not a move of sabacc");
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
                  "line 5: this is not a ply, undo, resignation, result or key");
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
    snprintf(sentence, sizeof sentence, "line %zu: only the key or an undo may follow the result", last);
    refused_after(text, last, "{", "{\"ply\": 1}\n{", TP_E_INPUT, sentence);
    snprintf(sentence, sizeof sentence, "line %zu: only an undo may follow the key", last + 1);
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
        verifies("consistent, but not witnessed: ");
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

int main(void) {
    const struct CMUnitTest tests[] = {
        record_test(what_a_match_continues_survives),
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
