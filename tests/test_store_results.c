/* Results of finished games, what they add up to, and how an older database comes by both. */
#include "support/store_fixture.h"

static int64_t results_of(store *s, const char *who) {
    int64_t count = -1;
    must(store_result_count(s, who, &count, &error));
    return count;
}

static void check_result(void *context, const store_result *found) {
    const store_result *made = context;
    assert_string_equal(found->table, made->table);
    assert_string_equal(found->game, made->game);
    assert_int_equal(found->seat, made->seat);
    assert_string_equal(found->person, made->person);
    assert_string_equal(found->agent, made->agent);
    assert_memory_equal(&found->returns, &made->returns, sizeof made->returns);
    assert_int_equal(found->score, made->score);
    assert_int_equal(found->rated, made->rated);
    assert_string_equal(found->how, made->how);
    assert_int_equal(found->ended_ms, made->ended_ms);
    assert_int_equal(found->side, made->side);
    assert_int_equal(found->is_public, made->is_public);
    assert_string_equal(found->against, made->against);
    assert_memory_equal(&found->points, &made->points, sizeof made->points);
    assert_string_equal(found->name, "somebody");
    list("one");
}

static void test_results(void **unused) {
    (void)unused;
    store *s = open_store();
    put_person(s, "p1");
    put_person(s, "p2");
    put_table(s, "t1", "over", 1);
    put_table(s, "t2", "over", 2);
    put_table(s, "t3", "over", 3);
    store_result made = {.table = "t1",
                         .game = "Mus 'n more",
                         .seat = 3,
                         .person = "p1",
                         .agent = "flatmc:ms=200",
                         .returns = -1.0 / 3,
                         .score = INT64_MIN,
                         .rated = true,
                         .how = "resigned",
                         .ended_ms = 77,
                         .side = 1,
                         .is_public = true,
                         .against = "it's people",
                         .points = 1.0 / 3};
    must(store_result_add(s, &made, &error));
    assert_listed(store_results(s, "p1", 10, check_result, &made, &error), "one ");
    made.rated = false;
    made.returns = 0.1;
    made.score = 40;
    made.side = -1;
    made.is_public = false;
    made.points = -1;
    must(store_result_add(s, &made, &error));
    assert_listed(store_results(s, "p1", 10, check_result, &made, &error), "one ");
    must(store_table_delete(s, "t1", &error));

    put_table(s, "t1", "over", 1);
    for (int seat = 3; seat >= 0; seat--) put_result(s, "t1", seat, seat % 2 == 0 ? "p1" : "p2", 50);
    put_result(s, "t2", 0, "p2", 40);
    put_result(s, "t2", 1, "p1", 40);
    put_result(s, "t3", 0, "p1", 60);
    put_result(s, "t3", 1, "", 60);
    assert_listed(store_results(s, "p1", 100, list_result, NULL, &error),
                  "t3/0:p1 t3/1: t1/0:p1 t1/1:p2 t1/2:p1 t1/3:p2 t2/0:p2 t2/1:p1 ");
    assert_listed(store_results(s, "p2", 1, list_result, NULL, &error), "t1/0:p1 t1/1:p2 t1/2:p1 t1/3:p2 ");
    assert_listed(store_results(s, "p1", 2, list_result, NULL, &error),
                  "t3/0:p1 t3/1: t1/0:p1 t1/1:p2 t1/2:p1 t1/3:p2 ");
    assert_listed(store_results(s, "p1", 0, list_result, NULL, &error), "");
    assert_int_equal(results_of(s, "p1"), 4);
    assert_int_equal(results_of(s, "p3"), 0);
    assert_listed(store_results(s, "p3", 3, list_result, NULL, &error), "");
    made.table = "t9";
    must_not(store_result_add(s, &made, &error), TP_E_UNKNOWN, "no table 't9'");
    store_close(s);
}

/* ---- standings ---- */

/* A game that counts: `points` of this person on a board. */
static void count_game(store *s, const char *table, const char *who, const char *against, double points) {
    put_table(s, table, "over", 1);
    store_result made = {.table = table,
                         .game = "mus",
                         .person = who,
                         .agent = "",
                         .how = "played",
                         .against = against,
                         .points = points,
                         .ended_ms = (int64_t)(100 + table[1])};
    must(store_result_add(s, &made, &error));
}

static void list_standing(void *unused, const store_standing *standing) {
    (void)unused;
    char word[256];
    snprintf(word, sizeof word, "%s/%s/%s:%lld,%lld,%.3f", standing->person, standing->game,
             standing->against, (long long)standing->games, (long long)standing->won, standing->points);
    list(word);
}

static void list_board(void *unused, const char *against, int64_t people) {
    (void)unused;
    char word[128];
    snprintf(word, sizeof word, "%s:%lld", against, (long long)people);
    list(word);
}

static void put_account(store *s, const char *id) {
    store_person made = person(id, "Somebody", id);
    must(store_person_put(s, &made, &error));
}

#define of(who) store_standings_of(s, who, 10, list_standing, NULL, &error)
#define on(against) store_standings_on(s, "mus", against, list_standing, NULL, &error)

static void test_standings(void **unused) {
    (void)unused;
    store *s = open_store();
    put_account(s, "p1");
    put_account(s, "p2");
    put_person(s, "p3"); /* a guest */
    assert_listed(on("people"), "");
    count_game(s, "t1", "p1", "people", 1);
    count_game(s, "t2", "p1", "people", 1.0 / 3);
    count_game(s, "t3", "p1", "people", 0.5);
    count_game(s, "t4", "p1", "people", -1); /* does not count */
    count_game(s, "t5", "p1", "mus-bot", 0);
    count_game(s, "t6", "p2", "people", 0.75);
    count_game(s, "t7", "p3", "people", 1);
    count_game(s, "t8", "", "people", 1);
    assert_listed(on("people"), "p1/mus/people:3,1,1.833 p2/mus/people:1,1,0.750 ");
    assert_listed(on("mus-bot"), "p1/mus/mus-bot:1,0,0.000 ");
    assert_listed(on("nobody"), "");
    assert_listed(of("p1"), "p1/mus/people:3,1,1.833 p1/mus/mus-bot:1,0,0.000 ");
    assert_listed(of("p3"), "p3/mus/people:1,1,1.000 ");
    assert_listed(store_standings_of(s, "p1", 1, list_standing, NULL, &error), "p1/mus/people:3,1,1.833 ");
    assert_listed(store_boards(s, "mus", 10, list_board, NULL, &error), "people:2 mus-bot:1 ");
    assert_listed(store_boards(s, "mus", 1, list_board, NULL, &error), "people:2 ");
    assert_listed(store_boards(s, "mulle", 10, list_board, NULL, &error), "");
    store_close(s);
}

/* Whatever becomes of results, the standings are what they add up to. */
static void test_standings_follow(void **unused) {
    (void)unused;
    store *s = open_store();
    put_account(s, "p1");
    put_account(s, "p2");
    count_game(s, "t1", "p1", "people", 1);
    count_game(s, "t2", "p1", "people", 0);
    /* A result that is written again counts once. */
    count_game(s, "t1", "p1", "people", 1);
    assert_listed(of("p1"), "p1/mus/people:2,1,1.000 ");
    count_game(s, "t1", "p1", "mus-bot", 0.5);
    assert_listed(of("p1"), "p1/mus/mus-bot:1,0,0.500 p1/mus/people:1,0,0.000 ");
    count_game(s, "t1", "p1", "mus-bot", -1);
    assert_listed(of("p1"), "p1/mus/people:1,0,0.000 ");
    count_game(s, "t1", "p2", "people", 1);
    assert_listed(of("p2"), "p2/mus/people:1,1,1.000 ");
    /* A table that goes takes its results along. */
    must(store_table_delete(s, "t2", &error));
    assert_listed(of("p1"), "");
    /* What is rolled back has not happened. */
    must(store_begin(s, &error));
    count_game(s, "t3", "p2", "people", 1);
    assert_listed(of("p2"), "p2/mus/people:2,2,2.000 ");
    store_rollback(s);
    assert_listed(of("p2"), "p2/mus/people:1,1,1.000 ");
    /* A person who is forgotten stands nowhere, and others are left alone. */
    count_game(s, "t4", "p1", "people", 1);
    must(store_person_delete(s, "p2", &error));
    assert_listed(of("p2"), "");
    assert_listed(on("people"), "p1/mus/people:1,1,1.000 ");
    assert_int_equal(number_raw(path, "SELECT count(*) FROM standings"), 1);
    assert_int_equal(
        number_raw(path, "SELECT count(*) FROM results WHERE table_id = 't1' AND person IS NULL"), 1);
    put_account(s, "p2");
    assert_listed(of("p2"), "");
    store_close(s);
}

/* ---- a database of an earlier version ---- */

static void test_old_results(void **unused) {
    (void)unused;
    execute_raw(path, "PRAGMA journal_mode = WAL");
    execute_raw(path, sqlite_schema_steps[0]);
    execute_raw(path, sqlite_schema_steps[1]);
    char pragmas[96];
    snprintf(pragmas, sizeof pragmas, "PRAGMA user_version = 2; PRAGMA application_id = %d",
             TAPETE_APPLICATION_ID);
    execute_raw(path, pragmas);
    execute_raw(
        path,
        "INSERT INTO people VALUES ('p1', 'Ana', 'ana', 'hash', 1, 2, 3);"
        "INSERT INTO tables VALUES ('t1', 'mus', 'over', '{}', 1, 2), ('t2', 'mus', 'over', '{}', 1, 2),"
        " ('t3', 'mus', 'playing', '{}', 1, 3);"
        "INSERT INTO results VALUES ('t1', 0, 'mus', 'p1', '', 1.0, 40, 1, 'played', 5);");
    store *s = open_store();
    char id[STORE_ID_SIZE];
    /* They are there, and count once they have been read again. */
    assert_listed(store_results(s, "p1", 10, list_result, NULL, &error), "t1/0:p1 ");
    assert_listed(of("p1"), "");
    must(store_unread_next(s, id, &error));
    assert_string_equal(id, "t1");
    count_game(s, "t1", "p1", "people", 1);
    must(store_unread_done(s, "t1", &error));
    assert_listed(of("p1"), "p1/mus/people:1,1,1.000 ");
    must(store_unread_next(s, id, &error));
    assert_string_equal(id, "t2");
    store_close(s);
    s = open_store(); /* what was done is done */
    must(store_unread_next(s, id, &error));
    assert_string_equal(id, "t2");
    must(store_table_delete(s, "t2", &error));
    must_not(store_unread_next(s, id, &error), TP_E_UNKNOWN, "every table");
    store_close(s);
    assert_int_equal(number_raw(path, "PRAGMA user_version"), sqlite_schema_version());
}

static void test_a_new_one_has_read_everything(void **unused) {
    (void)unused;
    store *s = open_store();
    char id[STORE_ID_SIZE];
    put_table(s, "t1", "over", 1);
    must_not(store_unread_next(s, id, &error), TP_E_UNKNOWN, "every table");
    store_close(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, make_folder, remove_folder)
        TEST(test_results),          TEST(test_standings),
        TEST(test_standings_follow), TEST(test_a_new_one_has_read_everything),
        TEST(test_old_results), /* in a file */
    };
    return RUN_STORE_TESTS(tests, sizeof tests / sizeof tests[0] - 1);
}
