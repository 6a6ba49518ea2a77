/* Mus: what is said to people. Everything is told from views, so nothing can be told that its reader may not
 * know. The calls keep their Spanish words, with a gloss. */
#include "core/language.h"
#include "games/mus/view.h"
#include "tapete/sentence.h"

#include <stdio.h>
#include <string.h>

const char mus_rules_text[] =
    TR_MARK("Mus, for four players in two pairs (you and the player opposite), or for two.\n"
            "\n"
            "Forty Spanish cards: R (rey), C (caballo), S (sota), 7 6 5 4 3 2 and A (as), in\n"
            "oros, copas, espadas and bastos. Suits do not matter. With eight kings, which is\n"
            "usual, a 3 counts as a king and a 2 as an ace. R, C and S are worth ten points.\n"
            "\n"
            "Each player gets four cards. Starting with mano, each says `mus` (let us change\n"
            "cards) or `no mus` (I cut). If all want mus, each discards one to four cards and\n"
            "draws as many, and is asked again. The first `no mus` starts the four lances:\n"
            "\n"
            "  Grande  the highest cards\n"
            "  Chica   the lowest cards\n"
            "  Pares   pairs: duples (two pairs or four alike) beat medias (three alike),\n"
            "          which beat par; only those who have pares play\n"
            "  Juego   31 points or more: 31 is best, then 32, 40, 37, 36, 35, 34, 33.\n"
            "          Nobody has it: punto, the most points\n"
            "\n"
            "In each lance, starting with mano: `paso` (pass), `envido N` (bet N stones, 2 at\n"
            "least) or `ordago` (everything). The other side answers `quiero` (accept), `no\n"
            "quiero` (refuse), `mas N` (raise) or `ordago`. A refused bet brings what was\n"
            "agreed before it, 1 at least, at once (deje). An accepted ordago decides the\n"
            "game on the spot. Ties go to the player nearest to mano.\n"
            "\n"
            "At the end of the hand the lances are counted in order: what was bet, or 1 for\n"
            "grande and chica; pares and juego also bring their value, for both partners:\n"
            "par 1, medias 2, duples 3; juego 2, 31 is 3; punto 1. The first side with 40\n"
            "stones (8 amarracos of 5) wins the game; two games win the vaca.\n");

static const char *const lance_titles[] = {"Grande", "Chica", "Pares", "Juego", "Punto"};
static const char *const lances_begin[] = {
    TR_MARK("Grande, the highest cards."), TR_MARK("Chica, the lowest cards."),
    TR_MARK("Pares, the best pairs."),     TR_MARK("Juego, 31 points or more."),
    TR_MARK("Punto, the most points."),
};

/* ---- putting text together ---- */

/* The seats of a side, by what to call them. */
typedef struct side_names {
    enum { SIDE_YOU, SIDE_OTHER, SIDE_YOU_TWO, SIDE_OTHERS } person;
    uint32_t who, whom; /* the one who is not the viewer comes last */
} side_names;

static side_names names_of(const mus_view *view, uint32_t side) {
    uint32_t seats = mus_seats_of(&view->table, side),
             own = view->viewer >= 0 ? mus_bit((uint32_t)view->viewer) & seats : 0;
    uint32_t others = seats & ~own, first = own != 0 ? (uint32_t)view->viewer : tp_lowest_bit(seats);
    bool two = (seats & (seats - 1)) != 0;
    uint32_t last = own != 0 && two ? tp_lowest_bit(others)
                    : two           ? tp_lowest_bit(seats & (seats - 1))
                                    : first;
    return (side_names){own != 0 ? (two ? SIDE_YOU_TWO : SIDE_YOU)
                        : two    ? SIDE_OTHERS
                                 : SIDE_OTHER,
                        first, last};
}

static bool is_pair(const mus_view *view, uint32_t side) {
    uint32_t seats = mus_seats_of(&view->table, side);
    return (seats & (seats - 1)) != 0;
}

static uint64_t hand_set(const uint8_t hand[MUS_HAND]) {
    uint64_t set = 0;
    for (uint32_t i = 0; i < MUS_HAND; i++) set |= hand[i] < MUS_CARDS ? 1ull << hand[i] : 0;
    return set;
}

/* What a card counts as, for sorting: unknown ones come last. */
static uint32_t counts_as(const mus_rules *rules, uint32_t card) {
    return card >= MUS_CARDS ? 0
                             : 1 + 4 * mus_effective_rank(mus_rank(card), rules->kings8 != 0) +
                                   (mus_rank(card) == MUS_R || mus_rank(card) == MUS_A);
}

uint32_t mus_sort_to_show(const mus_rules *rules, const uint8_t hand[MUS_HAND], uint8_t sorted[MUS_HAND]) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < MUS_HAND; i++) {
        if (hand[i] == MUS_NO_CARD) continue;
        uint32_t place = count++;
        for (; place > 0 && counts_as(rules, sorted[place - 1]) < counts_as(rules, hand[i]); place--)
            sorted[place] = sorted[place - 1];
        sorted[place] = hand[i];
    }
    for (uint32_t i = count; i < MUS_HAND; i++) sorted[i] = MUS_NO_CARD;
    return count;
}

/* Those of some cards that are in a set, with spaces between, as the tables show them. */
static tp_phrase list_cards(const mus_rules *rules, const uint8_t cards[MUS_HAND], uint64_t set) {
    tp_phrase list = {""};
    tp_text w = {list.text, sizeof list.text, 0};
    uint8_t sorted[MUS_HAND];
    uint32_t count = mus_sort_to_show(rules, cards, sorted);
    for (uint32_t i = 0; i < count; i++) {
        char text[4];
        if (sorted[i] >= MUS_CARDS || ((set >> sorted[i]) & 1) == 0) continue;
        mus_card_text(sorted[i], text);
        tp_say(&w, w.used > 0 ? " %s" : "%s", tp_card_mark(text).text);
    }
    return list;
}

/* ---- before a move ---- */

/* The cards that a discard puts down, a three and not a king; the order is that of their ranks. How many: 0
 * if the viewer does not know them. */
uint32_t mus_find_discard(const mus_view *view, tp_move move, uint8_t found[MUS_HAND]) {
    const mus_rules *rules = &view->table.rules;
    const uint8_t *hand = view->hands[view->table.to_act];
    uint32_t ranks[MUS_HAND] = {0}, count = 0;
    uint8_t cards[MUS_HAND] = {0};
    if (view->table.phase != MUS_PHASE_DISCARD || hand[MUS_HAND - 1] >= MUS_CARDS) return 0;
    mus_sort_by_rank(rules, hand, ranks, cards);
    uint32_t subset = mus_discard_subset(rules, ranks, move);
    for (uint32_t i = 0; i < MUS_HAND && subset < 16; i++) {
        if (((subset >> i) & 1) != 0) found[count++] = cards[i];
    }
    return count;
}

void mus_move_name(const void *view, tp_move move, char *text, size_t size) {
    uint8_t cards[MUS_HAND];
    uint32_t count = mus_find_discard(view, move, cards);
    tp_phrase ranks = {""};
    tp_text list = {ranks.text, sizeof ranks.text, 0}, w = {text, size, 0};
    for (uint32_t i = 0; i < count; i++)
        tp_say(&list, i > 0 ? ",%c" : "%c", mus_rank_names[mus_rank(cards[i])]);
    if (count > 0) {
        tp_say(&w, TR_IN("Mus", "discard %s"), ranks.text);
    } else {
        mus_move_text(move, text, size);
    }
}

/* What follows from a refusal. */
static void say_refusal(tp_text *w, const mus_view *view, uint32_t deje) {
    const mus_table *table = &view->table;
    uint32_t side = mus_side(table, table->bettor);
    if (table->accepted != 0) { /* a player wants it */
        tp_say(w, table->rules.ffa != 0 ? TR("refuse; you stay out of this lance")
                                        : TR("refuse; your partner has answered"));
        return;
    }
    bool last = (mus_to_answer(table) & ~mus_bit(table->to_act)) == 0, pairs = is_pair(view, side);
    if (pairs && last) {
        tp_say(w, TR_N("refuse; they take %u stone", "refuse; they take %u stones", deje), deje);
    } else if (pairs) {
        tp_say(w,
               TR_N("refuse; if your partner does too, they take %u stone",
                    "refuse; if your partner does too, they take %u stones", deje),
               deje);
    } else if (last) {
        tp_say_who(w, table->bettor,
                   TR_N("refuse; {who} takes %u stone", "refuse; {who} takes %u stones", deje), deje);
    } else {
        tp_say_who(w, table->bettor,
                   TR_N("refuse; if nobody accepts, {who} takes %u stone",
                        "refuse; if nobody accepts, {who} takes %u stones", deje),
                   deje);
    }
}

uint32_t mus_count_discard(tp_move move) {
    uint32_t cards = 0;
    for (uint32_t shift = 0; shift < 16; shift += 4) cards += ((move >> shift) & 15) != 0;
    return cards;
}

void mus_move_help(const void *view_bytes, tp_move move, char *text, size_t size) {
    const mus_table *table = &((const mus_view *)view_bytes)->table;
    tp_text w = {text, size, 0};
    uint32_t kind = move & ~0xffu, number = move & 0xff,
             deje = table->rules.deje_always_1 != 0 || table->agreed == 0 ? 1u : table->agreed;
    text[0] = '\0';
    if (move == MUS_MOVE_MUS) {
        tp_say(&w, TR("vote to change cards"));
    } else if (move == MUS_MOVE_NO_MUS) {
        tp_say(&w, TR("cut; the lances start, with these cards"));
    } else if (move == MUS_MOVE_PASO) {
        tp_say(&w, TR("pass, without a bet for now"));
    } else if (move == MUS_MOVE_NO_QUIERO) {
        say_refusal(&w, view_bytes, deje);
    } else if (move == MUS_MOVE_QUIERO && table->ordago != 0) {
        tp_say(&w, TR("accept; the cards decide the whole game now"));
    } else if (move == MUS_MOVE_QUIERO) {
        tp_say(&w, TR_N("accept %u stone on this lance", "accept %u stones on this lance", table->stake),
               table->stake);
    } else if (move == MUS_MOVE_ORDAGO) {
        tp_say(&w, TR("bet the whole game"));
    } else if (kind == MUS_MOVE_ENVIDO) {
        tp_say(&w, TR_N("bet %u stone", "bet %u stones", number), number);
    } else if (kind == MUS_MOVE_MAS) {
        tp_say(&w, TR("raise by %u: %u stones on this lance"), number, table->stake + number);
    } else {
        uint32_t cards = mus_count_discard(move);
        if (cards == 0) tp_say(&w, TR("keep all your cards"));
        if (cards > 0)
            tp_say(&w, TR_N("discard %u card and draw as many", "discard %u cards and draw as many", cards),
                   cards);
    }
}

/* What may be bet: "a bet is 2 to 38 stones", "a raise is 2 or 5 stones". */
static void say_bets(tp_text *w, mus_range bets, bool raises) {
    uint32_t count = mus_count_bets(bets), only = mus_nth_bet(bets, 0);
    if (bets.only == 0 && count > 1) {
        tp_say(w, raises ? TR("a raise is %u to %u stones") : TR("a bet is %u to %u stones"), bets.low,
               bets.high);
        return;
    }
    tp_phrase list = tp_phrase_of("%u", only);
    for (uint32_t i = 1; i < count; i++)
        list = tp_phrase_of(i + 1 < count ? TR_IN("list", "%s, %u") : TR_IN("list", "%s or %u"), list.text,
                            mus_nth_bet(bets, i));
    uint32_t stones = count == 1 ? only : 2; /* several: in the plural */
    tp_say(w,
           raises ? TR_N("a raise is %s stone", "a raise is %s stones", stones)
                  : TR_N("a bet is %s stone", "a bet is %s stones", stones),
           list.text);
}

const char *mus_why_not(const void *view_bytes, tp_move move, char *sentence, size_t size) {
    const mus_table *table = &((const mus_view *)view_bytes)->table;
    tp_text w = {sentence, size, 0};
    uint32_t kind = move & ~0xffu;
    bool answers = table->bettor != MUS_NOBODY;
    mus_range bets = mus_bets(table);
    sentence[0] = '\0';
    if (table->phase == MUS_PHASE_MUS) {
        tp_say(&w, TR("the question is mus: say mus or no mus"));
    } else if (table->phase == MUS_PHASE_DISCARD) {
        bool must = table->rules.min_discard > 0;
        if ((move & ~0xffffu) == MUS_MOVE_DISCARD) {
            tp_say(&w, must ? TR("you can only discard cards of your hand, at least one")
                            : TR("you can only discard cards of your hand"));
        } else {
            tp_say(&w,
                   must ? TR("discard some of your cards, at least one") : TR("discard some of your cards"));
        }
    } else if (move == MUS_MOVE_MUS || move == MUS_MOVE_NO_MUS || (move & ~0xffffu) == MUS_MOVE_DISCARD) {
        tp_say(&w, TR("the mus has been cut, the lances are being played"));
    } else if (!answers && (move == MUS_MOVE_QUIERO || move == MUS_MOVE_NO_QUIERO || kind == MUS_MOVE_MAS)) {
        tp_say(&w, TR("there is no bet to answer: paso, envido or ordago"));
    } else if (answers && kind == MUS_MOVE_ENVIDO) {
        tp_say(&w, TR("there is a bet already: quiero, no quiero, or mas to raise it"));
    } else if (table->ordago != 0) {
        tp_say(&w, TR("an ordago is answered by quiero or no quiero"));
    } else if (kind == MUS_MOVE_MAS && mus_count_bets(bets) == 0) {
        tp_say(&w, TR("the bet cannot be raised further: quiero, no quiero or ordago"));
    } else if (kind == MUS_MOVE_ENVIDO && mus_count_bets(bets) == 0) {
        tp_say(&w, TR("the smallest bet is larger than the whole game: paso or ordago"));
    } else if (kind == MUS_MOVE_MAS || kind == MUS_MOVE_ENVIDO) {
        say_bets(&w, bets, kind == MUS_MOVE_MAS);
    } else {
        tp_say(&w, TR("not now"));
    }
    return "NOT_LEGAL";
}

/* ---- after a move ---- */

/* The viewer's own cards are named as what they are, a three and not a king. */
static void tell_discard(tp_text *w, const mus_view *before, const mus_view *after, uint32_t seat,
                         tp_move move) {
    uint32_t cards = mus_count_discard(move);
    bool own = after->viewer == (int)seat;
    uint8_t put_down[MUS_HAND];
    uint32_t known = mus_find_discard(before, move, put_down);
    uint64_t set = 0;
    for (uint32_t i = 0; i < known; i++) set |= (uint64_t)1 << put_down[i];
    if (known > 0) {
        tp_say_who(w, seat,
                   own ? TR_N("You discard %u card: %s.", "You discard %u cards: %s.", cards)
                       : TR_N("{who} discards %u card: %s.", "{who} discards %u cards: %s.", cards),
                   cards, list_cards(&before->table.rules, before->hands[seat], set).text);
    } else {
        tp_say_who(w, seat,
                   own ? TR_N("You discard %u card.", "You discard %u cards.", cards)
                       : TR_N("{who} discards %u card.", "{who} discards %u cards.", cards),
                   cards);
    }
    tp_say_line_end(w);
}

/* Who says that he has it: "Pares: you yes, {1} no." */
static void tell_declared(tp_text *w, const mus_view *after, uint32_t set, const char *what) {
    char text[TP_TEXT_SIZE] = "";
    tp_text answers = {text, sizeof text, 0};
    uint32_t seat = after->table.mano;
    for (uint32_t i = 0; i < after->table.rules.players; i++, seat = mus_next(&after->table, seat)) {
        bool has = ((set >> seat) & 1) != 0, own = after->viewer == (int)seat;
        if (i > 0) tp_say(&answers, TR_IN("between parts of a list", "%s, %s"), "", "");
        tp_say_who(&answers, seat,
                   own ? (has ? TR("you yes") : TR("you no")) : (has ? TR("{who} yes") : TR("{who} no")));
    }
    tp_say(w, TR_IN("declarations", "%s: %s."), what, text);
    tp_say_line_end(w);
}

static const char *takes(const side_names *names, uint32_t stones, bool deje) {
    switch (names->person) {
    case SIDE_YOU:
        return deje ? TR_N("%s: you take %u stone (deje).", "%s: you take %u stones (deje).", stones)
                    : TR_N("%s: you take %u stone.", "%s: you take %u stones.", stones);
    case SIDE_OTHER:
        return deje ? TR_N("%s: {who} takes %u stone (deje).", "%s: {who} takes %u stones (deje).", stones)
                    : TR_N("%s: {who} takes %u stone.", "%s: {who} takes %u stones.", stones);
    case SIDE_YOU_TWO:
        return deje ? TR_N("%s: you and {whom} take %u stone (deje).",
                           "%s: you and {whom} take %u stones (deje).", stones)
                    : TR_N("%s: you and {whom} take %u stone.", "%s: you and {whom} take %u stones.", stones);
    default:
        return deje ? TR_N("%s: {who} and {whom} take %u stone (deje).",
                           "%s: {who} and {whom} take %u stones (deje).", stones)
                    : TR_N("%s: {who} and {whom} take %u stone.", "%s: {who} and {whom} take %u stones.",
                           stones);
    }
}

static const char *wins_ordago(const side_names *names) {
    switch (names->person) {
    case SIDE_YOU: return TR("%s: you win the órdago.");
    case SIDE_OTHER: return TR("%s: {who} wins the órdago.");
    case SIDE_YOU_TWO: return TR("%s: you and {whom} win the órdago.");
    default: return TR("%s: {who} and {whom} win the órdago.");
    }
}

static const char *wins_match(const side_names *names) {
    switch (names->person) {
    case SIDE_YOU: return TR("You win the match.");
    case SIDE_OTHER: return TR("{who} wins the match.");
    case SIDE_YOU_TWO: return TR("You and {whom} win the match.");
    default: return TR("{who} and {whom} win the match.");
    }
}

static const char *wins_vaca(const side_names *names) {
    switch (names->person) {
    case SIDE_YOU: return TR("You win the vaca.");
    case SIDE_OTHER: return TR("{who} wins the vaca.");
    case SIDE_YOU_TWO: return TR("You and {whom} win the vaca.");
    default: return TR("{who} and {whom} win the vaca.");
    }
}

static const char *wins_juego(const side_names *names) {
    switch (names->person) {
    case SIDE_YOU: return TR_IN("Mus", "You win the game.");
    case SIDE_OTHER: return TR_IN("Mus", "{who} wins the game.");
    case SIDE_YOU_TWO: return TR_IN("Mus", "You and {whom} win the game.");
    default: return TR_IN("Mus", "{who} and {whom} win the game.");
    }
}

static void tell_entry(tp_text *w, const mus_view *after, const mus_entry *entry) {
    const char *lance = lance_titles[entry->reason / 4 - MUS_PHASE_GRANDE];
    uint32_t how = entry->reason % 4u;
    side_names names = names_of(after, entry->side);
    if (how == MUS_SCORED_ORDAGO) {
        tp_say_whom(w, names.who, names.whom, wins_ordago(&names), lance);
    } else {
        tp_say_whom(w, names.who, names.whom, takes(&names, entry->stones, how == MUS_SCORED_DEJE), lance,
                    entry->stones);
    }
    tp_say_line_end(w);
}

static void tell_mano(tp_text *w, const mus_view *after, uint32_t mano, bool new_hand) {
    bool own = after->viewer == (int)mano;
    if (new_hand) {
        tp_say_who(w, mano, own ? TR("A new hand; you are mano.") : TR("A new hand; {who} is mano."));
    } else {
        tp_say_who(w, mano, own ? TR("You are mano.") : TR("{who} is mano."));
    }
    tp_say_line_end(w);
}

/* The hand has ended: the cards, the count, and what it led to. */
static void tell_hand_end(tp_text *w, const mus_view *before, const mus_view *after) {
    const mus_table *table = &after->table;
    for (uint32_t i = 0, seat = before->table.mano; i < table->rules.players;
         i++, seat = mus_next(table, seat)) {
        tp_say_who(w, seat, after->viewer == (int)seat ? TR("You show %s.") : TR("{who} shows %s."),
                   list_cards(&table->rules, table->last_hands[seat], UINT64_MAX).text);
        tp_say_line_end(w);
    }
    for (uint32_t i = before->table.log.count; i < table->last_log.count; i++)
        tell_entry(w, after, &table->last_log.entries[i]);
    for (uint32_t side = 0; side < mus_sides(table); side++) {
        bool vaca = table->vacas[side] > before->table.vacas[side],
             juego = table->juegos[side] > before->table.juegos[side];
        if (!vaca && !juego) continue;
        side_names names = names_of(after, side);
        tp_say_whom(w, names.who, names.whom, "%s",
                    table->phase == MUS_PHASE_OVER ? wins_match(&names)
                    : vaca                         ? wins_vaca(&names)
                                                   : wins_juego(&names));
        tp_say_line_end(w);
    }
    if (table->phase != MUS_PHASE_OVER) tell_mano(w, after, table->mano, true);
}

/* Hands end within a ply: the log starts anew, or the match is over. */
static bool hand_ended(const mus_table *before, const mus_table *after) {
    return after->phase == MUS_PHASE_OVER || after->mano != before->mano;
}

/* What was said, in the words of the game, with its meaning. */
static void tell_call(tp_text *w, const mus_view *before, const mus_view *after, uint32_t seat,
                      tp_move move) {
    bool own = after->viewer == (int)seat;
    uint32_t number = move & 0xff;
    if (move == MUS_MOVE_MUS) {
        tp_say_who(w, seat,
                   own ? TR("You say \"mus\" (change cards).") : TR("{who} says \"mus\" (change cards)."));
    } else if (move == MUS_MOVE_NO_MUS) {
        tp_say_who(w, seat, own ? TR("You say \"no mus\" (cut).") : TR("{who} says \"no mus\" (cut)."));
    } else if (move == MUS_MOVE_PASO) {
        tp_say_who(w, seat, own ? TR("You say \"paso\" (pass).") : TR("{who} says \"paso\" (pass)."));
    } else if (move == MUS_MOVE_QUIERO) {
        tp_say_who(w, seat, own ? TR("You say \"quiero\" (accept).") : TR("{who} says \"quiero\" (accept)."));
    } else if (move == MUS_MOVE_NO_QUIERO) {
        tp_say_who(w, seat,
                   own ? TR("You say \"no quiero\" (refuse).") : TR("{who} says \"no quiero\" (refuse)."));
    } else if (move == MUS_MOVE_ORDAGO) {
        tp_say_who(w, seat,
                   own ? TR("You say \"órdago\" (everything).") : TR("{who} says \"órdago\" (everything)."));
    } else if ((move & ~0xffu) == MUS_MOVE_MAS) {
        tp_say_who(w, seat,
                   own ? TR("You say \"%u más\" (raise), %u in total.")
                       : TR("{who} says \"%u más\" (raise), %u in total."),
                   number, before->table.stake + number);
    } else {
        tp_say_who(w, seat, own ? TR("You say \"envido %u\" (bet).") : TR("{who} says \"envido %u\" (bet)."),
                   number);
    }
    tp_say_line_end(w);
}

static void tell_progress(tp_text *w, const mus_view *before, const mus_view *after) {
    const mus_table *old = &before->table, *now = &after->table;
    if (hand_ended(old, now)) {
        tell_hand_end(w, before, after);
        return;
    }
    for (uint32_t i = old->log.count; i < now->log.count; i++) tell_entry(w, after, &now->log.entries[i]);
    if (now->declared >= 1 && old->declared < 1) tell_declared(w, after, now->pares, "Pares");
    if (now->declared >= 2 && old->declared < 2) tell_declared(w, after, now->juego, "Juego");
    if (now->phase != old->phase && mus_is_lance(now->phase)) {
        tp_say(w, "%s", tp_translate(lances_begin[now->phase - MUS_PHASE_GRANDE]));
        tp_say_line_end(w);
    }
}

/* The cards that a seat got in this ply are told together, with the first of them, to the viewers who may see
 * them.
 */
static void tell_cards(tp_text *w, const mus_view *before, const tp_event *seen, const mus_view *after) {
    uint32_t seat = (uint32_t)seen->seat;
    uint64_t cards = hand_set(after->hands[seat]);
    bool dealt = before == NULL || hand_ended(&before->table, &after->table);
    /* what was in the hand already, less what was put down and has come back */
    if (!dealt) cards &= ~hand_set(before->hands[seat]) | (after->returned & ~before->returned);
    if (after->table.phase == MUS_PHASE_OVER || cards == 0 || seen->outcome != tp_lowest_bit(cards)) return;
    bool own = after->viewer == seen->seat;
    if (dealt) {
        tp_say_who(w, seat, own ? TR("Your cards: %s.") : TR("The cards of {who}: %s."),
                   list_cards(&after->table.rules, after->hands[seat], cards).text);
    } else {
        tp_say_who(w, seat,
                   own ? TR_IN("cards in short", "You get %s.") : TR_IN("cards in short", "{who} gets %s."),
                   list_cards(&after->table.rules, after->hands[seat], cards).text);
    }
    tp_say_line_end(w);
}

static void tell_chance(tp_text *w, const mus_view *before, const tp_event *seen, const mus_view *after) {
    if (seen->kind == MUS_CHANCE_MANO) {
        tell_mano(w, after, seen->outcome, false);
    } else if (seen->outcome != TP_HIDDEN) {
        tell_cards(w, before, seen, after);
    }
}

void mus_tell(const void *view_before, const tp_event *seen, const void *view_after, char *text,
              size_t size) {
    const mus_view *before = view_before, *after = view_after;
    tp_text w = {text, size, 0};
    text[0] = '\0';
    if (seen->type == TP_EVENT_CHANCE) {
        tell_chance(&w, before, seen, after);
    } else {
        uint32_t seat = (uint32_t)seen->seat;
        if ((seen->move & ~0xffffu) == MUS_MOVE_DISCARD) {
            tell_discard(&w, before, after, seat, seen->move);
        } else {
            tell_call(&w, before, after, seat, seen->move);
        }
        tell_progress(&w, before, after);
    }
    tp_say_end(&w);
}
