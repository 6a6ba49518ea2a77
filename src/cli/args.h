/* Parsing a command line by the table of its command. cli.h has the questions that commands ask afterwards.
 */
#ifndef TAPETE_CLI_ARGS_H
#define TAPETE_CLI_ARGS_H

#include "cli/cli.h"

typedef enum args_result {
    ARGS_RUN,     /* run the command */
    ARGS_HELP,    /* -h or --help was given */
    ARGS_VERSION, /* --version was given */
    ARGS_BAD,     /* the problem is described */
} args_result;

/* Parse the words after the command's name. The words must outlive the result, which is set for ARGS_RUN
 * only; free it with args_free. For ARGS_BAD `problem` is one sentence, the nearest names first where a name
 * is wrong. */
args_result args_parse(const cli_command *command, int count, char *const *words, cli_args **out,
                       char *problem, size_t problem_size);
void args_free(cli_args *args); /* NULL is fine */

/* Whether what comes out is for programs, which read the same in every language: --json was given. */
bool args_for_programs(const cli_args *args);

#endif
