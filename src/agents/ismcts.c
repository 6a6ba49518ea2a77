/* The agent `ismcts`: information-set Monte Carlo tree search, for any game through its contract alone.
 *
 * Many times: imagine what the seat cannot know, walk down the tree of what the seat has been able to observe, add one place to it, play on to
 * an end by a simple policy, and count what it was worth to everybody on the way back up.
 *
 * A place of the tree is a view of the searching seat: views are plain bytes with perfect recall, so two histories that the seat cannot tell apart have the same view, and a
 * hash of its bytes is the place's key. That is all there is to moves that are private to others: a discard that shows only its number leads to the same place
 * whatever the cards were. Places are kept in a hash table, so the part of the tree below the move that was really made is still there at the
 * next decision.
 *
 * Where another seat acts, its moves differ from world to world. A move is therefore judged against how often it was available, not how often the place was
 * visited. Everybody maximises their own result: partners share it, in a free-for-all nobody does.
 *
 * Threads search trees of their own from different seeds, and what they found out about the first moves is added up. */
#include "agents/agents.h"
#include "agents/rollout.h"
#include "agents/thinking.h"
#include "core/language.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_THREADS = 64,
    MOST_DEPTH = 256,
    CACHE_LINE = 64,
    NO_EDGE = 0,         /* edge 0 is not used */
    CHECK_CLOCK = 16,    /* simulations between two looks at the clock */
    EDGES_PER_PLACE = 8, /* on average, for sharing out the memory */
    DECISIONS_KEPT = 128 /* for so many decisions a tree has room, where the number of simulations is given */
};

/* A move at a place. Edges of a place are a list, ascending by move. */
typedef struct edge {
    tp_move move;
    uint32_t next;
    uint32_t visits, available;
    double total; /* of what it was worth to the one who moved */
} edge;

typedef struct place {
    uint64_t key; /* 0: free */
    uint32_t first;
    uint32_t visits;
} place;

/* One tree, and the room that one thread needs. */
typedef struct tree {
    place *places;
    uint64_t mask;
    uint32_t place_count, most_places;
    edge *edges;
    uint32_t edge_count, most_edges;
    unsigned char *state, *view, *room;
    tp_move *moves;
    uint32_t *candidates;     /* the edges of the moves that are legal in this world */
    think_tally all;          /* where that is wanted: of all simulations */
    think_tally *first_moves; /* and by the first move */
    tp_chance chance;
    uint64_t simulations, depth_total;
    bool is_stuck; /* no world was found in which the move that was seen is possible */
} tree;

typedef struct ismcts_self {
    const tp_game *game;
    const rollout *rollout;
    uint64_t seed, decisions, sims;
    int64_t ms;
    int threads;
    double exploration;
    bool reuse;
    tree *trees;
    unsigned char *scratch;
    tp_move *moves;

    /* the decision at hand */
    const void *view;
    uint64_t decision_seed;
    int64_t deadline_ns;
    int seats, viewer;
    const tp_event *seen; /* the move that has been made, as the viewer saw it; NULL: none */
    bool is_counted;      /* not only a move is wanted, but what the game is worth */
    bool is_even;         /* of every first move: half of the simulations are shared out evenly */
} ismcts_self;

typedef struct worker {
    ismcts_self *self;
    int number;
} worker;

/* ---- places ---- */

/* A key for these bytes; never 0. Two chains, so that the multiplications overlap. */
static uint64_t hash_view(const unsigned char *bytes, size_t size) {
    const uint64_t factor = 0x9e3779b97f4a7c15u, other = 0xd6e8feb86659fd93u;
    uint64_t a = size * factor, b = ~size, word = 0;
    size_t i = 0;
    for (; i + 16 <= size; i += 16) {
        memcpy(&word, bytes + i, 8);
        a = (a ^ word) * factor;
        a ^= a >> 29;
        memcpy(&word, bytes + i + 8, 8);
        b = (b ^ word) * other;
        b ^= b >> 31;
    }
    for (; i < size; i += 8) {
        word = 0;
        memcpy(&word, bytes + i, size - i < 8 ? size - i : 8);
        a = (a ^ word) * factor;
        a ^= a >> 29;
    }
    uint64_t key = (a ^ (b << 32 | b >> 32)) * other;
    key ^= key >> 32;
    return key != 0 ? key : 1;
}

/* The place with this key; a new one where there is none and room is left. *is_new tells. NULL: no room. */
static place *find_place(tree *tree, uint64_t key, bool *is_new) {
    uint64_t at = key & tree->mask;
    *is_new = false;
    while (tree->places[at].key != key) {
        if (tree->places[at].key == 0) {
            if (tree->place_count >= tree->most_places) return NULL;
            tree->place_count++;
            tree->places[at] = (place){.key = key, .first = NO_EDGE};
            *is_new = true;
            break;
        }
        at = (at + 1) & tree->mask;
    }
    return &tree->places[at];
}

static void clear(tree *tree) {
    memset(tree->places, 0, (size_t)(tree->mask + 1) * sizeof *tree->places);
    tree->place_count = 0;
    tree->edge_count = 1;
}

/* The edges of the legal moves, in the same order; new ones are put into the list. False: no room. */
static bool match_edges(tree *tree, place *place, int count) {
    uint32_t *link = &place->first;
    for (int i = 0; i < count; i++) {
        while (*link != NO_EDGE && tree->edges[*link].move < tree->moves[i]) link = &tree->edges[*link].next;
        if (*link == NO_EDGE || tree->edges[*link].move != tree->moves[i]) {
            if (tree->edge_count >= tree->most_edges) return false;
            uint32_t added = tree->edge_count++;
            tree->edges[added] = (edge){.move = tree->moves[i], .next = *link};
            *link = added;
        }
        tree->candidates[i] = *link;
        link = &tree->edges[*link].next;
    }
    return true;
}

/* Which of the moves to try: one that was never tried, else the one with the highest upper bound. */
static uint32_t select_edge(const ismcts_self *self, tree *tree, int count) {
    uint32_t untried = 0, chosen = NO_EDGE;
    for (int i = 0; i < count; i++) untried += tree->edges[tree->candidates[i]].visits == 0;
    if (untried > 0) {
        uint32_t wanted = tp_rng_below(&tree->chance.rng, untried);
        for (int i = 0; i < count; i++) {
            if (tree->edges[tree->candidates[i]].visits != 0) continue;
            if (wanted-- == 0) return tree->candidates[i];
        }
    }
    double best = -1;
    for (int i = 0; i < count; i++) {
        const edge *edge = &tree->edges[tree->candidates[i]];
        double visits = edge->visits;
        double bound = edge->total / visits + self->exploration * sqrt(log((double)edge->available) / visits);
        if (bound > best) {
            best = bound;
            chosen = tree->candidates[i];
        }
    }
    return chosen;
}

/* ---- one simulation ---- */

/* The move that was tried least. */
static int least_tried(const tree *tree, int moves) {
    int least = 0;
    for (int i = 1; i < moves; i++) {
        if (tree->first_moves[i].games < tree->first_moves[least].games) least = i;
    }
    return least;
}

static void simulate(const ismcts_self *self, tree *tree) {
    const tp_game *game = self->game;
    uint32_t path[MOST_DEPTH];
    uint8_t movers[MOST_DEPTH];
    int depth = 0, actor, first_move = 0;
    int moves = think_world(game, self->view, self->scratch, self->viewer, self->seen, tree->state,
                            tree->moves, &tree->chance);
    tree->simulations++;
    tree->is_stuck = moves == 0;
    if (tree->is_stuck) return;
    for (bool is_first = true; (actor = game->actor(tree->state)) != TP_OVER && depth < MOST_DEPTH;
         is_first = false) {
        bool is_new;
        game->view(tree->state, self->viewer, tree->view);
        place *place = find_place(tree, hash_view(tree->view, game->view_size), &is_new);
        if (place == NULL) break;
        place->visits++;
        /* A new place is where the policy takes over; only the first one has to know its moves at once. */
        if (is_new && depth > 0) break;
        if (!is_first) moves = game->legal(tree->state, tree->moves);
        if (moves == 1) {
            game->apply(tree->state, tree->moves[0], &tree->chance);
            continue;
        }
        if (!match_edges(tree, place, moves)) break;
        uint32_t chosen;
        if (is_first && self->is_even && tree->simulations % 2 == 0) {
            first_move = least_tried(tree, moves);
            chosen = tree->candidates[first_move];
        } else {
            chosen = select_edge(self, tree, moves);
            while (is_first && self->is_even && tree->candidates[first_move] != chosen) first_move++;
        }
        for (int i = 0; i < moves; i++) tree->edges[tree->candidates[i]].available++;
        path[depth] = chosen;
        movers[depth++] = (uint8_t)actor;
        game->apply(tree->state, tree->edges[chosen].move, &tree->chance);
    }
    double values[TP_MAX_SEATS], shares[TP_MAX_SEATS];
    self->rollout->run(game, tree->state, tree->room, &tree->chance, self->seats, values,
                       self->is_counted ? shares : NULL);
    for (int i = 0; i < depth; i++) {
        edge *edge = &tree->edges[path[i]];
        edge->visits++;
        edge->total += values[movers[i]];
    }
    tree->depth_total += (uint64_t)depth;
    if (!self->is_counted) return;
    think_add(&tree->all, shares[self->viewer]);
    if (self->is_even) think_add(&tree->first_moves[first_move], shares[self->viewer]);
}

/* ---- one decision ---- */

static void *search_tree(void *context) {
    const worker *worker = context;
    ismcts_self *self = worker->self;
    tree *tree = &self->trees[worker->number];
    if (!self->reuse || tree->place_count > tree->most_places / 2 || tree->edge_count > tree->most_edges / 2)
        clear(tree);
    tree->simulations = tree->depth_total = 0;
    tree->all = (think_tally){0};
    tree->is_stuck = false;
    if (self->is_even)
        memset(tree->first_moves, 0, (size_t)self->game->max_moves * sizeof *tree->first_moves);
    tp_chance_from_seed(&tree->chance, think_mix(self->decision_seed, (uint64_t)worker->number));
    uint64_t threads = (uint64_t)self->threads, number = (uint64_t)worker->number;
    uint64_t share = self->sims / threads + (number < self->sims % threads ? 1 : 0);
    if (self->sims > 0) {
        while (tree->simulations < share && !tree->is_stuck) simulate(self, tree);
        return NULL;
    }
    do {
        for (int i = 0; i < CHECK_CLOCK; i++) simulate(self, tree);
    } while (think_now_ns() < self->deadline_ns && !tree->is_stuck);
    return NULL;
}

static void search(ismcts_self *self, const void *view, int viewer) {
    const tp_game *game = self->game;
    tp_err code = game->prepare(view, self->scratch, NULL);
    tp_assert(code == TP_OK);
    (void)code;
    self->view = view;
    self->decision_seed = think_mix(self->seed, self->decisions++);
    self->viewer = viewer;
    self->deadline_ns = think_now_ns() + self->ms * 1000000;
    tp_chance chance;
    tp_chance_from_seed(&chance, self->decision_seed);
    game->imagine(view, self->scratch, self->trees[0].state, &chance);
    self->seats = game->seats(self->trees[0].state);

    pthread_t threads[MOST_THREADS];
    worker workers[MOST_THREADS] = {{self, 0}};
    int started = 0;
    for (int i = 0; i < self->threads; i++) workers[i] = (worker){self, i};
    while (started < self->threads - 1 &&
           pthread_create(&threads[started], NULL, search_tree, &workers[started + 1]) == 0) {
        started++;
    }
    search_tree(&workers[0]);
    /* What no thread could be had for is done here: a budget of simulations is kept. */
    for (int i = started + 1; i < self->threads; i++) search_tree(&workers[i]);
    for (int i = 0; i < started; i++) pthread_join(threads[i], NULL);
}

/* What all trees have found out about a first move. */
static edge sum_of(const ismcts_self *self, uint64_t key, tp_move move) {
    edge sum = {.move = move};
    for (int i = 0; i < self->threads; i++) {
        const tree *tree = &self->trees[i];
        uint64_t at = key & tree->mask;
        while (tree->places[at].key != key && tree->places[at].key != 0) at = (at + 1) & tree->mask;
        for (uint32_t e = tree->places[at].first; tree->places[at].key == key && e != NO_EDGE;
             e = tree->edges[e].next) {
            if (tree->edges[e].move != move) continue;
            sum.visits += tree->edges[e].visits;
            sum.total += tree->edges[e].total;
        }
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
        for (int t = 0; t < self->threads; t++) think_gather(&found, &self->trees[t].first_moves[i]);
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
    for (int t = 0; t < self->threads; t++) think_gather(&found, &self->trees[t].all);
    *out = think_opinion(TP_NO_MOVE, &found);
    return found.games > 0;
}

/* The move that was tried most: it is the one that the search believed in. */
static tp_move choose(void *self_pointer, const void *view) {
    ismcts_self *self = self_pointer;
    int count = self->game->view_legal(view, self->moves);
    if (count == 1) return self->moves[0];
    search(self, view, self->game->view_actor(view));
    uint64_t key = hash_view(view, self->game->view_size);
    edge best = sum_of(self, key, self->moves[0]);
    for (int i = 1; i < count; i++) {
        edge found = sum_of(self, key, self->moves[i]);
        if (found.visits > best.visits || (found.visits == best.visits && found.total > best.total))
            best = found;
    }
    return best.move;
}

/* ---- beginning and end ---- */

static void destroy(void *self_pointer) {
    ismcts_self *self = self_pointer;
    if (self == NULL) return;
    for (int i = 0; self->trees != NULL && i < self->threads; i++) {
        tree *tree = &self->trees[i];
        free(tree->places);
        free(tree->edges);
        free(tree->state);
        free(tree->view);
        free(tree->room);
        free(tree->moves);
        free(tree->candidates);
        free(tree->first_moves);
    }
    free(self->trees);
    free(self->scratch);
    free(self->moves);
    free(self);
}

static unsigned char *room_for(size_t size) {
    return aligned_alloc(CACHE_LINE, (size + CACHE_LINE) / CACHE_LINE * CACHE_LINE);
}

/* Share the memory of a tree out among places and edges; no more than `most` places are taken where fewer do. */
static bool plant(tree *tree, const tp_game *game, size_t bytes, size_t most) {
    size_t one = 2 * sizeof(place) + EDGES_PER_PLACE * sizeof(edge), places = 1024;
    while (2 * places * one <= bytes && places < most) places *= 2;
    tree->mask = 2 * places - 1;
    tree->most_places = (uint32_t)places;
    tree->most_edges = (uint32_t)(places * EDGES_PER_PLACE);
    if (tree->most_edges < 4 * (uint32_t)game->max_moves) tree->most_edges = 4 * (uint32_t)game->max_moves;
    tree->places = calloc(2 * places, sizeof *tree->places);
    tree->edges = calloc(tree->most_edges, sizeof *tree->edges);
    tree->state = room_for(game->state_size);
    tree->view = room_for(game->view_size);
    tree->room = room_for(game->view_size);
    tree->moves = calloc((size_t)game->max_moves, sizeof *tree->moves);
    tree->candidates = calloc((size_t)game->max_moves, sizeof *tree->candidates);
    tree->first_moves = calloc((size_t)game->max_moves, sizeof *tree->first_moves);
    tree->edge_count = 1;
    return tree->places != NULL && tree->edges != NULL && tree->state != NULL && tree->view != NULL &&
           tree->room != NULL && tree->moves != NULL && tree->candidates != NULL && tree->first_moves != NULL;
}

static tp_err create(const tp_game *game, const tp_options *options, uint64_t seed, void **out,
                     tp_error *error) {
    bool sims_given = tp_options_value(options, "sims")->given;
    if (sims_given && tp_options_value(options, "ms")->given) {
        return tp_fail(error, TP_E_INPUT,
                       "agent ismcts: sims and ms are two ways to say how long to think; give one");
    }
    ismcts_self *self = calloc(1, sizeof *self);
    if (self == NULL) return tp_fail(error, TP_E_MEMORY, "no memory for the agent ismcts");
    self->game = game;
    self->rollout = rollout_find(game, tp_options_text(options, "rollout"));
    self->seed = tp_options_value(options, "seed")->given ? (uint64_t)tp_options_int(options, "seed") : seed;
    self->sims = sims_given ? (uint64_t)tp_options_int(options, "sims") : 0;
    self->ms = tp_options_int(options, "ms");
    self->threads = (int)tp_options_int(options, "threads");
    self->exploration = tp_options_real(options, "c");
    self->reuse = tp_options_bool(options, "reuse");
    self->trees = calloc((size_t)self->threads, sizeof *self->trees);
    self->scratch = room_for(game->scratch_size);
    self->moves = calloc((size_t)game->max_moves, sizeof *self->moves);
    bool good = self->trees != NULL && self->scratch != NULL && self->moves != NULL;
    size_t bytes = (size_t)tp_options_int(options, "memory") * 1024 * 1024 / (size_t)self->threads;
    /* A simulation adds one place: a small budget never fills a large tree, and clearing it would take longer than thinking. */
    size_t most = sims_given ? (size_t)self->sims * DECISIONS_KEPT : SIZE_MAX;
    for (int i = 0; good && i < self->threads; i++) good = plant(&self->trees[i], game, bytes, most);
    if (!good) {
        destroy(self);
        return tp_fail(error, TP_E_MEMORY, "no memory for the agent ismcts");
    }
    *out = self;
    return TP_OK;
}

static const tp_option options_table[] = {
    {"ms", TP_OPTION_INT, "200", 1, 86400000, NULL, TR_MARK("milliseconds per decision")},
    {"sims", TP_OPTION_INT, "10000", 1, 1e12, NULL,
     TR_MARK("simulations per decision, instead of milliseconds")},
    {"threads", TP_OPTION_INT, "1", 1, MOST_THREADS, NULL, TR_MARK("threads, each with a tree of its own")},
    {"c", TP_OPTION_REAL, "0.5", 0, 10, NULL,
     TR_MARK("how much it explores: the constant of the upper bound")},
    {"seed", TP_OPTION_INT, "0", 0, 9e15, NULL,
     TR_MARK("decides everything random (default: told by whoever plays)")},
    {"memory", TP_OPTION_INT, "64", 1, 65536, NULL, TR_MARK("MiB for the trees")},
    {"reuse", TP_OPTION_BOOL, "true", 0, 0, NULL, TR_MARK("keep the tree from one decision to the next")},
    {"rollout", TP_OPTION_CHOICE, "usual", 0, 0, rollout_words,
     TR_MARK("how a game is played on beyond the tree: as the game's own bot, or at random")},
    {NULL, TP_OPTION_INT, NULL, 0, 0, NULL, NULL},
};

const tp_agent_kind ismcts_agent = {
    .struct_size = sizeof(tp_agent_kind),
    .name = "ismcts",
    .summary = TR_MARK(
        "tree search over what the seat can observe: imagine what is hidden, walk down the tree, play on, learn"),
    .options = options_table,
    .create = create,
    .destroy = destroy,
    .choose = choose,
    .evaluate = evaluate,
    .value = value,
};
