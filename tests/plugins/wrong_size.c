/* A game that was built with the headers of another version. */
#include "tapete/plugin.h"

static tp_game game;

tp_err tapete_plugin(tp_error *error) {
    game = *tp_game_find("sabacc", NULL);
    game.name = "old";
    game.struct_size = sizeof(tp_game) - sizeof(void *);
    return tp_game_register(&game, error);
}
