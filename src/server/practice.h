/* Practising decisions (practice.c). */
#ifndef TAPETE_SERVER_PRACTICE_H
#define TAPETE_SERVER_PRACTICE_H

#include "server/base.h"

/* A question with the seed that the message names, or how far the solution is. */
void practice_ask(connection *connection, int64_t ref, const json_t *message);
void practices_free(server *server); /* after the workers */

#endif
