/* Many games of one kind, stepped together: what learners call a vector environment.
 *
 * A batch holds `count` games. At any time each of them waits for a decision of one of the caller's seats.
 * tp_batch_step makes one decision in every game and fills the caller's buffers with what the next decisions
 * are about. A game that ends is followed by a new one within the same step: the rewards are those of the
 * game that ended, all else is about the new one.
 *
 * A decision is named by its action (game.h, action_count) or, if a game has none or the caller prefers
 * it, by its place in the list of legal moves.
 *
 * Each game has a generator of its own, which follows from the seed of the batch and its place there: results
 * do not depend on the number of threads. What a game is, is plain memory: saving and copying are memcpy.
 *
 * A batch is used by one thread at a time; a second one is refused. After a fork it goes on in the child with
 * threads of its own. */
#ifndef TAPETE_BATCH_H
#define TAPETE_BATCH_H

#include "tapete/agent.h"

TP_BEGIN_DECLS

typedef struct tp_batch tp_batch;

enum { TP_BATCH_MOST = 1 << 22, TP_BATCH_MOST_THREADS = 256 };

typedef struct tp_batch_setup {
    const tp_game *game;
    const tp_options *options; /* NULL: the defaults */
    uint32_t count;            /* games */
    uint32_t threads;          /* that step them, the caller's included; 0 is 1 */
    uint64_t seed;
    bool by_list;     /* decisions are places in the list of legal moves; always so without actions */
    bool skip_forced; /* a single legal move is played without asking */
    uint32_t room;    /* of the list of legal moves; 0: all that are usual. A longer list is an error */
    uint32_t most_decisions; /* a game that takes more of the caller's decisions is cut off; 0: none is */
    const char
        *opponents[TP_MAX_SEATS]; /* the agent that plays a seat, a `quick` one; NULL: the caller does */
} tp_batch_setup;

/* Where a step writes: rows of games, one after the other. NULL: not wanted. */
typedef struct tp_batch_buffers {
    uint8_t *numbers;      /* [count][observe size]: the view of the seat that is to decide */
    float *floats;         /* the same, divided by the scale of each field */
    uint8_t *every;        /* [count][seats][observe size]: all seats' views, the decider's first, in turn */
    uint8_t *mask;         /* [count][actions]: 1 for each that is legal. Only with actions */
    uint32_t *moves;       /* [count][room]: the legal moves; zero behind the last */
    uint32_t *move_count;  /* [count] */
    uint8_t *move_numbers; /* [count][room][observe_move size], as `moves` */
    float *move_floats;    /* the same, divided */
    int32_t *actor;        /* [count]: the seat that is to decide */
    float *rewards;     /* [count][seats]: game.h, returns. Zero except for seats whose game is decided now */
    uint8_t *out;       /* [count][seats]: 1: this seat will not decide again in this game, which goes on. It
                         * has its reward now, and none at the end */
    uint8_t *terminal;  /* [count]: 1: a game has ended */
    uint8_t *truncated; /* [count]: 1: a game was cut off */
    int32_t *scores;    /* [count][seats]: the scores of the game that ended, else zero */
    uint64_t *episode;  /* [count]: games that were begun in this place before the one that is on */
    uint8_t *final_numbers; /* [count][observe size]: if a game has ended, the last view of the seat that
                             * decided last; else left as it was */
    float *final_floats;    /* the same, divided */
} tp_batch_buffers;

/* Deal all games. NULL with an error. */
tp_batch *tp_batch_new(const tp_batch_setup *setup, tp_error *error);
void tp_batch_free(tp_batch *batch); /* NULL is fine */

/* What it was made with. */
const tp_game *tp_batch_game(const tp_batch *batch);
uint32_t tp_batch_count(const tp_batch *batch);
uint32_t tp_batch_seats(const tp_batch *batch);
uint32_t tp_batch_actions(const tp_batch *batch); /* 0: decisions are places in the list of legal moves */
uint32_t tp_batch_room(const tp_batch *batch);

/* Fill the buffers with the games as they stand; no rewards, nothing has ended. */
tp_err tp_batch_look(tp_batch *batch, const tp_batch_buffers *buffers, tp_error *error);

/* Make one decision in each game. If one of them cannot be made, nothing is: TP_E_REFUSED, with the first
 * such game in *bad (NULL: not wanted). A list that is longer than its room (TP_E_INPUT) breaks the batch: it
 * refuses all steps from then on. */
tp_err tp_batch_step(tp_batch *batch, const int32_t *actions, const tp_batch_buffers *buffers, size_t *bad,
                     tp_error *error);

/* Deal new games in `length` places from `first` on; with a seed each where `seeds` is not NULL. What was
 * going on there is given up without a reward. */
tp_err tp_batch_deal(tp_batch *batch, uint32_t first, uint32_t length, const uint64_t *seeds,
                     tp_error *error);

/* Copy games from one batch to another (or the same) that was made with the same setup except for its count,
 * threads and seed. */
tp_err tp_batch_copy(tp_batch *to, uint32_t first, const tp_batch *from, uint32_t from_first, uint32_t length,
                     tp_error *error);

/* A game as bytes, with the cards that nobody sees and those that will come: for those who own the batch.
 * Load takes what save has given, and checks it. */
size_t tp_batch_saved_size(const tp_batch *batch);
tp_err tp_batch_save(tp_batch *batch, uint32_t index, void *out, tp_error *error);
tp_err tp_batch_load(tp_batch *batch, uint32_t index, const void *bytes, size_t size, tp_error *error);

/* The view of a seat, or of TP_SPECTATOR, in one of the games; `view` has the view_size of the game. */
tp_err tp_batch_view(tp_batch *batch, uint32_t index, int viewer, void *view, tp_error *error);

TP_END_DECLS
#endif
