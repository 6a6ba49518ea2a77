/* What Mulle hands to agents, search and review (agents/play.h). Levels are measured: docs/strength.md. */
#include "games/mulle/play.h"

static const tp_agent_kind *const agents[] = {&mulle_greedy_agent, &mulle_learn_agent, NULL};

static const char *const networks[] = {"learnt/mulle.net", NULL};

const game_play mulle_play = {
    .game = "mulle",
    .agents = agents,
    .model = &mulle_model,
    .rollout = &mulle_rollout,
    .networks = networks,
    .levels = {"flatmc:games=60", "mulle-greedy", "net:fallback=2500", "net:ms=1000,fallback=1"},
    .opponent = "mulle-greedy",
};
