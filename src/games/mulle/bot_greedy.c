/* The agent `mulle-greedy`: the heuristic of the rulebook. The choice itself is part of the game's hot file,
 * so that it exists in the build that fits the processor. */
#include "core/language.h"
#include "games/mulle/play.h"
#include "games/mulle/view.h"
#include "games/registry.h"

#include <stdlib.h>

mulle_greedy_player *mulle_greedy_of(const tp_game *game) {
#if defined(TAPETE_HAS_BMI2)
    if (game == &mulle_game_bmi2) return mulle_greedy_bmi2;
#else
    (void)game;
#endif
    return mulle_greedy;
}

typedef struct greedy_self {
    mulle_greedy_player *greedy;
} greedy_self;

static tp_err create(const tp_game *game, const tp_options *options, uint64_t seed, void **self,
                     tp_error *error) {
    (void)options;
    (void)seed; /* nothing here is random */
    greedy_self *made = calloc(1, sizeof *made);
    if (made == NULL) return tp_fail(error, TP_E_MEMORY, TR("no memory for the agent %s"), "mulle-greedy");
    made->greedy = mulle_greedy_of(game);
    *self = made;
    return TP_OK;
}

static tp_move choose(void *self, const void *view) {
    return ((greedy_self *)self)->greedy(&((const mulle_view *)view)->known);
}

static bool renew(void *self, uint64_t seed) {
    (void)self;
    (void)seed; /* nothing here is random */
    return true;
}

static const tp_option options_table[] = {{NULL, TP_OPTION_INT, NULL, 0, 0, NULL, NULL}};

const tp_agent_kind mulle_greedy_agent = {
    .struct_size = sizeof(tp_agent_kind),
    .name = "mulle-greedy",
    .summary = TR_MARK(
        "the rulebook's heuristic: the capture with the most mulles and cards, else the first build, else a discard"),
    .game = "mulle",
    .options = options_table,
    .create = create,
    .destroy = free,
    .choose = choose,
    .quick = true,
    .renew = renew,
};
