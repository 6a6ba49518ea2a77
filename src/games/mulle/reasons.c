/* Mulle: why a move is refused (§15, Reasons). The conditions are tried in the order of the sections that
 * state them. */
#include "core/language.h"
#include "games/mulle/view.h"
#include "tapete/sentence.h"

#include <stdio.h>

/* A refusal: the code, and the sentence that was written. */
#define REFUSE(code, ...) (snprintf(sentence, size, __VA_ARGS__), code)

static const char *why_no_capture(const mulle_state *state, const mulle_scan *scan, tp_move move,
                                  char *sentence, size_t size) {
    uint32_t card = mulle_move_card(move), target = mulle_hand_value(card),
             payload = mulle_move_payload(move);
    mulle_captures captures;
    mulle_find_captures(state, scan, card, &captures);
    if (captures.count == 0 && target >= MULLE_SPECIAL) {
        return REFUSE("NOTHING_TO_CAPTURE", TR("%s takes only builds of value %u, and there is none"),
                      mulle_card_text(card), target);
    }
    if (captures.count == 0)
        return REFUSE("NOTHING_TO_CAPTURE", TR("nothing on the table adds up to %u"), target);
    if (mulle_move_kind(move) == MULLE_CAPTURE && payload == 0)
        return REFUSE("NOT_A_MAXIMUM_SET", TR("name the piles, or leave the choice to the program"));
    if (target < MULLE_SPECIAL && ((scan->loose_types >> card) & 1) != 0)
        return REFUSE("NOT_A_MAXIMUM_SET",
                      TR("the other %s is on the table: this card captures only that one"),
                      mulle_card_text(card));
    return REFUSE("NOT_A_MAXIMUM_SET",
                  TR("a capture takes every pile of value %u, and as many others as possible in sums of %u"),
                  target, target);
}

static const char *why_no_build(const mulle_state *state, const mulle_scan *scan, tp_move move,
                                char *sentence, size_t size) {
    uint32_t card = mulle_move_card(move), value = mulle_move_value(move), seat = state->table.current;
    uint32_t pile = state->piles[mulle_move_pile(move)], base = mulle_pile_value(pile),
             added = mulle_table_value(card);
    uint32_t down = base > added ? base - added : added - base;
    bool is_build = mulle_is_build(pile);
    if (is_build && mulle_is_locked(pile)) return REFUSE("LOCKED", TR("the %u-build is locked"), base);
    if (value != base + added && !(is_build && value == down)) {
        if (is_build)
            return REFUSE("BAD_VALUE", TR("%u and %u make %u or %u"), base, added, base + added, down);
        return REFUSE("BAD_VALUE", TR("%u and %u make %u"), base, added, base + added);
    }
    if (mulle_is_reserved(scan, card)) {
        return REFUSE("RESERVED", TR("%s is your only card for your own %u-build"), mulle_card_text(card),
                      mulle_hand_value(card));
    }
    if (value > MULLE_MOST_VALUE || ((mulle_reservations(scan, card) >> value) & 1) == 0)
        return REFUSE("NO_RESERVATION", TR("you hold no other card that can take a %u-build"), value);
    tp_text w = {sentence, size, 0};
    tp_say_who(&w, seat ^ 1u, TR("{who} already has a %u-build"), value);
    return "OPPONENT_HAS_VALUE";
}

static const char *why_no_other(const mulle_scan *scan, tp_move move, char *sentence, size_t size) {
    uint32_t card = mulle_move_card(move), value = mulle_table_value(card);
    bool trotta = mulle_move_payload(move) == MULLE_TROTTA;
    if (trotta && ((scan->own >> value) & 1) == 0 && !mulle_trotta_gathers(scan, value))
        return REFUSE("NO_MATCH", TR("nothing on the table makes %u"), value);
    if (mulle_is_reserved(scan, card)) {
        return REFUSE("RESERVED", TR("%s is your only card for your own %u-build"), mulle_card_text(card),
                      mulle_hand_value(card));
    }
    return REFUSE("NOT_LEGAL", TR("this is the same as trotta %s"), mulle_card_text(card));
}

/* Does the move name a pile that is not there? */
static bool names_missing_pile(const mulle_state *state, tp_move move) {
    uint32_t kind = mulle_move_kind(move), payload = mulle_move_payload(move),
             count = state->table.pile_count;
    if (kind == MULLE_BUILDING) return mulle_move_pile(move) >= count;
    if (kind == MULLE_CAPTURE) return count < MULLE_PACK_PILES && payload >> count != 0;
    return kind == MULLE_OTHER && payload >= MULLE_LISTED && ((payload >> 16) & 127) >= count;
}

const char *mulle_why_not(const void *view_bytes, tp_move move, char *sentence, size_t size) {
    const mulle_state *state = &((const mulle_view *)view_bytes)->known;
    uint32_t card = mulle_move_card(move), kind = mulle_move_kind(move), seat = state->table.current;
    if (mulle_copies(mulle_hand_cards(state, seat), card) == 0)
        return REFUSE("NOT_IN_HAND", TR("you do not hold %s"), mulle_card_text(card));
    if (names_missing_pile(state, move)) {
        if (state->table.pile_count == 0) return REFUSE("NO_SUCH_PILE", TR("the table is empty"));
        return REFUSE("NO_SUCH_PILE", TR("the piles on the table are 0 to %u"), state->table.pile_count - 1u);
    }
    mulle_scan scan;
    mulle_scan_table(state, seat, &scan);
    mulle_scan_hand(state, seat, &scan);
    if (kind == MULLE_BUILDING) return why_no_build(state, &scan, move, sentence, size);
    if (kind == MULLE_OTHER && mulle_move_payload(move) < MULLE_LISTED)
        return why_no_other(&scan, move, sentence, size);
    return why_no_capture(state, &scan, move, sentence, size);
}
