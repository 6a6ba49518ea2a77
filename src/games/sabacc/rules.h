/* Kessel Sabacc: the rules.
 *
 * From docs/rules/exact/sabacc.md, which is cited here by section (§). Freestanding, in the subset that is
 * both C11 and C++17: no libc, no allocation, no mutable globals. The random play-out is in playout.h, words
 * are in notation.c.
 *
 * What is public and what is not is a matter of types: `sabacc_table` holds everything that lies open or can
 * be worked out from open events (§7), and only `sabacc_state` adds the cards. Which moves are legal depends
 * on the table alone. */
#ifndef TAPETE_SABACC_RULES_H
#define TAPETE_SABACC_RULES_H

#include "tapete/chance.h"

/* ---- material (§1) ---- */

enum { SABACC_SEATS = 4, SABACC_TURNS = 3, SABACC_MAX_ROUNDS = 100, SABACC_DIE_SIDES = 6 };

/* The two families; also the order in which a hand is printed. Impostors are resolved Blood first. */
enum { SABACC_SAND, SABACC_BLOOD, SABACC_FAMILIES };

/* Cards of one family: values 1..6 are 0..5. */
enum {
    SABACC_IMPOSTOR = 6,
    SABACC_SYLOP = 7,
    SABACC_CARDS,
    SABACC_NO_CARD = SABACC_CARDS,
    SABACC_UNKNOWN_CARD
};

/* A whole family as lanes: three each of 1..6, three Impostors, one Sylop. */
#define SABACC_FAMILY_LANES 0x0103030303030303ull
enum { SABACC_FAMILY_SIZE = 6 * 3 + 3 + 1 };

/* A discard pile is a word of three bits a card, so it holds 21; at least two of the 22 are in hands. */
enum { SABACC_MAX_DISCARD = SABACC_FAMILY_SIZE - 2 };

/* ---- moves (§11) ---- */

/* A token with a target takes four numbers, one for each seat. The order is that of §6. */
enum {
    SABACC_NO_TOKEN,
    SABACC_FREE_DRAW,
    SABACC_REFUND,
    SABACC_EXTRA_REFUND,
    SABACC_GENERAL_TARIFF,
    SABACC_TARGET_TARIFF,
    SABACC_EMBARGO = SABACC_TARGET_TARIFF + SABACC_SEATS,
    SABACC_DEVALUATION,
    SABACC_IMMUNITY,
    SABACC_GENERAL_AUDIT,
    SABACC_TARGET_AUDIT,
    SABACC_MAJOR_FRAUD = SABACC_TARGET_AUDIT + SABACC_SEATS,
    SABACC_EMBEZZLEMENT,
    SABACC_COOK_THE_BOOKS,
    SABACC_EXHAUSTION,
    SABACC_DIRECT_TRANSACTION = SABACC_EXHAUSTION + SABACC_SEATS,
    SABACC_SABACC_PRIME = SABACC_DIRECT_TRANSACTION + SABACC_SEATS,
    SABACC_PASS,
    SABACC_DRAW_SAND,
    SABACC_DRAW_BLOOD,
    SABACC_TAKE_SAND,
    SABACC_TAKE_BLOOD,
    SABACC_KEEP,
    SABACC_REFUSE,
    SABACC_DIE1,
    SABACC_DIE2,
    SABACC_MOVES
};

/* Most moves at once: three tokens with three targets each, and NO_TOKEN. */
enum {
    SABACC_TOKENS = 16,
    SABACC_TOKENS_EACH = 3,
    SABACC_MAX_MOVES = SABACC_TOKENS_EACH * (SABACC_SEATS - 1) + 1
};

/* A round has at most four decisions in each player-turn (token, prime die, draw, keep), and a choice for
 * each Impostor. */
enum {
    SABACC_MAX_PLIES = SABACC_MAX_ROUNDS * (SABACC_SEATS * SABACC_TURNS * 4 + SABACC_SEATS * SABACC_FAMILIES)
};

/* The first move of each token, by its number in §6. */
static const uint8_t sabacc_token_moves[SABACC_TOKENS] = {
    SABACC_FREE_DRAW,      SABACC_REFUND,       SABACC_EXTRA_REFUND,       SABACC_GENERAL_TARIFF,
    SABACC_TARGET_TARIFF,  SABACC_EMBARGO,      SABACC_DEVALUATION,        SABACC_IMMUNITY,
    SABACC_GENERAL_AUDIT,  SABACC_TARGET_AUDIT, SABACC_MAJOR_FRAUD,        SABACC_EMBEZZLEMENT,
    SABACC_COOK_THE_BOOKS, SABACC_EXHAUSTION,   SABACC_DIRECT_TRANSACTION, SABACC_SABACC_PRIME,
};

TP_INLINE bool sabacc_is_targeted(uint32_t first_move) {
    return first_move == SABACC_TARGET_TARIFF || first_move == SABACC_TARGET_AUDIT ||
           first_move == SABACC_EXHAUSTION || first_move == SABACC_DIRECT_TRANSACTION;
}

/* A token as the set of moves that play it: one bit, or four where it has a target. */
TP_INLINE uint32_t sabacc_token_set(uint32_t token) {
    uint32_t first_move = sabacc_token_moves[token];
    return (sabacc_is_targeted(first_move) ? (1u << SABACC_SEATS) - 1 : 1u) << first_move;
}

/* ---- chance (§11) ---- */

enum {
    SABACC_CHANCE_SAND,
    SABACC_CHANCE_BLOOD,
    SABACC_CHANCE_DIE,
    SABACC_CHANCE_TOKEN,
    SABACC_CHANCE_FIRST,
    SABACC_CHANCE_KINDS
};

/* ---- state ---- */

enum {
    SABACC_PHASE_TOKEN,
    SABACC_PHASE_PRIME_DIE,
    SABACC_PHASE_DRAW,
    SABACC_PHASE_KEEP,
    SABACC_PHASE_IMPOSTOR,
    SABACC_PHASE_OVER,
    SABACC_PHASES
};

/* Effects on the whole table, until the resolution. */
enum { SABACC_EFFECT_DEVALUATION = 1, SABACC_EFFECT_MAJOR_FRAUD = 2, SABACC_EFFECT_COOK_THE_BOOKS = 4 };

/* In `known`, beside the bits of the seats: lies open, spectators see it too. All seats can know a card that
 * is not open (two players after a Direct Transaction). */
enum { SABACC_OPEN = 1 << SABACC_SEATS };

/* Everything that everybody knows. Sets of seats have bit s for seat s. */
typedef struct sabacc_table {
    uint64_t discard[SABACC_FAMILIES];               /* three bits a card, the top card lowest */
    uint32_t tokens[SABACC_SEATS];                   /* tokens left, as sets of moves */
    uint8_t known[SABACC_SEATS][SABACC_FAMILIES];    /* who knows this hand card; SABACC_OPEN */
    uint8_t impostor[SABACC_SEATS][SABACC_FAMILIES]; /* the value that was chosen for an Impostor, or 0 */
    uint8_t revealed[SABACC_SEATS][SABACC_FAMILIES]; /* last resolution: card + 16 x chosen value */
    uint8_t reserve[SABACC_SEATS];
    uint8_t pot[SABACC_SEATS];
    uint8_t booked[SABACC_SEATS]; /* for an eliminated seat: the largest other reserve at that reveal (§5,
                                     score) */
    uint8_t discard_count[SABACC_FAMILIES];
    uint8_t pile_count[SABACC_FAMILIES]; /* cards left in the draw piles */
    uint8_t players;
    uint8_t early_reveal; /* option: a turn in which everybody passed ends the round (§9, row 1) */
    uint8_t phase;
    uint8_t current;
    uint8_t first; /* first player of this round */
    uint8_t turn;  /* 1..3 */
    uint8_t round; /* from 1 */
    uint8_t in_play;
    uint8_t passed; /* the latest step 2 of this round was PASS */
    uint8_t immune;
    uint8_t embargoed;
    uint8_t free_draw; /* of the current player, in this player-turn */
    uint8_t effects;
    uint8_t prime;      /* 1..6, or 0 */
    uint8_t dice[2];    /* rolled and not yet chosen from, or 0 */
    uint8_t drawn_from; /* phase KEEP: the draw move; else 0 */
    uint8_t firsts;     /* rank-one seats of the last resolution */
    uint8_t winners;
    uint8_t unused[5]; /* zero: the size is a multiple of eight without padding */
} sabacc_table;

typedef struct sabacc_state {
    sabacc_table table;
    uint64_t pile[SABACC_FAMILIES]; /* draw piles as lanes: their order is drawn when they are drawn from */
    uint8_t hand[SABACC_SEATS][SABACC_FAMILIES]; /* a card, or SABACC_NO_CARD */
    uint8_t drawn;     /* phase KEEP: the card being decided on; else SABACC_NO_CARD */
    uint8_t unused[7]; /* zero */
} sabacc_state;

/* ---- small questions ---- */

TP_INLINE uint32_t sabacc_bit(uint32_t seat) { return 1u << seat; }

/* The next seat in play, clockwise. */
TP_INLINE uint32_t sabacc_next_seat(uint32_t in_play, uint32_t seat) {
    uint32_t later = in_play & (~1u << seat);
    return tp_lowest_bit(later != 0 ? later : in_play);
}

TP_INLINE uint32_t sabacc_opponents(const sabacc_table *table) {
    return table->in_play & ~sabacc_bit(table->current);
}

TP_INLINE uint32_t sabacc_discard_top(const sabacc_table *table, uint32_t family) {
    tp_assert(table->discard_count[family] > 0);
    return (uint32_t)table->discard[family] & 7;
}

/* The family whose Impostor the current player must decide: Blood first (§5.2). */
TP_INLINE uint32_t sabacc_impostor_family(const sabacc_table *table, const uint8_t hand[SABACC_FAMILIES]) {
    bool blood_open =
        hand[SABACC_BLOOD] == SABACC_IMPOSTOR && table->impostor[table->current][SABACC_BLOOD] == 0;
    return blood_open ? SABACC_BLOOD : SABACC_SAND;
}

/* The family of the card that is being decided on in phase KEEP. */
TP_INLINE uint32_t sabacc_drawn_family(const sabacc_table *table) {
    return (uint32_t)(table->drawn_from - SABACC_DRAW_SAND) & 1;
}

TP_INLINE bool sabacc_drawn_from_discard(const sabacc_table *table) {
    return table->drawn_from >= SABACC_TAKE_SAND;
}

/* ---- legal moves (§4, §6) ---- */

/* A draw pile never runs out in a game that began with a deal: 22 - n - 1 >= 17 cards, at most 3n <= 12 draws
 * and n <= 4 Exhaustions (§4, Piles). A position from outside may have a smaller one; an empty pile is not
 * drawn from then. */
TP_INLINE uint32_t sabacc_stocked_families(const sabacc_table *table) {
    return (table->pile_count[SABACC_SAND] != 0 ? 1u << SABACC_SAND : 0u) |
           (table->pile_count[SABACC_BLOOD] != 0 ? 1u << SABACC_BLOOD : 0u);
}

/* The token moves that are possible at all for the current player, with any tokens: targets are opponents
 * that are not immune, for Target Audit those among them that passed; Embargo hits the next player, unless
 * immune. */
TP_INLINE uint32_t sabacc_possible_tokens(const sabacc_table *table) {
    const uint32_t seats = (1u << SABACC_SEATS) - 1;
    const uint32_t targeted = seats << SABACC_TARGET_TARIFF | seats << SABACC_TARGET_AUDIT |
                              seats << SABACC_EXHAUSTION | seats << SABACC_DIRECT_TRANSACTION;
    uint32_t targets = sabacc_opponents(table) & ~(uint32_t)table->immune;
    uint32_t next = sabacc_next_seat(table->in_play, table->current);
    uint32_t embargo = (~((uint32_t)table->immune >> next) & 1) << SABACC_EMBARGO;
    uint32_t with_target =
        targets * (1u << SABACC_TARGET_TARIFF | 1u << SABACC_EXHAUSTION | 1u << SABACC_DIRECT_TRANSACTION);
    uint32_t audit = (targets & table->passed) << SABACC_TARGET_AUDIT;
    uint32_t others = ((1u << (SABACC_SABACC_PRIME + 1)) - 1) & ~targeted & ~(1u << SABACC_EMBARGO);
    if (TP_UNLIKELY(sabacc_stocked_families(table) != (1u << SABACC_FAMILIES) - 1)) {
        with_target &= ~(seats << SABACC_EXHAUSTION);
    }
    return others | with_target | audit | embargo;
}

TP_INLINE bool sabacc_may_draw(const sabacc_table *table) {
    uint32_t seat = table->current;
    return ((table->embargoed >> seat) & 1) == 0 && (table->reserve[seat] != 0 || table->free_draw != 0);
}

/* All legal moves as a set: bit m is move m. Empty when the game is over. */
TP_INLINE uint64_t sabacc_legal_set(const sabacc_table *table) {
    switch (table->phase) {
    case SABACC_PHASE_TOKEN:
        return (table->tokens[table->current] & sabacc_possible_tokens(table)) | 1u << SABACC_NO_TOKEN;
    case SABACC_PHASE_DRAW:
        if (!sabacc_may_draw(table)) return 1ull << SABACC_PASS;
        return 1ull << SABACC_PASS | (uint64_t)sabacc_stocked_families(table) << SABACC_DRAW_SAND |
               1ull << SABACC_TAKE_SAND | 1ull << SABACC_TAKE_BLOOD;
    case SABACC_PHASE_KEEP: return 1ull << SABACC_KEEP | 1ull << SABACC_REFUSE;
    case SABACC_PHASE_PRIME_DIE:
    case SABACC_PHASE_IMPOSTOR: return 1ull << SABACC_DIE1 | 1ull << SABACC_DIE2;
    default: return 0;
    }
}

/* ---- ranking (§5.3, §5.4) ---- */

typedef struct sabacc_rank {
    uint32_t key;        /* smaller is better */
    uint32_t difference; /* what the hand costs where it does not win; 0 costs one chip */
} sabacc_rank;

/* The value of a hand card that is not a Sylop. */
TP_INLINE uint32_t sabacc_card_value(uint32_t card, uint32_t chosen, uint32_t effects) {
    if (card != SABACC_IMPOSTOR) return card + 1;
    return (effects & SABACC_EFFECT_MAJOR_FRAUD) != 0 ? (uint32_t)SABACC_DIE_SIDES : chosen;
}

/* Rank a revealed hand; `impostor` holds the values chosen for Impostors. */
TP_INLINE sabacc_rank sabacc_rank_hand(const uint8_t hand[SABACC_FAMILIES],
                                       const uint8_t impostor[SABACC_FAMILIES], uint32_t effects,
                                       uint32_t prime) {
    sabacc_rank rank = {0, 0};
    bool sand_sylop = hand[SABACC_SAND] == SABACC_SYLOP, blood_sylop = hand[SABACC_BLOOD] == SABACC_SYLOP;
    if (sand_sylop && blood_sylop) return rank; /* Pure Sabacc */
    uint32_t sand = sabacc_card_value(hand[SABACC_SAND], impostor[SABACC_SAND], effects);
    uint32_t blood = sabacc_card_value(hand[SABACC_BLOOD], impostor[SABACC_BLOOD], effects);
    bool devalued = (effects & SABACC_EFFECT_DEVALUATION) != 0;
    if (sand_sylop) sand = devalued ? 0 : blood;
    if (blood_sylop) blood = devalued ? 0 : sand;
    rank.difference = sand > blood ? sand - blood : blood - sand;
    if (rank.difference != 0) {
        rank.key = 100 * rank.difference + sand + blood;
    } else if (sand == prime) {
        rank.key = 1;
    } else {
        rank.key = 2 * ((effects & SABACC_EFFECT_COOK_THE_BOOKS) != 0 ? 7 - sand : sand);
    }
    return rank;
}

/* ---- moving things ---- */

TP_INLINE void sabacc_discard_push(sabacc_table *table, uint32_t family, uint32_t card) {
    tp_assert(table->discard_count[family] < SABACC_MAX_DISCARD);
    table->discard[family] = table->discard[family] << 3 | card;
    table->discard_count[family]++;
}

TP_INLINE uint32_t sabacc_discard_pop(sabacc_table *table, uint32_t family) {
    uint32_t card = sabacc_discard_top(table, family);
    table->discard[family] >>= 3;
    table->discard_count[family]--;
    return card;
}

/* Draw a card from a draw pile that is not empty. `family` is also the kind of chance. */
TP_INLINE uint32_t sabacc_draw_card(sabacc_state *state, uint32_t family, int32_t seat, uint32_t audience,
                                    tp_chance *chance) {
    uint32_t card = tp_pick_lane(chance, tp_draw_of(family, seat, audience), state->pile[family]);
    state->pile[family] -= tp_lane(card);
    state->table.pile_count[family]--;
    return card;
}

TP_INLINE void sabacc_roll_dice(sabacc_table *table, tp_chance *chance) {
    for (int i = 0; i < 2; i++) {
        tp_draw draw = tp_draw_of(SABACC_CHANCE_DIE, table->current, TP_EVERYBODY);
        table->dice[i] = (uint8_t)(1 + tp_pick_below(chance, draw, SABACC_DIE_SIDES));
    }
}

/* "pays k": min(k, reserve) chips from the reserve to the own pot. */
TP_INLINE void sabacc_pay(sabacc_table *table, uint32_t seat, uint32_t chips) {
    uint32_t paid = table->reserve[seat] < chips ? table->reserve[seat] : chips;
    table->reserve[seat] = (uint8_t)(table->reserve[seat] - paid);
    table->pot[seat] = (uint8_t)(table->pot[seat] + paid);
}

TP_INLINE void sabacc_refund(sabacc_table *table, uint32_t seat, uint32_t chips) {
    uint32_t paid = table->pot[seat] < chips ? table->pot[seat] : chips;
    table->pot[seat] = (uint8_t)(table->pot[seat] - paid);
    table->reserve[seat] = (uint8_t)(table->reserve[seat] + paid);
}

/* Round set-up (§3) for the seats in play; `first` and `round` are already those of the new round. */
TP_FUNCTION void sabacc_deal_round(sabacc_state *state, tp_chance *chance) {
    sabacc_table *table = &state->table;
    table->phase = SABACC_PHASE_TOKEN;
    table->current = table->first;
    table->turn = 1;
    table->passed = table->immune = table->embargoed = 0;
    table->free_draw = table->effects = table->prime = 0;
    for (uint32_t family = 0; family < SABACC_FAMILIES; family++) {
        tp_shuffle(chance, family);
        state->pile[family] = SABACC_FAMILY_LANES;
        table->pile_count[family] = SABACC_FAMILY_SIZE;
        for (uint32_t seat = 0; seat < SABACC_SEATS; seat++) {
            state->hand[seat][family] = SABACC_NO_CARD;
            table->known[seat][family] = table->impostor[seat][family] = 0;
        }
        uint32_t seat = table->first;
        do {
            state->hand[seat][family] =
                (uint8_t)sabacc_draw_card(state, family, (int32_t)seat, TP_ONLY(seat), chance);
            table->known[seat][family] = (uint8_t)sabacc_bit(seat);
            seat = sabacc_next_seat(table->in_play, seat);
        } while (seat != table->first);
        table->discard[family] = sabacc_draw_card(state, family, TP_TABLE, TP_EVERYBODY, chance);
        table->discard_count[family] = 1;
    }
    for (uint32_t seat = 0; seat < SABACC_SEATS; seat++) table->pot[seat] = 0;
}

/* Game set-up (§2). `tokens` is a set of three tokens by number, or 0 to draw them. */
TP_FUNCTION void sabacc_setup(sabacc_state *state, uint32_t players, uint32_t chips, bool early_reveal,
                              uint32_t tokens, tp_chance *chance) {
    sabacc_table *table = &state->table;
    table->players = (uint8_t)players;
    table->early_reveal = early_reveal;
    table->in_play = (uint8_t)((1u << players) - 1);
    table->round = 1;
    state->drawn = SABACC_NO_CARD;
    for (uint32_t seat = 0; seat < SABACC_SEATS; seat++) {
        for (uint32_t family = 0; family < SABACC_FAMILIES; family++)
            table->revealed[seat][family] = SABACC_NO_CARD;
    }
    uint32_t left = (1u << SABACC_TOKENS) - 1;
    for (uint32_t i = 0; tokens == 0 && i < SABACC_TOKENS_EACH; i++) {
        left &= ~(1u << tp_pick_bit(chance, tp_draw_of(SABACC_CHANCE_TOKEN, TP_TABLE, TP_EVERYBODY), left));
    }
    if (tokens == 0) tokens = ((1u << SABACC_TOKENS) - 1) & ~left;
    uint32_t token_moves = 0;
    for (uint32_t set = tokens; set != 0; set &= set - 1) token_moves |= sabacc_token_set(tp_lowest_bit(set));
    for (uint32_t seat = 0; seat < players; seat++) {
        table->reserve[seat] = (uint8_t)chips;
        table->tokens[seat] = token_moves;
    }
    table->first =
        (uint8_t)tp_pick_below(chance, tp_draw_of(SABACC_CHANCE_FIRST, TP_TABLE, TP_EVERYBODY), players);
    sabacc_deal_round(state, chance);
}

/* ---- resolution (§5) ---- */

/* Chips and eliminations for ranked hands; sets firsts, winners and, at the end, the phase. True: another
 * round follows. Seats that are not in play have the rank sabacc_no_rank and nothing to win or lose. */
static const sabacc_rank sabacc_no_rank = {0xffffffffu, 0};

TP_INLINE bool sabacc_settle(sabacc_table *table, const sabacc_rank ranks[SABACC_SEATS]) {
    uint32_t best = 0xffffffffu, firsts = 0, out = 0, at_reveal[SABACC_SEATS];
    for (uint32_t seat = 0; seat < SABACC_SEATS; seat++)
        best = ranks[seat].key < best ? ranks[seat].key : best;
    for (uint32_t seat = 0; seat < SABACC_SEATS; seat++) {
        uint32_t reserve = table->reserve[seat], is_first = ranks[seat].key == best;
        uint32_t penalty = ranks[seat].difference > 1 ? ranks[seat].difference : 1;
        uint32_t kept = reserve - (penalty < reserve ? penalty : reserve), won = reserve + table->pot[seat];
        uint32_t now = is_first != 0 ? won : kept;
        at_reveal[seat] = reserve;
        firsts |= is_first << seat;
        out |= (uint32_t)(now == 0) << seat;
        table->reserve[seat] = (uint8_t)now;
        table->pot[seat] = 0;
    }
    out &= table->in_play;
    table->firsts = (uint8_t)firsts;
    table->in_play = (uint8_t)(table->in_play & ~out);
    uint32_t left = table->in_play, winners = 0;
    if (left == 0) {
        winners = firsts;
    } else if ((left & (left - 1)) == 0) {
        winners = left;
    } else if (table->round >= SABACC_MAX_ROUNDS) {
        uint32_t most = 0;
        for (uint32_t seat = 0; seat < SABACC_SEATS; seat++)
            most = table->reserve[seat] > most ? table->reserve[seat] : most;
        for (uint32_t seat = 0; seat < SABACC_SEATS; seat++)
            winners |= table->reserve[seat] == most ? sabacc_bit(seat) : 0;
    }
    for (uint32_t set = out & ~winners; set != 0; set &= set - 1) {
        uint32_t loser = tp_lowest_bit(set), largest = 0;
        for (uint32_t seat = 0; seat < SABACC_SEATS; seat++) {
            if (seat != loser && at_reveal[seat] > largest) largest = at_reveal[seat];
        }
        table->booked[loser] = (uint8_t)largest;
    }
    table->winners = (uint8_t)winners;
    if (winners != 0) table->phase = SABACC_PHASE_OVER;
    return winners == 0;
}

/* All Impostors have a value: rank, settle, and deal the next round if there is one. */
TP_FUNCTION void sabacc_finish_round(sabacc_state *state, tp_chance *chance) {
    sabacc_table *table = &state->table;
    sabacc_rank ranks[SABACC_SEATS];
    for (uint32_t seat = 0; seat < SABACC_SEATS; seat++) {
        bool plays = ((table->in_play >> seat) & 1) != 0;
        const uint8_t *hand = state->hand[seat], *values = table->impostor[seat];
        ranks[seat] = plays ? sabacc_rank_hand(hand, values, table->effects, table->prime) : sabacc_no_rank;
        for (uint32_t family = 0; family < SABACC_FAMILIES; family++) {
            table->revealed[seat][family] =
                (uint8_t)(state->hand[seat][family] | table->impostor[seat][family] << 4);
        }
    }
    table->dice[0] = table->dice[1] = 0;
    if (sabacc_settle(table, ranks)) {
        table->round++;
        table->first = (uint8_t)sabacc_next_seat(table->in_play, table->first);
        sabacc_deal_round(state, chance);
    }
}

/* Roll for the next Impostor, from the round's first player clockwise, Blood before Sand; or finish the
 * round. */
TP_FUNCTION void sabacc_continue_resolution(sabacc_state *state, tp_chance *chance) {
    sabacc_table *table = &state->table;
    if ((table->effects & SABACC_EFFECT_MAJOR_FRAUD) == 0) {
        uint32_t seat = table->first;
        do {
            for (uint32_t family = SABACC_FAMILIES; family-- > 0;) {
                if (state->hand[seat][family] == SABACC_IMPOSTOR && table->impostor[seat][family] == 0) {
                    table->phase = SABACC_PHASE_IMPOSTOR;
                    table->current = (uint8_t)seat;
                    sabacc_roll_dice(table, chance);
                    return;
                }
            }
            seat = sabacc_next_seat(table->in_play, seat);
        } while (seat != table->first);
    }
    sabacc_finish_round(state, chance);
}

TP_FUNCTION void sabacc_reveal(sabacc_state *state, tp_chance *chance) {
    sabacc_table *table = &state->table;
    uint32_t everybody = ((1u << table->players) - 1) | SABACC_OPEN;
    for (uint32_t seat = 0; seat < SABACC_SEATS; seat++) {
        if (((table->in_play >> seat) & 1) == 0) continue;
        table->known[seat][SABACC_SAND] = table->known[seat][SABACC_BLOOD] = (uint8_t)everybody;
    }
    sabacc_continue_resolution(state, chance);
}

/* ---- a player-turn (§4) ---- */

/* The player-turn is over: the next seat, the next turn or the resolution. */
TP_FUNCTION void sabacc_end_player_turn(sabacc_state *state, tp_chance *chance) {
    sabacc_table *table = &state->table;
    table->free_draw = 0;
    table->embargoed = (uint8_t)(table->embargoed & ~sabacc_bit(table->current));
    uint32_t next = sabacc_next_seat(table->in_play, table->current);
    if (next == table->first) {
        bool all_passed = (table->in_play & ~(uint32_t)table->passed) == 0;
        if (table->turn == SABACC_TURNS || (table->early_reveal != 0 && all_passed)) {
            sabacc_reveal(state, chance);
            return;
        }
        table->turn++;
    }
    table->current = (uint8_t)next;
    table->phase = SABACC_PHASE_TOKEN;
}

/* The effect of a token (§6). `target` is the seat that it is aimed at, where it has a target. */
TP_INLINE void sabacc_play_token(sabacc_state *state, uint32_t first_move, uint32_t target,
                                 tp_chance *chance) {
    sabacc_table *table = &state->table;
    uint32_t self = table->current, affected = sabacc_opponents(table) & ~(uint32_t)table->immune;
    switch (first_move) {
    case SABACC_FREE_DRAW: table->free_draw = 1; break;
    case SABACC_REFUND: sabacc_refund(table, self, 2); break;
    case SABACC_EXTRA_REFUND: sabacc_refund(table, self, 3); break;
    case SABACC_GENERAL_TARIFF:
        for (uint32_t set = affected; set != 0; set &= set - 1) sabacc_pay(table, tp_lowest_bit(set), 1);
        break;
    case SABACC_TARGET_TARIFF: sabacc_pay(table, target, 2); break;
    case SABACC_EMBARGO:
        table->embargoed = (uint8_t)(table->embargoed | sabacc_bit(sabacc_next_seat(table->in_play, self)));
        break;
    case SABACC_DEVALUATION: table->effects |= SABACC_EFFECT_DEVALUATION; break;
    case SABACC_IMMUNITY: table->immune = (uint8_t)(table->immune | sabacc_bit(self)); break;
    case SABACC_GENERAL_AUDIT:
        for (uint32_t set = affected & table->passed; set != 0; set &= set - 1)
            sabacc_pay(table, tp_lowest_bit(set), 2);
        break;
    case SABACC_TARGET_AUDIT: sabacc_pay(table, target, 3); break;
    case SABACC_MAJOR_FRAUD: table->effects |= SABACC_EFFECT_MAJOR_FRAUD; break;
    case SABACC_EMBEZZLEMENT:
        for (uint32_t set = affected; set != 0; set &= set - 1) {
            uint32_t seat = tp_lowest_bit(set);
            uint32_t taken = table->pot[seat] != 0;
            table->pot[seat] = (uint8_t)(table->pot[seat] - taken);
            table->pot[self] = (uint8_t)(table->pot[self] + taken);
        }
        break;
    case SABACC_COOK_THE_BOOKS: table->effects |= SABACC_EFFECT_COOK_THE_BOOKS; break;
    case SABACC_EXHAUSTION:
        for (uint32_t family = 0; family < SABACC_FAMILIES; family++) {
            sabacc_discard_push(table, family, state->hand[target][family]);
            state->hand[target][family] =
                (uint8_t)sabacc_draw_card(state, family, (int32_t)target, TP_ONLY(target), chance);
            table->known[target][family] = (uint8_t)sabacc_bit(target);
        }
        break;
    case SABACC_DIRECT_TRANSACTION:
        for (uint32_t family = 0; family < SABACC_FAMILIES; family++) {
            uint8_t card = state->hand[self][family], known = table->known[self][family];
            state->hand[self][family] = state->hand[target][family];
            state->hand[target][family] = card;
            table->known[self][family] = (uint8_t)(table->known[target][family] | sabacc_bit(self));
            table->known[target][family] = (uint8_t)(known | sabacc_bit(target));
        }
        break;
    default: tp_assert(false); break;
    }
}

/* The number of the token that this move plays; the move is neither NO_TOKEN nor of another phase. */
TP_INLINE uint32_t sabacc_token_of_move(uint32_t move) {
    static const uint8_t tokens[SABACC_PASS] = {
        0, 0, 1, 2, 3, 4, 4, 4, 4, 5, 6, 7, 8, 9, 9, 9, 9, 10, 11, 12, 13, 13, 13, 13, 14, 14, 14, 14, 15,
    };
    tp_assert(move > SABACC_NO_TOKEN && move < SABACC_PASS);
    return tokens[move];
}

TP_FUNCTION void sabacc_apply_token(sabacc_state *state, uint32_t move, tp_chance *chance) {
    sabacc_table *table = &state->table;
    table->phase = SABACC_PHASE_DRAW;
    if (move == SABACC_NO_TOKEN) return;
    uint32_t token = sabacc_token_of_move(move), first_move = sabacc_token_moves[token];
    table->tokens[table->current] &= ~sabacc_token_set(token);
    if (first_move == SABACC_SABACC_PRIME) {
        table->phase = SABACC_PHASE_PRIME_DIE;
        sabacc_roll_dice(table, chance);
    } else {
        sabacc_play_token(state, first_move, move - first_move, chance);
        /* an Embargo of the last player of turn 3 does nothing: there is no next player-turn in this round */
        bool round_ends =
            table->turn == SABACC_TURNS && sabacc_next_seat(table->in_play, table->current) == table->first;
        if (round_ends) table->embargoed = (uint8_t)(table->embargoed & ~sabacc_bit(table->first));
    }
}

TP_FUNCTION void sabacc_apply_draw(sabacc_state *state, uint32_t move, tp_chance *chance) {
    sabacc_table *table = &state->table;
    uint32_t self = table->current;
    if (move == SABACC_PASS) {
        table->passed = (uint8_t)(table->passed | sabacc_bit(self));
        sabacc_end_player_turn(state, chance);
        return;
    }
    if (table->free_draw == 0) sabacc_pay(table, self, 1);
    table->free_draw = 0;
    table->passed = (uint8_t)(table->passed & ~sabacc_bit(self));
    table->phase = SABACC_PHASE_KEEP;
    table->drawn_from = (uint8_t)move;
    uint32_t family = sabacc_drawn_family(table);
    state->drawn = (uint8_t)(sabacc_drawn_from_discard(table)
                                 ? sabacc_discard_pop(table, family)
                                 : sabacc_draw_card(state, family, (int32_t)self, TP_ONLY(self), chance));
}

TP_FUNCTION void sabacc_apply_keep(sabacc_state *state, uint32_t move, tp_chance *chance) {
    sabacc_table *table = &state->table;
    uint32_t self = table->current, family = sabacc_drawn_family(table), put_down = state->drawn;
    if (move == SABACC_KEEP) {
        put_down = state->hand[self][family];
        state->hand[self][family] = state->drawn;
        uint32_t everybody = ((1u << table->players) - 1) | SABACC_OPEN;
        table->known[self][family] =
            (uint8_t)(sabacc_drawn_from_discard(table) ? everybody : sabacc_bit(self));
    }
    sabacc_discard_push(table, family, put_down);
    state->drawn = SABACC_NO_CARD;
    table->drawn_from = 0;
    sabacc_end_player_turn(state, chance);
}

/* Make a legal move. */
TP_FUNCTION void sabacc_apply(sabacc_state *state, uint32_t move, tp_chance *chance) {
    sabacc_table *table = &state->table;
    tp_assert(move < SABACC_MOVES && ((sabacc_legal_set(table) >> move) & 1) != 0);
    switch (table->phase) {
    case SABACC_PHASE_TOKEN: sabacc_apply_token(state, move, chance); break;
    case SABACC_PHASE_PRIME_DIE:
        table->prime = table->dice[move - SABACC_DIE1];
        table->dice[0] = table->dice[1] = 0;
        table->phase = SABACC_PHASE_DRAW;
        break;
    case SABACC_PHASE_DRAW: sabacc_apply_draw(state, move, chance); break;
    case SABACC_PHASE_KEEP: sabacc_apply_keep(state, move, chance); break;
    case SABACC_PHASE_IMPOSTOR: {
        uint32_t seat = table->current, family = sabacc_impostor_family(table, state->hand[seat]);
        table->impostor[seat][family] = table->dice[move - SABACC_DIE1];
        sabacc_continue_resolution(state, chance);
        break;
    }
    default: tp_assert(false); break;
    }
}

/* ---- the end ---- */

/* The winner has 1, the others -1/(n-1); k winners share: each is the winner with probability 1/k. */
TP_FUNCTION void sabacc_returns(const sabacc_table *table, float *per_seat) {
    float others = -1.0f / (float)(table->players - 1);
    float winners = (float)tp_count_bits(table->winners);
    for (uint32_t seat = 0; seat < table->players; seat++) {
        bool won = ((table->winners >> seat) & 1) != 0;
        per_seat[seat] = table->winners == 0 ? 0.0f
                         : won               ? (1.0f + (winners - 1.0f) * others) / winners
                                             : others;
    }
}

/* The score of a game (§5): 1000 x reserve for a winner, -100 x the largest other reserve for an eliminated
 * seat. */
TP_INLINE int32_t sabacc_score(const sabacc_table *table, uint32_t seat) {
    return ((table->winners >> seat) & 1) != 0 ? 1000 * table->reserve[seat] : -100 * table->booked[seat];
}

#endif
