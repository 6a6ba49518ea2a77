/* Mus: cards, options, moves and the state, and the questions that can be asked of them.
 *
 * From docs/rules/exact/mus.md, which is cited here by section (§). Freestanding, in the subset that is both
 * C11 and C++17: no libc, no allocation, no mutable globals. Hands are ranked by the generated tables.h.
 *
 * `mus_table` holds everything that is public (§11), `mus_state` adds the cards. Which calls are legal
 * depends on the table alone, which discards on the own hand. What a move does is in rules.h. */
#ifndef TAPETE_MUS_STATE_H
#define TAPETE_MUS_STATE_H

#include "games/mus/tables.h"
#include "tapete/chance.h"

enum {
    MUS_SEATS = 4,
    MUS_HAND = 4,
    MUS_CARDS = 40,
    MUS_SUITS = 4,
    MUS_MOST_ROUNDS = 50,
    MUS_MOST_TARGET = 200
};

/* ---- cards (§1) ---- */

/* Ranks from low to high; a card is rank x 4 + suit. */
enum { MUS_A, MUS_2, MUS_3, MUS_4, MUS_5, MUS_6, MUS_7, MUS_S, MUS_C, MUS_R, MUS_RANKS };

enum { MUS_NO_CARD = 0xff, MUS_UNKNOWN_CARD = 0xfe };

#define MUS_DECK ((1ull << MUS_CARDS) - 1)

TP_INLINE uint32_t mus_rank(uint32_t card) { return card >> 2; }

/* With eight kings a three is a king and a two is an ace. */
TP_INLINE uint32_t mus_effective_rank(uint32_t rank, bool kings8) {
    if (!kings8) return rank;
    return rank == MUS_3 ? (uint32_t)MUS_R : rank == MUS_2 ? (uint32_t)MUS_A : rank;
}

/* ---- options (§0) ---- */

enum { MUS_UNTIL_CUT, MUS_NONE, MUS_MAX, MUS_FORCED };
enum { MUS_REAL_OFF, MUS_REAL_SOTA, MUS_REAL_ANY10 };
enum { MUS_NO_LIMIT = 0xff };

typedef struct mus_rules {
    uint64_t raises; /* bit N: an increment of N is allowed; 0: any */
    uint8_t players;
    uint8_t ffa;
    uint8_t kings8;
    uint8_t mus;        /* MUS_UNTIL_CUT .. MUS_FORCED */
    uint8_t mus_rounds; /* MAX, FORCED: k */
    uint8_t min_discard;
    uint8_t target;
    uint8_t juegos_to_win; /* a vaca */
    uint8_t vacas_to_win;  /* the match */
    uint8_t pares_order;   /* 0 STD, 1 POKER */
    uint8_t real31;
    uint8_t deje_always_1;
    uint8_t min_bet;
    uint8_t min_raise;
    uint8_t max_raises; /* per lance, or MUS_NO_LIMIT */
    uint8_t max_wins;   /* team_answer MAX_WINS */
    uint8_t reshuffle_all;
    uint8_t unused[7]; /* zero */
} mus_rules;

/* ---- moves (§12) ---- */

/* Bets carry their number in the low byte; a discard its effective ranks, each plus one, ascending from the
 * low nibble. */
enum {
    MUS_MOVE_MUS,
    MUS_MOVE_NO_MUS,
    MUS_MOVE_PASO,
    MUS_MOVE_NO_QUIERO,
    MUS_MOVE_QUIERO,
    MUS_MOVE_ORDAGO,
    MUS_MOVE_ENVIDO = 0x100,
    MUS_MOVE_MAS = 0x200,
    MUS_MOVE_DISCARD = 0x10000,
};

/* Paso, ordago and every envido. */
enum { MUS_MAX_MOVES = MUS_MOST_TARGET + 2 };

/* ---- chance ---- */

enum { MUS_CHANCE_CARD, MUS_CHANCE_MANO, MUS_CHANCE_KINDS };

/* ---- state ---- */

enum {
    MUS_PHASE_MUS,
    MUS_PHASE_DISCARD,
    MUS_PHASE_GRANDE,
    MUS_PHASE_CHICA,
    MUS_PHASE_PARES,
    MUS_PHASE_JUEGO,
    MUS_PHASE_PUNTO,
    MUS_PHASE_OVER,
    MUS_PHASES
};

/* The lances; the last is juego or punto. */
enum { MUS_GRANDE, MUS_CHICA, MUS_PARES, MUS_JUEGO, MUS_LANCES };

enum {
    MUS_RESULT_OPEN,
    MUS_RESULT_PASS,
    MUS_RESULT_BET,
    MUS_RESULT_FOLD,
    MUS_RESULT_AUTO,
    MUS_RESULT_SKIPPED,
    MUS_RESULTS
};

/* How a lance ended. */
typedef struct mus_result {
    uint8_t kind;
    uint8_t stake; /* BET */
    uint8_t seat;  /* FOLD: who bet */
    uint8_t seats; /* BET in a free-for-all: who compares */
} mus_result;

/* The betting of one lance, as everybody at the table has heard it (§11): who proposed which stake, in order,
 * and who wanted the last one. Of more bets than there is room for, the first ones and the latest are kept.
 */
enum { MUS_MOST_BETS = 8, MUS_BET_ORDAGO = 0xff };

typedef struct mus_betting {
    uint8_t stakes[MUS_MOST_BETS]; /* the stake that a bet proposed, or MUS_BET_ORDAGO; 0 after the last */
    uint16_t seats;                /* who made it: two bits for each, the first lowest */
    uint8_t count;                 /* how many bets there were, also those that are left out; at most 255 */
    uint8_t wanted;                /* who said quiero to the last one */
} mus_betting;

/* What was scored, and for what: the phase of the lance, and how. */
enum { MUS_SCORED_COUNT, MUS_SCORED_DEJE, MUS_SCORED_ORDAGO };

typedef struct mus_entry {
    uint8_t reason; /* phase x 4 + how */
    uint8_t side;
    uint8_t stones;
} mus_entry;

/* A deje in each lance, and a count for each. */
enum { MUS_MOST_ENTRIES = 2 * MUS_LANCES };

typedef struct mus_log {
    mus_entry entries[MUS_MOST_ENTRIES];
    uint8_t count;
} mus_log;

enum { MUS_NOBODY = 0xff };

/* Everything that everybody knows. Sets of seats have bit s for seat s. */
typedef struct mus_table {
    mus_rules rules;
    uint16_t score[MUS_SEATS]; /* stones, per side */
    uint8_t juegos[MUS_SEATS];
    uint8_t vacas[MUS_SEATS];
    uint8_t phase;
    uint8_t mano;
    uint8_t to_act;
    uint8_t winner;                /* side, or MUS_NOBODY */
    uint8_t rounds;                /* of discards in this hand */
    uint8_t discarded[MUS_SEATS];  /* cards put down in the latest round of discards */
    uint8_t piled[MUS_SEATS];      /* cards of each seat that lie in the discard pile */
    uint8_t declared;              /* lances declared so far: 0, 1 pares, 2 juego too */
    uint8_t pares, juego;          /* who declared it */
    uint8_t bettor;                /* of the lance at hand, or MUS_NOBODY */
    uint8_t stake, agreed, ordago; /* ordago: it is what is proposed */
    uint8_t passed;                /* said paso; after a bet: said no quiero to it (free-for-all: are out) */
    uint8_t accepted;              /* free-for-all: accepted; MAX_WINS: gave another answer than no quiero */
    uint8_t best_answer;           /* MAX_WINS: 0 none yet, 1 quiero, 1 + N mas N, MUS_BEST_ORDAGO */
    uint8_t best_seat;
    uint8_t raises;            /* in this lance, of all */
    uint8_t raised[MUS_SEATS]; /* in this lance, of each seat */
    mus_result results[MUS_LANCES];
    uint8_t unused[1];                       /* zero: there is no padding, neither here nor at the end */
    mus_betting betting[MUS_LANCES];         /* of this hand */
    mus_log log;                             /* of this hand */
    mus_log last_log;                        /* of the hand before */
    uint8_t last_hands[MUS_SEATS][MUS_HAND]; /* shown at its end, or MUS_NO_CARD */
} mus_table;

enum { MUS_BEST_ORDAGO = 0xff };

typedef struct mus_state {
    mus_table table;
    uint8_t hands[MUS_SEATS][MUS_HAND]; /* ascending; MUS_NO_CARD last */
    uint64_t discards[MUS_SEATS];       /* cards of each seat that lie in the discard pile */
    uint64_t latest;                    /* those of them that were put down in the round under way */
    uint64_t returned[MUS_SEATS];       /* put down by each seat in this hand, and back in the stock since */
    uint64_t stock;
} mus_state;

enum { MUS_LARGEST_STATE = 320 }; /* copied all the time: five cache lines */
typedef char mus_state_is_small[sizeof(mus_state) <= MUS_LARGEST_STATE ? 1 : -1];

/* ---- small questions ---- */

TP_INLINE uint32_t mus_bit(uint32_t seat) { return 1u << seat; }

TP_INLINE uint32_t mus_all(const mus_table *table) { return (1u << table->rules.players) - 1; }

TP_INLINE uint32_t mus_next(const mus_table *table, uint32_t seat) {
    return (seat + 1) & (table->rules.players - 1u);
}

TP_INLINE uint32_t mus_side(const mus_table *table, uint32_t seat) {
    return table->rules.ffa != 0 ? seat : seat & 1;
}

TP_INLINE uint32_t mus_sides(const mus_table *table) {
    return table->rules.ffa != 0 ? table->rules.players : 2u;
}

/* The seats of a side. */
TP_INLINE uint32_t mus_seats_of(const mus_table *table, uint32_t side) {
    return table->rules.ffa != 0 ? mus_bit(side) : (0x5u << side) & mus_all(table);
}

/* The first seat of a set, counted from `from` in turn order; the set is not empty. */
TP_INLINE uint32_t mus_first_from(const mus_table *table, uint32_t set, uint32_t from) {
    uint32_t later = set & (~0u << from);
    (void)table;
    return tp_lowest_bit(later != 0 ? later : set);
}

TP_INLINE uint32_t mus_lance(uint32_t phase) {
    return phase >= MUS_PHASE_JUEGO ? (uint32_t)MUS_JUEGO : phase - MUS_PHASE_GRANDE;
}

TP_INLINE bool mus_is_lance(uint32_t phase) { return phase >= MUS_PHASE_GRANDE && phase <= MUS_PHASE_PUNTO; }

/* Who may speak in the lance at hand (§5.1). */
TP_INLINE uint32_t mus_eligible(const mus_table *table) {
    return table->phase == MUS_PHASE_PARES   ? table->pares
           : table->phase == MUS_PHASE_JUEGO ? table->juego
                                             : mus_all(table);
}

/* Who is still to answer the bet: opponents of the bettor that may speak and have not answered. */
TP_INLINE uint32_t mus_to_answer(const mus_table *table) {
    uint32_t opponents = mus_all(table) & ~mus_seats_of(table, mus_side(table, table->bettor));
    return mus_eligible(table) & opponents & ~(uint32_t)table->passed & ~(uint32_t)table->accepted;
}

/* The place that bet number `index` of a lance has in the list, and who made the bet at a place. */
TP_INLINE uint32_t mus_bet_place(uint32_t index) {
    return index < MUS_MOST_BETS ? index : (uint32_t)MUS_MOST_BETS - 1;
}

TP_INLINE uint32_t mus_bet_seat(const mus_betting *betting, uint32_t place) {
    return (betting->seats >> (2 * place)) & 3u;
}

/* The class of four cards. */
TP_INLINE const mus_class *mus_class_of(const mus_rules *rules, const uint8_t hand[MUS_HAND]) {
    const uint16_t *weights = rules->kings8 != 0 ? mus_weights_8 : mus_weights_4;
    uint32_t key = 0;
    for (uint32_t i = 0; i < MUS_HAND; i++) key += weights[mus_rank(hand[i])];
    return rules->kings8 != 0 ? &mus_classes_8[mus_class_of_key_8[key]]
                              : &mus_classes_4[mus_class_of_key_4[key]];
}

/* ---- bets (§5.2, §5.3, §5.5) ---- */

/* The numbers N of envido N or mas N that are allowed now: those from `low` to `high`, only those in `only`
 * where it is not 0. */
typedef struct mus_range {
    uint32_t low, high;
    uint64_t only;
} mus_range;

TP_INLINE mus_range mus_bets(const mus_table *table) {
    const mus_rules *rules = &table->rules;
    mus_range range = {rules->min_bet, rules->target, 0};
    if (rules->raises != 0)
        range.high = range.low = range.low < 2 ? 2 : range.low; /* the opening is fixed (§12) */
    if (table->bettor != MUS_NOBODY) {
        range.low = rules->min_raise;
        range.high = (uint32_t)(rules->target - table->stake);
        range.only = rules->raises;
        bool may_raise =
            table->ordago == 0 && (rules->max_raises == MUS_NO_LIMIT || table->raises < rules->max_raises);
        if (!may_raise) range.high = 0;
    }
    if (range.high > rules->target) range.high = 0;
    return range;
}

TP_INLINE bool mus_in_range(mus_range range, uint32_t number) {
    if (number < range.low || number > range.high) return false;
    return range.only == 0 || (number < 64 && ((range.only >> number) & 1) != 0);
}

TP_INLINE uint32_t mus_count_bets(mus_range range) {
    if (range.high < range.low) return 0;
    if (range.only == 0) return range.high - range.low + 1;
    uint32_t count = 0;
    for (uint64_t set = range.only; set != 0; set &= set - 1)
        count += mus_in_range(range, tp_lowest_bit(set));
    return count;
}

/* The number with this index among those allowed, from 0. */
TP_INLINE uint32_t mus_nth_bet(mus_range range, uint32_t index) {
    if (range.only == 0) return range.low + index;
    uint32_t number = range.low;
    for (;; number++) {
        if (mus_in_range(range, number) && index-- == 0) return number;
    }
}

/* ---- discards (§4.2) ---- */

/* Which of the 16 subsets of a hand are different discards: of cards that count alike the lower ones go
 * first. Bit m is subset m; the hand is ordered by effective rank in `ranks`. */
TP_INLINE uint32_t mus_discard_subsets(const uint32_t ranks[MUS_HAND], uint32_t min_discard) {
    uint32_t subsets = 0xffff;
    /* subsets in which card i+1 goes and card i stays */
    if (ranks[0] == ranks[1]) subsets &= ~0x4444u;
    if (ranks[1] == ranks[2]) subsets &= ~0x3030u;
    if (ranks[2] == ranks[3]) subsets &= ~0x0f00u;
    return min_discard == 0 ? subsets : subsets & ~1u;
}

/* The hand by effective rank, and the cards in that order. */
TP_INLINE void mus_sort_by_rank(const mus_rules *rules, const uint8_t hand[MUS_HAND],
                                uint32_t ranks[MUS_HAND], uint8_t cards[MUS_HAND]) {
    for (uint32_t i = 0; i < MUS_HAND; i++) {
        uint32_t rank = mus_effective_rank(mus_rank(hand[i]), rules->kings8 != 0), place = i;
        for (; place > 0 && ranks[place - 1] > rank; place--) {
            ranks[place] = ranks[place - 1];
            cards[place] = cards[place - 1];
        }
        ranks[place] = rank;
        cards[place] = hand[i];
    }
}

TP_INLINE uint32_t mus_discard_move(const uint32_t ranks[MUS_HAND], uint32_t subset) {
    uint32_t move = MUS_MOVE_DISCARD, shift = 0;
    for (uint32_t i = 0; i < MUS_HAND; i++) {
        if (((subset >> i) & 1) == 0) continue;
        move |= (ranks[i] + 1) << shift;
        shift += 4;
    }
    return move;
}

/* The subset that a discard move names, or 16 where the hand has none such. */
TP_INLINE uint32_t mus_discard_subset(const mus_rules *rules, const uint32_t ranks[MUS_HAND], uint32_t move) {
    uint32_t subsets = mus_discard_subsets(ranks, rules->min_discard);
    for (; subsets != 0; subsets &= subsets - 1) {
        uint32_t subset = tp_lowest_bit(subsets);
        if (mus_discard_move(ranks, subset) == move) return subset;
    }
    return 16;
}

/* ---- legal moves ---- */

/* Is the call legal now? Discards depend on the hand, and are asked with mus_discard_subset. */
TP_FUNCTION bool mus_call_is_legal(const mus_table *table, uint32_t move) {
    bool answers = table->bettor != MUS_NOBODY;
    if (table->phase == MUS_PHASE_MUS) return move == MUS_MOVE_MUS || move == MUS_MOVE_NO_MUS;
    if (!mus_is_lance(table->phase)) return false;
    switch (move) {
    case MUS_MOVE_PASO: return !answers;
    case MUS_MOVE_NO_QUIERO:
    case MUS_MOVE_QUIERO: return answers;
    case MUS_MOVE_ORDAGO: return table->ordago == 0;
    default: break;
    }
    uint32_t kind = move & ~0xffu, wanted = answers ? (uint32_t)MUS_MOVE_MAS : (uint32_t)MUS_MOVE_ENVIDO;
    return kind == wanted && mus_in_range(mus_bets(table), move & 0xff);
}

#endif
