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

#endif
