/* The list of agents, and what their files share. */
#ifndef TAPETE_AGENTS_H
#define TAPETE_AGENTS_H

#include "tapete/agent.h"

extern const tp_agent_kind random_agent;
extern const tp_agent_kind flatmc_agent;
extern const tp_agent_kind ismcts_agent;
extern const tp_agent_kind net_agent;
extern const tp_agent_kind exec_agent;

/* How many bytes an agent keeps in memory; 0 for kinds that do not say. */
size_t agent_bytes(const tp_agent *agent);

#endif
