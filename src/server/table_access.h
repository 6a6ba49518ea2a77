/* Who may sit and look where: what holds for people after they stood up, and at how many tables a guest sits.
 */
#ifndef TAPETE_SERVER_TABLE_ACCESS_H
#define TAPETE_SERVER_TABLE_ACCESS_H

#include "server/base.h"

/* Whether a person without a seat may watch the table: the owner, and everyone if there are spectators.
 * Whether they know of a private table is another question. */
bool table_has_room_to_look(const table *table, const char *person);
/* The person has given up their seat, which is still marked as theirs: those of their connections that look
 * on become spectators, or are told `unwatched` where the table has none. */
void table_stood_up(table *table, const char *person);
/* End the watches of all who neither sit there nor may watch. */
void table_show_out(table *table);

/* Whether this person may take one more seat; where not, that is answered. Guests are cheap to make, so they
 * sit at few tables at once. */
bool table_may_sit(connection *connection, int64_t ref);

#endif
