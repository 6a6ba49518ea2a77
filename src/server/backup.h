/* Backups while the games go on: on a thread and a connection of their own, when asked for and every so many
 * hours. */
#ifndef TAPETE_SERVER_BACKUP_H
#define TAPETE_SERVER_BACKUP_H

#include "server/base.h"

/* Begin one at the path of the setup; where one is being written already, nothing happens. */
void backup_begin(server *server);
/* On the timer of the loop: say how a backup went, and begin the next one whose time has come. Those have the
 * date in their name, and the oldest are removed. */
void backup_tick(server *server, int64_t now_ms);
/* Wait for one that is being written: before the store is closed. */
void backup_finish(server *server);

#endif
