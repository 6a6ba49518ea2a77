/* How full the house is (src/server/house.c): tables are counted once, by who made them and from where, and
 * in a crowded house the tables of guests who have gone are closed first. */
#include "server/connection.h"
#include "server/house.h"
#include "server/map.h"
#include "server/people.h"
#include "server/seating.h"
#include "server/server.h"
#include "server/table.h"
#include "server/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MINUTE_MS = 60000, HOUR_MS = 60 * MINUTE_MS, DAY_MS = 24 * HOUR_MS };

static server *fresh(void) {
    server *server = calloc(1, sizeof *server);
    assert_non_null(server);
    server->setup.limits =
        (limits){.tables = 100, .tables_per_address = 10, .tables_per_person = 5, .keep_days = 60};
    server->costs = costs_new(&(cost_setup){
        .percent = 100, .passwords_per_minute = 10, .guests_per_hour = 120, .tables_per_minute = 60});
    assert_non_null(server->costs);
    return server;
}

static void end(server *server) {
    costs_free(server->costs);
    free(server);
}

static void tables_are_counted_once_and_until_they_are_over(void **unused) {
    (void)unused;
    server *server = fresh();
    person ana = {.id = "pana"};
    connection connection = {.server = server, .who = &ana};
    connection.address = cost_address(server->costs, "2001:db8:1:2::3");
    connection.person = cost_person(server->costs, ana.id);
    table *tables[3];
    for (int i = 0; i < 3; i++) {
        tables[i] = table_new(server);
        assert_non_null(tables[i]);
        memcpy(tables[i]->owner, ana.id, sizeof tables[i]->owner);
        house_enter(tables[i], &connection);
        house_update(tables[i]);
    }
    const cost_budget *address = connection.address;
    assert_int_equal(server->live_tables, 3);
    assert_int_equal(connection.person->tables, 3);
    assert_int_equal(address->tables, 3);
    assert_int_equal(address->site->tables, 3);
    double each = (double)cost_price_of(PRICE_TABLE, COST_MEMORY_BYTES);
    assert_true(address->used[COST_MEMORY_BYTES] == 3 * each);
    /* Over: it does not count, and its memory is given back, once. */
    tables[0]->phase = PHASE_OVER;
    house_update(tables[0]);
    house_update(tables[0]);
    assert_int_equal(server->live_tables, 2);
    assert_true(address->used[COST_MEMORY_BYTES] == 2 * each);
    /* Read again after the database has failed: counted as before. */
    table *again = table_new(server);
    assert_non_null(again);
    house_replace(tables[1], again);
    table_free(tables[1]);
    assert_int_equal(server->live_tables, 2);
    assert_int_equal(address->tables, 2);
    /* Read from its journal after a start: it counts for its owner, and for their address when they are back.
     */
    table *old = table_new(server);
    assert_non_null(old);
    memcpy(old->owner, ana.id, sizeof old->owner);
    house_enter(old, NULL);
    assert_int_equal(connection.person->tables, 3);
    assert_int_equal(address->tables, 2);
    house_adopt(old, &connection);
    house_adopt(old, &connection);
    assert_int_equal(address->tables, 3);
    table_free(tables[0]);
    table_free(tables[2]);
    table_free(again);
    table_free(old);
    assert_int_equal(server->live_tables, 0);
    assert_int_equal(connection.person->tables, 0);
    assert_int_equal(address->tables, 0);
    assert_int_equal(address->site->tables, 0);
    assert_true(address->used[COST_MEMORY_BYTES] == 0);
    cost_let_go(server->costs, connection.address);
    cost_let_go(server->costs, connection.person);
    costs_sweep(server->costs, server_now_ms() + HOUR_MS);
    costs_sweep(server->costs, server_now_ms() + HOUR_MS);
    assert_int_equal(costs_count(server->costs), 0);
    end(server);
}

static void guests_tables_go_first_in_a_crowded_house(void **unused) {
    (void)unused;
    server *server = fresh();
    static const struct {
        int live;
        bool by_guest;
        phase phase;
        int64_t kept_ms;
    } cases[] = {
        {10, true, PHASE_OPEN, 60LL * DAY_MS},  {10, false, PHASE_PLAYING, 60LL * DAY_MS},
        {60, true, PHASE_OPEN, 10 * MINUTE_MS}, {60, true, PHASE_PLAYING, HOUR_MS},
        {60, false, PHASE_OPEN, HOUR_MS},       {60, false, PHASE_PLAYING, DAY_MS},
        {95, true, PHASE_OPEN, MINUTE_MS},      {95, true, PHASE_PLAYING, MINUTE_MS},
        {95, false, PHASE_OPEN, HOUR_MS},       {95, false, PHASE_PLAYING, DAY_MS},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        table table = {
            .server = server, .by_guest = cases[i].by_guest, .phase = cases[i].phase, .owner = "pana"};
        server->live_tables = cases[i].live;
        if (house_kept_ms(server, &table) != cases[i].kept_ms) fail_msg("case %zu is not kept as long", i);
        /* Who has made an account since is no guest. */
        person ana = {.id = "pana", .account = true};
        assert_true(map_put(&server->people, ana.id, &ana));
        assert_true(house_kept_ms(server, &table) >= cases[i].kept_ms);
        map_free(&server->people);
    }
    end(server);
}

/* A bot's move, where it may be made. */
static bool moves(table *table, bool somebody_waits, int64_t now_ms) {
    if (!house_bot_may_move(table, 0, somebody_waits, now_ms)) return false;
    table->turn++;
    return true;
}

static void bots_are_paced_where_nobody_is(void **unused) {
    (void)unused;
    server *server = fresh();
    enum { TABLES = 40, SECONDS = 600 };
    const tp_game *game = tp_game_find("mulle", NULL);
    cost_budget *address = cost_address(server->costs, "192.0.2.1");
    table *tables[TABLES];
    int idle = 0, answered = 0;
    for (int i = 0; i < TABLES; i++) {
        tables[i] = table_new(server);
        assert_non_null(tables[i]);
        snprintf(tables[i]->owner, sizeof tables[i]->owner, "p%d", i); /* as many guests */
        house_enter(tables[i], NULL);
        tables[i]->payer = address;
        tables[i]->game = game;
        tables[i]->turn = 1;
        seat_agent(&tables[i]->seats[0], "random");
        address->holders++;
    }
    for (int64_t tick = 1; tick <= 10 * SECONDS; tick++) {
        for (int i = 0; i < TABLES; i++) idle += moves(tables[i], false, 100 * tick);
    }
    /* Ten minutes of forty tables: five moves a second together, and not one more than the bucket holds. */
    assert_in_range(idle, 5 * SECONDS, 5 * SECONDS + 60);
    /* One table where somebody waits is not touched by that, and goes on a hundred times as fast. */
    for (int64_t ms = 1; ms <= 10000; ms += 10) answered += moves(tables[0], true, 100LL * 10 * SECONDS + ms);
    assert_true(answered > 500);
    for (int i = 0; i < TABLES; i++) table_free(tables[i]);
    cost_let_go(server->costs, address);
    end(server);
}

static void agents_of_an_address_think_for_so_long(void **unused) {
    (void)unused;
    server *server = fresh();
    server->setup.limits.agent_ms = 2000;
    server->setup.limits.agent_games = 100000;
    table *table = table_new(server);
    assert_non_null(table);
    table->game = tp_game_find("mulle", NULL);
    table->turn = 1;
    table->payer = cost_address(server->costs, "192.0.2.1");
    seat_agent(&table->seats[0], "ismcts:ms=2000");
    int64_t now_ms = 1000, thought_ms = 0;
    for (; now_ms < 1000 + 3600 * 1000; now_ms += 100) thought_ms += 2000 * moves(table, true, now_ms);
    /* In an hour: ten minutes at once, and then as much as two workers do. The table pays for moves, not for
     * tries. */
    assert_in_range(thought_ms, 3600 * 2000, 3600 * 2000 + 600000 + 2000);
    assert_true(cost_is_modest(server->costs, table->payer, now_ms));
    cost_let_go(server->costs, table->payer);
    table->payer = NULL;
    table_free(table);
    end(server);
}

static table *sitting_at(server *server, const char *first, const char *second) {
    table *table = table_new(server);
    assert_non_null(table);
    table->seat_count = 2;
    const char *people[] = {first, second};
    for (int seat = 0; seat < 2; seat++) {
        person who = {0};
        snprintf(who.id, sizeof who.id, "%s", people[seat]);
        if (who.id[0] != '\0') seat_person(&table->seats[seat], &who);
    }
    table->settings.is_public = true;
    house_enter(table, NULL);
    return table;
}

static size_t tables_of(const server *server, const char *person) {
    size_t count;
    table *const *tables = seating_of(server, person, &count);
    for (size_t i = 0; i < count; i++) assert_true(table_seat_of(tables[i], person) >= 0);
    return count;
}

static int open_tables(const server *server) {
    int count = 0;
    const table *before = NULL;
    for (const table *table = server->open_tables; table != NULL; before = table, table = table->next_open) {
        assert_ptr_equal(table->previous_open, before);
        count++;
    }
    return count;
}

static void who_sits_where_is_known(void **unused) {
    (void)unused;
    server *server = fresh();
    table *one = sitting_at(server, "pana", ""), *two = sitting_at(server, "pbob", "pana");
    table *three = sitting_at(server, "peva", "pana");
    assert_int_equal(tables_of(server, "pana"), 3);
    assert_int_equal(tables_of(server, "pbob"), 1);
    assert_int_equal(tables_of(server, "pdan"), 0);
    assert_int_equal(open_tables(server), 3);
    /* Somebody sits down, somebody gets up, and one who begins to play is not open any more. */
    person dan = {.id = "pdan"};
    seat_person(&one->seats[1], &dan);
    two->seats[1] = (seat){.kind = SEAT_OPEN};
    one->phase = PHASE_PLAYING;
    house_update(one);
    house_update(two);
    assert_int_equal(tables_of(server, "pana"), 2);
    assert_int_equal(tables_of(server, "pdan"), 1);
    assert_int_equal(open_tables(server), 2);
    /* Read again: only the fresh one is known. */
    table *again = table_new(server);
    assert_non_null(again);
    again->seat_count = 2;
    again->seats[1] = three->seats[1];
    again->settings.is_public = true;
    house_replace(three, again);
    table_free(three);
    assert_int_equal(tables_of(server, "pana"), 2);
    assert_int_equal(tables_of(server, "peva"), 0);
    assert_int_equal(open_tables(server), 2);
    /* Over: nobody's. */
    one->phase = PHASE_OVER;
    house_update(one);
    assert_int_equal(tables_of(server, "pana"), 1);
    assert_int_equal(tables_of(server, "pdan"), 0);
    /* Somebody was deleted, and the seat is nobody's without another word. */
    two->seats[0].person[0] = '\0';
    table_free(two);
    assert_int_equal(tables_of(server, "pbob"), 0);
    table_free(one);
    table_free(again);
    assert_int_equal(server->sitters.count, 0);
    assert_null(server->open_tables);
    seating_free(server);
    end(server);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_are_counted_once_and_until_they_are_over),
        cmocka_unit_test(guests_tables_go_first_in_a_crowded_house),
        cmocka_unit_test(bots_are_paced_where_nobody_is),
        cmocka_unit_test(agents_of_an_address_think_for_so_long),
        cmocka_unit_test(who_sits_where_is_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
