/* The judge: an agent that is made anew for every position, from a seed of its own. So no position depends on
 * another one, nor on the order in which they are judged. */
#include "agents/thinking.h"
#include "core/language.h"
#include "review/internal.h"

#include <stdlib.h>
#include <string.h>

tp_err judge_check(const tp_game *game, const char *judge, tp_error *error) {
    const tp_agent_kind *kind = NULL;
    tp_options options;
    tp_err code = tp_agent_read(game, judge, &kind, &options, error);
    if (code != TP_OK || kind == NULL) return code;
    if (kind->evaluate != NULL && kind->value != NULL) return TP_OK;
    char names[128] = "";
    for (const tp_agent_kind *const *other = tp_agent_kinds(); *other != NULL; other++) {
        size_t length = strlen(names);
        if ((*other)->evaluate == NULL || (*other)->value == NULL) continue;
        if ((*other)->game != NULL && strcmp((*other)->game, game->name) != 0) continue;
        snprintf(names + length, sizeof names - length, "%s%s", length > 0 ? ", " : "", (*other)->name);
    }
    return tp_fail(error, TP_E_INPUT,
                   TR("the agent %s cannot judge, because it does not value moves; these agents do: %s"),
                   kind->name, names);
}

/* The best first: by what a move is worth for sure, so that one which was tried a few times with luck does
 * not lead. */
static int by_promise(const void *left, const void *right) {
    const tp_opinion *a = left, *b = right;
    double promise = a->value - a->error, other = b->value - b->error;
    if (promise != other) return promise > other ? -1 : 1;
    return a->move < b->move ? -1 : a->move > b->move;
}

/* A judge for a game with these options. */
static tp_agent *begin(const tp_game *game, const tp_options *options, const char *judge, uint64_t seed,
                       int seat, tp_error *error) {
    tp_agent *agent = tp_agent_new_for(game, options, judge, seed, error);
    if (agent != NULL) tp_agent_begin(agent, options, seat);
    return agent;
}

int review_moves(const tp_game *game, const tp_options *options, const char *judge, uint64_t seed,
                 const void *view, tp_opinion *out, tp_error *error) {
    if (judge_check(game, judge, error) != TP_OK) return -1;
    tp_agent *agent = begin(game, options, judge, seed, game->view_actor(view), error);
    if (agent == NULL) return -1;
    int count = tp_agent_evaluate(agent, view, out);
    tp_agent_free(agent);
    qsort(out, (size_t)count, sizeof *out, by_promise);
    return count;
}

/* What the game is worth at a position, or after a move there. */
static bool value_of(const review *review, const estimate *estimate, tp_move move, uint64_t seed,
                     tp_opinion *out) {
    const tp_event seen = {.type = TP_EVENT_MOVE, .seat = estimate->seat, .move = move};
    tp_agent *agent = begin(review->game, &review->options, review->judge, seed, estimate->seat, NULL);
    if (agent == NULL) return false;
    bool is_known =
        tp_agent_value(agent, estimate->view, estimate->seat, move != TP_NO_MOVE ? &seen : NULL, out);
    tp_agent_free(agent);
    out->move = move;
    return is_known;
}

/* A first search finds the best move. It has looked at many and liked this one, partly by chance: so what it
 * is worth is found out by another search, which looks at nothing else; and the same for the move that was
 * chosen. The difference is then as likely too large as too small. */
static bool judge_decision(const review *review, estimate *estimate, uint64_t seed) {
    const tp_game *game = review->game;
    tp_opinion *room = calloc((size_t)game->max_moves, sizeof *room);
    if (room == NULL) return false;
    estimate->count = review_moves(game, &review->options, review->judge, seed, estimate->view, room, NULL);
    if (estimate->count > 0) estimate->moves = malloc((size_t)estimate->count * sizeof *room);
    if (estimate->moves != NULL) memcpy(estimate->moves, room, (size_t)estimate->count * sizeof *room);
    free(room);
    if (estimate->moves == NULL) return false;
    uint64_t games = 0;
    for (int i = 0; i < estimate->count; i++) games += estimate->moves[i].games;
    tp_move best = estimate->moves[0].move;
    bool good = value_of(review, estimate, best, think_mix(seed, 1), &estimate->best);
    estimate->value = estimate->best;
    if (good && estimate->chosen != best)
        good = value_of(review, estimate, estimate->chosen, think_mix(seed, 2), &estimate->value);
    return good && effect_of(review, estimate, games, think_mix(seed, 3));
}

bool judge_position(const review *review, estimate *estimate) {
    uint64_t seed = think_mix(think_mix(review->seed, (uint64_t)estimate->seat), (uint64_t)estimate->ply);
    if (estimate->is_decision) return judge_decision(review, estimate, seed);
    return value_of(review, estimate, TP_NO_MOVE, think_mix(seed, 4), &estimate->value);
}
