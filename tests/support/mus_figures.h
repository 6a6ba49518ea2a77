/* What games of Mus look like to the people at the table: how long a juego lasts, how it is decided, and who
 * says ordago with what. Of any number of matches, juego by juego. */
#ifndef TAPETE_TESTS_MUS_FIGURES_H
#define TAPETE_TESTS_MUS_FIGURES_H

#include "games/mus/bot_steady.h"
#include "games/mus/view.h"
#include "tapete/match.h"

#include <stdlib.h>
#include <string.h>

enum {
    FIGURES_MOST_JUEGOS = 1 << 14,
    FIGURES_LAST_STONES = 10,
    FIGURES_FEW_STONES = 5,
    FIGURES_PARTS = 5,
    FIGURES_MOST_HANDS = 64
};

typedef struct mus_figures {
    int juegos, hands, plies[FIGURES_MOST_JUEGOS];
    int in_first_hand; /* juegos that the first hand decided */
    int few_stones;    /* juegos whose loser has five stones or fewer */
    int by_ordago, by_deje, by_count;
    int ordagos, early, silly; /* said; outside the last ten stones; of those, with a poor hand */
    int wanted;                /* ordagos that were accepted */
    int bets, large;           /* envidos and raises; of more than ten stones */
    int spoken, opened,
        bluffs;       /* calls by those who may open; bets among them; with a hand below the median */
    int asked, folds; /* answers to a bet; refusals */
    /* Beginnings of hands, by what mus_win_chance gives the side that is ahead, in tenths from a half on. */
    int leads[FIGURES_PARTS], won[FIGURES_PARTS];
    double expected[FIGURES_PARTS];
} mus_figures;

/* The share of hands that may speak in this lance and are worse than this one; of those that are as good,
 * half. */
static double mus_figures_rank(const mus_rules *rules, uint32_t phase, const uint8_t hand[MUS_HAND]) {
    const mus_class *own = mus_class_of(rules, hand);
    uint32_t own_key = mus_key(rules, own, phase), worse = 0, equal = 0, all = 0;
    uint8_t cards[MUS_HAND];
    for (uint32_t a = 0; a < MUS_CARDS; a++) {
        for (uint32_t b = a + 1; b < MUS_CARDS; b++) {
            for (uint32_t c = b + 1; c < MUS_CARDS; c++) {
                for (uint32_t d = c + 1; d < MUS_CARDS; d++) {
                    cards[0] = (uint8_t)a, cards[1] = (uint8_t)b, cards[2] = (uint8_t)c,
                    cards[3] = (uint8_t)d;
                    const mus_class *one = mus_class_of(rules, cards);
                    if (phase == MUS_PHASE_PARES && one->pares_value == 0) continue;
                    if (phase == MUS_PHASE_JUEGO && one->juego_value == 0) continue;
                    if (phase == MUS_PHASE_PUNTO && one->juego_value != 0) continue;
                    uint32_t key = mus_key(rules, one, phase);
                    all++;
                    worse += key < own_key;
                    equal += key == own_key;
                }
            }
        }
    }
    return (worse + equal / 2.0) / all;
}

static bool mus_figures_is_late(const mus_table *table) {
    for (uint32_t side = 0; side < mus_sides(table); side++) {
        if (table->score[side] + FIGURES_LAST_STONES >= table->rules.target) return true;
    }
    return false;
}

/* Who opens the betting and with what, and who gives in. */
static void mus_figures_manner(mus_figures *figures, const mus_state *before, tp_move move) {
    const mus_table *table = &before->table;
    bool is_bet = move == MUS_MOVE_ORDAGO || (move >= MUS_MOVE_ENVIDO && move < MUS_MOVE_DISCARD);
    if (mus_call_is_legal(table, MUS_MOVE_PASO)) {
        figures->spoken++;
        figures->opened += is_bet;
        figures->bluffs +=
            is_bet && mus_hand_strength(&table->rules, before->hands[table->to_act], table->phase, .5) < .5;
    } else {
        figures->asked++;
        figures->folds += move == MUS_MOVE_NO_QUIERO;
    }
}

static void mus_figures_call(mus_figures *figures, const mus_state *before, tp_move move) {
    const mus_table *table = &before->table;
    if (!mus_is_lance(table->phase)) return;
    mus_figures_manner(figures, before, move);
    if (move >= MUS_MOVE_ENVIDO) {
        figures->bets++;
        figures->large += (move & 0xff) > 10;
    }
    figures->wanted += move == MUS_MOVE_QUIERO && table->ordago != 0;
    if (move != MUS_MOVE_ORDAGO) return;
    figures->ordagos++;
    if (mus_figures_is_late(table)) return;
    figures->early++;
    figures->silly += mus_figures_rank(&table->rules, table->phase, before->hands[table->to_act]) < .5;
}

static bool mus_figures_is_won(const mus_table *before, const mus_table *after) {
    if (after->phase == MUS_PHASE_OVER) return true;
    bool is_won = false;
    for (uint32_t side = 0; side < MUS_SEATS; side++) {
        is_won |= after->juegos[side] > before->juegos[side] || after->vacas[side] > before->vacas[side];
    }
    return is_won;
}

/* A juego is over: `start` has the stones at the beginning of its last hand. */
static void mus_figures_end(mus_figures *figures, const uint16_t start[MUS_SEATS], const mus_table *after,
                            int plies, int hands) {
    uint32_t stones[MUS_SEATS] = {0};
    const mus_log *log = &after->last_log;
    const mus_entry *last = &log->entries[log->count - 1];
    for (uint32_t side = 0; side < MUS_SEATS; side++) stones[side] = start[side];
    for (uint32_t i = 0; i < log->count; i++) stones[log->entries[i].side] += log->entries[i].stones;
    figures->by_ordago += last->reason % 4 == MUS_SCORED_ORDAGO;
    figures->by_deje += last->reason % 4 == MUS_SCORED_DEJE;
    figures->by_count += last->reason % 4 == MUS_SCORED_COUNT;
    figures->in_first_hand += hands == 1;
    uint32_t most = 0;
    for (uint32_t side = 0; side < mus_sides(after); side++) {
        if (side != last->side && stones[side] > most) most = stones[side];
    }
    figures->few_stones += most <= FIGURES_FEW_STONES;
    figures->hands += hands;
    if (figures->juegos < FIGURES_MOST_JUEGOS) figures->plies[figures->juegos] = plies;
    figures->juegos++;
}

/* The stones with which each hand of a juego between two sides began, and who won it. */
static void mus_figures_compare_chances(mus_figures *figures, const mus_rules *rules,
                                        uint16_t (*starts)[MUS_SEATS], int hands, uint32_t winner) {
    for (int i = 0; i < hands && i < FIGURES_MOST_HANDS; i++) {
        if (starts[i][0] == starts[i][1]) continue;
        uint32_t ahead = starts[i][1] > starts[i][0];
        double chance = mus_win_chance(rules, starts[i][ahead], starts[i][1 - ahead]);
        int part = (int)((chance - .5) * 2 * FIGURES_PARTS);
        if (part == FIGURES_PARTS) part--;
        figures->leads[part]++;
        figures->won[part] += winner == ahead;
        figures->expected[part] += chance;
    }
}

static void mus_figures_add(mus_figures *figures, const tp_match *match) {
    static mus_state before, after;
    static uint16_t starts[FIGURES_MOST_HANDS][MUS_SEATS];
    uint16_t start[MUS_SEATS];
    int plies = 0, hands = 1;
    tp_match_state_at(match, 0, &before);
    memcpy(start, before.table.score, sizeof start);
    memcpy(starts[0], start, sizeof start);
    for (int ply = 1; ply <= tp_match_plies(match); ply++, before = after) {
        const tp_event *events;
        tp_match_ply_events(match, ply, &events);
        mus_figures_call(figures, &before, events[0].move);
        tp_match_state_at(match, ply, &after);
        plies++;
        bool is_won = mus_figures_is_won(&before.table, &after.table);
        if (is_won) {
            const mus_log *log = &after.table.last_log;
            mus_figures_end(figures, start, &after.table, plies, hands);
            if (mus_sides(&after.table) == 2)
                mus_figures_compare_chances(figures, &after.table.rules, starts, hands,
                                            log->entries[log->count - 1].side);
        }
        if (is_won || after.table.mano != before.table.mano) {
            memcpy(start, after.table.score, sizeof start);
            hands = is_won ? 1 : hands + 1;
            plies = is_won ? 0 : plies;
            if (hands <= FIGURES_MOST_HANDS) memcpy(starts[hands - 1], start, sizeof start);
        }
    }
}

static int mus_figures_compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

/* The plies that so many of a hundred juegos do not reach. */
static int mus_figures_plies(mus_figures *figures, int percent) {
    int count = figures->juegos < FIGURES_MOST_JUEGOS ? figures->juegos : FIGURES_MOST_JUEGOS;
    qsort(figures->plies, (size_t)count, sizeof *figures->plies, mus_figures_compare);
    return count == 0 ? 0 : figures->plies[count * percent / 100];
}

#endif
