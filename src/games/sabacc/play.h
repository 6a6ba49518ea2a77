/* How Kessel Sabacc is played well: what its own files and the search have of it (agents/play.h). */
#ifndef TAPETE_SABACC_PLAY_H
#define TAPETE_SABACC_PLAY_H

#include "agents/play.h"
#include "games/sabacc/rules.h"

extern const tp_agent_kind sabacc_pairs_agent;
extern const model sabacc_model;
void sabacc_tilt(const void *view, const tp_move *moves, int count, manner manner, double *out);
extern const rollout sabacc_rollout;

/* A move of `sabacc-pairs` for the current player, from the table, his hand and, in phase KEEP, the card that
 * he has drawn. */
tp_move sabacc_pairs_move(const sabacc_table *table, const uint8_t hand[SABACC_FAMILIES], uint32_t drawn,
                          tp_rng *rng);
/* The probability that it is this legal one. */
double sabacc_pairs_prob(const sabacc_table *table, const uint8_t hand[SABACC_FAMILIES], uint32_t drawn,
                         tp_move move);
/* What kind of decision it is, by the cards: with a pair, with cards that are near each other, and so on;
 * below 8. */
uint32_t sabacc_pairs_kind(const sabacc_table *table, const uint8_t hand[SABACC_FAMILIES], uint32_t drawn);

/* How good the hand is that a move leaves to the current player (agents/play.h). */
void sabacc_reason(const void *view, tp_move move, char *text, size_t size);

#endif
