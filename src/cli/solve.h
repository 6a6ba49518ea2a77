/* What `tapete solve` and `tapete exploit` share. */
#ifndef TAPETE_CLI_SOLVE_H
#define TAPETE_CLI_SOLVE_H

#include "cli/cli.h"
#include "solve/solve.h"

/* What both are asked for; `options` must live as long as the order. On bad input: says so, returns false. */
bool solve_read_order(const cli_args *args, tp_options *options, solve_order *out);

/* Do what is ordered, step by step, with --out, --resume and --json of these arguments. */
int solve_run_order(const cli_args *args, const solve_order *order);

#endif
