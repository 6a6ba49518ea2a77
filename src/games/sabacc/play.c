/* What Kessel Sabacc hands to agents, search and review (agents/play.h). Levels are measured:
 * docs/strength.md. */
#include "games/sabacc/play.h"

static const tp_agent_kind *const agents[] = {&sabacc_pairs_agent, NULL};

static const char *const networks[] = {"learnt/sabacc.net", NULL};

const game_play sabacc_play = {
    .game = "sabacc",
    .agents = agents,
    .model = &sabacc_model,
    .rollout = &sabacc_rollout,
    .networks = networks,
    .reason = sabacc_reason,
    .levels = {"flatmc:games=100", "ismcts:sims=100", "net:fallback=10000", "net:ms=1000,fallback=1"},
};
