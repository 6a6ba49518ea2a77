/* The networks of a game: which there are, and which plays a variant. Networks are read once and shared by
 * all agents of a process. */
#ifndef TAPETE_NETWORKS_H
#define TAPETE_NETWORKS_H

#include "neural/neural.h"
#include "tapete/game.h"

enum { MOST_NETWORKS = 8 };

typedef struct network_set network_set;

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

/* Room for what a network makes of one view and its moves. */
typedef struct network_room {
    uint8_t *view_numbers, *move_numbers;
    int32_t *logits;
} network_room;

/* False: no memory. Freeing is fine in either case. */
bool network_room_make(network_room *room, const tp_game *game);
void network_room_free(network_room *room);

/* What the network makes of these moves of the view's actor: weights as neural_weigh gives them, and their
 * sum. Below 0 the temperature is that of the network's file. */
uint64_t network_weigh(const neural_net *net, const tp_game *game, network_room *room, const void *view,
                       const tp_move *moves, int count, double temperature, uint32_t *weights);

#endif
