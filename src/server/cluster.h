/* One of several servers on one database: which tables are here, where the others are, and what the other
 * servers have changed. docs/cluster.md is how they are run.
 *
 * A table in memory is owned by this server, at table->epoch. The writer looks at that at the beginning of
 * each transaction (store/cluster.h): what belongs to a table that is another server's by now fails alone,
 * and the table leaves the memory; those who watch it are told that it is elsewhere.
 *
 * server.cluster is NULL where there is one server. Unless it says otherwise, a function is for servers that
 * have one, and on the loop. */
#ifndef TAPETE_SERVER_CLUSTER_H
#define TAPETE_SERVER_CLUSTER_H

#include "server/map.h"
#include "server/writer.h"
#include "store/cluster.h"

enum {
    CLUSTER_FORMAT =
        1, /* of journals and of what is said to clients: an older server leaves later ones alone */
    CLUSTER_PATH_SIZE = STORE_NODE_SIZE + 4,
};

typedef enum where {
    WHERE_HERE,      /* it is in memory now */
    WHERE_ELSEWHERE, /* `path` says at which server */
    WHERE_UNKNOWN,   /* there is no such table */
    WHERE_BUSY,      /* it cannot be known now: the database does not answer, or this server stops */
    WHERE_LATER,     /* only a later version can go on with it */
} where;

typedef struct elsewhere elsewhere;

typedef struct cluster {
    char path[CLUSTER_PATH_SIZE]; /* "/n/ID" */
    map asked;                    /* tables that are being claimed and read (cluster.c) */
    map others;                   /* public tables of other servers, for the lobby (cluster_lists.c) */
    elsewhere *gone;              /* those that the lobby was not told of yet */
    int64_t swept_ms, audited_ms, listed_ms, polled_ms;
    bool is_sweeping, is_auditing, is_listing, is_polling, is_leaving, others_changed;
    int64_t changes_since; /* store_changes */
    uint64_t lapses;       /* of the lease, that tables were looked at for */
    struct {
        uint64_t claims, lost, fenced, sent_away, changes;
    } count;
} cluster;

tp_err cluster_open(server *server, tp_error *error); /* also without a node: nothing happens */
void cluster_free(server *server);
void cluster_tick(server *server, int64_t now_ms); /* the same */

/* ---- tables (cluster.c) ---- */

/* Where a table is. Where nobody owns it who lives, it is claimed, and read into memory. `found` may be NULL.
 */
typedef void cluster_found(void *context, server *server, where where, const char *path);
void cluster_find(server *server, const char *id, cluster_found *found, void *context);

/* Something of it could not be written because it is another server's: it leaves the memory. */
void cluster_lost(table *table);
/* What is left of it, once nothing of it is out: those who watch are told. */
void cluster_drop(table *table);
/* A client is told that what it asked for is at another server; path "": it has to ask where. */
void cluster_send_away(connection *connection, int64_t ref, const char *table, const char *path);

/* GET /api/where/TABLE; also without a cluster. */
void cluster_request(server *server, net_exchange *exchange, const char *table);
/* The path of a request without the "/n/ID" of this server; also without a cluster. */
const char *cluster_local_path(const server *server, const char *path);

/* Give all tables up, then stop the loop. */
void cluster_leave(server *server);
/* Whether this server has lost touch with the others, for health. On any thread, and without a cluster. */
bool cluster_is_adrift(const server *server);

/* ---- lists (cluster_lists.c) ---- */

void cluster_lists_tick(server *server, int64_t now_ms);
void cluster_lists_free(server *server);
/* Add public tables of other servers to a list, those that can be joined or the others. */
void cluster_add_tables(const server *server, json_t *list, bool is_open, size_t most);
/* And what has changed of them since the last call. */
void cluster_add_changes(server *server, json_t **changed, json_t **gone);
/* Where this game can be joined without waiting for anybody to open a table; false: nowhere. */
bool cluster_find_quick(const server *server, const tp_game *game, const char *person, char table[ID_SIZE],
                        char path[CLUSTER_PATH_SIZE]);
/* Answer `lobby`, when the tables of this person at other servers are known. */
void cluster_tell_lobby(connection *connection, int64_t ref,
                        void (*tell)(struct connection *connection, int64_t ref, json_t *mine));

/* ---- people (cluster_people.c) ---- */

void cluster_people_tick(server *server, int64_t now_ms);

/* ---- for metrics and the status page ---- */

void cluster_metrics(FILE *out, const server *server);
/* GET /api/cluster, for programs of this machine. */
void cluster_status_request(server *server, net_exchange *exchange);

#endif
