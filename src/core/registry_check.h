/* What registering a game and registering an agent have in common. */
#ifndef TAPETE_CORE_REGISTRY_CHECK_H
#define TAPETE_CORE_REGISTRY_CHECK_H

#include "tapete/error.h"

enum { MOST_REGISTERED = 64 }; /* games, and agents, beside those of the library */

/* Whether a game or an agent of this size, and then of this name, can be registered: TP_OK or a sentence. The
 * size comes first: with another one, no other member can be trusted to be where it should be. */
tp_err registry_check_size(bool is_game, size_t struct_size, size_t expected, tp_error *error);
tp_err registry_check_name(bool is_game, const char *name, tp_error *error);

/* How many games and agents have been registered so far, and going back to that: for a plugin that fails
 * halfway. */
size_t games_registered(void);
void games_forget(size_t registered);
size_t agents_registered(void);
void agents_forget(size_t registered);

#endif
