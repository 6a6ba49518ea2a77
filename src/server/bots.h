/* Bots at tables: who thinks for a seat, when the answer is told, and how much memory all of them have.
 *
 * A bot answers after a time that is constant for each agent and does not depend on the decision: how long it
 * thinks would tell what it holds. The answer waits at its table, not on a worker.
 *
 * Agents are given back when the game is over, and when the table is empty; for a person who comes back
 * finds a new one, which is shown what it has missed. If all of them together have too much memory, those
 * of the table that was used the longest ago go first, and new ones get less. */
#ifndef TAPETE_SERVER_BOTS_H
#define TAPETE_SERVER_BOTS_H

#include "server/base.h"

/* Have the bot of this seat think about its move; it is played when that is done and its time has come. */
void bots_think(table *table, int seat);
/* Whether bots should go on: not while all the people of the table are away, or nobody would see the game. */
bool bots_may_play(const table *table);
/* Whether a person would wait for a bot here. Who looks on does not count: there can be any number of tables
 * to look at. */
bool bots_are_awaited(const table *table);

/* On the timer of the loop: play an answer whose time has come, and give agents back that nobody needs. */
void bots_tick(table *table, int64_t now_ms);
/* When bots_tick is next needed, or `otherwise`, whichever is sooner. */
int64_t bots_next_tick(const table *table, int64_t otherwise);

/* Free the agents of a table, and an answer that waits. No task of it is out. */
void bots_forget(table *table);

/* How long after it began to think an agent of this name answers, at the soonest; 0: as soon as it has
 * chosen. It depends on the kind and the budget alone. */
int64_t bots_floor_ms(const server *server, const tp_game *game, const char *agent);
/* When an answer is told that was thought of from `began_ms` to `ended_ms`: after the floor and, where that
 * was not enough, some whole steps later. */
int64_t bots_answer_ms(int64_t floor_ms, int64_t began_ms, int64_t ended_ms);

#endif
