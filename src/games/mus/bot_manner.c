/* Manners at a table of Mus: how much a bold, a cautious and a tricky player differ from one who plays as
 * well as he can. What is added to the logarithms of the chances of calls; docs/networks.md has what comes of
 * it. */
#include "games/mus/bot_steady.h"
#include "games/mus/play.h"
#include "games/mus/view.h"

/* Bets, and bets that are accepted. */
static const double BOLD = 1.5, CAUTIOUS = -1.2;

/* Who is tricky bets with poor hands and waits with good ones: by so much for the poorest and the best. */
static const double TRICKY = 2.4;

static bool is_bet(tp_move move) {
    return move == MUS_MOVE_ORDAGO || (move >= MUS_MOVE_ENVIDO && move < MUS_MOVE_DISCARD);
}

/* Above 0: more is put at stake than by not doing it. */
static double daring(tp_move move) { return is_bet(move) ? 1 : move == MUS_MOVE_QUIERO ? .7 : 0; }

void mus_tilt(const void *view_bytes, const tp_move *moves, int count, manner manner, double *out) {
    const mus_view *view = view_bytes;
    const mus_table *table = &view->table;
    double poor = 0;
    for (int i = 0; i < count; i++) out[i] = 0;
    if (!mus_is_lance(table->phase)) return;
    if (manner == MANNER_TRICKY)
        poor = 1 - 2 * mus_hand_strength(&table->rules, view->hands[table->to_act], table->phase, .5);
    for (int i = 0; i < count; i++) {
        if (manner == MANNER_BOLD) out[i] = BOLD * daring(moves[i]);
        if (manner == MANNER_CAUTIOUS) out[i] = CAUTIOUS * daring(moves[i]);
        if (manner == MANNER_TRICKY && is_bet(moves[i])) out[i] = TRICKY * poor;
    }
}
