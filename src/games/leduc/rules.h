/* Leduc poker: the rules, after docs/rules/exact/leduc.md; "L9" is row L9 there.
 *
 * Six cards, two players, two betting rounds and one card that is turned up between them.
 *
 * Freestanding, C11 and C++17. */
#ifndef TAPETE_LEDUC_RULES_H
#define TAPETE_LEDUC_RULES_H

#include "tapete/chance.h"

enum {
    LEDUC_SEATS = 2,
    LEDUC_RANKS = 3,
    LEDUC_SUITS = 2,
    LEDUC_CARDS = LEDUC_RANKS * LEDUC_SUITS,
    LEDUC_ROUNDS = 2,
    LEDUC_LEAST_RAISES = 1,
    LEDUC_MOST_RAISES = 3,
    LEDUC_ANTE = 1,
    /* The longest round: a check, all raises, a call. */
    LEDUC_MAX_PLIES = LEDUC_ROUNDS * (LEDUC_MOST_RAISES + 2),
};

/* A card is rank * LEDUC_SUITS + suit: Js, Jh, Qs, Qh, Ks, Kh. */
enum { LEDUC_UNKNOWN_CARD = LEDUC_CARDS, LEDUC_NO_CARD };

enum { LEDUC_FOLD, LEDUC_CHECK, LEDUC_CALL, LEDUC_BET, LEDUC_RAISE, LEDUC_MOVES };

enum { LEDUC_CHANCE_CARD, LEDUC_CHANCE_KINDS };

/* What everybody knows (L21). Legal moves depend on nothing else, so a list of moves gives nothing away. All
 * fields below `moves` follow from those above. */
typedef struct leduc_table {
    uint8_t most_raises; /* in a round: the option */
    uint8_t board;       /* the card that is turned up, LEDUC_NO_CARD until then */
    uint8_t count;       /* moves so far */
    uint8_t moves[LEDUC_MAX_PLIES];
    uint8_t round;   /* 0, 1; at the end the one in which it came */
    uint8_t played;  /* moves in this round */
    uint8_t raised;  /* bets and raises in this round */
    uint8_t current; /* who is to act; 0 at the end */
    uint8_t paid[LEDUC_SEATS];
    uint8_t over;
} leduc_table;

typedef struct leduc_state {
    leduc_table table;
    uint8_t card[LEDUC_SEATS];
} leduc_state;

TP_INLINE uint32_t leduc_rank(uint32_t card) { return card / LEDUC_SUITS; }

/* L9 */
TP_INLINE uint32_t leduc_bet_size(uint32_t round) { return round == 0 ? 2 : 4; }

TP_INLINE uint32_t leduc_most_lost(const leduc_table *table) {
    return LEDUC_ANTE + table->most_raises * (leduc_bet_size(0) + leduc_bet_size(1));
}

TP_INLINE bool leduc_faces_bet(const leduc_table *table) {
    return table->paid[table->current] < table->paid[1 - table->current];
}

/* The legal moves as a set: bit m is move m (L7, L8, L11). */
TP_INLINE uint32_t leduc_legal(const leduc_table *table) {
    if (table->over) return 0;
    if (!leduc_faces_bet(table)) return 1u << LEDUC_CHECK | 1u << LEDUC_BET;
    return 1u << LEDUC_FOLD | 1u << LEDUC_CALL |
           (table->raised < table->most_raises ? 1u << LEDUC_RAISE : 0u);
}

/* What a legal move pays into the pot. */
TP_INLINE uint32_t leduc_price(const leduc_table *table, uint32_t move) {
    uint32_t behind = (uint32_t)table->paid[1 - table->current] - table->paid[table->current];
    switch (move) {
    case LEDUC_CALL: return behind;
    case LEDUC_BET:
    case LEDUC_RAISE: return behind + leduc_bet_size(table->round);
    default: return 0;
    }
}

TP_INLINE bool leduc_is_folded(const leduc_table *table) {
    return table->count > 0 && table->moves[table->count - 1] == LEDUC_FOLD;
}

/* Both players show their cards (L15). */
TP_INLINE bool leduc_is_shown(const leduc_table *table) { return table->over && !leduc_is_folded(table); }

/* The table before the first move: the antes are paid (L4). */
TP_INLINE void leduc_start(leduc_table *table, uint32_t most_raises) {
    table->most_raises = (uint8_t)most_raises;
    table->board = LEDUC_NO_CARD;
    for (uint32_t seat = 0; seat < LEDUC_SEATS; seat++) table->paid[seat] = LEDUC_ANTE;
}

/* The round after this move is over; the caller turns up the board between the rounds. */
TP_INLINE void leduc_end_round(leduc_table *table) {
    table->current = 0; /* L6 */
    if (table->round + 1 == LEDUC_ROUNDS) {
        table->over = 1;
        return;
    }
    table->round++;
    table->played = 0;
    table->raised = 0;
}

/* Everything about a move except the card that may be turned up after it. */
TP_INLINE void leduc_make(leduc_table *table, uint32_t move) {
    uint32_t seat = table->current, other = 1 - seat;
    table->moves[table->count++] = (uint8_t)move;
    table->played++;
    table->current = (uint8_t)other;
    if (move == LEDUC_FOLD) {
        table->over = 1;
        table->current = 0;
        return;
    }
    if (move != LEDUC_CHECK) table->paid[seat] = table->paid[other]; /* L10 */
    if (move == LEDUC_BET || move == LEDUC_RAISE) {
        table->paid[seat] = (uint8_t)(table->paid[seat] + leduc_bet_size(table->round));
        table->raised++;
    } else if (move == LEDUC_CALL || table->played == 2) { /* L12: the second of two moves is a check */
        leduc_end_round(table);
    }
}

/* Is the board still to be turned up before the next move (L13)? */
TP_INLINE bool leduc_needs_board(const leduc_table *table) {
    return table->round == 1 && table->board == LEDUC_NO_CARD;
}

/* L5; the cards that nobody gets are never drawn, so they are in no log. */
TP_INLINE void leduc_setup(leduc_state *state, uint32_t most_raises, tp_chance *chance) {
    uint64_t deck = (1u << LEDUC_CARDS) - 1;
    leduc_start(&state->table, most_raises);
    tp_shuffle(chance, LEDUC_CHANCE_CARD);
    for (uint32_t seat = 0; seat < LEDUC_SEATS; seat++) {
        tp_draw draw = {LEDUC_CHANCE_CARD, (int32_t)seat, TP_ONLY(seat)};
        uint32_t card = tp_pick_bit(chance, draw, deck);
        deck &= ~(1ull << card);
        state->card[seat] = (uint8_t)card;
    }
}

TP_INLINE void leduc_apply(leduc_state *state, uint32_t move, tp_chance *chance) {
    tp_assert(move < LEDUC_MOVES && ((leduc_legal(&state->table) >> move) & 1) != 0);
    leduc_make(&state->table, move);
    if (!leduc_needs_board(&state->table)) return;
    tp_draw draw = {LEDUC_CHANCE_CARD, TP_TABLE, TP_EVERYBODY};
    uint64_t deck = ((1u << LEDUC_CARDS) - 1) & ~(1ull << state->card[0]) & ~(1ull << state->card[1]);
    state->table.board = (uint8_t)tp_pick_bit(chance, draw, deck);
}

/* Larger is better (L16, L17). */
TP_INLINE uint32_t leduc_strength(uint32_t card, uint32_t board) {
    return leduc_rank(card) + (leduc_rank(card) == leduc_rank(board) ? (uint32_t)LEDUC_RANKS : 0u);
}

/* The seats that take the pot of a hand that is over, as a set; both if it is split. */
TP_INLINE uint32_t leduc_winners(const leduc_table *table, const uint8_t card[LEDUC_SEATS]) {
    if (leduc_is_folded(table)) return table->paid[0] > table->paid[1] ? 1u : 2u; /* L14 */
    uint32_t first = leduc_strength(card[0], table->board), second = leduc_strength(card[1], table->board);
    return first > second ? 1u : first < second ? 2u : 3u;
}

/* L20; 0 before the end. */
TP_INLINE int32_t leduc_score(const leduc_table *table, const uint8_t card[LEDUC_SEATS], uint32_t seat) {
    if (!table->over) return 0;
    uint32_t winners = leduc_winners(table, card);
    if (winners == 3) return 0;
    return ((winners >> seat) & 1) != 0 ? (int32_t)table->paid[1 - seat] : -(int32_t)table->paid[seat];
}

#endif
