/* Two-player Mus, solved: decisions to practise. */
#ifndef TAPETE_MUS_SOLVE_PRACTICE_H
#define TAPETE_MUS_SOLVE_PRACTICE_H

#include "games/mus/solve_scores.h"
#include "solve/practice.h"

/* A hand at 0-0, solved for stones, without raises. */
typedef struct mus_trainer {
    solve_tree tree;
    solve_utility utility;
    const solve_cards *cards;
    solve_policy policy;
    uint32_t iterations, wanted;
    solve_run *run;                 /* while it is being solved */
    uint8_t *packed[SOLVE_PLAYERS]; /* while a file is read or written */
    char *file;                     /* where the policy is to be written; NULL: nowhere */
} mus_trainer;

typedef struct mus_question {
    int stage, node;
    uint64_t column;
    int hands[SOLVE_PLAYERS]; /* the asked one's, and one that the other may have */
    tp_move moves[64];        /* that led here, */
    int movers[64];           /* who made them, */
    int stages[64];           /* and in which lance */
    int move_count;
    double values[SOLVE_MOST_ACTIONS]; /* of the answers */
    char text[1024];
} mus_question;

tp_err mus_trainer_open(const char *file, uint32_t iterations, int threads, mus_trainer **out,
                        tp_error *error);
/* One iteration, if any is left; *done: the share of them that are done. */
tp_err mus_trainer_prepare(mus_trainer *trainer, double *done, tp_error *error);
void mus_trainer_close(mus_trainer *trainer);
/* False: no memory. */
bool mus_trainer_ask(const mus_trainer *trainer, uint64_t seed, mus_question *out);

extern const practice mus_practice;

#endif
