/* How likely moves are before anything is searched (prior.h). */
#include "agents/prior.h"
#include "core/language.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Nobody is sure that a move is never made. */
static const double LEAST = 1e-5;

/* What the simple player would do less often than this is taken from the network in part. */
static const double SELDOM = .02;

/* Sharper than networks learn, which are kept varied while they learn. */
static const double TEMPERATURE = .4;

tp_err prior_open(prior *prior, const tp_game *game, const model *model, bool with_network, tp_error *error) {
    memset(prior, 0, sizeof *prior);
    prior->game = game;
    prior->model = model;
    prior->weights = calloc((size_t)game->max_moves, sizeof *prior->weights);
    if (prior->weights == NULL || !network_room_make(&prior->room, game))
        return tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"));
    if (!with_network || !networks_are_there(game)) return TP_OK;
    return networks_open(game, "", &prior->networks, error);
}

void prior_close(prior *prior) {
    networks_free(prior->networks);
    network_room_free(&prior->room);
    free(prior->weights);
    memset(prior, 0, sizeof *prior);
}

void prior_begin(prior *prior, const tp_options *options) {
    prior->net = prior->networks != NULL && options != NULL ? networks_for(prior->networks, options) : NULL;
}

void prior_weigh(prior *prior, const void *view, const tp_move *moves, int count, double *out) {
    const model *model = prior->model;
    for (int i = 0; i < count; i++) out[i] = 1;
    if (prior->net == NULL) {
        if (model->probs != NULL) model->probs(view, moves, count, out);
        for (int i = 0; i < count; i++) out[i] += LEAST;
        return;
    }
    if (model->sense != NULL) model->sense(view, moves, count, out);
    uint64_t sum =
        network_weigh(prior->net, prior->game, &prior->room, view, moves, count, TEMPERATURE, prior->weights);
    for (int i = 0; i < count; i++) {
        double makes_sense = (out[i] + LEAST) / (out[i] + SELDOM);
        out[i] = makes_sense * ((double)prior->weights[i] / (double)sum + LEAST);
    }
}
