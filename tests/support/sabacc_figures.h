/* What becomes of the tokens in games of Kessel Sabacc: when they are played, how many are left for the end,
 * and how many are thrown away; and how often a card is drawn. */
#ifndef TAPETE_TESTS_SABACC_FIGURES_H
#define TAPETE_TESTS_SABACC_FIGURES_H

#include "games/sabacc/rules.h"
#include "tapete/match.h"

#include <string.h>

enum { FIGURES_THIRDS = 3 };

typedef struct sabacc_figures {
    int rounds, played, in_first_round;
    int wasted;           /* a refund from an empty pot, chips from pots that are all empty */
    int seats_late, kept; /* seats in play when the last third of the rounds begins, and their tokens */
    int held[FIGURES_THIRDS], could[FIGURES_THIRDS]; /* tokens, at the decisions of each third of the plies */
    int draws, draw_turns;
} sabacc_figures;

static int sabacc_figures_tokens(const sabacc_table *table, uint32_t seat) {
    int count = 0;
    for (uint32_t token = 0; token < SABACC_TOKENS; token++)
        count += (table->tokens[seat] & sabacc_token_set(token)) != 0;
    return count;
}

static bool sabacc_figures_is_wasted(const sabacc_table *table, tp_move move) {
    if (move == SABACC_REFUND || move == SABACC_EXTRA_REFUND) return table->pot[table->current] == 0;
    if (move != SABACC_EMBEZZLEMENT) return false;
    uint32_t chips = 0;
    for (uint32_t seat = 0; seat < table->players; seat++)
        chips += seat == table->current ? 0 : table->pot[seat];
    return chips == 0;
}

static void sabacc_figures_add(sabacc_figures *figures, const tp_match *match) {
    static sabacc_state before, after;
    int plies = tp_match_plies(match), rounds, round = 0;
    tp_match_state_at(match, plies, &after);
    rounds = after.table.round;
    figures->rounds += rounds;
    tp_match_state_at(match, 0, &before);
    for (int ply = 1; ply <= plies; ply++, before = after) {
        const sabacc_table *table = &before.table;
        const tp_event *events;
        tp_match_ply_events(match, ply, &events);
        tp_match_state_at(match, ply, &after);
        int third = (ply - 1) * FIGURES_THIRDS / plies;
        figures->held[third] += sabacc_figures_tokens(table, table->current);
        figures->could[third] += SABACC_TOKENS_EACH;
        figures->draw_turns += table->phase == SABACC_PHASE_DRAW;
        figures->draws += table->phase == SABACC_PHASE_DRAW && events[0].move != SABACC_PASS;
        bool is_token = events[0].move > SABACC_NO_TOKEN && events[0].move < SABACC_PASS;
        figures->played += is_token;
        figures->in_first_round += is_token && table->round == 1;
        figures->wasted += is_token && sabacc_figures_is_wasted(table, events[0].move);
        if (round < table->round && table->round == rounds - rounds / 3 + 1) {
            for (uint32_t seat = 0; seat < table->players; seat++) {
                if (((table->in_play >> seat) & 1) == 0) continue;
                figures->seats_late++;
                figures->kept += sabacc_figures_tokens(table, seat);
            }
        }
        round = table->round;
    }
}

#endif
