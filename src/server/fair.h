/* A weighted fair queue (start-time fair queueing): the one served least is served next.
 *
 * Shares nest: a site (an IPv4 address, or the /48 of an IPv6 address), its networks (the /64), and the
 * people in each. An address with sixty guests gets the share of one address, and each of its guests a part
 * of that. What was served is counted in any unit, for example milliseconds, and is forgotten when nobody
 * waits. Not thread-safe: the owner locks. */
#ifndef TAPETE_SERVER_FAIR_H
#define TAPETE_SERVER_FAIR_H

#include <stdbool.h>
#include <stddef.h>

enum { FAIR_NETWORK_SIZE = 48, FAIR_PERSON_SIZE = 24 };

typedef struct fair_item {
    struct fair_item *next;
    char network[FAIR_NETWORK_SIZE]; /* see address_network; "": nobody's */
    char person[FAIR_PERSON_SIZE];   /* "": nobody in particular */
} fair_item;

typedef struct fair_share fair_share;

typedef struct fair_queue {
    fair_share *root; /* NULL while the queue is empty */
    fair_item *first; /* without memory for shares: in the order in which they came */
} fair_queue;

void fair_add(fair_queue *queue, fair_item *item);
/* The next one, which counts as running until fair_done; NULL: nobody waits. */
fair_item *fair_take(fair_queue *queue);
/* An item that was taken is done: charge what it cost to its network and person. */
void fair_done(fair_queue *queue, const fair_item *item, double cost);
/* Take an item out of the queue before its turn. False: it is not in the queue. */
bool fair_remove(fair_queue *queue, fair_item *item);
/* How many items of this network wait. */
size_t fair_waiting(const fair_queue *queue, const char *network);
/* Forget what was served; no item waits any more. */
void fair_clear(fair_queue *queue);

#endif
