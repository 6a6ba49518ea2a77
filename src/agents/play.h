/* What a game knows about playing it well: its own agents, its model of play and its roll-out, which agent
 * plays at which level, and how it is learnt.
 *
 * Agents, the search and the review know no game. They ask here, and a game that hands over nothing is
 * searched all the same: with random roll-outs, uniform worlds and the usual levels. */
#ifndef TAPETE_PLAY_H
#define TAPETE_PLAY_H

#include "agents/model.h"
#include "agents/rollout.h"
#include "agents/training.h"
#include "tapete/agent.h"

enum { PLAY_LEVELS = 4 };

/* Every member but `game` may be left out. */
typedef struct game_play {
    const char *game;
    const tp_agent_kind *const *agents; /* agents that play this game only; ends with NULL */
    const model *model;
    const rollout *rollout;
    const char *const *networks;     /* files of networks that come with the program; ends with NULL */
    const char *levels[PLAY_LEVELS]; /* the agent of each level, in the order of tp_levels */
    /* What speaks for or against a move of the seat to act, from its own view: part of a sentence, empty
     * where there is nothing to say. NULL: never is there. */
    void (*reason)(const void *view, tp_move move, char *text, size_t size);
    /* The agent of a level in this variant, where a server has a better one than `levels`; NULL: it has not.
     */
    const char *(*served_level)(const tp_options *variant, const char *level);
    const char *opponent;                      /* against whom an agent that learns plays (default: random) */
    const training_method *const *trainings;   /* what `tapete train --method` offers; ends with NULL */
    const struct solve_engine *const *solvers; /* solve/solve.h: for what is too large for any game's way */
    const struct practice *practice;           /* solve/practice.h: decisions to practise */
} game_play;

/* What each game hands over, in the order of the list of games (games/plays.c); ends with NULL. */
extern const game_play *const game_plays[];

/* What this game hands over; an empty one if it hands over nothing. */
const game_play *game_play_of(const tp_game *game);

#endif
