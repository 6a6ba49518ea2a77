/* A record that is gone through, move by move: what its two looks share. replay.c is the command and goes line by line, replay_screen.c is the
 * session of the full screen. */
#ifndef TAPETE_CLI_REPLAY_H
#define TAPETE_CLI_REPLAY_H

#include "cli/review_screen.h"
#include "cli/shelf.h"
#include "cli/table.h"
#include "tui/session.h"

typedef struct replay {
    table_style style;
    const tp_match *match;
    const tp_game *game;
    const table_look *table;
    int viewer; /* a seat, TP_SPECTATOR or TP_REVEALED */
    int you;    /* the seat of the person who played here, or -1: whom a review is about */
    void *view;
    char names[TP_MAX_SEATS][SHELF_NAME_SIZE];
    const char *name_list[TP_MAX_SEATS];

    /* On the full screen: */
    int ply;
    char **told; /* of each ply */
    review_pane review;
} replay;

/* Fill in what follows from the match, the viewer and the names. */
void replay_open(replay *replay);
void replay_close(replay *replay); /* one that was never opened is fine */

/* The table after a ply, or the end of the game. */
void replay_table(const replay *replay, const table_style *style, int ply, FILE *out);
/* The result of a finished game. */
void replay_scores(const replay *replay, FILE *out);

/* The session of the full screen; the replay stays the caller's. */
void replay_session(replay *replay, tui_session *session);

#endif
