/* How each game looks in a terminal (look/table.h). Part of the program, not of the library. */
#include "look/table.h"

#define GAME(name) extern const look_table name##_look;
#include "games/list.def"
#undef GAME

#define GAME(name) &name##_look,
const look_table *const look_tables[] = {
#include "games/list.def"
    NULL};
#undef GAME
