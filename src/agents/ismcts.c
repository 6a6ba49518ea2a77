/* The agent `ismcts`: information set Monte Carlo tree search, for any game through its contract alone.
 *
 * Many times: sample a world that fits the view (a determinization), walk down the tree by UCB1, add one
 * node, roll out with a simple policy until the current round is decided, and back-propagate the result of
 * every seat.
 *
 * A node is an information set: the view of the searching seat, keyed by a hash of its bytes. Two histories
 * that the seat cannot tell apart have the same view, so cards of others need no further care: a discard that
 * shows only its number leads to the same node for all cards. A view may also forget how it came about
 * (game.h). Then several information sets share a node, which is coarser and learns faster. Nodes are kept in
 * a hash table, so the part of the tree below the move that was really made is still there at the next
 * decision.
 *
 * Where another seat acts, its legal moves differ from world to world. So UCB1 uses availability counts: how
 * often a move was available, not how often the node was visited. Every seat maximises its own result;
 * partners share theirs. Other seats know their cards: if a game's opponent model (model.h) distinguishes
 * kinds of hands, each kind has its own node, or all would act as if they did not look at them. And other
 * seats are not as strong as a search: part of the time they play the move of the model instead.
 *
 * The moves of others reveal something about their cards. If the seat has followed the game, worlds are
 * sampled with weights: the likelihood of the observed moves under the model.
 *
 * Each thread searches its own tree from its own seed, and the statistics of the first moves are added up
 * (root parallelisation). */
#include "agents/agents.h"
#include "agents/model.h"
#include "agents/prior.h"
#include "agents/rollout.h"
#include "agents/thinking.h"
#include "agents/tree.h"
#include "core/language.h"
#include "core/numbers.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_THREADS = 64,
    MOST_DEPTH = 256,
    CACHE_LINE = 64,
    CHECK_CLOCK = 16,    /* simulations between two looks at the clock */
    FIRST_WORLDS = 32,   /* tried before the first simulation, so that it has a likely one */
    DECISIONS_KEPT = 128 /* for so many decisions a tree has room, where the number of simulations is given */
};

/* A thread: its tree, and the room that it needs. */
typedef struct searcher {
    tree tree;
    unsigned char *state, *view, *room;
    unsigned char
        *world; /* for weighted worlds: the last one, and the likelihood of the observed moves in it */
    double likelihood;
    tp_move *moves;
    uint32_t *candidates;     /* the edges of the moves considered in this world */
    think_tally all;          /* if wanted: of all simulations */
    think_tally *first_moves; /* and by the first move */
    tp_chance chance;
    uint64_t simulations;
    bool is_stuck; /* no world was found in which the move that was seen is possible */
} searcher;

typedef struct ismcts_self {
    const tp_game *game;
    const rollout *rollout;
    const model *model;
    uint64_t seed, decisions, sims;
    int64_t ms;
    int threads;
    double exploration, others;
    double mix;  /* below 0: as is usual in the game */
    prior prior; /* where it mixes */
    double *weights;
    bool reuses, weighs;
    searcher *searchers;
    unsigned char *scratch;
    unsigned char *start; /* a world of the decision at hand */
    tp_move *moves;
    model_notes notes;

    /* the decision at hand */
    const void *view;
    uint64_t decision_seed;
    int64_t deadline_ns;
    int seats, viewer;
    const tp_event *seen; /* the move that has been made, as the viewer saw it; NULL: none */
    bool is_counted;      /* the value of the game is wanted too, not only a move */
    bool is_even; /* the value of every root move is wanted: half of the simulations are shared out evenly */
} ismcts_self;

typedef struct worker {
    ismcts_self *self;
    int number;
} worker;

/* ---- one simulation ---- */

/* Which of the moves to try: one that was never tried, else the one with the highest upper bound. */
static uint32_t select_edge(const ismcts_self *self, searcher *searcher, int count) {
    const tree_edge *edges = searcher->tree.edges;
    uint32_t untried = 0, chosen = TREE_NO_EDGE;
    for (int i = 0; i < count; i++) untried += edges[searcher->candidates[i]].visits == 0;
    if (untried > 0) {
        uint32_t wanted = tp_rng_below(&searcher->chance.rng, untried);
        for (int i = 0; i < count; i++) {
            if (edges[searcher->candidates[i]].visits != 0) continue;
            if (wanted-- == 0) return searcher->candidates[i];
        }
    }
    double best = -1;
    for (int i = 0; i < count; i++) {
        const tree_edge *edge = &edges[searcher->candidates[i]];
        double visits = edge->visits;
        double bound =
            edge->total / visits + self->exploration * sqrt(exact_log((double)edge->available) / visits);
        if (bound > best) {
            best = bound;
            chosen = searcher->candidates[i];
        }
    }
    return chosen;
}

/* The next world by Metropolis sampling over determinizations, weighted by the likelihood of the observed
 * moves: one is imagined, and accepted with the ratio of its likelihood to that of the last world. */
static void weighed_world(const ismcts_self *self, searcher *searcher) {
    const tp_game *game = self->game;
    game->imagine(self->view, self->scratch, searcher->state, &searcher->chance);
    double likelihood = self->model->likelihood(game, &self->notes, searcher->state, searcher->room);
    if (tp_rng_fraction(&searcher->chance.rng) * searcher->likelihood < likelihood) {
        memcpy(searcher->world, searcher->state, game->state_size);
        searcher->likelihood = likelihood;
    } else {
        memcpy(searcher->state, searcher->world, game->state_size);
    }
}

/* A world to simulate in; the number of legal moves in it, 0 if there is no such world. */
static int enter_world(const ismcts_self *self, searcher *searcher) {
    if (!self->weighs || self->notes.count == 0 || self->seen != NULL) {
        return think_world(self->game, self->view, self->scratch, self->viewer, self->seen, searcher->state,
                           searcher->moves, &searcher->chance);
    }
    weighed_world(self, searcher);
    return self->game->legal(searcher->state, searcher->moves);
}

/* The move that was tried least. */
static int least_tried(const searcher *searcher, int moves) {
    int least = 0;
    for (int i = 1; i < moves; i++) {
        if (searcher->first_moves[i].games < searcher->first_moves[least].games) least = i;
    }
    return least;
}

/* The node of a world: the view of the searching seat and, if another seat acts, the kind of cards that it
 * holds. Without the kind, that seat would act as if it did not look at its cards. */
static uint64_t key_of(const ismcts_self *self, searcher *searcher, int actor) {
    self->game->view(searcher->state, self->viewer, searcher->view);
    uint64_t kind =
        actor != self->viewer && self->model->kind != NULL ? self->model->kind(searcher->state) : 0;
    return tree_key(searcher->view, self->game->view_size, kind);
}

/* Whether another seat plays the move of the model this time, not that of the tree. */
static bool is_modelled(const ismcts_self *self, searcher *searcher, int actor) {
    return actor != self->viewer && self->others > 0 && tp_rng_fraction(&searcher->chance.rng) < self->others;
}

static void simulate(const ismcts_self *self, searcher *searcher) {
    const tp_game *game = self->game;
    tree_edge *edges = searcher->tree.edges;
    uint32_t path[MOST_DEPTH];
    uint8_t movers[MOST_DEPTH];
    int depth = 0, actor, first_move = 0;
    int moves = enter_world(self, searcher);
    searcher->simulations++;
    searcher->is_stuck = moves == 0;
    if (searcher->is_stuck) return;
    bool (*is_over)(const void *, const void *) = self->rollout->is_over;
    for (bool is_first = true; (actor = game->actor(searcher->state)) != TP_OVER && depth < MOST_DEPTH;
         is_first = false) {
        if (is_over != NULL && is_over(self->start, searcher->state)) break;
        if (!is_first && is_modelled(self, searcher, actor)) {
            tp_move move = self->model->move(game, searcher->state, &searcher->chance.rng);
            game->apply(searcher->state, move, &searcher->chance);
            continue;
        }
        bool is_new;
        tree_node *node = tree_find(&searcher->tree, key_of(self, searcher, actor), &is_new);
        if (node == NULL) break;
        /* At a new node the policy takes over; only the root must know its moves at once. */
        if (is_new && depth > 0) break;
        if (!is_first) moves = game->legal(searcher->state, searcher->moves);
        bool is_asked = is_first && (self->is_even || self->seen != NULL); /* about these very moves */
        if (self->model->narrow != NULL && !is_asked)
            moves = self->model->narrow(searcher->state, searcher->moves, moves);
        if (moves == 1 && !is_first) {
            game->apply(searcher->state, searcher->moves[0], &searcher->chance);
            continue;
        }
        if (!tree_match(&searcher->tree, node, searcher->moves, moves, searcher->candidates)) break;
        uint32_t chosen;
        if (is_first && self->is_even && searcher->simulations % 2 == 0) {
            first_move = least_tried(searcher, moves);
            chosen = searcher->candidates[first_move];
        } else {
            chosen = select_edge(self, searcher, moves);
            while (is_first && self->is_even && searcher->candidates[first_move] != chosen) first_move++;
        }
        for (int i = 0; i < moves; i++) edges[searcher->candidates[i]].available++;
        path[depth] = chosen;
        movers[depth++] = (uint8_t)actor;
        game->apply(searcher->state, edges[chosen].move, &searcher->chance);
    }
    double values[TP_MAX_SEATS], shares[TP_MAX_SEATS];
    self->rollout->run(game, self->start, searcher->state, &searcher->chance, self->seats, values,
                       self->is_counted ? shares : NULL);
    for (int i = 0; i < depth; i++) {
        edges[path[i]].visits++;
        edges[path[i]].total += values[movers[i]];
    }
    if (!self->is_counted) return;
    think_add(&searcher->all, shares[self->viewer]);
    if (self->is_even) think_add(&searcher->first_moves[first_move], shares[self->viewer]);
}

/* ---- one decision ---- */

static void prepare(const ismcts_self *self, searcher *searcher, int number) {
    if (!self->reuses || tree_is_half_full(&searcher->tree)) tree_clear(&searcher->tree);
    searcher->simulations = 0;
    searcher->all = (think_tally){0};
    searcher->is_stuck = false;
    if (self->is_even)
        memset(searcher->first_moves, 0, (size_t)self->game->max_moves * sizeof *searcher->first_moves);
    tp_chance_from_seed(&searcher->chance, think_mix(self->decision_seed, (uint64_t)number));
    searcher->likelihood = 0;
    for (int i = 0; i < FIRST_WORLDS && self->weighs && self->notes.count > 0; i++)
        weighed_world(self, searcher);
}

static void *search_tree(void *context) {
    const worker *worker = context;
    ismcts_self *self = worker->self;
    searcher *searcher = &self->searchers[worker->number];
    prepare(self, searcher, worker->number);
    uint64_t threads = (uint64_t)self->threads, number = (uint64_t)worker->number;
    uint64_t share = self->sims / threads + (number < self->sims % threads ? 1 : 0);
    if (self->sims > 0) {
        while (searcher->simulations < share && !searcher->is_stuck) simulate(self, searcher);
        return NULL;
    }
    do {
        for (int i = 0; i < CHECK_CLOCK; i++) simulate(self, searcher);
    } while (think_now_ns() < self->deadline_ns && !searcher->is_stuck);
    return NULL;
}

static void search(ismcts_self *self, const void *view, int viewer) {
    const tp_game *game = self->game;
    tp_err code = tp_game_prepare(game, view, self->scratch, NULL);
    tp_assert(code == TP_OK);
    (void)code;
    self->view = view;
    self->decision_seed = think_mix(self->seed, self->decisions++);
    self->viewer = viewer;
    self->deadline_ns = think_now_ns() + self->ms * 1000000;
    tp_chance chance;
    tp_chance_from_seed(&chance, self->decision_seed);
    game->imagine(view, self->scratch, self->start, &chance);
    self->seats = game->seats(self->start);

    pthread_t threads[MOST_THREADS];
    worker workers[MOST_THREADS];
    int started = 0;
    for (int i = 0; i < MOST_THREADS; i++) workers[i] = (worker){self, i};
    while (started < self->threads - 1 &&
           pthread_create(&threads[started], NULL, search_tree, &workers[started + 1]) == 0) {
        started++;
    }
    search_tree(&workers[0]);
    /* If a thread could not be started its share is done here, so that a budget of simulations is kept. */
    for (int i = started + 1; i < self->threads; i++) search_tree(&workers[i]);
    for (int i = 0; i < started; i++) pthread_join(threads[i], NULL);
}

/* The sum over all trees for a move at the root. */
static tree_edge sum_of(const ismcts_self *self, uint64_t key, tp_move move) {
    tree_edge sum = {.move = move};
    for (int i = 0; i < self->threads; i++) {
        tree_edge found = tree_look_up(&self->searchers[i].tree, key, move);
        sum.visits += found.visits;
        sum.total += found.total;
    }
    return sum;
}

static int evaluate(void *self_pointer, const void *view, tp_opinion *out) {
    ismcts_self *self = self_pointer;
    int moves = self->game->view_legal(view, self->moves);
    self->is_counted = self->is_even = true;
    search(self, view, self->game->view_actor(view));
    self->is_counted = self->is_even = false;
    for (int i = 0; i < moves; i++) {
        think_tally found = {0};
        for (int t = 0; t < self->threads; t++) think_gather(&found, &self->searchers[t].first_moves[i]);
        out[i] = think_opinion(self->moves[i], &found);
    }
    return moves;
}

static bool value(void *self_pointer, const void *view, int seat, const tp_event *seen, tp_opinion *out) {
    ismcts_self *self = self_pointer;
    think_tally found = {0};
    self->is_counted = true;
    self->seen = seen;
    search(self, view, seat);
    self->is_counted = false;
    self->seen = NULL;
    for (int t = 0; t < self->threads; t++) think_gather(&found, &self->searchers[t].all);
    *out = think_opinion(TP_NO_MOVE, &found);
    return found.games > 0;
}

/* The move with the most visits. */
static tp_move most_tried(const ismcts_self *self, uint64_t key, int count) {
    tree_edge best = sum_of(self, key, self->moves[0]);
    for (int i = 1; i < count; i++) {
        tree_edge found = sum_of(self, key, self->moves[i]);
        if (found.visits > best.visits || (found.visits == best.visits && found.total > best.total))
            best = found;
    }
    return best.move;
}

/* A move drawn from the policy that is best for its value, less `mix` times how far it is from the prior
 * (Kullback-Leibler divergence; piKL of Jacob and others, 2022): in proportion to the prior and to exp of the
 * value by `mix`. Values of few simulations count in part. */
static tp_move mixed(ismcts_self *self, const void *view, uint64_t key, int count) {
    static const double USUAL_VISITS = 16;
    double usual = self->prior.net != NULL ? self->model->mix_with_network : self->model->mix,
           mix = self->mix < 0 ? usual : self->mix;
    double visits = 0, total = 0, sum = 0;
    for (int i = 0; i < count; i++) {
        tree_edge found = sum_of(self, key, self->moves[i]);
        visits += found.visits;
        total += found.total;
    }
    prior_weigh(&self->prior, view, self->moves, count, self->weights);
    for (int i = 0; i < count; i++) {
        tree_edge found = sum_of(self, key, self->moves[i]);
        double mean = total / visits,
               value = (found.total + USUAL_VISITS * mean) / (found.visits + USUAL_VISITS);
        self->weights[i] *= exact_exp((value - mean) / mix);
        sum += self->weights[i];
    }
    tp_rng rng;
    tp_rng_seed(&rng, think_mix(self->decision_seed, MOST_THREADS));
    double drawn = tp_rng_fraction(&rng) * sum;
    int i = 0;
    while (i < count - 1 && (drawn -= self->weights[i]) >= 0) i++;
    return self->moves[i];
}

static tp_move choose(void *self_pointer, const void *view) {
    ismcts_self *self = self_pointer;
    int count = self->game->view_legal(view, self->moves);
    if (count == 1) return self->moves[0];
    search(self, view, self->game->view_actor(view));
    uint64_t key = tree_key(view, self->game->view_size, 0);
    return self->mix != 0 ? mixed(self, view, key, count) : most_tried(self, key, count);
}

/* ---- following a game ---- */

static void begin(void *self_pointer, const tp_options *options, int seat) {
    ismcts_self *self = self_pointer;
    if (self->mix != 0) prior_begin(&self->prior, options);
    self->notes.count = 0;
    self->notes.viewer = seat;
}

static void observe(void *self_pointer, const void *before, const tp_event *seen, const void *after) {
    ismcts_self *self = self_pointer;
    model_note(self->model, &self->notes, before, seen, after);
}

/* ---- beginning and end ---- */

static void destroy(void *self_pointer) {
    ismcts_self *self = self_pointer;
    if (self == NULL) return;
    for (int i = 0; self->searchers != NULL && i < self->threads; i++) {
        searcher *searcher = &self->searchers[i];
        tree_free(&searcher->tree);
        free(searcher->state);
        free(searcher->view);
        free(searcher->room);
        free(searcher->world);
        free(searcher->moves);
        free(searcher->candidates);
        free(searcher->first_moves);
    }
    model_notes_free(&self->notes);
    prior_close(&self->prior);
    free(self->weights);
    free(self->searchers);
    free(self->scratch);
    free(self->start);
    free(self->moves);
    free(self);
}

static unsigned char *room_for(size_t size) {
    return aligned_alloc(CACHE_LINE, (size + CACHE_LINE) / CACHE_LINE * CACHE_LINE);
}

static bool equip(searcher *searcher, const tp_game *game, size_t bytes, size_t most_nodes) {
    size_t moves = (size_t)game->max_moves;
    searcher->state = room_for(game->state_size);
    searcher->world = room_for(game->state_size);
    searcher->view = room_for(game->view_size);
    searcher->room = room_for(game->view_size);
    searcher->moves = calloc(moves, sizeof *searcher->moves);
    searcher->candidates = calloc(moves, sizeof *searcher->candidates);
    searcher->first_moves = calloc(moves, sizeof *searcher->first_moves);
    return tree_new(&searcher->tree, game, bytes, most_nodes) && searcher->state != NULL &&
           searcher->world != NULL && searcher->view != NULL && searcher->room != NULL &&
           searcher->moves != NULL && searcher->candidates != NULL && searcher->first_moves != NULL;
}

/* The number of an option, else the default of this game. */
static double given_or(const tp_options *options, const char *name, double usual) {
    return tp_options_value(options, name)->given ? tp_options_real(options, name) : usual;
}

static tp_err create(const tp_game *game, const tp_options *options, uint64_t seed, void **out,
                     tp_error *error) {
    bool sims_given = tp_options_value(options, "sims")->given;
    if (sims_given && tp_options_value(options, "ms")->given) {
        return tp_fail(error, TP_E_INPUT, TR("agent ismcts: give sims or ms, not both"));
    }
    ismcts_self *self = calloc(1, sizeof *self);
    if (self == NULL) return tp_fail(error, TP_E_MEMORY, TR("no memory for the agent %s"), "ismcts");
    self->game = game;
    self->rollout = rollout_find(game, tp_options_text(options, "rollout"));
    self->seed = tp_options_value(options, "seed")->given ? (uint64_t)tp_options_int(options, "seed") : seed;
    self->sims = sims_given ? (uint64_t)tp_options_int(options, "sims") : 0;
    self->ms = tp_options_int(options, "ms");
    self->threads = (int)tp_options_int(options, "threads");
    self->model = model_find(game);
    self->exploration = given_or(options, "c", self->model->exploration);
    self->others = self->model->move != NULL ? given_or(options, "others", self->model->others) : 0;
    self->mix = given_or(options, "mix", self->model->mix > 0 ? -1 : 0);
    self->reuses = tp_options_bool(options, "reuse");
    const char *weigh = tp_options_text(options, "weigh");
    self->weighs = self->model->likelihood != NULL && strcmp(weigh, "off") != 0 &&
                   (self->model->weighs || strcmp(weigh, "on") == 0);
    self->searchers = calloc((size_t)self->threads, sizeof *self->searchers);
    self->scratch = room_for(game->scratch_size);
    self->start = room_for(game->state_size);
    self->moves = calloc((size_t)game->max_moves, sizeof *self->moves);
    self->weights = calloc((size_t)game->max_moves, sizeof *self->weights);
    bool good = self->searchers != NULL && self->scratch != NULL && self->start != NULL &&
                self->moves != NULL && self->weights != NULL && model_notes_make(&self->notes, game);
    size_t bytes = (size_t)tp_options_int(options, "memory") * 1024 * 1024 / (size_t)self->threads;
    /* A simulation adds one node: a small budget never fills a large tree, and clearing it would take
     * longer than the search. */
    size_t most = sims_given ? (size_t)self->sims * DECISIONS_KEPT : SIZE_MAX;
    for (int i = 0; good && i < self->threads; i++) good = equip(&self->searchers[i], game, bytes, most);
    if (!good) {
        destroy(self);
        return tp_fail(error, TP_E_MEMORY, TR("no memory for the agent %s"), "ismcts");
    }
    bool with_network = strcmp(tp_options_text(options, "prior"), "usual") == 0;
    tp_err code = self->mix != 0 ? prior_open(&self->prior, game, self->model, with_network, error) : TP_OK;
    if (code != TP_OK) {
        tp_error_at(error, TR("agent %s"), "ismcts");
        destroy(self);
        return code;
    }
    *out = self;
    return TP_OK;
}

static size_t bytes(const void *self_pointer) {
    const ismcts_self *self = self_pointer;
    size_t sum = 0;
    for (int i = 0; i < self->threads; i++) {
        const tree *tree = &self->searchers[i].tree;
        sum += (size_t)(tree->mask + 1) * sizeof *tree->nodes + tree->most_edges * sizeof *tree->edges;
    }
    return sum;
}

static const char *const prior_words[] = {"usual", "bot", NULL};
static const char *const weigh_words[] = {"usual", "on", "off", NULL};

static const tp_option options_table[] = {
    {"ms", TP_OPTION_INT, "200", 1, 86400000, NULL, TR_MARK("milliseconds per decision")},
    {"sims", TP_OPTION_INT, "10000", 1, 1e12, NULL,
     TR_MARK("simulations per decision, instead of milliseconds")},
    {"threads", TP_OPTION_INT, "1", 1, MOST_THREADS, NULL,
     TR_MARK("number of threads, each with its own tree")},
    {"c", TP_OPTION_REAL, "0.5", 0, 10, NULL,
     TR_MARK("exploration constant of UCB1 (default: the best for the game)")},
    {"seed", TP_OPTION_INT, "0", 0, 9e15, NULL, TR_MARK("random seed (default: given by the caller)")},
    {"memory", TP_OPTION_INT, "64", 1, 65536, NULL, TR_MARK("MiB for the trees")},
    {"reuse", TP_OPTION_BOOL, "true", 0, 0, NULL, TR_MARK("keep the tree from one decision to the next")},
    {"weigh", TP_OPTION_CHOICE, "usual", 0, 0, weigh_words,
     TR_MARK("weight worlds by how likely the others' moves were in them (default: the best for the game)")},
    {"others", TP_OPTION_REAL, "0", 0, 1, NULL,
     TR_MARK(
         "how often the others act like the game's own bot in the tree (default: the best for the game)")},
    {"mix", TP_OPTION_REAL, "0", 0, 10, NULL,
     TR_MARK(
         "draw moves near the prior: the more, the nearer; 0 plays the move tried most (default: the best "
         "for the game)")},
    {"prior", TP_OPTION_CHOICE, "usual", 0, 0, prior_words,
     TR_MARK("the prior of mix: the game's own bot and the network for its rules, or the bot alone")},
    {"rollout", TP_OPTION_CHOICE, "usual", 0, 0, rollout_words,
     TR_MARK("roll-out beyond the tree: by the game's own bot, or at random")},
    {NULL, TP_OPTION_INT, NULL, 0, 0, NULL, NULL},
};

const tp_agent_kind ismcts_agent = {
    .struct_size = sizeof(tp_agent_kind),
    .name = "ismcts",
    .summary = TR_MARK(
        "information set MCTS: sample the hidden cards, walk down the tree, roll out, back-propagate"),
    .options = options_table,
    .bytes = bytes,
    .create = create,
    .destroy = destroy,
    .choose = choose,
    .evaluate = evaluate,
    .value = value,
    .begin = begin,
    .observe = observe,
};
