/* The agent `net`: plays by a neural network (neural/neural.h) that was trained in self-play. It evaluates
 * the view once or, with a budget, searches with it (net_search.h).
 *
 * The network gives each legal move a probability, and a move is drawn by them: against opponents who
 * adapt, a mixed strategy is better than its likeliest move. Temperature 0 plays the likeliest move.
 *
 * Where no network plays the rules, a search without one takes its place if `fallback` says so. */
#include "agents/agents.h"
#include "agents/model.h"
#include "agents/net_search.h"
#include "agents/networks.h"
#include "core/language.h"
#include "core/numbers.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct net_self {
    const tp_game *game;
    network_set *networks; /* NULL: none, and the fallback plays */
    const neural_net *net; /* the one for the variant that is played; NULL: none */
    net_search *search;    /* NULL: it has no budget */
    net_search *judge;  /* for opinions, of those that do not search when they choose; NULL: not asked yet */
    tp_agent *fallback; /* NULL: it has none */
    double temperature; /* below 0: as the network's file says */
    int sides;
    net_search_setup setup;
    tp_rng rng;
    network_room room;
    tp_move *moves;
    uint32_t *weights;
    double *tilts;
} net_self;

enum { JUDGE_SIMS = 1000 };
static const double USUAL_TRUST = .05;

static const char refusal[] = TR_MARK("there is no network for this variant of the game");

static void destroy(void *self_bytes) {
    net_self *self = self_bytes;
    if (self == NULL) return;
    networks_free(self->networks);
    net_search_free(self->search);
    net_search_free(self->judge);
    tp_agent_free(self->fallback);
    network_room_free(&self->room);
    free(self->moves);
    free(self->weights);
    free(self->tilts);
    free(self);
}

static double given_or(const tp_options *options, const char *name, double usual) {
    return tp_options_value(options, name)->given ? tp_options_real(options, name) : usual;
}

/* A search that plays where no network does, with the same time or so many simulations. */
static tp_err make_fallback(net_self *self, const tp_options *options, uint64_t seed, tp_error *error) {
    int64_t sims = tp_options_int(options, "fallback"), ms = tp_options_int(options, "ms");
    char name[64];
    if (sims == 0) return TP_OK;
    snprintf(name, sizeof name, ms > 0 ? "ismcts:ms=%lld,memory=8" : "ismcts:sims=%lld,memory=8",
             (long long)(ms > 0 ? ms : sims));
    self->fallback = tp_agent_new(self->game, name, seed, error);
    return self->fallback != NULL ? TP_OK : error != NULL ? error->code : TP_E_MEMORY;
}

static net_search_setup setup_of(const tp_game *game, const tp_options *options, uint64_t seed) {
    const model *model = model_find(game);
    return (net_search_setup){
        .game = game,
        .seed = seed,
        .sims = tp_options_int(options, "sims"),
        .ms = tp_options_int(options, "ms"),
        .trust = given_or(options, "trust", model->trust > 0 ? model->trust : USUAL_TRUST),
        .manner = (manner)(int)tp_options_value(options, "manner")->number,
    };
}

static tp_err open_networks(net_self *self, const tp_options *options, tp_error *error) {
    const char *file = tp_options_text(options, "file");
    if (self->fallback != NULL && file[0] == '\0' && !networks_are_there(self->game)) return TP_OK;
    tp_err code = networks_open(self->game, file, &self->networks, error);
    if (code == TP_OK) self->net = networks_first(self->networks);
    return code;
}

static tp_err equip(net_self *self, const tp_options *options, uint64_t seed, tp_error *error) {
    size_t most = (size_t)self->game->max_moves;
    self->setup = setup_of(self->game, options, seed);
    if (self->setup.sims > 0 && self->setup.ms > 0)
        return tp_fail(error, TP_E_INPUT, TR("give sims or ms, not both"));
    if (self->setup.manner != MANNER_PLAIN && model_find(self->game)->tilt == NULL)
        return tp_fail(error, TP_E_INPUT, TR("%s is played in one manner only"), self->game->name);
    tp_err code = make_fallback(self, options, seed, error);
    if (code == TP_OK) code = open_networks(self, options, error);
    if (code != TP_OK || self->networks == NULL) return code;
    self->moves = malloc(most * sizeof *self->moves);
    self->weights = malloc(most * sizeof *self->weights);
    self->tilts = malloc(most * sizeof *self->tilts);
    bool is_good = network_room_make(&self->room, self->game) && self->moves != NULL &&
                   self->weights != NULL && self->tilts != NULL;
    if (is_good && self->setup.sims + self->setup.ms > 0)
        is_good = (self->search = net_search_new(&self->setup)) != NULL;
    if (!is_good) return tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"));
    if (self->search != NULL) net_search_begin(self->search, self->net, self->sides, 0);
    return TP_OK;
}

static tp_err create(const tp_game *game, const tp_options *options, uint64_t seed, void **out,
                     tp_error *error) {
    net_self *self = calloc(1, sizeof *self);
    if (self == NULL) return tp_fail(error, TP_E_MEMORY, TR("no memory for the agent %s"), "net");
    tp_options usual;
    tp_options_init(&usual, game->options);
    self->game = game;
    self->sides = network_sides(game, &usual);
    self->temperature = tp_options_real(options, "temperature");
    tp_rng_seed(&self->rng, seed);
    tp_err code = equip(self, options, seed, error);
    if (code != TP_OK) {
        if (error != NULL) tp_error_at(error, TR("agent %s"), "net");
        destroy(self);
        return code;
    }
    *out = self;
    return TP_OK;
}

/* Whether the fallback plays. */
static bool is_fallen_back(const net_self *self) { return self->net == NULL && self->fallback != NULL; }

/* Of those that look once: a search remembers what it has seen. */
static bool renew(void *self_bytes, uint64_t seed) {
    net_self *self = self_bytes;
    if (self->net == NULL || self->search != NULL) return false;
    tp_rng_seed(&self->rng, seed);
    return true;
}

static void begin(void *self_bytes, const tp_options *options, int seat) {
    net_self *self = self_bytes;
    if (options != NULL && self->networks != NULL) {
        self->net = networks_for(self->networks, options);
        self->sides = network_sides(self->game, options);
    }
    if (is_fallen_back(self)) tp_agent_begin(self->fallback, options, seat);
    if (self->search != NULL) net_search_begin(self->search, self->net, self->sides, seat);
}

static void observe(void *self_bytes, const void *before, const tp_event *seen, const void *after) {
    net_self *self = self_bytes;
    if (is_fallen_back(self))
        tp_agent_observe(self->fallback, before, seen, after);
    else if (self->search != NULL)
        net_search_observe(self->search, before, seen, after);
}

static tp_err suits(const void *self_bytes, const tp_options *options, tp_error *error) {
    const net_self *self = self_bytes;
    if (self->fallback != NULL || networks_for(self->networks, options) != NULL) return TP_OK;
    return tp_fail(error, TP_E_INPUT, "%s", tp_translate(refusal));
}

static const char *failure(const void *self_bytes) {
    const net_self *self = self_bytes;
    return self->net == NULL && self->fallback == NULL ? refusal : NULL;
}

/* Weigh the moves as somebody of this manner does. Returns the sum of the weights. */
static uint64_t tilt(net_self *self, const void *view, int count) {
    double most = 0;
    uint64_t sum = 0;
    model_find(self->game)->tilt(view, self->moves, count, self->setup.manner, self->tilts);
    for (int i = 0; i < count; i++) most = self->tilts[i] > most ? self->tilts[i] : most;
    for (int i = 0; i < count; i++) {
        uint32_t weight = self->weights[i];
        self->weights[i] = (uint32_t)(weight * exact_exp(self->tilts[i] - most));
        if (self->weights[i] == 0 && weight > 0) self->weights[i] = 1;
        sum += self->weights[i];
    }
    return sum;
}

/* The legal moves with their weights. Returns how many there are. */
static int weigh(net_self *self, const void *view, uint64_t *sum) {
    const tp_game *game = self->game;
    int count = game->view_legal(view, self->moves);
    tp_assert(count > 0);
    *sum = network_weigh(self->net, game, &self->room, view, self->moves, count, self->temperature,
                         self->weights);
    if (self->setup.manner != MANNER_PLAIN) *sum = tilt(self, view, count);
    return count;
}

static tp_move choose(void *self_bytes, const void *view) {
    net_self *self = self_bytes;
    if (is_fallen_back(self)) return tp_agent_choose(self->fallback, view);
    int count = self->game->view_legal(view, self->moves);
    /* Without a network the agent has failed, so any legal move is good enough. */
    if (count == 1 || self->net == NULL) return self->moves[0];
    double temperature = self->temperature < 0 ? network_temperature(self->net) : self->temperature;
    if (self->search != NULL) return net_search_choose(self->search, view, temperature);
    uint64_t sum;
    weigh(self, view, &sum);
    return self->moves[network_draw(self->weights, sum, &self->rng)];
}

/* Exact where it does not search. */
static int probs(void *self_bytes, const void *view, double *out) {
    net_self *self = self_bytes;
    if (is_fallen_back(self)) return tp_agent_probs(self->fallback, view, out);
    if (self->net == NULL || self->search != NULL) return 0;
    uint64_t sum;
    int count = weigh(self, view, &sum);
    for (int i = 0; i < count; i++) out[i] = self->weights[i] / (double)sum;
    return count;
}

/* The search that values moves: that of the agent, or one of a usual length. NULL: no memory. */
static net_search *judge_of(net_self *self) {
    if (self->search != NULL) return self->search;
    net_search_setup setup = self->setup;
    setup.sims = JUDGE_SIMS;
    if (self->judge == NULL) self->judge = net_search_new(&setup);
    if (self->judge != NULL) net_search_begin(self->judge, self->net, self->sides, 0);
    return self->judge;
}

static int evaluate(void *self_bytes, const void *view, tp_opinion *out) {
    net_self *self = self_bytes;
    if (is_fallen_back(self)) return tp_agent_evaluate(self->fallback, view, out);
    net_search *judge = self->net != NULL ? judge_of(self) : NULL;
    return judge != NULL ? net_search_evaluate(judge, view, out) : 0;
}

static bool value(void *self_bytes, const void *view, int seat, const tp_event *seen, tp_opinion *out) {
    net_self *self = self_bytes;
    if (is_fallen_back(self)) return tp_agent_value(self->fallback, view, seat, seen, out);
    net_search *judge = self->net != NULL ? judge_of(self) : NULL;
    return judge != NULL && net_search_value(judge, view, seat, seen, out);
}

static size_t bytes(const void *self_bytes) {
    const net_self *self = self_bytes;
    size_t sum = self->fallback != NULL ? agent_bytes(self->fallback) : 0;
    if (self->search != NULL) sum += net_search_bytes(self->search);
    return sum + (self->judge != NULL ? net_search_bytes(self->judge) : 0);
}

static const char *const manner_words[] = {"plain", "bold", "cautious", "tricky", NULL};

static const tp_option options_table[] = {
    {"temperature", TP_OPTION_REAL, "-1", -1, 10, NULL,
     TR_MARK("0 plays the likeliest move, 1 draws moves as the network learnt to, more is wilder; -1: as its "
             "file says")},
    {"sims", TP_OPTION_INT, "0", 0, 1e12, NULL,
     TR_MARK("simulations of a search with the network for each decision; 0 looks once and does not search")},
    {"ms", TP_OPTION_INT, "0", 0, 86400000, NULL,
     TR_MARK("milliseconds for each decision, instead of simulations")},
    {"trust", TP_OPTION_REAL, "0.05", 0.001, 10, NULL,
     TR_MARK("the less, the more the search counts beside the network (default: the best for the game)")},
    {"manner", TP_OPTION_CHOICE, "plain", 0, 0, manner_words,
     TR_MARK(
         "how it differs from playing as well as it can: more bets, fewer, or where nobody expects them")},
    {"fallback", TP_OPTION_INT, "0", 0, 1e12, NULL,
     TR_MARK(
         "for rules that no network plays: simulations of a search without one (for as long as ms, if it is "
         "given); 0 refuses such rules")},
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
    .evaluate = evaluate,
    .value = value,
    .probs = probs,
    .failure = failure,
    .begin = begin,
    .observe = observe,
    .bytes = bytes,
    .renew = renew,
    .suits = suits,
};
