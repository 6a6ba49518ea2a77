/* Who may see a table that is not in memory: asked before its journal is read.
 *
 * Beside the row of each table the database keeps a short text: whether it is public, whether it can be
 * watched, and keyed hashes of its owner, of those who sit there and of its invite. There are no ids in it,
 * so it need not change when a person is deleted. What a table in memory says counts for more; this only
 * decides whether it is worth reading. */
#ifndef TAPETE_SERVER_ACCESS_H
#define TAPETE_SERVER_ACCESS_H

#include "server/base.h"

/* What a person may do there, as bits. */
enum {
    ACCESS_SEAT = 1,      /* sits there */
    ACCESS_OWNER = 2,     /* has made it */
    ACCESS_OPEN = 4,      /* it is public, or the invite is right */
    ACCESS_WATCH = 8,     /* the same, and it may be watched */
    ACCESS_OPERATOR = 16, /* wants it for the operator, who may see all */
};

/* The text for a table, to be freed; NULL without memory. Also on a reader's thread. */
char *access_text(const table *table);
/* The same from the entries of its journal, for tables of earlier versions. */
char *access_of_journal(const server *server, const json_t *entries);
/* Which rights this text gives a person with this invite; both may be "". 0 if the text is damaged. */
unsigned access_rights(const server *server, const char *text, const char *person, const char *invite);

#endif
