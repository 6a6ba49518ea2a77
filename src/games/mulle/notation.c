/* Mulle: moves, cards and outcomes in words (§15). */
#include "games/mulle/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const mulle_seat_names[] = {"A", "B", NULL};

/* ---- cards ---- */

static const char *const card_names[] = {
    "KLA",  "SPA", "HJA", "RUA", "KL2", "SP2", "HJ2", "RU2", "KL3", "SP3", "HJ3",  "RU3",  "KL4",
    "SP4",  "HJ4", "RU4", "KL5", "SP5", "HJ5", "RU5", "KL6", "SP6", "HJ6", "RU6",  "KL7",  "SP7",
    "HJ7",  "RU7", "KL8", "SP8", "HJ8", "RU8", "KL9", "SP9", "HJ9", "RU9", "KL10", "SP10", "HJ10",
    "RU10", "KLJ", "SPJ", "HJJ", "RUJ", "KLQ", "SPQ", "HJQ", "RUQ", "KLK", "SPK",  "HJK",  "RUK",
};

const char *mulle_card_text(uint32_t card) { return card < MULLE_TYPES ? card_names[card] : "?"; }

static uint32_t parse_card(const char *text, size_t length) {
    for (uint32_t card = 0; card < MULLE_TYPES; card++) {
        if (strlen(card_names[card]) == length && memcmp(card_names[card], text, length) == 0) return card;
    }
    return MULLE_NO_CARD;
}

uint32_t mulle_card_parse(const char *text) { return parse_card(text, strlen(text)); }

/* ---- moves ---- */

static void set_text(uint32_t set, char *text, size_t size, size_t used) {
    const char *between = "";
    for (; set != 0 && used < size; set &= set - 1) {
        int length = snprintf(text + used, size - used, "%s%u", between, tp_lowest_bit(set));
        used += length > 0 ? (size_t)length : 0;
        between = ",";
    }
}

void mulle_move_text(tp_move move, char *text, size_t size) {
    uint32_t kind = mulle_move_kind(move), payload = mulle_move_payload(move);
    const char *card = mulle_card_text(mulle_move_card(move));
    int length = 0;
    switch (kind) {
    case MULLE_CAPTURE:
        length = snprintf(text, size, payload != 0 ? "capture %s " : "capture %s", card);
        if (length > 0) set_text(payload, text, size, (size_t)length);
        break;
    case MULLE_SUMS:
        length = snprintf(text, size, "capture %s all+", card);
        if (length > 0) set_text(payload, text, size, (size_t)length);
        break;
    case MULLE_BUILDING:
        snprintf(text, size, "build %s on %u to %u", card, payload >> 8, payload & 0xff);
        break;
    default:
        if (payload == MULLE_TROTTA) {
            snprintf(text, size, "trotta %s", card);
        } else if (payload == MULLE_DISCARD) {
            snprintf(text, size, "discard %s", card);
        } else {
            snprintf(text, size, "capture %s #%06x", card, payload);
        }
        break;
    }
}

/* A reader of words: each function takes what it wants from the front, or notes that it is not there. */
typedef struct reader {
    const char *at;
    bool failed;
} reader;

static bool take_word(reader *r, const char *word) {
    size_t length = strlen(word);
    if (strncmp(r->at, word, length) != 0) return false;
    r->at += length;
    return true;
}

/* A whole number without leading zeros and below 256, as long as it could be a pile or a value. */
static uint32_t take_number(reader *r) {
    size_t digits = strspn(r->at, "0123456789");
    uint32_t number = 0;
    if (digits == 0 || digits > 3 || (digits > 1 && r->at[0] == '0')) {
        r->failed = true;
        return 0;
    }
    for (; digits > 0; digits--) number = 10 * number + (uint32_t)(*r->at++ - '0');
    if (number > 255) r->failed = true;
    return number;
}

static uint32_t take_card(reader *r) {
    size_t length = strcspn(r->at, " ");
    uint32_t card = parse_card(r->at, length);
    r->at += length;
    if (card == MULLE_NO_CARD) r->failed = true;
    return card;
}

/* "0,3,5": different piles in any order. A pile that no table can have is left out and noted. */
static mulle_piles take_list(reader *r, bool *too_far) {
    mulle_piles set = {0, 0};
    do {
        uint32_t pile = take_number(r);
        if (r->failed) break;
        if (pile > 127) {
            *too_far = true;
        } else if (mulle_holds(set, pile)) {
            r->failed = true;
        } else {
            mulle_set_pile(&set, pile);
        }
    } while (take_word(r, ","));
    return set;
}

static tp_move parse_capture(reader *r) {
    uint32_t card = take_card(r);
    bool too_far = false;
    if (r->failed || *r->at == '\0') return mulle_move(card, MULLE_CAPTURE, 0);
    if (!take_word(r, " ")) r->failed = true;
    if (take_word(r, "all+")) {
        mulle_piles set = {0, 0};
        if (*r->at != '\0') set = take_list(r, &too_far);
        if (too_far || set.high != 0 || set.low >= 1u << MULLE_PACK_PILES) r->failed = true;
        return mulle_move(card, MULLE_SUMS, (uint32_t)set.low);
    }
    if (take_word(r, "#")) {
        uint32_t number = 0;
        bool written = strspn(r->at, "0123456789abcdef") == 6;
        if (written) number = (uint32_t)strtoul(r->at, NULL, 16);
        if (number < MULLE_LISTED) r->failed = true;
        if (written) r->at += 6;
        return mulle_move(card, MULLE_OTHER, number);
    }
    mulle_piles set = take_list(r, &too_far);
    if (too_far) mulle_set_pile(&set, 127);
    if (set.high == 0 && set.low < 1u << MULLE_PACK_PILES)
        return mulle_move(card, MULLE_CAPTURE, (uint32_t)set.low);
    return mulle_move(card, MULLE_OTHER, mulle_list_number(set));
}

static tp_move parse_build(reader *r) {
    uint32_t card = take_card(r);
    if (!take_word(r, " on ")) r->failed = true;
    uint32_t pile = take_number(r);
    if (!take_word(r, " to ")) r->failed = true;
    return mulle_build_move(card, pile, take_number(r));
}

tp_err mulle_move_parse(const char *text, tp_move *out) {
    reader r = {text, false};
    tp_move move = TP_NO_MOVE;
    if (take_word(&r, "capture ")) {
        move = parse_capture(&r);
    } else if (take_word(&r, "build ")) {
        move = parse_build(&r);
    } else if (take_word(&r, "trotta ")) {
        move = mulle_move(take_card(&r), MULLE_OTHER, MULLE_TROTTA);
    } else if (take_word(&r, "discard ")) {
        move = mulle_move(take_card(&r), MULLE_OTHER, MULLE_DISCARD);
    } else {
        r.failed = true;
    }
    if (r.failed || *r.at != '\0') return TP_E_UNKNOWN;
    *out = move;
    return TP_OK;
}

/* `capture CARD` is the preferred set, a list that goes past the 24th pile the set with these piles, and a
 * discard that would be the same as trotta is trotta (§8). */
tp_move mulle_meant(const void *view_bytes, tp_move move) {
    const mulle_state *state = &((const mulle_view *)view_bytes)->known;
    uint32_t card = mulle_move_card(move), kind = mulle_move_kind(move), payload = mulle_move_payload(move);
    uint32_t seat = state->table.current;
    bool preferred = kind == MULLE_CAPTURE && payload == 0;
    bool listed = kind == MULLE_OTHER && payload >= MULLE_LISTED;
    bool discard = kind == MULLE_OTHER && payload == MULLE_DISCARD;
    if (card >= MULLE_TYPES || !(preferred || listed || discard)) return move;
    if (mulle_copies(mulle_hand_cards(state, seat), card) == 0) return move;
    mulle_scan scan;
    mulle_scan_table(state, seat, &scan);
    mulle_scan_hand(state, seat, &scan);
    if (discard) {
        bool same = !mulle_is_reserved(&scan, card) && mulle_discard_is_trotta(&scan, card);
        return same ? mulle_move(card, MULLE_OTHER, MULLE_TROTTA) : move;
    }
    mulle_captures captures;
    mulle_worth worth;
    mulle_find_captures(state, &scan, card, &captures);
    if (captures.count == 0) return move;
    if (preferred)
        return mulle_capture_move(&captures, card, mulle_preferred(state, &captures, card, &worth));
    tp_move meant = move;
    for (uint32_t i = 0; i < captures.count; i++) {
        if (mulle_list_number(mulle_capture_set(&captures, i)) != payload) continue;
        if (meant != move) return move; /* two sets have this number: better refused than mistaken */
        meant = mulle_capture_move(&captures, card, i);
    }
    return meant;
}

/* ---- outcomes ---- */

void mulle_outcome_text(uint32_t kind, uint32_t outcome, char *text, size_t size) {
    if (outcome == TP_HIDDEN) {
        snprintf(text, size, "?");
    } else if (kind == MULLE_CHANCE_CARD) {
        snprintf(text, size, "%s", mulle_card_text(outcome));
    } else {
        snprintf(text, size, "%s", outcome < MULLE_SEATS ? mulle_seat_names[outcome] : "?");
    }
}

tp_err mulle_outcome_parse(uint32_t kind, const char *text, uint32_t *out) {
    if (kind == MULLE_CHANCE_CARD) {
        uint32_t card = mulle_card_parse(text);
        if (card == MULLE_NO_CARD) return TP_E_UNKNOWN;
        *out = card;
        return TP_OK;
    }
    for (uint32_t seat = 0; seat < MULLE_SEATS; seat++) {
        if (strcmp(text, mulle_seat_names[seat]) != 0) continue;
        *out = seat;
        return TP_OK;
    }
    return TP_E_UNKNOWN;
}
