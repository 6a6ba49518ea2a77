/* What requests cost, and who may cost how much: token buckets over prices.
 *
 * Every request has a constant price, a vector over the kinds of cost below. The price is charged before any
 * work is done. It is paid by up to three payers at once: the person who asks, the address they come from (an
 * IPv4 address alone, an IPv6 /64, and with it the /48 around it) and the table it is about. Each payer has a
 * budget: one token bucket for each kind, and a bound on memory held. Either all payers can pay, or nothing
 * is charged and a sentence says when to try again.
 *
 * docs/security.md has the prices and budgets as a table; tests/test_cost.c compares it with the constants in
 * cost.c.
 *
 * Nothing here knows the server: times come from the caller's clock, so tests can run hours in a moment. On
 * the loop's thread only. */
#ifndef TAPETE_SERVER_COST_H
#define TAPETE_SERVER_COST_H

#include "tapete/error.h"

#include <stdint.h>

typedef enum cost_kind {
    COST_LOOP_US,      /* microseconds of the event loop */
    COST_WORKER_MS,    /* milliseconds of a worker thread */
    COST_READS,        /* rows or pages read from the database */
    COST_DISK_BYTES,   /* written for good */
    COST_MEMORY_BYTES, /* held until cost_release */
    COST_GUESTS,       /* new guests */
    COST_TABLES,       /* new tables */
    COST_PASSWORDS,    /* attempts with a password */
    COST_CHATS,        /* things said, */
    COST_CHAT_BYTES,   /* and how long they are */
    COST_BOT_MS,       /* milliseconds that agents may think */
    COST_IDLE_MOVES,   /* agents' moves at tables where no person of the table is */
    COST_REPORTS,      /* reports that operators have to read */
    COST_KIND_COUNT
} cost_kind;
extern const char
    *const cost_kind_names[COST_KIND_COUNT]; /* "loop_us" ...: for metrics and the documentation */

/* Who pays. An address pays with its site, the /48 around an IPv6 address. */
typedef enum cost_level { COST_PERSON, COST_ADDRESS, COST_SITE, COST_TABLE, COST_LEVEL_COUNT } cost_level;
extern const char *const cost_level_names[COST_LEVEL_COUNT];

/* What can be asked for. Those that end in _EACH are prices of one unit of something: charge them that many
 * times. */
typedef enum cost_price {
    PRICE_REQUEST,     /* any HTTP request; further prices are charged on top of it */
    PRICE_FILE_EACH,   /* 64 KiB of a file of the page, after the first, which the request pays */
    PRICE_SESSION,     /* who a person is: a row */
    PRICE_CONNECTION,  /* a new websocket; released when it closes */
    PRICE_GUEST,       /* a client without a cookie becomes a guest */
    PRICE_CHANGE,      /* a POST that changes a row */
    PRICE_PASSWORD,    /* one hash */
    PRICE_PLAYER,      /* a player's page */
    PRICE_LEADERS,     /* a leaderboard that has to be made */
    PRICE_EXPORT,      /* all about a person */
    PRICE_RECORD,      /* the journal of a finished game is read and written out */
    PRICE_REPLAY,      /* the same, and played again for a viewer */
    PRICE_READ_TABLE,  /* the journal of a table that is not in memory */
    PRICE_MESSAGE,     /* any websocket message; further prices are charged on top of it */
    PRICE_CREATE,      /* a new table: its first entries and its row */
    PRICE_TABLE,       /* a table in memory that is not over; released when it is over or gone */
    PRICE_QUICK,       /* looking for a table with a free seat */
    PRICE_LOBBY,       /* the list of public tables */
    PRICE_WATCH,       /* a table as one viewer sees it, told from the beginning */
    PRICE_RETELL_EACH, /* the same for each table watched, after a change of language */
    PRICE_LOG,         /* a page of events */
    PRICE_MOVE,        /* an entry of the journal, told to everybody at the table */
    PRICE_CHAT,        /* something said, without its text */
    PRICE_CHAT_EACH,   /* a byte of it */
    PRICE_HINT,        /* a search */
    PRICE_PRACTICE,    /* a question from a solution */
    PRICE_REVIEW,      /* a search for each decision of a game */
    PRICE_BOT_MOVE, /* an agent's move: entry and fan-out; paid by the table and the address of who made it */
    PRICE_IDLE_MOVE,  /* the same where no person of the table is: these come slowly */
    PRICE_THINK_EACH, /* a millisecond that an agent may think */
    PRICE_REPORT,     /* a report for the operators */
    PRICE_TELL,       /* a message to one viewer of a table; paid by the viewer's address, after the fact */
    PRICE_COUNT
} cost_price;
const char *cost_price_name(cost_price price);

/* The constants. */
int64_t cost_price_of(cost_price price, cost_kind kind);
typedef struct cost_rate {
    double per_s, burst; /* burst 0: no bound at this level; memory: burst is the bound, per_s 0 */
} cost_rate;

typedef struct cost_setup {
    int percent;              /* of the budgets; 100: as in the table */
    int passwords_per_minute; /* of an address */
    int guests_per_hour;      /* of an address */
    int tables_per_minute;    /* of an address: those that are made */
} cost_setup;

enum { COST_NAME_SIZE = 52 };

/* One payer. Zeros are a fresh budget. */
typedef struct cost_budget {
    double used[COST_KIND_COUNT];
    int64_t at_ms;            /* up to when `used` has drained */
    struct cost_budget *site; /* of an address of IPv6: its /48 */
    cost_level level;
    int holders;               /* who keep it in memory: cost_let_go */
    int tables;                /* not over, made by this payer (house.c) */
    char name[COST_NAME_SIZE]; /* of an address: "192.0.2.1", "2001:db8:1:2::/64"; of a person: the id */
} cost_budget;

typedef struct costs costs;

/* For modules that record refusals (the security log) or turn addresses away (bans). */
typedef struct cost_hooks {
    void *context;
    void (*met)(void *context, const cost_budget *who, cost_kind kind, cost_price price);
    /* True and a sentence: this address gets nothing. `address` is as the network has it. */
    bool (*banned)(void *context, const char *address, tp_error *error);
} cost_hooks;

costs *costs_new(const cost_setup *setup); /* NULL without memory */
void costs_free(costs *costs);
void costs_set_hooks(costs *costs, const cost_hooks *hooks);
cost_rate costs_rate(const costs *costs, cost_level level, cost_kind kind);
/* How often a payer at this level met the bound of this kind. */
uint64_t costs_met(const costs *costs, cost_level level, cost_kind kind);
/* Forget budgets that are full again and that nobody holds. */
void costs_sweep(costs *costs, int64_t now_ms);
size_t costs_count(const costs *costs); /* budgets in memory */

/* The network that counts as one payer: "192.0.2.1", "2001:db8:1:2::/64"; and the /48 around it, "" for IPv4.
 */
void cost_network(const char *address, char network[COST_NAME_SIZE], char site[COST_NAME_SIZE]);
/* The budget of an address or a person, held. Never NULL: if there are too many, or no memory, newcomers
 * share one. */
cost_budget *cost_address(costs *costs, const char *address);
cost_budget *cost_person(costs *costs, const char *id);
void cost_let_go(costs *costs, cost_budget *budget); /* NULL is fine */
bool cost_banned(const costs *costs, const char *address, tp_error *error);

/* Each may be NULL. */
typedef struct cost_payers {
    cost_budget *person, *address, *table;
} cost_payers;

/* Charge a price so many times. False, and nothing is charged, where a payer cannot pay: the error has the
 * reason TOO_MANY and a sentence in the current language, *wait_ms how long to wait (both may be NULL). A
 * price that is larger than a whole bucket is paid from a full one. */
bool cost_charge(costs *costs, const cost_payers *payers, cost_price price, int64_t times, int64_t now_ms,
                 tp_error *error, int64_t *wait_ms);
/* The same for work that can wait and is not refused, as bots' moves: it may begin while no bucket is empty,
 * and is paid for afterwards if need be. Not counted as a limit that was met. */
bool cost_charge_later(costs *costs, const cost_payers *payers, cost_price price, int64_t times,
                       int64_t now_ms);
/* Give the memory of a price back. */
void cost_release(const cost_payers *payers, cost_price price);
/* Whether more than half of the loop's bucket is left: such payers are served first where the loop is busy.
 */
bool cost_is_modest(costs *costs, cost_budget *budget, int64_t now_ms);

#endif
