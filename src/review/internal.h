/* What a review is made of, for the files of src/review alone. */
#ifndef TAPETE_REVIEW_INTERNAL_H
#define TAPETE_REVIEW_INTERNAL_H

#include "agents/rollout.h"
#include "review/review.h"

#include <stdatomic.h>

/* A position to be judged. */
typedef struct estimate {
    int seat, ply;     /* whose view, after which ply */
    bool is_decision;  /* what each legal move is worth; else what the game is worth as it stands */
    tp_move chosen;    /* of a decision */
    tp_opinion value;  /* of the position, or of the chosen move */
    tp_opinion best;   /* of the move that the judge would have chosen */
    tp_opinion *moves; /* all legal ones, the most promising first */
    int count;
    review_figure
        effect[TP_MAX_SEATS]; /* of the chosen move on every seat, beside what the usual player does */
    void *view;
} estimate;

/* One seat, while it is worked on. */
typedef struct seat_work {
    review_seat result;
    review_decision *decisions;
    review_point *line;
} seat_work;

struct review {
    const tp_game *game;
    tp_options options;   /* of the match */
    const rollout *usual; /* the player beside whom decisions are measured */
    char *judge;
    uint64_t seed;
    json_t *header; /* of the record, for the JSON */
    int seats, plies, sides;
    uint32_t asked;
    int side[TP_MAX_SEATS];
    bool is_dealt; /* it did not begin from a position */
    uint32_t resigned;
    float returns[TP_MAX_SEATS];
    int32_t scores[TP_MAX_SEATS];
    estimate *estimates;
    size_t count, capacity;
    seat_work work[TP_MAX_SEATS];
    atomic_size_t next, done;
    atomic_bool failed;
    bool is_finished;
};

/* Judge a position (judge.c); false without memory. */
bool judge_position(const review *review, estimate *estimate);
/* Whether this agent can judge. */
tp_err judge_check(const tp_game *game, const char *judge, tp_error *error);

/* What the move that was chosen did to everybody's expectation, beside what the usual player would have done
 * in its place: on the mean of so many games (effect.c). False without memory. */
bool effect_of(const review *review, estimate *estimate, uint64_t games, uint64_t seed);

/* A decision that was judged (sum.c). */
review_decision sum_decision(const estimate *found);

/* Add up what was found about a seat (sum.c); false without memory. */
bool sum_seat(review *review, int seat);

#endif
