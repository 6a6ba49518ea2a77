/* Which names people may have, so that nobody can pose as another person.
 *
 * Names are compared by their shape: small letters without marks, spaces and punctuation, and one letter for
 * all that look like it, in Latin, Greek and Cyrillic. No account gets a name or a login of the shape of
 * another account's, and no guest such a name. */
#ifndef TAPETE_SERVER_NAME_RULES_H
#define TAPETE_SERVER_NAME_RULES_H

#include "core/language.h"
#include "store/store.h"

#include <stdbool.h>

enum { SHAPE_SIZE = 2 * STORE_NAME_SIZE };

void name_shape(const char *name, char out[SHAPE_SIZE]);
/* Whether it has letters of more than one of Latin, Greek and Cyrillic. */
bool name_mixes_scripts(const char *name);
/* Whether it is what a bot, a level, a guest, an empty seat or the server is called, or looks like it. */
bool name_is_reserved(const char *name);
/* What a guest is called who has not said otherwise: it follows from the id, so that it need not be kept. */
void name_of_guest(const char *id, char out[STORE_NAME_SIZE]);
/* TP_OK, or why nobody may have this name. */
tp_err name_check(const char *person, const char *name, tp_error *error);

/* A sentence, to be translated where it is said. */
#define NAME_TAKEN TR_MARK("an account has this name, or one that looks like it")
/* In one transaction with what follows from it: whether another account has a name or login of this shape. */
tp_err name_is_taken(store *store, const char *person, const char *name, bool *taken, tp_error *error);
/* Behind the row of an account: the shapes of its name and its login. */
tp_err name_keep_shape(store *store, const char *person, const char *name, const char *login,
                       tp_error *error);
/* At the start: the shapes of accounts of earlier versions, in transactions of a few hundred. */
tp_err names_open(store *store, tp_error *error);

#endif
