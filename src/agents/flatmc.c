/* The agent `flatmc`: flat Monte Carlo.
 *
 * For each legal move, many times: sample what the seat cannot know (a determinization), make the move, and
 * play out at random to the end. The share of wins is the move's score, and the best score is played. `games`
 * is the total over all moves.
 *
 * Games are played in batches, and every batch has its own generator, seeded from the seed, the decision and
 * the number of the batch. So a budget in games gives the same values with any number of threads; a budget in
 * time does not. */
#include "agents/agents.h"
#include "agents/thinking.h"
#include "core/language.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH_GAMES = 256, MOST_THREADS = 64, CACHE_LINE = 64 };

/* The statistics of one move. */
typedef struct tally {
    tp_move move;
    think_tally games;
} tally;

typedef struct flatmc_self {
    const tp_game *game;
    uint64_t seed, decisions;
    uint64_t games; /* budget in games; 0: `ms` counts */
    int64_t ms;
    int threads;
    size_t state_stride;
    unsigned char *states;  /* one world for each thread */
    unsigned char *scratch; /* of the game, for the view at hand */
    tp_move *moves;         /* the legal ones; then room for each thread */
    tally *tallies;         /* one for each legal move; under the lock while threads work */

    /* the decision at hand */
    const void *view;
    uint64_t decision_seed;
    uint64_t batches; /* how many there are, if the budget is in games */
    int64_t deadline_ns;
    int move_count, viewer, seats;
    bool is_value;        /* no moves are compared: the value of the game is wanted, as it stands or */
    const tp_event *seen; /* after this move, as the viewer saw it; NULL: none */
    atomic_bool is_stuck; /* no world was found in which it is possible */
    atomic_uint_fast64_t next_batch;
    pthread_mutex_t lock;
} flatmc_self;

typedef struct worker {
    flatmc_self *self;
    void *state;
    tp_move *moves;
} worker;

/* The share of a win that returns stand for: 1 for the only winner, 1/k for one of k, 0 for a loss. */
static double win_share(const float *returns, int seats, int seat) {
    float lowest = returns[0];
    for (int i = 1; i < seats; i++) lowest = returns[i] < lowest ? returns[i] : lowest;
    if (lowest >= 0.0f) return (double)(returns[seat] + 1.0f) / 2.0; /* nobody lost: a draw */
    return (double)(returns[seat] - lowest) / (double)(1.0f - lowest);
}

/* How many games a batch has. Batches go round the moves; the budget is shared out evenly, the rest to the
 * first moves. */
static uint64_t batch_size(const flatmc_self *self, uint64_t batch) {
    if (self->games == 0) return BATCH_GAMES;
    uint64_t moves = (uint64_t)self->move_count, move = batch % moves, done = batch / moves * BATCH_GAMES;
    uint64_t share = self->games / moves + (move < self->games % moves ? 1 : 0);
    if (done >= share) return 0;
    return share - done < BATCH_GAMES ? share - done : BATCH_GAMES;
}

/* A world to play out. False: there is none. */
static bool begin_game(const flatmc_self *self, tp_move move, const worker *mine, tp_chance *chance) {
    const tp_game *game = self->game;
    if (!self->is_value) {
        game->imagine(self->view, self->scratch, mine->state, chance);
        game->apply(mine->state, move, chance);
        return true;
    }
    int moves = think_world(game, self->view, self->scratch, self->viewer, self->seen, mine->state,
                            mine->moves, chance);
    if (moves > 0 && self->seen != NULL)
        game->apply(mine->state, mine->moves[tp_rng_below(&chance->rng, (uint32_t)moves)], chance);
    return moves > 0;
}

static void play_batch(flatmc_self *self, uint64_t batch, const worker *mine) {
    const tp_game *game = self->game;
    uint64_t index = batch % (uint64_t)self->move_count, games = batch_size(self, batch);
    tp_chance chance;
    tp_chance_from_seed(&chance, think_mix(self->decision_seed, batch));
    think_tally tally = {0};
    float returns[TP_MAX_SEATS] = {0};
    for (uint64_t i = 0; i < games; i++) {
        if (!begin_game(self, self->tallies[index].move, mine, &chance)) {
            atomic_store(&self->is_stuck, true);
            return;
        }
        tp_game_playout(game, mine->state, &chance);
        game->returns(mine->state, returns);
        think_add(&tally, win_share(returns, self->seats, self->viewer));
    }
    pthread_mutex_lock(&self->lock);
    think_gather(&self->tallies[index].games, &tally);
    pthread_mutex_unlock(&self->lock);
}

static void *work(void *worker_pointer) {
    const worker *mine = worker_pointer;
    flatmc_self *self = mine->self;
    while (!atomic_load(&self->is_stuck)) {
        uint64_t batch = atomic_fetch_add(&self->next_batch, 1);
        bool every_move_tried = batch >= (uint64_t)self->move_count;
        if (self->games != 0 ? batch >= self->batches
                             : every_move_tried && think_now_ns() >= self->deadline_ns)
            break;
        play_batch(self, batch, mine);
    }
    return NULL;
}

/* Play the games on as many threads as the system gives, at least on this one. */
static void search(flatmc_self *self) {
    pthread_t threads[MOST_THREADS];
    worker workers[MOST_THREADS] = {{self, self->states, self->moves}};
    int started = 0;
    for (int i = 0; i < self->threads; i++) {
        workers[i].self = self;
        workers[i].state = self->states + (size_t)i * self->state_stride;
        workers[i].moves = self->moves + (size_t)(i + 1) * (size_t)self->game->max_moves;
    }
    while (started < self->threads - 1 &&
           pthread_create(&threads[started], NULL, work, &workers[started + 1]) == 0) {
        started++;
    }
    work(&workers[0]);
    for (int i = 0; i < started; i++) pthread_join(threads[i], NULL);
}

/* Set up the decision at this view. */
static void begin(flatmc_self *self, const void *view, int viewer) {
    const tp_game *game = self->game;
    tp_chance chance;
    tp_err code = tp_game_prepare(game, view, self->scratch, NULL);
    tp_assert(code == TP_OK);
    (void)code;
    self->view = view;
    self->decision_seed = think_mix(self->seed, self->decisions++);
    tp_chance_from_seed(&chance, self->decision_seed);
    game->imagine(view, self->scratch, self->states, &chance);
    self->seats = game->seats(self->states);
    self->viewer = viewer;
    self->move_count = self->is_value ? 1 : game->view_legal(view, self->moves);
    for (int i = 0; i < self->move_count; i++) self->tallies[i] = (tally){.move = self->moves[i]};
    uint64_t moves = (uint64_t)self->move_count, largest_share = (self->games + moves - 1) / moves;
    self->batches = (largest_share + BATCH_GAMES - 1) / BATCH_GAMES * moves;
    self->deadline_ns = think_now_ns() + self->ms * 1000000;
    atomic_store(&self->next_batch, 0);
    atomic_store(&self->is_stuck, false);
}

static int evaluate(void *self_pointer, const void *view, tp_opinion *out) {
    flatmc_self *self = self_pointer;
    begin(self, view, self->game->view_actor(view));
    search(self);
    for (int i = 0; i < self->move_count; i++)
        out[i] = think_opinion(self->tallies[i].move, &self->tallies[i].games);
    return self->move_count;
}

static bool value(void *self_pointer, const void *view, int seat, const tp_event *seen, tp_opinion *out) {
    flatmc_self *self = self_pointer;
    self->is_value = true;
    self->seen = seen;
    begin(self, view, seat);
    search(self);
    self->is_value = false;
    self->seen = NULL;
    *out = think_opinion(TP_NO_MOVE, &self->tallies[0].games);
    return out->games > 0;
}

static tp_move choose(void *self_pointer, const void *view) {
    flatmc_self *self = self_pointer;
    if (self->game->view_legal(view, self->moves) == 1) return self->moves[0];
    begin(self, view, self->game->view_actor(view));
    search(self);
    const tally *best = &self->tallies[0];
    double best_value = -1;
    for (int i = 0; i < self->move_count; i++) {
        const tally *found = &self->tallies[i];
        double value = found->games.games > 0 ? found->games.total / (double)found->games.games : 0;
        if (value > best_value) {
            best_value = value;
            best = found;
        }
    }
    return best->move;
}

static void destroy(void *self_pointer) {
    flatmc_self *self = self_pointer;
    if (self == NULL) return;
    pthread_mutex_destroy(&self->lock);
    free(self->states);
    free(self->scratch);
    free(self->moves);
    free(self->tallies);
    free(self);
}

static tp_err create(const tp_game *game, const tp_options *options, uint64_t seed, void **out,
                     tp_error *error) {
    bool ms_given = tp_options_value(options, "ms")->given;
    if (ms_given && tp_options_value(options, "games")->given) {
        return tp_fail(error, TP_E_INPUT, TR("agent flatmc: give games or ms, not both"));
    }
    flatmc_self *self = calloc(1, sizeof *self);
    if (self == NULL) return tp_fail(error, TP_E_MEMORY, TR("no memory for the agent %s"), "flatmc");
    pthread_mutex_init(&self->lock, NULL);
    self->game = game;
    self->seed = seed;
    self->games = ms_given ? 0 : (uint64_t)tp_options_int(options, "games");
    self->ms = tp_options_int(options, "ms");
    self->threads = (int)tp_options_int(options, "threads");
    self->state_stride = (game->state_size + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
    self->states = aligned_alloc(CACHE_LINE, self->state_stride * (size_t)self->threads);
    self->scratch = aligned_alloc(CACHE_LINE, (game->scratch_size + CACHE_LINE) / CACHE_LINE * CACHE_LINE);
    self->moves = calloc((size_t)(self->threads + 1) * (size_t)game->max_moves, sizeof *self->moves);
    self->tallies = calloc((size_t)game->max_moves, sizeof *self->tallies);
    if (self->states == NULL || self->scratch == NULL || self->moves == NULL || self->tallies == NULL) {
        destroy(self);
        return tp_fail(error, TP_E_MEMORY, TR("no memory for the agent %s"), "flatmc");
    }
    *out = self;
    return TP_OK;
}

static const tp_option options_table[] = {
    {"games", TP_OPTION_INT, "150000", 1, 1e12, NULL,
     TR_MARK("random games per decision, for all moves together")},
    {"ms", TP_OPTION_INT, "1000", 1, 86400000, NULL, TR_MARK("milliseconds per decision, instead of games")},
    {"threads", TP_OPTION_INT, "1", 1, MOST_THREADS, NULL, TR_MARK("number of threads")},
    {NULL, TP_OPTION_INT, NULL, 0, 0, NULL, NULL},
};

const tp_agent_kind flatmc_agent = {
    .struct_size = sizeof(tp_agent_kind),
    .name = "flatmc",
    .summary = TR_MARK(
        "flat Monte Carlo: sample the hidden cards, try each move, play to the end at random, count wins"),
    .options = options_table,
    .create = create,
    .destroy = destroy,
    .choose = choose,
    .evaluate = evaluate,
    .value = value,
};
