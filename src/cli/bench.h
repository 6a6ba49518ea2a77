/* The parts of `tapete bench`. */
#ifndef TAPETE_CLI_BENCH_H
#define TAPETE_CLI_BENCH_H

#include "tapete/tapete.h"

/* bench_batch.c: `count` games stepped together; with the features of all legal moves. The exit status. */
int bench_batch(const tp_game *game, const tp_options *options, uint32_t count, uint32_t threads,
                bool features, double seconds, bool as_json);

/* How fast this game is solved, for so many seconds of CPU time. */
int bench_solve(const tp_game *game, const tp_options *options, int threads, double seconds, bool as_json);

#endif
