/* Journals of tables that are not in memory, for those who may see them.
 *
 * A client asks; the row of the table says whether it may see the table; only then is its journal read, once
 * for all who wait for the same thing. How much is read and waits at once is bounded. */
#ifndef TAPETE_SERVER_JOURNALS_H
#define TAPETE_SERVER_JOURNALS_H

#include "server/base.h"

/* What is made of a journal. */
typedef struct journal_kind {
    char letter;    /* one for each kind */
    bool only_over; /* only for tables whose game is over */
    /* On a reader's thread, any number of times: read and make it. *made is NULL if there is no such
     * table. */
    tp_err (*make)(server *server, store *store, const char *table, void **made, tp_error *error);
    /* On the loop. It has arrived: what those who wait get; NULL: there is nothing for them. */
    void *(*arrive)(server *server, const char *table, void *made);
    /* After all of them were answered; and, on any thread, where it was made in vain. */
    void (*drop)(server *server, void *made);
} journal_kind;

/* Who asks, and which of the rights of access.h are enough. */
typedef struct journal_asker {
    char person[ID_SIZE], invite[INVITE_SIZE], network[NETWORK_SIZE];
    unsigned wants;
} journal_asker;

/* `answered` is called on the loop, now or later. TP_OK, with what was made; TP_E_UNKNOWN: there is nothing
 * of this name for this person; TP_E_REFUSED: too much is being read, try again; TP_E_IO, TP_E_MEMORY: it
 * cannot be read. */
typedef void journal_answer(void *context, server *server, tp_err code, void *made);
void journal_ask(server *server, const journal_kind *kind, const char *table, const journal_asker *who,
                 journal_answer *answered, void *context);

/* Everything of a journal as JSON, with everybody who was deleted taken out; on a reader's thread or before
 * it runs. Refuses one that is larger than a table can come to. *bytes: how large it is; may be NULL. */
tp_err journal_entries(store *store, const char *table, json_t *entries, size_t *bytes, tp_error *error);

size_t journal_askers(const server *server); /* who wait */

#endif
