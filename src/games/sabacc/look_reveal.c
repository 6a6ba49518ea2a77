/* The last reveal of Kessel Sabacc: every hand that was shown, what it was worth and what came of it. */
#include "core/language.h"
#include "games/sabacc/look.h"
#include "look/draw.h"

enum { LEAST_REVEAL = 39 /* columns of a hand */ };

static void reveal_of(const scene *s, uint32_t seat, uint8_t hand[SABACC_FAMILIES],
                      uint8_t chosen[SABACC_FAMILIES]) {
    for (uint32_t family = 0; family < SABACC_FAMILIES; family++) {
        hand[family] = s->table->revealed[seat][family] & 15;
        chosen[family] = s->table->revealed[seat][family] >> 4;
    }
}

/* One hand of it in a sentence. */
static void tell_reveal(const scene *s, uint32_t seat, const uint8_t hand[SABACC_FAMILIES],
                        const uint8_t chosen[SABACC_FAMILIES], const char *worth, const char *end) {
    char cards[TP_TEXT_SIZE] = "";
    for (uint32_t family = 0; family < SABACC_FAMILIES; family++) {
        char card[128];
        const char *title = scene_family_title(family), *word = scene_card_word(hand[family]);
        if (chosen[family] != 0) {
            snprintf(card, sizeof card, TR("%s %s as %u"), title, word, chosen[family]);
        } else {
            snprintf(card, sizeof card, "%s %s", title, word);
        }
        list_add(cards, sizeof cards, LIST_GOES_ON, card);
    }
    fprintf(s->out,
            scene_has(s->table->firsts, seat) ? TR("%s: %s: %s, the best hand; %s.")
                                              : TR_IN("a hand", "%s: %s: %s; %s."),
            s->names[seat], cards, worth, end);
    fputc('\n', s->out);
}

/* Side by side as many as have room. */
static void draw_reveals(const scene *s, const block *hands, int count) {
    int widest = 0;
    for (int i = 0; i < count; i++) {
        for (int line = 0; line < hands[i].count; line++) {
            int columns = text_columns(hands[i].lines[line]);
            if (columns > widest) widest = columns;
        }
    }
    int columns = widest + 1 > LEAST_REVEAL ? widest + 1 : LEAST_REVEAL;
    int a_row = s->style->width >= columns ? s->style->width / columns : 1;
    for (int begin = 0; begin < count; begin += a_row) {
        block row = {.count = 0};
        for (int i = begin; i < count && i < begin + a_row; i++)
            block_beside(&row, &hands[i], (i - begin) * columns);
        block_print(s->out, &row);
    }
}

void scene_draw_result(const scene *s) {
    const look_style *style = s->style;
    char right[64];
    snprintf(right, sizeof right, TR("round %u"), s->table->round);
    if (style->plain) {
        fprintf(s->out, TR("The last reveal, round %u."), s->table->round);
        fputc('\n', s->out);
    } else {
        draw_rule(s->out, style, TR("The last reveal"), right);
    }
    block hands[SABACC_SEATS];
    int count = 0;
    for (uint32_t seat = 0; seat < s->table->players; seat++) {
        uint8_t hand[SABACC_FAMILIES], chosen[SABACC_FAMILIES];
        reveal_of(s, seat, hand, chosen);
        if (hand[SABACC_SAND] >= SABACC_NO_CARD) continue; /* was out before */
        bool won = scene_has(s->table->winners, seat), best = scene_has(s->table->firsts, seat);
        char worth[128] = "", left[128];
        uint32_t chips = s->table->reserve[seat];
        scene_hand_worth(s, hand, chosen, worth, sizeof worth);
        snprintf(left, sizeof left,
                 won ? TR_N("wins with %u chip left", "wins with %u chips left", chips)
                     : TR_N("%u chip left", "%u chips left", chips),
                 chips);
        const char *end = scene_has(s->table->in_play, seat) || won ? left : TR("out of the game");
        if (style->plain) {
            tell_reveal(s, seat, hand, chosen, worth, end);
            continue;
        }
        block cards, about = {.count = 0}, *one = &hands[count++];
        char name[128];
        snprintf(name, sizeof name, "%s%s%s", paint_on(style, won ? PAINT_GOLD : PAINT_TITLE), s->names[seat],
                 paint_off(style));
        scene_add_hand(s, &cards, hand, chosen);
        block_add(&about, best ? TR("%s, best hand") : "%s", name);
        block_add(&about, "%s", worth);
        block_add(&about, "%s%s%s", paint_on(style, won ? PAINT_GREEN : PAINT_FAINT), end, paint_off(style));
        block_beside(&cards, &about, 2 * card_columns(s->style) + 2);
        one->count = 0;
        for (int i = 0; i < cards.count; i++) block_add(one, "  %s", cards.lines[i]);
    }
    draw_reveals(s, hands, count);
    /* So that the points of the standing, which follow, do not come from nowhere. */
    int indent = style->plain ? 0 : 2;
    fprintf(s->out, "%*s%s", indent, "", paint_on(style, PAINT_FAINT));
    print_wrapped(
        s->out, style, -indent, indent,
        TR("The winner scores 1000 for each chip left; a player who goes out, -100 for each chip of the "
           "largest reserve of another player at that moment."));
    fputs(paint_off(style), s->out);
}
