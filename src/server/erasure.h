/* Erasing people for good: what they left in journals and summaries is overwritten, piece by piece, beside
 * everything else.
 *
 * An erasure begins with store_erase, in the transaction that deletes the person; from then on nobody
 * finds them, and their cookies are void. The pieces follow one by one on the writer, each of bounded size,
 * and go on after a restart. At the end nothing of what was overwritten is in the database, its log or in
 * backups that are made from then on. */
#ifndef TAPETE_SERVER_ERASURE_H
#define TAPETE_SERVER_ERASURE_H

#include "server/base.h"

/* Before the writer runs: take tombstones from the file beside the database again. */
tp_err erasure_open(store *store, tp_error *error);
/* Go on with erasing, if there is anything to do and it is not under way. Also after store_erase, once it is
 * durable. */
void erasure_go_on(server *server);
/* Now and then: try again what could not be done. */
void erasure_tick(server *server, int64_t now_ms);

/* A person was deleted, and that is durable: at tables in memory they are `gone`, their connections end, and
 * what they left is erased. `id` may be the person's own. */
void erasure_begun(server *server, const char *id);

/* Whether a person named in a journal was deleted; "" was. On the writer's thread, or with any other
 * connection to the database. */
tp_err person_is_gone(store *store, const char *id, bool *gone, tp_error *error);

/* What is called gone: the name of a deleted person. */
extern const char gone_name[];

/* Take a person out of an entry of a journal, or out of the summary of a table. *seats: the seats in which
 * they sit, before and after the entry. True: something was changed. */
bool erase_from_json(json_t *object, const char *id, uint32_t *seats);

#endif
