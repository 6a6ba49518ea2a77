/* Manners at a table of Kessel Sabacc: how much a bold, a cautious and a tricky player differ from one who
 * plays as well as he can. What is added to the logarithms of the chances of moves; docs/networks.md has what
 * comes of it. */
#include "games/sabacc/play.h"
#include "games/sabacc/view.h"

/* Draws, which cost a chip each, and standing. */
static const double BOLD = 3, CAUTIOUS = -3;

/* Tokens: who is tricky plays them early. */
static const double TRICKY = 2;

void sabacc_tilt(const void *view_bytes, const tp_move *moves, int count, manner manner, double *out) {
    const sabacc_table *table = &((const sabacc_view *)view_bytes)->table;
    for (int i = 0; i < count; i++) {
        bool is_draw = table->phase == SABACC_PHASE_DRAW && moves[i] != SABACC_PASS,
             is_token = table->phase == SABACC_PHASE_TOKEN && moves[i] != SABACC_NO_TOKEN;
        out[i] = 0;
        if (is_draw && manner == MANNER_BOLD) out[i] = BOLD;
        if (is_draw && manner == MANNER_CAUTIOUS) out[i] = CAUTIOUS;
        if (is_token && manner == MANNER_TRICKY) out[i] = TRICKY;
    }
}
