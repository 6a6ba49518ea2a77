/* Help, made from the table of commands. */
#ifndef TAPETE_CLI_HELP_H
#define TAPETE_CLI_HELP_H

#include "cli/cli.h"

/* What there is, for `tapete --help`. */
void help_overview(FILE *out);

/* One command, for `tapete COMMAND --help`, or one within it (NULL: none). */
void help_command(FILE *out, const cli_command *command, const cli_command *within);

/* The command of this name; NULL, having said which names there are, if there is none. */
const cli_command *help_find(const char *name);

/* The same for one within a command, as `ban` is within `admin`. */
const cli_command *help_find_within(const cli_command *command, const char *name);

/* Print a text wrapped at 80 columns. `column` is where the output stands; every further line begins with
 * `indent` spaces. Line feeds in the text are kept, and one is added at the end. */
void help_wrap(FILE *out, int column, int indent, const char *text);

#endif
