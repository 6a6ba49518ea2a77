/* Histories: everything that a viewer has seen since the game began, as one 128-bit key.
 *
 * A view (game.h) is what acting needs, and it may forget how it came about. A history forgets nothing. Its
 * key is a running hash over the game and its options, the viewer, and the projected events (`seen` in
 * game.h) in their order:
 *
 *     tp_history key = tp_history_begin(game, &options, seat);
 *     ...
 *     game->seen(before, &event, seat, &seen);
 *     key = tp_history_add(key, &seen);
 *
 * At a decision of the seat the key names its information set under perfect recall: two states that the seat
 * cannot tell apart, reached by events that looked the same to it, have the same key, and events
 * that looked different give another one. A collision is as unlikely as among random 128-bit numbers: about
 * n^2 / 2^129 for n histories. The hash is not cryptographic. It needs no secret, because nothing goes into
 * it that the viewer does not know.
 *
 * The order in which a seat was dealt its cards is part of what it saw, so two orders of the same hand are
 * two histories. A solver that wants them as one information set sorts them out before it adds them.
 *
 * Keys can be compared within one version of the library. They are no file format. */
#ifndef TAPETE_HISTORY_H
#define TAPETE_HISTORY_H

#include "tapete/game.h"

TP_BEGIN_DECLS

/* A key. Copy it like a number; a caller that takes a move back keeps the key from before it. */
typedef struct tp_history {
    uint64_t words[2];
} tp_history;

TP_INLINE bool tp_history_equal(tp_history one, tp_history other) {
    return one.words[0] == other.words[0] && one.words[1] == other.words[1];
}

/* The history of a viewer (a seat, TP_SPECTATOR or TP_REVEALED) before the first card is dealt. The events of
 * the deal are added like all others. Options are settled first, so what a preset implies need not be written
 * out. */
tp_history tp_history_begin(const tp_game *game, const tp_options *options, int viewer);

/* The history of a viewer that begins in a position which was set up, not dealt: it starts from the view, for
 * nothing is known of how that came about. Different from every history that begins with a deal. */
tp_history tp_history_from_view(const tp_game *game, const tp_options *options, int viewer, const void *view);

/* The history after one more event, as `seen` projected it for this viewer. Of a move its seat and its number
 * count, of an outcome its seat, its kind and the outcome or TP_HIDDEN. The audience does not: who else saw a
 * card is part of the rules and not of what was seen. */
tp_history tp_history_add(tp_history key, const tp_event *seen);

/* The history after a whole ply, projected for this viewer here: the move, if it is not the deal, and the
 * outcomes that followed. `before` is the state in which the ply began; for the deal it is the state that was
 * dealt. */
tp_history tp_history_add_ply(tp_history key, const tp_game *game, const void *before, const tp_event *events,
                              size_t count, int viewer);

/* ---- without a match ----
 *
 * A match keeps the history of every viewer (tp_match_history). A solver or a batch of games keeps them
 * itself. The fast generator of chance.h tells nobody what it drew, so the rules are given this source
 * instead. It draws with the same probabilities and notes the events of one ply at a time:
 *
 *     tp_event events[256];
 *     tp_event_log log;
 *     tp_event_log_init(&log, 7, events, 256);
 *     tp_event_log_begin(&log, TP_TABLE, TP_NO_MOVE);                  the deal
 *     game->setup(state, &options, &log.chance, &error);
 *     key = tp_history_add_ply(key, game, state, events, log.count, seat);
 *     ...
 *     memcpy(before, state, game->state_size);
 *     tp_event_log_begin(&log, game->actor(state), move);              a move
 *     game->apply(state, move, &log.chance);
 *     key = tp_history_add_ply(key, game, before, events, log.count, seat); */

typedef struct tp_event_log {
    tp_chance chance; /* first: hand &log.chance to setup() and apply() */
    tp_event *events; /* the caller's */
    size_t count, capacity;
    bool is_cut; /* the ply had more events than there was room for: the rest is not in the list */
} tp_event_log;

void tp_event_log_init(tp_event_log *log, uint64_t seed, tp_event *events, size_t capacity);

/* Forget the last ply and begin another one: with this move, or with TP_NO_MOVE for the deal. */
void tp_event_log_begin(tp_event_log *log, int seat, tp_move move);

TP_END_DECLS
#endif
