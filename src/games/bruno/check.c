/* Bruno: every invariant of a state.
 *
 * Positions that no play leads to are refused as far as they would break a rule or make the state ambiguous;
 * hands may have any size, and a position may leave cards out. */
#include "core/language.h"
#include "games/bruno/view.h"

#include <string.h>

/* The set is the intersection of what single pick-ups imply. Only a lone card can be a function card that
 * could have been played, had it not been the last one. */
bool bruno_can_be_implied(uint32_t ranks, uint32_t cards, bool strict_nine) {
    uint32_t implied = BRUNO_ALL_RANKS;
    for (uint32_t to_beat = 0; to_beat <= BRUNO_RANKS; to_beat++) {
        uint32_t rank = to_beat - 1;
        if (to_beat != BRUNO_LEAD && rank != BRUNO_9 && bruno_is_function(rank)) continue;
        uint32_t unplayable = bruno_unplayable_ranks(to_beat, strict_nine);
        if ((ranks & ~unplayable) == 0) implied &= unplayable;
        if (cards == 1 && (ranks & ~(unplayable | BRUNO_FUNCTIONS)) == 0)
            implied &= unplayable | BRUNO_FUNCTIONS;
    }
    return ranks == implied && ranks != 0;
}

static tp_err check_clock(const bruno_table *table, tp_error *error) {
    uint32_t rank = table->to_beat - 1u;
    if (table->cap < 1 || table->cap > BRUNO_MAX_CAP)
        return tp_fail(error, TP_E_INPUT, TR("cap: %u; 1 to %d"), table->cap, BRUNO_MAX_CAP);
    if (table->plies > table->cap)
        return tp_fail(error, TP_E_INPUT, TR("plies: %u, but the game ends after %u"), table->plies,
                       table->cap);
    if (table->options > (BRUNO_OPTION_SHOWN_ONE | BRUNO_OPTION_STRICT_NINE))
        return tp_fail(error, TP_E_INPUT, TR("an option that does not exist"));
    if (table->current >= BRUNO_SEATS || table->winner > BRUNO_NOBODY)
        return tp_fail(error, TP_E_INPUT, TR("current and winner: seats are 0 to %d"), BRUNO_SEATS - 1);
    if (table->to_beat != BRUNO_LEAD && (rank >= BRUNO_RANKS || ((BRUNO_PASS_ON >> rank) & 1) != 0))
        return tp_fail(error, TP_E_INPUT,
                       TR("to_beat: null, 4 to 9 or J to A; 2, 3 and 10 leave it unchanged"));
    if (table->to_beat != BRUNO_LEAD && table->pile == 0)
        return tp_fail(error, TP_E_INPUT, TR("to_beat: %s, but the pile is empty"), bruno_rank_names[rank]);
    return TP_OK;
}

/* Add the cards of a zone to those that were found before; none may be among them. */
static tp_err add_zone(uint64_t *found, uint64_t cards, const char *zone, uint32_t seat, tp_error *error) {
    char name[8];
    uint64_t twice = (*found & cards) | (cards & ~BRUNO_DECK);
    *found |= cards;
    if (twice == 0) return TP_OK;
    bruno_card_text(tp_lowest_bit(twice), name, sizeof name);
    return tp_fail(error, TP_E_INPUT, TR("%s[%u]: %s is named twice"), zone, seat, name);
}

static tp_err check_cards(const bruno_state *state, uint64_t *hidden, tp_error *error) {
    const bruno_table *table = &state->table;
    uint64_t found = table->pile;
    tp_err code = add_zone(&found, table->removed, "removed", 0, error);
    for (uint32_t seat = 0; code == TP_OK && seat < BRUNO_SEATS; seat++) {
        uint32_t count = table->hidden_count[seat];
        if (count > BRUNO_HIDDEN_EACH || tp_count_bits(table->shown[seat]) > BRUNO_SHOWN_EACH) {
            return tp_fail(error, TP_E_INPUT,
                           count > BRUNO_HIDDEN_EACH ? TR("hidden[%u]: a seat has at most three hidden cards")
                                                     : TR("shown[%u]: a seat has at most three shown cards"),
                           seat);
        }
        if (tp_count_bits(state->hand[seat]) != table->hand_count[seat])
            return tp_fail(error, TP_E_INPUT, TR("hands[%u]: the number of cards is wrong"), seat);
        code = add_zone(&found, state->hand[seat], "hands", seat, error);
        if (code == TP_OK) code = add_zone(&found, table->shown[seat], "shown", seat, error);
        for (uint32_t i = 0; code == TP_OK && i < BRUNO_HIDDEN_EACH; i++) {
            uint32_t card = state->hidden[seat][i];
            if (i < count ? card >= BRUNO_CARDS : card != BRUNO_NO_CARD)
                return tp_fail(error, TP_E_INPUT, TR("hidden[%u]: the number of cards is wrong"), seat);
            if (i < count) code = add_zone(&found, bruno_card_set(card), "hidden", seat, error);
            if (i < count) *hidden |= bruno_card_set(card);
        }
    }
    if (code != TP_OK) return code;
    if ((table->pile & BRUNO_TENS) != 0)
        return tp_fail(error, TP_E_INPUT, TR("pile: a played 10 leaves the game"));
    uint32_t missing = BRUNO_CARDS - tp_count_bits(found & BRUNO_DECK);
    if (found != BRUNO_DECK)
        return tp_fail(error, TP_E_INPUT,
                       TR_N("removed: %u card is not named anywhere",
                            "removed: %u cards are not named anywhere", missing),
                       missing);
    return TP_OK;
}

/* What everybody and what single seats know of the cards. */
static tp_err check_knowledge(const bruno_state *state, uint64_t hidden, tp_error *error) {
    const bruno_table *table = &state->table;
    uint64_t open = table->pile | table->removed;
    for (uint32_t seat = 0; seat < BRUNO_SEATS; seat++) {
        open |= table->shown[seat] | table->known[seat];
        if ((table->known[seat] & ~state->hand[seat]) != 0)
            return tp_fail(error, TP_E_INPUT, TR("known[%u]: a card that is not in this hand"), seat);
    }
    if ((open & ~table->open) != 0)
        return tp_fail(error, TP_E_INPUT, TR("seen_by_all: everyone sees more than that"));
    for (uint32_t seat = 0; seat < BRUNO_SEATS; seat++) {
        uint64_t unknown = state->hand[seat] & ~table->known[seat];
        if (((table->open | state->hand[seat]) & ~state->seen[seat]) != 0)
            return tp_fail(error, TP_E_INPUT, TR("seen[%u]: this seat sees more than that"), seat);
        if ((state->seen[seat] & (hidden | ~BRUNO_DECK)) != 0)
            return tp_fail(error, TP_E_INPUT, TR("seen[%u]: nobody has seen a hidden card"), seat);
        uint32_t allowed = table->allowed[seat];
        for (uint64_t set = unknown; set != 0; set &= set - 1) {
            uint32_t rank = bruno_rank(tp_lowest_bit(set));
            if (((allowed >> rank) & 1) == 0) {
                return tp_fail(error, TP_E_INPUT,
                               TR("allowed[%u]: there is a %s among the cards that are not known"), seat,
                               bruno_rank_names[rank]);
            }
        }
        if (unknown == 0 ? allowed != BRUNO_ALL_RANKS
                         : !bruno_can_be_implied(allowed, tp_count_bits(unknown), bruno_strict_nine(table))) {
            return tp_fail(error, TP_E_INPUT,
                           unknown == 0 ? TR("allowed[%u]: null if every card of the hand is known")
                                        : TR("allowed[%u]: null, or the ranks that a forced pick-up leaves"),
                           seat);
        }
    }
    return TP_OK;
}

static tp_err check_end(const bruno_table *table, tp_error *error) {
    for (uint32_t seat = 0; seat < BRUNO_SEATS; seat++) {
        bool empty = bruno_cards_left(table, seat) == 0;
        if (empty && table->winner == BRUNO_NOBODY)
            return tp_fail(error, TP_E_INPUT,
                           TR("hands[%u]: seat %u has no card left in any zone, so the game is over"), seat,
                           seat);
        if (!empty && table->winner == seat)
            return tp_fail(error, TP_E_INPUT, TR("winner: seat %u still has cards"), seat);
    }
    return TP_OK;
}

tp_err bruno_check(const void *state_bytes, tp_error *error) {
    const bruno_state *state = state_bytes;
    static const uint8_t zero[sizeof state->unused];
    uint64_t hidden = 0;
    if (memcmp(state->unused, zero, sizeof zero) != 0)
        return tp_fail(error, TP_E_INPUT, TR("unused bytes are not zero"));
    tp_err code = check_clock(&state->table, error);
    if (code == TP_OK) code = check_cards(state, &hidden, error);
    if (code == TP_OK) code = check_knowledge(state, hidden, error);
    if (code == TP_OK) code = check_end(&state->table, error);
    return code;
}
