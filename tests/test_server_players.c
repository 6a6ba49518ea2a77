/* What players have reached, over HTTP: somebody's games, and leaderboards. */
#include "support/server_stand_in.h"

#include <math.h>

/* ---- what has been played ---- */

static void put_person(const char *id, const char *name, const char *login) {
    store_person row = {.sign_in = 1};
    snprintf(row.id, sizeof row.id, "%s", id);
    snprintf(row.name, sizeof row.name, "%s", name);
    snprintf(row.login, sizeof row.login, "%s", login);
    assert_int_equal(store_person_put(kept, &row, NULL), TP_OK);
}

/* One seat of a finished table, which is made where it is not there yet. */
static void put_seat(const char *table, int seat, const char *who, const char *agent, const char *against,
                     double returns, bool is_public) {
    const store_table row = {table, "mus", "over", "{}", 1, 2};
    const store_result result = {.table = table,
                                 .game = "mus",
                                 .seat = seat,
                                 .person = who,
                                 .agent = agent,
                                 .returns = returns,
                                 .score = (int64_t)(40 * returns),
                                 .rated = true,
                                 .how = "played",
                                 .ended_ms = table[1] * 1000,
                                 .side = seat % 2,
                                 .is_public = is_public,
                                 .against = against,
                                 .points = who[0] != '\0' ? (returns + 1) / 2 : -1};
    assert_int_equal(store_table_put(kept, &row, NULL), TP_OK);
    assert_int_equal(store_result_add(kept, &result, NULL), TP_OK);
}

/* The cookie of somebody in the store. */
static browser browser_of(server *server, const char *id) {
    browser browser = {.server = server};
    char text[COOKIE_SIZE];
    cookie made = {.sign_in = 1};
    snprintf(made.id, sizeof made.id, "%s", id);
    cookie_write(server->cookie_key, &made, text);
    snprintf(browser.cookie, sizeof browser.cookie, "tapete=%s", text);
    return browser;
}

static const json_t *item(const json_t *list, size_t at) {
    const json_t *found = json_array_get(list, at);
    assert_non_null(found);
    return found;
}

static const char *text_in(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text != NULL ? text : "";
}

static json_int_t number_in(const json_t *object, const char *key) {
    assert_true(json_is_integer(json_object_get(object, key)));
    return json_integer_value(json_object_get(object, key));
}

static double real_in(const json_t *object, const char *key) {
    assert_true(json_is_number(json_object_get(object, key)));
    return json_number_value(json_object_get(object, key));
}

/* ---- players ---- */

static void a_player_has_games_and_standings(void **unused) {
    (void)unused;
    server *server = begin();
    put_person("pana", "Ana", "ana");
    put_person("peva", "Eva", "");
    put_seat("ta", 0, "pana", "", "people", 1, true);
    put_seat("ta", 1, "peva", "", "people", -1, true);
    put_seat("tb", 0, "", "mus-bot", "", 1, false);
    put_seat("tb", 1, "pana", "", "mus-bot", -1, false);
    browser looker = {.server = server};
    assert_int_equal(get(&looker, "/api/player/pana"), 200);
    assert_string_equal(says(&looker, "id"), "pana");
    assert_string_equal(says(&looker, "name"), "Ana");
    assert_true(json_is_true(json_object_get(looker.json, "account")));
    assert_int_equal(number_in(looker.json, "games"), 2);
    const json_t *last = json_object_get(looker.json, "last"),
                 *standings = json_object_get(looker.json, "standings");
    assert_int_equal(json_array_size(last), 2);
    const json_t *newest = item(last, 0), *older = item(last, 1);
    assert_int_equal(number_in(newest, "seat"), 1);
    assert_int_equal(json_array_size(json_object_get(newest, "seats")), 2);
    assert_string_equal(text_in(item(json_object_get(newest, "seats"), 0), "agent"), "mus-bot");
    assert_string_equal(text_in(older, "table"), "ta");
    assert_string_equal(text_in(item(json_object_get(older, "seats"), 1), "name"), "Eva");
    assert_int_equal(number_in(item(json_object_get(older, "seats"), 1), "side"), 1);
    assert_int_equal(json_array_size(standings), 2);
    assert_string_equal(text_in(item(standings, 0), "against"), "mus-bot");
    assert_int_equal(number_in(item(standings, 0), "won"), 0);
    assert_int_equal(number_in(item(standings, 1), "won"), 1);
    /* A guest has a page too. */
    assert_int_equal(get(&looker, "/api/player/peva"), 200);
    assert_false(json_is_true(json_object_get(looker.json, "account")));
    close_browser(&looker);
    end(server);
}

static void private_tables_are_for_those_who_sat_there(void **unused) {
    (void)unused;
    server *server = begin();
    put_person("pana", "Ana", "ana");
    put_person("peva", "Eva", "eva");
    put_seat("tsecret", 0, "pana", "", "people", 1, false);
    put_seat("tsecret", 1, "peva", "", "people", -1, false);
    browser ana = browser_of(server, "pana"), eva = browser_of(server, "peva"), looker = {.server = server};
    assert_int_equal(get(&looker, "/api/player/pana"), 200);
    assert_null(strstr(looker.exchange.body, "tsecret"));
    assert_null(strstr(looker.exchange.body, "Eva"));
    assert_null(strstr(looker.exchange.body, "peva"));
    assert_int_equal(number_in(looker.json, "games"), 1);
    assert_int_equal(json_array_size(json_object_get(looker.json, "last")), 1);
    /* Eva finds it on her own page; Ana's says no more to her than to others. */
    assert_int_equal(get(&eva, "/api/player/pana"), 200);
    assert_null(strstr(eva.exchange.body, "tsecret"));
    assert_int_equal(get(&ana, "/api/player/pana"), 200);
    assert_non_null(strstr(ana.exchange.body, "tsecret"));
    assert_non_null(strstr(ana.exchange.body, "Eva"));
    close_browser(&ana);
    close_browser(&eva);
    close_browser(&looker);
    end(server);
}

static void who_is_not_there_has_no_page(void **unused) {
    (void)unused;
    server *server = begin();
    browser looker = {.server = server};
    put_person("pana", "Ana", "ana");
    put_seat("ta", 0, "pana", "", "people", 1, true);
    assert_int_equal(get(&looker, "/api/player/pana"), 200);
    assert_int_equal(store_person_delete(kept, "pana", NULL), TP_OK);
    static const char *const nobody[] = {"/api/player/pana", "/api/player/pnone",
                                         "/api/player/",     "/api/player/a/b",
                                         "/api/player/P'--", "/api/player/pppppppppppppppppppppppppppppppp"};
    for (size_t i = 0; i < sizeof nobody / sizeof *nobody; i++) {
        if (get(&looker, nobody[i]) != 404) fail_msg("%s", nobody[i]);
        assert_string_equal(reason(&looker), "NO_SUCH_PLAYER");
    }
    close_browser(&looker);
    end(server);
}

static void a_new_guest_has_an_own_page(void **unused) {
    (void)unused;
    server *server = begin();
    browser guest = {.server = server}, looker = {.server = server};
    assert_int_equal(get(&guest, "/api/session"), 200);
    char target[64], name[NAME_SIZE];
    snprintf(target, sizeof target, "/api/player/%s", says(&guest, "id"));
    snprintf(name, sizeof name, "%s", says(&guest, "name"));
    assert_int_equal(get(&guest, target), 200);
    assert_string_equal(says(&guest, "name"), name);
    assert_int_equal(number_in(guest.json, "games"), 0);
    assert_int_equal(json_array_size(json_object_get(guest.json, "last")), 0);
    /* Nobody else knows of them yet. */
    assert_int_equal(get(&looker, target), 404);
    close_browser(&guest);
    close_browser(&looker);
    end(server);
}

/* ---- leaderboards ---- */

static void win(const char *who, int number, bool won) {
    char table[ID_SIZE];
    snprintf(table, sizeof table, "t%s%d", who, number);
    put_seat(table, 0, who, "", "people", won ? 1 : -1, true);
}

static void leaders_are_ranked_by_what_is_certain(void **unused) {
    (void)unused;
    server *server = begin();
    put_person("pana", "Ana", "ana"); /* has won her only game */
    put_person("peva", "Eva", "eva"); /* has won 30 of 40 */
    put_person("pzoe", "Zoe", "");    /* a guest */
    win("pana", 0, true);
    win("pzoe", 0, true);
    for (int i = 0; i < 40; i++) win("peva", i, i < 30);
    browser looker = {.server = server};
    assert_int_equal(get(&looker, "/api/leaders/mus"), 200);
    assert_string_equal(says(&looker, "against"), "people");
    assert_string_equal(says(&looker, "title"), "Mus");
    assert_int_equal(number_in(looker.json, "people"), 2);
    const json_t *leaders = json_object_get(looker.json, "leaders");
    assert_int_equal(json_array_size(leaders), 2);
    const json_t *first = item(leaders, 0), *second = item(leaders, 1);
    assert_string_equal(text_in(first, "name"), "Eva");
    assert_int_equal(number_in(first, "rank"), 1);
    assert_int_equal(number_in(first, "games"), 40);
    assert_int_equal(number_in(first, "won"), 30);
    assert_true(fabs(real_in(first, "share") - 0.75) < 1e-9);
    assert_true(fabs(real_in(first, "certain") - 0.5981) < 1e-3); /* Wilson's, by hand */
    assert_true(fabs(real_in(second, "certain") - 0.2065) < 1e-3);
    assert_string_equal(text_in(second, "id"), "pana");
    const json_t *boards = json_object_get(looker.json, "boards");
    assert_int_equal(json_array_size(boards), 1);
    assert_int_equal(number_in(item(boards, 0), "people"), 2);
    close_browser(&looker);
    end(server);
}

static void boards_are_apart(void **unused) {
    (void)unused;
    server *server = begin();
    put_person("pana", "Ana", "ana");
    put_seat("ta", 0, "pana", "", "flatmc:ms=200", 1, true);
    put_seat("tb", 0, "pana", "", "people", -1, true);
    browser looker = {.server = server};
    assert_int_equal(get(&looker, "/api/leaders/mus?against=flatmc%3Ams%3D200"), 200);
    assert_string_equal(says(&looker, "against"), "flatmc:ms=200");
    assert_int_equal(number_in(item(json_object_get(looker.json, "leaders"), 0), "won"), 1);
    assert_int_equal(json_array_size(json_object_get(looker.json, "boards")), 2);
    assert_int_equal(get(&looker, "/api/leaders/mus?against=nobody"), 200);
    assert_int_equal(json_array_size(json_object_get(looker.json, "leaders")), 0);
    assert_int_equal(get(&looker, "/api/leaders/mulle"), 200);
    assert_int_equal(json_array_size(json_object_get(looker.json, "boards")), 0);
    assert_int_equal(get(&looker, "/api/leaders/chess"), 404);
    assert_string_equal(reason(&looker), "NO_SUCH_GAME");
    assert_int_equal(get(&looker, "/api/leaders/mus?against=%ff"), 400);
    assert_int_equal(get(&looker, "/api/leaders/mus?against=a%20b"), 400);
    assert_string_equal(reason(&looker), "BAD_MESSAGE");
    close_browser(&looker);
    end(server);
}

/* A board that was made a moment ago is given again, unless a person who may be on it was deleted. */
static void boards_are_kept_for_a_moment(void **unused) {
    (void)unused;
    server *server = begin();
    put_person("pana", "Ana", "ana");
    win("pana", 0, true);
    browser looker = {.server = server};
    for (int i = 0; i < 40; i++) { /* more than are kept */
        char target[64];
        snprintf(target, sizeof target, "/api/leaders/mus?against=bot%d", i);
        assert_int_equal(get(&looker, target), 200);
    }
    assert_true(server->leaders.count <= 32);
    assert_int_equal(get(&looker, "/api/leaders/mus"), 200);
    win("pana", 1, true);
    assert_int_equal(get(&looker, "/api/leaders/mus"), 200);
    assert_int_equal(number_in(item(json_object_get(looker.json, "leaders"), 0), "games"), 1);
    leaders_forget(server);
    assert_int_equal(get(&looker, "/api/leaders/mus"), 200);
    assert_int_equal(number_in(item(json_object_get(looker.json, "leaders"), 0), "games"), 2);
    close_browser(&looker);
    end(server);
}

static void there_is_a_limit(void **unused) {
    (void)unused;
    server *server = begin();
    set_budgets(server, 1, 10); /* 24 reads, each player's page being 10 */
    browser looker = {.server = server};
    for (int i = 0; i < 2; i++) assert_int_equal(get(&looker, "/api/player/pana"), 404);
    assert_int_equal(get(&looker, "/api/player/pana"), 429);
    assert_int_equal(get(&looker, "/api/leaders/mus"), 429);
    assert_int_equal(get(&looker, "/api/replay/t1"), 429);
    close_browser(&looker);
    end(server);
}

/* ---- queries ---- */

static void queries_are_read(void **unused) {
    (void)unused;
    static const struct {
        const char *query, *value; /* NULL: there is none */
    } cases[] = {
        {"", NULL},
        {"seat", NULL},
        {"seat=", ""},
        {"seat=1", "1"},
        {"x=2&seat=1&y", "1"},
        {"xseat=2", NULL},
        {"seat=1&seat=2", "1"},
        {"seat=%41%3a", "A:"},
        {"seat=%4", NULL},
        {"seat=%00", NULL},
        {"&&seat=1", "1"},
        {"seat=1234567", "1234567"},
        {"seat=12345678", NULL},
        {"seats=1", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char out[8] = "before";
        bool found = http_query(cases[i].query, "seat", out, sizeof out);
        if (found != (cases[i].value != NULL)) fail_msg("%s", cases[i].query);
        assert_string_equal(out, found ? cases[i].value : "");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_player_has_games_and_standings),
        cmocka_unit_test(private_tables_are_for_those_who_sat_there),
        cmocka_unit_test(who_is_not_there_has_no_page),
        cmocka_unit_test(a_new_guest_has_an_own_page),
        cmocka_unit_test(leaders_are_ranked_by_what_is_certain),
        cmocka_unit_test(boards_are_apart),
        cmocka_unit_test(boards_are_kept_for_a_moment),
        cmocka_unit_test(there_is_a_limit),
        cmocka_unit_test(queries_are_read),
    };
    return cmocka_run_group_tests(tests, stand_in_begin, stand_in_end);
}
