/* What stands between the screen and a game of this machine; inside play_screen.c and desk_going.c only. */
#ifndef TAPETE_CLI_DESK_H
#define TAPETE_CLI_DESK_H

#include "cli/capture.h"
#include "cli/log_pane.h"
#include "cli/play.h"
#include "cli/replay.h"
#include "cli/review_screen.h"
#include "cli/task.h"

/* What the task does. HELPING: the bot that plays for the person chooses. */
typedef enum doing { NOTHING, CHOOSING, HELPING, HINTING } doing;

struct desk {
    play *play;
    char notice[TUI_TEXT_SIZE];

    log_pane log;

    cli_task task;
    doing doing;
    int seat; /* that chooses */
    void *seat_view;
    tp_move chosen;
    bool failed; /* a move could not be made: the game cannot go on */

    int64_t next_ms; /* before this no agent makes a move that can be seen */
    int reveal;      /* the ply of a deal that has ended and is looked at; 0: none */

    play_line *lines; /* of the list of moves */
    int line_count;

    tp_opinion *opinions; /* of the hint */
    int opinion_count, hint_ply;
    tp_error hint_error;

    bool over;
    review_pane review;
    replay replay;
};

/* What was said since capture_begin goes to the log; where it answers the person, the beginning is a notice
 * too. */
void desk_end_saying(desk *desk, capture *capture, bool answers);
/* The match has changed: look at it with the person's eyes. */
void desk_look(desk *desk);
/* The person, or the bot that plays for them, makes a move. */
void desk_after_move(desk *desk);
/* The bot that plays for the person is to make this move. */
void desk_help(desk *desk);
/* Let a hint end that the person no longer waits for. */
void desk_drop_hint(desk *desk);

/* As the session has them. */
bool desk_advance(void *self);
int desk_descriptor(void *self);
int desk_wait_ms(void *self);
void desk_go_on(void *self);

#endif
