/* Bruno: what is said to people. Everything is told from views, so nothing can be told that its reader may
 * not know. */
#include "core/language.h"
#include "games/bruno/view.h"
#include "tapete/sentence.h"

const char bruno_rules_text[] =
    TR_MARK("Bruno, four players, two teams: you and the player opposite.\n"
            "\n"
            "Each player has 13 cards: 3 hidden on the table, which nobody has seen, 3 shown\n"
            "on the table, and 7 in the hand. The first player to get rid of all of them wins\n"
            "for the team.\n"
            "\n"
            "Ordinary cards, low to high: 4 5 6 7 8 J Q K A. In your turn play one or more\n"
            "cards of one rank that is not lower than the card to beat. The number of cards\n"
            "played before does not matter, nor do suits. A function card is always allowed:\n"
            "  2   passes the card to beat on to the next player\n"
            "  3   passes it on to your team-mate; the next player is skipped\n"
            "  9   the next player must play below 9, or a function card\n"
            "  10  all hands are collected, shuffled and dealt again, starting with you; then\n"
            "      the next player faces the card to beat. A 10 leaves the game.\n"
            "Several function cards at once have the effect of one.\n"
            "\n"
            "You play from your hand as long as you have one, then your shown cards, then\n"
            "your hidden ones: turn one over, and see whether it can be played.\n"
            "\n"
            "If you can play, you must. If you cannot, you pick up the whole pile and lead\n"
            "any card. A hidden card that cannot be played goes to your hand with the pile,\n"
            "and you lead.\n"
            "\n"
            "A function card can never be your last card: you would have to pick up.\n"
            "After 2000 plies (option cap) the game is a draw.\n"
            "\n"
            "The program remembers which picked-up cards are in whose hand, until they are\n"
            "played or a 10 mixes all hands.\n");

/* A card of a rank, and several of them, whose number stands for %s. */
static const struct {
    const char *one, *many;
} rank_cards[] = {
    {TR_MARK_N("a 2", "%s 2s")},       {TR_MARK_N("a 3", "%s 3s")},         {TR_MARK_N("a 4", "%s 4s")},
    {TR_MARK_N("a 5", "%s 5s")},       {TR_MARK_N("a 6", "%s 6s")},         {TR_MARK_N("a 7", "%s 7s")},
    {TR_MARK_N("an 8", "%s 8s")},      {TR_MARK_N("a 9", "%s 9s")},         {TR_MARK_N("a 10", "%s 10s")},
    {TR_MARK_N("a jack", "%s jacks")}, {TR_MARK_N("a queen", "%s queens")}, {TR_MARK_N("a king", "%s kings")},
    {TR_MARK_N("an ace", "%s aces")},
};

/* The card to beat. */
static const char *const the_ranks[] = {
    TR_MARK("the 2"),     TR_MARK("the 3"),    TR_MARK("the 4"),   TR_MARK("the 5"),  TR_MARK("the 6"),
    TR_MARK("the 7"),     TR_MARK("the 8"),    TR_MARK("the 9"),   TR_MARK("the 10"), TR_MARK("the jack"),
    TR_MARK("the queen"), TR_MARK("the king"), TR_MARK("the ace"),
};

/* ---- putting text together ---- */

/* "a 4", "an 8", "two kings". */
tp_phrase bruno_cards_of(uint32_t rank, uint32_t copies) {
    const char *number = copies == 1   ? TR_IN("number of cards", "one")
                         : copies == 2 ? TR_IN("number of cards", "two")
                         : copies == 3 ? TR_IN("number of cards", "three")
                                       : TR_IN("number of cards", "four");
    return tp_phrase_of(tp_translate_count(rank_cards[rank].one, rank_cards[rank].many, copies), number);
}

static const char *to_beat(const bruno_table *table) { return tp_translate(the_ranks[table->to_beat - 1]); }

/* The cards that were just dealt to the viewer. */
static void say_hand(tp_text *w, const bruno_view *view) {
    if (view->viewer < 0) return;
    if (view->hand[view->viewer] == 0) {
        tp_say_gap(w);
        tp_say(w, TR_IN("cards", "You get none."));
        return;
    }
    char text[TP_TEXT_SIZE] = "";
    tp_text cards = {text, sizeof text, 0};
    for (uint64_t set = view->hand[view->viewer]; set != 0; set &= set - 1) {
        char card[8];
        bruno_card_text(tp_lowest_bit(set), card, sizeof card);
        tp_say(&cards, cards.used > 0 ? " %s" : "%s", tp_card_mark(card).text);
    }
    tp_say_gap(w);
    tp_say(w, TR_IN("cards in short", "You get %s."), text);
}

/* ---- before a move ---- */

static void help_play(tp_text *w, const bruno_view *view, uint32_t rank) {
    const bruno_table *table = &view->table;
    uint32_t next = bruno_next_seat(table->current, 1), partner = bruno_next_seat(table->current, 2);
    bool leads = table->to_beat == BRUNO_LEAD;
    if (rank == BRUNO_2 && leads) {
        tp_say_who(w, next, TR("pass the lead to {who}"));
    } else if (rank == BRUNO_2) {
        tp_say_who(w, next, TR("pass %s to {who}"), to_beat(table));
    } else if (rank == BRUNO_3 && leads) {
        tp_say_whom(w, next, partner, TR("pass the lead to {whom}, skipping {who}"));
    } else if (rank == BRUNO_3) {
        tp_say_whom(w, next, partner, TR("pass %s to {whom}, skipping {who}"), to_beat(table));
    } else if (rank == BRUNO_9) {
        tp_say_who(w, next, TR("{who} must play below 9, or a function card"));
    } else if (rank == BRUNO_10 && leads) {
        tp_say_who(w, next, TR("all hands are dealt again; {who} gets the lead"));
    } else if (rank == BRUNO_10) {
        tp_say_who(w, next, TR("all hands are dealt again; {who} faces %s"), to_beat(table));
    } else if (rank == BRUNO_A) {
        tp_say_who(w, next, TR("{who} must play an ace or a function card"));
    } else {
        tp_say_who(w, next, TR("{who} must play at least %s, or a function card"),
                   bruno_cards_of(rank, 1).text);
    }
}

void bruno_move_help(const void *view_bytes, tp_move move, char *text, size_t size) {
    const bruno_view *view = view_bytes;
    const bruno_table *table = &view->table;
    uint32_t seat = table->current, pile = tp_count_bits(table->pile);
    tp_text w = {text, size, 0};
    text[0] = '\0';
    if (move == BRUNO_FLIP) {
        tp_say(
            &w,
            TR_N("flip your last hidden card", "flip one of your %u hidden cards", table->hidden_count[seat]),
            table->hidden_count[seat]);
    } else if (move == BRUNO_PICKUP) {
        tp_say(&w,
               TR_N("take the %u card of the pile into your hand, and lead",
                    "take the %u cards of the pile into your hand, and lead", pile),
               pile);
    } else {
        uint32_t rank = move / BRUNO_SUITS, copies = move % BRUNO_SUITS + 1;
        if (!bruno_is_function(rank) && copies == bruno_cards_left(table, seat)) {
            tp_say(&w, TR_N("play your last card and win", "play your last cards and win", copies));
        } else {
            help_play(&w, view, rank);
        }
    }
}

static void why_no_play(tp_text *w, const bruno_view *view, uint32_t rank, uint32_t copies) {
    const bruno_table *table = &view->table;
    uint32_t seat = table->current;
    uint64_t hand = view->hand[seat], shown = table->shown[seat], zone = hand != 0 ? hand : shown;
    uint32_t there = tp_count_bits(zone & bruno_rank_set(rank));
    bool beats = (bruno_beating(table->to_beat, bruno_strict_nine(table)) & bruno_rank_set(rank)) != 0;
    if (zone == 0) {
        tp_say(w, TR("you have only hidden cards: flip one of them"));
    } else if (there == 0 && hand != 0 && (shown & bruno_rank_set(rank)) != 0) {
        tp_say(w, TR("shown cards are played when the hand is empty"));
    } else if (there == 0) {
        tp_say(w,
               hand != 0 ? TR("you do not have %s in your hand")
                         : TR("you do not have %s among your shown cards"),
               bruno_cards_of(rank, 1).text);
    } else if (there < copies) {
        tp_say(w,
               hand != 0 ? TR("you have only %s in your hand")
                         : TR("you have only %s among your shown cards"),
               bruno_cards_of(rank, there).text);
    } else if (!beats && table->to_beat == 1 + BRUNO_9) {
        tp_say(w, bruno_strict_nine(table) ? TR("on a 9 you play below 9, or a function card 2 or 3")
                                           : TR("on a 9 you play below 9, or a function card"));
    } else if (!beats && table->to_beat != BRUNO_LEAD) {
        tp_say(w, TR("%s does not beat %s"), bruno_cards_of(rank, 1).text, to_beat(table));
    } else if (bruno_is_function(rank) && copies == bruno_cards_left(table, seat)) {
        tp_say(w, TR("a function card can never be your last card"));
    } else {
        tp_say(w, TR("shown cards are played one at a time here"));
    }
}

const char *bruno_why_not(const void *view_bytes, tp_move move, char *sentence, size_t size) {
    const bruno_view *view = view_bytes;
    const bruno_table *table = &view->table;
    uint32_t seat = table->current;
    tp_text w = {sentence, size, 0};
    sentence[0] = '\0';
    if (bruno_is_over(table)) {
        tp_say(&w, TR("the game is over"));
    } else if (move == BRUNO_FLIP) {
        tp_say(&w, TR("hidden cards are flipped when hand and shown cards are gone"));
    } else if (move == BRUNO_PICKUP) {
        tp_say(&w, view->hand[seat] == 0 && table->shown[seat] == 0
                       ? TR("you have only hidden cards: flip one of them")
                       : TR("you can play, so you may not pick up"));
    } else {
        why_no_play(&w, view, move / BRUNO_SUITS, move % BRUNO_SUITS + 1);
    }
    return "NOT_LEGAL";
}

/* ---- after a move ---- */

/* The end: the player with no card left wins, and so does the partner. */
static void tell_winners(tp_text *w, const bruno_view *after, uint32_t winner) {
    uint32_t partner = bruno_next_seat(winner, 2);
    tp_say_whom(w, winner, partner,
                after->viewer == (int)winner    ? TR("You have no card left: you and {whom} win.")
                : after->viewer == (int)partner ? TR("{who} has no card left: you and {who} win.")
                                                : TR("{who} has no card left: {who} and {whom} win."));
}

/* How many cards everybody gets of those that are dealt anew: as many, or one more. */
static void tell_share(tp_text *w, const bruno_table *table) {
    uint32_t least = BRUNO_CARDS, most = 0;
    for (uint32_t seat = 0; seat < BRUNO_SEATS; seat++) {
        uint32_t count = table->hand_count[seat];
        least = count < least ? count : least;
        most = count > most ? count : most;
    }
    tp_say_gap(w);
    if (least == most) {
        tp_say(w, TR_N("Everyone gets %u card.", "Everyone gets %u cards.", most), most);
    } else if (least == 0) {
        tp_say(w, TR("Everyone gets one card or none."));
    } else {
        tp_say(w, TR("Everyone gets %u or %u cards."), least, most);
    }
}

/* Who has to answer what now; and the end. */
static void tell_outcome(tp_text *w, const bruno_view *before, uint32_t rank, const bruno_view *after) {
    const bruno_table *table = &after->table;
    if (rank == BRUNO_10) {
        tp_say_gap(w);
        tp_say(w, TR("All hands are dealt again."));
        tell_share(w, table);
        say_hand(w, after);
    }
    if (table->winner != BRUNO_NOBODY) {
        tp_say_line_end(w);
        tell_winners(w, after, table->winner);
    } else if (bruno_is_over(table)) {
        tp_say_line_end(w);
        tp_say(w,
               TR_N("After %u ply the game is a draw.", "After %u plies the game is a draw.", table->plies),
               table->plies);
    } else if (rank == BRUNO_3) {
        uint32_t skipped = bruno_next_seat(before->table.current, 1);
        tp_say_gap(w);
        tp_say_who(w, skipped,
                   after->viewer == (int)skipped ? TR("You are skipped.") : TR("{who} is skipped."));
    }
}

static void tell_play(tp_text *w, const bruno_view *before, uint32_t seat, uint32_t move,
                      const bruno_view *after) {
    uint32_t rank = move / BRUNO_SUITS;
    bool shown = after->table.shown[seat] != before->table.shown[seat], own = after->viewer == (int)seat;
    tp_phrase cards = bruno_cards_of(rank, move % BRUNO_SUITS + 1);
    if (before->table.to_beat == BRUNO_LEAD && shown) {
        tp_say_who(w, seat, own ? TR("You lead %s from the table.") : TR("{who} leads %s from the table."),
                   cards.text);
    } else if (before->table.to_beat == BRUNO_LEAD) {
        tp_say_who(w, seat, own ? TR("You lead %s.") : TR("{who} leads %s."), cards.text);
    } else if (shown) {
        tp_say_who(w, seat, own ? TR("You play %s from the table.") : TR("{who} plays %s from the table."),
                   cards.text);
    } else {
        tp_say_who(w, seat,
                   own ? TR_IN("several cards", "You play %s.") : TR_IN("several cards", "{who} plays %s."),
                   cards.text);
    }
    tell_outcome(w, before, rank, after);
}

/* A flipped card is the one that lies open now and did not before. */
static void tell_flip(tp_text *w, const bruno_view *before, uint32_t seat, const bruno_view *after) {
    uint32_t card = tp_lowest_bit(after->table.open & ~before->table.open), rank = bruno_rank(card);
    bool taken = (after->table.known[seat] & bruno_card_set(card)) != 0, own = after->viewer == (int)seat;
    uint32_t pile = tp_count_bits(before->table.pile);
    tp_phrase flipped = bruno_cards_of(rank, 1);
    if (!taken) {
        tp_say_who(w, seat, own ? TR("You flip %s.") : TR("{who} flips %s."), flipped.text);
    } else {
        tp_say_who(w, seat,
                   own ? TR_N("You flip %s and must take it, together with the %u card of the pile.",
                              "You flip %s and must take it, together with the %u cards of the pile.", pile)
                       : TR_N("{who} flips %s and must take it, together with the %u card of the pile.",
                              "{who} flips %s and must take it, together with the %u cards of the pile.",
                              pile),
                   flipped.text, pile);
    }
    tell_outcome(w, before, taken ? (uint32_t)BRUNO_A : rank, after);
}

static void tell_pickup(tp_text *w, const bruno_view *before, uint32_t seat, const bruno_view *after) {
    uint32_t pile = tp_count_bits(before->table.pile);
    tp_say_who(w, seat,
               after->viewer == (int)seat ? TR_N("You pick up %u card.", "You pick up %u cards.", pile)
                                          : TR_N("{who} picks up %u card.", "{who} picks up %u cards.", pile),
               pile);
    tell_outcome(w, before, BRUNO_A, after);
}

static void tell_move(tp_text *w, const bruno_view *before, uint32_t seat, uint32_t move,
                      const bruno_view *after) {
    if (move == BRUNO_FLIP) {
        tell_flip(w, before, seat, after);
    } else if (move == BRUNO_PICKUP) {
        tell_pickup(w, before, seat, after);
    } else {
        tell_play(w, before, seat, move, after);
    }
}

/* The deal is told as a whole, when it is known who leads; a copy goes with the play that it belongs to. */
static void tell_chance(tp_text *w, const tp_event *seen, const bruno_view *after) {
    if (seen->kind != BRUNO_CHANCE_FIRST) return;
    tp_say(w, TR("The cards are dealt."));
    say_hand(w, after);
    tp_say_line_end(w);
    tp_say_who(w, seen->outcome,
               after->viewer == (int)seen->outcome ? TR("You lead first.") : TR("{who} leads first."));
}

void bruno_tell(const void *view_before, const tp_event *seen, const void *view_after, char *text,
                size_t size) {
    tp_text w = {text, size, 0};
    text[0] = '\0';
    if (seen->type == TP_EVENT_CHANCE) {
        tell_chance(&w, seen, view_after);
    } else {
        tell_move(&w, view_before, (uint32_t)seen->seat, seen->move, view_after);
    }
}
