/* Who sits where: the tables of each person, and the open tables of the lobby, so that nobody has to walk
 * over all tables to find them.
 *
 * Only tables that are not over are in here. The index follows the tables (seating_update) and owns nothing
 * of them. */
#ifndef TAPETE_SERVER_SEATING_H
#define TAPETE_SERVER_SEATING_H

#include "server/base.h"

/* Seats or phase of a table may have changed; `lives`: it is in the house, and not over. */
void seating_update(table *table, bool lives);

/* The tables at which a person sits, some of which may be broken; *count of them. The list is the index's
 * own.
 */
table *const *seating_of(const server *server, const char *person, size_t *count);

void seating_free(server *server);

#endif
