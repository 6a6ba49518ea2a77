/* The tree of a search: a hash table of nodes (a transposition table), and a pool of edges. */
#include "agents/tree.h"

#include <stdlib.h>
#include <string.h>

enum { EDGES_PER_NODE = 8, FEWEST_NODES = 1024 }; /* edges per node on average, for dividing the memory */

bool tree_new(tree *tree, const tp_game *game, size_t bytes, size_t most_nodes) {
    size_t one = 2 * sizeof(tree_node) + EDGES_PER_NODE * sizeof(tree_edge), nodes = FEWEST_NODES;
    while (2 * nodes * one <= bytes && nodes < most_nodes) nodes *= 2;
    tree->mask = 2 * nodes - 1;
    tree->most_nodes = (uint32_t)nodes;
    tree->most_edges = (uint32_t)(nodes * EDGES_PER_NODE);
    if (tree->most_edges < 4 * (uint32_t)game->max_moves) tree->most_edges = 4 * (uint32_t)game->max_moves;
    tree->nodes = calloc(2 * nodes, sizeof *tree->nodes);
    tree->edges = calloc(tree->most_edges, sizeof *tree->edges);
    tree->node_count = 0;
    tree->edge_count = TREE_NO_EDGE + 1;
    return tree->nodes != NULL && tree->edges != NULL;
}

void tree_free(tree *tree) {
    free(tree->nodes);
    free(tree->edges);
}

void tree_clear(tree *tree) {
    memset(tree->nodes, 0, (size_t)(tree->mask + 1) * sizeof *tree->nodes);
    tree->node_count = 0;
    tree->edge_count = TREE_NO_EDGE + 1;
}

bool tree_is_half_full(const tree *tree) {
    return tree->node_count > tree->most_nodes / 2 || tree->edge_count > tree->most_edges / 2;
}

/* Two chains, so that the multiplications overlap. */
uint64_t tree_key(const void *view, size_t size, uint64_t number) {
    const uint64_t factor = 0x9e3779b97f4a7c15u, other = 0xd6e8feb86659fd93u;
    const unsigned char *bytes = view;
    uint64_t a = size * factor, b = ~number, word = 0;
    size_t i = 0;
    for (; i + 16 <= size; i += 16) {
        memcpy(&word, bytes + i, 8);
        a = (a ^ word) * factor;
        a ^= a >> 29;
        memcpy(&word, bytes + i + 8, 8);
        b = (b ^ word) * other;
        b ^= b >> 31;
    }
    for (; i < size; i += 8) {
        word = 0;
        memcpy(&word, bytes + i, size - i < 8 ? size - i : 8);
        a = (a ^ word) * factor;
        a ^= a >> 29;
    }
    uint64_t key = (a ^ (b << 32 | b >> 32)) * other;
    key ^= key >> 32;
    return key != 0 ? key : 1;
}

tree_node *tree_find(tree *tree, uint64_t key, bool *is_new) {
    uint64_t at = key & tree->mask;
    *is_new = false;
    while (tree->nodes[at].key != key) {
        if (tree->nodes[at].key == 0) {
            if (tree->node_count >= tree->most_nodes) return NULL;
            tree->node_count++;
            tree->nodes[at] = (tree_node){.key = key, .first = TREE_NO_EDGE};
            *is_new = true;
            break;
        }
        at = (at + 1) & tree->mask;
    }
    return &tree->nodes[at];
}

bool tree_match(tree *tree, tree_node *node, const tp_move *moves, int count, uint32_t *edges) {
    uint32_t *link = &node->first;
    for (int i = 0; i < count; i++) {
        while (*link != TREE_NO_EDGE && tree->edges[*link].move < moves[i]) link = &tree->edges[*link].next;
        if (*link == TREE_NO_EDGE || tree->edges[*link].move != moves[i]) {
            if (tree->edge_count >= tree->most_edges) return false;
            uint32_t added = tree->edge_count++;
            tree->edges[added] = (tree_edge){.move = moves[i], .next = *link};
            *link = added;
        }
        edges[i] = *link;
        link = &tree->edges[*link].next;
    }
    return true;
}

tree_edge tree_look_up(const tree *tree, uint64_t key, tp_move move) {
    uint64_t at = key & tree->mask;
    while (tree->nodes[at].key != key && tree->nodes[at].key != 0) at = (at + 1) & tree->mask;
    uint32_t edge = tree->nodes[at].key == key ? tree->nodes[at].first : (uint32_t)TREE_NO_EDGE;
    while (edge != TREE_NO_EDGE && tree->edges[edge].move != move) edge = tree->edges[edge].next;
    return edge != TREE_NO_EDGE ? tree->edges[edge] : (tree_edge){.move = move};
}
