/* Kessel Sabacc: what is said to people. Everything is told from views, so nothing can be told that its reader may not know. */
#include "core/sentence.h"
#include "games/sabacc/view.h"

#include <stdio.h>
#include <string.h>

const char sabacc_rules_text[] =
    "Kessel Sabacc, two to four players, everybody for himself.\n"
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
    "                      directly below Pure Sabacc this round\n";

static const char *const token_titles[] = {
    "Free Draw",      "Refund",     "Extra Refund",       "General Tariff", "Target Tariff", "Embargo",
    "Devaluation",    "Immunity",   "General Audit",      "Target Audit",   "Major Fraud",   "Embezzlement",
    "Cook the Books", "Exhaustion", "Direct Transaction", "Sabacc Prime",
};

static const char *const family_titles[] = {"Sand", "Blood"};

/* ---- putting text together ---- */

static const char *card_title(uint32_t card) {
    return card == SABACC_IMPOSTOR ? "Impostor" : card == SABACC_SYLOP ? "Sylop" : sabacc_card_text(card);
}

static const char *chips(uint32_t count) { return count == 1 ? "chip" : "chips"; }

/* ---- before a move ---- */

static void help_token(writer *w, const sabacc_view *view, uint32_t move) {
    const sabacc_table *table = &view->table;
    uint32_t self = table->current, first_move = sabacc_token_moves[sabacc_token_of_move(move)],
             target = move - first_move;
    uint32_t pot = table->pot[self];
    switch (first_move) {
    case SABACC_FREE_DRAW: say(w, "draw in this turn without paying"); break;
    case SABACC_REFUND:
        say(w, "take %u %s back from your pot", pot < 2 ? pot : 2, chips(pot < 2 ? pot : 2));
        break;
    case SABACC_EXTRA_REFUND:
        say(w, "take %u %s back from your pot", pot < 3 ? pot : 3, chips(pot < 3 ? pot : 3));
        break;
    case SABACC_GENERAL_TARIFF: say(w, "every opponent pays 1 chip"); break;
    case SABACC_TARGET_TARIFF: say(w, "{%u} pays 2 chips", target); break;
    case SABACC_EMBARGO: say(w, "{%u} must pass next", sabacc_next_seat(table->in_play, self)); break;
    case SABACC_DEVALUATION: say(w, "a lone Sylop is worth 0 this round"); break;
    case SABACC_IMMUNITY: say(w, "the others' tokens cannot touch you this round"); break;
    case SABACC_GENERAL_AUDIT: say(w, "every opponent who passed last pays 2 chips"); break;
    case SABACC_TARGET_AUDIT: say(w, "{%u} passed, and pays 3 chips", target); break;
    case SABACC_MAJOR_FRAUD: say(w, "Impostors are worth 6 this round"); break;
    case SABACC_EMBEZZLEMENT: say(w, "take 1 chip from every opponent's pot into yours"); break;
    case SABACC_COOK_THE_BOOKS: say(w, "Sabaccs rank the other way round: 6 is best"); break;
    case SABACC_EXHAUSTION: say(w, "{%u} discards his hand and gets a new one", target); break;
    case SABACC_DIRECT_TRANSACTION: say(w, "exchange hands with {%u}", target); break;
    default: say(w, "roll two dice; a Sabacc of the value you choose ranks below Pure only"); break;
    }
}

void sabacc_move_help(const void *view_bytes, tp_move move, char *text, size_t size) {
    const sabacc_view *view = view_bytes;
    const sabacc_table *table = &view->table;
    writer w = {text, size, 0};
    const char *price = table->free_draw != 0 ? "for free" : "for 1 chip";
    uint32_t family = move >= SABACC_DRAW_SAND && move <= SABACC_TAKE_BLOOD ? (move - SABACC_DRAW_SAND) & 1
                                                                            : sabacc_drawn_family(table);
    text[0] = '\0';
    if (move == SABACC_NO_TOKEN) {
        say(&w, "play no token this turn");
    } else if (move < SABACC_PASS) {
        help_token(&w, view, move);
    } else if (move == SABACC_PASS) {
        say(&w, "stay with your cards");
    } else if (move <= SABACC_DRAW_BLOOD) {
        say(&w, "draw from the %s pile %s", family_titles[family], price);
    } else if (move <= SABACC_TAKE_BLOOD) {
        say(&w, "take the open %s %s %s", family_titles[family],
            card_title(sabacc_discard_top(table, family)), price);
    } else if (move == SABACC_KEEP) {
        say(&w, "hold the %s %s, discard your %s", family_titles[family], card_title(view->drawn),
            card_title(view->hand[table->current][family]));
    } else if (move == SABACC_REFUSE) {
        say(&w, "discard the %s %s, stay with your %s", family_titles[family], card_title(view->drawn),
            card_title(view->hand[table->current][family]));
    } else {
        say(&w, "choose the %u", table->dice[move == SABACC_DIE1 ? 0 : 1]);
    }
}

static void why_no_token(writer *w, const sabacc_table *table, uint32_t move) {
    uint32_t token = sabacc_token_of_move(move), first_move = sabacc_token_moves[token],
             target = move - first_move;
    const char *title = token_titles[token];
    bool targeted = sabacc_is_targeted(first_move);
    if ((table->tokens[table->current] & sabacc_token_set(token)) == 0) {
        say(w, "you do not have the token %s", title);
    } else if (first_move == SABACC_EMBARGO) {
        say(w, "the next player is immune, so an Embargo cannot be laid on him");
    } else if (targeted && target == table->current) {
        say(w, "%s is aimed at an opponent, not at yourself", title);
    } else if (targeted && ((table->in_play >> target) & 1) == 0) {
        say(w, "%s is aimed at a player who is still in play", title);
    } else if (targeted && ((table->immune >> target) & 1) != 0) {
        say(w, "that player is immune");
    } else if (first_move == SABACC_EXHAUSTION) {
        say(w, "the draw piles do not have a new hand left");
    } else {
        say(w, "%s is aimed at a player whose last action was a pass", title);
    }
}

const char *sabacc_why_not(const void *view_bytes, tp_move move, char *sentence, size_t size) {
    static const char *const wanted[SABACC_PHASES] = {
        "play a token or NO_TOKEN first", "choose DIE1 or DIE2 for Sabacc Prime", "now PASS or draw a card",
        "KEEP or REFUSE the card first",  "choose DIE1 or DIE2 for the Impostor", "the game is over",
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
        say(&w, "%s",
            embargoed ? "you are under Embargo and must pass"
            : poor    ? "your reserve is empty, so you cannot pay for a draw"
                      : "that draw pile is empty");
    } else {
        say(&w, "%s", wanted[table->phase]);
    }
    return "NOT_LEGAL";
}

/* ---- after a move ---- */

static void tell_token(writer *w, const sabacc_view *after, uint32_t seat, uint32_t move) {
    uint32_t token = sabacc_token_of_move(move), first_move = sabacc_token_moves[token];
    say_who(w, after->viewer, seat, "play");
    say(w, " %s", token_titles[token]);
    if (sabacc_is_targeted(first_move)) {
        uint32_t target = move - first_move;
        if (after->viewer == (int)target) {
            say(w, " on you");
        } else {
            say(w, " on {%u}", target);
        }
    }
    if (first_move == SABACC_SABACC_PRIME)
        say(w, " and roll%s %u and %u", after->viewer == (int)seat ? "" : "s", after->table.dice[0],
            after->table.dice[1]);
    say(w, ".\n");
}

/* Own and open cards that came with a draw are told with the draw. */
static void tell_draw(writer *w, const sabacc_view *after, uint32_t seat, uint32_t move) {
    uint32_t family = (move - SABACC_DRAW_SAND) & 1;
    if (move >= SABACC_TAKE_SAND) {
        say_who(w, after->viewer, seat, "take");
        say(w, " the open %s %s.\n", family_titles[family], card_title(after->drawn));
    } else {
        say_who(w, after->viewer, seat, "draw");
        if (after->drawn < SABACC_CARDS) {
            say(w, " %s %s.\n", family_titles[family], card_title(after->drawn));
        } else {
            say(w, " from the %s pile.\n", family_titles[family]);
        }
    }
}

static void tell_keep(writer *w, const sabacc_view *before, const sabacc_view *after, uint32_t seat,
                      bool keeps) {
    uint32_t family = sabacc_drawn_family(&before->table),
             put_down = keeps ? before->hand[seat][family] : before->drawn;
    bool same_round = after->table.round == before->table.round && after->table.phase != SABACC_PHASE_OVER;
    if (put_down >= SABACC_CARDS && same_round) put_down = sabacc_discard_top(&after->table, family);
    say_who(w, after->viewer, seat, keeps ? "keep" : "refuse");
    say(w, " the card");
    if (put_down < SABACC_CARDS && keeps) say(w, " and discard%s", after->viewer == (int)seat ? "" : "s");
    if (put_down < SABACC_CARDS)
        say(w, "%s %s %s", keeps ? "" : ":", family_titles[family], card_title(put_down));
    say(w, ".\n");
}

/* One revealed hand, with what it was worth. */
static void tell_hand(writer *w, const sabacc_view *before, const sabacc_view *after, uint32_t seat) {
    const uint8_t *revealed = after->table.revealed[seat];
    uint8_t hand[SABACC_FAMILIES], values[SABACC_FAMILIES];
    say_who(w, after->viewer, seat, "show");
    for (uint32_t family = 0; family < SABACC_FAMILIES; family++) {
        hand[family] = revealed[family] & 15;
        values[family] = revealed[family] >> 4;
        say(w, "%s %s %s", family == 0 ? "" : " and", family_titles[family], card_title(hand[family]));
        if (values[family] != 0) say(w, " as %u", values[family]);
    }
    sabacc_rank rank = sabacc_rank_hand(hand, values, before->table.effects, before->table.prime);
    say(w, ": %s",
        rank.key == 0          ? "Pure Sabacc"
        : rank.key == 1        ? "Sabacc Prime"
        : rank.difference == 0 ? "Sabacc"
                               : "difference");
    if (rank.difference != 0) say(w, " %u", rank.difference);
    if (rank.difference == 0 && rank.key > 1) {
        say(w, " of %u",
            (before->table.effects & SABACC_EFFECT_COOK_THE_BOOKS) != 0 ? 7 - rank.key / 2 : rank.key / 2);
    }
    if (((after->table.firsts >> seat) & 1) != 0) {
        say(w, ", the best hand");
    } else {
        uint32_t lost = before->table.reserve[seat] - (uint32_t)after->table.reserve[seat];
        if (lost > 0) say(w, ", costs %u %s", lost, chips(lost));
    }
    if (((after->table.in_play >> seat) & 1) == 0)
        say(w, ", and %s out", after->viewer == (int)seat ? "you are" : "is");
    say(w, ".\n");
}

static void tell_end(writer *w, const sabacc_view *after) {
    const sabacc_table *table = &after->table;
    bool shared = tp_count_bits(table->winners) > 1;
    for (uint32_t set = table->winners; set != 0; set &= set - 1) {
        say_who(w, after->viewer, tp_lowest_bit(set), shared ? "share" : "win");
        say(w, shared ? " the win.\n" : " the game.\n");
    }
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
    say(w, "Round %u. ", table->round);
    say_who(w, after->viewer, table->first, "go");
    say(w, " first.\n");
}

static void tell_dice(writer *w, const sabacc_view *after) {
    const sabacc_table *table = &after->table;
    if (table->phase != SABACC_PHASE_IMPOSTOR) return;
    uint32_t family = sabacc_impostor_family(table, after->hand[table->current]);
    say_who(w, after->viewer, table->current, "roll");
    say(w, " %u and %u for the %s Impostor.\n", table->dice[0], table->dice[1], family_titles[family]);
}

static void tell_move(writer *w, const sabacc_view *before, uint32_t seat, uint32_t move,
                      const sabacc_view *after) {
    if (move > SABACC_NO_TOKEN && move < SABACC_PASS) {
        tell_token(w, after, seat, move);
    } else if (move == SABACC_PASS) {
        say_who(w, after->viewer, seat, "pass");
        say(w, ".\n");
    } else if (move >= SABACC_DRAW_SAND && move <= SABACC_TAKE_BLOOD) {
        tell_draw(w, after, seat, move);
    } else if (move == SABACC_KEEP || move == SABACC_REFUSE) {
        tell_keep(w, before, after, seat, move == SABACC_KEEP);
    } else if (move == SABACC_DIE1 || move == SABACC_DIE2) {
        say_who(w, after->viewer, seat, "choose");
        say(w, " %u%s.\n", before->table.dice[move - SABACC_DIE1],
            before->table.phase == SABACC_PHASE_PRIME_DIE ? " as Sabacc Prime" : "");
    }
    tell_dice(w, after);
    tell_round_end(w, before, after);
}

static void tell_chance(writer *w, const tp_event *seen, bool first_deal, const sabacc_view *after) {
    if (seen->kind == SABACC_CHANCE_TOKEN) {
        say(w, "The token %s is in the game.\n", token_titles[seen->outcome]);
    } else if (seen->kind == SABACC_CHANCE_FIRST) {
        say_who(w, after->viewer, seen->outcome, "go");
        say(w, " first.\n");
    } else if (seen->kind <= SABACC_CHANCE_BLOOD && seen->outcome != TP_HIDDEN) {
        const char *family = family_titles[seen->kind], *card = card_title(seen->outcome);
        if (seen->seat == TP_TABLE) {
            say(w, "%s %s is turned up.\n", family, card);
        } else if (first_deal ||
                   after->table.phase != SABACC_PHASE_KEEP) { /* else it is told with the draw */
            say_who(w, after->viewer, (uint32_t)seen->seat, "get");
            say(w, " %s %s.\n", family, card);
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
