/* The server itself, for the files of src/server alone: the struct that holds everything. Each room has a
 * header of its own (people.h, connection.h, table.h, writer.h, workers.h ...), and the program sees serve.h
 * alone.
 *
 * One thread, the loop, owns everything below: people, connections, tables. It never waits. Two kinds of
 * threads work for it: the writer (writer.c), the only one that changes the database, and the workers
 * (workers.c), where agents think and passwords are hashed. Both get jobs and hand them back to the loop; no
 * other memory is shared.
 *
 * Persist, then tell: what happens at a table becomes an event with a number, is written down, and only when
 * the writer has handed it back durable does anybody hear of it. docs/protocol.md is what clients hear,
 * docs/security.md what is promised. */
#ifndef TAPETE_SERVER_H
#define TAPETE_SERVER_H

#include "net/net.h"
#include "server/base.h"
#include "server/map.h"
#include "store/privacy.h"

#include <pthread.h>
#include <stdatomic.h>

typedef struct due_heap {
    table **tables;
    size_t count, capacity;
} due_heap;

/* What is left to be done of erasing people (erasure.c). */
typedef struct erasing {
    bool has_work;     /* there may be a person to erase */
    bool needs_file;   /* tombstones may not be in the file beside the database */
    bool needs_flush;  /* something was overwritten, and the log of the database has it still */
    bool is_busy;      /* a job is out */
    int64_t failed_ms; /* when the last one failed; 0: it did not */
} erasing;

struct server {
    server_setup setup;
    net *net;
    struct writer *writer;
    struct reader *rows, *journals; /* NULL once the server stops */
    struct workers *workers;
    struct workers *hashers; /* one thread for passwords: they never wait for bots */
    struct files *files;
    uint8_t cookie_key[STORE_SECRET_SIZE];
    struct operators *operators; /* bans, reports, the socket for operators ... (operators.h) */
    struct costs *costs;         /* budgets of addresses and people (cost.c) */
    map people;                  /* id to person */
    map tables;                  /* id to table */
    map connections;             /* serial to connection */
    listings *listings;          /* lists that never change (listings.c) */
    map leaders;                 /* leaderboards that were made a moment ago (leaders.c) */
    map sitters;                 /* id to those who sit somewhere (seating.c) */
    table *open_tables;          /* public ones that wait for people, the youngest first (seating.c) */
    erasing erasing;
    int64_t old_guests_ms;   /* when to look for guests to erase next */
    connection *lobby;       /* who wants to hear of public tables */
    char *lobby_text;        /* the list of them (lobby.c); NULL: to be made anew */
    struct mailer *mail;     /* mail.h; NULL: none is sent */
    struct guesses *guesses; /* attempts with passwords, by account (guesses.c) */
    int64_t lobby_text_ms;
    kept_review *reviews;     /* the one asked for last first (reviews.c) */
    kept_practice *practices; /* (practice.c) */
    table *dirty;             /* tables whose watchers have to be told */
    due_heap due;             /* tables by the time at which they have to be looked at */
    uint64_t serials;
    int64_t started_ms;
    int live_tables;               /* that are not over (house.c) */
    int hashing;                   /* passwords that are being hashed, or wait for it (accounts.c) */
    int64_t uptime_ms;             /* of all servers on this database before this one (health.c) */
    int64_t retention_ms;          /* when the next step is due */
    store_walk retention_walks[2]; /* through games of agents, of guests */
    atomic_bool stopping, wants_backup;
    bool is_stopping;   /* the loop has been told */
    bool lobby_changed; /* since lobby_text_ms */
    bool is_full;       /* the database or the disk: guests make no tables (retention.c) */
    bool retention_out, retention_guests;
    struct cluster *cluster;    /* the other servers on this database (cluster.h); NULL: there are none */
    bool was_failing;           /* as the log has it (health.c) */
    int64_t lobby_ms, clean_ms; /* when these were last done */
    int64_t failed_ms;          /* when an entry could last not be written; 0: it was, later */
    char failure[256];
    struct {
        uint64_t moves, refused, hints, reviews, practised, chats, tables, finished, logins, bad_messages,
            listings, lobbies, deleted_games;
    } count;
    /* What is read for those who ask (journals.c, leaders.c). */
    uint8_t access_key[STORE_SECRET_SIZE]; /* of the hashes in rows of tables (access.c) */
    map readings;                          /* journals that are being read, */
    size_t askers;                         /* who wait for them, */
    uint64_t journals_read;                /* and how many were */
    atomic_uint_least64_t deletions;       /* people who were deleted since the start */
    struct leaders_job *boards;            /* leaderboards that are being made */
    struct backup *backup;                 /* that is being written (backup.c), or NULL */
    int64_t backup_due_ms;                 /* when the next one is; 0: not known yet */
    /* Agents (bots.c): tables that have some, the one used last first; and what all of them have in memory.
     */
    table *bots_first, *bots_last;
    size_t agent_bytes;
};

#endif
