/* The review of a finished match in a pane of the full screen: made beside it, on a thread, and shown as it
 * comes. */
#ifndef TAPETE_CLI_REVIEW_SCREEN_H
#define TAPETE_CLI_REVIEW_SCREEN_H

#include "cli/review.h"
#include "cli/task.h"

typedef struct review_pane {
    const tp_match *match;
    const char *const *names;
    int you; /* the seat that is reviewed; -1: all */

    review *made;
    cli_task task;
    atomic_bool stopping; /* looked at between positions */
    bool finished;
    size_t shown; /* how far it was when the reader last looked */
    tp_error error;
} review_pane;

void review_pane_open(review_pane *pane, const tp_match *match, const char *const *names, int you);
void review_pane_close(review_pane *pane);
/* What there is so far; the first call begins. */
void review_pane_show(review_pane *pane, const look_style *style, FILE *out);
/* True: there is more to show than before. */
bool review_pane_advance(review_pane *pane);
/* Whether it is being made. */
bool review_pane_is_working(const review_pane *pane);

#endif
