/* Kessel Sabacc: a view and moves as numbers. Seats are counted from the viewer clockwise, so that place 0 of
 * the tensor is "I". A tensor is a struct of bytes, so that every number has its place at compile time. */
#include "games/sabacc/view.h"

#include <string.h>

enum { CARD_WIDTH = SABACC_CARDS + 1, KNOWERS = SABACC_SEATS + 1, TOPS = 3 };

typedef struct sabacc_tensor {
    uint8_t phase[SABACC_PHASES];
    uint8_t turn[SABACC_TURNS];
    uint8_t round[1];
    uint8_t seated[SABACC_SEATS];
    uint8_t in_play[SABACC_SEATS];
    uint8_t current[SABACC_SEATS];
    uint8_t first[SABACC_SEATS];
    uint8_t passed[SABACC_SEATS];
    uint8_t immune[SABACC_SEATS];
    uint8_t embargoed[SABACC_SEATS];
    uint8_t reserve[SABACC_SEATS];
    uint8_t pot[SABACC_SEATS];
    uint8_t booked[SABACC_SEATS];
    uint8_t tokens[SABACC_SEATS][SABACC_TOKENS];
    uint8_t hands[SABACC_SEATS][SABACC_FAMILIES][CARD_WIDTH];
    uint8_t known[SABACC_SEATS][SABACC_FAMILIES][KNOWERS];
    uint8_t impostors[SABACC_SEATS][SABACC_FAMILIES];
    uint8_t discard_tops[SABACC_FAMILIES][TOPS][SABACC_CARDS];
    uint8_t discard[SABACC_FAMILIES][SABACC_CARDS];
    uint8_t pile[SABACC_FAMILIES];
    uint8_t drawn[CARD_WIDTH];
    uint8_t drawn_from[4];
    uint8_t dice[2][SABACC_DIE_SIDES];
    uint8_t prime[SABACC_DIE_SIDES];
    uint8_t effects[4];
    uint8_t early_reveal[1];
    uint8_t discard_order[SABACC_FAMILIES][SABACC_MAX_DISCARD];
} sabacc_tensor;

#define FIELD(member, scale, most, help) TP_FIELD(sabacc_tensor, member, scale, most, help)
const tp_field sabacc_observe_fields[] = {
    FIELD(phase, 1, 1, "one-hot: TOKEN, PRIME_DIE, DRAW, KEEP, IMPOSTOR, OVER"),
    FIELD(turn, 1, 1, "one-hot: turn 1 to 3"),
    FIELD(round, 20, SABACC_MAX_ROUNDS, "the round, from 1"),
    FIELD(seated, 1, 1, "1 for each seat of the game"),
    FIELD(in_play, 1, 1, "1 for each seat still in play"),
    FIELD(current, 1, 1, "one-hot: whose decision it is"),
    FIELD(first, 1, 1, "one-hot: first player of the round"),
    FIELD(passed, 1, 1, "1 for each seat that passed in its latest step 2"),
    FIELD(immune, 1, 1, "1 for each immune seat"),
    FIELD(embargoed, 1, 1, "1 for each embargoed seat"),
    FIELD(reserve, 16, 255, "chips in the reserve of each seat"),
    FIELD(pot, 16, 255, "chips of each seat in the pot"),
    FIELD(booked, 16, 255, "of a seat that is out: the largest other reserve when it went out"),
    FIELD(tokens, 1, 1, "per seat: 1 for each token left, in the order of the rules"),
    FIELD(hands, 1, 1, "per seat, sand then blood: one-hot 1..6, I, S, not known; zero: no card"),
    FIELD(known, 1, 1,
          "per seat, sand then blood: 1 for each seat that knows the card; then 1 if it lies open"),
    FIELD(impostors, SABACC_DIE_SIDES, SABACC_DIE_SIDES,
          "per seat, sand then blood: value chosen for an Impostor"),
    FIELD(discard_tops, 1, 1,
          "sand, blood: the top card of the discard pile and the two below, one-hot each"),
    FIELD(discard, 3, 3, "sand, blood: copies of each card in the discard pile"),
    FIELD(pile, SABACC_FAMILY_SIZE, SABACC_FAMILY_SIZE, "sand, blood: cards left in the draw pile"),
    FIELD(drawn, 1, 1, "the card being decided on: one-hot 1..6, I, S, not known"),
    FIELD(drawn_from, 1, 1, "one-hot: sand pile, blood pile, sand discard, blood discard"),
    FIELD(dice, 1, 1, "two dice, one-hot each"),
    FIELD(prime, 1, 1, "one-hot: the value of Sabacc Prime"),
    FIELD(effects, 1, 1, "Free Draw, Devaluation, Major Fraud, Cook the Books"),
    FIELD(early_reveal, 1, 1, "option: a turn in which all players pass ends the round"),
    FIELD(discard_order, SABACC_CARDS, SABACC_CARDS,
          "sand, blood: the discard pile from the top, 1..6, 7 for I, 8 for S, 0 below the last; a learner "
          "may leave it out"),
    {NULL, 0, 0, 0, 0, NULL},
};
#undef FIELD

typedef struct sabacc_move_tensor {
    uint8_t token[SABACC_TOKENS + 1];
    uint8_t action[SABACC_MOVES - SABACC_PASS];
    uint8_t target[SABACC_SEATS];
    uint8_t card[SABACC_CARDS];
    uint8_t die[SABACC_DIE_SIDES];
} sabacc_move_tensor;

#define FIELD(member, help) TP_FIELD(sabacc_move_tensor, member, 1, 1, help)
const tp_field sabacc_observe_move_fields[] = {
    FIELD(token, "one-hot: NO_TOKEN, then the tokens in the order of the rules"),
    FIELD(action, "one-hot: PASS, the four draws, KEEP, REFUSE, DIE1, DIE2"),
    FIELD(target, "one-hot: the seat that the token is aimed at, counted from the viewer"),
    FIELD(card, "one-hot: the card that TAKE would take or KEEP would keep"),
    FIELD(die, "one-hot: the value that DIE1 or DIE2 would choose"),
    {NULL, 0, 0, 0, 0, NULL},
};
#undef FIELD

/* Where a seat stands in the tensor, and back. A spectator counts from seat 0. */
TP_INLINE uint32_t place_of(const sabacc_view *view, uint32_t seat) {
    uint32_t viewer = view->viewer < 0 ? 0u : (uint32_t)view->viewer, players = view->table.players;
    uint32_t place = seat + players - viewer;
    return seat >= players ? seat : place < players ? place : place - players;
}

TP_INLINE uint32_t seat_at(const sabacc_view *view, uint32_t place) {
    uint32_t viewer = view->viewer < 0 ? 0u : (uint32_t)view->viewer, players = view->table.players;
    return place >= players ? place : (place + viewer) % players;
}

/* A set of seats, as places. */
TP_INLINE void write_seats(uint8_t *out, const sabacc_view *view, uint32_t set) {
    for (set &= (1u << SABACC_SEATS) - 1; set != 0; set &= set - 1)
        out[place_of(view, tp_lowest_bit(set))] = 1;
}

/* A card one-hot; no card is all zero. */
TP_INLINE void write_card(uint8_t *out, uint32_t card) {
    if (card != SABACC_NO_CARD) out[card == SABACC_UNKNOWN_CARD ? (uint32_t)SABACC_CARDS : card] = 1;
}

static void write_seat(sabacc_tensor *out, const sabacc_view *view, uint32_t seat) {
    const sabacc_table *table = &view->table;
    uint32_t place = place_of(view, seat);
    out->reserve[place] = table->reserve[seat];
    out->pot[place] = table->pot[seat];
    out->booked[place] = table->booked[seat];
    for (uint32_t token = 0; token < SABACC_TOKENS && table->tokens[seat] != 0; token++)
        out->tokens[place][token] = (table->tokens[seat] >> sabacc_token_moves[token]) & 1;
    for (uint32_t family = 0; family < SABACC_FAMILIES; family++) {
        write_card(out->hands[place][family], view->hand[seat][family]);
        write_seats(out->known[place][family], view, table->known[seat][family]);
        out->known[place][family][SABACC_SEATS] = (table->known[seat][family] & SABACC_OPEN) != 0;
        out->impostors[place][family] = table->impostor[seat][family];
    }
}

static void write_discard(sabacc_tensor *out, const sabacc_table *table, uint32_t family) {
    uint64_t cards = table->discard[family];
    for (uint32_t i = 0; i < table->discard_count[family]; i++, cards >>= 3) {
        uint32_t card = cards & 7;
        if (i < TOPS) out->discard_tops[family][i][card] = 1;
        out->discard[family][card]++;
        out->discard_order[family][i] = (uint8_t)(card + 1);
    }
    out->pile[family] = table->pile_count[family];
}

void sabacc_observe(const void *view_bytes, uint8_t *numbers) {
    const sabacc_view *view = view_bytes;
    const sabacc_table *table = &view->table;
    sabacc_tensor *out = (sabacc_tensor *)numbers;
    memset(out, 0, sizeof *out);
    out->phase[table->phase] = 1;
    out->turn[table->turn - 1u] = 1;
    out->round[0] = table->round;
    memset(out->seated, 1, table->players);
    write_seats(out->in_play, view, table->in_play);
    out->current[place_of(view, table->current)] = 1;
    out->first[place_of(view, table->first)] = 1;
    write_seats(out->passed, view, table->passed);
    write_seats(out->immune, view, table->immune);
    write_seats(out->embargoed, view, table->embargoed);
    for (uint32_t seat = 0; seat < table->players; seat++) write_seat(out, view, seat);
    for (uint32_t family = 0; family < SABACC_FAMILIES; family++) write_discard(out, table, family);
    write_card(out->drawn, view->drawn);
    if (table->drawn_from != 0) out->drawn_from[table->drawn_from - SABACC_DRAW_SAND] = 1;
    for (uint32_t i = 0; i < 2; i++) {
        if (table->dice[i] != 0) out->dice[i][table->dice[i] - 1] = 1;
    }
    if (table->prime != 0) out->prime[table->prime - 1] = 1;
    out->effects[0] = table->free_draw != 0;
    out->effects[1] = (table->effects & SABACC_EFFECT_DEVALUATION) != 0;
    out->effects[2] = (table->effects & SABACC_EFFECT_MAJOR_FRAUD) != 0;
    out->effects[3] = (table->effects & SABACC_EFFECT_COOK_THE_BOOKS) != 0;
    out->early_reveal[0] = table->early_reveal != 0;
}

void sabacc_observe_move(const void *view_bytes, tp_move move, uint8_t *numbers) {
    const sabacc_view *view = view_bytes;
    const sabacc_table *table = &view->table;
    sabacc_move_tensor *out = (sabacc_move_tensor *)numbers;
    memset(out, 0, sizeof *out);
    if (move == SABACC_NO_TOKEN) {
        out->token[0] = 1;
    } else if (move < SABACC_PASS) {
        uint32_t number = sabacc_token_of_move(move), first_move = sabacc_token_moves[number];
        out->token[1 + number] = 1;
        if (sabacc_is_targeted(first_move)) out->target[place_of(view, move - first_move)] = 1;
    } else {
        out->action[move - SABACC_PASS] = 1;
    }
    if (move == SABACC_TAKE_SAND || move == SABACC_TAKE_BLOOD)
        out->card[sabacc_discard_top(table, move - SABACC_TAKE_SAND)] = 1;
    if (move == SABACC_KEEP && view->drawn < SABACC_CARDS) out->card[view->drawn] = 1;
    if (move >= SABACC_DIE1 && table->dice[move - SABACC_DIE1] != 0)
        out->die[table->dice[move - SABACC_DIE1] - 1] = 1;
}

/* ---- moves by fixed numbers: their own, with targets counted from the viewer ---- */

enum { TARGETS = (1 << SABACC_SEATS) - 1 };
static const uint64_t targeted =
    (uint64_t)TARGETS << SABACC_TARGET_TARIFF | (uint64_t)TARGETS << SABACC_TARGET_AUDIT |
    (uint64_t)TARGETS << SABACC_EXHAUSTION | (uint64_t)TARGETS << SABACC_DIRECT_TRANSACTION;

TP_INLINE uint32_t first_of(uint32_t move) { return sabacc_token_moves[sabacc_token_of_move(move)]; }

uint32_t sabacc_action_count(const tp_options *options) {
    (void)options;
    return SABACC_MOVES;
}

uint32_t sabacc_action_of(const void *view, tp_move move) {
    if (TP_LIKELY(((targeted >> move) & 1) == 0)) return move;
    return first_of(move) + place_of(view, move - first_of(move));
}

tp_move sabacc_move_of(const void *view_bytes, uint32_t action) {
    const sabacc_view *view = view_bytes;
    tp_move move = action;
    if (action >= SABACC_MOVES) return TP_NO_MOVE;
    if (((targeted >> action) & 1) != 0) move = first_of(action) + seat_at(view, action - first_of(action));
    return ((sabacc_legal_set(&view->table) >> move) & 1) != 0 ? move : TP_NO_MOVE;
}
