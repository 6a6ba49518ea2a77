/* The commands within `tapete store`. */
#ifndef TAPETE_CLI_STORE_H
#define TAPETE_CLI_STORE_H

#include "cli/cli.h"

extern const cli_command cli_store_commands[];

#endif
