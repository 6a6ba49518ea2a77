/* Two-player Mus, solved: where a game stands in the solved tree. */
#ifndef TAPETE_MUS_SOLVE_PATH_H
#define TAPETE_MUS_SOLVE_PATH_H

#include "games/mus/solve.h"

/* One way to see the betting of a hand as bets of the tree. A bet that the tree does not have becomes one of
 * the two nearest, by the pseudo-harmonic mapping (Ganzfried and Sandholm 2013), each with its weight. */
typedef struct nash_path {
    uint64_t column;
    int node; /* of the lance at hand; -1: the tree has ended this lance: the bet that is open is wanted */
    int end;  /* then: how */
    double weight; /* all add up to 1 */
} nash_path;

enum { NASH_MOST_PATHS = 32 };

/* Where the actor of a lance stands: the stage, and all paths. Returns how many, at least one. */
int nash_find(const solve_tree *tree, const mus_table *table, int *stage, nash_path paths[NASH_MOST_PATHS]);

/* The stones of both when this hand began. */
void nash_score(const mus_table *table, int *mano, int *postre);

/* The shares of two stakes when `stake`, which is between them, is made one of them: of the lower one. */
double nash_share(int low, int high, int stake);
/* The stake that a move proposes or wants, an ordago being all stones. */
int nash_stake(const solve_node *node, tp_move move);
bool nash_is_bet(tp_move move);

#endif
