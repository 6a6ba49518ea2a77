/* Search with a network: the tree is of the own decisions only. The network says which moves are tried
 * (PUCT), what all others do in the worlds that fit the view, and what the game is worth where the tree ends.
 */
#ifndef TAPETE_NET_SEARCH_H
#define TAPETE_NET_SEARCH_H

#include "agents/model.h"
#include "agents/networks.h"
#include "tapete/agent.h"

typedef struct net_search net_search;

typedef struct net_search_setup {
    const tp_game *game;
    uint64_t seed;
    int64_t sims, ms; /* the budget of a decision; ms counts if sims is 0 */
    double trust;     /* how large a difference in value counts as much as one in the network's logits */
    manner manner;    /* in which it chooses */
} net_search_setup;

/* NULL: no memory. */
net_search *net_search_new(const net_search_setup *setup);
void net_search_free(net_search *search); /* NULL is fine */
size_t net_search_bytes(const net_search *search);

/* A game begins for this seat, with so many sides, in which this network plays. */
void net_search_begin(net_search *search, const neural_net *net, int sides, int seat);
void net_search_observe(net_search *search, const void *before, const tp_event *seen, const void *after);

/* The move of the policy that is the network's, weighed by what the search found. Temperature 0: the
 * likeliest one. */
tp_move net_search_choose(net_search *search, const void *view, double temperature);
int net_search_evaluate(net_search *search, const void *view, tp_opinion *out);
bool net_search_value(net_search *search, const void *view, int seat, const tp_event *seen, tp_opinion *out);

#endif
