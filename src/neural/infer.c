/* What a network makes of a view and of a move. */
#include "neural/internal.h"

#include <string.h>

static void sum_of(const neural_layer *layer, const neural_inputs *in, int32_t *sums) {
    memcpy(sums, layer->biases, (size_t)layer->out * sizeof *sums);
    neural_add(layer, in, sums);
}

/* The next inputs: the activated outputs of a layer. */
static void activate(const neural_layer *layer, int shift, const int32_t *sums, neural_inputs *out) {
    int16_t active[NEURAL_MOST_OUT];
    neural_activate(sums, layer->out, shift, active);
    neural_pack(active, layer->out, out);
}

/* A sum divided by 2 to the power of the shift, rounded away from 0 in the middle. */
static int32_t divided(int32_t sum, int shift) {
    int32_t half = shift > 0 ? 1 << (shift - 1) : 0;
    return sum >= 0 ? (sum + half) >> shift : -((-sum + half) >> shift);
}

void neural_look(const neural_net *net, const uint8_t *view, neural_thought *out) {
    static const int32_t nothing[NEURAL_MOST_JOINT];
    neural_inputs in;
    int32_t sums[NEURAL_MOST_OUT];
    neural_pack_bytes(view, net->layers[NEURAL_FIRST].in, &in);
    for (int i = NEURAL_FIRST; i <= NEURAL_SECOND; i++) {
        sum_of(&net->layers[i], &in, sums);
        activate(&net->layers[i], net->shifts[i], sums, &in);
    }
    sum_of(&net->layers[NEURAL_MIX], &in, out->joint);
    const neural_layer *value = &net->layers[NEURAL_VALUE_FIRST];
    sum_of(value, &in, sums);
    int32_t worth = divided(net->value_bias + neural_dot(sums, nothing, value->out,
                                                         net->shifts[NEURAL_VALUE_FIRST], net->value_weights),
                            net->value_shift);
    if (worth > NEURAL_VALUE_ONE) worth = NEURAL_VALUE_ONE;
    out->value = worth < -NEURAL_VALUE_ONE ? -NEURAL_VALUE_ONE : worth;
}

void neural_look_at_move(const neural_net *net, const uint8_t *move, int32_t *joint) {
    neural_inputs in;
    int32_t sums[NEURAL_MOST_JOINT];
    const neural_layer *first = &net->layers[NEURAL_MOVE_FIRST];
    neural_pack_bytes(move, first->in, &in);
    sum_of(first, &in, sums);
    activate(first, net->shifts[NEURAL_MOVE_FIRST], sums, &in);
    memset(joint, 0, (size_t)net->layers[NEURAL_MOVE_SECOND].out * sizeof *joint);
    neural_add(&net->layers[NEURAL_MOVE_SECOND], &in, joint);
}

int32_t neural_judge(const neural_net *net, const neural_thought *thought, const int32_t *move) {
    int joint = net->layers[NEURAL_MOVE_SECOND].out;
    return divided(
        neural_dot(thought->joint, move, joint, net->shifts[NEURAL_MOVE_SECOND], net->head_weights),
        net->head_shift);
}

/* 2^(-i / OCTAVE) in 2^24ths, by multiplying: the same on every machine, which exp() need not be. */
enum { OCTAVE = 256, OCTAVES = 24 };

static uint32_t part_of_octave(uint32_t i) {
    static const uint64_t powers[] = {/* 2^(-2^k / 256) in 2^32nds */
                                      0xff4ecb59, 0xfe9e115c, 0xfd3e0c0c, 0xfa83b2db,
                                      0xf5257d15, 0xeac0c6e7, 0xd744fcca, 0xb504f333};
    uint64_t value = (uint64_t)1 << 32;
    for (uint32_t k = 0; i >> k != 0; k++) {
        if ((i >> k & 1) != 0) value = value * powers[k] >> 32;
    }
    return (uint32_t)(value >> 8);
}

uint64_t neural_weigh(const int32_t *logits, int count, double temperature, uint32_t *weights) {
    int best = 0;
    for (int i = 1; i < count; i++) {
        if (logits[i] > logits[best]) best = i;
    }
    memset(weights, 0, (size_t)count * sizeof *weights);
    weights[best] = NEURAL_WEIGHT_ONE;
    if (temperature <= 0) return NEURAL_WEIGHT_ONE;
    /* Logits in parts of an octave, in 2^16ths; what is OCTAVES octaves below the best has no weight. */
    double factor = OCTAVE * 65536.0 * 1.4426950408889634 / (NEURAL_LOGIT_ONE * temperature);
    int64_t scale = factor < 1e9 ? (int64_t)(factor + 0.5) : 1000000000;
    uint64_t sum = 0;
    for (int i = 0; i < count; i++) {
        uint64_t parts = (uint64_t)(((int64_t)logits[best] - logits[i]) * scale) >> 16;
        if (parts < OCTAVES * OCTAVE)
            weights[i] = part_of_octave((uint32_t)(parts % OCTAVE)) >> parts / OCTAVE;
        sum += weights[i];
    }
    return sum;
}
