/* Mulle: a view and moves as numbers. The viewer is place 0 and his opponent place 1; a spectator counts from
 * A. A tensor is a struct of bytes, so that every number has its place at compile time. Cards are types in
 * the order of their values, four suits each. */
#include "games/mulle/view.h"

#include <string.h>

typedef struct mulle_tensor {
    uint8_t actor[3];
    uint8_t starter[MULLE_SEATS];
    uint8_t rond[MULLE_RONDER];
    uint8_t omgangar[2];
    uint8_t hand_counts[MULLE_SEATS];
    uint8_t hands[MULLE_SEATS][MULLE_TYPES];
    uint8_t unseen[MULLE_TYPES];
    uint8_t implied[MULLE_SEATS][MULLE_MOST_VALUE];
    uint8_t loose[MULLE_TYPES];
    uint8_t builds[MULLE_SEATS][MULLE_MOST_VALUE];
    uint8_t locked[MULLE_SEATS][MULLE_MOST_VALUE];
    uint8_t build_cards[MULLE_SEATS][MULLE_MOST_VALUE];
    uint8_t in_builds[MULLE_SEATS][MULLE_TYPES];
    uint8_t build_of[MULLE_TYPES][2];
    uint8_t captured[MULLE_SEATS][MULLE_TYPES];
    uint8_t mulles[MULLE_SEATS][MULLE_TYPES];
    uint8_t tabbe[MULLE_SEATS];
    uint8_t intake[MULLE_SEATS];
    uint8_t points[MULLE_SEATS];
    uint8_t session[MULLE_SEATS][2];
    uint8_t order[MULLE_MAX_PILES];
} mulle_tensor;

enum { MOST_CODE = MULLE_TYPES + 2 * MULLE_MOST_VALUE };

#define FIELD(member, scale, most, help) TP_FIELD(mulle_tensor, member, scale, most, help)
const tp_field mulle_observe_fields[] = {
    FIELD(actor, 1, 1, "one-hot: I, the opponent, nobody (the session is over)"),
    FIELD(starter, 1, 1, "one-hot: who started this omgång"),
    FIELD(rond, 1, 1, "one-hot: rond 1 to 6"),
    FIELD(omgangar, 10, MULLE_MAX_OMGANGAR, "omgångar played, omgångar of the session"),
    FIELD(hand_counts, 8, MULLE_CARDS, "cards in each hand"),
    FIELD(hands, 2, 2, "per place, copies of each card in hand; zero: not known"),
    FIELD(unseen, 2, 2, "copies of each card that the viewer does not see"),
    FIELD(implied, 1, 1, "per place, 1 for each hand value 1 to 16 that the hand surely has"),
    FIELD(loose, 2, 2, "loose copies of each card on the table"),
    FIELD(builds, 1, 1, "per place, 1 for each value 1 to 16 of which it owns a build"),
    FIELD(locked, 1, 1, "per place, 1 for each of these builds that is locked"),
    FIELD(build_cards, 8, MULLE_CARDS, "per place, cards in each of these builds"),
    FIELD(in_builds, 2, 2, "per place, copies of each card in its builds"),
    FIELD(build_of, 16, MULLE_MOST_VALUE,
          "per card, the value of the build that each copy lies in; those of my builds first"),
    FIELD(captured, 2, 2, "per place, copies of each captured card"),
    FIELD(mulles, 1, 1, "per place, 1 for each card that was a mulle"),
    FIELD(tabbe, 4, MULLE_CARDS, "tabbar of each place"),
    FIELD(intake, 20, 255, "points of the captured cards of each place, of which those above 20 count twice"),
    FIELD(points, 100, 255, "points of this omgång, at most 255"),
    FIELD(session, 255, 255, "per place, points of the finished omgångar: 256 times, and the rest"),
    FIELD(
        order, MOST_CODE, MOST_CODE,
        "the piles from the first: 1 + card, or 52 + value of my build, 68 + value of the opponent's; 0 after the "
        "last. It tells the piles apart whose places moves name; a learner may leave it out"),
    {NULL, 0, 0, 0, 0, NULL},
};
#undef FIELD

typedef struct mulle_move_tensor {
    uint8_t action[4];
    uint8_t rank[MULLE_RANKS];
    uint8_t suit[MULLE_SUITS];
    uint8_t value[MULLE_MOST_VALUE];
    uint8_t locked[1];
    uint8_t taken[MULLE_TYPES];
    uint8_t cards[1];
    uint8_t builds[MULLE_SEATS];
    uint8_t mulles[1];
    uint8_t intake[1];
    uint8_t points[1];
    uint8_t tabbe[1];
    uint8_t left[1];
} mulle_move_tensor;

#define FIELD(member, scale, most, help) TP_FIELD(mulle_move_tensor, member, scale, most, help)
const tp_field mulle_observe_move_fields[] = {
    FIELD(action, 1, 1, "one-hot: capture, build, trotta, discard"),
    FIELD(rank, 1, 1, "one-hot: the table value of the card that is played, 1 to 13"),
    FIELD(suit, 1, 1, "one-hot: its suit, KL, SP, HJ, RU"),
    FIELD(value, 1, 1, "one-hot: the value of the build that the card ends up in, 1 to 16"),
    FIELD(locked, 1, 1, "1 if that build is locked then"),
    FIELD(taken, 2, 2, "copies of each card that is captured, or that joins the build with it"),
    FIELD(cards, 8, MULLE_CARDS, "how many these are"),
    FIELD(builds, 2, 32, "capture: builds among them, mine and the opponent's"),
    FIELD(mulles, 2, MULLE_TYPES, "capture: mulles that it makes"),
    FIELD(intake, 8, 255, "capture: points of the cards, the played one included"),
    FIELD(points, 16, 255, "capture: points of mulles and tabbe, at most 255"),
    FIELD(tabbe, 1, 1, "capture: 1 if it empties the table"),
    FIELD(left, 8, MULLE_CARDS, "piles on the table afterwards; a build that grows counts once"),
    {NULL, 0, 0, 0, 0, NULL},
};
#undef FIELD

TP_INLINE uint32_t place_of(const mulle_view *view, uint32_t seat) {
    return view->viewer == 1 ? seat ^ 1u : seat;
}

TP_INLINE void write_cards(uint8_t *out, mulle_cards cards) {
    for (uint64_t set = cards.one; set != 0; set &= set - 1) out[tp_lowest_bit(set)] = 1;
    for (uint64_t set = cards.both; set != 0; set &= set - 1) out[tp_lowest_bit(set)] = 2;
}

TP_INLINE void write_bits(uint8_t *out, uint64_t set) {
    for (; set != 0; set &= set - 1) out[tp_lowest_bit(set)] = 1;
}

TP_INLINE uint8_t at_most_255(uint32_t number) { return (uint8_t)(number < 255 ? number : 255); }

/* One build and its cards. There is one for each owner and value. */
TP_INLINE void write_build(mulle_tensor *out, uint32_t place, uint32_t pile, mulle_cards cards) {
    uint32_t value = pile & MULLE_VALUE;
    out->builds[place][value - 1] = 1;
    out->locked[place][value - 1] = mulle_is_locked(pile);
    out->build_cards[place][value - 1] = (uint8_t)mulle_count(cards);
    for (uint64_t set = cards.one; set != 0; set &= set - 1) {
        uint32_t card = tp_lowest_bit(set);
        out->in_builds[place][card] += (uint8_t)mulle_copies(cards, card);
    }
}

/* Which builds the copies of each card lie in: my builds come first, then smaller values. */
TP_INLINE void write_build_of(mulle_tensor *out, uint32_t place, uint32_t value, mulle_cards cards) {
    for (uint64_t set = cards.one; set != 0; set &= set - 1) {
        uint32_t card = tp_lowest_bit(set);
        uint8_t *of = out->build_of[card];
        if (mulle_copies(cards, card) == 2) {
            of[0] = of[1] = (uint8_t)value;
        } else if (of[0] == 0) {
            of[0] = (uint8_t)value;
        } else { /* the other copy lies in another build: here, or in one of the other owner */
            bool both_here = out->in_builds[place][card] == 2;
            bool before = both_here ? value < of[0] : place == 0;
            of[1] = before ? of[0] : (uint8_t)value;
            of[0] = before ? (uint8_t)value : of[0];
        }
    }
}

static void write_piles(mulle_tensor *out, const mulle_view *view) {
    const mulle_state *state = &view->known;
    uint32_t build = 0;
    for (uint32_t i = 0; i < state->table.pile_count; i++) {
        uint32_t pile = state->piles[i];
        if (!mulle_is_build(pile)) {
            out->loose[pile]++;
            out->order[i] = (uint8_t)(1 + pile);
            continue;
        }
        uint32_t place = place_of(view, mulle_owner(pile)), value = pile & MULLE_VALUE;
        mulle_cards cards = mulle_build_cards(&state->table, build++);
        write_build(out, place, pile, cards);
        write_build_of(out, place, value, cards);
        out->order[i] = (uint8_t)(MULLE_TYPES + place * MULLE_MOST_VALUE + value);
    }
}

static void write_seat(mulle_tensor *out, const mulle_view *view, uint32_t seat) {
    const mulle_table *table = &view->known.table;
    uint32_t place = place_of(view, seat);
    mulle_score score = mulle_score_of(table, seat);
    out->hand_counts[place] = table->hand_count[seat];
    if (mulle_sees_hand(view, seat)) write_cards(out->hands[place], mulle_hand_cards(&view->known, seat));
    write_bits(out->implied[place], table->implied[seat] >> 1);
    write_cards(out->captured[place], table->captured[seat]);
    write_bits(out->mulles[place], table->mulles[seat]);
    out->tabbe[place] = table->tabbe[seat];
    out->intake[place] = at_most_255(score.intake);
    out->points[place] = at_most_255(score.total);
    out->session[place][0] = (uint8_t)(table->session[seat] >> 8);
    out->session[place][1] = (uint8_t)table->session[seat];
}

void mulle_observe(const void *view_bytes, uint8_t *numbers) {
    const mulle_view *view = view_bytes;
    const mulle_table *table = &view->known.table;
    mulle_tensor *out = (mulle_tensor *)numbers;
    memset(out, 0, sizeof *out);
    out->actor[table->over != 0 ? 2 : place_of(view, table->current)] = 1;
    out->starter[place_of(view, table->starter)] = 1;
    out->rond[table->rond - 1] = 1;
    out->omgangar[0] = (uint8_t)(table->omgang - 1 + table->over);
    out->omgangar[1] = table->omgangar;
    write_cards(out->unseen, mulle_unseen(view));
    write_piles(out, view);
    for (uint32_t seat = 0; seat < MULLE_SEATS; seat++) write_seat(out, view, seat);
}

/* ---- moves ---- */

/* Do piles that a build to this value could absorb add up to it, without the one that is built on? */
static bool may_absorb(const mulle_state *state, uint32_t built_on, uint32_t value) {
    uint32_t reach = 1, build = 0;
    for (uint32_t i = 0; i < state->table.pile_count; i++) {
        uint32_t pile = state->piles[i];
        bool takes_part = i != built_on;
        if (mulle_is_build(pile)) {
            takes_part = takes_part && !mulle_is_locked(pile) &&
                         mulle_count(mulle_build_cards(&state->table, build)) == 2;
            build++;
        }
        if (takes_part) reach |= reach << mulle_pile_value(pile);
    }
    return ((reach >> value) & 1) != 0;
}

/* What joins a build with the card that is played, and whether the build is locked then. Returns how many
 * piles are left. */
static uint32_t look_at_build(const mulle_state *state, tp_move move, mulle_cards *joined, bool *locked) {
    uint32_t seat = state->table.current, value = mulle_move_value(move), pile = mulle_move_pile(move);
    mulle_piles set = {0, 0};
    mulle_place own = {0, 0};
    *locked = mulle_find_build(state, seat, value, &own);
    mulle_set_pile(&set, pile);
    *joined = mulle_look_at(state, set).cards;
    if (!may_absorb(state, pile, value))
        return state->table.pile_count - (*locked && own.pile != pile ? 1u : 0u);
    mulle_state after = *state;
    mulle_cards before = {0, 0}, played = mulle_card(mulle_move_card(move));
    if (*locked && own.pile != pile) before = mulle_build_cards(&state->table, own.build);
    mulle_do_build(&after, seat, mulle_move_card(move), pile, value, true);
    mulle_find_build(&after, seat, value, &own);
    mulle_add(&before, played);
    *joined = mulle_without(mulle_build_cards(&after.table, own.build), before);
    *locked = mulle_is_locked(after.piles[own.pile]);
    return after.table.pile_count;
}

static void write_capture(mulle_move_tensor *out, const mulle_view *view, tp_move move) {
    const mulle_state *state = &view->known;
    uint32_t card = mulle_move_card(move), points = 0, taken = 0;
    mulle_piles set = mulle_move_piles(state, move);
    mulle_haul haul = mulle_look_at(state, set);
    uint64_t mulles = mulle_pairs(&haul, card);
    for (uint32_t i = 0; i < state->table.pile_count; i++) {
        if (!mulle_holds(set, i)) continue;
        taken++;
        if (mulle_is_build(state->piles[i])) out->builds[place_of(view, mulle_owner(state->piles[i]))]++;
    }
    out->mulles[0] = (uint8_t)tp_count_bits(mulles);
    for (; mulles != 0; mulles &= mulles - 1) points += mulle_mulle_value(tp_lowest_bit(mulles));
    out->tabbe[0] = taken == state->table.pile_count;
    out->points[0] = at_most_255(points + out->tabbe[0]);
    out->left[0] = (uint8_t)(state->table.pile_count - taken);
    out->cards[0] = (uint8_t)mulle_count(haul.cards);
    write_cards(out->taken, haul.cards);
    mulle_add(&haul.cards, mulle_card(card));
    out->intake[0] = at_most_255(mulle_intake(haul.cards));
}

void mulle_observe_move(const void *view_bytes, tp_move move, uint8_t *numbers) {
    const mulle_view *view = view_bytes;
    const mulle_state *state = &view->known;
    mulle_move_tensor *out = (mulle_move_tensor *)numbers;
    uint32_t card = mulle_move_card(move), kind = mulle_move_kind(move), seat = state->table.current;
    uint32_t value = mulle_table_value(card), left;
    mulle_cards joined = {0, 0};
    mulle_place own;
    bool locked = true;
    memset(out, 0, sizeof *out);
    out->rank[value - 1] = 1;
    out->suit[card % MULLE_SUITS] = 1;
    if (kind == MULLE_CAPTURE || kind == MULLE_SUMS) {
        out->action[0] = 1;
        write_capture(out, view, move);
        return;
    }
    bool owns = mulle_find_build(state, seat, value, &own);
    if (kind == MULLE_BUILDING) {
        out->action[1] = 1;
        value = mulle_move_value(move);
        left = look_at_build(state, move, &joined, &locked);
    } else if (mulle_move_payload(move) == MULLE_TROTTA) {
        mulle_piles set = mulle_trotta_piles(state, seat, value);
        out->action[2] = 1;
        joined = mulle_look_at(state, set).cards;
        left = state->table.pile_count - tp_count_bits(set.low) - tp_count_bits(set.high) + !owns;
    } else {
        out->action[3] = 1;
        left = state->table.pile_count + !owns;
        if (!owns) value = 0;
    }
    if (value != 0) {
        out->value[value - 1] = 1;
        out->locked[0] = locked;
    }
    out->left[0] = (uint8_t)left;
    out->cards[0] = (uint8_t)mulle_count(joined);
    write_cards(out->taken, joined);
}
