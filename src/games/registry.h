/* The list of games, for registry.c alone. */
#ifndef TAPETE_GAMES_REGISTRY_H
#define TAPETE_GAMES_REGISTRY_H

#include "tapete/game.h"

extern const tp_game sabacc_game;

#endif
