/* Where in a match a seat had something to decide. */
#ifndef TAPETE_MATCH_DECISION_H
#define TAPETE_MATCH_DECISION_H

#include "tapete/match.h"

/* The last ply before now after which this seat had to choose among several moves: what taking back leads to,
 * for a move without a choice is made again at once. -1: there is none. */
int match_last_decision(const tp_match *match, int seat);

#endif
