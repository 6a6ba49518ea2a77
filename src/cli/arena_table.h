/* What `tapete arena` has found out, as a table for people. */
#ifndef TAPETE_CLI_ARENA_TABLE_H
#define TAPETE_CLI_ARENA_TABLE_H

#include "arena/arena.h"

#include <stdio.h>

void arena_print(FILE *out, const arena_result *result, const arena_times *times);

#endif
