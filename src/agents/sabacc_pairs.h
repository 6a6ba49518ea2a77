/* How `sabacc-pairs` decides, for itself and for the worlds of a search. */
#ifndef TAPETE_SABACC_PAIRS_H
#define TAPETE_SABACC_PAIRS_H

#include "games/sabacc/rules.h"

/* A move for the current player, from the table, his hand and, in phase KEEP, the card that he has drawn. */
tp_move sabacc_pairs_move(const sabacc_table *table, const uint8_t hand[SABACC_FAMILIES], uint32_t drawn,
                          tp_rng *rng);
/* The probability that it is this legal one. */
double sabacc_pairs_prob(const sabacc_table *table, const uint8_t hand[SABACC_FAMILIES], uint32_t drawn,
                         tp_move move);
/* What kind of decision it is, by the cards: with a pair, with cards that are near each other, and so on; below 8. */
uint32_t sabacc_pairs_kind(const sabacc_table *table, const uint8_t hand[SABACC_FAMILIES], uint32_t drawn);

#endif
