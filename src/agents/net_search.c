/* Search with a network (net_search.h).
 *
 * Many times: take a world that fits the view, walk down the tree at the own decisions and let the network
 * play everybody else, until a decision is reached that was not looked at before. There the network says what
 * the game is worth and how likely each move is, both from the own view. The worlds are weighed by how likely
 * the moves of the others were in them, if the game's model can say (model.h).
 *
 * A node is a view of the searching seat, so worlds that look alike share it. At a node the move is tried
 * that has the highest value plus a bonus that falls with its visits and rises with its prior (PUCT, Silver
 * and others, 2017).
 *
 * What is played in the end is in proportion to the prior and to exp of the value by `trust` (policies
 * re-weighted by roll-outs, as in piKL of Jacob and others, 2022): few simulations change the policy of the
 * network little, many change it much. */
#include "agents/net_search.h"

#include "agents/rollout.h"
#include "agents/thinking.h"
#include "agents/tree.h"
#include "core/numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_DEPTH = 256,     /* own decisions of a simulation */
    MOST_STEPS = 4096,    /* and all moves of it */
    CACHE_LINE = 64,      /* worlds begin at one */
    CHECK_CLOCK = 4,      /* simulations between two looks at the clock */
    FIRST_WORLDS = 32,    /* tried before the first simulation, so that it has a likely one */
    MOST_NODES = 1 << 15, /* of the tree; beyond, leaves are looked at and not kept */
    TREE_BYTES = 8 << 20
};

/* How much the prior counts beside values, which are between 0 and 1. */
static const double EXPLORATION = 1;

/* So many visits would leave a move half way between its own value and that of all moves. */
static const double USUAL_VISITS = 8;

struct net_search {
    net_search_setup setup;
    const tp_game *game;
    const model *model;
    const rollout *rollout;
    const neural_net *net;
    int sides, viewer, seats;
    uint64_t decisions;
    network_room room;
    model_notes notes;
    tree tree;
    unsigned char *state, *world, *start, *scratch, *view, *likely_room;
    double likelihood;
    tp_move *moves;
    uint32_t *weights, *candidates;
    double *scores, *tilts;
    think_tally all, *first_moves;
    tp_chance chance;

    /* the decision at hand */
    const void *root;
    const tp_event *seen;
    uint64_t simulations;
    bool is_even, is_stuck;
};

/* ---- worlds ---- */

static void weighed_world(net_search *s) {
    s->game->imagine(s->root, s->scratch, s->state, &s->chance);
    double likelihood = s->model->likelihood(s->game, &s->notes, s->state, s->likely_room);
    if (tp_rng_fraction(&s->chance.rng) * s->likelihood < likelihood) {
        memcpy(s->world, s->state, s->game->state_size);
        s->likelihood = likelihood;
    } else {
        memcpy(s->state, s->world, s->game->state_size);
    }
}

static bool is_weighed(const net_search *s) {
    return s->model->likelihood != NULL && s->model->weighs && s->notes.count > 0 && s->seen == NULL;
}

/* A world to simulate in; how many legal moves it has, 0 if there is none. */
static int enter_world(net_search *s) {
    if (!is_weighed(s))
        return think_world(s->game, s->root, s->scratch, s->viewer, s->seen, s->state, s->moves, &s->chance);
    weighed_world(s);
    return s->game->legal(s->state, s->moves);
}

/* ---- one simulation ---- */

/* The others play as the network does. */
static void let_play(net_search *s, int actor) {
    int count = s->game->legal(s->state, s->moves), i = 0;
    if (count > 1) {
        s->game->view(s->state, actor, s->view);
        uint64_t sum = network_weigh(s->net, s->game, &s->room, s->view, s->moves, count, 1, s->weights);
        i = network_draw(s->weights, sum, &s->chance.rng);
    }
    s->game->apply(s->state, s->moves[i], &s->chance);
}

/* Look at a decision for the first time: its priors. Returns what the game is worth there. */
static double look(net_search *s, const void *view, int count) {
    uint64_t sum = network_weigh(s->net, s->game, &s->room, view, s->moves, count, 1, s->weights);
    for (int i = 0; i < count; i++)
        s->tree.edges[s->candidates[i]].prior = (float)((double)s->weights[i] / (double)sum);
    return network_share(&s->room, s->sides);
}

/* PUCT. A move that was never tried counts as the mean of those that were. */
static int select_move(const net_search *s, int count) {
    const tree_edge *edges = s->tree.edges;
    double visits = 0, total = 0, best = -1e9;
    int chosen = 0;
    for (int i = 0; i < count; i++) {
        visits += edges[s->candidates[i]].visits;
        total += edges[s->candidates[i]].total;
    }
    double mean = visits > 0 ? total / visits : 0, reach = EXPLORATION * sqrt(visits + 1);
    for (int i = 0; i < count; i++) {
        const tree_edge *edge = &edges[s->candidates[i]];
        double own = edge->visits, value = own > 0 ? edge->total / own : mean,
               bound = value + reach * (double)edge->prior / (1 + own);
        if (bound <= best) continue;
        best = bound;
        chosen = i;
    }
    return chosen;
}

static int least_tried(const net_search *s, int count) {
    int least = 0;
    for (int i = 1; i < count; i++) {
        if (s->first_moves[i].games < s->first_moves[least].games) least = i;
    }
    return least;
}

/* What the world is worth by the roll-out of the game. */
static double rolled_out(net_search *s) {
    double values[TP_MAX_SEATS];
    s->rollout->run(s->game, s->start, s->state, &s->chance, s->seats, values, NULL);
    return values[s->viewer];
}

/* Walk from the world to a leaf; the edges of the own moves come into `path`. Returns the value of the leaf.
 */
static double walk(net_search *s, int moves, uint32_t *path, int *depth, int *first_move) {
    const tp_game *game = s->game;
    if (s->seen != NULL) {
        int chosen = (int)tp_rng_below(&s->chance.rng, (uint32_t)moves);
        game->apply(s->state, s->moves[chosen], &s->chance);
    }
    for (int step = 0; step < MOST_STEPS; step++) {
        int actor = game->actor(s->state);
        bool is_over = s->rollout->is_over != NULL && s->rollout->is_over(s->start, s->state);
        if (actor == TP_OVER || is_over) return rolled_out(s);
        if (actor != s->viewer) {
            let_play(s, actor);
            continue;
        }
        int count = game->legal(s->state, s->moves);
        bool is_root = step == 0 && s->seen == NULL;
        if (count == 1 && !is_root) {
            game->apply(s->state, s->moves[0], &s->chance);
            continue;
        }
        bool is_new;
        game->view(s->state, s->viewer, s->view);
        tree_node *node = tree_find(&s->tree, tree_key(s->view, game->view_size, 0), &is_new);
        if (*depth == MOST_DEPTH || node == NULL ||
            !tree_match(&s->tree, node, s->moves, count, s->candidates)) {
            network_look(s->net, game, &s->room, s->view);
            return network_share(&s->room, s->sides);
        }
        if (is_new) {
            double value = look(s, s->view, count);
            if (!is_root) return value;
        }
        int chosen =
            is_root && s->is_even && s->simulations % 2 == 0 ? least_tried(s, count) : select_move(s, count);
        if (is_root) *first_move = chosen;
        path[(*depth)++] = s->candidates[chosen];
        game->apply(s->state, s->moves[chosen], &s->chance);
    }
    return rolled_out(s);
}

static void simulate(net_search *s) {
    uint32_t path[MOST_DEPTH];
    int depth = 0, first_move = -1, moves = enter_world(s);
    s->simulations++;
    s->is_stuck = moves == 0;
    if (s->is_stuck) return;
    double value = walk(s, moves, path, &depth, &first_move);
    for (int i = 0; i < depth; i++) {
        s->tree.edges[path[i]].visits++;
        s->tree.edges[path[i]].total += value;
    }
    think_add(&s->all, value);
    if (s->is_even && first_move >= 0) think_add(&s->first_moves[first_move], value);
}

/* ---- one decision ---- */

static void search(net_search *s, const void *view, int viewer, const tp_event *seen, bool is_even) {
    tp_err code = tp_game_prepare(s->game, view, s->scratch, NULL);
    tp_assert(code == TP_OK);
    (void)code;
    int64_t deadline = think_now_ns() + s->setup.ms * 1000000;
    tp_chance_from_seed(&s->chance, think_mix(s->setup.seed, s->decisions++));
    s->root = view;
    s->viewer = viewer;
    s->seen = seen;
    s->is_even = is_even;
    s->simulations = 0;
    s->likelihood = 0;
    s->all = (think_tally){0};
    memset(s->first_moves, 0, (size_t)s->game->max_moves * sizeof *s->first_moves);
    tree_clear(&s->tree);
    s->game->imagine(view, s->scratch, s->start, &s->chance);
    s->seats = s->game->seats(s->start);
    for (int i = 0; i < FIRST_WORLDS && is_weighed(s); i++) weighed_world(s);
    do {
        simulate(s);
        if (s->setup.sims > 0 ? s->simulations >= (uint64_t)s->setup.sims
                              : s->simulations % CHECK_CLOCK == 0 && think_now_ns() >= deadline)
            break;
    } while (!s->is_stuck);
    s->seen = NULL;
}

/* Logarithms of what is played, before the temperature. */
static void score(net_search *s, const void *view, int count) {
    uint64_t key = tree_key(view, s->game->view_size, 0);
    double visits = 0, total = 0;
    for (int i = 0; i < count; i++) {
        tree_edge edge = tree_look_up(&s->tree, key, s->moves[i]);
        visits += edge.visits;
        total += edge.total;
    }
    double mean = visits > 0 ? total / visits : 0;
    for (int i = 0; i < count; i++) s->tilts[i] = 0;
    if (s->setup.manner != MANNER_PLAIN) s->model->tilt(view, s->moves, count, s->setup.manner, s->tilts);
    for (int i = 0; i < count; i++) {
        static const double LEAST = 1e-7;
        tree_edge edge = tree_look_up(&s->tree, key, s->moves[i]);
        double value = (edge.total + USUAL_VISITS * mean) / (edge.visits + USUAL_VISITS),
               prior = (double)edge.prior > LEAST ? (double)edge.prior : LEAST;
        s->scores[i] = exact_log(prior) + s->tilts[i] + (value - mean) / s->setup.trust;
    }
}

tp_move net_search_choose(net_search *s, const void *view, double temperature) {
    search(s, view, s->game->view_actor(view), NULL, false);
    int count = s->game->view_legal(view, s->moves), best = 0;
    score(s, view, count);
    for (int i = 1; i < count; i++) {
        if (s->scores[i] > s->scores[best]) best = i;
    }
    if (temperature <= 0) return s->moves[best];
    double sum = 0, highest = s->scores[best];
    for (int i = 0; i < count; i++) {
        s->scores[i] = exact_exp((s->scores[i] - highest) / temperature);
        sum += s->scores[i];
    }
    double drawn = tp_rng_fraction(&s->chance.rng) * sum;
    int i = 0;
    while (i < count - 1 && (drawn -= s->scores[i]) >= 0) i++;
    return s->moves[i];
}

int net_search_evaluate(net_search *s, const void *view, tp_opinion *out) {
    search(s, view, s->game->view_actor(view), NULL, true);
    int count = s->game->view_legal(view, s->moves);
    for (int i = 0; i < count; i++) out[i] = think_opinion(s->moves[i], &s->first_moves[i]);
    return count;
}

bool net_search_value(net_search *s, const void *view, int seat, const tp_event *seen, tp_opinion *out) {
    search(s, view, seat, seen, false);
    *out = think_opinion(TP_NO_MOVE, &s->all);
    return s->all.games > 0;
}

/* ---- following a game; beginning and end ---- */

void net_search_begin(net_search *s, const neural_net *net, int sides, int seat) {
    s->net = net;
    s->sides = sides;
    s->notes.count = 0;
    s->notes.viewer = seat;
}

void net_search_observe(net_search *s, const void *before, const tp_event *seen, const void *after) {
    model_note(s->model, &s->notes, before, seen, after);
}

static unsigned char *room_for(size_t size) {
    return aligned_alloc(CACHE_LINE, (size + CACHE_LINE) / CACHE_LINE * CACHE_LINE);
}

net_search *net_search_new(const net_search_setup *setup) {
    const tp_game *game = setup->game;
    net_search *s = calloc(1, sizeof *s);
    if (s == NULL) return NULL;
    size_t moves = (size_t)game->max_moves;
    s->setup = *setup;
    s->game = game;
    s->model = model_find(game);
    s->rollout = rollout_find(game, "usual");
    s->state = room_for(game->state_size);
    s->world = room_for(game->state_size);
    s->start = room_for(game->state_size);
    s->scratch = room_for(game->scratch_size);
    s->view = room_for(game->view_size);
    s->likely_room = room_for(game->view_size);
    s->moves = calloc(moves, sizeof *s->moves);
    s->weights = calloc(moves, sizeof *s->weights);
    s->candidates = calloc(moves, sizeof *s->candidates);
    s->scores = calloc(moves, sizeof *s->scores);
    s->tilts = calloc(moves, sizeof *s->tilts);
    s->first_moves = calloc(moves, sizeof *s->first_moves);
    size_t nodes = setup->sims > 0 && setup->sims < MOST_NODES ? (size_t)setup->sims : MOST_NODES;
    bool is_good = model_notes_make(&s->notes, game) && network_room_make(&s->room, game) &&
                   tree_new(&s->tree, game, TREE_BYTES, nodes) && s->state != NULL && s->world != NULL &&
                   s->start != NULL && s->scratch != NULL && s->view != NULL && s->likely_room != NULL &&
                   s->moves != NULL && s->weights != NULL && s->candidates != NULL && s->scores != NULL &&
                   s->tilts != NULL && s->first_moves != NULL;
    if (is_good) return s;
    net_search_free(s);
    return NULL;
}

void net_search_free(net_search *s) {
    if (s == NULL) return;
    network_room_free(&s->room);
    model_notes_free(&s->notes);
    tree_free(&s->tree);
    free(s->state);
    free(s->world);
    free(s->start);
    free(s->scratch);
    free(s->view);
    free(s->likely_room);
    free(s->moves);
    free(s->weights);
    free(s->candidates);
    free(s->scores);
    free(s->tilts);
    free(s->first_moves);
    free(s);
}

size_t net_search_bytes(const net_search *s) {
    return (size_t)(s->tree.mask + 1) * sizeof *s->tree.nodes + s->tree.most_edges * sizeof *s->tree.edges;
}
