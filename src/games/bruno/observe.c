/* Bruno: a view and moves as numbers. Seats are counted from the viewer in playing order, so that place 0 of
 * the tensor is "I" and place 2 the team-mate. Suits do not matter, so cards are counted by rank. A tensor is
 * a struct of bytes, so that every number has its place at compile time. */
#include "games/bruno/view.h"

#include <string.h>

typedef struct bruno_tensor {
    uint8_t hand[BRUNO_RANKS];
    uint8_t hand_open[BRUNO_RANKS];
    uint8_t known[BRUNO_SEATS][BRUNO_RANKS];
    uint8_t allowed[BRUNO_SEATS][BRUNO_RANKS];
    uint8_t shown[BRUNO_SEATS][BRUNO_RANKS];
    uint8_t pile[BRUNO_RANKS];
    uint8_t removed[BRUNO_RANKS];
    uint8_t unplaced[BRUNO_RANKS];
    uint8_t unseen[BRUNO_RANKS];
    uint8_t unplaced_open[BRUNO_RANKS];
    uint8_t hand_size[BRUNO_SEATS];
    uint8_t unknown[BRUNO_SEATS];
    uint8_t hidden[BRUNO_SEATS];
    uint8_t to_beat[1 + BRUNO_RANKS];
    uint8_t current[BRUNO_SEATS];
    uint8_t winner[BRUNO_SEATS];
    uint8_t plies[2];
    uint8_t cap[2];
    uint8_t options[2];
} bruno_tensor;

#define FIELD(member, scale, most, help) TP_FIELD(bruno_tensor, member, scale, most, help)
const tp_field bruno_observe_fields[] = {
    FIELD(hand, 4, 4, "the own hand: cards of each rank, 2 .. 10, J, Q, K, A"),
    FIELD(hand_open, 4, 4, "those of them that have lain open at some time"),
    FIELD(known, 4, 4, "per seat: hand cards that everybody knows, of each rank"),
    FIELD(allowed, 1, 1, "per seat: 1 for each rank that its unknown hand cards can have"),
    FIELD(shown, 4, 4, "per seat: shown cards of each rank"),
    FIELD(pile, 4, 4, "cards of each rank in the pile"),
    FIELD(removed, 4, 4, "cards of each rank out of the game"),
    FIELD(unplaced, 4, 4, "cards of each rank whose place is not known"),
    FIELD(unseen, 4, 4, "those of them that the viewer never saw, so that they can be hidden"),
    FIELD(unplaced_open, 4, 4, "those of them that everybody has seen at some time"),
    FIELD(hand_size, 16, BRUNO_CARDS, "cards in each hand"),
    FIELD(unknown, 16, BRUNO_CARDS, "cards of each hand that the viewer does not know"),
    FIELD(hidden, BRUNO_HIDDEN_EACH, BRUNO_HIDDEN_EACH, "hidden cards of each seat"),
    FIELD(to_beat, 1, 1, "one-hot: no card to beat, 2 .. 10, J, Q, K, A"),
    FIELD(current, 1, 1, "one-hot: whose turn it is"),
    FIELD(winner, 1, 1, "one-hot: who has won; zero: nobody"),
    FIELD(plies, 100, 100, "plies made: hundreds, and the rest"),
    FIELD(cap, 100, 100, "option: plies after which the game is a draw: hundreds, and the rest"),
    FIELD(options, 1, 1, "shown_one, strict_nine"),
    {NULL, 0, 0, 0, 0, NULL},
};
#undef FIELD

typedef struct bruno_move_tensor {
    uint8_t action[3];
    uint8_t rank[BRUNO_RANKS];
    uint8_t copies[BRUNO_SUITS];
    uint8_t all[1];
} bruno_move_tensor;

#define FIELD(member, help) TP_FIELD(bruno_move_tensor, member, 1, 1, help)
const tp_field bruno_observe_move_fields[] = {
    FIELD(action, "one-hot: play, FLIP, PICKUP"),
    FIELD(rank, "one-hot: the rank that is played"),
    FIELD(copies, "one-hot: how many cards, 1 to 4"),
    FIELD(all, "1 where no card of this rank stays in the zone"),
    {NULL, 0, 0, 0, 0, NULL},
};
#undef FIELD

/* Where a seat stands in the tensor. A spectator counts from seat 0. */
TP_INLINE uint32_t place_of(const bruno_view *view, uint32_t seat) {
    uint32_t viewer = view->viewer < 0 ? 0u : (uint32_t)view->viewer;
    return (seat + BRUNO_SEATS - viewer) % BRUNO_SEATS;
}

/* How many cards of each rank: four bits a rank are counted side by side. */
TP_INLINE void write_ranks(uint8_t *out, uint64_t cards) {
    const uint64_t pairs = 0x5555555555555555ull, fours = 0x3333333333333333ull;
    uint64_t counts = cards - ((cards >> 1) & pairs);
    counts = (counts & fours) + ((counts >> 2) & fours);
    for (uint32_t rank = 0; rank < BRUNO_RANKS; rank++) out[rank] = (counts >> (BRUNO_SUITS * rank)) & 15;
}

TP_INLINE void write_seat(bruno_tensor *out, const bruno_view *view, uint32_t seat) {
    const bruno_table *table = &view->table;
    uint32_t place = place_of(view, seat), size = table->hand_count[seat];
    write_ranks(out->known[place], table->known[seat]);
    write_ranks(out->shown[place], table->shown[seat]);
    for (uint32_t rank = 0; rank < BRUNO_RANKS; rank++)
        out->allowed[place][rank] = (table->allowed[seat] >> rank) & 1;
    out->hand_size[place] = (uint8_t)size;
    out->unknown[place] = (uint8_t)(size - tp_count_bits(view->hand[seat]));
    out->hidden[place] = table->hidden_count[seat];
}

void bruno_observe(const void *view_bytes, uint8_t *numbers) {
    const bruno_view *view = view_bytes;
    const bruno_table *table = &view->table;
    bruno_tensor *out = (bruno_tensor *)numbers;
    bool is_seat = view->viewer >= 0;
    uint64_t unplaced = bruno_unplaced(view), own = is_seat ? view->hand[view->viewer] : 0;
    uint64_t seen = is_seat ? view->seen[view->viewer] : table->open;
    memset(out, 0, sizeof *out);
    write_ranks(out->hand, own);
    write_ranks(out->hand_open, own & table->open);
    for (uint32_t seat = 0; seat < BRUNO_SEATS; seat++) write_seat(out, view, seat);
    write_ranks(out->pile, table->pile);
    write_ranks(out->removed, table->removed);
    write_ranks(out->unplaced, unplaced);
    write_ranks(out->unseen, unplaced & ~seen);
    write_ranks(out->unplaced_open, unplaced & table->open);
    out->to_beat[table->to_beat] = 1;
    out->current[place_of(view, table->current)] = 1;
    if (table->winner != BRUNO_NOBODY) out->winner[place_of(view, table->winner)] = 1;
    out->plies[0] = (uint8_t)(table->plies / 100);
    out->plies[1] = (uint8_t)(table->plies % 100);
    out->cap[0] = (uint8_t)(table->cap / 100);
    out->cap[1] = (uint8_t)(table->cap % 100);
    out->options[0] = (table->options & BRUNO_OPTION_SHOWN_ONE) != 0;
    out->options[1] = (table->options & BRUNO_OPTION_STRICT_NINE) != 0;
}

void bruno_observe_move(const void *view_bytes, tp_move move, uint8_t *numbers) {
    const bruno_view *view = view_bytes;
    bruno_move_tensor *out = (bruno_move_tensor *)numbers;
    uint32_t seat = view->table.current;
    memset(out, 0, sizeof *out);
    if (move >= BRUNO_FLIP) {
        out->action[move == BRUNO_FLIP ? 1 : 2] = 1;
        return;
    }
    uint64_t zone = view->hand[seat] != 0 ? view->hand[seat] : view->table.shown[seat];
    uint32_t rank = move / BRUNO_SUITS, copies = move % BRUNO_SUITS;
    out->action[0] = 1;
    out->rank[rank] = 1;
    out->copies[copies] = 1;
    out->all[0] = tp_count_bits(zone & bruno_rank_set(rank)) == copies + 1;
}

/* ---- moves by fixed numbers: as they are ---- */

uint32_t bruno_action_count(const tp_options *options) {
    (void)options;
    return BRUNO_MOVES;
}

uint32_t bruno_action_of(const void *view, tp_move move) {
    (void)view;
    return move;
}

tp_move bruno_move_of(const void *view_bytes, uint32_t action) {
    const bruno_view *view = view_bytes;
    uint64_t legal = bruno_legal_set(&view->table, view->hand[view->table.current]);
    return action < BRUNO_MOVES && ((legal >> action) & 1) != 0 ? action : TP_NO_MOVE;
}
