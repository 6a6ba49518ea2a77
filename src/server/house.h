/* How full the house is: tables that are not over, counted by who made them and from where; who may make
 * another one, which are closed first if there are many, and how fast bots play where nobody sits. */
#ifndef TAPETE_SERVER_HOUSE_H
#define TAPETE_SERVER_HOUSE_H

#include "server/base.h"

/* A table has its place in server.tables: count it, and hold who pays for it. `maker` NULL: it was read from
 * its journal. */
void house_enter(table *table, const connection *maker);
/* Its phase may have changed. */
void house_update(table *table);
/* It is about to be freed. */
void house_leave(table *table);
/* A table that could not be written was read again: count this one in its place. */
void house_replace(table *broken, table *fresh);
/* The owner is here again, after the server has begun anew: from now on this address pays. */
void house_adopt(table *table, const connection *connection);

/* Whether a person may make another table: few enough of their own, from their network and in all. False: it
 * was said why not. */
bool house_may_create(connection *connection, int64_t ref);
/* For how long a table that nobody looks at is kept: the fuller the house, the shorter, and guests' tables go
 * first. */
int64_t house_kept_ms(const server *server, const table *table);
/* Whether an agent may begin to think about its move now, which is charged with what it may think. If no
 * person of the table is here, moves come slowly. False: ask again later. */
bool house_bot_may_move(table *table, int seat, bool somebody_waits, int64_t now_ms);

#endif
