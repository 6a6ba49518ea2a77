/* Mulle: moves and views as data, for clients. */
#include "games/mulle/view.h"

static const char *const acts[] = {"capture", "build", "trotta", "discard", NULL};
enum { CAPTURE, BUILD, TROTTA, DISCARD };

enum { ACT, CARD, PILES, VALUE, LOCKED, CARDS, MULLES, TABBE };

const tp_member mulle_move_members[] = {
    [ACT] = {.name = "act", .kind = TP_VALUE_CODE, .codes = acts, .help = "what was done"},
    [CARD] = {.name = "card",
              .kind = TP_VALUE_CARD,
              .deck = MULLE_CHANCE_CARD,
              .help = "the card that was played"},
    [PILES] = {.name = "piles",
               .kind = TP_VALUE_NUMBER,
               .list = TP_LIST,
               .help =
                   "the piles that it took (capture), was laid on (build) or gathered (trotta), as they were "
                   "numbered in the view before"},
    [VALUE] = {.name = "value",
               .kind = TP_VALUE_NUMBER,
               .help = "build, trotta, and discard into a build: the value of the build"},
    [LOCKED] = {.name = "locked", .kind = TP_VALUE_BOOL, .help = "with value: is the build locked now?"},
    [CARDS] = {.name = "cards",
               .kind = TP_VALUE_CARD,
               .list = TP_LIST,
               .deck = MULLE_CHANCE_CARD,
               .help = "capture: what was taken from the table; with value: everything in the build now"},
    [MULLES] = {.name = "mulles",
                .kind = TP_VALUE_CARD,
                .list = TP_LIST,
                .deck = MULLE_CHANCE_CARD,
                .help = "capture: the cards of which it made a mulle"},
    [TABBE] = {.name = "tabbe", .kind = TP_VALUE_BOOL, .help = "capture: true if it emptied the table"},
    {.name = NULL},
};

static void add_cards(tp_made *out, uint32_t member, mulle_cards cards) {
    for (uint64_t set = cards.one; set != 0; set &= set - 1) {
        uint32_t card = tp_lowest_bit(set);
        for (uint32_t i = mulle_copies(cards, card); i > 0; i--) tp_made_add(out, member, card);
    }
}

static uint32_t add_piles(tp_made *out, const mulle_state *state, mulle_piles piles) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < state->table.pile_count; i++) {
        if (!mulle_holds(piles, i)) continue;
        tp_made_add(out, PILES, i);
        count++;
    }
    return count;
}

static void add_build(tp_made *out, const mulle_view *before, uint32_t seat, tp_move move, uint32_t value) {
    bool is_locked;
    mulle_cards cards = mulle_built(before, seat, move, value, &is_locked);
    tp_made_add(out, VALUE, value);
    tp_made_add(out, LOCKED, is_locked);
    add_cards(out, CARDS, cards);
}

static void add_capture(tp_made *out, const mulle_state *state, tp_move move) {
    mulle_piles piles = mulle_move_piles(state, move);
    mulle_haul haul = mulle_look_at(state, piles);
    mulle_cards mulles = {mulle_pairs(&haul, mulle_move_card(move)), 0};
    uint32_t count = add_piles(out, state, piles);
    add_cards(out, CARDS, haul.cards);
    add_cards(out, MULLES, mulles);
    if (count == state->table.pile_count) tp_made_add(out, TABBE, 1);
}

/* Piles and builds lie open, and a card that is played is seen by everybody. */
void mulle_made(const void *view_before, const tp_event *seen, const void *view_after, tp_made *out) {
    const mulle_view *before = view_before;
    const mulle_state *state = &before->known;
    tp_move move = seen->move;
    uint32_t card = mulle_move_card(move), kind = mulle_move_kind(move), seat = (uint32_t)seen->seat,
             value = mulle_table_value(card);
    mulle_place own;
    (void)view_after;
    bool trotta = kind == MULLE_OTHER && mulle_move_payload(move) == MULLE_TROTTA;
    bool discards = kind == MULLE_OTHER && mulle_move_payload(move) == MULLE_DISCARD;
    tp_made_add(out, ACT, kind == MULLE_BUILDING ? BUILD : trotta ? TROTTA : discards ? DISCARD : CAPTURE);
    tp_made_add(out, CARD, card);
    if (kind == MULLE_BUILDING) {
        tp_made_add(out, PILES, mulle_move_pile(move));
        add_build(out, before, seat, move, mulle_move_value(move));
    } else if (trotta) {
        add_piles(out, state, mulle_trotta_piles(state, seat, value));
        add_build(out, before, seat, move, value);
    } else if (!discards) {
        add_capture(out, state, move);
    } else if (mulle_find_build(state, seat, value, &own)) {
        add_build(out, before, seat, move, value);
    }
}

/* ---- views ---- */

static const tp_member pile_fields[] = {
    {.name = "build", .kind = TP_VALUE_NUMBER, .help = "the value of the build"},
    {.name = "owner", .kind = TP_VALUE_SEAT, .codes = mulle_seat_names, .help = "whose build it is"},
    {.name = "locked", .kind = TP_VALUE_BOOL, .help = "nobody can change it"},
    {.name = "cards",
     .kind = TP_VALUE_CARD,
     .list = TP_LIST,
     .deck = MULLE_CHANCE_CARD,
     .help = "what is in it"},
    {.name = NULL},
};

static const tp_member score_fields[] = {
    {.name = "mulle", .kind = TP_VALUE_NUMBER, .help = "points for mulles"},
    {.name = "tabbe", .kind = TP_VALUE_NUMBER, .help = "points for tabbar"},
    {.name = "intake", .kind = TP_VALUE_NUMBER, .help = "points for cards"},
    {.name = "bonus", .kind = TP_VALUE_NUMBER, .help = "twice the intake above 20"},
    {.name = "total", .kind = TP_VALUE_NUMBER, .help = "the sum"},
    {.name = NULL},
};

const tp_member mulle_view_fields[] = {
    {.name = "to_move",
     .kind = TP_VALUE_SEAT,
     .codes = mulle_seat_names,
     .flags = TP_ASIDE,
     .help = "whose turn it is"},
    {.name = "starter", .kind = TP_VALUE_SEAT, .codes = mulle_seat_names, .help = "who starts the rond"},
    {.name = "rond", .kind = TP_VALUE_NUMBER, .help = "the rond"},
    {.name = "omgang", .kind = TP_VALUE_NUMBER, .help = "the omgång"},
    {.name = "table",
     .kind = TP_VALUE_OBJECT,
     .list = TP_LIST,
     .members = pile_fields,
     .flags = TP_OR_CARD,
     .deck = MULLE_CHANCE_CARD,
     .help = "the piles: loose cards and builds"},
    {.name = "hands",
     .kind = TP_VALUE_CARD,
     .of_lists = true,
     .seen_by = TP_SEEN_BY_OWNER,
     .list = TP_BY_NAMED_SEAT,
     .codes = mulle_seat_names,
     .deck = MULLE_CHANCE_CARD,
     .help = "cards in hand"},
    {.name = "implied",
     .kind = TP_VALUE_NUMBER,
     .of_lists = true,
     .flags = TP_DETAIL,
     .list = TP_BY_NAMED_SEAT,
     .codes = mulle_seat_names,
     .help = "hand values that the hand is known to hold"},
    {.name = "captured",
     .kind = TP_VALUE_CARD,
     .of_lists = true,
     .flags = TP_DETAIL,
     .list = TP_BY_NAMED_SEAT,
     .codes = mulle_seat_names,
     .deck = MULLE_CHANCE_CARD,
     .help = "cards taken in this omgång"},
    {.name = "mulles",
     .kind = TP_VALUE_CARD,
     .of_lists = true,
     .list = TP_BY_NAMED_SEAT,
     .codes = mulle_seat_names,
     .deck = MULLE_CHANCE_CARD,
     .help = "cards of which a mulle was made"},
    {.name = "tabbe",
     .kind = TP_VALUE_NUMBER,
     .list = TP_BY_NAMED_SEAT,
     .codes = mulle_seat_names,
     .help = "tabbar"},
    {.name = "score",
     .kind = TP_VALUE_OBJECT,
     .members = score_fields,
     .list = TP_BY_NAMED_SEAT,
     .codes = mulle_seat_names,
     .help = "points in this omgång"},
    {.name = "session",
     .kind = TP_VALUE_NUMBER,
     .list = TP_BY_NAMED_SEAT,
     .codes = mulle_seat_names,
     .help = "points over all omgångar"},
    {.name = "over", .kind = TP_VALUE_BOOL, .flags = TP_ASIDE, .help = "the game is over"},
    {.name = "stock", .kind = TP_VALUE_NUMBER, .help = "cards in the stock"},
    {.name = "viewer",
     .kind = TP_VALUE_VIEWER,
     .codes = mulle_seat_names,
     .flags = TP_ASIDE,
     .help = "whose view it is"},
    {.name = NULL},
};
