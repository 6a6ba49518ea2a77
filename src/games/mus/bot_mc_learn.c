/* Monte Carlo learning of Mus: every-visit Monte Carlo control by fictitious self-play.
 *
 * An episode is a hand, begun at stones drawn at random (exploring starts). Every decision of the learner in
 * it is credited with what the hand changed in the chance to win the juego. That chance, by stones and mano,
 * is itself learnt from the same hands.
 *
 * The learner takes the action that has been worth most, now and then any other. What it has done on average
 * is remembered as visits, and that is what the agent plays: the best answers one after the other can each be
 * seen through, their average can hardly be. So most opponents in training play that average; some learn at
 * the same time, and a few are of other kinds.
 *
 * J. Heinrich, M. Lanctot, D. Silver: Fictitious Self-Play in Extensive-Form Games (ICML 2015). */
#include "agents/thinking.h"
#include "games/mus/bot_mc.h"
#include "games/mus/play.h"

#include <math.h>
#include <string.h>

/* Who sits opposite. */
enum { AVERAGE, LEARNS_TOO, BOT, RANDOM };
static const uint32_t PERCENT_AVERAGE = 55, PERCENT_LEARNS_TOO = 35, PERCENT_BOT = 7; /* the rest: random */

static const double TRIES = .1; /* how often any action is taken */

/* A value is the mean of what came of so many visits, the latest counting most. */
enum { MEMORY = 200, WIN_MEMORY = 500, WIN_PRIOR = 20 /* visits that a first guess counts for */ };

enum { MOST_STEPS = 2 * MC_TARGET * MUS_LANCES }; /* a raise adds two stones at least */

/* A decision that waits for the end of the hand. */
typedef struct step {
    uint32_t row_cell, cell, row_actions;
    double before; /* the chance to win the juego by the stones at that moment */
} step;

typedef struct episode {
    mc_learnt *learnt;
    mus_state state;
    tp_chance chance; /* deals, and decides everything else */
    uint32_t learner; /* the seat */
    uint32_t opponent;
    step steps[MUS_SEATS][MOST_STEPS];
    uint32_t step_count[MUS_SEATS];
} episode;

/* ---- chances to win the juego ---- */

static double mano_wins(const mc_learnt *learnt, const mus_table *table) {
    return learnt->wins[table->score[table->mano]][table->score[mus_next(table, table->mano)]];
}

static double chance_of(const mc_learnt *learnt, const mus_table *table, uint32_t seat) {
    if (table->phase == MUS_PHASE_OVER) return table->winner == seat ? 1 : 0;
    double mano = mano_wins(learnt, table);
    return table->mano == seat ? mano : 1 - mano;
}

/* Sums and quotients alone: what is computed here and below is then the same on every processor. */
static double towards(double old, double came, uint32_t visits, uint32_t memory) {
    return old + (came - old) / (visits < memory ? visits : memory);
}

/* Before anything is known: the nearer to the end, the more a stone counts. */
static double guess(uint32_t mano_stones, uint32_t other_stones) {
    double mano_needs = MC_TARGET - (double)mano_stones, other_needs = MC_TARGET - (double)other_stones;
    double lead = (other_needs - mano_needs + .5) / (2 + (mano_needs + other_needs) / 4);
    return (1 + lead / (1 + fabs(lead))) / 2;
}

static void learn_win(mc_learnt *learnt, uint32_t mano_stones, uint32_t other_stones, double came) {
    float *win = &learnt->wins[mano_stones][other_stones];
    uint16_t *visits = &learnt->win_visits[mano_stones][other_stones];
    if (*visits < UINT16_MAX) ++*visits;
    *win = (float)towards(*win, came, *visits + WIN_PRIOR, WIN_MEMORY);
}

/* ---- values ---- */

static void learn_step(mc_learnt *learnt, const step *at, double came) {
    uint16_t *visits = &learnt->policy.visits[at->cell];
    float *value = &learnt->values[at->cell];
    if (*visits == UINT16_MAX) { /* what is long past counts half */
        for (uint32_t i = 0; i < at->row_actions; i++) learnt->policy.visits[at->row_cell + i] /= 2;
    }
    *value = (float)towards(*value, came - at->before, ++*visits, MEMORY);
}

static uint32_t best_action(const mc_learnt *learnt, const mc_spot *spot) {
    uint32_t best = 0;
    for (uint32_t i = 1; i < spot->count; i++) {
        if (learnt->values[spot->cell + spot->actions[i]] > learnt->values[spot->cell + spot->actions[best]])
            best = i;
    }
    return best;
}

/* ---- an episode ---- */

static tp_move random_move(const mus_table *table, const uint8_t hand[MUS_HAND], tp_rng *rng) {
    tp_move moves[MUS_MAX_MOVES];
    int count = mus_list_legal(table, hand, moves);
    return moves[tp_rng_below(rng, (uint32_t)count)];
}

/* As it has played on average; where that says nothing yet, what seems best. */
static tp_move average_move(const mc_learnt *learnt, const mc_spot *spot, tp_rng *rng) {
    double probs[MC_MOST_ACTIONS];
    if (mc_probs_of_row(learnt->policy.visits, spot, probs))
        return spot->moves[mc_draw(probs, spot->count, rng)];
    return spot->moves[best_action(learnt, spot)];
}

static tp_move learner_move(episode *e, const mc_spot *spot) {
    const mus_table *table = &e->state.table;
    tp_rng *rng = &e->chance.rng;
    uint32_t seat = table->to_act, taken = best_action(e->learnt, spot);
    if (tp_rng_fraction(rng) < TRIES) taken = tp_rng_below(rng, spot->count);
    tp_assert(e->step_count[seat] < MOST_STEPS);
    e->steps[seat][e->step_count[seat]++] = (step){.row_cell = spot->cell,
                                                   .cell = spot->cell + spot->actions[taken],
                                                   .row_actions = mc_actions[spot->situation],
                                                   .before = chance_of(e->learnt, table, seat)};
    return spot->moves[taken];
}

static tp_move next_move(episode *e) {
    const mus_table *table = &e->state.table;
    const uint8_t *hand = e->state.hands[table->to_act];
    bool learns = table->to_act == e->learner || e->opponent == LEARNS_TOO;
    if (!learns && e->opponent == BOT) return mus_bot_move(table, hand, &e->chance.rng);
    if (!learns && e->opponent == RANDOM) return random_move(table, hand, &e->chance.rng);
    mc_spot spot;
    mc_find_spot(&e->learnt->policy.classes, table, hand, &spot);
    return learns ? learner_move(e, &spot) : average_move(e->learnt, &spot, &e->chance.rng);
}

static uint32_t draw_opponent(tp_rng *rng) {
    uint32_t percent = tp_rng_below(rng, 100);
    if (percent < PERCENT_AVERAGE) return AVERAGE;
    if (percent < PERCENT_AVERAGE + PERCENT_LEARNS_TOO) return LEARNS_TOO;
    return percent < PERCENT_AVERAGE + PERCENT_LEARNS_TOO + PERCENT_BOT ? BOT : RANDOM;
}

static void deal(mus_state *state, uint32_t mano, tp_chance *chance) {
    memset(state, 0, sizeof *state);
    mus_setup(state, &mc_rules, mano, false, chance);
}

static void play_episode(episode *e) {
    mus_table *table = &e->state.table;
    tp_rng *rng = &e->chance.rng;
    deal(&e->state, tp_rng_below(rng, 2), &e->chance);
    for (uint32_t seat = 0; seat < mc_rules.players; seat++) {
        table->score[seat] = (uint16_t)tp_rng_below(rng, MC_TARGET);
        e->step_count[seat] = 0;
    }
    e->learner = tp_rng_below(rng, 2);
    e->opponent = draw_opponent(rng);
    uint32_t mano = table->mano, mano_stones = table->score[mano],
             other_stones = table->score[mus_next(table, mano)];
    while (table->phase != MUS_PHASE_OVER && table->mano == mano)
        mus_apply(&e->state, next_move(e), &e->chance);
    for (uint32_t seat = 0; seat < mc_rules.players; seat++) {
        double came = chance_of(e->learnt, table, seat);
        for (uint32_t i = 0; i < e->step_count[seat]; i++) learn_step(e->learnt, &e->steps[seat][i], came);
    }
    /* How juegos go among those who play alike. */
    if (e->opponent == AVERAGE || e->opponent == LEARNS_TOO)
        learn_win(e->learnt, mano_stones, other_stones, chance_of(e->learnt, table, mano));
}

/* ---- blocks ---- */

/* To the next multiple of 1/steps, up or down, so that it is right on average; below 1. Such numbers are
 * exact in a float. */
static float round_by_chance(float value, double steps, tp_rng *rng) {
    double exact = value * steps, low = floor(exact);
    if (exact != low && tp_rng_fraction(rng) < exact - low) low += 1;
    return (float)((low < steps ? low : steps - 1) / steps);
}

/* Forget what a file would not hold. So it makes no difference whether learning was interrupted. */
static void round_values(mc_learnt *learnt, tp_rng *rng) {
    for (uint32_t i = 0; i < MC_CELLS; i++)
        learnt->values[i] = round_by_chance(learnt->values[i], MC_VALUE_STEPS, rng);
    for (uint32_t i = 0; i < MC_TARGET * MC_TARGET; i++) {
        float *win = &learnt->wins[i / MC_TARGET][i % MC_TARGET];
        *win = round_by_chance(*win, MC_WIN_STEPS, rng);
    }
}

void mc_begin(mc_learnt *learnt, uint64_t seed) {
    memset(learnt, 0, sizeof *learnt);
    mc_find_classes(&learnt->policy.classes);
    learnt->seed = seed;
    for (uint32_t mano = 0; mano < MC_TARGET; mano++) {
        for (uint32_t other = 0; other < MC_TARGET; other++)
            learnt->wins[mano][other] = (float)guess(mano, other);
    }
}

void mc_learn_block(mc_learnt *learnt) {
    episode e = {.learnt = learnt};
    tp_chance_from_seed(&e.chance, think_mix(learnt->seed, (uint64_t)(learnt->episodes / MC_BLOCK)));
    for (int i = 0; i < MC_BLOCK; i++) play_episode(&e);
    round_values(learnt, &e.chance.rng);
    learnt->episodes += MC_BLOCK;
}

double mc_measure(mc_learnt *learnt, bool random, int juegos, uint64_t seed) {
    mus_state state;
    tp_chance chance;
    int won = 0;
    mc_sum_up(&learnt->policy);
    tp_chance_from_seed(&chance, seed);
    for (int i = 0; i < juegos; i++) {
        const mus_table *table = &state.table;
        uint32_t own = (uint32_t)i & 1;
        deal(&state, ((uint32_t)i >> 1) & 1, &chance);
        while (table->phase != MUS_PHASE_OVER) {
            const uint8_t *hand = state.hands[table->to_act];
            tp_move move = table->to_act == own ? mc_choose(&learnt->policy, table, hand, &chance.rng)
                           : random             ? random_move(table, hand, &chance.rng)
                                                : mus_bot_move(table, hand, &chance.rng);
            mus_apply(&state, move, &chance);
        }
        won += table->winner == own;
    }
    return (double)won / juegos;
}
