/* Leduc poker: moves and cards in words, and what is said to people. Everything is told from views. */
#include "core/language.h"
#include "games/leduc/view.h"
#include "tapete/sentence.h"

#include <stdio.h>
#include <string.h>

const char leduc_rules_text[] =
    TR_MARK("Leduc poker, two players, six cards: J, Q and K in spades and hearts.\n"
            "\n"
            "Each player puts 1 chip into the pot and gets one card. A betting round\n"
            "follows, then a card is turned up for both, then a second betting round. The\n"
            "first player begins both rounds.\n"
            "\n"
            "Check or bet. If the other player has bet, fold, call or raise. A bet is 2\n"
            "chips in the first round and 4 in the second; a raise adds as much again. In\n"
            "each round there are at most two bets and raises together, unless an option\n"
            "says otherwise.\n"
            "\n"
            "If a player folds, the other takes the pot. Otherwise both cards are shown. A\n"
            "card of the same rank as the one that is turned up is a pair, and wins.\n"
            "Without a pair the higher card wins. Equal cards split the pot.\n");

/* ---- notation ---- */

const char *const leduc_move_names[] = {"FOLD", "CHECK", "CALL", "BET", "RAISE", NULL};
const char *const leduc_card_names[] = {"Js", "Jh", "Qs", "Qh", "Ks", "Kh", "?", NULL};

void leduc_move_text(tp_move move, char *text, size_t size) {
    snprintf(text, size, "%s", move < LEDUC_MOVES ? leduc_move_names[move] : "?");
}

static tp_err find(const char *const *names, uint32_t count, const char *text, uint32_t *out) {
    for (uint32_t i = 0; i < count; i++) {
        if (strcmp(text, names[i]) != 0) continue;
        *out = i;
        return TP_OK;
    }
    return TP_E_UNKNOWN;
}

tp_err leduc_move_parse(const char *text, tp_move *out) {
    return find(leduc_move_names, LEDUC_MOVES, text, out);
}

void leduc_outcome_text(uint32_t kind, uint32_t outcome, char *text, size_t size) {
    (void)kind;
    snprintf(text, size, "%s", leduc_card_names[outcome < LEDUC_CARDS ? outcome : LEDUC_UNKNOWN_CARD]);
}

tp_err leduc_outcome_parse(uint32_t kind, const char *text, uint32_t *out) {
    (void)kind;
    return find(leduc_card_names, LEDUC_CARDS, text, out);
}

/* ---- names ---- */

/* A card in a sentence, read as K♠ or Q♥. */
static tp_phrase card_name(uint32_t card) {
    const char *code = leduc_card_names[card];
    tp_phrase read = tp_phrase_of("%c%s", code[0], card % LEDUC_SUITS == 0 ? "♠" : "♥");
    return tp_card_mark_as("card", code, read.text);
}

const char *leduc_hand_name(uint32_t card, uint32_t board) {
    static const char *const high[LEDUC_RANKS] = {TR_MARK("jack high"), TR_MARK("queen high"),
                                                  TR_MARK("king high")};
    static const char *const pairs[LEDUC_RANKS] = {TR_MARK("pair of jacks"), TR_MARK("pair of queens"),
                                                   TR_MARK("pair of kings")};
    bool pair = board < LEDUC_CARDS && leduc_rank(card) == leduc_rank(board);
    return tp_translate((pair ? pairs : high)[leduc_rank(card)]);
}

/* ---- before a move ---- */

void leduc_move_help(const void *view, tp_move move, char *text, size_t size) {
    const leduc_table *table = &((const leduc_view *)view)->table;
    uint32_t other = 1u - table->current, chips = leduc_price(table, move),
             pot = table->paid[0] + table->paid[1];
    tp_text w = {text, size, 0};
    text[0] = '\0';
    switch (move) {
    case LEDUC_FOLD: tp_say_who(&w, other, TR("give up: {who} takes the pot of %u chips"), pot); return;
    case LEDUC_CHECK:
        if (table->played == 0) {
            tp_say_who(&w, other, TR("bet nothing; {who} may check or bet"));
        } else {
            tp_say(&w, table->round == 0 ? TR("bet nothing; a card is turned up next")
                                         : TR("bet nothing; both cards are shown"));
        }
        return;
    case LEDUC_CALL:
        tp_say(&w,
               table->round == 0
                   ? TR_N("pay %u chip; a card is turned up next", "pay %u chips; a card is turned up next",
                          chips)
                   : TR_N("pay %u chip; both cards are shown", "pay %u chips; both cards are shown", chips),
               chips);
        return;
    case LEDUC_BET: tp_say_who(&w, other, TR("pay %u chips; {who} must answer"), chips); return;
    default:
        tp_say_who(&w, other, TR("pay %u chips, %u more than {who}"), chips, leduc_bet_size(table->round));
        return;
    }
}

const char *leduc_why_not(const void *view, tp_move move, char *sentence, size_t size) {
    const leduc_table *table = &((const leduc_view *)view)->table;
    const char *why = table->over               ? TR("the game is over")
                      : !leduc_faces_bet(table) ? TR("there is no bet to answer: check or bet")
                      : move == LEDUC_RAISE     ? TR("no more raises in this round: fold or call")
                      : leduc_legal(table) >> LEDUC_RAISE != 0
                          ? TR("there is a bet to answer: fold, call or raise")
                          : TR("there is a bet to answer: fold or call");
    snprintf(sentence, size, "%s", why);
    return "NOT_LEGAL";
}

/* ---- after a move ---- */

static void tell_end(tp_text *w, const leduc_view *after) {
    const leduc_table *table = &after->table;
    for (uint32_t seat = 0; leduc_is_shown(table) && seat < LEDUC_SEATS; seat++) {
        tp_say_who(w, seat, after->viewer == (int)seat ? TR("You show %s: %s.") : TR("{who} shows %s: %s."),
                   card_name(after->card[seat]).text, leduc_hand_name(after->card[seat], table->board));
        tp_say_line_end(w);
    }
    uint32_t winners = leduc_winners(table, after->card);
    if (winners == 3) {
        tp_say(w, TR("The hands are equal: the pot is split."));
    } else {
        uint32_t winner = tp_lowest_bit(winners), chips = table->paid[1 - winner];
        tp_say_who(w, winner,
                   after->viewer == (int)winner ? TR_N("You win %u chip.", "You win %u chips.", chips)
                                                : TR_N("{who} wins %u chip.", "{who} wins %u chips.", chips),
                   chips);
    }
    tp_say_line_end(w);
}

static void tell_move(tp_text *w, const leduc_view *before, uint32_t seat, tp_move move,
                      const leduc_view *after) {
    bool own = after->viewer == (int)seat;
    uint32_t size = leduc_bet_size(before->table.round), chips = leduc_price(&before->table, move);
    switch (move) {
    case LEDUC_FOLD: tp_say_who(w, seat, own ? TR("You fold.") : TR("{who} folds.")); break;
    case LEDUC_CHECK: tp_say_who(w, seat, own ? TR("You check.") : TR("{who} checks.")); break;
    case LEDUC_CALL:
        tp_say_who(w, seat, own ? TR("You call with %u chips.") : TR("{who} calls with %u chips."), chips);
        break;
    case LEDUC_BET:
        tp_say_who(w, seat, own ? TR("You bet %u chips.") : TR("{who} bets %u chips."), chips);
        break;
    default: tp_say_who(w, seat, own ? TR("You raise by %u chips.") : TR("{who} raises by %u chips."), size);
    }
    tp_say_line_end(w);
    if (after->table.over) tell_end(w, after);
}

void leduc_tell(const void *view_before, const tp_event *seen, const void *view_after, char *text,
                size_t size) {
    const leduc_view *after = view_after;
    tp_text w = {text, size, 0};
    text[0] = '\0';
    if (seen->type == TP_EVENT_MOVE) {
        tell_move(&w, view_before, (uint32_t)seen->seat, seen->move, after);
    } else if (seen->seat == TP_TABLE) {
        tp_say(&w, TR("%s is turned up."), card_name(seen->outcome).text);
    } else if (seen->outcome != TP_HIDDEN) {
        tp_say_who(&w, (uint32_t)seen->seat,
                   after->viewer == seen->seat ? TR("You get %s.") : TR("{who} gets %s."),
                   card_name(seen->outcome).text);
    }
    tp_say_end(&w);
}
