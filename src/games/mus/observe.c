/* Mus: a view as numbers. Seats are counted from the viewer in turn order, so that seat 0 of the tensor is
 * "I". */
#include "games/mus/view.h"

#include <string.h>

enum { CALL_KINDS = 9 };

const tp_field mus_observe_fields[] = {
    {"phase", MUS_PHASES, "one-hot: MUS, DISCARD, GRANDE, CHICA, PARES, JUEGO, PUNTO, OVER"},
    {"seated", MUS_SEATS, "1 for each seat of the game"},
    {"mano", MUS_SEATS, "one-hot"},
    {"to_act", MUS_SEATS, "one-hot"},
    {"own_hand", MUS_RANKS, "cards of each rank A 2 3 4 5 6 7 S C R / 4"},
    {"own_discards", MUS_RANKS, "own cards of each rank in the discard pile / 4"},
    {"own_returned", MUS_RANKS, "own discards of each rank that went back into the stock / 4"},
    {"score", MUS_SEATS, "stones of the side of each seat / target"},
    {"juegos", MUS_SEATS, "juegos won by the side of each seat / 9"},
    {"vacas", MUS_SEATS, "vacas won by the side of each seat / 9"},
    {"target", 1, "stones of a juego / 200"},
    {"rounds", 1, "rounds of discards in this hand / 50"},
    {"discarded", MUS_SEATS, "cards put down in the latest round / 4"},
    {"piled", MUS_SEATS, "cards of each seat in the discard pile / 40"},
    {"pares", 2 * MUS_SEATS, "who declared pares; who declared none"},
    {"juego", 2 * MUS_SEATS, "who declared juego; who declared none"},
    {"bettor", MUS_SEATS, "one-hot"},
    {"passed", MUS_SEATS, "1 for each seat that passed or refused in this lance"},
    {"accepted", MUS_SEATS, "1 for each seat that accepted or raised"},
    {"stake", 1, "stones proposed / target"},
    {"agreed", 1, "stones agreed on / target"},
    {"ordago", 1, "1 where an ordago is to be answered"},
    {"raised", MUS_SEATS, "raises of each seat in this lance / 16, at most 1"},
    {"results", MUS_LANCES *MUS_RESULTS, "one-hot for each lance: OPEN, PASS, BET, FOLD, AUTO, SKIPPED"},
    {"stakes", MUS_LANCES, "stones that wait for the count in each lance / target"},
    {"opened_by", MUS_LANCES *MUS_SEATS, "one-hot for each lance of this hand: who bet first"},
    {"bet_by", MUS_LANCES *MUS_SEATS, "one-hot for each lance: who bet last"},
    {"wanted_by", MUS_LANCES *MUS_SEATS, "1 for each seat that wanted the last bet of a lance"},
    {"bets", MUS_LANCES, "bets on each lance / 8, at most 1"},
    {"first_bet", MUS_LANCES, "stones of the first bet on each lance / target, 1 for an ordago"},
    {"last_bet", MUS_LANCES, "stones of the last bet on each lance / target, 1 for an ordago"},
    {NULL, 0, NULL},
};

const tp_field mus_observe_move_fields[] = {
    {"call", CALL_KINDS, "one-hot: mus, no mus, paso, no quiero, quiero, ordago, envido, mas, discard"},
    {"number", 1, "stones of an envido or a raise / 200"},
    {"cards", MUS_RANKS, "cards of each effective rank that are put down / 4"},
    {NULL, 0, NULL},
};

static uint32_t place_of(const mus_view *view, uint32_t seat) {
    uint32_t viewer = view->viewer < 0 ? 0u : (uint32_t)view->viewer, players = view->table.rules.players;
    return seat < players ? (seat + players - viewer) % players : seat;
}

static float *write_one_hot(float *out, uint32_t length, uint32_t index) {
    if (index < length) out[index] = 1.0f;
    return out + length;
}

static float *write_seats(float *out, const mus_view *view, uint32_t set) {
    for (uint32_t seat = 0; seat < MUS_SEATS; seat++) {
        if (((set >> seat) & 1) != 0) out[place_of(view, seat)] = 1.0f;
    }
    return out + MUS_SEATS;
}

/* How many cards of each rank, of four. */
static float *write_cards(float *out, uint64_t cards) {
    for (; cards != 0; cards &= cards - 1) out[mus_rank(tp_lowest_bit(cards))] += 0.25f;
    return out + MUS_RANKS;
}

/* A number per seat, divided and cut off at 1. */
static float *write_numbers(float *out, const mus_view *view, const uint8_t *numbers, float divisor) {
    for (uint32_t seat = 0; seat < view->table.rules.players; seat++) {
        float number = (float)numbers[seat] / divisor;
        out[place_of(view, seat)] = number > 1.0f ? 1.0f : number;
    }
    return out + MUS_SEATS;
}

static float *write_sides(float *out, const mus_view *view) {
    const mus_table *table = &view->table;
    for (uint32_t seat = 0; seat < table->rules.players; seat++) {
        uint32_t side = mus_side(table, seat), place = place_of(view, seat);
        float stones = (float)table->score[side] / (float)table->rules.target;
        out[place] = stones > 1.0f ? 1.0f : stones;
        out[MUS_SEATS + place] = (float)table->juegos[side] / 9.0f;
        out[2 * MUS_SEATS + place] = (float)table->vacas[side] / 9.0f;
    }
    return out + 3 * MUS_SEATS;
}

static float *write_declared(float *out, const mus_view *view, bool declared, uint32_t set) {
    if (declared) {
        write_seats(out, view, set);
        write_seats(out + MUS_SEATS, view, mus_all(&view->table) & ~set);
    }
    return out + 2 * MUS_SEATS;
}

/* What was bet on each lance of this hand: first and last bet, and who wanted that. */
static float *write_betting(float *out, const mus_view *view) {
    const mus_table *table = &view->table;
    float target = (float)table->rules.target, *numbers = out + 3 * MUS_LANCES * MUS_SEATS;
    for (uint32_t lance = 0; lance < MUS_LANCES; lance++) {
        const mus_betting *betting = &table->betting[lance];
        if (betting->count == 0) continue;
        uint32_t last = mus_bet_place(betting->count - 1u), first_stake = betting->stakes[0],
                 last_stake = betting->stakes[last];
        float *seats = out + lance * MUS_SEATS, *number = numbers + lance;
        write_seats(seats, view, mus_bit(mus_bet_seat(betting, 0)));
        write_seats(seats + MUS_LANCES * MUS_SEATS, view, mus_bit(mus_bet_seat(betting, last)));
        write_seats(seats + 2 * MUS_LANCES * MUS_SEATS, view, betting->wanted);
        number[0] = betting->count < MUS_MOST_BETS ? (float)betting->count / (float)MUS_MOST_BETS : 1.0f;
        number[MUS_LANCES] = first_stake == MUS_BET_ORDAGO ? 1.0f : (float)first_stake / target;
        number[2 * MUS_LANCES] = last_stake == MUS_BET_ORDAGO ? 1.0f : (float)last_stake / target;
    }
    return numbers + 3 * MUS_LANCES;
}

void mus_observe(const void *view_bytes, float *out) {
    const mus_view *view = view_bytes;
    const mus_table *table = &view->table;
    float target = (float)table->rules.target;
    size_t length = 0;
    for (const tp_field *field = mus_observe_fields; field->name != NULL; field++) length += field->length;
    memset(out, 0, length * sizeof *out);

    out = write_one_hot(out, MUS_PHASES, table->phase);
    out = write_seats(out, view, mus_all(table));
    out = write_seats(out, view, mus_bit(table->mano));
    out = write_seats(out, view, table->phase == MUS_PHASE_OVER ? 0 : mus_bit(table->to_act));
    for (uint32_t i = 0; view->viewer >= 0 && i < MUS_HAND; i++) {
        uint32_t card = view->hands[view->viewer][i];
        if (card < MUS_CARDS) out[mus_rank(card)] += 0.25f;
    }
    out += MUS_RANKS;
    out = write_cards(out, view->discards);
    out = write_cards(out, view->returned);
    out = write_sides(out, view);
    *out++ = target / (float)MUS_MOST_TARGET;
    *out++ = (float)table->rounds / (float)MUS_MOST_ROUNDS;
    out = write_numbers(out, view, table->discarded, 4);
    out = write_numbers(out, view, table->piled, MUS_CARDS);
    out = write_declared(out, view, table->declared >= 1, table->pares);
    out = write_declared(out, view, table->declared >= 2, table->juego);
    out = write_seats(out, view, table->bettor == MUS_NOBODY ? 0 : mus_bit(table->bettor));
    out = write_seats(out, view, table->passed);
    out = write_seats(out, view, table->accepted);
    *out++ = (float)table->stake / target;
    *out++ = (float)table->agreed / target;
    *out++ = table->ordago;
    out = write_numbers(out, view, table->raised, 16);
    for (uint32_t lance = 0; lance < MUS_LANCES; lance++)
        out = write_one_hot(out, MUS_RESULTS, table->results[lance].kind);
    for (uint32_t lance = 0; lance < MUS_LANCES; lance++)
        *out++ = (float)table->results[lance].stake / target;
    write_betting(out, view);
}

void mus_observe_move(const void *view_bytes, tp_move move, float *out) {
    (void)view_bytes;
    uint32_t kind = move & ~0xffu, call = move;
    memset(out, 0, (CALL_KINDS + 1 + MUS_RANKS) * sizeof *out);
    if (kind == MUS_MOVE_ENVIDO) call = 6;
    if (kind == MUS_MOVE_MAS) call = 7;
    if (move >= MUS_MOVE_DISCARD) call = 8;
    out = write_one_hot(out, CALL_KINDS, call);
    *out++ = call == 6 || call == 7 ? (float)(move & 0xff) / (float)MUS_MOST_TARGET : 0.0f;
    for (uint32_t shift = 0; call == 8 && shift < 16; shift += 4) {
        uint32_t rank = (move >> shift) & 15;
        if (rank != 0 && rank <= MUS_RANKS) out[rank - 1] += 0.25f;
    }
}
