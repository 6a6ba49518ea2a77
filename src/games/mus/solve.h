/* Two-player Mus without mus (preset S2), solved: the public tree, classes of hands, and what a solution is.
 *
 * A hand of Mus is four lances one after the other. In each lance the betting is the same small tree, so a
 * public history is the end of the tree that each lance came to: a *column*. All columns of a lance among
 * players of whom the same is known (who has pares, who has juego) are a *stage*. What differs from player to
 * player is the class of his hand, one of 330, and everything that is computed is a vector over classes.
 *
 * The classes are in an order of their own, by what their owner declares: pares and juego, pares alone, juego
 * alone, neither. So the hands that fit a declaration are a part of each vector, and no list is needed.
 *
 * docs/solve.md explains the method. The abstraction of the bets is that of docs/rules/exact/mus.md, section
 * 11. */
#ifndef TAPETE_MUS_SOLVE_H
#define TAPETE_MUS_SOLVE_H

#include "games/mus/view.h"

#include <stdatomic.h>

enum {
    SOLVE_CLASSES = MUS_CLASSES_8,
    SOLVE_HANDS = 368, /* places: those of each kind are a multiple of 16, so that vectors fit */
    SOLVE_TARGET = 40,
    /* what is declared: pares and juego, pares alone, juego alone, neither */
    SOLVE_KINDS = 4,
    SOLVE_PARES_HANDS = 272,
    SOLVE_MOST_SIZES = 8, /* of bets to open with, or to raise by */
    SOLVE_MOST_RAISES = 3,
    SOLVE_MOST_ACTIONS = SOLVE_MOST_SIZES + 3,
    SOLVE_MOST_NODES = 64, /* of a lance */
    SOLVE_MOST_ENDS = 128,
};

/* Where the places of each kind begin, one past the last, and how many of them have a hand: the others are
 * behind them, and nothing is ever there. */
static const uint16_t solve_first[SOLVE_KINDS + 1] = {0, 96, 272, 304, 368};
static const uint16_t solve_classes_of[SOLVE_KINDS] = {87, 173, 17, 53};

static inline bool solve_has_pares(int kind) { return kind < 2; }
static inline bool solve_has_juego(int kind) { return (kind & 1) == 0; }

/* ---- the betting of one lance ---- */

enum { SOLVE_MANO, SOLVE_POSTRE, SOLVE_PLAYERS };

/* How a lance ends: all passed, a bet was wanted, a bet was not, an ordago was wanted. */
enum { SOLVE_PASS, SOLVE_BET, SOLVE_FOLD, SOLVE_SHOWDOWN };

typedef struct solve_end {
    uint8_t kind;
    uint8_t stones; /* BET: the stake; FOLD: the deje */
    uint8_t player; /* FOLD: who gets it */
} solve_end;

typedef struct solve_node {
    uint8_t player, actions;
    uint8_t stake, agreed, ordago, raises, bettor; /* as in mus_table; bettor: SOLVE_PLAYERS, nobody */
    uint16_t slot;                                 /* the first of its actions, among those of its player */
    tp_move moves[SOLVE_MOST_ACTIONS];             /* ascending, as the rules list them */
    int16_t next[SOLVE_MOST_ACTIONS];              /* a node, or -1 - an end */
} solve_node;

/* Ends from `leaves` on are showdowns; after the others play goes on. */
typedef struct solve_lance {
    int nodes, leaves, ends;
    int results; /* different ends among the leaves */
    int slots[SOLVE_PLAYERS];
    solve_node node[SOLVE_MOST_NODES];
    solve_end end[SOLVE_MOST_ENDS];
    uint8_t result[SOLVE_MOST_ENDS];  /* of each leaf: which of the different ones it is */
    uint8_t example[SOLVE_MOST_ENDS]; /* of each result a leaf */
} solve_lance;

/* The abstraction. */
typedef struct solve_bets {
    uint8_t openings[SOLVE_MOST_SIZES], raises[SOLVE_MOST_SIZES]; /* ascending */
    uint8_t opening_count, raise_count;
    uint8_t max_raises;
} solve_bets;

/* False: the tree would be larger than there is room for. */
bool solve_lance_make(solve_lance *lance, const solve_bets *bets);

/* ---- stages ---- */

enum {
    SOLVE_GRANDE,
    SOLVE_CHICA,
    SOLVE_PARES,
    SOLVE_JUEGO, /* and seven more, by the kinds of both hands: see solve_stage_of */
    SOLVE_STAGES = SOLVE_JUEGO + 8,
};

typedef struct solve_stage {
    uint16_t first[SOLVE_PLAYERS], count[SOLVE_PLAYERS]; /* its places */
    uint16_t hands[SOLVE_PLAYERS];                       /* how many of them have a hand */
    uint64_t columns;
    uint64_t start[SOLVE_PLAYERS]; /* of its values, among all of a player */
    uint64_t first_column;         /* among those of all stages */
} solve_stage;

typedef struct solve_tree {
    solve_bets bets;
    solve_lance lance;
    solve_stage stage[SOLVE_STAGES];
    uint64_t nodes, sets, actions; /* public decisions, information sets, and actions in all of those */
    uint64_t values[SOLVE_PLAYERS], columns;
} solve_tree;

/* The stage of juego or punto with these kinds of hands; -1 if only one has juego: nobody bets. */
int solve_stage_of(int mano_kind, int postre_kind);
bool solve_tree_make(solve_tree *tree, const solve_bets *bets);

/* ---- hands ---- */

typedef struct solve_hand {
    const mus_class *class;
    uint8_t count[MUS_RANKS]; /* of each effective rank */
    uint8_t cards[MUS_HAND];  /* one such hand; suits are of no account */
    uint8_t kind;
} solve_hand;

/* What decides what a pair of hands wins, apart from the bets: who has the better hand in each lance, and how
 * much each counts for pares and for juego, 0 if it has none. */
typedef struct solve_pattern {
    uint8_t best[MUS_LANCES];
    uint8_t pares[SOLVE_PLAYERS], juego[SOLVE_PLAYERS];
} solve_pattern;

enum {
    SOLVE_MOST_PATTERNS = 256,
    SOLVE_LANES = 64, /* ends that are done together */
};

/* How likely each hand of the other is, given the own one, in runs of the same pattern. */
typedef struct solve_matrix {
    uint16_t rows, columns; /* own hands, hands of the other */
    uint16_t patterns;
    solve_pattern pattern[SOLVE_MOST_PATTERNS];
    uint32_t *row_runs; /* for each row the first of its runs, and one past the last */
    uint16_t *run_pattern;
    uint32_t *run_entries; /* the first of its entries, and one past the last */
    uint16_t *entry_at;    /* its column, times SOLVE_LANES */
    float *weight;
    double *exact;
} solve_matrix;

enum {
    /* the kinds of both hands, mano's x SOLVE_KINDS + postre's; then showdowns of the first three lances */
    SOLVE_MATRIX_GRANDE = SOLVE_KINDS * SOLVE_KINDS,
    SOLVE_MATRIX_CHICA,
    SOLVE_MATRIX_PARES,
    SOLVE_MATRICES,
};

typedef struct solve_cards {
    solve_hand hand[SOLVE_HANDS];  /* class NULL: there is none in this place */
    uint16_t place[SOLVE_CLASSES]; /* of each class of tables.h */
    double chance[SOLVE_HANDS];
    solve_matrix matrix[SOLVE_PLAYERS][SOLVE_MATRICES]; /* for each player: his hands are the rows */
} solve_cards;

/* In how many ways the other may hold `theirs` when these are mine (NULL: nothing is known of mine). */
double solve_ways(const solve_hand *mine, const solve_hand *theirs);
solve_pattern solve_pattern_of(const solve_hand *mano, const solve_hand *postre);

/* Made once; NULL without memory. */
const solve_cards *solve_cards_get(void);

/* ---- what a hand of Mus is worth ---- */

enum { SOLVE_STONES, SOLVE_WIN };

/* Stones: what mano wins more than the other, an ordago being worth 40, and the hand is played to its end.
 * Win: the chance to win the juego, less one half; `next` has it for each player and each score after the
 * hand. */
typedef struct solve_utility {
    int kind;
    int score[SOLVE_PLAYERS];
    double next[SOLVE_PLAYERS][SOLVE_TARGET][SOLVE_TARGET]; /* [player][mano's stones][postre's] */
} solve_utility;

/* What each pattern is worth to a player after every combination of results: made before a solve, because it
 * is asked for very often. NULL values: it is worked out each time. */
typedef struct solve_payoffs {
    float *values;
    uint64_t start[SOLVE_MATRIX_GRANDE];
} solve_payoffs;

uint64_t solve_payoffs_bytes(const solve_tree *tree, const solve_cards *cards);
/* False: no memory. */
bool solve_payoffs_make(solve_payoffs *out, const solve_tree *tree, const solve_cards *cards,
                        const solve_utility *utility, int player);
void solve_payoffs_free(solve_payoffs *payoffs);

/* What `player` gets when the hand is over with these scores. */
double solve_pay(const solve_utility *utility, int player, int mano, int postre);
/* Whether the juego is over with that score of a player: never where stones alone count. */
static inline bool solve_is_over(const solve_utility *utility, int score) {
    return utility->kind == SOLVE_WIN && score >= SOLVE_TARGET;
}
/* The same at the count, after these results of the lances (of those that were bet on). */
double solve_count(const solve_utility *utility, int player, const solve_end *results,
                   const solve_pattern *pattern);

/* ---- a pass over the tree ---- */

/* The numbers that are iterated on: for each player regrets and sums of strategies, by stage, column, slot
 * and hand. */
typedef struct solve_table {
    float *regret[SOLVE_PLAYERS], *sum[SOLVE_PLAYERS];
    /* Or in 16 bits, for half the memory: roots of shares of the largest number of each node. Then the two
     * above are NULL. */
    int16_t *regret16[SOLVE_PLAYERS], *sum16[SOLVE_PLAYERS];
    float
        *factor[SOLVE_PLAYERS]; /* by column and node: what a share of regret is worth, and one of the sum */
    uint32_t *last[SOLVE_PLAYERS]; /* by column: the iteration whose changes it has */
} solve_table;

/* Where the factors of a node are. */
static inline uint64_t solve_factor_at(const solve_tree *tree, int stage, uint64_t column, int node) {
    return 2 * ((tree->stage[stage].first_column + column) * (uint64_t)tree->lance.nodes + (uint64_t)node);
}

/* Strategies from elsewhere: probabilities of all actions at a node, `out[action * count + hand]`. */
typedef struct solve_source {
    void (*read)(void *self, int stage, uint64_t column, int node, float *out);
    void *self;
} solve_source;

typedef struct solve_method {
    const char *name;
    bool plus;      /* regrets are cut off at 0 */
    double alpha;   /* positive regrets: t^a / (t^a + 1); 0: not discounted */
    bool halves;    /* negative regrets are halved each time */
    uint32_t gamma; /* strategies: (t / (t + 1))^g */
} solve_method;

typedef struct solve_pass {
    const solve_tree *tree;
    const solve_cards *cards;
    const solve_utility *utility;
    const solve_payoffs *payoffs; /* of the player */
    int player;                   /* whose values these are */
    int threads;
    atomic_bool *stop; /* may be NULL */
    /* an iteration */
    solve_table *table;
    uint32_t iteration;
    bool plus, halves;
    const double *positive; /* products of the factors of positive regrets, by iteration */
    uint32_t gamma;
    /* an evaluation: both strategies */
    const solve_source *source[SOLVE_PLAYERS];
} solve_pass;

/* Built for several kinds of processors, with the same results to the byte. */
typedef struct solve_hot {
    /* One iteration for one player. False: no memory. */
    bool (*iterate)(const solve_pass *pass);
    /* What the player wins with his own strategy and with the best one against the other's. With `payoffs`
     * in single precision. */
    bool (*evaluate)(const solve_pass *pass, double *value, double *best);
    /* Multiplications and additions of a kernel by itself, for measuring: how many were done. */
    double (*exercise)(const solve_cards *cards, int rounds);
} solve_hot;

const solve_hot *solve_hot_find(void);
extern const solve_hot solve_hot_plain, solve_hot_avx2, solve_hot_avx512;

#endif
