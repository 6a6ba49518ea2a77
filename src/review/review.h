/* The review of a match: what each decision of a seat was worth, what it cost, and how much of the result was
 * luck.
 *
 * Everything is judged by search on the view that the seat had at that moment: what the others held is never
 * known to the judge. A review is made of positions to be judged, one at a time and in any order, so that
 * threads can share the work and anybody can stop it:
 *
 *     review *made = review_new(&setup, &error);
 *     while (review_step(made)) show(review_done(made), review_work(made));
 *     json_t *json = review_finish(made, &error) ? review_to_json(made, 0, 0) : NULL;
 *
 * The same setup gives the same review to the last digit, with any number of threads, as long as the judge's
 * budget is not a time. docs/review.md says what the figures mean. */
#ifndef TAPETE_REVIEW_H
#define TAPETE_REVIEW_H

#include "tapete/tapete.h"

#include <stdio.h>

enum {
    REVIEW_VERSION = 1,   /* of the JSON */
    REVIEW_COSTLIEST = 3, /* decisions that are shown first */
};

/* Who judges if nobody is named: a level of play, in each game another agent. */
#define REVIEW_JUDGE "strong"

/* ---- one position ---- */

/* Who gives hints in so many milliseconds: a search with the network that plays the rules, else one
 * without. */
#define HINT_JUDGE(ms) "net:ms=" #ms ",fallback=1"

/* What each legal move of a view is worth to the seat that is to act there: the best first, `out` having room
 * for max_moves. It is what a hint shows, and what a review is made of. `options`: of the game, settled;
 * NULL: the usual ones. Returns how many there are; -1 with an error, where the judge cannot be made or has
 * no opinions. */
int review_moves(const tp_game *game, const tp_options *options, const char *judge, uint64_t seed,
                 const void *view, tp_opinion *out, tp_error *error);

/* ---- a whole match ---- */

typedef struct review_setup {
    const tp_match *match; /* only looked at by review_new */
    const char *judge;     /* NULL: REVIEW_JUDGE */
    uint64_t seed;         /* of the judge */
    uint32_t seats;        /* whom to review, a bit for each; 0: all */
} review_setup;

typedef struct review_figure {
    double value, error; /* and its standard error */
} review_figure;

/* A decision: the seat had more than one legal move. */
typedef struct review_decision {
    int ply; /* that the move became */
    const void *view;
    tp_move chosen, best;    /* best: the one that the judge would have chosen */
    const tp_opinion *moves; /* all legal ones, the most promising first */
    int count;
    /* Judged again, each alone: */
    review_figure before; /* the value of the best move, and so of the position */
    review_figure after;  /* of the chosen one */
    review_figure cost;   /* what lies between them; a little below 0 if two moves are about the same */
} review_decision;

/* The expectation of the seat after a ply, 0 being the deal. Plies after which it was not judged are left
 * out. */
typedef struct review_point {
    int ply;
    review_figure value;
} review_point;

typedef struct review_seat {
    int seat;
    double start;  /* an even share; in a match from a position the first expectation */
    double result; /* 1: won, shared wins being parts of it */
    bool resigned;
    /* What lies between them: */
    review_figure decisions;            /* the effect of its own decisions, beside those of a usual player */
    review_figure others[TP_MAX_SEATS]; /* that of each other seat's decisions on this one */
    review_figure luck;                 /* the rest: what was dealt, drawn and thrown, to anybody */
    int gave_up_seat;                   /* who ended the match by giving up; -1: nobody */
    review_figure gave_up;              /* what that did to this seat; it is one of that seat's decisions */

    review_figure cost; /* what its own decisions cost, beside the best ones */
    int decision_count;
    const review_decision *decision; /* in order */
    int costliest_count;
    int costliest[REVIEW_COSTLIEST]; /* places among the decisions, the costliest first; none that cost
                                        nothing */
    int point_count;
    const review_point *line;
} review_seat;

typedef struct review review;

/* Lay the work out. NULL with an error where the match is not over, for then what is hidden has to stay so,
 * where the judge is none, a seat does not exist, or there is no memory. */
review *review_new(const review_setup *setup, tp_error *error);
void review_free(review *review); /* NULL is fine */

size_t review_work(const review *review); /* positions to be judged */
size_t review_done(const review *review); /* so far; from any thread */

/* Judge the next position; false: there is none left. From any number of threads at once. */
bool review_step(review *review);

/* Add everything up, after the last step. False with an error where a step failed for want of memory, or some
 * were left out. */
bool review_finish(review *review, tp_error *error);

/* After that: the review of a seat, NULL if it was not asked for. */
const review_seat *review_of(const review *review, int seat);

/* Who the usual player of the game is: the name of an agent. */
const char *review_usual(const tp_game *game);

/* Whether a cost is one at all: more than two standard errors. */
bool review_is_sure(review_figure cost);

/* Everything, as docs/review.md describes it, in the language of the thread; NULL without memory. `seats`:
 * only these, a bit for each, 0 for all that were reviewed. `most_moves`: of each decision only so many, the
 * most promising and the chosen one, 0 for all. */
json_t *review_to_json(const review *review, uint32_t seats, int most_moves);

/* While it is being made by one thread, in between two steps: the `decisions` and the `line` of a seat as far
 * as positions `first` up to `last`, which is not among them and at most review_done, have shown them. Parts
 * of it follow each other without a gap; a later point of the line takes the place of an earlier one of the
 * same ply. */
json_t *review_part_to_json(const review *review, int seat, size_t first, size_t last, int most_moves);

/* A plot of the expectations as SVG, to a stream. `names` are the players, one for each seat of the match. */
void review_to_svg(const review *review, const char *const *names, FILE *out);

#endif
