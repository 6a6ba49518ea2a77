/* Running a server, for the program: everything else in src/server is for its own files alone. */
#ifndef TAPETE_SERVER_SERVE_H
#define TAPETE_SERVER_SERVE_H

#include "tapete/error.h"
#include "tapete/option.h"

/* ---- limits: `tapete serve --option NAME=VALUE` (limits.c) ---- */

extern const tp_option server_option_table[];

typedef struct limits {
    int connections, connections_per_address;
    int message_bytes, queue_bytes;
    int tables, tables_per_person; /* that are not over */
    int tables_per_address;        /* that are not over */
    int seats_per_guest;           /* at tables that are not over */
    int watches;                   /* tables that one connection looks at */
    int agent_ms, agent_games;     /* the largest budget that an agent of a table may be given */
    int bot_delay_ms;              /* what bots wait beyond their budget; 0: they do not wait */
    int agents_mib, agents_idle_s; /* memory of all agents; how long they stay when nobody is there */
    int review_sims;               /* simulations for each position of a review */
    int reviews;                   /* that are kept */
    int workers;                   /* threads on which agents think; 0: as many as there are processors */
    int contribute_ms;             /* how long seals are awaited, and then reveals; 0: there are none */
    int offer_s;                   /* how long the others have to answer what one person asks */
    int abandon_s;                 /* after so long without a move, whose turn it is has resigned */
    int keep_days;                 /* a table that was not touched for so long is closed */
    int unload_s;                  /* a finished table that nobody looks at leaves the memory */
    int reads;                     /* who may wait for journals to be read */
    int read_mib;                  /* of journals that were read and wait in memory */
    int passwords_per_minute;      /* attempts to sign in or register, of one address */
    int guests_per_hour, tables_per_minute; /* of one address */
    int bot_games_h;                        /* for so long finished games of agents alone are kept */
    int guest_days;                         /* guests who were not seen for so long are erased; 0: none */
    int guest_games_days;                   /* games of guests alone are deleted after so long; 0: none */
    int database_mib, disk_free_mib;        /* beyond that, guests' games go and guests make no tables */
    int security_days;                      /* for so long the security log is kept */
    int budget_percent;                     /* see cost.h */
    int check_s;                            /* for which damage is looked for at the start */
    double backup_hours;                    /* between two backups; 0: only when asked for */
    int backup_keep;                        /* so many of those are kept */
    bool metrics_open;                      /* /metrics for everybody */
} limits;

void limits_read(limits *limits, const tp_options *options);

/* ---- a server (server.c) ---- */

typedef struct server server;

typedef struct server_setup {
    const char *bind;
    int port;
    const char *database; /* "sqlite:PATH" */
    const char *web;      /* directory of the page, or NULL */
    const char *origin;   /* further origins that are ours, separated by commas; NULL: only the Host itself */
    const char *proxy;    /* see net_setup */
    const char *admin;    /* the socket for operators; NULL: beside the database */
    const char *security_log; /* a file; NULL: standard error */
    const char *contact;      /* who answers for the server: shown on the page about privacy; NULL: nobody */
    const char *mail;         /* the command that sends mail; NULL: none is sent */
    const char *backup;       /* where SIGUSR1 leaves a copy of the database; NULL: beside it */
    const char *node;         /* its name among several servers on one database; NULL: it is the only one */
    bool study;               /* study games are offered too */
    bool seeded;              /* every table is dealt from `seed`, and its agents choose by it: for tests */
    uint64_t seed;
    limits limits;
} server_setup;

server *server_new(const server_setup *setup, tp_error *error);
int server_port(const server *server);
void server_run(server *server);        /* until server_stop */
void server_stop(server *server);       /* from any thread or signal handler */
void server_ask_backup(server *server); /* the same */
/* Write what was begun, and close the database; TP_OK if everything that was acknowledged is in it. */
tp_err server_finish(server *server, tp_error *error);
void server_free(server *server);

/* What is dangerous about how this server is run, as sentences to be translated; how many there are
 * (warnings.c). They are kept for `tapete admin status`. `has_backup`: it was said where backups go, or how
 * often. */
enum { SERVER_MOST_WARNINGS = 12 };
int server_warnings(server *server, bool has_backup, const char *sentences[SERVER_MOST_WARNINGS]);

#endif
