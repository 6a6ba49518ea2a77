/* Bruno: the rules.
 *
 * From docs/rules/exact/bruno.md, which is cited here by section (§). Freestanding, in the subset that is
 * both C11 and C++17: no libc, no allocation, no mutable globals. The random play-out is in playout.h, words
 * are in notation.c.
 *
 * A set of cards is one 64-bit word, four bits a rank. What is public and what is not is a matter of types:
 * `bruno_table` holds everything that lies open or can be worked out from open events (§5), and only
 * `bruno_state` adds the cards and what single seats have seen. */
#ifndef TAPETE_BRUNO_RULES_H
#define TAPETE_BRUNO_RULES_H

#include "tapete/chance.h"

/* ---- material (§1) ---- */

enum {
    BRUNO_SEATS = 4,
    BRUNO_HIDDEN_EACH = 3,
    BRUNO_SHOWN_EACH = 3,
    BRUNO_HAND_EACH = 7,
    BRUNO_MAX_CAP = 10000
};

/* Ranks in the order of the numbers. Leaving out the function cards this is also the order of the ordinary
 * ones. */
enum {
    BRUNO_2,
    BRUNO_3,
    BRUNO_4,
    BRUNO_5,
    BRUNO_6,
    BRUNO_7,
    BRUNO_8,
    BRUNO_9,
    BRUNO_10,
    BRUNO_J,
    BRUNO_Q,
    BRUNO_K,
    BRUNO_A,
    BRUNO_RANKS
};

enum { BRUNO_SUITS = 4, BRUNO_CARDS = BRUNO_RANKS * BRUNO_SUITS, BRUNO_NO_CARD = 0xff };

#define BRUNO_DECK ((1ull << BRUNO_CARDS) - 1)

/* A card is 4 x rank + suit. */
TP_INLINE uint32_t bruno_rank(uint32_t card) { return card / BRUNO_SUITS; }
TP_INLINE uint64_t bruno_card_set(uint32_t card) { return 1ull << card; }
TP_INLINE uint64_t bruno_rank_set(uint32_t rank) { return 0xfull << (BRUNO_SUITS * rank); }

/* Sets of ranks: bit r is rank r. */
enum {
    BRUNO_ALL_RANKS = (1 << BRUNO_RANKS) - 1,
    BRUNO_FUNCTIONS = 1 << BRUNO_2 | 1 << BRUNO_3 | 1 << BRUNO_9 | 1 << BRUNO_10,
    BRUNO_ORDINARY = BRUNO_ALL_RANKS & ~BRUNO_FUNCTIONS,
    BRUNO_PASS_ON = 1 << BRUNO_2 | 1 << BRUNO_3 | 1 << BRUNO_10 /* these leave the card to beat as it is */
};

TP_INLINE bool bruno_is_function(uint32_t rank) { return ((BRUNO_FUNCTIONS >> rank) & 1) != 0; }

#define BRUNO_FUNCTION_CARDS (0xffull << (4 * BRUNO_2) | 0xffull << (4 * BRUNO_9))
#define BRUNO_TENS (0xfull << (4 * BRUNO_10))

/* ---- moves and chance (§8) ---- */

/* "RxK" is 4 x rank + K - 1. */
enum { BRUNO_FLIP = BRUNO_CARDS, BRUNO_PICKUP, BRUNO_MOVES };

TP_INLINE uint32_t bruno_play_move(uint32_t rank, uint32_t copies) { return BRUNO_SUITS * rank + copies - 1; }

/* As many moves as cards in the zone, at most: a rank with n cards can be played in n ways. */
enum { BRUNO_MAX_MOVES = BRUNO_CARDS };

enum { BRUNO_CHANCE_DEAL, BRUNO_CHANCE_COPY, BRUNO_CHANCE_FIRST, BRUNO_CHANCE_KINDS };

/* ---- state ---- */

enum { BRUNO_OPTION_SHOWN_ONE = 1, BRUNO_OPTION_STRICT_NINE = 2 };

enum { BRUNO_NOBODY = BRUNO_SEATS }; /* winner: none */
enum { BRUNO_LEAD = 0 };             /* to_beat: none */

/* Everything that everybody knows. */
typedef struct bruno_table {
    uint64_t shown[BRUNO_SEATS];
    uint64_t known[BRUNO_SEATS]; /* hand cards that everybody saw going there */
    uint64_t pile;
    uint64_t removed; /* out of the game: 10s that were played, and cards a position does not name */
    uint64_t open;    /* every card that has ever lain open */
    uint16_t allowed[BRUNO_SEATS]; /* the ranks that hand cards which are not known can have; all if there are
                                      none */
    uint16_t plies;
    uint16_t cap; /* option: after so many plies the game is a draw */
    uint8_t hand_count[BRUNO_SEATS];
    uint8_t hidden_count[BRUNO_SEATS];
    uint8_t to_beat; /* 1 + rank, or BRUNO_LEAD */
    uint8_t current;
    uint8_t winner; /* seat or BRUNO_NOBODY */
    uint8_t options;
} bruno_table;

typedef struct bruno_state {
    bruno_table table;
    uint64_t hand[BRUNO_SEATS];
    uint64_t seen[BRUNO_SEATS]; /* every card that this seat has ever seen, open ones too */
    uint8_t hidden[BRUNO_SEATS][BRUNO_HIDDEN_EACH]; /* the next one to be flipped first; then BRUNO_NO_CARD */
    uint8_t unused[4]; /* zero: the size is a multiple of eight without padding */
} bruno_state;

/* ---- small questions ---- */

TP_INLINE bool bruno_is_over(const bruno_table *table) {
    return table->winner != BRUNO_NOBODY || table->plies >= table->cap;
}

/* Cards of a seat in all zones. */
TP_INLINE uint32_t bruno_cards_left(const bruno_table *table, uint32_t seat) {
    return table->hand_count[seat] + tp_count_bits(table->shown[seat]) + table->hidden_count[seat];
}

TP_INLINE uint32_t bruno_next_seat(uint32_t seat, uint32_t steps) { return (seat + steps) % BRUNO_SEATS; }

/* The cards that may be played against the card to beat (§3): function cards, and ordinary ones that are not
 * lower. On a 9 these are 4..8; with strict_nine only 2 and 3 pass it on. */
TP_INLINE uint64_t bruno_beating(uint32_t to_beat, bool strict_nine) {
    if (to_beat == BRUNO_LEAD) return BRUNO_DECK;
    if (to_beat == 1 + BRUNO_9) return (1ull << (BRUNO_SUITS * (strict_nine ? BRUNO_9 : BRUNO_J))) - 1;
    return (BRUNO_DECK & (~0ull << (BRUNO_SUITS * (to_beat - 1)))) | BRUNO_FUNCTION_CARDS;
}

TP_INLINE bool bruno_strict_nine(const bruno_table *table) {
    return (table->options & BRUNO_OPTION_STRICT_NINE) != 0;
}

/* The ranks that cannot be played against the card to beat: what a forced pick-up tells of a hand (§5). */
TP_INLINE uint32_t bruno_unplayable_ranks(uint32_t to_beat, bool strict_nine) {
    if (to_beat == BRUNO_LEAD) return 0;
    if (to_beat == 1 + BRUNO_9) {
        uint32_t first = strict_nine ? BRUNO_9 : BRUNO_J;
        return BRUNO_ALL_RANKS & (~0u << first);
    }
    return BRUNO_ORDINARY & ((1u << (to_beat - 1)) - 1);
}

/* In every rank the lowest bits, as many as there are cards: a set of cards becomes the set of moves that
 * play them. Four bits a rank are sorted side by side. */
TP_INLINE uint64_t bruno_plays_of(uint64_t cards) {
    const uint64_t lowest = 0x1111111111111111ull;
    uint64_t a = cards & lowest, b = (cards >> 1) & lowest, c = (cards >> 2) & lowest,
             d = (cards >> 3) & lowest;
    uint64_t ab = a | b, ab_both = a & b, cd = c | d, cd_both = c & d;
    uint64_t one = ab | cd, four = ab_both & cd_both;
    uint64_t x = ab & cd, y = ab_both | cd_both;
    return one | (x | y) << 1 | (x & y) << 2 | four << 3;
}

/* Is every card of the set of one and the same function rank? The set is not empty. */
TP_INLINE bool bruno_is_one_function(uint64_t cards) {
    uint32_t rank = bruno_rank(tp_lowest_bit(cards));
    return (cards & ~bruno_rank_set(rank)) == 0 && bruno_is_function(rank);
}

/* ---- legal moves (§3) ---- */

/* All legal moves of the current seat, whose hand this is, as a set: bit m is move m. Empty when the game is
 * over. */
TP_INLINE uint64_t bruno_legal_set(const bruno_table *table, uint64_t hand) {
    uint32_t seat = table->current;
    if (bruno_is_over(table)) return 0;
    uint64_t shown = table->shown[seat], zone = hand != 0 ? hand : shown;
    if (zone == 0) return 1ull << BRUNO_FLIP;
    uint64_t plays = bruno_plays_of(zone & bruno_beating(table->to_beat, bruno_strict_nine(table)));
    /* A function card is never the last card: the play of all cards of the seat is taken out. */
    if (plays != 0 && tp_count_bits(zone) == bruno_cards_left(table, seat) && bruno_is_one_function(zone)) {
        plays &= plays >> 1;
    }
    if (hand == 0 && (table->options & BRUNO_OPTION_SHOWN_ONE) != 0) plays &= 0x1111111111111111ull;
    return plays != 0 ? plays : 1ull << BRUNO_PICKUP;
}

/* ---- moving things ---- */

/* These cards lie open now, and everybody remembers them. */
TP_INLINE void bruno_lay_open(bruno_state *state, uint64_t cards) {
    state->table.open |= cards;
    for (uint32_t seat = 0; seat < BRUNO_SEATS; seat++) state->seen[seat] |= cards;
}

/* Nothing is said about hand cards that are not known if there are none. */
TP_INLINE void bruno_forget_allowed(bruno_state *state, uint32_t seat) {
    if ((state->hand[seat] & ~state->table.known[seat]) == 0) state->table.allowed[seat] = BRUNO_ALL_RANKS;
}

/* Cards that everybody saw go to the hand of a seat. */
TP_INLINE void bruno_take_openly(bruno_state *state, uint32_t seat, uint64_t cards) {
    state->hand[seat] |= cards;
    state->table.known[seat] |= cards;
    state->table.hand_count[seat] = (uint8_t)tp_count_bits(state->hand[seat]);
}

/* The lowest cards of a set, as many as are wanted. */
TP_INLINE uint64_t bruno_lowest_cards(uint64_t cards, uint32_t count) {
    uint64_t taken = 0;
    for (; count > 0 && cards != 0; count--, cards &= cards - 1) taken |= cards & (0 - cards);
    return taken;
}

/* Which copies leave a hand: the publicly known ones, then unknown ones chosen by chance, each with an
 * outcome of its own even where only one is left. So neither the suits nor the number of outcomes tell what
 * else is in the hand (§5). */
TP_FUNCTION uint64_t bruno_leave_hand(bruno_state *state, uint32_t seat, uint32_t rank, uint32_t copies,
                                      tp_chance *chance) {
    uint64_t there = state->hand[seat] & bruno_rank_set(rank);
    uint64_t leaving = bruno_lowest_cards(there & state->table.known[seat], copies);
    uint64_t unknown = there & ~state->table.known[seat];
    for (uint32_t left = copies - tp_count_bits(leaving); left > 0; left--) {
        tp_draw draw = tp_draw_of(BRUNO_CHANCE_COPY, (int32_t)seat, TP_EVERYBODY);
        uint64_t card = bruno_card_set(tp_pick_bit(chance, draw, unknown));
        unknown &= ~card;
        leaving |= card;
    }
    state->hand[seat] &= ~leaving;
    state->table.known[seat] &= ~leaving;
    state->table.hand_count[seat] = (uint8_t)tp_count_bits(state->hand[seat]);
    bruno_forget_allowed(state, seat);
    return leaving;
}

/* All hand cards are collected, shuffled and dealt one at a time beginning with this seat (§3,
 * Redistribution). */
TP_FUNCTION void bruno_redistribute(bruno_state *state, uint32_t first, tp_chance *chance) {
    uint64_t pool = 0;
    for (uint32_t seat = 0; seat < BRUNO_SEATS; seat++) {
        pool |= state->hand[seat];
        state->hand[seat] = state->table.known[seat] = 0;
        state->table.hand_count[seat] = 0;
        state->table.allowed[seat] = BRUNO_ALL_RANKS;
    }
    if (pool != 0) tp_shuffle(chance, BRUNO_CHANCE_DEAL);
    for (uint32_t seat = first; pool != 0; seat = bruno_next_seat(seat, 1)) {
        tp_draw draw = tp_draw_of(BRUNO_CHANCE_DEAL, (int32_t)seat, TP_ONLY(seat));
        uint64_t card = bruno_card_set(tp_pick_bit(chance, draw, pool));
        pool &= ~card;
        state->hand[seat] |= card;
        state->seen[seat] |= card;
        state->table.hand_count[seat]++;
    }
    for (uint32_t steps = 1; steps < BRUNO_SEATS; steps++) {
        uint32_t seat = bruno_next_seat(first, steps);
        if (bruno_cards_left(&state->table, seat) == 0) {
            state->table.winner = (uint8_t)seat;
            return;
        }
    }
}

/* The effects of cards of one rank that have left the zones of a seat (§3, Effects of a play). */
TP_FUNCTION void bruno_play(bruno_state *state, uint32_t seat, uint32_t rank, uint64_t cards,
                            tp_chance *chance) {
    bruno_table *table = &state->table;
    bruno_lay_open(state, cards);
    table->pile |= cards & ~BRUNO_TENS;
    table->removed |= cards & BRUNO_TENS;
    if (((BRUNO_PASS_ON >> rank) & 1) == 0) table->to_beat = (uint8_t)(1 + rank);
    if (bruno_cards_left(table, seat) == 0) {
        table->winner = (uint8_t)seat;
        return;
    }
    if (rank == BRUNO_10) bruno_redistribute(state, seat, chance);
    table->current = (uint8_t)bruno_next_seat(seat, rank == BRUNO_3 ? 2 : 1);
}

/* The whole pile goes to a hand; the same seat leads. */
TP_INLINE void bruno_take_pile(bruno_state *state, uint32_t seat) {
    bruno_take_openly(state, seat, state->table.pile);
    state->table.pile = 0;
    state->table.to_beat = BRUNO_LEAD;
}

/* A forced pick-up: everybody learns that the seat held no card that it could have played (§5, Implied by the
 * rules). */
TP_FUNCTION void bruno_pick_up(bruno_state *state, uint32_t seat) {
    bruno_table *table = &state->table;
    uint32_t unplayable = bruno_unplayable_ranks(table->to_beat, bruno_strict_nine(table));
    if (bruno_cards_left(table, seat) == 1) unplayable |= BRUNO_FUNCTIONS;
    table->allowed[seat] = (uint16_t)(table->allowed[seat] & unplayable);
    bruno_forget_allowed(state, seat);
    bruno_take_pile(state, seat);
}

/* Turn up a hidden card: it is played, or goes to the hand with the whole pile (§3, FLIP). */
TP_FUNCTION void bruno_flip(bruno_state *state, uint32_t seat, tp_chance *chance) {
    bruno_table *table = &state->table;
    uint8_t *hidden = state->hidden[seat];
    uint32_t card = hidden[0], rank = bruno_rank(card);
    tp_assert(table->hidden_count[seat] > 0 && card < BRUNO_CARDS);
    for (uint32_t i = 0; i + 1 < BRUNO_HIDDEN_EACH; i++) hidden[i] = hidden[i + 1];
    hidden[BRUNO_HIDDEN_EACH - 1] = BRUNO_NO_CARD;
    table->hidden_count[seat]--;
    bool beats = (bruno_beating(table->to_beat, bruno_strict_nine(table)) & bruno_card_set(card)) != 0;
    bool last_function = bruno_is_function(rank) && bruno_cards_left(table, seat) == 0;
    if (beats && !last_function) {
        bruno_play(state, seat, rank, bruno_card_set(card), chance);
    } else {
        bruno_lay_open(state, bruno_card_set(card));
        bruno_take_openly(state, seat, bruno_card_set(card));
        bruno_take_pile(state, seat);
    }
}

/* Make a legal move for the current seat. */
TP_FUNCTION void bruno_apply(bruno_state *state, uint32_t move, tp_chance *chance) {
    bruno_table *table = &state->table;
    uint32_t seat = table->current;
    tp_assert(move < BRUNO_MOVES && ((bruno_legal_set(table, state->hand[seat]) >> move) & 1) != 0);
    table->plies++;
    if (move == BRUNO_FLIP) {
        bruno_flip(state, seat, chance);
    } else if (move == BRUNO_PICKUP) {
        bruno_pick_up(state, seat);
    } else {
        uint32_t rank = move / BRUNO_SUITS, copies = move % BRUNO_SUITS + 1;
        uint64_t cards;
        if (state->hand[seat] != 0) {
            cards = bruno_leave_hand(state, seat, rank, copies, chance);
        } else {
            cards = bruno_lowest_cards(table->shown[seat] & bruno_rank_set(rank), copies);
            table->shown[seat] &= ~cards;
        }
        bruno_play(state, seat, rank, cards, chance);
    }
}

/* ---- beginning and end ---- */

TP_INLINE uint64_t bruno_deal_card(uint64_t *deck, uint32_t seat, uint32_t audience, tp_chance *chance) {
    uint64_t card =
        bruno_card_set(tp_pick_bit(chance, tp_draw_of(BRUNO_CHANCE_DEAL, (int32_t)seat, audience), *deck));
    *deck &= ~card;
    return card;
}

/* Deal into a zeroed state: per seat the hidden, the shown and the hand cards; then the seat that leads (§1).
 */
TP_FUNCTION void bruno_setup(bruno_state *state, uint32_t cap, uint32_t options, tp_chance *chance) {
    bruno_table *table = &state->table;
    uint64_t deck = BRUNO_DECK;
    for (uint32_t seat = 0; seat < BRUNO_SEATS; seat++) {
        for (uint32_t i = 0; i < BRUNO_HIDDEN_EACH; i++) {
            state->hidden[seat][i] = (uint8_t)tp_lowest_bit(bruno_deal_card(&deck, seat, TP_NOBODY, chance));
        }
        for (uint32_t i = 0; i < BRUNO_SHOWN_EACH; i++)
            table->shown[seat] |= bruno_deal_card(&deck, seat, TP_EVERYBODY, chance);
        for (uint32_t i = 0; i < BRUNO_HAND_EACH; i++)
            state->hand[seat] |= bruno_deal_card(&deck, seat, TP_ONLY(seat), chance);
        table->hidden_count[seat] = BRUNO_HIDDEN_EACH;
        table->hand_count[seat] = BRUNO_HAND_EACH;
        table->allowed[seat] = BRUNO_ALL_RANKS;
        table->open |= table->shown[seat];
    }
    for (uint32_t seat = 0; seat < BRUNO_SEATS; seat++) state->seen[seat] = table->open | state->hand[seat];
    table->winner = BRUNO_NOBODY;
    table->cap = (uint16_t)cap;
    table->options = (uint8_t)options;
    tp_draw first = tp_draw_of(BRUNO_CHANCE_FIRST, TP_TABLE, TP_EVERYBODY);
    table->current = (uint8_t)tp_pick_below(chance, first, BRUNO_SEATS);
}

TP_INLINE uint32_t bruno_team(uint32_t seat) { return seat % 2; }

/* 1 for the seats of the team that won, -1 for the others, 0 for a draw: the margin and the return alike
 * (§4). */
TP_INLINE int32_t bruno_result(const bruno_table *table, uint32_t seat) {
    if (table->winner == BRUNO_NOBODY) return 0;
    return bruno_team(table->winner) == bruno_team(seat) ? 1 : -1;
}

#endif
