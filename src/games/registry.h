/* The games by their own names, for registry.c and the games themselves.
 *
 * What is hot in a game stands in its game.c, which is built twice on x86-64: for every processor, and for
 * those that have the bit instructions POPCNT, BMI1 and BMI2 (nearly all since 2013). The registry hands out
 * the build that fits. */
#ifndef TAPETE_GAMES_REGISTRY_H
#define TAPETE_GAMES_REGISTRY_H

#include "tapete/game.h"

#if defined(TAPETE_BUILD_BMI2)
#define TP_GAME(name) name##_bmi2
#else
#define TP_GAME(name) name
#endif

#define GAME(name) extern const tp_game name##_game;
#include "games/list.def"
#undef GAME

#if defined(TAPETE_HAS_BMI2)
#define GAME(name) extern const tp_game name##_game_bmi2;
#include "games/list.def"
#undef GAME
#endif

#endif
