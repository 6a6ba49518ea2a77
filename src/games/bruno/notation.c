/* Bruno: moves, cards and outcomes in words (§8). */
#include "games/bruno/view.h"

#include <stdio.h>
#include <string.h>

const char *const bruno_rank_names[] = {"2", "3",  "4", "5", "6", "7", "8",
                                        "9", "10", "J", "Q", "K", "A", NULL};

static const char suit_letters[] = "shdc";

void bruno_card_text(uint32_t card, char *text, size_t size) {
    if (card >= BRUNO_CARDS) {
        snprintf(text, size, "?");
    } else {
        snprintf(text, size, "%s%c", bruno_rank_names[bruno_rank(card)], suit_letters[card % BRUNO_SUITS]);
    }
}

bool bruno_card_parse(const char *text, uint32_t *rank, uint32_t *suit) {
    for (uint32_t r = 0; r < BRUNO_RANKS; r++) {
        size_t length = strlen(bruno_rank_names[r]);
        if (strncmp(text, bruno_rank_names[r], length) != 0) continue;
        const char *letter = text[length] == '\0' ? NULL : strchr(suit_letters, text[length]);
        if (text[length] != '\0' && (letter == NULL || text[length + 1] != '\0')) continue;
        *rank = r;
        *suit = letter == NULL ? BRUNO_SUITS : (uint32_t)(letter - suit_letters);
        return true;
    }
    return false;
}

bool bruno_word_fits(const char *expected, const char *found) {
    uint32_t rank, suit, found_rank, found_suit;
    return bruno_card_parse(expected, &rank, &suit) && bruno_card_parse(found, &found_rank, &found_suit) &&
           rank == found_rank && (suit == BRUNO_SUITS || suit == found_suit);
}

void bruno_move_text(tp_move move, char *text, size_t size) {
    if (move >= BRUNO_FLIP) {
        snprintf(text, size, "%s", move == BRUNO_FLIP ? "FLIP" : move == BRUNO_PICKUP ? "PICKUP" : "?");
    } else {
        snprintf(text, size, "%sx%u", bruno_rank_names[move / BRUNO_SUITS], move % BRUNO_SUITS + 1);
    }
}

tp_err bruno_move_parse(const char *text, tp_move *out) {
    char name[16];
    for (uint32_t move = 0; move < BRUNO_MOVES; move++) {
        bruno_move_text(move, name, sizeof name);
        if (strcmp(text, name) == 0) {
            *out = move;
            return TP_OK;
        }
    }
    return TP_E_UNKNOWN;
}

/* The numbers after the cards are ranks: any card of the rank. */
void bruno_outcome_text(uint32_t kind, uint32_t outcome, char *text, size_t size) {
    if (outcome == TP_HIDDEN) {
        snprintf(text, size, "?");
    } else if (kind == BRUNO_CHANCE_FIRST) {
        snprintf(text, size, "%u", outcome);
    } else if (outcome >= BRUNO_CARDS && outcome < BRUNO_CARDS + BRUNO_RANKS) {
        snprintf(text, size, "%s", bruno_rank_names[outcome - BRUNO_CARDS]);
    } else {
        bruno_card_text(outcome, text, size);
    }
}

tp_err bruno_outcome_parse(uint32_t kind, const char *text, uint32_t *out) {
    uint32_t rank, suit;
    if (kind == BRUNO_CHANCE_FIRST) {
        if (text[0] < '0' || text[0] >= '0' + BRUNO_SEATS || text[1] != '\0') return TP_E_UNKNOWN;
        *out = (uint32_t)(text[0] - '0');
        return TP_OK;
    }
    if (!bruno_card_parse(text, &rank, &suit)) return TP_E_UNKNOWN;
    *out = suit == BRUNO_SUITS ? BRUNO_CARDS + rank : BRUNO_SUITS * rank + suit;
    return TP_OK;
}

uint64_t bruno_outcome_set(uint32_t kind, uint32_t loose) {
    bool is_rank = kind != BRUNO_CHANCE_FIRST && loose >= BRUNO_CARDS && loose < BRUNO_CARDS + BRUNO_RANKS;
    return is_rank ? bruno_rank_set(loose - BRUNO_CARDS) : 0;
}
