/* Mus: views, and worlds imagined behind them.
 *
 * A world deals the unknown cards anew: to the hidden hands, to the discards of the others, and to the stock. What the others have declared
 * holds: who said that he has pares has them, who said no has none, and so for juego. Nothing else that is said or done
 * in the open limits the cards, so all deals that agree with the declarations are equally likely. */
#include "games/mus/view.h"

#include <string.h>

/* ---- views ---- */

void mus_view_of(const void *state_bytes, int viewer, void *view_bytes) {
    const mus_state *state = state_bytes;
    mus_view *view = view_bytes;
    memset(view, 0, sizeof *view);
    view->table = state->table;
    view->viewer = (int8_t)viewer;
    bool all_open = viewer == TP_REVEALED || state->table.phase == MUS_PHASE_OVER;
    for (int seat = 0; seat < MUS_SEATS; seat++) {
        for (uint32_t i = 0; i < MUS_HAND; i++) {
            uint8_t card = state->hands[seat][i];
            bool open = all_open || seat == viewer || card == MUS_NO_CARD;
            view->hands[seat][i] = open ? card : MUS_UNKNOWN_CARD;
        }
    }
    if (viewer >= 0) {
        view->discards = state->discards[viewer];
        view->latest = state->latest & state->discards[viewer];
    }
}

int mus_list_legal(const mus_table *table, const uint8_t hand[MUS_HAND], tp_move *out) {
    int count = 0;
    if (table->phase == MUS_PHASE_MUS) {
        out[count++] = MUS_MOVE_MUS;
        out[count++] = MUS_MOVE_NO_MUS;
    } else if (table->phase == MUS_PHASE_DISCARD) {
        uint32_t ranks[MUS_HAND] = {0, 0, 0, 0};
        uint8_t cards[MUS_HAND];
        if (hand[0] >= MUS_CARDS) return 0; /* somebody else's hand */
        mus_sort_by_rank(&table->rules, hand, ranks, cards);
        for (uint32_t set = mus_discard_subsets(ranks, table->rules.min_discard); set != 0; set &= set - 1) {
            tp_move move = mus_discard_move(ranks, tp_lowest_bit(set));
            int place = count++;
            for (; place > 0 && out[place - 1] > move; place--) out[place] = out[place - 1];
            out[place] = move;
        }
    } else if (mus_is_lance(table->phase)) {
        bool answers = table->bettor != MUS_NOBODY;
        mus_range bets = mus_bets(table);
        if (!answers) out[count++] = MUS_MOVE_PASO;
        if (answers) out[count++] = MUS_MOVE_NO_QUIERO;
        if (answers) out[count++] = MUS_MOVE_QUIERO;
        if (table->ordago == 0) out[count++] = MUS_MOVE_ORDAGO;
        for (uint32_t number = bets.low; number <= bets.high; number++) {
            if (mus_in_range(bets, number))
                out[count++] = (answers ? MUS_MOVE_MAS : MUS_MOVE_ENVIDO) + number;
        }
    }
    return count;
}

/* ---- hidden hands ---- */

/* May a hidden seat have this hand, by its declarations? */
static bool hand_fits(const mus_table *table, uint32_t seat, const mus_class *hand) {
    if (table->declared >= 1 && (hand->pares_value != 0) != (((table->pares >> seat) & 1) != 0)) return false;
    return table->declared < 2 || (hand->juego_value != 0) == (((table->juego >> seat) & 1) != 0);
}

static uint32_t choose(uint32_t n, uint32_t k) {
    uint32_t ways = 1;
    for (uint32_t i = 0; i < k; i++) ways = ways * (n - i) / (i + 1);
    return k > n ? 0 : ways;
}

/* How many hands of physical cards from the pool have these four effective ranks, ascending. */
static uint32_t count_hands(const mus_scratch *scratch, const uint32_t ranks[MUS_HAND]) {
    uint32_t ways = 1;
    for (uint32_t i = 0, same; i < MUS_HAND; i += same) {
        for (same = 1; i + same < MUS_HAND && ranks[i + same] == ranks[i];) same++;
        ways *= choose(tp_count_bits(scratch->rank_cards[ranks[i]]), same);
    }
    return ways;
}

/* All classes that one hidden seat may hold, with running totals. */
static void list_hands(const mus_table *table, uint32_t seat, const mus_scratch *scratch,
                       mus_hidden_hand *out) {
    uint32_t r[MUS_HAND], total = 0;
    out->count = 0;
    for (r[0] = 0; r[0] < MUS_RANKS; r[0]++) {
        for (r[1] = r[0]; r[1] < MUS_RANKS; r[1]++) {
            for (r[2] = r[1]; r[2] < MUS_RANKS; r[2]++) {
                for (r[3] = r[2]; r[3] < MUS_RANKS; r[3]++) {
                    uint32_t ways = count_hands(scratch, r);
                    if (ways == 0) continue;
                    uint8_t cards[MUS_HAND];
                    for (uint32_t i = 0; i < MUS_HAND; i++) cards[i] = (uint8_t)(4 * r[i]);
                    if (!hand_fits(table, seat, mus_class_of(&table->rules, cards))) continue;
                    total += ways;
                    out->running_total[out->count] = total;
                    out->ranks[out->count++] = (uint16_t)(r[0] | r[1] << 4 | r[2] << 8 | r[3] << 12);
                }
            }
        }
    }
}

static double all_hands_of(uint32_t cards) { return (double)choose(cards, MUS_HAND); }

/* Is there a deal of these cards in which every hidden hand from `index` on fits? Looks for one. */
static bool deal_exists(const mus_scratch *scratch, uint32_t index, uint8_t left[MUS_RANKS]) {
    if (index >= scratch->seat_count || index >= MUS_SEATS) return true;
    const mus_hidden_hand *hidden = &scratch->hidden[index];
    for (uint32_t i = 0; i < hidden->count; i++) {
        uint32_t taken = 0;
        bool enough = true;
        for (; taken < MUS_HAND && enough; taken += enough) {
            uint32_t rank = (hidden->ranks[i] >> (4 * taken)) & 15;
            enough = left[rank] > 0;
            if (enough) left[rank]--;
        }
        bool found = enough && deal_exists(scratch, index + 1, left);
        while (taken-- > 0) left[(hidden->ranks[i] >> (4 * taken)) & 15]++;
        if (found) return true;
    }
    return false;
}

/* The hidden hands by class. Which of the two ways of imagine() is likelier to succeed at once is worked out here: hands that fit
 * and may overlap, or hands that do not overlap and may not fit. */
static tp_err prepare_types(const mus_view *view, mus_scratch *scratch, tp_error *error) {
    uint32_t pool = tp_count_bits(scratch->pool), left = pool;
    double apart = 1, fit = 1;
    uint8_t counts[MUS_RANKS];
    for (uint32_t i = 0; i < scratch->seat_count; i++, left -= MUS_HAND) {
        mus_hidden_hand *hidden = &scratch->hidden[i];
        list_hands(&view->table, scratch->seats[i], scratch, hidden);
        apart *= all_hands_of(left) / all_hands_of(pool);
        fit *= hidden->count == 0 ? 0 : hidden->running_total[hidden->count - 1] / all_hands_of(pool);
    }
    for (uint32_t rank = 0; rank < MUS_RANKS; rank++)
        counts[rank] = (uint8_t)tp_count_bits(scratch->rank_cards[rank]);
    scratch->deal_and_try = fit > apart;
    if (!deal_exists(scratch, 0, counts)) {
        return tp_fail(
            error, TP_E_INPUT,
            "declared: the unknown cards do not make hands with the pares and juego that were declared");
    }
    return TP_OK;
}

tp_err mus_prepare(const void *view_bytes, void *scratch_bytes, tp_error *error) {
    const mus_view *view = view_bytes;
    mus_scratch *scratch = scratch_bytes;
    const mus_rules *rules = &view->table.rules;
    memset(scratch, 0, offsetof(mus_scratch, hidden));
    scratch->known.table = view->table;
    memcpy(scratch->known.hands, view->hands, sizeof view->hands);
    scratch->pool = MUS_DECK & ~view->discards;
    uint32_t needed = 0;
    for (uint32_t seat = 0; seat < rules->players; seat++) {
        uint32_t hidden = 0;
        for (uint32_t i = 0; i < MUS_HAND; i++) {
            if (view->hands[seat][i] < MUS_CARDS) scratch->pool &= ~(1ull << view->hands[seat][i]);
            hidden += view->hands[seat][i] == MUS_UNKNOWN_CARD;
        }
        if (hidden > 0) {
            scratch->cards[scratch->seat_count] = (uint8_t)hidden;
            scratch->seats[scratch->seat_count++] = (uint8_t)seat;
        }
        needed += hidden + (view->viewer == (int)seat ? 0u : view->table.piled[seat]);
    }
    if (view->viewer >= 0) {
        scratch->known.discards[view->viewer] = view->discards;
        scratch->known.latest = view->latest;
    }
    if (needed > tp_count_bits(scratch->pool)) {
        return tp_fail(error, TP_E_INPUT, "hands and discarded: %u unknown cards, and only %u are left",
                       needed, tp_count_bits(scratch->pool));
    }
    for (uint32_t card = 0; card < MUS_CARDS; card++) {
        if (((scratch->pool >> card) & 1) == 0) continue;
        scratch->rank_cards[mus_effective_rank(mus_rank(card), rules->kings8 != 0)] |= 1ull << card;
    }
    scratch->has_types = view->table.declared > 0 && scratch->seat_count > 0;
    if (scratch->has_types == 0) return TP_OK;
    return prepare_types(view, scratch, error);
}

/* ---- worlds ---- */

/* `count` random cards of a set, which they leave. */
static uint64_t take_cards(uint64_t *set, uint32_t count, tp_rng *rng) {
    uint64_t taken = 0;
    for (; count > 0; count--)
        taken |= 1ull << tp_select_bit(*set & ~taken, tp_rng_below(rng, tp_count_bits(*set & ~taken)));
    *set &= ~taken;
    return taken;
}

static void set_hand(uint8_t hand[MUS_HAND], uint64_t cards) {
    for (uint32_t i = 0; i < MUS_HAND; i++) {
        hand[i] = cards != 0 ? (uint8_t)tp_lowest_bit(cards) : (uint8_t)MUS_NO_CARD;
        cards &= cards - 1;
    }
}

/* A uniformly random hand among those that fit the declarations of a hidden seat. */
static uint64_t pick_hand(const mus_scratch *scratch, const mus_hidden_hand *hidden, tp_rng *rng) {
    uint32_t rank = tp_rng_below(rng, hidden->running_total[hidden->count - 1]), low = 0,
             high = hidden->count - 1;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (hidden->running_total[middle] > rank) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    uint64_t cards = 0;
    for (uint32_t i = 0; i < MUS_HAND; i++) {
        uint64_t left = scratch->rank_cards[(hidden->ranks[low] >> (4 * i)) & 15] & ~cards;
        cards |= 1ull << tp_select_bit(left, tp_rng_below(rng, tp_count_bits(left)));
    }
    return cards;
}

/* Hands that fit, until they do not overlap: every deal of fitting hands is as likely as any other. */
static void pick_hands(const mus_scratch *scratch, uint64_t hands[MUS_SEATS], tp_rng *rng) {
    for (uint32_t i = 0; i < scratch->seat_count;) {
        uint64_t before = 0;
        for (uint32_t k = 0; k < i; k++) before |= hands[k];
        hands[i] = pick_hand(scratch, &scratch->hidden[i], rng);
        i = (hands[i] & before) != 0 ? 0 : i + 1;
    }
}

/* Hands that do not overlap, until they fit. */
static void deal_hands(const mus_scratch *scratch, uint64_t hands[MUS_SEATS], tp_rng *rng) {
    uint64_t pool = scratch->pool;
    for (uint32_t i = 0; i < scratch->seat_count; i++) {
        uint8_t hand[MUS_HAND];
        if (i == 0) pool = scratch->pool;
        hands[i] = take_cards(&pool, scratch->cards[i], rng);
        if (scratch->has_types == 0) continue;
        set_hand(hand, hands[i]);
        const mus_table *table = &scratch->known.table;
        if (!hand_fits(table, scratch->seats[i], mus_class_of(&table->rules, hand)))
            i = (uint32_t)-1; /* again from the first */
    }
}

void mus_imagine(const void *view_bytes, const void *scratch_bytes, void *state_bytes, tp_chance *chance) {
    const mus_view *view = view_bytes;
    const mus_scratch *scratch = scratch_bytes;
    mus_state *state = state_bytes;
    tp_rng *rng = &chance->rng;
    uint64_t hands[MUS_SEATS] = {0, 0, 0, 0}, pool = scratch->pool;
    *state = scratch->known;
    if (scratch->has_types != 0 && scratch->deal_and_try == 0) {
        pick_hands(scratch, hands, rng);
    } else {
        deal_hands(scratch, hands, rng);
    }
    for (uint32_t i = 0; i < scratch->seat_count; i++) {
        set_hand(state->hands[scratch->seats[i]], hands[i]);
        pool &= ~hands[i];
    }
    for (int seat = 0; seat < state->table.rules.players; seat++) {
        if (seat == view->viewer || state->table.piled[seat] == 0) continue;
        bool under_way = state->table.phase == MUS_PHASE_DISCARD;
        uint32_t latest = under_way ? state->table.discarded[seat] : 0;
        uint64_t cards = take_cards(&pool, latest, rng);
        state->latest |= cards;
        state->discards[seat] = cards | take_cards(&pool, state->table.piled[seat] - latest, rng);
    }
    state->stock = pool;
}
