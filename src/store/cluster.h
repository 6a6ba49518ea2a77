/* Several servers on one database: which of them owns which table.
 *
 * A server has a name, the node, and says every half second that it lives (a lease, on the clock of the
 * database). Only the owner of a table writes to it. Ownership has an epoch, which goes up with every claim.
 *
 * A transaction that writes to tables begins with store_begin_owned, which says which of them this server
 * does not own any more. Until it ends nobody can claim the others: who claims a table needs the row by which
 * the owner marks its transactions. So safety does not rest on time. A lease that is over only says that a
 * table may be claimed.
 *
 * A claim counts once its transaction is committed; the journal is read afterwards. */
#ifndef TAPETE_STORE_CLUSTER_H
#define TAPETE_STORE_CLUSTER_H

#include "store/store.h"

enum {
    STORE_NODE_SIZE = 16, /* the name of a server: at most 15 bytes of [a-z0-9] */
    STORE_NODE_LEASE_MS = 2000,
    STORE_NODE_BEAT_MS = 500, /* how often store_beat is due */
};

/* Open a database as one of its servers. `format` is that of the journals that this program writes: tables
 * with a later one are left to servers that know it. TP_E_INPUT where the kind of database or the name does
 * not allow it, TP_E_IO where another server has this name. Otherwise as store_open. */
store *store_open_node(const char *url, const char *node, int format, tp_error *error);

/* Whether this one looks after what is to be done once for all: one of the servers at a time. As of the last
 * store_beat, and on its thread. */
bool store_is_keeper(const store *store);

typedef struct store_claim {
    char table[STORE_ID_SIZE];
    int64_t epoch;
    bool is_lost; /* it is not owned at this epoch, so nothing may be written to it */
} store_claim;

/* store_begin, and say which of these tables are lost. */
tp_err store_begin_owned(store *store, store_claim *claims, size_t count, tp_error *error);
/* In the transaction that makes a table, behind its row: it is owned, at epoch 1. */
tp_err store_own(store *store, const char *table, tp_error *error);

typedef enum store_claimed {
    STORE_MINE,   /* from now on, or already: `epoch` */
    STORE_THEIRS, /* a server that lives owns it: `node` */
    STORE_BUSY,   /* the owner's last transaction has not ended, or somebody else claims it: try again */
    STORE_LATER,  /* its journal has a later format */
} store_claimed;

typedef struct store_owner {
    store_claimed how;
    int64_t epoch;
    bool is_new; /* it was another's, or nobody's */
    char node[STORE_NODE_SIZE];
} store_owner;

/* Claim a table that nobody owns who lives. In a transaction; TP_E_UNKNOWN if there is no such table. */
tp_err store_claim_table(store *store, const char *table, store_owner *out, tp_error *error);
/* Own nothing any more; others claim what was owned. Nothing is written to tables afterwards. */
tp_err store_give_up(store *store, tp_error *error);

/* Calls `each` for tables that are not over and whose owner does not live, in an order of this server's own,
 * at most `limit`. May be asked of a reader, as all below. */
tp_err store_orphans(store *store, int limit, void (*each)(void *context, const char *table), void *context,
                     tp_error *error);

/* Say which of these tables are lost, as of now. */
tp_err store_find_lost(store *store, store_claim *claims, size_t count, tp_error *error);

typedef struct store_node {
    const char *id;
    bool lives;
    int64_t format, tables; /* that are not over */
    int64_t lease_ms;       /* until its lease is over; negative: since */
} store_node;
/* Calls `each` for every server, in the order of their names. */
tp_err store_nodes(store *store, void (*each)(void *context, const store_node *node), void *context,
                   tp_error *error);

/* Calls `each` for public tables of other servers that can be joined or watched, open ones first. */
tp_err store_tables_elsewhere(store *store, int limit,
                              void (*each)(void *context, const char *node, const store_table *table),
                              void *context, tp_error *error);
/* The same for tables that are not over where this person sits, public or not. */
tp_err store_tables_of(store *store, const char *person, int limit,
                       void (*each)(void *context, const char *node, const store_table *table), void *context,
                       tp_error *error);
/* How many tables of other servers are not over that this person has made or sits at. */
tp_err store_count_elsewhere(store *store, const char *person, int64_t *out, tp_error *error);

/* What another server has changed of people: their names, sign-ins, sessions and blocks ("person", their id),
 * bans and mutes ("sanction", its subject), and that they are being erased ("erased", their id). Calls `each`
 * for what was committed since *since, and moves *since on; 0: from now on. */
tp_err store_changes(store *store, int64_t *since,
                     void (*each)(void *context, const char *kind, const char *subject), void *context,
                     tp_error *error);
/* Forget changes that everybody has seen who lives. */
tp_err store_changes_expire(store *store, tp_error *error);

#endif
