/* Mus: what is said to people. Everything is told from views, so nothing can be told that its reader may not know. The calls keep
 * their Spanish words, with a gloss. */
#include "core/sentence.h"
#include "games/mus/view.h"

#include <stdio.h>
#include <string.h>

const char mus_rules_text[] =
    "Mus, for four players in two pairs (you and the player opposite), or for two.\n"
    "\n"
    "Forty Spanish cards: R (rey), C (caballo), S (sota), 7 6 5 4 3 2 and A (as), in\n"
    "oros, copas, espadas and bastos. Suits do not matter. With eight kings, which is\n"
    "usual, a 3 counts as a king and a 2 as an ace. R, C and S are worth ten points.\n"
    "\n"
    "Four cards each. From mano on, everybody says `mus` (let us change cards) or `no\n"
    "mus` (I cut). If all want mus, everybody discards one to four cards and draws as\n"
    "many, and is asked again. The first `no mus` starts the four lances:\n"
    "\n"
    "  Grande  the highest cards\n"
    "  Chica   the lowest cards\n"
    "  Pares   pairs: duples (two pairs or four alike) beat medias (three alike),\n"
    "          which beat par; only those who have pares play\n"
    "  Juego   31 points or more: 31 is best, then 32, 40, 37, 36, 35, 34, 33.\n"
    "          Nobody has it: punto, the most points\n"
    "\n"
    "In each lance, from mano on: `paso` (pass), `envido N` (bet N stones, 2 at\n"
    "least) or `ordago` (everything). The other side answers `quiero` (accept), `no\n"
    "quiero` (refuse), `mas N` (raise) or `ordago`. A refused bet brings what was\n"
    "agreed before it, 1 at least, at once (deje). An accepted ordago decides the\n"
    "juego on the spot. Ties go to the player nearest to mano.\n"
    "\n"
    "At the end of the hand the lances are counted in order: what was bet, or 1 for\n"
    "grande and chica; pares and juego bring their value besides, of both partners:\n"
    "par 1, medias 2, duples 3; juego 2, 31 is 3; punto 1. The first side with 40\n"
    "stones (8 amarracos of 5) wins the juego; two juegos win the vaca.\n";

static const char *const lance_titles[] = {"Grande", "Chica", "Pares", "Juego", "Punto"};
static const char *const lance_glosses[] = {"the highest cards", "the lowest cards", "the best pairs",
                                            "31 points or more", "the most points"};

/* ---- putting text together ---- */

static const char *stones(uint32_t count) { return count == 1 ? "stone" : "stones"; }

/* The seats of a side, by name: "you and {2}". */
static void say_side(writer *w, const mus_view *view, uint32_t side, bool begins_sentence) {
    bool first = true;
    for (uint32_t set = mus_seats_of(&view->table, side); set != 0; set &= set - 1) {
        uint32_t seat = tp_lowest_bit(set);
        if (!first) say(w, " and ");
        if (view->viewer == (int)seat) {
            say(w, first && begins_sentence ? "You" : "you");
        } else {
            say(w, "{%u}", seat);
        }
        first = false;
    }
}

static bool is_plural(const mus_view *view, uint32_t side) {
    uint32_t seats = mus_seats_of(&view->table, side);
    return (seats & (seats - 1)) != 0 || (view->viewer >= 0 && seats == mus_bit((uint32_t)view->viewer));
}

static void say_hand(writer *w, const uint8_t hand[MUS_HAND]) {
    for (uint32_t i = MUS_HAND; i-- > 0;) {
        char card[4];
        if (hand[i] >= MUS_CARDS) continue;
        mus_card_text(hand[i], card);
        say(w, " %s", card);
    }
}

/* ---- before a move ---- */

/* A discard by the cards that would go, a three and not a king. */
void mus_move_name(const void *view_bytes, tp_move move, char *text, size_t size) {
    const mus_view *view = view_bytes;
    const mus_rules *rules = &view->table.rules;
    const uint8_t *hand = view->hands[view->table.to_act];
    uint32_t ranks[MUS_HAND] = {0}, subset = 16;
    uint8_t cards[MUS_HAND] = {0};
    writer w = {text, size, 0};
    if (view->table.phase == MUS_PHASE_DISCARD && hand[MUS_HAND - 1] < MUS_CARDS) {
        mus_sort_by_rank(rules, hand, ranks, cards);
        subset = mus_discard_subset(rules, ranks, move);
    }
    if (subset == 0 || subset >= 16) {
        mus_move_text(move, text, size);
        return;
    }
    const char *between = "discard ";
    for (uint32_t i = 0; i < MUS_HAND; i++) {
        if (((subset >> i) & 1) == 0) continue;
        say(&w, "%s%c", between, mus_rank_names[mus_rank(cards[i])]);
        between = ",";
    }
}

/* What follows from a refusal. */
static void say_refusal(writer *w, const mus_view *view, uint32_t deje) {
    const mus_table *table = &view->table;
    uint32_t side = mus_side(table, table->bettor);
    if (table->accepted != 0) { /* somebody wants it */
        say(w, table->rules.ffa != 0 ? "refuse; you stay out of this lance"
                                     : "refuse; your partner has answered");
        return;
    }
    bool last = (mus_to_answer(table) & ~mus_bit(table->to_act)) == 0, pairs = is_plural(view, side);
    say(w, last ? "refuse; " : pairs ? "refuse; if your partner does too, " : "refuse; if nobody wants it ");
    if (pairs) say(w, "they take %u %s", deje, stones(deje));
    if (!pairs) say(w, "{%u} takes %u %s", table->bettor, deje, stones(deje));
}

void mus_move_help(const void *view_bytes, tp_move move, char *text, size_t size) {
    const mus_table *table = &((const mus_view *)view_bytes)->table;
    writer w = {text, size, 0};
    uint32_t kind = move & ~0xffu, number = move & 0xff,
             deje = table->rules.deje_always_1 != 0 || table->agreed == 0 ? 1u : table->agreed;
    text[0] = '\0';
    if (move == MUS_MOVE_MUS) {
        say(&w, "you want to change cards");
    } else if (move == MUS_MOVE_NO_MUS) {
        say(&w, "cut; the lances begin, with these cards");
    } else if (move == MUS_MOVE_PASO) {
        say(&w, "pass, bet nothing for now");
    } else if (move == MUS_MOVE_NO_QUIERO) {
        say_refusal(&w, view_bytes, deje);
    } else if (move == MUS_MOVE_QUIERO && table->ordago != 0) {
        say(&w, "accept; the cards decide the whole juego now");
    } else if (move == MUS_MOVE_QUIERO) {
        say(&w, "accept %u %s on this lance", table->stake, stones(table->stake));
    } else if (move == MUS_MOVE_ORDAGO) {
        say(&w, "bet the whole juego");
    } else if (kind == MUS_MOVE_ENVIDO) {
        say(&w, "bet %u %s", number, stones(number));
    } else if (kind == MUS_MOVE_MAS) {
        say(&w, "raise by %u to %u", number, table->stake + number);
    } else {
        uint32_t cards = 0;
        for (uint32_t shift = 0; shift < 16; shift += 4) cards += ((move >> shift) & 15) != 0;
        if (cards == 0) say(&w, "keep all your cards");
        if (cards > 0) say(&w, "put down %u %s and draw as many", cards, cards == 1 ? "card" : "cards");
    }
}

/* "2 to 38 stones", "2 or 5 stones": what may be bet. */
static void say_bets(writer *w, mus_range bets) {
    uint32_t count = mus_count_bets(bets);
    if (bets.only == 0 && count > 1) {
        say(w, "%u to %u stones", bets.low, bets.high);
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        const char *joint = i == 0 ? "" : i + 1 < count ? ", " : " or ";
        say(w, "%s%u", joint, mus_nth_bet(bets, i));
    }
    say(w, " %s", stones(count == 1 ? mus_nth_bet(bets, 0) : 2));
}

const char *mus_why_not(const void *view_bytes, tp_move move, char *sentence, size_t size) {
    const mus_table *table = &((const mus_view *)view_bytes)->table;
    writer w = {sentence, size, 0};
    uint32_t kind = move & ~0xffu;
    bool answers = table->bettor != MUS_NOBODY;
    mus_range bets = mus_bets(table);
    sentence[0] = '\0';
    if (table->phase == MUS_PHASE_MUS) {
        say(&w, "the question is mus: say mus or no mus");
    } else if (table->phase == MUS_PHASE_DISCARD) {
        say(&w,
            (move & ~0xffffu) == MUS_MOVE_DISCARD ? "you can only discard cards of your hand%s"
                                                  : "discard some of your cards%s",
            table->rules.min_discard > 0 ? ", one at least" : "");
    } else if (move == MUS_MOVE_MUS || move == MUS_MOVE_NO_MUS || (move & ~0xffffu) == MUS_MOVE_DISCARD) {
        say(&w, "the mus has been cut, the lances are being played");
    } else if (!answers && (move == MUS_MOVE_QUIERO || move == MUS_MOVE_NO_QUIERO || kind == MUS_MOVE_MAS)) {
        say(&w, "there is no bet to answer: paso, envido or ordago");
    } else if (answers && kind == MUS_MOVE_ENVIDO) {
        say(&w, "there is a bet already: quiero, no quiero, or mas to raise it");
    } else if (table->ordago != 0) {
        say(&w, "an ordago is answered by quiero or no quiero");
    } else if (kind == MUS_MOVE_MAS && mus_count_bets(bets) == 0) {
        say(&w, "the bet cannot be raised any more: quiero, no quiero or ordago");
    } else if (kind == MUS_MOVE_ENVIDO && mus_count_bets(bets) == 0) {
        say(&w, "the smallest bet is larger than the juego: paso or ordago");
    } else if (kind == MUS_MOVE_MAS || kind == MUS_MOVE_ENVIDO) {
        say(&w, kind == MUS_MOVE_MAS ? "a raise is " : "a bet is ");
        say_bets(&w, bets);
    } else {
        say(&w, "not now");
    }
    return "NOT_LEGAL";
}

/* ---- after a move ---- */

/* The viewer's own cards are named as what they are, a three and not a king. */
static void tell_discard(writer *w, const mus_view *before, const mus_view *after, uint32_t seat,
                         tp_move move) {
    uint32_t cards = 0;
    char named[TP_TEXT_SIZE];
    for (uint32_t shift = 0; shift < 16; shift += 4) cards += ((move >> shift) & 15) != 0;
    say_verb(w, after->viewer, seat, "discard");
    say(w, " %u %s", cards, cards == 1 ? "card" : "cards");
    mus_move_name(before, move, named, sizeof named);
    if (cards > 0 && (move & 15) <= MUS_RANKS) say(w, ": %s", named + strlen("discard "));
    say(w, ".\n");
}

static void tell_declared(writer *w, const mus_view *after, uint32_t set, const char *what) {
    say(w, "%s:", what);
    uint32_t seat = after->table.mano;
    for (uint32_t i = 0; i < after->table.rules.players; i++, seat = mus_next(&after->table, seat)) {
        bool has = ((set >> seat) & 1) != 0;
        if (after->viewer == (int)seat) {
            say(w, "%s you %s", i == 0 ? "" : ",", has ? "yes" : "no");
        } else {
            say(w, "%s {%u} %s", i == 0 ? "" : ",", seat, has ? "yes" : "no");
        }
    }
    say(w, ".\n");
}

static void tell_entry(writer *w, const mus_view *after, const mus_entry *entry) {
    const char *lance = lance_titles[entry->reason / 4 - MUS_PHASE_GRANDE];
    uint32_t how = entry->reason % 4u;
    bool plural = is_plural(after, entry->side);
    say(w, "%s: ", lance);
    say_side(w, after, entry->side, false);
    if (how == MUS_SCORED_ORDAGO) {
        say(w, " win%s the ordago.\n", plural ? "" : "s");
    } else {
        say(w, " take%s %u %s%s.\n", plural ? "" : "s", entry->stones, stones(entry->stones),
            how == MUS_SCORED_DEJE ? " (deje)" : "");
    }
}

/* The hand has ended: the cards, the count, and what it led to. */
static void tell_hand_end(writer *w, const mus_view *before, const mus_view *after) {
    const mus_table *table = &after->table;
    for (uint32_t i = 0, seat = before->table.mano; i < table->rules.players;
         i++, seat = mus_next(table, seat)) {
        say_verb(w, after->viewer, seat, "show");
        say_hand(w, table->last_hands[seat]);
        say(w, ".\n");
    }
    for (uint32_t i = before->table.log.count; i < table->last_log.count; i++)
        tell_entry(w, after, &table->last_log.entries[i]);
    for (uint32_t side = 0; side < mus_sides(table); side++) {
        bool vaca = table->vacas[side] > before->table.vacas[side],
             juego = table->juegos[side] > before->table.juegos[side];
        if (!vaca && !juego) continue;
        say_side(w, after, side, true);
        say(w, " win%s the %s.\n", is_plural(after, side) ? "" : "s",
            table->phase == MUS_PHASE_OVER ? "match"
            : vaca                         ? "vaca"
                                           : "juego");
    }
    if (table->phase == MUS_PHASE_OVER) return;
    say(w, "A new hand; ");
    if (after->viewer == (int)table->mano) {
        say(w, "you are mano.\n");
    } else {
        say(w, "{%u} is mano.\n", table->mano);
    }
}

/* Hands end within a ply: the log starts anew, or the match is over. */
static bool hand_ended(const mus_table *before, const mus_table *after) {
    return after->phase == MUS_PHASE_OVER || after->mano != before->mano;
}

static void tell_call(writer *w, const mus_view *before, const mus_view *after, uint32_t seat, tp_move move) {
    char call[TP_TEXT_SIZE];
    mus_move_text(move, call, sizeof call);
    say_verb(w, after->viewer, seat, "say");
    say(w, " \"%s\"", call);
    if ((move & ~0xffu) == MUS_MOVE_MAS) say(w, ", %u in all", before->table.stake + (move & 0xff));
    say(w, ".\n");
}

static void tell_progress(writer *w, const mus_view *before, const mus_view *after) {
    const mus_table *old = &before->table, *now = &after->table;
    if (hand_ended(old, now)) {
        tell_hand_end(w, before, after);
        return;
    }
    for (uint32_t i = old->log.count; i < now->log.count; i++) tell_entry(w, after, &now->log.entries[i]);
    if (now->declared >= 1 && old->declared < 1) tell_declared(w, after, now->pares, "Pares");
    if (now->declared >= 2 && old->declared < 2) tell_declared(w, after, now->juego, "Juego");
    if (now->phase != old->phase && mus_is_lance(now->phase)) {
        say(w, "%s, %s.\n", lance_titles[now->phase - MUS_PHASE_GRANDE],
            lance_glosses[now->phase - MUS_PHASE_GRANDE]);
    }
}

static uint64_t hand_set(const uint8_t hand[MUS_HAND]) {
    uint64_t set = 0;
    for (uint32_t i = 0; i < MUS_HAND; i++) set |= hand[i] < MUS_CARDS ? 1ull << hand[i] : 0;
    return set;
}

/* The cards that a seat got in this ply are told together, with the first of them, to whoever may see them. */
static void tell_cards(writer *w, const mus_view *before, const tp_event *seen, const mus_view *after) {
    uint32_t seat = (uint32_t)seen->seat;
    uint64_t cards = hand_set(after->hands[seat]);
    bool dealt = before == NULL || hand_ended(&before->table, &after->table);
    /* what was in the hand already, less what was put down and has come back */
    if (!dealt) cards &= ~hand_set(before->hands[seat]) | (after->returned & ~before->returned);
    if (after->table.phase == MUS_PHASE_OVER || cards == 0 || seen->outcome != tp_lowest_bit(cards)) return;
    if (after->viewer == seen->seat) {
        say(w, dealt ? "Your cards:" : "You get");
    } else {
        say(w, dealt ? "The cards of {%u}:" : "{%u} gets", seat);
    }
    for (uint32_t card = MUS_CARDS; card-- > 0;) {
        char text[4];
        if (((cards >> card) & 1) == 0) continue;
        mus_card_text(card, text);
        say(w, " %s", text);
    }
    say(w, ".\n");
}

static void tell_chance(writer *w, const mus_view *before, const tp_event *seen, const mus_view *after) {
    if (seen->kind == MUS_CHANCE_MANO) {
        say(w, seen->outcome == (uint32_t)after->viewer ? "You are mano.\n" : "{%u} is mano.\n",
            seen->outcome);
    } else if (seen->outcome != TP_HIDDEN) {
        tell_cards(w, before, seen, after);
    }
}

void mus_tell(const void *view_before, const tp_event *seen, const void *view_after, char *text,
              size_t size) {
    const mus_view *before = view_before, *after = view_after;
    writer w = {text, size, 0};
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
    say_end(&w);
}
