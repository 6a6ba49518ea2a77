/* How Mus is played well: what its own files and the search have of it (agents/play.h). */
#ifndef TAPETE_MUS_PLAY_H
#define TAPETE_MUS_PLAY_H

#include "agents/play.h"
#include "games/mus/state.h"

extern const tp_agent_kind mus_bot_agent, mus_steady_agent, mc_agent, nash_agent;
extern const training_method mus_mc_training;
extern const model mus_model;
void mus_tilt(const void *view, const tp_move *moves, int count, manner manner, double *out);
extern const rollout mus_rollout;

/* What `mus-bot` with its usual parameters does with this hand. */
tp_move mus_bot_move(const mus_table *table, const uint8_t own[MUS_HAND], tp_rng *rng);
/* Whether it would cut with this hand, and how much it would like to bet in the lance at hand, from 0 to 1.
 */
bool mus_bot_cuts(const mus_rules *rules, const uint8_t own[MUS_HAND]);
double mus_bot_urge(const mus_table *table, const uint8_t own[MUS_HAND]);

/* How good the hand of the seat to act is for what is asked (agents/play.h). */
void mus_reason(const void *view, tp_move move, char *text, size_t size);

/* The allowed number of stones that is nearest to the wanted one, the smaller of two; 0: none is allowed. */
uint32_t mus_nearest_bet(const mus_table *table, uint32_t wanted);

#endif
