/* Bruno: uniformly random moves to the end of the game, as fast as they go.
 *
 * The same rules as rules.h without what nobody asks for afterwards: who knows which card, which copy of a
 * rank was played. A rank with n cards can be played in n ways, so a random move is a random card: it is
 * played with those of its rank that lie below it. A test compares the distribution of results with rules.h.
 * Freestanding, C11 and C++17. What was tried is in docs/performance.md. */
#ifndef TAPETE_BRUNO_PLAYOUT_H
#define TAPETE_BRUNO_PLAYOUT_H

#include "games/bruno/rules.h"

/* The table as far as a play-out needs it. */
typedef struct bruno_fast {
    uint64_t hand[BRUNO_SEATS], shown[BRUNO_SEATS];
    uint32_t hidden[BRUNO_SEATS]; /* a byte a card, the next one lowest: 1 + card; 0: none */
    uint64_t beating[1 + BRUNO_RANKS];
    uint64_t pile;
    uint32_t seat, to_beat, plies;
} bruno_fast;

/* The cards that go with a random one: itself and the lower ones of its rank. */
TP_INLINE uint64_t bruno_up_to(uint32_t card) {
    return (2ull << card) - (1ull << (card & ~(uint32_t)(BRUNO_SUITS - 1)));
}

/* Deal all hand cards anew. Returns the seat that is left without a card, or BRUNO_NOBODY. */
TP_INLINE uint32_t bruno_fast_redistribute(bruno_fast *fast, tp_rng *rng) {
    uint64_t pool = fast->hand[0] | fast->hand[1] | fast->hand[2] | fast->hand[3];
    uint32_t total = tp_count_bits(pool), winner = BRUNO_NOBODY;
    for (uint32_t steps = 0; steps < BRUNO_SEATS - 1; steps++) {
        uint32_t seat = bruno_next_seat(fast->seat, steps), left = total;
        uint64_t hand = pool, fraction = 0;
        /* a random subset: what is not taken out of the pool stays in it */
        uint32_t wanted = (total + BRUNO_SEATS - 1 - steps) / (BRUNO_SEATS - steps);
        pool = 0;
        total -= wanted;
        for (uint32_t i = 0; i < wanted; i++) {
            if ((i & 3) == 0) fraction = tp_rng_next(rng); /* four numbers below 64 use 24 of its bits */
            uint32_t card = tp_select_bit(hand, tp_fraction_below(&fraction, left--));
            pool |= bruno_card_set(card);
            hand &= ~bruno_card_set(card);
        }
        fast->hand[seat] = pool;
        pool = hand;
    }
    fast->hand[bruno_next_seat(fast->seat, BRUNO_SEATS - 1)] = pool;
    for (uint32_t steps = BRUNO_SEATS - 1; steps > 0; steps--) {
        uint32_t seat = bruno_next_seat(fast->seat, steps);
        if ((fast->hand[seat] | fast->shown[seat] | fast->hidden[seat]) == 0) winner = seat;
    }
    return winner;
}

/* A ply of a seat that has no hand cards, or nothing else: everything that needs more care. Returns the
 * winner, or BRUNO_NOBODY. */
TP_INLINE uint32_t bruno_fast_rare_ply(bruno_fast *fast, bool shown_one, tp_rng *rng) {
    uint32_t seat = fast->seat, card;
    uint64_t *zone = fast->hand[seat] != 0 ? &fast->hand[seat] : &fast->shown[seat];
    uint64_t beating = fast->beating[fast->to_beat], played;
    fast->plies++;
    if (*zone == 0) {
        card = (fast->hidden[seat] & 0xff) - 1;
        fast->hidden[seat] >>= 8;
        played = bruno_card_set(card);
        bool last_function = fast->hidden[seat] == 0 && (played & BRUNO_FUNCTION_CARDS) != 0;
        if ((played & beating) == 0 || last_function) {
            fast->hand[seat] = fast->pile | played;
            fast->pile = 0;
            fast->to_beat = BRUNO_LEAD;
            return BRUNO_NOBODY;
        }
    } else {
        uint64_t plays = bruno_plays_of(*zone & beating);
        bool all_cards = *zone == (fast->hand[seat] | fast->shown[seat]) && fast->hidden[seat] == 0;
        if (plays != 0 && all_cards && bruno_is_one_function(*zone)) plays &= plays >> 1;
        if (shown_one && fast->hand[seat] == 0) plays &= 0x1111111111111111ull;
        if (plays == 0) {
            fast->hand[seat] |= fast->pile;
            fast->pile = 0;
            fast->to_beat = BRUNO_LEAD;
            return BRUNO_NOBODY;
        }
        uint32_t move = tp_select_bit(plays, tp_rng_below(rng, tp_count_bits(plays)));
        card = move;
        played = bruno_lowest_cards(*zone & bruno_rank_set(bruno_rank(move)), move % BRUNO_SUITS + 1);
        *zone &= ~played;
    }
    uint32_t rank = bruno_rank(card);
    fast->pile |= played & ~BRUNO_TENS;
    if (((BRUNO_PASS_ON >> rank) & 1) == 0) fast->to_beat = 1 + rank;
    if ((fast->hand[seat] | fast->shown[seat] | fast->hidden[seat]) == 0) return seat;
    uint32_t winner = rank == BRUNO_10 ? bruno_fast_redistribute(fast, rng) : (uint32_t)BRUNO_NOBODY;
    fast->seat = bruno_next_seat(seat, rank == BRUNO_3 ? 2 : 1);
    return winner;
}

/* A ply of a seat that has hand cards and others: it never wins, and no card of it is its last. A pick-up and
 * the lead that follows it are one step without a branch, which would be guessed wrong each time. Returns the
 * winner, whom a 10 can make, or BRUNO_NOBODY. */
TP_INLINE uint32_t bruno_fast_ply(bruno_fast *fast, tp_rng *rng) {
    uint32_t seat = fast->seat;
    uint64_t hand = fast->hand[seat], legal = hand & fast->beating[fast->to_beat];
    uint32_t picks = legal == 0;
    uint64_t if_picks = 0 - (uint64_t)picks;
    hand |= fast->pile & if_picks;
    legal |= hand & if_picks;
    uint32_t card = tp_select_bit(legal, tp_rng_below(rng, tp_count_bits(legal))), rank = bruno_rank(card);
    uint64_t played = hand & bruno_up_to(card);
    fast->hand[seat] = hand ^ played;
    fast->pile = (fast->pile & ~if_picks) | (played & ~BRUNO_TENS);
    uint32_t passes_on = (BRUNO_PASS_ON >> rank) & 1, stays = fast->to_beat & (uint32_t)~if_picks;
    fast->to_beat = (stays & (0 - passes_on)) | ((1 + rank) & (passes_on - 1));
    fast->plies += 1 + picks;
    uint32_t winner = BRUNO_NOBODY;
    if (TP_UNLIKELY(rank == BRUNO_10)) winner = bruno_fast_redistribute(fast, rng);
    fast->seat = bruno_next_seat(seat, 1 + (uint32_t)(rank == BRUNO_3));
    return winner;
}

/* Play to the end; returns the number of decisions. Afterwards only returns and scores are defined. */
TP_FUNCTION int bruno_playout(bruno_state *state, tp_chance *chance) {
    bruno_table *table = &state->table;
    if (bruno_is_over(table)) return 0;
    bruno_fast fast;
    tp_rng rng = chance->rng;
    for (uint32_t seat = 0; seat < BRUNO_SEATS; seat++) {
        fast.hand[seat] = state->hand[seat];
        fast.shown[seat] = table->shown[seat];
        fast.hidden[seat] = 0;
        for (uint32_t i = table->hidden_count[seat]; i-- > 0;)
            fast.hidden[seat] = fast.hidden[seat] << 8 | (1u + state->hidden[seat][i]);
    }
    for (uint32_t to_beat = 0; to_beat <= BRUNO_RANKS; to_beat++)
        fast.beating[to_beat] = bruno_beating(to_beat, bruno_strict_nine(table));
    fast.pile = table->pile;
    fast.seat = table->current;
    fast.to_beat = table->to_beat;
    fast.plies = table->plies;

    bool shown_one = (table->options & BRUNO_OPTION_SHOWN_ONE) != 0;
    uint32_t winner = BRUNO_NOBODY, before = fast.plies, cap = table->cap;
    do {
        bool usual = fast.hand[fast.seat] != 0 && (fast.shown[fast.seat] | fast.hidden[fast.seat]) != 0;
        winner = TP_LIKELY(usual) ? bruno_fast_ply(&fast, &rng) : bruno_fast_rare_ply(&fast, shown_one, &rng);
    } while (winner == BRUNO_NOBODY && fast.plies < cap);

    /* A pick-up that was the last ply has no lead: what came of it does not count. */
    if (fast.plies > cap) {
        fast.plies = cap;
        winner = BRUNO_NOBODY;
    }
    table->plies = (uint16_t)(winner == BRUNO_NOBODY ? cap : fast.plies);
    table->winner = (uint8_t)winner;
    chance->rng = rng;
    return (int)(fast.plies - before);
}

#endif
