/* Solving any small game: values that are known, all methods, and files that are whole or refused. */
#include "solve/flat.h"
#include "tapete/plugin.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "kuhn.h"

static const tp_game *leduc;
static tp_options leduc_options, kuhn_options;

static solve_order order_of(const tp_game *game, const char *method) {
    return (solve_order){.game = game,
                         .options = game == leduc ? &leduc_options : &kuhn_options,
                         .method = method,
                         .threads = 1,
                         .seed = 3};
}

static solve_measure solve(const tp_game *game, const char *method, int iterations) {
    solve_order order = order_of(game, method);
    tp_error error = {0};
    void *self = NULL;
    solve_measure out = {0};
    const solve_engine *engine = solve_engine_find(&order, &error);
    assert_non_null(engine);
    assert_int_equal(engine->open(&order, &self, &error), TP_OK);
    for (int i = 0; i < iterations; i++) assert_true(engine->iterate(self));
    assert_int_equal(engine->iterations(self), iterations);
    assert_true(engine->measure(self, &out));
    engine->close(self);
    return out;
}

static void test_sizes(void **unused) {
    (void)unused;
    solve_order order = order_of(&kuhn_game, NULL);
    solve_size size;
    assert_int_equal(solve_flat_engine.size(&order, &size, NULL), TP_OK);
    assert_int_equal(size.sets, 12);
    assert_int_equal(size.nodes, 6 * 4);
    assert_int_equal(size.actions, 24);
    order = order_of(leduc, NULL);
    assert_int_equal(solve_flat_engine.size(&order, &size, NULL), TP_OK);
    assert_int_equal(size.sets, 936); /* as OpenSpiel counts them, which tells suits apart too */
}

static void test_kuhn(void **unused) {
    (void)unused;
    solve_measure found = solve(&kuhn_game, "pcfr+", 20000);
    assert_true(fabs(found.value + 1.0 / 18) < 1e-9);
    assert_true(found.nashconv < 1e-9);
}

static void test_leduc(void **unused) {
    (void)unused;
    solve_measure found = solve(leduc, "cfr+", 20000);
    assert_true(fabs(found.value + 0.0856064) < 1e-6);
    assert_true(found.best[0] >= found.value && found.best[1] >= -found.value);
}

static void test_methods(void **unused) {
    (void)unused;
    static const struct {
        const char *name;
        int iterations;
        double nashconv;
    } rows[] = {{"dcfr", 1000, .005},  {"dcfr+", 1000, .005}, {"cfr+", 1000, .005},
                {"pcfr+", 1000, .005}, {"cfr", 1000, .1},     {"es-mccfr", 100000, .3}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        solve_measure found = solve(leduc, rows[i].name, rows[i].iterations);
        assert_true(found.nashconv >= 0 && found.nashconv < rows[i].nashconv);
    }
}

static void test_refusals(void **unused) {
    (void)unused;
    tp_error error = {0};
    solve_order order = order_of(leduc, "dcf");
    assert_null(solve_engine_find(&order, &error));
    assert_non_null(strstr(error.text, "there is no method \"dcf\""));
    order = order_of(leduc, NULL);
    order.score = "1,2";
    assert_null(solve_engine_find(&order, &error));
    order = order_of(leduc, NULL);
    order.utility = "chips";
    assert_null(solve_engine_find(&order, &error));
    tp_options four;
    const tp_game *sabacc = tp_game_find("sabacc", NULL);
    tp_options_init(&four, sabacc->options);
    assert_int_equal(tp_options_set(&four, "players", "4", NULL), TP_OK);
    order = (solve_order){.game = sabacc, .options = &four, .threads = 1};
    assert_null(solve_engine_find(&order, &error));
    assert_non_null(strstr(error.text, "with 4 seats"));
}

/* The best answers to an agent whose play is known: nothing can be won from an equilibrium, and a random
 * player loses what was computed by hand for a game this small. */
static void test_exploit(void **unused) {
    (void)unused;
    tp_error error = {0};
    solve_exploit found;
    solve_order order = order_of(leduc, NULL);
    assert_int_equal(solve_flat_engine.exploit(&order, "leduc-cfr:iterations=2000", &found, &error), TP_OK);
    assert_int_equal(found.asked, 936);
    assert_true(fabs(found.value + 0.0856064) < 1e-3);
    assert_true(found.best[0] + found.best[1] < .002 && found.best[0] + found.best[1] > 0);
    /* OpenSpiel: the uniform strategy of Leduc has a NashConv of 4.7472 */
    assert_int_equal(solve_flat_engine.exploit(&order, "random", &found, &error), TP_OK);
    assert_true(fabs(found.best[0] + found.best[1] - 4.7472) < 1e-4);
    /* and that of Kuhn 0.916667 */
    order = order_of(&kuhn_game, NULL);
    assert_int_equal(tp_game_register(&kuhn_game, &error), TP_OK);
    assert_int_equal(solve_flat_engine.exploit(&order, "random", &found, &error), TP_OK);
    assert_true(fabs(found.best[0] + found.best[1] - 11.0 / 12) < 1e-9);
    assert_int_not_equal(solve_flat_engine.exploit(&order, "flatmc", &found, &error), TP_OK);
    assert_non_null(strstr(error.text, "does not say its probabilities"));
}

/* ---- files ---- */

static size_t read_file(const char *path, unsigned char *out, size_t room) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t size = fread(out, 1, room, file);
    fclose(file);
    return size;
}

static void write_file(const char *path, const unsigned char *bytes, size_t size) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
}

enum { MOST_BYTES = 1 << 20 };

/* Half of the iterations, a file, the other half: the same bytes as all at once. Then any byte of the file is
 * changed, and it is cut anywhere: it is refused each time. */
static void check_file(const char *method) {
    static unsigned char whole[MOST_BYTES], halves[MOST_BYTES], bad[MOST_BYTES];
    char path[64];
    tp_error error = {0};
    solve_order order = order_of(&kuhn_game, method);
    const solve_engine *engine = solve_engine_find(&order, &error);
    void *self = NULL;
    snprintf(path, sizeof path, "/tmp/tapete-solve-%ld", (long)getpid());
    assert_non_null(engine);
    assert_int_equal(engine->open(&order, &self, &error), TP_OK);
    for (int i = 0; i < 40; i++) {
        assert_true(engine->iterate(self));
        if (i == 19) assert_int_equal(solve_file_write(path, engine, self, &error), TP_OK);
    }
    void *resumed = NULL;
    assert_int_equal(engine->open(&order, &resumed, &error), TP_OK);
    assert_int_equal(solve_file_read(path, engine, resumed, &error), TP_OK);
    assert_int_equal(engine->iterations(resumed), 20);
    for (int i = 0; i < 20; i++) assert_true(engine->iterate(resumed));
    assert_int_equal(solve_file_write(path, engine, self, &error), TP_OK);
    size_t size = read_file(path, whole, sizeof whole);
    assert_int_equal(solve_file_write(path, engine, resumed, &error), TP_OK);
    assert_int_equal(read_file(path, halves, sizeof halves), size);
    assert_memory_equal(whole, halves, size);
    for (size_t i = 0; i < size; i += 1 + i / 16) {
        memcpy(bad, whole, size);
        bad[i] ^= 1;
        write_file(path, bad, size);
        assert_int_not_equal(solve_file_read(path, engine, resumed, &error), TP_OK);
        write_file(path, whole, i);
        assert_int_not_equal(solve_file_read(path, engine, resumed, &error), TP_OK);
    }
    /* another game's, and another method's */
    write_file(path, whole, size);
    solve_order other = order_of(leduc, method);
    void *of_other = NULL;
    assert_int_equal(engine->open(&other, &of_other, &error), TP_OK);
    assert_int_not_equal(solve_file_read(path, engine, of_other, &error), TP_OK);
    assert_non_null(strstr(error.text, "solves something else"));
    engine->close(of_other);
    engine->close(self);
    engine->close(resumed);
    unlink(path);
}

static void test_files(void **unused) {
    (void)unused;
    check_file("dcfr");
    check_file("es-mccfr");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes),   cmocka_unit_test(test_kuhn),     cmocka_unit_test(test_leduc),
        cmocka_unit_test(test_methods), cmocka_unit_test(test_refusals), cmocka_unit_test(test_exploit),
        cmocka_unit_test(test_files),
    };
    leduc = tp_game_find("leduc", NULL);
    tp_options_init(&leduc_options, leduc->options);
    tp_options_init(&kuhn_options, kuhn_game.options);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
