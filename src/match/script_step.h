/* One step of a script that is being run: what it does and what it checks. Between script.c, which goes from
 * step to step, and script_step.c.
 *
 * A part of a step that fails leaves the match as it was, so that it can be gone through again: it fails in
 * the same way, and says so in the language that the thread speaks then. */
#ifndef TAPETE_MATCH_SCRIPT_STEP_H
#define TAPETE_MATCH_SCRIPT_STEP_H

#include "match/script_parts.h"
#include "tapete/match.h"

typedef enum script_verdict { SCRIPT_GOOD, SCRIPT_FAILED, SCRIPT_BAD } script_verdict;

/* A script that is being run. */
typedef struct script_runner {
    const script *script;
    const tp_game *game;
    tp_match *match;
    size_t at;          /* the step at hand */
    json_t *line;       /* what is told about it */
    char *problem;      /* the sentence of the first failure, in the language of this thread */
    char *english;      /* the same for the line; NULL: `problem` will do */
    bool has_picked;    /* an agent has chosen a move that is not made yet */
    tp_move picked;     /* which */
    bool was_made;      /* a move that should have been refused is made */
    tp_move *moves;     /* room for max_moves */
    void *state, *view; /* room for one of each */
} script_runner;

/* Do what the step does: a move, a move that must be refused, a game to its end. */
script_verdict script_act(script_runner *run, const script_step *step);

/* What a step checks, each where it is asked. */
script_verdict script_check_legal(script_runner *run, const script_step *step);
script_verdict script_check_legal_count(script_runner *run, const script_step *step);
script_verdict script_check_expect(script_runner *run, const script_step *step);

/* The state, or what the viewer of the step sees, as JSON; NULL if there is no such seat. */
json_t *script_look(script_runner *run, const script_step *step);

/* The outcomes of chance among some events, in words: a new list. */
json_t *script_outcomes(const script_runner *run, const tp_event *events, size_t count);

/* Put into the line who is to act, and after the end how it ended. */
void script_add_standing(script_runner *run);

#endif
