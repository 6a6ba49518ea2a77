/* How Mulle is played well: what its own files and the search have of it (agents/play.h). */
#ifndef TAPETE_MULLE_PLAY_H
#define TAPETE_MULLE_PLAY_H

#include "agents/play.h"
#include "games/mulle/rules.h"

extern const tp_agent_kind mulle_greedy_agent, mulle_learn_agent;
extern const model mulle_model;
extern const rollout mulle_rollout;

/* `mulle-greedy` in the build of this game. */
typedef tp_move mulle_greedy_player(const mulle_state *known);
mulle_greedy_player *mulle_greedy_of(const tp_game *game);

#endif
