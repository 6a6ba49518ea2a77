/* A review in a pane; see review_screen.h. */
#include "cli/review_screen.h"

#include "cli/capture.h"
#include "cli/cli.h"
#include "core/language.h"
#include "look/draw.h"

#include <stdlib.h>

void review_pane_open(review_pane *pane, const tp_match *match, const char *const *names, int you) {
    *pane = (review_pane){.match = match, .names = names, .you = you};
    task_open(&pane->task);
}

void review_pane_close(review_pane *pane) {
    atomic_store(&pane->stopping, true);
    task_end(&pane->task, -1); /* a position takes a fraction of a second */
    task_close(&pane->task);
    review_free(pane->made);
    pane->made = NULL;
}

static void work(void *context) {
    review_pane *pane = context;
    while (!atomic_load(&pane->stopping) && review_step(pane->made)) continue;
}

static void begin(review_pane *pane) {
    uint32_t seats = pane->you >= 0 ? 1u << pane->you : 0;
    pane->made = review_new(&(review_setup){.match = pane->match, .seed = 1, .seats = seats}, &pane->error);
    if (pane->made != NULL) task_begin(&pane->task, work, pane);
}

static void show_review(const review_pane *pane, const look_style *style, FILE *out) {
    review_shown shown = {
        .style = *style, .match = pane->match, .review = pane->made, .judge = REVIEW_JUDGE, .you = pane->you};
    for (int seat = 0; seat < tp_match_seats(pane->match); seat++) shown.names[seat] = pane->names[seat];
    capture capture;
    capture_begin(&capture);
    review_print(&shown);
    char *text = capture_end(&capture);
    fputs(text, out);
    free(text);
}

void review_pane_show(review_pane *pane, const look_style *style, FILE *out) {
    char text[TP_TEXT_SIZE];
    if (pane->made == NULL && pane->error.code == TP_OK) begin(pane);
    if (pane->error.code != TP_OK) {
        snprintf(text, sizeof text, "%s", pane->error.text);
        text_end(text, sizeof text);
        print_wrapped(out, style, 0, 0, text);
    } else if (pane->finished) {
        show_review(pane, style, out);
    } else {
        size_t done = review_done(pane->made), all = review_work(pane->made);
        snprintf(text, sizeof text, TR("Reviewing your decisions: %zu of %zu positions."), done, all);
        print_wrapped(out, style, 0, 0, text);
        draw_bar(out, style, PAINT_GREEN, all > 0 ? (double)done / (double)all : 1, style->width);
        fputc('\n', out);
    }
}

bool review_pane_is_working(const review_pane *pane) { return pane->task.running; }

bool review_pane_advance(review_pane *pane) {
    if (!pane->task.running) return false;
    if (task_is_done(&pane->task)) {
        task_end(&pane->task, -1);
        pane->finished = review_finish(pane->made, &pane->error);
        return true;
    }
    size_t done = review_done(pane->made);
    bool more = done != pane->shown;
    pane->shown = done;
    return more;
}
