/* A game at the terminal, line by line: what its parts share. play.c is the loop, play_moves.c finds the
 * move that a text means, play_commands.c is everything that can be typed and is no move, play_record.c
 * keeps the game on disk. */
#ifndef TAPETE_CLI_PLAY_H
#define TAPETE_CLI_PLAY_H

#include "cli/input.h"
#include "cli/shelf.h"
#include "cli/table.h"

enum { PLAY_LABEL_SIZE = 256 };

/* What comes after something was typed. */
typedef enum play_next {
    PLAY_ASK,   /* ask again */
    PLAY_SHOW,  /* show the table, then ask again */
    PLAY_MOVED, /* the match has changed: go on with whoever is to act */
    PLAY_LEAVE,
} play_next;

typedef struct play {
    table_style style;
    input input;

    tp_match *match;
    const tp_game *game;
    const table_look *table;
    int seats, human;
    tp_agent *agents[TP_MAX_SEATS];
    bool failure_told[TP_MAX_SEATS]; /* the person knows that this agent has failed */
    char names[TP_MAX_SEATS][SHELF_NAME_SIZE];
    const char *name_list[TP_MAX_SEATS]; /* for tables: NULL past the last seat */
    uint64_t seed;                       /* for the agents */
    bool repeatable;                     /* the game has a seed: what agents do repeats too */
    int told;                            /* the last ply that was told */

    char *shown;    /* the table as it stands on the screen; NULL: none, or too far up */
    void *view;     /* the person's, as of the last decision */
    tp_move *moves; /* and what is legal there */
    int move_count;

    tp_record *record; /* NULL: this game cannot be kept */
    char record_path[SHELF_PATH_SIZE];
    bool record_failed;
} play;

/* ---- play.c ---- */

/* Mark a match that was read from a save like one in which a move was taken back: what came after the save may be known. */
void play_mark_loaded(tp_match *match);

/* Sit down at a match that was begun, or read from the file `path` (else NULL): names, agents, views. On failure nothing has
 * changed and the match is still the caller's. */
tp_err play_adopt(play *session, tp_match *match, const char *path, uint64_t seed, bool repeatable,
                  tp_error *error);
/* Tell agents that follow the game everything that has happened, from the beginning: at first, and when moves were taken back. */
void play_follow(play *session);
/* Tell a ply as the person saw it. The sentences of a game name seats as {0}, {1}; here they get the names
 * at the table. */
void play_tell(const play *session, int ply);

/* ---- play_record.c ---- */

/* Begin a record of the match on the shelf. Where that cannot be done, says so; the game goes on without. */
void play_record_begin(play *session);
/* Begin a record in a file that does not exist yet. */
tp_err play_record_at(play *session, const char *path, tp_error *error);
/* Go on with the record that the match was read from. */
tp_err play_record_continue(play *session, const char *path, tp_error *error);
/* Write what is new. The first failure is told, and so is the first success after it. */
void play_record_update(play *session);
void play_record_end(play *session);
bool play_is_kept(const play *session); /* everything is on disk */

/* ---- play_moves.c ---- */

/* A move as it is shown and may be typed: "draw sand" for DRAW_SAND. */
void play_move_label(const play *session, tp_move move, char label[PLAY_LABEL_SIZE]);
/* Print the numbered list of legal moves with what each would do. */
void play_list_moves(const play *session);
/* The legal move that a text names by its number or exact name; TP_NO_MOVE where it names none. */
tp_move play_exact_move(const play *session, const char *text);
/* The same for the beginning of a name or some words of it. Where it is none: a sentence on what is wrong
 * and what would be right. */
tp_move play_similar_move(const play *session, const char *text, char sentence[TP_TEXT_SIZE]);

/* ---- play_commands.c ---- */

/* Run the command that was typed; false where it is none. */
bool play_command(play *session, const char *line, play_next *next);

#endif
