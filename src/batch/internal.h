/* What the parts of a batch share. */
#ifndef TAPETE_BATCH_INTERNAL_H
#define TAPETE_BATCH_INTERNAL_H

#include "tapete/batch.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/types.h>

/* ---- pool.c: threads that work through a range together ---- */

typedef struct pool pool;
typedef void pool_work(void *context, uint32_t worker, uint32_t first, uint32_t end);

pool *pool_new(uint32_t threads); /* NULL: no memory. The caller is one of the threads */
void pool_free(pool *p);
/* Work through 0 .. count-1 in pieces of `piece`; returns when all is done. Threads are started on the first
 * call, and again after a fork; where the system gives fewer, those do. */
void pool_run(pool *p, pool_work *work, void *context, uint32_t count, uint32_t piece);

/* ---- batch.c, step.c ---- */

/* One game, except its state, list and actions, which lie in arrays of the batch. */
typedef struct place {
    tp_chance chance;
    uint64_t seed; /* for the opponents' generators */
    uint64_t episode;
    uint32_t ply;       /* moves of all seats in this game */
    uint32_t decisions; /* of the caller in this game */
    uint32_t count;     /* legal moves */
    int32_t actor;
    uint32_t out;     /* seats that have their reward */
    int32_t former;   /* who decided last, before this step */
    uint32_t pending; /* the move of this step */
} place;

/* What one thread works in. */
typedef struct worker {
    void *view;
    tp_move *moves; /* max_moves of the game */
    uint8_t *numbers;
    uint8_t *move_numbers;
    tp_agent *opponents[TP_MAX_SEATS];
} worker;

struct tp_batch {
    const tp_game *game;
    tp_options options;
    uint32_t count, threads, seats, actions, room, most_decisions;
    bool skip_forced;
    bool has_opponent[TP_MAX_SEATS];
    char names[TP_MAX_SEATS][64]; /* of the opponents, to compare setups */
    size_t state_step, size, move_size;
    unsigned char *states; /* [count], state_step apart */
    tp_move *moves;        /* [count][room] */
    uint16_t *action_of;   /* [count][room]; NULL without actions */
    place *places;
    uint32_t *listed;       /* [count]: rows of the caller's lists that hold moves of an earlier decision */
    const void *listing[3]; /* those lists: moves, move_numbers, move_floats */
    worker *workers;
    float *factors, *move_factors; /* 1 / scale of each number */
    pool *pool;
    atomic_flag busy;
    atomic_uint longest; /* a list that did not fit: how long */
    atomic_uint longest_at;
};

TP_INLINE void *batch_state(const tp_batch *batch, uint32_t index) {
    return batch->states + (size_t)index * batch->state_step;
}

/* What a step has to tell of a game. */
typedef struct outcome {
    float rewards[TP_MAX_SEATS];
    int32_t scores[TP_MAX_SEATS];
    uint32_t out;
    bool terminal, truncated;
} outcome;

/* Deal, and play on to the first decision of the caller. */
void batch_deal(tp_batch *batch, worker *w, uint32_t index);
/* Make the pending move, and play on to the next decision of the caller. */
void batch_advance(tp_batch *batch, worker *w, uint32_t index, const tp_batch_buffers *buffers);
/* Write what the decision at hand is about. The view of its seat is in w->view: dealing, advancing and
 * finding moves leave it there. */
void batch_write(const tp_batch *batch, worker *w, uint32_t index, const tp_batch_buffers *buffers);
/* Find the legal moves of a game as it stands. */
void batch_find_moves(tp_batch *batch, worker *w, uint32_t index);
#endif
