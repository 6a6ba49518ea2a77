/* Finding what each game hands over for playing it well (play.h). */
#include "agents/play.h"

#include <string.h>

const game_play *game_play_of(const tp_game *game) {
    static const game_play nothing;
    for (const game_play *const *play = game_plays; *play != NULL; play++) {
        if (strcmp((*play)->game, game->name) == 0) return *play;
    }
    return &nothing;
}
