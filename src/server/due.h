/* When tables have to be looked at: a binary heap by time.
 *
 * A walk over all tables ten times a second costs milliseconds if there are many, and nearly all of them
 * have nothing to do. So each says when it wants to be looked at next, and only those whose time has come
 * are. */
#ifndef TAPETE_SERVER_DUE_H
#define TAPETE_SERVER_DUE_H

#include "server/base.h"

/* Have the table looked at by this moment; where it will be sooner anyway, nothing changes. Without memory it
 * is not: due_add_all finds it. */
void due_by(table *table, int64_t at_ms);
void due_forget(table *table); /* it is about to be freed, or is not in server.tables */
/* The next table whose time has come, which then has none until due_by; NULL: there is none. */
table *due_take(server *server, int64_t now_ms);
/* Tables that have no time get this one: what has been forgotten is found within seconds. */
void due_add_all(server *server, int64_t at_ms);
void due_free(server *server);

#endif
