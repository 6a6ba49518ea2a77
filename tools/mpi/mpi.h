/* What the files of tapete-mpi share: messages between its ranks. */
#ifndef TAPETE_MPI_H
#define TAPETE_MPI_H

#include "arena/arena.h"
#include "cli/cli.h"

enum {
    TAG_SETTINGS, /* to a hand: JSON, or nothing: it is over */
    TAG_READY,    /* from it: an answer without a deal */
    TAG_DEAL,     /* to it: a number; negative: no more of these settings */
    TAG_PLAYED,   /* from it: an answer, and then the times of the agents */
    TAG_TIMES,
    TAG_STATE, /* to it: a part of the state of a solution */
};

int mpi_rank(void);
/* Wait for a message; its size. -1: `stop` says so. */
int wait_for(int rank, int tag, arena_stop *stop, void *context);
void receive(int rank, int tag, void *bytes, size_t size);
void send_to(int rank, int tag, const void *bytes, size_t size);

/* ---- solve.c ---- */

extern int solve_ranks;      /* of all; set by rank 0 */
extern bool solve_has_begun; /* hands wait for work */
cli_solvers solve_begin;
/* On another rank: if these settings are of a solution, work on it until there is no more. False: they are
 * not. */
bool solve_follow(const char *settings, size_t size);

#endif
