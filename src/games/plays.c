/* What each game knows about playing it well, for agents, search and review (agents/play.h). */
#include "agents/play.h"

#define GAME(name) extern const game_play name##_play;
#include "games/list.def"
#undef GAME

#define GAME(name) &name##_play,
const game_play *const game_plays[] = {
#include "games/list.def"
    NULL};
#undef GAME
