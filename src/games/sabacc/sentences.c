/* Kessel Sabacc: what is said to people. Everything is told from views, so nothing can be told that its
 * reader may not know. */
#include "core/language.h"
#include "games/sabacc/view.h"
#include "tapete/sentence.h"

#include <stdio.h>
#include <string.h>

const char sabacc_rules_text[] =
    TR_MARK("Kessel Sabacc, two to four players, every player for themselves.\n"
            "\n"
            "You hold one Sand and one Blood card: a value from 1 to 6, an Impostor or a\n"
            "Sylop. Each family has three of every value, three Impostors and one Sylop. You\n"
            "want two cards of the same value, a Sabacc; the lower, the better.\n"
            "\n"
            "A round has three turns. In your turn you may play one influence token. Then\n"
            "you pass, or pay 1 chip from your reserve into your pot to draw a card: the\n"
            "hidden top of a pile, or the open top of a discard pile. Keep it, and it\n"
            "replaces your card of that family; refuse it, and it is discarded.\n"
            "\n"
            "After three turns all hands are shown. For an Impostor you roll two dice and\n"
            "choose one as its value, Blood first. A Sylop copies your other card.\n"
            "\n"
            "Best hand first: two Sylops (Pure Sabacc), then the lower Sabacc, then the\n"
            "smaller difference, then the smaller sum. The best hand gets its pot back.\n"
            "All others lose their pot, and also chips from the reserve: 1 for a beaten\n"
            "Sabacc, otherwise the difference. A player with an empty reserve is out. The\n"
            "last one left wins.\n"
            "\n"
            "Tokens, the same three for each player, each played once in the game:\n"
            "  Free Draw           this turn's draw costs nothing\n"
            "  Refund, Extra Refund  take up to 2 (3) chips back from your pot\n"
            "  General Tariff      every opponent pays 1 chip into their pot\n"
            "  Target Tariff       one opponent pays 2\n"
            "  Embargo             the next player must pass\n"
            "  Devaluation         a single Sylop is worth 0 this round\n"
            "  Immunity            tokens of others cannot affect you this round\n"
            "  General Audit       opponents whose last action was a pass pay 2\n"
            "  Target Audit        one of them pays 3\n"
            "  Major Fraud         Impostors are worth 6 this round\n"
            "  Embezzlement        take 1 chip from every opponent's pot into yours\n"
            "  Cook the Books      the order of Sabaccs is reversed this round: 6 is best\n"
            "  Exhaustion          one opponent discards the hand and gets a new one\n"
            "  Direct Transaction  exchange hands with one opponent\n"
            "  Sabacc Prime        roll two dice, choose one: a Sabacc of that value ranks\n"
            "                      directly below Pure Sabacc this round\n");

static const char *const token_titles[] = {
    TR_MARK("Free Draw"),      TR_MARK("Refund"),        TR_MARK("Extra Refund"),
    TR_MARK("General Tariff"), TR_MARK("Target Tariff"), TR_MARK("Embargo"),
    TR_MARK("Devaluation"),    TR_MARK("Immunity"),      TR_MARK("General Audit"),
    TR_MARK("Target Audit"),   TR_MARK("Major Fraud"),   TR_MARK("Embezzlement"),
    TR_MARK("Cook the Books"), TR_MARK("Exhaustion"),    TR_MARK("Direct Transaction"),
    TR_MARK("Sabacc Prime"),
};

static const char *const family_titles[] = {TR_MARK("Sand"), TR_MARK("Blood")};

/* ---- putting text together ---- */

static tp_phrase marked(uint32_t family, uint32_t card, const char *text) {
    return tp_card_mark_as(sabacc_family_names[family], sabacc_card_text(card), text);
}

/* "4", "Sylop": a card whose family is known. */
static tp_phrase card_title(uint32_t family, uint32_t card) {
    return marked(family, card,
                  card == SABACC_IMPOSTOR ? TR("Impostor")
                  : card == SABACC_SYLOP  ? TR("Sylop")
                                          : sabacc_card_text(card));
}

/* "Sand 4", "Blood Sylop". */
static tp_phrase card_name(uint32_t family, uint32_t card) {
    bool sand = family == 0;
    if (card == SABACC_IMPOSTOR)
        return marked(family, card, sand ? TR("Sand Impostor") : TR("Blood Impostor"));
    if (card == SABACC_SYLOP) return marked(family, card, sand ? TR("Sand Sylop") : TR("Blood Sylop"));
    return marked(family, card,
                  tp_phrase_of(sand ? TR("Sand %s") : TR("Blood %s"), sabacc_card_text(card)).text);
}

/* ---- before a move ---- */

static void help_refund(tp_text *w, uint32_t chips) {
    tp_say(w, TR_N("take %u chip back from your pot", "take %u chips back from your pot", chips), chips);
}

static void help_token(tp_text *w, const sabacc_view *view, uint32_t move) {
    const sabacc_table *table = &view->table;
    uint32_t self = table->current, first_move = sabacc_token_moves[sabacc_token_of_move(move)],
             target = move - first_move;
    uint32_t pot = table->pot[self];
    switch (first_move) {
    case SABACC_FREE_DRAW: tp_say(w, TR("draw for free this turn")); break;
    case SABACC_REFUND: help_refund(w, pot < 2 ? pot : 2); break;
    case SABACC_EXTRA_REFUND: help_refund(w, pot < 3 ? pot : 3); break;
    case SABACC_GENERAL_TARIFF: tp_say(w, TR("every opponent pays 1 chip")); break;
    case SABACC_TARGET_TARIFF: tp_say_who(w, target, TR("{who} pays 2 chips")); break;
    case SABACC_EMBARGO:
        tp_say_who(w, sabacc_next_seat(table->in_play, self), TR("{who} must pass next"));
        break;
    case SABACC_DEVALUATION: tp_say(w, TR("a single Sylop is worth 0 this round")); break;
    case SABACC_IMMUNITY: tp_say(w, TR("the others' tokens cannot affect you this round")); break;
    case SABACC_GENERAL_AUDIT: tp_say(w, TR("every opponent who passed last pays 2 chips")); break;
    case SABACC_TARGET_AUDIT: tp_say_who(w, target, TR("{who} passed, and pays 3 chips")); break;
    case SABACC_MAJOR_FRAUD: tp_say(w, TR("Impostors are worth 6 this round")); break;
    case SABACC_EMBEZZLEMENT: tp_say(w, TR("take 1 chip from every opponent's pot into yours")); break;
    case SABACC_COOK_THE_BOOKS: tp_say(w, TR("Sabaccs rank in reverse: 6 is best")); break;
    case SABACC_EXHAUSTION: tp_say_who(w, target, TR("{who} discards the hand and gets a new one")); break;
    case SABACC_DIRECT_TRANSACTION: tp_say_who(w, target, TR("exchange hands with {who}")); break;
    default: tp_say(w, TR("roll two dice; only Pure Sabacc beats a Sabacc of the value you choose")); break;
    }
}

void sabacc_move_help(const void *view_bytes, tp_move move, char *text, size_t size) {
    const sabacc_view *view = view_bytes;
    const sabacc_table *table = &view->table;
    tp_text w = {text, size, 0};
    bool is_free = table->free_draw != 0;
    uint32_t family = move >= SABACC_DRAW_SAND && move <= SABACC_TAKE_BLOOD ? (move - SABACC_DRAW_SAND) & 1
                                                                            : sabacc_drawn_family(table);
    text[0] = '\0';
    if (move == SABACC_NO_TOKEN) {
        tp_say(&w, TR("play no token this turn"));
    } else if (move < SABACC_PASS) {
        help_token(&w, view, move);
    } else if (move == SABACC_PASS) {
        tp_say(&w, TR("keep your cards"));
    } else if (move <= SABACC_DRAW_BLOOD) {
        tp_say(&w, is_free ? TR("draw from the %s pile for free") : TR("draw from the %s pile for 1 chip"),
               tp_translate(family_titles[family]));
    } else if (move <= SABACC_TAKE_BLOOD) {
        tp_say(&w, is_free ? TR("take the open %s for free") : TR("take the open %s for 1 chip"),
               card_name(family, sabacc_discard_top(table, family)).text);
    } else if (move == SABACC_KEEP) {
        tp_say(&w, TR("keep the %s, discard your %s"), card_name(family, view->drawn).text,
               card_title(family, view->hand[table->current][family]).text);
    } else if (move == SABACC_REFUSE) {
        tp_say(&w, TR("discard the %s, keep your %s"), card_name(family, view->drawn).text,
               card_title(family, view->hand[table->current][family]).text);
    } else {
        tp_say(&w, TR("choose the %u"), table->dice[move == SABACC_DIE1 ? 0 : 1]);
    }
}

static void why_no_token(tp_text *w, const sabacc_table *table, uint32_t move) {
    uint32_t token = sabacc_token_of_move(move), first_move = sabacc_token_moves[token],
             target = move - first_move;
    const char *title = tp_translate(token_titles[token]);
    bool targeted = sabacc_is_targeted(first_move);
    if ((table->tokens[table->current] & sabacc_token_set(token)) == 0) {
        tp_say(w, TR("you do not have the token %s"), title);
    } else if (first_move == SABACC_EMBARGO) {
        tp_say(w, TR("the next player is immune, so an Embargo has no target"));
    } else if (targeted && target == table->current) {
        tp_say(w, TR("%s is aimed at an opponent, not at yourself"), title);
    } else if (targeted && ((table->in_play >> target) & 1) == 0) {
        tp_say(w, TR("%s is aimed at a player who is still in play"), title);
    } else if (targeted && ((table->immune >> target) & 1) != 0) {
        tp_say(w, TR("that player is immune"));
    } else if (first_move == SABACC_EXHAUSTION) {
        tp_say(w, TR("the draw piles do not have a new hand left"));
    } else {
        tp_say(w, TR("%s is aimed at a player whose last action was a pass"), title);
    }
}

const char *sabacc_why_not(const void *view_bytes, tp_move move, char *sentence, size_t size) {
    static const char *const wanted[SABACC_PHASES] = {
        TR_MARK("play a token first, or none"),
        TR_MARK("choose one of the two dice for Sabacc Prime first"),
        TR_MARK("now pass, or draw a card"),
        TR_MARK("keep or refuse the card first"),
        TR_MARK("choose one of the two dice for the Impostor first"),
        TR_MARK("the game is over"),
    };
    const sabacc_table *table = &((const sabacc_view *)view_bytes)->table;
    tp_text w = {sentence, size, 0};
    sentence[0] = '\0';
    bool token_move = move < SABACC_PASS, draw_move = move >= SABACC_DRAW_SAND && move <= SABACC_TAKE_BLOOD;
    if (table->phase == SABACC_PHASE_TOKEN && token_move && move != SABACC_NO_TOKEN) {
        why_no_token(&w, table, move);
    } else if (table->phase == SABACC_PHASE_DRAW && draw_move) {
        bool embargoed = ((table->embargoed >> table->current) & 1) != 0;
        bool poor = table->reserve[table->current] == 0 && table->free_draw == 0;
        tp_say(&w, embargoed ? TR("you are under Embargo and must pass")
                   : poor    ? TR("your reserve is empty, so you cannot pay for a draw")
                             : TR("that draw pile is empty"));
    } else {
        tp_say(&w, "%s", tp_translate(wanted[table->phase]));
    }
    return "NOT_LEGAL";
}

/* ---- after a move ---- */

static void tell_token(tp_text *w, const sabacc_view *after, uint32_t seat, uint32_t move) {
    uint32_t token = sabacc_token_of_move(move), first_move = sabacc_token_moves[token],
             target = move - first_move;
    const char *title = tp_translate(token_titles[token]);
    bool own = after->viewer == (int)seat;
    if (first_move == SABACC_SABACC_PRIME) {
        tp_say_who(w, seat,
                   own ? TR("You play %s and roll %u and %u.") : TR("{who} plays %s and rolls %u and %u."),
                   title, after->table.dice[0], after->table.dice[1]);
    } else if (sabacc_is_targeted(first_move)) {
        tp_say_whom(w, seat, target,
                    own                            ? TR("You play %s on {whom}.")
                    : after->viewer == (int)target ? TR("{who} plays %s on you.")
                                                   : TR("{who} plays %s on {whom}."),
                    title);
    } else {
        tp_say_who(w, seat, own ? TR("You play %s.") : TR("{who} plays %s."), title);
    }
    tp_say_line_end(w);
}

/* Own and open cards that came with a draw are told with the draw. */
static void tell_draw(tp_text *w, const sabacc_view *after, uint32_t seat, uint32_t move) {
    uint32_t family = (move - SABACC_DRAW_SAND) & 1;
    bool own = after->viewer == (int)seat;
    if (move >= SABACC_TAKE_SAND) {
        tp_say_who(w, seat, own ? TR("You take the open %s.") : TR("{who} takes the open %s."),
                   card_name(family, after->drawn).text);
    } else if (after->drawn < SABACC_CARDS) {
        tp_say_who(w, seat, own ? TR("You draw %s.") : TR("{who} draws %s."),
                   card_name(family, after->drawn).text);
    } else {
        tp_say_who(w, seat, TR("{who} draws from the %s pile."), tp_translate(family_titles[family]));
    }
    tp_say_line_end(w);
}

static void tell_keep(tp_text *w, const sabacc_view *before, const sabacc_view *after, uint32_t seat,
                      bool keeps) {
    uint32_t family = sabacc_drawn_family(&before->table),
             put_down = sabacc_put_down(before, after, seat, keeps);
    bool own = after->viewer == (int)seat;
    if (put_down >= SABACC_CARDS && keeps) {
        tp_say_who(w, seat, own ? TR("You keep the card.") : TR("{who} keeps the card."));
    } else if (put_down >= SABACC_CARDS) {
        tp_say_who(w, seat,
                   own ? TR("You discard the new card and keep your old one.")
                       : TR("{who} discards the new card and keeps the old one."));
    } else if (keeps) {
        tp_say_who(w, seat,
                   own ? TR("You keep the card and discard %s.")
                       : TR("{who} keeps the card and discards %s."),
                   card_name(family, put_down).text);
    } else {
        tp_say_who(w, seat,
                   own ? TR("You discard the new card, %s, and keep your old one.")
                       : TR("{who} discards the new card, %s, and keeps the old one."),
                   card_name(family, put_down).text);
    }
    tp_say_line_end(w);
}

/* What a hand is: "Sabacc of 3", "difference 2". */
static tp_phrase rank_name(const sabacc_view *before, const uint8_t hand[SABACC_FAMILIES],
                           const uint8_t values[SABACC_FAMILIES]) {
    sabacc_rank rank = sabacc_rank_hand(hand, values, before->table.effects, before->table.prime);
    bool reversed = (before->table.effects & SABACC_EFFECT_COOK_THE_BOOKS) != 0;
    if (rank.key == 0) return tp_phrase_of("%s", TR("Pure Sabacc"));
    if (rank.key == 1) return tp_phrase_of("%s", TR("Sabacc Prime"));
    if (rank.difference == 0)
        return tp_phrase_of(TR("Sabacc of %u"), reversed ? 7 - rank.key / 2u : rank.key / 2u);
    return tp_phrase_of(TR("difference %u"), rank.difference);
}

/* One revealed hand, with what it was worth. */
static void tell_hand(tp_text *w, const sabacc_view *before, const sabacc_view *after, uint32_t seat) {
    const uint8_t *revealed = after->table.revealed[seat];
    uint8_t hand[SABACC_FAMILIES], values[SABACC_FAMILIES];
    tp_phrase cards[SABACC_FAMILIES];
    for (uint32_t family = 0; family < SABACC_FAMILIES; family++) {
        hand[family] = revealed[family] & 15;
        values[family] = revealed[family] >> 4;
        cards[family] = card_name(family, hand[family]);
        if (values[family] != 0)
            cards[family] =
                tp_phrase_of(TR("%s as %u"), card_name(family, hand[family]).text, values[family]);
    }
    tp_phrase result = rank_name(before, hand, values);
    uint32_t lost = before->table.reserve[seat] - (uint32_t)after->table.reserve[seat];
    bool own = after->viewer == (int)seat;
    if (((after->table.firsts >> seat) & 1) != 0) {
        result = tp_phrase_of(TR("%s, the best hand"), result.text);
    } else if (lost > 0) {
        result = tp_phrase_of(TR_N("%s, costs %u chip", "%s, costs %u chips", lost), result.text, lost);
    }
    if (((after->table.in_play >> seat) & 1) != 0) {
        tp_say_who(w, seat, own ? TR("You show %s and %s: %s.") : TR("{who} shows %s and %s: %s."),
                   cards[0].text, cards[1].text, result.text);
    } else {
        tp_say_who(w, seat,
                   own ? TR("You show %s and %s: %s, and you are out.")
                       : TR("{who} shows %s and %s: %s, and is out."),
                   cards[0].text, cards[1].text, result.text);
    }
    tp_say_line_end(w);
}

static void tell_end(tp_text *w, const sabacc_view *after) {
    const sabacc_table *table = &after->table;
    bool shared = tp_count_bits(table->winners) > 1;
    for (uint32_t set = table->winners; set != 0; set &= set - 1) {
        uint32_t seat = tp_lowest_bit(set);
        bool own = after->viewer == (int)seat;
        if (shared) {
            tp_say_who(w, seat, own ? TR("You share the win.") : TR("{who} shares the win."));
        } else {
            tp_say_who(w, seat, own ? TR("You win the game.") : TR("{who} wins the game."));
        }
        tp_say_line_end(w);
    }
}

static void tell_first(tp_text *w, const sabacc_view *after, uint32_t seat) {
    tp_say_who(w, seat, after->viewer == (int)seat ? TR("You go first.") : TR("{who} goes first."));
    tp_say_line_end(w);
}

/* The resolution and what it led to, where this move ended the round. */
static void tell_round_end(tp_text *w, const sabacc_view *before, const sabacc_view *after) {
    const sabacc_table *table = &after->table;
    bool over = table->phase == SABACC_PHASE_OVER;
    if (!over && table->round == before->table.round) return;
    uint32_t seat = before->table.first;
    do {
        tell_hand(w, before, after, seat);
        seat = sabacc_next_seat(before->table.in_play, seat);
    } while (seat != before->table.first);
    if (over) {
        tell_end(w, after);
        return;
    }
    tp_say(w, TR("Round %u."), table->round);
    tp_say_gap(w);
    tell_first(w, after, table->first);
}

static void tell_dice(tp_text *w, const sabacc_view *after) {
    const sabacc_table *table = &after->table;
    if (table->phase != SABACC_PHASE_IMPOSTOR) return;
    uint32_t family = sabacc_impostor_family(table, after->hand[table->current]);
    tp_say_who(w, table->current,
               after->viewer == (int)table->current ? TR("You roll %u and %u for the %s.")
                                                    : TR("{who} rolls %u and %u for the %s."),
               table->dice[0], table->dice[1], card_name(family, SABACC_IMPOSTOR).text);
    tp_say_line_end(w);
}

static void tell_die(tp_text *w, const sabacc_view *before, const sabacc_view *after, uint32_t seat,
                     uint32_t value) {
    bool own = after->viewer == (int)seat;
    if (before->table.phase == SABACC_PHASE_PRIME_DIE) {
        tp_say_who(w, seat,
                   own ? TR("You choose %u as Sabacc Prime.") : TR("{who} chooses %u as Sabacc Prime."),
                   value);
    } else {
        tp_say_who(w, seat, own ? TR("You choose %u.") : TR("{who} chooses %u."), value);
    }
    tp_say_line_end(w);
}

static void tell_move(tp_text *w, const sabacc_view *before, uint32_t seat, uint32_t move,
                      const sabacc_view *after) {
    if (move > SABACC_NO_TOKEN && move < SABACC_PASS) {
        tell_token(w, after, seat, move);
    } else if (move == SABACC_PASS) {
        tp_say_who(w, seat, after->viewer == (int)seat ? TR("You pass.") : TR("{who} passes."));
        tp_say_line_end(w);
    } else if (move >= SABACC_DRAW_SAND && move <= SABACC_TAKE_BLOOD) {
        tell_draw(w, after, seat, move);
    } else if (move == SABACC_KEEP || move == SABACC_REFUSE) {
        tell_keep(w, before, after, seat, move == SABACC_KEEP);
    } else if (move == SABACC_DIE1 || move == SABACC_DIE2) {
        tell_die(w, before, after, seat, before->table.dice[move - SABACC_DIE1]);
    }
    tell_dice(w, after);
    tell_round_end(w, before, after);
}

static void tell_chance(tp_text *w, const tp_event *seen, bool first_deal, const sabacc_view *after) {
    if (seen->kind == SABACC_CHANCE_TOKEN) {
        tp_say(w, TR("The token %s is in the game."), tp_translate(token_titles[seen->outcome]));
        tp_say_line_end(w);
    } else if (seen->kind == SABACC_CHANCE_FIRST) {
        tell_first(w, after, seen->outcome);
    } else if (seen->kind <= SABACC_CHANCE_BLOOD && seen->outcome != TP_HIDDEN) {
        tp_phrase card = card_name(seen->kind, seen->outcome);
        if (seen->seat == TP_TABLE) {
            tp_say(w, TR("%s is turned up."), card.text);
            tp_say_line_end(w);
        } else if (first_deal ||
                   after->table.phase != SABACC_PHASE_KEEP) { /* else it is told with the draw */
            tp_say_who(w, (uint32_t)seen->seat,
                       after->viewer == seen->seat ? TR("You get %s.") : TR("{who} gets %s."), card.text);
            tp_say_line_end(w);
        }
    }
}

void sabacc_tell(const void *view_before, const tp_event *seen, const void *view_after, char *text,
                 size_t size) {
    tp_text w = {text, size, 0};
    text[0] = '\0';
    if (seen->type == TP_EVENT_CHANCE) {
        tell_chance(&w, seen, view_before == NULL, view_after);
    } else {
        tell_move(&w, view_before, (uint32_t)seen->seat, seen->move, view_after);
    }
    tp_say_end(&w);
}
