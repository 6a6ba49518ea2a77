/* The file of a network: a line of JSON that says what it is, then numbers with the low byte first, and a
 * hash of everything before it (BLAKE2b, 16 bytes). docs/networks.md describes it to the byte.
 *
 * A file may come from anywhere. What is read is checked so far that no sum of the network can overflow. */
#include "core/language.h"
#include "neural/internal.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_VERSION = 1, MOST_LINE = 16384, HASH_BYTES = 16, MOST_SHIFT = 24 };

/* ---- the first line ---- */

static bool number_of(const json_t *json, const char *name, int least, int most, int *out) {
    const json_t *value = json_object_get(json, name);
    json_int_t number = json_integer_value(value);
    if (!json_is_integer(value) || number < least || number > most) return false;
    *out = (int)number;
    return true;
}

static bool shape_of(const json_t *heading, neural_net *net) {
    int inputs, moves, first, second, joint;
    const json_t *shifts = json_object_get(heading, "shifts");
    if (!number_of(heading, "inputs", 1, NEURAL_MOST_IN, &inputs) ||
        !number_of(heading, "move_inputs", 1, NEURAL_MOST_IN, &moves) ||
        !number_of(heading, "first", NEURAL_BLOCK, NEURAL_MOST_OUT, &first) ||
        !number_of(heading, "second", NEURAL_BLOCK, NEURAL_MOST_OUT, &second) ||
        !number_of(heading, "joint", NEURAL_BLOCK, NEURAL_MOST_JOINT, &joint) ||
        !number_of(shifts, "first", 0, MOST_SHIFT, &net->shifts[NEURAL_FIRST]) ||
        !number_of(shifts, "second", 0, MOST_SHIFT, &net->shifts[NEURAL_SECOND]) ||
        !number_of(shifts, "move_first", 0, MOST_SHIFT, &net->shifts[NEURAL_MOVE_FIRST]) ||
        !number_of(shifts, "joint", 0, MOST_SHIFT, &net->shifts[NEURAL_MOVE_SECOND]) ||
        !number_of(shifts, "value_first", 0, MOST_SHIFT, &net->shifts[NEURAL_VALUE_FIRST]) ||
        !number_of(shifts, "head", 0, MOST_SHIFT, &net->head_shift) ||
        !number_of(shifts, "value", 0, MOST_SHIFT, &net->value_shift))
        return false;
    const int sizes[NEURAL_LAYERS][2] = {{inputs, first}, {first, second}, {second, joint},
                                         {moves, joint},  {joint, joint},  {second, joint}};
    for (int i = 0; i < NEURAL_LAYERS; i++) {
        if (sizes[i][1] % NEURAL_BLOCK != 0) return false;
        net->layers[i] = (neural_layer){.in = sizes[i][0], .out = sizes[i][1]};
    }
    return true;
}

static tp_err read_heading(const char *line, size_t length, neural_net *net, tp_error *error) {
    json_error_t where;
    net->heading = json_loadb(line, length, JSON_REJECT_DUPLICATES, &where);
    const char *what = json_string_value(json_object_get(net->heading, "tapete"));
    json_int_t version = json_integer_value(json_object_get(net->heading, "version"));
    if (what == NULL || strcmp(what, "net") != 0)
        return tp_fail(error, TP_E_INPUT,
                       TR("it is not a network of Tapete: its first line does not say so"));
    if (version > FILE_VERSION)
        return tp_fail(error, TP_E_VERSION, TR("it has version %d, and this program knows version %d"),
                       (int)version, FILE_VERSION);
    if (version != FILE_VERSION) return tp_fail(error, TP_E_INPUT, TR("its first line has no known version"));
    if (!json_is_string(json_object_get(net->heading, "game")) ||
        !json_is_object(json_object_get(net->heading, "options")) ||
        !json_is_string(json_object_get(net->heading, "encoding")) || !shape_of(net->heading, net))
        return tp_fail(error, TP_E_INPUT,
                       TR("game, options, encoding or sizes in its first line are missing or wrong"));
    return TP_OK;
}

/* ---- the numbers ---- */

static uint32_t get16(const uint8_t *at) { return at[0] | (uint32_t)at[1] << 8; }
static uint32_t get32(const uint8_t *at) { return get16(at) | get16(at + 2) << 16; }

/* How many weights and biases there are: those of the layers, then the head's and the value's. */
static void count_numbers(const neural_net *net, size_t *weights, size_t *biases) {
    *weights = 2 * (size_t)net->layers[NEURAL_MIX].out;
    *biases = 1;
    for (int i = 0; i < NEURAL_LAYERS; i++) {
        *weights += neural_weights(net->layers[i].in, net->layers[i].out);
        *biases += (size_t)net->layers[i].out;
    }
}

static bool read_numbers(const uint8_t *at, size_t weights, size_t biases, neural_net *net) {
    /* Kernels read whole vectors, and no more than there is. */
    net->weights = malloc(weights * sizeof *net->weights);
    net->biases = malloc(biases * sizeof *net->biases);
    if (net->weights == NULL || net->biases == NULL) return false;
    for (size_t i = 0; i < weights; i++, at += 2) net->weights[i] = (int16_t)(uint16_t)get16(at);
    for (size_t i = 0; i < biases; i++, at += 4) net->biases[i] = (int32_t)get32(at);
    const int16_t *weight = net->weights;
    const int32_t *bias = net->biases;
    for (int i = 0; i < NEURAL_LAYERS; i++) {
        neural_layer *layer = &net->layers[i];
        layer->weights = weight;
        layer->biases = bias;
        weight += neural_weights(layer->in, layer->out);
        bias += layer->out;
    }
    net->head_weights = weight;
    net->value_weights = weight + net->layers[NEURAL_MIX].out;
    net->value_bias = *bias;
    return true;
}

static bool sum_fits(const int16_t *weights, int32_t bias, int n) {
    int64_t sum = bias < 0 ? -(int64_t)bias : bias;
    for (int i = 0; i < n; i++)
        sum += (int64_t)(weights[i] < 0 ? -weights[i] : weights[i]) * NEURAL_MOST_ACTIVE;
    return sum <= (int64_t)1 << 30;
}

static bool numbers_fit(const neural_net *net) {
    for (int i = 0; i < NEURAL_LAYERS; i++) {
        int most = i == NEURAL_FIRST || i == NEURAL_MOVE_FIRST ? UINT8_MAX : NEURAL_MOST_ACTIVE;
        if (!neural_layer_fits(&net->layers[i], most)) return false;
    }
    int joint = net->layers[NEURAL_MIX].out;
    return sum_fits(net->head_weights, 0, joint) && sum_fits(net->value_weights, net->value_bias, joint);
}

static tp_err parse(const uint8_t *bytes, size_t size, neural_net *net, tp_error *error) {
    const uint8_t *end = memchr(bytes, '\n', size < MOST_LINE ? size : MOST_LINE);
    if (end == NULL)
        return tp_fail(error, TP_E_INPUT,
                       TR("it is not a network of Tapete: its first line does not say so"));
    size_t line = (size_t)(end - bytes), weights, biases;
    tp_err code = read_heading((const char *)bytes, line, net, error);
    if (code != TP_OK) return code;
    count_numbers(net, &weights, &biases);
    size_t numbers = 2 * weights + 4 * biases, right = line + 1 + numbers + HASH_BYTES;
    if (size != right)
        return tp_fail(error, TP_E_INPUT, TR("it has %zu bytes, and should have %zu"), size, right);
    uint8_t hash[HASH_BYTES];
    crypto_generichash(hash, sizeof hash, bytes, size - HASH_BYTES, NULL, 0);
    if (memcmp(hash, bytes + size - HASH_BYTES, HASH_BYTES) != 0)
        return tp_fail(error, TP_E_INPUT, TR("it is damaged: its hash does not fit"));
    if (!read_numbers(end + 1, weights, biases, net))
        return tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"));
    if (!numbers_fit(net))
        return tp_fail(error, TP_E_INPUT, TR("its weights are so large that sums could overflow"));
    return TP_OK;
}

neural_net *neural_parse(const uint8_t *bytes, size_t size, tp_error *error) {
    neural_net *net = calloc(1, sizeof *net);
    tp_err code = net == NULL ? tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"))
                              : parse(bytes, size, net, error);
    if (code == TP_OK) return net;
    neural_free(net);
    return NULL;
}

neural_net *neural_read(const char *path, tp_error *error) {
    FILE *file = fopen(path, "rb");
    uint8_t *bytes = file == NULL ? NULL : malloc(NEURAL_MOST_FILE + 1);
    neural_net *net = NULL;
    if (file == NULL) {
        tp_fail(error, TP_E_IO, "%s", strerror(errno));
    } else if (bytes == NULL) {
        tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"));
    } else {
        size_t size = fread(bytes, 1, NEURAL_MOST_FILE + 1, file);
        if (ferror(file)) {
            tp_fail(error, TP_E_IO, "%s", strerror(errno));
        } else if (size > NEURAL_MOST_FILE) {
            tp_fail(error, TP_E_INPUT, TR("it is larger than %d bytes"), NEURAL_MOST_FILE);
        } else {
            net = neural_parse(bytes, size, error);
        }
    }
    if (file != NULL) fclose(file);
    free(bytes);
    if (net == NULL) tp_error_at(error, "%s", path);
    return net;
}

void neural_free(neural_net *net) {
    if (net == NULL) return;
    json_decref(net->heading);
    free(net->weights);
    free(net->biases);
    free(net);
}

const json_t *neural_heading(const neural_net *net) { return net->heading; }
int neural_inputs_of(const neural_net *net) { return net->layers[NEURAL_FIRST].in; }
int neural_move_inputs_of(const neural_net *net) { return net->layers[NEURAL_MOVE_FIRST].in; }
int neural_joint_of(const neural_net *net) { return net->layers[NEURAL_MOVE_SECOND].out; }
