/* Kessel Sabacc: moves and views as data, for clients. */
#include "games/sabacc/view.h"

static const char *const acts[] = {"no_token", "token",  "pass", "draw", "take",
                                   "keep",     "refuse", "die",  NULL};
enum { NO_TOKEN, TOKEN, PASS, DRAW, TAKE, KEEP, REFUSE, DIE };

enum { ACT, WHICH, TARGET, FAMILY, SAND, BLOOD, VALUE };

const tp_member sabacc_move_members[] = {
    [ACT] = {.name = "act", .kind = TP_VALUE_CODE, .codes = acts, .help = "what was done"},
    [WHICH] = {.name = "token",
               .kind = TP_VALUE_CODE,
               .codes = sabacc_token_names,
               .help = "token: the token that was played"},
    [TARGET] = {.name = "target",
                .kind = TP_VALUE_SEAT,
                .help = "token: the seat that it is aimed at, if any"},
    [FAMILY] = {.name = "family",
                .kind = TP_VALUE_CODE,
                .codes = sabacc_family_names,
                .help = "draw, take, keep, refuse: the family of the card"},
    [SAND] = {.name = "sand",
              .kind = TP_VALUE_CARD,
              .deck = SABACC_CHANCE_SAND,
              .help = "draw, take: the Sand card that came; keep, refuse: the one that was discarded"},
    [BLOOD] = {.name = "blood",
               .kind = TP_VALUE_CARD,
               .deck = SABACC_CHANCE_BLOOD,
               .help = "the same for a Blood card"},
    [VALUE] = {.name = "value", .kind = TP_VALUE_NUMBER, .help = "die: what the chosen die shows"},
    {.name = NULL},
};

static void add_card(tp_made *out, uint32_t family, uint32_t card) {
    tp_made_add(out, FAMILY, family);
    tp_made_add(out, SAND + family, card < SABACC_CARDS ? card : TP_HIDDEN);
}

static void add_token(tp_made *out, tp_move move) {
    uint32_t token = sabacc_token_of_move(move), first_move = sabacc_token_moves[token];
    tp_made_add(out, ACT, TOKEN);
    tp_made_add(out, WHICH, token);
    if (sabacc_is_targeted(first_move)) tp_made_add(out, TARGET, move - first_move);
}

uint32_t sabacc_put_down(const sabacc_view *before, const sabacc_view *after, uint32_t seat, bool keeps) {
    uint32_t family = sabacc_drawn_family(&before->table),
             put_down = keeps ? before->hand[seat][family] : before->drawn;
    bool same_round = after->table.round == before->table.round && after->table.phase != SABACC_PHASE_OVER;
    return put_down >= SABACC_CARDS && same_round ? sabacc_discard_top(&after->table, family) : put_down;
}

void sabacc_made(const void *view_before, const tp_event *seen, const void *view_after, tp_made *out) {
    const sabacc_view *before = view_before, *after = view_after;
    tp_move move = seen->move;
    if (move == SABACC_NO_TOKEN) {
        tp_made_add(out, ACT, NO_TOKEN);
    } else if (move < SABACC_PASS) {
        add_token(out, move);
    } else if (move == SABACC_PASS) {
        tp_made_add(out, ACT, PASS);
    } else if (move <= SABACC_TAKE_BLOOD) {
        tp_made_add(out, ACT, move >= SABACC_TAKE_SAND ? TAKE : DRAW);
        add_card(out, (move - SABACC_DRAW_SAND) & 1, after->drawn);
    } else if (move == SABACC_KEEP || move == SABACC_REFUSE) {
        bool keeps = move == SABACC_KEEP;
        tp_made_add(out, ACT, keeps ? KEEP : REFUSE);
        add_card(out, sabacc_drawn_family(&before->table),
                 sabacc_put_down(before, after, (uint32_t)seen->seat, keeps));
    } else {
        tp_made_add(out, ACT, DIE);
        tp_made_add(out, VALUE, before->table.dice[move - SABACC_DIE1]);
    }
}

/* ---- views ---- */

static const char *const sources[] = {"DRAW_SAND", "DRAW_BLOOD", "TAKE_SAND", "TAKE_BLOOD", NULL};

static const tp_member hand_fields[] = {
    {.name = "sand",
     .kind = TP_VALUE_CARD,
     .deck = SABACC_CHANCE_SAND,
     .seen_by = TP_SEEN_BY_KNOWERS,
     .help = "the Sand card"},
    {.name = "blood",
     .kind = TP_VALUE_CARD,
     .deck = SABACC_CHANCE_BLOOD,
     .seen_by = TP_SEEN_BY_KNOWERS,
     .help = "the Blood card"},
    {.name = NULL},
};

static const tp_member discard_fields[] = {
    {.name = "sand",
     .kind = TP_VALUE_CARD,
     .list = TP_LIST,
     .deck = SABACC_CHANCE_SAND,
     .help = "the top first"},
    {.name = "blood",
     .kind = TP_VALUE_CARD,
     .list = TP_LIST,
     .deck = SABACC_CHANCE_BLOOD,
     .help = "the top first"},
    {.name = NULL},
};

static const tp_member known_fields[] = {
    {.name = "sand", .kind = TP_VALUE_SEAT, .list = TP_LIST, .help = "who knows the Sand card"},
    {.name = "blood", .kind = TP_VALUE_SEAT, .list = TP_LIST, .help = "who knows the Blood card"},
    {.name = NULL},
};

static const tp_member open_fields[] = {
    {.name = "sand", .kind = TP_VALUE_BOOL, .help = "the Sand card lies open"},
    {.name = "blood", .kind = TP_VALUE_BOOL, .help = "the Blood card lies open"},
    {.name = NULL},
};

static const tp_member value_fields[] = {
    {.name = "sand",
     .kind = TP_VALUE_NUMBER,
     .flags = TP_OR_NULL,
     .help = "what was chosen for a Sand Impostor"},
    {.name = "blood",
     .kind = TP_VALUE_NUMBER,
     .flags = TP_OR_NULL,
     .help = "what was chosen for a Blood Impostor"},
    {.name = NULL},
};

static const tp_member count_fields[] = {
    {.name = "sand", .kind = TP_VALUE_NUMBER, .help = "cards in the Sand pile"},
    {.name = "blood", .kind = TP_VALUE_NUMBER, .help = "cards in the Blood pile"},
    {.name = NULL},
};

static const tp_member revealed_fields[] = {
    {.name = "sand", .kind = TP_VALUE_CARD, .deck = SABACC_CHANCE_SAND, .help = "the Sand card"},
    {.name = "blood", .kind = TP_VALUE_CARD, .deck = SABACC_CHANCE_BLOOD, .help = "the Blood card"},
    {.name = "impostors", .kind = TP_VALUE_OBJECT, .members = value_fields, .help = "values of Impostors"},
    {.name = NULL},
};

const tp_member sabacc_view_fields[] = {
    {.name = "players", .kind = TP_VALUE_NUMBER, .flags = TP_ASIDE, .help = "seats"},
    {.name = "in_play",
     .kind = TP_VALUE_SEAT,
     .list = TP_LIST,
     .flags = TP_DETAIL,
     .help = "who is still in the game"},
    {.name = "first", .kind = TP_VALUE_SEAT, .help = "who goes first in this round"},
    {.name = "current", .kind = TP_VALUE_SEAT, .flags = TP_ASIDE, .help = "whose turn it is"},
    {.name = "turn", .kind = TP_VALUE_NUMBER, .help = "the turn of the round"},
    {.name = "round", .kind = TP_VALUE_NUMBER, .help = "the round"},
    {.name = "phase", .kind = TP_VALUE_CODE, .codes = sabacc_phase_names, .help = "what is to be decided"},
    {.name = "reserve", .kind = TP_VALUE_NUMBER, .list = TP_BY_SEAT, .help = "chips in the reserve"},
    {.name = "pot", .kind = TP_VALUE_NUMBER, .list = TP_BY_SEAT, .help = "chips in the pot"},
    {.name = "passed", .kind = TP_VALUE_SEAT, .list = TP_LIST, .help = "whose last action was a pass"},
    {.name = "immune", .kind = TP_VALUE_SEAT, .list = TP_LIST, .help = "whom tokens cannot touch"},
    {.name = "embargoed", .kind = TP_VALUE_SEAT, .list = TP_LIST, .help = "who must pass"},
    {.name = "free_draw", .kind = TP_VALUE_BOOL, .help = "the next draw costs nothing"},
    {.name = "devaluation", .kind = TP_VALUE_BOOL, .help = "a lone Sylop is worth 0"},
    {.name = "major_fraud", .kind = TP_VALUE_BOOL, .help = "Impostors are worth 6"},
    {.name = "cook_the_books", .kind = TP_VALUE_BOOL, .help = "the order of Sabaccs is reversed"},
    {.name = "prime", .kind = TP_VALUE_NUMBER, .flags = TP_OR_NULL, .help = "the value of Sabacc Prime"},
    {.name = "discard", .kind = TP_VALUE_OBJECT, .members = discard_fields, .help = "the discard piles"},
    {.name = "drawn",
     .kind = TP_VALUE_TEXT,
     .flags = TP_OR_NULL,
     .seen_by = TP_SEEN_BY_KNOWERS,
     .help = "the card that is being decided on, of the family of drawn_from; \"?\" if it is not known"},
    {.name = "drawn_from",
     .kind = TP_VALUE_CODE,
     .codes = sources,
     .flags = TP_OR_NULL,
     .help = "where it came from"},
    {.name = "dice",
     .kind = TP_VALUE_NUMBER,
     .list = TP_LIST,
     .flags = TP_OR_NULL,
     .help = "the two dice to choose from"},
    {.name = "impostor_family",
     .kind = TP_VALUE_CODE,
     .codes = sabacc_family_names,
     .flags = TP_OR_NULL,
     .help = "for which Impostor"},
    {.name = "hands",
     .kind = TP_VALUE_OBJECT,
     .list = TP_BY_SEAT,
     .members = hand_fields,
     .flags = TP_OR_NULL,
     .seen_by = TP_SEEN_BY_KNOWERS,
     .help = "cards in hand; null: out of the game"},
    {.name = "tokens",
     .kind = TP_VALUE_CODE,
     .list = TP_BY_SEAT,
     .of_lists = true,
     .codes = sabacc_token_names,
     .help = "tokens left"},
    {.name = "known",
     .kind = TP_VALUE_OBJECT,
     .list = TP_BY_SEAT,
     .members = known_fields,
     .flags = TP_OR_NULL | TP_DETAIL,
     .help = "who knows which card"},
    {.name = "open",
     .kind = TP_VALUE_OBJECT,
     .list = TP_BY_SEAT,
     .members = open_fields,
     .flags = TP_OR_NULL | TP_ASIDE,
     .help = "which cards lie open"},
    {.name = "impostors",
     .kind = TP_VALUE_OBJECT,
     .list = TP_BY_SEAT,
     .members = value_fields,
     .flags = TP_OR_NULL,
     .help = "values of Impostors"},
    {.name = "revealed",
     .kind = TP_VALUE_OBJECT,
     .list = TP_BY_SEAT,
     .members = revealed_fields,
     .flags = TP_OR_NULL | TP_DETAIL,
     .help = "hands of the last resolution"},
    {.name = "score", .kind = TP_VALUE_NUMBER, .list = TP_BY_SEAT, .help = "the score at the end"},
    {.name = "firsts",
     .kind = TP_VALUE_SEAT,
     .list = TP_LIST,
     .flags = TP_DETAIL,
     .help = "who had the best hand in the last resolution"},
    {.name = "winners", .kind = TP_VALUE_SEAT, .list = TP_LIST, .flags = TP_ASIDE, .help = "who won"},
    {.name = "over", .kind = TP_VALUE_BOOL, .flags = TP_ASIDE, .help = "the game is over"},
    {.name = "draw_pile", .kind = TP_VALUE_OBJECT, .members = count_fields, .help = "the draw piles"},
    {.name = "viewer", .kind = TP_VALUE_VIEWER, .flags = TP_ASIDE, .help = "whose view it is"},
    {.name = NULL},
};
