/* The rules of a game as people read them: docs/rules in the language of the thread, as text. */
#ifndef TAPETE_CLI_RULES_H
#define TAPETE_CLI_RULES_H

#include "cli/table.h"

/* Print them at the width of the style. False, and nothing is printed, where they are not installed. */
bool rules_print(const tp_game *game, const table_style *style, FILE *out);

/* The same of a page that is open. */
void rules_write(FILE *from, const table_style *style, FILE *out);

#endif
