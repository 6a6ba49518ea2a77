/* The agent `mus-bot`, as docs/rules/exact/mus.md, section 9, tells it.
 *
 * It looks at its own four cards, at how close anybody is to winning the juego, and at nothing else that
 * happened. What it does is a chain of independent coin tosses, so the probability of each of its moves is a
 * product; probs() states them. choose() tosses the coins one by one and knows nothing of probs(): a test
 * compares the two.
 *
 * The section is written for the usual variants. If the options forbid what it says:
 *   - an envido or mas of a size that is not allowed becomes the nearest that is, the smaller of two;
 *   - no envido is allowed at all: paso; no mas is allowed: quiero;
 *   - a discard is compulsory and the hand would be kept (mus=FORCED_k with min_discard=1): one card that is
 * no king, each as likely as the others; of four kings one. */
#include "core/language.h"
#include "games/mus/play.h"
#include "games/mus/view.h"

#include <stdlib.h>

static const double DISCARD_CARD = .4; /* how likely a card that is no king is to be put down */

typedef struct bot_self {
    const tp_game *game;
    tp_rng rng;
    double p_bluff, p_ord, p_blind, p_raise;
    uint32_t near, max_raises, bet, raise;
} bot_self;

/* ---- the hand ---- */

typedef struct hand_facts {
    uint32_t of_rank[MUS_RANKS]; /* cards of each effective rank */
    uint32_t kings, aces, sum;
    uint32_t most, pairs; /* the largest group of equal cards; how many groups have two or more */
} hand_facts;

static hand_facts look_at(const mus_rules *rules, const uint8_t hand[MUS_HAND]) {
    hand_facts facts = {{0}, 0, 0, mus_class_of(rules, hand)->sum, 0, 0};
    for (uint32_t i = 0; i < MUS_HAND; i++)
        facts.of_rank[mus_effective_rank(mus_rank(hand[i]), rules->kings8 != 0)]++;
    facts.kings = facts.of_rank[MUS_R];
    facts.aces = facts.of_rank[MUS_A];
    for (uint32_t rank = 0; rank < MUS_RANKS; rank++) {
        facts.pairs += facts.of_rank[rank] >= 2;
        if (facts.of_rank[rank] > facts.most) facts.most = facts.of_rank[rank];
    }
    return facts;
}

/* Two pairs without a king are not kept. */
static bool keeps_all(const hand_facts *hand) {
    return hand->kings >= 2 || hand->most >= 3 || (hand->pairs >= 1 && hand->kings >= 1);
}

/* How much the hand is worth betting on in the lance of this phase. */
static double urge(const hand_facts *hand, uint32_t phase) {
    switch (phase) {
    case MUS_PHASE_GRANDE: return hand->kings / 4.0;
    case MUS_PHASE_CHICA: return hand->aces / 4.0;
    case MUS_PHASE_PARES:
        return hand->most == 4 ? 1 : hand->most == 3 ? .8 : hand->pairs == 2 ? .6 : hand->pairs == 1 ? .4 : 0;
    case MUS_PHASE_JUEGO: return hand->sum == 31 ? 1 : hand->sum == 32 ? .8 : hand->sum == 40 ? .6 : .4;
    default: return hand->sum >= 30 ? 1 : hand->sum >= 26 ? .7 : hand->sum >= 21 ? .5 : 0;
    }
}

/* ---- the table ---- */

static bool is_close(const bot_self *self, const mus_table *table) {
    for (uint32_t side = 0; side < mus_sides(table); side++) {
        if (table->score[side] + self->near >= table->rules.target) return true;
    }
    return false;
}

uint32_t mus_nearest_bet(const mus_table *table, uint32_t wanted) {
    mus_range bets = mus_bets(table);
    for (uint32_t distance = 0; distance <= MUS_MOST_TARGET; distance++) {
        if (distance < wanted && mus_in_range(bets, wanted - distance)) return wanted - distance;
        if (mus_in_range(bets, wanted + distance)) return wanted + distance;
    }
    return 0;
}

/* What the bot says when it goes: an ordago, a bet, or an answer with or without a raise. */
typedef struct ways_to_go {
    tp_move first;  /* with probability p_first ... */
    tp_move second; /* ... else this */
    double p_first;
} ways_to_go;

static ways_to_go plan(const bot_self *self, const mus_table *table) {
    bool answers = table->bettor != MUS_NOBODY;
    uint32_t number = mus_nearest_bet(table, answers ? self->raise : self->bet);
    ways_to_go ways = {MUS_MOVE_ORDAGO, MUS_MOVE_ORDAGO, 1};
    if (is_close(self, table)) return ways;
    if (!answers) {
        ways.first = ways.second = number != 0 ? MUS_MOVE_ENVIDO + number : (tp_move)MUS_MOVE_PASO;
        return ways;
    }
    bool may_raise = number != 0 && table->raised[table->to_act] < self->max_raises;
    ways.first = may_raise ? MUS_MOVE_MAS + number : (tp_move)MUS_MOVE_QUIERO;
    ways.second = MUS_MOVE_QUIERO;
    ways.p_first = may_raise ? self->p_raise : 1;
    return ways;
}

/* ---- choosing ---- */

static bool toss(bot_self *self, double probability) { return tp_rng_fraction(&self->rng) < probability; }

static tp_move choose_discard(bot_self *self, const mus_rules *rules, const uint8_t own[MUS_HAND],
                              const hand_facts *hand) {
    uint32_t ranks[MUS_HAND], subset = 0;
    uint8_t cards[MUS_HAND];
    mus_sort_by_rank(rules, own, ranks, cards);
    uint32_t others = MUS_HAND - hand->kings; /* kings come last */
    for (uint32_t i = 0; i < others && !keeps_all(hand); i++)
        subset |= (uint32_t)toss(self, DISCARD_CARD) << i;
    if (subset == 0 && rules->min_discard > 0)
        subset = 1u << (others == 0 ? 0 : tp_rng_below(&self->rng, others));
    return mus_discard_move(ranks, subset);
}

static tp_move play(bot_self *self, const mus_table *table, const uint8_t own[MUS_HAND]) {
    hand_facts hand = look_at(&table->rules, own);
    if (table->phase == MUS_PHASE_MUS) return keeps_all(&hand) ? MUS_MOVE_NO_MUS : MUS_MOVE_MUS;
    if (table->phase == MUS_PHASE_DISCARD) return choose_discard(self, &table->rules, own, &hand);
    bool bluffs = toss(self, self->p_bluff);
    if (table->ordago != 0) {
        bool accepts = is_close(self, table) || (bluffs && toss(self, self->p_ord));
        return accepts ? MUS_MOVE_QUIERO : MUS_MOVE_NO_QUIERO;
    }
    bool goes = (bluffs && toss(self, self->p_blind)) || toss(self, urge(&hand, table->phase));
    if (!goes) return table->bettor == MUS_NOBODY ? MUS_MOVE_PASO : MUS_MOVE_NO_QUIERO;
    ways_to_go ways = plan(self, table);
    return toss(self, ways.p_first) ? ways.first : ways.second;
}

static tp_move choose(void *self, const void *view_bytes) {
    const mus_view *view = view_bytes;
    return play(self, &view->table, view->hands[view->table.to_act]);
}

bool mus_bot_cuts(const mus_rules *rules, const uint8_t own[MUS_HAND]) {
    hand_facts hand = look_at(rules, own);
    return keeps_all(&hand);
}

double mus_bot_urge(const mus_table *table, const uint8_t own[MUS_HAND]) {
    hand_facts hand = look_at(&table->rules, own);
    return urge(&hand, table->phase);
}

tp_move mus_bot_move(const mus_table *table, const uint8_t own[MUS_HAND], tp_rng *rng) {
    bot_self self = {.rng = *rng,
                     .p_bluff = .5,
                     .p_ord = .05,
                     .p_blind = .2,
                     .p_raise = .5,
                     .near = 5,
                     .max_raises = 3,
                     .bet = 2,
                     .raise = 2};
    tp_move move = play(&self, table, own);
    *rng = self.rng;
    return move;
}

/* ---- the same in probabilities ---- */

static double power(double base, uint32_t exponent) {
    double product = 1;
    for (; exponent > 0; exponent--) product *= base;
    return product;
}

/* That of n cards which count alike exactly k are put down. */
static double some_of(uint32_t n, uint32_t k) {
    static const double choose_of_4[MUS_HAND + 1][MUS_HAND + 1] = {
        {1, 0, 0, 0, 0}, {1, 1, 0, 0, 0}, {1, 2, 1, 0, 0}, {1, 3, 3, 1, 0}, {1, 4, 6, 4, 1}};
    return choose_of_4[n][k] * power(DISCARD_CARD, k) * power(1 - DISCARD_CARD, n - k);
}

static double prob_of_discard(const mus_rules *rules, const hand_facts *hand, tp_move move) {
    uint32_t down[MUS_RANKS] = {0}, cards = 0, last = 0, others = MUS_HAND - hand->kings;
    for (; cards < MUS_HAND && ((move >> (4 * cards)) & 15) != 0; cards++) {
        last = ((move >> (4 * cards)) & 15) - 1;
        down[last]++;
    }
    double chosen = down[MUS_R] == 0 ? 1 : 0, nothing = power(1 - DISCARD_CARD, others);
    for (uint32_t rank = 0; rank < MUS_R; rank++) chosen *= some_of(hand->of_rank[rank], down[rank]);
    if (keeps_all(hand)) {
        chosen = cards == 0 ? 1 : 0;
        nothing = 1;
    }
    if (rules->min_discard == 0) return chosen;
    if (cards == 0) return 0;
    if (cards > 1) return chosen;
    double this_card = others == 0 ? 1 : last == MUS_R ? 0 : (double)hand->of_rank[last] / others;
    return chosen + nothing * this_card;
}

static double prob_of_call(const bot_self *self, const mus_table *table, const hand_facts *hand,
                           tp_move move) {
    if (table->ordago != 0) {
        double accepts = is_close(self, table) ? 1 : self->p_bluff * self->p_ord;
        return move == MUS_MOVE_QUIERO ? accepts : 1 - accepts;
    }
    double goes = 1 - (1 - self->p_bluff * self->p_blind) * (1 - urge(hand, table->phase));
    ways_to_go ways = plan(self, table);
    double prob = move == MUS_MOVE_PASO || move == MUS_MOVE_NO_QUIERO ? 1 - goes : 0;
    if (move == ways.first) prob += goes * ways.p_first;
    if (move == ways.second) prob += goes * (1 - ways.p_first);
    return prob;
}

static int probs(void *self_bytes, const void *view_bytes, double *out) {
    const bot_self *self = self_bytes;
    const mus_view *view = view_bytes;
    const mus_table *table = &view->table;
    const uint8_t *own = view->hands[table->to_act];
    hand_facts hand = look_at(&table->rules, own);
    tp_move moves[MUS_MAX_MOVES];
    int count = mus_list_legal(table, own, moves);
    for (int i = 0; i < count; i++) {
        if (table->phase == MUS_PHASE_MUS) {
            out[i] = (moves[i] == MUS_MOVE_NO_MUS) == keeps_all(&hand) ? 1 : 0;
        } else if (table->phase == MUS_PHASE_DISCARD) {
            out[i] = prob_of_discard(&table->rules, &hand, moves[i]);
        } else {
            out[i] = prob_of_call(self, table, &hand, moves[i]);
        }
    }
    return count;
}

/* ---- the kind ---- */

static tp_err create(const tp_game *game, const tp_options *options, uint64_t seed, void **self,
                     tp_error *error) {
    bot_self *made = calloc(1, sizeof *made);
    if (made == NULL) return tp_fail(error, TP_E_MEMORY, TR("no memory for the agent %s"), "mus-bot");
    made->game = game;
    made->p_bluff = tp_options_real(options, "p_bluff");
    made->p_ord = tp_options_real(options, "p_ord");
    made->p_blind = tp_options_real(options, "p_blind");
    made->p_raise = tp_options_real(options, "p_raise");
    made->near = (uint32_t)tp_options_int(options, "near");
    made->max_raises = (uint32_t)tp_options_int(options, "max_raises");
    made->bet = (uint32_t)tp_options_int(options, "bet");
    made->raise = (uint32_t)tp_options_int(options, "raise");
    tp_rng_seed(&made->rng, seed);
    *self = made;
    return TP_OK;
}

static bool renew(void *self, uint64_t seed) {
    tp_rng_seed(&((bot_self *)self)->rng, seed);
    return true;
}

static const tp_option options_table[] = {
    {"p_bluff", TP_OPTION_REAL, "0.5", 0, 1, NULL,
     TR_MARK("how often it is ready to bluff, at each decision")},
    {"near", TP_OPTION_INT, "5", 0, MUS_MOST_TARGET, NULL,
     TR_MARK("it plays for everything when a side is this many stones from winning")},
    {"p_ord", TP_OPTION_REAL, "0.05", 0, 1, NULL, TR_MARK("how often a bluff accepts an ordago")},
    {"p_blind", TP_OPTION_REAL, "0.2", 0, 1, NULL, TR_MARK("how often a bluff bets with any cards")},
    {"p_raise", TP_OPTION_REAL, "0.5", 0, 1, NULL, TR_MARK("how often it raises instead of accepting")},
    {"max_raises", TP_OPTION_INT, "3", 0, MUS_MOST_TARGET, NULL,
     TR_MARK("the most raises of its own in one lance")},
    {"bet", TP_OPTION_INT, "2", 1, MUS_MOST_TARGET, NULL, TR_MARK("stones of its envido")},
    {"raise", TP_OPTION_INT, "2", 1, MUS_MOST_TARGET, NULL, TR_MARK("stones that it raises by")},
    {NULL, TP_OPTION_INT, NULL, 0, 0, NULL, NULL},
};

const tp_agent_kind mus_bot_agent = {
    .struct_size = sizeof(tp_agent_kind),
    .name = "mus-bot",
    .summary =
        TR_MARK("bets on its own cards, bluffs now and then, and says ordago when a side is about to win"),
    .game = "mus",
    .options = options_table,
    .create = create,
    .destroy = free,
    .choose = choose,
    .probs = probs,
    .usual = true,
    .quick = true,
    .renew = renew,
};
