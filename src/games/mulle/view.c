/* Mulle: worlds imagined behind a view (§3, Information). The view itself is taken in game.c.
 *
 * Why the worlds are exact. What is hidden is which of the unseen cards lie in a hidden hand; the stock has
 * no order until it is dealt. Cards are dealt by chance alone, so before anything is played every hand of
 * unseen cards is equally likely. What a player then does restricts his hand only through what the rules
 * demand of it, since nothing is compulsory (R16) and how he chooses is no business of a world:
 *
 *   - the cards that he plays were in it, and are open afterwards;
 *   - building to a value needs another card of that hand value (§6.4);
 *   - a card played other than by capture, or by trotta into the build that it could take, while its owner
 * has a build of its hand value must not be reserved: he had another one (§4).
 *
 * Both demands are "at least one card of hand value v among those that were left". They stay in force until
 * he plays a card of that hand value in a way that demands nothing: that card may have been the one. So what
 * is known is one bit for each owner and value, `implied`, kept by mulle_note_play; it can never grow to "at
 * least two", because each demand is about the cards left after the play. At the end of a rond both hands are
 * empty and nothing is known. Every hand of unseen cards that has the implied values is therefore a world,
 * reached by the same plays, and all are equally likely. In rond 6 only one set of cards is left; only their
 * order in the hand is not known. */
#include "games/mulle/view.h"
#include "core/language.h"

#include <string.h>

mulle_cards mulle_unseen(const mulle_view *view) {
    mulle_cards all = {MULLE_ALL_TYPES, MULLE_ALL_TYPES}, named = mulle_open_cards(&view->known);
    for (uint32_t seat = 0; seat < MULLE_SEATS; seat++) {
        if (mulle_sees_hand(view, seat)) mulle_add(&named, mulle_hand_cards(&view->known, seat));
    }
    return mulle_without(all, named);
}

static uint64_t types_of_hand_value(uint32_t value) {
    if (value == 15) return 1ull << MULLE_SP2;
    if (value == 16) return 1ull << MULLE_RU10;
    return value == 14 ? 0xfull : MULLE_TYPES_OF_VALUE(value) & ~MULLE_SPECIAL_TYPES;
}

static mulle_cards of_types(mulle_cards cards, uint64_t types) {
    mulle_cards some = {cards.one & types, cards.both & types};
    return some;
}

/* n choose k. Exact for hands as they are dealt (below 2^53), else to the precision of a double. */
static double choose(uint32_t n, uint32_t k) {
    double ways = 1;
    if (k > n) return 0;
    for (uint32_t i = 0; i < k; i++) ways = ways * (n - i) / (i + 1);
    return ways;
}

static size_t cells_of(const mulle_scratch *scratch) {
    return (scratch->hidden[0] + 1u) * (scratch->hidden[1] + 1u);
}

static size_t cell(const mulle_scratch *scratch, uint32_t class_number, uint32_t a, uint32_t b) {
    return class_number * cells_of(scratch) + a * (scratch->hidden[1] + 1u) + b;
}

/* In how many ways x cards for A and y for B come from a class and the others, a and b in all, from later
 * ones. */
static double ways_with(const mulle_scratch *scratch, uint32_t class_number, uint32_t a, uint32_t b,
                        uint32_t x, uint32_t y) {
    uint32_t size = mulle_count(of_types(scratch->unseen, scratch->class_types[class_number]));
    bool last = class_number + 1u == scratch->class_count;
    if (last && (x != a || y != b)) return 0;
    double later = last ? 1 : scratch->ways[cell(scratch, class_number + 1, a - x, b - y)];
    return later == 0 || x + y > size ? 0 : choose(size, x) * choose(size - x, y) * later;
}

static void count_ways(mulle_scratch *scratch) {
    for (uint32_t k = scratch->class_count; k-- > 0;) {
        for (uint32_t a = 0; a <= scratch->hidden[0]; a++) {
            for (uint32_t b = 0; b <= scratch->hidden[1]; b++) {
                double ways = 0;
                for (uint32_t x = scratch->least[k][0]; x <= a; x++) {
                    for (uint32_t y = scratch->least[k][1]; y <= b; y++)
                        ways += ways_with(scratch, k, a, b, x, y);
                }
                scratch->ways[cell(scratch, k, a, b)] = ways;
            }
        }
    }
}

tp_err mulle_prepare(const void *view_bytes, void *scratch_bytes, tp_error *error) {
    const mulle_view *view = view_bytes;
    const mulle_table *table = &view->known.table;
    mulle_scratch *scratch = scratch_bytes;
    memset(scratch, 0, offsetof(mulle_scratch, ways));
    scratch->unseen = mulle_unseen(view);
    scratch->class_types[0] = MULLE_ALL_TYPES;
    scratch->class_count = 1;
    uint32_t implied[MULLE_SEATS] = {0, 0};
    for (uint32_t seat = 0; seat < MULLE_SEATS; seat++) {
        if (mulle_sees_hand(view, seat)) continue;
        scratch->hidden[seat] = table->hand_count[seat];
        implied[seat] = table->implied[seat];
    }
    uint32_t needed = scratch->hidden[0] + (uint32_t)scratch->hidden[1];
    if (needed > mulle_count(scratch->unseen)) {
        return tp_fail(error, TP_E_INPUT,
                       TR("hands: the unknown cards (%u) are more than those that are unseen (%u)"), needed,
                       mulle_count(scratch->unseen));
    }
    for (uint32_t set = implied[0] | implied[1]; set != 0; set &= set - 1) {
        uint32_t value = tp_lowest_bit(set), number = scratch->class_count++;
        scratch->class_types[number] = types_of_hand_value(value);
        scratch->class_types[0] &= ~scratch->class_types[number];
        for (uint32_t seat = 0; seat < MULLE_SEATS; seat++)
            scratch->least[number][seat] = (implied[seat] >> value) & 1;
        uint32_t wanted = scratch->least[number][0] + (uint32_t)scratch->least[number][1];
        if (mulle_count(of_types(scratch->unseen, scratch->class_types[number])) < wanted)
            return tp_fail(error, TP_E_INPUT, TR("implied: no unseen card of hand value %u"), value);
    }
    for (uint32_t seat = 0; seat < MULLE_SEATS; seat++) {
        if (tp_count_bits(implied[seat]) > scratch->hidden[seat])
            return tp_fail(error, TP_E_INPUT, TR("implied.%s: more values than the hand has cards"),
                           mulle_seat_names[seat]);
    }
    scratch->by_trial = scratch->class_count * cells_of(scratch) > MULLE_MAX_WAYS;
    if (scratch->class_count > 1 && scratch->by_trial == 0) count_ways(scratch);
    return TP_OK;
}

/* ---- a world ---- */

typedef struct mulle_dealt {
    uint8_t cards[MULLE_SEATS][MULLE_CARDS];
    uint32_t count[MULLE_SEATS];
} mulle_dealt;

static void draw_into(mulle_dealt *dealt, uint32_t seat, mulle_cards *from, uint32_t count, tp_rng *rng) {
    uint32_t left = mulle_count(*from);
    for (; count > 0; count--) {
        uint32_t types = tp_count_bits(from->one), rank = tp_rng_below(rng, left--);
        uint32_t card =
            rank < types ? tp_select_bit(from->one, rank) : tp_select_bit(from->both, rank - types);
        *from = mulle_without(*from, mulle_card(card));
        dealt->cards[seat][dealt->count[seat]++] = (uint8_t)card;
    }
}

/* First how many cards of each class, in proportion to the ways that lead from there to the end; then which.
 */
static void deal_by_class(const mulle_scratch *scratch, mulle_dealt *dealt, tp_rng *rng) {
    uint32_t a = scratch->hidden[0], b = scratch->hidden[1];
    for (uint32_t k = 0; k < scratch->class_count; k++) {
        uint32_t x = a, y = b;
        if (k + 1u < scratch->class_count) {
            double mark = tp_rng_fraction(rng) * scratch->ways[cell(scratch, k, a, b)];
            bool found = false;
            for (uint32_t i = scratch->least[k][0]; i <= a && !found; i++) {
                for (uint32_t j = scratch->least[k][1]; j <= b && !found; j++) {
                    double ways = ways_with(scratch, k, a, b, i, j);
                    if (ways <= 0) continue;
                    x = i;
                    y = j; /* rounding may leave a rest of the mark: then the last one stands */
                    found = mark < ways;
                    mark -= ways;
                }
            }
        }
        mulle_cards from = of_types(scratch->unseen, scratch->class_types[k]);
        draw_into(dealt, 0, &from, x, rng);
        draw_into(dealt, 1, &from, y, rng);
        a -= x;
        b -= y;
    }
    for (uint32_t seat = 0; seat < MULLE_SEATS; seat++) { /* the order within the hand is not known */
        for (uint32_t i = dealt->count[seat]; i > 1; i--) {
            uint32_t other = tp_rng_below(rng, i);
            uint8_t card = dealt->cards[seat][i - 1];
            dealt->cards[seat][i - 1] = dealt->cards[seat][other];
            dealt->cards[seat][other] = card;
        }
    }
}

static bool has_implied(const mulle_table *table, const mulle_dealt *dealt) {
    for (uint32_t seat = 0; seat < MULLE_SEATS; seat++) {
        uint32_t values = 0;
        for (uint32_t i = 0; i < dealt->count[seat]; i++)
            values |= 1u << mulle_hand_value(dealt->cards[seat][i]);
        if (dealt->count[seat] != 0 && (table->implied[seat] & ~values) != 0) return false;
    }
    return true;
}

void mulle_imagine(const void *view_bytes, const void *scratch_bytes, void *state_bytes, tp_chance *chance) {
    const mulle_view *view = view_bytes;
    const mulle_scratch *scratch = scratch_bytes;
    mulle_state *state = state_bytes;
    mulle_dealt dealt;
    *state = view->known;
    do {
        dealt.count[0] = dealt.count[1] = 0;
        if (scratch->class_count > 1 && scratch->by_trial == 0) {
            deal_by_class(scratch, &dealt, &chance->rng);
        } else {
            mulle_cards from = scratch->unseen;
            draw_into(&dealt, 0, &from, scratch->hidden[0], &chance->rng);
            draw_into(&dealt, 1, &from, scratch->hidden[1], &chance->rng);
        }
    } while (scratch->by_trial != 0 && !has_implied(&view->known.table, &dealt));
    for (uint32_t seat = 0; seat < MULLE_SEATS; seat++) {
        for (uint32_t i = 0; i < dealt.count[seat]; i++) {
            if (i < MULLE_HAND) {
                state->hand[seat] |= (uint64_t)dealt.cards[seat][i] << (8 * i);
            } else {
                state->piles[mulle_extra_start(&state->table, seat) + i - MULLE_HAND] = dealt.cards[seat][i];
            }
        }
    }
}
