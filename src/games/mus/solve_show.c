/* Two-player Mus, solved: what a strategy does at one point of the betting, for every hand. */
#include "core/language.h"
#include "games/mus/solve_engine.h"

#include <ctype.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A point of the tree. */
typedef struct point {
    const solve_tree *tree;
    int stage, node; /* node -1: a declaration is missing */
    uint64_t column;
    int pares; /* bit 0 mano, bit 1 postre; -1: not declared yet */
} point;

static const char *const owners[] = {"none", "mano", "postre", "both"};

/* What would go on from here, for a sentence. */
static void list_next(const point *at, char *text, size_t size) {
    text[0] = '\0';
    if (at->node < 0) {
        snprintf(text, size, "%s",
                 at->pares < 0 ? "pares both, pares mano, pares postre, pares none"
                               : "juego both, juego none");
        return;
    }
    const solve_node *node = &at->tree->lance.node[at->node];
    for (int a = 0; a < node->actions; a++) {
        char move[TP_TEXT_SIZE];
        size_t length = strlen(text);
        mus_move_text(node->moves[a], move, sizeof move);
        snprintf(text + length, size - length, "%s%s", a == 0 ? "" : ", ", move);
    }
}

/* The lance has ended with this leaf. */
static void end_lance(point *at, int end) {
    uint64_t leaves = (uint64_t)at->tree->lance.leaves;
    at->column = at->stage == SOLVE_GRANDE ? (uint64_t)end : at->column * leaves + (uint64_t)end;
    at->node = at->stage == SOLVE_GRANDE ? 0 : -1;
    if (at->stage == SOLVE_GRANDE) at->stage = SOLVE_CHICA;
}

static bool declare(point *at, const char *word) {
    char what[8], who[8], rest;
    if (sscanf(word, "%7s %7s %c", what, who, &rest) != 2) return false;
    int set = 0;
    while (set < 4 && strcmp(who, owners[set]) != 0) set++;
    if (at->pares < 0 && strcmp(what, "pares") == 0 && set < 4) {
        at->pares = set;
        if (set == 3) {
            at->stage = SOLVE_PARES;
            at->node = 0;
        }
        return true;
    }
    if (at->pares < 0 || strcmp(what, "juego") != 0 || (set != 0 && set != 3)) return false;
    int kind = set == 3 ? 0 : 1;
    at->stage = solve_stage_of(kind + ((at->pares & 1) != 0 ? 0 : 2), kind + ((at->pares & 2) != 0 ? 0 : 2));
    at->node = 0;
    return true;
}

/* One step; false: not from here. */
static bool step(point *at, const char *word) {
    if (at->node < 0) return declare(at, word);
    const solve_node *node = &at->tree->lance.node[at->node];
    tp_move move;
    if (mus_move_parse(word, &move) != TP_OK) return false;
    for (int a = 0; a < node->actions; a++) {
        if (node->moves[a] != move) continue;
        int next = node->next[a];
        if (next >= 0) {
            at->node = next;
        } else if (at->stage >= SOLVE_JUEGO || -1 - next >= at->tree->lance.leaves) {
            return false; /* the hand is over */
        } else {
            end_lance(at, -1 - next);
        }
        return true;
    }
    return false;
}

static tp_err follow(point *at, const char *line, tp_error *error) {
    char *copy = strdup(line == NULL ? "" : line), *rest = NULL;
    if (copy == NULL) return tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"));
    tp_err code = TP_OK;
    for (char *word = strtok_r(copy, ",", &rest); word != NULL && code == TP_OK;
         word = strtok_r(NULL, ",", &rest)) {
        while (isspace((unsigned char)*word)) word++;
        for (size_t end = strlen(word); end > 0 && isspace((unsigned char)word[end - 1]); end--)
            word[end - 1] = '\0';
        char next[512];
        list_next(at, next, sizeof next);
        if (!step(at, word))
            code = tp_fail(error, TP_E_INPUT,
                           TR("--line: \"%.40s\" does not go on from there; it is one of: %s"), word, next);
    }
    free(copy);
    if (code == TP_OK && at->node < 0) {
        char next[512];
        list_next(at, next, sizeof next);
        code =
            tp_fail(error, TP_E_INPUT, TR("--line: nobody acts there yet; it goes on with one of: %s"), next);
    }
    return code;
}

/* "RRRA": from high to low. */
void solve_hand_text(const solve_hand *hand, char out[MUS_HAND + 1]) {
    int length = 0;
    for (int rank = MUS_RANKS - 1; rank >= 0; rank--) {
        for (int i = 0; i < hand->count[rank]; i++) out[length++] = mus_rank_names[rank];
    }
    out[length] = '\0';
}

/* The ranks that are asked for, how many of each; false: some letter is none. */
static bool read_ranks(const char *text, uint8_t count[MUS_RANKS]) {
    memset(count, 0, MUS_RANKS);
    for (; text != NULL && *text != '\0'; text++) {
        const char *found = strchr(mus_rank_names, toupper((unsigned char)*text));
        char letter = *text == '3' ? 'R' : *text == '2' || *text == '1' ? 'A' : '\0';
        if (letter != '\0') found = strchr(mus_rank_names, letter);
        if (found == NULL) return false;
        count[found - mus_rank_names]++;
    }
    return true;
}

json_t *solve_show(const solve_tree *tree, const solve_source *source, const char *line, const char *hand,
                   tp_error *error) {
    point at = {.tree = tree, .stage = SOLVE_GRANDE, .pares = -1};
    uint8_t wanted[MUS_RANKS];
    if (follow(&at, line, error) != TP_OK) return NULL;
    if (!read_ranks(hand, wanted)) {
        tp_fail(error, TP_E_INPUT, TR("--hand \"%.40s\" is no hand: letters of ranks such as RRRA, from %s"),
                hand, "A4567SCR");
        return NULL;
    }
    const solve_cards *cards = solve_cards_get();
    const solve_node *node = &tree->lance.node[at.node];
    const solve_stage *stage = &tree->stage[at.stage];
    float *strategy = malloc(sizeof *strategy * SOLVE_MOST_ACTIONS * SOLVE_HANDS);
    if (cards == NULL || strategy == NULL) {
        free(strategy);
        tp_fail(error, TP_E_MEMORY, TR("there is not enough memory"));
        return NULL;
    }
    source->read(source->self, at.stage, at.column, at.node, strategy);
    json_t *moves = json_array(), *hands = json_array();
    for (int a = 0; a < node->actions; a++) {
        char text[TP_TEXT_SIZE];
        mus_move_text(node->moves[a], text, sizeof text);
        json_array_append_new(moves, json_string(text));
    }
    for (int i = 0; i < stage->count[node->player]; i++) {
        const solve_hand *of = &cards->hand[stage->first[node->player] + i];
        bool fits = of->class != NULL;
        for (int rank = 0; rank < MUS_RANKS; rank++) fits = fits && of->count[rank] >= wanted[rank];
        if (!fits) continue;
        char text[MUS_HAND + 1];
        solve_hand_text(of, text);
        json_t *probabilities = json_array();
        for (int a = 0; a < node->actions; a++)
            json_array_append_new(probabilities,
                                  json_real((double)strategy[a * stage->count[node->player] + i]));
        json_array_append_new(hands, json_pack("{s:s, s:f, s:o}", "hand", text, "chance",
                                               cards->chance[stage->first[node->player] + i], "probabilities",
                                               probabilities));
    }
    free(strategy);
    return json_pack("{s:s, s:o, s:o}", "to_act", node->player == SOLVE_MANO ? "mano" : "postre", "moves",
                     moves, "hands", hands);
}
