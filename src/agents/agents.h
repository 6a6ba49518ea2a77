/* The list of agents, and what their files share. */
#ifndef TAPETE_AGENTS_H
#define TAPETE_AGENTS_H

#include "tapete/agent.h"

extern const tp_agent_kind random_agent;
extern const tp_agent_kind flatmc_agent;
extern const tp_agent_kind ismcts_agent;
extern const tp_agent_kind exec_agent;
extern const tp_agent_kind bruno_low_agent;
extern const tp_agent_kind mulle_greedy_agent;
extern const tp_agent_kind mulle_learn_agent;
extern const tp_agent_kind mus_bot_agent;
extern const tp_agent_kind mc_agent;
extern const tp_agent_kind sabacc_pairs_agent;

#endif
