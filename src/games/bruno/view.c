/* Bruno: views, and getting ready to imagine worlds behind them (§5). */
#include "games/bruno/view.h"
#include "core/language.h"

#include "games/bruno/worlds.h"

#include <math.h>
#include <string.h>

void bruno_view_of(const void *state_bytes, int viewer, void *view_bytes) {
    const bruno_state *state = state_bytes;
    bruno_view *view = view_bytes;
    memset(view, 0, sizeof *view);
    view->table = state->table;
    view->viewer = (int8_t)viewer;
    for (uint32_t seat = 0; seat < BRUNO_SEATS; seat++) {
        bool own = viewer == (int)seat || viewer == TP_REVEALED;
        view->hand[seat] = own ? state->hand[seat] : state->table.known[seat];
        view->seen[seat] = own ? state->seen[seat] : 0;
        for (uint32_t i = 0; i < BRUNO_HIDDEN_EACH; i++) {
            bool there = i < state->table.hidden_count[seat];
            view->hidden[seat][i] = !there                  ? BRUNO_NO_CARD
                                    : viewer == TP_REVEALED ? state->hidden[seat][i]
                                                            : BRUNO_UNKNOWN_CARD;
        }
    }
}

uint64_t bruno_unplaced(const bruno_view *view) {
    uint64_t placed = view->table.pile | view->table.removed;
    for (uint32_t seat = 0; seat < BRUNO_SEATS; seat++) {
        placed |= view->hand[seat] | view->table.shown[seat];
        for (uint32_t i = 0; i < BRUNO_HIDDEN_EACH; i++) {
            if (view->hidden[seat][i] < BRUNO_CARDS) placed |= bruno_card_set(view->hidden[seat][i]);
        }
    }
    return BRUNO_DECK & ~placed;
}

/* ---- worlds ---- */

/* What everybody sees, the viewer's own cards, and nothing else. */
static void begin(const bruno_view *view, bruno_scratch *scratch) {
    bruno_state *known = &scratch->known;
    memset(scratch, 0, offsetof(bruno_scratch, choose));
    scratch->viewer = (int)view->viewer;
    known->table = view->table;
    for (uint32_t seat = 0; seat < BRUNO_SEATS; seat++) {
        bool own = view->viewer == (int)seat || view->viewer == TP_REVEALED;
        known->hand[seat] = view->hand[seat];
        known->seen[seat] = own ? view->seen[seat] : view->table.open | view->hand[seat];
        memcpy(known->hidden[seat], view->hidden[seat], sizeof known->hidden[seat]);
        scratch->unknown_count[seat] = view->table.hand_count[seat] - tp_count_bits(view->hand[seat]);
        if (scratch->unknown_count[seat] > 0) scratch->unknown_seats |= 1u << seat;
        if (view->hidden[seat][0] == BRUNO_UNKNOWN_CARD) scratch->hidden_seats |= 1u << seat;
    }
}

static uint64_t cards_of_ranks(uint32_t ranks) {
    uint64_t cards = 0;
    for (; ranks != 0; ranks &= ranks - 1) cards |= bruno_rank_set(tp_lowest_bit(ranks));
    return cards;
}

/* Hands with limits become places, one for those with the same limit; `can_have` is what each place can have.
 */
static void find_places(const bruno_view *view, bruno_scratch *scratch, uint64_t unplaced, uint64_t unseen,
                        uint64_t *can_have) {
    for (uint32_t seats = scratch->unknown_seats; seats != 0; seats &= seats - 1) {
        uint32_t seat = tp_lowest_bit(seats), p = 0;
        uint64_t cards = unplaced & cards_of_ranks(view->table.allowed[seat]);
        if (cards == unplaced) {
            scratch->rest_seats |= 1u << seat;
            continue;
        }
        while (p < scratch->place_count && can_have[p] != cards) p++;
        if (p == scratch->place_count) scratch->place_count++;
        can_have[p] = cards;
        scratch->place_seats[p] |= 1u << seat;
        scratch->place_size[p] += scratch->unknown_count[seat];
    }
    if (scratch->hidden_seats == 0) return;
    if (unseen == unplaced) {
        scratch->hidden_in_rest = 1;
        return;
    }
    uint32_t p = scratch->place_count++;
    can_have[p] = unseen;
    for (uint32_t seats = scratch->hidden_seats; seats != 0; seats &= seats - 1)
        scratch->place_size[p] += view->table.hidden_count[tp_lowest_bit(seats)];
}

static void add_to_class(bruno_scratch *scratch, uint64_t cards, const uint64_t *can_have) {
    uint32_t places = 0, i = 0;
    for (uint32_t p = 0; p < scratch->place_count; p++) places |= (cards & can_have[p]) != 0 ? 1u << p : 0u;
    if (cards == 0) return;
    if (places == 0) {
        scratch->rest |= cards;
        return;
    }
    while (i < scratch->class_count && scratch->classes[i].places != places) i++;
    if (i == scratch->class_count) scratch->class_count++;
    scratch->classes[i].places = places;
    scratch->classes[i].cards |= cards;
    scratch->classes[i].size += tp_count_bits(cards);
}

/* Ordinary ranks upward and then the function cards: the limits are mostly "below the card to beat", so that
 * places are filled one after the other and few are open at a time, which keeps the tables small. */
static void find_classes(bruno_scratch *scratch, uint64_t unplaced, uint64_t unseen,
                         const uint64_t *can_have) {
    static const uint8_t order[BRUNO_RANKS] = {BRUNO_4, BRUNO_5, BRUNO_6, BRUNO_7, BRUNO_8, BRUNO_J, BRUNO_Q,
                                               BRUNO_K, BRUNO_A, BRUNO_2, BRUNO_3, BRUNO_9, BRUNO_10};
    for (uint32_t i = 0; i < BRUNO_RANKS; i++) {
        uint64_t cards = unplaced & bruno_rank_set(order[i]);
        add_to_class(scratch, cards & ~unseen, can_have);
        add_to_class(scratch, cards & unseen, can_have);
    }
}

/* Where every card goes to some place, what is left to fill in one of them is what the others leave: the
 * largest one. */
static void find_following(bruno_scratch *scratch) {
    uint32_t largest = 0;
    scratch->following = BRUNO_PLACES;
    if (scratch->rest_seats != 0 || scratch->hidden_in_rest != 0) return;
    for (uint32_t p = 0; p < scratch->place_count; p++) {
        if (scratch->place_size[p] <= largest) continue;
        largest = scratch->place_size[p];
        scratch->following = p;
    }
}

/* What can be left to fill before each class; one more stands for "all classes are dealt out". Returns how
 * many counts there are, or more than BRUNO_MAX_COUNTS. */
static uint64_t lay_out(bruno_scratch *scratch) {
    uint64_t total = 0;
    for (uint32_t i = 0; i <= scratch->class_count; i++) {
        bruno_class *layer = &scratch->classes[i];
        uint64_t size = 1;
        for (uint32_t p = 0; p < scratch->place_count; p++) {
            uint32_t before = 0, later = 0, wanted = scratch->place_size[p];
            for (uint32_t k = 0; k < scratch->class_count; k++) {
                if (((scratch->classes[k].places >> p) & 1) == 0) continue;
                *(k < i ? &before : &later) += scratch->classes[k].size;
            }
            layer->low[p] = wanted > before ? wanted - before : 0;
            layer->high[p] = wanted < later ? wanted : later;
            if (layer->low[p] > layer->high[p]) return 0; /* this place cannot be filled */
            if (p == scratch->following) continue;
            layer->stride[p] = (uint32_t)size;
            size *= layer->high[p] - layer->low[p] + 1;
            if (size > BRUNO_MAX_COUNTS) return size;
        }
        layer->offset = (uint32_t)total;
        total += size;
        if (total > BRUNO_MAX_COUNTS) return total;
    }
    return total;
}

/* n over k up to the largest class. */
static void fill_triangle(bruno_scratch *scratch) {
    uint32_t most = 0;
    for (uint32_t i = 0; i < scratch->class_count; i++)
        if (scratch->classes[i].size > most) most = scratch->classes[i].size;
    double *row = scratch->choose;
    for (uint32_t n = 0; n <= most; row += ++n) {
        row[0] = row[n] = 1;
        for (uint32_t k = 1; k < n; k++) row[k] = row[(int)k - (int)n - 1] + row[(int)k - (int)n];
    }
}

/* Set what is left to fill in the place that follows from the others; false if that cannot be. */
static bool follow(const bruno_scratch *scratch, const bruno_class *layer, uint32_t cards, uint32_t *left) {
    uint32_t following = scratch->following;
    if (following == BRUNO_PLACES) return true;
    for (uint32_t p = 0; p < scratch->place_count; p++) {
        if (p == following) continue;
        if (left[p] > cards) return false;
        cards -= left[p];
    }
    left[following] = cards;
    return cards >= layer->low[following] && cards <= layer->high[following];
}

/* Count the ways from the last class to the first. */
static void count_ways(bruno_scratch *scratch) {
    uint32_t cards = 0; /* in this class and the later ones */
    scratch->counts[scratch->classes[scratch->class_count].offset] = 1;
    for (uint32_t i = scratch->class_count; i-- > 0;) {
        const bruno_class *layer = &scratch->classes[i];
        bruno_sharing sharing;
        uint32_t p = 0;
        cards += layer->size;
        memcpy(sharing.left, layer->low, sizeof sharing.left);
        do {
            bool possible = follow(scratch, layer, cards, sharing.left);
            uint32_t index = bruno_count_index(layer, scratch->place_count, sharing.left);
            scratch->counts[index] = possible ? bruno_share(scratch, i, &sharing, HUGE_VAL) : 0;
            for (p = 0; p < scratch->place_count; p++) {
                if (p == scratch->following) continue;
                if (sharing.left[p] < layer->high[p]) break;
                sharing.left[p] = layer->low[p];
            }
            if (p < scratch->place_count) sharing.left[p]++;
        } while (p < scratch->place_count);
    }
}

tp_err bruno_prepare(const void *view_bytes, void *scratch_bytes, tp_error *error) {
    const bruno_view *view = view_bytes;
    bruno_scratch *scratch = scratch_bytes;
    uint64_t can_have[BRUNO_PLACES] = {0};
    begin(view, scratch);
    uint64_t unplaced = bruno_unplaced(view);
    uint64_t seen = view->viewer >= 0 ? view->seen[view->viewer] : view->table.open;
    uint64_t unseen = unplaced & ~seen;
    uint32_t wanted = 0, hidden = 0;
    for (uint32_t seat = 0; seat < BRUNO_SEATS; seat++) {
        wanted += scratch->unknown_count[seat];
        if ((scratch->hidden_seats >> seat & 1) != 0) hidden += view->table.hidden_count[seat];
    }
    if (wanted + hidden != tp_count_bits(unplaced)) {
        return tp_fail(
            error, TP_E_INPUT,
            TR("hands and hidden: there are %u unknown cards, but %u cards are not named anywhere"),
            wanted + hidden, tp_count_bits(unplaced));
    }
    find_places(view, scratch, unplaced, unseen, can_have);
    find_classes(scratch, unplaced, unseen, can_have);
    find_following(scratch);
    uint64_t total = lay_out(scratch);
    if (total > BRUNO_MAX_COUNTS)
        return tp_fail(error, TP_E_INPUT, TR("allowed: more limits at once than can be counted (%u)"),
                       (unsigned)total);
    if (total > 0) {
        fill_triangle(scratch);
        count_ways(scratch);
    }
    if (total == 0 || scratch->counts[0] <= 0) {
        return tp_fail(error, TP_E_INPUT,
                       TR("seen and allowed: no arrangement of the unknown cards fits them"));
    }
    return TP_OK;
}

void bruno_imagine_anywhere(const void *view, const void *scratch, void *state, tp_chance *chance) {
    bruno_imagine(view, scratch, state, chance);
}
