/* A guided deal: a deal of a game kept step by step, and what the coach says of it. lesson.c reads it from
 * the files that the page is made of (guides/GAME.json, guides/GAME.coach.json), learn.c is the command and
 * goes line by line, learn_screen.c is the session of the full screen. */
#ifndef TAPETE_CLI_LESSON_H
#define TAPETE_CLI_LESSON_H

#include "cli/log_pane.h"
#include "cli/play.h"

#include <jansson.h>

typedef struct lesson {
    play play; /* game, view, moves, names and style, for what shows a decision; there is no match */
    json_t *deal, *coach;
    tp_options options;
    int steps;
    void *before; /* the view of the step before */

    int at;         /* the step that is shown */
    int item;       /* what the coach says of it: one thing after the other */
    bool is_learnt; /* the deal is over, and what was learnt is said */
    tp_move wanted; /* the move of this deal, where the learner decides; else TP_NO_MOVE */
    log_pane log;
} lesson;

/* Read the deal of a game. On failure nothing is to be closed. */
tp_err lesson_open(lesson *lesson, const tp_game *game, tp_error *error);
void lesson_close(lesson *lesson);

/* Show the next thing that is said of this step, or the next step; does nothing at a decision whose task was
 * said, nor at the end. */
void lesson_go_on(lesson *lesson);
/* Whether the learner is to choose now. */
bool lesson_decides(const lesson *lesson);
/* Whether the deal goes on by itself: nothing is said of this step. */
bool lesson_flows(const lesson *lesson);
/* The learner has chosen a legal move: whether it is the one of this deal, and then it is made. */
bool lesson_choose(lesson *lesson, int move, char sentence[TP_TEXT_SIZE]);

/* What the coach says now; "" if he says nothing. */
void lesson_says(const lesson *lesson, char *text, size_t size);
/* The table of this step; after the end of a deal its cards. */
void lesson_table(const lesson *lesson, const look_style *style, FILE *out);

/* Go through it on the full screen; false: the terminal cannot be used for it. */
bool lesson_on_screen(lesson *lesson, int *code);

#endif
