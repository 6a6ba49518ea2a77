/* What the screen knows of a game: a viewer at a table, who is shown things, chooses among moves and asks for
 * more.
 *
 * A session may be a game on this machine, a record that is gone through, or a seat at a table elsewhere. It
 * is made of what its reader may know and of nothing else: there is no way from here to a match. All texts
 * are in the language of the thread. */
#ifndef TAPETE_TUI_SESSION_H
#define TAPETE_TUI_SESSION_H

#include "look/table.h"

enum { TUI_TEXT_SIZE = TP_TEXT_SIZE, TUI_LABEL_SIZE = 256 };

/* What can be read beside the table. */
typedef enum tui_pane {
    TUI_PANE_NONE,
    TUI_PANE_LOG,
    TUI_PANE_HINT,
    TUI_PANE_RULES,
    TUI_PANE_HELP,
    TUI_PANE_REVIEW,
    TUI_PANE_NOTES, /* what programs that play have written for their author */
    TUI_PANE_COUNT
} tui_pane;

/* A line of the list of moves: one move, or a run of moves that differ by a number, "envido 2" to "envido
 * 40". */
typedef struct tui_choice {
    int first, last;            /* the moves, counted from 0 */
    int number;                 /* that is typed for the first, the next one for the next; 0: none */
    int key;                    /* that makes it at once; 0: none */
    bool chooses;               /* that key only chooses it, and Enter makes it */
    char label[TUI_LABEL_SIZE]; /* of all of them: "envido 2–40" */
    char words[TUI_TEXT_SIZE];  /* what the first consists of, with spaces between: words that things on the
                                   table stand for */
} tui_choice;

typedef enum tui_turn {
    TUI_TURN_YOURS,
    TUI_TURN_OTHER,
    TUI_TURN_PAUSED, /* something is shown until the reader goes on */
    TUI_TURN_NOBODY, /* the game is over, or this is a record */
} tui_turn;

typedef struct tui_session tui_session;
struct tui_session {
    void *self;
    bool online; /* a server keeps the game: there is nothing to save, and something to type until one leaves
                  */

    bool learns; /* a coach explains: there is no hint, nothing to take back, and no bot to play on */

    /* Draw the table as the reader sees it; below it, after a game, how it ended. */
    void (*table)(void *self, const look_style *style, FILE *out);
    /* Whose turn it is, with a sentence on it. */
    tui_turn (*turn)(void *self, char sentence[TUI_TEXT_SIZE]);
    /* What stands below the table, in full, instead of the latest news. NULL: the news. */
    void (*says)(void *self, const look_style *style, FILE *out);
    /* Text for a pane. False: there is none such now, and the sentence says why. */
    bool (*pane)(void *self, tui_pane which, const look_style *style, FILE *out, char why[TUI_TEXT_SIZE]);

    /* The reader's moves as a list; none where it is not their turn. */
    int (*choice_count)(void *self);
    void (*choice)(void *self, int index, tui_choice *out);
    void (*move_label)(void *self, int move, char label[TUI_LABEL_SIZE]);
    void (*move_help)(void *self, int move, char help[TUI_TEXT_SIZE]);
    void (*play)(void *self, int move);
    /* The reader's own cards where moves are choices among them, for the keys 1, 2 ...; returns how many.
     * NULL: there are never any. */
    int (*own_cards)(void *self, look_thing *out, int most);

    /* Do what was typed, a move or a command. False: the reader leaves. */
    bool (*typed)(void *self, const char *line);
    /* A sentence for the reader since the last call, or an empty one. */
    void (*notice)(void *self, char sentence[TUI_TEXT_SIZE]);
    /* What to ask before leaving; an empty sentence where nothing would be lost. */
    void (*before_leaving)(void *self, char question[TUI_TEXT_SIZE]);

    /* Go on with what needs no reader. True: something has changed. */
    bool (*advance)(void *self);
    /* Becomes readable when advance has something to do; -1: call it every now and then. */
    int (*descriptor)(void *self);

    /* In how many milliseconds to call advance again even if the descriptor is not ready; -1: that decides.
     * NULL: the same. */
    int (*wait_ms)(void *self);
    /* The reader has seen what is shown, and does not want to wait for the next move. NULL: nothing waits. */
    void (*go_on)(void *self);
    int hasty_ms;     /* moves that came up this shortly before are not made */
    bool plays_again; /* after the end "new" and "stronger" can be typed */

    /* Whether there are such notes. NULL: there are never any. */
    bool (*has_notes)(void *self);

    /* Where in a record this is, and going elsewhere; NULL in a game that is played. */
    void (*position)(void *self, int *at, int *last);
    void (*seek)(void *self, int to);
    /* Go through the game that is over; false: it cannot be. NULL: there is no such thing. This session goes
     * on behind it, and so does the record, as far as it goes on by itself. */
    bool (*look_back)(void *self, tui_session *record);
    /* Whether the record is still there, after something has changed here. */
    bool (*is_looking_back)(void *self);
};

#endif
