/* Bruno: a view as numbers. Seats are counted from the viewer in playing order, so that seat 0 of the tensor
 * is "I" and seat 2 the team-mate. Suits do not matter, so cards are counted by rank. */
#include "games/bruno/view.h"

#include <string.h>

const tp_field bruno_observe_fields[] = {
    {"hand", BRUNO_RANKS, "the own hand: cards of each rank / 4"},
    {"known", BRUNO_SEATS *BRUNO_RANKS, "per seat: hand cards that everybody knows, of each rank / 4"},
    {"allowed", BRUNO_SEATS *BRUNO_RANKS, "per seat: 1 for each rank that its unknown hand cards can have"},
    {"shown", BRUNO_SEATS *BRUNO_RANKS, "per seat: shown cards of each rank / 4"},
    {"pile", BRUNO_RANKS, "cards of each rank in the pile / 4"},
    {"removed", BRUNO_RANKS, "cards of each rank out of the game / 4"},
    {"unplaced", BRUNO_RANKS, "cards of each rank whose place is not known / 4"},
    {"unseen", BRUNO_RANKS, "those of them that were never seen, so that they can be hidden / 4"},
    {"hand_size", BRUNO_SEATS, "cards in each hand / 52"},
    {"unknown", BRUNO_SEATS, "cards of each hand that the viewer does not know / 52"},
    {"hidden", BRUNO_SEATS, "hidden cards of each seat / 3"},
    {"to_beat", 1 + BRUNO_RANKS, "one-hot: no card to beat, 2 .. 10, J, Q, K, A"},
    {"current", BRUNO_SEATS, "one-hot: whose turn it is"},
    {"winner", BRUNO_SEATS, "one-hot: who has won; zero: nobody"},
    {"plies", 1, "plies made / cap"},
    {"options", 2, "shown_one, strict_nine"},
    {NULL, 0, NULL},
};

const tp_field bruno_observe_move_fields[] = {
    {"action", 3, "one-hot: play, FLIP, PICKUP"},
    {"rank", BRUNO_RANKS, "one-hot: the rank that is played"},
    {"copies", BRUNO_SUITS, "one-hot: how many cards, 1 to 4"},
    {"all", 1, "1 where no card of this rank stays in the zone"},
    {NULL, 0, NULL},
};

static size_t length_of(const tp_field *fields) {
    size_t length = 0;
    for (; fields->name != NULL; fields++) length += fields->length;
    return length;
}

/* Where a seat stands in the tensor. A spectator counts from seat 0. */
static uint32_t place_of(const bruno_view *view, uint32_t seat) {
    uint32_t viewer = view->viewer < 0 ? 0u : (uint32_t)view->viewer;
    return (seat + BRUNO_SEATS - viewer) % BRUNO_SEATS;
}

static float *write_one_hot(float *out, uint32_t length, uint32_t index) {
    if (index < length) out[index] = 1.0f;
    return out + length;
}

static float *write_ranks(float *out, uint64_t cards) {
    for (; cards != 0; cards &= cards - 1) out[bruno_rank(tp_lowest_bit(cards))] += 1.0f / (float)BRUNO_SUITS;
    return out + BRUNO_RANKS;
}

/* Everything that is there for each seat; first known, allowed and shown, later the sizes. */
static float *write_seat_cards(float *out, const bruno_view *view) {
    float *known = out, *allowed = known + BRUNO_SEATS * BRUNO_RANKS,
          *shown = allowed + BRUNO_SEATS * BRUNO_RANKS;
    for (uint32_t seat = 0; seat < BRUNO_SEATS; seat++) {
        size_t at = (size_t)place_of(view, seat) * BRUNO_RANKS;
        write_ranks(known + at, view->table.known[seat]);
        write_ranks(shown + at, view->table.shown[seat]);
        for (uint32_t ranks = view->table.allowed[seat]; ranks != 0; ranks &= ranks - 1)
            allowed[at + tp_lowest_bit(ranks)] = 1.0f;
    }
    return shown + (size_t)BRUNO_SEATS * BRUNO_RANKS;
}

static float *write_seat_sizes(float *out, const bruno_view *view) {
    for (uint32_t seat = 0; seat < BRUNO_SEATS; seat++) {
        uint32_t place = place_of(view, seat), size = view->table.hand_count[seat];
        out[place] = (float)size / (float)BRUNO_CARDS;
        out[BRUNO_SEATS + place] = (float)(size - tp_count_bits(view->hand[seat])) / (float)BRUNO_CARDS;
        out[2 * BRUNO_SEATS + place] = (float)view->table.hidden_count[seat] / (float)BRUNO_HIDDEN_EACH;
    }
    return out + (size_t)3 * BRUNO_SEATS;
}

void bruno_observe(const void *view_bytes, float *out) {
    const bruno_view *view = view_bytes;
    const bruno_table *table = &view->table;
    uint64_t unplaced = bruno_unplaced(view), seen = table->open;
    memset(out, 0, length_of(bruno_observe_fields) * sizeof *out);
    if (view->viewer >= 0) seen = view->seen[view->viewer];
    out = write_ranks(out, view->viewer >= 0 ? view->hand[view->viewer] : 0);
    out = write_seat_cards(out, view);
    out = write_ranks(out, table->pile);
    out = write_ranks(out, table->removed);
    out = write_ranks(out, unplaced);
    out = write_ranks(out, unplaced & ~seen);
    out = write_seat_sizes(out, view);
    out = write_one_hot(out, 1 + BRUNO_RANKS, table->to_beat);
    out = write_one_hot(out, BRUNO_SEATS, place_of(view, table->current));
    out =
        write_one_hot(out, BRUNO_SEATS,
                      table->winner == BRUNO_NOBODY ? (uint32_t)BRUNO_SEATS : place_of(view, table->winner));
    *out++ = (float)table->plies / (float)table->cap;
    *out++ = (table->options & BRUNO_OPTION_SHOWN_ONE) != 0;
    *out = (table->options & BRUNO_OPTION_STRICT_NINE) != 0;
}

void bruno_observe_move(const void *view_bytes, tp_move move, float *out) {
    const bruno_view *view = view_bytes;
    uint32_t seat = view->table.current;
    memset(out, 0, length_of(bruno_observe_move_fields) * sizeof *out);
    if (move >= BRUNO_FLIP) {
        out[move == BRUNO_FLIP ? 1 : 2] = 1.0f;
        return;
    }
    uint64_t zone = view->hand[seat] != 0 ? view->hand[seat] : view->table.shown[seat];
    uint32_t rank = move / BRUNO_SUITS, copies = move % BRUNO_SUITS;
    out = write_one_hot(out, 3, 0);
    out = write_one_hot(out, BRUNO_RANKS, rank);
    out = write_one_hot(out, BRUNO_SUITS, copies);
    *out = tp_count_bits(zone & bruno_rank_set(rank)) == copies + 1;
}
