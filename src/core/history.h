/* Histories in two steps, for those that begin one for every viewer of a game: what the options give is the
 * same for all. */
#ifndef TAPETE_CORE_HISTORY_H
#define TAPETE_CORE_HISTORY_H

#include "tapete/history.h"

/* The game and its options, which are settled. */
tp_history history_of_options(const tp_game *game, const tp_options *settled);

/* From there tp_history_begin and tp_history_from_view. */
tp_history history_of_deal(tp_history options, int viewer);
tp_history history_of_view(tp_history options, int viewer, const void *view, size_t size);

#endif
