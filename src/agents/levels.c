/* Levels of play: a name for "how well should they play" that means an agent with its budget, in each game another one.
 *
 * docs/strength.md has what each level makes of the one below it; whoever changes a row measures it again. */
#include "agents/agents.h"
#include "core/language.h"

#include <string.h>

enum { LEVELS = 4 };

static const tp_level levels[LEVELS + 1] = {
    {"gentle", TR_MARK("for the first games: makes mistakes that can be seen")},
    {"fair", TR_MARK("plays the obvious well, and looks no further")},
    {"strong", TR_MARK("thinks for a moment about each decision")},
    {"strongest", TR_MARK("thinks for as long as a person has patience")},
    {NULL, NULL},
};

/* In the order of `levels`. The row without a game is for those that have none of their own. */
static const struct {
    const char *game;
    const char *agents[LEVELS];
} rows[] = {
    {"bruno", {"bruno-low", "ismcts:sims=50", "ismcts:sims=2500", "ismcts:ms=1000"}},
    {"mulle", {"flatmc:games=60", "mulle-greedy", "ismcts:sims=2500", "ismcts:ms=1000"}},
    {"mus", {"mus-bot", "ismcts:sims=300", "ismcts:sims=10000", "ismcts:ms=1000"}},
    {NULL, {"flatmc:games=100", "flatmc:games=2000", "ismcts:sims=10000", "ismcts:ms=1000"}},
};

const tp_level *tp_levels(void) { return levels; }

const char *tp_level_agent(const tp_game *game, const char *level) {
    size_t row = 0, column = 0;
    while (rows[row].game != NULL && strcmp(rows[row].game, game->name) != 0) row++;
    while (levels[column].name != NULL && strcmp(levels[column].name, level) != 0) column++;
    return column < LEVELS ? rows[row].agents[column] : NULL;
}
