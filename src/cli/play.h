/* A game at the terminal: what its parts share. play_begin.c is the command, play.c the game line by line,
 * play_screen.c the game on the full screen, play_moves.c finds the move that a text means, play_commands.c
 * is everything that can be typed and is no move, play_record.c keeps the game on disk. */
#ifndef TAPETE_CLI_PLAY_H
#define TAPETE_CLI_PLAY_H

#include "cli/input.h"
#include "cli/shelf.h"
#include "look/table.h"
#include "tui/session.h"

enum { PLAY_LABEL_SIZE = TUI_LABEL_SIZE };

/* What comes after something was typed. */
typedef enum play_next {
    PLAY_ASK,   /* ask again */
    PLAY_SHOW,  /* show the table, then ask again */
    PLAY_HELP,  /* let a bot make this move */
    PLAY_MOVED, /* the match has changed: go on with the seat to act */
    PLAY_LEAVE,
} play_next;

typedef struct play {
    look_style style;
    input input;

    tp_match *match;
    const tp_game *game;
    const look_table *table;
    int seats, human;
    tp_agent *agents[TP_MAX_SEATS];
    bool failure_told[TP_MAX_SEATS]; /* the person knows that this agent has failed */
    char names[TP_MAX_SEATS][SHELF_NAME_SIZE];
    const char *name_list[TP_MAX_SEATS]; /* for tables: NULL past the last seat */
    uint64_t seed;                       /* for the agents */
    int told;                            /* the last ply that was told */
    int earlier_count;                   /* of the scores before this game; -1: not looked for yet */
    int32_t earlier[2];
    bool full;       /* on the full screen, which knows its size: the style is what it says */
    bool repeatable; /* the game has a seed: what agents do repeats too */
    bool abandoned;  /* an agent still thinks while the program ends */
    bool plays_on;   /* the helper goes on until the person takes over */
    bool again;      /* after the end another game is wanted */
    bool is_rematch; /* this one is such a game */
    int stronger;    /* at so many levels above this one */

    int pace_ms;      /* between the moves of agents */
    char level[32];   /* of the bot that plays for the person when asked to */
    tp_agent *helper; /* that bot; NULL: none yet */

    char *shown;    /* the table as it stands on the screen; NULL: none, or too far up */
    void *view;     /* the person's, as of the last decision */
    tp_move *moves; /* and what is legal there */
    int move_count;

    tp_record *record; /* NULL: this game cannot be kept */
    char record_path[SHELF_PATH_SIZE];
    bool record_failed;
} play;

/* ---- play.c ---- */

/* Sit down at a match that was begun, or read from the file `path` (else NULL): names, agents, views. On
 * failure nothing has changed and the match is still the caller's. */
tp_err play_adopt(play *session, tp_match *match, const char *path, uint64_t seed, bool repeatable,
                  tp_error *error);
/* Tell agents that follow the game everything that has happened, from the beginning: at first, and when moves
 * were taken back. */
void play_follow(play *session);
/* Say a sentence to the person. */
void play_say(const play *session, const char *text);
/* Tell a ply as the person saw it. The sentences of a game name seats as {0}, {1}; here they get the names
 * at the table. */
void play_tell(const play *session, int ply);

/* Look at the table: the person's view, and their moves where it is their turn. */
void play_look(play *session);
/* Do what was typed: a move, or a command. */
play_next play_answer(play *session, const char *line);
/* What is said if there is only one move, which is then made without asking. */
void play_forced_sentence(const play *session, char sentence[TP_TEXT_SIZE]);
/* Make the only move there is, and say so. */
tp_err play_forced_move(play *session);
tp_err play_make_move(play *session, int seat, tp_move move);
/* An agent has chosen. */
tp_err play_agent_move(play *session, int seat, tp_move move);

/* Whether a deal ended with this ply, so that there is something to look at before the game goes on. */
bool play_reveals(const play *session, int ply);
/* The cards of that deal, who won what, and why. */
void play_show_reveal(const play *session, int ply);

/* ---- play_auto.c: a bot that plays for the person ---- */

/* Make it ready to choose: a bot of this level, or of the one chosen before where it is NULL. */
tp_err play_helper_ready(play *session, const char *level, tp_error *error);
/* What it does; `view` is the person's. */
tp_move play_helper_choose(const play *session, const void *view);
/* Let it make this move, and say what it was. */
tp_err play_helper_move(play *session, tp_move move);
void play_helper_stop(play *session);

/* The last cards, the standing, the record. */
void play_show_end(play *session);
/* "The game is over. You lost." */
void play_over_sentence(const play *session, const float *returns, char sentence[TP_TEXT_SIZE]);
/* The seats, the best first. */
void play_show_standing(const play *session, const int32_t *scores, const float *returns);
void play_tell_agents_end(const play *session);
const char *play_leaving_question(const play *session);
/* After leaving in the middle. */
void play_tell_how_to_resume(const play *session);

/* Play line by line to the end, or until the person leaves; returns the exit code. */
int play_by_lines(play *session);
/* Close the record and release everything, but not the session itself. */
void play_end(play *session);

/* ---- play_begin.c ---- */

/* After a game that is over: another one like it, or one against bots of the next level; returns the exit
 * code. */
int play_begin_again(play *session);

/* ---- play_screen.c ---- */

/* Play on the full screen to the end, or until the person leaves; returns the exit code. `beginning` is what
 * was said so far. False: the terminal cannot be used for it. */
bool play_on_screen(play *play, const char *beginning, int *code);

/* Something that the line mode prints, at the width of a pane. */
void play_print_for_pane(play *play, const look_style *style, FILE *out, void (*print)(void *),
                         void *context);
/* How the full screen is used. */
void play_explain_keys(const look_style *style, FILE *out);

/* What stands between the screen and the game. */
typedef struct desk desk;
desk *desk_new(play *play, const char *beginning, tui_session *out);
/* False, and it stays, where an agent thinks for so long that it is not waited for: the process should end,
 * for everything is in the record. */
bool desk_free(desk *desk);

/* ---- play_record.c ---- */

/* Begin a record of the match on the shelf. If that cannot be done, says so; the game goes on without. */
void play_record_begin(play *session);
/* Begin a record in a file that does not exist yet. */
tp_err play_record_at(play *session, const char *path, tp_error *error);
/* Go on with the record that the match was read from. */
tp_err play_record_continue(play *session, const char *path, tp_error *error);
/* Write what is new. The first failure is told, and so is the first success after it. */
void play_record_update(play *session);
void play_record_end(play *session);
bool play_is_kept(const play *session); /* everything is on disk */
/* Mark a match that was read from a save like one in which a move was taken back: what came after the save
 * may be known. */
void play_mark_loaded(tp_match *match);

/* ---- play_moves.c ---- */

/* A move as it is shown and may be typed: "draw sand" for DRAW_SAND. */
void play_move_label(const play *session, tp_move move, char label[PLAY_LABEL_SIZE]);
/* What a move would do. */
void play_move_help(const play *session, tp_move move, char help[TP_TEXT_SIZE]);

/* A line of the list: one move, or a run of moves that differ by a number which rises by one, "envido 2" to
 * "envido 40". */
typedef struct play_line {
    int first, last; /* places among the legal moves */
} play_line;

/* The amount that a move names, -1 if it names none; whether there are such moves now, so that numbers are
 * amounts; and the letter that stands for another move then, 0: none. */
int play_move_amount(const play *session, tp_move move);
bool play_has_amounts(const play *session);
int play_move_letter(const play *session, tp_move move);
/* The number that is typed for a legal move, counted from 0; 0: none. */
int play_line_number(const play *session, int move);

play_line play_line_from(const play *session, int first);
/* The whole list; of moves that read alike, such as those with either of two equal cards, only the first.
 * `out` has room for all moves. Returns how many lines there are. */
int play_lines(const play *session, play_line *out);
/* "3" and "paso", "p" and "paso" beside amounts, or "2-40" and "envido 2-40". */
void play_line_words(const play *session, play_line line, char number[32], char label[PLAY_LABEL_SIZE]);
/* The line as a choice on the full screen. */
void play_line_choice(const play *session, play_line line, tui_choice *out);

/* Print the numbered list of legal moves with what each would do. */
void play_list_moves(const play *session);
/* The legal move that a text names by its number or exact name; TP_NO_MOVE if it names none. */
tp_move play_exact_move(const play *session, const char *text);
/* The same for the beginning of a name or some words of it. If it is none: a sentence on what is wrong
 * and what would be right. */
tp_move play_similar_move(const play *session, const char *text, char sentence[TP_TEXT_SIZE]);

/* ---- play_commands.c ---- */

/* Run the command that was typed; false if it is none. */
bool play_command(play *session, const char *line, play_next *next);

/* The milliseconds of a pace: slow, normal, fast or instant; -1 if it is none of these. */
int play_pace_ms(const char *name);
/* A line of the list of what can be typed. */
void play_show_command(const look_style *style, const char *name, const char *brief, const char *argument,
                       const char *help);
/* The rules in short, and what the game is played with. */
void play_show_rules(const look_style *style, const tp_game *game, const tp_options *options);

/* ---- play_hint.c ---- */

/* What a search thinks of each move of the person, the best first; returns how many, or -1 with an error.
 * Looks at the session and changes nothing. */
int play_think(const play *session, tp_opinion *opinions, tp_error *error);
/* The best of them and why, and what each is worth. Moves that differ in an amount have one line. */
void play_show_hint(const play *session, const tp_opinion *opinions, int count);

#endif
