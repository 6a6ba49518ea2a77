/* A record that is gone through, move by move: what its two looks share. replay.c is the command and goes
 * line by line, replay_screen.c is the session of the full screen. */
#ifndef TAPETE_CLI_REPLAY_H
#define TAPETE_CLI_REPLAY_H

#include "cli/review_screen.h"
#include "cli/shelf.h"
#include "look/table.h"
#include "tui/session.h"

typedef struct replay {
    look_style style;
    const tp_match *match;
    const tp_game *game;
    const look_table *table;
    int viewer; /* a seat, TP_SPECTATOR or TP_REVEALED */
    void *view;
    char names[TP_MAX_SEATS][SHELF_NAME_SIZE];
    const char *name_list[TP_MAX_SEATS];
    char **told; /* of each ply */

    /* On the full screen: */
    int ply;
    review_pane *review; /* of the game; the caller's, who may have shown it before */
} replay;

/* Fill in what follows from the match, the viewer and the names. */
void replay_open(replay *replay);
void replay_close(replay *replay); /* one that was never opened is fine */

/* What happened in a ply, a sentence a line, with seats as {0}; "" if nothing is told. */
const char *replay_told(const replay *replay, int ply);
/* The next sentence from `at` on, with names; returns what follows it, NULL if there is none. */
const char *replay_sentence(const replay *replay, const char *at, char sentence[TP_TEXT_SIZE]);
/* The table after a ply, or the end of the game. */
void replay_table(const replay *replay, const look_style *style, int ply, FILE *out);
/* The result of a finished game. */
void replay_scores(const replay *replay, FILE *out);

/* The session of the full screen; the replay stays the caller's. */
void replay_session(replay *replay, tui_session *session);

#endif
