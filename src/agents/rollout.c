/* Roll-outs: random play for any game, and for those that have a simple player of their own, that one. */
#include "agents/rollout.h"
#include "agents/sabacc_pairs.h"
#include "games/mulle/view.h"

#include <math.h>
#include <string.h>

const char *const rollout_words[] = {"usual", "random", NULL};

void rollout_values(const float *returns, int seats, double *values) {
    float lowest = returns[0];
    for (int i = 1; i < seats; i++) lowest = returns[i] < lowest ? returns[i] : lowest;
    for (int seat = 0; seat < seats; seat++) {
        values[seat] = lowest >= 0.0f ? (double)(returns[seat] + 1.0f) / 2.0 /* nobody lost: a draw */
                                      : (double)(returns[seat] - lowest) / (double)(1.0f - lowest);
    }
}

static void value_of_end(const tp_game *game, const void *state, int seats, double *values) {
    float returns[TP_MAX_SEATS] = {0};
    game->returns(state, returns);
    rollout_values(returns, seats, values);
}

/* What is striven for is the result itself. */
static void share_values(const double *values, int seats, double *shares) {
    if (shares != NULL) memcpy(shares, values, (size_t)seats * sizeof *shares);
}

static void play_at_random(const tp_game *game, const void *start, void *state, tp_chance *chance, int seats,
                           double *values, double *shares) {
    (void)start;
    if (game->actor(state) != TP_OVER) game->playout(state, chance);
    value_of_end(game, state, seats, values);
    share_values(values, seats, shares);
}

/* ---- Mulle ---- */
/* So many points ahead with one rond to play, one wins 73 times out of 100; omgångar between players who are alike vary by that much. */
static const double LEAD_OF_A_ROND = 5;

/* How many points one is ahead, as the omgång stands. What each takes in of what is not captured yet is half of it. */
static double mulle_lead(const mulle_table *table) {
    enum { WHOLE_INTAKE = 42 };
    double points[MULLE_SEATS], open = WHOLE_INTAKE;
    mulle_score scores[MULLE_SEATS];
    for (uint32_t seat = 0; seat < MULLE_SEATS; seat++) {
        scores[seat] = mulle_score_of(table, seat);
        open -= scores[seat].intake;
    }
    for (uint32_t seat = 0; seat < MULLE_SEATS; seat++) {
        double above = scores[seat].intake + open / 2 - MULLE_INTAKE_LIMIT;
        points[seat] =
            table->session[seat] + scores[seat].mulle + scores[seat].tabbe + (above > 0 ? 2 * above : 0);
    }
    return points[0] - points[1];
}

/* To the end of the rond, when new hands are dealt. */
static bool is_over_mulle(const void *start, const void *state) {
    const mulle_table *then = &((const mulle_state *)start)->table,
                      *now = &((const mulle_state *)state)->table;
    return now->over != 0 || now->rond != then->rond || now->omgang != then->omgang;
}

/* The lead at the end of the rond tells how likely one is to win, the more surely the fewer ronder are left. At the end of the game points beyond the winner's
 * first are worth a little too: one that is lost anyway should not be thrown away, for the model of its rest is rough. */
static void play_mulle(const tp_game *game, const void *start, void *state, tp_chance *chance, int seats,
                       double *values, double *shares) {
    mulle_greedy_player *greedy = mulle_greedy_of(game);
    const mulle_table *table = &((const mulle_state *)state)->table;
    while (!is_over_mulle(start, state)) game->apply(state, greedy(state), chance);
    if (table->over != 0) {
        int32_t scores[TP_MAX_SEATS] = {0};
        game->scores(state, scores);
        value_of_end(game, state, seats, values);
        share_values(values, seats, shares);
        double margin = tanh((double)(scores[0] - scores[1]) / 40) / 2;
        values[0] = values[0] * .7 + (.5 + margin) * .3;
        values[1] = values[1] * .7 + (.5 - margin) * .3;
        return;
    }
    double left = 1 + MULLE_RONDER - table->rond + MULLE_RONDER * (table->omgangar - table->omgang);
    values[0] = 1 / (1 + exp(-mulle_lead(table) / (LEAD_OF_A_ROND * sqrt(left))));
    values[1] = 1 - values[0];
    share_values(values, seats, shares);
}

/* ---- Bruno ---- */

static void play_bruno(const tp_game *game, const void *start, void *state, tp_chance *chance, int seats,
                       double *values, double *shares) {
    (void)start;
    while (game->actor(state) != TP_OVER)
        game->apply(state, bruno_low_move(game, state, &chance->rng), chance);
    value_of_end(game, state, seats, values);
    share_values(values, seats, shares);
}

/* ---- Mus ---- */

/* How likely each of n sides is the first to win as often as it still has to, where every win is anybody's: the sides win like clocks
 * that tick on their own, each side's last win comes after a time that is the sum of its exponential ones, and who is first is an integral over
 * polynomials. */
static void race(const uint32_t *left, uint32_t sides, double *first) {
    enum { MOST_LEFT = 9, TERMS = MUS_SEATS * MOST_LEFT };
    double factorial[TERMS + 1] = {1};
    for (uint32_t i = 1; i <= TERMS; i++) factorial[i] = factorial[i - 1] * i;
    for (uint32_t side = 0; side < sides; side++) {
        double terms[TERMS] = {0};
        uint32_t degree = left[side] - 1;
        terms[degree] = 1 / factorial[degree];
        for (uint32_t other = 0; other < sides; other++) {
            double product[TERMS] = {0};
            if (other == side) continue;
            for (uint32_t i = 0; i <= degree; i++) {
                for (uint32_t k = 0; k < left[other]; k++) product[i + k] += terms[i] / factorial[k];
            }
            degree += left[other] - 1;
            memcpy(terms, product, sizeof terms);
        }
        first[side] = 0;
        double power = sides;
        for (uint32_t i = 0; i <= degree; i++) {
            first[side] += terms[i] * factorial[i] / power;
            power *= sides;
        }
    }
}

/* The same for the whole match, as juegos and vacas stand. */
static void match_race(const mus_table *table, double *won) {
    uint32_t sides = mus_sides(table), juegos[MUS_SEATS] = {0}, vacas[MUS_SEATS] = {0};
    double vaca[MUS_SEATS], after[MUS_SEATS];
    for (uint32_t side = 0; side < sides; side++) {
        juegos[side] = (uint32_t)(table->rules.juegos_to_win - table->juegos[side]);
        vacas[side] = (uint32_t)(table->rules.vacas_to_win - table->vacas[side]);
        won[side] = 0;
    }
    race(juegos, sides, vaca);
    for (uint32_t winner = 0; winner < sides; winner++) {
        if (vacas[winner] == 1) {
            won[winner] += vaca[winner];
            continue;
        }
        vacas[winner]--;
        race(vacas, sides, after);
        vacas[winner]++;
        for (uint32_t side = 0; side < sides; side++) won[side] += vaca[winner] * after[side];
    }
}

/* What it is worth in the whole match to win the juego under way with these chances. */
static void share_juego(const mus_table *table, const double *chances, double *shares) {
    uint32_t sides = mus_sides(table);
    double won[MUS_SEATS];
    for (uint32_t side = 0; side < sides; side++) shares[side] = 0;
    for (uint32_t winner = 0; winner < sides; winner++) {
        mus_table then = *table;
        if (++then.juegos[winner] == table->rules.juegos_to_win) {
            memset(then.juegos, 0, sizeof then.juegos);
            if (++then.vacas[winner] == table->rules.vacas_to_win) {
                shares[winner] += chances[winner];
                continue;
            }
        }
        match_race(&then, won);
        for (uint32_t side = 0; side < sides; side++) shares[side] += chances[winner] * won[side];
    }
}

/* Everybody thinks that he plays better than the others, and that time is on his side: the odds of a juego that goes on are so much higher, as a logarithm. A
 * search that takes them to be even gambles the whole juego away too often (docs/strength.md). */
static const double PATIENCE = .7, PATIENCE_AT_FIRST = 1;

/* To the end of the hand: a whole juego more would only add noise. */
static bool is_over_mus(const void *start, const void *state) {
    const mus_table *then = &((const mus_state *)start)->table, *now = &((const mus_state *)state)->table;
    return now->phase == MUS_PHASE_OVER || now->mano != then->mano;
}

/* A juego that ended with the hand is won or lost; else the stones tell how likely each side is to win it, the more surely the nearer its end. */
static void play_mus(const tp_game *game, const void *start, void *state_bytes, tp_chance *chance, int seats,
                     double *values, double *shares) {
    const mus_state *state = state_bytes;
    const mus_table *table = &state->table, *then = &((const mus_state *)start)->table;
    while (!is_over_mus(start, state))
        game->apply(state_bytes, mus_bot_move(table, state->hands[table->to_act], &chance->rng), chance);
    double worth[MUS_SEATS] = {0}, sum = 0;
    uint32_t sides = mus_sides(table), winner = table->winner;
    uint32_t most = 0;
    for (uint32_t side = 0; side < sides; side++) {
        bool won = table->vacas[side] > then->vacas[side] ||
                   (table->vacas[side] == then->vacas[side] && table->juegos[side] > then->juegos[side]);
        if (table->phase != MUS_PHASE_OVER && won) winner = side;
        most = table->score[side] > most ? table->score[side] : most;
    }
    double left = table->rules.target > most ? (double)(table->rules.target - most) : 0, scale = 3 + left / 6;
    double patience =
        winner != MUS_NOBODY ? 1 : exp(PATIENCE + PATIENCE_AT_FIRST * left / table->rules.target);
    for (uint32_t side = 0; side < sides; side++) {
        worth[side] = winner != MUS_NOBODY ? (winner == side ? 1 : 0)
                                           : exp(((double)table->score[side] - (double)most) / scale);
        sum += worth[side];
    }
    for (uint32_t side = 0; side < sides; side++) worth[side] /= sum;
    for (int seat = 0; seat < seats; seat++) {
        double own = worth[game->side(state_bytes, seat)];
        values[seat] = patience * own / (patience * own + 1 - own);
    }
    if (shares == NULL) return;
    double of_match[MUS_SEATS] = {0};
    if (table->phase == MUS_PHASE_OVER) {
        memcpy(of_match, worth, sizeof of_match);
    } else if (winner != MUS_NOBODY) {
        match_race(table, of_match);
    } else {
        share_juego(table, worth, of_match);
    }
    for (int seat = 0; seat < seats; seat++) shares[seat] = of_match[game->side(state_bytes, seat)];
}

/* ---- Kessel Sabacc ---- */

/* How strong a reserve is, as the logarithm of a weight with which its owner wins. From 350,000 rounds of `sabacc-pairs` against itself, two to four at a
 * table (docs/strength.md); beyond, a chip more is worth what the last ones are. */
static double reserve_strength(uint32_t chips) {
    static const double strengths[] = {0, -2.9, -2.35, -1.78, -1.38, -.96, -.62, -.275, 0};
    enum { LAST = sizeof strengths / sizeof strengths[0] - 1 };
    return chips <= LAST ? strengths[chips] : .3 * (chips - LAST);
}

static const double TOKEN_STRENGTH = .08;

static uint32_t tokens_left(const sabacc_table *table, uint32_t seat) {
    uint32_t count = 0;
    for (uint32_t set = table->tokens[seat]; set != 0; count++)
        set &= ~sabacc_token_set(sabacc_token_of_move(tp_lowest_bit(set)));
    return count;
}

static bool is_over_sabacc(const void *start, const void *state) {
    const sabacc_table *then = &((const sabacc_state *)start)->table,
                       *now = &((const sabacc_state *)state)->table;
    return now->phase == SABACC_PHASE_OVER || now->round != then->round;
}

/* To the end of the round. Chips, and a little the tokens that are left, tell how likely each is to win. */
static void play_sabacc(const tp_game *game, const void *start, void *state_bytes, tp_chance *chance,
                        int seats, double *values, double *shares) {
    const sabacc_state *state = state_bytes;
    const sabacc_table *table = &state->table;
    while (!is_over_sabacc(start, state)) {
        const uint8_t *hand = state->hand[table->current];
        game->apply(state_bytes, sabacc_pairs_move(table, hand, state->drawn, &chance->rng), chance);
    }
    if (table->phase == SABACC_PHASE_OVER) {
        value_of_end(game, state_bytes, seats, values);
    } else {
        double sum = 0;
        for (int seat = 0; seat < seats; seat++) {
            bool plays = ((table->in_play >> seat) & 1) != 0;
            double strength =
                reserve_strength(table->reserve[seat]) + TOKEN_STRENGTH * tokens_left(table, (uint32_t)seat);
            values[seat] = plays ? exp(strength) : 0;
            sum += values[seat];
        }
        for (int seat = 0; seat < seats; seat++) values[seat] /= sum;
    }
    share_values(values, seats, shares);
}

/* ---- which ---- */

static const rollout at_random = {NULL, "random", NULL, play_at_random};

static const rollout own[] = {{"bruno", "bruno-low", NULL, play_bruno},
                              {"mulle", "mulle-greedy", is_over_mulle, play_mulle},
                              {"mus", "mus-bot", is_over_mus, play_mus},
                              {"sabacc", "sabacc-pairs", is_over_sabacc, play_sabacc}};

const rollout *rollout_find(const tp_game *game, const char *word) {
    if (strcmp(word, "usual") != 0) return &at_random;
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        if (strcmp(own[i].game, game->name) == 0) return &own[i];
    }
    return &at_random;
}
