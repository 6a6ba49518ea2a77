/* The full-screen table: what is on it, how it is laid out, and what keys and presses do. Knows a session and
 * a grid of cells; the terminal comes later (terminal.h), so all of this can be tested without one. */
#ifndef TAPETE_TUI_SCREEN_H
#define TAPETE_TUI_SCREEN_H

#include "tui/grid.h"
#include "tui/session.h"

/* Smaller windows are played line by line. */
enum { TUI_LEAST_COLUMNS = 60, TUI_LEAST_ROWS = 20 };

/* Keys are characters, or one of these. */
enum {
    TUI_KEY_ENTER = '\n',
    TUI_KEY_ESCAPE = 27,
    TUI_KEY_UP = 0x200000,
    TUI_KEY_DOWN,
    TUI_KEY_LEFT,
    TUI_KEY_RIGHT,
    TUI_KEY_PAGE_UP,
    TUI_KEY_PAGE_DOWN,
    TUI_KEY_HOME,
    TUI_KEY_END,
    TUI_KEY_BACKSPACE,
    TUI_KEY_INTERRUPT, /* Ctrl-C */
};

typedef enum tui_next {
    TUI_GO_ON,
    TUI_LEAVE,
    TUI_INTERRUPTED, /* leave, after Ctrl-C */
    TUI_LOOK_BACK,   /* go through the game that is over */
} tui_next;

enum { TUI_MOST_SELECTED = 16, TUI_LINE_SIZE = 256, TUI_MOST_OWN = 9 };

typedef struct tui_screen {
    tui_session session;
    bool colour, ascii;
    tui_grid grid;

    tui_pane pane;
    int scroll; /* of the pane, in lines; of the log, from its end */

    tui_choice *choices;
    int choice_count;
    int *shown; /* places of the choices that fit what is selected */
    int shown_count;
    int cursor;                       /* a place among those */
    int amount;                       /* in a run: how far from its first move */
    int number;                       /* that is being typed; 0: none */
    int cursor_before, amount_before; /* where the cursor was before that */
    look_thing own[TUI_MOST_OWN];     /* cards that the keys 1, 2 ... pick */
    int own_count;
    bool filtering; /* the filter of the moves is being typed */
    char filter[TUI_LINE_SIZE];
    int per_row;             /* as they were laid out: how many stand beside each other */
    int list_top, list_rows; /* and the first row that is shown, and how many are */
    int selected_count;
    tui_thing selected[TUI_MOST_SELECTED];

    int64_t time_ms, turn_ms; /* now; since when it is the reader's turn, 0: it is not */

    bool typing;
    char line[TUI_LINE_SIZE];
    char notice[TUI_TEXT_SIZE];
    char question[TUI_TEXT_SIZE]; /* whether to leave; "": not asked */
    bool interrupted;             /* it is asked because of Ctrl-C */
} tui_screen;

/* A screen over a session, which stays the caller's. False without memory. */
bool screen_begin(tui_screen *screen, const tui_session *session, int columns, int rows, bool colour,
                  bool ascii);
void screen_end(tui_screen *screen);

/* The session has changed: look at its moves again. */
void screen_refresh(tui_screen *screen);
/* What time it is. Moves are not made by what is pressed shortly after they have come up; a screen that is
 * not told the time takes everything. */
void screen_note_time(tui_screen *screen, int64_t ms);
/* Lay everything out into the grid. */
void screen_compose(tui_screen *screen);
/* The same in a window of another size; false without memory. */
bool screen_resize(tui_screen *screen, int columns, int rows);

tui_next screen_key(tui_screen *screen, int key);
/* A press of the mouse. */
tui_next screen_press(tui_screen *screen, int row, int column);
/* The wheel: lines down, or up where negative. */
void screen_wheel(tui_screen *screen, int lines);

/* ---- choices.c: which moves fit what is selected ---- */

void choices_read(tui_screen *screen);
/* Show those that fit, the cursor on the one that fits best. */
void choices_filter(tui_screen *screen);
/* The move under the cursor, or -1. */
int choices_current(const tui_screen *screen);
/* Put the cursor on the move of a number. False: there is none such in the list. */
bool choices_go_to(tui_screen *screen, int number);
void choices_select(tui_screen *screen, const tui_thing *thing);

/* ---- keys.c ---- */

/* What the line of keys at the bottom offers. */
typedef struct tui_offer {
    int key;
    tui_pane pane;     /* that it opens; TUI_PANE_NONE: something else */
    const char *name;  /* of the key, where it is not its character */
    const char *label; /* marked for translation */
} tui_offer;

/* Those that make sense now, ending with a key of 0; `out` has room for TUI_MOST_OFFERS. */
enum { TUI_MOST_OFFERS = 16 };
void screen_offers(const tui_screen *screen, tui_offer out[TUI_MOST_OFFERS]);

#endif
