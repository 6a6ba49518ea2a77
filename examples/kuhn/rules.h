/* Kuhn poker: the rules. Three cards, two players, at most three moves.
 *
 * Both put one chip into the pot and get one of the cards J, Q, K. Seat 0 checks or bets a chip; seat 1
 * answers. A bet is called or folded to; after check and bet seat 0 answers once more. A player who did not
 * fold, or has the higher card, takes the pot.
 *
 * Freestanding, C11 and C++17. */
#ifndef KUHN_RULES_H
#define KUHN_RULES_H

#include "tapete/chance.h"

enum { KUHN_SEATS = 2, KUHN_CARDS = 3, KUHN_MAX_PLIES = 3, KUHN_CHANCE_CARD = 0, KUHN_CHANCE_KINDS = 1 };

/* A card is its rank; in views one of them is no card but what is not known. */
enum { KUHN_J, KUHN_Q, KUHN_K, KUHN_UNKNOWN };

enum { KUHN_CHECK, KUHN_BET, KUHN_FOLD, KUHN_CALL, KUHN_MOVES };

/* What everybody knows. It is all that legality depends on, so that nothing can leak through the list of
 * moves. */
typedef struct kuhn_table {
    uint8_t moves[KUHN_MAX_PLIES]; /* in their order; 0 if none was made yet */
    uint8_t count;
} kuhn_table;

typedef struct kuhn_state {
    kuhn_table table;
    uint8_t card[KUHN_SEATS];
} kuhn_state;

TP_INLINE uint32_t kuhn_last(const kuhn_table *table) {
    return table->count > 0 ? table->moves[table->count - 1] : (uint32_t)KUHN_MOVES;
}

TP_INLINE bool kuhn_is_over(const kuhn_table *table) {
    uint32_t last = kuhn_last(table);
    return last == KUHN_FOLD || last == KUHN_CALL || (last == KUHN_CHECK && table->count == 2);
}

/* Are the cards turned over at the end? If a player has folded they are not. */
TP_INLINE bool kuhn_is_shown(const kuhn_table *table) {
    return kuhn_is_over(table) && kuhn_last(table) != KUHN_FOLD;
}

/* Who is to act; at the end, who would be. */
TP_INLINE uint32_t kuhn_current(const kuhn_table *table) { return table->count % KUHN_SEATS; }

/* The legal moves as a set: bit m is move m. */
TP_INLINE uint32_t kuhn_legal(const kuhn_table *table) {
    if (kuhn_is_over(table)) return 0;
    return kuhn_last(table) == KUHN_BET ? 1u << KUHN_FOLD | 1u << KUHN_CALL
                                        : 1u << KUHN_CHECK | 1u << KUHN_BET;
}

TP_INLINE void kuhn_play(kuhn_table *table, uint32_t move) { table->moves[table->count++] = (uint8_t)move; }

/* Both cards are drawn out of the same three, each for its owner alone. The third is never drawn, and so it
 * is in no log. */
TP_INLINE void kuhn_setup(kuhn_state *state, tp_chance *chance) {
    uint64_t deck = (1u << KUHN_CARDS) - 1;
    tp_shuffle(chance, KUHN_CHANCE_CARD);
    for (uint32_t seat = 0; seat < KUHN_SEATS; seat++) {
        tp_draw draw = {KUHN_CHANCE_CARD, (int32_t)seat, TP_ONLY(seat)};
        uint32_t card = tp_pick_bit(chance, draw, deck);
        deck &= ~(1ull << card);
        state->card[seat] = (uint8_t)card;
    }
}

/* Who takes the pot of a game that is over, and how many chips of the other's are in it. */
TP_INLINE uint32_t kuhn_winner(const kuhn_state *state) {
    if (kuhn_last(&state->table) == KUHN_FOLD) return kuhn_current(&state->table);
    return state->card[0] > state->card[1] ? 0 : 1;
}

TP_INLINE int32_t kuhn_stake(const kuhn_table *table) { return kuhn_last(table) == KUHN_CALL ? 2 : 1; }

#endif
