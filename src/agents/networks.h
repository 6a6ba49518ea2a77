/* The networks of a game: which there are, and which plays a variant. Networks are read once and shared by
 * all agents of a process. */
#ifndef TAPETE_NETWORKS_H
#define TAPETE_NETWORKS_H

#include "neural/neural.h"
#include "tapete/game.h"

enum { MOST_NETWORKS = 8, NETWORK_KEPT = 256 };

typedef struct network_set network_set;

/* Whether all networks that come with the program for the game are there: a library may be installed without
 * them. */
bool networks_are_there(const tp_game *game);

/* Load the network in this file or, if the name is empty, all that come with the program for the game.
 * TP_OK, or a sentence that names the file and says what is wrong. */
tp_err networks_open(const tp_game *game, const char *file, network_set **out, tp_error *error);
void networks_free(network_set *set); /* NULL is fine */

const neural_net *networks_first(const network_set *set);
/* The first that was trained for these options, settled; NULL if there is none. */
const neural_net *networks_for(const network_set *set, const tp_options *options);

/* The temperature at which a network plays best, as its file says; else 1. */
double network_temperature(const neural_net *net);

/* What the tensors of a game look like, as 16 hexadecimal digits: a network was made for one such encoding.
 */
void network_encoding(const tp_game *game, char out[17]);

/* What a network makes of a move whatever the view, kept because moves come again and again. */
typedef struct network_move {
    bool is_filled;
    int32_t joint[NEURAL_MOST_JOINT];
} network_move;

/* Room for what a network makes of one view and its moves. */
typedef struct network_room {
    uint8_t *view_numbers, *move_numbers;
    int32_t *logits;
    neural_thought thought; /* of the view that was looked at last */
    size_t move_size;       /* of the numbers of a move, in whole words */
    const neural_net *kept_of;
    network_move *kept;    /* NETWORK_KEPT moves, by a hash of their numbers, */
    uint8_t *kept_numbers; /* and these */
} network_room;

/* False: no memory. Freeing is fine in either case. */
bool network_room_make(network_room *room, const tp_game *game);
void network_room_free(network_room *room);

/* Look at a view of the seat to act, without its moves. */
void network_look(const neural_net *net, const tp_game *game, network_room *room, const void *view);

/* The share of the game that the actor of the view that was looked at last can expect, from 0 to 1, where so
 * many sides play. */
double network_share(const network_room *room, int sides);

/* How many sides play with these options. */
int network_sides(const tp_game *game, const tp_options *options);

/* Look at a view, and at these moves of its actor: weights as neural_weigh gives them, and their
 * sum. Below 0 the temperature is that of the network's file. */
uint64_t network_weigh(const neural_net *net, const tp_game *game, network_room *room, const void *view,
                       const tp_move *moves, int count, double temperature, uint32_t *weights);

/* The place of a move, drawn by such weights. */
int network_draw(const uint32_t *weights, uint64_t sum, tp_rng *rng);

#endif
