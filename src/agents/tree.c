/* The tree of a search: a hash table of nodes (a transposition table), and a pool of edges. */
#include "agents/tree.h"

#include <stdlib.h>
#include <string.h>

enum { EDGES_PER_PLACE = 8, FEWEST_PLACES = 1024 }; /* on average, for sharing out the memory */

bool tree_plant(tree *tree, const tp_game *game, size_t bytes, size_t most_places) {
    size_t one = 2 * sizeof(tree_place) + EDGES_PER_PLACE * sizeof(tree_edge), places = FEWEST_PLACES;
    while (2 * places * one <= bytes && places < most_places) places *= 2;
    tree->mask = 2 * places - 1;
    tree->most_places = (uint32_t)places;
    tree->most_edges = (uint32_t)(places * EDGES_PER_PLACE);
    if (tree->most_edges < 4 * (uint32_t)game->max_moves) tree->most_edges = 4 * (uint32_t)game->max_moves;
    tree->places = calloc(2 * places, sizeof *tree->places);
    tree->edges = calloc(tree->most_edges, sizeof *tree->edges);
    tree->place_count = 0;
    tree->edge_count = TREE_NO_EDGE + 1;
    return tree->places != NULL && tree->edges != NULL;
}

void tree_fell(tree *tree) {
    free(tree->places);
    free(tree->edges);
}

void tree_clear(tree *tree) {
    memset(tree->places, 0, (size_t)(tree->mask + 1) * sizeof *tree->places);
    tree->place_count = 0;
    tree->edge_count = TREE_NO_EDGE + 1;
}

bool tree_is_half_full(const tree *tree) {
    return tree->place_count > tree->most_places / 2 || tree->edge_count > tree->most_edges / 2;
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

tree_place *tree_find(tree *tree, uint64_t key, bool *is_new) {
    uint64_t at = key & tree->mask;
    *is_new = false;
    while (tree->places[at].key != key) {
        if (tree->places[at].key == 0) {
            if (tree->place_count >= tree->most_places) return NULL;
            tree->place_count++;
            tree->places[at] = (tree_place){.key = key, .first = TREE_NO_EDGE};
            *is_new = true;
            break;
        }
        at = (at + 1) & tree->mask;
    }
    return &tree->places[at];
}

bool tree_match(tree *tree, tree_place *place, const tp_move *moves, int count, uint32_t *edges) {
    uint32_t *link = &place->first;
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
    while (tree->places[at].key != key && tree->places[at].key != 0) at = (at + 1) & tree->mask;
    uint32_t edge = tree->places[at].key == key ? tree->places[at].first : (uint32_t)TREE_NO_EDGE;
    while (edge != TREE_NO_EDGE && tree->edges[edge].move != move) edge = tree->edges[edge].next;
    return edge != TREE_NO_EDGE ? tree->edges[edge] : (tree_edge){.move = move};
}
