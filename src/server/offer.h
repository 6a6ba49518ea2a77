/* Questions that one person at a table asks the others: take back a move, allow hints, play again.
 *
 * A table has at most one open offer. Everybody with a right to a seat is asked; for undo and hints one "no"
 * ends it, and no answer in time is a "no". A rematch seats those who said yes. Offers and answers are
 * journal entries, so an open offer survives a restart; its time starts again. */
#ifndef TAPETE_SERVER_OFFER_H
#define TAPETE_SERVER_OFFER_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct table;
struct connection;
struct event;

typedef enum offer_kind { OFFER_UNDO, OFFER_HINTS, OFFER_REMATCH, OFFER_KIND_COUNT } offer_kind;
extern const char *const offer_names[OFFER_KIND_COUNT];

typedef struct offer {
    int64_t number; /* of the event that made it; 0: none */
    offer_kind kind;
    int by;                  /* the seat that asks */
    uint32_t asked, yes, no; /* sets of seats */
    int64_t until_ms;        /* on the clock of server_now_ms() */
} offer;

/* ---- table_offer.c: the mechanism ---- */

/* The seats whose people have a right to them: they sit there, or have left and may come back. Who resigned
 * or was deleted has none. */
uint32_t table_rights(const struct table *table);
/* Ask these seats. The connection hears `done` or, where another question is open, a refusal. */
void offer_make(struct table *table, offer_kind kind, int seat, uint32_t asked, struct connection *connection,
                int64_t ref);
/* Whether undo or hints can be put to all others: false after a refusal if one of them has no connection to
 * the table. */
bool offer_all_here(const struct table *table, uint32_t asked, struct connection *connection, int64_t ref);
/* Carry out an offer that has all its answers. True: there was something to do. */
bool offer_settle(struct table *table);
/* End an offer whose time is up. True: it was. */
bool offer_expire(struct table *table, int64_t now_ms);
/* A ply was made in this seat: who decides instead of answering has said no to an undo. */
void offer_after_move(struct table *table, int seat);
/* For the journal: what entries about offers do. Entries of the time when undo was the only offer have no
 * `offer` and no `asked`. */
void offer_read(struct table *table, struct event *event, const json_t *entry);
void offer_read_answer(struct table *table, const struct event *event);
/* As `now.offer` tells it. */
json_t *offer_to_json(const struct table *table);

/* ---- what the kinds do: table_undo.c, table_hint.c, table_rematch.c ---- */

void undo_carry_out(struct table *table, int seat);
void hints_carry_out(struct table *table, int seat);
/* Open the table of the rematch, with `by` and those seats that said yes. */
void rematch_carry_out(struct table *table, int by, uint32_t yes);

/* Whether `hint` is answered at this table: nobody else plays there, or all agreed. */
bool table_hints_allowed(const struct table *table);
/* Whether the person of this seat has a connection that looks at the table. */
bool table_looks(const struct table *table, int seat);

#endif
