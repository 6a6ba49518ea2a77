/* How Leduc poker is played well: the agent `leduc-cfr`, the levels, and what the search needs
 * (agents/play.h).
 *
 * The agent computes a near-equilibrium before its first move, by counterfactual regret minimization (CFR+,
 * Tammelin 2014: regrets are cut off at 0, the players are updated in turn, later strategies weigh more in
 * the average). Then it plays the average strategy. It does not adapt to its opponent.
 *
 * Suits do not matter, so the tree has ranks for cards. In a round, the moves so far follow from two facts:
 * was the first move a check, and how many bets and raises were there. This numbers all information sets. */
#include "agents/play.h"
#include "core/language.h"
#include "games/leduc/view.h"

#include <stdlib.h>
#include <string.h>

enum {
    ROUND_CODES = 2 * (LEDUC_MOST_RAISES + 1),
    PATHS = 1 + ROUND_CODES,  /* how the first round went; 0 while it lasts */
    BOARDS = LEDUC_RANKS + 1, /* the last: none yet */
    SETS = PATHS * ROUND_CODES * LEDUC_RANKS * BOARDS,
    MOST_MOVES = 3,
};

typedef struct solver {
    uint32_t most_raises;           /* of the variant that is solved; 0: none yet */
    float regret[SETS][MOST_MOVES]; /* in the order of the legal moves */
    float average[SETS][MOST_MOVES];
} solver;

/* ---- information sets ---- */

static uint32_t round_code(const leduc_table *table, uint32_t first, uint32_t count) {
    uint32_t raises = 0;
    bool checked = count > 0 && table->moves[first] == LEDUC_CHECK;
    for (uint32_t i = first; i < first + count; i++)
        raises += table->moves[i] == LEDUC_BET || table->moves[i] == LEDUC_RAISE;
    return (uint32_t)checked * (LEDUC_MOST_RAISES + 1) + raises;
}

static uint32_t set_of(const leduc_table *table, uint32_t rank, uint32_t board) {
    uint32_t before = (uint32_t)table->count - table->played,
             path = table->round == 0 ? 0 : 1 + round_code(table, 0, before),
             now = round_code(table, before, table->played);
    if (table->round == 0) board = LEDUC_RANKS;
    return ((path * ROUND_CODES + now) * LEDUC_RANKS + rank) * BOARDS + board;
}

/* `weights` in proportion; uniform if all are 0. */
static void normalize(const float *weights, uint32_t count, double *out) {
    double sum = 0;
    for (uint32_t i = 0; i < count; i++) sum += (double)weights[i];
    for (uint32_t i = 0; i < count; i++) out[i] = sum > 0 ? (double)weights[i] / sum : 1.0 / count;
}

/* ---- CFR+ ---- */

/* One deal, by ranks, and the chance of it. */
typedef struct deal {
    uint8_t rank[LEDUC_SEATS], board;
    double chance;
} deal;

typedef struct pass {
    solver *solver;
    float (*gains)[MOST_MOVES]; /* regrets of this iteration */
    deal deal;
    uint32_t seat; /* whose regrets are updated */
    double weight; /* of this iteration in the average */
} pass;

/* Chips that `seat` wins. */
static double end_value(const pass *p, const leduc_table *table) {
    const uint8_t card[LEDUC_SEATS] = {(uint8_t)(p->deal.rank[0] * LEDUC_SUITS),
                                       (uint8_t)(p->deal.rank[1] * LEDUC_SUITS)};
    leduc_table shown = *table;
    shown.board = (uint8_t)(p->deal.board * LEDUC_SUITS);
    return leduc_score(&shown, card, p->seat);
}

/* The value for `p->seat`. `own` and `others` are the probabilities that the players' strategies lead here;
 * chance counts as one of the others. */
static double traverse(const pass *p, const leduc_table *table, double own, double others) {
    if (table->over) return end_value(p, table);
    uint32_t legal = leduc_legal(table), count = tp_count_bits(legal), seat = table->current,
             set = set_of(table, p->deal.rank[seat], p->deal.board);
    double probs[MOST_MOVES], values[MOST_MOVES], value = 0;
    normalize(p->solver->regret[set], count, probs);
    for (uint32_t i = 0; i < count; i++, legal &= legal - 1) {
        leduc_table next = *table;
        leduc_make(&next, tp_lowest_bit(legal));
        values[i] = seat == p->seat ? traverse(p, &next, own * probs[i], others)
                                    : traverse(p, &next, own, others * probs[i]);
        value += probs[i] * values[i];
    }
    if (seat != p->seat) return value;
    for (uint32_t i = 0; i < count; i++) {
        p->gains[set][i] += (float)(others * (values[i] - value));
        p->solver->average[set][i] += (float)(p->weight * p->deal.chance * own * probs[i]);
    }
    return value;
}

static void update(solver *s, float gains[SETS][MOST_MOVES], uint32_t seat, double weight) {
    leduc_table start;
    memset(&start, 0, sizeof start);
    leduc_start(&start, s->most_raises);
    memset(gains, 0, sizeof(float[SETS][MOST_MOVES]));
    for (uint32_t i = 0; i < LEDUC_RANKS * LEDUC_RANKS * LEDUC_RANKS; i++) {
        deal d = {{(uint8_t)(i % LEDUC_RANKS), (uint8_t)(i / LEDUC_RANKS % LEDUC_RANKS)},
                  (uint8_t)(i / (LEDUC_RANKS * LEDUC_RANKS)),
                  0};
        int second = LEDUC_SUITS - (d.rank[1] == d.rank[0]),
            third = LEDUC_SUITS - (d.board == d.rank[0]) - (d.board == d.rank[1]);
        d.chance =
            (double)(LEDUC_SUITS * second * third) / (LEDUC_CARDS * (LEDUC_CARDS - 1) * (LEDUC_CARDS - 2));
        if (d.chance == 0) continue;
        pass p = {s, gains, d, seat, weight};
        traverse(&p, &start, 1, d.chance);
    }
    for (uint32_t set = 0; set < SETS; set++) {
        for (uint32_t i = 0; i < MOST_MOVES; i++) {
            float sum = s->regret[set][i] + gains[set][i];
            s->regret[set][i] = sum > 0 ? sum : 0;
        }
    }
}

static void solve(solver *s, uint32_t most_raises, uint32_t iterations) {
    float gains[SETS][MOST_MOVES];
    memset(s, 0, sizeof *s);
    s->most_raises = most_raises;
    for (uint32_t t = 1; t <= iterations; t++) {
        for (uint32_t seat = 0; seat < LEDUC_SEATS; seat++) update(s, gains, seat, t);
    }
}

/* ---- the agent ---- */

typedef struct player {
    tp_rng rng;
    uint32_t iterations;
    solver solver;
} player;

static tp_err create(const tp_game *game, const tp_options *options, uint64_t seed, void **self,
                     tp_error *error) {
    (void)game;
    player *made = calloc(1, sizeof *made);
    if (made == NULL) return tp_fail(error, TP_E_MEMORY, TR("no memory for the agent %s"), "leduc-cfr");
    tp_rng_seed(&made->rng, seed);
    made->iterations = (uint32_t)tp_options_int(options, "iterations");
    *self = made;
    return TP_OK;
}

static int probs(void *self, const void *view_bytes, double *out) {
    player *p = self;
    const leduc_view *view = view_bytes;
    const leduc_table *table = &view->table;
    uint32_t count = tp_count_bits(leduc_legal(table));
    if (p->solver.most_raises != table->most_raises) solve(&p->solver, table->most_raises, p->iterations);
    uint32_t set = set_of(table, leduc_rank(view->card[table->current]), leduc_rank(table->board));
    normalize(p->solver.average[set], count, out);
    return (int)count;
}

static tp_move choose(void *self, const void *view) {
    double prob[MOST_MOVES], at = tp_rng_fraction(&((player *)self)->rng);
    uint32_t legal = leduc_legal(&((const leduc_view *)view)->table);
    int count = probs(self, view, prob);
    for (int i = 0; i < count - 1 && at >= prob[i]; i++, legal &= legal - 1) at -= prob[i];
    return (tp_move)tp_lowest_bit(legal);
}

static size_t bytes(const void *self) {
    (void)self;
    return sizeof(player);
}

static const tp_option agent_options[] = {
    {"iterations", TP_OPTION_INT, "200", 1, 100000, NULL,
     TR_MARK("rounds of regret minimization before the first move")},
    {NULL, TP_OPTION_INT, NULL, 0, 0, NULL, NULL},
};

static const tp_agent_kind cfr_agent = {
    .struct_size = sizeof(tp_agent_kind),
    .name = "leduc-cfr",
    .summary = TR_MARK("plays a near-equilibrium mixed strategy, which it computes before its first move"),
    .game = "leduc",
    .options = agent_options,
    .create = create,
    .destroy = free,
    .choose = choose,
    .probs = probs,
    .usual = true,
    .bytes = bytes,
};

/* ---- for the search ---- */

/* Random play to the end. The usual roll-out counts wins; here chips count, or a search would never fold. */
static void run(const tp_game *game, const void *start, void *state, tp_chance *chance, int seats,
                double *values, double *shares) {
    float returns[TP_MAX_SEATS] = {0};
    (void)start;
    if (game->actor(state) != TP_OVER) game->playout(state, chance);
    game->returns(state, returns);
    for (int seat = 0; seat < seats; seat++) values[seat] = ((double)returns[seat] + 1) / 2;
    rollout_share(values, seats, shares);
}

static const rollout chips_rollout = {.player = "random", .run = run};

static const tp_agent_kind *const agents[] = {&cfr_agent, NULL};

const game_play leduc_play = {
    .game = "leduc",
    .agents = agents,
    .rollout = &chips_rollout,
    .levels = {"leduc-cfr:iterations=1", "leduc-cfr:iterations=8", "leduc-cfr:iterations=30",
               "leduc-cfr:iterations=300"},
};
