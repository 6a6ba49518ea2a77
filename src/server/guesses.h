/* Guessing of passwords, by account: slow for strangers, and never a way to lock the owner out.
 *
 * Two token buckets, both apart from what an address may try in all (cost.h). One for each pair of account
 * and network: five attempts in one go, then one in thirty seconds. One for each account, for all networks
 * that are not known to it: thirty in one go, then one in ten seconds. A network is known to an account when
 * a person was signed in there with it: attempts from there do not touch the account's bucket and are not
 * touched by it. So an attacker with many addresses uses up the strangers' bucket, and the owner, who comes
 * from a place where they have been before, signs in as always. A name that is nobody's is counted like any
 * other. On the loop's thread only; nothing here is kept on the disk. */
#ifndef TAPETE_SERVER_GUESSES_H
#define TAPETE_SERVER_GUESSES_H

#include "tapete/error.h"

#include <stdint.h>

typedef struct guesses guesses;

guesses *guesses_new(void); /* NULL without memory */
void guesses_free(guesses *guesses);
size_t guesses_count(const guesses *guesses); /* names and pairs in memory */

/* One attempt with the password of this account from this network. False with a sentence, and it must not be
 * checked. */
bool guess_may(guesses *guesses, const char *login, const char *network, int64_t now_ms, tp_error *error);
/* Whether somebody has signed in to this account from this network. */
bool guess_is_known(guesses *guesses, const char *login, const char *network, int64_t now_ms);
/* It was the right one: give the attempt back, and know the network from now on. */
void guess_right(guesses *guesses, const char *login, const char *network, int64_t now_ms);
/* A person is signed in to this account here. */
void guess_known(guesses *guesses, const char *login, const char *network, int64_t now_ms);

#endif
