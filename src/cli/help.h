/* Help, made from the table of commands. */
#ifndef TAPETE_CLI_HELP_H
#define TAPETE_CLI_HELP_H

#include "cli/cli.h"

/* What there is, for `tapete --help`. */
void help_overview(FILE *out);

/* One command, for `tapete COMMAND --help`. */
void help_command(FILE *out, const cli_command *command);

/* The command of this name; NULL, having said which names there are, where there is none. */
const cli_command *help_find(const char *name);

/* Print words after `first`, wrapped at 80 columns; each new line begins with `indent` spaces. `column` is where the
 * output stands. Line feeds in the text are kept. */
void help_wrap(FILE *out, int column, int indent, const char *text);

#endif
