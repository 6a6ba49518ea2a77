/* Mus: moves and views as data, for clients. */
#include "games/mus/view.h"

/* In the order of the moves. */
static const char *const acts[] = {"mus",    "no_mus", "paso", "no_quiero", "quiero",
                                   "ordago", "envido", "mas",  "discard",   NULL};
enum { ENVIDO = MUS_MOVE_ORDAGO + 1, MAS, DISCARD };

static const char *const lances[] = {"GRANDE", "CHICA", "PARES", "JUEGO", "PUNTO", NULL};

enum { ACT, LANCE, AMOUNT, STAKE, CARDS };

const tp_member mus_move_members[] = {
    [ACT] = {.name = "act", .kind = TP_VALUE_CODE, .codes = acts, .help = "what was said or done"},
    [LANCE] = {.name = "lance",
               .kind = TP_VALUE_CODE,
               .codes = lances,
               .help = "the lance in which it was said; not for mus, no_mus and discard"},
    [AMOUNT] = {.name = "amount", .kind = TP_VALUE_NUMBER, .help = "envido: the bet; mas: the raise"},
    [STAKE] = {.name = "stake", .kind = TP_VALUE_NUMBER, .help = "envido, mas: what is proposed in all"},
    [CARDS] = {.name = "cards",
               .kind = TP_VALUE_CARD,
               .list = TP_LIST,
               .deck = MUS_CHANCE_CARD,
               .help = "discard: the cards that were put down"},
    {.name = NULL},
};

/* The cards themselves only if the viewer sees the hand; else as many as were put down. */
static void add_discard(const mus_view *before, tp_move move, tp_made *out) {
    uint8_t cards[MUS_HAND];
    uint32_t known = mus_find_discard(before, move, cards);
    for (uint32_t i = 0; i < mus_count_discard(move); i++)
        tp_made_add(out, CARDS, i < known ? cards[i] : TP_HIDDEN);
}

void mus_made(const void *view_before, const tp_event *seen, const void *view_after, tp_made *out) {
    const mus_view *before = view_before;
    const mus_table *table = &before->table;
    uint32_t kind = seen->move & ~0xffu, number = seen->move & 0xff;
    (void)view_after;
    if (seen->move >= MUS_MOVE_DISCARD) {
        tp_made_add(out, ACT, DISCARD);
        add_discard(before, seen->move, out);
        return;
    }
    tp_made_add(out, ACT, kind == MUS_MOVE_ENVIDO ? ENVIDO : kind == MUS_MOVE_MAS ? MAS : seen->move);
    if (mus_is_lance(table->phase)) tp_made_add(out, LANCE, table->phase - MUS_PHASE_GRANDE);
    if (kind == 0) return;
    tp_made_add(out, AMOUNT, number);
    tp_made_add(out, STAKE, kind == MUS_MOVE_MAS ? table->stake + number : number);
}

/* ---- views ---- */

static const char *const reasons[] = {
    "grande", "grande:deje", "grande:ordago", "chica", "chica:deje", "chica:ordago",
    "pares",  "pares:deje",  "pares:ordago",  "juego", "juego:deje", "juego:ordago",
    "punto",  "punto:deje",  "punto:ordago",  NULL,
};

static const tp_member lance_fields[] = {
    {.name = "stake", .kind = TP_VALUE_NUMBER, .help = "what is proposed, in stones"},
    {.name = "agreed", .kind = TP_VALUE_NUMBER, .help = "what was proposed before"},
    {.name = "bettor", .kind = TP_VALUE_SEAT, .flags = TP_OR_NULL, .help = "who made the proposal"},
    {.name = "passed",
     .kind = TP_VALUE_SEAT,
     .list = TP_LIST,
     .help = "who said paso or, after a bet, no quiero"},
    {.name = "accepted",
     .kind = TP_VALUE_SEAT,
     .list = TP_LIST,
     .help = "who accepted, or gave another answer than no quiero"},
    {.name = "ordago", .kind = TP_VALUE_BOOL, .help = "the proposal is the whole game"},
    {.name = "raises", .kind = TP_VALUE_NUMBER, .help = "raises so far"},
    {.name = "raised",
     .kind = TP_VALUE_NUMBER,
     .list = TP_BY_SEAT,
     .flags = TP_DETAIL,
     .help = "raises of each seat"},
    {.name = "answer",
     .kind = TP_VALUE_TEXT,
     .flags = TP_OR_NULL,
     .help = "the best answer so far, as a move, if partners answer one after the other"},
    {.name = "answer_by", .kind = TP_VALUE_SEAT, .flags = TP_OR_NULL, .help = "who gave it"},
    {.name = NULL},
};

static const tp_member declared_fields[] = {
    {.name = "pares",
     .kind = TP_VALUE_SEAT,
     .list = TP_LIST,
     .flags = TP_OR_NULL,
     .help = "who has pares; null before it was asked"},
    {.name = "juego",
     .kind = TP_VALUE_SEAT,
     .list = TP_LIST,
     .flags = TP_OR_NULL,
     .help = "who has juego; null before it was asked"},
    {.name = NULL},
};

static const tp_member result_fields[] = {
    {.name = "kind", .kind = TP_VALUE_CODE, .codes = mus_result_names, .help = "how the lance ended"},
    {.name = "stake", .kind = TP_VALUE_NUMBER, .help = "BET: what was bet"},
    {.name = "seat", .kind = TP_VALUE_SEAT, .help = "FOLD: who bet"},
    {.name = "seats", .kind = TP_VALUE_SEAT, .list = TP_LIST, .help = "BET without partners: who compares"},
    {.name = NULL},
};

static const tp_member bet_fields[] = {
    {.name = "seat", .kind = TP_VALUE_SEAT, .help = "who made it"},
    {.name = "stake", .kind = TP_VALUE_NUMBER, .help = "what was proposed in all; 0 for an ordago"},
    {.name = "ordago", .kind = TP_VALUE_BOOL, .help = "the proposal was the whole game"},
    {.name = NULL},
};

static const tp_member betting_fields[] = {
    {.name = "bets",
     .kind = TP_VALUE_OBJECT,
     .list = TP_LIST,
     .members = bet_fields,
     .help = "the first proposals"},
    {.name = "count", .kind = TP_VALUE_NUMBER, .help = "how many proposals there were"},
    {.name = "wanted", .kind = TP_VALUE_SEAT, .list = TP_LIST, .help = "who accepted the last one"},
    {.name = NULL},
};

static const tp_member entry_fields[] = {
    {.name = "reason", .kind = TP_VALUE_CODE, .codes = reasons, .help = "what it was for"},
    {.name = "side", .kind = TP_VALUE_SIDE, .help = "who scored"},
    {.name = "stones", .kind = TP_VALUE_NUMBER, .help = "how much"},
    {.name = NULL},
};

static const tp_member last_fields[] = {
    {.name = "log",
     .kind = TP_VALUE_TUPLE,
     .list = TP_LIST,
     .members = entry_fields,
     .help = "what was scored"},
    {.name = "hands",
     .kind = TP_VALUE_CARD,
     .list = TP_BY_SEAT,
     .of_lists = true,
     .deck = MUS_CHANCE_CARD,
     .help = "the hands that were shown"},
    {.name = NULL},
};

const tp_member mus_view_fields[] = {
    {.name = "players", .kind = TP_VALUE_NUMBER, .flags = TP_ASIDE, .help = "seats"},
    {.name = "mano", .kind = TP_VALUE_SEAT, .help = "who speaks first"},
    {.name = "phase", .kind = TP_VALUE_CODE, .codes = mus_phase_names, .help = "what is going on"},
    {.name = "to_act", .kind = TP_VALUE_SEAT, .flags = TP_OR_NULL | TP_ASIDE, .help = "whose turn it is"},
    {.name = "hands",
     .kind = TP_VALUE_CARD,
     .list = TP_BY_SEAT,
     .of_lists = true,
     .deck = MUS_CHANCE_CARD,
     .seen_by = TP_SEEN_BY_OWNER,
     .help = "cards in hand"},
    {.name = "score", .kind = TP_VALUE_NUMBER, .list = TP_BY_SIDE, .help = "stones in this juego"},
    {.name = "juegos", .kind = TP_VALUE_NUMBER, .list = TP_BY_SIDE, .help = "juegos won in this vaca"},
    {.name = "vacas", .kind = TP_VALUE_NUMBER, .list = TP_BY_SIDE, .help = "vacas won"},
    {.name = "lance", .kind = TP_VALUE_OBJECT, .members = lance_fields, .help = "the lance under way"},
    {.name = "declared", .kind = TP_VALUE_OBJECT, .members = declared_fields, .help = "who declared what"},
    {.name = "results",
     .kind = TP_VALUE_OBJECT,
     .list = TP_LIST,
     .members = result_fields,
     .flags = TP_DETAIL,
     .help = "how each lance ended, in the order of the lances"},
    {.name = "betting",
     .kind = TP_VALUE_OBJECT,
     .list = TP_LIST,
     .members = betting_fields,
     .flags = TP_DETAIL,
     .help = "the proposals of each lance in this hand"},
    {.name = "log",
     .kind = TP_VALUE_TUPLE,
     .list = TP_LIST,
     .members = entry_fields,
     .flags = TP_DETAIL,
     .help = "what was scored in this hand"},
    {.name = "rounds", .kind = TP_VALUE_NUMBER, .help = "rounds of discards in this hand"},
    {.name = "discarded",
     .kind = TP_VALUE_NUMBER,
     .list = TP_BY_SEAT,
     .flags = TP_DETAIL,
     .help = "cards put down in the latest round"},
    {.name = "last_hand",
     .kind = TP_VALUE_OBJECT,
     .members = last_fields,
     .flags = TP_DETAIL,
     .help = "the hand before"},
    {.name = "over", .kind = TP_VALUE_BOOL, .flags = TP_ASIDE, .help = "the match is over"},
    {.name = "winner", .kind = TP_VALUE_SIDE, .flags = TP_OR_NULL | TP_ASIDE, .help = "who won"},
    {.name = "discards",
     .kind = TP_VALUE_CARD,
     .list = TP_BY_SEAT,
     .of_lists = true,
     .deck = MUS_CHANCE_CARD,
     .flags = TP_OR_NUMBER | TP_DETAIL,
     .seen_by = TP_SEEN_BY_OWNER,
     .help = "cards in the discard pile; of others how many"},
    {.name = "put_down",
     .kind = TP_VALUE_CARD,
     .list = TP_LIST,
     .deck = MUS_CHANCE_CARD,
     .seen_by = TP_SEEN_BY_OWNER,
     .help = "the viewer's own cards put down in this round"},
    {.name = "returned",
     .kind = TP_VALUE_CARD,
     .list = TP_BY_SEAT,
     .of_lists = true,
     .deck = MUS_CHANCE_CARD,
     .flags = TP_OR_NULL | TP_DETAIL,
     .seen_by = TP_SEEN_BY_OWNER,
     .help = "own discards that went back into the stock"},
    {.name = "stock", .kind = TP_VALUE_NUMBER, .help = "cards in the stock"},
    {.name = "viewer", .kind = TP_VALUE_VIEWER, .flags = TP_ASIDE, .help = "whose view it is"},
    {.name = NULL},
};
