/* How a steady player of Mus thinks (bot_steady.h). */
#include "games/mus/bot_steady.h"
#include "core/numbers.h"
#include "games/mus/play.h"
#include "games/mus/rules.h"

#include <math.h>
#include <pthread.h>

/* ---- how good a hand is ---- */

enum { DECKS = 2, PARES_ORDERS = 2, REALES = 3, SPEAKING = 5, MOST_KEYS = 1024 };

/* Of all hands that may speak: the share that a class beats, and the share that is as good. */
typedef struct standing {
    float worse, equal;
} standing;

static standing standings[DECKS][PARES_ORDERS][REALES][SPEAKING][MUS_CLASSES_4];
static pthread_once_t is_ranked = PTHREAD_ONCE_INIT;

static const mus_class *classes_of(int deck) { return deck == 1 ? mus_classes_8 : mus_classes_4; }

static bool may_speak(const mus_class *class, uint32_t phase) {
    switch (phase) {
    case MUS_PHASE_PARES: return class->pares_value != 0;
    case MUS_PHASE_JUEGO: return class->juego_value != 0;
    case MUS_PHASE_PUNTO: return class->juego_value == 0;
    default: return true;
    }
}

static void rank_lance(const mus_rules *rules, uint32_t phase, const uint32_t *hands, int count,
                       standing *out) {
    uint32_t of_key[MOST_KEYS] = {0}, below[MOST_KEYS], all = 0;
    const mus_class *classes = classes_of(rules->kings8);
    for (int i = 0; i < count; i++) {
        if (may_speak(&classes[i], phase)) of_key[mus_key(rules, &classes[i], phase)] += hands[i];
    }
    for (uint32_t key = 0; key < MOST_KEYS; key++) {
        below[key] = all;
        all += of_key[key];
    }
    for (int i = 0; i < count; i++) {
        if (!may_speak(&classes[i], phase)) continue;
        uint32_t key = mus_key(rules, &classes[i], phase);
        out[i] = (standing){(float)below[key] / (float)all, (float)of_key[key] / (float)all};
    }
}

static void count_hands(const mus_rules *rules, uint32_t *hands) {
    uint8_t cards[MUS_HAND];
    for (uint32_t a = 0; a < MUS_CARDS; a++) {
        for (uint32_t b = a + 1; b < MUS_CARDS; b++) {
            for (uint32_t c = b + 1; c < MUS_CARDS; c++) {
                for (uint32_t d = c + 1; d < MUS_CARDS; d++) {
                    cards[0] = (uint8_t)a;
                    cards[1] = (uint8_t)b;
                    cards[2] = (uint8_t)c;
                    cards[3] = (uint8_t)d;
                    hands[mus_class_of(rules, cards) - classes_of(rules->kings8)]++;
                }
            }
        }
    }
}

static void rank_all(void) {
    for (int deck = 0; deck < DECKS; deck++) {
        mus_rules rules = {.kings8 = (uint8_t)deck};
        uint32_t hands[MUS_CLASSES_4] = {0};
        count_hands(&rules, hands);
        for (int order = 0; order < PARES_ORDERS; order++) {
            for (int real = 0; real < REALES; real++) {
                rules.pares_order = (uint8_t)order;
                rules.real31 = (uint8_t)real;
                for (int i = 0; i < SPEAKING; i++)
                    rank_lance(&rules, (uint32_t)(MUS_PHASE_GRANDE + i), hands,
                               deck == 1 ? MUS_CLASSES_8 : MUS_CLASSES_4, standings[deck][order][real][i]);
            }
        }
    }
}

double mus_hand_strength(const mus_rules *rules, const uint8_t hand[MUS_HAND], uint32_t phase, double ties) {
    pthread_once(&is_ranked, rank_all);
    ptrdiff_t class = mus_class_of(rules, hand) - classes_of(rules->kings8);
    const standing *found =
        &standings[rules->kings8][rules->pares_order][rules->real31][phase - MUS_PHASE_GRANDE][class];
    return (double)found->worse + ties * (double)found->equal;
}

/* ---- what stones are worth ---- */

/* How many stones ahead make the odds e : 1, at the end of a juego and for each stone that is still missing.
 * Set by hand: docs/strength.md compares them with how juegos end. */
static const double STONES_AT_END = 3, STONES_PER_MISSING = 1 / 6.0;

double mus_win_chance(const mus_rules *rules, double own, double other) {
    double target = rules->target, most = own > other ? own : other;
    if (own >= target) return 1;
    if (other >= target) return 0;
    return 1 / (1 + exact_exp((other - own) / (STONES_AT_END + STONES_PER_MISSING * (target - most))));
}

/* ---- a lance ---- */

/* How often somebody varies: the width, in chances, over which a steady player goes from hardly ever to
 * nearly always. */
static const double WIDTH = .06;

static double more_likely(double above, double width) { return 1 / (1 + exact_exp(-above / width)); }

/* What the actor thinks of before it speaks. */
typedef struct outlook {
    uint32_t phase;
    double strength;    /* of the own hand, among all */
    int others, friend; /* how many hands the opponents and the partner seem to have, in halves */
    double own, other;  /* stones of the own side and of the best of the others */
    double extra;       /* stones that the winner of the lance gets besides */
} outlook;

/* The chance that the own side has the best hand, if the opponents are so many halves better than they seem.
 * A hand that is the best of k has a strength with the distribution x^k. */
static double chance_of(const outlook *outlook, int better) {
    int others = outlook->others + better, friend = outlook->friend;
    double root = sqrt(outlook->strength), both = 1;
    for (int i = 0; i < others + friend; i++) both *= root;
    return both + (1 - both) * friend / (others + friend);
}

static outlook look(const mus_table *table, const uint8_t own[MUS_HAND]) {
    enum { HAND = 2, PASSED = 1, BETS = 2, MOST_BETS = 3 };
    uint32_t seat = table->to_act, side = mus_side(table, seat), eligible = mus_eligible(table);
    outlook outlook = {.phase = table->phase, .own = table->score[side]};
    uint32_t place = (seat - table->mano) & (table->rules.players - 1u);
    double ties = 1 - (place + .5) / table->rules.players;
    outlook.strength = mus_hand_strength(&table->rules, own, table->phase, ties);
    for (uint32_t other = 0; other < table->rules.players; other++) {
        if (other == seat || ((eligible >> other) & 1) == 0) continue;
        int halves = ((table->passed >> other) & 1) != 0 ? PASSED : HAND;
        if (table->bettor == other) {
            int bets = table->raises + (table->ordago != 0) + 1;
            halves = HAND + BETS * (bets < MOST_BETS ? bets : MOST_BETS);
        }
        if (mus_side(table, other) == side) {
            outlook.friend += halves;
        } else {
            outlook.others += halves;
        }
    }
    for (uint32_t other = 0; other < mus_sides(table); other++) {
        if (other != side && table->score[other] > outlook.other) outlook.other = table->score[other];
    }
    outlook.extra = table->phase == MUS_PHASE_PARES   ? 2
                    : table->phase == MUS_PHASE_JUEGO ? 3
                    : table->phase == MUS_PHASE_PUNTO ? 1
                                                      : 0;
    return outlook;
}

static int choose_nothing_else(tp_move move, mus_choice *out) {
    out[0] = (mus_choice){move, 1};
    return 1;
}

/* An ordago: where even those who accept it will often be worse, and the juego would not be better served by
 * going on. A lead, and a juego that is still long, are reasons to wait; being far behind is one to go. */
static double ordago_prob(const mus_table *table, const outlook *outlook, double otherwise) {
    enum { CALLED = 3 };
    static const double OFTEN = .3, AT_END = .05, AT_FIRST = .4, GOOD = .62;
    double most = outlook->own > outlook->other ? outlook->own : outlook->other,
           margin = AT_END + AT_FIRST * (table->rules.target - most) / table->rules.target;
    if (table->ordago != 0) return 0;
    return OFTEN * more_likely(chance_of(outlook, CALLED) - otherwise - margin, WIDTH) *
           more_likely(outlook->strength - GOOD, .03);
}

/* Bets of two sizes, the larger one with better hands. */
static int add_bets(const mus_table *table, tp_move kind, double prob, double chance, mus_choice *out,
                    int count) {
    uint32_t small = mus_nearest_bet(table, 2), large = mus_nearest_bet(table, 5);
    double large_share = .4 * more_likely(chance - .8, WIDTH);
    out[count++] = (mus_choice){kind + small, large == small ? prob : prob * (1 - large_share)};
    if (large != small) out[count++] = (mus_choice){kind + large, prob * large_share};
    return count;
}

static int plan_opening(const mus_table *table, const uint8_t own[MUS_HAND], mus_choice *out) {
    static const double BLUFF = .05, OFTEN = .8, GOOD = .6;
    outlook outlook = look(table, own);
    double chance = chance_of(&outlook, 0),
           ordago = ordago_prob(table, &outlook, mus_win_chance(&table->rules, outlook.own, outlook.other));
    double bet = mus_nearest_bet(table, 2) == 0
                     ? 0
                     : (1 - ordago) * (BLUFF + (OFTEN - BLUFF) * more_likely(chance - GOOD, WIDTH));
    out[0] = (mus_choice){MUS_MOVE_PASO, 1 - ordago - bet};
    out[1] = (mus_choice){MUS_MOVE_ORDAGO, ordago};
    return bet > 0 ? add_bets(table, MUS_MOVE_ENVIDO, bet, chance, out, 2) : 2;
}

/* The win chances of the juego decide: what is left after refusing, after a win and after a loss of what is
 * proposed. */
static int plan_answer(const mus_table *table, const uint8_t own[MUS_HAND], mus_choice *out) {
    enum { RAISED = 2 };
    static const double OFTEN = .5, GOOD = .7, PARTNER = .04;
    outlook outlook = look(table, own);
    const mus_rules *rules = &table->rules;
    double chance = chance_of(&outlook, 0), ours = outlook.own, theirs = outlook.other;
    double deje = rules->deje_always_1 != 0 || table->agreed == 0 ? 1 : table->agreed;
    double stake = table->stake + outlook.extra, win = 1, lose = 0;
    double refused = mus_win_chance(rules, ours, theirs + deje + outlook.extra);
    if (table->ordago == 0) {
        win = mus_win_chance(rules, ours + stake, theirs);
        lose = mus_win_chance(rules, ours, theirs + stake);
    }
    double needed = win > lose ? (refused - lose) / (win - lose) : 0;
    /* Where the partner may still answer, refusing ends nothing. */
    if ((mus_to_answer(table) & ~mus_bit(table->to_act)) != 0) needed += PARTNER;
    double goes = more_likely(chance - needed, WIDTH);
    double wanted = chance * win + (1 - chance) * lose;
    double ordago = ordago_prob(table, &outlook, wanted > refused ? wanted : refused);
    double raised = chance_of(&outlook, RAISED);
    double raise =
        mus_nearest_bet(table, 2) == 0 ? 0 : (1 - ordago) * OFTEN * goes * more_likely(raised - GOOD, WIDTH);
    double accept = (1 - ordago) * goes - raise;
    out[0] = (mus_choice){MUS_MOVE_NO_QUIERO, (1 - ordago) * (1 - goes)};
    out[1] = (mus_choice){MUS_MOVE_QUIERO, accept};
    if (table->ordago != 0) return 2;
    out[2] = (mus_choice){MUS_MOVE_ORDAGO, ordago};
    return raise > 0 ? add_bets(table, MUS_MOVE_MAS, raise, raised, out, 3) : 3;
}

/* ---- mus and discards ---- */

/* Who holds more than a fair share of the four lances cuts. */
static double cut_prob(const mus_table *table, const uint8_t own[MUS_HAND]) {
    static const double NO_PARES = -.5, NO_JUEGO = -.45, ENOUGH = .3, CUT_WIDTH = .12;
    const mus_rules *rules = &table->rules;
    const mus_class *class = mus_class_of(rules, own);
    uint32_t place = (table->to_act - table->mano) & (rules->players - 1u);
    double ties = 1 - (place + .5) / rules->players, sum = 0;
    for (uint32_t phase = MUS_PHASE_GRANDE; phase <= MUS_PHASE_JUEGO; phase++) {
        if (phase == MUS_PHASE_PARES && class->pares_value == 0) {
            sum += NO_PARES;
        } else if (phase == MUS_PHASE_JUEGO && class->juego_value == 0) {
            sum += NO_JUEGO;
        } else {
            double strength = mus_hand_strength(rules, own, phase, ties);
            double share = strength * strength * (strength + 1) / 2;
            sum += phase <= MUS_PHASE_CHICA   ? share - 1 / 3.0
                   : phase == MUS_PHASE_PARES ? .2 + share
                                              : .4 + share;
        }
    }
    return more_likely(sum - ENOUGH, CUT_WIDTH);
}

bool mus_steady_cuts(const mus_table *table, const uint8_t own[MUS_HAND]) {
    return cut_prob(table, own) > .5;
}

/* Kings stay, and with two of them an ace; without a king a pair of aces or a high pair. */
static tp_move discard(const mus_table *table, const uint8_t own[MUS_HAND]) {
    uint32_t ranks[MUS_HAND] = {0}, down = 0, of_rank[MUS_RANKS] = {0}, kept_aces = 0;
    uint8_t cards[MUS_HAND];
    mus_sort_by_rank(&table->rules, own, ranks, cards);
    for (uint32_t i = 0; i < MUS_HAND; i++) of_rank[ranks[i]]++;
    uint32_t kings = of_rank[MUS_R];
    for (uint32_t i = 0; i < MUS_HAND; i++) {
        uint32_t rank = ranks[i];
        bool stays = rank == MUS_R || of_rank[rank] >= 3 ||
                     (kings == 0 && of_rank[rank] == 2 && (rank == MUS_A || rank >= MUS_S)) ||
                     (kings == 1 && of_rank[rank] == 2 && rank >= MUS_S);
        if (!stays && rank == MUS_A && kings >= 2 && kept_aces == 0) {
            stays = true;
            kept_aces++;
        }
        down |= (uint32_t)(!stays) << i;
    }
    if (down == 0 && table->rules.min_discard > 0) down = 1;
    return mus_discard_move(ranks, down);
}

/* ---- what others ask ---- */

int mus_steady_plan(const mus_table *table, const uint8_t own[MUS_HAND], mus_choice out[MUS_MOST_CHOICES]) {
    if (table->phase == MUS_PHASE_DISCARD) return choose_nothing_else(discard(table, own), out);
    if (table->phase == MUS_PHASE_MUS) {
        double cuts = cut_prob(table, own);
        out[0] = (mus_choice){MUS_MOVE_NO_MUS, cuts};
        out[1] = (mus_choice){MUS_MOVE_MUS, 1 - cuts};
        return 2;
    }
    return table->bettor == MUS_NOBODY ? plan_opening(table, own, out) : plan_answer(table, own, out);
}

void mus_steady_probs(const mus_table *table, const uint8_t own[MUS_HAND], const tp_move *moves, int count,
                      double *out) {
    mus_choice choices[MUS_MOST_CHOICES];
    int chosen = mus_steady_plan(table, own, choices);
    for (int i = 0; i < count; i++) {
        out[i] = 0;
        for (int k = 0; k < chosen; k++) out[i] += choices[k].move == moves[i] ? choices[k].prob : 0;
    }
}

tp_move mus_steady_move(const mus_table *table, const uint8_t own[MUS_HAND], tp_rng *rng) {
    mus_choice choices[MUS_MOST_CHOICES];
    int count = mus_steady_plan(table, own, choices);
    double drawn = tp_rng_fraction(rng);
    for (int i = 0; i < count - 1; i++) {
        drawn -= choices[i].prob;
        if (drawn < 0) return choices[i].move;
    }
    return choices[count - 1].move;
}
