/* The parts of the server that need no socket: maps, limits, cookies, names. */
#include "server/limits.h"
#include "server/text.h"
#include "support/server_stand_in.h"

#include <fcntl.h>

/* ---- maps ---- */

enum { KEYS = 500 };

static void a_map_is_a_list_of_names_with_values(void **unused) {
    (void)unused;
    static char keys[KEYS][8];
    static void *values[KEYS];
    static int things[KEYS];
    map map = {0};
    size_t count = 0;
    uint32_t random = 1;
    for (int i = 0; i < KEYS; i++) snprintf(keys[i], sizeof keys[i], "k%d", i);
    assert_null(map_get(&map, "k1"));
    map_remove(&map, "k1");
    for (int step = 0; step < 60000; step++) {
        random = random * 1664525u + 1013904223u;
        int i = (int)(random >> 8) % (step < 30000 ? KEYS : 40);
        if ((random >> 4) % 3 == 0) {
            count -= values[i] != NULL;
            map_remove(&map, keys[i]);
            values[i] = NULL;
        } else {
            count += values[i] == NULL;
            values[i] = &things[(random >> 5) % KEYS];
            assert_true(map_put(&map, keys[i], values[i]));
        }
        assert_ptr_equal(map_get(&map, keys[i]), values[i]);
        assert_int_equal(map.count, count);
    }
    size_t found = 0;
    for (size_t i = 0; map_next(&map, &i) != NULL;) found++;
    assert_int_equal(found, count);
    for (int i = 0; i < KEYS; i++) assert_ptr_equal(map_get(&map, keys[i]), values[i]);
    assert_true(map.capacity <= 2048);
    map_free(&map);
}

static void entries_can_be_removed_on_the_way(void **unused) {
    (void)unused;
    static char keys[KEYS][8];
    map map = {0};
    for (int i = 0; i < KEYS; i++) {
        snprintf(keys[i], sizeof keys[i], "%d", i);
        map_put(&map, keys[i], keys[i]);
    }
    size_t met = 0;
    char *key;
    for (size_t i = 0; (key = map_next(&map, &i)) != NULL; met++) map_remove(&map, key);
    assert_int_equal(met, KEYS);
    assert_int_equal(map.count, 0);
    size_t start = 0;
    assert_null(map_next(&map, &start));
    map_free(&map);
}

/* ---- names, time, the log ---- */

static void random_names_have_their_shape(void **unused) {
    (void)unused;
    char hex[33], other[33], id[ID_SIZE];
    random_hex(hex, sizeof hex);
    random_hex(other, sizeof other);
    assert_int_equal(strlen(hex), 32);
    assert_int_equal(strspn(hex, "0123456789abcdef"), 32);
    assert_string_not_equal(hex, other);
    random_id(id, 't', 20);
    assert_int_equal(strlen(id), 21);
    assert_int_equal(id[0], 't');
    assert_true(is_id(id));
    assert_false(is_id(""));
    assert_false(is_id("pA"));
    assert_false(is_id("p/.."));
    assert_false(is_id("p12345678901234567890123"));
    int64_t now = server_now_ms();
    assert_true(server_now_ms() >= now);
    assert_true(server_time_ms() > 1700000000000);
}

static void a_line_of_the_log_is_json(void **unused) {
    (void)unused;
    int saved = dup(STDERR_FILENO), file = open(path_of("log"), O_RDWR | O_CREAT | O_TRUNC, 0600);
    dup2(file, STDERR_FILENO);
    server_log_level = LOG_INFO;
    server_log(LOG_INFO, "a \"thing\"", "table", "t1", "bad", "\xFF", NULL);
    server_log(LOG_DEBUG, "not said", NULL);
    server_log_level = LOG_ERROR;
    dup2(saved, STDERR_FILENO);
    close(saved);
    char text[1000] = "";
    assert_true(pread(file, text, sizeof text - 1, 0) > 0);
    close(file);
    assert_ptr_equal(strchr(text, '\n'), text + strlen(text) - 1);
    json_t *line = json_loads(text, 0, NULL);
    assert_string_equal(json_string_value(json_object_get(line, "what")), "a \"thing\"");
    assert_string_equal(json_string_value(json_object_get(line, "level")), "info");
    assert_string_equal(json_string_value(json_object_get(line, "table")), "t1");
    assert_int_equal(json_string_length(json_object_get(line, "time")), strlen("2026-02-03T04:05:06.789Z"));
    json_decref(line);
}

/* ---- limits ---- */

static void every_limit_is_read(void **unused) {
    (void)unused;
    tp_options options;
    limits plain, changed;
    memset(&plain, 0, sizeof plain);
    memset(&changed, 0, sizeof changed);
    tp_options_init(&options, server_option_table);
    limits_read(&plain, &options);
    assert_int_equal(plain.message_bytes, 16384);
    assert_false(plain.metrics_open);
    for (const tp_option *option = server_option_table; option->name != NULL; option++) {
        char most[32];
        tp_options_init(&options, server_option_table);
        snprintf(most, sizeof most, "%.0f", option->max);
        const char *value = option->type == TP_OPTION_BOOL ? "true" : most;
        assert_int_equal(tp_options_set(&options, option->name, value, NULL), TP_OK);
        limits_read(&changed, &options);
        /* Both began as zeros, padding and all. NOLINTNEXTLINE */
        if (memcmp(&plain, &changed, sizeof plain) == 0) fail_msg("%s changes nothing", option->name);
        assert_int_not_equal(tp_options_set(&options, option->name, "-1", NULL), TP_OK);
    }
}

static void neighbours_of_an_address_count_as_one(void **unused) {
    (void)unused;
    static const char *const cases[][2] = {
        {"192.0.2.7", "192.0.2.7"},
        {"::ffff:192.0.2.7", "192.0.2.7"},
        {"2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"},
        {"2001:db8:1:2::9", "2001:db8:1:2::"},
        {"", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char network[NETWORK_SIZE];
        address_network(cases[i][0], network);
        assert_string_equal(network, cases[i][1]);
    }
}

static void only_agents_within_the_limits_may_play(void **unused) {
    (void)unused;
    server *server = begin();
    server->setup.limits.agent_ms = 500;
    server->setup.limits.agent_games = 2000;
    const tp_game *mus = tp_game_find("mus", NULL), *mulle = tp_game_find("mulle", NULL);
    static const char *const good[] = {"random",        "mus-bot",           "mus-bot:p_bluff=0.1,bet=3",
                                       "flatmc:ms=500", "flatmc:games=2000", "flatmc:games=1,threads=1",
                                       "flatmc"};
    static const char *const bad[] = {"",
                                      "nobody",
                                      "mus-bot:",
                                      "mulle-greedy",
                                      "mus-bot:p_bluff=2",
                                      "flatmc:ms=501",
                                      "flatmc:games=2001",
                                      "flatmc:threads=2",
                                      "flatmc:ms=1,games=1",
                                      "flatmc:ms=1,threads=2",
                                      "FLATMC",
                                      "flatmc:games=1,games=99999999",
                                      "flatmc ",
                                      "exec",
                                      "exec:true",
                                      "exec:ms=1,command=true",
                                      "\xFF"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        tp_error error = {0};
        if (agent_allowed(server, mus, NULL, good[i], &error) != TP_OK)
            fail_msg("%s: %s", good[i], error.text);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        tp_error error = {0};
        if (agent_allowed(server, mus, NULL, bad[i], &error) == TP_OK) fail_msg("%s may play", bad[i]);
        assert_true(strlen(error.text) > 10);
        assert_int_not_equal(agent_allowed(server, mus, NULL, bad[i], NULL), TP_OK);
    }
    /* A file is neither read nor made. */
    char name[AGENT_SIZE], fitted[AGENT_SIZE];
    snprintf(name, sizeof name, "mulle-learn:file=%s", path_of("learnt"));
    tp_error error = {0};
    assert_int_not_equal(agent_allowed(server, mulle, NULL, name, &error), TP_OK);
    assert_string_equal(error.text, "agent mulle-learn: option 'file' cannot be set here");
    assert_int_equal(access(path_of("learnt"), F_OK), -1);
    assert_int_equal(agent_allowed(server, mulle, NULL, "mulle-learn:learn=false", NULL), TP_OK);
    /* No program is run either, whatever it is called and wherever the name comes from. */
    snprintf(name, sizeof name, "exec:touch %s", path_of("run"));
    assert_int_equal(agent_allowed(server, mulle, NULL, name, &error), TP_E_INPUT);
    assert_string_equal(error.text, "agent exec: it runs programs, which servers do not allow");
    agent_fit(server, mulle, NULL, name, fitted);
    assert_string_equal(fitted, "random");
    assert_int_equal(access(path_of("run"), F_OK), -1);
    for (const tp_agent_kind *const *kind = tp_agent_kinds(); *kind != NULL; kind++) {
        if ((*kind)->is_local)
            assert_int_not_equal(agent_allowed(server, mulle, NULL, (*kind)->name, NULL), TP_OK);
    }
    char long_name[2 * AGENT_SIZE];
    memset(long_name, 'x', sizeof long_name);
    long_name[sizeof long_name - 1] = '\0';
    assert_int_not_equal(agent_allowed(server, mus, NULL, long_name, NULL), TP_OK);
    end(server);
}

static void levels_are_on_offer_within_the_limits(void **unused) {
    (void)unused;
    server *server = begin();
    const tp_game *mus = tp_game_find("mus", NULL);
    server->setup.limits.agent_ms = 70;
    server->setup.limits.agent_games = 20;
    char out[AGENT_SIZE];
    for (const tp_level *level = tp_levels(); level->name != NULL; level++) {
        assert_int_equal(agent_allowed(server, mus, NULL, level->name, NULL), TP_OK);
        agent_fit(server, mus, NULL, level->name, out);
        assert_int_equal(agent_allowed(server, mus, NULL, out, NULL), TP_OK);
    }
    assert_string_equal(out, "ismcts:ms=70,memory=8");
    agent_fit(server, mus, NULL, "gentle", out);
    assert_string_equal(out, tp_level_agent(mus, "gentle"));
    /* where a variant is solved, the best plays its solution */
    static const char *const variants[][2] = {
        {"S2", "nash"}, {"F2", "nash"}, {"F4", "ismcts:ms=70,memory=8"}};
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
        tp_options options;
        tp_options_init(&options, mus->options);
        assert_int_equal(tp_options_set(&options, "preset", variants[i][0], NULL), TP_OK);
        mus->settle(&options, NULL);
        agent_fit(server, mus, &options, "strongest", out);
        assert_string_equal(out, variants[i][1]);
        assert_int_equal(agent_allowed(server, mus, &options, "strongest", NULL), TP_OK);
        agent_fit(server, mus, &options, "strong", out);
        assert_string_not_equal(out, "nash");
    }
    assert_int_not_equal(agent_allowed(server, mus, NULL, "strong:ms=1", NULL), TP_OK);
    end(server);
}

static void an_agent_without_a_budget_gets_one(void **unused) {
    (void)unused;
    server *server = begin();
    server->setup.limits.agent_ms = 500;
    server->setup.limits.agent_games = 2000;
    const tp_game *mus = tp_game_find("mus", NULL);
    static const char *const cases[][2] = {
        {"flatmc", "flatmc:games=2000"},        {"flatmc:threads=1", "flatmc:threads=1,games=2000"},
        {"flatmc:ms=7", "flatmc:ms=7"},         {"flatmc:games=7", "flatmc:games=7"},
        {"ismcts", "ismcts:memory=8"},          {"ismcts:sims=100", "ismcts:sims=100,memory=8"},
        {"ismcts:memory=2", "ismcts:memory=2"}, {"random", "random"},
        {"mus-bot:bet=3", "mus-bot:bet=3"},
    };
    char out[AGENT_SIZE];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        agent_fit(server, mus, NULL, cases[i][0], out);
        assert_string_equal(out, cases[i][1]);
    }
    server->setup.limits.agent_games = 150000;
    agent_fit(server, mus, NULL, "flatmc", out);
    assert_string_equal(out, "flatmc");
    end(server);
}

/* ---- cookies ---- */

static const uint8_t key[STORE_SECRET_SIZE] = {1, 2, 3};

static bool reads(const char *header) {
    cookie out;
    memset(&out, 0xEE, sizeof out);
    bool good = cookie_read(key, header, &out);
    if (!good) assert_int_equal((uint8_t)out.id[0], 0xEE); /* untouched */
    return good;
}

static void only_our_own_cookies_are_read(void **unused) {
    (void)unused;
    cookie mine = {.id = "pabc", .sign_in = 12}, other = {.id = "pabd", .sign_in = 12}, out;
    char value[COOKIE_SIZE], wrong[COOKIE_SIZE], header[4000];
    cookie_write(key, &mine, value);
    snprintf(header, sizeof header, "tapete=%s", value);
    assert_true(cookie_read(key, header, &out));
    assert_string_equal(out.id, "pabc");
    assert_int_equal(out.sign_in, 12);
    snprintf(header, sizeof header, "a=b;  tapete=%s ; c=\"d\"", value);
    assert_true(reads(header));
    /* Other cookies, however alike. */
    snprintf(header, sizeof header, "xtapete=%s; tapete2=%s; tapete =%s; TAPETE=%s", value, value, value,
             value);
    assert_false(reads(header));
    /* Every bit of it counts, and so does its end. */
    for (size_t i = 0; value[i] != '\0'; i++) {
        for (int bit = 0; bit < 8; bit++) {
            memcpy(wrong, value, sizeof wrong);
            wrong[i] = (char)(wrong[i] ^ (1 << bit));
            snprintf(header, sizeof header, "tapete=%s", wrong);
            assert_false(reads(header));
        }
        snprintf(header, sizeof header, "tapete=%.*s", (int)i, value);
        assert_false(reads(header));
    }
    snprintf(header, sizeof header, "tapete=%s0", value);
    assert_false(reads(header));
    /* A name or number of somebody else under this signature. */
    cookie_write(key, &other, wrong);
    snprintf(header, sizeof header, "tapete=pabc%s", strchr(wrong, '.'));
    assert_false(reads(header));
    snprintf(header, sizeof header, "tapete=pabc.13%s", strrchr(value, '.'));
    assert_false(reads(header));
    snprintf(header, sizeof header, "tapete=pabc.012%s", strrchr(value, '.'));
    assert_false(reads(header));
    static const char *const rubbish[] = {
        "",           ";",           ";;;; ;",         "tapete",
        "tapete=",    "=",           "tapete=.",       "tapete=..",
        "tapete=...", "tapete=p.1.", "tapete=p.-1.00", "tapete=p.99999999999999999999.00"};
    for (size_t i = 0; i < sizeof rubbish / sizeof *rubbish; i++) assert_false(reads(rubbish[i]));
}

static void the_first_good_one_of_several_cookies_counts(void **unused) {
    (void)unused;
    cookie first = {.id = "pone", .sign_in = 0}, second = {.id = "ptwo", .sign_in = 3}, out;
    char one[COOKIE_SIZE], two[COOKIE_SIZE], header[1000];
    cookie_write(key, &first, one);
    cookie_write(key, &second, two);
    snprintf(header, sizeof header, "tapete=bad; tapete=%s; tapete=%s", two, one);
    assert_true(cookie_read(key, header, &out));
    assert_string_equal(out.id, "ptwo");
    /* A huge header is no trouble. */
    size_t size = 1 << 20;
    char *huge = malloc(size + 200);
    assert_non_null(huge);
    for (size_t i = 0; i < size; i++) huge[i] = "tapete=x.1.;"[i % 12];
    snprintf(huge + size, 200, "; tapete=%s", one);
    assert_true(cookie_read(key, huge, &out));
    assert_string_equal(out.id, "pone");
    memset(huge, 'a', size);
    memcpy(huge, "tapete=", 7);
    huge[size] = '\0';
    assert_false(reads(huge));
    free(huge);
    /* Another server's key. */
    uint8_t foreign[STORE_SECRET_SIZE] = {9};
    snprintf(header, sizeof header, "tapete=%s", one);
    assert_false(cookie_read(foreign, header, &out));
    /* The longest there can be fits. */
    cookie longest = {.id = "p1234567890123456789012", .sign_in = 999999999999999999};
    cookie_write(key, &longest, one);
    snprintf(header, sizeof header, "tapete=%s", one);
    assert_true(cookie_read(key, header, &out));
    assert_int_equal(out.sign_in, longest.sign_in);
}

/* ---- names of people ---- */

static void a_name_is_trimmed_and_kept(void **unused) {
    (void)unused;
    static const char *const cases[][2] = {
        {"Ana", "Ana"},
        {"  Ana  ", "Ana"},
        {"Ana \xE3\x80\x80 \xC2\xA0 Eva", "Ana Eva"},
        {"\xC3\x81lvaro", "\xC3\x81lvaro"},
        {"\xE6\x9D\x8E", "\xE6\x9D\x8E"},
        {"\xF0\x9F\x82\xA1", "\xF0\x9F\x82\xA1"},
        {"123456789012345678901234", "123456789012345678901234"},
        {"<b>&\"'", "<b>&\"'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char out[NAME_SIZE];
        tp_error error = {0};
        if (people_check_name(cases[i][0], out, &error) != TP_OK) fail_msg("%s: %s", cases[i][0], error.text);
        assert_string_equal(out, cases[i][1]);
    }
}

static void refuses_name(const char *name) {
    char out[NAME_SIZE] = "as it was";
    tp_error error = {0};
    if (people_check_name(name, out, &error) == TP_OK) fail_msg("\"%s\" was taken", name);
    assert_string_equal(out, "as it was");
    assert_true(strlen(error.text) > 5);
}

/* A character in UTF-8, between two others. */
static void surround(uint32_t character, char out[8]) {
    size_t used = 0;
    out[used++] = 'a';
    if (character < 0x800) {
        out[used++] = (char)(0xC0 | character >> 6);
    } else {
        if (character < 0x10000) {
            out[used++] = (char)(0xE0 | character >> 12);
        } else {
            out[used++] = (char)(0xF0 | character >> 18);
            out[used++] = (char)(0x80 | (character >> 12 & 0x3F));
        }
        out[used++] = (char)(0x80 | (character >> 6 & 0x3F));
    }
    out[used++] = (char)(0x80 | (character & 0x3F));
    out[used++] = 'b';
    out[used] = '\0';
}

static void a_name_that_could_deceive_is_refused(void **unused) {
    (void)unused;
    static const char *const cases[] = {
        "",
        "   ",
        "\xE3\x80\x80",
        "1234567890123456789012345",
        "a\nb",
        "a\tb",
        "\x1B[31m",
        "\x7F",
        "\xFF",
        "\xC0\x80",
        "\xED\xA0\x80" /* surrogate */,
        "\xF4\x90\x80\x80",
        "\xC3",
        "\xE3\x85",
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) refuses_name(cases[i]);
    /* Controls, soft hyphen, direction, isolates, no width, byte order, fillers, tags, private, no
     * characters. */
    static const uint32_t unfit[] = {0x85,   0xAD,   0x61C,  0x200B, 0x200F,  0x202A, 0x202E, 0x2066,
                                     0x2069, 0x2028, 0xFEFF, 0x3164, 0xE0041, 0xE000, 0xFFFF, 0x1FFFE};
    char text[8], many[80] = "";
    for (size_t i = 0; i < sizeof unfit / sizeof *unfit; i++) {
        surround(unfit[i], text);
        refuses_name(text);
    }
    /* 16 characters, but of four bytes each. */
    for (int i = 0; i < 16; i++) snprintf(many + 4 * i, 5, "\xF0\x9F\x82\xA1");
    refuses_name(many);
}

static void what_is_typed_to_sign_in_is_checked(void **unused) {
    (void)unused;
    char out[NAME_SIZE], text[300];
    assert_int_equal(account_check_login("Ana_B-7", out, NULL), TP_OK);
    assert_string_equal(out, "ana_b-7");
    static const char *const bad[] = {"",    "ab",  "a b", "an\xC3\xA1", "1234567890123456789012345",
                                      "a.b", "a\nb"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_not_equal(account_check_login(bad[i], out, NULL), TP_OK);
    }
    memset(text, 'x', sizeof text);
    text[200] = '\0';
    assert_int_equal(account_check_password(text, NULL), TP_OK);
    text[200] = 'x';
    text[201] = '\0';
    assert_int_not_equal(account_check_password(text, NULL), TP_OK);
    assert_int_not_equal(account_check_password("1234567", NULL), TP_OK);
    assert_int_equal(account_check_password("12345678", NULL), TP_OK);
    /* An unknown name is compared with something that takes as long. */
    assert_int_equal(crypto_pwhash_str_needs_rehash(account_dummy_hash, crypto_pwhash_OPSLIMIT_INTERACTIVE,
                                                    crypto_pwhash_MEMLIMIT_INTERACTIVE),
                     0);
}

/* ---- JSON ---- */

static void nesting_is_counted_before_it_is_parsed(void **unused) {
    (void)unused;
    char text[4000] = "";
    for (int depth = 1; depth < 100; depth++) {
        memset(text, '[', (size_t)depth);
        assert_int_equal(json_depth_ok(text, (size_t)depth), depth <= 32);
        for (int i = 0; i < depth; i++) snprintf(text + 5 * i, 6, "{\"a\":");
        assert_int_equal(json_depth_ok(text, 5 * (size_t)depth), depth <= 32);
    }
    snprintf(text, sizeof text, "[\"%.60s\\\"%.60s\"]",
             "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
             "{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{");
    assert_true(json_depth_ok(text, strlen(text)));
    for (int i = 0; i < 1000; i++) snprintf(text + 2 * i, 3, "[]");
    assert_true(json_depth_ok(text, 2000));
    assert_true(json_depth_ok("", 0));
    assert_true(json_depth_ok("\"\\", 2));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_map_is_a_list_of_names_with_values),
        cmocka_unit_test(entries_can_be_removed_on_the_way),
        cmocka_unit_test(random_names_have_their_shape),
        cmocka_unit_test(a_line_of_the_log_is_json),
        cmocka_unit_test(every_limit_is_read),
        cmocka_unit_test(neighbours_of_an_address_count_as_one),
        cmocka_unit_test(only_agents_within_the_limits_may_play),
        cmocka_unit_test(levels_are_on_offer_within_the_limits),
        cmocka_unit_test(an_agent_without_a_budget_gets_one),
        cmocka_unit_test(only_our_own_cookies_are_read),
        cmocka_unit_test(the_first_good_one_of_several_cookies_counts),
        cmocka_unit_test(a_name_is_trimmed_and_kept),
        cmocka_unit_test(a_name_that_could_deceive_is_refused),
        cmocka_unit_test(what_is_typed_to_sign_in_is_checked),
        cmocka_unit_test(nesting_is_counted_before_it_is_parsed),
    };
    return cmocka_run_group_tests(tests, stand_in_begin, stand_in_end);
}
