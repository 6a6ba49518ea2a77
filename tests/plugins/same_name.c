/* A game with the name of another, after one that is right: neither may stay. */
#include "tapete/plugin.h"

static tp_game good, bad;

tp_err tapete_plugin(tp_error *error) {
    good = bad = *tp_game_find("sabacc", NULL);
    good.name = "twin";
    bad.name = "mus";
    tp_err code = tp_game_register(&good, error);
    return code == TP_OK ? tp_game_register(&bad, error) : code;
}
