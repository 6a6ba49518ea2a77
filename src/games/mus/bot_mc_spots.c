/* Monte Carlo learning of Mus: what a decision looks like, and how a policy decides it. */
#include "games/mus/bot_mc.h"
#include "games/mus/play.h"

#include <string.h>

/* A row counts as known from this many visits on; and an action that is a smaller part of them was only being
 * tried. */
enum { KNOWN_VISITS = 20 };
static const double LEAST_PART = .1;

/* ---- the rules ---- */

const mus_rules mc_rules = {.players = 2,
                            .kings8 = 1,
                            .mus = MUS_NONE,
                            .min_discard = 1,
                            .target = MC_TARGET,
                            .juegos_to_win = 1,
                            .vacas_to_win = 1,
                            .min_bet = 2,
                            .min_raise = 2,
                            .max_raises = MUS_NO_LIMIT};

bool mc_plays(const mus_rules *rules) {
    mus_rules found = *rules;
    found.juegos_to_win = mc_rules.juegos_to_win;
    found.vacas_to_win = mc_rules.vacas_to_win;
    return memcmp(&mc_rules, &found, sizeof found) == 0;
}

/* ---- hands ---- */

/* The hand of each class by effective rank, how many cards of each. */
static void list_hands(uint8_t counts[MUS_CLASSES_8][MUS_RANKS]) {
    static const uint8_t ranks[] = {MUS_A, MUS_4, MUS_5, MUS_6, MUS_7, MUS_S, MUS_C, MUS_R};
    enum { RANKS = sizeof ranks };
    for (uint32_t a = 0; a < RANKS; a++) {
        for (uint32_t b = a; b < RANKS; b++) {
            for (uint32_t c = b; c < RANKS; c++) {
                for (uint32_t d = c; d < RANKS; d++) {
                    uint8_t four[MUS_HAND] = {ranks[a], ranks[b], ranks[c], ranks[d]}, hand[MUS_HAND];
                    for (uint32_t i = 0; i < MUS_HAND; i++) hand[i] = (uint8_t)(four[i] * MUS_SUITS);
                    uint8_t *count = counts[mus_class_of(&mc_rules, hand) - mus_classes_8];
                    memset(count, 0, MUS_RANKS);
                    for (uint32_t i = 0; i < MUS_HAND; i++) count[four[i]]++;
                }
            }
        }
    }
}

/* In how many ways the other one may hold `theirs` when these are mine. */
static double ways(const uint8_t mine[MUS_RANKS], const uint8_t theirs[MUS_RANKS]) {
    double product = 1;
    for (uint32_t rank = 0; rank < MUS_RANKS; rank++) {
        uint32_t copies = rank == MUS_A || rank == MUS_R ? 2 * MUS_SUITS : MUS_SUITS;
        for (uint32_t i = 0; i < theirs[rank]; i++)
            product = product * ((double)copies - mine[rank] - i) / (i + 1);
    }
    return product > 0 ? product : 0;
}

/* May a hand like this be in the lance? In punto nobody has juego. */
static bool takes_part(const mus_class *hand, uint32_t phase) {
    return phase == MUS_PHASE_PARES   ? hand->pares_value != 0
           : phase == MUS_PHASE_JUEGO ? hand->juego_value != 0
           : phase == MUS_PHASE_PUNTO ? hand->juego_value == 0
                                      : true;
}

/* Where good hands begin to differ it is worth telling them apart; poor ones are all alike. */
static uint8_t class_of_chance(double won, double all) {
    static const double ends[MC_PARTS - 1] = {.15, .3, .45, .55, .65, .75, .85, .92, .97};
    uint8_t part = 0;
    if (won <= 0) return 0;
    if (won >= all) return MC_CLASSES - 1;
    while (part < MC_PARTS - 1 && won / all >= ends[part]) part++;
    return (uint8_t)(1 + part);
}

void mc_find_classes(mc_classes *classes) {
    uint8_t counts[MUS_CLASSES_8][MUS_RANKS];
    list_hands(counts);
    for (uint32_t mine = 0; mine < MUS_CLASSES_8; mine++) {
        double all[MC_PHASES] = {0}, won[MC_PHASES][MC_POSITIONS] = {{0}};
        for (uint32_t theirs = 0; theirs < MUS_CLASSES_8; theirs++) {
            double weight = ways(counts[mine], counts[theirs]);
            for (uint32_t i = 0; i < MC_PHASES && weight > 0; i++) {
                uint32_t phase = MUS_PHASE_GRANDE + i;
                const mus_class *me = &mus_classes_8[mine], *other = &mus_classes_8[theirs];
                if (!takes_part(me, phase) || !takes_part(other, phase)) continue;
                uint32_t my_key = mus_key(&mc_rules, me, phase), other_key = mus_key(&mc_rules, other, phase);
                all[i] += weight;
                won[i][0] += my_key > other_key ? weight : 0;
                won[i][1] += my_key >= other_key ? weight : 0; /* mano wins ties */
            }
        }
        for (uint32_t i = 0; i < MC_PHASES; i++) {
            for (uint32_t mano = 0; mano < MC_POSITIONS; mano++)
                classes->of[mine][i][mano] = class_of_chance(won[i][mano], all[i]);
        }
    }
}

/* ---- spots ---- */

static uint32_t need_of(uint32_t score) {
    uint32_t need = MC_TARGET - score;
    return need <= 2 ? 0 : need <= 5 ? 1 : need <= 12 ? 2 : need <= 24 ? 3 : 4;
}

static uint32_t situation_of(const mus_table *table) {
    if (table->bettor == MUS_NOBODY) return MC_OPEN;
    if (table->ordago != 0) return table->agreed <= 1 ? MC_ORDAGO_AT_ONCE : MC_ORDAGO_LATER;
    if (table->agreed != 0) return table->stake <= 10 ? MC_RAISE_SMALL : MC_RAISE_LARGE;
    return table->stake <= 4 ? MC_BET_SMALL : table->stake <= 12 ? MC_BET_MIDDLE : MC_BET_LARGE;
}

static tp_move move_of(uint32_t situation, uint32_t action) {
    static const uint16_t opening[] = {MUS_MOVE_PASO, MUS_MOVE_ORDAGO, MUS_MOVE_ENVIDO + 2,
                                       MUS_MOVE_ENVIDO + 5};
    static const uint16_t answers[] = {MUS_MOVE_NO_QUIERO, MUS_MOVE_QUIERO, MUS_MOVE_ORDAGO, MUS_MOVE_MAS + 2,
                                       MUS_MOVE_MAS + 5};
    return situation == MC_OPEN ? opening[action] : answers[action];
}

/* Would refusing give the juego away? Then it is no choice: at worst an ordago does the same. */
static bool refusing_loses(const mus_table *table) {
    uint32_t deje = table->agreed == 0 ? 1 : table->agreed;
    return table->score[mus_side(table, table->bettor)] + deje >= table->rules.target;
}

void mc_find_spot(const mc_classes *classes, const mus_table *table, const uint8_t hand[MUS_HAND],
                  mc_spot *out) {
    uint32_t seat = table->to_act, kind = (uint32_t)(mus_class_of(&table->rules, hand) - mus_classes_8);
    uint32_t phase = table->phase - (uint32_t)MUS_PHASE_GRANDE, mano = table->mano == seat;
    uint32_t needs = need_of(table->score[seat]) * MC_NEEDS + need_of(table->score[mus_next(table, seat)]);
    uint32_t before = 0;
    out->situation = situation_of(table);
    for (uint32_t i = 0; i < out->situation; i++) before += mc_actions[i];
    uint32_t actions = mc_actions[out->situation];
    out->place = (phase * MC_POSITIONS + mano) * MC_CLASSES + classes->of[kind][phase][mano];
    uint32_t spot = out->place * MC_NEEDS * MC_NEEDS + needs;
    out->row = out->situation * MC_SPOTS + spot;
    out->cell = before * MC_SPOTS + spot * actions;
    out->coarse = before * MC_PLACES + out->place * actions;
    out->count = 0;
    for (uint32_t action = 0; action < actions; action++) {
        tp_move move = move_of(out->situation, action);
        if (!mus_call_is_legal(table, move)) continue;
        if (move == MUS_MOVE_NO_QUIERO && refusing_loses(table)) continue;
        out->actions[out->count] = (uint8_t)action;
        out->moves[out->count++] = move;
    }
}

/* ---- policies ---- */

/* From how often each action was taken; false if that is not often enough. */
static bool shares(const double *visits, uint32_t count, double *probs) {
    double all = 0, kept = 0;
    for (uint32_t i = 0; i < count; i++) all += visits[i];
    if (all < KNOWN_VISITS) return false;
    for (uint32_t i = 0; i < count; i++) {
        probs[i] = visits[i] < LEAST_PART * all ? 0 : visits[i];
        kept += probs[i];
    }
    for (uint32_t i = 0; i < count; i++) probs[i] /= kept;
    return true;
}

bool mc_probs_of_row(const uint16_t *visits, const mc_spot *spot, double *probs) {
    double taken[MC_MOST_ACTIONS];
    for (uint32_t i = 0; i < spot->count; i++) taken[i] = visits[spot->cell + spot->actions[i]];
    return shares(taken, spot->count, probs);
}

bool mc_probs(const mc_policy *policy, const mc_spot *spot, double *probs) {
    double taken[MC_MOST_ACTIONS];
    if (mc_probs_of_row(policy->visits, spot, probs)) return true;
    for (uint32_t i = 0; i < spot->count; i++) taken[i] = policy->coarse[spot->coarse + spot->actions[i]];
    return shares(taken, spot->count, probs);
}

void mc_sum_up(mc_policy *policy) {
    uint32_t cell = 0, coarse = 0;
    memset(policy->coarse, 0, sizeof policy->coarse);
    for (uint32_t situation = 0; situation < MC_SITUATIONS; situation++) {
        uint32_t actions = mc_actions[situation];
        for (uint32_t place = 0; place < MC_PLACES; place++, coarse += actions) {
            for (uint32_t i = 0; i < MC_NEEDS * MC_NEEDS * actions; i++)
                policy->coarse[coarse + i % actions] += policy->visits[cell++];
        }
    }
}

uint32_t mc_draw(const double *probs, uint32_t count, tp_rng *rng) {
    double mark = tp_rng_fraction(rng);
    uint32_t possible = 0; /* the last one that is, where rounding leaves nothing else */
    for (uint32_t i = 0; i < count; i++) {
        if (mark < probs[i]) return i;
        mark -= probs[i];
        if (probs[i] > 0) possible = i;
    }
    return possible;
}

tp_move mc_choose(const mc_policy *policy, const mus_table *table, const uint8_t hand[MUS_HAND],
                  tp_rng *rng) {
    mc_spot spot;
    double probs[MC_MOST_ACTIONS];
    mc_find_spot(&policy->classes, table, hand, &spot);
    if (!mc_probs(policy, &spot, probs)) return mus_bot_move(table, hand, rng);
    return spot.moves[mc_draw(probs, spot.count, rng)];
}
