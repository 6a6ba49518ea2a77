/* When tables are looked at: in the order of their times, each once, whatever is added, brought forward and
 * forgotten in between. */
#include "server/due.h"
#include "server/map.h"
#include "server/server.h"
#include "server/table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { TABLES = 300, STEPS = 20000, NEVER = -1 };

static server *house;
static table *tables[TABLES];
static int64_t expected[TABLES]; /* the time of each, or NEVER */

static int begin(void **unused) {
    (void)unused;
    house = calloc(1, sizeof *house);
    for (int i = 0; i < TABLES; i++) {
        tables[i] = calloc(1, sizeof *tables[i]);
        if (house == NULL || tables[i] == NULL) return -1;
        tables[i]->server = house;
        snprintf(tables[i]->id, sizeof tables[i]->id, "t%d", i);
        expected[i] = NEVER;
        if (!map_put(&house->tables, tables[i]->id, tables[i])) return -1;
    }
    return 0;
}

static int end(void **unused) {
    (void)unused;
    for (int i = 0; i < TABLES; i++) free(tables[i]);
    map_free(&house->tables);
    due_free(house);
    free(house);
    return 0;
}

static uint64_t next_random(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33;
}

static int64_t earliest(void) {
    int64_t found = NEVER;
    for (int i = 0; i < TABLES; i++) {
        if (expected[i] != NEVER && (found == NEVER || expected[i] < found)) found = expected[i];
    }
    return found;
}

static void take_all_until(int64_t now) {
    for (table *taken; (taken = due_take(house, now)) != NULL;) {
        long i = strtol(taken->id + 1, NULL, 10);
        assert_int_equal(expected[i], earliest());
        assert_true(expected[i] <= now);
        expected[i] = NEVER;
    }
    assert_true(earliest() == NEVER || earliest() > now);
}

static void tables_come_in_the_order_of_their_times(void **unused) {
    (void)unused;
    uint64_t random = 5;
    int64_t now = 0;
    for (int step = 0; step < STEPS; step++) {
        int i = (int)(next_random(&random) % TABLES);
        int64_t at = now + (int64_t)(next_random(&random) % 1000);
        switch (next_random(&random) % 8) {
        case 0:
            due_forget(tables[i]);
            expected[i] = NEVER;
            break;
        case 1:
            now += (int64_t)(next_random(&random) % 100);
            take_all_until(now);
            break;
        default:
            due_by(tables[i], at);
            if (expected[i] == NEVER || at < expected[i]) expected[i] = at;
        }
    }
    take_all_until(now + 1000);
    assert_null(due_take(house, INT64_MAX));
}

static void those_without_a_time_are_found(void **unused) {
    (void)unused;
    due_by(tables[3], 50);
    due_add_all(house, 100);
    assert_ptr_equal(due_take(house, 99), tables[3]);
    assert_null(due_take(house, 99));
    for (int i = 1; i < TABLES; i++) assert_non_null(due_take(house, 100));
    assert_null(due_take(house, INT64_MAX));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(tables_come_in_the_order_of_their_times, begin, end),
        cmocka_unit_test_setup_teardown(those_without_a_time_are_found, begin, end),
    };
    return cmocka_run_group_tests_name("due", tests, NULL, NULL);
}
