/* Neural networks that play: what a view looks like in numbers goes in, how good each legal move looks and
 * what the game is worth come out. Whole numbers only (kernel.h), so every machine plays the same.
 *
 * The network has a trunk, a dense layer of its own for each move, and a head that joins the two:
 *
 *     view  -> first -> second -+-> mix --+
 *                               |         +-> head -> a logit for this move
 *     move  -> move_first -> move_second -+
 *                               +-> value_first -> what the game is worth to who is to act
 *
 * docs/networks.md describes the file to the byte. */
#ifndef TAPETE_NEURAL_H
#define TAPETE_NEURAL_H

#include "neural/kernel.h"
#include "tapete/error.h"

#include <jansson.h>

enum {
    NEURAL_MOST_JOINT = 128,     /* outputs of the layers that join a view and a move */
    NEURAL_LOGIT_ONE = 1 << 10,  /* a logit of 1 */
    NEURAL_VALUE_ONE = 1 << 15,  /* a value of 1 */
    NEURAL_WEIGHT_ONE = 1 << 24, /* the largest weight of neural_weigh */
    NEURAL_MOST_FILE = 4 << 20
};

typedef struct neural_net neural_net;

/* What is kept of a view while its moves are looked at. */
typedef struct neural_thought {
    int32_t joint[NEURAL_MOST_JOINT];
    int32_t value; /* what the actor can expect, NEURAL_VALUE_ONE being a sure win, minus that a sure loss */
} neural_thought;

/* Read a network. NULL with an error that begins with the path. */
neural_net *neural_read(const char *path, tp_error *error);
/* The same from memory; the sentence has no path. */
neural_net *neural_parse(const uint8_t *bytes, size_t size, tp_error *error);
void neural_free(neural_net *net); /* NULL is fine */

/* The first line of the file: game, options, encoding, how it was trained. Borrowed. */
const json_t *neural_heading(const neural_net *net);
int neural_inputs_of(const neural_net *net);      /* numbers that describe a view */
int neural_move_inputs_of(const neural_net *net); /* numbers that describe a move */

void neural_look(const neural_net *net, const uint8_t *view, neural_thought *out);

/* What a move adds to the layer that joins it with a view: neural_joint_of(net) sums, whatever the view. */
void neural_look_at_move(const neural_net *net, const uint8_t *move, int32_t *joint);
int neural_joint_of(const neural_net *net);

/* The logit of such a move, NEURAL_LOGIT_ONE being 1. */
int32_t neural_judge(const neural_net *net, const neural_thought *thought, const int32_t *joint);

/* Softmax of logits in whole numbers: weights in proportion to exp(logit / temperature), the best having
 * NEURAL_WEIGHT_ONE. Returns their sum. With a temperature of 0 the first of the best has all. */
uint64_t neural_weigh(const int32_t *logits, int count, double temperature, uint32_t *weights);

#endif
