/* Mus as a steady player plays it. */
#include "games/mus/bot_steady.h"
#include "games/mus/play.h"
#include "games/mus/view.h"

/* How often a player does not do what the model says. */
static const double OTHERWISE = .1;

static tp_move move(const tp_game *game, const void *world, tp_rng *rng) {
    (void)game;
    const mus_state *state = world;
    return mus_steady_move(&state->table, state->hands[state->table.to_act], rng);
}

/* Of the bets, which can be any number of stones, a few of each size. */
static int narrow(const void *world, tp_move *moves, int count) {
    static const uint8_t sizes[] = {2, 5, 10, 20};
    const mus_table *table = &((const mus_state *)world)->table;
    if (!mus_is_lance(table->phase)) return count;
    mus_range bets = mus_bets(table);
    int kept = 0;
    for (int i = 0; i < count; i++) {
        uint32_t number = moves[i] & 0xff;
        bool is_bet = moves[i] >= MUS_MOVE_ENVIDO,
             is_kept = !is_bet || number == bets.low || number == bets.high;
        for (size_t k = 0; k < sizeof sizes && !is_kept; k++) is_kept = number == sizes[k];
        if (is_kept) moves[kept++] = moves[i];
    }
    return kept;
}

/* How many of these marks a number is beyond. */
static uint64_t beyond(uint32_t number, const uint16_t *marks, size_t count) {
    uint64_t passed = 0;
    for (size_t i = 0; i < count; i++) passed += number > marks[i];
    return passed;
}

/* How good the cards are for what is to be decided. The marks of grande and chica, in thousandths of all
 * classes of hands, leave 60, 40, 20, 10 and 5 % of the hands above them. */
static uint64_t kind(const void *world) {
    static const uint16_t of_all[] = {641, 754, 863, 927, 957}, of_punto[] = {23, 26, 28};
    const mus_state *state = world;
    const mus_table *table = &state->table;
    const uint8_t *hand = state->hands[table->to_act];
    const mus_class *class = mus_class_of(&table->rules, hand);
    uint32_t classes = table->rules.kings8 != 0 ? MUS_CLASSES_8 : MUS_CLASSES_4;
    uint32_t high_pair = table->rules.kings8 != 0 ? 6 : 8; /* beyond: of horses or kings */
    switch (table->phase) {
    case MUS_PHASE_MUS: return mus_steady_cuts(table, hand);
    case MUS_PHASE_GRANDE: return beyond(1000u * class->grande / classes, of_all, 5);
    case MUS_PHASE_CHICA: return beyond(1000u * class->chica / classes, of_all, 5);
    case MUS_PHASE_PARES:
        return 2u * class->pares_value + (class->pares_value == 1 && class->pares[0] > high_pair);
    case MUS_PHASE_JUEGO: return class->sum == 31 ? 3 : class->sum == 32 ? 2 : class->sum == 40;
    case MUS_PHASE_PUNTO: return beyond(class->sum, of_punto, 3);
    default: return 0;
    }
}

/* New cards are dealt: a hand or a round of discards is over. */
static bool is_past(const void *before, const void *after) {
    const mus_table *then = &((const mus_view *)before)->table, *now = &((const mus_view *)after)->table;
    return now->phase == MUS_PHASE_OVER || now->mano != then->mano ||
           (then->phase == MUS_PHASE_DISCARD && now->phase != MUS_PHASE_DISCARD);
}

/* How a steady player answers in kind: the sizes of bets tell more of the player than of the cards. */
static int kind_of_call(tp_move call) {
    return call >= MUS_MOVE_DISCARD  ? MUS_MOVE_DISCARD
           : call >= MUS_MOVE_MAS    ? MUS_MOVE_MAS
           : call >= MUS_MOVE_ENVIDO ? MUS_MOVE_ENVIDO
                                     : (int)call;
}

static double call_prob(const mus_table *table, const uint8_t hand[MUS_HAND], tp_move call) {
    mus_choice choices[MUS_MOST_CHOICES];
    int count = mus_steady_plan(table, hand, choices);
    double prob = 0;
    for (int i = 0; i < count; i++) {
        if (kind_of_call(choices[i].move) == kind_of_call(call)) prob += choices[i].prob;
    }
    return OTHERWISE + (1 - 2 * OTHERWISE) * prob;
}

static void probs(const void *view_bytes, const tp_move *moves, int count, double *out) {
    const mus_view *view = view_bytes;
    mus_steady_probs(&view->table, view->hands[view->table.to_act], moves, count, out);
}

/* Bets of all usual sizes make as much sense as the one that a steady player would make. */
static void sense(const void *view_bytes, const tp_move *moves, int count, double *out) {
    enum { USUAL_BET = 10 };
    static const double UNUSUAL = .01;
    const mus_view *view = view_bytes;
    const mus_table *table = &view->table;
    mus_choice choices[MUS_MOST_CHOICES];
    int chosen = mus_steady_plan(table, view->hands[table->to_act], choices);
    for (int i = 0; i < count; i++) {
        bool is_bet = moves[i] >= MUS_MOVE_ENVIDO && moves[i] < MUS_MOVE_DISCARD;
        out[i] = 0;
        for (int k = 0; k < chosen; k++) {
            bool is_it = is_bet ? kind_of_call(choices[k].move) == kind_of_call(moves[i])
                                : choices[k].move == moves[i];
            out[i] += is_it ? choices[k].prob : 0;
        }
        if (is_bet && (moves[i] & 0xff) > USUAL_BET) out[i] *= UNUSUAL;
    }
}

static double likelihood(const tp_game *game, const model_notes *notes, const void *world, void *room) {
    (void)game;
    (void)room;
    const mus_state *state = world;
    double product = 1;
    for (int i = 0; i < notes->count; i++) {
        const mus_table *before = &((const mus_view *)model_view(notes, i))->table;
        const uint8_t *hand = state->hands[notes->seats[i]];
        bool is_whole = hand[MUS_HAND - 1] != MUS_NO_CARD; /* else he has put cards down since */
        if (notes->seats[i] == notes->viewer || before->phase == MUS_PHASE_DISCARD || !is_whole) continue;
        product *= call_prob(before, hand, notes->moves[i]);
    }
    return product;
}

const model mus_model = {
    .move = move,
    .narrow = narrow,
    .kind = kind,
    .is_past = is_past,
    .likelihood = likelihood,
    .exploration = .5,
    .probs = probs,
    .sense = sense,
    .tilt = mus_tilt,
    .others = 1,
    .mix = .03,
    .mix_with_network = .3,
    .weighs = true,
};
