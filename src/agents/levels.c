/* Levels of play: a name for how well a bot should play, which stands for an agent with a budget, a
 * different one in each game.
 *
 * docs/strength.md has the results of each level against the one below; measure again after changing a
 * row. */
#include "agents/agents.h"
#include "agents/play.h"
#include "core/language.h"

#include <string.h>

static const tp_level levels[PLAY_LEVELS + 1] = {
    {"gentle", TR_MARK("for beginners: makes visible mistakes")},
    {"fair", TR_MARK("plays sensible moves, but does not plan ahead")},
    {"strong", TR_MARK("thinks about each decision for a moment")},
    {"strongest", TR_MARK("thinks as long as people have patience")},
    {NULL, NULL},
};

/* For games without levels of their own. */
static const char *const usual[PLAY_LEVELS] = {"flatmc:games=100", "flatmc:games=2000", "ismcts:sims=10000",
                                               "ismcts:ms=1000"};

const tp_level *tp_levels(void) { return levels; }

const char *tp_level_agent(const tp_game *game, const char *level) {
    const char *const *own = game_play_of(game)->levels;
    size_t column = 0;
    while (levels[column].name != NULL && strcmp(levels[column].name, level) != 0) column++;
    if (column == PLAY_LEVELS) return NULL;
    return own[column] != NULL ? own[column] : usual[column];
}
