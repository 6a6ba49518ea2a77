/* A whole small game in memory, in sequence form.
 *
 * What a seat has done so far is its *sequence*. An information set is reached by one sequence of its owner,
 * and each of its actions is another sequence; number 0 is to have done nothing yet. What the game is worth
 * is then a matrix over sequences of both seats: each end adds its worth, times the probability of the
 * accidents on the way (von Stengel 1996). An iteration is one product with that matrix for each seat, and a
 * walk over its information sets. */
#ifndef TAPETE_SOLVE_FLAT_H
#define TAPETE_SOLVE_FLAT_H

#include "solve/solve.h"
#include "tapete/agent.h"
#include "tapete/history.h"

enum { FLAT_SEATS = 2 };

typedef struct flat_set {
    uint32_t parent; /* the sequence that leads here */
    uint32_t first;  /* the sequence of its first action */
    uint32_t actions;
} flat_set;

typedef struct flat_place {
    tp_history key;
    uint32_t set; /* plus one; 0: free */
} flat_place;

typedef struct flat_seat {
    flat_set *sets;     /* those above before those below */
    tp_history *keys;   /* of the sets */
    flat_place *places; /* a hash table from keys to sets */
    size_t place_room;  /* a power of two; 0: none yet */
    uint32_t set_count, sequences;
    /* the matrix by rows: from this seat's sequences to the other's, in worth for this seat */
    uint32_t *row;
    uint32_t *column;
    double *worth;
    double *plays; /* where an agent was asked: its probability of each sequence's last action */
} flat_seat;

typedef struct flat_game {
    flat_seat seat[FLAT_SEATS];
    uint64_t nodes, ends; /* decisions, ends */
} flat_game;

/* Whether sequences work for it: two seats against each other. */
tp_err flat_suits(const solve_order *order, tp_error *error);

/* The most decisions of a game that is taken into memory. */
enum { FLAT_MOST_NODES = 20000000 };

/* `agent`, if there is one, is asked at every decision; it may be NULL. Fails if it does not decide by
 * what its seat has seen. */
tp_err flat_make(flat_game *out, const solve_order *order, tp_agent *agent, tp_error *error);
void flat_free(flat_game *game);

/* The information set that has this key; UINT32_MAX: there is none. */
uint32_t flat_find(const flat_game *game, int seat, tp_history key);

/* What `seat` wins with its best answer to a strategy of the other, given as the probabilities with which the
 * other plays each of its sequences. `room` has as many numbers as the seat has sequences. */
double flat_best(const flat_game *game, int seat, const double *other, double *room);
/* What it wins with this strategy of its own. */
double flat_value(const flat_game *game, int seat, const double *own, const double *other);

#endif
