/* What a network is made of; for neural alone. */
#ifndef TAPETE_NEURAL_INTERNAL_H
#define TAPETE_NEURAL_INTERNAL_H

#include "neural/neural.h"

enum {
    NEURAL_FIRST,
    NEURAL_SECOND,
    NEURAL_MIX,
    NEURAL_MOVE_FIRST,
    NEURAL_MOVE_SECOND,
    NEURAL_VALUE_FIRST,
    NEURAL_LAYERS
};

struct neural_net {
    json_t *heading;
    neural_layer layers[NEURAL_LAYERS];
    int shifts[NEURAL_LAYERS]; /* of what is activated; NEURAL_MIX has none of its own */
    const int16_t *head_weights, *value_weights;
    int32_t value_bias;
    int head_shift, value_shift;
    int16_t *weights; /* all of them */
    int32_t *biases;
};

#endif
