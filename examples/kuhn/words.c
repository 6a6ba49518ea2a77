/* Kuhn poker: moves and cards in words, and what is said to people. A game of the project would mark its
 * sentences with TR, so that they can be translated (docs/languages.md). */
#include "kuhn.h"
#include "tapete/sentence.h"

#include <stdio.h>
#include <string.h>

const char kuhn_rules_text[] =
    "Kuhn poker, two players, three cards: J, Q, K.\n"
    "\n"
    "Both put a chip into the pot and get one card. The first player checks, or bets\n"
    "a chip. After a check the second may check too, or bet. A player who faces a\n"
    "bet folds, or calls with a chip.\n"
    "\n"
    "If one player folds, the other takes the pot. Otherwise the higher card wins it.\n";

const char *const kuhn_move_names[] = {"CHECK", "BET", "FOLD", "CALL", NULL};
const char *const kuhn_card_names[] = {"J", "Q", "K", "?", NULL};
/* Cards in sentences are marked, so that a page can draw them. */
static const char *const card_words[] = {"{card:J|a jack}", "{card:Q|a queen}", "{card:K|a king}"};

/* ---- notation ---- */

void kuhn_move_text(tp_move move, char *text, size_t size) {
    snprintf(text, size, "%s", move < KUHN_MOVES ? kuhn_move_names[move] : "?");
}

static tp_err find(const char *const *names, uint32_t count, const char *text, uint32_t *out) {
    for (uint32_t i = 0; i < count; i++) {
        if (strcmp(text, names[i]) != 0) continue;
        *out = i;
        return TP_OK;
    }
    return TP_E_UNKNOWN;
}

tp_err kuhn_move_parse(const char *text, tp_move *out) {
    return find(kuhn_move_names, KUHN_MOVES, text, out);
}

void kuhn_outcome_text(uint32_t kind, uint32_t outcome, char *text, size_t size) {
    (void)kind;
    snprintf(text, size, "%s", kuhn_card_names[outcome == TP_HIDDEN ? (uint32_t)KUHN_UNKNOWN : outcome]);
}

tp_err kuhn_outcome_parse(uint32_t kind, const char *text, uint32_t *out) {
    (void)kind;
    return find(kuhn_card_names, KUHN_CARDS, text, out);
}

/* ---- before a move ---- */

void kuhn_move_help(const void *view, tp_move move, char *text, size_t size) {
    const kuhn_table *table = &((const kuhn_view *)view)->table;
    tp_text w = {text, size, 0};
    text[0] = '\0';
    uint32_t other = 1 - kuhn_current(table);
    switch (move) {
    case KUHN_CHECK:
        if (table->count == 0)
            tp_say_who(&w, other, "bet nothing; {who} may check or bet");
        else
            tp_say(&w, "bet nothing; the higher card wins a chip");
        return;
    case KUHN_BET: tp_say_who(&w, other, "bet a chip; {who} folds or calls"); return;
    case KUHN_FOLD: tp_say_who(&w, other, "give up; {who} wins a chip"); return;
    default: tp_say(&w, "pay a chip; the higher card wins two"); return;
    }
}

const char *kuhn_why_not(const void *view, tp_move move, char *sentence, size_t size) {
    const kuhn_table *table = &((const kuhn_view *)view)->table;
    (void)move;
    snprintf(sentence, size, "%s",
             kuhn_last(table) == KUHN_BET ? "There is a bet: fold or call."
                                          : "There is no bet: check or bet.");
    return "NOT_LEGAL";
}

/* ---- after a move ---- */

static const struct {
    const char *own, *others;
} move_sentences[] = {
    {"You check.", "{who} checks."},
    {"You bet.", "{who} bets."},
    {"You fold.", "{who} folds."},
    {"You call.", "{who} calls."},
};

static void tell_end(tp_text *w, const kuhn_view *after) {
    kuhn_state end = {.table = after->table, .card = {after->card[0], after->card[1]}};
    uint32_t winner = kuhn_winner(&end);
    const char *chips = kuhn_stake(&after->table) == 1 ? "a chip" : "two chips";
    if (kuhn_is_shown(&after->table)) {
        tp_say_line_end(w);
        tp_say_whom(w, 0, 1,
                    after->viewer == 0   ? "You have %s, {whom} has %s."
                    : after->viewer == 1 ? "{who} has %s, you have %s."
                                         : "{who} has %s, {whom} has %s.",
                    card_words[after->card[0]], card_words[after->card[1]]);
    }
    tp_say_gap(w);
    tp_say_who(w, winner, after->viewer == (int)winner ? "You win %s." : "{who} wins %s.", chips);
}

void kuhn_tell(const void *view_before, const tp_event *seen, const void *view_after, char *text,
               size_t size) {
    const kuhn_view *after = view_after;
    tp_text w = {text, size, 0};
    (void)view_before;
    text[0] = '\0';
    if (seen->type == TP_EVENT_CHANCE) {
        if (seen->outcome == TP_HIDDEN)
            tp_say_who(&w, (uint32_t)seen->seat, "{who} gets a card.");
        else if (after->viewer == seen->seat)
            tp_say(&w, "You get %s.", card_words[seen->outcome]);
        else
            tp_say_who(&w, (uint32_t)seen->seat, "{who} gets %s.", card_words[seen->outcome]);
        return;
    }
    bool own = after->viewer == seen->seat;
    tp_say_who(&w, (uint32_t)seen->seat,
               own ? move_sentences[seen->move].own : move_sentences[seen->move].others);
    if (kuhn_is_over(&after->table)) tell_end(&w, after);
}
