/* Games that nobody needs any more are deleted, piece by piece beside everything else; and where the database
 * has grown too large, guests' games go sooner and guests make no more tables until there is room. */
#ifndef TAPETE_SERVER_RETENTION_H
#define TAPETE_SERVER_RETENTION_H

#include "server/base.h"

/* On the timer of the loop. */
void retention_tick(server *server, int64_t now_ms);
/* The same for guests who were not seen for long (old_guests.c). */
void old_guests_tick(server *server, int64_t now_ms);

#endif
