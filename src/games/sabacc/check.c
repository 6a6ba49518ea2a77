/* Kessel Sabacc: every invariant of a state.
 *
 * Positions that no play leads to are refused as far as they would break a rule or make the state ambiguous;
 * sizes of hands and histories are not looked into ("a position may have hands of any size, as long as no
 * card exists too often"). */
#include "core/language.h"
#include "games/sabacc/view.h"

#include <string.h>

enum { MOST_CHIPS = 255 }; /* one seat may end with all of them, in one byte */

static uint32_t all_seats(const sabacc_table *table) { return (1u << table->players) - 1; }

static bool holds(uint32_t set, uint32_t seat) { return ((set >> seat) & 1) != 0; }

uint64_t sabacc_named_cards(const sabacc_view *view, uint32_t family) {
    uint64_t named = 0;
    for (uint32_t i = 0; i < view->table.discard_count[family]; i++) {
        named += tp_lane((uint32_t)(view->table.discard[family] >> (3 * i)) & 7);
    }
    for (uint32_t seat = 0; seat < SABACC_SEATS; seat++) {
        if (view->hand[seat][family] < SABACC_CARDS) named += tp_lane(view->hand[seat][family]);
    }
    if (view->drawn < SABACC_CARDS && sabacc_drawn_family(&view->table) == family)
        named += tp_lane(view->drawn);
    return named;
}

static tp_err check_seats(const sabacc_table *table, tp_error *error) {
    if (table->players < 2 || table->players > SABACC_SEATS) {
        return tp_fail(error, TP_E_INPUT, TR("players: %u; there are 2 to 4"), table->players);
    }
    if ((table->in_play & ~all_seats(table)) != 0) {
        return tp_fail(error, TP_E_INPUT, TR("in_play: seats are 0 to %u"), table->players - 1u);
    }
    bool over = table->phase == SABACC_PHASE_OVER;
    if (!over && tp_count_bits(table->in_play) < 2) {
        return tp_fail(error, TP_E_INPUT,
                       TR("in_play: with fewer than two seats in play, the phase is OVER"));
    }
    if (table->first >= table->players || table->current >= table->players) {
        return tp_fail(error, TP_E_INPUT, TR("first and current: seats are 0 to %u"), table->players - 1u);
    }
    if (!over && (!holds(table->in_play, table->first) || !holds(table->in_play, table->current))) {
        return tp_fail(error, TP_E_INPUT, TR("%s: seat %u is not in play"),
                       holds(table->in_play, table->first) ? "current" : "first",
                       holds(table->in_play, table->first) ? table->current : table->first);
    }
    /* When the game is over these still tell of the last round, in which more seats were in play. */
    uint32_t marked = table->passed | table->immune | table->embargoed;
    if ((marked & ~(over ? all_seats(table) : table->in_play)) != 0) {
        return tp_fail(error, TP_E_INPUT, TR("passed, immune and embargoed: only seats that are in play"));
    }
    if (((table->firsts | table->winners) & ~all_seats(table)) != 0) {
        return tp_fail(error, TP_E_INPUT, TR("firsts and winners: seats are 0 to %u"), table->players - 1u);
    }
    if (over != (table->winners != 0)) {
        return tp_fail(error, TP_E_INPUT, TR("winners: there are some if and only if the phase is OVER"));
    }
    return TP_OK;
}

static tp_err check_chips(const sabacc_table *table, tp_error *error) {
    uint32_t total = 0;
    for (uint32_t seat = 0; seat < SABACC_SEATS; seat++) {
        total += table->reserve[seat] + (uint32_t)table->pot[seat];
        if (!holds(table->in_play, seat) && table->reserve[seat] + table->pot[seat] != 0) {
            return tp_fail(error, TP_E_INPUT,
                           TR("reserve[%u] and pot[%u]: seat %u is not in play, so both are 0"), seat, seat,
                           seat);
        }
        bool booked = table->booked[seat] != 0;
        if (booked && (seat >= table->players || holds(table->in_play | table->winners, seat))) {
            return tp_fail(error, TP_E_INPUT, TR("score[%u]: only an eliminated seat has a negative score"),
                           seat);
        }
    }
    if (total > MOST_CHIPS)
        return tp_fail(error, TP_E_INPUT, TR("reserve and pot: %u chips in all; at most %d"), total,
                       MOST_CHIPS);
    return TP_OK;
}

static tp_err check_tokens(const sabacc_table *table, tp_error *error) {
    for (uint32_t seat = 0; seat < SABACC_SEATS; seat++) {
        uint32_t left = table->tokens[seat], count = 0;
        for (uint32_t token = 0; token < SABACC_TOKENS; token++) {
            uint32_t set = sabacc_token_set(token);
            if ((left & set) != set) continue;
            left &= ~set;
            count++;
        }
        if (left != 0) return tp_fail(error, TP_E_INPUT, TR("tokens[%u]: half a token"), seat);
        if (count > SABACC_TOKENS_EACH || (count > 0 && seat >= table->players)) {
            return tp_fail(error, TP_E_INPUT, TR("tokens[%u]: %u tokens; a seat has at most %d"), seat, count,
                           SABACC_TOKENS_EACH);
        }
    }
    return TP_OK;
}

static tp_err check_clock(const sabacc_table *table, tp_error *error) {
    if (table->phase >= SABACC_PHASES) return tp_fail(error, TP_E_INPUT, TR("phase: there is no such phase"));
    if (table->turn < 1 || table->turn > SABACC_TURNS) {
        return tp_fail(error, TP_E_INPUT, TR("turn: %u; a round has turns 1 to %d"), table->turn,
                       SABACC_TURNS);
    }
    if (table->round < 1 || table->round > SABACC_MAX_ROUNDS) {
        return tp_fail(error, TP_E_INPUT, TR("round: %u; a game has rounds 1 to %d"), table->round,
                       SABACC_MAX_ROUNDS);
    }
    if (table->free_draw > 1 || (table->free_draw == 1 && table->phase != SABACC_PHASE_DRAW)) {
        return tp_fail(error, TP_E_INPUT, TR("free_draw: can be true in phase DRAW only"));
    }
    if (table->prime > SABACC_DIE_SIDES) return tp_fail(error, TP_E_INPUT, TR("prime: null or 1 to 6"));
    const uint32_t effects =
        SABACC_EFFECT_DEVALUATION | SABACC_EFFECT_MAJOR_FRAUD | SABACC_EFFECT_COOK_THE_BOOKS;
    if ((table->effects & ~effects) != 0 || table->early_reveal > 1)
        return tp_fail(error, TP_E_INPUT, TR("an effect that does not exist"));
    bool dice_wanted = table->phase == SABACC_PHASE_PRIME_DIE || table->phase == SABACC_PHASE_IMPOSTOR;
    for (int i = 0; i < 2; i++) {
        bool rolled = table->dice[i] >= 1 && table->dice[i] <= SABACC_DIE_SIDES;
        if (dice_wanted ? !rolled : table->dice[i] != 0) {
            return tp_fail(error, TP_E_INPUT,
                           TR("dice: two numbers 1 to 6 in the phases PRIME_DIE and IMPOSTOR, else null"));
        }
    }
    bool drawing = table->drawn_from >= SABACC_DRAW_SAND && table->drawn_from <= SABACC_TAKE_BLOOD;
    if (table->phase == SABACC_PHASE_KEEP ? !drawing : table->drawn_from != 0) {
        return tp_fail(error, TP_E_INPUT,
                       TR("drawn_from: the draw that is being decided in phase KEEP, else null"));
    }
    return TP_OK;
}

static tp_err check_revealed(const sabacc_table *table, tp_error *error) {
    for (uint32_t seat = 0; seat < SABACC_SEATS; seat++) {
        uint32_t cards = 0;
        for (uint32_t family = 0; family < SABACC_FAMILIES; family++) {
            uint32_t card = table->revealed[seat][family] & 15u, value = table->revealed[seat][family] >> 4;
            cards += card < SABACC_CARDS;
            if (card > SABACC_NO_CARD || value > SABACC_DIE_SIDES ||
                (value != 0 && card != SABACC_IMPOSTOR)) {
                return tp_fail(error, TP_E_INPUT, TR("revealed[%u].%s: no such card or value"), seat,
                               sabacc_family_names[family]);
            }
        }
        if (cards == 1 || (cards != 0 && seat >= table->players)) {
            return tp_fail(error, TP_E_INPUT, TR("revealed[%u]: a hand has two cards"), seat);
        }
    }
    return TP_OK;
}

tp_err sabacc_check_table(const sabacc_table *table, tp_error *error) {
    static const uint8_t zero[sizeof table->unused];
    if (memcmp(table->unused, zero, sizeof zero) != 0)
        return tp_fail(error, TP_E_INPUT, TR("unused bytes are not zero"));
    tp_err code = check_clock(table, error);
    if (code == TP_OK) code = check_seats(table, error);
    if (code == TP_OK) code = check_chips(table, error);
    if (code == TP_OK) code = check_tokens(table, error);
    if (code == TP_OK) code = check_revealed(table, error);
    return code;
}

/* The hand and the masks of one seat; in the last phases everything lies open. */
static tp_err check_hand(const sabacc_state *state, uint32_t seat, tp_error *error) {
    const sabacc_table *table = &state->table;
    bool in_play = holds(table->in_play, seat), over = table->phase == SABACC_PHASE_OVER;
    bool resolving = table->phase == SABACC_PHASE_IMPOSTOR || over;
    uint32_t everybody = all_seats(table) | SABACC_OPEN;
    uint32_t cards = 0;
    for (uint32_t family = 0; family < SABACC_FAMILIES; family++) {
        uint32_t card = state->hand[seat][family], known = table->known[seat][family];
        uint32_t value = table->impostor[seat][family];
        const char *name = sabacc_family_names[family];
        if (card > SABACC_NO_CARD)
            return tp_fail(error, TP_E_INPUT, TR("hands[%u].%s: no such card"), seat, name);
        cards += card < SABACC_CARDS;
        if (card == SABACC_NO_CARD) {
            if (known != 0)
                return tp_fail(error, TP_E_INPUT, TR("known[%u].%s: there is no card to know"), seat, name);
        } else if (!holds(known, seat) || (known & ~everybody) != 0) {
            return tp_fail(error, TP_E_INPUT, TR("known[%u].%s: seats at the table, the owner among them"),
                           seat, name);
        } else if ((resolving || (known & SABACC_OPEN) != 0) && known != everybody) {
            return tp_fail(error, TP_E_INPUT, TR("known[%u].%s: this card is open, so every seat knows it"),
                           seat, name);
        }
        if (value != 0 && (card != SABACC_IMPOSTOR || !resolving || value > SABACC_DIE_SIDES)) {
            return tp_fail(error, TP_E_INPUT,
                           TR("impostors[%u].%s: only an Impostor after the reveal has a value 1 to 6"), seat,
                           name);
        }
    }
    if (cards == 1)
        return tp_fail(error, TP_E_INPUT, TR("hands[%u]: a hand is one sand and one blood card"), seat);
    if (in_play && cards == 0 && !over)
        return tp_fail(error, TP_E_INPUT, TR("hands[%u]: seat %u is in play but has no hand"), seat, seat);
    if (!in_play && cards != 0 && (!over || seat >= table->players)) {
        return tp_fail(error, TP_E_INPUT, TR("hands[%u]: seat %u is not in play, so its hand is null"), seat,
                       seat);
    }
    return TP_OK;
}

/* Impostors are decided in order: those before the current one have a value, those after it have none. */
static tp_err check_impostors(const sabacc_state *state, tp_error *error) {
    const sabacc_table *table = &state->table;
    if (table->phase != SABACC_PHASE_IMPOSTOR) return TP_OK;
    if ((table->effects & SABACC_EFFECT_MAJOR_FRAUD) != 0) {
        return tp_fail(error, TP_E_INPUT, TR("phase: with major_fraud there is no phase IMPOSTOR"));
    }
    bool reached = false;
    uint32_t seat = table->first;
    do {
        for (uint32_t family = SABACC_FAMILIES; family-- > 0;) {
            if (state->hand[seat][family] != SABACC_IMPOSTOR) continue;
            bool decided = table->impostor[seat][family] != 0;
            if (!decided && !reached && seat != table->current) {
                return tp_fail(error, TP_E_INPUT,
                               TR("current: the next Impostor to decide is that of seat %u"), seat);
            }
            if (decided && reached) {
                return tp_fail(error, TP_E_INPUT, TR("impostors[%u].%s: decided before its turn"), seat,
                               sabacc_family_names[family]);
            }
            reached = reached || !decided;
        }
        seat = sabacc_next_seat(table->in_play, seat);
    } while (seat != table->first);
    if (!reached) return tp_fail(error, TP_E_INPUT, TR("phase: IMPOSTOR, but no Impostor is left to decide"));
    return TP_OK;
}

tp_err sabacc_check_copies(const sabacc_view *view, tp_error *error) {
    static const char *const plural[SABACC_CARDS] = {TR_MARK("1s"),
                                                     TR_MARK("2s"),
                                                     TR_MARK("3s"),
                                                     TR_MARK("4s"),
                                                     TR_MARK("5s"),
                                                     TR_MARK("6s"),
                                                     TR_MARK("Impostors (I)"),
                                                     TR_MARK("Sylops (S)")};
    for (uint32_t family = 0; family < SABACC_FAMILIES; family++) {
        uint64_t named = sabacc_named_cards(view, family);
        for (uint32_t card = 0; card < SABACC_CARDS; card++) {
            uint32_t there = tp_lane_get(named, card), most = tp_lane_get(SABACC_FAMILY_LANES, card);
            if (there <= most) continue;
            return tp_fail(error, TP_E_INPUT,
                           TR_N("hands and discard: %u %s in the %s family, but there is only %u",
                                "hands and discard: %u %s in the %s family, but there are only %u", most),
                           there, tp_translate(plural[card]), sabacc_family_names[family], most);
        }
    }
    return TP_OK;
}

static tp_err check_cards(const sabacc_state *state, tp_error *error) {
    const sabacc_table *table = &state->table;
    sabacc_view everything;
    sabacc_view_of(state, TP_REVEALED, &everything);
    if (sabacc_check_copies(&everything, error) != TP_OK) return TP_E_INPUT;
    for (uint32_t family = 0; family < SABACC_FAMILIES; family++) {
        const char *name = sabacc_family_names[family];
        uint32_t count = table->discard_count[family];
        if (count > SABACC_MAX_DISCARD) {
            return tp_fail(error, TP_E_INPUT, TR("discard.%s: %u cards; at most %d"), name, count,
                           SABACC_MAX_DISCARD);
        }
        bool taken = table->phase == SABACC_PHASE_KEEP && sabacc_drawn_from_discard(table) &&
                     sabacc_drawn_family(table) == family;
        if (count == 0 && !taken && table->phase != SABACC_PHASE_OVER) {
            return tp_fail(error, TP_E_INPUT, TR("discard.%s: empty; a discard pile has at least one card"),
                           name);
        }
        if (table->discard[family] >> (3 * count) != 0) {
            return tp_fail(error, TP_E_INPUT, TR("discard.%s: bits beyond the last card"), name);
        }
        uint64_t named = sabacc_named_cards(&everything, family);
        if (named + state->pile[family] != SABACC_FAMILY_LANES ||
            tp_lanes_total(state->pile[family]) != table->pile_count[family]) {
            return tp_fail(error, TP_E_INPUT, TR("draw_pile.%s: not the cards that are named nowhere else"),
                           name);
        }
    }
    return TP_OK;
}

tp_err sabacc_check(const void *state_bytes, tp_error *error) {
    const sabacc_state *state = state_bytes;
    static const uint8_t zero[sizeof state->unused];
    if (memcmp(state->unused, zero, sizeof zero) != 0)
        return tp_fail(error, TP_E_INPUT, TR("unused bytes are not zero"));
    tp_err code = sabacc_check_table(&state->table, error);
    for (uint32_t seat = 0; code == TP_OK && seat < SABACC_SEATS; seat++)
        code = check_hand(state, seat, error);
    bool drawing = state->table.phase == SABACC_PHASE_KEEP;
    if (code == TP_OK && (drawing ? state->drawn >= SABACC_CARDS : state->drawn != SABACC_NO_CARD)) {
        code = tp_fail(error, TP_E_INPUT, TR("drawn: a card in phase KEEP, else null"));
    }
    if (code == TP_OK) code = check_impostors(state, error);
    if (code == TP_OK) code = check_cards(state, error);
    return code;
}
