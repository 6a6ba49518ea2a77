/* Mulle: what is said to people. Everything is told from views, so nothing can be told that its reader may
 * not know. */
#include "core/language.h"
#include "games/mulle/view.h"
#include "tapete/sentence.h"

#include <stdio.h>
#include <string.h>

const char mulle_rules_text[] =
    TR_MARK("Mulle, two players, two decks of 52 cards shuffled together.\n"
            "\n"
            "Eight cards lie on the table. An omgång has six ronder; in each you get eight\n"
            "cards and play one in every turn, in one of four ways:\n"
            "\n"
            "  capture   take what matches your card: every pile of its value, and as many\n"
            "            others in sums of its value as possible. If the very same card\n"
            "            is on the table, you take only that one.\n"
            "  build     lay your card on a loose card or an open build. The values add up\n"
            "            (on a build you may also subtract), and you need another card in\n"
            "            hand that can take the result. Everything on the table that makes\n"
            "            the same value joins, and the build is locked then.\n"
            "  trotta    gather all cards and pairs that make your card's table value into\n"
            "            a locked build of yours. You need no card to take it.\n"
            "  discard   lay the card down. It joins your own build of that value, if any.\n"
            "\n"
            "On the table an ace is worth 1, in your hand 14; SP2 is 2 and 15, RU10 is 10\n"
            "and 16. Cards worth 14 to 16 in hand take builds only. An open build may be\n"
            "changed by either player, a locked one by nobody; both may capture it. Your\n"
            "only card for a build of yours is reserved: it can only capture.\n"
            "\n"
            "Two identical cards in one capture are a mulle, worth the card: ace 14, king\n"
            "13, queen 12, jack 11. A pair of aces, SP2 or RU10 counts only if one of\n"
            "the two was in a build. Emptying the table is a tabbe, 1 point. Intake counts\n"
            "spades (1, SP2 2, SPA 3), other aces (1) and RU10 (2); what you have above 20\n"
            "at the end of the omgång counts double. The highest sum over all omgångar\n"
            "wins. What is left on the table belongs to nobody.\n");

/* ---- putting text together ---- */

static tp_phrase marked(uint32_t card) { return tp_card_mark(mulle_card_text(card)); }

/* Cards with spaces between; at most `most` of them are named. */
static tp_phrase list_cards(mulle_cards cards, uint32_t most) {
    uint32_t count = mulle_count(cards), named = 0;
    tp_phrase list = {""};
    tp_text w = {list.text, sizeof list.text, 0};
    if (count > most) most--; /* room for the rest */
    for (uint64_t set = cards.one; set != 0; set &= set - 1) {
        uint32_t card = tp_lowest_bit(set);
        for (uint32_t i = mulle_copies(cards, card); i > 0 && named < most; i--)
            tp_say(&w, "%s%s", named++ == 0 ? "" : " ", marked(card).text);
    }
    return named < count ? tp_phrase_of(TR("%s and %u more"), list.text, count - named) : list;
}

static uint32_t points_of(uint64_t mulles) {
    uint32_t points = 0;
    for (; mulles != 0; mulles &= mulles - 1) points += mulle_mulle_value(tp_lowest_bit(mulles));
    return points;
}

/* More about the same move. */
static tp_phrase and_also(tp_phrase what, tp_phrase more) {
    return tp_phrase_of(TR_IN("two clauses", "%s; %s"), what.text, more.text);
}

/* Cards of a build that were not among these. */
static mulle_cards joined(mulle_cards build, mulle_cards base, uint32_t card) {
    return mulle_without(mulle_without(build, base), mulle_card(card));
}

/* ---- what a move does ---- */

enum { MOST_NAMED = 9 };

/* The build that a move ends in, before and after it; `after` may be any state that came out of the move. */
typedef struct outcome {
    mulle_cards before, after;
    bool was_there, was_locked, locked;
} outcome;

static outcome build_outcome(const mulle_state *before, const mulle_state *after, uint32_t seat,
                             uint32_t value) {
    outcome found = {{0, 0}, {0, 0}, false, false, false};
    mulle_place place;
    if (mulle_find_build(before, seat, value, &place)) {
        found.was_there = true;
        found.was_locked = mulle_is_locked(before->piles[place.pile]);
        found.before = mulle_build_cards(&before->table, place.build);
    }
    if (mulle_find_build(after, seat, value, &place)) {
        found.locked = mulle_is_locked(after->piles[place.pile]);
        found.after = mulle_build_cards(&after->table, place.build);
    }
    return found;
}

/* Play a move on a copy of what the viewer knows; nothing is dealt. */
static mulle_state play_ahead(const mulle_view *view, tp_move move) {
    mulle_state state = view->known;
    mulle_play(&state, move);
    return state;
}

static void help_capture(tp_text *w, const mulle_state *state, tp_move move) {
    uint32_t card = mulle_move_card(move);
    mulle_piles set = mulle_move_piles(state, move);
    mulle_haul haul = mulle_look_at(state, set);
    uint64_t mulles = mulle_pairs(&haul, card);
    tp_phrase help = tp_phrase_of(TR("take %s"), list_cards(haul.cards, MOST_NAMED).text);
    if (mulles != 0) {
        mulle_cards pairs = {mulles, 0};
        help = and_also(
            help, tp_phrase_of(TR_N("mulle %s (%u points)", "mulles %s (%u points)", tp_count_bits(mulles)),
                               list_cards(pairs, 3).text, points_of(mulles)));
    }
    uint32_t taken = tp_count_bits(set.low) + tp_count_bits(set.high);
    if (taken == state->table.pile_count) help = and_also(help, tp_phrase_of("%s", TR("tabbe")));
    tp_say(w, "%s", help.text);
}

static void help_build(tp_text *w, const mulle_view *view, tp_move move) {
    const mulle_state *state = &view->known;
    uint32_t card = mulle_move_card(move), value = mulle_move_value(move), seat = state->table.current;
    uint32_t pile = state->piles[mulle_move_pile(move)];
    mulle_piles base = {0, 0};
    mulle_set_pile(&base, mulle_move_pile(move));
    mulle_cards under = mulle_look_at(state, base).cards;
    mulle_state after = play_ahead(view, move);
    outcome result = build_outcome(state, &after, seat, value);
    bool same = mulle_is_build(pile) && mulle_owner(pile) == seat && (pile & MULLE_VALUE) == value;
    bool merges = result.was_there && !same;
    mulle_cards others = joined(result.after, under, card);
    if (merges) others = mulle_without(others, result.before);
    mulle_cards made = under;
    mulle_add(&made, mulle_card(card));
    tp_phrase help =
        tp_phrase_of(result.locked ? TR("a locked %u-build of %s") : TR("an open %u-build of %s"), value,
                     list_cards(made, 5).text);
    if (merges) help = tp_phrase_of(TR("%s, with your %u-build"), help.text, value);
    if (mulle_is_build(pile) && mulle_owner(pile) != seat)
        help = tp_phrase_of(TR("%s, which was theirs"), help.text);
    if (others.one != 0) help = and_also(help, tp_phrase_of(TR("takes in %s"), list_cards(others, 5).text));
    tp_say(w, "%s", help.text);
}

static void help_trotta(tp_text *w, const mulle_view *view, tp_move move) {
    const mulle_state *state = &view->known;
    uint32_t card = mulle_move_card(move), value = mulle_table_value(card), seat = state->table.current;
    mulle_cards gathered = mulle_look_at(state, mulle_trotta_piles(state, seat, value)).cards;
    mulle_place own;
    bool into_own = mulle_find_build(state, seat, value, &own);
    if (gathered.one == 0) { /* then there is one */
        tp_say(w, TR("lay %s into your %u-build; locked"), marked(card).text, value);
    } else {
        tp_say(w,
               into_own ? TR("gather %s with %s into your %u-build; locked")
                        : TR("gather %s with %s into a new %u-build; locked"),
               list_cards(gathered, MOST_NAMED).text, marked(card).text, value);
    }
}

void mulle_move_help(const void *view_bytes, tp_move move, char *text, size_t size) {
    const mulle_view *view = view_bytes;
    const mulle_state *state = &view->known;
    tp_text w = {text, size, 0};
    uint32_t card = mulle_move_card(move), kind = mulle_move_kind(move);
    mulle_place own;
    text[0] = '\0';
    if (kind <= MULLE_SUMS) {
        help_capture(&w, state, move);
    } else if (kind == MULLE_BUILDING) {
        help_build(&w, view, move);
    } else if (mulle_move_payload(move) == MULLE_TROTTA) {
        help_trotta(&w, view, move);
    } else if (mulle_find_build(state, state->table.current, mulle_table_value(card), &own)) {
        tp_say(&w, TR("feed your %u-build; locked"), mulle_table_value(card));
    } else {
        tp_say(&w, TR("lay it on the table, worth %u"), mulle_table_value(card));
    }
}

/* ---- after a move ---- */

static void tell_capture(tp_text *w, const mulle_view *before, uint32_t seat, tp_move move, bool own,
                         bool empties) {
    const mulle_state *state = &before->known;
    uint32_t card = mulle_move_card(move);
    mulle_haul haul = mulle_look_at(state, mulle_move_piles(state, move));
    uint64_t mulles = mulle_pairs(&haul, card);
    tp_say_who(w, seat, own ? TR("You capture %s with %s.") : TR("{who} captures %s with %s."),
               list_cards(haul.cards, 24).text, marked(card).text);
    if (mulles != 0) {
        mulle_cards pairs = {mulles, 0};
        tp_say_gap(w);
        tp_say(w, TR_N("A mulle %s (%u points)!", "Mulles %s (%u points)!", tp_count_bits(mulles)),
               list_cards(pairs, 3).text, points_of(mulles));
    }
    if (empties) {
        tp_say_gap(w);
        tp_say(w, TR("Tabbe!"));
    }
}

mulle_state mulle_play_openly(const mulle_view *before, uint32_t seat, tp_move move) {
    mulle_state played = before->known;
    /* A spectator does not know the hand that the card comes from: it is put there, so that the move can be
     * played. */
    if (!mulle_sees_hand(before, seat)) {
        played.hand[seat] = mulle_move_card(move);
        played.table.hand_count[seat] = 1;
    }
    mulle_play(&played, move);
    return played;
}

mulle_cards mulle_built(const mulle_view *before, uint32_t seat, tp_move move, uint32_t value,
                        bool *is_locked) {
    mulle_state played = mulle_play_openly(before, seat, move);
    outcome result = build_outcome(&before->known, &played, seat, value);
    *is_locked = result.locked;
    return result.after;
}

static void tell_play(tp_text *w, const mulle_view *before, uint32_t seat, tp_move move,
                      const mulle_view *after) {
    const mulle_state *state = &before->known;
    uint32_t card = mulle_move_card(move), kind = mulle_move_kind(move);
    bool own = after->viewer == (int)seat;
    tp_phrase name = marked(card);
    mulle_state played = mulle_play_openly(before, seat, move);
    if (kind <= MULLE_SUMS) {
        tell_capture(w, before, seat, move, own, played.table.pile_count == 0);
    } else if (kind == MULLE_BUILDING) {
        uint32_t value = mulle_move_value(move);
        outcome result = build_outcome(state, &played, seat, value);
        tp_phrase cards = list_cards(result.after, 24);
        if (result.locked) {
            tp_say_who(w, seat,
                       own ? TR("You build %u with %s: %s, locked.")
                           : TR("{who} builds %u with %s: %s, locked."),
                       value, name.text, cards.text);
        } else {
            tp_say_who(w, seat,
                       own ? TR("You build %u with %s: %s, open.") : TR("{who} builds %u with %s: %s, open."),
                       value, name.text, cards.text);
        }
    } else if (mulle_move_payload(move) == MULLE_TROTTA) {
        uint32_t value = mulle_table_value(card);
        tp_say_who(w, seat,
                   own ? TR("You trotta with %s: a locked %u-build of %s.")
                       : TR("{who} trottas with %s: a locked %u-build of %s."),
                   name.text, value, list_cards(build_outcome(state, &played, seat, value).after, 24).text);
    } else if (played.table.pile_count == state->table.pile_count) {
        tp_say_who(w, seat,
                   own ? TR("You feed %s to the %u-build, locked.")
                       : TR("{who} feeds %s to the %u-build, locked."),
                   name.text, mulle_table_value(card));
    } else {
        tp_say_who(w, seat, own ? TR("You discard %s.") : TR("{who} discards %s."), name.text);
    }
    tp_say_line_end(w);
}

/* The score of an omgång from what everybody saw: the move that ended it may have captured. */
static void tell_omgang_end(tp_text *w, const mulle_view *before, uint32_t seat, tp_move move,
                            const mulle_view *after) {
    mulle_state last = mulle_play_openly(before, seat, move);
    tp_say(w, TR("Omgång %u is over."), before->known.table.omgang);
    tp_say_line_end(w);
    for (uint32_t player = 0; player < MULLE_SEATS; player++) {
        mulle_score score = mulle_score_of(&last.table, player);
        tp_say_who(w, player,
                   after->viewer == (int)player
                       ? TR("You score %u: mulles %u, tabbar %u, bonus %u (intake %u).")
                       : TR("{who} scores %u: mulles %u, tabbar %u, bonus %u (intake %u)."),
                   score.total, score.mulle, score.tabbe, score.bonus, score.intake);
        tp_say_line_end(w);
    }
    const mulle_table *table = &after->known.table;
    if (table->omgangar > 1) {
        tp_say_whom(w, 0, 1, TR("The session stands at {who} %u, {whom} %u."), table->session[0],
                    table->session[1]);
        tp_say_line_end(w);
    }
    if (table->over == 0) return;
    uint32_t winner = table->session[0] > table->session[1] ? 0 : 1;
    if (table->session[0] == table->session[1]) {
        tp_say(w, TR("The game is a draw."));
    } else {
        tp_say_who(w, winner,
                   after->viewer == (int)winner ? TR("You win the game.") : TR("{who} wins the game."));
    }
    tp_say_line_end(w);
}

static void tell_starter(tp_text *w, const mulle_view *after, uint32_t seat) {
    tp_say_who(w, seat, after->viewer == (int)seat ? TR("You start.") : TR("{who} starts."));
    tp_say_line_end(w);
}

static void tell_move(tp_text *w, const mulle_view *before, const tp_event *seen, const mulle_view *after) {
    const mulle_table *table = &after->known.table;
    uint32_t seat = (uint32_t)seen->seat;
    tell_play(w, before, seat, seen->move, after);
    bool next_omgang = table->omgang != before->known.table.omgang;
    if (next_omgang || table->over != 0) tell_omgang_end(w, before, seat, seen->move, after);
    if (next_omgang) {
        tp_say(w, TR("Omgång %u."), table->omgang);
        tp_say_gap(w);
    }
    if (next_omgang || table->rond != before->known.table.rond) {
        tp_say(w, TR("Rond %u of %d."), table->rond, MULLE_RONDER);
        tp_say_gap(w);
        tell_starter(w, after, table->current);
    }
}

/* Of cards that are dealt at once the one to tell them all with: the first that is there once. MULLE_NO_CARD:
 * all are there twice. */
static uint32_t first_single(const uint8_t *dealt, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t same = 0;
        for (uint32_t k = 0; k < count; k++) same += dealt[k] == dealt[i];
        if (same == 1) return dealt[i];
    }
    return MULLE_NO_CARD;
}

/* Cards that are dealt to the viewer or the table are told together, where that can be done. */
static void tell_dealt(tp_text *w, const tp_event *seen, const mulle_view *after) {
    const mulle_state *state = &after->known;
    bool on_table = seen->seat == TP_TABLE;
    uint32_t count = on_table ? state->table.pile_count : state->table.hand_count[seen->seat];
    uint8_t dealt[MULLE_MAX_PILES];
    tp_phrase cards = {""};
    tp_text list = {cards.text, sizeof cards.text, 0};
    for (uint32_t i = 0; i < count; i++) {
        dealt[i] = on_table ? state->piles[i] : (uint8_t)mulle_hand_card(state, (uint32_t)seen->seat, i);
        tp_say(&list, "%s%s", i == 0 ? "" : " ", marked(dealt[i]).text);
    }
    uint32_t told_with = first_single(dealt, count);
    if (told_with == MULLE_NO_CARD) cards = marked(seen->outcome);
    if (told_with != MULLE_NO_CARD && told_with != seen->outcome) return;
    tp_say(w, on_table ? TR("Laid on the table: %s.") : TR_IN("cards in short", "You get %s."), cards.text);
    tp_say_line_end(w);
}

static void tell_chance(tp_text *w, const tp_event *seen, const mulle_view *after) {
    if (seen->outcome == TP_HIDDEN) return;
    if (seen->kind == MULLE_CHANCE_STARTER) {
        tell_starter(w, after, seen->outcome);
    } else if (seen->seat == TP_TABLE || after->viewer == seen->seat) {
        tell_dealt(w, seen, after);
    }
}

void mulle_tell(const void *view_before, const tp_event *seen, const void *view_after, char *text,
                size_t size) {
    tp_text w = {text, size, 0};
    text[0] = '\0';
    if (seen->type == TP_EVENT_CHANCE) {
        tell_chance(&w, seen, view_after);
    } else {
        tell_move(&w, view_before, seen, view_after);
    }
    tp_say_end(&w);
}

/* ---- moves by cards ---- */

/* Piles by what lies in them: "KL3 9-build". */
static tp_phrase list_piles(const mulle_state *state, mulle_piles set) {
    tp_phrase list = {""};
    tp_text w = {list.text, sizeof list.text, 0};
    for (uint32_t i = 0; i < state->table.pile_count; i++) {
        uint32_t pile = state->piles[i];
        if (!mulle_holds(set, i)) continue;
        if (w.used > 0) tp_say(&w, " ");
        if (mulle_is_build(pile)) {
            tp_say(&w, TR("%u-build"), pile & MULLE_VALUE);
        } else {
            tp_say(&w, "%s", marked(pile).text);
        }
    }
    return list;
}

void mulle_move_name(const void *view, tp_move move, char *text, size_t size) {
    const mulle_state *state = &((const mulle_view *)view)->known;
    tp_phrase card = marked(mulle_move_card(move));
    uint32_t kind = mulle_move_kind(move);
    tp_text w = {text, size, 0};
    text[0] = '\0';
    if (kind == MULLE_BUILDING) {
        mulle_piles base = {0, 0};
        mulle_set_pile(&base, mulle_move_pile(move));
        tp_say(&w, TR("build %u: %s on %s"), mulle_move_value(move), card.text, list_piles(state, base).text);
    } else if (kind <= MULLE_SUMS) {
        tp_say(&w, TR("capture %s: %s"), card.text, list_piles(state, mulle_move_piles(state, move)).text);
    } else if (mulle_move_payload(move) == MULLE_TROTTA) {
        tp_say(&w, TR("trotta %s"), card.text);
    } else if (mulle_move_payload(move) == MULLE_DISCARD) {
        tp_say(&w, TR("discard %s"), card.text);
    } else {
        mulle_move_text(move, text, size);
    }
}
