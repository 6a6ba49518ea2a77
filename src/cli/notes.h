/* What programs that play (`exec:`) write to standard error. On the full screen it would go across the table,
 * so it is kept meanwhile, shown in a pane, and written out when the screen is given back. */
#ifndef TAPETE_CLI_NOTES_H
#define TAPETE_CLI_NOTES_H

#include <stdbool.h>

/* From now on standard error is kept, for programs that are started too. If the system refuses, it stays
 * as it is. */
void notes_begin(void);
/* Give it back, and write out what was kept. */
void notes_end(void);
/* Whether anything was kept; and all of it, as a new string. */
bool notes_are_there(void);
char *notes_text(void);

#endif
