/* Two-player Mus, solved: the public tree. */
#include "games/mus/solve.h"

#include <string.h>

/* ---- the betting of one lance ---- */

typedef struct maker {
    solve_lance *lance;
    const solve_bets *bets;
    bool is_full;
} maker;

static int add_node(maker *m, solve_node node) {
    solve_lance *lance = m->lance;
    if (lance->nodes == SOLVE_MOST_NODES) {
        m->is_full = true;
        return 0;
    }
    lance->node[lance->nodes] = node;
    return lance->nodes++;
}

static void add_action(maker *m, int node, tp_move move, int next) {
    solve_node *at = &m->lance->node[node];
    at->moves[at->actions] = move;
    at->next[at->actions++] = (int16_t)next;
}

static int add_end(maker *m, int kind, int stones, int player) {
    solve_lance *lance = m->lance;
    if (lance->ends == SOLVE_MOST_ENDS) {
        m->is_full = true;
        return -1;
    }
    lance->end[lance->ends] = (solve_end){(uint8_t)kind, (uint8_t)stones, (uint8_t)player};
    return -1 - lance->ends++;
}

static int deje(int agreed) { return agreed > 1 ? agreed : 1; }

/* `player` answers a bet; the moves in the order of the rules: no quiero, quiero, ordago, raises. */
static int add_answer(maker *m, int player, int stake, int agreed, int raises, bool ordago) {
    solve_node answers = {.player = (uint8_t)player,
                          .stake = (uint8_t)stake,
                          .agreed = (uint8_t)agreed,
                          .ordago = ordago,
                          .raises = (uint8_t)raises,
                          .bettor = (uint8_t)(1 - player)};
    int node = add_node(m, answers);
    add_action(m, node, MUS_MOVE_NO_QUIERO, add_end(m, SOLVE_FOLD, deje(agreed), 1 - player));
    if (ordago) {
        add_action(m, node, MUS_MOVE_QUIERO, add_end(m, SOLVE_SHOWDOWN, 0, 0));
        return node;
    }
    add_action(m, node, MUS_MOVE_QUIERO, add_end(m, SOLVE_BET, stake, 0));
    add_action(m, node, MUS_MOVE_ORDAGO, add_answer(m, 1 - player, stake, stake, raises, true));
    for (int i = 0; i < m->bets->raise_count && raises < m->bets->max_raises && !m->is_full; i++) {
        int more = m->bets->raises[i];
        if (stake + more > SOLVE_TARGET) continue;
        add_action(m, node, MUS_MOVE_MAS + (tp_move)more,
                   add_answer(m, 1 - player, stake + more, stake, raises + 1, false));
    }
    return node;
}

/* `player` may bet. */
static int add_opening(maker *m, int player) {
    solve_node opens = {.player = (uint8_t)player, .bettor = SOLVE_PLAYERS};
    int node = add_node(m, opens);
    add_action(m, node, MUS_MOVE_PASO,
               player == SOLVE_MANO ? add_opening(m, SOLVE_POSTRE) : add_end(m, SOLVE_PASS, 0, 0));
    add_action(m, node, MUS_MOVE_ORDAGO, add_answer(m, 1 - player, 0, 0, 0, true));
    for (int i = 0; i < m->bets->opening_count && !m->is_full; i++) {
        int stake = m->bets->openings[i];
        add_action(m, node, MUS_MOVE_ENVIDO + (tp_move)stake, add_answer(m, 1 - player, stake, 0, 0, false));
    }
    return node;
}

/* Showdowns behind the ends after which play goes on. */
static void sort_ends(solve_lance *lance) {
    solve_end sorted[SOLVE_MOST_ENDS] = {0};
    int place[SOLVE_MOST_ENDS], count = 0;
    for (int shown = 0; shown < 2; shown++) {
        for (int end = 0; end < lance->ends; end++) {
            if ((lance->end[end].kind == SOLVE_SHOWDOWN) != (shown != 0)) continue;
            sorted[count] = lance->end[end];
            place[end] = count++;
        }
        if (shown == 0) lance->leaves = count;
    }
    memcpy(lance->end, sorted, sizeof sorted[0] * (size_t)count);
    for (int i = 0; i < lance->nodes; i++) {
        solve_node *node = &lance->node[i];
        for (int a = 0; a < node->actions; a++) {
            if (node->next[a] < 0) node->next[a] = (int16_t)(-1 - place[-1 - node->next[a]]);
        }
    }
}

bool solve_lance_make(solve_lance *lance, const solve_bets *bets) {
    maker m = {lance, bets, false};
    memset(lance, 0, sizeof *lance);
    add_opening(&m, SOLVE_MANO);
    if (m.is_full) return false;
    sort_ends(lance);
    for (int end = 0; end < lance->leaves; end++) {
        int result = 0;
        while (result < lance->results &&
               memcmp(&lance->end[lance->example[result]], &lance->end[end], sizeof(solve_end)) != 0)
            result++;
        if (result == lance->results) lance->example[lance->results++] = (uint8_t)end;
        lance->result[end] = (uint8_t)result;
    }
    for (int i = 0; i < lance->nodes; i++) {
        solve_node *node = &lance->node[i];
        node->slot = (uint16_t)lance->slots[node->player];
        lance->slots[node->player] += node->actions;
    }
    return true;
}

/* ---- the whole hand ---- */

int solve_stage_of(int mano_kind, int postre_kind) {
    if (solve_has_juego(mano_kind) != solve_has_juego(postre_kind)) return -1;
    return SOLVE_JUEGO + (solve_has_juego(mano_kind) ? 0 : 4) + (mano_kind >> 1) * 2 + (postre_kind >> 1);
}

static void set_hands(solve_stage *stage, int player, int from, int to) {
    stage->first[player] = (uint16_t)from;
    stage->count[player] = (uint16_t)(to - from);
    stage->hands[player] = 0;
    for (int kind = 0; kind < SOLVE_KINDS; kind++) {
        if (solve_first[kind] >= from && solve_first[kind] < to)
            stage->hands[player] = (uint16_t)(stage->hands[player] + solve_classes_of[kind]);
    }
}

bool solve_tree_make(solve_tree *tree, const solve_bets *bets) {
    memset(tree, 0, sizeof *tree);
    tree->bets = *bets;
    if (!solve_lance_make(&tree->lance, bets)) return false;
    uint64_t leaves = (uint64_t)tree->lance.leaves;
    for (int s = 0; s < SOLVE_JUEGO; s++) {
        solve_stage *stage = &tree->stage[s];
        stage->columns = s == SOLVE_GRANDE ? 1 : s == SOLVE_CHICA ? leaves : leaves * leaves;
        for (int player = 0; player < SOLVE_PLAYERS; player++)
            set_hands(stage, player, 0, s == SOLVE_PARES ? SOLVE_PARES_HANDS : SOLVE_HANDS);
    }
    for (int mano = 0; mano < SOLVE_KINDS; mano++) {
        for (int postre = 0; postre < SOLVE_KINDS; postre++) {
            int s = solve_stage_of(mano, postre);
            if (s < 0) continue;
            solve_stage *stage = &tree->stage[s];
            bool after_pares = solve_has_pares(mano) && solve_has_pares(postre);
            stage->columns = after_pares ? leaves * leaves * leaves : leaves * leaves;
            set_hands(stage, SOLVE_MANO, solve_first[mano], solve_first[mano + 1]);
            set_hands(stage, SOLVE_POSTRE, solve_first[postre], solve_first[postre + 1]);
        }
    }
    for (int s = 0; s < SOLVE_STAGES; s++) {
        solve_stage *stage = &tree->stage[s];
        stage->first_column = tree->columns;
        tree->columns += stage->columns;
        tree->nodes += stage->columns * (uint64_t)tree->lance.nodes;
        for (int player = 0; player < SOLVE_PLAYERS; player++) {
            stage->start[player] = tree->values[player];
            uint64_t slots = stage->columns * (uint64_t)tree->lance.slots[player];
            tree->values[player] += slots * stage->count[player];
            tree->actions += slots * stage->hands[player];
        }
        for (int i = 0; i < tree->lance.nodes; i++)
            tree->sets += stage->columns * stage->hands[tree->lance.node[i].player];
    }
    return true;
}
