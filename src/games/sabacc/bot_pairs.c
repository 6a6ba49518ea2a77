/* The agent `sabacc-pairs`: a simple player of Kessel Sabacc to measure others by.
 *
 * It wants a pair. It takes an open card that makes one, draws when its cards are far apart, keeps what is
 * better than what it has, and plays a token now and then without much thought. It looks at its own cards and
 * at what lies open, never at what the others do. */
#include "core/language.h"
#include "games/sabacc/play.h"
#include "games/sabacc/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TOKEN_ODDS = 6,
    NEAR_ODDS = 3
}; /* one in so many: any token or none; a draw with cards that are near each other */

/* Distances are in quarters of a chip. */
enum { CHIP = 4, NEAR = 3, FAR = 6 };

/* What an Impostor beside a card is away from a pair, on average: the nearer of two dice. */
static const uint8_t impostor_distance[SABACC_DIE_SIDES] = {6, 4, 3, 3, 4, 6};
enum { TWO_IMPOSTORS = 4 };

/* How far two cards are from a pair, which is what they cost where they lose. */
static uint32_t distance(uint32_t one, uint32_t other, uint32_t effects) {
    uint32_t low = one < other ? one : other, high = one < other ? other : one;
    if (high < SABACC_IMPOSTOR) return CHIP * (high - low);
    if (high == SABACC_SYLOP) {
        if (low == SABACC_SYLOP || (effects & SABACC_EFFECT_DEVALUATION) == 0) return 0;
        return low == SABACC_IMPOSTOR ? 2 * CHIP : CHIP * (low + 1);
    }
    if ((effects & SABACC_EFFECT_MAJOR_FRAUD) != 0)
        return low == SABACC_IMPOSTOR ? 0 : CHIP * (SABACC_DIE_SIDES - 1 - low);
    return low == SABACC_IMPOSTOR ? TWO_IMPOSTORS : impostor_distance[low];
}

/* Smaller is better: the distance and, of equal ones, the lower cards. */
static uint32_t badness(const uint8_t hand[SABACC_FAMILIES], uint32_t effects) {
    uint32_t far = distance(hand[SABACC_SAND], hand[SABACC_BLOOD], effects);
    uint32_t low = hand[SABACC_SAND] < hand[SABACC_BLOOD] ? hand[SABACC_SAND] : hand[SABACC_BLOOD];
    bool is_reversed = far == 0 && (effects & SABACC_EFFECT_COOK_THE_BOOKS) != 0;
    return SABACC_CARDS * far + (is_reversed ? SABACC_CARDS - 1 - low : low);
}

static bool is_better(const sabacc_table *table, const uint8_t hand[SABACC_FAMILIES], uint32_t drawn) {
    uint8_t other[SABACC_FAMILIES] = {hand[SABACC_SAND], hand[SABACC_BLOOD]};
    other[sabacc_drawn_family(table)] = (uint8_t)drawn;
    return badness(other, table->effects) < badness(hand, table->effects);
}

/* What it would do if it does not pass: take a card that makes a pair, else draw to replace the higher
 * card, or of the one that is not wild. */
static tp_move preferred_draw(const sabacc_table *table, const uint8_t hand[SABACC_FAMILIES], bool *is_pair) {
    for (uint32_t family = 0; family < SABACC_FAMILIES; family++) {
        *is_pair = distance(sabacc_discard_top(table, family), hand[1 - family], table->effects) == 0;
        if (*is_pair) return SABACC_TAKE_SAND + family;
    }
    uint32_t family = hand[SABACC_SAND] < hand[SABACC_BLOOD];
    if (hand[family] >= SABACC_IMPOSTOR) family = 1 - family;
    bool is_stocked = ((sabacc_stocked_families(table) >> family) & 1) != 0;
    return is_stocked ? SABACC_DRAW_SAND + family : (tp_move)SABACC_PASS;
}

/* The probability that it draws, and how. */
static double draw_prob(const sabacc_table *table, const uint8_t hand[SABACC_FAMILIES], tp_move *draw) {
    uint32_t far = distance(hand[SABACC_SAND], hand[SABACC_BLOOD], table->effects);
    bool is_pair = false;
    *draw = SABACC_PASS;
    if (far == 0 || !sabacc_may_draw(table)) return 0;
    *draw = preferred_draw(table, hand, &is_pair);
    if (is_pair || far > FAR) return 1;
    return far > NEAR ? 1.0 / NEAR_ODDS : 0;
}

/* Of two dice for an Impostor the one that ranks better; beside an Impostor that is still to be rolled for,
 * the lower. */
static tp_move better_die(const sabacc_table *table, const uint8_t hand[SABACC_FAMILIES]) {
    uint32_t family = sabacc_impostor_family(table, hand), keys[2];
    const uint8_t *fixed = table->impostor[table->current];
    bool is_alone = hand[1 - family] != SABACC_IMPOSTOR || fixed[1 - family] != 0;
    for (uint32_t die = 0; die < 2; die++) {
        uint8_t chosen[SABACC_FAMILIES] = {fixed[SABACC_SAND], fixed[SABACC_BLOOD]};
        chosen[family] = table->dice[die];
        keys[die] =
            is_alone ? sabacc_rank_hand(hand, chosen, table->effects, table->prime).key : chosen[family];
    }
    return keys[0] <= keys[1] ? SABACC_DIE1 : SABACC_DIE2;
}

/* A Prime is best on your own card. */
static tp_move prime_die(const sabacc_table *table, const uint8_t hand[SABACC_FAMILIES]) {
    uint32_t card = table->dice[0] - 1u;
    return card == hand[SABACC_SAND] || card == hand[SABACC_BLOOD] ? SABACC_DIE1 : SABACC_DIE2;
}

tp_move sabacc_pairs_move(const sabacc_table *table, const uint8_t hand[SABACC_FAMILIES], uint32_t drawn,
                          tp_rng *rng) {
    switch (table->phase) {
    case SABACC_PHASE_TOKEN: {
        uint32_t legal = (uint32_t)sabacc_legal_set(table);
        if (legal == 1u << SABACC_NO_TOKEN || tp_rng_below(rng, TOKEN_ODDS) != 0) return SABACC_NO_TOKEN;
        return tp_select_bit(legal, tp_rng_below(rng, tp_count_bits(legal)));
    }
    case SABACC_PHASE_DRAW: {
        tp_move draw;
        double prob = draw_prob(table, hand, &draw);
        return prob == 1 || (prob > 0 && tp_rng_below(rng, NEAR_ODDS) == 0) ? draw : (tp_move)SABACC_PASS;
    }
    case SABACC_PHASE_KEEP: return is_better(table, hand, drawn) ? SABACC_KEEP : SABACC_REFUSE;
    case SABACC_PHASE_PRIME_DIE: return prime_die(table, hand);
    default: return better_die(table, hand);
    }
}

double sabacc_pairs_prob(const sabacc_table *table, const uint8_t hand[SABACC_FAMILIES], uint32_t drawn,
                         tp_move move) {
    switch (table->phase) {
    case SABACC_PHASE_TOKEN: {
        double any = 1.0 / (TOKEN_ODDS * tp_count_bits((uint32_t)sabacc_legal_set(table)));
        return any + (move == SABACC_NO_TOKEN ? 1 - 1.0 / TOKEN_ODDS : 0);
    }
    case SABACC_PHASE_DRAW: {
        tp_move draw;
        double prob = draw_prob(table, hand, &draw);
        return (move == draw ? prob : 0) + (move == SABACC_PASS ? 1 - prob : 0);
    }
    case SABACC_PHASE_KEEP: return (move == SABACC_KEEP) == is_better(table, hand, drawn);
    case SABACC_PHASE_PRIME_DIE: return move == prime_die(table, hand);
    default: return move == better_die(table, hand);
    }
}

uint32_t sabacc_pairs_kind(const sabacc_table *table, const uint8_t hand[SABACC_FAMILIES], uint32_t drawn) {
    if (table->phase == SABACC_PHASE_KEEP) return is_better(table, hand, drawn);
    uint32_t far = distance(hand[SABACC_SAND], hand[SABACC_BLOOD], table->effects);
    return far == 0 ? 0 : far <= NEAR ? 1 : far <= FAR ? 2 : 3;
}

/* ---- the agent ---- */

/* ---- what speaks for a move ---- */

/* Of 100 hands from full piles, how many this one beats as far as can be said before dice are rolled; ties
 * count half. */
static int beaten(const uint8_t hand[SABACC_FAMILIES], uint32_t effects) {
    uint32_t own = badness(hand, effects), worse = 0, equal = 0, all = 0;
    for (uint32_t sand = 0; sand < SABACC_CARDS; sand++) {
        for (uint32_t blood = 0; blood < SABACC_CARDS; blood++) {
            uint8_t other[SABACC_FAMILIES] = {(uint8_t)sand, (uint8_t)blood};
            uint32_t copies = (uint32_t)(SABACC_FAMILY_LANES >> (8 * sand) & 0xff) *
                              (uint32_t)(SABACC_FAMILY_LANES >> (8 * blood) & 0xff);
            uint32_t value = badness(other, effects);
            worse += value > own ? copies : 0;
            equal += value == own ? copies : 0;
            all += copies;
        }
    }
    return (int)((200 * worse + 100 * equal + all) / (2 * all));
}

void sabacc_reason(const void *view_bytes, tp_move move, char *text, size_t size) {
    const sabacc_view *view = view_bytes;
    const sabacc_table *table = &view->table;
    uint8_t hand[SABACC_FAMILIES];
    memcpy(hand, view->hand[table->current], sizeof hand);
    bool takes = move == SABACC_TAKE_SAND || move == SABACC_TAKE_BLOOD;
    text[0] = '\0';
    if (takes) hand[move - SABACC_TAKE_SAND] = (uint8_t)sabacc_discard_top(table, move - SABACC_TAKE_SAND);
    if (move == SABACC_KEEP) hand[sabacc_drawn_family(table)] = view->drawn;
    if (hand[SABACC_SAND] >= SABACC_CARDS || hand[SABACC_BLOOD] >= SABACC_CARDS ||
        table->phase == SABACC_PHASE_IMPOSTOR || table->phase == SABACC_PHASE_PRIME_DIE)
        return;
    snprintf(text, size,
             takes || move == SABACC_KEEP ? TR("with it your hand beats about %d of 100 hands")
                                          : TR("the hand that you have beats about %d of 100 hands"),
             beaten(hand, table->effects));
}

static tp_err create(const tp_game *game, const tp_options *options, uint64_t seed, void **self,
                     tp_error *error) {
    (void)game;
    (void)options;
    tp_rng *rng = calloc(1, sizeof *rng);
    if (rng == NULL) return tp_fail(error, TP_E_MEMORY, TR("no memory for the agent %s"), "sabacc-pairs");
    tp_rng_seed(rng, seed);
    *self = rng;
    return TP_OK;
}

static tp_move choose(void *self, const void *view_bytes) {
    const sabacc_view *view = view_bytes;
    return sabacc_pairs_move(&view->table, view->hand[view->table.current], view->drawn, self);
}

static int probs(void *self, const void *view_bytes, double *out) {
    (void)self;
    const sabacc_view *view = view_bytes;
    int count = 0;
    for (uint64_t legal = sabacc_legal_set(&view->table); legal != 0; legal &= legal - 1) {
        out[count++] = sabacc_pairs_prob(&view->table, view->hand[view->table.current], view->drawn,
                                         (tp_move)tp_lowest_bit(legal));
    }
    return count;
}

static bool renew(void *self, uint64_t seed) {
    tp_rng_seed(self, seed);
    return true;
}

static const tp_option options_table[] = {{NULL, TP_OPTION_INT, NULL, 0, 0, NULL, NULL}};

const tp_agent_kind sabacc_pairs_agent = {
    .struct_size = sizeof(tp_agent_kind),
    .name = "sabacc-pairs",
    .summary = TR_MARK("wants a pair: takes an open card that makes one, draws if its cards are far apart"),
    .game = "sabacc",
    .options = options_table,
    .create = create,
    .destroy = free,
    .choose = choose,
    .probs = probs,
    .quick = true,
    .renew = renew,
};
