/* Bruno: moves and views as data, for clients. */
#include "games/bruno/view.h"

static const char *const acts[] = {"play", "flip", "pick_up", NULL};
static const char *const places[] = {"hand", "shown", "hidden", NULL};

enum { ACT, FROM, CARDS, PICKED_UP };
enum { PLAY, FLIP, PICK_UP };

const tp_member bruno_move_members[] = {
    [ACT] = {.name = "act", .kind = TP_VALUE_CODE, .codes = acts, .help = "what was done"},
    [FROM] = {.name = "from",
              .kind = TP_VALUE_CODE,
              .codes = places,
              .help = "play, flip: where the cards lay"},
    [CARDS] = {.name = "cards",
               .kind = TP_VALUE_CARD,
               .list = TP_LIST,
               .deck = BRUNO_CHANCE_DEAL,
               .help = "play, flip: the cards that were played or turned over"},
    [PICKED_UP] = {.name = "picked_up",
                   .kind = TP_VALUE_CARD,
                   .list = TP_LIST,
                   .deck = BRUNO_CHANCE_DEAL,
                   .help = "the pile that went to the hand; after a flip the flipped card goes there too"},
    {.name = NULL},
};

static void add_cards(tp_made *out, uint32_t member, uint64_t cards) {
    for (; cards != 0; cards &= cards - 1) tp_made_add(out, member, tp_lowest_bit(cards));
}

/* Everything here lies open: the pile, what has left the game, and what everybody saw turned over. */
void bruno_made(const void *view_before, const tp_event *seen, const void *view_after, tp_made *out) {
    const bruno_table *before = &((const bruno_view *)view_before)->table,
                      *after = &((const bruno_view *)view_after)->table;
    uint32_t seat = (uint32_t)seen->seat;
    if (seen->move == BRUNO_PICKUP) {
        tp_made_add(out, ACT, PICK_UP);
        add_cards(out, PICKED_UP, before->pile);
        return;
    }
    if (seen->move == BRUNO_FLIP) {
        uint64_t flipped = after->open & ~before->open;
        tp_made_add(out, ACT, FLIP);
        tp_made_add(out, FROM, 2);
        add_cards(out, CARDS, flipped);
        if ((after->known[seat] & flipped) != 0) add_cards(out, PICKED_UP, before->pile);
        return;
    }
    tp_made_add(out, ACT, PLAY);
    tp_made_add(out, FROM, after->shown[seat] != before->shown[seat]);
    add_cards(out, CARDS, (after->pile | after->removed) & ~(before->pile | before->removed));
}

/* ---- views ---- */

const tp_member bruno_view_fields[] = {
    {.name = "current", .kind = TP_VALUE_SEAT, .flags = TP_ASIDE, .help = "whose turn it is"},
    {.name = "to_beat",
     .kind = TP_VALUE_CODE,
     .codes = bruno_rank_names,
     .flags = TP_OR_NULL,
     .help = "the rank to beat; null: any card may be led"},
    {.name = "pile",
     .kind = TP_VALUE_CARD,
     .list = TP_LIST,
     .deck = BRUNO_CHANCE_DEAL,
     .help = "the pile, in no order"},
    {.name = "removed_tens",
     .kind = TP_VALUE_NUMBER,
     .flags = TP_DETAIL,
     .help = "tens that have left the game"},
    {.name = "removed",
     .kind = TP_VALUE_CARD,
     .list = TP_LIST,
     .deck = BRUNO_CHANCE_DEAL,
     .help = "cards that have left the game"},
    {.name = "hands",
     .kind = TP_VALUE_CARD,
     .list = TP_BY_SEAT,
     .of_lists = true,
     .seen_by = TP_SEEN_BY_KNOWERS,
     .deck = BRUNO_CHANCE_DEAL,
     .help = "cards in hand"},
    {.name = "shown",
     .kind = TP_VALUE_CARD,
     .list = TP_BY_SEAT,
     .of_lists = true,
     .deck = BRUNO_CHANCE_DEAL,
     .help = "shown cards on the table"},
    {.name = "hidden",
     .kind = TP_VALUE_CARD,
     .list = TP_BY_SEAT,
     .of_lists = true,
     .seen_by = TP_SEEN_BY_KNOWERS,
     .deck = BRUNO_CHANCE_DEAL,
     .help = "hidden cards on the table, the next one first"},
    {.name = "known",
     .kind = TP_VALUE_CARD,
     .list = TP_BY_SEAT,
     .of_lists = true,
     .flags = TP_DETAIL,
     .deck = BRUNO_CHANCE_DEAL,
     .help = "hand cards that everybody saw going there"},
    {.name = "allowed",
     .kind = TP_VALUE_CODE,
     .list = TP_BY_SEAT,
     .of_lists = true,
     .codes = bruno_rank_names,
     .flags = TP_OR_NULL | TP_DETAIL,
     .help = "ranks that unknown hand cards can have; null: all"},
    {.name = "seen",
     .kind = TP_VALUE_CARD,
     .list = TP_BY_SEAT,
     .of_lists = true,
     .flags = TP_OR_NULL | TP_DETAIL,
     .seen_by = TP_SEEN_BY_OWNER,
     .deck = BRUNO_CHANCE_DEAL,
     .help = "cards that the seat has seen and that do not lie open"},
    {.name = "seen_by_all",
     .kind = TP_VALUE_CARD,
     .list = TP_LIST,
     .flags = TP_DETAIL,
     .deck = BRUNO_CHANCE_DEAL,
     .help = "cards that once lay open and do not now"},
    {.name = "plies", .kind = TP_VALUE_NUMBER, .flags = TP_ASIDE, .help = "moves made so far"},
    {.name = "over", .kind = TP_VALUE_BOOL, .flags = TP_ASIDE, .help = "the game is over"},
    {.name = "winner", .kind = TP_VALUE_SEAT, .flags = TP_OR_NULL | TP_ASIDE, .help = "who has no card left"},
    {.name = "winning_team", .kind = TP_VALUE_SIDE, .flags = TP_OR_NULL | TP_ASIDE, .help = "who won"},
    {.name = "viewer", .kind = TP_VALUE_VIEWER, .flags = TP_ASIDE, .help = "whose view it is"},
    {.name = NULL},
};
