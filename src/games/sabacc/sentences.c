/* Kessel Sabacc: what is said to people. Everything is told from views, so nothing can be told that its reader may not know. */
#include "core/sentence.h"
#include "games/sabacc/view.h"

#include <stdio.h>
#include <string.h>

const char sabacc_rules_text[] =
    TR_MARK("Kessel Sabacc, two to four players, everybody for himself.\n"
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
            "All others lose their pot and chips from the reserve besides: 1 for a beaten\n"
            "Sabacc, else the difference. Whoever has an empty reserve is out. The last\n"
            "one left wins.\n"
            "\n"
            "Tokens, three for everybody, each played once in the game:\n"
            "  Free Draw           this turn's draw costs nothing\n"
            "  Refund, Extra Refund  take up to 2 (3) chips back from your pot\n"
            "  General Tariff      every opponent pays 1 chip into his pot\n"
            "  Target Tariff       one opponent pays 2\n"
            "  Embargo             the next player must pass\n"
            "  Devaluation         a lone Sylop is worth 0 this round\n"
            "  Immunity            tokens of others cannot touch you this round\n"
            "  General Audit       opponents whose last action was a pass pay 2\n"
            "  Target Audit        one of them pays 3\n"
            "  Major Fraud         Impostors are worth 6 this round\n"
            "  Embezzlement        take 1 chip from every opponent's pot into yours\n"
            "  Cook the Books      the order of Sabaccs is reversed this round: 6 is best\n"
            "  Exhaustion          one opponent discards his hand and gets a new one\n"
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

/* "4", "Sylop": a card whose family is known. */
static const char *card_title(uint32_t card) {
    return card == SABACC_IMPOSTOR ? TR("Impostor")
           : card == SABACC_SYLOP  ? TR("Sylop")
                                   : sabacc_card_text(card);
}

/* "Sand 4", "Blood Sylop". */
static phrase card_name(uint32_t family, uint32_t card) {
    bool sand = family == 0;
    if (card == SABACC_IMPOSTOR) return phrase_of("%s", sand ? TR("Sand Impostor") : TR("Blood Impostor"));
    if (card == SABACC_SYLOP) return phrase_of("%s", sand ? TR("Sand Sylop") : TR("Blood Sylop"));
    return phrase_of(sand ? TR("Sand %s") : TR("Blood %s"), sabacc_card_text(card));
}

/* ---- before a move ---- */

static void help_refund(writer *w, uint32_t chips) {
    say(w, TR_N("take %u chip back from your pot", "take %u chips back from your pot", chips), chips);
}

static void help_token(writer *w, const sabacc_view *view, uint32_t move) {
    const sabacc_table *table = &view->table;
    uint32_t self = table->current, first_move = sabacc_token_moves[sabacc_token_of_move(move)],
             target = move - first_move;
    uint32_t pot = table->pot[self];
    switch (first_move) {
    case SABACC_FREE_DRAW: say(w, TR("draw in this turn without paying")); break;
    case SABACC_REFUND: help_refund(w, pot < 2 ? pot : 2); break;
    case SABACC_EXTRA_REFUND: help_refund(w, pot < 3 ? pot : 3); break;
    case SABACC_GENERAL_TARIFF: say(w, TR("every opponent pays 1 chip")); break;
    case SABACC_TARGET_TARIFF: say_who(w, target, TR("{who} pays 2 chips")); break;
    case SABACC_EMBARGO:
        say_who(w, sabacc_next_seat(table->in_play, self), TR("{who} must pass next"));
        break;
    case SABACC_DEVALUATION: say(w, TR("a lone Sylop is worth 0 this round")); break;
    case SABACC_IMMUNITY: say(w, TR("the others' tokens cannot touch you this round")); break;
    case SABACC_GENERAL_AUDIT: say(w, TR("every opponent who passed last pays 2 chips")); break;
    case SABACC_TARGET_AUDIT: say_who(w, target, TR("{who} passed, and pays 3 chips")); break;
    case SABACC_MAJOR_FRAUD: say(w, TR("Impostors are worth 6 this round")); break;
    case SABACC_EMBEZZLEMENT: say(w, TR("take 1 chip from every opponent's pot into yours")); break;
    case SABACC_COOK_THE_BOOKS: say(w, TR("Sabaccs rank the other way round: 6 is best")); break;
    case SABACC_EXHAUSTION: say_who(w, target, TR("{who} discards his hand and gets a new one")); break;
    case SABACC_DIRECT_TRANSACTION: say_who(w, target, TR("exchange hands with {who}")); break;
    default: say(w, TR("roll two dice; a Sabacc of the value you choose ranks below Pure only")); break;
    }
}

void sabacc_move_help(const void *view_bytes, tp_move move, char *text, size_t size) {
    const sabacc_view *view = view_bytes;
    const sabacc_table *table = &view->table;
    writer w = {text, size, 0};
    bool is_free = table->free_draw != 0;
    uint32_t family = move >= SABACC_DRAW_SAND && move <= SABACC_TAKE_BLOOD ? (move - SABACC_DRAW_SAND) & 1
                                                                            : sabacc_drawn_family(table);
    text[0] = '\0';
    if (move == SABACC_NO_TOKEN) {
        say(&w, TR("play no token this turn"));
    } else if (move < SABACC_PASS) {
        help_token(&w, view, move);
    } else if (move == SABACC_PASS) {
        say(&w, TR("stay with your cards"));
    } else if (move <= SABACC_DRAW_BLOOD) {
        say(&w, is_free ? TR("draw from the %s pile for free") : TR("draw from the %s pile for 1 chip"),
            tp_translate(family_titles[family]));
    } else if (move <= SABACC_TAKE_BLOOD) {
        say(&w, is_free ? TR("take the open %s for free") : TR("take the open %s for 1 chip"),
            card_name(family, sabacc_discard_top(table, family)).text);
    } else if (move == SABACC_KEEP) {
        say(&w, TR("hold the %s, discard your %s"), card_name(family, view->drawn).text,
            card_title(view->hand[table->current][family]));
    } else if (move == SABACC_REFUSE) {
        say(&w, TR("discard the %s, stay with your %s"), card_name(family, view->drawn).text,
            card_title(view->hand[table->current][family]));
    } else {
        say(&w, TR("choose the %u"), table->dice[move == SABACC_DIE1 ? 0 : 1]);
    }
}

static void why_no_token(writer *w, const sabacc_table *table, uint32_t move) {
    uint32_t token = sabacc_token_of_move(move), first_move = sabacc_token_moves[token],
             target = move - first_move;
    const char *title = tp_translate(token_titles[token]);
    bool targeted = sabacc_is_targeted(first_move);
    if ((table->tokens[table->current] & sabacc_token_set(token)) == 0) {
        say(w, TR("you do not have the token %s"), title);
    } else if (first_move == SABACC_EMBARGO) {
        say(w, TR("the next player is immune, so an Embargo cannot be laid on him"));
    } else if (targeted && target == table->current) {
        say(w, TR("%s is aimed at an opponent, not at yourself"), title);
    } else if (targeted && ((table->in_play >> target) & 1) == 0) {
        say(w, TR("%s is aimed at a player who is still in play"), title);
    } else if (targeted && ((table->immune >> target) & 1) != 0) {
        say(w, TR("that player is immune"));
    } else if (first_move == SABACC_EXHAUSTION) {
        say(w, TR("the draw piles do not have a new hand left"));
    } else {
        say(w, TR("%s is aimed at a player whose last action was a pass"), title);
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
    writer w = {sentence, size, 0};
    sentence[0] = '\0';
    bool token_move = move < SABACC_PASS, draw_move = move >= SABACC_DRAW_SAND && move <= SABACC_TAKE_BLOOD;
    if (table->phase == SABACC_PHASE_TOKEN && token_move && move != SABACC_NO_TOKEN) {
        why_no_token(&w, table, move);
    } else if (table->phase == SABACC_PHASE_DRAW && draw_move) {
        bool embargoed = ((table->embargoed >> table->current) & 1) != 0;
        bool poor = table->reserve[table->current] == 0 && table->free_draw == 0;
        say(&w, embargoed ? TR("you are under Embargo and must pass")
                : poor    ? TR("your reserve is empty, so you cannot pay for a draw")
                          : TR("that draw pile is empty"));
    } else {
        say(&w, "%s", tp_translate(wanted[table->phase]));
    }
    return "NOT_LEGAL";
}

/* ---- after a move ---- */

static void tell_token(writer *w, const sabacc_view *after, uint32_t seat, uint32_t move) {
    uint32_t token = sabacc_token_of_move(move), first_move = sabacc_token_moves[token],
             target = move - first_move;
    const char *title = tp_translate(token_titles[token]);
    bool own = after->viewer == (int)seat;
    if (first_move == SABACC_SABACC_PRIME) {
        say_who(w, seat,
                own ? TR("You play %s and roll %u and %u.") : TR("{who} plays %s and rolls %u and %u."),
                title, after->table.dice[0], after->table.dice[1]);
    } else if (sabacc_is_targeted(first_move)) {
        say_whom(w, seat, target,
                 own                            ? TR("You play %s on {whom}.")
                 : after->viewer == (int)target ? TR("{who} plays %s on you.")
                                                : TR("{who} plays %s on {whom}."),
                 title);
    } else {
        say_who(w, seat, own ? TR("You play %s.") : TR("{who} plays %s."), title);
    }
    say_line_end(w);
}

/* Own and open cards that came with a draw are told with the draw. */
static void tell_draw(writer *w, const sabacc_view *after, uint32_t seat, uint32_t move) {
    uint32_t family = (move - SABACC_DRAW_SAND) & 1;
    bool own = after->viewer == (int)seat;
    if (move >= SABACC_TAKE_SAND) {
        say_who(w, seat, own ? TR("You take the open %s.") : TR("{who} takes the open %s."),
                card_name(family, after->drawn).text);
    } else if (after->drawn < SABACC_CARDS) {
        say_who(w, seat, own ? TR("You draw %s.") : TR("{who} draws %s."),
                card_name(family, after->drawn).text);
    } else {
        say_who(w, seat, TR("{who} draws from the %s pile."), tp_translate(family_titles[family]));
    }
    say_line_end(w);
}

static void tell_keep(writer *w, const sabacc_view *before, const sabacc_view *after, uint32_t seat,
                      bool keeps) {
    uint32_t family = sabacc_drawn_family(&before->table),
             put_down = keeps ? before->hand[seat][family] : before->drawn;
    bool same_round = after->table.round == before->table.round && after->table.phase != SABACC_PHASE_OVER;
    bool own = after->viewer == (int)seat;
    if (put_down >= SABACC_CARDS && same_round) put_down = sabacc_discard_top(&after->table, family);
    if (put_down >= SABACC_CARDS && keeps) {
        say_who(w, seat, own ? TR("You keep the card.") : TR("{who} keeps the card."));
    } else if (put_down >= SABACC_CARDS) {
        say_who(w, seat,
                own ? TR("You discard the new card and keep your old one.")
                    : TR("{who} discards the new card and keeps the old one."));
    } else if (keeps) {
        say_who(w, seat,
                own ? TR("You keep the card and discard %s.") : TR("{who} keeps the card and discards %s."),
                card_name(family, put_down).text);
    } else {
        say_who(w, seat,
                own ? TR("You discard the new card, %s, and keep your old one.")
                    : TR("{who} discards the new card, %s, and keeps the old one."),
                card_name(family, put_down).text);
    }
    say_line_end(w);
}

/* What a hand is: "Sabacc of 3", "difference 2". */
static phrase rank_name(const sabacc_view *before, const uint8_t hand[SABACC_FAMILIES],
                        const uint8_t values[SABACC_FAMILIES]) {
    sabacc_rank rank = sabacc_rank_hand(hand, values, before->table.effects, before->table.prime);
    bool reversed = (before->table.effects & SABACC_EFFECT_COOK_THE_BOOKS) != 0;
    if (rank.key == 0) return phrase_of("%s", TR("Pure Sabacc"));
    if (rank.key == 1) return phrase_of("%s", TR("Sabacc Prime"));
    if (rank.difference == 0)
        return phrase_of(TR("Sabacc of %u"), reversed ? 7 - rank.key / 2u : rank.key / 2u);
    return phrase_of(TR("difference %u"), rank.difference);
}

/* One revealed hand, with what it was worth. */
static void tell_hand(writer *w, const sabacc_view *before, const sabacc_view *after, uint32_t seat) {
    const uint8_t *revealed = after->table.revealed[seat];
    uint8_t hand[SABACC_FAMILIES], values[SABACC_FAMILIES];
    phrase cards[SABACC_FAMILIES];
    for (uint32_t family = 0; family < SABACC_FAMILIES; family++) {
        hand[family] = revealed[family] & 15;
        values[family] = revealed[family] >> 4;
        cards[family] = card_name(family, hand[family]);
        if (values[family] != 0)
            cards[family] = phrase_of(TR("%s as %u"), card_name(family, hand[family]).text, values[family]);
    }
    phrase result = rank_name(before, hand, values);
    uint32_t lost = before->table.reserve[seat] - (uint32_t)after->table.reserve[seat];
    bool own = after->viewer == (int)seat;
    if (((after->table.firsts >> seat) & 1) != 0) {
        result = phrase_of(TR("%s, the best hand"), result.text);
    } else if (lost > 0) {
        result = phrase_of(TR_N("%s, costs %u chip", "%s, costs %u chips", lost), result.text, lost);
    }
    if (((after->table.in_play >> seat) & 1) != 0) {
        say_who(w, seat, own ? TR("You show %s and %s: %s.") : TR("{who} shows %s and %s: %s."),
                cards[0].text, cards[1].text, result.text);
    } else {
        say_who(w, seat,
                own ? TR("You show %s and %s: %s, and you are out.")
                    : TR("{who} shows %s and %s: %s, and is out."),
                cards[0].text, cards[1].text, result.text);
    }
    say_line_end(w);
}

static void tell_end(writer *w, const sabacc_view *after) {
    const sabacc_table *table = &after->table;
    bool shared = tp_count_bits(table->winners) > 1;
    for (uint32_t set = table->winners; set != 0; set &= set - 1) {
        uint32_t seat = tp_lowest_bit(set);
        bool own = after->viewer == (int)seat;
        if (shared) {
            say_who(w, seat, own ? TR("You share the win.") : TR("{who} shares the win."));
        } else {
            say_who(w, seat, own ? TR("You win the game.") : TR("{who} wins the game."));
        }
        say_line_end(w);
    }
}

static void tell_first(writer *w, const sabacc_view *after, uint32_t seat) {
    say_who(w, seat, after->viewer == (int)seat ? TR("You go first.") : TR("{who} goes first."));
    say_line_end(w);
}

/* The resolution and what it led to, where this move ended the round. */
static void tell_round_end(writer *w, const sabacc_view *before, const sabacc_view *after) {
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
    say(w, TR("Round %u."), table->round);
    say_gap(w);
    tell_first(w, after, table->first);
}

static void tell_dice(writer *w, const sabacc_view *after) {
    const sabacc_table *table = &after->table;
    if (table->phase != SABACC_PHASE_IMPOSTOR) return;
    uint32_t family = sabacc_impostor_family(table, after->hand[table->current]);
    say_who(w, table->current,
            after->viewer == (int)table->current ? TR("You roll %u and %u for the %s.")
                                                 : TR("{who} rolls %u and %u for the %s."),
            table->dice[0], table->dice[1], card_name(family, SABACC_IMPOSTOR).text);
    say_line_end(w);
}

static void tell_die(writer *w, const sabacc_view *before, const sabacc_view *after, uint32_t seat,
                     uint32_t value) {
    bool own = after->viewer == (int)seat;
    if (before->table.phase == SABACC_PHASE_PRIME_DIE) {
        say_who(w, seat, own ? TR("You choose %u as Sabacc Prime.") : TR("{who} chooses %u as Sabacc Prime."),
                value);
    } else {
        say_who(w, seat, own ? TR("You choose %u.") : TR("{who} chooses %u."), value);
    }
    say_line_end(w);
}

static void tell_move(writer *w, const sabacc_view *before, uint32_t seat, uint32_t move,
                      const sabacc_view *after) {
    if (move > SABACC_NO_TOKEN && move < SABACC_PASS) {
        tell_token(w, after, seat, move);
    } else if (move == SABACC_PASS) {
        say_who(w, seat, after->viewer == (int)seat ? TR("You pass.") : TR("{who} passes."));
        say_line_end(w);
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

static void tell_chance(writer *w, const tp_event *seen, bool first_deal, const sabacc_view *after) {
    if (seen->kind == SABACC_CHANCE_TOKEN) {
        say(w, TR("The token %s is in the game."), tp_translate(token_titles[seen->outcome]));
        say_line_end(w);
    } else if (seen->kind == SABACC_CHANCE_FIRST) {
        tell_first(w, after, seen->outcome);
    } else if (seen->kind <= SABACC_CHANCE_BLOOD && seen->outcome != TP_HIDDEN) {
        phrase card = card_name(seen->kind, seen->outcome);
        if (seen->seat == TP_TABLE) {
            say(w, TR("%s is turned up."), card.text);
            say_line_end(w);
        } else if (first_deal ||
                   after->table.phase != SABACC_PHASE_KEEP) { /* else it is told with the draw */
            say_who(w, (uint32_t)seen->seat,
                    after->viewer == seen->seat ? TR("You get %s.") : TR("{who} gets %s."), card.text);
            say_line_end(w);
        }
    }
}

void sabacc_tell(const void *view_before, const tp_event *seen, const void *view_after, char *text,
                 size_t size) {
    writer w = {text, size, 0};
    text[0] = '\0';
    if (seen->type == TP_EVENT_CHANCE) {
        tell_chance(&w, seen, view_before == NULL, view_after);
    } else {
        tell_move(&w, view_before, (uint32_t)seen->seat, seen->move, view_after);
    }
    say_end(&w);
}
