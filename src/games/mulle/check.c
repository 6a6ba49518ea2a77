/* Mulle: every invariant of a state.
 *
 * Positions that no play leads to are refused as far as they would break a rule or make the state ambiguous;
 * sizes of hands and histories are not looked into ("hands may have any size"). */
#include "core/language.h"
#include "games/mulle/view.h"

#include <string.h>

_Static_assert(sizeof(mulle_state) <= 512, "a state has at most 512 bytes");
_Static_assert(sizeof(mulle_table) ==
                   8 * MULLE_MAX_BUILDS + 8 + 16 * 2 + 8 * 2 + 4 * 2 + 2 * 2 + 2 + 2 + 8 + 8,
               "no padding in the table");

static bool is_zero(const uint8_t *bytes, size_t size) {
    for (size_t i = 0; i < size; i++) {
        if (bytes[i] != 0) return false;
    }
    return true;
}

/* Count cards by type; false if one would exist three times. */
static bool add_cards(uint8_t counts[MULLE_TYPES], mulle_cards cards) {
    bool fine = true;
    for (uint64_t set = cards.one; set != 0; set &= set - 1) {
        uint32_t card = tp_lowest_bit(set);
        counts[card] = (uint8_t)(counts[card] + mulle_copies(cards, card));
        fine = fine && counts[card] <= 2;
    }
    return fine;
}

static tp_err check_clock(const mulle_table *table, tp_error *error) {
    if (table->omgangar < 1 || table->omgangar > MULLE_MAX_OMGANGAR)
        return tp_fail(error, TP_E_INPUT, TR("omgangar: %u; a session has 1 to %d"), table->omgangar,
                       MULLE_MAX_OMGANGAR);
    if (table->omgang < 1 || table->omgang > table->omgangar)
        return tp_fail(error, TP_E_INPUT, TR("omgang: %u; the session has omgångar 1 to %u"), table->omgang,
                       table->omgangar);
    if (table->rond < 1 || table->rond > MULLE_RONDER)
        return tp_fail(error, TP_E_INPUT, TR("rond: %u; an omgång has ronder 1 to %d"), table->rond,
                       MULLE_RONDER);
    if (table->current >= MULLE_SEATS || table->starter >= MULLE_SEATS)
        return tp_fail(error, TP_E_INPUT, TR("to_move and starter: A or B"));
    uint32_t held = table->hand_count[0] + (uint32_t)table->hand_count[1];
    if (table->over > 1 || (table->over == 1) != (held == 0)) {
        return tp_fail(error, TP_E_INPUT, TR("over: true if and only if no hand has a card left"));
    }
    if (table->over == 1 && table->omgang != table->omgangar)
        return tp_fail(error, TP_E_INPUT,
                       TR("hands: empty, but there are omgångar to come: the next one would be dealt"));
    if (table->over == 0 && table->hand_count[table->current] == 0)
        return tp_fail(error, TP_E_INPUT, TR("to_move: %s has no card"), table->current == 0 ? "A" : "B");
    return TP_OK;
}

static tp_err check_piles(const mulle_state *state, tp_error *error) {
    const mulle_table *table = &state->table;
    uint32_t build = 0, seen[MULLE_SEATS] = {0, 0};
    uint64_t both = 0;
    if (table->pile_count > MULLE_MAX_PILES || table->build_count > MULLE_MAX_BUILDS)
        return tp_fail(error, TP_E_INPUT, TR("table: too many piles"));
    for (uint32_t i = 0; i < table->pile_count; i++) {
        uint32_t pile = state->piles[i], value = pile & MULLE_VALUE;
        if (!mulle_is_build(pile)) {
            if (pile >= MULLE_TYPES) return tp_fail(error, TP_E_INPUT, TR("table[%u]: no such card"), i);
            continue;
        }
        if (build == table->build_count) return tp_fail(error, TP_E_INPUT, TR("table: too many builds"));
        if (value < 1 || value > MULLE_MOST_VALUE)
            return tp_fail(error, TP_E_INPUT, TR("table[%u].build: %u; a build has a value 1 to %d"), i,
                           value, MULLE_MOST_VALUE);
        mulle_cards cards = mulle_build_cards(table, build++);
        if ((cards.one & ~MULLE_ALL_TYPES) != 0)
            return tp_fail(error, TP_E_INPUT, TR("table[%u]: no such card"), i);
        if (mulle_count(cards) < 2)
            return tp_fail(error, TP_E_INPUT, TR("table[%u].cards: a build has at least two cards"), i);
        if ((both & cards.one) != 0)
            return tp_fail(error, TP_E_INPUT, TR("table[%u].cards: a card lies in three places"), i);
        both |= cards.both;
        uint32_t owner = mulle_owner(pile);
        if (((seen[owner] >> value) & 1) != 0) {
            return tp_fail(error, TP_E_INPUT,
                           TR("table[%u]: %s has another build of value %u; there can be only one"), i,
                           mulle_seat_names[owner], value);
        }
        seen[owner] |= 1u << value;
    }
    if (build != table->build_count || both != table->build_both ||
        !is_zero((const uint8_t *)(table->builds + build),
                 (MULLE_MAX_BUILDS - build) * sizeof table->builds[0]))
        return tp_fail(error, TP_E_INPUT, TR("table: builds that are nowhere"));
    return TP_OK;
}

static tp_err check_captured(const mulle_table *table, tp_error *error) {
    for (uint32_t seat = 0; seat < MULLE_SEATS; seat++) {
        const char *name = mulle_seat_names[seat];
        mulle_cards cards = table->captured[seat];
        if ((cards.one & ~MULLE_ALL_TYPES) != 0 || (cards.both & ~cards.one) != 0)
            return tp_fail(error, TP_E_INPUT, TR("captured.%s: no such card"), name);
        if ((table->mulles[seat] & ~MULLE_ALL_TYPES) != 0)
            return tp_fail(error, TP_E_INPUT, TR("mulles.%s: no such card"), name);
        if ((table->implied[seat] & ~0x1fffcu) != 0)
            return tp_fail(error, TP_E_INPUT, TR("implied.%s: hand values are 2 to 16"), name);
        if (tp_count_bits(table->implied[seat]) > table->hand_count[seat])
            return tp_fail(error, TP_E_INPUT, TR("implied.%s: more values than the hand has cards"), name);
    }
    return TP_OK;
}

tp_err mulle_check_table(const mulle_state *state, tp_error *error) {
    const mulle_table *table = &state->table;
    if (!is_zero(table->unused, sizeof table->unused) || !is_zero(state->unused, sizeof state->unused))
        return tp_fail(error, TP_E_INPUT, TR("unused bytes are not zero"));
    tp_err code = check_clock(table, error);
    if (code == TP_OK) code = check_piles(state, error);
    if (code == TP_OK) code = check_captured(table, error);
    if (code != TP_OK) return code;
    uint8_t counts[MULLE_TYPES] = {0};
    for (uint32_t seat = 0; seat < MULLE_SEATS; seat++) add_cards(counts, table->captured[seat]);
    for (uint32_t i = 0; i < table->build_count; i++) add_cards(counts, mulle_build_cards(table, i));
    for (uint32_t i = 0; i < table->pile_count; i++) {
        if (!mulle_is_build(state->piles[i])) counts[state->piles[i]]++;
    }
    for (uint32_t card = 0; card < MULLE_TYPES; card++) {
        if (counts[card] > 2)
            return tp_fail(error, TP_E_INPUT, TR("table and captured: %u times %s, but there are two"),
                           counts[card], mulle_card_text(card));
    }
    return TP_OK;
}

/* Hands and the stock whose order is given: cards that exist, no card three times, nothing beyond. */
static tp_err check_hidden(const mulle_state *state, tp_error *error) {
    const mulle_table *table = &state->table;
    uint32_t listed = table->pile_count + mulle_extra(table, 0) + mulle_extra(table, 1) + state->stock_count;
    uint8_t counts[MULLE_TYPES] = {0};
    if (listed > MULLE_MAX_PILES)
        return tp_fail(error, TP_E_INPUT, TR("hands and stock: more cards than there are"));
    if (!is_zero(state->piles + table->pile_count, MULLE_MAX_PILES - listed))
        return tp_fail(error, TP_E_INPUT, TR("table: bytes beyond the last pile"));
    add_cards(counts, mulle_open_cards(state));
    for (uint32_t seat = 0; seat < MULLE_SEATS; seat++) {
        uint32_t count = table->hand_count[seat], values = 0;
        if (count < MULLE_HAND && state->hand[seat] >> (8 * count) != 0)
            return tp_fail(error, TP_E_INPUT, TR("hands.%s: bytes beyond the last card"),
                           mulle_seat_names[seat]);
        for (uint32_t i = 0; i < count; i++) {
            uint32_t card = mulle_hand_card(state, seat, i);
            if (card >= MULLE_TYPES)
                return tp_fail(error, TP_E_INPUT, TR("hands.%s[%u]: no such card"), mulle_seat_names[seat],
                               i);
            counts[card]++;
            values |= 1u << mulle_hand_value(card);
        }
        uint32_t missing = table->implied[seat] & ~values;
        if (missing != 0) {
            return tp_fail(error, TP_E_INPUT, TR("implied.%s: no card of hand value %u in the hand"),
                           mulle_seat_names[seat], tp_lowest_bit(missing));
        }
    }
    uint32_t stock = mulle_extra_start(table, 0) - state->stock_count;
    for (uint32_t i = 0; i < state->stock_count; i++) {
        if (state->piles[stock + i] >= MULLE_TYPES)
            return tp_fail(error, TP_E_INPUT, TR("stock[%u]: no such card"), i);
        counts[state->piles[stock + i]]++;
    }
    for (uint32_t card = 0; card < MULLE_TYPES; card++) {
        if (counts[card] > 2)
            return tp_fail(error, TP_E_INPUT, TR("%s is named %u times, but there are two"),
                           mulle_card_text(card), counts[card]);
    }
    return TP_OK;
}

tp_err mulle_check(const void *state, tp_error *error) {
    tp_err code = mulle_check_table(state, error);
    return code == TP_OK ? check_hidden(state, error) : code;
}
