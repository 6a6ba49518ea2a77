/* The fair queue: who is served next, by address first and then by person. */
#include "server/fair.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 200 };

static fair_item items[MOST];
static size_t used;

static void add(fair_queue *queue, const char *network, const char *person) {
    assert_true(used < MOST);
    fair_item *item = &items[used++];
    memset(item, 0, sizeof *item);
    snprintf(item->network, sizeof item->network, "%s", network);
    snprintf(item->person, sizeof item->person, "%s", person);
    fair_add(queue, item);
}

/* Serve the next one at this cost; whose it was. */
static const char *serve(fair_queue *queue, double cost) {
    fair_item *item = fair_take(queue);
    if (item == NULL) return NULL;
    fair_done(queue, item, cost);
    return item->person;
}

static int begin(void **state) {
    (void)state;
    used = 0;
    return 0;
}

static void sixty_guests_of_one_address_get_the_share_of_one(void **state) {
    (void)state;
    fair_queue queue = {0};
    char name[8];
    for (int i = 0; i < 60; i++) {
        snprintf(name, sizeof name, "a%d", i);
        add(&queue, "192.0.2.1", name);
    }
    /* They have been served for a while when somebody else comes. */
    for (int i = 0; i < 10; i++) assert_non_null(serve(&queue, 2000));
    for (int i = 0; i < 5; i++) add(&queue, "192.0.2.2", "victim");
    int others = 0, own = 0;
    while (own < 5) {
        const char *person = serve(&queue, 2000);
        assert_non_null(person);
        if (strcmp(person, "victim") == 0) {
            own++;
        } else {
            others++;
        }
    }
    /* Turn by turn: five of the one address for five of the other, and not sixty. */
    assert_in_range(others, 4, 5);
    assert_int_equal(fair_waiting(&queue, "192.0.2.1"), 60 - 10 - (size_t)others);
    while (serve(&queue, 1) != NULL) continue;
    assert_int_equal(fair_waiting(&queue, "192.0.2.1"), 0);
    fair_clear(&queue);
}

static void who_costs_less_is_served_more_often(void **state) {
    (void)state;
    fair_queue queue = {0};
    for (int i = 0; i < 50; i++) add(&queue, "192.0.2.1", "slow");
    for (int i = 0; i < 50; i++) add(&queue, "192.0.2.2", "quick");
    int slow = 0;
    for (int i = 0; i < 44; i++) {
        fair_item *item = fair_take(&queue);
        bool is_slow = strcmp(item->person, "slow") == 0;
        slow += is_slow;
        fair_done(&queue, item, is_slow ? 100 : 10);
    }
    assert_int_equal(slow, 4);
    while (serve(&queue, 1) != NULL) continue;
    fair_clear(&queue);
}

static void people_of_an_address_share_it(void **state) {
    (void)state;
    fair_queue queue = {0};
    for (int i = 0; i < 30; i++) add(&queue, "192.0.2.1", "greedy");
    assert_string_equal(serve(&queue, 10), "greedy");
    add(&queue, "192.0.2.1", "modest");
    assert_string_equal(serve(&queue, 10), "modest");
    assert_string_equal(serve(&queue, 10), "greedy");
    while (serve(&queue, 1) != NULL) continue;
    fair_clear(&queue);
}

static void networks_of_one_site_share_it(void **state) {
    (void)state;
    fair_queue queue = {0};
    char network[48];
    /* One /48 with many /64 against one other. */
    for (int i = 0; i < 40; i++) {
        snprintf(network, sizeof network, "2001:db8:1:%x::", i + 1);
        add(&queue, network, "many");
    }
    for (int i = 0; i < 10; i++) assert_string_equal(serve(&queue, 10), "many");
    for (int i = 0; i < 4; i++) add(&queue, "2001:db8:2::", "one");
    int one = 0;
    for (int i = 0; i < 8; i++) one += strcmp(serve(&queue, 10), "one") == 0;
    assert_int_equal(one, 4);
    while (serve(&queue, 1) != NULL) continue;
    fair_clear(&queue);
}

static void nobody_saves_up_turns_by_waiting(void **state) {
    (void)state;
    fair_queue queue = {0};
    for (int i = 0; i < 30; i++) add(&queue, "192.0.2.1", "here");
    for (int i = 0; i < 20; i++) serve(&queue, 100);
    for (int i = 0; i < 10; i++) add(&queue, "192.0.2.9", "late");
    int late = 0;
    for (int i = 0; i < 10; i++) late += strcmp(serve(&queue, 100), "late") == 0;
    assert_in_range(late, 5, 6);
    while (serve(&queue, 1) != NULL) continue;
    fair_clear(&queue);
}

static void an_item_can_be_taken_out(void **state) {
    (void)state;
    fair_queue queue = {0};
    add(&queue, "192.0.2.1", "a");
    add(&queue, "192.0.2.1", "a");
    add(&queue, "192.0.2.1", "a");
    assert_true(fair_remove(&queue, &items[1]));
    assert_false(fair_remove(&queue, &items[1]));
    assert_true(fair_remove(&queue, &items[2]));
    add(&queue, "192.0.2.1", "a");
    assert_int_equal(fair_waiting(&queue, "192.0.2.1"), 2);
    assert_ptr_equal(fair_take(&queue), &items[0]);
    assert_ptr_equal(fair_take(&queue), &items[3]);
    assert_null(fair_take(&queue));
    assert_false(fair_remove(&queue, &items[0]));
    fair_done(&queue, &items[0], 1);
    fair_done(&queue, &items[3], 1);
    fair_clear(&queue);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(sixty_guests_of_one_address_get_the_share_of_one, begin),
        cmocka_unit_test_setup(who_costs_less_is_served_more_often, begin),
        cmocka_unit_test_setup(people_of_an_address_share_it, begin),
        cmocka_unit_test_setup(networks_of_one_site_share_it, begin),
        cmocka_unit_test_setup(nobody_saves_up_turns_by_waiting, begin),
        cmocka_unit_test_setup(an_item_can_be_taken_out, begin),
    };
    return cmocka_run_group_tests_name("fair", tests, NULL, NULL);
}
