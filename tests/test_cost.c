/* Budgets and prices (src/server/cost.c) with a clock of the test's own: a class room is never refused,
 * floods are, a /48 is shared by its /64s, and docs/security.md has the constants as they are. */
#include "server/cost.h"
#include "tapete/tapete.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const cost_setup usual = {
    .percent = 100, .passwords_per_minute = 10, .guests_per_hour = 120, .tables_per_minute = 60};

static int64_t now_ms = 1000;

static costs *fresh(void) {
    costs *costs = costs_new(&usual);
    assert_non_null(costs);
    return costs;
}

static void must(costs *costs, const cost_payers *payers, cost_price price, int64_t times) {
    tp_error error = {0};
    if (!cost_charge(costs, payers, price, times, now_ms, &error, NULL))
        fail_msg("%s was refused at %lld ms: %s", cost_price_name(price), (long long)now_ms, error.text);
}

/* How many times a price can be paid in one go. */
static int afford(costs *costs, const cost_payers *payers, cost_price price) {
    int count = 0;
    while (count < 1000000 && cost_charge(costs, payers, price, 1, now_ms, NULL, NULL)) count++;
    return count;
}

/* ---- a class room ---- */

enum {
    PUPILS = 30,
    FILES_OF_THE_PAGE = 60,
    PIECES_OF_LARGE_FILES = 100,
    HOUR_S = 3600,
    LONGEST_TABLE_S = 300,
    BOTS = 3,
    WATCHES = 2
};

static void arrive(costs *costs, const cost_payers *pupil) {
    const cost_payers network = {.address = pupil->address};
    for (int i = 0; i < FILES_OF_THE_PAGE; i++) must(costs, &network, PRICE_REQUEST, 1);
    must(costs, &network, PRICE_FILE_EACH, PIECES_OF_LARGE_FILES);
    must(costs, &network, PRICE_SESSION, 1);
    must(costs, &network, PRICE_GUEST, 1);
    must(costs, &network, PRICE_REQUEST, 2);
    must(costs, &network, PRICE_PASSWORD, 1);
    must(costs, &network, PRICE_CONNECTION, 1);
    must(costs, pupil, PRICE_MESSAGE, 1);
    must(costs, pupil, PRICE_LOBBY, 1);
}

static void begin_table(costs *costs, const cost_payers *pupil) {
    const cost_payers network = {.address = pupil->address};
    must(costs, pupil, PRICE_MESSAGE, 2);
    must(costs, pupil, PRICE_CREATE, 1);
    must(costs, &network, PRICE_TABLE, 1);
    must(costs, pupil, PRICE_WATCH, 1);
}

static void second_at_table(costs *costs, const cost_payers *pupil) {
    const cost_payers house = {.address = pupil->address, .table = pupil->table};
    must(costs, pupil, PRICE_MESSAGE, 1);
    must(costs, pupil, PRICE_MOVE, 1);
    const cost_payers network = {.address = pupil->address};
    for (int told = 0; told < 1 + BOTS; told++)
        assert_true(cost_charge_later(costs, &network, PRICE_TELL, 1, now_ms));
    for (int bot = 0; bot < BOTS; bot++)
        assert_true(cost_charge_later(costs, &house, PRICE_BOT_MOVE, 1, now_ms));
}

static void class_room_is_never_refused(void **state) {
    (void)state;
    costs *costs = fresh();
    cost_budget *room = cost_address(costs, "192.0.2.7");
    cost_budget tables[PUPILS] = {0};
    cost_payers pupils[PUPILS];
    now_ms = 1000;
    for (int i = 0; i < PUPILS; i++) {
        char id[16];
        snprintf(id, sizeof id, "p%d", i);
        tables[i].level = COST_TABLE;
        pupils[i] = (cost_payers){.person = cost_person(costs, id), .address = room, .table = &tables[i]};
        arrive(costs, &pupils[i]);
        for (int w = 0; w < WATCHES; w++) begin_table(costs, &pupils[i]);
    }
    for (int second = 0; second < HOUR_S; second++) {
        now_ms += 1000;
        for (int i = 0; i < PUPILS; i++) {
            second_at_table(costs, &pupils[i]);
            if ((second + 7 * i) % 30 == 0) {
                must(costs, &pupils[i], PRICE_MESSAGE, 1);
                must(costs, &pupils[i], PRICE_CHAT, 1);
                must(costs, &pupils[i], PRICE_CHAT_EACH, 120);
            }
            if ((second + 11 * i) % 60 == 0) must(costs, &pupils[i], PRICE_HINT, 1);
            if ((second + i) % LONGEST_TABLE_S == LONGEST_TABLE_S - 1) {
                cost_release(&(cost_payers){.address = room}, PRICE_TABLE);
                begin_table(costs, &pupils[i]);
            }
            /* All of them want to see their mistakes in the same minute. */
            if (second == 1800 + i) must(costs, &pupils[i], PRICE_REVIEW, 1);
            if (second == 1800) must(costs, &pupils[i], PRICE_RETELL_EACH, WATCHES);
            if (second == 2400) {
                must(costs, &(cost_payers){.address = room}, PRICE_RECORD, 1);
                must(costs, &(cost_payers){.address = room}, PRICE_PLAYER, 1);
            }
        }
        if (second % 60 == 0) costs_sweep(costs, now_ms);
    }
    /* And not narrowly: a good part of the room's loop time is left. */
    assert_true(cost_is_modest(costs, room, now_ms));
    for (int i = 0; i < PUPILS; i++) cost_let_go(costs, pupils[i].person);
    costs_free(costs);
}

/* ---- floods ---- */

static void an_address_has_a_bounded_part_of_the_loop(void **state) {
    (void)state;
    costs *costs = fresh();
    cost_budget *address = cost_address(costs, "192.0.2.1");
    const cost_payers payers = {.address = address};
    now_ms = 5000;
    int64_t spent_us = 0;
    for (int second = 0; second < 60; second++) {
        spent_us += afford(costs, &payers, PRICE_REQUEST) * cost_price_of(PRICE_REQUEST, COST_LOOP_US);
        now_ms += 1000;
    }
    cost_rate rate = costs_rate(costs, COST_ADDRESS, COST_LOOP_US);
    assert_true((double)spent_us <= rate.burst + 60 * rate.per_s);
    /* Ten addresses in a flood leave half of the loop for everybody else. */
    assert_true(10 * rate.per_s <= 500000);
    assert_true(costs_met(costs, COST_ADDRESS, COST_LOOP_US) == 60);
    assert_false(cost_is_modest(costs, address, now_ms - 1000));
    /* Somebody else is not touched by it. */
    cost_budget *other = cost_address(costs, "192.0.2.2");
    assert_true(cost_charge(costs, &(cost_payers){.address = other}, PRICE_REQUEST, 1, now_ms, NULL, NULL));
    cost_let_go(costs, address);
    cost_let_go(costs, other);
    costs_free(costs);
}

static void guests_are_bounded_by_address_and_hour(void **state) {
    (void)state;
    costs *costs = fresh();
    const cost_payers payers = {.address = cost_address(costs, "192.0.2.1")};
    now_ms = 5000;
    assert_int_equal(afford(costs, &payers, PRICE_GUEST), 120);
    tp_error error = {0};
    int64_t wait_ms = 0;
    assert_false(cost_charge(costs, &payers, PRICE_GUEST, 1, now_ms, &error, &wait_ms));
    assert_string_equal(error.reason, "TOO_MANY");
    assert_non_null(strstr(error.text, "30 seconds"));
    assert_int_equal(wait_ms, 30000);
    now_ms += HOUR_S * 1000;
    assert_int_equal(afford(costs, &payers, PRICE_GUEST), 120);
    costs_free(costs);
}

/* ---- IPv6 ---- */

static void networks_of_one_site_share(void **state) {
    (void)state;
    costs *costs = fresh();
    now_ms = 5000;
    cost_budget *one = cost_address(costs, "2001:db8:1:1::1");
    cost_budget *same = cost_address(costs, "2001:db8:1:1:ffff::9");
    assert_ptr_equal(one, same);
    assert_string_equal(one->name, "2001:db8:1:1::/64");
    assert_string_equal(one->site->name, "2001:db8:1::/48");
    int from_one = afford(costs, &(cost_payers){.address = one}, PRICE_REQUEST), from_all = from_one;
    /* A thousand /64s of the same /48 have four times as much together. */
    for (int i = 2; i < 1002; i++) {
        char text[64];
        snprintf(text, sizeof text, "2001:db8:1:%x::1", i);
        cost_budget *next = cost_address(costs, text);
        from_all += afford(costs, &(cost_payers){.address = next}, PRICE_REQUEST);
        cost_let_go(costs, next);
    }
    assert_int_equal(from_all, 4 * from_one);
    assert_true(costs_met(costs, COST_SITE, COST_LOOP_US) > 0);
    cost_budget *elsewhere = cost_address(costs, "2001:db8:2:1::1");
    assert_int_equal(afford(costs, &(cost_payers){.address = elsewhere}, PRICE_REQUEST), from_one);
    /* IPv4 in the clothes of IPv6 is IPv4. */
    cost_budget *mapped = cost_address(costs, "::ffff:192.0.2.9");
    assert_string_equal(mapped->name, "192.0.2.9");
    assert_null(mapped->site);
    costs_free(costs);
}

/* ---- the mechanism ---- */

static void nothing_is_charged_where_one_payer_cannot(void **state) {
    (void)state;
    costs *costs = fresh();
    now_ms = 5000;
    const cost_payers both = {.person = cost_person(costs, "p1"),
                              .address = cost_address(costs, "192.0.2.1")};
    int count = afford(costs, &both, PRICE_CHAT);
    assert_int_equal(count, 10); /* the person's burst */
    assert_true(both.address->used[COST_CHATS] == 10);
    assert_true(both.address->used[COST_LOOP_US] == 10 * (double)cost_price_of(PRICE_CHAT, COST_LOOP_US));
    /* A new connection of the same person has the same budget, once all others have gone. */
    cost_let_go(costs, both.person);
    costs_sweep(costs, now_ms);
    assert_int_equal(afford(costs, &(cost_payers){.person = cost_person(costs, "p1")}, PRICE_CHAT), 0);
    now_ms += 1000;
    assert_int_equal(afford(costs, &both, PRICE_CHAT), 1);
    now_ms -= 100000; /* a clock that goes back gives nothing */
    assert_int_equal(afford(costs, &both, PRICE_CHAT), 0);
    costs_free(costs);
}

static void budgets_that_are_full_again_are_forgotten(void **state) {
    (void)state;
    costs *costs = fresh();
    now_ms = 5000;
    for (int i = 0; i < 1000; i++) {
        char text[64];
        snprintf(text, sizeof text, "2001:db8:%x:1::1", i);
        cost_budget *address = cost_address(costs, text);
        must(costs, &(cost_payers){.address = address}, PRICE_REQUEST, 1);
        cost_let_go(costs, address);
    }
    assert_int_equal(costs_count(costs), 2000);
    costs_sweep(costs, now_ms);
    assert_int_equal(costs_count(costs), 2000);
    costs_sweep(costs, now_ms + 1000);
    costs_sweep(costs, now_ms + 1000); /* a site goes after the last of its networks */
    assert_int_equal(costs_count(costs), 0);
    costs_free(costs);
}

static void more_newcomers_than_memory_share_one_budget(void **state) {
    (void)state;
    costs *costs = fresh();
    now_ms = 5000;
    cost_budget *last = NULL;
    for (int i = 0; i < 110000; i++) {
        char text[64];
        snprintf(text, sizeof text, "10.%d.%d.%d", i >> 16, i >> 8 & 255, i & 255);
        last = cost_address(costs, text);
    }
    assert_true(costs_count(costs) <= 100000);
    assert_ptr_equal(last, cost_address(costs, "11.0.0.1"));
    costs_free(costs);
}

static void memory_is_given_back(void **state) {
    (void)state;
    costs *costs = fresh();
    now_ms = 5000;
    const cost_payers payers = {.address = cost_address(costs, "2001:db8::1")};
    int tables = afford(costs, &payers, PRICE_TABLE);
    double bound = costs_rate(costs, COST_ADDRESS, COST_MEMORY_BYTES).burst;
    assert_true(tables == (int)(bound / (double)cost_price_of(PRICE_TABLE, COST_MEMORY_BYTES)));
    now_ms += 100 * HOUR_S;
    assert_int_equal(afford(costs, &payers, PRICE_TABLE), 0);
    for (int i = 0; i < tables; i++) cost_release(&payers, PRICE_TABLE);
    assert_int_equal(afford(costs, &payers, PRICE_TABLE), tables);
    costs_free(costs);
}

static void bots_wait_and_are_not_refused(void **state) {
    (void)state;
    costs *costs = fresh();
    now_ms = 5000;
    const cost_payers payers = {.address = cost_address(costs, "192.0.2.1")};
    int64_t thought_ms = 0;
    while (cost_charge_later(costs, &payers, PRICE_THINK_EACH, 2000, now_ms)) thought_ms += 2000;
    cost_rate rate = costs_rate(costs, COST_ADDRESS, COST_BOT_MS);
    assert_true((double)thought_ms <= rate.burst + 2000);
    assert_true(costs_met(costs, COST_ADDRESS, COST_BOT_MS) == 0);
    now_ms += 2000;
    assert_true(cost_charge_later(costs, &payers, PRICE_THINK_EACH, 2000, now_ms));
    costs_free(costs);
}

static void a_larger_machine_gives_more(void **state) {
    (void)state;
    cost_setup large = usual;
    large.percent = 1000;
    costs *costs = costs_new(&large), *small = fresh();
    for (int kind = 0; kind < COST_KIND_COUNT; kind++) {
        double times = kind == COST_PASSWORDS ? 1 : 10;
        for (int level = 0; level < COST_LEVEL_COUNT; level++) {
            cost_rate more = costs_rate(costs, (cost_level)level, (cost_kind)kind);
            cost_rate less = costs_rate(small, (cost_level)level, (cost_kind)kind);
            assert_true(more.per_s >= 0.999 * times * less.per_s && more.per_s <= 1.001 * times * less.per_s);
        }
    }
    costs_free(costs);
    costs_free(small);
}

static bool is_met;
static void note_met(void *context, const cost_budget *who, cost_kind kind, cost_price price) {
    (void)context;
    is_met = strcmp(who->name, "192.0.2.1") == 0 && kind == COST_PASSWORDS && price == PRICE_PASSWORD;
}

static bool ban_all(void *context, const char *address, tp_error *error) {
    (void)context;
    tp_refuse(error, "BANNED", "%s may not", address);
    return true;
}

static void hooks_hear_of_limits_and_can_ban(void **state) {
    (void)state;
    costs *costs = fresh();
    now_ms = 5000;
    tp_error error = {0};
    assert_false(cost_banned(costs, "192.0.2.1", &error));
    costs_set_hooks(costs, &(cost_hooks){.met = note_met, .banned = ban_all});
    const cost_payers payers = {.address = cost_address(costs, "192.0.2.1")};
    assert_int_equal(afford(costs, &payers, PRICE_PASSWORD), 40);
    assert_true(is_met);
    assert_true(cost_banned(costs, "192.0.2.1", &error));
    assert_string_equal(error.text, "192.0.2.1 may not");
    costs_free(costs);
}

/* ---- the documentation ---- */

enum { DOCUMENT_SIZE = 1 << 20, TABLES_SIZE = 1 << 16 };

static size_t append(char *text, size_t used, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(text + used, TABLES_SIZE - used, format, arguments);
    va_end(arguments);
    assert_true(size >= 0 && used + (size_t)size < TABLES_SIZE);
    return used + (size_t)size;
}

static size_t append_amount(char *text, size_t used, double amount) {
    if (amount >= 1024 * 1024 * 1024.0)
        return append(text, used, " %.1f Gi |", amount / (1024 * 1024 * 1024.0));
    if (amount >= 1024 * 1024) return append(text, used, " %.1f Mi |", amount / (1024 * 1024));
    return append(text, used, amount == (double)(int64_t)amount ? " %.0f |" : " %.2f |", amount);
}

static void write_tables(char *text) {
    size_t used = append(text, 0, "\n| price |");
    for (int kind = 0; kind < COST_KIND_COUNT; kind++)
        used = append(text, used, " %s |", cost_kind_names[kind]);
    used = append(text, used, "\n|---|");
    for (int kind = 0; kind < COST_KIND_COUNT; kind++) used = append(text, used, "---|");
    for (int price = 0; price < PRICE_COUNT; price++) {
        used = append(text, used, "\n| `%s` |", cost_price_name((cost_price)price));
        for (int kind = 0; kind < COST_KIND_COUNT; kind++) {
            int64_t units = cost_price_of((cost_price)price, (cost_kind)kind);
            used = units > 0 ? append_amount(text, used, (double)units) : append(text, used, " |");
        }
    }
    costs *costs = fresh();
    used = append(
        text, used,
        "\n\n| budget, with the limits as they come | kind | at once | in a second | in an hour |\n|---|---|---|---|---|");
    static const char *const who[COST_LEVEL_COUNT] = {"a person, guest or not", "an address", "a /48 of IPv6",
                                                      "a table"};
    for (int level = 0; level < COST_LEVEL_COUNT; level++) {
        for (int kind = 0; kind < COST_KIND_COUNT; kind++) {
            cost_rate rate = costs_rate(costs, (cost_level)level, (cost_kind)kind);
            if (rate.burst <= 0) continue;
            used = append(text, used, "\n| %s | `%s` |", who[level], cost_kind_names[kind]);
            used = append_amount(text, used, rate.burst);
            used = rate.per_s > 0 ? append_amount(text, used, rate.per_s) : append(text, used, " held |");
            used = rate.per_s > 0 ? append_amount(text, used, rate.burst + HOUR_S * rate.per_s)
                                  : append(text, used, " |");
        }
    }
    append(text, used, "\n\n");
    costs_free(costs);
}

static void the_documentation_has_the_constants(void **state) {
    (void)state;
    static char document[DOCUMENT_SIZE], wanted[TABLES_SIZE];
    static const char begin[] = "<!-- costs -->\n", end[] = "<!-- end of costs -->";
    const char *source = getenv("TAPETE_SOURCE");
    char path[4096];
    snprintf(path, sizeof path, "%s/docs/security.md", source != NULL ? source : ".");
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    size_t size = fread(document, 1, sizeof document - 1, file);
    fclose(file);
    document[size] = '\0';
    char *from = strstr(document, begin), *to = strstr(document, end);
    if (from == NULL || to == NULL || from > to) {
        fail_msg("docs/security.md has no place for the constants");
        return;
    }
    from += sizeof begin - 1;
    write_tables(wanted);
    const char *golden = getenv("TAPETE_GOLDEN");
    if (golden != NULL && strcmp(golden, "write") == 0) {
        file = fopen(path, "w");
        assert_non_null(file);
        fprintf(file, "%.*s%s%s", (int)(from - document), document, wanted, to);
        assert_int_equal(fclose(file), 0);
    } else if ((size_t)(to - from) != strlen(wanted) || strncmp(from, wanted, strlen(wanted)) != 0) {
        fail_msg("docs/security.md has other prices: TAPETE_GOLDEN=write meson test -C build test_cost");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(class_room_is_never_refused),
        cmocka_unit_test(an_address_has_a_bounded_part_of_the_loop),
        cmocka_unit_test(guests_are_bounded_by_address_and_hour),
        cmocka_unit_test(networks_of_one_site_share),
        cmocka_unit_test(nothing_is_charged_where_one_payer_cannot),
        cmocka_unit_test(budgets_that_are_full_again_are_forgotten),
        cmocka_unit_test(more_newcomers_than_memory_share_one_budget),
        cmocka_unit_test(memory_is_given_back),
        cmocka_unit_test(bots_wait_and_are_not_refused),
        cmocka_unit_test(a_larger_machine_gives_more),
        cmocka_unit_test(hooks_hear_of_limits_and_can_ban),
        cmocka_unit_test(the_documentation_has_the_constants),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
