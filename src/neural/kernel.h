/* Layers of a neural network in whole numbers: 16-bit weights, 16-bit inputs, 32-bit sums.
 *
 * No sum can overflow (neural_layer_fits), and whole numbers add up to the same in any order. So every build
 * and every processor gives the same numbers, and the fastest kernel can be chosen when the program starts.
 */
#ifndef TAPETE_NEURAL_KERNEL_H
#define TAPETE_NEURAL_KERNEL_H

#include "tapete/base.h"

enum {
    NEURAL_BLOCK = 32,      /* outputs of a layer are a multiple of this */
    NEURAL_MOST_IN = 2048,  /* inputs of a layer */
    NEURAL_MOST_OUT = 1024, /* outputs of a layer */
    NEURAL_MOST_ACTIVE = 2047
};

/* Weights lie in pairs of inputs: w[pair][output][2]. */
typedef struct neural_layer {
    int in, out;
    const int16_t *weights; /* neural_weights(in, out) of them */
    const int32_t *biases;  /* out of them */
} neural_layer;

/* Inputs that are not zero, in pairs: which pair, and both numbers in one word. */
typedef struct neural_inputs {
    int count;
    uint16_t pair[NEURAL_MOST_IN / 2];
    uint32_t both[NEURAL_MOST_IN / 2];
} neural_inputs;

typedef enum neural_kernel { NEURAL_PLAIN, NEURAL_AVX2, NEURAL_AVX512, NEURAL_KERNELS } neural_kernel;

static inline size_t neural_weights(int in, int out) { return (size_t)((in + 1) / 2) * 2 * (size_t)out; }

/* The pairs of in[0 .. n-1] in which something is not zero. */
void neural_pack(const int16_t *in, int n, neural_inputs *out);
void neural_pack_bytes(const uint8_t *in, int n, neural_inputs *out);

/* sums[o] += the weights of o times the inputs, for every output. */
void neural_add(const neural_layer *layer, const neural_inputs *in, int32_t *sums);

/* out[o] = sums[o] / 2^shift, rounded, at least 0 and at most NEURAL_MOST_ACTIVE. */
void neural_activate(const int32_t *sums, int n, int shift, int16_t *out);

/* The sum of weights[o] times the activated sums[o] + more[o]: a layer with a single output. */
int32_t neural_dot(const int32_t *sums, const int32_t *more, int n, int shift, const int16_t *weights);

/* Whether no sum of this layer can leave 30 bits if inputs are at most `most` in size: so that two layers may
 * be added, and rounded. */
bool neural_layer_fits(const neural_layer *layer, int most);

/* The kernel in use; for tests, another one: false if this processor cannot run it. */
neural_kernel neural_kernel_used(void);
bool neural_kernel_use(neural_kernel kernel);
const char *neural_kernel_name(neural_kernel kernel);

#endif
