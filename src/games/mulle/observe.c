/* Mulle: a view as numbers. The viewer is place 0 and his opponent place 1; a spectator counts from A. */
#include "games/mulle/view.h"

#include <string.h>

enum { PILE_SLOTS = 24 }; /* piles that have a place of their own in the tensor */

const tp_field mulle_observe_fields[] = {
    {"actor", 3, "one-hot: I, the opponent, nobody (the session is over)"},
    {"starter", 2, "one-hot: who started this omgång"},
    {"rond", MULLE_RONDER, "one-hot: rond 1 to 6"},
    {"omgangar", 2, "omgångar played / 99, omgångar of the session / 99"},
    {"hand_counts", 2, "cards in hand / 104"},
    {"hands", 2 * MULLE_TYPES,
     "per place, copies of each card / 2, types in the order of their values; zero: not known"},
    {"unseen", MULLE_TYPES, "copies of each card that I do not see / 2"},
    {"implied", 2 * MULLE_MOST_VALUE, "per place, 1 for each hand value 1 to 16 that the hand surely has"},
    {"loose", MULLE_TYPES, "loose copies of each card on the table / 2"},
    {"piles", PILE_SLOTS * 6,
     "the first 24 piles in order: value / 16, loose, a build of mine, of the opponent, locked, cards / 16 (at most 1)"},
    {"builds", 2 * MULLE_TYPES,
     "per card two numbers, one for each copy that lies in a build: value / 16 of a build of mine, minus that of one of "
     "the opponent's"},
    {"captured", 2 * MULLE_TYPES, "per place, copies of each card / 2"},
    {"mulles", 2 * MULLE_TYPES, "per place, 1 for each card that was a mulle"},
    {"tabbe", 2, "tabbar / 104"},
    {"totals", 2, "points of this omgång / 564"},
    {"session", 2, "points of the finished omgångar / 65535"},
    {NULL, 0, NULL},
};

const tp_field mulle_observe_move_fields[] = {
    {"action", 4, "one-hot: capture, build, trotta, discard"},
    {"card", MULLE_TYPES, "one-hot: the card that is played"},
    {"piles", MULLE_MAX_PILES, "1 for each pile that is captured, built on or gathered"},
    {"value", MULLE_MOST_VALUE, "one-hot: the value of the build, 1 to 16"},
    {"taken", MULLE_TYPES, "copies of each card that is captured / 2, the played one included"},
    {"mulles", MULLE_TYPES, "1 for each mulle that it makes"},
    {NULL, 0, NULL},
};

static uint32_t place_of(const mulle_view *view, uint32_t seat) {
    return view->viewer == 1 ? seat ^ 1u : seat;
}

static void write_cards(float *out, mulle_cards cards) {
    for (uint64_t set = cards.one; set != 0; set &= set - 1) {
        uint32_t card = tp_lowest_bit(set);
        out[card] = (float)mulle_copies(cards, card) / 2.0f;
    }
}

static void write_bits(float *out, uint64_t set) {
    for (; set != 0; set &= set - 1) out[tp_lowest_bit(set)] = 1.0f;
}

static size_t length_of(const tp_field *fields) {
    size_t length = 0;
    for (; fields->name != NULL; fields++) length += fields->length;
    return length;
}

static void write_piles(float *out, const mulle_view *view) {
    const mulle_state *state = &view->known;
    float *slots = out, *builds = out + PILE_SLOTS * 6;
    uint32_t build = 0;
    for (uint32_t i = 0; i < state->table.pile_count; i++) {
        uint32_t pile = state->piles[i];
        bool is_build = mulle_is_build(pile), mine = is_build && place_of(view, mulle_owner(pile)) == 0;
        mulle_cards cards = is_build ? mulle_build_cards(&state->table, build++) : mulle_card(pile);
        float value = (float)mulle_pile_value(pile) / (float)MULLE_MOST_VALUE;
        for (uint64_t set = is_build ? cards.one : 0; set != 0; set &= set - 1) {
            uint32_t card = tp_lowest_bit(set);
            for (uint32_t copies = mulle_copies(cards, card); copies > 0; copies--)
                builds[2 * card + (builds[2 * card] != 0.0f)] = mine ? value : -value;
        }
        if (i >= PILE_SLOTS) continue;
        uint32_t count = mulle_count(cards);
        float *slot = slots + (size_t)i * 6;
        slot[0] = value;
        slot[1] = !is_build;
        slot[2] = mine;
        slot[3] = is_build && !mine;
        slot[4] = is_build && mulle_is_locked(pile);
        slot[5] = count < 16 ? (float)count / 16.0f : 1.0f;
    }
}

void mulle_observe(const void *view_bytes, float *out) {
    const mulle_view *view = view_bytes;
    const mulle_table *table = &view->known.table;
    memset(out, 0, length_of(mulle_observe_fields) * sizeof *out);
    out[table->over != 0 ? 2 : place_of(view, table->current)] = 1.0f;
    out += 3;
    out[place_of(view, table->starter)] = 1.0f;
    out += 2;
    out[table->rond - 1] = 1.0f;
    out += MULLE_RONDER;
    out[0] = (float)(table->omgang - 1 + table->over) / (float)MULLE_MAX_OMGANGAR;
    out[1] = (float)table->omgangar / (float)MULLE_MAX_OMGANGAR;
    out += 2;
    float *counts = out, *hands = counts + 2, *unseen = hands + 2 * MULLE_TYPES,
          *implied = unseen + MULLE_TYPES;
    float *loose = implied + 2 * MULLE_MOST_VALUE, *piles = loose + MULLE_TYPES;
    float *captured = piles + PILE_SLOTS * 6 + 2 * MULLE_TYPES, *mulles = captured + 2 * MULLE_TYPES;
    float *last = mulles + 2 * MULLE_TYPES;
    mulle_cards on_table = {0, 0};
    for (uint32_t i = 0; i < table->pile_count; i++) {
        if (!mulle_is_build(view->known.piles[i])) mulle_add(&on_table, mulle_card(view->known.piles[i]));
    }
    write_cards(loose, on_table);
    write_cards(unseen, mulle_unseen(view));
    write_piles(piles, view);
    for (uint32_t seat = 0; seat < MULLE_SEATS; seat++) {
        uint32_t place = place_of(view, seat);
        counts[place] = (float)table->hand_count[seat] / (float)MULLE_CARDS;
        if (mulle_sees_hand(view, seat))
            write_cards(hands + place * MULLE_TYPES, mulle_hand_cards(&view->known, seat));
        write_bits(implied + place * MULLE_MOST_VALUE, table->implied[seat] >> 1);
        write_cards(captured + place * MULLE_TYPES, table->captured[seat]);
        write_bits(mulles + place * MULLE_TYPES, table->mulles[seat]);
        last[place] = (float)table->tabbe[seat] / (float)MULLE_CARDS;
        last[2 + place] = (float)mulle_score_of(table, seat).total / 564.0f;
        last[4 + place] = (float)table->session[seat] / 65535.0f;
    }
}

void mulle_observe_move(const void *view_bytes, tp_move move, float *out) {
    const mulle_state *state = &((const mulle_view *)view_bytes)->known;
    uint32_t card = mulle_move_card(move), kind = mulle_move_kind(move), value = 0, action = 3;
    mulle_piles set = {0, 0};
    memset(out, 0, length_of(mulle_observe_move_fields) * sizeof *out);
    float *cards = out + 4, *piles = cards + MULLE_TYPES, *values = piles + MULLE_MAX_PILES;
    float *taken = values + MULLE_MOST_VALUE, *mulles = taken + MULLE_TYPES;
    if (kind == MULLE_BUILDING) {
        action = 1;
        mulle_set_pile(&set, mulle_move_pile(move));
        value = mulle_move_value(move);
    } else if (kind != MULLE_OTHER) {
        action = 0;
        set = mulle_move_piles(state, move);
        mulle_haul haul = mulle_look_at(state, set);
        write_bits(mulles, mulle_pairs(&haul, card));
        mulle_add(&haul.cards, mulle_card(card));
        write_cards(taken, haul.cards);
    } else if (mulle_move_payload(move) == MULLE_TROTTA) {
        action = 2;
        value = mulle_table_value(card);
        set = mulle_trotta_piles(state, state->table.current, value);
    }
    out[action] = 1.0f;
    cards[card] = 1.0f;
    if (value != 0) values[value - 1] = 1.0f;
    for (uint32_t i = 0; i < MULLE_MAX_PILES; i++) piles[i] = mulle_holds(set, i);
}
