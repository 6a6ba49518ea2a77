/* Mus: moves, cards, outcomes and reasons in words (§12). */
#include "games/mus/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const mus_phase_names[] = {"MUS",   "DISCARD", "GRANDE", "CHICA", "PARES",
                                       "JUEGO", "PUNTO",   "OVER",   NULL};

const char *const mus_result_names[] = {"OPEN", "PASS", "BET", "FOLD", "AUTO", "SKIPPED", NULL};

const char mus_rank_names[] = "A234567SCR";

const char mus_suit_names[] = "oceb"; /* oros, copas, espadas, bastos */

static const char *const calls[] = {"mus", "no mus", "paso", "no quiero", "quiero", "ordago"};
enum { CALLS = sizeof calls / sizeof calls[0] };

/* The rank that a letter names; "1" is another way to write the ace. */
static int rank_of(char letter) {
    if (letter == '1') return MUS_A;
    const char *place = letter == '\0' ? NULL : strchr(mus_rank_names, letter);
    return place == NULL ? -1 : (int)(place - mus_rank_names);
}

void mus_card_text(uint32_t card, char text[4]) {
    text[0] = card < MUS_CARDS ? mus_rank_names[mus_rank(card)] : '?';
    text[1] = card < MUS_CARDS ? mus_suit_names[card & 3] : '\0';
    text[2] = '\0';
}

/* ---- moves ---- */

void mus_move_text(tp_move move, char *text, size_t size) {
    uint32_t kind = move & ~0xffu;
    if (move < CALLS) {
        snprintf(text, size, "%s", calls[move]);
    } else if (kind == MUS_MOVE_ENVIDO || kind == MUS_MOVE_MAS) {
        snprintf(text, size, "%s %u", kind == MUS_MOVE_ENVIDO ? "envido" : "mas", move & 0xff);
    } else if ((move & ~0xffffu) == MUS_MOVE_DISCARD) {
        char ranks[2 * MUS_HAND + 2] = "-";
        uint32_t length = 0;
        for (uint32_t i = 0; i < MUS_HAND; i++) {
            uint32_t rank = (move >> (4 * i)) & 15;
            if (rank == 0) break;
            if (length > 0) ranks[length++] = ',';
            ranks[length++] = rank <= MUS_RANKS ? mus_rank_names[rank - 1] : '?';
            ranks[length] = '\0';
        }
        snprintf(text, size, "discard %s", ranks);
    } else {
        snprintf(text, size, "?");
    }
}

/* "2" or "39" and nothing else; 0 if it is no such number. */
static uint32_t parse_number(const char *text) {
    char *end = NULL;
    if (text[0] < '1' || text[0] > '9') return 0;
    unsigned long number = strtoul(text, &end, 10);
    return *end == '\0' && number <= 0xff ? (uint32_t)number : 0;
}

/* The ranks of a discard, in any order, as a move; 0 if they are none. */
static tp_move parse_discard(const char *text) {
    uint32_t ranks[MUS_HAND], count = 0;
    if (strcmp(text, "-") == 0) return MUS_MOVE_DISCARD;
    for (;; text++) {
        int rank = rank_of(*text++);
        if (rank < 0 || count == MUS_HAND) return 0;
        uint32_t place = count++;
        for (; place > 0 && ranks[place - 1] > (uint32_t)rank; place--) ranks[place] = ranks[place - 1];
        ranks[place] = (uint32_t)rank;
        if (*text == '\0') break;
        if (*text != ',') return 0;
    }
    tp_move move = MUS_MOVE_DISCARD;
    for (uint32_t i = 0; i < count; i++) move |= (ranks[i] + 1) << (4 * i);
    return move;
}

tp_err mus_move_parse(const char *text, tp_move *out) {
    tp_move move = 0;
    for (uint32_t call = 0; call < CALLS; call++) {
        if (strcmp(text, calls[call]) != 0) continue;
        *out = call;
        return TP_OK;
    }
    if (strcmp(text, "envido") == 0) {
        move = MUS_MOVE_ENVIDO + 2;
    } else if (strncmp(text, "envido ", 7) == 0 && parse_number(text + 7) != 0) {
        move = MUS_MOVE_ENVIDO + parse_number(text + 7);
    } else if (strncmp(text, "mas ", 4) == 0 && parse_number(text + 4) != 0) {
        move = MUS_MOVE_MAS + parse_number(text + 4);
    } else if (strncmp(text, "discard ", 8) == 0) {
        move = parse_discard(text + 8);
    }
    if (move == 0) return TP_E_UNKNOWN;
    *out = move;
    return TP_OK;
}

/* `paso` to a bet is `no quiero`; with eight kings a three may be named as what it is. */
tp_move mus_meant(const void *view_bytes, tp_move move) {
    const mus_table *table = &((const mus_view *)view_bytes)->table;
    if (move == MUS_MOVE_PASO && mus_is_lance(table->phase) && table->bettor != MUS_NOBODY)
        return MUS_MOVE_NO_QUIERO;
    if ((move & ~0xffffu) != MUS_MOVE_DISCARD || table->rules.kings8 == 0) return move;
    char text[2 * MUS_HAND + 1] = "";
    for (uint32_t i = 0; i < MUS_HAND && ((move >> (4 * i)) & 15) != 0; i++) {
        uint32_t rank = ((move >> (4 * i)) & 15) - 1;
        if (rank >= MUS_RANKS) return move;
        if (i > 0) text[2 * i - 1] = ',';
        text[2 * i] = mus_rank_names[mus_effective_rank(rank, true)];
    }
    return text[0] == '\0' ? move : parse_discard(text);
}

/* ---- outcomes ---- */

void mus_outcome_text(uint32_t kind, uint32_t outcome, char *text, size_t size) {
    char card[4];
    if (outcome == TP_HIDDEN) {
        snprintf(text, size, "?");
    } else if (kind == MUS_CHANCE_MANO) {
        snprintf(text, size, "%u", outcome);
    } else if (outcome >= MUS_CARDS) {
        snprintf(text, size, "%c",
                 outcome < MUS_CARDS + MUS_RANKS ? mus_rank_names[outcome - MUS_CARDS] : '?');
    } else {
        mus_card_text(outcome, card);
        snprintf(text, size, "%s", card);
    }
}

tp_err mus_outcome_parse(uint32_t kind, const char *text, uint32_t *out) {
    if (kind == MUS_CHANCE_MANO) {
        if (text[0] < '0' || text[0] >= '0' + MUS_SEATS || text[1] != '\0') return TP_E_UNKNOWN;
        *out = (uint32_t)(text[0] - '0');
        return TP_OK;
    }
    int rank = rank_of(text[0]);
    if (rank < 0) return TP_E_UNKNOWN;
    if (text[1] == '\0') {
        *out = MUS_CARDS + (uint32_t)rank; /* any suit */
        return TP_OK;
    }
    const char *suit = strchr(mus_suit_names, text[1]);
    if (suit == NULL || text[2] != '\0') return TP_E_UNKNOWN;
    *out = (uint32_t)rank * MUS_SUITS + (uint32_t)(suit - mus_suit_names);
    return TP_OK;
}

/* A rank without a suit stands for its four cards. */
uint64_t mus_outcome_set(uint32_t kind, uint32_t loose) {
    if (kind != MUS_CHANCE_CARD || loose < MUS_CARDS || loose >= MUS_CARDS + MUS_RANKS) return 0;
    return 0xfull << (MUS_SUITS * (loose - MUS_CARDS));
}

/* "5" stands for any five; "R" for a three too and "A" for a two, as in the deck with eight kings. */
bool mus_word_fits(const char *expected, const char *found) {
    int wanted = rank_of(expected[0]), rank = rank_of(found[0]);
    if (wanted < 0 || rank < 0 || expected[1] != '\0' || found[1] == '\0' ||
        strchr(mus_suit_names, found[1]) == NULL || found[2] != '\0') {
        return false;
    }
    return wanted == rank || wanted == (int)mus_effective_rank((uint32_t)rank, true);
}

/* ---- the log ---- */

static const char *const lance_names[] = {"grande", "chica", "pares", "juego", "punto"};
static const char *const hows[] = {"", ":deje", ":ordago"};

void mus_reason_text(uint32_t reason, char *text, size_t size) {
    snprintf(text, size, "%s%s", lance_names[reason / 4 - MUS_PHASE_GRANDE], hows[reason % 4]);
}

uint32_t mus_reason_parse(const char *text) {
    char name[32];
    for (uint32_t phase = MUS_PHASE_GRANDE; phase <= MUS_PHASE_PUNTO; phase++) {
        for (uint32_t how = MUS_SCORED_COUNT; how <= MUS_SCORED_ORDAGO; how++) {
            mus_reason_text(phase * 4 + how, name, sizeof name);
            if (strcmp(text, name) == 0) return phase * 4 + how;
        }
    }
    return 255;
}
