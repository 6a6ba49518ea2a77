/* The tree of a search, in memory that is allocated once: nodes keyed by the hash of a view, and
 * at each node a list of edges, one for each move. */
#ifndef TAPETE_TREE_H
#define TAPETE_TREE_H

#include "tapete/game.h"

enum { TREE_NO_EDGE = 0 }; /* edge 0 is not used */

/* A move at a node. The edges of a node are a list, ascending by move. */
typedef struct tree_edge {
    tp_move move;
    uint32_t next;
    uint32_t visits;
    union {
        uint32_t available; /* how often it could have been chosen, */
        float prior;        /* or how likely it was thought to be before: as the search needs */
    };
    double total; /* of its values to the seat that moved */
} tree_edge;

typedef struct tree_node {
    uint64_t key; /* 0: free */
    uint32_t first;
} tree_node;

typedef struct tree {
    tree_node *nodes;
    uint64_t mask;
    uint32_t node_count, most_nodes;
    tree_edge *edges;
    uint32_t edge_count, most_edges;
} tree;

/* Divide so many bytes among nodes and edges; use fewer if fewer nodes are enough. False: no memory. */
bool tree_new(tree *tree, const tp_game *game, size_t bytes, size_t most_nodes);
void tree_free(tree *tree);
void tree_clear(tree *tree);
bool tree_is_half_full(const tree *tree);

/* A key for the bytes of a view and a number; never 0. */
uint64_t tree_key(const void *view, size_t size, uint64_t number);

/* The node with this key; a new one if there is none and room is left. *is_new tells. NULL: no room. */
tree_node *tree_find(tree *tree, uint64_t key, bool *is_new);

/* The edges of these moves (ascending), in the same order; missing ones are added to the list. False: no
 * room.
 */
bool tree_match(tree *tree, tree_node *node, const tp_move *moves, int count, uint32_t *edges);

/* The statistics of a move at the node with this key; all zero if there is none. */
tree_edge tree_look_up(const tree *tree, uint64_t key, tp_move move);

#endif
