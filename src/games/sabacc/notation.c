/* Kessel Sabacc: moves, cards and outcomes in words (§11). */
#include "games/sabacc/view.h"

#include <stdio.h>
#include <string.h>

const char *const sabacc_token_names[] = {
    "FREE_DRAW",    "REFUND",       "EXTRA_REFUND",   "GENERAL_TARIFF", "TARGET_TARIFF",
    "EMBARGO",      "DEVALUATION",  "IMMUNITY",       "GENERAL_AUDIT",  "TARGET_AUDIT",
    "MAJOR_FRAUD",  "EMBEZZLEMENT", "COOK_THE_BOOKS", "EXHAUSTION",     "DIRECT_TRANSACTION",
    "SABACC_PRIME", NULL,
};

const char *const sabacc_phase_names[] = {"TOKEN", "PRIME_DIE", "DRAW", "KEEP", "IMPOSTOR", "OVER", NULL};

const char *const sabacc_family_names[] = {"sand", "blood", NULL};

static const char *const other_moves[] = {
    "PASS", "DRAW_SAND", "DRAW_BLOOD", "TAKE_SAND", "TAKE_BLOOD", "KEEP", "REFUSE", "DIE1", "DIE2",
};

static const char *const card_names[] = {"1", "2", "3", "4", "5", "6", "I", "S", "-", "?"};

const char *sabacc_card_text(uint32_t card) { return card_names[card]; }

uint32_t sabacc_card_parse(const char *text) {
    for (uint32_t card = 0; card < SABACC_CARDS; card++) {
        if (strcmp(text, card_names[card]) == 0) return card;
    }
    return SABACC_NO_CARD;
}

void sabacc_move_text(tp_move move, char *text, size_t size) {
    if (move == SABACC_NO_TOKEN) {
        snprintf(text, size, "NO_TOKEN");
    } else if (move >= SABACC_PASS) {
        snprintf(text, size, "%s", move < SABACC_MOVES ? other_moves[move - SABACC_PASS] : "?");
    } else {
        uint32_t token = sabacc_token_of_move(move), first_move = sabacc_token_moves[token];
        if (sabacc_is_targeted(first_move)) {
            snprintf(text, size, "%s@%u", sabacc_token_names[token], move - first_move);
        } else {
            snprintf(text, size, "%s", sabacc_token_names[token]);
        }
    }
}

tp_err sabacc_move_parse(const char *text, tp_move *out) {
    char name[32];
    for (uint32_t move = 0; move < SABACC_MOVES; move++) {
        sabacc_move_text(move, name, sizeof name);
        if (strcmp(text, name) == 0) {
            *out = move;
            return TP_OK;
        }
    }
    return TP_E_UNKNOWN;
}

void sabacc_outcome_text(uint32_t kind, uint32_t outcome, char *text, size_t size) {
    if (outcome == TP_HIDDEN) {
        snprintf(text, size, "?");
    } else if (kind == SABACC_CHANCE_TOKEN) {
        snprintf(text, size, "%s", sabacc_token_names[outcome]);
    } else if (kind == SABACC_CHANCE_FIRST) {
        snprintf(text, size, "%u", outcome);
    } else {
        snprintf(text, size, "%s", card_names[outcome]); /* a die has the names of the cards 1..6 */
    }
}

tp_err sabacc_outcome_parse(uint32_t kind, const char *text, uint32_t *out) {
    static const uint32_t outcomes[SABACC_CHANCE_KINDS] = {SABACC_CARDS, SABACC_CARDS, SABACC_DIE_SIDES,
                                                           SABACC_TOKENS, SABACC_SEATS};
    char name[32];
    for (uint32_t outcome = 0; outcome < outcomes[kind]; outcome++) {
        sabacc_outcome_text(kind, outcome, name, sizeof name);
        if (strcmp(text, name) == 0) {
            *out = outcome;
            return TP_OK;
        }
    }
    return TP_E_UNKNOWN;
}
