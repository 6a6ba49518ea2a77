/* The tree of a search, in memory that is allocated once: nodes (places) keyed by the hash of a view, and at
 * each node a list of edges, one for each move. */
#ifndef TAPETE_TREE_H
#define TAPETE_TREE_H

#include "tapete/game.h"

enum { TREE_NO_EDGE = 0 }; /* edge 0 is not used */

/* A move at a place. Edges of a place are a list, ascending by move. */
typedef struct tree_edge {
    tp_move move;
    uint32_t next;
    uint32_t visits, available;
    double total; /* of what it was worth to the one who moved */
} tree_edge;

typedef struct tree_place {
    uint64_t key; /* 0: free */
    uint32_t first;
} tree_place;

typedef struct tree {
    tree_place *places;
    uint64_t mask;
    uint32_t place_count, most_places;
    tree_edge *edges;
    uint32_t edge_count, most_edges;
} tree;

/* Share so many bytes out among places and edges; not all of them where fewer places do. False: no memory. */
bool tree_plant(tree *tree, const tp_game *game, size_t bytes, size_t most_places);
void tree_fell(tree *tree);
void tree_clear(tree *tree);
bool tree_is_half_full(const tree *tree);

/* A key for the bytes of a view and a number; never 0. */
uint64_t tree_key(const void *view, size_t size, uint64_t number);

/* The place with this key; a new one if there is none and room is left. *is_new tells. NULL: no room. */
tree_place *tree_find(tree *tree, uint64_t key, bool *is_new);

/* The edges of these moves, which ascend, in the same order; new ones are put into the list. False: no room.
 */
bool tree_match(tree *tree, tree_place *place, const tp_move *moves, int count, uint32_t *edges);

/* What was found out about a move at the place with this key; nothing if there is none. */
tree_edge tree_look_up(const tree *tree, uint64_t key, tp_move move);

#endif
