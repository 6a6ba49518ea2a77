/* One number for the behaviour of a game. */
#ifndef TAPETE_CLI_SIGNATURE_H
#define TAPETE_CLI_SIGNATURE_H

#include "tapete/tapete.h"

/* A hash over complete random games of every variant: legal moves, what they lead to, what seats see,
 * results, and the results of play-outs. It is made from words and JSON, never from bytes of a struct:
 * another compiler or machine gives the same number, and so does another layout of the state. It changes
 * when the rules, the notation or the use of chance change. */
uint64_t signature_of_game(const tp_game *game);

/* The signatures of several games as one number. */
uint64_t signature_combine(const uint64_t *signatures, size_t count);

#endif
