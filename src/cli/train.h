/* The two ways of `tapete train`. */
#ifndef TAPETE_CLI_TRAIN_H
#define TAPETE_CLI_TRAIN_H

#include "cli/cli.h"

/* --method: learn from episodes, into the file of --out (train_method.c). */
int train_by_method(const cli_args *args);

#endif
