/* Priors: how likely a move is before anything is searched, as a game's simple player makes it and, where a
 * network comes with the program that plays these rules, as that one does.
 *
 * A search that mixes its moves keeps near its prior (ismcts.c): what neither of the two would do takes more
 * than a guess of the search. */
#ifndef TAPETE_PRIOR_H
#define TAPETE_PRIOR_H

#include "agents/model.h"
#include "agents/networks.h"

typedef struct prior {
    const tp_game *game;
    const model *model;
    network_set *networks; /* NULL: none */
    const neural_net *net; /* the one for the rules that are played; NULL: none */
    network_room room;
    uint32_t *weights;
} prior;

/* TP_OK, also if there is no network; else a file is damaged or memory is short. */
tp_err prior_open(prior *prior, const tp_game *game, const model *model, bool with_network, tp_error *error);
void prior_close(prior *prior);

/* A game with these options begins; NULL: with any. */
void prior_begin(prior *prior, const tp_options *options);

/* Of these legal moves of the view's actor, in proportion: the geometric mean of both, all above 0. */
void prior_weigh(prior *prior, const void *view, const tp_move *moves, int count, double *out);

#endif
