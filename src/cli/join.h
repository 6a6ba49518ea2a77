/* `tapete join`: a seat at a table of a server, by the protocol that the page speaks (docs/protocol.md). What
 * its parts share: join.c is the command, join_guest.c who one is there, join_table.c the connection and what
 * is asked, join_hear.c what the server says, join_deal.c its part in the deal, join_commands.c what can be
 * typed and is no move, join_screen.c the table on the full screen, join_lines.c the same line by line.
 *
 * The server is not trusted: its messages are checked and bounded, and what is not as it should be ends the
 * game with a sentence. */
#ifndef TAPETE_CLI_JOIN_H
#define TAPETE_CLI_JOIN_H

#include "cli/cli.h"
#include "cli/log_pane.h"
#include "cli/play.h"
#include "cli/replay.h"
#include "net/client.h"

#include <jansson.h>

enum { JOIN_ID_SIZE = 64, JOIN_MOST_ACTS = 4, JOIN_MOST_TABLES = 200 };

typedef enum join_phase {
    JOIN_NOTHING, /* the server has not told yet */
    JOIN_OPEN,
    JOIN_COMMIT,
    JOIN_PLAYING,
    JOIN_OVER,
    JOIN_SHUT, /* the table was closed before the game began */
} join_phase;

/* What was asked for, which tells the answers apart. */
typedef enum join_ask {
    ASK_OTHER,
    ASK_SEAT,
    ASK_WATCH,
    ASK_MOVE,
    ASK_HINT,
    ASK_TABLE, /* a new one */
    ASK_LOBBY,
    ASK_DEAL,
    ASK_PING,
    ASK_KINDS, /* how many there are */
} join_ask;

/* A table of the list of a server. */
typedef struct join_offer {
    char id[JOIN_ID_SIZE], title[64], who[TP_TEXT_SIZE];
    int open;
    bool mine, mine_to_move;
} join_offer;

/* What is asked at a table. */
typedef enum join_question { JOIN_ASKS_UNDO, JOIN_ASKS_HINTS, JOIN_ASKS_REMATCH } join_question;

typedef struct join_command join_command;

typedef struct join {
    play play; /* game, view, moves, names and style, for what shows a decision; there is no match */
    tp_options options;

    /* Where, and as whom. */
    client_target target;
    char cookie[CLIENT_COOKIE_SIZE], me[JOIN_ID_SIZE];
    char name[SHELF_NAME_SIZE]; /* what the others call the reader at the table */
    char table[JOIN_ID_SIZE], invite[JOIN_ID_SIZE];

    /* The connection. */
    client_socket socket;
    int epoll, timer;
    int64_t next_try_ms, lost_ms, heard_ms; /* lost_ms: 0 while there is a connection */
    int64_t refs,
        awaited; /* the number of the last request; that of what was typed and is not answered, else 0 */
    int tries;
    bool known, welcome;        /* there was a connection once; the server has greeted this one */
    bool next_follow;           /* what was heard says that the table is at another server */
    bool is_one_of_many;        /* there are several servers behind the address, */
    char path[JOIN_ID_SIZE];    /* and this leads to the one that has the table; "": to any */
    int sent_on;                /* how often another one was named since the table was last heard of */
    char problem[TP_TEXT_SIZE]; /* why it cannot go on at all; "" */

    /* The table, as far as it was told. */
    int64_t event, told; /* the last one heard of, and the last that was told line by line */
    join_phase phase;
    int ply, actor; /* actor: -1 if nobody is to act */
    int free_seats;
    bool has_view, is_owner, undone, has_clock;
    bool resigned;   /* the game ended so */
    bool offer_mine; /* something is asked, and an answer of this seat is awaited */
    bool out_of_reach[TP_MAX_SEATS];
    int64_t offer; /* the number of what is asked; 0: nothing */
    join_question question;
    bool hints, hinted;      /* a hint is to be had here; one was, or all agreed to them */
    bool plays_again;        /* asked for a rematch, or agreed to one */
    char next[JOIN_ID_SIZE]; /* the table of the rematch; "" */
    int64_t clock_ms, clock_move,
        clock_seats[TP_MAX_SEATS]; /* when it was told; what was left then, -1: no limit */
    int32_t scores[TP_MAX_SEATS];
    float returns[TP_MAX_SEATS];

    /* The deal (join_deal.c). */
    json_t *witness,
        *sealed; /* what is kept of this table; the list that the server shows now. NULL: nothing */
    int sealed_attempt, revealed_attempt; /* the last for which each was sent on this connection */
    const char *warned;                   /* of what, and in which attempt */
    int warned_attempt;
    bool checked; /* the record was compared with the witness */

    /* What the reader can do. */
    play_line *lines;
    int line_count, act_count;
    const join_command
        *acts[JOIN_MOST_ACTS]; /* what is to be decided and is no move; then there are no moves */
    int64_t acts_ms;           /* since when */
    tp_opinion *opinions;
    int opinion_count, hint_ply; /* what the opinions are about; -1: none */
    bool moving, sitting;        /* a move is on its way; a seat was asked for */
    int64_t forced_event;        /* at which the only move was last made for the reader; 0: none */
    bool hint_asked;
    bool changed; /* since the screen has last looked */

    bool has_lobby, by_lines, prompted, reviewing; /* prompted: the cursor stands behind a question */
    join_offer *offers;                            /* of the lobby */
    int offer_count;
    log_pane log;
    char notice[TP_TEXT_SIZE];

    /* After the end. */
    tp_match *match;
    replay replay;
    review_pane review;
} join;

/* ---- join_guest.c ---- */

/* Become who one was at this server, or a new guest, and take a name where one is wanted (else NULL). False
 * after a sentence. */
bool join_introduce(join *join, const char *name);
/* The record of the game that is over, as it came; the caller frees it. NULL: the server does not give it. */
char *join_record_text(join *join);
/* The record of the game that is over, as a match; false with a notice. */
bool join_fetch_record(join *join);
/* Whether the record that was fetched, if any, is of the table as it is told now. */
bool join_record_fits(const join *join);
/* Done with it, and with the replay and the review of it. */
void join_end_looking_back(join *join);

/* ---- join_table.c ---- */

bool join_open(join *join);
void join_close(join *join);
int64_t join_now_ms(void);
/* Do what there is to do for the connection, without waiting. */
void join_step(join *join);
/* Wait until something has been heard, for at most so long. */
void join_wait(join *join, int ms);
/* Ask for something; `request` is taken over, and lacks `ref` and the table. */
void join_send(join *join, join_ask kind, json_t *request);
void join_send_move(join *join, int move);
/* Sit down at another table and look at it. */
void join_go_to(join *join, const char *table, const char *invite);
/* Whether this can be the path of a server: "/n/NAME", or "". */
bool join_is_path(const char *path);
/* The table is at another server, to which `path` leads; "": it has to be asked which. */
void join_follow(join *join, const char *path);
/* It cannot go on. The format is translated already. */
void join_fail(join *join, const char *format, ...) TP_PRINTF(2, 3);
/* The address of the table: with the invite for others, who can be sent it; without for who sits there. */
void join_link(const join *join, bool invite, char *text, size_t size);

/* ---- join_hear.c ---- */

/* A message of the server. */
void join_hear(void *context, const char *text, size_t size);
/* Something for the log, by the server (then cleaned already) or by this program. */
void join_tell(join *join, const char *text);
/* Look again at what the reader can do. */
void join_look(join *join);

/* ---- join_deal.c ---- */

/* The list of seals of `about`, or NULL; then what `now` says of the attempt: seal or reveal where that is
 * due. */
void join_hear_list(join *join, const json_t *sealed);
void join_deal(join *join, const json_t *deal);
/* Compare the record of a game that is over with what was kept, once, and tell what came of it. */
void join_check(join *join);
/* Another table. */
void join_forget_deal(join *join);

/* ---- join_commands.c ---- */

struct join_command {
    const char *name, *brief;
    const char *argument; /* what may stand behind it; NULL: nothing */
    const char *help;
    bool (*is_due)(const join *join); /* it is offered as something to decide; NULL: never */
    play_next (*run)(join *join, const char *argument);
};

/* Those that are due now; returns how many. */
int join_due(const join *join, const join_command *out[JOIN_MOST_ACTS]);
/* Do what was typed, a move or a command. */
play_next join_answer(join *join, const char *line);
/* Why there is no hint now; NULL: there is one for the asking. */
const char *join_why_no_hint(const join *join);
/* Whose turn it is, with a sentence on it. */
tui_turn join_turn(const join *join, char sentence[TUI_TEXT_SIZE]);
/* The table, the people at it, or how it ended. */
void join_print_table(join *join);
void join_print_help(join *join);

/* ---- the two looks ---- */

bool join_on_screen(join *join, int *code);
int join_by_lines(join *join);

#endif
