/* The rows of people, written together with what refers to them.
 *
 * A guest has no row until something refers to them. Then row and reference are one job: who has been told
 * that something happened has a row too. */
#ifndef TAPETE_PEOPLE_ROWS_H
#define TAPETE_PEOPLE_ROWS_H

#include "server/base.h"

typedef struct people_rows people_rows;

/* The rows of those people in memory whom the members of an entry name (`owner`, `seats`, `person`, `by`) and
 * who have none yet. NULL if there is nobody; *failed if there is no memory. */
people_rows *people_rows_of(server *server, const json_t *members, bool *failed);
/* The same of people by their ids. */
people_rows *people_rows_of_ids(server *server, const char *const *ids, size_t count, bool *failed);
/* On the writer's thread: insert those that are missing. NULL is fine, here and below. */
tp_err people_rows_write(store *store, const people_rows *rows, tp_error *error);
/* On the loop: they are durable. */
void people_rows_kept(server *server, const people_rows *rows);
void people_rows_free(people_rows *rows);

#endif
