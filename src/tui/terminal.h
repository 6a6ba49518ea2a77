/* The terminal, by ncurses: cells go out, keys, presses and changes of size come in.
 *
 * The terminal is always left as it was found: at the end, after a signal, in a crash, and while the program
 * is stopped. */
#ifndef TAPETE_TUI_TERMINAL_H
#define TAPETE_TUI_TERMINAL_H

#include "tui/grid.h"

typedef enum tui_event_kind {
    TUI_EVENT_NONE,  /* time is over, or the descriptor can be read */
    TUI_EVENT_KEY,   /* `key`: as in screen.h */
    TUI_EVENT_PRESS, /* `row` and `column` */
    TUI_EVENT_WHEEL, /* `key`: lines down, or up where negative */
    TUI_EVENT_RESIZE,
    TUI_EVENT_SIGNAL, /* `key`: the signal that asks the program to end */
    TUI_EVENT_END,    /* nothing can come any more */
} tui_event_kind;

typedef struct tui_event {
    tui_event_kind kind;
    int key, row, column;
} tui_event;

/* Whether standard input and output are a terminal that a screen can be shown on. */
bool terminal_is_usable(void);

/* Take the terminal over. False: it cannot be. */
bool terminal_begin(bool colour);
void terminal_end(void);
void terminal_size(int *columns, int *rows);
void terminal_show(const tui_grid *grid);
/* Wait for something: at most so many milliseconds, -1 for ever, and no longer than until `descriptor` can be
 * read (-1: none). */
tui_event terminal_wait(int descriptor, int timeout_ms);

#endif
