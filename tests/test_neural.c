/* Networks in whole numbers: every kernel gives the same, a plain computation agrees, and a file that is not
 * what it should be is refused with a sentence. */
#include "support/network.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { INPUTS = 301, MOVE_INPUTS = 33, FIRST = 96, SECOND = 64, JOINT = 32, LOOKS = 2000 };

static const network_shape shape = {"mus", "{}", "x", INPUTS, MOVE_INPUTS, FIRST, SECOND, JOINT};

/* The logit of a move. */
static int32_t judge(const neural_net *net, const neural_thought *thought, const uint8_t *move) {
    int32_t joint[NEURAL_MOST_JOINT];
    assert_int_equal(neural_joint_of(net), JOINT);
    neural_look_at_move(net, move, joint);
    return neural_judge(net, thought, joint);
}

static neural_net *made(uint64_t seed) {
    size_t size;
    tp_error error;
    uint8_t *bytes = network_bytes(&shape, seed, 150, &size);
    neural_net *net = neural_parse(bytes, size, &error);
    free(bytes);
    if (net == NULL) fail_msg("%s", error.text);
    return net;
}

/* Mostly zeros, as observations are. */
static void draw_inputs(tp_rng *rng, int n, uint8_t *out) {
    for (int i = 0; i < n; i++) {
        uint32_t kind = tp_rng_below(rng, 40);
        out[i] = kind < 30 ? 0 : kind < 37 ? 1 : (uint8_t)tp_rng_below(rng, 256);
    }
}

/* ---- the plain computation: the file read again, sums over every weight ---- */

typedef struct plain {
    const uint8_t *weights, *biases;
} plain;

static int weight_at(const plain *p, size_t at) {
    return (int16_t)(p->weights[2 * at] | p->weights[2 * at + 1] << 8);
}
static int bias_at(const plain *p, size_t at) {
    const uint8_t *b = p->biases + 4 * at;
    return (int)(b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24);
}

static void plain_layer(plain *p, int in, int out, const int *x, int64_t *sums) {
    for (int o = 0; o < out; o++) {
        sums[o] = bias_at(p, (size_t)o);
        for (int i = 0; i < in; i++)
            sums[o] += (int64_t)x[i] *
                       weight_at(p, ((size_t)(i / 2) * (size_t)out + (size_t)o) * 2 + (size_t)(i % 2));
    }
    p->weights += 2 * neural_weights(in, out);
    p->biases += 4 * (size_t)out;
}

static void plain_activate(const int64_t *sums, int n, int shift, int *out) {
    for (int i = 0; i < n; i++) {
        double value = floor((double)sums[i] / (double)(1 << shift) + 0.5);
        out[i] = sums[i] <= 0 ? 0 : value > NEURAL_MOST_ACTIVE ? NEURAL_MOST_ACTIVE : (int)value;
    }
}

static int64_t plain_dot(const plain *p, const int64_t *sums, int sums_shift, int64_t bias, int shift) {
    int active[JOINT];
    int64_t sum = bias;
    plain_activate(sums, JOINT, sums_shift, active);
    for (int i = 0; i < JOINT; i++) sum += (int64_t)active[i] * weight_at(p, (size_t)i);
    return (int64_t)round((double)sum / (double)(1 << shift));
}

static void widen(const uint8_t *in, int n, int *out) {
    for (int i = 0; i < n; i++) out[i] = in[i];
}

static void plain_net(const uint8_t *bytes, const uint8_t *view, const uint8_t *move, int64_t *logit,
                      int64_t *value) {
    const int *s = network_shifts;
    const uint8_t *numbers = (const uint8_t *)strchr((const char *)bytes, '\n') + 1;
    size_t weights = 2 * JOINT + neural_weights(INPUTS, FIRST) + neural_weights(FIRST, SECOND) +
                     2 * neural_weights(SECOND, JOINT) + neural_weights(MOVE_INPUTS, JOINT) +
                     neural_weights(JOINT, JOINT);
    plain p = {numbers, numbers + 2 * weights};
    int x[INPUTS], y[FIRST], z[SECOND], m[MOVE_INPUTS], n[JOINT];
    int64_t a[FIRST], b[SECOND], mix[JOINT], c[JOINT], d[JOINT], v[JOINT];
    widen(view, INPUTS, x);
    widen(move, MOVE_INPUTS, m);
    plain_layer(&p, INPUTS, FIRST, x, a);
    plain_activate(a, FIRST, s[0], y);
    plain_layer(&p, FIRST, SECOND, y, b);
    plain_activate(b, SECOND, s[1], z);
    plain_layer(&p, SECOND, JOINT, z, mix);
    plain_layer(&p, MOVE_INPUTS, JOINT, m, c);
    plain_activate(c, JOINT, s[2], n);
    const plain second = p;
    plain_layer(&p, JOINT, JOINT, n, d);
    for (int i = 0; i < JOINT; i++)
        d[i] += mix[i] - bias_at(&second, (size_t)i); /* the joint layer has mix's biases only */
    plain_layer(&p, SECOND, JOINT, z, v);
    *logit = plain_dot(&p, d, s[3], 0, s[5]);
    p.weights += 2 * JOINT;
    *value = plain_dot(&p, v, s[4], bias_at(&p, 0), s[6]);
    if (*value > NEURAL_VALUE_ONE) *value = NEURAL_VALUE_ONE;
    if (*value < -NEURAL_VALUE_ONE) *value = -NEURAL_VALUE_ONE;
}

static void a_plain_computation_agrees(void **unused) {
    (void)unused;
    size_t size;
    uint8_t *bytes = network_bytes(&shape, 3, 150, &size);
    neural_net *net = neural_parse(bytes, size, NULL);
    tp_rng rng;
    tp_rng_seed(&rng, 4);
    int64_t spread = 0;
    for (int i = 0; i < 300; i++) {
        uint8_t view[INPUTS], move[MOVE_INPUTS];
        int64_t logit, value;
        neural_thought thought;
        draw_inputs(&rng, INPUTS, view);
        draw_inputs(&rng, MOVE_INPUTS, move);
        plain_net(bytes, view, move, &logit, &value);
        neural_look(net, view, &thought);
        assert_int_equal(thought.value, value);
        assert_int_equal(judge(net, &thought, move), logit);
        spread |= logit ^ value;
    }
    assert_true(spread != 0);
    neural_free(net);
    free(bytes);
}

/* A hash of everything that a network says about many views and moves. */
static uint64_t said_by(const neural_net *net, uint64_t seed) {
    tp_rng rng;
    tp_rng_seed(&rng, seed);
    uint64_t hash = 0;
    for (int i = 0; i < LOOKS; i++) {
        uint8_t view[INPUTS], move[MOVE_INPUTS];
        neural_thought thought;
        draw_inputs(&rng, INPUTS, view);
        neural_look(net, view, &thought);
        hash = hash * 0x9e3779b97f4a7c15ull + (uint32_t)thought.value;
        for (int k = 0; k < 3; k++) {
            draw_inputs(&rng, MOVE_INPUTS, move);
            hash = hash * 0x9e3779b97f4a7c15ull + (uint32_t)judge(net, &thought, move);
        }
    }
    return hash;
}

static void every_kernel_gives_the_same(void **unused) {
    (void)unused;
    neural_kernel usual = neural_kernel_used();
    neural_net *net = made(5);
    assert_true(neural_kernel_use(NEURAL_PLAIN));
    uint64_t plainly = said_by(net, 6);
    int others = 0;
    for (int kernel = NEURAL_PLAIN + 1; kernel < NEURAL_KERNELS; kernel++) {
        if (!neural_kernel_use((neural_kernel)kernel)) continue;
        assert_true(said_by(net, 6) == plainly);
        others++;
    }
    print_message("# %d other kernels on this processor; the usual one is %s\n", others,
                  neural_kernel_name(usual));
    assert_true(neural_kernel_use(usual));
    assert_true(said_by(net, 7) != plainly);
    neural_free(net);
}

static void weights_are_a_softmax(void **unused) {
    (void)unused;
    const int32_t logits[] = {0, -1024, -2048, 512, -30000, 511};
    const double temperatures[] = {0.25, 1, 3};
    uint32_t weights[6];
    for (int t = 0; t < 3; t++) {
        uint64_t sum = neural_weigh(logits, 6, temperatures[t], weights);
        double exact[6], total = 0;
        for (int i = 0; i < 6; i++) total += exact[i] = exp(logits[i] / 1024.0 / temperatures[t]);
        for (int i = 0; i < 6; i++) assert_true(fabs(weights[i] / (double)sum - exact[i] / total) < 0.003);
    }
    assert_int_equal(neural_weigh(logits, 6, 0, weights), NEURAL_WEIGHT_ONE);
    assert_int_equal(weights[3], NEURAL_WEIGHT_ONE);
    assert_int_equal(weights[5], 0);
    const int32_t far[] = {INT32_MAX, INT32_MIN};
    assert_int_equal(neural_weigh(far, 2, 1e-9, weights), NEURAL_WEIGHT_ONE);
    assert_int_equal(weights[1], 0);
}

static void refuse(const uint8_t *bytes, size_t size, const char *part) {
    tp_error error = {0};
    assert_null(neural_parse(bytes, size, &error));
    if (strstr(error.text, part) == NULL) fail_msg("\"%s\" is not in \"%s\"", part, error.text);
}

static void a_damaged_file_is_refused(void **unused) {
    (void)unused;
    size_t size;
    uint8_t *bytes = network_bytes(&shape, 8, 150, &size);
    for (size_t cut = 0; cut < size; cut += size / 97 + 1) {
        uint8_t *copy = malloc(cut + 1);
        memcpy(copy, bytes, cut);
        refuse(copy, cut, "");
        free(copy);
    }
    refuse(bytes, size - 1, "bytes, and should have");
    tp_rng rng;
    tp_rng_seed(&rng, 9);
    for (int i = 0; i < 300; i++) {
        size_t at = tp_rng_below(&rng, (uint32_t)size);
        uint8_t was = bytes[at];
        bytes[at] = (uint8_t)(was ^ (1u << tp_rng_below(&rng, 8)));
        refuse(bytes, size, "");
        bytes[at] = was;
    }
    neural_net *whole = neural_parse(bytes, size, NULL);
    assert_non_null(whole);
    neural_free(whole);
    free(bytes);
}

static void what_is_no_network_is_refused(void **unused) {
    (void)unused;
    refuse((const uint8_t *)"", 0, "first line");
    refuse((const uint8_t *)"{}\n", 3, "not a network");
    refuse((const uint8_t *)"[]\n", 3, "not a network");
    const char *newer = "{\"tapete\": \"net\", \"version\": 2}\n",
               *bare = "{\"tapete\": \"net\", \"version\": 1}\n";
    refuse((const uint8_t *)newer, strlen(newer), "version 2, and this program knows version 1");
    refuse((const uint8_t *)bare, strlen(bare), "missing or wrong");
    network_shape wrong = shape;
    wrong.first = 97;
    size_t size;
    uint8_t *bytes = network_bytes(&wrong, 1, 1, &size);
    refuse(bytes, size, "missing or wrong");
    free(bytes);
    bytes = network_bytes(&shape, 1, 32767, &size);
    refuse(bytes, size, "overflow");
    free(bytes);
    tp_error error = {0};
    assert_null(neural_read("/nonexistent/x.net", &error));
    assert_non_null(strstr(error.text, "/nonexistent/x.net: "));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plain_computation_agrees),    cmocka_unit_test(every_kernel_gives_the_same),
        cmocka_unit_test(weights_are_a_softmax),         cmocka_unit_test(a_damaged_file_is_refused),
        cmocka_unit_test(what_is_no_network_is_refused),
    };
    return cmocka_run_group_tests_name("neural", tests, NULL, NULL);
}
