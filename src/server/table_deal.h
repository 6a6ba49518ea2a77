/* The deal at a table: commit, then reveal (docs/protocol.md, "The deal").
 *
 * One attempt goes: the server commits to a key (event `commit`), people who are there seal random bytes
 * (`seal`), the list of all seals is fixed and told (`sealed`), those in it open their seals (`reveal`), and
 * the cards are dealt (`deal`). If a person does not, the attempt is void and the next one begins; after
 * three the table is closed. */
#ifndef TAPETE_SERVER_TABLE_DEAL_H
#define TAPETE_SERVER_TABLE_DEAL_H

#include "server/table.h"

/* The next attempt: a new key, no seals. False without memory. */
bool table_begin_commit(table *table);
void table_seal(table *table, connection *connection, int64_t ref, int64_t attempt, const char *hex);
void table_reveal(table *table, connection *connection, int64_t ref, int64_t attempt, const char *hex);
/* A client of before seals: it plays on, without a share in the deal. */
void table_contribute(table *table, connection *connection, int64_t ref);
/* What comes next by itself in the phase `commit`. */
void table_advance_deal(table *table, int64_t now_ms);

/* What an entry of the journal did to the deal. */
tp_err table_read_deal(table *table, const event *event, const json_t *entry, tp_error *error);

/* For table_tell.c: how far the attempt is after event `to`; and the list, where one is made. NULL: there is
 * nothing to say. */
json_t *table_deal_now(const table *table, int64_t to);
json_t *table_deal_list(const table *table);
/* Who did not reveal, for the sentence about a void attempt. */
void table_void_names(const table *table, const event *event, char *out, size_t size);

#endif
