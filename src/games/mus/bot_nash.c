/* The agent `nash`: plays two-player Mus by the solution, so that nobody can win much against it.
 *
 * At every score it plays the policy that `tapete solve --all` has found and measured there, to the byte: it
 * is found again from the values of all scores (solve_scores.h). Where hands may be improved it cuts, which
 * either side always can. Bets that the solution does not know are taken for those nearest (solve_path.h). */
#include "core/language.h"
#include "games/mus/bot_mc.h"
#include "games/mus/play.h"
#include "games/mus/solve_keep.h"
#include "games/mus/solve_path.h"

#include <stdlib.h>
#include <string.h>

typedef struct nash_self {
    tp_rng rng;
    solve_keep *keep;
    const char *failure;
    size_t bytes;
} nash_self;

static const char refusal[] =
    TR_MARK("the agent nash plays two-player Mus (preset=S2 or F2) and no other variant");
static const char no_memory[] = TR_MARK("the agent nash does not have enough memory");

/* The variants that are solved, also with fewer bets: all that the solution uses are there. */
static bool plays(const mus_rules *rules) {
    mus_rules found = *rules;
    found.raises = 0;
    found.max_raises = MUS_NO_LIMIT;
    if (found.mus == MUS_UNTIL_CUT) {
        found.mus = MUS_NONE;
        found.mus_rounds = 0;
    }
    return mc_plays(&found);
}

/* The probabilities of all legal moves. */
static int probs(void *self_bytes, const void *view_bytes, double *out) {
    nash_self *self = self_bytes;
    const mus_view *view = view_bytes;
    const mus_table *table = &view->table;
    const uint8_t *own = view->hands[table->to_act];
    tp_move moves[MUS_MAX_MOVES];
    int count = mus_list_legal(table, own, moves), first = 0;
    for (int i = 0; i < count; i++) {
        out[i] = 0;
        if (moves[i] == MUS_MOVE_NO_MUS) first = i;
    }
    if (!plays(&table->rules)) self->failure = refusal;
    if (self->failure != NULL || !mus_is_lance(table->phase)) {
        out[first] = 1;
        return count;
    }
    int mano, postre, stage;
    nash_path paths[NASH_MOST_PATHS];
    const solve_tree *tree = solve_keep_tree(self->keep);
    const solve_cards *cards = solve_cards_get();
    nash_score(table, &mano, &postre);
    int ways = nash_find(tree, table, &stage, paths);
    int player = table->to_act == table->mano ? SOLVE_MANO : SOLVE_POSTRE;
    int place =
        cards->place[mus_class_of(&table->rules, own) - mus_classes_8] - tree->stage[stage].first[player];
    double total = 0;
    for (int k = 0; k < ways; k++) {
        double of_actions[SOLVE_MOST_ACTIONS] = {0};
        static const solve_node wanting = {.actions = 1, .moves = {MUS_MOVE_QUIERO}};
        const solve_node *node = paths[k].node < 0 ? &wanting : &tree->lance.node[paths[k].node];
        if (paths[k].node < 0) {
            of_actions[0] = 1;
        } else if (!solve_keep_read(self->keep, mano, postre, stage, paths[k].column, paths[k].node, place,
                                    of_actions)) {
            self->failure = no_memory;
            out[0] = 1;
            return count;
        }
        for (int a = 0; a < node->actions; a++) {
            for (int i = 0; i < count; i++) {
                if (moves[i] != node->moves[a]) continue;
                out[i] += paths[k].weight * of_actions[a];
                total += paths[k].weight * of_actions[a];
            }
        }
    }
    if (total <= 0) out[0] = total = 1;
    for (int i = 0; i < count; i++) out[i] /= total;
    return count;
}

static tp_move choose(void *self_bytes, const void *view_bytes) {
    nash_self *self = self_bytes;
    const mus_view *view = view_bytes;
    tp_move moves[MUS_MAX_MOVES];
    double of_moves[MUS_MAX_MOVES];
    mus_list_legal(&view->table, view->hands[view->table.to_act], moves);
    int count = probs(self, view, of_moves), chosen = 0;
    double toss = tp_rng_fraction(&self->rng);
    for (int i = 0; i < count; i++) {
        if (of_moves[i] <= 0) continue;
        chosen = i;
        if (toss < of_moves[i]) break;
        toss -= of_moves[i];
    }
    if (self->failure == NULL && mus_is_lance(view->table.phase)) {
        int mano, postre;
        nash_score(&view->table, &mano, &postre);
        solve_keep_ahead(self->keep, mano, postre);
    }
    return moves[chosen];
}

static tp_err suits(const void *self, const tp_options *options, tp_error *error) {
    mus_rules rules;
    (void)self;
    mus_rules_from_options(options, &rules);
    return plays(&rules) ? TP_OK : tp_fail(error, TP_E_INPUT, "%s", tp_translate(refusal));
}

static const char *failure(const void *self) { return ((const nash_self *)self)->failure; }

static void destroy(void *self_bytes) {
    nash_self *self = self_bytes;
    solve_keep_leave(self->keep);
    free(self);
}

static tp_err create(const tp_game *game, const tp_options *options, uint64_t seed, void **out,
                     tp_error *error) {
    (void)game;
    nash_self *self = calloc(1, sizeof *self);
    if (self == NULL) return tp_fail(error, TP_E_MEMORY, TR("no memory for the agent %s"), "nash");
    const char *file = tp_options_text(options, "file");
    tp_rng_seed(&self->rng, seed);
    self->keep = solve_keep_join(file[0] == '\0' ? NULL : file, error);
    if (self->keep == NULL) {
        free(self);
        if (error != NULL) tp_error_at(error, TR("agent %s"), "nash");
        return error == NULL ? TP_E_INPUT : error->code;
    }
    /* all agents share it: the first one counts it */
    self->bytes = sizeof *self + (solve_keep_users(self->keep) == 1 ? solve_keep_bytes(self->keep) : 0);
    *out = self;
    return TP_OK;
}

static bool renew(void *self, uint64_t seed) {
    tp_rng_seed(&((nash_self *)self)->rng, seed);
    return true;
}

static size_t bytes(const void *self) { return ((const nash_self *)self)->bytes; }

static const tp_option options_table[] = {
    {"file", TP_OPTION_TEXT, "", 0, 0, NULL,
     TR_MARK(
         "the values of all scores, from `tapete solve mus --option preset=S2 --all`; without it, those that come "
         "with the program")},
    {NULL, TP_OPTION_INT, NULL, 0, 0, NULL, NULL},
};

const tp_agent_kind nash_agent = {
    .struct_size = sizeof(tp_agent_kind),
    .name = "nash",
    .summary = TR_MARK("plays two-player Mus by its solution: nobody wins much against it"),
    .game = "mus",
    .options = options_table,
    .create = create,
    .destroy = destroy,
    .choose = choose,
    .probs = probs,
    .failure = failure,
    .suits = suits,
    .bytes = bytes,
    .renew = renew,
};
