/* What a script is once it has been read: between script_read.c, which checks the structure, and script.c,
 * which plays. */
#ifndef TAPETE_MATCH_SCRIPT_PARTS_H
#define TAPETE_MATCH_SCRIPT_PARTS_H

#include "match/script.h"
#include "tapete/game.h"

typedef enum script_action {
    SCRIPT_CHECK,   /* no action, only something to look at */
    SCRIPT_DO,      /* "do": a move, or an agent that picks one */
    SCRIPT_ILLEGAL, /* "illegal" */
    SCRIPT_PLAY,    /* "play": to the end */
} script_action;

enum { SCRIPT_NO_VIEW = -10 }; /* no seat, and neither TP_SPECTATOR nor TP_REVEALED */

/* One step. Strings and values are borrowed from the file's JSON. */
typedef struct script_step {
    script_action action;
    const char *text;    /* the move or agent of the action */
    const char *reason;  /* ILLEGAL: the code that it must be refused with, or NULL */
    const json_t *moves; /* DO: list of strings, one of which the agent must pick; a single string; or NULL */
    const json_t *legal; /* list of strings, or NULL */
    json_int_t legal_count; /* -1: not asked */
    const json_t *expect;   /* an object, or NULL */
    int view;               /* a seat, TP_SPECTATOR or SCRIPT_NO_VIEW */
    bool print;             /* the line carries the whole state, or view */
} script_step;

/* One script. */
typedef struct script {
    char where[48];      /* "cases[3]"; "" for a single script */
    const json_t *id;    /* the case's own name, or NULL */
    tp_error error;      /* the structure is wrong: there is nothing to run */
    tp_error english;    /* the same for programs */
    const tp_game *game; /* NULL if the structure is wrong */
    json_t *options;     /* a new object: those of the file, then those of the case */
    uint64_t seed;
    const json_t *position; /* an object, or NULL */
    const char **chance;    /* scripted outcomes in words */
    size_t chance_count;
    script_step *steps;
    size_t step_count;
} script;

struct script_file {
    json_t *root;
    bool has_cases;
    script *scripts;
    size_t count;
};

#endif
