/* Reports by players, and the queue in which operators find them (reports.c). */
#ifndef TAPETE_SERVER_REPORTS_H
#define TAPETE_SERVER_REPORTS_H

#include "server/operators.h"

enum { MOST_OPEN_REPORTS = 2000 };
extern const char report_open[], report_resolved[]; /* kinds of notes */

/* A person at a table reports another one there; words may be "". */
void table_report(table *table, connection *connection, int64_t ref, const char *who, const char *words);
/* The last things that were said at the table, by this person (NULL: by anybody), in order. */
json_t *report_chat(const table *table, const char *id, size_t most);

/* ---- for operators (reports_queue.c) ---- */

void admin_reports(admin_request *request); /* the open ones */
void admin_report(admin_request *request);  /* one, with the chat around it */
void admin_resolve(admin_request *request);

tp_err reports_load(server *server, store *store, tp_error *error); /* before the writer has the store */
void reports_tick(server *server, int64_t now_ms);

#endif
