/* Two-player Mus, solved: policies of scores that are kept, for everybody in this process who plays them.
 *
 * A thread of its own solves the scores that are asked for, and between them those that are likely to come
 * next. All of it lives as long as there are users. */
#ifndef TAPETE_MUS_SOLVE_KEEP_H
#define TAPETE_MUS_SOLVE_KEEP_H

#include "games/mus/solve_scores.h"

typedef struct solve_keep solve_keep;

/* Join the users of what is solved from this file (NULL: the one that comes with the program). NULL with an
 * error. */
solve_keep *solve_keep_join(const char *file, tp_error *error);
void solve_keep_leave(solve_keep *keep);

const solve_tree *solve_keep_tree(const solve_keep *keep);

/* The probabilities at a decision of the policy for a score: of each action, with the hand in this place of
 * the stage. Waits until the score is solved. False: no memory. */
bool solve_keep_read(solve_keep *keep, int mano, int postre, int stage, uint64_t column, int node, int place,
                     double *out);

/* A hand at this score has begun: solve what may come after it, when there is nothing else to do. */
void solve_keep_ahead(solve_keep *keep, int mano, int postre);

int solve_keep_users(solve_keep *keep); /* who share it */

/* How much memory it takes at most. */
size_t solve_keep_bytes(const solve_keep *keep);

#endif
