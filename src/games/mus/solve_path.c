/* Two-player Mus, solved: where a game stands in the solved tree (solve_path.h). */
#include "games/mus/solve_path.h"

#include <string.h>

/* ---- translation ---- */

int nash_stake(const solve_node *node, tp_move move) {
    if (move == MUS_MOVE_QUIERO) return node->stake;
    if (move == MUS_MOVE_ORDAGO) return SOLVE_TARGET;
    return node->stake + (int)(move & 0xff);
}

bool nash_is_bet(tp_move move) {
    return move == MUS_MOVE_QUIERO || move == MUS_MOVE_ORDAGO || move >= MUS_MOVE_ENVIDO;
}

double nash_share(int low, int high, int stake) {
    return high > low ? (double)(high - stake) * (1 + low) / ((double)(high - low) * (1 + stake)) : 1;
}

typedef struct walk {
    const solve_lance *lance;
    nash_path *paths;
    int count;
} walk;

static void put(walk *w, nash_path path) {
    if (path.weight <= 0) return;
    if (w->count < NASH_MOST_PATHS) {
        w->paths[w->count++] = path;
        return;
    }
    int least = 0;
    for (int i = 1; i < w->count; i++) least = w->paths[i].weight < w->paths[least].weight ? i : least;
    if (w->paths[least].weight < path.weight) w->paths[least] = path;
}

/* Along an action of a node. */
static void follow(walk *w, nash_path path, int action, double share) {
    int next = w->lance->node[path.node].next[action];
    path.weight *= share;
    path.node = next >= 0 ? next : -1;
    if (next < 0) path.end = -1 - next;
    put(w, path);
}

/* A path after a call. A bet of which the tree has none is split; a path on which the call cannot be is
 * dropped. `stake`: what the call proposes. */
static void take(walk *w, nash_path path, tp_move move, int stake) {
    if (path.node < 0) { /* the tree is ahead: until the lance ends */
        put(w, path);
        return;
    }
    const solve_node *node = &w->lance->node[path.node];
    int below = -1, above = -1;
    bool proposes = move == MUS_MOVE_ORDAGO || move >= MUS_MOVE_ENVIDO;
    for (int a = 0; a < node->actions; a++) {
        tp_move of = node->moves[a];
        if (!proposes || of == MUS_MOVE_ORDAGO) {
            if (of == move) {
                follow(w, path, a, 1);
                return;
            }
        }
        if (!nash_is_bet(of)) continue;
        int its = nash_stake(node, of);
        if (its <= stake && (below < 0 || its >= nash_stake(node, node->moves[below]))) below = a;
        if (its >= stake && (above < 0 || its < nash_stake(node, node->moves[above]))) above = a;
    }
    if (!proposes) return;
    if (below < 0 || above < 0 || below == above) {
        if (below >= 0 || above >= 0) follow(w, path, below < 0 ? above : below, 1);
        return;
    }
    int low = nash_stake(node, node->moves[below]), high = nash_stake(node, node->moves[above]);
    double share = low == stake ? 1 : nash_share(low, high, stake);
    follow(w, path, below, share);
    follow(w, path, above, 1 - share);
}

static int take_all(const solve_lance *lance, nash_path *paths, int count, tp_move move, int stake) {
    nash_path before[NASH_MOST_PATHS];
    memcpy(before, paths, sizeof *paths * (size_t)count);
    walk w = {lance, paths, 0};
    for (int i = 0; i < count; i++) take(&w, before[i], move, stake);
    return w.count;
}

/* ---- a lance ---- */

static int player_of(const mus_table *table, uint32_t seat) {
    return seat == table->mano ? SOLVE_MANO : SOLVE_POSTRE;
}

/* The bets of a lance, and the paso before them. */
static int take_bets(const solve_lance *lance, const mus_table *table, const mus_betting *betting,
                     nash_path *paths, int count) {
    int before = 0;
    uint32_t bets = betting->count < MUS_MOST_BETS ? betting->count : (uint32_t)MUS_MOST_BETS;
    for (uint32_t i = 0; i < bets && count > 0; i++) {
        if (i == 0 && player_of(table, mus_bet_seat(betting, 0)) == SOLVE_POSTRE)
            count = take_all(lance, paths, count, MUS_MOVE_PASO, 0);
        int stake = betting->stakes[i] == MUS_BET_ORDAGO ? SOLVE_TARGET : betting->stakes[i];
        tp_move move = betting->stakes[i] == MUS_BET_ORDAGO ? (tp_move)MUS_MOVE_ORDAGO
                       : i == 0                             ? (tp_move)(MUS_MOVE_ENVIDO + stake)
                                                            : (tp_move)(MUS_MOVE_MAS + stake - before);
        count = take_all(lance, paths, count, move, stake);
        before = stake;
    }
    return count;
}

/* An end that is like the result, where no path has led to one. */
static int nearest_end(const solve_lance *lance, const mus_table *table, const mus_result *result) {
    int best = 0, far = 1000;
    for (int end = 0; end < lance->leaves; end++) {
        const solve_end *of = &lance->end[end];
        bool fits = (result->kind == MUS_RESULT_PASS && of->kind == SOLVE_PASS) ||
                    (result->kind == MUS_RESULT_BET && of->kind == SOLVE_BET) ||
                    (result->kind == MUS_RESULT_FOLD && of->kind == SOLVE_FOLD &&
                     of->player == player_of(table, result->seat));
        int distance = of->kind == SOLVE_BET ? of->stones - (int)result->stake : of->stones;
        if (distance < 0) distance = -distance;
        if (fits && distance < far) {
            far = distance;
            best = end;
        }
    }
    return best;
}

/* A lance that is over: the columns behind it. */
static int end_lance(const solve_lance *lance, const mus_table *table, int number, nash_path *paths,
                     int count) {
    const mus_result *result = &table->results[number];
    const mus_betting *betting = &table->betting[number];
    nash_path begun[NASH_MOST_PATHS];
    int were = count, kept = 0;
    for (int i = 0; i < count; i++) {
        paths[i].node = 0;
        begun[i] = paths[i];
    }
    if (result->kind == MUS_RESULT_PASS) {
        count = take_all(lance, paths, count, MUS_MOVE_PASO, 0);
        count = take_all(lance, paths, count, MUS_MOVE_PASO, 0);
    } else {
        count = take_bets(lance, table, betting, paths, count);
        count = take_all(lance, paths, count,
                         result->kind == MUS_RESULT_BET ? MUS_MOVE_QUIERO : MUS_MOVE_NO_QUIERO, 0);
    }
    for (int i = 0; i < count; i++) { /* an ordago that was wanted would have been the end of the hand */
        if (paths[i].node < 0 && paths[i].end < lance->leaves) paths[kept++] = paths[i];
    }
    if (kept == 0) {
        memcpy(paths, begun, sizeof *paths * (size_t)were);
        kept = were;
        for (int i = 0; i < kept; i++) paths[i].end = nearest_end(lance, table, result);
    }
    double total = 0;
    for (int i = 0; i < kept; i++) {
        paths[i].column = paths[i].column * (uint64_t)lance->leaves + (uint64_t)paths[i].end;
        total += paths[i].weight;
    }
    for (int i = 0; i < kept; i++) paths[i].weight /= total;
    return kept;
}

/* ---- the hand ---- */

void nash_score(const mus_table *table, int *mano, int *postre) {
    int score[2] = {table->score[0], table->score[1]};
    for (uint32_t i = 0; i < table->log.count; i++)
        score[table->log.entries[i].side & 1] -= table->log.entries[i].stones;
    *mano = score[table->mano & 1];
    *postre = score[1 - (table->mano & 1)];
}

static int kind_of(const mus_table *table, uint32_t seat) {
    return ((table->pares & mus_bit(seat)) != 0 ? 0 : 2) + ((table->juego & mus_bit(seat)) != 0 ? 0 : 1);
}

int nash_find(const solve_tree *tree, const mus_table *table, int *stage, nash_path paths[NASH_MOST_PATHS]) {
    const solve_lance *lance = &tree->lance;
    int now = (int)mus_lance(table->phase), count = 1;
    int player = player_of(table, table->to_act);
    paths[0] = (nash_path){0, 0, 0, 1};
    for (int number = 0; number < now; number++) {
        uint8_t kind = table->results[number].kind;
        if (kind == MUS_RESULT_PASS || kind == MUS_RESULT_BET || kind == MUS_RESULT_FOLD)
            count = end_lance(lance, table, number, paths, count);
    }
    *stage = now == MUS_JUEGO ? solve_stage_of(kind_of(table, table->mano), kind_of(table, 1u - table->mano))
                              : now;
    nash_path begun[NASH_MOST_PATHS];
    int were = count, kept = 0;
    for (int i = 0; i < count; i++) {
        paths[i].node = 0;
        begun[i] = paths[i];
    }
    if (table->bettor == MUS_NOBODY) {
        if (player == SOLVE_POSTRE) count = take_all(lance, paths, count, MUS_MOVE_PASO, 0);
    } else {
        count = take_bets(lance, table, &table->betting[now], paths, count);
    }
    for (int i = 0; i < count; i++) {
        if (paths[i].node < 0 || lance->node[paths[i].node].player == player) paths[kept++] = paths[i];
    }
    if (kept == 0) { /* so far from the tree that no path is left: the answer to a like bet */
        int like = 0;
        for (int i = 0; i < lance->nodes; i++) {
            const solve_node *node = &lance->node[i];
            if (node->player != player || (node->bettor == SOLVE_PLAYERS) != (table->bettor == MUS_NOBODY))
                continue;
            like = i;
            if (node->ordago == table->ordago) break;
        }
        memcpy(paths, begun, sizeof *paths * (size_t)were);
        kept = were;
        for (int i = 0; i < kept; i++) paths[i].node = like;
    }
    double total = 0;
    for (int i = 0; i < kept; i++) total += paths[i].weight;
    for (int i = 0; i < kept; i++) paths[i].weight /= total;
    return kept;
}
