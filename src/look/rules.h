/* The rules of a game as people read them: docs/rules in the language of the thread, as text. */
#ifndef TAPETE_LOOK_RULES_H
#define TAPETE_LOOK_RULES_H

#include "look/table.h"

/* Print them at the width of the style. False, and nothing is printed, where they are not installed, or there
 * is no memory. */
bool rules_print(const tp_game *game, const look_style *style, FILE *out);

/* The same of a page that is open. */
bool rules_write(FILE *from, const look_style *style, FILE *out);

#endif
