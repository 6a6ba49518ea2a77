/* What Mus hands to agents, search and review (agents/play.h). Levels are measured: docs/strength.md. */
#include "games/mus/play.h"

#if !defined(__wasm__)
#include "games/mus/solve_engine.h"
#include "games/mus/solve_practice.h"

#include <string.h>
#endif

static const tp_agent_kind *const agents[] = {&mus_bot_agent, &mus_steady_agent, &mc_agent,
#if !defined(__wasm__)
                                              &nash_agent, /* solves in threads */
#endif
                                              NULL};

/* What writes files and takes gigabytes is not for a page. */
#if !defined(__wasm__)
static const training_method *const trainings[] = {&mus_mc_training, NULL};

static const solve_engine *const solvers[] = {&mus_scores_engine, &mus_answers_engine, &mus_solve_engine,
                                              NULL};
#endif

#if !defined(__wasm__)
/* Two-player Mus is solved; to find the solution of a score again takes seconds of two threads. */
static const char *served_level(const tp_options *variant, const char *level) {
    return strcmp(level, "strongest") == 0 && nash_agent.suits(NULL, variant, NULL) == TP_OK ? nash_agent.name
                                                                                             : NULL;
}
#endif

static const char *const networks[] = {"learnt/mus-f4.net", NULL};

const game_play mus_play = {
    .game = "mus",
    .agents = agents,
    .model = &mus_model,
    .rollout = &mus_rollout,
    .networks = networks,
    .reason = mus_reason,
    .levels = {"mus-bot", "mus-steady", "ismcts:sims=3000", "ismcts:ms=1000"},
#if !defined(__wasm__)
    .served_level = served_level,
    .trainings = trainings,
    .solvers = solvers,
    .practice = &mus_practice,
#endif
};
