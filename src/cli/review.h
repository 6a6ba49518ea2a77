/* A review in the terminal: review.c has it made and kept, review_text.c shows it. */
#ifndef TAPETE_CLI_REVIEW_H
#define TAPETE_CLI_REVIEW_H

#include "cli/shelf.h"
#include "look/table.h"
#include "review/review.h"

typedef struct review_shown {
    look_style style;
    const tp_match *match;
    const review *review;
    const char *judge;
    const char *names[TP_MAX_SEATS]; /* of the seats; "You" for the person who played here */
    int you;                         /* the seat of that person, or -1 */
    bool all;                        /* every decision with every legal move */
} review_shown;

/* The review of the seats that were asked for, as text on standard output. */
void review_print(const review_shown *shown);

/* Where the review of a record is kept: beside it, with another ending. False: the path would be too long. */
bool review_path(const char *record, char path[SHELF_PATH_SIZE]);

#endif
