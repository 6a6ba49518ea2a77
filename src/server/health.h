/* Whether the server can keep what it is given, and how old things are. */
#ifndef TAPETE_SERVER_HEALTH_H
#define TAPETE_SERVER_HEALTH_H

#include "server/base.h"

/* How long servers have run on this database in all. What was long ago is measured by it: a wall clock can be
 * wrong, and can be set. On any thread. */
int64_t server_uptime_ms(const server *server);

/* Whether the database fails, and a sentence why. Nothing is acknowledged meanwhile. */
bool server_fails(const server *server, char *why, size_t size);

/* Have the log say when the database begins to fail, and when it answers again. */
void health_tick(server *server);

/* How old a table is: for how long servers have run since its last entry. Entries of earlier versions do not
 * say when they were written; they are as old as the count itself. */
int64_t health_age_ms(const server *server, const json_t *last_entry);

/* Whether a person has waited long enough since a moment. If all of that time was before this server
 * began, people have had a day to come back first. */
bool health_is_over(const server *server, int64_t since_ms, int64_t wait_ms, int64_t now_ms);

#endif
