/* How Bruno is played well: what its own files and the search have of it (agents/play.h). */
#ifndef TAPETE_BRUNO_PLAY_H
#define TAPETE_BRUNO_PLAY_H

#include "agents/play.h"

extern const tp_agent_kind bruno_low_agent;
extern const model bruno_model;
extern const rollout bruno_rollout;

/* What `bruno-low` does in an imagined world, at random more often. */
tp_move bruno_low_move(const tp_game *game, const void *state, tp_rng *rng);
/* What it prefers of some legal moves, which are a set: bit m is move m. */
tp_move bruno_low_preferred(uint64_t plays);

#endif
