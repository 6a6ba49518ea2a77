/* Where in a match a seat had something to decide; see decision.h. */
#include "match/decision.h"

#include <stdlib.h>

int match_last_decision(const tp_match *match, int seat) {
    const tp_game *game = tp_match_game(match);
    void *view = calloc(1, game->view_size);
    tp_move *moves = calloc((size_t)game->max_moves, sizeof *moves);
    int ply = view != NULL && moves != NULL ? tp_match_plies(match) - 1 : -1;
    for (; ply >= 0; ply--) {
        const tp_event *events;
        if (tp_match_ply_events(match, ply + 1, &events) == 0 || events[0].seat != seat) continue;
        if (tp_match_view_at(match, ply, seat, view) && game->view_legal(view, moves) > 1) break;
    }
    free(view);
    free(moves);
    return ply;
}
