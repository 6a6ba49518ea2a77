/* Small networks with random weights, as bytes of a file. */
#ifndef TAPETE_TEST_NETWORK_H
#define TAPETE_TEST_NETWORK_H

#include "neural/neural.h"
#include "tapete/chance.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct network_shape {
    const char *game, *options, *encoding;
    int inputs, move_inputs, first, second, joint;
} network_shape;

static const int network_shifts[] = {8, 14, 8, 14, 13, 6, 3}; /* in the order of the heading below */

/* The bytes of a file, to be freed. Weights are between -weight and weight. */
static uint8_t *network_bytes(const network_shape *shape, uint64_t seed, int weight, size_t *size) {
    char heading[1024];
    const int *s = network_shifts;
    int line = snprintf(
        heading, sizeof heading,
        "{\"tapete\": \"net\", \"version\": 1, \"game\": \"%s\", \"options\": %s, \"encoding\": \"%s\", "
        "\"inputs\": %d, \"move_inputs\": %d, \"first\": %d, \"second\": %d, \"joint\": %d, "
        "\"shifts\": {\"first\": %d, \"second\": %d, \"move_first\": %d, \"joint\": %d, \"value_first\": %d, "
        "\"head\": %d, \"value\": %d}}\n",
        shape->game, shape->options, shape->encoding, shape->inputs, shape->move_inputs, shape->first,
        shape->second, shape->joint, s[0], s[1], s[2], s[3], s[4], s[5], s[6]);
    const int sizes[][2] = {{shape->inputs, shape->first}, {shape->first, shape->second},
                            {shape->second, shape->joint}, {shape->move_inputs, shape->joint},
                            {shape->joint, shape->joint},  {shape->second, shape->joint}};
    size_t weights = 2 * (size_t)shape->joint, biases = 1;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        weights += neural_weights(sizes[i][0], sizes[i][1]);
        biases += (size_t)sizes[i][1];
    }
    *size = (size_t)line + 2 * weights + 4 * biases + 16;
    uint8_t *bytes = malloc(*size);
    if (bytes == NULL) abort();
    uint8_t *at = bytes + line;
    memcpy(bytes, heading, (size_t)line);
    tp_rng rng;
    tp_rng_seed(&rng, seed);
    for (size_t i = 0; i < weights; i++) {
        int value = (int)tp_rng_below(&rng, 2 * (uint32_t)weight + 1) - weight;
        *at++ = (uint8_t)value;
        *at++ = (uint8_t)((uint32_t)value >> 8);
    }
    for (size_t i = 0; i < biases; i++) {
        uint32_t value = (uint32_t)((int)tp_rng_below(&rng, 20001) - 10000);
        for (int k = 0; k < 4; k++) *at++ = (uint8_t)(value >> 8 * k);
    }
    crypto_generichash(at, 16, bytes, *size - 16, NULL, 0);
    return bytes;
}

#endif
