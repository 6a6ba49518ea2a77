/* The agent `net`: plays by a neural network (neural/neural.h) that was trained in self-play. It evaluates
 * the view once and does not search.
 *
 * The network gives each legal move a probability, and a move is drawn by them: against opponents who
 * adapt, a mixed strategy is better than its likeliest move. Temperature 0 plays the likeliest move. */
#include "agents/agents.h"
#include "agents/networks.h"
#include "core/language.h"

#include <stdlib.h>

typedef struct net_self {
    const tp_game *game;
    network_set *networks;
    const neural_net *net; /* the one for the variant that is played */
    double temperature;    /* below 0: as the network's file says */
    int sides;
    tp_rng rng;
    network_room room;
    tp_move *moves;
    uint32_t *weights;
} net_self;

static const char refusal[] = TR_MARK("there is no network for this variant of the game");

static void destroy(void *self_bytes) {
    net_self *self = self_bytes;
    if (self == NULL) return;
    networks_free(self->networks);
    network_room_free(&self->room);
    free(self->moves);
    free(self->weights);
    free(self);
}

static tp_err create(const tp_game *game, const tp_options *options, uint64_t seed, void **out,
                     tp_error *error) {
    net_self *self = calloc(1, sizeof *self);
    if (self == NULL) return tp_fail(error, TP_E_MEMORY, TR("no memory for the agent %s"), "net");
    size_t most = (size_t)game->max_moves;
    tp_options usual;
    tp_options_init(&usual, game->options);
    self->game = game;
    self->sides = network_sides(game, &usual);
    self->temperature = tp_options_real(options, "temperature");
    tp_rng_seed(&self->rng, seed);
    tp_err code = networks_open(game, tp_options_text(options, "file"), &self->networks, error);
    if (code != TP_OK) {
        tp_error_at(error, TR("agent %s"), "net");
        destroy(self);
        return code;
    }
    self->net = networks_first(self->networks);
    self->moves = malloc(most * sizeof *self->moves);
    self->weights = malloc(most * sizeof *self->weights);
    if (!network_room_make(&self->room, game) || self->moves == NULL || self->weights == NULL) {
        destroy(self);
        return tp_fail(error, TP_E_MEMORY, TR("no memory for the agent %s"), "net");
    }
    *out = self;
    return TP_OK;
}

static void begin(void *self_bytes, const tp_options *options, int seat) {
    net_self *self = self_bytes;
    (void)seat;
    if (options == NULL) return;
    self->net = networks_for(self->networks, options);
    self->sides = network_sides(self->game, options);
}

static tp_err suits(const void *self_bytes, const tp_options *options, tp_error *error) {
    const net_self *self = self_bytes;
    return networks_for(self->networks, options) != NULL
               ? TP_OK
               : tp_fail(error, TP_E_INPUT, "%s", tp_translate(refusal));
}

static const char *failure(const void *self_bytes) {
    return ((const net_self *)self_bytes)->net == NULL ? refusal : NULL;
}

/* The legal moves with their weights. Returns how many there are. */
static int weigh(net_self *self, const void *view, uint64_t *sum) {
    const tp_game *game = self->game;
    int count = game->view_legal(view, self->moves);
    tp_assert(count > 0);
    *sum = network_weigh(self->net, game, &self->room, view, self->moves, count, self->temperature,
                         self->weights);
    return count;
}

static tp_move choose(void *self_bytes, const void *view) {
    net_self *self = self_bytes;
    int count = self->game->view_legal(view, self->moves);
    /* Without a network the agent has failed, so any legal move is good enough. */
    if (count == 1 || self->net == NULL) return self->moves[0];
    uint64_t sum;
    weigh(self, view, &sum);
    return self->moves[network_draw(self->weights, sum, &self->rng)];
}

static int probs(void *self_bytes, const void *view, double *out) {
    net_self *self = self_bytes;
    if (self->net == NULL) return 0;
    uint64_t sum;
    int count = weigh(self, view, &sum);
    for (int i = 0; i < count; i++) out[i] = self->weights[i] / (double)sum;
    return count;
}

static bool value(void *self_bytes, const void *view, int seat, const tp_event *seen, tp_opinion *out) {
    net_self *self = self_bytes;
    if (self->net == NULL || seen != NULL || self->game->view_actor(view) != seat) return false;
    network_look(self->net, self->game, &self->room, view);
    *out = (tp_opinion){.move = TP_NO_MOVE, .value = network_share(&self->room, self->sides), .games = 1};
    return true;
}

static const tp_option options_table[] = {
    {"temperature", TP_OPTION_REAL, "-1", -1, 10, NULL,
     TR_MARK("0 plays the likeliest move, 1 draws moves as the network learnt to, more is wilder; -1: as its "
             "file says")},
    {"file", TP_OPTION_TEXT, "", 0, 0, NULL,
     TR_MARK("the file of a network; without it, those that come with the program")},
    {NULL, TP_OPTION_INT, NULL, 0, 0, NULL, NULL},
};

const tp_agent_kind net_agent = {
    .struct_size = sizeof(tp_agent_kind),
    .name = "net",
    .summary = TR_MARK("a neural network that has learnt by playing against itself"),
    .options = options_table,
    .create = create,
    .destroy = destroy,
    .choose = choose,
    .value = value,
    .probs = probs,
    .quick = true,
    .failure = failure,
    .begin = begin,
    .suits = suits,
};
