/* Bruno: what is said to people. Everything is told from views, so nothing can be told that its reader may not know. */
#include "core/sentence.h"
#include "games/bruno/view.h"

#include <stdio.h>
#include <string.h>

const char bruno_rules_text[] =
    "Bruno, four players, two teams: you and the player opposite.\n"
    "\n"
    "Everybody has 13 cards: 3 hidden on the table, which nobody has seen, 3 shown\n"
    "on the table, and 7 in the hand. Whoever is first rid of all of them wins for\n"
    "the team.\n"
    "\n"
    "Ordinary cards, low to high: 4 5 6 7 8 J Q K A. In your turn play one or more\n"
    "cards of one rank that is not lower than the card to beat. How many cards lie\n"
    "there, and suits, do not matter. You may always play a function card:\n"
    "  2   passes the card to beat on to the next player\n"
    "  3   passes it on to your team-mate; the next player is skipped\n"
    "  9   the next player must play below 9, or a function card\n"
    "  10  all hands are collected, shuffled and dealt anew, beginning with you; then\n"
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
    "Everybody remembers for you: which picked-up cards are in whose hand, until they\n"
    "are played or a 10 mixes all hands.\n";

static const char *const rank_titles[] = {"2", "3",  "4",    "5",     "6",    "7",  "8",
                                          "9", "10", "jack", "queen", "king", "ace"};

/* ---- putting text together ---- */

/* "you" or "{2}". */
static void say_name(writer *w, const bruno_view *view, uint32_t seat) {
    if (view->viewer == (int)seat) {
        say(w, "you");
    } else {
        say(w, "{%u}", seat);
    }
}

/* "a 4", "an 8", "two kings". */
static void say_cards(writer *w, uint32_t rank, uint32_t copies) {
    static const char *const numbers[] = {"no", "one", "two", "three", "four"};
    if (copies == 1) {
        say(w, "%s %s", rank == BRUNO_8 || rank == BRUNO_A ? "an" : "a", rank_titles[rank]);
    } else {
        say(w, "%s %ss", numbers[copies], rank_titles[rank]);
    }
}

static const char *plural(uint32_t count) { return count == 1 ? "" : "s"; }

/* The cards that were just dealt to the viewer. */
static void say_hand(writer *w, const bruno_view *view) {
    if (view->viewer < 0 || view->hand[view->viewer] == 0) return;
    say(w, " You get");
    for (uint64_t cards = view->hand[view->viewer]; cards != 0; cards &= cards - 1) {
        char card[8];
        bruno_card_text(tp_lowest_bit(cards), card, sizeof card);
        say(w, " %s", card);
    }
    say(w, ".");
}

/* ---- before a move ---- */

static void help_play(writer *w, const bruno_view *view, uint32_t rank) {
    const bruno_table *table = &view->table;
    uint32_t self = table->current, next = bruno_next_seat(self, 1);
    char what[32];
    if (table->to_beat == BRUNO_LEAD) {
        snprintf(what, sizeof what, "the lead");
    } else {
        snprintf(what, sizeof what, "the %s", rank_titles[table->to_beat - 1]);
    }
    switch (rank) {
    case BRUNO_2: say(w, "pass %s on to {%u}", what, next); break;
    case BRUNO_3: say(w, "pass %s on to {%u}, past {%u}", what, bruno_next_seat(self, 2), next); break;
    case BRUNO_9: say(w, "{%u} must play below 9, or a function card", next); break;
    case BRUNO_10:
        say(w, "all hands are dealt anew; {%u} %s %s", next, table->to_beat == BRUNO_LEAD ? "gets" : "faces",
            what);
        break;
    default:
        say(w, "{%u} must play %s", next, rank == BRUNO_A ? "" : "at least ");
        say_cards(w, rank, 1);
        say(w, "%s or a function card", rank == BRUNO_A ? "" : ",");
    }
}

void bruno_move_help(const void *view_bytes, tp_move move, char *text, size_t size) {
    const bruno_view *view = view_bytes;
    const bruno_table *table = &view->table;
    uint32_t seat = table->current, pile = tp_count_bits(table->pile);
    writer w = {text, size, 0};
    text[0] = '\0';
    if (move == BRUNO_FLIP) {
        say(&w, "turn up one of your %u hidden card%s", table->hidden_count[seat],
            plural(table->hidden_count[seat]));
    } else if (move == BRUNO_PICKUP) {
        say(&w, "take the %u card%s of the pile into your hand and lead", pile, plural(pile));
    } else {
        uint32_t rank = move / BRUNO_SUITS, copies = move % BRUNO_SUITS + 1;
        if (!bruno_is_function(rank) && copies == bruno_cards_left(table, seat)) {
            say(&w, "play your last card%s and win", plural(copies));
        } else {
            help_play(&w, view, rank);
        }
    }
}

static void why_no_play(writer *w, const bruno_view *view, uint32_t rank, uint32_t copies) {
    const bruno_table *table = &view->table;
    uint32_t seat = table->current;
    uint64_t hand = view->hand[seat], shown = table->shown[seat], zone = hand != 0 ? hand : shown;
    uint32_t there = tp_count_bits(zone & bruno_rank_set(rank));
    bool beats = (bruno_beating(table->to_beat, bruno_strict_nine(table)) & bruno_rank_set(rank)) != 0;
    const char *name = rank_titles[rank];
    if (zone == 0) {
        say(w, "you have hidden cards only: FLIP one of them");
    } else if (there == 0 && hand != 0 && (shown & bruno_rank_set(rank)) != 0) {
        say(w, "shown cards are played when the hand is empty");
    } else if (there == 0) {
        say(w, "you have no %s %s", name, hand != 0 ? "in your hand" : "among your shown cards");
    } else if (there < copies) {
        say(w, "you have only %u of the %ss %s", there, name,
            hand != 0 ? "in your hand" : "among your shown cards");
    } else if (!beats && table->to_beat == 1 + BRUNO_9) {
        say(w, "on a 9 you play below 9, or a function card%s", bruno_strict_nine(table) ? " 2 or 3" : "");
    } else if (!beats) {
        say(w, "a %s does not beat the %s", name,
            table->to_beat == 0 ? "pile" : rank_titles[table->to_beat - 1]);
    } else if (bruno_is_function(rank) && copies == bruno_cards_left(table, seat)) {
        say(w, "a function card can never be your last card");
    } else {
        say(w, "shown cards are played one at a time here");
    }
}

const char *bruno_why_not(const void *view_bytes, tp_move move, char *sentence, size_t size) {
    const bruno_view *view = view_bytes;
    const bruno_table *table = &view->table;
    uint32_t seat = table->current;
    writer w = {sentence, size, 0};
    sentence[0] = '\0';
    if (bruno_is_over(table)) {
        say(&w, "the game is over");
    } else if (move == BRUNO_FLIP) {
        say(&w, "hidden cards are flipped when hand and shown cards are gone");
    } else if (move == BRUNO_PICKUP) {
        say(&w, "%s",
            view->hand[seat] == 0 && table->shown[seat] == 0 ? "you have hidden cards only: FLIP one of them"
                                                             : "you can play, so you must not pick up");
    } else {
        why_no_play(&w, view, move / BRUNO_SUITS, move % BRUNO_SUITS + 1);
    }
    return "NOT_LEGAL";
}

/* ---- after a move ---- */

/* Who has to answer what now; and the end. */
static void tell_outcome(writer *w, const bruno_view *before, uint32_t rank, const bruno_view *after) {
    const bruno_table *table = &after->table;
    if (rank == BRUNO_10) {
        say(w, " All hands are dealt anew.");
        say_hand(w, after);
    }
    if (table->winner != BRUNO_NOBODY) {
        bool own = after->viewer == (int)table->winner;
        say(w, "\n");
        say_name(w, after, table->winner);
        if (own) w->text[w->used - 3] = 'Y';
        say(w, " %s no card left: seats %u and %u win.", own ? "have" : "has", bruno_team(table->winner),
            bruno_team(table->winner) + 2);
    } else if (bruno_is_over(table)) {
        say(w, "\nAfter %u plies the game is a draw.", table->plies);
    } else if (rank == BRUNO_3) {
        uint32_t skipped = bruno_next_seat(before->table.current, 1);
        say(w, " ");
        if (after->viewer == (int)skipped) {
            say(w, "You are skipped.");
        } else {
            say(w, "{%u} is skipped.", skipped);
        }
    }
}

static void tell_play(writer *w, const bruno_view *before, uint32_t seat, uint32_t move,
                      const bruno_view *after) {
    uint32_t rank = move / BRUNO_SUITS;
    bool shown = after->table.shown[seat] != before->table.shown[seat];
    say_verb(w, after->viewer, seat, before->table.to_beat == BRUNO_LEAD ? "lead" : "play");
    say(w, " ");
    say_cards(w, rank, move % BRUNO_SUITS + 1);
    say(w, "%s.", shown ? " from the table" : "");
    tell_outcome(w, before, rank, after);
}

/* A flipped card is the one that lies open now and did not before. */
static void tell_flip(writer *w, const bruno_view *before, uint32_t seat, const bruno_view *after) {
    uint32_t card = tp_lowest_bit(after->table.open & ~before->table.open), rank = bruno_rank(card);
    bool taken = (after->table.known[seat] & bruno_card_set(card)) != 0;
    say_verb(w, after->viewer, seat, "flip");
    say(w, " ");
    say_cards(w, rank, 1);
    if (taken) {
        uint32_t pile = tp_count_bits(before->table.pile);
        say(w, " and must take it, with the %u card%s of the pile.", pile, plural(pile));
    } else {
        say(w, ".");
    }
    tell_outcome(w, before, taken ? (uint32_t)BRUNO_A : rank, after);
}

static void tell_move(writer *w, const bruno_view *before, uint32_t seat, uint32_t move,
                      const bruno_view *after) {
    if (move == BRUNO_FLIP) {
        tell_flip(w, before, seat, after);
    } else if (move == BRUNO_PICKUP) {
        uint32_t pile = tp_count_bits(before->table.pile);
        say_verb(w, after->viewer, seat, "pick");
        say(w, " up %u card%s.", pile, plural(pile));
        tell_outcome(w, before, BRUNO_A, after);
    } else {
        tell_play(w, before, seat, move, after);
    }
}

/* The deal is told as a whole, when it is known who leads; a copy goes with the play that it belongs to. */
static void tell_chance(writer *w, const tp_event *seen, const bruno_view *after) {
    if (seen->kind != BRUNO_CHANCE_FIRST) return;
    say(w, "The cards are dealt.");
    say_hand(w, after);
    say(w, "\n");
    say_verb(w, after->viewer, seen->outcome, "lead");
    say(w, " first.");
}

void bruno_tell(const void *view_before, const tp_event *seen, const void *view_after, char *text,
                size_t size) {
    writer w = {text, size, 0};
    text[0] = '\0';
    if (seen->type == TP_EVENT_CHANCE) {
        tell_chance(&w, seen, view_after);
    } else {
        tell_move(&w, view_before, (uint32_t)seen->seat, seen->move, view_after);
    }
}
