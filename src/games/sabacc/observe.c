/* Kessel Sabacc: a view as numbers. Seats are counted from the viewer clockwise, so that seat 0 of the tensor
 * is "I". */
#include "games/sabacc/view.h"

#include <string.h>

enum { CARD_WIDTH = SABACC_CARDS + 1 }; /* one-hot; the last is "not known" */

const tp_field sabacc_observe_fields[] = {
    {"phase", SABACC_PHASES, "one-hot: TOKEN, PRIME_DIE, DRAW, KEEP, IMPOSTOR, OVER"},
    {"turn", SABACC_TURNS, "one-hot: turn 1 to 3"},
    {"round", 1, "round / 100"},
    {"seated", SABACC_SEATS, "1 for each seat of the game"},
    {"in_play", SABACC_SEATS, "1 for each seat still in play"},
    {"current", SABACC_SEATS, "one-hot: whose decision it is"},
    {"first", SABACC_SEATS, "one-hot: first player of the round"},
    {"passed", SABACC_SEATS, "1 for each seat that passed in its latest step 2"},
    {"immune", SABACC_SEATS, "1 for each immune seat"},
    {"embargoed", SABACC_SEATS, "1 for each embargoed seat"},
    {"reserve", SABACC_SEATS, "chips / 255"},
    {"pot", SABACC_SEATS, "chips / 255"},
    {"tokens", SABACC_SEATS *SABACC_TOKENS, "per seat, 1 for each token left, in the order of the rules"},
    {"hands", SABACC_SEATS *SABACC_FAMILIES *CARD_WIDTH,
     "per seat, sand then blood: one-hot 1..6, I, S, not known; zero: no card"},
    {"known", SABACC_SEATS *SABACC_FAMILIES *SABACC_SEATS,
     "per seat, sand then blood: 1 for each seat that knows the card"},
    {"impostors", SABACC_SEATS *SABACC_FAMILIES,
     "per seat, sand then blood: value chosen for an Impostor / 6"},
    {"discard_top", SABACC_FAMILIES *SABACC_CARDS, "sand, blood: one-hot"},
    {"discard", SABACC_FAMILIES *SABACC_CARDS, "sand, blood: copies of each card in the pile / 3"},
    {"pile", SABACC_FAMILIES, "sand, blood: cards left / 22"},
    {"drawn", CARD_WIDTH, "the card being decided on: one-hot 1..6, I, S, not known"},
    {"drawn_from", 4, "one-hot: sand pile, blood pile, sand discard, blood discard"},
    {"dice", 2 * SABACC_DIE_SIDES, "two dice, one-hot"},
    {"prime", SABACC_DIE_SIDES, "one-hot: the value of Sabacc Prime"},
    {"effects", 4, "Free Draw, Devaluation, Major Fraud, Cook the Books"},
    {NULL, 0, NULL},
};

const tp_field sabacc_observe_move_fields[] = {
    {"token", SABACC_TOKENS + 1, "one-hot: NO_TOKEN, then the tokens in the order of the rules"},
    {"action", SABACC_MOVES - SABACC_PASS, "one-hot: PASS, the four draws, KEEP, REFUSE, DIE1, DIE2"},
    {"target", SABACC_SEATS, "one-hot: the seat that the token is aimed at, counted from the viewer"},
    {"card", SABACC_CARDS, "one-hot: the card that TAKE would take or KEEP would keep"},
    {"die", SABACC_DIE_SIDES, "one-hot: the value that DIE1 or DIE2 would choose"},
    {NULL, 0, NULL},
};

/* Where a seat stands in the tensor. A spectator counts from seat 0. */
static uint32_t place_of(const sabacc_view *view, uint32_t seat) {
    uint32_t viewer = view->viewer < 0 ? 0u : (uint32_t)view->viewer, players = view->table.players;
    return seat < players ? (seat + players - viewer) % players : seat;
}

static float *write_one_hot(float *out, uint32_t length, uint32_t index) {
    if (index < length) out[index] = 1.0f;
    return out + length;
}

/* A set of seats, as places. */
static float *write_seats(float *out, const sabacc_view *view, uint32_t set) {
    for (uint32_t seat = 0; seat < SABACC_SEATS; seat++) {
        if (((set >> seat) & 1) != 0) out[place_of(view, seat)] = 1.0f;
    }
    return out + SABACC_SEATS;
}

/* Cards as an index into CARD_WIDTH; no card gives an index past the end, which is written as all zero. */
static uint32_t card_index(uint32_t card) {
    return card == SABACC_UNKNOWN_CARD ? SABACC_CARDS : card == SABACC_NO_CARD ? (uint32_t)CARD_WIDTH : card;
}

static float *write_seat_blocks(float *out, const sabacc_view *view) {
    const sabacc_table *table = &view->table;
    float *reserve = out, *pot = reserve + SABACC_SEATS, *tokens = pot + SABACC_SEATS;
    float *hands = tokens + SABACC_SEATS * SABACC_TOKENS;
    float *known = hands + SABACC_SEATS * SABACC_FAMILIES * CARD_WIDTH;
    float *impostors = known + SABACC_SEATS * SABACC_FAMILIES * SABACC_SEATS;
    for (uint32_t seat = 0; seat < SABACC_SEATS; seat++) {
        uint32_t place = place_of(view, seat);
        reserve[place] = (float)table->reserve[seat] / 255.0f;
        pot[place] = (float)table->pot[seat] / 255.0f;
        for (uint32_t token = 0; token < SABACC_TOKENS; token++) {
            if ((table->tokens[seat] & sabacc_token_set(token)) != 0)
                tokens[place * SABACC_TOKENS + token] = 1.0f;
        }
        for (uint32_t family = 0; family < SABACC_FAMILIES; family++) {
            uint32_t slot = place * SABACC_FAMILIES + family;
            write_one_hot(hands + (size_t)slot * CARD_WIDTH, CARD_WIDTH,
                          card_index(view->hand[seat][family]));
            write_seats(known + (size_t)slot * SABACC_SEATS, view, table->known[seat][family]);
            impostors[slot] = (float)table->impostor[seat][family] / (float)SABACC_DIE_SIDES;
        }
    }
    return impostors + (size_t)SABACC_SEATS * SABACC_FAMILIES;
}

static float *write_piles(float *out, const sabacc_table *table) {
    float *tops = out, *counts = tops + SABACC_FAMILIES * SABACC_CARDS,
          *piles = counts + SABACC_FAMILIES * SABACC_CARDS;
    for (uint32_t family = 0; family < SABACC_FAMILIES; family++) {
        for (uint32_t i = 0; i < table->discard_count[family]; i++) {
            uint32_t card = (uint32_t)(table->discard[family] >> (3 * i)) & 7;
            if (i == 0) tops[family * SABACC_CARDS + card] = 1.0f;
            counts[family * SABACC_CARDS + card] += 1.0f / 3.0f;
        }
        piles[family] = (float)table->pile_count[family] / (float)SABACC_FAMILY_SIZE;
    }
    return piles + SABACC_FAMILIES;
}

void sabacc_observe(const void *view_bytes, float *out) {
    const sabacc_view *view = view_bytes;
    const sabacc_table *table = &view->table;
    size_t length = 0;
    for (const tp_field *field = sabacc_observe_fields; field->name != NULL; field++) length += field->length;
    memset(out, 0, length * sizeof *out);

    out = write_one_hot(out, SABACC_PHASES, table->phase);
    out = write_one_hot(out, SABACC_TURNS, table->turn - 1u);
    *out++ = (float)table->round / (float)SABACC_MAX_ROUNDS;
    out = write_seats(out, view, (1u << table->players) - 1);
    out = write_seats(out, view, table->in_play);
    out = write_seats(out, view, 1u << table->current);
    out = write_seats(out, view, 1u << table->first);
    out = write_seats(out, view, table->passed);
    out = write_seats(out, view, table->immune);
    out = write_seats(out, view, table->embargoed);
    out = write_seat_blocks(out, view);
    out = write_piles(out, table);
    out = write_one_hot(out, CARD_WIDTH, card_index(view->drawn));
    out = write_one_hot(out, 4, table->drawn_from == 0 ? 4u : (uint32_t)table->drawn_from - SABACC_DRAW_SAND);
    out = write_one_hot(out, SABACC_DIE_SIDES, table->dice[0] - 1u);
    out = write_one_hot(out, SABACC_DIE_SIDES, table->dice[1] - 1u);
    out = write_one_hot(out, SABACC_DIE_SIDES, table->prime - 1u);
    *out++ = table->free_draw != 0;
    *out++ = (table->effects & SABACC_EFFECT_DEVALUATION) != 0;
    *out++ = (table->effects & SABACC_EFFECT_MAJOR_FRAUD) != 0;
    *out = (table->effects & SABACC_EFFECT_COOK_THE_BOOKS) != 0;
}

void sabacc_observe_move(const void *view_bytes, tp_move move, float *out) {
    const sabacc_view *view = view_bytes;
    const sabacc_table *table = &view->table;
    size_t length = 0;
    for (const tp_field *field = sabacc_observe_move_fields; field->name != NULL; field++)
        length += field->length;
    memset(out, 0, length * sizeof *out);

    uint32_t token = SABACC_TOKENS + 1, target = SABACC_SEATS, card = SABACC_NO_CARD, die = 0;
    if (move == SABACC_NO_TOKEN) {
        token = 0;
    } else if (move < SABACC_PASS) {
        uint32_t number = sabacc_token_of_move(move), first_move = sabacc_token_moves[number];
        token = 1 + number;
        if (sabacc_is_targeted(first_move)) target = place_of(view, move - first_move);
    } else if (move == SABACC_TAKE_SAND || move == SABACC_TAKE_BLOOD) {
        card = sabacc_discard_top(table, move - SABACC_TAKE_SAND);
    } else if (move == SABACC_KEEP) {
        card = view->drawn;
    } else if (move >= SABACC_DIE1) {
        die = table->dice[move - SABACC_DIE1];
    }
    out = write_one_hot(out, SABACC_TOKENS + 1, token);
    out = write_one_hot(out, SABACC_MOVES - SABACC_PASS, move - SABACC_PASS);
    out = write_one_hot(out, SABACC_SEATS, target);
    out = write_one_hot(out, SABACC_CARDS, card);
    write_one_hot(out, SABACC_DIE_SIDES, die - 1);
}
