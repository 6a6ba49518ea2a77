/* How a steady player of Mus thinks: the model of everybody at the table for the search, its roll-out, and
 * the agent `mus-steady`.
 *
 * It knows how good its hand is among all hands of a lance, takes those who have bet to hold better ones, and
 * weighs stones by what they are worth: how likely each side is to win the juego. It answers a bet, an ordago
 * too, when its chance in the lance is above what refusing leaves it, and never quite surely: the nearer the
 * two are, the more it varies. */
#ifndef TAPETE_MUS_BOT_STEADY_H
#define TAPETE_MUS_BOT_STEADY_H

#include "games/mus/state.h"

/* How likely a side is to win a juego in which it has `own` stones and the best of the others `other`. */
double mus_win_chance(const mus_rules *rules, double own, double other);

/* The share of all hands that may speak in a lance which this one beats; of ties so many as `ties` says. */
double mus_hand_strength(const mus_rules *rules, const uint8_t hand[MUS_HAND], uint32_t phase, double ties);

enum { MUS_MOST_CHOICES = 8 };

typedef struct mus_choice {
    tp_move move;
    double prob;
} mus_choice;

/* What a steady player does with this hand: moves and their probabilities. Returns how many. */
int mus_steady_plan(const mus_table *table, const uint8_t own[MUS_HAND], mus_choice out[MUS_MOST_CHOICES]);

/* The same for a list of legal moves; those that it never makes have 0. */
void mus_steady_probs(const mus_table *table, const uint8_t own[MUS_HAND], const tp_move *moves, int count,
                      double *out);

/* Whether it would rather cut than not. */
bool mus_steady_cuts(const mus_table *table, const uint8_t own[MUS_HAND]);

/* One of them. */
tp_move mus_steady_move(const mus_table *table, const uint8_t own[MUS_HAND], tp_rng *rng);

#endif
