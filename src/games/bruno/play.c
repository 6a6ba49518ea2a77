/* What Bruno hands to agents, search and review (agents/play.h). Levels are measured: docs/strength.md. */
#include "games/bruno/play.h"

static const tp_agent_kind *const agents[] = {&bruno_low_agent, NULL};

static const char *const networks[] = {"learnt/bruno.net", NULL};

const game_play bruno_play = {
    .game = "bruno",
    .agents = agents,
    .model = &bruno_model,
    .rollout = &bruno_rollout,
    .networks = networks,
    .levels = {"bruno-low", "net:temperature=2,fallback=50", "net:fallback=2500", "net:ms=1000,fallback=1"},
};
