/* How a search plays Mulle on beyond its tree: as `mulle-greedy` does, to the end of the rond. */
#include "core/numbers.h"
#include "games/mulle/play.h"
#include "games/mulle/view.h"

#include <math.h>

/* So many points ahead with one rond to play, one wins 73 times out of 100; omgångar between players who are
 * alike vary by that much. */
static const double LEAD_OF_A_ROND = 5;

/* How many points one is ahead, as the omgång stands. What each takes in of what is not captured yet is half
 * of it. */
static double mulle_lead(const mulle_table *table) {
    enum { WHOLE_INTAKE = 42 };
    double points[MULLE_SEATS], open = WHOLE_INTAKE;
    mulle_score scores[MULLE_SEATS];
    for (uint32_t seat = 0; seat < MULLE_SEATS; seat++) {
        scores[seat] = mulle_score_of(table, seat);
        open -= scores[seat].intake;
    }
    for (uint32_t seat = 0; seat < MULLE_SEATS; seat++) {
        double above = scores[seat].intake + open / 2 - MULLE_INTAKE_LIMIT;
        points[seat] =
            table->session[seat] + scores[seat].mulle + scores[seat].tabbe + (above > 0 ? 2 * above : 0);
    }
    return points[0] - points[1];
}

/* To the end of the rond, when new hands are dealt. */
static bool is_over(const void *start, const void *state) {
    const mulle_table *then = &((const mulle_state *)start)->table,
                      *now = &((const mulle_state *)state)->table;
    return now->over != 0 || now->rond != then->rond || now->omgang != then->omgang;
}

/* The lead at the end of the rond tells how likely one is to win, the more surely the fewer ronder are left.
 * At the end of the game points beyond the winner's first are worth a little too: one that is lost anyway
 * should not be thrown away, for the model of its rest is rough. */
static void run(const tp_game *game, const void *start, void *state, tp_chance *chance, int seats,
                double *values, double *shares) {
    mulle_greedy_player *greedy = mulle_greedy_of(game);
    const mulle_table *table = &((const mulle_state *)state)->table;
    while (!is_over(start, state)) game->apply(state, greedy(state), chance);
    if (table->over != 0) {
        int32_t scores[TP_MAX_SEATS] = {0};
        game->scores(state, scores);
        rollout_value_of_end(game, state, seats, values);
        rollout_share(values, seats, shares);
        double margin = exact_tanh((double)(scores[0] - scores[1]) / 40) / 2;
        values[0] = values[0] * .7 + (.5 + margin) * .3;
        values[1] = values[1] * .7 + (.5 - margin) * .3;
        return;
    }
    double left = 1 + MULLE_RONDER - table->rond + MULLE_RONDER * (table->omgangar - table->omgang);
    values[0] = 1 / (1 + exact_exp(-mulle_lead(table) / (LEAD_OF_A_ROND * sqrt(left))));
    values[1] = 1 - values[0];
    rollout_share(values, seats, shares);
}

const rollout mulle_rollout = {.player = "mulle-greedy", .is_over = is_over, .run = run};
