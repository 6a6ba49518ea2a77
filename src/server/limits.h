/* What a client may ask for, by the limits of the server and by the agents that it names. */
#ifndef TAPETE_SERVER_LIMITS_H
#define TAPETE_SERVER_LIMITS_H

#include "server/base.h"

/* What this option of an agent that a client names may be at most; 0: as its own table says. */
enum { MOST_AGENT_MIB = 8 }; /* of memory for one agent that thinks */

void address_network(const char *address, char out[NETWORK_SIZE]);
int64_t agent_most(const limits *limits, const char *option);
/* Whether an agent that a client names may play at a table: it exists, plays this game and variant (NULL:
 * any), reads no file, and its budget is not over the limits. TP_OK, or a sentence. */
tp_err agent_allowed(const server *server, const tp_game *game, const tp_options *variant, const char *name,
                     tp_error *error);
/* The name of an allowed agent as it is made: one that says no budget, and whose own is over the limits, gets
 * the largest. */
void agent_fit(const server *server, const tp_game *game, const tp_options *variant, const char *name,
               char out[AGENT_SIZE]);

#endif
